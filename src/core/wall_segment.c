/* A straight piece in two dimensions, with its ends. `point`: one end; `side[0]`: to the other. See wall_shape.h. */
#include "core/wall_shape.h"

static void read(rp_read *r, const rp_node *node, rp_wall *w)
{
    static const rp_key keys[] = {{"from", RP_REQUIRED}, {"to", RP_REQUIRED}};
    if (!RP_READ_MAP(r, node, keys)) return;
    w->point = rp_read_vec(r, node, "from", rp_bound_any("m"), (rp_vec){0});
    w->side[0] = rp_vec_sub(rp_read_vec(r, node, "to", rp_bound_any("m"), (rp_vec){1, 0, 0}), w->point);
    double length = rp_vec_norm(w->side[0]);
    if (length > 0) w->normal = rp_vec_make(-w->side[0].y / length, w->side[0].x / length, 0);
    else if (rp_read_fail(r, rp_yaml_find(node, "to"), "a segment of length 0"))
        rp_error_expected(r->err, "a point other than `from`");
}

static void ends_now(const rp_wall *w, rp_vec end[2])
{
    end[0] = rp_wall_now(w, w->point);
    end[1] = rp_wall_now(w, rp_vec_add(w->point, w->side[0]));
}

static void mesh(const rp_wall *w, rp_wall_mesh *m)
{
    rp_vec end[2];
    ends_now(w, end);
    rp_wall_mesh_add(m, 0, rp_wall_face_normal(w), end, 2);
}

/* Corners of the polygon and the two ends: of the points where the two meet (one or two, wherever the segment ends)
 * each is one of them. */
static int features(const rp_wall *w, int corners)
{
    (void)w;
    return corners + 2;
}

static int touch(const rp_wall *w, rp_vec centre, const rp_point *corner, int corners, rp_manifold *m)
{
    rp_vec end[2];
    ends_now(w, end);
    rp_point about[2] = {{end[0].x - centre.x, end[0].y - centre.y}, {end[1].x - centre.x, end[1].y - centre.y}};
    rp_manifold_polygons(corner, corners, about, 2, m);
    return 1;
}

const rp_wall_shape rp_wall_segment_shape = {
    .name = "segment",
    .dimensions = RP_WALL_2D,
    .instead = "rectangle: {corner: [x, y, z], sides: [[...], [...]]}",
    .ends = 1,
    .convex = 1,
    .finite = 1,
    .read = read,
    .distance = rp_wall_shape_patch,
    .mesh = mesh,
    .features = features,
    .touch = touch,
};
