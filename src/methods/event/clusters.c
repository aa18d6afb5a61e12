/* Clusters: sets of particles connected by gaps that are small beside their radii. Contacts last no time here, so it is by gaps that a cooling gas shows its clusters.
 * Two are connected whose gap is less than cluster_gap (r_i + r_j)/2 at the time of the synchronised copy. */
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
    double x = a->x - b->x - shift[0], y = a->y - b->y - shift[1], z = a->z - b->z - shift[2], reach = (a->r + b->r) * (1 + 0.5 * m->cluster_gap);
    if (x * x + y * y + z * z < reach * reach) parent[root_of(parent, i)] = root_of(parent, j);
}

/* Cells of a level around particle i, along an axis; particles may have gone a leash's length from where their cell says. */
static int32_t far(const rp_event *m, uint32_t i, int level, int axis)
{
    const rp_cells *g = &m->cells;
    double reach = (m->world->particles.row[i].r + g->largest[level]) * (1 + 0.5 * m->cluster_gap) + 2 * m->leash.length;
    int32_t most = g->count[axis] > 0 ? g->count[axis] : INT32_MAX / 2;
    return axis >= g->dimension ? 0 : (int32_t)fmin(ceil(reach / g->size[axis]), most);
}

static void connect_level(const rp_event *m, uint32_t *parent, uint32_t i, int level)
{
    const rp_cells *g = &m->cells;
    const int32_t *c = g->place[i].c;
    int32_t low[3], high[3];
    for (int axis = 0; axis < 3; axis++) low[axis] = (c[axis] - far(m, i, level, axis)) >> level, high[axis] = (c[axis] + far(m, i, level, axis)) >> level;
    for (int32_t cz = low[2]; cz <= high[2]; cz++)
        for (int32_t cy = low[1]; cy <= high[1]; cy++)
            for (int32_t cx = low[0]; cx <= high[0]; cx++) {
                int kx, ky, kz;
                int32_t x = rp_cells_wrap(g, 0, level, cx, &kx), y = rp_cells_wrap(g, 1, level, cy, &ky), z = rp_cells_wrap(g, 2, level, cz, &kz);
                for (uint32_t j = g->head[rp_cells_spot(g, level, x, y, z)]; j != RP_CELLS_NONE; j = g->place[j].next)
                    if (j != i) connect(m, parent, i, j, g->shift[rp_cells_image(kx, ky, kz)]);
            }
}

void rp_clusters_find(rp_event *m)
{
    if (m->clusters.known && m->clusters.step == m->world->step) return;
    uint32_t *parent = rp_memory_alloc(m->count, sizeof *parent), *size = rp_memory_alloc(m->count, sizeof *size);
    m->clusters = (rp_clusters){NAN, NAN, m->world->step, parent && size};
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
