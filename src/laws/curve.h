/* A quantity that depends on speed, by a formula or a table: friction mu(|gt|), restitution eps(|gn|).
 *
 *   exponential   y = end + (start - end) exp(-v / speed)     from `start` at rest to `end` at high speed
 *   table         piecewise linear, constant outside
 *
 * In plain arithmetic and inline: kernels evaluate it for a block, and every instruction set gives the same bits.
 */
#ifndef RP_LAWS_CURVE_H
#define RP_LAWS_CURVE_H

#include <math.h>
#include "repose/law.h"
#include "laws/plain.h"

#define RP_CURVE_MAX 32

typedef enum rp_curve_kind { RP_CURVE_NONE, RP_CURVE_EXPONENTIAL, RP_CURVE_TABLE } rp_curve_kind;

typedef struct rp_curve {
    rp_curve_kind kind;
    double start, end;
    double speed;            /* exponential, m/s */
    int count;               /* table rows */
    double at[RP_CURVE_MAX]; /* m/s, strictly increasing */
    double value[RP_CURVE_MAX];
} rp_curve;

static inline void rp_curve_fill(const rp_curve *curve, const double *speed, double *y, int count)
{
    switch (curve->kind) {
    case RP_CURVE_NONE: break;
    case RP_CURVE_EXPONENTIAL:
        for (int c = 0; c < count; c++) {
            double x = speed[c] / curve->speed;
            y[c] = curve->end + (curve->start - curve->end) * rp_plain_exp(-(x < 700 ? x : 700));
        }
        break;
    case RP_CURVE_TABLE:
        for (int c = 0; c < count; c++) y[c] = curve->value[0];
        for (int n = 1; n < curve->count; n++) {
            double from = curve->at[n - 1], length = curve->at[n] - from,
                   slope = (curve->value[n] - curve->value[n - 1]) / length;
            for (int c = 0; c < count; c++) {
                double x = speed[c] - from;
                x = x > 0 ? x : 0.0;
                y[c] += slope * (x < length ? x : length);
            }
        }
        break;
    }
}

static inline double rp_curve_value(const rp_curve *curve, double speed)
{
    double y = NAN;
    rp_curve_fill(curve, &speed, &y, 1);
    return y;
}

/* Its derivative; at a kink that of the side of higher speeds. */
static inline double rp_curve_slope(const rp_curve *curve, double speed)
{
    double x = speed / curve->speed;
    switch (curve->kind) {
    case RP_CURVE_NONE: break;
    case RP_CURVE_EXPONENTIAL: return (curve->end - curve->start) / curve->speed * rp_plain_exp(-(x < 700 ? x : 700));
    case RP_CURVE_TABLE:
        for (int n = 1; n < curve->count; n++)
            if (speed >= curve->at[n - 1] && speed < curve->at[n])
                return (curve->value[n] - curve->value[n - 1]) / (curve->at[n] - curve->at[n - 1]);
    }
    return 0;
}

/* Sliding friction of a block from its slip; a curve of kind none leaves it alone. */
static inline void rp_curve_friction(const rp_curve *curve, rp_block *b)
{
    double speed[RP_BLOCK];
    if (curve->kind == RP_CURVE_NONE) return;
    for (int c = 0; c < RP_BLOCK; c++) speed[c] = sqrt(b->tx[c] * b->tx[c] + b->ty[c] * b->ty[c] + b->tz[c] * b->tz[c]);
    rp_curve_fill(curve, speed, b->mu, RP_BLOCK);
}

#endif
