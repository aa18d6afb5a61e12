/* [RadjaiRichefeu2009, Sec. 7], the paper's open suggestion: soft particles averaged over a time dt against contact
 * dynamics with the step dt, for several dt, in the same shear flow of 200 discs. Compared are the velocities across
 * the flow (displacement over dt, of each disc) and the shear force on the lid (impulse over dt). Several flows of each
 * method, with the same restitution; bars are the standard error of their mean. One soft flow is averaged over all dt.
 *
 * Friction grows with the step of contact dynamics. Discs that pass each other with the velocity v_t across their line
 * of centres, of length l, go straight for a step, and are then v_t^2 dt^2 / (2 l) further apart. The pressure closes
 * the gap in the next step, and an inelastic contact keeps nothing of it. So every contact loses f_n v_t^2 dt / (2 l)
 * a second, which is friction of the first order in dt. It is measured in the flow and taken away from its friction. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "figure.h"
#include "sample.h"
#include "shear.h"

#define SPEED 0.3
#define LONG 120.0 /* time of each run: a strain of about 2.4 */
#define SEEDS 3
#define BINS 41
#define WIDEST 6.0 /* of the distribution, in its own deviations */

static const double step[] = {0.02, 0.05, 0.1, 0.2, 0.5};
enum { CASES = sizeof step / sizeof *step, SHORTEST = 0, SHOWN = 2, LONGEST = CASES - 1 };
enum { SOFT, RIGID };
#define FINEST 0.01 /* all steps are multiples */

typedef struct statistics {
    double velocity, friction, straight, deviation, fraction, p[BINS];
} statistics; /* rms velocity across, mean friction, what straight steps have of it, its deviation, solid fraction,
                 distribution */
typedef struct samples {
    double dt, *velocity, *friction, *y; /* y: heights at the last moment */
    size_t velocities, frictions;
    double fraction, straight, impulse;
} samples;

static void clear(samples *s)
{
    free(s->velocity);
    free(s->friction);
    free(s->y);
    *s = (samples){0};
}

static double lid_impulse(const rp_sim *sim)
{
    rp_wall_info lid;
    rp_sim_wall_get(sim, RP_SHEAR_LID, &lid, NULL);
    return lid.impulse[0];
}

static rp_status begin(const rp_sim *sim, double dt, samples *s, rp_error *err)
{
    const size_t count = rp_sim_count(sim), intervals = (size_t)(LONG / dt + 0.5);
    *s = (samples){.dt = dt,
                   .velocity = calloc(intervals * count, sizeof *s->velocity),
                   .friction = calloc(intervals, sizeof *s->friction),
                   .y = calloc(count, sizeof *s->y),
                   .impulse = lid_impulse(sim)};
    if (!s->velocity || !s->friction || !s->y) return rp_trial_memory("samples", err);
    for (uint32_t id = 0; id < count; id++) s->y[id] = rp_trial_row(sim, "position", id)[1];
    return RP_OK;
}

/* One interval. */
static void take(const rp_sim *sim, samples *s)
{
    double area = 0, now = lid_impulse(sim);
    for (uint32_t id = 0; id < rp_sim_count(sim); id++) {
        if (!rp_shear_bulk(sim, id)) continue;
        const double height = rp_trial_row(sim, "position", id)[1], r = *rp_trial_row(sim, "radius", id);
        s->velocity[s->velocities++] = (height - s->y[id]) / s->dt;
        s->y[id] = height;
        area += M_PI * r * r;
    }
    s->friction[s->frictions++] = (now - s->impulse) / s->dt / RP_SHEAR_WIDTH; /* the pressure is 1 */
    s->fraction += area / (RP_SHEAR_WIDTH * (rp_shear_gap(sim) - 1));
    s->impulse = now;
}

static double straight_power(const rp_sim *sim, const rp_contact *c, double dt)
{
    const double *a = rp_trial_row(sim, "velocity", c->a), *b = rp_trial_row(sim, "velocity", (uint32_t)c->b);
    const double across = c->normal[0] * (a[1] - b[1]) - c->normal[1] * (a[0] - b[0]);
    return c->normal_force * across * across * dt / (2 * hypot(c->branch[0], c->branch[1]));
}

/* The power that straight steps take, as friction of the flow. */
static rp_status take_straight(rp_sim *sim, samples *s, rp_error *err)
{
    const rp_contact *list;
    size_t count;
    rp_status status = rp_sim_contacts(sim, &list, &count, err);
    for (size_t n = 0; n < count && !status; n++)
        if (list[n].wall < 0) s->straight += straight_power(sim, &list[n], s->dt) / (SPEED * RP_SHEAR_WIDTH);
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
    r.straight = s->straight / m;
    for (size_t k = 0; k < s->velocities; k++) {
        double x = (s->velocity[k] / r.velocity / WIDEST + 1) / 2 * BINS;
        if (x >= 0 && x < BINS) r.p[(int)x] += BINS / (2 * WIDEST * n);
    }
    return r;
}

/* Of several flows. */
typedef struct spread {
    rp_sample velocity, friction, straight, less, deviation, fraction, p[BINS];
} spread; /* less: friction without what straight steps have of it */

static void add_to(const samples *taken, spread *s)
{
    const statistics r = reduce(taken);
    rp_sample_add(&s->velocity, r.velocity);
    rp_sample_add(&s->friction, r.friction);
    rp_sample_add(&s->straight, r.straight);
    rp_sample_add(&s->less, r.friction - r.straight);
    rp_sample_add(&s->deviation, r.deviation);
    rp_sample_add(&s->fraction, r.fraction);
    for (int k = 0; k < BINS; k++) rp_sample_add(&s->p[k], r.p[k]);
}

/* One flow, averaged over all dt. */
static rp_status measure_soft(unsigned seed, spread *result, rp_error *err)
{
    rp_sim *sim;
    samples s[CASES] = {{0}};
    rp_status status = rp_shear_soft(&sim, SPEED, seed, err);
    if (status) return status;
    for (int k = 0; k < CASES && !status; k++) status = begin(sim, step[k], &s[k], err);
    for (long n = 1; n <= lround(LONG / FINEST) && !status; n++) {
        status = rp_shear_on(sim, FINEST, err);
        for (int k = 0; k < CASES && !status; k++)
            if (n % lround(step[k] / FINEST) == 0) take(sim, &s[k]);
    }
    for (int k = 0; k < CASES; k++) {
        if (!status) add_to(&s[k], &result[k]);
        clear(&s[k]);
    }
    rp_sim_destroy(sim);
    return status;
}

static rp_status measure_rigid(double dt, unsigned seed, spread *result, rp_error *err)
{
    rp_sim *sim;
    samples s = {0};
    rp_status status = rp_shear_rigid(&sim, SPEED, dt, RP_SHEAR_RESTITUTION, "{}", seed, err);
    if (status) return status;
    status = begin(sim, dt, &s, err);
    for (long n = 0; n < lround(LONG / dt) && !status; n++) {
        status = rp_shear_on(sim, dt, err);
        if (!status) take(sim, &s);
        if (!status) status = take_straight(sim, &s, err);
    }
    if (!status) add_to(&s, result);
    clear(&s);
    rp_sim_destroy(sim);
    return status;
}

/* How far a value of one flow lies from that of all, by all flows: three alone do not give a standard error to better
 * than a half. Soft flows are the same for every dt and count once. */
static double scatter(spread s[2][CASES], const rp_sample *(*of)(const spread *))
{
    double square = pow(rp_sample_deviation(of(&s[SOFT][SHOWN])), 2);
    for (int k = 0; k < CASES; k++) square += pow(rp_sample_deviation(of(&s[RIGID][k])), 2);
    return sqrt(square / (CASES + 1));
}

static const rp_sample *velocity_of(const spread *s) { return &s->velocity; }

static const rp_sample *friction_of(const spread *s) { return &s->friction; }

static const rp_sample *less_of(const spread *s) { return &s->less; }

static const rp_sample *deviation_of(const spread *s) { return &s->deviation; }

static const rp_sample *fraction_of(const spread *s) { return &s->fraction; }

/* ---- the picture ---- */

static void curve(rp_plot *plot, int panel, const spread *s, const rp_sample *(*of)(const spread *),
                  const rp_plot_style *style)
{
    double y[CASES], bar[CASES];
    for (int k = 0; k < CASES; k++) {
        y[k] = rp_sample_mean(of(&s[k]));
        bar[k] = rp_sample_error(of(&s[k]));
    }
    rp_plot_style with = *style;
    with.error_y = bar;
    rp_plot_curve(plot, panel, step, y, CASES, &with);
}

static void draw_distribution(rp_plot *plot, const spread *s, const rp_plot_style *style)
{
    double x[BINS], p[BINS], bar[BINS];
    for (int k = 0; k < BINS; k++) {
        x[k] = ((k + 0.5) / BINS * 2 - 1) * WIDEST;
        p[k] = rp_sample_mean(&s[SHOWN].p[k]);
        bar[k] = fmin(rp_sample_error(&s[SHOWN].p[k]), 0.9 * p[k]);
    }
    rp_plot_style with = *style;
    with.error_y = bar;
    rp_plot_curve(plot, 3, x, p, BINS, &with);
}

static void draw(rp_plot *plot, spread s[2][CASES])
{
    static const rp_plot_style styles[2] = {
        {.label = "soft, averaged over \xce\xb4t", .color = 1, .marker = RP_MARKER_DISC},
        {.label = "contact dynamics, step \xce\xb4t", .color = 2, .marker = RP_MARKER_BLOCK}};
    rp_plot_axes(plot, 0, "Velocity across the flow", "\xce\xb4t", "rms v_{y}");
    rp_plot_axes(plot, 1, "Friction of the flow", "\xce\xb4t", "\xce\xbc");
    rp_plot_axes(plot, 2, "Its fluctuations", "\xce\xb4t", "deviation of \xce\xbc");
    rp_plot_axes(plot, 3, "Velocities across, \xce\xb4t = 0.1", "v_{y} / rms", "P");
    for (int panel = 0; panel < 3; panel++) rp_plot_log(plot, panel, 1, 0);
    rp_plot_limits(plot, 0, NAN, NAN, 0.03, 0.042); /* room for legends */
    rp_plot_limits(plot, 1, NAN, NAN, 0.265, 0.33);
    rp_plot_limits(plot, 2, NAN, NAN, 0.09, 0.17);
    rp_plot_limits(plot, 3, NAN, NAN, 2e-5, 3);
    rp_plot_log(plot, 3, 0, 1);
    for (int m = SOFT; m <= RIGID; m++) {
        curve(plot, 0, s[m], velocity_of, &styles[m]);
        curve(plot, 1, s[m], friction_of, &styles[m]);
        curve(plot, 2, s[m], deviation_of, &styles[m]);
        draw_distribution(plot, s[m], &styles[m]);
    }
    curve(plot, 1, s[RIGID], less_of,
          &(rp_plot_style){.label = "less the loss of straight steps",
                           .color = 3,
                           .marker = RP_MARKER_SQUARE,
                           .line = RP_LINE_DASHED});
}

/* ---- numbers ---- */

#define OTHER "the soft method, the same flow"
#define ERRORS "three standard errors of two means of three flows, by the scatter of all flows"

static const char *const less_names[CASES] = {
    "friction less the loss of straight steps, contact dynamics minus soft, dt = 0.02", "the same, dt = 0.05",
    "the same, dt = 0.1", "the same, dt = 0.2", "the same, dt = 0.5"};

static double three_errors(spread s[2][CASES], const rp_sample *(*of)(const spread *))
{
    return 3 * sqrt(2.0 / SEEDS) * scatter(s, of);
}

/* Both methods have one limit of short steps, so they are compared at the shortest. How they part from there is what
 * the figure shows. */
static void add_numbers(rp_numbers *numbers, spread s[2][CASES])
{
    const spread *a = s[SOFT], *b = s[RIGID];
    for (int k = 0; k < CASES; k++)
        rp_number_add(numbers, less_names[k], rp_sample_mean(&b[k].less) - rp_sample_mean(&a[k].friction), 0,
                      three_errors(s, less_of), OTHER, ERRORS);
    rp_number_add(numbers, "friction of contact dynamics, dt = 0.5 minus dt = 0.02",
                  rp_sample_mean(&b[LONGEST].friction) - rp_sample_mean(&b[SHORTEST].friction),
                  rp_sample_mean(&b[LONGEST].straight) - rp_sample_mean(&b[SHORTEST].straight),
                  three_errors(s, friction_of), "sum of f_n v_t^2 dt / (2 l) over the contacts of the flow", ERRORS);
    rp_number_add(numbers, "solid fraction, contact dynamics minus soft, dt = 0.02",
                  rp_sample_mean(&b[SHORTEST].fraction) - rp_sample_mean(&a[SHORTEST].fraction), 0,
                  three_errors(s, fraction_of), OTHER, ERRORS);
    rp_number_add(numbers, "rms velocity across, contact dynamics minus soft, dt = 0.02",
                  rp_sample_mean(&b[SHORTEST].velocity) - rp_sample_mean(&a[SHORTEST].velocity), 0,
                  three_errors(s, velocity_of), OTHER, ERRORS);
}

static rp_status run(const char *path, rp_numbers *numbers, rp_error *err)
{
    static spread s[2][CASES];
    rp_status status = RP_OK;
    memset(s, 0, sizeof s);
    for (unsigned seed = 1; seed <= SEEDS && !status; seed++) {
        status = measure_soft(seed, s[SOFT], err);
        for (int k = 0; k < CASES && !status; k++) status = measure_rigid(step[k], seed, &s[RIGID][k], err);
    }
    if (status) return status;
    rp_plot *plot = rp_plot_create(2, 2, 1700, 1300);
    rp_plot_title(plot, "Soft particles averaged over \xce\xb4t, and contact dynamics with the step \xce\xb4t "
                        "[RadjaiRichefeu2009, Sec. 7]");
    draw(plot, s);
    add_numbers(numbers, s);
    rp_figure_remark(plot, numbers);
    return rp_figure_finish(plot, path, err);
}

const rp_figure rp_figure_radjairichefeu2009_sec7 = {
    "radjairichefeu2009-sec7", "soft particles averaged over dt, and contact dynamics with step dt", run, NULL};
