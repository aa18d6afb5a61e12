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

static rp_shapes_item item_of(const rp_shape_def *def, uint32_t first)
{
    rp_shapes_item item = {.shape = def->shape,
                           .first = first,
                           .corners = def->corners,
                           .volume = def->shape->volume(def),
                           .radius = def->shape->radius(def)};
    double tensor[3][3];
    if (!(def->shape->flags & RP_SHAPE_UNION)) return item;
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
        s->item[s->count++] = item_of(def, (uint32_t)used);
    }
    *number = (uint32_t)s->count;
    return RP_OK;
}

void rp_shapes_free(rp_shapes *s)
{
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
