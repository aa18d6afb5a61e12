/* One impact of a polygon at a point off its line of centres, on walls of every kind in two dimensions and on another
 * polygon, beside exact impacts of rigid bodies (routh.h). The contact is at the origin, its normal is y. */
#ifndef RP_TESTS_TRUTH_POLYGON_H
#define RP_TESTS_TRUTH_POLYGON_H

#include "lab.h"
#include "routh.h"

#include "base/random.h"

enum { POLYGON_TARGETS = 7, POLYGON_PAIR = 6 };

/* The first four are struck by a corner, the next two strike a face; the last is a square of 0.1 m, struck by a corner.
 */
static const char *const polygon_target[POLYGON_TARGETS] = {
    "plane: {point: [0, 0], normal: [0, 1]}",
    "box: {lower: [-0.5, 0], upper: [0.5, 1]}",
    "cylinder: {point: [0, 0.5], radius: 0.5, side: inside}",
    "segment: {from: [-0.5, 0], to: [0.5, 0]}",
    "segment: {from: [0, -0.5], to: [0, 0]}",
    "cylinder: {point: [0, -0.05], radius: 0.05, side: outside}",
    "square",
};

typedef struct polygon_bout {
    const char *method, *laws;
    int target;
    int corners;
    double x[4], y[4]; /* m: about the point that strikes */
    double vx, vy, spin;
    double beside; /* m: centre of the square */
} polygon_bout;

/* A triangle on its tip, or a rectangle on its face. */
static inline polygon_bout polygon_draw(rp_random *r, int target)
{
    polygon_bout b = {.target = target, .vx = rp_random_range(r, -2, 2), .vy = -rp_random_range(r, 0.3, 1)};
    double left = rp_random_range(r, 0.003, 0.02), right = rp_random_range(r, 0.003, 0.02),
           up = rp_random_range(r, 0.008, 0.02);
    b.spin = rp_random_range(r, -40, 40);
    b.beside = rp_random_range(r, -0.03, 0.03);
    b.corners = target == 4 || target == 5 ? 4 : 3;
    if (b.corners == 4) memcpy(b.x, (double[]){-left, right, right, -left}, sizeof b.x);
    else memcpy(b.x, (double[]){0, right, -left, 0}, sizeof b.x);
    if (b.corners == 4) memcpy(b.y, (double[]){0, 0, up, up}, sizeof b.y);
    else memcpy(b.y, (double[]){0, up, rp_random_range(r, 0.008, 0.02), 0}, sizeof b.y);
    return b;
}

/* From the contact to the centroid. */
static inline rp_vec polygon_centre(const polygon_bout *b)
{
    double area = 0, x = 0, y = 0;
    for (int k = 0; k < b->corners; k++) {
        int n = (k + 1) % b->corners;
        double a = b->x[k] * b->y[n] - b->x[n] * b->y[k];
        area += a;
        x += a * (b->x[k] + b->x[n]) / 3;
        y += a * (b->y[k] + b->y[n]) / 3;
    }
    return rp_vec_make(x / area, y / area, 0);
}

static inline lab polygon_open(const polygon_bout *b, double gap, double step)
{
    char corners[400] = "", other[400];
    rp_vec c = polygon_centre(b);
    for (int k = 0; k < b->corners; k++)
        snprintf(corners + strlen(corners), sizeof corners - strlen(corners), "%s[%.17g, %.17g]", k ? ", " : "",
                 b->x[k], b->y[k]);
    if (b->target == POLYGON_PAIR)
        snprintf(other, sizeof other,
                 "  - {name: b, shape: {polygon: {vertices: [[0, 0], [0.1, 0], [0.1, 0.1], [0, 0.1]]}}, material: m, "
                 "place: {list: [[%.17g, -0.05]]}}\n",
                 b->beside);
    else snprintf(other, sizeof other, "walls: [{name: w, %s, material: m}]\n", polygon_target[b->target]);
    return lab_open("repose: 1\ndimension: 2\nmethod: %s\nthickness: 0.01\nmaterials: {m: {density: 2000}}\n"
                    "interactions: [{between: [m, m], %s}]\nparticles:\n"
                    "  - {name: a, shape: {polygon: {vertices: [%s]}}, material: m, place: {list: [[%.17g, %.17g]]}, "
                    "velocity: [%.17g, %.17g], omega: %.17g}\n%s"
                    "run: {until: 1e9, step: %.17g, contact-dynamics: {tolerance: 1.0e-10}}\n",
                    b->method, b->laws, corners, c.x, c.y + gap, b->vx, b->vy, b->spin, other, step);
}

static inline void polygon_weigh(const lab *l, unsigned id, rp_vec arm, routh *q)
{
    double m = lab_mass(l, id), inertia = l->w->particles.inertia[lab_slot(l, id)];
    q->wnn += 1 / m + arm.x * arm.x / inertia;
    q->wtt += 1 / m + arm.y * arm.y / inertia;
    q->wnt -= arm.x * arm.y / inertia;
}

/* Velocity of the point of contact, now. */
static inline void polygon_velocity(const lab *l, const polygon_bout *b, double *un, double *ut)
{
    rp_vec arm = rp_vec_scale(-1, polygon_centre(b)), v = lab_v(l, 0), across = {-b->beside, 0.05, 0};
    *un = v.y + lab_omega(l, 0).z * arm.x;
    *ut = v.x - lab_omega(l, 0).z * arm.y;
    if (b->target != POLYGON_PAIR) return;
    *un -= lab_v(l, 1).y + lab_omega(l, 1).z * across.x;
    *ut -= lab_v(l, 1).x - lab_omega(l, 1).z * across.y;
}

/* The impact before it happens. */
static inline routh polygon_before(const lab *l, const polygon_bout *b, double mu)
{
    routh q = {.mu = mu};
    polygon_weigh(l, 0, rp_vec_scale(-1, polygon_centre(b)), &q);
    if (b->target == POLYGON_PAIR) polygon_weigh(l, 1, rp_vec_make(-b->beside, 0.05, 0), &q);
    polygon_velocity(l, b, &q.un, &q.ut);
    return q;
}

/* How far a run is from the exact impact, of its speed. */
static inline double polygon_off(const lab *l, const polygon_bout *b, const routh *before, const routh *after)
{
    double un, ut;
    polygon_velocity(l, b, &un, &ut);
    return hypot(un - after->un, ut - after->ut) / hypot(before->un, before->ut);
}

/* Contact dynamics: steps of 1e-8 s, in which nothing turns or moves by more than 1e-6. 0: no impact. */
static inline int polygon_rigid(const polygon_bout *b, double mu, double e, double *off, double *from_routh)
{
    lab l = polygon_open(b, 1e-3, 1e-8);
    routh q = polygon_before(&l, b, mu), two = routh_rigid(q, e), path = routh_impact(q, e, 0);
    lab_close(&l);
    if (q.un > -0.1) return 0;
    l = polygon_open(b, -2.5e-8 * q.un, 1e-8);
    lab_steps(&l, 6);
    *off = polygon_off(&l, b, &q, &two);
    *from_routh = polygon_off(&l, b, &q, &path);
    lab_close(&l);
    return 1;
}

/* Soft: a spring of this stiffness, N/m, by so many steps a contact; the contact takes no longer than twice its time
 * without damping, and 3 more where friction slows it. 0: no impact. */
static inline int polygon_soft(const polygon_bout *b, double mu, double stiffness, double steps, routh after(routh),
                               double *off)
{
    lab l = polygon_open(b, 1e-3, 1e-8);
    routh q = polygon_before(&l, b, mu);
    double step = M_PI / sqrt(stiffness * q.wnn) / steps;
    lab_close(&l);
    if (q.un > -0.1) return 0;
    l = polygon_open(b, -3.4 * step * q.un, step);
    lab_steps(&l, (long)(5 * steps) + 10);
    routh a = after(q);
    *off = polygon_off(&l, b, &q, &a);
    lab_close(&l);
    return 1;
}

#endif
