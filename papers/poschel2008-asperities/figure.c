/* [Poschel2008, section 2.3.5 and Fig. 3b, c]: the paper says that restitution heard from a bouncing ball scatters, and
 * exceeds 1, because of asperities: they bring energy into rotation and back. It names a simulation with tiny half
 * spheres on a ball, of which it prints nothing. Here is one (rough_ball.h): a steel ball of 3 mm with 1e4 half spheres
 * at random places, friction 0.2, viscoelastic with 0.98 at 0.415 m/s where it is smooth; 2400 drops at 0.9 to 1.2 m/s
 * in random orientations, without spin. Number of half spheres, friction and speeds are ours. No coefficient is drawn
 * at random. The heights of two tips differ by micrometres, which flights leave out.
 *
 * Why two exponentials: the tip nearest to the bottom has a lever arm s whose two components are Gaussian, with
 * variance 2 R^2/N. An impact that does not slide adds (5/7) (1 + e) v s/R^2 to the spin, across s; and spin w changes
 * the speed of the tip by w s. So an impact at speed v after others at v_j deviates from e by
 *     -(5/7) (1 + e)^2 (s . sum of s_j v_j/v)/R^2.
 * The scalar product of two Gaussian vectors of the plane has a density of two exponentials with one decay,
 *     b = (10/7) (1 + e)^2 (sum of (v_j/v)^2)^(1/2)/N. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "figure.h"
#include "repose/bounce.h"
#include "rough_ball.h"
#include "sample.h"
#include "trial.h"

enum { DROPS = 2400, STILL = 480, MOST = 120, IMPACTS = DROPS * MOST, BINS = 48, LINE = 200, ASPERITIES = 10000 };
static const double gravity = 9.81, smooth = 0.98, at_speed = 0.415, slow = 0.4, fast = 0.43;
static const double bin_low = 0.93, bin_high = 1.03;

typedef struct heard {
    double speed[IMPACTS], eps[IMPACTS];
    size_t count;
    double bin[IMPACTS]; /* eps between the speeds slow and fast, sorted */
    size_t in;
    double decay; /* of the closed form, mean over the bin */
    double lever; /* mean of s^2/R^2 over impacts; a sum while listening */
    double gain;  /* greatest kinetic energy, with rotation, after over before an impact */
} heard;

static int rising(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double sum_of_squares(const double *speed, size_t before)
{
    double sum = 0;
    for (size_t j = 0; j < before; j++) sum += speed[j] * speed[j];
    return sum;
}

/* Times of one ball to what is heard. The first impact, at the speed of the drop, is not heard: the flight before it is
 * not known. */
static rp_status analyse(heard *h, double first, const double *time, size_t count, rp_error *err)
{
    double speed[MOST + 1];
    if (count < 3) return RP_OK;
    rp_status status = rp_bounce_analyse(time, count, gravity, h->speed + h->count, h->eps + h->count, err);
    speed[0] = first;
    for (size_t k = 0; k < count - 2 && !status; k++) {
        const double v = speed[k + 1] = h->speed[h->count + k], squares = sum_of_squares(speed, k + 1);
        if (v <= slow || v >= fast) continue;
        h->bin[h->in++] = h->eps[h->count + k];
        h->decay += 5.0 / 7 * (1 + smooth) * (1 + smooth) * sqrt(squares) / v; /* times s^2/R^2 of one component */
    }
    h->count += count - 2;
    return status;
}

/* Drops of RP_BLOCK balls, from the first of these numbers. */
static rp_status listen(heard *h, const rp_rough *r, uint64_t drop, rp_error *err)
{
    rp_rough_ball ball[RP_BLOCK];
    double time[RP_BLOCK][MOST] = {{0}}, first[RP_BLOCK];
    size_t count[RP_BLOCK], impacts = 0;
    rp_status status = RP_OK;
    for (uint64_t c = 0; c < RP_BLOCK; c++) {
        first[c] = 0.9 + 0.3 * (double)(drop + c) / DROPS;
        ball[c] = rp_rough_drop(first[c], 20080303, drop + c);
        count[c] = 1;
    }
    for (; impacts + 1 < MOST; impacts++) {
        double energy[RP_BLOCK];
        for (int c = 0; c < RP_BLOCK; c++) energy[c] = rp_rough_energy(r, &ball[c]);
        rp_rough_impact(r, ball, RP_BLOCK);
        for (int c = 0; c < RP_BLOCK; c++) {
            h->lever += (ball[c].c[0] * ball[c].c[0] + ball[c].c[1] * ball[c].c[1]) / (r->radius * r->radius);
            h->gain = fmax(h->gain, rp_rough_energy(r, &ball[c]) / energy[c]);
            time[c][impacts + 1] = time[c][impacts] + rp_rough_fly(&ball[c], gravity);
            if (-ball[c].v[2] > 0.15 && count[c] == impacts + 1) count[c]++;
        }
    }
    for (int c = 0; c < RP_BLOCK && !status; c++) status = analyse(h, first[c], time[c], count[c], err);
    return status;
}

static rp_status hear(heard **out, int drops, int no_spin, rp_error *err)
{
    rp_rough r;
    heard *h = *out = calloc(1, sizeof *h);
    if (!h) return rp_trial_memory("the impacts", err);
    rp_status status = rp_rough_create(&r, ASPERITIES, 0.2, smooth, at_speed, err);
    if (status) return status;
    r.no_spin = no_spin;
    for (int d = 0; d < drops && !status; d += RP_BLOCK) status = listen(h, &r, (uint64_t)d, err);
    qsort(h->bin, h->in, sizeof *h->bin, rising);
    h->lever /= (double)drops * (MOST - 1);
    h->decay *= h->lever / 2 / (double)h->in;
    rp_rough_destroy(&r);
    return status;
}

static rp_sample heard_between(const heard *h, double from, double to)
{
    return rp_sample_between(h->speed, h->eps, h->count, from, to);
}

static double two_exponentials(const rp_fluctuation *f, double eps)
{
    const double all = f->above + f->below;
    return eps < f->peak ? f->below / all * exp((eps - f->peak) / f->below)
                         : 1 - f->above / all * exp((f->peak - eps) / f->above);
}

/* Greatest distances of the cumulative distribution from that of two exponentials and from a normal one. */
static void distances(const heard *h, const rp_fluctuation *fit, double distance[2])
{
    const rp_sample near = heard_between(h, slow, fast);
    const double mean = rp_sample_mean(&near), deviation = rp_sample_deviation(&near);
    distance[0] = distance[1] = 0;
    for (size_t n = 0; n < h->in; n++) {
        const double here = ((double)n + 0.5) / (double)h->in, eps = h->bin[n];
        distance[0] = fmax(distance[0], fabs(here - two_exponentials(fit, eps)));
        distance[1] = fmax(distance[1], fabs(here - 0.5 * erfc((mean - eps) / deviation / sqrt(2))));
    }
}

/* Restitution of a smooth ball by the laws, integrated by themselves. */
static rp_status smooth_ball(double speed, double *eps, rp_error *err)
{
    rp_interaction *x = NULL;
    rp_impact impact;
    const rp_impact_pair pair = rp_restitution_spheres(0.003, 7850, INFINITY, 0);
    const rp_material steel = {.name = "steel", .density = 7850, .young = 2.1e11, .poisson = 0.3};
    rp_status status = rp_interaction_create(NULL, &x, err);
    if (status) return status;
    rp_interaction_materials_set(x, &steel, &steel);
    rp_interaction_restitution_set(x, smooth, NAN, at_speed);
    status = rp_interaction_law_set(x, RP_NORMAL, "viscoelastic", err);
    if (!status) status = rp_interaction_prepare(x, err);
    if (!status) status = rp_restitution_impact(x, &pair, speed, 0, &impact, err);
    if (!status) *eps = impact.eps_n;
    rp_interaction_destroy(x);
    return status;
}

static rp_status compare_smooth(rp_numbers *numbers, const heard *h, rp_error *err)
{
    rp_rough r;
    double eps = 0, eps_slow = 0, eps_fast = 0;
    rp_rough_ball ball = rp_rough_drop(at_speed, 1, 0);
    rp_status status = rp_rough_create(&r, 0, 0.2, smooth, at_speed, err);
    if (status) return status;
    rp_rough_impact(&r, &ball, 1);
    rp_rough_destroy(&r);
    status = smooth_ball(at_speed, &eps, err);
    if (!status) status = smooth_ball(0.25, &eps_slow, err);
    if (!status) status = smooth_ball(0.75, &eps_fast, err);
    const rp_sample quick = heard_between(h, 0.7, 0.8), late = heard_between(h, 0.2, 0.3);
    const double fall = rp_sample_mean(&quick) - rp_sample_mean(&late);
    rp_number_add(numbers, "smooth ball at 0.415 m/s: eps minus that of rp_restitution_impact",
                  ball.v[2] / at_speed - eps, 0, 1e-5, "the other integration of the same laws",
                  "second order in steps of 1/400 of the contact");
    rp_number_add(
        numbers, "mean eps at 0.7 to 0.8 m/s minus mean at 0.2 to 0.3", fall, eps_fast - eps_slow,
        4 * hypot(rp_sample_error(&quick), rp_sample_error(&late)) + 3e-4,
        "section 2.3.5: average values decay with the speed as in section 2.3.2 (the smooth law's difference)",
        "four standard errors; curvature of the law within the bins");
    return status;
}

static void compare(rp_numbers *numbers, const heard *h, const heard *still, const rp_fluctuation *fit)
{
    double distance[2], over = 0, over_still = 0;
    distances(h, fit, distance);
    for (size_t n = 0; n < h->in; n++) over += h->bin[n] > 1;
    for (size_t n = 0; n < still->count; n++) over_still += still->eps[n] > 1;
    const rp_sample near = heard_between(h, slow, fast);
    const double mean = rp_sample_mean(&near);
    rp_number_add(numbers, "mean of N s^2/R^2 over impacts", h->lever * ASPERITIES, 4, 0.2,
                  "closed form: the nearest of N points at random on a sphere", "five times 1/100, for 1e4 places");
    rp_number_add(numbers, "the two exponentials meet at", fit->peak, 0.98, 1e-3,
                  "section 2.3.5: \"close to two exponentials meeting at 0.98\"",
                  "the law changes by 3e-4 within the bin, levers take 6e-4 on average");
    rp_number_add(
        numbers, "decay, mean of both sides, over that of the closed form", (fit->below + fit->above) / 2 / h->decay, 1,
        3 / sqrt(DROPS), "closed form: the scalar product of two Gaussian vectors",
        "three standard errors: an exponential's decay from n values is known to 1/sqrt(n); impacts of one drop share "
        "their spin, so n is the number of drops");
    rp_number_add(numbers, "greatest distance from two exponentials (cumulative)", distance[0], 0, 0.02,
                  "section 2.3.5: \"the distribution is close to two exponentials\"",
                  "1.6 over the root of the number of drops in the bin");
    rp_number_add(numbers, "the same from a normal distribution", distance[1], 0.0619, 0.015,
                  "closed form: two exponentials against a normal distribution of their deviation", "as before");
    rp_number_add(numbers, "values above 1 occur (1: yes)", over > 0, 1, 0, "section 2.3.5: some values above 1",
                  "a fact");
    rp_number_add(numbers, "excess over 1 of kinetic energy with rotation, after over before", fmax(0, h->gain - 1), 0,
                  1e-6, "section 2.3.5: a seeming violation of the conservation of energy", "error of the integration");
    rp_number_add(numbers, "values above 1 of the same ball when its spin is taken after each impact", over_still, 0, 0,
                  "section 2.3.5: attributed to particle rotation", "a count");
    rp_number_add(numbers, "mean of eps minus that of a smooth ball at 0.40 to 0.43 m/s", mean - smooth,
                  -5.0 / 7 * (1 + smooth) * h->lever, 4 * rp_sample_error(&near) + 1e-4,
                  "closed form: the mean of (5/7) (1 + e) s^2/R^2", "four standard errors; the law within the bin");
}

static void draw_points(rp_plot *plot, const heard *h)
{
    enum { PLACES = 14 };
    double v[PLACES], mean[PLACES], deviation[PLACES], law[PLACES];
    for (int k = 0; k < PLACES; k++) {
        v[k] = 0.225 + 0.05 * k;
        const rp_sample near = heard_between(h, v[k] - 0.025, v[k] + 0.025);
        mean[k] = rp_sample_mean(&near);
        deviation[k] = rp_sample_deviation(&near);
        if (smooth_ball(v[k], &law[k], NULL)) law[k] = NAN;
    }
    rp_plot_axes(plot, 0, "impacts of a rough ball", "speed (m/s)", "\xce\xb5");
    rp_plot_limits(plot, 0, 0.2, 0.9, 0.9, 1.06);
    rp_plot_curve(plot, 0, h->speed, h->eps, h->count,
                  &(rp_plot_style){.marker = RP_MARKER_DISC, .size = 0.08, .color = RP_PLOT_GREY});
    rp_plot_curve(
        plot, 0, v, mean, PLACES,
        &(rp_plot_style){.label = "mean and deviation", .color = 1, .marker = RP_MARKER_DISC, .error_y = deviation});
    rp_plot_curve(plot, 0, v, law, PLACES,
                  &(rp_plot_style){.label = "the same ball, smooth", .color = 2, .width = 1.5});
    rp_plot_rule(plot, 0, 1, slow, NULL);
    rp_plot_rule(plot, 0, 1, fast, NULL);
    rp_plot_rule(plot, 0, 0, 1, NULL);
}

static void histogram(const heard *h, const double *at, double *density)
{
    const double width = (bin_high - bin_low) / BINS;
    for (int k = 0; k < BINS; k++) {
        density[k] = 0;
        for (size_t n = 0; n < h->in; n++) density[k] += fabs(h->bin[n] - at[k]) < width / 2;
        density[k] = density[k] > 0 ? density[k] / (double)h->in / width : NAN;
    }
}

static void draw_density(rp_plot *plot, const heard *h, const heard *still, const rp_fluctuation *fit)
{
    double at[BINS], density[BINS], without[BINS], x[LINE + 1], line[LINE + 1], closed[LINE + 1];
    for (int k = 0; k < BINS; k++) at[k] = bin_low + (bin_high - bin_low) * (k + 0.5) / BINS;
    for (int k = 0; k <= LINE; k++) { /* 0.98, where the closed form has its peak, is one of these places */
        x[k] = bin_low + (bin_high - bin_low) * k / LINE;
        line[k] = exp(x[k] < fit->peak ? (x[k] - fit->peak) / fit->below : (fit->peak - x[k]) / fit->above)
                  / (fit->below + fit->above);
        closed[k] = exp(-fabs(x[k] - smooth) / h->decay) / (2 * h->decay);
    }
    histogram(h, at, density);
    histogram(still, at, without);
    rp_plot_axes(plot, 1, "0.40 to 0.43 m/s", "\xce\xb5", "density");
    rp_plot_log(plot, 1, 0, 1);
    rp_plot_limits(plot, 1, bin_low, bin_high, 0.01, 1000);
    rp_plot_curve(plot, 1, at, density, BINS,
                  &(rp_plot_style){.label = "rough ball", .color = 1, .marker = RP_MARKER_DISC});
    rp_plot_curve(plot, 1, x, line, LINE + 1,
                  &(rp_plot_style){.label = "two exponentials, fitted", .color = RP_PLOT_INK});
    rp_plot_curve(plot, 1, x, closed, LINE + 1,
                  &(rp_plot_style){.label = "closed form", .color = 2, .line = RP_LINE_DASHED, .width = 1.5});
    rp_plot_curve(plot, 1, at, without, BINS,
                  &(rp_plot_style){.label = "without spin before impacts", .color = 3, .marker = RP_MARKER_CIRCLE});
    rp_plot_rule(plot, 1, 1, 1, NULL);
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    heard *h = NULL, *still = NULL;
    rp_fluctuation fit = {0};
    rp_status status = hear(&h, DROPS, 0, err);
    if (!status) status = hear(&still, STILL, 1, err);
    if (!status) status = rp_fluctuation_fit(h->bin, h->in, &fit, err);
    if (!status) {
        rp_plot *plot = rp_plot_create(1, 2, 1800, 800);
        rp_plot_title(plot, "A ball with tiny half spheres on its surface [Poschel2008, section 2.3.5]");
        draw_points(plot, h);
        draw_density(plot, h, still, &fit);
        compare(numbers, h, still, &fit);
        status = rp_figure_finish(plot, path, err);
    }
    if (!status) status = compare_smooth(numbers, h, err);
    free(h);
    free(still);
    return status;
}

const rp_figure rp_figure_poschel2008_asperities = {
    "poschel2008-asperities", "a ball with asperities: restitution that scatters, and exceeds 1", run, NULL};
