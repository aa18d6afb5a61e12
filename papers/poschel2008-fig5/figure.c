/* [Poschel2008, Fig. 5]: tangential restitution of steel spheres of 2 cm with Cundall and Strack's spring, k_t = 1e12
 * kg/s^2, mu = 0.4, no normal dissipation. The ranges of the axes are not in the text. With these constants kappa is
 * some 4e4, and the spring shows only where sqrt(kappa) g_t/g_n is not large: g_t is drawn on a logarithmic axis. */
#include <math.h>
#include "figure.h"

/* An impact has some hundred turns of the spring and takes 35 ms: two minutes of one core in all. Along the speed eps_t
 * changes slowly, by kappa ~ g_n^(-2/5); along the slip it does not. */
enum { SPEEDS = 41, SLIPS = 71, COUNT = SPEEDS * SLIPS };

static rp_status map(double *speed, double *slip, rp_impact *impact, rp_error *err)
{
    rp_interaction *x = NULL;
    rp_impact_pair pair = rp_restitution_spheres(0.02, 7850, 0.02, 7850);
    rp_figure_laws laws = {.normal = "hertz",
                           .tangential = "cundall-strack",
                           .young = 2.1e11,
                           .poisson = 0.3,
                           .friction = 0.4,
                           .set = {{RP_TANGENTIAL, "stiffness", 1e12}}};
    for (int n = 0; n < SPEEDS; n++) speed[n] = (n + 0.5) / SPEEDS;
    for (int n = 0; n < SLIPS; n++) slip[n] = 1e-6 * pow(10, 7.0 * (n + 0.5) / SLIPS);
    rp_status status = rp_figure_prepare(&laws, &x, err);
    if (!status) status = rp_restitution_table(x, &pair, speed, SPEEDS, slip, SLIPS, impact, err);
    rp_interaction_destroy(x);
    return status;
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    static double eps_t[COUNT];
    static rp_impact impact[COUNT];
    double speed[SPEEDS], slip[SLIPS], worst = 0, least = 1, most = 0, plateau = 0;
    rp_status status = map(speed, slip, impact, err);
    if (status) return status;
    for (int n = 0; n < COUNT; n++) {
        const rp_impact *i = &impact[n];
        double ratio = i->slip / i->speed;
        eps_t[n] = i->eps_t;
        if (ratio > 2.85)
            worst = fmax(worst, fabs(i->eps_t - rp_restitution_coulomb(0.4, 2.0 / 7, i->eps_n, i->speed, i->slip)));
        if (ratio > 0.1 && ratio < 2.5) plateau = fmax(plateau, fabs(i->eps_t));
        least = fmin(least, i->eps_t);
        most = fmax(most, fabs(i->eps_t));
    }
    rp_plot *plot = rp_plot_create(1, 1, 1200, 900);
    rp_plot_axes(plot, 0, "Steel, static friction [Poschel2008, Fig. 5]", "g_{n} (m/s)", "log10 of g_{t} (m/s)");
    rp_plot_heat(plot, 0, eps_t, SPEEDS, SLIPS, 0, 1, -6, 1, -1, 1, RP_MAP_TIDE, "\xce\xb5_{t}");
    rp_number_add(numbers, "distance from Eq. 74 where g_t/g_n > 2.85", worst, 0, 1e-6,
                  "section 2.4.3: resembles the Coulomb case in a wide range", "all Coulomb there: errata 17");
    rp_number_add(numbers, "greatest |eps_t| at 0.1 < g_t/g_n < 2.5", plateau, 0, 0.01,
                  "section 2.4.3: a plateau at eps_t = 0", "oscillations of the order 1/kappa^(1/2)");
    rp_number_add(numbers, "eps_t is negative somewhere at small g_t (1: yes)", least < -0.1, 1, 0,
                  "section 2.4.3: negative values at small g_t", "a fact");
    rp_number_add(numbers, "excess of |eps_t| over 1", fmax(0, most - 1), 0, 1e-9, "energy; errata 15",
                  "accuracy of the integration");
    return rp_figure_finish(plot, path, err);
}

const rp_figure rp_figure_poschel2008_fig5 = {
    "poschel2008-fig5", "tangential restitution of steel spheres with static friction", run, NULL};
