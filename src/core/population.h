/* Particles that come and go between two steps.
 *
 * A change of the population has three parts: everything is checked and nothing changed (rp_population_check,
 * rp_population_find); the arrays change (rp_population_add, rp_population_remove); the method makes anew what it
 * keeps by slot (rp_method.populated), the list of neighbours first. sim/population.c has the order of a whole change.
 *
 *     slots before     0 1 2 3 4 5          an added particle stands behind the others, a removed one leaves a gap
 *     2 is removed     0 1 3 4 5            that those behind it close. The rebuild sorts them all, so that their
 *     one is added     0 1 3 4 5 6          order depends on the state alone.
 *
 * Ids are never used twice. Contacts of a removed particle go with it; those of the others keep their history.
 * Masses are counted here (rp_exchange), energies by those who know the method's contacts.
 */
#ifndef RP_CORE_POPULATION_H
#define RP_CORE_POPULATION_H

#include "core/shape.h"
#include "core/world.h"

/* A particle to be added. */
typedef struct rp_particle_def {
    const rp_shape *shape;
    rp_vec x, v, omega;   /* m, m/s, rad/s; the motion of a group that is not free is that of the group */
    double r;             /* m; not round: bounding */
    double mass;          /* kg; NaN: by the density of the material */
    int material, group;  /* indices */
    int corners;          /* 0: round; else as in rp_shape_def, of a body those of its definition */
    const double *corner; /* not owned */
    double turn[4];       /* not round: orientation as in rp_particles */
    int shared;           /* 1: its corners belong to its entry in the scene */
    double size;          /* of a body, as in rp_rigid; and of its definition: */
    double volume;        /* m^3; in the plane m^2 */
    double moment[3];     /* of inertia over mass, m^2 */
} rp_particle_def;

/* What it weighs, kg; what it fills, m^3, in the plane m^2; the energy of its motion, J. */
double rp_population_mass(const rp_world *world, const rp_particle_def *def);
double rp_population_volume(const rp_particle_def *def, int dimension);
double rp_population_energy(const rp_world *world, const rp_particle_def *def);
/* Particles that so many definitions make: one each, or a union's members. */
size_t rp_population_particles(const rp_particle_def *def, size_t count);

/* RP_INPUT, with the number of the particle in the sentence, if one of them cannot be added: numbers that are not
 * finite, a place outside of the domain, materials that could meet without an interaction, or an overlap with another
 * particle, a wall or its own image by more than max_overlap of the smaller radius. */
rp_status rp_population_check(const rp_world *world, const rp_particle_def *def, size_t count, double max_overlap,
                              rp_error *err);
/* Says in the error how much overlap is allowed, of the smaller radius. */
void rp_population_overlap_expected(rp_error *err, double allowed);
/* Adds particles that have passed the check. ids gets theirs, of a union that of its first member. On failure nothing
 * has changed. */
rp_status rp_population_add(rp_world *world, const rp_particle_def *def, size_t count, uint32_t *ids, rp_error *err);

/* How many there are, and taking back those that have come since: not those that were removed, and not what was counted
 * of them. */
typedef struct rp_population_mark {
    size_t particles, bodies, shapes;
} rp_population_mark;
rp_population_mark rp_population_marked(const rp_world *world);
void rp_population_take_back(rp_world *world, rp_population_mark mark);

/* RP_INPUT if an id is not there, or stands in the list twice. */
rp_status rp_population_find(const rp_world *world, const uint32_t *ids, size_t count, rp_error *err);
/* Removes particles that have been found. On failure nothing has changed. */
rp_status rp_population_remove(rp_world *world, const uint32_t *ids, size_t count, rp_error *err);

#endif
