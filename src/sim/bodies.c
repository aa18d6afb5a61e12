/* Contacts, walls, groups and materials as programs see them. */
#include "base/memory.h"
#include "base/threads.h"
#include "core/walls.h"
#include "sim/sim.h"

static void put(double to[3], rp_vec from)
{
    to[0] = from.x;
    to[1] = from.y;
    to[2] = from.z;
}

/* ---- contacts ---- */

static rp_contact contact_of(const rp_contact_view *v)
{
    rp_contact c = {.a = v->a,
                    .b = v->b >= 0 ? v->b : -1,
                    .wall = v->b >= 0 ? -1 : (int)(-1 - v->b),
                    .normal_force = v->fn,
                    .overlap = v->overlap,
                    .energy = v->energy,
                    .sliding = v->sliding != 0};
    put(c.point, v->point);
    put(c.normal, v->normal);
    put(c.branch, v->branch);
    put(c.force, v->force);
    return c;
}

static rp_status collect(rp_sim *sim, rp_error *err)
{
    rp_status status = sim->method->contacts(sim->world, &sim->list, err);
    if (status) return status;
    if (!rp_memory_reserve(&sim->contact, &sim->contact_capacity, sim->list.count, sizeof *sim->contact))
        return rp_memory_error(err, sim->list.count * sizeof *sim->contact, "the list of contacts");
    for (size_t n = 0; n < sim->list.count; n++) sim->contact[n] = contact_of(&sim->list.view[n]);
    return RP_OK;
}

rp_status rp_sim_contacts(rp_sim *sim, const rp_contact **contacts, size_t *count, rp_error *err)
{
    int before = rp_threads_swap(sim->threads);
    rp_status status = collect(sim, err);
    rp_threads_set(before);
    *contacts = status ? NULL : sim->contact;
    *count = status ? 0 : sim->list.count;
    return status;
}

/* ---- walls ---- */

int rp_sim_wall_count(const rp_sim *sim) { return sim->world->wall_count; }

int rp_sim_wall_find(const rp_sim *sim, const char *name) { return name ? rp_world_wall_find(sim->world, name) : -1; }

rp_status rp_sim_check_number(const char *what, int n, int count, rp_error *err)
{
    if (n >= 0 && n < count) return RP_OK;
    rp_status status = rp_error_set(err, RP_INPUT, "there is no %s %d", what, n);
    if (count) rp_error_expected(err, "a number from 0 to %d", count - 1);
    else rp_error_expected(err, "a scene with a %s", what);
    return status;
}

rp_status rp_sim_wall_get(const rp_sim *sim, int n, rp_wall_info *info, rp_error *err)
{
    *info = (rp_wall_info){0};
    rp_status status = rp_sim_check_number("wall", n, sim->world->wall_count, err);
    if (status) return status;
    const rp_wall *w = &sim->world->wall[n];
    *info = (rp_wall_info){.name = w->name,
                           .material = sim->world->material[w->material].name,
                           .active = w->active,
                           .loaded = rp_walls_loaded(w),
                           .angle = w->angle,
                           .spin = w->angular_speed,
                           .load = w->load,
                           .work = w->work};
    put(info->position, rp_wall_now(w, w->point));
    put(info->velocity, w->speed);
    put(info->force, w->force);
    put(info->torque, w->torque);
    put(info->impulse, w->impulse);
    return RP_OK;
}

/* ---- groups ---- */

int rp_sim_group_count(const rp_sim *sim) { return sim->world->group_count; }

int rp_sim_group_find(const rp_sim *sim, const char *name) { return name ? rp_world_group_find(sim->world, name) : -1; }

rp_status rp_sim_group_get(const rp_sim *sim, int n, rp_group_info *info, rp_error *err)
{
    *info = (rp_group_info){0};
    rp_status status = rp_sim_check_number("group", n, sim->world->group_count, err);
    if (status) return status;
    static const rp_motion motion[] = {[RP_GROUP_FREE] = RP_MOTION_FREE,
                                       [RP_GROUP_FROZEN] = RP_MOTION_FIXED,
                                       [RP_GROUP_DRIVEN] = RP_MOTION_DRIVEN,
                                       [RP_GROUP_GLUED] = RP_MOTION_GLUED};
    const rp_group *g = &sim->world->group[n];
    *info = (rp_group_info){.name = g->name, .motion = motion[g->mode], .count = g->count, .work = g->work};
    put(info->velocity, g->velocity);
    put(info->force, g->force);
    put(info->torque, g->torque);
    put(info->reaction, g->reaction);
    return RP_OK;
}

/* ---- materials ---- */

int rp_sim_material_count(const rp_sim *sim) { return sim->world->material_count; }

int rp_sim_material_find(const rp_sim *sim, const char *name)
{
    return name ? rp_world_material_find(sim->world, name) : -1;
}

rp_status rp_sim_material_get(const rp_sim *sim, int n, rp_material_info *info, rp_error *err)
{
    *info = (rp_material_info){0};
    rp_status status = rp_sim_check_number("material", n, sim->world->material_count, err);
    if (status) return status;
    const rp_material *m = &sim->world->material[n];
    *info = (rp_material_info){.name = m->name, .density = m->density, .young = m->young, .poisson = m->poisson};
    return RP_OK;
}
