/* Builds the contact table.
 *
 *   wrap and check positions -> remember live contacts -> sort into chunks -> pairs by grid -> wall pairs
 *   -> put histories back -> groups
 *
 * Order and grid depend on positions and radii only, never on threads. The grid has several levels, each twice as coarse as
 * the one below: a particle sits in the level that just holds its diameter and looks for partners in its own level and the
 * coarser ones, so a large particle among small ones costs what its neighbours cost.
 */
#include "core/neighbours.h"
#include <math.h>
#include <string.h>
#include "base/threads.h"
#include "core/walls.h"

#define LEVELS 24
#define FIND_BLOCK 1024   /* slots per piece of parallel work in the search */
#define CHUNK_LEAST 512   /* particles a chunk */
#define GROUP_CHUNKS 5    /* a group is at least this many largest chunks */
#define GROUP_MOST 256    /* groups */

typedef struct saved_pair { uint32_t a, b; uint8_t live; } saved_pair;
typedef struct saved_wall { rp_wall_pair pair; uint8_t live; } saved_wall;

typedef struct level {
    double size;
    int n[3];
    double inv[3];
    size_t cells;
    uint32_t *start;      /* cells + 1 */
    uint32_t *item;       /* slots, cell by cell */
} level;

typedef struct found { rp_pair *pair; size_t count, capacity; } found;

typedef struct builder {
    rp_world *world;
    rp_error *err;
    size_t count;
    rp_vec low, extent;   /* of the grid */
    double margin;        /* skin + reach, m */
    int level_count;
    level level[LEVELS];
    uint8_t *level_of;    /* by slot */
    saved_pair *saved;
    double *saved_value;
    size_t saved_count;
    saved_wall *saved_wall;
    double *saved_wall_value;
    size_t saved_wall_count;
    uint32_t *rank;       /* new slot of an old slot */
} builder;

static void *take(builder *b, size_t count, size_t size) { return rp_arena_take(&b->world->scratch, count ? count : 1, size); }

static rp_status no_memory(builder *b) { return rp_memory_error(b->err, b->world->scratch.high, "the neighbour list"); }

static double *axis_of(rp_row *row, int axis) { return &row->x + axis; }

/* ---- positions ---- */

static rp_status left_domain(builder *b, size_t i)
{
    const rp_particles *p = &b->world->particles;
    rp_vec x = rp_particle_position(p, i), v = rp_particle_velocity(p, i);
    rp_status status = rp_error_set(b->err, RP_FAILED, "particle %u %s at (%g, %g, %g) m, speed %g m/s, step %llu", p->id[i],
                                    isfinite(x.x + x.y + x.z) ? "left the domain" : "is nowhere (NaN)", x.x, x.y, x.z,
                                    rp_vec_norm(v), (unsigned long long)b->world->step);
    if (b->err) b->err->particle = p->id[i], b->err->time = b->world->time;
    return status;
}

/* All are where they may be, or nothing is touched: who reports the one that is not still finds the old list valid. */
static rp_status check_positions(builder *b)
{
    const rp_domain *d = &b->world->domain;
    for (size_t i = 0; i < b->count; i++) {
        rp_row *row = &b->world->particles.row[i];
        for (int axis = 0; axis < 3; axis++) {
            double x = *axis_of(row, axis), lower = rp_vec_component(d->lower, axis), upper = rp_vec_component(d->upper, axis);
            if (!isfinite(x)) return left_domain(b, i);
            if (!d->bounded || axis >= b->world->dimension) continue;
            double beyond = d->periodic[axis] ? upper - lower : row->r; /* a whole period since the last rebuild is too much, too */
            if (x < lower - beyond || x > upper + beyond) return left_domain(b, i);
        }
    }
    return RP_OK;
}

static void wrap_positions(builder *b, int8_t (*moved)[3])
{
    const rp_domain *d = &b->world->domain;
    rp_particles *p = &b->world->particles;
    for (size_t i = 0; i < p->count && d->bounded; i++)
        for (int axis = 0; axis < b->world->dimension; axis++) {
            double *x = axis_of(&p->row[i], axis), lower = rp_vec_component(d->lower, axis), upper = rp_vec_component(d->upper, axis);
            int turn = !d->periodic[axis] ? 0 : *x >= upper ? 1 : *x < lower ? -1 : 0;
            if (!turn) continue;
            *x -= turn * (upper - lower);
            p->image[i][axis] += turn;
            moved[i][axis] = (int8_t)turn;
        }
}

static void grid_box(builder *b)
{
    rp_world *w = b->world;
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (size_t i = 0; i < b->count; i++)
        for (int axis = 0; axis < 3; axis++) {
            double x = *axis_of(&w->particles.row[i], axis);
            low[axis] = fmin(low[axis], x);
            high[axis] = fmax(high[axis], x);
        }
    for (int axis = 0; axis < 3; axis++)
        if (w->domain.bounded && axis < w->dimension && w->domain.periodic[axis])
            low[axis] = rp_vec_component(w->domain.lower, axis), high[axis] = rp_vec_component(w->domain.upper, axis);
    b->low = rp_vec_make(low[0], low[1], low[2]);
    b->extent = rp_vec_make(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
}

void rp_neighbours_shifts(rp_world *w)
{
    for (int image = 0; image < 27; image++)
        for (int axis = 0, n = image; axis < 3; axis++, n /= 3) {
            double period = w->domain.bounded && w->domain.periodic[axis] ? rp_vec_component(w->domain.upper, axis) - rp_vec_component(w->domain.lower, axis) : 0;
            w->contacts.shift[image][axis] = (n % 3 - 1) * period;
        }
}

/* ---- live contacts ---- */

/* The image code after both particles were wrapped: a moved by da periods, b by db. */
static int image_after(int image, const int8_t *da, const int8_t *db)
{
    static const int weight[3] = {1, 3, 9};
    for (int axis = 0; axis < 3; axis++) image += weight[axis] * (db[axis] - da[axis]);
    return image;
}

static rp_status save_live(builder *b, int8_t (*moved)[3])
{
    rp_contacts *c = &b->world->contacts;
    size_t live = 0, live_wall = 0, width = c->width;
    for (size_t n = 0; n < c->pairs.count; n++) live += c->pairs.live[n] != 0;
    for (size_t n = 0; n < c->wall_pairs.count; n++) live_wall += c->wall_pairs.live[n] != 0;
    b->saved = take(b, live, sizeof *b->saved);
    b->saved_value = take(b, live * width, sizeof(double));
    b->saved_wall = take(b, live_wall, sizeof *b->saved_wall);
    b->saved_wall_value = take(b, live_wall * width, sizeof(double));
    if (!b->saved || !b->saved_value || !b->saved_wall || !b->saved_wall_value) return no_memory(b);
    for (size_t n = 0; n < c->pairs.count; n++) {
        if (!c->pairs.live[n]) continue;
        uint32_t i = c->pair[n].a, j = rp_pair_slot(c->pair[n]);
        int image = image_after(rp_pair_image(c->pair[n]), moved[i], moved[j]);
        memcpy(b->saved_value + b->saved_count * width, c->pairs.value + n * width, width * sizeof(double));
        b->saved[b->saved_count++] = (saved_pair){i, j | (uint32_t)image << RP_SLOT_BITS, c->pairs.live[n]};
    }
    for (size_t n = 0; n < c->wall_pairs.count; n++) {
        if (!c->wall_pairs.live[n]) continue;
        memcpy(b->saved_wall_value + b->saved_wall_count * width, c->wall_pairs.value + n * width, width * sizeof(double));
        b->saved_wall[b->saved_wall_count++] = (saved_wall){c->wall_pair[n], c->wall_pairs.live[n]};
    }
    return RP_OK;
}

/* ---- order and chunks ---- */

static int longest_axis(rp_vec e) { return e.x >= e.y && e.x >= e.z ? 0 : e.y >= e.z ? 1 : 2; }

static int cell_count(double extent, double size)
{
    double n = floor(extent / size);
    return n < 1 ? 1 : n > 1e6 ? 1000000 : (int)n;
}

static int cell_of(double x, double low, double inv, int n)
{
    int k = (int)((x - low) * inv);
    return k < 0 ? 0 : k >= n ? n - 1 : k;
}

static rp_status chunks_reserve(builder *b, size_t need)
{
    rp_contacts *c = &b->world->contacts;
    return rp_memory_reserve(&c->chunk, &c->chunk_capacity, need, sizeof *c->chunk) ? RP_OK : no_memory(b);
}

/* Merges slabs of the sort axis into chunks of at least CHUNK_LEAST; chunk_of[slab]. */
static rp_status plan_chunks(builder *b, const uint32_t *slab, int slabs, uint32_t *chunk_of)
{
    rp_contacts *c = &b->world->contacts;
    uint32_t *population = take(b, slabs, sizeof *population);
    if (!population) return no_memory(b);
    for (size_t i = 0; i < b->count; i++) population[slab[i]]++;
    c->chunk_count = 0;
    uint32_t in_chunk = 0;
    for (int s = 0; s < slabs; s++) {
        chunk_of[s] = (uint32_t)c->chunk_count;
        in_chunk += population[s];
        if (in_chunk >= CHUNK_LEAST || s == slabs - 1) {
            rp_status status = chunks_reserve(b, c->chunk_count + 1);
            if (status) return status;
            c->chunk[c->chunk_count++] = (rp_chunk){.last = in_chunk};
            in_chunk = 0;
        }
    }
    uint32_t first = 0;
    for (size_t n = 0; n < c->chunk_count; n++) {
        c->chunk[n].first = c->chunk[n].middle = first;
        first = c->chunk[n].last = first + c->chunk[n].last;
    }
    return RP_OK;
}

static int particle_special(const rp_world *w, size_t i) { return rp_group_special(&w->group[w->particles.group[i]]); }

/* Sorts indices 0..count-1 by key, stable: counting sort, 11 bits a pass. */
static rp_status sort_by_key(builder *b, uint64_t *key, uint64_t most, uint32_t *order)
{
    uint32_t *other = take(b, b->count, sizeof *other);
    if (!other) return no_memory(b);
    for (size_t i = 0; i < b->count; i++) order[i] = (uint32_t)i;
    for (int shift = 0; shift == 0 || most >> shift; shift += 11) {
        size_t start[2049] = {0};
        for (size_t i = 0; i < b->count; i++) start[(key[i] >> shift & 2047) + 1]++;
        for (int n = 0; n < 2048; n++) start[n + 1] += start[n];
        for (size_t i = 0; i < b->count; i++) other[start[key[order[i]] >> shift & 2047]++] = order[i];
        memcpy(order, other, b->count * sizeof *order);
    }
    return RP_OK;
}

static rp_status plan_order(builder *b, uint32_t *order)
{
    rp_world *w = b->world;
    double mean = 0;
    for (size_t i = 0; i < b->count; i++) mean += w->particles.row[i].r;
    double size = 2 * mean / (double)b->count + b->margin;
    int axis = w->contacts.axis = longest_axis(b->extent), second = axis == 0 ? 1 : 0, third = 3 - axis - second;
    int n[3];
    double inv[3], low[3];
    for (int d = 0; d < 3; d++) {
        double extent = rp_vec_component(b->extent, d);
        low[d] = rp_vec_component(b->low, d);
        n[d] = cell_count(extent, size);
        inv[d] = extent > 0 ? n[d] / extent : 0;
    }
    uint32_t *slab = take(b, b->count, sizeof *slab), *chunk_of = take(b, n[axis], sizeof *chunk_of);
    uint64_t *key = take(b, b->count, sizeof *key);
    if (!slab || !chunk_of || !key) return no_memory(b);
    for (size_t i = 0; i < b->count; i++) slab[i] = (uint32_t)cell_of(*axis_of(&w->particles.row[i], axis), low[axis], inv[axis], n[axis]);
    rp_status status = plan_chunks(b, slab, n[axis], chunk_of);
    if (status) return status;
    uint64_t most = 0;
    for (size_t i = 0; i < b->count; i++) {
        rp_row *row = &w->particles.row[i];
        uint64_t special = particle_special(w, i);
        uint64_t k2 = cell_of(*axis_of(row, second), low[second], inv[second], n[second]), k3 = cell_of(*axis_of(row, third), low[third], inv[third], n[third]);
        uint32_t chunk = chunk_of[slab[i]];
        key[i] = (((chunk * 2 + special) * n[axis] + slab[i]) * n[second] + k2) * n[third] + k3;
        if (key[i] > most) most = key[i];
        w->contacts.chunk[chunk].middle += !special;
    }
    return sort_by_key(b, key, most, order);
}

/* ---- grid ---- */

static void level_shape(builder *b, level *l, size_t population)
{
    double cap = 4.0 * (double)population + 64, cells;
    for (double size = l->size;; size *= 1.3) {
        cells = 1;
        for (int axis = 0; axis < 3; axis++) cells *= l->n[axis] = cell_count(rp_vec_component(b->extent, axis), size);
        if (cells <= cap) break;
    }
    for (int axis = 0; axis < 3; axis++) {
        double extent = rp_vec_component(b->extent, axis);
        l->inv[axis] = extent > 0 ? l->n[axis] / extent : 0;
    }
    l->cells = (size_t)cells;
}

static rp_status periods_fit(builder *b, double largest)
{
    const rp_domain *d = &b->world->domain;
    for (int axis = 0; axis < b->world->dimension; axis++)
        if (d->bounded && d->periodic[axis] && rp_vec_component(b->extent, axis) < largest)
            return rp_error_set(b->err, RP_INPUT, "the domain's period along %c (%g m) is shorter than the largest particle with its neighbourhood (%g m)",
                                "xyz"[axis], rp_vec_component(b->extent, axis), largest);
    return RP_OK;
}

static size_t cell_index(const builder *b, const level *l, const rp_row *row)
{
    int x = cell_of(row->x, b->low.x, l->inv[0], l->n[0]), y = cell_of(row->y, b->low.y, l->inv[1], l->n[1]);
    int z = cell_of(row->z, b->low.z, l->inv[2], l->n[2]);
    return ((size_t)x * l->n[1] + y) * l->n[2] + z;
}

static rp_status fill_level(builder *b, int number)
{
    level *l = &b->level[number];
    const rp_particles *p = &b->world->particles;
    size_t population = 0;
    for (size_t i = 0; i < b->count; i++) population += b->level_of[i] == number;
    if (population == 0) return RP_OK; /* cells = 0: skipped by the search */
    level_shape(b, l, population);
    l->start = take(b, l->cells + 1, sizeof *l->start);
    l->item = take(b, population, sizeof *l->item);
    if (!l->start || !l->item) return no_memory(b);
    for (size_t i = 0; i < b->count; i++)
        if (b->level_of[i] == number) l->start[cell_index(b, l, &p->row[i]) + 1]++;
    for (size_t k = 0; k < l->cells; k++) l->start[k + 1] += l->start[k];
    for (size_t i = b->count; i-- > 0;) /* backwards, each cell filled from its end: start[] is right again afterwards */
        if (b->level_of[i] == number) l->item[--l->start[cell_index(b, l, &p->row[i]) + 1]] = (uint32_t)i;
    memmove(l->start, l->start + 1, l->cells * sizeof *l->start);
    l->start[l->cells] = (uint32_t)population;
    return RP_OK;
}

static rp_status make_grid(builder *b)
{
    const rp_particles *p = &b->world->particles;
    double small = INFINITY, large = 0;
    for (size_t i = 0; i < b->count; i++) small = fmin(small, p->row[i].r), large = fmax(large, p->row[i].r);
    /* sizes within a factor of two share one level whose cells hold the largest of them */
    double size = 2 * large + b->margin;
    b->level_count = 1;
    while (size > 2 * (2 * small + b->margin) && b->level_count < LEVELS) size *= 0.5, b->level_count++;
    b->level_of = take(b, b->count, 1);
    if (!b->level_of) return no_memory(b);
    for (int n = 0; n < b->level_count; n++, size *= 2) b->level[n] = (level){.size = size};
    for (size_t i = 0; i < b->count; i++) {
        int n = 0;
        while (n < b->level_count - 1 && 2 * p->row[i].r + b->margin > b->level[n].size) n++;
        b->level_of[i] = (uint8_t)n;
    }
    rp_status status = periods_fit(b, 2 * large + b->margin);
    for (int n = 0; n < b->level_count && !status; n++) status = fill_level(b, n);
    return status;
}

/* ---- pairs ---- */

static int image_code(int x, int y, int z) { return RP_IMAGE_NONE + x + 3 * y + 9 * z; }

static int image_along(int image, int axis) { return (axis == 0 ? image % 3 : axis == 1 ? image / 3 % 3 : image / 9) - 1; }

/* The pair in its canonical order: across the border of the sort axis the upper particle first, else the lower slot. */
static rp_pair canonical(int axis, uint32_t i, uint32_t j, int image)
{
    int along = image_along(image, axis);
    int swap = along < 0 || (along == 0 && (i > j || (i == j && image < RP_IMAGE_NONE)));
    if (swap) return (rp_pair){j, i | (uint32_t)(26 - image) << RP_SLOT_BITS};
    return (rp_pair){i, j | (uint32_t)image << RP_SLOT_BITS};
}

static int add_found(found *f, rp_pair pair)
{
    if (f->count == f->capacity && !rp_memory_reserve(&f->pair, &f->capacity, f->count + 1, sizeof *f->pair)) return 0;
    f->pair[f->count++] = pair;
    return 1;
}

/* Partners of particle i in one cell, seen through a periodic image. same: the cell is of i's own level. */
static int search_cell(const builder *b, uint32_t i, const level *l, size_t cell, int image, int same, found *f)
{
    const rp_row *rows = b->world->particles.row, *row = &rows[i];
    const double *shift = b->world->contacts.shift[image];
    for (uint32_t n = l->start[cell]; n < l->start[cell + 1]; n++) {
        uint32_t j = l->item[n];
        if (same && (j < i || (j == i && image <= RP_IMAGE_NONE))) continue;
        if (row->inv_mass + rows[j].inv_mass == 0) continue; /* nothing can move either of them */
        double dx = row->x - rows[j].x - shift[0], dy = row->y - rows[j].y - shift[1], dz = row->z - rows[j].z - shift[2];
        double cut = row->r + rows[j].r + b->margin;
        if (dx * dx + dy * dy + dz * dz >= cut * cut) continue;
        if (!add_found(f, canonical(b->world->contacts.axis, i, j, image))) return 0;
    }
    return 1;
}

/* Cell index k + step along an axis; *image is the period crossed. -1: outside. */
static int step_cell(const rp_world *w, int axis, int k, int step, int n, int *image)
{
    k += step, *image = 0;
    if (k >= 0 && k < n) return k;
    if (!w->domain.bounded || axis >= w->dimension || !w->domain.periodic[axis]) return -1;
    *image = k < 0 ? -1 : 1;
    return k < 0 ? n - 1 : 0;
}

static int search_level(const builder *b, uint32_t i, const level *l, int same, found *f)
{
    const rp_world *w = b->world;
    const rp_row *row = &w->particles.row[i];
    int k[3] = {cell_of(row->x, b->low.x, l->inv[0], l->n[0]), cell_of(row->y, b->low.y, l->inv[1], l->n[1]), cell_of(row->z, b->low.z, l->inv[2], l->n[2])};
    for (int sx = -1; sx <= 1; sx++) {
        int ix, iy, iz, x = step_cell(w, 0, k[0], sx, l->n[0], &ix);
        if (x < 0) continue;
        for (int sy = -1; sy <= 1; sy++) {
            int y = step_cell(w, 1, k[1], sy, l->n[1], &iy);
            if (y < 0) continue;
            for (int sz = -1; sz <= 1; sz++) {
                int z = step_cell(w, 2, k[2], sz, l->n[2], &iz);
                if (z >= 0 && !search_cell(b, i, l, ((size_t)x * l->n[1] + y) * l->n[2] + z, image_code(ix, iy, iz), same, f)) return 0;
            }
        }
    }
    return 1;
}

static int search_block(const builder *b, size_t first, found *f)
{
    size_t last = first + FIND_BLOCK < b->count ? first + FIND_BLOCK : b->count;
    for (size_t i = first; i < last; i++)
        for (int n = b->level_of[i]; n < b->level_count; n++)
            if (b->level[n].cells && !search_level(b, (uint32_t)i, &b->level[n], n == b->level_of[i], f)) return 0;
    return 1;
}

static uint32_t pair_key(rp_pair p) { return p.b << 5 | p.b >> RP_SLOT_BITS; }

/* All found pairs into the table, sorted by a, then b, then image. */
static rp_status gather_pairs(builder *b, const found *f, size_t blocks)
{
    rp_contacts *c = &b->world->contacts;
    uint32_t *start = take(b, b->count + 1, sizeof *start), *used = take(b, b->count, sizeof *used);
    size_t total = 0;
    if (!start || !used) return no_memory(b);
    for (size_t n = 0; n < blocks; n++) total += f[n].count;
    if (!rp_memory_fit(&c->pair, &c->pair_capacity, total, sizeof *c->pair)) return no_memory(b);
    for (size_t n = 0; n < blocks; n++)
        for (size_t k = 0; k < f[n].count; k++) start[f[n].pair[k].a + 1]++;
    for (size_t i = 0; i < b->count; i++) start[i + 1] += start[i];
    for (size_t n = 0; n < blocks; n++)
        for (size_t k = 0; k < f[n].count; k++) { /* insertion into the sorted run of its particle */
            rp_pair pair = f[n].pair[k];
            uint32_t first = start[pair.a], at = first + used[pair.a]++;
            while (at > first && pair_key(c->pair[at - 1]) > pair_key(pair)) c->pair[at] = c->pair[at - 1], at--;
            c->pair[at] = pair;
        }
    c->pairs.count = total;
    return RP_OK;
}

static rp_status find_pairs(builder *b)
{
    size_t blocks = (b->count + FIND_BLOCK - 1) / FIND_BLOCK;
    found *f = take(b, blocks, sizeof *f);
    if (!f) return no_memory(b);
    int good = 1;
#pragma omp parallel for schedule(dynamic) num_threads(rp_threads_count()) if (blocks > 4) reduction(&& : good)
    for (size_t n = 0; n < blocks; n++) good = search_block(b, n * FIND_BLOCK, &f[n]) && good;
    rp_status status = good ? gather_pairs(b, f, blocks) : no_memory(b);
    for (size_t n = 0; n < blocks; n++) rp_memory_free(f[n].pair);
    return status;
}

/* One pair, or one a corner. */
static int add_wall_pair(rp_world *w, size_t i, int wall, int face)
{
    rp_contacts *c = &w->contacts;
    uint32_t shape = w->particles.shape ? w->particles.shape[i] : 0;
    int corners = shape ? rp_shapes_corners(&w->shapes, shape) : 1;
    if (!rp_memory_reserve(&c->wall_pair, &c->wall_pair_capacity, c->wall_pairs.count + (size_t)corners, sizeof *c->wall_pair)) return 0;
    for (int k = 0; k < corners; k++)
        c->wall_pair[c->wall_pairs.count++] = (rp_wall_pair){(uint32_t)i, (uint16_t)wall, (uint16_t)(face | k << RP_FACE_BITS)};
    return 1;
}

static int wall_pair_before(rp_wall_pair p, rp_wall_pair q)
{
    if (p.a != q.a) return p.a < q.a;
    if (p.wall != q.wall) return p.wall < q.wall;
    unsigned pf = p.face & RP_FACE_MASK, qf = q.face & RP_FACE_MASK;
    return pf != qf ? pf < qf : p.face < q.face;
}

static rp_status find_wall_pairs(builder *b)
{
    rp_world *w = b->world;
    w->contacts.wall_pairs.count = 0;
    for (size_t i = 0; i < b->count; i++)
        for (int n = 0; n < w->wall_count; n++) {
            if (!w->wall[n].active) continue;
            for (int face = 0; face < rp_wall_faces(&w->wall[n]); face++) {
                rp_vec normal;
                if (rp_wall_distance(&w->wall[n], face, rp_particle_position(&w->particles, i), &normal) >= w->particles.row[i].r + b->margin) continue;
                if (!add_wall_pair(w, i, n, face)) return no_memory(b);
            }
        }
    return RP_OK;
}

/* ---- history ---- */

static rp_status history_reset(builder *b, rp_history *h)
{
    size_t width = b->world->contacts.width;
    if (h->count > h->capacity || !h->live) {
        size_t live = h->capacity, value = h->capacity;
        if (!rp_memory_fit(&h->live, &live, h->count, 1)) return no_memory(b);
        if (!rp_memory_fit(&h->value, &value, h->count + RP_HISTORY_ROOM, (width ? width : 1) * sizeof(double))) return no_memory(b);
        h->capacity = live < value - RP_HISTORY_ROOM ? live : value - RP_HISTORY_ROOM;
    }
    if (h->count == 0) return RP_OK; /* there may be no arrays at all */
    memset(h->live, 0, h->count);
    memset(h->value, 0, h->count * width * sizeof(double));
    return RP_OK;
}

static size_t pair_lower_bound(const rp_contacts *c, rp_pair want)
{
    size_t low = 0, high = c->pairs.count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        rp_pair p = c->pair[middle];
        if (p.a < want.a || (p.a == want.a && pair_key(p) < pair_key(want))) low = middle + 1;
        else high = middle;
    }
    return low;
}

static void restore_pair(builder *b, const saved_pair *s, const double *value)
{
    rp_contacts *c = &b->world->contacts;
    uint32_t i = b->rank[s->a], j = b->rank[s->b & RP_SLOT_MASK];
    rp_pair want = canonical(c->axis, i, j, (int)(s->b >> RP_SLOT_BITS));
    size_t at = pair_lower_bound(c, want);
    if (at >= c->pairs.count || c->pair[at].a != want.a || c->pair[at].b != want.b) return; /* a wall was removed, or a law's contact ended beyond the list */
    int exchanged = !(want.a == i && want.b == (j | (s->b & ~RP_SLOT_MASK)));
    const rp_world *w = b->world;
    uint32_t odd = c->odd[w->interaction_of[w->particles.material[i] * w->material_count + w->particles.material[j]]];
    c->pairs.live[at] = s->live;
    for (int h = 0; h < c->width; h++) c->pairs.value[at * c->width + h] = exchanged && h < 32 && odd >> h & 1 ? -value[h] : value[h];
}

static void restore_wall_pair(builder *b, const saved_wall *s, const double *value)
{
    rp_contacts *c = &b->world->contacts;
    rp_wall_pair want = {b->rank[s->pair.a], s->pair.wall, s->pair.face};
    size_t low = 0, high = c->wall_pairs.count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (wall_pair_before(c->wall_pair[middle], want)) low = middle + 1;
        else high = middle;
    }
    if (low >= c->wall_pairs.count || wall_pair_before(want, c->wall_pair[low])) return;
    c->wall_pairs.live[low] = s->live;
    memcpy(c->wall_pairs.value + low * c->width, value, c->width * sizeof(double));
}

static rp_status restore_live(builder *b)
{
    rp_contacts *c = &b->world->contacts;
    rp_status status = history_reset(b, &c->pairs);
    if (!status) status = history_reset(b, &c->wall_pairs);
    if (status) return status;
    for (size_t n = 0; n < b->saved_count; n++) restore_pair(b, &b->saved[n], b->saved_value + n * c->width);
    for (size_t n = 0; n < b->saved_wall_count; n++) restore_wall_pair(b, &b->saved_wall[n], b->saved_wall_value + n * c->width);
    return RP_OK;
}

/* ---- groups ---- */

static void chunk_ranges(rp_contacts *c)
{
    size_t pair = 0, wall_pair = 0;
    for (size_t n = 0; n < c->chunk_count; n++) {
        rp_chunk *k = &c->chunk[n];
        k->reach = k->last, k->deferred = 0, k->pair = pair, k->wall_pair = wall_pair;
        for (; pair < c->pairs.count && c->pair[pair].a < k->last; pair++)
            if (image_along(rp_pair_image(c->pair[pair]), c->axis) == 0 && rp_pair_slot(c->pair[pair]) >= k->reach) k->reach = rp_pair_slot(c->pair[pair]) + 1;
        while (wall_pair < c->wall_pairs.count && c->wall_pair[wall_pair].a < k->last) wall_pair++;
        k->pair_end = pair, k->wall_pair_end = wall_pair;
    }
}

static rp_status make_groups(builder *b)
{
    rp_contacts *c = &b->world->contacts;
    size_t largest = 0;
    for (size_t n = 0; n < c->chunk_count; n++) largest = c->chunk[n].last - c->chunk[n].first > largest ? c->chunk[n].last - c->chunk[n].first : largest;
    size_t target = GROUP_CHUNKS * largest > b->count / GROUP_MOST ? GROUP_CHUNKS * largest : b->count / GROUP_MOST;
    c->group_count = 0;
    for (size_t n = 0; n < c->chunk_count; n++) {
        int fresh = c->group_count == 0 || c->chunk[n].first - c->group[c->group_count - 1].first >= target;
        if (fresh) {
            if (!rp_memory_reserve(&c->group, &c->group_capacity, c->group_count + 1, sizeof *c->group)) return no_memory(b);
            c->group[c->group_count++] = (rp_slots){.first = c->chunk[n].first, .chunk = (uint32_t)n};
        }
        rp_slots *g = &c->group[c->group_count - 1];
        g->last = c->chunk[n].last, g->chunk_end = (uint32_t)n + 1;
        g->reach = g->reach > c->chunk[n].reach ? g->reach : c->chunk[n].reach;
    }
    return RP_OK;
}

/* Which chunks others reach into, and where halo rows stand. */
static void defer_chunks(rp_contacts *c)
{
    uint32_t wrapped = 0; /* slots below this are reached by wrapping pairs */
    c->halo_rows = 0;
    for (size_t n = 0; n < c->group_count; n++) {
        rp_slots *g = &c->group[n];
        for (size_t k = c->chunk[g->chunk].pair; k < c->chunk[g->chunk_end - 1].pair_end; k++) {
            if (image_along(rp_pair_image(c->pair[k]), c->axis) == 0) continue;
            uint32_t slot = rp_pair_slot(c->pair[k]);
            if (slot >= wrapped) wrapped = slot + 1;
            if (slot < g->first && slot >= g->wrap) g->wrap = slot + 1;
            if (slot >= g->reach) g->reach = slot + 1;
        }
        g->halo = c->halo_rows;
        c->halo_rows += g->reach - g->last + g->wrap;
    }
    uint32_t reached = 0; /* by earlier groups */
    for (size_t n = 0; n < c->group_count; n++) {
        for (uint32_t k = c->group[n].chunk; k < c->group[n].chunk_end; k++)
            c->chunk[k].deferred = c->chunk[k].first < reached || c->chunk[k].first < wrapped;
        reached = c->group[n].reach > reached ? c->group[n].reach : reached;
    }
}

static rp_status build(builder *b)
{
    rp_world *w = b->world;
    rp_contacts *c = &w->contacts;
    int8_t(*moved)[3] = take(b, b->count, sizeof *moved);
    uint32_t *order = take(b, b->count, sizeof *order);
    b->rank = take(b, b->count, sizeof *b->rank);
    if (!moved || !order || !b->rank) return no_memory(b);
    rp_neighbours_shifts(w);
    rp_status status = check_positions(b);
    if (status) return status;
    wrap_positions(b, moved);
    status = save_live(b, moved);
    if (status) return status;
    grid_box(b);
    status = plan_order(b, order);
    if (!status) status = rp_particles_permute(&w->particles, order, b->err);
    if (status) return status;
    for (size_t s = 0; s < b->count; s++) b->rank[order[s]] = (uint32_t)s;
    status = make_grid(b);
    if (!status) status = find_pairs(b);
    if (!status) status = find_wall_pairs(b);
    if (!status) status = restore_live(b);
    if (status) return status;
    c->valid = 1, c->travelled = 0, c->rebuilds++;
    return rp_neighbours_regroup(w, b->err);
}

rp_status rp_neighbours_regroup(rp_world *world, rp_error *err)
{
    builder b = {.world = world, .err = err, .count = world->particles.count};
    chunk_ranges(&world->contacts);
    rp_status status = make_groups(&b);
    if (status) return status;
    defer_chunks(&world->contacts);
    return RP_OK;
}

rp_status rp_neighbours_build(rp_world *world, rp_error *err)
{
    if (world->particles.count > RP_SLOT_MASK) return rp_error_set(err, RP_INPUT, "more than %u particles", RP_SLOT_MASK);
    builder b = {.world = world, .err = err, .count = world->particles.count, .margin = world->contacts.skin + world->contacts.reach};
    double start = rp_clock();
    rp_arena_reset(&world->scratch);
    rp_status status = b.count ? build(&b) : RP_OK;
    rp_arena_reset(&world->scratch);
    world->timers.seconds[RP_PHASE_LIST] += rp_clock() - start;
    world->timers.calls[RP_PHASE_LIST]++;
    return status;
}

rp_status rp_neighbours_refresh(rp_world *w, double *span, int *rebuilt, rp_error *err)
{
    double move = fmax(w->contacts.next_move, rp_walls_move(w, *span));
    *rebuilt = !w->contacts.valid || 2 * (w->contacts.travelled + move) > w->contacts.skin;
    if (*rebuilt) {
        rp_status status = rp_neighbours_build(w, err);
        if (status) return status;
        *span = rp_walls_span(w);
    }
    w->contacts.travelled += move;
    return RP_OK;
}
