/* From libyaml's events to a tree of nodes with positions. */
#include "input/yaml.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "base/memory.h"

/* ---- memory: blocks that nodes and texts are cut from ---- */

enum { BLOCK_BYTES = 64 * 1024 - 128 };

struct rp_yaml_block {
    struct rp_yaml_block *next;
    size_t used, size;
    char data[];
};

static void *take(rp_yaml *yaml, size_t bytes)
{
    bytes = (bytes + 7) & ~(size_t)7;
    struct rp_yaml_block *block = yaml->block;
    if (!block || block->size - block->used < bytes) {
        size_t size = bytes > BLOCK_BYTES ? bytes : BLOCK_BYTES;
        block = rp_memory_alloc(1, sizeof *block + size);
        if (!block) return NULL;
        block->size = size;
        block->next = yaml->block;
        yaml->block = block;
    }
    void *taken = block->data + block->used;
    block->used += bytes;
    return taken;
}

const char *rp_yaml_text(rp_yaml *yaml, const char *text, size_t length)
{
    char *copy = take(yaml, length + 1);
    if (!copy) return NULL;
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

rp_node *rp_yaml_node(rp_yaml *yaml, rp_node_kind kind)
{
    rp_node *node = take(yaml, sizeof *node);
    if (!node) return NULL;
    *node = (rp_node){.kind = kind};
    yaml->nodes++;
    return node;
}

void rp_yaml_adopt(rp_node *parent, rp_node *node)
{
    node->parent = parent;
    node->next = NULL;
    if (parent->last) parent->last->next = node;
    else parent->child = node;
    parent->last = node;
    parent->count++;
}

void rp_yaml_free(rp_yaml *yaml)
{
    while (yaml->block) {
        struct rp_yaml_block *next = yaml->block->next;
        rp_memory_free(yaml->block);
        yaml->block = next;
    }
    *yaml = (rp_yaml){0};
}

/* ---- parsing ---- */

typedef struct parse {
    rp_yaml *yaml;
    yaml_parser_t parser;
    yaml_event_t event;
    const char *origin;
    int lines;            /* 0: positions mean nothing to the user */
    rp_node *root, *open; /* open: the list or mapping that the next node belongs to */
    const char *key;      /* of the next node, if open is a mapping and its key was read */
    int key_line, key_column;
    int depth;
    rp_error *err;
} parse;

static int whole(size_t n) { return n < INT_MAX ? (int)n + 1 : INT_MAX; }

static void error_at_mark(parse *p, yaml_mark_t mark)
{
    rp_error_at(p->err, p->origin, p->lines ? whole(mark.line) : 0, p->lines ? whole(mark.column) : 0);
}

/* An error found at the current event. */
static rp_status here(parse *p, rp_status status)
{
    error_at_mark(p, p->event.start_mark);
    return status;
}

static rp_status no_memory(parse *p)
{
    return rp_memory_error(p->err, p->yaml->nodes * sizeof(rp_node), "the scene's text");
}

/* libyaml's marks count characters, but reading errors carry only a byte offset. */
static rp_status reader_error(parse *p, const char *text, size_t size)
{
    size_t offset = p->parser.problem_offset < size ? p->parser.problem_offset : size;
    int line = 1, column = 1;
    for (size_t i = 0; i < offset; i++) {
        if (text[i] == '\n') {
            line++;
            column = 1;
        }

        else if (((unsigned char)text[i] & 0xc0) != 0x80)
            column++;
    }
    rp_error_set(p->err, RP_INPUT, "not a text file in UTF-8: %s",
                 p->parser.problem ? p->parser.problem : "unreadable");
    rp_error_at(p->err, p->origin, p->lines ? line : 0, p->lines ? column : 0);
    if (p->parser.problem_value >= 0)
        rp_error_value(p->err, "#x%X at byte %zu", (unsigned)p->parser.problem_value, offset);
    rp_error_expected(p->err, "a scene in YAML");
    return RP_INPUT;
}

/* Where the n-th character begins. */
static size_t byte_of(const char *text, size_t size, size_t n)
{
    size_t i = 0;
    for (size_t seen = 0; i < size; i++)
        if (((unsigned char)text[i] & 0xc0) != 0x80 && seen++ == n) break;
    return i < size ? i : size - 1;
}

static rp_status syntax_error(parse *p, const char *text, size_t size)
{
    if (p->parser.error == YAML_MEMORY_ERROR) return no_memory(p);
    if (p->parser.error == YAML_READER_ERROR) return reader_error(p, text, size);
    const char *context = p->parser.context;
    rp_error_set(p->err, RP_INPUT, "not valid YAML: %s%s%s", p->parser.problem ? p->parser.problem : "unreadable",
                 context ? " " : "", context ? context : "");
    error_at_mark(p, p->parser.problem_mark);
    if (p->parser.problem_mark.index < size && text[byte_of(text, size, p->parser.problem_mark.index)] == '\t') {
        rp_error_set(p->err, RP_INPUT, "a tab at the beginning of a line: YAML indents with blanks");
        error_at_mark(p, p->parser.problem_mark);
        rp_error_expected(p->err, "blanks");
    }
    return RP_INPUT;
}

static int by_key(const void *a, const void *b)
{
    const rp_node *const *x = a, *const *y = b;
    int order = strcmp((*x)->key, (*y)->key);
    if (order) return order;
    if ((*x)->key_line != (*y)->key_line) return (*x)->key_line < (*y)->key_line ? -1 : 1;
    return (*x)->key_column < (*y)->key_column ? -1 : (*x)->key_column > (*y)->key_column;
}

static rp_status repeated_key(parse *p, const rp_node *first, const rp_node *again)
{
    char path[160];
    rp_error_set(p->err, RP_INPUT, "repeated key '%s'", again->key);
    rp_error_at(p->err, p->origin, p->lines ? again->key_line : 0, p->lines ? again->key_column : 0);
    rp_yaml_path(again, path, sizeof path);
    rp_error_key(p->err, path);
    if (p->lines) rp_error_expected(p->err, "each key once; it stands already in line %d", first->key_line);
    return RP_INPUT;
}

/* Sorting keeps a mapping of a million keys from costing a million squared. */
static rp_status check_repeated(parse *p, const rp_node *map)
{
    if (map->count < 2) return RP_OK;
    const rp_node **sorted = rp_memory_alloc((size_t)map->count, sizeof *sorted);
    if (!sorted) return no_memory(p);
    int count = 0;
    for (const rp_node *n = map->child; n; n = n->next) sorted[count++] = n;
    qsort(sorted, (size_t)count, sizeof *sorted, by_key);
    rp_status status = RP_OK;
    for (int i = 1; i < count && !status; i++)
        if (strcmp(sorted[i - 1]->key, sorted[i]->key) == 0) status = repeated_key(p, sorted[i - 1], sorted[i]);
    rp_memory_free(sorted);
    return status;
}

static rp_status add_node(parse *p, rp_node_kind kind, rp_node **added)
{
    if (p->yaml->nodes >= RP_YAML_NODES_MAX)
        return here(p, rp_error_set(p->err, RP_INPUT, "more than %d values in one file; put long lists into a CSV file",
                                    RP_YAML_NODES_MAX));
    rp_node *node = rp_yaml_node(p->yaml, kind);
    if (!node) return no_memory(p);
    node->line = whole(p->event.start_mark.line);
    node->column = whole(p->event.start_mark.column);
    node->origin = p->origin;
    if (!p->lines) node->line = node->column = 0;
    node->key = p->key;
    node->key_line = p->lines ? p->key_line : 0;
    node->key_column = p->lines ? p->key_column : 0;
    p->key = NULL;
    if (p->open) rp_yaml_adopt(p->open, node);
    else p->root = node;
    *added = node;
    return RP_OK;
}

static rp_status check_tag(parse *p, const yaml_char_t *tag)
{
    if (!tag) return RP_OK;
    here(p, rp_error_set(p->err, RP_INPUT, "tags are not used in scenes"));
    rp_error_value(p->err, "%s", (const char *)tag);
    return RP_INPUT;
}

static int expects_key(const parse *p) { return p->open && p->open->kind == RP_NODE_MAP && !p->key; }

static rp_status on_scalar(parse *p)
{
    const char *text = (const char *)p->event.data.scalar.value;
    size_t length = p->event.data.scalar.length;
    rp_status status = check_tag(p, p->event.data.scalar.tag);
    if (status) return status;
    if (strlen(text) != length) return here(p, rp_error_set(p->err, RP_INPUT, "a text with a zero byte in it"));
    const char *copy = rp_yaml_text(p->yaml, text, length);
    if (!copy) return no_memory(p);
    if (expects_key(p)) {
        p->key = copy;
        p->key_line = whole(p->event.start_mark.line);
        p->key_column = whole(p->event.start_mark.column);
        return RP_OK;
    }
    rp_node *node;
    status = add_node(p, RP_NODE_SCALAR, &node);
    if (status) return status;
    node->text = copy;
    node->quoted = p->event.data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
    return RP_OK;
}

static rp_status on_open(parse *p, rp_node_kind kind, const yaml_char_t *tag)
{
    rp_status status = check_tag(p, tag);
    if (status) return status;
    if (expects_key(p)) return here(p, rp_error_set(p->err, RP_INPUT, "a list or mapping as a key"));
    if (++p->depth > RP_YAML_DEPTH_MAX)
        return here(p, rp_error_set(p->err, RP_INPUT, "nested deeper than %d levels", RP_YAML_DEPTH_MAX));
    rp_node *node;
    status = add_node(p, kind, &node);
    if (!status) p->open = node;
    return status;
}

static rp_status on_close(parse *p)
{
    rp_status status = p->open->kind == RP_NODE_MAP ? check_repeated(p, p->open) : RP_OK;
    p->open = p->open->parent;
    p->depth--;
    return status;
}

static rp_status on_alias(parse *p)
{
    here(p, rp_error_set(p->err, RP_INPUT, "aliases are not used in scenes: write the value out"));
    rp_error_value(p->err, "*%s", (const char *)p->event.data.alias.anchor);
    return RP_INPUT;
}

static rp_status on_event(parse *p, int *documents)
{
    switch (p->event.type) {
    case YAML_DOCUMENT_START_EVENT:
        return (*documents)++ ? here(p, rp_error_set(p->err, RP_INPUT, "a second document in one file")) : RP_OK;
    case YAML_ALIAS_EVENT: return on_alias(p);
    case YAML_SCALAR_EVENT: return on_scalar(p);
    case YAML_SEQUENCE_START_EVENT: return on_open(p, RP_NODE_LIST, p->event.data.sequence_start.tag);
    case YAML_MAPPING_START_EVENT: return on_open(p, RP_NODE_MAP, p->event.data.mapping_start.tag);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT: return on_close(p);
    default: return RP_OK;
    }
}

static rp_status parse_events(parse *p, const char *text, size_t size)
{
    int documents = 0, done = 0;
    rp_status status = RP_OK;
    while (!done && !status) {
        if (!yaml_parser_parse(&p->parser, &p->event)) return syntax_error(p, text, size);
        status = on_event(p, &documents);
        done = p->event.type == YAML_STREAM_END_EVENT;
        yaml_event_delete(&p->event);
    }
    return status;
}

static rp_status parse_text(parse *p, const char *text, size_t size)
{
    if (!yaml_parser_initialize(&p->parser)) return no_memory(p);
    yaml_parser_set_input_string(&p->parser, (const unsigned char *)text, size);
    rp_status status = parse_events(p, text, size);
    yaml_parser_delete(&p->parser);
    return status;
}

rp_status rp_yaml_parse(rp_yaml *yaml, const char *name, const char *text, size_t size, rp_error *err)
{
    *yaml = (rp_yaml){0};
    parse p = {.yaml = yaml, .lines = 1, .err = err};
    yaml->name = p.origin = rp_yaml_text(yaml, name, strlen(name));
    if (!p.origin) return no_memory(&p);
    rp_status status = RP_OK;
    if (size > RP_YAML_BYTES_MAX) {
        status = rp_error_set(err, RP_INPUT, "the file is too large for a scene");
        rp_error_at(err, name, 0, 0);
        rp_error_value(err, "%zu bytes", size);
        rp_error_expected(err, "at most %zu MB; put long lists into a CSV file", RP_YAML_BYTES_MAX >> 20);
    }
    if (!status) status = parse_text(&p, text, size);
    if (!status && !p.root) {
        status = rp_error_set(err, RP_INPUT, "the file is empty");
        rp_error_at(err, name, 1, 1);
        rp_error_expected(err, "a scene in YAML, starting with `repose: 1`");
    }
    yaml->root = p.root;
    if (status) rp_yaml_free(yaml);
    return status;
}

rp_status rp_yaml_parse_value(rp_yaml *yaml, const char *origin, const char *text, rp_node **node, rp_error *err)
{
    parse p = {.yaml = yaml, .origin = origin, .err = err};
    rp_status status = parse_text(&p, text, strlen(text));
    if (!status && !p.root) {
        status = rp_error_set(err, RP_INPUT, "no value");
        rp_error_at(err, origin, 0, 0);
        rp_error_expected(err, "key=value");
    }
    *node = p.root;
    return status;
}

/* ---- access ---- */

const rp_node *rp_yaml_find(const rp_node *map, const char *key)
{
    if (!map || map->kind != RP_NODE_MAP) return NULL;
    for (const rp_node *n = map->child; n; n = n->next)
        if (strcmp(n->key, key) == 0) return n;
    return NULL;
}

const rp_node *rp_yaml_item(const rp_node *list, int index)
{
    const rp_node *n = list ? list->child : NULL;
    while (n && index-- > 0) n = n->next;
    return n;
}

/* What a person would call the node inside its parent. */
static void own_name(const rp_node *node, char *text, size_t size)
{
    const rp_node *name = rp_yaml_find(node, "name");
    if (node->key) snprintf(text, size, "%s", node->key);
    else if (name && name->kind == RP_NODE_SCALAR && name->text[0]) snprintf(text, size, "%s", name->text);
    else {
        int index = 0;
        for (const rp_node *n = node->parent->child; n && n != node; n = n->next) index++;
        snprintf(text, size, "%d", index);
    }
}

void rp_yaml_path(const rp_node *node, char *path, size_t size)
{
    const rp_node *way[RP_YAML_DEPTH_MAX + 2];
    int depth = 0;
    for (const rp_node *n = node; n && n->parent && depth < RP_YAML_DEPTH_MAX + 2; n = n->parent) way[depth++] = n;
    size_t used = 0;
    path[0] = '\0';
    while (depth-- > 0 && used < size) {
        char name[80];
        own_name(way[depth], name, sizeof name);
        used += (size_t)snprintf(path + used, size - used, "%s%s", used ? "." : "", name);
    }
}

void rp_yaml_error_at(rp_error *err, const rp_node *node)
{
    char path[160];
    rp_yaml_path(node, path, sizeof path);
    rp_error_at(err, node->origin, node->line, node->column);
    rp_error_key(err, path);
    if (node->kind == RP_NODE_SCALAR)
        rp_error_value(err, "%s%.90s%s", node->quoted ? "'" : "", node->text, node->quoted ? "'" : "");
    else rp_error_value(err, "a %s of %d", node->kind == RP_NODE_MAP ? "mapping" : "list", node->count);
}
