/* Libraries that are loaded when they are first used. */
#include "testing.h"

#include <math.h>
#include <string.h>

#include "base/lazy.h"

static double (*cosine)(double), (*missing)(double);

static void test_loads_by_name(void **state)
{
    (void)state;
    const rp_lazy_symbol symbol[] = {{"cos", &cosine}};
    rp_lazy library = {"/nowhere/libm.so.6", symbol, 1, 0}; /* it stands elsewhere, and is found by its name */
    rp_error err = {0};
    cosine = NULL;
    assert_int_equal(rp_lazy_load(&library, &err), RP_OK);
    assert_true(cosine(0.0) == 1.0);
    cosine = NULL;
    assert_int_equal(rp_lazy_load(&library, &err), RP_OK); /* it is there already */
    assert_null(cosine);
}

static void test_no_library(void **state)
{
    (void)state;
    const rp_lazy_symbol symbol[] = {{"cos", &cosine}};
    rp_lazy library = {"/nowhere/libnowhere.so.3", symbol, 1, 0};
    rp_error err = {0};
    cosine = NULL;
    assert_int_equal(rp_lazy_load(&library, &err), RP_SYSTEM);
    assert_non_null(strstr(err.what, "cannot load the library libnowhere.so.3"));
    assert_null(cosine);
    library.path = "libm.so.6"; /* it has been installed in the meantime */
    assert_int_equal(rp_lazy_load(&library, &err), RP_OK);
    assert_non_null(cosine);
}

static void test_no_symbol(void **state)
{
    (void)state;
    const rp_lazy_symbol symbol[] = {{"cos", &cosine}, {"cosine_of_nothing", &missing}};
    rp_lazy library = {"libm.so.6", symbol, 2, 0};
    rp_error err = {0};
    assert_int_equal(rp_lazy_load(&library, &err), RP_SYSTEM);
    assert_non_null(strstr(err.what, "cosine_of_nothing"));
    assert_int_equal(library.loaded, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_loads_by_name),
        cmocka_unit_test(test_no_library),
        cmocka_unit_test(test_no_symbol),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
