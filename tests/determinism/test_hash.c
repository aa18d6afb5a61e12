/* The state hash sees every number of the state, and nothing else. */
#include "physics/lab.h"

static lab heap(void)
{
    lab l = lab_open(
        "repose: 1\ndimension: 3\nmethod: soft\nseed: 4\ngravity: [0.5, 0, -9.81]\nmaterials: {m: {density: 1000}}\n"
        "interactions: [{between: [m, m], friction: 0.5, restitution: 0.3, normal: {law: linear, stiffness: 1.0e4}, "
        "tangential: {law: cundall-strack, damping_ratio: 0.5}}]\n"
        "domain: {lower: [0, 0, -0.1], upper: [0.06, 0.05, 0.3], periodic: [x, y]}\n"
        "particles: [{material: m, count: 30, radius: {uniform: [0.004, 0.006]}, place: {random: {lower: [0, 0, 0], "
        "upper: [0.06, 0.05, 0.03]}}, velocity: [0.3, -0.2, -1]}]\n"
        "walls: [{name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}]\nrun: {until: 1, step: "
        "auto}\n");
    lab_steps(&l, 2500);
    return l;
}

static void hash_of(const lab *l, char text[33])
{
    rp_error err;
    lab_ok(rp_world_hash(l->w, text, &err), &err);
}

/* One ulp of *x changes the hash; putting it back puts the hash back. */
static void sees_(const lab *l, double *x, const char *what)
{
    char before[33], changed[33], after[33];
    double old = *x;
    hash_of(l, before);
    *x = nextafter(old, INFINITY);
    hash_of(l, changed);
    *x = old;
    hash_of(l, after);
    if (strcmp(before, changed) == 0) fail_msg("one ulp of %s does not change the hash", what);
    assert_string_equal(before, after);
}
#define sees(l, x) sees_((l), &(x), #x)

static void one_ulp(void **state)
{
    (void)state;
    lab l = heap();
    rp_world *w = l.w;
    rp_contacts *c = &w->contacts;
    size_t pair = 0, wall = 0;
    while (pair < c->pairs.count && !c->pairs.active[pair]) pair++;
    while (wall < c->wall_pairs.count && !c->wall_pairs.active[wall]) wall++;
    assert_true(pair < c->pairs.count && wall < c->wall_pairs.count);
    for (int n = 0; n < 3; n++) {
        sees(&l, *rp_history_value(&c->pairs, c->width, pair, n));
        sees(&l, c->wall_pairs.value[wall * 3 + (size_t)n]);
    }

    for (size_t i = 0; i < w->particles.count; i += 7) {
        rp_row *row = &w->particles.row[i];
        sees(&l, row->x);
        sees(&l, row->y);
        sees(&l, row->z);
        sees(&l, row->vx);
        sees(&l, row->vy);
        sees(&l, row->vz);
        sees(&l, row->r);
        rp_spin *spin = &w->particles.spin[i];
        sees(&l, spin->x);
        sees(&l, spin->y);
        sees(&l, spin->z);
        for (int n = 0; n < 4; n++) sees(&l, w->particles.orientation[i][n]);
        for (int n = 0; n < 6; n++) sees(&l, (&w->particles.accel[i].x)[n]);
    }
    sees(&l, w->time);
    sees(&l, w->dt);
    sees(&l, w->totals.gravity);
    sees(&l, w->totals.normal);
    sees(&l, w->totals.tangential);
    sees(&l, w->totals.walls);
    sees(&l, w->totals.loads);
    sees(&l, w->totals.drives);
    sees(&l, w->totals.start_energy);
    sees(&l, w->power.normal);
    sees(&l, w->wall[0].offset.z);
    sees(&l, w->wall[0].speed.x);
    sees(&l, w->wall[0].angle);
    sees(&l, w->wall[0].impulse.z);
    sees(&l, w->contacts.travelled);
    lab_close(&l);
}

static void counts_and_flags(void **state)
{
    (void)state;
    lab l = heap();
    char before[33], after[33];
    hash_of(&l, before);
    l.w->particles.image[3][1]++;
    hash_of(&l, after);
    assert_string_not_equal(before, after);
    l.w->particles.image[3][1]--;
    l.w->step++;
    hash_of(&l, after);
    assert_string_not_equal(before, after);
    l.w->step--;
    size_t pair = 0;
    while (!l.w->contacts.pairs.active[pair]) pair++;
    l.w->contacts.pairs.active[pair] ^= RP_SLIDING;
    hash_of(&l, after);
    assert_string_not_equal(before, after);
    l.w->contacts.pairs.active[pair] ^= RP_SLIDING;
    hash_of(&l, after);
    assert_string_equal(before, after);
    lab_close(&l);
}

/* Observers write nothing back. */
static void looking_changes_nothing(void **state)
{
    (void)state;
    lab l = heap();
    char before[33], after[33];
    hash_of(&l, before);
    for (int n = 0; n < 3; n++) lab_measure(&l);
    hash_of(&l, after);
    assert_string_equal(before, after);
    lab_close(&l);
}

/* Out of the world and into a new one: the same hash, and the same bits 500 steps later, as often as one likes. */
static void save_and_load(void **state)
{
    (void)state;
    rp_error err;
    lab a = heap(), b = heap();
    char first[33], second[33];
    for (int round = 0; round < 5; round++) {
        rp_archive archive;
        rp_archive_init(&archive);
        lab_ok(rp_world_save(a.w, &archive, &err), &err);
        b.method->destroy(b.w);
        lab_ok(rp_world_load(b.w, &archive, &err), &err);
        rp_archive_free(&archive);
        lab_ok(b.method->prepare(b.w, &err), &err);
        hash_of(&a, first);
        hash_of(&b, second);
        assert_string_equal(first, second);
        lab_steps(&a, 100);
        lab_steps(&b, 100);
        hash_of(&a, first);
        hash_of(&b, second);
        assert_string_equal(first, second);
    }
    lab_close(&b);
    lab_close(&a);
}

/* Fields that are newer than the hash stand in it by name, and only where they are set: totals of particles that came
 * and went leave the hashes of runs without such changes as they were. */
static void newer_fields(void **state)
{
    (void)state;
    lab l = heap();
    rp_exchange *x = &l.w->exchange;
    char none[33], mass[33], energy[33], count[33];
    sees(&l, x->added_mass); /* from 0 */
    hash_of(&l, none);
    x->added_mass = 3;
    hash_of(&l, mass);
    sees(&l, x->added_mass);
    sees(&l, x->removed_energy);
    *x = (rp_exchange){.added_energy = 3};
    hash_of(&l, energy);
    *x = (rp_exchange){.added = 3};
    hash_of(&l, count);
    *x = (rp_exchange){.added_mass = -0.0}; /* 0, too */
    assert_string_not_equal(mass, none);
    assert_string_not_equal(energy, none);
    assert_string_not_equal(count, none);
    assert_string_not_equal(mass, energy); /* the same value under another name */
    hash_of(&l, mass);
    assert_string_equal(mass, none);
    lab_close(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_ulp), cmocka_unit_test(counts_and_flags),
                                       cmocka_unit_test(looking_changes_nothing), cmocka_unit_test(save_and_load),
                                       cmocka_unit_test(newer_fields)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
