/* See sample.h. */
#include "sample.h"
#include <math.h>

void rp_sample_add(rp_sample *s, double value)
{
    s->count++;
    s->sum += value;
    s->square += value * value;
}

rp_sample rp_sample_between(const double *place, const double *value, size_t count, double from, double to)
{
    rp_sample s = {0};
    for (size_t n = 0; n < count; n++)
        if (place[n] >= from && place[n] < to) rp_sample_add(&s, value[n]);
    return s;
}

double rp_sample_mean(const rp_sample *s) { return s->sum / s->count; }

double rp_sample_deviation(const rp_sample *s)
{
    double mean = rp_sample_mean(s);
    return sqrt(fmax(0, s->square / s->count - mean * mean) * s->count / (s->count - 1));
}

double rp_sample_error(const rp_sample *s) { return rp_sample_deviation(s) / sqrt(s->count); }
