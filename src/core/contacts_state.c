/* The list of neighbours and the table of contacts out of the world and into it again (archive). */
#include <string.h>
#include "base/log.h"
#include "core/chain.h"
#include "core/mesh.h"
#include "core/neighbours.h"
#include "core/pair_table.h"
#include "core/wall_touch.h"

static const rp_field number_fields[] = {
    {"valid", "1", "0: to be made anew before use", RP_I32, 1, RP_FIELD_AT(rp_contacts, valid), RP_HASH_NOT, NAN},
    {"block", "1", "pairs a block of the table", RP_U64, 1, RP_FIELD_AT(rp_contacts, pairs.block), RP_HASH_NOT, NAN},
};
static const rp_field listed_fields[] = {
    {"pair", "1", "both slots times 32, plus the image of the second", RP_U32, 2, RP_FIELD_ARRAY(rp_contacts, list),
     RP_HASH_NOT, NAN},
};
static const rp_field table_fields[] = {
    {"pair", "1", "both slots times 32, plus the image of the second", RP_U32, 2, RP_FIELD_ARRAY(rp_contacts, pair),
     RP_HASH_NOT, NAN},
    {"live", "1", "1: a contact, 2: sliding", RP_U8, 1, RP_FIELD_ARRAY(rp_contacts, pairs.active), RP_HASH_NOT, NAN},
};
static const rp_field wall_fields[] = {
    {"slot", "1", "of the particle", RP_U32, 1, RP_FIELD_PART(rp_contacts, wall_pair, a), RP_HASH_NOT, NAN},
    {"wall", "1", "index of the wall", RP_U16, 1, RP_FIELD_PART(rp_contacts, wall_pair, wall), RP_HASH_NOT, NAN},
    {"face", "1", "face of the wall, feature of the particle", RP_U16, 1, RP_FIELD_PART(rp_contacts, wall_pair, face),
     RP_HASH_NOT, NAN},
    {"triangle", "1", "of a mesh, from 1; 0: not of a mesh", RP_U32, 1, RP_FIELD_PART(rp_contacts, wall_pair, triangle),
     RP_HASH_NOT, 0},
    {"live", "1", "1: a contact, 2: sliding", RP_U8, 1, RP_FIELD_ARRAY(rp_contacts, wall_pairs.active), RP_HASH_NOT,
     NAN},
};
static const rp_field chunk_fields[] = {
    {"first", "1", "first slot", RP_U32, 1, RP_FIELD_PART(rp_contacts, chunk, first), RP_HASH_NOT, NAN},
    {"middle", "1", "first slot of a constrained particle", RP_U32, 1, RP_FIELD_PART(rp_contacts, chunk, middle),
     RP_HASH_NOT, NAN},
    {"fast", "1", "first slot of a fast particle", RP_U32, 1, RP_FIELD_PART(rp_contacts, chunk, fast), RP_HASH_NOT, 0},
    {"last", "1", "slot after the last", RP_U32, 1, RP_FIELD_PART(rp_contacts, chunk, last), RP_HASH_NOT, NAN},
};
static const rp_field segment_fields[] = {
    {"count", "1", "pairs", RP_U32, 1, RP_FIELD_PART(rp_contacts, segment, count), RP_HASH_NOT, NAN},
    {"touching", "1", "of them in contact when the table was made", RP_U32, 1,
     RP_FIELD_PART(rp_contacts, segment, touching), RP_HASH_NOT, NAN},
    {"capacity", "1", "room for pairs", RP_U32, 1, RP_FIELD_PART(rp_contacts, segment, capacity), RP_HASH_NOT, NAN},
};

static const rp_fields numbers = RP_FIELDS("contacts/", RP_PER_WORLD, number_fields),
                       listed = RP_FIELDS("contacts/listed/", RP_PER_CONTACT, listed_fields),
                       table = RP_FIELDS("contacts/table/", RP_PER_CONTACT, table_fields),
                       wall_table = RP_FIELDS("contacts/walls/", RP_PER_CONTACT, wall_fields),
                       chunks = RP_FIELDS("contacts/chunks/", RP_PER_CONTACT, chunk_fields),
                       segments = RP_FIELDS("contacts/segments/", RP_PER_CONTACT, segment_fields);
static const char HISTORY[] = "contacts/table/history", WALL_HISTORY[] = "contacts/walls/history";

/* ---- saving ---- */

/* Histories as rows, whatever the table's blocks are. */
static void save_history(const rp_history *h, int width, const char *name, rp_chain *c)
{
    double *row = rp_memory_alloc(h->count * (size_t)width, sizeof *row);
    if (!row) {
        c->status = rp_memory_error(c->err, h->count * (size_t)width * sizeof *row, "the checkpoint");
        return;
    }
    for (size_t n = 0; n < h->count; n++) rp_history_read(h, width, n, row + n * (size_t)width);
    rp_chain_put_copy(c, name, RP_F64, h->count, (size_t)width, row);
    rp_memory_free(row);
}

void rp_contacts_state_save(const rp_contacts *t, rp_chain *c)
{
    rp_chain_save(c, &numbers, t, 1);
    rp_chain_save(c, &listed, t, t->list_count);
    rp_chain_save(c, &table, t, t->pairs.count);
    save_history(&t->pairs, t->width, HISTORY, c);
    rp_chain_save(c, &wall_table, t, t->wall_pairs.count);
    save_history(&t->wall_pairs, t->width, WALL_HISTORY, c);
    rp_chain_save(c, &chunks, t, t->chunk_count);
    rp_chain_save(c, &segments, t, t->chunk_count * (size_t)t->kinds);
}

/* ---- restoring ---- */

static size_t rows_of(const rp_chain *c, const rp_fields *list, const char *name)
{
    const rp_item *item = rp_fields_item(list, name, c->archive);
    return item ? item->rows : 0;
}

static void load_history(rp_history *h, int width, const char *value, rp_chain *c)
{
    const size_t count = h->count;
    double *row = c->status ? NULL : rp_memory_alloc(count * (size_t)width, sizeof *row);
    if (!row && !c->status) c->status = rp_memory_error(c->err, count, "the contact table");
    rp_chain_get(c, value, RP_F64, count, (size_t)width, row);
    for (size_t n = 0; n < count && !c->status; n++) rp_history_write(h, width, n, row + n * (size_t)width);
    rp_memory_free(row);
}

static int pair_fits(const rp_world *w, rp_pair p)
{
    return rp_pair_a(p) < w->particles.count && rp_pair_b(p) < w->particles.count && rp_pair_image(p) < RP_IMAGE_COUNT;
}

static int wall_feature_exists(const rp_world *w, rp_wall_pair pair)
{
    const rp_wall *wall = &w->wall[pair.wall];
    double size;
    uint32_t shape = w->particles.shape ? w->particles.shape[pair.a] : 0;
    const size_t triangles = wall->mesh ? wall->mesh->triangles : 0;
    int features = shape ? rp_wall_touch_features(wall, rp_world_shape(w, pair.a, &size).corners) : 1;
    return (int)(pair.face & RP_FACE_MASK) < rp_wall_faces(wall) && (int)(pair.face >> RP_FACE_BITS) < features
           && pair.triangle <= triangles && !pair.triangle == !triangles;
}

static int wall_pair_fits(const rp_world *w, rp_wall_pair pair)
{
    return pair.a < w->particles.count && pair.wall < w->wall_count && wall_feature_exists(w, pair);
}

static int segments_fit(const rp_contacts *t)
{
    size_t first = 0;
    int good = 1;
    for (size_t n = 0; n < t->chunk_count * (size_t)t->kinds; n++) {
        good &= t->segment[n].first == first && t->segment[n].touching <= t->segment[n].count
                && t->segment[n].count <= t->segment[n].capacity && t->segment[n].capacity % t->pairs.block == 0;
        first += t->segment[n].capacity;
    }
    return good && (t->kinds == 0 || first == t->pairs.count);
}

static void check_contacts(const rp_world *w, rp_chain *c)
{
    const rp_contacts *t = &w->contacts;
    size_t slot = 0;
    int good = segments_fit(t);
    for (size_t n = 0; n < t->list_count; n++) good &= pair_fits(w, t->list[n]);
    for (size_t n = 0; n < t->pairs.count; n++) good &= pair_fits(w, t->pair[n]);
    for (size_t n = 0; n < t->wall_pairs.count; n++) good &= wall_pair_fits(w, t->wall_pair[n]);
    for (size_t n = 0; n < t->chunk_count; n++) {
        const rp_chunk *k = &t->chunk[n];
        good &= k->first == slot && k->fast >= k->first && k->middle >= k->fast && k->last >= k->middle;
        slot = k->last;
    }
    if (!good || slot != w->particles.count || t->axis < 0 || t->axis > 2)
        c->status = rp_error_set(c->err, RP_INPUT, "the checkpoint's contacts do not fit its particles");
}

/* Room for what the checkpoint has. */
static void make_room(rp_contacts *t, rp_chain *c)
{
    size_t pairs = rows_of(c, &table, "pair"), walls = rows_of(c, &wall_table, "slot"),
           parts = rows_of(c, &segments, "count");
    t->list_count = rows_of(c, &listed, "pair");
    t->chunk_count = rows_of(c, &chunks, "first");
    t->kinds = t->chunk_count ? (int)(parts / t->chunk_count) : 0;
    t->pairs.capacity = t->wall_pairs.capacity = 0;
    int good = rp_memory_reserve(&t->list, &t->list_capacity, t->list_count, sizeof *t->list)
               && rp_memory_reserve(&t->pair, &t->pair_capacity, pairs, sizeof *t->pair)
               && rp_memory_reserve(&t->wall_pair, &t->wall_pair_capacity, walls, sizeof *t->wall_pair)
               && rp_memory_reserve(&t->chunk, &t->chunk_capacity, t->chunk_count, sizeof *t->chunk)
               && rp_memory_reserve(&t->segment, &t->segment_capacity, parts, sizeof *t->segment)
               && rp_pair_table_reset(&t->pairs, t->width, pairs)
               && rp_pair_table_reset(&t->wall_pairs, t->width, walls);
    if (!good) c->status = rp_memory_error(c->err, pairs * sizeof *t->pair, "the contact table");
}

static void load_numbers(rp_contacts *t, rp_chain *c)
{
    rp_chain_load(c, &numbers, t, 1);
    if (!c->status && t->pairs.block != 1 && t->pairs.block != RP_PAIR_BLOCK)
        c->status = rp_error_set(c->err, RP_INPUT, "the checkpoint's contacts stand in blocks of %zu, not of %d",
                                 t->pairs.block, RP_PAIR_BLOCK);
}

static void load_chunks(rp_contacts *t, rp_chain *c)
{
    size_t first = 0, parts = t->chunk_count * (size_t)t->kinds;
    for (size_t n = 0; n < t->chunk_count; n++) t->chunk[n] = (rp_chunk){0};
    rp_chain_load(c, &chunks, t, t->chunk_count);
    for (size_t n = 0; n < t->chunk_count && t->fast.gap == 0; n++) t->chunk[n].fast = t->chunk[n].middle;
    rp_chain_load(c, &segments, t, parts);
    for (size_t n = 0; n < parts; n++) {
        t->segment[n].first = first;
        first += t->segment[n].capacity;
    }
}

static void keep_wall_pair(rp_contacts *t, size_t from, size_t to)
{
    const size_t width = (size_t)t->width;
    rp_history *h = &t->wall_pairs;
    t->wall_pair[to] = t->wall_pair[from];
    h->active[to] = h->active[from];
    memmove(h->value + to * width, h->value + from * width, width * sizeof *h->value);
}

/* Indices of walls, from the checkpoint's to those of this world. Contacts with walls and faces that this world does
 * not have are left out, if that is allowed. */
static void rename_walls(rp_world *w, int known_only, rp_chain *c)
{
    rp_contacts *t = &w->contacts;
    size_t walls, kept = 0, lost = 0;
    int *map = rp_world_state_wall_map(w, &walls, c);
    for (size_t n = 0; n < t->wall_pairs.count && !c->status; n++) {
        rp_wall_pair *p = &t->wall_pair[n];
        int wall = p->wall < walls ? map[p->wall] : -1;
        if (wall != p->wall) t->valid = 0;
        p->wall = (uint16_t)wall;
        int keep = !known_only || (wall >= 0 && wall_pair_fits(w, *p));
        lost += !keep && t->wall_pairs.active[n];
        if (keep) keep_wall_pair(t, n, kept++);
        else t->valid = 0;
    }
    if (!c->status) t->wall_pairs.count = kept;
    if (lost)
        rp_log(&w->log, RP_LOG_WARN,
               "%zu contacts with walls that this scene does not have, or has in another shape, are left out", lost);
    rp_memory_free(map);
}

void rp_contacts_state_load(rp_world *w, int known_only, rp_chain *c)
{
    rp_contacts *t = &w->contacts;
    t->valid = 0;
    const rp_item *history = rp_archive_find(c->archive, HISTORY);
    if (c->status || !history) return;
    t->width = (int)history->columns;
    load_numbers(t, c);
    if (!c->status) make_room(t, c);
    rp_chain_load(c, &listed, t, t->list_count);
    rp_chain_load(c, &table, t, t->pairs.count);
    load_history(&t->pairs, t->width, HISTORY, c);
    rp_chain_load(c, &wall_table, t, t->wall_pairs.count);
    load_history(&t->wall_pairs, t->width, WALL_HISTORY, c);
    if (!c->status) load_chunks(t, c);
    if (!c->status) rename_walls(w, known_only, c);
    if (!c->status) check_contacts(w, c);
    if (!c->status) c->status = rp_neighbours_regroup(w, c->err);
    if (c->status) t->valid = 0;
}
