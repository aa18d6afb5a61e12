/* Particles that come and go between two steps (core/population.h). Everything is checked before anything changes. */
#include <math.h>
#include <string.h>
#include "base/memory.h"
#include "base/threads.h"
#include "laws/interaction.h"
#include "sim/sim.h"

#define COOKIE 0x9a271c

rp_sim_particle rp_sim_particle_default(void) { return (rp_sim_particle){.mass = NAN, .cookie = COOKIE}; }

/* ---- from names to definitions ---- */

static rp_status unknown(const char *what, const char *name, const char *first, size_t stride, int count, rp_error *err)
{
    const char *names[64];
    int known = count < 64 ? count : 64;
    for (int n = 0; n < known; n++) names[n] = first + (size_t)n * stride;
    rp_status status = rp_error_set(err, RP_INPUT, "there is no %s '%s'", what, name ? name : "(null)");
    if (name) rp_error_nearest(err, name, names, known);
    return status;
}

static rp_status find_names(const rp_world *w, const rp_sim_particle *p, rp_particle_def *def, rp_error *err)
{
    def->material = p->material ? rp_world_material_find(w, p->material) : -1;
    def->group = p->group ? rp_world_group_find(w, p->group) : 0;
    if (def->material < 0)
        return unknown("material", p->material, w->material->name, sizeof *w->material, w->material_count, err);
    if (def->group < 0) return unknown("group", p->group, w->group->name, sizeof *w->group, w->group_count, err);
    return RP_OK;
}

static rp_status find_shape(const rp_world *w, const char *name, const rp_shape **shape, rp_error *err)
{
    enum { NAMES = 16 };
    const char *names[NAMES];
    int count;
    const rp_shape *const *list = rp_shape_list(&count);
    *shape = rp_shape_round(w->dimension);
    for (int n = 0; name && n < count && n < NAMES; n++) {
        names[n] = list[n]->name;
        if (strcmp(name, names[n]) == 0) *shape = list[n];
    }
    if (!name || strcmp(name, (*shape)->name) == 0) return RP_OK;
    rp_status status = rp_error_set(err, RP_INPUT, "there is no shape '%s'", name);
    rp_error_expected(err, w->dimension == 2 ? "disc or sphere" : "sphere");
    rp_error_nearest(err, name, names, count);
    return status;
}

static rp_vec vec_of(const double x[3]) { return rp_vec_make(x[0], x[1], x[2]); }

static rp_status define(const rp_world *w, const rp_sim_particle *p, rp_particle_def *def, rp_error *err)
{
    if (p->cookie != COOKIE)
        return rp_error_set(err, RP_INPUT, "rp_sim_particle was not made by rp_sim_particle_default");
    *def = (rp_particle_def){.x = vec_of(p->position),
                             .v = vec_of(p->velocity),
                             .omega = vec_of(p->angular_velocity),
                             .r = p->radius,
                             .mass = p->mass};
    rp_status status = find_names(w, p, def, err);
    return status ? status : find_shape(w, p->shape, &def->shape, err);
}

/* Laws that hold for spheres were prepared without a thought of discs. */
static rp_status check_laws(const rp_world *w, const rp_particle_def *def, rp_error *err)
{
    for (int m = 0; m < w->material_count && def->shape->dimension == 2; m++) {
        const rp_interaction *x = rp_interaction_between(w, def->material, m);
        if (!x || x->discs) continue;
        rp_status status = rp_error_set(err, RP_INPUT, "'%s' and '%s' meet as spheres in this scene, not as discs",
                                        w->material[def->material].name, w->material[m].name);
        rp_error_expected(err, "shape sphere");
        return status;
    }
    return RP_OK;
}

static rp_status define_all(const rp_sim *sim, const rp_sim_particle *particles, size_t count, rp_particle_def *def,
                            rp_error *err)
{
    const rp_world *w = sim->world;
    rp_status status = RP_OK;
    for (size_t n = 0; n < count && !status; n++) status = define(w, &particles[n], &def[n], err);
    if (!status)
        status = rp_population_check(w, def, count, rp_method_start_overlap(sim->method, sim->scene->max_overlap), err);
    for (size_t n = 0; n < count && !status; n++) status = check_laws(w, &def[n], err);
    if (!status && sim->method->admits) status = sim->method->admits(w, def, count, err);
    return status;
}

/* ---- a change ---- */

/* energy: 1 if the change is to be measured by the energy before and after. */
static rp_status begin(rp_sim *sim, rp_writing *writing, int energy, rp_error *err)
{
    writing->threads = rp_threads_swap(sim->threads);
    rp_status status = energy ? rp_sim_energy(sim, &writing->energy, err) : RP_OK;
    if (!status && sim->method->populating) status = sim->method->populating(sim->world, err);
    if (status) rp_threads_set(writing->threads);
    return status;
}

/* The method follows; what the energy has changed by goes to `total`, unless that is NULL. The change itself may have
 * failed. */
static rp_status follow(rp_sim *sim, const rp_writing *writing, rp_status status, double sign, double *total,
                        rp_error *err)
{
    double energy = 0;
    if (!status) status = sim->method->populated(sim->world, err);
    if (!status && total) status = rp_sim_energy(sim, &energy, err);
    if (!status && total) *total += sign * (energy - writing->energy);
    sim->failed = status != RP_OK;
    sim->generation++;
    rp_threads_set(writing->threads);
    return status;
}

static rp_status add(rp_sim *sim, const rp_particle_def *def, size_t count, uint32_t *ids, rp_error *err)
{
    rp_world *w = sim->world;
    rp_writing writing;
    rp_status status = rp_particles_reserve(&w->particles, w->particles.count + count, err);
    sim->generation++; /* the arrays may stand elsewhere, whatever comes of it */
    if (!status) status = begin(sim, &writing, 1, err);
    if (status) return status;
    status = rp_population_add(w, def, count, ids, err);
    return follow(sim, &writing, status, 1, &w->exchange.added_energy, err);
}

rp_status rp_sim_add(rp_sim *sim, const rp_sim_particle *particles, size_t count, uint32_t *ids, rp_error *err)
{
    rp_status status = rp_sim_check_usable(sim, err);
    if (status || count == 0) return status;
    if (!particles) return rp_error_set(err, RP_INPUT, "there are no particles to add");
    rp_particle_def *def = rp_memory_alloc(count, sizeof *def);
    uint32_t *unused = ids ? NULL : rp_memory_alloc(count, sizeof *unused);
    if (!def || (!ids && !unused)) status = rp_memory_error(err, count * sizeof *def, "adding particles");
    if (!status) status = define_all(sim, particles, count, def, err);
    if (!status) status = add(sim, def, count, ids ? ids : unused, err);
    rp_memory_free(def);
    rp_memory_free(unused);
    return status;
}

rp_status rp_sim_remove(rp_sim *sim, const uint32_t *ids, size_t count, rp_error *err)
{
    rp_writing writing;
    rp_status status = rp_sim_check_usable(sim, err);
    if (status || count == 0) return status;
    if (!ids) return rp_error_set(err, RP_INPUT, "there are no ids of particles to remove");
    status = rp_population_find(sim->world, ids, count, err);
    if (!status) status = begin(sim, &writing, 1, err);
    if (status) return status;
    status = rp_population_remove(sim->world, ids, count, err);
    return follow(sim, &writing, status, -1, &sim->world->exchange.removed_energy, err);
}

rp_status rp_sim_exchange(rp_sim *sim, const uint32_t *ids, size_t gone, const rp_particle_def *def, size_t come,
                          rp_error *err)
{
    rp_world *w = sim->world;
    rp_writing writing;
    uint32_t *unused = rp_memory_alloc(come, sizeof *unused);
    rp_status status = unused ? RP_OK : rp_memory_error(err, come * sizeof *unused, "particles of sources");
    if (!status)
        status = rp_particles_reserve(&w->particles, w->particles.count + rp_population_particles(def, come), err);
    if (!status) status = begin(sim, &writing, 0, err);
    if (!status) {
        if (gone) status = rp_population_remove(w, ids, gone, err);
        if (!status && come) status = rp_population_add(w, def, come, unused, err);
        status = follow(sim, &writing, status, 0, NULL, err);
    }
    rp_memory_free(unused);
    return status;
}
