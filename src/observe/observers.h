/* Observers: what samples a run while it goes on, and writes files. One constant table an observer, one list of all.
 *
 *     scene ── reads the keys of each under `output:` into its options (rp_observers_read)
 *     run ──── opens those that the scene names, and takes what is due:
 *
 *         next ──> advance to it ──> due? ──> contacts, measures (by need) ──> take
 *                      │                                                        │
 *                  collision (where contacts are instants), flush            save (checkpoint) ... close
 *
 * An observer reads the world and writes nothing back. It is due on the first step at or after its time, so a run has
 * the same bits with any observers. What it must know to go on after a restart stands in the checkpoint, under
 * observe/NAME; a resumed run writes the same files, byte for byte.
 *
 * A new observer is one file with its table, and one line in observers.c.
 */
#ifndef RP_OBSERVE_OBSERVERS_H
#define RP_OBSERVE_OBSERVERS_H

#include "base/file.h"
#include "core/archive.h"
#include "input/read.h"
#include "measure/table.h"

enum {
    RP_OBSERVE_DUE = 1,      /* something is due (rp_observers_due) */
    RP_OBSERVE_CONTACTS = 2, /* needs the list of contacts */
    RP_OBSERVE_MEASURES = 4  /* needs the measures, and so the contacts */
};

/* What a scene has said before its output is read. */
typedef struct rp_observe_scene {
    const rp_method *method; /* NULL: this build has no method of that name */
    int orientation;         /* orientations are tracked */
    const rp_domain *domain;
    int strains; /* 1: it is a cell that strains (core/cell.h) */
    const rp_wall *wall;
    int wall_count;
    const rp_group *group;
    int group_count;
    const rp_source *source;
    int source_count;
    const rp_sink *sink;
    int sink_count;
} rp_observe_scene;

/* What an observer that comes at times will write. */
typedef struct rp_output_forecast {
    double particles; /* as many as there may be; given */
    const char *what; /* rows, frames */
    double every;     /* s; 0: it does not come at times */
    double bytes;     /* of one, about */
    int contacts;     /* 1: and contacts, which are not counted in */
    double count;     /* in the whole run, at most; found from every */
} rp_output_forecast;

/* Where an observer is opened. */
typedef struct rp_observe_site {
    const char *directory; /* of the run */
    const rp_world *world;
    const rp_method *method;
    const rp_archive *archive; /* of the checkpoint that is resumed; NULL: files begin anew */
    int changed;               /* 1: the scene may name other outputs, and other times of them, than the checkpoint */
} rp_observe_site;

/* Functions may be 0 where the comment says so. `state` is zeroed memory of state_size bytes when open is called; close
 * is called also after an open that failed. */
typedef struct rp_observer {
    const char *name;         /* its key under `output` */
    const char *companion;    /* a second key that it reads; NULL: none */
    const char *summary;      /* one line */
    const char *const *files; /* what it writes, as patterns in the run's directory; ended by NULL */
    size_t options_size;      /* bytes */
    size_t state_size;        /* bytes */
    unsigned needs;           /* RP_OBSERVE_CONTACTS, RP_OBSERVE_MEASURES */
    /* One of its keys is there: checks it and fills the options, which are zeroed before. */
    void (*read)(rp_read *r, const rp_node *output, const rp_observe_scene *scene, void *options);
    /* The whole scene is read: names of measures, of this moment without state; may be 0. */
    void (*check)(rp_read *r, const rp_node *output, const rp_moment *moment, const void *options);
    void (*describe)(const void *options, rp_buffer *text); /* what `check` says, without the name */
    /* particles are given; fills the others but count. may be 0 */
    void (*forecast)(const void *options, const rp_moment *moment, rp_output_forecast *f);
    void (*release)(void *options); /* what options own; may be 0 */
    rp_status (*open)(void *state, const void *options, const rp_observe_site *site, rp_error *err);
    double (*next)(const void *state); /* s: due at the first step from then on; may be 0: never */
    int (*unfinished)(const void *state, const rp_world *world); /* the run ends: 1 there is more to take; may be 0 */
    /* Due, or unfinished at the end of the run; may be 0 together with next. */
    rp_status (*take)(void *state, const rp_moment *moment, int last, rp_error *err);
    void (*collision)(void *state, const rp_world *world, const rp_collision *c); /* methods with instants; may be 0 */
    rp_status (*flush)(void *state, rp_error *err);                               /* after each advance; may be 0 */
    rp_status (*sync)(void *state, rp_error *err); /* before a checkpoint: what it has written survives a power cut */
    rp_status (*save)(const void *state, rp_archive *archive, rp_error *err); /* for a checkpoint, after a sync */
    void (*close)(void *state);
} rp_observer;

const rp_observer *const *rp_observers_list(void);      /* ended by NULL */
const rp_observer *rp_observers_find(const char *name); /* NULL: none */

/* 1: the world has come to this time, within a millionth of a step. */
static inline int rp_observers_reached(const rp_world *w, double time) { return w->time >= time - 1e-6 * w->dt; }

/* ---- what a scene names ---- */

typedef struct rp_observer_choice {
    const rp_observer *observer;
    void *options; /* owned */
} rp_observer_choice;

typedef struct rp_observer_choices {
    int count;
    rp_observer_choice *item; /* owned */
} rp_observer_choices;

/* `output`: the mapping. Keys that are no observer's belong to the caller: own, ended by NULL. */
void rp_observers_read(rp_read *r, const rp_node *output, const char *const *own, const rp_observe_scene *scene,
                       rp_observer_choices *choices);
void rp_observers_check(rp_read *r, const rp_node *output, const rp_moment *moment, const rp_observer_choices *choices);
const void *rp_observers_options(const rp_observer_choices *choices, const char *name); /* NULL: not named */
void rp_observers_describe(const rp_observer_choices *choices, rp_buffer *text);
void rp_observers_release(rp_observer_choices *choices);

/* ---- those of a run ---- */

typedef struct rp_observers {
    int count;
    struct rp_open_observer {
        const rp_observer *observer;
        void *state;   /* owned */
        uint64_t next; /* the first step in which it may be due: once a step at most, however short its time */
    } * item;          /* owned */
} rp_observers;

void rp_observers_clear(const char *directory); /* removes every file that observers own, of whatever run */
rp_status rp_observers_open(rp_observers *o, const rp_observer_choices *choices, const rp_observe_site *site,
                            rp_error *err);
/* upgrade.c: state of a checkpoint from before version 0.2.0 under the names of today. Others stay as they are. */
rp_status rp_observers_upgrade(rp_archive *archive, rp_error *err);
double rp_observers_next(const rp_observers *o); /* s; INFINITY: never */
/* What is due now: 0, or RP_OBSERVE_DUE with what it needs. last: the run ends here. */
unsigned rp_observers_due(const rp_observers *o, const rp_world *world, int last);
rp_status rp_observers_take(rp_observers *o, const rp_moment *moment, int last, rp_error *err);
int rp_observers_hear(const rp_observers *o); /* 1: some observer wants every collision */
void rp_observers_collision(rp_observers *o, const rp_world *world, const rp_collision *c);
rp_status rp_observers_flush(rp_observers *o, rp_error *err);
rp_status rp_observers_sync(rp_observers *o, rp_error *err);
rp_status rp_observers_save(const rp_observers *o, rp_archive *archive, rp_error *err);
void rp_observers_close(rp_observers *o);

#endif
