/* repose film: the pictures of repose plot as a film. */
#include <stdio.h>
#include <unistd.h>
#include "cli.h"
#include "repose/picture.h"

static int drawn(void *context, int done, int count)
{
    const int *quiet = context;
    if (!*quiet && isatty(2))
        fprintf(stderr, "\r\033[K%d of %d pictures%s", done, count, done == count ? "\r\033[K" : "");
    return rp_cli_stop;
}

static int run_film(int argc, char **argv)
{
    rp_film_options f = rp_film_options_default();
    rp_picture_options picture;
    rp_text_list runs;
    rp_error err;
    char own[1200];
    const char *path = NULL;
    int quiet = 0, count = 0;
    rp_picture_options_default(&picture);
    const rp_option options[] = {
        {"-o", RP_OPTION_TEXT, &path},
        {"--rate", RP_OPTION_NUMBER, &f.rate},
        {"--color", RP_OPTION_TEXT, &picture.color},
        {"--forces", RP_OPTION_FLAG, &picture.forces},
        {"--width", RP_OPTION_INT, &picture.width},
        {"--height", RP_OPTION_INT, &picture.height},
        {"--azimuth", RP_OPTION_NUMBER, &picture.azimuth},
        {"--elevation", RP_OPTION_NUMBER, &picture.elevation},
        {"--title", RP_OPTION_TEXT, &picture.title},
        {"--quiet", RP_OPTION_FLAG, &quiet},
    };
    if (rp_cli_read(argc, argv, options, sizeof options / sizeof *options, &runs, 1, 8, &err)) return rp_cli_fail(&err);
    snprintf(own, sizeof own, "%s/film.mp4", runs.item[0]);
    if (!path) path = own;
    f.drawn = drawn;
    f.context = &quiet;
    rp_cli_begin();
    rp_cli_catch();
    if (rp_film(runs.item, NULL, runs.count, &picture, &f, path, &count, &err)) return rp_cli_fail(&err);
    printf("%s: %d frames, %.3g s\n", path, count, count / f.rate);
    return RP_OK;
}

const rp_command rp_command_film = {
    "film", "DIR ... [-o run.mp4|.webm|.gif] [options]", "the frames of runs as a film",
    "Draws every frame with one view and one scale, as repose plot DIR frames does, and makes a film of them by "
    "ffmpeg.\n"
    "Several runs stand side by side, at the times of the first one's frames.\n\n"
    "  -o FILE      .mp4, .webm or .gif (default: film.mp4 in the first DIR)\n"
    "  --rate N     frames a second (default 25)\n"
    "  --color, --forces, --width, --height, --azimuth, --elevation, --title   as of repose plot",
    run_film};
