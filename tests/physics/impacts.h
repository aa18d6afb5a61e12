/* One impact of two spheres, or of a sphere and a wall, in a soft simulation, beside what rp_restitution_impact says of
 * the same laws. The slip comes from spin alone, so that the normal stays: what is left out is of the order of the
 * overlap over the radius. */
#ifndef RP_TESTS_IMPACTS_H
#define RP_TESTS_IMPACTS_H

#include "lab.h"

#include "base/random.h"
#include "laws/interaction.h"
#include "repose/restitution.h"

typedef struct law_text {
    const char *name, *yaml;
} law_text;

static const law_text normal_laws[] = {
    {"linear", "restitution: 0.8, normal: {law: linear, stiffness: 1.0e7}"},
    {"linear with tension", "restitution: 0.8, normal: {law: linear, stiffness: 1.0e7, tension: true}"},
    {"hertz", "restitution: 0.8, normal: {law: hertz}"},
    {"viscoelastic", "normal: {law: viscoelastic, dissipation: 1.0e-6}"},
    {"jkr", "normal: {law: jkr, adhesion: 2.0, dissipation: 1.0e-6}"},
    {"jkr, displacement", "normal: {law: jkr, adhesion: 2.0, end: displacement}"},
    {"hertz with dmt", "restitution: 0.8, normal: {law: hertz}, adhesion: {law: dmt, adhesion: 1.0}"},
};
static const law_text tangential_laws[] = {
    {"none", "tangential: {law: none}"},
    {"coulomb", "tangential: {law: coulomb}"},
    {"haff-werner", "tangential: {law: haff-werner, damping: 3}"},
    {"cundall-strack", "tangential: {law: cundall-strack, stiffness_ratio: 0.3}"},
    {"cundall-strack, damped", "tangential: {law: cundall-strack, stiffness_ratio: 0.5, damping_ratio: 0.5}"},
    {"mindlin", "tangential: {law: mindlin}"},
    {"walton-braun", "tangential: {law: walton-braun, stiffness: 3.0e6}"},
    /* what the tool does not know: only their energy is compared */
    {"constant-torque", "tangential: {law: cundall-strack}, rolling: {law: constant-torque, friction: 0.3}"},
    {"spring-dashpot",
     "tangential: {law: cundall-strack}, rolling: {law: spring-dashpot, friction: 0.3, damping_ratio: 0.3}"},
    {"constant adhesion", "tangential: {law: cundall-strack}, adhesion: {law: constant, force: 0.05}"},
};
enum {
    NORMALS = sizeof normal_laws / sizeof *normal_laws,
    LAWS = sizeof tangential_laws / sizeof *tangential_laws,
    TANGENTIALS = LAWS - 3,
    MINDLIN = 5,
    ADHESION = LAWS - 1
};

typedef struct strike {
    rp_impact tool;
    double eps_n, eps_t, energy, overlap, budget;
} strike; /* energy: after / before; overlap: over the radius; budget: error over energy */

/* ratio: radius of the other sphere, 0: a wall. steps: of the tool's contact time. With oblique = 0 the tool
 * computes the head-on impact only. */
static inline strike strike_at(int n, int t, double mu, double ratio, double vn, double slip, double steps, int oblique)
{
    const double R = 2e-3;
    char bodies[600];
    strike s = {0};
    double gap = 1e-9, dt = 1e-9;
    for (int round = 0; round < 2; round++) { /* the first only asks the tool */
        double y = R * (1 + ratio) + gap;
        int k = snprintf(bodies, sizeof bodies,
                         "particles:\n  - {name: a, material: m, radius: %.17g, place: {list: [[0, %.17g, 0]]}, "
                         "velocity: [0, %.17g, 0], omega: [0, 0, %.17g]}\n",
                         R, y, -vn, slip / R);
        if (ratio > 0)
            snprintf(bodies + k, sizeof bodies - (size_t)k,
                     "  - {name: b, material: m, radius: %.17g, place: {list: [[0, 0, 0]]}}\n", R * ratio);
        else
            snprintf(bodies + k, sizeof bodies - (size_t)k,
                     "walls: [{name: w, plane: {point: [0, 0, 0], normal: [0, 1, 0]}, material: m}]\n");
        lab l = lab_open(
            "repose: 1\ndimension: 3\nmethod: soft\nmaterials: {m: {density: 2500, young: 7.0e10, poisson: 0.25}}\n"
            "interactions: [{between: [m, m], friction: %.17g, %s, %s}]\n%srun: {until: 1, step: %.17g}\n",
            mu, normal_laws[n].yaml, tangential_laws[t].yaml, bodies, dt);
        if (round == 0) {
            rp_error err;
            rp_impact_pair pair = rp_restitution_spheres(R, 2500, ratio > 0 ? R * ratio : INFINITY, 2500);
            lab_ok(rp_restitution_impact(&l.w->interaction[0], &pair, vn, oblique ? slip : 0, &s.tool, &err), &err);
            dt = (s.tool.sticks ? rp_interaction_contact_time(&l.w->interaction[0], pair.m_eff, pair.r_eff, vn)
                                : s.tool.contact_time)
                 / steps;
            gap = 3.4 * vn * dt;
            s.overlap = s.tool.max_overlap / R;
        } else {
            rp_measures before = lab_measure(&l);
            lab_steps(&l, (long)(1.3 * steps) + 10);
            rp_measures after = lab_measure(&l);
            rp_vec g = ratio > 0 ? rp_vec_sub(lab_v(&l, 0), lab_v(&l, 1)) : lab_v(&l, 0);
            double turn = lab_omega(&l, 0).z * R + (ratio > 0 ? lab_omega(&l, 1).z * R * ratio : 0);
            s.eps_n = g.y / vn;
            s.eps_t = (g.x + turn) / slip;
            s.energy = (after.kinetic + after.rotational + after.stored) / (before.kinetic + before.rotational);
            s.budget = after.budget_error / (before.kinetic + before.rotational);
        }
        lab_close(&l);
    }
    return s;
}

/* Random impacts with one law beside the normal one: any normal law, sphere or wall, size ratios to 100, angles to 89.9
 * degrees, speeds over three decades, friction to 1.5. None may leave with more energy than it came with. A step of
 * 1/500 of the impact, first touch at any fraction of it: 1e-3 of the energy; what the impact turns over in the contact
 * is no more. */
static inline double impacts_gain(int t, int count, uint64_t seed)
{
    double worst = -1;
    rp_random r = rp_random_stream(seed, RP_RANDOM_TEST, (uint64_t)t, 0);
    for (int k = 0; k < count; k++) {
        int n = (int)rp_random_below(&r, NORMALS);
        double ratio = rp_random_below(&r, 3) ? pow(10, rp_random_range(&r, 0, 2)) : 0,
               vn = pow(10, rp_random_range(&r, -2, 1));
        double slip = vn * tan(rp_random_range(&r, 0, 89.9) * M_PI / 180) + 1e-9, mu = rp_random_range(&r, 0, 1.5);
        if ((t == MINDLIN && n < 2) || (t == ADHESION && n >= 4))
            continue; /* no Hertzian radius; adhesion of their own */
        strike s = strike_at(n, t, mu, ratio, vn, slip, 500, 0);
        worst = fmax(worst, s.energy - 1);
        if (s.energy > 1 + 1e-3)
            fail_msg("%s, %s, mu %g, ratio %g, speed %g, slip %g: leaves with %.6f of its energy", normal_laws[n].name,
                     tangential_laws[t].name, mu, ratio, vn, slip, s.energy);
    }
    return worst;
}

#endif
