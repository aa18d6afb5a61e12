/* Places of particles.
 *
 * Random places are drawn for the largest particle first and for each by its id, so that they depend on the seed alone.
 * Particles lie inside their region as a whole; where the region is a whole period, anywhere in it. */
#include "scene/place.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/random.h"
#include "scene/covered.h"
#include "scene/radius.h"

static const double TOUCH = 1e-9; /* of the radius: sites that touch by construction may overlap by rounding */

/* ---- reading ---- */

static void read_random(rp_read *r, const rp_node *node, rp_place_spec *p)
{
    static const rp_key keys[] = {{"lower", RP_REQUIRED}, {"upper", RP_REQUIRED}, {"attempts", 0}};
    if (!RP_READ_MAP(r, node, keys)) return;
    rp_read_box(r, node, &p->lower, &p->upper);
    p->attempts = rp_read_whole(r, node, "attempts", 1, 100000000, 10000);
}

static void read_lattice(rp_read *r, const rp_node *node, rp_place_spec *p)
{
    static const rp_key keys[] = {
        {"type", 0}, {"lower", RP_REQUIRED}, {"upper", RP_REQUIRED}, {"spacing", 0}, {"jitter", 0}};
    static const char *const names[RP_LATTICE_COUNT] = {"square", "triangular", "cubic", "fcc", "bcc", "hexagonal"};
    const int flat = RP_LATTICE_CUBIC; /* those before are lattices of the plane */
    if (!RP_READ_MAP(r, node, keys)) return;
    rp_read_box(r, node, &p->lower, &p->upper);
    if (r->dimension == 2)
        p->lattice = (rp_lattice_kind)rp_read_choice(r, node, "type", names, flat, RP_LATTICE_SQUARE);
    else
        p->lattice = (rp_lattice_kind)(flat
                                       + rp_read_choice(r, node, "type", names + flat, RP_LATTICE_COUNT - flat, 0));
    p->spacing = rp_read_number(r, node, "spacing", rp_bound_positive("m"), NAN);
    p->jitter = rp_read_number(r, node, "jitter", rp_bound_between(0, 1, "1, of the gap"), 0);
}

static void read_compressed(rp_read *r, const rp_node *node, rp_place_spec *p)
{
    static const rp_key keys[] = {{"lower", RP_REQUIRED}, {"upper", RP_REQUIRED}, {"rate", 0}};
    if (!RP_READ_MAP(r, node, keys)) return;
    rp_read_box(r, node, &p->lower, &p->upper);
    p->attempts = 10000;
    p->rate = rp_read_number(r, node, "rate",
                             rp_bound_between(1e-6, 10, "1, growth of a radius over the particles' speed"), 0.05);
}

static void read_places(rp_read *r, const rp_node *node, rp_place_spec *p)
{
    int count = rp_read_list(r, node, 1, RP_YAML_NODES_MAX, "positions");
    p->value = rp_read_alloc(r, (size_t)count, sizeof *p->value, "positions");
    for (const rp_node *n = node->child; n && !r->status; n = n->next)
        p->value[p->value_count++] = rp_read_vec_at(r, n, rp_bound_any("m"));
}

static void read_file(rp_read *r, const rp_node *node, rp_place_spec *p)
{
    rp_read_file(r, node, p->file, sizeof p->file, r->need_files, 0);
}

static void read_poured(rp_read *r, const rp_node *node, rp_place_spec *p)
{
    static const rp_key keys[] = {{"lower", RP_REQUIRED}, {"upper", RP_REQUIRED}, {"at_most", RP_REQUIRED}};
    if (!RP_READ_MAP(r, node, keys)) return;
    rp_read_box(r, node, &p->lower, &p->upper);
    p->at_most = rp_read_number(r, node, "at_most", rp_bound_positive("s"), NAN);
}

/* A cell from a file, set side by side. */
static void read_copies(rp_read *r, const rp_node *map, rp_place_spec *p)
{
    const rp_node *copies = rp_read_key(r, map, "copies"), *period = rp_read_key(r, map, "period");
    if (p->kind != RP_PLACE_VORONOI) p->copies = (rp_vec){1, 1, 1};
    if (!copies && !period) return;
    if (!copies || !period) {
        rp_read_missing(r, map, copies ? "period" : "copies");
        return;
    }
    if (p->kind != RP_PLACE_FILE) {
        rp_read_fail(r, copies, "copies go with places from a file");
        return;
    }
    p->copies = rp_read_vec_at(r, copies, rp_bound_between(1, 10000, "1"));
    if (fmod(p->copies.x, 1) + fmod(p->copies.y, 1) + fmod(p->copies.z, 1) > 0)
        rp_read_fail(r, copies, "copies are whole numbers");
    p->period = rp_read_vec_at(r, period, rp_bound_not_negative("m"));
    if (r->dimension == 2) p->copies.z = 1;
}

/* The part of a file that is taken. */
static void read_cut(rp_read *r, const rp_node *map, rp_place_spec *p)
{
    static const rp_key keys[] = {{"lower", 0}, {"upper", 0}};
    const rp_node *cut = rp_read_key(r, map, "cut");
    const rp_vec most = {INFINITY, INFINITY, INFINITY};
    p->cut_lower = rp_vec_scale(-1, most);
    p->cut_upper = most;
    if (!cut) return;
    if (p->kind != RP_PLACE_FILE) {
        rp_read_fail(r, cut, "cut goes with places from a file");
        return;
    }
    if (!RP_READ_MAP(r, cut, keys)) return;
    p->cut_lower = rp_read_vec(r, cut, "lower", rp_bound_any("m"), p->cut_lower);
    p->cut_upper = rp_read_vec(r, cut, "upper", rp_bound_any("m"), p->cut_upper);
    if (r->dimension == 2) {
        p->cut_lower.z = -INFINITY;
        p->cut_upper.z = INFINITY;
    }
}

void rp_place_read(rp_read *r, const rp_node *node, rp_place_spec *p)
{
    static const rp_key keys[] = {{"random", 0},  {"lattice", 0}, {"list", 0},   {"file", 0},   {"compressed", 0},
                                  {"voronoi", 0}, {"poured", 0},  {"copies", 0}, {"period", 0}, {"cut", 0}};
    static const char *const names[] = {"random", "lattice", "list", "file", "compressed", "voronoi", "poured"};
    static void (*const readers[])(rp_read *, const rp_node *, rp_place_spec *) = {
        read_random, read_lattice, read_places, read_file, read_compressed, rp_voronoi_read, read_poured};
    if (!node || !RP_READ_MAP(r, node, keys)) return;
    int kind = rp_read_one_of(r, node, names, 7, 1);
    if (kind < 0) return;
    p->kind = (rp_place_kind)kind;
    p->node = rp_yaml_find(node, names[kind]);
    readers[kind](r, p->node, p);
    read_copies(r, node, p);
    read_cut(r, node, p);
}

/* ---- shared ---- */

rp_grain *rp_grains_add(rp_grains *grains, const rp_entry_spec *entry, int index_of_entry)
{
    if (grains->count >= RP_SPEC_PARTICLES_MAX) return NULL;
    if (!rp_memory_reserve(&grains->grain, &grains->capacity, grains->count + 1, sizeof(rp_grain))) return NULL;
    rp_grain *g = &grains->grain[grains->count++];
    *g = (rp_grain){.v = entry->velocity,
                    .omega = entry->omega,
                    .mass = entry->mass,
                    .material = entry->material,
                    .group = index_of_entry + 1,
                    .entry = index_of_entry};
    return g;
}

void rp_grains_free(rp_grains *grains)
{
    rp_memory_free(grains->grain);
    rp_memory_free(grains->corner);
}

/* A particle here, with this margin, is inside the domain and behind no wall. */
int rp_place_clear(const rp_placing *p, rp_vec x, double r)
{
    const rp_scene_spec *spec = p->spec;
    for (int axis = 0; axis < spec->dimension && spec->domain.bounded; axis++) {
        double at = rp_vec_component(x, axis), low = rp_vec_component(spec->domain.lower, axis),
               high = rp_vec_component(spec->domain.upper, axis);
        if (!spec->domain.periodic[axis] && (at < low || at > high)) return 0;
    }
    for (int w = 0; w < spec->wall_count && !p->fixed; w++)
        for (int face = 0; face < rp_wall_faces(&spec->wall[w]); face++) {
            rp_vec normal;
            if (rp_wall_distance(&spec->wall[w], face, x, &normal) < r * (1 - TOUCH)) return 0;
        }
    return 1;
}

/* 1: the region is a whole period along the axis, so that nothing sticks out of it. */
int rp_place_whole_period(const rp_scene_spec *spec, const rp_place_spec *place, int axis)
{
    if (!spec->domain.periodic[axis]) return 0;
    double low = rp_vec_component(spec->domain.lower, axis), high = rp_vec_component(spec->domain.upper, axis);
    double slack = TOUCH * (high - low);
    return rp_vec_component(place->lower, axis) <= low + slack && rp_vec_component(place->upper, axis) >= high - slack;
}

static double volume(int dimension, double r) { return dimension == 2 ? M_PI * r * r : 4.0 / 3.0 * M_PI * r * r * r; }

static double *component(rp_vec *v, int axis) { return axis == 0 ? &v->x : axis == 1 ? &v->y : &v->z; }

/* ---- random ---- */

static int largest_first(const void *a, const void *b)
{
    const rp_place_rank *s = a, *t = b;
    if (s->r != t->r) return s->r > t->r ? -1 : 1;
    return s->i < t->i ? -1 : s->i > t->i;
}

rp_place_rank *rp_place_order(const rp_grains *grains, size_t first, int solid)
{
    size_t count = grains->count - first;
    rp_place_rank *order = rp_memory_alloc(count, sizeof *order);
    if (!order) return NULL;
    for (size_t k = 0; k < count; k++)
        order[k] = (rp_place_rank){solid ? grains->grain[first + k].solid : grains->grain[first + k].r,
                                   (uint32_t)(first + k)};
    qsort(order, count, sizeof *order, largest_first);
    return order;
}

/* Where the centre of a particle may lie; 0: nowhere. */
static int inner_region(const rp_placing *p, double r, rp_vec *lower, rp_vec *upper)
{
    *lower = p->entry->place.lower;
    *upper = p->entry->place.upper;
    for (int axis = 0; axis < p->spec->dimension; axis++) {
        double *low = component(lower, axis), *high = component(upper, axis);
        if (rp_place_whole_period(p->spec, &p->entry->place, axis)) {
            *low = rp_vec_component(p->spec->domain.lower, axis);
            *high = rp_vec_component(p->spec->domain.upper, axis);
        } else {
            *low += r;
            *high -= r;
        }
        if (*low > *high) return 0;
    }
    return 1;
}

/* The next places to try; what the map says of them is on its way from memory. */
static void draw_places(const rp_placing *p, const rp_covered *covered, rp_random *stream, rp_vec lower, rp_vec upper,
                        rp_vec *x, uint64_t count)
{
    for (uint64_t n = 0; n < count; n++) {
        x[n] = (rp_vec){0};
        for (int axis = 0; axis < p->spec->dimension; axis++)
            *component(&x[n], axis) = rp_random_range(stream, rp_vec_component(lower, axis),
                                                      rp_vec_component(upper, axis));
        x[n] = rp_domain_wrap(&p->spec->domain, x[n], NULL);
        rp_covered_prefetch(covered, x[n]);
    }
}

/* 1: a free place was found for grain i. */
static int find_place(const rp_placing *p, const rp_covered *covered, uint32_t i)
{
    enum { TOGETHER = 8 };
    rp_grain *g = &p->grains->grain[i];
    rp_random stream = rp_random_stream(p->spec->seed, RP_RANDOM_PLACE, i, 0);
    const uint64_t attempts = p->entry->place.attempts;
    rp_vec lower, upper, x[TOGETHER];
    if (!inner_region(p, g->r, &lower, &upper)) return 0;
    for (uint64_t attempt = 0; attempt < attempts; attempt++) {
        const uint64_t n = attempt % TOGETHER, left = attempts - attempt;
        double overlap;
        if (n == 0) draw_places(p, covered, &stream, lower, upper, x, left < TOGETHER ? left : TOGETHER);
        if (rp_covered_at(covered, x[n]) || !rp_place_clear(p, x[n], g->r)
            || rp_placed_find(p->placed, x[n], g->r, 0, 0.0, 1, &overlap) >= 0)
            continue;
        g->x = x[n];
        return 1;
    }
    return 0;
}

/* The wall that leaves no place at all in the region, by a sample of places; NULL: none does alone. */
static const rp_wall *covering_wall(const rp_placing *p, double r)
{
    enum { SAMPLE = 512 };
    rp_vec lower, upper;
    rp_random stream = rp_random_stream(p->spec->seed, RP_RANDOM_PLACE, 0, 0);
    if (!inner_region(p, r, &lower, &upper)) return NULL;
    for (int w = 0; w < p->spec->wall_count; w++) {
        const rp_wall *wall = &p->spec->wall[w];
        int covered = !p->fixed;
        for (int k = 0; k < SAMPLE && covered; k++) {
            rp_vec x = {0}, normal;
            double gap = INFINITY;
            for (int axis = 0; axis < p->spec->dimension; axis++)
                *component(&x, axis) = rp_random_range(&stream, rp_vec_component(lower, axis),
                                                       rp_vec_component(upper, axis));
            for (int face = 0; face < rp_wall_faces(wall); face++)
                gap = fmin(gap, rp_wall_distance(wall, face, x, &normal));
            covered = gap < r * (1 - TOUCH);
        }
        if (covered) return wall;
    }
    return NULL;
}

/* Not even the first one has a place: say what is in its way. */
static rp_status no_place(const rp_placing *p, double r)
{
    const rp_place_spec *place = &p->entry->place;
    const rp_wall *wall = covering_wall(p, r);
    rp_vec lower, upper;
    if (!inner_region(p, r, &lower, &upper)) {
        rp_error_set(p->err, RP_INPUT, "the region is narrower than a particle of radius %g m", r);
        rp_error_expected(p->err, "a region wider than %g m, or smaller radii: lengths are in m, 2 mm are 2.0e-3",
                          2 * r);
    } else if (wall) {
        rp_error_set(p->err, RP_INPUT, "the wall '%s' covers the whole region: no particle has a place there",
                     wall->name);
        rp_error_expected(p->err, "a region on the free side of the wall, to which its normal points");
    } else return RP_OK;
    rp_yaml_error_at(p->err, place->node);
    rp_error_value(p->err, "radius %g m", r);
    return RP_INPUT;
}

static rp_status saturated(const rp_placing *p, const rp_place_rank *order, size_t placed)
{
    const rp_place_spec *place = &p->entry->place;
    int dimension = p->spec->dimension;
    double solid = 0, region = 1;
    for (size_t k = 0; k < placed; k++) solid += volume(dimension, order[k].r);
    for (int axis = 0; axis < dimension; axis++)
        region *= rp_vec_component(place->upper, axis) - rp_vec_component(place->lower, axis);
    size_t wanted = p->grains->count - p->first;
    if (placed == 0 && no_place(p, order[0].r)) return RP_INPUT;
    rp_error_set(p->err, RP_INPUT, "no room for particle %zu of %zu: %zu were placed, a solid fraction of %.4f",
                 placed + 1, wanted, placed, solid / region);
    rp_yaml_error_at(p->err, place->node);
    rp_error_value(p->err, "%zu particles, the next of radius %g", wanted, order[placed].r);
    rp_error_expected(p->err,
                      "fewer or smaller particles, a larger region, or more than %llu attempts "
                      "(random places without overlap reach about %s)",
                      (unsigned long long)place->attempts, dimension == 2 ? "0.54 in 2D" : "0.38 in 3D");
    return RP_INPUT;
}

static rp_status place_all(const rp_placing *p, const rp_place_rank *order, rp_covered *covered)
{
    const size_t count = p->grains->count - p->first;
    rp_status status = RP_OK;
    for (size_t k = 0; k < count && !status; k++) {
        const rp_grain *g = &p->grains->grain[order[k].i];
        if (!find_place(p, covered, order[k].i)) return saturated(p, order, k);
        status = rp_placed_add(p->placed, g->x, g->r, p->fixed, p->err);
        rp_covered_add(covered, g->x, g->r);
    }
    return status;
}

rp_status rp_place_random(const rp_placing *p)
{
    const rp_place_spec *place = &p->entry->place;
    const size_t count = p->grains->count - p->first;
    rp_covered covered;
    rp_place_rank *order = rp_place_order(p->grains, p->first, 0);
    if (!order) return rp_memory_error(p->err, count * sizeof *order, "placing particles");
    rp_status status = rp_covered_create(&covered, &p->spec->domain, p->spec->dimension, place->lower, place->upper,
                                         count ? order[count - 1].r : 0, count, p->err);
    if (!status) status = place_all(p, order, &covered);
    rp_covered_destroy(&covered);
    rp_memory_free(order);
    return status;
}

/* ---- lattice ---- */

typedef struct lattice {
    double cell[3];
    int sites;
    double site[4][3];
} lattice; /* cell and sites for nearest sites at distance 1 */

static const lattice lattices[RP_LATTICE_COUNT] = {
    [RP_LATTICE_SQUARE] = {{1, 1, 0}, 1, {{0, 0, 0}}},
    [RP_LATTICE_TRIANGULAR] = {{1, 1.7320508075688772, 0}, 2, {{0, 0, 0}, {0.5, 0.5, 0}}},
    [RP_LATTICE_CUBIC] = {{1, 1, 1}, 1, {{0, 0, 0}}},
    [RP_LATTICE_FCC] = {{1.4142135623730951, 1.4142135623730951, 1.4142135623730951},
                        4,
                        {{0, 0, 0}, {0.5, 0.5, 0}, {0.5, 0, 0.5}, {0, 0.5, 0.5}}},
    [RP_LATTICE_BCC] = {{1.1547005383792515, 1.1547005383792515, 1.1547005383792515}, 2, {{0, 0, 0}, {0.5, 0.5, 0.5}}},
    [RP_LATTICE_HEXAGONAL] = {{1, 1.7320508075688772, 1.632993161855452},
                              4,
                              {{0, 0, 0}, {0.5, 0.5, 0}, {0.5, 5.0 / 6.0, 0.5}, {0, 1.0 / 3.0, 0.5}}},
};

typedef struct sites {
    rp_vec *x;
    size_t count;
    double radius, shake;
} sites; /* x owned; radius: the largest; shake: how far jitter moves */

/* The free gap, and the first coordinate, cell length and number of cells along an axis. */
typedef struct axis_plan {
    double start, cell, most;
    double cells;
} axis_plan;

static axis_plan plan_axis(const rp_placing *p, const sites *s, double spacing, int axis)
{
    const rp_place_spec *place = &p->entry->place;
    double low = rp_vec_component(place->lower, axis), high = rp_vec_component(place->upper, axis);
    double cell = spacing * lattices[place->lattice].cell[axis], margin = s->radius + s->shake;
    if (axis >= p->spec->dimension) return (axis_plan){.cells = 1};
    if (rp_place_whole_period(p->spec, place, axis)) { /* stretched, so that the lattice closes on itself */
        low = rp_vec_component(p->spec->domain.lower, axis);
        high = rp_vec_component(p->spec->domain.upper, axis);
        double cells = fmax(1, floor((high - low) / cell * (1 + TOUCH)));
        return (axis_plan){.start = low, .cell = (high - low) / cells, .most = INFINITY, .cells = cells};
    }
    double room = high - low - 2 * margin;
    double cells = floor(room / cell * (1 + TOUCH) + TOUCH) + 1;
    return (axis_plan){.start = low + margin, .cell = cell, .most = high - margin + TOUCH * spacing, .cells = cells};
}

/* Bottom up, so that a number of particles smaller than that of sites fills the region from below. */
static int from_below(const void *a, const void *b)
{
    const rp_vec *u = a, *v = b;
    if (u->z != v->z) return u->z < v->z ? -1 : 1;
    if (u->y != v->y) return u->y < v->y ? -1 : 1;
    return u->x < v->x ? -1 : u->x > v->x;
}

static void fill_sites(const rp_placing *p, sites *s, const axis_plan plan[3])
{
    const lattice *l = &lattices[p->entry->place.lattice];
    for (double k = 0; k < plan[2].cells; k++)
        for (double j = 0; j < plan[1].cells; j++)
            for (double i = 0; i < plan[0].cells; i++)
                for (int b = 0; b < l->sites; b++) {
                    rp_vec x = {plan[0].start + (i + l->site[b][0]) * plan[0].cell,
                                plan[1].start + (j + l->site[b][1]) * plan[1].cell,
                                plan[2].start + (k + l->site[b][2]) * plan[2].cell};
                    if (x.x <= plan[0].most && x.y <= plan[1].most && x.z <= plan[2].most) s->x[s->count++] = x;
                }
    qsort(s->x, s->count, sizeof *s->x, from_below);
}

static rp_status short_period(const rp_placing *p, int axis)
{
    rp_error_set(p->err, RP_INPUT, "the period along %c is shorter than one cell of the lattice", "xyz"[axis]);
    rp_yaml_error_at(p->err, p->entry->place.node);
    rp_error_expected(p->err, "a longer period, or a narrower spacing");
    return RP_INPUT;
}

static rp_status make_sites(const rp_placing *p, double spacing, sites *s)
{
    axis_plan plan[3];
    double cells = 1;
    for (int axis = 0; axis < 3; axis++) {
        plan[axis] = plan_axis(p, s, spacing, axis);
        double cell = spacing * lattices[p->entry->place.lattice].cell[axis];
        if (plan[axis].cells > 0 && plan[axis].cell < cell * (1 - TOUCH)) return short_period(p, axis);
        cells *= fmax(0, plan[axis].cells);
    }
    cells *= lattices[p->entry->place.lattice].sites;
    if (!(cells <= RP_SPEC_PARTICLES_MAX)) {
        rp_error_set(p->err, RP_INPUT, "the lattice has %.3g sites", cells);
        rp_yaml_error_at(p->err, p->entry->place.node);
        rp_error_expected(p->err, "at most %u", RP_SPEC_PARTICLES_MAX);
        return RP_INPUT;
    }
    s->x = rp_memory_alloc((size_t)cells, sizeof *s->x);
    if (!s->x) return rp_memory_error(p->err, (size_t)cells * sizeof *s->x, "the sites of a lattice");
    fill_sites(p, s, plan);
    return RP_OK;
}

/* A point of the unit disc or ball. */
static rp_vec unit_ball(rp_random *stream, int dimension)
{
    rp_vec u;
    do {
        u.x = rp_random_range(stream, -1, 1);
        u.y = rp_random_range(stream, -1, 1);
        u.z = dimension == 3 ? rp_random_range(stream, -1, 1) : 0;
    } while (rp_vec_dot(u, u) > 1);
    return u;
}

static rp_status settle_sites(const rp_placing *p, const sites *s)
{
    int index_of_entry = (int)(p->entry - p->spec->entry);
    uint64_t wanted = p->entry->count ? p->entry->count : p->radius_count ? p->radius_count : UINT64_MAX;
    for (size_t k = 0; k < s->count && p->grains->count - p->first < wanted; k++) {
        uint64_t id = p->grains->count;
        double overlap, r = rp_radius_draw(&p->entry->radius, p->radius_value, p->spec->seed, id, id - p->first);
        rp_vec x = rp_domain_wrap(&p->spec->domain, s->x[k], NULL);
        if (!rp_place_clear(p, x, r + s->shake)
            || rp_placed_find(p->placed, x, r + s->shake, 0, TOUCH, 1, &overlap) >= 0)
            continue;
        rp_random stream = rp_random_stream(p->spec->seed, RP_RANDOM_PLACE, id, 0);
        rp_vec moved = s->shake > 0 ? rp_vec_add(x, rp_vec_scale(s->shake, unit_ball(&stream, p->spec->dimension))) : x;
        rp_grain *g = rp_grains_add(p->grains, p->entry, index_of_entry);
        if (!g) return rp_memory_error(p->err, (p->grains->count + 1) * sizeof *g, "particles");
        g->x = rp_domain_wrap(&p->spec->domain, moved, NULL);
        g->r = r;
    }
    return RP_OK;
}

/* Only now, so that sites keep clear of what stood before and not of each other's jittered places. */
static rp_status add_settled(const rp_placing *p)
{
    rp_status status = RP_OK;
    for (size_t i = p->first; i < p->grains->count && !status; i++)
        status = rp_placed_add(p->placed, p->grains->grain[i].x, p->grains->grain[i].r, p->fixed, p->err);
    return status;
}

static rp_status check_spacing(const rp_placing *p, double spacing, double largest)
{
    const char *what = NULL;
    if (isinf(largest)) what = "a lattice needs an upper bound of the radii";
    else if (spacing < 2 * largest * (1 - TOUCH)) what = "the lattice is narrower than the largest particle";
    if (!what) return RP_OK;
    rp_error_set(p->err, RP_INPUT, "%s", what);
    rp_yaml_error_at(p->err, p->entry->place.node);
    if (isinf(largest)) rp_error_expected(p->err, "the key 'upper' in the distribution of radii");
    else {
        rp_error_value(p->err, "spacing %g", spacing);
        rp_error_expected(p->err, "a spacing of at least %g", 2 * largest);
    }

    return RP_INPUT;
}

static rp_status too_few_sites(const rp_placing *p)
{
    size_t placed = p->grains->count - p->first;
    uint64_t wanted = p->entry->count ? p->entry->count : p->radius_count ? p->radius_count : 1;
    if (placed >= wanted) return RP_OK;
    rp_error_set(p->err, RP_INPUT, "the lattice has room for %zu particles", placed);
    rp_yaml_error_at(p->err, p->entry->place.node);
    rp_error_value(p->err, "%llu particles", (unsigned long long)wanted);
    rp_error_expected(p->err, "a larger region, a narrower spacing or fewer particles");
    return RP_INPUT;
}

rp_status rp_place_lattice(const rp_placing *p)
{
    sites s = {.radius = rp_radius_most(&p->entry->radius)};
    for (uint64_t i = 0; p->entry->radius.kind == RP_RADIUS_FILE && i < p->radius_count; i++)
        s.radius = i == 0 ? p->radius_value[0] : fmax(s.radius, p->radius_value[i]);
    double spacing = isnan(p->entry->place.spacing) ? 2 * s.radius : p->entry->place.spacing;
    rp_status status = check_spacing(p, spacing, s.radius);
    if (status) return status;
    s.shake = p->entry->place.jitter * fmax(0, 0.5 * spacing - s.radius);
    status = make_sites(p, spacing, &s);
    if (!status) status = settle_sites(p, &s);
    if (!status) status = too_few_sites(p);
    if (!status) status = add_settled(p);
    rp_memory_free(s.x);
    return status;
}
