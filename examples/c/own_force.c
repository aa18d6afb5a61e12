/* A force of one's own: wind that blows along x and is slowed by the grains, F = c (u - v) r.
 *
 *     cc own_force.c $(pkg-config --cflags --libs repose) -o own_force && ./own_force heap.yaml 0.2
 */
#include <stdio.h>
#include <stdlib.h>
#include <repose/repose.h>

typedef struct wind {
    double speed; /* m/s */
    double drag;  /* kg/(m s) */
} wind;

/* Called for chunks of particles, by several threads at the same time. */
static void blow(void *context, const rp_force_chunk *chunk)
{
    const wind *w = context;
    for (size_t k = 0; k < chunk->count; k++) {
        const double *v = chunk->velocity + k * chunk->row_stride, r = chunk->radius[k * chunk->row_stride];
        chunk->force[k][0] += w->drag * r * (w->speed - v[0]);
        for (int axis = 1; axis < chunk->dimension; axis++) chunk->force[k][axis] -= w->drag * r * v[axis];
    }
}

int main(int argc, char **argv)
{
    rp_sim_def def = rp_sim_def_default();
    rp_sim *sim = NULL;
    rp_error err;
    char text[1600];
    wind w = {.speed = 2, .drag = 1e-3};
    double work = 0;
    if (argc < 3) return fprintf(stderr, "usage: own_force scene.yaml SECONDS\n"), 2;
    def.scene = argv[1];
    rp_status status = rp_sim_create(&def, &sim, &err);
    if (!status) status = rp_sim_force_add(sim, blow, &w, &err);
    if (!status) status = rp_sim_advance(sim, atof(argv[2]), &err);
    if (!status) status = rp_sim_measure(sim, "drive_work", &work, &err);
    if (!status) printf("t = %g s: the wind has done %g J of work\n", rp_sim_time(sim), work);
    if (status) {
        rp_error_text(&err, text, sizeof text);
        fprintf(stderr, "%s\n", text);
    }
    rp_sim_destroy(sim);
    return (int)status;
}
