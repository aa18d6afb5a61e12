/* See search.h. */
#include "study/search.h"
#include <math.h>
#include <string.h>
#include "base/memory.h"

enum { ZOOMS = 2 };
#define NEGLIGIBLE 1e-5
static const int sides[] = {0, 201, 51, 25}; /* of the grid, by the number of keys */
static const size_t first_points[] = {0, 4, 6, 8};

size_t rp_search_first(int keys) { return first_points[keys]; }

rp_status rp_search_init(rp_search *s, int keys, int targets, size_t runs, rp_error *err)
{
    *s = (rp_search){.keys = keys, .targets = targets, .room_for = runs, .side = sides[keys], .cells = 1};
    for (int k = 0; k < keys; k++) s->cells *= (size_t)s->side;
    s->x = rp_memory_alloc(runs * (size_t)(keys + targets + 1), sizeof *s->x);
    s->weight = rp_memory_alloc(s->cells, sizeof *s->weight);
    if (!s->x || !s->weight) return rp_memory_error(err, s->cells * sizeof *s->weight, "a calibration");
    for (int t = 0; t < targets; t++) s->y[t] = s->x + runs * (size_t)(keys + t);
    s->room = s->x + runs * (size_t)(keys + targets);
    return RP_OK;
}

void rp_search_free(rp_search *s)
{
    for (int t = 0; t < RP_CALIBRATE_TARGETS; t++) rp_gauss_free(&s->model[t]);
    rp_memory_free(s->x);
    rp_memory_free(s->weight);
    s->x = s->weight = NULL;
}

void rp_search_use(rp_search *s, const double *x, const double *y)
{
    memcpy(s->x + s->used * (size_t)s->keys, x, (size_t)s->keys * sizeof *x);
    for (int t = 0; t < s->targets; t++) s->y[t][s->used] = y[t];
    s->used++;
}

void rp_search_point(const rp_search *s, size_t cell, double x[RP_GAUSS_KEYS])
{
    for (int k = 0; k < s->keys; k++, cell /= (size_t)s->side)
        x[k] = s->from[k] + (s->to[k] - s->from[k]) * (double)(cell % (size_t)s->side) / (s->side - 1);
}

static double log_posterior(const rp_search *s, size_t cell)
{
    double x[RP_GAUSS_KEYS], value, error, sum = 0;
    rp_search_point(s, cell, x);
    for (int t = 0; t < s->targets; t++) {
        rp_gauss_at(&s->model[t], x, s->room, &value, &error);
        const double variance = error * error + s->error[t] * s->error[t];
        sum -= 0.5 * (value - s->measured[t]) * (value - s->measured[t]) / variance + 0.5 * log(variance);
    }
    return sum;
}

static void weigh(rp_search *s)
{
    double sum = 0;
    s->best = 0;
    for (size_t n = 0; n < s->cells; n++) {
        s->weight[n] = log_posterior(s, n);
        if (s->weight[n] > s->weight[s->best]) s->best = n;
    }
    const double most = s->weight[s->best];
    for (size_t n = 0; n < s->cells; n++) {
        s->weight[n] = exp(s->weight[n] - most);
        sum += s->weight[n];
    }
    for (size_t n = 0; n < s->cells; n++) s->weight[n] /= sum;
}

/* The grid covers what of the posterior counts, and one cell more on each side. */
static void zoom(rp_search *s)
{
    double from[RP_GAUSS_KEYS] = {1, 1, 1}, to[RP_GAUSS_KEYS] = {0}, x[RP_GAUSS_KEYS];
    for (size_t n = 0; n < s->cells; n++) {
        if (s->weight[n] < NEGLIGIBLE * s->weight[s->best]) continue;
        rp_search_point(s, n, x);
        for (int k = 0; k < s->keys; k++) {
            from[k] = fmin(from[k], x[k]);
            to[k] = fmax(to[k], x[k]);
        }
    }
    for (int k = 0; k < s->keys; k++) {
        const double cell = (s->to[k] - s->from[k]) / (s->side - 1);
        s->from[k] = fmax(0, from[k] - cell);
        s->to[k] = fmin(1, to[k] + cell);
    }
}

rp_status rp_search_fit(rp_search *s, rp_error *err)
{
    for (int t = 0; t < s->targets; t++) {
        rp_gauss_free(&s->model[t]);
        rp_status status = rp_gauss_fit(&s->model[t], s->keys, s->used, s->x, s->y[t], err);
        if (status) return status;
    }
    for (int k = 0; k < s->keys; k++) {
        s->from[k] = 0;
        s->to[k] = 1;
    }
    weigh(s);
    for (int n = 0; n < ZOOMS; n++) {
        zoom(s);
        weigh(s);
    }
    return RP_OK;
}

void rp_search_draw(const rp_search *s, double left, double x[RP_GAUSS_KEYS])
{
    size_t cell = 0;
    while (cell + 1 < s->cells && left >= s->weight[cell]) left -= s->weight[cell++];
    rp_search_point(s, cell, x);
}

void rp_search_model(const rp_search *s, int target, double *value, double *error)
{
    double x[RP_GAUSS_KEYS];
    rp_search_point(s, s->best, x);
    rp_gauss_at(&s->model[target], x, s->room, value, error);
}

int rp_search_converged(const rp_search *s)
{
    int known = s->used > RP_SEARCH_REPEATS * rp_search_first(s->keys);
    for (int t = 0; t < s->targets; t++) {
        double value, error;
        rp_search_model(s, t, &value, &error);
        known &= error <= 0.5 * s->error[t];
    }
    return known;
}

double rp_search_quantile(const rp_search *s, int key, double part)
{
    double sum = 0;
    size_t stride = 1;
    for (int k = 0; k < key; k++) stride *= (size_t)s->side;
    for (int n = 0; n < s->side; n++) {
        for (size_t cell = 0; cell < s->cells; cell++)
            if (cell / stride % (size_t)s->side == (size_t)n) sum += s->weight[cell];
        if (sum >= part) return s->from[key] + (s->to[key] - s->from[key]) * n / (s->side - 1);
    }
    return s->to[key];
}
