/* See leash.h. */
#include "methods/event/leash.h"
#include <math.h>
#include <string.h>
#include "base/memory.h"

static const uint32_t ROOM_FIRST[] = {12, 16}; /* entries of a list at first, 2D and 3D */

/* ---- how long ---- */

static const double DENSE = 0.15;            /* share of space from which lists are faster; measured, bench/ */
static const double NEIGHBOURS[] = {8, 12};  /* that a list should have, 2D and 3D; measured */

double rp_leash_choose(const rp_world *w, int always)
{
    const rp_particles *p = &w->particles;
    double volume = 1, solid = 0, largest = 0, smallest = INFINITY, n = (double)p->count;
    for (int axis = 0; axis < w->dimension; axis++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t i = 0; i < p->count; i++) low = fmin(low, (&p->row[i].x)[axis] - p->row[i].r), high = fmax(high, (&p->row[i].x)[axis] + p->row[i].r);
        if (w->domain.periodic[axis]) high = rp_vec_component(w->domain.upper, axis), low = rp_vec_component(w->domain.lower, axis);
        volume *= high - low;
    }
    for (size_t i = 0; i < p->count; i++) {
        double r = p->row[i].r;
        largest = fmax(largest, r), smallest = fmin(smallest, r);
        solid += w->dimension == 2 ? M_PI * r * r : 4.0 / 3.0 * M_PI * r * r * r;
    }
    if (p->count < 2 || (solid < DENSE * volume && !always) || largest >= 2 * smallest) return 0;
    double share = NEIGHBOURS[w->dimension - 2] * volume / n, mean = largest + smallest;
    double reach = w->dimension == 2 ? sqrt(share / M_PI) : cbrt(share / (4.0 / 3.0 * M_PI));
    return fmax(0.4 * (reach - mean), 0.05 * mean); /* cubes reach farther than spheres: 0.4 of the way instead of 0.5 */
}

/* ---- memory ---- */

rp_status rp_leash_create(rp_leash *l, const rp_cells *g, size_t count, double length, rp_error *err)
{
    static rp_lanes_reaching *const reach[RP_ISA_COUNT] = RP_WIDE_TABLE(rp_lanes_reach);
    *l = (rp_leash){.length = length, .room = ROOM_FIRST[g->dimension - 2], .count = count, .reach = reach[rp_isa_best()]};
    if (length == 0) return RP_OK;
    l->anchor = rp_memory_alloc(count, sizeof *l->anchor);
    l->list = rp_memory_alloc(count * l->room, sizeof *l->list);
    return l->anchor && l->list ? RP_OK : rp_memory_error(err, count * (l->room * sizeof *l->list + sizeof *l->anchor), "the neighbour lists");
}

void rp_leash_destroy(rp_leash *l)
{
    rp_memory_free(l->anchor);
    rp_memory_free(l->list);
    *l = (rp_leash){0};
}

static int make_room(rp_leash *l)
{
    uint32_t room = l->room + 2; /* a single crowded particle must not cost all the others much */
    uint32_t *list = rp_memory_alloc(l->count * room, sizeof *list);
    if (!list) return 0;
    for (size_t i = 0; i < l->count; i++) memcpy(list + i * room, l->list + i * l->room, l->room * sizeof *list);
    rp_memory_free(l->list);
    l->list = list, l->room = room;
    return 1;
}

/* ---- lists ---- */

static int add(rp_leash *l, uint32_t i, uint32_t entry)
{
    if (l->list[(size_t)i * l->room] + 1 == l->room && !make_room(l)) return 0;
    uint32_t *list = l->list + (size_t)i * l->room;
    list[++list[0]] = entry;
    return 1;
}

static void drop(rp_leash *l, uint32_t i, uint32_t entry)
{
    uint32_t *list = l->list + (size_t)i * l->room, n = 1;
    while (list[n] != entry) n++;
    list[n] = list[list[0]--];
}

/* The same pair, seen from the other side. */
static uint32_t opposite(uint32_t i, uint32_t entry) { return i | (26 - (entry >> RP_SLOT_BITS)) << RP_SLOT_BITS; }

static void drop_from_others(rp_leash *l, uint32_t i)
{
    uint32_t *list = l->list + (size_t)i * l->room;
    for (uint32_t n = 1; n <= list[0]; n++) rp_leash_prefetch(l, list[n] & RP_SLOT_MASK);
    for (uint32_t n = 1; n <= list[0]; n++) drop(l, list[n] & RP_SLOT_MASK, opposite(i, list[n]));
    list[0] = 0;
}

static int list_those_in_reach(rp_leash *l, const rp_cells *g, uint32_t i, const uint32_t *entry, uint32_t count)
{
    uint32_t near[RP_LANES_MOST + 3], found = l->reach(l->anchor, g->shift, l->length, i, entry, count, near);
    for (uint32_t n = 0; n < found; n++) rp_leash_prefetch(l, near[n] & RP_SLOT_MASK);
    for (uint32_t n = 0; n < found; n++)
        if (!add(l, i, near[n]) || !add(l, near[n] & RP_SLOT_MASK, opposite(i, near[n]))) return 0;
    return 1;
}

typedef struct trail { uint32_t j, image; int32_t c[3]; } trail; /* where we are in the list of a cell */

static uint32_t trails_around(const rp_cells *g, uint32_t i, trail *at)
{
    const int32_t *here = g->place[i].c;
    int32_t c[3][3];
    int image[3][3];
    uint32_t count = 0;
    for (int axis = 0; axis < 3; axis++)
        for (int k = 0; k < 3; k++) c[axis][k] = rp_cells_wrap(g, axis, 0, here[axis] + k - 1, &image[axis][k]);
    for (int z = g->dimension == 2; z < (g->dimension == 2 ? 2 : 3); z++)
        for (int y = 0; y < 3; y++)
            for (int x = 0; x < 3; x++) {
                at[count] = (trail){g->head[rp_cells_spot(g, 0, c[0][x], c[1][y], c[2][z])], rp_cells_image(image[0][x], image[1][y], image[2][z]), {c[0][x], c[1][y], c[2][z]}};
                count += at[count].j != RP_CELLS_NONE;
            }
    return count;
}

/* Lists i with all in reach; `only` those of higher slots. The lists of all cells are followed side by side: each step waits for memory, but for all at once. */
static int list_particle(rp_leash *l, const rp_cells *g, uint32_t i, int only)
{
    uint32_t entry[RP_LANES_MOST] = {0}, found = 0;
    trail at[27];
    for (uint32_t count = trails_around(g, i, at), going; count; count = going) {
        if (found + count > RP_LANES_MOST) {
            if (!list_those_in_reach(l, g, i, entry, found)) return 0;
            found = 0;
        }
        going = 0;
        for (uint32_t k = 0; k < count; k++) {
            uint32_t j = at[k].j;
            const rp_place *p = &g->place[j];
            __builtin_prefetch(&l->anchor[j]);
            entry[found] = j | at[k].image << RP_SLOT_BITS;
            found += j != i && !(only && j < i) && (g->direct || (p->c[0] == at[k].c[0] && p->c[1] == at[k].c[1] && p->c[2] == at[k].c[2]));
            if (p->next == RP_CELLS_NONE) continue;
            at[going] = at[k];
            at[going++].j = p->next;
        }
    }
    return list_those_in_reach(l, g, i, entry, found);
}

int rp_leash_list_all(rp_leash *l, const rp_cells *g)
{
    for (size_t i = 0; i < l->count; i++) l->list[i * l->room] = 0;
    for (uint32_t i = 0; i < l->count; i++)
        if (!list_particle(l, g, i, 1)) return 0;
    return 1;
}

int rp_leash_renew(rp_leash *l, rp_cells *g, uint32_t i, rp_vec x)
{
    drop_from_others(l, i);
    l->anchor[i].x = x.x, l->anchor[i].y = x.y, l->anchor[i].z = x.z;
    rp_cells_move(g, i, x);
    return list_particle(l, g, i, 0);
}
