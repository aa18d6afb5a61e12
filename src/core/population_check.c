/* See population.h: what may be added. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "core/population.h"
#include "core/wall_parts.h"

#define HARD 1e-6 /* of the radius: so little is rounding */

typedef struct check {
    const rp_world *world;
    const rp_particle_def *def;
    size_t count;
    double max_overlap;
    struct place *place; /* of those to be added, by x; owned */
    double largest;      /* of their radii, m */
    rp_error *err;
} check;

typedef struct place {
    rp_vec x; /* within the domain, m */
    double r; /* m */
    size_t n; /* which of the definitions */
} place;

/* ---- one definition by itself ---- */

static rp_status refuse(const check *c, size_t n, const char *what)
{
    return rp_error_set(c->err, RP_INPUT, "particle %zu of %zu cannot be added: %s", n + 1, c->count, what);
}

static rp_status check_shape(const check *c, size_t n)
{
    const rp_world *w = c->world;
    rp_status status = RP_OK;
    if (w->particles.shape)
        return refuse(c, n, "this simulation has polygons, whose overlaps with a new particle are not known");
    if (!(c->def[n].shape->flags & RP_SHAPE_ROUND))
        status = refuse(c, n, "its shape is not round, and only round particles can be added");
    else if (!rp_shape_fits(c->def[n].shape, w->dimension))
        status = refuse(c, n, "its shape belongs to the plane, and the simulation is three-dimensional");
    if (status) rp_error_expected(c->err, w->dimension == 3 ? "a sphere" : "a disc or a sphere");
    return status;
}

static rp_status check_indices(const check *c, size_t n)
{
    const rp_particle_def *d = &c->def[n];
    if (d->material < 0 || d->material >= c->world->material_count) return refuse(c, n, "it has no material");
    if (d->group < 0 || d->group >= c->world->group_count) return refuse(c, n, "it has no group");
    return RP_OK;
}

static int all_finite(rp_vec v) { return isfinite(v.x) && isfinite(v.y) && isfinite(v.z); }

static rp_status check_weight(const check *c, size_t n)
{
    const rp_particle_def *d = &c->def[n];
    const rp_material *material = &c->world->material[d->material];
    double mass = d->mass, inertia;
    const rp_shape_def form = {.shape = d->shape, .radius = d->r};
    rp_shape_weigh(&form, c->world->thickness, material->density, &mass, &inertia);
    if (isfinite(mass) && mass > 0 && isfinite(inertia) && inertia > 0 && isfinite(1 / mass)
        && isfinite(d->r * d->r / inertia))
        return RP_OK;
    rp_status status = refuse(c, n, isnan(mass) ? "its mass is not known" : "its mass is not a normal number > 0");
    if (!isnan(mass)) rp_error_value(c->err, "%g kg", mass);
    rp_error_expected(c->err, "a mass, or a density of the material '%s'", material->name);
    return status;
}

static rp_status check_numbers(const check *c, size_t n)
{
    const rp_particle_def *d = &c->def[n];
    rp_status status = RP_OK;
    if (!all_finite(d->x)) status = refuse(c, n, "its position is not finite");
    else if (!all_finite(d->v)) status = refuse(c, n, "its velocity is not finite");
    else if (!all_finite(d->omega)) status = refuse(c, n, "its angular velocity is not finite");
    else if (!isfinite(d->r) || d->r <= 0) status = refuse(c, n, "its radius is not a finite number > 0");
    else if (c->world->dimension == 2 && (d->x.z != 0 || d->v.z != 0 || d->omega.x != 0 || d->omega.y != 0))
        status = refuse(c, n,
                        "in two dimensions the z of position and velocity and the x and y of the angular "
                        "velocity must be 0");
    return status ? status : check_weight(c, n);
}

/* Also that it does not overlap its own images. */
static rp_status check_domain(const check *c, size_t n)
{
    const rp_domain *domain = &c->world->domain;
    const rp_particle_def *d = &c->def[n];
    for (int axis = 0; axis < c->world->dimension && domain->bounded; axis++) {
        double x = rp_vec_component(d->x, axis), lower = rp_vec_component(domain->lower, axis),
               upper = rp_vec_component(domain->upper, axis);
        int wide = domain->periodic[axis] && 2 * d->r > upper - lower;
        if (!wide && (domain->periodic[axis] || (x >= lower && x <= upper))) continue;
        rp_status status = refuse(
            c, n, wide ? "it overlaps its own periodic image" : "its position is outside of the domain");
        rp_error_value(c->err, "%s %g m", wide ? "radius" : axis == 0 ? "x" : axis == 1 ? "y" : "z", wide ? d->r : x);
        if (wide) rp_error_expected(c->err, "a radius of at most %g m", 0.5 * (upper - lower));
        else rp_error_expected(c->err, "a value from %g to %g m", lower, upper);
        return status;
    }
    return RP_OK;
}

/* ---- materials that can meet ---- */

static rp_status check_interaction(const check *c, size_t n, int other)
{
    const rp_world *w = c->world;
    const rp_material *a = &w->material[c->def[n].material], *b = &w->material[other];
    if (rp_world_interaction_index(w, c->def[n].material, other) >= 0) return RP_OK;
    return rp_error_set(c->err, RP_INPUT,
                        "particle %zu of %zu cannot be added: no interaction between '%s' and '%s', which can meet",
                        n + 1, c->count, a->name, b->name);
}

static rp_status check_materials(const check *c)
{
    const rp_world *w = c->world;
    char *met = rp_memory_alloc((size_t)w->material_count, 1);
    rp_status status = met ? RP_OK : rp_memory_error(c->err, (size_t)w->material_count, "adding particles");
    if (status) return status;
    for (size_t i = 0; i < w->particles.count; i++) met[w->particles.material[i]] = 1;
    for (int k = 0; k < w->wall_count; k++) rp_wall_parts_meet(&w->wall[k], met);
    for (size_t n = 0; n < c->count; n++) met[c->def[n].material] = 1;
    for (size_t n = 0; n < c->count && !status; n++)
        for (int b = 0; b < w->material_count && !status; b++)
            if (met[b]) status = check_interaction(c, n, b);
    rp_memory_free(met);
    return status;
}

/* ---- overlaps ---- */

static int fixed(const rp_world *w, int group) { return w->group[group].mode != RP_GROUP_FREE; }

void rp_population_overlap_expected(rp_error *err, double allowed)
{
    if (allowed < HARD) rp_error_expected(err, "none but of rounding: particles are hard in this method");
    else rp_error_expected(err, "at most %g %% (run.max_overlap)", 100 * allowed);
}

static rp_status overlaps(const check *c, size_t n, double overlap, double smaller, const char *with)
{
    rp_status status = rp_error_set(c->err, RP_INPUT, "particle %zu of %zu cannot be added: it overlaps %s by %g m",
                                    n + 1, c->count, with, overlap);
    rp_error_value(c->err, "%.3g %% of the smaller radius", 100 * overlap / smaller);
    rp_population_overlap_expected(c->err, c->max_overlap);
    return status;
}

static rp_status check_walls(const check *c, size_t n)
{
    const rp_world *w = c->world;
    const rp_particle_def *d = &c->def[n];
    const rp_vec x = rp_domain_wrap(&w->domain, d->x, NULL);
    char with[RP_NAME + 16];
    for (int k = 0; k < w->wall_count && !fixed(w, d->group); k++)
        for (int face = 0; face < rp_wall_faces(&w->wall[k]) && w->wall[k].active; face++) {
            rp_vec normal;
            double overlap = d->r - rp_wall_distance(&w->wall[k], face, x, &normal);
            if (overlap <= c->max_overlap * d->r) continue;
            snprintf(with, sizeof with, "the wall '%s'", w->wall[k].name);
            return overlaps(c, n, overlap, d->r, with);
        }
    return RP_OK;
}

/* Between nearest images, m; negative: a gap. */
static double overlap_of(const rp_world *w, const place *a, const place *b)
{
    double d[3] = {a->x.x - b->x.x, a->x.y - b->x.y, a->x.z - b->x.z};
    for (int axis = 0; axis < w->dimension; axis++) {
        double period = rp_vec_component(w->domain.upper, axis) - rp_vec_component(w->domain.lower, axis);
        if (w->domain.bounded && w->domain.periodic[axis]) d[axis] -= period * round(d[axis] / period);
    }
    return a->r + b->r - sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

/* The first of the new places whose x is not below. */
static size_t first_from(const check *c, double x)
{
    size_t low = 0, high = c->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (c->place[middle].x.x < x) low = middle + 1;
        else high = middle;
    }
    return low;
}

/* A new place that `one` overlaps too much, with its x moved by a period or not at all; NULL: none. `self`: one is
 * itself the new one of this number, and is compared with those that come before it. */
static const place *find_near(const check *c, const place *one, size_t self, int one_fixed, double move)
{
    const double range = one->r + c->largest, x = one->x.x + move;
    for (size_t k = first_from(c, x - range); k < c->count && c->place[k].x.x <= x + range; k++) {
        const place *other = &c->place[k];
        if (other->n >= self || (one_fixed && fixed(c->world, c->def[other->n].group))) continue;
        if (overlap_of(c->world, one, other) > c->max_overlap * fmin(one->r, other->r)) return other;
    }
    return NULL;
}

static const place *find_overlap(const check *c, const place *one, size_t self, int one_fixed)
{
    const rp_domain *d = &c->world->domain;
    const double period = d->bounded && d->periodic[0] ? d->upper.x - d->lower.x : 0;
    const place *found = find_near(c, one, self, one_fixed, 0);
    for (int sign = -1; sign <= 1 && !found && period > 0; sign += 2)
        found = find_near(c, one, self, one_fixed, sign * period);
    return found;
}

static rp_status check_others(const check *c)
{
    const rp_particles *p = &c->world->particles;
    char with[64];
    for (size_t i = 0; i < p->count; i++) {
        const place one = {rp_domain_wrap(&c->world->domain, rp_particle_position(p, i), NULL), p->row[i].r, 0};
        const place *found = find_overlap(c, &one, SIZE_MAX, fixed(c->world, p->group[i]));
        if (!found) continue;
        snprintf(with, sizeof with, "particle %u", p->id[i]);
        rp_status status = overlaps(c, found->n, overlap_of(c->world, &one, found), fmin(one.r, found->r), with);
        if (c->err) c->err->particle = p->id[i];
        return status;
    }
    return RP_OK;
}

static rp_status check_each_other(const check *c)
{
    char with[64];
    for (size_t k = 0; k < c->count; k++) {
        const place *one = &c->place[k], *found = find_overlap(c, one, one->n, fixed(c->world, c->def[one->n].group));
        if (!found) continue;
        snprintf(with, sizeof with, "particle %zu of them", found->n + 1);
        return overlaps(c, one->n, overlap_of(c->world, one, found), fmin(one->r, found->r), with);
    }
    return RP_OK;
}

static int by_x(const void *a, const void *b)
{
    double x = ((const place *)a)->x.x, y = ((const place *)b)->x.x;
    return x < y ? -1 : x > y;
}

static rp_status check_overlaps(check *c)
{
    c->place = rp_memory_alloc(c->count, sizeof *c->place);
    if (!c->place) return rp_memory_error(c->err, c->count * sizeof *c->place, "adding particles");
    for (size_t n = 0; n < c->count; n++) {
        c->place[n] = (place){rp_domain_wrap(&c->world->domain, c->def[n].x, NULL), c->def[n].r, n};
        c->largest = fmax(c->largest, c->def[n].r);
    }
    qsort(c->place, c->count, sizeof *c->place, by_x);
    rp_status status = check_others(c);
    if (!status) status = check_each_other(c);
    rp_memory_free(c->place);
    return status;
}

/* ---- all of it ---- */

static rp_status check_room(const check *c)
{
    const rp_particles *p = &c->world->particles;
    if (c->count > RP_SLOT_MASK - p->count)
        return rp_error_set(c->err, RP_INPUT, "%zu particles and %zu more are more than %u", p->count, c->count,
                            RP_SLOT_MASK);
    if (c->count >= UINT32_MAX - p->next_id)
        return rp_error_set(c->err, RP_INPUT, "no ids are left for %zu particles: %u have been used", c->count,
                            p->next_id);
    return RP_OK;
}

static rp_status check_one(const check *c, size_t n)
{
    rp_status status = check_shape(c, n);
    if (!status) status = check_indices(c, n);
    if (!status) status = check_numbers(c, n);
    if (!status) status = check_domain(c, n);
    return status ? status : check_walls(c, n);
}

rp_status rp_population_check(const rp_world *world, const rp_particle_def *def, size_t count, double max_overlap,
                              rp_error *err)
{
    check c = {.world = world, .def = def, .count = count, .max_overlap = max_overlap, .err = err};
    rp_status status = check_room(&c);
    for (size_t n = 0; n < count && !status; n++) status = check_one(&c, n);
    if (!status) status = check_materials(&c);
    return status ? status : check_overlaps(&c);
}
