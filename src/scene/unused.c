/* What a method makes no use of: keys that change the physics are refused when the scene is read unless the scene lets
 * the method leave them out (`run: {without: [...]}`), all others are named once in the log. */
#include <stdio.h>
#include <string.h>

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

void rp_scene_unused_rule(const rp_scene *scene, const rp_world *w, const rp_interaction *x, rp_buffer *keys)
{
    const rp_method *method = rp_method_find(scene->method);
    const unsigned slots = rp_unused_slots(method, x);
    for (int s = 0; s < RP_SLOT_COUNT; s++)
        if (slots & 1u << s) rp_buffer_print(keys, " %s", rp_slot_name((rp_slot)s));
    method->unused(w, x, keys);
}

static void name_unused(const char *key, const char *reason, rp_buffer *keys)
{
    rp_buffer_print(keys, "%s%s (%s)", keys->size ? ", " : "", key, reason);
}

/* A contact that lasts may touch several triangles at once; a collision has one. */
static void name_unused_walls(const rp_scene_spec *spec, rp_buffer *keys)
{
    for (int n = 0; n < spec->wall_count; n++) {
        char key[2 * RP_NAME];
        snprintf(key, sizeof key, "walls.%s.mesh.smooth", spec->wall[n].name);
        if (rp_yaml_find(rp_yaml_find(spec->wall_node[n], "mesh"), "smooth"))
            name_unused(key, "a collision has one triangle", keys);
    }
}

static void name_unused_sources(const rp_scene_spec *spec, rp_buffer *keys)
{
    for (int n = 0; n < spec->source_count; n++) {
        const rp_source_spec *s = &spec->source_spec[n];
        char key[2 * RP_NAME];
        snprintf(key, sizeof key, "sources.%s.shares", spec->source[n].name);
        if (s->kind_count == 1 && rp_yaml_find(s->node, "shares")) name_unused(key, "there is one kind", keys);
        snprintf(key, sizeof key, "sources.%s.catch_up", spec->source[n].name);
        if (!s->rate_kind && rp_yaml_find(s->node, "catch_up")) name_unused(key, "there is no rate", keys);
    }
}

/* An option of a method, such as `iterations.max`. */
static const rp_node *find_option(const rp_node *options, const char *name)
{
    char first[RP_NAME];
    const char *dot = strchr(name, '.');
    if (!dot) return rp_yaml_find(options, name);
    snprintf(first, sizeof first, "%.*s", (int)(dot - name), name);
    return rp_yaml_find(rp_yaml_find(options, first), dot + 1);
}

void rp_scene_unused_run(const rp_scene *scene, const rp_world *w, rp_buffer *keys)
{
    const rp_method *method = rp_method_find(scene->method);
    const rp_node *run = rp_yaml_find(scene->spec->yaml.root, "run"), *options = rp_yaml_find(run, method->name);
    if (rp_yaml_find(run, "skin") && !method->lists) name_unused("run.skin", "the method has no lists", keys);
    if (rp_yaml_find(run, "safety") && scene->step > 0) name_unused("run.safety", "the step is given", keys);
    if (rp_yaml_find(run, "max_overlap") && method->start_overlap > 0)
        name_unused("run.max_overlap", "no particle may begin in another", keys);
    if (method->impulsive) name_unused_walls(scene->spec, keys);
    name_unused_sources(scene->spec, keys);
    for (int n = 0; n < method->option_count; n++) {
        const char *reason = find_option(options, method->option[n].name) ? method->idle(w, n) : NULL;
        char key[2 * RP_NAME];
        snprintf(key, sizeof key, "run.%s.%s", method->name, method->option[n].name);
        if (reason) name_unused(key, reason, keys);
    }
}

void rp_scene_report_unused(const rp_scene *scene, const rp_world *w)
{
    const rp_method *method = rp_method_find(scene->method);
    rp_buffer keys;
    for (int n = 0; n < w->interaction_count; n++)
        if (n == 0 || !rp_interaction_same_rule(&w->interaction[n - 1], &w->interaction[n]))
            report_rule(scene, method, w, &w->interaction[n]);
    rp_buffer_init(&keys);
    rp_scene_unused_run(scene, w, &keys);
    if (keys.size && !keys.failed)
        rp_log(&w->log, RP_LOG_INFO, "keys without effect in the method '%s': %.*s", method->name, (int)keys.size,
               keys.data);
    rp_buffer_free(&keys);
}
