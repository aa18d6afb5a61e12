/* Polyhedra at walls that stand out, against a slow reference: the distance of the two is the least over a fine grid of
 * points of the wall, refined by smaller and smaller steps. */
#include "core/wall_solid.h"
#include "shape_samples.h"

enum { RECTANGLE, DISC, CONE, TIP, CYLINDER, WALLS };

typedef struct scene {
    sample own, turned;
    rp_hull hull;
    double normal[3 * RP_HULL_FACES_MAX], radius;
    rp_wall wall;
    rp_vec x;
} scene;

static const rp_wall_shape *shape_of(const char *name)
{
    const rp_wall_shape *s = rp_wall_shape_find(name);
    assert_non_null(s);
    return s;
}

/* All stand in the planes or about the axis of z, as large as the polyhedron or ten times so. */
static rp_wall wall_of(rp_random *z, int kind)
{
    const double size = pow(10, rp_random_range(z, -0.5, 1));
    rp_wall w = {.dimension = 3, .active = 1, .normal = {0, 0, 1}};
    if (kind == RECTANGLE) {
        w.shape = shape_of("rectangle");
        w.side[0] = rp_vec_make(size, 0, 0);
        w.side[1] = rp_vec_make(0, size * rp_random_range(z, 0.3, 1), 0);
    } else if (kind == DISC || kind == CYLINDER) {
        w.shape = shape_of(kind == DISC ? "disc" : "cylinder");
        w.radius = size;
        w.outside = kind == CYLINDER;
    } else {
        w.shape = shape_of("cone");
        w.size = rp_vec_make(kind == TIP ? 0 : size * rp_random_range(z, 0.2, 1), size,
                             size * rp_random_range(z, 0.2, 2));
    }
    return w;
}

/* A point of the wall; both numbers from 0 to 1. */
static rp_vec wall_at(const scene *s, double a, double b)
{
    const rp_wall *w = &s->wall;
    const double c = cos(2 * M_PI * a), d = sin(2 * M_PI * a);
    if (w->shape == shape_of("rectangle")) return rp_vec_add(rp_vec_scale(a, w->side[0]), rp_vec_scale(b, w->side[1]));
    if (w->shape == shape_of("disc")) return rp_vec_make(b * w->radius * c, b * w->radius * d, 0);
    if (w->shape == shape_of("cylinder"))
        return rp_vec_make(w->radius * c, w->radius * d, s->x.z + 2 * s->radius * (b - 0.5));
    const double r = w->size.x + b * (w->size.y - w->size.x);
    return rp_vec_make(r * c, r * d, b * w->size.z);
}

/* ---- distance of a point from the polyhedron ---- */

static double from_segment(rp_vec x, rp_vec from, rp_vec to)
{
    const rp_vec way = rp_vec_sub(to, from);
    const double t = fmin(fmax(rp_vec_dot(way, rp_vec_sub(x, from)) / rp_vec_dot(way, way), 0), 1);
    return rp_vec_norm(rp_vec_sub(x, rp_vec_add(from, rp_vec_scale(t, way))));
}

/* 0: it is within. */
static double from_polyhedron(const scene *s, rp_vec at)
{
    const rp_hull *h = &s->hull;
    const double *corner = s->turned.corner;
    const rp_vec x = rp_vec_sub(at, s->x);
    double least = INFINITY, most = -INFINITY;
    for (int f = 0; f < h->faces; f++) {
        const rp_vec n = h->normal[f];
        const double height = rp_vec_dot(n, rp_vec_sub(x, rp_hull_at(corner, h->corner[h->start[f]])));
        int over = 1;
        for (int k = h->start[f]; k < h->start[f + 1] && over; k++) {
            const rp_vec from = rp_hull_at(corner, h->corner[k]),
                         to = rp_hull_at(corner, h->corner[k + 1 < h->start[f + 1] ? k + 1 : h->start[f]]);
            over = rp_vec_dot(rp_vec_cross(rp_vec_sub(to, from), n), rp_vec_sub(x, from)) <= 0;
        }
        if (over && height > 0) least = fmin(least, height);
        most = fmax(most, height);
    }
    for (int e = 0; e < h->edges; e++)
        least = fmin(least, from_segment(x, rp_hull_at(corner, h->edge[e].from), rp_hull_at(corner, h->edge[e].to)));
    return most <= 0 ? 0 : least;
}

/* Downhill in both numbers, by steps that grow smaller. */
static double refined(const scene *s, double a, double b, double step)
{
    double best = from_polyhedron(s, wall_at(s, a, b));
    const int around = s->wall.shape != shape_of("rectangle");
    while (step > 1e-11) {
        int better = 0;
        for (int k = 0; k < 8; k++) {
            static const int way[8][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
            double u = a + step * way[k][0], v = fmin(fmax(b + step * way[k][1], 0), 1);
            if (!around) u = fmin(fmax(u, 0), 1);
            const double d = from_polyhedron(s, wall_at(s, u, v));
            if (!(d < best)) continue;
            best = d;
            a = u;
            b = v;
            better = 1;
        }
        if (!better) step *= 0.5;
    }
    return best;
}

static double slow_distance(const scene *s)
{
    enum { GRID = 48, TRIES = 6 };
    double best[TRIES], at[TRIES][2], least = INFINITY;
    int count = 0;
    for (int i = 0; i <= GRID; i++)
        for (int j = 0; j <= GRID; j++) {
            const double a = (double)i / GRID, b = (double)j / GRID, d = from_polyhedron(s, wall_at(s, a, b));
            int k = count < TRIES ? count++ : TRIES;
            for (; k > 0 && d < best[k - 1]; k--)
                if (k < TRIES) {
                    best[k] = best[k - 1];
                    memcpy(at[k], at[k - 1], sizeof at[k]);
                }
            if (k == TRIES) continue;
            best[k] = d;
            at[k][0] = a;
            at[k][1] = b;
        }
    for (int k = 0; k < count; k++) least = fmin(least, refined(s, at[k][0], at[k][1], 1.0 / GRID));
    return least;
}

/* ---- cases ---- */

static void draw_scene(rp_random *z, int kind, scene *s)
{
    double turn[4];
    int which;
    draw_sample(z, &rp_shape_polyhedron, &s->own);
    draw_turn(z, 3, turn);
    turn_sample(&s->own, turn, &s->turned);
    assert_int_equal(rp_hull_make(s->turned.corner, s->turned.def.corners, &s->hull, &which), RP_HULL_GOOD);
    for (int k = 0; k < s->hull.faces; k++) memcpy(&s->normal[3 * k], &s->hull.normal[k], sizeof(rp_vec));
    s->turned.def.hull = &s->hull;
    s->turned.def.normal = s->normal;
    s->radius = rp_shape_polyhedron.radius(&s->own.def);
    s->wall = wall_of(z, kind);
    const rp_vec way = draw_direction(z, 3);
    s->x = (rp_vec){0, 0, 0};
    const rp_vec near = wall_at(s, rp_random_uniform(z), rp_random_uniform(z));
    s->x = rp_vec_add(near, rp_vec_scale(s->radius * rp_random_range(z, 0.4, 1.4), way));
}

/* The least gap, and its direction. */
static double fast_gap(const scene *s, rp_vec *normal, int *points)
{
    rp_meeting to[16];
    const rp_wall_pair pair = {0};
    const int slots = rp_wall_solid_slots(&s->wall);
    double least = INFINITY;
    *points = 0;
    rp_wall_solid_meet(&s->wall, &pair, (size_t)slots, s->x, &s->turned.def, 2 * s->radius, to);
    for (int n = 0; n < slots; n++)
        for (int k = 0; k < to[n].count; k++) {
            assert_true(fabs(rp_vec_norm(to[n].point[k].normal) - 1) < 1e-12);
            ++*points;
            if (!(to[n].point[k].gap < least)) continue;
            least = to[n].point[k].gap;
            *normal = to[n].point[k].normal;
        }
    return least;
}

/* Apart: the distance of the two. Moved together along its direction until they overlap by a little: at most that
 * little, since no other feature was nearer, and less where another way out of the wall is shorter; apart only where a
 * corner has gone past the edge of the wall: then by the distance of the two again. */
static void check(int kind, uint64_t draws)
{
    int apart = 0, most = 0;
    double worst = 0, worst_deep = 0;
    for (uint64_t k = 0; k < draws; k++) {
        rp_random z = rp_random_stream(33, RP_RANDOM_TEST, k, (uint64_t)kind);
        scene s;
        rp_vec n = {0, 0, 0};
        int points;
        draw_scene(&z, kind, &s);
        if (kind == CYLINDER && rp_vec_norm(rp_vec_make(s.x.x, s.x.y, 0)) < s.wall.radius) continue;
        const double slow = slow_distance(&s);
        if (!(slow > 1e-3 * s.radius)) continue;
        const double gap = fast_gap(&s, &n, &points), little = 1e-2 * rp_shape_inner_radius(&s.own.def);
        apart++;
        most = points > most ? points : most;
        worst = fmax(worst, fabs(gap - slow) / s.radius);
        if (fabs(gap - slow) > 2.1e-4 * s.radius)
            fail_msg("wall %d draw %llu: gap %.9g, slow %.9g, points %d", kind, (unsigned long long)k, gap / s.radius,
                     slow / s.radius, points);
        s.x = rp_vec_sub(s.x, rp_vec_scale(gap + little, n));
        const double deep = fast_gap(&s, &n, &points), past = deep > 0 ? slow_distance(&s) : 0,
                     error = fmax(deep - past, -little - deep) / s.radius;
        worst_deep = fmax(worst_deep, error);
        if (!(error < 2.1e-4))
            fail_msg("wall %d draw %llu: moved to %g, found %g", kind, (unsigned long long)k, -little / s.radius,
                     deep / s.radius);
    }
    print_message("wall %d: %d apart; worst %.2g, overlapping %.2g; at most %d points\n", kind, apart, worst,
                  worst_deep, most);
    assert_true(apart > (int)draws / 10);
}

static void distances(void **state)
{
    (void)state;
    for (int kind = 0; kind < WALLS; kind++) check(kind, 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(distances)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
