/* Event-driven dynamics: particles fly, and meet one at a time [Poschel2008, section 3].
 *
 * Whose is what. The method owns the true state: each particle's flight (position and velocity at its own clock), coat
 * (spin, masses, last collision), plan (next event) and place (cell). world->particles is a synchronised copy that
 * observers read: it is rewritten whenever advance ends, and nothing is read back from it but after a change of
 * definitions (a new stage), when all flights begin anew. Image counts live in the world, since they change with events
 * and not with time.
 *
 * Times are on the wheel (queue.h): they count from `origin`, which moves on by the wheel's length whenever the wheel
 * is worked through. That happens at a fixed place in the sequence of events, whatever is being observed, so that
 * neither long runs lose precision nor outputs change bits. Lengths are powers of two: moving the origin is exact but
 * for rounding of the last bit of times that were older than the wheel.
 *
 *     prepare ── flights, cells, plans
 *     advance ── first event of the queue ── crossing: predict what is new
 *                                        └── collision: is the partner as it was? collide, predict both; else predict
 * again
 */
#ifndef RP_METHODS_EVENT_EVENT_H
#define RP_METHODS_EVENT_EVENT_H

#include "laws/interaction.h"
#include "methods/event/cells.h"
#include "methods/event/coefficients.h"
#include "methods/event/lanes.h"
#include "methods/event/leash.h"
#include "methods/event/queue.h"
#include "methods/event/walls.h"
#include "methods/method.h"

extern const rp_method rp_event_driven;

typedef struct rp_coat { /* 64 bytes */
    double sx, sy, sz;   /* r omega, m/s */
    double inv_inertia;  /* r^2 / I, 1/kg; 0: not turned by torques */
    double inv_mass;     /* 1/kg; 0: held */
    double last;         /* s on the wheel: its last collision; -INFINITY: none yet */
    double turned;       /* s on the wheel: when its orientation was brought up to date */
    uint32_t burst;      /* collisions in a row that followed each other too closely */
    uint16_t material;
    uint16_t asleep; /* 1: at rest on another or on a wall */
} rp_coat;

#define RP_PARTNER_WALL 0x80000000u /* partner = this | wall << 4 | face */

typedef enum rp_collapse_policy {
    RP_COLLAPSE_STOP,
    RP_COLLAPSE_TC,
    RP_COLLAPSE_ELASTIC,
    RP_COLLAPSE_SLEEP
} rp_collapse_policy;

typedef struct rp_tally {                 /* running sums, state */
    uint64_t collisions, wall_collisions; /* between particles; with walls */
    uint64_t crossings, repeated;         /* cells left; predictions made again because the partner had gone */
    uint64_t stuck;                       /* collisions that the law says do not part: eps_n = 0 */
    uint64_t short_gaps;                  /* collisions within a contact time of the one before */
    uint64_t softened;                    /* collisions whose rule the collapse policy changed */
    uint64_t collapses;                   /* times that a collapse was found */
    uint64_t asleep, woken;               /* at rest now; woken so far */
    double virial[6];                     /* sum of impulse x branch: xx yy zz xy xz yz, J */
    double path;                          /* of flights that ended in collisions, m */
    double normal, tangential, walls;     /* J: dissipated, dissipated, work of walls */
    double overlap;                       /* largest seen at a collision, of the radius */
} rp_tally;

typedef struct rp_clusters {
    double count, largest;
    uint64_t step;
    int known;
} rp_clusters; /* single particles included; of a step; not state */

typedef struct rp_event {
    rp_world *world;
    size_t count;
    rp_flight *flight; /* owned, by slot, as all below; state */
    rp_coat *coat;
    rp_plan *plan;
    uint32_t *changes; /* of its flight so far; small and apart, since each prediction reads that of a new partner */
    double (*turn)[4]; /* orientation at coat.turned; NULL: not tracked */
    rp_cells cells;
    rp_leash leash;
    rp_queue queue;
    rp_walls walls;
    rp_coefficients coefficients;
    double *contact_times;  /* s, by interaction; 0: not known; they follow from the start's speeds: state */
    double origin;          /* s, absolute: where the wheel begins; state */
    double now;             /* s on the wheel; state */
    uint64_t events;        /* since the wheel began; state */
    rp_lanes_meeting *meet; /* of the best instruction set, as `write` */
    rp_lanes_writing *write;
    double growth;            /* 1/s: radii grow by this share of the world's radii (compress.c); 0: they do not */
    double scale;             /* of radii at time 0; 1 without growth */
    uint64_t collisions_most; /* advance fails beyond so many; 0: no bound (compress.c) */
    rp_vec gravity;           /* m/s^2 */
    int falls;                /* gravity is not 0 */
    int held;                 /* some particles are held */
    int ahead;                /* memory is asked in advance: the world is beyond the caches */
    int anew; /* on leaving a cell everything is predicted again: several levels, or held ones while others fall */
    rp_collapse_policy policy;
    double contact_time; /* s: the longest of them */
    double gap;          /* s: collisions closer than this in a row are counted as a burst */
    uint32_t burst_most; /* collisions of a burst that make a collapse */
    double still;        /* m/s: elastic below, or asleep below */
    double pull;         /* J: sum of m g x at the start of the current gravity, minus the work done before */
    uint32_t *waking;    /* scratch of sleep.c */
    size_t waking_capacity;
    int warned_gaps, warned_collapse;
    double cluster_gap; /* of the mean radius */
    rp_clusters clusters;
    rp_tally tally; /* state */
} rp_event;

static inline int rp_event_floats(const rp_event *m, uint32_t i)
{
    return !m->falls || m->coat[i].inv_mass == 0;
} /* feels no gravity */

/* Position and velocity at time t. */
static inline rp_vec rp_event_position(const rp_event *m, uint32_t i, double t)
{
    const rp_flight *f = &m->flight[i];
    double q = t - f->t;
    rp_vec x = {f->x + q * f->vx, f->y + q * f->vy, f->z + q * f->vz};
    return rp_event_floats(m, i) ? x : rp_vec_add(x, rp_vec_scale(0.5 * q * q, m->gravity));
}

static inline rp_vec rp_event_velocity(const rp_event *m, uint32_t i, double t)
{
    const rp_flight *f = &m->flight[i];
    rp_vec v = {f->vx, f->vy, f->vz};
    return rp_event_floats(m, i) ? v : rp_vec_add(v, rp_vec_scale(t - f->t, m->gravity));
}

static inline double rp_event_rate(const rp_event *m, uint32_t i)
{
    return m->growth == 0 ? 0 : m->growth * m->world->particles.row[i].r;
} /* of its radius, m/s */

static inline double rp_event_radius(const rp_event *m, uint32_t i, double t)
{
    const rp_flight *f = &m->flight[i];
    return m->growth == 0 ? f->r : f->r + rp_event_rate(m, i) * (t - f->t);
}

static inline rp_flight rp_event_flight(const rp_event *m, uint32_t i, double t) /* seen from time t */
{
    rp_vec x = rp_event_position(m, i, t), v = rp_event_velocity(m, i, t);
    return (rp_flight){x.x, x.y, x.z, rp_event_radius(m, i, t), v.x, v.y, v.z, t};
}

/* Its clock to t. Number by number: a row that is put together elsewhere and copied is read before it has been written.
 */
static inline void rp_event_move(rp_event *m, uint32_t i, double t)
{
    rp_flight *f = &m->flight[i];
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

/* Since its last collision, or since its row was set, which adds what it had flown before (event.c); straight enough
 * for a mean free path. m */
static inline double rp_event_flown(const rp_event *m, uint32_t i, double t)
{
    const rp_flight *f = &m->flight[i];
    double since = m->coat[i].last > f->t ? m->coat[i].last : f->t;
    return (t - since) * sqrt(f->vx * f->vx + f->vy * f->vy + f->vz * f->vz);
}

/* Of all periodic images of a distance the nearest. Positions leave the period by less than a cell, so that differences
 * lie within a period and a half. */
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

/* event_view.c: what observers see. */
void rp_event_turn(int dimension, double turn[4], rp_vec angle); /* turns an orientation by a rotation vector, rad */
double rp_event_weight_moment(const rp_event *m);
void rp_event_synchronise(rp_event *m, double time);
enum { RP_EVENT_COLUMNS = 20 };
extern const rp_method_column rp_event_columns[RP_EVENT_COLUMNS];
void rp_event_column_values(const rp_world *world, double *value);
double rp_event_short_share(const rp_tally *t); /* of collisions that follow another within a contact time, of all */

void rp_clusters_find(rp_event *m); /* clusters.c: m->clusters of the world's step; without memory they are NaN */

/* predict.c: what particle i does next, seen from time t. */
void rp_predict_all(rp_event *m, uint32_t i, double t);
void rp_predict_crossing(rp_event *m, uint32_t i, double t); /* it leaves its cell now, as planned */

/* ahead.c: ask memory for what the next events will touch, where m->ahead says so. */
void rp_ahead_particles(rp_event *m);
void rp_ahead_neighbours(rp_event *m);
void rp_ahead_partners_neighbours(rp_event *m);

/* collide.c: the collision planned for particle i happens now. */
rp_status rp_collide_pair(rp_event *m, uint32_t i, uint32_t j, double t, rp_error *err);
rp_status rp_collide_wall(rp_event *m, uint32_t i, uint32_t partner, double t, rp_error *err);

/* sleep.c: particles at rest on others. */
void rp_sleep_wake(rp_event *m, uint32_t i, double t);                    /* it, and all that rest on it */
void rp_sleep_watch(rp_event *m, uint32_t i, uint32_t partner, double t); /* after a collision: may i come to rest? */

/* collapse.c */
/* Contact time of a pair of materials, s: as given, or from the normal law for the lightest particle; 0: not known. */
double rp_collapse_contact_time(const rp_world *world, const rp_interaction *x);
rp_status rp_collapse_prepare(rp_event *m, rp_error *err);
void rp_collapse_longest(rp_event *m); /* contact_time from contact_times */
/* A collision of i with its partner, of a contact time, at t with normal speed g_n: counts, changes the rule by policy.
 */
rp_status rp_collapse_watch(rp_event *m, uint32_t i, uint32_t partner, double contact_time, double t, double g_n,
                            rp_bounce *rule, rp_error *err);

/* event_state.c */
rp_status rp_event_state_save(const rp_world *world, rp_archive *archive, rp_error *err);
rp_status rp_event_state_load(rp_world *world, const rp_archive *archive, rp_error *err);
void rp_event_state_hash(const rp_world *world, struct rp_hash *hash);

/* event.c, for event_state.c and compress.c: the parts that follow from definitions. */
/* fine, leash: of cells.h and leash.h. */
rp_status rp_event_create(rp_world *world, double fine, double leash, rp_event **out, rp_error *err);
void rp_event_definitions(rp_event *m);
rp_status rp_event_begin(rp_event *m, double time, rp_error *err); /* all flights anew from the synchronised copy */
rp_status rp_event_refill(rp_event *m, double width, uint32_t buckets, rp_error *err); /* the queue, from the plans */

#endif
