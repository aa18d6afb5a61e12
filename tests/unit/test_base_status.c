/* Errors in words, the nearest name, and the log hook. */
#include "testing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "repose/status.h"

static void assert_text(const rp_error *err, const char *expected)
{
    char text[2048];
    int length = rp_error_text(err, text, sizeof text);
    assert_string_equal(text, expected);
    assert_int_equal(length, (int)strlen(expected));
}

static void a_full_error_reads_as_one_line(void **state)
{
    (void)state;
    static const char *const names[] = {"density", "young", "poisson"};
    rp_error err;
    assert_int_equal(rp_error_set(&err, RP_INPUT, "unknown key '%s'", "yung"), RP_INPUT);
    rp_error_at(&err, "scene.yaml", 12, 7);
    rp_error_key(&err, "materials.glass.yung");
    rp_error_nearest(&err, "yung", names, 3);
    assert_text(&err, "scene.yaml:12:7: materials.glass.yung: unknown key 'yung'; did you mean 'young'?");
    rp_error_value(&err, "%d", 3);
    rp_error_expected(&err, "a number > %d", 4);
    assert_text(&err, "scene.yaml:12:7: materials.glass.yung: unknown key 'yung' (got 3, expected a number > 4); "
                      "did you mean 'young'?");
    err.particle = 17;
    err.time = 0.25;
    assert_text(&err, "scene.yaml:12:7: materials.glass.yung: unknown key 'yung' (got 3, expected a number > 4); "
                      "did you mean 'young'? [particle 17, t = 0.25 s]");
}

static void absent_parts_leave_no_trace(void **state)
{
    (void)state;
    rp_error err;
    rp_error_set(&err, RP_FAILED, "overlap too large");
    assert_text(&err, "overlap too large");
    rp_error_value(&err, "0.3");
    assert_text(&err, "overlap too large (got 0.3)");
    err.time = 1;
    assert_text(&err, "overlap too large (got 0.3) [t = 1 s]");
    rp_error_set(&err, RP_FAILED, "lost");
    err.particle = 0;
    assert_text(&err, "lost [particle 0]");
    rp_error_set(&err, RP_INPUT, "empty");
    rp_error_at(&err, "a.yaml", 0, 0);
    rp_error_expected(&err, "a mapping");
    assert_text(&err, "a.yaml: empty (expected a mapping)");
    rp_error_at(&err, "a.yaml", 0, 5);
    assert_text(&err, "a.yaml: empty (expected a mapping)");
    rp_error_at(&err, "a.yaml", 3, 0);
    assert_text(&err, "a.yaml:3: empty (expected a mapping)");
}

static void setting_clears_what_was_there(void **state)
{
    (void)state;
    rp_error err;
    memset(&err, 0x55, sizeof err);
    rp_error_set(&err, RP_SYSTEM, "disk full");
    assert_int_equal(err.status, RP_SYSTEM);
    assert_text(&err, "disk full");
    assert_int_equal(err.particle, -1);
    assert_true(isnan(err.time));
    rp_error_clear(&err);
    assert_int_equal(err.status, RP_OK);
    assert_text(&err, "");
}

static void nobody_has_to_listen(void **state)
{
    (void)state;
    assert_int_equal(rp_error_set(NULL, RP_INPUT, "x"), RP_INPUT);
    rp_error_clear(NULL);
    rp_error_at(NULL, "f", 1, 1);
    rp_error_key(NULL, "k");
    rp_error_value(NULL, "v");
    rp_error_expected(NULL, "e");
    rp_error_nearest(NULL, "n", NULL, 0);
}

static void long_text_is_cut_and_its_length_told(void **state)
{
    (void)state;
    rp_error err;
    char small[10], full[2048], huge[1000];
    memset(huge, 'x', sizeof huge - 1);
    huge[sizeof huge - 1] = '\0';
    rp_error_set(&err, RP_INPUT, "%s", huge);
    assert_int_equal(strlen(err.what), sizeof err.what - 1);
    rp_error_at(&err, huge, 1, 2);
    rp_error_key(&err, huge);
    rp_error_value(&err, "%s", huge);
    rp_error_expected(&err, "%s", huge);
    int length = rp_error_text(&err, full, sizeof full);
    assert_int_equal(length, (int)strlen(full));
    assert_int_equal(rp_error_text(&err, small, sizeof small), length);
    assert_int_equal(strlen(small), sizeof small - 1);
    assert_memory_equal(small, full, sizeof small - 1);
    assert_int_equal(rp_error_text(&err, NULL, 0), length);
}

static void control_characters_and_half_characters_do_not_pass(void **state)
{
    (void)state;
    rp_error err;
    rp_error_set(&err, RP_INPUT, "bad");
    rp_error_value(&err, "%s", "a\033[31mb\tc");
    assert_string_equal(err.value, "a [31mb c");
    char text[sizeof err.value + 1] = "";
    while (strlen(text) + 2 < sizeof text)
        strcat(text, "\xc3\xb6"); /* an o with two dots: 2 bytes do not fit 95 evenly */
    rp_error_value(&err, "%s", text);
    assert_int_equal(strlen(err.value), sizeof err.value - 2);
    assert_int_equal((unsigned char)err.value[strlen(err.value) - 1], 0xb6);
}

static const char *nearest(const char *name)
{
    static const char *const names[] = {"mu",           "friction", "restitution", "radius",  "contact-dynamics",
                                        "event-driven", "soft",     "x",           "a-b-c-d", ""};
    static rp_error err;
    rp_error_set(&err, RP_INPUT, "unknown");
    rp_error_nearest(&err, name, names, 10);
    return err.nearest;
}

static void the_nearest_name_is_a_plausible_slip(void **state)
{
    (void)state;
    assert_string_equal(nearest("fricton"), "friction");
    assert_string_equal(nearest("rfiction"), "friction"); /* neighbours swapped: one slip */
    assert_string_equal(nearest("raduis"), "radius");
    assert_string_equal(nearest("Contact_Dynamics"), "contact-dynamics");
    assert_string_equal(nearest("A_b_C_d"), "a-b-c-d");
    assert_string_equal(nearest("eventdriven"), "event-driven");
    assert_string_equal(nearest("restitutoin"), "restitution");
    assert_string_equal(nearest("um"), "mu");
    assert_string_equal(nearest("density"), "");
    assert_string_equal(nearest("y"), "");
    assert_string_equal(nearest(""), "");
    char huge[200];
    memset(huge, 'x', sizeof huge - 1);
    huge[sizeof huge - 1] = '\0';
    assert_string_equal(nearest(huge), "");
}

typedef struct heard {
    int count;
    rp_log_level level;
    char message[64];
} heard;

static void listen(void *context, rp_log_level level, const char *message)
{
    heard *h = context;
    h->count++;
    h->level = level;
    snprintf(h->message, sizeof h->message, "%s", message);
}

static void messages_reach_the_hook(void **state)
{
    (void)state;
    heard h = {0};
    const rp_logger none = {0}, logger = {listen, &h};
    rp_log(&none, RP_LOG_ERROR, "dropped");
    rp_log(&logger, RP_LOG_WARN, "overlap %d %%", 5);
    assert_int_equal(h.count, 1);
    assert_int_equal(h.level, RP_LOG_WARN);
    assert_string_equal(h.message, "overlap 5 %");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_error_reads_as_one_line),
        cmocka_unit_test(absent_parts_leave_no_trace),
        cmocka_unit_test(setting_clears_what_was_there),
        cmocka_unit_test(nobody_has_to_listen),
        cmocka_unit_test(long_text_is_cut_and_its_length_told),
        cmocka_unit_test(control_characters_and_half_characters_do_not_pass),
        cmocka_unit_test(the_nearest_name_is_a_plausible_slip),
        cmocka_unit_test(messages_reach_the_hook),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
