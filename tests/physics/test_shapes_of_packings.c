/* Measures of how particles stand and hold together, on packings made by hand: percolation, the angle of a surface,
 * counts by region and group, the pair correlation, strain between planes. */
#include "lab.h"
#include "measure/pairs.h"
#include "measure/table.h"

#define HEAD                                                                                                           \
    "repose: 1\ndimension: 2\nthickness: 1\nmethod: soft\nmaterials: {m: {density: 1000}}\ninteractions: [{between: "  \
    "[m, m], normal: {law: linear, stiffness: 1.0e4}}]\n"

static double measure(const lab *l, const char *name)
{
    rp_error err;
    double value = NAN;
    lab_ok(rp_measure_now(l->w, l->method, name, &value, NULL, &err), &err);
    return value;
}

/* ---- percolation ---- */

static void percolates(const char *domain, const char *walls, const char *places, int x, int y)
{
    lab l = lab_open(HEAD "domain: %s\nparticles: [{name: a, material: m, radius: 0.0501, place: {list: %s}}]\n"
                          "walls: %s\nrun: {until: 1, step: 1.0e-5}\n",
                     domain, places, walls);
    close_to(measure(&l, "percolation_x"), x, 0);
    close_to(measure(&l, "percolation_y"), y, 0);
    close_to(measure(&l, "percolation_z"), 0, 0);
    lab_close(&l);
}

static void ways_round_the_domain(void **state)
{
    const char *const around = "{lower: [0, 0], upper: [0.4, 0.4], periodic: [x, y]}";
    (void)state;
    percolates(around, "[]", "[[0.05, 0.2], [0.15, 0.2], [0.25, 0.2], [0.35, 0.2]]", 1, 0);
    percolates(around, "[]", "[[0.05, 0.2], [0.15, 0.2], [0.25, 0.2]]", 0, 0); /* one is missing */
    percolates(around, "[]", "[[0.2, 0.05], [0.2, 0.15], [0.2, 0.25], [0.2, 0.35]]", 0, 1);
    /* a ring that closes without a way round: four in a square across the corner of the domain */
    percolates(around, "[]", "[[0.0, 0.0], [0.1, 0.0], [0.0, 0.1], [0.1, 0.1]]", 0, 0);
    /* a stair that comes round by both sides at once: along x and y */
    percolates(around, "[]",
               "[[0.05, 0.05], [0.15, 0.05], [0.15, 0.15], [0.25, 0.15], [0.25, 0.25], [0.35, 0.25], [0.35, 0.35], "
               "[0.05, 0.35]]",
               1, 1);
    /* the sides are not periodic */
    percolates("{lower: [0, 0], upper: [0.4, 0.4]}", "[]", "[[0.05, 0.2], [0.15, 0.2], [0.25, 0.2], [0.35, 0.2]]", 0,
               0);
}

static void walls_that_face_each_other(void **state)
{
    const char *const open = "{lower: [-1, -1], upper: [1, 1]}",
                      *walls = "[{name: low, plane: {point: [0, 0], normal: [0, 1]}, material: m}, {name: high, plane: "
                               "{point: [0, 0.3], normal: [0, -1]}, material: m}]";
    (void)state;
    percolates(open, walls, "[[0, 0.05], [0, 0.15], [0, 0.25]]", 0, 1);
    percolates(open, walls, "[[0, 0.05], [0.5, 0.15], [0, 0.25]]", 0, 0); /* the middle one stands aside */
}

/* ---- surfaces ---- */

/* Discs on a line; those below it do not count. */
static void a_line(double degrees, const char *gravity, double turned)
{
    char list[4000] = "";
    const double c = cos((degrees + turned) * M_PI / 180), s = sin((degrees + turned) * M_PI / 180);
    for (int n = 0; n < 40; n++)
        for (int below = 0; below < 2; below++)
            sprintf(list + strlen(list), "%s[%.17g, %.17g]", n + below ? ", " : "",
                    0.03 * n * c + 0.05 * below * sin(turned * M_PI / 180),
                    0.03 * n * s - 0.05 * below * cos(turned * M_PI / 180));
    lab l = lab_open(HEAD "gravity: %s\nparticles: [{name: a, material: m, radius: 0.01, place: {list: [%s]}}]\n"
                          "run: {until: 1, step: 1.0e-5}\n",
                     gravity, list);
    close_to(measure(&l, "surface_angle"), degrees, 1e-9);
    lab_close(&l);
}

static void angles_of_surfaces(void **state)
{
    (void)state;
    a_line(20, "[0, -9.81]", 0);
    a_line(0, "[0, -9.81]", 0);
    a_line(20, "[5, -8.660254037844386]", 30); /* gravity is turned by 30 degrees, and all the rest */
    lab none = lab_open(HEAD "particles: [{name: a, material: m, radius: 0.01, place: {list: [[0, 0]]}}]\n"
                             "run: {until: 1, step: 1.0e-5}\n");
    assert_true(isnan(measure(&none, "surface_angle")));
    lab_close(&none);
}

/* A plane in space: height 0.3 x + 0.4 y, so that the tangent of its angle is 0.5. */
static void a_plane_in_space(void **state)
{
    static char list[20000];
    (void)state;
    list[0] = 0;
    for (int n = 0; n < 144; n++)
        sprintf(list + strlen(list), "%s[%.17g, %.17g, %.17g]", n ? ", " : "", 0.03 * (n / 12), 0.03 * (n % 12),
                0.009 * (n / 12) + 0.012 * (n % 12));
    static char text[30000];
    snprintf(text, sizeof text,
             "repose: 1\ndimension: 3\nmethod: soft\ngravity: [0, 0, -9.81]\nmaterials: {m: {density: 1000}}\n"
             "interactions: [{between: [m, m], normal: {law: linear, stiffness: 1.0e4}}]\n"
             "particles: [{name: a, material: m, radius: 0.01, place: {list: [%s]}}]\nrun: {until: 1, step: 1.0e-5}\n",
             list);
    lab l = lab_text(text);
    close_to(measure(&l, "surface_angle"), atan(0.5) * 180 / M_PI, 1e-9);
    lab_close(&l);
}

/* ---- regions and groups ---- */

static void counts_by_region_and_group(void **state)
{
    (void)state;
    lab l = lab_open(HEAD "particles: [{name: a, material: m, radius: 0.01, place: {list: [[0, 0], [0.1, 0], [0.2, "
                          "0]]}}, {name: b, material: m, radius: 0.02, place: {list: [[0.05, 0.1]]}}]\n"
                          "run: {until: 1, step: 1.0e-5}\n");
    const rp_region region = {
        .kind = RP_REGION_BOX, .lower = {-1, -1, -INFINITY}, .upper = {0.1, 1, INFINITY}, .name = "left"};
    rp_error err;
    rp_contact_list list = {0};
    rp_packing packing;
    rp_bulk bulk;
    const rp_packing_view view = {.region_count = 1, .region = &region};
    lab_ok(rp_packing_take(l.w, &list, &view, &packing, &bulk, &err), &err);
    const rp_moment m = {.world = l.w, .method = l.method, .region_count = 1, .region = &region, .bulk = &bulk};
    static const char *const names[] = {"left.count",  "left.mass",    "left.a.count",
                                        "left.a.mass", "left.b.count", "left.b.mass"};
    /* one of a lies in it, half of a second one, and the only one of b */
    const double small = 1000 * M_PI * 1e-4, large = 4 * small,
                 expected[] = {2.5, 1.5 * small + large, 1.5, 1.5 * small, 1, large};
    for (int n = 0; n < 6; n++) {
        rp_measure_column c;
        lab_ok(rp_measure_named(&m, names[n], &c, &err), &err);
        close_to(rp_measure_value(&c, &m), expected[n], 1e-12);
    }
    lab_close(&l);
}

/* ---- pairs ---- */

/* A square lattice of the spacing a: 4 neighbours at a, 4 at sqrt(2) a, 4 at 2 a, 8 at sqrt(5) a, none between. */
static void a_lattice_has_its_shells(void **state)
{
    (void)state;
    lab l = lab_open(HEAD "domain: {lower: [0, 0], upper: [1.2, 1.2], periodic: [x, y]}\n"
                          "particles: [{name: a, material: m, radius: 0.04, place: {lattice: {lower: [0, 0], upper: "
                          "[1.2, 1.2], spacing: 0.1}}}]\nrun: {until: 1, step: 1.0e-5}\n");
    rp_pairs_measure p;
    rp_error err;
    const int bins = 50;
    const double up_to = 0.25, distance[] = {0.1, 0.1 * sqrt(2), 0.2, 0.1 * sqrt(5)}, neighbours[] = {4, 4, 4, 8};
    lab_ok(rp_pairs_create(&p, bins, up_to, &err), &err);
    lab_ok(rp_pairs_take(&p, l.w, &err), &err);
    double found = 0;
    assert_int_equal(l.w->particles.count, 144);
    for (int k = 0; k < bins; k++) {
        const double low = up_to * k / bins, high = up_to * (k + 1) / bins;
        double expected = 0;
        for (int n = 0; n < 4; n++)
            if (distance[n] + 1e-9 >= low && distance[n] + 1e-9 < high) expected += neighbours[n];
        /* g times the mean density of the others times the shell: neighbours of a particle. A distance at the border of
         * two bins may round to either. */
        const double here = rp_pairs_correlation(&p, 2, k) * 143 / 1.44 * M_PI * (high * high - low * low);
        found += here;
        if (fabs(expected - here) > 1e-9)
            assert_true(fabs(distance[0] - low) < 1e-9 || fabs(distance[0] - high) < 1e-9
                        || fabs(distance[2] - low) < 1e-9 || fabs(distance[2] - high) < 1e-9);
    }
    close_to(found, 20, 1e-9);
    rp_pairs_destroy(&p);
    lab_close(&l);
}

/* Points without order in an offset cell: g = 1 within the scatter of as many pairs as there are. */
static void no_order_has_none(void **state)
{
    (void)state;
    lab l = lab_open(HEAD "domain: {lower: [0, 0], upper: [1, 1], periodic: [x, y]}\n"
                          "particles: [{name: a, count: 3000, material: m, radius: 1.0e-7, place: {random: {lower: "
                          "[0, 0], upper: [1, 1]}}}]\nrun: {until: 1, step: 1.0e-9}\n");
    rp_pairs_measure p;
    rp_error err;
    lab_ok(rp_pairs_create(&p, 10, 0.2, &err), &err);
    l.w->domain.offset = 0.37;
    lab_ok(rp_pairs_take(&p, l.w, &err), &err);
    for (int k = 0; k < 10; k++) {
        const double pairs = 0.5 * 3000 * 2999 * M_PI * 4e-4 * (2 * k + 1);
        close_to(rp_pairs_correlation(&p, 2, k), 1, 4 / sqrt(pairs)); /* four deviations */
    }
    rp_pairs_destroy(&p);
    lab_close(&l);
}

/* ---- strain ---- */

static void planes_close_in(void **state)
{
    (void)state;
    lab l = lab_open(HEAD
                     "particles: [{name: a, material: m, radius: 0.01, place: {list: [[0, 0.5]]}}]\nwalls: [{name: "
                     "low, plane: {point: [0, 0], normal: [0, 1]}, material: m}, {name: high, plane: {point: [0, "
                     "1], normal: [0, -1]}, material: m, velocity: [0, -0.5]}]\nrun: {until: 1, step: 1.0e-3}\n");
    close_to(measure(&l, "strain_yy"), 0, 0);
    lab_until(&l, 0.2);
    close_to(measure(&l, "strain_yy"), log(1 - 0.5 * l.w->time), 1e-12);
    close_to(measure(&l, "strain_xx"), 0, 0);
    lab_close(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_round_the_domain),      cmocka_unit_test(walls_that_face_each_other),
        cmocka_unit_test(angles_of_surfaces),         cmocka_unit_test(a_plane_in_space),
        cmocka_unit_test(counts_by_region_and_group), cmocka_unit_test(a_lattice_has_its_shells),
        cmocka_unit_test(no_order_has_none),          cmocka_unit_test(planes_close_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
