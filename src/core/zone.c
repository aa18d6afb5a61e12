/* See zone.h. */
#include "core/zone.h"
#include <math.h>
#include <stdio.h>
#include "core/mesh_read.h"

#define WALL_WAY 0.25 /* radii */

/* ---- box ---- */

static void read_box(rp_read *r, const rp_node *node, rp_zone *z) { rp_region_read_box(r, node, &z->region); }

static int whole_period(const rp_zone *z, const rp_domain *d, int axis)
{
    const double low = rp_vec_component(d->lower, axis), high = rp_vec_component(d->upper, axis);
    const double slack = 1e-9 * (high - low);
    return d->bounded && d->periodic[axis] && rp_vec_component(z->region.lower, axis) <= low + slack
           && rp_vec_component(z->region.upper, axis) >= high - slack;
}

static int draw_box(const rp_zone *z, const rp_world *w, double r, rp_random *stream, rp_vec *x)
{
    double at[3] = {0, 0, 0};
    for (int axis = 0; axis < w->dimension; axis++) {
        const double margin = whole_period(z, &w->domain, axis) ? 0 : r;
        const double low = rp_vec_component(z->region.lower, axis) + margin,
                     high = rp_vec_component(z->region.upper, axis) - margin;
        if (low > high) return 0;
        at[axis] = rp_random_range(stream, low, high);
    }
    *x = rp_domain_wrap(&w->domain, rp_vec_make(at[0], at[1], at[2]), NULL);
    return 1;
}

static int box_takes(const rp_zone *z, const rp_world *w, rp_vec x, double r)
{
    int inside = 1;
    (void)r;
    for (int axis = 0; axis < w->dimension; axis++) {
        const double at = rp_vec_component(x, axis);
        inside &= at >= rp_vec_component(z->region.lower, axis) && at <= rp_vec_component(z->region.upper, axis);
    }
    return inside;
}

static void box_bounds(const rp_zone *z, rp_vec *lower, rp_vec *upper)
{
    *lower = z->region.lower;
    *upper = z->region.upper;
    if (isinf(lower->z)) lower->z = upper->z = 0;
}

/* ---- round ones ---- */

/* Two unit vectors across a direction. */
static void across(rp_vec n, rp_vec *u, rp_vec *v)
{
    const rp_vec other = fabs(n.x) < 0.6 ? rp_vec_make(1, 0, 0) : rp_vec_make(0, 1, 0);
    *u = rp_vec_cross(n, other);
    *u = rp_vec_scale(1 / rp_vec_norm(*u), *u);
    *v = rp_vec_cross(n, *u);
}

/* A point of the disc of this radius about 0, across the direction. */
static rp_vec draw_round(rp_vec n, double radius, rp_random *stream)
{
    rp_vec u, v;
    double a, b;
    across(n, &u, &v);
    do {
        a = rp_random_range(stream, -1, 1);
        b = rp_random_range(stream, -1, 1);
    } while (a * a + b * b > 1);
    return rp_vec_scale(radius, rp_vec_add(rp_vec_scale(a, u), rp_vec_scale(b, v)));
}

/* How far a disc of this radius across n reaches along an axis. */
static double reach(rp_vec n, double radius, int axis)
{
    const double along = rp_vec_component(n, axis);
    return radius * sqrt(fmax(0, 1 - along * along));
}

static void round_bounds(rp_vec from, rp_vec to, rp_vec n, double radius, int dimension, rp_vec *lower, rp_vec *upper)
{
    double low[3] = {0, 0, 0}, high[3] = {0, 0, 0};
    for (int axis = 0; axis < dimension; axis++) {
        const double a = rp_vec_component(from, axis), b = rp_vec_component(to, axis);
        low[axis] = fmin(a, b) - reach(n, radius, axis);
        high[axis] = fmax(a, b) + reach(n, radius, axis);
    }
    *lower = rp_vec_make(low[0], low[1], low[2]);
    *upper = rp_vec_make(high[0], high[1], high[2]);
}

static void read_cylinder(rp_read *r, const rp_node *node, rp_zone *z) { rp_region_read_cylinder(r, node, &z->region); }

static int draw_cylinder(const rp_zone *z, const rp_world *w, double r, rp_random *stream, rp_vec *x)
{
    const rp_region *g = &z->region;
    const int flat = w->dimension == 2; /* a circle */
    if (g->radius < r || (!flat && g->to - g->from < 2 * r)) return 0;
    const double along = flat ? 0 : rp_random_range(stream, g->from + r, g->to - r);
    const rp_vec away = draw_round(g->axis, g->radius - r, stream);
    *x = rp_domain_wrap(&w->domain, rp_vec_add(g->point, rp_vec_add(rp_vec_scale(along, g->axis), away)), NULL);
    return 1;
}

static int cylinder_takes(const rp_zone *z, const rp_world *w, rp_vec x, double r)
{
    const rp_region *g = &z->region;
    const rp_vec d = rp_vec_sub(x, g->point);
    const double along = rp_vec_dot(d, g->axis);
    const rp_vec away = rp_vec_sub(d, rp_vec_scale(along, g->axis));
    (void)w;
    (void)r;
    return along >= g->from && along <= g->to && rp_vec_dot(away, away) <= g->radius * g->radius;
}

static void cylinder_bounds(const rp_zone *z, rp_vec *lower, rp_vec *upper)
{
    const rp_region *g = &z->region;
    const int flat = isinf(g->from);
    const rp_vec from = flat ? g->point : rp_vec_add(g->point, rp_vec_scale(g->from, g->axis)),
                 to = flat ? g->point : rp_vec_add(g->point, rp_vec_scale(g->to, g->axis));
    round_bounds(from, to, g->axis, g->radius, flat ? 2 : 3, lower, upper);
}

static void read_disc(rp_read *r, const rp_node *node, rp_zone *z)
{
    static const rp_key keys[] = {{"point", RP_REQUIRED}, {"normal", RP_REQUIRED}, {"radius", RP_REQUIRED}};
    if (!RP_READ_MAP(r, node, keys)) return;
    z->point = rp_read_vec(r, node, "point", rp_bound_any("m"), (rp_vec){0});
    z->normal = rp_read_direction(r, node, "normal");
    z->radius = rp_read_number(r, node, "radius", rp_bound_positive("m"), NAN);
}

static int draw_disc(const rp_zone *z, const rp_world *w, double r, rp_random *stream, rp_vec *x)
{
    if (z->radius < r) return 0;
    *x = rp_domain_wrap(&w->domain, rp_vec_add(z->point, draw_round(z->normal, z->radius - r, stream)), NULL);
    return 1;
}

static int disc_takes(const rp_zone *z, const rp_world *w, rp_vec x, double r)
{
    const rp_vec d = rp_vec_sub(x, z->point);
    const double height = rp_vec_dot(d, z->normal), away = rp_vec_norm(rp_vec_sub(d, rp_vec_scale(height, z->normal)));
    (void)w;
    return hypot(height, fmax(0, away - z->radius)) <= r;
}

/* From behind a plane to its front, or back; *at: where. A point on it is in front. */
static int through(rp_vec point, rp_vec normal, rp_vec from, rp_vec to, rp_vec *at)
{
    const double a = rp_vec_dot(rp_vec_sub(from, point), normal), b = rp_vec_dot(rp_vec_sub(to, point), normal);
    if ((a < 0) == (b < 0)) return 0;
    *at = rp_vec_add(from, rp_vec_scale(a / (a - b), rp_vec_sub(to, from)));
    return a < 0 ? 1 : -1;
}

static int disc_passages(const rp_zone *z, rp_vec from, rp_vec to)
{
    rp_vec at;
    const int passes = through(z->point, z->normal, from, to, &at);
    return passes && rp_vec_norm(rp_vec_sub(at, z->point)) <= z->radius ? passes : 0;
}

static void disc_bounds(const rp_zone *z, rp_vec *lower, rp_vec *upper)
{
    round_bounds(z->point, z->point, z->normal, z->radius, 3, lower, upper);
}

/* ---- segment ---- */

static void read_segment(rp_read *r, const rp_node *node, rp_zone *z)
{
    static const rp_key keys[] = {{"from", RP_REQUIRED}, {"to", RP_REQUIRED}};
    if (!RP_READ_MAP(r, node, keys)) return;
    z->point = rp_read_vec(r, node, "from", rp_bound_any("m"), (rp_vec){0});
    z->end = rp_read_vec(r, node, "to", rp_bound_any("m"), (rp_vec){0});
    if (!r->status && rp_vec_norm(rp_vec_sub(z->end, z->point)) == 0) rp_read_fail(r, node, "its ends are one point");
}

static int draw_segment(const rp_zone *z, const rp_world *w, double r, rp_random *stream, rp_vec *x)
{
    const rp_vec along = rp_vec_sub(z->end, z->point);
    const double length = rp_vec_norm(along);
    if (length < 2 * r) return 0;
    const double at = rp_random_range(stream, r, length - r) / length;
    *x = rp_domain_wrap(&w->domain, rp_vec_add(z->point, rp_vec_scale(at, along)), NULL);
    return 1;
}

static int segment_takes(const rp_zone *z, const rp_world *w, rp_vec x, double r)
{
    const rp_vec along = rp_vec_sub(z->end, z->point), d = rp_vec_sub(x, z->point);
    const double at = fmax(0, fmin(1, rp_vec_dot(d, along) / rp_vec_dot(along, along)));
    (void)w;
    return rp_vec_norm(rp_vec_sub(d, rp_vec_scale(at, along))) <= r;
}

/* To the left of its direction is the front. */
static int segment_passages(const rp_zone *z, rp_vec from, rp_vec to)
{
    const rp_vec along = rp_vec_sub(z->end, z->point);
    rp_vec at;
    const int passes = through(z->point, rp_vec_make(-along.y, along.x, 0), from, to, &at);
    if (!passes) return 0;
    const double part = rp_vec_dot(rp_vec_sub(at, z->point), along) / rp_vec_dot(along, along);
    return part >= 0 && part < 1 ? passes : 0;
}

static void segment_bounds(const rp_zone *z, rp_vec *lower, rp_vec *upper)
{
    *lower = rp_vec_make(fmin(z->point.x, z->end.x), fmin(z->point.y, z->end.y), 0);
    *upper = rp_vec_make(fmax(z->point.x, z->end.x), fmax(z->point.y, z->end.y), 0);
}

/* ---- meshes and walls ---- */

static void read_mesh(rp_read *r, const rp_node *node, rp_zone *z)
{
    static const rp_key keys[] = {RP_MESH_READ_KEYS};
    if (!RP_READ_MAP(r, node, keys)) return;
    z->mesh = rp_mesh_read(r, node);
    if (z->mesh && rp_mesh_weigh(z->mesh, r->err)) r->status = RP_SYSTEM;
}

static int draw_mesh(const rp_zone *z, const rp_world *w, double r, rp_random *stream, rp_vec *x)
{
    (void)r;
    *x = rp_domain_wrap(&w->domain, rp_mesh_draw(z->mesh, stream), NULL);
    return 1;
}

static int mesh_takes(const rp_zone *z, const rp_world *w, rp_vec x, double r)
{
    rp_vec normal;
    (void)w;
    return rp_mesh_nearest(z->mesh, x, &normal, NULL) <= r;
}

static void mesh_bounds(const rp_zone *z, rp_vec *lower, rp_vec *upper)
{
    *lower = z->mesh->lower;
    *upper = z->mesh->upper;
}

static int mesh_passages(const rp_zone *z, rp_vec from, rp_vec to) { return rp_mesh_passages(z->mesh, from, to); }

/* A name, or name and part. */
static void read_wall(rp_read *r, const rp_node *node, rp_zone *z)
{
    static const rp_key keys[] = {{"name", RP_REQUIRED}, {"part", 0}};
    const int whole = node->kind == RP_NODE_SCALAR;
    if (!whole && !RP_READ_MAP(r, node, keys)) return;
    const rp_node *part = whole ? NULL : rp_yaml_find(node, "part");
    snprintf(z->wall, sizeof z->wall, "%s", rp_read_text_at(r, whole ? node : rp_yaml_find(node, "name"), RP_NAME));
    if (part) snprintf(z->part, sizeof z->part, "%s", rp_read_text_at(r, part, RP_NAME));
}

/* A particle that touched since the sink acted last is nearer than what it may have moved since then. */
static int wall_takes(const rp_zone *z, const rp_world *w, rp_vec x, double r)
{
    const rp_wall *wall = &w->wall[z->number];
    double distance = INFINITY;
    rp_vec normal;
    if (!wall->active) return 0;
    if (z->mesh) {
        const rp_wall_pose pose = rp_wall_pose_of(wall);
        distance = rp_mesh_nearest(z->mesh, rp_wall_pose_in(&pose, x), &normal, NULL);
    } else
        for (int face = 0; face < rp_wall_faces(wall); face++)
            distance = fmin(distance, rp_wall_distance(wall, face, x, &normal));
    return distance <= (1 + WALL_WAY) * r;
}

void rp_zone_free(rp_zone *z)
{
    rp_mesh_release(z->mesh);
    z->mesh = NULL;
}

/* ---- plane and domain ---- */

static void read_plane(rp_read *r, const rp_node *node, rp_zone *z)
{
    static const rp_key keys[] = {{"point", RP_REQUIRED}, {"normal", RP_REQUIRED}};
    if (!RP_READ_MAP(r, node, keys)) return;
    z->point = rp_read_vec(r, node, "point", rp_bound_any("m"), (rp_vec){0});
    z->normal = rp_read_direction(r, node, "normal");
}

static int plane_takes(const rp_zone *z, const rp_world *w, rp_vec x, double r)
{
    (void)w;
    (void)r;
    return rp_vec_dot(rp_vec_sub(x, z->point), z->normal) < 0;
}

static int plane_passages(const rp_zone *z, rp_vec from, rp_vec to)
{
    rp_vec at;
    return through(z->point, z->normal, from, to, &at);
}

static int outside_takes(const rp_zone *z, const rp_world *w, rp_vec x, double r)
{
    const rp_domain *d = &w->domain;
    int outside = 0;
    (void)z;
    (void)r;
    for (int axis = 0; axis < w->dimension; axis++) {
        const double at = rp_vec_component(x, axis);
        outside |= !d->periodic[axis]
                   && (at < rp_vec_component(d->lower, axis) || at > rp_vec_component(d->upper, axis));
    }
    return outside;
}

/* ---- the list ---- */

static const rp_zone_shape shapes[] = {
    {"box", 0, 1, 1, 0, read_box, draw_box, box_takes, box_bounds, NULL},
    {"cylinder", 0, 1, 1, 0, read_cylinder, draw_cylinder, cylinder_takes, cylinder_bounds, NULL},
    {"disc", 3, 1, 1, 1, read_disc, draw_disc, disc_takes, disc_bounds, disc_passages},
    {"segment", 2, 1, 1, 1, read_segment, draw_segment, segment_takes, segment_bounds, segment_passages},
    {"plane", 0, 0, 1, 0, read_plane, NULL, plane_takes, NULL, plane_passages},
    {"mesh", 3, 1, 1, 1, read_mesh, draw_mesh, mesh_takes, mesh_bounds, mesh_passages},
    {"wall", 0, 0, 1, WALL_WAY, read_wall, NULL, wall_takes, NULL, NULL},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };
_Static_assert((int)SHAPES <= (int)RP_ZONE_SHAPES, "room for their keys");

const rp_zone_shape rp_zone_outside = {NULL, 0, 0, 1, 0, NULL, NULL, outside_takes, NULL, NULL};

int rp_zone_keys(int sink, rp_key keys[RP_ZONE_SHAPES])
{
    int count = 0;
    for (int n = 0; n < SHAPES; n++)
        if (sink ? shapes[n].sink : shapes[n].source) keys[count++] = (rp_key){shapes[n].name, 0};
    return count;
}

void rp_zone_read(rp_read *r, const rp_node *map, int sink, rp_zone *zone)
{
    rp_key keys[RP_ZONE_SHAPES];
    const char *names[RP_ZONE_SHAPES];
    const int count = rp_zone_keys(sink, keys);
    for (int n = 0; n < count; n++) names[n] = keys[n].name;
    const int chosen = rp_read_one_of(r, map, names, count, 1);
    if (chosen < 0) return;
    const rp_node *node = rp_yaml_find(map, names[chosen]);
    for (int n = 0; n < SHAPES; n++)
        if (shapes[n].name == names[chosen]) zone->shape = &shapes[n];
    if (zone->shape->dimension && zone->shape->dimension != r->dimension
        && rp_read_fail(r, node, "a %s belongs to %s dimensions", zone->shape->name,
                        zone->shape->dimension == 2 ? "two" : "three"))
        rp_error_expected(r->err, r->dimension == 2 ? "box, cylinder or segment" : "box, cylinder or disc");
    zone->shape->read(r, node, zone);
}

void rp_zone_set_box(rp_zone *zone, int dimension, rp_vec lower, rp_vec upper)
{
    zone->shape = &shapes[0];
    zone->region = (rp_region){.kind = RP_REGION_BOX, .lower = lower, .upper = upper};
    if (dimension == 3) return;
    zone->region.lower.z = -INFINITY;
    zone->region.upper.z = INFINITY;
}

/* ---- words ---- */

static void describe_vec(rp_vec x, int dimension, rp_buffer *b)
{
    rp_buffer_print(b, "(%.4g, %.4g", x.x, x.y);
    if (dimension == 3) rp_buffer_print(b, ", %.4g", x.z);
    rp_buffer_print(b, ")");
}

void rp_zone_describe(const rp_zone *z, int dimension, rp_buffer *b)
{
    rp_vec first = z->point, second = z->normal;
    if (!z->shape->name) {
        rp_buffer_print(b, "outside of the domain");
        return;
    }
    if (z->wall[0]) {
        rp_buffer_print(b, z->part[0] ? "at the wall %s, part %s" : "at the wall %s", z->wall, z->part);
        return;
    }
    if (z->shape->bounds) z->shape->bounds(z, &first, &second);
    rp_buffer_print(b, z->shape->bounds ? "%s within " : "behind the %s through ", z->shape->name);
    describe_vec(first, dimension, b);
    rp_buffer_print(b, z->shape->bounds ? " to " : " m with normal ");
    describe_vec(second, dimension, b);
    if (z->shape->bounds) rp_buffer_print(b, " m");
}
