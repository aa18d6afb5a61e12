/* The impact of two rigid bodies at one point in two dimensions, with friction and coupling of normal and tangential
 * motion (W_nt != 0): Routh's construction, exactly, and the rule of two phases that contact dynamics follows
 * (methods/contact_dynamics/restitution.h), solved by cases. */
#ifndef RP_TESTS_ROUTH_H
#define RP_TESTS_ROUTH_H

#include <math.h>

typedef struct routh {
    double wnn, wnt, wtt; /* 1/kg */
    double mu;
    double un, ut;  /* m/s: before, and after */
    double p, work; /* N s, J: of the normal impulse so far */
} routh;

typedef enum routh_end { ROUTH_COMPRESSED, ROUTH_IMPULSE, ROUTH_WORK } routh_end;

/* Friction per normal impulse: against the slip; where there is none it sticks if the bound allows. */
static inline double routh_friction(const routh *q)
{
    double stick = -q->wnt / q->wtt;
    if (q->ut != 0) return q->ut > 0 ? -q->mu : q->mu;
    return fmin(fmax(stick, -q->mu), q->mu);
}

/* Normal impulse to the end of the phase if friction stays as it is. */
static inline double routh_left(const routh *q, routh_end end, double at, double rate)
{
    if (end == ROUTH_COMPRESSED) return rate > 0 ? -q->un / rate : INFINITY;
    if (end == ROUTH_IMPULSE) return at - q->p;
    double square = q->un * q->un + 2 * rate * (at - q->work); /* work + un d + rate d^2 / 2 = at */
    return rate > 0 ? (sqrt(fmax(square, 0)) - q->un) / rate : (at - q->work) / q->un;
}

/* The normal impulse grows, piece by piece, until u_n = 0, p = at or work = at. */
static inline void routh_phase(routh *q, routh_end end, double at)
{
    for (int n = 0; n < 8; n++) {
        double f = routh_friction(q), normal = q->wnn + q->wnt * f, slip = q->wnt + q->wtt * f;
        if (fabs(slip) < 1e-12 * q->wtt) slip = 0;
        double left = routh_left(q, end, at, normal), d = q->ut * slip < 0 ? -q->ut / slip : INFINITY;
        int rests = d < left;
        d = fmin(d, left);
        q->work += (q->un + 0.5 * normal * d) * d;
        q->un += normal * d;
        q->ut = rests ? 0 : q->ut + slip * d;
        q->p += d;
        if (!rests) return;
    }
}

/* Compression, then restitution: Poisson's gives back e of the impulse, Stronge's e^2 of the work. */
static inline routh routh_impact(routh q, double e, int energetic)
{
    routh_phase(&q, ROUTH_COMPRESSED, 0);
    if (energetic) routh_phase(&q, ROUTH_WORK, q.work * (1 - e * e));
    else routh_phase(&q, ROUTH_IMPULSE, (1 + e) * q.p);
    return q;
}

/* One phase of contact dynamics: an impulse of at least `least`, u_n >= 0, Coulomb's law at the end of the phase. */
static inline void routh_rigid_phase(routh *q, double least)
{
    const double det = q->wnn * q->wtt - q->wnt * q->wnt;
    for (int fixed = 1; fixed >= 0; fixed--) /* with the least impulse, else with u_n = 0 */
        for (int way = 0; way < 3; way++) {  /* sticks, slides one way or the other */
            double f = way == 1 ? q->mu : -q->mu, n, t;
            n = fixed ? least : way == 0 ? (q->wnt * q->ut - q->wtt * q->un) / det : -q->un / (q->wnn + q->wnt * f);
            t = way == 0 ? -(q->ut + q->wnt * n) / q->wtt : f * n;
            double un = q->un + q->wnn * n + q->wnt * t, ut = q->ut + q->wnt * n + q->wtt * t;
            if (n < least || un < -1e-12 || (way == 0 ? fabs(t) > q->mu * n : ut * f > 0)) continue;
            q->un = un;
            q->ut = ut;
            q->p += n;
            return;
        }
}

static inline routh routh_rigid(routh q, double e)
{
    routh_rigid_phase(&q, 0);
    routh_rigid_phase(&q, e * q.p);
    return q;
}

#endif
