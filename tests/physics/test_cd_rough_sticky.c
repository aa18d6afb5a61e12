/* Contact dynamics: restitution.tangential without friction has no bound, and adhesion beside a given restitution does
 * not depend on where in the step an impact falls. */
#include "lab.h"

#define HEAD "repose: 1\ndimension: 3\nmethod: %s\nmaterials: {m: {density: 1000}}\n"
#define FLOOR "walls: [{name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}]\n"
static const char *const hard[] = {"contact-dynamics", "event-driven"};

/* A rough sphere hits a plane: its slip is eps_t times what it was, however small the normal speed [Poschel2008,
 * Eqs. 80, 81]; m v + I omega / r is kept. */
static void test_rough_impact(void **state)
{
    (void)state;
    for (int n = 0; n < 2; n++)
        for (double eps_t = -1; eps_t <= 1; eps_t += 0.5) {
            lab l = lab_open(HEAD
                             "interactions: [{between: [m, m], restitution: {normal: 0.8, tangential: %g}}]\n"
                             "particles: [{material: m, radius: 0.1, place: {list: [[0, 0, 0.105]]}, velocity: [3, "
                             "0, -0.1], omega: [0, 5, 0]}]\n" FLOOR "run: {until: 1, step: 1.0e-3}\n",
                             hard[n], eps_t);
            lab_until(&l, 0.1);
            close_to(lab_v(&l, 0).z, 0.08, 1e-12); /* one contact: rounding */
            close_to(lab_v(&l, 0).x - 0.1 * lab_omega(&l, 0).y, 2.5 * eps_t, 1e-12);
            close_to(lab_v(&l, 0).x + 0.04 * lab_omega(&l, 0).y, 3.2, 1e-12);
            lab_close(&l);
        }
}

/* A rough sphere that lies on a floor rolls at once: at 5/7 of its speed. To events it is a series of hops. */
static void test_rough_contact_rolls(void **state)
{
    (void)state;
    for (int n = 0; n < 2; n++) {
        lab l = lab_open(HEAD
                         "gravity: [0, 0, -9.81]\ninteractions: [{between: [m, m], restitution: {normal: 0.5, "
                         "tangential: 0.2}}]\nparticles: [{material: m, radius: 0.1, place: {list: [[0, 0, 0.1]]}, "
                         "velocity: [2, 0, 0]}]\n" FLOOR "run: {until: 1, step: 1.0e-4, event-driven: {collapse: "
                         "tc, contact_time: 1.0e-4}}\n",
                         hard[n]);
        lab_until(&l, 0.1);
        close_to(lab_v(&l, 0).x, 10.0 / 7, 1e-9);
        lab_close(&l);
    }
}

/* A sphere with adhesion and a given restitution rebounds by it, wherever in the step it arrives, and whatever the pull
 * could take from it in a step: a rigid contact ends where it parts. */
static void test_adhesive_impact_by_no_chance(void **state)
{
    (void)state;
    static const char *const steppings[] = {"gap", "midpoint"};
    for (int part = 0; part < 160; part++) {
        const double v = part / 2 % 2 ? 1 : 0.05, m = 4.18879;
        lab l = lab_open(
            HEAD "interactions: [{between: [m, m], restitution: 0.5, adhesion: {law: constant, force: %.17g}}]\n"
                 "particles: [{material: m, radius: 0.1, place: {list: [[0, 0, %.17g]]}, velocity: [0, 0, "
                 "%.17g]}]\n" FLOOR "run: {until: 1, step: 1.0e-3, contact-dynamics: {stepping: %s}}\n",
            hard[0], part % 4 ? 2 * m * v / 1e-3 : 1, 0.1 + v * (5e-3 + 1e-3 * part / 160), -v, steppings[part % 2]);
        lab_until(&l, 0.1);
        close_to(lab_v(&l, 0).z, 0.5 * v, 1e-12);
        lab_close(&l);
    }
}

/* A block that sticks by its laws, or by a restitution of 0, hangs after it has struck, by either rule and stepping,
 * wherever in the step it falls: gravity pulls it off with a twentieth of the adhesion. */
static void test_adhesive_block_hangs(void **state)
{
    (void)state;
    for (int n = 0; n < 80; n++) {
        lab l = lab_open(
            "repose: 1\ndimension: 2\nmethod: contact-dynamics\ngravity: [0, 25]\nthickness: 0.01\nmaterials: {m: "
            "{density: 1000}}\n"
            "interactions: [{between: [m, m], friction: %g, restitution: %s, adhesion: {law: constant, force: 1}}]\n"
            "particles: [{material: m, shape: {polygon: {vertices: [[0, 0], [0.02, 0], [0.02, 0.01], [0, 0.01]]}}, "
            "place: {list: [[0, %.17g]]}, velocity: [0, -0.1]}]\n"
            "walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m}]\n"
            "run: {until: 1, step: 1.0e-4, contact-dynamics: {restitution: %s, stepping: %s}}\n",
            n % 2 ? 0.3 : 0.0, n / 2 % 2 ? "0.5, normal: {law: linear, stiffness: 1.0e5}" : "0",
            0.005 + 1e-5 * (1 + 0.2 * (n / 16)), n / 4 % 2 ? "newton" : "poisson", n / 8 % 2 ? "midpoint" : "gap");
        lab_until(&l, 0.05);
        close_to(lab_v(&l, 0).y, 0, 1e-6);
        close_to(lab_x(&l, 0).y, 0.005, 1.1e-5); /* midpoint stepping overlaps by up to a step's way */
        lab_close(&l);
    }
}

/* Smooth (eps_t = 1, no friction): a corner of a square that strikes keeps its speed along the floor. */
static void test_smooth_polygon(void **state)
{
    (void)state;
    lab l = lab_open(
        "repose: 1\ndimension: 2\nmethod: contact-dynamics\nmaterials: {m: {density: 1000}}\n"
        "interactions: [{between: [m, m], restitution: {normal: 0.5, tangential: 1}}]\n"
        "particles: [{material: m, shape: {polygon: {sides: 4}}, radius: 0.1, angle: 0.3, place: {list: [[0, "
        "0.12]]}, velocity: [1, -1]}]\n"
        "walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m}]\n"
        "run: {until: 1, step: 1.0e-3}\n");
    lab_until(&l, 0.05);
    assert_true(fabs(lab_omega(&l, 0).z) > 1); /* it has struck */
    close_to(lab_v(&l, 0).x, 1, 1e-12);
    lab_close(&l);
}

/* A sphere that sticks to a wall without gravity stays where it is, wherever in the step it arrived: what rounding has
 * left of its speed is neither an impact nor a way to leave. Then a force of its own pulls: up to the adhesion it
 * holds, beyond it goes. */
static void test_stuck_without_gravity(void **state)
{
    (void)state;
    const double pull = 2 * M_PI * 0.3 * 1.1e-3, steps[] = {1e-4, 3e-4, 3e-3}, parts[] = {0, 0.5, 0.9, 1.1};
    for (int n = 0; n < 60; n++) {
        const double step = steps[n % 3], speed = 0.0073, part = parts[n / 3 % 4], place = 0.1 + 0.2 * (n / 12);
        lab l = lab_open("repose: 1\ndimension: 3\nmethod: contact-dynamics\nmaterials: {m: {density: 1900, young: "
                         "1.0e9, poisson: 0.3}}\ninteractions: [{between: [m, m], restitution: 0.6, normal: {law: "
                         "hertz}, adhesion: {law: dmt, adhesion: 0.3}}]\nparticles: [{name: a, material: m, radius: "
                         "1.1e-3, place: {list: [[0, %.17g, 0]]}, velocity: [0, %.17g, 0], force: {table: [[0.02, 0, "
                         "0, 0], [0.03, 0, %.17g, 0]]}}]\nwalls: [{name: w, plane: {point: [0, 0, 0], normal: [0, 1, "
                         "0]}, material: m}]\nrun: {until: 1, step: %.17g}\n",
                         1.1e-3 + speed * step * (2 + place), -speed, part * pull, step);
        lab_steps(&l, (long)ceil(0.06 / step));
        const double away = lab_x(&l, 0).y - 1.1e-3;
        if (part < 1 ? fabs(away) > 1e-12 : away < 1e-3)
            fail_msg("step %g, part %g of the adhesion, place %g: %g m away", step, part, place, away);
        lab_close(&l);
    }
}

/* A sphere that touches a wall by jkr, pulled off it or along it. The neck holds 3/2 pi gamma R (end: force), and that
 * is what friction counts beyond the normal force: by soft contacts and by contact dynamics alike. */
static double jkr_way(const char *method, double step, double off, double along)
{
    const double neck = 1.5 * M_PI * 0.1 * 5e-4;
    lab l = lab_open(
        "repose: 1\ndimension: 3\nmethod: %s\nmaterials: {m: {density: 1900, young: 1.0e7, poisson: 0.3}}\n"
        "interactions: [{between: [m, m], friction: 0.3, normal: {law: jkr, adhesion: 0.1, dissipation: 1.0e-5}, "
        "tangential: {law: cundall-strack, stiffness: 100, damping: 1.0e-2}}]\nparticles: [{name: a, material: m, "
        "radius: 5.0e-4, place: {list: [[0, 5.0e-4, 0]]}, force: {table: [[0, 0, 0, 0], [0.01, %.17g, %.17g, 0]]}, "
        "lock: [rotation]}]\nwalls: [{name: w, plane: {point: [0, 0, 0], normal: [0, 1, 0]}, material: m}]\nrun: "
        "{until: 1, step: %.17g}\n",
        method, along * neck, off * neck, step);
    lab_steps(&l, (long)ceil(0.05 / step));
    const double way = hypot(lab_x(&l, 0).x, lab_x(&l, 0).y - 5e-4);
    lab_close(&l);
    return way;
}

static void test_jkr_holds(void **state)
{
    (void)state;
    const struct {
        double off, along;
        int holds;
    } pulls[] = {{0.95, 0, 1}, {1.05, 0, 0}, {0, 0.95 * 0.3, 1}, {0, 1.05 * 0.3, 0}, {0.5, 0.1, 1}, {0.5, 0.2, 0}};
    for (int m = 0; m < 2; m++)
        for (int n = 0; n < 6; n++) {
            const double way = jkr_way(m ? "contact-dynamics" : "soft", m ? 5e-4 : 5e-6, pulls[n].off, pulls[n].along);
            if (pulls[n].holds ? way > 2e-5 : way < 1e-3) /* springs of 100 N/m and necks give way by some um */
                fail_msg("%s, %g off, %g along: %g m", m ? "contact dynamics" : "soft", pulls[n].off, pulls[n].along,
                         way);
        }
}

/* Two that stick by their laws rub by their coefficient of friction and no more: here by none. */
static void test_sticking_does_not_grip(void **state)
{
    (void)state;
    for (int n = 0; n < 2; n++) {
        lab l = lab_open("repose: 1\ndimension: 3\nmethod: %s\nmaterials: {m: {density: 1000, young: 1.0e7, poisson: "
                         "0.3}}\ninteractions: [{between: [m, m], friction: 0, normal: {law: jkr, adhesion: 0.5, "
                         "dissipation: 1.0e-4}, tangential: {law: mindlin}}]\n"
                         "particles: [{material: m, radius: 0.001, place: {list: [[0, 0, 0.00105]]}, velocity: [1, 0, "
                         "-0.001]}]\n" FLOOR "run: {until: 1, step: 1.0e-3}\n",
                         hard[n]);
        lab_until(&l, 0.06);
        close_to(lab_v(&l, 0).z, 0, 1e-6); /* it sticks */
        close_to(lab_v(&l, 0).x, 1, 1e-12);
        lab_close(&l);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rough_impact),
        cmocka_unit_test(test_rough_contact_rolls),
        cmocka_unit_test(test_adhesive_impact_by_no_chance),
        cmocka_unit_test(test_adhesive_block_hangs),
        cmocka_unit_test(test_smooth_polygon),
        cmocka_unit_test(test_stuck_without_gravity),
        cmocka_unit_test(test_jkr_holds),
        cmocka_unit_test(test_sticking_does_not_grip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
