/* The hash of a world's state: fields in the order of their lists, particles by id, contacts by key. */
#include <stdlib.h>
#include "base/hash.h"
#include "core/field.h"
#include "core/world.h"
#include "core/world_fields.h"

typedef struct keyed {
    uint64_t a, b;
    size_t index;
    int wall;
} keyed; /* b: id or wall, then feature */

static int keyed_compare(const void *x, const void *y)
{
    const keyed *a = x, *b = y;
    if (a->wall != b->wall) return a->wall - b->wall;
    if (a->a != b->a) return a->a < b->a ? -1 : 1;
    return a->b < b->b ? -1 : a->b > b->b;
}

/* Which image of the other particle is meant, counted from unwrapped positions, so that it does not change when one
 * wraps. */
static uint64_t image_offset(const rp_particles *p, uint32_t a, uint32_t b, int image, int sign)
{
    uint64_t code = 0;
    for (int axis = 0; axis < 3; axis++, image /= 3) {
        int32_t k = image % 3 - 1 + p->image[a][axis] - p->image[b][axis];
        code = code * 1024 + (uint64_t)((sign * k + 512) & 1023);
    }
    return code;
}

static size_t list_active(const rp_world *w, keyed *list)
{
    const rp_contacts *t = &w->contacts;
    size_t count = 0;
    for (size_t n = 0; n < t->pairs.count; n++) {
        if (!t->pairs.active[n]) continue;
        uint32_t i = rp_pair_a(t->pair[n]), j = rp_pair_b(t->pair[n]), a = w->particles.id[i], b = w->particles.id[j];
        uint64_t image = image_offset(&w->particles, i, j, rp_pair_image(t->pair[n]), a <= b ? 1 : -1);
        list[count++] = (keyed){a <= b ? a : b, (uint64_t)(a <= b ? b : a) << 30 | image, n, 0};
    }
    for (size_t n = 0; n < t->wall_pairs.count; n++)
        if (t->wall_pairs.active[n])
            list[count++] = (keyed){w->particles.id[t->wall_pair[n].a],
                                    (uint64_t)t->wall_pair[n].triangle << 32 | (uint64_t)t->wall_pair[n].wall << 16
                                        | t->wall_pair[n].face,
                                    n, 1};
    return count;
}

static void hash_contact(const rp_world *w, rp_hash *h, const keyed *k)
{
    const rp_contacts *t = &w->contacts;
    const rp_history *table = k->wall ? &t->wall_pairs : &t->pairs;
    uint32_t antisymmetric = 0;
    if (!k->wall) {
        uint32_t i = rp_pair_a(t->pair[k->index]), j = rp_pair_b(t->pair[k->index]);
        if (w->particles.id[i] > w->particles.id[j])
            antisymmetric =
                t->antisymmetric[rp_world_interaction_index(w, w->particles.material[i], w->particles.material[j])];
    }
    rp_hash_u64(h, k->a);
    rp_hash_u64(h, k->b);
    rp_hash_u64(h, table->active[k->index]);
    for (int n = 0; n < t->width; n++) {
        double value = *rp_history_value(table, t->width, k->index, n);
        rp_hash_double(h, rp_history_antisymmetric(antisymmetric, n) ? -value : value);
    }
}

static rp_status hash_contacts(const rp_world *w, rp_hash *h, rp_error *err)
{
    const rp_contacts *t = &w->contacts;
    keyed *list = rp_memory_alloc(t->pairs.count + t->wall_pairs.count, sizeof *list);
    if (!list) return rp_memory_error(err, (t->pairs.count + t->wall_pairs.count) * sizeof *list, "the state hash");
    size_t count = list_active(w, list);
    qsort(list, count, sizeof *list, keyed_compare);
    for (size_t n = 0; n < count; n++) hash_contact(w, h, &list[n]);
    rp_memory_free(list);
    return RP_OK;
}

static void hash_shape(const rp_world *w, rp_hash *h, size_t i)
{
    double size;
    const int shaped = w->particles.shape[i] != 0;
    const rp_shape_def def = shaped ? rp_world_shape(w, i, &size) : (rp_shape_def){0};
    rp_hash_u64(h, (uint64_t)def.corners);
    for (int k = 0; shaped && k < def.corners * def.shape->width; k++) rp_hash_double(h, def.corner[k]);
}

/* The hash was first made of rows of numbers; of a wall's row the last two were not used. */
static void hash_wall(const rp_wall *wall, rp_hash *h)
{
    rp_fields_hash(rp_world_fields_wall(), wall, 0, h);
    for (int n = 0; n < 2; n++) rp_hash_double(h, 0);
}

rp_status rp_world_hash_add(const rp_world *w, struct rp_hash *h, rp_error *err)
{
    const rp_particles *p = &w->particles;
    rp_fields_hash(rp_world_fields(), w, 0, h);
    for (size_t n = 0; n < p->count; n++) {
        if (p->next_id != p->count) rp_hash_u64(h, p->id[p->by_id[n]]); /* else they are 0, 1, 2, ... */
        rp_fields_hash(rp_particles_fields(), p, p->by_id[n], h);
        if (p->shape) hash_shape(w, h, p->by_id[n]);
    }
    if (p->next_id != p->count) rp_hash_u64(h, p->next_id);
    for (size_t n = 0; n < w->bodies.count; n++) rp_fields_hash(rp_bodies_fields(), &w->bodies, n, h);
    rp_status status = hash_contacts(w, h, err);
    if (status) return status;
    for (int k = 0; k < w->wall_count; k++) hash_wall(&w->wall[k], h);
    for (int k = 0; k < w->group_count; k++) rp_fields_hash(rp_world_fields_group(), w->group, (size_t)k, h);
    for (int k = 0; k < w->source_count; k++) rp_fields_hash(rp_flow_sources(), w->source, (size_t)k, h);
    for (int k = 0; k < w->sink_count; k++) rp_fields_hash(rp_flow_sinks(), w->sink, (size_t)k, h);
    return RP_OK;
}

rp_status rp_world_hash(const rp_world *w, char text[33], rp_error *err)
{
    rp_hash h;
    rp_hash_init(&h);
    rp_status status = rp_world_hash_add(w, &h, err);
    rp_hash_text(&h, text);
    return status;
}
