/* What the contacts of a moment say about the packing: stress, fabric, coordination without rattlers, clusters.
 * Reads, writes nothing back.
 *
 * Stress. sigma = (1/V) [ sum over contacts f (x) l + sum over particles m v' (x) v' ], f the force on a, l = x_a - x_b the branch
 * (the vector from the contact point to the centre at a wall), v' the velocity relative to the mean: compression is
 * positive, and its trace over the dimension is the pressure. V is the domain's volume (in 2D times thickness), the
 * bounding box of the particles where there is no domain, the box between facing walls where there are such.
 * Fabric. F = (1/N_c) sum n (x) n over contacts between particles; its trace is 1.
 * Rattlers are taken away again and again until every particle left has at least two contacts (three in a frictionless
 * plane packing, four in space): what remains carries the load.
 */
#ifndef RP_MEASURE_PACKING_H
#define RP_MEASURE_PACKING_H

#include "core/world.h"
#include "methods/method.h"

typedef struct rp_tensor { double xx, xy, xz, yx, yy, yz, zx, zy, zz; } rp_tensor;

typedef struct rp_packing {
    rp_tensor contact_stress, kinetic_stress; /* Pa */
    double pressure;                          /* of both, Pa */
    rp_tensor fabric;
    double solid_fraction;                    /* volume of the particles / V */
    double temperature;                       /* mean of v'^2 / dimension over free particles, m^2/s^2 */
    size_t rattlers;
    double coordination;                      /* contacts with other particles per particle that is no rattler */
    size_t clusters, largest_cluster;         /* sets of particles connected by contacts, single ones included */
} rp_packing;

rp_status rp_packing_take(const rp_world *world, const rp_contact_list *contacts, rp_packing *p, rp_error *err);

double rp_packing_volume(const rp_world *world); /* V, m^3 */

#endif
