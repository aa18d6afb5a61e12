/* Steps a scene and reads where its particles are.
 *
 *     cc step_and_read.c $(pkg-config --cflags --libs repose) -o step_and_read && ./step_and_read drum.yaml 0.1
 */
#include <stdio.h>
#include <stdlib.h>
#include <repose/repose.h>

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
    if (argc < 3) return fprintf(stderr, "usage: step_and_read scene.yaml SECONDS\n"), 2;
    def.scene = argv[1];
    if (rp_sim_create(&def, &sim, &err)) return fail(&err);
    if (rp_sim_advance(sim, atof(argv[2]), &err)) return fail(&err);
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
