/* The three methods on one scene: in the stiff limit of soft contacts, and for short steps of contact dynamics, they
 * agree with the exact collisions of the event-driven method, at the order that the finite contact time and the finite
 * step leave.
 *
 * A soft contact lasts t_c ~ k^(-1/2); particles that should have turned at once do so a time of that order later, so
 * positions afterwards are off by O(v t_c): order 1/2 in the stiffness (with steps that shrink as t_c^2, since a
 * restitution is met to O(dt / t_c)). Contact dynamics lets an impact happen within a step: O(v dt), order 1 in dt. */
#include "physics/lab.h"

/* ---- an oblique collision of unequal discs that slide all the time ---- */

static lab collision(const char *name, double stiffness, const char *step, double safety, double shift)
{
    return lab_open("repose: 1\ndimension: 2\nmethod: %s\nmaterials: {m: {density: 1000}}\nthickness: 0.01\n"
                    "interactions: [{between: [m, m], friction: 0.1, restitution: {normal: 0.7, tangential: 0}, "
                    "normal: {law: linear, stiffness: %.17g}, tangential: {law: coulomb}}]\n"
                    "particles:\n"
                    "  - {material: m, radius: 0.01, place: {list: [[%.17g, 0]]}, velocity: [1, 0]}\n"
                    "  - {material: m, radius: 0.015, place: {list: [[0, 0.017]]}, velocity: [-0.5, 0]}\n"
                    "run: {until: 1, step: %s, safety: %g}\n",
                    name, stiffness, -0.02 + shift, step, safety);
}

/* Where both are at `end`, and how fast; angles do not matter. */
static void state(const char *name, double stiffness, const char *step, double safety, double shift, double end,
                  double x[4], double v[6])
{
    lab l = collision(name, stiffness, step, safety, shift);
    lab_until(&l, end);
    double late = l.w->time - end; /* whole steps go a little beyond */
    for (unsigned id = 0; id < 2; id++) {
        rp_vec at = lab_x(&l, id), speed = lab_v(&l, id);
        x[2 * id] = at.x - late * speed.x;
        x[2 * id + 1] = at.y - late * speed.y;
        v[3 * id] = speed.x;
        v[3 * id + 1] = speed.y;
        v[3 * id + 2] = lab_omega(&l, id).z * lab_r(&l, id);
    }
    lab_close(&l);
}

static double distance(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int k = 0; k < n; k++) sum += (a[k] - b[k]) * (a[k] - b[k]);
    return sqrt(sum);
}

static void test_soft_collision(void **s)
{
    (void)s;
    double x[4], v[6], xs[3][4], vs[3][6], off[3], slow[3];
    state("event-driven", 1e4, "auto", 25, 0, 0.01, x, v);
    assert_true(fabs(v[1]) > 0.05 && fabs(v[2]) > 0.05); /* they met, and friction has spun them */
    for (int k = 0; k < 3; k++) {
        state("soft", 1e6 * pow(9, k), "auto", 400 * pow(3, k), 0, 0.01, xs[k], vs[k]);
        off[k] = distance(xs[k], x, 4);
        slow[k] = distance(vs[k], v, 6);
    }
    /* the direction of the contact turns by O(t_c) while it lasts, so velocities are off at the same order; where in a
     * step a contact begins changes the restitution by some dt / t_c, a tenth of the last difference: 0.05 in the order
     */
    for (int k = 0; k < 2; k++) {
        close_to(log(off[k] / off[k + 1]) / log(9), 0.5, 0.05);
        close_to(log(slow[k] / slow[k + 1]) / log(9), 0.5, 0.05);
    }
    assert_true(off[2] < 3e-5); /* 1.5 m/s times t_c = 1.7e-5 s at the stiffest */
}

/* Where within a step the impact falls is a matter of chance: the mean over many offsets. */
static double contact_dynamics_off(const char *step, double dt, double *slow)
{
    enum { PHASES = 16 };
    double sum = 0;
    *slow = 0;
    for (int k = 0; k < PHASES; k++) {
        double x[4], v[6], xc[4], vc[6], shift = 1.5 * dt * (k + 0.5) / PHASES;
        state("event-driven", 1e4, "auto", 25, shift, 0.01, x, v);
        state("contact-dynamics", 1e4, step, 25, shift, 0.01, xc, vc);
        sum += distance(xc, x, 4) / PHASES;
        *slow += distance(vc, v, 6) / PHASES;
    }
    return sum;
}

static void test_contact_dynamics_collision(void **s)
{
    (void)s;
    double slow[2],
        off[2] = {contact_dynamics_off("1.0e-4", 1e-4, &slow[0]), contact_dynamics_off("1.0e-5", 1e-5, &slow[1])};
    /* mean of sixteen phases: their distribution is even, so the mean scales to a few per cent */
    close_to(log10(off[0] / off[1]), 1, 0.05);
    close_to(log10(slow[0] / slow[1]), 1, 0.05);
    assert_true(off[1] < 1.5e-5 * 1.5); /* relative speed times dt */
}

/* ---- a dilute gas ---- */

enum { GAS = 24 };

static void gas(const char *name, double stiffness, const char *step, double safety, double end, rp_vec x[GAS])
{
    lab l = lab_open("repose: 1\ndimension: 2\nmethod: %s\nseed: 5\nmaterials: {m: {}}\ndomain: {lower: [0, 0], upper: "
                     "[24, 24], periodic: [x, y]}\n"
                     "interactions: [{between: [m, m], restitution: 0.9, normal: {law: linear, stiffness: %.17g}}]\n"
                     "particles:\n  - {count: %d, material: m, radius: 0.5, mass: 1, place: {random: {lower: [0, 0], "
                     "upper: [24, 24]}}, velocity: {thermal: 1}}\n"
                     "run: {until: 100, step: %s, safety: %g}\n",
                     name, stiffness, GAS, step, safety);
    lab_until(&l, end);
    double late = l.w->time - end;
    for (unsigned id = 0; id < GAS; id++) x[id] = rp_vec_sub(lab_x(&l, id), rp_vec_scale(late, lab_v(&l, id)));
    lab_close(&l);
}

static double rms(const rp_vec *a, const rp_vec *b)
{
    double sum = 0;
    for (int i = 0; i < GAS; i++) {
        rp_vec d = rp_vec_sub(a[i], b[i]);
        sum += rp_vec_dot(d, d) / GAS;
    }
    return sqrt(sum);
}

/* A collision multiplies a distance by some ten (free path over radius), so only a few a particle can be followed;
 * until then the methods part in proportion to t_c and dt. */
static void test_gas(void **s)
{
    (void)s;
    static const char *const step[] = {"1.0e-2", "1.0e-4"};
    const double end = 8;
    rp_vec exact[GAS], still[GAS], x[GAS];
    double soft[2], rigid[2];
    gas("event-driven", 1e5, "auto", 25, end, exact);
    gas("event-driven", 1e5, "auto", 25, 1e-9, still);
    assert_true(rms(exact, still) > 5); /* they have flown far */
    for (int k = 0; k < 2; k++) {
        gas("soft", 2e4 * pow(16, k), "auto", 100 * pow(4, k), end, x);
        soft[k] = rms(x, exact);
        gas("contact-dynamics", 1e5, step[k], 25, end, x);
        rigid[k] = rms(x, exact);
    }
    print_message("dilute gas: soft off by %.3g and %.3g, contact dynamics by %.3g and %.3g\n", soft[0], soft[1],
                  rigid[0], rigid[1]);
    close_to(log(soft[0] / soft[1]) / log(16), 0.5, 0.05);
    close_to(log10(rigid[0] / rigid[1]) / 2, 1, 0.15); /* one sample of phases, multiplied by later collisions */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_soft_collision),
                                       cmocka_unit_test(test_contact_dynamics_collision), cmocka_unit_test(test_gas)};
    rp_threads_set(1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
