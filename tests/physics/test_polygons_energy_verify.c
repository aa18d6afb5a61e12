/* Twenty seconds of soft polygons and discs in a box, without dissipation: their energy stays. */
#include "lab.h"

static double energy(const lab *l)
{
    rp_measures m = lab_measure(l);
    return m.kinetic + m.rotational + m.stored;
}

static void twenty_seconds(void **state)
{
    (void)state;
    lab l = lab_open(
        "repose: 1\ndimension: 2\nmethod: soft\nthickness: 0.01\nmaterials: {m: {density: 2000}}\nseed: 3\n"
        "interactions: [{between: [m, m], normal: {law: linear, stiffness: 1.0e4}}]\n"
        "particles: [{shape: {polygon: {sides: [3, 7], angularity: 0.8}}, material: m, count: 16, radius: "
        "{uniform: [0.004, 0.008]}, place: {random: {lower: [-0.04, -0.04], upper: [0.04, 0.04]}}, "
        "velocity: {thermal: 0.3}},\n"
        "            {material: m, count: 6, radius: 0.005, place: {random: {lower: [-0.04, -0.04], upper: "
        "[0.04, 0.04]}}, velocity: {thermal: 0.3}}]\n"
        "walls: [{name: box, box: {lower: [-0.04, -0.04], upper: [0.04, 0.04]}, material: m}]\n"
        "run: {until: 100, step: 1.0e-5}\n");
    double start = energy(&l), worst = 0;
    for (int n = 1; n <= 20; n++) {
        lab_until(&l, n);
        worst = fmax(worst, fabs(energy(&l) / start - 1));
    }
    print_message("energy after 20 s: %.6f of the start, off by %.2g at most\n", energy(&l) / start, worst);
    /* single impacts are off by some 1e-5 at this step, either way: thousands of them add up to a walk of 1e-3, which
     * falls with the square of the step; by area the energy falls by some per cent */
    assert_true(worst < 3e-3);
    assert_true(lab_measure(&l).rotational > 0.1 * start); /* they did collide */
    lab_close(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(twenty_seconds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
