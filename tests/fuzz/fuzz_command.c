/* Any lines as the arguments of a command, its name in the first byte. Commands that compute or write for long (run,
 * compare, bench, reproduce) are left out; all of them read their options by the same function. Exit codes are 0 to 3
 * (a directory in place of a file cannot be read). Files stand in a directory of the process, and no argument names
 * another. */
#include "cli.h"
#include "fuzz.h"

enum { ARGUMENTS = 24, BYTES = 1000 };

static const rp_command *const commands[] = {
    &rp_command_check,   &rp_command_new,      &rp_command_plot,   &rp_command_hash,  &rp_command_laws,
    &rp_command_methods, &rp_command_measures, &rp_command_bounce, &rp_command_scale, &rp_command_restitution,
};

static const char scene[] =
    "repose: 1\ndimension: 2\nmethod: soft\ngravity: [0, -9.81]\nmaterials: {glass: {density: 2500}}\n"
    "interactions: [{between: [glass, glass], restitution: 0.6, normal: {law: linear, stiffness: "
    "20000}}]\ndomain: {lower: [-0.1, -0.1], upper: [0.2, 0.4]}\nparticles:\n"
    "  - {name: a, material: glass, radius: 0.005, place: {list: [[0.05, 0.02]]}}\nrun: {until: 0.1}\n";

/* Paths elsewhere, and counts that take long. */
static int is_refused(const char *argument)
{
    int digits = 0;
    for (const char *c = argument; *c; c++) {
        digits = *c >= '0' && *c <= '9' ? digits + 1 : 0;
        if (*c == '/' || digits > 3 || (digits && (c[1] | 32) == 'e')) return 1;
    }
    return 0;
}

static void enter(void)
{
    static int entered;
    if (entered) return;
    fuzz_write("s.yaml", scene, sizeof scene - 1);
    fuzz_write("series.csv", "time,kinetic\n# s,J\n0,1\n1,2\n", 28);
    fuzz_check(chdir(fuzz_directory) == 0 && freopen("/dev/null", "w", stdout));
    entered = 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[BYTES + 1], *argv[ARGUMENTS + 1];
    int argc = 0;
    if (size == 0 || size > BYTES) return 0;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = 0;
    for (char *at = strtok(text, "\n"); at && argc < ARGUMENTS; at = strtok(NULL, "\n")) {
        if (is_refused(at)) return 0;
        argv[argc++] = at;
    }
    argv[argc] = NULL;
    enter();
    const int code = commands[data[0] % (sizeof commands / sizeof *commands)]->run(argc, argv);
    fuzz_check(code >= RP_OK && code <= RP_SYSTEM);
    fuzz_check(rp_memory_bytes() == 0);
    return 0;
}
