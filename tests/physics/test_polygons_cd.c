/* Rigid polygons in contact dynamics: blocks on inclines, a tower, an arch, impacts, and where shapes meet. */
#include "lab.h"

#include "core/manifold.h"

#define HEAD "repose: 1\ndimension: 2\nmethod: contact-dynamics\nthickness: 0.01\nmaterials: {m: {density: 2000}}\n"
#define LAW "interactions: [{between: [m, m], friction: %.17g, restitution: 0}]\n"
#define TIGHT "contact-dynamics: {tolerance: 1.0e-7, iterations: {max: 20000}}"
static const double G = 9.81;

/* ---- where shapes meet ---- */

static void points_of_meeting(void **state)
{
    (void)state;
    const rp_point a[4] = {{0, 0}, {2, 0}, {2, 1}, {0, 1}};
    rp_point on_top[4] = {{0.5, 1.1}, {3, 1.1}, {3, 2}, {0.5, 2}},
             tilted[4] = {{1, 1.05}, {2, 1.55}, {1.5, 2.55}, {0.5, 2.05}}, away[4] = {{3, 2}, {4, 2}, {4, 3}, {3, 3}};
    rp_manifold m;
    rp_manifold_polygons(a, 4, on_top, 4,
                         &m); /* a face over a part of a face: two points, at the ends of the common part */
    assert_int_equal(m.count, 2);
    close_to(m.e.y, -1, 1e-15);
    close_to(m.point[0].x, 0.5, 1e-15);
    close_to(m.point[1].x, 2, 1e-15);
    close_to(m.point[0].y, 1.05, 1e-15);
    close_to(m.gap[0], 0.1, 1e-15);
    close_to(m.gap[1], 0.1, 1e-15);
    rp_manifold_polygons(on_top, 4, a, 4, &m); /* the same from the other side */
    close_to(m.e.y, 1, 1e-15);
    close_to(m.point[0].x, 0.5, 1e-15);
    close_to(m.point[1].x, 2, 1e-15);
    rp_manifold_polygons(a, 4, tilted, 4, &m); /* a corner over a face: its gap, and a larger one */
    assert_int_equal(m.count, 2);
    close_to(m.gap[0], 0.05, 1e-14);
    assert_true(m.gap[1] > 0.4);
    rp_manifold_polygons(a, 4, away, 4, &m); /* corner and corner */
    assert_int_equal(m.count, 1);
    close_to(m.gap[0], sqrt(2), 1e-14);
    close_to(m.e.x, -sqrt(0.5), 1e-14);
    rp_manifold_disc(a, 4, (rp_point){1, 1.5}, 0.4, &m);
    close_to(m.gap[0], 0.1, 1e-15);
    close_to(m.e.y, -1, 1e-15);
    close_to(m.point[0].y, 1.1, 1e-15);
    rp_manifold_disc(a, 4, (rp_point){3, 2}, 1, &m);
    close_to(m.gap[0], sqrt(2) - 1, 1e-14);
    close_to(m.e.y, -sqrt(0.5), 1e-14);
}

/* ---- inclines ---- */

/* A block w x h on a slope of the given tangent, seen along the slope; on a wall, or on a frozen slab. Way along it and
 * angle after 0.2 s. */
static void slope(double tangent, double mu, double w, double h, int slab, double *way, double *angle)
{
    double c = 1 / sqrt(1 + tangent * tangent), s = tangent * c;
    char ground[300];
    if (slab)
        snprintf(ground, sizeof ground,
                 "{name: slab, shape: {polygon: {vertices: [[-0.1, -0.02], [1, -0.02], [1, 0], [-0.1, 0]]}}, material: "
                 "m, place: {list: [[0.45, -0.01]]}, frozen: true},");
    lab l = lab_open(HEAD LAW "gravity: [%.17g, %.17g]\nparticles: [%s {name: block, shape: {polygon: {vertices: [[0, "
                              "0], [%g, 0], [%g, %g], [0, %g]]}}, material: m, place: {list: [[0, %g]]}}]\n%s"
                              "run: {until: 1, step: 5.0e-4, " TIGHT "}\n",
                     mu, G * s, -G * c, slab ? ground : "", w, w, h, h, h / 2,
                     slab ? "" : "walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m}]\n");
    unsigned id = slab ? 1 : 0;
    lab_until(&l, 0.2);
    *way = lab_x(&l, id).x;
    *angle = l.w->particles.orientation[lab_slot(&l, id)][0];
    lab_close(&l);
}

static void sticks_and_slips(void **state)
{
    (void)state;
    const double mu = 0.5;
    for (int slab = 0; slab < 2; slab++) {
        double way, angle, over = 1.02 * mu, c = 1 / sqrt(1 + over * over);
        slope(0.98 * mu, mu, 0.02, 0.01, slab, &way, &angle);
        close_to(way, 0, 1e-6); /* beside 0.09 m of free sliding */
        close_to(angle, 0, 1e-5);
        slope(over, mu, 0.02, 0.01, slab, &way, &angle);
        close_to(way, 0.5 * G * c * (over - mu) * 0.04, 0.006 * way); /* first order in dt: half a step of 400 */
        close_to(angle, 0, 1e-5);
    }
}

/* A slender block tips where the weight passes its lower edge: tan = w / h. */
static void tips_over(void **state)
{
    (void)state;
    double way, angle;
    slope(0.98 / 3, 1, 0.01, 0.03, 0, &way, &angle);
    close_to(angle, 0, 1e-4);
    slope(1.1 / 3, 1, 0.01, 0.03, 0, &way, &angle);
    assert_true(angle < -0.1);
    slope(1.1 / 3, 0.2, 0.01, 0.03, 0, &way, &angle); /* it slides away instead */
    close_to(angle, 0, 1e-4);
    assert_true(way > 0.01);
}

/* ---- a tower, an arch ---- */

static void a_tower_of_ten(void **state)
{
    (void)state;
    lab l = lab_open(HEAD LAW "gravity: [0, -9.81]\nparticles: [{shape: {polygon: {vertices: [[0, 0], [0.02, 0], "
                              "[0.02, 0.01], [0, 0.01]]}}, material: m, place: {list: "
                              "[[0, 0.005], [0.001, 0.015], [-0.001, 0.025], [0, 0.035], [0.001, 0.045], [0, 0.055], "
                              "[-0.001, 0.065], [0.0005, 0.075], [0, 0.085], [0.001, 0.095]]}}]\n"
                              "walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m}]\nrun: "
                              "{until: 1, step: 1.0e-3, " TIGHT "}\n",
                     0.5);
    lab_steps(&l, 1000);
    rp_measures m = lab_measure(&l);
    for (unsigned id = 0; id < 10; id++) {
        close_to(lab_x(&l, id).y, 0.005 + 0.01 * id, 1e-5);
        close_to(l.w->particles.orientation[lab_slot(&l, id)][0], 0, 1e-3);
    }

    assert_int_equal(m.contacts, 18); /* two points a joint */
    assert_int_equal(m.wall_contacts, 2);
    close_to(-l.w->wall[0].force.y, 10 * lab_mass(&l, 0) * G, 1e-4 * 10 * lab_mass(&l, 0) * G);
    close_to(m.budget_error, 0, 1e-10 * (fabs(l.w->totals.gravity) + 1e-6));
    lab_close(&l);
}

/* A round arch of STONES equal stones, springing from the floor. By symmetry the crown carries a thrust H at a height y
 * and no shear. With W the weight and x the centre of mass of what lies between the crown and the joint at angle phi,
 * that joint carries N = H cos phi + W sin phi, T = W cos phi - H sin phi at the radius (y H + x W) / N: the arch can
 * stand if some H and y keep every joint's |T| <= mu N and its force between the inner and the outer radius. */
enum { STONES = 10 };
static const double INNER = 0.08, OUTER = 0.1;

static void stone_of(int k, rp_point v[4])
{
    double from = M_PI / 2 - M_PI * k / STONES,
           to = M_PI / 2 - M_PI * (k + 1) / STONES; /* k from the crown to the right; negative to the left */
    v[0] = (rp_point){INNER * cos(from), INNER * sin(from)};
    v[1] = (rp_point){INNER * cos(to), INNER * sin(to)};
    v[2] = (rp_point){OUTER * cos(to), OUTER * sin(to)};
    v[3] = (rp_point){OUTER * cos(from), OUTER * sin(from)};
}

static double least_friction(void)
{
    double best = INFINITY;
    for (double h = 0.1; h < 3; h += 0.002) /* over the weight of a stone */
        for (double y = INNER; y <= OUTER; y += 0.01 * (OUTER - INNER)) {
            double weight = 0, moment = 0, need = 0;
            int inside = 1;
            for (int k = 0; k < STONES / 2; k++) {
                rp_point v[4];
                stone_of(k, v);
                double phi = M_PI * (k + 1) / STONES;
                weight += 1;
                moment += rp_polygon_moments(v, 4).centroid.x;
                double normal = h * cos(phi) + weight * sin(phi), at = (y * h + moment) / normal;
                inside = inside && at >= INNER && at <= OUTER;
                need = fmax(need, fabs(weight * cos(phi) - h * sin(phi)) / normal);
            }
            if (inside) best = fmin(best, need);
        }
    return best;
}

/* How far the crown has come down after 0.3 s. */
static double crown_drop(double mu)
{
    char stones[8000] = "";
    for (int k = -STONES / 2; k < STONES / 2; k++) {
        rp_point v[4], c;
        size_t used = strlen(stones);
        stone_of(k, v);
        c = rp_polygon_moments(v, 4).centroid;
        snprintf(stones + used, sizeof stones - used,
                 "  - {shape: {polygon: {vertices: [[%.17g, %.17g], [%.17g, %.17g], [%.17g, %.17g], [%.17g, %.17g]]}}, "
                 "material: m, place: {list: [[%.17g, %.17g]]}}\n",
                 v[0].x, v[0].y, v[1].x, v[1].y, v[2].x, v[2].y, v[3].x, v[3].y, c.x, c.y);
    }
    lab l = lab_open(HEAD LAW "gravity: [0, -9.81]\nparticles:\n%swalls: [{name: floor, plane: {point: [0, 0], normal: "
                              "[0, 1]}, material: m}]\nrun: {until: 1, step: 5.0e-4, " TIGHT "}\n",
                     mu, stones);
    double before = lab_x(&l, STONES / 2).y;
    lab_until(&l, 0.3);
    double drop = before - lab_x(&l, STONES / 2).y;
    lab_close(&l);
    return drop;
}

static void an_arch(void **state)
{
    (void)state;
    double mu = least_friction(), stands = crown_drop(1.05 * mu), falls = crown_drop(0.95 * mu);
    print_message(
        "an arch of %d stones needs friction %.4f; crown comes down by %.2g m with 1.05 of it, by %.2g m with 0.95\n",
        STONES, mu, stands, falls);
    close_to(stands, 0, 1e-4);
    assert_true(falls > 0.005);
}

/* ---- impacts ---- */

/* A square that falls on a corner below its centre bounces by restitution; on a face it does with both points. One that
 * is hit off centre obeys the rigid impact: with W_nn = 1/m + c_t^2 / I an impulse -(1 + e) u_n / W_nn. */
static void an_impact_off_centre(void **state)
{
    (void)state;
    const double e = 0.6, v = 1, turn = 0.3;
    lab l = lab_open(
        HEAD
        "interactions: [{between: [m, m], friction: 0, restitution: %g}]\nparticles: [{shape: {polygon: {vertices: "
        "[[0, 0], [0.02, 0], [0.02, 0.02], [0, 0.02]]}}, angle: %g, material: m, place: {list: [[0, 0.03]]}, velocity: "
        "[0, -1]}]\n"
        "walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m}]\nrun: {until: 1, step: 1.0e-4}\n",
        e, turn);
    double mass = lab_mass(&l, 0), inertia = l.w->particles.inertia[0],
           arm = 0.01 * sqrt(2)
                 * cos(-0.75 * M_PI + turn); /* the lower left corner is the lowest for a turn to the left */
    double arm_right = 0.01 * sqrt(2) * cos(-0.25 * M_PI + turn), low_left = sin(-0.75 * M_PI + turn),
           low_right = sin(-0.25 * M_PI + turn);
    if (low_right < low_left) arm = arm_right;
    double impulse = (1 + e) * v / (1 / mass + arm * arm / inertia);
    lab_until(&l, 0.0185);
    close_to(lab_v(&l, 0).y, -v + impulse / mass, 1e-9);
    close_to(lab_omega(&l, 0).z, arm * impulse / inertia, 1e-7);
    lab_close(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_of_meeting), cmocka_unit_test(sticks_and_slips), cmocka_unit_test(tips_over),
        cmocka_unit_test(a_tower_of_ten),    cmocka_unit_test(an_arch),          cmocka_unit_test(an_impact_off_centre),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
