/* See pairs.h. */
#include "measure/pairs.h"

#include <math.h>
#include "base/memory.h"

typedef struct cells { /* at least up_to wide; an axis with fewer than three of them has one */
    const rp_world *world;
    rp_vec size;
    int n[3];
    uint32_t *start, *item; /* owned; slots cell by cell */
} cells;

size_t rp_pairs_numbers(const rp_pairs_measure *p) { return 1 + (size_t)p->bins; }

rp_status rp_pairs_create(rp_pairs_measure *p, int bins, double up_to, rp_error *err)
{
    *p = (rp_pairs_measure){.bins = bins, .up_to = up_to};
    p->number = rp_memory_alloc(rp_pairs_numbers(p), sizeof *p->number);
    return p->number ? RP_OK : rp_memory_error(err, rp_pairs_numbers(p) * sizeof *p->number, "the pair correlation");
}

void rp_pairs_destroy(rp_pairs_measure *p)
{
    rp_memory_free(p->number);
    p->number = NULL;
}

/* ---- cells ---- */

/* With an offset across y neighbours stand anywhere along x: all of it is one cell. */
static void plan(cells *c, double up_to)
{
    for (int axis = 0; axis < 3; axis++) {
        const double count = axis < c->world->dimension ? rp_vec_component(c->size, axis) / up_to : 1;
        c->n[axis] = count < 3 ? 1 : count > 512 ? 512 : (int)count;
    }
    if (c->world->domain.offset != 0) c->n[0] = 1;
}

static size_t cell_of(const cells *c, size_t i)
{
    const rp_vec x = rp_domain_wrap(&c->world->domain, rp_particle_position(&c->world->particles, i), NULL);
    size_t number = 0;
    for (int axis = 0; axis < 3; axis++) {
        const double at = rp_vec_component(x, axis) - rp_vec_component(c->world->domain.lower, axis);
        int k = c->n[axis] > 1 ? (int)(at / rp_vec_component(c->size, axis) * c->n[axis]) : 0;
        if (k >= c->n[axis]) k = c->n[axis] - 1;
        number = number * (size_t)c->n[axis] + (size_t)k;
    }
    return number;
}

static int fill(cells *c)
{
    const size_t count = c->world->particles.count, all = (size_t)c->n[0] * (size_t)c->n[1] * (size_t)c->n[2];
    c->start = rp_memory_alloc(all + 2, sizeof *c->start);
    c->item = rp_memory_alloc(count, sizeof *c->item);
    if (!c->start || !c->item) return 0;
    for (size_t i = 0; i < count; i++) c->start[cell_of(c, i) + 2]++;
    for (size_t k = 0; k < all; k++) c->start[k + 2] += c->start[k + 1];
    for (size_t i = 0; i < count; i++) c->item[c->start[cell_of(c, i) + 1]++] = (uint32_t)i;
    return 1;
}

/* ---- pairs ---- */

/* Of nearest images. */
static double distance(const cells *c, uint32_t i, uint32_t j)
{
    const rp_particles *p = &c->world->particles;
    rp_vec d = rp_vec_sub(rp_particle_position(p, i), rp_particle_position(p, j));
    const double across = rint(d.y / c->size.y);
    d.y -= across * c->size.y;
    d.x -= across * c->world->domain.offset;
    d.x -= rint(d.x / c->size.x) * c->size.x;
    if (c->world->dimension == 3) d.z -= rint(d.z / c->size.z) * c->size.z;
    return rp_vec_norm(d);
}

static void count_cell(rp_pairs_measure *p, const cells *c, uint32_t i, size_t cell)
{
    for (uint32_t n = c->start[cell]; n < c->start[cell + 1]; n++) {
        const uint32_t j = c->item[n];
        if (j <= i) continue;
        const double k = distance(c, i, j) / p->up_to * p->bins;
        if (k < p->bins) p->number[1 + (int)k]++;
    }
}

static void count_near(rp_pairs_measure *p, const cells *c, uint32_t i)
{
    const size_t own = cell_of(c, i);
    const int at[3] = {(int)(own / (size_t)c->n[2] / (size_t)c->n[1]), (int)(own / (size_t)c->n[2]) % c->n[1],
                       (int)(own % (size_t)c->n[2])};
    int low[3], high[3];
    for (int axis = 0; axis < 3; axis++) {
        low[axis] = c->n[axis] > 1 ? -1 : 0;
        high[axis] = -low[axis];
    }
    for (int x = low[0]; x <= high[0]; x++)
        for (int y = low[1]; y <= high[1]; y++)
            for (int z = low[2]; z <= high[2]; z++) {
                const int k[3] = {(at[0] + x + c->n[0]) % c->n[0], (at[1] + y + c->n[1]) % c->n[1],
                                  (at[2] + z + c->n[2]) % c->n[2]};
                count_cell(p, c, i, ((size_t)k[0] * (size_t)c->n[1] + (size_t)k[1]) * (size_t)c->n[2] + (size_t)k[2]);
            }
}

rp_status rp_pairs_take(rp_pairs_measure *p, const rp_world *w, rp_error *err)
{
    cells c = {.world = w, .size = rp_vec_sub(w->domain.upper, w->domain.lower)};
    const double count = (double)w->particles.count, volume = c.size.x * c.size.y * (w->dimension == 3 ? c.size.z : 1);
    double shortest = fmin(c.size.x, c.size.y);
    if (w->dimension == 3) shortest = fmin(shortest, c.size.z);
    if (p->up_to > 0.5 * shortest) {
        rp_error_set(err, RP_FAILED, "pairs are counted up to %.6g m, which is more than half the shortest period",
                     p->up_to);
        rp_error_expected(err, "output: {pairs: {up_to: at most %.6g}}", 0.5 * shortest);
        return RP_FAILED;
    }
    plan(&c, p->up_to);
    const int good = fill(&c);
    for (uint32_t i = 0; i < w->particles.count && good; i++) count_near(p, &c, i);
    p->number[0] += 0.5 * count * (count - 1) / volume;
    rp_memory_free(c.start);
    rp_memory_free(c.item);
    return good ? RP_OK : rp_memory_error(err, w->particles.count * sizeof *c.item, "the pair correlation");
}

double rp_pairs_correlation(const rp_pairs_measure *p, int dimension, int k)
{
    const double low = p->up_to * k / p->bins, high = p->up_to * (k + 1) / p->bins;
    const double shell = dimension == 3 ? 4 * M_PI / 3 * (high * high * high - low * low * low)
                                        : M_PI * (high * high - low * low);
    return p->number[0] > 0 ? p->number[1 + k] / (p->number[0] * shell) : 0;
}
