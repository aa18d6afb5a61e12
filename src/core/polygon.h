/* Convex polygons in the plane: area, centroid, second moment, orientation.
 *
 * A polygon is its corners, counterclockwise, strictly convex: every corner turns left. Code that makes one from a
 * user's input checks it with rp_polygon_turns first.
 */
#ifndef RP_CORE_POLYGON_H
#define RP_CORE_POLYGON_H

#define RP_CORNERS_MAX 64

typedef struct rp_point {
    double x, y;
} rp_point; /* m */

static inline rp_point rp_point_add(rp_point a, rp_point b) { return (rp_point){a.x + b.x, a.y + b.y}; }
static inline rp_point rp_point_sub(rp_point a, rp_point b) { return (rp_point){a.x - b.x, a.y - b.y}; }
static inline rp_point rp_point_scale(double s, rp_point a) { return (rp_point){s * a.x, s * a.y}; }
static inline double rp_point_dot(rp_point a, rp_point b) { return a.x * b.x + a.y * b.y; }
static inline double rp_point_cross(rp_point a, rp_point b) { return a.x * b.y - a.y * b.x; }

typedef struct rp_moments {
    double area;       /* m^2; negative for clockwise corners */
    rp_point centroid; /* m */
    double second;     /* polar second moment about the centroid, m^4: I = density thickness second */
} rp_moments;

/* Exact integrals over the polygon, summed from its first corner so that a thin one far from the origin keeps its
 * digits. */
rp_moments rp_polygon_moments(const rp_point *corner, int count);

/* 1: counterclockwise and strictly convex; -1: the same, clockwise; 0: neither (a straight or inward corner, or it
 * winds twice). */
int rp_polygon_turns(const rp_point *corner, int count);

/* Moves the centroid to the origin, makes it counterclockwise, and scales the farthest corner to `radius` (0: keeps the
 * size). Returns the distance of the farthest corner from the centroid, m. */
double rp_polygon_centre(rp_point *corner, int count, double radius);

/* n corners on a circle of radius 1, one at angle 0. */
void rp_polygon_regular(int count, rp_point *corner);

#endif
