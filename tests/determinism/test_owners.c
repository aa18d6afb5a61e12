/* Pieces of the domain are dealt out to pretended owners. Each owner has a copy of the world in which everything is NaN
 * that it would not have: particles of other owners that touch none of its own. It gives the sums of its own pieces.
 * Added in the order of the pieces they are the numbers of the whole world, to the last bit. */
#include <stdlib.h>
#include <string.h>
#include "../physics/lab.h"
#include "core/pieces.h"

enum { OWNERS = 5 };

#define BED                                                                                                            \
    "repose: 1\ndimension: 2\nmethod: %s\ngravity: [0, -9.81]\nmaterials: {m: {density: 1000}}\ninteractions: "        \
    "[{between: [m, m], friction: 0.4, restitution: 0.9, normal: {law: linear, stiffness: 1.0e6}}]\ndomain: {lower: "  \
    "[0, -0.1], upper: [4, 1], periodic: [x]}\nparticles: [{count: 3000, material: m, radius: {uniform: [0.006, "      \
    "0.009]}, velocity: {thermal: 1}, place: {random: {lower: [0, 0], upper: [4, 0.27]}}}]\nwalls: [{name: floor, "    \
    "plane: {point: [0, 0], normal: [0, 1]}, material: m}]\nrun: {until: 10, step: %s}\n"

typedef struct parts {
    size_t count;
    rp_measures_sums part[2000];
} parts;

/* Of the particles of another world's copy: NaN but for those of `owner` and their partners. */
static rp_row *rows_of(const lab *l, const rp_contact_list *list, size_t owner, const rp_row *all)
{
    const rp_particles *p = &l->w->particles;
    rp_row *row = malloc(p->count * sizeof *row);
    uint8_t *keep = calloc(p->count, 1);
    for (size_t n = 0; n < rp_pieces_count(l->w); n++)
        for (size_t i = rp_pieces_at(l->w, n).first; n % OWNERS == owner && i < rp_pieces_at(l->w, n).last; i++)
            keep[i] = 2;
    for (size_t n = 0; n < list->count; n++) {
        size_t a = rp_particles_slot(p, list->view[n].a);
        if (keep[a] == 2 && list->view[n].b >= 0) keep[rp_particles_slot(p, (uint32_t)list->view[n].b)] |= 1;
    }
    for (size_t i = 0; i < p->count; i++) {
        row[i] = all[i];
        if (!keep[i]) row[i] = (rp_row){NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    }
    free(keep);
    return row;
}

/* The sums of one owner's pieces and runs, put where they belong. */
static void work_of(const lab *l, const rp_contact_list *list, size_t owner, parts *particles, parts *runs)
{
    size_t run = 0;
    for (size_t n = 0; n < particles->count; n++)
        if (n % OWNERS == owner) rp_measures_particles(l->w, rp_pieces_at(l->w, n), &particles->part[n]);
    for (size_t n = 0, end; n < list->count; n = end, run++) {
        rp_piece piece = rp_pieces_of(l->w, rp_particles_slot(&l->w->particles, list->view[n].a));
        end = rp_contact_list_run(list, l->w, n);
        for (size_t k = 0; k < particles->count; k++)
            if (k % OWNERS == owner && rp_pieces_at(l->w, k).first == piece.first)
                rp_measures_contacts(l->w, list, n, &runs->part[run]);
    }
    runs->count = run;
}

static void deal(const char *method, const char *step, long steps, size_t contacts)
{
    static parts particles, runs;
    rp_error err;
    rp_measures whole, dealt;
    rp_measures_sums sums = {0};
    rp_contact_list list = {0};
    lab l = lab_open(BED, method, step);
    lab_steps(&l, steps);
    lab_ok(l.method->contacts(l.w, &list, &err), &err);
    rp_measures_take(l.w, &list, &whole);
    assert_true(list.count >= contacts);
    particles.count = rp_pieces_count(l.w);
    assert_true(particles.count > OWNERS && particles.count < 2000);
    rp_row *all = l.w->particles.row;
    for (size_t owner = OWNERS; owner-- > 0;) { /* the last one is done first */
        rp_row *row = rows_of(&l, &list, owner, all);
        l.w->particles.row = row;
        work_of(&l, &list, owner, &particles, &runs);
        l.w->particles.row = all;
        free(row);
    }
    assert_true(runs.count < 2000);
    for (size_t n = 0; n < particles.count; n++) rp_measures_add(&sums, &particles.part[n]);
    for (size_t n = 0; n < runs.count; n++) rp_measures_add(&sums, &runs.part[n]);
    rp_measures_result(l.w, &sums, &dealt);
    assert_memory_equal(&whole, &dealt, sizeof whole);
    rp_memory_free(list.view);
    lab_close(&l);
}

static void soft_pieces(void **state)
{
    (void)state;
    deal("soft", "1.0e-5", 800, 50);
}

static void contact_dynamics_pieces(void **state)
{
    (void)state;
    deal("contact-dynamics", "1.0e-3", 20, 50);
}

/* A hard gas has no list: its pieces are runs of slots. */
static void event_pieces(void **state)
{
    (void)state;
    deal("event-driven", "1.0e-4", 100, 0);
}

/* A free thread takes the next groups of chunks: three threads and seven share them differently in every step, and each
 * takes its own sums of energies and of forces on the wall. */
static void steps_by_owners(void **state)
{
    (void)state;
    char first[33], other[33];
    const int threads[] = {1, 3, 7};
    rp_measures m[3];
    double wall[3];
    for (int n = 0; n < 3; n++) {
        rp_threads_set(threads[n]);
        lab l = lab_open(BED, "soft", "1.0e-5");
        lab_steps(&l, 800);
        lab_hash(&l, n ? other : first);
        m[n] = lab_measure(&l);
        wall[n] = l.w->wall[0].force.y;
        lab_close(&l);
        if (n == 0) continue;
        assert_string_equal(first, other);
        assert_memory_equal(&m[0], &m[n], sizeof m[0]);
        assert_true(wall[0] == wall[n]);
    }
    assert_true(wall[0] < 0);
    rp_threads_set(1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(soft_pieces), cmocka_unit_test(contact_dynamics_pieces),
                                       cmocka_unit_test(event_pieces), cmocka_unit_test(steps_by_owners)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
