/* See population.h: the changes themselves. */
#include "core/population.h"
#include <math.h>
#include <string.h>
#include "core/prescribed.h"

/* The list and its chunks are of other slots. */
static void forget_list(rp_contacts *c)
{
    c->list_count = c->chunk_count = c->group_count = c->halo_rows = 0;
    c->valid = 0;
}

/* ---- adding ---- */

static rp_shape_def form_of(const rp_particle_def *def)
{
    return (rp_shape_def){.shape = def->shape, .radius = def->r, .corners = def->corners, .corner = def->corner};
}

static int is_body(const rp_particle_def *def) { return (def->shape->flags & RP_SHAPE_BODY) != 0; }
static int members_of(const rp_particle_def *def) { return def->shape->flags & RP_SHAPE_UNION ? def->corners : 1; }

double rp_population_volume(const rp_particle_def *def, int dimension)
{
    const rp_shape_def form = form_of(def);
    if (is_body(def)) return def->volume * def->size * def->size * (dimension == 2 ? 1 : def->size);
    return form.shape->volume(&form);
}

static void weigh(const rp_world *w, const rp_particle_def *def, double *mass, double *inertia)
{
    const rp_shape_def form = form_of(def);
    *mass = def->mass;
    rp_shape_weigh(&form, w->thickness, w->material[def->material].density, mass, inertia);
}

double rp_population_mass(const rp_world *w, const rp_particle_def *def)
{
    double mass, inertia;
    if (!is_body(def)) {
        weigh(w, def, &mass, &inertia);
        return mass;
    }
    if (!isnan(def->mass)) return def->mass;
    return w->material[def->material].density * rp_population_volume(def, w->dimension)
           * (w->dimension == 2 ? w->thickness : 1);
}

static rp_rigid body_of(const rp_particle_def *def, rp_vec x)
{
    rp_rigid body = {.x = x, .v = def->v, .omega = def->omega, .mass = def->mass, .size = def->size};
    memcpy(body.orientation, def->turn, sizeof body.orientation);
    return body;
}

double rp_population_energy(const rp_world *w, const rp_particle_def *def)
{
    double mass, inertia;
    if (!is_body(def)) {
        weigh(w, def, &mass, &inertia);
        return 0.5 * mass * rp_vec_dot(def->v, def->v) + 0.5 * inertia * rp_vec_dot(def->omega, def->omega);
    }
    rp_rigid body = body_of(def, def->x);
    rp_vec axis[3];
    body.mass = rp_population_mass(w, def);
    for (int k = 0; k < 3; k++) body.moment[k] = body.mass * def->size * def->size * def->moment[k];
    rp_rigid_axes(&body, w->dimension, axis);
    body.momentum = rp_rigid_momentum(&body, w->dimension, axis, body.omega);
    return rp_rigid_energy(&body);
}

size_t rp_population_particles(const rp_particle_def *def, size_t count)
{
    size_t all = 0;
    for (size_t n = 0; n < count; n++) all += (size_t)members_of(&def[n]);
    return all;
}

static void set_orientation(rp_world *w, size_t i, const rp_particle_def *def)
{
    double *to = w->particles.orientation[i];
    if (def->corners) memcpy(to, def->turn, sizeof def->turn);
    else if (w->dimension == 3) to[0] = 1; /* in two dimensions: the angle 0 */
}

static void set_particle(rp_world *w, size_t i, const rp_particle_def *def)
{
    rp_particles *p = &w->particles;
    const rp_vec x = rp_domain_wrap(&w->domain, def->x, NULL), v = def->v, spin = rp_vec_scale(def->r, def->omega);
    p->row[i] = (rp_row){x.x, x.y, x.z, def->r, v.x, v.y, v.z, 0};
    p->spin[i] = (rp_spin){spin.x, spin.y, spin.z, 0};
    p->material[i] = (uint16_t)def->material;
    p->group[i] = (uint16_t)def->group;
    weigh(w, def, &p->mass[i], &p->inertia[i]);
    if (p->orientation) set_orientation(w, i, def);
    if (p->seen) memcpy(p->seen[i], (double[]){x.x, x.y, x.z}, sizeof *p->seen);
    rp_prescribed_motion(w, i);
    rp_prescribed_mobility(w, i);
}

/* A body, and its members as particles. */
static rp_status add_body(rp_world *w, const rp_particle_def *def, rp_error *err)
{
    rp_particles *p = &w->particles;
    const rp_vec x = rp_domain_wrap(&w->domain, def->x, NULL);
    const rp_rigid body = body_of(def, x);
    const rp_shape_def form = form_of(def);
    rp_status status = rp_particles_members(p, err);
    if (!status && def->shape->flags & RP_SHAPE_SOLID) status = rp_particles_shapes(p, err);
    if (!status) status = rp_bodies_add(w, &form, &body, w->material[def->material].density, err);
    for (int k = 0; k < members_of(def) && !status; k++) {
        const size_t i = rp_particles_append(p);
        p->material[i] = (uint16_t)def->material;
        p->group[i] = (uint16_t)def->group;
        if (p->seen) memcpy(p->seen[i], (double[]){x.x, x.y, x.z}, sizeof *p->seen);
        rp_bodies_add_member(w, i, k);
    }
    return status;
}

static rp_status add_one(rp_world *w, const rp_particle_def *def, rp_error *err)
{
    rp_particles *p = &w->particles;
    const rp_shape_def form = form_of(def);
    uint32_t number = 0;
    rp_status status = RP_OK;
    if (def->corners && !p->orientation && !(def->shape->flags & RP_SHAPE_UNION))
        return rp_error_set(err, RP_INPUT, "%s turn, and this state has no orientations", def->shape->plural);
    if (is_body(def)) return add_body(w, def, err);
    if (def->corners) status = rp_particles_shapes(p, err);
    if (!status && def->corners) status = rp_shapes_add(&w->shapes, &form, &number, err);
    if (status) return status;
    const size_t i = rp_particles_append(p);
    if (p->shape) p->shape[i] = number;
    set_particle(w, i, def);
    return RP_OK;
}

/* Those that came are counted once all are there. */
static void count_from(rp_world *w, size_t first)
{
    const rp_particles *p = &w->particles;
    for (size_t i = first; i < p->count; i++) {
        rp_group *group = &w->group[p->group[i]];
        group->count++;
        group->exchange.added++;
        group->exchange.added_mass += p->mass[i];
        w->exchange.added_mass += p->mass[i];
    }
    w->exchange.added += p->count - first;
}

rp_population_mark rp_population_marked(const rp_world *w)
{
    return (rp_population_mark){w->particles.count, w->bodies.count, w->shapes.count};
}

void rp_population_take_back(rp_world *w, rp_population_mark mark)
{
    rp_particles *p = &w->particles;
    p->next_id -= (uint32_t)(p->count - mark.particles);
    p->count = mark.particles;
    rp_shapes_cut(&w->shapes, mark.shapes);
    rp_bodies_cut(&w->bodies, mark.bodies);
}

rp_status rp_population_add(rp_world *w, const rp_particle_def *def, size_t count, uint32_t *ids, rp_error *err)
{
    rp_particles *p = &w->particles;
    const rp_population_mark mark = rp_population_marked(w);
    rp_status status = rp_particles_reserve(p, p->count + rp_population_particles(def, count), err);
    for (size_t n = 0; n < count && !status; n++) {
        ids[n] = p->next_id;
        status = add_one(w, &def[n], err);
    }
    if (status) {
        rp_population_take_back(w, mark);
        return status;
    }
    count_from(w, mark.particles);
    forget_list(&w->contacts);
    return RP_OK;
}

/* ---- removing ---- */

/* Of a clump all members go, or none. */
static rp_status check_whole(const rp_world *w, const uint8_t *named, rp_error *err)
{
    const rp_bodies *b = &w->bodies;
    for (size_t n = 0; n < b->count; n++) {
        const uint32_t *slot = rp_bodies_slots(b, n);
        for (int k = 1; k < rp_bodies_members(b, n); k++) {
            if (named[slot[k]] == named[slot[0]]) continue;
            const uint32_t id = w->particles.id[slot[named[slot[0]] ? 0 : k]];
            rp_status status = rp_error_set(err, RP_INPUT, "particle %u is a member of a clump, which goes as a whole",
                                            id);
            rp_error_expected(err, "all %d members of the clump %u", rp_bodies_members(b, n), (uint32_t)n + 1);
            if (err) err->particle = id;
            return status;
        }
    }
    return RP_OK;
}

rp_status rp_population_find(const rp_world *w, const uint32_t *ids, size_t count, rp_error *err)
{
    const rp_particles *p = &w->particles;
    uint8_t *named = rp_memory_alloc(p->count, 1);
    rp_status status = RP_OK;
    if (!named) return rp_memory_error(err, p->count, "removing particles");
    for (size_t n = 0; n < count && !status; n++) {
        uint32_t slot = rp_particles_slot(p, ids[n]);
        if (slot == UINT32_MAX) {
            status = rp_error_set(err, RP_INPUT, "there is no particle %u", ids[n]);
            rp_error_expected(err, ids[n] < p->next_id ? "a particle that has not been removed"
                                                       : "an id that has been used");
        } else if (named[slot]++)
            status = rp_error_set(err, RP_INPUT, "particle %u stands twice among those to be removed", ids[n]);
        if (status && err) err->particle = ids[n];
    }
    if (!status) status = check_whole(w, named, err);
    rp_memory_free(named);
    return status;
}

/* Contacts follow their particles to other slots, or end with one of them. */
static void follow_pairs(rp_contacts *c, const uint32_t *to)
{
    for (size_t n = 0; n < c->pairs.count; n++) {
        uint32_t a = to[rp_pair_a(c->pair[n])], b = to[rp_pair_b(c->pair[n])];
        int gone = a == UINT32_MAX || b == UINT32_MAX;
        if (gone) rp_history_forget(&c->pairs, c->width, n);
        c->pair[n] = gone ? rp_pair_of(0, 0, RP_IMAGE_NONE) : rp_pair_of(a, b, rp_pair_image(c->pair[n]));
    }
}

static void follow_walls(rp_contacts *c, const uint32_t *to)
{
    for (size_t n = 0; n < c->wall_pairs.count; n++) {
        uint32_t a = to[c->wall_pair[n].a];
        if (a == UINT32_MAX) rp_history_forget(&c->wall_pairs, c->width, n);
        c->wall_pair[n].a = a == UINT32_MAX ? 0 : a;
    }
}

/* Bodies go with their members, and before them. */
static void take_bodies(rp_world *w, const uint32_t *to, uint8_t *gone)
{
    for (size_t n = 0; n < w->bodies.count; n++) gone[n] = to[rp_bodies_slots(&w->bodies, n)[0]] == UINT32_MAX;
    if (w->bodies.count) rp_bodies_remove(w, gone);
}

static void take_out(rp_world *w, uint32_t *to, const uint32_t *ids, size_t count)
{
    const rp_particles *p = &w->particles;
    uint32_t left = 0;
    for (size_t n = 0; n < count; n++) {
        uint32_t slot = rp_particles_slot(p, ids[n]);
        to[slot] = UINT32_MAX;
        rp_group *group = &w->group[p->group[slot]];
        group->count--;
        group->exchange.removed++;
        group->exchange.removed_mass += p->mass[slot];
        w->exchange.removed_mass += p->mass[slot];
    }
    for (size_t i = 0; i < p->count; i++)
        if (to[i] != UINT32_MAX) to[i] = left++;
}

rp_status rp_population_remove(rp_world *w, const uint32_t *ids, size_t count, rp_error *err)
{
    uint32_t *to = rp_memory_alloc(w->particles.count, sizeof *to);
    uint8_t *gone = rp_memory_alloc(w->bodies.count, 1);
    if (!to || !gone) {
        rp_memory_free(to);
        rp_memory_free(gone);
        return rp_memory_error(err, w->particles.count * sizeof *to, "removing particles");
    }
    take_out(w, to, ids, count);
    follow_pairs(&w->contacts, to);
    follow_walls(&w->contacts, to);
    take_bodies(w, to, gone);
    rp_particles_remove(&w->particles, to);
    w->exchange.removed += count;
    forget_list(&w->contacts);
    rp_memory_free(to);
    rp_memory_free(gone);
    rp_status status = w->particles.shape ? rp_shapes_compact(&w->shapes, w->particles.shape, w->particles.count, err)
                                          : RP_OK;
    return status ? status : rp_bodies_index(w, err);
}
