/* Pairs of polyhedra, and where they meet by a slow way: the gap is the largest distance along any direction, tried one
 * by one. */
#ifndef RP_TESTS_POLYHEDRA_H
#define RP_TESTS_POLYHEDRA_H

#include "base/quaternion.h"
#include "core/narrow.h"
#include "shape_samples.h"

typedef struct solid_pair {
    sample own[2], turned[2];
    rp_hull hull[2];
    rp_body a, b;
} solid_pair;

static double extent_of(const rp_body *b, rp_vec u)
{
    return rp_vec_dot(u, rp_vec_add(b->x, b->form->shape->support(b->form, u)));
}

/* How far the two stand apart along e, from b to a. */
static double apart_along(const solid_pair *m, rp_vec e)
{
    return -extent_of(&m->a, rp_vec_scale(-1, e)) - extent_of(&m->b, e);
}

/* ---- drawing ---- */

enum { ANY, NEAR_PARALLEL, TOUCHING, DEEP, KINDS };

static void finish_pair(solid_pair *m, rp_vec x, rp_vec d)
{
    for (int k = 0; k < 2; k++) {
        int which;
        rp_hull_make(m->turned[k].corner, m->turned[k].def.corners, &m->hull[k], &which);
        m->turned[k].def.hull = &m->hull[k];
    }
    m->a = (rp_body){.form = &m->turned[0].def, .x = x};
    m->b = (rp_body){.form = &m->turned[1].def, .x = rp_vec_add(x, d)};
}

/* The second turned so that a face of it looks at a face of the first, but for a small angle. */
static void turn_to_face(rp_random *z, const sample *a, const sample *b, double off, double turn[4], rp_vec *n)
{
    rp_shape_face fa, fb;
    int na = 0, nb = 0;
    while (a->def.shape->face(&a->def, na, &fa)) na++;
    while (b->def.shape->face(&b->def, nb, &fb)) nb++;
    a->def.shape->face(&a->def, (int)rp_random_below(z, (uint64_t)na), &fa);
    b->def.shape->face(&b->def, (int)rp_random_below(z, (uint64_t)nb), &fb);
    const rp_vec to = rp_vec_scale(-1, fa.normal), axis = rp_vec_cross(fb.normal, to), tilt = draw_direction(z, 3);
    double w = 1 + rp_vec_dot(fb.normal, to), q[4] = {w, axis.x, axis.y, axis.z},
           small[4] = {1, off * tilt.x, off * tilt.y, off * tilt.z};
    if (w < 1e-6) memcpy(q, (double[]){0, 1, 0, 0}, sizeof q); /* nearly opposite: it is left as it is */
    rp_quaternion_unit(q);
    rp_quaternion_unit(small);
    rp_quaternion_product(small, q, turn);
    *n = fa.normal;
}

static void draw_pair(rp_random *z, int kind, solid_pair *m)
{
    double turn[4], sum = 0, apart = rp_random_range(z, 0.3, 1.1);
    rp_vec direction = draw_direction(z, 3), n;
    for (int k = 0; k < 2; k++) {
        draw_sample(z, &rp_shape_polyhedron, &m->own[k]);
        draw_turn(z, 3, turn);
        turn_sample(&m->own[k], turn, &m->turned[k]);
        sum += rp_shape_polyhedron.radius(&m->own[k].def);
    }
    const rp_vec x = {rp_random_range(z, -5, 5), rp_random_range(z, -5, 5), rp_random_range(z, -5, 5)};
    if (kind == NEAR_PARALLEL) {
        const double off = pow(10, rp_random_range(z, -14, -2));
        turn_to_face(z, &m->turned[0], &m->own[1], off, turn, &n);
        turn_sample(&m->own[1], turn, &m->turned[1]);
        direction = rp_vec_add(n, rp_vec_scale(0.4, direction));
        direction = rp_vec_scale(1 / rp_vec_norm(direction), direction);
    }
    finish_pair(m, x, rp_vec_scale(sum * (kind == DEEP ? 0.2 * apart : apart), direction));
    if (kind != TOUCHING && kind != NEAR_PARALLEL) return;
    /* along a direction they are moved until they stand apart by nearly nothing along their own direction of the gap */
    rp_contact_point p[RP_NARROW_MAX];
    for (int turns = 0; turns < 3; turns++) {
        const int count = rp_narrow_polyhedra(&m->a, &m->b, p);
        double gap = INFINITY;
        for (int k = 0; k < count; k++) gap = fmin(gap, p[k].gap);
        m->b.x = rp_vec_add(m->b.x, rp_vec_scale(gap, p[0].normal));
    }
    m->b.x = rp_vec_add(
        m->b.x, rp_vec_scale(pow(10, rp_random_range(z, -15, -3)) * (rp_random_below(z, 2) ? 1 : -1), p[0].normal));
}

/* ---- the slow way ---- */

static void try_direction(const solid_pair *m, rp_vec e, double *most)
{
    const double length = rp_vec_norm(e);
    if (!(length > 1e-9)) return;
    *most = fmax(*most, apart_along(m, rp_vec_scale(1 / length, e)));
    *most = fmax(*most, apart_along(m, rp_vec_scale(-1 / length, e)));
}

/* Corners of one against corners and sides of the other. */
static void try_corners(const solid_pair *m, int k, rp_vec between, double *most)
{
    const rp_hull *h = &m->hull[1 - k];
    const double *own = m->turned[k].corner, *other = m->turned[1 - k].corner;
    for (int i = 0; i < m->hull[k].corners; i++) {
        for (int e = 0; e < h->edges; e++) {
            const rp_vec from = rp_hull_at(other, h->edge[e].from),
                         side = rp_vec_sub(rp_hull_at(other, h->edge[e].to), from),
                         d = rp_vec_sub(rp_vec_add(rp_hull_at(own, i), between), from);
            try_direction(m, rp_vec_sub(d, rp_vec_scale(rp_vec_dot(d, side) / rp_vec_dot(side, side), side)), most);
        }
        for (int j = 0; j < h->corners && k == 0; j++)
            try_direction(m, rp_vec_sub(rp_vec_add(rp_hull_at(own, i), between), rp_hull_at(other, j)), most);
    }
}

/* The gap is the largest distance along any direction, negative if they overlap. The direction of the largest is the
 * normal of a face, stands across two sides, or, apart, joins two corners or a corner with its foot on a side: all are
 * tried. */
static double slow_gap(const solid_pair *m)
{
    double most = -INFINITY;
    const rp_vec d = rp_vec_sub(m->a.x, m->b.x);
    for (int k = 0; k < 2; k++)
        for (int f = 0; f < m->hull[k].faces; f++) try_direction(m, m->hull[k].normal[f], &most);
    for (int i = 0; i < m->hull[0].edges; i++)
        for (int j = 0; j < m->hull[1].edges; j++) {
            const rp_hull_edge *ea = &m->hull[0].edge[i], *eb = &m->hull[1].edge[j];
            const double *va = m->turned[0].corner, *vb = m->turned[1].corner;
            try_direction(m,
                          rp_vec_cross(rp_vec_sub(rp_hull_at(va, ea->to), rp_hull_at(va, ea->from)),
                                       rp_vec_sub(rp_hull_at(vb, eb->to), rp_hull_at(vb, eb->from))),
                          &most);
        }
    if (most <= 0) return most;
    try_corners(m, 0, d, &most);
    try_corners(m, 1, rp_vec_scale(-1, d), &most);
    return most;
}

/* ---- the proof of a gap ---- */

/* How far a point stands out of a body, m; not above 0: it lies within. */
static double out_of(const rp_body *body, const rp_hull *h, rp_vec at)
{
    double most = -INFINITY;
    const rp_vec x = rp_vec_sub(at, body->x);
    for (int f = 0; f < h->faces; f++)
        most = fmax(most,
                    rp_vec_dot(h->normal[f], rp_vec_sub(x, rp_hull_at(body->form->corner, h->corner[h->start[f]]))));
    return most;
}

/* 1: the normal is that of a face: points may then be those of the face. */
static int along_face(const solid_pair *m, rp_vec e)
{
    int found = 0;
    for (int k = 0; k < 2; k++)
        for (int f = 0; f < m->hull[k].faces && !found; f++)
            found = fabs(rp_vec_dot(m->hull[k].normal[f], e)) > 1 - 1e-15;
    return found;
}

typedef struct tally {
    int apart, deep, faces, points[RP_NARROW_MAX + 1];
    double worst, worst_face; /* error of the gap, over the size */
} tally;

static void check_pair(const solid_pair *m, tally *sum)
{
    rp_contact_point p[RP_NARROW_MAX], q[RP_NARROW_MAX];
    const int count = rp_narrow_polyhedra(&m->a, &m->b, p), other = rp_narrow_polyhedra(&m->b, &m->a, q);
    const double size = fmin(rp_shape_polyhedron.radius(m->a.form), rp_shape_polyhedron.radius(m->b.form));
    int n = 0;
    assert_true(count >= 1 && count <= RP_NARROW_MAX);
    for (int k = 1; k < count; k++)
        if (p[k].gap < p[n].gap) n = k;
    const rp_vec e = p[n].normal, at = rp_vec_add(m->a.x, p[n].at), half = rp_vec_scale(0.5 * p[n].gap, e);
    const double gap = p[n].gap, least = apart_along(m, e);
    assert_true(fabs(rp_vec_norm(e) - 1) < 1e-14);
    const int faces = count > 1 || along_face(m, e);
    /* Both ends of the gap lie in their bodies: those of a point over a face may leave it by the gap times the tangent
     * of FACING. The gap is the right one, and a single point has its direction. */
    double error = fmax(out_of(&m->a, &m->hull[0], rp_vec_add(at, half)),
                        out_of(&m->b, &m->hull[1], rp_vec_sub(at, half)))
                   - (faces ? 0.25 * fabs(gap) : 0);
    error = fmax(error, fabs(slow_gap(m) - gap));
    if (!faces) error = fmax(error, fabs(least - gap));
    sum->apart += gap > 0;
    sum->deep += gap <= 0;
    sum->points[count]++;
    if (faces) sum->worst_face = fmax(sum->worst_face, error / size);
    else sum->worst = fmax(sum->worst, error / size);
    for (int k = 0; k < count; k++)
        for (int j = 0; j < k; j++) assert_int_not_equal(p[k].feature, p[j].feature);
    assert_int_equal(count, other); /* the same numbers, whichever body is a */
    for (int k = 0; k < count; k++) {
        assert_true(p[k].gap == q[k].gap);
        assert_true(p[k].normal.x == -q[k].normal.x && p[k].normal.y == -q[k].normal.y
                    && p[k].normal.z == -q[k].normal.z);
    }
}

/* Single points are exact but for rounding and where bodies are nearer than TINY, 1e-7, to one another: then they keep
 * the direction that separates them (narrow_polyhedron.c). Points of a face may differ from the gap by PREFER, 1e-4, as
 * that file says. */
static void check_pairs(uint64_t draws, int kind, tally *sum)
{
    for (uint64_t k = 0; k < draws; k++) {
        rp_random z = rp_random_stream(21, RP_RANDOM_TEST, k, (uint64_t)kind);
        solid_pair m;
        draw_pair(&z, kind, &m);
        check_pair(&m, sum);
        if (sum->worst > 3e-7 || sum->worst_face > 2.1e-4)
            fail_msg("kind %d, draw %llu: gap off by %g, with faces by %g of the size", kind, (unsigned long long)k,
                     sum->worst, sum->worst_face);
    }
    print_message("kind %d: %d apart, %d overlap; points 1 to 4: %d %d %d %d; worst %.2g, with faces %.2g\n", kind,
                  sum->apart, sum->deep, sum->points[1], sum->points[2], sum->points[3], sum->points[4], sum->worst,
                  sum->worst_face);
}

#endif
