/* [RadjaiRichefeu2009, Fig. 9]: distribution of normal forces at the four stages of Fig. 8, in units of the converged
 * mean: it widens with the iterations, and has its exponential tail early. */
#include <math.h>
#include <stdio.h>
#include "figure.h"
#include "network.h"

#define BINS 24
#define WIDTH 0.25 /* of the mean */
#define TAIL 1.0   /* of the mean: strong forces */

typedef struct distribution {
    double x[BINS], p[BINS], weak, tail;
} distribution; /* weak: share below the mean; tail: rate of the exponential above it */

static void take(const rp_network *list, double mean, distribution *d)
{
    double count = 0, strong = 0, excess = 0;
    *d = (distribution){0};
    for (size_t n = 0; n < list->count; n++) {
        double f = list->contact[n].normal_force / mean;
        if (f <= 0) continue;
        count++;
        if (f / WIDTH < BINS) d->p[(int)(f / WIDTH)]++;
        if (f < 1) d->weak++;
        if (f > TAIL) {
            strong++;
            excess += f - TAIL;
        }
    }
    for (int k = 0; k < BINS; k++) {
        d->x[k] = (k + 0.5) * WIDTH;
        d->p[k] = d->p[k] > 0 ? d->p[k] / count / WIDTH : NAN;
    }

    d->weak /= count;
    d->tail = strong / excess; /* most likely rate of exp(-rate (f - TAIL)) */
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    static const char *const labels[RP_NETWORK_CASES] = {"130", "365", "1000", "2000 iterations"};
    static const rp_marker markers[RP_NETWORK_CASES] = {RP_MARKER_TRIANGLE, RP_MARKER_SQUARE, RP_MARKER_DIAMOND,
                                                        RP_MARKER_CIRCLE};
    distribution d[RP_NETWORK_CASES];
    rp_cell cell;
    rp_network list = {0};
    double mean = 0, fit[BINS];
    rp_status status = rp_network_pack(&cell, RP_NETWORK_DISCS, 1, err);
    if (status) return status;
    for (int k = RP_NETWORK_CASES - 1; k >= 0 && !status; k--) {
        status = rp_network_forces(&cell, rp_network_sweeps[k], &list, err);
        if (status) break;
        if (k == RP_NETWORK_CASES - 1) mean = rp_network_mean(&list);
        take(&list, mean, &d[k]);
    }
    rp_cell_close(&cell);
    if (status) return status;
    rp_plot *plot = rp_plot_create(1, 1, 1000, 800);
    rp_plot_axes(plot, 0, "Distribution of normal forces [RadjaiRichefeu2009, Fig. 9]",
                 "f\xe2\x82\x99 / \xe2\x9f\xa8"
                 "f\xe2\x82\x99\xe2\x9f\xa9",
                 "P");
    rp_plot_log(plot, 0, 0, 1);
    const distribution *last = &d[RP_NETWORK_CASES - 1];
    for (int k = 0; k < BINS; k++)
        fit[k] = last->x[k] < TAIL ? NAN : (1 - last->weak) * last->tail * exp(-last->tail * (last->x[k] - TAIL));
    for (int k = 0; k < RP_NETWORK_CASES; k++)
        rp_plot_curve(
            plot, 0, d[k].x, d[k].p, BINS,
            &(rp_plot_style){.label = labels[k], .color = k + 1, .marker = markers[k], .line = RP_LINE_SOLID});
    rp_plot_curve(
        plot, 0, last->x, fit, BINS,
        &(rp_plot_style){.label = "exponential above the mean", .color = RP_PLOT_INK, .line = RP_LINE_DASHED});
    rp_number_add(numbers, "share of forces below the mean", last->weak, 0.6, 0.05,
                  "[RadjaiRichefeu2009, Sec. 5.2]: nearly 60 per cent",
                  "one packing of 500 discs, about 900 contacts: 2 per cent; the size distribution differs");
    rp_number_add(numbers, "rate of the exponential, 1000 over 2000 iterations", d[2].tail / last->tail, 1, 0.1,
                  "[RadjaiRichefeu2009, Sec. 5.2]: stable beyond 1000 iterations",
                  "350 strong contacts give a rate to 5 per cent");
    rp_number_add(numbers, "rate of the exponential, 130 over 2000 iterations", d[0].tail / last->tail, 1.3, 0.3,
                  "[RadjaiRichefeu2009, Fig. 9]: the width increases with the iterations",
                  "read off the figure, where the arrow points outwards");
    return rp_figure_finish(plot, path, err);
}

const rp_figure rp_figure_radjairichefeu2009_fig9 = {"radjairichefeu2009-fig9",
                                                     "the distribution of forces while Gauss-Seidel iterates", run};
