/* repose reproduce: figures of the papers, drawn again, their numbers compared. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <errno.h>
#include <sys/stat.h>
#include "cli.h"
#include "figure.h"
#include "repose/view.h"

static void json_text(FILE *b, const char *name, const char *text)
{
    fprintf(b, "\"%s\": \"", name);
    for (; *text; text++) fprintf(b, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    fprintf(b, "\"");
}

static void json_number(FILE *b, const char *name, double value)
{
    if (isfinite(value)) fprintf(b, "\"%s\": %.12g", name, value);
    else fprintf(b, "\"%s\": null", name);
}

static const char *const verdicts[] = {
    [RP_VERDICT_FAIL] = "fail", [RP_VERDICT_PASS] = "pass", [RP_VERDICT_DIFFERS] = "differs"};

static void json_row(FILE *b, const rp_number *k)
{
    fprintf(b, "  {");
    json_text(b, "quantity", k->quantity);
    fprintf(b, ", ");
    json_number(b, "value", k->value);
    fprintf(b, ", ");
    json_number(b, "expected", k->expected);
    fprintf(b, ", ");
    json_text(b, "source", k->source);
    fprintf(b, ", ");
    json_number(b, "tolerance", k->tolerance);
    fprintf(b, ", ");
    json_text(b, "reason", k->reason);
    if (k->errata) fprintf(b, ", \"errata\": %d", k->errata);
    fprintf(b, ", \"verdict\": \"%s\"}", verdicts[rp_number_verdict(k)]);
}

static rp_status write_numbers(const char *directory, const rp_numbers *numbers, rp_error *err)
{
    char path[1200];
    snprintf(path, sizeof path, "%s/numbers.json", directory);
    FILE *file = fopen(path, "w");
    if (!file) return rp_error_set(err, RP_SYSTEM, "cannot write %s: %s", path, strerror(errno));
    fprintf(file, "[\n");
    for (int n = 0; n < numbers->count; n++) {
        json_row(file, &numbers->list[n]);
        fprintf(file, n + 1 < numbers->count ? ",\n" : "\n");
    }
    fprintf(file, "]\n");
    int failed = ferror(file);
    if (fclose(file) || failed) return rp_error_set(err, RP_SYSTEM, "cannot write %s: %s", path, strerror(errno));
    return RP_OK;
}

/* The figure and its numbers, as one page. */
static rp_status write_report(const rp_figure *f, const char *directory, const char *picture, const rp_numbers *numbers,
                              rp_error *err)
{
    enum { COLUMNS = 6 };
    static const char *const names[COLUMNS] = {"quantity", "found", "expected", "within", "from", "verdict"};
    char path[1200], title[400], text[RP_NUMBERS_MAX][3][32];
    const char *cell[COLUMNS * (RP_NUMBERS_MAX + 1)];
    memcpy(cell, names, sizeof names);
    for (int n = 0; n < numbers->count; n++) {
        const rp_number *k = &numbers->list[n];
        const double value[3] = {k->value, k->expected, k->tolerance};
        const char **row = cell + COLUMNS * (n + 1);
        for (int v = 0; v < 3; v++) snprintf(text[n][v], sizeof text[n][v], v == 2 ? "%.2g" : "%.6g", value[v]);
        memcpy(row, (const char *[]){k->quantity, text[n][0], text[n][1], text[n][2], k->source}, 5 * sizeof *row);
        row[5] = verdicts[rp_number_verdict(k)];
    }
    snprintf(path, sizeof path, "%s/report.html", directory);
    snprintf(title, sizeof title, "%s: %s", f->name, f->title);
    return rp_report_table(title, picture, cell, COLUMNS, numbers->count + 1, path, err);
}

/* With all directories above it. */
static rp_status make_directory(const char *directory, rp_error *err)
{
    char path[1200];
    snprintf(path, sizeof path, "%s", directory);
    for (char *at = path + 1;; at++) {
        if (*at != '/' && *at) continue;
        const char end = *at;
        *at = 0;
        if (mkdir(path, 0777) && errno != EEXIST)
            return rp_error_set(err, RP_SYSTEM, "cannot make the directory %s: %s", path, strerror(errno));
        *at = end;
        if (!end) return RP_OK;
    }
}

static void print_number(const rp_number *k)
{
    const rp_verdict verdict = rp_number_verdict(k);
    printf("  %-7s  %-52s %-12.6g ", verdict == RP_VERDICT_FAIL ? "FAIL" : verdicts[verdict], k->quantity, k->value);
    if (k->errata) printf("the paper: %.6g within %.2g (errata %d)\n", k->expected, k->tolerance, k->errata);
    else printf("expected %.6g within %.2g\n", k->expected, k->tolerance);
}

/* Counts the numbers by their verdicts; returns RP_FAILED if one fails. */
static rp_status one(const rp_figure *f, const rp_figure_options *o, const char *directory, int total[3], rp_error *err)
{
    char path[1200];
    rp_numbers numbers = {.count = 0};
    int count[3] = {0};
    rp_status status = make_directory(directory, err);
    snprintf(path, sizeof path, "%s/%s.png", directory, f->name);
    if (!status) status = f->bench ? f->bench(o, path, &numbers, err) : f->run(path, &numbers, err);
    if (!status && o->scene_only) {
        printf("%s: scenes are in %s\n", f->name, directory);
        return RP_OK;
    }
    if (!status) status = write_numbers(directory, &numbers, err);
    if (!status) status = write_report(f, directory, path, &numbers, err);
    if (status) return status;
    printf("%s: %s\n", f->name, f->title);
    for (int n = 0; n < numbers.count; n++) {
        print_number(&numbers.list[n]);
        count[rp_number_verdict(&numbers.list[n])]++;
    }
    printf("  %s\n", path);
    fflush(stdout); /* before what the error says */
    for (int k = 0; k < 3; k++) total[k] += count[k];
    if (!count[RP_VERDICT_FAIL]) return RP_OK;
    return rp_error_set(err, RP_FAILED, "%d of %d numbers of %s are off", count[RP_VERDICT_FAIL], numbers.count,
                        f->name);
}

static int list(void)
{
    for (const rp_figure *const *f = rp_figure_list(); *f; f++) printf("%-22s %s\n", (*f)->name, (*f)->title);
    return RP_OK;
}

static int all(const rp_figure_options *o, const char *directory)
{
    int worst = RP_OK, total[3] = {0}, figures = 0;
    for (const rp_figure *const *f = rp_figure_list(); *f; f++) {
        char own[1100];
        rp_error err;
        snprintf(own, sizeof own, "%s/%s", directory, (*f)->name);
        if (one(*f, o, own, total, &err)) worst = rp_cli_fail(&err);
        figures++;
    }
    printf("%d figures: %d numbers pass, %d differ from the papers, %d fail\n", figures, total[RP_VERDICT_PASS],
           total[RP_VERDICT_DIFFERS], total[RP_VERDICT_FAIL]);
    return worst;
}

/* Options of benchmarks are refused elsewhere. */
static rp_status check_options(const rp_figure *f, const rp_figure_options *o, rp_error *err)
{
    const char *given = o->data ? "--data" : o->full ? "--full" : o->scene_only ? "--scene" : NULL;
    if (!given || f->bench) return RP_OK;
    rp_error_set(err, RP_INPUT, "%s: the figure %s has nothing of the kind", given, f->name);
    rp_error_expected(err, "a benchmark: dosta2024-drum, dosta2024-penetration, dosta2024-silo");
    return RP_INPUT;
}

static int named(const rp_figure *f, const rp_figure_options *o, const char *directory)
{
    char own[1100];
    int total[3] = {0};
    rp_error err;
    snprintf(own, sizeof own, "out/reproduce/%s", f->name);
    if (check_options(f, o, &err)) return rp_cli_fail(&err);
    return one(f, o, directory ? directory : own, total, &err) ? rp_cli_fail(&err) : RP_OK;
}

static int reproduce(int argc, char **argv)
{
    const char *directory = NULL, *names[64];
    int show = 0, every = 0, count = 0;
    rp_figure_options o = {0};
    const rp_option options[] = {{"-o", RP_OPTION_TEXT, &directory},  {"--list", RP_OPTION_FLAG, &show},
                                 {"--all", RP_OPTION_FLAG, &every},   {"--data", RP_OPTION_TEXT, &o.data},
                                 {"--full", RP_OPTION_FLAG, &o.full}, {"--scene", RP_OPTION_FLAG, &o.scene_only}};
    rp_text_list rest;
    rp_error err;
    if (rp_cli_read(argc, argv, options, sizeof options / sizeof *options, &rest, 0, 1, &err)) return rp_cli_fail(&err);
    if (every && o.scene_only) {
        rp_error_set(&err, RP_INPUT, "--scene: goes with the name of one benchmark, not with --all");
        return rp_cli_fail(&err);
    }
    if (every) return all(&o, directory ? directory : "out/reproduce");
    if (show || rest.count == 0) return list();
    for (const rp_figure *const *f = rp_figure_list(); *f; f++) {
        if (count < 64) names[count++] = (*f)->name;
        if (strcmp((*f)->name, rest.item[0]) == 0) return named(*f, &o, directory);
    }
    rp_error_set(&err, RP_INPUT, "no figure '%s'", rest.item[0]);
    rp_error_nearest(&err, rest.item[0], names, count);
    return rp_cli_fail(&err);
}

const rp_command rp_command_reproduce = {
    "reproduce", "--list | NAME [-o DIR] | --all [--data DIR] [--full]", "figures of the papers: draw, compare numbers",
    "Draws the figure to DIR (default out/reproduce/NAME) and writes numbers.json "
    "beside it: quantity, value, expected, source, tolerance, reason, verdict; and\n"
    "report.html, the figure and its numbers as one page.\n"
    "Verdicts: pass; fail; differs, where a statement of the paper does not come "
    "out and docs/errata.md says why.\n"
    "Benchmarks (dosta2024-...) take --data DIR, the authors' coordinates and "
    "triangles; without it beds and meshes of the same sizes are made.\n"
    "--full: moduli, steps and lengths of the paper (hours); else grains are 100 to "
    "1000 times softer, and runs shorter.\n"
    "--scene: only the scenes are written, for `repose run`.\n"
    "Exit code 1 if a number fails.",
    reproduce};
