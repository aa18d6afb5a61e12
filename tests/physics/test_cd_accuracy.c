/* `accuracy` of contact dynamics: what it promises of the motion that is left over when a step counts as solved. */
#include "lab.h"
#include "methods/contact_dynamics/options.h"

#define COUNT 120 /* contacts of more than a hundred grains: fewer are solved by the criterion, too */
#define DT 1e-3
#define G 9.81

static const char *const names[] = {"coarse", "normal", "fine"};

/* A column of touching discs whose weight comes on at once, without a force to start from: the hardest step of a bed
 * at rest. Solved, the discs rest. What is left of relative velocities over contacts, rms, is at most 0.1 g dt / layers
 * by `normal`, ten times that by `coarse` and a tenth of it by `fine`. The height in diameters counts as layers. */
static double left_over(const char *accuracy, double *sweeps)
{
    char text[8192], places[4096] = "";
    for (int n = 0; n < COUNT; n++)
        snprintf(places + strlen(places), sizeof places - strlen(places), "%s[0, %g]", n ? ", " : "", 0.01 + 0.02 * n);
    snprintf(text, sizeof text,
             "repose: 1\ndimension: 2\nmethod: contact-dynamics\ngravity: [0, -%g]\nmaterials: {m: {density: 1000}}\n"
             "interactions: [{between: [m, m], friction: 0.5}]\nparticles: [{material: m, radius: 0.01, place: {list: "
             "[%s]}}]\nwalls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m}]\n"
             "run: {until: 1, step: %g, contact-dynamics: {accuracy: %s, iterations: {max: 100000}}}\n",
             G, places, DT, accuracy);
    lab l = lab_open("%s", text);
    lab_steps(&l, 1);
    double sum = 0, below = 0;
    for (int n = 0; n < COUNT; n++) {
        double v = lab_v(&l, (unsigned)n).y;
        sum += (v - below) * (v - below);
        below = v;
    }
    assert_true(l.w->method_total[RP_CD_UNCONVERGED] == 0);
    *sweeps = l.w->method_total[RP_CD_SWEEPS];
    lab_close(&l);
    return sqrt(sum / COUNT);
}

static void test_at_rest(void **state)
{
    (void)state;
    double before = 0, most = G * DT / COUNT;
    for (int n = 0; n < 3; n++, most /= 10) {
        double sweeps, rms = left_over(names[n], &sweeps);
        print_message("%s: %.0f sweeps, %.3g of g dt is left\n", names[n], sweeps, rms / (G * DT));
        assert_true(rms <= most * COUNT / (COUNT - 1)); /* centres lie one diameter less apart than the height */
        assert_true(sweeps > before);
        before = sweeps;
    }
}

/* Two rows of discs on top of each other, the upper one at 1 m/s, meet: velocities of a step, and its sweeps. */
static double sweeps_of(const char *options, double v[COUNT])
{
    char text[16384], low[4096] = "", high[4096] = "";
    for (int n = 0; n < COUNT; n++) {
        snprintf(low + strlen(low), sizeof low - strlen(low), "%s[%g, 0.01]", n ? ", " : "", 0.01 + 0.021 * n);
        snprintf(high + strlen(high), sizeof high - strlen(high), "%s[%g, %.9g]", n ? ", " : "", 0.016 + 0.021 * n,
                 0.01 + sqrt(0.0004 - 0.006 * 0.006));
    }
    snprintf(text, sizeof text,
             "repose: 1\ndimension: 2\nmethod: contact-dynamics\ngravity: [0, -%g]\nmaterials: {m: {density: 1000}}\n"
             "domain: {lower: [0, -1], upper: [%g, 1], periodic: [x]}\ninteractions: [{between: [m, m], friction: "
             "0.3}]\nparticles:\n  - {name: low, material: m, radius: 0.01, place: {list: [%s]}}\n"
             "  - {name: high, material: m, radius: 0.01, place: {list: [%s]}, velocity: [-1, 0]}\n"
             "walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m}]\n"
             "run: {until: 1, step: 1.0e-4, contact-dynamics: {%s, iterations: {max: 100000}}}\n",
             G, 0.021 * COUNT, low, high, options);
    lab l = lab_open("%s", text);
    lab_steps(&l, 1);
    for (int n = 0; n < COUNT; n++) v[n] = lab_v(&l, (unsigned)(COUNT + n)).x;
    double sweeps = l.w->method_total[RP_CD_SWEEPS];
    lab_close(&l);
    return sweeps;
}

/* The error of a step, beside a solution to 1e-12, is of the order of the share of the motion that accuracy allows: rms
 * of contacts, of which a disc has four. */
static void test_in_motion(void **state)
{
    (void)state;
    const char *const options[] = {"accuracy: coarse", "accuracy: normal", "accuracy: fine"};
    const double share[] = {0.1, 0.03, 0.003};
    double tight[COUNT], v[COUNT], before = 0;
    sweeps_of("tolerance: 1.0e-12", tight);
    for (int k = 0; k < 3; k++) {
        double sweeps = sweeps_of(options[k], v), sum = 0;
        for (int n = 0; n < COUNT; n++) sum += (v[n] - tight[n]) * (v[n] - tight[n]);
        print_message("%s: %.0f sweeps, velocities within %.2g of 1 m/s\n", names[k], sweeps, sqrt(sum / COUNT));
        assert_true(sqrt(sum / COUNT) <= 4 * share[k]);
        assert_true(sweeps > before);
        before = sweeps;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_at_rest),
        cmocka_unit_test(test_in_motion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
