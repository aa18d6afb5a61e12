/* The beginning of a run. See runner.h. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "base/json.h"
#include "base/threads.h"
#include "run/runner.h"

void rp_runner_path(const rp_runner *r, const char *name, char path[1200])
{
    snprintf(path, 1200, "%s/%s", r->directory, name);
}

rp_status rp_runner_log(rp_runner *r, const char *format, ...)
{
    char text[600];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    rp_log(&r->world->log, RP_LOG_INFO, "%s", text);
    return r->log_status;
}

static rp_status choose_directory(rp_runner *r)
{
    const rp_run_options *o = r->options;
    if (!o->scene && !(o->directory && o->resume))
        return rp_error_set(r->err, RP_INPUT,
                            o->resume ? "which run? to go on needs its directory (-o DIR)"
                                      : "there is no scene to run");
    if (o->directory) {
        snprintf(r->directory, sizeof r->directory, "%s", o->directory);
    } else {
        const char *base = strrchr(o->scene, '/');
        snprintf(r->directory, sizeof r->directory, "out/%s", base ? base + 1 : o->scene);
        char *dot = strrchr(r->directory, '.');
        if (dot && dot > strrchr(r->directory, '/')) *dot = 0;
    }
    size_t n = strlen(r->directory);
    while (n > 1 && r->directory[n - 1] == '/') r->directory[--n] = 0;
    snprintf(r->result->directory, sizeof r->result->directory, "%s", r->directory);
    return RP_OK;
}

static rp_status refuse_directory(const rp_runner *r)
{
    rp_status status = rp_error_set(r->err, RP_INPUT, "the directory %s exists and is not empty", r->directory);
    rp_error_expected(r->err, "--resume to go on with that run, --force to replace it, or another directory with -o");
    return status;
}

/* One run at a time writes there; what another has left in the meantime is seen once the directory is ours. */
static rp_status lock_directory(rp_runner *r)
{
    char path[1200];
    rp_runner_path(r, RP_RUN_LOCK, path);
    rp_status status = rp_lock_take(&r->lock, path, r->err);
    rp_runner_path(r, RP_RUN_SCENE, path);
    return !status && !r->options->resume && !r->options->force && rp_file_exists(path) ? refuse_directory(r) : status;
}

static rp_status claim_directory(rp_runner *r)
{
    char path[1200], previous[1200];
    rp_status status = RP_OK;
    if (!rp_runner_writes(r)) return RP_OK;
    rp_runner_path(r, RP_RUN_CHECKPOINT, path);
    rp_runner_path(r, RP_RUN_PREVIOUS, previous);
    if (r->options->resume && !rp_file_exists(path) && !rp_file_exists(previous))
        return rp_error_set(r->err, RP_INPUT, "nothing to resume: there is no %s", path);
    if (!r->options->resume && !r->options->force && rp_file_exists(r->directory)
        && !rp_file_directory_empty(r->directory))
        return refuse_directory(r);
    if (!r->options->resume) status = rp_file_directory_make(r->directory, r->err);
    return status ? status : lock_directory(r);
}

/* Messages of the simulation are the run's: they go to its log and to the caller's hook. */
static void hear(void *context, rp_log_level level, const char *message)
{
    rp_runner *r = context;
    const rp_run_options *o = r->options;
    if (rp_runner_follows(r)) return;
    if (o->log) o->log(o->context, level, message);
    if (level == RP_LOG_DEBUG) return;
    if (level >= RP_LOG_WARN && r->warning_count++ < RP_RUNNER_WARNINGS) {
        if (r->warning_count > 1) rp_buffer_print(&r->warnings, ", ");
        rp_json_string(&r->warnings, message);
    }
    const char *kind = level >= RP_LOG_WARN ? "warning: " : "";
    if (!r->log_open) rp_buffer_print(&r->early, "%s%s\n", kind, message);
    if (!r->log_open || r->log_status) return;
    char text[1200];
    int length = snprintf(text, sizeof text, "%s%s\n", kind, message);
    r->log_status = rp_appender_write(&r->log, text, (size_t)length, r->err);
}

static rp_status refuse_ranks(const rp_runner *r)
{
    char names[128];
    rp_method_names(offsetof(rp_method, ranks), names, sizeof names);
    rp_status status = rp_error_set(r->err, RP_INPUT, "several ranks cannot share a run by the method %s: %s",
                                    r->method->name, r->method->ranks_not);
    rp_error_expected(r->err,
                      "the method %s, or repose run without mpirun on threads of one machine; repose study runs many "
                      "seeds at once",
                      names);
    return status;
}

static rp_status open_sim(rp_runner *r)
{
    const rp_run_options *o = r->options;
    char path[1200];
    rp_sim_def def = rp_sim_def_default();
    if (o->resume && o->set_count && !rp_runner_extends(r))
        return rp_error_set(r->err, RP_INPUT,
                            "a resumed run goes on as it was: --set cannot change it (a finished run can change with "
                            "--until T)");
    if (o->until > 0 && !o->resume)
        return rp_error_set(r->err, RP_INPUT, "--until goes with --resume; of a new run: --set run.until=%g", o->until);
    if (rp_runner_extends(r)) {
        rp_status status = rp_runner_extend(r);
        if (status) return status;
        rp_runner_path(r, RP_RUN_SCENE, path);
        def.text = r->extended.data;
        def.name = path;
    }
    def.scene = o->resume ? NULL : o->scene;
    def.restore = o->resume ? r->directory : NULL;
    def.set = o->set;
    def.set_count = def.text ? 0 : o->set_count;
    def.threads = o->threads;
    def.log = hear;
    def.log_context = r;
    rp_status status = rp_sim_open(&def, o->resume, &r->sim, r->err);
    if (status) return status;
    r->scene = r->sim->scene;
    r->world = r->sim->world;
    r->method = r->sim->method;
    r->world->ranks = o->ranks;
    return o->ranks && !r->method->ranks ? refuse_ranks(r) : RP_OK;
}

static rp_status open_directory(rp_runner *r)
{
    char path[1200];
    rp_status status = RP_OK;
    if (!rp_runner_writes(r)) return RP_OK;
    if (!r->options->resume) {
        rp_run_clear(r->directory);
        rp_runner_path(r, RP_RUN_SCENE, path);
        status = rp_file_write(path, r->scene->text, strlen(r->scene->text), RP_FILE_DURABLE, r->err);
    }
    rp_runner_path(r, RP_RUN_LOG, path);
    if (!status) status = rp_appender_open(&r->log, path, r->options->resume ? rp_run_file_size(path) : 0, r->err);
    r->log_open = !status;
    return status || r->early.size == 0 ? status : rp_appender_write(&r->log, r->early.data, r->early.size, r->err);
}

/* The stage that goes on is part of the scene from now on. */
static rp_status keep_extended(rp_runner *r)
{
    char path[1200];
    rp_status status = RP_OK;
    if (!rp_runner_extends(r)) return RP_OK;
    rp_runner_path(r, RP_RUN_SCENE, path);
    if (rp_runner_writes(r))
        status = rp_file_write(path, r->scene->text, strlen(r->scene->text), RP_FILE_DURABLE, r->err);
    for (int n = 0; n < r->options->set_count && !status; n++)
        status = rp_runner_log(r, "change: %s", r->options->set[n]);
    return status ? status
                  : rp_runner_log(r, "the run goes on from t = %.9g s to %.9g s", r->world->time, r->options->until);
}

/* A run that goes on reads its scene from its directory. */
static rp_status open_scene(rp_runner *r)
{
    rp_status status = choose_directory(r);
    if (!status && r->options->resume) status = claim_directory(r);
    return status ? status : open_sim(r);
}

static rp_status prepare(rp_runner *r)
{
    r->world->stop = r->options->stop;
    return rp_sim_prepare(r->sim, r->err);
}

/* A run that could not keep its state does not begin. */
static rp_status open_files(rp_runner *r)
{
    rp_status status = rp_runner_writes(r) ? rp_checkpoint_ready(r->err) : RP_OK;
    if (!status) status = open_directory(r);
    if (!status && !r->options->resume) r->ours = 1;
    if (!status) status = r->options->resume ? rp_runner_load(r) : rp_runner_log(r, "%s", r->sim->step_reason);
    if (!status) status = keep_extended(r);
    if (status) return status;
    r->ours = 1;
    if (rp_runner_writes(r) && !r->lock.held)
        rp_log(&r->world->log, RP_LOG_WARN,
               "the file system knows no locks: only you can see to it that no other run "
               "writes to %s",
               r->directory);
    return RP_OK;
}

static rp_status log_start(rp_runner *r)
{
    char ranks[40] = "";
    if (r->options->ranks) snprintf(ranks, sizeof ranks, "%d ranks of ", r->options->ranks->count);
    return rp_runner_log(r, "%s: %zu particles%s, %s%d thread%s, %s%s", r->scene->title, r->world->particles.count,
                         r->world->source_count ? " now and more from sources" : "", ranks, rp_threads_count(),
                         rp_threads_count() == 1 ? "" : "s", rp_isa_name(rp_isa_best()),
                         r->options->resume ? ", resumed" : "");
}

static rp_status make_ready(rp_runner *r)
{
    rp_status status = r->options->resume ? prepare(r) : rp_runner_open_observers(r, NULL);
    if (status) return status;
    r->start_step = r->report_step = r->world->step;
    if (r->options->resume) rp_runner_checkpoint_passed(r);
    return log_start(r);
}

/* The rank that writes is the first to open the files of the run: others read what it has left there. */
static rp_status open_run(rp_runner *r)
{
    rp_status status = RP_OK;
    if (!r->options->resume) status = rp_runner_agree(r, claim_directory(r));
    if (!status && !rp_runner_follows(r)) status = open_files(r);
    return rp_runner_agree(r, status);
}

/* Nothing is written for a scene that is wrong, nor for one that the method refuses. A run whose first forces fail has
 * its log and its summary. */
static rp_status begin_new(rp_runner *r)
{
    const rp_status ready = rp_runner_agree(r, prepare(r));
    if (ready == RP_INPUT) return ready;
    const rp_error failure = r->err ? *r->err : (rp_error){0};
    const rp_status status = open_run(r);
    if (status || !ready) return status;
    if (r->err) *r->err = failure;
    return ready;
}

rp_status rp_runner_begin(rp_runner *r)
{
    const int follows = rp_runner_follows(r);
    rp_status status = rp_runner_agree(r, open_scene(r));
    if (!status) status = r->options->resume ? open_run(r) : begin_new(r);
    if (!status && follows && r->options->resume) status = rp_runner_load(r);
    if (!status) status = make_ready(r);
    status = rp_runner_agree(r, status);
    return status ? status : rp_runner_compare(r);
}
