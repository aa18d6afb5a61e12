/* Disc and cone as walls, by every method: faces from both sides, rims, the tip, moving and spinning; an orbit in a
 * cone; gases that fly in and around them. */
#include "event_world.h"
#include "physics/lab.h"

static const double R = 0.01;
static const char *const methods[] = {"soft", "contact-dynamics", "event-driven"};

/* ---- one bounce: restitution 0.8 along a known normal ---- */

typedef struct bounce {
    const char *wall;
    rp_vec at;     /* of the ball when it touches */
    rp_vec normal; /* then */
    rp_vec v, u;   /* of the ball and the wall before, m/s */
} bounce;

#define CONE_UP "cone: {point: [0, 0, 0], axis: [0, 0, 2], radii: [0.1, 0], height: 0.1}" /* 45 degrees, a tip */
#define HOPPER "cone: {point: [0, 0, 0], axis: [0, 0, 1], radii: [0.02, 0.1], height: 0.08}"
#define PLATE "disc: {point: [0, 0, 0], normal: [0, 0, 1], radius: 0.05}"
#define Q 0.70710678118654752440
#define SLOPE 0.014142135623730950488 /* R sqrt(2): above a slope of 45 degrees */

static const bounce bounces[] = {
    {CONE_UP, {0.05, 0, 0.05 + SLOPE}, {Q, 0, Q}, {0, 0, -1}, {0, 0, 0}},
    {CONE_UP, {0, 0.04, 0.06 - SLOPE}, {0, -Q, -Q}, {0, 0, 1}, {0, 0, 0}}, /* from below */
    {CONE_UP, {0.006, 0, 0.108}, {0.6, 0, 0.8}, {0, 0, -1}, {0, 0, 0}},    /* on the tip */
    {CONE_UP, {0.05, 0, 0.05 + SLOPE}, {Q, 0, Q}, {0, 0, -1}, {0.1, 0, 0.5}},
    {HOPPER, {-0.06, 0, 0.04 + SLOPE}, {Q, 0, Q}, {0, 0, -1}, {0, 0, 0}},
    {HOPPER, {0, 0.106, 0.088}, {0, 0.6, 0.8}, {0, 0, -1}, {0, 0, 0}},   /* on the upper rim */
    {HOPPER, {0, 0.014, -0.008}, {0, -0.6, -0.8}, {0, 0, 1}, {0, 0, 0}}, /* on the lower rim, from inside and below */
    {PLATE, {0.03, 0.02, 0.01}, {0, 0, 1}, {0.2, 0, -1}, {0, 0, 0}},
    {PLATE, {0.03, 0.02, -0.01}, {0, 0, -1}, {0, 0.3, 1}, {0, 0, -0.5}},
    {PLATE, {0, -0.056, 0.008}, {0, -0.6, 0.8}, {0, 0, -1}, {0, 0, 0}}, /* on the rim */
    {PLATE, {-0.06, 0, 0}, {-1, 0, 0}, {1, 0, 0}, {0, 0, 0}},           /* on its edge */
};

/* 0.02 s before it touches; the wall starts where it will have come back from. */
static lab before(const bounce *b, const char *method, const char *step)
{
    rp_vec x = rp_vec_sub(b->at, rp_vec_scale(0.02, rp_vec_sub(b->v, b->u)));
    return lab_open("repose: 1\ndimension: 3\nmethod: %s\nmaterials: {m: {density: 1000}}\n"
                    "interactions: [{between: [m, m], restitution: 0.8, normal: {law: linear, stiffness: 1.0e8}}]\n"
                    "particles: [{material: m, radius: 0.01, place: {list: [[%.17g, %.17g, %.17g]]}, "
                    "velocity: [%.17g, %.17g, %.17g]}]\n"
                    "walls: [{name: w, %s, material: m, velocity: [%.17g, %.17g, %.17g]}]\n"
                    "run: {until: 1, step: %s, safety: 100}\n",
                    method, x.x, x.y, x.z, b->v.x, b->v.y, b->v.z, b->wall, b->u.x, b->u.y, b->u.z, step);
}

static void bounce_by(int method, const char *step, double tolerance)
{
    for (size_t n = 0; n < sizeof bounces / sizeof *bounces; n++) {
        const bounce *b = &bounces[n];
        lab l = before(b, methods[method], step);
        lab_until(&l, 0.03);
        double into = rp_vec_dot(rp_vec_sub(b->v, b->u), b->normal);
        rp_vec after = rp_vec_sub(b->v, rp_vec_scale(1.8 * into, b->normal)), v = lab_v(&l, 0), x = lab_x(&l, 0);
        rp_vec touched = rp_vec_add(b->at, rp_vec_scale(0.02, b->u)),
               expected = rp_vec_add(touched, rp_vec_scale(l.w->time - 0.02, after));
        close_to(rp_vec_norm(rp_vec_sub(v, after)), 0, tolerance);
        close_to(rp_vec_norm(rp_vec_sub(x, expected)), 0, 0.02 * tolerance);
        lab_close(&l);
    }
}

static void test_bounce_event(void **s)
{
    (void)s;
    bounce_by(2, "1.0e-3", 1e-12); /* rounding of a time of 0.02 s */
}

static void test_bounce_soft(void **s)
{
    (void)s;
    /* t_c = pi sqrt(m / k) = 2e-5 s; while it lasts the normal on a rim turns by v t_c / r, 2e-3; restitution by steps
     * to O(1/100) */
    bounce_by(0, "auto", 0.01);
}

static void test_bounce_contact_dynamics(void **s)
{
    (void)s;
    bounce_by(1, "5.0e-6", 2e-3); /* a step of 5e-6 s at 1.5 m/s turns the normal on a rim by 7.5e-4 */
}

/* ---- spin: a wall that turns in place drags a ball along, with Coulomb's force all through the impact ---- */

static void spin_by(int method, const char *wall, rp_vec at, rp_vec normal, rp_vec drag)
{
    rp_vec x = rp_vec_add(at, rp_vec_scale(0.02, normal)), v = rp_vec_scale(-1, normal);
    lab l = lab_open("repose: 1\ndimension: 3\nmethod: %s\nmaterials: {m: {density: 1000}}\n"
                     "interactions: [{between: [m, m], restitution: {normal: 0.8, tangential: 0}, friction: 0.1, "
                     "normal: {law: linear, stiffness: 1.0e8}, tangential: {law: cundall-strack}}]\n"
                     "particles: [{material: m, radius: 0.01, place: {list: [[%.17g, %.17g, %.17g]]}, "
                     "velocity: [%.17g, %.17g, %.17g]}]\n"
                     "walls: [{name: w, %s, material: m, rotation: {speed: 50}}]\n"
                     "run: {until: 1, step: %s, safety: 100}\n",
                     methods[method], x.x, x.y, x.z, v.x, v.y, v.z, wall, method == 1 ? "5.0e-6" : "auto");
    lab_until(&l, 0.03);
    rp_vec after = lab_v(&l, 0);
    /* a spring loads friction over the first few hundredths of the impact, and its normal turns by 2e-3 */
    double tolerance = method == 2 ? 1e-12 : 0.01;
    close_to(rp_vec_dot(after, normal), 0.8, tolerance);
    close_to(rp_vec_dot(after, drag), 0.1 * 1.8, tolerance);
    lab_close(&l);
}

static void test_spin(void **s)
{
    (void)s;
    for (int method = 0; method < 3; method++) {
        spin_by(method, PLATE, (rp_vec){0.03, 0, R}, (rp_vec){0, 0, 1}, (rp_vec){0, 1, 0});
        spin_by(method, CONE_UP, (rp_vec){0.05 + Q * R, 0, 0.05 + Q * R}, (rp_vec){Q, 0, Q}, (rp_vec){0, 1, 0});
    }
}

/* A disc that turns about a diameter sweeps through space: not for events. */
static void test_sweep(void **s)
{
    (void)s;
    char said[1600];
    lab l = lab_text("repose: 1\ndimension: 3\nmethod: soft\nmaterials: {m: {density: 1000}}\n"
                     "interactions: [{between: [m, m], restitution: 1, normal: {law: linear, stiffness: 1.0e8}}]\n"
                     "particles: [{material: m, radius: 0.01, place: {list: [[0.03, 0, 0.0101]]}}]\n"
                     "walls: [{name: flap, " PLATE ", material: m, rotation: {speed: -20, axis: [0, 1, 0]}}]\n"
                     "run: {until: 1, step: 1.0e-7}\n");
    lab_until(&l, 3e-3);
    /* an elastic impact of a surface at 0.6 m/s: twice that along its normal, which has turned by 0.3 degrees */
    close_to(lab_v(&l, 0).z, 2 * 20 * 0.03, 0.01);
    lab_close(&l);
    event_world e;
    assert_int_equal(
        event_open_status(&e, EVENT_SCENE
                          "dimension: 3\ninteractions: [{between: [m, m], restitution: 1}]\n"
                          "particles: [{material: m, radius: 0.01, place: {list: [[0.03, 0, 0.02]]}}]\n"
                          "walls: [{name: flap, " PLATE
                          ", material: m, rotation: {speed: 1, axis: [0, 1, 0]}}]\nrun: {until: 1, step: 0.1}\n"),
        RP_INPUT);
    rp_error_text(&e.err, said, sizeof said);
    if (!strstr(said, "turns out of its own surface (wall 'flap')")) fail_msg("%s", said);
    event_close(&e);
}

/* ---- an orbit: without friction a ball goes round in a cone of 45 degrees at constant height if v^2 = g rho ---- */

static void orbit_by(int method, const char *step, double tolerance)
{
    const double rho = 0.05, v = sqrt(9.81 * rho);
    lab l = lab_open(
        "repose: 1\ndimension: 3\nmethod: %s\ngravity: [0, 0, -9.81]\nmaterials: {m: {density: 1000}}\n"
        "interactions: [{between: [m, m], restitution: 0.5, normal: {law: linear, stiffness: 1.0e5}}]\n"
        "particles: [{material: m, radius: 0.01, place: {list: [[%.17g, 0, %.17g]]}, velocity: [0, %.17g, 0]}]\n"
        "walls: [{name: w, " HOPPER ", material: m}]\nrun: {until: 1, step: %s}\n",
        methods[method], rho, rho - 0.02 + SLOPE, v, step);
    for (int n = 1; n <= 10; n++) {
        lab_until(&l, n * 2 * M_PI * rho / v / 10);
        rp_vec x = lab_x(&l, 0);
        double angle = atan2(x.y, x.x), turned = fmod(v * l.w->time / rho + M_PI, 2 * M_PI) - M_PI;
        close_to(hypot(x.x, x.y), rho, tolerance * rho);
        close_to(cos(angle - turned), 1, tolerance);
        close_to(rp_vec_norm(lab_v(&l, 0)), v, tolerance * v);
    }
    lab_close(&l);
}

static void test_orbit(void **s)
{
    (void)s;
    orbit_by(0, "1.0e-5", 1e-3); /* the spring's depth, m g sqrt(2) / k = 6e-7 m of 0.05, swings once as it is loaded */
    /* each step goes along the tangent and is put back: half a step's turn, v dt / rho = 2.8e-4, of every step */
    orbit_by(1, "2.0e-5", 1e-2);
}

/* ---- gases ---- */

static double deepest(const lab *l)
{
    double most = 0;
    rp_vec normal;
    for (size_t i = 0; i < l->w->particles.count; i++)
        for (int n = 0; n < l->w->wall_count; n++)
            for (int face = 0; face < rp_wall_faces(&l->w->wall[n]); face++)
                most = fmax(most, l->w->particles.row[i].r
                                      - rp_wall_distance(&l->w->wall[n], face,
                                                         rp_particle_position(&l->w->particles, i), &normal));
    return most;
}

#define GAS(gravity, restitution, lower, upper)                                                                        \
    "repose: 1\ndimension: 3\nmethod: event-driven\n" gravity "materials: {m: {density: 1}}\n"                         \
    "interactions: [{between: [m, m], restitution: " restitution "}]\n"                                                \
    "particles: [{count: 40, material: m, radius: 0.05, place: {random: {lower: " lower ", upper: " upper "}}, "       \
    "velocity: {thermal: 1}}]\nrun: {until: 100, step: 0.01, event-driven: {collapse: tc, contact_time: 1.0e-6}}\n"

static void gas(const char *text, double end, int conserved)
{
    lab l = lab_text(text);
    double energy = lab_measure(&l).kinetic;
    for (int n = 1; n <= 200; n++) {
        lab_until(&l, end * n / 200);
        assert_true(deepest(&l) < 1e-12); /* rounding of positions near 1 and of times below 20 at speeds near 1 */
    }
    if (conserved) close_to(lab_measure(&l).kinetic, energy, 1e-11 * energy);
    for (int n = 0; n < l.w->wall_count; n++) assert_true(l.w->wall[n].hits > 3); /* none passes through untested */
    lab_close(&l);
}

static void test_gas(void **s)
{
    (void)s;
    /* around and within, both rims and a tip open to it */
    gas(GAS("", "1", "[0, 0, 0]",
            "[1, 1, 1]") "walls:\n"
                         "  - {name: box, box: {lower: [0, 0, 0], upper: [1, 1, 1]}, material: m}\n"
                         "  - {name: funnel, cone: {point: [0.5, 0.5, 0.3], axis: [1, 1, 1], radii: [0.12, 0.3], "
                         "height: 0.3}, "
                         "material: m}\n"
                         "  - {name: spike, cone: {point: [0.7, 0.2, 0.2], axis: [0, 0, 1], radii: [0.1, 0], height: "
                         "0.2}, material: m}\n"
                         "  - {name: plate, disc: {point: [0.2, 0.2, 0.7], normal: [1, -1, 3], radius: 0.15}, "
                         "material: m}\n",
        20, 1);
    /* enclosed in a cone with its tip below and a lid: touches at two sides at once, far down */
    gas(GAS("gravity: [0, 0, -1]\n", "0.999", "[-0.5, -0.5, 0.7]",
            "[0.5, 0.5, 1.4]") "walls:\n"
                               "  - {name: bag, cone: {point: [0, 0, 0], axis: [0, 0, 1], radii: [0, 1.5], height: "
                               "1.5}, material: m}\n"
                               "  - {name: lid, disc: {point: [0, 0, 1.5], normal: [0, 0, 1], radius: 1.5}, material: "
                               "m}\n",
        10, 0);
    /* shaken: a cone, a disc that spins, and a cylinder */
    gas(GAS("gravity: [0, 0, -1]\n", "0.95", "[-0.5, -0.5, 0.5]",
            "[0.5, 0.5, 1.4]") "walls:\n"
                               "  - {name: drum, cylinder: {point: [0, 0, 0], axis: [0, 0, 1], radius: 0.9}, material: "
                               "m, vibration: "
                               "{amplitude: [0.03, 0.02, 0], frequency: 1.3}}\n"
                               "  - {name: ends, box: {lower: [-2, -2, -0.2], upper: [2, 2, 2]}, material: m}\n"
                               "  - {name: sieve, cone: {point: [0, 0, 0], axis: [0, 0, 1], radii: [0.2, 0.6], height: "
                               "0.3}, material: m, "
                               "vibration: {amplitude: [0, 0.01, 0.05], frequency: 2}}\n"
                               "  - {name: plate, disc: {point: [0, 0, 0.1], normal: [0, 0, 1], radius: 0.1}, "
                               "material: m, rotation: {speed: "
                               "3}, vibration: {amplitude: [0, 0, 0.04], frequency: 3}}\n",
        5, 0);
}

/* ---- same bits on one thread, on two, and after a restart ---- */

static void test_twins(void **s)
{
    (void)s;
    lab a, b;
    lab_twins("repose: 1\ndimension: 3\nmethod: soft\ngravity: [0, 0, -9.81]\nmaterials: {m: {density: 1000}}\n"
              "interactions: [{between: [m, m], restitution: 0.5, friction: 0.5, normal: {law: linear, stiffness: "
              "1.0e4}, tangential: {law: cundall-strack}}]\n"
              "particles: [{count: 60, material: m, radius: 0.01, place: {random: {lower: [-0.06, -0.06, 0.1], upper: "
              "[0.06, 0.06, 0.2]}}}]\n"
              "walls: [{name: w, " HOPPER ", material: m, rotation: {speed: 3}}, {name: p, " PLATE
              ", material: m, vibration: {amplitude: [0, 0, 0.005], frequency: 20}}]\nrun: {until: 1}\n",
              5, 400, &a, &b);
    assert_true(rp_vec_norm(a.w->wall[0].force) > 0 || rp_vec_norm(a.w->wall[1].force) > 0);
    lab_close(&a);
    lab_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bounce_event),
        cmocka_unit_test(test_bounce_soft),
        cmocka_unit_test(test_bounce_contact_dynamics),
        cmocka_unit_test(test_spin),
        cmocka_unit_test(test_sweep),
        cmocka_unit_test(test_orbit),
        cmocka_unit_test(test_gas),
        cmocka_unit_test(test_twins),
    };
    rp_threads_set(1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
