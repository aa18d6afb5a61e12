/* Placing particles: without overlap, reproducibly, from lists, lattices and CSV files. */
#include "testing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/file.h"
#include "base/memory.h"
#include "scene/scene.h"

static char directory[64], scene_name[96];

static int make_directory(void **state)
{
    (void)state;
    snprintf(directory, sizeof directory, "/tmp/repose-place-XXXXXX");
    if (!mkdtemp(directory)) return -1;
    snprintf(scene_name, sizeof scene_name, "%s/scene.yaml", directory);
    return 0;
}

static int remove_directory(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", directory);
    return system(command);
}

static int64_t held; /* bytes when the test began: one that failed before may have left some */

static int start(void **state)
{
    (void)state;
    held = rp_memory_bytes();
    return 0;
}

/* A scene around an entry of `particles` (without braces) and more lines. */
static char text[8192];

static const char *method = "soft";

static rp_status build(int dimension, const char *entry, const char *more, rp_world **world, rp_error *err)
{
    rp_scene *scene;
    *world = NULL;
    snprintf(text, sizeof text,
             "repose: 1\ndimension: %d\nmethod: %s\nseed: 1\nmaterials: {a: {density: 1000}, b: {density: 2000}}\n"
             "interactions: [{between: [any, any], normal: {law: linear, stiffness: 1}}]\nrun: {until: "
             "1}\nparticles:\n  - {%s}\n%s",
             dimension, method, entry, more);
    rp_status status = rp_scene_load_text(scene_name, text, strlen(text), NULL, &scene, err);
    if (status) return status;
    status = rp_scene_build(scene, NULL, world, err);
    rp_scene_destroy(scene);
    return status;
}

static rp_world *good(int dimension, const char *entry, const char *more)
{
    rp_world *world;
    rp_error err;
    char said[2048] = "";
    if (build(dimension, entry, more, &world, &err)) rp_error_text(&err, said, sizeof said);
    assert_string_equal(said, "");
    return world;
}

static rp_error bad(int dimension, const char *entry, const char *more, const char *what)
{
    rp_world *world;
    rp_error err;
    assert_int_equal(build(dimension, entry, more, &world, &err), RP_INPUT);
    if (!strstr(err.what, what)) fail_msg("'%s' is not in '%s'", what, err.what);
    assert_null(world);
    assert_int_equal(rp_memory_bytes(), held);
    return err;
}

/* Largest overlap of two particles, by all pairs, relative to the smaller radius. */
static double worst_overlap(const rp_world *w)
{
    double worst = 0;
    const double period[3] = {w->domain.upper.x - w->domain.lower.x, w->domain.upper.y - w->domain.lower.y,
                              w->domain.upper.z - w->domain.lower.z};
    for (size_t i = 0; i < w->particles.count; i++)
        for (size_t j = 0; j < i; j++) {
            const rp_row *a = &w->particles.row[i], *b = &w->particles.row[j];
            double d[3] = {a->x - b->x, a->y - b->y, a->z - b->z}, square = 0;
            for (int axis = 0; axis < 3; axis++) {
                if (w->domain.periodic[axis]) d[axis] -= period[axis] * round(d[axis] / period[axis]);
                square += d[axis] * d[axis];
            }
            worst = fmax(worst, (a->r + b->r - sqrt(square)) / fmin(a->r, b->r));
        }
    return worst;
}

static void finish(rp_world *world)
{
    rp_world_destroy(world);
    assert_int_equal(rp_memory_bytes(), held);
}

/* ---- random ---- */

static void random_places_do_not_overlap(void **state)
{
    (void)state;
    const char *periodic = "domain: {lower: [-0.5, 0], upper: [0.5, 1], periodic: [x, y]}\n";
    rp_world *w = good(2,
                       "count: 1500, material: a, radius: {uniform: [0.003, 0.012]}, place: {random: {lower: [-0.5, "
                       "0], upper: [0.5, 1]}}",
                       periodic);
    assert_int_equal(w->particles.count, 1500);
    assert_true(worst_overlap(w) <= 0);
    int across = 0;
    for (size_t i = 0; i < w->particles.count; i++) {
        const rp_row *r = &w->particles.row[i];
        assert_true(r->r >= 0.003 && r->r <= 0.012 && r->x >= -0.5 && r->x < 0.5 && r->y >= 0 && r->y < 1 && r->z == 0);
        across += r->x + r->r > 0.5 || r->y - r->r < 0;
    }
    assert_true(across > 10); /* they use the whole period */
    finish(w);
}

static void random_places_keep_to_region_walls_and_others(void **state)
{
    (void)state;
    const char *more = "  - {name: big, count: 1, material: b, radius: 0.2, place: {list: [[0.5, 0.5, 0.5]]}}\n"
                       "  - {name: small, count: 400, material: a, radius: 0.02, place: {random: {lower: [0, 0, 0], "
                       "upper: [1, 1, 1]}}}\n"
                       "walls: [{name: slope, plane: {point: [0.5, 0, 0], normal: [-1, 0, 1]}, material: a}, {name: "
                       "pipe, cylinder: {point: [0.5, 0.5, 0], axis: [0, 0, 1], radius: 0.4}, material: b}]\n";
    rp_world *w = good(3,
                       "name: first, count: 50, material: a, radius: 0.05, place: {random: {lower: [0.1, 0, 0.2], "
                       "upper: [0.9, 1, 1]}}",
                       "walls: []\n");
    for (size_t i = 0; i < 50; i++) assert_true(w->particles.row[i].z >= 0.25 && w->particles.row[i].x <= 0.85);
    finish(w);
    w = good(3, "name: seed, count: 1, material: b, radius: 0.1, place: {list: [[0.5, 0.19, 0.5]]}", more);
    assert_true(worst_overlap(w) <= 0);
    for (size_t i = 2; i < w->particles.count; i++) {
        const rp_row *r = &w->particles.row[i];
        assert_true((r->z - (r->x - 0.5)) / sqrt(2) >= 0.02 * (1 - 1e-8));
        assert_true(hypot(r->x - 0.5, r->y - 0.5) <= 0.38 * (1 + 1e-8));
    }
    finish(w);
}

static void places_depend_on_the_seed_alone(void **state)
{
    (void)state;
    const char *entry = "count: 300, material: a, radius: {lognormal: {median: 0.01, sigma: 0.3, upper: 0.05}}, "
                        "velocity: {thermal: 0.5}, place: {random: {lower: [0, 0], upper: [1, 1]}}";
    rp_world *a = good(2, entry, ""), *b = good(2, entry, "");
    assert_memory_equal(a->particles.row, b->particles.row, 300 * sizeof(rp_row));
    rp_world_destroy(b);
    b = good(2, entry, "  - {name: later, material: b, radius: 0.1, place: {list: [[2, 2]]}}\n");
    assert_memory_equal(a->particles.row, b->particles.row, 300 * sizeof(rp_row));
    rp_world_destroy(b);
    finish(a);
}

/* The numbers of today: a change here would change the start of every run. Only what needs no function of libm is the
 * same on every machine. */
static void places_are_the_same_everywhere(void **state)
{
    (void)state;
    rp_world *w = good(
        2, "count: 100, material: a, radius: {uniform: [0.01, 0.02]}, place: {random: {lower: [0, 0], upper: [1, 1]}}",
        "");
    char place[80];
    snprintf(place, sizeof place, "%a %a %a", w->particles.row[7].x, w->particles.row[7].y, w->particles.row[7].r);
    assert_string_equal(place, "0x1.9e14c8c1f5aa8p-2 0x1.9e23e1dc1eaebp-1 0x1.0c9697601dba8p-6");
    finish(w);
}

static void saturation_says_how_far_it_came(void **state)
{
    (void)state;
    rp_error err = bad(
        2, "count: 100000, material: a, radius: 0.01, place: {random: {lower: [0, 0], upper: [1, 1], attempts: 2000}}",
        "", "no room for particle");
    double fraction = atof(strstr(err.what, "solid fraction of ") + strlen("solid fraction of "));
    assert_true(fraction > 0.48 && fraction < 0.55); /* 0.547 is the limit of random sequential addition */
    assert_true(err.line == 9 && strstr(err.expected, "2000 attempts"));
    bad(2, "count: 1, material: a, radius: 0.6, place: {random: {lower: [0, 0], upper: [1, 1]}}", "",
        "the region is narrower than a particle of radius 0.6 m");
}

static void size_ratio_of_a_thousand_is_placed(void **state)
{
    (void)state;
    rp_world *w = good(2, "name: giant, material: a, radius: 1, place: {list: [[0, 0]]}",
                       "  - {name: dwarfs, count: 20000, material: a, radius: 0.001, place: {random: {lower: [0.5, "
                       "0.5], upper: [1.2, 1.2]}}}\n");
    for (size_t i = 1; i < w->particles.count; i++)
        assert_true(hypot(w->particles.row[i].x, w->particles.row[i].y) >= 1.001 * (1 - 1e-12));
    finish(w);
}

/* ---- radii and velocities ---- */

static void radii_follow_their_distribution(void **state)
{
    (void)state;
    rp_world *w = good(2,
                       "count: 4000, material: a, radius: {normal: {mean: 0.002, deviation: 0.0002, upper: 0.0024}}, "
                       "place: {random: {lower: [0, 0], upper: [1, 1]}}",
                       "");
    double mean = 0, square = 0, most = 0;
    for (size_t i = 0; i < 4000; i++) {
        double r = w->particles.row[i].r;
        mean += r / 4000;
        square += r * r / 4000;
        most = fmax(most, r);
    }
    /* cut at 2 deviations above: mean - 0.0555 s, deviation 0.942 s; four standard errors */
    assert_true(fabs(mean - (0.002 - 0.0555 * 0.0002)) < 4 * 0.0002 / sqrt(4000) && most <= 0.0024);
    assert_true(fabs(sqrt(square - mean * mean) - 0.942 * 0.0002) < 4 * 0.0002 / sqrt(2 * 4000.0));
    finish(w);
}

static void thermal_velocities_have_the_speed_and_no_drift(void **state)
{
    (void)state;
    rp_world *w = good(3,
                       "count: 500, material: a, radius: 0.01, velocity: {thermal: 3}, place: {random: {lower: [0, 0, "
                       "0], upper: [1, 1, 1]}}",
                       "");
    double square = 0, drift = 0;
    for (size_t i = 0; i < 500; i++) {
        const rp_row *r = &w->particles.row[i];
        square += (r->vx * r->vx + r->vy * r->vy + r->vz * r->vz) / 500;
        drift += r->vx / 500;
    }
    assert_true(fabs(sqrt(square) - 3) < 1e-12 && fabs(drift) < 1e-13);
    finish(w);
}

/* Of a mixture the centre of mass rests, not the mean of velocities. */
static void thermal_mixtures_have_no_momentum(void **state)
{
    (void)state;
    rp_world *w = good(3,
                       "count: 500, material: a, radius: {uniform: [0.005, 0.02]}, velocity: {thermal: 3}, place: "
                       "{random: {lower: [0, 0, 0], upper: [1, 1, 1]}}",
                       "");
    double square = 0, mass = 0, momentum[3] = {0};
    for (size_t i = 0; i < 500; i++) {
        const rp_row *r = &w->particles.row[i];
        square += (r->vx * r->vx + r->vy * r->vy + r->vz * r->vz) / 500;
        mass += w->particles.mass[i];
        momentum[0] += w->particles.mass[i] * r->vx;
        momentum[1] += w->particles.mass[i] * r->vy;
        momentum[2] += w->particles.mass[i] * r->vz;
    }
    for (int k = 0; k < 3; k++) assert_true(fabs(momentum[k] / mass) < 1e-13);
    assert_true(fabs(sqrt(square) - 3) < 1e-12);
    finish(w);
}

/* ---- lattices ---- */

static void lattices_have_their_density(void **state)
{
    (void)state;
    static const struct {
        int dimension;
        const char *type;
        double fraction;
    } cases[] = {{2, "square", M_PI / 4},
                 {2, "triangular", M_PI / (2 * 1.7320508075688772)},
                 {3, "cubic", M_PI / 6},
                 {3, "bcc", M_PI * 1.7320508075688772 / 8},
                 {3, "fcc", M_PI / (3 * 1.4142135623730951)},
                 {3, "hexagonal", M_PI / (3 * 1.4142135623730951)}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        char entry[256];
        int flat = cases[c].dimension == 2;
        snprintf(entry, sizeof entry,
                 "material: a, radius: 0.01, place: {lattice: {type: %s, lower: [0, 0%s], upper: [0.4, 0.4%s]}}",
                 cases[c].type, flat ? "" : ", 0", flat ? "" : ", 0.4");
        rp_world *w = good(cases[c].dimension, entry,
                           flat ? "domain: {lower: [0, 0], upper: [0.4, 0.4], periodic: [x, y]}\n"
                                : "domain: {lower: [0, 0, 0], upper: [0.4, 0.4, 0.4], periodic: [x, y, z]}\n");
        double volume = flat ? M_PI * 1e-4 / 0.16 : 4.0 / 3.0 * M_PI * 1e-6 / 0.064;
        double fraction = (double)w->particles.count * volume;
        assert_true(fraction <= cases[c].fraction * (1 + 1e-9)
                    && fraction > 0.85 * cases[c].fraction); /* stretched to the period */
        assert_true(worst_overlap(w) < 1e-9);
        finish(w);
    }
}

static void lattice_fills_from_below_around_obstacles(void **state)
{
    (void)state;
    rp_world *w = good(
        2, "count: 11, material: a, radius: 0.05, place: {lattice: {type: square, lower: [0, 0], upper: [1, 1]}}",
        "walls: [{name: f, plane: {point: [0, 0], normal: [0, 1]}, material: b}]\n");
    assert_true(fabs(w->particles.row[9].y - 0.05) < 1e-15 && fabs(w->particles.row[9].x - 0.95) < 1e-12
                && fabs(w->particles.row[10].y - 0.15) < 1e-15);
    finish(w);
    w = good(2, "material: a, radius: 0.05, place: {lattice: {type: square, lower: [0, 0], upper: [1, 1]}}",
             "walls: [{name: c, cylinder: {point: [0.5, 0.5], radius: 0.5}, material: b}]\n");
    assert_true(w->particles.count > 40
                && w->particles.count < 79); /* 100 sites, pi / 4 of them inside, less the rim */
    finish(w);
    w = good(2,
             "material: a, radius: {uniform: [0.01, 0.02]}, place: {lattice: {type: triangular, lower: [0, 0], upper: "
             "[1, 1], spacing: 0.06, jitter: 1}}",
             "walls: [{name: b, box: {lower: [0, 0], upper: [1, 1]}, material: b}]\n");
    assert_true(worst_overlap(w) < 1e-9);
    assert_true(fabs(w->particles.row[0].y - w->particles.row[1].y) > 1e-5);
    finish(w);
    bad(2, "count: 101, material: a, radius: 0.05, place: {lattice: {lower: [0, 0], upper: [1, 1]}}", "",
        "room for 100 particles");
    bad(2, "material: a, radius: 0.05, place: {lattice: {lower: [0, 0], upper: [1, 1], spacing: 0.09}}", "",
        "narrower than the largest");
    bad(2,
        "material: a, radius: {normal: {mean: 0.05, deviation: 0.001}}, place: {lattice: {lower: [0, 0], upper: [1, "
        "1]}}",
        "", "upper bound");
    bad(2, "material: a, radius: 1.0e-7, place: {lattice: {lower: [0, 0], upper: [1, 1]}}", "", "sites");
    bad(2, "material: a, radius: 0.3, place: {lattice: {lower: [0, 0], upper: [0.5, 1]}}",
        "domain: {lower: [0, 0], upper: [0.5, 1], periodic: [x]}\n", "shorter than one cell");
    bad(3, "material: a, radius: 0.05, place: {lattice: {type: square, lower: [0, 0, 0], upper: [1, 1, 1]}}", "",
        "unknown type 'square'");
}

/* ---- lists, and what overlaps ---- */

static void small_overlaps_pass_large_ones_are_named(void **state)
{
    (void)state;
    rp_error err;
    rp_world *w = good(2, "material: a, radius: 0.1, place: {list: [[0, 0], [0.19, 0]]}", "");
    finish(w);
    method = "event-driven"; /* hard particles: none at all */
    err = bad(2, "material: a, radius: 0.1, place: {list: [[0, 0], [0.19999, 0]]}", "",
              "overlapping start: particle 1 overlaps particle 0 by 1e-05 m");
    assert_true(strstr(err.expected, "hard") != NULL);
    bad(2, "material: a, radius: 0.1, place: {list: [[0, 0.09999]]}",
        "walls: [{name: w, plane: {point: [0, 0], normal: [0, 1]}, material: b}]\n", "overlaps the wall 'w'");
    finish(good(2, "material: a, radius: 0.1, place: {list: [[0, 0], [0.2, 0]]}", "")); /* they touch */
    method = "soft";
    err = bad(2, "name: two, material: a, radius: 0.1, place: {list: [[0, 0], [1, 0], [1.15, 0]]}", "",
              "overlapping start: particle 2 overlaps particle 1 by 0.05 m");
    assert_true(err.line == 9 && err.particle == 2 && strstr(err.value, "50 %") && strstr(err.expected, "20 %"));
    err = bad(2, "material: a, radius: 0.1, place: {list: [[0, 0]]}",
              "walls: [{name: w, plane: {point: [0, -0.05], normal: [0, 1]}, material: b}]\n",
              "particle 0 overlaps the wall 'w' by 0.05 m");
    bad(2, "material: a, radius: 0.1, place: {list: [[0.05, 0.5], [0.97, 0.5]]}",
        "domain: {lower: [0, 0], upper: [1, 1], periodic: [x]}\n", "overlapping start");
    bad(2, "material: a, radius: 0.6, place: {list: [[0.5, 0.5]]}",
        "domain: {lower: [0, 0], upper: [1, 1], periodic: [x]}\n", "its own periodic image");
    err = bad(2, "material: a, radius: 0.1, place: {list: [[0.5, 1.5]]}",
              "domain: {lower: [0, 0], upper: [1, 1], periodic: [x]}\n", "particle 0 lies outside of the domain");
    assert_string_equal(err.value, "y = 1.5");
    /* what no force moves may overlap its like and walls */
    w = good(2, "material: a, radius: 0.1, frozen: true, place: {list: [[0, 0], [0.05, 0]]}",
             "walls: [{name: w, plane: {point: [0, 0], normal: [0, 1]}, material: b}]\n");
    finish(w);
    bad(2, "material: a, radius: 0.1, place: {list: [[0, 0]]}",
        "groups: [{name: g, select: {lower: [1, 1]}, frozen: true}]\n", "selects no particle");
    bad(2, "material: a, radius: 1.0e-200, place: {list: [[0, 0]]}", "", "not a normal number");
}

/* ---- files ---- */

static void write_bytes(const char *name, const char *content, size_t size)
{
    char path[160];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    assert_int_equal(rp_file_write(path, content, size, 0, NULL), RP_OK);
}

static void write_file(const char *name, const char *content) { write_bytes(name, content, strlen(content)); }

static void csv_gives_particles_by_id(void **state)
{
    (void)state;
    write_file("p.csv",
               "# a comment\nid, radius, x,y,vx,vy,wz,mass,material\n7,0.1,1,2,3,4,5,6,b\n\n3,0.2,-1,-2,0,0,0,1,a\r\n");
    rp_world *w = good(2, "place: {file: p.csv}", "");
    const rp_particles *p = &w->particles;
    assert_int_equal(p->count, 2);
    assert_true(p->row[0].x == -1 && p->row[0].r == 0.2 && p->mass[0] == 1 && p->material[0] == 0);
    assert_true(p->row[1].x == 1 && p->row[1].y == 2 && p->row[1].vx == 3 && p->row[1].vy == 4 && p->spin[1].z == 0.5
                && p->mass[1] == 6 && p->material[1] == 1);
    finish(w);

    char path[160];
    snprintf(path, sizeof path, "%s/p.csv.gz", directory);
    gzFile file = gzopen(path, "wb");
    gzprintf(file, "radius,x,y\n");
    for (int i = 0; i < 10000; i++) gzprintf(file, "0.4,%d,%d\n", i % 100, i / 100);
    gzclose(file);
    w = good(2, "material: b, place: {file: p.csv.gz}, velocity: [1, 0]", "");
    assert_true(w->particles.count == 10000 && w->particles.row[123].x == 23 && w->particles.row[123].y == 1
                && w->particles.row[5].vx == 1);
    finish(w);
    write_file("r.csv", "radius\n0.1\n0.2\n");
    w = good(2, "material: b, radius: {file: r.csv}, place: {list: [[0, 0], [1, 0]]}", "");
    assert_true(w->particles.row[1].r == 0.2);
    finish(w);
}

static void resolved_text_names_files_absolutely(void **state)
{
    (void)state;
    char path[160];
    rp_scene *scene, *again;
    rp_world *w = good(2, "material: b, radius: {file: r.csv}, place: {list: [[0, 0], [1, 0]]}", "");
    rp_world_destroy(w);
    assert_int_equal(rp_scene_load_text(scene_name, text, strlen(text), NULL, &scene, NULL), RP_OK);
    snprintf(path, sizeof path, "%s/r.csv", directory);
    assert_non_null(strstr(scene->text, path));
    assert_int_equal(rp_scene_load_text("elsewhere/x.yaml", scene->text, strlen(scene->text), NULL, &again, NULL),
                     RP_OK);
    rp_scene_destroy(scene);
    rp_scene_destroy(again);
    assert_int_equal(rp_memory_bytes(), held);
}

static void wrong_files_are_named_with_line_and_column(void **state)
{
    (void)state;
    static const struct {
        const char *content, *what;
        int line, column;
        const char *key;
    } cases[] = {
        {"id,radius,x,y\n1,0.1,0,0\n2,0.1,5,0\n1,0.1,9,0\n", "the id 1 stands twice", 4, 1, "id"},
        {"radius,x,y\n0.1,0,0\n0.1,nan,0\n", "not a finite number", 3, 5, "x"},
        {"radius,x,y\n-0.1,0,0\n", "out of range", 2, 1, "radius"},
        {"radius,x,y\n0.1,0\n", "a line of 2 fields", 2, 1, NULL},
        {"radius,x,y\n0.1,0,0,0\n", "a line of 4 fields", 2, 1, NULL},
        {"radius,x,y\n0.1,0,zero\n", "not a number", 2, 7, "y"},
        {"radius,x,y\n0.1,,0\n", "not a number", 2, 5, "x"},
        {"radius,x,yy\n0.1,0,0\n", "unknown column 'yy'", 1, 10, NULL},
        {"radius,x,y,z\n0.1,0,0,0\n", "unknown column 'z'", 1, 12, NULL},
        {"radius,x,x,y\n0.1,0,0,0\n", "repeated column 'x'", 1, 10, NULL},
        {"radius,x\n0.1,0\n", "missing column 'y'", 1, 1, "y"},
        {"radius,x,y\n", "no rows", 1, 0, NULL},
        {"", "empty", 0, 0, NULL},
        {"id,radius,x,y\n-1,0.1,0,0\n", "not a whole number", 2, 1, "id"},
        {"radius,x,y\n0.1,0,0\n0.1,0.1,0\n", "overlapping start", 3, 1, NULL},
    };
    char path[160];
    snprintf(path, sizeof path, "%s/q.csv", directory);
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        write_file("q.csv", cases[c].content);
        rp_error err = bad(2, "material: a, place: {file: q.csv}", "", cases[c].what);
        assert_string_equal(err.file, path);
        assert_int_equal(err.line, cases[c].line);
        assert_int_equal(err.column, cases[c].column);
        if (cases[c].key) assert_string_equal(err.key, cases[c].key);
    }
}

static void columns_and_keys_exclude_each_other(void **state)
{
    (void)state;
    write_file("q.csv", "radius,x,y,material\n0.1,0,0,aa\n");
    assert_string_equal(bad(2, "place: {file: q.csv}", "", "unknown material 'aa'").nearest, "a");
    bad(2, "material: a, place: {file: q.csv}", "", "unknown material");
    write_file("q.csv", "radius,x,y,material\n0.1,0,0,a\n");
    bad(2, "material: a, place: {file: q.csv}", "", "the column 'material', and the scene says it too");
    bad(2, "radius: 0.2, place: {file: q.csv}", "", "the column 'radius', and the scene says it too");
    bad(2, "count: 2, place: {file: q.csv}", "", "1 rows for 2 particles");
    write_file("q.csv", "x,y\n0,0\n");
    bad(2, "material: a, place: {file: q.csv}", "", "no column 'radius'");
}

static void files_that_are_no_tables_are_refused(void **state)
{
    (void)state;
    char line[20000];
    memset(line, '1', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    write_file("q.csv", line);
    bad(2, "material: a, place: {file: /dev/zero}", "", "missing file");
    bad(2, "material: a, place: {file: q.csv}", "", "too long");
    write_bytes("q.csv", "radius,x,y\n0.1,0\0,0\n0.1,1,1\n", 28);
    bad(2, "material: a, place: {file: q.csv}", "", "zero byte");
    write_file("q.csv.gz", "\x1f\x8b\x08 this is not gzip");
    bad(2, "material: a, place: {file: q.csv.gz}", "", "cannot read");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(random_places_do_not_overlap, start),
        cmocka_unit_test_setup(random_places_keep_to_region_walls_and_others, start),
        cmocka_unit_test_setup(places_depend_on_the_seed_alone, start),
        cmocka_unit_test_setup(places_are_the_same_everywhere, start),
        cmocka_unit_test_setup(saturation_says_how_far_it_came, start),
        cmocka_unit_test_setup(size_ratio_of_a_thousand_is_placed, start),
        cmocka_unit_test_setup(radii_follow_their_distribution, start),
        cmocka_unit_test_setup(thermal_velocities_have_the_speed_and_no_drift, start),
        cmocka_unit_test_setup(thermal_mixtures_have_no_momentum, start),
        cmocka_unit_test_setup(lattices_have_their_density, start),
        cmocka_unit_test_setup(lattice_fills_from_below_around_obstacles, start),
        cmocka_unit_test_setup(small_overlaps_pass_large_ones_are_named, start),
        cmocka_unit_test_setup(csv_gives_particles_by_id, start),
        cmocka_unit_test_setup(resolved_text_names_files_absolutely, start),
        cmocka_unit_test_setup(wrong_files_are_named_with_line_and_column, start),
        cmocka_unit_test_setup(columns_and_keys_exclude_each_other, start),
        cmocka_unit_test_setup(files_that_are_no_tables_are_refused, start),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
