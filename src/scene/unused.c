/* What a method makes no use of: keys that change the physics are refused when the scene is read unless the scene lets
 * the method leave them out (`run: {without: [...]}`), all others are named once in the log. */
#include "laws/collision.h"
#include "scene/spec.h"

unsigned rp_unused_slots(const rp_method *method, const rp_interaction *x)
{
    unsigned slots = 0;
    if (!method->rolling && x->law[RP_ROLLING]) slots |= 1u << RP_ROLLING;
    if (!method->adhesion && x->law[RP_ADHESION] && !rp_collision_normal_by_law(x)) slots |= 1u << RP_ADHESION;
    return slots;
}

static void report_rule(const rp_scene *scene, const rp_method *method, const rp_world *w, const rp_interaction *x)
{
    rp_status status;
    rp_buffer keys;
    const int rule = rp_rules_find(scene->spec, x->a, x->b, NULL, &status);
    const int line = rule < 0 ? 0 : scene->spec->rule[rule].node->line;
    const char *a = w->material[x->a].name, *b = w->material[x->b].name;
    const unsigned slots = rp_unused_slots(method, x);
    for (int s = 0; s < RP_SLOT_COUNT; s++)
        if (slots & 1u << s)
            rp_log(&w->log, RP_LOG_WARN,
                   "the interaction of '%s' and '%s' (line %d) goes without %s in the method '%s'", a, b, line,
                   rp_slot_name((rp_slot)s), method->name);
    rp_buffer_init(&keys);
    method->unused(w, x, &keys);
    if (keys.size && !keys.failed)
        rp_log(&w->log, RP_LOG_INFO,
               "the interaction of '%s' and '%s' (line %d) has keys without effect in the method '%s':%.*s", a, b, line,
               method->name, (int)keys.size, keys.data);
    rp_buffer_free(&keys);
}

void rp_scene_report_unused(const rp_scene *scene, const rp_world *w)
{
    const rp_method *method = rp_method_find(scene->method);
    const rp_node *run = rp_yaml_find(scene->spec->yaml.root, "run");
    for (int n = 0; n < w->interaction_count; n++) report_rule(scene, method, w, &w->interaction[n]);
    if (run && rp_yaml_find(run, "skin") && !method->lists)
        rp_log(&w->log, RP_LOG_INFO, "run.skin has no effect in the method '%s'", method->name);
    if (run && rp_yaml_find(run, "safety") && scene->step > 0)
        rp_log(&w->log, RP_LOG_INFO, "run.safety has no effect: the step is given");
}
