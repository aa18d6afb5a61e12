/* Interactions by public headers: put together one by one, taken from a scene, and what is refused. */
#include "testing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "repose/interaction.h"
#include "repose/restitution.h"

static const rp_material glass = {.name = "glass", .density = 2500, .young = 7e10, .poisson = 0.24};

static void fine(rp_status status, const rp_error *err)
{
    if (status) fail_msg("%s", err->what);
}

static rp_interaction *linear(rp_laws *laws)
{
    rp_interaction *x;
    rp_error err;
    fine(rp_interaction_create(laws, &x, &err), &err);
    rp_interaction_materials_set(x, &glass, &glass);
    fine(rp_interaction_law_set(x, RP_NORMAL, "linear", &err), &err);
    fine(rp_interaction_param_set(x, RP_NORMAL, "stiffness", 1e5, &err), &err);
    return x;
}

/* c = 10 kg/s, k = 1e5 N/m, m = 0.01 kg: damping ratio 0.158114, eps by Eq. 13 of [Poschel2008], errata 2. */
static void one_by_one(void **state)
{
    (void)state;
    const rp_impact_pair pair = {0.01, 1, 2.0 / 7};
    rp_error err;
    rp_impact impact;
    rp_interaction *x = linear(NULL);
    fine(rp_interaction_param_set(x, RP_NORMAL, "damping", 10, &err), &err);
    fine(rp_interaction_prepare(x, &err), &err);
    fine(rp_restitution_impact(x, &pair, 1, 0, &impact, &err), &err);
    assert_true(fabs(impact.eps_n - 0.636222415823) < 1e-9); /* impacts are integrated to 1e-10 */
    assert_true(fabs(rp_interaction_contact_time(x, 0.01, 1, 1) - M_PI * sqrt(0.01 / 1e5)) < 1e-15);
    assert_true(rp_interaction_stiffness(x) == 1e5);
    assert_string_equal(rp_interaction_material(x, 1)->name, "glass");
    rp_interaction_destroy(x);
    assert_int_equal(rp_memory_bytes(), 0);
}

static void another_law_begins_anew(void **state)
{
    (void)state;
    rp_error err;
    rp_interaction *x = linear(NULL);
    fine(rp_interaction_law_set(x, RP_NORMAL, "linear", &err), &err); /* the same: nothing is forgotten */
    fine(rp_interaction_prepare(x, &err), &err);
    fine(rp_interaction_law_set(x, RP_NORMAL, "hertz", &err), &err);
    fine(rp_interaction_prepare(x, &err), &err);
    assert_true(rp_interaction_stiffness(x) == 0); /* it grows with the overlap */
    fine(rp_interaction_law_set(x, RP_NORMAL, "linear", &err), &err);
    assert_int_equal(rp_interaction_prepare(x, &err), RP_INPUT);
    assert_string_equal(err.key, "stiffness");
    rp_interaction_destroy(x);
}

static void wrong_parameters(void **state)
{
    (void)state;
    rp_error err;
    rp_interaction *x = linear(NULL);
    assert_int_equal(rp_interaction_param_set(x, RP_NORMAL, "stifness", 1, &err), RP_INPUT);
    assert_string_equal(err.nearest, "stiffness");
    assert_int_equal(rp_interaction_param_set(x, RP_NORMAL, "stiffness", -1, &err), RP_INPUT);
    assert_non_null(strstr(err.expected, "a number from 0"));
    assert_int_equal(rp_interaction_param_set(x, RP_NORMAL, "stiffness", NAN, &err), RP_INPUT);
    assert_int_equal(rp_interaction_param_set(x, RP_NORMAL, "tension", 2, &err), RP_INPUT);
    assert_int_equal(rp_interaction_param_set(x, RP_TANGENTIAL, "stiffness", 1, &err), RP_INPUT);
    assert_non_null(strstr(err.what, "needs a tangential law"));
    assert_int_equal(rp_interaction_law_set(x, RP_TANGENTIAL, "coulom", &err), RP_INPUT);
    assert_string_equal(err.nearest, "coulomb");
    rp_interaction_destroy(x);
}

static void of_a_scene(void **state)
{
    (void)state;
    char path[1024];
    rp_error err;
    rp_impact impact;
    rp_impact_body body[2], wall = {.radius = INFINITY};
    rp_interaction *x;
    snprintf(path, sizeof path, "%s/examples/bounce.yaml", getenv("REPOSE_SOURCE"));
    fine(rp_scene_interaction(path, "glass", NULL, &x, body, &err), &err);
    assert_string_equal(rp_interaction_law(x, RP_NORMAL)->name, "linear");
    assert_true(body[0].radius > 0 && body[0].mass > 0 && body[1].radius == body[0].radius);
    rp_impact_pair pair = rp_restitution_bodies(&body[0], &wall);
    assert_true(pair.m_eff == body[0].mass && fabs(pair.alpha - 2.0 / 7) < 1e-12);
    assert_true(fabs(rp_restitution_bodies(&body[0], &body[1]).m_eff - 0.5 * body[0].mass) < 1e-15);
    fine(rp_restitution_impact(x, &pair, 1, 0, &impact, &err), &err);
    assert_true(fabs(impact.eps_n - 0.9) < 1e-9); /* as the scene says */
    rp_interaction_destroy(x);
    assert_int_equal(rp_scene_interaction(path, "glas", NULL, &x, body, &err), RP_INPUT);
    assert_string_equal(err.nearest, "glass");
    assert_null(x);
    assert_int_equal(rp_memory_bytes(), 0);
}

static rp_status prepare(const rp_law_input *in, double *constant, rp_error *err)
{
    (void)in;
    (void)constant;
    (void)err;
    return RP_OK;
}

static void eval(rp_block *b, const double *constant, double (*history)[RP_BLOCK], double dt)
{
    (void)constant;
    for (int c = 0; c < RP_BLOCK; c++) {
        history[0][c] += dt;
        b->fx[c] = b->fy[c] = b->fz[c] = b->tangential_work[c] = 0;
    }
}

/* The impact's equation of motion knows what springs do between two moments, and nothing of other histories. */
static void unknown_histories_are_refused(void **state)
{
    (void)state;
    static const char *const rows[] = {"age", NULL};
    static const rp_law ageing = {.abi = RP_LAW_ABI,
                                  .slot = RP_TANGENTIAL,
                                  .name = "ageing",
                                  .summary = "Counts its age.",
                                  .equation = "ft = 0",
                                  .history = 1,
                                  .history_name = rows,
                                  .prepare = prepare,
                                  .eval = eval};
    const rp_impact_pair pair = {0.01, 1, 2.0 / 7};
    rp_error err;
    rp_impact impact;
    rp_laws *laws;
    fine(rp_laws_create(&laws, &err), &err);
    fine(rp_laws_add(laws, &ageing, &err), &err);
    rp_interaction *x = linear(laws);
    rp_laws_destroy(laws); /* the interaction keeps it */
    fine(rp_interaction_law_set(x, RP_TANGENTIAL, "ageing", &err), &err);
    fine(rp_interaction_prepare(x, &err), &err);
    assert_int_equal(rp_restitution_impact(x, &pair, 1, 1, &impact, &err), RP_INPUT);
    assert_non_null(strstr(err.what, "tangential law 'ageing'"));
    fine(rp_restitution_impact(x, &pair, 1, 0, &impact, &err), &err);
    assert_true(fabs(impact.eps_n - 1) < 1e-9);
    rp_interaction_destroy(x);
    assert_int_equal(rp_memory_bytes(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_by_one),
        cmocka_unit_test(another_law_begins_anew),
        cmocka_unit_test(wrong_parameters),
        cmocka_unit_test(of_a_scene),
        cmocka_unit_test(unknown_histories_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
