/* See hull.h. */
#include "core/hull.h"
#include <string.h>

/* Lengths over the size of the whole. A point within FLAT of a plane lies in it: rounding of a plane through corners
 * that are not SLIM is below 1e-16 / SLIM. */
#define FLAT 1e-9
#define SLIM 1e-6

/* ---- faces ---- */

typedef struct builder {
    const double *point;
    int count;
    double size; /* largest extent, m */
    uint64_t face[RP_HULL_FACES_MAX];
    rp_hull *hull;
} builder;

static double extent(const double *point, size_t count)
{
    double most = 0;
    for (int axis = 0; axis < 3; axis++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t k = 0; k < count; k++) {
            low = fmin(low, point[3 * k + (size_t)axis]);
            high = fmax(high, point[3 * k + (size_t)axis]);
        }
        most = fmax(most, high - low);
    }
    return most;
}

/* The plane of three points; 0: they lie on a line. */
static int plane_of(const builder *b, int i, int j, int k, rp_vec *normal)
{
    const rp_vec from = rp_hull_at(b->point, i), u = rp_vec_sub(rp_hull_at(b->point, j), from),
                 v = rp_vec_sub(rp_hull_at(b->point, k), from), n = rp_vec_cross(u, v);
    const double length = rp_vec_norm(n);
    if (!(length > SLIM * b->size * b->size)) return 0;
    *normal = rp_vec_scale(1 / length, n);
    return 1;
}

/* 1: all points are on one side; *normal then points to the other, and *in has the points of the plane. */
static int supports(const builder *b, int i, rp_vec *normal, uint64_t *in)
{
    const rp_vec from = rp_hull_at(b->point, i);
    int above = 0, below = 0;
    *in = 0;
    for (int k = 0; k < b->count && !(above && below); k++) {
        const double height = rp_vec_dot(*normal, rp_vec_sub(rp_hull_at(b->point, k), from));
        if (fabs(height) <= FLAT * b->size) *in |= (uint64_t)1 << k;
        else if (height > 0) above = 1;
        else below = 1;
    }
    if (above) *normal = rp_vec_scale(-1, *normal);
    return above != below;
}

static int known(const builder *b, uint64_t three)
{
    int found = 0;
    for (int k = 0; k < b->hull->faces && !found; k++) found = (b->face[k] & three) == three;
    return found;
}

/* The corner of a face that follows `at` counterclockwise: all others lie to the left of the way there. The farthest of
 * those on one line. */
static int next_corner(const builder *b, uint64_t in, int at, rp_vec normal)
{
    const rp_vec from = rp_hull_at(b->point, at);
    rp_vec best = {0};
    int next = -1;
    for (int k = 0; k < b->count; k++) {
        if (k == at || !(in >> k & 1)) continue;
        const rp_vec way = rp_vec_sub(rp_hull_at(b->point, k), from);
        const double turn = next < 0 ? -1 : rp_vec_dot(normal, rp_vec_cross(best, way)),
                     same = FLAT * b->size * rp_vec_norm(way);
        if (turn > same || (turn >= -same && rp_vec_dot(way, way) <= rp_vec_dot(best, best))) continue;
        best = way;
        next = k;
    }
    return next;
}

/* Corners of the new face in their order; 0: they do not close. */
static int add_face(builder *b, uint64_t in, rp_vec normal)
{
    rp_hull *h = b->hull;
    int first = 0, links = h->start[h->faces], start = links;
    if (h->faces == RP_HULL_FACES_MAX) return 0;
    while (!(in >> first & 1)) first++;
    /* the lowest point may lie within a side: its next corner is a corner */
    first = next_corner(b, in, first, normal);
    int lowest = links, at = first;
    do {
        if (at < 0 || links == RP_HULL_LINKS_MAX || links - start >= b->count) return 0;
        h->corner[links] = (uint8_t)at;
        if (h->corner[links] < h->corner[lowest]) lowest = links;
        links++;
        at = next_corner(b, in, at, normal);
    } while (at != first);
    uint8_t turned[RP_CORNERS_MAX];
    const int sides = links - start;
    for (int k = 0; k < sides; k++) turned[k] = h->corner[start + (lowest - start + k) % sides];
    memcpy(h->corner + start, turned, (size_t)sides);
    b->face[h->faces] = in;
    h->normal[h->faces++] = normal;
    h->start[h->faces] = (uint16_t)links;
    return sides >= 3;
}

static int find_faces(builder *b)
{
    int good = 1;
    for (int i = 0; i < b->count; i++)
        for (int j = i + 1; j < b->count; j++)
            for (int k = j + 1; k < b->count && good; k++) {
                const uint64_t three = (uint64_t)1 << i | (uint64_t)1 << j | (uint64_t)1 << k;
                rp_vec normal;
                uint64_t in;
                if (known(b, three) || !plane_of(b, i, j, k, &normal) || !supports(b, i, &normal, &in)) continue;
                good = add_face(b, in | three, normal);
            }
    return good;
}

/* ---- edges ---- */

/* The side of a face enters as an edge, or meets the one that another face has entered. */
static int add_side(rp_hull *h, int face, uint8_t from, uint8_t to)
{
    const uint8_t low = from < to ? from : to, high = from < to ? to : from;
    for (int k = 0; k < h->edges; k++) {
        rp_hull_edge *e = &h->edge[k];
        if (e->from != low || e->to != high) continue;
        uint8_t *side = from < to ? &e->left : &e->right;
        if (*side != UINT8_MAX) return 0;
        *side = (uint8_t)face;
        return 1;
    }
    if (h->edges == RP_HULL_EDGES_MAX) return 0;
    h->edge[h->edges++] = (rp_hull_edge){low, high, from < to ? (uint8_t)face : UINT8_MAX,
                                         from < to ? UINT8_MAX : (uint8_t)face};
    return 1;
}

static int find_edges(rp_hull *h)
{
    int good = 1;
    for (int k = 0; k < h->faces; k++)
        for (int n = h->start[k]; n < h->start[k + 1] && good; n++)
            good = add_side(h, k, h->corner[n], h->corner[n + 1 < h->start[k + 1] ? n + 1 : h->start[k]]);
    for (int k = 0; k < h->edges; k++) good &= h->edge[k].left != UINT8_MAX && h->edge[k].right != UINT8_MAX;
    return good;
}

/* A point that is the corner of no face; -1: none. */
static int loose_point(const rp_hull *h)
{
    uint64_t used = 0;
    for (int n = 0; n < h->start[h->faces]; n++) used |= (uint64_t)1 << h->corner[n];
    for (int k = 0; k < h->corners; k++)
        if (!(used >> k & 1)) return k;
    return -1;
}

static void set_normals(rp_hull *h, const double *corner)
{
    double distance;
    for (int k = 0; k < h->faces; k++) h->normal[k] = rp_hull_plane(h, corner, k, &distance);
}

rp_hull_fault rp_hull_make(const double *point, int count, rp_hull *h, int *which)
{
    builder b = {.point = point, .count = count, .size = extent(point, (size_t)count), .hull = h};
    memset(h, 0, sizeof *h);
    h->corners = count;
    if (!find_faces(&b)) return RP_HULL_SLIM;
    if (h->faces < 4) return RP_HULL_FLAT;
    *which = loose_point(h);
    if (*which >= 0) return RP_HULL_INSIDE;
    if (!find_edges(h) || h->corners - h->edges + h->faces != 2) return RP_HULL_SLIM;
    set_normals(h, point);
    return RP_HULL_GOOD;
}

/* ---- hull of any points ---- */

/* Newell's sum over the sides: exact for flat faces, the mean for others. */
rp_vec rp_hull_plane(const rp_hull *h, const double *corner, int k, double *distance)
{
    const int first = h->start[k], last = h->start[k + 1];
    const rp_vec from = rp_hull_at(corner, h->corner[first]);
    rp_vec sum = {0, 0, 0};
    for (int n = first + 1; n + 1 < last; n++)
        sum = rp_vec_add(sum, rp_vec_cross(rp_vec_sub(rp_hull_at(corner, h->corner[n]), from),
                                           rp_vec_sub(rp_hull_at(corner, h->corner[n + 1]), from)));
    sum = rp_vec_scale(1 / rp_vec_norm(sum), sum);
    *distance = rp_vec_dot(sum, from);
    return sum;
}

static int is_outside(const rp_hull *h, const double *corner, rp_vec x, double tolerance)
{
    int out = 0;
    for (int k = 0; k < h->faces && !out; k++)
        out = rp_vec_dot(h->normal[k], rp_vec_sub(x, rp_hull_at(corner, h->corner[h->start[k]]))) > tolerance;
    return out;
}

static int is_near(const double *corner, int count, rp_vec x, double distance)
{
    int near = 0;
    for (int k = 0; k < count && !near; k++) near = rp_vec_norm(rp_vec_sub(x, rp_hull_at(corner, k))) <= distance;
    return near;
}

static void take_out(double *corner, int *count, int k)
{
    memmove(corner + 3 * k, corner + 3 * (k + 1), (size_t)(3 * (*count - k - 1)) * sizeof *corner);
    (*count)--;
}

/* Leaves the corners of their hull alone. 0: they are flat so far. */
static int only_corners(double *corner, int *count, rp_hull *h)
{
    int which;
    rp_hull_fault fault = *count >= 4 ? rp_hull_make(corner, *count, h, &which) : RP_HULL_FLAT;
    while (fault == RP_HULL_INSIDE) {
        take_out(corner, count, which);
        fault = rp_hull_make(corner, *count, h, &which);
    }
    return fault == RP_HULL_GOOD;
}

/* The point that most increases the dimension of what is there: the farthest from the first, from the line, from the
 * plane. */
static size_t farthest(const double *point, size_t count, const double *corner, int have)
{
    size_t best = 0;
    double most = -1;
    for (size_t k = 0; k < count; k++) {
        const rp_vec x = rp_vec_sub(rp_hull_at(point + 3 * k, 0), rp_hull_at(corner, 0));
        const rp_vec u = rp_vec_sub(rp_hull_at(corner, have > 1 ? 1 : 0), rp_hull_at(corner, 0)),
                     v = rp_vec_sub(rp_hull_at(corner, have > 2 ? 2 : 0), rp_hull_at(corner, 0));
        const double far = have == 1   ? rp_vec_norm(x)
                           : have == 2 ? rp_vec_norm(rp_vec_cross(u, x))
                                       : fabs(rp_vec_dot(rp_vec_cross(u, v), x));
        if (far > most) {
            most = far;
            best = k;
        }
    }
    return best;
}

int rp_hull_corners(const double *point, size_t count, double merge, double *corner)
{
    const double size = extent(point, count);
    rp_hull h;
    int have = 1;
    if (count < 4) return 0;
    memcpy(corner, point, 3 * sizeof *corner);
    for (; have < 4; have++)
        memcpy(corner + 3 * have, point + 3 * farthest(point, count, corner, have), 3 * sizeof *corner);
    if (!only_corners(corner, &have, &h)) return 0;
    for (size_t k = 0; k < count; k++) {
        const rp_vec x = rp_hull_at(point + 3 * k, 0);
        if (!is_outside(&h, corner, x, FLAT * size) || is_near(corner, have, x, merge * size)) continue;
        if (have == RP_CORNERS_MAX) return -1;
        memcpy(corner + 3 * have++, point + 3 * k, 3 * sizeof *corner);
        if (!only_corners(corner, &have, &h)) return 0;
    }
    return have;
}

/* ---- integrals ---- */

/* Over the tetrahedron of the origin and a, b, c: volume v = a . (b x c) / 6, of x_i it is v s_i / 4, of x_i x_j it is
 * v (s_i s_j + a_i a_j + b_i b_j + c_i c_j) / 20, s = a + b + c. */
static void add_tetrahedron(rp_hull_moments *m, rp_vec a, rp_vec b, rp_vec c)
{
    const double v = rp_vec_dot(a, rp_vec_cross(b, c)) / 6;
    const rp_vec s = rp_vec_add(a, rp_vec_add(b, c));
    m->volume += v;
    m->centroid = rp_vec_add(m->centroid, rp_vec_scale(v / 4, s));
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            m->second[i][j] +=
                v / 20
                * (rp_vec_component(s, i) * rp_vec_component(s, j) + rp_vec_component(a, i) * rp_vec_component(a, j)
                   + rp_vec_component(b, i) * rp_vec_component(b, j) + rp_vec_component(c, i) * rp_vec_component(c, j));
}

rp_hull_moments rp_hull_integrate(const rp_hull *h, const double *corner)
{
    rp_hull_moments m = {0};
    rp_vec mean = {0, 0, 0}; /* from within, so that a body far from the origin keeps its digits */
    for (int k = 0; k < h->corners; k++) mean = rp_vec_add(mean, rp_vec_scale(1.0 / h->corners, rp_hull_at(corner, k)));
    for (int k = 0; k < h->faces; k++) {
        const rp_vec a = rp_vec_sub(rp_hull_at(corner, h->corner[h->start[k]]), mean);
        for (int n = h->start[k] + 1; n + 1 < h->start[k + 1]; n++)
            add_tetrahedron(&m, a, rp_vec_sub(rp_hull_at(corner, h->corner[n]), mean),
                            rp_vec_sub(rp_hull_at(corner, h->corner[n + 1]), mean));
    }
    const rp_vec c = m.centroid = rp_vec_scale(1 / m.volume, m.centroid);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) m.second[i][j] -= m.volume * rp_vec_component(c, i) * rp_vec_component(c, j);
    m.centroid = rp_vec_add(c, mean);
    return m;
}
