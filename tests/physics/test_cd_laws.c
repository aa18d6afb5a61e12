/* Contact dynamics: friction laws, torsion, oblique impacts of two spheres, energy that simultaneous contacts can gain,
 * and cold beds, under both time-steppings. As in test_cd_closed_forms.c single contacts are solved to rounding, and
 * what is constant in time has no error in dt. */
#include "lab.h"
#include "methods/contact_dynamics/options.h"

static const char *const steppings[] = {"gap", "midpoint"};
#define EACH(n) for (int n = 0; n < 2; n++)

#define HEAD(d) "repose: 1\ndimension: " #d "\nmethod: contact-dynamics\nmaterials: {m: {density: 1000}}\n"
#define TIGHT "contact-dynamics: {stepping: %s, tolerance: 1.0e-12, iterations: {max: 100000}}"
#define FLOOR3 "walls: [{name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}]\n"

/* ---- friction ---- */

/* A sphere that cannot turn on an incline of tan = 0.5 between the sliding and the static coefficient: at rest it
 * stays; pushed it slides with the sliding coefficient from the first step on, though its contact is new. */
static void test_static_and_sliding(void **state)
{
    (void)state;
    const double g = 9.81, slope = atan(0.5), dt = 1e-3, v0 = 0.2;
    EACH(s) for (int pushed = 0; pushed < 2; pushed++)
    {
        lab l = lab_open(HEAD(3) "gravity: [%.17g, 0, %.17g]\ninteractions: [{between: [m, m], friction: {static: 0.6, "
                                 "sliding: 0.4}}]\n"
                                 "particles: [{material: m, radius: 0.01, place: {list: [[0, 0, 0.01]]}, velocity: "
                                 "[%g, 0, 0], lock: [rotation]}]\n" FLOOR3 "run: {until: 1, step: 1.0e-3, " TIGHT "}\n",
                         g * sin(slope), -g * cos(slope), pushed * v0, steppings[s]);
        lab_steps(&l, 300);
        double slides = g * (sin(slope) - 0.4 * cos(slope));
        close_to(lab_v(&l, 0).x, pushed ? v0 + 300 * dt * slides : 0, 1e-12);
        lab_close(&l);
    }
}

/* mu(v) = 0.2 + 0.3 exp(-v / 0.1), taken at the slip at the start of a step: the decelerations are those of Euler's
 * rule, to rounding, and those of dv/dt = -mu(v) g to the order of dt. */
static void test_friction_by_speed(void **state)
{
    (void)state;
    const double g = 9.81, dt = 1e-4;
    EACH(s)
    {
        lab l = lab_open(HEAD(3) "gravity: [0, 0, -9.81]\ninteractions: [{between: [m, m], friction: {at_rest: 0.5, "
                                 "at_speed: 0.2, speed: 0.1}}]\n"
                                 "particles: [{material: m, radius: 0.01, place: {list: [[0, 0, 0.01]]}, velocity: "
                                 "[0.3, 0, 0], lock: [rotation]}]\n" FLOOR3 "run: {until: 1, step: 1.0e-4, " TIGHT
                                 "}\n",
                         steppings[s]);
        lab_steps(&l, 1);
        double v = lab_v(&l, 0).x, exact = v;
        lab_steps(&l, 500);
        for (int n = 0; n < 500; n++) v -= dt * g * (0.2 + 0.3 * exp(-v / 0.1));
        for (int n = 0; n < 50000; n++) exact -= 0.01 * dt * g * (0.2 + 0.3 * exp(-exact / 0.1));
        close_to(lab_v(&l, 0).x, v, 1e-12);
        close_to(lab_v(&l, 0).x, exact,
                 0.5 * dt * g * 0.05
                     * 30); /* half a step of deceleration times the growth of the error, |d mu/dv| g t < 2 */
        assert_true(lab_v(&l, 0).x > 0.05);
        lab_close(&l);
    }
}

/* ---- torsion ---- */

/* A sphere spinning about the vertical: the torque mu_twist r m g slows it by 5/2 mu_twist g / r, exactly, until it
 * stands; without it it spins for ever. */
static void test_torsion(void **state)
{
    (void)state;
    const double g = 9.81, r = 0.01, rate = 2.5 * 0.02 * g / r;
    EACH(s)
    {
        lab l = lab_open(HEAD(3) "gravity: [0, 0, -9.81]\ninteractions: [{between: [m, m], friction: 0.5, rolling: "
                                 "{law: constant-torque, friction: 0, twisting: 0.02}}]\n"
                                 "particles: [{material: m, radius: 0.01, place: {list: [[0, 0, 0.01]]}, omega: [0, 0, "
                                 "-10]}]\n" FLOOR3 "run: {until: 1, step: 1.0e-3, " TIGHT "}\n",
                         steppings[s]);
        lab_steps(&l, 100);
        close_to(lab_omega(&l, 0).z, -10 + rate * l.w->time,
                 1e-9); /* torque and force are iterated against each other to 1e-12 */
        rp_measures m = lab_measure(&l);
        close_to(m.budget_error, 0, 1e-12 * m.turnover);
        close_to(l.w->totals.rolling, 0.5 * 0.4 * lab_mass(&l, 0) * r * r * (100 - pow(lab_omega(&l, 0).z, 2)),
                 1e-12 * m.turnover);
        lab_steps(&l, 200);
        close_to(lab_omega(&l, 0).z, 0, 1e-9);
        lab_close(&l);
    }
    lab l = lab_open(
        "repose: 1\ndimension: 3\nmethod: soft\nmaterials: {m: {density: 1000}}\ngravity: [0, 0, -9.81]\n"
        "interactions: [{between: [m, m], friction: 0.5, restitution: 0.3, normal: {law: linear, stiffness: 1.0e5}, "
        "rolling: {law: constant-torque, friction: 0, twisting: 0.02}}]\n"
        "particles: [{material: m, radius: 0.01, place: {list: [[0, 0, 0.01]]}, omega: [0, 0, -10]}]\n" FLOOR3
        "run: {until: 1}\n");
    lab_until(&l, 0.1);
    close_to(lab_omega(&l, 0).z, -10 + rate * l.w->time,
             2e-3 * rate); /* soft: the contact settles within some contact times of 0.6 ms */
    lab_until(&l, 0.5);
    close_to(lab_omega(&l, 0).z, 0, 1e-9);
    lab_close(&l);
}

/* Twisting about the normal of two spheres on top of each other: the upper one drags the lower, which stands on a floor
 * without torsion; spin is kept. */
static void test_torsion_of_two(void **state)
{
    (void)state;
    EACH(s)
    {
        lab l = lab_open(
            "repose: 1\ndimension: 3\nmethod: contact-dynamics\nmaterials: {m: {density: 1000}, f: {}}\ngravity: [0, "
            "0, -9.81]\n"
            "interactions: [{between: [m, m], friction: 0.5, rolling: {law: constant-torque, friction: 0.1, twisting: "
            "0.05}}, {between: [m, f], friction: 0.5, rolling: {law: constant-torque, friction: 0.1}}]\n"
            "particles:\n  - {name: low, material: m, radius: 0.01, place: {list: [[0, 0, 0.01]]}}\n  - {name: high, "
            "material: m, radius: 0.01, place: {list: [[0, 0, 0.03]]}, omega: [0, 0, 8]}\n"
            "walls: [{name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: f}]\nrun: {until: 1, step: "
            "1.0e-3, " TIGHT "}\n",
            steppings[s]);
        lab_steps(&l, 20);
        close_to(lab_omega(&l, 1).z, 8 - 2.5 * 0.05 * 0.5 * 9.81 / 0.01 * l.w->time, 1e-8); /* R_eff = r / 2 */
        close_to(lab_omega(&l, 0).z + lab_omega(&l, 1).z, 8, 1e-12);
        lab_steps(&l, 200);
        close_to(lab_omega(&l, 0).z, 4, 1e-8);
        close_to(lab_omega(&l, 1).z, 4, 1e-8);
        lab_close(&l);
    }
}

/* ---- impacts of two spheres ---- */

static rp_vec slip_of(const lab *l, rp_vec e)
{
    double ra = l->w->particles.row[rp_particles_slot(&l->w->particles, 0)].r,
           rb = l->w->particles.row[rp_particles_slot(&l->w->particles, 1)].r;
    rp_vec s = rp_vec_add(rp_vec_scale(ra, lab_omega(l, 0)), rp_vec_scale(rb, lab_omega(l, 1)));
    rp_vec u = rp_vec_sub(rp_vec_sub(lab_v(l, 0), lab_v(l, 1)), rp_vec_cross(s, e));
    return rp_vec_sub(u, rp_vec_scale(rp_vec_dot(u, e), e));
}

/* Walton's rule: eps_t = max(eps_t0, 1 - (7/2) mu (1 + eps_n) |g_n| / |g_t|), against the slip. e is the normal that
 * the step sees. */
static void oblique_spheres(double mu, double eps_n, double eps_t, int s)
{
    lab l = lab_open(
        HEAD(3) "interactions: [{between: [m, m], friction: %g, restitution: {normal: %g, tangential: %g}}]\n"
                "particles:\n  - {material: m, radius: 0.01, place: {list: [[0, 0, 0]]}, velocity: [1, 0.2, 0], omega: "
                "[3, -20, 7]}\n"
                "  - {material: m, radius: 0.015, place: {list: [[0.04, 0.01, 0.003]]}, velocity: [-0.5, 0, 0.1]}\n"
                "run: {until: 1, step: 1.0e-5, " TIGHT "}\n",
        mu, eps_n, eps_t, steppings[s]);
    double half = s ? 0.5e-5 : 0;
    for (int n = 0; n < 3000; n++) {
        rp_vec d = rp_vec_add(rp_vec_sub(lab_x(&l, 0), lab_x(&l, 1)),
                              rp_vec_scale(half, rp_vec_sub(lab_v(&l, 0), lab_v(&l, 1)))),
               e = rp_vec_scale(1 / rp_vec_norm(d), d);
        rp_vec v = lab_v(&l, 0), slip = slip_of(&l, e);
        double gn = rp_vec_dot(rp_vec_sub(v, lab_v(&l, 1)), e);
        lab_steps(&l, 1);
        if (rp_vec_norm(rp_vec_sub(v, lab_v(&l, 0))) == 0) continue;
        double expect = fmax(eps_t, 1 - 3.5 * mu * (1 + eps_n) * fabs(gn) / rp_vec_norm(slip));
        close_to(rp_vec_dot(rp_vec_sub(lab_v(&l, 0), lab_v(&l, 1)), e), -eps_n * gn, 1e-13);
        close_to(rp_vec_norm(rp_vec_sub(slip_of(&l, e), rp_vec_scale(expect, slip))), 0, 1e-13);
        lab_close(&l);
        return;
    }
    fail_msg("no impact");
}

static void test_oblique_spheres(void **state)
{
    (void)state;
    EACH(s)
    {
        oblique_spheres(0.05, 0.7, 0, s); /* slides */
        oblique_spheres(2, 0.7, 0, s);    /* sticks */
        oblique_spheres(2, 1, -0.4, s);   /* turns round */
        oblique_spheres(0.2, 0.5, 0.5, s);
    }
}

/* ---- energy ---- */

/* Three discs in a row: the first hits the second, which touches the third, which is leaving. The contact that leaves
 * is pressed shut without restitution while the other has e = 1: energy is gained (errata 65), 1.07 against 1.01 in
 * units of m/2, and it is counted. With e = 0 everywhere nothing is gained. */
static void test_gain(void **state)
{
    (void)state;
    EACH(s) for (int e = 0; e < 2; e++)
    {
        lab l = lab_open(
            HEAD(2) "interactions: [{between: [m, m], restitution: %d}]\n"
                    "particles:\n  - {material: m, mass: 2, radius: 0.01, place: {list: [[0, 0]]}, velocity: [1, 0]}\n "
                    " - {material: m, mass: 2, radius: 0.01, place: {list: [[0.01999, 0]]}}\n"
                    "  - {material: m, mass: 2, radius: 0.01, place: {list: [[0.03998, 0]]}, velocity: [0.1, 0]}\nrun: "
                    "{until: 1, step: 1.0e-5, " TIGHT "}\n",
            e, steppings[s]);
        lab_steps(&l, 1);
        close_to(lab_v(&l, 2).x, e ? 0.7 : 1.1 / 3, 1e-11);
        close_to(l.w->method_total[RP_CD_GAINED], e ? 0.06 : 0, 1e-11);
        rp_measures m = lab_measure(&l);
        close_to(m.budget_error, 0, 1e-14 * m.turnover);
        lab_close(&l);
    }
}

/* Three discs at rest, nearly touching: contacts without an impulse give nothing, exactly. */
static void test_no_gain_at_rest(void **state)
{
    (void)state;
    lab l = lab_open(HEAD(2) "interactions: [{between: [m, m], restitution: 1}]\n"
                             "particles: [{material: m, mass: 2, radius: 0.01, place: {list: [[0, 0], [0.02001, 0], "
                             "[0.04002, 0]]}}]\nrun: {until: 1, step: 1.0e-5, " TIGHT "}\n",
                     "gap");
    lab_steps(&l, 1);
    assert_true(l.w->method_total[RP_CD_GAINED] == 0);
    lab_close(&l);
}

/* A disc that rolls backwards on a belt strikes the end of a plate above it. By itself that impact leaves half of the
 * slip. The belt holds the disc, and friction at the plate may not drive it on: contacts gain nothing, and the wedge
 * presses with no more than the impact's own impulses, (1 + e) m u_n from each contact and m u of friction. Without a
 * coefficient of friction, too. */
static void test_wedge(void **state)
{
    (void)state;
    const char *const laws[] = {"friction: 0.6, restitution: {normal: 0.4, tangential: 0.5}",
                                "restitution: {normal: 0.4, tangential: 0.5}",
                                "restitution: {normal: 0.4, tangential: -0.5}"};
    EACH(s) for (int n = 0; n < 3; n++)
    {
        lab l = lab_open(HEAD(2) "interactions: [{between: [m, m], %s}]\n"
                                 "particles: [{material: m, mass: 1, radius: 1, place: {list: [[0, 1]]}, velocity: "
                                 "[-0.14, 0], omega: 0.44}]\n"
                                 "walls:\n  - {name: belt, plane: {point: [0, 0], normal: [0, 1]}, material: m, "
                                 "velocity: [0.3, 0]}\n"
                                 "  - {name: plate, segment: {from: [-0.7735, 1.6338], to: [-0.7735, 9]}, material: "
                                 "m}\nrun: {until: 1, step: 1.0e-3, " TIGHT "}\n",
                         laws[n], steppings[s]);
        lab_steps(&l, 1);
        if (n < 2) close_to(l.w->method_total[RP_CD_GAINED], 0, 1e-12);
        assert_true(fabs(l.w->wall[0].force.y) * l.w->dt < 2 * (1.4 * 0.14 + 0.6));
        lab_close(&l);
    }
}

/* ---- cold beds ---- */

/* Discs in a triangular lattice, no force there at the start: when the first step counts as solved, the floor carries
 * the weight. Residual velocities below 0.1 g dt / L a layer leave at most a tenth of the weight unsupported. The
 * Coulomb residual alone would stop far earlier (1e-4 is reached at 64 layers when the floor carries less than 80 %,
 * with either solver). */
static double cold_bed(int layers, const char *solver)
{
    double value[64], weight, falling = 0;
    lab l = lab_open(
        HEAD(2) "gravity: [0, -1]\ndomain: {lower: [0, -1], upper: [8, %d], periodic: [x]}\ninteractions: [{between: "
                "[m, m], friction: 0.5}]\n"
                "particles: [{material: m, radius: 0.5, count: %d, place: {lattice: {type: triangular, lower: [0, 0], "
                "upper: [8, %d], spacing: 1}}}]\n"
                "walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m}]\n"
                "run: {until: 1, step: 1.0e-3, contact-dynamics: {solver: %s, iterations: {max: 20000}}}\n",
        layers + 2, 8 * layers, layers + 1, solver);
    lab_steps(&l, 1);
    weight = lab_mass(&l, 0) * 8 * layers;
    for (int i = 0; i < 8 * layers; i++) falling -= lab_mass(&l, (unsigned)i) * lab_v(&l, (unsigned)i).y / l.w->dt;
    double force = -l.w->wall[0].force.y, sweeps = l.w->method_total[RP_CD_SWEEPS];
    assert_true(l.w->method_total[RP_CD_UNCONVERGED] == 0);
    close_to(force, weight, 0.1 * weight);
    close_to(force + falling, weight, 1e-12 * weight * layers); /* momentum, whatever the residual */
    l.method->column_values(l.w, value);
    for (int n = 0; n < l.method->column_count; n++)
        if (strcmp(l.method->column[n].name, "carried_weight") == 0) close_to(value[n], force / weight, 1e-12);
    lab_close(&l);
    return sweeps;
}

/* With momentum the number of sweeps grows with the layers, not with their square: 3.5 L carry the bed, and the last
 * looks are an eighth of the sweeps apart. */
static void test_cold_bed(void **state)
{
    (void)state;
    for (int layers = 32; layers <= 128; layers *= 2) assert_true(cold_bed(layers, "accelerated") < 8 * layers);
    for (int layers = 32; layers <= 64; layers *= 2)
        assert_true(cold_bed(layers, "gauss-seidel") > 0.5 * layers * layers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_static_and_sliding),
        cmocka_unit_test(test_friction_by_speed),
        cmocka_unit_test(test_torsion),
        cmocka_unit_test(test_torsion_of_two),
        cmocka_unit_test(test_oblique_spheres),
        cmocka_unit_test(test_gain),
        cmocka_unit_test(test_no_gain_at_rest),
        cmocka_unit_test(test_wedge),
        cmocka_unit_test(test_cold_bed),
    };
    rp_threads_set(1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
