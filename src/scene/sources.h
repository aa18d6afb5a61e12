/* What sources give and what sinks take, from the scene's definitions and the state of the world. */
#ifndef RP_SCENE_SOURCES_H
#define RP_SCENE_SOURCES_H

#include "core/population.h"
#include "scene/scene.h"

typedef struct rp_arrivals { /* particles on their way into the world */
    rp_particle_def *def;    /* owned, and so are corners but those of unions */
    int *source;             /* owned: whose they are */
    size_t count, capacity;
} rp_arrivals;

void rp_arrivals_free(rp_arrivals *arrivals);

/* The particles that source n gives now, with places that are free of walls, particles and those that have arrived
 * already; counts them, and sets when it acts next. RP_FAILED: a particle is larger than the zone. */
rp_status rp_sources_give(const rp_scene *scene, int n, rp_world *world, rp_arrivals *arrivals, rp_error *err);
/* Switches it on or off now. */
void rp_sources_switch(const rp_scene *scene, int n, rp_world *world, int active);
/* The k-th particle that it would give were it to begin now, without a place: for scales of length and time. Its
 * corners may stand in `corner`. */
void rp_sources_sample(const rp_scene *scene, int n, const rp_world *world, uint64_t k, rp_particle_def *def,
                       double corner[RP_SHAPE_NUMBERS]);

/* What source n gives until a time if it is switched on from the start and always finds room. */
typedef struct rp_forecast {
    double count, mass; /* particles, kg */
} rp_forecast;
rp_forecast rp_sources_forecast(const rp_scene *scene, int n, const rp_world *world, double until);
/* Sources with what they may give until a time, and sinks: lines of `check`. */
void rp_sources_describe(const rp_scene *scene, const rp_world *world, double until, rp_buffer *b);

/* 1: sink n takes a particle here. */
int rp_sources_takes(const rp_scene *scene, int n, const rp_world *world, rp_vec x, double r);
/* Sinks that count what goes through them and take nothing: 1: n is one; how often a way goes through it along its
 * normal, less how often against it. */
int rp_sources_counts(const rp_scene *scene, int n);
int rp_sources_passages(const rp_scene *scene, int n, rp_vec from, rp_vec to);
/* How long sinks may wait until they act again, s: the shortest `every`; INFINITY: none has one. */
double rp_sources_sink_every(const rp_scene *scene);
double rp_sources_sink_way(const rp_scene *scene); /* radii that particles may move meanwhile; INFINITY: any number */
int rp_sources_sink_walls(const rp_scene *scene);  /* 1: a sink is a wall, which may move */

#endif
