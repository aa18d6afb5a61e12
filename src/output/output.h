/* What a run leaves behind: frames for ParaView, series.csv, summary.json, checkpoints, pictures. All of it reads the
 * world and writes nothing back. */
#ifndef RP_OUTPUT_OUTPUT_H
#define RP_OUTPUT_OUTPUT_H

#include "core/archive.h"
#include "core/world.h"
#include "methods/method.h"

/* Frames in a run directory: frames/particles_000012.vtp, frames/contacts_000012.vtp, frames/walls_000012.vtp (their arrays:
 * frame_sets.h), and frames.pvd (particles), contacts.pvd, walls.pvd, rewritten atomically with every frame and therefore
 * valid while the run goes on. VTK's own XML format 1.0: binary appended, zlib compressed, header type UInt64. */
typedef struct rp_frames {
    char directory[1024];     /* of the run */
    int contacts, walls;      /* also written? */
    size_t count, capacity;
    double *time;             /* owned; s of each frame so far */
} rp_frames;
rp_status rp_frames_init(rp_frames *f, const char *directory, int contacts, int walls, rp_error *err);
rp_status rp_frames_write(rp_frames *f, const rp_world *world, const rp_contact_list *contacts, rp_error *err);
/* Goes on after the first `count` frames, with these times: later ones are forgotten and their files deleted. */
rp_status rp_frames_resume(rp_frames *f, const double *time, size_t count, rp_error *err);
void rp_frames_free(rp_frames *f);

/* Checkpoints: an archive as an HDF5 file built in memory (core driver, no time stamps); its length and 128-bit checksum stand in
 * its 512-byte user block, verified before HDF5 sees the bytes. The previous checkpoint is kept as <path>.previous. Errors: truncated, bit-flipped, not a checkpoint, newer
 * version: each in words, RP_INPUT; and if the previous one is intact, err->expected says so by name. */
rp_status rp_checkpoint_write(const char *path, const rp_archive *archive, rp_error *err);
rp_status rp_checkpoint_read(const char *path, rp_archive *archive, rp_error *err);

/* Pictures of a frame, by cairo: discs (2D) or shaded spheres (3D, parallel projection), walls, force chains. */
typedef struct rp_picture_options {
    const char *color;        /* speed | radius | group | material | spin | mass | coordination | id | pressure | plain, or one of the
                               * frame's arrays (vectors by their length); NULL: speed, or plain under force chains */
    int forces;               /* draw force chains: width by normal force */
    int width, height;        /* pixels; 0: from the frame's shape, long side 1600 */
    double azimuth, elevation;/* 3D view, degrees: 0, 0 looks along +y with x to the right; gravity always points down the page */
    const char *title;        /* NULL: none */
} rp_picture_options;
void rp_picture_options_default(rp_picture_options *o);
/* Draws the frame of run directory nearest to `time` (NaN: the last) to path (.png or .svg). */
rp_status rp_picture_frame(const char *directory, double time, const rp_picture_options *o, const char *path, rp_error *err);
/* Draws columns of series.csv against column x (NULL: time): `columns` are names, `count` of them (0: those with the unit of the
 * first). Columns of one unit share a panel. */
rp_status rp_picture_series(const char *directory, const char *x, const char *const *columns, int count, int log_x, int log_y,
                            const char *path, rp_error *err);

#endif
