/* Clumps (core/bodies.h) by the soft method and by contact dynamics: conservation, an impact against its closed form,
 * periodic borders, the same bits, removal. */
#include "lab.h"

static const char TETRA[] = "{clump: {spheres: [[0.3, 0.3, 0.3, 0.5], [-0.3, -0.3, 0.3, 0.4], [-0.3, 0.3, -0.3, 0.5], "
                            "[0.3, -0.3, -0.3, 0.3]]}}";

static rp_vec spin_of_all(const lab *l)
{
    rp_vec sum = {0, 0, 0};
    for (size_t n = 0; n < l->w->bodies.count; n++) {
        const rp_rigid *b = &l->w->bodies.body[n];
        sum = rp_vec_add(sum, rp_vec_add(b->momentum, rp_vec_scale(b->mass, rp_vec_cross(b->x, b->v))));
    }
    return sum;
}

static rp_vec momentum_of_all(const lab *l)
{
    rp_vec sum = {0, 0, 0};
    for (size_t n = 0; n < l->w->bodies.count; n++)
        sum = rp_vec_add(sum, rp_vec_scale(l->w->bodies.body[n].mass, l->w->bodies.body[n].v));
    return sum;
}

static lab two_clumps(const char *method, double dt, const char *law)
{
    return lab_open("{repose: 1, dimension: 3, method: %s, materials: {m: {density: 1}},\n"
                    "interactions: [{between: [m, m], %s}],\n"
                    "particles: [{name: a, shape: %s, material: m, omega: [0.5, -0.3, 0.2], velocity: [1, 0, 0], "
                    "place: {list: [[0, 0, 0]]}},\n"
                    "  {name: b, shape: %s, angle: [0.4, 0.9, -1.2], material: m, velocity: [-1, 0.1, 0], "
                    "place: {list: [[2, 0.4, 0.3]]}}],\n"
                    "run: {until: 1, step: %.17g}}",
                    method, law, TETRA, TETRA, dt);
}

/* What an impact without dissipation leaves of the energy. */
static double elastic_error(double dt)
{
    lab l = two_clumps("soft", dt, "normal: {law: linear, stiffness: 2000, damping: 0}, friction: 0");
    const double start = lab_measure(&l).kinetic + lab_measure(&l).rotational, turning = lab_measure(&l).rotational;
    lab_until(&l, 1.5);
    const rp_measures m = lab_measure(&l);
    assert_int_equal(m.contacts, 0);
    assert_true(fabs(m.rotational - turning) > 0.05 * start); /* it did turn them */
    lab_close(&l);
    return (m.kinetic + m.rotational) / start - 1;
}

static void elastic_impact_keeps_energy(void **state)
{
    (void)state;
    const double coarse = elastic_error(4e-4), fine = elastic_error(1e-4);
    /* Second order: a sixteenth; where in a step contacts begin and end leaves some scatter. */
    assert_true(fabs(fine) < 1e-5 && fabs(fine) < 0.15 * fabs(coarse) + 1e-9);
}

/* Friction with springs and damping: forces act in one point on both, so momentum and angular momentum stay. */
static void momenta_stay(void **state)
{
    (void)state;
    lab l = two_clumps("soft", 4e-4,
                       "normal: {law: linear, stiffness: 2000}, tangential: {law: cundall-strack}, "
                       "friction: 0.5, restitution: 0.6");
    const rp_vec spin = spin_of_all(&l), momentum = momentum_of_all(&l), turn = l.w->bodies.body[0].momentum;
    lab_until(&l, 1.5);
    assert_true(lab_measure(&l).budget_error < 1e-3 * lab_measure(&l).turnover);
    assert_true(rp_vec_norm(rp_vec_sub(l.w->bodies.body[0].momentum, turn)) > 0.01);
    close_to(rp_vec_norm(rp_vec_sub(spin_of_all(&l), spin)), 0, 1e-12); /* rounding of some thousand steps */
    close_to(rp_vec_norm(rp_vec_sub(momentum_of_all(&l), momentum)), 0, 1e-13);
    lab_close(&l);
}

/* Rigid impacts: with restitution 1 and no friction the impulse keeps the energy, in both steppings. What free rotation
 * changes of it is of order dt^2 and has its own total. */
static void rigid_impact(void **state)
{
    static const char *const stepping[] = {"gap", "midpoint"};
    (void)state;
    for (int k = 0; k < 2; k++) {
        lab l = lab_open("{repose: 1, dimension: 3, method: contact-dynamics, materials: {m: {density: 1}},\n"
                         "particles: [{name: a, shape: %s, material: m, omega: [0.5, -0.3, 0.2], velocity: [1, 0, 0], "
                         "place: {list: [[0, 0, 0]]}},\n"
                         "  {name: b, shape: %s, angle: [0.4, 0.9, -1.2], material: m, velocity: [-1, 0.1, 0], "
                         "place: {list: [[2, 0.4, 0.3]]}}],\n"
                         "run: {until: 1, step: 1e-3, contact-dynamics: {stepping: %s}},\n"
                         "interactions: [{between: [m, m], friction: 0, restitution: 1}]}",
                         TETRA, TETRA, stepping[k]);
        const rp_vec spin = spin_of_all(&l), momentum = momentum_of_all(&l);
        const rp_measures start = lab_measure(&l);
        lab_until(&l, 1.5);
        const rp_measures m = lab_measure(&l);
        assert_true(fabs(m.rotational - start.rotational) > 0.05 * start.kinetic);
        close_to(m.kinetic + m.rotational + l.w->totals.scheme, start.kinetic + start.rotational, 1e-8); /* solver */
        close_to(l.w->totals.scheme, 0, 1e-5);
        close_to(m.budget_error, 0, 1e-13);
        close_to(rp_vec_norm(rp_vec_sub(spin_of_all(&l), spin)), 0, 1e-12);
        close_to(rp_vec_norm(rp_vec_sub(momentum_of_all(&l), momentum)), 0, 1e-13);
        lab_close(&l);
    }
}

/* The dumbbell of below, as a rigid body: J = (1 + e) v / W_nn without friction. */
static void rigid_dumbbell_on_a_plane(void **state)
{
    (void)state;
    const double r = 0.5, a = 0.6, tilt = 0.7, v = 1, e = 0.8, one = 4 * M_PI / 3 * r * r * r, mass = 2 * one,
                 inertia = 2 * one * (0.4 * r * r + a * a), c = a * cos(tilt);
    lab l = lab_open("{repose: 1, dimension: 3, method: contact-dynamics, materials: {m: {density: 1}},\n"
                     "interactions: [{between: [m, m], friction: 0, restitution: %g}],\n"
                     "walls: [{name: floor, plane: {point: [0, 0, 0], normal: [0, 1, 0]}, material: m}],\n"
                     "particles: [{shape: {clump: {spheres: [[%g, 0, 0, %g], [%g, 0, 0, %g]]}}, angle: [0, 0, %g], "
                     "velocity: [0, %g, 0], material: m, place: {list: [[0, 1, 0]]}}],\nrun: {until: 1, step: 1e-3}}",
                     e, -a, r, a, r, tilt, -v);
    const rp_rigid *b = &l.w->bodies.body[0];
    lab_until(&l, 0.13);
    const double impulse = (1 + e) * v / (1 / mass + c * c / inertia);
    close_to(b->v.y, impulse / mass - v, 1e-12); /* one contact: the solver is exact */
    close_to(b->omega.z, -impulse * c / inertia, 1e-12);
    lab_close(&l);
}

/* A dumbbell falls upright on its lower end, tilted by an angle from the floor. Without friction the impulse of a rigid
 * elastic impact is J = 2 v / (1/M + c^2/I), c the horizontal arm of the end that hits; then v' = J/M - v and omega =
 * -J c / I, for the left end is the lower one. The spring lasts t_c = pi sqrt(m_eff / k): the arm turns by about omega
 * t_c meanwhile. */
static void dumbbell_on_a_plane(void **state)
{
    (void)state;
    const double r = 0.5, a = 0.6, tilt = 0.7, v = 1, stiffness = 1e9;
    for (int dimension = 2; dimension <= 3; dimension++) {
        char shape[200], angle[64], place[64], velocity[64], normal[64];
        if (dimension == 3) snprintf(shape, sizeof shape, "spheres: [[%g, 0, 0, %g], [%g, 0, 0, %g]]", -a, r, a, r);
        else snprintf(shape, sizeof shape, "discs: [[%g, 0, %g], [%g, 0, %g]]", -a, r, a, r);
        /* in space the plane is y = 0, too */
        snprintf(angle, sizeof angle, dimension == 3 ? "[0, 0, %g]" : "%g", tilt);
        snprintf(place, sizeof place, dimension == 3 ? "[0, 1, 0]" : "[0, 1]");
        snprintf(velocity, sizeof velocity, dimension == 3 ? "[0, %g, 0]" : "[0, %g]", -v);
        snprintf(normal, sizeof normal,
                 dimension == 3 ? "point: [0, 0, 0], normal: [0, 1, 0]" : "point: [0, 0], normal: [0, 1]");
        lab l = lab_open("{repose: 1, dimension: %d, method: soft, materials: {m: {density: 1}},\n"
                         "interactions: [{between: [m, m], normal: {law: linear, stiffness: %g, damping: 0}}],\n"
                         "walls: [{name: floor, plane: {%s}, material: m}],\n"
                         "particles: [{shape: {clump: {%s}}, angle: %s, velocity: %s, material: m, place: {list: "
                         "[%s]}}],\nrun: {until: 1, step: 1e-6}}",
                         dimension, stiffness, normal, shape, angle, velocity, place);
        const double one = dimension == 3 ? 4 * M_PI / 3 * r * r * r : M_PI * r * r, mass = 2 * one,
                     own = dimension == 3 ? 0.4 : 0.5, inertia = 2 * one * (own * r * r + a * a), c = a * cos(tilt);
        const rp_rigid *b = &l.w->bodies.body[0];
        close_to(b->mass, mass, 1e-13);
        close_to(b->moment[2], inertia, 1e-13);
        lab_until(&l, 0.13); /* the end is 1 - a sin(tilt) - r = 0.1135 m above the floor */
        assert_int_equal(lab_measure(&l).wall_contacts, 0);
        const double impulse = 2 * v / (1 / mass + c * c / inertia), omega = impulse * c / inertia,
                     time = M_PI / sqrt(stiffness * (1 / mass + c * c / inertia));
        close_to(b->v.y, impulse / mass - v, 3 * omega * time);
        close_to(b->omega.z, -omega, 3 * omega * omega * time);
        close_to(fabs(b->v.x) + fabs(b->v.z) + fabs(b->omega.x) + fabs(b->omega.y), 0, 1e-12);
        lab_close(&l);
    }
}

/* A clump flies and tumbles through borders: members stay where the rigid body has them, and its energy stays. */
static void through_periodic_borders(void **state)
{
    (void)state;
    lab l = lab_open("{repose: 1, dimension: 3, method: soft, materials: {m: {density: 1}},\n"
                     "interactions: [{between: [m, m], normal: {law: linear, stiffness: 100}}],\n"
                     "domain: {lower: [0, 0, 0], upper: [4, 4, 4], periodic: [x, y, z]},\n"
                     "particles: [{shape: %s, velocity: [3, -2, 1], omega: [1, 2, -1], material: m, place: {list: "
                     "[[1, 2, 3]]}}],\nrun: {until: 1, step: 1e-3}}",
                     TETRA);
    double apart[4][4];
    for (unsigned i = 0; i < 4; i++)
        for (unsigned j = 0; j < i; j++) apart[i][j] = rp_vec_norm(rp_vec_sub(lab_x(&l, i), lab_x(&l, j)));
    const double energy = lab_measure(&l).kinetic + lab_measure(&l).rotational;
    for (int n = 0; n < 10; n++) {
        lab_until(&l, 0.7 * (n + 1));
        const rp_measures m = lab_measure(&l);
        assert_int_equal(m.contacts, 0);                        /* none with itself */
        close_to((m.kinetic + m.rotational) / energy, 1, 1e-5); /* free rotation: (omega dt)^2 */
        for (unsigned i = 0; i < 4; i++)
            for (unsigned j = 0; j < i; j++)
                close_to(rp_vec_norm(rp_vec_sub(lab_x(&l, i), lab_x(&l, j))), apart[i][j], 1e-13);
    }
    assert_int_equal(l.w->bodies.body[0].image[0], 5); /* 1 + 3 x 7 = 22 = 5 x 4 + 2 */
    lab_close(&l);
}

static const char *swarm(const char *method)
{
    static char text[2000];
    snprintf(text, sizeof text,
             "{repose: 1, dimension: 3, method: %s, seed: 3, gravity: [0, 0, -1], materials: {m: {density: 1}},\n"
             "interactions: [{between: [m, m], normal: {law: linear, stiffness: 2000}, tangential: {law: "
             "cundall-strack}, friction: 0.4, restitution: 0.6}],\n"
             "domain: {lower: [0, 0, 0], upper: [9, 9, 30], periodic: [x]},\n"
             "walls: [{name: box, box: {lower: [-1, 0, 0], upper: [10, 9, 30]}, material: m}],\n"
             "particles: [{name: c, shape: %s, angle: random, radius: {uniform: [0.6, 1]}, material: m, count: 120, "
             "velocity: [0.5, 0, -3], place: {random: {lower: [0, 0, 0], upper: [9, 9, 20]}}},\n"
             "  {name: s, material: m, radius: 0.4, count: 60, velocity: [0, 0, -3], place: {random: {lower: [0, 0, "
             "0], upper: [9, 9, 20]}}}],\nrun: {until: 9, step: 2e-3}}",
             method, TETRA);
    return text;
}

static void same_bits(void **state)
{
    (void)state;
    lab a, b;
    static const char *const method[] = {"soft", "contact-dynamics"};
    for (int k = 0; k < 2; k++) {
        lab_twins(swarm(method[k]), 4, k ? 300 : 400, &a, &b);
        const rp_measures m = lab_measure(&a); /* they have struck, and some touch now: histories are at work */
        assert_true(a.w->totals.normal > 0.1 * m.kinetic && m.contacts + m.wall_contacts > 0);
        lab_close(&a);
        lab_close(&b);
    }
}

static void removal(void **state)
{
    (void)state;
    rp_error err;
    lab l = lab_text(swarm("soft"));
    lab_steps(&l, 400);
    const size_t count = rp_sim_count(l.sim), bodies = l.w->bodies.count;
    const uint32_t some[] = {4, 5}, whole[] = {4, 5, 6, 7};
    assert_int_equal(rp_sim_remove(l.sim, some, 2, &err), RP_INPUT);
    assert_non_null(strstr(err.what, "clump"));
    lab_ok(rp_sim_remove(l.sim, whole, 4, &err), &err);
    assert_int_equal(rp_sim_count(l.sim), count - 4);
    assert_int_equal(l.w->bodies.count, bodies - 1);
    const double error = lab_measure(&l).budget_error;
    lab_steps(&l, 100);
    const rp_measures m = lab_measure(&l);
    /* What went with the clump is counted; the steps after it err as those before did. */
    assert_true(fabs(error) < 0.01 * m.turnover && fabs(m.budget_error) < 0.01 * m.turnover);
    lab_close(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(elastic_impact_keeps_energy),
                                       cmocka_unit_test(momenta_stay),
                                       cmocka_unit_test(rigid_impact),
                                       cmocka_unit_test(rigid_dumbbell_on_a_plane),
                                       cmocka_unit_test(dumbbell_on_a_plane),
                                       cmocka_unit_test(through_periodic_borders),
                                       cmocka_unit_test(same_bits),
                                       cmocka_unit_test(removal)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
