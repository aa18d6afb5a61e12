/* From impulses back to histories, walls, groups and totals. */
#include <math.h>
#include "core/walls.h"
#include "methods/contact_dynamics/cell.h"
#include "methods/contact_dynamics/rolling.h"
#include "methods/contact_dynamics/touch.h"

#define COUNT_LEAST 16384 /* contacts below which one thread is faster; changes no bit */

static rp_vec vec(const double *v) { return rp_vec_make(v[0], v[1], v[2]); }

static void keep_force(rp_world *w, const rp_cd_source *s, const rp_cd_touch *t, rp_vec p, double mu, double pull)
{
    double normal = rp_vec_dot(p, t->e), *value = rp_cd_touch_history(w, s);
    rp_vec across = rp_vec_sub(p, rp_vec_scale(normal, t->e)), force = rp_vec_scale((s->flipped ? -1 : 1) / w->dt, p);
    if (!(normal + pull > 0)) {
        rp_cd_touch_forget(w, s);
        return;
    }
    int slides = mu > 0 && rp_vec_norm(across) >= (1 - 1e-9) * mu * (normal + pull);
    rp_cd_touch_set_flags(w, s, RP_ACTIVE | (slides ? RP_SLIDING : 0));
    value[0] = force.x;
    value[1] = force.y;
    value[2] = force.z;
}

static void push_wall(rp_world *w, const rp_cd_work *m, int n, rp_vec point, rp_vec force, double work)
{
    rp_wall *wall = &w->wall[n];
    rp_vec arm = rp_vec_sub(point, rp_wall_centre(&m->wall[n]));
    wall->force = rp_vec_add(wall->force, force);
    wall->torque = rp_vec_add(wall->torque, rp_vec_cross(arm, force));
    if (rp_walls_loaded(wall)) return;
    wall->work += work;
    w->totals.walls += work;
}

/* The partner that does not move by itself: a wall, a fixed particle, one that is glued to a wall. p acts on a. */
static void push_partner(rp_world *w, const rp_cd_work *m, const rp_cd_touch *t, rp_vec p)
{
    rp_vec force = rp_vec_scale(-1 / w->dt, p);
    if (t->wall) {
        push_wall(w, m, (int)t->j, t->point, force, rp_vec_dot(p, rp_wall_velocity_at(&m->wall[t->j], t->point)));
        return;
    }
    rp_group *g = &w->group[w->particles.group[t->j]];
    const rp_cd_body *held = &m->problem.free[t->j];
    if (g->mode == RP_GROUP_FREE) return;
    rp_vec surface = rp_vec_add(vec(held->v), rp_vec_cross(vec(held->s), t->shaped ? t->arm[1] : t->e));
    g->reaction = rp_vec_add(g->reaction, force);
    double work = rp_vec_dot(p, surface);
    rp_vec point = rp_vec_add(rp_particle_position(&w->particles, t->j),
                              rp_vec_scale(w->particles.row[t->j].r, t->shaped ? t->arm[1] : t->e));
    if (g->mode == RP_GROUP_GLUED) push_wall(w, m, g->wall, point, force, work);
    else {
        g->work += work;
        w->totals.drives += work;
    }
}

/* Work of an impulse by relative velocities before the step, without contacts and after it. */
static void count_works(rp_vec p, const rp_cd_touch *t, rp_vec before, rp_vec without, rp_vec after, rp_cd_sort *x,
                        rp_cd_works *sum)
{
    rp_vec mean = rp_vec_scale(0.5, rp_vec_add(before, after));
    double normal = rp_vec_dot(p, t->e) * rp_vec_dot(mean, t->e), all = rp_vec_dot(p, mean);
    sum->normal += normal;
    sum->tangential += all - normal;
    x->given = 0.5 * rp_vec_dot(p, rp_vec_add(without, after));
    if (x->given > 0) sum->given += x->given;
}

static void finish_contact(rp_world *w, const rp_cd_work *m, rp_cd_sort *x, rp_vec p, double mu, double pull,
                           rp_cd_works *sum)
{
    const rp_cd_source *s = &x->source;
    rp_cd_touch t;
    rp_cd_touch_of(w, s, &t);
    int moved;
    keep_force(w, s, &t, p, mu, pull);
    x->given = 0;
    if (rp_vec_dot(p, p) == 0) return;
    uint32_t ba = rp_cd_touch_body(w, t.i), bb = rp_cd_touch_partner(w, &t, &moved);
    rp_cd_body fixed = moved ? (rp_cd_body){0} : rp_cd_touch_fixed(w, &t), a = rp_cd_touch_before(w, ba),
               b = moved ? rp_cd_touch_before(w, bb) : fixed;
    rp_vec before = rp_cd_touch_relative(&a, &b, &t),
           after = rp_cd_touch_relative(&m->problem.body[ba], moved ? &m->problem.body[bb] : &fixed, &t);
    rp_vec without = rp_cd_touch_relative(&m->problem.free[ba], moved ? &m->problem.free[bb] : &fixed, &t);
    count_works(p, &t, before, without, after, x, sum);
    push_partner(w, m, &t, p);
    if (rp_cd_touch_body(w, t.i) >= w->particles.count) { /* a itself is glued to a wall */
        rp_cd_touch_flip(&t);
        push_partner(w, m, &t, rp_vec_scale(-1, p));
    }
}

/* After its contact, whose force decides whether there is a history to keep the torque in. */
static void finish_roll(rp_world *w, const rp_cd_work *m, const rp_cd_roll *k)
{
    double *value = rp_cd_touch_history(w, &k->source) + 3, sign = (k->source.flipped ? -1 : 1) / w->dt;
    if (!rp_cd_touch_flags(w, &k->source)) return;
    for (int n = 0; n < 3; n++) value[n] = sign * k->m[n];
    rp_cd_body a = rp_cd_touch_before(w, k->a),
               b = k->b >= m->problem.nothing ? (rp_cd_body){0} : rp_cd_touch_before(w, k->b);
    rp_vec spin = rp_vec_scale(0.5, rp_vec_add(rp_cd_rolling_spin(k, &a, &b),
                                               rp_cd_rolling_spin(k, &m->problem.body[k->a], &m->problem.body[k->b])));
    w->totals.rolling -= rp_vec_dot(vec(k->m), spin);
    double work = -rp_vec_dot(vec(k->m), vec(k->c)); /* of the drive of a partner that no impulse turns */
    rp_vec torque = rp_vec_scale(-1 / w->dt, vec(k->m));
    if (k->source.wall) {
        rp_wall *wall = &w->wall[w->contacts.wall_pair[k->source.index].wall];
        wall->torque = rp_vec_add(wall->torque, torque);
        wall->work += work;
        w->totals.walls += work;
    } else {
        w->totals.drives += work;
    }
}

/* Of two particles that move freely: its lane has all numbers that are needed. */
static void finish_pair(rp_world *w, const rp_cd_problem *q, rp_cd_sort *x, rp_cd_works *sum)
{
    const rp_cd_batch *k = &q->batch[x->place / RP_CD_LANES];
    int lane = (int)(x->place % RP_CD_LANES);
    rp_vec p = {k->p[0][lane], k->p[1][lane], k->p[2][lane]};
    rp_cd_touch t = {.i = k->a[lane], .j = k->b[lane], .e = {k->e[0][lane], k->e[1][lane], k->e[2][lane]}};
    keep_force(w, &x->source, &t, p, k->mu[lane], k->pull[lane]);
    x->given = 0;
    if (rp_vec_dot(p, p) == 0) return;
    rp_vec before = rp_cd_touch_round_before(&w->particles, t.i, t.j, t.e),
           without = rp_cd_touch_round_bodies(&q->free[t.i], &q->free[t.j], t.e),
           after = rp_cd_touch_round_bodies(&q->body[t.i], &q->body[t.j], t.e);
    if (q->cell) {
        const rp_vec stretch = rp_cd_cell_stretch(q, x->place);
        before = rp_vec_add(before, stretch);
        without = rp_vec_add(without, stretch);
        after = rp_vec_add(after, stretch);
    }
    count_works(p, &t, before, without, after, x, sum);
}

static void finish_block(rp_world *w, const rp_cd_work *m, size_t first, rp_cd_works *sum)
{
    size_t last = first + RP_CD_BLOCK < m->candidate_count ? first + RP_CD_BLOCK : m->candidate_count;
    *sum = (rp_cd_works){0};
    for (size_t n = first; n < last; n++)
        if (m->candidate[n].source.kind == RP_CD_PAIR) finish_pair(w, &m->problem, &m->candidate[n], sum);
}

static void finish_other(rp_world *w, rp_cd_work *m, rp_cd_sort *x, rp_cd_works *sum)
{
    if (x->source.kind == RP_CD_GENERAL) {
        const rp_cd_general *k = &m->problem.general[x->place];
        finish_contact(w, m, x, vec(k->p), k->mu, k->pull, sum);
    } else if (x->source.kind == RP_CD_SINGLE) {
        const rp_cd_batch *k = &m->problem.batch[x->place / RP_CD_LANES];
        int lane = (int)(x->place % RP_CD_LANES);
        finish_contact(w, m, x, rp_vec_make(k->p[0][lane], k->p[1][lane], k->p[2][lane]), k->mu[lane], k->pull[lane],
                       sum);
    }
}

static void add_works(rp_world *w, const rp_cd_works *sum)
{
    w->totals.normal -= sum->normal;
    w->totals.tangential -= sum->tangential;
}

void rp_cd_finish(rp_world *w)
{
    rp_cd_work *m = w->method_state;
    const size_t blocks = m->candidate_count / RP_CD_BLOCK + 1;
    rp_cd_works others = {0};
    for (int n = 0; n < w->group_count; n++) w->group[n].reaction = rp_vec_make(0, 0, 0);
    for (int n = 0; n < w->wall_count; n++) w->wall[n].force = w->wall[n].torque = rp_vec_make(0, 0, 0);
#pragma omp parallel for schedule(static) num_threads(m->setup.threads) if (m->candidate_count > COUNT_LEAST)
    for (size_t n = 0; n < blocks; n++) finish_block(w, m, n * RP_CD_BLOCK, &m->works[n]);
    for (size_t n = 0; n < m->candidate_count; n++) finish_other(w, m, &m->candidate[n], &others);
    for (size_t n = 0; n < blocks; n++) add_works(w, &m->works[n]);
    add_works(w, &others);
    double given = others.given;
    for (size_t n = 0; n < blocks; n++) given += m->works[n].given;
    w->method_total[RP_CD_GAINED] += rp_cd_gains_of(w, given);
    for (size_t n = 0; n < m->problem.roll_count; n++) finish_roll(w, m, &m->problem.roll[n]);
    for (int n = 0; n < w->wall_count; n++)
        if (w->wall[n].active)
            w->wall[n].impulse = rp_vec_add(w->wall[n].impulse, rp_vec_scale(w->dt, w->wall[n].force));
}
