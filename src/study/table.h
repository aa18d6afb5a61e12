/* study.csv, read back: cells as text, quotes resolved. Room-internal. */
#ifndef RP_STUDY_TABLE_H
#define RP_STUDY_TABLE_H

#include <stddef.h>
#include "repose/status.h"

typedef struct rp_study_table {
    char *text;        /* owned: the file; cells point into it */
    const char **name; /* owned; names, units, then cells row by row */
    const char **unit; /* not owned, as the cells */
    const char **cell;
    int columns, keys; /* keys: columns 1 to keys are keys of the scene */
    size_t rows;
} rp_study_table;

rp_status rp_study_table_read(const char *directory, rp_study_table *t, rp_error *err);
void rp_study_table_free(rp_study_table *t);
/* A column by its name; of a mean also without "_mean". RP_INPUT with the nearest name. */
rp_status rp_study_table_find(const rp_study_table *t, const char *name, int *column, rp_error *err);
double rp_study_table_number(const rp_study_table *t, size_t row, int column); /* NaN: none */
static inline const char *rp_study_table_cell(const rp_study_table *t, size_t row, int column)
{
    return t->cell[row * (size_t)t->columns + (size_t)column];
}

#endif
