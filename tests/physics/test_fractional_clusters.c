/* The fractional law with one order common to a cluster: the order that a cluster of n has, its change in a running
 * contact, and what must stay the same bits. */
#include "lab.h"

#include "laws/fractional.h"

static const double R = 1e-3;

/* ---- the order of a cluster ---- */

/* n spheres side by side, held together by next to nothing, fall on a plate: eps must be that of the exact solution for
 * the order of a cluster of n. */
static double row_on_a_plate(int n, double low, double high, int size, const char *memory)
{
    const double l = log(0.9), t_c = 1e-4, k = (M_PI * M_PI + l * l) / (t_c * t_c), c = -2 * l / t_c, v = 0.2;
    const double share = fmin(fmax((n - 2) / (size - 2.0), 0), 1), alpha = low + share * (high - low),
                 T = pow(pow(c, alpha) * pow(k, 1 - alpha), -1 / (2 - alpha)), dt = T / 30;
    char places[400] = "";
    for (int i = 0; i < n; i++)
        sprintf(places + strlen(places), "%s[%.17g, 0, %.17g]", i ? ", " : "", i * (2 * R - 1e-7), R + 0.4 * v * dt);
    lab b = lab_open(
        "repose: 1\ndimension: 3\nmethod: soft\nmaterials: {m: {density: 1200}, w: {}}\n"
        "interactions: [{between: [m, m], normal: {law: linear, stiffness: 1.0e-9}},\n"
        "               {between: [m, w], restitution: 0.9, normal: {law: fractional, order: %.17g, cluster_order: "
        "%.17g, cluster_size: %d, contact_time: 1.0e-4, memory: %s}}]\n"
        "particles: [{material: m, radius: 1.0e-3, place: {list: [%s]}, velocity: [0, 0, %.17g]}]\n"
        "walls: [{name: w, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: w}]\nrun: {until: 1, step: %.17g}\n",
        low, high, size, memory, places, -v, dt);
    lab_steps(&b, 30 * 6);
    double eps = lab_v(&b, 0).z / v;
    for (int i = 1; i < n; i++) assert_true(lab_v(&b, (unsigned)i).z / v == eps);
    lab_close(&b);
    rp_fractional_impact e;
    assert_true(rp_fractional_impact_exact(alpha, 1, &e));
    return eps - e.eps;
}

static void test_order_of_a_cluster(void **state)
{
    (void)state;
    for (int direct = 0; direct < 2; direct++) {
        const char *memory = direct ? "direct" : "exponentials";
        for (int n = 1; n < 6; n++)
            close_to(row_on_a_plate(n, 0.05, 0.35, 4, memory), 0, 0.3 / (30 * 30)); /* 0.2 (dt/T)^2, as for pairs */
        close_to(row_on_a_plate(3, 0.35, 0.05, 3, memory), 0, 0.3 / (30 * 30));
    }
}

/* ---- a contact whose cluster grows and shrinks ---- */

static double force_between(const lab *l, unsigned a, unsigned b)
{
    rp_contact_list list = {0};
    rp_error err;
    double fn = NAN;
    lab_ok(l->method->contacts(l->w, &list, &err), &err);
    for (size_t n = 0; n < list.count; n++)
        if ((list.view[n].a == a && list.view[n].b == b) || (list.view[n].a == b && list.view[n].b == a))
            fn = list.view[n].fn;
    rp_memory_free(list.view);
    return fn;
}

/* Bodies so heavy that forces do not move them: b presses into a at a constant speed v, so that P = K v t^(1-alpha) /
 * Gamma(2-alpha) after the time t for whatever order rules now, whichever ruled before; c flies by, touches a for a
 * while and makes them three. */
static void test_whole_history(void **state)
{
    (void)state;
    const double v = 0.01, k = 1e4, c = 0.02, dt = 4e-6, order[2] = {0.2, 0.6};
    for (int direct = 0; direct < 2; direct++) {
        lab l = lab_open("repose: 1\ndimension: 3\nmethod: soft\nmaterials: {m: {}}\n"
                         "interactions: [{between: [m, m], normal: {law: fractional, order: 0.2, cluster_order: 0.6, "
                         "cluster_size: 3, stiffness: 1.0e4, damping: 0.02, memory: %s}}]\n"
                         "particles: [{material: m, radius: 1.0e-3, mass: 1.0e6, place: {list: [[0, 0, 0]]}},\n"
                         "            {material: m, radius: 1.0e-3, mass: 1.0e6, place: {list: [[%.17g, 0, 0]]}, "
                         "velocity: [%.17g, 0, 0]},\n"
                         "            {material: m, radius: 1.0e-3, mass: 1.0e6, place: {list: [[-1.999e-3, -2.5e-4, "
                         "0]]}, velocity: [0, 1, 0]}]\n"
                         "run: {until: 1, step: %.17g}\n",
                         direct ? "direct" : "exponentials", 2 * R + 0.3 * v * dt, -v, dt);
        int seen[2] = {0, 0}, changes = 0, was = 0;
        for (int step = 1; step < 150; step++) {
            int three = !isnan(force_between(&l, 0, 2)); /* before the step: what the step goes by */
            lab_steps(&l, 1);
            double t = (step - 0.3) * dt, alpha = order[three], K = pow(c, alpha) * pow(k, 1 - alpha),
                   P = K * v * pow(t, 1 - alpha) / tgamma(2 - alpha);
            if (step > 1)
                close_to(force_between(&l, 0, 1) / P, 1,
                         1e-7); /* exact for a constant slope; exponentials to 1e-8 of the kernel */
            seen[three]++;
            changes += three != was;
            was = three;
        }
        assert_true(seen[0] > 40 && seen[1] > 20 && changes == 2);
        lab_close(&l);
    }
}

/* Three in a row, hit by a fourth: orders change with every contact that begins and ends. Exponentials follow the
 * direct sum to their accuracy. */
static rp_vec chain(const char *memory, unsigned id)
{
    lab l = lab_open(
        "repose: 1\ndimension: 3\nmethod: soft\nmaterials: {m: {density: 1200}}\n"
        "interactions: [{between: [m, m], restitution: 0.9, normal: {law: fractional, order: 0.1, cluster_order: 0.3, "
        "cluster_size: 4, contact_time: 1.0e-4, memory: %s}}]\n"
        "particles: [{material: m, radius: 1.0e-3, place: {list: [[0, 0, 0], [2.001e-3, 0, 0], [4.003e-3, 1.0e-4, "
        "0]]}},\n"
        "            {material: m, radius: 1.0e-3, place: {list: [[-2.002e-3, 0, 0]]}, velocity: [0.2, 0, 0]}]\n"
        "run: {until: 1, step: 2.5e-6}\n",
        memory);
    lab_steps(&l, 200);
    rp_vec v = lab_v(&l, id);
    lab_close(&l);
    return v;
}

static void test_memories_agree(void **state)
{
    (void)state;
    for (unsigned id = 0; id < 4; id++) {
        rp_vec fast = chain("exponentials", id), direct = chain("direct", id);
        close_to(fast.x / 0.2, direct.x / 0.2, 1e-7); /* ten contacts, of 1e-8 each */
        close_to(fast.y / 0.2, direct.y / 0.2, 1e-7);
    }
}

/* ---- same bits ---- */

static const char *heap =
    "repose: 1\ndimension: 2\nmethod: soft\nseed: 3\ngravity: [0, -9.81]\nmaterials: {m: {density: 1200}}\n"
    "interactions: [{between: [m, m], friction: 0.4, restitution: 0.8, normal: {law: fractional, order: 0.2, "
    "cluster_order: 0.7, cluster_size: 12, contact_time: 2.0e-4}, tangential: {law: cundall-strack, stiffness: 500}}]\n"
    "particles: [{material: m, shape: sphere, count: 200, radius: {uniform: [0.9e-3, 1.0e-3]}, place: {lattice: {type: "
    "triangular, lower: [0, 0], upper: [0.04, 0.05]}}}]\n"
    "walls: [{name: box, box: {lower: [0, 0], upper: [0.04, 0.1]}, material: m}]\nrun: {until: 1, step: 4.0e-6}\n";

static void test_same_bits(void **state)
{
    (void)state;
    lab a, b;
    lab_twins(heap, 4, 1500, &a, &b);
    rp_measures m = lab_measure(&a);
    assert_true(m.contacts > 30);
    assert_true(fabs(m.budget_error) < 1e-2 * m.turnover); /* as with one order: the work of P is what is dissipated */
    lab_close(&b);
    lab_close(&a);
}

/* ---- what is refused ---- */

static void refused(const char *law, const char *words)
{
    char text[800];
    rp_error err;
    rp_scene *scene = NULL;
    rp_world *w = NULL;
    snprintf(text, sizeof text,
             "repose: 1\ndimension: 3\nmethod: soft\nmaterials: {m: {density: 1}}\ninteractions: [{between: [m, m], "
             "normal: {law: fractional, stiffness: 1, damping: 1, %s}}]\n"
             "particles: [{material: m, radius: 1, place: {list: [[0, 0, 0]]}}]\nrun: {until: 1, step: 0.1}\n",
             law);
    rp_status status = rp_scene_load_text("scene.yaml", text, strlen(text), NULL, &scene, &err);
    if (!status) status = rp_scene_build(scene, NULL, &w, &err);
    assert_int_equal(status, RP_INPUT);
    rp_error_text(&err, text, sizeof text);
    if (!strstr(text, words)) fail_msg("'%s' does not say '%s'", text, words);
    rp_world_destroy(w);
    rp_scene_destroy(scene);
}

static void test_refused(void **state)
{
    (void)state;
    refused("order: 0.1, cluster_order: 0.5", "needs cluster_size");
    refused("order: 0.1, cluster_size: 5", "needs cluster_order");
    refused("order: 0.1, cluster_order: 0.5, cluster_size: 3.5", "a whole number of particles");
    refused("order: 0.1, cluster_order: 0.5, cluster_size: 2", "out of range");
    refused("order: 0, cluster_order: 0.5, cluster_size: 3", "must lie between 0 and 1");
    refused("order: 0.1, cluster_order: 1, cluster_size: 3", "must lie between 0 and 1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order_of_a_cluster),
        cmocka_unit_test(test_whole_history),
        cmocka_unit_test(test_memories_agree),
        cmocka_unit_test(test_same_bits),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
