/* [Pena2009, Fig. 8]: the converged relaxation time against friction (a, no rotation), stiffness ratio (b) and ratio of
 * restitutions (c). The paper takes dt/t_c = 1e-5 with springs by velocity; here springs are geometric, which are as
 * near to the limit at 0.01. The window of the fit is 20 to 60 t_c.
 *
 * What was found for a: t_R falls from 159 (no friction) to 119.25 (sticking), and between 1e-4 and 0.1 sliding itself
 * takes the energy, faster than any dashpot and not exponentially; from 0.1 on the contact sticks in the window, and
 * nothing happens at mu = 1: F_t / F_n is k_t / k_n = 1/3 here, not above 1. */
#include <math.h>
#include "figure.h"
#include "relax.h"

enum {
    MUS = 29,
    RATIOS = 9,
    TURNING = 4,
    EPS = 9
}; /* with rotation from ratio TURNING = 0.1 on: below, both modes are slow */

static rp_relax still(void)
{
    rp_relax r = rp_relax_default();
    r.freedom = RP_RELAX_TRANSLATION;
    r.elongation = "geometric";
    r.step = 0.01;
    return r;
}

static rp_status frictions(rp_plot *plot, rp_numbers *numbers, rp_error *err)
{
    const rp_relax sticking = still();
    rp_relax smooth = still();
    const double stuck = rp_relax_exact(&sticking), no_friction = stuck * (1 + sticking.stiffness_ratio);
    double mu[MUS], t_R[MUS], high = 0, sticks = INFINITY, without;
    smooth.friction = 0;
    rp_status status = rp_relax_time(&smooth, 20, 60, &without, err);
    if (status) return status;
    for (int n = 0; n < MUS; n++) {
        rp_relax r = still();
        mu[n] = r.friction = pow(10, -5 + 7.0 * n / (MUS - 1));
        status = rp_relax_time(&r, 20, 60, &t_R[n], err);
        if (status) return status;
        if (fabs(t_R[n] / stuck - 1) < 0.01) sticks = fmin(sticks, mu[n]);
        if (mu[n] > r.stiffness_ratio) high = fmax(high, fabs(t_R[n] / stuck - 1));
    }
    rp_plot_axes(plot, 0, "a: friction [Pena2009, Fig. 8]", "\xce\xbc", "t_{R} / t_{c}");
    rp_plot_log(plot, 0, 1, 0);
    rp_plot_limits(plot, 0, 7e-6, 150, 0, 180);
    rp_plot_curve(plot, 0, mu, t_R, MUS, &(rp_plot_style){.marker = RP_MARKER_CIRCLE, .line = RP_LINE_SOLID});
    rp_plot_rule(plot, 0, 0, no_friction, "no friction: 159.0");
    rp_plot_rule(plot, 0, 0, stuck, NULL);
    rp_plot_note(plot, 0, 1.5e-5, 45, "slides: friction");
    rp_plot_note(plot, 0, 1.5e-5, 33, "takes the energy");
    rp_plot_note(plot, 0, 0.3, 105, "sticks: 119.25");
    rp_number_differs(numbers, "a: friction from which t_R is that of a contact that sticks", sticks, 1, 0.5,
                      "Fig. 8a: a change around mu = 1", 67);
    rp_number_add(numbers, "t_R/t_c without friction", without, no_friction, 1e-3 * no_friction, "2 m / nu_n",
                  "accuracy of the fit");
    rp_number_add(
        numbers, "largest distance from 119.25 for mu from k_t/k_n to 100, relative", high, 0, 1e-3,
        "the paper has a change at mu = 1; the linear model sticks for mu > k_t/k_n, and nothing changes there",
        "accuracy of the fit");
    return RP_OK;
}

static rp_status stiffness_ratios(rp_plot *plot, rp_numbers *numbers, rp_error *err)
{
    double ratio[RATIOS], t_R[2][RATIOS], exact[2][RATIOS], worst = 0;
    for (int f = 0; f < 2; f++)
        for (int n = f ? 0 : TURNING; n < RATIOS; n++) {
            rp_relax r = still();
            r.freedom = f ? RP_RELAX_TRANSLATION : RP_RELAX_BOTH;
            ratio[n] = r.stiffness_ratio = pow(10, -2 + 2.0 * n / (RATIOS - 1));
            r.eps_t = 1.0053 * RP_RELAX_EPS_N;
            exact[f][n] = rp_relax_exact(&r);
            rp_status status = rp_relax_time(&r, f ? 20 : 240, f ? 60 : 320, &t_R[f][n], err);
            if (status) return status;
            if (f) worst = fmax(worst, fabs(t_R[f][n] / exact[f][n] - 1));
        }
    rp_plot_axes(plot, 1, "b: stiffness ratio, \xce\xb5_{t}/\xce\xb5_{n} = 1.0053", "k_{t} / k_{n}", "t_{R} / t_{c}");
    rp_plot_log(plot, 1, 1, 0);
    rp_plot_limits(plot, 1, 8e-3, 1.3, 0, 360);
    rp_plot_curve(plot, 1, ratio, t_R[1], RATIOS,
                  &(rp_plot_style){.label = "no rotation", .color = 1, .marker = RP_MARKER_CIRCLE});
    rp_plot_curve(plot, 1, ratio, exact[1], RATIOS,
                  &(rp_plot_style){.label = "2 m / (\xce\xbd_{n} + \xce\xbd_{t})", .color = 1, .line = RP_LINE_SOLID});
    rp_plot_curve(plot, 1, ratio + TURNING, t_R[0] + TURNING, RATIOS - TURNING,
                  &(rp_plot_style){.label = "with rotation", .color = 2, .marker = RP_MARKER_SQUARE});
    rp_plot_curve(plot, 1, ratio + TURNING, exact[0] + TURNING, RATIOS - TURNING,
                  &(rp_plot_style){.label = "its slowest mode", .color = 2, .line = RP_LINE_SOLID});
    rp_number_add(numbers, "b: greatest distance from 2 m / (nu_n + nu_t), relative", worst, 0, 1e-3,
                  "the linear model", "accuracy of the fit");
    rp_number_add(numbers, "b: t_R falls with k_t/k_n (1: yes)",
                  t_R[1][0] > t_R[1][RATIOS / 2] && t_R[1][RATIOS / 2] > t_R[1][RATIOS - 1], 1, 0,
                  "Sect. 3: decreases with the stiffness ratio", "a fact");
    return RP_OK;
}

static rp_status restitutions(rp_plot *plot, rp_numbers *numbers, rp_error *err)
{
    double ratio[EPS], t_R[EPS], exact[EPS], worst = 0;
    for (int n = 0; n < EPS; n++) {
        rp_relax r = still();
        ratio[n] = 0.93 + 0.08 * n / (EPS - 1);
        r.eps_t = ratio[n] * RP_RELAX_EPS_N;
        exact[n] = rp_relax_exact(&r);
        rp_status status = rp_relax_time(&r, 20, 60, &t_R[n], err);
        if (status) return status;
        worst = fmax(worst, fabs(t_R[n] / exact[n] - 1));
    }
    rp_plot_axes(plot, 2, "c: ratio of restitutions, k_{t}/k_{n} = 1/3", "\xce\xb5_{t} / \xce\xb5_{n}",
                 "t_{R} / t_{c}");
    rp_plot_log(plot, 2, 0, 1);
    rp_plot_curve(plot, 2, ratio, t_R, EPS, &(rp_plot_style){.label = "no rotation", .marker = RP_MARKER_CIRCLE});
    rp_plot_curve(plot, 2, ratio, exact, EPS,
                  &(rp_plot_style){.label = "2 m / (\xce\xbd_{n} + \xce\xbd_{t})", .color = 1, .line = RP_LINE_SOLID});
    rp_number_add(numbers, "c: greatest distance from 2 m / (nu_n + nu_t), relative", worst, 0, 2e-3,
                  "the linear model", "damping to first order, (eta/omega)^2 = 7e-4 at the left end");
    rp_number_add(numbers, "c: t_R rises with eps_t/eps_n (1: yes)",
                  t_R[0] < t_R[EPS / 2] && t_R[EPS / 2] < t_R[EPS - 1], 1, 0, "Fig. 8c", "a fact");
    return RP_OK;
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    rp_plot *plot = rp_plot_create(1, 3, 1900, 750);
    rp_status status = frictions(plot, numbers, err);
    if (!status) status = stiffness_ratios(plot, numbers, err);
    if (!status) status = restitutions(plot, numbers, err);
    rp_figure_remark(plot, numbers);
    if (!status) return rp_figure_finish(plot, path, err);
    rp_plot_destroy(plot);
    return status;
}

const rp_figure rp_figure_pena2009_fig8 = {
    "pena2009-fig8", "converged relaxation time against friction, stiffness ratio and restitution", run, NULL};
