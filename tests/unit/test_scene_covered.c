/* The map of covered cells changes no place: what it refuses, the search of all particles refuses, too. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include "base/random.h"
#include "scene/covered.h"
#include "scene/placed.h"

typedef struct sample {
    rp_domain domain;
    int dimension;
    rp_vec lower, upper; /* region */
    double small, large; /* radii */
} sample;

static rp_vec draw(rp_random *r, const sample *s)
{
    rp_vec x = {rp_random_range(r, s->lower.x, s->upper.x), rp_random_range(r, s->lower.y, s->upper.y), 0};
    if (s->dimension == 3) x.z = rp_random_range(r, s->lower.z, s->upper.z);
    return rp_domain_wrap(&s->domain, x, NULL);
}

/* Returns the share of refused places that the map refuses. */
static double refused_share(const sample *s, int bodies, int places)
{
    rp_random r = rp_random_stream(5, RP_RANDOM_TEST, (uint64_t)s->dimension, 0);
    rp_error err;
    rp_placed *placed;
    rp_covered covered;
    double overlap, refused = 0, by_map = 0;
    assert_int_equal(rp_placed_create(&placed, &s->domain, s->dimension, &err), RP_OK);
    assert_int_equal(
        rp_covered_create(&covered, &s->domain, s->dimension, s->lower, s->upper, s->small, (size_t)bodies, &err),
        RP_OK);
    for (int n = 0; n < bodies; n++) {
        const rp_vec x = draw(&r, s);
        const double radius = rp_random_range(&r, s->small, s->large);
        assert_int_equal(rp_placed_add(placed, x, radius, 0, &err), RP_OK);
        rp_covered_add(&covered, x, radius);
    }
    for (int n = 0; n < places; n++) {
        const rp_vec x = draw(&r, s);
        const int found = rp_placed_find(placed, x, s->small, 0, 0, 1, &overlap) >= 0;
        assert_true(found || !rp_covered_at(&covered, x));
        refused += found;
        by_map += rp_covered_at(&covered, x);
    }
    rp_covered_destroy(&covered);
    rp_placed_destroy(placed);
    return by_map / refused;
}

/* A sphere of radius 2 r covers the cells of width r/2 that lie in it whole. Those within sqrt(3) r/2 of its surface
 * may not: at least (1 - sqrt(3)/4)^3 = 0.18 of its volume, in the plane (1 - sqrt(2)/4)^2 = 0.42, is refused by the
 * map. */
static void only_what_the_search_refuses(void **state)
{
    (void)state;
    const rp_vec low = {-1, -2, -1}, high = {1, 1, 2};
    const sample open = {.dimension = 3, .lower = low, .upper = high, .small = 0.1, .large = 0.1};
    sample mixed = open, periodic = open, flat = open, far = open;
    mixed.large = 0.35;
    periodic.domain = (rp_domain){.bounded = 1, .lower = low, .upper = high, .periodic = {1, 0, 1}};
    flat.dimension = 2;
    far.lower = (rp_vec){1e6 - 1, -2, -1};
    far.upper = (rp_vec){1e6 + 1, 1, 2};
    assert_true(refused_share(&open, 300, 20000) > 0.18);
    assert_true(refused_share(&mixed, 100, 20000) > 0.18);
    assert_true(refused_share(&periodic, 300, 20000) > 0.18);
    assert_true(refused_share(&flat, 60, 20000) > 0.42);
    assert_true(refused_share(&far, 300, 20000) > 0.18);
}

/* A particle as large as the period meets its own image, and a region without width has no cells: nothing is covered,
 * which is always true. */
static void small_periods_and_flat_regions(void **state)
{
    (void)state;
    rp_covered c;
    rp_error err;
    const rp_vec low = {0, 0, 0}, high = {1, 1, 1};
    const rp_domain domain = {.bounded = 1, .lower = low, .upper = high, .periodic = {1, 1, 1}};
    assert_int_equal(rp_covered_create(&c, &domain, 3, low, high, 0.3, 1, &err), RP_OK);
    rp_covered_add(&c, (rp_vec){0.5, 0.5, 0.5}, 0.3);
    assert_false(rp_covered_at(&c, (rp_vec){0.5, 0.5, 0.5}));
    rp_covered_destroy(&c);
    assert_int_equal(rp_covered_create(&c, &(rp_domain){0}, 3, low, (rp_vec){1, 0, 1}, 0.1, 1, &err), RP_OK);
    rp_covered_add(&c, (rp_vec){0.5, 0, 0.5}, 0.1);
    assert_false(rp_covered_at(&c, (rp_vec){0.5, 0, 0.5}));
    rp_covered_destroy(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_what_the_search_refuses),
        cmocka_unit_test(small_periods_and_flat_regions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
