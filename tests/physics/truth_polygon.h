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

/* Two soft polygons: the tip of the triangle is c d wide where it is d deep in the side of the square, so that the
 * overlap is A = c d^2/2 and its contact line L = c d. Of xi = A / l_c, l_c the sum of the radii of discs of equal
 * area, the linear law makes F = (L / l_c) (k xi + b g): elastic, an energy of k c^2 d^4 / (8 l_c^2). */
typedef struct polygon_tip {
    double width; /* c */
    double l_c;   /* m */
    double k, b;  /* N/m, kg/s */
    double time;  /* s: of an elastic impact, 2 int dx / sqrt(1 - x^4) d_max / g */
} polygon_tip;

/* Stiff enough for an elastic impact to go 1e-5 m deep; the dashpot has `damping` of the greatest spring force. */
static inline polygon_tip polygon_tip_of(const polygon_bout *b, const routh *q, double damping)
{
    const double deep = 1e-5, speed = -q->un;
    polygon_tip p = {.width = b->x[1] / b->y[1] - b->x[2] / b->y[2]};
    p.l_c = sqrt(0.5 * fabs(b->x[1] * b->y[2] - b->x[2] * b->y[1]) / M_PI) + sqrt(0.01 / M_PI);
    p.k = 4 / q->wnn * pow(speed * p.l_c / p.width, 2) / pow(deep, 4);
    p.b = damping * p.k * p.width * deep * deep / (2 * p.l_c) / speed;
    p.time = 2 * 1.3110287771460599 * deep / speed;
    return p;
}

/* Without friction the normal motion is that of the mass 1 / W_nn, by small steps; the slip follows. */
static inline routh polygon_tip_damped(routh q, const polygon_tip *p)
{
    double d = 0, g = -q.un, un = q.un;
    const double h = 1e-5 * p->time;
    for (int n = 0; n < 1000000 && (d > 0 || n == 0); n++) {
        double mid = d + 0.5 * h * g, force = p->k * p->width * mid * mid / (2 * p->l_c) + p->b * g;
        g -= h * q.wnn * p->width * mid / p->l_c * fmax(force, 0);
        d = mid + 0.5 * h * g;
    }
    q.un = -g;
    q.ut += q.wnt / q.wnn * (q.un - un);
    return q;
}

/* By so many steps an elastic impact, with friction and no damping, or damped and smooth. 0: no impact. */
static inline int polygon_soft_pair(polygon_bout b, double mu, double damping, double steps, double *off)
{
    char laws[200];
    b.method = "soft";
    b.laws = "normal: {law: linear, stiffness: 1.0e9}";
    lab l = polygon_open(&b, 1e-3, 1e-8);
    routh q = polygon_before(&l, &b, mu);
    lab_close(&l);
    if (q.un > -0.1) return 0;
    polygon_tip p = polygon_tip_of(&b, &q, damping);
    snprintf(laws, sizeof laws,
             "friction: %.17g, normal: {law: linear, stiffness: %.17g, damping: %.17g}, tangential: {law: coulomb}", mu,
             p.k, p.b);
    b.laws = laws;
    l = polygon_open(&b, -3.4 * p.time / steps * q.un, p.time / steps);
    lab_steps(&l, (long)(5 * steps) + 10);
    routh after = damping > 0 ? polygon_tip_damped(q, &p) : routh_impact(q, 1, 1);
    *off = polygon_off(&l, &b, &q, &after);
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
