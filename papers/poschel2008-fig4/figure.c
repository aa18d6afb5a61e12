/* [Poschel2008, Fig. 4]: tangential restitution by pure Coulomb friction, mu = 0.4, alpha = 2/7, without normal
 * dissipation; integrated, beside Eq. 74. */
#include <math.h>
#include <stdlib.h>
#include "map.h"

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    rp_impact_pair pair = rp_restitution_spheres(0.02, 7850, 0.02, 7850);
    rp_figure_laws laws = {
        .normal = "hertz", .tangential = "coulomb", .young = 2.1e11, .poisson = 0.3, .friction = 0.4};
    rp_impact_map *m = rp_map_speeds(&laws, &pair, 1, 5, err);
    if (!m) return err->status;
    double worst = 0, edge = 0;
    for (int n = 0; n < RP_MAP_SIDE * RP_MAP_SIDE; n++) {
        const rp_impact *i = &m->impact[n];
        worst = fmax(worst, fabs(i->eps_t - rp_restitution_coulomb(0.4, pair.alpha, i->eps_n, i->speed, i->slip)));
        if (i->eps_t == 0 || fabs(i->eps_t) < 1e-12) edge = fmax(edge, i->slip / i->speed);
    }
    rp_plot *plot = rp_plot_create(1, 1, 1200, 900);
    rp_plot_axes(plot, 0, "Pure Coulomb friction [Poschel2008, Fig. 4]", "g_{n} (m/s)", "g_{t} (m/s)");
    rp_plot_heat(plot, 0, m->eps_t, RP_MAP_SIDE, RP_MAP_SIDE, 0, 1, 0, 5, 0, 1, RP_MAP_LAGOON, "\xce\xb5_{t}");
    rp_number_add(numbers, "largest distance from Eq. 74", worst, 0, 1e-9, "Eq. 74", "accuracy of the integration");
    rp_number_add(numbers, "greatest g_t/g_n that friction stops", edge, 2.8, 0.08, "(1 + eps_n) mu / alpha = 2.8",
                  "the map's cells");
    free(m);
    return rp_figure_finish(plot, path, err);
}

const rp_figure rp_figure_poschel2008_fig4 = {"poschel2008-fig4", "tangential restitution by pure Coulomb friction",
                                              run, NULL};
