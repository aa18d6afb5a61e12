/* The laws of the court of one truth, by slots; the names of its tables. */
#ifndef RP_TESTS_TRUTH_LAWS_H
#define RP_TESTS_TRUTH_LAWS_H

static const char *const court_normals[] = {
    "restitution: 0.8, normal: {law: linear, stiffness: 1.0e6}",
    "normal: {law: linear, stiffness: 1.0e6, damping: 1, tension: true}",
    "restitution: 0.7, normal: {law: hertz}",
    "restitution: {normal: 0.8, speed: 0.5}, normal: {law: viscoelastic}",
    "normal: {law: viscoelastic, dissipation: 1.0e-6}",
    "restitution: 0.8, normal: {law: hertz}, adhesion: {law: dmt, adhesion: 0.5}",
    "normal: {law: linear, stiffness: 1.0e6, damping: 1}, adhesion: {law: constant, force: 1.0e-3}",
    "normal: {law: jkr, adhesion: 0.2, dissipation: 1.0e-6}",
};
static const char *const court_tangentials[] = {
    "tangential: {law: none}",
    "tangential: {law: coulomb}",
    "tangential: {law: haff-werner, damping: 3}",
    "tangential: {law: cundall-strack, stiffness_ratio: 0.3}",
    "tangential: {law: cundall-strack, stiffness_ratio: 0.5, damping_ratio: 0.5}",
    "tangential: {law: mindlin}",
    "tangential: {law: walton-braun, stiffness: 3.0e5}",
};
static const char *const court_normal_name[] = {"linear, restitution for all speeds",
                                                "linear, constant damping, tension",
                                                "hertz",
                                                "viscoelastic, restitution at a speed",
                                                "viscoelastic, dissipation",
                                                "hertz and dmt",
                                                "linear and constant adhesion",
                                                "jkr"};
static const char *const court_tangential_name[] = {
    "tangential none", "coulomb", "haff-werner", "cundall-strack", "cundall-strack, damped", "mindlin", "walton-braun"};
static const char *const court_frictions[] = {"friction: 0.3", "friction: {static: 0.6, sliding: 0.4}", "friction: 0",
                                              "friction: {at_rest: 0.5, at_speed: 0.2, speed: 0.3}",
                                              "friction: {table: [[0.05, 0.5], [0.4, 0.1], [2, 0.3]]}"};
static const char *const court_given[] = {
    "restitution: 0.7",
    "restitution: 0.7, friction: 0.3",
    "restitution: {normal: 0.7, tangential: -0.4}, friction: 0.3",
    "restitution: {normal: 0.7, tangential: 0.4}",
    "restitution: {table: [[0, 1], [0.2, 0.9], [1, 0.5]]}, friction: {static: 0.6, sliding: 0.3}",
    "restitution: 0.7, friction: {at_rest: 0.5, at_speed: 0.1, speed: 0.3}",
    "restitution: 0.7, friction: {table: [[0.05, 0.5], [0.4, 0.1], [2, 0.3]]}",
};
enum { NORMALS = 8, TANGENTIALS = 7, MINDLIN = 5, FRICTIONS = 5, COURT_GIVEN = 7 };
enum { QUICK_NORMALS = 6, QUICK_TANGENTIALS = 6, QUICK_FRICTIONS = 3 }; /* the first of each */

#endif
