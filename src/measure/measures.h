/* The numbers of a moment: energies and their budget, contacts, overlaps, speeds. Reads the world, writes nothing.
 *
 * Sums are taken by pieces (core/pieces.h): `rp_measures_particles` and `rp_measures_contacts` give the part of one
 * piece or of one run of contacts, and need nothing of other pieces; `rp_measures_result` makes numbers of the whole.
 */
#ifndef RP_MEASURE_MEASURES_H
#define RP_MEASURE_MEASURES_H

#include "core/pieces.h"
#include "core/world.h"
#include "methods/method.h"

typedef struct rp_measures {
    size_t particles;
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

typedef struct rp_measures_sums {
    double kinetic, rotational, stored; /* J */
    double overlap, pair_overlap;       /* m; of all contacts, of those between particles */
    double net, force;                  /* N: sizes of net forces on particles and of contact forces */
    double max_speed, max_overlap;      /* m/s, m */
    size_t particles, moved;            /* all, and those that forces move */
    size_t contacts, wall_contacts, sliding;
} rp_measures_sums;

/* Of one piece. */
void rp_measures_particles(const rp_world *world, rp_piece piece, rp_measures_sums *sums);
/* Of the run of contacts that begins at `first`; returns its end. */
size_t rp_measures_contacts(const rp_world *world, const rp_contact_list *contacts, size_t first,
                            rp_measures_sums *sums);
void rp_measures_add(rp_measures_sums *to, const rp_measures_sums *from);
void rp_measures_result(const rp_world *world, const rp_measures_sums *sums, rp_measures *m);

/* All of them, one after the other. */
void rp_measures_take(const rp_world *world, const rp_contact_list *contacts, rp_measures *m);

#endif
