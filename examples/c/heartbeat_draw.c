/* Runs a scene and draws a picture every so often, without any other file.
 *
 *     cc heartbeat_draw.c $(pkg-config --cflags --libs repose) -o heartbeat_draw && ./heartbeat_draw [scene.yaml
 * [SECONDS [EVERY]]]
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

static int draw(void *context, rp_sim *sim)
{
    int *count = context;
    char path[64];
    rp_error err;
    rp_picture_options options;
    rp_picture_options_default(&options);
    options.color = "speed";
    options.own_range = 1;
    snprintf(path, sizeof path, "picture-%03d.png", (*count)++);
    if (rp_sim_picture(sim, path, &options, &err)) return 1; /* ends the advance */
    printf("%s at t = %g s\n", path, rp_sim_time(sim));
    return 0;
}

int main(int argc, char **argv)
{
    rp_sim_def def = rp_sim_def_default();
    rp_sim *sim = NULL;
    rp_error err;
    char text[1600];
    int count = 0;
    if (argc > 1) def.scene = argv[1];
    else def.text = box;
    rp_status status = rp_sim_create(&def, &sim, &err);
    if (!status) status = rp_sim_every(sim, argc > 3 ? atof(argv[3]) : 0.05, draw, &count, &err);
    if (!status) status = rp_sim_advance(sim, argc > 2 ? atof(argv[2]) : 0.1, &err);
    if (status) {
        rp_error_text(&err, text, sizeof text);
        fprintf(stderr, "%s\n", text);
    }
    int stopped = status ? 1 : rp_sim_stopped(sim);
    rp_sim_destroy(sim);
    return status ? (int)status : stopped;
}
