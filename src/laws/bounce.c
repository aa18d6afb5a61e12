/* See repose/bounce.h. */
#include "repose/bounce.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "base/random.h"

rp_status rp_bounce_analyse(const double *time, size_t count, double gravity, double *speed, double *eps, rp_error *err)
{
    if (!(gravity > 0 && isfinite(gravity)))
        return rp_error_set(err, RP_INPUT, "gravity is %g m/s^2, and must be above 0", gravity);
    if (count < 3)
        return rp_error_set(err, RP_INPUT, "%zu times of impact are too few: three give one coefficient", count);
    for (size_t n = 1; n < count; n++)
        if (!(time[n] > time[n - 1]))
            return rp_error_set(err, RP_INPUT, "time %zu, %.9g s, is not after the one before it, %.9g s", n + 1,
                                time[n], time[n - 1]);
    for (size_t n = 1; n + 1 < count; n++) {
        speed[n - 1] = 0.5 * gravity * (time[n] - time[n - 1]);
        eps[n - 1] = (time[n + 1] - time[n]) / (time[n] - time[n - 1]);
    }
    return RP_OK;
}

size_t rp_bounce_times(double v, double gravity, double least, double (*eps)(void *context, double speed),
                       void *context, double *time, size_t count)
{
    double t = 0;
    size_t n = 0;
    for (; n < count && v >= least; n++) {
        time[n] = t;
        v *= eps(context, v);
        t += 2 * v / gravity;
    }
    return n;
}

double rp_fluctuation_draw(const rp_fluctuation *f, uint64_t seed, uint64_t id, uint64_t step)
{
    rp_random r = rp_random_stream(seed, RP_RANDOM_RESTITUTION, id, step);
    for (;;) {
        int low = rp_random_uniform(&r) * (f->below + f->above) < f->below;
        double away = -log1p(-rp_random_uniform(&r));
        double eps = low ? f->peak - f->below * away : f->peak + f->above * away;
        if (eps >= 0) return eps;
    }
}

double rp_fluctuation_table_draw(const rp_fluctuation_table *t, double speed, uint64_t seed, uint64_t id, uint64_t step)
{
    rp_random r = rp_random_stream(seed, RP_RANDOM_RESTITUTION, id, step);
    int bin = 0;
    while (bin + 1 < t->bins && speed >= t->edge[bin + 1]) bin++;
    return t->value[(size_t)bin * (size_t)t->samples + rp_random_below(&r, (uint64_t)t->samples)];
}

static int rising(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

typedef struct impact {
    double speed, eps;
} impact;

static int faster(const void *a, const void *b)
{
    return rising(&((const impact *)a)->speed, &((const impact *)b)->speed);
}

rp_status rp_fluctuation_table_make(const double *speed, const double *eps, size_t count, int bins, int samples,
                                    double *edge, double *value, rp_error *err)
{
    if (bins < 1 || samples < 1 || count < (size_t)bins * (size_t)samples)
        return rp_error_set(err, RP_INPUT, "%zu impacts are too few for %d ranges of speed with %d values each", count,
                            bins, samples);
    impact *all = rp_memory_alloc(count, sizeof *all);
    double *one = rp_memory_alloc(count, sizeof *one);
    rp_status status = all && one ? RP_OK : rp_memory_error(err, count * sizeof *all, "a table of restitution");
    for (size_t n = 0; n < count && !status; n++) all[n] = (impact){speed[n], eps[n]};
    if (!status) qsort(all, count, sizeof *all, faster);
    for (int k = 0; k < bins && !status; k++) {
        const size_t first = count * (size_t)k / (size_t)bins, last = count * (size_t)(k + 1) / (size_t)bins;
        edge[k] = k ? 0.5 * (all[first - 1].speed + all[first].speed) : all[0].speed;
        if (k && !(edge[k] > edge[k - 1]))
            status = rp_error_set(err, RP_INPUT, "too many impacts at %.9g m/s for %d ranges of speed", edge[k], bins);
        for (size_t n = first; n < last; n++) one[n - first] = all[n].eps;
        qsort(one, last - first, sizeof *one, rising);
        for (int s = 0; s < samples; s++)
            value[k * samples + s] = one[(size_t)(((double)s + 0.5) / samples * (double)(last - first))];
    }
    if (!status) edge[bins] = all[count - 1].speed;
    rp_memory_free(all);
    rp_memory_free(one);
    return status;
}

/* With n values of total distances S below and T above the peak, the likelihood is greatest for a = (S + sqrt(S T))/n,
 * b = (T + sqrt(S T))/n and is then -n ln(a + b) - n: the peak that makes sqrt(S) + sqrt(T) least. S and T change
 * linearly between values, so it is one of them. */
rp_status rp_fluctuation_fit(const double *value, size_t count, rp_fluctuation *f, rp_error *err)
{
    if (count < 4) return rp_error_set(err, RP_INPUT, "%zu values are too few for a fit", count);
    double *v = rp_memory_alloc(count, sizeof *v), S = 0, T = 0, best = INFINITY;
    if (!v) return rp_memory_error(err, count * sizeof *v, "a fit");
    memcpy(v, value, count * sizeof *v);
    qsort(v, count, sizeof *v, rising);
    for (size_t n = 0; n < count; n++) T += v[n] - v[0];
    for (size_t n = 0; n < count; n++) {
        double step = n ? v[n] - v[n - 1] : 0;
        S += step * (double)n;
        T -= step * (double)(count - n);
        double sum = sqrt(fmax(S, 0)) + sqrt(fmax(T, 0));
        if (n == 0 || n + 1 == count || sum >= best) continue;
        best = sum;
        double mixed = sqrt(fmax(S * T, 0));
        *f = (rp_fluctuation){v[n], (S + mixed) / (double)count, (T + mixed) / (double)count};
    }
    rp_memory_free(v);
    return RP_OK;
}
