/* Particles at rest on others, as a way on from inelastic collapse under gravity.
 *
 * Below the still speed collisions are elastic, so that nothing collapses. A particle whose last SLOW collisions all
 * left it slower than that, relative to its partners, comes to rest when it next hits something that rests: a wall that
 * does not move, a held particle, a sleeper. It then neither falls nor moves; others bounce off it as off a wall. On a
 * slope a particle gains more than the still speed between bounces and stays awake. An impact faster than the still
 * speed wakes a sleeper, and with it all that rest on it. What a particle still had when it fell asleep counts as
 * dissipated. */
#include <math.h>
#include "base/memory.h"
#include "methods/event/event.h"

enum { SLOW = 10 };
static const double TOUCHING =
    1e-3; /* of the radius: elastic bounces below the still speed keep sleepers a little apart */

static int partner_rests(const rp_event *m, uint32_t partner, double t)
{
    if (!(partner & RP_PARTNER_WALL)) {
        const rp_flight *f = &m->flight[partner];
        return m->coat[partner].inv_mass == 0 && f->vx == 0 && f->vy == 0 && f->vz == 0;
    }
    int n = (int)(partner & ~RP_PARTNER_WALL) >> 4;
    const rp_wall *wall = &m->world->wall[n];
    return m->walls.uniform[n] && wall->spin == 0 && !(wall->heat > 0)
           && rp_vec_norm(rp_walls_speed(&m->walls, n, m->origin + t)) == 0;
}

static double relative_speed(const rp_event *m, uint32_t i, uint32_t partner, double t)
{
    const rp_flight *f = &m->flight[i];
    rp_vec v = {f->vx, f->vy, f->vz}, u;
    if (partner & RP_PARTNER_WALL)
        u = rp_walls_velocity_at(&m->walls, (int)(partner & ~RP_PARTNER_WALL) >> 4, rp_vec_make(f->x, f->y, f->z), t);
    else u = rp_vec_make(m->flight[partner].vx, m->flight[partner].vy, m->flight[partner].vz);
    return rp_vec_norm(rp_vec_sub(v, u));
}

static void fall_asleep(rp_event *m, uint32_t i, double t)
{
    rp_flight *f = &m->flight[i];
    rp_coat *c = &m->coat[i];
    const rp_particles *p = &m->world->particles;
    double r = f->r;
    m->tally.normal += 0.5 * p->mass[i] * (f->vx * f->vx + f->vy * f->vy + f->vz * f->vz)
                       + 0.5 * p->inertia[i] * (c->sx * c->sx + c->sy * c->sy + c->sz * c->sz) / (r * r);
    if (m->turn)
        rp_event_turn(m->world->dimension, m->turn[i],
                      rp_vec_scale((t - c->turned) / r, rp_vec_make(c->sx, c->sy, c->sz)));
    f->vx = f->vy = f->vz = 0;
    c->sx = c->sy = c->sz = 0;
    c->inv_mass = c->inv_inertia = 0;
    c->turned = t;
    c->asleep = 1;
    c->burst = 0;
    m->tally.asleep++;
}

void rp_sleep_watch(rp_event *m, uint32_t i, uint32_t partner, double t)
{
    rp_coat *c = &m->coat[i];
    if (m->policy != RP_COLLAPSE_SLEEP || c->inv_mass == 0) return;
    c->burst = relative_speed(m, i, partner, t) < m->still ? c->burst + 1 : 0;
    if (c->burst >= SLOW && partner_rests(m, partner, t)) fall_asleep(m, i, t);
}

/* ---- waking ---- */

static void add(rp_event *m, size_t *count, uint32_t i)
{
    if (!rp_memory_reserve(&m->waking, &m->waking_capacity, *count + 1, sizeof *m->waking)) m->queue.failed = 1;
    else m->waking[(*count)++] = i;
}

static void rouse(rp_event *m, uint32_t i, double t)
{
    rp_coat *c = &m->coat[i];
    rp_event_move(m, i, t);
    c->inv_mass = m->world->particles.row[i].inv_mass;
    c->inv_inertia = m->world->particles.spin[i].inv_inertia;
    c->asleep = 0;
    c->burst = 0;
    c->last = t;
    c->turned = t;
    m->changes[i]++;
    m->tally.asleep--;
    m->tally.woken++;
}

static int rests_on(const rp_event *m, uint32_t j, uint32_t i, double t)
{
    if (!m->coat[j].asleep) return 0;
    rp_vec d = rp_event_nearest(m, rp_vec_sub(rp_event_position(m, j, t), rp_event_position(m, i, t)));
    double touch = m->flight[i].r + m->flight[j].r;
    return rp_vec_dot(d, m->gravity) < 0 && rp_vec_norm(d) < touch + TOUCHING * fmin(m->flight[i].r, m->flight[j].r);
}

/* Sleepers are found by going through all: waking is rare, and they have no list of their own. */
void rp_sleep_wake(rp_event *m, uint32_t i, double t)
{
    size_t count = 0;
    rouse(m, i, t);
    add(m, &count, i);
    for (size_t n = 0; n < count; n++)
        for (uint32_t j = 0; j < m->count; j++)
            if (rests_on(m, j, m->waking[n], t)) {
                rouse(m, j, t);
                add(m, &count, j);
            }
    for (size_t n = 1; n < count; n++) rp_predict_all(m, m->waking[n], t);
}
