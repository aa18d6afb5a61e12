/* One impact by any method beside the exact rule of the same interaction (laws/collision.h). The slip comes from spin,
 * so that the normal stays as it is while a soft contact lasts. */
#ifndef RP_TESTS_TRUTH_H
#define RP_TESTS_TRUTH_H

#include "lab.h"
#include "meshes.h"

#include "laws/collision.h"
#include "repose/restitution.h"

typedef struct truth_wall { /* a wall, and where on it the impact falls */
    const char *name;
    int dimension;
    char shape[200]; /* key of the scene */
    rp_vec point, normal;
} truth_wall;

typedef struct bout {
    const char *method;
    const char *laws;    /* keys of the interaction: friction, restitution, laws */
    const char *options; /* of `run`, with a comma before; "" : none */
    int dimension;
    double r, ratio;    /* m; radius of the other over r; 0: a wall */
    double speed, slip; /* m/s */
    double step; /* s; 0: a hundredth of the time to fly the radius (hard methods), 1/500 of the contact (soft) */
    const truth_wall *wall; /* NULL: a plane */
    rp_vec normal;          /* of a pair; 0: y */
    double twist;           /* m/s: r times the spin about the normal, in three dimensions */
} bout;

typedef struct verdict {
    double eps_n, eps_t;     /* as the run has them */
    rp_collision_rule exact; /* eps_t with the bound of friction in it */
    double overlap;          /* of the contact over the radius, by the normal law; 0: none */
    double contact_time;     /* s */
} verdict;

static inline rp_vec truth_normal(const bout *b)
{
    if (b->wall) return b->wall->normal;
    return rp_vec_norm(b->normal) > 0 ? b->normal : rp_vec_make(0, 1, 0);
}

/* Across the normal: to the right of it in two dimensions. */
static inline rp_vec truth_tangent(const bout *b)
{
    rp_vec n = truth_normal(b), t = rp_vec_cross(n, rp_vec_make(0, 0, 1));
    if (b->dimension == 3 && rp_vec_norm(t) < 0.5) t = rp_vec_cross(n, rp_vec_make(0, 1, 0));
    return rp_vec_scale(1 / rp_vec_norm(t), t);
}

static inline void truth_vector(const bout *b, rp_vec v, char text[120])
{
    snprintf(text, 120, b->dimension == 3 ? "[%.17g, %.17g, %.17g]" : "[%.17g, %.17g]", v.x, v.y, v.z);
}

/* The slip is a spin -slip/r n x t: u = v - r omega x n. */
static inline lab truth_open(const bout *b, double gap, double step)
{
    char bodies[1200], at[120], velocity[120], spin[120], point[120] = "", normal[120];
    rp_vec n = truth_normal(b), from = b->wall ? b->wall->point : rp_vec_make(0, 0, 0);
    rp_vec omega = rp_vec_add(rp_vec_scale(-b->slip / b->r, rp_vec_cross(n, truth_tangent(b))),
                              rp_vec_scale(b->twist / b->r, n));
    truth_vector(b, rp_vec_add(from, rp_vec_scale(b->r * (1 + b->ratio) + gap, n)), at);
    truth_vector(b, rp_vec_scale(-b->speed, n), velocity);
    truth_vector(b, omega, spin);
    truth_vector(b, from, point);
    truth_vector(b, n, normal);
    if (b->dimension == 2) snprintf(spin, sizeof spin, "%.17g", omega.z);
    int k = snprintf(bodies, sizeof bodies,
                     "particles:\n  - {name: a, material: m, radius: %.17g, place: {list: [%s]}, "
                     "velocity: %s, omega: %s}\n",
                     b->r, at, velocity, spin);
    if (b->ratio > 0)
        snprintf(bodies + k, sizeof bodies - (size_t)k,
                 "  - {name: b, material: m, radius: %.17g, place: {list: [%s]}}\n", b->r * b->ratio, point);
    else if (b->wall)
        snprintf(bodies + k, sizeof bodies - (size_t)k, "walls: [{name: w, %s, material: m}]\n", b->wall->shape);
    else
        snprintf(bodies + k, sizeof bodies - (size_t)k,
                 "walls: [{name: w, plane: {point: %s, normal: %s}, material: m}]\n", point, normal);
    return lab_open("repose: 1\ndimension: %d\nmethod: %s\n%smaterials: {m: {density: 2500, young: 7.0e10, poisson: "
                    "0.25}}\ninteractions: [{between: [m, m], %s}]\n%srun: {until: 1e9, step: %.17g%s}\n",
                    b->dimension, b->method, b->dimension == 2 ? "thickness: 0.002\n" : "", b->laws, bodies, step,
                    b->options);
}

static inline rp_impact_pair truth_pair(const lab *l, const bout *b)
{
    const rp_particles *p = &l->w->particles;
    rp_impact_body body[2] = {{INFINITY, INFINITY, INFINITY}, {INFINITY, INFINITY, INFINITY}};
    for (unsigned id = 0; id < (b->ratio > 0 ? 2u : 1u); id++) {
        size_t i = rp_particles_slot(p, id);
        body[id] = (rp_impact_body){p->row[i].r, p->mass[i], p->inertia[i]};
    }
    return rp_restitution_bodies(&body[0], &body[1]);
}

/* The bound of friction is a part of eps_t as it is measured. */
static inline rp_collision_rule truth_exact(const lab *l, const bout *b, verdict *v)
{
    rp_error err;
    rp_collision_rule c;
    rp_impact_pair pair = truth_pair(l, b);
    const rp_interaction *x = &l->w->interaction[0];
    lab_ok(rp_collision_exact(x, &pair, b->speed, b->slip, &c, &err), &err);
    if (b->slip > 0) c.eps_t = fmax(c.eps_t, 1 - c.mu * (1 + c.eps_n) * b->speed / (pair.alpha * b->slip));
    if (b->slip == 0) c.eps_t = 1;
    if (x->law[RP_NORMAL]) {
        v->contact_time = rp_interaction_contact_time(x, pair.m_eff, pair.r_eff, b->speed);
        v->overlap = x->law[RP_NORMAL]->max_overlap(x->constant[RP_NORMAL], pair.m_eff, pair.r_eff, b->speed) / b->r;
    }
    return c;
}

static inline void truth_read(const lab *l, const bout *b, verdict *v)
{
    rp_vec n = truth_normal(b), g = lab_v(l, 0), turn = rp_vec_scale(b->r, lab_omega(l, 0));
    if (b->ratio > 0) {
        g = rp_vec_sub(g, lab_v(l, 1));
        turn = rp_vec_add(turn, rp_vec_scale(b->r * b->ratio, lab_omega(l, 1)));
    }
    rp_vec u = rp_vec_sub(g, rp_vec_cross(turn, n));
    v->eps_n = rp_vec_dot(g, n) / b->speed;
    v->eps_t = b->slip > 0 ? rp_vec_dot(u, truth_tangent(b)) / b->slip : 1;
}

/* Hard methods: they meet after 10.4 steps. */
static inline lab truth_hard_run(const bout *b, verdict *v)
{
    double step = b->step > 0 ? b->step : 0.01 * b->r / b->speed;
    lab l = truth_open(b, 10.4 * b->speed * step, step);
    v->exact = truth_exact(&l, b, v);
    lab_steps(&l, 20);
    return l;
}

static inline verdict truth_hard(const bout *b)
{
    verdict v = {0};
    lab l = truth_hard_run(b, &v);
    truth_read(&l, b, &v);
    lab_close(&l);
    return v;
}

/* Soft: the contact begins at a fraction of a step, and ends before 2.5 of its times without damping have passed. */
static inline lab truth_soft_run(const bout *b, double steps, verdict *v)
{
    lab l = truth_open(b, 1e-9, 1e-9);
    v->exact = truth_exact(&l, b, v);
    lab_close(&l);
    double step = v->contact_time / steps;
    l = truth_open(b, 3.4 * b->speed * step, step);
    lab_steps(&l, (long)(2.5 * steps) + 10);
    return l;
}

static inline verdict truth_soft(const bout *b, double steps)
{
    verdict v = {0};
    lab l = truth_soft_run(b, steps, &v);
    truth_read(&l, b, &v);
    lab_close(&l);
    return v;
}

/* ---- walls of every kind: faces, edges, rims, ends, from both sides ---- */

enum { TRUTH_WALLS_2D = 7, TRUTH_WALLS = 23 };

/* A direction between two others at right angles, at an angle from the first, rad. */
static inline rp_vec truth_between(rp_vec a, rp_vec b, double angle)
{
    return rp_vec_add(rp_vec_scale(cos(angle), a), rp_vec_scale(sin(angle), b));
}

static inline truth_wall truth_wall_flat(int kind, double angle)
{
    const double R = 0.05;
    rp_vec x = {1, 0, 0}, y = {0, 1, 0}, e = truth_between(x, y, 3 * angle);
    truth_wall w = {.dimension = 2};
    switch (kind) {
    case 0:
        w.name = "plane";
        w.normal = e;
        snprintf(w.shape, sizeof w.shape, "plane: {point: [0, 0], normal: [%.17g, %.17g]}", e.x, e.y);
        break;
    case 1:
        w.name = "box";
        w.normal = y;
        w.point = rp_vec_make(0.01, -R, 0);
        snprintf(w.shape, sizeof w.shape, "box: {lower: [-0.05, -0.05], upper: [0.05, 0.05]}");
        break;
    case 2:
    case 3:
        w.name = kind == 2 ? "cylinder, inside" : "cylinder, outside";
        w.normal = kind == 2 ? rp_vec_scale(-1, e) : e;
        w.point = rp_vec_scale(R, e);
        snprintf(w.shape, sizeof w.shape, "cylinder: {point: [0, 0], radius: 0.05, side: %s}",
                 kind == 2 ? "inside" : "outside");
        break;
    default:
        w.name = kind == 6 ? "segment, end" : "segment, face";
        w.normal = kind == 4 ? y : kind == 5 ? rp_vec_scale(-1, y) : truth_between(x, y, angle);
        if (kind == 6) w.point = rp_vec_make(R, 0, 0);
        snprintf(w.shape, sizeof w.shape, "segment: {from: [-0.05, 0], to: [0.05, 0]}");
    }
    return w;
}

static inline truth_wall truth_wall_plate(int kind, double angle)
{
    rp_vec x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1}, e = truth_between(x, y, 3 * angle);
    truth_wall w = {.dimension = 3};
    if (kind < 3) {
        static const char *const names[] = {"rectangle, face", "rectangle, edge", "rectangle, corner"};
        rp_vec out = kind == 1 ? x : truth_between(x, y, M_PI / 4 + 0.5 * angle);
        w.name = names[kind];
        w.normal = kind == 0 ? rp_vec_scale(angle < 0 ? -1 : 1, z) : truth_between(out, z, angle);
        w.point = kind == 0 ? rp_vec_make(0.01, 0.02, 0) : rp_vec_make(0.05, kind == 1 ? 0.01 : 0.05, 0);
        snprintf(w.shape, sizeof w.shape, "rectangle: {corner: [-0.05, -0.05, 0], sides: [[0.1, 0, 0], [0, 0.1, 0]]}");
    } else {
        w.name = kind == 3 ? "disc, face" : "disc, rim";
        w.normal = kind == 3 ? rp_vec_scale(angle < 0 ? -1 : 1, z) : truth_between(e, z, angle);
        w.point = rp_vec_scale(kind == 3 ? 0.02 : 0.05, e);
        snprintf(w.shape, sizeof w.shape, "disc: {point: [0, 0, 0], normal: [0, 0, 1], radius: 0.05}");
    }
    return w;
}

/* A hopper from the radius 0.03 at z = 0 to 0.06 at z = 0.04. */
static inline truth_wall truth_wall_cone(int kind, double angle)
{
    static const char *const names[] = {"cone, inside", "cone, outside", "cone, upper rim", "cone, lower rim"};
    rp_vec z = {0, 0, 1}, e = truth_between(rp_vec_make(1, 0, 0), rp_vec_make(0, 1, 0), 3 * angle);
    rp_vec up = rp_vec_add(rp_vec_scale(0.6, e), rp_vec_scale(0.8, z)),
           out = rp_vec_add(rp_vec_scale(0.8, e), rp_vec_scale(-0.6, z));
    const double along = kind < 2 ? 0.02 : kind == 2 ? 0.05 : 0; /* of 0.05 m */
    truth_wall w = {.name = names[kind], .dimension = 3};
    w.point = rp_vec_add(rp_vec_scale(0.03, e), rp_vec_scale(along, up));
    w.normal = kind == 0   ? rp_vec_scale(-1, out)
               : kind == 1 ? out
                           : truth_between(rp_vec_scale(kind == 2 ? 1 : -1, up), out, angle);
    snprintf(w.shape, sizeof w.shape, "cone: {point: [0, 0, 0], axis: [0, 0, 1], radii: [0.03, 0.06], height: 0.04}");
    return w;
}

/* A square of 0.1 m across z as a mesh of uneven triangles, its edge and its corner. The file goes with the process. */
static char truth_mesh_path[64];
static inline void truth_mesh_end(void) { unlink(truth_mesh_path); }

static inline truth_wall truth_wall_mesh(int kind, double angle)
{
    static const char *const names[] = {"mesh, face", "mesh, edge", "mesh, corner"};
    truth_wall w = truth_wall_plate(kind, angle); /* as a rectangle */
    if (!truth_mesh_path[0]) {
        mesh_file m = mesh_file_begin();
        mesh_file_sheet(&m, (double[]){-0.05, -0.05, 0}, (double[]){0.1, 0, 0}, (double[]){0, 0.1, 0}, 7, 11, 0.5);
        mesh_file_end(&m);
        strcpy(truth_mesh_path, m.path);
        atexit(truth_mesh_end);
    }
    w.name = names[kind];
    snprintf(w.shape, sizeof w.shape, "mesh: {file: %s}", truth_mesh_path);
    return w;
}

/* kind: 0 to TRUTH_WALLS - 1, the first TRUTH_WALLS_2D in two dimensions; angle: within 80 degrees, of the contact
 * about an edge, and where on the wall it is. */
static inline truth_wall truth_wall_make(int kind, double angle)
{
    rp_vec x = {1, 0, 0}, y = {0, 1, 0}, e = truth_between(x, y, 3 * angle);
    truth_wall w = {.dimension = 3};
    if (kind < TRUTH_WALLS_2D) return truth_wall_flat(kind, angle);
    kind -= TRUTH_WALLS_2D;
    if (kind >= 13) return truth_wall_mesh(kind - 13, angle);
    if (kind >= 9) return truth_wall_cone(kind - 9, angle);
    if (kind >= 4) return truth_wall_plate(kind - 4, angle);
    w.normal = kind == 0   ? truth_between(e, rp_vec_make(0, 0, 1), angle)
               : kind == 1 ? y
               : kind == 2 ? rp_vec_scale(-1, e)
                           : e;
    if (kind == 0) {
        w.name = "plane, 3D";
        snprintf(w.shape, sizeof w.shape, "plane: {point: [0, 0, 0], normal: [%.17g, %.17g, %.17g]}", w.normal.x,
                 w.normal.y, w.normal.z);
    } else if (kind == 1) {
        w.name = "box, 3D";
        w.point = rp_vec_make(0.01, -0.05, 0.02);
        snprintf(w.shape, sizeof w.shape, "box: {lower: [-0.05, -0.05, -0.05], upper: [0.05, 0.05, 0.05]}");
    } else {
        w.name = kind == 2 ? "cylinder, inside, 3D" : "cylinder, outside, 3D";
        w.point = rp_vec_add(rp_vec_scale(0.05, e), rp_vec_make(0, 0, 0.01));
        snprintf(w.shape, sizeof w.shape, "cylinder: {point: [0, 0, 0], radius: 0.05, axis: [0, 0, 1], side: %s}",
                 kind == 2 ? "inside" : "outside");
    }
    return w;
}

#endif
