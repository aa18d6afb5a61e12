/* A table of numbers that a run has written, read back: series.csv, profile-NAME.csv, forces.csv.
 *
 * The file: names in the first line, units in the second ("# s,J,..."), then numbers. A last line without its end is
 * still being written and left out. */
#ifndef RP_OUTPUT_SERIES_TABLE_H
#define RP_OUTPUT_SERIES_TABLE_H

#include <stddef.h>
#include "repose/status.h"

enum { RP_SERIES_COLUMNS = 2048, RP_SERIES_NAME = 64 };

typedef struct rp_series_table {
    char file[128]; /* its name, without directories */
    int columns;
    char name[RP_SERIES_COLUMNS][RP_SERIES_NAME], unit[RP_SERIES_COLUMNS][RP_SERIES_NAME];
    size_t rows;
    double *value; /* owned, column by column */
} rp_series_table;

/* RP_INPUT if there is no such file or no row in it. *table is to be destroyed by the caller; NULL after an error. */
rp_status rp_series_table_load(const char *directory, rp_series_table **table, rp_error *err); /* series.csv */
rp_status rp_series_table_read(const char *directory, const char *file, rp_series_table **table, rp_error *err);
void rp_series_table_destroy(rp_series_table *table); /* NULL is allowed */

int rp_series_table_find(const rp_series_table *table, const char *name); /* -1: none */
rp_status rp_series_table_need(const rp_series_table *table, const char *name, int *column,
                               rp_error *err); /* RP_INPUT with the nearest name */
/* The same, or an expression of columns (base/expression.h: "stress_yy - stress_xx"), which becomes a column of the
 * table. */
rp_status rp_series_table_choose(rp_series_table *table, const char *text, int *column, rp_error *err);
/* "granular temperature (m²/s²)": for an axis; a unit of 1 or none is left out. */
void rp_series_table_label(char *label, size_t room, const char *name, const char *unit);
static inline const double *rp_series_table_column(const rp_series_table *table, int column)
{
    return table->value + (size_t)column * table->rows;
}

#endif
