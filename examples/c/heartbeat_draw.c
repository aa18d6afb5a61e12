/* Runs a scene and draws a picture every so often, without any other file.
 *
 *     cc heartbeat_draw.c $(pkg-config --cflags --libs repose) -o heartbeat_draw && ./heartbeat_draw heap.yaml 0.2 0.05
 */
#include <stdio.h>
#include <stdlib.h>
#include <repose/repose.h>

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
    if (argc < 4) return fprintf(stderr, "usage: heartbeat_draw scene.yaml SECONDS EVERY\n"), 2;
    def.scene = argv[1];
    rp_status status = rp_sim_create(&def, &sim, &err);
    if (!status) status = rp_sim_every(sim, atof(argv[3]), draw, &count, &err);
    if (!status) status = rp_sim_advance(sim, atof(argv[2]), &err);
    if (status) {
        rp_error_text(&err, text, sizeof text);
        fprintf(stderr, "%s\n", text);
    }
    int stopped = status ? 1 : rp_sim_stopped(sim);
    rp_sim_destroy(sim);
    return status ? (int)status : stopped;
}
