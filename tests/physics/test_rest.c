/* Bodies at rest and under load: a column, a piston, pressure on the current area, the box's faces. */
#include "lab.h"

static const double G = 9.81, RHO = 1000;

/* N spheres one upon the other: contact i from the top carries i weights, the floor all of them. The column settles by
 * its dashpots; its slowest mode decays as exp(-zeta w0 (pi / 2N)^2 t), and is waited for until 1e-13 is left. */
static void column(int dimension, int periodic, int n)
{
    const double r = 0.01, k = 1e4;
    double m = RHO * (dimension == 3 ? 4.0 / 3 * M_PI * r * r * r : M_PI * r * r), w0 = sqrt(k / m);
    char list[4096] = "", domain[200] = "";
    double y = 0;
    for (int i = 0, at = 0; i < n;
         i++) { /* at its final height: what is left to settle is rounding and the sound it makes */
        double sink = (n - i) * m * G / k;
        y += (i == 0 ? r : 2 * r) - 0.9 * sink;
        at += snprintf(list + at, sizeof list - (size_t)at,
                       dimension == 3 ? "%s[0.05, 0.05, %.17g]" : "%s[0.05, %.17g]", i ? ", " : "", y);
    }
    if (periodic)
        snprintf(domain, sizeof domain,
                 dimension == 3 ? "domain: {lower: [0, 0, -0.1], upper: [0.1, 0.1, 1], periodic: [x, y]}\n"
                                : "domain: {lower: [0, -0.1], upper: [0.1, 1], periodic: [x]}\n");
    lab l = lab_open(
        "repose: 1\ndimension: %d\nmethod: soft\ngravity: %s\n%smaterials: {m: {density: %g}}\n"
        "interactions: [{between: [m, m], friction: 0.3, normal: {law: linear, stiffness: %g, damping: %.17g}, "
        "tangential: {law: cundall-strack}}]\n"
        "particles: [{material: m, radius: %g, place: {list: [%s]}}]\n"
        "walls: [{name: floor, plane: {point: [0, 0%s], normal: [0, %s]}, material: m}]\nrun: {until: 1, step: auto}\n",
        dimension, dimension == 3 ? "[0, 0, -9.81]" : "[0, -9.81]", domain, RHO, k, 2 * 0.7 * sqrt(k * m), r, list,
        dimension == 3 ? ", 0" : "", dimension == 3 ? "0, 1" : "1");
    double decay = 0.7 * w0 * pow(M_PI / (2 * n + 1), 2);
    lab_until(&l, 35 / decay);
    double weight = n * m * G;
    rp_vec f = l.w->wall[0].force;
    close_to(dimension == 3 ? -f.z : -f.y, weight, 1e-10 * weight);
    close_to(f.x, 0, 1e-14 * weight);
    /* stored: sum of (i m g)^2 / 2k. The positions are rounded to 1e-16 of the height, the overlaps are 1e-4 of it. */
    double stored = 0;
    for (int i = 1; i <= n; i++) stored += 0.5 * pow(i * m * G, 2) / k;
    rp_measures now = lab_measure(&l);
    close_to(now.stored / stored, 1, 1e-10);
    close_to(now.kinetic / stored, 0, 1e-16);
    assert_int_equal(now.contacts, n - 1);
    assert_int_equal(now.wall_contacts, 1);
    close_to(now.max_overlap, weight / k, 1e-10 * weight / k);
    close_to(now.unbalanced, 0, 1e-9);
    lab_close(&l);
}

static void column_at_rest(void **state)
{
    (void)state;
    column(3, 0, 10);
    column(3, 1, 10);
    column(2, 0, 7);
    column(2, 1, 1);
}

/* A piston of mass M under a force F over one sphere: the floor carries F and the sphere's weight. The piston has no
 * weight of its own: only its load presses it. */
static void piston_force(void **state)
{
    (void)state;
    const double r = 0.01, k = 1e5, load = 3;
    double m = RHO * 4.0 / 3 * M_PI * r * r * r;
    lab l = lab_open("repose: 1\ndimension: 3\nmethod: soft\ngravity: [0, 0, -9.81]\nmaterials: {m: {density: 1000}}\n"
                     "interactions: [{between: [m, m], restitution: 0.2, normal: {law: linear, stiffness: %g}}]\n"
                     "particles: [{material: m, radius: %g, place: {list: [[0, 0, %g]]}}]\n"
                     "walls:\n  - {name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}\n"
                     "  - {name: lid, plane: {point: [0, 0, 0.0201], normal: [0, 0, -1]}, material: m, mass: 0.02, "
                     "load: {force: %g}}\nrun: {until: 1, step: auto}\n",
                     k, r, r, load);
    lab_until(&l, 0.5);
    const rp_wall *floor = &l.w->wall[0], *lid = &l.w->wall[1];
    /* settled: the slowest mode (both masses on both springs, zeta of order 0.4) has lost exp(-100) */
    close_to(lid->force.z, load, 1e-10 * load);
    close_to(-floor->force.z, load + m * G, 1e-10 * load);
    close_to(rp_vec_norm(lid->speed), 0, 1e-12);
    /* the lid stands where both springs hold the load: 0.0201 - ((F + m g) + F)/k below the free top at 2 r */
    close_to(0.0201 + lid->offset.z, 2 * r - (2 * load + m * G) / k, 1e-13);
    rp_measures now = lab_measure(&l);
    /* work of the load: force times way */
    close_to(l.w->totals.loads, load * -lid->offset.z, 1e-3 * l.w->totals.loads);
    close_to(now.budget_error, 0,
             1e-2 * now.turnover); /* the step is 1/25 of a contact, and the dashpot's force jumps at first touch */
    lab_close(&l);
}

/* Pressure acts on the current area. The side wall of a channel moves out by 20 %, and the load on the lid follows. */
static void pressure_on_current_area(void **state)
{
    (void)state;
    const double r = 0.01, k = 1e5, p = 500;
    for (int dimension = 2; dimension <= 3; dimension++) {
        int three = dimension == 3;
        lab l = lab_open("repose: 1\ndimension: %d\nmethod: soft\n%sdomain: {lower: [0, %s-0.1%s], upper: [0.2, "
                         "%s0.3%s]%s}\nmaterials: {m: {density: 1000}}\n"
                         "interactions: [{between: [m, m], restitution: 0.2, normal: {law: linear, stiffness: %g}}]\n"
                         "particles: [{material: m, radius: %g, place: {list: [[0.05, %s%g]]}}]\n"
                         "walls:\n  - {name: floor, plane: {point: [0, 0%s], normal: [0, %s1]}, material: m}\n"
                         "  - {name: left, plane: {point: [0, 0%s], normal: [1, 0%s]}, material: m}\n"
                         "  - {name: right, plane: {point: [0.1, 0%s], normal: [-1, 0%s]}, material: m, velocity: "
                         "{table: [[0.2, %s], [0.3, %s], [0.4, %s]]}}\n"
                         "  - {name: lid, plane: {point: [0, %s0.0201], normal: [0, %s-1]}, material: m, mass: 0.02, "
                         "load: {pressure: %g}}\nrun: {until: 1, step: auto}\n",
                         dimension, three ? "" : "thickness: 0.03\n", three ? "0, " : "", "", three ? "0.05, " : "", "",
                         three ? ", periodic: [y]" : "", k, r, three ? "0.02, " : "", r, three ? ", 0" : "",
                         three ? "0, " : "", three ? ", 0" : "", three ? ", 0" : "", three ? ", 0" : "",
                         three ? ", 0" : "", three ? "0, 0, 0" : "0, 0", three ? "0.2, 0, 0" : "0.2, 0",
                         three ? "0, 0, 0" : "0, 0", three ? "0, " : "", three ? "0, " : "", p);
        double depth = three ? 0.05 : 0.03;
        lab_until(&l, 0.2);
        rp_vec f = l.w->wall[3].force;
        close_to(three ? f.z : f.y, p * 0.1 * depth, 1e-8 * p * 0.1 * depth);
        lab_until(&l, 0.8);
        f = l.w->wall[3].force;
        /* 0.2 s at a mean of 0.1 m/s; a corner of the table within a step costs the trapezoid at most 4 m/s^2 dt^2 / 4
         */
        close_to(l.w->wall[2].offset.x, 0.02, 3 * l.w->dt * l.w->dt);
        close_to(three ? f.z : f.y, p * 0.12 * depth, 1e-8 * p * 0.12 * depth);
        lab_close(&l);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(column_at_rest), cmocka_unit_test(piston_force),
                                       cmocka_unit_test(pressure_on_current_area)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
