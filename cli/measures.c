/* repose measures: printed from the tables that the program itself reads. */
#include <stdio.h>
#include "cli.h"
#include "repose/measure.h"
#include "repose/method.h"

static void print_row(int page, const char *owner, const rp_measure_row *row)
{
    const char *note = row->mean ? " (mean in event-driven runs)" : row->rate ? " (since the last row)" : "";
    printf(page ? "| `%s%s` | %s | %s%s |\n" : "  %s%-24s %-8s %s%s\n", owner, row->name, row->unit, row->meaning,
           note);
}

static void print_head(int page, const char *title)
{
    if (page) printf("## %s\n\n| measure | unit | meaning |\n|---|---|---|\n", title);
    else printf("%s:\n", title);
}

static void print_rows(int page, rp_measure_of of)
{
    static const char *const titles[RP_OF_COUNT] = {"Of the world",
                                                    "Of a wall",
                                                    "Of a group that is not free",
                                                    "Of a region, and of a bin of a profile",
                                                    "Of a source",
                                                    "Of a sink",
                                                    "Of a kind of particles (a group) that may come or go",
                                                    "Of a source and a kind, where there are several kinds",
                                                    "Of a sink and a kind, where there are several kinds",
                                                    "Of a region and a group, where there are several groups"};
    static const char *const owners[RP_OF_COUNT] = {"",      "WALL.", "GROUP.",       "REGION.",    "SOURCE.",
                                                    "SINK.", "KIND.", "SOURCE.KIND.", "SINK.KIND.", "REGION.GROUP."};
    print_head(page, titles[of]);
    for (int n = 0; n < rp_measure_row_count(of); n++) {
        rp_measure_row row = rp_measure_row_get(of, n);
        print_row(page, owners[of], &row);
    }
    printf("\n");
}

static void print_method(int page, const rp_method_info *m)
{
    char title[96];
    if (!m->column_count) return;
    snprintf(title, sizeof title, "Of the method %s", m->name);
    print_head(page, title);
    for (int n = 0; n < m->column_count; n++) {
        const rp_measure_row row = {m->column[n].name, m->column[n].unit, m->column[n].meaning, 0, 0};
        print_row(page, "", &row);
    }
    printf("\n");
}

static int measures(int argc, char **argv)
{
    rp_text_list rest;
    rp_error err;
    int page = 0;
    const rp_option options[] = {{"--markdown", RP_OPTION_FLAG, &page}};
    if (rp_cli_read(argc, argv, options, 1, &rest, 0, 0, &err)) return rp_cli_fail(&err);
    if (page)
        printf(
            "# Measures\n\nPrinted by `repose measures --markdown` from the table that the program itself reads "
            "(src/measure/table.c). They are the columns of `series.csv`, in this order after\n`time` and `step`; "
            "those "
            "of the method stand behind those of the world. In event-driven runs contacts are instants: what is marked "
            "so is a mean over the time\nsince the last row. Definitions: src/measure/bulk.h.\n\n");
    for (int of = 0; of < RP_OF_COUNT; of++) print_rows(page, (rp_measure_of)of);
    for (int n = 0; n < rp_method_count(); n++) {
        rp_method_info method = rp_method_get(n);
        print_method(page, &method);
    }
    return RP_OK;
}

const rp_command rp_command_measures = {"measures", "[--markdown]", "the measures, with units", NULL, measures};
