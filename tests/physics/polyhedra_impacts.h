/* Two polyhedra that fly at one another without dissipation. */
#ifndef RP_TESTS_POLYHEDRA_IMPACTS_H
#define RP_TESTS_POLYHEDRA_IMPACTS_H

#include "lab.h"

static double energy(const lab *l)
{
    rp_measures m = lab_measure(l);
    return m.kinetic + m.rotational + m.stored;
}

static rp_vec momentum(const lab *l, rp_vec *angular)
{
    rp_vec sum = {0, 0, 0};
    *angular = sum;
    for (size_t n = 0; n < l->w->bodies.count; n++) {
        const rp_rigid *b = &l->w->bodies.body[n];
        sum = rp_vec_add(sum, rp_vec_scale(b->mass, b->v));
        *angular = rp_vec_add(*angular, rp_vec_add(b->momentum, rp_vec_scale(b->mass, rp_vec_cross(b->x, b->v))));
    }
    return sum;
}

/* Two bodies of these shapes fly at one another, turned and spinning at random; energy afterwards over that before. */
static double impact(const char *a, const char *b, int seed, double step, rp_vec *lost, rp_vec *turned, int *rotated)
{
    lab l = lab_open("repose: 1\ndimension: 3\nmethod: soft\nmaterials: {m: {density: 2000}}\nseed: %d\n"
                     "interactions: [{between: [m, m], normal: {law: linear, stiffness: 1.0e4}}]\n"
                     "particles: [{shape: {polyhedron: %s}, material: m, radius: 0.01, angle: random, place: {list: "
                     "[[0, 0, 0]]}, velocity: [0, 0, 0.2], omega: [3, -2, 5]},\n"
                     "{shape: {polyhedron: %s}, material: m, radius: 0.008, angle: random, place: {list: [[0.003, "
                     "0.002, 0.0185]]}, velocity: [0.02, 0, -0.3], omega: [-4, 6, 1]}]\n"
                     "run: {until: 1, step: %.17g}\n",
                     seed, a, b, step);
    rp_vec angular, after;
    const double before = energy(&l);
    const rp_vec p = momentum(&l, &angular), first = l.w->bodies.body[0].momentum;
    lab_until(&l, 0.06);
    assert_int_equal(lab_measure(&l).contacts, 0);
    *lost = rp_vec_sub(momentum(&l, &after), p);
    *turned = rp_vec_scale(1 / rp_vec_norm(angular), rp_vec_sub(after, angular));
    *rotated = rp_vec_norm(rp_vec_sub(l.w->bodies.body[0].momentum, first)) > 1e-7;
    const double ratio = energy(&l) / before;
    lab_close(&l);
    return ratio - 1;
}

#endif
