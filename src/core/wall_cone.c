/* The side of a truncated cone in three dimensions, such as a hopper, with both rims; a radius of 0 is a tip. `point`:
 * the centre of the first rim; `normal`: the axis, to the second one; `size`: both radii and the height. See
 * wall_shape.h.
 *
 * All happens in the half-plane of the axis and the particle: there the wall is a straight piece from (radius 0, height
 * 0) to (radius 1, height), and the point of the wall that is nearest is the nearest one of that piece.
 */
#include "core/wall_shape.h"

static void read_radii(rp_read *r, const rp_node *list, rp_wall *w)
{
    rp_read_list(r, list, 2, 2, "radii: of the rim at `point`, and of the other");
    if (r->status) return;
    w->size.x = rp_read_number_at(r, list->child, rp_bound_not_negative("m"));
    w->size.y = rp_read_number_at(r, list->child->next, rp_bound_not_negative("m"));
    if (!r->status && w->size.x == 0 && w->size.y == 0 && rp_read_fail(r, list, "a cone without any width"))
        rp_error_expected(r->err, "at least one radius > 0 (unit m); the other may be 0, a tip");
}

static void read(rp_read *r, const rp_node *node, rp_wall *w)
{
    static const rp_key keys[] = {
        {"point", RP_REQUIRED}, {"axis", RP_REQUIRED}, {"radii", RP_REQUIRED}, {"height", RP_REQUIRED}};
    if (!RP_READ_MAP(r, node, keys)) return;
    w->point = rp_read_vec(r, node, "point", rp_bound_any("m"), (rp_vec){0});
    w->normal = rp_read_direction(r, node, "axis");
    w->size.z = rp_read_number(r, node, "height", rp_bound_positive("m"), NAN);
    if (!r->status) read_radii(r, rp_yaml_find(node, "radii"), w);
}

/* A unit vector from the axis to the point; on the axis every direction is as good as another. */
static rp_vec radial(rp_vec across, double rho, rp_vec axis)
{
    rp_vec u, v;
    if (rho > 0) return rp_vec_scale(1 / rho, across);
    rp_wall_mesh_across(axis, 3, &u, &v);
    return u;
}

/* Away from the axis, of a piece that rises by `up` while its radius grows by `wider`. */
static rp_vec outward(rp_vec out, rp_vec axis, double wider, double up)
{
    double length = sqrt(wider * wider + up * up);
    return rp_vec_add(rp_vec_scale(up / length, out), rp_vec_scale(-wider / length, axis));
}

static double distance(const rp_wall *w, int face, rp_vec x, rp_vec *normal)
{
    (void)face;
    rp_vec arm = rp_vec_sub(x, w->point), axis = w->normal;
    double z = rp_vec_dot(arm, axis), wider = w->size.y - w->size.x, up = w->size.z;
    rp_vec across = rp_vec_sub(arm, rp_vec_scale(z, axis));
    double rho = rp_vec_norm(across), beside = rho - w->size.x;
    double share = fmin(1, fmax(0, (beside * wider + z * up) / (wider * wider + up * up)));
    double out = beside - share * wider, above = z - share * up, distance = sqrt(out * out + above * above);
    rp_vec e = radial(across, rho, axis);
    if (distance > 0) *normal = rp_vec_add(rp_vec_scale(out / distance, e), rp_vec_scale(above / distance, axis));
    else *normal = outward(e, axis, wider, up);
    return distance;
}

static int turns_in_place(const rp_wall *w) { return rp_wall_shape_about_axis(w, fmax(w->size.x, w->size.y)); }

/* Normals to the inside, where a hopper has its grains. */
static void mesh(const rp_wall *w, rp_wall_mesh *m)
{
    double wider = w->size.y - w->size.x, up = w->size.z, length = sqrt(wider * wider + up * up);
    rp_vec axis = rp_wall_face_normal(w), low = rp_wall_now(w, w->point);
    rp_vec centre[2] = {low, rp_vec_add(low, rp_vec_scale(up, axis))};
    rp_wall_mesh_round(m, centre, axis, (double[]){w->size.x, w->size.y}, (double[]){-up / length, wider / length});
}

const rp_wall_shape rp_wall_cone_shape = {
    .name = "cone",
    .dimensions = RP_WALL_3D,
    .instead = "segment: {from: [x, y], to: [x, y]}, one for each side",
    .ends = 1,
    .round = 1,
    .finite = 1,
    .curved = 1,
    .read = read,
    .distance = distance,
    .turns_in_place = turns_in_place,
    .mesh = mesh,
};
