/* `walls`: shape, motion and load of each. */
#include "scene/spec.h"

#include <stdio.h>
#include <string.h>

static const char *const shape_names[] = {"plane", "box", "cylinder", "segment", "rectangle"};
enum { PLANE, BOX, CYLINDER, SEGMENT, RECTANGLE, SHAPES };

int rp_walls_read_name(rp_read *r, const rp_node *node, const rp_scene_spec *spec)
{
    const char *names[RP_SPEC_ITEMS_MAX];
    const char *name = rp_read_text_at(r, node, RP_NAME);
    for (int w = 0; w < spec->wall_count; w++) {
        names[w] = spec->wall[w].name;
        if (!r->status && strcmp(names[w], name) == 0) return w;
    }
    if (!r->status) rp_read_unknown(r, node, "wall", names, spec->wall_count);
    return 0;
}

/* A direction: any length but zero. */
rp_vec rp_walls_read_direction(rp_read *r, const rp_node *map, const char *key)
{
    rp_vec v = rp_read_vec(r, map, key, rp_bound_any("1"), (rp_vec){1, 0, 0});
    double largest = fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z)));
    if (!(largest > 0)) {
        if (!r->status && rp_read_fail(r, rp_yaml_find(map, key), "a direction of length 0"))
            rp_error_expected(r->err, "a vector that is not 0");
        return (rp_vec){1, 0, 0};
    }
    v = (rp_vec){v.x / largest, v.y / largest, v.z / largest}; /* so that squares neither overflow nor vanish */
    double length = rp_vec_norm(v);
    return (rp_vec){v.x / length, v.y / length, v.z / length};
}

static void read_plane(rp_read *r, const rp_node *node, rp_wall *w)
{
    static const rp_key keys[] = {{"point", RP_REQUIRED}, {"normal", RP_REQUIRED}};
    w->shape = RP_WALL_PLANE;
    if (!RP_READ_MAP(r, node, keys)) return;
    w->point = rp_read_vec(r, node, "point", rp_bound_any("m"), (rp_vec){0});
    w->normal = rp_walls_read_direction(r, node, "normal");
}

static void read_box(rp_read *r, const rp_node *node, rp_wall *w)
{
    static const rp_key keys[] = {{"lower", RP_REQUIRED}, {"upper", RP_REQUIRED}};
    w->shape = RP_WALL_BOX;
    if (!RP_READ_MAP(r, node, keys)) return;
    rp_read_box(r, node, &w->point, &w->size);
    w->size = rp_vec_sub(w->size, w->point);
}

static void read_cylinder(rp_read *r, const rp_node *node, rp_wall *w)
{
    static const rp_key keys_2d[] = {{"point", RP_REQUIRED}, {"radius", RP_REQUIRED}, {"side", 0}};
    static const rp_key keys_3d[] = {
        {"point", RP_REQUIRED}, {"radius", RP_REQUIRED}, {"side", 0}, {"axis", RP_REQUIRED}};
    static const char *const sides[] = {"inside", "outside"};
    if (!(r->dimension == 2 ? RP_READ_MAP(r, node, keys_2d) : RP_READ_MAP(r, node, keys_3d))) return;
    w->point = rp_read_vec(r, node, "point", rp_bound_any("m"), (rp_vec){0});
    w->radius = rp_read_number(r, node, "radius", rp_bound_positive("m"), NAN);
    w->normal = r->dimension == 2 ? (rp_vec){0, 0, 1} : rp_walls_read_direction(r, node, "axis");
    w->shape = rp_read_choice(r, node, "side", sides, 2, 0) ? RP_WALL_CYLINDER_OUTSIDE : RP_WALL_CYLINDER_INSIDE;
}

static void read_segment(rp_read *r, const rp_node *node, rp_wall *w)
{
    static const rp_key keys[] = {{"from", RP_REQUIRED}, {"to", RP_REQUIRED}};
    w->shape = RP_WALL_SEGMENT;
    if (r->dimension == 3 && rp_read_fail(r, node, "a segment belongs to two dimensions"))
        rp_error_expected(r->err, "rectangle: {corner: [x, y, z], sides: [[...], [...]]}");
    if (!RP_READ_MAP(r, node, keys)) return;
    w->point = rp_read_vec(r, node, "from", rp_bound_any("m"), (rp_vec){0});
    w->side[0] = rp_vec_sub(rp_read_vec(r, node, "to", rp_bound_any("m"), (rp_vec){1, 0, 0}), w->point);
    double length = rp_vec_norm(w->side[0]);
    if (length > 0) w->normal = rp_vec_make(-w->side[0].y / length, w->side[0].x / length, 0);
    else if (rp_read_fail(r, rp_yaml_find(node, "to"), "a segment of length 0"))
        rp_error_expected(r->err, "a point other than `from`");
}

static void read_rectangle(rp_read *r, const rp_node *node, rp_wall *w)
{
    static const rp_key keys[] = {{"corner", RP_REQUIRED}, {"sides", RP_REQUIRED}};
    w->shape = RP_WALL_RECTANGLE;
    if (r->dimension == 2 && rp_read_fail(r, node, "a rectangle belongs to three dimensions"))
        rp_error_expected(r->err, "segment: {from: [x, y], to: [x, y]}");
    if (!RP_READ_MAP(r, node, keys)) return;
    w->point = rp_read_vec(r, node, "corner", rp_bound_any("m"), (rp_vec){0});
    const rp_node *sides = rp_yaml_find(node, "sides"), *side = sides->child;
    rp_read_list(r, sides, 2, 2, "two vectors");
    for (int k = 0; k < 2 && !r->status; k++, side = side->next)
        w->side[k] = rp_read_vec_at(r, side, rp_bound_any("m"));
    if (r->status) return;
    double a = rp_vec_norm(w->side[0]), b = rp_vec_norm(w->side[1]);
    if (!(a > 0 && b > 0)) rp_read_fail(r, sides, "a rectangle with a side of length 0");
    else if (fabs(rp_vec_dot(w->side[0], w->side[1])) > 1e-9 * a * b)
        rp_read_fail(r, sides, "the sides of a rectangle stand at right angles");
    else w->normal = rp_vec_scale(1 / (a * b), rp_vec_cross(w->side[0], w->side[1]));
}

static void read_rotation(rp_read *r, const rp_node *wall, rp_wall *w)
{
    static const rp_key keys_2d[] = {{"point", 0}, {"speed", RP_REQUIRED}};
    static const rp_key keys_3d[] = {{"point", 0}, {"speed", RP_REQUIRED}, {"axis", 0}};
    const rp_node *node = rp_read_key(r, wall, "rotation");
    if (!node) return;
    if (!(r->dimension == 2 ? RP_READ_MAP(r, node, keys_2d) : RP_READ_MAP(r, node, keys_3d))) return;
    if (w->shape == RP_WALL_BOX) rp_read_fail(r, node, "a box cannot rotate: its faces stay along the axes");
    w->spin_point = rp_read_vec(r, node, "point", rp_bound_any("m"), w->point);
    w->spin_axis = (rp_vec){0, 0, 1};
    if (r->dimension == 3 && rp_yaml_find(node, "axis")) w->spin_axis = rp_walls_read_direction(r, node, "axis");
    else if (r->dimension == 3 && (w->shape == RP_WALL_PLANE || w->shape == RP_WALL_RECTANGLE))
        rp_read_missing(r, node, "axis");
    else if (r->dimension == 3) w->spin_axis = w->normal;
    rp_vec speed;
    const rp_node *given = rp_read_key(r, node, "speed");
    if (given) {
        rp_read_varying(r, given, RP_READ_NUMBER, rp_bound_any("rad/s"), &speed, &w->spin_table);
        w->spin = speed.x;
    }
}

static void read_vibration(rp_read *r, const rp_node *wall, rp_wall *w)
{
    static const rp_key keys[] = {{"amplitude", RP_REQUIRED}, {"frequency", RP_REQUIRED}, {"phase", 0}};
    const rp_node *node = rp_read_key(r, wall, "vibration");
    if (!node || !RP_READ_MAP(r, node, keys)) return;
    w->vibration = rp_read_vec(r, node, "amplitude", rp_bound_any("m"), (rp_vec){0});
    w->frequency = rp_read_number(r, node, "frequency", rp_bound_positive("Hz"), 0);
    w->phase = rp_read_number(r, node, "phase", rp_bound_any("rad"), 0);
}

static void read_damping(rp_read *r, const rp_node *load, rp_wall *w)
{
    const rp_node *node = rp_read_key(r, load, "damping");
    if (!node) return;
    w->damping_auto = node->kind == RP_NODE_SCALAR && strcmp(node->text, "auto") == 0;
    if (!w->damping_auto) w->damping = rp_read_number_at(r, node, rp_bound_not_negative("kg/s"));
}

static void read_load(rp_read *r, const rp_node *wall, rp_wall *w)
{
    static const rp_key keys[] = {{"force", 0}, {"pressure", 0}, {"damping", 0}};
    static const char *const kinds[] = {"force", "pressure"}, *const motions[] = {"load", "velocity", "vibration",
                                                                                  "rotation"};
    const rp_node *node = rp_read_key(r, wall, "load"), *mass = rp_read_key(r, wall, "mass");
    if (!node) {
        if (mass) rp_read_fail(r, mass, "a mass without a load: only a loaded wall moves by forces");
        return;
    }
    if (!RP_READ_MAP(r, node, keys)) return;
    for (int i = 1; i < 4; i++) rp_read_one_of(r, wall, (const char *const[]){motions[0], motions[i]}, 2, 1);
    if (w->shape != RP_WALL_PLANE) rp_read_fail(r, node, "only a plane can carry a load");
    int kind = rp_read_one_of(r, node, kinds, 2, 1);
    if (kind < 0) return;
    rp_vec load;
    w->load_kind = kind ? RP_LOAD_PRESSURE : RP_LOAD_FORCE;
    rp_read_varying(r, rp_read_key(r, node, kinds[kind]), RP_READ_NUMBER, rp_bound_any(kind ? "Pa" : "N"), &load,
                    &w->load_table);
    w->load = load.x;
    if (!mass && rp_read_fail(r, node, "missing key 'mass': a loaded wall moves by forces"))
        rp_error_expected(r->err, "mass: a number > 0 (unit kg) beside load");
    w->mass = rp_read_number(r, wall, "mass", rp_bound_positive("kg"), NAN);
    read_damping(r, node, w);
}

static void read_heat(rp_read *r, const rp_node *wall, rp_wall *w)
{
    static const rp_key keys[] = {{"temperature", RP_REQUIRED}, {"accommodation", 0}};
    const rp_node *node = rp_read_key(r, wall, "heated");
    if (!node || !RP_READ_MAP(r, node, keys)) return;
    w->heat = rp_read_number(r, node, "temperature", rp_bound_positive("J"), 0);
    w->accommodation = rp_read_number(r, node, "accommodation", rp_bound_between(0, 1, "1"), 1);
}

static void read_shape(rp_read *r, const rp_node *node, rp_wall *w)
{
    static void (*const readers[SHAPES])(rp_read *, const rp_node *, rp_wall *) = {read_plane, read_box, read_cylinder,
                                                                                   read_segment, read_rectangle};
    int shape = rp_read_one_of(r, node, shape_names, SHAPES, 1);
    if (shape >= 0) readers[shape](r, rp_yaml_find(node, shape_names[shape]), w);
}

static void read_wall(rp_read *r, const rp_node *node, const rp_scene_spec *spec, rp_wall *w)
{
    static const rp_key keys[] = {{"name", RP_REQUIRED},
                                  {"plane", 0},
                                  {"box", 0},
                                  {"cylinder", 0},
                                  {"segment", 0},
                                  {"rectangle", 0},
                                  {"material", RP_REQUIRED},
                                  {"until", 0},
                                  {"velocity", 0},
                                  {"vibration", 0},
                                  {"rotation", 0},
                                  {"load", 0},
                                  {"mass", 0},
                                  {"heated", 0}};
    w->dimension = spec->dimension;
    w->active = 1;
    if (!RP_READ_MAP(r, node, keys)) return;
    rp_read_name(r, rp_yaml_find(node, "name"), w->name, sizeof w->name);
    read_shape(r, node, w);
    if (!r->status) w->material = rp_materials_read_name(r, rp_yaml_find(node, "material"), spec);
    w->until = rp_read_number(r, node, "until", rp_bound_positive("s"), INFINITY);
    const rp_node *velocity = rp_read_key(r, node, "velocity");
    if (velocity) rp_read_varying(r, velocity, RP_READ_VEC, rp_bound_any("m/s"), &w->velocity, &w->velocity_table);
    read_vibration(r, node, w);
    read_rotation(r, node, w);
    read_load(r, node, w);
    read_heat(r, node, w);
}

static void check_name(rp_read *r, const rp_node *node, const rp_scene_spec *spec, int w)
{
    const char *name = spec->wall[w].name;
    for (int other = 0; other < w && !r->status; other++) {
        if (strcmp(spec->wall[other].name, name) != 0
            || !rp_read_fail(r, rp_yaml_find(node, "name"), "a second wall '%s'", name))
            continue;
        rp_error_expected(r->err, "a name of its own; the other stands in line %d", spec->wall_node[other]->line);
    }
}

void rp_walls_read(rp_read *r, const rp_node *root, rp_scene_spec *spec)
{
    const rp_node *node = rp_read_key(r, root, "walls");
    if (!node) return;
    int count = rp_read_list(r, node, 0, RP_SPEC_ITEMS_MAX, "walls");
    spec->wall = rp_read_alloc(r, (size_t)count, sizeof *spec->wall, "walls");
    spec->wall_node = rp_read_alloc(r, (size_t)count, sizeof *spec->wall_node, "walls");
    if (r->status) return;
    for (const rp_node *n = node->child; n && !r->status; n = n->next) {
        int w = spec->wall_count++;
        spec->wall_node[w] = n;
        read_wall(r, n, spec, &spec->wall[w]);
        check_name(r, n, spec, w);
    }
}
