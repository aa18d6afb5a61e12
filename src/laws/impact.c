/* See impact.h. */
#include "laws/impact.h"
#include <math.h>
#include <string.h>
#include "laws/impact_motion.h"
#include "laws/ode.h"
#include "laws/tangential_spring.h"

void rp_impact_lane(motion *m, int c, double xi, double v, double u, double h)
{
    rp_block *b = &m->b;
    b->xi[c] = m->ranged ? fmax(xi, m->end * (1 - 1e-12)) : xi; /* trial steps go beyond the end */
    b->gn[c] = -v;
    b->tx[c] = u;
    b->mu[c] = b->mu_static[c] = 1e100;
    if (m->ranged) m->history[m->laws->history[RP_NORMAL]][c] = 1; /* the contact has begun */
    if (m->spring) {
        double(*history)[RP_BLOCK] = &m->history[m->laws->history[RP_TANGENTIAL]];
        history[RP_TANGENTIAL_X][c] = h;
        if (m->laws->history_width > m->laws->history[RP_TANGENTIAL] + RP_TANGENTIAL_STIFFNESS)
            history[RP_TANGENTIAL_STIFFNESS][c] = 1e300; /* no rescaling */
    }
}

void rp_impact_call(motion *m, rp_slot slot, double dt)
{
    if (m->law[slot]) m->laws->eval[slot](&m->b, m->laws->constant[slot], &m->history[m->laws->history[slot]], dt);
}

/* A law with adhesion of its own pulls beyond the touch; with an adhesion of 0 it does not, and is cut as any other. */
static int pulls(const motion *m) { return m->law[RP_NORMAL]->adhesive && m->ranged; }

void rp_impact_normal(motion *m, int lanes, probe *p)
{
    rp_block *b = &m->b;
    int adhesive = pulls(m);
    double fn[RP_BLOCK];
    rp_impact_call(m, RP_NORMAL, 1);
    memcpy(fn, b->fn, sizeof fn);
    for (int c = 0; c < lanes; c++) {
        double v = -b->gn[c], spring = v != 0 ? fn[c] - b->normal_loss[c] / v : fn[c]; /* dn = (spring - fn) gn */
        p[c] = (probe){.total = adhesive ? fn[c] : spring + b->cn[c] * v};
    }
    rp_impact_call(m, RP_ADHESION, 1);
    for (int c = 0; c < lanes; c++) {
        double acts = m->cut ? 0 : p[c].total, pull = fn[c] - b->fn[c];
        p[c].normal = acts - pull;
        p[c].carried = adhesive ? b->bound[c] : acts;
        p[c].bound = fabs(p[c].carried);
    }
}

/* The forces at an overlap and velocities. The trial force is left at what the dashpot, or a law without spring, gives.
 */
static probe ask(motion *m, double xi, double v, double u)
{
    rp_block *b = &m->b;
    probe p;
    rp_impact_lane(m, 0, xi, v, u, 0);
    if (m->spring) {
        rp_impact_lane(m, 1, xi, v, 0, m->length);
        rp_impact_lane(m, 2, xi, v, m->speed, 0);
    }

    rp_impact_normal(m, 1, &p);
    for (int c = 0; c < 3; c++) b->bound[c] = 1e100;
    rp_impact_call(m, RP_TANGENTIAL, 0);
    if (m->law[RP_TANGENTIAL]) p.trial = -b->fx[0];
    if (m->spring) {
        p.k = -b->fx[1] / m->length;
        p.d = -b->fx[2] / m->speed;
    }

    double mu = m->laws->friction_curve.kind ? rp_curve_value(&m->laws->friction_curve, fabs(u)) : m->laws->friction;
    p.limit = mu * p.bound;
    p.limit_static = m->spring ? fmax(mu, m->laws->friction_static) * p.bound : p.limit; /* springs alone know it */
    return p;
}

double rp_impact_overlap(const motion *m, const double *y)
{
    return m->length * (m->ranged ? y[Y_X] : y[Y_X] * y[Y_X] * y[Y_X] * y[Y_X]);
}
double rp_impact_pace(const motion *m, const double *y) { return m->ranged ? 1 : 4 * y[Y_X] * y[Y_X] * y[Y_X]; }

/* The spring's force. */
static double tension_of(const motion *m, const double *y, const probe *p)
{
    if (!m->spring) return 0;
    if (m->friction == SLIDE) return m->side * fmax(0, p->limit - p->d * m->side * m->speed * y[Y_U]);
    return m->loading ? m->force * y[Y_H] : p->k * m->length * y[Y_H];
}

static probe ask_state(motion *m, const double *y)
{
    if (m->hysteretic) return rp_impact_hysteretic_ask(m, y);
    probe p = ask(m, rp_impact_overlap(m, y), m->speed * y[Y_V], m->speed * y[Y_U]);
    if (m->spring) p.trial = tension_of(m, y, &p) + p.d * m->speed * y[Y_U];
    return p;
}

/* Friction as it acts, against u: positive, N. */
static double friction(const motion *m, const probe *p)
{
    return m->friction == STICK ? p->trial : m->friction == SLIDE ? m->side * p->limit : 0;
}

static void rate(void *context, double tau, const double *y, double *out)
{
    (void)tau;
    motion *m = context;
    probe p = ask_state(m, y);
    double dt = rp_impact_pace(m, y);
    out[Y_X] = y[Y_V];
    out[Y_V] = -dt * p.normal / m->force;
    out[Y_U] = -dt * friction(m, &p) / (m->pair.alpha * m->force);
    out[Y_H] = !m->spring || m->friction != STICK ? 0
               : m->loading                       ? dt * p.k * m->length * y[Y_U] / m->force
                                                  : dt * y[Y_U];
    out[Y_T] = dt;
    if (m->hysteretic) rp_impact_hysteretic_rate(m, y, &p, out);
}

static void damping(void *context, double tau, const double *y, double *diagonal)
{
    (void)tau;
    motion *m = context;
    probe p = rp_impact_hysteretic_ask(m, y);
    rp_impact_hysteretic_damping(m, y, &p, diagonal);
}

/* The forces at the time t from now, along the motion. */
static probe ask_later(motion *m, const double *y, const probe *now, double u_rate, double t)
{
    double v = m->speed * y[Y_V], a = -now->normal / m->pair.m_eff;
    double xi = rp_impact_overlap(m, y) + t * v + 0.5 * t * t * a;
    return ask(m, m->ranged || xi > 0 ? xi : 0, v + t * a, m->speed * y[Y_U] + t * u_rate);
}

/* What the bound leaves to the spring, over its stiffness while that falls. Through the zero at which a dashpot's pull
 * begins, the bound is taken as it goes on smoothly from now. */
static double left_to_spring(const motion *m, const probe *now, const probe *p, double u)
{
    double bound = copysign(p->limit, p->carried), left;
    left = (m->tension && now->carried < 0 ? -bound : bound) - p->d * m->side * u;
    return m->loading ? left : p->k > 0 ? left / p->k : 0;
}

/* d/dt of the normal force, and of what the bound leaves to the spring, by a central difference along the motion, or by
 * one to the past where the contact or its bound ends: the times at which they matter enter the result in second
 * order. */
static void slopes(motion *m, const double *y, const probe *now, double *force, double *room)
{
    const double d = 1e-5 * m->time, u = m->speed * y[Y_U],
                 u_rate = -friction(m, now) / (m->pair.alpha * m->pair.m_eff);
    double ahead = d;
    probe before = ask_later(m, y, now, u_rate, -d), after = ask_later(m, y, now, u_rate, d);
    if (after.bound == 0 || rp_impact_overlap(m, y) + d * m->speed * y[Y_V] < m->end) {
        after = *now;
        ahead = 0;
    }
    *force = (after.normal - before.normal) / (d + ahead);
    *room = left_to_spring(m, now, &after, u + ahead * u_rate) - left_to_spring(m, now, &before, u - d * u_rate);
    *room /= d + ahead;
}

/* How much faster the spring would grow than the bound lets it; at 0 sliding ends. While the dashpot alone slides it
 * cannot. */
static double hold(const motion *m, const double *y, const probe *p, double room)
{
    double u = m->side * m->speed * y[Y_U];
    if (p->d * u > p->limit) return 1;
    return m->loading ? (p->k * u - room) * m->time / m->force : (u - room) / m->speed;
}

/* Coulomb's N of an adhesive law is cut at 0. The kink is an event of its own: the samples of a step do not show one
 * that is near its end. Behind it the value goes on as N does, if that is the normal force and a constant. */
static double until_bare(const motion *m, const probe *p)
{
    if (!pulls(m) || !m->law[RP_TANGENTIAL]) return 1;
    double bound = p->bound > 0 ? p->bound : fmin(p->normal + m->grip, -1e-16 * m->force);
    return (m->bare ? -bound : bound) / m->force;
}

/* Friction by speed: the speed of slip at which the curve has its next kink, and the last one below. */
static double kink_above(const rp_curve *curve, double speed)
{
    for (int n = 0; curve->kind == RP_CURVE_TABLE && n < curve->count; n++)
        if (curve->at[n] > speed) return curve->at[n];
    return INFINITY;
}

static double kink_below(const rp_curve *curve, double speed)
{
    double below = 0;
    for (double v = kink_above(curve, 0); v < speed; v = kink_above(curve, v)) below = v;
    return below;
}

static double until_kink(const motion *m, const double *y)
{
    double speed = m->h.way * m->speed * y[Y_U], below = speed - m->smooth[0], above = m->smooth[1] - speed;
    return (m->rigid && m->smooth[0] == 0 ? above : fmin(below, above)) / m->speed; /* rigid friction stops at rest */
}

static void event(void *context, double tau, const double *y, double *value)
{
    (void)tau;
    motion *m = context;
    probe p = ask_state(m, y);
    double force_rate = -1, room = 0;
    int springs = m->spring && m->friction == SLIDE;
    if (m->loading || springs) slopes(m, y, &p, &force_rate, &room);
    value[E_END] = m->ranged ? y[Y_X] - m->end / m->length : y[Y_X];
    value[E_CUT] = pulls(m) || m->tension ? 1 : (m->cut ? -1 : 1) * p.total / m->force;
    value[E_TURN] = m->loading ? y[Y_V] : -y[Y_V];
    value[E_PEAK] = force_rate * m->time / m->force;
    value[E_FRICTION] = value[E_REVERSE] = value[E_RISE] = value[E_SOFTEN] = 1;
    value[E_BARE] = until_bare(m, &p);
    value[E_REST] = m->rest_force > 0
                        ? fmax(fabs(m->speed * y[Y_V]) / m->rest_speed, fabs(p.normal) / m->rest_force) - 1
                        : 1;
    if (m->hysteretic) {
        rp_impact_hysteretic_event(m, y, &p, value);
        return;
    }
    if (!m->law[RP_TANGENTIAL] || m->friction == STOPPED) return;
    if (m->laws->friction_curve.kind) value[E_REVERSE] = until_kink(m, y);
    if (m->friction == STICK) value[E_FRICTION] = (p.limit_static - fabs(p.trial)) / m->force + 1e-14;
    else if (springs) value[E_FRICTION] = hold(m, y, &p, room);
    else value[E_FRICTION] = m->rigid ? m->side * y[Y_U] : (fabs(p.trial) - p.limit) / m->force + 1e-14;
}

/* The spring's variable for a force, after the bound or the direction of loading changed. */
static void set_tension(motion *m, double *y, double k, double T)
{
    y[Y_H] = m->loading ? T / m->force : k > 0 ? T / (k * m->length) : 0;
}

/* Now, or after a time (in units of the scale) in which little changes. */
static int sliding_is_over(motion *m, const double *y, double later)
{
    double value[RP_ODE_EVENTS], f[Y_COUNT], next[Y_COUNT], pace = rp_impact_pace(m, y);
    rate(m, 0, y, f);
    for (int i = 0; i < Y_COUNT; i++) next[i] = y[i] + (later > 0 ? later / pace * f[i] : 0);
    event(m, 0, next, value);
    return value[E_FRICTION] <= 0;
}

/* Where static friction is more than sliding friction, the spring drops to the lower bound. If that rises faster than
 * the spring does, or falls less fast, the contact sticks again at once. */
static void switch_friction(motion *m, double *y, rp_impact *out)
{
    probe p = ask_state(m, y);
    out->switches += !m->rigid;
    if (m->friction == STICK) {
        m->friction = SLIDE;
        m->side = p.trial < 0 ? -1 : 1;
        if (p.limit < p.limit_static && sliding_is_over(m, y, 0)) switch_friction(m, y, out);
        return;
    }
    if (m->spring) set_tension(m, y, p.k, tension_of(m, y, &p));
    m->friction = m->rigid ? STOPPED : STICK;
}

/* At rest the slip reverses. A bound that rises faster behind the kink may end sliding; the slopes see both sides of
 * the kink until 1e-5 later. */
static void pass_kink(motion *m, double *y, rp_impact *out)
{
    double speed = m->h.way * m->speed * y[Y_U], low = m->smooth[0], high = m->smooth[1];
    const rp_curve *curve = &m->laws->friction_curve;
    if (speed >= high) {
        m->smooth[0] = high;
        m->smooth[1] = kink_above(curve, high);
    } else if (low > 0) {
        m->smooth[0] = kink_below(curve, low);
        m->smooth[1] = low;
    } else m->h.way = -m->h.way;
    if (m->spring && m->friction == SLIDE && sliding_is_over(m, y, 2e-5)) switch_friction(m, y, out);
}

/* Does the contact slide at first? Evaluated a little after the touch. */
static void begin_friction(motion *m, double *y)
{
    m->friction = STICK;
    m->side = m->h.way = y[Y_U] < 0 ? -1 : 1;
    m->smooth[0] = kink_below(&m->laws->friction_curve, m->speed * y[Y_U]);
    m->smooth[1] = kink_above(&m->laws->friction_curve, m->smooth[0]);
    if (!m->law[RP_TANGENTIAL] || y[Y_U] == 0) return;
    double xi = 1e-8 * m->length, v = m->speed * y[Y_V], t = xi / v;
    probe p = ask(m, xi, v, m->speed * y[Y_U]);
    double T = fabs(0.66 * p.k * t * m->speed * y[Y_U]); /* the mean of k is at least 2/3 of the last */
    if (T + fabs(p.trial) > p.limit_static) m->friction = SLIDE;
}

static int tension_allowed(motion *m)
{
    rp_impact_lane(m, 0, 1e-3 * m->length, -1e3 * m->speed, 0, 0);
    rp_impact_call(m, RP_NORMAL, 1);
    return m->b.fn[0] < 0;
}

/* How far into each other a speed takes them, or the cutoff takes effect. */
static double reach(const motion *m, double speed)
{
    double xi = m->law[RP_NORMAL]->max_overlap(m->laws->constant[RP_NORMAL], m->pair.m_eff, m->pair.r_eff, speed);
    return m->ranged ? fmax(xi, -m->end) : xi;
}

static void set_scales(motion *m, double speed)
{
    m->speed = speed;
    m->length = reach(m, speed);
    m->time = m->length / speed;
    m->force = m->pair.m_eff * speed / m->time;
}

/* The speed that a pull gives by itself: m v^2 = pull reach(v). Each round at least halves the logarithm of the error.
 */
static double pull_speed(const motion *m, double pull)
{
    double speed = m->speed;
    for (int n = 0; n < 20; n++) speed = sqrt(pull * reach(m, speed) / m->pair.m_eff);
    return speed;
}

/* Adhesion. The pull of the first touch sets the scales of slow impacts. A contact rests where speed and force are 1e-9
 * of what the impact or the pull has. */
static void plan_pull(motion *m)
{
    probe touch = ask(m, m->ranged ? 0 : 1e-100 * m->length, 0, 0);
    double pull = fmax(0, -touch.normal);
    m->grip = touch.bound - touch.normal;
    if (pull == 0) return;
    set_scales(m, fmax(m->speed, pull_speed(m, pull)));
    m->rest_force = 1e-9 * (m->force + pull);
    m->rest_speed = 1e-9 * (m->speed + sqrt(pull * m->length / m->pair.m_eff));
}

static void prepare(motion *m, const rp_interaction *laws, const rp_impact_pair *pair, double speed, double slip)
{
    memset(m, 0, sizeof *m);
    m->laws = laws;
    m->pair = *pair;
    for (int s = 0; s < RP_SLOT_COUNT; s++) m->law[s] = laws->law[s];
    if (m->law[RP_TANGENTIAL] && strcmp(m->law[RP_TANGENTIAL]->name, "none") == 0) m->law[RP_TANGENTIAL] = NULL;
    m->end = -rp_interaction_cutoff(laws, pair->r_eff);
    m->ranged = m->end < 0;
    m->spring = m->law[RP_TANGENTIAL] && m->law[RP_TANGENTIAL]->spring;
    for (int c = 0; c < RP_BLOCK; c++) {
        m->b.ez[c] = 1;
        m->b.m_eff[c] = pair->m_eff;
        m->b.r_eff[c] = pair->r_eff;
    }
    set_scales(m, speed);
    plan_pull(m);
    for (int c = 0; c < RP_BLOCK; c++) m->b.xi[c] = m->length;
    m->tension = !pulls(m) && tension_allowed(m);
    m->rigid = m->law[RP_TANGENTIAL] && ask(m, m->length, 0, 1e-9 * speed).trial > 1e50 * m->force;
    m->loading = 1;
    m->hysteretic = m->law[RP_TANGENTIAL] && m->law[RP_TANGENTIAL]->hysteretic && slip > 0
                    && (laws->friction > 0 || laws->friction_curve.kind);
    if (m->hysteretic) rp_impact_hysteretic_prepare(m);
}

static void turn(motion *m, double *y, rp_impact *out)
{
    probe p = ask_state(m, y);
    double T = tension_of(m, y, &p);
    out->max_overlap = rp_impact_overlap(m, y);
    out->max_force = fmax(out->max_force, p.normal); /* without damping this is the peak */
    m->loading = 0;
    if (m->spring) set_tension(m, y, p.k, T);
}

/* Events of hysteretic friction that coincide to rounding with one that was taken: at zero and on their way down, or
 * past it where the bound has a kink. */
static void coincide(motion *m, double *y)
{
    double value[RP_ODE_EVENTS], later[RP_ODE_EVENTS], f[Y_COUNT], next[Y_COUNT];
    for (int e = E_FRICTION; e < E_REST; e++) {
        event(m, 0, y, value);
        if (value[e] > 1e-13) continue;
        rate(m, 0, y, f);
        for (int i = 0; i < Y_COUNT; i++) next[i] = y[i] + 1e-4 * f[i];
        event(m, 0, next, later);
        int leaves = e == E_FRICTION && m->friction == STICK && !m->h.full; /* has just left the bound */
        if (later[e] < fmin(value[e], 0) || (value[e] < -1e-13 && !leaves)) rp_impact_hysteretic_happen(m, y, e);
    }
}

/* What an event does. Returns 1 when the impact is over. */
static int happen(motion *m, double *y, int which, rp_impact *out)
{
    switch (which) {
    case E_END: return 1;
    case E_CUT:
        if (!m->law[RP_ADHESION]) return 1;
        m->cut = !m->cut;
        break;
    case E_TURN:
        out->sticks = !m->loading;
        if (m->loading) turn(m, y, out);
        break;
    case E_REST: /* overdamped: it creeps to its equilibrium and never turns */
        out->max_overlap = fmax(out->max_overlap, rp_impact_overlap(m, y));
        out->sticks = 1;
        break;
    case E_BARE: m->bare = !m->bare; break;
    case E_PEAK: out->max_force = fmax(out->max_force, ask_state(m, y).normal); break;
    default:
        if (!m->hysteretic && which == E_REVERSE) pass_kink(m, y, out);
        else if (!m->hysteretic) switch_friction(m, y, out);
        else {
            out->switches += which == E_FRICTION;
            rp_impact_hysteretic_happen(m, y, which);
        }
    }
    /* events that coincide to rounding with the one that was taken */
    double value[RP_ODE_EVENTS];
    if (m->loading && y[Y_V] <= 1e-15) turn(m, y, out);
    if (m->hysteretic) coincide(m, y);
    event(m, 0, y, value);
    return out->sticks || (!m->loading && (value[E_END] <= 1e-15 || (value[E_CUT] <= 0 && !m->law[RP_ADHESION])));
}

rp_status rp_impact_solve(const rp_interaction *laws, const rp_impact_pair *pair, double speed, double slip,
                          double tolerance, rp_impact *impact, rp_error *err)
{
    motion m;
    int which, done = 0;
    prepare(&m, laws, pair, speed, slip);
    double y[Y_COUNT] = {0, speed / m.speed, slip / m.speed, 0, 0}, tau = 0;
    rp_ode ode = {
        .count = Y_COUNT,
        .events = E_COUNT,
        .rate = rate,
        .event = event,
        .context = &m,
        .tolerance = tolerance,
        .scale = {1, 1, m.hysteretic ? fmax(y[Y_U], 1e-3) : y[Y_U] + 1e-6, 1, 1},
        .step = 0.02,
        .max_steps = 200000,
    };
    *impact = (rp_impact){.speed = speed, .slip = slip};
    if (m.hysteretic) {
        ode.damping = damping;
        rp_impact_hysteretic_begin(&m, y);
    }

    else
        begin_friction(&m, y);
    impact->max_force = ask_state(&m, y).normal;
    while (!done) {
        rp_status status = rp_ode_solve(&ode, &tau, y, m.hysteretic ? 1e30 : 1e9, &which, err);
        if (status) return status;
        if (which < 0) return rp_error_set(err, RP_FAILED, "the impact at %g m/s does not end", speed);
        if (which != E_PEAK) ode.step = fmin(ode.step, 0.02); /* the motion goes on smoothly through the peak */
        done = happen(&m, y, which, impact);
    }
    impact->eps_n = impact->sticks ? 0 : -y[Y_V] * (m.speed / speed);
    if (m.speed > speed) impact->eps_n = fmin(impact->eps_n, 1); /* rounding, where the pull is all there is */
    impact->eps_t = slip > 0 && !impact->sticks ? y[Y_U] * m.speed / slip : NAN;
    impact->contact_time = impact->sticks ? INFINITY : m.time * y[Y_T];
    return RP_OK;
}
