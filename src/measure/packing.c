/* See packing.h. */
#include "measure/packing.h"
#include <math.h>
#include "core/pieces.h"
#include "laws/interaction.h"
#include "measure/percolation.h"

/* ---- rattlers ---- */

static int frictionless(const rp_world *w)
{
    for (int n = 0; n < w->interaction_count; n++)
        if (w->interaction[n].friction_static > 0) return 0;
    return 1;
}

/* The slots of a contact's particles; b is a at a wall. */
typedef struct ends {
    uint32_t a, b;
} ends;

static ends ends_of(const rp_particles *p, const rp_contact_view *v)
{
    uint32_t a = rp_particles_slot(p, v->a);
    return (ends){a, v->b < 0 ? a : rp_particles_slot(p, (uint32_t)v->b)};
}

/* degree: contacts that still count, by slot; gone: 1 for a rattler. */
static size_t remove_rattlers(const rp_particles *p, const rp_contact_list *list, int least, uint32_t *degree,
                              uint8_t *gone)
{
    size_t removed = 0, before, particles = p->count;
    do {
        before = removed;
        for (size_t i = 0; i < particles; i++) degree[i] = 0;
        for (size_t n = 0; n < list->count; n++) {
            ends e = ends_of(p, &list->view[n]);
            if (gone[e.a] || gone[e.b]) continue;
            degree[e.a]++;
            if (list->view[n].b >= 0) degree[e.b]++;
        }
        for (size_t i = 0; i < particles; i++)
            if (!gone[i] && degree[i] < (uint32_t)least) {
                gone[i] = 1;
                removed++;
            }

    } while (removed > before);
    return removed;
}

/* degree: from here on contacts with other particles that carry, by slot. */
static void find_skeleton(const rp_world *w, const rp_contact_list *list, uint32_t *degree, uint8_t *gone,
                          rp_packing *p)
{
    size_t particles = w->particles.count;
    p->rattlers = remove_rattlers(&w->particles, list, frictionless(w) ? w->dimension + 1 : 2, degree, gone);
    for (size_t i = 0; i < particles; i++) degree[i] = 0;
    for (size_t n = 0; n < list->count; n++) {
        ends e = ends_of(&w->particles, &list->view[n]);
        if (list->view[n].b < 0 || gone[e.a] || gone[e.b]) continue;
        degree[e.a]++;
        degree[e.b]++;
    }
}

static double carrying(const rp_world *w, const rp_region *region, const uint32_t *degree, const uint8_t *gone)
{
    const rp_particles *p = &w->particles;
    double contacts = 0, particles = 0;
    for (size_t n = 0; n < rp_pieces_count(w); n++) {
        rp_piece piece = rp_pieces_at(w, n);
        double contact_ends = 0, shares = 0;
        for (size_t i = piece.first; i < piece.last; i++) {
            if (gone[i]) continue;
            double share = rp_region_share(region, w, rp_particle_position(p, i), p->row[i].r);
            contact_ends += share * degree[i];
            shares += share;
        }
        contacts += contact_ends;
        particles += shares;
    }
    return particles > 0 ? contacts / particles : 0;
}

/* ---- clusters ---- */

static uint32_t root_of(uint32_t *parent, uint32_t i)
{
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

static void take_clusters(const rp_world *w, const rp_contact_list *list, uint32_t *parent, uint32_t *size,
                          rp_packing *p)
{
    size_t particles = w->particles.count;
    for (size_t i = 0; i < particles; i++) {
        parent[i] = (uint32_t)i;
        size[i] = 0;
    }

    for (size_t n = 0; n < list->count; n++) {
        ends e = ends_of(&w->particles, &list->view[n]);
        if (e.a != e.b) parent[root_of(parent, e.a)] = root_of(parent, e.b);
    }
    for (size_t i = 0; i < particles; i++) size[root_of(parent, (uint32_t)i)]++;
    for (size_t i = 0; i < particles; i++) {
        p->clusters += size[i] > 0;
        p->largest_cluster = size[i] > p->largest_cluster ? size[i] : p->largest_cluster;
    }
}

static void take_region(const rp_world *w, const rp_contact_list *list, const rp_region *region,
                        const rp_packing_view *view, int n, const uint32_t *degree, const uint8_t *gone, rp_bulk *b)
{
    rp_bulk_take(w, list, region, view->transfer ? &view->transfer[n] : NULL, view->time, b);
    b->carrying = carrying(w, region, degree, gone);
}

rp_status rp_packing_take(const rp_world *w, const rp_contact_list *list, const rp_packing_view *view, rp_packing *p,
                          rp_bulk *bulk, rp_error *err)
{
    static const rp_region all = {.kind = RP_REGION_ALL};
    size_t particles = w->particles.count;
    uint32_t *one = rp_memory_alloc(particles, sizeof *one), *two = rp_memory_alloc(particles, sizeof *two);
    uint8_t *gone = rp_memory_alloc(particles, 1);
    int failed = !one || !two || !gone;
    *p = (rp_packing){0};
    if (!failed) {
        take_clusters(w, list, one, two, p);
        find_skeleton(w, list, one, gone, p);
        take_region(w, list, &all, view, 0, one, gone, &p->all);
        for (int n = 0; n < view->region_count; n++)
            take_region(w, list, &view->region[n], view, n + 1, one, gone, &bulk[n]);
    }
    rp_memory_free(one);
    rp_memory_free(two);
    rp_memory_free(gone);
    return failed ? rp_memory_error(err, particles * 9, "measures of the packing")
                  : rp_percolation_take(w, list, p->percolates, err);
}
