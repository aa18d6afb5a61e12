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

/* Eq. 51 by itself, in the radius a of the contact and the speed of the overlap (Eq. 47), by Runge-Kutta steps. */
typedef struct neck {
    double m, R, D;
} neck;
#define NECK_STEP 2e-7 /* s */

static void neck_motion(const neck *n, const double y[2], double rate[2])
{
    const double a = y[0], slope = 2 * a / n->R - 0.5 * sqrt(8 * M_PI * gam * n->D / (3 * a)),
                 elastic = a * a * a / (n->D * n->R) - sqrt(6 * M_PI * gam / n->D) * pow(a, 1.5),
                 stiffness = 3 * a * a / (n->D * n->R) - 1.5 * sqrt(6 * M_PI * gam / n->D * a);
    rate[0] = y[1] / slope;
    rate[1] = -(elastic + A * rate[0] * stiffness) / n->m;
}

static void neck_step(const neck *n, double y[2])
{
    double rate[4][2], at[2];
    neck_motion(n, y, rate[0]);
    for (int k = 1; k < 4; k++) {
        const double h = k < 3 ? 0.5 * NECK_STEP : NECK_STEP;
        for (int c = 0; c < 2; c++) at[c] = y[c] + h * rate[k - 1][c];
        neck_motion(n, at, rate[k]);
    }
    for (int c = 0; c < 2; c++) y[c] += NECK_STEP / 6 * (rate[0][c] + 2 * rate[1][c] + 2 * rate[2][c] + rate[3][c]);
}

/* They touch at no overlap, and part where a force pulls the neck apart (errata 8); or they turn back before. */
static int neck_sticks(const neck *n, double speed)
{
    const double unit = M_PI * gam * n->D * n->R * n->R, end = cbrt(1.5 * unit);
    double y[2] = {cbrt(8.0 / 3 * unit), speed};
    for (int returns = 0; y[0] > end; returns |= y[1] < 0) {
        if (returns && y[1] >= 0) return 1;
        neck_step(n, y);
    }
    return 0;
}

static double neck_sticking_speed(const rp_impact_pair *pair)
{
    const neck n = {pair->m_eff, pair->r_eff, 1.5 * (1 - poisson * poisson) / young};
    double low = 1e-3, high = 4e-3;
    while (high - low > 1e-10) {
        const double middle = 0.5 * (low + high);
        if (neck_sticks(&n, middle)) low = middle;
        else high = middle;
    }
    return 0.5 * (low + high);
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
    rp_number_add(numbers, "speed below which they stick (mm/s)", 1e3 * g_cr, 1e3 * neck_sticking_speed(&pair), 1e-5,
                  "Eq. 51 in the radius of the contact, another form and integration; Fig. 2: about 2",
                  "1e-7 mm/s of the bisection, and what the law's own search leaves; half the step changes 1e-11");
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
