/* Where in the scene a key stands that a method complains about. A method knows names, no lines: it says
 * `groups.NAME.KEY` (also of an entry of `particles` and of a kind of a source), `walls.NAME.KEY`,
 * `interactions.MATERIAL.MATERIAL.KEY`, or the path itself (`run.event-driven.still_speed`). */
#include <stdio.h>
#include <string.h>

#include "scene/spec.h"

/* Takes the next name off a path. 0: there is none. */
static int next_name(const char **path, char *name, size_t size)
{
    const size_t length = strcspn(*path, ".");
    if (length == 0) return 0;
    snprintf(name, size, "%.*s", (int)length, *path);
    *path += length + ((*path)[length] == '.');
    return 1;
}

/* The kind of a source that has this group of the world. */
static const rp_node *kind_node(const rp_scene_spec *spec, int group)
{
    for (int s = 0; s < spec->source_count; s++)
        for (int k = 0; k < spec->source_spec[s].kind_count; k++) {
            const rp_kind_spec *kind = &spec->source_spec[s].kind[k];
            if (kind->own && kind->group == group) return kind->entry.node;
        }
    return NULL;
}

/* Groups are those of `particles`, of `groups` and of sources, in this order. */
static const rp_node *group_node(const rp_scene_spec *spec, const char *name)
{
    for (int g = 0; g < spec->group_count; g++) {
        if (strcmp(spec->group[g].name, name) != 0) continue;
        if (g < spec->entry_count) return spec->entry[g].node;
        const rp_node *kind = kind_node(spec, g + 1);
        return kind ? kind : spec->select[g - spec->entry_count].node->parent;
    }
    return NULL;
}

static const rp_node *wall_node(const rp_scene_spec *spec, const char *name)
{
    for (int w = 0; w < spec->wall_count; w++)
        if (strcmp(spec->wall[w].name, name) == 0) return spec->wall_node[w];
    return NULL;
}

static int material(const rp_scene_spec *spec, const char *name)
{
    int m = 0;
    while (m < spec->material_count && strcmp(spec->material[m].name, name) != 0) m++;
    return m;
}

static const rp_node *rule_node(const rp_scene_spec *spec, const char *one, const char *other)
{
    const int a = material(spec, one), b = material(spec, other);
    rp_status status = RP_OK;
    if (a == spec->material_count || b == spec->material_count) return NULL;
    const int rule = rp_rules_find(spec, a, b, NULL, &status);
    return rule < 0 ? NULL : spec->rule[rule].node;
}

/* The item that a path begins with; the rest of the path is left. */
static const rp_node *first_node(const rp_scene_spec *spec, const char **path)
{
    char list[RP_NAME], name[RP_NAME], other[RP_NAME];
    const char *rest = *path;
    const rp_node *found = NULL;
    if (!next_name(&rest, list, sizeof list) || !next_name(&rest, name, sizeof name)) return spec->yaml.root;
    if (strcmp(list, "groups") == 0) found = group_node(spec, name);
    if (strcmp(list, "walls") == 0) found = wall_node(spec, name);
    if (strcmp(list, "interactions") == 0 && next_name(&rest, other, sizeof other))
        found = rule_node(spec, name, other);
    if (!found) return spec->yaml.root;
    *path = rest;
    return found;
}

void rp_scene_locate(const rp_scene *scene, rp_error *err)
{
    char said[sizeof err->key], name[RP_NAME], path[240];
    if (!err || err->line || err->file[0] || !err->key[0]) return;
    snprintf(said, sizeof said, "%s", err->key);
    const char *rest = said, *left = said;
    const rp_node *node = first_node(scene->spec, &rest);
    for (left = rest; next_name(&rest, name, sizeof name); left = rest) {
        const rp_node *child = rp_yaml_find(node, name);
        if (!child) break;
        node = child;
    }
    if (node == scene->spec->yaml.root) return;
    rp_yaml_error_at(err, node);
    if (left[0] == '\0') return;
    snprintf(path, sizeof path, "%s.%.70s", err->key, left); /* the key is missing: the place where it would stand */
    rp_error_key(err, path);
    rp_error_value(err, "%s", "");
}
