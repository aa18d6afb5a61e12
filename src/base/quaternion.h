/* Unit quaternions (w, x, y, z) as rotations: q takes a vector of the turned frame to the frame that it is turned in.
 */
#ifndef RP_BASE_QUATERNION_H
#define RP_BASE_QUATERNION_H

#include "base/vec.h"

/* First b, then a. out may be a or b. */
static inline void rp_quaternion_product(const double a[4], const double b[4], double out[4])
{
    double w = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
           x = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
           y = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
           z = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
    out[0] = w;
    out[1] = x;
    out[2] = y;
    out[3] = z;
}

static inline void rp_quaternion_unit(double q[4])
{
    double inv = 1 / sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int k = 0; k < 4; k++) q[k] *= inv;
}

/* The axes of the turned frame: the columns of the rotation's matrix. */
static inline void rp_quaternion_axes(const double q[4], rp_vec axis[3])
{
    double w = q[0], x = q[1], y = q[2], z = q[3];
    axis[0] = rp_vec_make(1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y));
    axis[1] = rp_vec_make(2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x));
    axis[2] = rp_vec_make(2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y));
}

/* The rotation with these axes, right-handed and of length 1. By the largest of four sums, so that nothing cancels. */
static inline void rp_quaternion_of_axes(const rp_vec axis[3], double q[4])
{
    const double xx = axis[0].x, yy = axis[1].y, zz = axis[2].z;
    const double sum[4] = {1 + xx + yy + zz, 1 + xx - yy - zz, 1 - xx + yy - zz, 1 - xx - yy + zz};
    const double yz = axis[1].z - axis[2].y, zx = axis[2].x - axis[0].z, xy = axis[0].y - axis[1].x,
                 also_xy = axis[0].y + axis[1].x, also_zx = axis[0].z + axis[2].x, also_yz = axis[1].z + axis[2].y;
    const double rows[4][4] = {{sum[0], yz, zx, xy},
                               {yz, sum[1], also_xy, also_zx},
                               {zx, also_xy, sum[2], also_yz},
                               {xy, also_zx, also_yz, sum[3]}};
    int most = 0;
    for (int k = 1; k < 4; k++)
        if (sum[k] > sum[most]) most = k;
    for (int k = 0; k < 4; k++) q[k] = rows[most][k];
    rp_quaternion_unit(q);
}

/* About the direction of `angle`, by its length, rad. */
static inline void rp_quaternion_of_angle(rp_vec angle, double q[4])
{
    double size = rp_vec_norm(angle), scale = size > 0 ? sin(0.5 * size) / size : 0.5;
    q[0] = cos(0.5 * size);
    q[1] = scale * angle.x;
    q[2] = scale * angle.y;
    q[3] = scale * angle.z;
}

static inline rp_vec rp_quaternion_turn(const double q[4], rp_vec v)
{
    rp_vec u = {q[1], q[2], q[3]}, once = rp_vec_add(rp_vec_cross(u, v), rp_vec_scale(q[0], v));
    return rp_vec_add(v, rp_vec_scale(2, rp_vec_cross(u, once)));
}

#endif
