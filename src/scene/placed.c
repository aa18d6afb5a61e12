/* A hash of cells. Level e holds the particles with radius in [2^(e-1), 2^e), its cells are 2^(e+1) wide (a little
 * wider in periodic directions, so that they fit). A search visits, on each level, the cells within range; where these
 * are more than the level has particles, all of its particles.
 *
 * Cells share buckets when their hashes meet: a search may then see a particle twice or in vain, which changes nothing.
 */
#include "scene/placed.h"

#include <math.h>

#include "base/memory.h"

enum { AXES = 3 };
static const uint32_t NONE = UINT32_MAX;
static const double FARTHEST = 4e18; /* cells from the origin: what an int64_t holds */

typedef struct body {
    rp_vec x;
    double r;
    uint32_t next, next_in_level;
    uint32_t level;
    int fixed;
} body;

typedef struct level {
    int exponent;
    double largest; /* upper bound of its radii, m */
    double reach;   /* the largest of its radii so far, m: often half of the bound, which spares half of the cells */
    double width[AXES]; /* m */
    double cells[AXES]; /* in a periodic direction, whole; else 0 */
    uint32_t first, count;
} level;

struct rp_placed {
    rp_domain domain;
    int dimension;
    body *body;
    size_t count, capacity;
    level *level;
    size_t level_count, level_capacity;
    uint32_t *head;
    size_t heads; /* a power of two, or 0 */
};

rp_status rp_placed_create(rp_placed **placed, const rp_domain *domain, int dimension, rp_error *err)
{
    *placed = rp_memory_alloc(1, sizeof **placed);
    if (!*placed) return rp_memory_error(err, sizeof **placed, "placing particles");
    (*placed)->domain = *domain;
    (*placed)->dimension = dimension;
    return RP_OK;
}

void rp_placed_destroy(rp_placed *placed)
{
    if (!placed) return;
    rp_memory_free(placed->body);
    rp_memory_free(placed->level);
    rp_memory_free(placed->head);
    rp_memory_free(placed);
}

static double extent(const rp_placed *placed, int axis)
{
    return rp_vec_component(placed->domain.upper, axis) - rp_vec_component(placed->domain.lower, axis);
}

static uint64_t hash(uint32_t at, const int64_t cell[AXES])
{
    uint64_t h = at * 0x9E3779B97F4A7C15u;
    for (int axis = 0; axis < AXES; axis++) {
        h = (h ^ (uint64_t)cell[axis]) * 0xFF51AFD7ED558CCDu;
        h ^= h >> 32;
    }
    return h;
}

/* Cell of a coordinate, not yet wrapped. */
static int64_t cell_of(const rp_placed *placed, const level *l, int axis, double at)
{
    double c = floor((l->cells[axis] > 0 ? at - rp_vec_component(placed->domain.lower, axis) : at) / l->width[axis]);
    return (int64_t)fmax(-FARTHEST, fmin(FARTHEST, c));
}

static int64_t wrapped(const level *l, int axis, int64_t cell)
{
    int64_t cells = (int64_t)l->cells[axis];
    if (cells <= 0) return cell;
    cell %= cells;
    return cell < 0 ? cell + cells : cell;
}

static uint32_t *bucket(const rp_placed *placed, uint32_t at, const int64_t cell[AXES])
{
    return &placed->head[hash(at, cell) & (placed->heads - 1)];
}

static void link_body(rp_placed *placed, uint32_t i)
{
    const level *l = &placed->level[placed->body[i].level];
    int64_t cell[AXES] = {0};
    for (int axis = 0; axis < placed->dimension; axis++)
        cell[axis] = wrapped(l, axis, cell_of(placed, l, axis, rp_vec_component(placed->body[i].x, axis)));
    uint32_t *head = bucket(placed, placed->body[i].level, cell);
    placed->body[i].next = *head;
    *head = i;
}

static int grow(rp_placed *placed)
{
    if (placed->count < placed->heads) return 1;
    size_t heads = placed->heads ? 2 * placed->heads : 1024;
    uint32_t *head = rp_memory_alloc(heads, sizeof *head);
    if (!head) return 0;
    rp_memory_free(placed->head);
    placed->head = head;
    placed->heads = heads;
    for (size_t k = 0; k < heads; k++) head[k] = NONE;
    for (size_t i = 0; i < placed->count; i++) link_body(placed, (uint32_t)i);
    return 1;
}

/* Finds or makes the level of a radius; -1: no memory. */
static int64_t level_of(rp_placed *placed, double r)
{
    int exponent;
    frexp(r, &exponent);
    for (size_t at = 0; at < placed->level_count; at++)
        if (placed->level[at].exponent == exponent) return (int64_t)at;
    if (!rp_memory_reserve(&placed->level, &placed->level_capacity, placed->level_count + 1, sizeof(level))) return -1;
    level *l = &placed->level[placed->level_count];
    *l = (level){.exponent = exponent, .largest = ldexp(1, exponent), .first = NONE};
    for (int axis = 0; axis < placed->dimension; axis++) {
        l->width[axis] = 2 * l->largest;
        if (!placed->domain.periodic[axis]) continue;
        l->cells[axis] = fmin(1e15, fmax(1, floor(extent(placed, axis) / l->width[axis])));
        l->width[axis] = extent(placed, axis) / l->cells[axis];
    }
    return (int64_t)placed->level_count++;
}

rp_status rp_placed_add(rp_placed *placed, rp_vec x, double r, int fixed, rp_error *err)
{
    int64_t at = level_of(placed, r);
    if (at < 0 || !grow(placed)
        || !rp_memory_reserve(&placed->body, &placed->capacity, placed->count + 1, sizeof(body)))
        return rp_memory_error(err, placed->count * sizeof(body), "placing particles");
    level *l = &placed->level[at];
    uint32_t i = (uint32_t)placed->count++;
    placed->body[i] = (body){.x = x, .r = r, .fixed = fixed, .level = (uint32_t)at, .next_in_level = l->first};
    l->first = i;
    l->count++;
    l->reach = fmax(l->reach, r);
    link_body(placed, i);
    return RP_OK;
}

/* ---- searching ---- */

typedef struct search {
    rp_vec x;
    double r;
    int fixed, any;
    double share; /* overlap over the smaller radius: the worst so far, and at first what is allowed */
    int64_t found;
    double overlap;
} search;

static void compare(const rp_placed *placed, search *s, uint32_t i)
{
    const body *b = &placed->body[i];
    if (s->fixed && b->fixed) return;
    double square = 0;
    for (int axis = 0; axis < placed->dimension; axis++) {
        double d = rp_vec_component(s->x, axis) - rp_vec_component(b->x, axis);
        if (placed->domain.periodic[axis]) d -= extent(placed, axis) * round(d / extent(placed, axis));
        square += d * d;
    }
    double sum = s->r + b->r;
    if (square >= sum * sum) return;
    double overlap = sum - sqrt(square);
    double share = overlap / fmin(s->r, b->r);
    if (share <= s->share) return;
    s->share = share;
    s->overlap = overlap;
    s->found = i;
}

static int done(const search *s) { return s->any && s->found >= 0; }

static void search_bucket(const rp_placed *placed, search *s, uint32_t at, uint32_t first)
{
    for (uint32_t i = first; i != NONE && !done(s); i = placed->body[i].next)
        if (placed->body[i].level == at) compare(placed, s, i);
}

/* What is in the way of a place is most often in its own cell. */
static void search_own_cell(const rp_placed *placed, search *s, uint32_t at)
{
    const level *l = &placed->level[at];
    int64_t cell[AXES] = {0};
    for (int axis = 0; axis < placed->dimension; axis++)
        cell[axis] = wrapped(l, axis, cell_of(placed, l, axis, rp_vec_component(s->x, axis)));
    search_bucket(placed, s, at, *bucket(placed, at, cell));
}

enum { AHEAD = 64 }; /* cells whose memory is prefetched together */

/* Their buckets, then the first body of each, are on their way from memory before they are compared. */
static void search_buckets(const rp_placed *placed, search *s, uint32_t at, uint32_t *const *buckets, int count)
{
    uint32_t first[AHEAD];
    for (int n = 0; n < count; n++) {
        first[n] = *buckets[n];
        if (first[n] != NONE) __builtin_prefetch(&placed->body[first[n]]);
    }
    for (int n = 0; n < count && !done(s); n++) search_bucket(placed, s, at, first[n]);
}

static void search_cells(const rp_placed *placed, search *s, uint32_t at, const int64_t first[AXES],
                         const int64_t last[AXES])
{
    const level *l = &placed->level[at];
    uint32_t *buckets[AHEAD];
    int count = 0;
    if (s->any) search_own_cell(placed, s, at);
    for (int64_t z = first[2]; z <= last[2] && !done(s); z++)
        for (int64_t y = first[1]; y <= last[1] && !done(s); y++)
            for (int64_t x = first[0]; x <= last[0] && !done(s); x++) {
                buckets[count] = bucket(placed, at, (int64_t[]){wrapped(l, 0, x), wrapped(l, 1, y), wrapped(l, 2, z)});
                __builtin_prefetch(buckets[count++]);
                if (count < AHEAD) continue;
                search_buckets(placed, s, at, buckets, count);
                count = 0;
            }
    search_buckets(placed, s, at, buckets, count);
}

static void search_level(const rp_placed *placed, search *s, uint32_t at)
{
    const level *l = &placed->level[at];
    int64_t first[AXES] = {0}, last[AXES] = {0};
    double visits = 1, range = (s->r + l->reach) * (1 + 1e-9); /* more than roundings of coordinates */
    for (int axis = 0; axis < placed->dimension; axis++) {
        first[axis] = cell_of(placed, l, axis, rp_vec_component(s->x, axis) - range);
        last[axis] = cell_of(placed, l, axis, rp_vec_component(s->x, axis) + range);
        double span = (double)last[axis] - (double)first[axis] + 1;
        if (l->cells[axis] > 0 && span > l->cells[axis]) {
            first[axis] = 0;
            last[axis] = (int64_t)l->cells[axis] - 1;
            span = l->cells[axis];
        }

        visits *= span;
    }
    if (visits <= l->count + 27.0) {
        search_cells(placed, s, at, first, last);
        return;
    }
    for (uint32_t i = l->first; i != NONE && !done(s); i = placed->body[i].next_in_level) compare(placed, s, i);
}

int64_t rp_placed_find(const rp_placed *placed, rp_vec x, double r, int fixed, double allowed, int any, double *overlap)
{
    search s = {.x = x, .r = r, .fixed = fixed, .any = any, .share = allowed, .found = -1};
    for (size_t at = 0; at < placed->level_count && !done(&s); at++) search_level(placed, &s, (uint32_t)at);
    *overlap = s.overlap;
    return s.found;
}
