/* The end of a run: its result and its summary. See runner.h. */
#include <string.h>
#include "base/json.h"
#include "base/threads.h"
#include "run/runner.h"
#include "sim/state.h"

double rp_runner_column(const rp_runner *r, const char *name)
{
    double value[RP_COLUMN_MAX];
    if (r->method->column_count) r->method->column_values(r->world, value);
    for (int n = 0; n < r->method->column_count; n++)
        if (strcmp(r->method->column[n].name, name) == 0) return value[n];
    return 0;
}

double rp_runner_virial(const rp_runner *r)
{
    return rp_runner_column(r, "virial_xx") + rp_runner_column(r, "virial_yy") + rp_runner_column(r, "virial_zz");
}

static void summary_timers(const rp_timers *t, rp_buffer *b)
{
    rp_buffer_print(b, "  \"seconds\": {");
    for (rp_phase n = 0; n < RP_PHASE_COUNT; n++)
        rp_buffer_print(b, "%s\"%s\": %.6g", n ? ", " : "", rp_phase_name(n), t->seconds[n]);
    rp_buffer_print(b, "},\n");
}

static void named(rp_buffer *b, const char *name, double value)
{
    rp_buffer_print(b, "  \"%s\": ", name);
    rp_json_number(b, value);
    rp_buffer_print(b, ",\n");
}

static void named_text(rp_buffer *b, const char *name, const char *text)
{
    rp_buffer_print(b, "  \"%s\": ", name);
    rp_json_string(b, text);
    rp_buffer_print(b, ",\n");
}

static void summary_method(const rp_runner *r, rp_buffer *b)
{
    double value[RP_COLUMN_MAX];
    if (!r->method->column_count || !r->world->method_state) return;
    r->method->column_values(r->world, value);
    for (int n = 0; n < r->method->column_count; n++) named(b, r->method->column[n].name, value[n]);
}

static void summary_measures(const rp_runner *r, const rp_measures *m, rp_buffer *b)
{
    int count;
    const rp_measure *row = rp_measure_list(RP_OF_WORLD, &count);
    const rp_moment moment = {.world = r->world, .method = r->method, .measures = m};
    for (int n = 0; n < count; n++)
        if (row[n].flags & RP_MEASURE_SUMMARY) named(b, row[n].name, row[n].value(&row[n], &moment, 0));
}

static rp_status write_summary(rp_runner *r, const rp_measures *m, const char *failure)
{
    const rp_run_result *x = r->result;
    char path[1200];
    rp_buffer b;
    if (!rp_runner_writes(r)) return RP_OK;
    rp_runner_path(r, RP_RUN_SUMMARY, path);
    rp_buffer_init(&b);
    rp_buffer_print(&b, "{\n");
    named_text(&b, "title", r->scene->title);
    named_text(&b, "method", r->scene->method);
    if (failure) named_text(&b, "failure", failure);
    rp_buffer_print(&b, "  \"finished\": %s,\n  \"step\": %llu,\n  \"particles\": %zu,\n",
                    x->finished ? "true" : "false", (unsigned long long)r->world->step, r->world->particles.count);
    named(&b, "time", r->world->time);
    named(&b, "dt", r->world->dt);
    summary_measures(r, m, &b);
    rp_buffer_print(&b, "  \"threads\": %d,\n  \"instruction_set\": \"%s\",\n  \"list_rebuilds\": %llu,\n",
                    rp_threads_count(), rp_isa_name(rp_isa_best()), (unsigned long long)r->world->contacts.rebuilds);
    rp_buffer_print(&b, "  \"warning_count\": %lu,\n  \"warnings\": [", r->warning_count);
    if (!r->warnings.failed) rp_buffer_append(&b, r->warnings.data, r->warnings.size);
    rp_buffer_print(&b, "],\n");
    rp_diagnostics_summary(&r->diagnostics, r->world, &b);
    summary_method(r, &b);
    named(&b, "wall_clock", x->wall_seconds);
    summary_timers(&r->world->timers, &b);
    rp_runner_summary_ranks(r, &b);
    rp_buffer_print(&b, "  \"bytes\": %lld,\n  \"peak_bytes\": %lld,\n  \"state_hash\": \"%s\"\n}\n",
                    (long long)rp_memory_bytes(), (long long)rp_memory_peak(), x->state_hash);
    rp_status status = rp_file_write_buffer(path, &b, RP_FILE_DURABLE, r->err);
    rp_buffer_free(&b);
    return status;
}

rp_status rp_runner_conclude(rp_runner *r)
{
    rp_run_result *x = r->result;
    rp_measures m;
    x->bytes = rp_memory_bytes();
    rp_status status = rp_runner_take(r, &m);
    if (!status) status = rp_runner_diagnose(r);
    if (!status) status = rp_state_hash(r->world, r->method, x->state_hash, r->err);
    if (status) return status;
    x->time = r->world->time;
    x->step = r->world->step;
    x->particles = r->world->particles.count;
    x->wall_seconds = rp_timer_clock() - r->start;
    x->step_seconds = r->world->timers.seconds[RP_PHASE_STEP] + r->world->timers.seconds[RP_PHASE_LIST];
    x->contact_updates = r->world->timers.contact_updates;
    x->contacts_per_particle = m.coordination;
    x->mean_overlap = m.pair_overlap;
    x->kinetic = m.kinetic;
    x->budget_error = m.budget_error;
    x->collisions = rp_runner_column(r, "collisions") - r->warm_collisions;
    x->compressibility = x->collisions > 0 ? 1
                                                 + (rp_runner_virial(r) - r->warm_virial)
                                                       / (2 * m.kinetic * (r->world->time - r->warm_time))
                                           : NAN;
    if (x->finished) status = rp_runner_observe(r, 1);
    if (!status) status = rp_runner_checkpoint(r);
    if (!status) status = write_summary(r, &m, NULL);
    if (!status)
        status = rp_runner_log(r, "%s at t = %.9g s, step %llu, %.3g s of wall clock, hash %s",
                               x->finished ? "done" : "stopped", x->time, (unsigned long long)x->step, x->wall_seconds,
                               x->state_hash);
    return status;
}

/* A failed run keeps its series, frames and last checkpoint, and its summary says why. */
void rp_runner_conclude_failure(rp_runner *r)
{
    char text[1200];
    rp_measures m = {0};
    if (!r->err || !r->world || !r->method || !r->ours) return;
    rp_error first = *r->err;
    rp_error_text(&first, text, sizeof text);
    rp_runner_log(r, "failed: %s", text);
    write_summary(r, &m, text);
    *r->err = first;
}
