/* See ode.h. */
#include "laws/ode.h"
#include <assert.h>
#include <math.h>
#include <string.h>
#include "laws/radau.h"
#include "laws/root.h"

enum { COLUMNS = 5, WATCH = 4 };
static const int substeps[COLUMNS] = {2, 4, 6, 8, 10};

typedef struct state {
    double y[RP_ODE_MAX];
} state;

/* Gragg's rule: n (even) midpoint steps over h. */
static state midpoint(const rp_ode *ode, double t, const state *y, const state *rate, double h, int n)
{
    double d = h / n;
    state before = *y, now, f;
    for (int i = 0; i < ode->count; i++) now.y[i] = y->y[i] + d * rate->y[i];
    for (int m = 1; m < n; m++) {
        ode->rate(ode->context, t + m * d, now.y, f.y);
        for (int i = 0; i < ode->count; i++) {
            double next = before.y[i] + 2 * d * f.y[i];
            before.y[i] = now.y[i];
            now.y[i] = next;
        }
    }
    return now;
}

/* One step of length h. Returns its error in units of the tolerance. */
static double leap(const rp_ode *ode, double t, const state *y, const state *rate, double h, state *end)
{
    state row[COLUMNS];
    double error = 0;
    if (ode->damping) return rp_radau_step(ode, t, y->y, rate->y, h, end->y);
    for (int j = 0; j < COLUMNS; j++) {
        state value = midpoint(ode, t, y, rate, h, substeps[j]);
        for (int k = 0; k < j; k++) { /* Neville's scheme: row[k] is column k of the line above */
            double q = (double)substeps[j] / substeps[j - k - 1];
            for (int i = 0; i < ode->count; i++) {
                double next = value.y[i] + (value.y[i] - row[k].y[i]) / (q * q - 1);
                if (j == COLUMNS - 1 && k == j - 1)
                    error = fmax(error, fabs(next - value.y[i]) / (ode->tolerance * (ode->scale[i] + fabs(y->y[i]))));
                row[k].y[i] = value.y[i];
                value.y[i] = next;
            }
        }
        row[j] = value;
    }
    *end = row[COLUMNS - 1];
    return isfinite(error) ? error : 1e30;
}

/* Cubic between the ends of a step, at the fraction q. */
static state between(const rp_ode *ode, const state *a, const state *fa, const state *b, const state *fb, double h,
                     double q)
{
    state y;
    double p = 1 - q;
    for (int i = 0; i < ode->count; i++) {
        double slope = b->y[i] - a->y[i];
        y.y[i] = p * a->y[i] + q * b->y[i] + p * q * (p * (h * fa->y[i] - slope) - q * (h * fb->y[i] - slope));
    }
    return y;
}

/* The first watched point of the step, 1..WATCH, at which an event that was positive has become <= 0; 0: none. */
static int find_event(const rp_ode *ode, double t, const state *a, const state *fa, const state *b, double h,
                      const double *before)
{
    state fb;
    ode->rate(ode->context, t + h, b->y, fb.y);
    for (int w = 1; w <= WATCH; w++) {
        double q = (double)w / WATCH, value[RP_ODE_EVENTS];
        state y = w < WATCH ? between(ode, a, fa, b, &fb, h, q) : *b;
        ode->event(ode->context, t + q * h, y.y, value);
        for (int e = 0; e < ode->events; e++)
            if (before[e] > 0 && value[e] <= 0) return w;
    }
    return 0;
}

typedef struct trial {
    const rp_ode *ode;
    double t;
    const state *start, *rate;
    int event;
    double h; /* the last length that was tried, and where it leads */
    state end;
} trial;

/* The values of all events after a step of length h. */
static void events_after(trial *q, double h, double *value)
{
    if (h != q->h) leap(q->ode, q->t, q->start, q->rate, h, &q->end);
    q->h = h;
    q->ode->event(q->ode->context, q->t + h, q->end.y, value);
}

static double event_after(void *context, double h)
{
    trial *q = context;
    double value[RP_ODE_EVENTS];
    events_after(q, h, value);
    return value[q->event];
}

/* The first event, but those in the set `except` (bits), that was positive and no longer is; -1: none. */
static int happened(const rp_ode *ode, const double *before, const double *after, unsigned except)
{
    for (int e = 0; e < ode->events; e++)
        if (!(except >> e & 1) && before[e] > 0 && !(after[e] > 0)) return e;
    return -1;
}

/* Shortens the step to the earliest of the events that have happened at its end; -1: none has. The shortened step is
 * examined again: an event may have happened and passed before the one that was seen, or with it. */
static int locate(const rp_ode *ode, double t, const state *a, const state *fa, const double *before, double *h,
                  state *end)
{
    const double within = fmax(4e-16, 1e-3 * ode->tolerance);
    double after[RP_ODE_EVENTS];
    trial q = {.ode = ode, .t = t, .start = a, .rate = fa};
    int which = -1;
    unsigned now = 0; /* events at the end of the step as it is */
    for (;;) {
        events_after(&q, *h, after);
        *end = q.end;
        q.event = happened(ode, before, after, now);
        if (q.event < 0) return which;
        double when = rp_root_find(event_after, &q, 0, before[q.event], *h, after[q.event], within * *h);
        if (which < 0 || when != *h) {
            *h = when;
            which = q.event;
            now = 0;
        }
        now |= 1u << q.event;
    }
}

/* If an event happens within the accepted step, cuts the step there. */
static int cut(const rp_ode *ode, double t, const state *a, const state *fa, double *h, state *end)
{
    double before[RP_ODE_EVENTS];
    if (!ode->events) return -1;
    ode->event(ode->context, t, a->y, before);
    for (int w = find_event(ode, t, a, fa, end, *h, before); w > 0; w = find_event(ode, t, a, fa, end, *h, before)) {
        *h *= (double)w / WATCH; /* what the cubic shows is confirmed by a step that ends there */
        int which = locate(ode, t, a, fa, before, h, end);
        if (which >= 0) return which;
    }
    return -1;
}

rp_status rp_ode_solve(rp_ode *ode, double *t, double *y, double t_end, int *which, rp_error *err)
{
    assert(ode->count <= RP_ODE_MAX && ode->events <= RP_ODE_EVENTS && ode->step > 0);
    state now, rate, end;
    memcpy(now.y, y, sizeof *y * (size_t)ode->count);
    *which = -1;
    while (*t < t_end && *which < 0) {
        if (ode->steps++ >= ode->max_steps) {
            rp_status status = rp_error_set(err, RP_FAILED, "the equation of motion needs more than %ld steps",
                                            ode->max_steps);
            if (err) err->time = *t;
            return status;
        }
        double h = fmin(ode->step, t_end - *t);
        int last = h == t_end - *t;
        ode->rate(ode->context, *t, now.y, rate.y);
        double error = leap(ode, *t, &now, &rate, h, &end);
        double factor = fmin(4, fmax(0.1, 0.9 * pow(fmax(error, 1e-12), -1.0 / (2 * COLUMNS - 1))));
        if (error > 1) {
            ode->step = h * factor;
            continue;
        }
        double taken = h;
        *which = cut(ode, *t, &now, &rate, &taken, &end);
        *t = last && taken == h ? t_end : *t + taken;
        now = end;
        if (!last || factor < 1) ode->step = h * factor;
    }
    memcpy(y, now.y, sizeof *y * (size_t)ode->count);
    return RP_OK;
}
