/* Writing between two steps. Everything is checked before anything is written. */
#include <math.h>
#include <string.h>
#include "base/memory.h"
#include "base/threads.h"
#include "core/walls.h"
#include "laws/interaction.h"
#include "measure/measures.h"
#include "sim/sim.h"
#include "sim/stages.h"

/* ---- around writing ---- */

rp_status rp_sim_energy(rp_sim *sim, double *energy, rp_error *err)
{
    rp_measures m;
    rp_status status = sim->method->contacts(sim->world, &sim->list, err);
    if (status) return status;
    rp_measures_take(sim->world, &sim->list, &m);
    *energy = m.kinetic + m.rotational + m.walls + m.stored;
    return RP_OK;
}

rp_status rp_sim_write_begin(rp_sim *sim, rp_writing *writing, rp_error *err)
{
    writing->threads = rp_threads_swap(sim->threads);
    rp_status status = rp_sim_check_usable(sim, err);
    if (!status) status = rp_sim_energy(sim, &writing->energy, err);
    if (!status && sim->method->settle) status = sim->method->settle(sim->world, err);
    if (status) rp_threads_set(writing->threads);
    return status;
}

rp_status rp_sim_write_end(rp_sim *sim, const rp_writing *writing, int moved, rp_error *err)
{
    double energy;
    rp_status status = sim->method->written(sim->world, moved, err);
    if (!status) status = rp_sim_energy(sim, &energy, err);
    if (!status) sim->world->totals.drives += energy - writing->energy;
    if (status && status != RP_INPUT) sim->failed = 1; /* what the method refuses is taken back */
    rp_threads_set(writing->threads);
    return status;
}

/* ---- particles ---- */

typedef struct quantity {
    const char *name;
    int columns;
    int motion; /* 1: of no use for particles that are fixed, driven or glued */
    int moves;  /* 1: contacts change with it */
    rp_status (*check)(const rp_sim *sim, size_t slot, const double *value, rp_error *err); /* NULL: finite will do */
    void (*write)(rp_particles *p, size_t slot, const double *value);
} quantity;

static rp_status check_flat(const rp_sim *sim, const double *value, int first, int last, rp_error *err)
{
    for (int k = first; k < last && sim->world->dimension == 2; k++)
        if (value[k] != 0) return rp_error_set(err, RP_INPUT, "component %d must be 0 in two dimensions", k);
    return RP_OK;
}

static rp_status check_vector(const rp_sim *sim, size_t slot, const double *value, rp_error *err)
{
    (void)slot;
    return check_flat(sim, value, 2, 3, err);
}

static rp_status check_spin(const rp_sim *sim, size_t slot, const double *value, rp_error *err)
{
    (void)slot;
    return check_flat(sim, value, 0, 2, err);
}

/* By the measure of all methods: a centre beyond the domain by more than its radius has left it. */
static rp_status check_position(const rp_sim *sim, size_t slot, const double *value, rp_error *err)
{
    const rp_domain *d = &sim->world->domain;
    const double r = sim->world->particles.row[slot].r;
    rp_status status = check_flat(sim, value, 2, 3, err);
    for (int axis = 0; axis < sim->world->dimension && d->bounded && !status; axis++) {
        double lower = rp_vec_component(d->lower, axis), upper = rp_vec_component(d->upper, axis);
        double beyond = d->periodic[axis] ? upper - lower : r;
        if (value[axis] >= lower - beyond && value[axis] <= upper + beyond) continue;
        status = rp_error_set(err, RP_INPUT, "the position is out of the domain along %c", "xyz"[axis]);
        rp_error_value(err, "%g m", value[axis]);
        rp_error_expected(err, "a value from %g to %g m", lower, upper);
    }
    return status;
}

static rp_status check_orientation(const rp_sim *sim, size_t slot, const double *value, rp_error *err)
{
    (void)slot;
    if (sim->world->dimension == 2) return check_flat(sim, value, 1, 4, err);
    double square = value[0] * value[0] + value[1] * value[1] + value[2] * value[2] + value[3] * value[3];
    if (fabs(square - 1) <= 1e-6) return RP_OK; /* a reader of float numbers passes, a wrong quantity does not */
    rp_status status = rp_error_set(err, RP_INPUT, "the orientation is not a unit quaternion");
    rp_error_value(err, "length %g", sqrt(square));
    return status;
}

static void write_position(rp_particles *p, size_t i, const double *value)
{
    p->row[i].x = value[0];
    p->row[i].y = value[1];
    p->row[i].z = value[2];
}

static void write_velocity(rp_particles *p, size_t i, const double *value)
{
    p->row[i].vx = value[0];
    p->row[i].vy = value[1];
    p->row[i].vz = value[2];
}

static void write_spin(rp_particles *p, size_t i, const double *value)
{
    p->spin[i].x = value[0];
    p->spin[i].y = value[1];
    p->spin[i].z = value[2];
}

static void write_angular(rp_particles *p, size_t i, const double *value)
{
    const double r = p->row[i].r;
    write_spin(p, i, (double[3]){r * value[0], r * value[1], r * value[2]});
}

static void write_orientation(rp_particles *p, size_t i, const double *value)
{
    memcpy(p->orientation[i], value, sizeof p->orientation[i]);
}

static const quantity quantities[] = {
    {"position", 3, 0, 1, check_position, write_position},          {"velocity", 3, 1, 0, check_vector, write_velocity},
    {"angular_velocity", 3, 1, 0, check_spin, write_angular},       {"spin", 3, 1, 0, check_spin, write_spin},
    {"orientation", 4, 0, 1, check_orientation, write_orientation},
};
enum { QUANTITIES = sizeof quantities / sizeof *quantities };

static rp_status find(const rp_sim *sim, const char *name, const quantity **found, rp_error *err)
{
    const char *names[QUANTITIES];
    for (int n = 0; n < QUANTITIES; n++) {
        names[n] = quantities[n].name;
        if (!name || strcmp(name, names[n]) != 0) continue;
        *found = &quantities[n];
        if (sim->world->particles.orientation || (*found)->write != write_orientation) return RP_OK;
        return rp_error_set(err, RP_INPUT, "this simulation does not track orientations");
    }
    rp_array array = rp_sim_array(sim, name);
    rp_status status = rp_error_set(err, RP_INPUT,
                                    array.data ? "the array '%s' cannot be written" : "there is no array '%s' to write",
                                    name ? name : "(null)");
    rp_error_expected(err, "position, velocity, angular_velocity, spin or orientation");
    if (name) rp_error_nearest(err, name, names, QUANTITIES);
    return status;
}

static rp_status check_row(const rp_sim *sim, const quantity *q, size_t slot, const double *value, rp_error *err)
{
    const rp_particles *p = &sim->world->particles;
    for (int k = 0; k < q->columns; k++)
        if (!isfinite(value[k])) return rp_error_set(err, RP_INPUT, "component %d of the %s is not finite", k, q->name);
    const rp_group *g = &sim->world->group[p->group[slot]];
    if (rp_bodies_of(p, slot))
        return rp_error_set(err, RP_INPUT, "it is a member of a clump, whose motion is not set by its members");
    if (q->motion && g->mode != RP_GROUP_FREE)
        return rp_error_set(err, RP_INPUT, "the motion of its group '%s' is prescribed", g->name);
    return q->check(sim, slot, value, err);
}

static rp_status check_rows(const rp_sim *sim, const quantity *q, const uint32_t *ids, size_t count,
                            const double *values, rp_error *err)
{
    const rp_particles *p = &sim->world->particles;
    for (size_t k = 0; k < count; k++) {
        size_t slot = ids ? rp_particles_slot(p, ids[k]) : k;
        if (slot >= p->count) return rp_error_set(err, RP_INPUT, "there is no particle %u", ids[k]);
        rp_status status = check_row(sim, q, slot, values + k * (size_t)q->columns, err);
        if (!status) continue;
        if (err) err->particle = p->id[slot];
        return status;
    }
    return RP_OK;
}

rp_status rp_sim_set(rp_sim *sim, const char *name, const uint32_t *ids, size_t count, const double *values,
                     rp_error *err)
{
    rp_particles *p = &sim->world->particles;
    const quantity *q = NULL;
    rp_writing writing;
    rp_status status = find(sim, name, &q, err);
    if (!status && count && !values) status = rp_error_set(err, RP_INPUT, "there are no values for the %s", name);
    if (!status && !ids && count != p->count)
        status = rp_error_set(err, RP_INPUT, "%zu rows for %zu particles: without ids there must be one for each",
                              count, p->count);
    if (!status) status = check_rows(sim, q, ids, count, values, err);
    if (!status) status = rp_sim_write_begin(sim, &writing, err);
    if (status) return status;
    for (size_t k = 0; k < count; k++)
        q->write(p, ids ? rp_particles_slot(p, ids[k]) : k, values + k * (size_t)q->columns);
    return rp_sim_write_end(sim, &writing, q->moves, err);
}

/* ---- walls and groups ---- */

static rp_status check_numbers(const char *what, const double *value, int count, rp_error *err)
{
    for (int k = 0; k < count; k++)
        if (!value || !isfinite(value[k])) return rp_error_set(err, RP_INPUT, "the %s is not finite", what);
    return RP_OK;
}

/* Writes `to`; takes it back if the method refuses. */
static rp_status write_numbers(rp_sim *sim, void *to, const void *from, size_t size, int moved, rp_error *err)
{
    double old[3];
    rp_writing writing;
    rp_status status = rp_sim_write_begin(sim, &writing, err);
    if (status) return status;
    memcpy(old, to, size);
    memcpy(to, from, size);
    status = rp_sim_write_end(sim, &writing, moved, err);
    if (status) memcpy(to, old, size);
    return status;
}

/* loaded: 1 or 0, what the wall must be; -1: either. */
static rp_status find_wall(const rp_sim *sim, int n, int loaded, rp_error *err)
{
    rp_status status = rp_sim_check_number("wall", n, sim->world->wall_count, err);
    if (status) return status;
    const rp_wall *wall = &sim->world->wall[n];
    if (!wall->active) return rp_error_set(err, RP_INPUT, "wall '%s' has been removed", wall->name);
    if (loaded < 0 || rp_walls_loaded(wall) == loaded) return RP_OK;
    return rp_error_set(err, RP_INPUT, loaded ? "wall '%s' has no load in the scene" : "wall '%s' moves by its load",
                        wall->name);
}

rp_status rp_sim_wall_set_velocity(rp_sim *sim, int wall, const double velocity[3], rp_error *err)
{
    rp_status status = find_wall(sim, wall, -1, err);
    if (!status) status = check_numbers("velocity", velocity, 3, err);
    if (!status) status = check_flat(sim, velocity, 2, 3, err);
    if (status) return status;
    rp_wall *w = &sim->world->wall[wall];
    return write_numbers(sim, rp_walls_loaded(w) ? &w->speed : &w->velocity, velocity, 3 * sizeof *velocity, 0, err);
}

rp_status rp_sim_wall_set_spin(rp_sim *sim, int wall, double spin, rp_error *err)
{
    rp_status status = find_wall(sim, wall, 0, err);
    if (!status) status = check_numbers("spin", &spin, 1, err);
    if (status) return status;
    rp_wall *w = &sim->world->wall[wall];
    if (rp_vec_dot(w->spin_axis, w->spin_axis) == 0)
        return rp_error_set(err, RP_INPUT, "wall '%s' has no axis to turn about in the scene", w->name);
    return write_numbers(sim, &w->spin, &spin, sizeof spin, 0, err);
}

rp_status rp_sim_wall_set_load(rp_sim *sim, int wall, double load, rp_error *err)
{
    rp_status status = find_wall(sim, wall, 1, err);
    if (!status && rp_walls_body(&sim->world->wall[wall]))
        status = rp_error_set(err, RP_INPUT, "wall '%s' is no plane: its load is a force and a torque",
                              sim->world->wall[wall].name);
    if (!status) status = check_numbers("load", &load, 1, err);
    return status ? status : write_numbers(sim, &sim->world->wall[wall].load, &load, sizeof load, 0, err);
}

void rp_sim_gravity(const rp_sim *sim, double gravity[3])
{
    const rp_vec g = sim->world->gravity;
    memcpy(gravity, (double[3]){g.x, g.y, g.z}, 3 * sizeof *gravity);
}

rp_status rp_sim_set_gravity(rp_sim *sim, const double gravity[3], rp_error *err)
{
    rp_status status = check_numbers("gravity", gravity, 3, err);
    if (!status) status = check_flat(sim, gravity, 2, 3, err);
    return status ? status : write_numbers(sim, &sim->world->gravity, gravity, 3 * sizeof *gravity, 0, err);
}

static rp_status find_group(const rp_sim *sim, int n, rp_group_mode mode, rp_error *err)
{
    rp_status status = rp_sim_check_number("group", n, sim->world->group_count, err);
    if (status) return status;
    const rp_group *g = &sim->world->group[n];
    if (g->mode == mode) return RP_OK;
    return rp_error_set(err, RP_INPUT,
                        mode == RP_GROUP_FREE ? "group '%s' is not free: forces do not move it"
                                              : "group '%s' is not driven by a velocity",
                        g->name);
}

/* Particles of a group under a force stand apart in the list. */
rp_status rp_sim_group_set_force(rp_sim *sim, int group, const double force[3], rp_error *err)
{
    rp_status status = find_group(sim, group, RP_GROUP_FREE, err);
    if (!status) status = check_numbers("force", force, 3, err);
    if (!status) status = check_flat(sim, force, 2, 3, err);
    return status ? status : write_numbers(sim, &sim->world->group[group].force, force, 3 * sizeof *force, 1, err);
}

rp_status rp_sim_group_set_torque(rp_sim *sim, int group, const double torque[3], rp_error *err)
{
    rp_status status = find_group(sim, group, RP_GROUP_FREE, err);
    if (!status) status = check_numbers("torque", torque, 3, err);
    if (!status) status = check_flat(sim, torque, 0, 2, err);
    return status ? status : write_numbers(sim, &sim->world->group[group].torque, torque, 3 * sizeof *torque, 1, err);
}

rp_status rp_sim_group_set_velocity(rp_sim *sim, int group, const double velocity[3], rp_error *err)
{
    rp_status status = find_group(sim, group, RP_GROUP_DRIVEN, err);
    if (!status) status = check_numbers("velocity", velocity, 3, err);
    if (!status) status = check_flat(sim, velocity, 2, 3, err);
    return status ? status
                  : write_numbers(sim, &sim->world->group[group].velocity, velocity, 3 * sizeof *velocity, 0, err);
}

/* ---- friction ---- */

static rp_status check_pair(const rp_sim *sim, int a, int b, int any, rp_error *err)
{
    const int number[2] = {a, b};
    rp_status status = RP_OK;
    for (int k = 0; k < 2 && !status; k++)
        if (!any || number[k] != -1)
            status = rp_sim_check_number("material", number[k], sim->world->material_count, err);
    return status;
}

rp_status rp_sim_friction(const rp_sim *sim, int a, int b, double *friction, rp_error *err)
{
    rp_status status = check_pair(sim, a, b, 0, err);
    if (status) return status;
    const rp_interaction *x = rp_interaction_between(sim->world, a, b);
    if (!x)
        return rp_error_set(err, RP_INPUT, "the scene has no interaction between '%s' and '%s'",
                            sim->world->material[a].name, sim->world->material[b].name);
    *friction = x->friction;
    return RP_OK;
}

/* Some interaction is meant, and all that are have a use for friction. */
static rp_status check_change(const rp_sim *sim, const rp_friction_change *c, rp_error *err)
{
    const rp_world *w = sim->world;
    int found = 0;
    for (int n = 0; n < w->interaction_count; n++) {
        const rp_interaction *x = &w->interaction[n];
        if (!rp_stages_friction_between(c, x->a, x->b)) continue;
        found = 1;
        if (c->friction == 0 || !x->law[RP_NORMAL] || x->law[RP_TANGENTIAL]) continue;
        rp_error_set(err, RP_INPUT, "'%s' and '%s' have no tangential law: friction has no effect",
                     w->material[x->a].name, w->material[x->b].name);
        rp_error_expected(err, "tangential: {law: cundall-strack} in their interaction");
        return RP_INPUT;
    }
    return found ? RP_OK : rp_error_set(err, RP_INPUT, "the scene has no interaction between these materials");
}

rp_status rp_sim_set_friction(rp_sim *sim, int a, int b, double friction, rp_error *err)
{
    const rp_friction_change change = {a, b, friction};
    rp_writing writing;
    rp_status status = check_pair(sim, a, b, 1, err);
    if (!status) status = check_numbers("friction", &friction, 1, err);
    if (!status && friction < 0) status = rp_error_set(err, RP_INPUT, "friction cannot be negative (%g)", friction);
    if (!status) status = check_change(sim, &change, err);
    if (!status) status = rp_sim_write_begin(sim, &writing, err);
    if (status) return status;
    status = rp_sim_change_friction(sim, &change, 1, 1, err);
    if (!status) return rp_sim_write_end(sim, &writing, 0, err);
    sim->failed = 1;
    rp_threads_set(writing.threads);
    return status;
}

/* ---- forces ---- */

rp_status rp_sim_force_add(rp_sim *sim, rp_force *add, void *context, rp_error *err)
{
    rp_forces *forces = &sim->world->forces;
    rp_writing writing;
    if (!add) return rp_error_set(err, RP_INPUT, "there is no function that gives forces");
    if (!sim->method->forces) {
        rp_status status = rp_error_set(err, RP_INPUT,
                                        "the method '%s' takes no added forces: its particles fly freely between "
                                        "collisions, in orbits that it must know in advance",
                                        sim->method->name);
        char able[96];
        rp_method_names(offsetof(rp_method, forces), able, sizeof able);
        rp_error_expected(err, "method: %s", able);
        return status;
    }
    rp_status status = rp_sim_write_begin(sim, &writing, err);
    if (status) return status;
    rp_status added = rp_forces_add(forces, add, context, err);
    status = rp_sim_write_end(sim, &writing, 0, added ? NULL : err);
    return added ? added : status;
}

/* ---- steps and contacts ---- */

rp_status rp_sim_set_dt(rp_sim *sim, double dt, rp_error *err)
{
    rp_writing writing;
    if (!(dt > 0) || !isfinite(dt)) {
        rp_status status = rp_error_set(err, RP_INPUT, "the step cannot have this length");
        rp_error_value(err, "%g s", dt);
        rp_error_expected(err, "a number > 0 (unit s)");
        return status;
    }
    rp_status status = rp_sim_write_begin(sim, &writing, err);
    if (status) return status;
    rp_world_step_set(sim->world, dt);
    sim->world->step_least = 0;
    return rp_sim_write_end(sim, &writing, 0, err);
}

rp_status rp_sim_set_start_forces(rp_sim *sim, const double *force, size_t count, rp_error *err)
{
    rp_status status = rp_sim_check_usable(sim, err);
    if (status) return status;
    if (!sim->method->start_forces)
        return rp_error_set(err, RP_INPUT, "the method '%s' does not iterate from forces to start with",
                            sim->method->name);
    for (size_t k = 0; k < 3 * count && !status; k++) status = check_numbers("force", force ? force + k : NULL, 1, err);
    return status ? status : sim->method->start_forces(sim->world, force, count, err);
}

static void hear(void *context, const rp_collision *c)
{
    rp_sim *sim = context;
    rp_collision_info info = {.time = c->time,
                              .a = c->a,
                              .b = c->b >= 0 ? c->b : -1,
                              .wall = c->b >= 0 ? -1 : (int)(-1 - c->b),
                              .impulse = {c->impulse.x, c->impulse.y, c->impulse.z},
                              .normal_speed = c->normal_speed,
                              .tangential_speed = c->tangential_speed};
    if (sim->collision(sim->collision_context, &info)) sim->stopped = 1;
}

rp_status rp_sim_on_collision(rp_sim *sim, rp_collision_hook *hook, void *context, rp_error *err)
{
    if (!sim->method->impulsive)
        return rp_error_set(err, RP_INPUT, "contacts of the method '%s' last: there are no collisions to report",
                            sim->method->name);
    sim->collision = hook;
    sim->collision_context = context;
    sim->world->listener = hook ? (rp_listener){sim, hear} : (rp_listener){0};
    sim->world->stop = hook ? &sim->stopped : NULL;
    return RP_OK;
}
