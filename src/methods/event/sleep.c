/* Particles at rest on others: a policy for inelastic collapse under gravity.
 *
 * Below the still speed collisions are softened (collapse.c), so that nothing collapses. If the last SLOW collisions of
 * a particle all left it slower than that, relative to its partners, it falls asleep at its next collision with
 * something at rest: a wall that does not move, a fixed particle, a sleeper. A sleeper neither falls nor moves; others
 * bounce off it as off a wall. On a slope a particle stays awake if it gains the still speed in SLOW hops: these last
 * SLOW v/(g cos) at least, v the still speed, so that a sphere that rolls does so above 7 degrees (tan = 0.87 x 7/5 /
 * SLOW). An impact faster than the still speed wakes a sleeper, and all that rest on it. The energy that a particle has
 * when it falls asleep counts as dissipated. */
#include <math.h>
#include "base/memory.h"
#include "methods/event/event.h"

enum { SLOW = 10 };
static const double TOUCHING =
    1e-3; /* of the radius: elastic bounces below the still speed keep sleepers a little apart */

static int partner_rests(const rp_event *m, uint32_t partner, double t)
{
    if (!(partner & RP_EVENT_PARTNER_WALL)) {
        const rp_event_flight *f = &m->flight[partner];
        return m->cold[partner].inv_mass == 0 && f->vx == 0 && f->vy == 0 && f->vz == 0;
    }
    int n = (int)(partner & ~RP_EVENT_PARTNER_WALL) >> 4;
    const rp_wall *wall = &m->world->wall[n];
    return m->walls.uniform[n] && wall->spin == 0 && !(wall->heat > 0)
           && rp_vec_norm(rp_event_walls_speed(&m->walls, n, m->origin + t)) == 0;
}

static double relative_speed(const rp_event *m, uint32_t i, uint32_t partner, double t)
{
    const rp_event_flight *f = &m->flight[i];
    rp_vec v = {f->vx, f->vy, f->vz}, u;
    if (partner & RP_EVENT_PARTNER_WALL)
        u = rp_event_walls_velocity_at(&m->walls, (int)(partner & ~RP_EVENT_PARTNER_WALL) >> 4,
                                       rp_vec_make(f->x, f->y, f->z), t);
    else u = rp_vec_make(m->flight[partner].vx, m->flight[partner].vy, m->flight[partner].vz);
    return rp_vec_norm(rp_vec_sub(v, u));
}

static void fall_asleep(rp_event *m, uint32_t i, double t)
{
    rp_event_flight *f = &m->flight[i];
    rp_event_cold *c = &m->cold[i];
    const rp_particles *p = &m->world->particles;
    double r = f->r;
    m->totals.normal += 0.5 * p->mass[i] * (f->vx * f->vx + f->vy * f->vy + f->vz * f->vz)
                        + 0.5 * p->inertia[i] * (c->sx * c->sx + c->sy * c->sy + c->sz * c->sz) / (r * r);
    if (m->orientation)
        rp_event_rotate(m->world->dimension, m->orientation[i],
                        rp_vec_scale((t - c->oriented) / r, rp_vec_make(c->sx, c->sy, c->sz)));
    f->vx = f->vy = f->vz = 0;
    c->sx = c->sy = c->sz = 0;
    c->inv_mass = c->inv_inertia = 0;
    c->oriented = t;
    c->asleep = 1;
    c->burst = 0;
    m->totals.asleep++;
}

void rp_event_sleep_check(rp_event *m, uint32_t i, uint32_t partner, double t)
{
    rp_event_cold *c = &m->cold[i];
    if (m->policy != RP_EVENT_COLLAPSE_SLEEP || c->inv_mass == 0) return;
    c->burst = relative_speed(m, i, partner, t) < m->still_speed ? c->burst + 1 : 0;
    if (c->burst >= SLOW && partner_rests(m, partner, t)) fall_asleep(m, i, t);
}

/* ---- waking ---- */

static void add(rp_event *m, size_t *count, uint32_t i)
{
    if (!rp_memory_reserve(&m->waking, &m->waking_capacity, *count + 1, sizeof *m->waking)) m->queue.failed = 1;
    else m->waking[(*count)++] = i;
}

static void wake_one(rp_event *m, uint32_t i, double t)
{
    rp_event_cold *c = &m->cold[i];
    rp_event_move(m, i, t);
    c->inv_mass = m->world->particles.row[i].inv_mass;
    c->inv_inertia = m->world->particles.spin[i].inv_inertia;
    c->asleep = 0;
    c->burst = 0;
    c->last = t;
    c->oriented = t;
    m->changes[i]++;
    m->totals.asleep--;
    m->totals.woken++;
}

static int rests_on(const rp_event *m, uint32_t j, uint32_t i, double t)
{
    if (!m->cold[j].asleep) return 0;
    rp_vec d = rp_event_nearest(m, rp_vec_sub(rp_event_position(m, j, t), rp_event_position(m, i, t)));
    double touch = m->flight[i].r + m->flight[j].r;
    return rp_vec_dot(d, m->gravity) < 0 && rp_vec_norm(d) < touch + TOUCHING * fmin(m->flight[i].r, m->flight[j].r);
}

/* Sleepers are found by a loop over all particles: waking is rare, and there is no list of sleepers. */
void rp_event_sleep_wake(rp_event *m, uint32_t i, double t)
{
    size_t count = 0;
    wake_one(m, i, t);
    add(m, &count, i);
    for (size_t n = 0; n < count; n++)
        for (uint32_t j = 0; j < m->count; j++)
            if (rests_on(m, j, m->waking[n], t)) {
                wake_one(m, j, t);
                add(m, &count, j);
            }
    for (size_t n = 1; n < count; n++) rp_event_predict_all(m, m->waking[n], t);
}
