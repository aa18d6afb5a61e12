/* See extend.h. The tree of the scene is changed and written; reading it again checks it. */
#include "scene/extend.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "input/number.h"
#include "input/yaml.h"

enum { ASSIGNMENT = 4096, PART = 128 };

static rp_status no_memory(rp_error *err) { return rp_memory_error(err, sizeof(rp_node), "the scene's text"); }

/* ---- the stages ---- */

static void remove_key(rp_node *map, const char *key)
{
    rp_node *before = NULL;
    for (rp_node *n = map->child; n; before = n, n = n->next) {
        if (strcmp(n->key, key) != 0) continue;
        if (before) before->next = n->next;
        else map->child = n->next;
        if (map->last == n) map->last = before;
        map->count--;
        return;
    }
}

static rp_status adopt(rp_yaml *yaml, rp_node *parent, const char *key, const char *text, rp_error *err)
{
    rp_node *node;
    rp_status status = rp_yaml_parse_value(yaml, "the stage that goes on", text, &node, err);
    if (status) return status;
    if (key) node->key = rp_yaml_text(yaml, key, strlen(key));
    if (key && !node->key) return no_memory(err);
    rp_yaml_adopt(parent, node);
    return RP_OK;
}

/* `run: {until: T}` is `stages: [{name: run, until: T}]`. */
static rp_status make_stages(rp_yaml *yaml, rp_error *err)
{
    char text[PART];
    rp_node *run = (rp_node *)rp_yaml_find(yaml->root, "run"); /* the tree is ours to change */
    const rp_node *until = rp_yaml_find(run, "until");
    if (rp_yaml_find(yaml->root, "stages")) return RP_OK;
    if (!until || until->kind != RP_NODE_SCALAR) return rp_error_set(err, RP_INPUT, "the scene has no stages");
    snprintf(text, sizeof text, "[{name: run, until: %s}]", until->text);
    remove_key(run, "until");
    return adopt(yaml, yaml->root, "stages", text, err);
}

static rp_status add_stage(rp_yaml *yaml, double duration, int *index, rp_error *err)
{
    char text[PART];
    rp_node *stages = (rp_node *)rp_yaml_find(yaml->root, "stages");
    *index = stages->count;
    snprintf(text, sizeof text, "{name: continued-%d, until: %.17g}", *index, duration);
    return adopt(yaml, stages, NULL, text, err);
}

/* ---- what changes ---- */

static rp_status refuse(const char *assignment, rp_error *err)
{
    static const char *const names[] = {"gravity", "run.step", "interactions", "walls",
                                        "groups",  "sources",  "sinks",        "output"};
    char key[PART];
    snprintf(key, sizeof key, "%.*s", (int)strcspn(assignment, "=."), assignment);
    rp_error_set(err, RP_INPUT, "--set %s: this key cannot change while a run goes on", assignment);
    rp_error_expected(err, "gravity, run.step, interactions.N.friction, walls.NAME.velocity, .rotation.speed or .load, "
                           "groups, sources and sinks as in stages, or output");
    rp_error_nearest(err, key, names, (int)(sizeof names / sizeof *names));
    return RP_INPUT;
}

/* The item of a list by number or name. */
static const rp_node *item_of(const rp_node *list, const char *name)
{
    uint64_t number;
    if (rp_number_whole(name, &number)) return number < 1u << 30 ? rp_yaml_item(list, (int)number) : NULL;
    for (const rp_node *n = list ? list->child : NULL; n; n = n->next) {
        const rp_node *own = rp_yaml_find(n, "name");
        if (own && own->kind == RP_NODE_SCALAR && strcmp(own->text, name) == 0) return n;
    }
    return NULL;
}

static rp_status set_friction(rp_yaml *yaml, int stage, const char *assignment, rp_error *err)
{
    char item[PART], text[ASSIGNMENT];
    int end = 0;
    const rp_node *between = NULL;
    if (sscanf(assignment, "interactions.%127[^.=].friction=%n", item, &end) == 1 && end)
        between = rp_yaml_find(item_of(rp_yaml_find(yaml->root, "interactions"), item), "between");
    if (!between || between->kind != RP_NODE_LIST || between->count != 2) return refuse(assignment, err);
    rp_node *at = (rp_node *)rp_yaml_item(rp_yaml_find(yaml->root, "stages"), stage),
            *list = (rp_node *)rp_yaml_find(at, "interactions");
    rp_status status = list ? RP_OK : adopt(yaml, at, "interactions", "[]", err);
    if (status) return status;
    list = (rp_node *)rp_yaml_find(at, "interactions");
    snprintf(text, sizeof text, "{between: ['%s', '%s'], friction: %s}", between->child->text,
             between->child->next->text, assignment + end);
    return adopt(yaml, list, NULL, text, err);
}

/* walls.lid.load.pressure=500 of a scene is walls.lid.load=500 of a stage. */
static rp_status set_wall(rp_yaml *yaml, int stage, const char *assignment, rp_error *err)
{
    static const char *const spelled[][2] = {
        {"velocity", "velocity"}, {"vibration", "vibration"}, {"spin", "spin"},      {"rotation.speed", "spin"},
        {"load", "load"},         {"load.pressure", "load"},  {"load.force", "load"}};
    char name[PART], key[PART], text[ASSIGNMENT];
    int end = 0;
    if (sscanf(assignment, "walls.%127[^.=].%127[^=]=%n", name, key, &end) < 2 || !end) return refuse(assignment, err);
    const rp_node *wall = item_of(rp_yaml_find(yaml->root, "walls"), name), *own = rp_yaml_find(wall, "name");
    for (size_t n = 0; n < sizeof spelled / sizeof *spelled; n++) {
        if (strcmp(spelled[n][0], key) != 0) continue;
        snprintf(text, sizeof text, "stages.%d.walls.%s.%s=%s", stage, own ? own->text : name, spelled[n][1],
                 assignment + end);
        return rp_yaml_set(yaml, text, err);
    }
    return refuse(assignment, err);
}

static int begins(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

static rp_status set_one(rp_yaml *yaml, int stage, const char *assignment, rp_error *err)
{
    char text[ASSIGNMENT];
    if (strlen(assignment) > ASSIGNMENT / 2)
        return rp_error_set(err, RP_INPUT, "the override is too long: %.40s...", assignment);
    if (begins(assignment, "output.") || begins(assignment, "output=")) return rp_yaml_set(yaml, assignment, err);
    if (begins(assignment, "interactions.")) return set_friction(yaml, stage, assignment, err);
    if (begins(assignment, "walls.")) return set_wall(yaml, stage, assignment, err);
    if (begins(assignment, "run.step=")) assignment += strlen("run.");
    else if (!begins(assignment, "gravity=") && !begins(assignment, "groups.") && !begins(assignment, "sources.")
             && !begins(assignment, "sinks."))
        return refuse(assignment, err);
    snprintf(text, sizeof text, "stages.%d.%s", stage, assignment);
    return rp_yaml_set(yaml, text, err);
}

rp_status rp_extend_scene(const char *path, double duration, const char *const *set, int set_count, rp_buffer *text,
                          rp_error *err)
{
    char *data;
    size_t size;
    int stage = 0;
    rp_yaml yaml = {0};
    rp_status status = rp_file_read(path, RP_YAML_BYTES_MAX, &data, &size, err);
    if (status) return status;
    status = rp_yaml_parse(&yaml, path, data, size, err);
    rp_memory_free(data);
    if (!status) status = make_stages(&yaml, err);
    if (!status) status = add_stage(&yaml, duration, &stage, err);
    for (int n = 0; n < set_count && !status; n++) status = set_one(&yaml, stage, set[n], err);
    if (!status) rp_yaml_emit(&yaml, text);
    rp_buffer_append(text, "", 1);
    if (!status && text->failed) status = no_memory(err);
    rp_yaml_free(&yaml);
    return status;
}
