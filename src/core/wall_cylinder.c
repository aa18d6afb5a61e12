/* A cylinder without ends (2D: a circle), particles inside or outside. `point`: on the axis; `normal`: along it. See
 * wall_shape.h. */
#include <float.h>
#include "core/wall_shape.h"

static void read(rp_read *r, const rp_node *node, rp_wall *w)
{
    static const rp_key keys_2d[] = {{"point", RP_REQUIRED}, {"radius", RP_REQUIRED}, {"side", 0}};
    static const rp_key keys_3d[] = {
        {"point", RP_REQUIRED}, {"radius", RP_REQUIRED}, {"side", 0}, {"axis", RP_REQUIRED}};
    static const char *const sides[] = {"inside", "outside"};
    if (!(r->dimension == 2 ? RP_READ_MAP(r, node, keys_2d) : RP_READ_MAP(r, node, keys_3d))) return;
    w->point = rp_read_vec(r, node, "point", rp_bound_any("m"), (rp_vec){0});
    w->radius = rp_read_number(r, node, "radius", rp_bound_positive("m"), NAN);
    w->normal = r->dimension == 2 ? (rp_vec){0, 0, 1} : rp_read_direction(r, node, "axis");
    w->outside = rp_read_choice(r, node, "side", sides, 2, 0);
}

static const char *label(const rp_wall *w) { return w->outside ? "cylinder, outside" : "cylinder, inside"; }

static rp_vec across(rp_vec v, rp_vec axis) { return rp_vec_sub(v, rp_vec_scale(rp_vec_dot(v, axis), axis)); }

static double distance(const rp_wall *w, int face, rp_vec x, rp_vec *normal)
{
    (void)face;
    rp_vec out = across(rp_vec_sub(x, w->point), w->normal);
    double rho = rp_vec_norm(out), sign = w->outside ? 1 : -1;
    /* on the axis every direction is as good as another: take none, the wall is a radius away */
    *normal = rp_vec_scale(rho > 0 ? sign / rho : 0, out);
    return w->outside ? rho - w->radius : w->radius - rho;
}

static double meet(const rp_wall *w, const rp_first_flight *f, double r, double end)
{
    rp_vec arm = across(rp_vec_sub(f->x, w->point), w->normal), way = across(f->v, w->normal);
    return rp_first_distance(arm, way, across(f->a, w->normal), w->outside ? w->radius + r : w->radius - r,
                             w->outside ? 1 : -1, end);
}

static int turns_in_place(const rp_wall *w) { return rp_wall_shape_about_axis(w, w->radius); }

/* Along the axis as far as the box reaches. */
static void mesh(const rp_wall *w, rp_wall_mesh *m)
{
    rp_vec point = rp_wall_now(w, w->point), axis = rp_wall_face_normal(w);
    double from = DBL_MAX, to = -DBL_MAX;
    for (int n = 0; n < 8; n++) {
        rp_vec corner = {n & 1 ? m->upper.x : m->lower.x, n & 2 ? m->upper.y : m->lower.y,
                         n & 4 ? m->upper.z : m->lower.z};
        double along = rp_vec_dot(rp_vec_sub(corner, point), axis);
        from = fmin(from, along);
        to = fmax(to, along);
    }
    rp_vec centre[2] = {rp_vec_add(point, rp_vec_scale(from, axis)), rp_vec_add(point, rp_vec_scale(to, axis))};
    rp_wall_mesh_round(m, centre, axis, (double[]){w->radius, w->radius}, (double[]){w->outside ? 1 : -1, 0});
}

/* A polygon meets the outside at the point of its boundary that is nearest. */
static int features(const rp_wall *w, int corners) { return w->outside ? 1 : corners; }

static int touch(const rp_wall *w, rp_vec centre, const rp_point *corner, int corners, rp_manifold *m)
{
    rp_vec at = rp_vec_sub(rp_wall_now(w, w->point), centre);
    if (!w->outside) return 0;
    rp_manifold_disc(corner, corners, (rp_point){at.x, at.y}, w->radius, m);
    m->feature[0] = 0;
    return 1;
}

static int hollow(const rp_wall *w) { return !w->outside; }

const rp_wall_shape rp_wall_cylinder_shape = {
    .name = "cylinder",
    .dimensions = RP_WALL_2D | RP_WALL_3D,
    .round = 1,
    .curved = 1,
    .read = read,
    .label = label,
    .distance = distance,
    .hollow = hollow,
    .meet = meet,
    .turns_in_place = turns_in_place,
    .mesh = mesh,
    .features = features,
    .touch = touch,
};
