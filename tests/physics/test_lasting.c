/* Lasting contacts by every method that can: a sphere slides on a floor until it rolls, rolls or slides down a slope,
 * and, by the two methods that have rolling friction and adhesion, rolls to rest, spins to rest, stays on a slope and
 * hangs under a ceiling. To
 * events a lasting contact is a series of hops that the collapse policy keeps from collapse; in the mean they press,
 * rub and turn as the contact does. */
#include "lab.h"

#define G 9.81
#define MU 0.3
#define R 0.1

typedef struct way {
    const char *method, *step, *options;
    double hop; /* s: longest time between two collisions of events; the step; or the contact time of soft spheres */
} way;

/* Soft: pi sqrt(m/k) = 6.4e-4 s, in which springs settle. The still speed 1e-3 m/s makes hops of at most
 * 2 x 1e-3 / (g cos 60) = 4.1e-4 s. */
static const way ways[] = {
    {"soft", "1.0e-5", "safety: 25", 6.4e-4},
    {"contact-dynamics", "1.0e-4", "contact-dynamics: {tolerance: 1.0e-6}", 1e-4},
    {"event-driven", "1.0e-3", "event-driven: {collapse: tc, contact_time: 1.0e-4}", 1e-4},
    {"event-driven", "1.0e-3", "event-driven: {collapse: elastic-below, still_speed: 1.0e-3}", 4.1e-4},
    {"event-driven", "1.0e-3", "event-driven: {collapse: sleep, still_speed: 1.0e-3}", 4.1e-4},
};
enum { WAYS = sizeof ways / sizeof *ways };

/* A sphere that touches a floor, in gravity that is turned by the angle of a slope. */
static lab on_floor(const way *x, double angle, double v, const char *restitution)
{
    return lab_open("repose: 1\ndimension: 3\nmethod: %s\ngravity: [%.17g, 0, %.17g]\nmaterials: {m: {density: 1000}}\n"
                    "interactions: [{between: [m, m], friction: %g, restitution: %s, normal: {law: linear, stiffness: "
                    "1.0e8}, tangential: {law: cundall-strack, damping_ratio: 0.5}}]\n"
                    "particles: [{material: m, radius: %g, place: {list: [[0, 0, %g]]}, velocity: [%g, 0, 0]}]\n"
                    "walls: [{name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}]\n"
                    "run: {until: 1, step: %s, %s}\n",
                    x->method, G * sin(angle), -G * cos(angle), MU, restitution, R, R, v, x->step, x->options);
}

/* Two hops of friction or of weight along the floor. */
static double tolerance(const way *x, double angle) { return 2 * x->hop * G * (MU * cos(angle) + sin(angle)) + 1e-9; }

/* Friction slows it to 5/7 of its speed, when it rolls: 2 m/s become 10/7 m/s after 2/7 v/(mu g) = 0.19 s. */
static void test_sliding_ends_in_rolling(void **state)
{
    (void)state;
    for (int n = 0; n < WAYS; n++) {
        lab l = on_floor(&ways[n], 0, 2, "0.5");
        lab_until(&l, 0.1);
        close_to(lab_v(&l, 0).x, 2 - MU * G * l.w->time, tolerance(&ways[n], 0));
        lab_until(&l, 1);
        close_to(lab_v(&l, 0).x, 10.0 / 7, tolerance(&ways[n], 0));
        close_to(lab_omega(&l, 0).y * R, 10.0 / 7, tolerance(&ways[n], 0));
        lab_close(&l);
    }
}

/* From rest down a slope below the angle at which it slides, tan = mu/alpha = 7/2 mu: it rolls at 5/7 g sin. */
static void test_rolls_down_a_slope(void **state)
{
    (void)state;
    for (int n = 0; n < WAYS; n++) {
        const double angle = 20 * M_PI / 180, v = 5.0 / 7 * G * sin(angle);
        lab l = on_floor(&ways[n], angle, 0, "0.5");
        lab_until(&l, 1);
        close_to(lab_v(&l, 0).x, v * l.w->time, tolerance(&ways[n], angle));
        close_to(lab_omega(&l, 0).y * R, v * l.w->time, tolerance(&ways[n], angle));
        lab_close(&l);
    }
}

/* Above it: g (sin - mu cos), and friction turns it at 5/2 mu g cos / r. */
static void test_slides_down_a_slope(void **state)
{
    (void)state;
    for (int n = 0; n < WAYS; n++) {
        const double angle = 60 * M_PI / 180;
        lab l = on_floor(&ways[n], angle, 0, "0.5");
        lab_until(&l, 1);
        close_to(lab_v(&l, 0).x, G * (sin(angle) - MU * cos(angle)) * l.w->time, tolerance(&ways[n], angle));
        close_to(lab_omega(&l, 0).y * R, 2.5 * MU * G * cos(angle) * l.w->time, 2.5 * tolerance(&ways[n], angle));
        lab_close(&l);
    }
}

/* A given eps_t is that of impacts; a contact that lasts sticks within Coulomb's cone, whatever it is. */
static void test_tangential_restitution_of_impacts_only(void **state)
{
    (void)state;
    for (int n = 1; n < WAYS; n++) {
        const double angle = 20 * M_PI / 180;
        lab l = on_floor(&ways[n], angle, 0, "{normal: 0.5, tangential: 0.9}");
        lab_until(&l, 1);
        close_to(lab_v(&l, 0).x - lab_omega(&l, 0).y * R, 0, tolerance(&ways[n], angle));
        lab_close(&l);
    }
}

/* ---- rolling friction and adhesion: soft contacts and contact dynamics ---- */

static lab with_law(const way *x, double angle, const char *motion, const char *law, int ceiling)
{
    return lab_open("repose: 1\ndimension: 3\nmethod: %s\ngravity: [%.17g, 0, %.17g]\nmaterials: {m: {density: 1000}}\n"
                    "interactions: [{between: [m, m], friction: %g, restitution: 0.5, normal: {law: linear, stiffness: "
                    "1.0e8}, tangential: {law: cundall-strack, damping_ratio: 0.5}, %s}]\n"
                    "particles: [{material: m, radius: %g, place: {list: [[0, 0, %.17g]]}, %s}]\n"
                    "walls: [{name: plane, plane: {point: [0, 0, 0], normal: [0, 0, %d]}, material: m}]\n"
                    "run: {until: 10, step: %s, %s}\n",
                    x->method, G * sin(angle), -G * cos(angle), MU, law, R, ceiling ? -R + 4e-7 : R, motion,
                    ceiling ? -1 : 1, x->step, x->options);
}

#define ROLLING "rolling: {law: spring-dashpot, friction: 0.1, twisting: 0.05, damping_ratio: 0.5}"

/* The torque mu_r R m g slows a rolling sphere by 5/7 mu_r g; a part of it that turns about the point of touch. */
static void test_rolls_to_rest(void **state)
{
    (void)state;
    for (int n = 0; n < 2; n++) {
        lab l = with_law(&ways[n], 0, "velocity: [1, 0, 0], omega: [0, 10, 0]", ROLLING, 0);
        lab_until(&l, 0.5);
        close_to(lab_v(&l, 0).x, 1 - 5.0 / 7 * 0.1 * G * l.w->time, tolerance(&ways[n], 0));
        lab_until(&l, 3);
        close_to(lab_v(&l, 0).x, 0, tolerance(&ways[n], 0));
        lab_close(&l);
    }
}

/* The torque mu_t R m g about the normal slows the spin by 5/2 mu_t g / R. */
static void test_spins_to_rest(void **state)
{
    (void)state;
    for (int n = 0; n < 2; n++) {
        lab l = with_law(&ways[n], 0, "omega: [0, 0, 20]", ROLLING, 0);
        lab_until(&l, 1);
        close_to(lab_omega(&l, 0).z, 20 - 2.5 * 0.05 * G / R * l.w->time, 2.5 * tolerance(&ways[n], 0) / R);
        lab_until(&l, 2);
        close_to(lab_omega(&l, 0).z, 0, 2.5 * tolerance(&ways[n], 0) / R);
        lab_close(&l);
    }
}

/* On a slope of less than mu_r it stays; on one of more it rolls at 5/7 g (sin - mu_r cos). */
static void test_stays_on_a_slope(void **state)
{
    (void)state;
    for (int n = 0; n < 2; n++)
        for (int steep = 0; steep < 2; steep++) {
            double angle = atan(steep ? 0.2 : 0.08), a = steep ? 5.0 / 7 * G * (sin(angle) - 0.1 * cos(angle)) : 0;
            lab l = with_law(&ways[n], angle, "velocity: [0, 0, 0]", ROLLING, 0);
            lab_until(&l, 1);
            close_to(lab_v(&l, 0).x, a * l.w->time, tolerance(&ways[n], angle));
            lab_close(&l);
        }
}

/* Under a ceiling, pressed into it as far as the adhesion presses a soft sphere: held by twice its weight it hangs;
 * held by half of it it falls, freely but for its first contact time or step. */
static void test_hangs(void **state)
{
    (void)state;
    const double weight = 1000 * 4 * M_PI / 3 * R * R * R * G;
    for (int n = 0; n < 2; n++)
        for (int falls = 0; falls < 2; falls++) {
            char law[64];
            snprintf(law, sizeof law, "adhesion: {law: constant, force: %.17g}", (falls ? 0.5 : 2) * weight);
            lab l = with_law(&ways[n], 0, "velocity: [0, 0, 0]", law, 1);
            lab_until(&l, 0.5);
            close_to(lab_v(&l, 0).z, falls ? -G * l.w->time : 0, 10 * tolerance(&ways[n], 0));
            lab_close(&l);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sliding_ends_in_rolling), cmocka_unit_test(test_rolls_down_a_slope),
        cmocka_unit_test(test_slides_down_a_slope),     cmocka_unit_test(test_tangential_restitution_of_impacts_only),
        cmocka_unit_test(test_rolls_to_rest),           cmocka_unit_test(test_spins_to_rest),
        cmocka_unit_test(test_stays_on_a_slope),        cmocka_unit_test(test_hangs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
