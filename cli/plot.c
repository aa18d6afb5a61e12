/* repose plot */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli.h"
#include "repose/picture.h"
#include "repose/study.h"

static int plot_frame(const char *directory, double time, const rp_picture_options *o, const char *path)
{
    rp_error err;
    char own[1200];
    if (!path) {
        snprintf(own, sizeof own, "%s/frame.png", directory);
        path = own;
    }

    if (rp_picture_frame(directory, time, o, path, &err)) return rp_cli_fail(&err);
    puts(path);
    return RP_OK;
}

static int plot_frames(const char *directory, const rp_picture_options *o, const char *path)
{
    rp_error err;
    char own[1200];
    int count;
    if (!path) {
        snprintf(own, sizeof own, "%s/pictures", directory);
        path = own;
    }

    if (rp_picture_movie(directory, o, path, &count, &err)) return rp_cli_fail(&err);
    printf("%s: %d pictures\n", path, count);
    return RP_OK;
}

/* "frame", "run", or "LOW,HIGH", of which either may be empty. */
static rp_status read_range(const char *text, rp_picture_options *o, rp_error *err)
{
    const char *comma = strchr(text, ',');
    o->own_range = strcmp(text, "frame") == 0;
    if (o->own_range || strcmp(text, "run") == 0) return RP_OK;
    for (int k = 0; k < 2 && comma; k++) {
        const char *from = k ? comma + 1 : text, *to = k ? text + strlen(text) : comma;
        char *end = (char *)from;
        if (from < to) o->range[k] = strtod(from, &end);
        if (end != to || (from < to && !isfinite(o->range[k]))) comma = NULL;
    }
    if (comma && !(o->range[0] >= o->range[1])) return RP_OK;
    rp_error_set(err, RP_INPUT, "option --range has the value '%s'", text);
    rp_error_expected(err, "LOW,HIGH with LOW below HIGH (one may be left out), frame or run");
    return RP_INPUT;
}

static int plot_series(const char *directory, const char *x, const rp_text_list *columns, int log_x, int log_y,
                       const char *path)
{
    rp_error err;
    char own[1200];
    if (!path) {
        snprintf(own, sizeof own, "%s/series.png", directory);
        path = own;
    }

    if (rp_picture_series(directory, x, columns->item, columns->count, log_x, log_y, path, &err))
        return rp_cli_fail(&err);
    puts(path);
    return RP_OK;
}

static int plot_profile(const char *directory, const char *name, const rp_text_list *columns, const char *path)
{
    rp_error err;
    char own[1200];
    if (!path) {
        snprintf(own, sizeof own, "%s/profile.png", directory);
        path = own;
    }

    if (rp_picture_profile(directory, name, columns->item, columns->count, path, &err)) return rp_cli_fail(&err);
    puts(path);
    return RP_OK;
}

static int plot_forces(const char *directory, const char *path)
{
    rp_error err;
    char own[1200];
    if (!path) {
        snprintf(own, sizeof own, "%s/forces.png", directory);
        path = own;
    }

    if (rp_picture_forces(directory, path, &err)) return rp_cli_fail(&err);
    puts(path);
    return RP_OK;
}

static int plot_study(const char *directory, const rp_text_list *rest, const char *path)
{
    rp_error err;
    char own[1200];
    if (rest->count != 4) {
        rp_error_set(&err, RP_INPUT, "which measure against which key? repose plot DIR study MEASURE KEY");
        return rp_cli_fail(&err);
    }
    if (!path) {
        snprintf(own, sizeof own, "%s/study.png", directory);
        path = own;
    }

    if (rp_study_plot(directory, rest->item[2], rest->item[3], path, &err)) return rp_cli_fail(&err);
    puts(path);
    return RP_OK;
}

static int plot(int argc, char **argv)
{
    rp_picture_options o;
    rp_text_list rest;
    rp_error err;
    double time = NAN;
    const char *path = NULL, *x = "time", *name = NULL, *range = NULL;
    int log_x = 0, log_y = 0;
    rp_picture_options_default(&o);
    const rp_option options[] = {
        {"-o", RP_OPTION_TEXT, &path},
        {"--time", RP_OPTION_NUMBER, &time},
        {"--color", RP_OPTION_TEXT, &o.color},
        {"--forces", RP_OPTION_FLAG, &o.forces},
        {"--width", RP_OPTION_INT, &o.width},
        {"--height", RP_OPTION_INT, &o.height},
        {"--azimuth", RP_OPTION_NUMBER, &o.azimuth},
        {"--elevation", RP_OPTION_NUMBER, &o.elevation},
        {"--title", RP_OPTION_TEXT, &o.title},
        {"--x", RP_OPTION_TEXT, &x},
        {"--log-x", RP_OPTION_FLAG, &log_x},
        {"--log-y", RP_OPTION_FLAG, &log_y},
        {"--name", RP_OPTION_TEXT, &name},
        {"--range", RP_OPTION_TEXT, &range},
    };
    if (rp_cli_read(argc, argv, options, sizeof options / sizeof *options, &rest, 1, RP_CLI_LIST, &err))
        return rp_cli_fail(&err);
    if (range && read_range(range, &o, &err)) return rp_cli_fail(&err);
    const char *what = rest.count > 1 ? rest.item[1] : "frame";
    if (!range) o.own_range = strcmp(what, "frame") == 0;
    if (strcmp(what, "frame") == 0 && rest.count <= 2) return plot_frame(rest.item[0], time, &o, path);
    if (strcmp(what, "frames") == 0 && rest.count <= 2) return plot_frames(rest.item[0], &o, path);
    if (strcmp(what, "forces") == 0 && rest.count <= 2) return plot_forces(rest.item[0], path);
    if (strcmp(what, "study") == 0) return plot_study(rest.item[0], &rest, path);
    rp_text_list columns = {.count = 0};
    int profile = strcmp(what, "profile") == 0;
    for (int n = profile || strcmp(what, "series") == 0 ? 2 : 1; n < rest.count; n++)
        columns.item[columns.count++] = rest.item[n];
    if (profile) return plot_profile(rest.item[0], name, &columns, path);
    if (columns.count == 0) {
        columns.item[0] = "kinetic";
        columns.count = 1;
    }

    return plot_series(rest.item[0], x, &columns, log_x, log_y, path);
}

const rp_command rp_command_plot = {
    "plot", "DIR [frame | frames | series COLUMN ... | profile COLUMN ... | forces | study ...] [options]",
    "a picture of a frame, a series, a profile or the forces",
    "  repose plot DIR frame [--time T] [--color NAME] [--forces] [-o F.png|F.svg]\n"
    "      draws the frame nearest to T (default: the last), coloured by speed, radius, spin, group, material, id, "
    "height or coordination;\n"
    "      --forces draws force chains, their width by the normal force; --azimuth and --elevation (degrees) turn a 3D "
    "view;\n"
    "      colours have the range of the frame, --range run that of the run, --range LOW,HIGH another\n"
    "  repose plot DIR frames [the same options] [-o DIRECTORY]\n"
    "      draws every frame, with one view and one scale, as the pictures of an animation; --range frame: a scale "
    "each\n"
    "  repose plot DIR series kinetic stored ... [--x time] [--log-x] [--log-y] [-o F]\n"
    "      draws columns of series.csv\n"
    "  repose plot DIR profile [velocity solid_fraction ...] [--name NAME] [-o F]\n"
    "      draws columns of profile-NAME.csv, a panel each and a curve a window; velocity, spin, stress, fabric stand "
    "for their parts\n"
    "  repose plot DIR forces [-o F]\n"
    "      draws the distribution of contact forces, forces.csv, on a logarithmic axis\n"
    "  repose plot DIR study MEASURE KEY [-o F]\n"
    "      draws a measure of a study, study.csv, against a key: means over seeds with their standard errors",
    plot};
