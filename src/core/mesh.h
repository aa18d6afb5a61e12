/* A surface of triangles that a wall has from a file: read (mesh_file.h), cleaned, and found again by place.
 *
 * Corners that stand in one place are merged, doubled triangles and needles are dropped. What is left is kept twice: as
 * corners by number, for pictures and for the survey of holes, and as one row a triangle, for distances. A tree of
 * boxes over the rows, made once, answers which triangles lie near a point and how far the nearest of them is. All of
 * it stands in the frame of the wall: points are brought into it.
 *
 * Distances are those from the nearest point of a triangle, so that face, edge and corner are one case. A mesh of one
 * side is seen from the front of its triangles alone, where their corners go round against the clock.
 */
#ifndef RP_CORE_MESH_H
#define RP_CORE_MESH_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include "base/random.h"
#include "base/vec.h"
#include "core/mesh_file.h"
#include "repose/status.h"

typedef struct rp_mesh_row { /* of a triangle */
    rp_vec corner;           /* m */
    rp_vec normal;           /* unit vector */
    rp_vec u, v;             /* m; the other two corners are corner + u and corner + v */
    double uu, uv, vv;       /* products of u and v */
} rp_mesh_row;

typedef struct rp_mesh_box {
    float lower[3], upper[3]; /* m, rounded outward */
} rp_mesh_box;

typedef struct rp_mesh {
    uint64_t hash; /* of corners and triangles: that it is the same surface after a restart */
    int one_side;
    double smooth_cosine; /* contacts whose normals enclose less than the angle of this cosine are one */
    size_t corners, triangles;
    rp_vec *corner;                  /* owned, m */
    uint32_t (*triangle)[3];         /* owned: numbers of corners */
    size_t merged, doubled, needles; /* what cleaning took away */
    uint32_t *part;                  /* owned; by triangle: number of its part of the file */
    size_t parts;
    char (*part_name)[RP_NAME]; /* owned; a name may come twice */
    int *material;              /* owned; by part: of the wall's triangles; NULL: all have that of the wall */
    double *area;               /* owned; by triangle: area of all up to it, m^2; NULL: not weighed */
    rp_vec lower, upper;        /* m */
    rp_mesh_row *row;           /* owned; by number of the triangle */
    uint32_t *order;            /* owned; triangles by place, as leaves of the tree have them */
    rp_mesh_box *box;           /* owned; node n has the children 2 n + 1 and 2 n + 2 */
    atomic_int references;
} rp_mesh;

/* From triangles as a file has them; the mesh has one reference. */
rp_status rp_mesh_create(const rp_mesh_soup *soup, rp_mesh **mesh, rp_error *err);
rp_mesh *rp_mesh_hold(rp_mesh *mesh); /* one reference more; NULL is allowed */
void rp_mesh_release(rp_mesh *mesh);  /* frees it with its last reference; NULL is allowed */

/* Of x from triangle t, never negative, and the unit normal from it to x. A mesh of one side has no distance
 * (INFINITY) from behind. */
double rp_mesh_distance(const rp_mesh *mesh, size_t t, rp_vec x, rp_vec *normal);
/* The foot of a point lies in the triangle; arm: from its corner to the point. */
static inline int rp_mesh_over(const rp_mesh_row *t, rp_vec arm)
{
    const double d1 = rp_vec_dot(arm, t->u), d2 = rp_vec_dot(arm, t->v), a = t->vv * d1 - t->uv * d2,
                 b = t->uu * d2 - t->uv * d1;
    return a >= 0 && b >= 0 && a + b <= t->uu * t->vv - t->uv * t->uv;
}
/* The same of the nearest triangle, and its number (may be NULL). */
double rp_mesh_nearest(const rp_mesh *mesh, rp_vec x, rp_vec *normal, uint32_t *triangle);

/* A mesh of the triangles of this part alone, in the same place; *part is NULL if none has the name. */
rp_status rp_mesh_part(const rp_mesh *mesh, const char *name, rp_mesh **part, rp_error *err);
/* How often the way from one point to another goes through the mesh from the back of a triangle to its front, less how
 * often the other way. A point on the surface is in front of it; a way through an edge goes through one triangle. */
int rp_mesh_passages(const rp_mesh *mesh, rp_vec from, rp_vec to);
/* Makes it ready to draw points on it. */
rp_status rp_mesh_weigh(rp_mesh *mesh, rp_error *err);
/* A point of a mesh that was weighed, any part of its area alike. */
rp_vec rp_mesh_draw(const rp_mesh *mesh, rp_random *stream);
/* Triangles nearer than `reach`, in order of their numbers; *list grows as needed. 0: not enough memory. */
typedef struct rp_mesh_list {
    uint32_t *triangle; /* owned */
    size_t count, capacity;
} rp_mesh_list;
int rp_mesh_near(const rp_mesh *mesh, rp_vec x, double reach, rp_mesh_list *list);

/* What cleaning took away, as a sentence; 0: nothing. */
int rp_mesh_dropped(const rp_mesh *mesh, char *text, size_t size);

/* What a closed surface with normals to one side does not have. */
typedef struct rp_mesh_survey {
    size_t open, flipped, branched; /* edges of one triangle; of two that disagree on the front; of more than two */
    rp_vec open_at, flipped_at, branched_at; /* the middle of the first of them, m */
} rp_mesh_survey;
rp_status rp_mesh_survey_of(const rp_mesh *mesh, rp_mesh_survey *survey, rp_error *err);

#endif
