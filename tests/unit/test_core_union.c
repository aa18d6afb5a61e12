/* Integrals over unions of discs and balls (core/union.h) against closed forms, and the free rotation of bodies
 * (core/bodies.h) against the exact motion of tops. */
#include "testing.h"

#include <math.h>
#include "base/quaternion.h"
#include "base/random.h"
#include "core/bodies.h"
#include "core/union.h"

static void near_to(double found, double wanted, double tolerance)
{
    if (!(fabs(found - wanted) <= tolerance)) fail_msg("%.16g instead of %.16g", found, wanted);
}

/* ---- two balls, two discs ---- */

/* Integrals over the part of a ball of radius r beyond the plane at distance h from its centre, along the axis. */
static void cap(double r, double h, double *volume, double *first, double *along, double *across)
{
    double r2 = r * r, d = r - h;
    *volume = M_PI * d * d * (2 * r + h) / 3;
    *first = M_PI * pow(r2 - h * h, 2) / 4;
    *along = M_PI * (r2 * (r2 * r - h * h * h) / 3 - (pow(r, 5) - pow(h, 5)) / 5); /* of z^2 */
    /* of x^2: pi/4 times the integral of (r^2 - z^2)^2 */
    *across = M_PI / 4 * (r2 * r2 * d - 2 * r2 * (r2 * r - h * h * h) / 3 + (pow(r, 5) - pow(h, 5)) / 5);
}

/* Two balls along a direction: each ball less its cap beyond the plane of the circle in which they meet. */
static void check_two_balls(double a, double b, double d, rp_vec u)
{
    const double start[3] = {0.3, -0.2, 0.1};
    const double member[8] = {start[0],           start[1],           start[2],           a,
                              start[0] + d * u.x, start[1] + d * u.y, start[2] + d * u.z, b};
    const double at = (d * d + a * a - b * b) / (2 * d);
    double v1, f1, l1, c1, v2, f2, l2, c2;
    cap(a, at, &v1, &f1, &l1, &c1);
    cap(b, d - at, &v2, &f2, &l2, &c2);
    const double va = 4 * M_PI / 3 * a * a * a - v1, vb = 4 * M_PI / 3 * b * b * b - v2, volume = va + vb;
    const double along = -f1 + d * vb + f2, /* moment along u from the first centre */
        second = 4 * M_PI / 15 * pow(a, 5) - l1 + 4 * M_PI / 15 * pow(b, 5) - l2 + 2 * d * f2 + d * d * vb,
                 across = 4 * M_PI / 15 * (pow(a, 5) + pow(b, 5)) - c1 - c2;
    const rp_union_moments m = rp_union_integrate(member, 2, 3);
    const double tolerance = 2e-13 * (1 + d * d) * volume; /* rounding of some thousand terms */
    near_to(m.volume, volume, tolerance);
    near_to(m.x, start[0] * volume + along * u.x, tolerance);
    near_to(m.y, start[1] * volume + along * u.y, tolerance);
    near_to(m.z, start[2] * volume + along * u.z, tolerance);
    const double x = start[0], z = start[2];
    near_to(m.xx, x * x * volume + 2 * x * along * u.x + second * u.x * u.x + across * (1 - u.x * u.x), tolerance);
    near_to(m.zz, z * z * volume + 2 * z * along * u.z + second * u.z * u.z + across * (1 - u.z * u.z), tolerance);
    near_to(m.xz, x * z * volume + along * (x * u.z + z * u.x) + (second - across) * u.x * u.z, tolerance);
}

static void two_balls(void **state)
{
    (void)state;
    const rp_vec along[] = {{0, 0, 1}, {1, 0, 0}, {0.6, 0, 0.8}, {2.0 / 3, -1.0 / 3, 2.0 / 3}};
    for (int k = 0; k < 4; k++) {
        check_two_balls(1, 1, 1, along[k]);
        check_two_balls(1, 0.5, 1.2, along[k]);
        check_two_balls(0.7, 1.1, 0.5, along[k]); /* the centre of the small one is in the large one */
    }
}

static void two_discs(void **state)
{
    (void)state;
    const double d = 1.1, r = 1, member[8] = {-0.5 * d, 0, 0, r, 0.5 * d, 0, 0, r};
    const double lens = 2 * r * r * acos(d / (2 * r)) - 0.5 * d * sqrt(4 * r * r - d * d);
    const rp_union_moments m = rp_union_integrate(member, 2, 2);
    near_to(m.volume, 2 * M_PI * r * r - lens, 1e-14);
    near_to(m.x, 0, 1e-14);
    near_to(m.y, 0, 1e-14);
    /* y^2 over a lens: four times the segment's quarter: 2 a - sin(4 a) / 2 over 4 for the half angle a */
    const double a = acos(d / (2 * r)), lens_yy = r * r * r * r * (0.5 * a - sin(2 * a) / 3 + sin(4 * a) / 24);
    near_to(m.yy, 0.5 * M_PI * r * r * r * r - lens_yy, 1e-14);
}

/* Members that are within others, equal or apart. */
static void nested_and_apart(void **state)
{
    (void)state;
    const double member[16] = {0, 0, 0, 1, 0.2, 0.1, 0.1, 0.5, 0, 0, 0, 1, 5, 0, 0, 0.5};
    const rp_union_moments m = rp_union_integrate(member, 4, 3), flat = rp_union_integrate(member, 4, 2);
    near_to(m.volume, 4 * M_PI / 3 * (1 + 0.125), 1e-13);
    near_to(m.x, 5 * 4 * M_PI / 3 * 0.125, 1e-12);
    near_to(m.zz, 4 * M_PI / 15 * (1 + pow(0.5, 5)), 1e-13);
    near_to(flat.volume, M_PI * 1.25, 1e-14);
    near_to(flat.xx, M_PI / 4 * (1 + 0.0625) + 25 * M_PI * 0.25, 1e-13);
}

/* ---- many ---- */

/* Twelve balls that meet one another within a thirteenth: more heights than are kept at once, and its volume. */
static void many_within_one(void **state)
{
    (void)state;
    double member[4 * 13] = {0, 0, 0, 1};
    rp_random r = rp_random_stream(5, RP_RANDOM_TEST, 0, 0);
    for (int k = 1; k < 13; k++) {
        for (int axis = 0; axis < 3; axis++) member[4 * k + axis] = rp_random_range(&r, -0.2, 0.2);
        member[4 * k + 3] = rp_random_range(&r, 0.4, 0.6);
    }
    const rp_union_moments m = rp_union_integrate(member, 13, 3);
    near_to(m.volume, 4 * M_PI / 3, 1e-12);
    near_to(m.z, 0, 1e-12);
    near_to(m.xx, 4 * M_PI / 15, 1e-12);
    near_to(m.zz, 4 * M_PI / 15, 1e-12);
}

/* A union that is turned has the same volume and trace of second moments, though all sections are others. */
static void turning_changes_nothing(void **state)
{
    (void)state;
    rp_random z = rp_random_stream(3, RP_RANDOM_TEST, 0, 0);
    double worst = 0;
    for (int trial = 0; trial < 12; trial++) {
        const int n = 2 + trial % 6;
        double member[32], other[32], q[4];
        for (int k = 0; k < 4; k++) q[k] = rp_random_range(&z, -1, 1);
        rp_quaternion_unit(q);
        for (int k = 0; k < n; k++) {
            for (int i = 0; i < 3; i++) member[4 * k + i] = rp_random_range(&z, -1, 1);
            member[4 * k + 3] = other[4 * k + 3] = rp_random_range(&z, 0.4, 1);
            rp_vec x = rp_quaternion_turn(q, rp_vec_make(member[4 * k], member[4 * k + 1], member[4 * k + 2]));
            other[4 * k] = x.x;
            other[4 * k + 1] = x.y;
            other[4 * k + 2] = x.z;
        }
        rp_union_moments a = rp_union_integrate(member, n, 3), b = rp_union_integrate(other, n, 3);
        worst = fmax(worst, fabs(b.volume / a.volume - 1));
        worst = fmax(worst, fabs((b.xx + b.yy + b.zz) / (a.xx + a.yy + a.zz) - 1));
    }
    if (!(worst < 1e-9)) fail_msg("sections at other angles differ by %g", worst); /* the bound that union.h states */
}

/* ---- free rotation ---- */

static rp_rigid top(double a, double b, double c, rp_vec omega)
{
    rp_rigid t = {.mass = 1, .moment = {a, b, c}, .orientation = {1, 0, 0, 0}, .size = 1};
    rp_vec axis[3];
    rp_rigid_axes(&t, 3, axis);
    t.momentum = rp_rigid_momentum(&t, 3, axis, omega);
    return t;
}

static rp_vec body_omega(const rp_rigid *t)
{
    rp_vec axis[3];
    rp_rigid_axes(t, 3, axis);
    const rp_vec w = rp_rigid_omega(t, 3, axis, t->momentum);
    return rp_vec_make(rp_vec_dot(w, axis[0]), rp_vec_dot(w, axis[1]), rp_vec_dot(w, axis[2]));
}

static double energy(const rp_rigid *t)
{
    const rp_vec w = body_omega(t);
    return 0.5 * (t->moment[0] * w.x * w.x + t->moment[1] * w.y * w.y + t->moment[2] * w.z * w.z);
}

/* In the frame of a symmetric top the angular velocity goes round its axis at (I_3 - I_1) / I_1 omega_3. */
static double symmetric_error(int steps)
{
    const double end = 3, i1 = 2, i3 = 3;
    rp_rigid t = top(i1, i1, i3, rp_vec_make(0.8, 0, 1.5));
    for (int n = 0; n < steps; n++) rp_rigid_turn(&t, 3, end / steps, t.momentum);
    const double phase = (i3 - i1) / i1 * 1.5 * end;
    const rp_vec w = body_omega(&t), wanted = {0.8 * cos(phase), 0.8 * sin(phase), 1.5};
    return rp_vec_norm(rp_vec_sub(w, wanted));
}

/* Jacobi's sn, cn and dn by descending Landen transformation (arithmetic-geometric mean). */
static void jacobi(double u, double m, double *sn, double *cn, double *dn)
{
    double a[16] = {1}, c[16] = {sqrt(m)}, b = sqrt(1 - m);
    int n = 0;
    for (; n < 15 && fabs(c[n]) > 1e-17; n++) {
        a[n + 1] = 0.5 * (a[n] + b);
        c[n + 1] = 0.5 * (a[n] - b);
        b = sqrt(a[n] * b);
    }
    double phi = ldexp(a[n] * u, n);
    for (; n > 0; n--) phi = 0.5 * (phi + asin(c[n] * sin(phi) / a[n]));
    *sn = sin(phi);
    *cn = cos(phi);
    *dn = sqrt(1 - m * *sn * *sn);
}

/* The asymmetric top, I_1 < I_2 < I_3, with L^2 < 2 E I_2: omega = (A dn, B sn, C cn) up to the sign of the
 * last. It starts where omega_3 = 0, a quarter of a period after u = 0, near the middle axis: so it turns over, as
 * Dzhanibekov saw. */
static double asymmetric_error(int steps, double *energy_error, double *momentum_error)
{
    const double i1 = 1, i2 = 2, i3 = 3, end = 12;
    const rp_vec w0 = {0.3, 2, 0};
    rp_rigid t = top(i1, i2, i3, w0);
    const double e2 = 2 * energy(&t), l2 = rp_vec_dot(t.momentum, t.momentum);
    const double speed = sqrt((i2 - i1) * (e2 * i3 - l2) / (i1 * i2 * i3)),
                 modulus = (i3 - i2) * (l2 - e2 * i1) / ((i2 - i1) * (e2 * i3 - l2));
    const rp_vec start = t.momentum;
    double worst = 0;
    *energy_error = *momentum_error = 0;
    for (int n = 0; n < steps; n++) {
        rp_rigid_turn(&t, 3, end / steps, t.momentum);
        *energy_error = fmax(*energy_error, fabs(2 * energy(&t) / e2 - 1));
        *momentum_error = fmax(*momentum_error, rp_vec_norm(rp_vec_sub(t.momentum, start)));
    }
    const double big = sqrt((e2 * i3 - l2) / (i1 * (i3 - i1))), small = sqrt((l2 - e2 * i1) / (i3 * (i3 - i1))),
                 middle = sqrt((l2 - e2 * i1) / (i2 * (i2 - i1)));
    double sn, cn, dn, quarter = 0;
    for (double a = 1, b = sqrt(1 - modulus); fabs(a - b) > 1e-15;) { /* K = pi / (2 agm(1, k')) */
        double next = 0.5 * (a + b);
        b = sqrt(a * b);
        a = next;
        quarter = M_PI / (2 * a);
    }
    jacobi(speed * end + quarter, modulus, &sn, &cn, &dn);
    const rp_vec w = body_omega(&t);
    worst = fmax(worst, fabs(w.x - big * dn));
    worst = fmax(worst, fabs(w.y - middle * sn));
    worst = fmax(worst, fabs(fabs(w.z) - fabs(small * cn)));
    return worst;
}

static void symmetric_top(void **state)
{
    (void)state;
    const double coarse = symmetric_error(100), fine = symmetric_error(200);
    near_to(log2(coarse / fine), 2, 0.1); /* second order: the next term is a quarter of a per cent at this step */
    assert_true(fine < 1e-3);
}

static void asymmetric_top(void **state)
{
    (void)state;
    double e1, e2, l;
    const double coarse = asymmetric_error(1200, &e1, &l), fine = asymmetric_error(2400, &e2, &l);
    near_to(log2(coarse / fine), 2, 0.15); /* second order in the angular velocity, */
    near_to(log2(e1 / e2), 2, 0.15);       /* and in the energy */
    assert_true(fine < 1e-3);
    assert_true(l == 0); /* nothing touches it */
}

/* A thousand turns: the energy goes up and down and does not drift. */
static void no_drift(void **state)
{
    (void)state;
    rp_rigid t = top(1, 2, 3, rp_vec_make(0.01, 2, 0.01));
    const double start = energy(&t);
    double early = 0, late = 0;
    for (int n = 0; n < 200000; n++) {
        rp_rigid_turn(&t, 3, 0.02, t.momentum);
        double error = fabs(energy(&t) / start - 1);
        if (n < 20000) early = fmax(early, error);
        if (n >= 180000) late = fmax(late, error);
    }
    assert_true(early < 1e-3);
    assert_true(late < 1.01 * early); /* bounded by what is seen in the first tenth; rounding is far below */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(two_balls),        cmocka_unit_test(two_discs),
                                       cmocka_unit_test(nested_and_apart), cmocka_unit_test(turning_changes_nothing),
                                       cmocka_unit_test(many_within_one),  cmocka_unit_test(symmetric_top),
                                       cmocka_unit_test(asymmetric_top),   cmocka_unit_test(no_drift)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
