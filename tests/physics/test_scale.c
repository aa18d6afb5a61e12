/* Systems that must move alike: the equivalent laboratory system [Poschel2008, section 2.3.6], and the same system in
 * other units. */
#include "lab.h"

#include "laws/interaction.h"
#include "repose/restitution.h"
#include "repose/scale.h"

typedef struct outfit {
    double length, mass, time;
    double young, dissipation, gravity;
} outfit; /* units in m, kg, s; constants in SI before them */

/* Three spheres of different size fall on a floor and on one another, obliquely. All numbers are given in the outfit's
 * units. */
static lab tumble(const outfit *o, double size)
{
    double L = o->length, M = o->mass, T = o->time, v = T / L, stress = L * T * T / M;
    double r[3] = {0.1 * size / L, 0.07 * size / L, 0.05 * size / L}, dt = 2e-6 * sqrt(size) / T;
    char bodies[900];
    int n = 0;
    for (int k = 0; k < 3; k++)
        n += snprintf(bodies + n, sizeof bodies - (size_t)n,
                      "  - {name: p%d, material: m, radius: %.17g, place: {list: [[%.17g, 0, %.17g]]}, velocity: "
                      "[%.17g, 0, 0]}\n",
                      k, r[k], 0.02 * k * size / L, (0.11 + 0.2 * k) * size / L, 0.3 * k * sqrt(size) * v);
    return lab_open("repose: 1\ndimension: 3\nmethod: soft\ngravity: [0, 0, %.17g]\nmaterials: {m: {density: %.17g, "
                    "young: %.17g, poisson: 0.29}}\n"
                    "interactions: [{between: [m, m], friction: 0.3, normal: {law: viscoelastic, dissipation: %.17g}, "
                    "tangential: {law: mindlin}}]\n"
                    "particles:\n%swalls: [{name: w, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}]\nrun: "
                    "{until: 1, step: %.17g}\n",
                    -o->gravity * T * T / L, 7700 * L * L * L / M, o->young * stress, o->dissipation / T, bodies, dt);
}

/* Positions over the size of the system, after the same number of steps. */
static void compare(const outfit *a, double size_a, const outfit *b, double size_b, double tolerance)
{
    lab one = tumble(a, size_a), other = tumble(b, size_b);
    for (int k = 0; k < 20; k++) {
        lab_steps(&one, 6000);
        lab_steps(&other, 6000);
        for (unsigned i = 0; i < 3; i++) {
            rp_vec x = lab_x(&one, i), y = lab_x(&other, i);
            close_to(x.x * a->length / size_a, y.x * b->length / size_b, tolerance);
            close_to(x.z * a->length / size_a, y.z * b->length / size_b, tolerance);
        }
    }
    lab_close(&one);
    lab_close(&other);
}

static const outfit si = {1, 1, 1, 1e9, 3e-6, 9.81};

/* A tenth of the size, Young's modulus and dissipation as Eqs. 63-64 say: after the same scaled time everything is at
 * the same scaled place. The two differ in rounding only, which the impacts of 0.24 s do not raise above 1e-9; with the
 * wrong dissipation they part by 1e-3. */
static void test_laboratory(void **state)
{
    (void)state;
    rp_scaled s = rp_scale_viscoelastic(si.young, 0.29, 7700, si.dissipation, 0.1);
    outfit lab_system = si;
    lab_system.young = s.young;
    lab_system.dissipation = s.dissipation;
    compare(&si, 1, &lab_system, 0.1, 1e-8);
}

/* Millimetres, grams and milliseconds, or any other units, change the names of the numbers only. */
static void test_units(void **state)
{
    (void)state;
    const outfit small = {1e-3, 1e-3, 1e-3, 1e9, 3e-6, 9.81}, odd = {0.3, 7, 0.02, 1e9, 3e-6, 9.81};
    compare(&si, 1, &small, 1, 1e-8);
    compare(&si, 1, &odd, 1, 1e-8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_laboratory), cmocka_unit_test(test_units)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
