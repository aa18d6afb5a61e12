/* Soft polyhedra: forces in closed form, what impacts keep and give back, rest, friction, and the same bits. */
#include "polyhedra_impacts.h"

#define HEAD "repose: 1\ndimension: 3\nmethod: soft\nmaterials: {m: {density: 2000}}\n"
#define CUBE "shape: {polyhedron: {box: [0.01, 0.01, 0.01]}}, material: m"
static const double SIDE = 0.01, MASS = 2e-3, K = 1e4;

static rp_contact_view only_contact(const lab *l)
{
    rp_error err;
    rp_contact_list list = {0};
    lab_ok(l->method->contacts(l->w, &list, &err), &err);
    assert_int_equal(list.count, 1);
    rp_contact_view v = list.view[0];
    rp_memory_free(list.view);
    return v;
}

/* ---- forces ---- */

/* Face on face equal cubes have the force of the law at their depth; a quarter of a face has V and |N| of a quarter. */
static void cubes_face_on_face(void **state)
{
    (void)state;
    const double deep = 1e-4;
    for (int quarter = 0; quarter < 2; quarter++) {
        const double share = quarter ? 0.25 : 1, shift = quarter ? 0.005 : 0;
        lab l = lab_open(HEAD "interactions: [{between: [m, m], normal: {law: linear, stiffness: 1.0e4}}]\n"
                              "particles: [{" CUBE ", place: {list: [[0, 0, 0], [%g, %g, %.17g]]}}]\n"
                              "run: {until: 1, step: 1.0e-6}\n",
                         shift, shift, SIDE - deep);
        const rp_contact_view v = only_contact(&l);
        /* beside the top face of the overlap its sides count: |N|^2 = (share s^2)^2 + 2 (deep s/2)^2 */
        const double across = quarter ? deep / SIDE : 0, area = sqrt(share * share + 0.5 * across * across);
        close_to(v.overlap, share * deep, 1e-12 * deep);
        close_to(v.fn, K * share * deep * area, 1e-9 * v.fn);
        close_to(lab_measure(&l).stored, 0.5 * K * share * share * deep * deep, 1e-9 * K * deep * deep);
        close_to(v.point.z, 0.5 * (SIDE - deep), quarter ? 1e-4 : 1e-13);
        lab_close(&l);
    }
}

/* A cube comes to rest on a floor, on which it fell tilted: weight in force and depth. */
static void boxes_at_rest(void **state)
{
    (void)state;
    lab l = lab_open(HEAD "gravity: [0, 0, -9.81]\ninteractions: [{between: [m, m], friction: 0.5, restitution: 0.2, "
                          "normal: {law: linear, stiffness: 1.0e4}}]\n"
                          "particles: [{" CUBE ", place: {list: [[0, 0, 0.00502]]}, angle: [0.002, 0.001, 0.3]}]\n"
                          "walls: [{name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}]\n"
                          "run: {until: 1, step: auto}\n");
    lab_until(&l, 1);
    const double deep = MASS * 9.81 / K;
    /* as long as all of the face is behind the wall the volume does not depend on its tilt, up to 2 deep / s */
    close_to(lab_x(&l, 0).z, SIDE / 2 - deep, 4 * deep * deep / SIDE);
    close_to(l.w->wall[0].force.z, -MASS * 9.81, 1e-9);
    close_to(lab_measure(&l).stored, 0.5 * K * deep * deep, 1e-3 * K * deep * deep);
    assert_true(lab_measure(&l).rotational < 1e-20); /* the dashpot over the face has ended the rocking */
    lab_close(&l);
}

/* The same by Young's modulus. */
static void at_rest_by_young(void **state)
{
    (void)state;
    lab l = lab_open(
        "repose: 1\ndimension: 3\nmethod: soft\nmaterials: {m: {density: 2000, young: 1.0e7, poisson: 0.25}}\n"
        "gravity: [0, 0, -9.81]\ninteractions: [{between: [m, m], friction: 0.5, restitution: 0.2, normal: "
        "{law: hertz}}]\n"
        "particles: [{" CUBE ", place: {list: [[0, 0, 0.00501]]}, velocity: [0, 0, -0.01]}]\n"
        "walls: [{name: floor, box: {lower: [-1, -1, 0], upper: [1, 1, 1]}, material: m}]\n"
        "run: {until: 1, step: auto}\n");
    lab_until(&l, 0.3);
    /* (4/3) E* sqrt(R) deep^(3/2) with E* = E / (2 (1 - nu^2)) and R of the ball of equal volume */
    const double stiff = 4.0 / 3 * 1e7 / (2 * (1 - 0.0625)) * sqrt(cbrt(3 / (4 * M_PI)) * SIDE);
    const double deep = pow(MASS * 9.81 / stiff, 2.0 / 3);
    close_to(lab_x(&l, 0).z, SIDE / 2 - deep, 1e-5 * deep);
    lab_close(&l);
}

/* ---- floors ---- */

/* A random hull falls on a floor and rolls to rest; where and how it lies, and the energy it has lost. */
static rp_vec thrown_on(const char *floor, double *lost)
{
    lab l = lab_open(HEAD "seed: 3\ngravity: [0, 0, -9.81]\ninteractions: [{between: [m, m], friction: 0.5, "
                          "restitution: 0.4, normal: {law: linear, stiffness: 1.0e4}, tangential: {law: "
                          "cundall-strack, stiffness: 5.0e3}}]\n"
                          "particles: [{shape: {polyhedron: {random: 12}}, material: m, radius: 0.01, place: {list: "
                          "[[0.003, 0.001, 0.02]]}, velocity: [0.1, 0.05, 0]}]\n"
                          "walls: [{name: floor, %s, material: m}]\nrun: {until: 1, step: 2.0e-5}\n",
                     floor);
    lab_until(&l, 0.15);
    const rp_vec x = lab_x(&l, 0);
    *lost = l.w->totals.normal + l.w->totals.tangential;
    lab_close(&l);
    return x;
}

/* The floor of a box, a rectangle and a mesh of many triangles are the same floor. */
static void floors_are_one(void **state)
{
    (void)state;
    const char *path = "polyhedra_floor.obj";
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    for (int y = 0; y <= 20; y++)
        for (int x = 0; x <= 20; x++) fprintf(f, "v %g %g 0\n", 0.005 * (x - 10), 0.005 * (y - 10));
    for (int y = 0; y < 20; y++)
        for (int x = 1; x <= 20; x++) {
            const int k = 21 * y + x;
            fprintf(f, "f %d %d %d\nf %d %d %d\n", k, k + 1, k + 22, k, k + 22, k + 21);
        }
    fclose(f);
    double lost, other;
    const rp_vec x = thrown_on("plane: {point: [0, 0, 0], normal: [0, 0, 1]}", &lost);
    static const char *const floors[] = {"box: {lower: [-1, -1, 0], upper: [1, 1, 1]}",
                                         "rectangle: {corner: [-1, -1, 0], sides: [[2, 0, 0], [0, 2, 0]]}",
                                         "mesh: {file: polyhedra_floor.obj}"};
    for (int n = 0; n < 3; n++) {
        const rp_vec y = thrown_on(floors[n], &other);
        /* rounding, grown by the impacts on its way */
        close_to(rp_vec_norm(rp_vec_sub(x, y)), 0, 1e-9);
        close_to(other, lost, 1e-8 * lost);
    }
    remove(path);
}

/* ---- impacts ---- */

/* Without dissipation and friction: energy to the order of the integrator, 2; momentum and angular momentum to
 * rounding. */
static void elastic_impacts(void **state)
{
    (void)state;
    int rotated = 0;
    double worst[2] = {0, 0};
    for (int seed = 1; seed <= 8; seed++)
        for (int k = 0; k < 2; k++) {
            rp_vec lost, turned;
            int also;
            const double off = impact(seed % 3 ? "{random: 12}" : "{box: [1, 1, 1]}",
                                      seed % 2 ? "{solid: tetrahedron}" : "{random: 8}", seed, k ? 2.5e-6 : 1e-5, &lost,
                                      &turned, &also);
            worst[k] = fmax(worst[k], fabs(off));
            close_to(rp_vec_norm(lost), 0, 1e-16);   /* of 1e-3 kg m/s */
            close_to(rp_vec_norm(turned), 0, 1e-10); /* rounding of 24 000 steps */
            rotated += also;
        }
    print_message("energy off by %.2g with a step of 1e-5 s, %.2g with 2.5e-6 s\n", worst[0], worst[1]);
    assert_true(rotated >= 14);
    /* 1/1600 of the impact's length; a quarter of the step leaves 1/16, with room for corners that cross edges */
    assert_true(worst[0] < 1e-6 && worst[1] < 0.15 * worst[0]);
}

/* A ball between random hulls, and a clump of two: by depth, also without loss. */
static void balls_and_clumps(void **state)
{
    (void)state;
    double off[2];
    for (int k = 0; k < 2; k++) {
        lab l = lab_open(HEAD
                         "seed: 5\ninteractions: [{between: [m, m], normal: {law: linear, stiffness: 1.0e4}}]\n"
                         "particles: [{shape: {polyhedron: {random: 12}}, material: m, radius: 0.01, place: {list: "
                         "[[0, 0, 0], [0, 0.001, 0.05]]}, velocity: [0, 0, 0.1]}, {material: m, radius: 0.005, "
                         "place: {list: [[0.002, 0.001, 0.018]]}, velocity: [0, 0, -0.3]}, {shape: {clump: "
                         "{spheres: [[0, 0, 0, 0.004], [0.004, 0, 0, 0.004]]}}, material: m, place: {list: "
                         "[[0.001, 0, 0.034]]}, velocity: [0, 0, 0.3], omega: [3, 4, 5]}]\n"
                         "run: {until: 1, step: %g}\n",
                         k ? 2.5e-6 : 1e-5);
        const double before = energy(&l);
        lab_until(&l, 0.08);
        assert_int_equal(lab_measure(&l).contacts, 0);
        assert_true(lab_measure(&l).rotational > 0.05 * before); /* they did meet */
        off[k] = fabs(energy(&l) / before - 1);
        lab_close(&l);
    }
    print_message("energy off by %.2g with a step of 1e-5 s, %.2g with 2.5e-6 s\n", off[0], off[1]);
    /* where in a step a ball parts counts for its square: order 2 in the mean, single ones fall unevenly */
    assert_true(off[0] < 1e-4 && off[1] < 0.3 * off[0]);
}

/* Faces have the law's coefficient; where in a step they part counts for 2e-4. */
static void faces_have_their_restitution(void **state)
{
    (void)state;
    lab l = lab_open(HEAD
                     "interactions: [{between: [m, m], restitution: 0.6, normal: {law: linear, stiffness: 1.0e4}}]\n"
                     "particles: [{" CUBE ", place: {list: [[0, 0, 0]]}}, {shape: {polyhedron: {box: [0.03, "
                     "0.03, 0.01]}}, material: m, place: {list: [[0, 0, 0.0101]]}, velocity: [0, 0, -0.2]}]\n"
                     "run: {until: 1, step: 1.0e-6}\n");
    lab_until(&l, 0.01);
    assert_int_equal(lab_measure(&l).contacts, 0);
    close_to((lab_v(&l, 1).z - lab_v(&l, 0).z) / 0.2, 0.6, 2e-4);
    lab_close(&l);
}

/* ---- friction ---- */

/* A cube on an incline whose angle is that of friction, times a factor: its way in half a second. */
static double way_on_incline(double factor)
{
    const double mu = 0.4, angle = factor * atan(mu), gx = 9.81 * sin(angle), gz = -9.81 * cos(angle);
    lab l = lab_open(HEAD "gravity: [%.17g, 0, %.17g]\ninteractions: [{between: [m, m], friction: %g, restitution: "
                          "0.2, normal: {law: linear, stiffness: 1.0e5}, tangential: {law: cundall-strack, stiffness: "
                          "5.0e4, damping: 0.5}}]\n"
                          "particles: [{" CUBE ", place: {list: [[0, 0, %.17g]]}}]\n"
                          "walls: [{name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}]\n"
                          "run: {until: 1, step: auto}\n",
                     gx, gz, mu, 0.005 + MASS * gz / 1e5);
    lab_until(&l, 0.1);
    const double from = lab_x(&l, 0).x;
    lab_until(&l, 0.6);
    const double way = lab_x(&l, 0).x - from, speed = lab_v(&l, 0).x;
    if (factor > 1) close_to(speed, 0.6 * (gx + mu * gz), 0.05 * speed);
    lab_close(&l);
    return way;
}

static void sticks_and_slides(void **state)
{
    (void)state;
    assert_true(fabs(way_on_incline(0.99)) < 1e-9); /* springs of 1e-6 m, settled */
    assert_true(way_on_incline(1.01) > 5e-3);       /* 1 % of g sin, half a second */
}

/* ---- what is refused ---- */

static void round_walls_are_refused(void **state)
{
    (void)state;
    static const char *const walls[][2] = {
        {"disc: {point: [0, 0, 0], normal: [0, 0, 1], radius: 0.1}", "a disc"},
        {"cylinder: {point: [0, 0, 0], axis: [0, 0, 1], radius: 0.01, side: outside}", "cylinder from outside"}};
    for (int n = 0; n < 2; n++) {
        char text[1000];
        rp_error err;
        rp_sim *sim = NULL;
        rp_sim_def def = rp_sim_def_default();
        snprintf(text, sizeof text,
                 HEAD "interactions: [{between: [m, m], normal: {law: linear, stiffness: 1.0e4}}]\n"
                      "particles: [{" CUBE ", place: {list: [[0.03, 0, 0.03]]}}]\n"
                      "walls: [{name: w, %s, material: m}]\nrun: {until: 1, step: 1.0e-5}\n",
                 walls[n][0]);
        def.text = text;
        assert_int_equal(rp_sim_create(&def, &sim, &err), RP_INPUT);
        assert_non_null(strstr(err.what, walls[n][1]));
        assert_non_null(strstr(err.expected, "mesh"));
    }
}

/* ---- many ---- */

/* A heap of cubes and random hulls falls into a box: on one thread and two, and from checkpoints, the same bits. */
static void a_heap_has_the_same_bits(void **state)
{
    (void)state;
    lab a, b;
    lab_twins(HEAD "seed: 4\ngravity: [0, 0, -9.81]\ninteractions: [{between: [m, m], friction: 0.4, restitution: 0.3, "
                   "normal: {law: linear, stiffness: 1.0e4}, tangential: {law: cundall-strack, stiffness: 5.0e3}}]\n"
                   "particles: [{" CUBE ", count: 30, angle: random, place: {random: {lower: [-0.03, -0.03, 0], upper: "
                   "[0.03, 0.03, 0.15]}}}, {shape: {polyhedron: {random: 12}}, material: m, radius: 0.007, count: 30, "
                   "place: {random: {lower: [-0.03, -0.03, 0], upper: [0.03, 0.03, 0.15]}}}]\n"
                   "walls: [{name: bin, box: {lower: [-0.03, -0.03, 0], upper: [0.03, 0.03, 1]}, material: m}]\n"
                   "run: {until: 1, step: auto}\n",
              5, 1800, &a, &b);
    rp_measures m = lab_measure(&a);
    assert_true(m.contacts > 30);
    close_to(m.budget_error, 0, 1e-3 * m.turnover); /* the step's own error */
    lab_close(&a);
    lab_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cubes_face_on_face),
        cmocka_unit_test(boxes_at_rest),
        cmocka_unit_test(at_rest_by_young),
        cmocka_unit_test(floors_are_one),
        cmocka_unit_test(elastic_impacts),
        cmocka_unit_test(balls_and_clumps),
        cmocka_unit_test(faces_have_their_restitution),
        cmocka_unit_test(sticks_and_slides),
        cmocka_unit_test(round_walls_are_refused),
        cmocka_unit_test(a_heap_has_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
