/* repose compare: one scene by several methods. */
#include "repose/compare.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli.h"
#include "repose/view.h"

static int quiet;

/* "a,b,c" in place. */
static void split(char *text, rp_text_list *list)
{
    for (char *save = NULL, *word = strtok_r(text, ",", &save); word && list->count < RP_CLI_LIST;
         word = strtok_r(NULL, ",", &save))
        list->item[list->count++] = word;
}

static void ran(void *context, const rp_compared *one)
{
    (void)context;
    rp_cli_progress_end();
    if (quiet) return;
    if (one->status == RP_OK)
        fprintf(stderr, "%-17s t = %.6g s, %llu steps in %.3g s%s\n", one->method, one->run.time,
                (unsigned long long)one->run.step, one->run.wall_seconds, one->complete ? "" : ", stopped");
    else
        fprintf(stderr, "%-17s %s: %s\n", one->method, one->status == RP_INPUT ? "refuses the scene" : "failed",
                one->reason);
}

/* ---- the table ---- */

static void row_number(int there, double value)
{
    if (there && isfinite(value)) printf(" %17.6g", value);
    else printf(" %17s", "-");
}

/* A run that did not come to the end has no place among the others: its numbers are those of an earlier moment. */
static const char *outcome(const rp_compared *one)
{
    return one->complete ? "done" : one->status == RP_INPUT ? "refused" : one->status ? "FAILED" : "STOPPED";
}

static void print_heads(const rp_comparison *x)
{
    printf("%-42s", "");
    for (int n = 0; n < x->count; n++) printf(" %17s", x->method[n].method);
    printf("\n%-42s", "outcome");
    for (int n = 0; n < x->count; n++) printf(" %17s", outcome(&x->method[n]));
    printf("\n%-42s", "end (s)");
    for (int n = 0; n < x->count; n++) row_number(x->method[n].drawn, x->method[n].reached);
}

static void print_table(const rp_comparison *x)
{
    char name[160];
    print_heads(x);
    printf("\n%-42s", "steps");
    for (int n = 0; n < x->count; n++) row_number(x->method[n].status == RP_OK, (double)x->method[n].run.step);
    printf("\n%-42s", "wall clock (s)");
    for (int n = 0; n < x->count; n++) row_number(x->method[n].status == RP_OK, x->method[n].run.wall_seconds);
    for (int k = 0; k < x->column_count; k++) {
        int plain = strcmp(x->unit[k], "1") == 0 || !x->unit[k][0];
        snprintf(name, sizeof name, plain ? "%s at the end" : "%s at the end (%s)", x->column[k], x->unit[k]);
        printf("\n%-42s", name);
        for (int n = 0; n < x->count; n++) row_number(x->method[n].drawn, x->method[n].last[k]);
        printf("\n%-42s", "  rms difference, relative");
        for (int n = 0; n < x->count; n++) row_number(x->method[n].drawn, x->method[n].difference[k]);
    }
    printf("\n");
    for (int n = 0; n < x->count; n++)
        if (x->method[n].reason[0]) printf("%s: %s\n", x->method[n].method, x->method[n].reason);
    printf("%s\n%s\n%s\n", x->table, x->series, x->frames);
}

/* ---- the report ---- */

/* The runs side by side as one page, where the program has the viewer. What is missing there stands in the other files,
 * so a failure is only said. */
static void write_report(const rp_comparison *x)
{
    char directory[RP_COMPARE_METHODS][1200], path[1100];
    const char *runs[RP_COMPARE_METHODS], *labels[RP_COMPARE_METHODS];
    rp_error err;
    int count = 0;
    for (int n = 0; n < x->count; n++) {
        if (!x->method[n].drawn) continue;
        snprintf(directory[count], sizeof *directory, "%s/%s", x->directory, x->method[n].method);
        runs[count] = directory[count];
        labels[count++] = x->method[n].label;
    }
    if (!rp_view_page() || count == 0) return;
    snprintf(path, sizeof path, "%s/report.html", x->directory);
    if (rp_report(runs, labels, count, NULL, path, NULL, &err)) rp_cli_fail(&err);
    else puts(path);
}

static void conclude(const rp_comparison *x, rp_status status)
{
    if (x->column_count) print_table(x);
    if (!status) write_report(x);
}

/* ---- the command ---- */

/* A method that refuses the scene has said so; one that failed on its way is a failure of the whole. */
static int worst(const rp_comparison *x)
{
    rp_status code = RP_OK;
    for (int n = 0; n < x->count; n++)
        if (x->method[n].status != RP_INPUT && x->method[n].status > code) code = x->method[n].status;
    return (int)code;
}

static void set_hooks(rp_compare_options *o)
{
    o->stop = &rp_cli_stop;
    o->progress = rp_cli_progress;
    o->ran = ran;
    o->context = &quiet;
    o->log = rp_cli_log;
}

static int compare(int argc, char **argv)
{
    rp_compare_options o;
    rp_comparison x;
    rp_text_list rest, set = {.count = 0}, methods = {.count = 0}, columns = {.count = 0};
    rp_error err;
    const char *wanted = NULL, *shown = NULL;
    rp_compare_options_default(&o);
    quiet = 0;
    const rp_option options[] = {
        {"-o", RP_OPTION_TEXT, &o.directory},
        {"--methods", RP_OPTION_TEXT, &wanted},
        {"--columns", RP_OPTION_TEXT, &shown},
        {"--threads", RP_OPTION_INT, &o.threads},
        {"--set", RP_OPTION_LIST, &set},
        {"--force", RP_OPTION_FLAG, &o.force},
        {"--quiet", RP_OPTION_FLAG, &quiet},
        {"--color", RP_OPTION_TEXT, &o.picture.color},
        {"--forces", RP_OPTION_FLAG, &o.picture.forces},
        {"--azimuth", RP_OPTION_NUMBER, &o.picture.azimuth},
        {"--elevation", RP_OPTION_NUMBER, &o.picture.elevation},
        {"--title", RP_OPTION_TEXT, &o.picture.title},
    };
    if (rp_cli_read(argc, argv, options, sizeof options / sizeof *options, &rest, 0, 1, &err)) return rp_cli_fail(&err);
    if (o.threads < 0 || rest.count == 0) {
        rp_error_set(&err, RP_INPUT,
                     rest.count ? "--threads cannot be negative" : "which scene? repose compare scene.yaml");
        return rp_cli_fail(&err);
    }
    char *names = wanted ? strdup(wanted) : NULL, *words = shown ? strdup(shown) : NULL;
    if (names) split(names, &methods);
    if (words) split(words, &columns);
    o.scene = rest.item[0];
    o.set = set.item;
    o.set_count = set.count;
    o.methods = methods.item;
    o.method_count = methods.count;
    o.columns = columns.item;
    o.column_count = columns.count;
    set_hooks(&o);
    rp_cli_catch();
    rp_status status = rp_compare(&o, &x, &err);
    conclude(&x, status);
    free(names);
    free(words);
    if (status) return rp_cli_fail(&err);
    return rp_cli_stop ? RP_CLI_STOPPED : worst(&x);
}

const rp_command rp_command_compare = {
    "compare", "scene.yaml [--methods A,B] [options]", "the same scene by several methods",
    "  --methods soft,contact-dynamics,event-driven\n"
    "                   which; the first is what the others are measured against (default: all, the scene's own "
    "first)\n"
    "  -o DIR           where the runs (DIR/METHOD) and the comparison go (default: out/ and the scene's name, "
    "-compared)\n"
    "  --columns a,b    columns of series.csv to compare, at most six (default: energies and others that are not "
    "always 0)\n"
    "  --set KEY=VALUE  override any key; --set soft:run.step=1e-6 for one method (may be repeated)\n"
    "  --color, --forces, --azimuth, --elevation, --title    of the picture, as in repose plot\n"
    "  --threads N, --force, --quiet                         as in repose run\n\n"
    "Prints a table and writes comparison.csv, series.png (the series over each other) and frames.png (the last frames "
    "side by side, in one view and\n"
    "with one scale of colours), and report.html (repose help report). A method that refuses the scene is named with "
    "its reason; the others go on.\nA run that fails or is stopped on its way is marked, has no differences, and gives "
    "the exit code 1 or 4.",
    compare};
