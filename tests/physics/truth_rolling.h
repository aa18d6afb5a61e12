/* One impact with rolling and torsional friction beside its closed form: torques are at most L N, so that their impulse
 * is at most L P_n, P_n = m_eff (1 + eps_n) g_n, and stops the turning at most:
 *
 *   constant-torque   K = min(L P_n, I w)
 *   viscoelastic      M = -A R_eff N w, while friction changes w too: dw/dP_n = -f - a w, f = mu (r_a/I_a - r_b/I_b),
 *                     a = A R_eff / I: K = I (w - w' - f P_n), w' = (w + f/a) exp(-a P_n) - f/a
 *   spring-dashpot    soft: M = -(k theta + d w) within L N(t), by small steps of this equation in the time of an
 * elastic impact, N = g_n sqrt(k_n m_eff) sin; rigid (contact dynamics): as constant-torque about the normal  K =
 * min(mu_t R_eff P_n, I w_n)
 *
 * with 1/I = 1/I_a + 1/I_b. Friction slides all the time, P_t = mu P_n, or there is none; else no closed form is known.
 */
#ifndef RP_TESTS_TRUTH_ROLLING_H
#define RP_TESTS_TRUTH_ROLLING_H

#include "truth.h"

#include "base/random.h"

typedef enum roll_law { ROLL_TORQUE, ROLL_VISCOUS, ROLL_SPRING, ROLL_LAWS } roll_law;

typedef struct roll_bout {
    bout b;
    roll_law law;
    double mu, rolling, twisting; /* 1 */
    double dissipation;           /* s */
    double damping;               /* of the spring, of critical damping */
    char laws[400];
} roll_bout;

#define ROLL_STIFFNESS 1e6 /* N/m */

typedef struct roll_body {
    double r, m, inertia;
    rp_vec v, omega;
} roll_body;

static inline roll_body roll_body_of(const lab *l, unsigned id)
{
    return (roll_body){lab_r(l, id), lab_mass(l, id), l->w->particles.inertia[lab_slot(l, id)], lab_v(l, id),
                       lab_omega(l, id)};
}

/* The impulse of the torque of the spring, from the relative spin w. */
static inline double roll_spring(const roll_bout *q, const rp_impact_pair *pair, double inertia, double w)
{
    const int steps = 20000;
    const double rate = sqrt(ROLL_STIFFNESS / pair->m_eff), h = M_PI / rate / steps, L = q->rolling * pair->r_eff,
                 k = 2.25 * ROLL_STIFFNESS * L * L,
                 d = 2 * q->damping * sqrt(k * 0.4 * pair->m_eff * pair->r_eff * pair->r_eff);
    double angle = 0, now = w;
    for (int n = 0; n < steps; n++) {
        double most = L * q->b.speed * sqrt(ROLL_STIFFNESS * pair->m_eff) * sin(rate * h * (n + 0.5));
        angle += h * now;
        double torque = k * angle + d * now;
        if (fabs(torque) > most) { /* the spring is shortened along the torque by what is too much, not beyond 0 */
            double along = copysign(1, torque) * angle, rest = along - (fabs(torque) - most) / k;
            angle = copysign(1, torque) * (along > 0 ? fmax(rest, 0) : along);
            torque = copysign(most, torque);
        }
        now -= h * torque / inertia;
    }
    return inertia * (w - now);
}

/* friction: f above. */
static inline double roll_torque(const roll_bout *q, const rp_impact_pair *pair, double push, double inertia, double w,
                                 double friction)
{
    if (q->law == ROLL_VISCOUS) {
        double a = q->dissipation * pair->r_eff / inertia, still = friction / a;
        return inertia * (w + still) * -expm1(-a * push) - inertia * friction * push;
    }
    if (q->law == ROLL_SPRING && strcmp(q->b.method, "soft") == 0) return roll_spring(q, pair, inertia, w);
    return fmin(q->rolling * pair->r_eff * push, inertia * w);
}

/* After the impact; 0: friction or rolling ends within it, which has no closed form. */
static inline int roll_exact(const roll_bout *q, const rp_impact_pair *pair, double eps_n, roll_body *a, roll_body *c)
{
    const rp_vec n = truth_normal(&q->b), t = truth_tangent(&q->b), axis = rp_vec_cross(n, t);
    const double push = pair->m_eff * (1 + eps_n) * q->b.speed, rub = q->mu * push,
                 inertia = 1 / (1 / a->inertia + (c ? 1 / c->inertia : 0)), w = q->b.slip / q->b.r,
                 by_friction = q->mu * (a->r / a->inertia - (c ? c->r / c->inertia : 0)), w_n = q->b.twist / q->b.r,
                 turn = roll_torque(q, pair, push, inertia, w, by_friction),
                 twist = q->law == ROLL_VISCOUS
                             ? 0
                             : copysign(fmin(q->twisting * pair->r_eff * push, inertia * fabs(w_n)), w_n);
    const rp_vec impulse = rp_vec_sub(rp_vec_scale(push, n), rp_vec_scale(rub, t)),
                 torque = rp_vec_sub(rp_vec_scale(turn, axis), rp_vec_scale(twist, n));
    a->v = rp_vec_add(a->v, rp_vec_scale(1 / a->m, impulse));
    a->omega = rp_vec_add(a->omega, rp_vec_scale(1 / a->inertia, rp_vec_add(rp_vec_scale(a->r * rub, axis), torque)));
    rp_vec u = rp_vec_sub(a->v, rp_vec_cross(rp_vec_scale(a->r, a->omega), n)), spin = a->omega;
    if (c) {
        c->v = rp_vec_sub(c->v, rp_vec_scale(1 / c->m, impulse));
        c->omega = rp_vec_add(c->omega,
                              rp_vec_scale(1 / c->inertia, rp_vec_sub(rp_vec_scale(c->r * rub, axis), torque)));
        u = rp_vec_sub(u, rp_vec_add(c->v, rp_vec_cross(rp_vec_scale(c->r, c->omega), n)));
        spin = rp_vec_sub(spin, c->omega);
    }
    return q->mu == 0 || (rp_vec_dot(u, t) > 0.02 * q->b.slip && rp_vec_dot(spin, axis) < -0.02 * w);
}

static inline double roll_off(const roll_body *is, const roll_body *should)
{
    return fmax(rp_vec_norm(rp_vec_sub(is->v, should->v)), is->r * rp_vec_norm(rp_vec_sub(is->omega, should->omega)));
}

/* How far a run is from the closed form, of the speed before; negative: none is known. */
static inline double roll_try(const roll_bout *q, double steps, double *overlap)
{
    const int pair = q->b.ratio > 0;
    verdict v = {0};
    lab l = truth_open(&q->b, 1e-3 * q->b.r, 1e-9);
    roll_body a = roll_body_of(&l, 0), c = pair ? roll_body_of(&l, 1) : a, a_is, c_is;
    rp_impact_pair eff = truth_pair(&l, &q->b);
    lab_close(&l);
    l = steps > 0 ? truth_soft_run(&q->b, steps, &v) : truth_hard_run(&q->b, &v);
    a_is = roll_body_of(&l, 0);
    c_is = pair ? roll_body_of(&l, 1) : a_is;
    lab_close(&l);
    *overlap = v.overlap;
    if (!roll_exact(q, &eff, v.exact.eps_n, &a, pair ? &c : NULL)) return -1;
    return fmax(roll_off(&a_is, &a), pair ? roll_off(&c_is, &c) : 0) / (q->b.speed + q->b.slip + fabs(q->b.twist));
}

/* Laws for a bout that has its bodies: soft contacts by normal laws, contact dynamics by a given restitution. */
static inline void roll_draw(roll_bout *q, rp_random *r, roll_law law)
{
    static const char *const normals[] = {"restitution: 0.8, normal: {law: linear, stiffness: 1.0e6}",
                                          "restitution: 0.7, normal: {law: hertz}",
                                          "normal: {law: viscoelastic, dissipation: 1.0e-6}"};
    const int soft = strcmp(q->b.method, "soft") == 0, disc = q->b.dimension == 2;
    char rolling[160];
    q->law = law;
    q->mu = law == ROLL_SPRING || rp_random_below(r, 2) ? 0 : rp_random_range(r, 0.05, 0.5);
    q->rolling = pow(10, rp_random_range(r, -2, 0));
    q->twisting = rp_random_range(r, 0, 0.3);
    q->dissipation = pow(10, rp_random_range(r, -5, -2)) * q->b.r / (1e-3 * q->b.speed);
    q->damping = rp_random_below(r, 2) ? rp_random_range(r, 0, 0.5) : 0;
    q->b.twist = disc ? 0 : rp_random_range(r, -1, 1) * q->b.speed;
    if (law == ROLL_VISCOUS) snprintf(rolling, sizeof rolling, "viscoelastic, dissipation: %.17g", q->dissipation);
    else if (law == ROLL_TORQUE)
        snprintf(rolling, sizeof rolling, "constant-torque, friction: %.17g, twisting: %.17g", q->rolling, q->twisting);
    else
        snprintf(rolling, sizeof rolling, "spring-dashpot, friction: %.17g, twisting: %.17g, damping_ratio: %.17g",
                 q->rolling, q->twisting, q->damping);
    const char *normal = !soft                ? "restitution: 0.7"
                         : law == ROLL_SPRING ? "normal: {law: linear, stiffness: 1.0e6}"
                                              : normals[disc ? 0 : rp_random_below(r, 3)];
    snprintf(q->laws, sizeof q->laws, "friction: %.17g, %s%s, rolling: {law: %s}", q->mu, normal,
             soft ? ", tangential: {law: coulomb}" : "", rolling);
    q->b.laws = q->laws;
    if (!soft) q->b.options = ", contact-dynamics: {tolerance: 1.0e-10}";
}

#endif
