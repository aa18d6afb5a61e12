/* What a calibration has found: numbers, calibration.json, calibration.png. See calibrate.h. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/json.h"
#include "output/series_table.h"
#include "repose/plot.h"
#include "study/calibrate.h"

enum { CURVE = 101 };

/* ---- numbers ---- */

static void answer_key(const rp_calibrate_work *w, int k)
{
    const rp_study_key *key = &w->plan.key[k];
    rp_calibrated_key *to = &w->result->key[k];
    double x[RP_GAUSS_KEYS], sum = 0;
    rp_search_point(&w->search, w->search.best, x);
    snprintf(to->name, sizeof to->name, "%s", key->name);
    to->value = rp_study_key_at(key, x[k]);
    for (size_t n = 0; n < w->search.cells; n++) {
        rp_search_point(&w->search, n, x);
        sum += w->search.weight[n] * pow(rp_study_key_at(key, x[k]) - to->value, 2);
    }
    to->error = sqrt(sum);
    to->low = rp_study_key_at(key, rp_search_quantile(&w->search, k, 0.025));
    to->high = rp_study_key_at(key, rp_search_quantile(&w->search, k, 0.975));
}

void rp_answer_find(rp_calibrate_work *w)
{
    rp_calibration *result = w->result;
    result->converged = rp_search_converged(&w->search);
    result->reached = 1;
    for (int k = 0; k < w->plan.key_count; k++) answer_key(w, k);
    for (int t = 0; t < w->plan.measure_count; t++) {
        rp_calibrated_target *to = &result->target[t];
        snprintf(to->name, sizeof to->name, "%s", w->plan.measure[t].name);
        snprintf(to->unit, sizeof to->unit, "%s", w->plan.measure[t].unit);
        rp_search_model(&w->search, t, &to->model, &to->model_error);
        to->noise = w->search.model[t].noise;
        const double both = sqrt(to->error * to->error + to->model_error * to->model_error);
        result->reached &= fabs(to->model - to->measured) <= 2 * both;
    }
}

/* ---- files ---- */

static void member(rp_buffer *b, const char *name, double value, const char *after)
{
    rp_buffer_print(b, "\"%s\": ", name);
    rp_json_number(b, value);
    rp_buffer_print(b, "%s", after);
}

static void print_key(rp_buffer *b, const rp_calibrated_key *key, int last)
{
    rp_buffer_print(b, "    {\"name\": ");
    rp_json_string(b, key->name);
    rp_buffer_print(b, ", ");
    member(b, "value", key->value, ", ");
    member(b, "error", key->error, ", ");
    member(b, "low", key->low, ", ");
    member(b, "high", key->high, last ? "}\n" : "},\n");
}

static void print_target(rp_buffer *b, const rp_calibrated_target *target, int last)
{
    rp_buffer_print(b, "    {\"name\": ");
    rp_json_string(b, target->name);
    rp_buffer_print(b, ", \"unit\": ");
    rp_json_string(b, target->unit);
    rp_buffer_print(b, ", ");
    member(b, "measured", target->measured, ", ");
    member(b, "error", target->error, ", ");
    member(b, "model", target->model, ", ");
    member(b, "model_error", target->model_error, ", ");
    member(b, "noise", target->noise, last ? "}\n" : "},\n");
}

static rp_status write_numbers(const rp_calibrate_work *w)
{
    const rp_calibration *r = w->result;
    char path[1200];
    rp_buffer b;
    rp_buffer_init(&b);
    rp_buffer_print(&b,
                    "{\n  \"runs\": %d,\n  \"failed\": %d,\n  \"converged\": %s,\n  \"reached\": %s,\n  \"keys\": [\n",
                    r->runs, r->failed, r->converged ? "true" : "false", r->reached ? "true" : "false");
    for (int k = 0; k < r->key_count; k++) print_key(&b, &r->key[k], k + 1 == r->key_count);
    rp_buffer_print(&b, "  ],\n  \"targets\": [\n");
    for (int t = 0; t < r->target_count; t++) print_target(&b, &r->target[t], t + 1 == r->target_count);
    rp_buffer_print(&b, "  ]\n}\n");
    snprintf(path, sizeof path, "%s/calibration.json", r->directory);
    rp_status status = rp_file_write_buffer(path, &b, RP_FILE_DURABLE, w->err);
    rp_buffer_free(&b);
    return status;
}

/* The runs, and the model along one key through the answer. */
static void draw_panel(const rp_calibrate_work *w, rp_plot *plot, int t, int k)
{
    const rp_study_key *key = &w->plan.key[k];
    const rp_calibrated_target *target = &w->result->target[t];
    const int panel = t * w->plan.key_count + k;
    double x[RP_GAUSS_KEYS], at[CURVE], mean[CURVE], low[CURVE], high[CURVE];
    char name[200], label[200];
    rp_search_point(&w->search, w->search.best, x);
    for (int n = 0; n < CURVE; n++) {
        double error;
        x[k] = (double)n / (CURVE - 1);
        at[n] = rp_study_key_at(key, x[k]);
        rp_gauss_at(&w->search.model[t], x, w->search.room, &mean[n], &error);
        low[n] = mean[n] - 2 * error;
        high[n] = mean[n] + 2 * error;
    }
    rp_series_table_label(name, sizeof name, key->name, "");
    rp_series_table_label(label, sizeof label, target->name, target->unit);
    rp_plot_axes(plot, panel, NULL, name, label);
    rp_plot_log(plot, panel, key->logarithmic, 0);
    rp_plot_band(plot, panel, at, low, high, CURVE, &(rp_plot_style){.color = 1});
    rp_plot_curve(plot, panel, at, mean, CURVE, &(rp_plot_style){.color = 1, .label = "model, 2 standard deviations"});
    for (size_t n = 0; n < w->search.used; n++) {
        const double from = rp_study_key_at(key, w->search.x[n * (size_t)w->plan.key_count + (size_t)k]);
        const rp_plot_style style = {.marker = RP_MARKER_CIRCLE, .color = RP_PLOT_INK, .label = n ? NULL : "runs"};
        rp_plot_curve(plot, panel, &from, &w->search.y[t][n], 1, &style);
    }
    rp_plot_rule(plot, panel, 0, target->measured, "measured");
    rp_plot_rule(plot, panel, 1, w->result->key[k].value, "answer");
}

static rp_status write_picture(const rp_calibrate_work *w)
{
    const int rows = w->plan.measure_count, columns = w->plan.key_count;
    char path[1200];
    rp_plot *plot = rp_plot_create(rows, columns, 400 + 700 * columns, 200 + 500 * rows);
    for (int t = 0; t < rows; t++)
        for (int k = 0; k < columns; k++) draw_panel(w, plot, t, k);
    snprintf(path, sizeof path, "%s/calibration.png", w->result->directory);
    rp_status status = rp_plot_save(plot, path, w->err);
    rp_plot_destroy(plot);
    return status;
}

rp_status rp_answer_write(const rp_calibrate_work *w)
{
    rp_status status = write_numbers(w);
    return status ? status : write_picture(w);
}
