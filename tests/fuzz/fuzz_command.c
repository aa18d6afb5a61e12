/* Any lines as the arguments of a command, its name in the first byte. Commands that compute are stopped after half a
 * second, as by Ctrl-C, which gives exit code 4; the others give 0 to 3 (a directory in place of a file cannot be
 * read). bench and reproduce are left out: to make their scenes takes many seconds, and they have little but names.
 * Files stand in a directory of the process, and no argument names another. */
#include "cli.h"
#include "fuzz.h"

#include <dirent.h>
#include <signal.h>
#include <time.h>

enum { ARGUMENTS = 24, BYTES = 1000 };

static const rp_command *const commands[] = {
    &rp_command_check, &rp_command_new,         &rp_command_plot,     &rp_command_hash,
    &rp_command_laws,  &rp_command_methods,     &rp_command_measures, &rp_command_bounce,
    &rp_command_scale, &rp_command_restitution, &rp_command_run,      &rp_command_compare,
};

static const char scene[] =
    "repose: 1\ndimension: 2\nmethod: soft\ngravity: [0, -9.81]\nmaterials: {glass: {density: 2500}}\n"
    "interactions: [{between: [glass, glass], restitution: 0.6, normal: {law: linear, stiffness: "
    "20000}}]\ndomain: {lower: [-0.1, -0.1], upper: [0.2, 0.4]}\nparticles:\n"
    "  - {name: a, material: glass, radius: 0.005, place: {list: [[0.05, 0.02]]}}\nrun: {until: 0.1}\n";

/* Paths elsewhere, and counts that take long, or many threads. */
static int is_refused(const char *argument)
{
    int digits = 0;
    for (const char *c = argument; *c; c++) {
        digits = *c >= '0' && *c <= '9' ? digits + 1 : 0;
        if (*c == '/' || (c[0] == '.' && c[1] == '.') || digits > 3 || (digits && (c[1] | 32) == 'e')) return 1;
    }
    return 0;
}

static timer_t timer;

static void stop(int number)
{
    (void)number;
    rp_cli_stop = 1;
}

static void enter(void)
{
    static int entered;
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGRTMIN};
    if (entered) return;
    fuzz_check(chdir((fuzz_path("s.yaml"), fuzz_directory)) == 0 && freopen("/dev/null", "w", stdout));
    fuzz_check(signal(SIGRTMIN, stop) != SIG_ERR && timer_create(CLOCK_MONOTONIC, &event, &timer) == 0);
    entered = 1;
}

/* The same files before each command: what the last one has written is gone. */
static void prepare(void)
{
    DIR *directory = opendir(".");
    int others = 0;
    for (struct dirent *entry; directory && (entry = readdir(directory));) others += entry->d_name[0] != '.';
    if (directory) closedir(directory);
    if (others > 2 && system("rm -rf ./*")) abort();
    fuzz_write("s.yaml", scene, sizeof scene - 1);
    fuzz_write("series.csv", "time,kinetic\n# s,J\n0,1\n1,2\n", 28);
}

static void stop_in(long nanoseconds)
{
    const struct itimerspec when = {.it_value.tv_nsec = nanoseconds};
    rp_cli_stop = 0;
    fuzz_check(timer_settime(timer, 0, &when, NULL) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[BYTES + 1], *argv[ARGUMENTS + 1];
    int argc = 0;
    if (size == 0 || size > BYTES) return 0;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = 0;
    for (char *at = strtok(text, "\n"); at && argc < ARGUMENTS; at = strtok(NULL, "\n")) {
        const int threads = argc > 0 && strstr(argv[argc - 1], "threads") && strlen(at) > 1;
        if (threads || is_refused(at)) return 0;
        argv[argc++] = at;
    }
    argv[argc] = NULL;
    enter();
    prepare();
    stop_in(500000000);
    const int code = commands[data[0] % (sizeof commands / sizeof *commands)]->run(argc, argv);
    stop_in(0);
    fuzz_check((code >= RP_OK && code <= RP_SYSTEM) || code == RP_CLI_STOPPED);
    fuzz_check(rp_memory_bytes() == 0);
    return 0;
}
