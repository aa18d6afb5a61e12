/* Lasting contacts on walls of every kind (faces, edges, rims, both sides), by every method that can: where the wall
 * has a straight line a sphere or disc slides along it until it rolls, and slides or rolls down it as down a slope;
 * with rolling friction and adhesion, by the two methods that have them, it rolls to rest, spins to rest, stays on a
 * slope and hangs. In a round wall it rolls to and fro. Gravity presses onto the wall where it is: the numbers are
 * those of a plane. Events: test_lasting.c says what their hops are. */
#include "truth.h"

#define G 9.81
#define MU 0.3
#define R 2e-3

typedef struct way {
    const char *method, *step, *options;
    double hop; /* s: longest time between two collisions of events; the step; or the contact time of soft particles */
} way;

/* Soft: pi sqrt(m/k) is about 1e-4 s for the sphere (3.4e-5 kg) and for the disc (2.5e-5 kg). The still speed 1e-4 m/s
 * makes hops of at most 2 x 1e-4 / (g cos 60) = 4.1e-5 s. */
static const way ways[] = {
    {"soft", "2.0e-6", "safety: 25", 1e-4},
    {"contact-dynamics", "2.0e-5", "contact-dynamics: {tolerance: 1.0e-6}", 2e-5},
    {"event-driven", "1.0e-4", "event-driven: {collapse: tc, contact_time: 1.0e-5}", 1e-5},
    {"event-driven", "1.0e-4", "event-driven: {collapse: elastic-below, still_speed: 1.0e-4}", 4.1e-5},
    {"event-driven", "1.0e-4", "event-driven: {collapse: sleep, still_speed: 1.0e-4}", 4.1e-5},
};
enum { WAYS = sizeof ways / sizeof *ways, FORCES = 2 }; /* the first two have rolling friction and adhesion */

typedef struct ground {
    truth_wall wall;
    rp_vec along;   /* a straight line of the wall; 0: it has none here */
    double inertia; /* I / (m r^2) */
} ground;

/* Where the contact is: flat walls have lines in every direction, round ones along the axis or up the slope, edges
 * along themselves; rims, corners and ends have none. */
static ground ground_make(int kind)
{
    ground g = {.wall = truth_wall_make(kind, 0.4)};
    const char *name = g.wall.name;
    const rp_vec n = g.wall.normal, z = {0, 0, 1}, up = rp_vec_sub(z, rp_vec_scale(rp_vec_dot(z, n), n));
    const int flat = g.wall.dimension == 2, bent = strstr(name, "cylinder") || strstr(name, "cone");
    g.inertia = flat ? 0.5 : 0.4;
    if (strstr(name, "rim") || strstr(name, "corner") || strstr(name, "end") || (flat && bent)) return g;
    rp_vec t = flat                   ? rp_vec_cross(n, z)
               : bent                 ? up
               : strstr(name, "edge") ? rp_vec_make(0, 1, 0)
                                      : rp_vec_cross(n, rp_vec_make(0.6, 0.64, 0.48));
    g.along = rp_vec_scale(1 / rp_vec_norm(t), t);
    return g;
}

/* On the wall or, hanging, pulled off it by gravity; the plane of motion is that of the normal and the line. spin:
 * about the axis of rolling, in it, and about the normal, rad/s. */
typedef struct start {
    double slope;       /* rad, down the line */
    double speed;       /* m/s, along the line */
    double roll, twist; /* rad/s */
    double off;         /* m: away from the wall */
    int hangs;
    const char *laws; /* with a comma before */
} start;

static rp_vec axis(const ground *g) { return rp_vec_cross(g->wall.normal, g->along); }

static lab lay(const ground *g, const way *x, const start *s)
{
    const rp_vec n = g->wall.normal, t = rp_vec_norm(g->along) > 0 ? g->along : rp_vec_make(0, 0, 0);
    bout b = {.dimension = g->wall.dimension};
    char gravity[120], at[120], velocity[120], omega[120];
    rp_vec down = rp_vec_scale((s->hangs ? 1 : -1) * G * cos(s->slope), n);
    truth_vector(&b, rp_vec_add(down, rp_vec_scale(G * sin(s->slope), t)), gravity);
    truth_vector(&b, rp_vec_add(g->wall.point, rp_vec_scale(R + s->off, n)), at);
    truth_vector(&b, rp_vec_scale(s->speed, t), velocity);
    rp_vec w = rp_vec_add(rp_vec_scale(s->roll, axis(g)), rp_vec_scale(s->twist, n));
    truth_vector(&b, w, omega);
    if (b.dimension == 2) snprintf(omega, sizeof omega, "%.17g", w.z);
    return lab_open("repose: 1\ndimension: %d\n%smethod: %s\ngravity: %s\nmaterials: {m: {density: 1000}}\n"
                    "interactions: [{between: [m, m], friction: %g, restitution: 0.5%s%s}]\n"
                    "particles: [{material: m, radius: %g, place: {list: [%s]}, velocity: %s, omega: %s}]\n"
                    "walls: [{name: w, %s, material: m}]\nrun: {until: 10, step: %s, %s}\n",
                    b.dimension, b.dimension == 2 ? "thickness: 0.002\n" : "", x->method, gravity, MU,
                    strcmp(x->method, "soft") == 0 ? ", normal: {law: linear, stiffness: 3.0e4}, tangential: {law: "
                                                     "cundall-strack, damping_ratio: 0.5}"
                                                   : "",
                    s->laws ? s->laws : "", R, at, velocity, omega, g->wall.shape, x->step, x->options);
}

/* Two hops of friction or of weight along the wall. */
static double tolerance(const way *x, double slope) { return 2 * x->hop * G * (MU * cos(slope) + sin(slope)) + 1e-9; }

static void near(const ground *g, const way *x, const char *what, double value, double expected, double small)
{
    if (fabs(value - expected) <= small) return;
    fail_msg("%s (%s) on %s: %s is %.9g, expected %.9g within %.2g", x->method, x->options, g->wall.name, what, value,
             expected, small);
}

static double speed(const lab *l, const ground *g) { return rp_vec_dot(lab_v(l, 0), g->along); }
static double rolls(const lab *l, const ground *g) { return R * rp_vec_dot(lab_omega(l, 0), axis(g)); }

/* Friction slows it to 1 / (1 + I/(m r^2)) of its speed, when it rolls. */
static void slides_until_it_rolls(const ground *g, const way *x)
{
    const double v = 0.1, end = v / (1 + g->inertia), small = tolerance(x, 0);
    start s = {.speed = v};
    lab l = lay(g, x, &s);
    lab_until(&l, 0.005);
    near(g, x, "speed while it slides", speed(&l, g), v - MU * G * l.w->time, small);
    lab_until(&l, 0.018);
    near(g, x, "speed of rolling", speed(&l, g), end, small);
    near(g, x, "spin of rolling", rolls(&l, g), end, small);
    lab_close(&l);
}

/* From rest: below tan = mu (1 + m r^2/I) it rolls, above it slides. */
static void goes_down(const ground *g, const way *x, double slope)
{
    const double stick = G * sin(slope) / (1 + g->inertia), slide = G * (sin(slope) - MU * cos(slope));
    const int slips = tan(slope) > MU * (1 + 1 / g->inertia);
    start s = {.slope = slope};
    lab l = lay(g, x, &s);
    lab_until(&l, 0.015);
    double t = l.w->time, spin = slips ? MU * G * cos(slope) / g->inertia * t : stick * t;
    near(g, x, "speed down", speed(&l, g), (slips ? slide : stick) * t, tolerance(x, slope));
    near(g, x, "spin down", rolls(&l, g), spin, tolerance(x, slope) / (slips ? g->inertia : 1));
    lab_close(&l);
}

static void test_sliding_and_rolling(void **state)
{
    (void)state;
    int lines = 0;
    for (int kind = 0; kind < TRUTH_WALLS; kind++) {
        ground g = ground_make(kind);
        if (rp_vec_norm(g.along) == 0) continue;
        lines++;
        for (int n = 0; n < WAYS; n++) {
            slides_until_it_rolls(&g, &ways[n]);
            goes_down(&g, &ways[n], 0.35);
            goes_down(&g, &ways[n], 1.05);
        }
    }
    assert_int_equal(lines, 15);
}

/* ---- rolling friction and adhesion ---- */

#define ROLLING ", rolling: {law: constant-torque, friction: 0.1, twisting: 0.05}"

/* The torques mu_r R m g and mu_t R m g: on the way down less than mu_r it stays. */
static void test_rolling_friction(void **state)
{
    (void)state;
    for (int kind = 0; kind < TRUTH_WALLS; kind++)
        for (int n = 0; n < FORCES; n++) {
            const way *x = &ways[n];
            ground g = ground_make(kind);
            if (rp_vec_norm(g.along) == 0) continue;
            const double small = tolerance(x, 0), slow = 0.1 * G / (1 + g.inertia), v = 0.01;
            start s = {.speed = v, .roll = v / R, .twist = g.wall.dimension == 3 ? 4 : 0, .laws = ROLLING};
            lab l = lay(&g, x, &s);
            lab_until(&l, 0.005);
            near(&g, x, "speed of rolling", speed(&l, &g), v - slow * l.w->time, small);
            near(&g, x, "spin about the normal", R * rp_vec_dot(lab_omega(&l, 0), g.wall.normal),
                 R * s.twist > 0 ? fmax(0, R * s.twist - 0.05 * G / g.inertia * l.w->time) : 0, small / g.inertia);
            lab_until(&l, 0.02);
            near(&g, x, "speed at rest", speed(&l, &g), 0, small);
            near(&g, x, "spin at rest", R * rp_vec_norm(lab_omega(&l, 0)), 0, small / g.inertia);
            lab_close(&l);
            s = (start){.slope = atan(0.08), .laws = ROLLING};
            l = lay(&g, x, &s);
            lab_until(&l, 0.01);
            near(&g, x, "speed on a slope below mu_r", speed(&l, &g), 0, tolerance(x, s.slope));
            lab_close(&l);
        }
}

/* Pressed into the wall as far as the adhesion presses a soft particle: held by twice its weight it hangs, on rims,
 * corners and ends too; held by half of it, it falls, freely but for its first contact time or step. */
static void test_hangs(void **state)
{
    (void)state;
    for (int kind = 0; kind < TRUTH_WALLS; kind++)
        for (int n = 0; n < FORCES; n++)
            for (int falls = 0; falls < 2; falls++) {
                const way *x = &ways[n];
                ground g = ground_make(kind);
                const double mass = 1000 * M_PI * R * R * (g.wall.dimension == 3 ? 4 * R / 3 : 2e-3);
                char law[80];
                snprintf(law, sizeof law, ", adhesion: {law: constant, force: %.17g}", (falls ? 0.5 : 2) * mass * G);
                start s = {.hangs = 1, .off = falls ? 0 : -mass * G / 3e4, .laws = law};
                lab l = lay(&g, x, &s);
                lab_until(&l, 0.01);
                near(&g, x, falls ? "speed of the fall" : "speed where it hangs",
                     rp_vec_dot(lab_v(&l, 0), g.wall.normal), falls ? G * l.w->time : 0, 10 * tolerance(x, 0));
                lab_close(&l);
            }
}

/* To and fro in a round wall: phi'' = -g sin(phi) / ((R_w - r) (1 + I/(m r^2))), by small steps of the same equation.
 * From rest at 0.3 rad friction of 0.3 holds the disc and the sphere: tan(0.3) < 0.3 (1 + m r^2/I). */
static void test_rolls_in_a_bowl(void **state)
{
    (void)state;
    for (int n = 0; n < 2 * WAYS; n++) {
        const way *x = &ways[n / 2];
        ground g = ground_make(n % 2 ? 9 : 2); /* in three dimensions across the axis, in two */
        assert_non_null(strstr(g.wall.name, "cylinder, inside"));
        const rp_vec e = g.wall.normal, t = rp_vec_cross(e, rp_vec_make(0, 0, 1));
        const double rate = G / ((0.05 - R) * (1 + g.inertia)), step = 1e-5;
        g.along = t;
        start s = {.slope = 0.3};
        lab l = lay(&g, x, &s);
        lab_until(&l, 0.2); /* beyond the lowest point */
        double phi = 0.3, turn = -0.5 * step * rate * sin(phi);
        long steps = (long)(l.w->time / step + 0.5);
        for (long k = 0; k < steps; k++) {
            phi += step * turn;
            turn -= step * rate * sin(phi);
        }
        double gone = atan2(rp_vec_dot(lab_x(&l, 0), t), -rp_vec_dot(lab_x(&l, 0), e));
        assert_true(phi < -0.1);
        /* hops and springs act as if it began up to two of them later */
        near(&g, x, "angle from the start", gone, 0.3 - phi, 2 * x->hop * fabs(turn) + 1e-5);
        lab_close(&l);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sliding_and_rolling),
                                       cmocka_unit_test(test_rolling_friction), cmocka_unit_test(test_hangs),
                                       cmocka_unit_test(test_rolls_in_a_bowl)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
