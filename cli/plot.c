/* repose plot */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli.h"
#include "repose/picture.h"
#include "repose/study.h"

/* What is drawn: runs stand before the word that says what, names of columns behind it. */
typedef struct request {
    rp_picture_options picture;
    double time;
    const char *path, *x, *name;
    int log_x, log_y;
    rp_text_list runs, columns;
} request;

static int finish(rp_status status, const char *path, const rp_error *err)
{
    if (status) return rp_cli_fail(err);
    puts(path);
    return RP_OK;
}

/* The path of the picture: given, or this file in the directory of the first run. */
static const char *path_of(const request *q, const char *file, char own[1200])
{
    snprintf(own, 1200, "%s/%s", q->runs.item[0], file);
    return q->path ? q->path : own;
}

static int plot_frame(request *q)
{
    rp_error err;
    char own[1200];
    const char *path = path_of(q, "frame.png", own);
    if (q->runs.count == 1)
        return finish(rp_picture_frame(q->runs.item[0], q->time, &q->picture, path, &err), path, &err);
    return finish(rp_picture_frames(q->runs.item, q->runs.item, q->runs.count, q->time, &q->picture, path, &err), path,
                  &err);
}

static int ends_in(const char *path, const char *end)
{
    const size_t length = strlen(path), tail = strlen(end);
    return length > tail && strcmp(path + length - tail, end) == 0;
}

static int is_film(const char *path)
{
    return path && (ends_in(path, ".mp4") || ends_in(path, ".webm") || ends_in(path, ".gif"));
}

static int plot_frames(request *q)
{
    rp_error err;
    char own[1200];
    const char *path = path_of(q, "pictures", own);
    int count;
    rp_status status = is_film(path) ? rp_film(q->runs.item, NULL, 1, &q->picture, NULL, path, &count, &err)
                                     : rp_picture_movie(q->runs.item[0], &q->picture, path, &count, &err);
    if (status) return rp_cli_fail(&err);
    printf("%s: %d %s\n", path, count, is_film(path) ? "frames" : "pictures");
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

static int plot_series(request *q)
{
    rp_error err;
    char own[1200];
    const char *path = path_of(q, "series.png", own);
    const rp_series_axes axes = {q->x, q->log_x, q->log_y, q->picture.title};
    if (q->columns.count == 0) q->columns.item[q->columns.count++] = "kinetic";
    rp_status status = q->runs.count > 1 ? rp_picture_series_of(q->runs.item, q->runs.item, q->runs.count,
                                                                q->columns.item, q->columns.count, &axes, path, &err)
                                         : rp_picture_series(q->runs.item[0], q->x, q->columns.item, q->columns.count,
                                                             q->log_x, q->log_y, path, &err);
    return finish(status, path, &err);
}

static int plot_profile(request *q)
{
    rp_error err;
    char own[1200];
    const char *path = path_of(q, "profile.png", own);
    return finish(rp_picture_profile(q->runs.item[0], q->name, q->columns.item, q->columns.count, path, &err), path,
                  &err);
}

static int plot_forces(request *q)
{
    rp_error err;
    char own[1200];
    const char *path = path_of(q, "forces.png", own);
    return finish(rp_picture_forces(q->runs.item[0], path, &err), path, &err);
}

static int plot_study(request *q)
{
    rp_error err;
    char own[1200];
    const char *path = path_of(q, "study.png", own);
    if (q->columns.count != 2) {
        rp_error_set(&err, RP_INPUT, "which measure against which key? repose plot DIR study MEASURE KEY");
        return rp_cli_fail(&err);
    }
    return finish(rp_study_plot(q->runs.item[0], q->columns.item[0], q->columns.item[1], path, &err), path, &err);
}

static const struct what {
    const char *name;
    int (*plot)(request *q);
    int several; /* runs */
    int columns; /* names may follow */
} whats[] = {{"frame", plot_frame, 1, 0},     {"frames", plot_frames, 0, 0}, {"series", plot_series, 1, 1},
             {"profile", plot_profile, 0, 1}, {"forces", plot_forces, 0, 0}, {"study", plot_study, 0, 1}};
enum { WHATS = sizeof whats / sizeof *whats, SERIES = 2 };

static const struct what *find_what(const char *name)
{
    for (int n = 0; n < WHATS; n++)
        if (strcmp(whats[n].name, name) == 0) return &whats[n];
    return NULL;
}

/* Runs, then what of them, then columns; without the word the first is a run and the others are columns of its series.
 */
static const struct what *read_words(const rp_text_list *rest, request *q)
{
    const struct what *what = NULL;
    int at = 0;
    while (at < rest->count && !what) what = find_what(rest->item[at++]);
    const int runs = what ? at - 1 : 1;
    for (int n = 0; n < runs; n++) q->runs.item[q->runs.count++] = rest->item[n];
    for (int n = what ? at : 1; n < rest->count; n++) q->columns.item[q->columns.count++] = rest->item[n];
    return what ? what : &whats[rest->count > 1 ? SERIES : 0];
}

static rp_status check_words(const struct what *what, const request *q, rp_error *err)
{
    if (q->runs.count == 0) return rp_error_set(err, RP_INPUT, "which run? repose plot DIR %s", what->name);
    if (q->runs.count > 1 && !what->several)
        return rp_error_set(err, RP_INPUT, "'%s' draws one run, and %d stand before it", what->name, q->runs.count);
    if (q->columns.count && !what->columns)
        return rp_error_set(err, RP_INPUT, "nothing belongs behind '%s': '%s'", what->name, q->columns.item[0]);
    return RP_OK;
}

static int plot(int argc, char **argv)
{
    request q = {.time = NAN, .x = "time"};
    rp_text_list rest;
    rp_error err;
    const char *range = NULL;
    rp_picture_options *o = &q.picture;
    rp_picture_options_default(o);
    const rp_option options[] = {
        {"-o", RP_OPTION_TEXT, &q.path},
        {"--time", RP_OPTION_NUMBER, &q.time},
        {"--color", RP_OPTION_TEXT, &o->color},
        {"--forces", RP_OPTION_FLAG, &o->forces},
        {"--width", RP_OPTION_INT, &o->width},
        {"--height", RP_OPTION_INT, &o->height},
        {"--azimuth", RP_OPTION_NUMBER, &o->azimuth},
        {"--elevation", RP_OPTION_NUMBER, &o->elevation},
        {"--title", RP_OPTION_TEXT, &o->title},
        {"--x", RP_OPTION_TEXT, &q.x},
        {"--log-x", RP_OPTION_FLAG, &q.log_x},
        {"--log-y", RP_OPTION_FLAG, &q.log_y},
        {"--name", RP_OPTION_TEXT, &q.name},
        {"--range", RP_OPTION_TEXT, &range},
    };
    if (rp_cli_read(argc, argv, options, sizeof options / sizeof *options, &rest, 1, RP_CLI_LIST, &err))
        return rp_cli_fail(&err);
    const struct what *what = read_words(&rest, &q);
    if ((range && read_range(range, o, &err)) || check_words(what, &q, &err)) return rp_cli_fail(&err);
    if (!range) o->own_range = what->plot == plot_frame && q.runs.count == 1;
    return what->plot(&q);
}

const rp_command rp_command_plot = {
    "plot", "DIR ... [frame | frames | series COLUMN ... | profile COLUMN ... | forces | study ...] [options]",
    "a picture of a frame, a series, a profile or the forces",
    "  repose plot DIR frame [--time T] [--color NAME] [--forces] [-o F.png|F.svg]\n"
    "      draws the frame nearest to T (default: the last), coloured by speed, radius, spin, group, material, id, "
    "height or coordination;\n"
    "      --forces draws force chains, their width by the normal force; --azimuth and --elevation (degrees) turn a 3D "
    "view;\n"
    "      colours have the range of the frame, --range run that of the run, --range LOW,HIGH another\n"
    "  repose plot A B C frame: frames of several runs on one page, with one scale\n"
    "  repose plot DIR frames [the same options] [-o DIRECTORY|film.mp4|film.webm|film.gif]\n"
    "      draws every frame, with one view and one scale, as the pictures of an animation, or as a film (more: "
    "repose help film);\n"
    "      --range frame: a scale each\n"
    "  repose plot DIR series kinetic stored 'stress_yy - stress_xx' ... [--x time] [--log-x] [--log-y] [-o F]\n"
    "      draws columns of series.csv, and expressions of them: + - * / ^ ( ), sqrt abs min max exp log sin cos tan "
    "atan;\n"
    "      units are checked, numbers with a unit are written as 0.1[m], names with a - in quotes: "
    "\"'left-wall.fx' / 2\"\n"
    "  repose plot A B C series kinetic ...\n"
    "      draws the same columns of several runs over each other, a panel a column; a run that lacks a column is not "
    "in its panel\n"
    "  repose plot DIR profile [velocity solid_fraction ...] [--name NAME] [-o F]\n"
    "      draws columns of profile-NAME.csv, a panel each and a curve a window; velocity, spin, stress, fabric stand "
    "for their parts\n"
    "  repose plot DIR forces [-o F]\n"
    "      draws the distribution of contact forces, forces.csv, on a logarithmic axis\n"
    "  repose plot DIR study MEASURE KEY [-o F]\n"
    "      draws a measure of a study, study.csv, against a key: means over seeds with their standard errors",
    plot};
