/* See packing.h. */
#include "measure/packing.h"
#include <math.h>
#include "laws/interaction.h"

/* ---- volume ---- */

static void bounding_box(const rp_world *w, double low[3], double high[3])
{
    const rp_particles *p = &w->particles;
    for (int d = 0; d < 3; d++) low[d] = INFINITY, high[d] = -INFINITY;
    for (size_t i = 0; i < p->count; i++)
        for (int d = 0; d < 3; d++) {
            double x = (&p->row[i].x)[d], r = p->row[i].r;
            low[d] = fmin(low[d], x - r), high[d] = fmax(high[d], x + r);
        }
}

double rp_packing_volume(const rp_world *w)
{
    double low[3], high[3], volume = w->dimension == 2 ? w->thickness : 1;
    bounding_box(w, low, high);
    for (int d = 0; d < w->dimension; d++) {
        double between = rp_world_facing_walls(w, d);
        double domain = w->domain.bounded ? rp_vec_component(w->domain.upper, d) - rp_vec_component(w->domain.lower, d) : NAN;
        volume *= !isnan(between) ? between : !isnan(domain) ? domain : high[d] - low[d];
    }
    return volume;
}

/* ---- tensors ---- */

static void add_product(rp_tensor *t, double scale, rp_vec a, rp_vec b)
{
    t->xx += scale * a.x * b.x, t->xy += scale * a.x * b.y, t->xz += scale * a.x * b.z;
    t->yx += scale * a.y * b.x, t->yy += scale * a.y * b.y, t->yz += scale * a.y * b.z;
    t->zx += scale * a.z * b.x, t->zy += scale * a.z * b.y, t->zz += scale * a.z * b.z;
}

static double trace(const rp_tensor *t) { return t->xx + t->yy + t->zz; }

static void take_contacts(const rp_contact_list *list, double volume, rp_packing *p)
{
    size_t between = 0;
    for (size_t n = 0; n < list->count; n++) {
        const rp_contact_view *v = &list->view[n];
        add_product(&p->contact_stress, 1 / volume, v->force, v->branch);
        between += v->b >= 0;
    }
    for (size_t n = 0; n < list->count; n++)
        if (list->view[n].b >= 0) add_product(&p->fabric, 1 / (double)between, list->view[n].normal, list->view[n].normal);
}

static void take_motion(const rp_world *w, double volume, rp_packing *p)
{
    const rp_particles *g = &w->particles;
    rp_vec momentum = {0, 0, 0};
    double mass = 0, square = 0, solid = 0;
    size_t count = 0;
    for (size_t i = 0; i < g->count; i++) {
        solid += rp_world_particle_volume(w, i) * (w->dimension == 2 ? w->thickness : 1);
        if (g->row[i].inv_mass == 0) continue;
        momentum = rp_vec_add(momentum, rp_vec_scale(g->mass[i], rp_particle_velocity(g, i)));
        mass += g->mass[i], count++;
    }
    p->solid_fraction = solid / volume;
    if (count == 0) return;
    rp_vec mean = rp_vec_scale(1 / mass, momentum);
    for (size_t i = 0; i < g->count; i++) {
        if (g->row[i].inv_mass == 0) continue;
        rp_vec v = rp_vec_sub(rp_particle_velocity(g, i), mean);
        add_product(&p->kinetic_stress, g->mass[i] / volume, v, v);
        square += rp_vec_dot(v, v);
    }
    p->temperature = square / (double)count / w->dimension;
}

/* ---- rattlers ---- */

static int frictionless(const rp_world *w)
{
    for (int n = 0; n < w->interaction_count; n++)
        if (w->interaction[n].friction_static > 0) return 0;
    return 1;
}

/* degree[id]: contacts that still count; gone[id]: a rattler. */
static size_t remove_rattlers(const rp_contact_list *list, size_t particles, int least, uint32_t *degree, uint8_t *gone)
{
    size_t removed = 0, before;
    do {
        before = removed;
        for (size_t i = 0; i < particles; i++) degree[i] = 0;
        for (size_t n = 0; n < list->count; n++) {
            const rp_contact_view *v = &list->view[n];
            if (gone[v->a] || (v->b >= 0 && gone[v->b])) continue;
            degree[v->a]++;
            if (v->b >= 0) degree[v->b]++;
        }
        for (size_t i = 0; i < particles; i++)
            if (!gone[i] && degree[i] < (uint32_t)least) gone[i] = 1, removed++;
    } while (removed > before);
    return removed;
}

static void take_rattlers(const rp_world *w, const rp_contact_list *list, uint32_t *degree, uint8_t *gone, rp_packing *p)
{
    size_t particles = w->particles.count, contacts = 0;
    p->rattlers = remove_rattlers(list, particles, frictionless(w) ? w->dimension + 1 : 2, degree, gone);
    for (size_t n = 0; n < list->count; n++) contacts += list->view[n].b >= 0 && !gone[list->view[n].a] && !gone[list->view[n].b];
    p->coordination = particles > p->rattlers ? 2.0 * (double)contacts / (double)(particles - p->rattlers) : 0;
}

/* ---- clusters ---- */

static uint32_t root_of(uint32_t *parent, uint32_t i)
{
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

static void take_clusters(const rp_world *w, const rp_contact_list *list, uint32_t *parent, uint32_t *size, rp_packing *p)
{
    size_t particles = w->particles.count;
    for (size_t i = 0; i < particles; i++) parent[i] = (uint32_t)i, size[i] = 0;
    for (size_t n = 0; n < list->count; n++)
        if (list->view[n].b >= 0) parent[root_of(parent, list->view[n].a)] = root_of(parent, (uint32_t)list->view[n].b);
    for (size_t i = 0; i < particles; i++) size[root_of(parent, (uint32_t)i)]++;
    for (size_t i = 0; i < particles; i++) {
        p->clusters += size[i] > 0;
        p->largest_cluster = size[i] > p->largest_cluster ? size[i] : p->largest_cluster;
    }
}

rp_status rp_packing_take(const rp_world *w, const rp_contact_list *list, rp_packing *p, rp_error *err)
{
    size_t particles = w->particles.count;
    uint32_t *one = rp_memory_alloc(particles, sizeof *one), *two = rp_memory_alloc(particles, sizeof *two);
    uint8_t *gone = rp_memory_alloc(particles, 1);
    double volume = rp_packing_volume(w);
    *p = (rp_packing){0};
    if (one && two && gone) {
        take_contacts(list, volume, p);
        take_motion(w, volume, p);
        p->pressure = (trace(&p->contact_stress) + trace(&p->kinetic_stress)) / w->dimension;
        take_rattlers(w, list, one, gone, p);
        take_clusters(w, list, one, two, p);
    }
    int failed = !one || !two || !gone;
    rp_memory_free(one);
    rp_memory_free(two);
    rp_memory_free(gone);
    return failed ? rp_memory_error(err, particles * 9, "measures of the packing") : RP_OK;
}
