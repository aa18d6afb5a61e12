/* Checkpoints of format 2, which had rows of numbers by position, as archives of today. */
#ifndef RP_OUTPUT_CHECKPOINT_V2_H
#define RP_OUTPUT_CHECKPOINT_V2_H

#include "core/archive.h"

/* Replaces the archive by what format 3 would have had; on failure it is empty. */
rp_status rp_checkpoint_v2_translate(rp_archive *archive, rp_error *err);

#endif
