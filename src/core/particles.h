/* The particles: small hot rows that the inner loops read, and cold arrays beside them.
 *
 * Slot and id. A particle's slot is its place in the arrays; it changes whenever the neighbour list is rebuilt, because
 * particles are kept sorted in space. Its id (0, 1, 2, ... in the order of the scene) never changes and is never used
 * twice: a particle that is added gets the next one that was never used, a particle that is removed leaves a gap. All
 * arrays are indexed by slot; rp_particles_slot finds one. by_id has the slots in the order of ids, for all that must
 * not depend on how particles are sorted.
 *
 * What is stored instead of the obvious:
 *   - r omega (m/s) instead of omega, so that a contact's surface speed needs one addition;
 *   - 1/m and r^2/I, both 0 for a particle that no force moves (frozen, driven, glued): its acceleration is then 0
 *     without a branch. `mass` and `inertia` keep the true values.
 * In two dimensions z, vz and the x and y components of spin are exactly 0, on the same paths.
 */
#ifndef RP_CORE_PARTICLES_H
#define RP_CORE_PARTICLES_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include "base/vec.h"
#include "repose/status.h"

typedef struct rp_row { /* 64 bytes, one cache line */
    double x, y, z;     /* m, wrapped into the domain at each rebuild */
    double r;           /* m */
    double vx, vy, vz;  /* m/s, at the same time as the position */
    double inv_mass;    /* 1/kg; 0: not moved by forces */
} rp_row;

typedef struct rp_spin { /* 32 bytes */
    double x, y, z;      /* r omega, m/s */
    double inv_inertia;  /* r^2 / I, 1/kg; 0: not turned by torques */
} rp_spin;

typedef struct rp_accel { /* 48 bytes: accelerations at the time of the positions, soft method */
    double x, y, z;       /* m/s^2 */
    double sx, sy, sz;    /* of r omega, m/s^2 */
} rp_accel;

typedef struct rp_member { /* of a rigid body of several particles (core/bodies.h) */
    uint32_t body;         /* 1 + its number; 0: the particle is a body by itself */
    uint32_t place;        /* among the body's members */
} rp_member;

typedef struct rp_particles {
    size_t count, capacity; /* capacity: of all arrays */
    uint32_t next_id;       /* ids from here on were never used */
    rp_row *row;            /* owned, as all arrays here; NULL where a run does not need the array */
    rp_spin *spin;
    rp_accel *accel; /* soft method only */
    /* orientation: 3D unit quaternion (w, x, y, z); 2D [0] is the unwrapped angle (rad); NULL: not tracked */
    double (*orientation)[4];
    /* where it stood when passages were counted last, m, through periodic borders; NULL: nothing counts them */
    double (*seen)[3];
    double *mass;    /* kg */
    double *inertia; /* kg m^2 */
    /* how often the particle left through the upper minus the lower side of a periodic direction */
    int32_t (*image)[3];
    uint32_t *id;
    uint16_t *material;
    uint16_t *group;
    uint32_t *shape;   /* 0: round; 1 + its definition in the world's shapes, or RP_SHAPE_OF_BODY; NULL: all round */
    rp_member *member; /* NULL: there are no bodies of several particles */
    uint32_t *by_id;   /* slots in the order of ids; not saved */
} rp_particles;

/* Allocates for count particles, all zero, ids 0..count-1. */
rp_status rp_particles_seen(rp_particles *p, rp_error *err); /* makes `seen`, unless it is there */
rp_status rp_particles_create(rp_particles *p, size_t count, int accel, int orientation, rp_error *err);
rp_status rp_particles_shapes(rp_particles *p, rp_error *err);        /* makes room for numbers of shapes, all 0 */
rp_status rp_particles_members(rp_particles *p, rp_error *err);       /* makes room for members, all of no body */
rp_status rp_particles_accelerations(rp_particles *p, rp_error *err); /* makes room for them, all 0, if there is none */
void rp_particles_destroy(rp_particles *p);

/* Room for `need` particles in all; some to spare, so that adding one by one costs little. */
rp_status rp_particles_reserve(rp_particles *p, size_t need, rp_error *err);
/* One more particle in the last slot, all zero but for its id, which was never used. There must be room. */
size_t rp_particles_append(rp_particles *p);
/* to: by slot, where each particle goes; UINT32_MAX: it is removed. Those that stay keep their order. */
void rp_particles_remove(rp_particles *p, const uint32_t *to);

struct rp_fields;                                  /* core/field.h */
const struct rp_fields *rp_particles_fields(void); /* what an rp_particles has */

/* new slot s takes what stood at order[s]; by_id follows. */
rp_status rp_particles_permute(rp_particles *p, const uint32_t *order, rp_error *err);
/* Makes by_id from id. RP_INPUT: an id stands there twice. */
rp_status rp_particles_index(rp_particles *p, rp_error *err);

/* The place of an id in by_id; count: there is no such particle. Ids are distinct, so that few places are possible
 * where few ids are missing: one if none is. */
size_t rp_particles_rank_between(const rp_particles *p, uint32_t id, size_t low, size_t high);
static inline size_t rp_particles_rank(const rp_particles *p, uint32_t id)
{
    if (p->count == 0) return 0;
    uint32_t first = p->id[p->by_id[0]], last = p->id[p->by_id[p->count - 1]];
    if (id < first || id > last) return p->count;
    size_t below = id - first, above = last - id;
    if (last - first + 1 == p->count) return below;
    size_t high = below < p->count - 1 ? below : p->count - 1, low = above < p->count ? p->count - 1 - above : 0;
    return rp_particles_rank_between(p, id, low, high);
}

/* The slot of an id; UINT32_MAX: there is no such particle. */
static inline uint32_t rp_particles_slot(const rp_particles *p, uint32_t id)
{
    size_t rank = rp_particles_rank(p, id);
    return rank < p->count ? p->by_id[rank] : UINT32_MAX;
}

static inline rp_vec rp_particle_position(const rp_particles *p, size_t i)
{
    return (rp_vec){p->row[i].x, p->row[i].y, p->row[i].z};
}
static inline rp_vec rp_particle_velocity(const rp_particles *p, size_t i)
{
    return (rp_vec){p->row[i].vx, p->row[i].vy, p->row[i].vz};
}
static inline rp_vec rp_particle_omega(const rp_particles *p, size_t i)
{
    double q = 1.0 / p->row[i].r;
    return (rp_vec){q * p->spin[i].x, q * p->spin[i].y, q * p->spin[i].z};
}

/* Orientation of one particle over a step: spin (r omega) at its start and its rate of change. */
static inline void rp_particle_rotate(double orientation[4], int dimension, double dt, double r, rp_vec spin,
                                      rp_vec rate)
{
    double scale = dt / r, half = 0.5 * dt;
    double tx = scale * (spin.x + half * rate.x), ty = scale * (spin.y + half * rate.y),
           tz = scale * (spin.z + half * rate.z);
    if (dimension == 2) {
        orientation[0] += tz;
        return;
    }
    /* q' = (1, theta/2) q: the error of the angle is theta^3/12, of higher order than the scheme's. Its length is
     * brought back to 1 by one step of Newton's method for 1/sqrt, which contracts: the length stays within theta^4
     * of 1. */
    double w = orientation[0], x = orientation[1], y = orientation[2], z = orientation[3];
    tx *= 0.5;
    ty *= 0.5;
    tz *= 0.5;
    double nw = w - tx * x - ty * y - tz * z, nx = x + tx * w + ty * z - tz * y, ny = y + ty * w + tz * x - tx * z,
           nz = z + tz * w + tx * y - ty * x;
    double inv = 1.5 - 0.5 * (nw * nw + nx * nx + ny * ny + nz * nz);
    orientation[0] = nw * inv;
    orientation[1] = nx * inv;
    orientation[2] = ny * inv;
    orientation[3] = nz * inv;
}

#endif
