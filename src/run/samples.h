/* Means over windows of time: profiles (profile-NAME.csv) and the distribution of forces (forces.csv).
 *
 * Each has its own clock: moments every so often from a time on, so many to a window. A window's rows are written when
 * it is full, those of the last when the run ends. What a window holds so far is kept in checkpoints, so that a resumed
 * run writes the same files. The cost is a pass over particles and contacts a moment, the memory some 50 numbers a bin.
 */
#ifndef RP_RUN_SAMPLES_H
#define RP_RUN_SAMPLES_H

#include "base/file.h"
#include "core/archive.h"
#include "measure/forces.h"
#include "measure/profile.h"
#include "scene/scene.h"

typedef struct rp_sampler {
    const rp_profile_options *profile_options; /* not owned; NULL: the forces */
    rp_window window;
    rp_profile profile;
    rp_forces_measure forces;
    rp_appender file;
    int open;
    double begun;   /* s: when the window began; NaN: not yet */
    uint64_t taken; /* moments since the start of the run */
    uint64_t here;  /* of them in this window */
} rp_sampler;

typedef struct rp_samples {
    int count;
    rp_sampler *item; /* owned */
} rp_samples;

/* Makes ready, without files. */
rp_status rp_samples_init(rp_samples *s, const rp_output_options *options, rp_error *err);
/* archive: of the checkpoint that is resumed; NULL: files begin anew. */
rp_status rp_samples_open(rp_samples *s, const char *directory, const rp_archive *archive, rp_error *err);
double rp_samples_next(const rp_samples *s); /* s: when somebody wants to look next */
/* Takes the moments that are due at the world's time (which may be early by `slack`); last: the run ends here, windows
 * are written as they are. */
rp_status rp_samples_take(rp_samples *s, const rp_world *world, const rp_contact_list *contacts, double slack, int last,
                          rp_error *err);
int rp_samples_due(const rp_samples *s, double time, int last); /* 1: rp_samples_take has something to do */
void rp_samples_collision(rp_samples *s, const rp_world *world, rp_vec x, rp_vec branch, rp_vec impulse);
rp_status rp_samples_save(const rp_samples *s, rp_archive *archive, rp_error *err);
void rp_samples_close(rp_samples *s);

#endif
