/* repose study: one scene over many values of its keys. */
#include "repose/study.h"
#include <stdio.h>
#include <stdlib.h>
#include "cli.h"

static int quiet;

static void ran(void *context, const rp_study_job *job)
{
    static const char *const words[] = {"left", "done", "refused", "failed", "crashed"};
    (void)context;
    if (quiet) return;
    fprintf(stderr, "job %d of %d: %s: %s in %.3g s", job->number, job->count, job->values, words[job->outcome],
            job->wall_seconds);
    fprintf(stderr, job->reason[0] ? ": %s\n" : "%s\n", job->reason);
}

static int list(const char *file)
{
    rp_error err;
    char *text;
    if (rp_study_list(file, &text, &err)) return rp_cli_fail(&err);
    rp_cli_print(stdout, text);
    free(text);
    return RP_OK;
}

static int go(rp_study_options *o)
{
    rp_error err;
    rp_study_result result;
    o->stop = &rp_cli_stop;
    o->ran = ran;
    rp_cli_catch();
    rp_cli_begin();
    if (rp_study(o, &result, &err)) return rp_cli_fail(&err);
    if (!quiet)
        fprintf(stderr, "%s: %d of %d jobs done, %d failed, %d left\n", result.directory, result.done, result.jobs,
                result.failed, result.left);
    if (!o->job) puts(result.table);
    if (result.left) {
        fprintf(stderr, "not finished; the same command goes on\n");
        return RP_CLI_STOPPED;
    }
    return o->job && result.failed ? RP_FAILED : RP_OK;
}

static int study(int argc, char **argv)
{
    rp_study_options o;
    rp_text_list rest;
    rp_error err;
    int listed = 0;
    rp_study_options_default(&o);
    quiet = 0;
    const rp_option options[] = {
        {"-o", RP_OPTION_TEXT, &o.directory},     {"--jobs", RP_OPTION_INT, &o.jobs},
        {"--threads", RP_OPTION_INT, &o.threads}, {"--job", RP_OPTION_INT, &o.job},
        {"--list", RP_OPTION_FLAG, &listed},      {"--retry", RP_OPTION_FLAG, &o.retry},
        {"--force", RP_OPTION_FLAG, &o.force},    {"--quiet", RP_OPTION_FLAG, &quiet},
    };
    if (rp_cli_read(argc, argv, options, sizeof options / sizeof *options, &rest, 0, 1, &err)) return rp_cli_fail(&err);
    if (rest.count == 0) {
        rp_error_set(&err, RP_INPUT, "which study? repose study study.yaml");
        return rp_cli_fail(&err);
    }
    if (listed) return list(rest.item[0]);
    o.file = rest.item[0];
    return go(&o);
}

const rp_command rp_command_study = {
    "study", "study.yaml [-o DIR] [options]", "a scene over many values of its keys",
    "  -o DIR           where runs (DIR/jobs/0001, ...) and the table go (default: out/ and the file's name)\n"
    "  --jobs N         runs at once (default: as the file says, or all cores)\n"
    "  --threads N      of each run (default: as the file says, or one)\n"
    "  --list           prints the jobs, one a line, and runs nothing\n"
    "  --job K          runs job K alone, for arrays of jobs on a cluster; the whole study then makes the table\n"
    "  --retry          jobs that failed run again\n"
    "  --force          replaces another study that is in DIR\n"
    "  --quiet          no line for each job\n\n"
    "Writes DIR/study.csv: keys, seed, measures, status and reason of every job. A job that fails leaves the others\n"
    "alone. After an interruption the same command goes on. docs/studies.md describes study.yaml; repose plot DIR\n"
    "study MEASURE KEY draws the table.",
    study};
