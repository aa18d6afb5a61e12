/* See shapes.h. */
#include "core/shapes.h"
#include <assert.h>
#include <math.h>
#include <string.h>
#include "base/memory.h"

static size_t numbers_of(const rp_shape_def *def) { return (size_t)def->corners * (size_t)def->shape->width; }

static int equal(const rp_shape_def *a, const rp_shape_def *b)
{
    return a->shape == b->shape && a->corners == b->corners
           && memcmp(a->corner, b->corner, numbers_of(a) * sizeof *a->corner) == 0;
}

/* Faces and edges of a solid, for all that share the definition. */
static rp_status add_hull(rp_shapes_item *item, const rp_shape_def *def, rp_error *err)
{
    int which;
    item->hull = rp_memory_alloc(1, sizeof *item->hull);
    if (!item->hull) return rp_memory_error(err, sizeof *item->hull, "shapes");
    const rp_hull_fault fault = rp_hull_make(def->corner, def->corners, item->hull, &which);
    assert(fault == RP_HULL_GOOD);
    (void)fault;
    item->ball[3] = item->radius;
    return RP_OK;
}

static rp_shapes_item item_of(const rp_shape_def *def, uint32_t first)
{
    rp_shapes_item item = {.shape = def->shape,
                           .first = first,
                           .corners = def->corners,
                           .volume = def->shape->volume(def),
                           .radius = def->shape->radius(def)};
    double tensor[3][3];
    if (!(def->shape->flags & RP_SHAPE_BODY)) return item;
    def->shape->inertia(def, tensor);
    for (int k = 0; k < 3; k++) item.moment[k] = tensor[k][k];
    return item;
}

rp_status rp_shapes_add(rp_shapes *s, const rp_shape_def *def, uint32_t *number, rp_error *err)
{
    const rp_shape_def last = s->count ? rp_shapes_def(s, (uint32_t)s->count) : (rp_shape_def){0};
    if (!s->count || !equal(&last, def)) {
        size_t used = s->count ? s->item[s->count - 1].first + numbers_of(&last) : 0, all = used + numbers_of(def);
        if (!rp_memory_reserve(&s->item, &s->item_capacity, s->count + 1, sizeof *s->item)
            || !rp_memory_reserve(&s->corner, &s->corner_capacity, all, sizeof *s->corner))
            return rp_memory_error(err, all * sizeof *s->corner, "shapes");
        memcpy(s->corner + used, def->corner, numbers_of(def) * sizeof *s->corner);
        rp_shapes_item item = item_of(def, (uint32_t)used);
        rp_status status = def->shape->flags & RP_SHAPE_SOLID ? add_hull(&item, def, err) : RP_OK;
        if (status) return status;
        s->item[s->count++] = item;
    }
    *number = (uint32_t)s->count;
    return RP_OK;
}

uint32_t rp_shapes_find(const rp_shapes *s, const rp_shape_def *def)
{
    for (uint32_t n = (uint32_t)s->count; n > 0; n--) {
        const rp_shape_def known = rp_shapes_def(s, n);
        if (equal(&known, def)) return n;
    }
    return 0;
}

/* Definitions that are used, in their order; of neighbours that are equal one is left. */
static rp_status copy_used(const rp_shapes *s, rp_shapes *to, uint32_t *renumbered, rp_error *err)
{
    rp_status status = RP_OK;
    for (size_t k = 0; k < s->count && !status; k++) {
        const rp_shape_def def = rp_shapes_def(s, (uint32_t)k + 1);
        if (renumbered[k]) status = rp_shapes_add(to, &def, &renumbered[k], err);
    }
    return status;
}

static int is_own(uint32_t number) { return number && number != RP_SHAPE_OF_BODY; }

rp_status rp_shapes_compact(rp_shapes *s, uint32_t *number, size_t count, rp_error *err)
{
    rp_shapes left = {0};
    uint32_t *renumbered = rp_memory_alloc(s->count, sizeof *renumbered);
    size_t used = 0;
    if (!renumbered) return rp_memory_error(err, s->count * sizeof *renumbered, "shapes");
    for (size_t i = 0; i < count; i++)
        if (is_own(number[i]) && !renumbered[number[i] - 1]++) used++;
    rp_status status = used < s->count ? copy_used(s, &left, renumbered, err) : RP_OK;
    if (!status && used < s->count) {
        for (size_t i = 0; i < count; i++)
            if (is_own(number[i])) number[i] = renumbered[number[i] - 1];
        rp_shapes_free(s);
        *s = left;
    } else rp_shapes_free(&left);
    rp_memory_free(renumbered);
    return status;
}

void rp_shapes_cut(rp_shapes *s, size_t count)
{
    for (size_t k = count; k < s->count; k++) rp_memory_free(s->item[k].hull);
    s->count = count;
}

void rp_shapes_free(rp_shapes *s)
{
    rp_shapes_cut(s, 0);
    rp_memory_free(s->item);
    rp_memory_free(s->corner);
    *s = (rp_shapes){0};
}

/* ---- polygons in the checkpoint ---- */

rp_status rp_shapes_save(const rp_shapes *s, rp_archive *archive, rp_error *err)
{
    if (s->count == 0) return RP_OK;
    uint32_t *start = rp_memory_alloc(s->count + 1, sizeof *start);
    if (!start) return rp_memory_error(err, (s->count + 1) * sizeof *start, "shapes");
    for (size_t k = 0; k < s->count; k++) {
        assert(s->item[k].shape == &rp_shape_polygon);
        start[k + 1] = start[k] + (uint32_t)s->item[k].corners;
    }
    size_t corners = start[s->count];
    rp_status status = rp_archive_put(archive, "shapes/start", RP_U32, s->count + 1, 1, start, 1, err);
    return status ? status : rp_archive_put(archive, "shapes/corner", RP_F64, corners, 2, s->corner, 0, err);
}

static rp_status load_polygon(rp_shapes *s, const double *corner, size_t index, uint32_t count, rp_error *err)
{
    const rp_shape_def def = {.shape = &rp_shape_polygon, .corners = (int)count, .corner = corner};
    uint32_t number;
    int good = count <= RP_CORNERS_MAX;
    for (uint32_t k = 0; k < 2 * count && good; k++) good = isfinite(corner[k]);
    if (!good || !def.shape->valid(corner, (int)count))
        return rp_error_set(err, RP_INPUT, "polygon %zu of the checkpoint is not convex", index);
    rp_status status = rp_shapes_add(s, &def, &number, err);
    if (!status && number != index + 1)
        status = rp_error_set(err, RP_INPUT, "polygon %zu of the checkpoint stands there twice", index);
    return status;
}

rp_status rp_shapes_load(rp_shapes *s, const rp_archive *archive, rp_error *err)
{
    const rp_item *start = rp_archive_find(archive, "shapes/start"),
                  *corner = rp_archive_find(archive, "shapes/corner");
    rp_shapes_free(s);
    if (!start) return RP_OK;
    if (!corner || start->type != RP_U32 || start->columns != 1 || start->rows < 2 || corner->type != RP_F64
        || corner->columns != 2)
        return rp_error_set(err, RP_INPUT, "the checkpoint's polygons have no corners");
    const uint32_t *at = start->data;
    const double *number = corner->data;
    rp_status status = RP_OK;
    for (size_t k = 0; k + 1 < start->rows && !status; k++) {
        if (at[k + 1] > at[k] && at[k + 1] <= corner->rows && at[0] == 0)
            status = load_polygon(s, number + 2 * (size_t)at[k], k, at[k + 1] - at[k], err);
        else status = rp_error_set(err, RP_INPUT, "polygon %zu of the checkpoint is not convex", k);
    }
    if (status) rp_shapes_free(s);
    return status;
}
