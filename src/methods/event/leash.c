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
    *l = (rp_leash){.length = length, .room = ROOM_FIRST[g->dimension - 2], .count = count};
    if (length == 0) return RP_OK;
    l->anchor = rp_memory_alloc(count, sizeof *l->anchor);
    l->list = rp_memory_alloc(count * l->room, sizeof *l->list);
    l->size = rp_memory_alloc(count, sizeof *l->size);
    for (int image = 0; image < 27; image++)
        for (int axis = 0, code = image; axis < 3; axis++, code /= 3) l->shift[image][axis] = (code % 3 - 1) * g->period[axis];
    return l->anchor && l->list && l->size ? RP_OK : rp_memory_error(err, count * (l->room * sizeof *l->list + sizeof *l->anchor), "the neighbour lists");
}

void rp_leash_destroy(rp_leash *l)
{
    rp_memory_free(l->anchor);
    rp_memory_free(l->list);
    rp_memory_free(l->size);
    *l = (rp_leash){0};
}

static int make_room(rp_leash *l)
{
    uint32_t room = l->room + 4; /* a single crowded particle must not cost all the others much */
    uint32_t *list = rp_memory_alloc(l->count * room, sizeof *list);
    if (!list) return 0;
    for (size_t i = 0; i < l->count; i++) memcpy(list + i * room, l->list + i * l->room, l->size[i] * sizeof *list);
    rp_memory_free(l->list);
    l->list = list, l->room = room;
    return 1;
}

/* ---- lists ---- */

static int add(rp_leash *l, uint32_t i, uint32_t j, int image)
{
    if (l->size[i] == l->room && !make_room(l)) return 0;
    l->list[(size_t)i * l->room + l->size[i]++] = j | (uint32_t)image << RP_SLOT_BITS;
    return 1;
}

static void drop(rp_leash *l, uint32_t i, uint32_t entry)
{
    uint32_t *list = l->list + (size_t)i * l->room;
    for (uint32_t n = 0; n < l->size[i]; n++)
        if (list[n] == entry) {
            list[n] = list[--l->size[i]];
            return;
        }
}

static int opposite(int image) { return 26 - image; }

static void drop_from_others(rp_leash *l, uint32_t i)
{
    const uint32_t *list = l->list + (size_t)i * l->room;
    for (uint32_t n = 0; n < l->size[i]; n++) drop(l, list[n] & RP_SLOT_MASK, i | (uint32_t)opposite((int)(list[n] >> RP_SLOT_BITS)) << RP_SLOT_BITS);
    l->size[i] = 0;
}

/* Could they touch while both stay in their cubes? */
static int in_reach(const rp_leash *l, uint32_t i, uint32_t j, const double *shift, double touch)
{
    const rp_vec *a = &l->anchor[i], *b = &l->anchor[j];
    double slack = 2 * l->length;
    double x = fabs(a->x - b->x - shift[0]) - slack, y = fabs(a->y - b->y - shift[1]) - slack, z = fabs(a->z - b->z - shift[2]) - slack;
    x = x > 0 ? x : 0, y = y > 0 ? y : 0, z = z > 0 ? z : 0; /* fmax would be a call */
    return x * x + y * y + z * z <= touch * touch * (1 + 1e-12); /* rounding must not leave out a pair that could just touch */
}

typedef struct step { int32_t c; int image; } step; /* a cell beside another along an axis, and whether it lies a period away: -1, 0, 1 */

static step beside(const rp_cells *g, int axis, int32_t c, int by)
{
    int32_t at = c + by, count = g->count[axis];
    if (axis >= g->dimension) return (step){0, 0};
    if (count > 0 && at < 0) return (step){at + count, -1};
    if (count > 0 && at >= count) return (step){at - count, 1};
    return (step){at, 0};
}

/* Lists i with all others of a cell; `only` lists each pair once: j > i, or the upper image of two that see each other twice. */
static int list_cell(rp_leash *l, const rp_cells *g, uint32_t i, const step at[3], const double *radius, size_t stride, int only)
{
    int image = at[0].image + 1 + 3 * (at[1].image + 1) + 9 * (at[2].image + 1);
    for (uint32_t j = g->head[rp_cells_spot(g, 0, at[0].c, at[1].c, at[2].c)]; j != RP_CELLS_NONE; j = g->place[j].next) {
        if (j == i || (only && j < i)) continue;
        if (!g->direct && (g->place[j].c[0] != at[0].c || g->place[j].c[1] != at[1].c || g->place[j].c[2] != at[2].c)) continue;
        if (!in_reach(l, i, j, l->shift[image], radius[i * stride] + radius[j * stride])) continue;
        if (!add(l, i, j, image) || !add(l, j, i, opposite(image))) return 0;
    }
    return 1;
}

static int list_particle(rp_leash *l, const rp_cells *g, uint32_t i, const double *radius, size_t stride, int only)
{
    const int32_t *c = g->place[i].c;
    int flat = g->dimension == 2;
    for (int dz = flat ? 0 : -1; dz <= (flat ? 0 : 1); dz++)
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                step at[3] = {beside(g, 0, c[0], dx), beside(g, 1, c[1], dy), beside(g, 2, c[2], dz)};
                if (!list_cell(l, g, i, at, radius, stride, only)) return 0;
            }
    return 1;
}

int rp_leash_list_all(rp_leash *l, const rp_cells *g, const double *radius, size_t stride)
{
    for (size_t i = 0; i < l->count; i++) l->size[i] = 0;
    for (uint32_t i = 0; i < l->count; i++)
        if (!list_particle(l, g, i, radius, stride, 1)) return 0;
    return 1;
}

int rp_leash_renew(rp_leash *l, rp_cells *g, uint32_t i, rp_vec x, const double *radius, size_t stride)
{
    drop_from_others(l, i);
    l->anchor[i] = x;
    rp_cells_move(g, i, x);
    return list_particle(l, g, i, radius, stride, 0);
}
