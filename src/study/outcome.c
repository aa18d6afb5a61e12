/* From the files of a job's run to its row of the table, and back. See study.h. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/file.h"
#include "base/locale.h"
#include "base/memory.h"
#include "output/series_table.h"
#include "study/study.h"

/* Rows of a series follow one another too closely to be independent: the error of their mean comes from the means of
 * this many blocks of the window. Neighbouring blocks still have a correlation r unless they are many correlation times
 * long. As if blocks further apart had r^2, r^3, ... (which is so for a decay in time), the variance of the mean is
 * (1 + r) / (1 - r) times that of independent blocks. r is estimated from the blocks, too: with a bias of 1 / blocks,
 * which is taken off, and not below 0, since a few blocks show anticorrelation by chance. */
enum { BLOCKS = 10 };
#define CORRELATION_MOST 0.9

static const char *const names[] = {"left", "done", "refused", "failed", "crashed"};

const char *rp_study_outcome_name(rp_study_outcome outcome) { return names[outcome]; }

/* ---- numbers ---- */

static double mean_of(const double *y, size_t first, size_t last)
{
    double sum = 0;
    for (size_t n = first; n < last; n++) sum += y[n];
    return sum / (double)(last - first);
}

double rp_study_mean_error(const double *y, size_t rows)
{
    const size_t blocks = rows < BLOCKS ? rows : BLOCKS;
    const double mean = rows ? mean_of(y, 0, rows) : 0, bias = 1 / fmax(1, (double)blocks);
    double sum = 0, product = 0, before = 0;
    if (blocks < 2) return NAN;
    for (size_t k = 0; k < blocks; k++) {
        const double off = mean_of(y, k * rows / blocks, (k + 1) * rows / blocks) - mean;
        sum += off * off;
        product += off * before;
        before = off;
    }
    const double found = sum > 0 ? (product / sum + bias) / (1 - bias) : 0;
    const double r = fmax(0, fmin(CORRELATION_MOST, found));
    return sqrt(sum / (double)(blocks * (blocks - 1)) * (1 + r) / (1 - r));
}

static rp_status take(const rp_series_table *s, const rp_study_measure *m, double *value, double *error, rp_error *err)
{
    int column, clock;
    rp_status status = rp_series_table_need(s, m->name, &column, err);
    if (!status) status = rp_series_table_need(s, "time", &clock, err);
    if (status) return status;
    const double *time = rp_series_table_column(s, clock), *y = rp_series_table_column(s, column);
    size_t first = 0, last = s->rows;
    *value = y[s->rows - 1];
    if (!m->mean) return RP_OK;
    while (first < last && time[first] < m->from) first++;
    while (last > first && time[last - 1] > m->to) last--;
    if (first == last)
        return rp_error_set(err, RP_FAILED, "no row of series.csv lies in the window of '%s': the run ended at %g s",
                            m->name, time[s->rows - 1]);
    *value = mean_of(y, first, last);
    *error = rp_study_mean_error(y + first, last - first);
    return RP_OK;
}

rp_status rp_study_row_take(const rp_study_plan *plan, const char *run, rp_study_row *row, rp_error *err)
{
    rp_series_table *s;
    rp_status status = rp_series_table_load(run, &s, err);
    for (int n = 0; n < plan->measure_count && !status; n++)
        status = take(s, &plan->measure[n], &row->value[n], &row->error[n], err);
    rp_series_table_destroy(s);
    return status;
}

/* ---- text ---- */

void rp_study_cell(rp_buffer *b, const char *text)
{
    if (!strpbrk(text, ",\"\n\r")) {
        rp_buffer_print(b, "%s", text);
        return;
    }
    rp_buffer_print(b, "\"");
    for (; *text; text++) {
        if (*text == '"') rp_buffer_print(b, "\"\"");
        else rp_buffer_print(b, "%c", *text == '\n' || *text == '\r' ? ' ' : *text);
    }
    rp_buffer_print(b, "\"");
}

static void number_cell(rp_buffer *b, double value)
{
    if (isfinite(value)) rp_buffer_print(b, "%.12g,", value);
    else rp_buffer_print(b, ",");
}

void rp_study_row_print(const rp_study_plan *plan, const rp_study_row *row, rp_buffer *b)
{
    const int there = row->outcome == RP_STUDY_DONE;
    for (int n = 0; n < plan->measure_count; n++) {
        number_cell(b, there ? row->value[n] : NAN);
        if (plan->measure[n].mean) number_cell(b, there ? row->error[n] : NAN);
    }
    rp_buffer_print(b, "%s,", names[row->outcome]);
    rp_study_cell(b, row->reason);
    rp_buffer_print(b, "\n");
}

rp_status rp_study_row_write(const rp_study_plan *plan, const char *path, const rp_study_row *row, rp_error *err)
{
    rp_buffer b;
    rp_buffer_init(&b);
    rp_study_row_print(plan, row, &b);
    rp_buffer_print(&b, "%.3f\n", row->wall);
    rp_status status = rp_file_write_buffer(path, &b, RP_FILE_DURABLE, err);
    rp_buffer_free(&b);
    return status;
}

static const char *read_cell(const char *at, double *value)
{
    char *end;
    *value = rp_locale_number(at, &end);
    if (end == at) *value = NAN;
    return *end == ',' ? end + 1 : end;
}

static const char *read_reason(const char *at, char *reason, size_t room)
{
    const int quoted = *at == '"';
    size_t used = 0;
    for (at += quoted; *at && *at != '\n'; at++) {
        if (quoted && *at == '"' && *++at != '"') break;
        if (used + 1 < room) reason[used++] = *at;
    }
    reason[used] = 0;
    return at + strcspn(at, "\n");
}

static rp_status parse(const rp_study_plan *plan, const char *at, rp_study_row *row, const char *path, rp_error *err)
{
    for (int n = 0; n < plan->measure_count; n++) {
        at = read_cell(at, &row->value[n]);
        if (plan->measure[n].mean) at = read_cell(at, &row->error[n]);
    }
    const size_t length = strcspn(at, ",");
    for (rp_study_outcome k = RP_STUDY_DONE; k <= RP_STUDY_CRASHED; k++)
        if (strlen(names[k]) == length && strncmp(at, names[k], length) == 0) row->outcome = k;
    if (row->outcome == RP_STUDY_LEFT || at[length] != ',')
        return rp_error_set(err, RP_INPUT, "'%s' is no row of this study: remove the file, and the job runs again",
                            path);
    at = read_reason(at + length + 1, row->reason, sizeof row->reason);
    row->wall = rp_locale_number(at, NULL);
    return RP_OK;
}

rp_status rp_study_row_read(const rp_study_plan *plan, const char *path, rp_study_row *row, rp_error *err)
{
    char *text;
    size_t size;
    *row = (rp_study_row){.outcome = RP_STUDY_LEFT};
    if (!rp_file_exists(path)) return RP_OK;
    rp_status status = rp_file_read(path, 0, &text, &size, err);
    if (status) return status;
    status = parse(plan, text, row, path, err);
    rp_memory_free(text);
    return status;
}
