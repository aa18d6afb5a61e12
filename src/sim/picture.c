/* A picture of the present state: a frame in a directory of its own, which is gone afterwards. */
#define _XOPEN_SOURCE 700
#include <ftw.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "base/file.h"
#include "base/threads.h"
#include "output/output.h"
#include "sim/sim.h"

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *at)
{
    (void)info;
    (void)kind;
    (void)at;
    return remove(path);
}

static rp_status write_frame(rp_sim *sim, const char *directory, rp_error *err)
{
    char path[1200];
    rp_frames frames;
    snprintf(path, sizeof path, "%s/frames", directory);
    rp_status status = sim->method->contacts(sim->world, &sim->list, err);
    if (!status) status = rp_file_directory_make(path, err);
    if (!status) status = rp_frames_init(&frames, directory, 1, 1, err);
    if (status) return status;
    status = rp_frames_write(&frames, sim->world, &sim->list, err);
    rp_frames_free(&frames);
    return status;
}

rp_status rp_sim_picture(rp_sim *sim, const char *path, const rp_picture_options *options, rp_error *err)
{
    char directory[1024];
    const char *where = getenv("TMPDIR");
    snprintf(directory, sizeof directory, "%s/repose-picture-XXXXXX", where && where[0] ? where : "/tmp");
    if (!path) return rp_error_set(err, RP_INPUT, "there is no file to draw to");
    if (!mkdtemp(directory)) return rp_error_set(err, RP_SYSTEM, "no directory for a frame can be made: %s", directory);
    int before = rp_threads_swap(sim->threads);
    rp_status status = write_frame(sim, directory, err);
    if (!status) status = rp_picture_frame(directory, NAN, options, path, err);
    rp_threads_set(before);
    nftw(directory, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    return status;
}

rp_status rp_sim_frame(rp_sim *sim, const char *directory, rp_error *err)
{
    if (!directory) return rp_error_set(err, RP_INPUT, "there is no directory to write a frame to");
    int before = rp_threads_swap(sim->threads);
    rp_status status = write_frame(sim, directory, err);
    rp_threads_set(before);
    return status;
}
