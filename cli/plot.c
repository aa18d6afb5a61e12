/* repose plot */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "cli.h"
#include "repose/picture.h"

static int plot_frame(const char *directory, double time, const rp_picture_options *o, const char *path)
{
    rp_error err;
    char own[1200];
    if (!path) snprintf(own, sizeof own, "%s/frame.png", directory), path = own;
    if (rp_picture_frame(directory, time, o, path, &err)) return rp_cli_fail(&err);
    puts(path);
    return RP_OK;
}

static int plot_series(const char *directory, const char *x, const rp_text_list *columns, int log_x, int log_y, const char *path)
{
    rp_error err;
    char own[1200];
    if (!path) snprintf(own, sizeof own, "%s/series.png", directory), path = own;
    if (rp_picture_series(directory, x, columns->item, columns->count, log_x, log_y, path, &err)) return rp_cli_fail(&err);
    puts(path);
    return RP_OK;
}

static int plot(int argc, char **argv)
{
    rp_picture_options o;
    rp_text_list rest;
    rp_error err;
    double time = NAN;
    const char *path = NULL, *x = "time";
    int log_x = 0, log_y = 0;
    rp_picture_options_default(&o);
    const rp_option options[] = {
        {"-o", RP_OPTION_TEXT, &path}, {"--time", RP_OPTION_NUMBER, &time}, {"--color", RP_OPTION_TEXT, &o.color}, {"--forces", RP_OPTION_FLAG, &o.forces},
        {"--width", RP_OPTION_INT, &o.width}, {"--height", RP_OPTION_INT, &o.height}, {"--azimuth", RP_OPTION_NUMBER, &o.azimuth}, {"--elevation", RP_OPTION_NUMBER, &o.elevation},
        {"--title", RP_OPTION_TEXT, &o.title}, {"--x", RP_OPTION_TEXT, &x}, {"--log-x", RP_OPTION_FLAG, &log_x}, {"--log-y", RP_OPTION_FLAG, &log_y},
    };
    if (rp_cli_read(argc, argv, options, sizeof options / sizeof *options, &rest, 1, RP_CLI_LIST, &err)) return rp_cli_fail(&err);
    const char *what = rest.count > 1 ? rest.item[1] : "frame";
    if (strcmp(what, "frame") == 0 && rest.count <= 2) return plot_frame(rest.item[0], time, &o, path);
    rp_text_list columns = {.count = 0};
    for (int n = strcmp(what, "series") == 0 ? 2 : 1; n < rest.count; n++) columns.item[columns.count++] = rest.item[n];
    if (columns.count == 0) columns.item[0] = "kinetic", columns.count = 1;
    return plot_series(rest.item[0], x, &columns, log_x, log_y, path);
}

const rp_command rp_command_plot = {
    "plot", "DIR [frame | series COLUMN ...] [options]", "a picture of a frame or of a series",
    "  repose plot DIR frame [--time T] [--color NAME] [--forces] [-o F.png|F.svg]\n"
    "      draws the frame nearest to T (default: the last), coloured by speed, radius, spin, group, material, id, height or coordination;\n"
    "      --forces draws force chains, their width by the normal force; --azimuth and --elevation (degrees) turn a 3D view\n"
    "  repose plot DIR series kinetic stored ... [--x time] [--log-x] [--log-y] [-o F]\n"
    "      draws columns of series.csv", plot};
