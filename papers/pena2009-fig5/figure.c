/* [Pena2009, Fig. 5]: kinetic energy of the stress-controlled test of two discs for several steps, Gear's scheme with
 * springs by velocity (Eq. 7); beside it without friction, where the step does not matter. Drawn are the peaks of the
 * oscillating energy. */
#include <math.h>
#include <stdio.h>
#include "figure.h"
#include "relax.h"

enum { STEPS = 5, ROOM = 700 };
static const double steps[STEPS] = {1e-4, 1e-3, 1e-2, 2e-2, 1e-1};
static const double until = 300; /* t_c */

/* Slope of the logarithm over the peaks between two times. */
static double relaxation(const double *t, const double *e, int count, double from, double end)
{
    double n = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (int k = 0; k < count; k++) {
        if (t[k] < from || t[k] > end) continue;
        double l = log(e[k]);
        n++;
        x += t[k];
        y += l;
        xx += t[k] * t[k];
        xy += t[k] * l;
    }
    return -(n * xx - x * x) / (n * xy - x * y);
}

/* A step has one colour in both panels. */
static rp_status curve(rp_plot *plot, int panel, double friction, int step, double *t_R, rp_error *err)
{
    double t[ROOM], e[ROOM];
    int count;
    char label[40];
    rp_relax r = rp_relax_default();
    r.friction = friction;
    r.step = steps[step];
    rp_status status = rp_relax_peaks(&r, until, t, e, ROOM, &count, err);
    if (status) return status;
    snprintf(label, sizeof label, "\xce\x94t/t_{c} = %g", steps[step]);
    rp_plot_curve(plot, panel, t, e, (size_t)count,
                  &(rp_plot_style){.label = label, .color = step + 1, .line = RP_LINE_SOLID});
    *t_R = relaxation(t, e, count, 0, until);
    return RP_OK;
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    static const char *const names[STEPS] = {"t_R/t_c at dt/t_c = 1e-4", "t_R/t_c at dt/t_c = 1e-3",
                                             "t_R/t_c at dt/t_c = 0.01", "t_R/t_c at dt/t_c = 0.02",
                                             "t_R/t_c at dt/t_c = 0.1"};
    rp_plot *plot = rp_plot_create(1, 2, 1800, 800);
    rp_status status = RP_OK;
    double smooth[2] = {0}, exact[STEPS], t_R;
    for (int n = 0; n < STEPS && !status; n++) {
        rp_relax r = rp_relax_default();
        status = curve(plot, 0, 500, n, &t_R, err);
        if (status) break;
        r.step = steps[n];
        status = rp_relax_time(&r, 240, 300, &exact[n], err);
        rp_number_add(numbers, names[n], exact[n], rp_relax_stepped(&r), 0.002 * rp_relax_stepped(&r),
                      "errata 38: t_R = t_R0 / (1 + 49.04 dt/t_c), t_R0 = 238.5",
                      "the next order in dt/t_c, 1e-3 at dt = 0.1 t_c");
    }
    for (int n = 1; n < STEPS && !status; n++) status = curve(plot, 1, 0, n, &smooth[n == STEPS - 1], err);
    if (!status)
        rp_number_add(numbers, "t_R without friction at dt/t_c = 0.1 over that at 0.02", smooth[1] / smooth[0], 1, 5e-3,
                      "inset: no dependence on dt", "fifth order; peaks are read between samples 0.1 t_c apart");
    if (!status)
        rp_number_add(numbers, "t_R/t_c without friction", smooth[0], 158.998, 0.5,
                      "2 m / nu_n: the normal dashpot alone, at 45 degrees", "the fit's own ripple");
    rp_plot_axes(plot, 0, "\xce\xbc = 500: springs by velocity damp by themselves [Pena2009, Fig. 5]", "t / t_{c}",
                 "kinetic energy at its peaks / the first");
    rp_plot_axes(plot, 1, "\xce\xbc = 0: all steps agree (the paper's inset)", "t / t_{c}",
                 "kinetic energy at its peaks / the first");
    for (int panel = 0; panel < 2; panel++) {
        rp_plot_log(plot, panel, 0, 1);
        rp_plot_limits(plot, panel, 0, until, panel ? 0.1 : 1e-4, 1.5);
    }

    if (!status) return rp_figure_finish(plot, path, err);
    rp_plot_destroy(plot);
    return status;
}

const rp_figure rp_figure_pena2009_fig5 = {"pena2009-fig5",
                                           "decay of the kinetic energy of two discs for several steps", run, NULL};
