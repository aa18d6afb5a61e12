/* See shapes.h. */
#include "core/shapes.h"
#include <math.h>
#include <string.h>
#include "base/memory.h"

static rp_status no_memory(rp_error *err, size_t corners)
{
    return rp_memory_error(err, corners * sizeof(rp_point), "polygons");
}

static int equals_last(const rp_shapes *s, const rp_point *corner, int count)
{
    return s->count > 0 && rp_shapes_corners(s, (uint32_t)s->count) == count
           && memcmp(rp_shapes_corner(s, (uint32_t)s->count), corner, (size_t)count * sizeof *corner) == 0;
}

rp_status rp_shapes_add(rp_shapes *s, const rp_point *corner, int count, uint32_t *number, rp_error *err)
{
    size_t used = s->count ? s->start[s->count] : 0;
    if (!equals_last(s, corner, count)) {
        if (!rp_memory_reserve(&s->start, &s->start_capacity, s->count + 2, sizeof *s->start)
            || !rp_memory_reserve(&s->corner, &s->corner_capacity, used + (size_t)count, sizeof *s->corner)
            || !rp_memory_reserve(&s->moments, &s->moments_capacity, s->count + 1, sizeof *s->moments))
            return no_memory(err, used + (size_t)count);
        memcpy(s->corner + used, corner, (size_t)count * sizeof *corner);
        s->moments[s->count] = rp_polygon_moments(corner, count);
        s->start[s->count] = (uint32_t)used;
        s->start[++s->count] = (uint32_t)(used + (size_t)count);
    }
    *number = (uint32_t)s->count;
    return RP_OK;
}

void rp_shapes_free(rp_shapes *s)
{
    rp_memory_free(s->start);
    rp_memory_free(s->corner);
    rp_memory_free(s->moments);
    *s = (rp_shapes){0};
}

rp_status rp_shapes_save(const rp_shapes *s, rp_archive *archive, rp_error *err)
{
    if (s->count == 0) return RP_OK;
    rp_status status = rp_archive_put(archive, "shapes/start", RP_U32, s->count + 1, 1, s->start, 0, err);
    return status ? status : rp_archive_put(archive, "shapes/corner", RP_F64, s->start[s->count], 2, s->corner, 0, err);
}

static int sound(const rp_point *corner, uint32_t count)
{
    if (count < 3 || count > RP_CORNERS_MAX) return 0;
    for (uint32_t k = 0; k < count; k++)
        if (!isfinite(corner[k].x) || !isfinite(corner[k].y)) return 0;
    return rp_polygon_turns(corner, (int)count) == 1;
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
    const rp_point *v = corner->data;
    rp_status status = RP_OK;
    for (size_t k = 0; k + 1 < start->rows && !status; k++) {
        uint32_t number;
        int good = at[k + 1] > at[k] && at[k + 1] <= corner->rows && at[0] == 0 && sound(v + at[k], at[k + 1] - at[k]);
        if (!good) status = rp_error_set(err, RP_INPUT, "polygon %zu of the checkpoint is not convex", k);
        else status = rp_shapes_add(s, v + at[k], (int)(at[k + 1] - at[k]), &number, err);
        if (!status && number != k + 1)
            status = rp_error_set(err, RP_INPUT, "polygon %zu of the checkpoint stands there twice", k);
    }
    if (status) rp_shapes_free(s);
    return status;
}
