/* See solid.h. */
#include "core/solid.h"
#include <string.h>

#define NESTED 1e-12 /* |N| over the square of the curve's length: what rounding leaves of a closed sum */

/* The overlap has at most one face for each plane of the two, so by Euler's formula less than two corners and three
 * edges a face. */
enum { FACES = 2 * RP_HULL_FACES_MAX, POINTS = 2 * FACES + 16, EDGES = 3 * FACES + 16, NONE = 0xffff };

/* As rp_hull_edge, with room for more. */
typedef struct edge {
    uint16_t from, to, left, right;
} edge;

typedef struct points {
    double x[POINTS], y[POINTS], z[POINTS];
    int count;
} points;

typedef struct body { /* what is left of a */
    points *at, *spare;
    edge edge[EDGES];
    int edges;
    int own, faces;                       /* faces from `own` on are of b */
    uint16_t left[FACES], entered[FACES]; /* of a face: last point where its boundary leaves and enters the plane */
    uint16_t before_left[POINTS], before_entered[POINTS]; /* the one of the same face before it */
    uint16_t open[FACES];                                 /* faces that a cut has opened */
    int opened;
} body;

static inline rp_vec point_of(const points *p, int k) { return rp_vec_make(p->x[k], p->y[k], p->z[k]); }

static inline int add_point(points *p, rp_vec at)
{
    p->x[p->count] = at.x;
    p->y[p->count] = at.y;
    p->z[p->count] = at.z;
    return p->count++;
}

/* planes: of b, at most. */
static void begin(body *s, const rp_solid *a, rp_vec shift, int planes)
{
    s->at->count = 0;
    for (int k = 0; k < a->hull->corners; k++) add_point(s->at, rp_vec_add(a->corner[k], shift));
    for (int n = 0; n < a->hull->edges; n++) {
        const rp_hull_edge e = a->hull->edge[n];
        s->edge[n] = (edge){e.from, e.to, e.left, e.right};
    }
    s->edges = a->hull->edges;
    s->own = a->hull->faces;
    s->faces = a->hull->faces + planes;
    memset(s->left, 0xff, (size_t)s->faces * sizeof *s->left);
    memset(s->entered, 0xff, (size_t)s->faces * sizeof *s->entered);
    s->opened = 0;
}

/* ---- one cut ---- */

static inline void open_face(body *s, int face)
{
    if (s->left[face] == NONE && s->entered[face] == NONE) s->open[s->opened++] = (uint16_t)face;
}

/* The boundary of `out` leaves the body at point k, that of `in` enters it. */
static inline void cross(body *s, int k, int out, int in)
{
    open_face(s, out);
    s->before_left[k] = s->left[out];
    s->left[out] = (uint16_t)k;
    open_face(s, in);
    s->before_entered[k] = s->entered[in];
    s->entered[in] = (uint16_t)k;
}

/* Where the edge goes through the plane, from its inner end on. */
static inline rp_vec crossing(const points *p, const double *d, int in, int out)
{
    const rp_vec q = point_of(p, in), way = rp_vec_sub(point_of(p, out), q);
    return rp_vec_add(q, rp_vec_scale(d[in] / (d[in] - d[out]), way));
}

/* Joins where a face's boundary leaves to where it enters again: an edge of the face and of the new one. */
static void close_faces(body *s, int face)
{
    for (int n = 0; n < s->opened; n++) {
        const int f = s->open[n];
        int out = s->left[f], in = s->entered[f];
        while (out != NONE && in != NONE) {
            s->edge[s->edges++] = (edge){(uint16_t)out, (uint16_t)in, (uint16_t)f, (uint16_t)face};
            out = s->before_left[out];
            in = s->before_entered[in];
        }
        s->left[f] = s->entered[f] = NONE;
    }
    s->opened = 0;
}

/* Points in front of the plane go; the others get new numbers. */
static void keep_points(const points *from, const double *d, points *to, uint16_t *number)
{
    to->count = 0;
    for (int k = 0; k < from->count; k++)
        if (d[k] <= 0) number[k] = (uint16_t)add_point(to, point_of(from, k));
}

static void cut_edges(body *s, const double *d, const uint16_t *number)
{
    const points *from = s->at;
    const int count = s->edges;
    s->edges = 0;
    for (int n = 0; n < count; n++) {
        edge e = s->edge[n];
        const int begins = d[e.from] <= 0, ends = d[e.to] <= 0;
        if (!begins && !ends) continue;
        if (begins && ends) {
            e.from = number[e.from];
            e.to = number[e.to];
        } else if (begins) {
            const int k = add_point(s->spare, crossing(from, d, e.from, e.to));
            cross(s, k, e.left, e.right);
            e.from = number[e.from];
            e.to = (uint16_t)k;
        } else {
            const int k = add_point(s->spare, crossing(from, d, e.to, e.from));
            cross(s, k, e.right, e.left);
            e.from = (uint16_t)k;
            e.to = number[e.to];
        }
        s->edge[s->edges++] = e;
    }
}

/* 1: another cut has room. Rounding alone could fill it, by points that a convex body does not have. */
static int fits(const body *s, const double *d)
{
    int crossed = 0;
    if (s->at->count + s->edges <= POINTS && 2 * s->edges <= EDGES) return 1;
    for (int n = 0; n < s->edges; n++) crossed += (d[s->edge[n].from] <= 0) != (d[s->edge[n].to] <= 0);
    return s->at->count + crossed <= POINTS && s->edges + crossed <= EDGES;
}

/* Leaves what is behind the plane; 0: nothing. */
static int cut(body *s, const rp_solid_plane *p, int face)
{
    const points *from = s->at;
    double d[POINTS];
    uint16_t number[POINTS];
    int out = 0;
    for (int k = 0; k < from->count; k++) {
        d[k] = (p->normal.x * from->x[k] + p->normal.y * from->y[k] + p->normal.z * from->z[k]) - p->distance;
        out += d[k] > 0;
    }
    if (out == 0 || !fits(s, d)) return 1;
    if (out == from->count) return 0;
    keep_points(from, d, s->spare, number);
    cut_edges(s, d, number);
    close_faces(s, face);
    s->at = s->spare;
    s->spare = (points *)from;
    return s->edges > 0;
}

/* ---- integrals ---- */

static rp_vec middle_of(const points *p)
{
    rp_vec sum = {0, 0, 0};
    for (int k = 0; k < p->count; k++) sum = rp_vec_add(sum, point_of(p, k));
    return rp_vec_scale(1.0 / p->count, sum);
}

/* Moves the origin to the middle of the points, so that a small overlap keeps its digits. */
static rp_vec centre_points(points *p)
{
    const rp_vec m = middle_of(p);
    for (int k = 0; k < p->count; k++) {
        p->x[k] -= m.x;
        p->y[k] -= m.y;
        p->z[k] -= m.z;
    }
    return m;
}

/* Six times the volume and 24 times the first moment: tetrahedra from the origin to a corner of each face and its
 * edges. */
static void add_tetrahedra(const body *s, double *six, rp_vec *moment)
{
    uint16_t corner[FACES];
    memset(corner, 0xff, (size_t)s->faces * sizeof *corner);
    for (int n = 0; n < s->edges; n++) {
        const edge e = s->edge[n];
        if (corner[e.left] == NONE) corner[e.left] = e.from;
        if (corner[e.right] == NONE) corner[e.right] = e.from;
        const rp_vec p = point_of(s->at, e.from), q = point_of(s->at, e.to), normal = rp_vec_cross(p, q),
                     sum = rp_vec_add(p, q), l = point_of(s->at, corner[e.left]), r = point_of(s->at, corner[e.right]);
        const double left = rp_vec_dot(l, normal), right = -rp_vec_dot(r, normal);
        *six += left + right;
        *moment = rp_vec_add(
            *moment, rp_vec_add(rp_vec_scale(left, rp_vec_add(sum, l)), rp_vec_scale(right, rp_vec_add(sum, r))));
    }
}

typedef struct curve {
    rp_vec n, m;   /* N and M about the origin */
    double length; /* m */
} curve;

/* The contact curve: edges between a face of a and one of b. */
static curve curve_of(const body *s)
{
    curve c = {0};
    for (int n = 0; n < s->edges; n++) {
        const edge e = s->edge[n];
        const int left = e.left < s->own, right = e.right < s->own;
        if (left == right) continue;
        const rp_vec p = point_of(s->at, left ? e.from : e.to), q = point_of(s->at, left ? e.to : e.from),
                     way = rp_vec_sub(q, p);
        const double square = rp_vec_dot(p, p) + rp_vec_dot(p, q) + rp_vec_dot(q, q);
        c.n = rp_vec_add(c.n, rp_vec_scale(0.5, rp_vec_cross(p, q)));
        c.m = rp_vec_sub(c.m, rp_vec_scale(square / 6, way));
        c.length += rp_vec_norm(way);
    }
    return c;
}

static double extent(const points *p, rp_vec along)
{
    double least = INFINITY, most = -INFINITY;
    for (int k = 0; k < p->count; k++) {
        const double d = rp_vec_dot(point_of(p, k), along);
        least = d < least ? d : least;
        most = d > most ? d : most;
    }
    return most - least;
}

/* The axis of the screw, from N and M: its point nearest to the centroid, and the torque along it. */
static void set_push(rp_solid_overlap *o, const curve *c)
{
    const double square = rp_vec_dot(c->n, c->n);
    const rp_vec m = rp_vec_sub(c->m, rp_vec_cross(o->centroid, c->n));
    o->push = rp_vec_add(o->centroid, rp_vec_scale(1 / square, rp_vec_cross(c->n, m)));
    o->twist = rp_vec_dot(m, c->n) / square;
}

static inline rp_vec across(rp_vec r, rp_vec along) { return rp_vec_sub(r, rp_vec_scale(rp_vec_dot(r, along), along)); }

static inline void add_product(rp_vec sum[3], double s, rp_vec a)
{
    sum[0] = rp_vec_add(sum[0], rp_vec_scale(s * a.x, a));
    sum[1] = rp_vec_add(sum[1], rp_vec_scale(s * a.y, a));
    sum[2] = rp_vec_add(sum[2], rp_vec_scale(s * a.z, a));
}

/* Triangles from `push` to the pieces of the curve. */
static void set_flat(const body *s, rp_solid_overlap *o)
{
    const rp_vec along = o->seen;
    rp_vec first = {0, 0, 0}, second[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    o->flat = 0;
    for (int n = 0; n < s->edges; n++) {
        const edge e = s->edge[n];
        const int left = e.left < s->own, right = e.right < s->own;
        if (left == right) continue;
        const rp_vec p = across(rp_vec_sub(point_of(s->at, left ? e.from : e.to), o->push), along),
                     q = across(rp_vec_sub(point_of(s->at, left ? e.to : e.from), o->push), along);
        const double area = -0.5 * rp_vec_dot(along, rp_vec_cross(p, q));
        o->flat += area;
        first = rp_vec_add(first, rp_vec_scale(area / 3, rp_vec_add(p, q)));
        add_product(second, area / 12, p);
        add_product(second, area / 12, q);
        add_product(second, area / 12, rp_vec_add(p, q));
    }
    if (!(o->flat > 0)) return;
    const rp_vec shift = rp_vec_scale(1 / o->flat, first);
    for (int k = 0; k < 3; k++) o->spread[k] = rp_vec_scale(1 / o->flat, second[k]);
    add_product(o->spread, -1, shift);
    o->middle = rp_vec_add(o->push, shift);
}

static rp_vec unit(rp_vec way)
{
    const double length = rp_vec_norm(way);
    return length > 0 ? rp_vec_scale(1 / length, way) : rp_vec_make(1, 0, 0);
}

/* way: the normal if there is no curve; seen: the direction that `flat` is seen along, NULL: the normal. */
static int integrate(body *s, rp_vec way, const rp_vec *seen, rp_solid_overlap *o)
{
    const rp_vec middle = centre_points(s->at);
    rp_vec moment = {0, 0, 0};
    double six = 0;
    add_tetrahedra(s, &six, &moment);
    if (!(six > 0)) return 0;
    const curve c = curve_of(s);
    o->volume = six / 6;
    o->centroid = rp_vec_scale(1 / (4 * six), moment);
    o->area = rp_vec_norm(c.n);
    if (o->area > NESTED * c.length * c.length) {
        o->normal = rp_vec_scale(-1 / o->area, c.n);
        set_push(o, &c);
    } else {
        o->normal = unit(way);
        o->push = o->centroid;
        o->area = o->twist = 0;
    }
    o->seen = seen ? *seen : o->normal;
    o->flat = 0;
    o->middle = o->push;
    memset(o->spread, 0, sizeof o->spread);
    if (o->area > 0) set_flat(s, o);
    o->depth = extent(s->at, o->seen);
    o->centroid = rp_vec_add(o->centroid, middle);
    o->push = rp_vec_add(o->push, middle);
    o->middle = rp_vec_add(o->middle, middle);
    return 1;
}

/* ---- bodies ---- */

typedef struct list { /* planes of b that cut a */
    int face[RP_HULL_FACES_MAX];
    rp_solid_plane plane[RP_HULL_FACES_MAX];
    int count;
} list;

/* The least of normal . x over the corners. */
static double lowest(const rp_solid *a, rp_vec normal)
{
    double least = rp_vec_dot(a->corner[0], normal);
    for (int k = 1; k < a->hull->corners; k++) {
        const double d = rp_vec_dot(a->corner[k], normal);
        least = d < least ? d : least;
    }
    return least;
}

/* One more plane, of face k of b. That with the least of a behind it stands first. */
static void add_plane(list *l, int k, rp_solid_plane plane, double deep, double *first)
{
    int place = l->count++;
    if (deep > *first) {
        *first = deep;
        l->face[place] = l->face[0];
        l->plane[place] = l->plane[0];
        place = 0;
    }
    l->face[place] = k;
    l->plane[place] = plane;
}

/* A plane that may cut a, whose centre is at x, joins the list. 0: a is in front of it. */
static int try_plane(list *l, int k, const rp_solid *a, rp_vec x, rp_solid_plane plane, double *first)
{
    const double centre = rp_vec_dot(plane.normal, x) - plane.distance;
    if (centre <= -a->radius) return 1;
    if (centre >= a->radius) return 0;
    const double deep = centre + lowest(a, plane.normal);
    if (deep >= 0) return 0;
    add_plane(l, k, plane, deep, first);
    return 1;
}

/* The plane of a face, as its body stands. */
static inline rp_solid_plane plane_of(const rp_solid *b, int k, rp_vec x)
{
    const rp_vec normal = b->normal[k], at = b->corner[b->hull->corner[b->hull->start[k]]];
    return (rp_solid_plane){normal, rp_vec_dot(normal, rp_vec_add(at, x))};
}

/* 1: a plane of b has all of a, whose centre is x_a - x_b from b's, in front of it. */
static int separated(const rp_solid *a, const rp_solid *b, rp_vec branch)
{
    const rp_vec zero = {0, 0, 0};
    for (int k = 0; k < b->hull->faces; k++) {
        const rp_solid_plane plane = plane_of(b, k, zero);
        const double centre = rp_vec_dot(plane.normal, branch) - plane.distance;
        if (centre >= a->radius) return 1;
        if (centre > 0 && centre + lowest(a, plane.normal) >= 0) return 1;
    }
    return 0;
}

/* a with its centre at x is cut by all planes of the list. */
static int intersect(const rp_solid *a, rp_vec x, const list *l, int planes, rp_vec way, const rp_vec *seen,
                     rp_solid_overlap *o)
{
    points room[2];
    body s; /* too large to be cleared */
    s.at = &room[0];
    s.spare = &room[1];
    begin(&s, a, x, planes);
    for (int n = 0; n < l->count; n++)
        if (!cut(&s, &l->plane[n], a->hull->faces + l->face[n])) return 0;
    return integrate(&s, way, seen, o);
}

/* 1: the pair is computed as it is; 0: with a and b exchanged. By where the bodies are and what they are. */
static int in_order(const rp_solid *a, const rp_solid *b, rp_vec d)
{
    if (d.x != 0) return d.x > 0;
    if (d.y != 0) return d.y > 0;
    if (d.z != 0) return d.z > 0;
    for (int k = 0; k < a->hull->corners && k < b->hull->corners; k++) {
        const rp_vec p = a->corner[k], q = b->corner[k];
        if (p.x != q.x) return p.x > q.x;
        if (p.y != q.y) return p.y > q.y;
        if (p.z != q.z) return p.z > q.z;
    }
    return 1;
}

int rp_solid_overlap_pair(const rp_solid *a, const rp_solid *b, rp_vec branch, rp_solid_overlap *o)
{
    const rp_vec half = rp_vec_scale(0.5, branch), back = rp_vec_scale(-0.5, branch);
    const int ordered = in_order(a, b, branch);
    const rp_solid *first = ordered ? a : b, *second = ordered ? b : a;
    const rp_vec x = ordered ? half : back, y = ordered ? back : half, way = rp_vec_sub(x, y);
    double least = -INFINITY;
    list l;
    l.count = 0;
    if (separated(second, first, rp_vec_sub(y, x))) return 0;
    for (int k = 0; k < second->hull->faces; k++)
        if (!try_plane(&l, k, first, x, plane_of(second, k, y), &least)) return 0;
    if (!intersect(first, x, &l, second->hull->faces, way, NULL, o)) return 0;
    if (!ordered) o->normal = rp_vec_scale(-1, o->normal);
    o->centroid = rp_vec_sub(o->centroid, half);
    o->push = rp_vec_sub(o->push, half);
    o->middle = rp_vec_sub(o->middle, half);
    return 1;
}

int rp_solid_overlap_planes(const rp_solid *a, const rp_solid_plane *plane, int planes, rp_vec way, rp_solid_overlap *o)
{
    const rp_vec zero = {0, 0, 0};
    double least = -INFINITY;
    list l;
    l.count = 0;
    for (int k = 0; k < planes; k++)
        if (!try_plane(&l, k, a, zero, plane[k], &least)) return 0;
    return intersect(a, zero, &l, planes, way, &way, o);
}

/* ---- two overlaps as one ---- */

static curve wrench_of(const rp_solid_overlap *o)
{
    const rp_vec n = rp_vec_scale(-o->area, o->normal);
    return (curve){.n = n, .m = rp_vec_add(rp_vec_cross(o->push, n), rp_vec_scale(o->twist, n))};
}

/* The areas of both, and how far they are spread about their common middle. */
static void join_flat(rp_solid_overlap *both, const rp_solid_overlap *a, const rp_solid_overlap *b)
{
    both->flat = a->flat + b->flat;
    both->middle = both->push;
    both->seen = a->seen;
    if (!(both->flat > 0)) return;
    const double sa = a->flat / both->flat, sb = b->flat / both->flat;
    both->seen = unit(rp_vec_add(rp_vec_scale(sa, a->seen), rp_vec_scale(sb, b->seen)));
    both->middle = rp_vec_add(rp_vec_scale(sa, a->middle), rp_vec_scale(sb, b->middle));
    for (int k = 0; k < 3; k++)
        both->spread[k] = rp_vec_add(rp_vec_scale(sa, a->spread[k]), rp_vec_scale(sb, b->spread[k]));
    add_product(both->spread, sa, across(rp_vec_sub(a->middle, both->middle), both->seen));
    add_product(both->spread, sb, across(rp_vec_sub(b->middle, both->middle), both->seen));
}

void rp_solid_overlap_join(rp_solid_overlap *sum, const rp_solid_overlap *o)
{
    const curve a = wrench_of(sum), b = wrench_of(o), c = {rp_vec_add(a.n, b.n), rp_vec_add(a.m, b.m), 0};
    const double volume = sum->volume + o->volume, area = rp_vec_norm(c.n);
    rp_solid_overlap both = {.volume = volume, .normal = sum->normal, .depth = fmax(sum->depth, o->depth)};
    both.centroid = rp_vec_scale(
        1 / volume, rp_vec_add(rp_vec_scale(sum->volume, sum->centroid), rp_vec_scale(o->volume, o->centroid)));
    both.push = both.centroid;
    if (area > NESTED * (sum->area + o->area)) {
        both.area = area;
        both.normal = rp_vec_scale(-1 / area, c.n);
        set_push(&both, &c);
    }
    join_flat(&both, sum, o);
    *sum = both;
}
