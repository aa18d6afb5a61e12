/* A contact law of one's own (power_law.c): a ball meets a wall, and its restitution is that of the closed form.
 *
 *     cc own_law.c power_law.c $(pkg-config --cflags --libs repose) -lm -o own_law
 *     ./own_law                   the law is added by this program
 *     ./own_law power_law.so      the scene names the shared object
 *
 * From m dv/dt = -k xi^n (1 + a v) the speeds before and after the impact obey, whatever m, k and n are,
 *
 *     a v (1 + eps) = ln((1 + a v) / (1 - a v eps))
 */
#include <math.h>
#include <stdio.h>
#include "repose/repose.h"

static const double speed = 1.0, damping = 0.5;

static const char scene[] = "repose: 1\n"
                            "dimension: 3\n"
                            "method: soft\n"
                            "%s"
                            "materials: {steel: {density: 7800}}\n"
                            "interactions:\n"
                            "  - between: [steel, steel]\n"
                            "    normal: {law: power, factor: 1.0e9, exponent: 1.5, damping: 0.5}\n"
                            "particles: [{name: ball, material: steel, radius: 0.01, velocity: [0, 0, -1],\n"
                            "             place: {list: [[0, 0, 0.011]]}}]\n"
                            "walls: [{name: floor, material: steel, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}]\n"
                            "run: {until: 0.003, step: auto, safety: 400}\n";

/* eps of the closed form by bisection. */
static double expected(double v, double a)
{
    double low = 0, high = 1;
    for (int n = 0; n < 60; n++) {
        double eps = 0.5 * (low + high);
        if (a * v * (1 + eps) > log((1 + a * v) / (1 - a * v * eps))) low = eps;
        else high = eps;
    }
    return low;
}

static rp_status bounce(const rp_sim_def *def, double *eps, rp_error *err)
{
    rp_sim *sim;
    rp_status status = rp_sim_create(def, &sim, err);
    if (!status) status = rp_sim_advance(sim, 0.003, err);
    if (!status) {
        rp_array v = rp_sim_array(sim, "velocity");
        *eps = rp_array_row(&v, 0)[2] / speed;
    }
    rp_sim_destroy(sim);
    return status;
}

static rp_status measure(const char *object, double *eps, rp_error *err)
{
    char line[300] = "", text[1400];
    rp_laws *laws = NULL;
    rp_sim_def def = rp_sim_def_default();
    rp_status status = RP_OK;
    if (object) snprintf(line, sizeof line, "laws: [%s]\n", object);
    snprintf(text, sizeof text, scene, line);
    if (!object) status = rp_laws_create(&laws, err);
    if (!object && !status) status = rp_laws_add(laws, rp_laws_export()[0] /* of power_law.c */, err);
    def.text = text;
    def.laws = laws;
    if (!status) status = bounce(&def, eps, err);
    rp_laws_destroy(laws);
    return status;
}

int main(int argc, char **argv)
{
    double eps, wanted = expected(speed, damping);
    rp_error err;
    if (measure(argc > 1 ? argv[1] : NULL, &eps, &err)) {
        char text[1200];
        rp_error_text(&err, text, sizeof text);
        fprintf(stderr, "%s\n", text);
        return 1;
    }
    printf("restitution %.17g, closed form %.6f\n", eps, wanted);
    return fabs(eps - wanted) < 1e-4 ? 0 : 1; /* the error of 400 steps a contact is 1e-5 */
}
