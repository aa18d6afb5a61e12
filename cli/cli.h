/* The command line: one file a command, one table of them all, one reader of options. */
#ifndef RP_CLI_H
#define RP_CLI_H

#include <stdio.h>
#include "repose/status.h"

typedef struct rp_command {
    const char *name;
    const char *usage;                 /* after the name */
    const char *summary;               /* one line */
    const char *details;               /* printed by `repose help NAME`; may be NULL */
    int (*run)(int argc, char **argv); /* arguments after the name; returns an exit code */
} rp_command;

extern const rp_command rp_command_run, rp_command_check, rp_command_new, rp_command_plot, rp_command_hash,
    rp_command_bench, rp_command_laws, rp_command_methods, rp_command_measures, rp_command_restitution,
    rp_command_bounce, rp_command_scale, rp_command_reproduce, rp_command_compare, rp_command_report, rp_command_view,
    rp_command_film, rp_command_watch, rp_command_study, rp_command_calibrate, rp_command_fclib, rp_command_export;

typedef enum rp_option_kind {
    RP_OPTION_FLAG,
    RP_OPTION_INT,
    RP_OPTION_NUMBER,
    RP_OPTION_TEXT,
    RP_OPTION_LIST
} rp_option_kind;

#define RP_CLI_LIST 64
typedef struct rp_text_list {
    const char *item[RP_CLI_LIST];
    int count;
} rp_text_list;

typedef struct rp_option {
    const char *name;
    rp_option_kind kind;
    void *value;
} rp_option; /* int, double, const char *, rp_text_list */

/* Takes options out of argv (wherever they stand) and leaves the rest in `rest`. "--name=value" and "--name value" are
 * the same. RP_INPUT with the nearest name for an unknown option, a missing or wrong value, or more than `most` other
 * arguments. */
rp_status rp_cli_read(int argc, char **argv, const rp_option *options, int count, rp_text_list *rest, int least,
                      int most, rp_error *err);

/* From here on rp_cli_read prints the names and kinds of options, one a line, in place of reading, and commands return
 * without work. */
void rp_cli_list_options(void);

/* Exit codes beside those of rp_status: stopped before the end by a signal or a limit; crashed, a defect of the program
 * or a library that has run out of memory. */
enum { RP_CLI_STOPPED = 4, RP_CLI_CRASHED = 5 };

/* Text that may come from a scene: control characters other than line ends and tabs become '?'. */
void rp_cli_print(FILE *to, const char *text);
int rp_cli_fail(const rp_error *err); /* prints the error, returns its exit code */
void rp_cli_say(const char *format, ...) __attribute__((format(printf, 1, 2))); /* to standard error, unless */
void rp_cli_mute(int on); /* this process is one of several, and another one speaks */
int rp_cli_end(int code); /* the exit code, or that of a failed write to standard output */

/* Progress on standard error: a bar on a terminal, a line every few seconds elsewhere. */
struct rp_progress;
void rp_cli_progress(void *quiet, const struct rp_progress *p);
void rp_cli_progress_end(void);
void rp_cli_duration(double seconds, char text[32]); /* as "3 h 05 min" */
void rp_cli_log(void *quiet, rp_log_level level, const char *message);

/* guard.c: while a command runs, a crash ends with words and RP_CLI_CRASHED, an exit within a library with RP_SYSTEM.
 */
void rp_cli_guard(void);
void rp_cli_guard_end(void);

extern volatile int rp_cli_stop; /* set by SIGINT, SIGTERM and SIGHUP once rp_cli_catch was called */
void rp_cli_catch(void);
void rp_cli_begin(void); /* from here on a signal sets rp_cli_stop and no more; before the first step it ends all */

#endif
