/* A YAML document as a tree of nodes that know where they were written.
 *
 * Scenes use a small part of YAML: one document of mappings, lists and scalars. Aliases, tags and complex keys are
 * refused, and so is what could only be an attack or an accident: too large, too deep, too many nodes.
 *
 * Nodes and texts live in blocks owned by the tree and stay where they are until it is destroyed.
 */
#ifndef RP_INPUT_YAML_H
#define RP_INPUT_YAML_H

#include <stddef.h>
#include "base/file.h"
#include "repose/status.h"

#define RP_YAML_BYTES_MAX ((size_t)64 << 20)
#define RP_YAML_DEPTH_MAX 64
#define RP_YAML_NODES_MAX 4000000

typedef enum rp_node_kind { RP_NODE_SCALAR, RP_NODE_LIST, RP_NODE_MAP } rp_node_kind;

typedef struct rp_node {
    rp_node_kind kind;
    int quoted;               /* scalar written in quotes or as a block: a text, never a number or a word */
    int count;                /* children */
    int line, column;         /* 1-based */
    int key_line, key_column; /* of its key, in a mapping */
    const char *origin;       /* what line and column count in: a file's name, or an override, which has no lines */
    const char *key;          /* its key in a mapping, else NULL */
    const char *text;         /* scalar */
    struct rp_node *parent, *child, *last, *next; /* child: the first one, last: the last one, next: sibling */
} rp_node;

typedef struct rp_yaml {
    rp_node *root;
    const char *name; /* of the file */
    size_t nodes;
    struct rp_yaml_block *block; /* owned */
} rp_yaml;

/* name: the file as the user wrote it, for messages. */
rp_status rp_yaml_parse(rp_yaml *yaml, const char *name, const char *text, size_t size, rp_error *err);
void rp_yaml_free(rp_yaml *yaml);

/* Parses text, of which errors say `origin` instead of a position, to a subtree of the same tree without parent. */
rp_status rp_yaml_parse_value(rp_yaml *yaml, const char *origin, const char *text, rp_node **node, rp_error *err);

/* Texts and nodes owned by the tree; NULL: no memory. */
const char *rp_yaml_text(rp_yaml *yaml, const char *text, size_t length);
rp_node *rp_yaml_node(rp_yaml *yaml, rp_node_kind kind);
void rp_yaml_adopt(rp_node *parent, rp_node *node); /* as the last child; node->key must be set in a mapping */

const rp_node *rp_yaml_find(const rp_node *map, const char *key); /* NULL: none; map may be NULL or no mapping */
const rp_node *rp_yaml_item(const rp_node *list, int index);
void rp_yaml_path(const rp_node *node, char *path, size_t size); /* dotted: walls.lid.load; items by name or number */
void rp_yaml_error_at(rp_error *err, const rp_node *node);       /* adds position, path and value to an error */

/* The tree as YAML that parses to the same tree. */
void rp_yaml_emit(const rp_yaml *yaml, rp_buffer *out);

/* Applies "walls.lid.load.pressure=500": items of lists by number or by their name; the value is YAML. The last keys
 * may be new (they are checked with the rest), but nothing on the way may be missing from a list or pass through a
 * scalar. */
rp_status rp_yaml_set(rp_yaml *yaml, const char *assignment, rp_error *err);

#endif
