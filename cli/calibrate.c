/* repose calibrate: which values of keys give what was measured. */
#include <stdio.h>
#include "cli.h"
#include "repose/study.h"

static int quiet;

static void ran(void *context, const rp_study_job *job)
{
    (void)context;
    if (quiet) return;
    fprintf(stderr, "run %d of at most %d: %s: %.3g s", job->number, job->count, job->values, job->wall_seconds);
    fprintf(stderr, job->reason[0] ? ": %s\n" : "%s\n", job->reason);
}

static void print(const rp_calibration *c)
{
    for (int k = 0; k < c->key_count; k++)
        printf("%s = %.4g +- %.2g (95 %%: %.4g to %.4g)\n", c->key[k].name, c->key[k].value, c->key[k].error,
               c->key[k].low, c->key[k].high);
    for (int t = 0; t < c->target_count; t++)
        printf("%s: measured %.5g +- %.2g, runs give %.5g +- %.2g %s (one run: +- %.2g)\n", c->target[t].name,
               c->target[t].measured, c->target[t].error, c->target[t].model, c->target[t].model_error,
               c->target[t].unit, c->target[t].noise);
    printf("%d runs%s; %s/calibration.json, calibration.png, study.csv\n", c->runs,
           c->converged ? "" : ", not enough to know the model to half the error of what was measured", c->directory);
    if (!c->reached) printf("no values within the bounds give what was measured: these come nearest\n");
}

static int calibrate(int argc, char **argv)
{
    rp_study_options o;
    rp_calibration result;
    rp_text_list rest;
    rp_error err;
    rp_study_options_default(&o);
    quiet = 0;
    const rp_option options[] = {
        {"-o", RP_OPTION_TEXT, &o.directory},     {"--jobs", RP_OPTION_INT, &o.jobs},
        {"--threads", RP_OPTION_INT, &o.threads}, {"--force", RP_OPTION_FLAG, &o.force},
        {"--quiet", RP_OPTION_FLAG, &quiet},
    };
    if (rp_cli_read(argc, argv, options, sizeof options / sizeof *options, &rest, 0, 1, &err)) return rp_cli_fail(&err);
    if (rest.count == 0) {
        rp_error_set(&err, RP_INPUT, "which calibration? repose calibrate calibrate.yaml");
        return rp_cli_fail(&err);
    }
    o.file = rest.item[0];
    o.stop = &rp_cli_stop;
    o.ran = ran;
    rp_cli_catch();
    rp_cli_begin();
    if (rp_calibrate(&o, &result, &err)) return rp_cli_fail(&err);
    if (!result.finished) {
        fprintf(stderr, "not finished; the same command goes on\n");
        return RP_CLI_STOPPED;
    }
    print(&result);
    return result.reached ? RP_OK : RP_FAILED;
}

const rp_command rp_command_calibrate = {
    "calibrate", "calibrate.yaml [-o DIR] [options]", "values of keys that give what was measured",
    "  -o DIR           where runs and results go (default: out/ and the file's name)\n"
    "  --jobs N         runs at once (default: as the file says, or all cores)\n"
    "  --threads N      of each run (default: as the file says, or one)\n"
    "  --force          replaces another calibration that is in DIR\n"
    "  --quiet          no line for each run\n\n"
    "Prints the values of up to three keys that give up to three measured numbers, with their uncertainty, and writes\n"
    "DIR/calibration.json, calibration.png and study.csv. After an interruption the same command goes on. Exit code 1\n"
    "if no values within the bounds give what was measured. docs/studies.md describes calibrate.yaml and the method.",
    calibrate};
