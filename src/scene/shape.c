/* `shape`: round, or with corners: given by the keys of the shape's own table, or drawn by a recipe.
 *
 * The recipe of polygons. The number of sides is drawn evenly from least..most. Corner k of n stands on a circle at the
 * angle
 *   2 pi (k + angularity (u_k - 1/2)) / n,   u_k evenly in [0, 1),
 * turned by a random angle; then all is moved to its centroid and scaled, so that the farthest corner is at `radius`.
 * Angularity 0 is a regular polygon; towards 1 sides get as short as 0 and corners as sharp as n allows. Corners on a
 * circle are always convex.
 *
 * The recipe of polyhedra. So many points evenly on a sphere, none nearer to another than CLOSE of the distance that as
 * many would have on a lattice; their hull is moved to its centroid, turned to its principal axes, and scaled.
 */
#include "scene/shape.h"

#include <string.h>

#include "base/angle.h"
#include "base/memory.h"
#include "base/quaternion.h"
#include "base/random.h"
#include "scene/csv.h"

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

static int read_corner_count(rp_read *r, const rp_node *node)
{
    double n = rp_read_number_at(r, node, rp_bound_between(4, RP_CORNERS_MAX, "1, vertices"));
    if (!r->status && n != (int)n) rp_read_fail(r, node, "the number of vertices is a whole number");
    return r->status ? 4 : (int)n;
}

static void read_random(rp_read *r, const rp_node *map, rp_form_spec *f)
{
    const rp_node *node = rp_yaml_find(map, "random");
    if (node->kind != RP_NODE_LIST) {
        f->least = f->most = read_corner_count(r, node);
        return;
    }
    if (rp_read_list(r, node, 2, 2, "least and most vertices") != 2) return;
    f->least = read_corner_count(r, node->child);
    f->most = read_corner_count(r, node->child->next);
    if (f->least > f->most) rp_read_fail(r, node, "the least number of vertices is above the most");
}

#define CLOSE 0.3

static rp_vec draw_direction(rp_random *stream)
{
    const double z = rp_random_range(stream, -1, 1), flat = sqrt(1 - z * z);
    double s, c;
    rp_angle_sincos(rp_random_range(stream, 0, 2 * M_PI), &s, &c);
    return rp_vec_make(flat * c, flat * s, z);
}

/* n points on the unit sphere with some room between them. */
static void draw_corners(rp_random *stream, int n, double *corner)
{
    const double least = CLOSE * sqrt(4 * M_PI / n);
    for (int k = 0; k < n;) {
        const rp_vec at = draw_direction(stream);
        int clear = 1;
        for (int j = 0; j < k && clear; j++) clear = rp_vec_norm(rp_vec_sub(at, rp_hull_at(corner, j))) > least;
        if (!clear) continue;
        memcpy(corner + 3 * k++, (double[]){at.x, at.y, at.z}, 3 * sizeof *corner);
    }
}

/* Until they hold the centre, at no less than a tenth of the radius: few corners may all lie on one side. */
static int draw_random(const rp_form_spec *f, rp_random *stream, double *corner)
{
    const int n = f->least + (int)rp_random_below(stream, (uint64_t)(f->most - f->least + 1));
    const rp_shape_def def = {.shape = &rp_shape_polyhedron, .corners = n, .corner = corner};
    do draw_corners(stream, n, corner);
    while (!rp_shape_polyhedron.valid(corner, n) || rp_shape_inner_radius(&def) < 0.1);
    return n;
}

/* How a shape is drawn at random. The first key chooses the recipe; the others refine it. */
typedef struct recipe {
    const rp_shape *shape;
    const char *key, *refined;
    void (*read)(rp_read *r, const rp_node *map, rp_form_spec *f);
    int (*draw)(const rp_form_spec *f, rp_random *stream, double *corner);
} recipe;

static const recipe recipes[] = {{&rp_shape_polygon, "sides", "angularity", read_sides, draw_sides},
                                 {&rp_shape_polyhedron, "random", NULL, read_random, draw_random}};

static const recipe *recipe_of(const rp_shape *shape)
{
    for (size_t n = 0; n < sizeof recipes / sizeof *recipes; n++)
        if (recipes[n].shape == shape) return &recipes[n];
    return NULL;
}

/* ---- reading ---- */

/* Members from the rows of a table. */
static void take_members(rp_read *r, const rp_node *node, const rp_shape *shape, const rp_csv *csv, rp_shape_corners *c)
{
    const unsigned places = 1u << RP_CSV_X | 1u << RP_CSV_Y | (shape->dimension == 3 ? 1u << RP_CSV_Z : 0),
                   wanted = places | 1u << RP_CSV_RADIUS;
    if ((csv->has != wanted || csv->stored) && rp_read_fail(r, node, "the file is no table of members"))
        rp_error_expected(r->err, "columns x, y, %sradius and no others", shape->dimension == 3 ? "z, " : "");
    if (!r->status && (csv->count < 1 || csv->count > RP_CORNERS_MAX)
        && rp_read_fail(r, node, "the file has %zu members", csv->count))
        rp_error_expected(r->err, "1 to %d", RP_CORNERS_MAX);
    *c = (rp_shape_corners){.turn = {1}};
    for (size_t n = 0; n < csv->count && !r->status; n++) {
        const double *number = csv->row[n].number;
        memcpy(c->corner + 4 * n,
               (double[]){number[RP_CSV_X], number[RP_CSV_Y], number[RP_CSV_Z], number[RP_CSV_RADIUS]},
               4 * sizeof *number);
        c->count++;
    }
    if (!r->status && !shape->valid(c->corner, c->count)) rp_read_fail(r, node, "a member's radius is not above 0");
    if (!r->status) rp_shape_clump_settle(r, node, shape, c);
}

static void read_members(rp_read *r, const rp_node *map, const rp_shape *shape, rp_form_spec *f)
{
    const rp_node *node = rp_read_key(r, map, "file");
    char path[1024];
    rp_csv csv = {0};
    rp_read_file(r, node, path, sizeof path, 1, 0);
    if (r->status) return;
    rp_status status = rp_csv_read(path, r->dimension, NULL, 0, 1, &csv, r->err);
    if (status) r->status = status;
    else take_members(r, node, shape, &csv, &f->given);
    rp_csv_free(&csv);
}

static void read_given(rp_read *r, const rp_node *map, const rp_shape *shape, int file, rp_form_spec *f)
{
    f->kind = RP_FORM_GIVEN;
    if (file) read_members(r, map, shape, f);
    else shape->read(r, map, &f->given);
    if (r->status) return;
    const rp_shape_def def = {.shape = shape, .corners = f->given.count, .corner = f->given.corner};
    f->radius = shape->radius(&def);
    if (!(shape->flags & RP_SHAPE_BODY)) return;
    double tensor[3][3];
    f->volume = shape->volume(&def);
    shape->inertia(&def, tensor);
    for (int k = 0; k < 3; k++) f->moment[k] = tensor[k][k];
}

enum { KEYS_MAX = 8, SHAPES_MAX = 32 };

/* Keys that have no effect beside the one that was chosen. */
static void check_refined(rp_read *r, const rp_node *map, const rp_shape *shape, const recipe *drawn,
                          const char *chosen, int given)
{
    const rp_node *refined = drawn->refined ? rp_read_key(r, map, drawn->refined) : NULL;
    if (given && refined) rp_read_fail(r, refined, "'%s' has no effect: the %s are given", drawn->refined, chosen);
    for (int n = shape->ways ? shape->ways : 1; n < shape->key_count && !given; n++) {
        const rp_node *node = rp_read_key(r, map, shape->key[n].name);
        if (node) rp_read_fail(r, node, "'%s' has no effect beside '%s'", shape->key[n].name, chosen);
    }
}

/* The mapping under the name of a shape: the keys of its definition, or those of its recipe. */
static void read_form(rp_read *r, const rp_node *map, const rp_shape *shape, rp_form_spec *f)
{
    const recipe *drawn = recipe_of(shape);
    rp_key keys[KEYS_MAX];
    int count = 0;
    for (; count < shape->key_count; count++) keys[count] = shape->key[count];
    if (drawn) keys[count++] = (rp_key){drawn->key, 0};
    if (drawn && drawn->refined) keys[count++] = (rp_key){drawn->refined, 0};
    const int members = (shape->flags & RP_SHAPE_UNION) != 0;
    if (members) keys[count++] = (rp_key){"file", 0};
    if (!rp_read_map(r, map, keys, count)) return;
    const int ways = shape->ways ? shape->ways : 1;
    const char *names[KEYS_MAX];
    for (int n = 0; n < ways; n++) names[n] = shape->key[n].name;
    names[ways] = drawn ? drawn->key : "file";
    const int way = rp_read_one_of(r, map, names, ways + (drawn || members), 1);
    if (way >= 0 && (way < ways || members)) read_given(r, map, shape, way == ways, f);
    else if (way == ways) {
        f->kind = RP_FORM_RECIPE;
        drawn->read(r, map, f);
    }
    if (drawn && way >= 0) check_refined(r, map, shape, drawn, names[way], way < ways);
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

static int draw(const rp_entry_spec *e, rp_random *stream, double *corner)
{
    if (e->form.kind == RP_FORM_RECIPE) return recipe_of(e->shape)->draw(&e->form, stream, corner);
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

/* How a particle stands at first; 2D: [0] is the angle. */
static void draw_turn(const rp_entry_spec *e, int dimension, rp_random *stream, double turn[4])
{
    if (dimension == 2) {
        turn[0] = e->angle_random ? rp_random_range(stream, 0, 2 * M_PI) : e->angle;
        turn[1] = turn[2] = turn[3] = 0;
        return;
    }
    rp_quaternion_of_angle(e->turned, turn);
    if (e->angle_random) random_turn(stream, turn);
    if (e->shape->flags & RP_SHAPE_BODY && e->form.kind == RP_FORM_GIVEN)
        rp_quaternion_product(turn, e->form.given.turn, turn);
}

/* A body that is drawn, of this bounding radius: `turn` becomes the orientation of its principal axes. */
static int draw_body(const rp_entry_spec *e, rp_random *stream, double r, double *corner, double turn[4])
{
    double own[4];
    const int count = draw(e, stream, corner);
    e->shape->centre(corner, count, r);
    rp_shape_to_axes(e->shape, corner, count, own);
    rp_quaternion_product(turn, own, turn);
    return count;
}

static void draw_own_body(const rp_entry_spec *e, rp_random *stream, rp_particle_def *def, double *corner)
{
    double tensor[3][3];
    def->corners = draw_body(e, stream, def->r, corner, def->turn);
    def->corner = corner;
    const rp_shape_def form = {.shape = e->shape, .corners = def->corners, .corner = corner};
    def->size = 1;
    def->volume = e->shape->volume(&form);
    e->shape->inertia(&form, tensor);
    for (int k = 0; k < 3; k++) def->moment[k] = tensor[k][k];
}

void rp_shape_draw(const rp_entry_spec *e, int dimension, rp_random *stream, rp_particle_def *def,
                   double corner[RP_SHAPE_NUMBERS])
{
    if (e->shape->flags & RP_SHAPE_ROUND) return;
    def->corner = e->form.given.corner;
    def->corners = e->form.given.count;
    def->shared = e->shape->flags & RP_SHAPE_BODY && e->form.kind == RP_FORM_GIVEN;
    if (def->shared) {
        def->size = def->r / e->form.radius;
        def->volume = e->form.volume;
        memcpy(def->moment, e->form.moment, sizeof def->moment);
    } else if (e->shape->flags & RP_SHAPE_BODY) {
        draw_turn(e, dimension, stream, def->turn);
        draw_own_body(e, stream, def, corner);
        return;
    } else {
        def->corners = draw(e, stream, corner);
        def->corner = corner;
        e->shape->centre(corner, def->corners, def->r);
    }
    draw_turn(e, dimension, stream, def->turn);
}

/* Bodies that are drawn have their own definitions. */
static rp_status cut_drawn(const rp_placing *p, rp_grain *g, size_t i)
{
    const rp_entry_spec *e = p->entry;
    rp_random form = rp_random_stream(p->spec->seed, RP_RANDOM_SHAPE, i, 0),
              stream = rp_random_stream(p->spec->seed, RP_RANDOM_SHAPE, i, 1);
    double corner[RP_SHAPE_NUMBERS];
    g->size = 1;
    draw_turn(e, p->spec->dimension, &stream, g->turn);
    const int count = draw_body(e, &form, g->r, corner, g->turn);
    return rp_shape_give(p->grains, g, e->shape, corner, count, p->err);
}

/* A body of any size has the definition of its entry, which is centred and stands along its axes. */
static rp_status cut_given(const rp_placing *p, rp_grain *g, size_t i)
{
    const rp_entry_spec *e = p->entry;
    const rp_shape_corners *given = &e->form.given;
    rp_random stream = rp_random_stream(p->spec->seed, RP_RANDOM_SHAPE, i, 1);
    double member[RP_SHAPE_NUMBERS];
    g->size = g->r / e->form.radius;
    for (int k = 0; k < given->count * e->shape->width; k++) member[k] = g->size * given->corner[k];
    rp_random spare = stream;
    g->angle = e->angle_random ? rp_random_range(&spare, 0, 2 * M_PI) : e->angle;
    draw_turn(e, p->spec->dimension, p->spec->dimension == 3 ? &spare : &stream, g->turn);
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
        if (e->shape->flags & RP_SHAPE_BODY) {
            status = e->form.kind == RP_FORM_GIVEN ? cut_given(p, g, i) : cut_drawn(p, g, i);
            continue;
        }
        rp_random form = rp_random_stream(p->spec->seed, RP_RANDOM_SHAPE, i, 0);
        int count = draw(e, &form, corner);
        e->shape->centre(corner, count, g->r);
        rp_random stream = rp_random_stream(p->spec->seed, RP_RANDOM_SHAPE, i, 1);
        g->angle = e->angle_random ? rp_random_range(&stream, 0, 2 * M_PI) : e->angle;
        status = rp_shape_give(p->grains, g, e->shape, corner, count, p->err);
    }
    return status;
}
