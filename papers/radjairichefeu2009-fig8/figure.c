/* [RadjaiRichefeu2009, Fig. 8]: normal forces in a packing of 1000 discs under stress while Gauss-Seidel iterates, from
 * no forces at all: they grow inwards from the pressed walls, which are on the right and above. Lines as wide as the
 * force is large.
 *
 * Forces spread by diffusion [UngerKertesz2003, Eq. 47]. So cells of 250 discs, half as wide, must be filled as far
 * after a quarter of the sweeps: that is what the numbers compare, for several packings of each size. */
#include <math.h>
#include <stdio.h>
#include "figure.h"
#include "network.h"
#include "repose/picture.h"
#include "sample.h"

#define PACKINGS 4       /* of 1000 discs */
#define SMALL_PACKINGS 8 /* of 250 */
/* Sweeps after which forces are those of the solution: at 8000 the shares are within 1 per cent of those at 40000. */
#define SOLVED 10000

typedef struct filled {
    rp_sample share[RP_NETWORK_CASES];
} filled; /* at each stage, over that of the packing's own solution */

/* Mean normal force in the quarter of the cell farthest from the pressed walls, over that in the quarter next to them.
 */
static double inner(const rp_sim *sim, const rp_network *list)
{
    rp_wall_info right, top;
    double far = 0, near = 0;
    rp_sim_wall_get(sim, RP_CELL_RIGHT, &right, NULL);
    rp_sim_wall_get(sim, RP_CELL_TOP, &top, NULL);
    for (size_t n = 0; n < list->count; n++) {
        const double *p = list->contact[n].point;
        const int beyond_x = p[0] > 0.5 * right.position[0], beyond_y = p[1] > 0.5 * top.position[1];
        if (!beyond_x && !beyond_y) far += list->contact[n].normal_force;
        if (beyond_x && beyond_y) near += list->contact[n].normal_force;
    }
    return far / near;
}

/* One packing: a part of 1000 discs needs that part of the sweeps. directory: where its frames go; NULL: nowhere. A
 * packing has many solutions (sec52), so it is not the forces it came to rest with that count. */
static rp_status fill(int discs, unsigned seed, filled *f, char directory[RP_NETWORK_CASES][1200], rp_error *err)
{
    rp_cell cell;
    rp_network list = {0};
    rp_status status = rp_network_pack(&cell, discs, RP_NETWORK_SHAKES, seed, err);
    if (status) return status;
    status = rp_network_forces(&cell, SOLVED * discs / RP_NETWORK_DISCS, &list, err);
    double solved = status ? NAN : inner(cell.sim, &list);
    for (int k = 0; k < RP_NETWORK_CASES && !status; k++) {
        int sweeps = (int)(rp_network_sweeps[k] * (double)discs / RP_NETWORK_DISCS + 0.5);
        status = rp_network_forces(&cell, sweeps, &list, err);
        if (!status) rp_sample_add(&f->share[k], inner(cell.sim, &list) / solved);
        if (!status && directory) status = rp_sim_frame(cell.sim, directory[k], err);
    }
    rp_cell_close(&cell);
    return status;
}

static rp_status draw(const char *path, char directory[RP_NETWORK_CASES][1200], const filled *f, rp_error *err)
{
    const char *directories[RP_NETWORK_CASES], *labels[RP_NETWORK_CASES];
    char label[RP_NETWORK_CASES][100];
    for (int k = 0; k < RP_NETWORK_CASES; k++) {
        snprintf(label[k], sizeof label[k], "%d iterations; the far quarter has %.2f of its force",
                 rp_network_sweeps[k], rp_sample_mean(&f->share[k]));
        directories[k] = directory[k];
        labels[k] = label[k];
    }
    rp_picture_options o;
    rp_picture_options_default(&o);
    o.forces = 1;
    o.columns = 2;
    o.width = 1600;
    o.title = "Forces grow inwards from two walls [RadjaiRichefeu2009, Fig. 8]";
    return rp_picture_frames(directories, labels, RP_NETWORK_CASES, NAN, &o, path, err);
}

static void add_numbers(rp_numbers *numbers, const filled *large, const filled *small)
{
    static const char *const names[RP_NETWORK_CASES] = {
        "share of the far quarter, 130 iterations", "share of the far quarter, 365 iterations",
        "share of the far quarter, 1000 iterations", "share of the far quarter, 2000 iterations"};
    for (int k = 0; k < RP_NETWORK_CASES; k++)
        rp_number_add(numbers, names[k], rp_sample_mean(&large->share[k]), rp_sample_mean(&small->share[k]),
                      3 * hypot(rp_sample_error(&large->share[k]), rp_sample_error(&small->share[k])) + 0.03,
                      "250 discs after a quarter of the iterations: diffusion [UngerKertesz2003, Eq. 47]",
                      "three standard errors of packings; 0.03: the layer at a wall, a disc of 16 or of 32");
    rp_number_add(numbers, "share of the far quarter, 2000 iterations, over the solution",
                  rp_sample_mean(&large->share[RP_NETWORK_CASES - 1]), 1, 0.1,
                  "[RadjaiRichefeu2009, Sec. 5.2]: throughout the system",
                  "a tenth of a line's width is not seen in a picture");
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    static char directory[RP_NETWORK_CASES][1200];
    filled large = {0}, small = {0};
    rp_status status = RP_OK;
    for (int k = 0; k < RP_NETWORK_CASES; k++)
        snprintf(directory[k], sizeof directory[k], "%s.frames/%d", path, rp_network_sweeps[k]);
    for (unsigned seed = 1; seed <= PACKINGS && !status; seed++)
        status = fill(RP_NETWORK_DISCS, seed, &large, seed == 1 ? directory : NULL, err);
    for (unsigned seed = 1; seed <= SMALL_PACKINGS && !status; seed++)
        status = fill(RP_NETWORK_DISCS / 4, seed, &small, NULL, err);
    if (!status) status = draw(path, directory, &large, err);
    if (!status) add_numbers(numbers, &large, &small);
    return status;
}

const rp_figure rp_figure_radjairichefeu2009_fig8 = {"radjairichefeu2009-fig8",
                                                     "the network of forces while Gauss-Seidel iterates", run, NULL};
