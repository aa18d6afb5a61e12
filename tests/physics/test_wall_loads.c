/* Walls that are no planes and move by forces: along the axes that they are let, about an axis, or both, beside closed
 * forms, by the soft method and by contact dynamics. */
#include "lab.h"
#include "meshes.h"

/* Without loss and friction; rigid contacts take the restitution, soft ones a spring. */
#define HEAD                                                                                                           \
    "repose: 1\ndimension: 3\nmethod: %s\nmaterials: {m: {density: 1000}}\ninteractions: [{between: [m, m], %s}]\n"
#define ELASTIC "normal: {law: linear, stiffness: 1.0e6}"
#define RIGID "restitution: 0.6"
#define MASS (1000 * 4.0 / 3 * M_PI * 1e-6) /* of a ball of 1 cm, kg */

static const char *const METHOD[] = {"soft", "contact-dynamics"}, *const LAW[] = {ELASTIC, RIGID};
static const double EPS[] = {1, 0.6}, STEP[] = {1e-6, 1e-4};

/* A plate in the plane z = 0, from x = left to x = right, 10 cm wide. */
static mesh_file plate(double left, double right)
{
    mesh_file m = mesh_file_begin();
    mesh_file_sheet(&m, (double[]){left, -0.05, 0}, (double[]){right - left, 0, 0}, (double[]){0, 0.1, 0}, 5, 3, 0.4);
    mesh_file_end(&m);
    return m;
}

static lab with_load(int k, const char *scene, const char *path, const char *load, double step)
{
    return lab_open(HEAD "%s"
                         "walls: [{name: w, material: m, mesh: {file: %s}, %s}]\nrun: {until: 1, step: %g}\n",
                    METHOD[k], LAW[k], scene, path, load, step);
}

#define FAR "particles: [{material: m, radius: 0.01, place: {list: [[0, 0, 5]]}}]\n"
#define FALL "gravity: [0, 0, -9.81]\n"

/* A paddle under a constant torque: omega = T t / I. The angle is exact by the soft method; positions of contact
 * dynamics move by the velocity after the step, which adds dt / 2 of it. */
static void spins_up(void **state)
{
    (void)state;
    mesh_file m = plate(-0.1, 0.1);
    for (int k = 0; k < 2; k++) {
        lab l = with_load(k, FAR, m.path, "inertia: 2.0e-4, load: {axis: [0, 1, 0], torque: 1.0e-3}", 1e-4);
        lab_steps(&l, 2000);
        const double t = 0.2, omega = 1e-3 * t / 2e-4;
        close_to(l.w->wall[0].angular_speed, omega, 1e-11); /* rounding of 2000 sums */
        close_to(l.w->wall[0].angle, 0.5 * omega * (t + (k ? 1e-4 : 0)), 1e-11);
        close_to(lab_measure(&l).budget_error, 0, 1e-12);
        close_to(lab_measure(&l).walls, 0.5 * 2e-4 * omega * omega, 1e-13);
        lab_close(&l);
    }
    unlink(m.path);
}

/* Stages change force and torque: velocities follow by pieces. */
static void by_stages(void **state)
{
    (void)state;
    mesh_file m = plate(-0.1, 0.1);
    for (int k = 0; k < 2; k++) {
        rp_error err;
        lab l = lab_open(
            HEAD FAR "walls: [{name: w, material: m, mesh: {file: %s}, mass: 0.1, inertia: 2.0e-4, load: {axes: [x], "
                     "axis: [0, 1, 0], torque: 1.0e-3}}]\nrun: {step: 1.0e-4}\nstages: [{until: 0.1}, {until: 0.1, "
                     "walls: {w: {torque: -3.0e-3, force: [2, 0, 0]}}}, {until: 0.1, walls: {w: {force: [0, 0, "
                     "0]}}}]\n",
            METHOD[k], LAW[k], m.path);
        lab_ok(rp_sim_advance(l.sim, 0.3, &err), &err);
        /* Verlet's rule takes the mean of the loads before and after a step: half a step of the jump */
        const double half = k ? 0 : 0.5 * 1e-4, rounding = 1e-10;
        close_to(l.w->wall[0].angular_speed, (1e-3 * 0.1 - 3e-3 * 0.2) / 2e-4, half * 4e-3 / 2e-4 + rounding);
        close_to(l.w->wall[0].speed.x, 2 * 0.1 / 0.1, half * 2 / 0.1 + rounding);
        lab_close(&l);
    }
    unlink(m.path);
}

/* A lid falls at g, in the axes that it is let alone. */
static void falls(void **state)
{
    (void)state;
    mesh_file m = plate(-0.1, 0.1);
    for (int k = 0; k < 2; k++) {
        lab l = with_load(k, "gravity: [3, 0, -9.81]\n" FAR, m.path,
                          "mass: 0.2, load: {axes: [z, y], force: [0, 1, 0], gravity: true}", 1e-4);
        lab_steps(&l, 1000);
        const double t = 0.1, late = k ? 1e-4 : 0;
        close_to(l.w->wall[0].offset.x, 0, 0);
        close_to(l.w->wall[0].offset.y, 0.5 * 5 * t * (t + late), 1e-12); /* rounding of 1000 sums */
        close_to(l.w->wall[0].offset.z, -0.5 * 9.81 * t * (t + late), 1e-12);
        close_to(l.w->wall[0].speed.z, -9.81 * t, 1e-12);
        lab_close(&l);
    }
    unlink(m.path);
}

/* Against a dashpot: v = F / c (1 - exp(-c t / m)). */
static void damped(void **state)
{
    (void)state;
    mesh_file m = plate(-0.1, 0.1);
    lab l = with_load(0, FAR, m.path, "mass: 0.1, load: {axes: [x], force: [1, 0, 0], damping: 2}", 1e-4);
    lab_steps(&l, 500);
    close_to(l.w->wall[0].speed.x, 0.5 * (1 - exp(-2 * 0.05 / 0.1)), 1e-6); /* (c dt / m)^2 = 4e-6, of 0.5 m/s */
    lab_close(&l);
    lab r = with_load(1, FAR, m.path, "mass: 0.1, load: {axes: [x], force: [1, 0, 0]}", 1e-4);
    lab_close(&r);
    unlink(m.path);
}

/* A flap that hangs in its hinge, let go from the horizontal: I omega^2 / 2 = m g d sin(angle), and it hangs down after
 * K(1/sqrt(2)) sqrt(I / (m g d)). */
static void swings(void **state)
{
    (void)state;
    mesh_file m = plate(0, 0.2);
    const double quarter = 1.8540746773013719 * sqrt(4e-3 / (0.3 * 9.81 * 0.1));
    for (int k = 0; k < 2; k++) {
        lab l = with_load(k, FALL FAR, m.path,
                          "mass: 0.3, inertia: 4.0e-3, load: {axis: [0, 1, 0], point: [0, 0, 0], centre: [0.1, 0, 0], "
                          "gravity: true}",
                          1e-4);
        const rp_wall *w = &l.w->wall[0];
        while (w->angle < 0.5 * M_PI) {
            lab_steps(&l, 1);
            /* second order in dt, first order by contact dynamics: 1e-4 s of some 0.2 s */
            close_to(0.5 * 4e-3 * w->angular_speed * w->angular_speed, 0.3 * 9.81 * 0.1 * sin(w->angle),
                     k ? 3e-4 : 1e-7);
        }
        close_to(l.w->time, quarter, 2e-4); /* whole steps */
        lab_close(&l);
    }
    unlink(m.path);
}

static double momentum(const lab *l, double x)
{
    return -x * MASS * lab_v(l, 0).z + 1e-4 * l->w->wall[0].angular_speed;
}

/* A ball falls on a see-saw, 15 cm from its axis: P = (1 + e) v / (1/m + a^2/I); 12 cm if the axis is askew. */
static void see_saw(void **state)
{
    (void)state;
    mesh_file m = plate(-0.2, 0.2);
    const char *const loads[] = {"inertia: 1.0e-4, load: {axis: [0, 1, 0], point: [0, 0, 0]}",
                                 "inertia: 1.0e-4, load: {axis: [3, 4, 0], point: [0, 0, 0]}"};
    for (int n = 0; n < 4; n++) {
        const int k = n % 2;
        const double a = n < 2 ? 0.15 : 0.12;
        lab l = with_load(k,
                          "particles: [{material: m, radius: 0.01, velocity: [0, 0, -1], place: {list: [[0.15, 0, "
                          "0.0105]]}}]\n",
                          m.path, loads[n / 2], STEP[k]);
        const double P = (1 + EPS[k]) / (1 / MASS + a * a / 1e-4);
        lab_until(&l, 0.002);
        /* the ball strikes off the surface that turned by up to 1e-3 while it was touched */
        close_to(l.w->wall[0].angular_speed, a * P / 1e-4, k ? 1e-9 : 2e-3 * a * P / 1e-4);
        close_to(lab_v(&l, 0).z, -1 + P / MASS, k ? 1e-9 : 2e-3);
        close_to(momentum(&l, lab_x(&l, 0).x * a / 0.15), a * MASS, 2e-3 * a * MASS);
        close_to(lab_measure(&l).budget_error, 0, k ? 1e-12 : 1e-4 * lab_measure(&l).turnover); /* (w dt)^2 */
        lab_close(&l);
    }
    unlink(m.path);
}

/* A ball strikes a plate that is let in z: two masses on a line. */
static void two_masses(void **state)
{
    (void)state;
    mesh_file m = plate(-0.2, 0.2);
    const double M = 0.01, e = 1;
    for (int k = 0; k < 2; k++) {
        lab l = with_load(k,
                          "particles: [{material: m, radius: 0.01, velocity: [0, 0, -1], place: {list: [[0.03, 0, "
                          "0.0105]]}}]\n",
                          m.path, "mass: 0.01, load: {axes: [z]}", STEP[k]);
        const double P = (e + EPS[k]) / (1 / MASS + 1 / M);
        lab_until(&l, 0.002);
        close_to(l.w->wall[0].speed.z, -P / M, k ? 1e-9 : 1e-4); /* soft: (w dt)^2 = 3e-4 */
        close_to(lab_v(&l, 0).z, -1 + P / MASS, k ? 1e-9 : 1e-4);
        lab_close(&l);
    }
    unlink(m.path);
}

/* A heavy lid comes to rest on a ball, and the ball carries its weight. */
static void weight_is_carried(void **state)
{
    (void)state;
    mesh_file m = plate(-0.1, 0.1);
    for (int k = 0; k < 2; k++) {
        lab l = lab_open(
            "repose: 1\ndimension: 3\nmethod: %s\nmaterials: {m: {density: 1000}}\ninteractions: [{between: [m, m], "
            "friction: 0.5, restitution: 0.2, normal: {law: linear, stiffness: 1.0e4}}]\n" FALL
            "particles: [{material: m, radius: 0.01, place: {list: [[0, 0, 0.01]]}}]\n"
            "walls: [{name: w, material: m, mesh: {file: %s, move: [0, 0, 0.021]}, mass: 0.05, load: {axes: [z], "
            "gravity: true}}, {name: floor, material: m, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}]\n"
            "run: {until: 1, step: %g}\n",
            METHOD[k], m.path, k ? 1e-4 : 1e-5);
        lab_until(&l, 1);
        close_to(l.w->wall[0].force.z, 0.05 * 9.81, 2e-4 * 0.05 * 9.81); /* the ringing that is left after a second */
        close_to(l.w->wall[1].force.z, -(0.05 + MASS) * 9.81, 2e-4 * 0.05 * 9.81);
        lab_close(&l);
    }
    unlink(m.path);
}

/* A beam in two dimensions is a segment: the same see-saw with a disc. */
static void beam(void **state)
{
    (void)state;
    const double mass = 1000 * M_PI * 1e-4 * 0.1, a = 0.1, I = 0.02;
    for (int k = 0; k < 2; k++) {
        lab l = lab_open(
            "repose: 1\ndimension: 2\nthickness: 0.1\nmethod: %s\nmaterials: {m: {density: 1000}}\ninteractions: "
            "[{between: [m, m], %s}]\nparticles: [{material: m, radius: 0.01, velocity: [0, -1], place: {list: [[0.1, "
            "0.0105]]}}]\nwalls: [{name: w, material: m, segment: {from: [-0.2, 0], to: [0.2, 0]}, inertia: 0.02, "
            "load: "
            "{point: [0, 0]}}]\nrun: {until: 1, step: %g}\n",
            METHOD[k], LAW[k], STEP[k]);
        const double P = (1 + EPS[k]) / (1 / mass + a * a / I);
        lab_until(&l, 0.004);
        close_to(l.w->wall[0].angular_speed, -a * P / I, k ? 1e-9 : 5e-3 * a * P / I); /* it turns while touched */
        lab_close(&l);
    }
}

/* A blade under a torque in a bed: any threads and restarts give the same bits, and the budget closes. */
static void same_bits(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        lab a, b;
        char text[4096];
        mesh_file m = plate(-0.05, 0.05);
        snprintf(
            text, sizeof text,
            "repose: 1\ndimension: 3\nmethod: %s\nmaterials: {m: {density: 1000}}\ninteractions: [{between: [m, "
            "m], friction: 0.4, restitution: 0.5, normal: {law: linear, stiffness: 1.0e4}}]\n" FALL
            "particles: [{material: m, radius: 0.008, count: 120, place: {random: {lower: [-0.06, -0.05, 0.01], "
            "upper: [0.06, 0.05, 0.2]}}}]\nwalls: [{name: w, material: m, mesh: {file: %s, move: [0, 0, 0.06]}, "
            "mass: 0.05, inertia: 1.0e-4, load: {axes: [z, x], force: [0, 0, 0.3], axis: [0, 1, 0], torque: {table: "
            "[[0, 0], [0.1, 0.02]]}, gravity: true}}, {name: box, material: m, box: {lower: [-0.06, -0.05, 0], "
            "upper: [0.06, 0.05, 0.3]}}]\nrun: {until: 1, step: %g}\n",
            METHOD[k], m.path, k ? 2e-4 : 2e-5);
        lab_twins(text, 5, k ? 60 : 800, &a, &b);
        assert_true(a.w->wall[0].angle != 0 && a.w->wall[0].offset.x != 0);
        close_to(lab_measure(&a).budget_error, 0, 2e-3 * lab_measure(&a).turnover); /* second order of the contacts */
        lab_close(&a);
        lab_close(&b);
        unlink(m.path);
    }
}

static void refused(const char *method, const char *wall, const char *what)
{
    rp_error err;
    rp_sim *sim = NULL;
    char text[4096], said[1600];
    rp_sim_def def = rp_sim_def_default();
    snprintf(text, sizeof text, HEAD FAR "walls: [{name: w, material: m, %s}]\nrun: {until: 1, step: 1.0e-4}\n", method,
             ELASTIC ", restitution: 1", wall);
    def.text = text;
    assert_int_equal(rp_sim_create(&def, &sim, &err), RP_INPUT);
    rp_error_text(&err, said, sizeof said);
    if (!strstr(said, what)) fail_msg("'%s' instead of '%s'", said, what);
}

#define DISC "disc: {point: [0, 0, 0], normal: [0, 0, 1], radius: 0.1}"

static void refusals(void **state)
{
    (void)state;
    refused("soft", DISC ", mass: 1, load: {force: [0, 0, 1]}", "the wall has no axes to move along");
    refused("soft", DISC ", load: {}", "mapping");
    refused("soft", DISC ", mass: 1, load: {gravity: true}", "a load on a wall that cannot move");
    refused("soft", DISC ", load: {axes: [z]}", "missing key 'mass'");
    refused("soft", DISC ", mass: 1, load: {axes: [w]}", "unknown");
    refused("soft", DISC ", load: {torque: 1}", "missing key 'inertia'");
    refused("soft", DISC ", inertia: 1", "an inertia without a load");
    refused("soft", DISC ", mass: 1, inertia: 1, load: {torque: 1}", "no effect without");
    refused("soft", DISC ", mass: 1, inertia: 1, load: {axes: [z], centre: [0, 0, 1]}", "turns about its centre");
    refused("soft", DISC ", mass: 1, load: {axes: [z]}, velocity: [0, 0, 1]", "velocity");
    refused("soft", "box: {lower: [-1, -1, -1], upper: [1, 1, 9]}, inertia: 1, load: {torque: 1, axis: [0, 0, 1]}",
            "a box cannot rotate");
    refused("soft", "plane: {point: [0, 0, 0], normal: [0, 0, 1]}, mass: 1, inertia: 1, load: {force: 1}",
            "does not turn");
    refused("event-driven", DISC ", mass: 1, load: {axes: [z]}", "load");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spins_up),   cmocka_unit_test(by_stages),
        cmocka_unit_test(falls),      cmocka_unit_test(damped),
        cmocka_unit_test(swings),     cmocka_unit_test(see_saw),
        cmocka_unit_test(two_masses), cmocka_unit_test(weight_is_carried),
        cmocka_unit_test(beam),       cmocka_unit_test(same_bits),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
