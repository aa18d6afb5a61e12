/* What a run leaves behind: frames for ParaView, series.csv, summary.json, checkpoints, pictures. All of it reads the
 * world and writes nothing back. */
#ifndef RP_OUTPUT_OUTPUT_H
#define RP_OUTPUT_OUTPUT_H

#include "core/archive.h"
#include "core/world.h"
#include "methods/method.h"
#include "repose/picture.h"

/* Frames in a run directory: frames/particles_000012.vtp, frames/contacts_000012.vtp, frames/walls_000012.vtp, with
 * polygons frames/shapes_000012.vtp (their arrays: frame_sets.h), and frames.pvd (particles), contacts.pvd, walls.pvd,
 * shapes.pvd, rewritten atomically with every frame and therefore valid while the run goes on. VTK's own XML
 * format 1.0: binary appended, zlib compressed, header type UInt64. */
typedef struct rp_frames {
    char directory[1024]; /* of the run */
    int contacts, walls;  /* also written? */
    int shapes;           /* polygons are written where there are some */
    size_t count, capacity;
    double *time;  /* owned; s of each frame so far */
    size_t synced; /* of them are on the disk */
} rp_frames;
rp_status rp_frames_init(rp_frames *f, const char *directory, int contacts, int walls, rp_error *err);
rp_status rp_frames_write(rp_frames *f, const rp_world *world, const rp_contact_list *contacts, rp_error *err);
/* Goes on after the first `count` frames, with these times: later ones are forgotten and their files deleted. */
rp_status rp_frames_resume(rp_frames *f, const double *time, size_t count, rp_error *err);
rp_status rp_frames_sync(rp_frames *f, rp_error *err); /* all that were written survive a power cut */
void rp_frames_free(rp_frames *f);

/* Checkpoints: an archive as an HDF5 file built in memory (core driver, no time stamps); its length and 128-bit
 * checksum stand in its 512-byte user block, verified before HDF5 sees the bytes. The previous checkpoint is kept as
 * <path>.previous. Errors: truncated, bit-flipped, not a checkpoint, newer version: each in words, RP_INPUT; and if the
 * previous one is intact, err->expected says so by name. */
rp_status rp_checkpoint_write(const char *path, const rp_archive *archive, rp_error *err);
rp_status rp_checkpoint_read(const char *path, rp_archive *archive, rp_error *err);
rp_status rp_checkpoint_ready(rp_error *err); /* RP_SYSTEM: HDF5 cannot be loaded, so that none can be written */

#endif
