/* One impact by any method beside the exact rule of the same interaction (laws/collision.h). The slip comes from spin,
 * so that the normal stays as it is while a soft contact lasts. */
#ifndef RP_TESTS_TRUTH_H
#define RP_TESTS_TRUTH_H

#include "lab.h"

#include "laws/collision.h"
#include "repose/restitution.h"

typedef struct bout {
    const char *method;
    const char *laws;    /* keys of the interaction: friction, restitution, laws */
    const char *options; /* of `run`, with a comma before; "" : none */
    int dimension;
    double r, ratio;    /* m; radius of the other over r; 0: a wall */
    double speed, slip; /* m/s */
    double step; /* s; 0: a hundredth of the time to fly the radius (hard methods), 1/500 of the contact (soft) */
} bout;

typedef struct verdict {
    double eps_n, eps_t;     /* as the run has them */
    rp_collision_rule exact; /* eps_t with the bound of friction in it */
    double overlap;          /* of the contact over the radius, by the normal law; 0: none */
    double contact_time;     /* s */
} verdict;

static inline lab truth_open(const bout *b, double gap, double step)
{
    char bodies[600];
    double y = b->r * (1 + b->ratio) + gap;
    const char *tail = b->dimension == 3 ? ", 0" : "";
    char omega[64];
    snprintf(omega, sizeof omega, b->dimension == 3 ? "[0, 0, %.17g]" : "%.17g", b->slip / b->r);
    int k = snprintf(bodies, sizeof bodies,
                     "particles:\n  - {name: a, material: m, radius: %.17g, place: {list: [[0, %.17g%s]]}, "
                     "velocity: [0, %.17g%s], omega: %s}\n",
                     b->r, y, tail, -b->speed, tail, omega);
    if (b->ratio > 0)
        snprintf(bodies + k, sizeof bodies - (size_t)k,
                 "  - {name: b, material: m, radius: %.17g, place: {list: [[0, 0%s]]}}\n", b->r * b->ratio, tail);
    else
        snprintf(bodies + k, sizeof bodies - (size_t)k,
                 "walls: [{name: w, plane: {point: [0, 0%s], normal: [0, 1%s]}, material: m}]\n", tail, tail);
    return lab_open("repose: 1\ndimension: %d\nmethod: %s\n%smaterials: {m: {density: 2500, young: 7.0e10, poisson: "
                    "0.25}}\ninteractions: [{between: [m, m], %s}]\n%srun: {until: 1e9, step: %.17g%s}\n",
                    b->dimension, b->method, b->dimension == 2 ? "thickness: 0.002\n" : "", b->laws, bodies, step,
                    b->options);
}

static inline rp_impact_pair truth_pair(const lab *l, const bout *b)
{
    const rp_particles *p = &l->w->particles;
    rp_impact_body body[2] = {{INFINITY, INFINITY, INFINITY}, {INFINITY, INFINITY, INFINITY}};
    for (unsigned id = 0; id < (b->ratio > 0 ? 2u : 1u); id++) {
        size_t i = rp_particles_slot(p, id);
        body[id] = (rp_impact_body){p->row[i].r, p->mass[i], p->inertia[i]};
    }
    return rp_restitution_bodies(&body[0], &body[1]);
}

/* The bound of friction is a part of eps_t as it is measured. */
static inline rp_collision_rule truth_exact(const lab *l, const bout *b, verdict *v)
{
    rp_error err;
    rp_collision_rule c;
    rp_impact_pair pair = truth_pair(l, b);
    const rp_interaction *x = &l->w->interaction[0];
    lab_ok(rp_collision_exact(x, &pair, b->speed, b->slip, &c, &err), &err);
    if (b->slip > 0) c.eps_t = fmax(c.eps_t, 1 - c.mu * (1 + c.eps_n) * b->speed / (pair.alpha * b->slip));
    if (b->slip == 0) c.eps_t = 1;
    if (x->law[RP_NORMAL]) {
        v->contact_time = rp_interaction_contact_time(x, pair.m_eff, pair.r_eff, b->speed);
        v->overlap = x->law[RP_NORMAL]->max_overlap(x->constant[RP_NORMAL], pair.m_eff, pair.r_eff, b->speed) / b->r;
    }
    return c;
}

static inline void truth_read(const lab *l, const bout *b, verdict *v)
{
    rp_vec g = b->ratio > 0 ? rp_vec_sub(lab_v(l, 0), lab_v(l, 1)) : lab_v(l, 0);
    double turn = lab_omega(l, 0).z * b->r + (b->ratio > 0 ? lab_omega(l, 1).z * b->r * b->ratio : 0);
    v->eps_n = g.y / b->speed;
    v->eps_t = b->slip > 0 ? (g.x + turn) / b->slip : 1;
}

/* Hard methods: they meet after 10.4 steps. */
static inline verdict truth_hard(const bout *b)
{
    verdict v = {0};
    double step = b->step > 0 ? b->step : 0.01 * b->r / b->speed;
    lab l = truth_open(b, 10.4 * b->speed * step, step);
    v.exact = truth_exact(&l, b, &v);
    lab_steps(&l, 20);
    truth_read(&l, b, &v);
    lab_close(&l);
    return v;
}

/* Soft: the contact begins at a fraction of a step, and ends before 2.5 of its times without damping have passed. */
static inline verdict truth_soft(const bout *b, double steps)
{
    verdict v = {0};
    lab l = truth_open(b, 1e-9, 1e-9);
    v.exact = truth_exact(&l, b, &v);
    lab_close(&l);
    double step = v.contact_time / steps;
    l = truth_open(b, 3.4 * b->speed * step, step);
    lab_steps(&l, (long)(2.5 * steps) + 10);
    truth_read(&l, b, &v);
    lab_close(&l);
    return v;
}

#endif
