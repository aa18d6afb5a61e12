/* A convex polygon in the plane: the section of a prism along z. Corners counterclockwise; core/polygon.h has the
 * integrals. */
#include <math.h>
#include "base/angle.h"
#include "core/shape.h"

static const rp_point *points(const rp_shape_def *d) { return (const rp_point *)d->corner; }

/* ---- definition ---- */

static int valid(const double *corner, int n) { return n >= 3 && rp_polygon_turns((const rp_point *)corner, n) == 1; }

static void centre(double *corner, int n, double size) { rp_polygon_centre((rp_point *)corner, n, size); }

static void turned(const rp_shape_def *d, const double orientation[4], double *corner)
{
    const rp_point *v = points(d);
    rp_point *out = (rp_point *)corner;
    double s, c;
    rp_angle_sincos(orientation[0], &s, &c);
    for (int k = 0; k < d->corners; k++) out[k] = (rp_point){c * v[k].x - s * v[k].y, s * v[k].x + c * v[k].y};
}

static const rp_key keys[] = {{"vertices", 0}};

static void read(rp_read *r, const rp_node *map, rp_shape_corners *c)
{
    const rp_node *node = rp_read_key(r, map, "vertices");
    rp_point *at = (rp_point *)c->corner;
    c->count = 0;
    if (!node) rp_read_missing(r, map, "vertices");
    if (!node || !rp_read_list(r, node, 3, RP_CORNERS_MAX, "corners")) return;
    for (const rp_node *n = node->child; n && !r->status; n = n->next) {
        rp_vec v = rp_read_vec_at(r, n, rp_bound_any("m"));
        at[c->count++] = (rp_point){v.x, v.y};
    }
    if (r->status) return;
    if (rp_polygon_turns(at, c->count) != 0) rp_polygon_centre(at, c->count, 0);
    else if (rp_read_fail(r, node, "these corners are not those of a convex polygon"))
        rp_error_expected(
            r->err,
            "corners one after another, in either sense, every one of them outward and none on a straight line");
}

/* ---- what follows from the corners ---- */

static double radius(const rp_shape_def *d)
{
    double most = 0;
    for (int k = 0; k < d->corners; k++) most = fmax(most, sqrt(rp_point_dot(points(d)[k], points(d)[k])));
    return most;
}

static double area(const rp_shape_def *d) { return rp_polygon_moments(points(d), d->corners).area; }

/* The moment about z is that of rp_polygon_moments; the two in the plane are sums over the triangles from the centroid:
 * 12 times the integral of x y over one is cross (a, b) (a_x a_y + b_x b_y + (a_x + b_x) (a_y + b_y)) / 2. */
static void inertia(const rp_shape_def *d, double tensor[3][3])
{
    rp_moments m = rp_polygon_moments(points(d), d->corners);
    double xx = 0, yy = 0, xy = 0;
    for (int k = 0; k < d->corners; k++) {
        rp_point a = points(d)[k], b = points(d)[k + 1 < d->corners ? k + 1 : 0];
        double twice = rp_point_cross(a, b);
        xx += twice * (a.x * a.x + b.x * b.x + (a.x + b.x) * (a.x + b.x)) / 24;
        yy += twice * (a.y * a.y + b.y * b.y + (a.y + b.y) * (a.y + b.y)) / 24;
        xy += twice * (a.x * a.y + b.x * b.y + (a.x + b.x) * (a.y + b.y)) / 24;
    }
    const double value[3][3] = {
        {yy / m.area, -xy / m.area, 0}, {-xy / m.area, xx / m.area, 0}, {0, 0, m.second / m.area}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) tensor[i][j] = value[i][j];
}

static rp_vec support(const rp_shape_def *d, rp_vec direction)
{
    const rp_point *v = points(d), along = {direction.x, direction.y};
    int best = 0;
    for (int k = 1; k < d->corners; k++)
        if (rp_point_dot(v[k], along) > rp_point_dot(v[best], along)) best = k;
    return rp_vec_make(v[best].x, v[best].y, 0);
}

static int face(const rp_shape_def *d, int k, rp_shape_face *f)
{
    if (k >= d->corners) return 0;
    int next = k + 1 < d->corners ? k + 1 : 0;
    rp_point at = points(d)[k], side = rp_point_sub(points(d)[next], at);
    double length = sqrt(rp_point_dot(side, side));
    f->normal = rp_vec_make(side.y / length, -side.x / length, 0);
    f->distance = rp_point_cross(at, side) / length;
    f->count = 2;
    f->corner[0] = k;
    f->corner[1] = next;
    return 1;
}

/* One cell: the polygon itself. */
static void mesh(const rp_shape_def *d, rp_shape_mesh *m)
{
    m->points = m->corners = (size_t)d->corners;
    m->cells = 1;
    if (!m->point) return;
    for (int k = 0; k < d->corners; k++) {
        m->point[k] = rp_vec_make(points(d)[k].x, points(d)[k].y, 0);
        m->corner[k] = k;
    }
    m->end[0] = d->corners;
}

const rp_shape rp_shape_polygon = {
    .name = "polygon",
    .plural = "polygons",
    .summary = "A convex polygon in the plane; matter is a prism of the world's thickness.",
    .dimension = 2,
    .width = 2,
    .key = keys,
    .key_count = sizeof keys / sizeof *keys,
    .read = read,
    .centre = centre,
    .valid = valid,
    .turned = turned,
    .radius = radius,
    .volume = area,
    .inertia = inertia,
    .support = support,
    .face = face,
    .mesh = mesh,
};
