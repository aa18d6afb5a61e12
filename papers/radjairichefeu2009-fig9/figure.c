/* [RadjaiRichefeu2009, Fig. 9]: distribution of normal forces at the four stages of Fig. 8, in units of the converged
 * mean, for several packings of 1000 discs; bars are the standard error of their mean. What the text says of it: the
 * distribution widens with the iterations and is stable beyond 1000; strong forces are exponentially distributed, also
 * after few iterations; nearly 60 per cent of the forces are weak; P is finite, or diverges, towards no force.
 *
 * An exponential tail shows in the excess over the mean force: its deviation over its mean is 1. A Gaussian of the
 * same mean force would give 0.835. */
#include <math.h>
#include "figure.h"
#include "network.h"
#include "sample.h"

#define PACKINGS 6
#define SOLVED 10000 /* sweeps: as in fig8 */
#define BINS 22
#define WIDTH 0.25     /* of the mean */
#define GAUSSIAN 0.165 /* how far from 1 a Gaussian has the deviation over the mean of the excess */

enum { STAGES = RP_NETWORK_CASES + 1 }; /* the last one: the solution */

typedef struct stage {
    rp_sample p[BINS], weak, excess, shape, width, first;
} stage; /* weak: share below the mean; excess: mean of the excess over it; shape: its deviation over its mean; width:
            deviation of all; first: P below a tenth of the mean over P between one and two tenths */

static void take(const rp_network *list, double mean, stage *s)
{
    double count = 0, p[BINS] = {0}, sum = 0, square = 0, strong = 0, excess = 0, squares = 0, lowest[2] = {0};
    for (size_t n = 0; n < list->count; n++) {
        double f = list->contact[n].normal_force / mean;
        if (f <= 0) continue;
        count++;
        sum += f;
        square += f * f;
        if (f / WIDTH < BINS) p[(int)(f / WIDTH)]++;
        if (f < 0.2) lowest[f >= 0.1]++;
        if (f < 1) continue;
        strong++;
        excess += f - 1;
        squares += (f - 1) * (f - 1);
    }
    for (int k = 0; k < BINS; k++) rp_sample_add(&s->p[k], p[k] / count / WIDTH);
    rp_sample_add(&s->weak, 1 - strong / count);
    rp_sample_add(&s->excess, excess / strong);
    rp_sample_add(&s->shape, sqrt(squares / strong - pow(excess / strong, 2)) / (excess / strong));
    rp_sample_add(&s->width, sqrt(square / count - pow(sum / count, 2)));
    rp_sample_add(&s->first, lowest[0] / lowest[1]);
}

typedef struct results {
    stage stage[STAGES];
    rp_sample isostatic, loose, growth, settled; /* of the packings; width at 2000 over 130, at 1000 over 2000 */
} results;

static rp_status measure(unsigned seed, results *r, rp_error *err)
{
    rp_cell cell;
    rp_network list = {0};
    rp_network_state state;
    double mean = 0, width[STAGES];
    rp_status status = rp_network_pack(&cell, RP_NETWORK_DISCS, RP_NETWORK_SHAKES, seed, err);
    if (status) return status;
    status = rp_network_count(&cell, RP_NETWORK_DISCS, &state, err);
    for (int k = STAGES - 1; k >= 0 && !status; k--) {
        double before = r->stage[k].width.sum;
        status = rp_network_forces(&cell, k == STAGES - 1 ? SOLVED : rp_network_sweeps[k], &list, err);
        if (status) break;
        if (k == STAGES - 1) mean = rp_network_mean(&list);
        take(&list, mean, &r->stage[k]);
        width[k] = r->stage[k].width.sum - before;
    }
    rp_cell_close(&cell);
    if (status) return status;
    rp_sample_add(&r->isostatic, state.isostatic);
    rp_sample_add(&r->loose, (double)state.loose / RP_NETWORK_DISCS);
    rp_sample_add(&r->growth, width[3] / width[0]);
    rp_sample_add(&r->settled, width[2] / width[3]);
    return RP_OK;
}

static void draw(rp_plot *plot, const results *r)
{
    static const char *const labels[STAGES] = {"130 iterations", "365", "1000", "2000", "10000: the solution"};
    static const rp_marker markers[STAGES] = {RP_MARKER_TRIANGLE, RP_MARKER_SQUARE, RP_MARKER_DIAMOND, RP_MARKER_CROSS,
                                              RP_MARKER_DISC};
    double x[BINS], p[STAGES][BINS], bar[STAGES][BINS], fit[BINS];
    const stage *last = &r->stage[STAGES - 1];
    const double rate = 1 / rp_sample_mean(&last->excess), strong = 1 - rp_sample_mean(&last->weak);
    for (int k = 0; k < BINS; k++) {
        x[k] = (k + 0.5) * WIDTH;
        fit[k] = x[k] < 1 ? NAN : strong * rate * exp(-rate * (x[k] - 1));
        for (int s = 0; s < STAGES; s++) {
            p[s][k] = rp_sample_mean(&r->stage[s].p[k]);
            bar[s][k] = fmin(rp_sample_error(&r->stage[s].p[k]), 0.9 * p[s][k]);
        }
    }

    rp_plot_axes(plot, 0, "Normal forces, six packings of 1000 discs [RadjaiRichefeu2009, Fig. 9]",
                 "f\xe2\x82\x99 / \xe2\x9f\xa8"
                 "f\xe2\x82\x99\xe2\x9f\xa9",
                 "P");
    rp_plot_log(plot, 0, 0, 1);
    rp_plot_limits(plot, 0, 0, BINS * WIDTH, 3e-4, 3);
    for (int s = 0; s < STAGES; s++)
        rp_plot_curve(plot, 0, x, p[s], BINS,
                      &(rp_plot_style){.label = labels[s],
                                       .color = s == STAGES - 1 ? RP_PLOT_INK : s + 1,
                                       .marker = markers[s],
                                       .error_y = bar[s]});
    rp_plot_curve(
        plot, 0, x, fit, BINS,
        &(rp_plot_style){.label = "exponential above the mean", .color = RP_PLOT_INK, .line = RP_LINE_DASHED});
}

static void add_numbers(rp_numbers *numbers, const results *r)
{
    static const char shape[] = "a Gaussian of the same mean force has 0.835: it must be nearer than that";
    const stage *last = &r->stage[STAGES - 1], *first = &r->stage[0];
    rp_number_add(numbers, "contacts that carry, over those of an isostatic packing", rp_sample_mean(&r->isostatic), 1,
                  0.125, "discs without friction between two standing and two pressed walls: N_c = 2 N + 2",
                  "with friction it is 3/4 of them: half of the way");
    rp_number_add(numbers, "share of loose discs", rp_sample_mean(&r->loose), 0, 0.05,
                  "[RadjaiRichefeu2009, Sec. 5.2]: the sample is dense",
                  "one disc in twenty; a sample packed with the friction that it has afterwards has one in five");
    rp_number_differs(numbers, "share of forces below the mean", rp_sample_mean(&last->weak), 0.6, 0.02,
                      "[RadjaiRichefeu2009, Sec. 5.2]: nearly 60 per cent; nearly: within 0.02", 82);
    rp_number_add(numbers, "excess over the mean: deviation over mean", rp_sample_mean(&last->shape), 1, GAUSSIAN,
                  "[RadjaiRichefeu2009, Sec. 5.2]: exponentially distributed; closed form", shape);
    rp_number_add(numbers, "the same after 130 iterations", rp_sample_mean(&first->shape), 1, GAUSSIAN,
                  "[RadjaiRichefeu2009, Sec. 5.2]: its signature after a few iterations", shape);
    rp_number_add(numbers, "width, 1000 iterations over 2000", rp_sample_mean(&r->settled), 1,
                  rp_sample_deviation(&r->stage[3].width) / rp_sample_mean(&r->stage[3].width),
                  "[RadjaiRichefeu2009, Sec. 5.2]: stable beyond 1000 iterations",
                  "the deviation of the packings: a change by less is not seen in one of them");
    rp_number_add(numbers, "P below 0.1 over P from 0.1 to 0.2, if that is below 1",
                  fmin(1, rp_sample_mean(&last->first)), 1, 1.0 / 3,
                  "[RadjaiRichefeu2009, Sec. 5.2]: P(0) is finite, or P diverges",
                  "a P that starts from 0 in proportion to f has 1/3: half of the way");
    rp_number_add(numbers, "width, 2000 iterations over 130, at least 3 errors above 1 (1: yes)",
                  rp_sample_mean(&r->growth) - 3 * rp_sample_error(&r->growth) > 1, 1, 0,
                  "[RadjaiRichefeu2009, Sec. 5.2]: appears to increase in width", "yes or no");
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    static results r;
    rp_status status = RP_OK;
    r = (results){0};
    for (unsigned seed = 1; seed <= PACKINGS && !status; seed++) status = measure(seed, &r, err);
    if (status) return status;
    rp_plot *plot = rp_plot_create(1, 1, 1200, 850);
    draw(plot, &r);
    add_numbers(numbers, &r);
    rp_figure_remark(plot, numbers);
    return rp_figure_finish(plot, path, err);
}

const rp_figure rp_figure_radjairichefeu2009_fig9 = {
    "radjairichefeu2009-fig9", "the distribution of forces while Gauss-Seidel iterates", run, NULL};
