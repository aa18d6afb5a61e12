/* [Poschel2008, Fig. 5]: tangential restitution of steel spheres of 2 cm with Cundall and Strack's spring, k_t = 1e12
 * kg/s^2, mu = 0.4, no normal dissipation. The ranges of the axes are not in the text. With these constants kappa is
 * some 4e4, and the spring shows only where sqrt(kappa) g_t/g_n is not large: for slips of micrometres a second. So
 * there are two panels: the speeds of Fig. 4, and small slips on a logarithmic axis. An impact has some hundred turns
 * of the spring, and their number goes as g_n^(-1/5): between 0.8 and 1 m/s it changes by five, which the columns of
 * the second panel resolve; over all speeds they would not. */
#include <math.h>
#include "figure.h"

enum { SPEEDS = 51, SLIPS = 41, COUNT = SPEEDS * SLIPS, PANELS = 2 };
#define SLOWEST 0.8   /* of the second panel, m/s */
#define LEAST (-6.0)  /* log10 of its slips, m/s: */
#define GREATEST (-3) /* to here */

/* One panel: 35 ms an impact, a minute of one core in all. */
typedef struct panel {
    double speed[SPEEDS], slip[SLIPS], eps_t[COUNT];
    rp_impact impact[COUNT];
} panel;

static void axes_of(panel *p, int small)
{
    for (int n = 0; n < SPEEDS; n++) {
        double part = (n + 0.5) / SPEEDS;
        p->speed[n] = small ? SLOWEST + (1 - SLOWEST) * part : part;
    }
    for (int n = 0; n < SLIPS; n++) {
        double part = (n + 0.5) / SLIPS;
        p->slip[n] = small ? pow(10, LEAST + (GREATEST - LEAST) * part) : 5 * part;
    }
}

static rp_status map(panel *p, rp_error *err)
{
    rp_interaction *x = NULL;
    rp_impact_pair pair = rp_restitution_spheres(0.02, 7850, 0.02, 7850);
    rp_figure_laws laws = {.normal = "hertz",
                           .tangential = "cundall-strack",
                           .young = 2.1e11,
                           .poisson = 0.3,
                           .friction = 0.4,
                           .set = {{RP_TANGENTIAL, "stiffness", 1e12}}};
    rp_status status = rp_figure_prepare(&laws, &x, err);
    if (!status) status = rp_restitution_table(x, &pair, p->speed, SPEEDS, p->slip, SLIPS, p->impact, err);
    rp_interaction_destroy(x);
    for (int n = 0; n < COUNT && !status; n++) p->eps_t[n] = p->impact[n].eps_t;
    return status;
}

static void draw(rp_plot *plot, const panel p[PANELS])
{
    rp_plot_title(plot, "Steel spheres with static friction [Poschel2008, Fig. 5]");
    rp_plot_axes(plot, 0, "Speeds of Fig. 4", "g_{n} (m/s)", "g_{t} (m/s)");
    rp_plot_heat(plot, 0, p[0].eps_t, SPEEDS, SLIPS, 0, 1, 0, 5, -1, 1, RP_MAP_TIDE, "\xce\xb5_{t}");
    rp_plot_axes(plot, 1, "Small slips: the spring turns some hundred times", "g_{n} (m/s)", "log10 of g_{t} (m/s)");
    rp_plot_heat(plot, 1, p[1].eps_t, SPEEDS, SLIPS, SLOWEST, 1, LEAST, GREATEST, -1, 1, RP_MAP_TIDE, "\xce\xb5_{t}");
}

/* Of both panels. */
typedef struct extremes {
    double coulomb, plateau, least, most; /* distance from Eq. 74; |eps_t| on the plateau; eps_t; |eps_t| */
} extremes;

static void widen(extremes *e, const rp_impact *i)
{
    const double ratio = i->slip / i->speed;
    if (ratio > 2.85)
        e->coulomb = fmax(e->coulomb,
                          fabs(i->eps_t - rp_restitution_coulomb(0.4, 2.0 / 7, i->eps_n, i->speed, i->slip)));
    if (ratio > 0.1 && ratio < 2.5) e->plateau = fmax(e->plateau, fabs(i->eps_t));
    e->least = fmin(e->least, i->eps_t);
    e->most = fmax(e->most, fabs(i->eps_t));
}

static void add_numbers(rp_numbers *numbers, const extremes *e)
{
    rp_number_add(numbers, "distance from Eq. 74 where g_t/g_n > 2.85", e->coulomb, 0, 1e-6,
                  "section 2.4.3: resembles the Coulomb case in a wide range", "all Coulomb there: errata 17");
    rp_number_add(numbers, "greatest |eps_t| at 0.1 < g_t/g_n < 2.5", e->plateau, 0, 0.01,
                  "section 2.4.3: a plateau at eps_t = 0", "oscillations of the order 1/kappa^(1/2)");
    rp_number_add(numbers, "eps_t is negative somewhere at small g_t (1: yes)", e->least < -0.1, 1, 0,
                  "section 2.4.3: negative values at small g_t", "a fact");
    rp_number_add(numbers, "excess of |eps_t| over 1", fmax(0, e->most - 1), 0, 1e-9, "energy; errata 15",
                  "accuracy of the integration");
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    static panel p[PANELS];
    extremes e = {.least = 1};
    rp_status status = RP_OK;
    for (int k = 0; k < PANELS && !status; k++) {
        axes_of(&p[k], k);
        status = map(&p[k], err);
        for (int n = 0; n < COUNT && !status; n++) widen(&e, &p[k].impact[n]);
    }
    if (status) return status;
    rp_plot *plot = rp_plot_create(1, PANELS, 1800, 800);
    draw(plot, p);
    add_numbers(numbers, &e);
    return rp_figure_finish(plot, path, err);
}

const rp_figure rp_figure_poschel2008_fig5 = {
    "poschel2008-fig5", "tangential restitution of steel spheres with static friction", run, NULL};
