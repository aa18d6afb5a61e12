/* A run's series.csv read back.
 *
 * The file: names in the first line, units in the second ("# s,J,..."), then numbers. A last line without its end is still
 * being written and left out. */
#ifndef RP_OUTPUT_SERIES_TABLE_H
#define RP_OUTPUT_SERIES_TABLE_H

#include <stddef.h>
#include "repose/status.h"

enum { RP_SERIES_COLUMNS = 256, RP_SERIES_NAME = 64 };

typedef struct rp_series_table {
    int columns;
    char name[RP_SERIES_COLUMNS][RP_SERIES_NAME], unit[RP_SERIES_COLUMNS][RP_SERIES_NAME];
    size_t rows;
    double *value; /* owned, column by column */
} rp_series_table;

/* RP_INPUT if there is no such file or no row in it. *table is to be destroyed by the caller; NULL after an error. */
rp_status rp_series_table_load(const char *directory, rp_series_table **table, rp_error *err);
void rp_series_table_destroy(rp_series_table *table); /* NULL is allowed */

int rp_series_table_find(const rp_series_table *table, const char *name);                                         /* -1: none */
rp_status rp_series_table_need(const rp_series_table *table, const char *name, int *column, rp_error *err); /* RP_INPUT with the nearest name */
static inline const double *rp_series_table_column(const rp_series_table *table, int column) { return table->value + (size_t)column * table->rows; }

#endif
