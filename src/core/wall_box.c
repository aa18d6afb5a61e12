/* A box with faces along the axes, particles inside. `point`: its lower corner; `size`: its edges. See wall_shape.h. */
#include "core/wall_shape.h"

static void read(rp_read *r, const rp_node *node, rp_wall *w)
{
    static const rp_key keys[] = {{"lower", RP_REQUIRED}, {"upper", RP_REQUIRED}};
    if (!RP_READ_MAP(r, node, keys)) return;
    rp_read_box(r, node, &w->point, &w->size);
    w->size = rp_vec_sub(w->size, w->point);
}

/* Along each axis the lower face, then the upper one. */
static int faces(const rp_wall *w) { return 2 * w->dimension; }

static rp_vec inward(int face)
{
    int axis = face / 2;
    double sign = face % 2 ? -1 : 1;
    return rp_vec_make(axis == 0 ? sign : 0, axis == 1 ? sign : 0, axis == 2 ? sign : 0);
}

static double distance(const rp_wall *w, int face, rp_vec x, rp_vec *normal)
{
    int axis = face / 2;
    double along = rp_vec_component(x, axis) - rp_vec_component(w->point, axis);
    *normal = inward(face);
    return face % 2 ? rp_vec_component(w->size, axis) - along : along;
}

static rp_plane flat(const rp_wall *w, int face)
{
    return (rp_plane){face % 2 ? rp_vec_add(w->point, w->size) : w->point, inward(face)};
}

static rp_vec along(int axis, rp_vec size)
{
    return rp_vec_make(axis == 0 ? size.x : 0, axis == 1 ? size.y : 0, axis == 2 ? size.z : 0);
}

static void mesh(const rp_wall *w, rp_wall_mesh *m)
{
    rp_vec low = rp_vec_add(w->point, w->offset);
    for (int face = 0; face < faces(w); face++) {
        int axis = face / 2, second = m->dimension == 2 ? 1 - axis : (axis + 1) % 3;
        rp_vec u = along(second, w->size), v = along(3 - axis - second, w->size);
        rp_vec from = face % 2 ? rp_vec_add(low, along(axis, w->size)) : low;
        rp_vec corner[4] = {from, rp_vec_add(from, u), rp_vec_add(rp_vec_add(from, u), v), rp_vec_add(from, v)};
        rp_wall_mesh_add(m, face, inward(face), corner, m->dimension == 2 ? 2 : 4);
    }
}

static int hollow(const rp_wall *w)
{
    (void)w;
    return 1;
}

const rp_wall_shape rp_wall_box_shape = {
    .name = "box",
    .dimensions = RP_WALL_2D | RP_WALL_3D,
    .finite = 1,
    .no_rotation = 1,
    .read = read,
    .faces = faces,
    .distance = distance,
    .hollow = hollow,
    .flat = flat,
    .mesh = mesh,
};
