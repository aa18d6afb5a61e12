/* [Poschel2008, Fig. 1]: restitution of viscoelastic spheres over beta v^(1/5): impacts of four materials at many
 * speeds (points) on the universal function (line), and the series of Eq. 44 in three
 * orders: the one that is printed, and higher ones, which the paper takes from elsewhere and rp_viscous_series derives
 * by itself. To the order of v^2 there are twenty terms. */
#include <math.h>
#include "figure.h"
#include "repose/viscous.h"

enum { LINE = 200, POINTS = 25, MATERIALS = 4, ORDERS = 3 };
static const int orders[ORDERS] = {5, 10, RP_VISCOUS_SERIES_ORDER};
static const double END = 0.32; /* of the axis */
static const struct {
    const char *name;
    double young, poisson, density, A, radius;
} material[MATERIALS] = {
    {"steel", 2.1e11, 0.3, 7850, 2e-7, 0.01},
    {"glass", 7e10, 0.24, 2500, 3e-7, 1e-3},
    {"ice", 7e9, 0.25, 1000, 2e-5, 0.02},
    {"rubber", 5e6, 0.45, 1100, 2e-4, 0.01},
};

/* Points of one material; the largest distance from the universal function. */
static rp_status points(int k, double *B, double *eps, double *worst, rp_error *err)
{
    rp_interaction *x = NULL;
    rp_figure_laws laws = {.normal = "viscoelastic",
                           .young = material[k].young,
                           .poisson = material[k].poisson,
                           .set = {{RP_NORMAL, "dissipation", material[k].A}}};
    rp_status status = rp_figure_prepare(&laws, &x, err);
    rp_impact_pair pair = rp_restitution_spheres(material[k].radius, material[k].density, material[k].radius,
                                                 material[k].density);
    double rho = 2.0 / 3 * material[k].young / (1 - material[k].poisson * material[k].poisson) * sqrt(pair.r_eff),
           scale = 1.5 * material[k].A * pow(rho / pair.m_eff, 0.4);
    for (int n = 0; n < POINTS && !status; n++) {
        rp_impact impact;
        B[n] = 0.3 * (n + 0.2 + 0.25 * k) / POINTS;
        status = rp_restitution_impact(x, &pair, pow(B[n] / scale, 5), 0, &impact, err);
        eps[n] = impact.eps_n;
        *worst = fmax(*worst, fabs(eps[n] - rp_viscous_restitution(B[n], 0)));
    }
    rp_interaction_destroy(x);
    return status;
}

/* Left: the curve and its series. Right: how far each order is from the integrated curve. */
static void draw_series(rp_plot *plot)
{
    static const char *const labels[ORDERS] = {"series to B^{5/2}, printed", "to B\xe2\x81\xb5",
                                               "to B\xc2\xb9\xe2\x81\xb0"};
    double B[LINE], eps[LINE], series[LINE], off[LINE];
    for (int n = 0; n < LINE; n++) {
        B[n] = END * (n + 1) / LINE;
        eps[n] = rp_viscous_restitution(B[n], 0);
    }
    rp_plot_curve(plot, 0, B, eps, LINE, &(rp_plot_style){.label = "integrated", .color = RP_PLOT_INK});
    for (int k = 0; k < ORDERS; k++) {
        for (int n = 0; n < LINE; n++) {
            series[n] = rp_viscous_series(B[n], orders[k]);
            off[n] = fabs(series[n] - eps[n]);
        }
        rp_plot_curve(plot, 0, B, series, LINE,
                      &(rp_plot_style){.label = labels[k],
                                       .line = k < 2 ? RP_LINE_DASHED : RP_LINE_DOTTED,
                                       .color = k + 5,
                                       .width = k < 2 ? 1 : 2});
        rp_plot_curve(plot, 1, B, off, LINE, &(rp_plot_style){.label = labels[k], .color = k + 5});
    }
    rp_plot_axes(plot, 0, "restitution", "B = \xce\xb2 v^{1/5}", "\xce\xb5");
    rp_plot_axes(plot, 1, "distance of the series from the integrated curve", "B = \xce\xb2 v^{1/5}", NULL);
    rp_plot_log(plot, 1, 0, 1);
    rp_plot_limits(plot, 1, 0, END, 1e-10, 0.1);
}

static void compare(rp_numbers *numbers, double worst)
{
    double b = 1e-4, e = rp_viscous_restitution(b, 0), c = 1e-3, f = rp_viscous_restitution(c, 0),
           slope = 1.1534488580952888, off = 0;
    for (int n = 1; n <= LINE; n++) {
        double B = END * n / LINE;
        off = fmax(off, fabs(rp_viscous_series(B, RP_VISCOUS_SERIES_ORDER) - rp_viscous_restitution(B, 0)));
    }
    rp_number_add(numbers, "distance of four materials from one curve", worst, 0, 1e-9,
                  "Eqs. 31-33: a function of beta v^(1/5) alone", "accuracy of the integration");
    rp_number_add(numbers, "coefficient of beta v^(1/5)", (e - 1) / b, -1.153, 6e-4, "Eq. 44",
                  "three decimals are printed; 0.8 beta v^(1/5) is left at 1e-4");
    rp_number_add(numbers, "coefficient of beta^2 v^(2/5)", (f - 1 + slope * c) / (c * c) - 4.0 / 15 * sqrt(c), 0.798,
                  2e-3, "Eq. 44", "three decimals are printed; 0.53 beta v^(1/5) is left at 1e-3");
    rp_number_add(numbers, "greatest distance of the series of order 20 up to beta v^(1/5) = 0.32", off, 0, 1e-6,
                  "Fig. 1: agrees almost perfectly", "the next term, 0.08 B^(21/2) = 5e-7 at the end");
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    double worst = 0;
    rp_plot *plot = rp_plot_create(1, 2, 1800, 850);
    rp_status status = RP_OK;
    rp_plot_title(plot, "Viscoelastic spheres [Poschel2008, Fig. 1]");
    for (int k = 0; k < MATERIALS && !status; k++) {
        double b[POINTS], e[POINTS];
        status = points(k, b, e, &worst, err);
        if (!status)
            rp_plot_curve(plot, 0, b, e, POINTS,
                          &(rp_plot_style){.label = material[k].name, .marker = RP_MARKER_CIRCLE});
    }
    draw_series(plot);
    compare(numbers, worst);
    if (!status) return rp_figure_finish(plot, path, err);
    rp_plot_destroy(plot);
    return status;
}

const rp_figure rp_figure_poschel2008_fig1 = {
    "poschel2008-fig1", "restitution of viscoelastic spheres is a function of beta v^(1/5)", run, NULL};
