/* The soft method's hot loops, compiled once per instruction set (base/wide.h).
 *
 * One step from t to t + dt, velocity Verlet with synchronised velocities:
 *   drift   x += v dt + a dt^2/2;  v becomes the prediction v + a dt, which enters the forces
 *   forces  at x(t + dt) with the predicted velocities
 *   finish  a' = F/m + g;  v += (a' - a) dt/2
 * The velocities that enter the forces are at the same time as the positions up to O(dt^2) (with the half-step velocity
 * they would lag by dt/2), so the scheme is of second order also with damping.
 *
 * Work is done group by group, chunk by chunk (core/contacts.h): forces of the chunk's pairs and wall pairs, then
 * finish the chunk while it is in cache and, if another step follows, drift it into that: its old positions are not
 * needed any more. Some chunks get forces from other groups. They are finished after all others, when the halo rows
 * have been added in group order; or in their turn, if the same thread has just done the group before and no other
 * group adds to them: the same sums sooner, while rows are in cache. Results depend neither on the number of threads
 * nor on when observers read them.
 *
 * Forces of a chunk: pairs.c takes the table of contacts block by block, pairs that do not touch included; wall_pairs.c
 * collects the few contacts with walls, shaped_pairs.c those of bodies that are not round. blocks.h has what they
 * share.
 */
#ifndef RP_METHODS_SOFT_KERNEL_H
#define RP_METHODS_SOFT_KERNEL_H

#include "core/world.h"
#include "repose/law.h"
#include "laws/interaction.h"
#include "laws/law.h"
#include "methods/method.h"

typedef struct rp_soft_force_row {
    double fx, fy, fz, pad0;
    double qx, qy, qz, pad1;
} rp_soft_force_row; /* 64 B; q: torque / r, N */

typedef struct rp_soft_wall_sum {
    rp_vec force;
    double work;
    rp_vec torque;
    double pad;
} rp_soft_wall_sum; /* of the particles on the wall; rows of four */
typedef struct rp_soft_group_sum {
    rp_vec reaction, torque;
    double work;
} rp_soft_group_sum;

typedef struct rp_soft_ways { /* of the next drift */
    double move;              /* the largest squared, m^2, */
    double pad[3];
    double least[4], most[4]; /* and the least (at most 0) and largest (at least 0) components, m */
} rp_soft_ways;

#define RP_LANES 8
typedef struct rp_soft_sums {                                   /* of one group of chunks, then of all */
    double normal[RP_LANES], rolling[RP_LANES];                 /* dissipated in this step, J, by place in the block */
    double tangential[RP_LANES];                                /* work against tangential forces, likewise */
    double released[RP_LANES], held[RP_LANES], ahead[RP_LANES]; /* of tangential laws, if accounted (repose/law.h) */
    double given;                /* to the tangential springs of contacts that began, J */
    double freed, freed_rolling; /* left in the springs of contacts that have parted, J */
    double shaped;               /* contacts of bodies that are not round that were evaluated */
    rp_vec mass_moved;           /* sum of m dx of free particles, kg m, */
    rp_vec mass_moved_late;      /* and of those in deferred chunks, whenever they are finished */
    int follows; /* the same thread did the group before just before this one: chunks that wait for that alone are
                    finished in their turn */
    double stress[RP_CELL_PARTS]; /* sum of f (x) l, J, in a cell that strains */
    double drives;                /* work of external forces and torques, J */
    double added[2];              /* power times work_dt of forces that a program adds, J; [1]: on deferred chunks */
    rp_soft_ways ways, fast;      /* of fast particles (core/contacts.h), and of all others */
    long bad;                     /* particles whose next displacement is not sensible */
    rp_soft_wall_sum *wall;       /* per wall; not owned */
    rp_soft_group_sum *group;     /* per group of particles; not owned */
} rp_soft_sums;

typedef struct rp_soft_open_block { /* contacts with walls, being collected */
    rp_block block;
    uint32_t a[RP_BLOCK], wall[RP_BLOCK];            /* slot, wall */
    size_t pair[RP_BLOCK];                           /* index in the table of wall pairs */
    double lever[RP_BLOCK];                          /* distance of the centre over the radius */
    double x[RP_BLOCK], y[RP_BLOCK], z[RP_BLOCK];    /* point of contact, m, */
    double ux[RP_BLOCK], uy[RP_BLOCK], uz[RP_BLOCK]; /* and velocity of the wall there, m/s */
} __attribute__((aligned(64))) rp_soft_open_block;

typedef struct rp_soft_worker {  /* a thread's own buffers */
    rp_block *pairs;             /* one per interaction; owned */
    rp_soft_open_block *walls;   /* one per interaction; owned */
    double (*history)[RP_BLOCK]; /* of the block at work, where it is a copy; as many rows as the table has; owned */
    rp_soft_force_row
        *force; /* rows [first, halo_end) of the group at work, then its wrap rows; 0 between groups; owned */
    struct rp_soft_shaped_block *shaped; /* two per interaction: pairs, contacts with walls; owned; shaped_pairs.h */
    size_t next;                         /* the group after the one that it did last in this pass; 0: none yet */
} rp_soft_worker;

typedef struct rp_soft_step {
    rp_world *world;
    double dt;
    double law_dt;   /* what laws get: dt, 0 when priming, -dt for observers (repose/law.h) */
    double work_dt;  /* time that the work of walls and drives is counted over: dt, 0 when priming */
    double touch_dt; /* contacts that are new in this step began at most so long ago, s; 0: they begin now (touch.c) */
    double touch_back; /* how far their springs lie behind the positions when laws get them: dt/2 for springs at half
                          steps */
    rp_vec gravity;    /* at t + dt */
    double move_limit; /* m^2 */
    double cutoff;     /* m: how far beyond touching laws act, at most */
    int rolling, curvature;           /* some law needs relative spin; r_eff */
    double equal_sum;                 /* m: of two radii, where all particles have the same radius and mass; else 0 */
    rp_soft_force_row *halo;          /* of all groups */
    rp_soft_force_row *pending;       /* rows of deferred chunks, by slot order */
    const size_t *pending_at;         /* per chunk: its first pending row */
    rp_soft_sums *sums;               /* per group of chunks */
    rp_contact_list *views;           /* not NULL: observe instead of acting; nothing else is written */
    const rp_vec *wall_offset;        /* of the walls before this step, */
    const double *wall_angle;         /* for particles glued to them */
    const struct rp_corners *corners; /* of bodies that are not round, as they stand; NULL: all are round */
    rp_soft_force_row *member_force;  /* by slot: where finishing leaves the forces on members of bodies */
    rp_law_moment moment;             /* where in the step this is, for hereditary laws */
    int account;                      /* 1: laws also say what springs hold and lose (repose/law.h) */
    int on;                           /* 1: what is finished drifts into the next step at once */
    int prime;                        /* forces and accelerations only: nothing moves, nothing is counted */
} rp_soft_step;

typedef struct rp_soft_job { /* where the results of a chunk go */
    const rp_soft_step *s;
    const rp_slots *g;
    rp_soft_worker *worker;
    rp_soft_sums *sums;
    int prefetches;                  /* 1: rows and pairs that come next are prefetched */
    uint32_t prefetch, prefetch_end; /* slots whose rows come next, */
    uint32_t prefetch_share;         /* and how many of them are prefetched with each block of pairs */
    int failed;                      /* observers: out of memory */
} rp_soft_job;

RP_WIDE_DECLARE(void, rp_soft_kernel_pairs, (rp_soft_job * job, size_t chunk));
RP_WIDE_DECLARE(void, rp_soft_kernel_walls, (rp_soft_job * job, const rp_chunk *chunk));
RP_WIDE_DECLARE(void, rp_soft_kernel_shaped, (rp_soft_job * job, size_t chunk));
RP_WIDE_DECLARE(void, rp_soft_kernel_drift, (const rp_soft_step *s, rp_soft_worker *worker, size_t group));
RP_WIDE_DECLARE(void, rp_soft_kernel_group, (const rp_soft_step *s, rp_soft_worker *worker, size_t group));
RP_WIDE_DECLARE(void, rp_soft_kernel_deferred, (const rp_soft_step *s, rp_soft_worker *worker, size_t group));
RP_WIDE_DECLARE(int, rp_soft_kernel_observe, (const rp_soft_step *s, rp_soft_worker *worker)); /* 0: out of memory */

/* touch.c: the two ends of a contact. Springs of the block's contacts that are new start where the part of the
 * step since touching has brought them, and hold energy by that. depth: how far they came in that part, m. */
void rp_soft_touch_begin(const rp_soft_step *s, const rp_interaction *x, const uint8_t *active,
                         double (*history)[RP_BLOCK], const rp_block *b, const double *depth, rp_soft_sums *sums);
/* What the springs of a contact still hold when it parts is lost: contact n of a table, or contact c of a block, which
 * may be ahead of the table. */
void rp_soft_touch_end(const rp_interaction *x, const rp_history *h, int width, size_t n, rp_soft_sums *sums);
void rp_soft_touch_end_block(const rp_interaction *x, double (*history)[RP_BLOCK], int c, rp_soft_sums *sums);

/* added.c: adds a program's forces to the rows of a chunk, and their work. */
void rp_soft_added_forces(const rp_soft_step *s, uint32_t first, uint32_t last, rp_soft_force_row *rows, double *work);

/* constrained.c: particles of groups that are frozen, driven, glued, locked or pushed. Scalar, outside of the hot
 * loops. */
/* Work of a free group's force and torque on a particle over its way and angle; the way loses what is along locked
 * axes. */
double rp_soft_constrained_work(const rp_group *g, double now, double dt, rp_vec *way, rp_vec angle);
void rp_soft_constrained_drift(const rp_soft_step *s, uint32_t first, uint32_t last, rp_soft_sums *sums);
void rp_soft_constrained_finish(const rp_soft_step *s, uint32_t first, uint32_t last, const rp_soft_force_row *force,
                                rp_soft_sums *sums);

#endif
