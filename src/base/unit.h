/* Units of columns: powers of metre, kilogram, second and degree, with the text that they are written as.
 *
 * Texts are those of tables of measures: "1", "m/s", "N m", "kg/m^3"; a radian is 1, a degree a unit of its own. What
 * stands behind a "/" is divided by, up to the next one: "J/kg/s". */
#ifndef RP_BASE_UNIT_H
#define RP_BASE_UNIT_H

#include "repose/status.h"

enum { RP_UNIT_BASES = 4, RP_UNIT_TEXT = 64 };

typedef struct rp_unit {
    double power[RP_UNIT_BASES]; /* m, kg, s, degree */
    char text[RP_UNIT_TEXT];
} rp_unit;

rp_unit rp_unit_one(void);                                               /* "1" */
rp_status rp_unit_read(const char *text, rp_unit *unit, rp_error *err);  /* "" is "1"; RP_INPUT: not a unit */
int rp_unit_same(const rp_unit *a, const rp_unit *b);                    /* 1: numbers of both can be added */
int rp_unit_plain(const rp_unit *unit);                                  /* 1: a number without a unit */
rp_unit rp_unit_times(const rp_unit *a, const rp_unit *b, double power); /* a b^power; text as short as it can be */

#endif
