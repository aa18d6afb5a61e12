/* `output`: what is written, and what is measured where. Observers read their own keys (observe/observers.h). */
#include "scene/spec.h"

#include "methods/method.h"

static void read_checkpoint(rp_read *r, const rp_node *output, rp_output_options *o)
{
    static const rp_key keys[] = {{"every", 0}, {"minutes", 0}};
    const rp_node *node = rp_read_key(r, output, "checkpoint");
    if (!node || !RP_READ_MAP(r, node, keys)) return;
    o->checkpoint_every = rp_read_number(r, node, "every", rp_bound_positive("s"), 0);
    o->checkpoint_minutes = rp_read_number(r, node, "minutes", rp_bound_positive("min"), o->checkpoint_minutes);
}

void rp_outputs_read(rp_read *r, const rp_node *root, const rp_scene_spec *spec, rp_scene *scene)
{
    static const char *const own[] = {"checkpoint", NULL};
    const rp_observe_scene about = {.method = rp_method_find(scene->method),
                                    .orientation = scene->orientation,
                                    .domain = &spec->domain,
                                    .strains = spec->cell.moves,
                                    .wall = spec->wall,
                                    .wall_count = spec->wall_count,
                                    .group = spec->group,
                                    .group_count = spec->group_count,
                                    .source = spec->source,
                                    .source_count = spec->source_count,
                                    .sink = spec->sink,
                                    .sink_count = spec->sink_count};
    const rp_node *node = rp_read_key(r, root, "output");
    scene->output = (rp_output_options){.checkpoint_minutes = 10};
    if (!node) return;
    rp_observers_read(r, node, own, &about, &scene->output.observers);
    read_checkpoint(r, node, &scene->output);
}
