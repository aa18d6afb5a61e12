/* See wall_solid.h. */
#include "core/wall_solid.h"
#include <string.h>
#include "core/mesh.h"
#include "core/rim.h"

#define FACING 0.03 /* 1 - cosine, as in narrow_polyhedron.c */
#define LEVEL 1e-6  /* of a length: what rises by less is flat */
#define ON 1e-7     /* of the radius: a point that is nearer to a triangle lies on it */
#define NEAR 1e-6   /* of the radius: points that are nearer are one */

enum { SLOTS = RP_RIM_POINTS / RP_NARROW_MAX };

static int is_plate(const rp_wall *w) { return w->mesh || w->shape->distance == rp_wall_shape_patch; }

int rp_wall_solid_slots(const rp_wall *w) { return is_plate(w) ? 1 : SLOTS; }

/* ---- the polyhedron in the frame of the wall ---- */

typedef struct guest {
    rp_shape_def form;
    double radius;
    rp_vec x;
    rp_wall_pose pose;
    double number[3 * (RP_CORNERS_MAX + RP_HULL_FACES_MAX)];
} guest;

static void enter(const rp_wall *w, rp_vec centre, const rp_shape_def *form, guest *g)
{
    const int corners = form->corners, all = corners + form->hull->faces;
    g->pose = rp_wall_pose_of(w);
    g->x = rp_wall_pose_in(&g->pose, centre);
    g->form = *form;
    g->radius = 0;
    for (int k = 0; k < corners; k++) g->radius = fmax(g->radius, rp_vec_norm(rp_hull_at(form->corner, k)));
    if (g->pose.cosine == 1) return;
    for (int k = 0; k < all; k++) {
        const rp_vec v = k < corners ? rp_hull_at(form->corner, k) : rp_hull_at(form->normal, k - corners),
                     turned = rp_wall_pose_turn(v, g->pose.axis, g->pose.cosine, -g->pose.sine);
        memcpy(&g->number[3 * k], (double[3]){turned.x, turned.y, turned.z}, sizeof(double[3]));
    }
    g->form.corner = g->number;
    g->form.normal = g->number + 3 * corners;
}

static void leave(const guest *g, rp_meeting *to)
{
    for (int k = 0; k < to->count; k++) {
        to->point[k].at = rp_wall_pose_out(&g->pose, to->point[k].at);
        to->point[k].normal = rp_wall_pose_out(&g->pose, to->point[k].normal);
    }
}

/* ---- plates ---- */

static rp_plate rectangle_of(const rp_wall *w, rp_vec x)
{
    const rp_vec from = rp_vec_sub(w->point, x), a = rp_vec_add(from, w->side[0]), b = rp_vec_add(from, w->side[1]);
    return (rp_plate){{from, a, rp_vec_add(a, w->side[1]), b}, w->normal, 4};
}

static rp_plate triangle_of(const rp_mesh *mesh, uint32_t number, rp_vec x)
{
    const rp_mesh_row *t = &mesh->row[number - 1];
    const rp_vec from = rp_vec_sub(t->corner, x);
    return (rp_plate){{from, rp_vec_add(from, t->u), rp_vec_add(from, t->v)}, t->normal, 3};
}

static rp_vec on_wall(const rp_contact_point *p) { return rp_vec_sub(p->at, rp_vec_scale(0.5 * p->gap, p->normal)); }

/* ---- triangles of one mesh ---- */

/* 1: a triangle on which the point lies rises above it along the direction. */
static int goes_on(const rp_mesh *mesh, const rp_wall_pair *pair, size_t count, const guest *g, rp_vec at, rp_vec d)
{
    for (size_t n = 0; n < count; n++) {
        const rp_plate t = triangle_of(mesh, pair[n].triangle, g->x);
        rp_vec unused;
        double rise = 0;
        if (fabs(rp_vec_dot(t.normal, rp_vec_sub(at, t.corner[0]))) > ON * g->radius) continue;
        for (int k = 0; k < 3; k++) {
            const rp_vec way = rp_vec_sub(t.corner[k], at);
            rise = fmax(rise, rp_vec_dot(way, d) - LEVEL * rp_vec_norm(way));
        }
        if (rise > LEVEL * g->radius
            && rp_mesh_distance(mesh, pair[n].triangle - 1, rp_vec_add(g->x, at), &unused) <= ON * g->radius)
            return 1;
    }
    return 0;
}

/* Turns the direction to that of the triangle; 0: they differ too much. */
static int turn_to_face(rp_contact_point *p, rp_vec n)
{
    const double cosine = rp_vec_dot(p->normal, n);
    if (!(fabs(cosine) > 1 - FACING)) return 0;
    const rp_vec body = rp_vec_add(p->at, rp_vec_scale(0.5 * p->gap, p->normal));
    p->gap *= fabs(cosine);
    p->normal = rp_vec_scale(cosine < 0 ? -1 : 1, n);
    p->at = rp_vec_sub(body, rp_vec_scale(0.5 * p->gap, p->normal));
    return 1;
}

static int seen_before(const rp_meeting *to, size_t n, const rp_contact_point *p, double near)
{
    int found = 0;
    for (size_t k = 0; k < n && !found; k++)
        for (int j = 0; j < to[k].count && !found; j++)
            found = rp_vec_norm(rp_vec_sub(to[k].point[j].at, p->at)) < near
                    && rp_vec_dot(to[k].point[j].normal, p->normal) > 1 - LEVEL;
    return found;
}

static void meet_triangle(const rp_mesh *mesh, const rp_wall_pair *pair, size_t count, size_t n, const guest *g,
                          double reach, rp_meeting *to)
{
    const rp_plate t = triangle_of(mesh, pair[n].triangle, g->x);
    rp_contact_point found[RP_NARROW_MAX];
    to[n].count = 0;
    if (mesh->one_side && rp_vec_dot(t.normal, t.corner[0]) > 0) return; /* its centre is behind */
    const int points = rp_narrow_plate(&g->form, &t, reach, found);
    for (int k = 0; k < points; k++) {
        rp_contact_point *p = &found[k];
        if (fabs(rp_vec_dot(p->normal, t.normal)) < 1 - LEVEL * LEVEL
            && goes_on(mesh, pair, count, g, on_wall(p), p->normal) && !turn_to_face(p, t.normal))
            continue;
        if (p->gap < reach && !seen_before(to, n, p, NEAR * g->radius)) to[n].point[to[n].count++] = *p;
    }
}

/* ---- round walls ---- */

static rp_rim_sheet sheet_of(const rp_wall *w, rp_vec x)
{
    rp_rim_sheet s = {.point = rp_vec_sub(w->point, x), .axis = w->normal};
    if (!w->shape->ends) { /* a cylinder */
        s.rho[0] = s.rho[1] = w->radius;
        s.endless = 1;
    } else if (w->shape->curved) { /* a cone */
        s.rho[0] = w->size.x;
        s.rho[1] = w->size.y;
        s.z[1] = w->size.z;
        s.rim[0] = s.rim[1] = 1;
    } else {
        s.rho[1] = w->radius;
        s.rim[1] = 1;
    }
    return s;
}

/* Of all slots. */
static void meet_round(const rp_wall *w, const guest *g, double reach, size_t count, rp_meeting *to)
{
    const rp_rim_sheet s = sheet_of(w, g->x);
    rp_contact_point found[RP_RIM_POINTS];
    const int points = rp_rim_meet(&s, &g->form, reach, found);
    for (size_t n = 0; n < count; n++) to[n].count = 0;
    for (int k = 0; k < points; k++) {
        rp_meeting *slot = &to[k / RP_NARROW_MAX];
        if ((size_t)(k / RP_NARROW_MAX) < count) slot->point[slot->count++] = found[k];
    }
}

/* ---- all ---- */

void rp_wall_solid_meet(const rp_wall *w, const rp_wall_pair *pair, size_t count, rp_vec centre,
                        const rp_shape_def *form, double reach, rp_meeting *to)
{
    guest g;
    enter(w, centre, form, &g);
    if (w->mesh)
        for (size_t n = 0; n < count; n++) meet_triangle(w->mesh, pair, count, n, &g, reach, to);
    else if (is_plate(w)) {
        const rp_plate plate = rectangle_of(w, g.x);
        to->count = rp_narrow_plate(&g.form, &plate, reach, to->point);
    } else meet_round(w, &g, reach, count, to);
    for (size_t n = 0; n < count; n++) leave(&g, &to[n]);
}

double rp_wall_solid_depth(const rp_wall *w, rp_vec centre, const rp_shape_def *form, double reach)
{
    rp_meeting to[SLOTS];
    const rp_wall_pair pair = {0};
    guest g;
    double most = -reach;
    enter(w, centre, form, &g);
    rp_wall_solid_meet(w, &pair, (size_t)rp_wall_solid_slots(w), centre, form, reach, to);
    for (int n = 0; n < rp_wall_solid_slots(w); n++)
        for (int k = 0; k < to[n].count; k++) most = fmax(most, -to[n].point[k].gap);
    const rp_rim_sheet s = sheet_of(w, g.x);
    if (!is_plate(w) && most <= 0 && rp_rim_pierces(&s, &g.form)) most = g.radius;
    return most;
}
