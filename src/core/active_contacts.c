/* Active contacts and their histories through a rebuild: saved by old slots, found again by new ones. */
#include <string.h>
#include "core/pair_table.h"
#include "core/rebuild.h"

/* The image code after both particles were wrapped: a moved by da periods, b by db. */
static int image_after(int image, const int8_t *da, const int8_t *db)
{
    static const int weight[3] = {1, 3, 9};
    for (int axis = 0; axis < 3; axis++) image += weight[axis] * (db[axis] - da[axis]);
    return image;
}

rp_status rp_active_contacts_save(rp_rebuild *b)
{
    rp_contacts *c = &b->world->contacts;
    size_t active = 0, active_wall = 0, width = (size_t)c->width;
    for (size_t n = 0; n < c->pairs.count; n++) active += c->pairs.active[n] != 0;
    for (size_t n = 0; n < c->wall_pairs.count; n++) active_wall += c->wall_pairs.active[n] != 0;
    b->saved = rp_rebuild_take(b, active, sizeof *b->saved);
    b->saved_value = rp_rebuild_take(b, active * width, sizeof(double));
    b->saved_wall = rp_rebuild_take(b, active_wall, sizeof *b->saved_wall);
    b->saved_wall_value = rp_rebuild_take(b, active_wall * width, sizeof(double));
    if (!b->saved || !b->saved_value || !b->saved_wall || !b->saved_wall_value) return rp_rebuild_no_memory(b);
    for (size_t n = 0; n < c->pairs.count; n++) {
        if (!c->pairs.active[n]) continue;
        uint32_t i = rp_pair_a(c->pair[n]), j = rp_pair_b(c->pair[n]);
        const int before = rp_pair_image(c->pair[n]);
        int image = image_after(before + b->turns * rp_image_along(before, 1), b->moved[i], b->moved[j]);
        rp_history_read(&c->pairs, c->width, n, b->saved_value + b->saved_count * width);
        b->saved[b->saved_count++] = (rp_saved_pair){rp_pair_of(i, j, image), c->pairs.active[n]};
    }
    for (size_t n = 0; n < c->wall_pairs.count; n++) {
        if (!c->wall_pairs.active[n]) continue;
        memcpy(b->saved_wall_value + b->saved_wall_count * width, c->wall_pairs.value + n * width,
               width * sizeof(double));
        b->saved_wall[b->saved_wall_count++] = (rp_saved_wall){c->wall_pair[n], c->wall_pairs.active[n]};
    }
    return RP_OK;
}

static void restore_pair(rp_rebuild *b, const rp_saved_pair *s, const double *value)
{
    rp_contacts *c = &b->world->contacts;
    uint32_t i = b->rank[rp_pair_a(s->pair)], j = b->rank[rp_pair_b(s->pair)];
    const int image = rp_pair_image(s->pair);
    rp_pair want = rp_pair_canonical(c->axis, i, j, image);
    size_t at = rp_pair_table_find(b->world, want);
    if (at == SIZE_MAX) return; /* a law's contact ended beyond the list */
    int exchanged = rp_pair_order(want) != rp_pair_order(rp_pair_of(i, j, image));
    const rp_world *w = b->world;
    uint32_t antisymmetric =
        c->antisymmetric[rp_world_interaction_index(w, w->particles.material[i], w->particles.material[j])];
    c->pairs.active[at] = s->active;
    for (int h = 0; h < c->width; h++)
        *rp_history_value(&c->pairs, c->width, at,
                          h) = exchanged && rp_history_antisymmetric(antisymmetric, h) ? -value[h] : value[h];
}

static int wall_pair_before(rp_wall_pair p, rp_wall_pair q)
{
    if (p.a != q.a) return p.a < q.a;
    if (p.wall != q.wall) return p.wall < q.wall;
    unsigned pf = p.face & RP_FACE_MASK, qf = q.face & RP_FACE_MASK;
    if (pf != qf) return pf < qf;
    return p.face != q.face ? p.face < q.face : p.triangle < q.triangle;
}

static void restore_wall_pair(rp_rebuild *b, const rp_saved_wall *s, const double *value)
{
    rp_contacts *c = &b->world->contacts;
    rp_wall_pair want = {b->rank[s->pair.a], s->pair.wall, s->pair.face, s->pair.triangle};
    size_t low = 0, high = c->wall_pairs.count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (wall_pair_before(c->wall_pair[middle], want)) low = middle + 1;
        else high = middle;
    }
    if (low >= c->wall_pairs.count || wall_pair_before(want, c->wall_pair[low])) return;
    c->wall_pairs.active[low] = s->active;
    rp_history_write(&c->wall_pairs, c->width, low, value);
}

rp_status rp_active_contacts_restore(rp_rebuild *b)
{
    rp_contacts *c = &b->world->contacts;
    if (!rp_pair_table_reset(&c->wall_pairs, c->width, c->wall_pairs.count)) return rp_rebuild_no_memory(b);
    for (size_t n = 0; n < b->saved_count; n++) restore_pair(b, &b->saved[n], b->saved_value + n * (size_t)c->width);
    for (size_t n = 0; n < b->saved_wall_count; n++)
        restore_wall_pair(b, &b->saved_wall[n], b->saved_wall_value + n * (size_t)c->width);
    return RP_OK;
}
