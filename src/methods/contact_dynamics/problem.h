/* One step's contact problem, laid out for the solvers. contact_dynamics.c owns the memory.
 *
 * Unknowns are impulses p at contacts and velocities v of bodies, tied by v = U + M^-1 H p, where U is the velocity
 * without contacts [UngerKertesz2003, Eqs. 20-23]. No matrix is assembled: a contact reads its bodies' velocities,
 * finds its new impulse and adds the difference to them. For each contact the solvers have
 *
 *   u = v_a - v_b - (s_a + s_b) x e + c,    s = r omega
 *
 * and want 0 <= u_n, p_n >= 0, u_n p_n = 0 and Coulomb between u_t and p_t (methods/contact_dynamics/local.h). The bias
 * c holds all that is known before: gap, restitution, velocity of a wall or of a fixed partner (terms.c says how).
 *
 * Lever arms are the radii, as in the papers: rigid particles touch at their surfaces, and the distance of their
 * centres differs from the sum of radii only by what the step has yet to close or the solution has left open.
 *
 * Two kinds of contacts:
 *
 *   ordinary  both partners accelerate alike in all directions (or b not at all): W has two numbers, 1/m_n and 1/m_t
 *             [UngerKertesz2003, Eqs. 17-19], and the one-contact problem is solved by [UngerKertesz2003, Eq. 34].
 *             They lie in batches of RP_CD_LANES. b is body `nothing` where the partner does not move.
 *   general   W is a full matrix: a partner moves in some directions only (particles with locked axes, walls under a
 *             load with the particles glued to them), or is not round or a clump, so that contact points are not on
 *             the line of centres.
 *
 * Order. Particles are sorted in space, and their slots cut into tiles of at least RP_CD_TILE. A unit is the contacts
 * within a tile, or those across the border of two neighbouring tiles. Units come in phases: all tiles, every other
 * border, the other borders, the periodic one. Those of a phase share no moving body; those that share a tile take
 * turns in the order of phases, and that is all that threads wait for (solve.c). Within a unit ordinary contacts are
 * coloured: no two of a colour share a body, so a colour is one vectorised loop over its pairs and one over its singles
 * (contacts of one moving body). Then, one after another, come its general contacts and its rolling friction. Last,
 * when all units are done, follow the contacts that fit no unit, and in fixed and random order all of them, by one
 * thread. Tiles, colours and sums depend on the list of contacts only, never on threads.
 */
#ifndef RP_METHODS_CONTACT_DYNAMICS_PROBLEM_H
#define RP_METHODS_CONTACT_DYNAMICS_PROBLEM_H

#include <stddef.h>
#include <stdint.h>
#include "core/world.h"

#define RP_CD_LANES 4
#define RP_CD_COLOURS 64
#define RP_CD_TILE 512 /* particles */

typedef struct rp_cd_body { /* 64 bytes: v, 1/m, r omega, r^2/I */
    double v[3], inv_mass;
    double s[3], inv_inertia;
} __attribute__((aligned(64))) rp_cd_body;

typedef struct rp_cd_batch {
    double e[3][RP_CD_LANES];
    double wn[RP_CD_LANES], wt[RP_CD_LANES]; /* m_n, m_t, kg; 0 in lanes that hold no contact */
    double mu[RP_CD_LANES];
    double pull[RP_CD_LANES]; /* adhesion, N s */
    double c[3][RP_CD_LANES]; /* m/s */
    double p[3][RP_CD_LANES]; /* impulse on a, N s */
    uint32_t a[RP_CD_LANES], b[RP_CD_LANES];
} __attribute__((aligned(64))) rp_cd_batch;

/* By accuracy (motion.c). A contact in motion counts for RP_CD_MOVING_MOST at most when a region is judged: a few in
 * the middle of an impact do not decide for all. One at rest counts in full: a bed is carried by every one of its
 * contacts. */
#define RP_CD_MOVING_MOST 10.0
typedef struct rp_cd_allowed {
    double square[RP_CD_LANES]; /* of the residual velocity that a contact may have, m^2/s^2 */
    double moving[RP_CD_LANES]; /* the part of it that motion allows, over RP_CD_MOVING_MOST, 1 */
} rp_cd_allowed;

typedef struct rp_cd_last {
    double p[3][RP_CD_LANES];
} __attribute__((aligned(32))) rp_cd_last; /* impulses a sweep ago */

enum { RP_CD_NONE, RP_CD_PAIR, RP_CD_SINGLE, RP_CD_GENERAL }; /* kinds; none: no contact in this step */

typedef struct rp_cd_source { /* where a contact comes from */
    uint32_t index;           /* in the table of pairs or wall pairs */
    uint8_t wall;             /* 1: of wall pairs */
    uint8_t flipped;          /* 1: a is the pair's b */
    uint8_t point;            /* of a pair that is not round, which may meet at several */
    uint8_t kind;             /* RP_CD_PAIR ... */
} rp_cd_source;

typedef struct rp_cd_general {
    uint32_t a, b;
    double frame[3][3]; /* e, t1, t2 */
    double arm[2][3];   /* contact point from the centres of a and b, over their radii: of round ones -e and e */
    double mu, pull;
    double e_n;     /* of an impact whose restitution has a phase of its own (restitution.h); 0: it has none */
    double given;   /* N s: restitution's own impulse, which friction counts */
    double from[3]; /* N s, in the frame: solved is the rest of p beyond it; -pull along the normal, later the impulse
                       of compression and of restitution */
    double compression[3];      /* m/s: c of the phase of compression */
    double ka[3][3], kb[3][3];  /* inverse masses, 1/kg */
    double ra[3][3], rb[3][3];  /* inverse moments, r^2/I, 1/kg */
    double W[3][3];             /* in the contact's frame, 1/kg */
    double c[3], p[3], last[3]; /* in space, as in batches */
    double allowed, moving;     /* as of batches */
    rp_cd_source source;
} rp_cd_general;

typedef struct rp_cd_roll { /* rolling and torsional friction of one contact (rolling.h) */
    uint32_t a, b;
    uint32_t place; /* of the contact: lane, or number of the general one */
    int general;
    double e[3];
    double ia, ib;        /* 1/r, 1/m */
    double ra[3], rb[3];  /* inverse moments, r^2/I, 1/kg */
    double inertia;       /* of the relative spin, kg m^2 */
    double length;        /* bound of the torque across the normal over p_n + pull, m */
    double twisting;      /* the same along the normal, m */
    double c[3];          /* spin of a partner that no impulse turns, rad/s */
    double m[3], last[3]; /* torque's impulse on a, N m s */
    rp_cd_source source;
} rp_cd_roll;

typedef struct rp_cd_run {
    size_t first, last;
    int single;
} rp_cd_run; /* batches of one colour */

typedef struct rp_cd_tile {
    uint32_t first, last;  /* slots */
    _Atomic uint32_t turn; /* how many of the units that share it are done in this sweep */
} __attribute__((aligned(64))) rp_cd_tile;

typedef struct rp_cd_unit {
    size_t run, run_end, general, general_end, roll, roll_end;
    uint32_t tile[2],
        turn[2];    /* the same tile twice, or those of its border; it begins when each has reached its turn */
    size_t middle;  /* of its work, in that of all units along the row of tiles */
    uint32_t spare; /* a body that stands for nothing, of this unit alone: in empty lanes, and where the partner does
                       not move */
} rp_cd_unit;

/* Momentum of a sweep, bits: impulses before it are kept for the next one; bodies follow, too; sums->along is wanted.
 */
enum { RP_CD_KEEP = 1, RP_CD_FOLLOW = 2, RP_CD_ALONG = 4 };

typedef struct rp_cd_sums { /* of a sweep, or of a measurement of the state */
    double moved;           /* sum of |change of p|^2 / m_t, J */
    double along; /* sum of (change of p by the sweep).(change since the sweep before, momentum included) / m_t, J;
                     negative: momentum overshoots; of round contacts where it is wanted */
    double active, sliding; /* contacts with p_n + pull > 0; those at Coulomb's bound */
    double residual;        /* sum of |p - P(p - m_t (u + mu |u_t| e))|^2 / m_t, J */
    double size;            /* sum of |p|^2 / m_t, J */
    double speed;           /* sum of (residual of a contact / m_t)^2, m^2/s^2 */
    double excess;          /* sum of the same over what the motion around the contact allows, 1 */
    double region;          /* largest mean of that over the contacts of a region, 1 */
    double penetration;     /* largest -u_n, m/s */
    double change, bodies;  /* sum over bodies of |what the contacts did to v|^2, m^2/s^2; bodies that they can move */
} rp_cd_sums;

typedef struct rp_cd_problem {
    int dimension;
    double dt;         /* s */
    double rest;       /* m/s: residual velocity that contacts at rest may have */
    double share;      /* of the motion around it, that a contact may have (motion.c) */
    size_t body_count; /* particles, walls, then those that stand for nothing: */
    uint32_t nothing;  /* the partner that never moves; after it the units' spare ones */
    rp_cd_body *body;  /* owned by the method, as all arrays here */
    rp_cd_body *free;  /* velocities without contacts: what body started from */
    rp_cd_body *old;   /* a sweep ago; accelerated solver */
    size_t batch_count;
    rp_cd_batch *batch;
    rp_cd_last *last;
    rp_cd_allowed *allowed; /* by batch */
    size_t tile_count;
    rp_cd_tile *tile;
    size_t unit_count; /* in the order of phases; the last one is the serial one */
    rp_cd_unit *unit;
    size_t work; /* of all units but the serial one, in batches */
    size_t run_count;
    rp_cd_run *run;
    rp_cd_sums *part; /* per unit */
    size_t serial;    /* first serial batch */
    size_t general_count;
    rp_cd_general *general;
    size_t roll_count;
    rp_cd_roll *roll;
    uint32_t *order; /* of the serial unit's contacts in this sweep */
    size_t order_count;
    size_t contact_count;    /* all */
    struct rp_cd_cell *cell; /* owned; of a domain that strains (cell.h); NULL: it rests */
} rp_cd_problem;

static inline void rp_cd_sums_add(rp_cd_sums *to, const rp_cd_sums *from)
{
    to->moved += from->moved;
    to->along += from->along;
    to->active += from->active;
    to->sliding += from->sliding;
    to->residual += from->residual;
    to->size += from->size;
    to->speed += from->speed;
    to->excess += from->excess;
    to->change += from->change;
    to->bodies += from->bodies;
    to->region = from->region > to->region ? from->region : to->region;
    to->penetration = from->penetration > to->penetration ? from->penetration : to->penetration;
}

#endif
