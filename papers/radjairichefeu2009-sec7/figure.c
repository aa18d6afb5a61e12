/* [RadjaiRichefeu2009, Sec. 7], the paper's open suggestion: soft particles averaged over a time dt against contact
 * dynamics with the step dt, for several dt, in the same shear flow of 200 discs. Compared are the velocities across
 * the flow (displacement over dt, of each disc) and the shear force on the lid (impulse over dt). Several flows of each
 * method; bars are the standard error of their mean. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "figure.h"
#include "sample.h"
#include "shear.h"

#define SPEED 0.3
#define LONG 60.0 /* time of each run: a strain of about 1 */
#define SEEDS 3
#define BINS 41
#define WIDEST 6.0 /* of the distribution, in its own deviations */
#define SHOWN 2    /* the dt whose distributions are drawn */

static const double step[] = {0.02, 0.05, 0.1, 0.2, 0.5};
enum { CASES = sizeof step / sizeof *step };
enum { SOFT, RIGID };

typedef struct statistics {
    double velocity, friction, deviation, fraction, p[BINS];
} statistics; /* rms velocity across, mean friction and its deviation, solid fraction, distribution */
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
    double n = (double)s->velocities, m = (double)s->frictions;
    for (size_t k = 0; k < s->velocities; k++) r.velocity += s->velocity[k] * s->velocity[k] / n;
    for (size_t k = 0; k < s->frictions; k++) r.friction += s->friction[k] / m;
    for (size_t k = 0; k < s->frictions; k++) r.deviation += pow(s->friction[k] - r.friction, 2) / m;
    r.velocity = sqrt(r.velocity);
    r.deviation = sqrt(r.deviation);
    r.fraction = s->fraction / m;
    for (size_t k = 0; k < s->velocities; k++) {
        double x = (s->velocity[k] / r.velocity / WIDEST + 1) / 2 * BINS;
        if (x >= 0 && x < BINS) r.p[(int)x] += BINS / (2 * WIDEST * n);
    }
    return r;
}

/* Of several flows. */
typedef struct spread {
    rp_sample velocity, friction, deviation, fraction, p[BINS];
} spread;

static void add_to(const statistics *r, spread *s)
{
    rp_sample_add(&s->velocity, r->velocity);
    rp_sample_add(&s->friction, r->friction);
    rp_sample_add(&s->deviation, r->deviation);
    rp_sample_add(&s->fraction, r->fraction);
    for (int k = 0; k < BINS; k++) rp_sample_add(&s->p[k], r->p[k]);
}

static rp_status measure(int method, double dt, unsigned seed, spread *result, rp_error *err)
{
    rp_sim *sim;
    samples s = {0};
    rp_status status = method == SOFT ? rp_shear_soft(&sim, SPEED, seed, err)
                                      : rp_shear_rigid(&sim, SPEED, dt, "{accuracy: criterion}", seed, err);
    if (status) return status;
    status = record(sim, dt, &s, err);
    if (!status) {
        statistics r = reduce(&s);
        add_to(&r, result);
    }
    clear(&s);
    rp_sim_destroy(sim);
    return status;
}

/* How far the mean friction of one flow lies from that of all, from all steps and methods: three flows alone do not
 * give a standard error to better than a half. */
static double scatter(spread s[2][CASES])
{
    double square = 0;
    for (int m = SOFT; m <= RIGID; m++)
        for (int k = 0; k < CASES; k++) square += pow(rp_sample_deviation(&s[m][k].friction), 2);
    return sqrt(square / (2 * CASES));
}

/* ---- the picture ---- */

enum { VELOCITY, FRICTION, DEVIATION };

static const rp_sample *sample_of(const spread *s, int which)
{
    return which == VELOCITY ? &s->velocity : which == FRICTION ? &s->friction : &s->deviation;
}

static void curve(rp_plot *plot, int panel, const spread *s, int which, int method, const char *label)
{
    double y[CASES], bar[CASES];
    for (int k = 0; k < CASES; k++) {
        y[k] = rp_sample_mean(sample_of(&s[k], which));
        bar[k] = rp_sample_error(sample_of(&s[k], which));
    }
    rp_plot_curve(plot, panel, step, y, CASES,
                  &(rp_plot_style){.label = label,
                                   .color = method + 1,
                                   .marker = method == SOFT ? RP_MARKER_DISC : RP_MARKER_BLOCK,
                                   .line = which == DEVIATION ? RP_LINE_DASHED : RP_LINE_SOLID,
                                   .error_y = bar});
}

static void draw_distribution(rp_plot *plot, const spread *s, int method, const char *label)
{
    double x[BINS], p[BINS], bar[BINS];
    for (int k = 0; k < BINS; k++) {
        x[k] = ((k + 0.5) / BINS * 2 - 1) * WIDEST;
        p[k] = rp_sample_mean(&s[SHOWN].p[k]);
        bar[k] = fmin(rp_sample_error(&s[SHOWN].p[k]), 0.9 * p[k]);
    }
    rp_plot_curve(plot, 2, x, p, BINS,
                  &(rp_plot_style){.label = label,
                                   .color = method + 1,
                                   .marker = method == SOFT ? RP_MARKER_DISC : RP_MARKER_BLOCK,
                                   .error_y = bar});
}

static void draw(rp_plot *plot, spread s[2][CASES])
{
    char text[64];
    static const char *const names[2] = {"soft, averaged over \xce\xb4t", "contact dynamics, step \xce\xb4t"};
    rp_plot_axes(plot, 0, "Velocity across the flow", "\xce\xb4t", "rms v\xe1\xb5\xa7");
    rp_plot_log(plot, 0, 1, 0);
    rp_plot_axes(plot, 1, "Friction of the flow: mean (full), deviation (dashed)", "\xce\xb4t", "\xce\xbc");
    rp_plot_log(plot, 1, 1, 0);
    rp_plot_axes(plot, 2, "Distribution, \xce\xb4t = 0.1", "v\xe1\xb5\xa7 / rms", "P");
    rp_plot_log(plot, 2, 0, 1);
    for (int m = SOFT; m <= RIGID; m++) {
        curve(plot, 0, s[m], VELOCITY, m, names[m]);
        curve(plot, 1, s[m], FRICTION, m, names[m]);
        curve(plot, 1, s[m], DEVIATION, m, NULL);
        draw_distribution(plot, s[m], m, names[m]);
    }
    snprintf(text, sizeof text, "mean of one flow: \xc2\xb1 %.3f", scatter(s));
    rp_plot_note(plot, 1, step[1], 0.19, text);
}

/* ---- numbers ---- */

/* Rigid over soft, with three standard errors. */
static void add_ratio(rp_numbers *numbers, const char *name, const rp_sample *soft, const rp_sample *rigid,
                      double allowed, const char *source, const char *reason)
{
    const double a = rp_sample_mean(soft), b = rp_sample_mean(rigid);
    rp_number_add(numbers, name, b / a, 1, allowed + 3 * hypot(rp_sample_error(soft) / a, rp_sample_error(rigid) / b),
                  source, reason);
}

static void add_numbers(rp_numbers *numbers, spread s[2][CASES])
{
    const spread *a = s[SOFT], *b = s[RIGID];
    const double soft = rp_sample_mean(&a[SHOWN].friction), rigid = rp_sample_mean(&b[SHOWN].friction);
    rp_number_add(numbers, "mean friction, contact dynamics over soft, dt = 0.1", rigid / soft, 1,
                  0.02 + 3 * sqrt(2.0 / SEEDS) * scatter(s) / soft, "the soft method",
                  "three standard errors, from the scatter of all flows; restitution 0.1 against 0: 2 per cent");
    rp_number_add(numbers, "solid fraction, contact dynamics minus soft, dt = 0.1",
                  rp_sample_mean(&b[SHOWN].fraction) - rp_sample_mean(&a[SHOWN].fraction), 0,
                  0.001 + 3 * hypot(rp_sample_error(&a[SHOWN].fraction), rp_sample_error(&b[SHOWN].fraction)),
                  "the soft method",
                  "three standard errors of the flows; overlaps of 1e-4, and of 5e-4 of the midpoint");
    add_ratio(numbers, "rms velocity across, contact dynamics over soft, dt = 0.1", &a[SHOWN].velocity,
              &b[SHOWN].velocity, 0.05, "[RadjaiRichefeu2009, Sec. 7]: the suggestion; the soft method",
              "three standard errors of the flows; restitution 0.1 against 0: 5 per cent");
    add_ratio(numbers, "rms velocity across, contact dynamics over soft, dt = 0.02", &a[0].velocity, &b[0].velocity,
              0.1, "[RadjaiRichefeu2009, Sec. 7]: the suggestion; the soft method",
              "as above; at the duration of a contact, 0.02, vibrations of soft contacts begin to show: 10 per cent");
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    static spread s[2][CASES];
    rp_status status = RP_OK;
    memset(s, 0, sizeof s);
    for (unsigned seed = 1; seed <= SEEDS && !status; seed++)
        for (int k = 0; k < CASES && !status; k++) {
            status = measure(SOFT, step[k], seed, &s[SOFT][k], err);
            if (!status) status = measure(RIGID, step[k], seed, &s[RIGID][k], err);
        }
    if (status) return status;
    rp_plot *plot = rp_plot_create(1, 3, 2400, 800);
    rp_plot_title(plot, "Soft particles averaged over \xce\xb4t, and contact dynamics with the step \xce\xb4t "
                        "[RadjaiRichefeu2009, Sec. 7]");
    draw(plot, s);
    add_numbers(numbers, s);
    rp_figure_remark(plot, numbers);
    return rp_figure_finish(plot, path, err);
}

const rp_figure rp_figure_radjairichefeu2009_sec7 = {
    "radjairichefeu2009-sec7", "soft particles averaged over dt, and contact dynamics with step dt", run, NULL};
