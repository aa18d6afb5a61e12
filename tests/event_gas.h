/* Elastic gases for tests: compressibility from the collision virial, and what it should be.
 *
 * Spheres: Kolafa, Z = (1 + f + f^2 - 2/3 f^3 (1 + f))/(1 - f)^3. Discs: Z = 1 + 2 f g with Luding's contact value
 * g = (1 - 7f/16)/(1 - f)^2 - (f^3/16)/(8 (1 - f)^4), good to 0.2 % below f = 0.65. Z = 1 + sum(P . r_ij)/(2 E t). */
#ifndef RP_TESTS_EVENT_GAS_H
#define RP_TESTS_EVENT_GAS_H

#include "event_world.h"

static inline double gas_compressibility(const char *shape, int dimension, int side, double fraction,
                                         double *collisions)
{
    char text[1024];
    event_world e;
    int count = dimension == 3 ? side * side * side : side * side;
    double volume = dimension == 3 ? M_PI / 6 : M_PI / 4, length = pow(count * volume / fraction, 1.0 / dimension),
           spacing = length / side;
    char upper[128];
    snprintf(upper, sizeof upper, dimension == 3 ? "[%.17g, %.17g, %.17g]" : "[%.17g, %.17g]", length, length, length);
    const char *zero = dimension == 3 ? "[0, 0, 0]" : "[0, 0]";
    snprintf(text, sizeof text,
             EVENT_SCENE "dimension: %d\ndomain: {lower: %s, upper: %s, periodic: %s}\ninteractions: [{between: [m, "
                         "m], restitution: 1}]\n"
                         "particles: [{shape: %s, count: %d, material: m, radius: 0.5, mass: 1, velocity: {thermal: "
                         "1}, place: {lattice: {lower: %s, upper: %s, spacing: %.17g}}}]\n"
                         "run: {until: 1, orientation: false}\n",
             dimension, zero, upper, dimension == 3 ? "[x, y, z]" : "[x, y]", shape, count, zero, upper,
             spacing * (1 - 1e-12));
    event_open(&e, text);
    event_run(&e, 20);
    double before = 0, start = e.world->time, n = (double)event_totals(&e)->collisions, goal = *collisions;
    for (int k = 0; k < 3; k++) before += event_totals(&e)->virial[k];
    while ((double)event_totals(&e)->collisions - n < goal) event_run(&e, e.world->time + 5);
    double after = 0;
    for (int k = 0; k < 3; k++) after += event_totals(&e)->virial[k];
    double z = 1 + (after - before) / (2 * event_kinetic(&e) * (e.world->time - start));
    *collisions = (double)event_totals(&e)->collisions - n;
    assert_int_equal(event_totals(&e)->collapses, 0);
    assert_true(event_totals(&e)->overlap
                < 1e-12); /* rounding of coordinates and times, 1e-16 x (size of the box, length of the calendar) */
    event_close(&e);
    return z;
}

static inline double gas_kolafa(double f) { return (1 + f + f * f - 2.0 / 3.0 * f * f * f * (1 + f)) / pow(1 - f, 3); }

static inline double gas_discs(double f)
{
    return 1 + 2 * f * ((1 - 7 * f / 16) / pow(1 - f, 2) - f * f * f / 16 / (8 * pow(1 - f, 4)));
}

#endif
