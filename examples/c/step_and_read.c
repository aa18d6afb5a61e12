/* Steps a scene and reads where its particles are.
 *
 *     cc step_and_read.c $(pkg-config --cflags --libs repose) -o step_and_read && ./step_and_read [scene.yaml
 * [SECONDS]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <repose/repose.h>

/* Discs that fall into a box. */
static const char box[] = "repose: 1\n"
                          "title: Box\n"
                          "dimension: 2\n"
                          "method: soft\n"
                          "gravity: [0, -9.81]\n"
                          "materials: {glass: {density: 2500}}\n"
                          "interactions:\n"
                          "  - {between: [glass, glass], friction: 0.3, restitution: 0.6,\n"
                          "     normal: {law: linear, stiffness: 1.0e6}, tangential: {law: cundall-strack}}\n"
                          "particles:\n"
                          "  - {name: grains, material: glass, count: 200, radius: 0.002,\n"
                          "     place: {random: {lower: [0, 0], upper: [0.1, 0.1]}}}\n"
                          "walls:\n"
                          "  - {name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: glass}\n"
                          "  - {name: left, plane: {point: [0, 0], normal: [1, 0]}, material: glass}\n"
                          "  - {name: right, plane: {point: [0.1, 0], normal: [-1, 0]}, material: glass}\n"
                          "run: {until: 1}\n";

static int fail(const rp_error *err)
{
    char text[1600];
    rp_error_text(err, text, sizeof text);
    fprintf(stderr, "%s\n", text);
    return err->status;
}

int main(int argc, char **argv)
{
    rp_sim_def def = rp_sim_def_default();
    rp_sim *sim;
    rp_error err;
    double kinetic;
    if (argc > 1) def.scene = argv[1];
    else def.text = box;
    if (rp_sim_create(&def, &sim, &err)) return fail(&err);
    if (rp_sim_advance(sim, argc > 2 ? atof(argv[2]) : 0.1, &err)) return fail(&err);
    if (rp_sim_measure(sim, "kinetic", &kinetic, &err)) return fail(&err);

    rp_array x = rp_sim_array(sim, "position"), mass = rp_sim_array(sim, "mass");
    double height = 0, all = 0;
    for (size_t n = 0; n < x.rows; n++) {
        height += *rp_array_row(&mass, n) * rp_array_row(&x, n)[rp_sim_dimension(sim) - 1];
        all += *rp_array_row(&mass, n);
    }
    printf("%s: t = %g s, %zu particles, centre of mass at %g %s, kinetic energy %g J\n", rp_sim_title(sim),
           rp_sim_time(sim), rp_sim_count(sim), height / all, x.unit, kinetic);
    rp_sim_destroy(sim);
    return 0;
}
