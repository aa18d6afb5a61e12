/* Rigid bodies: clumps of several particles, and polyhedra, each of one.
 *
 * A body is one rigid whole with a mass, principal moments of inertia and an orientation; many bodies share one shape
 * (core/shapes.h), each with its own size. Its members are round particles with rows of their own: lists, laws and
 * histories treat them as any other, but two members of one body are never a pair. A method moves bodies and not
 * members: it gathers the forces of the members, and sets their rows from the body (rp_rigid_set_rows).
 *
 *     body    x, v, angular momentum, orientation (its principal axes)      what moves
 *     member  slot = body's slots[first + k]: row x, v, r omega             what touches
 *
 * Of a member's row, 1/m is that of the body: laws get the mass that stands behind a contact. `mass` of a member is its
 * share of the body, by the cube (in the plane the square) of its radius, so that sums over particles give what there
 * is; `inertia` is that of a ball (disc) of this mass.
 *
 * A polyhedron is a body whose one member stands at its centre and has its bounding radius. Its contacts are found by
 * the shape of the body (rp_world_shape), and particles.shape of the member says so: RP_SHAPE_OF_BODY.
 *
 * Free rotation. With the angular momentum L in the frame of the world, H = sum of (L . e_k)^2 / (2 I_k) over the
 * principal axes e_k. Each term alone turns the body about e_k by dt (L . e_k) / I_k; rp_rigid_turn composes the three,
 * 1 2 3 2 1, symmetric in time (Dullweber, Leimkuhler and McLachlan 1997). So L stays the same to rounding whatever the
 * step, and the energy errs by dt^2 without a drift. An angle theta is taken as 2 atan(theta / 2), which is a rotation
 * without sines and errs by dt^3, too.
 *
 * In two dimensions a body turns about z, by its third moment, and `orientation` has the angle, as in rp_particles.
 * Through a periodic border members stand whole periods away from their body: `period` says how many.
 */
#ifndef RP_CORE_BODIES_H
#define RP_CORE_BODIES_H

#include "base/quaternion.h"
#include "core/particles.h"
#include "core/shapes.h"

typedef struct rp_rigid {
    rp_vec x, v;           /* centre of mass: m, within the domain at each rebuild; m/s */
    rp_vec momentum;       /* angular, about the centre of mass, kg m^2/s */
    rp_vec omega;          /* rad/s; follows from momentum and orientation */
    rp_vec a, torque;      /* m/s^2, N m: at the time of the position, soft method */
    double orientation[4]; /* 3D: quaternion of the principal axes; 2D: [0] is the angle, rad */
    double mass;           /* kg */
    double moment[3];      /* principal moments of inertia, kg m^2 */
    double size;           /* length of the body over that of its shape */
    uint32_t shape;        /* 1 + its definition in the bodies' shapes */
    uint32_t first;        /* its first member in `slot`; follows from the shapes */
    int32_t image[3];      /* as in rp_particles */
} rp_rigid;

typedef struct rp_bodies {
    size_t count, capacity;
    rp_rigid *body;   /* owned; in the order in which they came */
    rp_shapes shapes; /* their definitions, of size 1 */
    size_t members, member_capacity;
    uint32_t *slot;      /* owned; of every member, body by body; follows the particles */
    int8_t (*period)[4]; /* owned; periods that a member stands away from its body; [3] is 0 */
} rp_bodies;

struct rp_world;
struct rp_fields;
const struct rp_fields *rp_bodies_fields(void);

void rp_bodies_free(rp_bodies *bodies);
/* One more body of a shape of size 1. Mass, moments and `first` are set here; NaN as mass: by density and thickness. Of
 * the rest of `body` position, velocity, omega, orientation and size count. */
rp_status rp_bodies_add(struct rp_world *world, const rp_shape_def *shape, const rp_rigid *body, double density,
                        rp_error *err);
/* Makes particle i, whose material and group are known, member k of the last body, and sets its row. */
void rp_bodies_add_member(struct rp_world *world, size_t i, int k);
/* Takes bodies without members out of the list, those whose mark is not 0. */
void rp_bodies_remove(struct rp_world *world, const uint8_t *mark);

/* Leaves the first `count` bodies; members of the others are no longer there. */
void rp_bodies_cut(rp_bodies *bodies, size_t count);

/* Finds all members again after particles have been sorted, added or removed. */
rp_status rp_bodies_index(struct rp_world *world, rp_error *err);
void rp_bodies_wrap(struct rp_world *world);                     /* brings centres back into the domain */
double rp_bodies_volume(const struct rp_world *world, size_t n); /* of body n, m^3; in the plane m^2 */
double rp_bodies_radius(const rp_bodies *bodies, size_t n);      /* bounding radius of body n, m */
/* The mass that a force through the centre of member i meets, at least, kg. Of a polyhedron: the mass that has the
 * period on the law's spring which it has on a whole face, whose spring is stiffer by the square of its area
 * (methods/soft/shaped.h). */
double rp_bodies_felt_mass(const struct rp_world *world, size_t i);
double rp_bodies_largest(const rp_bodies *bodies); /* bounding radius of the largest body, m; 0: there is none */

/* Bodies as items of an archive; without bodies there are none. Loading comes after the particles. */
rp_status rp_bodies_save(const rp_bodies *bodies, rp_archive *archive, rp_error *err);
rp_status rp_bodies_load(struct rp_world *world, const rp_archive *archive, rp_error *err);

static inline int rp_bodies_members(const rp_bodies *b, size_t n)
{
    return rp_shapes_members(&b->shapes, b->body[n].shape);
}
static inline const double *rp_bodies_member(const rp_bodies *b, size_t n, int k) /* x, y, z, r in the body's frame */
{
    const rp_shapes_item *item = &b->shapes.item[b->body[n].shape - 1];
    return item->hull ? item->ball : b->shapes.corner + item->first + 4 * k;
}
/* Slots of its members. */
static inline const uint32_t *rp_bodies_slots(const rp_bodies *b, size_t n) { return b->slot + b->body[n].first; }
/* The body of a particle: 1 + its number; 0: none. */
static inline uint32_t rp_bodies_of(const rp_particles *p, size_t i) { return p->member ? p->member[i].body : 0; }

/* ---- one body ---- */

/* Its axes in the frame of the world. */
void rp_rigid_axes(const rp_rigid *body, int dimension, rp_vec axis[3]);
/* Angular velocity of an angular momentum. */
rp_vec rp_rigid_omega(const rp_rigid *body, int dimension, const rp_vec axis[3], rp_vec momentum);
/* Angular momentum of an angular velocity. */
rp_vec rp_rigid_momentum(const rp_rigid *body, int dimension, const rp_vec axis[3], rp_vec omega);
/* Turns by free rotation over dt with this angular momentum. */
void rp_rigid_turn(rp_rigid *body, int dimension, double dt, rp_vec momentum);
double rp_rigid_rotational_energy(const rp_rigid *body);
double rp_rigid_energy(const rp_rigid *body); /* kinetic and rotational */
/* From the centre of body n to its member k, m. */
static inline rp_vec rp_rigid_arm(const rp_bodies *b, size_t n, int k, const rp_vec axis[3])
{
    const double *m = rp_bodies_member(b, n, k), s = b->body[n].size;
    return rp_vec_make(s * (m[0] * axis[0].x + m[1] * axis[1].x + m[2] * axis[2].x),
                       s * (m[0] * axis[0].y + m[1] * axis[1].y + m[2] * axis[2].y),
                       s * (m[0] * axis[0].z + m[1] * axis[1].z + m[2] * axis[2].z));
}
/* The same from where the rows stand. */
rp_vec rp_bodies_branch(const struct rp_world *world, size_t n, int k);
/* Rows of its members from the body: velocities and spins, and if `moved` also places and orientations. */
void rp_rigid_set_rows(struct rp_world *world, size_t n, const rp_vec axis[3], int moved);

#endif
