/* Every shape of the list: what its table says follows from its support function. */
#include "shape_samples.h"

enum { SAMPLES = 40 };

/* Rounding of a sum over up to 64 corners of size 1. */
static const double ROUNDING = 1e-13;

typedef void check(const sample *s, rp_random *z);

static void walk(check *f)
{
    int count;
    const rp_shape *const *list = rp_shape_list(&count);
    assert_true(count >= 3);
    for (int n = 0; n < count; n++)
        for (uint64_t k = 0; k < SAMPLES; k++) {
            rp_random z = rp_random_stream(5, RP_RANDOM_TEST, k, (uint64_t)n);
            sample s;
            draw_sample(&z, list[n], &s);
            f(&s, &z);
        }
}

static void near_to(const sample *s, const char *what, double found, double wanted, double tolerance)
{
    if (!(fabs(found - wanted) <= tolerance))
        fail_msg("%s, %s: %.15g instead of %.15g", s->def.shape->name, what, found, wanted);
}

static rp_vec support(const sample *s, rp_vec u) { return s->def.shape->support(&s->def, u); }

/* ---- integrals ---- */

typedef struct integral { /* of 1, of the place, and of its products */
    double volume, first[3], second[3][3];
} integral;

/* A simplex with its tip at the origin, by a rule that is exact for polynomials of degree two: the mean over points
 * that are mixtures of the corners, those of a triangle halfway between two of them. */
static void add_simplex(integral *sum, const rp_vec *v, int n, double volume)
{
    const double own = n == 2 ? 0 : 0.58541019662496845, rest = n == 2 ? 0.5 : (1 - own) / 3;
    for (int tip = 0; tip <= n; tip++) { /* the corner that counts differently; n: the origin */
        rp_vec at = {0, 0, 0};
        for (int k = 0; k < n; k++) at = rp_vec_add(at, rp_vec_scale(k == tip ? own : rest, v[k]));
        const double x[3] = {at.x, at.y, at.z};
        for (int i = 0; i < 3; i++) {
            sum->first[i] += volume / (n + 1) * x[i];
            for (int j = 0; j < 3; j++) sum->second[i][j] += volume / (n + 1) * x[i] * x[j];
        }
    }
    sum->volume += volume;
}

/* The plane: triangles from the origin to support points in neighbouring directions. */
static integral integrate_plane(const sample *s, int steps)
{
    integral sum = {0};
    for (int k = 0; k < steps; k++) {
        double p = 2 * M_PI * (k + 0.5) / steps, q = 2 * M_PI * (k + 1.5) / steps;
        rp_vec v[2] = {support(s, rp_vec_make(cos(p), sin(p), 0)), support(s, rp_vec_make(cos(q), sin(q), 0))};
        add_simplex(&sum, v, 2, 0.5 * rp_vec_cross(v[0], v[1]).z);
    }
    return sum;
}

/* Space: directions are those of an octahedron whose faces are cut into steps^2 triangles. */
static rp_vec octahedron(int octant, int i, int j, int steps)
{
    double x = i, y = j, z = steps - i - j;
    return rp_vec_make(octant & 1 ? -x : x, octant & 2 ? -y : y, octant & 4 ? -z : z);
}

static void add_triangle(const sample *s, integral *sum, rp_vec a, rp_vec b, rp_vec c)
{
    rp_vec v[3] = {support(s, a), support(s, b), support(s, c)};
    add_simplex(sum, v, 3, fabs(rp_vec_dot(v[0], rp_vec_cross(v[1], v[2]))) / 6);
}

static integral integrate_space(const sample *s, int steps)
{
    integral sum = {0};
    for (int octant = 0; octant < 8; octant++)
        for (int i = 0; i < steps; i++)
            for (int j = 0; i + j < steps; j++) {
                rp_vec b = octahedron(octant, i + 1, j, steps), c = octahedron(octant, i, j + 1, steps);
                add_triangle(s, &sum, octahedron(octant, i, j, steps), b, c);
                if (i + j + 1 < steps) add_triangle(s, &sum, octahedron(octant, i + 1, j + 1, steps), b, c);
            }
    return sum;
}

/* A union is not what its support function encloses: tests/unit/test_core_union.c has its integrals. Those of
 * polyhedra stand in test_core_hull.c: a mesh of directions has faces as single triangles, or none. */
static int is_union(const sample *s) { return (s->def.shape->flags & RP_SHAPE_UNION) != 0; }

/* What is inscribed errs by h^2, h the angle between directions; two meshes take it away and leave h^4. */
static void mass_properties(const sample *s, rp_random *z)
{
    (void)z;
    if (is_union(s) || s->def.shape->flags & RP_SHAPE_SOLID) return;
    int planar = s->def.shape->dimension == 2, steps = planar ? 1024 : 32;
    integral coarse = planar ? integrate_plane(s, steps) : integrate_space(s, steps),
             fine = planar ? integrate_plane(s, 2 * steps) : integrate_space(s, 2 * steps);
    double h = planar ? 2 * M_PI / steps : 0.5 * M_PI / steps, tolerance = 10 * pow(h, 4), tensor[3][3], trace = 0;
    double volume = (4 * fine.volume - coarse.volume) / 3, r = s->def.shape->radius(&s->def);
    near_to(s, "volume", s->def.shape->volume(&s->def), volume, tolerance * pow(r, s->def.shape->dimension));
    s->def.shape->inertia(&s->def, tensor);
    for (int i = 0; i < 3; i++) trace += (4 * fine.second[i][i] - coarse.second[i][i]) / 3;
    for (int i = 0; i < 3; i++) {
        near_to(s, "centroid", fine.first[i] / volume, 0, tolerance * r);
        for (int j = 0; j < 3; j++) {
            double product = (4 * fine.second[i][j] - coarse.second[i][j]) / 3;
            near_to(s, "inertia", tensor[i][j], ((i == j ? trace : 0) - product) / volume, tolerance * r * r);
        }
    }
}

/* ---- support, faces, mesh ---- */

static void support_and_radius(const sample *s, rp_random *z)
{
    int dimension = s->def.shape->dimension;
    double r = s->def.shape->radius(&s->def), most = 0, inner = rp_shape_inner_radius(&s->def), least = INFINITY;
    for (int k = 0; k < 4000; k++) {
        rp_vec u = draw_direction(z, dimension), w = draw_direction(z, dimension), at = support(s, u);
        assert_true(rp_vec_dot(u, at) >= rp_vec_dot(u, support(s, w)) - ROUNDING);
        most = fmax(most, rp_vec_norm(at));
        least = fmin(least, rp_vec_dot(u, at));
    }
    near_to(s, "radius", r, most, is_union(s) ? 0.03 * r : ROUNDING); /* none of the directions is that of a member */
    assert_true(inner <= least + ROUNDING);
    if (is_union(s)) return; /* the sphere lies within one member */
    /* 4000 directions come this near to the nearest face; in space they are farther apart, and corners stand out */
    near_to(s, "inner radius", inner, least, (s->def.shape->flags & RP_SHAPE_SOLID ? 0.1 : 0.03) * r);
}

static void faces(const sample *s, rp_random *z)
{
    const rp_shape_def *d = &s->def;
    rp_shape_face f;
    int count = 0;
    (void)z;
    assert_int_equal(d->shape->face == NULL, (d->shape->flags & (RP_SHAPE_ROUND | RP_SHAPE_UNION)) != 0);
    for (; d->shape->face && d->shape->face(d, count, &f); count++) {
        near_to(s, "length of a normal", rp_vec_norm(f.normal), 1, ROUNDING);
        near_to(s, "support of a face", rp_vec_dot(f.normal, support(s, f.normal)), f.distance, ROUNDING);
        assert_true(f.count >= d->shape->dimension);
        for (int k = 0; k < f.count; k++)
            near_to(s, "corner of a face", rp_vec_dot(f.normal, corner_at(d, f.corner[k])), f.distance, ROUNDING);
        for (int k = 0; k < d->corners; k++)
            assert_true(rp_vec_dot(f.normal, corner_at(d, k)) <= f.distance + ROUNDING);
    }
    assert_true(!d->shape->face || count > d->shape->dimension);
}

static void mesh(const sample *s, rp_random *z)
{
    const rp_shape_def *d = &s->def;
    rp_vec point[1000];
    int64_t corner[4000], end[1000];
    rp_shape_mesh sizes = {0}, m = {.point = point, .corner = corner, .end = end};
    assert_int_equal(d->shape->mesh == NULL, (d->shape->flags & (RP_SHAPE_ROUND | RP_SHAPE_UNION)) != 0);
    if (!d->shape->mesh) return;
    d->shape->mesh(d, &sizes);
    assert_true(sizes.points <= 1000 && sizes.cells <= 1000 && sizes.corners <= 4000);
    d->shape->mesh(d, &m);
    assert_true(m.points == sizes.points && m.cells == sizes.cells && m.corners == sizes.corners);
    for (size_t k = 0; k < m.points; k++) assert_true(rp_vec_norm(point[k]) <= d->shape->radius(d) + ROUNDING);
    for (size_t k = 0; k < m.cells; k++) assert_true(end[k] >= (k ? end[k - 1] : 0) + 3);
    assert_int_equal(end[m.cells - 1], (int64_t)m.corners);
    for (size_t k = 0; k < m.corners; k++) assert_true(corner[k] >= 0 && corner[k] < (int64_t)m.points);
    for (int n = 0; n < 100; n++) {
        rp_vec u = draw_direction(z, d->shape->dimension);
        double most = -INFINITY;
        for (size_t k = 0; k < m.points; k++) most = fmax(most, rp_vec_dot(u, point[k]));
        near_to(s, "support of the mesh", most, rp_vec_dot(u, support(s, u)), ROUNDING);
    }
}

/* ---- definitions ---- */

static void turning(const sample *s, rp_random *z)
{
    int dimension = s->def.shape->dimension;
    double turn[4];
    sample t;
    draw_turn(z, dimension, turn);
    turn_sample(s, turn, &t);
    near_to(s, "volume when turned", t.def.shape->volume(&t.def), s->def.shape->volume(&s->def),
            is_union(s) ? 1e-10 : ROUNDING); /* union.h states its error; other sections give other numbers */
    for (int k = 0; k < 100; k++) {
        rp_vec u = draw_direction(z, dimension), w = turned_vec(dimension, turn, u);
        near_to(s, "support when turned", rp_vec_dot(w, support(&t, w)), rp_vec_dot(u, support(s, u)), ROUNDING);
    }
}

/* Corners that are moved and scaled come back; those that fall on one place are no shape. */
static void centring(const sample *s, rp_random *z)
{
    const rp_shape_def *d = &s->def;
    sample t = *s;
    (void)z;
    if (d->shape->flags & RP_SHAPE_ROUND) return;
    assert_true(d->shape->valid(d->corner, d->corners));
    assert_true(d->shape->width >= d->shape->dimension && d->shape->width <= RP_SHAPE_WIDTH_MAX);
    for (int k = 0; k < d->corners * d->shape->width; k++) {
        int axis = k % d->shape->width;
        t.corner[k] = 3 * s->corner[k] + (axis < d->shape->dimension ? 0.1 * (axis + 1) : 0);
    }
    d->shape->centre(t.corner, d->corners, d->shape->radius(d));
    for (int k = 0; k < d->corners * d->shape->width; k++) near_to(s, "corner", t.corner[k], s->corner[k], ROUNDING);
    for (int k = 0; k < d->corners * d->shape->width; k++) t.corner[k] = 0;
    assert_false(d->shape->valid(t.corner, d->corners));
}

static void check_principal(const double tensor[3][3], double size)
{
    double moment[3];
    rp_vec axis[3];
    rp_shape_principal(tensor, moment, axis);
    assert_true(moment[0] <= moment[1] && moment[1] <= moment[2]);
    for (int k = 0; k < 3; k++) {
        const double v[3] = {axis[k].x, axis[k].y, axis[k].z};
        assert_true(fabs(rp_vec_norm(axis[k]) - 1) < ROUNDING);
        for (int i = 0; i < 3; i++) {
            double left = tensor[i][0] * v[0] + tensor[i][1] * v[1] + tensor[i][2] * v[2];
            assert_true(fabs(left - moment[k] * v[i]) < ROUNDING * size);
        }
    }
    rp_vec third = rp_vec_sub(rp_vec_cross(axis[0], axis[1]), axis[2]);
    assert_true(rp_vec_norm(third) < ROUNDING);
}

static void principal(const sample *s, rp_random *z)
{
    double tensor[3][3];
    s->def.shape->inertia(&s->def, tensor);
    check_principal(tensor, 1);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j <= i; j++) tensor[i][j] = tensor[j][i] = rp_random_range(z, -10, 10);
    check_principal(tensor, 30);
}

static void integrals_of_the_support_function(void **state)
{
    (void)state;
    walk(mass_properties);
}

static void support_is_farthest_and_radii_fit(void **state)
{
    (void)state;
    walk(support_and_radius);
}

static void faces_and_mesh_agree_with_support(void **state)
{
    (void)state;
    walk(faces);
    walk(mesh);
}

static void definitions_are_turned_and_centred(void **state)
{
    (void)state;
    walk(turning);
    walk(centring);
}

static void principal_axes(void **state)
{
    (void)state;
    walk(principal);
}

static void names_differ_and_worlds_have_a_round_shape(void **state)
{
    int count;
    const rp_shape *const *list = rp_shape_list(&count);
    (void)state;
    for (int n = 0; n < count; n++)
        for (int k = 0; k < n; k++)
            if (list[n]->dimension == list[k]->dimension) assert_string_not_equal(list[n]->name, list[k]->name);
    for (int dimension = 2; dimension <= 3; dimension++) {
        assert_true(rp_shape_round(dimension)->flags & RP_SHAPE_ROUND);
        assert_true(rp_shape_fits(rp_shape_round(dimension), dimension));
    }
    assert_true(rp_shape_fits(&rp_shape_sphere, 2)); /* a sphere may move in the plane */
    assert_false(rp_shape_fits(&rp_shape_disc, 3));
    assert_false(rp_shape_fits(&rp_shape_polygon, 3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(integrals_of_the_support_function),
                                       cmocka_unit_test(support_is_farthest_and_radii_fit),
                                       cmocka_unit_test(faces_and_mesh_agree_with_support),
                                       cmocka_unit_test(definitions_are_turned_and_centred),
                                       cmocka_unit_test(principal_axes),
                                       cmocka_unit_test(names_differ_and_worlds_have_a_round_shape)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
