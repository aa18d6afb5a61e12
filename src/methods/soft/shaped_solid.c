/* Contacts of polyhedra; see shaped.h. */
#include <math.h>
#include <stdio.h>
#include "core/mesh.h"
#include "core/solid.h"
#include "core/wall_shape.h"
#include "methods/soft/shaped.h"

/* ---- lengths ---- */

/* Newton's iteration from above: it falls until rounding ends it. */
static double cube_root(double volume, double above)
{
    double x = above, next = above;
    do {
        x = next;
        next = x - (x * x * x - volume) / (3 * x * x);
    } while (next < x);
    return x;
}

/* It is less than that of the cube about the bounding sphere. */
double rp_soft_shaped_side(const rp_world *w, uint32_t i)
{
    return cube_root(rp_world_particle_volume(w, i), 2 * w->particles.row[i].r);
}

/* ---- two polyhedra, or one and planes ---- */

static rp_solid solid_of(const rp_shape_def *form, double radius)
{
    return (rp_solid){.hull = form->hull,
                      .corner = (const rp_vec *)form->corner,
                      .normal = (const rp_vec *)form->normal,
                      .radius = radius};
}

/* About the point where the force acts. */
static void spread_about(const rp_solid_overlap *o, rp_vec spread[3])
{
    const rp_vec way = rp_vec_sub(o->middle, o->push),
                 flat = rp_vec_sub(way, rp_vec_scale(rp_vec_dot(way, o->seen), o->seen));
    spread[0] = rp_vec_add(o->spread[0], rp_vec_scale(flat.x, flat));
    spread[1] = rp_vec_add(o->spread[1], rp_vec_scale(flat.y, flat));
    spread[2] = rp_vec_add(o->spread[2], rp_vec_scale(flat.z, flat));
}

static int fill_volume(const rp_solid_overlap *o, double face, rp_soft_shaped_contact *t)
{
    t->without_potential = 0;
    t->rate = o->area / face;
    t->torques = 1;
    t->twist = o->twist;
    spread_about(o, t->spread);
    t->arm_a = o->push;
    t->e = o->normal;
    t->xi = o->volume / face;
    t->depth = o->depth;
    return 1;
}

static int solids(const rp_soft_step *s, const rp_shape_def *fa, const rp_shape_def *fb, rp_vec branch,
                  rp_soft_shaped_contact *t)
{
    const rp_world *w = s->world;
    const rp_solid a = solid_of(fa, w->particles.row[t->a].r), b = solid_of(fb, w->particles.row[t->b].r);
    rp_solid_overlap o;
    if (!rp_solid_overlap_pair(&a, &b, branch, &o)) return 0;
    const double sa = rp_soft_shaped_side(w, t->a), sb = rp_soft_shaped_side(w, t->b), side = 0.5 * (sa + sb);
    t->r_eff = sa * sb / (RP_SOFT_BALL_SIDE * (sa + sb));
    fill_volume(&o, side * side, t);
    t->arm_b = rp_vec_add(t->arm_a, branch);
    return 1;
}

/* ---- a ball: by its depth, as at a wall ---- */

static int ball(const rp_soft_step *s, const rp_body *a, const rp_body *b, rp_vec branch, rp_soft_shaped_contact *t)
{
    rp_contact_point point[RP_NARROW_MAX];
    if (rp_narrow_manifold(a, b, point) < 1 || point[0].gap >= 0) return 0;
    t->without_potential = 0;
    t->rate = 1;
    t->torques = 0;
    t->arm_a = point[0].at;
    t->arm_b = rp_vec_add(t->arm_a, branch);
    t->e = point[0].normal;
    t->xi = t->depth = -point[0].gap;
    t->r_eff = s->world->particles.row[a->form->hull ? t->b : t->a].r;
    return 1;
}

int rp_soft_shaped_solid(const rp_soft_step *s, size_t n, rp_soft_shaped_contact *t)
{
    const rp_world *w = s->world;
    const rp_pair pair = w->contacts.pair[n];
    const rp_vec branch = rp_corners_branch(w, pair);
    const double sum = w->particles.row[t->a].r + w->particles.row[t->b].r;
    if (rp_vec_dot(branch, branch) >= sum * sum) return 0;
    const rp_body a = rp_corners_a(s->corners, pair), b = rp_corners_b(s->corners, pair, branch);
    return a.form->hull && b.form->hull ? solids(s, a.form, b.form, branch, t) : ball(s, &a, &b, branch, t);
}

/* ---- walls ---- */

/* Endless flat faces, or one with straight edges. */
static int has_faces(const rp_wall *wall)
{
    return wall->shape->plane || wall->shape->flat || wall->shape->distance == rp_wall_shape_patch;
}

/* A flat piece with straight edges is met as the prism behind it, on the side where the centre is not. A corner may
 * come deep at a small volume, so the prism has no end. */
enum { PLATE_CORNERS = 4 };

typedef struct plate { /* in the frame of its wall */
    rp_vec corner[PLATE_CORNERS];
    rp_vec normal; /* unit; corners are counterclockwise about it */
    int corners, one_side;
} plate;

/* x: the centre of the particle in the frame of the wall. 0: it is out of reach, or behind. */
static int at_plate(const rp_solid *a, const plate *p, const rp_wall_pose *pose, rp_vec x, rp_solid_overlap *o)
{
    rp_solid_plane plane[PLATE_CORNERS + 1];
    const double height = rp_vec_dot(p->normal, rp_vec_sub(x, p->corner[0])), sign = height < 0 ? -1 : 1;
    if (fabs(height) >= a->radius || (height < 0 && p->one_side)) return 0;
    const rp_vec normal = rp_wall_pose_out(pose, rp_vec_scale(sign, p->normal));
    plane[0] = (rp_solid_plane){normal, -fabs(height)};
    for (int k = 0; k < p->corners; k++) {
        const rp_vec from = p->corner[k], side = rp_vec_sub(p->corner[k + 1 < p->corners ? k + 1 : 0], from);
        rp_vec out = rp_vec_cross(side, p->normal);
        out = rp_vec_scale(1 / rp_vec_norm(out), out);
        plane[1 + k] = (rp_solid_plane){rp_wall_pose_out(pose, out), rp_vec_dot(out, rp_vec_sub(from, x))};
    }
    return rp_solid_overlap_planes(a, plane, 1 + p->corners, normal, o);
}

static plate rectangle_of(const rp_wall *w)
{
    const rp_vec a = rp_vec_add(w->point, w->side[0]), b = rp_vec_add(w->point, w->side[1]);
    return (plate){{w->point, a, rp_vec_add(a, w->side[1]), b}, w->normal, 4, 0};
}

static plate triangle_of(const rp_mesh *mesh, uint32_t n)
{
    const rp_mesh_row *t = &mesh->row[n];
    return (plate){{t->corner, rp_vec_add(t->corner, t->u), rp_vec_add(t->corner, t->v)}, t->normal, 3, mesh->one_side};
}

/* A flat face, or a plate. */
static int at_face(const rp_wall *wall, int face, const rp_solid *a, rp_vec x, rp_solid_overlap *o)
{
    const rp_wall_pose pose = rp_wall_pose_of(wall);
    const plate p = rectangle_of(wall);
    rp_solid_plane plane;
    if (wall->shape->ends) return at_plate(a, &p, &pose, rp_wall_pose_in(&pose, x), o);
    plane.distance = -rp_wall_distance(wall, face, x, &plane.normal);
    return rp_solid_overlap_planes(a, &plane, 1, plane.normal, o);
}

static int fill_wall(const rp_world *w, const rp_solid_overlap *o, rp_soft_shaped_contact *t)
{
    const double side = rp_soft_shaped_side(w, t->a);
    t->r_eff = side / RP_SOFT_BALL_SIDE;
    return fill_volume(o, side * side, t);
}

int rp_soft_shaped_solid_wall(const rp_soft_step *s, size_t n, rp_soft_shaped_contact *t)
{
    const rp_world *w = s->world;
    const rp_wall_pair pair = w->contacts.wall_pair[n];
    const rp_wall *wall = &w->wall[pair.wall];
    const rp_row *row = &w->particles.row[pair.a];
    const rp_solid a = solid_of(&s->corners->form[pair.a], row->r);
    rp_solid_overlap o;
    if (!has_faces(wall)) return rp_soft_shaped_wall(s, n, t);
    if (!wall->active || row->inv_mass == 0 || pair.face >> RP_FACE_BITS) return 0; /* all corners are one contact */
    return at_face(wall, pair.face, &a, rp_particle_position(&w->particles, pair.a), &o) && fill_wall(w, &o, t);
}

int rp_soft_shaped_solid_mesh(const rp_soft_step *s, size_t first, size_t end, rp_soft_shaped_contact *t, size_t *most)
{
    const rp_world *w = s->world;
    const rp_wall_pair *pair = w->contacts.wall_pair;
    const rp_wall *wall = &w->wall[pair[first].wall];
    const rp_row *row = &w->particles.row[t->a];
    const rp_wall_pose pose = rp_wall_pose_of(wall);
    const rp_solid a = solid_of(&s->corners->form[t->a], row->r);
    const rp_vec x = rp_wall_pose_in(&pose, rp_particle_position(&w->particles, t->a));
    rp_solid_overlap sum, o;
    double largest = 0;
    if (!wall->active || row->inv_mass == 0) return 0;
    for (size_t n = first; n < end; n++) {
        const plate p = triangle_of(wall->mesh, pair[n].triangle - 1);
        if (!at_plate(&a, &p, &pose, x, &o)) continue;
        if (largest > 0) rp_solid_overlap_join(&sum, &o);
        else sum = o;
        if (o.volume > largest) {
            largest = o.volume;
            *most = n;
        }
    }
    return largest > 0 && fill_wall(w, &sum, t);
}

/* ---- what is refused ---- */

rp_status rp_soft_shaped_solid_check(const rp_world *w, rp_error *err)
{
    char key[RP_NAME + 8];
    if (w->dimension != 3 || !w->particles.shape) return RP_OK;
    for (int n = 0; n < w->wall_count; n++) {
        const rp_wall *wall = &w->wall[n];
        if (has_faces(wall) || wall->mesh || !(wall->shape->ends || wall->outside)) continue;
        rp_error_set(err, RP_INPUT, "soft polyhedra do not meet the wall '%s': a %s", wall->name,
                     wall->outside ? "cylinder from outside" : wall->shape->name);
        snprintf(key, sizeof key, "walls.%s", wall->name);
        rp_error_key(err, key);
        rp_error_expected(err, "a plane, box, rectangle, mesh, or a cylinder from inside; or method: contact-dynamics");
        return RP_INPUT;
    }
    return RP_OK;
}
