/* Saving and restoring: the world, the method's own state, names, and where the protocol stands. */
#include <stdio.h>
#include <string.h>
#include "laws/interaction_state.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/threads.h"
#include "core/field.h"
#include "output/output.h"
#include "sim/sim.h"
#include "sim/stages.h"
#include "sim/start.h"

static const rp_field place_fields[] = {
    {"number", "1", "the present stage; as many as there are: all are over", RP_U64, 1,
     RP_FIELD_AT(rp_stage_place, stage), RP_HASH_NOT, NAN},
    {"check_step", "1", "step at which the stage began, or its condition was evaluated last", RP_U64, 1,
     RP_FIELD_AT(rp_stage_place, check_step), RP_HASH_NOT, NAN},
    {"begun", "1", "1: the changes of the stage have been made", RP_I32, 1, RP_FIELD_AT(rp_stage_place, begun),
     RP_HASH_NOT, NAN},
    {"start", "s", "when the stage began", RP_F64, 1, RP_FIELD_AT(rp_stage_place, start), RP_HASH_NOT, NAN},
};
static const rp_fields place = RP_FIELDS("stage/", RP_PER_RUN, place_fields);

rp_status rp_sim_put(const rp_sim *sim, rp_archive *a, rp_error *err)
{
    rp_status status = rp_world_save(sim->world, a, err);
    if (!status && sim->method->save) status = sim->method->save(sim->world, a, err);
    if (!status) status = rp_interaction_state_save(sim->world, a, err);
    return status ? status : rp_fields_save(&place, &sim->at, 1, a, err);
}

/* Rows in which older checkpoints keep the place: columns of number, check_step and begun. */
typedef struct old_place {
    const char *row, *start;
    size_t columns, number, check_step, begun;
} old_place;

static const old_place before_names = {"stage/counts", "stage/start", 3, 0, 1, 2},
                       before_simulations = {"run/counts", "run/stage_start", 6, 0, 3, 4};

static rp_status load_old_place(rp_stage_place *at, const old_place *o, const rp_archive *a, rp_error *err)
{
    uint64_t counts[6];
    rp_status status = rp_archive_get(a, o->row, RP_U64, 1, o->columns, counts, err);
    if (!status) status = rp_archive_get(a, o->start, RP_F64, 1, 1, &at->start, err);
    if (status) return status;
    at->stage = counts[o->number];
    at->check_step = counts[o->check_step];
    at->begun = counts[o->begun] != 0;
    return RP_OK;
}

static rp_status load_place(rp_stage_place *at, const rp_archive *a, rp_error *err)
{
    if (rp_archive_find(a, before_names.row)) return load_old_place(at, &before_names, a, err);
    if (rp_archive_find(a, before_simulations.row)) return load_old_place(at, &before_simulations, a, err);
    return rp_fields_load(&place, at, 1, a, err);
}

/* Of the scene, then of the stages that have begun, then what a program has set since. */
static rp_status load_friction(rp_sim *sim, const rp_archive *a, rp_error *err)
{
    rp_status status = rp_interaction_state_reset(sim->world, err);
    for (uint64_t n = 0; n < (uint64_t)sim->scene->stage_count && !status; n++) {
        const rp_stage *s = &sim->scene->stage[n];
        if (n < sim->at.stage || (n == sim->at.stage && sim->at.begun))
            status = rp_stages_friction(s->friction_change, s->friction_change_count, 0, sim->world, err);
    }
    return status ? status : rp_interaction_state_load(sim->world, a, err);
}

rp_status rp_sim_load(rp_sim *sim, const rp_archive *a, rp_error *err)
{
    const uint64_t generation = rp_sim_generation(sim);
    sim->method->destroy(sim->world);
    sim->restored = 1;
    rp_status status = rp_world_load(sim->world, a, err);
    if (!status) status = load_place(&sim->at, a, err);
    if (!status) status = load_friction(sim, a, err); /* of which methods make what they keep */
    if (!status && sim->method->load) status = sim->method->load(sim->world, a, err);
    sim->generation = generation + 1 - sim->world->contacts.rebuilds;
    if (!status && sim->at.stage > (uint64_t)sim->scene->stage_count)
        status = rp_error_set(err, RP_INPUT, "the checkpoint stands in stage %llu, but the scene has %d",
                              (unsigned long long)sim->at.stage, sim->scene->stage_count);
    return status;
}

rp_status rp_sim_save(const rp_sim *sim, const char *path, rp_error *err)
{
    rp_archive a;
    if (!path) return rp_error_set(err, RP_INPUT, "there is no file to write a checkpoint to");
    rp_archive_init(&a);
    rp_status status = rp_sim_put(sim, &a, err);
    if (!status) status = rp_checkpoint_write(path, &a, err);
    rp_archive_free(&a);
    return status;
}

/* A checkpoint file, or the one that a run has left in its directory. */
static void checkpoint_path(const char *path, char file[1200])
{
    snprintf(file, 1200, rp_file_directory_exists(path) ? "%s/checkpoint.h5" : "%s", path);
}

static rp_status load_and_prepare(rp_sim *sim, const rp_archive *a, rp_error *err)
{
    rp_status status = rp_sim_load(sim, a, err);
    if (!status) status = rp_sim_prepare(sim, err);
    sim->failed = status != RP_OK;
    return status;
}

rp_status rp_sim_restore(rp_sim *sim, const char *path, rp_error *err)
{
    char file[1200];
    rp_archive a;
    if (!path) return rp_error_set(err, RP_INPUT, "there is no checkpoint to restore");
    int before = rp_threads_swap(sim->threads);
    checkpoint_path(path, file);
    rp_archive_init(&a);
    rp_status status = rp_checkpoint_read(file, &a, err);
    if (!status) status = load_and_prepare(sim, &a, err);
    rp_archive_free(&a);
    rp_threads_set(before);
    return status;
}

/* ---- in memory ---- */

struct rp_snapshot {
    rp_archive archive;
};

static rp_status copy_items(const rp_archive *from, rp_archive *to, rp_error *err)
{
    rp_status status = RP_OK;
    for (size_t n = 0; n < from->count && !status; n++) {
        const rp_item *item = &from->item[n];
        status = rp_archive_put_copy(to, item->name, item->type, item->rows, item->columns, item->data, err);
    }
    return status;
}

rp_status rp_sim_snapshot(const rp_sim *sim, rp_snapshot **out, rp_error *err)
{
    rp_archive now; /* borrows the simulation's arrays */
    rp_snapshot *snapshot = rp_memory_alloc(1, sizeof *snapshot);
    *out = NULL;
    if (!snapshot) return rp_memory_error(err, sizeof *snapshot, "a snapshot");
    rp_archive_init(&snapshot->archive);
    rp_archive_init(&now);
    rp_status status = rp_sim_put(sim, &now, err);
    if (!status) status = copy_items(&now, &snapshot->archive, err);
    rp_archive_free(&now);
    if (status) rp_snapshot_destroy(snapshot);
    else *out = snapshot;
    return status;
}

rp_status rp_sim_rewind(rp_sim *sim, const rp_snapshot *snapshot, rp_error *err)
{
    if (!snapshot) return rp_error_set(err, RP_INPUT, "there is no snapshot to go back to");
    int before = rp_threads_swap(sim->threads);
    rp_status status = load_and_prepare(sim, &snapshot->archive, err);
    rp_threads_set(before);
    return status;
}

void rp_snapshot_destroy(rp_snapshot *snapshot)
{
    if (!snapshot) return;
    rp_archive_free(&snapshot->archive);
    rp_memory_free(snapshot);
}
