/* See first.h.
 *
 * The general case goes by bounded steps: where the gap is h with slope u and its second derivative stays above -b, it
 * cannot close within the positive root of h + u s - b s^2/2 = 0, so that is how far we may go. Near a simple root this
 * is Newton's method coming from outside: never beyond the root, and quadratic.
 *
 * Of a set that is not convex only this is known: where the gap is h, the ball of radius r + h is empty. Two such
 * balls, at both ends of a step, prove that nothing touches in between. Let the step be straight and of length l. A
 * point of the ball of radius r, anywhere on its way, that lies on the side of the first end has a square of distance
 * of at most l^2 + r^2 from that end; likewise at the other side. So l^2 + r^2 <= (r + h)^2 at both ends is enough. A
 * curved way departs by no more than d = bend s^2/8 from its chord; r + d takes the place of r. The length that this
 * allows goes with sqrt(2 r h), not with h: a flight close along a wall takes few steps, and near a root the gap that
 * is left falls as its square. */
#include "core/first.h"

double rp_first_parabola(double h, double u, double a)
{
    if (h <= 0 && (u < 0 || (u == 0 && a < 0))) return 0;
    if (a == 0) return u < 0 ? h / -u : INFINITY;
    double square = u * u - 2 * a * h;
    if (square < 0) return h <= 0 && a < 0 ? 0 : INFINITY;
    double root = sqrt(square);
    /* the shrinking one of two roots, in the form that does not cancel */
    double s = u < 0 ? 2 * h / (root - u) : a < 0 ? (u + root) / -a : INFINITY;
    return s >= 0 ? s : 0;
}

enum { STEPS_MOST = 10000 }; /* of the bounded search; a gap that closes at grazing speed takes many */

double rp_first_bounded(rp_first_gap *gap, const void *context, double bend, double scale, double end)
{
    double s = 0, slope, h = gap(context, 0, &slope);
    const double closed = 1e-15 * scale; /* rounding of a position of this size */
    for (int n = 0; n < STEPS_MOST && s < end; n++) {
        if (h <= closed && slope < 0) return s;
        double above = h > 0 ? h : 0, root = sqrt(slope * slope + 2 * bend * above);
        double step = slope > 0   ? (slope + root) / bend
                      : above > 0 ? 2 * above / (root - slope)
                                  : sqrt(closed / bend); /* the last: at rest, touching */
        if (!(s + step < end)) return INFINITY;
        if (s + step == s) return s; /* it hovers, as close as numbers can tell */
        s += step;
        h = gap(context, s, &slope);
    }
    return s < end ? s : INFINITY;
}

static const double SLACK = 1e-12; /* of the radius: a contact that is less deep may pass unseen */

static int empty_ball(const rp_first_state *q, double inner, double square, double r)
{
    double outer = r + q->gap;
    return outer > inner && (outer - inner) * (outer + inner) >= square;
}

/* Nothing touches between a and b, `step` apart in time. A ball that starts in the set must come out of it. */
static int is_free(const rp_first_state *a, const rp_first_state *b, double r, double bend, double step)
{
    rp_vec way = rp_vec_sub(b->x, a->x);
    double inner = r * (1 - SLACK) + 0.125 * bend * step * step, square = rp_vec_dot(way, way);
    if (a->gap <= -SLACK * r) return b->gap > a->gap && square <= 2 * SLACK * r * r;
    return empty_ball(a, inner, square, r) && empty_ball(b, inner, square, r);
}

/* As far as both balls should allow: the root of a parabola as above, whose curvature stands for the ball at the far
 * end, and the near one's own length. */
static double likely_step(const rp_first_state *a, double r, double bend)
{
    double h = fmax(a->gap, 0), slack = SLACK * r, square = rp_vec_dot(a->v, a->v);
    double near = sqrt((h + slack) * (2 * r + h) / square), most = 2 * (square / (r + 0.5 * h) + 1.25 * bend);
    double root = sqrt(a->slope * a->slope + 2 * most * h);
    double far = a->slope < 0 ? 2 * h / (root - a->slope) : (a->slope + root) / most;
    double still = sqrt(2 * (h + slack) / bend); /* to stay close to the chord */
    return fmin(near, fmin(still, far > 0 ? far : near));
}

double rp_first_ball(rp_first_motion *motion, const void *context, double r, double bend, double end)
{
    double s = 0, before = 0;
    rp_first_state a = motion(context, 0);
    for (int n = 0; n < STEPS_MOST; n++) {
        if (a.gap <= 1e-15 * r && a.slope < 0) /* the slack goes off again; a gap of rounding closes now */
            return fmax(before, s - fmin(a.gap, 0) / a.slope);
        double step = fmin(likely_step(&a, r, bend), end - s);
        if (!isfinite(step)) return INFINITY; /* it stands still */
        rp_first_state b = motion(context, s + step);
        for (; s + step > s && !is_free(&a, &b, r, bend, step); b = motion(context, s + step)) step *= 0.5;
        if (s + step == s) return s; /* it touches or hovers, as close as numbers can tell */
        before = s;
        s += step;
        if (!(s < end) || !isfinite(b.gap)) return INFINITY;
        a = b;
    }
    return s;
}

typedef struct path {
    rp_vec p, v, a;
    double square;
    int side;
} path;

/* side (|x|^2 - d^2) */
static double distance_gap(const void *context, double s, double *slope)
{
    const path *q = context;
    rp_vec x = rp_vec_add(q->p, rp_vec_scale(s, rp_vec_add(q->v, rp_vec_scale(0.5 * s, q->a))));
    rp_vec v = rp_vec_add(q->v, rp_vec_scale(s, q->a));
    *slope = 2 * q->side * rp_vec_dot(x, v);
    return q->side * (rp_vec_dot(x, x) - q->square);
}

/* Without acceleration the distance is known in closed form. */
static double straight(rp_vec p, rp_vec v, double d, int side)
{
    double b = rp_vec_dot(p, v), vv = rp_vec_dot(v, v), c = rp_vec_dot(p, p) - d * d;
    if (side > 0) {
        if (b >= 0) return INFINITY;
        if (c <= 0) return 0;
        double square = b * b - vv * c;
        return square < 0 ? INFINITY : c / (sqrt(square) - b);
    }
    if (c >= 0 && b > 0) return 0;
    if (vv == 0) return INFINITY;
    double root = sqrt(fmax(b * b - vv * c, 0));
    return b > 0 ? -c / (b + root) : (root - b) / vv;
}

double rp_first_distance(rp_vec p, rp_vec v, rp_vec a, double d, int side, double end)
{
    if (a.x == 0 && a.y == 0 && a.z == 0) {
        double s = straight(p, v, d, side);
        return s < end ? s : INFINITY;
    }
    path q = {p, v, a, d * d, side};
    double size = rp_vec_norm(a), speed = rp_vec_norm(v), s = isfinite(end) ? end : 0;
    if (!isfinite(end)) return INFINITY;
    double fastest = speed + size * s, farthest = rp_vec_norm(p) + s * (speed + 0.5 * size * s);
    return rp_first_bounded(distance_gap, &q, 2 * (fastest * fastest + farthest * size), d * d, end);
}
