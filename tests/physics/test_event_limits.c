/* Far from the ordinary: clocks that have run for long, particles that leave, unbounded space, sizes 1 to 100,
 * clusters, collisions that are not alone. */
#include "event_world.h"

#include <stdlib.h>

#include "base/log.h"

static const char *const gas = EVENT_SCENE
    "dimension: 3\nseed: 5\ndomain: {lower: [0, 0, 0], upper: [7, 7, 7], periodic: [x, y, z]}\ninteractions: "
    "[{between: [m, m], restitution: 1}]\n"
    "particles: [{count: 100, material: m, radius: 0.5, velocity: {thermal: 1}, place: {random: {lower: [0, 0, 0], "
    "upper: [7, 7, 7]}}}]\nrun: {until: 1, step: 0.0625, event-driven: {search: SEARCH}}\n";

static void with_search(char *text, size_t size, const char *search)
{
    const char *at = strstr(gas, "SEARCH");
    snprintf(text, size, "%.*s%s%s", (int)(at - gas), gas, search, at + 6);
}

/* Times count from an origin that moves on, so a run does not see how late it is: the clock at 2^30 s, where a double's
 * last bit is 1e-7 s, gives the bits of the clock at 0 (the step is a power of two, so that the times of outputs are
 * exact). Positions would be off by 1e-7 otherwise. */
static void test_clock(void **state)
{
    (void)state;
    const char *searches[] = {"cells", "lists"};
    for (int s = 0; s < 2; s++) {
        char text[1024];
        event_world early, late;
        with_search(text, sizeof text, searches[s]);
        const double start = 1073741824, span = 256;
        event_expect(&early, event_open_at(&early, text, NULL, 0));
        event_expect(&late, event_open_at(&late, text, NULL, start));
        event_run(&early, span);
        event_run(&late, start + span);
        assert_true(late.world->time == start + span);
        const rp_particles *p = &early.world->particles, *q = &late.world->particles;
        for (size_t i = 0; i < p->count; i++)
            assert_true(p->row[i].x == q->row[i].x && p->row[i].y == q->row[i].y && p->row[i].z == q->row[i].z
                        && p->row[i].vx == q->row[i].vx && p->row[i].vy == q->row[i].vy
                        && p->row[i].vz == q->row[i].vz);
        print_message("%s: %llu collisions, %.0f lengths of the calendar, overlap %.2g\n", searches[s],
                      (unsigned long long)event_totals(&late)->collisions, span / event_of(&late)->queue.length,
                      event_totals(&late)->overlap);
        assert_true(event_totals(&late)->collisions == event_totals(&early)->collisions
                    && event_totals(&late)->collisions > 20000);
        assert_true(span / event_of(&late)->queue.length > 20);
        assert_true(event_totals(&late)->overlap
                    < 1e-13); /* rounding of coordinates of 7 m and of times of a calendar */
        rp_event_driven.destroy(early.world);
        rp_world_destroy(early.world);
        rp_scene_destroy(early.scene);
        event_close(&late);
    }
}

/* From x = 5 at 1 m/s: its centre is a radius beyond the domain at t = 5.5 s, and is seen there at the next side of a
 * cell. */
static void test_leaving(void **state)
{
    (void)state;
    const char *searches[] = {"run.event-driven.search=cells", "run.event-driven.search=lists"};
    for (int s = 0; s < 2; s++) {
        event_world e;
        const rp_scene_options options = {.set = &searches[s], .set_count = 1};
        event_expect(
            &e, event_open_with(
                    &e,
                    EVENT_SCENE
                    "dimension: 2\ndomain: {lower: [0, 0], upper: [10, 10], periodic: [y]}\ninteractions: [{between: "
                    "[m, m], restitution: 1}]\n"
                    "particles: [{material: m, radius: 0.5, velocity: [0, 2], place: {list: [[2, 2]]}}, {material: m, "
                    "radius: 0.5, velocity: [1, 0], place: {list: [[5, 7]]}}]\nrun: {until: 90, step: 0.1}\n",
                    &options));
        event_run(&e, 5.4); /* the other one leaves through the periodic side meanwhile, and comes back */
        assert_int_equal(rp_event_driven.advance(e.world, 40, &e.err), RP_FAILED);
        assert_non_null(strstr(e.err.what, "particle 1 left the domain"));
        assert_int_equal(e.err.particle, 1);
        assert_true(e.err.time >= 5.5 && e.err.time < 5.5 + 2 * event_of(&e)->cells.size[0]);
        event_close(&e);
    }
}

/* Two that start 1e5 m apart among others that fly away: they meet when they should, and memory follows the particles,
 * not the space between. */
static void test_unbounded(void **state)
{
    event_world e;
    (void)state;
    event_open(&e,
               EVENT_SCENE "dimension: 3\ninteractions: [{between: [m, m], restitution: 1}]\n"
                           "particles: [{material: m, radius: 0.5, velocity: [1, 0, 0], place: {list: [[0, 0, 0]]}}, "
                           "{material: m, radius: 0.5, velocity: [-1, 0, 0], place: {list: [[1.0e+5, 0, 0]]}},\n"
                           "  {count: 500, material: m, radius: 0.1, velocity: {thermal: 3}, place: {random: {lower: "
                           "[0, 10, 0], upper: [30, 40, 30]}}}]\nrun: {until: 90, step: 1}\n");
    event_run(&e, 1);
    int64_t bytes = rp_memory_bytes();
    event_run(&e, 60000);
    const rp_row *row = e.world->particles.row;
    double met = (1e5 - 1) / 2, since = e.world->time - met;
    assert_true(fabs(row[0].vx + 1) < 1e-12 && fabs(row[1].vx - 1) < 1e-12);
    assert_true(fabs(row[0].x - (met - since))
                < 1e-8); /* 1e5 steps of the origin's rounding, 1e-11 m each, as a random walk 3e-9 */
    assert_int_equal(event_of(&e)->cells.direct, 0);
    print_message("%lld bytes at the start, %lld when the gas fills %.2g m\n", (long long)bytes,
                  (long long)rp_memory_bytes(), 60000 * 3.0);
    assert_true(rp_memory_bytes() < 1.2 * (double)bytes);
    event_close(&e);
}

static double virial(const event_world *e) { return event_totals(e)->virial[0] + event_totals(e)->virial[1]; }

static double touching(const event_world *e)
{
    const rp_particles *p = &e->world->particles;
    double worst = 0;
    for (size_t i = 0; i < p->count; i++)
        for (size_t j = 0; j < i; j++) {
            rp_vec d = rp_event_nearest(event_of(e),
                                        rp_vec_sub(rp_particle_position(p, i), rp_particle_position(p, j)));
            worst = fmax(worst, 1 - rp_vec_norm(d) / (p->row[i].r + p->row[j].r));
        }
    return worst;
}

/* Discs of radius 0.1 and one of 10 in a periodic square, a third of it covered: Z = (1 - x)/(1 - f) + x Z_1(f), x =
 * <r>^2/<r^2> [Santos, Yuste, Lopez de Haro 1999], with Z_1 of tests/event_gas.h. 1.5e5 collisions: 0.5 % by
 * statistics, 1 % by the one large disc's place in its square. */
static void test_hundred(void **state)
{
    event_world e;
    (void)state;
    event_open(
        &e, EVENT_SCENE
        "dimension: 2\nseed: 8\ndomain: {lower: [0, 0], upper: [42, 42], periodic: [x, y]}\ninteractions: [{between: "
        "[m, m], restitution: 1}]\n"
        "particles: [{name: large, material: m, radius: 10, place: {list: [[21, 21]]}}, {name: small, count: 9000, "
        "material: m, radius: 0.1, velocity: {thermal: 1}, place: {random: {lower: [0, 0], upper: [42, 42]}}}]\n"
        "run: {until: 9, step: 0.0625, orientation: false}\n");
    double energy = event_kinetic(&e), n = 9001, f = M_PI * (100 + 9000 * 0.01) / (42 * 42);
    double mean = (10 + 9000 * 0.1) / n, square = (100 + 9000 * 0.01) / n, share = mean * mean / square;
    rp_vec momentum = event_momentum(&e);
    event_run(&e, 1);
    double before = virial(&e), start = e.world->time;
    uint64_t counted = event_totals(&e)->collisions;
    while (event_totals(&e)->collisions < counted + 150000) event_run(&e, e.world->time + 0.25);
    double z = 1 + (virial(&e) - before) / (2 * energy * (e.world->time - start));
    double contact = (1 - 7 * f / 16) / ((1 - f) * (1 - f)) - f * f * f / 16 / (8 * pow(1 - f, 4)),
           expected = (1 - share) / (1 - f) + share * (1 + 2 * f * contact);
    print_message("fraction %.3f: Z = %.4f, expected %.4f (%+.2f %%); %d levels, %.2f crossings and %.2f repeats a "
                  "collision, overlap %.2g\n",
                  f, z, expected, 100 * (z / expected - 1), event_of(&e)->cells.levels,
                  (double)event_totals(&e)->crossings / (double)event_totals(&e)->collisions,
                  (double)event_totals(&e)->repeated / (double)event_totals(&e)->collisions, event_totals(&e)->overlap);
    assert_true(fabs(z / expected - 1) < 0.015);
    assert_true(touching(&e) < 1e-12 && event_totals(&e)->overlap < 1e-11);
    assert_true(fabs(event_kinetic(&e) / energy - 1) < 1e-11); /* rounding of 2e5 collisions */
    assert_true(rp_vec_norm(rp_vec_sub(event_momentum(&e), momentum)) < 1e-11 * sqrt(2 * energy * M_PI * 190));
    event_close(&e);
}

/* Gaps of 0.1 and 0.3 mean radii; the limit is 0.2. One pair is connected through the periodic side. */
static void test_clusters(void **state)
{
    (void)state;
    const char *searches[] = {"run.event-driven.search=cells", "run.event-driven.search=lists"};
    for (int s = 0; s < 2; s++) {
        event_world e;
        const rp_scene_options options = {.set = &searches[s], .set_count = 1};
        double value[RP_EVENT_COLUMNS];
        event_expect(&e, event_open_with(&e,
                                         EVENT_SCENE
                                         "dimension: 2\ndomain: {lower: [0, 0], upper: [20, 20], periodic: "
                                         "[x]}\ninteractions: [{between: [m, m], restitution: 1}]\n"
                                         "particles: [{material: m, radius: 1, place: {list: [[1, 5], [3.1, 5], [5.2, "
                                         "5], [7.5, 5], [12, 9], [14.1, 9], [18.9, 5]]}}]\nrun: {until: 9, step: 1}\n",
                                         &options));
        rp_event_column_values(e.world, value);
        assert_true(value[RP_EVENT_COLUMNS - 2] == 3); /* four through the side, the one at 7.5, and the pair */
        assert_true(value[RP_EVENT_COLUMNS - 1] == 4);
        event_close(&e);
    }
}

static int warnings;
static void listen(void *context, rp_log_level level, const char *text)
{
    (void)context;
    warnings += level == RP_LOG_WARN && strstr(text, "within the contact time") != NULL;
}

/* A gas of contact time t_c: the share of collisions within t_c of another of either partner is 1 - exp(-2 t_c / tau);
 * nearly all of them where t_c is long. */
static void count_gaps(double contact_time, double duration, int warned)
{
    char text[1024], set[80];
    event_world e;
    with_search(text, sizeof text, "auto");
    snprintf(set, sizeof set, "run.event-driven.contact_time=%g", contact_time);
    const char *one = set;
    const rp_scene_options options = {.set = &one, .set_count = 1};
    event_expect(&e, event_open_with(&e, text, &options));
    warnings = 0;
    e.world->log.hook = listen;
    event_run(&e, duration);
    double tau = e.world->time * 100 / (2.0 * (double)event_totals(&e)->collisions);
    double share = rp_event_short_share(event_totals(&e)), expected = 1 - exp(-2 * contact_time / tau);
    print_message("t_c = %g tau: share %.5f, expected %.5f, %d warnings\n", contact_time / tau, share, expected,
                  warnings);
    /* Flights are not quite exponential in time; 3e-4: three standard deviations of the rarest, 3.6e5 collisions. */
    assert_true(fabs(share - expected) < 0.1 * expected + 3e-4);
    assert_int_equal(warnings, warned);
    event_close(&e);
}

static void test_gaps(void **state)
{
    (void)state;
    count_gaps(1e-3, 4000, 0);
    count_gaps(2e-2, 100, 1);
    count_gaps(1, 100, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_clock),     cmocka_unit_test(test_leaving),
                                       cmocka_unit_test(test_unbounded), cmocka_unit_test(test_hundred),
                                       cmocka_unit_test(test_clusters),  cmocka_unit_test(test_gaps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
