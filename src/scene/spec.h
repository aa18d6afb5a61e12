/* What a scene says, checked: private to the room. The tree is kept, so that errors found while building still say
 * where.
 *
 * Group numbers are those of the world: 0 is "free", then one for each entry of `particles`, then one for each entry of
 * `groups`. Names are resolved to numbers on reading.
 */
#ifndef RP_SCENE_SPEC_H
#define RP_SCENE_SPEC_H

#include "core/zone.h"
#include "input/read.h"
#include "methods/method.h"
#include "scene/scene.h"

#define RP_SPEC_ITEMS_MAX 1000    /* entries of a list of walls, particles, groups, interactions, stages */
#define RP_SPEC_MATERIALS_MAX 250 /* pairs of them must fit 16 bits */
#define RP_SPEC_PARTICLES_MAX (RP_SLOT_MASK - 1u)

typedef struct rp_rule_spec { /* an entry of `interactions` */
    const rp_node *node;
    rp_interaction x; /* a, b: materials, -1: any; laws not prepared */
} rp_rule_spec;

typedef enum rp_radius_kind {
    RP_RADIUS_CONSTANT,
    RP_RADIUS_UNIFORM,
    RP_RADIUS_NORMAL,
    RP_RADIUS_LOGNORMAL,
    RP_RADIUS_SIEVE,
    RP_RADIUS_LIST,
    RP_RADIUS_FILE,
    RP_RADIUS_PLACE
} rp_radius_kind;

typedef struct rp_radius_spec {
    rp_radius_kind kind; /* RP_RADIUS_PLACE: a column of the file of places */
    double a, b;         /* the constant; the range; mean and deviation; median and sigma */
    double lower, upper; /* what is drawn beyond is drawn again, m */
    int by_mass;         /* the distribution is that of mass, not of numbers */
    double power;        /* mass grows with this power of the radius */
    double *value;       /* list; sieve: opening (m) and the share by mass that passes, in pairs; owned */
    int value_count;
    char file[1024];
} rp_radius_spec;

typedef enum rp_form_kind { RP_FORM_NONE, RP_FORM_GIVEN, RP_FORM_RECIPE } rp_form_kind;

typedef struct rp_form_spec { /* where corners come from; see shape.c */
    rp_form_kind kind;        /* none: round, or cells of a tiling */
    rp_shape_corners given;   /* centred, m */
    double radius;            /* given: bounding radius, m */
    double volume, moment[3]; /* given, of a body: as in rp_shapes_item */
    int least, most;          /* recipe: sides, or corners in space */
    double angularity;
} rp_form_spec;

typedef enum rp_place_kind {
    RP_PLACE_RANDOM,
    RP_PLACE_LATTICE,
    RP_PLACE_LIST,
    RP_PLACE_FILE,
    RP_PLACE_COMPRESSED,
    RP_PLACE_VORONOI,
    RP_PLACE_POURED /* a source gives them, and a stage waits until they rest */
} rp_place_kind;
typedef enum rp_lattice_kind {
    RP_LATTICE_SQUARE,
    RP_LATTICE_TRIANGULAR,
    RP_LATTICE_CUBIC,
    RP_LATTICE_FCC,
    RP_LATTICE_BCC,
    RP_LATTICE_HEXAGONAL,
    RP_LATTICE_COUNT
} rp_lattice_kind;

typedef struct rp_place_spec {
    const rp_node *node;
    rp_place_kind kind;
    rp_vec lower, upper; /* particles lie inside as a whole, m */
    uint64_t attempts;   /* random: for one particle */
    double rate;         /* compressed: growth over speed */
    double at_most;      /* poured: the stage ends then, s */
    rp_lattice_kind lattice;
    double spacing; /* of nearest sites, m; NaN: the largest diameter; tiling: gap over size */
    double jitter;  /* 0..1 of the free gap; tiling: of a mesh */
    rp_vec *value;  /* list, m; owned */
    int value_count;
    char file[1024];
    rp_vec cut_lower, cut_upper; /* file: centres of what is taken lie between, m */
    rp_vec copies, period; /* file: so many copies along each axis (whole numbers), so far apart, m; tiling: copies are
                              its cells */
} rp_place_spec;

typedef struct rp_entry_spec { /* an entry of `particles` */
    const rp_node *node;
    const rp_shape *shape;
    uint64_t count; /* 0: as many as placed */
    int material;   /* -1: a column of the file of places */
    double mass;    /* kg; NaN: by density, or a column */
    rp_radius_spec radius;
    rp_form_spec form;
    double angle;  /* of shapes that are not round, rad */
    rp_vec turned; /* the same in space: about this direction, by its length, rad */
    int angle_random;
    rp_place_spec place;
    rp_vec velocity, omega; /* m/s, rad/s */
    double thermal;         /* root mean square speed, m/s; 0: none */
} rp_entry_spec;

typedef struct rp_select_spec { /* which particles an entry of `groups` takes */
    const rp_node *node;
    int from;            /* group, -1: any */
    rp_vec lower, upper; /* of centres; infinite where not given */
} rp_select_spec;

typedef struct rp_kind_spec { /* what a source gives: an entry without a place */
    rp_entry_spec entry;
    double share; /* of all kinds of the source; they sum up to 1 */
    int group;    /* of the world */
    int own;      /* 1: the group and the radii are its own, 0: those of an entry of `particles` */
} rp_kind_spec;

typedef enum rp_amount_kind { RP_AMOUNT_NONE, RP_AMOUNT_COUNT, RP_AMOUNT_MASS, RP_AMOUNT_SOLID } rp_amount_kind;

typedef struct rp_source_spec { /* an entry of `sources` */
    const rp_node *node;
    rp_zone zone;
    rp_kind_spec *kind; /* owned */
    int kind_count;
    int by_mass; /* shares are of mass */
    rp_amount_kind amount_kind, rate_kind;
    double amount, rate;    /* particles, kg or 1; particles or kg a second */
    rp_vec velocity, omega; /* m/s, rad/s */
    double spread;          /* m/s: normal deviation of each component */
    double start, end;      /* s */
    double every;           /* s: between two batches; 0: when the zone has emptied */
    int catch_up;           /* 1: what finds no room comes later */
    uint64_t attempts;      /* at a place for one particle */
} rp_source_spec;

typedef struct rp_sink_spec { /* an entry of `sinks` */
    rp_zone zone;
    double every; /* s; 0: by the speed of the particles */
    int pass;     /* 1: it counts what goes through, and takes nothing */
} rp_sink_spec;

typedef struct rp_scene_spec {
    rp_yaml yaml;
    int dimension;
    double thickness;
    uint64_t seed;
    rp_domain domain;
    rp_cell cell;
    rp_vec gravity;
    rp_table gravity_table; /* owned, as the tables in walls and groups */
    int material_count;
    rp_material *material;
    rp_laws *laws; /* that rules choose from; retained; NULL: the built-in ones */
    int rule_count;
    rp_rule_spec *rule;
    int entry_count;
    rp_entry_spec *entry;
    int group_count;
    rp_group *group; /* without "free": group[g - 1] is the world's g */
    int select_count;
    rp_select_spec *select; /* of group[entry_count + s] */
    int wall_count;
    rp_wall *wall;
    const rp_node **wall_node;
    int source_count, sink_count;
    rp_source_spec *source_spec;
    rp_sink_spec *sink_spec;
    rp_source *source; /* as they are at the start */
    rp_sink *sink;
    int poured;  /* the last of the sources: those of entries that are poured */
    int started; /* particles may come from another run */
} rp_scene_spec;

/* Readers of parts; each needs what stands before it here. */
void rp_materials_read(rp_read *r, const rp_node *root, rp_scene_spec *spec);
void rp_walls_read(rp_read *r, const rp_node *root, rp_scene_spec *spec);
void rp_entries_read(rp_read *r, const rp_node *root, rp_scene_spec *spec, int optional);
void rp_entries_read_groups(rp_read *r, const rp_node *root, rp_scene_spec *spec);
/* A kind of particles without a place: of a source. keys: which it may have. */
void rp_entries_read_kind(rp_read *r, const rp_node *node, const rp_scene_spec *spec, const char *preset,
                          rp_entry_spec *entry, rp_group *group);
int rp_sources_count_kinds(const rp_node *root); /* at most */
void rp_sources_read(rp_read *r, const rp_node *root, rp_scene_spec *spec);
void rp_sources_read_sinks(rp_read *r, const rp_node *root, rp_scene_spec *spec);
void rp_sources_free(rp_scene_spec *spec);
int rp_sources_read_name(rp_read *r, const rp_node *node, const rp_scene_spec *spec, int sink);
void rp_rules_read_laws(rp_read *r, const rp_node *root, rp_scene_spec *spec, rp_laws *given);
void rp_rules_read(rp_read *r, const rp_node *root, rp_scene_spec *spec, int force_laws);
void rp_stages_read(rp_read *r, const rp_node *root, const rp_scene_spec *spec, rp_scene *scene);
void rp_sliders_read(rp_read *r, const rp_node *root, const rp_scene_spec *spec, rp_scene *scene);
void rp_outputs_read(rp_read *r, const rp_node *root, const rp_scene_spec *spec, rp_scene *scene);

/* Two materials or `any` (-1). */
/* strain.c: stress and rate of a domain that strains; 1: some are given */
int rp_strain_read(rp_read *r, const rp_node *map, rp_cell_control *control);
void rp_strain_read_domain(rp_read *r, const rp_node *node, const rp_method *method, rp_scene_spec *spec);
void rp_strain_read_stage(rp_read *r, const rp_node *stage, const rp_scene_spec *spec, rp_cell_control *control);
void rp_stages_read_between(rp_read *r, const rp_node *between, const rp_scene_spec *spec, int *a, int *b);
/* Materials without a tangential law have no friction by any number. */
void rp_stages_check_friction(rp_read *r, const rp_node *node, const rp_scene_spec *spec, const rp_friction_change *c);

/* Groups that are constrained at some time of the run report the force on them. */
void rp_scene_build_mark_reported(const rp_scene *scene, rp_group *group, int count);

/* Slots of an interaction that the method lacks: bits 1 << rp_slot. */
unsigned rp_unused_slots(const rp_method *method, const rp_interaction *x);

/* A parameter of a law or method by its table; NaN: not given. */
double rp_rules_read_param(rp_read *r, const rp_node *map, const rp_param *p);

/* The rule for a pair of materials; -1: none. An ambiguous pair is an error. */
int rp_rules_find(const rp_scene_spec *spec, int a, int b, rp_error *err, rp_status *status);
/* Every pair of materials that can meet has a rule. used: by material, 1 if particles have it. */
rp_status rp_rules_cover(const rp_scene_spec *spec, const char *used, rp_error *err);

/* A name of something defined before: its number; 0 after an error. */
int rp_walls_read_name(rp_read *r, const rp_node *node, const rp_scene_spec *spec);
/* The key `vibration` of a wall, or of a stage's change of it; 0: there is none. */
int rp_walls_read_vibration(rp_read *r, const rp_node *map, rp_vec *amplitude, double *frequency, double *phase);
int rp_entries_read_group(rp_read *r, const rp_node *node,
                          const rp_scene_spec *spec); /* as in the world; 1 after an error */
int rp_materials_read_name(rp_read *r, const rp_node *node, const rp_scene_spec *spec);

void rp_radius_read(rp_read *r, const rp_node *node, rp_radius_spec *radius);
void rp_place_read(rp_read *r, const rp_node *node, rp_place_spec *place);
void rp_voronoi_read(rp_read *r, const rp_node *node, rp_place_spec *place);
void rp_shape_read(rp_read *r, const rp_node *map, rp_entry_spec *entry); /* after the place */

#endif
