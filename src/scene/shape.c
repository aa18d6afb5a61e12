/* `shape`: round, or a convex polygon by its corners or by a recipe.
 *
 * The recipe. The number of sides is drawn evenly from least..most. Corner k of n stands on a circle at the angle
 *   2 pi (k + angularity (u_k - 1/2)) / n,   u_k evenly in [0, 1),
 * turned by a random angle; then all is moved to its centroid and scaled, so that the farthest corner is at `radius`.
 * Angularity 0 is a regular polygon; towards 1 sides get as short as 0 and corners as sharp as n allows. Corners on a
 * circle are always convex.
 */
#include "scene/shape.h"

#include <string.h>

#include "base/angle.h"
#include "base/memory.h"
#include "base/random.h"

/* ---- reading ---- */

static void read_corners(rp_read *r, const rp_node *node, rp_polygon_spec *p)
{
    p->kind = RP_POLYGON_GIVEN;
    if (!rp_read_list(r, node, 3, RP_CORNERS_MAX, "corners")) return;
    for (const rp_node *n = node->child; n && !r->status; n = n->next) {
        rp_vec at = rp_read_vec_at(r, n, rp_bound_any("m"));
        p->corner[p->most++] = (rp_point){at.x, at.y};
    }
    if (r->status) return;
    if (rp_polygon_turns(p->corner, p->most) != 0) {
        p->radius = rp_polygon_centre(p->corner, p->most, 0);
        return;
    }
    if (rp_read_fail(r, node, "these corners are not those of a convex polygon"))
        rp_error_expected(
            r->err,
            "corners one after another, in either sense, every one of them outward and none on a straight line");
}

static int read_side_count(rp_read *r, const rp_node *node)
{
    double n = rp_read_number_at(r, node, rp_bound_between(3, RP_CORNERS_MAX, "1, sides"));
    if (!r->status && n != (int)n) rp_read_fail(r, node, "the number of sides is a whole number");
    return r->status ? 3 : (int)n;
}

static void read_sides(rp_read *r, const rp_node *map, const rp_node *node, rp_polygon_spec *p)
{
    p->kind = RP_POLYGON_RECIPE;
    p->angularity = rp_read_number(r, map, "angularity", rp_bound_between(0, 0.99, "1"), 0);
    if (node->kind != RP_NODE_LIST) {
        p->least = p->most = read_side_count(r, node);
        return;
    }
    if (rp_read_list(r, node, 2, 2, "least and most sides") != 2) return;
    p->least = read_side_count(r, node->child);
    p->most = read_side_count(r, node->child->next);
    if (p->least > p->most) rp_read_fail(r, node, "the least number of sides is above the most");
}

static void read_polygon(rp_read *r, const rp_node *node, rp_polygon_spec *p)
{
    static const rp_key keys[] = {{"vertices", 0}, {"sides", 0}, {"angularity", 0}};
    static const char *const names[] = {"vertices", "sides"};
    if (!RP_READ_MAP(r, node, keys)) return;
    int kind = rp_read_one_of(r, node, names, 2, 1);
    if (kind == 0) read_corners(r, rp_yaml_find(node, "vertices"), p);
    if (kind == 1) read_sides(r, node, rp_yaml_find(node, "sides"), p);
    const rp_node *angularity = rp_read_key(r, node, "angularity");
    if (kind == 0 && angularity) rp_read_fail(r, angularity, "'angularity' has no effect: the vertices are given");
}

static void read_angle(rp_read *r, const rp_node *map, rp_entry_spec *e)
{
    static const char *const names[] = {"random"};
    const rp_node *node = rp_read_key(r, map, "angle");
    if (!node) return;
    if (e->shape != RP_POLYGON) {
        if (rp_read_fail(r, node, "'angle' is for polygons")) rp_error_expected(r->err, "a shape that is not round");
    } else if (node->kind == RP_NODE_SCALAR && strcmp(node->text, "random") == 0) {
        e->angle_random = rp_read_choice_at(r, node, names, 1) == 0;
    } else {
        e->angle = rp_read_number_at(r, node, rp_bound_any("rad, or random"));
    }
}

void rp_shape_read(rp_read *r, const rp_node *map, rp_entry_spec *e)
{
    static const char *const names[] = {"disc", "sphere", "polygon"};
    static const rp_key keys[] = {{"polygon", RP_REQUIRED}};
    const rp_node *node = rp_read_key(r, map, "shape");
    e->shape = r->dimension == 2 ? RP_DISC : RP_SPHERE;
    if (node && node->kind == RP_NODE_MAP) {
        if (!RP_READ_MAP(r, node, keys)) return;
        e->shape = RP_POLYGON;
        read_polygon(r, rp_yaml_find(node, "polygon"), &e->polygon);
    } else if (node) {
        e->shape = (rp_shape)rp_read_choice_at(r, node, names, 3);
    }
    if (r->dimension == 3 && e->shape != RP_SPHERE && !r->status
        && rp_read_fail(r, node,
                        e->shape == RP_DISC ? "discs exist in two dimensions only"
                                            : "polygons exist in two dimensions only"))
        rp_error_expected(r->err, "sphere, or dimension: 2");
    int cells = e->place.kind == RP_PLACE_VORONOI,
        plain = e->shape == RP_POLYGON && e->polygon.kind == RP_POLYGON_CELLS;
    if (cells != plain && !r->status
        && rp_read_fail(r, node ? node : map, cells ? "a Voronoi tiling makes its own polygons" : "which polygon?"))
        rp_error_expected(
            r->err,
            cells ? "shape: polygon"
                  : "{polygon: {vertices: ...}} or {polygon: {sides: ...}}; only place.voronoi makes polygons itself");
    read_angle(r, map, e);
    if (cells && (e->angle != 0 || e->angle_random))
        rp_read_fail(r, rp_yaml_find(map, "angle"), "cells of a tiling have their place and angle");
}

/* ---- making ---- */

static int draw(const rp_polygon_spec *p, uint64_t seed, uint64_t id, rp_point *corner)
{
    rp_random stream = rp_random_stream(seed, RP_RANDOM_SHAPE, id, 0);
    if (p->kind == RP_POLYGON_GIVEN) {
        memcpy(corner, p->corner, (size_t)p->most * sizeof *corner);
        return p->most;
    }
    int n = p->least + (int)rp_random_below(&stream, (uint64_t)(p->most - p->least + 1));
    double start = p->angularity > 0 ? rp_random_range(&stream, 0, 2 * M_PI) : 0;
    for (int k = 0; k < n; k++) {
        double shift = p->angularity > 0 ? p->angularity * (rp_random_uniform(&stream) - 0.5) : 0;
        rp_angle_sincos(start + 2 * M_PI * (k + shift) / n, &corner[k].y, &corner[k].x);
    }
    return n;
}

rp_status rp_shape_give(rp_grains *grains, rp_grain *g, const rp_point *corner, int count, rp_error *err)
{
    if (!rp_memory_reserve(&grains->corner, &grains->corner_capacity, grains->corner_count + (size_t)count,
                           sizeof *corner))
        return rp_memory_error(err, (grains->corner_count + (size_t)count) * sizeof *corner, "polygons");
    g->corner = grains->corner_count;
    g->corners = count;
    memcpy(grains->corner + g->corner, corner, (size_t)count * sizeof *corner);
    grains->corner_count += (size_t)count;
    g->solid = rp_polygon_inner_radius(corner, count);
    return RP_OK;
}

rp_status rp_shape_cut(const rp_placing *p)
{
    const rp_entry_spec *e = p->entry;
    rp_status status = RP_OK;
    for (size_t i = p->first; i < p->grains->count && !status; i++) {
        rp_grain *g = &p->grains->grain[i];
        rp_point corner[RP_CORNERS_MAX];
        if (e->shape != RP_POLYGON) g->solid = g->r;
        if (e->shape != RP_POLYGON || g->corners) continue;
        int count = draw(&e->polygon, p->spec->seed, i, corner);
        rp_polygon_centre(corner, count, g->r);
        rp_random stream = rp_random_stream(p->spec->seed, RP_RANDOM_SHAPE, i, 1);
        g->angle = e->angle_random ? rp_random_range(&stream, 0, 2 * M_PI) : e->angle;
        status = rp_shape_give(p->grains, g, corner, count, p->err);
    }
    return status;
}
