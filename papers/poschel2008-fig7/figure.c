/* [Poschel2008, Fig. 7]: how often friction switches between Coulomb's bound and the spring during an impact, over
 * kappa and g_t/g_n; mu = 0.4, alpha = 2/7 (the caption's 1/7 is a slip: errata 17). */
#include <math.h>
#include <stdlib.h>
#include "map.h"

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    rp_impact_map *m = rp_map_scaled(3.5, err);
    if (!m) return err->status;
    double odd = 0, most = 0, coulomb = 0, below = 0, negative = 0, negative_odd = 0;
    for (int n = 0; n < RP_MAP_SIDE * RP_MAP_SIDE; n++) {
        int k = m->impact[n].switches;
        odd += k % 2;
        negative += m->eps_t[n] < 0;
        negative_odd += m->eps_t[n] < 0 && k % 2;
        most = fmax(most, k);
        if (m->impact[n].slip > 2.8) coulomb += k > 0;
        else if (m->impact[n].slip < 2.7) below += k == 0;
    }
    rp_plot *plot = rp_plot_create(1, 1, 1200, 900);
    rp_plot_axes(plot, 0, "Switches between sliding and sticking [Poschel2008, Fig. 7]", "log10 \xce\xba",
                 "g_{t} / g_{n}");
    rp_map_counts(plot, 0, m->switches, &(rp_map_frame){RP_MAP_SIDE, RP_MAP_SIDE, 0, 2, 0, 3.5}, "switches");
    rp_number_add(numbers, "impacts above g_t/g_n = 2.8 that switch", coulomb, 0, 0,
                  "all Coulomb above (1 + eps_n) mu / alpha = 2.8: errata 17", "a count");
    rp_number_add(numbers, "impacts below 2.7 that do not", below, 0, 0, "Eq. 74: the slip stops before the end",
                  "a count; nearer to 2.8 it stops while the bound itself goes to 0");
    rp_number_add(numbers, "impacts with an odd number", odd, 0, 0, "errata 18: they begin and end sliding", "a count");
    rp_number_differs(numbers, "of the impacts with eps_t < 0, the share with an odd number of switches",
                      negative_odd / negative, 1, 0, "section 2.4.3: even for eps_t > 0, odd for eps_t < 0", 18);
    rp_number_add(numbers, "several switches occur (1: yes)", most >= 6, 1, 0, "Fig. 7 shows regions of many",
                  "a fact");
    free(m);
    rp_figure_remark(plot, numbers);
    return rp_figure_finish(plot, path, err);
}

const rp_figure rp_figure_poschel2008_fig7 = {"poschel2008-fig7", "number of switches between sliding and sticking",
                                              run, NULL};
