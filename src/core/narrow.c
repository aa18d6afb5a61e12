/* See narrow.h. */
#include "core/narrow.h"
#include <assert.h>
#include <stddef.h>

static const rp_narrow pairs[] = {
    {&rp_shape_polygon, &rp_shape_polygon, 2, rp_narrow_polygons, rp_narrow_overlap_polygons},
    {&rp_shape_polygon, &rp_shape_disc, 1, rp_narrow_polygon_disc, rp_narrow_overlap_polygon_disc},
    {&rp_shape_disc, &rp_shape_polygon, 1, rp_narrow_disc_polygon, rp_narrow_overlap_disc_polygon},
    {&rp_shape_polyhedron, &rp_shape_polyhedron, RP_NARROW_MAX, rp_narrow_polyhedra, NULL},
    {&rp_shape_polyhedron, &rp_shape_sphere, 1, rp_narrow_polyhedron_sphere, NULL},
    {&rp_shape_sphere, &rp_shape_polyhedron, 1, rp_narrow_sphere_polyhedron, NULL},
};
enum { PAIRS = sizeof pairs / sizeof *pairs };

const rp_narrow *rp_narrow_list(int *count)
{
    *count = PAIRS;
    return pairs;
}

const rp_narrow *rp_narrow_find(const rp_shape *a, const rp_shape *b)
{
    for (int n = 0; n < PAIRS; n++)
        if (pairs[n].a == a && pairs[n].b == b) return &pairs[n];
    return NULL;
}

static int has(const rp_shapes *shapes, int dimension, const rp_shape *shape)
{
    int found = shape == rp_shape_round(dimension);
    for (size_t n = 0; n < shapes->count && !found; n++) found = shapes->item[n].shape == shape;
    return found;
}

int rp_narrow_points(const rp_shapes *shapes, int dimension)
{
    int most = 1;
    for (int n = 0; n < PAIRS; n++)
        if (pairs[n].points > most && has(shapes, dimension, pairs[n].a) && has(shapes, dimension, pairs[n].b))
            most = pairs[n].points;
    return most;
}

int rp_narrow_manifold(const rp_body *a, const rp_body *b, rp_contact_point point[RP_NARROW_MAX])
{
    const rp_narrow *pair = rp_narrow_find(a->form->shape, b->form->shape);
    assert(pair);
    return pair->manifold(a, b, point);
}

int rp_narrow_overlap(const rp_body *a, const rp_body *b, rp_overlap *o)
{
    const rp_narrow *pair = rp_narrow_find(a->form->shape, b->form->shape);
    assert(pair);
    return pair->overlap(a, b, o);
}
