/* repose bench: measured rates of named scenes on this machine. The same code as `repose run`, with nothing written:
 * the state hash after n steps is that of a run of n steps. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cli.h"
#include "repose/run.h"

typedef struct bench {
    int threads, steps, warm, repeat, json;
} bench;

static const char *bench_directory(void)
{
    static const char *const places[] = {REPOSE_SOURCE "/bench", REPOSE_SHARE "/bench"};
    for (size_t n = 0; n < sizeof places / sizeof *places; n++)
        if (access(places[n], R_OK) == 0) return places[n];
    return ".";
}

/* Collisions instead of steps. */
static void print_events(const bench *b, const char *name, const rp_run_result *x)
{
    double rate = x->collisions / x->step_seconds, bytes = (double)x->bytes / (double)x->particles,
           each = 2 * x->collisions / (double)x->particles;
    if (b->json)
        printf("{\"name\": \"%s\", \"particles\": %llu, \"threads\": %d, \"collisions\": %.0f, "
               "\"collisions_per_second\": %.6g, \"collisions_per_particle\": %.4g, \"compressibility\": %.6g, "
               "\"bytes_per_particle\": %.4g, \"kinetic_energy\": %.6g, \"state_hash\": \"%s\"}\n",
               name, (unsigned long long)x->particles, b->threads, x->collisions, rate, each, x->compressibility, bytes,
               x->kinetic, x->state_hash);
    else
        printf("%-18s %8llu particles  %.3f M collisions/s  %.0f a particle  Z %.3f  %4.0f B/particle  kinetic %.4g J  "
               "%.8s\n",
               name, (unsigned long long)x->particles, rate / 1e6, each, x->compressibility, bytes, x->kinetic,
               x->state_hash);
    fflush(stdout);
}

/* The rate that a method is judged by, if it has one besides particle steps. */
static void print_updates(const bench *b, const rp_run_result *x)
{
    if (x->contact_updates <= 0) return;
    double rate = x->contact_updates / x->step_seconds;
    if (b->json) printf(" \"contact_updates_per_second\": %.6g,", rate);
    else printf("  %6.2f M contact updates/s", rate / 1e6);
}

static void print(const bench *b, const char *name, const rp_run_result *x)
{
    if (x->collisions > 0) {
        print_events(b, name, x);
        return;
    }
    double rate = (double)x->particles * (double)b->steps / x->step_seconds;
    double bytes = (double)x->bytes / (double)x->particles;
    if (b->json) {
        printf("{\"name\": \"%s\", \"particles\": %llu, \"threads\": %d, \"steps\": %d, \"particle_steps_per_second\": "
               "%.6g,",
               name, (unsigned long long)x->particles, b->threads, b->steps, rate);
        print_updates(b, x);
        printf(" \"bytes_per_particle\": %.4g, \"contacts_per_particle\": %.6g, \"mean_overlap\": %.6g, "
               "\"kinetic_energy\": %.6g, \"budget_error\": %.3g, \"state_hash\": \"%s\"}\n",
               bytes, x->contacts_per_particle, x->mean_overlap, x->kinetic, x->budget_error, x->state_hash);
    } else {
        printf("%-18s %8llu particles  %d thread%s  %6.2f M particle steps/s", name, (unsigned long long)x->particles,
               b->threads, b->threads == 1 ? " " : "s", rate / 1e6);
        print_updates(b, x);
        printf("  %4.0f B/particle  contacts %.3f  overlap %.4g m  kinetic %.4g J  %.8s\n", bytes,
               x->contacts_per_particle, x->mean_overlap, x->kinetic, x->state_hash);
    }
    fflush(stdout);
}

static int run_one(const bench *b, const char *name)
{
    char path[1200];
    rp_run_options o;
    rp_run_result best = {0}, result;
    rp_error err;
    const size_t length = strlen(name);
    if (length > 5 && strcmp(name + length - 5, ".yaml") == 0) snprintf(path, sizeof path, "%s", name);
    else snprintf(path, sizeof path, "%s/%s.yaml", bench_directory(), name);
    rp_run_options_default(&o);
    o.scene = path;
    o.threads = b->threads;
    o.no_outputs = 1;
    o.warm_steps = (uint64_t)b->warm;
    o.max_steps = (uint64_t)(b->warm + b->steps);
    o.stop = &rp_cli_stop;
    for (int n = 0; n < b->repeat && !rp_cli_stop; n++) {
        if (rp_run(&o, &result, &err)) return rp_cli_fail(&err);
        if (n == 0 || result.step_seconds < best.step_seconds) best = result;
    }
    if (rp_cli_stop) return RP_CLI_STOPPED;
    print(b, name, &best);
    return RP_OK;
}

static int compare(const void *a, const void *b) { return strcmp(a, b); }

static int all(const bench *b)
{
    char names[64][64];
    int count = 0, code = RP_OK;
    DIR *d = opendir(bench_directory());
    for (struct dirent *e; d && (e = readdir(d));) {
        size_t n = strlen(e->d_name);
        if (n > 5 && n < 64 && count < 64 && strcmp(e->d_name + n - 5, ".yaml") == 0)
            snprintf(names[count++], 64, "%.*s", (int)n - 5, e->d_name);
    }
    if (d) closedir(d);
    qsort(names, (size_t)count, 64, compare);
    for (int n = 0; n < count && !code; n++) code = run_one(b, names[n]);
    return code;
}

static int run(int argc, char **argv)
{
    bench b = {.threads = 1, .steps = 1000, .warm = 300, .repeat = 3};
    rp_text_list rest;
    rp_error err;
    const rp_option options[] = {{"--threads", RP_OPTION_INT, &b.threads},
                                 {"--steps", RP_OPTION_INT, &b.steps},
                                 {"--warm", RP_OPTION_INT, &b.warm},
                                 {"--repeat", RP_OPTION_INT, &b.repeat},
                                 {"--json", RP_OPTION_FLAG, &b.json}};
    if (rp_cli_read(argc, argv, options, sizeof options / sizeof *options, &rest, 0, 1, &err)) return rp_cli_fail(&err);
    if (b.threads < 1 || b.steps < 1 || b.warm < 0 || b.repeat < 1) {
        rp_error_set(&err, RP_INPUT, "--threads, --steps and --repeat must be at least 1, --warm at least 0");
        return rp_cli_fail(&err);
    }
    rp_cli_catch();
    return rest.count ? run_one(&b, rest.item[0]) : all(&b);
}

const rp_command rp_command_bench = {
    "bench", "[NAME | FILE.yaml] [--threads N] [--json]", "measured rates on this machine",
    "  --steps N   timed steps (default 1000)      --warm N    steps before the clock starts (default 300)\n"
    "  --repeat N  runs, of which the fastest counts (default 3)\n  --json      one JSON object a line",
    run};
