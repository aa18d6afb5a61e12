/* See unit.h. */
#include "base/unit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/locale.h"

typedef struct named {
    const char *name;
    double power[RP_UNIT_BASES];
} named;

/* The first four are the bases; of those with the same powers the first is written. */
static const named units[] = {
    {"m", {1, 0, 0, 0}},    {"kg", {0, 1, 0, 0}},     {"s", {0, 0, 1, 0}},    {"degree", {0, 0, 0, 1}},
    {"N", {1, 1, -2, 0}},   {"J", {2, 1, -2, 0}},     {"Pa", {-1, 1, -2, 0}}, {"W", {2, 1, -3, 0}},
    {"N/m", {0, 1, -2, 0}}, {"Pa s", {-1, 1, -1, 0}}, {"rad", {0, 0, 0, 0}},  {"1", {0, 0, 0, 0}},
    {"Hz", {0, 0, -1, 0}},
};
enum { COUNT = sizeof units / sizeof *units };

rp_unit rp_unit_one(void) { return (rp_unit){.text = "1"}; }

static int same_powers(const double *a, const double *b)
{
    int same = 1;
    for (int k = 0; k < RP_UNIT_BASES; k++) same &= fabs(a[k] - b[k]) < 1e-9;
    return same;
}

int rp_unit_same(const rp_unit *a, const rp_unit *b) { return same_powers(a->power, b->power); }

int rp_unit_plain(const rp_unit *u)
{
    const double none[RP_UNIT_BASES] = {0};
    return same_powers(u->power, none);
}

/* ---- reading ---- */

static const named *find(const char *name, size_t length)
{
    for (int n = 0; n < COUNT; n++)
        if (strlen(units[n].name) == length && memcmp(units[n].name, name, length) == 0) return &units[n];
    return NULL;
}

/* One factor, as "s^2", to the power `sign`: returns its end, NULL if it is none. */
static const char *read_factor(const char *at, double sign, rp_unit *unit)
{
    const size_t length = strcspn(at, " /^");
    const named *u = find(at, length);
    double power = 1;
    at += length;
    if (*at == '^') {
        char *end;
        power = rp_locale_number(at + 1, &end);
        if (end == at + 1) return NULL;
        at = end;
    }
    for (int k = 0; u && k < RP_UNIT_BASES; k++) unit->power[k] += sign * power * u->power[k];
    return u ? at : NULL;
}

rp_status rp_unit_read(const char *text, rp_unit *unit, rp_error *err)
{
    const char *at = text;
    double sign = 1;
    *unit = (rp_unit){0};
    snprintf(unit->text, sizeof unit->text, "%s", *text ? text : "1");
    while (at && *at) {
        at = read_factor(at, sign, unit);
        if (at && *at == '/') sign = -1;
        if (at && *at) at++;
    }
    if (at) return RP_OK;
    rp_error_set(err, RP_INPUT, "'%s' is not a unit", text);
    rp_error_expected(err, "a unit of SI, as m, kg, s, N, Pa, J, W, degree, or m^2/s^2");
    return RP_INPUT;
}

/* ---- writing ---- */

static void add_factor(char *text, size_t room, const char *between, const char *name, double power)
{
    const size_t length = strlen(text);
    if (power == 1) snprintf(text + length, room - length, "%s%s", between, name);
    else snprintf(text + length, room - length, "%s%s^%g", between, name, power);
}

static void write_text(rp_unit *u)
{
    static const int order[RP_UNIT_BASES] = {1, 0, 2, 3}; /* kg first */
    u->text[0] = '\0';
    for (int n = 0; n < COUNT && !u->text[0]; n++)
        if (same_powers(units[n].power, u->power)) snprintf(u->text, sizeof u->text, "%s", units[n].name);
    if (strcmp(u->text, "rad") == 0) strcpy(u->text, "1");
    if (strcmp(u->text, "Hz") == 0) strcpy(u->text, "1/s");
    if (u->text[0]) return;
    for (int n = 0; n < RP_UNIT_BASES; n++)
        if (u->power[order[n]] > 1e-9)
            add_factor(u->text, sizeof u->text, u->text[0] ? " " : "", units[order[n]].name, u->power[order[n]]);
    if (!u->text[0]) strcpy(u->text, "1");
    for (int n = 0; n < RP_UNIT_BASES; n++)
        if (u->power[order[n]] < -1e-9)
            add_factor(u->text, sizeof u->text, "/", units[order[n]].name, -u->power[order[n]]);
}

rp_unit rp_unit_times(const rp_unit *a, const rp_unit *b, double power)
{
    rp_unit u = *a;
    if (rp_unit_plain(b)) return *a;
    if (rp_unit_plain(a) && power == 1) return *b;
    for (int k = 0; k < RP_UNIT_BASES; k++) u.power[k] += power * b->power[k];
    write_text(&u);
    return u;
}
