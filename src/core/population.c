/* See population.h: the changes themselves. */
#include "core/population.h"
#include <string.h>
#include "core/prescribed.h"

/* The list and its chunks are of other slots. */
static void forget_list(rp_contacts *c)
{
    c->list_count = c->chunk_count = c->group_count = c->halo_rows = 0;
    c->valid = 0;
}

/* ---- adding ---- */

static void set_particle(rp_world *w, size_t i, const rp_particle_def *def)
{
    rp_particles *p = &w->particles;
    const rp_vec x = rp_domain_wrap(&w->domain, def->x, NULL), v = def->v, spin = rp_vec_scale(def->r, def->omega);
    p->row[i] = (rp_row){x.x, x.y, x.z, def->r, v.x, v.y, v.z, 0};
    p->spin[i] = (rp_spin){spin.x, spin.y, spin.z, 0};
    p->material[i] = (uint16_t)def->material;
    p->group[i] = (uint16_t)def->group;
    p->mass[i] = def->mass;
    const rp_shape_def form = {.shape = def->shape, .radius = def->r};
    rp_shape_weigh(&form, w->thickness, w->material[def->material].density, &p->mass[i], &p->inertia[i]);
    if (p->orientation && w->dimension == 3) p->orientation[i][0] = 1; /* in two dimensions: the angle 0 */
    if (p->seen) memcpy(p->seen[i], (double[]){x.x, x.y, x.z}, sizeof *p->seen);
    rp_prescribed_motion(w, i);
    rp_prescribed_mobility(w, i);
}

rp_status rp_population_add(rp_world *w, const rp_particle_def *def, size_t count, uint32_t *ids, rp_error *err)
{
    rp_particles *p = &w->particles;
    rp_status status = rp_particles_reserve(p, p->count + count, err);
    if (status) return status;
    for (size_t n = 0; n < count; n++) {
        size_t i = rp_particles_append(p);
        set_particle(w, i, &def[n]);
        ids[n] = p->id[i];
        rp_group *group = &w->group[def[n].group];
        group->count++;
        group->exchange.added++;
        group->exchange.added_mass += p->mass[i];
        w->exchange.added_mass += p->mass[i];
    }
    w->exchange.added += count;
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
    return rp_bodies_index(w, err);
}
