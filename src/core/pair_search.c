/* Finds the pairs of the neighbour list with a grid.
 *
 * The grid has several levels, each twice as coarse as the one below: a particle sits in the level that just holds its
 * diameter and searches partners in its own level and the coarser ones, so a large particle among small ones costs
 * what its neighbours cost.
 */
#include <math.h>
#include <string.h>
#include "base/threads.h"
#include "core/rebuild.h"

#define LEVELS 24
#define FIND_BLOCK 1024 /* slots per piece of parallel work in the search */

typedef struct level {
    double size;
    int n[3];
    double inv[3];
    size_t cells;
    uint32_t *start; /* cells + 1 */
    uint32_t *item;  /* slots, cell by cell */
} level;

typedef struct grid {
    rp_rebuild *b;
    int level_count;
    level level[LEVELS];
    uint8_t *level_of; /* by slot */
} grid;

typedef struct found {
    rp_pair *pair;
    size_t count, capacity;
} found;

static void level_shape(grid *g, level *l, size_t population)
{
    double cap = 4.0 * (double)population + 64, cells;
    for (double size = l->size;; size *= 1.3) {
        cells = 1;
        for (int axis = 0; axis < 3; axis++)
            cells *= l->n[axis] = rp_cell_count(rp_vec_component(g->b->extent, axis), size);
        if (cells <= cap) break;
    }
    for (int axis = 0; axis < 3; axis++) {
        double extent = rp_vec_component(g->b->extent, axis);
        l->inv[axis] = extent > 0 ? l->n[axis] / extent : 0;
    }
    l->cells = (size_t)cells;
}

static rp_status periods_fit(grid *g, double largest)
{
    const rp_domain *d = &g->b->world->domain;
    for (int axis = 0; axis < g->b->world->dimension; axis++)
        if (d->bounded && d->periodic[axis] && rp_vec_component(g->b->extent, axis) < largest)
            return rp_error_set(g->b->err, RP_INPUT,
                                "the domain's period along %c (%g m) is shorter than the largest particle with its "
                                "neighbourhood (%g m)",
                                "xyz"[axis], rp_vec_component(g->b->extent, axis), largest);
    return RP_OK;
}

static size_t cell_number(const level *l, int x, int y, int z)
{
    return ((size_t)x * (size_t)l->n[1] + (size_t)y) * (size_t)l->n[2] + (size_t)z;
}

static size_t cell_index(const grid *g, const level *l, const rp_row *row)
{
    int x = rp_cell_of(row->x, g->b->low.x, l->inv[0], l->n[0]),
        y = rp_cell_of(row->y, g->b->low.y, l->inv[1], l->n[1]);
    int z = rp_cell_of(row->z, g->b->low.z, l->inv[2], l->n[2]);
    return cell_number(l, x, y, z);
}

static rp_status fill_level(grid *g, int number)
{
    level *l = &g->level[number];
    const rp_particles *p = &g->b->world->particles;
    size_t population = 0;
    for (size_t i = 0; i < g->b->count; i++) population += g->level_of[i] == number;
    if (population == 0) return RP_OK; /* cells = 0: skipped by the search */
    level_shape(g, l, population);
    l->start = rp_rebuild_take(g->b, l->cells + 1, sizeof *l->start);
    l->item = rp_rebuild_take(g->b, population, sizeof *l->item);
    if (!l->start || !l->item) return rp_rebuild_no_memory(g->b);
    for (size_t i = 0; i < g->b->count; i++)
        if (g->level_of[i] == number) l->start[cell_index(g, l, &p->row[i]) + 1]++;
    for (size_t k = 0; k < l->cells; k++) l->start[k + 1] += l->start[k];
    for (size_t i = g->b->count;
         i-- > 0;) /* backwards, each cell filled from its end: start[] is right again afterwards */
        if (g->level_of[i] == number) l->item[--l->start[cell_index(g, l, &p->row[i]) + 1]] = (uint32_t)i;
    memmove(l->start, l->start + 1, l->cells * sizeof *l->start);
    l->start[l->cells] = (uint32_t)population;
    return RP_OK;
}

/* With what lies around a particle up to which others are its neighbours, m. */
static double width_of(const grid *g, size_t i)
{
    return 2 * (g->b->world->particles.row[i].r + rp_rebuild_further(g->b, i)) + g->b->margin;
}

/* Sizes within a factor of two share one level whose cells hold the largest of them. */
static void plan_levels(grid *g, double small, double large)
{
    double size = large;
    g->level_count = 1;
    while (size > 2 * small && g->level_count < LEVELS) {
        size *= 0.5;
        g->level_count++;
    }
    for (int n = 0; n < g->level_count; n++, size *= 2) g->level[n] = (level){.size = size};
    for (size_t i = 0; i < g->b->count; i++) {
        int n = 0;
        while (n < g->level_count - 1 && width_of(g, i) > g->level[n].size) n++;
        g->level_of[i] = (uint8_t)n;
    }
}

static rp_status make_grid(grid *g)
{
    double small = INFINITY, large = 0;
    for (size_t i = 0; i < g->b->count; i++) {
        small = fmin(small, width_of(g, i));
        large = fmax(large, width_of(g, i));
    }
    g->level_of = rp_rebuild_take(g->b, g->b->count, 1);
    if (!g->level_of) return rp_rebuild_no_memory(g->b);
    plan_levels(g, small, large);
    const double bodies = 2 * rp_bodies_largest(&g->b->world->bodies) + g->b->margin;
    rp_status status = periods_fit(g, fmax(large, bodies));
    for (int n = 0; n < g->level_count && !status; n++) status = fill_level(g, n);
    return status;
}

static int image_code(int x, int y, int z) { return RP_IMAGE_NONE + x + 3 * y + 9 * z; }

static int add_found(found *f, rp_pair pair)
{
    if (f->count == f->capacity && !rp_memory_reserve(&f->pair, &f->capacity, f->count + 1, sizeof *f->pair)) return 0;
    f->pair[f->count++] = pair;
    return 1;
}

/* Partners of particle i in one cell, seen through a periodic image. own: it is i's own cell. */
static int search_cell(const grid *g, uint32_t i, const level *l, size_t cell, int image, int own, found *f)
{
    const rp_row *rows = g->b->world->particles.row, *row = &rows[i];
    const double *shift = g->b->world->contacts.shift[image];
    const rp_member *member = g->b->world->particles.member;
    for (uint32_t n = l->start[cell]; n < l->start[cell + 1]; n++) {
        uint32_t j = l->item[n];
        if (own && j <= i) continue;
        if (row->inv_mass + rows[j].inv_mass == 0) continue; /* nothing can move either of them */
        double dx = row->x - rows[j].x - shift[0], dy = row->y - rows[j].y - shift[1],
               dz = row->z - rows[j].z - shift[2];
        double cut = row->r + rows[j].r + g->b->margin;
        if (g->b->fast && (g->b->fast[i] | g->b->fast[j])) cut += g->b->world->contacts.fast.gap;
        if (dx * dx + dy * dy + dz * dz >= cut * cut) continue;
        if (member && member[i].body && member[i].body == member[j].body) continue;
        if (!add_found(f, rp_pair_canonical(g->b->world->contacts.axis, i, j, image))) return 0;
    }
    return 1;
}

/* Cell index k + step along an axis; *image is the period crossed. -1: outside. */
static int step_cell(const rp_world *w, int axis, int k, int step, int n, int *image)
{
    k += step;
    *image = 0;
    if (k >= 0 && k < n) return k;
    if (!w->domain.bounded || axis >= w->dimension || !w->domain.periodic[axis]) return -1;
    *image = k < 0 ? -1 : 1;
    return k < 0 ? n - 1 : 0;
}

/* Partners across the upper side of y, or the lower one, of a cell with an offset: around where the image of i stands
 * along x. */
static int search_across(const grid *g, uint32_t i, const level *l, int side, found *f)
{
    const rp_world *w = g->b->world;
    const rp_row *row = &w->particles.row[i];
    const double x = (row->x - side * w->domain.offset - g->b->low.x) * l->inv[0];
    const int y = side > 0 ? 0 : l->n[1] - 1, k = rp_cell_of(row->z, g->b->low.z, l->inv[2], l->n[2]);
    const int middle = (int)floor(x);
    for (int n = middle - 1; n <= middle + 1; n++) {
        const int ix = n < 0 ? -(int)((l->n[0] - 1 - n) / l->n[0]) : n / l->n[0], cell = n - ix * l->n[0];
        if (ix < -1 || ix > 1) continue;
        for (int sz = -1; sz <= 1; sz++) {
            int iz, z = step_cell(w, 2, k, sz, l->n[2], &iz);
            if (z >= 0 && !search_cell(g, i, l, cell_number(l, cell, y, z), image_code(ix, side, iz), 0, f)) return 0;
        }
    }
    return 1;
}

/* Within its own level each pair across the side is found from below. */
static int search_sides(const grid *g, uint32_t i, const level *l, int same, found *f)
{
    const int k = rp_cell_of(g->b->world->particles.row[i].y, g->b->low.y, l->inv[1], l->n[1]);
    if (k == l->n[1] - 1 && !search_across(g, i, l, 1, f)) return 0;
    return same || k > 0 || search_across(g, i, l, -1, f);
}

/* same: l is i's own level. There a cell is searched from one side only, so that each pair and image is found once. */
static int search_level(const grid *g, uint32_t i, const level *l, int same, found *f)
{
    const rp_world *w = g->b->world;
    const rp_row *row = &w->particles.row[i];
    int k[3] = {rp_cell_of(row->x, g->b->low.x, l->inv[0], l->n[0]),
                rp_cell_of(row->y, g->b->low.y, l->inv[1], l->n[1]),
                rp_cell_of(row->z, g->b->low.z, l->inv[2], l->n[2])};
    for (int sx = same ? 0 : -1; sx <= 1; sx++) {
        int ix, iy, iz, x = step_cell(w, 0, k[0], sx, l->n[0], &ix);
        if (x < 0) continue;
        for (int sy = same && sx == 0 ? 0 : -1; sy <= 1; sy++) {
            int y = step_cell(w, 1, k[1], sy, l->n[1], &iy);
            if (y < 0 || (iy && w->cell.moves)) continue;
            for (int sz = same && sx == 0 && sy == 0 ? 0 : -1; sz <= 1; sz++) {
                int z = step_cell(w, 2, k[2], sz, l->n[2], &iz), own = same && sx == 0 && sy == 0 && sz == 0;
                if (z >= 0 && !search_cell(g, i, l, cell_number(l, x, y, z), image_code(ix, iy, iz), own, f)) return 0;
            }
        }
    }
    return !w->cell.moves || search_sides(g, i, l, same, f);
}

static int search_block(const grid *g, size_t first, found *f)
{
    size_t last = first + FIND_BLOCK < g->b->count ? first + FIND_BLOCK : g->b->count;
    for (size_t i = first; i < last; i++)
        for (int n = g->level_of[i]; n < g->level_count; n++)
            if (g->level[n].cells && !search_level(g, (uint32_t)i, &g->level[n], n == g->level_of[i], f)) return 0;
    return 1;
}

/* All found pairs into the table, sorted by a, then b, then image. */
static rp_status gather_pairs(grid *g, const found *f, size_t blocks)
{
    rp_contacts *c = &g->b->world->contacts;
    uint32_t *start = rp_rebuild_take(g->b, g->b->count + 1, sizeof *start),
             *used = rp_rebuild_take(g->b, g->b->count, sizeof *used);
    size_t total = 0;
    if (!start || !used) return rp_rebuild_no_memory(g->b);
    for (size_t n = 0; n < blocks; n++) total += f[n].count;
    if (!rp_memory_fit(&c->list, &c->list_capacity, total, sizeof *c->list)) return rp_rebuild_no_memory(g->b);
    for (size_t n = 0; n < blocks; n++)
        for (size_t k = 0; k < f[n].count; k++) start[rp_pair_a(f[n].pair[k]) + 1]++;
    for (size_t i = 0; i < g->b->count; i++) start[i + 1] += start[i];
    for (size_t n = 0; n < blocks; n++)
        for (size_t k = 0; k < f[n].count; k++) { /* insertion into the sorted run of its particle */
            rp_pair pair = f[n].pair[k];
            uint32_t first = start[rp_pair_a(pair)], at = first + used[rp_pair_a(pair)]++;
            while (at > first && rp_pair_order(c->list[at - 1]) > rp_pair_order(pair)) {
                c->list[at] = c->list[at - 1];
                at--;
            }

            c->list[at] = pair;
        }
    c->list_count = total;
    return RP_OK;
}

rp_status rp_pair_search(rp_rebuild *b)
{
    grid whole = {.b = b}, *g = &whole;
    rp_status status = make_grid(g);
    if (status) return status;
    size_t blocks = (g->b->count + FIND_BLOCK - 1) / FIND_BLOCK;
    found *f = rp_rebuild_take(g->b, blocks, sizeof *f);
    if (!f) return rp_rebuild_no_memory(g->b);
    int good = 1;
#pragma omp parallel for schedule(dynamic) num_threads(rp_threads_count()) if (blocks > 4) reduction(&& : good)
    for (size_t n = 0; n < blocks; n++) good = search_block(g, n * FIND_BLOCK, &f[n]) && good;
    status = good ? gather_pairs(g, f, blocks) : rp_rebuild_no_memory(g->b);
    for (size_t n = 0; n < blocks; n++) rp_memory_free(f[n].pair);
    return status;
}
