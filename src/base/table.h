/* A quantity tabulated in time: piecewise linear, constant outside of its range. One to three columns. */
#ifndef RP_BASE_TABLE_H
#define RP_BASE_TABLE_H

#include "base/vec.h"

typedef struct rp_table {
    int count;     /* rows; 0: no table */
    int width;     /* columns, 1..3 */
    double *time;  /* owned, strictly increasing, s */
    double *value; /* owned, count x width, unit of the quantity */
} rp_table;

double rp_table_value(const rp_table *table, double time, int column);
rp_vec rp_table_vec(const rp_table *table, double time); /* missing columns are 0 */
void rp_table_free(rp_table *table);

#endif
