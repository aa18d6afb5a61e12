/* [Poschel2008, Fig. 9b]: two spheres fall on a floor: number of contacts between them against restitution and ratio of
 * radii. The distance dh is not in the paper; here a hundredth of |v10| t_c of the lower sphere, so that the upper one
 * arrives while the lower one is in contact.
 *
 * The map is Eq. 83 integrated by Runge and Kutta's steps; the soft method, with another scheme and another step, has
 * the same number at 36 points spread over it. */
#include <math.h>
#include "fall.h"
#include "map.h"

enum { SIDE = 84, APART = 14, POINTS = (SIDE / APART) * (SIDE / APART) };

static rp_fall at(int i, int j)
{
    rp_fall f = {.ratio = 2 + 13.0 * (j + 0.5) / SIDE, .eps = 0.3 + 0.7 * (i + 0.5) / SIDE};
    f.gap = 0.01 * rp_fall_impact() * rp_fall_contact_time(f.ratio);
    return f;
}

/* How many of the points the soft method agrees at. */
static rp_status compare(const double *contacts, double *same, rp_error *err)
{
    *same = 0;
    for (int j = APART / 2; j < SIDE; j += APART)
        for (int i = APART / 2; i < SIDE; i += APART) {
            rp_fall f = at(i, j);
            rp_status status = rp_fall_soft(&f, err);
            if (status) return status;
            *same += f.contacts == (int)contacts[i + j * SIDE];
        }
    return RP_OK;
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    static double contacts[SIDE * SIDE];
    double most = 0, least = INFINITY, same;
    for (int j = 0; j < SIDE; j++)
        for (int i = 0; i < SIDE; i++) {
            rp_fall f = at(i, j);
            rp_fall_integrate(&f, 60);
            contacts[i + j * SIDE] = f.contacts;
            most = fmax(most, f.contacts);
            least = fmin(least, f.contacts);
        }
    rp_status status = compare(contacts, &same, err);
    if (status) return status;
    rp_plot *plot = rp_plot_create(1, 1, 1200, 900);
    rp_plot_axes(plot, 0, "Contacts between two spheres on a floor [Poschel2008, Fig. 9b]", "\xce\xb5_{spec}",
                 "R_{1} / R_{2}");
    rp_map_counts(plot, 0, contacts, &(rp_map_frame){SIDE, SIDE, 0.3, 1, 2, 15}, "contacts");
    rp_number_add(numbers, "share of 36 points at which the soft method has the same number", same / POINTS, 1,
                  1.5 / POINTS, "Eq. 83 by Runge-Kutta steps, another method and step",
                  "one point may lie on a border, where the last contact is shorter than a step");
    rp_number_add(numbers, "at least one contact everywhere", least >= 1, 1, 0, "section 3.3", "a count");
    rp_number_add(numbers, "multiple contacts somewhere (1: yes)", most > 1, 1, 0, "Fig. 9b", "a count");
    return rp_figure_finish(plot, path, err);
}

const rp_figure rp_figure_poschel2008_fig9b = {
    "poschel2008-fig9b", "two spheres on a floor: contacts against restitution and ratio of radii", run, NULL};
