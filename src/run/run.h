/* Parts of a run that stand in files of their own. */
#ifndef RP_RUN_RUN_H
#define RP_RUN_RUN_H

#include <stdarg.h>
#include "core/archive.h"
#include "core/world.h"
#include "repose/run.h"
#include "scene/scene.h"

/* start.c: `start: {from: DIR}`. The state of another run's last checkpoint becomes the start of this one: particles
 * with their motion, contacts with their history where the laws are the same, walls of the same name where they stood.
 * Time and totals begin at 0. Materials, groups and walls are matched by name. */
rp_status rp_run_names_put(const rp_world *world, rp_archive *archive, rp_error *err);
rp_status rp_run_start_from(rp_world *world, const char *directory, rp_error *err);

/* directory.c */
void rp_run_clear(const char *directory);   /* removes what a run leaves there, and nothing else */
int64_t rp_run_file_size(const char *path); /* 0 if there is none */

#endif
