/* See mesh_read.h. */
#include "core/mesh_read.h"
#include <math.h>
#include "base/file.h"
#include "base/memory.h"
#include "core/boundary.h"

typedef struct change { /* from the file's coordinates to those of the scene */
    double scale, angle;
    rp_vec axis, move;
} change;

static change read_change(rp_read *r, const rp_node *node)
{
    static const rp_key keys[] = {{"axis", RP_REQUIRED}, {"angle", RP_REQUIRED}, {"point", 0}};
    change c = {.scale = rp_read_number(r, node, "scale", rp_bound_positive("1"), 1), .axis = {0, 0, 1}};
    const rp_node *turn = rp_read_key(r, node, "rotate");
    rp_vec point = {0};
    if (turn && RP_READ_MAP(r, turn, keys)) {
        c.axis = rp_read_direction(r, turn, "axis");
        c.angle = rp_read_number(r, turn, "angle", rp_bound_any("rad"), 0);
        point = rp_read_vec(r, turn, "point", rp_bound_any("m"), (rp_vec){0});
    }
    const rp_wall_pose back = {.axis = c.axis, .cosine = cos(c.angle), .sine = sin(c.angle)};
    c.move = rp_vec_add(rp_read_vec(r, node, "move", rp_bound_any("m"), (rp_vec){0}),
                        rp_vec_sub(point, rp_wall_pose_out(&back, point)));
    return c;
}

static void apply(const change *c, rp_mesh_soup *s)
{
    const rp_wall_pose turn = {.axis = c->axis, .cosine = cos(c->angle), .sine = sin(c->angle)};
    for (size_t n = 0; n < s->triangles; n++)
        for (int k = 0; k < 3; k++)
            s->corner[n][k] = rp_vec_add(c->move, rp_wall_pose_out(&turn, rp_vec_scale(c->scale, s->corner[n][k])));
}

static void take_part(rp_read *r, const rp_node *node, rp_mesh_soup *s)
{
    enum { NAMES = 64 };
    const char *name[NAMES], *part = rp_read_text_at(r, node, RP_NAME);
    const int count = s->parts < NAMES ? (int)s->parts : NAMES;
    if (r->status || rp_mesh_file_take(s, part)) return;
    for (int n = 0; n < count; n++) name[n] = s->name[n];
    rp_read_unknown(r, node, "part of the mesh", name, count);
}

static rp_mesh *make(rp_read *r, const rp_node *node, const char *path, const change *c)
{
    char *data = NULL;
    size_t size = 0;
    rp_error told = {0};
    rp_mesh_soup soup = {0};
    rp_mesh *mesh = NULL;
    rp_status status = rp_file_read(path, 0, &data, &size, &told);
    if (!status) status = rp_mesh_file_parse(data, size, path, &soup, &told);
    rp_memory_free(data);
    const rp_node *part = rp_read_key(r, node, "part");
    if (!status && part) take_part(r, part, &soup);
    if (!status && !r->status) {
        apply(c, &soup);
        status = rp_mesh_create(&soup, &mesh, &told);
    }
    rp_mesh_file_free(&soup);
    if (status == RP_SYSTEM) {
        *r->err = told;
        r->status = status;
    } else if (status && rp_read_fail(r, rp_yaml_find(node, "file"), "%s", told.what) && told.expected[0])
        rp_error_expected(r->err, "%s", told.expected);
    return mesh;
}

rp_mesh *rp_mesh_read(rp_read *r, const rp_node *node)
{
    char path[1024];
    rp_read_file(r, rp_yaml_find(node, "file"), path, sizeof path, 1, 0);
    const change c = read_change(r, node);
    return r->status ? NULL : make(r, node, path, &c);
}
