/* The numbers of a moment: energies and their budget, contacts, overlaps, speeds. Reads the world, writes nothing. */
#ifndef RP_MEASURE_MEASURES_H
#define RP_MEASURE_MEASURES_H

#include "core/world.h"
#include "methods/method.h"

typedef struct rp_measures {
    double kinetic, rotational; /* of particles that forces move, J */
    double walls;               /* kinetic energy of loaded walls, J */
    double stored;              /* in contacts, J */
    double budget_error;        /* energy there minus energy that should be there, J */
    double turnover;            /* sum of the budget's absolute terms, J: what the error is to be compared with */
    size_t contacts;            /* particle-particle */
    size_t wall_contacts;
    double coordination;              /* contacts with other particles per particle */
    double mean_overlap, max_overlap; /* m; of all contacts */
    double pair_overlap;              /* m; mean of the contacts between particles */
    double max_speed;                 /* m/s */
    double unbalanced;                /* mean net force on free particles / mean contact force; 0 without contacts */
    size_t sliding;                   /* contacts at Coulomb's bound */
} rp_measures;

void rp_measures_take(const rp_world *world, const rp_contact_list *contacts, rp_measures *m);

#endif
