/* The graph of potential colliders [Poschel2008, section 3.4.3] against counters of changes: the same collisions, and
 * no plan that will not happen. Times of the two differ by rounding, since a prediction begins at another time: by
 * counters when the old plan's time has come, by the graph when the partner changed. Each collision makes differences
 * larger by about the free path over the radius, some ten times and more where they graze, so the runs are as short
 * as three collisions a particle.
 */
#include "event_world.h"

enum { COUNT = 400, MOST = 4000 };

typedef struct heard {
    double time[MOST];
    uint32_t a[MOST];
    int64_t b[MOST];
    int count;
} heard;

static void hear(void *context, const rp_collision *c)
{
    heard *h = context;
    assert_true(h->count < MOST);
    const int swap = c->b >= 0 && c->b < (int64_t)c->a; /* which of the two comes first is no difference */
    h->time[h->count] = c->time;
    h->a[h->count] = swap ? (uint32_t)c->b : c->a;
    h->b[h->count++] = swap ? (int64_t)c->a : c->b;
}

static void open_gas(event_world *e, const char *options)
{
    char text[1024];
    snprintf(text, sizeof text,
             EVENT_SCENE
             "dimension: 2\nseed: 8\ngravity: [0, -0.5]\ndomain: {lower: [0, -1], upper: [30, 31], "
             "periodic: [x]}\ninteractions: [{between: [m, m], restitution: 0.95}]\n"
             "particles: [{count: %d, material: m, radius: {uniform: [0.2, 0.45]}, velocity: {thermal: 0.1}, place: "
             "{random: {lower: [0, 0], upper: [30, 30]}}}]\n"
             "walls: [{name: box, plane: {point: [0, 0], normal: [0, 1]}, material: m}, {name: lid, plane: "
             "{point: [0, 30], normal: [0, -1]}, material: m}]\n"
             "run: {until: 1, step: 0.01, event-driven: {%s}}\n",
             COUNT, options);
    event_open(e, text);
}

/* Of every plan: the partner is what it was when the collision was predicted, and the partner's list has the particle.
 */
static void check_plans(const event_world *e)
{
    rp_event *m = e->world->method_state;
    size_t listed = 0, planned = 0;
    for (uint32_t i = 0; i < m->count; i++) {
        const rp_event_plan *p = &m->plan[i];
        const size_t count = rp_event_graph_list(&m->graph, i);
        listed += count;
        for (size_t n = 0; n < count; n++) {
            assert_int_equal(m->plan[m->graph.listed[n]].partner, i);
            assert_true(n == 0 || m->graph.listed[n] > m->graph.listed[n - 1]);
        }
        if (p->partner >= RP_EVENT_PARTNER_WALL) continue;
        planned++;
        assert_int_equal(p->partner_changes, m->changes[p->partner]);
    }
    assert_int_equal(listed, planned);
    assert_true(planned > COUNT / 4);
}

static void compare(const char *search)
{
    static heard by[2];
    uint64_t repeated[2];
    for (int graph = 0; graph < 2; graph++) {
        event_world e;
        char options[128];
        snprintf(options, sizeof options, "search: %s, stale: %s", search, graph ? "graph" : "counters");
        open_gas(&e, options);
        by[graph].count = 0;
        e.world->listener = (rp_listener){&by[graph], hear};
        while (by[graph].count < 3 * COUNT / 2) {
            event_run(&e, e.world->time + 0.1);
            if (graph) check_plans(&e);
        }
        repeated[graph] = event_totals(&e)->repeated;
        event_close(&e);
    }
    assert_int_equal(by[0].count, by[1].count);
    for (int n = 0; n < by[0].count; n++) {
        assert_int_equal(by[0].a[n], by[1].a[n]);
        assert_true(by[0].b[n] == by[1].b[n]);
        assert_true(fabs(by[0].time[n] - by[1].time[n])
                    < 1e-9); /* rounding 1e-15, times ten for each of six: twice the mean */
    }
    assert_true(repeated[0] > 0);
    assert_int_equal(repeated[1], 0);
}

static void test_cells(void **state)
{
    (void)state;
    compare("cells");
}

static void test_lists(void **state)
{
    (void)state;
    compare("lists");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cells), cmocka_unit_test(test_lists)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
