/* Simulations for tests of the public interface: nothing but public headers. */
#ifndef RP_TESTS_SIMS_H
#define RP_TESTS_SIMS_H

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "testing.h"

#include "repose/repose.h"

/* Discs that fall onto a floor between two sides, a fixed one and a lid that can be moved. To fill in: the method. */
#define SIM_BOX                                                                                                        \
    "repose: 1\ntitle: box\ndimension: 2\nmethod: %s\ngravity: [0, -9.81]\nthickness: 0.01\n"                          \
    "materials: {glass: {density: 2500}}\n"                                                                            \
    "interactions: [{between: [glass, glass], friction: 0.3, restitution: 0.6, normal: {law: linear, stiffness: "      \
    "20000}, tangential: {law: cundall-strack, damping_ratio: 0.1}}]\n"                                                \
    "domain: {lower: [-0.1, -0.1], upper: [0.2, 0.4]}\n"                                                               \
    "particles:\n  - {name: post, material: glass, radius: 0.005, place: {list: [[0.05, 0.005]]}, frozen: true}\n"     \
    "  - {name: grains, material: glass, count: 60, radius: {uniform: [0.002, 0.003]}, place: {random: {lower: [0, "   \
    "0.012], upper: [0.1, 0.06]}}, velocity: [0.2, -0.3]}\n"                                                           \
    "walls:\n  - {name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: glass}\n"                             \
    "  - {name: left, plane: {point: [0, 0], normal: [1, 0]}, material: glass}\n"                                      \
    "  - {name: right, plane: {point: [0.1, 0], normal: [-1, 0]}, material: glass}\n"                                  \
    "  - {name: lid, plane: {point: [0, 0.2], normal: [0, -1]}, material: glass}\n"                                    \
    "stages: [{name: fall, until: 0.02}, {name: rest, until: 0.18}]\nrun: {step: %s, event-driven: {collapse: tc}}\n"

static const char *const sim_methods[] = {"soft", "contact-dynamics", "event-driven"};
static const char *const sim_steps[] = {"5.0e-6", "2.0e-4", "1.0e-4"};
enum { SIM_METHODS = 3 };

static inline void sim_ok(rp_status status, const rp_error *err)
{
    char text[1600];
    if (!status) return;
    rp_error_text(err, text, sizeof text);
    fail_msg("%s", text);
}

static inline rp_sim *sim_text(const char *text, int threads)
{
    rp_sim_def def = rp_sim_def_default();
    rp_sim *sim;
    rp_error err;
    def.text = text;
    def.threads = threads;
    sim_ok(rp_sim_create(&def, &sim, &err), &err);
    return sim;
}

static inline rp_sim *sim_box(int method, int threads)
{
    char text[2400];
    snprintf(text, sizeof text, SIM_BOX, sim_methods[method], sim_steps[method]);
    return sim_text(text, threads);
}

static inline double sim_measure(rp_sim *sim, const char *name)
{
    rp_error err;
    double value = NAN;
    sim_ok(rp_sim_measure(sim, name, &value, &err), &err);
    return value;
}

static inline void sim_hash(const rp_sim *sim, char text[33])
{
    rp_error err;
    sim_ok(rp_sim_hash(sim, text, &err), &err);
}

/* Refused as wrong input, with this in the sentence. */
static inline void sim_refused(rp_status status, const rp_error *err, const char *words)
{
    char text[1600] = "";
    if (status) rp_error_text(err, text, sizeof text);
    if (status != RP_INPUT || !strstr(text, words)) fail_msg("status %d, '%s' instead of '%s'", status, text, words);
}

#endif
