/* `output`: what is written, and what is measured where. */
#include "scene/spec.h"

#include <stdio.h>
#include <string.h>
#include "methods/method.h"

static const char *const axis_names[] = {"x", "y", "z"};

static const rp_node *read_writer(rp_read *r, const rp_node *output, const char *key, const rp_key *keys, int count)
{
    const rp_node *node = rp_read_key(r, output, key);
    return node && rp_read_map(r, node, keys, count) ? node : NULL;
}

/* ---- regions ---- */

static void read_box(rp_read *r, const rp_node *node, rp_region *g)
{
    static const rp_key keys[] = {{"lower", RP_REQUIRED}, {"upper", RP_REQUIRED}};
    if (!RP_READ_MAP(r, node, keys)) return;
    rp_read_box(r, node, &g->lower, &g->upper);
    if (r->dimension == 2) {
        g->lower.z = -INFINITY;
        g->upper.z = INFINITY;
    }
}

/* Two numbers, the second above the first. */
static void read_range(rp_read *r, const rp_node *node, const char *low_key, const char *high_key, double *low,
                       double *high)
{
    *low = rp_read_number(r, node, low_key, rp_bound_any("m"), *low);
    *high = rp_read_number(r, node, high_key, rp_bound_any("m"), *high);
    if (r->status || *high > *low) return;
    const rp_node *at = rp_yaml_find(node, high_key);
    if (rp_read_fail(r, at ? at : node, "%s is not above %s", high_key, low_key))
        rp_error_expected(r->err, "a number > %g (unit m)", *low);
}

static void read_slab(rp_read *r, const rp_node *node, rp_region *g)
{
    static const rp_key keys[] = {{"axis", RP_REQUIRED}, {"from", RP_REQUIRED}, {"to", RP_REQUIRED}};
    double from = 0, to = 0;
    if (!RP_READ_MAP(r, node, keys)) return;
    int axis = rp_read_choice(r, node, "axis", axis_names, r->dimension, 0);
    read_range(r, node, "from", "to", &from, &to);
    double *low[3] = {&g->lower.x, &g->lower.y, &g->lower.z}, *high[3] = {&g->upper.x, &g->upper.y, &g->upper.z};
    for (int d = 0; d < 3; d++) {
        *low[d] = d == axis ? from : -INFINITY;
        *high[d] = d == axis ? to : INFINITY;
    }
}

static void read_cylinder(rp_read *r, const rp_node *node, rp_region *g)
{
    static const rp_key keys_2d[] = {{"point", RP_REQUIRED}, {"radius", RP_REQUIRED}};
    static const rp_key keys_3d[] = {{"point", RP_REQUIRED},
                                     {"radius", RP_REQUIRED},
                                     {"axis", RP_REQUIRED},
                                     {"from", RP_REQUIRED},
                                     {"to", RP_REQUIRED}};
    g->kind = RP_REGION_CYLINDER;
    if (!(r->dimension == 2 ? RP_READ_MAP(r, node, keys_2d) : RP_READ_MAP(r, node, keys_3d))) return;
    g->point = rp_read_vec(r, node, "point", rp_bound_any("m"), (rp_vec){0});
    g->radius = rp_read_number(r, node, "radius", rp_bound_positive("m"), NAN);
    g->axis = (rp_vec){0, 0, 1};
    g->from = -INFINITY;
    g->to = INFINITY;
    if (r->dimension == 2) return;
    g->axis = rp_read_direction(r, node, "axis");
    read_range(r, node, "from", "to", &g->from, &g->to);
}

static void read_region(rp_read *r, const rp_node *node, rp_region *g)
{
    static const rp_key keys[] = {{"name", RP_REQUIRED}, {"box", 0}, {"slab", 0}, {"cylinder", 0}};
    static const char *const shapes[] = {"box", "slab", "cylinder"};
    static void (*const readers[])(rp_read *, const rp_node *, rp_region *) = {read_box, read_slab, read_cylinder};
    g->kind = RP_REGION_BOX;
    if (!RP_READ_MAP(r, node, keys)) return;
    rp_read_name(r, rp_yaml_find(node, "name"), g->name, sizeof g->name);
    int shape = rp_read_one_of(r, node, shapes, 3, 1);
    if (shape >= 0) readers[shape](r, rp_yaml_find(node, shapes[shape]), g);
}

/* The column NAME.fx belongs to one thing only. */
static void check_name(rp_read *r, const rp_node *node, const rp_scene_spec *spec, const rp_region *g, int before)
{
    const char *taken = NULL;
    for (int n = 1; n <= before; n++)
        if (strcmp(g[-n].name, g->name) == 0) taken = "region";
    for (int w = 0; w < spec->wall_count; w++)
        if (strcmp(spec->wall[w].name, g->name) == 0) taken = "wall";
    for (int n = 0; n < spec->group_count; n++)
        if (strcmp(spec->group[n].name, g->name) == 0) taken = "group";
    if (taken && rp_read_fail(r, rp_yaml_find(node, "name"), "there is a %s of this name already", taken))
        rp_error_expected(r->err, "a name of its own: it stands before columns of series.csv");
}

static void read_regions(rp_read *r, const rp_node *output, const rp_scene_spec *spec, rp_output_options *o)
{
    const rp_node *node = rp_read_key(r, output, "regions");
    if (!node) return;
    int count = rp_read_list(r, node, 1, RP_SPEC_ITEMS_MAX, "regions");
    o->region = rp_read_alloc(r, (size_t)count, sizeof *o->region, "regions");
    for (const rp_node *n = node->child; n && !r->status; n = n->next) {
        rp_region *g = &o->region[o->region_count];
        read_region(r, n, g);
        if (!r->status) check_name(r, n, spec, g, o->region_count);
        o->region_count++;
    }
    if (!r->status && o->series_every == 0
        && rp_read_fail(r, node, "regions are columns of the series, which is not written"))
        rp_error_expected(r->err, "output.series: {every: seconds}");
}

/* ---- means over windows ---- */

#define WINDOW_KEYS                                                                                                    \
    {"every", RP_REQUIRED}, {"from", 0}, { "window", 0 }

static void read_window(rp_read *r, const rp_node *node, rp_window *w)
{
    w->every = rp_read_number(r, node, "every", rp_bound_positive("s"), 0);
    w->from = rp_read_number(r, node, "from", rp_bound_not_negative("s"), 0);
    w->moments = UINT64_MAX;
    double length = rp_read_number(r, node, "window", rp_bound_positive("s"), INFINITY),
           moments = rint(length / w->every);
    if (r->status || !isfinite(length)) return;
    if (!(moments >= 1 && moments < 1e15)) {
        if (rp_read_fail(r, rp_yaml_find(node, "window"), "a window shorter than the time between its moments"))
            rp_error_expected(r->err, "at least %g (unit s), or a smaller every", w->every);
        return;
    }
    w->moments = (uint64_t)moments;
}

static void read_profile(rp_read *r, const rp_node *node, const rp_scene_spec *spec, rp_profile_options *p)
{
    static const rp_key keys[] = {{"name", RP_REQUIRED}, {"along", RP_REQUIRED}, {"lower", 0},
                                  {"upper", 0},          {"bins", RP_REQUIRED},  WINDOW_KEYS};
    if (!RP_READ_MAP(r, node, keys)) return;
    rp_read_name(r, rp_yaml_find(node, "name"), p->name, sizeof p->name);
    p->axis = rp_read_choice(r, node, "along", axis_names, r->dimension, 0);
    p->bins = (int)rp_read_whole(r, node, "bins", 1, 100000, 1);
    p->lower = rp_vec_component(spec->domain.lower, p->axis);
    p->upper = rp_vec_component(spec->domain.upper, p->axis);
    if (!spec->domain.bounded && !rp_yaml_find(node, "lower")) rp_read_missing(r, node, "lower");
    if (!spec->domain.bounded && !rp_yaml_find(node, "upper")) rp_read_missing(r, node, "upper");
    read_range(r, node, "lower", "upper", &p->lower, &p->upper);
    read_window(r, node, &p->window);
}

static void read_profiles(rp_read *r, const rp_node *output, const rp_scene_spec *spec, rp_output_options *o)
{
    const rp_node *node = rp_read_key(r, output, "profiles");
    if (!node) return;
    int count = rp_read_list(r, node, 1, 100, "profiles");
    o->profile = rp_read_alloc(r, (size_t)count, sizeof *o->profile, "profiles");
    for (const rp_node *n = node->child; n && !r->status; n = n->next) {
        rp_profile_options *p = &o->profile[o->profile_count];
        read_profile(r, n, spec, p);
        for (int k = 0; k < o->profile_count && !r->status; k++)
            if (strcmp(o->profile[k].name, p->name) == 0)
                rp_read_fail(r, rp_yaml_find(n, "name"), "there is a profile of this name already");
        o->profile_count++;
    }
}

static void read_forces(rp_read *r, const rp_node *output, const rp_method *method, rp_force_options *f)
{
    static const rp_key keys[] = {{"bins", 0}, {"up_to", 0}, WINDOW_KEYS};
    const rp_node *node = read_writer(r, output, "forces", keys, sizeof keys / sizeof *keys);
    if (!node) return;
    f->bins = (int)rp_read_whole(r, node, "bins", 1, 100000, 50);
    f->up_to = rp_read_number(r, node, "up_to", rp_bound_positive("1, of the mean normal force"), 8);
    read_window(r, node, &f->window);
    if (method && method->impulsive
        && rp_read_fail(r, node, "the method '%s' has no contact forces: its collisions are instants", method->name))
        rp_error_expected(r->err, "method: soft or contact-dynamics");
}

static void read_events(rp_read *r, const rp_node *output, const rp_method *method, rp_event_options *e)
{
    static const rp_key keys[] = {{"at_most", 0}, {"from", 0}, {"until", 0}};
    const rp_node *node = read_writer(r, output, "events", keys, sizeof keys / sizeof *keys);
    if (!node) return;
    e->most = (uint64_t)rp_read_whole(r, node, "at_most", 1, 1000000000000, 1000000);
    e->from = rp_read_number(r, node, "from", rp_bound_not_negative("s"), 0);
    e->until = rp_read_number(r, node, "until", rp_bound_positive("s"), INFINITY);
    if (method && !method->impulsive
        && rp_read_fail(r, node, "the method '%s' has no log of collisions: its contacts last", method->name))
        rp_error_expected(r->err, "method: event-driven");
}

/* ---- the whole ---- */

void rp_outputs_read(rp_read *r, const rp_node *root, const rp_scene_spec *spec, rp_scene *scene)
{
    static const rp_key keys[] = {{"series", 0},   {"frames", 0}, {"checkpoint", 0}, {"regions", 0},
                                  {"profiles", 0}, {"forces", 0}, {"events", 0}};
    static const rp_key series_keys[] = {{"every", RP_REQUIRED}};
    static const rp_key frames_keys[] = {{"every", RP_REQUIRED}, {"contacts", 0}, {"walls", 0}};
    static const rp_key checkpoint_keys[] = {{"every", 0}, {"minutes", 0}};
    rp_output_options *o = &scene->output;
    const rp_node *node = rp_read_key(r, root, "output");
    *o = (rp_output_options){.checkpoint_minutes = 10, .frame_contacts = 1, .frame_walls = 1};
    if (!node || !RP_READ_MAP(r, node, keys)) return;
    const rp_node *series = read_writer(r, node, "series", series_keys, 1);
    const rp_node *frames = read_writer(r, node, "frames", frames_keys, 3);
    const rp_node *checkpoint = read_writer(r, node, "checkpoint", checkpoint_keys, 2);
    o->series_every = rp_read_number(r, series, "every", rp_bound_positive("s"), 0);
    o->frames_every = rp_read_number(r, frames, "every", rp_bound_positive("s"), 0);
    o->frame_contacts = rp_read_flag(r, frames, "contacts", 1);
    o->frame_walls = rp_read_flag(r, frames, "walls", 1);
    o->checkpoint_every = rp_read_number(r, checkpoint, "every", rp_bound_positive("s"), 0);
    o->checkpoint_minutes = rp_read_number(r, checkpoint, "minutes", rp_bound_positive("min"), 10);
    read_regions(r, node, spec, o);
    read_profiles(r, node, spec, o);
    read_forces(r, node, rp_method_find(scene->method), &o->forces);
    read_events(r, node, rp_method_find(scene->method), &o->events);
}
