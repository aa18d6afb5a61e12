/* Overrides: path=value put into the tree before it is checked. */
#include "input/yaml.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "input/number.h"

enum { NAMES = 64 };

static rp_status no_memory(rp_error *err) { return rp_memory_error(err, sizeof(rp_node), "the scene's text"); }

/* Offers the names that stand at this level. */
static void suggest(rp_error *err, const rp_node *at, const char *name)
{
    const char *names[NAMES];
    int count = 0;
    for (const rp_node *n = at->child; n && count < NAMES; n = n->next) {
        const rp_node *own = rp_yaml_find(n, "name");
        const char *text = n->key ? n->key : own && own->kind == RP_NODE_SCALAR ? own->text : NULL;
        if (text) names[count++] = text;
    }
    rp_error_nearest(err, name, names, count);
}

static rp_status unknown(rp_error *err, const char *origin, const rp_node *at, const char *name)
{
    char path[160];
    rp_yaml_path(at, path, sizeof path);
    if (at->kind == RP_NODE_LIST) rp_error_set(err, RP_INPUT, "no item '%s' in the list %s", name, path);
    else rp_error_set(err, RP_INPUT, "'%s' is a single value: it has no key '%s'", path, name);
    rp_error_at(err, origin, 0, 0);
    rp_error_key(err, path);
    if (at->kind == RP_NODE_LIST) rp_error_expected(err, "a number from 0 to %d or the name of an item", at->count - 1);
    suggest(err, at, name);
    return RP_INPUT;
}

static rp_node *item_called(const rp_node *list, const char *name)
{
    uint64_t index, at = 0;
    int by_number = rp_number_whole(name, &index);
    for (rp_node *n = list->child; n; n = n->next, at++) {
        const rp_node *own = rp_yaml_find(n, "name");
        if (by_number ? at == index : own && own->kind == RP_NODE_SCALAR && strcmp(own->text, name) == 0) return n;
    }
    return NULL;
}

static rp_status add_key(rp_yaml *yaml, const char *origin, rp_node *map, const char *name, rp_node **added,
                         rp_error *err)
{
    rp_node *node = rp_yaml_node(yaml, RP_NODE_MAP);
    const char *key = rp_yaml_text(yaml, name, strlen(name));
    if (!node || !key) return no_memory(err);
    node->key = key;
    node->origin = origin;
    rp_yaml_adopt(map, node);
    *added = node;
    return RP_OK;
}

static rp_status descend(rp_yaml *yaml, const char *origin, rp_node **at, const char *name, rp_error *err)
{
    rp_node *found = NULL;
    if ((*at)->kind == RP_NODE_MAP) {
        found = (rp_node *)rp_yaml_find(*at, name); /* the tree is ours to change here */
        if (!found) {
            rp_status status = add_key(yaml, origin, *at, name, &found, err);
            if (status) return status;
        }
    } else if ((*at)->kind == RP_NODE_LIST) {
        found = item_called(*at, name);
    }
    if (!found) return unknown(err, origin, *at, name);
    *at = found;
    return RP_OK;
}

/* `node` takes the place of `old` without a change of neighbours. */
static void replace(rp_yaml *yaml, rp_node *old, const rp_node *node)
{
    rp_node value = *node;
    value.key = old->key;
    value.key_line = old->key_line;
    value.key_column = old->key_column;
    value.parent = old->parent;
    value.next = old->next;
    *old = value;
    for (rp_node *n = old->child; n; n = n->next) n->parent = old;
    if (!old->parent) yaml->root = old;
}

static rp_status malformed(rp_error *err, const char *origin)
{
    rp_error_set(err, RP_INPUT, "not an assignment");
    rp_error_at(err, origin, 0, 0);
    rp_error_expected(err, "key=value, for instance interactions.0.friction=0.3");
    return RP_INPUT;
}

static rp_status find_place(rp_yaml *yaml, const char *origin, const char *path, size_t length, rp_node **at,
                            rp_error *err)
{
    *at = yaml->root;
    int depth = 0;
    for (size_t i = 0; i < length;) {
        char name[128];
        size_t part = strcspn(path + i, ".=");
        if (part == 0 || part >= sizeof name || ++depth > RP_YAML_DEPTH_MAX || i + part + 1 == length)
            return malformed(err, origin);
        memcpy(name, path + i, part);
        name[part] = '\0';
        rp_status status = descend(yaml, origin, at, name, err);
        if (status) return status;
        i += part + 1;
    }
    return RP_OK;
}

rp_status rp_yaml_set(rp_yaml *yaml, const char *assignment, rp_error *err)
{
    char label[256];
    snprintf(label, sizeof label, "--set %s", assignment);
    const char *origin = rp_yaml_text(yaml, label, strlen(label));
    if (!origin) return no_memory(err);
    const char *equals = strchr(assignment, '=');
    if (!equals || equals == assignment) return malformed(err, origin);
    rp_node *at, *value;
    rp_status status = rp_yaml_parse_value(yaml, origin, equals + 1, &value, err);
    if (!status) status = find_place(yaml, origin, assignment, (size_t)(equals - assignment), &at, err);
    if (!status) replace(yaml, at, value);
    return status;
}
