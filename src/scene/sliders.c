/* `view: {sliders: [...]}`: numbers that a reader may change while the scene is seen.
 *
 *     {gravity: [0, 20]}                           m/s^2, along the scene's gravity or `along`
 *     {wall: plate, speed: [0, 0.1]}               m/s, along the wall's velocity or `along`
 *     {wall: drum, spin: [-6, 6]}                  rad/s
 *     {wall: lid, load: [0, 100]}                  N or Pa, as the scene gives it
 *     {friction: [0, 1], between: [glass, any]}    one number, at rest and sliding */
#include <math.h>

#include "core/walls.h"
#include "scene/spec.h"

enum { SLIDERS_MAX = 16 };

static const char *const kinds[] = {[RP_SLIDER_GRAVITY] = "gravity",
                                    [RP_SLIDER_SPEED] = "speed",
                                    [RP_SLIDER_SPIN] = "spin",
                                    [RP_SLIDER_LOAD] = "load",
                                    [RP_SLIDER_FRICTION] = "friction"};

static void read_range(rp_read *r, const rp_node *node, rp_bound bound, rp_slider *s)
{
    if (rp_read_list(r, node, 2, 2, "the least and the highest value") != 2) return;
    s->least = rp_read_number_at(r, node->child, bound);
    s->most = rp_read_number_at(r, node->child->next, bound);
    if (!r->status && !(s->most > s->least) && rp_read_fail(r, node, "a slider needs a range"))
        rp_error_expected(r->err, "[least, highest], the second above the first");
}

/* Unless `along` is given: the direction that the scene gives the vector itself. */
static void read_along(rp_read *r, const rp_node *node, rp_vec own, const char *what, rp_slider *s)
{
    const double length = rp_vec_norm(own);
    if (rp_read_key(r, node, "along")) s->along = rp_read_direction(r, node, "along");
    else if (length > 0) s->along = rp_vec_scale(1 / length, own);
    else if (rp_read_fail(r, node, "the %s of the scene has no direction", what))
        rp_error_expected(r->err, "along: a vector");
}

static void check_wall(rp_read *r, const rp_node *node, const rp_wall *wall, rp_slider_kind kind)
{
    const rp_node *at = rp_yaml_find(node, kinds[kind]);
    const int loaded = rp_walls_loaded(wall);
    if (kind == RP_SLIDER_LOAD && !loaded) rp_read_fail(r, at, "wall '%s' has no load in the scene", wall->name);
    if (kind != RP_SLIDER_LOAD && loaded && rp_read_fail(r, at, "wall '%s' moves by its load", wall->name))
        rp_error_expected(r->err, "load: [least, highest]");
    if (kind == RP_SLIDER_SPIN && rp_vec_dot(wall->spin_axis, wall->spin_axis) == 0
        && rp_read_fail(r, at, "wall '%s' has no axis to turn about in the scene", wall->name))
        rp_error_expected(r->err, "rotation: {speed: 0} and its axis at the wall");
}

static void read_wall(rp_read *r, const rp_node *node, const rp_scene_spec *spec, rp_slider *s)
{
    static const rp_key speed[] = {{"wall", RP_REQUIRED}, {"speed", 0}, {"along", 0}},
                        spin[] = {{"wall", RP_REQUIRED}, {"spin", 0}}, load[] = {{"wall", RP_REQUIRED}, {"load", 0}};
    const int good = s->kind == RP_SLIDER_SPEED  ? RP_READ_MAP(r, node, speed)
                     : s->kind == RP_SLIDER_SPIN ? RP_READ_MAP(r, node, spin)
                                                 : RP_READ_MAP(r, node, load);
    if (!good) return;
    s->wall = rp_walls_read_name(r, rp_yaml_find(node, "wall"), spec);
    if (r->status) return;
    const rp_wall *wall = &spec->wall[s->wall];
    const char *unit = s->kind == RP_SLIDER_SPEED ? "m/s" : s->kind == RP_SLIDER_SPIN ? "rad/s" : "N or Pa";
    check_wall(r, node, wall, s->kind);
    read_range(r, rp_yaml_find(node, kinds[s->kind]), rp_bound_any(unit), s);
    if (s->kind == RP_SLIDER_SPEED) read_along(r, node, wall->velocity, "velocity of this wall", s);
}

static void read_friction(rp_read *r, const rp_node *node, const rp_scene_spec *spec, rp_slider *s)
{
    static const rp_key keys[] = {{"friction", 0}, {"between", RP_REQUIRED}};
    const rp_node *range = rp_yaml_find(node, "friction");
    if (!RP_READ_MAP(r, node, keys)) return;
    rp_stages_read_between(r, rp_yaml_find(node, "between"), spec, &s->a, &s->b);
    read_range(r, range, rp_bound_not_negative("1"), s);
    const rp_friction_change most = {s->a, s->b, s->most};
    if (!r->status) rp_stages_check_friction(r, range, spec, &most);
}

static void read_slider(rp_read *r, const rp_node *node, const rp_scene_spec *spec, rp_slider *s)
{
    static const rp_key gravity[] = {{"gravity", 0}, {"along", 0}};
    const int kind = rp_read_one_of(r, node, kinds, sizeof kinds / sizeof *kinds, 1);
    if (r->status) return;
    s->kind = (rp_slider_kind)kind;
    if (s->kind == RP_SLIDER_FRICTION) {
        read_friction(r, node, spec, s);
    } else if (s->kind != RP_SLIDER_GRAVITY) {
        read_wall(r, node, spec, s);
    } else if (RP_READ_MAP(r, node, gravity)) {
        read_range(r, rp_yaml_find(node, "gravity"), rp_bound_any("m/s^2"), s);
        read_along(r, node, spec->gravity, "gravity", s);
    }
}

void rp_sliders_read(rp_read *r, const rp_node *root, const rp_scene_spec *spec, rp_scene *scene)
{
    static const rp_key keys[] = {{"sliders", RP_REQUIRED}};
    const rp_node *view = rp_read_key(r, root, "view");
    if (!view || !RP_READ_MAP(r, view, keys)) return;
    const rp_node *list = rp_yaml_find(view, "sliders");
    const int count = rp_read_list(r, list, 1, SLIDERS_MAX, "sliders");
    scene->slider = rp_read_alloc(r, (size_t)count, sizeof *scene->slider, "sliders");
    for (const rp_node *n = list->child; n && !r->status; n = n->next)
        read_slider(r, n, spec, &scene->slider[scene->slider_count++]);
}
