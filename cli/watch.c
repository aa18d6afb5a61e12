/* repose watch: a run that goes on, in a terminal. */
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "cli.h"
#include "repose/view.h"

enum { WIDTH = 48, SHOWN = 8 };

/* ---- series.csv ---- */

typedef struct table {
    int columns;
    size_t rows;
    char **name;   /* into text */
    double *value; /* row by row */
    char *text;
} table;

static void table_free(table *t)
{
    free(t->name);
    free(t->value);
    free(t->text);
}

static size_t count_of(const char *text, char sign)
{
    size_t n = 0;
    for (; *text; text++) n += *text == sign;
    return n;
}

/* Names, units, numbers; a last row without its end is still being written. */
static int table_read(table *t, const char *bytes)
{
    char *save = NULL;
    *t = (table){.text = strdup(bytes)};
    if (!t->text || !strchr(t->text, '\n')) return 0;
    char *body = strchr(t->text, '\n') + 1;
    body[-1] = 0;
    t->name = calloc(count_of(t->text, ',') + 2, sizeof *t->name);
    t->value = calloc((count_of(body, '\n') + 1) * (count_of(t->text, ',') + 1), sizeof *t->value);
    if (!t->name || !t->value) return 0;
    for (char *word = strtok_r(t->text, ",", &save); word; word = strtok_r(NULL, ",", &save))
        t->name[t->columns++] = word;
    for (char *end; (end = strchr(body, '\n')); body = end + 1) {
        if (*body == '#') continue;
        char *at = body;
        for (int k = 0; k < t->columns; k++) {
            t->value[t->rows * (size_t)t->columns + (size_t)k] = strtod(at, &at);
            at += *at == ',';
        }
        t->rows++;
    }
    return t->rows > 0;
}

static int table_find(const table *t, const char *name)
{
    for (int k = 0; k < t->columns; k++)
        if (strcmp(t->name[k], name) == 0) return k;
    return -1;
}

static double at(const table *t, size_t row, int column) { return t->value[row * (size_t)t->columns + (size_t)column]; }

/* ---- drawing ---- */

/* The whole run in WIDTH signs, each the highest of its part. */
static void sparkline(const table *t, int column)
{
    static const char *const bar[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    const size_t cells = t->rows < WIDTH ? t->rows : WIDTH;
    double low = INFINITY, high = -INFINITY;
    for (size_t n = 0; n < t->rows; n++) {
        low = fmin(low, at(t, n, column));
        high = fmax(high, at(t, n, column));
    }
    for (size_t c = 0; c < cells; c++) {
        double most = -INFINITY;
        for (size_t n = c * t->rows / cells; n < (c + 1) * t->rows / cells; n++) most = fmax(most, at(t, n, column));
        const double share = high > low ? (most - low) / (high - low) : 0;
        fputs(isfinite(share) ? bar[(int)fmin(7, 8 * share)] : " ", stdout);
    }
    for (size_t c = cells; c < WIDTH; c++) putchar(' ');
}

/* The stage that log.txt tells of last: how much of it is over and, by the rate since the last reading, when it ends.
 */
static void show_stage(const char *directory, double time, double rate)
{
    static const char mark[] = "stage '", middle[] = "' begins at t = ";
    rp_view_data data;
    char name[64] = "", left[32];
    double from = 0, lasts = 0;
    if (rp_view_file(directory, "log.txt", &data, NULL)) return;
    for (const char *line = data.bytes; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        const char *begins = strncmp(line, mark, sizeof mark - 1) == 0 ? strstr(line, middle) : NULL;
        if (!begins || sscanf(begins + sizeof middle - 1, "%lf s and lasts %lf s", &from, &lasts) != 2) continue;
        snprintf(name, sizeof name, "%.*s", (int)(begins - line - (long)sizeof mark + 1), line + sizeof mark - 1);
    }
    rp_view_data_free(&data);
    const double done = fmin(1, (time - from) / lasts); /* the last step may go beyond the end */
    if (!name[0] || !(done >= 0)) return;
    printf("stage ");
    rp_cli_print(stdout, name);
    printf(": %.0f %% of %.4g s at most", 100 * done, lasts);
    if (rate > 0 && done < 1) {
        rp_cli_duration((from + lasts - time) / rate, left);
        printf(", ends in %s", left);
    }
    printf("\n");
}

static void show_series(const char *directory, const rp_text_list *columns, double before[2], double seconds)
{
    rp_view_data data;
    table t = {0};
    if (rp_view_file(directory, "series.csv", &data, NULL)) {
        printf("no series yet\n");
        return;
    }
    if (table_read(&t, data.bytes)) {
        const int time = table_find(&t, "time"), step = table_find(&t, "step");
        const double now[2] = {at(&t, t.rows - 1, time < 0 ? 0 : time), step < 0 ? NAN : at(&t, t.rows - 1, step)};
        printf("t = %.6g s, step %.0f", now[0], now[1]);
        if (seconds > 0 && now[1] > before[1]) printf(", %.3g steps/s", (now[1] - before[1]) / seconds);
        printf("\n");
        show_stage(directory, now[0], seconds > 0 ? (now[0] - before[0]) / seconds : 0);
        memcpy(before, now, sizeof now);
        for (int n = 0; n < columns->count; n++) {
            const int k = table_find(&t, columns->item[n]);
            if (k < 0) continue;
            printf("  %-22s ", columns->item[n]);
            sparkline(&t, k);
            printf(" %.4g\n", at(&t, t.rows - 1, k));
        }
    }
    table_free(&t);
    rp_view_data_free(&data);
}

/* The last warnings of log.txt, and how many there are. */
static void show_warnings(const char *directory)
{
    rp_view_data data;
    const char *last[3] = {NULL, NULL, NULL};
    int count = 0;
    if (rp_view_file(directory, "log.txt", &data, NULL)) return;
    for (char *line = data.bytes, *end; (end = strchr(line, '\n')); line = end + 1) {
        *end = 0;
        if (strncmp(line, "warning", 7) != 0 && strncmp(line, "error", 5) != 0) continue;
        last[count++ % 3] = line;
    }
    printf("%d warning%s\n", count, count == 1 ? "" : "s");
    for (int n = count > 3 ? count - 3 : 0; n < count; n++) {
        printf("  ");
        rp_cli_print(stdout, last[n % 3]);
        printf("\n");
    }
    rp_view_data_free(&data);
}

static int has_ended(const char *directory)
{
    rp_view_data data;
    if (rp_view_running(directory) || rp_view_file(directory, "summary.json", &data, NULL)) return 0;
    rp_view_data_free(&data);
    return 1;
}

/* ---- the command ---- */

static int watch(int argc, char **argv)
{
    rp_text_list rest;
    rp_error err;
    double every = 1, before[2] = {NAN, NAN}, seconds = 0;
    int once = 0;
    static const char *const usual[] = {"kinetic",      "rotational",   "stored",      "dissipated_normal",
                                        "budget_error", "coordination", "max_overlap", "residual"};
    const rp_option options[] = {{"--every", RP_OPTION_NUMBER, &every}, {"--once", RP_OPTION_FLAG, &once}};
    if (rp_cli_read(argc, argv, options, sizeof options / sizeof *options, &rest, 1, 1 + SHOWN, &err))
        return rp_cli_fail(&err);
    rp_text_list columns = {.count = rest.count - 1};
    for (int n = 0; n < columns.count; n++) columns.item[n] = rest.item[n + 1];
    for (; rest.count == 1 && columns.count < SHOWN; columns.count++)
        columns.item[columns.count] = usual[columns.count];
    rp_view_data session;
    if (!(every >= 0.1)) rp_error_set(&err, RP_INPUT, "--every is at least 0.1 s");
    if (!(every >= 0.1) || rp_view_session(rest.item, NULL, 1, &session, &err)) return rp_cli_fail(&err);
    rp_view_data_free(&session);
    rp_cli_begin();
    rp_cli_catch();
    while (!rp_cli_stop) {
        const int ended = has_ended(rest.item[0]);
        if (isatty(1) && !once) printf("\033[H\033[J");
        printf("%s: %s\n", rest.item[0],
               ended                           ? "has ended"
               : rp_view_running(rest.item[0]) ? "goes on"
                                               : "was stopped, and can go on by repose run --resume");
        show_series(rest.item[0], &columns, before, seconds);
        show_warnings(rest.item[0]);
        fflush(stdout);
        if (ended || once) break;
        poll(NULL, 0, (int)(1000 * fmin(every, 1e6)));
        seconds = every;
    }
    return RP_OK;
}

const rp_command rp_command_watch = {
    "watch", "DIR [COLUMN ...] [--every S] [--once]", "a run that goes on, in a terminal",
    "Shows time, rate, how far the stage is and when it ends, columns of series.csv (default: energies, coordination,\n"
    "worst overlap) as lines of signs over the whole run, and the last warnings, until the run has ended. Reads files\n"
    "only: it may be started and ended at any time.\n\n"
    "  --every S    seconds between two readings (default 1)\n"
    "  --once       shows the present state and ends",
    watch};
