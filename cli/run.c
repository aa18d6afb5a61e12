/* repose run, check, hash */
#include <stdio.h>
#include <stdlib.h>
#include "cli.h"
#include "repose/ranks.h"
#include "repose/run.h"

static int quiet;

static int say_result(const rp_run_result *x)
{
    if (!quiet)
        fprintf(stderr, "%s: t = %.6g s, %llu steps in %.3g s, hash %s\n", x->directory, x->time,
                (unsigned long long)x->step, x->wall_seconds, x->state_hash);
    if (x->finished) return RP_OK;
    rp_cli_say("stopped before the end; go on with: repose run --resume -o %s\n", x->directory);
    return RP_CLI_STOPPED;
}

static int run_shared(int argc, char **argv, rp_ranks *ranks)
{
    rp_run_options o;
    rp_text_list rest, set = {.count = 0};
    rp_error err;
    rp_run_result result;
    rp_run_options_default(&o);
    int max_steps = 0;
    quiet = 0;
    const rp_option options[] = {
        {"-o", RP_OPTION_TEXT, &o.directory},
        {"--threads", RP_OPTION_INT, &o.threads},
        {"--set", RP_OPTION_LIST, &set},
        {"--resume", RP_OPTION_FLAG, &o.resume},
        {"--until", RP_OPTION_NUMBER, &o.until},
        {"--force", RP_OPTION_FLAG, &o.force},
        {"--max-hours", RP_OPTION_NUMBER, &o.max_hours},
        {"--max-steps", RP_OPTION_INT, &max_steps},
        {"--quiet", RP_OPTION_FLAG, &quiet},
    };
    if (rp_cli_read(argc, argv, options, sizeof options / sizeof *options, &rest, 0, 1, &err)) return rp_cli_fail(&err);
    if (o.threads < 0 || o.max_hours < 0 || max_steps < 0 || o.until < 0) {
        rp_error_set(&err, RP_INPUT, "--threads, --max-hours, --max-steps and --until cannot be negative");
        return rp_cli_fail(&err);
    }
    if (rest.count == 0 && !(o.resume && o.directory)) {
        rp_error_set(&err, RP_INPUT, "which scene? repose run scene.yaml (or --resume with -o DIR)");
        return rp_cli_fail(&err);
    }
    o.scene = rest.count ? rest.item[0] : NULL;
    o.set = set.item;
    o.set_count = set.count;
    o.max_steps = (uint64_t)max_steps;
    o.stop = &rp_cli_stop;
    o.progress = rp_cli_progress;
    o.context = &quiet;
    o.log = rp_cli_log;
    o.ranks = ranks;
    if (rp_ranks_index(ranks) > 0) quiet = 1;
    rp_cli_catch();
    rp_status status = rp_run(&o, &result, &err);
    rp_cli_progress_end();
    return status ? rp_cli_fail(&err) : say_result(&result);
}

/* Of several processes the first one speaks, and its exit code is that of the run. */
static int run(int argc, char **argv)
{
    rp_ranks *ranks;
    rp_error err;
    rp_status status = rp_ranks_start(&ranks, &err);
    rp_cli_mute(rp_ranks_index(ranks) > 0);
    const int code = status ? rp_cli_fail(&err) : run_shared(argc, argv, ranks), first = rp_ranks_index(ranks) == 0;
    rp_ranks_end(ranks);
    return first ? code : RP_OK;
}

const rp_command rp_command_run = {
    "run", "scene.yaml [-o DIR] [options]", "run a scene",
    "  -o DIR           where the run leaves its files (default: out/ and the scene's name)\n"
    "  --threads N      cores to use (default: all; the result does not depend on it). Beside other work set\n"
    "                   OMP_WAIT_POLICY=passive, else threads that wait keep their cores busy\n"
    "  --set KEY=VALUE  override any key: --set materials.glass.young=1e9 (may be repeated)\n"
    "  --resume         go on from DIR's last checkpoint, to the same bits\n"
    "  --until T        with --resume: a finished run goes on to t = T (s), with --set of keys that may change in "
    "time:\n"
    "                   gravity, interactions.N.friction, walls.NAME.velocity, .rotation.speed or .load, run.step, "
    "groups,\n"
    "                   sources and sinks as in stages, output. It becomes a stage of DIR/scene.yaml\n"
    "  --force          replace a run that is there\n"
    "  --max-hours H    stop with a checkpoint after H hours\n"
    "  --max-steps N    stop with a checkpoint after N steps\n"
    "  --quiet          no progress, no warnings\n\n"
    "mpirun -n P repose run scene.yaml --threads T: P processes share the run, each with T threads "
    "(docs/parallel.md).\n\n"
    "Ctrl-C, SIGTERM and SIGHUP finish the step, write a checkpoint and say how to resume: exit code 4, as after\n"
    "--max-hours and --max-steps. A second signal ends the program at once.",
    run};

static int warnings;

static void count_warnings(void *context, rp_log_level level, const char *message)
{
    warnings += level == RP_LOG_WARN;
    rp_cli_log(context, level, message);
}

static int check(int argc, char **argv)
{
    int strict = 0;
    rp_text_list rest, set = {.count = 0};
    rp_error err;
    char *text = NULL;
    rp_sim_def def = rp_sim_def_default();
    const rp_option options[] = {{"--set", RP_OPTION_LIST, &set},
                                 {"--strict", RP_OPTION_FLAG, &strict},
                                 {"--threads", RP_OPTION_INT, &def.threads}};
    if (rp_cli_read(argc, argv, options, sizeof options / sizeof *options, &rest, 1, 1, &err)) return rp_cli_fail(&err);
    quiet = warnings = 0;
    def.scene = rest.item[0];
    def.set = set.item;
    def.set_count = set.count;
    def.log = count_warnings;
    def.log_context = &quiet;
    if (rp_check(&def, &text, &err)) return rp_cli_fail(&err);
    rp_cli_print(stdout, text);
    free(text);
    return strict && warnings ? RP_FAILED : RP_OK;
}

const rp_command rp_command_check = {"check", "scene.yaml [--set KEY=VALUE] [--strict]",
                                     "what can be known before running",
                                     "Reads and checks the scene, places the particles, prints scales, step, memory, "
                                     "what the run will write\nand how long it will take by its first steps, and "
                                     "warnings. Nothing is written.\n\n"
                                     "  --set KEY=VALUE  override any key (may be repeated)\n"
                                     "  --threads N      as of repose run\n"
                                     "  --strict         exit code 1 where there are warnings",
                                     check};

static int hash(int argc, char **argv)
{
    rp_text_list rest;
    rp_error err;
    char text[33];
    if (rp_cli_read(argc, argv, NULL, 0, &rest, 1, 1, &err) || rp_hash(rest.item[0], text, &err))
        return rp_cli_fail(&err);
    puts(text);
    return RP_OK;
}

const rp_command rp_command_hash = {"hash", "DIR/checkpoint.h5", "the state hash of a checkpoint, recomputed", NULL,
                                    hash};
