/* What fills a region, as a continuum: sums over its particles and contacts, and the fields that follow from them.
 *
 * Every particle and contact enters with its share (core/region.h). Particles with prescribed motion (frozen, driven,
 * glued) count for the solid fraction and the density, not for velocity, temperature and kinetic stress.
 *
 * Stress. sigma = (1/V) [ sum over contacts f (x) l + sum over particles m v' (x) v' ], f the force on a, l = x_a - x_b
 * the branch (the vector from the contact point to the centre at a wall), v' the velocity relative to the mean:
 * compression is positive, and its trace over the dimension is the pressure. Collisions that take no time enter with
 * their impulses over the time in which they were collected: sum of p (x) l / (V t). Fabric. F = (1/N_c) sum n (x) n
 * over contacts between particles; its trace is 1. Temperature. sum m v'^2 / (dimension sum m): by mass, so that
 * density times it is the kinetic pressure. Inertial number. I = gamma' d sqrt(rho_s / p): gamma' = sqrt(2 D:D) of the
 * velocity gradient's symmetric traceless part D, d the mean diameter, rho_s the density of the grains. The gradient is
 * that of the best linear field through the velocities, sum m v' (x) x' (sum m x' (x) x')^-1.
 *
 * Sums over several moments are means over them: `moments` says how many.
 */
#ifndef RP_MEASURE_BULK_H
#define RP_MEASURE_BULK_H

#include "core/region.h"
#include "methods/method.h"

typedef struct rp_tensor {
    double xx, xy, xz, yx, yy, yz, zx, zy, zz;
} rp_tensor;

void rp_tensor_add(rp_tensor *t, double scale, rp_vec a, rp_vec b); /* t += scale a (x) b */

typedef struct rp_bulk_sums {                 /* numbers only: a checkpoint keeps it as an array of doubles */
    double moments;                           /* how many moments are summed */
    double time;                              /* s in which `transfer` was collected */
    double number, diameter, solid, all_mass; /* of all particles: 1, m, m^3, kg */
    double mass;                              /* of free particles, as what follows, kg */
    double px, py, pz;                        /* m (v - v0) */
    double wx, wy, wz;                        /* m omega */
    double qx, qy, qz;                        /* m (x - x0) */
    rp_tensor vv, vx, xx;    /* m (v - v0) (x) (v - v0), m (v - v0) (x) (x - x0), m (x - x0) (x) (x - x0) */
    double contacts;         /* between particles */
    rp_tensor force, normal; /* f (x) l of all, n (x) n of those between particles */
    rp_tensor transfer;      /* p (x) l of collisions */
} rp_bulk_sums;
enum { RP_BULK_SUMS_NUMBERS = sizeof(rp_bulk_sums) / sizeof(double) };

typedef struct rp_bulk {
    rp_tensor contact_stress, kinetic_stress; /* Pa */
    double pressure;                          /* of both, Pa */
    rp_tensor fabric;                         /* 0 without contacts */
    double solid_fraction, density;           /* 1, kg/m^3 */
    double number, mass;                      /* of particles, with their shares: 1, kg */
    rp_vec velocity, omega;                   /* mean, by mass, m/s, rad/s; NaN without free particles, as the next */
    double temperature;                       /* m^2/s^2 */
    double shear_rate;                        /* 1/s; NaN: not defined by so few particles */
    double inertial_number;                   /* NaN without shear rate or pressure */
    double coordination;                      /* contacts with other particles per particle */
    double carrying;                          /* the same without rattlers; NaN unless rp_packing_take has set it */
} rp_bulk;

/* v0 and x0: what velocities and places are counted from; any will do, means are best for precision. */
void rp_bulk_sums_particle(rp_bulk_sums *s, const rp_world *world, size_t slot, double share, rp_vec x, rp_vec v0,
                           rp_vec x0);
void rp_bulk_sums_contact(rp_bulk_sums *s, const rp_contact_view *c, double share);
void rp_bulk_sums_add(rp_bulk_sums *to, const rp_bulk_sums *from); /* of pieces, in their order */
void rp_bulk_sums_result(const rp_bulk_sums *s, int dimension, double volume, rp_vec v0, rp_bulk *b);
double rp_bulk_sums_inertial_number(const rp_bulk_sums *s, double shear_rate, double pressure);

/* A moment of one region: two passes over the particles, the first for the means. `transfer`: of collisions, over
 * `time` s; NULL: none. */
void rp_bulk_take(const rp_world *world, const rp_contact_list *contacts, const rp_region *region,
                  const rp_tensor *transfer, double time, rp_bulk *b);

#endif
