/* Walls that move, vibrate, turn and go; groups glued to them; forces and torques that walls report. */
#include "lab.h"

#define HEAD                                                                                                           \
    "repose: 1\ndimension: 3\nmethod: soft\nmaterials: {m: {density: 1000}}\n"                                         \
    "interactions: [{between: [m, m], friction: 0.5, restitution: 0.5, normal: {law: linear, stiffness: 1.0e5}, "      \
    "tangential: {law: cundall-strack, damping_ratio: 0.5}}]\n"
#define HEAD2                                                                                                          \
    "repose: 1\ndimension: 2\nmethod: soft\nmaterials: {m: {density: 1000}}\n"                                         \
    "interactions: [{between: [m, m], friction: 0.5, restitution: 0.5, normal: {law: linear, stiffness: 1.0e5}, "      \
    "tangential: {law: cundall-strack, damping_ratio: 0.5}}]\n"

static double mass3(double r) { return 1000 * 4.0 / 3 * M_PI * r * r * r; }

/* A racket of speed u meets a ball at rest: in its frame the ball comes with -u and leaves with eps u, so v = (1 + eps)
 * u. */
static void moving_wall(void **state)
{
    (void)state;
    lab l = lab_open(HEAD "particles: [{material: m, radius: 0.01, place: {list: [[0, 0, 0.0101]]}}]\n"
                          "walls: [{name: w, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m, velocity: [0, "
                          "0, 0.3]}]\nrun: {until: 1, step: 1.0e-6}\n");
    lab_until(&l, 0.01);
    double m = lab_mass(&l, 0), w0 = sqrt(1e5 / m);
    close_to(lab_v(&l, 0).z, 1.5 * 0.3, 0.3 * 2 * w0 * 1e-6); /* the dashpot's jump within the first step */
    close_to(l.w->wall[0].offset.z, 0.3 * l.w->time, 1e-14);
    /* work of the wall: impulse times its speed */
    close_to(l.w->totals.walls, -l.w->wall[0].impulse.z * 0.3, 1e-12);
    close_to(lab_measure(&l).budget_error, 0, 1e-3 * lab_measure(&l).turnover);
    lab_close(&l);
}

/* offset = A (sin(w t + phase) - sin(phase)), speed = A w cos(w t + phase): exact at every step. */
static void vibrating_wall(void **state)
{
    (void)state;
    const double f = 40, phase = 0.7, A = 0.002;
    lab l = lab_open(HEAD
                     "gravity: [0, 0, -9.81]\nparticles: [{material: m, radius: 0.01, place: {list: [[0, 0, 0.2]]}}]\n"
                     "walls: [{name: w, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m, vibration: "
                     "{amplitude: [0.001, 0, %g], frequency: %g, phase: %g}}]\nrun: {until: 1, step: 1.0e-4}\n",
                     A, f, phase);
    for (int n = 0; n < 20; n++) {
        lab_steps(&l, 73);
        double w = 2 * M_PI * f, t = l.w->time;
        close_to(l.w->wall[0].offset.z, A * (sin(w * t + phase) - sin(phase)),
                 1e-15); /* sums of some 1e3 increments of 1e-5 */
        close_to(l.w->wall[0].offset.x, 0.001 * (sin(w * t + phase) - sin(phase)), 1e-15);
        close_to(l.w->wall[0].speed.z, A * w * cos(w * t + phase), 1e-12);
    }
    lab_close(&l);
}

static void advance_to(lab *l, double time)
{
    rp_error err;
    lab_ok(rp_sim_advance(l->sim, time, &err), &err);
}

/* A stage's vibration begins where the wall is, at its own phase, and ends where the next stage stops it; by all three
 * methods, beside a velocity. The stages begin at times that are no whole numbers of periods. */
static void vibration_by_stages(void **state)
{
    (void)state;
    static const char *const methods[] = {"soft", "contact-dynamics", "event-driven"};
    const double f = 40, phase = 0.7, A = 0.002, w = 2 * M_PI * f, begin = 0.105, end = 0.205;
    for (int n = 0; n < 3; n++) {
        lab l = lab_open("repose: 1\ndimension: 3\nmethod: %s\nmaterials: {m: {density: 1000}}\n"
                         "interactions: [{between: [m, m], normal: {law: linear, stiffness: 1.0e+5}}]\n"
                         "particles: [{material: m, radius: 0.01, place: {list: [[0, 0, 0.2]]}}]\n"
                         "walls: [{name: w, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m, velocity: [0, "
                         "0, 0.01], vibration: {amplitude: [0, 0, 0.001], frequency: 30}}]\n"
                         "stages:\n  - {until: %g}\n"
                         "  - {until: %g, walls: {w: {vibration: {amplitude: [0.001, 0, %g], frequency: %g, phase: "
                         "%g}}}}\n"
                         "  - {until: 0.1, walls: {w: {vibration: {amplitude: [0, 0, 0], frequency: 1}}}}\n"
                         "run: {step: 1.0e-4}\n",
                         methods[n], begin, end - begin, A, f, phase);
        const rp_wall *wall = &l.w->wall[0];
        advance_to(&l, 0.05);
        close_to(wall->offset.z, 0.01 * 0.05 + 0.001 * sin(60 * M_PI * 0.05), 1e-15);
        for (double t = 0.11; t < end; t += 0.01) {
            advance_to(&l, t);
            const double since = l.w->time - begin, before = 0.01 * l.w->time + 0.001 * sin(60 * M_PI * begin);
            /* sums of some 1e3 increments of 1e-5 */
            close_to(wall->offset.z, before + A * (sin(w * since + phase) - sin(phase)), 1e-14);
            close_to(wall->offset.x, 0.001 * (sin(w * since + phase) - sin(phase)), 1e-14);
            close_to(wall->speed.x, 0.001 * w * cos(w * since + phase), 1e-11);
        }
        advance_to(&l, 0.25);
        close_to(wall->offset.x, 0.001 * (sin(w * (end - begin) + phase) - sin(phase)), 1e-14);
        close_to(wall->speed.x, 0, 0);
        close_to(wall->speed.z, 0.01, 0);
        lab_close(&l);
    }
}

/* A grain on a vibrating plate rests as long as A w^2 < g, and leaves it when A w^2 > g. */
static void vibrated_grain_leaves_above_g(void **state)
{
    (void)state;
    for (int n = 0; n < 2; n++) {
        double f = 20, gamma = n ? 1.2 : 0.8, A = gamma * 9.81 / pow(2 * M_PI * f, 2), m = mass3(0.01);
        lab l = lab_open(
            HEAD "gravity: [0, 0, -9.81]\nparticles: [{material: m, radius: 0.01, place: {list: [[0, 0, %.17g]]}}]\n"
                 "walls: [{name: w, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m, vibration: {amplitude: "
                 "[0, 0, %.17g], frequency: %g, phase: 1.5707963267948966}}]\nrun: {until: 1, step: auto}\n",
            0.01 - m * 9.81 / 1e5, -A, f);
        int left = 0;
        for (int k = 0; k < 200; k++) {
            lab_until(&l, 0.002 * (k + 1));
            left += lab_measure(&l).wall_contacts == 0;
        }
        assert_true(n ? left > 10 : left == 0);
        lab_close(&l);
    }
}

/* until: the wall carries until then and is gone after: the ball falls freely from that moment. */
static void wall_goes(void **state)
{
    (void)state;
    double m = mass3(0.01);
    lab l = lab_open(
        HEAD "gravity: [0, 0, -9.81]\nparticles: [{material: m, radius: 0.01, place: {list: [[0, 0, %.17g]]}}]\n"
             "walls: [{name: gate, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m, until: 0.1}]\nrun: "
             "{until: 1, step: 1.0e-5}\n",
        0.01 - m * 9.81 / 1e5);
    lab_until(&l, 0.0999);
    close_to(-l.w->wall[0].force.z, m * 9.81, 1e-9 * m * 9.81);
    lab_until(&l, 0.2);
    assert_false(l.w->wall[0].active);
    assert_true(l.w->wall[0].force.z == 0);
    close_to(lab_v(&l, 0).z, -9.81 * (l.w->time - 0.1), 9.81 * 1e-5); /* within the step in which it goes */
    assert_int_equal(lab_measure(&l).wall_contacts, 0);
    lab_close(&l);
}

/* A disc in a drum that turns: friction spins it until its surface moves with the drum's, r omega = R Omega, and it
 * rests at the bottom (nothing dissipates there, the drum's torque is 0). */
static void rotating_cylinder(void **state)
{
    (void)state;
    lab l = lab_open(HEAD2 "gravity: [0, -9.81]\nthickness: 0.01\nparticles: [{material: m, radius: 0.01, place: "
                           "{list: [[0, -0.0899997]]}, lock: [x]}]\n"
                           "walls: [{name: drum, cylinder: {point: [0, 0], radius: 0.1}, material: m, rotation: "
                           "{speed: 2}}]\nrun: {until: 1, step: auto}\n");
    lab_until(&l, 0.003);
    rp_wall *drum = &l.w->wall[0];
    assert_true(drum->torque.z < 0); /* the disc holds the drum back while it is spun up */
    /* torque about the axis: the tangential force at the drum's radius. Only friction has a lever there. */
    close_to(drum->torque.z, drum->force.x * 0.1, 1e-9 * fabs(drum->torque.z));
    lab_until(&l, 1);
    double lever = 0.01 - lab_measure(&l).max_overlap;
    close_to(lab_omega(&l, 0).z * lever, 2 * 0.1, 1e-9);
    close_to(drum->torque.z, 0, 1e-9);
    close_to(drum->angle, 2 * l.w->time, 1e-11); /* a sum of 5e4 steps */
    close_to(drum->force.y, -lab_mass(&l, 0) * 9.81, 1e-8 * lab_mass(&l, 0) * 9.81);
    lab_close(&l);
}

/* Outside of a cylinder, in three dimensions: a bead thrown at a rod comes back along the line of centres. */
static void cylinder_outside(void **state)
{
    (void)state;
    lab l = lab_open(
        HEAD "particles: [{material: m, radius: 0.01, place: {list: [[0.0301, 0, 0.3]]}, velocity: [-0.2, 0, 0]}]\n"
             "walls: [{name: rod, cylinder: {point: [0, 0, 0], axis: [0, 0, 1], radius: 0.02, side: outside}, "
             "material: m}]\nrun: {until: 1, step: 1.0e-6}\n");
    lab_until(&l, 0.006);
    close_to(lab_v(&l, 0).x, 0.1, 0.2 * 2 * sqrt(1e5 / lab_mass(&l, 0)) * 1e-6);
    close_to(lab_v(&l, 0).y, 0, 1e-12);
    lab_close(&l);
}

/* Grains glued to a turning wall move rigidly with it: their distances stay, their path is a circle. */
static void glued_to_a_turning_wall(void **state)
{
    (void)state;
    lab l = lab_open(HEAD "particles: [{name: teeth, material: m, radius: 0.004, place: {list: [[0.05, 0, 0], [0, "
                          "0.03, 0.01], [-0.02, -0.02, 0]]}, glued: disk},\n"
                          "  {name: other, material: m, radius: 0.004, place: {list: [[0.3, 0, 0.3]]}}]\n"
                          "walls: [{name: disk, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m, velocity: "
                          "[0, 0, 0.1], rotation: {axis: [0, 0, 1], speed: 3}}]\nrun: {until: 1, step: 1.0e-3}\n");
    lab_steps(&l, 700);
    double t = l.w->time, a = 3 * t;
    rp_vec start[3] = {{0.05, 0, 0}, {0, 0.03, 0.01}, {-0.02, -0.02, 0}};
    for (unsigned id = 0; id < 3; id++) {
        rp_vec x = lab_x(&l, id), v = lab_v(&l, id), s = start[id];
        /* each step is an exact rotation: 700 roundings */
        close_to(x.x, cos(a) * s.x - sin(a) * s.y, 1e-14);
        close_to(x.y, sin(a) * s.x + cos(a) * s.y, 1e-14);
        close_to(x.z, s.z + 0.1 * t, 1e-14);
        close_to(v.x, -3 * x.y, 1e-14);
        close_to(v.y, 3 * x.x, 1e-14);
        close_to(v.z, 0.1, 1e-14);
        close_to(lab_omega(&l, id).z, 3, 1e-13);
    }
    lab_close(&l);
}

/* What presses on a glued grain is reported by its wall, and by its group. */
static void glued_grains_add_to_their_wall(void **state)
{
    (void)state;
    double m = mass3(0.01);
    lab l = lab_open(HEAD "gravity: [0, 0, -9.81]\nparticles: [{name: bump, material: m, radius: 0.01, place: {list: "
                          "[[0.2, 0, 0]]}, glued: floor},\n"
                          "  {name: ball, material: m, radius: 0.01, place: {list: [[0.2, 0, %.17g]]}}]\n"
                          "walls: [{name: floor, plane: {point: [0, 0, -0.005], normal: [0, 0, 1]}, material: "
                          "m}]\nrun: {until: 1, step: auto}\n",
                     0.02 - m * 9.81 / 1e5);
    lab_until(&l, 0.1);
    close_to(-l.w->wall[0].force.z, m * 9.81, 1e-9 * m);
    close_to(l.w->wall[0].torque.y, 0.2 * m * 9.81, 1e-9 * m); /* about the wall's point */
    close_to(-l.w->group[rp_world_group_find(l.w, "bump")].reaction.z, m * 9.81, 1e-9 * m);
    lab_close(&l);
}

/* A tilting plane: its normal turns with it, and a ball on it (rotation locked, mu = 0.5) slides once tan exceeds mu.
 */
static void tilting_plane(void **state)
{
    (void)state;
    double m = mass3(0.01);
    lab l = lab_open(HEAD "gravity: [0, 0, -9.81]\nparticles: [{material: m, radius: 0.01, place: {list: [[0, 0, "
                          "%.17g]]}, lock: [rotation]}]\n"
                          "walls: [{name: tray, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m, rotation: "
                          "{point: [0, 0, 0], axis: [0, 1, 0], speed: 0.5}}]\nrun: {until: 2, step: auto}\n",
                     0.01 - m * 9.81 / 1e5);
    double slip = atan(0.5) / 0.5, before = 0, after = 0;
    lab_until(&l, slip - 0.03);
    rp_vec n = rp_wall_face_normal(&l.w->wall[0]),
           v = rp_vec_sub(lab_v(&l, 0),
                          rp_wall_velocity_at(&l.w->wall[0], rp_vec_sub(lab_x(&l, 0), rp_vec_scale(0.01, n))));
    before = rp_vec_norm(v);
    close_to(n.x, sin(0.5 * l.w->time), 1e-12);
    lab_until(&l, slip + 0.1);
    n = rp_wall_face_normal(&l.w->wall[0]);
    after = rp_vec_norm(
        rp_vec_sub(lab_v(&l, 0), rp_wall_velocity_at(&l.w->wall[0], rp_vec_sub(lab_x(&l, 0), rp_vec_scale(0.01, n)))));
    assert_true(before
                < 1e-4); /* the spring follows the slowly growing load: k_t dx/dt = m g dtheta/dt / k_t = 7e-7 m/s */
    /* then a = g (sin - mu cos), which grows by g (cos + mu sin) Omega: v = 1/2 a' t^2 = 1/2 9.81 * 1.118 * 0.5 * 0.1^2
     * = 0.0274; centrifugal and Coriolis terms of 2 Omega v mu are 3 % of it */
    close_to(after, 0.5 * 9.81 * (cos(atan(0.5)) + 0.5 * sin(atan(0.5))) * 0.5 * 0.01, 0.05 * 0.0274);
    lab_close(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moving_wall),
        cmocka_unit_test(vibrating_wall),
        cmocka_unit_test(vibration_by_stages),
        cmocka_unit_test(vibrated_grain_leaves_above_g),
        cmocka_unit_test(wall_goes),
        cmocka_unit_test(rotating_cylinder),
        cmocka_unit_test(cylinder_outside),
        cmocka_unit_test(glued_to_a_turning_wall),
        cmocka_unit_test(glued_grains_add_to_their_wall),
        cmocka_unit_test(tilting_plane),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
