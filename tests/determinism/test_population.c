/* Particles that come and go: the same bits on one thread and on two, and after a restart from right before the change,
 * right after it, and some steps later. */
#include "physics/lab.h"

#include "core/archive.h"
#include "methods/event/event.h"

/* Two groups and two materials in a periodic box, one group driven through the other; wide enough for several pieces of
 * work. To fill in: method, laws, shape, step, options. */
static const char *scene =
    "repose: 1\ndimension: 2\nmethod: %s\nseed: 4\ngravity: [0.5, -9.81]\nthickness: 0.01\n"
    "domain: {lower: [0, -0.02], upper: [%g, 0.4], periodic: [x]}\n"
    "materials: {m: {density: 1000}, n: {density: 2500}}\n"
    "interactions: [{between: [any, any], friction: 0.5, restitution: 0.6, %s}]\n"
    "particles:\n"
    "  - {name: bar, shape: sphere, material: n, radius: 0.003, place: {list: [[0.02, 0.02], [0.0262, 0.02], [0.1, "
    "0.02]]}, driven: {velocity: [0.2, 0]}}\n"
    "  - {name: a, shape: sphere, count: %d, material: m, radius: {uniform: [0.003, 0.004]}, place: {random: {lower: "
    "[0, 0], upper: [%g, 0.1]}}, velocity: {thermal: 0.3}}\n"
    "walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m}]\n"
    "run: {until: 1, step: %s, max_overlap: 0.5, %s: {%s}}\n";

typedef struct kind {
    const char *method, *laws, *step, *options;
    uint64_t steps; /* between two changes */
} kind;

#define SPRINGS "normal: {law: linear, stiffness: 5.0e3}, tangential: {law: cundall-strack, damping_ratio: 0.5}"
#define GEOMETRIC                                                                                                      \
    "normal: {law: linear, stiffness: 5.0e3}, tangential: {law: cundall-strack, damping_ratio: 0.5, elongation: "      \
    "geometric}"
#define MEMORY                                                                                                         \
    "normal: {law: fractional, order: 0.2, cluster_order: 0.6, cluster_size: 5, contact_time: 1.0e-3}, tangential: "   \
    "{law: cundall-strack, stiffness: 100}"

static const kind kinds[] = {
    {"soft", SPRINGS, "2.0e-5", "", 150},
    {"soft", SPRINGS, "2.0e-5", "integrator: symplectic-euler", 150},
    {"soft", SPRINGS, "2.0e-5", "integrator: runge-kutta-4", 60},
    {"soft", SPRINGS, "2.0e-5", "integrator: gear-5", 100},
    {"soft", GEOMETRIC, "2.0e-5", "", 100},
    {"soft", MEMORY, "2.0e-5", "", 100},
    {"contact-dynamics", SPRINGS, "2.0e-4", "", 25},
    {"event-driven", "normal: {law: linear, stiffness: 5.0e3}", "1.0e-3", "collapse: tc, contact_time: 1.0e-5", 15},
    /* contact times follow from speeds, and are state */
    {"event-driven", "normal: {law: hertz, effective_young: 1.0e6}", "1.0e-3", "collapse: tc", 15},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static lab start(const kind *k, double width, int count, int threads)
{
    rp_threads_set(threads);
    return lab_open(scene, k->method, width, k->laws, count, width, k->step, k->method, k->options);
}

/* Every seventh goes, among them those of the bar sometime; a row of others of two sizes comes from above. */
static void change(lab *l, int round)
{
    enum { MOST = 4096, NEW = 24 };
    rp_error err;
    uint32_t gone[MOST];
    size_t count = 0;
    rp_sim_particle p[NEW];
    const rp_particles *all = &l->w->particles;
    for (size_t n = 0; n < all->count; n++) {
        uint32_t id = all->id[all->by_id[n]];
        if (id % 7 == (uint32_t)(round + 1) % 7) gone[count++] = id;
    }
    assert_in_range(count, 1, MOST);
    for (int n = 0; n < NEW; n++) {
        p[n] = rp_sim_particle_default();
        p[n].material = n % 3 ? "m" : "n";
        p[n].group = n % 2 ? "a" : NULL;
        p[n].shape = "sphere";
        p[n].radius = n % 3 ? 0.0035 : 0.0022;
        p[n].position[0] = 0.008 * n - 0.004; /* the first comes from beyond the border */
        p[n].position[1] = 0.13 + 0.01 * round;
        p[n].velocity[0] = 0.1;
        p[n].velocity[1] = -1;
    }
    lab_ok(rp_sim_remove(l->sim, gone, count, &err), &err);
    lab_ok(rp_sim_add(l->sim, p, NEW, NULL, &err), &err);
}

static void steps(lab *l, uint64_t n)
{
    rp_error err;
    lab_ok(rp_sim_step(l->sim, n, &err), &err);
}

static void same(const lab *a, const lab *b, const kind *k, const char *when, int round)
{
    rp_error err;
    char first[33], second[33];
    lab_ok(rp_sim_hash(a->sim, first, &err), &err);
    lab_ok(rp_sim_hash(b->sim, second, &err), &err);
    if (strcmp(first, second) != 0) fail_msg("%s {%s}: other bits %s, round %d", k->method, k->options, when, round);
}

/* The state of a becomes that of b. */
static void restart(lab *b, const lab *a)
{
    rp_error err;
    rp_archive archive;
    rp_archive_init(&archive);
    lab_ok(rp_sim_put(a->sim, &archive, &err), &err);
    rp_threads_set(b->sim->threads);
    lab_ok(rp_sim_load(b->sim, &archive, &err), &err);
    lab_ok(rp_sim_prepare(b->sim, &err), &err);
    rp_archive_free(&archive);
    if (a->method != &rp_event_driven) return;
    /* follows from the speeds of the start, and is in no hash until a collision is slow enough to be changed by it */
    const rp_event *from = a->w->method_state, *to = b->w->method_state;
    assert_true(from->contact_time > 0 && from->contact_time == to->contact_time);
}

static void one_thread_and_two(void **state)
{
    (void)state;
    for (int n = 0; n < KINDS; n++) {
        const kind *k = &kinds[n];
        lab a = start(k, 4.8, 6000, 1), b = start(k, 4.8, 6000, 2);
        for (int round = 0; round < 2; round++) {
            steps(&a, k->steps / 12 + 1);
            steps(&b, k->steps / 12 + 1);
            same(&a, &b, k, "before the change", round);
            change(&a, round);
            change(&b, round);
            same(&a, &b, k, "after the change", round);
            if (strcmp(k->method, "soft") == 0) assert_true(a.w->contacts.group_count > 1);
        }
        steps(&a, k->steps / 12 + 1);
        steps(&b, k->steps / 12 + 1);
        same(&a, &b, k, "in the end", 2);
        lab_close(&b);
        lab_close(&a);
    }
}

/* a goes on; b is put back to a's state before, c after each change, d some steps later. */
static void restarts(void **state)
{
    (void)state;
    for (int n = 0; n < KINDS; n++) {
        const kind *k = &kinds[n];
        lab a = start(k, 0.2, 120, 1), b = start(k, 0.2, 120, 2), c = start(k, 0.2, 120, 1), d = start(k, 0.2, 120, 2);
        for (int round = 0; round < 3; round++) {
            steps(&a, k->steps);
            restart(&b, &a);
            same(&a, &b, k, "as saved before the change", round);
            change(&a, round);
            change(&b, round);
            same(&a, &b, k, "after the change of a restored state", round);
            restart(&c, &a);
            same(&a, &c, k, "as saved after the change", round);
            for (int part = 0; part < 3; part++) {
                uint64_t some = k->steps / 5 + 1;
                steps(&a, some);
                steps(&b, some);
                steps(&c, some);
                if (part > 0) steps(&d, some);
                else restart(&d, &a);
                same(&a, &b, k, "later, saved before", round);
                same(&a, &c, k, "later, saved after", round);
                same(&a, &d, k, "later, saved later", round);
            }
        }
        lab_close(&d);
        lab_close(&c);
        lab_close(&b);
        lab_close(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_thread_and_two), cmocka_unit_test(restarts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
