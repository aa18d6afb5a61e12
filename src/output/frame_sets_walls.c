/* Walls as segments and polygons that a viewer can show.
 *
 * Planes and cylinders have no end, so they are cut to a box: the domain, or where there is none the particles' and
 * finite walls' bounding box and a tenth more. Only rp_wall_distance is asked where a plane or an axis is now: the foot
 * of the box's middle on it. */
#include "output/frame_sets.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/memory.h"

enum { FACETS = 128, CORNERS = 16 }; /* of a circle; of a plane cut by a box, at most 4 + 6 */

typedef struct bounds {
    double lower[3], upper[3];
} bounds;

/* Cells as they are collected. */
typedef struct facets {
    int dimension;
    size_t points, cells, point_capacity, cell_capacity;
    double *point; /* owned, points x 3 */
    struct facet {
        int wall, face;
        size_t end;
        rp_vec normal, middle;
    } * cell; /* owned; end: 1 + index of its last point */
    int failed;
} facets;

/* ---- the box ---- */

static void include(bounds *b, rp_vec x, double margin)
{
    for (int k = 0; k < 3; k++) {
        double v = rp_vec_component(x, k);
        if (v - margin < b->lower[k]) b->lower[k] = v - margin;
        if (v + margin > b->upper[k]) b->upper[k] = v + margin;
    }
}

/* Corners of a rectangle in turn; of a segment its ends, twice. */
static rp_vec patch_corner(const rp_wall *wall, int n)
{
    rp_vec x = wall->point;
    if (n == 1 || n == 2) x = rp_vec_add(x, wall->side[0]);
    if (n >= 2) x = rp_vec_add(x, wall->side[1]);
    return rp_wall_now(wall, x);
}

static void include_contents(bounds *b, const rp_world *world)
{
    const rp_particles *p = &world->particles;
    for (size_t i = 0; i < p->count; i++) include(b, rp_particle_position(p, i), p->row[i].r);
    for (int w = 0; w < world->wall_count; w++) {
        const rp_wall *wall = &world->wall[w];
        rp_vec corner = rp_vec_add(wall->point, wall->offset);
        if (wall->shape == RP_WALL_BOX) {
            include(b, corner, 0.0);
            include(b, rp_vec_add(corner, wall->size), 0.0);
        }

        for (int n = 0; n < 4 && rp_wall_ends(wall); n++) include(b, patch_corner(wall, n), 0.0);
    }
}

static void widen(bounds *b)
{
    double longest = 0.0;
    for (int k = 0; k < 3; k++) longest = fmax(longest, b->upper[k] - b->lower[k]);
    for (int k = 0; k < 3; k++) {
        b->lower[k] -= 0.1 * longest;
        b->upper[k] += 0.1 * longest;
    }
}

static bounds bounds_of(const rp_world *world)
{
    bounds b = {{DBL_MAX, DBL_MAX, DBL_MAX}, {-DBL_MAX, -DBL_MAX, -DBL_MAX}};
    if (world->domain.bounded) {
        include(&b, world->domain.lower, 0.0);
        include(&b, world->domain.upper, 0.0);
    } else {
        include_contents(&b, world);
        if (b.lower[0] > b.upper[0]) include(&b, (rp_vec){0}, 1.0); /* nothing there: a box of 2 m */
        widen(&b);
    }
    if (world->dimension == 2) b.lower[2] = b.upper[2] = 0.0;
    return b;
}

static rp_vec middle_of(const bounds *b)
{
    return rp_vec_make(0.5 * (b->lower[0] + b->upper[0]), 0.5 * (b->lower[1] + b->upper[1]),
                       0.5 * (b->lower[2] + b->upper[2]));
}

static double diagonal_of(const bounds *b)
{
    return rp_vec_norm(rp_vec_make(b->upper[0] - b->lower[0], b->upper[1] - b->lower[1], b->upper[2] - b->lower[2]));
}

/* ---- cells ---- */

static void facet_add(facets *f, int wall, int face, rp_vec normal, const rp_vec *corner, int count)
{
    if (!rp_memory_reserve(&f->point, &f->point_capacity, 3 * (f->points + (size_t)count), sizeof *f->point)
        || !rp_memory_reserve(&f->cell, &f->cell_capacity, f->cells + 1, sizeof *f->cell)) {
        f->failed = 1;
        return;
    }
    rp_vec sum = {0};
    for (int n = 0; n < count; n++) {
        double *to = f->point + 3 * f->points++;
        to[0] = corner[n].x;
        to[1] = corner[n].y;
        to[2] = corner[n].z;
        sum = rp_vec_add(sum, corner[n]);
    }
    f->cell[f->cells++] = (struct facet){wall, face, f->points, normal, rp_vec_scale(1.0 / count, sum)};
}

/* Two unit vectors across n; in two dimensions the second is z. */
static void across(rp_vec n, int dimension, rp_vec *u, rp_vec *v)
{
    rp_vec z = {0, 0, 1}, x = {1, 0, 0};
    rp_vec other = dimension == 2 || fabs(n.z) < 0.9 ? z : x;
    *u = rp_vec_cross(other, n);
    *u = rp_vec_scale(1.0 / rp_vec_norm(*u), *u);
    *v = rp_vec_cross(n, *u);
}

/* Keeps the part of a convex polygon (or segment, count 2) where sign * x[axis] <= sign * limit. */
static int clip(rp_vec *corner, int count, int axis, double limit, double sign, double tolerance)
{
    rp_vec kept[CORNERS];
    int n = 0;
    for (int k = 0; k < count; k++) {
        rp_vec s = corner[k], e = corner[(k + 1) % count];
        double out_s = sign * (rp_vec_component(s, axis) - limit), out_e = sign * (rp_vec_component(e, axis) - limit);
        int in_s = out_s <= tolerance, in_e = out_e <= tolerance;
        if (in_s) kept[n++] = s;
        if (in_s != in_e && (count > 2 || k == 0))
            kept[n++] = rp_vec_add(s, rp_vec_scale(out_s / (out_s - out_e), rp_vec_sub(e, s)));
    }
    memcpy(corner, kept, (size_t)n * sizeof *kept);
    return n;
}

static int clip_to(rp_vec *corner, int count, const bounds *b, int dimension)
{
    double tolerance = 1e-9 * diagonal_of(b);
    for (int axis = 0; axis < dimension && count; axis++) {
        count = clip(corner, count, axis, b->lower[axis], -1.0, tolerance);
        if (count) count = clip(corner, count, axis, b->upper[axis], 1.0, tolerance);
    }
    return count;
}

static rp_vec offset_by(rp_vec x, double a, rp_vec u, double b, rp_vec v)
{
    return rp_vec_add(x, rp_vec_add(rp_vec_scale(a, u), rp_vec_scale(b, v)));
}

/* A plane that misses the box is shown at its full size all the same. */
static void plane_add(facets *f, int index, const rp_wall *wall, const bounds *b)
{
    rp_vec normal, u, v, corner[CORNERS], whole[4] = {{0}};
    double half = diagonal_of(b), d = rp_wall_distance(wall, 0, middle_of(b), &normal);
    rp_vec foot = rp_vec_sub(middle_of(b), rp_vec_scale(d, normal));
    across(normal, f->dimension, &u, &v);
    int count = f->dimension == 2 ? 2 : 4;
    if (count == 2) {
        whole[0] = offset_by(foot, -half, u, 0, v);
        whole[1] = offset_by(foot, half, u, 0, v);
    } else {
        static const double a[4] = {-1, 1, 1, -1}, c[4] = {-1, -1, 1, 1};
        for (int n = 0; n < 4; n++) whole[n] = offset_by(foot, a[n] * half, u, c[n] * half, v);
    }
    memcpy(corner, whole, sizeof whole);
    int kept = clip_to(corner, count, b, f->dimension);
    if (kept >= count || (kept > 2 && count == 4)) facet_add(f, index, 0, normal, corner, kept);
    else facet_add(f, index, 0, normal, whole, count);
}

static void box_add(facets *f, int index, const rp_wall *wall)
{
    for (int face = 0; face < rp_wall_faces(wall); face++) {
        int axis = face / 2, second = axis == 2 ? 0 : axis + 1, third = 3 - axis - second;
        if (f->dimension == 2) {
            second = 1 - axis;
            third = 2;
        }

        double low[3] = {wall->point.x + wall->offset.x, wall->point.y + wall->offset.y,
                         wall->point.z + wall->offset.z};
        double size[3] = {wall->size.x, wall->size.y, wall->size.z}, c[4][3];
        rp_vec corner[4], normal;
        for (int n = 0; n < 4; n++) {
            memcpy(c[n], low, sizeof low);
            c[n][axis] += face % 2 ? size[axis] : 0.0;
            c[n][second] += n == 1 || n == 2 ? size[second] : 0.0;
            if (f->dimension == 3) c[n][third] += n >= 2 ? size[third] : 0.0;
            corner[n] = rp_vec_make(c[n][0], c[n][1], c[n][2]);
        }
        rp_wall_distance(wall, face, corner[0], &normal);
        facet_add(f, index, face, normal, corner, f->dimension == 2 ? 2 : 4);
    }
}

/* The reach of the box along an axis through `foot`. */
static void reach_along(const bounds *b, rp_vec foot, rp_vec axis, double *from, double *to)
{
    *from = DBL_MAX;
    *to = -DBL_MAX;
    for (int n = 0; n < 8; n++) {
        rp_vec corner = {n & 1 ? b->upper[0] : b->lower[0], n & 2 ? b->upper[1] : b->lower[1],
                         n & 4 ? b->upper[2] : b->lower[2]};
        double along = rp_vec_dot(rp_vec_sub(corner, foot), axis);
        *from = fmin(*from, along);
        *to = fmax(*to, along);
    }
}

static void cylinder_add(facets *f, int index, const rp_wall *wall, const bounds *b)
{
    rp_vec normal, u, v, axis = rp_wall_face_normal(wall), probe = middle_of(b);
    double d = rp_wall_distance(wall, 0, probe, &normal), from = 0, to = 0;
    double sign = wall->shape == RP_WALL_CYLINDER_INSIDE ? -1.0 : 1.0; /* of the radial direction in `normal` */
    rp_vec foot = rp_vec_sub(probe, rp_vec_scale(sign * (sign * d + wall->radius), normal));
    across(axis, 3, &u, &v);
    if (f->dimension == 3) reach_along(b, foot, axis, &from, &to);
    for (int n = 0; n < FACETS; n++) {
        double p = 2 * M_PI * n / FACETS, q = 2 * M_PI * (n + 1) / FACETS, r = wall->radius;
        rp_vec one = offset_by(foot, r * cos(p), u, r * sin(p), v), two = offset_by(foot, r * cos(q), u, r * sin(q), v);
        rp_vec shift = rp_vec_scale(from, axis), far = rp_vec_scale(to, axis);
        rp_vec corner[4] = {rp_vec_add(one, shift), rp_vec_add(two, shift), rp_vec_add(two, far), rp_vec_add(one, far)};
        rp_vec out = offset_by((rp_vec){0}, cos(0.5 * (p + q)), u, sin(0.5 * (p + q)), v);
        facet_add(f, index, 0, rp_vec_scale(sign, out), corner, f->dimension == 2 ? 2 : 4);
    }
}

static void patch_add(facets *f, int index, const rp_wall *wall)
{
    rp_vec corner[4];
    for (int n = 0; n < 4; n++) corner[n] = patch_corner(wall, n);
    facet_add(f, index, 0, rp_wall_face_normal(wall), corner, wall->shape == RP_WALL_SEGMENT ? 2 : 4);
}

static void facets_collect(facets *f, const rp_world *world)
{
    bounds b = bounds_of(world);
    for (int w = 0; w < world->wall_count; w++) {
        const rp_wall *wall = &world->wall[w];
        if (!wall->active) continue;
        if (wall->shape == RP_WALL_PLANE) plane_add(f, w, wall, &b);
        else if (wall->shape == RP_WALL_BOX) box_add(f, w, wall);
        else if (rp_wall_ends(wall)) patch_add(f, w, wall);
        else cylinder_add(f, w, wall, &b);
    }
}

/* ---- the set ---- */

static rp_status put_cells(const facets *f, rp_archive *set, rp_error *err)
{
    static const char *const names[2][2] = {{"lines/connectivity", "lines/offsets"},
                                            {"polys/connectivity", "polys/offsets"}};
    const char *const *name = names[f->dimension == 3];
    int64_t *connectivity = rp_frame_sets_array(set, name[0], RP_I64, f->points, 1, err);
    int64_t *offsets = connectivity ? rp_frame_sets_array(set, name[1], RP_I64, f->cells, 1, err) : NULL;
    if (!offsets) return RP_SYSTEM;
    for (size_t n = 0; n < f->points; n++) connectivity[n] = (int64_t)n;
    for (size_t n = 0; n < f->cells; n++) offsets[n] = (int64_t)f->cell[n].end;
    return rp_archive_put_copy(set, "points", RP_F64, f->points, 3, f->point, err);
}

static rp_status put_cell_data(const facets *f, const rp_world *world, rp_archive *set, rp_error *err)
{
    int32_t *wall = rp_frame_sets_array(set, "cell/wall", RP_I32, f->cells, 1, err);
    int32_t *shape = wall ? rp_frame_sets_array(set, "cell/shape", RP_I32, f->cells, 1, err) : NULL;
    int32_t *face = shape ? rp_frame_sets_array(set, "cell/face", RP_I32, f->cells, 1, err) : NULL;
    double *vector[4] = {0};
    static const char *const names[4] = {"cell/normal", "cell/velocity", "cell/force", "cell/torque"};
    for (int k = 0; k < 4; k++) {
        vector[k] = face ? rp_frame_sets_array(set, names[k], RP_F64, f->cells, 3, err) : NULL;
        if (!vector[k]) return RP_SYSTEM;
    }
    for (size_t n = 0; n < f->cells; n++) {
        const struct facet *cell = &f->cell[n];
        const rp_wall *w = &world->wall[cell->wall];
        rp_vec value[4] = {cell->normal, rp_wall_velocity_at(w, cell->middle), w->force, w->torque};
        wall[n] = cell->wall;
        shape[n] = w->shape;
        face[n] = cell->face;
        for (int k = 0; k < 4; k++)
            for (int axis = 0; axis < 3; axis++) vector[k][3 * n + (size_t)axis] = rp_vec_component(value[k], axis);
    }
    return RP_OK;
}

rp_status rp_frame_sets_walls(const rp_world *world, rp_archive *set, rp_error *err)
{
    facets f = {.dimension = world->dimension};
    rp_archive_init(set);
    facets_collect(&f, world);
    rp_status status = f.failed ? rp_memory_error(err, f.cells * sizeof *f.cell, "the walls' facets") : RP_OK;
    if (status == RP_OK) status = rp_archive_put_copy(set, "field/TimeValue", RP_F64, 1, 1, &world->time, err);
    if (status == RP_OK) status = put_cells(&f, set, err);
    if (status == RP_OK) status = put_cell_data(&f, world, set, err);
    if (status == RP_OK && world->wall_count)
        status = rp_frame_sets_names(set, "text/wall_names", world->wall->name, sizeof *world->wall, world->wall_count,
                                     err);
    rp_memory_free(f.point);
    rp_memory_free(f.cell);
    if (status != RP_OK) rp_archive_free(set);
    return status;
}
