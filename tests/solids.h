/* Convex polyhedra for tests, and a slow computation of their overlap that shares nothing with the fast one: every face
 * of the one is cut by all planes of the other as a flat polygon, in long double, and the divergence theorem adds up
 * volume, first moment, area vector and its moment. */
#ifndef RP_TESTS_SOLIDS_H
#define RP_TESTS_SOLIDS_H

#include "testing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/quaternion.h"
#include "base/random.h"
#include "core/solid.h"

typedef struct stone {
    rp_hull hull;
    rp_vec corner[RP_CORNERS_MAX], normal[RP_HULL_FACES_MAX];
    rp_solid solid;
} stone;

static void stone_settle(stone *t)
{
    t->solid = (rp_solid){.hull = &t->hull, .corner = t->corner, .normal = t->normal};
    for (int k = 0; k < t->hull.corners; k++) t->solid.radius = fmax(t->solid.radius, rp_vec_norm(t->corner[k]));
    t->solid.radius *= 1 + 1e-15;
}

/* From its corners. */
static int make_hull(stone *t, int corners)
{
    int which;
    if (rp_hull_make(&t->corner[0].x, corners, &t->hull, &which)) return 0;
    memcpy(t->normal, t->hull.normal, sizeof t->normal);
    stone_settle(t);
    return 1;
}

static void make_box(stone *t, double x, double y, double z)
{
    for (int k = 0; k < 8; k++)
        t->corner[k] = rp_vec_make(0.5 * (k & 1 ? x : -x), 0.5 * (k & 2 ? y : -y), 0.5 * (k & 4 ? z : -z));
    assert_true(make_hull(t, 8));
}

static rp_vec random_unit(rp_random *r)
{
    rp_vec v = {rp_random_normal(r), rp_random_normal(r), rp_random_normal(r)};
    return rp_vec_scale(1 / rp_vec_norm(v), v);
}

/* Random points on a sphere of radius 1; slim ones are drawn again. */
static void make_random(stone *t, int corners, rp_random *r)
{
    int good;
    do {
        for (int k = 0; k < corners; k++) t->corner[k] = random_unit(r);
        good = make_hull(t, corners);
    } while (!good || rp_hull_integrate(&t->hull, &t->corner[0].x).volume < 0.05);
}

static void turn_stone(const stone *from, const double q[4], stone *to)
{
    *to = *from;
    for (int k = 0; k < from->hull.corners; k++) to->corner[k] = rp_quaternion_turn(q, from->corner[k]);
    for (int f = 0; f < from->hull.faces; f++) to->normal[f] = rp_quaternion_turn(q, from->normal[f]);
    stone_settle(to);
}

static void random_turn(rp_random *r, double q[4])
{
    for (int k = 0; k < 4; k++) q[k] = rp_random_normal(r);
    rp_quaternion_unit(q);
}

/* ---- the slow computation ---- */

typedef long double real;
typedef struct spot {
    real x, y, z;
} spot;
typedef struct slow {
    real volume;
    spot first; /* moment of the volume */
    spot n, m;  /* area vector of the part of a's surface in b, and its moment about the origin */
} slow;

static spot spot_sub(spot a, spot b) { return (spot){a.x - b.x, a.y - b.y, a.z - b.z}; }
static spot spot_cross(spot a, spot b)
{
    return (spot){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static real spot_dot(spot a, spot b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static void spot_add(spot *sum, real s, spot a)
{
    sum->x += s * a.x;
    sum->y += s * a.y;
    sum->z += s * a.z;
}

/* By the plane with this normal through a point. */
static int slow_cut(const spot *from, int n, rp_vec across, spot at, spot *to)
{
    int count = 0;
    real d[160];
    const spot normal = {across.x, across.y, across.z};
    for (int k = 0; k < n; k++) d[k] = spot_dot(normal, spot_sub(from[k], at));
    for (int k = 0; k < n; k++) {
        const int next = (k + 1) % n;
        if (d[k] <= 0) to[count++] = from[k];
        if ((d[k] <= 0) == (d[next] <= 0)) continue;
        spot p_new = from[k];
        spot_add(&p_new, d[k] / (d[k] - d[next]), spot_sub(from[next], from[k]));
        to[count++] = p_new;
    }
    return count;
}

/* Triangles from the origin. */
static void slow_add(const spot *v, int n, int own, slow *s)
{
    for (int k = 1; k + 1 < n; k++) {
        const spot normal = spot_cross(spot_sub(v[k], v[0]), spot_sub(v[k + 1], v[0]));
        const real six = spot_dot(v[0], spot_cross(v[k], v[k + 1]));
        spot sum = v[0];
        spot_add(&sum, 1, v[k]);
        spot_add(&sum, 1, v[k + 1]);
        s->volume += six / 6;
        spot_add(&s->first, six / 24, sum);
        if (!own) continue;
        spot_add(&s->n, 0.5L, normal);
        spot_add(&s->m, 1.0L / 6, spot_cross(sum, normal));
    }
}

static spot slow_corner(const stone *a, int k, rp_vec x)
{
    return (spot){(real)a->corner[k].x + x.x, (real)a->corner[k].y + x.y, (real)a->corner[k].z + x.z};
}

static void slow_faces(const stone *a, rp_vec x, const stone *b, rp_vec y, int own, slow *s)
{
    for (int f = 0; f < a->hull.faces; f++) {
        spot ring[2][160];
        int n = rp_hull_sides(&a->hull, f), in = 0;
        for (int k = 0; k < n; k++) ring[0][k] = slow_corner(a, a->hull.corner[a->hull.start[f] + k], x);
        for (int g = 0; g < b->hull.faces && n > 0; g++, in = 1 - in)
            n = slow_cut(ring[in], n, b->normal[g], slow_corner(b, b->hull.corner[b->hull.start[g]], y), ring[1 - in]);
        slow_add(ring[in], n, own, s);
    }
}

/* a about the origin, b about -branch. */
static slow slow_overlap(const stone *a, const stone *b, rp_vec branch)
{
    slow s = {0};
    const rp_vec zero = {0, 0, 0}, back = rp_vec_scale(-1, branch);
    slow_faces(a, zero, b, back, 1, &s);
    slow_faces(b, back, a, zero, 0, &s);
    return s;
}

/* ---- comparison ---- */

static void assert_near(double found, double wanted, double tolerance)
{
    if (!(fabs(found - wanted) <= tolerance)) fail_msg("%.17g instead of %.17g", found, wanted);
}

static void assert_near_vec(rp_vec found, rp_vec wanted, double tolerance)
{
    if (!(rp_vec_norm(rp_vec_sub(found, wanted)) <= tolerance))
        fail_msg("(%.17g %.17g %.17g) instead of (%.17g %.17g %.17g)", found.x, found.y, found.z, wanted.x, wanted.y,
                 wanted.z);
}

/* N and M about the centre of a from what the fast computation says. */
static rp_vec n_of(const rp_solid_overlap *o) { return rp_vec_scale(-o->area, o->normal); }
static rp_vec m_of(const rp_solid_overlap *o)
{
    return rp_vec_add(rp_vec_cross(o->push, n_of(o)), rp_vec_scale(o->twist, n_of(o)));
}

static void assert_mirrored(const rp_solid_overlap *o, const rp_solid_overlap *back, rp_vec branch)
{
    const rp_vec minus = rp_vec_scale(-1, back->normal);
    assert_true(o->flat == back->flat && o->spread[0].x == back->spread[0].x && o->spread[1].z == back->spread[1].z);
    assert_memory_equal(&o->normal, &minus, sizeof minus);
    assert_true(o->volume == back->volume && o->area == back->area && o->twist == back->twist);
    assert_true(o->depth == back->depth);
    /* the points are seen from another centre: one rounding of each sum */
    assert_near_vec(rp_vec_add(o->centroid, branch), back->centroid, 2e-15);
    assert_near_vec(rp_vec_add(o->push, branch), back->push, 2e-15 * (1 + rp_vec_norm(o->push)));
}

/* Rounding of positions, 1e-16 of a size of 1, moves planes by that: the volume follows by an area of up to 4, the
 * area by a length over the sine of the smallest angle of two planes that meet. In random pairs that is 1e-4 or so at
 * the least. The moments of N and M stand about a point within 2. A rod through a slab has no N, but may have an M,
 * which counts for nothing. */
static int check_overlap(const stone *a, const stone *b, rp_vec branch, double angle)
{
    rp_solid_overlap o, back;
    const slow s = slow_overlap(a, b, branch);
    const int found = rp_solid_overlap_pair(&a->solid, &b->solid, branch, &o);
    assert_int_equal(rp_solid_overlap_pair(&b->solid, &a->solid, rp_vec_scale(-1, branch), &back), found);
    if (!found) {
        assert_true(s.volume <= 1e-14);
        return 0;
    }
    assert_mirrored(&o, &back, branch);
    assert_near(o.volume, (double)s.volume, 2e-14);
    assert_near_vec(rp_vec_scale(o.volume, o.centroid),
                    rp_vec_make((double)s.first.x, (double)s.first.y, (double)s.first.z), 5e-14);
    assert_near_vec(n_of(&o), rp_vec_make((double)s.n.x, (double)s.n.y, (double)s.n.z), 1e-14 / angle);
    if (o.area > 0) assert_near_vec(m_of(&o), rp_vec_make((double)s.m.x, (double)s.m.y, (double)s.m.z), 4e-14 / angle);
    return 1;
}

/* Random hulls of 4 to 12 corners and boxes, from touching to one within the other. */
static int check_solids(int count, uint64_t seed)
{
    enum { POOL = 60 };
    static stone pool[POOL];
    rp_random r = rp_random_stream(seed, RP_RANDOM_TEST, 0, 0);
    int overlaps = 0;
    for (int k = 0; k < POOL; k++) {
        if (k % 5 == 0) make_box(&pool[k], rp_random_range(&r, 0.3, 1.2), rp_random_range(&r, 0.3, 1.2), 1);
        else make_random(&pool[k], 4 + (int)rp_random_below(&r, 9), &r);
    }
    for (int n = 0; n < count; n++) {
        stone a, b;
        double q[4], p[4];
        random_turn(&r, q);
        random_turn(&r, p);
        turn_stone(&pool[rp_random_below(&r, POOL)], q, &a);
        turn_stone(&pool[rp_random_below(&r, POOL)], p, &b);
        overlaps += check_overlap(&a, &b, rp_vec_scale(rp_random_range(&r, 0, 2), random_unit(&r)), 1e-4);
    }
    return overlaps;
}

#endif
