/* The earliest meeting of a flight with many others, four at a time, against one by one: any number of them, images,
 * equal times. */
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include "base/random.h"
#include "methods/event/lanes.h"

enum { OTHERS = 700 };
static rp_event_flight flight[OTHERS];
static double shift[27][4];

/* The rule of lanes.h, as it is written there. */
static void one_by_one(const uint32_t *entry, uint32_t count, const rp_event_flight *a, const rp_vec *gravity,
                       double *hit, uint32_t *partner)
{
    for (uint32_t n = 0; n < count; n++) {
        uint32_t j = entry[n] & RP_SLOT_MASK;
        const rp_event_flight *b = &flight[j];
        const double *s = shift[entry[n] >> RP_SLOT_BITS];
        const rp_vec g = gravity ? *gravity : rp_vec_make(0, 0, 0);
        double q = a->t - b->t, half = 0.5 * q * q;
        double x = a->x - s[0] - (b->x + q * b->vx) - half * g.x;
        double y = a->y - s[1] - (b->y + q * b->vy) - half * g.y;
        double z = a->z - s[2] - (b->z + q * b->vz) - half * g.z;
        double u = a->vx - b->vx - q * g.x, v = a->vy - b->vy - q * g.y, w = a->vz - b->vz - q * g.z;
        double touch = a->r + b->r, near = x * u + y * v + z * w, away = x * x + y * y + z * z - touch * touch,
               square = near * near - (u * u + v * v + w * w) * away;
        if (!(near < 0) || !(square >= 0)) continue;
        double when = a->t + (away > 0 ? away : 0) / (sqrt(square) - near);
        if (when < *hit || (when == *hit && j < *partner)) {
            *hit = when;
            *partner = j;
        }
    }
}

static double between(rp_random *r, double low, double high) { return low + (high - low) * rp_random_uniform(r); }

static void place_all(rp_random *r)
{
    for (int n = 0; n < OTHERS; n++)
        flight[n] = (rp_event_flight){between(r, -2, 2), between(r, -2, 2), between(r, -2, 2), between(r, 0.1, 0.4),
                                      between(r, -1, 1), between(r, -1, 1), between(r, -1, 1), between(r, -0.5, 0)};
    for (int n = 0; n < OTHERS; n += 7) flight[(n + 350) % OTHERS] = flight[n]; /* twins: equal times */
    for (int image = 0; image < 27; image++)
        for (int axis = 0, code = image; axis < 3; axis++, code /= 3) shift[image][axis] = 4.0 * (code % 3 - 1);
}

static void test_meeting(void **state)
{
    (void)state;
    static rp_event_lanes_meeting *const meet[RP_ISA_COUNT] = RP_WIDE_TABLE(rp_event_lanes_meet);
    static const uint32_t counts[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 13, 31, 33, 62, 126, 253, 254, 255, 256};
    const rp_vec gravity = {0.3, -0.2, -1};
    rp_random r = rp_random_stream(7, RP_RANDOM_WALL, 1, 1);
    int met = 0;
    place_all(&r);
    for (int round = 0; round < 200; round++)
        for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
            uint32_t entry[OTHERS];
            rp_event_flight self = {between(&r, -2, 2), between(&r, -2, 2), between(&r, -2, 2), 0.2,
                                    between(&r, -1, 1), between(&r, -1, 1), between(&r, -1, 1), 0.25};
            const rp_vec *g = round % 2 ? &gravity : NULL;
            for (uint32_t n = 0; n < counts[k]; n++) {
                uint32_t image = round % 3 ? RP_IMAGE_NONE : (uint32_t)between(&r, 0, 27);
                entry[n] = (uint32_t)between(&r, 0, OTHERS) | image << RP_SLOT_BITS;
            }
            double expected = round % 5 ? INFINITY : 2, hit = expected;
            uint32_t with = UINT32_MAX;
            one_by_one(entry, counts[k], &self, g, &expected, &with);
            met += with != UINT32_MAX;
            for (int isa = 0; isa <= (int)rp_isa_best(); isa++) {
                double found = hit;
                uint32_t partner = UINT32_MAX;
                meet[isa](flight, (const double(*)[4])shift, entry, counts[k], &self, g, &found, &partner);
                assert_true(found == expected);
                assert_int_equal(partner, with);
            }
        }
    assert_true(met > 500); /* the test is about meetings: of the larger numbers nearly all meet */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_meeting)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
