/* See world.h. */
#include "core/mesh.h"
#include "core/world.h"
#include "core/wall_shape.h"
#include <math.h>
#include <string.h>

rp_status rp_world_create(rp_world **out, rp_error *err)
{
    rp_world *w = rp_memory_alloc(1, sizeof *w);
    rp_group *free_group = rp_memory_alloc(1, sizeof *free_group);
    if (!w || !free_group) {
        rp_memory_free(w);
        rp_memory_free(free_group);
        return rp_memory_error(err, sizeof *w, "the world");
    }
    strcpy(free_group->name, "free");
    w->group = free_group;
    w->group_count = 1;
    w->dimension = 3;
    w->thickness = 1;
    for (int n = 0; n < RP_OPTION_MAX; n++) w->option[n] = NAN;
    w->edition = RP_EDITION;
    rp_arena_init(&w->scratch, "world");
    *out = w;
    return RP_OK;
}

static void contacts_destroy(rp_contacts *c)
{
    rp_memory_free(c->list);
    rp_memory_free(c->pair);
    rp_memory_free(c->segment);
    rp_memory_free(c->wall_pair);
    rp_memory_free(c->pairs.active);
    rp_memory_free(c->pairs.value);
    rp_memory_free(c->wall_pairs.active);
    rp_memory_free(c->wall_pairs.value);
    rp_memory_free(c->chunk);
    rp_memory_free(c->antisymmetric);
    rp_memory_free(c->group);
}

void rp_world_destroy(rp_world *w)
{
    if (!w) return;
    for (int n = 0; n < w->wall_count; n++) {
        rp_table_free(&w->wall[n].velocity_table);
        rp_table_free(&w->wall[n].spin_table);
        rp_table_free(&w->wall[n].load_table);
        rp_table_free(&w->wall[n].twist_table);
        rp_mesh_release(w->wall[n].mesh);
    }
    for (int n = 0; n < w->group_count; n++) {
        rp_table_free(&w->group[n].velocity_table);
        rp_table_free(&w->group[n].force_table);
        rp_table_free(&w->group[n].torque_table);
    }
    rp_table_free(&w->gravity_table);
    rp_forces_free(&w->forces);
    rp_particles_destroy(&w->particles);
    rp_shapes_free(&w->shapes);
    rp_bodies_free(&w->bodies);
    contacts_destroy(&w->contacts);
    rp_memory_free(w->material);
    rp_memory_free(w->interaction);
    rp_memory_free(w->interaction_of);
    rp_laws_destroy(w->laws);
    rp_memory_free(w->wall);
    rp_memory_free(w->group);
    rp_memory_free(w->source);
    rp_memory_free(w->sink);
    rp_arena_free(&w->scratch);
    rp_share_free(&w->share);
    rp_memory_free(w);
}

rp_vec rp_world_gravity(const rp_world *w, double time)
{
    return rp_vec_add(w->gravity, rp_table_vec(&w->gravity_table, time));
}

int rp_world_wall_find(const rp_world *w, const char *name)
{
    for (int n = 0; n < w->wall_count; n++)
        if (strcmp(w->wall[n].name, name) == 0) return n;
    return -1;
}

int rp_world_group_find(const rp_world *w, const char *name)
{
    for (int n = 0; n < w->group_count; n++)
        if (strcmp(w->group[n].name, name) == 0) return n;
    return -1;
}

int rp_world_material_find(const rp_world *w, const char *name)
{
    for (int n = 0; n < w->material_count; n++)
        if (strcmp(w->material[n].name, name) == 0) return n;
    return -1;
}

double rp_world_facing_walls(const rp_world *w, int axis)
{
    double low = NAN, high = NAN;
    for (int n = 0; n < w->wall_count; n++) {
        const rp_wall *wall = &w->wall[n];
        if (!wall->active || !wall->shape->plane) continue;
        double along = rp_vec_component(rp_wall_face_normal(wall), axis);
        double at = rp_vec_component(rp_vec_add(wall->point, wall->offset), axis);
        if (along > 0.999 && !(low >= at)) low = at;
        if (along < -0.999 && !(high <= at)) high = at;
    }
    return high - low;
}

double rp_world_wall_area(const rp_world *w, int index)
{
    rp_vec normal = rp_wall_face_normal(&w->wall[index]);
    int across = 0;
    for (int axis = 1; axis < w->dimension; axis++)
        if (fabs(rp_vec_component(normal, axis)) > fabs(rp_vec_component(normal, across))) across = axis;
    double area = w->dimension == 2 ? w->thickness : 1;
    for (int axis = 0; axis < w->dimension; axis++) {
        if (axis == across) continue;
        double extent = rp_world_facing_walls(w, axis);
        if (isnan(extent))
            extent = w->domain.bounded
                         ? rp_vec_component(w->domain.upper, axis) - rp_vec_component(w->domain.lower, axis)
                         : NAN;
        area *= extent;
    }
    return area;
}

double rp_world_speed_scale(const rp_world *w)
{
    const rp_particles *p = &w->particles;
    double speed = 0, low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (size_t i = 0; i < p->count; i++) {
        speed = fmax(speed, rp_vec_norm(rp_particle_velocity(p, i)));
        for (int d = 0; d < 3; d++) {
            low[d] = fmin(low[d], (&p->row[i].x)[d]);
            high[d] = fmax(high[d], (&p->row[i].x)[d]);
        }
    }
    for (int n = 0; n < w->wall_count; n++)
        speed = fmax(speed, rp_vec_norm(rp_wall_prescribed_velocity(&w->wall[n], 0)));
    rp_vec g = rp_world_gravity(w, w->time);
    double fall = fabs(g.x) * (high[0] - low[0]) + fabs(g.y) * (high[1] - low[1]) + fabs(g.z) * (high[2] - low[2]);
    return speed + sqrt(2 * fall);
}

double rp_world_particle_volume(const rp_world *w, size_t i)
{
    const uint32_t number = w->particles.shape ? w->particles.shape[i] : 0, body = rp_bodies_of(&w->particles, i);
    if (body) return rp_bodies_volume(w, body - 1) * w->particles.mass[i] / w->bodies.body[body - 1].mass;
    const rp_shape_def round = {.shape = rp_shape_round(w->dimension), .radius = w->particles.row[i].r};
    return number ? rp_shapes_volume(&w->shapes, number) : round.shape->volume(&round);
}

void rp_world_step_set(rp_world *w, double dt)
{
    w->time_base = w->time;
    w->step_base = w->step;
    w->dt = dt;
}
