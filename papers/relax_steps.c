/* See relax_steps.h. */
#include "relax_steps.h"
#include <math.h>
#include <stdio.h>

enum { STEPS = 8, STIFFNESSES = 5, SMOOTH = 60 };
static const double steps[STEPS] = {1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 2e-2, 5e-2, 1e-1};
static const double stiffness[STIFFNESSES] = {1, 50, 200, 400, 4e8};
static const double contact_time[STIFFNESSES] = {1.969, 0.278, 0.139, 0.0984,
                                                 9.84e-5}; /* [Pena2009, Sect. 3; errata 32], s */

static double stepped(const rp_relax *test, double step)
{
    rp_relax r = *test;
    r.step = step;
    return rp_relax_stepped(&r);
}

static void draw_stepped(rp_plot *plot, int panel, const rp_relax *test)
{
    double x[SMOOTH], y[SMOOTH];
    for (int n = 0; n < SMOOTH; n++) {
        x[n] = pow(10, -4.3 + 3.5 * n / (SMOOTH - 1));
        y[n] = stepped(test, x[n]);
    }

    rp_plot_curve(plot, panel, x, y, SMOOTH,
                  &(rp_plot_style){
                      .label = "t_{R0} / (1 + 49.04 \xce\x94t/t_{c})", .color = RP_PLOT_GREY, .line = RP_LINE_SOLID});
}

rp_status rp_relax_stiffnesses(rp_plot *plot, int panel, const rp_relax *test, double from, double until,
                               rp_numbers *numbers, rp_error *err)
{
    static const rp_marker markers[STIFFNESSES] = {RP_MARKER_CIRCLE, RP_MARKER_SQUARE, RP_MARKER_TRIANGLE,
                                                   RP_MARKER_DIAMOND, RP_MARKER_CROSS};
    const double exact = rp_relax_exact(test);
    double t_R[STIFFNESSES][STEPS], spread = 0, worst = 0, time = 0;
    rp_plot_log(plot, panel, 1, 0);
    rp_plot_limits(plot, panel, 5e-5, 0.16, 0, 1.15 * exact);
    draw_stepped(plot, panel, test);
    for (int k = 0; k < STIFFNESSES; k++) {
        rp_relax r = *test;
        char label[40];
        r.stiffness = stiffness[k];
        int first = k == STIFFNESSES - 1 ? 0 : 2;
        for (int n = first; n < STEPS; n++) {
            r.step = steps[n];
            rp_status status = rp_relax_time(&r, from, until, &t_R[k][n], err);
            if (status) return status;
            worst = fmax(worst, fabs(t_R[k][n] / rp_relax_stepped(&r) - 1));
            spread = fmax(spread, fabs(t_R[k][n] / t_R[0][n < 2 ? 2 : n] - 1) * (n >= first && first == 2));
        }
        time = fmax(time, fabs(rp_relax_contact_time(&r) / contact_time[k] - 1));
        snprintf(label, sizeof label, "k_{n} = %g N/m", stiffness[k]);
        rp_plot_curve(plot, panel, steps + first, t_R[k] + first, (size_t)(STEPS - first),
                      &(rp_plot_style){.label = label, .marker = markers[k]});
    }
    const double bound = test->freedom == RP_RELAX_TRANSLATION ? 1e-4 : 1e-3;
    rp_plot_rule(plot, panel, 1, bound, NULL);
    rp_plot_note(plot, panel, 1.08 * bound, 0.6 * exact, "T_{t} of the paper");
    rp_number_add(numbers, "t_R/t_c at dt/t_c = 1e-4", t_R[4][0], stepped(test, 1e-4), 1e-3 * exact,
                  "errata 38 and the linear model's slowest mode", "accuracy of the fit");
    rp_number_add(numbers, "relative error of t_R at dt/t_c = 1e-3", t_R[4][2] / exact - 1,
                  stepped(test, 1e-3) / exact - 1, 5e-4,
                  "errata 38: a dashpot of k_t dt / 2 more, with and without rotation", "accuracy of the fit");
    rp_number_add(numbers, "relative error of t_R at dt/t_c = 1e-4", t_R[4][0] / exact - 1,
                  stepped(test, 1e-4) / exact - 1, 5e-4, "errata 38: a dashpot of k_t dt / 2 more",
                  "accuracy of the fit");
    rp_number_differs(numbers, "relative error of t_R at the bound T_t below which the step should not matter",
                      t_R[4][test->freedom == RP_RELAX_TRANSLATION ? 0 : 2] / exact - 1, 0, 1e-3,
                      "section 3: T_t = 1e-3, without rotation 1e-4", 38);
    rp_number_add(numbers, "greatest distance from t_R0 / (1 + 49.04 dt/t_c), relative", worst, 0, 3e-3, "errata 38",
                  "the next order in dt at 0.1 t_c");
    rp_number_add(numbers, "spread of t_R/t_c over stiffnesses, relative", spread, 0, 1e-6,
                  "Fig. 6: dt/t_c collapses all k_n", "dimensional analysis; overlaps of 1e-6");
    rp_number_add(numbers, "greatest distance of t_c from the paper's, relative", time, 0, 2e-3, "Sect. 3, errata 32",
                  "the paper gives three digits");
    return RP_OK;
}
