/* Sources and sinks act between two steps: when one of them is due, all that are due make one change of the population,
 * so that the list is made anew once. What they do depends on the state alone, and after it none of them is due: a
 * restart from right before or right after goes on with the same bits. */
#include <math.h>
#include <string.h>
#include "base/memory.h"
#include "core/flow_kinds.h"
#include "core/pieces.h"
#include "core/walls.h"
#include "scene/sources.h"
#include "sim/sim.h"

enum { SAMPLES = 1000, WAIT_STEPS = 1000 };
#define WAIT_RADII 8.0 /* mean radii that the fastest particle moves until sinks act again */

typedef struct departures { /* particles on their way out */
    uint32_t *id;           /* owned */
    int *sink;              /* owned: which takes it */
    double *energy;         /* owned, J */
    size_t count;
} departures;

double rp_sim_flow_next(const rp_sim *sim)
{
    const rp_world *w = sim->world;
    double next = w->sink_count ? w->sink_next : INFINITY;
    for (int n = 0; n < w->source_count; n++) next = fmin(next, w->source[n].next);
    return next;
}

/* ---- sinks ---- */

static int taken_by(const rp_sim *sim, size_t i)
{
    const rp_world *w = sim->world;
    const uint32_t body = rp_bodies_of(&w->particles, i); /* a clump goes as a whole, by its centre of mass */
    const rp_vec x = body ? w->bodies.body[body - 1].x : rp_particle_position(&w->particles, i);
    const double r = body ? rp_bodies_radius(&w->bodies, body - 1) : w->particles.row[i].r;
    if (w->group[w->particles.group[i]].mode != RP_GROUP_FREE) return -1;
    for (int n = 0; n < w->sink_count; n++)
        if (w->sink[n].active && rp_sources_takes(sim->scene, n, w, x, r)) return n;
    return -1;
}

static rp_status find_departures(const rp_sim *sim, departures *d, rp_error *err)
{
    const rp_particles *p = &sim->world->particles;
    size_t capacity = 0, sinks = 0;
    for (size_t n = 0; n < p->count; n++) {
        const uint32_t slot = p->by_id[n];
        const int sink = taken_by(sim, slot);
        if (sink < 0) continue;
        if (!rp_memory_reserve(&d->id, &capacity, d->count + 1, sizeof *d->id)
            || !rp_memory_reserve(&d->sink, &sinks, d->count + 1, sizeof *d->sink))
            return rp_memory_error(err, d->count * sizeof *d->id, "particles that leave");
        d->id[d->count] = p->id[slot];
        d->sink[d->count++] = sink;
    }
    return RP_OK;
}

/* Of a member its share of the clump's. */
static double kinetic(const rp_world *w, size_t i)
{
    const rp_particles *p = &w->particles;
    const uint32_t body = rp_bodies_of(p, i);
    if (body) return p->mass[i] / w->bodies.body[body - 1].mass * rp_rigid_energy(&w->bodies.body[body - 1]);
    const rp_vec v = rp_particle_velocity(p, i), spin = {p->spin[i].x, p->spin[i].y, p->spin[i].z};
    const double r = p->row[i].r;
    double energy = p->row[i].inv_mass > 0 ? 0.5 * p->mass[i] * rp_vec_dot(v, v) : 0;
    if (p->spin[i].inv_inertia > 0) energy += 0.5 * p->inertia[i] * rp_vec_dot(spin, spin) / (r * r);
    return energy;
}

/* Which of the departures has this id, which rise; -1: none. */
static int64_t departure_of(const departures *d, int64_t id)
{
    size_t low = 0, high = d->count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (d->id[middle] < id) low = middle + 1;
        else high = middle;
    }
    return low < d->count && d->id[low] == id ? (int64_t)low : -1;
}

/* What leaves with each: its motion, and what its contacts store; of two that leave, the first has their contact. */
static rp_status weigh_departures(rp_sim *sim, departures *d, rp_error *err)
{
    const rp_particles *p = &sim->world->particles;
    d->energy = rp_memory_alloc(d->count, sizeof *d->energy);
    if (!d->energy) return rp_memory_error(err, d->count * sizeof *d->energy, "particles that leave");
    rp_status status = sim->method->contacts(sim->world, &sim->list, err);
    for (size_t n = 0; n < d->count && !status; n++) d->energy[n] = kinetic(sim->world, rp_particles_slot(p, d->id[n]));
    for (size_t c = 0; c < sim->list.count && !status; c++) {
        const rp_contact_view *v = &sim->list.view[c];
        int64_t n = departure_of(d, v->a);
        if (n < 0 && v->b >= 0) n = departure_of(d, v->b);
        if (n >= 0) d->energy[n] += v->energy;
    }
    return status;
}

/* A clump counts once, by its first member. */
static int counts(const rp_particles *p, size_t i) { return !p->member || p->member[i].place == 0; }

static void count_departures(rp_world *w, const departures *d)
{
    const rp_particles *p = &w->particles;
    for (size_t n = 0; n < d->count; n++) {
        rp_exchange *x = &w->sink[d->sink[n]].exchange;
        const uint32_t slot = rp_particles_slot(p, d->id[n]);
        x->removed += (uint64_t)counts(p, slot);
        x->removed_mass += p->mass[slot];
        x->removed_energy += d->energy[n];
        rp_flow_kinds_add(&w->sink[d->sink[n]].kinds, w, p->group[slot], counts(p, slot), p->mass[slot]);
        w->exchange.removed_energy += d->energy[n];
    }
}

/* Sinks act again when the fastest particle has moved some radii: as seldom as costs little, and often enough to take
 * particles while they touch a sink that is a surface. */
static void plan_sinks(const rp_sim *sim)
{
    rp_world *w = sim->world;
    const rp_particles *p = &w->particles;
    double speed = 0, least = INFINITY;
    for (size_t i = 0; i < p->count; i++) {
        speed = fmax(speed, rp_vec_norm(rp_particle_velocity(p, i)));
        least = fmin(least, p->row[i].r);
    }
    const double thin = least * rp_sources_sink_way(sim->scene);
    if (rp_sources_sink_walls(sim->scene)) speed += rp_walls_move(w) / w->dt;
    const double way = p->count ? fmin(thin, WAIT_RADII * rp_pieces_mean_radius(w)) : 0,
                 fall = rp_vec_norm(rp_world_gravity(w, w->time));
    double wait = p->count ? way / (speed + sqrt(2 * fall * way)) : INFINITY; /* not longer, though it falls */
    wait = fmin(wait, rp_sources_sink_every(sim->scene));
    w->sink_next = w->time + fmin(wait, WAIT_STEPS * w->dt);
}

/* ---- passages ---- */

/* Where a particle is, of a member its clump. */
static rp_vec place_of(const rp_world *w, size_t i)
{
    const uint32_t body = rp_bodies_of(&w->particles, i);
    return body ? w->bodies.body[body - 1].x : rp_particle_position(&w->particles, i);
}

/* The same through periodic borders. */
static rp_vec unwrapped(const rp_world *w, size_t i)
{
    const uint32_t body = rp_bodies_of(&w->particles, i);
    const rp_vec x = place_of(w, i), size = rp_vec_sub(w->domain.upper, w->domain.lower);
    const int32_t *n = body ? w->bodies.body[body - 1].image : w->particles.image[i];
    if (!w->domain.bounded) return x;
    return rp_vec_make(x.x + (n[0] ? n[0] * size.x : 0), x.y + (n[1] ? n[1] * size.y : 0),
                       x.z + (n[2] ? n[2] * size.z : 0));
}

/* The way of particle i since passages were counted last ends where it is now. */
static void count_one(const rp_sim *sim, size_t i)
{
    rp_world *w = sim->world;
    const rp_vec now = unwrapped(w, i), to = place_of(w, i);
    double *seen = w->particles.seen[i];
    const rp_vec from = rp_vec_sub(to, rp_vec_sub(now, rp_vec_make(seen[0], seen[1], seen[2])));
    for (int n = 0; n < w->sink_count; n++) {
        if (!w->sink[n].active || !rp_sources_counts(sim->scene, n)) continue;
        const int passages = rp_sources_passages(sim->scene, n, from, to);
        const int count = passages * counts(&w->particles, i);
        w->sink[n].exchange.removed += (uint64_t)(int64_t)count;
        w->sink[n].exchange.removed_mass += passages * w->particles.mass[i];
        rp_flow_kinds_add(&w->sink[n].kinds, w, w->particles.group[i], count, passages * w->particles.mass[i]);
    }
    seen[0] = now.x;
    seen[1] = now.y;
    seen[2] = now.z;
}

/* By id, so that sums have the same bits in any order of slots. */
static rp_status count_passages(const rp_sim *sim, rp_error *err)
{
    rp_world *w = sim->world;
    rp_particles *p = &w->particles;
    int any = 0;
    for (int n = 0; n < w->sink_count; n++) any |= rp_sources_counts(sim->scene, n);
    if (!any) return RP_OK;
    const int first = p->seen == NULL;
    rp_status status = rp_particles_seen(p, err);
    for (size_t n = 0; n < p->count && !status; n++) {
        const uint32_t i = p->by_id[n];
        const rp_vec now = unwrapped(w, i);
        if (first) memcpy(p->seen[i], (double[]){now.x, now.y, now.z}, sizeof *p->seen);
        else count_one(sim, i);
    }
    return status;
}

/* ---- both ---- */

static rp_status collect(rp_sim *sim, departures *gone, rp_arrivals *come, rp_error *err)
{
    rp_world *w = sim->world;
    rp_status status = count_passages(sim, err);
    if (!status && w->sink_count) status = find_departures(sim, gone, err);
    if (!status && gone->count) status = weigh_departures(sim, gone, err);
    for (int n = 0; n < w->source_count && !status; n++)
        if (rp_sim_due(sim, w->source[n].next)) status = rp_sources_give(sim->scene, n, w, come, err);
    return status;
}

static double added_energy(const rp_world *w)
{
    double sum = 0;
    for (int n = 0; n < w->source_count; n++) sum += w->source[n].exchange.added_energy;
    return sum;
}

rp_status rp_sim_flow(rp_sim *sim, rp_error *err)
{
    rp_world *w = sim->world;
    departures gone = {0};
    rp_arrivals come = {0};
    if ((!w->source_count && !w->sink_count) || !rp_sim_due(sim, rp_sim_flow_next(sim))) return RP_OK;
    const double before = added_energy(w);
    rp_status status = collect(sim, &gone, &come, err);
    if (!status) count_departures(w, &gone);
    w->exchange.added_energy += added_energy(w) - before;
    if (!status && (gone.count || come.count))
        status = rp_sim_exchange(sim, gone.id, gone.count, come.def, come.count, err);
    if (!status && w->sink_count) plan_sinks(sim);
    rp_memory_free(gone.id);
    rp_memory_free(gone.sink);
    rp_memory_free(gone.energy);
    rp_arrivals_free(&come);
    return status;
}

/* ---- what is to come ---- */

static rp_vec end_of_domain(const rp_domain *d, rp_vec x, int end)
{
    if (!d->bounded || end > 1) return x;
    return end ? d->upper : d->lower;
}

rp_status rp_sim_expect(rp_sim *sim, rp_error *err)
{
    rp_world *w = sim->world;
    rp_particle_def def;
    double corner[RP_SHAPE_NUMBERS];
    uint32_t id;
    rp_status status = RP_OK;
    sim->before = rp_population_marked(w);
    for (int n = 0; n < w->source_count; n++)
        for (int k = 0; k < SAMPLES && !status; k++) {
            rp_sources_sample(sim->scene, n, w, (uint64_t)k, &def, corner);
            def.x = end_of_domain(&w->domain, def.x, k);
            status = rp_population_add(w, &def, 1, &id, err);
        }
    return status;
}

void rp_sim_expect_end(rp_sim *sim)
{
    const rp_particles *p = &sim->world->particles;
    for (size_t i = sim->before.particles; i < p->count; i++) {
        rp_group *g = &sim->world->group[p->group[i]];
        g->count--;
        g->exchange = (rp_exchange){0};
    }
    rp_population_take_back(sim->world, sim->before);
    sim->world->exchange = (rp_exchange){0};
}
