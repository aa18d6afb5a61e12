/* From YAML text to checked definitions, once, when a scene is read. After that: no strings to interpret, no optional
 * fields, SI.
 *
 * rp_scene_load reads and checks everything that can be known without placing particles: keys, types, units, ranges,
 * names, files that must exist. rp_scene_build makes a world: materials, interactions (laws prepared for every pair of
 * materials that is used), walls, groups, particles. The text with all overrides applied is kept, so that a run can be
 * repeated from its own directory.
 */
#ifndef RP_SCENE_SCENE_H
#define RP_SCENE_SCENE_H

#include "core/world.h"
#include "laws/interaction.h"
#include "observe/observers.h"
#include "repose/status.h"

typedef enum rp_condition_kind {
    RP_UNTIL_TIME,             /* duration of the stage only */
    RP_UNTIL_KINETIC_ENERGY,   /* kinetic + rotational energy (J) below value */
    RP_UNTIL_UNBALANCED_FORCE, /* mean net force on free particles / mean contact force below value */
    RP_UNTIL_WALL_POSITION,    /* wall's displacement along its normal (m) has reached value (either sign) */
    RP_UNTIL_MEASURE,          /* a measure (measure/table.h) is below or above value */
    RP_UNTIL_SETTLED           /* sources have given all, and particles rest: kinetic + rotational energy below value of
                                  the sum of m g r */
} rp_condition_kind;

typedef struct rp_condition {
    rp_condition_kind kind;
    double value;
    int wall;   /* RP_UNTIL_WALL_POSITION */
    int source; /* RP_UNTIL_SETTLED: this one and those behind it */
    int above;  /* RP_UNTIL_MEASURE: 0, below */
    char measure[RP_MEASURE_NAME];
    double after; /* not checked before this much time in the stage, s; default 10 steps' worth: 0 means from the
                     first check */
} rp_condition;

typedef struct rp_wall_change {
    int wall;
    int has_velocity, has_vibration, has_spin, has_load, has_push, has_twist;
    rp_vec velocity;
    rp_vec vibration; /* m */
    double frequency; /* Hz */
    double phase;     /* rad, when the stage begins */
    double spin;
    double load;
    rp_vec push;  /* N */
    double twist; /* N m */
} rp_wall_change;
typedef struct rp_group_change {
    int group;
    rp_group_mode mode;
    rp_vec velocity;
} rp_group_change;

typedef struct rp_flow_change { /* a source or sink is switched on or off */
    int sink, n;
    int active;
} rp_flow_change;
typedef struct rp_friction_change {
    int a, b; /* materials; -1: any */
    double friction;
} rp_friction_change;

typedef struct rp_stage {
    char name[RP_NAME];
    double duration; /* s at most; the stage ends then or by its condition */
    rp_condition condition;
    int has_gravity;
    rp_vec gravity;
    int *remove;
    int remove_count; /* walls taken away when the stage begins; owned */
    rp_wall_change *wall_change;
    int wall_change_count; /* owned */
    rp_group_change *group_change;
    int group_change_count; /* owned */
    rp_flow_change *flow_change;
    int flow_change_count; /* owned */
    rp_friction_change *friction_change;
    int friction_change_count; /* owned */
    rp_cell_control cell;      /* of a domain that strains */
    double step;               /* s; 0: as before */
} rp_stage;

typedef enum rp_slider_kind {
    RP_SLIDER_GRAVITY,
    RP_SLIDER_SPEED, /* of a wall */
    RP_SLIDER_SPIN,  /* of a wall */
    RP_SLIDER_LOAD,  /* of a wall */
    RP_SLIDER_FRICTION
} rp_slider_kind;

typedef struct rp_slider { /* a number that a reader may change while the scene is seen */
    rp_slider_kind kind;
    int wall;
    int a, b;     /* materials of RP_SLIDER_FRICTION; -1: any */
    rp_vec along; /* of gravity and speed: unit vector */
    double least, most;
} rp_slider;

typedef struct rp_output_options {
    rp_observer_choices observers; /* owned */
    double checkpoint_every;       /* simulated s; 0: off */
    double checkpoint_minutes;     /* of wall clock, between checkpoints; does not touch the run; default 10 */
} rp_output_options;

typedef struct rp_scene {
    char title[256];
    char method[RP_NAME];
    char path[1024];              /* as named by the user */
    double step;                  /* s; 0: auto */
    double step_safety;           /* contact time / dt for auto; default 25 */
    double skin;                  /* m; 0: auto */
    int orientation;              /* track orientations; default 1 */
    double max_overlap;           /* policy threshold relative to the smaller radius; default 0.2: the run warns */
    double option[RP_OPTION_MAX]; /* of the method, by its table; NaN: not given */
    unsigned without;             /* bit of a slot: a method that lacks it may leave it out */
    int stage_count;
    rp_stage *stage; /* owned; at least one */
    rp_output_options output;
    rp_slider *slider; /* owned */
    int slider_count;
    char start_from[1024];      /* directory of another run; empty: none */
    char *text;                 /* owned: the scene's YAML with overrides applied, comments dropped */
    struct rp_scene_spec *spec; /* owned: particle, wall, group and interaction definitions, private to the room */
} rp_scene;

typedef struct rp_scene_options {
    const char *const *set; /* "materials.glass.young=1e9" */
    int set_count;
    int no_particles; /* build: leave the particles out (they come from a checkpoint); their files need not exist */
    rp_laws *laws;    /* that the scene may choose from, with those of its own `laws`; NULL: the built-in ones */
} rp_scene_options;

/* Refuses what is wrong with RP_INPUT before anything is written. A build depends on the scene alone: the same bits on
 * every machine. A scene with start_from is built without particles too. Relative file names in a scene start from its
 * own directory; `text` has absolute ones. */
rp_status rp_scene_load(const char *path, const rp_scene_options *options, rp_scene **scene, rp_error *err);
/* The same of a text, as if it stood in the file `name`. */
rp_status rp_scene_load_text(const char *name, const char *text, size_t size, const rp_scene_options *options,
                             rp_scene **scene, rp_error *err);
rp_status rp_scene_build(const rp_scene *scene, const rp_scene_options *options, rp_world **world, rp_error *err);
void rp_scene_destroy(rp_scene *scene);

/* Says in the world's log which keys of the scene have no effect in its method. */
void rp_scene_report_unused(const rp_scene *scene, const rp_world *world);
/* Keys of an interaction that are given and have no effect, each with a space before it. */
void rp_scene_unused_rule(const rp_scene *scene, const rp_world *world, const struct rp_interaction *x,
                          rp_buffer *keys);
/* Keys under `run` that are given and have no effect, each with a reason: "run.skin (there are no lists)". */
void rp_scene_unused_run(const rp_scene *scene, const rp_world *world, rp_buffer *keys);

/* Adds file, line and key to an error of a method that names a key without a place (see locate.c). */
void rp_scene_locate(const rp_scene *scene, rp_error *err);

/* Every two materials that meet in this world have an interaction. A
 * built world is complete; particles that come from another run need the check. */
rp_status rp_scene_check_pairs(const rp_world *world, rp_error *err);

#endif
