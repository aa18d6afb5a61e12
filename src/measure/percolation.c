/* See percolation.h. */
#include "measure/percolation.h"

#include <math.h>
#include <string.h>

#define ALONG 0.999 /* cosine: a wall's normal that counts as along an axis */

typedef struct node {
    uint32_t parent;
    int32_t periods[3]; /* from the parent's copy to its own */
    uint8_t ends;       /* of a root: bits of the walls that it touches, two an axis */
} node;

typedef struct forest {
    const rp_world *world;
    node *node; /* by slot */
    double *percolates;
} forest;

/* The root, and the periods from its copy to that of i. */
static uint32_t root_of(const forest *f, uint32_t i, int32_t periods[3])
{
    memset(periods, 0, 3 * sizeof *periods);
    for (; f->node[i].parent != i; i = f->node[i].parent)
        for (int k = 0; k < 3; k++) periods[k] += f->node[i].periods[k];
    return i;
}

/* Ways to the root become short: all on the way hang on it directly. */
static uint32_t shorten(const forest *f, uint32_t i, int32_t periods[3])
{
    const uint32_t root = root_of(f, i, periods);
    int32_t left[3] = {periods[0], periods[1], periods[2]};
    while (i != root) {
        node *n = &f->node[i];
        const uint32_t next = n->parent;
        n->parent = root;
        for (int k = 0; k < 3; k++) {
            const int32_t step = n->periods[k];
            n->periods[k] = left[k];
            left[k] -= step;
        }
        i = next;
    }
    return root;
}

/* The copy of b, so many periods from that of a, belongs to the cluster of a. */
static void join(const forest *f, uint32_t a, uint32_t b, const int32_t periods[3])
{
    int32_t to_a[3], to_b[3];
    const uint32_t one = shorten(f, a, to_a), other = shorten(f, b, to_b);
    for (int k = 0; k < 3; k++) {
        const int32_t round = to_a[k] + periods[k] - to_b[k];
        if (one == other && round != 0) f->percolates[k] = 1;
        if (one != other) f->node[other].periods[k] = round;
    }
    if (one != other) f->node[other].parent = one;
}

/* Periods from b to its copy that is at x_a - branch. */
static void periods_between(const rp_world *w, rp_vec a, rp_vec b, rp_vec branch, int32_t periods[3])
{
    const rp_domain *d = &w->domain;
    rp_vec gap = rp_vec_sub(rp_vec_sub(a, b), branch);
    const rp_vec size = rp_vec_sub(d->upper, d->lower);
    memset(periods, 0, 3 * sizeof *periods);
    if (!d->bounded) return;
    if (d->periodic[1]) periods[1] = (int32_t)rint(gap.y / size.y);
    gap.x -= periods[1] * d->offset;
    if (d->periodic[0]) periods[0] = (int32_t)rint(gap.x / size.x);
    if (d->periodic[2]) periods[2] = (int32_t)rint(gap.z / size.z);
}

static void join_contact(const forest *f, const rp_contact_view *v)
{
    const rp_particles *p = &f->world->particles;
    const uint32_t a = rp_particles_slot(p, v->a), b = rp_particles_slot(p, (uint32_t)v->b);
    int32_t periods[3];
    periods_between(f->world, rp_particle_position(p, a), rp_particle_position(p, b), v->branch, periods);
    join(f, a, b, periods);
}

/* A clump is shorter than half a period: its members are those copies that are nearest to each other. */
static void join_members(const forest *f)
{
    const rp_world *w = f->world;
    for (size_t n = 0; n < w->bodies.count; n++) {
        const uint32_t *slot = rp_bodies_slots(&w->bodies, n);
        for (int k = 1; k < rp_bodies_members(&w->bodies, n); k++) {
            int32_t periods[3];
            periods_between(w, rp_particle_position(&w->particles, slot[0]),
                            rp_particle_position(&w->particles, slot[k]), rp_vec_make(0, 0, 0), periods);
            join(f, slot[0], slot[k], periods);
        }
    }
}

static void touch_wall(const forest *f, const rp_contact_view *v)
{
    int32_t unused[3];
    const uint32_t root = shorten(f, rp_particles_slot(&f->world->particles, v->a), unused);
    for (int axis = 0; axis < 3; axis++) {
        const double along = rp_vec_component(v->normal, axis);
        if (fabs(along) > ALONG) f->node[root].ends |= (uint8_t)(1u << (2 * axis + (along < 0)));
    }
}

rp_status rp_percolation_take(const rp_world *w, const rp_contact_list *list, double percolates[3], rp_error *err)
{
    const size_t count = w->particles.count;
    forest f = {w, rp_memory_alloc(count, sizeof *f.node), percolates};
    percolates[0] = percolates[1] = percolates[2] = 0;
    if (!f.node) return rp_memory_error(err, count * sizeof *f.node, "measures of the packing");
    for (size_t i = 0; i < count; i++) f.node[i].parent = (uint32_t)i;
    join_members(&f);
    for (size_t n = 0; n < list->count; n++)
        if (list->view[n].b >= 0) join_contact(&f, &list->view[n]);
    for (size_t n = 0; n < list->count; n++)
        if (list->view[n].b < 0) touch_wall(&f, &list->view[n]);
    for (size_t i = 0; i < count; i++)
        for (int axis = 0; axis < 3; axis++)
            if ((f.node[i].ends >> (2 * axis) & 3) == 3) percolates[axis] = 1;
    rp_memory_free(f.node);
    return RP_OK;
}
