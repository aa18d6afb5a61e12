/* Particles from a file that a run left: a frame (.vtp) or a checkpoint (.h5), as rows like those of a CSV file.
 * Materials are found by name. Polygons are refused: a row has no corners. */
#ifndef RP_SCENE_STORED_H
#define RP_SCENE_STORED_H

#include "scene/csv.h"

int rp_stored_is(const char *path); /* 1: by its ending, it is such a file */
rp_status rp_stored_read(const char *path, const rp_material *material, int material_count, rp_csv *csv, rp_error *err);

#endif
