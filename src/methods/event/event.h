/* Event-driven dynamics: particles fly freely and collide one pair at a time [Poschel2008, section 3].
 *
 * Ownership. The method owns the true state: for each particle its flight (position and velocity at its own clock), its
 * cold data (spin, masses, last collision: rarely read), its plan (next event) and its place (cell).
 * world->particles is a synchronised copy for observers. It is written whenever advance ends, and it is read back only
 * after a change of definitions (a new stage), when all flights begin again from it. Image counts are in the world:
 * they change with events, not with time.
 *
 * Times are calendar times (queue.h): they count from `origin`, which moves on by the calendar's length whenever the
 * calendar is used up. This happens at a fixed place in the sequence of events, whatever is observed. So long runs lose
 * no precision, and outputs change no bits. Lengths are powers of two: a move of the origin is exact, but for rounding
 * of the last bit of times before the calendar's beginning.
 *
 *     prepare ── flights, cells, plans
 *     advance ── first event of the queue ─┬─ crossing: predict with the cells that have come near
 *                                          └─ collision: has the partner changed since the prediction?
 *                                             no: collide, predict both; yes: predict again
 *                                             (with `stale: graph` it never has: those that waited for one of
 *                                             the two were predicted again when it changed)
 */
#ifndef RP_METHODS_EVENT_EVENT_H
#define RP_METHODS_EVENT_EVENT_H

#include "laws/interaction.h"
#include "methods/event/cells.h"
#include "methods/event/coefficients.h"
#include "methods/event/graph.h"
#include "methods/event/lanes.h"
#include "methods/event/ball.h"
#include "methods/event/queue.h"
#include "methods/event/walls.h"
#include "methods/method.h"

extern const rp_method rp_event_driven;

typedef struct rp_event_cold { /* 64 bytes */
    double sx, sy, sz;         /* r omega, m/s */
    double inv_inertia;        /* r^2 / I, 1/kg; 0: torques do not turn it */
    double inv_mass;           /* 1/kg; 0: fixed, prescribed or asleep */
    double last;               /* s, calendar time: its last collision; -INFINITY: none yet */
    double oriented;           /* s, calendar time: the time of its orientation */
    uint32_t burst;            /* collisions in a row that followed each other too closely */
    uint16_t material;
    uint16_t asleep; /* 1: at rest on another or on a wall */
} rp_event_cold;

enum { RP_EVENT_BUCKETS_LEAST = 64 }; /* of the queue; else a quarter to a half of the particles */

#define RP_EVENT_OVERLAP                                                                                               \
    1e-9 /* of the smaller radius; more ends the run; rounding of coordinates gives 1e-16 x (domain / radius) */
#define RP_EVENT_PARTNER_WALL 0x80000000u /* partner = this | wall << 4 | face */

typedef enum rp_event_collapse_policy {
    RP_EVENT_COLLAPSE_STOP,
    RP_EVENT_COLLAPSE_TC,
    RP_EVENT_COLLAPSE_ELASTIC,
    RP_EVENT_COLLAPSE_SLEEP
} rp_event_collapse_policy;

typedef struct rp_event_totals {          /* running sums since the start; state */
    uint64_t collisions, wall_collisions; /* between particles; with walls */
    uint64_t crossings, repeated;         /* cells left; predictions made again because the partner had changed */
    uint64_t stuck;                       /* collisions after which, by the law, the two do not part: eps_n = 0 */
    uint64_t short_gaps;                  /* collisions within a contact time of the one before */
    uint64_t softened;                    /* collisions whose rule the collapse policy changed */
    uint64_t collapses;                   /* inelastic collapses found */
    uint64_t asleep, woken;               /* at rest now; woken so far */
    double virial[6];                     /* sum of impulse x branch: xx yy zz xy xz yz, J */
    double path;                          /* of flights that ended in collisions, m */
    double normal, tangential, walls;     /* J: dissipated, dissipated, work of walls */
    double overlap;                       /* largest before a collision, of the radius */
} rp_event_totals;

typedef struct rp_event_clusters {
    double count, largest;
    uint64_t step;
    int known;
} rp_event_clusters; /* of a step, single particles included; not state */

typedef struct rp_event {
    rp_world *world;
    size_t count;
    rp_event_flight *flight; /* owned, by slot, as all below; state */
    rp_event_cold *cold;
    rp_event_plan *plan;
    uint32_t *changes; /* number of changes of its flight; a small array, since each prediction reads a new partner's */
    double (*orientation)[4]; /* at the time cold.oriented; NULL: not tracked */
    rp_event_cells cells;
    rp_event_ball ball;
    rp_event_graph graph; /* made if the scene has `stale: graph` */
    rp_event_queue queue;
    rp_event_walls walls;
    rp_event_coefficients coefficients;
    double *contact_times;        /* s, by interaction; 0: not known; they follow from the start's speeds: state */
    double origin;                /* s, absolute: where the calendar begins; state */
    double now;                   /* s, calendar time; state */
    uint64_t events;              /* since the calendar began; state */
    rp_event_lanes_meeting *meet; /* of the best instruction set, as `write` */
    rp_event_lanes_writing *write;
    double growth;            /* 1/s: radii grow by this share of the world's radii (compress.c); 0: they do not */
    double scale;             /* of radii at time 0; 1 without growth */
    uint64_t collisions_most; /* advance fails beyond so many; 0: no bound (compress.c) */
    rp_vec gravity;           /* m/s^2 */
    int falls;                /* gravity is not 0 */
    int fixed;                /* some particles are fixed or prescribed, or may fall asleep */
    int prefetch;             /* memory is prefetched: the world is larger than the caches */
    int full_search;          /* a crossing predicts all again: fixed particles while others fall */
    rp_event_collapse_policy policy;
    double contact_time; /* s: the longest of contact_times */
    double gap;          /* s: collisions closer than this in a row are counted as a burst */
    uint32_t burst_most; /* collisions of a burst that make a collapse */
    double still_speed;  /* m/s: slower collisions are elastic, slower particles may fall asleep */
    double pull;         /* J: sum of m g x at the start of the current gravity, minus the work done before */
    uint32_t *waking;    /* scratch of sleep.c */
    size_t waking_capacity;
    int warned_gaps, warned_collapse;
    double cluster_gap; /* of the mean radius */
    rp_event_clusters clusters;
    rp_event_totals totals; /* state */
} rp_event;

/* 1: gravity does not act on it. */
static inline int rp_event_floats(const rp_event *m, uint32_t i) { return !m->falls || m->cold[i].inv_mass == 0; }

/* Position and velocity at time t. */
static inline rp_vec rp_event_position(const rp_event *m, uint32_t i, double t)
{
    const rp_event_flight *f = &m->flight[i];
    double q = t - f->t;
    rp_vec x = {f->x + q * f->vx, f->y + q * f->vy, f->z + q * f->vz};
    return rp_event_floats(m, i) ? x : rp_vec_add(x, rp_vec_scale(0.5 * q * q, m->gravity));
}

static inline rp_vec rp_event_velocity(const rp_event *m, uint32_t i, double t)
{
    const rp_event_flight *f = &m->flight[i];
    rp_vec v = {f->vx, f->vy, f->vz};
    return rp_event_floats(m, i) ? v : rp_vec_add(v, rp_vec_scale(t - f->t, m->gravity));
}

/* Of growth of its radius, m/s. */
static inline double rp_event_rate(const rp_event *m, uint32_t i)
{
    return m->growth == 0 ? 0 : m->growth * m->world->particles.row[i].r;
}

static inline double rp_event_radius(const rp_event *m, uint32_t i, double t)
{
    const rp_event_flight *f = &m->flight[i];
    return m->growth == 0 ? f->r : f->r + rp_event_rate(m, i) * (t - f->t);
}

static inline rp_event_flight rp_event_flight_at(const rp_event *m, uint32_t i, double t) /* seen from time t */
{
    rp_vec x = rp_event_position(m, i, t), v = rp_event_velocity(m, i, t);
    return (rp_event_flight){x.x, x.y, x.z, rp_event_radius(m, i, t), v.x, v.y, v.z, t};
}

/* Moves particle i to time t. Each number is set in place: a row that is built elsewhere and copied would be read back
 * before its stores are complete. */
static inline void rp_event_move(rp_event *m, uint32_t i, double t)
{
    rp_event_flight *f = &m->flight[i];
    double q = t - f->t;
    f->r = rp_event_radius(m, i, t);
    f->x += q * f->vx;
    f->y += q * f->vy;
    f->z += q * f->vz;
    f->t = t;
    if (rp_event_floats(m, i)) return;
    double half = 0.5 * q * q;
    f->x += half * m->gravity.x;
    f->y += half * m->gravity.y;
    f->z += half * m->gravity.z;
    f->vx += q * m->gravity.x;
    f->vy += q * m->gravity.y;
    f->vz += q * m->gravity.z;
}

/* Path since its last collision, m; or since its flight began again, when event.c adds the path before. Gravity's
 * curvature is neglected: good enough for a mean free path. */
static inline double rp_event_flown(const rp_event *m, uint32_t i, double t)
{
    const rp_event_flight *f = &m->flight[i];
    double since = m->cold[i].last > f->t ? m->cold[i].last : f->t;
    return (t - since) * sqrt(f->vx * f->vx + f->vy * f->vy + f->vz * f->vz);
}

/* The nearest of all periodic images of a distance. Positions leave the period by less than a cell, so differences are
 * less than a period and a half. */
static inline double rp_event_nearest_along(double d, double period)
{
    return d - period * ((d > 0.5 * period) - (d < -0.5 * period));
}

static inline rp_vec rp_event_nearest(const rp_event *m, rp_vec d)
{
    const double *p = m->cells.period;
    return rp_vec_make(rp_event_nearest_along(d.x, p[0]), rp_event_nearest_along(d.y, p[1]),
                       rp_event_nearest_along(d.z, p[2]));
}

/* event_view.c: what observers read. */
void rp_event_rotate(int dimension, double turn[4], rp_vec angle); /* by a rotation vector, rad */
double rp_event_weight_moment(const rp_event *m);
void rp_event_synchronise(rp_event *m, double time);
enum { RP_EVENT_COLUMNS = 20 };
extern const rp_method_column rp_event_columns[RP_EVENT_COLUMNS];
void rp_event_column_values(const rp_world *world, double *value);
double rp_event_short_share(
    const rp_event_totals *t); /* collisions that follow another within a contact time, over all */

void rp_event_clusters_find(rp_event *m); /* clusters.c: m->clusters of the world's step; NaN if memory runs out */

/* predict.c: the next event of particle i after time t. */
void rp_event_predict_all(rp_event *m, uint32_t i, double t);
void rp_event_predict_crossing(rp_event *m, uint32_t i, double t); /* it leaves its cell now, as its plan says */

/* Particles that have i as their next partner are predicted again: its flight has changed at t. Not those that the
 * event itself predicts: i's own partner `other`. Only if there is a graph of potential colliders. */
void rp_event_predict_colliders(rp_event *m, uint32_t i, uint32_t other, double t);

/* prefetch.c: loads what the next events will use into the caches, if m->prefetch. */
void rp_event_prefetch_particles(rp_event *m);
void rp_event_prefetch_neighbours(rp_event *m);
void rp_event_prefetch_partners_neighbours(rp_event *m);

/* collide.c: particle i collides now, as its plan says. */
rp_status rp_event_collide_pair(rp_event *m, uint32_t i, uint32_t j, double t, rp_error *err);
rp_status rp_event_collide_wall(rp_event *m, uint32_t i, uint32_t partner, double t, rp_error *err);

/* sleep.c: particles at rest on others or on walls. */
void rp_event_sleep_wake(rp_event *m, uint32_t i, double t); /* particle i, and all that rest on it */
void rp_event_sleep_check(rp_event *m, uint32_t i, uint32_t partner,
                          double t); /* after a collision: i falls asleep if it is slow enough */

/* collapse.c */
/* Contact time of a pair of materials, s: as given, or from the normal law for the lightest particle; 0: not known. */
double rp_event_collapse_contact_time(const rp_world *world, const rp_interaction *x);
rp_status rp_event_collapse_gravity(const rp_world *w, rp_error *err); /* a policy that needs gravity has it */
rp_status rp_event_collapse_prepare(rp_event *m, rp_error *err);
void rp_event_collapse_longest(rp_event *m); /* contact_time from contact_times */
/* A collision of i with its partner at t by this interaction, with normal speed g_n and the square of the slip: counts
 * it, and changes the rule by the collapse policy. */
rp_status rp_event_collapse_check(rp_event *m, uint32_t i, uint32_t partner, int interaction, double t, double g_n,
                                  double g_t_square, rp_event_rule *rule, rp_error *err);

/* event_state.c */
rp_status rp_event_state_save(const rp_world *world, rp_archive *archive, rp_error *err);
rp_status rp_event_state_load(rp_world *world, const rp_archive *archive, rp_error *err);
void rp_event_state_hash(const rp_world *world, struct rp_hash *hash);

/* event.c, for event_state.c and compress.c: what follows from definitions. */
/* fine: width of the finest cells (cells.h); ball: radius of neighbour balls (ball.h); both m. */
rp_status rp_event_create(rp_world *world, double fine, double ball, rp_impact_maps **kept, rp_event **out,
                          rp_error *err);
void rp_event_definitions(rp_event *m);
rp_status rp_event_begin(rp_event *m, double time,
                         rp_error *err); /* all flights begin again from the synchronised copy */
rp_status rp_event_refill(rp_event *m, double width, uint32_t buckets, rp_error *err); /* the queue, from the plans */

#endif
