/* What sources give: which particles are due, how large they are, and where they find room. */
#include <math.h>
#include <string.h>

#include "base/log.h"
#include "base/memory.h"
#include "core/flow_kinds.h"
#include "scene/placed.h"
#include "scene/radius.h"
#include "scene/shape.h"
#include "scene/spec.h"
#include "scene/sources.h"

enum {
    BATCH_STEPS = 1000, /* between batches where nothing moves particles out of the zone */
    FORECAST = 100000   /* particles that a forecast draws; it scales up from them */
};

/* Corners of a body that is given are the scene's. */
static int owns_corners(const rp_particle_def *def) { return def->corners && !def->shared; }

void rp_arrivals_free(rp_arrivals *a)
{
    for (size_t k = 0; k < a->count; k++)
        if (owns_corners(&a->def[k])) rp_memory_free((void *)a->def[k].corner);
    rp_memory_free(a->def);
    rp_memory_free(a->source);
}

static int keep_corners(rp_particle_def *def)
{
    if (!owns_corners(def)) return 1;
    const size_t numbers = (size_t)def->corners * (size_t)def->shape->width;
    double *kept = rp_memory_alloc(numbers, sizeof *kept);
    if (kept) memcpy(kept, def->corner, numbers * sizeof *kept);
    def->corner = kept;
    return kept != NULL;
}

static int arrivals_add(rp_arrivals *a, const rp_particle_def *def, int source)
{
    size_t before = a->capacity;
    if (!rp_memory_reserve(&a->def, &a->capacity, a->count + 1, sizeof *a->def)) return 0;
    if (a->capacity != before) {
        int *more = rp_memory_resize(a->source, a->capacity, sizeof *more);
        if (!more) return 0;
        a->source = more;
    }
    rp_particle_def kept = *def;
    if (!keep_corners(&kept)) return 0;
    a->def[a->count] = kept;
    a->source[a->count++] = source;
    return 1;
}

/* ---- the next particle ---- */

/* The kind that lags farthest behind its share: so shares are kept to one particle. */
static int next_kind(const rp_source_spec *s, const rp_source *state)
{
    const double all = s->by_mass ? state->drawn_mass : (double)state->drawn;
    int best = 0;
    double most = -INFINITY;
    for (int k = 0; k < s->kind_count; k++) {
        const double lag = s->kind[k].share * all - state->kind_drawn[k],
                     first = state->drawn == 0 ? s->kind[k].share : 0;
        if (lag + first <= most) continue;
        most = lag + first;
        best = k;
    }
    return best;
}

static void draw_next(const rp_source_spec *s, int n, const rp_world *w, const rp_source *state, int kind,
                      rp_particle_def *def, double corner[RP_SHAPE_NUMBERS])
{
    const rp_kind_spec *k = &s->kind[kind];
    rp_random stream = rp_random_stream(w->seed, RP_RANDOM_SOURCE, state->drawn, (uint64_t)n);
    rp_random form = rp_random_stream(w->seed, RP_RANDOM_SOURCE_SHAPE, state->drawn, (uint64_t)n);
    *def = (rp_particle_def){.shape = k->entry.shape,
                             .v = s->velocity,
                             .omega = s->omega,
                             .mass = k->entry.mass,
                             .material = k->entry.material,
                             .group = k->group};
    def->r = rp_radius_sample(&k->entry.radius, &stream);
    rp_shape_draw(&k->entry, w->dimension, &form, def, corner);
    if (s->spread == 0) return;
    def->v.x += s->spread * rp_random_normal(&stream);
    def->v.y += s->spread * rp_random_normal(&stream);
    if (w->dimension == 3) def->v.z += s->spread * rp_random_normal(&stream);
}

void rp_sources_sample(const rp_scene *scene, int n, const rp_world *w, uint64_t k, rp_particle_def *def,
                       double corner[RP_SHAPE_NUMBERS])
{
    const rp_source_spec *s = &scene->spec->source_spec[n];
    const rp_source state = {.drawn = k};
    draw_next(s, n, w, &state, (int)(k % (uint64_t)s->kind_count), def, corner);
    rp_vec lower;
    rp_vec upper;
    s->zone.shape->bounds(&s->zone, &lower, &upper);
    def->x = rp_vec_scale(0.5, rp_vec_add(lower, upper));
}

/* ---- what is due ---- */

static double due(const rp_source_spec *s, const rp_source *state, double time)
{
    return s->rate_kind ? state->before + s->rate * fmax(0, fmin(time, s->end) - state->since) : INFINITY;
}

static int is_due(const rp_source_spec *s, const rp_source *state, double mass, double time)
{
    const double drawn = s->rate_kind == RP_AMOUNT_MASS ? state->drawn_mass + mass : (double)state->drawn + 1;
    return drawn <= due(s, state, time) * (1 + 1e-12);
}

/* The amount has come: to half a particle, where it is a mass. */
static int complete(const rp_source_spec *s, const rp_source *state, double mass)
{
    if (s->amount_kind == RP_AMOUNT_COUNT) return (double)state->exchange.added >= s->amount;
    return s->amount_kind == RP_AMOUNT_MASS && state->exchange.added_mass + 0.5 * mass > s->amount;
}

static void count_drawn(const rp_source_spec *s, rp_source *state, int kind, double mass)
{
    state->drawn++;
    state->drawn_mass += mass;
    state->kind_drawn[kind] += s->by_mass ? mass : 1;
}

/* ---- room ---- */

typedef struct giving {
    const rp_source_spec *spec;
    int n; /* which source */
    rp_world *world;
    rp_source *state;
    rp_arrivals *arrivals;
    rp_placed *placed; /* particles in and about the zone */
    double solid;      /* m^3 or m^2 of particles that the zone still takes; INFINITY: no matter how many */
    int full;          /* no room for the next one */
    rp_error *err;
} giving;

/* 1: the particle reaches into the box about the zone, by one of its images. */
static int near(const rp_world *w, rp_vec x, double r, rp_vec lower, rp_vec upper)
{
    for (int axis = 0; axis < w->dimension; axis++) {
        const double low = rp_vec_component(lower, axis), high = rp_vec_component(upper, axis);
        double d = rp_vec_component(x, axis) - 0.5 * (low + high);
        if (w->domain.bounded && w->domain.periodic[axis]) {
            const double period = rp_vec_component(w->domain.upper, axis) - rp_vec_component(w->domain.lower, axis);
            d -= period * round(d / period);
        }
        if (fabs(d) > 0.5 * (high - low) + r) return 0;
    }
    return 1;
}

static double largest_radius(const giving *g)
{
    double most = 0;
    for (int k = 0; k < g->spec->kind_count; k++) most = fmax(most, rp_radius_most(&g->spec->kind[k].entry.radius));
    return most; /* INFINITY: all particles are near */
}

static rp_status gather(giving *g)
{
    const rp_particles *p = &g->world->particles;
    const double margin = largest_radius(g) + g->world->contacts.cutoff;
    rp_vec lower, upper;
    g->spec->zone.shape->bounds(&g->spec->zone, &lower, &upper);
    rp_status status = rp_placed_create(&g->placed, &g->world->domain, g->world->dimension, g->err);
    for (size_t i = 0; i < p->count && !status; i++) {
        const rp_vec x = rp_domain_wrap(&g->world->domain, rp_particle_position(p, i), NULL);
        if (near(g->world, x, p->row[i].r + margin, lower, upper))
            status = rp_placed_add(g->placed, x, p->row[i].r, 0, g->err);
    }
    for (size_t k = 0; k < g->arrivals->count && !status; k++)
        status = rp_placed_add(g->placed, g->arrivals->def[k].x, g->arrivals->def[k].r, 0, g->err);
    return status;
}

static int clear_of_walls(const rp_world *w, rp_vec x, double r)
{
    for (int k = 0; k < w->wall_count; k++)
        for (int face = 0; face < rp_wall_faces(&w->wall[k]) && w->wall[k].active; face++) {
            rp_vec normal;
            if (rp_wall_distance(&w->wall[k], face, x, &normal) < r) return 0;
        }
    return 1;
}

static int inside_domain(const rp_domain *d, rp_vec x, int dimension)
{
    int inside = 1;
    for (int axis = 0; axis < dimension && d->bounded; axis++)
        inside &= d->periodic[axis]
                  || (rp_vec_component(x, axis) >= rp_vec_component(d->lower, axis)
                      && rp_vec_component(x, axis) <= rp_vec_component(d->upper, axis));
    return inside;
}

static rp_status too_large(const giving *g, double r)
{
    rp_status status = rp_error_set(g->err, RP_FAILED, "the source '%s' has no room for a particle of radius %g m",
                                    g->state->name, r);
    rp_error_expected(g->err, "a wider %s, or an upper bound of the radii", g->spec->zone.shape->name);
    if (g->err) g->err->time = g->world->time;
    return status;
}

/* Tries places; the places of a particle are others in every batch. */
static rp_status find_room(giving *g, rp_particle_def *def, int *found)
{
    const rp_world *w = g->world;
    const rp_zone *zone = &g->spec->zone;
    const double clear = def->r + w->contacts.cutoff;
    rp_random stream = rp_random_stream(w->seed, RP_RANDOM_SOURCE_PLACE, g->state->drawn << 10 | (uint64_t)g->n,
                                        w->step);
    double overlap;
    *found = 0;
    for (uint64_t n = 0; n < g->spec->attempts && !*found; n++) {
        if (!zone->shape->draw(zone, w, def->r, &stream, &def->x)) return too_large(g, def->r);
        *found = inside_domain(&w->domain, def->x, w->dimension) && clear_of_walls(w, def->x, clear)
                 && rp_placed_find(g->placed, def->x, clear, 0, 0, 1, &overlap) < 0;
    }
    return RP_OK;
}

/* ---- a batch ---- */

static void count_given(const rp_source_spec *s, rp_source *state, int kind, double mass)
{
    count_drawn(s, state, kind, mass);
    state->exchange.added++;
    state->exchange.added_mass += mass;
}

static rp_status take(giving *g, const rp_particle_def *def, int kind, double mass)
{
    if (!arrivals_add(g->arrivals, def, g->n)) return rp_memory_error(g->err, sizeof *def, "particles of a source");
    count_given(g->spec, g->state, kind, mass);
    rp_flow_kinds_add(&g->state->kinds, g->world, def->group, 1, mass);
    g->state->exchange.added_energy += rp_population_energy(g->world, def);
    g->solid -= rp_population_volume(def, g->world->dimension);
    return rp_placed_add(g->placed, def->x, def->r, 0, g->err);
}

/* One particle; *more: another may follow. */
static rp_status give_one(giving *g, int *more)
{
    rp_particle_def def;
    double corner[RP_SHAPE_NUMBERS];
    const int kind = next_kind(g->spec, g->state);
    draw_next(g->spec, g->n, g->world, g->state, kind, &def, corner);
    const double mass = rp_population_mass(g->world, &def);
    g->state->done |= complete(g->spec, g->state, mass) || g->solid <= 0;
    *more = !g->state->done && is_due(g->spec, g->state, mass, g->world->time);
    if (!*more) return RP_OK;
    rp_status status = find_room(g, &def, more);
    g->full = !*more;
    return status || g->full ? status : take(g, &def, kind, mass);
}

/* What found no room is left out. */
static void leave_out(giving *g)
{
    for (;;) {
        rp_particle_def def;
        double corner[RP_SHAPE_NUMBERS];
        const int kind = next_kind(g->spec, g->state);
        draw_next(g->spec, g->n, g->world, g->state, kind, &def, corner);
        const double mass = rp_population_mass(g->world, &def);
        if (!is_due(g->spec, g->state, mass, g->world->time)) return;
        count_drawn(g->spec, g->state, kind, mass);
    }
}

static void tell(const giving *g)
{
    if (g->state->told) return;
    g->state->told = 1;
    rp_log(&g->world->log, RP_LOG_WARN, "the source '%s' finds no room at t = %.6g s: %s", g->state->name,
           g->world->time, g->spec->catch_up ? "it waits, and catches up" : "what does not fit is left out");
}

/* m^3 or m^2 of particles that the empty zone takes. */
static double solid_amount(const rp_source_spec *s, const rp_world *w)
{
    if (s->amount_kind != RP_AMOUNT_SOLID) return INFINITY;
    return s->amount * rp_region_volume(&s->zone.region, w) / (w->dimension == 2 ? w->thickness : 1);
}

/* Less what particles fill already. */
static double solid_left(const giving *g)
{
    const rp_world *w = g->world;
    const rp_region *region = &g->spec->zone.region;
    double left = solid_amount(g->spec, w);
    if (g->spec->amount_kind != RP_AMOUNT_SOLID) return left;
    for (size_t i = 0; i < w->particles.count; i++)
        left -= rp_world_particle_volume(w, i)
                * rp_region_share(region, w, rp_particle_position(&w->particles, i), w->particles.row[i].r);
    return left;
}

/* ---- when it acts next ---- */

/* s until what was given has left the zone: by its velocity and gravity over the extent along them. */
static double emptying_time(const giving *g)
{
    const rp_world *w = g->world;
    const rp_vec v = g->spec->velocity, pull = rp_world_gravity(w, w->time);
    rp_vec lower, upper;
    g->spec->zone.shape->bounds(&g->spec->zone, &lower, &upper);
    const rp_vec along = rp_vec_norm(v) > 0 ? v : pull, size = rp_vec_sub(upper, lower);
    const double length = rp_vec_norm(along);
    if (length == 0) return BATCH_STEPS * w->dt;
    const rp_vec n = rp_vec_scale(1 / length, along);
    double extent = fabs(n.x) * size.x + fabs(n.y) * size.y + fabs(n.z) * size.z;
    rp_particle_def def;
    double corner[RP_SHAPE_NUMBERS];
    draw_next(g->spec, g->n, w, g->state, 0, &def, corner);
    extent = fmax(extent, 2 * def.r);
    const double speed = rp_vec_dot(v, n), push = rp_vec_dot(pull, n);
    if (push <= 0) return speed > 0 ? extent / speed : BATCH_STEPS * w->dt;
    return (sqrt(speed * speed + 2 * push * extent) - speed) / push;
}

/* When the next particle is due, s. */
static double next_due(const giving *g)
{
    const rp_source_spec *s = g->spec;
    if (!s->rate_kind) return g->world->time;
    const double drawn = s->rate_kind == RP_AMOUNT_MASS ? g->state->drawn_mass : (double)g->state->drawn;
    const double more = s->rate_kind == RP_AMOUNT_MASS ? 0 : 1;
    return g->state->since + (drawn + more - g->state->before) / s->rate;
}

static void plan(giving *g)
{
    rp_source *state = g->state;
    const double time = g->world->time;
    if (state->done || time >= g->spec->end) {
        state->next = INFINITY;
        return;
    }
    const double wait = g->spec->every > 0 ? g->spec->every : emptying_time(g);
    state->next = fmin(fmax(time + wait, next_due(g)), g->spec->end);
}

rp_status rp_sources_give(const rp_scene *scene, int n, rp_world *w, rp_arrivals *arrivals, rp_error *err)
{
    giving g = {.spec = &scene->spec->source_spec[n],
                .n = n,
                .world = w,
                .state = &w->source[n],
                .arrivals = arrivals,
                .err = err};
    int more = 1;
    rp_status status = gather(&g);
    g.solid = solid_left(&g);
    while (!status && more) status = give_one(&g, &more);
    if (!status && g.full && g.spec->rate_kind) {
        tell(&g);
        if (!g.spec->catch_up) leave_out(&g);
    }
    if (!status) plan(&g);
    rp_placed_destroy(g.placed);
    return status;
}

void rp_sources_switch(const rp_scene *scene, int n, rp_world *w, int active)
{
    const rp_source_spec *s = &scene->spec->source_spec[n];
    rp_source *state = &w->source[n];
    if (active == state->active) return;
    if (!active && s->rate_kind) state->before = due(s, state, w->time);
    if (active) state->since = fmax(w->time, s->start);
    state->active = active;
    state->next = active && !state->done ? state->since : INFINITY;
}

/* ---- how many to expect ---- */

/* How many times what has been drawn is all that comes: for sources that give more than is worth drawing. */
static double remaining_factor(const rp_source_spec *s, const rp_source *state, double solid, double until)
{
    const double by_mass = state->drawn_mass, by_count = (double)state->drawn;
    double factor = due(s, state, until) / (s->rate_kind == RP_AMOUNT_MASS ? by_mass : by_count);
    if (s->amount_kind == RP_AMOUNT_COUNT) factor = fmin(factor, s->amount / by_count);
    if (s->amount_kind == RP_AMOUNT_MASS) factor = fmin(factor, s->amount / by_mass);
    return s->amount_kind == RP_AMOUNT_SOLID ? fmin(factor, solid) : factor;
}

rp_forecast rp_sources_forecast(const rp_scene *scene, int n, const rp_world *w, double until)
{
    const rp_source_spec *s = &scene->spec->source_spec[n];
    rp_source state = {.since = s->start};
    const double solid = solid_amount(s, w);
    double filled = 0;
    while (until > s->start && state.drawn < FORECAST) {
        rp_particle_def def;
        double corner[RP_SHAPE_NUMBERS];
        const int kind = next_kind(s, &state);
        draw_next(s, n, w, &state, kind, &def, corner);
        const double mass = rp_population_mass(w, &def);
        if (complete(s, &state, mass) || filled >= solid || !is_due(s, &state, mass, until)) break;
        count_given(s, &state, kind, mass);
        filled += rp_population_volume(&def, w->dimension);
    }
    const double factor = state.drawn == FORECAST ? remaining_factor(s, &state, solid / filled, until) : 1;
    return (rp_forecast){factor * (double)state.drawn, factor * state.drawn_mass};
}

/* ---- sinks ---- */

int rp_sources_takes(const rp_scene *scene, int n, const rp_world *w, rp_vec x, double r)
{
    const rp_sink_spec *s = &scene->spec->sink_spec[n];
    return !s->pass && s->zone.shape->takes(&s->zone, w, x, r);
}

int rp_sources_counts(const rp_scene *scene, int n) { return scene->spec->sink_spec[n].pass; }

int rp_sources_passages(const rp_scene *scene, int n, rp_vec from, rp_vec to)
{
    const rp_zone *zone = &scene->spec->sink_spec[n].zone;
    return zone->shape->passages(zone, from, to);
}

double rp_sources_sink_way(const rp_scene *scene)
{
    double way = INFINITY;
    for (int n = 0; n < scene->spec->sink_count; n++) {
        const double own = scene->spec->sink_spec[n].zone.shape->way;
        if (own > 0) way = fmin(way, own);
    }
    return way;
}

int rp_sources_sink_walls(const rp_scene *scene)
{
    int any = 0;
    for (int n = 0; n < scene->spec->sink_count; n++) any |= scene->spec->sink_spec[n].zone.wall[0] != 0;
    return any;
}

double rp_sources_sink_every(const rp_scene *scene)
{
    double every = INFINITY;
    for (int n = 0; n < scene->spec->sink_count; n++)
        if (scene->spec->sink_spec[n].every > 0) every = fmin(every, scene->spec->sink_spec[n].every);
    return every;
}
