/* See wall_mesh.h. */
#include "core/wall_mesh.h"
#include "base/memory.h"

void rp_wall_mesh_add(rp_wall_mesh *m, int face, rp_vec normal, const rp_vec *corner, int count)
{
    if (!rp_memory_reserve(&m->point, &m->point_capacity, 3 * (m->points + (size_t)count), sizeof *m->point)
        || !rp_memory_reserve(&m->facet, &m->facet_capacity, m->facets + 1, sizeof *m->facet)) {
        m->failed = 1;
        return;
    }
    rp_vec sum = {0};
    for (int n = 0; n < count; n++) {
        double *to = m->point + 3 * m->points++;
        to[0] = corner[n].x;
        to[1] = corner[n].y;
        to[2] = corner[n].z;
        sum = rp_vec_add(sum, corner[n]);
    }
    m->facet[m->facets++] = (rp_wall_facet){m->wall, face, m->points, normal, rp_vec_scale(1.0 / count, sum)};
}

void rp_wall_mesh_free(rp_wall_mesh *m)
{
    rp_memory_free(m->point);
    rp_memory_free(m->facet);
    *m = (rp_wall_mesh){0};
}

void rp_wall_mesh_across(rp_vec n, int dimension, rp_vec *u, rp_vec *v)
{
    rp_vec z = {0, 0, 1}, x = {1, 0, 0};
    rp_vec other = dimension == 2 || fabs(n.z) < 0.9 ? z : x;
    *u = rp_vec_cross(other, n);
    *u = rp_vec_scale(1.0 / rp_vec_norm(*u), *u);
    *v = rp_vec_cross(n, *u);
}

rp_vec rp_wall_mesh_at(rp_vec x, double a, rp_vec u, double b, rp_vec v)
{
    return rp_vec_add(x, rp_vec_add(rp_vec_scale(a, u), rp_vec_scale(b, v)));
}

rp_vec rp_wall_mesh_circle(rp_vec centre, double r, double turns, rp_vec u, rp_vec v)
{
    double angle = 2 * M_PI * turns / RP_WALL_MESH_ROUND;
    return rp_wall_mesh_at(centre, r * cos(angle), u, r * sin(angle), v);
}

void rp_wall_mesh_round(rp_wall_mesh *m, const rp_vec centre[2], rp_vec axis, const double radius[2],
                        const double out[2])
{
    rp_vec u, v, none = {0};
    rp_wall_mesh_across(axis, 3, &u, &v);
    for (int n = 0; n < RP_WALL_MESH_ROUND; n++) {
        rp_vec corner[4], radial = rp_wall_mesh_circle(none, 1, n + 0.5, u, v);
        int first = radius[0] > 0 ? 0 : 1, other = 1 - first, count = 0;
        corner[count++] = rp_wall_mesh_circle(centre[first], radius[first], n, u, v);
        corner[count++] = rp_wall_mesh_circle(centre[first], radius[first], n + 1, u, v);
        if (m->dimension == 3) corner[count++] = rp_wall_mesh_circle(centre[other], radius[other], n + 1, u, v);
        if (m->dimension == 3 && radius[other] > 0)
            corner[count++] = rp_wall_mesh_circle(centre[other], radius[other], n, u, v);
        rp_wall_mesh_add(m, 0, rp_wall_mesh_at(none, out[0], radial, out[1], axis), corner, count);
    }
}
