/* The table of an integrator: how the soft method goes from t to t + dt. An integrator is one constant table in a file
 * of its own and one line of the list in integrators.c; scheme.h has what all of them share and the functions that they
 * are written in: moves of particles and walls, and evaluations of all forces.
 *
 * Springs. Tangential springs either follow velocities, or displacements (`elongation: geometric`); a run has one kind.
 * A table says what of both it can take. What it cannot is refused with a sentence before the run.
 *
 * State. What an integrator keeps from step to step beyond the world's own state it describes by fields
 * (core/field.h): checkpoint, restart and hash follow from them. */
#ifndef RP_METHODS_SOFT_INTEGRATOR_H
#define RP_METHODS_SOFT_INTEGRATOR_H

#include "core/field.h"
#include "core/world.h"

struct rp_soft_scheme;
struct rp_soft_answer;

typedef struct rp_soft_integrator {
    const char *name;    /* as in `run: {soft: {integrator: NAME}}` */
    const char *summary; /* one sentence */
    int order;           /* of convergence where forces are smooth, */
    int spring_order;    /* and where tangential springs that follow velocities act */
    double spring_lead;  /* by how much of a step such springs are ahead of the motion (describe.c) */
    int half_springs;    /* 1: such springs stand at half steps; 0: at whole ones, as positions do */
    int fused;           /* 1: with such springs kernel.h's loops do the whole step, and not `step` */
    int trial_states;    /* 1: needs forces within the step: refuses laws whose history has neither a rate
                            (rp_law.rates) nor trial states of its own (rp_law.hereditary) */
    int lags;            /* 1: velocities stand half a step before positions: refuses hereditary laws that need both */
    double first_share;  /* part of a step that the forces of a run's very first moment act for */
    int geometric;       /* 1: takes springs that follow displacements; */
    const char *not_geometric; /* else the reason, as it goes on after the name; NULL: it has no such step */
    size_t size;               /* B: of its own memory, rp_soft_scheme.own, which begins as zeros */
    /* What that memory points to, as far as it is not there yet. 0: out of memory. NULL: nothing. */
    int (*prepare)(struct rp_soft_scheme *s, const rp_world *w);
    void (*destroy)(struct rp_soft_scheme *s); /* frees it again; NULL: nothing */
    /* From t to t + dt: everything moves, totals get its works and losses; scheme.c takes the clock on. */
    rp_status (*step)(struct rp_soft_scheme *s, rp_world *w, struct rp_soft_answer *answer, rp_error *err);
    /* A program has written into the state: what it kept of the past holds no longer. NULL: it keeps nothing. */
    void (*restart)(struct rp_soft_scheme *s);
    const rp_fields *const *state; /* fields of its own memory, ended by NULL: one row (RP_PER_METHOD) or one a
                                      particle, in the order of ids (RP_PER_PARTICLE); NULL: none */
} rp_soft_integrator;

const rp_soft_integrator *const *rp_soft_integrator_list(void); /* ended by NULL; the first is the default */
const char *rp_soft_integrator_name(int n);                     /* of the list; NULL after the last */
/* Those for which `which` says so: "verlet, gear-5 or gear-3". */
void rp_soft_integrator_names(int (*which)(const rp_soft_integrator *), char *text, size_t size);

#endif
