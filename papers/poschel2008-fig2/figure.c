/* [Poschel2008, Fig. 2]: restitution of adhesive ice spheres of 2 cm over the impact speed. The paper does not give the
 * material constants; those of errata 23 are taken: Y = 7 GPa, nu = 0.25, gamma = 0.74 J/m^2, 1000 kg/m^3, A = 1e-4 s.
 */
#include <math.h>
#include "figure.h"

enum { POINTS = 400 };
static const double young = 7e9, poisson = 0.25, gam = 0.74, A = 1e-4;

static rp_status curve(double adhesion, double dissipation, int tension, double *v, double *eps, double *sticking,
                       rp_error *err)
{
    rp_interaction *x = NULL;
    rp_figure_laws laws = {.normal = "jkr",
                           .young = young,
                           .poisson = poisson,
                           .set = {{RP_NORMAL, "adhesion", adhesion},
                                   {RP_NORMAL, "dissipation", dissipation},
                                   {RP_NORMAL, "tension", tension}}};
    rp_impact_pair pair = rp_restitution_spheres(0.02, 1000, 0.02, 1000);
    rp_status status = rp_figure_prepare(&laws, &x, err);
    for (int n = 0; n < POINTS && !status; n++) {
        rp_impact impact;
        v[n] = 1e-4 * pow(1e3, (double)n / (POINTS - 1));
        status = rp_restitution_impact(x, &pair, v[n], 0, &impact, err);
        eps[n] = impact.eps_n;
    }
    if (!status) status = rp_restitution_sticking_speed(x, &pair, sticking, err);
    rp_interaction_destroy(x);
    return status;
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    double v[POINTS], both[POINTS], viscous[POINTS], elastic[POINTS], g_cr = NAN, none = NAN, barrier = NAN;
    rp_status status = curve(gam, A, 1, v, both, &g_cr, err);
    if (!status) status = curve(0, A, 1, v, viscous, &none, err);
    if (!status) status = curve(gam, 0, 1, v, elastic, &barrier, err);
    if (status) return status;
    rp_impact_pair pair = rp_restitution_spheres(0.02, 1000, 0.02, 1000);
    double D = 1.5 * (1 - poisson * poisson) / young,
           W = 0.629651 * cbrt(pow(M_PI * gam, 5) * pow(pair.r_eff, 4) * D * D);
    rp_plot *plot = rp_plot_create(1, 1, 1200, 850);
    rp_plot_axes(plot, 0, "Ice spheres of 2 cm [Poschel2008, Fig. 2]", "impact speed (m/s)", "\xce\xb5");
    rp_plot_log(plot, 0, 1, 0);
    rp_plot_curve(plot, 0, v, viscous, POINTS, &(rp_plot_style){.label = "viscoelastic", .line = RP_LINE_DASHED});
    rp_plot_curve(plot, 0, v, both, POINTS, &(rp_plot_style){.label = "viscoelastic and adhesive"});
    rp_plot_curve(plot, 0, v, elastic, POINTS,
                  &(rp_plot_style){.label = "elastic and adhesive", .line = RP_LINE_DOTTED});
    rp_plot_rule(plot, 0, 1, g_cr, NULL);
    rp_plot_note(plot, 0, 1.06 * g_cr, 0.75, "g_{cr}");
    rp_number_add(numbers, "speed below which they stick (mm/s)", 1e3 * g_cr, 2.1645, 1e-4,
                  "Fig. 2: about 2 mm/s; errata 23: 2.1645", "the digits of errata 23");
    rp_number_add(numbers, "without viscosity, over sqrt(2 W / m_eff)", barrier / sqrt(2 * W / pair.m_eff), 1, 1e-6,
                  "Eq. 54 with q = 0.629651, errata 10", "the digits of q");
    rp_number_add(numbers, "sticking speed without adhesion", none, 0, 0, "section 2.3.2", "no attraction");
    int above = 0;
    for (int n = 0; n < POINTS; n++) above += both[n] > viscous[n] + 1e-12;
    rp_number_add(numbers, "speeds at which adhesion raises restitution", above, 0, 0,
                  "section 2.3.3: adhesive collisions are more dissipative", "a count");
    return rp_figure_finish(plot, path, err);
}

const rp_figure rp_figure_poschel2008_fig2 = {"poschel2008-fig2", "adhesive viscoelastic spheres: slow impacts stick",
                                              run, NULL};
