/* See mixing.h. */
#include "measure/mixing.h"
#include <math.h>
#include "base/map.h"
#include "base/memory.h"
#include "core/pieces.h"

static const double EDGE = 6; /* of a cell, mean radii */

typedef struct counting {
    const rp_world *world;
    rp_map cell;      /* to its number */
    uint32_t *number; /* owned; of particles, by cell and kind */
    size_t cells, capacity;
    int *kind; /* owned; by group; -1: none */
    int kinds;
    double edge; /* m */
} counting;

static int find_kinds(counting *c)
{
    const rp_world *w = c->world;
    c->kind = rp_memory_alloc((size_t)w->group_count, sizeof *c->kind);
    for (int g = 0; c->kind && g < w->group_count; g++) {
        const int counts = w->group[g].mode == RP_GROUP_FREE && w->group[g].count > 0;
        c->kind[g] = counts ? c->kinds++ : -1;
    }
    return c->kind != NULL;
}

static uint64_t cell_key(const counting *c, rp_vec x)
{
    const double at[3] = {x.x, x.y, x.z};
    uint64_t key = 0;
    for (int k = 0; k < 3; k++) key = key << 21 | ((uint64_t)(int64_t)floor(at[k] / c->edge) & 0x1fffff);
    return key;
}

/* 0: not enough memory. */
static int count_one(counting *c, rp_vec x, int kind)
{
    const uint64_t key = cell_key(c, x);
    uint32_t cell = rp_map_find(&c->cell, key);
    if (cell == RP_MAP_NONE) {
        const size_t from = c->cells * (size_t)c->kinds, to = from + (size_t)c->kinds;
        if (!rp_memory_reserve(&c->number, &c->capacity, to, sizeof *c->number)) return 0;
        for (size_t n = from; n < to; n++) c->number[n] = 0;
        cell = (uint32_t)c->cells++;
        if (!rp_map_put(&c->cell, key, cell)) return 0;
    }
    c->number[(size_t)cell * (size_t)c->kinds + (size_t)kind]++;
    return 1;
}

/* Sums of n_ck^2 / n_c over cells and kinds; of particles; and of p_k^2. */
static double index_of(const counting *c)
{
    double together = 0, all = 0, squares = 0;
    for (size_t n = 0; n < c->cells; n++) {
        double square = 0, here = 0;
        for (int k = 0; k < c->kinds; k++) {
            const double number = c->number[n * (size_t)c->kinds + (size_t)k];
            here += number;
            square += number * number;
        }
        together += square / here;
        all += here;
    }
    for (int k = 0; k < c->kinds; k++) {
        double number = 0;
        for (size_t n = 0; n < c->cells; n++) number += c->number[n * (size_t)c->kinds + (size_t)k];
        squares += number * number / (all * all);
    }
    const double apart = 1 - squares, found = together / all - squares,
                 random = apart * ((double)c->cells - 1) / (all - 1);
    return (apart - found) / (apart - random);
}

double rp_mixing_lacey(const rp_world *w)
{
    counting c = {.world = w, .edge = EDGE * rp_pieces_mean_radius(w)};
    int good = find_kinds(&c);
    for (size_t i = 0; i < w->particles.count && good && c.kinds > 1; i++) {
        const int kind = c.kind[w->particles.group[i]];
        if (kind >= 0) good = count_one(&c, rp_particle_position(&w->particles, i), kind);
    }
    const double index = !good ? NAN : c.cells > 1 ? index_of(&c) : 1;
    rp_map_free(&c.cell);
    rp_memory_free(c.number);
    rp_memory_free(c.kind);
    return index;
}
