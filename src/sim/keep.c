/* Saving and restoring: the world, the method's own state, names, and where the protocol stands. */
#include <stdio.h>
#include <string.h>
#include "laws/interaction_state.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/threads.h"
#include "output/output.h"
#include "sim/sim.h"
#include "sim/start.h"

enum { COUNTS = 3 };

rp_status rp_sim_put(const rp_sim *sim, rp_archive *a, rp_error *err)
{
    const rp_stage_place *at = &sim->at;
    uint64_t counts[COUNTS] = {at->stage, at->check_step, (uint64_t)at->begun};
    rp_status status = rp_world_save(sim->world, a, err);
    if (!status && sim->method->save) status = sim->method->save(sim->world, a, err);
    if (!status) status = rp_interaction_state_save(sim->world, a, err);
    if (!status) status = rp_archive_put_copy(a, "stage/counts", RP_U64, 1, COUNTS, counts, err);
    if (!status) status = rp_archive_put_copy(a, "stage/start", RP_F64, 1, 1, &at->start, err);
    return status;
}

/* Runs before version 0.2.0 kept the protocol's place among the numbers of the run. */
static rp_status load_old_place(rp_stage_place *at, const rp_archive *a, rp_error *err)
{
    uint64_t counts[6];
    rp_status status = rp_archive_get(a, "run/counts", RP_U64, 1, 6, counts, err);
    if (!status) status = rp_archive_get(a, "run/stage_start", RP_F64, 1, 1, &at->start, err);
    if (status) return status;
    at->stage = counts[0];
    at->check_step = counts[3];
    at->begun = counts[4] != 0;
    return RP_OK;
}

static rp_status load_place(rp_stage_place *at, const rp_archive *a, rp_error *err)
{
    uint64_t counts[COUNTS];
    if (!rp_archive_find(a, "stage/counts")) return load_old_place(at, a, err);
    rp_status status = rp_archive_get(a, "stage/counts", RP_U64, 1, COUNTS, counts, err);
    if (!status) status = rp_archive_get(a, "stage/start", RP_F64, 1, 1, &at->start, err);
    if (status) return status;
    at->stage = counts[0];
    at->check_step = counts[1];
    at->begun = counts[2] != 0;
    return RP_OK;
}

rp_status rp_sim_load(rp_sim *sim, const rp_archive *a, rp_error *err)
{
    const uint64_t generation = rp_sim_generation(sim);
    sim->method->destroy(sim->world);
    sim->restored = 1;
    rp_status status = rp_world_load(sim->world, a, err);
    if (!status && sim->method->load) status = sim->method->load(sim->world, a, err);
    if (!status) status = load_place(&sim->at, a, err);
    sim->generation = generation + 1 - sim->world->contacts.rebuilds;
    if (!status && sim->at.stage > (uint64_t)sim->scene->stage_count)
        status = rp_error_set(err, RP_INPUT, "the checkpoint stands in stage %llu, but the scene has %d",
                              (unsigned long long)sim->at.stage, sim->scene->stage_count);
    return status;
}

rp_status rp_sim_save(const rp_sim *sim, const char *path, rp_error *err)
{
    rp_archive a;
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
