/* A convex polyhedron in space. Rows are the corners; core/hull.h has faces, edges and integrals. A definition stands
 * along its principal axes. */
#include <math.h>
#include <string.h>
#include "base/file.h"
#include "base/memory.h"
#include "base/quaternion.h"
#include "core/hull.h"
#include "core/mesh_file.h"
#include "core/shape.h"

enum { WIDTH = 3 };

/* ---- what follows from the corners ---- */

/* Faces and edges as they are known, or found now. */
static const rp_hull *hull_of(const rp_shape_def *d, rp_hull *room)
{
    int which;
    if (d->hull) return d->hull;
    rp_hull_make(d->corner, d->corners, room, &which);
    return room;
}

static rp_hull_moments moments(const rp_shape_def *d)
{
    rp_hull room;
    return rp_hull_integrate(hull_of(d, &room), d->corner);
}

static double volume(const rp_shape_def *d) { return moments(d).volume; }

static double radius(const rp_shape_def *d)
{
    double most = 0;
    for (int k = 0; k < d->corners; k++) most = fmax(most, rp_vec_norm(rp_hull_at(d->corner, k)));
    return most;
}

/* Products of inertia below the rounding of their sum are none: a box then keeps its axes to the last digit. */
static double product(double value, double trace) { return fabs(value) < 1e-14 * trace ? 0 : value; }

static void inertia(const rp_shape_def *d, double tensor[3][3])
{
    const rp_hull_moments m = moments(d);
    const double trace = (m.second[0][0] + m.second[1][1] + m.second[2][2]) / m.volume;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            tensor[i][j] = i == j ? trace - m.second[i][i] / m.volume : product(-m.second[i][j] / m.volume, trace);
}

static rp_vec support(const rp_shape_def *d, rp_vec direction)
{
    int best = 0;
    for (int k = 1; k < d->corners; k++)
        if (rp_vec_dot(rp_hull_at(d->corner, k), direction) > rp_vec_dot(rp_hull_at(d->corner, best), direction))
            best = k;
    return rp_hull_at(d->corner, best);
}

static int face(const rp_shape_def *d, int k, rp_shape_face *f)
{
    rp_hull room;
    const rp_hull *h = hull_of(d, &room);
    if (k >= h->faces) return 0;
    f->normal = rp_hull_plane(h, d->corner, k, &f->distance);
    f->count = rp_hull_sides(h, k);
    for (int n = 0; n < f->count; n++) f->corner[n] = h->corner[h->start[k] + n];
    return 1;
}

static void mesh(const rp_shape_def *d, rp_shape_mesh *m)
{
    rp_hull room;
    const rp_hull *h = hull_of(d, &room);
    m->points = (size_t)h->corners;
    m->cells = (size_t)h->faces;
    m->corners = h->start[h->faces];
    if (!m->point) return;
    for (int k = 0; k < h->corners; k++) m->point[k] = rp_hull_at(d->corner, k);
    for (size_t n = 0; n < m->corners; n++) m->corner[n] = h->corner[n];
    for (int k = 0; k < h->faces; k++) m->end[k] = h->start[k + 1];
}

/* ---- definition ---- */

static int valid(const double *corner, int count)
{
    rp_hull hull;
    int which;
    return count >= 4 && rp_hull_make(corner, count, &hull, &which) == RP_HULL_GOOD;
}

static void centre(double *corner, int count, double size)
{
    const rp_shape_def d = {.shape = &rp_shape_polyhedron, .corners = count, .corner = corner};
    const rp_vec c = moments(&d).centroid;
    for (int k = 0; k < count; k++) {
        corner[WIDTH * k] -= c.x;
        corner[WIDTH * k + 1] -= c.y;
        corner[WIDTH * k + 2] -= c.z;
    }
    const double scale = size > 0 ? size / radius(&d) : 1;
    for (int k = 0; k < WIDTH * count; k++) corner[k] *= scale;
}

static void turned(const rp_shape_def *d, const double orientation[4], double *corner)
{
    rp_vec axis[3];
    rp_quaternion_axes(orientation, axis);
    for (int k = 0; k < d->corners; k++) {
        const double *from = d->corner + WIDTH * k;
        const double x = from[0], y = from[1], z = from[2];
        corner[WIDTH * k] = x * axis[0].x + y * axis[1].x + z * axis[2].x;
        corner[WIDTH * k + 1] = x * axis[0].y + y * axis[1].y + z * axis[2].y;
        corner[WIDTH * k + 2] = x * axis[0].z + y * axis[1].z + z * axis[2].z;
    }
}

/* ---- reading ---- */

static const rp_key keys[] = {{"vertices", 0}, {"file", 0}, {"solid", 0}, {"box", 0}, {"hull", 0}};
static const char *const ways[] = {"vertices", "file", "solid", "box"};
enum { VERTICES, FILE_OF, SOLID, BOX, WAYS };

static void settle(rp_read *r, const rp_node *node, rp_shape_corners *c)
{
    rp_hull hull;
    int which = -1;
    const rp_hull_fault fault = rp_hull_make(c->corner, c->count, &hull, &which);
    if (fault == RP_HULL_GOOD) {
        centre(c->corner, c->count, 0);
        rp_shape_to_axes(&rp_shape_polyhedron, c->corner, c->count, c->turn);
        for (int k = 0; k < WIDTH * c->count && !r->status; k++)
            if (!isfinite(c->corner[k])) rp_read_fail(r, node, "the corners' moments of inertia are no normal numbers");
        return;
    }
    if (fault == RP_HULL_INSIDE
        && rp_read_fail(r, node, "vertex %d, at %g %g %g, is no corner of the hull of all", which + 1,
                        c->corner[3 * which], c->corner[3 * which + 1], c->corner[3 * which + 2]))
        rp_error_expected(r->err, "corners of a convex polyhedron, or hull: true, which leaves out the others");
    else if (fault == RP_HULL_FLAT) rp_read_fail(r, node, "the vertices lie in one plane");
    else if (fault == RP_HULL_SLIM) rp_read_fail(r, node, "vertices or faces nearly coincide");
}

/* Corners of the hull of many points, at most so many as a polyhedron may have. */
static void take_hull(rp_read *r, const rp_node *node, const double *point, size_t count, rp_shape_corners *c)
{
    c->count = rp_hull_corners(point, count, 1e-6, c->corner);
    if (c->count < 0 && rp_read_fail(r, node, "the hull has more than %d corners", RP_CORNERS_MAX))
        rp_error_expected(r->err, "a coarser surface");
    if (c->count == 0) rp_read_fail(r, node, "the vertices lie in one plane");
}

static void read_vertices(rp_read *r, const rp_node *node, int hull, rp_shape_corners *c)
{
    double point[RP_SHAPE_NUMBERS];
    int count = 0;
    if (!rp_read_list(r, node, 4, RP_CORNERS_MAX, "vertices")) return;
    for (const rp_node *n = node->child; n && !r->status; n = n->next, count++) {
        const rp_vec v = rp_read_vec_at(r, n, rp_bound_any("m"));
        memcpy(point + WIDTH * count, (double[]){v.x, v.y, v.z}, WIDTH * sizeof *point);
    }
    if (r->status) return;
    if (hull) take_hull(r, node, point, (size_t)count, c);
    else {
        c->count = count;
        memcpy(c->corner, point, (size_t)(WIDTH * count) * sizeof *point);
    }
}

/* Every vertex of a convex surface is a corner of its hull, or lies in a face of it. */
static void check_convex(rp_read *r, const rp_node *node, const rp_mesh_soup *s, const rp_shape_corners *c)
{
    const rp_shape_def d = {.shape = &rp_shape_polyhedron, .corners = c->count, .corner = c->corner};
    rp_hull hull;
    int which;
    rp_hull_make(c->corner, c->count, &hull, &which);
    const double flat = 1e-6 * radius(&d); /* digits of a number in a file */
    for (size_t n = 0; n < 3 * s->triangles && !r->status; n++) {
        const rp_vec x = s->corner[n / 3][n % 3];
        double most = -INFINITY;
        for (int k = 0; k < hull.faces; k++)
            most = fmax(most,
                        rp_vec_dot(hull.normal[k], rp_vec_sub(x, rp_hull_at(c->corner, hull.corner[hull.start[k]]))));
        if (most < -flat
            && rp_read_fail(r, node, "the surface is not convex: its vertex %g %g %g is within its hull", x.x, x.y,
                            x.z))
            rp_error_expected(r->err, "a convex surface, or hull: true, which takes its hull");
    }
}

static void read_surface(rp_read *r, const rp_node *node, int hull, rp_shape_corners *c)
{
    char path[1024], *data = NULL;
    size_t size = 0;
    rp_mesh_soup soup = {0};
    rp_error told = {0};
    rp_read_file(r, node, path, sizeof path, 1, 0);
    if (r->status) return;
    rp_status status = rp_file_read(path, 0, &data, &size, &told);
    if (!status) status = rp_mesh_file_parse(data, size, path, &soup, &told);
    rp_memory_free(data);
    if (status == RP_SYSTEM) {
        *r->err = told;
        r->status = status;
    } else if (status) {
        if (rp_read_fail(r, node, "%s", told.what) && told.expected[0]) rp_error_expected(r->err, "%s", told.expected);
    } else take_hull(r, node, &soup.corner[0][0].x, 3 * soup.triangles, c);
    if (!r->status && !hull) check_convex(r, node, &soup, c);
    rp_mesh_file_free(&soup);
}

/* All signs of a and of the others that are not 0, and if `turns` is 3 all cyclic orders of them. */
static void add_signs(rp_shape_corners *c, const double v[3], int turns)
{
    for (int turn = 0; turn < turns; turn++)
        for (int sign = 0; sign < 8; sign++) {
            double at[3];
            int twice = 0;
            for (int k = 0; k < 3; k++) {
                twice |= v[k] == 0 && sign >> k & 1;
                at[(k + turn) % 3] = sign >> k & 1 ? -v[k] : v[k];
            }
            if (!twice) memcpy(c->corner + WIDTH * c->count++, at, sizeof at);
        }
}

/* The regular solids about the origin, golden ratio g. */
static void read_solid(rp_read *r, const rp_node *node, rp_shape_corners *c)
{
    static const char *const names[] = {"tetrahedron", "cube", "octahedron", "dodecahedron", "icosahedron"};
    static const double four[12] = {1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1};
    const double g = 0.5 * (1 + sqrt(5));
    const int which = rp_read_choice_at(r, node, names, 5);
    c->unsized = 1;
    c->count = 0;
    if (which == 0) {
        c->count = 4;
        memcpy(c->corner, four, sizeof four);
    }
    if (which == 1 || which == 3) add_signs(c, (double[]){1, 1, 1}, 1);
    if (which == 2) add_signs(c, (double[]){1, 0, 0}, 3);
    if (which == 3) add_signs(c, (double[]){0, 1 / g, g}, 3);
    if (which == 4) add_signs(c, (double[]){0, 1, g}, 3);
}

static void read_box(rp_read *r, const rp_node *node, rp_shape_corners *c)
{
    double half[3];
    const rp_node *n = node->child;
    c->count = 0;
    if (rp_read_list(r, node, 3, 3, "edges") != 3) return;
    for (int k = 0; k < 3; k++, n = n->next) half[k] = 0.5 * rp_read_number_at(r, n, rp_bound_positive("m"));
    if (!r->status) add_signs(c, half, 1);
}

static void read(rp_read *r, const rp_node *map, rp_shape_corners *c)
{
    const int way = rp_read_one_of(r, map, ways, WAYS, 1), hull = rp_read_flag(r, map, "hull", 0);
    *c = (rp_shape_corners){.turn = {1}};
    if (way < 0 || r->status) return;
    const rp_node *node = rp_yaml_find(map, ways[way]), *flag = rp_read_key(r, map, "hull");
    if (way == VERTICES) read_vertices(r, node, hull, c);
    if (way == FILE_OF) read_surface(r, node, hull, c);
    if (way == SOLID) read_solid(r, node, c);
    if (way == BOX) read_box(r, node, c);
    if (flag && way > FILE_OF) rp_read_fail(r, flag, "'hull' has no effect: a %s is convex", ways[way]);
    if (!r->status) settle(r, node, c);
}

const rp_shape rp_shape_polyhedron = {
    .name = "polyhedron",
    .plural = "polyhedra",
    .summary = "A convex polyhedron in space.",
    .dimension = 3,
    .flags = RP_SHAPE_SOLID,
    .width = WIDTH,
    .key = keys,
    .key_count = sizeof keys / sizeof *keys,
    .ways = WAYS,
    .read = read,
    .centre = centre,
    .valid = valid,
    .turned = turned,
    .radius = radius,
    .volume = volume,
    .inertia = inertia,
    .support = support,
    .face = face,
    .mesh = mesh,
};
