/* A simulation in memory: made from a scene, stepped, read, written and destroyed.
 *
 *     rp_sim_def def = rp_sim_def_default();
 *     rp_sim *sim;
 *     rp_error err;
 *     def.scene = "drum.yaml";
 *     if (rp_sim_create(&def, &sim, &err)) ...            the error says what is wrong, and where
 *     rp_sim_advance(sim, 0.5, &err);                     whole steps until t >= 0.5 s
 *     rp_array x = rp_sim_array(sim, "position");         no copy; by slot, "id" beside it
 *     rp_sim_destroy(sim);
 *
 * Nothing is written to disk and nothing is printed. A simulation keeps its own number of threads and its own hook for
 * messages: several of them live in one process, also at the same time in several threads, each with the bits that it
 * has alone. One simulation belongs to one thread at a time.
 *
 * Units are SI. Angles are in radians. In two dimensions the third component of vectors is 0, and of angular velocities
 * and torques only the third is not. Every rp_error * may be NULL.
 */
#ifndef REPOSE_SIM_H
#define REPOSE_SIM_H

#include <stddef.h>
#include <stdint.h>
#include "repose/array.h"
#include "repose/export.h"
#include "repose/force.h"
#include "repose/law.h"
#include "repose/picture.h"
#include "repose/status.h"

RP_BEGIN_DECLARATIONS

/* ---- life ---- */

typedef struct rp_sim rp_sim;

/* What a simulation is made from. Begin with rp_sim_def_default. */
typedef struct rp_sim_def {
    const char *scene;      /* path of a scene file; or */
    const char *text;       /* a scene as text. With `restore` alone: the scene.yaml beside the checkpoint */
    const char *name;       /* of `text` in messages; relative file names in it start from its directory */
    const char *const *set; /* overrides "key=value" */
    int set_count;
    rp_laws *laws;       /* contact laws that the scene may choose from (repose/law.h); NULL: the built-in ones. They
                            must live as long as the simulation */
    int threads;         /* 0: all cores. Results do not depend on it */
    rp_log_hook *log;    /* every message of this simulation; NULL: none is wanted */
    void *log_context;   /* first argument of `log` */
    const char *restore; /* a checkpoint file, or the directory of a run: go on from its state; NULL: from the start */
    const struct rp_snapshot *snapshot; /* go on from this state, see rp_sim_snapshot; NULL: from the start */
    int cookie;                         /* set by rp_sim_def_default */
} rp_sim_def;

/* A definition without scene, on all cores, without hook. */
RP_API rp_sim_def rp_sim_def_default(void);

/* Makes a simulation, ready for its first step. On failure *sim is NULL and err says why. */
RP_API rp_status rp_sim_create(const rp_sim_def *def, rp_sim **sim, rp_error *err);

/* Frees everything, views included. NULL is allowed. */
RP_API void rp_sim_destroy(rp_sim *sim);

/* ---- time ---- */

/* n whole steps, or fewer if the protocol of the scene ends before. Stages of the scene begin and end as in a run. */
RP_API rp_status rp_sim_step(rp_sim *sim, uint64_t n, rp_error *err);

/* Whole steps until time >= t (to within a millionth of a step), or until the protocol ends. */
RP_API rp_status rp_sim_advance(rp_sim *sim, double t, rp_error *err);

/* Simulated time, s. */
RP_API double rp_sim_time(const rp_sim *sim);
/* Steps done since the start. */
RP_API uint64_t rp_sim_steps(const rp_sim *sim);
/* Length of a step, s; for event-driven dynamics the grid of output times. */
RP_API double rp_sim_dt(const rp_sim *sim);
/* Another length of the steps from now on, s. A stage of the scene that gives its own step sets it again. */
RP_API rp_status rp_sim_set_dt(rp_sim *sim, double dt, rp_error *err);
/* Number of particles. */
RP_API size_t rp_sim_count(const rp_sim *sim);
/* 2 or 3. */
RP_API int rp_sim_dimension(const rp_sim *sim);
/* 1: the last stage of the scene is over, and no step is left to do. */
RP_API int rp_sim_finished(const rp_sim *sim);
/* Name of the present stage; of the last one if all are over. */
RP_API const char *rp_sim_stage(const rp_sim *sim);
/* Name of the method that moves the particles. */
RP_API const char *rp_sim_method(const rp_sim *sim);
/* Title of the scene. */
RP_API const char *rp_sim_title(const rp_sim *sim);

/* ---- measures ---- */

/* A number of the moment, by its name in series.csv: "kinetic", "pressure", "lid.fy". Refused, where contacts are
 * instants: forces on walls and stresses, which are means over time. */
RP_API rp_status rp_sim_measure(rp_sim *sim, const char *name, double *value, rp_error *err);

/* Several of them, of one moment, into values[0] to values[count - 1]: contacts are found once for all. NaN for those
 * that rp_sim_measure refuses. */
RP_API rp_status rp_sim_measures(rp_sim *sim, const char *const *names, int count, double *values, rp_error *err);

/* What a measure is. */
typedef struct rp_measure_info {
    char name[192]; /* as in series.csv */
    const char *unit;
    const char *meaning; /* one line */
} rp_measure_info;

/* The n-th measure of this simulation, in the order of series.csv; 0 beyond the last. */
RP_API int rp_sim_measure_info(const rp_sim *sim, int n, rp_measure_info *info);

/* ---- arrays ---- */

/* The array of this name, one row a particle, by slot. A slot is a place in the arrays: particles change places while
 * the simulation goes on, and "id" says which particle stands where. If there is no such array, data is NULL and rows
 * is 0. A view holds until the simulation's generation changes. */
RP_API rp_array rp_sim_array(const rp_sim *sim, const char *name);

/* The same, with an error that says which name was nearest, or why this simulation does not keep that array. */
RP_API rp_status rp_sim_array_get(const rp_sim *sim, const char *name, rp_array *array, rp_error *err);

/* The n-th name of an array, n = 0, 1, ...; NULL beyond the last. A simulation need not keep all of them. */
RP_API const char *rp_sim_array_name(int n);

/* The slot of the particle with this id; SIZE_MAX: there is none. */
RP_API size_t rp_sim_slot(const rp_sim *sim, uint32_t id);

/* A number that changes when views go stale: after particles have been sorted anew, added or
 * removed, or the state was restored. */
RP_API uint64_t rp_sim_generation(const rp_sim *sim);

/* Writes one of the arrays position, velocity, angular_velocity (rad/s), spin (radius times angular velocity, m/s) or
 * orientation: row k of values, 3 doubles (orientation: 4), goes to the particle ids[k]. Without ids (NULL), row k goes
 * to slot k, and count is the number of particles. All values are checked before any is written: they must be finite,
 * positions in the domain, particles not fixed or driven if their motion is written. The energy that comes in counts as
 * work of drives, so that the budget closes. */
RP_API rp_status rp_sim_set(rp_sim *sim, const char *name, const uint32_t *ids, size_t count, const double *values,
                            rp_error *err);

/* ---- particles that come and go ---- */

/* A particle to be added. */
typedef struct rp_sim_particle {
    const char *material;       /* its name */
    const char *group;          /* its name; NULL: "free", moved by forces alone */
    const char *shape;          /* "disc" (2D) or "sphere"; NULL: a disc in two dimensions, a sphere in three */
    double radius;              /* m */
    double mass;                /* kg; NaN: by the density of the material */
    double position[3];         /* m; wrapped into the domain where that is periodic */
    double velocity[3];         /* m/s; of a group that is not free: that of the group instead */
    double angular_velocity[3]; /* rad/s; the same */
    int cookie;                 /* set by rp_sim_particle_default */
} rp_sim_particle;

/* At rest at the origin, with the mass that its density gives; material and radius are to be set. */
RP_API rp_sim_particle rp_sim_particle_default(void);

/* Adds particles between two steps; ids (may be NULL) gets their ids, which were never used before. All are checked
 * before any is added. RP_INPUT, and nothing has changed: a number that is not finite, an unknown material or group, a
 * place outside of the domain, materials that could meet without an interaction, an overlap by more than
 * run.max_overlap of the smaller radius, polygons in the simulation, or what the method cannot have. The energy that
 * comes in is the measure added_energy, so that the budget closes. The step length stays: a particle that is much
 * lighter or faster than those of the scene may need a shorter one. Views of arrays go stale. */
RP_API rp_status rp_sim_add(rp_sim *sim, const rp_sim_particle *particles, size_t count, uint32_t *ids, rp_error *err);

/* Removes particles between two steps, and with them their contacts; those of the others stay as they are. RP_INPUT,
 * and nothing has changed: an id that is not there, or is given twice. The energy of their motion and of their contacts
 * is the measure removed_energy. Views of arrays go stale. */
RP_API rp_status rp_sim_remove(rp_sim *sim, const uint32_t *ids, size_t count, rp_error *err);

/* ---- contacts ---- */

/* A contact of two particles, or of a particle and a wall. */
typedef struct rp_contact {
    uint32_t a;          /* id */
    int64_t b;           /* id; -1: it is a wall */
    int wall;            /* number of the wall; -1: it is a particle */
    double point[3];     /* m */
    double normal[3];    /* unit vector from b, or the wall, to a */
    double branch[3];    /* from b's centre, or from the contact point at a wall, to a's centre, m */
    double force[3];     /* on a, N */
    double normal_force; /* N */
    double overlap;      /* m */
    double energy;       /* stored, J */
    int sliding;         /* 1: the tangential force is at its bound */
} rp_contact;

/* All contacts of the moment. The list belongs to the simulation and holds until the next call of this function, or the
 * next step. In event-driven dynamics there are none: collisions take no time. */
RP_API rp_status rp_sim_contacts(rp_sim *sim, const rp_contact **contacts, size_t *count, rp_error *err);

/* Where contact dynamics starts its next step from: row k of force, 3 doubles, N, acts on particle a of the k-th
 * contact of rp_sim_contacts. The solver starts from the forces of the step before unless they are set here. count 0:
 * all contacts start without force; otherwise count is the number of contacts. Other methods do not iterate and refuse
 * it. */
RP_API rp_status rp_sim_set_start_forces(rp_sim *sim, const double *force, size_t count, rp_error *err);

/* A collision in event-driven dynamics, where contacts are instants. */
typedef struct rp_collision_info {
    double time;                           /* s */
    uint32_t a;                            /* id */
    int64_t b;                             /* id; -1: it is a wall */
    int wall;                              /* number of the wall; -1: it is a particle */
    double impulse[3];                     /* on a, N s */
    double normal_speed, tangential_speed; /* of the surfaces before the collision, m/s */
} rp_collision_info;

/* Called at every collision. It must not touch the simulation. Returns 0, or 1 to end the step or advance that it is
 * called from; some thousand further collisions may happen until then. */
typedef int rp_collision_hook(void *context, const rp_collision_info *collision);

/* Calls hook at every collision from now on, instead of the one before; NULL: none. Methods whose contacts last refuse
 * it. */
RP_API rp_status rp_sim_on_collision(rp_sim *sim, rp_collision_hook *hook, void *context, rp_error *err);

/* ---- walls ---- */

/* A wall as it stands. */
typedef struct rp_wall_info {
    const char *name;
    const char *material;
    int active;         /* 0: it has been removed */
    int loaded;         /* 1: moves by a load and the particles' forces; 0: moves as prescribed */
    double position[3]; /* of its point of reference, m */
    double velocity[3]; /* m/s */
    double angle;       /* rad */
    double spin;        /* rad/s */
    double load;        /* N, or Pa if the scene gives a pressure */
    double force[3];    /* of the particles on it, N */
    double torque[3];   /* about its axis point, or its point of reference, N m */
    double impulse[3];  /* integral of force so far, N s */
    double work;        /* done by its motion on the particles so far, J */
} rp_wall_info;

/* Number of walls. */
RP_API int rp_sim_wall_count(const rp_sim *sim);
/* Number of the wall of this name, 0, 1, ...; -1: there is none. */
RP_API int rp_sim_wall_find(const rp_sim *sim, const char *name);
/* A wall by its number. */
RP_API rp_status rp_sim_wall_get(const rp_sim *sim, int wall, rp_wall_info *info, rp_error *err);
/* The velocity of a wall, m/s. Without load it is constant from now on, and what the scene adds to it as a table or a
 * vibration stays; a load changes it from here in every step. */
RP_API rp_status rp_sim_wall_set_velocity(rp_sim *sim, int wall, const double velocity[3], rp_error *err);
/* A constant angular velocity about the wall's axis, rad/s, from now on. */
RP_API rp_status rp_sim_wall_set_spin(rp_sim *sim, int wall, double spin, rp_error *err);
/* Another load for a wall that has one: N, or Pa if the scene gives a pressure. */
RP_API rp_status rp_sim_wall_set_load(rp_sim *sim, int wall, double load, rp_error *err);

/* ---- groups and materials ---- */

/* What moves the particles of a group: forces, nothing, a given velocity, or a wall that they are glued to. */
typedef enum rp_motion { RP_MOTION_FREE, RP_MOTION_FIXED, RP_MOTION_DRIVEN, RP_MOTION_GLUED } rp_motion;

/* A group of particles. */
typedef struct rp_group_info {
    const char *name;
    rp_motion motion;
    size_t count;       /* particles */
    double velocity[3]; /* of a driven group, m/s */
    double force[3];    /* added to each particle, N */
    double torque[3];   /* added to each particle, N m */
    double reaction[3]; /* sum of the contact forces on its particles, if it is not free, N */
    double work;        /* done on its particles by the drive so far, J */
} rp_group_info;

/* Number of groups; group 0 is "free". */
RP_API int rp_sim_group_count(const rp_sim *sim);
/* Number of the group of this name; -1: there is none. */
RP_API int rp_sim_group_find(const rp_sim *sim, const char *name);
/* A group by its number. */
RP_API rp_status rp_sim_group_get(const rp_sim *sim, int group, rp_group_info *info, rp_error *err);
/* A constant force, N, and torque, N m, on each particle of a free group from now on. Checkpoints do not keep them: set
 * them again after a restore. */
RP_API rp_status rp_sim_group_set_force(rp_sim *sim, int group, const double force[3], rp_error *err);
RP_API rp_status rp_sim_group_set_torque(rp_sim *sim, int group, const double torque[3], rp_error *err);
/* Another constant velocity, m/s, for a driven group. */
RP_API rp_status rp_sim_group_set_velocity(rp_sim *sim, int group, const double velocity[3], rp_error *err);

/* A material; what the scene does not give is NaN. */
typedef struct rp_material_info {
    const char *name;
    double density; /* kg/m^3 */
    double young;   /* Pa */
    double poisson; /* 1 */
} rp_material_info;

/* Number of materials. */
RP_API int rp_sim_material_count(const rp_sim *sim);
/* Number of the material of this name; -1: there is none. */
RP_API int rp_sim_material_find(const rp_sim *sim, const char *name);
/* A material by its number. */
RP_API rp_status rp_sim_material_get(const rp_sim *sim, int material, rp_material_info *info, rp_error *err);

/* Sliding friction of two materials, by their numbers. */
RP_API rp_status rp_sim_friction(const rp_sim *sim, int a, int b, double *friction, rp_error *err);
/* Another one from now on, at rest and sliding, whatever the scene says of speeds; -1 is any material. It is part of
 * the state, and a stage that gives friction sets it again. RP_INPUT: materials that do not meet, or whose contacts
 * have no tangential law. */
RP_API rp_status rp_sim_set_friction(rp_sim *sim, int a, int b, double friction, rp_error *err);

/* ---- gravity ---- */

/* Gravity of the moment without what the scene adds as a table, m/s^2. */
RP_API void rp_sim_gravity(const rp_sim *sim, double gravity[3]);
/* Another one from now on. It is part of the state, and a stage that gives gravity sets it again. */
RP_API rp_status rp_sim_set_gravity(rp_sim *sim, const double gravity[3], rp_error *err);

/* ---- sliders ---- */

/* A number that the scene marks to be changed while it is seen (view: {sliders: ...} in docs/scene.md). */
typedef struct rp_slider_info {
    char name[160];   /* "gravity", "speed of plate", "friction of glass and steel" */
    const char *unit; /* "m/s^2" */
    double least, most;
    double value; /* now */
} rp_slider_info;

/* Number of sliders of the scene. */
RP_API int rp_sim_slider_count(const rp_sim *sim);
/* A slider by its number. */
RP_API rp_status rp_sim_slider_get(const rp_sim *sim, int slider, rp_slider_info *info, rp_error *err);
/* Sets its number, by the functions above. RP_INPUT: beyond its range, or what they refuse. */
RP_API rp_status rp_sim_slider_set(rp_sim *sim, int slider, double value, rp_error *err);

/* ---- forces ---- */

/* From now on add(context, chunk) gives additional forces and torques on particles. Their work counts as work of
 * drives. Several may be added; none is saved. Event-driven dynamics refuses them: its particles fly freely between
 * collisions, in orbits that it must know in advance. */
RP_API rp_status rp_sim_force_add(rp_sim *sim, rp_force *add, void *context, rp_error *err);

/* ---- heartbeats ---- */

/* Called between two steps. It may read and write the simulation, but not step it. Returns 0, or 1 to end the step or
 * advance that it is called from. */
typedef int rp_heartbeat(void *context, rp_sim *sim);

/* Calls beat after every n steps from now on. Heartbeats change no step and no bit. */
RP_API rp_status rp_sim_every_steps(rp_sim *sim, uint64_t n, rp_heartbeat *beat, void *context, rp_error *err);
/* Calls beat after the first step at or after every multiple of t seconds from now on. */
RP_API rp_status rp_sim_every(rp_sim *sim, double t, rp_heartbeat *beat, void *context, rp_error *err);
/* 1: the last step or advance was ended by a heartbeat. */
RP_API int rp_sim_stopped(const rp_sim *sim);

/* ---- pictures ---- */

/* Draws the present state to path (.png or .svg), with the options of repose/picture.h or NULL for the usual ones. */
RP_API rp_status rp_sim_picture(rp_sim *sim, const char *path, const rp_picture_options *options, rp_error *err);

/* Writes the present state to DIRECTORY/frames for ParaView, as the first frame of a run would be: rp_picture_frame and
 * rp_picture_frames draw it. The directory is made if it does not exist. */
RP_API rp_status rp_sim_frame(rp_sim *sim, const char *directory, rp_error *err);

/* ---- state ---- */

/* The hash of the state, 32 hexadecimal digits and a 0: equal for equal states on any number of threads. */
RP_API rp_status rp_sim_hash(const rp_sim *sim, char text[33], rp_error *err);

/* Writes a checkpoint: the whole state, from which a simulation of the same scene goes on to the same bits. */
RP_API rp_status rp_sim_save(const rp_sim *sim, const char *path, rp_error *err);

/* The state of a checkpoint file, or of the last checkpoint in a run's directory, becomes the state of this simulation.
 * It must have been made from the same scene. The step is part of the state: `run.step` has no effect. If it fails
 * after the file was read, the simulation cannot go on. */
RP_API rp_status rp_sim_restore(rp_sim *sim, const char *path, rp_error *err);

/* A state that is kept in memory: what a checkpoint file has. It belongs to the program, and lives on when the
 * simulation is destroyed. */
typedef struct rp_snapshot rp_snapshot;

/* Copies the whole state. Destroy it with rp_snapshot_destroy. On failure *snapshot is NULL. */
RP_API rp_status rp_sim_snapshot(const rp_sim *sim, rp_snapshot **snapshot, rp_error *err);

/* As rp_sim_restore, from memory. A simulation with other options of its method starts from a snapshot by
 * rp_sim_def.snapshot. */
RP_API rp_status rp_sim_rewind(rp_sim *sim, const rp_snapshot *snapshot, rp_error *err);

/* Frees it. NULL is allowed. */
RP_API void rp_snapshot_destroy(rp_snapshot *snapshot);

RP_END_DECLARATIONS

#endif
