/* A mesh of triangles from a file (core/mesh.h). `point`: the middle of its box. See wall_shape.h. */
#include <string.h>
#include "core/mesh_read.h"
#include "core/wall_shape.h"

static const double SMOOTH = 0.35; /* rad, where a scene says nothing: 20 degrees; a tube of 18 flat pieces is round */

static void read(rp_read *r, const rp_node *node, rp_wall *w)
{
    static const rp_key keys[] = {RP_MESH_READ_KEYS, {"sides", 0}, {"smooth", 0}};
    static const char *const sides[] = {"both", "front"};
    if (!RP_READ_MAP(r, node, keys)) return;
    const double smooth = rp_read_number(r, node, "smooth", rp_bound_between(0, M_PI / 2, "rad"), SMOOTH);
    const int one_side = rp_read_choice(r, node, "sides", sides, 2, 0);
    if (!r->status) w->mesh = rp_mesh_read(r, node);
    if (r->status) return;
    w->mesh->one_side = one_side;
    w->mesh->smooth_cosine = cos(smooth);
    w->mesh_hash = w->mesh->hash;
    w->point = rp_vec_scale(0.5, rp_vec_add(w->mesh->lower, w->mesh->upper));
    w->normal = w->mesh->row[0].normal;
}

static double distance(const rp_wall *w, int face, rp_vec x, rp_vec *normal)
{
    return face ? rp_mesh_distance(w->mesh, (size_t)face - 1, x, normal) : rp_mesh_nearest(w->mesh, x, normal, NULL);
}

static void mesh(const rp_wall *w, rp_wall_mesh *m)
{
    const rp_wall_pose pose = rp_wall_pose_of(w);
    for (size_t n = 0; n < w->mesh->triangles && !m->failed; n++) {
        rp_vec corner[3];
        for (int k = 0; k < 3; k++) corner[k] = rp_wall_now(w, w->mesh->corner[w->mesh->triangle[n][k]]);
        rp_wall_mesh_add(m, 1 + (int)n, rp_wall_pose_out(&pose, w->mesh->row[n].normal), corner, 3);
    }
}

const rp_wall_shape rp_wall_triangles_shape = {
    .name = "mesh",
    .dimensions = RP_WALL_3D,
    .instead = "segments, planes and circles",
    .ends = 1,
    .finite = 1,
    .triangles = 1,
    .read = read,
    .distance = distance,
    .mesh = mesh,
};
