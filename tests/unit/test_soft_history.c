/* A contact's history outlives everything that moves it about: rebuilding, sorting, wrapping. */
#include "physics/lab.h"
#include <stdlib.h>

/* The tangential force on particle a of its contact with b (or a wall, b < 0). */
static rp_vec shear(const lab *l, uint32_t a, int64_t b)
{
    rp_error err;
    rp_contact_list list = {0};
    rp_vec f = {NAN, NAN, NAN};
    lab_ok(l->method->contacts(l->w, &list, &err), &err);
    for (size_t n = 0; n < list.count; n++) {
        const rp_contact_view *v = &list.view[n];
        rp_vec t = rp_vec_sub(v->force, rp_vec_scale(v->fn, v->normal));
        if (v->a == a && v->b == b) f = t;
        if (v->b == (int64_t)a && (int64_t)v->a == b) f = rp_vec_scale(-1, t);
    }
    rp_memory_free(list.view);
    return f;
}

#define LAW                                                                                                            \
    "repose: 1\nmethod: soft\nmaterials: {m: {density: 1000}}\n"                                                       \
    "interactions: [{between: [m, m], friction: 0.5, restitution: 0.3, normal: {law: linear, stiffness: 1.0e4}, "      \
    "tangential: {law: cundall-strack, damping_ratio: 0.5}}]\n"

/* Rebuilding changes no bit: the same run with the list made anew before each step. */
static void rebuilding_changes_nothing(void **state)
{
    (void)state;
    const char *scene = LAW "dimension: 3\nseed: 4\ngravity: [0.5, 0, -50]\ndomain: {lower: [0, 0, -0.1], upper: "
                            "[0.06, 0.05, 0.3], periodic: [x, y]}\n"
                            "particles: [{material: m, count: 60, radius: {uniform: [0.004, 0.006]}, place: {random: "
                            "{lower: [0, 0, 0], upper: [0.06, 0.05, 0.045]}}, velocity: [0.3, -0.2, 0]}]\n"
                            "walls: [{name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}]\nrun: "
                            "{until: 1, step: auto}\n";
    lab a = lab_text(scene), b = lab_text(scene);
    /* the order of the sums follows the slots, so bits may differ after a sort: forces are compared instead, over a
     * time in which a difference of 1e-16 has not yet grown (chaos needs some 20 collisions a particle) */
    lab_steps(&a, 1500);
    for (int n = 0; n < 1500; n++) {
        b.w->contacts.valid = 0;
        lab_steps(&b, 1);
    }
    assert_true(b.w->contacts.rebuilds > a.w->contacts.rebuilds + 300);
    for (unsigned id = 0; id < 60; id++) close_to(rp_vec_norm(rp_vec_sub(lab_x(&a, id), lab_x(&b, id))), 0, 1e-11);
    rp_measures ma = lab_measure(&a), mb = lab_measure(&b);
    assert_int_equal(ma.contacts, mb.contacts);
    assert_true(ma.contacts + ma.wall_contacts > 20);
    close_to(ma.stored, mb.stored, 1e-9 * ma.stored);
    lab_close(&b);
    lab_close(&a);
}

/* Two discs pressed together by forces along x and sheared along y, sticking, while the pair as a whole is carried with
 * the speed (u, w) around a doubly periodic domain: the shear force stays what it was at rest, through hundreds of
 * rebuilds, exchanges of slots and crossings of both borders. */
static void carried_around(void **state)
{
    (void)state;
    const double u[3][2] = {{0, 0}, {1.7, 0.9}, {-0.6, 1.3}};
    for (int n = 0; n < 3; n++) {
        lab l = lab_open(
            LAW "dimension: 2\nthickness: 0.01\ndomain: {lower: [0, 0], upper: [0.1, 0.07], periodic: [x, y]}\n"
                "particles:\n  - {name: left, material: m, radius: 0.01, place: {list: [[0.03, 0.03]]}, velocity: [%g, "
                "%g], lock: [rotation], force: [2, 0.3]}\n"
                "  - {name: right, material: m, radius: 0.01, place: {list: [[0.0498, 0.03]]}, velocity: [%g, %g], "
                "lock: [rotation], force: [-2, -0.3]}\n"
                "  - {name: drift, material: m, radius: 0.004, place: {list: [[0.08, 0.06]]}, velocity: [%g, %g]}\n"
                "run: {until: 1, step: auto}\n",
            u[n][0], u[n][1], u[n][0], u[n][1], u[n][0], u[n][1]);
        lab_until(&l, 0.2); /* settled: dashpots with zeta near 0.4, 0.2 s = 60 oscillations */
        rp_vec d = rp_vec_sub(lab_x(&l, 0), lab_x(&l, 1));
        rp_vec e = rp_vec_scale(1 / rp_vec_norm(d), d), f = {-2, -0.3, 0}; /* contact force on the left one, whole */
        rp_vec t = rp_vec_sub(f, rp_vec_scale(rp_vec_dot(f, e), e));
        for (int k = 0; k < 20; k++) {
            lab_until(&l, 0.2 + 0.01 * (k + 1));
            close_to(rp_vec_norm(rp_vec_sub(shear(&l, 0, 1), t)), 0, 1e-9); /* settled to 1e-9 N */
        }
        if (n) {
            assert_true(l.w->contacts.rebuilds > 50);
            assert_true(abs(l.w->particles.image[lab_slot(&l, 0)][0]) >= 2
                        && abs(l.w->particles.image[lab_slot(&l, 0)][1]) >= 3);
        }
        lab_close(&l);
    }
}

/* The same for a wall: a plate moves along itself with a sphere that sticks to it, through a periodic domain. */
static void carried_by_a_plate(void **state)
{
    (void)state;
    lab l = lab_open(LAW "dimension: 3\ngravity: [0, 2, -9.81]\ndomain: {lower: [0, 0, -0.1], upper: [0.1, 0.1, 0.1], "
                         "periodic: [x, y]}\n"
                         "particles:\n  - {name: ball, material: m, radius: 0.01, place: {list: [[0.03, 0.03, "
                         "0.00999]]}, velocity: [1.1, 0, 0], lock: [rotation]}\n"
                         "  - {name: small, material: m, radius: 0.004, place: {list: [[0.08, 0.06, 0.05]]}, driven: "
                         "{velocity: [-1, 0.5, 0]}}\n"
                         "walls: [{name: plate, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m, velocity: "
                         "[1.1, 0, 0]}]\nrun: {until: 1, step: auto}\n");
    lab_until(&l, 0.5);
    double m = lab_mass(&l, 0);
    uint64_t rebuilds = l.w->contacts.rebuilds;
    for (int k = 0; k < 10; k++) {
        lab_until(&l, 0.5 + 0.02 * (k + 1));
        close_to(shear(&l, 0, -1).y, -2 * m, 1e-9 * m);
        close_to(shear(&l, 0, -1).x, 0, 1e-9 * m);
    }
    assert_true(l.w->contacts.rebuilds > rebuilds + 20);
    lab_close(&l);
}

/* Exchange: the spring changes sign with the order of the two, and so the force on either stays. */
static void exchange_of_slots(void **state)
{
    (void)state;
    rp_error err;
    for (int order = 0; order < 2; order++) {
        lab l = lab_open(LAW "dimension: 3\nparticles:\n  - {name: a, material: m, radius: 0.01, place: {list: [[%g, "
                             "0, 0]]}, velocity: [0, 0.01, 0], lock: [rotation]}\n"
                             "  - {name: b, material: m, radius: 0.01, place: {list: [[%g, 0, 0]]}, velocity: [0, "
                             "-0.01, 0], lock: [rotation]}\n"
                             "  - {name: far, material: m, radius: 0.01, place: {list: [[-0.052, 0, 0], [0.052, 0, "
                             "0]]}}\nrun: {until: 1, step: auto}\n",
                         order ? 0.0099 : -0.0099, order ? -0.0099 : 0.0099);
        lab_steps(&l, 5);
        rp_vec before = shear(&l, 0, 1);
        assert_true(fabs(before.y) > 1e-4);
        /* turn the pair by half a circle about z, spring included: the list must exchange them */
        rp_particles *p = &l.w->particles;
        for (int i = 0; i < 4; i++) {
            p->row[i].x = -p->row[i].x;
            p->row[i].y = -p->row[i].y;
            p->row[i].vx = -p->row[i].vx;
            p->row[i].vy = -p->row[i].vy;
        }

        rp_contacts *c = &l.w->contacts;
        for (size_t n = 0; n < c->pairs.count; n++) {
            *rp_history_value(&c->pairs, c->width, n, 0) *= -1;
            *rp_history_value(&c->pairs, c->width, n, 1) *= -1;
        }

        uint32_t first = rp_particles_slot(p, 0), second = rp_particles_slot(p, 1);
        lab_ok(rp_neighbours_build(l.w, &err), &err);
        assert_true((first < second) != (rp_particles_slot(p, 0) < rp_particles_slot(p, 1)));
        rp_vec after = shear(&l, 0, 1);
        close_to(after.x, -before.x, 1e-15);
        close_to(after.y, -before.y, 1e-15);
        lab_close(&l);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rebuilding_changes_nothing), cmocka_unit_test(carried_around),
                                       cmocka_unit_test(carried_by_a_plate), cmocka_unit_test(exchange_of_slots)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
