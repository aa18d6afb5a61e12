/* A run in the making: what its parts share. Room-internal.
 *
 *     begin.c ── directory, scene, outputs, a checkpoint to go on from
 *     run.c ── the loop: how far the simulation may go, when to stop
 *     observe.c ── observers that are due; warnings
 *     keep.c ── checkpoints
 *     ranks.c ── several processes: whether they begin alike, what they have exchanged
 *     conclude.c ── the result, summary.json, and what remains of a run that failed
 */
#ifndef RP_RUN_RUNNER_H
#define RP_RUN_RUNNER_H

#include <math.h>
#include "base/lock.h"
#include "base/log.h"
#include "base/ranks.h"
#include "output/output.h"
#include "repose/run.h"
#include "observe/observers.h"
#include "run/diagnostics.h"
#include "run/run.h"
#include "sim/sim.h"

#define RP_RUNNER_WARNINGS 20

/* One of several processes that share the run, when it ends. */
typedef struct rp_runner_rank {
    size_t particles; /* its own */
    int64_t peak_bytes;
    double step_seconds;
    rp_traffic traffic[RP_EXCHANGED_COUNT];
} rp_runner_rank;

typedef struct rp_runner {
    const rp_run_options *options;
    rp_run_result *result;
    rp_error *err;
    rp_sim *sim;           /* owned; NULL until the scene is read */
    const rp_scene *scene; /* its scene, world and method */
    rp_world *world;
    const rp_method *method;
    char directory[1024];
    rp_observers observers;
    rp_contact_list list; /* of a moment that is observed */
    rp_lock lock;         /* of the directory: one run at a time writes there */
    int log_open;
    rp_status log_status; /* of the last message to it */
    rp_appender log;
    rp_buffer early;             /* lines of the log before it is open */
    rp_buffer warnings;          /* the first RP_RUNNER_WARNINGS, as a JSON list without its brackets */
    unsigned long warning_count; /* since the run (or its resumption) began */
    uint64_t checkpoint_count;
    rp_buffer extended;   /* text of the scene with the stage that a finished run goes on with; empty: none */
    rp_runner_rank *rank; /* owned; of each; NULL: there is one */
    int ours;             /* the directory holds this run: its files may be replaced */
    /* wall clock */
    double start, last_checkpoint, last_report, rate;
    uint64_t start_step, report_step;
    rp_diagnostics diagnostics;
    double warm_time, warm_collisions, warm_virial; /* when the timers started */
} rp_runner;

static inline int rp_runner_extends(const rp_runner *r) { return r->options->resume && r->options->until > 0; }
/* 1: another rank of the run writes its files and decides how far it goes. */
static inline int rp_runner_follows(const rp_runner *r) { return rp_ranks_index(r->options->ranks) > 0; }
static inline int rp_runner_writes(const rp_runner *r) { return !r->options->no_outputs && !rp_runner_follows(r); }
/* Collective: a failure of one rank is one of all. */
static inline rp_status rp_runner_agree(const rp_runner *r, rp_status status)
{
    return r->options->ranks ? rp_ranks_agree(r->options->ranks, status, r->err) : status;
}
static inline double rp_runner_output_time(uint64_t count, double every)
{
    return every > 0 ? (double)count * every : INFINITY;
}
static inline int rp_runner_due(const rp_runner *r, double time) { return rp_observers_reached(r->world, time); }

void rp_runner_path(const rp_runner *r, const char *name, char path[1200]); /* of a file in the run's directory */
rp_status rp_runner_log(rp_runner *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

rp_status rp_runner_begin(rp_runner *r);

/* archive: of the checkpoint that is resumed; NULL: a run begins. */
rp_status rp_runner_open_observers(rp_runner *r, const rp_archive *archive);
rp_status rp_runner_take(rp_runner *r, rp_measures *m); /* contacts to r->list, and measures */
void rp_runner_release(rp_runner *r); /* r->list: it is large, and lives only while a moment is observed */
/* Warns once each when overlaps of r->list are no longer small and when the step is long for a contact. */
rp_status rp_runner_diagnose(rp_runner *r);
rp_status rp_runner_observe(rp_runner *r, int last); /* whatever is due; last: the run ends here */

rp_status rp_runner_checkpoint(rp_runner *r);
rp_status rp_runner_checkpoint_if_due(rp_runner *r);
void rp_runner_checkpoint_passed(rp_runner *r); /* the next one by simulated time lies ahead */
rp_status rp_runner_load(rp_runner *r);
rp_status rp_runner_extend(rp_runner *r); /* fills r->extended */

rp_status rp_runner_compare(rp_runner *r); /* collective; refuses ranks that begin differently */
rp_status rp_runner_collect(rp_runner *r); /* collective; fills r->rank */
void rp_runner_summary_ranks(const rp_runner *r, rp_buffer *b);

double rp_runner_column(const rp_runner *r, const char *name); /* of the method; 0: it has none */
double rp_runner_virial(const rp_runner *r);
rp_status rp_runner_conclude(rp_runner *r);
void rp_runner_conclude_failure(rp_runner *r);

#endif
