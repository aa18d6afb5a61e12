/* [Poschel2008, Fig. 3b, c]: a ball bounces many times and its impacts are heard. The experiment's data are not
 * printed: bounces are simulated with a mean law of viscoelastic spheres that gives 0.98 at 0.415 m/s, and fluctuations
 * about it by two exponentials (decay 0.010 below, 0.004 above the peak: chosen so that some values exceed 1, as
 * measured). So the figure shows the way from times to a law: Eq. 56 must give back each coefficient that was drawn,
 * and mean and deviation must be those of the law, above - below about the peak and (above^2 + below^2)^(1/2): it is
 * that of the difference of two exponentials. What makes the fluctuations, asperities of the ball, is simulated in
 * poschel2008-asperities. */
#include <math.h>
#include <stdlib.h>
#include "figure.h"
#include "repose/viscous.h"
#include "repose/bounce.h"
#include "sample.h"

enum { DROPS = 3000, MOST = 120, IMPACTS = DROPS * MOST, BINS = 48 };
static const double gravity = 9.81, below = 0.010, above = 0.004;

typedef struct ball {
    double scale; /* B = scale v^(1/5) */
    uint64_t drop, impact;
    double drawn[MOST];
} ball;
typedef struct heard {
    double speed[IMPACTS], eps[IMPACTS];
    size_t count;
    double bin[IMPACTS];
    size_t in;
    double off; /* greatest distance of Eq. 56 from what was drawn */
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
    double eps = rp_fluctuation_draw(&f, 20080301, b->drop, b->impact);
    if (b->impact < MOST) b->drawn[b->impact] = eps;
    b->impact++;
    return eps;
}

static rp_status listen(heard *h, double scale, rp_error *err)
{
    rp_status status = RP_OK;
    for (uint64_t d = 0; d < DROPS && !status; d++) {
        double time[MOST];
        ball b = {.scale = scale, .drop = d};
        size_t n = rp_bounce_times(0.9 + 0.3 * (double)d / DROPS, gravity, 0.15, restitution, &b, time, MOST);
        if (n < 3) continue;
        status = rp_bounce_analyse(time, n, gravity, h->speed + h->count, h->eps + h->count, err);
        for (size_t k = 0; k < n - 2; k++) h->off = fmax(h->off, fabs(h->eps[h->count + k] - b.drawn[k + 1]));
        h->count += n - 2;
    }
    for (size_t n = 0; n < h->count; n++)
        if (h->speed[n] > 0.4 && h->speed[n] < 0.43) h->bin[h->in++] = h->eps[n];
    return status;
}

static rp_sample heard_between(const heard *h, double from, double to)
{
    return rp_sample_between(h->speed, h->eps, h->count, from, to);
}

static void draw_bins(rp_plot *plot, const heard *h)
{
    enum { PLACES = 15 };
    double v[PLACES], mean[PLACES], deviation[PLACES];
    for (int k = 0; k < PLACES; k++) {
        v[k] = 0.175 + 0.05 * k;
        const rp_sample near = heard_between(h, v[k] - 0.025, v[k] + 0.025);
        mean[k] = rp_sample_mean(&near);
        deviation[k] = rp_sample_deviation(&near);
    }
    rp_plot_curve(
        plot, 0, v, mean, PLACES,
        &(rp_plot_style){
            .label = "heard: mean and deviation", .color = 1, .marker = RP_MARKER_DISC, .error_y = deviation});
}

static void draw(rp_plot *plot, const heard *h, double scale, const rp_fluctuation *fit)
{
    double at[BINS], density[BINS] = {0}, bar[BINS], line[BINS], v[50], mean[50];
    for (int k = 0; k < BINS; k++) at[k] = 0.925 + 0.1 * (k + 0.5) / BINS;
    for (size_t n = 0; n < h->in; n++) {
        int k = (int)floor((h->bin[n] - 0.925) / 0.1 * BINS);
        if (k >= 0 && k < BINS) density[k] += BINS / 0.1 / (double)h->in;
    }
    for (int k = 0; k < BINS; k++) /* of a count: its root */
        bar[k] = fmin(0.9, sqrt(BINS / 0.1 / (double)h->in / fmax(1e-9, density[k]))) * density[k];
    for (int k = 0; k < BINS; k++)
        line[k] = exp(at[k] < fit->peak ? -(fit->peak - at[k]) / fit->below : -(at[k] - fit->peak) / fit->above)
                  / (fit->below + fit->above);
    for (int k = 0; k < 50; k++) {
        v[k] = 0.15 + k * 0.015;
        mean[k] = peak(scale, v[k]) - below + above;
    }

    rp_plot_axes(plot, 0, "impacts [Poschel2008, Fig. 3b]", "speed (m/s)", "\xce\xb5");
    rp_plot_curve(plot, 0, h->speed, h->eps, h->count,
                  &(rp_plot_style){.marker = RP_MARKER_DISC, .size = 0.08, .color = RP_PLOT_GREY});
    draw_bins(plot, h);
    rp_plot_curve(plot, 0, v, mean, 50, &(rp_plot_style){.label = "mean of the law", .color = 2, .width = 1.5});
    for (int side = -1; side <= 1; side += 2) {
        double line_at[50];
        for (int k = 0; k < 50; k++) line_at[k] = mean[k] + side * hypot(below, above);
        rp_plot_curve(plot, 0, v, line_at, 50,
                      &(rp_plot_style){.label = side > 0 ? "\xc2\xb1 its standard deviation" : NULL,
                                       .color = 2,
                                       .line = RP_LINE_DASHED});
    }
    rp_plot_limits(plot, 0, 0.1, 1.22, 0.85, 1.07); /* room for the legend */
    rp_plot_rule(plot, 0, 1, 0.4, NULL);
    rp_plot_rule(plot, 0, 1, 0.43, NULL);
    rp_plot_axes(plot, 1, "0.40 to 0.43 m/s [Poschel2008, Fig. 3c]", "\xce\xb5", "density");
    rp_plot_log(plot, 1, 0, 1);
    rp_plot_curve(plot, 1, at, density, BINS,
                  &(rp_plot_style){.label = "heard", .marker = RP_MARKER_CIRCLE, .error_y = bar});
    rp_plot_curve(plot, 1, at, line, BINS, &(rp_plot_style){.label = "two exponentials", .color = RP_PLOT_INK});
}

static void compare(rp_numbers *numbers, const heard *h, double scale, const rp_fluctuation *fit)
{
    size_t over = 0;
    const double in = (double)h->in;
    const rp_sample here = heard_between(h, 0.4, 0.43), fast = heard_between(h, 0.8, 0.9),
                    slow = heard_between(h, 0.2, 0.3);
    for (size_t n = 0; n < h->in; n++) over += h->bin[n] > 1;
    double share = above / (above + below) * exp(-(1 - 0.98) / above);
    rp_number_add(numbers, "greatest distance of Eq. 56 from the coefficient that was drawn", h->off, 0, 1e-9,
                  "Eq. 56 is exact for a ball in free flight", "rounding of times");
    rp_number_add(numbers, "peak at 0.40 to 0.43 m/s", fit->peak, 0.98, 1e-3,
                  "put in, after section 2.3.5: two exponentials that meet at 0.98",
                  "the law changes by 3e-4 within the bin; the fit's scatter");
    rp_number_add(numbers, "mean there, minus the peak", rp_sample_mean(&here) - 0.98, above - below,
                  5 * hypot(above, below) / sqrt(in) + 2e-4, "closed form: decay above minus decay below",
                  "five standard errors; the law within the bin");
    rp_number_add(numbers, "standard deviation there", rp_sample_deviation(&here), hypot(above, below),
                  5 * hypot(above, below) / sqrt(in), "closed form: a difference of two exponentials",
                  "3.5 standard errors, with a kurtosis of 9");
    rp_number_add(numbers, "share of values above 1", (double)over / in, share, 5 * sqrt(share / in) + 2e-4,
                  "Fig. 3c shows values above 1; closed form of the two exponentials", "five standard errors");
    rp_number_add(numbers, "mean at 0.8 to 0.9 m/s minus mean at 0.2 to 0.3",
                  rp_sample_mean(&fast) - rp_sample_mean(&slow), peak(scale, 0.85) - peak(scale, 0.25), 1e-3,
                  "section 2.3.5: mean values decay with the speed",
                  "statistics of some thousand impacts of spread 0.01");
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
    if (!status) compare(numbers, h, scale, &fit);
    status = status ? status : rp_plot_save(plot, path, err);
    rp_plot_destroy(plot);
    free(h);
    return status;
}

const rp_figure rp_figure_poschel2008_fig3 = {"poschel2008-fig3",
                                              "fluctuating restitution from the sound of a bouncing ball", run, NULL};
