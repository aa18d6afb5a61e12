/* Vectors of three, in place where they are used. Two dimensions are three with z = 0. */
#ifndef RP_BASE_VEC_H
#define RP_BASE_VEC_H

#include <math.h>

typedef struct rp_vec {
    double x, y, z;
} rp_vec;

static inline rp_vec rp_vec_make(double x, double y, double z) { return (rp_vec){x, y, z}; }
static inline rp_vec rp_vec_add(rp_vec a, rp_vec b) { return (rp_vec){a.x + b.x, a.y + b.y, a.z + b.z}; }
static inline rp_vec rp_vec_sub(rp_vec a, rp_vec b) { return (rp_vec){a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline rp_vec rp_vec_scale(double s, rp_vec a) { return (rp_vec){s * a.x, s * a.y, s * a.z}; }
static inline double rp_vec_dot(rp_vec a, rp_vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline rp_vec rp_vec_cross(rp_vec a, rp_vec b)
{
    return (rp_vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static inline double rp_vec_norm(rp_vec a) { return sqrt(rp_vec_dot(a, a)); }
static inline double rp_vec_component(rp_vec a, int axis) { return axis == 0 ? a.x : axis == 1 ? a.y : a.z; }

#endif
