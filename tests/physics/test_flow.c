/* Sources and sinks by all methods: rates and amounts to one particle, shares, no kick by a sink, the budget. */
#include "physics/lab.h"
#include "meshes.h"

/* To fill in: method, step, sources and sinks. A floor far below, so that particles fall all the time. */
static const char *scene =
    "repose: 1\ndimension: 3\nmethod: %s\nseed: 3\ngravity: [0, 0, -9.81]\n"
    "domain: {lower: [-0.1, -0.1, -1], upper: [0.1, 0.1, 0.1], leave: remove}\n"
    "materials: {m: {density: 1000}, n: {density: 3000}}\n"
    "interactions: [{between: [any, any], friction: 0.5, restitution: 0.6, normal: {law: linear, stiffness: 1.0e3}}]\n"
    "walls: [{name: floor, plane: {point: [0, 0, -0.9], normal: [0, 0, 1]}, material: m}]\n"
    "run: {until: 2, step: %s, event-driven: {collapse: tc, contact_time: 1.0e-5}}\n%s\n";

static const char *const methods[] = {"soft", "contact-dynamics", "event-driven"};
/* soft: less than a tenth of a contact, pi sqrt(m_eff / k), of the smallest particles, 1 mm; longer for larger ones */
static const char *const steps[] = {"1.0e-5", "1.0e-4", "1.0e-4"};
#define STEP_2_MM "4.0e-5"
#define STEP_4_MM "1.0e-4"

static void go(lab *l, double t)
{
    rp_error err;
    lab_ok(rp_sim_advance(l->sim, t, &err), &err);
}

static double value(lab *l, const char *name)
{
    rp_error err;
    double x;
    lab_ok(rp_sim_measure(l->sim, name, &x, &err), &err);
    return x;
}

#define BOX "box: {lower: [-0.05, -0.05, 0], upper: [0.05, 0.05, 0.05]}"

static void rate_by_number(void **state)
{
    (void)state;
    for (int m = 0; m < 3; m++) {
        lab l = lab_open(scene, methods[m], steps[m],
                         "sources: [{name: s, " BOX
                         ", particles: {material: m, radius: 0.002}, rate: {count: 733}, every: 0.01, start: 0.05}]");
        for (int k = 1; k <= 5; k++) {
            double t = 0.05 + 0.04 * k;
            go(&l, t + 2e-4); /* the batch at t has come */
            close_to(value(&l, "s.added"), floor(733 * (t - 0.05) + 1e-9), 1.01 * 733 * 1e-4 + 1e-9);
        }
        lab_close(&l);
    }
}

static void rate_and_amount_by_mass(void **state)
{
    (void)state;
    const double heaviest = 1000 * 4.0 / 3 * M_PI * 0.003 * 0.003 * 0.003;
    for (int m = 0; m < 3; m++) {
        lab l = lab_open(scene, methods[m], steps[m],
                         "sources: [{name: s, " BOX
                         ", particles: {material: m, radius: {uniform: [0.001, 0.003], by: mass}}, rate: {mass: 0.02}, "
                         "amount: {mass: 0.004}, every: 0.01}]");
        go(&l, 0.1 + 2e-4);
        /* never more than is due, and less than one particle short of it */
        assert_in_range(1e9 * (0.02 * 0.1001 - value(&l, "s.added_mass")), 0, (uint64_t)(1e9 * heaviest));
        go(&l, 0.5);
        close_to(value(&l, "s.added_mass"), 0.004, 0.5 * heaviest);
        close_to(value(&l, "s-particles.added_mass"), value(&l, "added_mass"), 1e-15);
        lab_close(&l);
    }
}

static void amount_by_number_and_shares(void **state)
{
    (void)state;
    lab l = lab_open(
        scene, "soft", "1.0e-5",
        "sources: [{name: s, " BOX
        ", shares: mass, particles: [{name: a, share: 3, material: m, radius: {uniform: [0.0015, 0.002]}}, "
        "{name: b, share: 1, material: n, radius: 0.001}], amount: {count: 997}, attempts: 50}]");
    for (double t = 0.05; t < 1 && value(&l, "s.added") < 997; t += 0.05) go(&l, t);
    go(&l, l.w->time + 0.05); /* and no more come */
    assert_true(value(&l, "s.added") == 997);
    double heaviest = 1000 * 4.0 / 3 * M_PI * 0.002 * 0.002 * 0.002;
    close_to(value(&l, "a.added_mass"), 0.75 * value(&l, "s.added_mass"), heaviest);
    lab_close(&l);
}

/* To a solid fraction: exceeded by less than the last particle. */
static void solid_fraction(void **state)
{
    (void)state;
    lab l = lab_open(
        scene, "soft", STEP_2_MM,
        "sources: [{name: s, cylinder: {point: [0, 0, -0.85], axis: [0, 0, 1], radius: 0.04, from: 0, to: 0.1}, "
        "particles: {material: m, radius: 0.002}, amount: {solid_fraction: 0.12}}]");
    go(&l, 0.01);
    double solid = value(&l, "s.added") * 4.0 / 3 * M_PI * 8e-9, volume = M_PI * 0.04 * 0.04 * 0.1;
    close_to(solid / volume, 0.12, 4.0 / 3 * M_PI * 8e-9 / volume);
    go(&l, 0.5); /* they have fallen out of it, and no more come */
    close_to(value(&l, "s.added") * 4.0 / 3 * M_PI * 8e-9, solid, 1e-12);
    lab_close(&l);
}

static int warnings;
static void listen(void *context, rp_log_level level, const char *message)
{
    (void)context;
    warnings += level == RP_LOG_WARN && strstr(message, "finds no room") != NULL;
}

/* A source in a place that fills up says so once; what does not fit comes later, or not at all. */
static void no_room(void **state)
{
    (void)state;
    for (int catch_up = 0; catch_up < 2; catch_up++) {
        char text[300];
        snprintf(text, sizeof text,
                 "sources: [{name: s, box: {lower: [-0.01, -0.01, -0.89], upper: [0.01, 0.01, -0.87]}, catch_up: %s, "
                 "particles: {material: m, radius: 0.004}, rate: {count: 100}, every: 0.05, end: 1}]",
                 catch_up ? "true" : "false");
        lab l = lab_open(scene, "soft", STEP_4_MM, text);
        warnings = 0;
        l.w->log = (rp_logger){listen, NULL};
        go(&l, 1.001);
        double added = value(&l, "s.added"), left = value(&l, "s.left_out");
        assert_true(warnings == 1 && added > 5 && added < 99);
        assert_true(catch_up ? left == 0 : added + left == 100);
        lab_close(&l);
    }
}

/* Without a sink, a source and a drag the energy that is there is what came, fell and was lost; with sinks what they
 * took, too. The hard methods balance to rounding, and the soft one by what its steps of a tenth of the contact time
 * leave: one percent of the turnover. */
static void budget(void **state)
{
    (void)state;
    for (int m = 0; m < 3; m++) {
        lab l = lab_open(scene, methods[m], steps[m],
                         "sources: [{name: s, " BOX
                         ", particles: {material: m, radius: {uniform: [0.002, 0.003]}}, rate: {count: 500}, "
                         "velocity: {mean: [0, 0, -1], spread: 0.2}, omega: [0, 5, 0]}]\n"
                         "sinks: [{name: low, box: {lower: [0, -0.1, -1], upper: [0.1, 0.1, -0.85]}}]");
        go(&l, 0.8);
        rp_measures now = lab_measure(&l);
        assert_true(value(&l, "low.removed") > 20 && value(&l, "low.removed_energy") > 0);
        assert_true(value(&l, "particles") == value(&l, "s.added") - value(&l, "removed"));
        close_to(value(&l, "low.removed_mass") + value(&l, "domain.removed_mass"), value(&l, "removed_mass"), 1e-15);
        assert_true(fabs(now.budget_error) < (m ? 1e-11 : 1e-2) * now.turnover);
        lab_close(&l);
    }
}

/* A row of balls pressed between two walls; a sink takes the middle one. The others keep position and velocity to the
 * bit, and forces of the contacts that remain are as they were. */
static void no_kick(void **state)
{
    (void)state;
    lab l = lab_open(
        "repose: 1\ndimension: 2\nmethod: soft\nthickness: 1\nmaterials: {m: {density: 1000}}\n"
        "interactions: [{between: [m, m], friction: 0.5, restitution: 0.5, normal: {law: linear, stiffness: 1.0e5}}]\n"
        "particles: [{name: row, material: m, radius: 0.01, place: {list: [[0.0099, 0], [0.0297, 0], [0.0495, 0], "
        "[0.0693, 0], [0.0891, 0]]}}]\n"
        "walls: [{name: left, plane: {point: [0, 0], normal: [1, 0]}, material: m}, {name: right, plane: {point: "
        "[0.099, "
        "0], normal: [-1, 0]}, material: m}]\n"
        "sinks: [{name: hole, cylinder: {point: [0.0495, 0], radius: 0.001}, active: false}]\n"
        "run: {until: 1, step: 1.0e-5}\n");
    go(&l, 0.05);
    rp_row before[5];
    const rp_measures then = lab_measure(&l);
    for (uint32_t id = 0; id < 5; id++) before[id] = l.w->particles.row[rp_particles_slot(&l.w->particles, id)];
    l.w->sink[0].active = 1;
    l.w->sink_next = 0;
    rp_error err;
    lab_ok(rp_sim_flow(l.sim, &err), &err);
    assert_int_equal(l.w->particles.count, 4);
    for (uint32_t id = 0; id < 5; id++)
        if (id != 2)
            assert_memory_equal(&before[id], &l.w->particles.row[rp_particles_slot(&l.w->particles, id)],
                                sizeof *before);
    rp_contact_list list = {0};
    lab_ok(l.method->contacts(l.w, &list, &err), &err);
    assert_int_equal(list.count, 4); /* two with walls, two between balls */
    for (size_t c = 0; c < list.count; c++) assert_true(list.view[c].fn > 0);
    rp_memory_free(list.view);
    rp_measures now = lab_measure(&l);
    assert_true(then.stored > 0 && now.stored < then.stored);
    assert_true(fabs(now.budget_error - then.budget_error) < 1e-14 * now.turnover); /* rounding of a few sums */
    lab_close(&l);
}

/* Balls fall through an open mesh, over its edges and corners, too: each is counted once. Those that fly up through it
 * and come back are counted and taken off. */
static void passages(void **state)
{
    (void)state;
    char text[8000], place[6000];
    int size = 0;
    mesh_file m = mesh_file_begin();
    mesh_file_sheet(&m, (double[]){-0.06, -0.06, -0.2}, (double[]){0.12, 0, 0}, (double[]){0, 0.12, 0}, 12, 12, 0);
    mesh_file_end(&m);
    for (int i = 1; i < 12; i++) /* over corners, and over the middles of edges or diagonals */
        for (int j = 1; j < 12; j++)
            size += snprintf(place + size, sizeof place - (size_t)size, "%s[%.17g, %.17g, 0]", size ? ", " : "",
                             -0.06 + i / 12. * 0.12 + (j % 2 ? 0.005 : 0), -0.06 + j / 12. * 0.12);
    for (int k = 0; k < 3; k++) {
        snprintf(text, sizeof text,
                 "particles: [{name: down, material: m, radius: 0.002, place: {list: [%s]}}, {name: up, material: n, "
                 "radius: 0.002, velocity: [0, 0, 2], place: {list: [[0.058, 0.059, -0.3], [-0.059, -0.058, -0.3]]}}]\n"
                 "sinks: [{name: net, mesh: {file: %s}, pass: true}, {name: hole, disc: {point: [0, 0, -0.1], normal: "
                 "[0, 0, -1], radius: 0.009}, pass: true}, {name: level, plane: {point: [0, 0, -0.15], normal: [0, 0, "
                 "1]}, pass: true}]",
                 place, m.path);
        lab l = lab_open(scene, methods[k], steps[k], text);
        const double mass = lab_mass(&l, 0);
        go(&l, 0.1); /* two went up through the net; those that fall from 0 are at -0.05 */
        assert_true(value(&l, "net.removed") == 2 && value(&l, "hole.removed") == 0);
        close_to(value(&l, "net.removed_mass"), 6 * mass, 1e-15); /* three times as dense */
        go(&l, 0.4);                                              /* all are below the net */
        assert_true(value(&l, "net.removed") == -121 && value(&l, "level.removed") == -121);
        close_to(value(&l, "net.removed_mass"), -121 * mass, 1e-12);
        assert_true(value(&l, "hole.removed") == 1); /* its neighbours are 1 cm away, or more */
        assert_true(value(&l, "net.down.removed") == -121 && value(&l, "net.up.removed") == 0);
        close_to(value(&l, "net.down.removed_mass"), -121 * mass, 1e-12);
        assert_int_equal(l.w->particles.count, 123);
        lab_close(&l);
    }
    unlink(m.path);
}

static const char *const poured_scene =
    "repose: 1\ndimension: 2\nmethod: %s\ngravity: [0, -9.81]\nmaterials: {m: {density: 1000}}\ninteractions: "
    "[{between: [m, m], friction: 0.3, restitution: 0.3, normal: {law: linear, stiffness: 2.0e4}}]\ndomain: {lower: "
    "[0, "
    "-0.1], upper: [0.1, 1], periodic: [x]}\nwalls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: "
    "m}]\nparticles: [{name: bed, material: m, radius: {uniform: [0.004, 0.006]}, count: 60, velocity: [0, -0.5], "
    "place: "
    "{poured: {lower: [0, 0.1], upper: [0.1, 0.14], at_most: %g}}}]\n%s\nrun: {step: %s%s, event-driven: {collapse: "
    "tc, "
    "contact_time: 1.0e-4}}\n";

/* A bed is poured: the stages of the scene begin when all have come and rest, and the floor carries their weight. */
static void poured(void **state)
{
    (void)state;
    rp_error err;
    for (int k = 0; k < 3; k++) {
        lab l = lab_open(poured_scene, methods[k], 5.0, "stages: [{name: shake, until: 0.05}]", k ? "1.0e-4" : "2.0e-4",
                         "");
        while (l.sim->at.stage == 0) go(&l, l.w->time + 0.01);
        const rp_measures m = lab_measure(&l);
        double lift = 0, weight = 0;
        assert_int_equal(l.w->particles.count, 60);
        for (size_t i = 0; i < 60; i++) {
            weight += l.w->particles.mass[i] * 9.81;
            lift += l.w->particles.mass[i] * 9.81 * l.w->particles.row[i].r;
            assert_true(l.w->particles.row[i].y < 0.1);
        }
        assert_true(l.w->time < 4 && m.kinetic + m.rotational < 2e-4 * lift); /* 0.01 s after it was 1e-4 */
        if (k < 2) close_to(l.w->wall[0].force.y, -weight, 0.05 * weight);    /* the motion that is left */
        const double begun = l.sim->at.begun ? l.sim->at.start : l.w->time;   /* it begins with the next step */
        go(&l, 100);
        close_to(l.w->time, begun + 0.05, 1.01 * l.w->dt);
        lab_close(&l);
    }
    lab l = lab_open(poured_scene, methods[1], 0.2, "", "1.0e-4", ", until: 0.3"); /* it takes longer to rest */
    go(&l, 100);
    close_to(l.w->time, 0.5, 2.01 * l.w->dt);
    lab_close(&l);
    rp_sim *sim = NULL;
    rp_sim_def def = rp_sim_def_default();
    def.text = "repose: 1\ndimension: 2\nmethod: soft\nmaterials: {m: {density: 1}}\ninteractions: [{between: [m, m], "
               "normal: {law: linear, stiffness: 1}}]\nparticles: [{material: m, radius: 1, count: 3, place: {poured: "
               "{lower: [0, 0], upper: [9, 9], at_most: 1}}}]\nrun: {until: 1}\n";
    assert_int_equal(rp_sim_create(&def, &sim, &err), RP_INPUT);
    assert_non_null(strstr(err.what, "without gravity nothing settles"));
}

/* Clumps that turn and fall without touching, their number, their mass by a closed form, and the budget with the energy
 * that came. */
static void clumps_from_a_source(void **state)
{
    (void)state;
    static const char *const source =
        "sources: [{name: s, " BOX
        ", omega: [30, -20, 10], velocity: [0, 0, 1], amount: {count: 40}, particles: {material: m, angle: random, "
        "shape: {clump: {spheres: [[0, 0, 0, 0.002], [0.004, 0, 0, 0.002]]}}, radius: {uniform: [0.002, 0.004]}}}]";
    for (int m = 0; m < 2; m++) {
        lab l = lab_open(scene, methods[m], steps[m], source);
        go(&l, 0.02);
        assert_true(value(&l, "s.added") == 40 && l.w->bodies.count == 40 && l.w->particles.count == 80);
        double mass = 0;
        for (size_t n = 0; n < l.w->bodies.count; n++) { /* two balls that touch: half the bounding radius each */
            const double r = 0.5 * rp_bodies_radius(&l.w->bodies, n);
            mass += 2 * 1000 * 4.0 / 3 * M_PI * r * r * r;
        }
        close_to(value(&l, "s.added_mass"), mass, 1e-12 * mass);
        const rp_measures now = lab_measure(&l);
        assert_int_equal(now.contacts, 0);
        assert_true(now.rotational > 1e-3 * now.kinetic);
        /* a free top errs by (omega dt)^2 of what turns it, (37.4 * 1e-4)^2 = 1.4e-5 at most; the fall by rounding */
        assert_true(fabs(now.budget_error) < 1.4e-5 * now.rotational + 1e-13 * now.turnover);
        lab_close(&l);
    }
}

/* Squares of one size: mass and energy by closed forms, also where they come at one side of a periodic domain. */
static void polygons_from_a_source(void **state)
{
    (void)state;
    for (int m = 0; m < 2; m++) {
        lab l = lab_open("{repose: 1, dimension: 2, method: %s, thickness: 0.5, materials: {m: {density: 1000}},\n"
                         "domain: {lower: [0, 0], upper: [1, 1], periodic: [x, y]}, interactions: [{between: [m, m], "
                         "friction: 0.5, restitution: 0.6, normal: {law: linear, stiffness: 1.0e3}}],\n"
                         "sources: [{name: s, segment: {from: [1, 0.3], to: [1, 0.7]}, velocity: [2, 0], omega: 3, "
                         "amount: {count: 5}, particles: {material: m, shape: {polygon: {sides: 4}}, angle: random, "
                         "radius: 0.01}}],\n"
                         "run: {until: 1, step: 1.0e-4}}",
                         methods[m]);
        go(&l, 0.1);
        const double area = 2 * 0.01 * 0.01, mass = 5 * 1000 * 0.5 * area, inertia = mass * area / 6;
        assert_true(value(&l, "s.added") == 5 && l.w->particles.count == 5);
        close_to(value(&l, "s.added_mass"), mass, 1e-13 * mass);
        close_to(value(&l, "added_energy"), 0.5 * mass * 4 + 0.5 * inertia * 9, 1e-13 * mass);
        close_to(lab_measure(&l).budget_error, 0, 1e-13 * mass);
        lab_close(&l);
    }
}

/* What clumps cannot have is refused before the run, not when the first one comes. */
static void refused_at_the_start(void **state)
{
    (void)state;
    static const char *const kinds[][3] = {
        {"event-driven", "", "takes no clumps"},
        {"soft", ", lock: [rotation]", "which cannot be locked"},
        {"contact-dynamics", ", lock: [rotation]", "which cannot be locked"},
    };
    for (int k = 0; k < 3; k++) {
        char source[512];
        snprintf(source, sizeof source,
                 "sources: [{name: s, " BOX ", start: 0.1, amount: {count: 4}, particles: {material: m, shape: {clump: "
                 "{spheres: [[0, 0, 0, 0.002], [0.004, 0, 0, 0.002]]}}%s}}]",
                 kinds[k][1]);
        char text[2048];
        rp_error err;
        rp_sim *sim;
        rp_sim_def def = rp_sim_def_default();
        snprintf(text, sizeof text, scene, kinds[k][0], "1.0e-4", source);
        def.text = text;
        assert_int_equal(rp_sim_create(&def, &sim, &err), RP_INPUT);
        assert_non_null(strstr(err.what, kinds[k][2]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passages),
        cmocka_unit_test(poured),
        cmocka_unit_test(rate_by_number),
        cmocka_unit_test(rate_and_amount_by_mass),
        cmocka_unit_test(amount_by_number_and_shares),
        cmocka_unit_test(solid_fraction),
        cmocka_unit_test(no_room),
        cmocka_unit_test(budget),
        cmocka_unit_test(clumps_from_a_source),
        cmocka_unit_test(polygons_from_a_source),
        cmocka_unit_test(refused_at_the_start),
        cmocka_unit_test(no_kick),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
