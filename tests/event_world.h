/* Worlds for tests of the event-driven method: from a scene's text, moved without files. */
#ifndef RP_TESTS_EVENT_WORLD_H
#define RP_TESTS_EVENT_WORLD_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "testing.h"

#include "base/memory.h"
#include "methods/event/event.h"
#include "sim/state.h"
#include "scene/scene.h"

typedef struct event_world {
    rp_scene *scene;
    rp_world *world;
    rp_error err;
} event_world;

#define EVENT_SCENE "repose: 1\nmethod: event-driven\nmaterials: {m: {density: 1}}\n"

/* At a time of the world's clock. */
static inline rp_status event_open_at(event_world *e, const char *text, const rp_scene_options *options, double time)
{
    char reason[256];
    double dt = 0;
    *e = (event_world){0};
    rp_status status = rp_scene_load_text("test.yaml", text, strlen(text), options, &e->scene, &e->err);
    if (!status) status = rp_scene_build(e->scene, NULL, &e->world, &e->err);
    if (!status && e->scene->step > 0) dt = e->scene->step;
    else if (!status) status = rp_event_driven.step_auto(e->world, 25, &dt, reason, sizeof reason, &e->err);
    if (!status) e->world->time = e->world->time_base = time;
    if (!status) rp_world_step_set(e->world, dt);
    if (!status) status = rp_event_driven.prepare(e->world, &e->err);
    return status;
}

static inline rp_status event_open_with(event_world *e, const char *text, const rp_scene_options *options)
{
    return event_open_at(e, text, options, 0);
}
static inline rp_status event_open_status(event_world *e, const char *text) { return event_open_with(e, text, NULL); }

static inline void event_expect(event_world *e, rp_status status)
{
    char text[1024];
    if (status == RP_OK) return;
    rp_error_text(&e->err, text, sizeof text);
    fail_msg("%s", text);
}

static inline void event_open(event_world *e, const char *text) { event_expect(e, event_open_status(e, text)); }

static inline void event_run(event_world *e, double until)
{
    event_expect(e, rp_event_driven.advance(e->world, until, &e->err));
}

static inline void event_close(event_world *e)
{
    if (e->world) rp_event_driven.destroy(e->world);
    rp_world_destroy(e->world);
    rp_scene_destroy(e->scene);
    assert_int_equal(rp_memory_bytes(), 0);
}

static inline const rp_event *event_of(const event_world *e) { return e->world->method_state; }
static inline const rp_event_totals *event_totals(const event_world *e) { return &event_of(e)->totals; }

static inline double event_kinetic(const event_world *e)
{
    const rp_particles *p = &e->world->particles;
    double sum = 0;
    for (size_t i = 0; i < p->count; i++)
        sum += 0.5 * p->mass[i] * rp_vec_dot(rp_particle_velocity(p, i), rp_particle_velocity(p, i));
    return sum;
}

static inline double event_rotational(const event_world *e)
{
    const rp_particles *p = &e->world->particles;
    double sum = 0;
    for (size_t i = 0; i < p->count; i++)
        sum += 0.5 * p->inertia[i] * rp_vec_dot(rp_particle_omega(p, i), rp_particle_omega(p, i));
    return sum;
}

static inline rp_vec event_momentum(const event_world *e)
{
    const rp_particles *p = &e->world->particles;
    rp_vec sum = {0};
    for (size_t i = 0; i < p->count; i++) sum = rp_vec_add(sum, rp_vec_scale(p->mass[i], rp_particle_velocity(p, i)));
    return sum;
}

static inline void event_hash(event_world *e, char text[33])
{
    event_expect(e, rp_state_hash(e->world, &rp_event_driven, text, &e->err));
}

#endif
