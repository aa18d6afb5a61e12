/* See cells.h. */
#include "methods/event/cells.h"
#include <math.h>
#include "base/memory.h"

/* ---- the grid ---- */

static double extent(const rp_world *w, int axis)
{
    double low = INFINITY, high = -INFINITY;
    if (w->domain.periodic[axis])
        return rp_vec_component(w->domain.upper, axis) - rp_vec_component(w->domain.lower, axis);
    for (size_t i = 0; i < w->particles.count; i++) {
        low = fmin(low, (&w->particles.row[i].x)[axis]);
        high = fmax(high, (&w->particles.row[i].x)[axis]);
    }

    return fmax(high - low, 0);
}

static void radii(const rp_world *w, double *smallest, double *largest)
{
    *smallest = INFINITY;
    *largest = 0;
    for (size_t i = 0; i < w->particles.count; i++) {
        *smallest = fmin(*smallest, w->particles.row[i].r);
        *largest = fmax(*largest, w->particles.row[i].r);
    }
}

/* Width of cells over the mean distance of particles, where these are far apart and a direct table has all cells;
 * measured, bench/. */
static const double APART[] = {1, 0.6}; /* 2D and 3D */

static int periodic(const rp_world *w)
{
    int all = 1;
    for (int axis = 0; axis < w->dimension; axis++) all &= w->domain.periodic[axis] != 0;
    return all;
}

/* Width of the coarsest cells: the largest diameter, or somewhat more, so that a whole number of them fits each period.
 * The rounding must not make them fewer. */
static double coarsest(const rp_world *w, double largest)
{
    double width = INFINITY;
    for (int axis = 0; axis < w->dimension; axis++)
        if (w->domain.periodic[axis])
            width = fmin(width, extent(w, axis) / fmax(floor(extent(w, axis) / (2 * largest)), 1) * (1 - 1e-12));
    return fmax(2 * largest, width < INFINITY ? width : 0);
}

/* For particles of several sizes: a half, a quarter, ... of the coarsest cells. Any other width would make these wider
 * than the largest particle needs, in a short period by a factor, and all finer ones with them. */
static double width_of_levels(const rp_world *w, double smallest, double largest)
{
    double volume = 1, coarse = coarsest(w, largest);
    for (int axis = 0; axis < w->dimension; axis++)
        volume *= extent(w, axis) + (w->domain.periodic[axis] ? 0 : 2 * largest);
    double share = pow(volume / (double)w->particles.count, 1.0 / w->dimension), wanted = fmax(2 * smallest, share);
    double top = fmin(fmax(round(log2(coarse / wanted)), 0), floor(log2(coarse / (2 * smallest))));
    return coarse / exp2(fmin(top, RP_EVENT_CELLS_LEVELS - 1));
}

/* Width of the finest cells: the smallest particle's diameter, but not many more cells than particles. */
double rp_event_cells_width(const rp_world *w)
{
    double volume = 1, d = w->dimension, smallest, largest;
    radii(w, &smallest, &largest);
    for (int axis = 0; axis < w->dimension; axis++) volume *= extent(w, axis) + 2 * largest;
    double share = pow(volume / (double)(w->particles.count ? w->particles.count : 1), 1 / d);
    double apart = periodic(w) ? APART[w->dimension - 2] * share : share;
    if (largest < 2 * smallest || share > 2 * largest) return fmax(2 * largest, apart);
    return width_of_levels(w, smallest, largest);
}

static rp_status too_narrow(const rp_world *w, int axis, double largest, rp_error *err)
{
    rp_status status = rp_error_set(err, RP_INPUT,
                                    "the domain is too narrow for event-driven dynamics: its period along %c is less "
                                    "than two diameters of the largest particle",
                                    "xyz"[axis]);
    rp_error_value(err, "%g m", rp_vec_component(w->domain.upper, axis) - rp_vec_component(w->domain.lower, axis));
    rp_error_expected(err, "at least %g m", 4 * largest);
    rp_error_key(err, "domain");
    return status;
}

rp_status rp_event_cells_check_periods(const rp_world *w, double largest, rp_error *err)
{
    for (int axis = 0; axis < w->dimension; axis++)
        if (w->domain.periodic[axis] && extent(w, axis) < 4 * largest) return too_narrow(w, axis, largest, err);
    return RP_OK;
}

/* The coarsest cells are at least as wide as the largest particle; a period is a whole number of them. */
static void lay_grid(rp_event_cells *g, const rp_world *w, double largest)
{
    double fine = g->fine;
    int top = 0;
    while (fine * (1 << top) < 2 * largest && top < RP_EVENT_CELLS_LEVELS - 1) top++;
    for (int axis = 0; axis < 3; axis++) {
        g->low[axis] = 0;
        g->size[axis] = 1;
        g->count[axis] = 1;
        g->period[axis] = 0;
        if (axis >= w->dimension) continue;
        g->count[axis] = 0;
        g->size[axis] = fine;
        if (!w->domain.periodic[axis]) continue;
        g->low[axis] = rp_vec_component(w->domain.lower, axis);
        g->period[axis] = extent(w, axis);
        double coarse = floor(g->period[axis] / fmax(fine * (1 << top), 2 * largest));
        g->count[axis] = (int32_t)fmin(fmax(coarse, 1), (double)(INT32_MAX >> (top + 1))) << top;
        g->size[axis] = g->period[axis] / g->count[axis];
    }
}

static int level_of(const rp_event_cells *g, double r)
{
    double narrow = INFINITY;
    for (int axis = 0; axis < g->dimension; axis++) narrow = fmin(narrow, g->size[axis]);
    int level = 0;
    /* a little slack: rounding must not send the largest particle to a level that the grid does not have */
    while (narrow * (1 << level) < 2 * r * (1 - 1e-12) && level < RP_EVENT_CELLS_LEVELS - 1) level++;
    return level;
}

static void find_levels(rp_event_cells *g, const rp_world *w)
{
    for (size_t i = 0; i < w->particles.count; i++) {
        int level = level_of(g, w->particles.row[i].r);
        g->present |= 1u << level;
        g->largest[level] = fmax(g->largest[level], w->particles.row[i].r);
        if (level >= g->levels) g->levels = level + 1;
    }
}

/* Radii may be larger than their final value by a little when they grow (compress.c). */
static void find_reach(rp_event_cells *g)
{
    for (int a = 0; a < g->levels; a++)
        for (int b = 0; b < g->levels; b++)
            for (int axis = 0; axis < 3; axis++)
                g->reach[a][b][axis] = (int32_t)ceil((g->largest[a] + g->largest[b]) * (1 + 1e-8) / g->size[axis]);
}

static size_t row_count(const rp_event_cells *g)
{
    size_t all = 0;
    for (int l = 0; l < g->levels; l++)
        for (int axis = 0; axis < 3; axis++) all += (size_t)rp_event_cells_count(g, axis, l) + 2;
    return all;
}

/* Places of a row along x, with one beyond each end, in whole bytes of `occupied`. */
static uint32_t row_places(const rp_event_cells *g, int level)
{
    return ((uint32_t)rp_event_cells_count(g, 0, level) + 2 + 7) / 8 * 8;
}

static size_t level_places(const rp_event_cells *g, int level)
{
    return (size_t)row_places(g, level) * (size_t)rp_event_cells_count(g, 1, level)
           * (size_t)rp_event_cells_count(g, 2, level);
}

/* Rows of a level across an axis; the first cell is at `first`, the others `stride` apart. Along an axis that the world
 * does not have there is one row, cell 0. */
static rp_event_row *fill_rows(rp_event_cells *g, rp_event_row *row, int level, int axis, uint32_t first,
                               uint32_t stride)
{
    static const rp_event_row weight[3] = {1, 3, 9};
    g->row[level][axis] = row + 1;
    for (int32_t c = -1; c <= rp_event_cells_count(g, axis, level); c++) {
        int image;
        const uint32_t at = (uint32_t)rp_event_cells_wrap(g, axis, level, c, &image);
        *row++ = (rp_event_row)(image + 1) * weight[axis] << RP_EVENT_ROW_IMAGE | (first + at * stride);
    }
    return row;
}

static rp_status make_rows(rp_event_cells *g, size_t places, rp_error *err)
{
    rp_event_row *row = g->rows = rp_memory_alloc(row_count(g), sizeof *g->rows);
    g->occupied = rp_memory_alloc(places / 8 + sizeof(uint64_t), 1); /* eight bytes can be read from any place on */
    if (!row || !g->occupied) return rp_memory_error(err, row_count(g) * sizeof *row + places / 8, "the cells");
    uint32_t first = 0;
    for (int l = 0; l < g->levels; first += (uint32_t)level_places(g, l++)) {
        const uint32_t along = row_places(g, l);
        row = fill_rows(g, row, l, 0, 1, 1);
        row = fill_rows(g, row, l, 1, 0, along);
        row = fill_rows(g, row, l, 2, first, along * (uint32_t)rp_event_cells_count(g, 1, l));
    }
    return RP_OK;
}

static rp_status make_table(rp_event_cells *g, size_t particles, rp_error *err)
{
    double all = 0, most = 5.0 * (double)particles + 4096;
    size_t places = 1;
    g->direct = 1;
    for (int axis = 0; axis < g->dimension; axis++) g->direct &= g->count[axis] > 0;
    for (int l = 0; l < g->levels && g->direct; l++)
        all += (double)rp_event_cells_count(g, 0, l) * rp_event_cells_count(g, 1, l) * rp_event_cells_count(g, 2, l);
    if (all > most) g->direct = 0;
    while (!g->direct && places < 2 * particles) places *= 2;
    if (g->direct) places = 0;
    for (int l = 0; l < g->levels && g->direct; l++) places += level_places(g, l);
    g->mask = (uint32_t)places - 1;
    g->head = rp_memory_alloc(places, sizeof *g->head);
    g->next = rp_memory_alloc(particles, sizeof *g->next);
    g->place = rp_memory_alloc(particles, sizeof *g->place);
    if (!g->head || !g->next || !g->place)
        return rp_memory_error(err, places * sizeof *g->head + particles * sizeof *g->place, "the cells");
    for (size_t n = 0; n < places; n++) g->head[n] = RP_EVENT_CELLS_NONE;
    return g->direct ? make_rows(g, places, err) : RP_OK;
}

rp_status rp_event_cells_create(rp_event_cells *g, const rp_world *w, double fine, rp_error *err)
{
    double smallest, largest;
    *g = (rp_event_cells){.dimension = w->dimension, .fine = fine};
    radii(w, &smallest, &largest);
    rp_status status = rp_event_cells_check_periods(w, largest, err);
    if (status) return status;
    lay_grid(g, w, largest);
    for (int image = 0; image < 27; image++)
        for (int axis = 0, code = image; axis < 3; axis++, code /= 3)
            g->shift[image][axis] = (code % 3 - 1) * g->period[axis];
    find_levels(g, w);
    find_reach(g);
    return make_table(g, w->particles.count, err);
}

void rp_event_cells_destroy(rp_event_cells *g)
{
    rp_memory_free(g->head);
    rp_memory_free(g->next);
    rp_memory_free(g->place);
    rp_memory_free(g->rows);
    rp_memory_free(g->occupied);
    *g = (rp_event_cells){0};
}

/* ---- lists ---- */

static inline uint32_t spot_of(const rp_event_cells *g, const rp_event_place *p)
{
    return rp_event_cells_spot(g, (int)p->level, p->c[0] >> p->level, p->c[1] >> p->level, p->c[2] >> p->level);
}

static inline void flip(rp_event_cells *g, uint32_t place) { g->occupied[place / 8] ^= (uint8_t)(1u << place % 8); }

/* A cell of a direct table that was empty or has become so. At the ends of a row it stands for the one beyond the other
 * end, too. */
static inline void flip_cell(rp_event_cells *g, const rp_event_place *p, uint32_t spot)
{
    const int32_t x = p->c[0] >> p->level, count = rp_event_cells_count(g, 0, (int)p->level);
    flip(g, spot);
    if (x == 0) flip(g, spot + (uint32_t)count);
    if (x == count - 1) flip(g, spot - (uint32_t)count);
}

static inline void link_at(rp_event_cells *g, uint32_t i, uint32_t spot)
{
    if (g->direct && g->head[spot] == RP_EVENT_CELLS_NONE) flip_cell(g, &g->place[i], spot);
    g->next[i] = g->head[spot];
    g->head[spot] = i;
}

static inline void unlink_at(rp_event_cells *g, uint32_t i, uint32_t spot)
{
    uint32_t *at = &g->head[spot];
    while (*at != i) at = &g->next[*at];
    *at = g->next[i];
    if (g->direct && g->head[spot] == RP_EVENT_CELLS_NONE) flip_cell(g, &g->place[i], spot);
}

static void link_particle(rp_event_cells *g, uint32_t i) { link_at(g, i, spot_of(g, &g->place[i])); }
static void unlink_particle(rp_event_cells *g, uint32_t i) { unlink_at(g, i, spot_of(g, &g->place[i])); }

static void find_cell(rp_event_cells *g, uint32_t i, rp_vec x)
{
    rp_event_place *p = &g->place[i];
    for (int axis = 0; axis < 3; axis++) {
        double c = axis < g->dimension ? floor((rp_vec_component(x, axis) - g->low[axis]) / g->size[axis]) : 0;
        p->c[axis] = (int32_t)fmin(fmax(c, -1e9), 1e9);
        if (g->count[axis] > 0 && p->c[axis] >= g->count[axis]) p->c[axis] = g->count[axis] - 1;
        if (g->count[axis] > 0 && p->c[axis] < 0) p->c[axis] = 0;
    }
}

void rp_event_cells_place(rp_event_cells *g, uint32_t i, double r)
{
    g->place[i].level = (uint32_t)level_of(g, r);
    link_particle(g, i);
}

void rp_event_cells_insert(rp_event_cells *g, uint32_t i, rp_vec x, double r)
{
    find_cell(g, i, x);
    rp_event_cells_place(g, i, r);
}

void rp_event_cells_move(rp_event_cells *g, uint32_t i, rp_vec x)
{
    unlink_particle(g, i);
    find_cell(g, i, x);
    link_particle(g, i);
}

int rp_event_cells_step(rp_event_cells *g, uint32_t i, uint32_t way)
{
    rp_event_place *p = &g->place[i];
    const int axis = (int)way / 2, level = (int)p->level;
    const int32_t count = g->count[axis], was = p->c[axis], now = was + (way & 1 ? 1 : -1);
    const int wrapped = count == 0 ? 0 : (now == count) - (now < 0);
    const int32_t to = now - wrapped * count;
    if (was >> level == to >> level) {
        p->c[axis] = to;
        return wrapped;
    }
    unlink_at(g, i, spot_of(g, p));
    p->c[axis] = to;
    link_at(g, i, spot_of(g, p));
    return wrapped;
}
