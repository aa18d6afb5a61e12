/* Walton and Braun's friction in continuous time, for laws/impact.c: what the steps of tangential_walton_braun.c tend
 * to.
 *
 * With B = mu N the bound, s = +-1 the way of the slip, T* the force at the last reversal and R = B - s T* the room
 * that was left there, dT/dt = k0 p^gamma u,  p = (B - s T) / R,  p^gamma at most 1,  |T| <= B, where T* goes with B
 * while B falls and is kept while it rises. Between events (the slip reverses, B begins to rise or fall, T meets the
 * bound or leaves it, p crosses 1) all of it is smooth, but for p -> 0: T meets the bound as a power 1/gamma of the
 * time. So the unknown is w = p^gamma, and time goes as dt = w^(1/gamma - 1) dtau, so that dw/dtau = gamma (B' - k0 w
 * |u| - p R') / R is regular at w = 0 (' : rates before the stretching). Where the stiffness is high the spring follows
 * the bound much faster than this moves: dw/dtau is damped by -gamma k0 |u| / R, which laws/ode.c takes implicitly.
 * Below p = 1e-16 it is at the bound. Exponents below 1/4 are treated as p^(1/4); p > 1 has T itself.
 */
#include <math.h>
#include <string.h>
#include "laws/hysteretic.h"
#include "laws/impact_motion.h"

enum { ARMS = 3, LANES = 1 + 4 * ARMS };
static const double weight[ARMS] = {0.75, -0.15, 1.0 / 60}; /* of the sixth-order central difference */

void rp_impact_hysteretic_prepare(motion *m)
{
    const double *constant = m->laws->constant[RP_TANGENTIAL];
    rp_impact_lane(m, 0, m->length, 0, m->speed, 0);
    rp_impact_call(m, RP_NORMAL, 1);
    m->h.k0 = constant[RP_HYSTERETIC_K] + constant[RP_HYSTERETIC_RATIO] * m->b.kn[0];
    m->h.exponent = constant[RP_HYSTERETIC_EXPONENT];
    m->h.power = m->h.exponent == 0 ? 1 : fmax(m->h.exponent, 0.25);
    m->h.least = m->h.exponent == 0 ? 0 : pow(1e-16, m->h.power);
}

static double friction_coefficient(const motion *m, double u)
{
    return m->laws->friction_curve.kind ? rp_curve_value(&m->laws->friction_curve, fabs(u)) : m->laws->friction;
}

/* d mu / d tau. The slope is exact: where the spring follows the bound to its greatest value, time stands nearly still
 * (w -> 0), and rounding of a difference would keep the steps short there. */
static double friction_rate(const motion *m, double u, double u_rate)
{
    if (!m->laws->friction_curve.kind) return 0;
    return rp_curve_slope(&m->laws->friction_curve, fabs(u)) * (u < 0 ? -u_rate : u_rate);
}

static double turning(const motion *m, const probe *p) { return m->h.falling ? m->h.turn * p->limit : m->h.turn; }
static double slip_rate(const motion *m, const double *y)
{
    return m->h.k0 * m->length * m->h.way * y[Y_U] * rp_impact_pace(m, y);
} /* k0 |u|, per tau */

static double force_of(const motion *m, const double *y, const probe *p)
{
    if (m->friction == SLIDE) return m->side * p->limit;
    if (m->h.full) return m->force * y[Y_H];
    return m->h.way * (p->limit - p->room * copysign(pow(fabs(y[Y_H]), 1 / m->h.power), y[Y_H]));
}

/* Distance of the points of the difference along X: forces are polynomials of s, but some of |s|. */
static double arm_of(const motion *m, const double *y)
{
    return m->ranged ? 0.01 : fmax(1e-6, fmin(0.01, fabs(y[Y_X]) / (ARMS + 1)));
}

/* Normal forces at the state and, for their derivatives, at arms along X and along V, in one block. */
probe rp_impact_hysteretic_ask(motion *m, const double *y)
{
    probe p[LANES];
    double arm[Y_COUNT], length[2] = {arm_of(m, y), 0.01}, by[2] = {0, 0};
    memcpy(arm, y, sizeof arm);
    for (int c = 0; c < LANES; c++) {
        int along = (c - 1) / (2 * ARMS), n = c ? (c - 1) % (2 * ARMS) : 0;
        double shift = c ? (n < ARMS ? n + 1 : ARMS - n - 1) * length[along] : 0;
        arm[Y_X] = y[Y_X] + (along == 0 ? shift : 0);
        arm[Y_V] = y[Y_V] + (along == 1 ? shift : 0);
        rp_impact_lane(m, c, rp_impact_overlap(m, arm), m->speed * arm[Y_V], m->speed * y[Y_U], 0);
    }
    rp_impact_normal(m, LANES, p);
    for (int along = 0; along < 2; along++)
        for (int n = 0; n < ARMS; n++)
            by[along] += weight[n] * (p[1 + along * 2 * ARMS + n].carried - p[1 + along * 2 * ARMS + ARMS + n].carried)
                         / length[along];
    double pace = rp_impact_pace(m, y), u = m->speed * y[Y_U], mu = friction_coefficient(m, u);
    double rate = by[0] * y[Y_V] - by[1] * pace * p->normal / m->force;
    p->limit = p->limit_static = mu * p->bound;
    p->limit_rate = mu * (m->tension && p->carried < 0 ? -rate : rate);
    p->room = fmax(p->limit - m->h.way * turning(m, p), 1e-14 * m->force);
    p->trial = force_of(m, y, p);
    p->limit_rate += p->bound * friction_rate(m, u, -pace * m->speed * p->trial / (m->pair.alpha * m->force));
    p->room_rate = p->limit_rate * (m->h.falling ? 1 - m->h.way * m->h.turn : 1);
    return *p;
}

static int softened(const motion *m) { return m->friction == STICK && !m->h.full; }

void rp_impact_hysteretic_rate(const motion *m, const double *y, const probe *p, double *out)
{
    double w = fabs(y[Y_H]), g = m->h.power;
    out[Y_H] = m->friction == STICK ? m->h.way * slip_rate(m, y) / m->force : 0;
    if (!softened(m)) return;
    double stretch = pow(w, 1 / g - 1),
           left = m->h.exponent == 0 ? 1 : copysign(m->h.exponent == g ? w : pow(w, m->h.exponent / g), y[Y_H]);
    for (int i = 0; i < Y_COUNT; i++) out[i] *= stretch;
    out[Y_H] = g * (p->limit_rate - slip_rate(m, y) * left - stretch * y[Y_H] * p->room_rate) / p->room;
}

void rp_impact_hysteretic_damping(const motion *m, const double *y, const probe *p, double *diagonal)
{
    memset(diagonal, 0, sizeof *diagonal * Y_COUNT);
    if (!softened(m)) return;
    double w = fmax(fabs(y[Y_H]), 1e-6), q = m->h.exponent / m->h.power;
    double drag = m->h.exponent * slip_rate(m, y) * pow(w, q - 1), shrink = pow(w, 1 / m->h.power - 1) * p->room_rate;
    diagonal[Y_H] = -fmax(0, drag + fmax(0, shrink)) / p->room;
}

/* A bound that is as good as 0: where a dashpot's pull takes over from its push. T stays at it. */
static double nothing(const motion *m) { return 1e-10 * m->force; }

/* Near the end of the contact everything vanishes together, and only rounding would tell one event from another. */
static int ending(const motion *m, const double *y) { return !m->ranged && !m->loading && y[Y_X] < 1e-3; }

static double part_left(const motion *m, const probe *p, double T)
{
    return rp_hysteretic_part(T, turning(m, p), p->limit, m->h.way);
}

/* How much faster the bound falls than the spring would follow, at 0 sliding ends; or, the slip going on, how far the
 * part that would be left while the bound rises is from being seen. */
static double hold(const motion *m, const double *y, const probe *p)
{
    if (p->limit < nothing(m)) return m->force;
    if (m->h.way == m->side) return 2 * pow(m->h.least, m->h.exponent / m->h.power) * slip_rate(m, y) - p->limit_rate;
    return -p->limit_rate
           - slip_rate(m, y) * rp_hysteretic_softening(part_left(m, p, m->side * p->limit), m->h.exponent);
}

void rp_impact_hysteretic_event(const motion *m, const double *y, const probe *p, double *value)
{
    value[E_FRICTION] = value[E_RISE] = value[E_SOFTEN] = 1;
    value[E_REVERSE] = m->h.way * y[Y_U];
    if (ending(m, y)) return;
    value[E_RISE] = (m->h.falling ? -1 : 1) * p->limit_rate / m->force;
    if (m->friction == SLIDE) {
        value[E_FRICTION] = hold(m, y, p) / m->force;
        return;
    }
    /* what begins at zero is watched from there: it may come back within the first step */
    value[E_FRICTION] = m->h.full ? (p->limit - fabs(p->trial)) / m->force + 1e-13 : y[Y_H] - m->h.least;
    value[E_SOFTEN] = (m->h.full ? part_left(m, p, p->trial) - 1 : 1 - y[Y_H]) + 1e-10;
}

/* The unknown for a force below the bound. At p = 1, as after a reversal, T* decides: if it runs away from T, the
 * stiffness is k0. */
static void set_force(motion *m, double *y, const probe *p, double T)
{
    double part = part_left(m, p, T);
    int beyond = part > 1 + 1e-12, here = fabs(part - 1) <= 1e-12;
    m->h.full = beyond || (here && p->limit_rate - p->room_rate - fmax(0, slip_rate(m, y)) > 0);
    y[Y_H] = m->h.full ? T / m->force : pow(fmin(part, 1), m->h.power);
}

/* The bound has risen from 0 since the time t (in units of the scale), and T with it, as a power of t: T = k0 u t (1 -
 * T/B)^gamma, right where T << B and where it grows as B does; elsewhere the bound governs. */
static void rise(motion *m, double *y, const probe *p, double t)
{
    double free = m->h.k0 * m->length * fabs(y[Y_U]) * t, low = 0, high = 1; /* of T / B */
    for (int n = 0; n < 200; n++) {
        double x = 0.5 * (low + high);
        if (x * p->limit < free * pow(1 - x, m->h.exponent)) low = x;
        else high = x;
    }
    m->h.turn = m->h.full = m->h.falling = 0;
    m->friction = m->h.exponent == 0 && free > p->limit ? SLIDE : STICK;
    m->side = m->h.way;
    y[Y_H] = pow(1 - low, m->h.power);
}

static void switch_friction(motion *m, double *y, const probe *p)
{
    if (m->friction == STICK) {
        m->friction = SLIDE;
        m->side = p->trial < 0 ? -1 : 1;
        return;
    }
    if (p->limit < 2 * nothing(m)) {
        rise(m, y, p, rp_impact_pace(m, y) * p->limit / p->limit_rate);
        return;
    }
    m->friction = STICK;
    set_force(m, y, p, m->side * p->limit);
    if (m->h.way == m->side) {
        m->h.full = 0;
        y[Y_H] = 0;
    }
}

void rp_impact_hysteretic_happen(motion *m, double *y, int which)
{
    probe p = rp_impact_hysteretic_ask(m, y);
    double turn = turning(m, &p);
    switch (which) {
    case E_FRICTION: switch_friction(m, y, &p); break;
    case E_REVERSE:
        m->h.way = -m->h.way;
        m->h.turn = m->h.falling ? p.trial / p.limit : p.trial;
        if (m->friction == STICK) {
            probe q = p; /* room and its rate belong to the new way */
            q.room_rate = p.limit_rate * (m->h.falling ? 1 - m->h.way * m->h.turn : 1);
            set_force(m, y, &q, p.trial);
        }
        break;
    case E_RISE:
        m->h.falling = !m->h.falling;
        m->h.turn = m->h.falling && p.limit > 0 ? turn / p.limit : turn;
        break;
    default:
        m->h.full = !m->h.full;
        y[Y_H] = m->h.full ? p.trial / m->force : pow(part_left(m, &p, p.trial), m->h.power);
    }
}

/* The normal force of an elastic law rises from 0. Begins with t = 2e-11 of the impact, at which nothing else has
 * changed to rounding. */
static void begin_at_zero(motion *m, double *y)
{
    const double s = 2e-3;
    y[Y_X] = s;
    y[Y_T] = s * s * s * s;
    probe p = rp_impact_hysteretic_ask(m, y);
    rise(m, y, &p, y[Y_T]);
}

void rp_impact_hysteretic_begin(motion *m, double *y)
{
    m->friction = STICK;
    m->h.way = m->side = y[Y_U] < 0 ? -1 : 1;
    y[Y_H] = 1;
    if (!m->ranged && rp_impact_hysteretic_ask(m, y).limit == 0) {
        begin_at_zero(m, y);
        return;
    }
    double soon[Y_COUNT];
    memcpy(soon, y, sizeof soon);
    soon[Y_X] += 1e-4;
    m->h.falling = rp_impact_hysteretic_ask(m, soon).limit_rate < 0;
}
