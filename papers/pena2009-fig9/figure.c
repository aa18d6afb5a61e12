/* [Pena2009, Fig. 9]: with springs by displacements and turns (Eqs. 14, 15 as errata 34 and 35 have them) the
 * relaxation time does not depend on the step: rotation only, translation only, both. Dashed: the springs by velocity
 * of the same cases. */
#include <math.h>
#include <stdio.h>
#include "figure.h"
#include "relax.h"

enum { STEPS = 6, CASES = 3 };

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    static const double steps[STEPS] = {1e-3, 3e-3, 1e-2, 2e-2, 5e-2, 1e-1};
    static const char *const names[CASES] = {"both", "translation only", "rotation only"};
    static const char *const quantities[CASES][2] = {
        {"t_R/t_c, both, at dt/t_c = 1e-3", "largest change of t_R up to dt/t_c = 0.1, both, relative"},
        {"t_R/t_c, translation, at dt/t_c = 1e-3", "largest change of t_R up to dt/t_c = 0.1, translation, relative"},
        {"t_R/t_c, rotation, at dt/t_c = 1e-3", "largest change of t_R up to dt/t_c = 0.1, rotation, relative"}};
    static const rp_marker markers[CASES] = {RP_MARKER_CIRCLE, RP_MARKER_SQUARE, RP_MARKER_TRIANGLE};
    rp_plot *plot = rp_plot_create(1, 1, 1300, 900);
    rp_status status = RP_OK;
    rp_plot_axes(plot, 0, "Geometric springs: any step will do [Pena2009, Fig. 9]", "\xce\x94t / t_{c}",
                 "t_{R} / t_{c}");
    rp_plot_log(plot, 0, 1, 0);
    rp_plot_limits(plot, 0, 6e-4, 0.16, 0, 330);
    for (int k = 0; k < CASES && !status; k++) {
        double t_R[2][STEPS], change = 0;
        rp_relax r = rp_relax_default();
        r.freedom = (rp_relax_freedom)k;
        const double exact = rp_relax_exact(&r), from = k == 0 ? exact : 20, until = k == 0 ? 1.6 * exact : 120;
        for (int g = 0; g < 2; g++)
            for (int n = 0; n < STEPS && !status; n++) {
                r.elongation = g ? "velocity" : "geometric";
                r.step = steps[n];
                status = rp_relax_time(&r, from, until, &t_R[g][n], err);
                if (!g) change = fmax(change, fabs(t_R[0][n] / t_R[0][0] - 1));
            }
        if (status) break;
        rp_plot_curve(plot, 0, steps, t_R[0], STEPS,
                      &(rp_plot_style){.label = names[k], .color = k + 1, .marker = markers[k], .line = RP_LINE_SOLID});
        rp_plot_curve(plot, 0, steps, t_R[1], STEPS,
                      &(rp_plot_style){.label = k ? NULL : "the same with springs by velocity",
                                       .color = k + 1,
                                       .line = RP_LINE_DASHED});
        rp_number_add(numbers, quantities[k][0], t_R[0][0], exact, 1e-4 * exact,
                      "the linear model's slowest mode; errata 35: 238.5 and 119.25",
                      "damping to first order: (eta/omega)^2 = 2e-5");
        rp_number_add(numbers, quantities[k][1], change, 0, 4e-3, "[Pena2009, Fig. 9]: constant",
                      "(omega dt)^2 / 12 at 0.1 t_c: what a scheme of second order would do");
    }
    if (!status) return rp_figure_finish(plot, path, err);
    rp_plot_destroy(plot);
    return status;
}

const rp_figure rp_figure_pena2009_fig9 = {"pena2009-fig9", "relaxation time of two discs with geometric springs", run,
                                           NULL};
