/* What moves the world: one constant table per method. */
#ifndef RP_METHODS_METHOD_H
#define RP_METHODS_METHOD_H

#include "base/file.h"
#include "core/field.h"
#include "core/population.h"
#include "core/world.h"
#include "laws/law.h"
#include "methods/step_problem.h"
#include "repose/method.h"

/* A contact as observers get it, computed when they read it. */
typedef struct rp_contact_view {
    uint32_t a;     /* id */
    int64_t b;      /* id of the other particle, or -1 - wall */
    int feature;    /* wall face, or periodic image code */
    rp_vec point;   /* m; near a's (wrapped) position */
    rp_vec normal;  /* from b to a */
    rp_vec branch;  /* x_a - x_b (minimum image), or from the contact point to x_a at a wall, m */
    rp_vec force;   /* on a, N */
    double fn;      /* normal part, N */
    double overlap; /* m */
    double energy;  /* stored, J */
    int sliding;    /* tangential force at its bound */
} rp_contact_view;

typedef struct rp_contact_list {
    rp_contact_view *view;
    size_t count, capacity;
} rp_contact_list; /* view owned: rp_memory_free */

/* The run of contacts that begins at `first`: those of one piece (core/pieces.h). Returns its end. */
size_t rp_contact_list_run(const rp_contact_list *list, const rp_world *world, size_t first);

#define RP_COLUMN_MAX 64

struct rp_compress; /* methods/compress.h */

#define RP_METHOD_STEP_MOST 16 /* times step_least */

typedef struct rp_method {
    const char *name; /* as in `method:` */
    const char *summary;
    /* What it can do; a scene that needs more is refused. */
    int force_laws;    /* 1: contacts follow force laws in every step: each interaction needs a normal law */
    int forces;        /* 1: a program may add forces to particles */
    int accelerations; /* 1: keeps the particles' accelerations */
    int shaped;        /* 1: takes particles that are not round */
    int clumps;        /* 1: takes rigid bodies of several particles */
    int solids;        /* 1: takes polyhedra */
    int cells;         /* 1: periodic domains may strain (core/cell.h) */
    int heated_walls;  /* 1: walls may give a temperature to particles */
    int rolling;       /* 1: has the rolling friction of interactions */
    int adhesion;      /* 1: particles pull at each other; 0: only by the restitution that laws with adhesion imply */
    int lists;         /* 1: finds pairs by lists with a skin */
    int ranks;         /* 1: several processes can share a run (base/ranks.h) */
    const char *ranks_not; /* why they cannot; NULL: they can */
    double start_overlap;  /* of the smaller radius: more at the start is refused, whatever the scene allows; 0: as the
                              scene allows */
    int impulsive;         /* 1: contacts are instants; forces and stresses are sums of impulses between two samples */
    /* Step length by the method's own rule (`step: auto`): shortest time scale / safety; *reason gets one line for the
     * log. */
    rp_status (*step_auto)(const rp_world *world, double safety, double *dt, char *reason, int reason_size,
                           rp_error *err);
    /* `step: auto` follows the motion: the step for the next `steps` steps, a function of the state without dt, between
     * step_least and RP_METHOD_STEP_MOST of it. `stepped` comes after a change of dt. NULL: the step stays as it is. */
    double (*step_follow)(const rp_world *world, double safety, int steps);
    void (*stepped)(rp_world *world);
    /* Makes the method ready: scratch, history width, first forces. Called once before the first advance, also after a
     * restart. */
    rp_status (*prepare)(rp_world *world, rp_error *err);
    /* Whole steps until time >= t_end (or *world->stop). */
    rp_status (*advance)(rp_world *world, double t_end, rp_error *err);
    /* All contacts with their forces now, sorted by slot; read only. */
    rp_status (*contacts)(const rp_world *world, rp_contact_list *list, rp_error *err);
    void (*destroy)(rp_world *world);                         /* frees method_state */
    void (*describe)(const rp_world *world, rp_buffer *text); /* what `check` says of it; dt is set */
    /* Keys of an interaction that are given and have no effect, as a scene names them, each with a space before it. */
    void (*unused)(const rp_world *world, const struct rp_interaction *x, rp_buffer *keys);
    /* Why an option has no effect on this world, for the log; NULL: it has one. */
    const char *(*idle)(const rp_world *world, int option);
    /* What follows may be 0. */
    const rp_param *option; /* keys of `run: {NAME: {...}}`; their values stand in world->option */
    int option_count;
    const rp_fields *totals; /* its running totals, world->method_total: what each of them is */
    rp_status (*changed)(rp_world *world, rp_error *err); /* a stage has changed definitions */
    /* A program writes to the world between two steps. `settle` comes before: what the method keeps for other times is
     * brought to the present. `written` comes after: lists, accelerations and plans are made anew, and what the method
     * cannot have is refused. moved: positions or orientations have changed. */
    rp_status (*settle)(rp_world *world, rp_error *err);
    rp_status (*written)(rp_world *world, int moved, rp_error *err);
    /* Particles come and go between two steps (core/population.h). `admits` says whether the method can have new ones;
     * NULL: all. `populating` comes before the change and leaves the state as it is; NULL: nothing to do. `populated`
     * comes after it: memory by slot, list, accelerations and plans are made anew; contacts of particles that stay keep
     * their histories. The state is then the one that a restart from a checkpoint would go on from. */
    rp_status (*admits)(const rp_world *world, const rp_particle_def *def, size_t count, rp_error *err);
    rp_status (*populating)(rp_world *world, rp_error *err);
    rp_status (*populated)(rp_world *world, rp_error *err);
    /* Forces that the next step's iteration starts from, three numbers a contact of `contacts`; count 0: none. */
    rp_status (*start_forces)(rp_world *world, const double *force, size_t count, rp_error *err);
    /* method_state out and in again, where it holds more than prepare can make; load comes before prepare. */
    rp_status (*save)(const rp_world *world, rp_archive *archive, rp_error *err);
    rp_status (*load)(rp_world *world, const rp_archive *archive, rp_error *err);
    void (*hash)(const rp_world *world, struct rp_hash *hash);
    /* Grows a dense packing (`place: {compressed: ...}`). */
    rp_status (*compress)(struct rp_compress *c, rp_error *err);
    /* The contact problem of the last step, with its solution; arrays belong to the caller, also after a failure. */
    rp_status (*problem)(const rp_world *world, rp_step_problem *problem, rp_error *err);
    const rp_method_column *column; /* of series.csv and summary.json */
    int column_count;
    void (*column_values)(const rp_world *world, double *value);
} rp_method;

/* Whole steps until time >= t_end or *world->stop, timed: how methods that take steps advance. `last` is 1 in the last
 * step, after which observers may read the world. */
typedef rp_status rp_method_step(rp_world *world, int last, rp_error *err);
rp_status rp_method_steps(rp_world *world, double t_end, rp_method_step *one_step, rp_error *err);

/* Overlap that is allowed at the start and of particles that are added, of the smaller radius, where the scene allows
 * this much. */
double rp_method_start_overlap(const rp_method *method, double allowed);
/* 1: the speed at which restitution holds enters the constants of the laws. */
int rp_method_speed_matters(const struct rp_interaction *x);
/* 1: so does the restitution. */
int rp_method_restitution_matters(const struct rp_interaction *x);
/* Restitution and parameters of laws that are given and on which no impact depends. timed: contact times count, too. */
void rp_method_unused_params(const struct rp_interaction *x, int timed, rp_buffer *keys);
/* What hard methods share of `unused`: 1, and the keys that go with it, if restitution is given and no law has to imply
 * it. */
int rp_method_unused_given(const struct rp_interaction *x, rp_buffer *keys);

/* What clumps cannot have: groups of them that are driven, glued or locked. For `prepare` and `changed`. */
rp_status rp_method_check_bodies(const rp_world *world, rp_error *err);
/* 1: two round particles, or one and a wall, may strike by this interaction. Bodies that are not round have no one
 * eps_t: what is left of the slip depends on where they touch. */
int rp_method_round_meet(const rp_world *world, const struct rp_interaction *x);
int rp_method_has_bodies(const rp_world *world); /* 1: there are clumps or polyhedra, or sources bring clumps */
int rp_method_has_clumps(const rp_world *world);

/* The key that an error is about, for rp_scene_locate: `groups.NAME.KEY`, `walls.NAME.KEY`, and of an interaction. */
void rp_method_error_key(rp_error *err, const char *list, const char *name, const char *key);
void rp_method_error_rule(rp_error *err, const rp_world *world, const struct rp_interaction *x, const char *key);

/* Names of the methods that have a capability, given as offsetof(rp_method, ...): "soft or contact-dynamics". */
void rp_method_names(size_t capability, char *text, size_t size);
/* The first method that can grow packings; NULL: none. */
const rp_method *rp_method_compressing(void);

const rp_method *rp_method_find(const char *name); /* NULL: none */
const rp_method *const *rp_method_list(void);      /* ended by NULL */

#endif
