/* A scene with one stage more: how a finished run goes on. */
#ifndef RP_SCENE_EXTEND_H
#define RP_SCENE_EXTEND_H

#include "base/file.h"

/* The scene in the file `path`, as text, with a stage of `duration` s behind its last one. The `set` are "key=value" of
 * what may change in time: gravity, run.step, interactions.N.friction, walls.NAME.velocity, .rotation.speed and .load,
 * groups, sources and sinks as in stages; they become changes of that stage. Those of output change the scene itself.
 * `run: {until}` becomes a stage of its own. */
rp_status rp_extend_scene(const char *path, double duration, const char *const *set, int set_count, rp_buffer *text,
                          rp_error *err);

#endif
