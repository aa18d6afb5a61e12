/* See compress.h. The world is an ordinary one for the event-driven method, but the radii are smaller than its rows
 * say. It is made by hand: a scene that is being built cannot be the scene of a simulation. */
#include "methods/compress.h"
#include <math.h>
#include <string.h>
#include "base/memory.h"
#include "base/random.h"
#include "core/wall_shape.h"
#include "laws/interaction.h"
#include "methods/event/event.h"
#include "methods/event/options.h"

static const double BEYOND =
    1e-9; /* of the radius: growth goes on beyond the final radius by this, so that in the end nothing touches */
enum { STEPS = 3200, COOL_EVERY = 16 }; /* steps of the growth; velocities are scaled every COOL_EVERY steps */
static const double CROWDED =
    1000; /* collisions of a particle in the time to fly its radius: more than this, and the packing has jammed */

/* ---- the world ---- */

static rp_status make_definitions(const rp_compress *c, rp_world *w, rp_error *err)
{
    w->dimension = c->dimension;
    w->seed = c->seed;
    w->domain = (rp_domain){.lower = c->lower, .upper = c->upper, .bounded = 1};
    memcpy(w->domain.periodic, c->periodic, sizeof w->domain.periodic);
    w->material = rp_memory_alloc(1, sizeof *w->material);
    w->interaction = rp_memory_alloc(1, sizeof *w->interaction);
    w->interaction_of = rp_memory_alloc(1, sizeof *w->interaction_of);
    w->wall = rp_memory_alloc(6, sizeof *w->wall);
    if (!w->material || !w->interaction || !w->interaction_of || !w->wall)
        return rp_memory_error(err, 0, "the compression");
    w->material_count = w->interaction_count = 1;
    rp_interaction_init(w->interaction);
    w->interaction->a = w->interaction->b = 0;
    w->interaction->eps_n = 1;
    w->interaction->friction = w->interaction->friction_static = 0;
    for (int n = 0; n < RP_EVENT_OPTIONS; n++) w->option[n] = rp_event_options[n].preset;
    for (int face = 0; face < 2 * c->dimension; face++) {
        double sign = face % 2 ? -1 : 1;
        int axis = face / 2;
        if (c->periodic[axis]) continue;
        rp_vec normal = {axis == 0 ? sign : 0, axis == 1 ? sign : 0, axis == 2 ? sign : 0};
        w->wall[w->wall_count++] = (rp_wall){.name = "side",
                                             .shape = rp_wall_shape_find("plane"),
                                             .dimension = c->dimension,
                                             .point = face % 2 ? c->upper : c->lower,
                                             .normal = normal,
                                             .until = INFINITY,
                                             .active = 1};
    }
    return RP_OK;
}

/* Unit masses and speeds. */
static rp_status make_particles(const rp_compress *c, rp_world *w, rp_error *err)
{
    rp_status status = rp_particles_create(&w->particles, c->count, 0, 0, err);
    for (size_t i = 0; i < c->count && !status; i++) {
        rp_random r = rp_random_stream(c->seed, RP_RANDOM_VELOCITY, i, 1);
        double vx = rp_random_normal(&r), vy = rp_random_normal(&r), vz = c->dimension == 3 ? rp_random_normal(&r) : 0;
        w->particles.row[i] = (rp_row){c->x[i].x, c->x[i].y, c->x[i].z, c->r[i], vx, vy, vz, 1};
        w->particles.mass[i] = 1;
        w->particles.inertia[i] = c->r[i] * c->r[i];
    }
    w->group->count = c->count;
    return status;
}

static void cool(rp_world *w)
{
    rp_particles *p = &w->particles;
    double square = 0;
    for (size_t i = 0; i < p->count; i++) square += rp_vec_dot(rp_particle_velocity(p, i), rp_particle_velocity(p, i));
    double q = 1 / sqrt(square / ((double)p->count * w->dimension));
    for (size_t i = 0; i < p->count; i++) {
        p->row[i].vx *= q;
        p->row[i].vy *= q;
        p->row[i].vz *= q;
    }
}

/* ---- growing ---- */

static rp_status jammed(rp_compress *c, double scale, rp_error *err)
{
    c->reached = scale;
    return rp_error_set(err, RP_FAILED, "the particles jam at %.4f of their size", scale);
}

static rp_status grow(rp_compress *c, rp_world *w, rp_event *m, rp_error *err)
{
    double until = (1 + BEYOND - c->scale) / m->growth, mean = c->rate / m->growth;
    rp_status status = RP_OK;
    rp_world_step_set(w, until / STEPS);
    for (int n = 0; n < STEPS && !status; n++) {
        if (n % COOL_EVERY == 0) {
            m->collisions_most = m->totals.collisions
                                 + (uint64_t)((double)c->count * (200 + CROWDED * COOL_EVERY * w->dt / mean));
            cool(w);
            status = rp_event_begin(m, w->time, err);
        }
        if (!status) status = rp_event_driven.advance(w, (n + 0.999) * w->dt, err);
        if (status == RP_FAILED) status = jammed(c, c->scale + m->growth * (m->origin + m->now), err);
    }
    return status;
}

static rp_status prepare(const rp_compress *c, rp_world *w, rp_event **out, rp_error *err)
{
    double mean = 0;
    rp_status status = rp_event_driven.prepare(w, err);
    rp_event *m = *out = w->method_state;
    if (status) return status;
    for (size_t i = 0; i < c->count; i++) mean += c->r[i] / (double)c->count;
    m->scale = c->scale;
    m->growth = c->rate / mean;
    m->policy = RP_EVENT_COLLAPSE_TC;
    m->gap = 0; /* near jamming collisions are frequent, but this is no collapse */
    return RP_OK;
}

rp_status rp_compress_run(rp_compress *c, rp_error *err)
{
    rp_world *w;
    rp_event *m = NULL;
    rp_status status = rp_world_create(&w, err);
    if (status) return status;
    status = make_definitions(c, w, err);
    if (!status) status = make_particles(c, w, err);
    if (!status) rp_world_step_set(w, 1);
    if (!status) status = prepare(c, w, &m, err);
    if (!status) status = grow(c, w, m, err);
    for (size_t i = 0; i < c->count && !status; i++) {
        c->x[w->particles.id[i]] = rp_particle_position(&w->particles, i);
        c->reached = 1;
    }

    rp_event_driven.destroy(w);
    rp_world_destroy(w);
    return status;
}
