/* Fields of regions and profiles, and the distribution of forces, against what they must be. */
#include "lab.h"
#include "measure/forces.h"
#include "measure/packing.h"
#include "measure/profile.h"
#include "measure/table.h"

static rp_contact_list contacts_of(const lab *l)
{
    rp_error err;
    rp_contact_list list = {0};
    lab_ok(l->method->contacts(l->w, &list, &err), &err);
    return list;
}

/* A dense bed between a floor and the sky, periodic sideways, in motion. */
static lab bed(int dimension)
{
    return lab_open(
        "repose: 1\ndimension: %d\nmethod: soft\nseed: 4\nmaterials: {m: {density: 1000}}\n"
        "interactions: [{between: [m, m], friction: 0.4, restitution: 0.5, normal: {law: linear, stiffness: 1.0e4}, "
        "tangential: {law: cundall-strack}}]\n"
        "domain: {lower: %s, upper: %s, periodic: %s}\ngravity: %s\n"
        "particles: [{material: m, count: 150, radius: {uniform: [0.006, 0.01]}, place: {random: {lower: %s, upper: "
        "%s}}, velocity: {thermal: 0.4}}]\n"
        "walls: [{name: floor, plane: {point: %s, normal: %s}, material: m}]\nrun: {until: 1, step: auto}\n",
        dimension, dimension == 2 ? "[0, -0.1]" : "[0, 0, -0.1]", dimension == 2 ? "[0.2, 2]" : "[0.1, 0.08, 2]",
        dimension == 2 ? "[x]" : "[x, y]", dimension == 2 ? "[0, -9.81]" : "[0, 0, -9.81]",
        dimension == 2 ? "[0, 0]" : "[0, 0, 0]", dimension == 2 ? "[0.2, 1]" : "[0.1, 0.08, 0.3]",
        dimension == 2 ? "[0, 0]" : "[0, 0, 0]", dimension == 2 ? "[0, 1]" : "[0, 0, 1]");
}

/* Regions that tile the world: extensive quantities, solid volume and sum of f (x) l, add up to those of the whole. The
 * shares at edges are good to 1e-8. */
static void regions_tile_the_world(void **state)
{
    (void)state;
    for (int dimension = 2; dimension <= 3; dimension++) {
        lab l = bed(dimension);
        lab_until(&l, 0.4);
        rp_contact_list list = contacts_of(&l);
        assert_true(list.count > 100);
        static const rp_region all = {.kind = RP_REGION_ALL};
        rp_bulk whole, part;
        double volume = rp_region_volume(&all, l.w), solid = 0, mass = 0, xx = 0, yx = 0, momentum = 0;
        rp_bulk_take(l.w, &list, &all, NULL, 0, &whole);
        for (int k = 0; k < 4; k++) {
            double x0 = k & 1 ? 0.03 : 0, x1 = k & 1 ? rp_vec_component(l.w->domain.upper, 0) : 0.03,
                   y0 = k & 2 ? 0.031 : l.w->domain.lower.y, y1 = k & 2 ? l.w->domain.upper.y : 0.031;
            rp_region g = {.kind = RP_REGION_BOX, .lower = {x0, y0, -9}, .upper = {x1, y1, 9}};
            if (dimension == 2) {
                g.lower.z = -INFINITY;
                g.upper.z = INFINITY;
            }

            double v = rp_region_volume(&g, l.w);
            rp_bulk_take(l.w, &list, &g, NULL, 0, &part);
            solid += part.solid_fraction * v;
            mass += part.density * v;
            xx += part.contact_stress.xx * v;
            yx += part.contact_stress.yx * v;
            momentum += part.density * v * part.velocity.x;
        }
        close_to(solid, whole.solid_fraction * volume, 1e-8 * solid);
        close_to(mass, whole.density * volume, 1e-8 * mass);
        close_to(xx, whole.contact_stress.xx * volume, 1e-12 * fabs(xx));
        close_to(yx, whole.contact_stress.yx * volume, 1e-12 * fabs(xx));
        close_to(momentum, whole.density * volume * whole.velocity.x, 1e-8 * mass);
        rp_memory_free(list.view);
        lab_close(&l);
    }
}

/* Bins of a profile are slabs: each holds what the region of the same bounds holds, to rounding, and a periodic axis
 * closes. */
static void profile_is_a_row_of_slabs(void **state)
{
    (void)state;
    rp_error err;
    for (int axis = 0; axis < 2; axis++) {
        lab l = bed(2);
        lab_until(&l, 0.35);
        rp_contact_list list = contacts_of(&l);
        rp_profile p;
        rp_bulk bins[7], slab;
        double lower = 0, upper = axis ? 0.11 : 0.2, mass = 0, all = 0;
        lab_ok(rp_profile_create(&p, axis, lower, upper, 7, &err), &err);
        rp_profile_take(&p, l.w, &list);
        rp_profile_result(&p, l.w, 0, bins);
        for (int k = 0; k < 7; k++) {
            double from = lower + k * (upper - lower) / 7, to = k == 6 ? upper : lower + (k + 1) * (upper - lower) / 7;
            rp_region g = {.kind = RP_REGION_BOX,
                           .lower = {-INFINITY, -INFINITY, -INFINITY},
                           .upper = {INFINITY, INFINITY, INFINITY}};
            *(axis ? &g.lower.y : &g.lower.x) = from;
            *(axis ? &g.upper.y : &g.upper.x) = to;
            rp_bulk_take(l.w, &list, &g, NULL, 0, &slab);
            close_to(bins[k].density, slab.density, 1e-12 * slab.density);
            close_to(bins[k].velocity.y, slab.velocity.y, 1e-12);
            close_to(bins[k].temperature, slab.temperature, 1e-12);
            close_to(bins[k].pressure, slab.pressure, 1e-10 * fabs(slab.pressure));
            close_to(bins[k].fabric.xy, slab.fabric.xy, 1e-12);
            mass += bins[k].density * (upper - lower) / 7 * rp_region_extent(l.w, 1 - axis);
        }
        for (size_t i = 0; i < l.w->particles.count; i++) all += l.w->particles.mass[i];
        if (axis == 0) close_to(mass, all, 1e-12 * all);
        rp_profile_destroy(&p);
        rp_memory_free(list.view);
        lab_close(&l);
    }
}

/* A field of velocities that is linear in space: its shear rate and the inertial number are those of their definitions.
 * Boxes hold the field exactly (1e-9: the fit's arithmetic); bins hold means of the particles' velocities, and a
 * particle that reaches into a bin brings its centre's velocity along: here that is exact but at the ends. */
static void linear_shear(void **state)
{
    (void)state;
    rp_error err;
    lab l = bed(3);
    rp_particles *p = &l.w->particles;
    const double rate = 3.7;
    double diameter = 0;
    for (size_t i = 0; i < p->count; i++) {
        p->row[i].vx = 0.2 + rate * p->row[i].z;
        p->row[i].vy = 0.1;
        p->row[i].vz = 0.3;
        diameter += 2 * p->row[i].r / (double)p->count;
    }

    rp_contact_list none = {0};
    rp_region g = {.kind = RP_REGION_BOX, .lower = {0.01, 0.02, 0.05}, .upper = {0.09, 0.06, 0.2}},
              all = {.kind = RP_REGION_ALL};
    rp_bulk b;
    rp_bulk_take(l.w, &none, &g, NULL, 0, &b);
    close_to(b.shear_rate, rate, 1e-9);
    rp_bulk_take(l.w, &none, &all, NULL, 0, &b);
    close_to(b.shear_rate, rate, 1e-9);
    close_to(b.inertial_number, rate * diameter * sqrt(1000 / b.pressure), 1e-9 * b.inertial_number);
    rp_tensor transfer = {.xx = 3, .yy = 3, .zz = 3}; /* collisions instead of contacts: 6 N m in 2 s */
    double before = b.pressure, volume = rp_region_volume(&all, l.w);
    rp_bulk_take(l.w, &none, &all, &transfer, 2, &b);
    close_to(b.pressure - before, 1.5 / volume, 1e-12 * b.pressure);
    rp_profile profile;
    rp_bulk bins[6];
    lab_ok(rp_profile_create(&profile, 2, 0, 0.3, 6, &err), &err);
    rp_profile_take(&profile, l.w, &none);
    rp_profile_result(&profile, l.w, 0, bins);
    for (int k = 1; k < 5; k++)
        close_to(bins[k].shear_rate, rate,
                 0.25 * rate); /* 25 particles a bin scatter their mean height by a tenth of its width */
    rp_profile_destroy(&profile);
    lab_close(&l);
}

/* Forces by hand: normal ones of 1, 2, 3 and 6 N have the mean 3, tangential ones of half their size; a wall and a
 * contact that pulls do not count. */
static void forces_by_hand(void **state)
{
    (void)state;
    rp_error err;
    rp_row row[2] = {{0}};
    uint32_t id[2] = {0, 1};
    rp_world w = {.particles = {.count = 2, .row = row, .id = id, .by_id = id}};
    rp_contact_view view[6];
    for (int n = 0; n < 6; n++) {
        double fn = (const double[]){1, 2, 3, 6, 50, -4}[n];
        view[n] = (rp_contact_view){
            .a = 0, .b = n == 4 ? -1 : 1, .normal = {0, 1, 0}, .fn = fn, .force = {0.5 * fn, fn, 0}};
    }
    rp_contact_list list = {view, 6, 6};
    rp_forces_measure f;
    lab_ok(rp_forces_create(&f, 6, 1.5, &err), &err); /* bins of 0.25 <f> */
    rp_forces_take(&f, &w, &list);
    rp_forces_take(&f, &w, &list);
    close_to(f.number[RP_FORCES_SUM] / f.number[RP_FORCES_CONTACTS], 3, 0);
    const double normal[6] = {0, 1, 1, 0, 1, 0},
                 tangential[6] = {1, 1, 1, 0, 1, 0}; /* at 1/3, 2/3, 1, 2 and half of that */
    double sum = 0;
    for (int k = 0; k < 6; k++) {
        close_to(rp_forces_density(&f, 0, k), normal[k] / 4 / 0.25, 1e-15);
        close_to(rp_forces_density(&f, 1, k), tangential[k] / 4 / 0.25, 1e-15);
        sum += rp_forces_density(&f, 0, k) * 0.25;
    }
    close_to(sum + f.number[RP_FORCES_BEYOND] / f.number[RP_FORCES_CONTACTS], 1, 1e-15);
    rp_forces_destroy(&f);
}

/* Coordination without rattlers of a region: a triangle that carries and a loose particle on it, of which half lies
 * inside. */
static void rattlers_do_not_count(void **state)
{
    (void)state;
    rp_error err;
    lab l = lab_open("repose: 1\ndimension: 2\nmethod: soft\nmaterials: {m: {density: 1000}}\ninteractions: [{between: "
                     "[m, m], friction: 0.5, normal: {law: linear, stiffness: 1000}}]\n"
                     "particles: [{material: m, radius: 0.01, place: {list: [[0, 0], [0.0199, 0], [0.00995, 0.0172], "
                     "[0.00995, 0.0371]]}}]\nrun: {until: 1, step: 1e-5}\n");
    rp_contact_list list = contacts_of(&l);
    rp_region g = {.kind = RP_REGION_BOX, .lower = {-9, -9, -INFINITY}, .upper = {9, 0.0371, INFINITY}};
    rp_packing p;
    rp_bulk b;
    lab_ok(rp_packing_take(l.w, &list, &(rp_packing_view){.region_count = 1, .region = &g}, &p, &b, &err), &err);
    assert_int_equal(p.rattlers, 1);
    close_to(p.all.coordination, 2, 1e-14);
    close_to(p.all.carrying, 2, 1e-14);
    close_to(b.carrying, 2, 1e-14);
    close_to(b.coordination, 2 * 4 / 3.5, 1e-12);
    rp_memory_free(list.view);
    lab_close(&l);
}

static double now(const lab *l, const char *name, const char *unit)
{
    rp_error err;
    double value = NAN;
    const char *its;
    lab_ok(rp_measure_now(l->w, l->method, name, &value, &its, &err), &err);
    assert_string_equal(its, unit);
    return value;
}

/* Values by name are those of the functions that rows read, with the units of series.csv. */
static void measures_have_names(void **state)
{
    (void)state;
    lab l = bed(2);
    rp_error err;
    double value;
    char text[800];
    lab_until(&l, 0.3);
    rp_contact_list list = contacts_of(&l);
    rp_measures m;
    rp_packing p;
    rp_measures_take(l.w, &list, &m);
    lab_ok(rp_packing_take(l.w, &list, &(rp_packing_view){0}, &p, NULL, &err), &err);
    assert_true(now(&l, "kinetic", "J") == m.kinetic && now(&l, "contacts", "1") == (double)m.contacts);
    assert_true(now(&l, "unbalanced", "1") == m.unbalanced && m.unbalanced > 0);
    assert_true(now(&l, "pressure", "Pa") == p.all.pressure && now(&l, "rattlers", "1") == (double)p.rattlers);
    assert_true(now(&l, "floor.fy", "N") == l.w->wall[0].force.y && l.w->wall[0].force.y != 0);
    assert_int_equal(rp_measure_now(l.w, l.method, "flor.fy", &value, NULL, &err), RP_INPUT);
    rp_error_text(&err, text, sizeof text);
    assert_non_null(strstr(text, "did you mean 'floor.fy'?"));
    assert_int_equal(rp_measure_now(l.w, l.method, "fy", &value, NULL, &err), RP_INPUT);
    rp_memory_free(list.view);
    lab_close(&l);
}

/* Where contacts are instants, a moment has no forces on walls and no stress. */
static void means_are_refused(void **state)
{
    (void)state;
    rp_error err;
    double value;
    lab l = lab_open("repose: 1\ndimension: 2\nmethod: event-driven\nmaterials: {m: {density: 1000}}\n"
                     "interactions: [{between: [m, m], restitution: 1}]\n"
                     "particles: [{material: m, radius: 0.1, place: {list: [[0, 1]]}}]\ngravity: [0, 0]\n"
                     "walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m}]\n"
                     "run: {until: 1, step: 0.1}\n");
    assert_true(now(&l, "kinetic", "J") == 0 && now(&l, "floor.y", "m") == 0 && now(&l, "collisions", "1") == 0);
    static const char *const means[] = {"floor.fy", "pressure", "stress_xy", "inertial_number"};
    for (int n = 0; n < 4; n++) assert_int_equal(rp_measure_now(l.w, l.method, means[n], &value, NULL, &err), RP_INPUT);
    lab_close(&l);
}

/* Discs on a square lattice that overlap: without a neighbour above, all contacts lie along x; with as many along y, no
 * direction is preferred. In a plane at 30 degrees contacts have the anisotropy of the line that they lie on. */
static void anisotropy_of_lattices(void **state)
{
    (void)state;
    static const struct {
        const char *places;
        double expected;
    } cases[] = {{"[[0, 0], [1.9, 0], [3.8, 0]]", 1},
                 {"[[0, 0], [1.9, 0], [0, 1.9], [1.9, 1.9]]", 0},
                 {"[[0, 0], [1.6454482671904334, 0.95]]", 1},
                 {"[[0, 0], [1.9, 0], [0, 1.9], [10, 0], [11.9, 0], [13.8, 0]]", 0.5},
                 {"[[0, 0], [5, 0]]", 0}};
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        lab l = lab_open("repose: 1\ndimension: 2\nmethod: soft\nmaterials: {m: {density: 1000}}\n"
                         "interactions: [{between: [m, m], normal: {law: linear, stiffness: 1.0e4, damping: 1}}]\n"
                         "particles: [{material: m, radius: 1, place: {list: %s}}]\ngravity: [0, 0]\n"
                         "run: {until: 1, step: 1.0e-4}\n",
                         cases[n].places);
        close_to(now(&l, "fabric_anisotropy", "1"), cases[n].expected, 1e-14); /* rounding of a few squares */
        lab_close(&l);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(regions_tile_the_world), cmocka_unit_test(profile_is_a_row_of_slabs),
        cmocka_unit_test(linear_shear),           cmocka_unit_test(forces_by_hand),
        cmocka_unit_test(rattlers_do_not_count),  cmocka_unit_test(measures_have_names),
        cmocka_unit_test(means_are_refused),      cmocka_unit_test(anisotropy_of_lattices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
