/* A force of one's own: wind that blows along x and is slowed by the grains, F = c (u - v) r.
 *
 *     cc own_force.c $(pkg-config --cflags --libs repose) -o own_force && ./own_force [scene.yaml [SECONDS]]
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
    if (argc > 1) def.scene = argv[1];
    else def.text = box;
    rp_status status = rp_sim_create(&def, &sim, &err);
    if (!status) status = rp_sim_force_add(sim, blow, &w, &err);
    if (!status) status = rp_sim_advance(sim, argc > 2 ? atof(argv[2]) : 0.1, &err);
    if (!status) status = rp_sim_measure(sim, "drive_work", &work, &err);
    if (!status) printf("t = %g s: the wind has done %g J of work\n", rp_sim_time(sim), work);
    if (status) {
        rp_error_text(&err, text, sizeof text);
        fprintf(stderr, "%s\n", text);
    }
    rp_sim_destroy(sim);
    return (int)status;
}
