/* Columns of series.csv that follow from others: output.series.derived. See base/expression.h for the expressions.
 *
 * They stand behind all measures, in the order of the scene; each may use time, step, every measure and those before
 * it. Numbers of variables: 0 time, 1 step, then the measures, then the derived columns. */
#ifndef RP_OBSERVE_DERIVED_H
#define RP_OBSERVE_DERIVED_H

#include "base/expression.h"
#include "input/read.h"
#include "measure/table.h"

enum { RP_DERIVED_FIRST = 2 }; /* variables before the measures */

typedef struct rp_derived {
    int count;
    struct rp_derived_item {
        char name[RP_NAME], text[RP_EXPRESSION_TEXT];
    } * item; /* owned */
} rp_derived;

void rp_derived_read(rp_read *r, const rp_node *map, rp_derived *d);
/* Once the columns of the moment are known: names, units and the expressions themselves. */
void rp_derived_check(rp_read *r, const rp_node *map, const rp_moment *moment, const rp_derived *d);
/* Expression n with these measures as variables; e: those before it are there, this one is filled. */
rp_status rp_derived_compile(const rp_derived *d, int n, const rp_measure_column *column, int columns, rp_expression *e,
                             rp_error *err);

#endif
