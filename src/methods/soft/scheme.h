/* Time stepping of the soft method other than the fused velocity Verlet of kernel.h: what integrators (integrator.h)
 * share. Here a step is a sequence of moves and evaluations; speed is second to order.
 *
 * Contact histories in steps of several evaluations. A history is part of the state at t_n, like positions (the fused
 * step keeps it at half steps). A law answers two questions about it. Called with dt = 0 it gives the force of a given
 * spring, turned into the present tangent plane and clipped to Coulomb's bound. Called with dt it adds the slip of dt:
 * the difference is the rate. So an evaluation is one or two passes over the contacts: a force pass and a slip pass.
 * The integrators' files say at which states.
 *
 * Contacts that are new in a force pass begin with the slip since touching (touch.c). Loaded walls move by Verlet's
 * rule with every integrator. Works and losses are integrated by the integrator's own weights (runge-kutta-4), the
 * midpoint (geometric) or the trapezoid. */
#ifndef RP_METHODS_SOFT_SCHEME_H
#define RP_METHODS_SOFT_SCHEME_H

#include "core/archive.h"
#include "core/world.h"
#include "laws/law.h"
#include "methods/soft/integrator.h"

enum { RP_SOFT_INTEGRATOR, RP_SOFT_OVERLAP, RP_SOFT_OPTIONS };

/* Force of bodies that are not round (shaped.h). */
typedef enum rp_soft_overlap { RP_SOFT_ENERGY, RP_SOFT_AREA } rp_soft_overlap;
rp_soft_overlap rp_soft_scheme_overlap(const rp_world *world);

extern const rp_param rp_soft_options[RP_SOFT_OPTIONS];

typedef struct rp_soft_start { /* a particle at the start of the step, by slot */
    rp_vec x, v, s;            /* m, m/s, r omega in m/s */
    rp_accel a;
    double angle; /* 2D, rad; 0: orientation is not tracked */
} rp_soft_start;

typedef struct rp_soft_wall_start {
    rp_vec offset, speed, acceleration;
    double angle, spin, angular_acceleration; /* rad, rad/s, rad/s^2 */
} rp_soft_wall_start;

typedef struct rp_soft_table_copy {
    size_t active_capacity, value_capacity, normal_capacity;
    uint8_t *active;
    double *value;
    rp_vec *normal;
} rp_soft_table_copy;
typedef struct rp_soft_histories { /* a copy of the table of contacts; owned */
    rp_soft_table_copy pairs, walls;
    const struct rp_corners *corners; /* for normals of bodies that are not round; NULL: all are round; not owned */
} rp_soft_histories;

typedef struct rp_soft_scheme {
    const rp_soft_integrator *integrator;
    int geometric;        /* springs follow displacements instead of velocities */
    rp_soft_start *start; /* owned; scratch */
    rp_vec *wall_offset;  /* owned; at the start of the step, for prescribed particles */
    double *wall_angle;
    rp_soft_wall_start *wall;         /* owned */
    const struct rp_corners *corners; /* of bodies that are not round, in each evaluation; NULL: all are round */
    void *own;                        /* the integrator's memory: scratch and state; owned */
} rp_soft_scheme;

/* One evaluation at the world's present time and state. */
typedef struct rp_soft_pass {
    double law_dt;               /* s: 0 for a force pass, the slip's time for a slip pass */
    double touch_dt, touch_back; /* kernel.h */
    rp_law_stage stage;          /* for hereditary laws (laws/law.h) */
    double since;                /* s: from the start of the step; of stages only */
    int runge_kutta;
    int last; /* the state is the step's result: reactions, impulses and works of single walls and groups count */
} rp_soft_pass;

typedef struct rp_soft_answer {
    rp_totals work; /* powers x dt: walls, loads, drives; losses over law_dt (or of clipping, where that is 0) */
    double held;    /* by tangential springs afterwards, J */
    double freed, freed_rolling;
    double move; /* m: largest of the next step */
    long bad;
} rp_soft_answer;

/* soft.c: forces and accelerations of the present state; histories are written. */
void rp_soft_evaluate(rp_world *world, const rp_soft_pass *pass, rp_soft_answer *answer);

/* The integrator that the options name. */
const rp_soft_integrator *rp_soft_scheme_integrator(const rp_world *world);
/* Reads the options; refuses what does not go together. */
rp_status rp_soft_scheme_prepare(rp_soft_scheme *scheme, rp_world *world, const struct rp_corners *corners,
                                 rp_error *err);
void rp_soft_scheme_destroy(rp_soft_scheme *scheme);
int rp_soft_scheme_geometric(const rp_world *world);    /* some tangential law takes its slip from displacements */
int rp_soft_scheme_fused(const rp_soft_scheme *scheme); /* 1: the fused step of kernel.h does it */
/* The dt with which laws give observers the present forces. */
double rp_soft_scheme_observe_dt(const rp_soft_scheme *scheme, double dt);
/* Moves all; updates totals, time and step. */
rp_status rp_soft_scheme_step(rp_soft_scheme *scheme, rp_world *world, rp_soft_answer *answer, rp_error *err);
rp_status rp_soft_scheme_save(const rp_soft_scheme *scheme, const rp_world *world, rp_archive *archive, rp_error *err);
rp_status rp_soft_scheme_load(rp_soft_scheme *scheme, const rp_world *world, const rp_archive *archive, rp_error *err);
void rp_soft_scheme_hash(const rp_soft_scheme *scheme, const rp_world *world, struct rp_hash *hash);

/* ---- for the schemes themselves ---- */

#define RP_SOFT_SCHEME_SHARE 2000 /* loops longer than this are shared among threads */

/* Memory for an array, unless it is there; 0: out of memory. */
int rp_soft_scheme_alloc(void *pointer_to_array, size_t count, size_t size);

/* scheme_moves.c */
void rp_soft_scheme_place(rp_world *w, size_t i, rp_vec x, rp_vec v, rp_vec spin); /* spin: r omega */
void rp_soft_scheme_begin(rp_soft_scheme *s, rp_world *w);
/* Walls and prescribed particles at t + c dt; the clock too. */
void rp_soft_scheme_bounds(rp_soft_scheme *s, rp_world *w, double c);
/* Walls half way, with their mean velocities; after rp_soft_scheme_bounds(.., 1). */
void rp_soft_scheme_walls_middle(const rp_soft_scheme *s, rp_world *w);
/* Orientation by an angle; spins r omega before and after. */
void rp_soft_scheme_rotate(const rp_soft_scheme *s, rp_world *w, size_t i, rp_vec angle, rp_vec before, rp_vec after);
/* Not round: rotation so far in a trial state; rad. */
void rp_soft_scheme_face(const rp_soft_scheme *s, rp_world *w, size_t i, double angle);
/* Loaded walls' speeds, once their accelerations are new. */
void rp_soft_scheme_finish_walls(rp_soft_scheme *s, rp_world *w);
/* Work of gravity and given forces, the list's bound; clock and step. */
void rp_soft_scheme_account(rp_soft_scheme *s, rp_world *w, rp_soft_answer *answer);
int rp_soft_scheme_prescribed(const rp_world *w, size_t i); /* 1: the motion of particle i is prescribed */
void rp_soft_scheme_add(rp_totals *to, double weight, const rp_totals *from);
/* Totals of a step with a slip and a force pass. */
void rp_soft_scheme_count(const rp_soft_scheme *s, rp_world *w, const rp_soft_answer *slid, rp_soft_answer *answer);

/* histories.c: copies have the shape of the table of contacts as it is now. */
/* Flags, values and room for normals. */
rp_status rp_soft_histories_copy(rp_soft_histories *to, const rp_world *w, rp_error *err);
void rp_soft_histories_restore(const rp_soft_histories *from, rp_world *w);
/* Those of contacts that are active in it. */
void rp_soft_histories_restore_active(const rp_soft_histories *from, rp_world *w);
/* Of the contacts that are active in it, now. */
void rp_soft_histories_normals(rp_soft_histories *to, const rp_world *w);
/* rate: what the table has more than `in`, in the tangent planes of before->normal; only vectors have a rate */
void rp_soft_histories_rate(rp_soft_histories *rate, const rp_soft_histories *before, const rp_soft_histories *in,
                            const rp_world *w);
void rp_soft_histories_sum(rp_soft_histories *sum, double weight, const rp_soft_histories *rate, const rp_world *w,
                           int first);
/* The table becomes `before` + weight x rate, in the tangent planes of now. */
void rp_soft_histories_set(const rp_soft_histories *before, const rp_soft_histories *rate, double weight, rp_world *w);
void rp_soft_histories_free(rp_soft_histories *h);

#endif
