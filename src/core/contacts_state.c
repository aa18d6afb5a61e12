/* The list of neighbours and the table of contacts out of the world and into it again (archive). */
#include "core/chain.h"
#include "core/neighbours.h"
#include "core/pair_table.h"
#include "core/wall_touch.h"

static void save_chunks(const rp_contacts *t, rp_chain *c)
{
    uint32_t(*slots)[3] = rp_memory_alloc(t->chunk_count, sizeof *slots);
    if (!slots) {
        c->status = rp_memory_error(c->err, t->chunk_count * sizeof *slots, "the checkpoint");
        return;
    }
    for (size_t n = 0; n < t->chunk_count; n++) {
        slots[n][0] = t->chunk[n].first;
        slots[n][1] = t->chunk[n].middle;
        slots[n][2] = t->chunk[n].last;
    }

    rp_chain_put_copy(c, "contacts/chunks", RP_U32, t->chunk_count, 3, slots);
    rp_memory_free(slots);
}

static void save_segments(const rp_contacts *t, rp_chain *c)
{
    size_t segments = t->chunk_count * (size_t)t->kinds;
    uint32_t(*size)[3] = rp_memory_alloc(segments, sizeof *size);
    if (!size) {
        c->status = rp_memory_error(c->err, segments * sizeof *size, "the checkpoint");
        return;
    }
    for (size_t n = 0; n < segments; n++) {
        size[n][0] = t->segment[n].count;
        size[n][1] = t->segment[n].touching;
        size[n][2] = t->segment[n].capacity;
    }

    rp_chain_put_copy(c, "contacts/segments", RP_U32, segments, 3, size);
    rp_memory_free(size);
}

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

void rp_contacts_save(const rp_contacts *t, rp_chain *c)
{
    rp_chain_put(c, "contacts/listed", RP_U32, t->list_count, 2, t->list);
    rp_chain_put(c, "contacts/table", RP_U32, t->pairs.count, 2, t->pair);
    rp_chain_put(c, "contacts/pairs_live", RP_U8, t->pairs.count, 1, t->pairs.live);
    save_history(&t->pairs, t->width, "contacts/pairs_history", c);
    rp_chain_put(c, "contacts/wall_pairs", RP_U32, t->wall_pairs.count, 2, t->wall_pair);
    rp_chain_put(c, "contacts/wall_pairs_live", RP_U8, t->wall_pairs.count, 1, t->wall_pairs.live);
    save_history(&t->wall_pairs, t->width, "contacts/wall_pairs_history", c);
    save_chunks(t, c);
    save_segments(t, c);
    rp_chain_put_copy(c, "contacts/valid", RP_U8, 1, 1, &(uint8_t){t->valid != 0});
    rp_chain_put_copy(c, "contacts/block", RP_U32, 1, 1, &(uint32_t){(uint32_t)t->pairs.block});
}

static size_t rows_of(const rp_chain *c, const char *name)
{
    const rp_item *item = rp_archive_find(c->archive, name);
    return item ? item->rows : 0;
}

static void load_history(rp_history *h, size_t count, int width, const char *live, const char *value, rp_chain *c)
{
    double *row = rp_memory_alloc(count * (size_t)width, sizeof *row);
    h->capacity = 0;
    if (!row || !rp_history_reset(h, width, count)) c->status = rp_memory_error(c->err, count, "the contact table");
    rp_chain_get(c, live, RP_U8, count, 1, h->live);
    rp_chain_get(c, value, RP_F64, count, (size_t)width, row);
    for (size_t n = 0; n < count && !c->status; n++) rp_history_write(h, width, n, row + n * (size_t)width);
    rp_memory_free(row);
}

static int pair_fits(const rp_world *w, rp_pair p)
{
    return rp_pair_a(p) < w->particles.count && rp_pair_b(p) < w->particles.count && rp_pair_image(p) < RP_IMAGE_COUNT;
}

/* Of a wall that is not known (dimension 0) any that some wall could have. */
static int wall_feature_exists(const rp_world *w, rp_wall_pair pair)
{
    const rp_wall *wall = &w->wall[pair.wall];
    uint32_t shape = w->particles.shape ? w->particles.shape[pair.a] : 0;
    int corners = shape ? rp_shapes_corners(&w->shapes, shape) : 0, known = wall->dimension > 0;
    int features = !shape  ? 1
                   : known ? rp_wall_touch_features(wall, corners)
                           : corners + 2,
        faces = known ? rp_wall_faces(wall) : 6;
    return (int)(pair.face & RP_FACE_MASK) < faces && (int)(pair.face >> RP_FACE_BITS) < features;
}

int rp_contacts_at_walls(const rp_world *w)
{
    const rp_contacts *t = &w->contacts;
    int good = 1;
    for (size_t n = 0; n < t->wall_pairs.count; n++)
        good &= t->wall_pair[n].a < w->particles.count && t->wall_pair[n].wall < w->wall_count
                && wall_feature_exists(w, t->wall_pair[n]);
    return good;
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
    good &= rp_contacts_at_walls(w);
    for (size_t n = 0; n < t->chunk_count; n++) {
        const rp_chunk *k = &t->chunk[n];
        good &= k->first == slot && k->middle >= k->first && k->last >= k->middle;
        slot = k->last;
    }
    if (!good || slot != w->particles.count || t->axis < 0 || t->axis > 2)
        c->status = rp_error_set(c->err, RP_INPUT, "the checkpoint's contacts do not fit its particles");
}

static void load_chunks(rp_contacts *t, rp_chain *c)
{
    size_t chunks = rows_of(c, "contacts/chunks"), segments = rows_of(c, "contacts/segments"), first = 0;
    uint32_t(*slots)[3] = rp_memory_alloc(chunks, sizeof *slots), (*size)[3] = rp_memory_alloc(segments, sizeof *size);
    if (!slots || !size || !rp_memory_reserve(&t->chunk, &t->chunk_capacity, chunks, sizeof *t->chunk)
        || !rp_memory_reserve(&t->segment, &t->segment_capacity, segments, sizeof *t->segment))
        c->status = rp_memory_error(c->err, chunks * sizeof *t->chunk, "the contact table");
    rp_chain_get(c, "contacts/chunks", RP_U32, chunks, 3, slots);
    rp_chain_get(c, "contacts/segments", RP_U32, segments, 3, size);
    t->chunk_count = c->status ? 0 : chunks;
    t->kinds = t->chunk_count ? (int)(segments / t->chunk_count) : 0;
    for (size_t n = 0; n < t->chunk_count; n++)
        t->chunk[n] = (rp_chunk){.first = slots[n][0], .middle = slots[n][1], .last = slots[n][2]};
    for (size_t n = 0; n < t->chunk_count * (size_t)t->kinds; n++) {
        t->segment[n] = (rp_segment){first, size[n][0], size[n][1], size[n][2]};
        first += size[n][2];
    }
    rp_memory_free(slots);
    rp_memory_free(size);
}

void rp_contacts_load(rp_world *w, rp_chain *c)
{
    rp_contacts *t = &w->contacts;
    t->valid = 0;
    const rp_item *history = rp_archive_find(c->archive, "contacts/pairs_history");
    if (c->status || !history) return;
    uint32_t block = 0;
    uint8_t valid = 0;
    rp_chain_get(c, "contacts/block", RP_U32, 1, 1, &block);
    rp_chain_get(c, "contacts/valid", RP_U8, 1, 1, &valid);
    if (!c->status && block != 1 && block != RP_PAIR_BLOCK)
        c->status = rp_error_set(c->err, RP_INPUT, "the checkpoint's contacts stand in blocks of %u, not of %d", block,
                                 RP_PAIR_BLOCK);
    t->width = (int)history->columns;
    t->pairs.block = block;
    size_t pairs = rows_of(c, "contacts/table"), walls = rows_of(c, "contacts/wall_pairs");
    t->list_count = rows_of(c, "contacts/listed");
    if (!c->status
        && (!rp_memory_reserve(&t->list, &t->list_capacity, t->list_count, sizeof *t->list)
            || !rp_memory_reserve(&t->pair, &t->pair_capacity, pairs, sizeof *t->pair)
            || !rp_memory_reserve(&t->wall_pair, &t->wall_pair_capacity, walls, sizeof *t->wall_pair)))
        c->status = rp_memory_error(c->err, pairs * sizeof *t->pair, "the contact table");
    rp_chain_get(c, "contacts/listed", RP_U32, t->list_count, 2, t->list);
    rp_chain_get(c, "contacts/table", RP_U32, pairs, 2, t->pair);
    rp_chain_get(c, "contacts/wall_pairs", RP_U32, walls, 2, t->wall_pair);
    if (!c->status) load_history(&t->pairs, pairs, t->width, "contacts/pairs_live", "contacts/pairs_history", c);
    if (!c->status)
        load_history(&t->wall_pairs, walls, t->width, "contacts/wall_pairs_live", "contacts/wall_pairs_history", c);
    if (!c->status) load_chunks(t, c);
    if (!c->status) check_contacts(w, c);
    if (!c->status) c->status = rp_neighbours_regroup(w, c->err);
    t->valid = !c->status && valid;
}
