/* Parts of a run that stand in files of their own. */
#ifndef RP_RUN_RUN_H
#define RP_RUN_RUN_H

#include <stdarg.h>
#include "core/archive.h"
#include "core/world.h"
#include "repose/run.h"
#include "scene/scene.h"

/* directory.c */
void rp_run_clear(const char *directory);   /* removes what a run leaves there, and nothing else */
int64_t rp_run_file_size(const char *path); /* 0 if there is none */

#endif
