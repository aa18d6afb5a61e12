/* See regions.h. */
#include "observe/regions.h"

#include <math.h>
#include <string.h>

enum { REGIONS_MAX = 1000 };

static const char *const axis_names[] = {"x", "y", "z"};

static void read_slab(rp_read *r, const rp_node *node, rp_region *g)
{
    static const rp_key keys[] = {{"axis", RP_REQUIRED}, {"from", RP_REQUIRED}, {"to", RP_REQUIRED}};
    double from = 0, to = 0;
    if (!RP_READ_MAP(r, node, keys)) return;
    int axis = rp_read_choice(r, node, "axis", axis_names, r->dimension, 0);
    rp_read_range(r, node, "from", "to", "m", &from, &to);
    double *low[3] = {&g->lower.x, &g->lower.y, &g->lower.z}, *high[3] = {&g->upper.x, &g->upper.y, &g->upper.z};
    for (int d = 0; d < 3; d++) {
        *low[d] = d == axis ? from : -INFINITY;
        *high[d] = d == axis ? to : INFINITY;
    }
}

static void read_region(rp_read *r, const rp_node *node, rp_region *g)
{
    static const rp_key keys[] = {{"name", RP_REQUIRED}, {"box", 0}, {"slab", 0}, {"cylinder", 0}};
    static const char *const shapes[] = {"box", "slab", "cylinder"};
    static void (*const readers[])(rp_read *, const rp_node *, rp_region *) = {rp_region_read_box, read_slab,
                                                                               rp_region_read_cylinder};
    g->kind = RP_REGION_BOX;
    if (!RP_READ_MAP(r, node, keys)) return;
    rp_read_name(r, rp_yaml_find(node, "name"), g->name, sizeof g->name);
    int shape = rp_read_one_of(r, node, shapes, 3, 1);
    if (shape >= 0) readers[shape](r, rp_yaml_find(node, shapes[shape]), g);
}

/* The column NAME.fx belongs to one thing only. */
static const char *owner_of(const rp_observe_scene *scene, const rp_region *region, int count, const char *name)
{
    for (int n = 0; n < count; n++)
        if (strcmp(region[n].name, name) == 0) return "region";
    for (int n = 0; n < scene->wall_count; n++)
        if (strcmp(scene->wall[n].name, name) == 0) return "wall";
    for (int n = 0; n < scene->group_count; n++)
        if (strcmp(scene->group[n].name, name) == 0) return "group";
    for (int n = 0; n < scene->source_count; n++)
        if (strcmp(scene->source[n].name, name) == 0) return "source";
    for (int n = 0; n < scene->sink_count; n++)
        if (strcmp(scene->sink[n].name, name) == 0) return "sink";
    return NULL;
}

static void check_name(rp_read *r, const rp_node *node, const char *taken)
{
    if (taken && rp_read_fail(r, rp_yaml_find(node, "name"), "there is a %s of this name already", taken))
        rp_error_expected(r->err, "a name of its own: it stands before columns of series.csv");
}

void rp_regions_read(rp_read *r, const rp_node *list, const rp_observe_scene *scene, rp_region **region, int *count)
{
    int most = rp_read_list(r, list, 1, REGIONS_MAX, "regions");
    *region = rp_read_alloc(r, (size_t)most, sizeof **region, "regions");
    for (const rp_node *n = list->child; n && !r->status; n = n->next) {
        rp_region *g = &(*region)[*count];
        read_region(r, n, g);
        if (!r->status) check_name(r, n, owner_of(scene, *region, *count, g->name));
        ++*count;
    }
}
