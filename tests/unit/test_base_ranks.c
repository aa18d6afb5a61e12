/* What ranks agree on, and what is counted, with a transport that plays the other ranks. */
#include <string.h>
#include "base/ranks.h"
#include "testing.h"

enum { RANKS = 3 };
static int flag[RANKS];      /* what the others have */
static rp_error error;       /* of the one that fails */
static double number[RANKS]; /* of a gather of numbers */
static int gathers;

/* Fills in the parts of others; what they are follows from the size. */
static void gather(const rp_ranks *r, void *data, const size_t *at)
{
    gathers++;
    for (int n = 0; n < r->count; n++) {
        const size_t size = at[n + 1] - at[n];
        char *to = (char *)data + at[n];
        if (n == r->index) continue;
        if (size == sizeof flag[n]) memcpy(to, &flag[n], size);
        if (size == sizeof number[n]) memcpy(to, &number[n], size);
        if (size == sizeof error) memcpy(to, &error, size);
    }
}

static void trade(const rp_ranks *r, const rp_ranks_piece *send, size_t sends, const rp_ranks_piece *receive,
                  size_t receives)
{
    assert_int_equal(r->index, 1);
    for (size_t n = 0; n < receives; n++) memset(receive[n].data, (int)sends, receive[n].size);
    assert_int_equal(send[0].rank, 0);
}

static const rp_transport transport = {.gather = gather, .trade = trade};

static rp_ranks second(void)
{
    memset(flag, 0, sizeof flag);
    gathers = 0;
    return (rp_ranks){.index = 1, .count = RANKS, .transport = &transport};
}

static void first_flag_counts(void **state)
{
    (void)state;
    rp_ranks r = second();
    assert_int_equal(rp_ranks_first(&r, 0), -1);
    assert_false(rp_ranks_any(&r, 0));
    assert_int_equal(rp_ranks_first(&r, 7), 1);
    flag[2] = 1;
    assert_int_equal(rp_ranks_first(&r, 0), 2);
    assert_int_equal(rp_ranks_first(&r, 1), 1);
    flag[0] = 1;
    assert_int_equal(rp_ranks_first(&r, 1), 0);
    assert_true(rp_ranks_any(&r, 0));
}

static void failure_of_one_is_that_of_all(void **state)
{
    (void)state;
    rp_ranks r = second();
    rp_error err;
    rp_error_clear(&err);
    assert_int_equal(rp_ranks_agree(&r, RP_OK, &err), RP_OK);
    flag[2] = 1;
    rp_error_set(&error, RP_SYSTEM, "no memory on the third");
    assert_int_equal(rp_ranks_agree(&r, RP_OK, &err), RP_SYSTEM);
    assert_string_equal(err.what, "no memory on the third");
    const int before = gathers;
    assert_int_equal(rp_ranks_agree(&r, RP_SYSTEM, &err), RP_SYSTEM); /* known: nothing is exchanged */
    assert_int_equal(gathers, before);
}

static void own_failure_comes_first(void **state)
{
    (void)state;
    rp_ranks r = second();
    rp_error err;
    flag[2] = 1;
    rp_error_set(&error, RP_SYSTEM, "the third");
    rp_error_set(&err, RP_INPUT, "the second");
    assert_int_equal(rp_ranks_agree(&r, RP_INPUT, &err), RP_INPUT);
    assert_string_equal(err.what, "the second");
}

static void all_follow_the_first(void **state)
{
    (void)state;
    rp_ranks r = second();
    double t = 2;
    number[0] = 5;
    rp_ranks_follow(&r, &t, sizeof t);
    assert_true(t == 5);
}

/* The third finds other bytes than the first has. */
static void equal_bytes_are_found(void **state)
{
    (void)state;
    rp_ranks r = second();
    assert_true(rp_ranks_same(&r, "scene", 5)); /* nothing comes from the first: what it has stays equal */
    flag[2] = 1;
    assert_false(rp_ranks_same(&r, "scene", 5));
}

static void what_is_exchanged_is_counted(void **state)
{
    (void)state;
    rp_ranks r = second();
    char data[10] = {0}, from[4] = {0};
    const size_t at[RANKS + 1] = {0, 3, 5, 10};
    const rp_ranks_piece send[] = {{0, data, 4}, {2, data, 6}}, receive[] = {{2, from, 3}};
    rp_ranks_gather(&r, RP_EXCHANGED_SUMS, data, at);
    rp_ranks_trade(&r, RP_EXCHANGED_HALO, send, 2, receive, 1);
    const rp_traffic sums = r.traffic[RP_EXCHANGED_SUMS], halo = r.traffic[RP_EXCHANGED_HALO];
    assert_int_equal(sums.calls, 1);
    assert_int_equal(sums.sent, 2);
    assert_int_equal(sums.received, 8);
    assert_int_equal(halo.messages, 2);
    assert_int_equal(halo.sent, 10);
    assert_int_equal(halo.received, 3);
    assert_int_equal(from[2], 2);
    assert_int_equal(from[3], 0);
    assert_string_equal(rp_ranks_exchanged(RP_EXCHANGED_HALO), "halo");
    assert_int_equal(rp_ranks_index(&r), 1);
    assert_int_equal(rp_ranks_index(NULL), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_flag_counts),       cmocka_unit_test(failure_of_one_is_that_of_all),
        cmocka_unit_test(own_failure_comes_first), cmocka_unit_test(all_follow_the_first),
        cmocka_unit_test(equal_bytes_are_found),   cmocka_unit_test(what_is_exchanged_is_counted)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
