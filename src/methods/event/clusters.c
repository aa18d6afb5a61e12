/* Clusters: sets of particles that are connected by gaps small compared with their radii. Here contacts have no
 * duration, so the clusters of a cooling gas are found by gaps. Two particles are connected if their gap is less than
 * cluster_gap (r_i + r_j)/2 at the time of the synchronised copy. */
#include <math.h>
#include "base/memory.h"
#include "methods/event/event.h"
#include "methods/event/options.h"

static uint32_t root_of(uint32_t *parent, uint32_t i)
{
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

static void connect(const rp_event *m, uint32_t *parent, uint32_t i, uint32_t j, const double *shift)
{
    const rp_row *a = &m->world->particles.row[i], *b = &m->world->particles.row[j];
    double x = a->x - b->x - shift[0], y = a->y - b->y - shift[1], z = a->z - b->z - shift[2],
           cutoff = (a->r + b->r) * (1 + 0.5 * m->cluster_gap);
    if (x * x + y * y + z * z < cutoff * cutoff) parent[root_of(parent, i)] = root_of(parent, j);
}

/* Cells of a level along an axis, unwrapped, whose particles may be connected to a particle at x. */
typedef struct span {
    int32_t low, high;
    double x, cutoff;
} span;

/* The number of a cell is bounded, as in cells.c. */
static int32_t cell_at(const rp_event_cells *g, int axis, double x)
{
    return (int32_t)fmin(fmax(floor((x - g->low[axis]) / g->size[axis]), -1e9), 1e9);
}

static span around(const rp_event *m, uint32_t i, int level, int axis)
{
    const rp_event_cells *g = &m->cells;
    const rp_row *row = &m->world->particles.row[i];
    if (axis >= g->dimension) return (span){0, 0, 0, INFINITY};
    double x = (&row->x)[axis],
           cutoff = (row->r + g->largest[level]) * (1 + 0.5 * m->cluster_gap)
                    + m->ball.radius; /* the other may have moved within its ball since it came into its cell */
    span s = {cell_at(g, axis, x - cutoff) >> level, cell_at(g, axis, x + cutoff) >> level, x, cutoff};
    int32_t count = rp_event_cells_count(g, axis, level);
    if (count > 0 && s.low < -count) s.low = -count; /* the nearest images are enough */
    if (count > 0 && s.high >= 2 * count) s.high = 2 * count - 1;
    return s;
}

static double square_to(const rp_event_cells *g, const span *s, int axis, int level, int32_t c)
{
    if (axis >= g->dimension) return 0;
    double below = rp_event_cells_edge(g, axis, c * (1 << level)) - s->x;
    double above = s->x - rp_event_cells_edge(g, axis, (c + 1) * (1 << level));
    double d = fmax(0, fmax(below, above));
    return d * d;
}

/* Each pair once: i with lower slots. */
static void connect_level(const rp_event *m, uint32_t *parent, uint32_t i, int level)
{
    const rp_event_cells *g = &m->cells;
    const span x = around(m, i, level, 0), y = around(m, i, level, 1), z = around(m, i, level, 2);
    const double most = x.cutoff * x.cutoff * (1 + 1e-9); /* rounding must not leave out a cell */
    for (int32_t cz = z.low; cz <= z.high; cz++)
        for (int32_t cy = y.low; cy <= y.high; cy++) {
            double square = square_to(g, &z, 2, level, cz) + square_to(g, &y, 1, level, cy);
            for (int32_t cx = x.low; cx <= x.high; cx++) {
                if (square + square_to(g, &x, 0, level, cx) > most) continue;
                int kx, ky, kz;
                int32_t at[3] = {rp_event_cells_wrap(g, 0, level, cx, &kx), rp_event_cells_wrap(g, 1, level, cy, &ky),
                                 rp_event_cells_wrap(g, 2, level, cz, &kz)};
                for (uint32_t j = g->head[rp_event_cells_spot(g, level, at[0], at[1], at[2])]; j != RP_EVENT_CELLS_NONE;
                     j = g->next[j])
                    if (j < i) connect(m, parent, i, j, g->shift[rp_event_cells_image(kx, ky, kz)]);
            }
        }
}

void rp_event_clusters_find(rp_event *m)
{
    if (m->clusters.known && m->clusters.step == m->world->step) return;
    uint32_t *parent = rp_memory_alloc(m->count, sizeof *parent), *size = rp_memory_alloc(m->count, sizeof *size);
    m->clusters = (rp_event_clusters){NAN, NAN, m->world->step, parent && size};
    for (uint32_t i = 0; i < m->count && m->clusters.known; i++) parent[i] = i;
    for (uint32_t i = 0; i < m->count && m->clusters.known; i++)
        for (int level = 0; level < m->cells.levels; level++)
            if (m->cells.present >> level & 1) connect_level(m, parent, i, level);
    if (m->clusters.known) m->clusters.count = m->clusters.largest = 0;
    for (uint32_t i = 0; i < m->count && m->clusters.known; i++) {
        uint32_t root = root_of(parent, i);
        m->clusters.count += size[root]++ == 0;
        m->clusters.largest = fmax(m->clusters.largest, size[root]);
    }
    rp_memory_free(parent);
    rp_memory_free(size);
}
