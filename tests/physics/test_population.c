/* Particles that come and go: no kick for the others, energies and masses to the last term, and no end of changes. */
#include "lab.h"

#include "base/random.h"

/* ---- no kick ---- */

static const char *pile =
    "repose: 1\ndimension: 2\nmethod: %s\nseed: 3\ngravity: [0, -9.81]\nthickness: 0.01\n"
    "materials: {m: {density: 2000}}\ninteractions: [{between: [m, m], friction: 0.5, restitution: 0.2, %s}]\n"
    "particles: [{name: a, shape: sphere, count: 40, material: m, radius: {uniform: [0.004, 0.005]}, place: {random: "
    "{lower: [0, 0], upper: [0.06, 0.12]}}}]\n"
    "walls: [{name: box, box: {lower: [0, 0], upper: [0.06, 0.3]}, material: m}]\nrun: {until: 9, step: %s}\n";

#define SPRINGS "normal: {law: linear, stiffness: 2.0e4}, tangential: {law: cundall-strack, damping_ratio: 1}"
#define MEMORY                                                                                                         \
    "normal: {law: fractional, order: 0.2, contact_time: 1.0e-3}, tangential: {law: cundall-strack, stiffness: 2000}"

static rp_contact_list contacts(const lab *l)
{
    rp_error err;
    rp_contact_list list = {0};
    lab_ok(l->method->contacts(l->w, &list, &err), &err);
    return list;
}

static const rp_contact_view *find(const rp_contact_list *list, const rp_contact_view *wanted)
{
    for (size_t n = 0; n < list->count; n++) {
        const rp_contact_view *v = &list->view[n];
        if (v->b == wanted->b && v->a == wanted->a && v->feature == wanted->feature) return v;
        if (wanted->b >= 0 && v->a == (uint32_t)wanted->b && v->b == wanted->a) return v;
    }
    return NULL;
}

static int touches(const rp_contact_view *v, uint32_t id) { return v->a == id || v->b == id; }

/* The largest change of a force on contacts without `id`, which must all be there, over the mean force. */
static double kick(const rp_contact_list *before, const rp_contact_list *after, uint32_t id)
{
    double most = 0, sum = 0;
    size_t others = 0;
    for (size_t n = 0; n < before->count; n++) {
        const rp_contact_view *old = &before->view[n], *now = find(after, old);
        if (touches(old, id)) {
            assert_null(now);
            continue;
        }
        assert_non_null(now);
        rp_vec force = now->a == old->a ? now->force : rp_vec_scale(-1, now->force);
        most = fmax(most, rp_vec_norm(rp_vec_sub(force, old->force)));
        sum += rp_vec_norm(old->force);
        others++;
    }
    assert_int_equal(after->count, others);
    return most / (sum / (double)others);
}

/* The one with most contacts, amidst the others. */
static uint32_t busiest(const rp_contact_list *list)
{
    size_t count[64] = {0};
    uint32_t best = 0;
    for (size_t n = 0; n < list->count; n++) {
        count[list->view[n].a]++;
        if (list->view[n].b >= 0) count[list->view[n].b]++;
    }
    for (uint32_t id = 0; id < 64; id++)
        if (count[id] > count[best]) best = id;
    assert_true(count[best] > 3);
    return best;
}

/* A grain is taken out of a pile at rest, and another put above it: forces between the others stay as they were.
 * Springs go half a step back and on again, which is exact but for rounding and for contacts that slide. */
static void no_kick(const char *method, const char *laws, const char *step, long settling, double tolerance)
{
    rp_error err;
    lab l = lab_open(pile, method, laws, step);
    rp_sim_particle p = rp_sim_particle_default();
    lab_steps(&l, settling);
    rp_contact_list before = contacts(&l);
    uint32_t gone = busiest(&before);
    assert_true(before.count > 60);
    lab_ok(rp_sim_remove(l.sim, &gone, 1, &err), &err);
    rp_contact_list between = contacts(&l);
    double first = kick(&before, &between, gone);
    p.material = "m";
    p.shape = "sphere";
    p.radius = 0.0045;
    p.position[0] = 0.03;
    p.position[1] = 0.2;
    lab_ok(rp_sim_add(l.sim, &p, 1, NULL, &err), &err);
    rp_contact_list after = contacts(&l);
    double second = kick(&between, &after, UINT32_MAX);
    print_message("%s: forces change by %.2e (removed), %.2e (added) of their mean\n", method, first, second);
    assert_true(first < tolerance && second < tolerance);
    rp_memory_free(before.view);
    rp_memory_free(between.view);
    rp_memory_free(after.view);
    lab_close(&l);
}

static void others_feel_nothing(void **state)
{
    (void)state;
    no_kick("soft", SPRINGS, "2.0e-5", 40000, 1e-9);
    no_kick("soft", MEMORY, "2.0e-5", 40000, 1e-12);
    no_kick("contact-dynamics", SPRINGS, "5.0e-4", 2000, 1e-15);
}

/* ---- energy ---- */

/* A row of balls pressed together, each with another velocity across: springs of both kinds are loaded when one of
 * them goes. Friction holds whatever comes. */
static const char *row =
    "repose: 1\ndimension: 2\nmethod: soft\nmaterials: {m: {density: 2000}}\n"
    "interactions: [{between: [m, m], friction: 1000, %s, tangential: {law: cundall-strack, stiffness: 4000}}]\n"
    "particles: [{name: a, shape: sphere, material: m, radius: 0.005, place: {list: [[0.0047, 0], [0.0141, 0.001], "
    "[0.0235, 0], [0.033, 0.001], [0.0425, 0], [0.052, 0]]}, velocity: {thermal: 0.3}}]\n"
    "walls: [{name: left, plane: {point: [0, 0], normal: [1, 0]}, material: m}, {name: right, plane: {point: [0.0566, "
    "0], normal: [-1, 0]}, material: m}]\nrun: {until: 1, step: %g%s}\n";

typedef struct budget_kind {
    const char *laws, *options;
    double step;          /* the coarse one, s; the fine one is a quarter of it */
    double order, within; /* of the error of energy */
    double next;          /* order of its second term, where that is near; 0: it is small */
} budget_kind;

/* Error of the budget over the energy: the third ball goes, and one of another size comes in its place, pressed
 * between its neighbours. */
static double budget(const budget_kind *k, double dt)
{
    rp_error err;
    double most = 0;
    lab l = lab_open(row, k->laws, dt, k->options);
    rp_sim_particle p = rp_sim_particle_default();
    lab_until(&l, 1e-4 - 0.5 * dt);
    double before = lab_measure(&l).stored;
    lab_ok(rp_sim_remove(l.sim, (uint32_t[]){2}, 1, &err), &err);
    assert_true(lab_measure(&l).stored < 0.8 * before);
    lab_until(&l, 2e-4 - 0.5 * dt);
    p.material = "m";
    p.shape = "sphere";
    p.radius = 0.0048;
    p.velocity[0] = 0.5;
    p.position[0] = 0.5 * (lab_x(&l, 1).x + lab_x(&l, 3).x);
    size_t contacts_before = lab_measure(&l).contacts;
    lab_ok(rp_sim_add(l.sim, &p, 1, NULL, &err), &err);
    assert_int_equal(lab_measure(&l).contacts, contacts_before + 2); /* it presses both of its neighbours */
    for (int n = 1; n <= 10; n++) {
        lab_until(&l, 2e-4 + 2e-5 * n - 0.5 * dt);
        rp_measures m = lab_measure(&l);
        most = fmax(most, fabs(m.budget_error) / m.turnover);
    }
    lab_close(&l);
    return most;
}

/* Without the second term: e(dt) - 4^next e(dt / 4) has none. */
static double first_term(const budget_kind *k, double dt)
{
    double error = budget(k, dt);
    return k->next > 0 ? fabs(error - pow(4, k->next) * budget(k, dt / 4)) : error;
}

/* The fractional law. A contact that begins with its overlap has the force t^-alpha. Its first force carries what the
 * samples after it lack of the integral, and so grows as dt^-alpha. Losses are the mean of two powers, F v at the
 * predicted velocities: in a step they miss the change of energy by terms dt^2 F (F_1 - F_0) / m. Their sum is that of
 * the first steps, F_0^2 dt^2, or dt^(2 - 2 alpha) = dt^1.6; with F that of a contact that was there, dt^(2 - alpha) =
 * dt^1.8. The order was 1 - alpha = 0.8 while the loss of the first half step was that of the force half a step later,
 * and not of the first force: what they differ by is an impulse of the order dt^(1 - alpha). */
static void budgets_converge(void **state)
{
    (void)state;
    static const budget_kind kinds[] = {
        {"normal: {law: linear, stiffness: 1.0e4}", "", 4e-6, 2, 0.1, 0},
        /* its energy of an oscillation has an error of the order 5; a tenth: the next order, and contacts that end */
        {"normal: {law: linear, stiffness: 1.0e4}", ", soft: {integrator: runge-kutta-4}", 2e-5, 5, 0.1, 0},
        {"normal: {law: linear, stiffness: 1.0e4}", ", soft: {integrator: gear-5}", 4e-6, 1, 0.1, 0},
        /* a twentieth: the third term, dt^2, at these steps; 1.6 and 1.8 are four times as far apart */
        {"restitution: 0.9, normal: {law: fractional, order: 0.2, contact_time: 1.0e-3}", "", 5e-6, 1.6, 0.05, 1.8},
    };
    for (size_t n = 0; n < sizeof kinds / sizeof *kinds; n++) {
        double coarse = first_term(&kinds[n], kinds[n].step), fine = first_term(&kinds[n], kinds[n].step / 4);
        print_message("%s%s: budget error %.2e, %.2e\n", kinds[n].laws, kinds[n].options, coarse, fine);
        close_to(log2(coarse / fine) / 2, kinds[n].order, kinds[n].within);
    }
}

/* What goes is the motion of the grain and what its contacts store, no more. */
static void terms_of_a_removal(void **state)
{
    (void)state;
    static const char *const laws[] = {SPRINGS, MEMORY};
    for (int n = 0; n < 2; n++) {
        rp_error err;
        lab l = lab_open(pile, "soft", laws[n], "2.0e-5");
        lab_steps(&l, 6000);
        rp_contact_list list = contacts(&l);
        rp_measures before = lab_measure(&l);
        uint32_t gone = busiest(&list);
        size_t i = lab_slot(&l, gone);
        const rp_particles *p = &l.w->particles;
        rp_vec v = lab_v(&l, gone), omega = lab_omega(&l, gone);
        double energy = 0.5 * p->mass[i] * rp_vec_dot(v, v) + 0.5 * p->inertia[i] * rp_vec_dot(omega, omega);
        double mass = p->mass[i], stored = 0;
        for (size_t k = 0; k < list.count; k++) stored += touches(&list.view[k], gone) ? list.view[k].energy : 0;
        lab_ok(rp_sim_remove(l.sim, &gone, 1, &err), &err);
        rp_measures after = lab_measure(&l);
        print_message("removed %.6e J of %.6e + %.6e J\n", l.w->exchange.removed_energy, energy, stored);
        assert_true(stored > 0 && energy > 0);
        /* a difference of sums over all */
        close_to(l.w->exchange.removed_energy, energy + stored, 1e-12 * (before.kinetic + before.stored));
        assert_true(l.w->exchange.removed_mass == mass);
        close_to(after.budget_error, before.budget_error, 1e-12 * before.turnover);
        rp_memory_free(list.view);
        lab_close(&l);
    }
}

/* ---- another size among equals ---- */

/* Where all particles are alike, blocks of pairs know their masses and radii beforehand: a new one of another size must
 * end that. Two balls exchange momentum by the closed form of an elastic impact, to what Verlet leaves. */
static void another_size(void **state)
{
    (void)state;
    rp_error err;
    lab l = lab_open(
        "repose: 1\ndimension: 3\nmethod: soft\nmaterials: {m: {density: 2000}}\ninteractions: [{between: [m, m], "
        "normal: {law: linear, stiffness: 1.0e4}}]\nparticles: [{name: a, material: m, radius: 0.005, "
        "place: {list: [[0, 0, 0], [0.1, 0, 0]]}}]\nrun: {until: 1, step: 1.0e-6}\n");
    rp_sim_particle p = rp_sim_particle_default();
    lab_steps(&l, 10);
    p.material = "m";
    p.radius = 0.008;
    p.position[0] = 0.02;
    p.velocity[0] = -1;
    lab_ok(rp_sim_add(l.sim, &p, 1, NULL, &err), &err);
    lab_until(&l, 0.02);
    double m = lab_mass(&l, 0), M = lab_mass(&l, 2);
    close_to(M / m, pow(0.008 / 0.005, 3), 1e-12);
    close_to(lab_v(&l, 2).x, -(M - m) / (M + m), 1e-5);
    close_to(lab_v(&l, 0).x, -2 * M / (M + m), 1e-5);
    /* the gap of 7 mm closes in 7 ms at 1 m/s */
    close_to(lab_x(&l, 0).x, -2 * M / (M + m) * (l.w->time - 1e-5 - 7e-3), 1e-3);
    lab_close(&l);
}

/* ---- no end of changes ---- */

static const char *box =
    "repose: 1\ndimension: 2\nmethod: soft\nseed: 3\ngravity: [0, -9.81]\nthickness: 0.01\n"
    "materials: {m: {density: 2000}}\ninteractions: [{between: [m, m], friction: 0.5, restitution: 0.3, " SPRINGS "}]\n"
    "domain: {lower: [0, -0.01], upper: [0.06, 0.2], periodic: [x]}\n"
    "particles: [{name: a, count: 20, material: m, radius: {uniform: [0.002, 0.004]}, place: {random: {lower: [0, 0], "
    "upper: [0.06, 0.1]}}}]\nwalls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m}]\n"
    "run: {until: 9, step: 5.0e-5}\n";

/* 1: there was room for it. */
static int add_one(lab *l, rp_random *random)
{
    rp_error err;
    rp_sim_particle p = rp_sim_particle_default();
    p.material = "m";
    p.group = "a";
    p.radius = rp_random_range(random, 0.002, 0.004);
    p.position[0] = rp_random_range(random, 0, 0.06);
    p.position[1] = rp_random_range(random, 0.004, 0.15);
    rp_status status = rp_sim_add(l->sim, &p, 1, NULL, &err);
    assert_true(status == RP_OK || (status == RP_INPUT && strstr(err.what, "overlaps")));
    return status == RP_OK;
}

static void remove_one(lab *l, rp_random *random)
{
    rp_error err;
    const rp_particles *p = &l->w->particles;
    uint32_t id = p->id[(size_t)rp_random_range(random, 0, (double)p->count)];
    lab_ok(rp_sim_remove(l->sim, &id, 1, &err), &err);
}

/* 2000 changes at random, some steps between them: nothing flies, the budget closes, and memory stays what it was. */
static void soak(void **state)
{
    (void)state;
    lab l = lab_open(box);
    rp_random random = rp_random_stream(7, RP_RANDOM_TEST, 0, 0);
    int64_t early = 0, late = 0;
    int added = 0, removed = 0;
    double jumps = 0;
    for (int n = 0; added + removed < 2000; n++) {
        size_t count = l.w->particles.count;
        double before = lab_measure(&l).budget_error;
        if (count < 60 && (count < 5 || rp_random_range(&random, 0, 1) < 0.6)) added += add_one(&l, &random);
        else {
            remove_one(&l, &random);
            removed++;
        }
        jumps += fabs(lab_measure(&l).budget_error - before);
        lab_steps(&l, 10);
        int64_t *most = added + removed < 500 ? &early : &late;
        *most = rp_memory_bytes() > *most ? rp_memory_bytes() : *most;
    }
    rp_measures m = lab_measure(&l);
    print_message("%d added, %d removed; %lld bytes at most in the first quarter, %lld later; the budget jumps by "
                  "%.1e of the turnover in all\n",
                  added, removed, (long long)early, (long long)late, jumps / m.turnover);
    assert_int_equal(l.w->particles.count, 20 + added - removed);
    assert_int_equal(l.w->group[l.w->particles.group[0]].count, l.w->particles.count);
    assert_int_equal(l.w->particles.next_id, 20 + added);
    assert_true((double)late < 1.3 * (double)early); /* rooms for pairs grow by a half at a time */
    assert_true(m.max_speed < 3);                    /* twice that of a fall through the box */
    assert_true(jumps < 1e-12 * m.turnover);
    lab_close(&l); /* which finds that no byte is left */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(others_feel_nothing), cmocka_unit_test(budgets_converge),
                                       cmocka_unit_test(terms_of_a_removal), cmocka_unit_test(another_size),
                                       cmocka_unit_test(soak)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
