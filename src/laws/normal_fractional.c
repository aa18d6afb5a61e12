/* The fractional law of Leszczynski [Leszczynski2003, Eq. 5]: between spring and dashpot, with a history of the whole
 * contact, fn = c^alpha k^(1-alpha) D^alpha xi,  0 <= alpha <= 1 (laws/fractional.h); alpha = 0 is the spring k xi,
 * alpha = 1 the dashpot -c gn. With tension, as in the paper, a contact ends at xi = 0; without, the force is cut at 0.
 * k and c are given, or follow for every pair from contact time and restitution (laws/fractional_prepare.c).
 *
 * Begin and end within a step. A new contact has begun xi / (dxi/dt) ago (the pair flew freely until then, so that xi =
 * 0 there up to the curvature of the flight); if that is longer than the step, it begins now with the overlap there is,
 * whose boundary term (Eq. 6) acts from then on. That is infinite at first, as t^-alpha, and has a finite impulse: the
 * first force carries what the forces after it lack of the integral. Where the contact ends, xi = 0 is found the same
 * way. As velocity Verlet takes half a step of every force before and half after, the first force carries what the part
 * of a step before it gave, and after the end one last force takes away what was too much; that is why the law acts a
 * little beyond touching. Both second order.
 *
 * Integrators with several evaluations a step (rp_law_moment). Trial states leave the history as it is and the last
 * evaluation takes it on. Each force of Gear's counts for a whole step, in the end, as Verlet's do. Of Runge and
 * Kutta's step (1/6, 2/3 half way, 1/6) a contact that begins within it gets nothing; what it lacks, and what one that
 * ends within it got too much, the force at the end carries, which counts 1/6 in the next step.
 *
 * One order common to a cluster (a set of particles connected by contacts, of whatever law): all its contacts have the
 * order alpha(n), n its number of particles, which the method writes into the contact's own row before every step. The
 * history is that of xi and does not know the order, so when clusters join or part the derivative of the whole past is
 * taken by the new one from then on: of `direct` the sum, of `exponentials` the weights change (laws/fractional.h).
 *
 * Memory: `exponentials` keep one number each; `direct` keeps every step, at most as many as fit, all of one length (a
 * contact beyond that has no force that is a number, which stops the run). There is no stored energy for 0 < alpha: the
 * work of the force is what is listed as dissipated.
 */
#include <math.h>
#include <string.h>
#include "laws/fractional.h"
#include "laws/law.h"
#include "laws/plain.h"

enum { H_STEP, H_FORCE, H_SLOPE, H_MODE }; /* exponentials; slope: d xi/dt, or xi for the constant scheme */
enum {
    D_STEP,
    D_FORCE,
    D_LAST,
    D_FIRST,
    D_JUMP,
    D_INTERVALS,
    D_PAST,
    DIRECT_ROWS = 480
}; /* direct; first: length of the first interval, s; past: slopes */

static const char *const history_names[] = {"step", "force", "slope", "mode", NULL};

static int clustered(const double *constant) { return constant[RP_FRACTIONAL_CLUSTER_SIZE] > 0; }

static int own_rows(const double *constant)
{
    return constant[RP_FRACTIONAL_KIND] == RP_FRACTIONAL_FAST ? H_MODE + (int)constant[RP_FRACTIONAL_COUNT]
                                                              : DIRECT_ROWS;
}

static int history_used(const double *constant)
{
    double kind = constant[RP_FRACTIONAL_KIND];
    return kind == RP_FRACTIONAL_FAST || kind == RP_FRACTIONAL_DIRECT ? own_rows(constant) + clustered(constant) : 0;
}

static int cluster_row(const double *constant) { return clustered(constant) ? own_rows(constant) : -1; }

/* ---- the order of each contact ---- */

typedef struct orders {
    const double *head[RP_BLOCK], *weight[RP_BLOCK]; /* constants and weights of each */
    int same;                                        /* all have one order */
    rp_fractional_own own[RP_BLOCK];
} orders;

static void take_orders(const rp_block *b, const double *constant, double (*history)[RP_BLOCK], orders *o)
{
    int row = cluster_row(constant), made = 0;
    for (int c = 0; c < RP_BLOCK; c++) {
        o->head[c] = constant;
        o->weight[c] = constant + RP_FRACTIONAL_WEIGHT;
    }

    for (int c = 0; c < b->count && row >= 0; c++) {
        if (history[H_STEP][c] == 0 && b->xi[c] <= 0) continue; /* no contact */
        double alpha = rp_fractional_cluster_order(constant, history[row][c]);
        int k = 0;
        while (k < made && o->own[k].order != alpha) k++;
        if (k == made) rp_fractional_own_make(constant, alpha, &o->own[made++]);
        o->head[c] = o->own[k].head;
        o->weight[c] = o->own[k].weight;
    }
    o->same = made < 2;
    for (int c = 0; c < RP_BLOCK && made == 1; c++) {
        o->head[c] = o->own[0].head;
        o->weight[c] = o->own[0].weight;
    }
}

/* What a contact knows of its last step. */
typedef struct moment {
    double K;        /* strength */
    double step;     /* s: of the time that the evaluation takes the contact on by */
    double length;   /* of the interval that ends now, s; shorter than dt if the contact began in it */
    double from, to; /* d xi/dt at its ends */
    double jump;     /* overlap with which the contact begins now, not having been flown into, m */
    int begins;
} moment;

static void finish(rp_block *b, int c, const double *constant, double P, double dt)
{
    b->fn[c] = P;
    b->kn[c] = constant[RP_FRACTIONAL_STIFFNESS] + constant[RP_FRACTIONAL_STIFFNESS_PER_MASS] * b->m_eff[c];
    b->cn[c] = 0;
    b->normal_loss[c] = -P * b->gn[c] * fabs(dt);
    b->bound[c] = P > 0 ? P : -P;
}

/* The force that brings the impulse of the boundary term, K xi t^-alpha / Gamma(1-alpha), which is infinite now: what
 * the samples of later steps lack of its integral. */
static double boundary_force(const rp_block *b, int c, const double *head)
{
    const rp_law_moment *m = b->moment;
    if (!m || !(m->step > 0)) return 0; /* no steps: a force at a moment is wanted */
    if (m->stage == RP_LAW_TRIAL && m->runge_kutta) return 0;
    double alpha = head[RP_FRACTIONAL_ALPHA], share = m->stage == RP_LAW_STEP ? m->first : m->runge_kutta ? 1.0 / 6 : 1;
    double lack = head[RP_FRACTIONAL_FIRST] * rp_plain_pow(m->step, -alpha);
    if (m->runge_kutta) lack *= (4 * rp_plain_pow(0.5, 1 - alpha) - 1) / 3; /* Simpson's rule */
    return rp_fractional_strength(head, b->m_eff[c]) * b->xi[c] * lack / share;
}

/* A contact that is there without having been flown into begins now, with the overlap it has. */
static void begin_with_overlap(rp_block *b, int c, const double *constant, const double *head,
                               double (*history)[RP_BLOCK], double dt)
{
    double first = boundary_force(b, c, head);
    history[H_STEP][c] = -1;
    history[H_FORCE][c] = first;
    history[H_SLOPE][c] = constant[RP_FRACTIONAL_SCHEME] == RP_FRACTIONAL_CONSTANT ? b->xi[c] : -b->gn[c];
    if (constant[RP_FRACTIONAL_KIND] == RP_FRACTIONAL_DIRECT) {
        history[D_INTERVALS][c] = history[D_FIRST][c] = 0;
        history[D_JUMP][c] = b->xi[c];
    }

    else
        for (int j = 0; j < (int)constant[RP_FRACTIONAL_COUNT]; j++) history[H_MODE + j][c] = b->xi[c];
    finish(b, c, constant, first, dt);
    b->open[c] = 0;
}

/* The interval to the present. */
static moment interval(const rp_block *b, int c, const double *constant, const double *head, double step, double last,
                       double dt)
{
    moment m = {
        .K = rp_fractional_strength(head, b->m_eff[c]), .step = dt, .length = dt, .from = last, .to = -b->gn[c]};
    int constant_slope = constant[RP_FRACTIONAL_SCHEME] == RP_FRACTIONAL_CONSTANT;
    m.begins = step == 0;
    if (m.begins) {
        double v = -b->gn[c], flown = v > 0 ? b->xi[c] / v : INFINITY;
        int touched = flown <= dt * (1 + 1e-9);
        m.length = touched ? flown : dt;
        m.from = m.to = v;
        m.jump = touched ? 0 : b->xi[c];
    } else if (constant_slope) {
        m.from = m.to = (b->xi[c] - last) / dt;
    }
    return m;
}

/* Gamma(1 - alpha) times its part of the derivative: slope to - (to - from) y / length at y before now. */
static double newest(const moment *m, const double *head)
{
    double alpha = head[RP_FRACTIONAL_ALPHA], power = m->length > 0 ? rp_plain_pow(m->length, 1 - alpha) : 0;
    return power * (m->to / (1 - alpha) - (m->to - m->from) / (2 - alpha));
}

static int runge_kutta(const rp_block *b) { return b->moment && b->moment->runge_kutta; }

/* The force that makes the right impulse, where the contact began within the step: P = K v t^(1-alpha) /
 * Gamma(2-alpha). */
static double first_force(const rp_block *b, const moment *m, const double *head, double P)
{
    double impulse = m->K * m->to * m->length
                     * (m->length > 0 ? rp_plain_pow(m->length, 1 - head[RP_FRACTIONAL_ALPHA]) : 0)
                     * head[RP_FRACTIONAL_GAMMA3];
    return runge_kutta(b) ? P + 6 * impulse / m->step : P + impulse / m->step - 0.5 * P;
}

/* After the end: xi < 0 by what was flown since. The force changes linearly over the step. */
static double last_force(const rp_block *b, int c, double before, double P, double dt)
{
    double v = -b->gn[c], since = v < 0 ? b->xi[c] / v : 0, held = dt - since;
    if (!(held > 0)) held = 0;
    double at_end = before + (P - before) * (held / dt), impulse = 0.5 * (before + at_end) * held / dt;
    if (runge_kutta(b)) return 6 * impulse - before - (2 * held > dt ? 2 * (before + P) : 0);
    return impulse - 0.5 * before;
}

/* The force that acts at the moment of the evaluation. */
static double acting(const rp_block *b, int c, const moment *m, const double *head, double before, double P)
{
    int over = b->xi[c] <= 0;
    if (b->moment && b->moment->stage == RP_LAW_TRIAL && b->moment->runge_kutta) return over || m->begins ? 0 : P;
    if (over) return m->begins ? 0 : last_force(b, c, before, P, m->step);
    return m->begins ? first_force(b, m, head, P) : P;
}

/* From the derivative to the force that acts; `now` and `step` are kept. Losses are those of a time dt. */
static void act(rp_block *b, int c, const double *constant, const double *head, const moment *m, double derivative,
                double *now, double *step, double dt)
{
    double P = m->K * derivative;
    if (constant[RP_FRACTIONAL_TENSION] == 0 && P < 0) P = 0;
    double f = acting(b, c, m, head, *now, P);
    *now = f;
    if (m->begins || *step < 0) *step = m->step;
    b->open[c] = b->xi[c] <= 0 ? 1.0 : 0.0;
    int late = b->xi[c] <= 0 && b->moment && b->moment->stage == RP_LAW_COMMIT && b->moment->runge_kutta;
    finish(b, c, constant, f, late ? m->step / 6 : dt); /* the next step does not know it any more */
}

/* ---- exponentials ---- */

/* Modes of one contact whose step is not dt, or that begins: the general case. q: interval over the step of the nodes.
 */
static double modes_of(double (*mode)[RP_BLOCK], int c, const double *constant, const double *weight, const moment *m,
                       double step, double q)
{
    int count = (int)constant[RP_FRACTIONAL_COUNT];
    double sum = 0;
    for (int j = 0; j < count; j++) {
        double z = constant[RP_FRACTIONAL_RATE + j] * q, decay = rp_plain_exp(-(z < 700 ? z : 700)), one, two;
        one = z < 1e-3 ? 1 - z / 2 + z * z / 6 : (1 - decay) / z;
        two = z < 1e-3 ? 0.5 - z / 3 + z * z / 8 : (1 - decay - z * decay) / (z * z);
        double past = decay * mode[j][c];
        sum += weight[j] * past;
        mode[j][c] = past + step * q * (m->to * one - (m->to - m->from) * two);
    }
    return sum;
}

/* All of a block by a whole step; those of one order share its weights. */
static void modes_all(double (*mode)[RP_BLOCK], const double *constant, const orders *o, const double *from,
                      const double *to, double dt, double *sum)
{
    int count = (int)constant[RP_FRACTIONAL_COUNT];
    double own[RP_BLOCK] = {0};
    for (int c = 0; c < RP_BLOCK; c++) sum[c] = 0;
    for (int j = 0; j < count; j++) {
        const double decay = constant[RP_FRACTIONAL_DECAY + j], one = dt * constant[RP_FRACTIONAL_ONE + j],
                     two = dt * constant[RP_FRACTIONAL_TWO + j], weight = o->weight[0][j];
        double *u = mode[j];
        for (int c = 0; c < RP_BLOCK && !o->same; c++) own[c] = o->weight[c][j];
        RP_EACH_LANE
        for (int c = 0; c < RP_BLOCK; c++) {
            double past = decay * u[c];
            sum[c] += (o->same ? weight : own[c]) * past;
            u[c] = past + to[c] * (one - two) + from[c] * two;
        }
    }
}

/* The step that `on` is a part of. */
static double whole_step(const rp_block *b, double on)
{
    return b->moment && b->moment->stage != RP_LAW_STEP ? b->moment->step : on;
}

/* The contacts go on by `on`; losses are those of dt. */
static void fast(rp_block *b, const double *constant, double (*history)[RP_BLOCK], double on, double dt)
{
    double from[RP_BLOCK], to[RP_BLOCK], sum[RP_BLOCK];
    moment m[RP_BLOCK];
    orders o;
    take_orders(b, constant, history, &o);
    const double whole = whole_step(b, on), scale = rp_plain_pow(whole, -o.head[0][RP_FRACTIONAL_ALPHA]);
    int plain = on == whole;
    for (int c = 0; c < RP_BLOCK; c++) {
        double step = history[H_STEP][c];
        m[c] = interval(b, c, constant, o.head[c], step, history[H_SLOPE][c], on);
        from[c] = m[c].from;
        to[c] = m[c].to;
        plain &= step == on || step < 0 || m[c].begins; /* those that begin are set below */
    }
    if (plain) modes_all(history + H_MODE, constant, &o, from, to, on, sum);
    for (int c = 0; c < RP_BLOCK; c++) {
        const double *head = o.head[c];
        if (m[c].jump > 0) {
            begin_with_overlap(b, c, constant, head, history, dt);
            continue;
        }
        double step = history[H_STEP][c], unit = m[c].begins || step < 0 ? whole : step;
        if (m[c].begins || !plain) {
            if (m[c].begins)
                for (int j = 0; j < (int)constant[RP_FRACTIONAL_COUNT]; j++) history[H_MODE + j][c] = 0;
            sum[c] = modes_of(history + H_MODE, c, constant, o.weight[c], &m[c], unit, m[c].length / unit);
        }
        double by = o.same && unit == whole ? scale : rp_plain_pow(unit, -head[RP_FRACTIONAL_ALPHA]);
        double derivative = by * sum[c] + head[RP_FRACTIONAL_GAMMA1] * newest(&m[c], head);
        act(b, c, constant, head, &m[c], derivative, &history[H_FORCE][c], &history[H_STEP][c], dt);
        history[H_SLOPE][c] = constant[RP_FRACTIONAL_SCHEME] == RP_FRACTIONAL_CONSTANT ? b->xi[c] : -b->gn[c];
    }
}

/* ---- direct ---- */

/* Gamma(1 - alpha) times the part of the intervals before the newest. */
static double direct_sum(double (*h)[RP_BLOCK], int c, double alpha, double newest_length)
{
    int count = (int)h[D_INTERVALS][c];
    double sum = 0, near = newest_length, q = rp_plain_pow(near, 1 - alpha);
    for (int l = count - 1; l >= 0; l--) {
        double length = l == 0 ? h[D_FIRST][c] : h[D_STEP][c], far = near + length;
        double v_far = h[D_PAST + 2 * l][c], v_near = h[D_PAST + 2 * l + 1][c],
               A = length > 0 ? (v_far - v_near) / length : 0, p = rp_plain_pow(far, 1 - alpha);
        sum += (v_near - A * near) * (p - q) / (1 - alpha) + A * (p * far - q * near) / (2 - alpha);
        near = far;
        q = p;
    }
    if (h[D_JUMP][c] > 0) sum += h[D_JUMP][c] * q / near; /* near^-alpha */
    return sum;
}

static int direct_full(double intervals) { return D_PAST + 2 * (int)intervals + 2 > DIRECT_ROWS; }

static void direct(rp_block *b, const double *constant, double (*h)[RP_BLOCK], double on, double dt)
{
    const double whole = whole_step(b, on);
    orders o;
    take_orders(b, constant, h, &o);
    for (int c = 0; c < RP_BLOCK; c++) {
        const double *head = o.head[c];
        if (c >= b->count) {
            finish(b, c, constant, 0, dt);
            continue;
        }
        moment m = interval(b, c, constant, head, h[D_STEP][c], h[D_LAST][c], on);
        if (m.jump > 0) {
            begin_with_overlap(b, c, constant, head, h, dt);
            continue;
        }
        double sum = newest(&m, head);
        if (m.begins) {
            h[D_INTERVALS][c] = 0;
            h[D_FIRST][c] = m.length;
            h[D_JUMP][c] = 0;
        }

        else if (h[D_INTERVALS][c] == 0)
            h[D_FIRST][c] = on; /* began with its overlap */
        if (!m.begins) sum += direct_sum(h, c, head[RP_FRACTIONAL_ALPHA], m.length);
        int l = (int)h[D_INTERVALS][c], full = direct_full(l) || (h[D_STEP][c] > 0 && h[D_STEP][c] != whole);
        if (!full) {
            h[D_PAST + 2 * l][c] = m.from;
            h[D_PAST + 2 * l + 1][c] = m.to;
            h[D_INTERVALS][c] = l + 1;
        }

        act(b, c, constant, head, &m, full ? NAN : head[RP_FRACTIONAL_GAMMA1] * sum, &h[D_FORCE][c], &h[D_STEP][c], dt);
        h[D_LAST][c] = constant[RP_FRACTIONAL_SCHEME] == RP_FRACTIONAL_CONSTANT ? b->xi[c] : -b->gn[c];
    }
}

static const char *spent(const double *constant, const double *history, double dt)
{
    if (constant[RP_FRACTIONAL_KIND] != RP_FRACTIONAL_DIRECT) return NULL;
    if (direct_full(history[D_INTERVALS]))
        return "memory: direct holds the 237 steps of a contact that it has now had: take memory: exponentials, or "
               "longer steps";
    return history[D_STEP] > 0 && history[D_STEP] != dt
               ? "memory: direct cannot go on with steps of another length: take memory: exponentials"
               : NULL;
}

/* ---- all ---- */

static void without_history(rp_block *b, const double *constant, int dashpot, double dt)
{
    int tension = constant[RP_FRACTIONAL_TENSION] != 0;
    for (int c = 0; c < RP_BLOCK; c++) {
        double K = constant[RP_FRACTIONAL_K] + constant[RP_FRACTIONAL_PER_MASS] * b->m_eff[c],
               P = K * (dashpot ? -b->gn[c] : b->xi[c]), here = b->xi[c] > 0 ? 1.0 : 0.0;
        finish(b, c, constant, here * (P > 0 || tension ? P : 0), dt);
        b->open[c] = 1 - here;
        if (dashpot) continue;
        b->normal_loss[c] = 0;
        if (b->want_energy) b->energy[c] += 0.5 * K * b->xi[c] * b->xi[c] * here;
    }
}

/* Forces as they were; contacts that are there before the first step begin. */
static void read_back(rp_block *b, const double *constant, double (*history)[RP_BLOCK], double dt)
{
    orders o;
    take_orders(b, constant, history, &o);
    for (int c = 0; c < RP_BLOCK; c++) {
        if (dt == 0 && history[H_STEP][c] == 0 && b->xi[c] > 0) {
            begin_with_overlap(b, c, constant, o.head[c], history, dt);
            continue;
        }
        finish(b, c, constant, history[H_STEP][c] != 0 ? history[H_FORCE][c] : 0, dt);
        b->open[c] = history[H_STEP][c] == 0 || b->xi[c] <= 0 ? 1.0 : 0.0;
    }
}

/* Whether none of the block touches or has touched a step ago: most blocks of a gas. */
static int idle(const rp_block *b, double (*history)[RP_BLOCK])
{
    int busy = 0;
    for (int c = 0; c < RP_BLOCK; c++) busy |= (history[H_STEP][c] != 0) | (b->xi[c] > 0);
    return !busy;
}

static void rest(rp_block *b, const double *constant, double dt)
{
    for (int c = 0; c < RP_BLOCK; c++) {
        finish(b, c, constant, 0, dt);
        b->open[c] = 1;
    }
}

static void go_on(rp_block *b, const double *constant, double (*history)[RP_BLOCK], double on, double dt)
{
    if (constant[RP_FRACTIONAL_KIND] == RP_FRACTIONAL_FAST) fast(b, constant, history, on, dt);
    else direct(b, constant, history, on, dt);
}

/* On a copy of the history. What is over goes on until the step is done. */
static void try_on(rp_block *b, const double *constant, double (*history)[RP_BLOCK], double on, double dt)
{
    double copy[DIRECT_ROWS + 1][RP_BLOCK];
    memcpy(copy, history, (size_t)history_used(constant) * sizeof *copy);
    go_on(b, constant, copy, on, dt);
    for (int c = 0; c < RP_BLOCK; c++) b->open[c] = history[H_STEP][c] == 0 && b->xi[c] <= 0 ? 1.0 : 0.0;
}

static void eval(rp_block *b, const double *constant, double (*history)[RP_BLOCK], double dt)
{
    const double kind = constant[RP_FRACTIONAL_KIND];
    const rp_law_stage stage = b->moment ? b->moment->stage : RP_LAW_STEP;
    const double on = stage == RP_LAW_STEP ? dt : b->moment->since;
    if (kind == RP_FRACTIONAL_SPRING || kind == RP_FRACTIONAL_DASHPOT)
        without_history(b, constant, kind == RP_FRACTIONAL_DASHPOT, dt);
    else if (idle(b, history)) rest(b, constant, dt);
    else if (on <= 0) read_back(b, constant, history, dt);
    else if (stage == RP_LAW_TRIAL) try_on(b, constant, history, on, dt);
    else go_on(b, constant, history, on, dt);
}

/* Half a period of T: the exact time lies between 0.93 and 1.62 of it wherever there is a rebound. */
static double contact_time(const double *constant, double m_eff, double r_eff, double v)
{
    (void)r_eff;
    (void)v;
    double T = rp_fractional_time(constant, m_eff);
    if (clustered(constant)) { /* monotonic in the order */
        rp_fractional_own own;
        rp_fractional_own_make(constant, constant[RP_FRACTIONAL_CLUSTER_ORDER], &own);
        T = fmin(T, rp_fractional_time(own.head, m_eff));
    }
    return M_PI * T;
}

/* Constants of the order of a cluster of n. */
static const double *cluster_head(const double *constant, double n, rp_fractional_own *own)
{
    if (!clustered(constant)) return constant;
    rp_fractional_own_make(constant, rp_fractional_cluster_order(constant, n), own);
    return own->head;
}

/* D^alpha of t (L - t) is t^(1-alpha) ((2 - alpha) L - 2 t) / Gamma(3-alpha), */
static double graze_force(const double *constant, double m_eff, double n, double curve, double length, double t)
{
    rp_fractional_own own;
    const double *head = cluster_head(constant, n, &own);
    double alpha = head[RP_FRACTIONAL_ALPHA];
    double f = rp_fractional_strength(head, m_eff) * curve * head[RP_FRACTIONAL_GAMMA3] * pow(t, 1 - alpha)
               * ((2 - alpha) * length - 2 * t);
    return f < 0 && constant[RP_FRACTIONAL_TENSION] == 0 ? 0 : f;
}

/* and this its integral up to L, or without tension up to its zero. */
static double graze(const double *constant, double m_eff, double n, double curve, double length)
{
    rp_fractional_own own;
    const double *head = cluster_head(constant, n, &own);
    double alpha = head[RP_FRACTIONAL_ALPHA],
           unit = rp_fractional_strength(head, m_eff) * curve * length * head[RP_FRACTIONAL_GAMMA3] / (3 - alpha);
    if (constant[RP_FRACTIONAL_TENSION] != 0) return unit * (1 - alpha) * pow(length, 2 - alpha);
    return unit * pow((1 - 0.5 * alpha) * length, 2 - alpha);
}

static double max_overlap(const double *constant, double m_eff, double r_eff, double v)
{
    (void)r_eff;
    return v * rp_fractional_time(constant, m_eff);
}

static double range(const double *constant, double r_eff)
{
    return constant[RP_FRACTIONAL_KIND] >= RP_FRACTIONAL_FAST ? 0.01 * r_eff : 0;
}

static int needs_rate(const double *constant)
{
    return history_used(constant) > 0 && constant[RP_FRACTIONAL_SCHEME] == RP_FRACTIONAL_LINEAR;
}

static const rp_law_hereditary hereditary = {
    .cluster_row = cluster_row, .graze = graze, .graze_force = graze_force, .needs_rate = needs_rate, .spent = spent};

const rp_law RP_WIDE(rp_normal_fractional) = {
    .abi = RP_LAW_ABI,
    .name = "fractional",
    .slot = RP_NORMAL,
    .summary = "Hereditary contacts by Leszczynski: the force is a derivative of fractional order of the overlap, "
               "between spring and dashpot, over the whole history of the contact. Low orders rebound, high orders "
               "make particles stay together.",
    .equation = "fn = c^alpha k^(1-alpha) D^alpha xi, D^alpha by Riemann and Liouville since the contact began "
                "[Leszczynski2003, Eqs. 5-7, errata 51]",
    .param = rp_fractional_params,
    .param_count = RP_FRACTIONAL_PARAMS,
    .history = DIRECT_ROWS + 1,
    .history_used = history_used,
    .history_name = history_names,
    .hereditary = &hereditary,
    .prepare = rp_fractional_prepare,
    .eval = eval,
    .contact_time = contact_time,
    .max_overlap = max_overlap,
    .range = range,
};
