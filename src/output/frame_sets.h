/* The world as data sets for rp_vtk_write. Not collective, read only. */
#ifndef RP_OUTPUT_FRAME_SETS_H
#define RP_OUTPUT_FRAME_SETS_H

#include "core/archive.h"
#include "core/world.h"
#include "methods/method.h"

/* Each starts with rp_archive_init; on failure the set is left empty. */

/* One point a particle, by id. point/: radius, velocity, angular_velocity, mass, id, material, group, image,
 * orientation (3D: quaternion w x y z; 2D: unwrapped angle) if tracked. field/: TimeValue, step, dimension, thickness,
 * gravity, domain (lower, upper), periodic, offset (along x, of the image across the
 * upper side of y; of a domain that strains). text/: material_names, group_names. */
rp_status rp_frame_sets_particles(const rp_world *world, rp_archive *set, rp_error *err);

/* One line a contact through three points: centre of a, contact point, centre of b (of the periodic image that a
 * touches; at a wall the contact point again). cell/: force (on a), normal (from b to a), fn, overlap, energy, a, b (-1
 * - wall), feature, sliding. */
rp_status rp_frame_sets_contacts(const rp_world *world, const rp_contact_list *contacts, rp_archive *set,
                                 rp_error *err);

/* Walls as segments (2D) or polygons (3D), cut to the domain or, without one, to the particles' surroundings. cell/:
 * wall (index), face, normal (to the particles; of a wall that ends, of one side), velocity (of the cell's middle),
 * force and torque (of the whole wall); where a wall is a mesh, pressure, shear (Pa) and sliding_power (W/m^2: what
 * friction takes where contacts slide, for wear) of each triangle, 0 elsewhere. text/: wall_names, wall_shapes. Cells
 * of curved walls: core/wall_mesh.h. */
rp_status rp_frame_sets_walls(const rp_world *world, const rp_contact_list *contacts, rp_archive *set, rp_error *err);

/* Polygons, by id, corners where they stand: one cell each. cell/: velocity, angular_velocity, orientation, id,
 * material, group. For worlds that have some. */
rp_status rp_frame_sets_shapes(const rp_world *world, rp_archive *set, rp_error *err);

/* Puts a new zeroed array, owned by the set; NULL when memory runs out. */
void *rp_frame_sets_array(rp_archive *set, const char *name, rp_type type, size_t rows, size_t columns, rp_error *err);

/* Puts `count` strings that stand `stride` bytes apart. */
rp_status rp_frame_sets_names(rp_archive *set, const char *name, const char *first, size_t stride, int count,
                              rp_error *err);

#endif
