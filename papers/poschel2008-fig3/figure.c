/* [Poschel2008, Fig. 3b, c]: a ball bounces many times and its impacts are heard. The experiment's data are not
 * printed: bounces are simulated with a mean law of viscoelastic spheres that gives 0.98 at 0.415 m/s, and fluctuations
 * about it by two exponentials (decay 0.010 below, 0.004 above the peak: chosen so that some values exceed 1, as
 * measured). The times go through Eq. 56 and must give the law back. */
#include <math.h>
#include <stdlib.h>
#include "figure.h"
#include "repose/viscous.h"
#include "repose/bounce.h"

enum { DROPS = 3000, MOST = 120, IMPACTS = DROPS * MOST, BINS = 48 };
static const double gravity = 9.81, below = 0.010, above = 0.004;

typedef struct ball {
    double scale;
    uint64_t drop, impact;
} ball; /* scale: B = scale v^(1/5) */
typedef struct heard {
    double speed[IMPACTS], eps[IMPACTS];
    size_t count;
    double bin[IMPACTS];
    size_t in;
} heard;

static double peak(double scale, double v)
{
    double B = scale * pow(v, 0.2);
    return rp_viscous_series(B, RP_VISCOUS_SERIES_ORDER);
}

static double restitution(void *context, double v)
{
    ball *b = context;
    rp_fluctuation f = {peak(b->scale, v), below, above};
    return rp_fluctuation_draw(&f, 20080301, b->drop, b->impact++);
}

static rp_status listen(heard *h, double scale, rp_error *err)
{
    rp_status status = RP_OK;
    for (uint64_t d = 0; d < DROPS && !status; d++) {
        double time[MOST];
        ball b = {scale, d, 0};
        size_t n = rp_bounce_times(0.9 + 0.3 * (double)d / DROPS, gravity, 0.15, restitution, &b, time, MOST);
        if (n < 3) continue;
        status = rp_bounce_analyse(time, n, gravity, h->speed + h->count, h->eps + h->count, err);
        h->count += n - 2;
    }
    for (size_t n = 0; n < h->count; n++)
        if (h->speed[n] > 0.4 && h->speed[n] < 0.43) h->bin[h->in++] = h->eps[n];
    return status;
}

static void draw(rp_plot *plot, const heard *h, double scale, const rp_fluctuation *fit)
{
    double at[BINS], density[BINS] = {0}, line[BINS], v[50], mean[50];
    for (int k = 0; k < BINS; k++) at[k] = 0.925 + 0.1 * (k + 0.5) / BINS;
    for (size_t n = 0; n < h->in; n++) {
        int k = (int)floor((h->bin[n] - 0.925) / 0.1 * BINS);
        if (k >= 0 && k < BINS) density[k] += BINS / 0.1 / (double)h->in;
    }
    for (int k = 0; k < BINS; k++)
        line[k] = exp(at[k] < fit->peak ? -(fit->peak - at[k]) / fit->below : -(at[k] - fit->peak) / fit->above)
                  / (fit->below + fit->above);
    for (int k = 0; k < 50; k++) {
        v[k] = 0.15 + k * 0.02;
        mean[k] = peak(scale, v[k]) - below + above;
    }

    rp_plot_axes(plot, 0, "impacts [Poschel2008, Fig. 3b]", "speed (m/s)", "\xce\xb5");
    rp_plot_curve(plot, 0, h->speed, h->eps, h->count < 6000 ? h->count : 6000,
                  &(rp_plot_style){.marker = RP_MARKER_DISC, .size = 0.25, .color = RP_PLOT_GREY});
    rp_plot_curve(plot, 0, v, mean, 50, &(rp_plot_style){.label = "mean", .width = 2});
    rp_plot_rule(plot, 0, 1, 0.4, NULL);
    rp_plot_rule(plot, 0, 1, 0.43, NULL);
    rp_plot_axes(plot, 1, "0.40 to 0.43 m/s [Poschel2008, Fig. 3c]", "\xce\xb5", "density");
    rp_plot_log(plot, 1, 0, 1);
    rp_plot_curve(plot, 1, at, density, BINS, &(rp_plot_style){.label = "heard", .marker = RP_MARKER_CIRCLE});
    rp_plot_curve(plot, 1, at, line, BINS, &(rp_plot_style){.label = "two exponentials", .color = RP_PLOT_INK});
}

static double mean_of(const heard *h, double from, double to)
{
    double sum = 0;
    size_t n = 0;
    for (size_t k = 0; k < h->count; k++)
        if (h->speed[k] >= from && h->speed[k] < to) {
            sum += h->eps[k];
            n++;
        }

    return n ? sum / (double)n : NAN;
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    heard *h = calloc(1, sizeof *h);
    if (!h) return rp_error_set(err, RP_SYSTEM, "not enough memory for the impacts");
    double scale = rp_viscous_ratio(0.98, 0) * pow(0.415, -0.2);
    rp_fluctuation fit = {0};
    rp_status status = listen(h, scale, err);
    if (!status) status = rp_fluctuation_fit(h->bin, h->in, &fit, err);
    rp_plot *plot = rp_plot_create(1, 2, 1800, 800);
    if (!status) draw(plot, h, scale, &fit);
    size_t over = 0;
    for (size_t n = 0; n < h->in; n++) over += h->bin[n] > 1;
    double share = above / (above + below) * exp(-(1 - 0.98) / above), in = (double)h->in;
    rp_number_add(numbers, "peak at 0.40 to 0.43 m/s", fit.peak, 0.98, 1e-3,
                  "section 2.3.5: two exponentials meeting at about 0.98",
                  "the law changes by 3e-4 within the bin; the fit's scatter");
    rp_number_add(numbers, "decay below the peak", fit.below, below, 4 * below / sqrt(in * below / (below + above)),
                  "the law that was simulated", "four standard errors");
    rp_number_add(numbers, "decay above the peak", fit.above, above, 5 * above / sqrt(in * above / (below + above)),
                  "the law that was simulated", "five standard errors");
    rp_number_add(numbers, "share of values above 1", (double)over / in, share, 5 * sqrt(share / in) + 2e-4,
                  "Fig. 3c shows values above 1", "five standard errors");
    rp_number_add(numbers, "mean at 0.9 to 1.0 m/s minus mean at 0.2 to 0.3",
                  mean_of(h, 0.9, 1.0) - mean_of(h, 0.2, 0.3), peak(scale, 0.95) - peak(scale, 0.25), 1e-3,
                  "section 2.3.5: mean values decay with the speed",
                  "statistics of some thousand impacts of spread 0.01");
    status = status ? status : rp_plot_save(plot, path, err);
    rp_plot_destroy(plot);
    free(h);
    return status;
}

const rp_figure rp_figure_poschel2008_fig3 = {"poschel2008-fig3",
                                              "fluctuating restitution from the sound of a bouncing ball", run};
