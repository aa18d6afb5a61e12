/* See polygon.h. */
#include "core/polygon.h"
#include <math.h>
#include "base/angle.h"

rp_moments rp_polygon_moments(const rp_point *v, int n)
{
    double area = 0, x = 0, y = 0,
           square = 0; /* twice the area, six times the first, twelve times the second moments about v[0] */
    for (int k = 1; k + 1 < n; k++) {
        rp_point a = rp_point_sub(v[k], v[0]), b = rp_point_sub(v[k + 1], v[0]);
        double twice = rp_point_cross(a, b);
        area += twice;
        x += twice * (a.x + b.x);
        y += twice * (a.y + b.y);
        square += twice * (rp_point_dot(a, a) + rp_point_dot(a, b) + rp_point_dot(b, b));
    }
    if (area == 0) return (rp_moments){.centroid = v[0]};
    rp_point c = {x / (3 * area), y / (3 * area)};
    return (rp_moments){0.5 * area, rp_point_add(v[0], c), square / 12 - 0.5 * area * rp_point_dot(c, c)};
}

/* Every corner turns to the same side, and all of them together once round. */
int rp_polygon_turns(const rp_point *v, int n)
{
    int left = 0, right = 0, rises = 0;
    for (int k = 0; k < n; k++) {
        rp_point e = rp_point_sub(v[(k + 1) % n], v[k]), f = rp_point_sub(v[(k + 2) % n], v[(k + 1) % n]);
        double turn = rp_point_cross(e, f), scale = rp_point_dot(e, e) + rp_point_dot(f, f);
        left += turn > 1e-12 * scale;
        right += turn < -1e-12 * scale;
        rises += (e.y < 0 || (e.y == 0 && e.x < 0))
                 && !(f.y < 0 || (f.y == 0 && f.x < 0)); /* sides that turn from down to up */
    }
    if (n < 3 || rises != 1) return 0;
    return left == n ? 1 : right == n ? -1 : 0;
}

double rp_polygon_centre(rp_point *v, int n, double radius)
{
    rp_moments m = rp_polygon_moments(v, n);
    double most = 0;
    for (int k = 0; k < n; k++) {
        v[k] = rp_point_sub(v[k], m.centroid);
        most = fmax(most, sqrt(rp_point_dot(v[k], v[k])));
    }
    for (int k = 0; m.area < 0 && k < n / 2; k++) {
        rp_point swap = v[k];
        v[k] = v[n - 1 - k];
        v[n - 1 - k] = swap;
    }
    for (int k = 0; radius > 0 && k < n; k++) v[k] = rp_point_scale(radius / most, v[k]);
    return radius > 0 ? radius : most;
}

void rp_polygon_regular(int n, rp_point *v)
{
    for (int k = 0; k < n; k++) rp_angle_sincos(2 * M_PI * k / n, &v[k].y, &v[k].x);
}
