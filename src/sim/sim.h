/* A simulation from the inside: what the files of this room share, and what a run builds on.
 *
 *     create.c ── from a definition to a world that is ready for its first step
 *     advance.c ── steps, stages of the protocol, heartbeats
 *     stages.c ── what changes when a stage begins, and when it is over
 *     arrays.c ── views of the particles' arrays
 *     write.c ── writing to arrays, walls, groups and steps between two steps; the hook for collisions
 *     population.c ── particles that come and go between two steps
 *     flow.c ── sources and sinks: when they act
 *     bodies.c ── contacts, walls, groups and materials
 *     sliders.c ── numbers that the scene marks to be changed while it is seen
 *     measure.c ── numbers of the moment, by name
 *     heartbeat.c ── calls between steps
 *     picture.c ── a picture or a frame of the moment
 *     keep.c ── saving and restoring, to files and in memory
 *
 * Functions of repose/sim.h set the simulation's number of threads on entry and put the caller's back on return.
 * Those declared here leave it alone: their caller has set it.
 */
#ifndef RP_SIM_SIM_H
#define RP_SIM_SIM_H

#include "methods/method.h"
#include "repose/sim.h"
#include "scene/scene.h"

/* Where the simulation stands in the scene's protocol: state. */
typedef struct rp_stage_place {
    uint64_t stage;      /* stage_count: all are over */
    uint64_t check_step; /* when the stage began, or when its condition was evaluated last */
    int begun;           /* the stage's changes have been made */
    double start;        /* s: when the stage began */
} rp_stage_place;

/* A heartbeat: every so many steps, or every so many seconds. */
typedef struct rp_heart {
    rp_heartbeat *beat;
    void *context;
    uint64_t steps, from_step; /* steps 0: by time */
    double every, from;        /* s */
    uint64_t beats;            /* so far */
    uint64_t next;             /* the first step in which it may come: once a step at most, however short its time */
} rp_heart;

struct rp_sim {
    rp_scene *scene;         /* owned */
    rp_world *world;         /* owned */
    const rp_method *method; /* NULL until it is known */
    int threads;
    char step_reason[256]; /* why dt is what it is */
    rp_stage_place at;
    rp_population_mark before;    /* particles of sources, which the world has for a while, came after (flow.c) */
    int restored;                 /* the state came from a checkpoint */
    int failed;                   /* a step or a restore failed: the state is of no use */
    int stepping;                 /* within a step or an advance */
    int stopped;                  /* by a heartbeat, or by the hook of collisions */
    rp_collision_hook *collision; /* NULL: none */
    void *collision_context;
    rp_heart *heart; /* owned */
    size_t heart_count, heart_capacity;
    rp_contact_list list; /* owned; the method's view of contacts, and */
    rp_contact *contact;  /* owned; that of programs */
    size_t contact_capacity;
    uint64_t generation; /* beside the number of rebuilds, which stands in the state (arrays.c) */
};

/* Scene, world, method and step. `bare`: without particles, whose state rp_sim_load brings. On failure *sim is NULL. */
rp_status rp_sim_open(const rp_sim_def *def, int bare, rp_sim **sim, rp_error *err);
/* State of an archive into a bare simulation. */
rp_status rp_sim_load(rp_sim *sim, const rp_archive *archive, rp_error *err);
/* State into an archive; the arrays stay the simulation's. */
rp_status rp_sim_put(const rp_sim *sim, rp_archive *archive, rp_error *err);
/* After rp_sim_open, or after rp_sim_load: makes the method ready and starts the energy budget. */
rp_status rp_sim_prepare(rp_sim *sim, rp_error *err);
int rp_sim_threads(const rp_sim_def *def);
rp_status rp_sim_def_check(const rp_sim_def *def, rp_error *err);

/* Makes the changes of the present stage, unless they are made; *fresh: it began now. */
rp_status rp_sim_begin_stage(rp_sim *sim, int *fresh, rp_error *err);
/* Friction of pairs of materials, between two steps. Methods make anew what they keep of laws, as after a change of the
 * population. */
rp_status rp_sim_change_friction(rp_sim *sim, const rp_friction_change *change, int count, int by_program,
                                 rp_error *err);
/* Whole steps until time >= t or until the present stage is over, whatever comes first. */
rp_status rp_sim_leg(rp_sim *sim, double t, rp_error *err);
/* When the next heartbeat is due, s; INFINITY: never. */
double rp_sim_next_beat(const rp_sim *sim);
/* Calls the heartbeats that are due; *stop: one of them wants the advance to end. */
void rp_sim_beat(rp_sim *sim, int *stop);

/* Around a change of the world between two steps. */
typedef struct rp_writing {
    double energy;
    int threads;
} rp_writing;

/* Around writing: checks that it is allowed, brings the method to the present time, informs it
 * of what was written, and counts the energy that came in as work of drives. */
rp_status rp_sim_write_begin(rp_sim *sim, rp_writing *writing, rp_error *err);
rp_status rp_sim_write_end(rp_sim *sim, const rp_writing *writing, int moved, rp_error *err);
/* Kinetic energy of particles and loaded walls, and what contacts store, J. */
rp_status rp_sim_energy(rp_sim *sim, double *energy, rp_error *err);

/* One change of the population, by sources and sinks: particles of these ids go, others come. They have been checked,
 * and those that come touch nothing. Energies are the caller's to count. */
rp_status rp_sim_exchange(rp_sim *sim, const uint32_t *ids, size_t gone, const rp_particle_def *def, size_t come,
                          rp_error *err);

/* Lets the sources and sinks act that are due, between two steps. */
rp_status rp_sim_flow(rp_sim *sim, rp_error *err);
double rp_sim_flow_next(const rp_sim *sim); /* s: when the first of them is due; INFINITY: never */

/* Before the first step: the world has, for a while, some of the particles too that sources will give, one of them at
 * each end of the domain, so that scales of time and speed follow from all. */
rp_status rp_sim_expect(rp_sim *sim, rp_error *err);
void rp_sim_expect_end(rp_sim *sim);

/* Not within a step, and not after a failure. */
rp_status rp_sim_check_usable(const rp_sim *sim, rp_error *err);
rp_status rp_sim_check_number(const char *what, int n, int count, rp_error *err);

double rp_sim_stage_end(const rp_sim *sim); /* s; at most */
/* s: when this step ends, or the step after which the present dt may change, whatever comes first. */
double rp_sim_step_time(const rp_sim *sim, uint64_t step);
int rp_sim_due(const rp_sim *sim, double t); /* time >= t, to within a millionth of a step */

#endif
