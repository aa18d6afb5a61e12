/* What holds and drives the particles: the domain, walls and groups. Definitions and state in one place each.
 *
 * A wall has one or more faces: a box has 6 (4 in two dimensions), most shapes have 1. A face answers how far a point
 * is from it and in which direction; everything else (contact laws, forces) treats it as a particle of infinite mass
 * whose surface moves with rp_wall_velocity_at. What differs between shapes is one table each (core/wall_shape.h).
 */
#ifndef RP_CORE_BOUNDARY_H
#define RP_CORE_BOUNDARY_H

#include <stddef.h>
#include <stdint.h>
#include "base/table.h"
#include "base/vec.h"
#include "core/exchange.h"
#include "repose/status.h"

typedef struct rp_domain {
    rp_vec lower, upper; /* m; where not periodic, a particle whose centre is beyond by more than its radius has left */
    int periodic[3];
    double offset; /* m: the image across the upper side of y stands so much further along x (core/cell.h) */
    int bounded;   /* 0: no domain was given; nothing can leave */
    int open;      /* 1: particles may leave; a sink takes them */
} rp_domain;

/* Wraps periodic coordinates into the domain; periods (may be NULL): how many periods away they were. */
rp_vec rp_domain_wrap(const rp_domain *domain, rp_vec x, double periods[3]);

typedef struct rp_wall_shape rp_wall_shape; /* core/wall_shape.h */
struct rp_mesh;                             /* core/mesh.h */
/* None; along the normal of a plane; a force, a torque and a weight on a wall of another shape. */
typedef enum rp_load_kind { RP_LOAD_NONE, RP_LOAD_FORCE, RP_LOAD_PRESSURE, RP_LOAD_BODY } rp_load_kind;

typedef struct rp_wall {
    /* definition */
    char name[RP_NAME];
    const rp_wall_shape *shape;
    int dimension; /* of the scene */
    /* where it stands at the start; what else these mean is the shape's */
    rp_vec point;         /* of the wall, or of its axis, m */
    rp_vec normal;        /* unit vector: of the particles' side, of one of two sides, or along the axis */
    rp_vec size;          /* m */
    rp_vec side[2];       /* m */
    double radius;        /* m */
    int outside;          /* a closed surface that particles meet from outside */
    struct rp_mesh *mesh; /* of a wall from a file, else NULL; a reference */
    int material;
    double until;            /* s; the wall is gone from then on; INFINITY: stays */
    rp_vec velocity;         /* constant translation, m/s */
    rp_table velocity_table; /* added to it, m/s; owned */
    rp_vec
        vibration; /* amplitude vector, m: offset = vibration sin(2 pi frequency t + phase) - its value at the start */
    double frequency;    /* Hz */
    double phase;        /* rad */
    rp_vec spin_point;   /* a point on the axis of rotation at the start, m */
    rp_vec spin_axis;    /* unit vector */
    double spin;         /* rad/s about that axis */
    rp_table spin_table; /* added to it, rad/s; owned */
    rp_load_kind load_kind;
    double load; /* N or Pa, pressing along -normal of a plane is negative: a positive load pushes the wall along
                    +normal, into the particles */
    rp_table load_table; /* added to it, or to push; owned */
    double mass;         /* kg; > 0 if loaded along axes */
    /* of a load on a wall that is no plane */
    unsigned let;         /* RP_LOCK_X, _Y, _Z: axes in which it moves by forces */
    rp_vec push;          /* N */
    double inertia;       /* kg m^2 about spin_axis; 0: it does not turn by forces */
    double twist;         /* N m about spin_axis */
    rp_table twist_table; /* added to it; owned */
    rp_vec centre;        /* of mass, as at the start, m */
    int weight;           /* 1: gravity acts on it */
    double damping;       /* kg/s, against the motion of a loaded wall */
    int damping_auto;     /* 1: by the method, from its contacts */
    double heat;          /* J: temperature that it gives to particles which hit it; 0: not heated */
    double accommodation; /* 0..1: share of the impacts that it does so */
    /* state */
    int active;
    rp_vec offset;               /* current translation, m */
    rp_vec speed;                /* current velocity, m/s */
    double angle;                /* rad */
    double angular_speed;        /* rad/s */
    rp_vec acceleration;         /* of a loaded wall at the time of its position, m/s^2 */
    double angular_acceleration; /* the same about its axis, rad/s^2 */
    rp_vec force;                /* of the particles on the wall, N, at the last evaluation */
    rp_vec torque;               /* about spin_point + offset (about `point` if it does not spin), N m */
    double work;                 /* done by the wall's motion on the particles so far, J */
    rp_vec impulse;              /* running integral of force, N s */
    uint64_t hits;               /* collisions with it so far; event-driven */
    uint64_t mesh_hash;          /* of its mesh, 0: it has none */
} rp_wall;

int rp_wall_faces(const rp_wall *w);
/* Distance of x from the face (negative behind it) and the unit normal from the wall to the particle. Of a mesh, face 0
 * is all of it, and face n its triangle number n - 1. */
double rp_wall_distance(const rp_wall *w, int face, rp_vec x, rp_vec *normal);
/* The same of a plane, for many points. */
typedef struct rp_plane {
    rp_vec point, normal;
} rp_plane;
rp_plane rp_wall_plane(const rp_wall *w); /* as it stands */
static inline double rp_plane_distance(const rp_plane *p, rp_vec x)
{
    return rp_vec_dot(rp_vec_sub(x, p->point), p->normal);
}
/* How it stands, for many points: from the scene's frame into that of the wall, and directions back. */
typedef struct rp_wall_pose {
    rp_vec offset, point, axis;
    double cosine, sine; /* 1 and 0: it has not turned, or its shape is the same at any angle */
} rp_wall_pose;
rp_wall_pose rp_wall_pose_of(const rp_wall *w);
/* v about the unit vector k by the angle of this cosine and sine. */
static inline rp_vec rp_wall_pose_turn(rp_vec v, rp_vec k, double c, double s)
{
    rp_vec along = rp_vec_scale((1 - c) * rp_vec_dot(k, v), k);
    return rp_vec_add(rp_vec_add(rp_vec_scale(c, v), rp_vec_scale(s, rp_vec_cross(k, v))), along);
}
static inline rp_vec rp_wall_pose_in(const rp_wall_pose *p, rp_vec x) /* a point into the frame of the wall */
{
    rp_vec here = rp_vec_sub(x, p->offset);
    if (p->cosine == 1) return here;
    return rp_vec_add(p->point, rp_wall_pose_turn(rp_vec_sub(here, p->point), p->axis, p->cosine, -p->sine));
}
static inline rp_vec rp_wall_pose_out(const rp_wall_pose *p, rp_vec direction) /* a direction out of it */
{
    return p->cosine == 1 ? direction : rp_wall_pose_turn(direction, p->axis, p->cosine, p->sine);
}
rp_vec rp_wall_now(const rp_wall *w, rp_vec x); /* where a point of the wall, given as at the start, is now */
static inline rp_vec rp_wall_velocity_at(const rp_wall *w, rp_vec x) /* of the wall's material at x */
{
    if (w->angular_speed == 0) return w->speed;
    rp_vec arm = rp_vec_sub(x, rp_vec_add(w->spin_point, w->offset));
    return rp_vec_add(w->speed, rp_vec_cross(rp_vec_scale(w->angular_speed, w->spin_axis), arm));
}
rp_vec rp_wall_prescribed_velocity(const rp_wall *w, double time); /* translation of a wall that is not loaded */
double rp_wall_prescribed_spin(const rp_wall *w, double time);
rp_vec rp_wall_centre(const rp_wall *w);      /* current reference point for torque */
rp_vec rp_wall_face_normal(const rp_wall *w); /* `normal` as it points now */

typedef enum rp_group_mode { RP_GROUP_FREE, RP_GROUP_FROZEN, RP_GROUP_DRIVEN, RP_GROUP_GLUED } rp_group_mode;

enum {
    RP_LOCK_X = 1,
    RP_LOCK_Y = 2,
    RP_LOCK_Z = 4,
    RP_LOCK_SPIN_X = 8,
    RP_LOCK_SPIN_Y = 16,
    RP_LOCK_SPIN_Z = 32,
    RP_LOCK_SPIN = 56
};

typedef struct rp_group {
    /* definition */
    char name[RP_NAME];
    rp_group_mode mode;
    unsigned lock;           /* RP_LOCK_* of a free group */
    int wall;                /* glued: index of the wall it moves with and whose force it adds to */
    rp_vec velocity;         /* driven, m/s */
    rp_table velocity_table; /* added to it; owned */
    rp_vec omega;            /* driven, rad/s */
    rp_vec force;            /* on each particle, N */
    rp_table force_table;    /* added to it; owned */
    rp_vec torque;           /* on each particle, N m */
    rp_table torque_table;   /* added to it; owned */
    int clumps;              /* 1: sources bring clumps of this group */
    int flows;               /* its particles may come or go: what did has columns in the series */
    int reported; /* frozen, driven or glued at some time of the run: its reaction has columns in the series */
    /* state */
    size_t count;    /* particles */
    rp_vec reaction; /* sum of the contact forces on its particles at the last evaluation, N (frozen, driven, glued) */
    double work;     /* done on the particles by the drive so far, J */
    rp_exchange exchange;
} rp_group;

/* 1 if particles of this group do more than obey contact forces and gravity: a drive, a lock, a force or torque of the
 * group's own. */
int rp_group_constrained(const rp_group *g);

rp_vec rp_group_velocity(const rp_group *g, double time); /* of a driven group */
rp_vec rp_group_push(const rp_group *g, double time);     /* force on each of its particles, N */
rp_vec rp_group_twist(const rp_group *g, double time);    /* torque, N m */

#endif
