/* `shape`: round, or with corners: given by the keys of the shape's own table, or drawn by a recipe.
 *
 * The recipe of polygons. The number of sides is drawn evenly from least..most. Corner k of n stands on a circle at the
 * angle
 *   2 pi (k + angularity (u_k - 1/2)) / n,   u_k evenly in [0, 1),
 * turned by a random angle; then all is moved to its centroid and scaled, so that the farthest corner is at `radius`.
 * Angularity 0 is a regular polygon; towards 1 sides get as short as 0 and corners as sharp as n allows. Corners on a
 * circle are always convex.
 */
#include "scene/shape.h"

#include <string.h>

#include "base/angle.h"
#include "base/memory.h"
#include "base/quaternion.h"
#include "base/random.h"

/* ---- recipes ---- */

static int read_side_count(rp_read *r, const rp_node *node)
{
    double n = rp_read_number_at(r, node, rp_bound_between(3, RP_CORNERS_MAX, "1, sides"));
    if (!r->status && n != (int)n) rp_read_fail(r, node, "the number of sides is a whole number");
    return r->status ? 3 : (int)n;
}

static void read_sides(rp_read *r, const rp_node *map, rp_form_spec *f)
{
    const rp_node *node = rp_yaml_find(map, "sides");
    f->angularity = rp_read_number(r, map, "angularity", rp_bound_between(0, 0.99, "1"), 0);
    if (node->kind != RP_NODE_LIST) {
        f->least = f->most = read_side_count(r, node);
        return;
    }
    if (rp_read_list(r, node, 2, 2, "least and most sides") != 2) return;
    f->least = read_side_count(r, node->child);
    f->most = read_side_count(r, node->child->next);
    if (f->least > f->most) rp_read_fail(r, node, "the least number of sides is above the most");
}

static int draw_sides(const rp_form_spec *f, rp_random *stream, double *corner)
{
    int n = f->least + (int)rp_random_below(stream, (uint64_t)(f->most - f->least + 1));
    double start = f->angularity > 0 ? rp_random_range(stream, 0, 2 * M_PI) : 0;
    for (int k = 0; k < n; k++) {
        double shift = f->angularity > 0 ? f->angularity * (rp_random_uniform(stream) - 0.5) : 0;
        rp_angle_sincos(start + 2 * M_PI * (k + shift) / n, &corner[2 * k + 1], &corner[2 * k]);
    }
    return n;
}

/* How a shape is drawn at random. The first key chooses the recipe; the others refine it. */
typedef struct recipe {
    const rp_shape *shape;
    const char *key, *refined;
    void (*read)(rp_read *r, const rp_node *map, rp_form_spec *f);
    int (*draw)(const rp_form_spec *f, rp_random *stream, double *corner);
} recipe;

static const recipe recipes[] = {{&rp_shape_polygon, "sides", "angularity", read_sides, draw_sides}};

static const recipe *recipe_of(const rp_shape *shape)
{
    for (size_t n = 0; n < sizeof recipes / sizeof *recipes; n++)
        if (recipes[n].shape == shape) return &recipes[n];
    return NULL;
}

/* ---- reading ---- */

static void read_given(rp_read *r, const rp_node *map, const rp_shape *shape, rp_form_spec *f)
{
    f->kind = RP_FORM_GIVEN;
    shape->read(r, map, &f->given);
    if (r->status) return;
    const rp_shape_def def = {.shape = shape, .corners = f->given.count, .corner = f->given.corner};
    f->radius = shape->radius(&def);
}

enum { KEYS_MAX = 8, SHAPES_MAX = 32 };

/* The mapping under the name of a shape: the keys of its definition, or those of its recipe. */
static void read_form(rp_read *r, const rp_node *map, const rp_shape *shape, rp_form_spec *f)
{
    const recipe *drawn = recipe_of(shape);
    rp_key keys[KEYS_MAX];
    int count = 0;
    for (; count < shape->key_count; count++) keys[count] = shape->key[count];
    if (drawn) {
        keys[count++] = (rp_key){drawn->key, 0};
        keys[count++] = (rp_key){drawn->refined, 0};
    }
    if (!rp_read_map(r, map, keys, count)) return;
    const char *const names[] = {shape->key[0].name, drawn ? drawn->key : NULL};
    int kind = rp_read_one_of(r, map, names, drawn ? 2 : 1, 1);
    const rp_node *refined = drawn ? rp_read_key(r, map, drawn->refined) : NULL;
    if (kind == 0) read_given(r, map, shape, f);
    if (kind == 1) {
        f->kind = RP_FORM_RECIPE;
        drawn->read(r, map, f);
    }
    if (kind == 0 && refined)
        rp_read_fail(r, refined, "'%s' has no effect: the %s are given", drawn->refined, names[0]);
}

static void read_angle(rp_read *r, const rp_node *map, rp_entry_spec *e)
{
    static const char *const names[] = {"random"};
    const rp_node *node = rp_read_key(r, map, "angle");
    if (!node) return;
    if (e->shape->flags & RP_SHAPE_ROUND) {
        if (rp_read_fail(r, node, "'angle' has no effect: a %s is round", e->shape->name))
            rp_error_expected(r->err, "a shape that is not round");
    } else if (node->kind == RP_NODE_SCALAR && strcmp(node->text, "random") == 0) {
        e->angle_random = rp_read_choice_at(r, node, names, 1) == 0;
    } else if (r->dimension == 3) {
        e->turned = rp_read_axial_at(r, node, rp_bound_any("rad, or random"));
    } else {
        e->angle = rp_read_number_at(r, node, rp_bound_any("rad, or random"));
    }
}

/* {NAME: {...}}: a shape with its corners. */
static const rp_shape *read_mapping(rp_read *r, const rp_node *node, rp_form_spec *f)
{
    int all, count = 0;
    const rp_shape *const *list = rp_shape_list(&all), *known[SHAPES_MAX];
    const char *names[SHAPES_MAX];
    rp_key keys[SHAPES_MAX];
    for (int n = 0; n < all; n++) {
        if (!list[n]->read || rp_shape_find(list[n]->name, r->dimension) != list[n]) continue;
        known[count] = list[n];
        keys[count] = (rp_key){names[count] = list[n]->name, 0};
        count++;
    }
    int found = rp_read_map(r, node, keys, count) ? rp_read_one_of(r, node, names, count, 1) : -1;
    if (found < 0) return rp_shape_round(r->dimension);
    read_form(r, rp_yaml_find(node, names[found]), known[found], f);
    return known[found];
}

static const rp_shape *read_name(rp_read *r, const rp_node *node)
{
    int count;
    const rp_shape *const *list = rp_shape_list(&count);
    const char *names[SHAPES_MAX];
    int known = 0;
    for (int n = 0; n < count; n++)
        if (rp_shape_find(list[n]->name, r->dimension) == list[n]) names[known++] = list[n]->name;
    return rp_shape_find(names[rp_read_choice_at(r, node, names, known)], r->dimension);
}

/* A tiling makes polygons; all other shapes that are not round need corners. */
static void check_corners(rp_read *r, const rp_node *node, const rp_entry_spec *e)
{
    const rp_shape *shape = e->shape;
    int plain = !(shape->flags & RP_SHAPE_ROUND) && e->form.kind == RP_FORM_NONE;
    if (e->place.kind == RP_PLACE_VORONOI) {
        if ((!plain || shape != &rp_shape_polygon) && rp_read_fail(r, node, "a Voronoi tiling makes its own polygons"))
            rp_error_expected(r->err, "shape: polygon");
    } else if (plain && rp_read_fail(r, node, "which %s?", shape->name)) {
        const recipe *drawn = recipe_of(shape);
        rp_error_expected(r->err, "{%s: {%s: ...}}%s%s%s; only place.voronoi makes shapes itself: polygons",
                          shape->name, shape->key[0].name, drawn ? ", or " : "", drawn ? drawn->key : "",
                          drawn ? " instead" : "");
    }
}

void rp_shape_read(rp_read *r, const rp_node *map, rp_entry_spec *e)
{
    const rp_node *node = rp_read_key(r, map, "shape");
    if (!node) e->shape = rp_shape_round(r->dimension);
    else if (node->kind == RP_NODE_MAP) e->shape = read_mapping(r, node, &e->form);
    else e->shape = read_name(r, node);
    if (!r->status && !rp_shape_fits(e->shape, r->dimension)
        && rp_read_fail(r, node, "%s exist in %s dimensions only", e->shape->plural,
                        e->shape->dimension == 2 ? "two" : "three"))
        rp_error_expected(r->err, "%s, or dimension: %d", rp_shape_round(r->dimension)->name, e->shape->dimension);
    if (!r->status) check_corners(r, node ? node : map, e);
    read_angle(r, map, e);
    if (e->place.kind == RP_PLACE_VORONOI && (e->angle != 0 || e->angle_random))
        rp_read_fail(r, rp_yaml_find(map, "angle"), "cells of a tiling have their place and angle");
}

/* ---- making ---- */

static int draw(const rp_entry_spec *e, uint64_t seed, uint64_t id, double *corner)
{
    rp_random stream = rp_random_stream(seed, RP_RANDOM_SHAPE, id, 0);
    if (e->form.kind == RP_FORM_RECIPE) return recipe_of(e->shape)->draw(&e->form, &stream, corner);
    memcpy(corner, e->form.given.corner, sizeof e->form.given.corner);
    return e->form.given.count;
}

rp_shape_def rp_shape_of(const rp_scene_spec *spec, const rp_grains *grains, const rp_grain *g)
{
    return (rp_shape_def){.shape = spec->entry[g->entry].shape,
                          .radius = g->r,
                          .corners = g->corners,
                          .corner = g->corners ? grains->corner + g->corner : NULL};
}

rp_status rp_shape_give(rp_grains *grains, rp_grain *g, const rp_shape *shape, const double *corner, int count,
                        rp_error *err)
{
    const rp_shape_def def = {.shape = shape, .corners = count, .corner = corner};
    size_t numbers = (size_t)(count * shape->width), all = grains->corner_count + numbers;
    if (!rp_memory_reserve(&grains->corner, &grains->corner_capacity, all, sizeof *corner))
        return rp_memory_error(err, all * sizeof *corner, "corners");
    memcpy(grains->corner + grains->corner_count, corner, numbers * sizeof *corner);
    g->corner = grains->corner_count;
    g->corners = count;
    g->solid = rp_shape_inner_radius(&def);
    grains->corner_count = all;
    return RP_OK;
}

/* Evenly among all orientations: a point of the sphere in four dimensions. */
static void random_turn(rp_random *stream, double turn[4])
{
    double square;
    do {
        square = 0;
        for (int k = 0; k < 4; k++) {
            turn[k] = rp_random_range(stream, -1, 1);
            square += turn[k] * turn[k];
        }
    } while (square > 1 || square < 0.01);
    rp_quaternion_unit(turn);
}

/* A union of any size has the definition of its entry, which is centred and stands along its axes. */
static rp_status cut_union(const rp_placing *p, rp_grain *g, size_t i)
{
    const rp_entry_spec *e = p->entry;
    const rp_shape_corners *given = &e->form.given;
    rp_random stream = rp_random_stream(p->spec->seed, RP_RANDOM_SHAPE, i, 1);
    double member[RP_SHAPE_NUMBERS];
    g->size = g->r / e->form.radius;
    for (int k = 0; k < given->count * e->shape->width; k++) member[k] = g->size * given->corner[k];
    g->angle = e->angle_random ? rp_random_range(&stream, 0, 2 * M_PI) : e->angle;
    rp_quaternion_of_angle(e->turned, g->turn);
    if (e->angle_random && p->spec->dimension == 3) random_turn(&stream, g->turn);
    rp_quaternion_product(g->turn, given->turn, g->turn);
    if (p->spec->dimension == 2) {
        g->turn[0] = g->angle;
        g->turn[1] = g->turn[2] = g->turn[3] = 0;
    }
    return rp_shape_give(p->grains, g, e->shape, member, given->count, p->err);
}

rp_status rp_shape_cut(const rp_placing *p)
{
    const rp_entry_spec *e = p->entry;
    int round = (e->shape->flags & RP_SHAPE_ROUND) != 0;
    rp_status status = RP_OK;
    for (size_t i = p->first; i < p->grains->count && !status; i++) {
        rp_grain *g = &p->grains->grain[i];
        double corner[RP_SHAPE_NUMBERS];
        if (round) g->solid = g->r;
        if (round || g->corners) continue;
        if (e->shape->flags & RP_SHAPE_UNION) {
            status = cut_union(p, g, i);
            continue;
        }
        int count = draw(e, p->spec->seed, i, corner);
        e->shape->centre(corner, count, g->r);
        rp_random stream = rp_random_stream(p->spec->seed, RP_RANDOM_SHAPE, i, 1);
        g->angle = e->angle_random ? rp_random_range(&stream, 0, 2 * M_PI) : e->angle;
        status = rp_shape_give(p->grains, g, e->shape, corner, count, p->err);
    }
    return status;
}
