/* The 128-bit hash: fixed values, sensitivity, and what counts as equal. */
#include "testing.h"

#include <math.h>
#include <string.h>

#include "base/hash.h"

static void text_of_bytes(const void *data, size_t size, char text[33])
{
    rp_hash h;
    rp_hash_init(&h);
    rp_hash_bytes(&h, data, size);
    rp_hash_text(&h, text);
}

static void text_of_double(double v, char text[33])
{
    rp_hash h;
    rp_hash_init(&h);
    rp_hash_double(&h, v);
    rp_hash_text(&h, text);
}

static void assert_doubles(double a, double b, int equal)
{
    char text_a[33], text_b[33];
    text_of_double(a, text_a);
    text_of_double(b, text_b);
    assert_int_equal(strcmp(text_a, text_b) == 0, equal);
}

/* Changing the function would make every stored checkpoint look damaged. */
static void the_function_does_not_change(void **state)
{
    (void)state;
    char text[33];
    text_of_bytes("", 0, text);
    assert_string_equal(text, "4ceb56928e5dee961cc5a55a972fbd1f");
    text_of_bytes("granular", 8, text);
    assert_string_equal(text, "20e7be757e62887be9ae8f0bba036332");
    text_of_double(1.0, text);
    assert_string_equal(text, "a382f48ca87375ab2fe063757a994831");
}

static void one_ulp_shows_and_signed_zero_and_nan_do_not(void **state)
{
    (void)state;
    assert_doubles(1.0, nextafter(1.0, 2.0), 0);
    assert_doubles(0.0, 5e-324, 0);
    assert_doubles(1.0, -1.0, 0);
    assert_doubles(0.0, -0.0, 1);
    assert_doubles(NAN, -NAN, 1);
    assert_doubles(NAN, INFINITY, 0);
}

static void every_bit_turns_half_of_the_digest(void **state)
{
    (void)state;
    double changed = 0;
    for (int bit = 0; bit < 64; bit++) {
        rp_hash h, g;
        rp_hash_init(&h);
        rp_hash_init(&g);
        for (int i = 0; i < 5; i++) {
            rp_hash_u64(&h, (uint64_t)i);
            rp_hash_u64(&g, (uint64_t)i ^ (i == 1 ? (uint64_t)1 << bit : 0));
        }

        char a[33], b[33];
        rp_hash_text(&h, a);
        rp_hash_text(&g, b);
        int digits = 0;
        for (int i = 0; i < 32; i++) digits += a[i] != b[i];
        assert_true(digits > 16); /* 30 of 32 on average; 16 or fewer once in 10^11 */
        changed += digits;
    }
    assert_true(fabs(changed / 64 - 30)
                < 4 * sqrt(32 * 15.0 / 256 / 64)); /* binomial, p = 15/16; four standard errors */
}

static void order_length_and_cuts_count(void **state)
{
    (void)state;
    char texts[9][33];
    text_of_bytes("", 0, texts[0]);
    text_of_bytes("\0", 1, texts[1]);
    text_of_bytes("\0\0\0\0\0\0\0\0", 8, texts[2]);
    text_of_bytes("\0\0\0\0\0\0\0\0\0", 9, texts[3]);
    text_of_bytes("abc", 3, texts[4]);
    text_of_bytes("acb", 3, texts[5]);
    rp_hash h;
    rp_hash_init(&h);
    rp_hash_bytes(&h, "ab", 2);
    rp_hash_bytes(&h, "c", 1);
    rp_hash_text(&h, texts[6]);
    rp_hash_init(&h);
    rp_hash_u64(&h, 1);
    rp_hash_u64(&h, 2);
    rp_hash_text(&h, texts[7]);
    rp_hash_init(&h);
    rp_hash_u64(&h, 2);
    rp_hash_u64(&h, 1);
    rp_hash_text(&h, texts[8]);
    for (int i = 0; i < 9; i++)
        for (int j = 0; j < i; j++) assert_string_not_equal(texts[i], texts[j]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_function_does_not_change),
        cmocka_unit_test(one_ulp_shows_and_signed_zero_and_nan_do_not),
        cmocka_unit_test(every_bit_turns_half_of_the_digest),
        cmocka_unit_test(order_length_and_cuts_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
