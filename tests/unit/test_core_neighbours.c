/* The neighbour list against all pairs: random sets of very different sizes, in two and three dimensions, periodic in
 * every combination, from two particles in a box that hardly holds them to some thousands. */
#include "physics/lab.h"

#include <stdlib.h>
#include "base/random.h"
#include "core/pair_table.h"

typedef struct key {
    uint32_t a, b;
    int image;
} key;

static int key_compare(const void *x, const void *y)
{
    const key *a = x, *b = y;
    if (a->a != b->a) return a->a < b->a ? -1 : 1;
    if (a->b != b->b) return a->b < b->b ? -1 : 1;
    return a->image - b->image;
}

/* By ids, the lower first; a particle and its own image: the upper one. */
static key key_make(uint32_t a, uint32_t b, int image)
{
    if (a > b || (a == b && image < RP_IMAGE_NONE)) return (key){b, a, 26 - image};
    return (key){a, b, image};
}

static size_t all_pairs(const rp_world *w, double margin, key *list)
{
    const rp_particles *p = &w->particles;
    size_t count = 0;
    for (uint32_t i = 0; i < p->count; i++)
        for (uint32_t j = i; j < p->count; j++)
            for (int image = 0; image < 27; image++) {
                int n[3] = {image % 3 - 1, image / 3 % 3 - 1, image / 9 - 1},
                    possible = i != j || image > RP_IMAGE_NONE;
                for (int axis = 0; axis < 3; axis++)
                    possible = possible && (n[axis] == 0 || (axis < w->dimension && w->domain.periodic[axis]));
                if (!possible) continue;
                const double *s = w->contacts.shift[image];
                double dx = p->row[i].x - p->row[j].x - s[0], dy = p->row[i].y - p->row[j].y - s[1],
                       dz = p->row[i].z - p->row[j].z - s[2];
                double cut = p->row[i].r + p->row[j].r + margin;
                if (dx * dx + dy * dy + dz * dz < cut * cut) list[count++] = key_make(p->id[i], p->id[j], image);
            }
    return count;
}

static key pair_key(const rp_world *w, rp_pair p)
{
    return key_make(w->particles.id[rp_pair_a(p)], w->particles.id[rp_pair_b(p)], rp_pair_image(p));
}

static void same_pairs(const rp_world *w, double margin, key *found, size_t found_count, key *all, const char *what)
{
    size_t count = all_pairs(w, margin, all);
    qsort(found, found_count, sizeof *found, key_compare);
    qsort(all, count, sizeof *all, key_compare);
    int equal = count == found_count;
    for (size_t n = 0; n < count && equal; n++) equal = key_compare(&found[n], &all[n]) == 0;
    if (!equal) print_error("%s: %zu pairs found within %g m, %zu exist\n", what, found_count, margin, count);
    assert_true(equal);
}

/* The pairs of the table; each stands in the segment of its chunk and kind, where it is found again, and what is left
 * of the segment is the last pair (nothing of tables before: checkpoints keep it all). */
static size_t table_pairs(const rp_world *w, key *list)
{
    const rp_contacts *c = &w->contacts;
    size_t count = 0;
    for (size_t k = 0; k < c->chunk_count; k++)
        for (int kind = 0; kind < c->kinds; kind++) {
            const rp_segment *s = &c->segment[k * (size_t)c->kinds + (size_t)kind];
            assert_int_equal(s->first % RP_PAIR_BLOCK, 0);
            for (size_t n = s->first; n < s->first + s->count; n++) {
                rp_pair p = c->pair[n];
                assert_true(rp_pair_a(p) >= c->chunk[k].first && rp_pair_a(p) < c->chunk[k].last);
                int one = w->particles.material[rp_pair_a(p)], other = w->particles.material[rp_pair_b(p)];
                assert_int_equal(rp_world_interaction_index(w, one, other), kind / 2);
                assert_int_equal(rp_pair_image(p) != RP_IMAGE_NONE, kind % 2);
                assert_int_equal(rp_pair_table_find(w, p), n);
                list[count++] = pair_key(w, p);
            }
            const rp_pair last = s->count ? c->pair[s->first + s->count - 1] : (rp_pair){0};
            for (size_t n = s->first + s->count; n < s->first + s->capacity; n++)
                assert_memory_equal(&c->pair[n], &last, sizeof last);
        }
    return count;
}

static void compare(const rp_world *w, const char *what)
{
    const rp_contacts *c = &w->contacts;
    key *listed = malloc((c->list_count + 1) * sizeof *listed), *all = malloc((c->list_count + 100000) * sizeof *all);
    for (size_t n = 0; n < c->list_count; n++) listed[n] = pair_key(w, c->list[n]);
    same_pairs(w, c->skin + c->cutoff, listed, c->list_count, all, what);
    for (size_t n = 1; n < c->list_count; n++)
        assert_true(rp_pair_order(c->list[n - 1]) < rp_pair_order(c->list[n])); /* sorted, as forces need it */
    same_pairs(w, c->near + c->cutoff, listed, table_pairs(w, listed), all, what);
    free(listed);
    free(all);
}

static double uniform(rp_random *r, double low, double high) { return low + (high - low) * rp_random_uniform(r); }

static void scatter(lab *l, rp_vec low, rp_vec high, double ratio, rp_random *r)
{
    rp_world *w = l->w;
    double smallest = 0.5 / ratio
                      * fmin(high.x - low.x, fmin(high.y - low.y, w->dimension == 3 ? high.z - low.z : INFINITY)) * 0.9;
    for (size_t i = 0; i < w->particles.count; i++) {
        rp_row *row = &w->particles.row[i];
        row->x = uniform(r, low.x, high.x);
        row->y = uniform(r, low.y, high.y);
        row->z = w->dimension == 3 ? uniform(r, low.z, high.z) : 0;
        row->r = smallest * pow(ratio, pow(rp_random_uniform(r), 4)); /* few large ones */
        if (i == 0) row->r = smallest * ratio * 0.8;
        w->particles.material[i] = rp_random_uniform(r) < 0.3;
        if (i == 1) row->x = low.x; /* exactly on a border */
        if (i == 2 && w->dimension == 3) row->z = high.z;
    }
    w->contacts.skin = 0.1 * smallest;
    w->contacts.valid = 0;
}

static void check(int dimension, int periodic, int count, double ratio, uint64_t seed)
{
    static const char *const sets[] = {"", "x", "y", "x, y", "z", "x, z", "y, z", "x, y, z"};
    rp_error err;
    rp_random r = rp_random_stream(seed, 0, (uint64_t)count, (uint64_t)periodic);
    int three = dimension == 3;
    lab l = lab_open(
        "repose: 1\ndimension: %d\nmethod: soft\nmaterials: {m: {density: 1000}, n: {density: 2000}}\n"
        "interactions: [{between: [m, m], normal: {law: linear, stiffness: 1000}}, {between: [m, n], normal: {law: "
        "linear, stiffness: 2000}}, {between: [n, n], normal: {law: linear, stiffness: 3000}}]\n"
        "domain: {lower: %s, upper: %s, periodic: [%s]}\n"
        "particles: [{material: m, count: %d, radius: 1.0e-4, place: {random: {lower: %s, upper: %s}}}, {material: n, "
        "count: 1, radius: 1.0e-4, place: {random: {lower: %s, upper: %s}}}]\nrun: {until: 1, step: 1.0e-6}\n",
        dimension, three ? "[-1, 0, 2]" : "[-1, 0]", three ? "[1, 1.5, 3.2]" : "[1, 1.5]", sets[periodic], count - 1,
        three ? "[-1, 0, 2]" : "[-1, 0]", three ? "[1, 1.5, 3.2]" : "[1, 1.5]", three ? "[-1, 0, 2]" : "[-1, 0]",
        three ? "[1, 1.5, 3.2]" : "[1, 1.5]");
    for (int round = 0; round < 3; round++) {
        char what[100];
        snprintf(what, sizeof what, "%dD, periodic [%s], %d particles, ratio %g, round %d", dimension, sets[periodic],
                 count, ratio, round);
        scatter(&l, rp_vec_make(-1, 0, 2), rp_vec_make(1, 1.5, 3.2), ratio, &r);
        lab_ok(rp_neighbours_build(l.w, &err), &err);
        compare(l.w, what);
    }
    lab_close(&l);
}

static void every_periodic_set(void **state)
{
    (void)state;
    for (int dimension = 2; dimension <= 3; dimension++)
        for (int periodic = 0; periodic < (dimension == 2 ? 4 : 8); periodic++) {
            check(dimension, periodic, 2, 1.5, 1);
            check(dimension, periodic, 3, 1.1, 2);
            check(dimension, periodic, 7, 3, 3);
            check(dimension, periodic, 60, 10, 4);
            check(dimension, periodic, 300, 100, 5);
        }
}

static void many(void **state)
{
    (void)state;
    check(3, 7, 1500, 100, 6);
    check(2, 1, 1500, 30, 7);
    check(3, 0, 1500, 1.01, 8);
}

/* A period shorter than a particle with its neighbourhood is refused in words, not searched wrongly. */
static void period_too_short(void **state)
{
    (void)state;
    rp_error err;
    lab l = lab_open("repose: 1\ndimension: 3\nmethod: soft\nmaterials: {m: {density: 1000}}\ninteractions: [{between: "
                     "[m, m], normal: {law: linear, stiffness: 1000}}]\n"
                     "domain: {lower: [0, 0, 0], upper: [1, 1, 1], periodic: [y]}\nparticles: [{material: m, radius: "
                     "0.1, place: {list: [[0.5, 0.5, 0.5]]}}]\nrun: {until: 1, step: 1.0e-6}\n");
    l.w->particles.row[0].r = 0.5;
    l.w->contacts.valid = 0;
    assert_int_equal(rp_neighbours_build(l.w, &err), RP_INPUT);
    assert_non_null(strstr(err.what, "period along y"));
    lab_close(&l);
}

/* Two particles that touch across the border of each axis, in a domain that holds little more than the two: the force
 * is there, the sort axis included, and equals that of the same two far from any border. */
static void touching_across_the_border(void **state)
{
    (void)state;
    for (int dimension = 2; dimension <= 3; dimension++)
        for (int axis = 0; axis < dimension; axis++)
            for (int longest = 0; longest < dimension; longest++) {
                double size[3] = {0.06, 0.06, 0.06}, a[3] = {0.03, 0.03, 0.03}, b[3] = {0.03, 0.03, 0.03};
                size[longest] = 0.08;
                a[axis] = 0.0095;
                b[axis] = size[axis] - 0.0095; /* 0.001 of overlap through the border */
                char text[3][100];
                const double *vec[3] = {size, a, b};
                for (int n = 0; n < 3; n++)
                    snprintf(text[n], sizeof *text, dimension == 3 ? "[%g, %g, %g]" : "[%g, %g]", vec[n][0], vec[n][1],
                             vec[n][2]);
                lab l = lab_open("repose: 1\ndimension: %d\nmethod: soft\nmaterials: {m: {density: "
                                 "1000}}\ninteractions: [{between: [m, m], normal: {law: linear, stiffness: 1000}}]\n"
                                 "domain: {lower: %s, upper: %s, periodic: [x, y%s]}\nparticles: [{material: m, "
                                 "radius: 0.01, place: {list: [%s, %s]}}]\nrun: {until: 1, step: auto}\n",
                                 dimension, dimension == 3 ? "[0, 0, 0]" : "[0, 0]", text[0],
                                 dimension == 3 ? ", z" : "", text[1], text[2]);
                rp_measures m = lab_measure(&l);
                assert_int_equal(m.contacts, 1);
                close_to(m.max_overlap, 0.001, 1e-15);
                close_to((&l.w->particles.accel[lab_slot(&l, 0)].x)[axis] * lab_mass(&l, 0), 1000 * 0.001, 1e-12);
                /* pushed apart: they leave the border inwards, and the relative speed is sqrt(k/m_eff) times the
                 * overlap */
                lab_steps(&l, 100);
                double v = rp_vec_component(lab_v(&l, 0), axis) - rp_vec_component(lab_v(&l, 1), axis),
                       m_eff = 0.5 * lab_mass(&l, 0);
                close_to(v / (0.001 * sqrt(1000 / m_eff)), 1, pow(M_PI / 25, 2)); /* second order */
                lab_close(&l);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_periodic_set), cmocka_unit_test(many),
                                       cmocka_unit_test(period_too_short),
                                       cmocka_unit_test(touching_across_the_border)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
