/* Polyhedra by contact dynamics at walls that stand out: rectangles, discs, cones, meshes, the outside of cylinders;
 * and clumps at the same walls. Heights and tipping points follow from the geometry. */
#include "lab.h"
#include "meshes.h"

#define GRAVITY 10.0

/* One cube of edge 1, or what else `grain` says. */
static lab with_wall(const char *wall, const char *grain, double mu, double dt)
{
    return lab_open("{repose: 1, dimension: 3, method: contact-dynamics, materials: {m: {density: 1}},\n"
                    "gravity: [0, 0, -%g], interactions: [{between: [m, m], friction: %g, restitution: 0}],\n"
                    "walls: [{name: w, %s, material: m}], particles: [{material: m, %s}],\n"
                    "run: {until: 100, step: %g, contact-dynamics: {tolerance: 1.0e-10, iterations: {max: 300}}}}",
                    GRAVITY, mu, wall, grain, dt);
}

#define CUBE "shape: {polyhedron: {box: [1, 1, 1]}}, "

/* ---- at rest ---- */

/* It falls a little way and comes to rest at a height, without turning; the wall carries its weight. */
static void rests(const char *wall, const char *grain, double height)
{
    lab l = with_wall(wall, grain, 0.5, 2e-3);
    const rp_rigid *b = &l.w->bodies.body[0];
    lab_until(&l, 0.5);
    const rp_measures m = lab_measure(&l);
    print_message("%.40s: %g of %g, %zu contacts\n", wall, b->x.z, height, (size_t)m.wall_contacts);
    close_to(b->x.z, height, 1e-6); /* what iterations leave of g dt^2 in 250 steps, and rounding */
    close_to(rp_vec_norm(b->omega), 0, 1e-6);
    close_to(rp_vec_norm(b->v), 0, 1e-6);
    close_to(l.w->wall[0].force.z / (b->mass * GRAVITY), -1, 1e-6);
    assert_true(m.wall_contacts >= 2);
    lab_close(&l);
}

static void cubes_rest(void **state)
{
    (void)state;
    static const char at[] = CUBE "place: {list: [[0.1, 0.2, 0.51]]}";
    rests("rectangle: {corner: [-2, -2, 0], sides: [[4, 0, 0], [0, 4, 0]]}", at, 0.5);
    rests("rectangle: {corner: [-0.2, -0.1, 0], sides: [[0.5, 0, 0], [0, 0.5, 0]]}", at, 0.5); /* a smaller one */
    rests("disc: {point: [0, 0, 0], normal: [0, 0, 1], radius: 5}", at, 0.5);
    rests("disc: {point: [0, 0, 0], normal: [0, 0, -1], radius: 0.45}", at, 0.5); /* all of it is under the cube */
    rests("disc: {point: [0, 0, 0], normal: [0, 0, 1], radius: 0.6}", at, 0.5);   /* edges cross its rim */
    /* the rim of a tube: a cone without slope */
    rests("cone: {point: [0, 0, -1], axis: [0, 0, 1], radii: [0.6, 0.6], height: 1}", at, 0.5);
    rests("cone: {point: [0, 0, -1], axis: [0, 0, 1], radii: [0.8, 0.4], height: 1}", at, 0.5);
    /* over a lying cylinder: two edges lie across it */
    rests("cylinder: {point: [0.1, 0, -2], axis: [0, 1, 0], radius: 2, side: outside}", at, 0.5);
    /* in a hopper of 45 degrees: four corners at sqrt(1/2) from the axis, so high above its tip */
    rests("cone: {point: [0, 0, 0], axis: [0, 0, 1], radii: [0, 3], height: 3}", CUBE "place: {list: [[0, 0, 1.25]]}",
          0.5 + sqrt(0.5));
}

/* A clump of two spheres in a line lies along or across; the centre of its members stands a radius above the wall. */
static void clumps_rest(void **state)
{
    (void)state;
    static const char at[] = "shape: {clump: {spheres: [[-0.2, 0, 0, 0.2], [0.2, 0, 0, 0.2]]}}, "
                             "place: {list: [[0, 0, 0.205]]}";
    rests("rectangle: {corner: [-2, -2, 0], sides: [[4, 0, 0], [0, 4, 0]]}", at, 0.2);
    rests("disc: {point: [0, 0, 0], normal: [0, 0, 1], radius: 1}", at, 0.2);
    rests("cylinder: {point: [0, 0, -1], axis: [1, 0, 0], radius: 1, side: outside}", at, 0.2);
    /* in a trough of two halves of a cone: both ends at the height where its side is a radius away */
    rests("cone: {point: [0, 0, 0], axis: [0, 0, 1], radii: [0, 3], height: 3}",
          "shape: {clump: {spheres: [[-0.2, 0, 0, 0.2], [0.2, 0, 0, 0.2]]}}, place: {list: [[0, 0, 0.49]]}",
          0.2 + 0.2 * sqrt(2));
}

/* ---- tipping ---- */

/* Over the edge of a table by 0.499 of its edge a cube stays, by 0.501 it tips. */
static void tips_at(const char *wall, double x, double y, const char *box, double height, int falls)
{
    char grain[200];
    snprintf(grain, sizeof grain, "shape: {polyhedron: {box: %s}}, place: {list: [[%.17g, %.17g, %.17g]]}", box, x, y,
             height);
    lab l = with_wall(wall, grain, 1, 2e-3);
    lab_until(&l, falls ? 3 : 1);
    const rp_rigid *b = &l.w->bodies.body[0];
    print_message("%.30s at %g %g: height %g, spin %g\n", wall, x, y, b->x.z, rp_vec_norm(b->omega));
    if (falls) assert_true(b->x.z < 0.95 * height);
    else {
        close_to(b->x.z, height, 1e-5);
        close_to(rp_vec_norm(b->omega), 0, 1e-5);
    }
    lab_close(&l);
}

static void bodies_tip(void **state)
{
    (void)state;
    static const char table[] = "rectangle: {corner: [-2, -2, 0], sides: [[2, 0, 0], [0, 4, 0]]}",
                      stand[] = "disc: {point: [0, 0, 0], normal: [0, 0, 1], radius: 1}";
    tips_at(table, -0.001, 0, "[1, 1, 1]", 0.5, 0);
    tips_at(table, 0.001, 0, "[1, 1, 1]", 0.5, 1);
    /* a slab wider than a round stand, its centre just within the rim and just beyond it */
    tips_at(stand, 0.99 * sqrt(0.5), 0.99 * sqrt(0.5), "[5, 5, 0.2]", 0.1, 0);
    tips_at(stand, 1.01 * sqrt(0.5), 1.01 * sqrt(0.5), "[5, 5, 0.2]", 0.1, 1);
}

/* ---- meshes ---- */

static double lowest_corner(const rp_rigid *b, double edge)
{
    rp_vec axis[3];
    rp_rigid_axes(b, 3, axis);
    return b->x.z - 0.5 * edge * (fabs(axis[0].z) + fabs(axis[1].z) + fabs(axis[2].z));
}

/* Over a floor of many triangles without friction a cube keeps its speed and its height: it stumbles over none of their
 * edges. It is turned by an angle, so that its edges are along none of theirs. */
static void slides_over_triangles(void **state)
{
    (void)state;
    mesh_file m = mesh_file_begin();
    mesh_file_sheet(&m, (double[3]){-2, -2, 0}, (double[3]){8, 0, 0}, (double[3]){0, 4, 0}, 12, 7, 0.5);
    mesh_file_end(&m);
    char wall[200];
    snprintf(wall, sizeof wall, "mesh: {file: %s}", m.path);
    lab l = with_wall(wall, CUBE "angle: [0, 0, 0.3], velocity: [1, 0.2, 0], place: {list: [[0, 0, 0.5]]}", 0, 5e-3);
    const rp_rigid *b = &l.w->bodies.body[0];
    for (int k = 0; k < 30; k++) {
        lab_steps(&l, 20);
        close_to(b->v.x, 1, 1e-8);
        close_to(b->v.y, 0.2, 1e-8);
        close_to(b->x.z, 0.5, 1e-7);
        close_to(rp_vec_norm(b->omega), 0, 1e-7);
    }
    assert_true(b->x.x > 2.9);
    lab_close(&l);
    unlink(m.path);
}

/* A cube thrown onto a floor of triangles, and against a wall of them: it comes to rest on a face, in the corner or
 * not, and at no time more than a little of it is behind. */
static void comes_to_rest_on_triangles(void **state)
{
    (void)state;
    mesh_file m = mesh_file_begin();
    mesh_file_sheet(&m, (double[3]){-3, -3, 0}, (double[3]){6, 0, 0}, (double[3]){0, 6, 0}, 5, 6, 0.5);
    mesh_file_sheet(&m, (double[3]){3, -3, 0}, (double[3]){0, 6, 0}, (double[3]){0, 0, 3}, 4, 3, 0.5);
    mesh_file_end(&m);
    char wall[200];
    snprintf(wall, sizeof wall, "mesh: {file: %s}", m.path);
    lab l = with_wall(wall,
                      CUBE "angle: random, velocity: [3, 0.5, 0], omega: [1, 2, 3], "
                           "place: {list: [[0, 0, 1.5]]}",
                      0.3, 2e-3);
    const rp_rigid *b = &l.w->bodies.body[0];
    double least = 0;
    for (int k = 0; k < 150; k++) {
        lab_steps(&l, 10);
        least = fmin(least, lowest_corner(b, 1));
    }
    print_message("deepest corner %g, at rest at %g %g %g\n", least, b->x.x, b->x.y, b->x.z);
    assert_true(least > -2e-3); /* corners that turn in a step leave its plane by (omega dt)^2, some 1e-4 */
    close_to(b->x.z, 0.5, 2e-3);
    close_to(rp_vec_norm(b->v), 0, 1e-4);
    assert_true(b->x.x < 2.5 + 2e-3);
    lab_close(&l);
    unlink(m.path);
}

/* ---- the same bits ---- */

static void same_bits(void **state)
{
    char text[4000];
    lab a, b;
    (void)state;
    mesh_file m = mesh_file_begin();
    mesh_file_sheet(&m, (double[3]){0, 0, 0}, (double[3]){8, 0, 0}, (double[3]){0, 8, 0}, 5, 5, 0.5);
    mesh_file_end(&m);
    snprintf(text, sizeof text,
             "{repose: 1, dimension: 3, method: contact-dynamics, seed: 3, gravity: [0, 0, -5], materials: {m: "
             "{density: 1}},\ninteractions: [{between: [m, m], friction: 0.4, restitution: 0.2}],\n"
             "walls: [{name: box, box: {lower: [0, 0, -1], upper: [8, 8, 20]}, material: m},\n"
             "  {name: floor, mesh: {file: %s}, material: m},\n"
             "  {name: r, rectangle: {corner: [0.5, 0.5, 2], sides: [[2, 0, 0], [0, 3, 0]]}, rotation: "
             "{axis: [1, 0, 0], point: [0, 2, 2], speed: 0.7}, material: m},\n"
             "  {name: d, disc: {point: [6, 2, 3], normal: [0.3, 0, 1], radius: 1.5}, material: m},\n"
             "  {name: k, cone: {point: [3, 6, 1], axis: [0, 0, 1], radii: [0.5, 2], height: 2}, material: m},\n"
             "  {name: z, cylinder: {point: [6, 6, 0], axis: [0, 0, 1], radius: 0.7, side: outside}, material: m}],\n"
             "particles: [{name: p, shape: {polyhedron: {random: [6, 12]}}, angle: random, radius: {uniform: [0.4, "
             "0.7]}, material: m, count: 40, velocity: [0.5, 0, -5], place: {random: {lower: [0, 0, 4], upper: [8, 8, "
             "9]}}}],\nrun: {until: 9, step: 5e-3}}",
             m.path);
    lab_twins(text, 4, 60, &a, &b);
    assert_true(lab_measure(&a).wall_contacts > 5);
    for (int n = 1; n < 6; n++) assert_true(rp_vec_norm(a.w->wall[n].impulse) > 0); /* all of them were met */
    lab_close(&a);
    lab_close(&b);
    unlink(m.path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(cubes_rest),
                                       cmocka_unit_test(clumps_rest),
                                       cmocka_unit_test(bodies_tip),
                                       cmocka_unit_test(slides_over_triangles),
                                       cmocka_unit_test(comes_to_rest_on_triangles),
                                       cmocka_unit_test(same_bits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
