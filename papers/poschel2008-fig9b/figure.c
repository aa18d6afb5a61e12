/* [Poschel2008, Fig. 9b]: two spheres fall on a floor: number of contacts between them against restitution and ratio of
 * radii. The distance dh is not in the paper; here a hundredth of |v10| t_c of the lower sphere, so that the upper one
 * arrives while the lower one is in contact. */
#include <math.h>
#include "fall.h"

enum { SIDE = 24 };

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    double contacts[SIDE * SIDE], most = 0, least = INFINITY;
    for (int j = 0; j < SIDE; j++)
        for (int i = 0; i < SIDE; i++) {
            rp_fall f = {.ratio = 2 + 13.0 * (j + 0.5) / SIDE, .eps = 0.3 + 0.7 * (i + 0.5) / SIDE};
            f.gap = 0.01 * rp_fall_impact() * rp_fall_contact_time(f.ratio);
            rp_status status = rp_fall_soft(&f, err);
            if (status) return status;
            contacts[i + j * SIDE] = f.contacts;
            most = fmax(most, f.contacts);
            least = fmin(least, f.contacts);
        }
    rp_plot *plot = rp_plot_create(1, 1, 1200, 900);
    rp_plot_axes(plot, 0, "Contacts between two spheres on a floor [Poschel2008, Fig. 9b]", "\xce\xb5_spec", "R1/R2");
    rp_plot_heat(plot, 0, contacts, SIDE, SIDE, 0.3, 1, 2, 15, 0, most, RP_MAP_LAGOON, "contacts");
    rp_number_add(numbers, "at least one contact everywhere", least >= 1, 1, 0, "section 3.3", "a count");
    rp_number_add(numbers, "multiple contacts somewhere (1: yes)", most > 1, 1, 0, "Fig. 9b", "a count");
    return rp_figure_finish(plot, path, err);
}

const rp_figure rp_figure_poschel2008_fig9b = {
    "poschel2008-fig9b", "two spheres on a floor: contacts against restitution and ratio of radii", run};
