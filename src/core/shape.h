/* The shapes of particles. A shape is one constant table in a file of its own (shape_disc.c, shape_sphere.c,
 * shape_polygon.c); shape.c lists them. Volume, moment of inertia, support point and mesh all come from the
 * table.
 *
 * A definition is one particle's form in its own frame, whose origin is the centroid. A round shape is its radius. Any
 * other shape is its corners: rows of `width` numbers. A polygon has x and y of each, counterclockwise. Corners that
 * are turned as the particle is are a definition, too: the same functions serve a particle where it stands.
 *
 * A planar shape (dimension 2) is the section of a prism along z. Its volume is an area, and the mass of a particle is
 * density x area x the world's thickness. Matter is homogeneous.
 *
 * A polyhedron is a rigid body of one particle (core/bodies.h): its definition stands along its principal axes, many
 * particles share it, each with its own size, and so they share its faces and edges (core/hull.h).
 *
 * Round particles take the fast paths of the methods: their rows have a radius and one moment of inertia, and nothing
 * there refers to a table. A union (clump) is a body of round members, each a particle on those paths (core/bodies.h);
 * its rows are x, y, z and radius of the members.
 */
#ifndef RP_CORE_SHAPE_H
#define RP_CORE_SHAPE_H

#include <stdint.h>
#include "base/vec.h"
#include "core/hull.h"
#include "core/polygon.h"
#include "input/read.h"

struct rp_shape;

typedef struct rp_shape_def {
    const struct rp_shape *shape;
    double radius;        /* round: its radius, m */
    int corners;          /* round: 0 */
    const double *corner; /* rows of the shape's width, about the centroid, m; not owned */
    /* Polyhedra; not owned. NULL: not known yet, and functions of the shape find them when they need them. */
    const rp_hull *hull;
    const double *normal; /* of its faces, rows of three, turned as the corners are */
} rp_shape_def;

#define RP_SHAPE_WIDTH_MAX 4
#define RP_SHAPE_NUMBERS (RP_CORNERS_MAX * RP_SHAPE_WIDTH_MAX) /* of one definition, at most */

/* particles.shape of one whose shape is that of its body (core/bodies.h). */
#define RP_SHAPE_OF_BODY UINT32_MAX

typedef struct rp_shape_corners { /* a definition as it is read */
    int count;
    double corner[RP_SHAPE_NUMBERS];
    double turn[4]; /* bodies in space: from the frame of the corners, the principal axes, to that of the scene */
    int unsized;    /* 1: nothing was said of its size */
} rp_shape_corners;

/* A flat piece of the surface: a side of a polygon. Its edges join each corner with the next one. */
typedef struct rp_shape_face {
    rp_vec normal;   /* unit, outward */
    double distance; /* of its plane from the centroid, m */
    int count;       /* corners; two for a side */
    int corner[RP_CORNERS_MAX];
} rp_shape_face;

/* The surface as polygons, for pictures and files. Cell k has the points corner[end[k - 1]] to corner[end[k] - 1]. */
typedef struct rp_shape_mesh {
    size_t points, cells, corners; /* corners: of all cells together */
    rp_vec *point;                 /* m, in the frame of the definition; NULL: sizes only */
    int64_t *corner, *end;
} rp_shape_mesh;

enum {
    RP_SHAPE_ROUND = 1, /* flags: it has a radius, no corners, and turning does not change it */
    RP_SHAPE_UNION = 2, /* its rows are round members, which have its contacts: no faces, no mesh, no narrow phase */
    RP_SHAPE_SOLID = 4, /* one particle, which is a rigid body; its definition stands along its principal axes */
    RP_SHAPE_BODY = RP_SHAPE_UNION | RP_SHAPE_SOLID /* both move as bodies do (core/bodies.h) */
};

typedef struct rp_shape {
    const char *name;    /* in scenes and messages; of two with one name a world takes that of its dimension */
    const char *plural;  /* in messages */
    const char *summary; /* one line */
    int dimension;       /* 2: planar, for worlds of two dimensions; 3 */
    unsigned flags;
    int width; /* numbers of a corner, up to RP_SHAPE_WIDTH_MAX; round: 0 */
    /* How a definition is read: the keys of its mapping, and corners from them, centred. Round: NULL. */
    const rp_key *key;
    int key_count, ways; /* the first `ways` of the keys are ways to give it, of which one is there; 0: one */
    void (*read)(rp_read *r, const rp_node *map, rp_shape_corners *corners);
    /* Moves the centroid to the origin, puts corners in order, and scales the bounding radius to `radius` (0: keeps the
     * size). Round: NULL. */
    void (*centre)(double *corner, int count, double radius);
    /* 1: these corners, finite and at most RP_CORNERS_MAX, make this shape. Round: NULL. */
    int (*valid)(const double *corner, int count);
    /* Corners turned about the centroid; orientation: as in rp_particles, an angle in two dimensions, a quaternion in
     * three. Round: NULL. */
    void (*turned)(const rp_shape_def *def, const double orientation[4], double *corner);
    double (*radius)(const rp_shape_def *def); /* of the sphere about the centroid that encloses it, m */
    double (*volume)(const rp_shape_def *def); /* m^3; planar: m^2 */
    /* Inertia over mass, about the centroid, m^2; planar: of the flat plate. */
    void (*inertia)(const rp_shape_def *def, double tensor[3][3]);
    rp_vec (*support)(const rp_shape_def *def, rp_vec direction);     /* a point farthest along the direction, m */
    int (*face)(const rp_shape_def *def, int k, rp_shape_face *face); /* 0: there is no face k; round: NULL */
    void (*mesh)(const rp_shape_def *def, rp_shape_mesh *mesh);       /* round: NULL, drawn by its radius */
} rp_shape;

extern const rp_shape rp_shape_disc, rp_shape_sphere, rp_shape_polygon, rp_shape_clump, rp_shape_flat_clump,
    rp_shape_polyhedron;

/* Turns a centred definition in space to its principal axes; `turn` is the way back. */
void rp_shape_to_axes(const rp_shape *shape, double *corner, int count, double turn[4]);
/* Members of a clump as they are given: about their centre of mass, along their principal axes. */
void rp_shape_clump_settle(rp_read *r, const rp_node *node, const rp_shape *shape, rp_shape_corners *corners);

const rp_shape *const *rp_shape_list(int *count);
const rp_shape *rp_shape_find(const char *name, int dimension); /* NULL: none; of two that of this dimension */
const rp_shape *rp_shape_round(int dimension);                  /* what a round particle is in such a world */
int rp_shape_fits(const rp_shape *shape, int dimension);        /* 1: a world of this dimension may have it */
double rp_shape_inner_radius(const rp_shape_def *def);          /* of the sphere about the centroid within it, m */

/* Mass, unless it is given (NaN: by density), and moment of inertia: about z in the plane, of a sphere about any axis.
 */
void rp_shape_weigh(const rp_shape_def *def, double thickness, double density, double *mass, double *inertia);

/* Principal moments, rising, of a symmetric tensor, and their axes: axis[k] is a unit vector, the three are
 * right-handed. */
void rp_shape_principal(const double tensor[3][3], double moment[3], rp_vec axis[3]);

#endif
