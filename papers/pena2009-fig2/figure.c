/* [Pena2009, Fig. 2]: the shear cell, 256 polygons between two driven layers; papers/stones.h says what is ours. */
#include <math.h>
#include <stdio.h>
#include "figure.h"
#include "repose/picture.h"
#include "stones.h"

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    rp_sim *sim;
    double area = 0, free_ones = 0;
    rp_picture_options o;
    rp_picture_options_default(&o);
    o.color = "group";
    o.title = "The shear cell: two layers that move against each other [Pena2009, Fig. 2]";
    o.width = 1400;
    rp_status status = rp_stones_open(RP_STONES_ROUGH, 1, RP_STONES_COARSE, &sim, err);
    if (status) return status;
    for (uint32_t id = 0; id < rp_sim_count(sim); id++) {
        free_ones += *rp_trial_row(sim, "inverse_mass", id) > 0;
        area += *rp_trial_row(sim, "mass", id); /* density 1, thickness 1 */
    }
    status = rp_sim_picture(sim, path, &o, err);
    rp_sim_destroy(sim);
    rp_number_add(numbers, "free polygons", free_ones, 256, 0, "\"a system of 256 particles\"", "a count");
    rp_number_add(numbers, "area of all polygons over that of the cell", area / (16 * 18), 1, 1e-12,
                  "a tiling leaves nothing out", "rounding");
    return status;
}

const rp_figure rp_figure_pena2009_fig2 = {"pena2009-fig2", "the shear cell: 256 polygons between two driven layers",
                                           run, NULL};
