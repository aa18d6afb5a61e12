/* The last resort. A crash is a defect of the program, or of a library that has run out of memory: this says so, with
 * an exit code of its own. A library may also end the program: the system failed. Nothing is written to files here:
 * they are whole at any moment, and so is the last checkpoint. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cli.h"

static volatile sig_atomic_t working; /* a command runs: it does not end the program itself */

static void say(const char *text)
{
    ssize_t written = write(2, text, strlen(text));
    (void)written;
}

static void end(const char *how, const char *why, int code)
{
    say("repose: ");
    say(how);
    say(why);
    say("Files are whole; a run goes on from its last checkpoint with --resume.\n");
    _exit(code);
}

static void on_crash(int signal_number)
{
    end(signal_number == SIGABRT  ? "crashed by an abort"
        : signal_number == SIGFPE ? "crashed by a floating-point exception"
        : signal_number == SIGILL ? "crashed by an illegal instruction"
                                  : "crashed by a wrong access to memory",
        ": a defect of the program (please report it), or of a library that has run out of memory. ", RP_CLI_CRASHED);
}

static void on_exit_within(void)
{
    if (working) end("ended by a library", ", which may have run out of memory. ", RP_SYSTEM);
}

void rp_cli_guard(void)
{
    working = 1;
    atexit(on_exit_within);
#ifndef __SANITIZE_ADDRESS__    /* which tells more of a crash */
    static char stack[1 << 16]; /* of its own: the usual one may be what has run out */
    const stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
    const struct sigaction action = {.sa_handler = on_crash, .sa_flags = (int)(SA_RESETHAND | SA_ONSTACK)};
    const int crashes[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL};
    sigaltstack(&own, NULL);
    for (size_t n = 0; n < sizeof crashes / sizeof *crashes; n++) sigaction(crashes[n], &action, NULL);
#else
    (void)on_crash;
#endif
}

void rp_cli_guard_end(void) { working = 0; }
