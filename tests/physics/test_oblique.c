/* Oblique impacts, sliding and rolling against closed forms; spheres (I = 2/5 m r^2) and discs (I = 1/2 m r^2).
 *
 * With q = m r^2 / I (5/2 or 2), a tangential impulse J at the contact changes the tangential surface velocity g_t by
 * (1 + q) J / m_eff. Regime of all forms: the overlap is small against the radius. What they leave out is of the order
 * of xi/r (shorter lever, turning normal), and that is the tolerance, with a factor of a few. */
#include "lab.h"

static const double R = 0.01, RHO = 1000;
static double q_of(int dimension) { return dimension == 3 ? 2.5 : 2; }
static double mass_of(int dimension, double r)
{
    return RHO * (dimension == 3 ? 4.0 / 3 * M_PI * r * r * r : M_PI * r * r);
}

typedef struct hit {
    double before_t, after_n, after_t, spin_change, dv_t;
    double relative_overlap;
} hit;

/* A particle of radius R comes with speeds vn, vt and spin w onto a wall (rb = 0) or a particle at rest. */
static hit strike(int dimension, double rb, double mu, double eps, double ratio, double vn, double vt, double w,
                  double k)
{
    double ma = mass_of(dimension, R), mb = rb > 0 ? mass_of(dimension, rb) : INFINITY,
           m = rb > 0 ? ma * mb / (ma + mb) : ma;
    double tc = M_PI * sqrt(m / k), dt = tc / 2000, d = R + rb + 3.4 * vn * dt;
    char bodies[900];
    const char *z = dimension == 3 ? ", 0" : "";
    /* normal along y, motion in the plane x-y, spin about z; the particle meets the other below it at x = 0 */
    double x0 = -vt * 3.4 * dt;
    char spin[64];
    snprintf(spin, sizeof spin, dimension == 3 ? "[0, 0, %.17g]" : "%.17g", w);
    int n = snprintf(bodies, sizeof bodies,
                     "particles:\n  - {name: a, material: m, radius: %.17g, place: {list: [[%.17g, %.17g%s]]}, "
                     "velocity: [%.17g, %.17g%s], omega: %s}\n",
                     R, x0, d, z, vt, -vn, z, spin);
    if (rb > 0)
        snprintf(bodies + n, sizeof bodies - (size_t)n,
                 "  - {name: b, material: m, radius: %.17g, place: {list: [[0, 0%s]]}}\n", rb, z);
    else
        snprintf(bodies + n, sizeof bodies - (size_t)n,
                 "walls: [{name: w, plane: {point: [0, 0%s], normal: [0, 1%s]}, material: m}]\n", z, z);
    lab l = lab_open("repose: 1\ndimension: %d\nmethod: soft\nmaterials: {m: {density: %.17g}}\n"
                     "interactions: [{between: [m, m], friction: %.17g, restitution: %.17g, normal: {law: linear, "
                     "stiffness: %.17g}, tangential: {law: cundall-strack, stiffness_ratio: %.17g}}]\n"
                     "%srun: {until: 1, step: %.17g}\n",
                     dimension, RHO, mu, eps, k, ratio, bodies, dt);
    rp_vec v0 = lab_v(&l, 0);
    double w0 = lab_omega(&l, 0).z;
    lab_steps(&l, 8000);
    rp_measures now = lab_measure(&l);
    assert_int_equal(now.contacts + now.wall_contacts, 0);
    rp_vec g = rb > 0 ? rp_vec_sub(lab_v(&l, 0), lab_v(&l, 1)) : lab_v(&l, 0);
    double turn = lab_omega(&l, 0).z * R
                  + (rb > 0 ? lab_omega(&l, 1).z * rb : 0); /* surface velocity is v_x + r omega below the centre */
    hit h = {.before_t = vt + w * R,
             .after_n = g.y,
             .after_t = g.x + turn,
             .spin_change = (lab_omega(&l, 0).z - w0) * R,
             .dv_t = lab_v(&l, 0).x - v0.x};
    h.relative_overlap = vn * sqrt(m / k) / R;
    close_to(now.budget_error, 0,
             1e-3 * now.turnover); /* the jump of the dashpot at first touch, as in test_bounce.c */
    lab_close(&l);
    return h;
}

/* Slides from first touch to last: the tangential impulse is mu times the normal one. */
static void gross_sliding(void **state)
{
    (void)state;
    const double mu = 0.1, vn = 0.1, vt = 2, k = 1e11;
    for (int dimension = 2; dimension <= 3; dimension++)
        for (int eps = 1; eps <= 2; eps++)
            for (int body = 0; body < 3; body++) {
                double rb = body == 0 ? 0 : body == 1 ? R : 3 * R, e = 0.5 * eps;
                double ma = mass_of(dimension, R), mb = rb > 0 ? mass_of(dimension, rb) : INFINITY,
                       m = rb > 0 ? ma * mb / (ma + mb) : ma;
                hit h = strike(dimension, rb, mu, e, 2.0 / 7, vn, vt, 0, k);
                /* the normal turns by vt tc / (ra + rb) while they touch, and brings in vt: relative to vn that is */
                double turn = rb > 0 ? vt * M_PI * sqrt(m / k) / (R + rb) : 0,
                       small = 5 * h.relative_overlap + 2e-3 * (e < 1);
                close_to(h.after_n / vn, e, small + turn * (vt / vn));
                close_to(-h.dv_t / (mu * (1 + e) * vn), m / ma, small + turn * (vt / vn));
                close_to(h.spin_change, q_of(dimension) * h.dv_t, fabs(h.spin_change) * small + turn * vt * 2);
            }
}

/* Sticks throughout when the tangential and the normal oscillator have one frequency, k_t/k_n = 1/(1 + q), and
 * g_t / v_n < (1 + q) mu: both forces are half a sine then, their ratio is constant, and g_t comes back reversed. */
static void sticking_reverses(void **state)
{
    (void)state;
    const double mu = 0.4, vn = 0.1, k = 1e7;
    for (int dimension = 2; dimension <= 3; dimension++)
        for (int body = 0; body < 2; body++)
            for (int n = 0; n < 3; n++) {
                double one = 1 + q_of(dimension), g = (double[]){0.1, 0.5, 0.95}[n] * one * mu * vn, w = n == 1 ? 3 : 0;
                hit h = strike(dimension, body ? R : 0, mu, 1, 1 / one, vn, g - w * R, w, k);
                close_to(h.before_t, g, 1e-15);
                close_to(h.after_t / g, -1, 20 * h.relative_overlap + 1e-5); /* second order: (w0 dt)^2 = 2.5e-6 */
                close_to(h.after_n / vn, 1, 20 * h.relative_overlap + 1e-5);
            }
}

/* Just beyond the bound it slides throughout instead: the impulse is mu (1 + eps) v_n, and g_t falls by (1 + q) times
 * that. */
static void sticking_ends_at_its_bound(void **state)
{
    (void)state;
    const double mu = 0.4, vn = 0.1, k = 1e7;
    for (int dimension = 2; dimension <= 3; dimension++) {
        double one = 1 + q_of(dimension), g = 1.05 * one * mu * vn;
        hit h = strike(dimension, 0, mu, 1, 1 / one, vn, g, 0, k);
        /* sliding turns to sticking near the end of the contact, where g_t has reversed: the impulse is smaller than
         * the bound */
        assert_true(-h.dv_t <= 2 * mu * vn * (1 + 1e-9));
        assert_true(h.after_t > -g && h.after_t < 0);
    }
}

/* ---- on a plane ---- */

static lab on_plane(int dimension, double tilt, double mu, double v0, double k, double ratio, double damping)
{
    double m = mass_of(dimension, R), g = 9.81, sink = m * g * cos(tilt) / k;
    const char *z = dimension == 3 ? ", 0" : "";
    return lab_open(
        "repose: 1\ndimension: %d\nmethod: soft\ngravity: [%.17g, %.17g%s]\nmaterials: {m: {density: %.17g}}\n"
        "interactions: [{between: [m, m], friction: %.17g, restitution: 0.5, normal: {law: linear, stiffness: %.17g}, "
        "tangential: {law: cundall-strack, stiffness_ratio: %.17g, damping_ratio: %.17g}}]\n"
        "particles: [{name: a, material: m, radius: %.17g, place: {list: [[0, %.17g%s]]}, velocity: [%.17g, 0%s]}]\n"
        "walls: [{name: w, plane: {point: [0, 0%s], normal: [0, 1%s]}, material: m}]\nrun: {until: 1, step: auto}\n",
        dimension, g * sin(tilt), -g * cos(tilt), z, RHO, mu, k, ratio, damping, R, R - sink, z, v0, z, z, z);
}

/* A body set down sliding at v0 rolls from t = 2 v0 / (7 mu g) on at 5/7 v0 (disc: v0 / (3 mu g), 2/3 v0). */
static void sliding_to_rolling(void **state)
{
    (void)state;
    const double mu = 0.3, v0 = 1, g = 9.81;
    for (int dimension = 2; dimension <= 3; dimension++) {
        double q = q_of(dimension), k = 1e7 * mass_of(dimension, R) / mass_of(3, R), t = v0 / ((1 + q) * mu * g),
               end = v0 * q / (1 + q);
        lab l = on_plane(dimension, 0, mu, v0, k, 2.0 / 7, 0.5);
        double small = 10 * (mass_of(dimension, R) * g / k) / R + 1e-6;
        /* until the spring is loaded to mu m g the speed falls behind the rigid form, by less than */
        double wt = sqrt((1 + q) * 2.0 / 7 * k / mass_of(dimension, R)), lag = mu * g / wt;
        lab_until(&l, 0.5 * t);
        close_to(lab_v(&l, 0).x, v0 - 0.5 * mu * g * t, small + lag);
        close_to(-lab_omega(&l, 0).z * R, 0.5 * q * mu * g * t, 2 * small + q * lag);
        lab_until(&l, 0.98 * t);
        assert_true(lab_v(&l, 0).x + lab_omega(&l, 0).z * R > 0.01 * v0); /* still slides: 2 % of the slip is left */
        lab_until(&l, 1.3 * t);
        double x = lab_x(&l, 0).x;
        close_to(lab_v(&l, 0).x, end, small);
        close_to(-lab_omega(&l, 0).z * R, end, small);
        close_to(x, v0 * t - 0.5 * mu * g * t * t + 0.3 * t * end, (small + lag) * t);
        /* the energy that sliding costs: m v0^2 / (2 (1 + q)) */
        double cost = 0.5 * mass_of(dimension, R) * v0 * v0 / (1 + q);
        close_to(l.w->totals.tangential / cost, 1, 2 * small + mu * g * l.w->dt / v0 + 2 * lag);
        lab_close(&l);
    }
}

/* Down an incline: rolls at g sin / (1 + 1/q) while tan <= (1 + q) mu, else slides at g (sin - mu cos). */
static void incline(void **state)
{
    (void)state;
    const double g = 9.81, t = 0.2;
    for (int dimension = 2; dimension <= 3; dimension++) {
        double q = q_of(dimension), m = mass_of(dimension, R), k = 1e6 * m / mass_of(3, R);
        for (int n = 0; n < 4; n++) {
            double mu = 0.1, tilt = atan((1 + q) * mu * (double[]){0.5, 0.97, 1.03, 2}[n]);
            lab l = on_plane(dimension, tilt, mu, 0, k, 2.0 / 7, 0.5);
            lab_until(&l, t);
            double rolling = n < 2, a = rolling ? g * sin(tilt) * q / (1 + q) : g * (sin(tilt) - mu * cos(tilt));
            double small = 10 * (m * g / k) / R, wt = sqrt((1 + q) * 2.0 / 7 * k / m),
                   lag = 2 * g / wt; /* the spring loads in the time 1/wt */
            close_to(lab_v(&l, 0).x, a * l.w->time, small * a * t + lag);
            double roll = rolling ? -lab_v(&l, 0).x / R : -q * mu * g * cos(tilt) * l.w->time / R;
            close_to(lab_omega(&l, 0).z, roll, (small * g * t + 2 * lag * q) / R);
            lab_close(&l);
        }
    }
}

/* At rest below half the angle of friction (the spring overshoots twofold) with rotation locked: the wall carries
 * weight and shear, nothing creeps. */
static void locked_block_sticks(void **state)
{
    (void)state;
    const double g = 9.81, k = 1e5, mu = 0.5;
    for (int slips = 0; slips < 2; slips++) {
        double tilt = atan(mu * (slips ? 1.1 : 0.45)), m = mass_of(3, R);
        lab l = lab_open(
            "repose: 1\ndimension: 3\nmethod: soft\ngravity: [%.17g, 0, %.17g]\nmaterials: {m: {density: %.17g}}\n"
            "interactions: [{between: [m, m], friction: %g, restitution: 0.2, normal: {law: linear, stiffness: %g}, "
            "tangential: {law: cundall-strack, damping_ratio: 0.5}}]\n"
            "particles: [{material: m, radius: %g, place: {list: [[0, 0, %.17g]]}, lock: [rotation]}]\n"
            "walls: [{name: w, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}]\nrun: {until: 1, step: "
            "auto}\n",
            g * sin(tilt), -g * cos(tilt), RHO, mu, k, R, R - m * g * cos(tilt) / k);
        lab_until(&l, 0.5);
        if (slips) {
            close_to(lab_v(&l, 0).x, g * (sin(tilt) - mu * cos(tilt)) * l.w->time,
                     2 * g * sqrt(m / k)); /* loading the spring */
        } else {
            /* settled: exp(-zeta w0 t) with zeta > 0.1 and w0 t > 70 leaves less than 1e-9 of the start */
            close_to(rp_vec_norm(lab_v(&l, 0)), 0, 1e-9);
            close_to(l.w->wall[0].force.x, m * g * sin(tilt), 1e-7 * m * g);
            close_to(l.w->wall[0].force.z, -m * g * cos(tilt), 1e-7 * m * g);
            close_to(lab_x(&l, 0).x, m * g * sin(tilt) / (2.0 / 7 * k), 1e-9); /* the spring's stretch and no more */
        }
        lab_close(&l);
    }
}

/* Static friction above sliding friction: holds until mu_static, then slides at mu. */
static void static_friction(void **state)
{
    (void)state;
    const double g = 9.81, k = 1e5;
    for (int n = 0; n < 2; n++) {
        double load = n ? 0.55 : 0.45, m = mass_of(3, R); /* between sliding 0.3 and static 0.5, or beyond */
        lab l = lab_open(
            "repose: 1\ndimension: 3\nmethod: soft\ngravity: [0, 0, -9.81]\nmaterials: {m: {density: %.17g}}\n"
            "interactions: [{between: [m, m], friction: {static: 0.5, sliding: 0.3}, restitution: 0.2, normal: {law: "
            "linear, stiffness: %g}, tangential: {law: cundall-strack, damping_ratio: 0.5}}]\n"
            "particles: [{material: m, radius: %g, place: {list: [[0, 0, %.17g]]}, lock: [rotation], force: {table: "
            "[[0, 0, 0, 0], [0.2, %.17g, 0, 0]]}}]\n"
            "walls: [{name: w, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}]\nrun: {until: 1, step: "
            "auto}\n",
            RHO, k, R, R - m * g / k, load * m * g);
        lab_until(&l, 0.5);
        if (n) {
            /* gives way when the force reaches 0.5 m g, at 0.2 * 0.5 / 0.55, then a = force/m - 0.3 g */
            double t1 = 0.2 * 0.5 / 0.55, v1 = (0.5 * (0.5 + 0.55) - 0.3) * g * (0.2 - t1),
                   v = v1 + (0.55 - 0.3) * g * (l.w->time - 0.2);
            close_to(lab_v(&l, 0).x, v, 3 * g * sqrt(m / k));
        } else {
            close_to(rp_vec_norm(lab_v(&l, 0)), 0, 1e-9);
        }
        lab_close(&l);
    }
}

/* A contact that slides goes on at the sliding coefficient, however slowly: a sphere under its weight stays where it is
 * on a plane, or on a sphere that is a hundred times as large, that is drawn away below it. It gives way after 7e-7 of
 * 4e-5 m. If it forgot that it slides the force would climb to the static bound again and again. */
static void slow_sliding(void **state)
{
    (void)state;
    const double g = 9.81, k = 1e5, m = mass_of(3, R);
    const char *const floor[] = {
        "walls: [{name: w, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m, velocity: [1.0e-3, 0, 0]}]\n",
        "  - {name: big, material: m, radius: 1, place: {list: [[0, 0, -1]]}, driven: {velocity: [1.0e-3, 0, 0]}}\n"};
    for (int pair = 0; pair < 2; pair++) {
        lab l = lab_open(
            "repose: 1\ndimension: 3\nmethod: soft\ngravity: [0, 0, -9.81]\nmaterials: {m: {density: %.17g}}\n"
            "interactions: [{between: [m, m], friction: {static: 0.5, sliding: 0.3}, restitution: 0.2, normal: {law: "
            "linear, stiffness: %g}, tangential: {law: cundall-strack, damping_ratio: 0.5}}]\n"
            "particles:\n  - {name: a, material: m, radius: %g, place: {list: [[0, 0, %.17g]]}, lock: [x, rotation]}\n"
            "%srun: {until: 1, step: auto}\n",
            RHO, k, R, R - m * g / k, floor[pair]);
        double most = 0;
        for (int n = 0; n < 2000; n++) {
            rp_contact_list list = {0};
            rp_error err;
            lab_steps(&l, 1);
            lab_ok(l.method->contacts(l.w, &list, &err), &err);
            assert_int_equal(list.count, 1);
            const rp_contact_view *v = &list.view[0];
            double friction = rp_vec_norm(rp_vec_sub(v->force, rp_vec_scale(v->fn, v->normal))) / v->fn;
            if (n < 1000) most = fmax(most, friction);
            else close_to(friction, 0.3, 1e-12); /* by the bound itself */
            rp_memory_free(list.view);
        }
        print_message("pair %d: gives way at %.3f, way %.1e m\n", pair, most, 1e-3 * l.w->time);
        assert_true(most > 0.47 && most <= 0.5); /* a step is a fortieth of the stretch */
        lab_close(&l);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gross_sliding),
        cmocka_unit_test(sticking_reverses),
        cmocka_unit_test(sticking_ends_at_its_bound),
        cmocka_unit_test(sliding_to_rolling),
        cmocka_unit_test(incline),
        cmocka_unit_test(locked_block_sticks),
        cmocka_unit_test(static_friction),
        cmocka_unit_test(slow_sliding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
