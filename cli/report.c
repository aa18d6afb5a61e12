/* repose report: runs as one page of HTML. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "cli.h"
#include "repose/study.h"
#include "repose/view.h"

/* The directory of a study, or of a calibration. */
static int has_table(const char *directory)
{
    char path[1200];
    snprintf(path, sizeof path, "%s/study.csv", directory);
    return access(path, F_OK) == 0;
}

static int report(int argc, char **argv)
{
    rp_report_options o = rp_report_options_default();
    rp_report_result result;
    rp_text_list rest;
    rp_error err;
    char own[1200];
    const char *path = NULL;
    const rp_option options[] = {
        {"-o", RP_OPTION_TEXT, &path},
        {"--size", RP_OPTION_NUMBER, &o.megabytes},
        {"--title", RP_OPTION_TEXT, &o.title},
    };
    if (rp_cli_read(argc, argv, options, sizeof options / sizeof *options, &rest, 1, 16, &err))
        return rp_cli_fail(&err);
    snprintf(own, sizeof own, "%s/report.html", rest.item[0]);
    if (!path) path = own;
    if (rest.count == 1 && has_table(rest.item[0])) {
        if (rp_study_report(rest.item[0], path, &err)) return rp_cli_fail(&err);
        puts(path);
        return RP_OK;
    }

    if (rp_report(rest.item, NULL, rest.count, &o, path, &result, &err)) return rp_cli_fail(&err);
    printf("%s: %.3g MB, %zu of %zu frames%s\n", path, 1e-6 * (double)result.bytes, result.frames, result.frames_of,
           result.contacts || !result.frames ? "" : ", without contacts, which have no room");
    return RP_OK;
}

const rp_command rp_command_report = {
    "report", "DIR ... [-o report.html] [--size MB]", "runs as one page of HTML",
    "Scene, numbers, warnings, series, profiles, distribution of forces and the viewer with frames, in one file that\n"
    "opens without network. Of several runs the frames stand side by side. Of a study: its measures\n"
    "against its keys, and its table.\n\n"
    "  -o FILE      where to (default: report.html in the first DIR)\n"
    "  --size MB    the file has at most so many megabytes (default 1.5): frames are as many, evenly spread, as fit\n"
    "  --title TEXT title of the page",
    report};
