/* Rows of the narrow phase with polyhedra, and plates of walls.
 *
 * Two polyhedra. The direction of the gap is that along which they are farthest apart, or least deep in one another: it
 * is the normal of a face of one of them, or stands across an edge of each (edges count whose faces' normals cross on
 * the sphere of directions, so that the edges can be the nearest). Where they stand apart the gap is the distance of
 * the nearest two points, a corner and a face, or two edges.
 *
 * If a face of one of them faces that way, the face of the other that is turned to it, clipped by the sides of the
 * first, gives the points, each with its own gap; of more than four those stay that are deepest and span the largest
 * area. So a face on a face is three or four points, an edge on a face two and others with larger gaps. Else there is
 * one point, between the nearest two. A face counts as facing that way if it is off by less than FACING and the least
 * gap of its points by less than PREFER: so bodies that turn within a step meet at all the points that close. If it is
 * off by less than TILT its normal is taken: so normals do not change as bodies that rest on one another rock by
 * rounding.
 *
 * The pair is computed in an order of its own, whichever body is a, and points are sorted along a direction in which
 * those of a face hardly meet: so they keep their places from step to step.
 *
 * A plate is a body without thickness: two faces, and edges whose arcs of normals are half circles. All of the above
 * holds for it as the limit of thin bodies.
 */
#include <string.h>
#include "core/narrow.h"

#define FACING 0.03   /* 1 - cosine: 14 degrees */
#define TILT 1e-5     /* 1 - cosine: 0.26 degrees */
#define PREFER 1e-4   /* of the smaller bounding radius */
#define PARALLEL 1e-8 /* sine between edges below which they have no direction across both */
#define TINY 1e-7     /* of a length: the direction between two points that are nearer is rounding */
#define SAME 1e-9     /* of a length: rounding does not choose between two that differ by less */

enum { POINTS_MAX = 2 * RP_CORNERS_MAX };

static const rp_vec generic = {0.6180339887, 0.3571428571, 0.7003141592}; /* along no symmetry of usual bodies */

typedef struct solid { /* as seen from the centre of the first of the two */
    const rp_hull *hull;
    rp_vec corner[RP_CORNERS_MAX];
    rp_vec normal[RP_HULL_FACES_MAX];
    rp_vec x; /* its centre */
    double r; /* bounding radius */
} solid;

typedef struct axis {
    rp_vec n;          /* unit, from the first to the second */
    double gap;        /* along it */
    rp_vec on_a, on_b; /* single: the nearest points */
    int single, feature;
    int face, of_b; /* not single: the face whose normal it is, and whose */
} axis;

static void place(const rp_body *body, rp_vec x, solid *s)
{
    const rp_shape_def *form = body->form;
    s->hull = form->hull;
    s->x = x;
    s->r = 0;
    for (int k = 0; k < form->corners; k++) {
        const rp_vec v = rp_hull_at(form->corner, k);
        s->r = fmax(s->r, rp_vec_dot(v, v));
        s->corner[k] = rp_vec_add(v, x);
    }
    s->r = sqrt(s->r);
    for (int k = 0; k < s->hull->faces; k++) {
        double distance;
        s->normal[k] = form->normal ? rp_hull_at(form->normal, k) : rp_hull_plane(s->hull, form->corner, k, &distance);
    }
}

static rp_vec face_point(const solid *s, int face) { return s->corner[s->hull->corner[s->hull->start[face]]]; }

/* ---- directions of the gap ---- */

static double height_over(const solid *a, int face, const solid *b, int *lowest)
{
    const rp_vec n = a->normal[face];
    double least = INFINITY;
    for (int k = 0; k < b->hull->corners; k++) {
        const double height = rp_vec_dot(n, b->corner[k]);
        if (height < least) {
            least = height;
            *lowest = k;
        }
    }
    return least - rp_vec_dot(n, face_point(a, face));
}

/* The face of a that b is farthest from; sign: -1 if a is the second. */
static void faces_apart(const solid *a, const solid *b, double sign, int first, axis *best)
{
    for (int k = 0; k < a->hull->faces; k++) {
        int lowest = 0;
        const double gap = height_over(a, k, b, &lowest);
        if (!(gap > best->gap + SAME * a->r)) continue;
        const rp_vec n = a->normal[k], at = b->corner[lowest], foot = rp_vec_sub(at, rp_vec_scale(gap, n));
        *best = (axis){.n = rp_vec_scale(sign, n),
                       .gap = gap,
                       .on_a = sign > 0 ? foot : at,
                       .on_b = sign > 0 ? at : foot,
                       .feature = first + lowest,
                       .face = k,
                       .of_b = sign < 0};
    }
}

static rp_vec along_edge(const solid *s, const rp_hull_edge *e)
{
    return rp_vec_sub(s->corner[e->to], s->corner[e->from]);
}

/* 1: the two edges are the nearest of their bodies for some place of the bodies: the arcs between the normals of their
 * faces cross on the sphere, those of b turned round. */
static int arcs_cross(const solid *a, const rp_hull_edge *ea, rp_vec u, const solid *b, const rp_hull_edge *eb,
                      rp_vec v)
{
    const double right = -rp_vec_dot(b->normal[eb->right], u), left = -rp_vec_dot(b->normal[eb->left], u);
    if (!(right * left < 0)) return 0;
    const double own_right = rp_vec_dot(a->normal[ea->right], v), own_left = rp_vec_dot(a->normal[ea->left], v);
    return own_right * own_left < 0 && right * own_left > 0;
}

/* Nearest points of two segments. */
static void nearest_of_segments(rp_vec p, rp_vec u, rp_vec q, rp_vec v, rp_vec *on_p, rp_vec *on_q)
{
    const rp_vec d = rp_vec_sub(p, q);
    const double a = rp_vec_dot(u, u), e = rp_vec_dot(v, v), f = rp_vec_dot(v, d), c = rp_vec_dot(u, d),
                 b = rp_vec_dot(u, v), denominator = a * e - b * b;
    double s = denominator > PARALLEL * PARALLEL * a * e ? fmin(fmax((b * f - c * e) / denominator, 0), 1) : 0.5, t;
    for (int turn = 0; turn < 2; turn++) { /* the second time for segments that are nearly parallel */
        t = fmin(fmax((b * s + f) / e, 0), 1);
        s = fmin(fmax((b * t - c) / a, 0), 1);
    }
    *on_p = rp_vec_add(p, rp_vec_scale(s, u));
    *on_q = rp_vec_add(q, rp_vec_scale(t, v));
}

static void edges_apart(const solid *a, const solid *b, axis *best)
{
    for (int i = 0; i < a->hull->edges; i++) {
        const rp_hull_edge *ea = &a->hull->edge[i];
        const rp_vec u = along_edge(a, ea), out = rp_vec_add(a->normal[ea->left], a->normal[ea->right]);
        for (int j = 0; j < b->hull->edges; j++) {
            const rp_hull_edge *eb = &b->hull->edge[j];
            const rp_vec v = along_edge(b, eb);
            if (!arcs_cross(a, ea, u, b, eb, v)) continue;
            rp_vec n = rp_vec_cross(u, v);
            const double square = rp_vec_dot(n, n);
            if (!(square > PARALLEL * PARALLEL * rp_vec_dot(u, u) * rp_vec_dot(v, v))) continue;
            n = rp_vec_scale((rp_vec_dot(n, out) > 0 ? 1 : -1) / sqrt(square), n);
            const double gap = rp_vec_dot(n, rp_vec_sub(b->corner[eb->from], a->corner[ea->from]));
            if (!(gap > best->gap + SAME * a->r)) continue;
            *best = (axis){.n = n, .gap = gap, .single = 1, .feature = RP_CORNERS_MAX * (2 + i) + j};
            nearest_of_segments(a->corner[ea->from], u, b->corner[eb->from], v, &best->on_a, &best->on_b);
        }
    }
}

/* ---- nearest points of bodies apart ---- */

typedef struct nearest {
    double square;
    rp_vec on_a, on_b;
    int feature;
} nearest;

static void keep_nearer(nearest *best, rp_vec on_a, rp_vec on_b, int feature)
{
    const rp_vec d = rp_vec_sub(on_b, on_a);
    const double square = rp_vec_dot(d, d);
    if (square < best->square) *best = (nearest){square, on_a, on_b, feature};
}

/* The foot of a point on a face; 0: it lies beyond a side. */
static int over_face(const solid *s, int face, rp_vec x)
{
    const rp_hull *h = s->hull;
    int inside = 1;
    for (int n = h->start[face]; n < h->start[face + 1] && inside; n++) {
        const rp_vec from = s->corner[h->corner[n]],
                     to = s->corner[h->corner[n + 1 < h->start[face + 1] ? n + 1 : h->start[face]]];
        inside = rp_vec_dot(rp_vec_cross(rp_vec_sub(to, from), s->normal[face]), rp_vec_sub(x, from)) <= 0;
    }
    return inside;
}

/* Corners of b over faces of a. */
static void corners_to_faces(const solid *a, const solid *b, int of_b, int first, nearest *best)
{
    for (int f = 0; f < a->hull->faces; f++)
        for (int k = 0; k < b->hull->corners; k++) {
            const rp_vec n = a->normal[f], x = b->corner[k];
            const double height = rp_vec_dot(n, rp_vec_sub(x, face_point(a, f)));
            if (!(height > 0 && height * height < best->square) || !over_face(a, f, x)) continue;
            const rp_vec foot = rp_vec_sub(x, rp_vec_scale(height, n));
            if (of_b) keep_nearer(best, foot, x, first + k);
            else keep_nearer(best, x, foot, first + k);
        }
}

/* Edges that are farther apart along the separating direction than what is known are left out. */
static void edges_to_edges(const solid *a, const solid *b, rp_vec n, nearest *best)
{
    double low[RP_HULL_EDGES_MAX];
    for (int j = 0; j < b->hull->edges; j++)
        low[j] = fmin(rp_vec_dot(n, b->corner[b->hull->edge[j].from]), rp_vec_dot(n, b->corner[b->hull->edge[j].to]));
    for (int i = 0; i < a->hull->edges; i++) {
        const rp_hull_edge *ea = &a->hull->edge[i];
        const double high = fmax(rp_vec_dot(n, a->corner[ea->from]), rp_vec_dot(n, a->corner[ea->to]));
        const rp_vec u = along_edge(a, ea);
        for (int j = 0; j < b->hull->edges; j++) {
            const rp_hull_edge *eb = &b->hull->edge[j];
            const double bound = low[j] - high;
            if (bound > 0 && bound * bound >= best->square) continue;
            rp_vec on_a, on_b;
            nearest_of_segments(a->corner[ea->from], u, b->corner[eb->from], along_edge(b, eb), &on_a, &on_b);
            keep_nearer(best, on_a, on_b, RP_CORNERS_MAX * (2 + i) + j);
        }
    }
}

static void nearest_points(const solid *a, const solid *b, axis *best)
{
    nearest n = {.square = INFINITY};
    corners_to_faces(a, b, 1, RP_CORNERS_MAX, &n);
    corners_to_faces(b, a, 0, 0, &n);
    edges_to_edges(a, b, best->n, &n);
    const double length = sqrt(n.square);
    if (length > TINY * a->r) best->n = rp_vec_scale(1 / length, rp_vec_sub(n.on_b, n.on_a));
    *best = (axis){.n = best->n, .gap = length, .on_a = n.on_a, .on_b = n.on_b, .single = 1, .feature = n.feature};
}

/* ---- faces ---- */

static int facing(const solid *s, rp_vec n, double *cosine)
{
    int best = 0;
    *cosine = -INFINITY;
    for (int k = 0; k < s->hull->faces; k++) {
        const double c = rp_vec_dot(s->normal[k], n);
        if (!(c > *cosine + SAME)) continue;
        *cosine = c;
        best = k;
    }
    return best;
}

typedef struct clipped {
    rp_vec at;
    int feature;
    int edge; /* from it to the next: the corner that the edge begins at, RP_CORNERS_MAX + that of a side */
} clipped;

/* Where the edge from a to b crosses a side. */
static clipped crossing(clipped a, clipped b, double ha, double hb, int side)
{
    const double t = ha / (ha - hb);
    return (clipped){rp_vec_add(a.at, rp_vec_scale(t, rp_vec_sub(b.at, a.at))), RP_CORNERS_MAX * (1 + a.edge) + side,
                     ha < 0 ? RP_CORNERS_MAX + side : a.edge};
}

/* Cuts off what lies beyond a side; a corner on it stays. */
static int clip(clipped *p, int count, rp_vec out, double limit, double same, int side)
{
    clipped left[POINTS_MAX];
    int kept = 0;
    for (int k = 0; k < count; k++) {
        const clipped a = p[k], b = p[k + 1 < count ? k + 1 : 0];
        const double ha = rp_vec_dot(out, a.at) - limit, hb = rp_vec_dot(out, b.at) - limit;
        const int crosses = (ha > same && hb < -same) || (ha < -same && hb > same);
        if (ha <= same && kept < POINTS_MAX) {
            left[kept++] = a;
            if (hb > same && !crosses) left[kept - 1].edge = RP_CORNERS_MAX + side;
        }
        if (crosses && kept < POINTS_MAX) left[kept++] = crossing(a, b, ha, hb, side);
    }
    memcpy(p, left, (size_t)kept * sizeof *p);
    return kept;
}

/* The face of b over that of a, as far as it lies between its sides. */
static int clip_face(const solid *a, int face, const solid *b, int other, clipped *p)
{
    const rp_hull *h = a->hull;
    int count = rp_hull_sides(b->hull, other);
    for (int k = 0; k < count; k++) {
        const int corner = b->hull->corner[b->hull->start[other] + k];
        p[k] = (clipped){b->corner[corner], corner, corner};
    }
    for (int n = h->start[face]; n < h->start[face + 1] && count; n++) {
        const rp_vec from = a->corner[h->corner[n]],
                     to = a->corner[h->corner[n + 1 < h->start[face + 1] ? n + 1 : h->start[face]]];
        rp_vec out = rp_vec_cross(rp_vec_sub(to, from), a->normal[face]);
        out = rp_vec_scale(1 / rp_vec_norm(out), out);
        count = clip(p, count, out, rp_vec_dot(out, from), SAME * a->r, h->corner[n]);
    }
    return count;
}

/* ---- at most four of many points ---- */

static double twice_area(rp_vec n, rp_vec a, rp_vec b, rp_vec c)
{
    return rp_vec_dot(n, rp_vec_cross(rp_vec_sub(b, a), rp_vec_sub(c, a)));
}

static int deepest_of(const rp_contact_point *p, int count, double same)
{
    int best = 0;
    for (int k = 1; k < count; k++)
        if (p[k].gap < p[best].gap - same) best = k;
    return best;
}

static void swap(rp_contact_point *p, int i, int j)
{
    const rp_contact_point q = p[i];
    p[i] = p[j];
    p[j] = q;
}

/* The point farthest from the first; from the line of two; and on the other side of it. */
static void reduce(rp_contact_point *p, int count, double size)
{
    const rp_vec n = p[0].normal;
    int best = 1;
    double most = -1;
    swap(p, 0, deepest_of(p, count, SAME * size));
    for (int k = 1; k < count; k++) {
        const rp_vec d = rp_vec_sub(p[k].at, p[0].at);
        if (!(rp_vec_dot(d, d) > most + SAME * size * size)) continue;
        most = rp_vec_dot(d, d);
        best = k;
    }
    swap(p, 1, best);
    for (int place = 2; place < 4; place++) {
        const double side = place == 2 ? 1 : -1;
        best = place;
        most = -INFINITY;
        for (int k = place; k < count; k++) {
            const double area = side * twice_area(n, p[0].at, p[1].at, p[k].at);
            if (!(area > most + SAME * size * size)) continue;
            most = area;
            best = k;
        }
        swap(p, place, best);
    }
}

/* Leaves out points with a much larger gap than the deepest, where there are more than four. */
static int drop_far(rp_contact_point *p, int count, double most)
{
    double least = INFINITY;
    int kept = 0;
    for (int k = 0; k < count; k++) least = fmin(least, p[k].gap);
    for (int k = 0; k < count; k++)
        if (p[k].gap <= least + most) p[kept++] = p[k];
    return kept;
}

static int merge_near(rp_contact_point *p, int count, double same)
{
    int kept = 0;
    for (int k = 0; k < count; k++) {
        int near = 0;
        for (int j = 0; j < kept && !near; j++) near = rp_vec_norm(rp_vec_sub(p[k].at, p[j].at)) < same;
        if (!near) p[kept++] = p[k];
    }
    return kept;
}

/* Points over a face of s; sign: 1 if s is the first of the two. 0: none, or none as deep as the gap says. The normal
 * is that of the face, or the direction of the gap if the two differ by more than TILT. */
static int face_points(const solid *s, int face, const solid *other, double sign, const axis *best,
                       rp_contact_point *out)
{
    clipped p[POINTS_MAX];
    rp_contact_point all[POINTS_MAX];
    const rp_vec n = s->normal[face], from = face_point(s, face);
    const double size = fmin(s->r, other->r), along = sign * rp_vec_dot(n, best->n);
    const rp_vec normal = along > 1 - TILT ? rp_vec_scale(-sign, n) : rp_vec_scale(-1, best->n);
    double cosine, least = INFINITY;
    int count = clip_face(s, face, other, facing(other, rp_vec_scale(-1, n), &cosine), p);
    for (int k = 0; k < count; k++) {
        const double height = rp_vec_dot(n, rp_vec_sub(p[k].at, from)) / (along > 1 - TILT ? 1 : along);
        all[k] = (rp_contact_point){rp_vec_add(p[k].at, rp_vec_scale(0.5 * sign * height, normal)), normal, height,
                                    p[k].feature};
        least = fmin(least, height);
    }
    if (!count || fabs(least - best->gap) > PREFER * size) return 0;
    count = merge_near(all, count, 1e-7 * size);
    if (count > RP_NARROW_MAX) count = drop_far(all, count, 0.05 * size);
    if (count > RP_NARROW_MAX) {
        reduce(all, count, size);
        count = RP_NARROW_MAX;
    }
    memcpy(out, all, (size_t)count * sizeof *out);
    return count;
}

/* The deepest corner lies beyond the sides of the face, or the two edges pass one another: the contact is where the two
 * surfaces meet, at other edges. */
static void meet_at_edges(const solid *a, const solid *b, axis *best)
{
    const rp_vec half = rp_vec_scale(0.5 * best->gap, best->n);
    nearest n = {.square = INFINITY};
    edges_to_edges(a, b, best->n, &n);
    const rp_vec middle = rp_vec_scale(0.5, rp_vec_add(n.on_a, n.on_b));
    best->on_a = rp_vec_sub(middle, half);
    best->on_b = rp_vec_add(middle, half);
    best->feature = n.feature;
}

static void single_point(const solid *a, const solid *b, axis *best, rp_contact_point *point)
{
    const double between = rp_vec_norm(rp_vec_sub(best->on_b, best->on_a));
    if (best->single ? between > fabs(best->gap) + TINY * a->r
                     : !over_face(best->of_b ? b : a, best->face, best->of_b ? best->on_b : best->on_a))
        meet_at_edges(a, b, best);
    *point = (rp_contact_point){rp_vec_scale(0.5, rp_vec_add(best->on_a, best->on_b)), rp_vec_scale(-1, best->n),
                                best->gap, best->feature};
}

/* ---- the pair ---- */

static void put_in_order(rp_contact_point *p, int count)
{
    for (int k = 1; k < count; k++)
        for (int j = k; j > 0 && rp_vec_dot(generic, p[j].at) < rp_vec_dot(generic, p[j - 1].at); j--)
            swap(p, j, j - 1);
}

/* Points seen from the centre of a, normals from b to a. */
static int meet(const solid *a, const solid *b, rp_contact_point *point)
{
    axis best = {.gap = -INFINITY};
    double cosine_a, cosine_b;
    int count = 0;
    faces_apart(a, b, 1, RP_CORNERS_MAX, &best);
    faces_apart(b, a, -1, 0, &best);
    edges_apart(a, b, &best);
    if (best.gap > 0) nearest_points(a, b, &best);
    const int fa = facing(a, best.n, &cosine_a), fb = facing(b, rp_vec_scale(-1, best.n), &cosine_b);
    const int of_b = cosine_b > cosine_a + SAME;
    if (fmax(cosine_a, cosine_b) > 1 - FACING)
        count = of_b ? face_points(b, fb, a, -1, &best, point) : face_points(a, fa, b, 1, &best, point);
    if (!count || (count == 1 && best.single)) { /* one point has the exact direction */
        single_point(a, b, &best, point);
        count = 1;
    }
    put_in_order(point, count);
    return count;
}

int rp_narrow_polyhedra(const rp_body *a, const rp_body *b, rp_contact_point *point)
{
    const rp_vec d = rp_vec_sub(b->x, a->x);
    const int exchanged = rp_vec_dot(generic, d) < 0;
    solid first, second;
    place(exchanged ? b : a, rp_vec_make(0, 0, 0), &first);
    place(exchanged ? a : b, exchanged ? rp_vec_scale(-1, d) : d, &second);
    const int count = meet(&first, &second, point);
    for (int k = 0; exchanged && k < count; k++) {
        point[k].at = rp_vec_add(point[k].at, d);
        point[k].normal = rp_vec_scale(-1, point[k].normal);
    }
    return count;
}

/* ---- plates ---- */

/* A hull of two faces, the second of which has the corners in the other order: no part of it that is not set is read.
 */
static void flat_hull(int corners, rp_hull *h)
{
    h->corners = corners;
    h->faces = 2;
    h->edges = corners;
    h->start[0] = 0;
    h->start[1] = (uint16_t)corners;
    h->start[2] = (uint16_t)(2 * corners);
    for (int k = 0; k < corners; k++) {
        const int next = k + 1 < corners ? k + 1 : 0;
        h->corner[k] = (uint8_t)k;
        h->corner[2 * corners - 1 - k] = (uint8_t)k;
        h->edge[k] = next ? (rp_hull_edge){(uint8_t)k, (uint8_t)next, 0, 1} : (rp_hull_edge){0, (uint8_t)k, 1, 0};
    }
}

static void place_plate(const rp_plate *p, const rp_hull *hull, solid *s)
{
    rp_vec middle = {0, 0, 0};
    s->hull = hull;
    s->r = 0;
    for (int k = 0; k < p->corners; k++) {
        s->corner[k] = p->corner[k];
        middle = rp_vec_add(middle, rp_vec_scale(1.0 / p->corners, p->corner[k]));
    }
    for (int k = 0; k < p->corners; k++) s->r = fmax(s->r, rp_vec_norm(rp_vec_sub(p->corner[k], middle)));
    s->x = middle;
    s->normal[0] = p->normal;
    s->normal[1] = rp_vec_scale(-1, p->normal);
}

/* 1: all corners stand farther than `reach` on one side of the plate's plane. */
static int above_plate(const rp_shape_def *form, const rp_plate *p, double reach)
{
    const double level = rp_vec_dot(p->normal, p->corner[0]);
    int above = 1, below = 1;
    for (int k = 0; k < form->corners && (above || below); k++) {
        const double height = rp_vec_dot(p->normal, rp_hull_at(form->corner, k)) - level;
        above = above && height > reach;
        below = below && height < -reach;
    }
    return above || below;
}

int rp_narrow_plate(const rp_shape_def *form, const rp_plate *plate, double reach, rp_contact_point *point)
{
    rp_hull hull;
    solid a, b;
    if (above_plate(form, plate, reach)) return 0;
    flat_hull(plate->corners, &hull);
    place(&(rp_body){.form = form}, rp_vec_make(0, 0, 0), &a);
    place_plate(plate, &hull, &b);
    return meet(&a, &b, point);
}

/* ---- spheres ---- */

/* The nearest point of the surface to one outside of it. */
static rp_vec nearest_on_surface(const solid *s, rp_vec x)
{
    rp_vec best = s->corner[0];
    double least = INFINITY;
    for (int k = 0; k < s->hull->faces; k++) {
        const double height = rp_vec_dot(s->normal[k], rp_vec_sub(x, face_point(s, k)));
        if (!(height > 0 && height < least) || !over_face(s, k, x)) continue;
        least = height;
        best = rp_vec_sub(x, rp_vec_scale(height, s->normal[k]));
    }
    for (int k = 0; k < s->hull->edges; k++) {
        const rp_hull_edge *e = &s->hull->edge[k];
        const rp_vec u = along_edge(s, e), from = s->corner[e->from];
        const double t = fmin(fmax(rp_vec_dot(u, rp_vec_sub(x, from)) / rp_vec_dot(u, u), 0), 1);
        const rp_vec at = rp_vec_add(from, rp_vec_scale(t, u));
        const double distance = rp_vec_norm(rp_vec_sub(x, at));
        if (!(distance < least)) continue;
        least = distance;
        best = at;
    }
    return best;
}

/* The contact on the sphere: outward direction of the surface, and gap. */
static double sphere_apart(const solid *s, rp_vec x, double r, rp_vec *n)
{
    double most = -INFINITY;
    for (int k = 0; k < s->hull->faces; k++) {
        const double height = rp_vec_dot(s->normal[k], rp_vec_sub(x, face_point(s, k)));
        if (!(height > most)) continue;
        most = height;
        *n = s->normal[k];
    }
    if (most <= SAME * s->r) return most - r; /* the centre is within */
    const rp_vec d = rp_vec_sub(x, nearest_on_surface(s, x));
    const double length = rp_vec_norm(d);
    *n = rp_vec_scale(1 / length, d);
    return length - r;
}

int rp_narrow_polyhedron_sphere(const rp_body *a, const rp_body *b, rp_contact_point *point)
{
    const rp_vec d = rp_vec_sub(b->x, a->x);
    solid s;
    rp_vec n;
    place(a, rp_vec_make(0, 0, 0), &s);
    const double gap = sphere_apart(&s, d, b->form->radius, &n);
    point[0] = (rp_contact_point){rp_vec_sub(d, rp_vec_scale(b->form->radius, n)), rp_vec_scale(-1, n), gap, 0};
    return 1;
}

int rp_narrow_sphere_polyhedron(const rp_body *a, const rp_body *b, rp_contact_point *point)
{
    const rp_vec d = rp_vec_sub(a->x, b->x);
    solid s;
    rp_vec n;
    place(b, rp_vec_make(0, 0, 0), &s);
    const double gap = sphere_apart(&s, d, a->form->radius, &n);
    point[0] = (rp_contact_point){rp_vec_scale(-a->form->radius, n), n, gap, 0};
    return 1;
}
