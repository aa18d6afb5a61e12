/* Gear's predictor-corrector for r'' = f(r, r') [Pena2009, Appendix; errata 37: corrections are by the difference of
 * the accelerations], fifth order (six values) or third (four), for positions and for r theta. See scheme.h.
 *
 * A slip pass at the predicted state [Pena2009, Eq. 7, with the velocity at t + dt: errata 38], or for geometric
 * springs half way between the last and the new predicted positions [Pena2009, Eqs. 14, 15; errata 35, 36]; a force
 * pass at the predicted state; correction.
 *
 * The first three steps are of Runge and Kutta, whose accelerations give the derivatives; a start with derivatives of 0
 * would be of second order. Derivatives are kept by id and in SI units, so that neither sorting nor a new dt touches
 * them. */
#include "base/memory.h"
#include "core/walls.h"
#include "methods/soft/runge_kutta.h"

#define START 3 /* steps of Runge and Kutta */

/* A particle's, in the order of ids. While starting, d holds the last accelerations instead. */
typedef struct derivatives {
    double d[3][6]; /* third to fifth derivative of x, y, z, and of r theta */
    double off[6];  /* predicted minus corrected position and r theta of the last step, m */
} derivatives;

typedef struct gear {
    derivatives *of;           /* owned; state */
    uint64_t steps;            /* state: of the start that are done, at most START */
    rp_soft_runge_kutta start; /* scratch of the start */
} gear;

typedef struct weights {
    double a[6];
} weights;
static const weights fifth = {{3.0 / 16, 251.0 / 360, 1, 11.0 / 18, 1.0 / 6, 1.0 / 60}},
                     third = {{1.0 / 6, 5.0 / 6, 1, 1.0 / 3, 0, 0}};

static gear *gear_of(const rp_soft_scheme *s) { return s->own; }

static derivatives *row_of(const rp_soft_scheme *s, const rp_particles *p, size_t i)
{
    return &gear_of(s)->of[rp_particles_rank(p, p->id[i])];
}

/* ---- the start ---- */

/* Derivatives of the acceleration from its last four values, by backward differences. */
static void differences(derivatives *g, const double *now, double dt, int order)
{
    for (int k = 0; k < 6; k++) {
        double d1 = now[k] - g->d[0][k], d2 = now[k] - 2 * g->d[0][k] + g->d[1][k],
               d3 = now[k] - 3 * g->d[0][k] + 3 * g->d[1][k] - g->d[2][k];
        g->d[0][k] = (d1 + d2 / 2 + d3 / 3) / dt;
        g->d[1][k] = order == 5 ? (d2 + d3) / (dt * dt) : 0;
        g->d[2][k] = order == 5 ? d3 / (dt * dt * dt) : 0;
    }
}

static void keep_acceleration(derivatives *g, const double *now)
{
    for (int k = 0; k < 6; k++) {
        g->d[2][k] = g->d[1][k];
        g->d[1][k] = g->d[0][k];
        g->d[0][k] = now[k];
    }
}

static rp_status start_step(rp_soft_scheme *s, rp_world *w, rp_soft_answer *answer, rp_error *err)
{
    const rp_particles *p = &w->particles;
    for (size_t i = 0; i < p->count; i++) keep_acceleration(row_of(s, p, i), &s->start[i].a.x);
    rp_status status = rp_soft_runge_kutta_step(&gear_of(s)->start, s, w, answer, err);
    if (status || ++gear_of(s)->steps < START) return status;
    for (size_t i = 0; i < p->count; i++) differences(row_of(s, p, i), &p->accel[i].x, w->dt, s->integrator->order);
    return RP_OK;
}

/* ---- prediction and correction of one coordinate ---- */

typedef struct taylor {
    double x, v, a, d[3];
} taylor; /* x: way from the start */

static taylor predict(double v, double a, const derivatives *g, int k, double h)
{
    const double b = g->d[0][k], c = g->d[1][k], d = g->d[2][k];
    return (taylor){
        .x = h * (v + h / 2 * (a + h / 3 * (b + h / 4 * (c + h / 5 * d)))),
        .v = v + h * (a + h / 2 * (b + h / 3 * (c + h / 4 * d))),
        .a = a + h * (b + h / 2 * (c + h / 3 * d)),
        .d = {b + h * (c + h / 2 * d), c + h * d, d},
    };
}

/* Way and velocity after the correction by the new acceleration; derivatives and the offset of the prediction into g.
 */
static void correct(taylor *t, double now, derivatives *g, int k, const weights *w, double h)
{
    const double by = now - t->a, unit = by * h * h / 2;
    g->d[0][k] = t->d[0] + w->a[3] * unit * 6 / (h * h * h);
    g->d[1][k] = t->d[1] + w->a[4] * unit * 24 / (h * h * h * h);
    g->d[2][k] = t->d[2] + w->a[5] * unit * 120 / (h * h * h * h * h);
    g->off[k] = -w->a[0] * unit;
    t->x += w->a[0] * unit;
    t->v += w->a[1] * unit / h;
}

static const double *row_v(const rp_soft_start *from, int k) { return k < 3 ? &from->v.x + k : &from->s.x + (k - 3); }

/* ---- the particles ---- */

static void put(rp_world *w, size_t i, const double x[3], const double v[6])
{
    rp_soft_scheme_place(w, i, rp_vec_make(x[0], x[1], x[2]), rp_vec_make(v[0], v[1], v[2]),
                         rp_vec_make(v[3], v[4], v[5]));
}

static void predict_all(rp_soft_scheme *s, rp_world *w)
{
    const rp_particles *p = &w->particles;
#pragma omp parallel for schedule(static) if (p->count > RP_SOFT_SCHEME_SHARE)
    for (size_t i = 0; i < p->count; i++) {
        const rp_soft_start *from = &s->start[i];
        double x[6], v[6];
        if (rp_soft_scheme_prescribed(w, i)) continue;
        for (int k = 0; k < 6; k++) {
            taylor t = predict(*row_v(from, k), (&from->a.x)[k], row_of(s, p, i), k, w->dt);
            x[k] = (k < 3 ? (&from->x.x)[k] : 0) + t.x;
            v[k] = t.v;
        }
        put(w, i, x, v);
        rp_soft_scheme_face(s, w, i, x[5] / p->row[i].r);
    }
}

/* Half way between the last predicted positions and these, with the mean velocities of the step between them. */
static void middle_all(rp_soft_scheme *s, rp_world *w)
{
    const rp_particles *p = &w->particles;
#pragma omp parallel for schedule(static) if (p->count > RP_SOFT_SCHEME_SHARE)
    for (size_t i = 0; i < p->count; i++) {
        const rp_soft_start *from = &s->start[i];
        const derivatives *g = row_of(s, p, i);
        const rp_row *row = &p->row[i];
        double x[3], v[6], end[3] = {row->x, row->y, row->z};
        for (int k = 0; k < 3; k++) {
            double begin = (&from->x.x)[k] + g->off[k];
            x[k] = 0.5 * (begin + end[k]);
            v[k] = (end[k] - begin) / w->dt;
            double angle = rp_soft_scheme_prescribed(w, i)
                               ? w->dt * (&p->spin[i].x)[k]
                               : predict((&from->s.x)[k], (&from->a.sx)[k], g, k + 3, w->dt).x;
            v[k + 3] = (angle - g->off[k + 3]) / w->dt;
            if (k == 2) rp_soft_scheme_face(s, w, i, 0.5 * (angle + g->off[5]) / row->r);
        }
        put(w, i, x, v);
    }
}

static void correct_all(rp_soft_scheme *s, rp_world *w, const weights *weight)
{
    rp_particles *p = &w->particles;
#pragma omp parallel for schedule(static) if (p->count > RP_SOFT_SCHEME_SHARE)
    for (size_t i = 0; i < p->count; i++) {
        const rp_soft_start *from = &s->start[i];
        derivatives *g = row_of(s, p, i);
        double x[6], v[6];
        if (rp_soft_scheme_prescribed(w, i)) {
            *g = (derivatives){0};
            rp_vec spin = {p->spin[i].x, p->spin[i].y, p->spin[i].z};
            rp_soft_scheme_rotate(s, w, i, rp_vec_scale(0.5 * w->dt / p->row[i].r, rp_vec_add(from->s, spin)), from->s,
                                  spin);
            continue;
        }
        for (int k = 0; k < 6; k++) {
            taylor t = predict(*row_v(from, k), (&from->a.x)[k], g, k, w->dt);
            correct(&t, (&p->accel[i].x)[k], g, k, weight, w->dt);
            x[k] = (k < 3 ? (&from->x.x)[k] : 0) + t.x;
            v[k] = t.v;
        }
        put(w, i, x, v);
        rp_soft_scheme_rotate(s, w, i, rp_vec_scale(1 / p->row[i].r, rp_vec_make(x[3], x[4], x[5])), from->s,
                              rp_vec_make(v[3], v[4], v[5]));
    }
}

/* ---- a step ---- */

/* The springs' slip over the step, and what is lost in it. */
static void slip(rp_soft_scheme *s, rp_world *w, rp_soft_answer *answer)
{
    const double dt = w->dt;
    if (!s->geometric) {
        rp_soft_evaluate(
            w, &(rp_soft_pass){.law_dt = dt, .touch_dt = dt, .touch_back = dt, .stage = RP_LAW_TRIAL, .since = dt},
            answer);
        return;
    }
    middle_all(s, w);
    rp_soft_scheme_walls_middle(s, w);
    rp_soft_evaluate(w, &(rp_soft_pass){.law_dt = dt, .touch_dt = 0.5 * dt, .touch_back = 0.5 * dt}, answer);
    predict_all(s, w);
    rp_soft_scheme_bounds(s, w, 1);
}

static rp_status step(rp_soft_scheme *s, rp_world *w, rp_soft_answer *answer, rp_error *err)
{
    rp_soft_answer slid;
    if (gear_of(s)->steps < START) return start_step(s, w, answer, err);
    predict_all(s, w);
    rp_soft_scheme_bounds(s, w, 1);
    rp_walls_remove_expired(w, w->time);
    slip(s, w, &slid);
    rp_soft_evaluate(w, &(rp_soft_pass){.touch_dt = w->dt, .stage = RP_LAW_COMMIT, .since = w->dt, .last = 1}, answer);
    correct_all(s, w, s->integrator->order == 5 ? &fifth : &third);
    rp_soft_scheme_finish_walls(s, w);
    rp_soft_scheme_count(s, w, &slid, answer);
    return RP_OK;
}

/* ---- memory, state and the tables ---- */

static int prepare(rp_soft_scheme *s, const rp_world *w)
{
    gear *g = s->own;
    return rp_soft_scheme_alloc(&g->of, w->particles.count, sizeof *g->of)
           && rp_soft_runge_kutta_prepare(&g->start, s, w);
}

static void destroy(rp_soft_scheme *s)
{
    gear *g = s->own;
    rp_memory_free(g->of);
    rp_soft_runge_kutta_destroy(&g->start);
}

/* After a program has written, derivatives of the past do not hold any more. */
static void restart(rp_soft_scheme *s) { ((gear *)s->own)->steps = 0; }

enum { NUMBERS = sizeof(derivatives) / sizeof(double) };

static const rp_field clock_fields[] = {
    {"gear_steps", "1", "steps of the start that are done", RP_U64, 1, RP_FIELD_INSIDE, offsetof(gear, steps),
     sizeof(gear), RP_HASH_VALUE, NAN},
};
static const rp_field particle_fields[] = {
    {"gear", "1",
     "in the order of ids: third to fifth derivatives of x, y, z and r theta, and what the last correction took off; "
     "SI units",
     RP_F64, NUMBERS, offsetof(gear, of), 0, sizeof(derivatives), RP_HASH_VALUE, NAN},
};
static const rp_fields clock_list = {"soft/", RP_PER_METHOD, clock_fields, 1},
                       particle_list = {"soft/", RP_PER_PARTICLE, particle_fields, 1};
static const rp_fields *const state[] = {&clock_list, &particle_list, NULL};

extern const rp_soft_integrator rp_gear_5, rp_gear_3;
const rp_soft_integrator rp_gear_5 = {
    .name = "gear-5",
    .summary = "Gear's predictor and corrector with six values.",
    .order = 5,
    .spring_order = 1,
    .spring_lead = 0.5,
    .trial_states = 1,
    .first_share = 1.0 / 6, /* of the start */
    .geometric = 1,
    .size = sizeof(gear),
    .prepare = prepare,
    .destroy = destroy,
    .step = step,
    .restart = restart,
    .state = state,
};
const rp_soft_integrator rp_gear_3 = {
    .name = "gear-3",
    .summary = "Gear's predictor and corrector with four values.",
    .order = 3,
    .spring_order = 1,
    .spring_lead = 0.5,
    .trial_states = 1,
    .first_share = 1.0 / 6, /* of the start */
    .geometric = 1,
    .size = sizeof(gear),
    .prepare = prepare,
    .destroy = destroy,
    .step = step,
    .restart = restart,
    .state = state,
};
