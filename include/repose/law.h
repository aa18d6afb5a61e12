/* Contact laws: what a law is, and how a program adds its own.
 *
 * A contact model is a choice of one law for each slot: normal, adhesion, tangential, rolling. A law is one constant
 * table, rp_law: its name and parameters, which scenes are read with and `repose laws` prints, a function that prepares
 * constants from the parameters, and a function that evaluates a block of contacts.
 *
 *     static void eval(rp_block *b, const double *constant, double (*history)[RP_BLOCK], double dt)
 *     {
 *         for (int c = 0; c < RP_BLOCK; c++) {
 *             double spring = constant[0] * b->xi[c] * b->xi[c];
 *             b->kn[c] = 2 * constant[0] * b->xi[c];
 *             b->cn[c] = 0;
 *             b->fn[c] = b->bound[c] = spring;
 *             b->normal_loss[c] = 0;
 *         }
 *     }
 *
 * A program adds laws to a registry, rp_laws, that a scene is read with. A shared object exports them by
 * rp_laws_export, and a scene names it: `laws: [own.so]`. examples/c/own_law.c does both.
 *
 * Same bits. The arithmetic of the built-in laws is plain IEEE without fused operations, so that every processor gives
 * the same bits. An own law has this property if it is compiled with -ffp-contract=off and without -ffast-math.
 */
#ifndef REPOSE_LAW_H
#define REPOSE_LAW_H

#include "repose/export.h"
#include "repose/status.h"

RP_BEGIN_DECLARATIONS

/* Changes with every change of the structs and rules of this header. A law says by its member abi which it was made
 * for. */
#define RP_LAW_ABI 1

#define RP_BLOCK 24         /* contacts of a block */
#define RP_HISTORY_MAX 512  /* numbers that a contact keeps, all slots together */
#define RP_PARAM_MAX 16     /* parameters of a law */
#define RP_CHOICES_MAX 32   /* names of one RP_PARAM_CHOICE */
#define RP_CONSTANT_MAX 480 /* numbers that prepare may write */

/* Before a loop over the contacts of a block: they do not depend on one another, though the compiler cannot see that
 * history and block do not overlap. */
#ifdef __clang__
#define RP_EACH_LANE _Pragma("clang loop vectorize(assume_safety)")
#else
#define RP_EACH_LANE _Pragma("GCC ivdep") _Pragma("GCC unroll 1")
#endif

/* In the order in which the laws of a contact are evaluated. */
typedef enum rp_slot { RP_NORMAL, RP_ADHESION, RP_TANGENTIAL, RP_ROLLING, RP_SLOT_COUNT } rp_slot;

/* "normal", "adhesion", "tangential", "rolling": the keys of a scene. */
RP_API const char *rp_slot_name(rp_slot slot);

/* What a particle or wall is made of. */
typedef struct rp_material {
    char name[RP_NAME];
    double density; /* kg/m^3; NaN: particles give their mass */
    double young;   /* Pa; NaN: not given */
    double poisson; /* NaN: not given */
} rp_material;

/* A block of contacts laid out as arrays: what laws read and write.
 *
 * Geometry. e is the unit normal from b to a (b may be a wall). The overlap is xi = r_a + r_b - |x_a - x_b| > 0 when
 * they press [Poschel2008, Eq. 1]. g is the velocity of a's surface relative to b's at the contact point
 * [Poschel2008, Eq. 4, corrected brackets]; gn = g.e is negative on approach, and gt = g - gn e.
 *
 * Forces. The force on a is fn e + ft; b gets the opposite. fn > 0 pushes apart. Rolling torques: a gets +m, b gets -m.
 *
 * Contact point. It divides the branch in the ratio of the radii, so that lever arms add up to the distance of the
 * centres and angular momentum is kept to rounding; the paper's r_a e differs from it by the order of the overlap.
 *
 * Laws are called in the order normal, adhesion, tangential, rolling. Each gets its constants, its own rows of history,
 * and dt. History belongs to the half step: an evaluator at time t_n finds what held at t_n - dt/2 and leaves what
 * holds at t_n + dt/2 (leapfrog; second order and time symmetric). Called with -dt on the history after the step, it
 * therefore gives again the forces at t_n: that is how observers read forces, on a copy. With dt = 0 nothing of the
 * history changes.
 *
 * Losses. A normal law says what its damping loses: normal_loss = (elastic part of fn - fn) gn |dt|, and cn, the
 * damping force over the speed: before fn is cut at 0, it is the elastic part - cn gn. Restitution is integrated from
 * these two.
 *
 * Pairs that do not touch may stand in a block, with overlap, velocities and history 0: an evaluator leaves them
 * without force, loss, slip and history. (Not so if a law of the interaction acts beyond touching: then the method
 * takes care of it.)
 */
typedef struct rp_block {
    /* in */
    double ex[RP_BLOCK], ey[RP_BLOCK], ez[RP_BLOCK]; /* e */
    double xi[RP_BLOCK];                             /* m */
    double gn[RP_BLOCK];                             /* m/s */
    double tx[RP_BLOCK], ty[RP_BLOCK], tz[RP_BLOCK]; /* gt, m/s */
    double m_eff[RP_BLOCK];                          /* m_a m_b / (m_a + m_b), or m_a at a wall, kg */
    double r_eff[RP_BLOCK];                          /* the same of the radii, m; only if a law has `curvature` */
    double wx[RP_BLOCK], wy[RP_BLOCK], wz[RP_BLOCK]; /* omega_a - omega_b, rad/s; only if there is a rolling law */
    double mu[RP_BLOCK];                             /* sliding friction coefficient */
    double mu_static[RP_BLOCK];                      /* static friction coefficient */
    double sliding[RP_BLOCK]; /* in: 1 if it was sliding a step ago; out (tangential laws): 1 if it slides now; kept
                                 with the contact */
    /* out; normal laws set those up to `bound`, adhesion laws add to fn and bound */
    double fn[RP_BLOCK];                             /* N */
    double kn[RP_BLOCK];                             /* normal stiffness dfn/dxi, N/m; never negative */
    double cn[RP_BLOCK];                             /* normal damping coefficient, kg/s */
    double radius[RP_BLOCK];                         /* of the contact area, m; set by laws with `gives_radius` only */
    double normal_loss[RP_BLOCK];                    /* energy dissipated by the normal force in this step, J */
    double bound[RP_BLOCK];                          /* force that Coulomb's bound is taken of: |fn| without the pull of
                                                        adhesion, N; never negative */
    double fx[RP_BLOCK], fy[RP_BLOCK], fz[RP_BLOCK]; /* tangential force on a, N */
    double tangential_work[RP_BLOCK];                /* work against the tangential force in this step, J */
    double released[RP_BLOCK]; /* by how much the energy of the tangential spring fell in this step, J: work + released
                                  is what the step lost; */
    double held[RP_BLOCK];     /* energy of the spring after the step, J: all work so far - held is what was lost so
                                  far, half a step after t_n; */
    double ahead[RP_BLOCK];    /* what of that lies after t_n: what dashpots and forces without spring lose in half a
                                  step, J. (The loss of a spring that slides is in its stretch half a step ahead, which
                                  stored energy at t_n leaves out.) These three if `account` is 1. */
    double mx[RP_BLOCK], my[RP_BLOCK], mz[RP_BLOCK]; /* rolling torque on a, N m */
    double rolling_loss[RP_BLOCK];                   /* energy dissipated by rolling in this step, J */
    double energy[RP_BLOCK];                         /* stored, J: laws add to it if want_energy is 1 */
    double open[RP_BLOCK]; /* 1: the law says that the contact is over although it is within its range; its history is
                              cleared */
    /* last, so that every array starts on a cache line */
    int count;        /* contacts in use; laws may compute all RP_BLOCK (those not in use have harmless numbers) */
    int want_energy;  /* 1: laws add to `energy` */
    int account;      /* 1: tangential laws say what springs hold and lose; else work alone */
    int one_mass;     /* 1: m_eff is the same for all contacts of this block and all that follow, */
    int mass_known;   /* and what a law makes of it alone stands there since the first of them */
    int one_friction; /* 1: mu_static is mu everywhere, and nothing depends on `sliding` */
    const struct rp_law_moment *moment; /* for built-in hereditary laws */
} __attribute__((aligned(64))) rp_block;

typedef enum rp_param_kind { RP_PARAM_NUMBER, RP_PARAM_FLAG, RP_PARAM_CHOICE } rp_param_kind;

/* A parameter of a law: a key of its map in a scene, an option of `repose restitution`. */
typedef struct rp_param {
    const char *name;
    rp_param_kind kind;
    const char *unit;             /* "N/m", "1" for a pure number */
    double least, most;           /* closed range; -INFINITY and INFINITY where open; least = DBL_MIN: > 0 */
    double preset;                /* default; NaN: none (not given) */
    const char *(*choice)(int n); /* RP_PARAM_CHOICE: name n, NULL after the last; the value is n */
    const char *meaning;          /* one sentence */
} rp_param;

/* What a law's prepare reads. */
typedef struct rp_law_input {
    const rp_material *a, *b;
    int dimension;
    int discs;                   /* 1: some particles of the two materials are discs (2D); Hertz-type laws refuse */
    double eps_n, eps_t;         /* restitution of the interaction, NaN: not given */
    double eps_speed;            /* speed at which eps_n holds, m/s; NaN: any */
    double friction;             /* NaN: not given */
    const double *param;         /* by index in the law's table; NaN: not given */
    const struct rp_law *normal; /* the interaction's normal law and its constants, for the other slots */
    const double *normal_constant;
} rp_law_input;

/* Forces of a block of contacts; history: the law's rows, each of RP_BLOCK numbers. */
typedef void rp_law_eval(rp_block *b, const double *constant, double (*history)[RP_BLOCK], double dt);

/* A law. Members that are not given are 0 or NULL: "none". Required: abi, name, summary, equation, prepare, eval, and
 * for normal laws contact_time and max_overlap. A law must stay where it is, unchanged, as long as it is used. */
typedef struct rp_law {
    int abi; /* RP_LAW_ABI */
    rp_slot slot;
    const char *name;     /* what scenes say: lower case, no two of a slot alike */
    const char *summary;  /* one paragraph */
    const char *equation; /* the equation in plain text, and its source: "[Poschel2008, Eq. 11]" */
    const rp_param *param;
    int param_count;
    int history;                                 /* numbers that a contact keeps for the law, at most */
    int (*history_used)(const double *constant); /* how many are used with these constants; NULL: all */
    const char *const *history_name;             /* may end early with NULL: the rest goes on like the last */
    unsigned antisymmetric; /* bit h: number h of the history changes sign when a and b are exchanged; those beyond
                               the first 32 do not */
    int curvature;          /* 1: eval reads r_eff */
    int gives_radius;       /* normal laws: 1 if eval sets the contact radius */
    int varies;             /* normal laws: 1 if stiffness and contact time depend on the overlap, so on the speed */
    int adhesive;           /* normal laws: 1 if it has an adhesion of its own */
    int rates;  /* 1: its history has a rate (vectors: what eval adds in dt; the rest follows from the moment), or needs
                   none; else it works with the integrator verlet only */
    int spring; /* tangential and rolling laws: 1 if numbers 0 to 2 of the history are a spring (m or rad), which a new
                   contact begins with, and number 3, if any, its stiffness a step ago */
    /* From parameters to what eval reads; errors name the missing parameter (err->key = parameter name). */
    rp_status (*prepare)(const rp_law_input *in, double *constant, rp_error *err);
    rp_law_eval *eval;
    /* Energy of the spring of a contact that parts, J; kn: normal stiffness where that is constant. NULL: none. */
    double (*left)(const double *constant, const double *history, double kn);
    /* Normal laws: duration of a collision at relative speed v (s), for the time step. */
    double (*contact_time)(const double *constant, double m_eff, double r_eff, double v);
    /* Normal laws: largest overlap in a head-on collision at speed v without dissipation (m). */
    double (*max_overlap)(const double *constant, double m_eff, double r_eff, double v);
    /* What `repose check` says about the law for a pair of this size, one line without end; NULL: nothing. */
    void (*remark)(const double *constant, double r_eff, char *text, int size);
    /* How far beyond touching the law acts, m; NULL: 0. */
    double (*range)(const double *constant, double r_eff);
    /* Built-in laws only, else NULL and 0. */
    const struct rp_law_hereditary *hereditary; /* the force depends on the whole contact */
    int hysteretic;                             /* friction by Walton and Braun */
} rp_law;

/* The laws that scenes and interactions choose from: the built-in ones first, then those that were added. Wherever a
 * registry is taken, NULL means the built-in laws alone. A registry is made and changed by one thread at a time. */
typedef struct rp_laws rp_laws;

/* A registry with the built-in laws. */
RP_API rp_status rp_laws_create(rp_laws **laws, rp_error *err);

/* Scenes, worlds and interactions that use the registry keep it, and shared objects that it loaded, until they are
 * destroyed themselves. NULL is allowed. */
RP_API void rp_laws_destroy(rp_laws *laws);

/* Adds a law. RP_INPUT if its table is wrong or its slot has a law of this name. */
RP_API rp_status rp_laws_add(rp_laws *laws, const rp_law *law, rp_error *err);

/* Adds the laws of a shared object. RP_INPUT if it cannot be loaded, exports no laws, or has one that rp_laws_add
 * refuses; then none of its laws is added. */
RP_API rp_status rp_laws_load(rp_laws *laws, const char *path, rp_error *err);

/* What a shared object with laws defines (the library does not): returns the laws, ended by NULL. */
RP_API const rp_law *const *rp_laws_export(void);

/* How many laws there are. */
RP_API int rp_laws_count(const rp_laws *laws);
/* The n-th law, n from 0 to rp_laws_count - 1. */
RP_API const rp_law *rp_laws_get(const rp_laws *laws, int n);
/* The law of this name; NULL: none. */
RP_API const rp_law *rp_laws_find(const rp_laws *laws, rp_slot slot, const char *name);

/* As rp_laws_find, with an error that has the nearest name. */
RP_API rp_status rp_laws_choose(const rp_laws *laws, rp_slot slot, const char *name, const rp_law **law, rp_error *err);

RP_END_DECLARATIONS

#endif
