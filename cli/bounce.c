/* repose bounce: restitution from the times of a bouncing ball. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli.h"
#include "repose/plot.h"
#include "repose/bounce.h"

typedef struct record {
    double *time, *speed, *eps;
    size_t times, impacts, capacity;
} record;

static void record_free(record *r)
{
    free(r->time);
    free(r->speed);
    free(r->eps);
}

/* One time a line (the first number of each); an empty line or a time that falls begins a new drop. Lines of words are
 * headings. */
static rp_status add_drop(record *r, size_t first, double gravity, rp_error *err)
{
    if (r->times - first < 3) return RP_OK;
    rp_status status = rp_bounce_analyse(r->time + first, r->times - first, gravity, r->speed + r->impacts,
                                         r->eps + r->impacts, err);
    r->impacts += r->times - first - 2;
    return status;
}

static rp_status read_all(const char *path, char **text, size_t *size, rp_error *err)
{
    FILE *f = fopen(path, "rb");
    if (!f) return rp_error_set(err, RP_INPUT, "cannot read '%.200s': %s", path, strerror(errno));
    *size = 0;
    for (size_t room = 1 << 16, got = 1; got > 0; room *= 2) {
        char *more = realloc(*text, room);
        if (!more) break;
        *text = more;
        got = fread(more + *size, 1, room - 1 - *size, f);
        *size += got;
        more[*size] = 0;
    }
    int whole = feof(f) && !ferror(f);
    fclose(f);
    return whole ? RP_OK : rp_error_set(err, RP_SYSTEM, "reading '%.200s' failed", path);
}

static rp_status read_times(const char *path, double gravity, record *r, rp_error *err)
{
    char *text = NULL;
    size_t size = 0, first = 0, lines = 1;
    rp_status status = read_all(path, &text, &size, err);
    if (status) {
        free(text);
        return status;
    }
    for (size_t n = 0; n < size; n++) lines += text[n] == '\n';
    r->time = calloc(lines, sizeof(double));
    r->speed = calloc(lines, sizeof(double));
    r->eps = calloc(lines, sizeof(double));
    if (!r->time || !r->speed || !r->eps)
        status = rp_error_set(err, RP_SYSTEM, "not enough memory for %zu times", lines);
    for (char *line = text; line && !status;) {
        char *next = strchr(line, '\n'), *end;
        double t = strtod(line, &end);
        int number = end != line && isfinite(t) && line[strspn(line, " \t\r")] != '\n'; /* strtod skips line ends */
        if (r->times > first && (!number || t < r->time[r->times - 1])) {
            status = add_drop(r, first, gravity, err);
            first = r->times;
        }

        if (number) r->time[r->times++] = t;
        line = next ? next + 1 : NULL;
    }
    if (!status) status = add_drop(r, first, gravity, err);
    if (!status && r->impacts == 0)
        status = rp_error_set(err, RP_INPUT, "no three successive times of impact in '%s'", path);
    free(text);
    return status;
}

static rp_status draw(const char *path, const record *r, double low, double high, rp_error *err)
{
    enum { BINS = 60 };
    double at[BINS], share[BINS] = {0}, least = INFINITY, most = -INFINITY;
    size_t in = 0;
    for (size_t n = 0; n < r->impacts; n++)
        if (r->speed[n] >= low && r->speed[n] <= high) {
            least = fmin(least, r->eps[n]);
            most = fmax(most, r->eps[n]);
            in++;
        }

    double width = most > least ? (most - least) / BINS : 1e-3;
    for (int k = 0; k < BINS; k++) at[k] = least + (k + 0.5) * width;
    for (size_t n = 0; n < r->impacts; n++)
        if (r->speed[n] >= low && r->speed[n] <= high)
            share[(int)fmin(BINS - 1, fmax(0, (r->eps[n] - least) / width))] += 1 / ((double)in * width);
    rp_plot *plot = rp_plot_create(1, 2, 1800, 760);
    rp_plot_axes(plot, 0, "restitution by speed", "speed (m/s)", "eps_n");
    rp_plot_curve(plot, 0, r->speed, r->eps, r->impacts, &(rp_plot_style){.marker = RP_MARKER_DISC, .size = 0.3});
    rp_plot_axes(plot, 1, "distribution", "eps_n", "density");
    rp_plot_log(plot, 1, 0, 1);
    rp_plot_curve(plot, 1, at, share, BINS, &(rp_plot_style){.marker = RP_MARKER_CIRCLE});
    rp_status status = rp_plot_save(plot, path, err);
    rp_plot_destroy(plot);
    return status;
}

static void print_out(const record *r, int json)
{
    if (json) printf("[\n");
    else printf("speed,eps_n\n");
    for (size_t n = 0; n < r->impacts; n++)
        printf(json ? "{\"speed\": %.12g, \"eps_n\": %.12g}%s\n" : "%.12g,%.12g%s\n", r->speed[n], r->eps[n],
               json && n + 1 < r->impacts ? "," : "");
    if (json) printf("]\n");
}

/* The key of an interaction that a scene reads. */
static rp_status print_table(const record *r, int bins, rp_error *err)
{
    enum { BINS = 16, SAMPLES = 33 };
    double edge[BINS + 1], value[BINS * SAMPLES];
    if (bins < 1 || bins > BINS) return rp_error_set(err, RP_INPUT, "--table takes 1 to %d ranges of speed", BINS);
    const int share = (int)fmin(SAMPLES, (double)r->impacts / bins);
    rp_status status = rp_fluctuation_table_make(r->speed, r->eps, r->impacts, bins, share, edge, value, err);
    if (!status) printf("restitution:\n  measured: # from, to (m/s), equally likely values of eps_n\n");
    for (int k = 0; k < bins && !status; k++) {
        printf("    - [%.17g, %.17g", edge[k], edge[k + 1]);
        for (int s = 0; s < share; s++) printf(", %.12g", value[k * share + s]);
        printf("]\n");
    }
    return status;
}

static int bounce(int argc, char **argv)
{
    double gravity = 9.81, low = 0, high = INFINITY;
    const char *plot = NULL;
    int json = 0, bins = -1;
    const rp_option options[] = {
        {"--gravity", RP_OPTION_NUMBER, &gravity}, {"--from", RP_OPTION_NUMBER, &low},
        {"--to", RP_OPTION_NUMBER, &high},         {"--plot", RP_OPTION_TEXT, &plot},
        {"--json", RP_OPTION_FLAG, &json},         {"--table", RP_OPTION_INT, &bins},
    };
    rp_text_list rest;
    rp_error err;
    record r = {0};
    if (rp_cli_read(argc, argv, options, sizeof options / sizeof *options, &rest, 1, 1, &err)) return rp_cli_fail(&err);
    rp_status status = read_times(rest.item[0], gravity, &r, &err);
    if (!status && bins >= 0) status = print_table(&r, bins, &err);
    else if (!status) print_out(&r, json);
    if (!status && plot) status = draw(plot, &r, low, high, &err);
    record_free(&r);
    return status ? rp_cli_fail(&err) : RP_OK;
}

const rp_command rp_command_bounce = {"bounce", "TIMES.csv [--gravity G] [--plot F]",
                                      "restitution from the times of a bouncing ball",
                                      "Times of impact in seconds, one a line; an empty line or an earlier time begins "
                                      "a new drop. Prints speed and eps_n of each impact that has one\n"
                                      "before and one after it [Poschel2008, Eq. 56]. --plot draws them and their "
                                      "distribution, for speeds --from and --to if given. --json.\n"
                                      "--table N prints them as the key restitution of an interaction: the measured "
                                      "distribution in N ranges of speed, which event-driven\n"
                                      "scenes draw from.",
                                      bounce};
