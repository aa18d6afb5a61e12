/* The registry of laws: what it finds, what it refuses, and how long it lives. By public headers alone. */
#include "testing.h"

#include <math.h>
#include <string.h>

#include "repose/law.h"

static rp_status prepare(const rp_law_input *in, double *constant, rp_error *err)
{
    (void)in;
    (void)constant;
    (void)err;
    return RP_OK;
}

static void eval(rp_block *b, const double *constant, double (*history)[RP_BLOCK], double dt)
{
    (void)b;
    (void)constant;
    (void)history;
    (void)dt;
}

static double some(const double *constant, double m_eff, double r_eff, double v)
{
    (void)constant;
    return m_eff + r_eff + v;
}

static const char *const rows[] = {"x", "y", "z", NULL};
static rp_param params[2] = {{"stiffness", RP_PARAM_NUMBER, "N/m", 0, INFINITY, NAN, NULL, "A stiffness."},
                             {"way", RP_PARAM_FLAG, "1", 0, 1, 0, NULL, "A choice."}};

static rp_law sound(void)
{
    return (rp_law){.abi = RP_LAW_ABI,
                    .slot = RP_NORMAL,
                    .name = "own",
                    .summary = "Own.",
                    .equation = "fn = 0",
                    .param = params,
                    .param_count = 2,
                    .history = 3,
                    .history_name = rows,
                    .prepare = prepare,
                    .eval = eval,
                    .contact_time = some,
                    .max_overlap = some};
}

static void own_laws_come_after_the_built_in_ones(void **state)
{
    (void)state;
    rp_error err;
    rp_laws *laws;
    rp_law law = sound();
    int before = rp_laws_count(NULL);
    assert_true(before >= 15);
    assert_int_equal(rp_laws_create(&laws, &err), RP_OK);
    assert_int_equal(rp_laws_add(laws, &law, &err), RP_OK);
    assert_int_equal(rp_laws_count(laws), before + 1);
    assert_ptr_equal(rp_laws_get(laws, before), &law);
    assert_ptr_equal(rp_laws_get(laws, 0), rp_laws_get(NULL, 0));
    assert_ptr_equal(rp_laws_find(laws, RP_NORMAL, "own"), &law);
    assert_null(rp_laws_find(laws, RP_TANGENTIAL, "own"));
    assert_null(rp_laws_find(NULL, RP_NORMAL, "own"));
    assert_non_null(rp_laws_find(laws, RP_NORMAL, "hertz"));
    rp_laws_destroy(laws);
    assert_int_equal(rp_memory_bytes(), 0);
}

static void refused(rp_law law, const char *words)
{
    rp_error err;
    rp_laws *laws;
    assert_int_equal(rp_laws_create(&laws, &err), RP_OK);
    assert_int_equal(rp_laws_add(laws, &law, &err), RP_INPUT);
    if (!strstr(err.what, words)) fail_msg("'%s' does not say '%s'", err.what, words);
    assert_int_equal(rp_laws_count(laws), rp_laws_count(NULL));
    rp_laws_destroy(laws);
}

#define REFUSED(words, change)                                                                                         \
    do {                                                                                                               \
        rp_law law = sound();                                                                                          \
        law.change;                                                                                                    \
        refused(law, words);                                                                                           \
    } while (0)

static void tables_are_checked(void **state)
{
    (void)state;
    REFUSED("made for version 99", abi = 99);
    REFUSED("of slot 7", slot = (rp_slot)7);
    REFUSED("no name", name = "");
    REFUSED("normal law 'linear' already", name = "linear");
    REFUSED("no summary", equation = NULL);
    REFUSED("prepare or eval", eval = NULL);
    REFUSED("contact_time or max_overlap", max_overlap = NULL);
    REFUSED("RP_HISTORY_MAX", history = RP_HISTORY_MAX + 1);
    REFUSED("without names", history_name = NULL);
    REFUSED("three numbers", spring = 1);
    REFUSED("only built-in laws", hysteretic = 1);
    REFUSED("has 17 parameters", param_count = RP_PARAM_MAX + 1);
}

static void param_refused(const char *words, rp_param wrong)
{
    rp_param kept = params[1];
    params[1] = wrong;
    refused(sound(), words);
    params[1] = kept;
}

static void parameters_are_checked(void **state)
{
    (void)state;
    param_refused("name of another", (rp_param){"stiffness", RP_PARAM_FLAG, "1", 0, 1, 0, NULL, "Twice."});
    param_refused("empty range", (rp_param){"p", RP_PARAM_NUMBER, "1", 2, 1, NAN, NULL, "Wrong."});
    param_refused("default outside", (rp_param){"p", RP_PARAM_NUMBER, "1", 0, 1, 2, NULL, "Wrong."});
    param_refused("no choices", (rp_param){"p", RP_PARAM_CHOICE, "1", 0, 1, 0, NULL, "Wrong."});
    param_refused("no unit", (rp_param){"p", RP_PARAM_NUMBER, NULL, 0, 1, 0, NULL, "Wrong."});
    param_refused("key of the law's own name", (rp_param){"law", RP_PARAM_NUMBER, "1", 0, 1, 0, NULL, "Wrong."});
}

static void a_name_has_a_nearest(void **state)
{
    (void)state;
    rp_error err;
    const rp_law *law;
    assert_int_equal(rp_laws_choose(NULL, RP_NORMAL, "hertz", &law, &err), RP_OK);
    assert_string_equal(law->name, "hertz");
    assert_int_equal(rp_laws_choose(NULL, RP_NORMAL, "hetrz", &law, &err), RP_INPUT);
    assert_string_equal(err.nearest, "hertz");
    assert_null(law);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_laws_come_after_the_built_in_ones),
        cmocka_unit_test(tables_are_checked),
        cmocka_unit_test(parameters_are_checked),
        cmocka_unit_test(a_name_has_a_nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
