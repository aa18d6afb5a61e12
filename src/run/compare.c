/* One scene by several methods; see repose/compare.h.
 *
 * A scene without series or frames gets enough of both for a plot and a picture of its end. Every run stands in a
 * directory of its own, as if `repose run --set method=NAME` had made it. */
#include "repose/compare.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/locale.h"
#include "base/file.h"
#include "base/memory.h"
#include "methods/method.h"
#include "output/series_table.h"
#include "run/run.h"
#include "sim/stages.h"

enum { SET_MAX = 72, ROWS = 200 };

typedef struct compare {
    const rp_compare_options *options;
    rp_comparison *result;
    char title[256];
    double duration;                             /* of the scene, at most, s */
    rp_series_table *series[RP_COMPARE_METHODS]; /* owned; NULL: not drawn */
    rp_error *err;
} compare;

void rp_compare_options_default(rp_compare_options *o)
{
    *o = (rp_compare_options){0};
    rp_picture_options_default(&o->picture);
}

/* ---- which methods, and where ---- */

static rp_status unknown_method(const char *name, rp_error *err)
{
    const char *names[RP_COMPARE_METHODS];
    int count = 0;
    for (const rp_method *const *m = rp_method_list(); *m && count < RP_COMPARE_METHODS; m++)
        names[count++] = (*m)->name;
    rp_error_set(err, RP_INPUT, "unknown method '%s'", name);
    rp_error_expected(err, "some of those that repose methods lists, with commas between them");
    rp_error_nearest(err, name, names, count);
    return RP_INPUT;
}

/* All there are, the scene's own first. A scene that cannot even be read as it stands gets each method's own answer
 * later. */
static void choose_all(compare *c)
{
    rp_comparison *x = c->result;
    rp_scene_options so = {0};
    rp_scene *scene = NULL;
    rp_error ignored;
    const rp_method *own = NULL;
    if (rp_scene_load(c->options->scene, &so, &scene, &ignored) == RP_OK) own = rp_method_find(scene->method);
    rp_scene_destroy(scene);
    if (own) x->method[x->count++].method = own->name;
    for (const rp_method *const *m = rp_method_list(); *m && x->count < RP_COMPARE_METHODS; m++)
        if (*m != own) x->method[x->count++].method = (*m)->name;
}

static rp_status choose_methods(compare *c)
{
    const rp_compare_options *o = c->options;
    rp_comparison *x = c->result;
    if (o->method_count == 1)
        return rp_error_set(c->err, RP_INPUT, "one method alone is a run, not a comparison: name two or more");
    if (o->method_count == 0) choose_all(c);
    for (int n = 0; n < o->method_count; n++) {
        const rp_method *m = rp_method_find(o->methods[n]);
        if (!m) return unknown_method(o->methods[n], c->err);
        for (int k = 0; k < x->count; k++)
            if (strcmp(x->method[k].method, m->name) == 0)
                return rp_error_set(c->err, RP_INPUT, "the method '%s' is named twice", m->name);
        if (x->count == RP_COMPARE_METHODS)
            return rp_error_set(c->err, RP_INPUT, "more than %d methods", RP_COMPARE_METHODS);
        x->method[x->count++].method = m->name;
    }
    return RP_OK;
}

static rp_status choose_directory(compare *c)
{
    rp_comparison *x = c->result;
    const char *scene = c->options->scene, *slash = strrchr(scene, '/'), *base = slash ? slash + 1 : scene,
               *dot = strrchr(base, '.');
    int length = dot && dot > base ? (int)(dot - base) : (int)strlen(base);
    if (c->options->directory) snprintf(x->directory, sizeof x->directory, "%s", c->options->directory);
    else snprintf(x->directory, sizeof x->directory, "out/%.*s-compared", length, base);
    snprintf(x->table, sizeof x->table, "%s/comparison.csv", x->directory);
    snprintf(x->series, sizeof x->series, "%s/series.png", x->directory);
    snprintf(x->frames, sizeof x->frames, "%s/frames.png", x->directory);
    if (c->options->force || rp_file_directory_empty(x->directory)) return RP_OK;
    rp_error_set(c->err, RP_INPUT, "the directory %s exists and is not empty", x->directory);
    rp_error_expected(c->err, "--force to replace the comparison in it, or another directory with -o");
    return RP_INPUT;
}

/* ---- runs ---- */

/* The overrides that concern a method; "METHOD:" is taken off. A colon after the = belongs to the value. */
static int overrides_of(const rp_compare_options *o, const char *method, const char *set[SET_MAX])
{
    int count = 0;
    for (int n = 0; n < o->set_count && count < SET_MAX - 3; n++) {
        const char *colon = strchr(o->set[n], ':'), *equals = strchr(o->set[n], '=');
        int named = colon && equals && colon < equals;
        size_t length = named ? (size_t)(colon - o->set[n]) : 0;
        if (!named) set[count++] = o->set[n];
        else if (strlen(method) == length && strncmp(method, o->set[n], length) == 0) set[count++] = colon + 1;
    }
    return count;
}

static rp_status check_overrides(compare *c)
{
    for (int n = 0; n < c->options->set_count; n++) {
        const char *text = c->options->set[n], *colon = strchr(text, ':'), *equals = strchr(text, '=');
        char name[64];
        if (!colon || !equals || colon > equals) continue;
        snprintf(name, sizeof name, "%.*s", (int)(colon - text), text);
        if (!rp_method_find(name)) return unknown_method(name, c->err);
    }
    return RP_OK;
}

static rp_status run_one(compare *c, rp_compared *one, rp_error *err)
{
    const rp_compare_options *o = c->options;
    const char *set[SET_MAX];
    char method[96], series[64], frames[64], directory[1100];
    int count = overrides_of(o, one->method, set);
    rp_scene *scene = NULL;
    snprintf(method, sizeof method, "method=%s", one->method);
    set[count++] = method;
    rp_scene_options so = {.set = set, .set_count = count};
    rp_status status = rp_scene_load(o->scene, &so, &scene, err);
    if (status) return status;
    const double length = c->duration = rp_stages_duration(scene);
    snprintf(c->title, sizeof c->title, "%s", scene->title);
    snprintf(series, sizeof series, "output.series.every=%.17g", length / ROWS);
    snprintf(frames, sizeof frames, "output.frames.every=%.17g", length);
    if (!rp_observers_options(&scene->output.observers, "series")) set[count++] = series;
    if (!rp_observers_options(&scene->output.observers, "frames")) set[count++] = frames;
    rp_scene_destroy(scene);
    rp_run_options ro;
    rp_run_options_default(&ro);
    snprintf(directory, sizeof directory, "%s/%s", c->result->directory, one->method);
    ro.scene = o->scene;
    ro.directory = directory;
    ro.set = set;
    ro.set_count = count;
    ro.threads = o->threads;
    ro.force = o->force;
    ro.stop = o->stop;
    ro.progress = o->progress;
    ro.log = o->log;
    ro.context = o->context;
    return rp_run(&ro, &one->run, err);
}

static const char *outcome(const rp_compared *one)
{
    if (one->status == RP_OK) return one->run.finished ? "done" : "stopped";
    return one->status == RP_INPUT ? "refused" : "failed";
}

/* How far it came, in words where that is not the end. */
static void mark(const compare *c, rp_compared *one, const rp_series_table *s)
{
    one->complete = one->status == RP_OK && one->run.finished;
    one->reached = s->rows ? rp_series_table_column(s, rp_series_table_find(s, "time"))[s->rows - 1] : 0;
    snprintf(one->label, sizeof one->label, "%s", one->method);
    if (!one->complete)
        snprintf(one->label, sizeof one->label, "%s (%s at %.3g of %.3g s)", one->method, outcome(one), one->reached,
                 c->duration);
    if (!one->complete && !one->reason[0])
        snprintf(one->reason, sizeof one->reason, "stopped at %.6g of %.6g s", one->reached, c->duration);
}

/* What a run has left, also one that failed on its way, before its first frame perhaps. A refused scene leaves nothing,
 * or what an older run had left there. */
static void read_back(compare *c, int n)
{
    rp_compared *one = &c->result->method[n];
    char directory[1100], frames[1200];
    rp_error err;
    if (one->status == RP_INPUT) return;
    snprintf(directory, sizeof directory, "%s/%s", c->result->directory, one->method);
    snprintf(frames, sizeof frames, "%s/frames.pvd", directory);
    if (one->status && !rp_file_exists(frames)) return;
    rp_status status = rp_series_table_load(directory, &c->series[n], &err);
    one->drawn = !status;
    if (!status) mark(c, one, c->series[n]);
    if (!status || one->status) return;
    one->status = status;
    rp_error_text(&err, one->reason, sizeof one->reason);
}

static void run_all(compare *c)
{
    rp_error err;
    for (int n = 0; n < c->result->count; n++) {
        rp_compared *one = &c->result->method[n];
        if (c->options->stop && *c->options->stop) {
            one->status = RP_FAILED;
            snprintf(one->reason, sizeof one->reason, "stopped before its turn");
            continue;
        }
        one->status = run_one(c, one, &err);
        if (one->status) rp_error_text(&err, one->reason, sizeof one->reason);
        read_back(c, n);
        if (c->options->ran) c->options->ran(c->options->context, one);
    }
}

static int drawn_count(const rp_comparison *x, int complete)
{
    int count = 0;
    for (int n = 0; n < x->count; n++) count += x->method[n].drawn && (x->method[n].complete || !complete);
    return count;
}

/* ---- which columns ---- */

/* The largest value of a column, of all runs, in magnitude. */
static double largest(const compare *c, const char *name, const char **unit)
{
    double most = 0;
    for (int n = 0; n < c->result->count; n++) {
        int k = c->series[n] ? rp_series_table_find(c->series[n], name) : -1;
        if (k >= 0) *unit = c->series[n]->unit[k];
        for (size_t row = 0; k >= 0 && row < c->series[n]->rows; row++) {
            double v = fabs(rp_series_table_column(c->series[n], k)[row]);
            if (isfinite(v)) most = fmax(most, v);
        }
    }
    return most;
}

static const char *const usual[] = {"kinetic",      "rotational",   "dissipated_normal", "dissipated_tangential",
                                    "gravity_work", "coordination", "max_speed",         "granular_temperature"};
enum { USUAL = sizeof usual / sizeof *usual };

/* More than the rounding of columns with the same unit. */
static int says_something(const compare *c, const char *name)
{
    const char *unit = "", *other = "";
    double own = largest(c, name, &unit), most = 0;
    for (int n = 0; n < USUAL; n++) {
        double v = largest(c, usual[n], &other);
        if (strcmp(unit, other) == 0) most = fmax(most, v);
    }
    return own > 1e-9 * most;
}

static void add_column(compare *c, const char *name)
{
    rp_comparison *x = c->result;
    int at = x->column_count++;
    snprintf(x->column[at], sizeof x->column[at], "%s", name);
    for (int n = x->count - 1; n >= 0; n--) {
        int k = c->series[n] ? rp_series_table_find(c->series[n], name) : -1;
        if (k >= 0) snprintf(x->unit[at], sizeof x->unit[at], "%s", c->series[n]->unit[k]);
    }
}

static rp_status choose_columns(compare *c)
{
    const rp_compare_options *o = c->options;
    if (o->column_count > RP_COMPARE_COLUMNS)
        return rp_error_set(c->err, RP_INPUT, "%d columns are too many for one plot: at most %d", o->column_count,
                            RP_COMPARE_COLUMNS);
    for (int n = 0; n < o->column_count; n++) {
        int unused, known = 0, first = 0;
        for (int k = c->result->count - 1; k >= 0; k--)
            if (c->series[k]) {
                first = k;
                known |= rp_series_table_find(c->series[k], o->columns[n]) >= 0;
            }

        if (!known) return rp_series_table_need(c->series[first], o->columns[n], &unused, c->err);
        add_column(c, o->columns[n]);
    }
    for (int n = 0; n < USUAL && o->column_count == 0 && c->result->column_count < RP_COMPARE_COLUMNS; n++)
        if (says_something(c, usual[n])) add_column(c, usual[n]);
    if (c->result->column_count == 0) add_column(c, "kinetic"); /* nothing moves at all: say so */
    return RP_OK;
}

/* ---- numbers ---- */

/* y at time t, linear between rows; NaN outside. *row only grows: times ask in order. */
static double at_time(const rp_series_table *s, int column, double t, size_t *row)
{
    const double *time = rp_series_table_column(s, rp_series_table_find(s, "time")),
                 *y = rp_series_table_column(s, column);
    while (*row + 1 < s->rows && time[*row + 1] < t) (*row)++;
    if (t == time[*row]) return y[*row];
    if (*row + 1 == s->rows || t < time[*row]) return NAN;
    double share = (t - time[*row]) / (time[*row + 1] - time[*row]);
    return (1 - share) * y[*row] + share * y[*row + 1];
}

static double difference(const rp_series_table *s, const rp_series_table *first, const char *name)
{
    int k = rp_series_table_find(s, name), ref = rp_series_table_find(first, name);
    if (k < 0 || ref < 0) return NAN;
    const double *time = rp_series_table_column(first, rp_series_table_find(first, "time")),
                 *y = rp_series_table_column(first, ref);
    double sum = 0, most = 0;
    size_t row = 0, count = 0;
    for (size_t n = 0; n < first->rows; n++) {
        double d = at_time(s, k, time[n], &row) - y[n];
        if (isfinite(y[n])) most = fmax(most, fabs(y[n]));
        if (isfinite(d)) {
            sum += d * d;
            count++;
        }
    }
    return count == 0 || (most == 0 && sum > 0) ? NAN : sum > 0 ? sqrt(sum / (double)count) / most : 0;
}

static void take_numbers(compare *c)
{
    rp_comparison *x = c->result;
    const rp_series_table *first = NULL;
    for (int n = 0; n < x->count; n++) {
        const rp_series_table *s = c->series[n];
        const int complete = x->method[n].complete;
        if (!s) continue;
        if (!first && complete) first = s;
        for (int k = 0; k < x->column_count; k++) {
            int column = rp_series_table_find(s, x->column[k]);
            x->method[n].last[k] = column < 0 ? NAN : rp_series_table_column(s, column)[s->rows - 1];
            x->method[n].difference[k] = complete ? difference(s, first, x->column[k]) : NAN;
        }
    }
}

/* ---- files ---- */

static void csv_number(rp_buffer *b, int there, double value)
{
    if (there && isfinite(value)) rp_buffer_print(b, ",%.12g", value);
    else rp_buffer_print(b, ",");
}

static rp_status write_table(const compare *c)
{
    const rp_comparison *x = c->result;
    rp_buffer b;
    rp_buffer_init(&b);
    rp_buffer_print(&b, "method,outcome,time,steps,wall_clock");
    for (int k = 0; k < x->column_count; k++) rp_buffer_print(&b, ",%s,%s_difference", x->column[k], x->column[k]);
    rp_buffer_print(&b, ",reason\n# 1,1,s,1,s");
    for (int k = 0; k < x->column_count; k++) rp_buffer_print(&b, ",%s,1", x->unit[k]);
    rp_buffer_print(&b, ",1\n");
    for (int n = 0; n < x->count; n++) {
        const rp_compared *one = &x->method[n];
        int ran = one->status == RP_OK;
        rp_buffer_print(&b, "%s,%s", one->method, outcome(one));
        csv_number(&b, ran || one->drawn, ran ? one->run.time : one->reached);
        csv_number(&b, ran, (double)one->run.step);
        csv_number(&b, ran, one->run.wall_seconds);
        for (int k = 0; k < x->column_count; k++) {
            csv_number(&b, one->drawn, one->last[k]);
            csv_number(&b, one->drawn, one->difference[k]);
        }

        rp_buffer_print(&b, ",\"");
        for (const char *at = one->reason; *at; at++)
            rp_buffer_print(&b, *at == '"' ? "\"\"" : *at == '\n' ? " " : "%c", *at);
        rp_buffer_print(&b, "\"\n");
    }
    rp_status status = rp_file_write_buffer(x->table, &b, RP_FILE_DURABLE, c->err);
    rp_buffer_free(&b);
    return status;
}

static rp_status draw(const compare *c)
{
    const rp_comparison *x = c->result;
    char path[RP_COMPARE_METHODS][1100];
    const char *directory[RP_COMPARE_METHODS], *label[RP_COMPARE_METHODS], *column[RP_COMPARE_COLUMNS];
    int count = 0;
    for (int n = 0; n < x->count; n++) {
        if (!x->method[n].drawn) continue;
        snprintf(path[count], sizeof path[count], "%s/%s", x->directory, x->method[n].method);
        directory[count] = path[count];
        label[count++] = x->method[n].label;
    }
    for (int k = 0; k < x->column_count; k++) column[k] = x->column[k];
    rp_picture_options picture = c->options->picture;
    if (!picture.title) picture.title = c->title;
    rp_status status = rp_picture_series_of(directory, label, count, column, x->column_count,
                                            &(rp_series_axes){.title = picture.title}, x->series, c->err);
    return status ? status : rp_picture_frames(directory, label, count, NAN, &picture, x->frames, c->err);
}

static rp_status too_few(const compare *c, int complete)
{
    const rp_comparison *x = c->result;
    int failed = 0;
    while (failed + 1 < x->count && !x->method[failed].reason[0]) failed++;
    rp_status status = x->method[failed].status ? x->method[failed].status : RP_INPUT;
    return rp_error_set(c->err, status, "nothing to compare: %s of %d methods came to the end; %s: %.200s",
                        complete ? "one" : "none", x->count, x->method[failed].method, x->method[failed].reason);
}

static rp_status conclude(compare *c)
{
    const int complete = drawn_count(c->result, 1);
    if (drawn_count(c->result, 0) == 0) return too_few(c, 0);
    rp_status status = choose_columns(c);
    if (!status) take_numbers(c);
    if (!status) status = write_table(c);
    if (!status) status = draw(c);
    return status || complete > 1 ? status : too_few(c, complete);
}

static rp_status compare_all(compare *c)
{
    rp_status status = choose_methods(c);
    if (!status) status = check_overrides(c);
    if (!status) status = choose_directory(c);
    if (status) return status;
    run_all(c);
    status = conclude(c);
    for (int n = 0; n < c->result->count; n++) rp_series_table_destroy(c->series[n]);
    return status;
}

/* Overrides are written as text and read again: with a decimal point. */
rp_status rp_compare(const rp_compare_options *options, rp_comparison *result, rp_error *err)
{
    rp_error own;
    compare c = {.options = options, .result = result, .err = err ? err : &own};
    *result = (rp_comparison){0};
    rp_error_clear(c.err);
    if (!rp_file_exists(options->scene)) return rp_error_set(c.err, RP_INPUT, "there is no scene '%s'", options->scene);
    locale_t host = uselocale(rp_locale_c());
    rp_status status = compare_all(&c);
    uselocale(host);
    return status;
}
