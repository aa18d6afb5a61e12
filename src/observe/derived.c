/* See derived.h. */
#include "observe/derived.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"

enum { DERIVED_MAX = 100 };

void rp_derived_read(rp_read *r, const rp_node *map, rp_derived *d)
{
    if (map->kind != RP_NODE_MAP || map->count > DERIVED_MAX) {
        if (rp_read_fail(r, map, "not a mapping of names to expressions"))
            rp_error_expected(r->err, "{q: \"stress_yy - stress_xx\"}, at most %d of them", DERIVED_MAX);
        return;
    }
    d->item = rp_read_alloc(r, (size_t)map->count, sizeof *d->item, "derived columns");
    for (const rp_node *n = map->child; n && !r->status; n = n->next) {
        const rp_node key = rp_read_key_node(n);
        struct rp_derived_item *item = &d->item[d->count++];
        rp_read_name(r, &key, item->name, sizeof item->name);
        snprintf(item->text, sizeof item->text, "%s", rp_read_text_at(r, n, sizeof item->text));
    }
}

/* ---- what names mean ---- */

typedef struct scope {
    const rp_derived *derived;
    int count; /* of derived columns that may be used */
    const rp_expression *e;
    const rp_measure_column *column;
    int columns;
} scope;

static int is_column(const rp_measure_column *c, const char *name)
{
    char text[RP_MEASURE_NAME];
    rp_measure_name(c, text);
    return strcmp(text, name) == 0;
}

/* The number of a variable, and its unit; -1: there is none. */
static int number_of(const scope *s, const char *name, const char **unit)
{
    *unit = strcmp(name, "time") == 0 ? "s" : "1";
    if (strcmp(name, "time") == 0) return 0;
    if (strcmp(name, "step") == 0) return 1;
    for (int n = 0; n < s->columns; n++)
        if (is_column(&s->column[n], name)) {
            *unit = s->column[n].unit;
            return RP_DERIVED_FIRST + n;
        }
    for (int n = 0; n < s->count; n++)
        if (strcmp(s->derived->item[n].name, name) == 0) {
            *unit = s->e[n].unit.text;
            return RP_DERIVED_FIRST + s->columns + n;
        }
    return -1;
}

static void name_nearest(const scope *s, const char *name, rp_error *err)
{
    const size_t count = (size_t)(s->columns + s->count);
    char(*text)[RP_MEASURE_NAME] = rp_memory_alloc(count, sizeof *text);
    const char **candidate = rp_memory_alloc(count, sizeof *candidate);
    for (size_t n = 0; n < count && text && candidate; n++) {
        const size_t columns = (size_t)s->columns;
        if (n < columns) rp_measure_name(&s->column[n], text[n]);
        else snprintf(text[n], sizeof text[n], "%s", s->derived->item[n - columns].name);
        candidate[n] = text[n];
    }
    if (text && candidate) rp_error_nearest(err, name, candidate, (int)count);
    rp_memory_free(text);
    rp_memory_free(candidate);
}

static rp_status find(void *context, const char *name, int *variable, const char **unit, rp_error *err)
{
    const scope *s = context;
    *variable = number_of(s, name, unit);
    if (*variable >= 0) return RP_OK;
    rp_error_set(err, RP_INPUT, "there is no column '%s' in this scene", name);
    rp_error_expected(err, "time, a measure (`repose measures` lists them) or a derived column before this one");
    name_nearest(s, name, err);
    return RP_INPUT;
}

rp_status rp_derived_compile(const rp_derived *d, int n, const rp_measure_column *column, int columns, rp_expression *e,
                             rp_error *err)
{
    scope s = {d, n, e, column, columns};
    const char *unit;
    if (number_of(&s, d->item[n].name, &unit) >= 0) {
        rp_error_set(err, RP_INPUT, "there is a column '%s' already", d->item[n].name);
        rp_error_expected(err, "a name of its own");
        return RP_INPUT;
    }
    return rp_expression_read(d->item[n].text, &(rp_expression_names){&s, find}, &e[n], err);
}

/* ---- when a scene is read ---- */

static void check_item(rp_read *r, const rp_node *node, const rp_derived *d, int n, const rp_measure_column *column,
                       int columns, rp_expression *e)
{
    rp_error found;
    if (!rp_derived_compile(d, n, column, columns, e, &found) || !rp_read_fail(r, node, "%s", found.what)) return;
    rp_error_value(r->err, "%s", ""); /* the message has it */
    rp_error_expected(r->err, "%s", found.expected);
    snprintf(r->err->nearest, sizeof r->err->nearest, "%s", found.nearest);
}

void rp_derived_check(rp_read *r, const rp_node *map, const rp_moment *m, const rp_derived *d)
{
    const int columns = rp_measure_count(m);
    rp_measure_column *column = rp_read_alloc(r, (size_t)columns, sizeof *column, "the columns");
    rp_expression *e = rp_read_alloc(r, (size_t)d->count, sizeof *e, "derived columns");
    const rp_node *node = map->child;
    for (int n = 0; n < columns && column; n++) rp_measure_at(m, n, &column[n]);
    for (int n = 0; n < d->count && !r->status; n++, node = node->next) check_item(r, node, d, n, column, columns, e);
    rp_memory_free(column);
    rp_memory_free(e);
}
