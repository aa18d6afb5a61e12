/* See sample.h. */
#include "sample.h"
#include <math.h>

void rp_sample_add(rp_sample *s, double value)
{
    s->count++;
    s->sum += value;
    s->square += value * value;
}

double rp_sample_mean(const rp_sample *s) { return s->sum / s->count; }

double rp_sample_deviation(const rp_sample *s)
{
    double mean = rp_sample_mean(s);
    return sqrt(fmax(0, s->square / s->count - mean * mean) * s->count / (s->count - 1));
}

double rp_sample_error(const rp_sample *s) { return rp_sample_deviation(s) / sqrt(s->count); }
