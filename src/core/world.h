/* The world: the only state of a run.
 *
 *   definitions (from the scene, not saved)      state (saved, restored, hashed)
 *   ---------------------------------------      --------------------------------------------------
 *   dimension, domain, materials, interactions   time, step, particles, contacts with history,
 *   gravity, walls' and groups' definitions      walls' and groups' motion, running totals
 *
 * A method that needs more state keeps it in `method_state` and saves it through its own table.
 * Observers read a const rp_world and write nothing back.
 */
#ifndef RP_CORE_WORLD_H
#define RP_CORE_WORLD_H

#include <stddef.h>
#include <stdint.h>
#include "base/log.h"
#include "base/memory.h"
#include "base/timer.h"
#include "base/vec.h"
#include "core/archive.h"
#include "core/bodies.h"
#include "core/boundary.h"
#include "core/cell.h"
#include "core/contacts.h"
#include "core/flow.h"
#include "core/forces.h"
#include "core/particles.h"
#include "core/shapes.h"
#include "core/share.h"
#include "repose/law.h"
#include "repose/status.h"

#define RP_OPTION_MAX 16
#define RP_EDITION 2 /* 0, 1: before 0.2, see rp_cd_options_of and rp_soft_scheme_overlap */
#define RP_METHOD_TOTALS 8

struct rp_hash;        /* base/hash.h */
struct rp_interaction; /* laws/interaction.h */

typedef struct rp_totals { /* running sums since the start, J */
    double start_energy;   /* kinetic + rotational + stored + walls' kinetic when the clock started */
    double gravity;        /* work of gravity */
    double walls;          /* work of prescribed wall motion on the particles */
    double loads;          /* work of loads on their walls */
    double drives;         /* work of driven groups and of external forces and torques */
    double normal;         /* dissipated by normal forces */
    double tangential;     /* dissipated by tangential forces */
    double rolling;        /* dissipated by rolling resistance */
    double scheme;         /* lost by a time-stepping itself */
    double cell;           /* work of a domain that strains */
} rp_totals;

/* A collision, in methods in which they are instants. */
typedef struct rp_collision {
    double time;                           /* s */
    uint32_t a;                            /* id */
    int64_t b;                             /* id of the other particle, or -1 - wall */
    rp_vec x;                              /* of a, m */
    rp_vec branch;                         /* as in a contact's view, m */
    rp_vec impulse;                        /* on a, N s */
    double normal_speed, tangential_speed; /* of the surfaces before, m/s */
} rp_collision;

/* The observers of every collision. */
typedef struct rp_listener {
    void *context;
    void (*collision)(void *context, const rp_collision *c);
} rp_listener;

typedef struct rp_world {
    /* definitions */
    int dimension;    /* 2 or 3 */
    double thickness; /* 2D: length of the discs along z, m */
    uint64_t seed;
    rp_domain domain;
    rp_cell cell;           /* of a domain that strains; in part state */
    rp_vec gravity;         /* m/s^2 */
    rp_table gravity_table; /* added to it; owned */
    int material_count;
    rp_material *material; /* owned */
    int interaction_count;
    struct rp_interaction *interaction; /* owned */
    rp_laws *laws;                      /* of the interactions; retained; NULL: the built-in ones */
    uint16_t *interaction_of;           /* owned, material_count^2: see rp_world_interaction_index */
    int wall_count;
    rp_wall *wall; /* owned; name, shape ... are definitions, the rest state */
    int group_count;
    rp_group *group; /* owned; group 0 is "free" */
    int source_count, sink_count;
    rp_source *source;                           /* owned */
    rp_sink *sink;                               /* owned */
    double option[RP_OPTION_MAX];                /* of the method, by its table; NaN: not given */
    const struct rp_fields *method_total_fields; /* names of method_total; NULL: the method has none */
    /* state */
    int edition; /* of the rules that hold where a scene names none: a run keeps those that it began with */
    double time; /* s; = time_base + (step - step_base) dt */
    double time_base;
    double dt;         /* s */
    double step_least; /* s: of `step: auto` where the step follows the motion; 0: dt stays as it is */
    uint64_t step, step_base;
    rp_particles particles;
    rp_shapes shapes; /* definitions of particles that are not round */
    rp_bodies bodies; /* of several particles */
    rp_contacts contacts;
    rp_totals totals;
    rp_exchange exchange;
    double sink_next; /* s: when sinks take particles next */
    rp_totals power;  /* W at the last evaluation: totals of work and loss are its integral by the trapezoid */
    double method_total[RP_METHOD_TOTALS]; /* running totals of the method, by method_total_fields */
    int primed;                            /* 1: accelerations belong to the current positions */
    void *method_state;                    /* owned by the method */
    /* not state */
    rp_logger log;    /* messages of this simulation */
    rp_forces forces; /* that a program adds */
    rp_timers timers;
    rp_ranks *ranks; /* of the run; not owned; NULL: this process works alone */
    rp_share share;  /* of this one */
    const volatile int
        *stop; /* when *stop becomes non-zero, advance returns after the next step at the latest; may be NULL */
    rp_listener listener; /* collision NULL: none; it must not change the world */
    rp_arena scratch;
} rp_world;

rp_status rp_world_create(rp_world **world, rp_error *err); /* empty, 3D, unbounded, one group "free" */
void rp_world_destroy(rp_world *world);                     /* NULL is allowed; interactions must be plain memory */

/* 1: an advance is to end after the next step. Ranks know it of each other. */
static inline int rp_world_stop(const rp_world *world)
{
    return world->ranks ? world->share.stop : world->stop && *world->stop;
}

rp_vec rp_world_gravity(const rp_world *world, double time);
int rp_world_wall_find(const rp_world *world, const char *name);  /* -1: none */
int rp_world_group_find(const rp_world *world, const char *name); /* -1: none */
int rp_world_material_find(const rp_world *world, const char *name);

#define RP_NO_INTERACTION UINT16_MAX
/* Index of the interaction of two materials; -1: there is none. */
static inline int rp_world_interaction_index(const rp_world *world, int a, int b)
{
    uint16_t n = world->interaction_of[a * world->material_count + b];
    return n == RP_NO_INTERACTION ? -1 : n;
}

/* Area that a pressure on plane wall w acts on: the product of the extents across it, each the distance between facing
 * active planes if there are two, else the domain's extent; in 2D length x thickness. NaN if unbounded. */
double rp_world_wall_area(const rp_world *world, int wall);

/* Distance between two active planes that face each other along an axis, m; NaN if there are none. */
double rp_world_facing_walls(const rp_world *world, int axis);
/* How fast things may get: the fastest particle or wall now, plus the fall through the extent of the particles, m/s. */
double rp_world_speed_scale(const rp_world *world);

/* Area in two dimensions, m^2, or volume, m^3, of the particle in this slot; of a sphere in the plane its section. */
double rp_world_particle_volume(const rp_world *world, size_t slot);
/* The definition of a particle that is not round, and its length over that of the definition. */
static inline rp_shape_def rp_world_shape(const rp_world *w, size_t i, double *size)
{
    const uint32_t number = w->particles.shape[i];
    *size = 1;
    if (number != RP_SHAPE_OF_BODY) return rp_shapes_def(&w->shapes, number);
    const rp_rigid *body = &w->bodies.body[w->particles.member[i].body - 1];
    *size = body->size;
    return rp_shapes_def(&w->bodies.shapes, body->shape);
}

/* New step length from here on; time stays continuous. */
void rp_world_step_set(rp_world *world, double dt);

/* Saving and restoring everything in the right column above. Reading needs a world with the same materials, walls and
 * groups, in any order: they are found by name. */
rp_status rp_world_save(const rp_world *world, rp_archive *archive, rp_error *err);
rp_status rp_world_load(rp_world *world, const rp_archive *archive, rp_error *err);
/* The same where walls and groups may differ: what has no counterpart of its name stays as it is, particles of groups
 * that are not known are free, contacts with walls that are not known are left out. */
rp_status rp_world_load_known(rp_world *world, const rp_archive *archive, rp_error *err);

/* The 128-bit hash of this state, as 32 hexadecimal digits: independent of slots, threads and outputs. */
rp_status rp_world_hash(const rp_world *world, char text[33], rp_error *err);
rp_status rp_world_hash_add(const rp_world *world, struct rp_hash *hash,
                            rp_error *err); /* the same, for those who add more */

#endif
