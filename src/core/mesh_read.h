/* The keys of a mesh in a scene: its file, a part of it, and the way from the file's coordinates to those of the scene.
 */
#ifndef RP_CORE_MESH_READ_H
#define RP_CORE_MESH_READ_H

#include "core/mesh.h"
#include "input/read.h"

/* Keys of any mesh; a wall has more. */
#define RP_MESH_READ_KEYS                                                                                              \
    {"file", RP_REQUIRED}, {"part", 0}, {"scale", 0}, {"rotate", 0}, { "move", 0 }
/* From a mapping whose keys are known; NULL after an error, else one reference. */
rp_mesh *rp_mesh_read(rp_read *r, const rp_node *node);

#endif
