/* A few fast particles have a longer reach in the list of neighbours, so that a ball which falls into a bed at rest
 * does not use up the skin of all: fewer rebuilds, the same contacts, the same bits. */
#include "physics/lab.h"

#include "core/pair_table.h"

/* A bed of discs at rest, periodic along x, on a floor; a ball, and a disc that crosses the border. */
#define BED                                                                                                            \
    "repose: 1\ndimension: 2\nmethod: soft\ndomain: {lower: [0, -0.1], upper: [0.1, 0.4], periodic: [x]}\n"            \
    "materials: {m: {density: 1000}}\n"                                                                                \
    "interactions: [{between: [m, m], friction: 0.5, restitution: 0.5, normal: {law: linear, stiffness: 1.0e+4}, "     \
    "tangential: {law: cundall-strack, damping_ratio: 0.5}}]\n"                                                        \
    "particles:\n  - {name: bed, material: m, count: 1500, radius: 0.001, place: {lattice: {lower: [0, 0], upper: "    \
    "[0.1, "                                                                                                           \
    "0.1], spacing: 0.00205}}}\n"                                                                                      \
    "  - {name: ball, material: m, radius: 0.005, place: {list: [[0.05, 0.108]]}, velocity: [1, -20]}\n"               \
    "  - {name: shot, material: m, radius: 0.001, place: {list: [[0.002, 0.103]]}, velocity: [-8, -1]}\n"              \
    "walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m}]\nrun: {until: 1, step: 1.0e-6}\n"

/* Every two that overlap are in the table, and whatever overlaps the floor is a pair with it. */
static void all_contacts_are_there(const rp_world *w)
{
    const rp_particles *p = &w->particles;
    for (uint32_t i = 0; i < p->count; i++) {
        int listed = p->row[i].y >= p->row[i].r;
        for (size_t n = 0; n < w->contacts.wall_pairs.count && !listed; n++) listed = w->contacts.wall_pair[n].a == i;
        assert_true(listed);
        for (uint32_t j = i + 1; j < p->count; j++)
            for (int image = RP_IMAGE_NONE - 1; image <= RP_IMAGE_NONE + 1; image++) {
                const double x = p->row[i].x - p->row[j].x - w->contacts.shift[image][0], y = p->row[i].y - p->row[j].y,
                             reach = p->row[i].r + p->row[j].r;
                if (x * x + y * y >= reach * reach) continue;
                const size_t there = rp_pair_table_find(w, rp_pair_of(i, j, image)),
                             turned = rp_pair_table_find(w, rp_pair_of(j, i, 26 - image));
                assert_true(there != SIZE_MAX || turned != SIZE_MAX);
            }
    }
}

static size_t fast_count(const rp_world *w)
{
    size_t count = 0;
    for (size_t n = 0; n < w->contacts.chunk_count; n++)
        count += w->contacts.chunk[n].middle - w->contacts.chunk[n].fast;
    return count;
}

/* Two are fast in the beginning, none where the method does not tell ways apart. The bed is at rest: what the list
 * lasts follows from the reach, 2 x 20 m/s dt a step. */
static void fewer_rebuilds(void **state)
{
    (void)state;
    lab a = lab_open(BED), b = lab_open(BED);
    b.w->contacts.sets_apart = b.w->contacts.valid = 0;
    assert_int_equal(fast_count(a.w), 2);
    /* the mean diameter; 31 skins would be the reach of 32 times the speed of the others */
    close_to(a.w->contacts.fast.gap, 2 * (1501 * 0.001 + 0.005) / 1502, 1e-12);
    for (int n = 0; n < 40; n++) {
        lab_steps(&a, 50);
        lab_steps(&b, 50);
        all_contacts_are_there(a.w);
    }
    assert_int_equal(fast_count(b.w), 0);
    assert_true(2 * a.w->contacts.rebuilds <= b.w->contacts.rebuilds);
    const double energy = lab_measure(&a).kinetic; /* other order of sums, 2000 steps of some hundred contacts */
    close_to(lab_measure(&b).kinetic, energy, 1e-9 * energy);
    lab_close(&b);
    lab_close(&a);
}

static void same_bits(void **state)
{
    (void)state;
    lab a, b;
    lab_twins(BED, 60, 17, &a, &b);
    assert_true(fast_count(a.w) > 0);
    lab_close(&b);
    lab_close(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fewer_rebuilds),
        cmocka_unit_test(same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
