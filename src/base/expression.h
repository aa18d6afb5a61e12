/* Numbers that follow from columns: "(stress_yy - stress_xx) / pressure", with the unit of the result.
 *
 *     sum      term + term - term        both have one unit
 *     product  power * power / power
 *     power    value ^ power, - value    an exponent has no unit; that of a value with a unit is a constant
 *     value    number, number[unit], name, 'name', function(sum, ...), (sum)
 *
 * Names are letters, digits, _ and dots, as lid.fy; others stand in quotes ('left-wall.fx'). Functions: sqrt abs min
 * max keep or halve the unit; exp log sin cos tan atan take and give numbers without one (angles in radians). A text
 * becomes a list of steps for a machine with a stack. */
#ifndef RP_BASE_EXPRESSION_H
#define RP_BASE_EXPRESSION_H

#include <stddef.h>
#include "base/unit.h"

enum { RP_EXPRESSION_STEPS = 128, RP_EXPRESSION_TEXT = 512 };

typedef struct rp_expression {
    rp_unit unit; /* of its value */
    int count;
    struct rp_expression_step {
        int kind;
        int variable;
        double number;
    } step[RP_EXPRESSION_STEPS];
} rp_expression;

/* Who knows the names: the number of a name and its unit; not RP_OK, with an error, if there is none. */
typedef struct rp_expression_names {
    void *context;
    rp_status (*find)(void *context, const char *name, int *variable, const char **unit, rp_error *err);
} rp_expression_names;

/* RP_INPUT: what is wrong, and where in the text; errors of `find` as they are. */
rp_status rp_expression_read(const char *text, const rp_expression_names *names, rp_expression *e, rp_error *err);
/* Of variables by their numbers: number v is value[v * stride]. */
double rp_expression_value(const rp_expression *e, const double *value, size_t stride);

#endif
