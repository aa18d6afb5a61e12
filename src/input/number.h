/* Numbers written by people: decimal, finite, the same in every locale. */
#ifndef RP_INPUT_NUMBER_H
#define RP_INPUT_NUMBER_H

#include <stdint.h>

typedef enum rp_number_kind {
    RP_NUMBER_NONE, /* not a number */
    RP_NUMBER_FINITE,
    RP_NUMBER_NOT_FINITE, /* NaN, infinity, or too large for a double */
    RP_NUMBER_UNIT        /* a number with something behind it that seems a unit: "5 mm" */
} rp_number_kind;

/* All of text must be the number (blanks around it are not allowed). */
rp_number_kind rp_number_parse(const char *text, double *value);

/* Whole number in decimal digits. 0: it is not one, or it does not fit. */
int rp_number_whole(const char *text, uint64_t *value);

#endif
