/* Expressions of columns: values by hand, units by dimension, and what is refused. */
#include "testing.h"

#include <math.h>
#include <string.h>

#include "base/expression.h"

static const struct {
    const char *name, *unit;
    double value;
} columns[] = {{"stress_xx", "Pa", 3},    {"stress_yy", "Pa", 7},        {"kinetic", "J", 2},
               {"lid.y", "m", 0.5},       {"lid.tz", "N m", 5},          {"n", "1", 4},
               {"left-wall.fx", "N", 11}, {"density", "kg/m^3", 2000},   {"time", "s", 8},
               {"speed", "m/s", 3},       {"temperature", "m^2/s^2", 9}, {"slope", "degree", 30}};
enum { COUNT = sizeof columns / sizeof *columns };

static rp_status find(void *context, const char *name, int *variable, const char **unit, rp_error *err)
{
    (void)context;
    for (*variable = 0; *variable < COUNT; ++*variable)
        if (strcmp(columns[*variable].name, name) == 0) {
            *unit = columns[*variable].unit;
            return RP_OK;
        }
    return rp_error_set(err, RP_INPUT, "no column '%s'", name);
}

static const rp_expression_names names = {NULL, find};

static void gives(const char *text, double value, const char *unit)
{
    rp_expression e;
    rp_error err;
    double at[2 * COUNT];
    for (int n = 0; n < COUNT; n++) at[2 * n] = columns[n].value;
    if (rp_expression_read(text, &names, &e, &err)) fail_msg("%s: %s", text, err.what);
    assert_true(fabs(rp_expression_value(&e, at, 2) - value) <= 4e-16 * fabs(value)); /* of a few roundings */
    assert_string_equal(e.unit.text, unit);
}

static void refused(const char *text, const char *why)
{
    rp_expression e;
    rp_error err;
    if (!rp_expression_read(text, &names, &e, &err)) fail_msg("%s was taken", text);
    if (!strstr(err.what, why)) fail_msg("%s: %s", text, err.what);
}

static void values_and_units_are_those_of_the_hand(void **state)
{
    (void)state;
    gives("stress_yy - stress_xx", 4, "Pa");
    gives("(stress_yy-stress_xx)/(stress_yy+stress_xx)", 0.4, "1");
    gives("2 - 3 - 4", -5, "1");
    gives("2 * 3 ^ 2", 18, "1");
    gives("-n^2", -16, "1");
    gives("2^3^2", 512, "1");
    gives("2^-1", 0.5, "1");
    gives("8 / 4 / 2", 1, "1");
    gives("lid.y / 0.25[m]", 2, "1");
    gives("lid.y^2", 0.25, "m^2");
    gives("stress_xx * lid.y^2", 0.75, "N");
    gives("lid.tz - 1[J]", 4, "N m");
    gives("2 * lid.tz", 10, "N m");
    gives("1 / time", 0.125, "1/s");
    gives("kinetic / time", 0.25, "W");
    gives("density * speed", 6000, "kg/m^2/s");
    gives("kinetic / density", 0.001, "m^5/s^2");
    gives("sqrt(temperature) / speed", 1, "1");
    gives("sqrt(density)", sqrt(2000), "kg^0.5/m^1.5");
    gives("min(stress_xx, stress_yy) + max(stress_xx, 10[Pa])", 13, "Pa");
    gives("abs(-n) + exp(0) + log(1) + atan(0)", 5, "1");
    gives("'left-wall.fx' - 1[N]", 10, "N");
    gives("slope / 2", 15, "degree");
    gives("n ^ n", 256, "1");
    gives("1e-3 * n", 0.004, "1");
}

static void what_is_wrong_is_named(void **state)
{
    (void)state;
    refused("stress_xx + kinetic", "a sum of Pa and J");
    refused("stress_xx + 1", "a sum of Pa and 1");
    refused("min(n, time)", "one of 1 and s");
    refused("exp(time)", "exp of a value in s");
    refused("speed ^ n", "exponent that varies");
    refused("n ^ speed", "the exponent has a unit");
    refused("stress_zz", "no column 'stress_zz'");
    refused("2 *", "not a name at character 4");
    refused("(n", "not closed");
    refused("n n", "does not belong to the expression at character 3");
    refused("cube(n)", "no such function");
    refused("min(n)", "second value");
    refused("1[mile]", "'mile' is not a unit");
    refused("1[m", "no end");
    refused("'n", "not a name");
    refused("", "not a name");
}

static void long_and_deep_texts_end(void **state)
{
    char text[4096] = "", sum[4096] = "1";
    (void)state;
    memset(text, '(', 1000);
    refused(text, "nest too deeply");
    memset(text, '-', 1000);
    refused(text, "nest too deeply");
    for (int n = 0; n < 500; n++) strcat(sum, "+1");
    refused(sum, "too long");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(values_and_units_are_those_of_the_hand),
                                       cmocka_unit_test(what_is_wrong_is_named),
                                       cmocka_unit_test(long_and_deep_texts_end)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
