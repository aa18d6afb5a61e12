/* A domain that strains (core/cell.h), with rates and impulses found at once, in the spirit of Shaebani, Unger and
 * Kertész 2009.
 *
 * Within a step bodies have peculiar velocities c, and rows of particles, too. A contact's relative velocity is then
 *
 *   u = c_a - c_b - (s_a + s_b) x e + L l,    l = (sum of radii + gap) e,
 *
 * through a side of the cell as anywhere else. L, the rates of the cell, are imposed or follow from the impulses:
 *
 *   L_kk = ((sum p_k l_k / dt + sum m c_k c_k) / V - held) / viscosity.
 *
 * So a contact bears on all others through the cell. After every sweep L follows the impulses by a part of the way,
 * which is smaller where the contacts together resist the cell more than its viscosity does: sum of m_n (e_k l_k)^2
 * over viscosity V dt. Biases have L l: sweeps and residuals know nothing of the cell.
 *
 *   c(t + dt) = c - dt L c + impulses / m,    x(t + dt) = x0 + H(t + dt) H(t)^-1 (x - x0) + dt c(t + dt).
 */
#ifndef RP_METHODS_CONTACT_DYNAMICS_CELL_H
#define RP_METHODS_CONTACT_DYNAMICS_CELL_H

#include "methods/contact_dynamics/work.h"

typedef struct rp_cd_cell {
    int held[RP_CELL_PARTS];
    double target[RP_CELL_PARTS];
    double rate[RP_CELL_PARTS];    /* L, as it stands in the biases, 1/s */
    double first[RP_CELL_PARTS];   /* the same before the step */
    double part[RP_CELL_PARTS];    /* of the way that it goes after a sweep */
    double kinetic[RP_CELL_PARTS]; /* sum of m c (x) c before the step, J */
    double volume, viscosity, dt;  /* m^3, Pa s, s */
    size_t capacity;
    double *length; /* owned; by lane: |l|, m; 0 in empty lanes */
} rp_cd_cell;

rp_status rp_cd_cell_prepare(rp_world *world, rp_error *err); /* refuses what it cannot have; before the list is made */
void rp_cd_cell_free(rp_cd_cell *cell);                       /* NULL is allowed */
double rp_cd_cell_speed(const rp_world *world);               /* m/s: how fast the cell moves two neighbours */
double rp_cd_cell_push(const rp_world *world);                /* m/s^2: what the held stress does to a particle */

/* m/s: residual velocities that change the held stress by its HELD part, by the viscosity; INFINITY: none is held. */
double rp_cd_cell_hold(const rp_world *world);

/* The parts of a step. */
void rp_cd_cell_begin(rp_world *world);
rp_status rp_cd_cell_fill(rp_world *world, rp_error *err);       /* once lanes are filled: biases */
void rp_cd_cell_follow(rp_cd_problem *q);                        /* after a sweep */
rp_vec rp_cd_cell_stretch(const rp_cd_problem *q, size_t place); /* L l of a lane, m/s */
void rp_cd_cell_end(rp_world *world);

#endif
