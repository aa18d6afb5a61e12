/* Options, errors, progress and signals, shared by the commands. */
#include "cli.h"
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "repose/run.h"

/* Terminals obey those below 32, 127, and in UTF-8 those from 128 to 159. */
static int is_control(const unsigned char *c)
{
    return (*c < 32 && *c != '\n' && *c != '\t') || *c == 127 || (*c == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0);
}

void rp_cli_print(FILE *to, const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        fputc(is_control(c) ? '?' : *c, to);
        c += is_control(c) && *c == 0xc2; /* two bytes */
    }
}

static int listing; /* options are printed, not read */

void rp_cli_list_options(void) { listing = 1; }

static int mute;

void rp_cli_mute(int on) { mute = on; }

void rp_cli_say(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (!mute) vfprintf(stderr, format, args);
    va_end(args);
}

int rp_cli_fail(const rp_error *err)
{
    char text[1600];
    if (listing) return RP_OK;
    rp_error_text(err, text, sizeof text);
    rp_cli_say("repose: %s\n", text);
    return (int)err->status;
}

int rp_cli_end(int code)
{
    rp_error err;
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout)) return code;
    rp_error_set(&err, RP_SYSTEM, "cannot write to standard output%s%s", errno ? ": " : "",
                 errno ? strerror(errno) : "");
    const int failed = rp_cli_fail(&err);
    return code ? code : failed;
}

/* ---- options ---- */

static const rp_option *option_find(const rp_option *options, int count, const char *name, size_t length)
{
    for (int n = 0; n < count; n++)
        if (strlen(options[n].name) == length && strncmp(options[n].name, name, length) == 0) return &options[n];
    return NULL;
}

static rp_status option_unknown(const char *name, const rp_option *options, int count, rp_error *err)
{
    const char *names[128];
    if (count > 128) count = 128;
    for (int n = 0; n < count; n++) names[n] = options[n].name;
    rp_error_set(err, RP_INPUT, "unknown option '%s'", name);
    rp_error_nearest(err, name, names, count);
    return RP_INPUT;
}

static rp_status option_value(const rp_option *o, const char *text, rp_error *err)
{
    char *end = NULL;
    errno = 0;
    if (o->kind == RP_OPTION_TEXT) {
        *(const char **)o->value = text;
        return RP_OK;
    }
    if (o->kind == RP_OPTION_LIST) {
        rp_text_list *list = o->value;
        if (list->count == RP_CLI_LIST)
            return rp_error_set(err, RP_INPUT, "more than %d times %s", RP_CLI_LIST, o->name);
        list->item[list->count++] = text;
        return RP_OK;
    }
    const int whole = o->kind == RP_OPTION_INT;
    double value = whole ? (double)strtol(text, &end, 10) : strtod(text, &end);
    if (end == text || *end || errno || !isfinite(value) || (whole && (value < INT_MIN || value > INT_MAX))) {
        rp_error_set(err, RP_INPUT, "option %s has the value '%s'", o->name, text);
        rp_error_expected(err, whole ? "a whole number below 2147483648" : "a number");
        return RP_INPUT;
    }
    if (whole) *(int *)o->value = (int)value;
    else *(double *)o->value = value;
    return RP_OK;
}

static rp_status other_argument(char *text, rp_text_list *rest, int most, rp_error *err)
{
    if (rest->count < most && rest->count < RP_CLI_LIST) {
        rest->item[rest->count++] = text;
        return RP_OK;
    }
    return rp_error_set(err, RP_INPUT, "one argument too many: '%s'", text);
}

static rp_status list_options(const rp_option *options, int count)
{
    static const char *const kinds[] = {"flag", "whole", "number", "text", "list"};
    for (int n = 0; n < count; n++) printf("\t%s\t%s\n", options[n].name, kinds[options[n].kind]);
    return RP_INPUT;
}

rp_status rp_cli_read(int argc, char **argv, const rp_option *options, int count, rp_text_list *rest, int least,
                      int most, rp_error *err)
{
    rest->count = 0;
    if (listing) return list_options(options, count);
    for (int n = 0; n < argc; n++) {
        rp_status status;
        if (argv[n][0] != '-' || argv[n][1] == 0) {
            status = other_argument(argv[n], rest, most, err);
            if (status) return status;
            continue;
        }
        const char *equals = strchr(argv[n], '=');
        const rp_option *o = option_find(options, count, argv[n],
                                         equals ? (size_t)(equals - argv[n]) : strlen(argv[n]));
        if (!o) return option_unknown(argv[n], options, count, err);
        if (o->kind == RP_OPTION_FLAG) {
            if (equals) return rp_error_set(err, RP_INPUT, "option %s takes no value", o->name);
            *(int *)o->value = 1;
            continue;
        }
        if (!equals && n + 1 == argc) return rp_error_set(err, RP_INPUT, "option %s needs a value", o->name);
        status = option_value(o, equals ? equals + 1 : argv[++n], err);
        if (status) return status;
    }
    if (rest->count < least) return rp_error_set(err, RP_INPUT, "too few arguments: see repose help");
    return RP_OK;
}

/* ---- progress ---- */

static volatile sig_atomic_t begun; /* the first steps are done */
static int bar_shown;
static double last_line = -INFINITY;

static double clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void rp_cli_duration(double seconds, char text[32])
{
    if (!(seconds < 360000)) strcpy(text, "-");
    else if (seconds >= 3600) snprintf(text, 32, "%d h %02d min", (int)(seconds / 3600), (int)(seconds / 60) % 60);
    else if (seconds >= 60) snprintf(text, 32, "%d min %02d s", (int)(seconds / 60), (int)seconds % 60);
    else snprintf(text, 32, "%.0f s", seconds);
}

void rp_cli_progress(void *quiet, const rp_progress *p)
{
    double now = clock_now();
    int terminal = isatty(2);
    rp_cli_begin();
    if (*(const int *)quiet || now - last_line < (terminal ? 0.1 : 5)) return;
    last_line = now;
    char left[32];
    rp_cli_duration(p->seconds_left, left);
    if (!terminal) {
        fprintf(stderr, "%5.1f %%  %s  t = %.4g s  step %llu  %.3g M particle steps/s  %s left\n", 100 * p->fraction,
                p->stage, p->time, (unsigned long long)p->step, p->particle_steps_per_second / 1e6, left);
        return;
    }
    char bar[31];
    for (int n = 0; n < 30; n++) bar[n] = n < (int)(30 * p->fraction) ? '#' : '.';
    bar[30] = 0;
    fprintf(stderr, "\r\033[K[%s] %5.1f %%  %s  t = %.4g s  %.3g M particle steps/s  %s left", bar, 100 * p->fraction,
            p->stage, p->time, p->particle_steps_per_second / 1e6, left);
    bar_shown = 1;
}

void rp_cli_progress_end(void)
{
    if (bar_shown) fprintf(stderr, "\r\033[K");
    bar_shown = 0;
}

void rp_cli_log(void *quiet, rp_log_level level, const char *message)
{
    if (level < RP_LOG_WARN || (*(const int *)quiet && level < RP_LOG_ERROR)) return;
    rp_cli_progress_end();
    fprintf(stderr, "repose: %s: %s\n", level == RP_LOG_WARN ? "warning" : "error", message);
}

/* ---- signals ---- */

volatile int rp_cli_stop;

/* Before the first step there is nothing to keep, and making a scene ready may take long. */
static void on_signal(int signal_number)
{
    static const char text[] = "repose: stopped before the first step\n";
    (void)signal_number;
    rp_cli_stop = 1;
    if (begun) return;
    ssize_t written = write(2, text, sizeof text - 1);
    (void)written;
    _exit(RP_CLI_STOPPED);
}

void rp_cli_begin(void) { begun = 1; }

void rp_cli_catch(void)
{
    struct sigaction action = {.sa_handler = on_signal,
                               .sa_flags = (int)SA_RESETHAND}; /* a second one ends the program at once */
    const int caught[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t n = 0; n < sizeof caught / sizeof *caught; n++) {
        struct sigaction before;
        if (sigaction(caught[n], NULL, &before) == 0 && before.sa_handler != SIG_IGN) /* nohup stays in force */
            sigaction(caught[n], &action, NULL);
    }
}
