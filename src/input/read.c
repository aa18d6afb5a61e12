/* Typed reading of a tree. */
#include "input/read.h"

#include <ctype.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "input/number.h"

enum { KEYS_MAX = 48, TABLE_ROWS_MAX = 1000000 };

rp_bound rp_bound_any(const char *unit) { return (rp_bound){-INFINITY, INFINITY, 0, unit}; }
rp_bound rp_bound_positive(const char *unit) { return (rp_bound){0.0, INFINITY, 1, unit}; }
rp_bound rp_bound_not_negative(const char *unit) { return (rp_bound){0.0, INFINITY, 0, unit}; }
rp_bound rp_bound_between(double least, double most, const char *unit) { return (rp_bound){least, most, 0, unit}; }

/* ---- errors ---- */

int rp_read_fail(rp_read *r, const rp_node *node, const char *format, ...)
{
    if (r->status) return 0;
    char what[384];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    r->status = rp_error_set(r->err, RP_INPUT, "%s", what);
    rp_yaml_error_at(r->err, node);
    return 1;
}

void rp_read_no_memory(rp_read *r, size_t bytes, const char *what)
{
    if (!r->status) r->status = rp_memory_error(r->err, bytes, what);
}

void *rp_read_alloc(rp_read *r, size_t count, size_t size, const char *what)
{
    if (r->status) return NULL;
    void *block = rp_memory_alloc(count, size);
    if (!block) rp_read_no_memory(r, count * size, what);
    return block;
}

/* "soft, contact-dynamics or event-driven" */
static void enumerate(char *text, size_t size, const char *const *names, int count)
{
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s",
                                 i == 0           ? ""
                                 : i == count - 1 ? " or "
                                                  : ", ",
                                 names[i]);
}

void rp_read_unknown(rp_read *r, const rp_node *node, const char *kind, const char *const *names, int count)
{
    char all[200];
    const char *name = node->kind == RP_NODE_SCALAR ? node->text : "";
    if (!rp_read_fail(r, node, "unknown %s '%.64s'", kind, name)) return;
    enumerate(all, sizeof all, names, count);
    if (count) rp_error_expected(r->err, "%s", all);
    else rp_error_expected(r->err, "none is defined");
    rp_error_nearest(r->err, name, names, count);
}

static const char *kind_name(const rp_node *node)
{
    if (node->kind == RP_NODE_MAP) return "a mapping";
    if (node->kind == RP_NODE_LIST) return "a list";
    if (node->quoted) return "a text in quotes";
    if (!node->text[0] || strcmp(node->text, "~") == 0 || strcmp(node->text, "null") == 0) return "no value";
    return "a word";
}

static void wrong_type(rp_read *r, const rp_node *node, const char *expected)
{
    if (!rp_read_fail(r, node, "wrong type: %s", kind_name(node))) return;
    rp_error_expected(r->err, "%s", expected);
}

/* ---- mappings and lists ---- */

/* {density: 2,500} is {density: 2, 500: }. */
static int after_comma(const rp_node *node)
{
    uint64_t number;
    return rp_number_whole(node->key, &number) && node->kind == RP_NODE_SCALAR && !node->text[0] && !node->quoted;
}

static void unknown_key(rp_read *r, const rp_node *node, const rp_key *keys, int count)
{
    const char *names[KEYS_MAX];
    char all[200];
    const int comma = after_comma(node);
    if (!rp_read_fail(r, node, comma ? "'%.64s' behind a comma is taken for a key" : "unknown key '%.64s'", node->key))
        return;
    rp_error_at(r->err, node->origin, node->key_line, node->key_column);
    for (int i = 0; i < count; i++) names[i] = keys[i].name;
    enumerate(all, sizeof all, names, count);
    rp_error_value(r->err, "%.64s", node->key);
    rp_error_expected(r->err, "%s", comma ? "numbers without commas: 2500, not 2,500; 2.5, not 2,5" : all);
    rp_error_nearest(r->err, node->key, names, count);
}

void rp_read_missing(rp_read *r, const rp_node *map, const char *key)
{
    char path[160];
    if (!rp_read_fail(r, map, "missing key '%s'", key)) return;
    rp_yaml_path(map, path, sizeof path);
    size_t used = strlen(path);
    snprintf(path + used, sizeof path - used, "%s%s", used ? "." : "", key);
    rp_error_key(r->err, path);
    rp_error_value(r->err, "%s", "");
}

int rp_read_map(rp_read *r, const rp_node *node, const rp_key *keys, int count)
{
    if (r->status) return 0;
    if (node->kind != RP_NODE_MAP) {
        wrong_type(r, node, "a mapping, key: value");
        return 0;
    }
    for (const rp_node *n = node->child; n; n = n->next) {
        int known = 0;
        for (int i = 0; i < count && !known; i++) known = strcmp(n->key, keys[i].name) == 0;
        if (!known) {
            unknown_key(r, n, keys, count < KEYS_MAX ? count : KEYS_MAX);
            return 0;
        }
    }
    for (int i = 0; i < count; i++)
        if (keys[i].required && !rp_yaml_find(node, keys[i].name)) rp_read_missing(r, node, keys[i].name);
    return !r->status;
}

static int index_of(const char *name, const char *const *names, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0) return i;
    return -1;
}

int rp_read_one_of(rp_read *r, const rp_node *map, const char *const *names, int count, int needed)
{
    char all[200];
    int found = -1;
    if (r->status) return -1;
    for (const rp_node *n = map->child; n; n = n->next) {
        int at = index_of(n->key, names, count);
        if (at < 0) continue;
        if (found >= 0) {
            if (!rp_read_fail(r, n, "'%s' and '%s' exclude each other", names[found], names[at])) return -1;
            rp_error_at(r->err, n->origin, n->key_line, n->key_column);
            rp_error_expected(r->err, "one of them");
            return -1;
        }
        found = at;
    }
    if (found < 0 && needed) {
        enumerate(all, sizeof all, names, count);
        if (rp_read_fail(r, map, "missing key: one of %s", all)) rp_error_value(r->err, "%s", "");
    }
    return found;
}

int rp_read_list(rp_read *r, const rp_node *node, int least, int most, const char *of)
{
    char expected[160];
    if (r->status) return 0;
    if (least == most) snprintf(expected, sizeof expected, "a list of %d %s", least, of);
    else if (most == INT_MAX) snprintf(expected, sizeof expected, "a list of %s, at least %d", of, least);
    else snprintf(expected, sizeof expected, "a list of %d to %d %s", least, most, of);
    if (node->kind != RP_NODE_LIST) {
        wrong_type(r, node, expected);
        return 0;
    }
    if (node->count < least || node->count > most) {
        if (rp_read_fail(r, node, "a list of %d", node->count)) rp_error_expected(r->err, "%s", expected);
        return 0;
    }
    return node->count;
}

const rp_node *rp_read_key(const rp_read *r, const rp_node *map, const char *key)
{
    return r->status ? NULL : rp_yaml_find(map, key);
}

rp_node rp_read_key_node(const rp_node *node)
{
    rp_node key = *node;
    key.kind = RP_NODE_SCALAR;
    key.text = node->key;
    key.quoted = 0;
    key.line = node->key_line;
    key.column = node->key_column;
    return key;
}

/* ---- numbers ---- */

static void describe(char *text, size_t size, rp_bound b)
{
    char range[96] = "";
    if (isfinite(b.least) && isfinite(b.most))
        snprintf(range, sizeof range, "%s%g and <= %g", b.open ? " > " : " >= ", b.least, b.most);
    else if (isfinite(b.least)) snprintf(range, sizeof range, "%s%g", b.open ? " > " : " >= ", b.least);
    else if (isfinite(b.most)) snprintf(range, sizeof range, " <= %g", b.most);
    if (strcmp(b.unit, "1") == 0) snprintf(text, size, "a number%s", range);
    else snprintf(text, size, "a number%s (unit %s)", range, b.unit);
}

double rp_read_number_at(rp_read *r, const rp_node *node, rp_bound bound)
{
    char expected[160];
    double value = NAN;
    if (r->status) return NAN;
    describe(expected, sizeof expected, bound);
    if (node->kind != RP_NODE_SCALAR || node->quoted) {
        wrong_type(r, node, expected);
        return NAN;
    }
    switch (rp_number_parse(node->text, &value)) {
    case RP_NUMBER_NONE: wrong_type(r, node, expected); return NAN;
    case RP_NUMBER_UNIT:
        if (rp_read_fail(r, node, "wrong unit: numbers are written without a unit, in SI"))
            rp_error_expected(r->err, "%s", expected);
        return NAN;
    case RP_NUMBER_NOT_FINITE:
        if (rp_read_fail(r, node, "not a finite number")) rp_error_expected(r->err, "%s", expected);
        return NAN;
    case RP_NUMBER_FINITE: break;
    }
    if (value < bound.least || value > bound.most || (bound.open && value == bound.least))
        if (rp_read_fail(r, node, "out of range")) rp_error_expected(r->err, "%s", expected);
    return value;
}

double rp_read_auto(rp_read *r, const rp_node *map, const char *key, const char *unit)
{
    const rp_node *node = rp_read_key(r, map, key);
    if (!node || (node->kind == RP_NODE_SCALAR && strcmp(node->text, "auto") == 0)) return 0.0;
    return rp_read_number_at(r, node, rp_bound_positive(unit));
}

double rp_read_number(rp_read *r, const rp_node *map, const char *key, rp_bound bound, double preset)
{
    const rp_node *node = rp_read_key(r, map, key);
    return node ? rp_read_number_at(r, node, bound) : preset;
}

uint64_t rp_read_whole(rp_read *r, const rp_node *map, const char *key, uint64_t least, uint64_t most, uint64_t preset)
{
    const rp_node *node = rp_read_key(r, map, key);
    uint64_t value = preset;
    if (!node) return preset;
    int whole = node->kind == RP_NODE_SCALAR && !node->quoted && rp_number_whole(node->text, &value);
    if (whole && value >= least && value <= most) return value;
    if (rp_read_fail(r, node, whole ? "out of range" : "not a whole number"))
        rp_error_expected(r->err, "a whole number from %llu to %llu", (unsigned long long)least,
                          (unsigned long long)most);
    return preset;
}

/* ---- words ---- */

int rp_read_flag(rp_read *r, const rp_node *map, const char *key, int preset)
{
    const rp_node *node = rp_read_key(r, map, key);
    if (!node) return preset;
    if (node->kind == RP_NODE_SCALAR && !node->quoted && strcmp(node->text, "true") == 0) return 1;
    if (node->kind == RP_NODE_SCALAR && !node->quoted && strcmp(node->text, "false") == 0) return 0;
    wrong_type(r, node, "true or false");
    return preset;
}

int rp_read_choice_at(rp_read *r, const rp_node *node, const char *const *names, int count)
{
    char all[200];
    if (r->status) return 0;
    enumerate(all, sizeof all, names, count);
    if (node->kind != RP_NODE_SCALAR) {
        wrong_type(r, node, all);
        return 0;
    }
    int found = index_of(node->text, names, count);
    if (found >= 0) return found;
    rp_read_unknown(r, node, node->key ? node->key : "name", names, count);
    return 0;
}

int rp_read_choice(rp_read *r, const rp_node *map, const char *key, const char *const *names, int count, int preset)
{
    const rp_node *node = rp_read_key(r, map, key);
    return node ? rp_read_choice_at(r, node, names, count) : preset;
}

const char *rp_read_text_at(rp_read *r, const rp_node *node, size_t size)
{
    if (r->status) return "";
    if (node->kind != RP_NODE_SCALAR || (!node->quoted && strcmp(kind_name(node), "no value") == 0)) {
        wrong_type(r, node, "a text");
        return "";
    }
    if (strlen(node->text) < size) return node->text;
    if (rp_read_fail(r, node, "the text is too long")) rp_error_expected(r->err, "at most %zu bytes", size - 1);
    return "";
}

void rp_read_name(rp_read *r, const rp_node *node, char *name, size_t size)
{
    const char *text = rp_read_text_at(r, node, size);
    int good = 0;
    for (const char *c = text; *c; c++) {
        if (!isalnum((unsigned char)*c) && !strchr("_-", *c) && (unsigned char)*c < 0x80) {
            good = 0;
            break;
        }
        if (!isdigit((unsigned char)*c)) good = 1;
    }
    if (!good && rp_read_fail(r, node, "not a name"))
        rp_error_expected(r->err, "letters, digits, - and _, not only digits");
    snprintf(name, size, "%s", r->status ? "" : text);
}

/* ---- vectors and tables ---- */

rp_vec rp_read_vec_at(rp_read *r, const rp_node *node, rp_bound bound)
{
    double component[3] = {0};
    int count = rp_read_list(r, node, r->dimension, r->dimension, "numbers (one for each dimension)");
    const rp_node *n = count ? node->child : NULL;
    for (int i = 0; i < count; i++, n = n->next) component[i] = rp_read_number_at(r, n, bound);
    return (rp_vec){component[0], component[1], component[2]};
}

rp_vec rp_read_vec(rp_read *r, const rp_node *map, const char *key, rp_bound bound, rp_vec preset)
{
    const rp_node *node = rp_read_key(r, map, key);
    return node ? rp_read_vec_at(r, node, bound) : preset;
}

rp_vec rp_read_direction(rp_read *r, const rp_node *map, const char *key)
{
    rp_vec v = rp_read_vec(r, map, key, rp_bound_any("1"), (rp_vec){1, 0, 0});
    double largest = fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z)));
    if (!(largest > 0)) {
        if (!r->status && rp_read_fail(r, rp_yaml_find(map, key), "a direction of length 0"))
            rp_error_expected(r->err, "a vector that is not 0");
        return (rp_vec){1, 0, 0};
    }
    v = (rp_vec){v.x / largest, v.y / largest, v.z / largest}; /* so that squares neither overflow nor vanish */
    double length = rp_vec_norm(v);
    return (rp_vec){v.x / length, v.y / length, v.z / length};
}

void rp_read_box(rp_read *r, const rp_node *map, rp_vec *lower, rp_vec *upper)
{
    *lower = rp_read_vec(r, map, "lower", rp_bound_any("m"), (rp_vec){0});
    *upper = rp_read_vec(r, map, "upper", rp_bound_any("m"), (rp_vec){0});
    for (int axis = 0; axis < r->dimension && !r->status; axis++) {
        double low = rp_vec_component(*lower, axis), extent = rp_vec_component(*upper, axis) - low;
        if (extent > 0 && isfinite(extent)) continue;
        if (rp_read_fail(r, rp_yaml_item(rp_yaml_find(map, "upper"), axis), "upper is not above lower along %c",
                         "xyz"[axis]))
            rp_error_expected(r->err, "a number > %g (unit m)", low);
    }
}

rp_vec rp_read_axial_at(rp_read *r, const rp_node *node, rp_bound bound)
{
    if (r->dimension == 3) return rp_read_vec_at(r, node, bound);
    return (rp_vec){0.0, 0.0, rp_read_number_at(r, node, bound)};
}

/* Columns of a row, and where the first of them goes in a vector: about z, one number is the third component. */
static int columns_of(const rp_read *r, rp_read_width width, int *first)
{
    *first = width == RP_READ_AXIAL && r->dimension == 2 ? 2 : 0;
    if (width == RP_READ_NUMBER || *first) return 1;
    return r->dimension;
}

static void read_table_row(rp_read *r, const rp_node *row, int columns, int first, rp_bound bound, rp_table *table,
                           int at)
{
    if (!rp_read_list(r, row, columns + 1, columns + 1, "numbers: the time and the values")) return;
    const rp_node *n = row->child;
    table->time[at] = rp_read_number_at(r, n, rp_bound_any("s"));
    for (int i = 0; i < columns; i++) {
        n = n->next;
        table->value[at * table->width + first + i] = rp_read_number_at(r, n, bound);
    }
    if (at > 0 && !r->status && !(table->time[at] > table->time[at - 1])
        && rp_read_fail(r, row->child, "times of a table must increase"))
        rp_error_expected(r->err, "a time after %g s", table->time[at - 1]);
}

void rp_read_table(rp_read *r, const rp_node *list, rp_read_width width, rp_bound bound, rp_table *table)
{
    int first, columns = columns_of(r, width, &first);
    int count = rp_read_list(r, list, 1, TABLE_ROWS_MAX, "rows [time, value, ...]");
    *table = (rp_table){0};
    if (!count) return;
    table->width = first + columns;
    table->time = rp_read_alloc(r, (size_t)count, sizeof *table->time, "a table");
    table->value = rp_read_alloc(r, (size_t)count * (size_t)table->width, sizeof *table->value, "a table");
    int at = 0;
    for (const rp_node *row = list->child; row && !r->status; row = row->next)
        read_table_row(r, row, columns, first, bound, table, at++);
    table->count = count;
    if (!r->status) return;
    rp_memory_free(table->time);
    rp_memory_free(table->value);
    *table = (rp_table){0};
}

void rp_read_varying(rp_read *r, const rp_node *node, rp_read_width width, rp_bound bound, rp_vec *constant,
                     rp_table *table)
{
    static const rp_key keys[] = {{"table", RP_REQUIRED}};
    *constant = (rp_vec){0};
    *table = (rp_table){0};
    if (r->status) return;
    if (node->kind == RP_NODE_MAP) {
        if (RP_READ_MAP(r, node, keys)) rp_read_table(r, node->child, width, bound, table);
    } else if (width == RP_READ_NUMBER) {
        constant->x = rp_read_number_at(r, node, bound);
    } else {
        *constant = width == RP_READ_AXIAL ? rp_read_axial_at(r, node, bound) : rp_read_vec_at(r, node, bound);
    }
}

void rp_read_range(rp_read *r, const rp_node *map, const char *low_key, const char *high_key, const char *unit,
                   double *low, double *high)
{
    *low = rp_read_number(r, map, low_key, rp_bound_any(unit), *low);
    *high = rp_read_number(r, map, high_key, rp_bound_any(unit), *high);
    if (r->status || *high > *low) return;
    const rp_node *at = rp_yaml_find(map, high_key);
    if (rp_read_fail(r, at ? at : map, "%s is not above %s", high_key, low_key))
        rp_error_expected(r->err, "a number > %g (unit %s)", *low, unit);
}

/* ---- files ---- */

void rp_read_file(rp_read *r, const rp_node *node, char *path, size_t size, int must_exist, int directory)
{
    const char *name = rp_read_text_at(r, node, size);
    struct stat info;
    path[0] = '\0';
    if (r->status) return;
    int length = name[0] == '/' ? snprintf(path, size, "%s", name) : snprintf(path, size, "%s/%s", r->directory, name);
    if (!name[0] || length < 0 || (size_t)length >= size) {
        rp_read_fail(r, node, name[0] ? "the file name is too long" : "an empty file name");
        return;
    }
    int right = stat(path, &info) == 0 && (directory ? S_ISDIR(info.st_mode) : S_ISREG(info.st_mode))
                && access(path, R_OK) == 0;
    if (must_exist && !right) {
        if (rp_read_fail(r, node, "missing %s '%s'", directory ? "directory" : "file", path))
            rp_error_expected(r->err, "a readable %s, relative to the scene's own directory",
                              directory ? "directory" : "file");
        return;
    }
    const char *absolute = rp_yaml_text(r->yaml, path, strlen(path));
    if (!absolute) rp_read_no_memory(r, strlen(path), "a file name");
    else ((rp_node *)node)->text = absolute; /* so that the resolved scene can be read from anywhere */
}
