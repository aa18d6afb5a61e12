/* [Poschel2008, Fig. 6]: tangential restitution of the scaled problem, Eq. 77 with the clipped spring of errata 15,
 * over kappa and g_t/g_n; mu = 0.4, alpha = 2/7. */
#include <math.h>
#include <stdlib.h>
#include "map.h"

static rp_status at(double kappa, double slip, rp_impact *impact, rp_error *err)
{
    rp_interaction *x = NULL;
    rp_impact_pair pair = {1, 1, 2.0 / 7};
    rp_figure_laws laws = {
        .normal = "hertz",
        .tangential = "cundall-strack",
        .young = NAN,
        .poisson = NAN,
        .friction = 0.4,
        .set = {{RP_NORMAL, "effective_young", 0.75}, {RP_TANGENTIAL, "stiffness", kappa * pair.alpha}}};
    rp_status status = rp_figure_prepare(&laws, &x, err);
    if (!status) status = rp_restitution_impact(x, &pair, 1, slip, impact, err);
    rp_interaction_destroy(x);
    return status;
}

/* eps_t by itself: Eq. 77 in small steps, the spring clipped as in errata 15. */
static double in_steps(double kappa, double slip)
{
    const double dt = 1e-6, ratio = 0.4 / (2.0 / 7);
    double x = 0, v = 1, z = 0, u = slip;
    while (x >= 0) {
        const double force = pow(fmax(0, x), 1.5), bound = ratio * force / kappa;
        z = fmax(-bound, fmin(z + u * dt, bound));
        u -= kappa * z * dt;
        v -= force * dt;
        x += v * dt;
    }
    return u / slip;
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    rp_impact one;
    rp_status status = at(10, 1, &one, err);
    rp_impact_map *m = status ? NULL : rp_map_scaled(3.5, err);
    if (!m) return err->status;
    double worst = 0, most = 0;
    for (int n = 0; n < RP_MAP_SIDE * RP_MAP_SIDE; n++) {
        if (m->impact[n].slip > 2.8) worst = fmax(worst, fabs(m->eps_t[n] - (1 - 2.8 / m->impact[n].slip)));
        most = fmax(most, fabs(m->eps_t[n]));
    }
    rp_plot *plot = rp_plot_create(1, 1, 1200, 900);
    rp_plot_axes(plot, 0, "The scaled problem [Poschel2008, Fig. 6]", "log10 \xce\xba", "g_{t} / g_{n}");
    rp_plot_heat(plot, 0, m->eps_t, RP_MAP_SIDE, RP_MAP_SIDE, 0, 2, 0, 3.5, -1, 1, RP_MAP_TIDE, "\xce\xb5_{t}");
    rp_number_add(numbers, "eps_t at kappa = 10, g_t/g_n = 1", one.eps_t, in_steps(10, 1), 1e-4,
                  "Eq. 77 in steps of 1e-6 (errata 15)",
                  "of first order in the step, times kappa and the number of turns");
    rp_number_add(numbers, "distance from 1 - 2.8 g_n/g_t above 2.8", worst, 0, 1e-9, "Eq. 74",
                  "accuracy of the integration");
    rp_number_add(numbers, "greatest |eps_t|", most, 1, 0.05,
                  "Eq. 6: at most 1; a stiff spring nearly reverses the slip", "the map's grid");
    free(m);
    return rp_figure_finish(plot, path, err);
}

const rp_figure rp_figure_poschel2008_fig6 = {"poschel2008-fig6", "tangential restitution of the scaled problem", run,
                                              NULL};
