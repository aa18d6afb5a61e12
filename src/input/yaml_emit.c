/* The tree as YAML again: blocks for mappings and lists of them, one line for lists of scalars.
 *
 * Scalars are written plain if they were plain and hold only characters that mean nothing to YAML anywhere; everything
 * else goes into double quotes. So a number stays a number and a text stays a text. */
#include "input/yaml.h"

#include <ctype.h>
#include <string.h>

#include "input/number.h"

static int plain(const rp_node *node)
{
    double value;
    if (node->quoted
        || (!isalnum((unsigned char)node->text[0]) && rp_number_parse(node->text, &value) != RP_NUMBER_FINITE))
        return 0;
    for (const char *c = node->text; *c; c++)
        if (!isalnum((unsigned char)*c) && !strchr("_+-./", *c)) return 0;
    return 1;
}

static void emit_quoted(rp_buffer *out, const char *text)
{
    rp_buffer_append(out, "\"", 1);
    for (const char *c = text; *c; c++) {
        unsigned char u = (unsigned char)*c;
        if (u == '"' || u == '\\') rp_buffer_print(out, "\\%c", u);
        else if (u < 0x20 || u == 0x7f) rp_buffer_print(out, "\\x%02X", u);
        else if (u == 0xc2 && ((unsigned char)c[1] == 0x85 || (unsigned char)c[1] == 0xa0)) /* next line, hard blank */
            rp_buffer_print(out, "\\x%02X", (unsigned char)*++c);
        else if (u == 0xe2 && (unsigned char)c[1] == 0x80 && ((unsigned char)c[2] | 1) == 0xa9) { /* line separators */
            rp_buffer_print(out, "\\u20%s", (unsigned char)c[2] == 0xa8 ? "28" : "29");
            c += 2;
        } else rp_buffer_append(out, c, 1);
    }
    rp_buffer_append(out, "\"", 1);
}

static void emit_text(rp_buffer *out, const char *text, int is_plain)
{
    if (is_plain) rp_buffer_append(out, text, strlen(text));
    else emit_quoted(out, text);
}

static void emit_key(rp_buffer *out, const char *key)
{
    rp_node as_scalar = {.kind = RP_NODE_SCALAR, .text = key};
    emit_text(out, key, plain(&as_scalar));
}

static int one_line(const rp_node *node)
{
    if (node->kind == RP_NODE_SCALAR || node->count == 0) return 1;
    if (node->kind == RP_NODE_MAP) return 0;
    for (const rp_node *n = node->child; n; n = n->next)
        if (n->kind != RP_NODE_SCALAR) return 0;
    return 1;
}

static void emit_line(rp_buffer *out, const rp_node *node)
{
    if (node->kind == RP_NODE_SCALAR) {
        emit_text(out, node->text, plain(node));
        return;
    }
    rp_buffer_append(out, node->kind == RP_NODE_MAP ? "{" : "[", 1);
    for (const rp_node *n = node->child; n; n = n->next) {
        emit_text(out, n->text, plain(n));
        if (n->next) rp_buffer_append(out, ", ", 2);
    }
    rp_buffer_append(out, node->kind == RP_NODE_MAP ? "}" : "]", 1);
}

/* The first child follows what stands in its line already ("- "); the others are indented. */
static void emit_block(rp_buffer *out, const rp_node *node, int indent)
{
    for (const rp_node *n = node->child; n; n = n->next) {
        if (n != node->child) rp_buffer_print(out, "%*s", indent, "");
        if (n->key) {
            emit_key(out, n->key);
            rp_buffer_append(out, ":", 1);
        } else {
            rp_buffer_append(out, "-", 1);
        }
        if (one_line(n)) {
            rp_buffer_append(out, " ", 1);
            emit_line(out, n);
            rp_buffer_append(out, "\n", 1);
        } else if (n->key) {
            rp_buffer_print(out, "\n%*s", indent + 2, "");
            emit_block(out, n, indent + 2);
        } else {
            rp_buffer_append(out, " ", 1);
            emit_block(out, n, indent + 2);
        }
    }
}

void rp_yaml_emit(const rp_yaml *yaml, rp_buffer *out)
{
    if (!one_line(yaml->root)) {
        emit_block(out, yaml->root, 0);
        return;
    }
    emit_line(out, yaml->root);
    rp_buffer_append(out, "\n", 1);
}
