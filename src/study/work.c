/* Jobs as processes, several at once. See study.h.
 *
 * A process is a fork of this one: it has the plan at hand, and a crash ends it alone. It holds the lock of its job, so
 * that two studies (or two of an array of jobs) never do the same one. It writes its row and ends with 0; 4: stopped
 * before the end; 6: another process has the job. The row of one that crashed is written by its parent. */
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include "base/file.h"
#include "base/lock.h"
#include "base/memory.h"
#include "base/threads.h"
#include "repose/run.h"
#include "run/run.h"
#include "study/study.h"

enum { STOPPED = 4, CRASHED = 5, HELD = 6, AT_ONCE = 256 };

typedef struct process {
    pid_t id; /* 0: none */
    size_t job;
} process;

typedef struct pool {
    const rp_study_work *work;
    process process[AT_ONCE];
    int room, busy, told; /* told: processes know that they are to stop */
    rp_status status;     /* of the first failure of the system */
    rp_error *err;
} pool;

void rp_study_path(const char *directory, size_t job, const char *ending, char path[1200])
{
    snprintf(path, 1200, "%s/jobs/%04zu%s", directory, job + 1, ending);
}

/* ---- in the process of a job ---- */

static rp_status run(const rp_study_work *w, size_t job, const char *directory, rp_run_result *result, rp_error *err)
{
    const char *set[RP_STUDY_SETS + RP_STUDY_KEYS + 4];
    char text[RP_STUDY_KEYS + 1][RP_STUDY_KEY + 200], checkpoint[1300];
    rp_run_options o;
    if (rp_run_concluded(directory)) { /* killed between the end of the run and its row */
        *result = (rp_run_result){.finished = 1, .wall_seconds = NAN};
        return RP_OK;
    }
    rp_run_options_default(&o);
    snprintf(checkpoint, sizeof checkpoint, "%s/" RP_RUN_CHECKPOINT, directory);
    o.resume = rp_file_exists(checkpoint);
    o.force = !o.resume;
    o.scene = w->plan->scene;
    o.directory = directory;
    o.set = set;
    o.set_count = o.resume ? 0 : rp_study_overrides(w->plan, job, set, text);
    o.threads = w->options->threads ? w->options->threads : w->plan->threads;
    o.stop = w->options->stop;
    return rp_run(&o, result, err);
}

static int write_row(const rp_study_work *w, size_t job, const rp_study_row *row)
{
    char path[1200];
    rp_study_path(w->directory, job, ".csv", path);
    return (int)rp_study_row_write(w->plan, path, row, NULL);
}

static int do_job(const rp_study_work *w, size_t job)
{
    char path[1200], directory[1200];
    rp_lock lock;
    rp_error err;
    rp_study_row row = {.outcome = RP_STUDY_DONE};
    rp_run_result result;
    rp_study_path(w->directory, job, ".lock", path);
    if (rp_lock_take(&lock, path, &err)) return err.status == RP_INPUT ? HELD : RP_SYSTEM;
    rp_study_path(w->directory, job, ".csv", path);
    rp_study_path(w->directory, job, "", directory);
    int code = RP_OK;
    if (!rp_file_exists(path)) { /* another has done it since */
        rp_status status = run(w, job, directory, &result, &err);
        row.wall = result.wall_seconds;
        if (!status && result.finished) status = rp_study_row_take(w->plan, directory, &row, &err);
        if (status) {
            row.outcome = status == RP_INPUT ? RP_STUDY_REFUSED : RP_STUDY_FAILED;
            rp_error_text(&err, row.reason, sizeof row.reason);
        }
        code = !status && !result.finished ? STOPPED : write_row(w, job, &row);
    }
    rp_lock_release(&lock);
    return code;
}

/* A job does not outlive its study. Signals of the terminal and of batch systems reach the study alone, which hands one
 * on: a second one would end the run before its checkpoint is written. */
static void follow(pid_t parent)
{
    setpgid(0, 0);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent) _exit(STOPPED);
}

static void begin(pool *p, size_t job)
{
    int at = 0;
    const pid_t parent = getpid();
    while (p->process[at].id) at++;
    const pid_t id = fork();
    if (id < 0) {
        p->status = rp_error_set(p->err, RP_SYSTEM, "cannot start a process: %s", strerror(errno));
        return;
    }
    if (id == 0) {
        if (p->work->lock >= 0) close(p->work->lock);
        follow(parent);
        _exit(do_job(p->work, job));
    }
    p->process[at] = (process){id, job};
    p->busy++;
}

/* ---- in the study ---- */

static void crashed(pool *p, size_t job, int code)
{
    rp_study_row row = {.outcome = RP_STUDY_CRASHED};
    if (WIFSIGNALED(code)) snprintf(row.reason, sizeof row.reason, "ended by %s", strsignal(WTERMSIG(code)));
    else snprintf(row.reason, sizeof row.reason, "crashed: a defect of the program, or no memory left");
    if (write_row(p->work, job, &row) && !p->status)
        p->status = rp_error_set(p->err, RP_SYSTEM, "cannot write the row of job %zu", job + 1);
}

static void report(pool *p, size_t job, const char *left)
{
    const rp_study_work *w = p->work;
    char path[1200];
    rp_study_row row;
    rp_buffer b;
    rp_buffer_init(&b);
    rp_study_path(w->directory, job, ".csv", path);
    rp_status status = rp_study_row_read(w->plan, path, &row, p->err);
    if (status && !p->status) p->status = status;
    rp_study_describe(w->plan, job, &b);
    rp_buffer_append(&b, "", 1);
    const size_t count = w->job_shown ? w->job_shown : w->plan->job_count;
    const rp_study_job one = {
        (int)job + 1, (int)count, row.outcome, b.failed ? "" : b.data, row.outcome == RP_STUDY_LEFT ? left : row.reason,
        row.wall};
    if (w->options->ran && !status) w->options->ran(w->options->context, &one);
    rp_buffer_free(&b);
}

/* A signal while the study stops is the one that stops it, too. */
static void end(pool *p, process *one, int code)
{
    const char *left = "";
    const int ended = WIFEXITED(code) ? WEXITSTATUS(code) : CRASHED;
    if (ended == STOPPED || (WIFSIGNALED(code) && p->told)) left = "stopped";
    else if (ended == HELD) left = "another process has this job";
    else if (ended == CRASHED) crashed(p, one->job, code);
    else if (ended && !p->status)
        p->status = rp_error_set(p->err, RP_SYSTEM, "job %zu cannot write its row or its lock in %s/jobs", one->job + 1,
                                 p->work->directory);
    report(p, one->job, left);
    one->id = 0;
    p->busy--;
}

/* Ends those of all processes that are over; sleeps a moment if none has ended. */
static void wait_a_moment(pool *p)
{
    static const struct timespec moment = {.tv_nsec = 20000000};
    const int stop = (p->work->options->stop && *p->work->options->stop) || p->status;
    int ended = 0, code;
    for (int n = 0; n < p->room; n++) {
        if (!p->process[n].id) continue;
        if (stop && !p->told) kill(p->process[n].id, SIGTERM);
        if (waitpid(p->process[n].id, &code, WNOHANG) != p->process[n].id) continue;
        end(p, &p->process[n], code);
        ended = 1;
    }
    p->told |= stop;
    if (!ended) nanosleep(&moment, NULL);
}

static int room_of(const rp_study_work *w)
{
    const int threads = w->options->threads ? w->options->threads : w->plan->threads;
    int room = w->options->jobs ? w->options->jobs : w->plan->at_once;
    if (!room) room = rp_threads_available() / threads;
    return room < 1 ? 1 : room > AT_ONCE ? AT_ONCE : room;
}

static int finished(const rp_study_work *w, size_t job)
{
    char path[1200];
    rp_study_path(w->directory, job, ".csv", path);
    return rp_file_exists(path);
}

rp_status rp_study_work_all(const rp_study_work *w, size_t first, size_t last, rp_error *err)
{
    pool p = {.work = w, .room = room_of(w), .err = err};
    size_t next = first;
    while (p.busy || (next < last && !p.status && !p.told)) {
        while (next < last && finished(w, next)) next++;
        const int stop = w->options->stop && *w->options->stop;
        if (next < last && p.busy < p.room && !p.status && !p.told && !stop) begin(&p, next++);
        else wait_a_moment(&p);
    }
    return p.status;
}
