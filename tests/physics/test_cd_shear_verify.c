/* Overlap does not drift: 10^5 steps of shear between rough walls, the upper one under a load. Inaccurate steps leave
 * small overlaps, which g_pos neither removes nor lets grow [UngerKertesz2003, Eq. 33]; contacts that open and close
 * again forget them. Over 8 m of shear (50 times the width) the largest overlap stays below 1 per cent of the smallest
 * radius and the mean one below 1e-4 of it, in the second half of the run as in the first. */
#include "lab.h"

static const char scene[] = "repose: 1\ndimension: 2\nmethod: contact-dynamics\nseed: 4\ndomain: {lower: [0, -0.1], "
                            "upper: [0.15, 1], periodic: [x]}\nmaterials: {m: {density: 1000}}\n"
                            "interactions: [{between: [m, m], friction: 0.4}]\n"
                            "particles:\n  - {name: bottom, material: m, radius: 0.004, place: {lattice: {type: "
                            "square, lower: [0, -0.004], upper: [0.15, 0.0041], spacing: 0.01}}, glued: floor}\n"
                            "  - {name: grains, material: m, radius: {uniform: [0.003, 0.005]}, place: {lattice: "
                            "{type: triangular, lower: [0, 0.005], upper: [0.15, 0.16], spacing: 0.0101, jitter: 1}}}\n"
                            "  - {name: top, material: m, radius: 0.004, place: {lattice: {type: square, lower: [0, "
                            "0.161], upper: [0.15, 0.1691], spacing: 0.01}}, glued: lid}\n"
                            "walls:\n  - {name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m, velocity: "
                            "{table: [[0.1, 0, 0], [0.11, 0.2, 0]]}}\n"
                            "  - {name: lid, plane: {point: [0, 0.165], normal: [0, -1]}, material: m, mass: 5, load: "
                            "{force: 50}}\nrun: {until: 100, step: 4.0e-4, contact-dynamics: {tolerance: 1.0e-4}}\n";

static void test_overlap(void **state)
{
    (void)state;
    double largest[2] = {0, 0}, mean[2] = {0, 0};
    lab l = lab_text(scene);
    lab_steps(&l, 500);
    for (int half = 0; half < 2; half++)
        for (int n = 0; n < 500; n++) {
            lab_steps(&l, 100);
            rp_measures m = lab_measure(&l);
            largest[half] = fmax(largest[half], m.max_overlap);
            mean[half] += fmax(0, m.mean_overlap) / 500;
        }
    print_message("largest overlap %.3g and %.3g m, mean %.3g and %.3g m, %g steps not converged, %.3g sweeps a step\n",
                  largest[0], largest[1], mean[0], mean[1], l.w->method_total[0],
                  l.w->method_total[1] / (double)l.w->step);
    for (int half = 0; half < 2; half++) {
        assert_true(largest[half] < 0.01 * 0.003);
        assert_true(mean[half] < 1e-4 * 0.003);
    }
    assert_true(mean[1] < 2 * mean[0]); /* statistics of 500 samples; a drift would give 3 */
    rp_measures m = lab_measure(&l);
    close_to(m.budget_error, 0, 1e-11 * m.turnover);
    lab_close(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_overlap)};
    rp_threads_set(1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
