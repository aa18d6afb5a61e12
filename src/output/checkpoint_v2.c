/* See checkpoint_v2.h. */
#include "output/checkpoint_v2.h"
#include <stdio.h>
#include <string.h>
#include "base/memory.h"
#include "core/boundary.h"

enum { ALL = 0, WALL_NUMBERS = 30, GROUP_NUMBERS = 9 };

/* Columns [first, first + columns) of an item of format 2 as an item of format 3. Items that are not listed are the
 * same in both. */
typedef struct part {
    const char *from;
    size_t first;
    const char *to;
    rp_type type;
    size_t columns; /* ALL: as many as there are */
} part;

static const part parts[] = {
    {"world/numbers", 0, "world/time", RP_F64, 1},
    {"world/numbers", 1, "world/time_base", RP_F64, 1},
    {"world/numbers", 2, "world/dt", RP_F64, 1},
    {"world/numbers", 3, "world/gravity", RP_F64, 3},
    {"world/numbers", 6, "world/totals/start_energy", RP_F64, 1},
    {"world/numbers", 7, "world/totals/gravity", RP_F64, 1},
    {"world/numbers", 8, "world/totals/walls", RP_F64, 1},
    {"world/numbers", 9, "world/totals/loads", RP_F64, 1},
    {"world/numbers", 10, "world/totals/drives", RP_F64, 1},
    {"world/numbers", 11, "world/totals/normal", RP_F64, 1},
    {"world/numbers", 12, "world/totals/tangential", RP_F64, 1},
    {"world/numbers", 13, "world/totals/rolling", RP_F64, 1},
    {"world/numbers", 14, "world/totals/scheme", RP_F64, 1},
    {"world/numbers", 15, "world/power/walls", RP_F64, 1},
    {"world/numbers", 16, "world/power/loads", RP_F64, 1},
    {"world/numbers", 17, "world/power/drives", RP_F64, 1},
    {"world/numbers", 18, "world/power/normal", RP_F64, 1},
    {"world/numbers", 19, "world/power/tangential", RP_F64, 1},
    {"world/numbers", 20, "world/power/rolling", RP_F64, 1},
    {"world/numbers", 21, "world/list/skin", RP_F64, 1},
    {"world/numbers", 22, "world/list/travelled", RP_F64, 1},
    {"world/numbers", 23, "world/list/near", RP_F64, 1},
    {"world/numbers", 24, "world/list/near_travelled", RP_F64, 1},
    {"world/numbers", 25, "world/list/next_move", RP_F64, 1},
    {"world/numbers", 26, "world/list/next_shared", RP_F64, 1},
    {"world/numbers", 27, "world/list/span", RP_F64, 1},
    {"world/numbers", 28, "world/method_totals", RP_F64, 8},
    {"world/counts", 0, "world/step", RP_U64, 1},
    {"world/counts", 1, "world/step_base", RP_U64, 1},
    {"world/counts", 2, "world/primed", RP_I32, 1},
    {"world/counts", 3, "world/list/axis", RP_I32, 1},
    {"world/counts", 4, "world/list/rebuilds", RP_U64, 1},
    {"walls/rows", 0, "walls/velocity", RP_F64, 3},
    {"walls/rows", 3, "walls/spin", RP_F64, 1},
    {"walls/rows", 4, "walls/load", RP_F64, 1},
    {"walls/rows", 5, "walls/active", RP_I32, 1},
    {"walls/rows", 6, "walls/offset", RP_F64, 3},
    {"walls/rows", 9, "walls/speed", RP_F64, 3},
    {"walls/rows", 12, "walls/angle", RP_F64, 1},
    {"walls/rows", 13, "walls/turning", RP_F64, 1},
    {"walls/rows", 14, "walls/acceleration", RP_F64, 3},
    {"walls/rows", 17, "walls/force", RP_F64, 3},
    {"walls/rows", 20, "walls/torque", RP_F64, 3},
    {"walls/rows", 23, "walls/work", RP_F64, 1},
    {"walls/rows", 24, "walls/impulse", RP_F64, 3},
    {"walls/rows", 27, "walls/hits", RP_U64, 1},
    {"groups/rows", 0, "groups/mode", RP_U32, 1},
    {"groups/rows", 1, "groups/velocity", RP_F64, 3},
    {"groups/rows", 4, "groups/reaction", RP_F64, 3},
    {"groups/rows", 7, "groups/work", RP_F64, 1},
    {"groups/rows", 8, "groups/count", RP_U64, 1},
    {"particles/row", 0, "particles/position", RP_F64, 3},
    {"particles/row", 3, "particles/radius", RP_F64, 1},
    {"particles/row", 4, "particles/velocity", RP_F64, 3},
    {"particles/row", 7, "particles/inverse_mass", RP_F64, 1},
    {"particles/spin", 0, "particles/spin", RP_F64, 3},
    {"particles/spin", 3, "particles/inverse_inertia", RP_F64, 1},
    {"particles/accel", 0, "particles/acceleration", RP_F64, 3},
    {"particles/accel", 3, "particles/spin_rate", RP_F64, 3},
    {"particles/turn", 0, "particles/orientation", RP_F64, 4},
    {"names/materials", 0, "materials/name", RP_U8, RP_NAME},
    {"names/groups", 0, "groups/name", RP_U8, RP_NAME},
    {"names/walls", 0, "walls/name", RP_U8, RP_NAME},
    {"contacts/listed", 0, "contacts/listed/pair", RP_U32, 2},
    {"contacts/table", 0, "contacts/table/pair", RP_U32, 2},
    {"contacts/pairs_live", 0, "contacts/table/live", RP_U8, 1},
    {"contacts/pairs_history", 0, "contacts/table/history", RP_F64, ALL},
    {"contacts/wall_pairs", 0, "contacts/walls/slot", RP_U32, 1},
    {"contacts/wall_pairs_live", 0, "contacts/walls/live", RP_U8, 1},
    {"contacts/wall_pairs_history", 0, "contacts/walls/history", RP_F64, ALL},
    {"contacts/chunks", 0, "contacts/chunks/first", RP_U32, 1},
    {"contacts/chunks", 1, "contacts/chunks/middle", RP_U32, 1},
    {"contacts/chunks", 2, "contacts/chunks/last", RP_U32, 1},
    {"contacts/segments", 0, "contacts/segments/count", RP_U32, 1},
    {"contacts/segments", 1, "contacts/segments/touching", RP_U32, 1},
    {"contacts/segments", 2, "contacts/segments/capacity", RP_U32, 1},
    {"contacts/valid", 0, "contacts/valid", RP_I32, 1},
    {"contacts/block", 0, "contacts/block", RP_U64, 1},
    {"event/flight", 0, "event/particles/position", RP_F64, 3},
    {"event/flight", 3, "event/particles/radius", RP_F64, 1},
    {"event/flight", 4, "event/particles/velocity", RP_F64, 3},
    {"event/flight", 7, "event/particles/clock", RP_F64, 1},
    {"event/coat", 0, "event/particles/spin", RP_F64, 3},
    {"event/coat", 3, "event/particles/inverse_inertia", RP_F64, 1},
    {"event/coat", 4, "event/particles/inverse_mass", RP_F64, 1},
    {"event/coat", 5, "event/particles/last", RP_F64, 1},
    {"event/coat", 6, "event/particles/turned", RP_F64, 1},
    {"event/marks", 0, "event/particles/partner", RP_U32, 1},
    {"event/marks", 1, "event/particles/partner_changes", RP_U32, 1},
    {"event/marks", 2, "event/particles/changes", RP_U32, 1},
    {"event/marks", 3, "event/particles/way", RP_U32, 1},
    {"event/marks", 4, "event/particles/burst", RP_U32, 1},
    {"event/marks", 5, "event/particles/asleep", RP_U16, 1},
    {"event/marks", 6, "event/particles/cell", RP_U32, 3},
    {"event/times", 0, "event/particles/hit", RP_F64, 1},
    {"event/times", 1, "event/particles/next", RP_F64, 1},
    {"event/turn", 0, "event/particles/orientation", RP_F64, 4},
    {"event/anchors", 0, "event/particles/anchor", RP_F64, 3},
    {"event/anchors", 3, "event/particles/anchor_radius", RP_F64, 1},
    {"event/head", 0, "event/origin", RP_F64, 1},
    {"event/head", 1, "event/now", RP_F64, 1},
    {"event/head", 2, "event/queue/width", RP_F64, 1},
    {"event/head", 3, "event/pull", RP_F64, 1},
    {"event/head_counts", 0, "event/queue/buckets", RP_U32, 1},
    {"event/head_counts", 1, "event/events", RP_U64, 1},
    {"event/head_counts", 2, "event/warned_gaps", RP_I32, 1},
    {"event/head_counts", 3, "event/warned_collapse", RP_I32, 1},
    {"event/tally", 0, "event/totals/virial", RP_F64, 6},
    {"event/tally", 6, "event/totals/path", RP_F64, 1},
    {"event/tally", 7, "event/totals/normal", RP_F64, 1},
    {"event/tally", 8, "event/totals/tangential", RP_F64, 1},
    {"event/tally", 9, "event/totals/walls", RP_F64, 1},
    {"event/tally", 10, "event/totals/overlap", RP_F64, 1},
    {"event/tally_counts", 0, "event/totals/collisions", RP_U64, 1},
    {"event/tally_counts", 1, "event/totals/wall_collisions", RP_U64, 1},
    {"event/tally_counts", 2, "event/totals/crossings", RP_U64, 1},
    {"event/tally_counts", 3, "event/totals/repeated", RP_U64, 1},
    {"event/tally_counts", 4, "event/totals/short_gaps", RP_U64, 1},
    {"event/tally_counts", 5, "event/totals/softened", RP_U64, 1},
    {"event/tally_counts", 6, "event/totals/collapses", RP_U64, 1},
    {"event/tally_counts", 7, "event/totals/asleep", RP_U64, 1},
    {"event/tally_counts", 8, "event/totals/woken", RP_U64, 1},
    {"event/tally_counts", 9, "event/totals/stuck", RP_U64, 1},
    {"event/fine", 0, "event/cell_size", RP_F64, 1},
    {"event/leash", 0, "event/ball", RP_F64, 1},
    {"event/contact_times", 0, "event/interactions/contact_time", RP_F64, 1},
    {"event/walls", 0, "event/walls/changed", RP_F64, 1},
    {"event/walls", 1, "event/walls/offset", RP_F64, 3},
};

enum { PARTS = sizeof parts / sizeof *parts };

/* Laws had their numbers in this list. */
static const char *const laws[] = {"linear",         "hertz",
                                   "viscoelastic",   "jkr",
                                   "fractional",     "dmt",
                                   "constant",       "none",
                                   "coulomb",        "haff-werner",
                                   "cundall-strack", "mindlin",
                                   "walton-braun",   "constant-torque",
                                   "spring-dashpot"};

typedef struct translation {
    rp_archive *from;
    rp_archive to;
    rp_status status;
    rp_error *err;
} translation;

static void *room(translation *t, size_t rows, size_t bytes)
{
    void *block = t->status ? NULL : rp_memory_alloc(rows, bytes);
    if (!block && !t->status) t->status = rp_memory_error(t->err, rows * bytes, "a checkpoint of format 2");
    return block;
}

static void put(translation *t, const char *name, rp_type type, size_t rows, size_t columns, void *data)
{
    if (t->status) rp_memory_free(data);
    else t->status = rp_archive_put(&t->to, name, type, rows, columns, data, 1, t->err);
}

static void translate_part(translation *t, const part *p)
{
    const rp_item *item = rp_archive_find(t->from, p->from);
    if (!item || t->status) return;
    size_t columns = p->columns == ALL ? item->columns : p->columns;
    if (p->first + columns > item->columns) {
        t->status = rp_error_set(t->err, RP_INPUT, "'%s' of the checkpoint has %zu columns: too few for format 2",
                                 p->from, item->columns);
        return;
    }
    size_t size = rp_type_size(p->type), old = rp_type_size(item->type);
    char *data = room(t, item->rows * columns, size);
    for (size_t row = 0; row < item->rows && data; row++)
        for (size_t k = 0; k < columns; k++) {
            const char *value = (const char *)item->data + (row * item->columns + p->first + k) * old;
            rp_archive_number_set(p->type, data + (row * columns + k) * size, rp_archive_number(item->type, value));
        }
    if (data) put(t, p->to, p->type, item->rows, columns, data);
}

/* A wall and its face shared a number. */
static void translate_faces(translation *t)
{
    const rp_item *item = rp_archive_find(t->from, "contacts/wall_pairs");
    if (!item || item->columns != 2 || item->type != RP_U32) return;
    const uint32_t(*pair)[2] = item->data;
    uint16_t *wall = room(t, item->rows, sizeof *wall), *face = room(t, item->rows, sizeof *face);
    for (size_t n = 0; n < item->rows && wall && face; n++) {
        wall[n] = (uint16_t)(pair[n][1] & 0xffff);
        face[n] = (uint16_t)(pair[n][1] >> 16);
    }
    put(t, "contacts/walls/wall", RP_U16, item->rows, 1, wall);
    put(t, "contacts/walls/face", RP_U16, item->rows, 1, face);
}

/* Ids were 0, 1, 2, ... */
static void add_next_id(translation *t)
{
    const rp_item *id = rp_archive_find(t->from, "particles/id");
    uint32_t next = id ? (uint32_t)id->rows : 0;
    if (!t->status) t->status = rp_archive_put_copy(&t->to, "world/next_id", RP_U32, 1, 1, &next, t->err);
}

static void translate_laws(translation *t)
{
    const rp_item *item = rp_archive_find(t->from, "names/laws");
    if (!item || item->type != RP_I32) return;
    size_t count = item->rows * item->columns;
    const int32_t *number = item->data;
    char *name = room(t, count, RP_NAME);
    for (size_t n = 0; n < count && name; n++)
        if (number[n] >= 0 && (size_t)number[n] < sizeof laws / sizeof *laws)
            snprintf(name + n * RP_NAME, RP_NAME, "%s", laws[number[n]]);
    put(t, "materials/laws", RP_U8, count, RP_NAME, name);
}

/* Walls and groups had an item each, by number: they become the rows of one. */
static void gather(translation *t, const char *kind, size_t columns)
{
    char names[64], row[64];
    snprintf(names, sizeof names, "names/%s", kind);
    snprintf(row, sizeof row, "%s/rows", kind);
    const rp_item *list = rp_archive_find(t->from, names);
    size_t count = list ? list->rows : 0;
    double *data = room(t, count * columns, sizeof *data);
    for (size_t n = 0; n < count && !t->status; n++) {
        char name[64];
        snprintf(name, sizeof name, "%s/%zu", kind, n);
        t->status = rp_archive_get(t->from, name, RP_F64, 1, columns, data + n * columns, t->err);
    }
    if (t->status) rp_memory_free(data);
    else t->status = rp_archive_put(t->from, row, RP_F64, count, columns, data, 1, t->err);
}

static int replaced(const char *name)
{
    unsigned number;
    char end;
    if (strcmp(name, "names/laws") == 0) return 1;
    if (sscanf(name, "walls/%u%c", &number, &end) == 1 || sscanf(name, "groups/%u%c", &number, &end) == 1) return 1;
    for (int n = 0; n < PARTS; n++)
        if (strcmp(parts[n].from, name) == 0) return 1;
    return 0;
}

static void move_rest(translation *t)
{
    for (size_t n = 0; n < t->from->count && !t->status; n++) {
        rp_item *item = &t->from->item[n];
        if (replaced(item->name)) continue;
        item->owned = 0;
        t->status = rp_archive_put(&t->to, item->name, item->type, item->rows, item->columns, item->data, 1, t->err);
    }
}

rp_status rp_checkpoint_v2_translate(rp_archive *archive, rp_error *err)
{
    translation t = {.from = archive, .err = err};
    rp_archive_init(&t.to);
    gather(&t, "walls", WALL_NUMBERS);
    gather(&t, "groups", GROUP_NUMBERS);
    for (int n = 0; n < PARTS; n++) translate_part(&t, &parts[n]);
    translate_faces(&t);
    translate_laws(&t);
    add_next_id(&t);
    move_rest(&t);
    rp_archive_free(archive);
    if (t.status) rp_archive_free(&t.to);
    *archive = t.to;
    return t.status;
}
