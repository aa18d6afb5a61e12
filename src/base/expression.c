/* See expression.h. */
#include "base/expression.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/locale.h"

enum { NEST = 32, NAME = 192 };

/* ---- steps ---- */

enum {
    NUMBER,
    VARIABLE,
    NEGATE,
    ADD,
    SUBTRACT,
    MULTIPLY,
    DIVIDE,
    POWER,
    LEAST,
    LARGEST,
    ROOT,
    ABSOLUTE,
    PLAIN /* functions of numbers without a unit follow */
};

static const struct function {
    const char *name;
    int kind, arguments;
    double (*plain)(double);
} functions[] = {
    {"min", LEAST, 2, NULL},    {"max", LARGEST, 2, NULL},    {"sqrt", ROOT, 1, NULL},    {"abs", ABSOLUTE, 1, NULL},
    {"exp", PLAIN, 1, exp},     {"log", PLAIN + 1, 1, log},   {"sin", PLAIN + 2, 1, sin}, {"cos", PLAIN + 3, 1, cos},
    {"tan", PLAIN + 4, 1, tan}, {"atan", PLAIN + 5, 1, atan},
};
enum { FUNCTIONS = sizeof functions / sizeof *functions, FIRST_PLAIN = 4 };

static double of_two(int kind, double a, double b)
{
    switch (kind) {
    case ADD: return a + b;
    case SUBTRACT: return a - b;
    case MULTIPLY: return a * b;
    case DIVIDE: return a / b;
    case POWER: return pow(a, b);
    case LEAST: return a < b || isnan(a) ? a : b;
    default: return a > b || isnan(a) ? a : b;
    }
}

static double of_one(int kind, double a)
{
    switch (kind) {
    case NEGATE: return -a;
    case ROOT: return sqrt(a);
    case ABSOLUTE: return fabs(a);
    default: return functions[FIRST_PLAIN + kind - PLAIN].plain(a);
    }
}

static int takes_two(int kind) { return kind >= ADD && kind <= LARGEST; }

double rp_expression_value(const rp_expression *e, const double *value, size_t stride)
{
    double stack[RP_EXPRESSION_STEPS];
    int top = 0;
    for (int n = 0; n < e->count; n++) {
        const struct rp_expression_step *s = &e->step[n];
        if (s->kind == NUMBER) stack[top++] = s->number;
        else if (s->kind == VARIABLE) stack[top++] = value[(size_t)s->variable * stride];
        else if (takes_two(s->kind)) {
            top--;
            stack[top - 1] = of_two(s->kind, stack[top - 1], stack[top]);
        } else stack[top - 1] = of_one(s->kind, stack[top - 1]);
    }
    return stack[0];
}

/* ---- reading ---- */

typedef struct reader {
    const char *text, *at;
    const rp_expression_names *names;
    rp_expression *e;
    int depth;
    rp_status status;
    rp_error *err;
} reader;

/* What has been read of a part: its unit, and where its steps begin. */
typedef struct part {
    rp_unit unit;
    int first;
} part;

static void fail(reader *r, const char *what, const char *expected)
{
    if (r->status) return;
    r->status = rp_error_set(r->err, RP_INPUT, "%s at character %d of '%s'", what, (int)(r->at - r->text) + 1, r->text);
    if (expected) rp_error_expected(r->err, "%s", expected);
}

static void fail_units(reader *r, const char *what, const rp_unit *a, const rp_unit *b)
{
    if (r->status) return;
    r->status = rp_error_set(r->err, RP_INPUT, "%s %s and %s in '%s'", what, a->text, b->text, r->text);
    rp_error_expected(r->err, "one unit in both; a number with a unit is written as 0.1[m]");
}

static void add_step(reader *r, int kind, int variable, double number)
{
    if (r->e->count == RP_EXPRESSION_STEPS) fail(r, "the expression is too long", "at most 128 parts");
    if (r->status) return;
    r->e->step[r->e->count++] = (struct rp_expression_step){kind, variable, number};
}

static char peek(reader *r)
{
    while (*r->at == ' ') r->at++;
    return *r->at;
}

static int take(reader *r, char c)
{
    if (r->status || peek(r) != c) return 0;
    r->at++;
    return 1;
}

static part read_sum(reader *r);

static void read_bracket(reader *r, rp_unit *unit)
{
    char text[RP_UNIT_TEXT] = "";
    const size_t length = strcspn(r->at, "]");
    if (r->at[length] != ']' || length >= sizeof text) {
        fail(r, "the unit has no end", "']'");
        return;
    }
    memcpy(text, r->at, length);
    r->at += length + 1;
    r->status = rp_unit_read(text, unit, r->err);
}

static part read_literal(reader *r)
{
    part p = {rp_unit_one(), r->e->count};
    char *end;
    const double number = rp_locale_number(r->at, &end);
    if (end == r->at) fail(r, "not a number", NULL);
    r->at = end;
    add_step(r, NUMBER, 0, number);
    if (take(r, '[')) read_bracket(r, &p.unit);
    return p;
}

static part read_variable(reader *r, const char *name)
{
    part p = {rp_unit_one(), r->e->count};
    const char *unit = "1";
    int variable = 0;
    if (r->status) return p;
    r->status = r->names->find(r->names->context, name, &variable, &unit, r->err);
    if (!r->status) r->status = rp_unit_read(unit, &p.unit, r->err);
    add_step(r, VARIABLE, variable, 0);
    return p;
}

static rp_unit unit_of(reader *r, const struct function *f, const rp_unit *a, const rp_unit *b)
{
    const rp_unit one = rp_unit_one();
    if (f->arguments == 2 && !rp_unit_same(a, b)) fail_units(r, "units do not fit: one of", a, b);
    if (f->kind >= PLAIN && !rp_unit_plain(a) && !r->status) {
        r->status = rp_error_set(r->err, RP_INPUT, "%s of a value in %s in '%s'", f->name, a->text, r->text);
        rp_error_expected(r->err, "a number without a unit");
    }
    return f->kind >= PLAIN ? one : f->kind == ROOT ? rp_unit_times(&one, a, 0.5) : *a;
}

static part read_call(reader *r, const struct function *f)
{
    part a = read_sum(r), b = a;
    if (f->arguments == 2) {
        if (!take(r, ',')) fail(r, "a second value is missing", "','");
        b = read_sum(r);
    }
    if (!take(r, ')')) fail(r, "a bracket is not closed", "')'");
    a.unit = unit_of(r, f, &a.unit, &b.unit);
    add_step(r, f->kind, 0, 0);
    return a;
}

static const struct function *find_function(const char *name)
{
    for (int n = 0; n < FUNCTIONS; n++)
        if (strcmp(functions[n].name, name) == 0) return &functions[n];
    return NULL;
}

static part read_name(reader *r)
{
    char name[NAME] = "";
    const int quoted = take(r, '\'');
    size_t length = 0;
    if (quoted) length = strcspn(r->at, "'");
    else
        while (isalnum((unsigned char)r->at[length]) || (r->at[length] && strchr("_.", r->at[length]))
               || (unsigned char)r->at[length] >= 0x80)
            length++;
    if (length == 0 || length >= sizeof name || (quoted && !r->at[length]))
        fail(r, "not a name", "a column, a number or a function");
    else memcpy(name, r->at, length);
    r->at += r->status ? 0 : length + (size_t)quoted;
    if (quoted || !take(r, '(')) return read_variable(r, name);
    const struct function *f = find_function(name);
    if (f) return read_call(r, f);
    fail(r, "there is no such function before the bracket", "sqrt abs min max exp log sin cos tan atan");
    return (part){rp_unit_one(), r->e->count};
}

static part read_value(reader *r)
{
    const char c = peek(r);
    if (isdigit((unsigned char)c) || c == '.') return read_literal(r);
    if (!take(r, '(')) return read_name(r);
    part p = read_sum(r);
    if (!take(r, ')')) fail(r, "a bracket is not closed", "')'");
    return p;
}

/* The value of the steps from `first` on, if no variable is among them. */
static int constant(const rp_expression *e, int first, double *value)
{
    rp_expression own = {.count = e->count - first};
    for (int n = first; n < e->count; n++) {
        if (e->step[n].kind == VARIABLE) return 0;
        own.step[n - first] = e->step[n];
    }
    *value = rp_expression_value(&own, NULL, 0);
    return 1;
}

static part read_power(reader *r)
{
    const rp_unit one = rp_unit_one();
    double exponent = 1;
    if (++r->depth > NEST) fail(r, "brackets and powers nest too deeply", NULL);
    if (r->status) return (part){one, 0};
    const int negative = take(r, '-');
    part p = negative ? read_power(r) : read_value(r);
    if (!negative && take(r, '^')) {
        part q = read_power(r);
        if (!r->status && !rp_unit_plain(&q.unit)) fail(r, "the exponent has a unit", "a number");
        if (!r->status && !constant(r->e, q.first, &exponent) && !rp_unit_plain(&p.unit))
            fail(r, "a value with a unit has an exponent that varies", "a constant");
        if (!r->status) p.unit = rp_unit_times(&one, &p.unit, exponent);
        add_step(r, POWER, 0, 0);
    }
    if (negative) add_step(r, NEGATE, 0, 0);
    r->depth--;
    return p;
}

static part read_product(reader *r)
{
    part p = read_power(r);
    while (!r->status && (peek(r) == '*' || peek(r) == '/')) {
        const int divide = *r->at++ == '/';
        const part q = read_power(r);
        p.unit = rp_unit_times(&p.unit, &q.unit, divide ? -1 : 1);
        add_step(r, divide ? DIVIDE : MULTIPLY, 0, 0);
    }
    return p;
}

static part read_sum(reader *r)
{
    part p = read_product(r);
    while (!r->status && (peek(r) == '+' || peek(r) == '-')) {
        const int minus = *r->at++ == '-';
        const part q = read_product(r);
        if (!r->status && !rp_unit_same(&p.unit, &q.unit))
            fail_units(r, "units do not fit: a sum of", &p.unit, &q.unit);
        add_step(r, minus ? SUBTRACT : ADD, 0, 0);
    }
    return p;
}

rp_status rp_expression_read(const char *text, const rp_expression_names *names, rp_expression *e, rp_error *err)
{
    reader r = {.text = text, .at = text, .names = names, .e = e, .err = err};
    *e = (rp_expression){0};
    const part p = read_sum(&r);
    if (!r.status && peek(&r)) fail(&r, "this does not belong to the expression", "+ - * / ^ or the end");
    e->unit = p.unit;
    return r.status;
}
