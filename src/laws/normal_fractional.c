/* The fractional law of Leszczynski [Leszczynski2003, Eq. 5]: between spring and dashpot, with memory of the whole contact,
 *   fn = c^alpha k^(1-alpha) D^alpha xi,  0 <= alpha <= 1 (laws/fractional.h);
 * alpha = 0 is the spring k xi, alpha = 1 the dashpot -c gn. With tension, as in the paper, a contact ends at xi = 0; without, the force is cut at 0.
 * k and c are given, or follow for every pair from contact time and restitution, k = m_eff (pi^2 + ln^2 eps) / t_c^2, c = -2 m_eff ln eps / t_c: those are what the
 * linear law with these constants would have.
 *
 * Begin and end within a step. A new contact has begun xi / (dxi/dt) ago (the pair flew freely until then, so that xi = 0 there up to the curvature of the flight);
 * if that is longer than the step, it begins now with the overlap there is, whose boundary term (Eq. 6) acts from then on. Where it ends, xi = 0 is found the same way. As
 * velocity Verlet takes half a step of every force before and half after, the first force carries what the part of a step before it gave, and after the end one
 * last force takes away what was too much; that is why the law reaches a little beyond touching. Both second order.
 *
 * Memory: `exponentials` keep one number each; `direct` keeps every step, at most as many as fit (a longer contact has no force that is a number, which stops the run).
 * There is no stored energy for 0 < alpha: the work of the force is what is listed as dissipated.
 */
#include <float.h>
#include <math.h>
#include "laws/damping.h"
#include "laws/fractional.h"
#include "laws/law.h"
#include "laws/plain.h"

enum { P_ORDER, P_STIFFNESS, P_DAMPING, P_CONTACT_TIME, P_TENSION, P_MEMORY, P_SCHEME, P_ACCURACY, P_COUNT };
enum { SPRING, DASHPOT, FAST, DIRECT };
enum { H_STEP, H_FORCE, H_SLOPE, H_MODE };                                           /* exponentials; slope: d xi/dt, or xi for the constant scheme */
enum { D_STEP, D_FORCE, D_LAST, D_FIRST, D_JUMP, D_INTERVALS, D_PAST, DIRECT_ROWS = 480 }; /* direct; first: length of the first interval, s; past: slopes */

static const char *const memories[] = {"exponentials", "direct", NULL};
static const char *const schemes[] = {"linear", "constant", NULL};

static const rp_param params[P_COUNT] = {
    {"order", RP_PARAM_NUMBER, "1", 0, 1, NAN, NULL, "Order alpha of the derivative: 0 is a spring, 1 a dashpot."},
    {"stiffness", RP_PARAM_NUMBER, "N/m", DBL_MIN, INFINITY, NAN, NULL, "Spring constant k."},
    {"damping", RP_PARAM_NUMBER, "kg/s", DBL_MIN, INFINITY, NAN, NULL, "Damping coefficient c."},
    {"contact_time", RP_PARAM_NUMBER, "s", DBL_MIN, INFINITY, NAN, NULL, "With the interaction's restitution, in place of k and c: those of the linear law with this contact time."},
    {"tension", RP_PARAM_FLAG, "1", 0, 1, 1, NULL, "Whether the force may pull; the paper's law does, and has no rebound for order > 0.4009."},
    {"memory", RP_PARAM_CHOICE, "1", 0, 1, 0, memories, "How the past is kept: in exponentials, with a bounded number of doubles, or directly, at most 237 steps of a contact."},
    {"scheme", RP_PARAM_CHOICE, "1", 0, 1, 0, schemes, "Overlap rate within a step: linear (second order), or constant (order 2 - alpha)."},
    {"accuracy", RP_PARAM_NUMBER, "1", 1e-10, 1e-2, 1e-8, NULL, "Relative accuracy of the exponentials, over contacts of up to 1e9 steps."},
};

static const char *const history_names[] = {"step", "force", "slope", "mode", NULL};

static rp_status needs(rp_error *err, const char *key, const char *expected)
{
    rp_status status = rp_error_set(err, RP_INPUT, "the fractional law needs %s", key);
    rp_error_key(err, key);
    rp_error_expected(err, "%s", expected);
    return status;
}

static rp_status strength(const rp_law_input *in, double alpha, double *constant, rp_error *err)
{
    const double *p = in->param;
    int timed = !isnan(p[P_CONTACT_TIME]);
    if (timed && (!isnan(p[P_STIFFNESS]) || !isnan(p[P_DAMPING]))) {
        rp_status status = rp_error_set(err, RP_INPUT, "stiffness and damping are given in more than one way");
        rp_error_key(err, "contact_time");
        rp_error_expected(err, "stiffness and damping, or contact_time and the interaction's restitution");
        return status;
    }
    if (timed && isnan(in->eps_n)) return needs(err, "restitution.normal", "restitution: 0.9 beside contact_time, or stiffness and damping");
    rp_status status = rp_damping_check(in->eps_n, err);
    if (status) return status;
    double k = p[P_STIFFNESS], c = p[P_DAMPING];
    if (timed) {
        double l = log(in->eps_n), t = p[P_CONTACT_TIME];
        k = (M_PI * M_PI + l * l) / (t * t), c = -2 * l / t;
    } else if (!isnan(in->eps_n)) {
        return needs(err, "contact_time", "contact_time beside the interaction's restitution, or no restitution with stiffness and damping");
    }
    if (alpha < 1 && isnan(k)) return needs(err, "stiffness", "stiffness: a number > 0 (N/m)");
    if (alpha > 0 && !(c > 0)) return needs(err, "damping", "damping: a number > 0 (kg/s); a restitution of 1 leaves none");
    double K = alpha == 0 ? k : alpha == 1 ? c : pow(c, alpha) * pow(k, 1 - alpha);
    constant[RP_FRACTIONAL_K] = timed ? 0 : K, constant[RP_FRACTIONAL_PER_MASS] = timed ? K : 0;
    constant[RP_FRACTIONAL_STIFFNESS] = timed || isnan(k) ? 0 : k, constant[RP_FRACTIONAL_STIFFNESS_PER_MASS] = timed ? k : 0;
    return RP_OK;
}

static void tabulate(double alpha, double accuracy, double *constant)
{
    rp_fractional_kernel kernel;
    rp_fractional_kernel_make(&kernel, alpha, accuracy);
    constant[RP_FRACTIONAL_COUNT] = kernel.count;
    for (int j = 0; j < kernel.count; j++) {
        double *node = constant + RP_FRACTIONAL_TABLE + RP_NODE_SIZE * j, r = kernel.rate[j], gone = -expm1(-r);
        node[RP_NODE_RATE] = r, node[RP_NODE_DECAY] = 1 - gone, node[RP_NODE_WEIGHT] = kernel.weight[j];
        node[RP_NODE_ONE] = gone / r, node[RP_NODE_TWO] = r < 1e-3 ? 0.5 - r / 3 + r * r / 8 : (gone - r * exp(-r)) / (r * r);
    }
}

static rp_status prepare(const rp_law_input *in, double *constant, rp_error *err)
{
    const double *p = in->param, alpha = p[P_ORDER];
    if (isnan(alpha)) return needs(err, "order", "order: a number from 0 (spring) to 1 (dashpot)");
    rp_status status = strength(in, alpha, constant, err);
    if (status) return status;
    constant[RP_FRACTIONAL_ALPHA] = alpha, constant[RP_FRACTIONAL_TENSION] = p[P_TENSION];
    constant[RP_FRACTIONAL_SCHEME] = p[P_SCHEME] == 0 ? RP_FRACTIONAL_LINEAR : RP_FRACTIONAL_CONSTANT;
    constant[RP_FRACTIONAL_KIND] = alpha == 0 ? SPRING : alpha == 1 ? DASHPOT : p[P_MEMORY] == 0 ? FAST : DIRECT;
    constant[RP_FRACTIONAL_GAMMA1] = alpha < 1 ? 1 / tgamma(1 - alpha) : 0;
    constant[RP_FRACTIONAL_GAMMA2] = 1 / tgamma(2 - alpha), constant[RP_FRACTIONAL_GAMMA3] = 1 / tgamma(3 - alpha);
    constant[RP_FRACTIONAL_COUNT] = 0;
    if (constant[RP_FRACTIONAL_KIND] == FAST) tabulate(alpha, p[P_ACCURACY], constant);
    return RP_OK;
}

static int history_used(const double *constant)
{
    double kind = constant[RP_FRACTIONAL_KIND];
    return kind == FAST ? H_MODE + (int)constant[RP_FRACTIONAL_COUNT] : kind == DIRECT ? DIRECT_ROWS : 0;
}

/* What a contact knows of its last step. */
typedef struct moment {
    double K;          /* strength */
    double length;     /* of the interval that ends now, s; shorter than dt if the contact began in it */
    double from, to;   /* d xi/dt at its ends */
    double jump;       /* overlap with which the contact begins now, not having been flown into, m */
    int begins;
} moment;

static void finish(rp_block *b, int c, const double *constant, double P, double dt)
{
    b->fn[c] = P;
    b->kn[c] = constant[RP_FRACTIONAL_STIFFNESS] + constant[RP_FRACTIONAL_STIFFNESS_PER_MASS] * b->m_eff[c];
    b->cn[c] = 0;
    b->dn[c] = -P * b->gn[c] * fabs(dt);
    b->bound[c] = P > 0 ? P : -P;
}

/* A contact that is there without having been flown into begins now, with the overlap it has; the force of the boundary term at this very moment is infinite and left out. */
static void begin_with_overlap(rp_block *b, int c, const double *constant, double (*history)[RP_BLOCK], double dt)
{
    history[H_STEP][c] = -1, history[H_FORCE][c] = 0, history[H_SLOPE][c] = constant[RP_FRACTIONAL_SCHEME] == RP_FRACTIONAL_CONSTANT ? b->xi[c] : -b->gn[c];
    if (constant[RP_FRACTIONAL_KIND] == DIRECT) history[D_INTERVALS][c] = history[D_FIRST][c] = 0, history[D_JUMP][c] = b->xi[c];
    else
        for (int j = 0; j < (int)constant[RP_FRACTIONAL_COUNT]; j++) history[H_MODE + j][c] = b->xi[c];
    finish(b, c, constant, 0, dt);
    b->open[c] = 0;
}

/* The interval to the present. */
static moment interval(const rp_block *b, int c, const double *constant, double step, double last, double dt)
{
    moment m = {.K = constant[RP_FRACTIONAL_K] + constant[RP_FRACTIONAL_PER_MASS] * b->m_eff[c], .length = dt, .from = last, .to = -b->gn[c]};
    int constant_slope = constant[RP_FRACTIONAL_SCHEME] == RP_FRACTIONAL_CONSTANT;
    m.begins = step == 0;
    if (m.begins) {
        double v = -b->gn[c], flown = v > 0 ? b->xi[c] / v : INFINITY;
        int touched = flown <= dt * (1 + 1e-9);
        m.length = touched ? flown : dt, m.from = m.to = v, m.jump = touched ? 0 : b->xi[c];
    } else if (constant_slope) {
        m.from = m.to = (b->xi[c] - last) / dt;
    }
    return m;
}

/* Gamma(1 - alpha) times its part of the derivative: slope to - (to - from) y / length at y before now. */
static double newest(const moment *m, const double *constant)
{
    double alpha = constant[RP_FRACTIONAL_ALPHA], power = m->length > 0 ? rp_plain_pow(m->length, 1 - alpha) : 0;
    return power * (m->to / (1 - alpha) - (m->to - m->from) / (2 - alpha));
}

/* The force that Verlet's halves of a step make the right impulse of, where the contact began within the step: P = K v t^(1-alpha) / Gamma(2-alpha). */
static double first_force(const moment *m, const double *constant, double P, double dt)
{
    double impulse = m->K * m->to * m->length * (m->length > 0 ? rp_plain_pow(m->length, 1 - constant[RP_FRACTIONAL_ALPHA]) : 0) * constant[RP_FRACTIONAL_GAMMA3];
    return P + impulse / dt - 0.5 * P;
}

/* After the end: xi < 0 by what was flown since. The force changes linearly over the step. */
static double last_force(const rp_block *b, int c, double before, double P, double dt)
{
    double v = -b->gn[c], since = v < 0 ? b->xi[c] / v : 0, held = dt - since;
    if (!(held > 0)) held = 0;
    double at_end = before + (P - before) * (held / dt);
    return 0.5 * (before + at_end) * held / dt - 0.5 * before;
}

/* From the derivative to the force that acts; `now` and `step` are kept. */
static void act(rp_block *b, int c, const double *constant, const moment *m, double derivative, double *now, double *step, double dt)
{
    double P = m->K * derivative, before = *now;
    if (constant[RP_FRACTIONAL_TENSION] == 0 && P < 0) P = 0;
    int over = b->xi[c] <= 0;
    double f = over ? (m->begins ? 0 : last_force(b, c, before, P, dt)) : m->begins ? first_force(m, constant, P, dt) : P;
    *now = f;
    if (m->begins || *step < 0) *step = dt;
    b->open[c] = over ? 1.0 : 0.0;
    finish(b, c, constant, f, dt);
}

/* ---- exponentials ---- */

/* Modes of one contact whose step is not dt, or that begins: the general case. q: interval over the step of the nodes. */
static double modes_of(double (*mode)[RP_BLOCK], int c, const double *constant, const moment *m, double step, double q)
{
    int count = (int)constant[RP_FRACTIONAL_COUNT];
    double sum = 0;
    for (int j = 0; j < count; j++) {
        const double *node = constant + RP_FRACTIONAL_TABLE + RP_NODE_SIZE * j;
        double z = node[RP_NODE_RATE] * q, decay = rp_plain_exp(-(z < 700 ? z : 700)), one, two;
        one = z < 1e-3 ? 1 - z / 2 + z * z / 6 : (1 - decay) / z;
        two = z < 1e-3 ? 0.5 - z / 3 + z * z / 8 : (1 - decay - z * decay) / (z * z);
        double past = decay * mode[j][c];
        sum += node[RP_NODE_WEIGHT] * past;
        mode[j][c] = past + step * q * (m->to * one - (m->to - m->from) * two);
    }
    return sum;
}

static void modes_all(double (*mode)[RP_BLOCK], const double *constant, const double *from, const double *to, double dt, double *sum)
{
    int count = (int)constant[RP_FRACTIONAL_COUNT];
    for (int c = 0; c < RP_BLOCK; c++) sum[c] = 0;
    for (int j = 0; j < count; j++) {
        const double *node = constant + RP_FRACTIONAL_TABLE + RP_NODE_SIZE * j;
        const double decay = node[RP_NODE_DECAY], weight = node[RP_NODE_WEIGHT], one = dt * node[RP_NODE_ONE], two = dt * node[RP_NODE_TWO];
        double *u = mode[j];
        RP_EACH_LANE
        for (int c = 0; c < RP_BLOCK; c++) {
            double past = decay * u[c];
            sum[c] += weight * past;
            u[c] = past + to[c] * (one - two) + from[c] * two;
        }
    }
}

static void fast(rp_block *b, const double *constant, double (*history)[RP_BLOCK], double dt)
{
    double from[RP_BLOCK], to[RP_BLOCK], sum[RP_BLOCK], alpha = constant[RP_FRACTIONAL_ALPHA], scale = rp_plain_pow(dt, -alpha);
    moment m[RP_BLOCK];
    int plain = 1;
    for (int c = 0; c < RP_BLOCK; c++) {
        double step = history[H_STEP][c];
        m[c] = interval(b, c, constant, step, history[H_SLOPE][c], dt);
        from[c] = m[c].from, to[c] = m[c].to;
        plain &= step == dt || step < 0 || m[c].begins; /* those that begin are set below */
    }
    if (plain) modes_all(history + H_MODE, constant, from, to, dt, sum);
    for (int c = 0; c < RP_BLOCK; c++) {
        if (m[c].jump > 0) {
            begin_with_overlap(b, c, constant, history, dt);
            continue;
        }
        double step = history[H_STEP][c], unit = m[c].begins || step < 0 ? dt : step, by = scale;
        if (m[c].begins || !plain) {
            if (m[c].begins)
                for (int j = 0; j < (int)constant[RP_FRACTIONAL_COUNT]; j++) history[H_MODE + j][c] = 0;
            sum[c] = modes_of(history + H_MODE, c, constant, &m[c], unit, m[c].length / unit);
            by = unit == dt ? scale : rp_plain_pow(unit, -alpha);
        }
        double derivative = by * sum[c] + constant[RP_FRACTIONAL_GAMMA1] * newest(&m[c], constant);
        act(b, c, constant, &m[c], derivative, &history[H_FORCE][c], &history[H_STEP][c], dt);
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
        double v_far = h[D_PAST + 2 * l][c], v_near = h[D_PAST + 2 * l + 1][c], A = length > 0 ? (v_far - v_near) / length : 0, p = rp_plain_pow(far, 1 - alpha);
        sum += (v_near - A * near) * (p - q) / (1 - alpha) + A * (p * far - q * near) / (2 - alpha);
        near = far, q = p;
    }
    if (h[D_JUMP][c] > 0) sum += h[D_JUMP][c] * q / near; /* near^-alpha */
    return sum;
}

static void direct(rp_block *b, const double *constant, double (*h)[RP_BLOCK], double dt)
{
    double alpha = constant[RP_FRACTIONAL_ALPHA];
    for (int c = 0; c < RP_BLOCK; c++) {
        if (c >= b->count) {
            finish(b, c, constant, 0, dt);
            continue;
        }
        moment m = interval(b, c, constant, h[D_STEP][c], h[D_LAST][c], dt);
        if (m.jump > 0) {
            begin_with_overlap(b, c, constant, h, dt);
            continue;
        }
        double sum = newest(&m, constant);
        if (m.begins) h[D_INTERVALS][c] = 0, h[D_FIRST][c] = m.length, h[D_JUMP][c] = 0;
        else if (h[D_INTERVALS][c] == 0) h[D_FIRST][c] = dt; /* began with its overlap */
        if (!m.begins) sum += direct_sum(h, c, alpha, m.length);
        int l = (int)h[D_INTERVALS][c], full = D_PAST + 2 * l + 2 > DIRECT_ROWS || (h[D_STEP][c] > 0 && h[D_STEP][c] != dt);
        if (!full) h[D_PAST + 2 * l][c] = m.from, h[D_PAST + 2 * l + 1][c] = m.to, h[D_INTERVALS][c] = l + 1;
        act(b, c, constant, &m, full ? NAN : constant[RP_FRACTIONAL_GAMMA1] * sum, &h[D_FORCE][c], &h[D_STEP][c], dt);
        h[D_LAST][c] = constant[RP_FRACTIONAL_SCHEME] == RP_FRACTIONAL_CONSTANT ? b->xi[c] : -b->gn[c];
    }
}

/* ---- all ---- */

static void without_memory(rp_block *b, const double *constant, int dashpot, double dt)
{
    int tension = constant[RP_FRACTIONAL_TENSION] != 0;
    for (int c = 0; c < RP_BLOCK; c++) {
        double K = constant[RP_FRACTIONAL_K] + constant[RP_FRACTIONAL_PER_MASS] * b->m_eff[c], P = K * (dashpot ? -b->gn[c] : b->xi[c]), here = b->xi[c] > 0 ? 1.0 : 0.0;
        finish(b, c, constant, here * (P > 0 || tension ? P : 0), dt);
        b->open[c] = 1 - here;
        if (dashpot) continue;
        b->dn[c] = 0;
        if (b->want_energy) b->energy[c] += 0.5 * K * b->xi[c] * b->xi[c] * here;
    }
}

/* Forces as they were; contacts that are there before the first step begin. */
static void read_back(rp_block *b, const double *constant, double (*history)[RP_BLOCK], double dt)
{
    for (int c = 0; c < RP_BLOCK; c++) {
        if (dt == 0 && history[H_STEP][c] == 0 && b->xi[c] > 0) {
            begin_with_overlap(b, c, constant, history, dt);
            continue;
        }
        finish(b, c, constant, history[H_STEP][c] != 0 ? history[H_FORCE][c] : 0, dt);
        b->open[c] = history[H_STEP][c] == 0 || b->xi[c] <= 0 ? 1.0 : 0.0;
    }
}

static void eval(rp_block *b, const double *constant, double (*history)[RP_BLOCK], double dt)
{
    double kind = constant[RP_FRACTIONAL_KIND];
    if (kind == SPRING || kind == DASHPOT) without_memory(b, constant, kind == DASHPOT, dt);
    else if (dt <= 0) read_back(b, constant, history, dt);
    else if (kind == FAST) fast(b, constant, history, dt);
    else direct(b, constant, history, dt);
}

/* Half a period of T: the exact time lies between 0.93 and 1.62 of it wherever there is a rebound. */
static double contact_time(const double *constant, double m_eff, double r_eff, double v)
{
    (void)r_eff, (void)v;
    return M_PI * rp_fractional_time(constant, m_eff);
}

static double max_overlap(const double *constant, double m_eff, double r_eff, double v)
{
    (void)r_eff;
    return v * rp_fractional_time(constant, m_eff);
}

static double reach(const double *constant, double r_eff) { return constant[RP_FRACTIONAL_KIND] >= FAST ? 0.01 * r_eff : 0; }

const rp_law RP_WIDE(rp_normal_fractional) = {
    .name = "fractional",
    .slot = RP_NORMAL,
    .summary = "Contacts with memory by Leszczynski: the force is a derivative of fractional order of the overlap, between spring and dashpot, over the whole "
               "history of the contact. Low orders rebound, high orders make particles stay together.",
    .equation = "fn = c^alpha k^(1-alpha) D^alpha xi, D^alpha by Riemann and Liouville since the contact began [Leszczynski2003, Eqs. 5-7, errata 51]",
    .param = params,
    .param_count = P_COUNT,
    .history = DIRECT_ROWS,
    .history_used = history_used,
    .history_name = history_names,
    .curvature = 0,
    .memory = 1,
    .prepare = prepare,
    .eval = eval,
    .contact_time = contact_time,
    .max_overlap = max_overlap,
    .reach = reach,
};
