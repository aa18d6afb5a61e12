/* See ball.h. */
#include "methods/event/ball.h"
#include <math.h>
#include <string.h>
#include "base/memory.h"

static const uint32_t ROOM_FIRST[] = {12, 16}; /* entries of a list at first, 2D and 3D */

/* ---- the radius ---- */

/* Solid fraction from which lists are faster, 2D and 3D, in small periodic worlds and in others; measured, bench/. In
 * large ones prefetching helps lists more than cells; others have their cells in a hash table, which is slower. */
static const double DENSE[2][2] = {{0.45, 0.4}, {0.3, 0.2}};
enum { LARGE = 20000 };                     /* particles */
static const double NEIGHBOURS[] = {8, 11}; /* of a list, if particles were spread evenly, 2D and 3D; measured */

double rp_event_ball_choose(const rp_world *w, int always)
{
    const rp_particles *p = &w->particles;
    double volume = 1, solid = 0, largest = 0, smallest = INFINITY, n = (double)p->count;
    int other = p->count >= LARGE;
    for (int axis = 0; axis < w->dimension; axis++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t i = 0; i < p->count; i++) {
            low = fmin(low, (&p->row[i].x)[axis] - p->row[i].r);
            high = fmax(high, (&p->row[i].x)[axis] + p->row[i].r);
        }

        if (w->domain.periodic[axis]) {
            high = rp_vec_component(w->domain.upper, axis);
            low = rp_vec_component(w->domain.lower, axis);
        }

        volume *= high - low;
        other |= !w->domain.periodic[axis];
    }
    for (size_t i = 0; i < p->count; i++) {
        double r = p->row[i].r;
        largest = fmax(largest, r);
        smallest = fmin(smallest, r);
        solid += w->dimension == 2 ? M_PI * r * r : 4.0 / 3.0 * M_PI * r * r * r;
    }
    const double dense = DENSE[other][w->dimension - 2];
    if (p->count < 2 || (solid < dense * volume && !always) || largest >= 2 * smallest) return 0;
    double share = NEIGHBOURS[w->dimension - 2] * volume / n, mean = largest + smallest;
    double range = w->dimension == 2 ? sqrt(share / M_PI) : cbrt(share / (4.0 / 3.0 * M_PI));
    return fmax(0.5 * (range - mean), 0.05 * mean);
}

/* ---- memory ---- */

rp_status rp_event_ball_create(rp_event_ball *l, const rp_event_cells *g, size_t count, double radius, rp_error *err)
{
    static rp_event_lanes_selecting *const select[RP_ISA_COUNT] = RP_WIDE_TABLE(rp_event_lanes_select);
    *l = (rp_event_ball){
        .radius = radius, .room = ROOM_FIRST[g->dimension - 2], .count = count, .select = select[rp_isa_best()]};
    if (radius == 0) return RP_OK;
    l->anchor = rp_memory_alloc(count, sizeof *l->anchor);
    l->list = rp_memory_alloc(count * l->room, sizeof *l->list);
    return l->anchor && l->list
               ? RP_OK
               : rp_memory_error(err, count * (l->room * sizeof *l->list + sizeof *l->anchor), "the neighbour lists");
}

void rp_event_ball_destroy(rp_event_ball *l)
{
    rp_memory_free(l->anchor);
    rp_memory_free(l->list);
    rp_memory_free(l->near);
    *l = (rp_event_ball){0};
}

static int make_room(rp_event_ball *l)
{
    uint32_t room = l->room + 2; /* little: a single crowded particle enlarges the lists of all */
    uint32_t *list = rp_memory_alloc(l->count * room, sizeof *list);
    if (!list) return 0;
    for (size_t i = 0; i < l->count; i++) memcpy(list + i * room, l->list + i * l->room, l->room * sizeof *list);
    rp_memory_free(l->list);
    l->list = list;
    l->room = room;
    return 1;
}

/* ---- lists ---- */

static int add(rp_event_ball *l, uint32_t i, uint32_t entry)
{
    if (l->list[(size_t)i * l->room] + 1 == l->room && !make_room(l)) return 0;
    uint32_t *list = l->list + (size_t)i * l->room;
    list[++list[0]] = entry;
    return 1;
}

static void drop(rp_event_ball *l, uint32_t i, uint32_t entry)
{
    uint32_t *list = l->list + (size_t)i * l->room, n = 1;
    while (list[n] != entry) n++;
    list[n] = list[list[0]--];
}

/* The same pair, seen from the other side. */
static uint32_t opposite(uint32_t i, uint32_t entry) { return i | (26 - (entry >> RP_SLOT_BITS)) << RP_SLOT_BITS; }

/* The current positions in the lists of the cells around a particle. */
typedef struct trails {
    uint32_t count, j[27]; /* particles */
    uint32_t tag[27];      /* their cell: image << RP_SLOT_BITS | number */
} trails;

/* The cells around an anchor along an axis: their numbers, their image << RP_SLOT_BITS, and the square of their
 * distance. */
typedef struct beside {
    int32_t c[3];
    uint32_t image[3];
    double square[3];
} beside;

static beside cells_along(const rp_event_cells *g, int axis, const rp_event_anchor *a, int32_t here)
{
    static const uint32_t weight[3] = {1u << RP_SLOT_BITS, 3u << RP_SLOT_BITS, 9u << RP_SLOT_BITS};
    double x = axis < g->dimension ? (&a->x)[axis] - rp_event_cells_edge(g, axis, here) : 0,
           up = axis < g->dimension ? g->size[axis] - x : 0;
    beside b = {.square = {x * x, 0, up * up}};
    for (int k = 0; k < 3; k++) {
        int wrapped;
        b.c[k] = rp_event_cells_wrap(g, axis, 0, here + k - 1, &wrapped);
        b.image[k] = (uint32_t)(wrapped + 1) * weight[axis];
    }
    return b;
}

/* Cells beyond the interaction range are left out. */
static void begin_trails(const rp_event_ball *l, const rp_event_cells *g, uint32_t i, const beside b[3], trails *at)
{
    double range = l->anchor[i].r + g->largest[0] + 2 * l->radius,
           square = range * range * (1 + 1e-9); /* rounding must not leave out a cell */
    uint32_t n = 0;
    for (uint32_t z = g->dimension == 2; z < (g->dimension == 2 ? 2 : 3); z++)
        for (uint32_t y = 0; y < 3; y++)
            for (uint32_t x = 0; x < 3; x++) {
                at->j[n] = g->head[rp_event_cells_spot(g, 0, b[0].c[x], b[1].c[y], b[2].c[z])];
                at->tag[n] = (b[0].image[x] + b[1].image[y] + b[2].image[z]) | (x + 3 * y + 9 * z);
                n += (at->j[n] != RP_EVENT_CELLS_NONE)
                     & (b[0].square[x] + b[1].square[y] + b[2].square[z]
                        <= square); /* unpredictable: without a branch */
            }
    at->count = n;
}

/* A list that several cells share has particles of other cells, too. */
static int belongs(const rp_event_place *p, const beside b[3], uint32_t tag)
{
    uint32_t cell = tag & RP_SLOT_MASK;
    return p->c[0] == b[0].c[cell % 3] && p->c[1] == b[1].c[cell / 3 % 3] && p->c[2] == b[2].c[cell / 9];
}

/* Collects the current particle of each list, but not i, and goes on to the next. The lengths of lists are
 * unpredictable: without a branch. */
static inline __attribute__((always_inline)) uint32_t follow(const rp_event_ball *l, const rp_event_cells *g,
                                                             const beside *shared, uint32_t i, trails *at,
                                                             uint32_t *entry, uint32_t found)
{
    const rp_event_place *place = g->place;
    const rp_event_anchor *anchor = l->anchor;
    const uint32_t count = at->count;
    uint32_t going = 0;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t j = at->j[k], tag = at->tag[k], next = g->next[j];
        __builtin_prefetch(&anchor[j]);
        entry[found] = j | (tag & ~RP_SLOT_MASK);
        found += (j != i) & (!shared || belongs(&place[j], shared, tag));
        at->j[going] = next;
        at->tag[going] = tag;
        going += next != RP_EVENT_CELLS_NONE;
    }
    at->count = going;
    return found;
}

/* All neighbours of i go to l->near. The lists of all cells are followed together, so that one wait for memory serves
 * them all. */
static int find_near(rp_event_ball *l, const rp_event_cells *g, uint32_t i)
{
    uint32_t entry[RP_EVENT_LANES_MOST + 3], found = 0;
    beside b[3];
    trails at;
    l->near_count = 0;
    for (int axis = 0; axis < 3; axis++) b[axis] = cells_along(g, axis, &l->anchor[i], g->place[i].c[axis]);
    for (begin_trails(l, g, i, b, &at); at.count || found;) {
        while (at.count && found + at.count <= RP_EVENT_LANES_MOST)
            found = g->direct ? follow(l, g, NULL, i, &at, entry, found) : follow(l, g, b, i, &at, entry, found);
        if (!rp_memory_reserve(&l->near, &l->near_capacity, l->near_count + found + 3, sizeof *l->near)) return 0;
        l->near_count += l->select(l->anchor, g->shift, l->radius, i, entry, found, l->near + l->near_count);
        found = 0;
    }
    return 1;
}

typedef uint32_t u4 __attribute__((vector_size(16)));
static const uint32_t NO_ENTRY = UINT32_MAX; /* no entry: image numbers end at 26 */

/* row: readable beyond `count` to a multiple of four, with NO_ENTRY there. */
static inline int contains(const uint32_t *row, size_t count, uint32_t wanted)
{
    u4 same = {0}, all = {wanted, wanted, wanted, wanted}, four;
    for (size_t n = 0; n < count; n += 4) {
        memcpy(&four, row + n, sizeof four);
        same |= (u4)(four == all);
    }
    return (same[0] | same[1] | same[2] | same[3]) != 0;
}

/* A copy of the old list of i, behind the new neighbours; both rows end in NO_ENTRY. */
static uint32_t *keep_old(rp_event_ball *l, uint32_t i)
{
    const uint32_t *list = l->list + (size_t)i * l->room;
    if (!rp_memory_reserve(&l->near, &l->near_capacity, l->near_count + 3 + list[0] + 3, sizeof *l->near)) return NULL;
    uint32_t *old = l->near + l->near_count + 3;
    memcpy(old, list + 1, list[0] * sizeof *old);
    for (int n = 0; n < 3; n++) l->near[l->near_count + (size_t)n] = old[list[0] + (uint32_t)n] = NO_ENTRY;
    return old;
}

int rp_event_ball_list_all(rp_event_ball *l, const rp_event_cells *g)
{
    for (size_t i = 0; i < l->count; i++) l->list[i * l->room] = 0;
    for (uint32_t i = 0; i < l->count; i++) {
        if (!find_near(l, g, i)) return 0;
        for (size_t n = 0; n < l->near_count; n++)
            if (!add(l, i, l->near[n])) return 0;
    }
    return 1;
}

/* Most neighbours stay: only the lists of the others change. */
int rp_event_ball_renew(rp_event_ball *l, rp_event_cells *g, uint32_t i, rp_vec x)
{
    uint32_t had = l->list[(size_t)i * l->room];
    l->anchor[i].x = x.x;
    l->anchor[i].y = x.y;
    l->anchor[i].z = x.z;
    rp_event_cells_move(g, i, x);
    const uint32_t *old = find_near(l, g, i) ? keep_old(l, i) : NULL;
    if (!old) return 0;
    for (uint32_t n = 0; n < had; n++)
        if (!contains(l->near, l->near_count, old[n])) drop(l, old[n] & RP_SLOT_MASK, opposite(i, old[n]));
    for (size_t n = 0; n < l->near_count; n++)
        if (!contains(old, had, l->near[n]) && !add(l, l->near[n] & RP_SLOT_MASK, opposite(i, l->near[n]))) return 0;
    while (l->near_count + 1 > l->room)
        if (!make_room(l)) return 0;
    uint32_t *own = l->list + (size_t)i * l->room;
    own[0] = (uint32_t)l->near_count;
    memcpy(own + 1, l->near, l->near_count * sizeof *own);
    return 1;
}
