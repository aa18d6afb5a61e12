/* Parts of a run that stand in files of their own. */
#ifndef RP_RUN_RUN_H
#define RP_RUN_RUN_H

#include <stdarg.h>
#include "core/archive.h"
#include "core/world.h"
#include "repose/run.h"
#include "scene/scene.h"

/* Files of a run's directory, beside those of observers. */
#define RP_RUN_SCENE "scene.yaml"
#define RP_RUN_LOG "log.txt"
#define RP_RUN_SUMMARY "summary.json"
#define RP_RUN_CHECKPOINT "checkpoint.h5"
#define RP_RUN_PREVIOUS "checkpoint.h5.previous"
#define RP_RUN_LOCK "run.lock" /* stands there while a run writes */

/* directory.c */
void rp_run_clear(const char *directory); /* removes what a run leaves there, and nothing else */
/* 1: its summary says that it is finished. A run whose last checkpoint stands, but that was killed before its summary,
 * has still to be concluded. */
int rp_run_concluded(const char *directory);
int64_t rp_run_file_size(const char *path); /* 0 if there is none */

#endif
