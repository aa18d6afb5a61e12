/* See solve.h. */
#include "methods/contact_dynamics/solve.h"
#include <float.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>
#include "base/random.h"
#include "base/threads.h"
#include "methods/contact_dynamics/cell.h"
#include "methods/contact_dynamics/criteria.h"
#include "methods/contact_dynamics/general.h"
#include "methods/contact_dynamics/rolling.h"
#include "methods/contact_dynamics/serial.h"
#include "methods/contact_dynamics/sweep.h"

#define GUARD 2.0 /* how much R may rise above its least */
#define GUARD_CAREFUL 1.02
#define PATIENCE 20 /* sweeps without a new least */
#define STALL 100   /* sweeps, or a quarter of all so far, in which R did not halve: the other guard is tried */
#define WARM 0.25   /* part of the contacts that start with an impulse, below which a problem is cold */
/* sqrt(sum of p^2/m_t) after all sweeps over that after half of them: 2 if forces grow with the sweeps from 0. */
#define GROWN 1.4142135623730951
#define GROWING 0.7 /* of the rate of growth in the first half; by the square root of the sweeps: 0.41 */
#define BETA_SLIDING 0.8
#define ROUNDING (32 * DBL_EPSILON) /* of a relative velocity: a dozen operations, over the largest velocity in it */
#define SPINS 2000                  /* reads of a tile's turn before the thread yields the core */
#define PARALLEL_LEAST 2048         /* batches below which one thread is faster; changes no bit */

typedef void sweep_function(rp_cd_problem *, size_t, size_t, int, int, double, rp_cd_sums *);
typedef void apply_function(rp_cd_problem *, size_t, size_t, int);
typedef void follow_function(rp_cd_problem *, size_t, size_t, double);
typedef void measure_function(const rp_cd_problem *, size_t, size_t, rp_cd_sums *);
/* By dimension, two or three, then instruction set. */
static sweep_function *const sweep_batches[2][RP_ISA_COUNT] = {RP_WIDE_TABLE(rp_cd_plane_batches),
                                                               RP_WIDE_TABLE(rp_cd_sweep_batches)};
static apply_function *const sweep_apply[2][RP_ISA_COUNT] = {RP_WIDE_TABLE(rp_cd_plane_apply),
                                                             RP_WIDE_TABLE(rp_cd_sweep_apply)};
static measure_function *const sweep_measure[2][RP_ISA_COUNT] = {RP_WIDE_TABLE(rp_cd_plane_measure),
                                                                 RP_WIDE_TABLE(rp_cd_sweep_measure)};
static follow_function *const sweep_follow[RP_ISA_COUNT] = RP_WIDE_TABLE(rp_cd_sweep_follow);

static int space(const rp_cd_problem *q) { return q->dimension == 3; }
static size_t lanes(const rp_cd_problem *q) { return q->batch_count * RP_CD_LANES; }

/* ---- threads ---- */

typedef struct task {
    int isa, momentum;
    double beta;
    int bodies; /* of a measurement: 1: what contacts did to bodies counts */
} task;
typedef void unit_task(rp_cd_problem *q, const rp_cd_unit *unit, const task *t, rp_cd_sums *sums);

static rp_cd_unit *serial_unit(const rp_cd_problem *q) { return &q->unit[q->unit_count - 1]; }

static int threads_for(const rp_cd_problem *q, const rp_cd_solve_setup *s)
{
    return q->work < PARALLEL_LEAST ? 1 : s->threads;
}

/* Each thread has one stretch of tiles and their borders, the same in every sweep: what it needs stays in its cache. */
static int mine(const rp_cd_problem *q, const rp_cd_unit *unit)
{
    return unit->middle * (size_t)rp_threads_team() / (q->work + 1) == (size_t)rp_threads_index();
}

static void await_turn(rp_cd_problem *q, const rp_cd_unit *unit)
{
    for (int k = 0; k < 2; k++)
        for (int n = 0; atomic_load_explicit(&q->tile[unit->tile[k]].turn, memory_order_acquire) != unit->turn[k]; n++)
            if (n > SPINS) rp_threads_yield();
}

/* Once a tile: when its turn has passed, another thread may pass it on at any moment. */
static void pass_turn(rp_cd_problem *q, const rp_cd_unit *unit)
{
    const int tiles = unit->tile[0] == unit->tile[1] ? 1 : 2;
    for (int k = 0; k < tiles; k++)
        atomic_store_explicit(&q->tile[unit->tile[k]].turn, unit->turn[k] + 1, memory_order_release);
}

/* All units but the serial one. Units that share a tile take turns, always the same ones: a thread waits only where its
 * stretch meets another's. Every thread goes through the phases in order, so the first unit that is not done never
 * waits for ever. */
static rp_cd_sums each_unit(rp_cd_problem *q, const rp_cd_solve_setup *s, unit_task *work, task t)
{
    const int threads = threads_for(q, s);
    rp_cd_sums sums = {0};
    memset(q->part, 0, q->unit_count * sizeof *q->part);
    for (size_t n = 0; n < q->tile_count; n++) q->tile[n].turn = 0;
#pragma omp parallel num_threads(threads) if (threads > 1)
    for (size_t n = 0; n + 1 < q->unit_count; n++) {
        const rp_cd_unit *unit = &q->unit[n];
        if (!mine(q, unit)) continue;
        await_turn(q, unit);
        work(q, unit, &t, &q->part[n]);
        pass_turn(q, unit);
    }
    for (size_t n = 0; n + 1 < q->unit_count; n++) rp_cd_sums_add(&sums, &q->part[n]);
    return sums;
}

/* Tile units are the first that move the bodies of their tile: [*first, *last), else none. */
static void tile_bodies(const rp_cd_problem *q, const rp_cd_unit *unit, size_t *first, size_t *last)
{
    const rp_cd_tile *tile = &q->tile[unit->tile[0]];
    *first = tile->first;
    *last = (size_t)(unit - q->unit) < q->tile_count ? tile->last : tile->first;
}

/* Bodies behind the particles: walls. */
static size_t other_bodies(const rp_cd_problem *q) { return q->tile[q->tile_count - 1].last; }

/* ---- a sweep ---- */

static void shuffle(rp_cd_problem *q, const rp_cd_solve_setup *s, int iteration)
{
    rp_random r = rp_random_stream(s->seed, RP_RANDOM_ORDER, (uint64_t)iteration, s->step);
    for (size_t n = q->order_count; n > 1; n--) {
        size_t k = rp_random_below(&r, n);
        uint32_t swap = q->order[n - 1];
        q->order[n - 1] = q->order[k];
        q->order[k] = swap;
    }
}

static void one_by_one(rp_cd_problem *q, int momentum, double beta, rp_cd_sums *sums)
{
    size_t many = lanes(q);
    for (size_t n = 0; n < q->order_count; n++) {
        size_t k = q->order[n];
        if (k < many) rp_cd_serial_update(q, k, momentum, beta, sums);
        else rp_cd_general_update(q, &q->general[k - many], momentum, beta, sums);
    }
}

static void sweep_unit(rp_cd_problem *q, const rp_cd_unit *unit, const task *t, rp_cd_sums *sums)
{
    size_t first, last;
    tile_bodies(q, unit, &first, &last);
    if (t->momentum & RP_CD_FOLLOW) sweep_follow[t->isa](q, first, last, t->beta);
    sweep_function *const batches = sweep_batches[space(q)][t->isa];
    for (const rp_cd_run *run = q->run + unit->run; run < q->run + unit->run_end; run++)
        batches(q, run->first, run->last, run->single, t->momentum, t->beta, sums);
    for (size_t n = unit->general; n < unit->general_end; n++)
        rp_cd_general_update(q, &q->general[n], t->momentum, t->beta, sums);
    for (size_t n = unit->roll; n < unit->roll_end; n++)
        rp_cd_rolling_update(q, &q->roll[n], t->momentum, t->beta, sums);
}

static rp_cd_sums sweep_all(rp_cd_problem *q, const rp_cd_solve_setup *s, int iteration, int momentum, double beta)
{
    const rp_cd_unit *serial = serial_unit(q);
    if (momentum & RP_CD_FOLLOW) sweep_follow[s->isa](q, other_bodies(q), q->nothing, beta);
    rp_cd_sums sums = each_unit(q, s, sweep_unit, (task){.isa = s->isa, .momentum = momentum, .beta = beta});
    if (s->options.order == RP_CD_RANDOM) shuffle(q, s, iteration);
    one_by_one(q, momentum, beta, &sums);
    for (size_t n = serial->roll; n < serial->roll_end; n++)
        rp_cd_rolling_update(q, &q->roll[n], momentum, beta, &sums);
    return sums;
}

static void apply_unit(rp_cd_problem *q, const rp_cd_unit *unit, const task *t, rp_cd_sums *sums)
{
    size_t first, last;
    (void)sums;
    tile_bodies(q, unit, &first, &last);
    memcpy(&q->body[first], &q->free[first], (last - first) * sizeof *q->body);
    for (const rp_cd_run *run = q->run + unit->run; run < q->run + unit->run_end; run++)
        sweep_apply[space(q)][t->isa](q, run->first, run->last, run->single);
    for (size_t n = unit->general; n < unit->general_end; n++) rp_cd_general_apply(q, &q->general[n]);
    for (size_t n = unit->roll; n < unit->roll_end; n++) rp_cd_rolling_apply(q, &q->roll[n]);
}

/* Velocities from impulses: v = U + M^-1 H p. */
static void make_velocities(rp_cd_problem *q, const rp_cd_solve_setup *s)
{
    const rp_cd_unit *serial = serial_unit(q);
    size_t others = other_bodies(q);
    memcpy(&q->body[others], &q->free[others], (q->body_count - others) * sizeof *q->body);
    each_unit(q, s, apply_unit, (task){.isa = s->isa});
    for (size_t n = q->serial * RP_CD_LANES; n < lanes(q); n++) rp_cd_serial_apply(q, n);
    for (size_t n = serial->general; n < serial->general_end; n++) rp_cd_general_apply(q, &q->general[n]);
    for (size_t n = serial->roll; n < serial->roll_end; n++) rp_cd_rolling_apply(q, &q->roll[n]);
}

/* What the contacts did to bodies. At rest it is g dt each, in impacts of the order of their speeds. */
static void measure_bodies(const rp_cd_problem *q, size_t first, size_t last, rp_cd_sums *sums)
{
    for (size_t i = first; i < last; i++) {
        const rp_cd_body *a = &q->body[i], *b = &q->free[i];
        double x = a->v[0] - b->v[0], y = a->v[1] - b->v[1], z = a->v[2] - b->v[2];
        sums->change += x * x + y * y + z * z;
        sums->bodies += a->inv_mass > 0;
    }
}

/* A few contacts are solved by the criterion, too, whatever the accuracy: it costs little, and single impacts are
 * exact. */
static int by_accuracy(const rp_cd_problem *q, const rp_cd_options *o)
{
    return o->accuracy && q->contact_count > RP_CD_REGION;
}

static void measure_unit(rp_cd_problem *q, const rp_cd_unit *unit, const task *t, rp_cd_sums *sums)
{
    size_t first, last;
    tile_bodies(q, unit, &first, &last);
    if (t->bodies) measure_bodies(q, first, last, sums);
    for (const rp_cd_run *run = q->run + unit->run; run < q->run + unit->run_end; run++)
        sweep_measure[space(q)][t->isa](q, run->first, run->last, sums);
    for (size_t n = unit->general; n < unit->general_end; n++) rp_cd_general_measure(q, &q->general[n], sums);
    for (size_t n = unit->roll; n < unit->roll_end; n++) rp_cd_rolling_measure(q, &q->roll[n], sums);
    sums->region = sums->excess / fmax(RP_CD_REGION, sums->active);
}

static rp_cd_sums measure(rp_cd_problem *q, const rp_cd_solve_setup *s)
{
    const task t = {.isa = s->isa, .bodies = !by_accuracy(q, &s->options)};
    rp_cd_sums sums = each_unit(q, s, measure_unit, t), serial = {0};
    if (t.bodies) measure_bodies(q, other_bodies(q), q->nothing, &serial);
    measure_unit(q, serial_unit(q), &t, &serial);
    rp_cd_sums_add(&sums, &serial);
    return sums;
}

/* ---- momentum ---- */

typedef struct momentum {
    double theta, beta;
    double least, best; /* R since the restart; R that halved last */
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
    for (size_t n = 0; n < q->general_count; n++)
        warm += q->general[n].p[0] != 0 || q->general[n].p[1] != 0 || q->general[n].p[2] != 0;
    return (double)warm < WARM * (double)q->contact_count;
}

static void momentum_restart(momentum *m, double R, int iteration)
{
    if (m->cold) {
        m->cold = 0;
        m->best = R;
        m->best_at = iteration;
    }

    m->theta = 1;
    m->beta = 0;
    m->least = R;
    m->least_at = m->restart_at = iteration;
}

/* 1: R has not halved for long, and the other guard takes over. */
static int momentum_stalls(momentum *m, double R, int iteration)
{
    if (R < 0.5 * m->best) {
        m->best = R;
        m->best_at = iteration;
    }

    if (m->cold || iteration - m->best_at <= (iteration > 4 * STALL ? iteration / 4 : STALL)) return 0;
    m->careful = !m->careful;
    m->best = R;
    m->best_at = iteration;
    return 1;
}

static int momentum_overshoots(const momentum *m, const rp_cd_sums *sums, int iteration)
{
    if (sums->moved > (m->careful ? GUARD_CAREFUL : GUARD) * m->least) return 1;
    return m->cold ? sums->along < 0 : iteration - m->least_at > PATIENCE + (m->least_at - m->restart_at);
}

/* 1: restarted. */
static int momentum_step(momentum *m, const rp_cd_sums *sums, int iteration)
{
    double R = sums->moved;
    if (momentum_stalls(m, R, iteration) || momentum_overshoots(m, sums, iteration)) {
        momentum_restart(m, R, iteration);
        return 1;
    }
    if (R < m->least) {
        m->least_at = iteration;
        m->least = R;
    }

    double next = 0.5 * (1 + sqrt(1 + 4 * m->theta * m->theta));
    m->beta = fmin((m->theta - 1) / next, !m->cold && sums->sliding > 0.25 * sums->active ? BETA_SLIDING : 1);
    m->theta = next;
    return 0;
}

/* ---- the loop ---- */

static double square_of(const double v[3]) { return v[0] * v[0] + v[1] * v[1] + v[2] * v[2]; }

/* Square of the largest velocity that relative velocities are made of, (m/s)^2. */
static double fastest(const rp_cd_problem *q)
{
    double most = 0;
    for (size_t i = 0; i < q->nothing; i++) most = fmax(most, fmax(square_of(q->body[i].v), square_of(q->body[i].s)));
    for (size_t n = 0; n < lanes(q); n++) {
        const rp_cd_batch *k = &q->batch[n / RP_CD_LANES];
        size_t lane = n % RP_CD_LANES;
        most = fmax(most, square_of((double[3]){k->c[0][lane], k->c[1][lane], k->c[2][lane]}));
    }
    for (size_t n = 0; n < q->general_count; n++) most = fmax(most, square_of(q->general[n].c));
    return most;
}

/* The residual is relative to impulses. Where it is not smaller than they are, as in contacts that glide without any,
 * residual velocities may be nothing but the rounding of the velocities; among few contacts, as of a row of balls that
 * goes on together, also where it is smaller. */
static int is_rounding(const rp_cd_problem *q, const rp_cd_sums *sums)
{
    return (sums->residual >= sums->size || q->contact_count <= RP_CD_REGION)
           && sums->speed <= ROUNDING * ROUNDING * (double)q->contact_count * fastest(q);
}

static void judge(const rp_cd_problem *q, const rp_cd_sums *sums, const rp_cd_solve_setup *s, rp_cd_solve_report *r)
{
    const rp_cd_options *o = &s->options;
    r->residual = is_rounding(q, sums) ? 0 : sums->size > 0 ? sqrt(sums->residual / sums->size) : 1;
    r->speed = sums->active > 0 ? sqrt(sums->speed / sums->active) : sqrt(sums->speed);
    r->penetration = sums->penetration;
    r->active = sums->active;
    r->sliding = sums->sliding;
    double change = sums->bodies > 0 ? sqrt(sums->change / sums->bodies) : 0;
    r->speed_most = fmax(s->carried, o->tolerance * change);
    r->excess = sqrt(fmax(sums->region, sums->excess / fmax(1, sums->active)));
    const int moves_right = !o->accuracy || (r->excess <= 1 && (isfinite(q->rest) || r->residual <= q->share));
    r->converged = moves_right && (by_accuracy(q, o) || (r->residual <= o->tolerance && r->speed <= r->speed_most));
}

/* By accuracy very few contacts are solved as if exactly, as long as that is cheap: chains of balls, small stacks. */
static int is_worth_more(const rp_cd_problem *q, const rp_cd_options *o, const rp_cd_solve_report *r, int iteration)
{
    const int sweeps = o->most < RP_CD_FEW_SWEEPS ? o->most : RP_CD_FEW_SWEEPS;
    return o->accuracy && q->contact_count <= RP_CD_FEW && r->residual > RP_CD_EXACT && iteration < sweeps;
}

typedef struct timetable { /* of measurements */
    int next;              /* sweep */
    int at;                /* sweep of the last one; 0: none */
    rp_cd_sums sums;       /* what it found */
    double ratio;          /* sixth power of its excess over R of its sweep, 1/J */
} timetable;

/* A measurement costs half of a sweep. By accuracy it is taken when it may be the last, and in any case when the sweeps
 * are half as many again. Seen in drums, silos and columns: the square of the excess falls as the cube root of R. More
 * measurements end steps sooner, but what a settling bed saves in one step it has to do in the next. */
static int is_due(const rp_cd_problem *q, const timetable *t, const rp_cd_options *o, double R, int iteration)
{
    if (iteration >= t->next || iteration >= o->most) return 1;
    return by_accuracy(q, o) && t->ratio * R <= 1;
}

static int may_stop(rp_cd_problem *q, const rp_cd_solve_setup *s, int iteration, double R, timetable *t,
                    rp_cd_solve_report *r)
{
    const rp_cd_options *o = &s->options;
    if (o->criterion == RP_CD_ITERATIONS) return iteration >= o->most;
    if (iteration < o->least) return 0;
    if (rp_cd_criteria_change(o->criterion)) return iteration > 1 && rp_cd_criteria_met(q, o);
    if (!is_due(q, t, o, R, iteration)) return 0;
    const rp_cd_sums sums = t->sums = measure(q, s);
    judge(q, &sums, s, r);
    const double square = r->excess * r->excess;
    t->at = iteration;
    t->next = iteration + 1 + iteration / (by_accuracy(q, o) ? 2 : 8);
    t->ratio = R > 0 ? square * square * square / R : INFINITY;
    if (r->first.sweeps == 0) r->first = (rp_cd_growth){iteration, sqrt(sums.size)};
    if (2 * iteration <= o->most) r->half = (rp_cd_growth){iteration, sqrt(sums.size)};
    return r->converged && !is_worth_more(q, o, r, iteration);
}

static void begin(rp_cd_problem *q, const rp_cd_solve_setup *s, int keep)
{
    make_velocities(q, s);
    if (!keep) return;
    for (size_t n = 0; n < q->batch_count; n++) memcpy(q->last[n].p, q->batch[n].p, sizeof q->last[n].p);
    for (size_t n = 0; n < q->roll_count; n++) memcpy(q->roll[n].last, q->roll[n].m, sizeof q->roll[n].m);
    for (size_t n = 0; n < q->general_count; n++) memcpy(q->general[n].last, q->general[n].p, sizeof q->general[n].p);
    if (keep & RP_CD_FOLLOW) memcpy(q->old, q->body, q->body_count * sizeof *q->body);
}

/* Whether the impulses still grow: by a half in the second half of the sweeps, as from a cold start, or nearly as fast
 * as in the first half, whatever they started from. Impulses that only have far to go through a large bed rise as the
 * square root of the sweeps at most. */
static int grows(const rp_cd_solve_report *r, double last)
{
    if (r->half.sweeps == 0) return 0;
    if (last > GROWN * r->half.size) return 1;
    double before = (r->half.size - r->first.size) / (r->half.sweeps - r->first.sweeps),
           after = (last - r->half.size) / (r->iterations - r->half.sweeps);
    return r->half.sweeps > r->first.sweeps && before > 0 && after > GROWING * before;
}

/* Work after which an iteration is given up when a stop is wanted: more than a step of default options takes, and some
 * seconds. */
static const double GIVE_UP_SWEEPS = 2000, GIVE_UP_UPDATES = 1 << 26;

static int give_up(const rp_cd_problem *q, const rp_cd_solve_setup *s, int n, int *seen)
{
    if (!s->stop || !*s->stop) return 0;
    if (!*seen) *seen = n;
    const double sweeps = n - *seen;
    return sweeps > GIVE_UP_SWEEPS && sweeps * (double)(q->contact_count + 64) > GIVE_UP_UPDATES;
}

void rp_cd_solve(rp_cd_problem *q, const rp_cd_solve_setup *s, rp_cd_solve_report *r)
{
    const rp_cd_options *o = &s->options;
    const int accelerated = o->solver == RP_CD_ACCELERATED;
    const int kept = rp_cd_criteria_change(o->criterion) ? RP_CD_KEEP : 0,
              keep = accelerated ? RP_CD_KEEP | RP_CD_FOLLOW : kept;
    int stop_seen = 0;
    int done = 0;
    timetable t = {.next = 1, .ratio = INFINITY};
    momentum m = {.theta = 1, .least = INFINITY, .best = INFINITY, .cold = accelerated && starts_cold(q)};
    *r = (rp_cd_solve_report){.converged = 1};
    begin(q, s, keep);
    if (q->contact_count == 0) return;
    for (int n = 1; n <= o->most && !done; n++) {
        rp_cd_sums sums = sweep_all(q, s, n, m.cold ? keep | RP_CD_ALONG : keep, m.beta);
        if (q->cell) rp_cd_cell_follow(q);
        r->iterations = n;
        r->given_up = give_up(q, s, n, &stop_seen);
        if (r->given_up) return;
        done = may_stop(q, s, n, sums.moved, &t, r);
        if (done || !accelerated || n == o->most) continue;
        if (momentum_step(&m, &sums, n)) make_velocities(q, s);
    }
    const rp_cd_sums sums = t.at == r->iterations ? t.sums : measure(q, s);
    judge(q, &sums, s, r);
    r->converged = done;
    r->growing = !done && grows(r, sqrt(sums.size));
}
