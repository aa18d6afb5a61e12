/* See gauss.h. */
#include "study/gauss.h"
#include <math.h>
#include "base/memory.h"

static const double lengths[] = {0.15, 0.3, 0.6, 1.2, 2.4, 4.8}; /* of a span of 1 */
static const double ratios[] = {1e-6, 1e-5, 1e-4, 1e-3, 3e-3, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 100};
enum { LENGTHS = sizeof lengths / sizeof *lengths, RATIOS = sizeof ratios / sizeof *ratios };
enum { ENTRIES_MAX = RATIOS * LENGTHS * LENGTHS * LENGTHS };
#define PRIOR_LENGTH 1.0 /* with a standard deviation of 1 in its logarithm */

static double correlation(const rp_gauss *g, const rp_gauss_member *m, const double *a, const double *b)
{
    double sum = 0;
    for (int k = 0; k < g->keys; k++) sum += (a[k] - b[k]) * (a[k] - b[k]) / (m->length[k] * m->length[k]);
    const double s = sqrt(5 * sum);
    return (1 + s + s * s / 3) * exp(-s);
}

/* Cholesky, in place, with reciprocals on the diagonal; returns the logarithm of the determinant, NaN if it fails. */
static double factorise(const rp_gauss *g, const rp_gauss_member *m)
{
    const size_t n = g->count;
    double *l = m->factor, logarithm = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++) {
            double sum = correlation(g, m, g->x + i * (size_t)g->keys, g->x + j * (size_t)g->keys);
            if (i == j) sum += m->ratio;
            for (size_t k = 0; k < j; k++) sum -= l[i * n + k] * l[j * n + k];
            l[i * n + j] = i == j ? 1 / sqrt(sum) : sum * l[j * n + j];
            if (i == j) logarithm += log(sum);
        }
    return logarithm;
}

static void forward(const rp_gauss_member *m, size_t count, double *b)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < i; k++) b[i] -= m->factor[i * count + k] * b[k];
        b[i] *= m->factor[i * count + i];
    }
}

static void solve(const rp_gauss_member *m, size_t count, double *b)
{
    forward(m, count, b);
    for (size_t i = count; i-- > 0;) {
        for (size_t k = i + 1; k < count; k++) b[i] -= m->factor[k * count + i] * b[k];
        b[i] *= m->factor[i * count + i];
    }
}

/* Everything that follows from lengths and ratio; returns the logarithm of likelihood times prior. The variance is the
 * mean over its distribution, an inverse gamma distribution: square / (n - 3). */
static double evaluate(const rp_gauss *g, rp_gauss_member *m)
{
    const double logarithm = factorise(g, m), n = (double)g->count;
    double sum = 0, square = 0, prior = 0, largest = 0;
    for (size_t i = 0; i < g->count; i++) {
        m->ones[i] = 1;
        largest = fmax(largest, fabs(g->y[i]));
    }
    solve(m, g->count, m->ones);
    m->ones_sum = 0;
    for (size_t i = 0; i < g->count; i++) {
        m->ones_sum += m->ones[i];
        sum += m->ones[i] * g->y[i];
    }
    m->mean = sum / m->ones_sum;
    for (size_t i = 0; i < g->count; i++) m->weight[i] = g->y[i] - m->mean;
    solve(m, g->count, m->weight);
    for (size_t i = 0; i < g->count; i++) square += m->weight[i] * (g->y[i] - m->mean);
    square = fmax(square, 1e-24 * largest * largest + 1e-300);
    m->variance = square / (n - 3);
    for (int k = 0; k < g->keys; k++) prior -= 0.5 * pow(log(m->length[k] / PRIOR_LENGTH), 2);
    return prior - 0.5 * (n - 1) * log(square) - 0.5 * logarithm - 0.5 * log(m->ones_sum);
}

static void choose(const rp_gauss *g, rp_gauss_member *m, int entry)
{
    m->ratio = ratios[entry % RATIOS];
    entry /= RATIOS;
    for (int k = 0; k < g->keys; k++, entry /= LENGTHS) m->length[k] = lengths[entry % LENGTHS];
}

/* ---- the table ---- */

/* The probability of each entry; returns their number. */
static int weigh(const rp_gauss *g, rp_gauss_member *m, double *probability)
{
    int entries = RATIOS;
    double most = -INFINITY, sum = 0;
    for (int k = 0; k < g->keys; k++) entries *= LENGTHS;
    for (int n = 0; n < entries; n++) {
        choose(g, m, n);
        probability[n] = evaluate(g, m);
        if (!(probability[n] > -INFINITY)) probability[n] = -INFINITY; /* the factorisation failed */
        most = fmax(most, probability[n]);
    }
    for (int n = 0; n < entries; n++) sum += probability[n] = exp(probability[n] - most);
    for (int n = 0; n < entries; n++) probability[n] /= sum;
    return entries;
}

/* A systematic sample: of equal distances along the sum of probabilities. An entry that is met several times is one
 * member with a larger share. */
static void sample(rp_gauss *g, const double *probability, int entries)
{
    const size_t size = g->count * (g->count + 2);
    double sum = 0;
    int met = 0;
    for (int n = 0; n < entries; n++) {
        const int before = met;
        sum += probability[n];
        while (met < RP_GAUSS_MEMBERS && (met + 0.5) / RP_GAUSS_MEMBERS <= sum) met++;
        if (met == before) continue;
        rp_gauss_member *m = &g->member[g->members];
        m->factor = g->block + (size_t)g->members++ * size;
        m->weight = m->factor + g->count * g->count;
        m->ones = m->weight + g->count;
        m->share = (double)(met - before) / RP_GAUSS_MEMBERS;
        choose(g, m, n);
        evaluate(g, m);
    }
}

rp_status rp_gauss_fit(rp_gauss *g, int keys, size_t count, const double *x, const double *y, rp_error *err)
{
    const size_t size = RP_GAUSS_MEMBERS * count * (count + 2);
    *g = (rp_gauss){.keys = keys, .count = count, .x = x, .y = y};
    g->block = rp_memory_alloc(size + ENTRIES_MAX, sizeof *g->block);
    if (!g->block) return rp_memory_error(err, (size + ENTRIES_MAX) * sizeof *g->block, "the model of a calibration");
    rp_gauss_member trial = {.factor = g->block};
    trial.weight = trial.factor + count * count;
    trial.ones = trial.weight + count;
    const int entries = weigh(g, &trial, g->block + size);
    sample(g, g->block + size, entries);
    for (int n = 0; n < g->members; n++) {
        const rp_gauss_member *m = &g->member[n];
        g->noise += m->share * m->ratio * m->variance;
    }
    g->noise = sqrt(g->noise);
    return RP_OK;
}

void rp_gauss_free(rp_gauss *g)
{
    rp_memory_free(g->block);
    g->block = NULL;
}

/* ---- the function ---- */

static void member_at(const rp_gauss *g, const rp_gauss_member *m, const double *x, double *room, double *value,
                      double *variance)
{
    double lacking = 1, square = 0;
    *value = m->mean;
    for (size_t i = 0; i < g->count; i++) {
        room[i] = correlation(g, m, x, g->x + i * (size_t)g->keys);
        *value += room[i] * m->weight[i];
        lacking -= room[i] * m->ones[i];
    }
    forward(m, g->count, room);
    for (size_t i = 0; i < g->count; i++) square += room[i] * room[i];
    *variance = m->variance * fmax(0, 1 - square + lacking * lacking / m->ones_sum);
}

/* Mean and variance of a mixture, gathered one member after the other. */
void rp_gauss_at(const rp_gauss *g, const double *x, double *room, double *value, double *error)
{
    double share = 0, mean = 0, variance = 0, spread = 0;
    for (int n = 0; n < g->members; n++) {
        const rp_gauss_member *m = &g->member[n];
        double own, own_variance;
        member_at(g, m, x, room, &own, &own_variance);
        const double step = own - mean;
        share += m->share;
        mean += step * m->share / share;
        spread += m->share * step * (own - mean);
        variance += m->share * own_variance;
    }
    *value = mean;
    *error = sqrt(variance + spread);
}
