/* See table.h. */
#include "study/table.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/file.h"
#include "base/locale.h"
#include "base/memory.h"
#include "study/study.h"

/* The next cell, ended by 0 in place, quotes resolved; *last: a line ends with it. Returns where the next one begins.
 * A cell ends at a comma, a line end or the end of the text alone: there are no more than most_cells counts. */
static char *next_cell(char *at, const char **cell, int *last)
{
    char *to = at;
    int quoted = *at == '"';
    *cell = at;
    for (at += quoted; *at; at++) {
        if (quoted && at[0] == '"' && at[1] == '"') at++;
        else if (quoted && *at == '"') {
            quoted = 0;
            continue;
        } else if (!quoted && (*at == ',' || *at == '\n')) break;
        *to++ = *at;
    }
    const char end = *at;
    *to = 0;
    *last = end != ',';
    return end ? at + 1 : at;
}

static size_t most_cells(const char *text)
{
    size_t count = 1;
    for (; *text; text++) count += *text == ',' || *text == '\n';
    return count;
}

static rp_status parse(rp_study_table *t, const char *path, rp_error *err)
{
    const size_t most = most_cells(t->text);
    size_t count = 0;
    int last, whole = 1;
    t->name = rp_memory_alloc(most, sizeof *t->name);
    if (!t->name) return rp_memory_error(err, most * sizeof *t->name, "the table of a study");
    for (char *at = t->text; *at;) {
        at = next_cell(at, &t->name[count++], &last);
        if (last && !t->columns) t->columns = (int)count;
        if (last) whole &= count % (size_t)t->columns == 0;
    }
    if (whole && t->columns)
        while (t->keys + 1 < t->columns && strcmp(t->name[t->keys + 1], "seed") != 0) t->keys++;
    if (!whole || t->keys + 4 > t->columns || count < 3 * (size_t)t->columns) /* job, keys, seed, ..., status, reason */
        return rp_error_set(err, RP_INPUT, "'%s' is no table of a study, or has no rows yet", path);
    t->unit = t->name + t->columns;
    t->cell = t->unit + t->columns;
    t->rows = count / (size_t)t->columns - 2;
    return RP_OK;
}

rp_status rp_study_table_read(const char *directory, rp_study_table *t, rp_error *err)
{
    char path[1200];
    size_t size;
    *t = (rp_study_table){0};
    snprintf(path, sizeof path, "%s/" RP_STUDY_TABLE, directory);
    rp_status status = rp_file_read(path, 0, &t->text, &size, err);
    return status ? status : parse(t, path, err);
}

void rp_study_table_free(rp_study_table *t)
{
    rp_memory_free(t->name);
    rp_memory_free(t->text);
}

rp_status rp_study_table_find(const rp_study_table *t, const char *name, int *column, rp_error *err)
{
    char mean[RP_STUDY_NAME + 8];
    snprintf(mean, sizeof mean, "%s_mean", name);
    for (int pass = 0; pass < 2; pass++)
        for (*column = 0; *column < t->columns; ++*column)
            if (strcmp(t->name[*column], pass ? mean : name) == 0) return RP_OK;
    rp_error_set(err, RP_INPUT, "study.csv has no column '%s'", name);
    rp_error_nearest(err, name, t->name, t->columns);
    return RP_INPUT;
}

double rp_study_table_number(const rp_study_table *t, size_t row, int column)
{
    const char *text = rp_study_table_cell(t, row, column);
    char *end;
    const double value = rp_locale_number(text, &end);
    return end == text || *end ? NAN : value;
}
