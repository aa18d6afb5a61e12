/* Every row of the narrow phase: gap and normal against support functions in all directions, the overlap against
 * slices, exchange of the two bodies, and small motions. The references are those of the plane. */
#include "core/narrow.h"
#include "shape_samples.h"

typedef struct meeting {
    sample own[2], turned[2];
    rp_body a, b;
} meeting;

static rp_body body_at(const sample *s, rp_vec x) { return (rp_body){.form = &s->def, .x = x}; }

/* Two bodies at random angles; most pairs overlap or are near. */
static void draw_meeting(rp_random *z, const rp_narrow *row, meeting *m)
{
    const rp_shape *shape[2] = {row->a, row->b};
    double turn[4], sum = 0;
    for (int k = 0; k < 2; k++) {
        draw_sample(z, shape[k], &m->own[k]);
        draw_turn(z, 2, turn);
        turn_sample(&m->own[k], turn, &m->turned[k]);
        sum += shape[k]->radius(&m->own[k].def);
    }
    rp_vec x = {rp_random_range(z, -5, 5), rp_random_range(z, -5, 5), 0};
    rp_vec d = rp_vec_scale(sum * rp_random_range(z, 0.3, 1.1), draw_direction(z, 2));
    m->a = body_at(&m->turned[0], x);
    m->b = body_at(&m->turned[1], rp_vec_add(x, d));
}

static double extent(const rp_body *b, rp_vec u)
{
    return rp_vec_dot(u, rp_vec_add(b->x, b->form->shape->support(b->form, u)));
}

/* How far the two stand apart along e, from b to a. */
static double apart(const rp_body *a, const rp_body *b, rp_vec e)
{
    return -extent(a, rp_vec_scale(-1, e)) - extent(b, e);
}

static double apart_at(const meeting *m, double angle)
{
    return apart(&m->a, &m->b, rp_vec_make(cos(angle), sin(angle), 0));
}

/* The gap of convex bodies is the largest distance along any direction, negative if they overlap: the best of many
 * directions, then golden section between its neighbours. */
enum { DIRECTIONS = 2000 };

static double slow_gap(const meeting *m)
{
    const double golden = 0.6180339887498949;
    int best = 0;
    for (int k = 1; k < DIRECTIONS; k++)
        if (apart_at(m, 2 * M_PI * k / DIRECTIONS) > apart_at(m, 2 * M_PI * best / DIRECTIONS)) best = k;
    double low = 2 * M_PI * (best - 1) / DIRECTIONS, high = 2 * M_PI * (best + 1) / DIRECTIONS;
    for (int k = 0; k < 60; k++) {
        double p = high - golden * (high - low), q = low + golden * (high - low);
        if (apart_at(m, p) > apart_at(m, q)) high = q;
        else low = p;
    }
    return apart_at(m, 0.5 * (low + high));
}

static int deepest(const rp_contact_point *p, int count)
{
    int best = 0;
    for (int k = 1; k < count; k++)
        if (p[k].gap < p[best].gap) best = k;
    return best;
}

/* No direction in which the point lies farther out of a body than its gap. */
static void check_place(const rp_body *body, rp_vec at, double gap)
{
    for (int k = 0; k < 100; k++) {
        rp_vec u = {cos(2 * M_PI * k / 100), sin(2 * M_PI * k / 100), 0};
        assert_true(rp_vec_dot(u, at) <= extent(body, u) + fabs(gap) + 1e-12);
    }
}

static void check_gap(const rp_narrow *row, const meeting *m, rp_random *z)
{
    rp_contact_point p[RP_NARROW_MAX];
    int count = row->manifold(&m->a, &m->b, p), n = deepest(p, count);
    double gap = slow_gap(m);
    (void)z;
    assert_true(count >= 1 && count <= row->points);
    if (fabs(p[n].gap - gap) > 1e-9)
        fail_msg("%s, %s: gap %.15g, slowly %.15g", row->a->name, row->b->name, p[n].gap, gap);
    for (int k = 0; k < count; k++) {
        rp_vec at = rp_vec_add(m->a.x, p[k].at);
        assert_true(fabs(rp_vec_norm(p[k].normal) - 1) < 1e-14);
        assert_true(fabs(apart(&m->a, &m->b, p[k].normal) - gap) < 1e-9); /* it is the direction of the gap */
        check_place(&m->a, at, p[k].gap);
        check_place(&m->b, at, p[k].gap);
        for (int other = 0; other < k; other++) assert_int_not_equal(p[k].feature, p[other].feature);
    }
}

/* Seen from the other body everything is the same, the normal turned round. Rounding only. */
static void check_exchange(const rp_narrow *row, const meeting *m, rp_random *z)
{
    const rp_narrow *mirror = rp_narrow_find(row->b, row->a);
    rp_contact_point p[RP_NARROW_MAX], q[RP_NARROW_MAX];
    rp_overlap o, r;
    (void)z;
    assert_non_null(mirror);
    assert_int_equal(mirror->points, row->points);
    int count = row->manifold(&m->a, &m->b, p), found = row->overlap(&m->a, &m->b, &o);
    assert_int_equal(mirror->manifold(&m->b, &m->a, q), count);
    for (int k = 0; k < count; k++) {
        rp_vec d = rp_vec_sub(rp_vec_add(m->a.x, p[k].at), rp_vec_add(m->b.x, q[k].at));
        assert_true(fabs(p[k].gap - q[k].gap) < 1e-12 && rp_vec_norm(d) < 1e-9);
        assert_true(rp_vec_norm(rp_vec_add(p[k].normal, q[k].normal)) < 1e-12);
    }
    assert_int_equal(mirror->overlap(&m->b, &m->a, &r), found);
    if (!found) return;
    rp_vec d = rp_vec_sub(rp_vec_add(m->a.x, o.centroid), rp_vec_add(m->b.x, r.centroid));
    assert_true(fabs(o.area - r.area) < 1e-13 && rp_vec_norm(d) * o.area < 1e-12);
    if (o.line > 1e-3) assert_true(rp_vec_norm(rp_vec_add(o.normal, r.normal)) < 1e-9);
}

/* A motion of 1e-7: the gap follows, for it moves no faster than the surfaces; features stay but for the few pairs that
 * stand just where they change. */
#define MOTION 1e-7

static int changed;

static void check_motion(const rp_narrow *row, const meeting *m, rp_random *z)
{
    const double turn[4] = {MOTION};
    rp_contact_point p[RP_NARROW_MAX], q[RP_NARROW_MAX];
    sample turned;
    turn_sample(&m->turned[1], turn, &turned);
    rp_body moved = body_at(&turned, rp_vec_add(m->b.x, rp_vec_scale(MOTION, draw_direction(z, 2))));
    int count = row->manifold(&m->a, &m->b, p), other = row->manifold(&m->a, &moved, q), same = count == other;
    double most = MOTION * (1 + row->b->radius(&m->own[1].def)) + 1e-12;
    assert_true(fabs(p[deepest(p, count)].gap - q[deepest(q, other)].gap) <= most);
    for (int k = 0; k < count && same; k++) same = p[k].feature == q[k].feature;
    changed += !same;
}

/* ---- overlap ---- */

enum { BOUNDARY = 2000, SLICES = 2000 };

typedef struct outline {
    rp_vec at[BOUNDARY];
} outline;

static void draw_outline(const rp_body *b, outline *o)
{
    for (int k = 0; k < BOUNDARY; k++) {
        rp_vec u = {cos(2 * M_PI * k / BOUNDARY), sin(2 * M_PI * k / BOUNDARY), 0};
        o->at[k] = rp_vec_add(b->x, b->form->shape->support(b->form, u));
    }
}

/* Where the line at height y enters and leaves the body. */
static void slice(const outline *o, double y, double *low, double *high)
{
    for (int k = 0; k < BOUNDARY; k++) {
        rp_vec p = o->at[k], q = o->at[k + 1 < BOUNDARY ? k + 1 : 0];
        if ((p.y < y) == (q.y < y)) continue;
        double x = p.x + (y - p.y) / (q.y - p.y) * (q.x - p.x);
        if (p.y < q.y) *high = fmin(*high, x); /* counterclockwise: up on the right */
        else *low = fmax(*low, x);
    }
}

/* Area and first moments of what the two have in common, by slices. */
static void slow_overlap(const meeting *m, double sum[3])
{
    static outline a, b;
    const rp_vec down = {0, -1, 0}, up = {0, 1, 0};
    double from = fmax(-extent(&m->a, down), -extent(&m->b, down)), to = fmin(extent(&m->a, up), extent(&m->b, up));
    draw_outline(&m->a, &a);
    draw_outline(&m->b, &b);
    sum[0] = sum[1] = sum[2] = 0;
    for (int k = 0; k < SLICES && from < to; k++) {
        double dy = (to - from) / SLICES, y = from + (k + 0.5) * dy, low = -INFINITY, high = INFINITY;
        slice(&a, y, &low, &high);
        slice(&b, y, &low, &high);
        if (!(high > low) || isinf(high - low)) continue;
        sum[0] += dy * (high - low);
        sum[1] += dy * 0.5 * (high * high - low * low);
        sum[2] += dy * (high - low) * y;
    }
}

/* Slices and outlines err by the square of their steps, about 1e-5; places are up to 7 from the origin. */
static void check_overlap(const rp_narrow *row, const meeting *m, rp_random *z)
{
    double sum[3], gap = slow_gap(m);
    rp_overlap o = {0};
    int found = row->overlap(&m->a, &m->b, &o);
    (void)z;
    if (fabs(gap) > 1e-6) assert_int_equal(found, gap < 0);
    slow_overlap(m, sum);
    if (fabs(o.area - sum[0]) > 3e-5)
        fail_msg("%s, %s: area %.9g, slowly %.9g", row->a->name, row->b->name, o.area, sum[0]);
    if (!found) return;
    rp_vec at = rp_vec_add(m->a.x, o.centroid);
    assert_true(fabs(o.area * at.x - sum[1]) < 3e-4 && fabs(o.area * at.y - sum[2]) < 3e-4);
    assert_true(fabs(rp_vec_norm(o.normal) - 1) < 1e-14);
    assert_true(apart(&m->a, &m->b, o.normal) < 0 && o.depth > 0);
}

/* ---- the walk ---- */

static void walk(void (*check)(const rp_narrow *, const meeting *, rp_random *), uint64_t draws)
{
    int count;
    const rp_narrow *row = rp_narrow_list(&count);
    for (int n = 0; n < count; n++) {
        if (row[n].a->dimension == 3) continue; /* tests/polyhedra.h has their reference */
        for (uint64_t k = 0; k < draws; k++) {
            rp_random z = rp_random_stream(6, RP_RANDOM_TEST, k, (uint64_t)n);
            meeting m;
            draw_meeting(&z, &row[n], &m);
            check(&row[n], &m, &z);
        }
    }
}

static void gaps_and_normals(void **state)
{
    (void)state;
    walk(check_gap, 1500);
}

static void exchange_of_the_two(void **state)
{
    (void)state;
    walk(check_exchange, 20000);
}

static void small_motions(void **state)
{
    (void)state;
    changed = 0;
    walk(check_motion, 20000);
    assert_true(changed <= 20); /* features change along lines of the plane of positions: a share of about MOTION */
}

static void overlaps(void **state)
{
    (void)state;
    walk(check_overlap, 60);
}

/* Any two shapes of a world meet by a row, unless both are round. Members of unions are round. */
static void rows_for_all_pairs(void **state)
{
    int count;
    const rp_shape *const *list = rp_shape_list(&count);
    (void)state;
    for (int dimension = 2; dimension <= 3; dimension++)
        for (int n = 0; n < count; n++)
            for (int k = 0; k < count; k++) {
                if (list[n]->dimension != dimension || list[k]->dimension != dimension) continue;
                if ((list[n]->flags | list[k]->flags) & RP_SHAPE_UNION) continue;
                const rp_narrow *row = rp_narrow_find(list[n], list[k]);
                if (list[n]->flags & list[k]->flags & RP_SHAPE_ROUND) {
                    assert_null(row);
                    continue;
                }
                if (!row) fail_msg("no row for %s and %s", list[n]->name, list[k]->name);
                assert_true(row->points >= 1 && row->points <= RP_NARROW_MAX);
            }
}

/* A world has room for as many points as the rows of its own shapes have. */
static void points_of_a_world(void **state)
{
    rp_random z = rp_random_stream(1, 0, 0, 0);
    sample s;
    rp_shapes shapes = {0};
    rp_error err;
    uint32_t number;
    (void)state;
    assert_int_equal(rp_narrow_points(&shapes, 2), 1);
    assert_int_equal(rp_narrow_points(&shapes, 3), 1);
    draw_sample(&z, &rp_shape_polygon, &s);
    assert_int_equal(rp_shapes_add(&shapes, &s.def, &number, &err), RP_OK);
    assert_int_equal(rp_narrow_points(&shapes, 2), rp_narrow_find(&rp_shape_polygon, &rp_shape_polygon)->points);
    rp_shapes_free(&shapes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(gaps_and_normals),   cmocka_unit_test(exchange_of_the_two),
                                       cmocka_unit_test(small_motions),      cmocka_unit_test(overlaps),
                                       cmocka_unit_test(rows_for_all_pairs), cmocka_unit_test(points_of_a_world)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
