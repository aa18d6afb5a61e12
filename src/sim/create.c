/* From a definition to a simulation that is ready for its first step. */
#include <stdio.h>
#include <string.h>
#include "base/file.h"
#include "base/memory.h"
#include "base/threads.h"
#include "base/wide.h"
#include "core/mesh.h"
#include "measure/measures.h"
#include "output/output.h"
#include "repose/version.h"
#include "sim/sim.h"
#include "sim/start.h"
#include "sim/state.h"

#define COOKIE 0x51b0de

const char *rp_version(void) { return RP_VERSION; }

rp_sim_def rp_sim_def_default(void) { return (rp_sim_def){.name = "scene.yaml", .cookie = COOKIE}; }

int rp_sim_threads(const rp_sim_def *def)
{
    if (rp_threads_lost()) return 1;
    return def->threads > 0 ? def->threads : rp_threads_available();
}

rp_status rp_sim_def_check(const rp_sim_def *def, rp_error *err)
{
    rp_error_clear(err);
    if (def->cookie != COOKIE) return rp_error_set(err, RP_INPUT, "rp_sim_def was not made by rp_sim_def_default");
    if (def->scene && def->text) return rp_error_set(err, RP_INPUT, "a scene is a file or a text, not both");
    if (def->restore && def->snapshot)
        return rp_error_set(err, RP_INPUT, "a state is restored from a file or from a snapshot, not from both");
    if (!def->scene && !def->text && !def->restore) {
        rp_status status = rp_error_set(err, RP_INPUT, "there is no scene");
        rp_error_expected(err, "a path in scene, a text in text, or a checkpoint in restore");
        return status;
    }
    if (def->threads < 0) return rp_error_set(err, RP_INPUT, "threads cannot be negative (%d)", def->threads);
    if (def->set_count < 0 || (def->set_count > 0 && !def->set))
        return rp_error_set(err, RP_INPUT, "set_count is %d, but there is no set", def->set_count);
    return RP_OK;
}

/* ---- scene and world ---- */

/* The scene that stands beside the checkpoint of a run. */
static rp_status scene_of_checkpoint(const char *restore, char path[1200], rp_error *err)
{
    const char *slash = rp_file_directory_exists(restore) ? NULL : strrchr(restore, '/');
    int length = rp_file_directory_exists(restore) ? (int)strlen(restore) : slash ? (int)(slash - restore) : 1;
    int written = snprintf(path, 1200, "%.*s/scene.yaml", length,
                           slash || rp_file_directory_exists(restore) ? restore : ".");
    return written < 1200 ? RP_OK : rp_error_set(err, RP_INPUT, "the path of the checkpoint is too long");
}

static rp_status load_scene(const rp_sim_def *def, const rp_scene_options *options, rp_scene **scene, rp_error *err)
{
    char path[1200];
    if (def->text)
        return rp_scene_load_text(def->name ? def->name : "scene.yaml", def->text, strlen(def->text), options, scene,
                                  err);
    if (def->scene) return rp_scene_load(def->scene, options, scene, err);
    rp_status status = scene_of_checkpoint(def->restore, path, err);
    return status ? status : rp_scene_load(path, options, scene, err);
}

/* The rule of the method for particles that are there and those that sources will give. */
static rp_status auto_step(rp_sim *sim, double *dt, rp_error *err)
{
    rp_world *w = sim->world;
    rp_status status = rp_sim_expect(sim, err);
    if (!status)
        status = sim->method->step_auto(w, sim->scene->step_safety, dt, sim->step_reason, sizeof sim->step_reason, err);
    rp_sim_expect_end(sim);
    return status;
}

static rp_status choose_step(rp_sim *sim, rp_error *err)
{
    double dt = sim->scene->step;
    rp_status status = RP_OK;
    snprintf(sim->step_reason, sizeof sim->step_reason, "dt as given");
    if (dt == 0) status = auto_step(sim, &dt, err);
    if (status) {
        rp_scene_locate(sim->scene, err);
        return status;
    }
    rp_world_step_set(sim->world, dt);
    sim->world->step_least = sim->scene->step == 0 && sim->method->step_follow ? dt : 0;
    sim->world->contacts.skin = sim->scene->skin;
    return RP_OK;
}

static void say_meshes(const rp_world *w)
{
    for (int n = 0; n < w->wall_count; n++) {
        char text[200];
        if (w->wall[n].mesh && rp_mesh_dropped(w->wall[n].mesh, text, sizeof text))
            rp_log(&w->log, RP_LOG_WARN, "mesh of the wall '%s': %s", w->wall[n].name, text);
    }
}

static void set_log(rp_sim *sim, const rp_sim_def *def)
{
    sim->world->log = (rp_logger){def->log, def->log_context};
    if (rp_isa_refused())
        rp_log(&sim->world->log, RP_LOG_WARN, "REPOSE_ISA=%s is not available here; using %s", rp_isa_refused(),
               rp_isa_name(rp_isa_best()));
    if (rp_threads_lost() && def->threads != 1)
        rp_log(&sim->world->log, RP_LOG_WARN,
               "this process was forked from one with several threads, and has none of them: one thread is used");
}

static rp_status make_world(rp_sim *sim, const rp_sim_def *def, int bare, rp_error *err)
{
    rp_scene_options options = {.set = def->set, .set_count = def->set_count, .no_particles = bare, .laws = def->laws};
    rp_status status = load_scene(def, &options, &sim->scene, err);
    if (!status && sim->scene->start_from[0]) options.no_particles = 1;
    if (!status) status = rp_scene_build(sim->scene, &options, &sim->world, err);
    if (status) return status;
    set_log(sim, def);
    say_meshes(sim->world);
    sim->method = rp_method_find(sim->scene->method);
    if (bare) return RP_OK;
    if (sim->scene->start_from[0]) status = rp_start_from(sim->world, sim->scene->start_from, err);
    return status ? status : choose_step(sim, err);
}

rp_status rp_sim_open(const rp_sim_def *def, int bare, rp_sim **out, rp_error *err)
{
    *out = NULL;
    rp_status status = rp_sim_def_check(def, err);
    if (status) return status;
    rp_sim *sim = rp_memory_alloc(1, sizeof *sim);
    if (!sim) return rp_memory_error(err, sizeof *sim, "the simulation");
    sim->threads = rp_sim_threads(def);
    status = make_world(sim, def, bare, err);
    if (status) rp_sim_destroy(sim);
    else *out = sim;
    return status;
}

/* ---- the method ---- */

static rp_status start_energy(rp_sim *sim, rp_error *err)
{
    rp_contact_list list = {0};
    rp_measures m;
    rp_status status = sim->method->contacts(sim->world, &list, err);
    if (!status) {
        rp_measures_take(sim->world, &list, &m);
        sim->world->totals.start_energy = m.kinetic + m.rotational + m.walls + m.stored;
    }
    rp_memory_free(list.view);
    return status;
}

rp_status rp_sim_prepare(rp_sim *sim, rp_error *err)
{
    if (!sim->restored) rp_scene_report_unused(sim->scene, sim->world);
    rp_status status = sim->method->prepare(sim->world, err);
    if (status) rp_scene_locate(sim->scene, err);
    return status || sim->restored ? status : start_energy(sim, err);
}

/* ---- life ---- */

/* The step belongs to the state, as the time does: with another one the run would not go on as it had. */
static void say_step(const rp_sim *sim)
{
    const double given = sim->scene->step, dt = sim->world->dt;
    if (given > 0 && given != dt)
        rp_log(
            &sim->world->log, RP_LOG_WARN,
            "run.step of %g s has no effect: the state that is restored has a step of %g s (rp_sim_set_dt changes it)",
            given, dt);
}

static rp_status make_ready(rp_sim *sim, const rp_sim_def *def, rp_error *err)
{
    if (!def->restore && !def->snapshot) return rp_sim_prepare(sim, err);
    rp_status status = def->restore ? rp_sim_restore(sim, def->restore, err) : rp_sim_rewind(sim, def->snapshot, err);
    if (!status) say_step(sim);
    return status;
}

rp_status rp_sim_create(const rp_sim_def *def, rp_sim **sim, rp_error *err)
{
    int before = rp_threads_swap(rp_sim_threads(def));
    rp_status status = rp_sim_open(def, def->restore || def->snapshot, sim, err);
    if (!status) status = make_ready(*sim, def, err);
    if (status) {
        rp_sim_destroy(*sim);
        *sim = NULL;
    }
    rp_threads_set(before);
    return status;
}

void rp_sim_destroy(rp_sim *sim)
{
    if (!sim) return;
    if (sim->world && sim->method) sim->method->destroy(sim->world);
    rp_world_destroy(sim->world);
    rp_scene_destroy(sim->scene);
    rp_memory_free(sim->heart);
    rp_memory_free(sim->list.view);
    rp_memory_free(sim->contact);
    rp_memory_free(sim);
}

/* ---- what it is ---- */

double rp_sim_time(const rp_sim *sim) { return sim->world->time; }

uint64_t rp_sim_steps(const rp_sim *sim) { return sim->world->step; }

double rp_sim_dt(const rp_sim *sim) { return sim->world->dt; }

size_t rp_sim_count(const rp_sim *sim) { return sim->world->particles.count; }

int rp_sim_dimension(const rp_sim *sim) { return sim->world->dimension; }

const char *rp_sim_method(const rp_sim *sim) { return sim->method->name; }

const char *rp_sim_title(const rp_sim *sim) { return sim->scene->title; }

rp_status rp_sim_hash(const rp_sim *sim, char text[33], rp_error *err)
{
    return rp_state_hash(sim->world, sim->method, text, err);
}
