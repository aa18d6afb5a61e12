/* Parts of a mesh as a wall has them: each may have a material of its own. */
#ifndef RP_CORE_WALL_PARTS_H
#define RP_CORE_WALL_PARTS_H

#include "core/boundary.h"
#include "core/mesh.h"

static inline int rp_wall_parts(const rp_wall *wall) { return wall->mesh && wall->mesh->material; }

/* The material of a face; of a mesh, face n is its triangle number n - 1. */
static inline int rp_wall_parts_material(const rp_wall *wall, uint32_t face)
{
    if (!rp_wall_parts(wall) || face == 0) return wall->material;
    return wall->mesh->material[wall->mesh->part[face - 1]];
}

/* Sets met[m] = 1 for every material m that the wall has. */
static inline void rp_wall_parts_meet(const rp_wall *wall, char *met)
{
    met[wall->material] = 1;
    for (size_t n = 0; rp_wall_parts(wall) && n < wall->mesh->parts; n++) met[wall->mesh->material[n]] = 1;
}

#endif
