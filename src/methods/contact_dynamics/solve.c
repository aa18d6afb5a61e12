/* See solve.h. */
#include "methods/contact_dynamics/solve.h"
#include <math.h>
#include <string.h>
#include "base/random.h"
#include "methods/contact_dynamics/criteria.h"
#include "methods/contact_dynamics/general.h"
#include "methods/contact_dynamics/rolling.h"
#include "methods/contact_dynamics/serial.h"
#include "methods/contact_dynamics/sweep.h"

#define GUARD 2.0            /* how much R may rise above its least */
#define GUARD_CAREFUL 1.02
#define PATIENCE 20          /* sweeps without a new least */
#define STALL 100            /* sweeps, or a quarter of all so far, in which R did not halve: the other guard is tried */
#define WARM 0.25            /* part of the contacts that start with an impulse, below which a problem is cold */
#define GROWING 2.0          /* sum of p^2/m_t after the second half of the sweeps over that after the first: 4 if forces grow with the sweeps */
#define BETA_SLIDING 0.8
#define PARALLEL_LEAST 2048  /* batches below which one thread is faster; changes no bit */

typedef void sweep_function(rp_cd_problem *, size_t, size_t, int, int, double, rp_cd_sums *);
typedef void apply_function(rp_cd_problem *, size_t, size_t, int);
typedef void look_function(const rp_cd_problem *, size_t, size_t, rp_cd_sums *);
static sweep_function *const sweep_batches[RP_ISA_COUNT] = RP_WIDE_TABLE(rp_sweep_batches);
static apply_function *const sweep_apply[RP_ISA_COUNT] = RP_WIDE_TABLE(rp_sweep_apply);
static look_function *const sweep_look[RP_ISA_COUNT] = RP_WIDE_TABLE(rp_sweep_look);

static int threads_for(const rp_cd_problem *q, const rp_solve_setup *s) { return q->batch_count < PARALLEL_LEAST ? 1 : s->threads; }

static size_t lanes(const rp_cd_problem *q) { return q->batch_count * RP_CD_LANES; }

/* ---- a sweep ---- */

static void shuffle(rp_cd_problem *q, const rp_solve_setup *s, int iteration)
{
    rp_random r = rp_random_stream(s->seed, RP_RANDOM_ORDER, (uint64_t)iteration, s->step);
    for (size_t n = q->order_count; n > 1; n--) {
        size_t k = rp_random_below(&r, n);
        uint32_t swap = q->order[n - 1];
        q->order[n - 1] = q->order[k], q->order[k] = swap;
    }
}

static void one_by_one(rp_cd_problem *q, int momentum, double beta, rp_cd_sums *sums)
{
    size_t many = lanes(q);
    for (size_t n = 0; n < q->order_count; n++) {
        size_t k = q->order[n];
        if (k < many) rp_serial_update(q, k, momentum, beta, sums);
        else rp_general_update(q, &q->special[k - many], momentum, beta, sums);
    }
}

static void sweep_unit(rp_cd_problem *q, const rp_cd_unit *unit, int isa, int momentum, double beta, rp_cd_sums *sums)
{
    for (const rp_cd_run *run = q->run + unit->run; run < q->run + unit->run_end; run++) sweep_batches[isa](q, run->first, run->last, run->single, momentum, beta, sums);
}

static rp_cd_sums sweep_all(rp_cd_problem *q, const rp_solve_setup *s, int iteration, int momentum, double beta)
{
    const int isa = s->isa, threads = threads_for(q, s);
    size_t units = q->phase[RP_CD_PHASES];
    memset(q->part, 0, units * sizeof *q->part);
#pragma omp parallel num_threads(threads) if (threads > 1)
    for (int phase = 0; phase < RP_CD_PHASES; phase++) {
#pragma omp for schedule(dynamic)
        for (size_t n = q->phase[phase]; n < q->phase[phase + 1]; n++) sweep_unit(q, &q->unit[n], isa, momentum, beta, &q->part[n]);
    }
    rp_cd_sums sums = {0};
    for (size_t n = 0; n < units; n++) rp_cd_sums_add(&sums, &q->part[n]);
    if (s->options.order == RP_CD_RANDOM) shuffle(q, s, iteration);
    one_by_one(q, momentum, beta, &sums);
    for (size_t n = 0; n < q->roll_count; n++) rp_rolling_update(q, &q->roll[n], momentum, beta, &sums);
    return sums;
}

static void apply_unit(rp_cd_problem *q, const rp_cd_unit *unit, int isa)
{
    for (const rp_cd_run *run = q->run + unit->run; run < q->run + unit->run_end; run++) sweep_apply[isa](q, run->first, run->last, run->single);
}

/* Velocities from impulses: v = U + M^-1 H p. */
static void make_velocities(rp_cd_problem *q, const rp_solve_setup *s)
{
    const int isa = s->isa, threads = threads_for(q, s);
    memcpy(q->body, q->free, q->body_count * sizeof *q->body);
#pragma omp parallel num_threads(threads) if (threads > 1)
    for (int phase = 0; phase < RP_CD_PHASES; phase++) {
#pragma omp for schedule(dynamic)
        for (size_t n = q->phase[phase]; n < q->phase[phase + 1]; n++) apply_unit(q, &q->unit[n], isa);
    }
    for (size_t n = q->serial * RP_CD_LANES; n < lanes(q); n++) rp_serial_apply(q, n);
    for (size_t n = 0; n < q->special_count; n++) rp_general_apply(q, &q->special[n]);
    for (size_t n = 0; n < q->roll_count; n++) rp_rolling_apply(q, &q->roll[n]);
}

static void look_unit(const rp_cd_problem *q, const rp_cd_unit *unit, int isa, rp_cd_sums *sums)
{
    for (const rp_cd_run *run = q->run + unit->run; run < q->run + unit->run_end; run++) sweep_look[isa](q, run->first, run->last, sums);
}

static rp_cd_sums look(const rp_cd_problem *q, const rp_solve_setup *s)
{
    const int isa = s->isa, threads = threads_for(q, s);
    rp_cd_sums sums = {0};
    memset(q->part, 0, q->unit_count * sizeof *q->part);
#pragma omp parallel for schedule(dynamic) num_threads(threads) if (threads > 1)
    for (size_t n = 0; n < q->unit_count; n++) look_unit(q, &q->unit[n], isa, &q->part[n]);
    for (size_t n = 0; n < q->unit_count; n++) rp_cd_sums_add(&sums, &q->part[n]);
    for (size_t n = 0; n < q->special_count; n++) rp_general_look(q, &q->special[n], &sums);
    for (size_t n = 0; n < q->roll_count; n++) rp_rolling_look(q, &q->roll[n], &sums);
    return sums;
}

/* ---- momentum ---- */

typedef struct momentum {
    double theta, beta;
    double least, best;      /* R since the restart; R that halved last */
    int least_at, restart_at, best_at;
    int cold, careful;
} momentum;

/* Contacts without an impulse to start from: hardly any force is there yet. */
static int starts_cold(const rp_cd_problem *q)
{
    size_t warm = 0;
    for (size_t n = 0; n < lanes(q); n++) {
        const rp_cd_batch *k = &q->batch[n / RP_CD_LANES];
        size_t lane = n % RP_CD_LANES;
        warm += k->p[0][lane] != 0 || k->p[1][lane] != 0 || k->p[2][lane] != 0;
    }
    for (size_t n = 0; n < q->special_count; n++) warm += q->special[n].p[0] != 0 || q->special[n].p[1] != 0 || q->special[n].p[2] != 0;
    return (double)warm < WARM * (double)q->contact_count;
}

static void momentum_restart(momentum *m, double R, int iteration)
{
    if (m->cold) m->cold = 0, m->best = R, m->best_at = iteration;
    m->theta = 1, m->beta = 0, m->least = R, m->least_at = m->restart_at = iteration;
}

/* 1: R has not halved for long, and the other guard takes over. */
static int momentum_stalls(momentum *m, double R, int iteration)
{
    if (R < 0.5 * m->best) m->best = R, m->best_at = iteration;
    if (m->cold || iteration - m->best_at <= (iteration > 4 * STALL ? iteration / 4 : STALL)) return 0;
    m->careful = !m->careful, m->best = R, m->best_at = iteration;
    return 1;
}

static int momentum_overshoots(const momentum *m, const rp_cd_sums *sums, int iteration)
{
    if (m->cold) return sums->along < 0;
    return sums->moved > (m->careful ? GUARD_CAREFUL : GUARD) * m->least || iteration - m->least_at > PATIENCE + (m->least_at - m->restart_at);
}

/* 1: restarted. */
static int momentum_step(momentum *m, const rp_cd_sums *sums, int iteration)
{
    double R = sums->moved;
    if (momentum_stalls(m, R, iteration) || momentum_overshoots(m, sums, iteration)) {
        momentum_restart(m, R, iteration);
        return 1;
    }
    if (R < m->least) m->least_at = iteration, m->least = R;
    double next = 0.5 * (1 + sqrt(1 + 4 * m->theta * m->theta));
    m->beta = fmin((m->theta - 1) / next, sums->sliding > 0.25 * sums->active ? BETA_SLIDING : 1);
    m->theta = next;
    return 0;
}

/* Bodies follow the momentum of the impulses. */
static void extrapolate(rp_cd_problem *q, const rp_solve_setup *s, double beta)
{
    const int threads = threads_for(q, s);
    size_t count = q->nothing; /* what stands for nothing stays */
#pragma omp parallel for schedule(static) num_threads(threads) if (threads > 1)
    for (size_t i = 0; i < count; i++) {
        rp_cd_body *body = &q->body[i], *old = &q->old[i], now = *body;
        for (int n = 0; n < 3; n++) {
            body->v[n] = now.v[n] + beta * (now.v[n] - old->v[n]);
            body->s[n] = now.s[n] + beta * (now.s[n] - old->s[n]);
        }
        *old = now;
    }
}

/* ---- the loop ---- */

/* What the contacts did to the bodies, rms, m/s. At rest it is g dt, in impacts of the order of their speeds. */
static double change_of_bodies(const rp_cd_problem *q)
{
    double sum = 0, count = 0;
    for (size_t i = 0; i < q->nothing; i++) {
        const rp_cd_body *a = &q->body[i], *b = &q->free[i];
        double x = a->v[0] - b->v[0], y = a->v[1] - b->v[1], z = a->v[2] - b->v[2];
        sum += x * x + y * y + z * z, count += a->inv_mass > 0;
    }
    return count > 0 ? sqrt(sum / count) : 0;
}

static void judge(const rp_cd_problem *q, const rp_cd_sums *sums, const rp_solve_setup *s, rp_solve_report *r)
{
    r->residual = sums->size > 0 ? sqrt(sums->residual / sums->size) : sums->residual > 0 ? 1 : 0;
    r->speed = sums->active > 0 ? sqrt(sums->speed / sums->active) : sqrt(sums->speed);
    r->penetration = sums->penetration, r->active = sums->active, r->sliding = sums->sliding;
    r->converged = r->residual <= s->options.tolerance && r->speed <= fmax(s->carried, s->options.tolerance * change_of_bodies(q));
}

static int may_stop(const rp_cd_problem *q, const rp_solve_setup *s, int iteration, int *next_look, rp_solve_report *r)
{
    const rp_cd_options *o = &s->options;
    if (o->criterion == RP_CD_ITERATIONS) return iteration >= o->most;
    if (iteration < o->least) return 0;
    if (rp_criteria_change(o->criterion)) return iteration > 1 && rp_criteria_met(q, o->criterion, o->tolerance);
    if (iteration < *next_look && iteration < o->most) return 0;
    *next_look = iteration + 1 + iteration / 8; /* a look costs most of a sweep */
    rp_cd_sums sums = look(q, s);
    judge(q, &sums, s, r);
    if (2 * iteration <= o->most) r->half = sums.size;
    return r->converged;
}

static void begin(rp_cd_problem *q, const rp_solve_setup *s, int keep_last)
{
    make_velocities(q, s);
    if (!keep_last) return;
    for (size_t n = 0; n < q->batch_count; n++) memcpy(q->last[n].p, q->batch[n].p, sizeof q->last[n].p);
    for (size_t n = 0; n < q->roll_count; n++) memcpy(q->roll[n].last, q->roll[n].m, sizeof q->roll[n].m);
    for (size_t n = 0; n < q->special_count; n++) memcpy(q->special[n].last, q->special[n].p, sizeof q->special[n].p);
    if (s->options.solver == RP_CD_ACCELERATED) memcpy(q->old, q->body, q->body_count * sizeof *q->body);
}

void rp_solve(rp_cd_problem *q, const rp_solve_setup *s, rp_solve_report *r)
{
    const rp_cd_options *o = &s->options;
    int accelerated = o->solver == RP_CD_ACCELERATED, keep_last = accelerated || rp_criteria_change(o->criterion), next_look = 1, done = 0;
    momentum m = {.theta = 1, .least = INFINITY, .best = INFINITY, .cold = accelerated && starts_cold(q)};
    *r = (rp_solve_report){.converged = 1};
    begin(q, s, keep_last);
    if (q->contact_count == 0) return;
    for (int n = 1; n <= o->most && !done; n++) {
        rp_cd_sums sums = sweep_all(q, s, n, keep_last, m.beta);
        r->iterations = n;
        done = may_stop(q, s, n, &next_look, r);
        if (done || !accelerated || n == o->most) continue;
        if (momentum_step(&m, &sums, n)) make_velocities(q, s);
        extrapolate(q, s, m.beta);
    }
    rp_cd_sums sums = look(q, s);
    judge(q, &sums, s, r);
    r->converged = done;
    r->growing = !done && r->half > 0 && sums.size > GROWING * r->half;
}
