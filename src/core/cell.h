/* A periodic cell that strains: each of its components xx, yy, zz, xy has a rate that is imposed, or a stress that is
 * held.
 *
 * Geometry. The periods are the columns of H: (a, 0, 0), (b, c, 0), (0, 0, d). a, c, d are the lengths of the domain, b
 * is its offset: the image across the upper side of y stands b further along x, as Lees and Edwards have it
 * (Lees and Edwards 1972). The image with numbers n is a particle's own, moved by H n, with its velocity plus dH/dt n.
 * The velocity gradient of the cell is G = dH/dt H^-1: extensions per time, and xy = dv_x/dy.
 *
 * Motion. Where H(t) is curved, images are accelerated against their particles. All of them obey one equation if
 *
 *     m dv/dt = F + m (d2H/dt2 H^-1) (x - x0),        dx/dt = v,
 *
 * x0 the centre of the domain, which stays. In c = v - G (x - x0), the peculiar velocity, this is m dc/dt = F - m G c:
 * the equations called SLLOD, of Andersen and of Parrinello and Rahman (Andersen 1980, Parrinello and Rahman 1981) for
 * the diagonal. c is the same for all images: kinetic energy and temperature are those of c. Within a step dH/dt is
 * constant, so particles move by forces alone; between two steps it may change, and every velocity changes by
 * d(dH/dt) H^-1 (x - x0), which leaves c as it is.
 *
 * Stress. sigma = (1/V) [sum over contacts f (x) l + sum m c (x) c], compression positive. Where a stress is held, the
 * cell resists strain like a viscous fluid, and its rate follows from the difference:
 *
 *     G_kk = (sigma_kk - held) / viscosity.
 *
 * It takes energy and never gives it back, so that a cell does not oscillate; at rest the stress is the one held. With
 * `viscosity: auto` a cell without contacts shrinks at the inertial number RP_CELL_SPEED: viscosity = d sqrt(rho p) /
 * RP_CELL_SPEED, d and rho of the particles, p the largest held stress; but at least 0.02 rho d^2 / dt, so that
 * contacts as stiff as the step allows do not make it overshoot.
 *
 * Energy. d/dt sum m c^2/2 = - (what contacts store and lose) - V sigma : G. The last term is the work of the cell.
 */
#ifndef RP_CORE_CELL_H
#define RP_CORE_CELL_H

#include <stddef.h>
#include <stdint.h>
#include "base/vec.h"
#include "repose/status.h"

struct rp_world;

enum { RP_CELL_XX, RP_CELL_YY, RP_CELL_ZZ, RP_CELL_XY, RP_CELL_PARTS };
#define RP_CELL_SPEED 0.01 /* inertial number at which a cell without contacts shrinks */

typedef struct rp_cell_control { /* what a scene says of the components */
    int given[RP_CELL_PARTS];
    int32_t held[RP_CELL_PARTS];  /* 1: target is a stress, Pa; 0: a rate, 1/s */
    double target[RP_CELL_PARTS]; /* compression is positive in stresses, extension in rates */
} rp_cell_control;

typedef struct rp_cell {
    /* definition */
    int moves;        /* 1: the domain is such a cell */
    double viscosity; /* Pa s; 0: automatic */
    rp_vec centre;    /* m: the point that stays */
    /* state */
    int32_t held[RP_CELL_PARTS];
    double target[RP_CELL_PARTS];
    rp_vec size;                    /* of the domain, m; 0: as the scene has it */
    double offset;                  /* m */
    double gradient[RP_CELL_PARTS]; /* 1/s: what velocities have of it now */
    double strain[RP_CELL_PARTS];   /* integral of the rates */
    double stress[RP_CELL_PARTS];   /* Pa, at the last evaluation */
    /* not state */
    double diameter, density; /* mean of the particles, m, kg/m^3; for the viscosity */
} rp_cell;

void rp_cell_set(rp_cell *cell, const rp_cell_control *control); /* takes over what is given */
/* G (x - x0); 0 if the domain is no such cell. */
rp_vec rp_cell_flow(const struct rp_world *world, rp_vec x);
rp_vec rp_cell_peculiar(const struct rp_world *world, size_t slot); /* c of a particle, m/s */
double rp_cell_volume(const struct rp_world *world);                /* m^3, in 2D with the thickness */
double rp_cell_viscosity(const struct rp_world *world);             /* Pa s, also if it is automatic; 0: not defined */

/* Of the particles: mean diameter, m, and density, kg/m^3. */
void rp_cell_means(const struct rp_world *world, double *mean_diameter, double *density);

/* What every method refuses in a cell, by the key of the scene. */
rp_status rp_cell_check(const struct rp_world *world, rp_error *err);
/* The domain from size and offset, images from the domain. */
void rp_cell_place(struct rp_world *world);
/* Before the first step, and after a program has written: rates as they should be. */
void rp_cell_begin(struct rp_world *world);
/* The domain to the end of the step. */
void rp_cell_move(struct rp_world *world);
/* Stress and power of the cell now, from sums of f (x) l over contacts (J, by component). */
void rp_cell_measure(struct rp_world *world, const double sums[RP_CELL_PARTS]);
/* At the end of a step: sums of f (x) l over contacts (J, by component) give stress and work, those the next rates. */
void rp_cell_follow(struct rp_world *world, const double sums[RP_CELL_PARTS]);
/* For methods that find rates and forces at once: the gradient of a step at these rates. */
void rp_cell_gradient(const struct rp_world *world, const double rate[RP_CELL_PARTS], double gradient[RP_CELL_PARTS]);
void rp_cell_kinetic(const struct rp_world *world, double sums[RP_CELL_PARTS]); /* sum of m c (x) c, J */
/* A bound on how far two particles come closer in the next step, in half, where accelerations are kept. */
double rp_cell_next_move(const struct rp_world *world);

#endif
