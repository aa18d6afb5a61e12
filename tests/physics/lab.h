/* A bench for experiments: a scene as text becomes a simulation whose world a test steps and reads. Every failure fails
 * the test, and closing the last one checks that no byte is left. */
#ifndef RP_TESTS_LAB_H
#define RP_TESTS_LAB_H

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "testing.h"

#include "base/memory.h"
#include "base/threads.h"
#include "core/archive.h"
#include "core/neighbours.h"
#include "measure/measures.h"
#include "methods/method.h"
#include "scene/scene.h"
#include "sim/sim.h"

typedef struct lab {
    rp_sim *sim;
    rp_scene *scene;
    rp_world *w;
    const rp_method *method;
} lab;

static int lab_count;     /* open now */
static int64_t lab_bytes; /* held before the first of them was opened */

static inline void lab_ok(rp_status status, const rp_error *err)
{
    char text[1600];
    if (!status) return;
    rp_error_text(err, text, sizeof text);
    fail_msg("%s", text);
}

static inline rp_measures lab_measure(const lab *l)
{
    rp_error err;
    rp_measures m;
    rp_contact_list list = {0};
    lab_ok(l->method->contacts(l->w, &list, &err), &err);
    rp_measures_take(l->w, &list, &m);
    rp_memory_free(list.view);
    return m;
}

static inline lab lab_text(const char *text)
{
    rp_error err;
    rp_sim_def def = rp_sim_def_default();
    lab l = {0};
    if (lab_count++ == 0) lab_bytes = rp_memory_bytes();
    def.text = text;
    def.threads = rp_threads_count();
    lab_ok(rp_sim_create(&def, &l.sim, &err), &err);
    l.scene = l.sim->scene;
    l.w = l.sim->world;
    l.method = l.sim->method;
    return l;
}

static inline lab lab_open(const char *format, ...) __attribute__((format(printf, 1, 2)));
static inline lab lab_open(const char *format, ...)
{
    char text[16384];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    assert_true(n > 0 && n < (int)sizeof text);
    return lab_text(text);
}

static inline void lab_until(lab *l, double t)
{
    rp_error err;
    lab_ok(l->method->advance(l->w, t, &err), &err);
}

/* A number of whole steps. */
static inline void lab_steps(lab *l, long n)
{
    rp_error err;
    uint64_t last = l->w->step + (uint64_t)n;
    while (l->w->step < last) lab_ok(l->method->advance(l->w, l->w->time + 0.5 * l->w->dt, &err), &err);
}

static inline void lab_close(lab *l)
{
    rp_sim_destroy(l->sim);
    if (--lab_count == 0) assert_int_equal(rp_memory_bytes(), lab_bytes);
}

/* By id. */
static inline void lab_hash(const lab *l, char text[33])
{
    rp_error err;
    lab_ok(rp_world_hash(l->w, text, &err), &err);
}

/* The scene twice, on one thread and on two, the second put back from the first's checkpoint after every round: the
 * same bits. Leaves one thread. */
static inline void lab_twins(const char *text, int rounds, long steps, lab *a, lab *b)
{
    rp_error err;
    char first[33], second[33];
    rp_threads_set(1);
    *a = lab_text(text);
    rp_threads_set(2);
    *b = lab_text(text);
    for (int round = 0; round < rounds; round++) {
        rp_archive archive;
        rp_threads_set(1);
        lab_steps(a, steps);
        rp_threads_set(2);
        lab_steps(b, steps);
        lab_hash(a, first);
        lab_hash(b, second);
        assert_string_equal(first, second);
        rp_archive_init(&archive);
        lab_ok(rp_world_save(a->w, &archive, &err), &err);
        b->method->destroy(b->w);
        lab_ok(rp_world_load(b->w, &archive, &err), &err);
        rp_archive_free(&archive);
        lab_ok(b->method->prepare(b->w, &err), &err);
    }
    rp_threads_set(1);
}

static inline size_t lab_slot(const lab *l, unsigned id) { return rp_particles_slot(&l->w->particles, id); }
static inline rp_vec lab_v(const lab *l, unsigned id)
{
    return rp_particle_velocity(&l->w->particles, lab_slot(l, id));
}
static inline rp_vec lab_omega(const lab *l, unsigned id)
{
    return rp_particle_omega(&l->w->particles, lab_slot(l, id));
}
static inline double lab_r(const lab *l, unsigned id) { return l->w->particles.row[lab_slot(l, id)].r; }
static inline double lab_mass(const lab *l, unsigned id) { return l->w->particles.mass[lab_slot(l, id)]; }

/* Unwrapped: the path does not jump at periodic borders. */
static inline rp_vec lab_x(const lab *l, unsigned id)
{
    const rp_world *w = l->w;
    size_t i = lab_slot(l, id);
    rp_vec x = rp_particle_position(&w->particles, i);
    rp_vec period = w->domain.bounded ? rp_vec_sub(w->domain.upper, w->domain.lower) : rp_vec_make(0, 0, 0);
    const int32_t *n = w->particles.image[i];
    return rp_vec_make(x.x + (n[0] ? n[0] * period.x : 0), x.y + (n[1] ? n[1] * period.y : 0),
                       x.z + (n[2] ? n[2] * period.z : 0));
}

static inline void close_to_(double value, double expected, double tolerance, const char *what, const char *file,
                             int line)
{
    if (fabs(value - expected) <= tolerance) return;
    print_error("%s:%d: %s is %.17g, expected %.17g within %.3g (off by %.3g)\n", file, line, what, value, expected,
                tolerance, value - expected);
    _fail(file, line);
}
#define close_to(value, expected, tolerance) close_to_((value), (expected), (tolerance), #value, __FILE__, __LINE__)

#endif
