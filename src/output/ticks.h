/* Where an axis is marked, and what the marks say. */
#ifndef RP_OUTPUT_TICKS_H
#define RP_OUTPUT_TICKS_H

enum { RP_TICKS_MAX = 24, RP_TICKS_MINOR_MAX = 256, RP_TICKS_TEXT = 24 };

typedef struct rp_ticks {
    int count, minor_count;
    double at[RP_TICKS_MAX], minor[RP_TICKS_MINOR_MAX]; /* values */
    char label[RP_TICKS_MAX][RP_TICKS_TEXT];            /* UTF-8; may be empty */
    int exponent; /* the labels are to be multiplied by 10^exponent (linear only) */
} rp_ticks;

/* Round values (1, 2 or 5 times a power of ten apart) inside [low, high], about `wanted` of them. */
void rp_ticks_linear(rp_ticks *t, double low, double high, int wanted);
/* Powers of ten, all or every few, with 2..9 between them as minor marks; both limits > 0. */
void rp_ticks_log(rp_ticks *t, double low, double high, int wanted);

double rp_ticks_round_down(double x);                    /* the largest 1, 2 or 5 times a power of ten that is <= x */
void rp_ticks_power(char *text, int room, int exponent); /* "10⁻³" */

#endif
