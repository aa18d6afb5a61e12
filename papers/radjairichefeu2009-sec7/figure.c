/* [RadjaiRichefeu2009, Sec. 7], the paper's open suggestion: soft particles averaged over a time dt against contact
 * dynamics with the step dt, for several dt, in the same shear flow of 200 discs. Compared are the velocities across
 * the flow (displacement over dt, of each disc) and the shear force on the lid (impulse over dt). */
#include <math.h>
#include <stdlib.h>
#include "figure.h"
#include "shear.h"

#define SPEED 0.3
#define LONG 160.0 /* time of each run: a strain of about 3 */
#define BINS 41
#define WIDEST 6.0 /* of the distribution, in its own deviations */
#define SHOWN 2    /* the dt whose distributions are drawn */

static const double step[] = {0.02, 0.05, 0.1, 0.2, 0.5};
enum { CASES = sizeof step / sizeof *step };
enum { SOFT, RIGID };

typedef struct statistics {
    double velocity, friction, deviation, fraction, flatness, p[BINS];
} statistics; /* rms velocity across, mean friction and its deviation, solid fraction, kurtosis, distribution */
typedef struct samples {
    double *velocity, *friction;
    size_t velocities, frictions;
    double fraction;
} samples;

static void clear(samples *s)
{
    free(s->velocity);
    free(s->friction);
    *s = (samples){0};
}

static double lid_impulse(const rp_sim *sim)
{
    rp_wall_info lid;
    rp_sim_wall_get(sim, RP_SHEAR_LID, &lid, NULL);
    return lid.impulse[0];
}

/* One interval dt: heights before are in y. */
static void take(const rp_sim *sim, double dt, double *y, double *impulse, samples *s)
{
    double area = 0, now = lid_impulse(sim);
    for (uint32_t id = 0; id < rp_sim_count(sim); id++) {
        if (!rp_shear_bulk(sim, id)) continue;
        const double height = rp_trial_row(sim, "position", id)[1], r = *rp_trial_row(sim, "radius", id);
        s->velocity[s->velocities++] = (height - y[id]) / dt;
        y[id] = height;
        area += M_PI * r * r;
    }
    s->friction[s->frictions++] = (now - *impulse) / dt / RP_SHEAR_WIDTH; /* the pressure is 1 */
    s->fraction += area / (RP_SHEAR_WIDTH * (rp_shear_gap(sim) - 1));
    *impulse = now;
}

static rp_status record(rp_sim *sim, double dt, samples *s, rp_error *err)
{
    const size_t count = rp_sim_count(sim), intervals = (size_t)(LONG / dt);
    double *y = calloc(count, sizeof *y), impulse = lid_impulse(sim);
    s->velocity = calloc(intervals * count, sizeof *s->velocity);
    s->friction = calloc(intervals, sizeof *s->friction);
    rp_status status = y && s->velocity && s->friction ? RP_OK : rp_trial_memory("samples", err);
    for (uint32_t id = 0; id < count && !status; id++) y[id] = rp_trial_row(sim, "position", id)[1];
    for (size_t n = 0; n < intervals && !status; n++) {
        status = rp_shear_on(sim, dt, err);
        if (!status) take(sim, dt, y, &impulse, s);
    }
    free(y);
    return status;
}

static statistics reduce(const samples *s)
{
    statistics r = {0};
    double n = (double)s->velocities, m = (double)s->frictions, four = 0;
    for (size_t k = 0; k < s->velocities; k++) {
        r.velocity += s->velocity[k] * s->velocity[k] / n;
        four += pow(s->velocity[k], 4) / n;
    }

    for (size_t k = 0; k < s->frictions; k++) r.friction += s->friction[k] / m;
    for (size_t k = 0; k < s->frictions; k++) r.deviation += pow(s->friction[k] - r.friction, 2) / m;
    r.flatness = four / (r.velocity * r.velocity);
    r.velocity = sqrt(r.velocity);
    r.deviation = sqrt(r.deviation);
    r.fraction = s->fraction / m;
    for (size_t k = 0; k < s->velocities; k++) {
        double x = (s->velocity[k] / r.velocity / WIDEST + 1) / 2 * BINS;
        if (x >= 0 && x < BINS) r.p[(int)x] += BINS / (2 * WIDEST * n);
    }
    return r;
}

static rp_status measure(int method, double dt, statistics *result, rp_error *err)
{
    rp_sim *sim;
    samples s = {0};
    rp_status status = method == SOFT ? rp_shear_soft(&sim, SPEED, 1, err)
                                      : rp_shear_rigid(&sim, SPEED, dt, "{}", 1, err);
    if (status) return status;
    status = record(sim, dt, &s, err);
    if (!status) *result = reduce(&s);
    clear(&s);
    rp_sim_destroy(sim);
    return status;
}

/* Means and deviations against dt. */
static void draw_means(rp_plot *plot, const statistics *a, const statistics *b)
{
    double va[CASES], vb[CASES], fa[CASES], fb[CASES], wa[CASES], wb[CASES];
    for (int k = 0; k < CASES; k++) {
        va[k] = a[k].velocity;
        vb[k] = b[k].velocity;
        fa[k] = a[k].friction;
        fb[k] = b[k].friction;
        wa[k] = a[k].deviation;
        wb[k] = b[k].deviation;
    }

    rp_plot_axes(plot, 0, "Velocity across the flow", "\xce\xb4t", "rms v\xe1\xb5\xa7");
    rp_plot_log(plot, 0, 1, 0);
    rp_plot_curve(
        plot, 0, step, va, CASES,
        &(rp_plot_style){.label = "soft, averaged", .color = 1, .marker = RP_MARKER_CIRCLE, .line = RP_LINE_SOLID});
    rp_plot_curve(
        plot, 0, step, vb, CASES,
        &(rp_plot_style){.label = "contact dynamics", .color = 2, .marker = RP_MARKER_SQUARE, .line = RP_LINE_SOLID});
    rp_plot_axes(plot, 1, "Friction of the flow", "\xce\xb4t", "\xce\xbc");
    rp_plot_log(plot, 1, 1, 0);
    rp_plot_curve(
        plot, 1, step, fa, CASES,
        &(rp_plot_style){.label = "mean, soft", .color = 1, .marker = RP_MARKER_CIRCLE, .line = RP_LINE_SOLID});
    rp_plot_curve(
        plot, 1, step, fb, CASES,
        &(rp_plot_style){
            .label = "mean, contact dynamics", .color = 2, .marker = RP_MARKER_SQUARE, .line = RP_LINE_SOLID});
    rp_plot_curve(
        plot, 1, step, wa, CASES,
        &(rp_plot_style){.label = "deviation, soft", .color = 1, .marker = RP_MARKER_DISC, .line = RP_LINE_DASHED});
    rp_plot_curve(
        plot, 1, step, wb, CASES,
        &(rp_plot_style){
            .label = "deviation, contact dynamics", .color = 2, .marker = RP_MARKER_BLOCK, .line = RP_LINE_DASHED});
}

static void draw_distributions(rp_plot *plot, const statistics *a, const statistics *b)
{
    double x[BINS];
    for (int k = 0; k < BINS; k++) x[k] = ((k + 0.5) / BINS * 2 - 1) * WIDEST;
    rp_plot_axes(plot, 2, "Distribution, \xce\xb4t = 0.1", "v\xe1\xb5\xa7 / rms", "P");
    rp_plot_log(plot, 2, 0, 1);
    rp_plot_curve(plot, 2, x, a[SHOWN].p, BINS,
                  &(rp_plot_style){.label = "soft, averaged", .color = 1, .marker = RP_MARKER_CIRCLE});
    rp_plot_curve(plot, 2, x, b[SHOWN].p, BINS,
                  &(rp_plot_style){.label = "contact dynamics", .color = 2, .marker = RP_MARKER_SQUARE});
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    statistics a[CASES], b[CASES];
    rp_status status = RP_OK;
    for (int k = 0; k < CASES && !status; k++) {
        status = measure(SOFT, step[k], &a[k], err);
        if (!status) status = measure(RIGID, step[k], &b[k], err);
    }
    if (status) return status;
    rp_plot *plot = rp_plot_create(1, 3, 2000, 700);
    rp_plot_title(plot, "Soft particles averaged over \xce\xb4t, and contact dynamics with the step \xce\xb4t "
                        "[RadjaiRichefeu2009, Sec. 7]");
    draw_means(plot, a, b);
    draw_distributions(plot, a, b);
    rp_number_add(numbers, "mean friction, contact dynamics over soft, dt = 0.1", b[2].friction / a[2].friction, 1, 0.1,
                  "the soft method", "means over a strain of 3 of 200 discs, known to some 5 per cent");
    rp_number_add(numbers, "solid fraction, contact dynamics minus soft, dt = 0.1", b[2].fraction - a[2].fraction, 0,
                  0.01, "the soft method", "overlaps of 1e-4 and fluctuations of the lid");
    rp_number_add(numbers, "rms velocity across, contact dynamics over soft, dt = 0.1", b[2].velocity / a[2].velocity,
                  1, 0.2, "[RadjaiRichefeu2009, Sec. 7]: the suggestion",
                  "the same flow at the same resolution in time");
    rp_number_add(numbers, "rms velocity across, contact dynamics over soft, dt = 0.02", b[0].velocity / a[0].velocity,
                  1, 0.3, "[RadjaiRichefeu2009, Sec. 7]: the suggestion",
                  "at the duration of a contact vibrations of soft contacts begin to show");
    return rp_figure_finish(plot, path, err);
}

const rp_figure rp_figure_radjairichefeu2009_sec7 = {
    "radjairichefeu2009-sec7", "soft particles averaged over dt, and contact dynamics with step dt", run};
