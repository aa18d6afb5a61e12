/* Parts of space that are measured on their own, and how much of a particle or of a contact lies in them.
 *
 * A particle counts with the share of its volume that is inside, so that regions which tile a space sum up to it. The
 * share is exact where faces of one axis cut the particle (a slab), and in two dimensions always (disc and rectangle,
 * disc and circle). A sphere at an edge or corner of a box, or at the mantle of a cylinder, is integrated over slices
 * whose areas are exact: to about 1e-8 of its volume. A contact counts with the share of its branch, the line between
 * the centres (centre and contact point at a wall), along which its force is carried. Periodic images count wherever
 * they are. A polygon's share is that of the circle about it.
 */
#ifndef RP_CORE_REGION_H
#define RP_CORE_REGION_H

#include "core/world.h"
#include "input/read.h"

typedef enum rp_region_kind { RP_REGION_ALL, RP_REGION_BOX, RP_REGION_CYLINDER } rp_region_kind;

typedef struct rp_region {
    char name[RP_NAME];
    rp_region_kind kind; /* all: everything, whatever its place */
    rp_vec lower, upper; /* box, m; infinite along the axes that a slab leaves open, and along z in two dimensions */
    rp_vec point, axis;  /* cylinder: a point on the axis, unit vector */
    double radius, from, to; /* cylinder: m; ends along the axis from `point`, infinite in two dimensions */
} rp_region;

/* m^3; where a region is open, the extent is that of the world: between facing walls, else the domain's, else the
 * particles'. */
double rp_region_volume(const rp_region *region, const rp_world *world);
double rp_region_extent(const rp_world *world, int axis); /* that extent, m */

double rp_region_share(const rp_region *region, const rp_world *world, rp_vec x,
                       double r); /* 0..1 of a particle's volume */
double rp_region_cut(const rp_region *region, const rp_world *world, rp_vec x,
                     rp_vec branch); /* 0..1 of the line from x to x - branch */
rp_vec rp_region_nearest(const rp_region *region, const rp_world *world,
                         rp_vec x); /* the image of x nearest to its middle */

/* Share of a disc (dimension 2) or sphere of radius r between two planes, whose places are counted from its centre. */
double rp_region_slab_share(int dimension, double r, double from, double to);

/* Keys of a region: `lower` and `upper`; `point`, `radius` and, in three dimensions, `axis`, `from`, `to`. */
void rp_region_read_box(rp_read *r, const rp_node *node, rp_region *region);
void rp_region_read_cylinder(rp_read *r, const rp_node *node, rp_region *region);

#endif
