/* [Pena2009, Fig. 7]: as Fig. 6 with rotation suppressed. a: stiffnesses. The paper finds a bound T_t ten times smaller
 * than with rotation; the relative error is the same in both (errata 38). b: friction coefficients at 4e8 N/m. */
#include <math.h>
#include <stdio.h>
#include "figure.h"
#include "relax_steps.h"

enum { STEPS = 6, FRICTIONS = 4 };

static rp_status frictions(rp_plot *plot, rp_numbers *numbers, rp_error *err)
{
    static const double steps[STEPS] = {1e-3, 3e-3, 1e-2, 2e-2, 5e-2, 1e-1}, mu[FRICTIONS] = {0, 0.5, 1, 500};
    static const rp_marker markers[FRICTIONS] = {RP_MARKER_CIRCLE, RP_MARKER_SQUARE, RP_MARKER_TRIANGLE,
                                                 RP_MARKER_DIAMOND};
    double t_R[FRICTIONS][STEPS], apart = 0, level = 0;
    for (int k = 0; k < FRICTIONS; k++) {
        char label[40];
        for (int n = 0; n < STEPS; n++) {
            rp_relax r = rp_relax_default();
            r.freedom = RP_RELAX_TRANSLATION;
            r.friction = mu[k];
            r.step = steps[n];
            rp_status status = rp_relax_time(&r, 20, 120, &t_R[k][n], err);
            if (status) return status;
            if (k > 1) apart = fmax(apart, fabs(t_R[k][n] / t_R[1][n] - 1));
            if (k == 0) level = fmax(level, fabs(t_R[0][n] / 158.998 - 1));
        }
        snprintf(label, sizeof label, "\xce\xbc = %g", mu[k]);
        rp_plot_curve(plot, 1, steps, t_R[k], STEPS,
                      &(rp_plot_style){.label = label,
                                       .marker = markers[k],
                                       .size = k ? 2.4 - 0.55 * k : 1,
                                       .line = k ? RP_LINE_NONE : RP_LINE_DASHED});
    }
    rp_plot_note(plot, 1, 7e-4, 140, "\xce\xbc > k_{t}/k_{n} = 1/3: the contact never slides, \xce\xbc has no effect");
    rp_plot_log(plot, 1, 1, 0);
    rp_plot_limits(plot, 1, 5e-4, 0.16, 0, 180);
    rp_number_add(numbers, "distance of t_R without friction from 159.0 t_c at any step, relative", level, 0, 2e-3,
                  "Fig. 7b: a horizontal line; 2 m / nu_n", "fifth order at dt = 0.1 t_c");
    rp_number_add(numbers, "spread of t_R over mu = 0.5, 1, 500, relative", apart, 0, 1e-6,
                  "k_t/k_n = 1/3: contacts with mu > 1/3 never slide, and mu is of no influence",
                  "rounding, magnified by the fit");
    return RP_OK;
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    rp_plot *plot = rp_plot_create(1, 2, 1800, 800);
    rp_relax r = rp_relax_default();
    r.freedom = RP_RELAX_TRANSLATION;
    rp_plot_axes(plot, 0, "No rotation: stiffnesses [Pena2009, Fig. 7a]", "\xce\x94t / t_{c}", "t_{R} / t_{c}");
    rp_plot_axes(plot, 1, "No rotation: friction [Pena2009, Fig. 7b]", "\xce\x94t / t_{c}", "t_{R} / t_{c}");
    rp_status status = rp_relax_stiffnesses(plot, 0, &r, 20, 120, numbers, err);
    if (!status) status = frictions(plot, numbers, err);
    rp_figure_remark(plot, numbers);
    if (!status) return rp_figure_finish(plot, path, err);
    rp_plot_destroy(plot);
    return status;
}

const rp_figure rp_figure_pena2009_fig7 = {
    "pena2009-fig7", "relaxation time of two discs that do not turn, for stiffnesses and frictions", run, NULL};
