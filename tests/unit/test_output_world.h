/* A small made-up world for the tests of output: every kind of wall, a periodic side, contacts with numbers that are
 * their own proof. */
#ifndef TEST_OUTPUT_WORLD_H
#define TEST_OUTPUT_WORLD_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "core/wall_shape.h"
#include "methods/method.h"

/* Slots run against ids, so that one taken for the other shows. */
static inline void made_up_particles(rp_world *world, size_t count)
{
    rp_particles *p = &world->particles;
    rp_random r = rp_random_stream(3, RP_RANDOM_TEST, 0, 0);
    assert_int_equal(rp_particles_create(p, count, 0, 1, NULL), RP_OK);
    int flat = world->dimension == 2;
    for (size_t i = 0; i < count; i++) {
        p->row[i] = (rp_row){.x = rp_random_uniform(&r),
                             .y = rp_random_uniform(&r),
                             .z = flat ? 0 : rp_random_uniform(&r),
                             .r = rp_random_range(&r, 0.01, 0.03),
                             .vx = rp_random_normal(&r),
                             .vy = rp_random_normal(&r),
                             .vz = flat ? 0 : rp_random_normal(&r),
                             .inv_mass = 1.0};
        p->spin[i] = (rp_spin){.z = rp_random_normal(&r), .inv_inertia = 2.5};
        for (int k = 0; k < (flat ? 1 : 4); k++) p->orientation[i][k] = rp_random_normal(&r);
        p->mass[i] = rp_random_uniform(&r);
        for (int k = 0; k < 3; k++) p->image[i][k] = (int32_t)rp_random_below(&r, 7) - 3;
        p->id[i] = (uint32_t)(count - 1 - i);
        p->by_id[count - 1 - i] = (uint32_t)i;
        p->material[i] = (uint16_t)(i % 2);
        p->group[i] = (uint16_t)(i % 3 == 0);
    }
}

static inline rp_wall made_up_wall(const char *name, const char *shape, int dimension, rp_vec point, rp_vec normal)
{
    rp_wall w = {.shape = rp_wall_shape_find(shape),
                 .dimension = dimension,
                 .point = point,
                 .normal = normal,
                 .until = INFINITY,
                 .active = 1};
    snprintf(w.name, sizeof w.name, "%s", name);
    w.size = rp_vec_make(0.5, 0.5, dimension == 3 ? 0.5 : 0.0);
    w.radius = 0.25;
    w.force = rp_vec_make(1.0 / 3.0, -2.0, 1e-7);
    w.speed = rp_vec_make(0.125, 0, 0);
    return w;
}

static inline void made_up_walls(rp_world *world)
{
    int d = world->dimension;
    rp_vec axis = rp_vec_make(0, 0, 1), up = rp_vec_make(0, 1, 0);
    world->wall_count = 6;
    world->wall = rp_memory_alloc(6, sizeof *world->wall);
    world->wall[0] = made_up_wall("floor", "plane", d, rp_vec_make(0, 0, 0), up);
    world->wall[1] = made_up_wall("ramp", "plane", d, rp_vec_make(0.2, 0.3, 0), rp_vec_make(0.6, 0.8, 0));
    world->wall[2] = made_up_wall("box", "box", d, rp_vec_make(0.25, 0.25, 0), axis);
    world->wall[3] = made_up_wall("drum", "cylinder", d, rp_vec_make(0.5, 0.5, 0), axis);
    world->wall[4] = made_up_wall("rod", "cylinder", d, rp_vec_make(0.5, 0.4, 0), axis);
    world->wall[4].outside = 1;
    world->wall[5] = made_up_wall("gone", "plane", d, rp_vec_make(0, 0, 0), up);
    world->wall[5].active = 0;
}

static inline rp_world *made_up_world(int dimension, size_t count)
{
    rp_world *world;
    assert_int_equal(rp_world_create(&world, NULL), RP_OK);
    world->dimension = dimension;
    world->time = 0.1 + 0.2;
    world->step = 12345;
    world->thickness = 1.0;
    world->domain = (rp_domain){.upper = {1, 1, dimension == 3}, .periodic = {1, 0, 0}, .bounded = 1};
    world->material_count = 2;
    world->material = rp_memory_alloc(2, sizeof *world->material);
    strcpy(world->material[0].name, "glass");
    strcpy(world->material[1].name, "steel");
    made_up_particles(world, count);
    made_up_walls(world);
    return world;
}

static inline rp_contact_list made_up_contacts(const rp_world *world, size_t count)
{
    rp_contact_list list = {.count = count, .capacity = count};
    rp_random r = rp_random_stream(4, RP_RANDOM_TEST, 0, 0);
    list.view = rp_memory_alloc(count, sizeof *list.view);
    for (size_t c = 0; c < count; c++) {
        rp_contact_view *v = &list.view[c];
        v->a = (uint32_t)rp_random_below(&r, world->particles.count);
        v->b = c % 5 == 0 ? -1 - (int64_t)(c % 4) : (int64_t)rp_random_below(&r, world->particles.count);
        v->feature = 13;
        v->fn = fabs(rp_random_normal(&r));
        v->overlap = 1e-6 * v->fn;
        v->energy = 0.5 * v->fn * v->overlap;
        v->normal = rp_vec_make(0.6, 0.8, 0);
        v->force = rp_vec_scale(v->fn, v->normal);
        v->branch = rp_vec_scale(0.02, v->normal);
        v->point = rp_vec_sub(rp_particle_position(&world->particles, rp_particles_slot(&world->particles, v->a)),
                              rp_vec_scale(0.01, v->normal));
        v->sliding = c % 3 == 0;
    }
    return list;
}

#endif
