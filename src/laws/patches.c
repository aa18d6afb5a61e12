/* See patches.h. */
#include "laws/patches.h"
#include <math.h>
#include <stdint.h>
#include "base/map.h"
#include "base/memory.h"
#include "base/threads.h"

enum {
    N = RP_PATCHES_NODES,
    STEP = N - 1,                     /* steps between the values of a box */
    FINE = STEP << RP_PATCHES_LEVELS, /* finest steps in a box of size 1 */
    AXES = 2
};

typedef struct box {
    int level[AXES];  /* how often it was halved */
    int64_t at[AXES]; /* lower corner, in sizes of the box */
    int split[AXES];  /* 1: halved along this axis */
    int rough;        /* 1: the function itself */
    double value[N * N];
} box;

struct rp_patches {
    int dimension;
    double tolerance;
    rp_patches_function *function;
    void *context;
    rp_map boxes, nodes;
    box *box;     /* owned */
    double *node; /* owned */
    size_t box_count, box_capacity, node_count, node_capacity;
};

rp_status rp_patches_create(int dimension, double tolerance, rp_patches_function *function, void *context,
                            rp_patches **patches, rp_error *err)
{
    rp_patches *p = *patches = rp_memory_alloc(1, sizeof *p);
    if (!p) return rp_memory_error(err, sizeof *p, "a map of coefficients");
    p->dimension = dimension;
    p->tolerance = tolerance;
    p->function = function;
    p->context = context;
    return RP_OK;
}

void rp_patches_destroy(rp_patches *p)
{
    if (!p) return;
    rp_map_free(&p->boxes);
    rp_map_free(&p->nodes);
    rp_memory_free(p->box);
    rp_memory_free(p->node);
    rp_memory_free(p);
}

/* ---- values ---- */

typedef struct grid {
    int count; /* of nodes */
    uint64_t key[N * N];
    double x[N * N][AXES];
    uint32_t index[N * N]; /* in node; RP_MAP_NONE: to be computed */
} grid;

static uint64_t pack(int64_t a, int64_t b) { return (uint64_t)(uint32_t)a << 32 | (uint32_t)b; }

static grid grid_of(const rp_patches *p, const box *b)
{
    grid g = {.count = p->dimension == 1 ? N : N * N};
    for (int n = 0; n < g.count; n++) {
        int64_t at[AXES] = {0, 0};
        for (int d = 0; d < p->dimension; d++) {
            int k = d == 0 ? n % N : n / N;
            at[d] = (b->at[d] * STEP + k) * (FINE / STEP >> b->level[d]);
            g.x[n][d] = (double)at[d] / FINE;
        }
        g.key[n] = pack(at[0], at[1]);
        g.index[n] = rp_map_find(&p->nodes, g.key[n]);
    }
    return g;
}

static rp_status compute(const rp_patches *p, const grid *g, double *value, rp_error *err)
{
    rp_status worst = RP_OK;
#pragma omp parallel for schedule(dynamic) num_threads(rp_threads_count())
    for (int n = 0; n < g->count; n++) {
        rp_error own;
        if (g->index[n] != RP_MAP_NONE) {
            value[n] = p->node[g->index[n]];
            continue;
        }
        rp_status status = p->function(p->context, g->x[n], &value[n], &own);
        if (!status) continue;
#pragma omp critical(rp_patches)
        {
            worst = status;
            if (err) *err = own;
        }
    }
    return worst;
}

static rp_status keep(rp_patches *p, const grid *g, const double *value, rp_error *err)
{
    if (!rp_memory_reserve(&p->node, &p->node_capacity, p->node_count + (size_t)g->count, sizeof *p->node))
        return rp_memory_error(err, p->node_count * sizeof *p->node, "a map of coefficients");
    for (int n = 0; n < g->count; n++) {
        if (g->index[n] != RP_MAP_NONE) continue;
        if (!rp_map_put(&p->nodes, g->key[n], (uint32_t)p->node_count))
            return rp_memory_error(err, 0, "a map of coefficients");
        p->node[p->node_count++] = value[n];
    }
    return RP_OK;
}

/* ---- boxes ---- */

/* By how much the parabola through values 0, 2 and 4 misses values 1 and 3. */
static double miss(const double *v, int stride)
{
    double a = v[0], b = v[2 * stride], c = v[4 * stride];
    return fmax(fabs(v[stride] - (0.375 * a + 0.75 * b - 0.125 * c)),
                fabs(v[3 * stride] - (0.375 * c + 0.75 * b - 0.125 * a)));
}

static void judge(const rp_patches *p, box *b)
{
    for (int d = 0; d < p->dimension; d++) {
        int stride = d == 0 ? 1 : N, other = d == 0 ? N : 1;
        double worst = 0;
        for (int n = 0; n < (p->dimension == 1 ? 1 : N); n++) {
            double off = miss(&b->value[n * other], stride);
            if (!(off <= worst)) worst = off;
        }
        b->split[d] = !(worst <= p->tolerance);
        if (!b->split[d] || b->level[d] < RP_PATCHES_LEVELS) continue;
        b->split[d] = 0;
        b->rough = 1;
    }
    if (b->split[0] || b->split[1]) b->rough = 0;
}

static rp_status make_box(rp_patches *p, const box *like, uint64_t key, rp_error *err)
{
    if (!rp_memory_reserve(&p->box, &p->box_capacity, p->box_count + 1, sizeof *p->box))
        return rp_memory_error(err, p->box_count * sizeof *p->box, "a map of coefficients");
    box *b = &p->box[p->box_count];
    *b = *like;
    grid g = grid_of(p, b);
    rp_status status = compute(p, &g, b->value, err);
    if (!status) status = keep(p, &g, b->value, err);
    if (status) return status;
    judge(p, b);
    if (!rp_map_put(&p->boxes, key, (uint32_t)p->box_count)) return rp_memory_error(err, 0, "a map of coefficients");
    p->box_count++;
    return RP_OK;
}

static rp_status find_box(rp_patches *p, const double *x, int *index, rp_error *err)
{
    int level[AXES] = {0, 0};
    for (;;) {
        box like = {.level = {level[0], level[1]}};
        for (int d = 0; d < p->dimension; d++) like.at[d] = (int64_t)floor(ldexp(x[d], level[d]));
        uint64_t key = (uint64_t)level[0] << 60 | (uint64_t)level[1] << 56 | ((uint64_t)like.at[0] & 0xfffffff) << 28
                       | ((uint64_t)like.at[1] & 0xfffffff);
        uint32_t found = rp_map_find(&p->boxes, key);
        rp_status status = found == RP_MAP_NONE ? make_box(p, &like, key, err) : RP_OK;
        if (status) return status;
        *index = found == RP_MAP_NONE ? (int)p->box_count - 1 : (int)found;
        const box *b = &p->box[*index];
        if (!b->split[0] && !b->split[1]) return RP_OK;
        for (int d = 0; d < p->dimension; d++) level[d] += b->split[d];
    }
}

/* Lagrange's polynomials at t, in steps from the first of N equidistant values. */
static void weights(double t, double *w)
{
    static const double scale[N] = {1.0 / 24, -1.0 / 6, 1.0 / 4, -1.0 / 6, 1.0 / 24};
    for (int i = 0; i < N; i++) {
        w[i] = scale[i];
        for (int j = 0; j < N; j++)
            if (j != i) w[i] *= t - j;
    }
}

rp_status rp_patches_value(rp_patches *p, const double *x, double *value, rp_error *err)
{
    int index;
    rp_status status = find_box(p, x, &index, err);
    if (status) return status;
    const box *b = &p->box[index];
    if (b->rough) return p->function(p->context, x, value, err);
    double w[AXES][N] = {{0}, {1}};
    for (int d = 0; d < p->dimension; d++) weights(STEP * (ldexp(x[d], b->level[d]) - (double)b->at[d]), w[d]);
    *value = 0;
    for (int j = 0; j < (p->dimension == 1 ? 1 : N); j++)
        for (int i = 0; i < N; i++) *value += w[1][j] * w[0][i] * b->value[j * N + i];
    return RP_OK;
}
