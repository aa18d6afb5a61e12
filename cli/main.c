/* repose: simulates granular matter. This file finds the command. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include "cli.h"
#include "repose/ranks.h"

static const rp_command *const commands[] = {
    &rp_command_run,         &rp_command_compare, &rp_command_check,  &rp_command_new,       &rp_command_plot,
    &rp_command_hash,        &rp_command_bench,   &rp_command_laws,   &rp_command_methods,   &rp_command_measures,
    &rp_command_restitution, &rp_command_bounce,  &rp_command_scale,  &rp_command_reproduce, &rp_command_view,
    &rp_command_film,        &rp_command_watch,   &rp_command_report, &rp_command_study,     &rp_command_calibrate,
    &rp_command_fclib,       &rp_command_export,
};
enum { COUNT = sizeof commands / sizeof *commands };

static int help(FILE *to)
{
    fprintf(to, "repose " REPOSE_VERSION ": granular matter from one scene file\n\n");
    for (int n = 0; n < COUNT; n++)
        fprintf(to, "  repose %-11s %-46s %s\n", commands[n]->name,
                strlen(commands[n]->usage) > 46 ? "..." : commands[n]->usage, commands[n]->summary);
    fprintf(to,
            "\n  repose help COMMAND                                     more about one of them\n"
            "\nA first run:  repose new heap -o heap.yaml && repose run heap.yaml && repose plot out/heap frame\n"
            "Exit codes: 0 done, 1 the run failed, 2 wrong input or command line, 3 the system failed, 4 stopped\n"
            "before the end (a run has a checkpoint, and --resume goes on), 5 crashed: a defect, please report it.\n");
    return to == stdout ? RP_OK : RP_INPUT;
}

static int version(void)
{
    const char *library = rp_ranks_library();
    return printf("repose " REPOSE_VERSION "\nMPI: %s\n", library ? library : "none") < 0 ? RP_SYSTEM : RP_OK;
}

static const rp_command *find(const char *name)
{
    for (int n = 0; n < COUNT; n++)
        if (strcmp(commands[n]->name, name) == 0) return commands[n];
    return NULL;
}

/* Words that other programs have for what a command does. */
static const char *const meant[][2] = {
    {"status", "watch"},   {"progress", "watch"}, {"monitor", "watch"},  {"tail", "watch"},   {"show", "view"},
    {"open", "view"},      {"gui", "view"},       {"movie", "film"},     {"animate", "film"}, {"video", "film"},
    {"resume", "run"},     {"continue", "run"},   {"simulate", "run"},   {"init", "new"},     {"examples", "new"},
    {"validate", "check"}, {"draw", "plot"},      {"convert", "export"}, {"sweep", "study"},  {"benchmark", "bench"},
};

static int unknown(const char *name)
{
    const char *names[COUNT];
    rp_error err;
    for (int n = 0; n < COUNT; n++) names[n] = commands[n]->name;
    rp_error_set(&err, RP_INPUT, "unknown command '%s'", name);
    rp_error_nearest(&err, name, names, COUNT);
    for (size_t n = 0; n < sizeof meant / sizeof *meant; n++)
        if (strcmp(meant[n][0], name) == 0) rp_error_nearest(&err, meant[n][1], &meant[n][1], 1);
    return rp_cli_fail(&err);
}

static int help_for(const char *name)
{
    const rp_command *c = find(name);
    if (!c) return unknown(name);
    printf("repose %s %s\n\n%s\n", c->name, c->usage, c->summary);
    if (c->details) printf("\n%s\n", c->details);
    return RP_OK;
}

/* For tools/print-shell: a line a command, its options indented below it. */
static int list_options(void)
{
    rp_cli_list_options();
    for (int n = 0; n < COUNT; n++) {
        printf("%s\t%s\n", commands[n]->name, commands[n]->summary);
        commands[n]->run(0, NULL);
    }
    return RP_OK;
}

/* Arrays are best kept in large pages (src/base/memory.c). A page can only be one where all of it belongs to the heap
 * when it is first touched: so the heap grows by more than is needed at once, and holds large blocks, too. */
static void prepare_heap(void)
{
#ifdef __GLIBC__
    mallopt(M_TOP_PAD, 4 << 20);
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
#endif
}

/* A file that is opened while one of these is closed would get its number, and then what is printed. */
static void open_standard_descriptors(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0) open("/dev/null", O_RDWR);
}

/* A file that grows too large, and a pipe that is closed, are errors of the write. */
static void ignore_signals_of_writes(void)
{
    signal(SIGXFSZ, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
}

static int command(int argc, char **argv)
{
    if (argc < 2) return help(stderr);
    const char *name = argv[1];
    if (strcmp(name, "help") == 0 && argc > 2 && strcmp(argv[2], "--options") == 0) return list_options();
    if (strcmp(name, "help") == 0 && argc > 2) return help_for(argv[2]);
    if (strcmp(name, "help") == 0 || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) return help(stdout);
    if (strcmp(name, "--version") == 0 || strcmp(name, "version") == 0) return version();
    const rp_command *c = find(name);
    if (!c) return unknown(name);
    if (argc > 2 && (strcmp(argv[2], "--help") == 0 || strcmp(argv[2], "-h") == 0)) return help_for(name);
    return c->run(argc - 2, argv + 2);
}

int main(int argc, char **argv)
{
    open_standard_descriptors();
    ignore_signals_of_writes();
    prepare_heap();
    rp_cli_guard();
    const int code = rp_cli_end(command(argc, argv));
    rp_cli_guard_end();
    return code;
}
