/* The method's own memory, and the parts of a step that stand in files of their own. */
#ifndef RP_METHODS_CONTACT_DYNAMICS_WORK_H
#define RP_METHODS_CONTACT_DYNAMICS_WORK_H

#include "core/corners.h"
#include "core/walls.h"
#include "laws/collision.h"
#include "methods/contact_dynamics/problem.h"
#include "methods/contact_dynamics/solve.h"

typedef struct rp_cd_sort { /* a candidate and where it goes */
    rp_cd_source source;
    uint32_t place;     /* lane, or number of the general contact */
    uint32_t roll : 30; /* 1 + number of its rolling friction; 0: none */
    uint32_t near : 1;  /* once it is filled: the two touch, or nearly so */
    uint32_t waits : 1; /* it is filled when the coefficients of its impact are known */
    union {
        struct { /* until the problem is filled */
            uint32_t unit : 26, colour : 6;
            uint32_t impact; /* 1 + number in the list of impacts by the laws; 0: none */
        };
        double motion; /* once it is filled: square of the relative velocity of the centres before the step, m^2/s^2 */
        double given;  /* once it is solved: by its impulse, external forces done first, J; negative: taken */
    };
} rp_cd_sort;
_Static_assert(RP_CD_COLOURS == 64, "a candidate has six bits for its colour");
#define RP_CD_ROLLS (((uint32_t)1 << 30) - 1)
#define RP_CD_UNITS (((uint32_t)1 << 26) - 1) /* the largest number of a unit: some 10^10 particles */

typedef union rp_cd_scratch { /* of a body; parts of a step use it, one after the other */
    double speed[2];          /* contacts.c, particles: how fast it is, and how fast it or a neighbour is, m/s */
    uint64_t used[2];         /* colours.c, particles: colours within tiles and across borders */
    struct {                  /* motion.c */
        uint32_t bed;         /* another body of its bed */
        float low, high;      /* ends of the bed along gravity, m */
        uint32_t contacts;
        double motion; /* sum over its contacts, m^2/s^2 */
        double layers; /* of its bed */
    };
    struct {             /* gains.c */
        double work;     /* J */
        uint32_t parent; /* another body of its cluster */
    };
} rp_cd_scratch;

#define RP_CD_POINT_BITS 2 /* of a pair's flags for each of the points at which the two may meet */
_Static_assert(RP_NARROW_MAX *RP_CD_POINT_BITS <= 8, "a pair has one byte of flags");

typedef struct rp_cd_pull {
    double force, per_radius;
} rp_cd_pull; /* of adhesion between touching particles: N, N a metre of R_eff */

typedef struct rp_cd_impact {
    uint32_t candidate, interaction;
    int exponent; /* of the step of its integration (laws/impact_steps.h); INT_MAX: by a table */
    rp_collision_rule rule;
} rp_cd_impact;

#define RP_CD_CARRIED 0.1 /* L layers are carried when residual velocities are below this part of g dt / L */
#define RP_CD_BLOCK 1024  /* particles or contacts whose work is summed by one thread: sums do not depend on threads */

typedef struct rp_cd_push { /* on each particle of a group, in the middle of the step */
    rp_vec force, torque;   /* N, N m */
} rp_cd_push;

typedef struct rp_cd_works {                  /* sums over a block, J */
    double normal, tangential;                /* contacts: what they give */
    double given;                             /* what those give that do not take, external forces done first */
    double gravity, drives, scheme, farthest; /* particles; farthest: the longest way squared, m^2 */
} rp_cd_works;

typedef struct rp_cd_work {
    rp_cd_problem problem;
    rp_cd_solve_setup setup;
    rp_cd_solve_report report; /* of the last step */
    size_t body_capacity, batch_capacity, general_capacity, order_capacity, unit_capacity, run_capacity,
        candidate_capacity, roll_capacity;
    int points;         /* at which the two of a pair may meet: the most that shapes of this world have; 1: round */
    int point_width;    /* doubles of history a contact point */
    rp_corners corners; /* of particles that are not round, where this step's geometry has them */
    size_t met_capacity, meeting_capacity;
    uint32_t *met; /* owned; by listed pair, then by wall pair: 1 + where its points stand, 0: apart or round, or a
                      wall that is met corner by corner */
    rp_meeting *meeting; /* owned; where pairs of which one at least is not round meet in this step */
    int wall_points;     /* the same as `points`, of pairs with walls: 1 unless polyhedra meet walls that stand out */
    int rolling;         /* 1: some interaction has rolling friction */
    size_t kind_capacity;
    uint8_t *kind; /* owned; by listed pair: what it is in this step */
    size_t mesh_capacity;
    uint8_t *mesh;         /* owned; by wall pair: 1: the triangle of a mesh is one that the particle may touch */
    rp_cd_sort *candidate; /* owned */
    size_t candidate_count;
    rp_cd_scratch *scratch; /* owned; by body */
    uint32_t *tile_of;      /* owned; by particle */
    size_t tile_capacity, plan_capacity, serial_count;
    struct rp_cd_plan *plan; /* owned; per unit, see colours.c */
    size_t works_capacity;
    rp_cd_works *works;        /* owned; by block */
    rp_cd_impact *impact_list; /* owned; impacts of this step whose coefficients follow from the laws */
    size_t impact_count, impact_capacity;
    struct rp_impact_tables *tables; /* owned; NULL: none was needed so far. It is no state: what is read is a function
                                    of the impact alone */
    rp_cd_pull *pull;                /* owned; per interaction */
    rp_wall *wall;       /* owned; walls where this step's geometry has them, speed and spin as means over the step */
    rp_vec *wall_offset; /* owned; before the step */
    double *wall_angle;  /* owned */
    rp_cd_push *push;    /* owned; by group: of this step */
    rp_walls_push *wall_push;     /* owned; of this step, on loaded walls that are no planes */
    rp_vec *start;                /* owned; particles' positions before the step, m */
    double (*added)[6];           /* owned; force, N, and torque, N m, that a program adds; NULL: none */
    double *turned;               /* owned; by clump: energy that free rotation has lost in this step so far, J */
    double diameter;              /* m: mean of particles that move */
    double scale;                 /* m/s: what external forces do in a step; 0: none act */
    double impact;                /* m/s: slower approaches are not impacts */
    double largest_radius;        /* m */
    int said_gain, said_negative; /* 1: the log has it */
} rp_cd_work;

/* contacts.c: from the list of pairs to the problem. */
rp_status rp_cd_contacts_collect(rp_world *world, rp_error *err); /* candidates */
rp_status rp_cd_contacts_fill(rp_world *world, rp_error *err);    /* batches and general contacts, each at its place */

/* motion.c: what residual velocity each contact may have. */
void rp_cd_motion_allow(rp_world *world);

/* finish.c: back to histories, walls, groups and totals. */
void rp_cd_finish(rp_world *world);

/* gains.c: energy that clusters of contacts gave in this step, J; given: what contacts that give did, one by one. */
double rp_cd_gains_of(const rp_world *world, double given);

/* touch.c: which body a particle moves with: itself, or the loaded wall that it is glued to. */
uint32_t rp_cd_touch_body(const rp_world *world, uint32_t slot);

/* colours.c: where each candidate goes; chunks and orders. */
rp_status rp_cd_colours_assign(rp_world *world, rp_error *err);

/* added.c: forces that a program adds, on bodies whose free velocities are known. */
rp_status rp_cd_added_prepare(rp_world *world, rp_error *err);
void rp_cd_added_begin(rp_world *world);

/* stepping.c: bodies before the contacts, positions after them. */
void rp_cd_stepping_begin(rp_world *world);
void rp_cd_stepping_end(rp_world *world);

#endif
