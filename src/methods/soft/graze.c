/* See graze.h. */
#include "methods/soft/graze.h"
#include "methods/soft/soft.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/log.h"
#include "base/memory.h"
#include "base/threads.h"
#include "core/walls.h"
#include "laws/curve.h"
#include "laws/interaction.h"

typedef struct passage {
    double begin, length, curve;
} passage; /* xi = curve (t - begin) (begin + length - t), s, 1/s^2 m */

typedef struct meeting { /* of a particle and a partner that may touch within the step */
    uint32_t a, b;       /* slots; b: of a pair only */
    const rp_wall *wall; /* NULL: a pair */
    int face;
    rp_vec shift; /* of the partner's image, m */
    double lag;   /* s: how far velocities stand before positions */
} meeting;

static const rp_interaction *interaction_of(const rp_world *w, const meeting *m)
{
    int b = m->wall ? m->wall->material : w->particles.material[m->b];
    return rp_interaction_between(w, w->particles.material[m->a], b);
}

static const rp_law *law_of(const rp_interaction *x)
{
    const rp_law *law = x->law[RP_NORMAL];
    return law && law->hereditary && law->history_used(x->constant[RP_NORMAL]) > 0
               ? law
               : NULL; /* orders 0 and 1 do not depend on the past */
}

void rp_soft_graze_prepare(rp_soft_graze *g, const rp_world *w, int lags)
{
    *g = (rp_soft_graze){.lags = lags};
    for (int n = 0; n < w->interaction_count; n++) g->wanted |= law_of(&w->interaction[n]) != NULL;
}

void rp_soft_graze_free(rp_soft_graze *g) { rp_memory_free(g->hit); }

/* ---- the path ---- */

static rp_vec acceleration(const rp_particles *p, uint32_t i)
{
    return rp_vec_make(p->accel[i].x, p->accel[i].y, p->accel[i].z);
}

/* Velocity at the start of the step. */
static rp_vec velocity(const meeting *m, const rp_particles *p, uint32_t i)
{
    return rp_vec_add(rp_particle_velocity(p, i), rp_vec_scale(m->lag, acceleration(p, i)));
}

static rp_vec way(const meeting *m, const rp_particles *p, uint32_t i, double t)
{
    return rp_vec_scale(t, rp_vec_add(velocity(m, p, i), rp_vec_scale(0.5 * t, acceleration(p, i))));
}

/* Overlap after a time t, and the normal to a there. */
static double overlap_at(const rp_world *w, const meeting *m, double t, rp_vec *e)
{
    const rp_particles *p = &w->particles;
    rp_vec x = rp_vec_add(rp_particle_position(p, m->a), way(m, p, m->a, t));
    if (m->wall)
        return p->row[m->a].r
               - rp_wall_distance(m->wall, m->face, rp_vec_sub(x, rp_vec_scale(t, rp_wall_velocity_at(m->wall, x))), e);
    rp_vec d = rp_vec_sub(rp_vec_sub(x, rp_vec_add(rp_particle_position(p, m->b), way(m, p, m->b, t))), m->shift);
    double distance = rp_vec_norm(d);
    *e = rp_vec_scale(1 / distance, d);
    return p->row[m->a].r + p->row[m->b].r - distance;
}

/* Definition 1, for both in one step. */
static int passes(const rp_world *w, const meeting *m, passage *out)
{
    const double dt = w->dt;
    rp_vec e, last;
    double first = overlap_at(w, m, 0, &e);
    rp_vec partner = m->wall ? rp_wall_velocity_at(m->wall, rp_particle_position(&w->particles, m->a))
                             : velocity(m, &w->particles, m->b);
    double slope = rp_vec_dot(e, rp_vec_sub(partner, velocity(m, &w->particles, m->a)));
    if (!(first <= 0 && slope > 0 && first + slope * dt > 0)) return 0;
    double end = overlap_at(w, m, dt, &last), q = (end - first - slope * dt) / (dt * dt), top = -0.5 * slope / q,
           high = first + 0.5 * slope * top;
    if (!(end <= 0 && q < 0 && top < dt && high > 0)) return 0;
    double half = sqrt(-high / q);
    *out = (passage){top - half, 2 * half, -q};
    return 1;
}

/* ---- the table ---- */

/* 0: it touches already. */
static int pair_meeting(const rp_soft_graze *g, const rp_world *w, size_t n, meeting *m)
{
    const rp_contacts *c = &w->contacts;
    const double *shift = c->shift[rp_pair_image(c->pair[n])];
    *m = (meeting){.a = rp_pair_a(c->pair[n]),
                   .b = rp_pair_b(c->pair[n]),
                   .shift = {shift[0], shift[1], shift[2]},
                   .lag = g->lags ? 0.5 * w->dt : 0};
    return !c->pairs.active[n];
}

static int wall_meeting(const rp_soft_graze *g, const rp_world *w, size_t n, meeting *m)
{
    const rp_wall_pair *pair = &w->contacts.wall_pair[n];
    *m = (meeting){
        .a = pair->a, .wall = &w->wall[pair->wall], .face = rp_wall_pair_face(*pair), .lag = g->lags ? 0.5 * w->dt : 0};
    return !w->contacts.wall_pairs.active[n] && m->wall->active && !(w->particles.shape && w->particles.shape[m->a])
           && law_of(interaction_of(w, m));
}

/* ---- the impulse ---- */

static double inverse_mass(const rp_world *w, const meeting *m)
{
    return w->particles.row[m->a].inv_mass + (m->wall ? 0 : w->particles.row[m->b].inv_mass);
}

/* Particle i gets the impulse J at a time `when` of the step. Returns what it gains of kinetic energy, at the velocity
 * it has then. */
static double kick(rp_world *w, const meeting *m, uint32_t i, rp_vec J, double when)
{
    rp_particles *p = &w->particles;
    rp_row *row = &p->row[i];
    const unsigned lock = w->group[p->group[i]].lock;
    rp_vec dv = {lock & RP_LOCK_X ? 0 : J.x * row->inv_mass, lock & RP_LOCK_Y ? 0 : J.y * row->inv_mass,
                 lock & RP_LOCK_Z ? 0 : J.z * row->inv_mass};
    rp_vec back = rp_vec_scale(-when, dv), then = rp_vec_add(velocity(m, p, i), rp_vec_scale(when, acceleration(p, i)));
    row->vx += dv.x;
    row->vy += dv.y;
    row->vz += dv.z;
    row->x += back.x;
    row->y += back.y;
    row->z += back.z;
    w->totals.gravity += p->mass[i] * rp_vec_dot(rp_world_gravity(w, w->time), back);
    double move = rp_vec_norm(dv) * w->dt; /* back and forth: the list does not know of it */
    rp_contacts_went_on(&w->contacts, move);
    return p->mass[i] * rp_vec_dot(dv, rp_vec_add(then, rp_vec_scale(0.5, dv)));
}

/* The wall's side. Returns the work that it does (prescribed) or the kinetic energy that it gains (loaded). */
static double kick_wall(rp_world *w, rp_wall *wall, rp_vec J, double when)
{
    wall->impulse = rp_vec_add(wall->impulse, J);
    if (!rp_walls_loaded(wall)) {
        double work = -rp_vec_dot(J, wall->speed);
        wall->work += work;
        w->totals.walls += work;
        return -work;
    }
    rp_vec normal = rp_wall_face_normal(wall), dv = rp_vec_scale(rp_vec_dot(J, normal) / wall->mass, normal),
           mean = rp_vec_add(wall->speed, rp_vec_scale(0.5, dv));
    wall->speed = rp_vec_add(wall->speed, dv);
    wall->offset = rp_vec_sub(wall->offset, rp_vec_scale(when, dv));
    return wall->mass * rp_vec_dot(dv, mean);
}

/* The spin's side of an impulse J on a, or -J on b, at the contact point: r omega changes alike for both. */
static double kick_spin(rp_world *w, uint32_t i, rp_vec e, rp_vec J)
{
    rp_particles *p = &w->particles;
    const unsigned lock = w->group[p->group[i]].lock;
    rp_spin *s = &p->spin[i];
    if (s->inv_inertia == 0) return 0;
    rp_vec ds = rp_vec_scale(-s->inv_inertia, rp_vec_cross(e, J));
    ds = rp_vec_make(lock & RP_LOCK_SPIN_X ? 0 : ds.x, lock & RP_LOCK_SPIN_Y ? 0 : ds.y,
                     lock & RP_LOCK_SPIN_Z ? 0 : ds.z);
    rp_vec mean = rp_vec_add(rp_vec_make(s->x, s->y, s->z), rp_vec_scale(0.5, ds));
    s->x += ds.x;
    s->y += ds.y;
    s->z += ds.z;
    return rp_vec_dot(ds, mean) / s->inv_inertia;
}

/* Impulse J on a, along e or, if `turns`, across it; -J on the partner. Returns the gain of kinetic energy, walls'
 * works taken off.
 */
static double strike(rp_world *w, const meeting *m, rp_vec e, rp_vec J, double when, int turns)
{
    rp_vec back = rp_vec_scale(-1, J);
    double gain = kick(w, m, m->a, J, when);
    if (turns) gain += kick_spin(w, m->a, e, J);
    if (m->wall) return gain + kick_wall(w, &w->wall[m->wall - w->wall], back, when);
    gain += kick(w, m, m->b, back, when);
    return turns ? gain + kick_spin(w, m->b, e, J) : gain;
}

/* Slip at a time `when` of the step, and the inverse of the mass that resists a change of it. */
static rp_vec slip_at(const rp_world *w, const meeting *m, rp_vec e, double when, double *inverse)
{
    const rp_particles *p = &w->particles;
    const rp_spin *a = &p->spin[m->a];
    rp_vec g = rp_vec_add(velocity(m, p, m->a), rp_vec_scale(when, acceleration(p, m->a))), s = {a->x, a->y, a->z};
    *inverse = inverse_mass(w, m) + a->inv_inertia;
    if (m->wall) {
        rp_vec point = rp_vec_sub(rp_particle_position(p, m->a), rp_vec_scale(p->row[m->a].r, e));
        g = rp_vec_sub(g, rp_wall_velocity_at(m->wall, point));
    } else {
        const rp_spin *b = &p->spin[m->b];
        g = rp_vec_sub(g, rp_vec_add(velocity(m, p, m->b), rp_vec_scale(when, acceleration(p, m->b))));
        s = rp_vec_add(s, rp_vec_make(b->x, b->y, b->z));
        *inverse += b->inv_inertia;
    }
    g = rp_vec_sub(g, rp_vec_cross(s, e));
    return rp_vec_sub(g, rp_vec_scale(rp_vec_dot(g, e), e));
}

#define GRAZE_STEPS 32

/* The tangential law in short steps along the passage, under the normal force of the parabola. */
static rp_vec friction(const rp_world *w, const meeting *m, const passage *pass, double cluster, rp_vec e)
{
    const rp_interaction *x = interaction_of(w, m);
    const double dt = pass->length / GRAZE_STEPS, mass = 1 / inverse_mass(w, m);
    double history[RP_HISTORY_MAX][RP_BLOCK] = {{0}}, inverse;
    rp_vec J = {0, 0, 0}, slip = slip_at(w, m, e, pass->begin + 0.5 * pass->length, &inverse);
    rp_block b = {.count = 1, .ex = {e.x}, .ey = {e.y}, .ez = {e.z}};
    for (int c = 0; c < RP_BLOCK; c++) b.m_eff[c] = mass;
    rp_interaction_friction(x, &b);
    x->eval[RP_NORMAL](&b, x->constant[RP_NORMAL], history, 0); /* stiffness */
    for (int n = 0; n < GRAZE_STEPS; n++) {
        const double t = (n + 0.5) * dt;
        b.xi[0] = pass->curve * t * (pass->length - t);
        b.fn[0] = law_of(x)->hereditary->graze_force(x->constant[RP_NORMAL], mass, cluster, pass->curve, pass->length,
                                                     t);
        b.bound[0] = fabs(b.fn[0]);
        b.tx[0] = slip.x;
        b.ty[0] = slip.y;
        b.tz[0] = slip.z;
        rp_curve_friction(&x->friction_curve, &b);
        x->eval[RP_TANGENTIAL](&b, x->constant[RP_TANGENTIAL], history + x->history[RP_TANGENTIAL], dt);
        rp_vec by = rp_vec_scale(dt, rp_vec_make(b.fx[0], b.fy[0], b.fz[0]));
        J = rp_vec_add(J, by);
        slip = rp_vec_add(slip, rp_vec_scale(inverse, by));
    }
    return J;
}

static void graze(rp_world *w, const meeting *m, const passage *pass, double cluster)
{
    const rp_interaction *x = interaction_of(w, m);
    double inverse = inverse_mass(w, m), when = pass->begin + 0.5 * pass->length;
    rp_vec e;
    overlap_at(w, m, when, &e);
    double J = law_of(x)->hereditary->graze(x->constant[RP_NORMAL], 1 / inverse, cluster, pass->curve, pass->length);
    rp_vec across = x->law[RP_TANGENTIAL] ? friction(w, m, pass, cluster, e) : rp_vec_make(0, 0, 0);
    w->totals.normal -= strike(w, m, e, rp_vec_scale(J, e), when, 0);
    if (x->law[RP_TANGENTIAL]) {
        const double lost = -strike(w, m, e, across, when, 1);
        w->totals.tangential += lost;
        w->method_total[RP_SOFT_AGAINST] += lost;
    }
    if (w->method_total[RP_SOFT_GRAZES]++ > 0) return;
    char partner[RP_NAME + 16];
    if (m->wall) snprintf(partner, sizeof partner, "wall '%s'", m->wall->name);
    else snprintf(partner, sizeof partner, "particle %u", w->particles.id[m->b]);
    rp_log(&w->log, RP_LOG_WARN,
           "t = %.6g s: the contact of particle %u with %s begins and ends within one step; it acts by its impulse "
           "alone, as will later ones, which are not named",
           w->time, w->particles.id[m->a], partner);
}

static double cluster_of(const rp_contacts *c, const rp_history *h, const rp_interaction *x, size_t n)
{
    int row = law_of(x)->hereditary->cluster_row(x->constant[RP_NORMAL]);
    return row < 0 ? 2 : *rp_history_value(h, c->width, n, x->history[RP_NORMAL] + row);
}

/* ---- a step ---- */

/* Pairs of round particles of segment s; interactions come twice. */
static void find_pairs(rp_soft_graze *g, const rp_world *w, size_t s)
{
    const rp_segment *segment = &w->contacts.segment[s];
    const int kind = (int)(s % (size_t)w->contacts.kinds);
    memset(g->hit + segment->first, 0, segment->capacity);
    if (kind >= 2 * w->interaction_count || !law_of(&w->interaction[kind / 2])) return;
    for (size_t n = segment->first; n < segment->first + segment->count; n++) {
        meeting m;
        passage pass;
        g->hit[n] = pair_meeting(g, w, n, &m) && inverse_mass(w, &m) > 0 && passes(w, &m, &pass);
    }
}

/* The next one that was found, from n on. */
static size_t next_hit(const rp_soft_graze *g, size_t n, size_t count)
{
    const uint8_t *hit = memchr(g->hit + n, 1, count - n);
    return hit ? (size_t)(hit - g->hit) : count;
}

rp_status rp_soft_graze_step(rp_soft_graze *g, rp_world *w, rp_error *err)
{
    const rp_contacts *c = &w->contacts;
    const size_t segments = c->chunk_count * (size_t)c->kinds, pairs = c->pairs.count;
    meeting m;
    passage pass;
    if (!g->wanted) return RP_OK;
    if (!rp_memory_fit(&g->hit, &g->capacity, pairs, 1)) return rp_memory_error(err, pairs, "contacts within a step");
#pragma omp parallel for schedule(static) num_threads(rp_threads_count()) if (c->group_count > 1)
    for (size_t s = 0; s < segments; s++) find_pairs(g, w, s);
    for (size_t n = next_hit(g, 0, pairs); n < pairs;
         n = next_hit(g, n + 1, pairs)) /* each starts from the velocities that those before it left */
        if (pair_meeting(g, w, n, &m) && passes(w, &m, &pass))
            graze(w, &m, &pass, cluster_of(c, &c->pairs, interaction_of(w, &m), n));
    for (size_t n = 0; n < c->wall_pairs.count; n++)
        if (wall_meeting(g, w, n, &m) && inverse_mass(w, &m) > 0 && passes(w, &m, &pass))
            graze(w, &m, &pass, cluster_of(c, &c->wall_pairs, interaction_of(w, &m), n));
    return RP_OK;
}
