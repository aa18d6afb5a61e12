/* See gauss.h. */
#include "study/gauss.h"
#include <math.h>
#include <string.h>
#include "base/memory.h"

static const double lengths[] = {0.15, 0.3, 0.6, 1.2, 2.4, 4.8}; /* of a span of 1 */
static const double ratios[] = {1e-6, 1e-5, 1e-4, 1e-3, 3e-3, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 100};
enum { LENGTHS = sizeof lengths / sizeof *lengths, RATIOS = sizeof ratios / sizeof *ratios };
#define PRIOR_LENGTH 1.0 /* with a standard deviation of 1 in its logarithm */

static double correlation(const rp_gauss *g, const double *a, const double *b)
{
    double sum = 0;
    for (int k = 0; k < g->keys; k++) sum += (a[k] - b[k]) * (a[k] - b[k]) / (g->length[k] * g->length[k]);
    const double s = sqrt(5 * sum);
    return (1 + s + s * s / 3) * exp(-s);
}

/* Cholesky, in place; returns the logarithm of the determinant, NaN if it fails. */
static double factorise(const rp_gauss *g)
{
    const size_t n = g->count;
    double *l = g->factor, logarithm = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++) {
            double sum = correlation(g, g->x + i * (size_t)g->keys, g->x + j * (size_t)g->keys);
            if (i == j) sum += g->ratio;
            for (size_t m = 0; m < j; m++) sum -= l[i * n + m] * l[j * n + m];
            l[i * n + j] = i == j ? sqrt(sum) : sum / l[j * n + j];
            if (i == j) logarithm += 2 * log(l[i * n + i]);
        }
    return logarithm;
}

static void forward(const rp_gauss *g, double *b)
{
    for (size_t i = 0; i < g->count; i++) {
        for (size_t m = 0; m < i; m++) b[i] -= g->factor[i * g->count + m] * b[m];
        b[i] /= g->factor[i * g->count + i];
    }
}

static void solve(const rp_gauss *g, double *b)
{
    forward(g, b);
    for (size_t i = g->count; i-- > 0;) {
        for (size_t m = i + 1; m < g->count; m++) b[i] -= g->factor[m * g->count + i] * b[m];
        b[i] /= g->factor[i * g->count + i];
    }
}

/* Everything that follows from lengths and ratio; returns the logarithm of likelihood times prior. */
static double evaluate(rp_gauss *g)
{
    const double logarithm = factorise(g), n = (double)g->count;
    double sum = 0, square = 0, prior = 0, largest = 0;
    for (size_t i = 0; i < g->count; i++) {
        g->ones[i] = 1;
        largest = fmax(largest, fabs(g->y[i]));
    }
    solve(g, g->ones);
    g->ones_sum = 0;
    for (size_t i = 0; i < g->count; i++) {
        g->ones_sum += g->ones[i];
        sum += g->ones[i] * g->y[i];
    }
    g->mean = sum / g->ones_sum;
    for (size_t i = 0; i < g->count; i++) g->weight[i] = g->y[i] - g->mean;
    solve(g, g->weight);
    for (size_t i = 0; i < g->count; i++) square += g->weight[i] * (g->y[i] - g->mean);
    g->variance = fmax(square / (n - 1), 1e-24 * largest * largest + 1e-300);
    for (int k = 0; k < g->keys; k++) prior -= 0.5 * pow(log(g->length[k] / PRIOR_LENGTH), 2);
    return prior - 0.5 * (n - 1) * log(g->variance) - 0.5 * logarithm - 0.5 * log(g->ones_sum);
}

static void choose(rp_gauss *g, int which)
{
    g->ratio = ratios[which % RATIOS];
    which /= RATIOS;
    for (int k = 0; k < g->keys; k++, which /= LENGTHS) g->length[k] = lengths[which % LENGTHS];
}

rp_status rp_gauss_fit(rp_gauss *g, int keys, size_t count, const double *x, const double *y, rp_error *err)
{
    int all = RATIOS, best = 0;
    double most = -INFINITY;
    *g = (rp_gauss){.keys = keys, .count = count, .x = x, .y = y};
    g->factor = rp_memory_alloc(count * (count + 2), sizeof *g->factor);
    if (!g->factor) return rp_memory_error(err, count * (count + 2) * sizeof *g->factor, "the model of a calibration");
    g->weight = g->factor + count * count;
    g->ones = g->weight + count;
    for (int k = 0; k < keys; k++) all *= LENGTHS;
    for (int n = 0; n < all; n++) {
        choose(g, n);
        const double likelihood = evaluate(g);
        if (!(likelihood > most)) continue;
        most = likelihood;
        best = n;
    }
    choose(g, best);
    evaluate(g);
    g->noise = sqrt(g->ratio * g->variance);
    return RP_OK;
}

void rp_gauss_free(rp_gauss *g)
{
    rp_memory_free(g->factor);
    g->factor = NULL;
}

void rp_gauss_at(const rp_gauss *g, const double *x, double *room, double *value, double *error)
{
    double lacking = 1, square = 0;
    *value = g->mean;
    for (size_t i = 0; i < g->count; i++) {
        room[i] = correlation(g, x, g->x + i * (size_t)g->keys);
        *value += room[i] * g->weight[i];
        lacking -= room[i] * g->ones[i];
    }
    forward(g, room);
    for (size_t i = 0; i < g->count; i++) square += room[i] * room[i];
    *error = sqrt(g->variance * fmax(0, 1 - square + lacking * lacking / g->ones_sum));
}
