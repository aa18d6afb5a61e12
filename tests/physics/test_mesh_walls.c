/* Walls from meshes, beside walls of other shapes that stand in the same place: the same trajectories, however a
 * surface is cut into triangles. */
#include "lab.h"
#include "core/mesh.h"
#include "meshes.h"
#include "output/frame_sets.h"

#define HEAD                                                                                                           \
    "repose: 1\ndimension: 3\nmethod: soft\nmaterials: {m: {density: 1000}}\n"                                         \
    "interactions: [{between: [m, m], friction: 0.5, restitution: 0.7, normal: {law: linear, stiffness: 1.0e5}, "      \
    "tangential: {law: cundall-strack, damping_ratio: 0.3}}]\n"
#define BALL                                                                                                           \
    "gravity: [0, 0, -9.81]\n"                                                                                         \
    "particles: [{material: m, radius: 0.01, velocity: [0.7, 0.43, -0.2], omega: [3, -50, 12], place: "                \
    "{list: [[-0.173, -0.111, 0.012]]}}]\n"
#define RUN "run: {until: 1, step: 1.0e-5}\n"

/* In the groove below from the start: bouncing between two sides is a billiard, in which rounding grows. */
#define SETTLED                                                                                                        \
    "gravity: [0, 0, -9.81]\n"                                                                                         \
    "particles: [{material: m, radius: 0.01, velocity: [0.7, 0, 0], omega: [3, -50, 12], place: {list: [[-0.4, "       \
    "-0.111, 0.0091421]]}}]\n"

static lab with_walls(const char *walls, const char *path)
{
    char text[2048];
    snprintf(text, sizeof text, walls, path);
    return lab_open(HEAD BALL "walls: [%s]\n" RUN, text);
}

/* The same by a method whose contacts are rigid. */
static lab rigid(const char *method, const char *walls, const char *path)
{
    char text[2048];
    snprintf(text, sizeof text, walls, path);
    return lab_open(
        "repose: 1\ndimension: 3\nmethod: %s\nmaterials: {m: {density: 1000}}\ninteractions: [{between: [m, "
        "m], friction: 0.5, restitution: 0.7}]\n" BALL "walls: [%s]\nrun: {until: 1, step: 1.0e-4}\n",
        method, text);
}

static rp_vec at(const lab *l, unsigned id) { return rp_particle_position(&l->w->particles, lab_slot(l, id)); }

static void same_vec(rp_vec a, rp_vec b, double within)
{
    close_to(a.x, b.x, within);
    close_to(a.y, b.y, within);
    close_to(a.z, b.z, within);
}

/* Both go their way; `within`: of a position of some 0.1 m and a velocity of some 1 m/s. */
static void same_way(lab *a, lab *b, int rounds, long steps, double within)
{
    for (int n = 0; n < rounds; n++) {
        lab_steps(a, steps);
        lab_steps(b, steps);
        same_vec(at(a, 0), at(b, 0), within);
        same_vec(lab_v(a, 0), lab_v(b, 0), within);
        same_vec(lab_omega(a, 0), lab_omega(b, 0), within / 0.01);
        same_vec(a->w->wall[0].force, b->w->wall[0].force, 1e5 * within);
    }
    close_to(lab_measure(a).kinetic, lab_measure(b).kinetic, within);
    close_to(a->w->totals.tangential, b->w->totals.tangential, within);
    lab_close(a);
    lab_close(b);
}

static const char FLOOR[] = "{name: w, material: m, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}",
                  MESH[] = "{name: w, material: m, mesh: {file: %s}}";

static mesh_file floor_of(int n, int k, double jitter)
{
    mesh_file m = mesh_file_begin();
    mesh_file_sheet(&m, (double[]){-0.5, -0.5, 0}, (double[]){1, 0, 0}, (double[]){0, 1, 0}, n, k, jitter);
    mesh_file_end(&m);
    return m;
}

/* A ball that bounces, slides and rolls over a floor of 2, 200 and 20 000 triangles, and of long thin ones, goes as on
 * a plane: over the edges of faces its contact and its spring go on. The tolerance is rounding: some 1e4 steps of 1e-16
 * at the stiffness of the contact. */
static void floor_of_any_triangles(void **state)
{
    (void)state;
    const struct {
        int n, k;
        double jitter;
    } cut[] = {{1, 1, 0}, {10, 10, 0.6}, {100, 100, 0.6}, {1, 200, 0}, {3, 500, 0.3}};
    for (size_t n = 0; n < sizeof cut / sizeof *cut; n++) {
        mesh_file m = floor_of(cut[n].n, cut[n].k, cut[n].jitter);
        lab a = with_walls(FLOOR, ""), b = with_walls(MESH, m.path);
        same_way(&a, &b, 40, 1000, 1e-12);
        unlink(m.path);
    }
}

/* Edges that do not meet at corners, a triangle twice, and two sheets that overlap: still one floor. */
static void floor_of_patches(void **state)
{
    (void)state;
    mesh_file m = mesh_file_begin();
    mesh_file_sheet(&m, (double[]){-0.5, -0.5, 0}, (double[]){0.5, 0, 0}, (double[]){0, 1, 0}, 7, 90, 0.5);
    mesh_file_sheet(&m, (double[]){0, -0.5, 0}, (double[]){0.5, 0, 0}, (double[]){0, 1, 0}, 5, 61, 0.5);
    mesh_file_sheet(&m, (double[]){-0.1, -0.5, 0}, (double[]){0.3, 0, 0}, (double[]){0, 1, 0}, 4, 50, 0.5);
    mesh_file_face(&m, 1, 2, 3 + 90);
    mesh_file_face(&m, 1, 2, 3 + 90);
    mesh_file_end(&m);
    lab a = with_walls(FLOOR, ""), b = with_walls(MESH, m.path);
    assert_true(b.w->wall[0].mesh->doubled >= 1);
    same_way(&a, &b, 40, 1000, 1e-12);
    unlink(m.path);
}

static int touching(const lab *l)
{
    int count = 0;
    for (size_t n = 0; n < l->w->contacts.wall_pairs.count; n++) count += l->w->contacts.wall_pairs.active[n] != 0;
    return count;
}

static const char GROOVE[] = "{name: w, material: m, plane: {point: [0, -0.111, -0.005], normal: [0, -1, 1]}}, "
                             "{name: v, material: m, plane: {point: [0, -0.111, -0.005], normal: [0, 1, 1]}}";

static mesh_file groove(void)
{
    const double s = sqrt(0.5), from[3] = {-0.5, -0.111, -0.005}, along[3] = {1, 0, 0};
    mesh_file m = mesh_file_begin();
    mesh_file_sheet(&m, from, along, (double[]){0, 0.3 * s, 0.3 * s}, 37, 11, 0.5);
    mesh_file_sheet(&m, from, along, (double[]){0, -0.3 * s, 0.3 * s}, 41, 13, 0.5);
    mesh_file_end(&m);
    return m;
}

/* Along a concave edge of two faces: two contacts, each with its own spring, as with two planes. The ball comes down
 * into the groove and rolls along it. */
static void concave_edge(void **state)
{
    (void)state;
    int both = 0;
    mesh_file m = groove();
    char mesh[256];
    snprintf(mesh, sizeof mesh, MESH, m.path);
    lab a = lab_open(HEAD SETTLED "walls: [%s]\n" RUN, GROOVE), b = lab_open(HEAD SETTLED "walls: [%s]\n" RUN, mesh);
    for (int n = 0; n < 40; n++) {
        lab_steps(&a, 1000);
        lab_steps(&b, 1000);
        same_vec(at(&a, 0), at(&b, 0), 1e-11); /* normals of faces are rounded */
        same_vec(rp_vec_add(a.w->wall[0].force, a.w->wall[1].force), b.w->wall[0].force, 1e-6);
        assert_int_equal(touching(&a), touching(&b));
        both += touching(&b) == 2;
    }
    assert_true(both == 40);
    lab_close(&a);
    lab_close(&b);
    unlink(m.path);
}

/* Over the edge and the corner of a plate: as over the rectangle, whose distance is that of its nearest point. */
static void convex_edge(void **state)
{
    (void)state;
    mesh_file m = mesh_file_begin();
    mesh_file_sheet(&m, (double[]){-0.3, -0.3, 0}, (double[]){0.28, 0, 0}, (double[]){0, 0.33, 0}, 23, 9, 0.5);
    mesh_file_end(&m);
    const char plate[] = "{name: w, material: m, rectangle: {corner: [-0.3, -0.3, 0], sides: [[0.28, 0, 0], [0, 0.33, "
                         "0]]}}";
    lab a = with_walls(plate, ""), b = with_walls(MESH, m.path);
    same_way(&a, &b, 40, 1000,
             1e-9); /* on the edge a ball is unstable: rounding grows as exp(t sqrt(g/r)), then bounces */
    unlink(m.path);
}

/* Scaled, turned and moved in the scene, and then driven: a floor that vibrates, drifts and turns about an axis of its
 * own plane is a plane that does so. */
static void mesh_that_moves(void **state)
{
    (void)state;
    mesh_file m = mesh_file_begin();
    mesh_file_sheet(&m, (double[]){-2, 0, -2}, (double[]){4, 0, 0}, (double[]){0, 0, 4}, 31, 31, 0.5);
    mesh_file_end(&m);
#define MOTION                                                                                                         \
    "velocity: [0.1, 0, 0.02], vibration: {amplitude: [0, 0.001, 0.002], frequency: 30}, rotation: {point: [0, 0, "    \
    "0], "                                                                                                             \
    "axis: [1, 0, 0.5], speed: 0.4}}"
    const char plane[] = "{name: w, material: m, plane: {point: [0, 0, -0.005], normal: [0, 0, 1]}, " MOTION,
               mesh[] = "{name: w, material: m, mesh: {file: %s, scale: 0.5, rotate: {axis: [1, 0, 0], angle: "
                        "1.5707963267948966}, move: [0, 0, -0.005]}, " MOTION;
    lab a = with_walls(plane, ""), b = with_walls(mesh, m.path);
    same_way(&a, &b, 20, 1000, 1e-11); /* a quarter turn leaves 1e-16 of the normal */
    unlink(m.path);
}

/* Contact dynamics: the floor, the groove, and a floor that moves. */
static void rigid_contacts(void **state)
{
    (void)state;
    mesh_file m = floor_of(100, 100, 0.6), g = groove();
    lab a = rigid("contact-dynamics", FLOOR, ""), b = rigid("contact-dynamics", MESH, m.path);
    same_way(&a, &b, 40, 100, 1e-12);
    a = rigid("contact-dynamics", GROOVE, "");
    b = rigid("contact-dynamics", MESH, g.path);
    for (int n = 0; n < 60; n++) {
        lab_steps(&a, 100);
        lab_steps(&b, 100);
        same_vec(at(&a, 0), at(&b, 0), 1e-9); /* the solver's criterion: two contacts of one ball, swept until 1e-10 */
    }
    lab_close(&a);
    lab_close(&b);
    unlink(m.path);
    unlink(g.path);
}

/* Events: the meeting with a mesh is found by its distance, which closes to 1e-12 of the radius. */
static void events(void **state)
{
    (void)state;
    mesh_file m = floor_of(100, 100, 0.6);
    lab a = rigid("event-driven", FLOOR, ""), b = rigid("event-driven", MESH, m.path);
    for (int n = 0; n < 20; n++) {
        lab_until(&a, 0.005 * (n + 1));
        lab_until(&b, 0.005 * (n + 1));
        same_vec(at(&a, 0), at(&b, 0), 1e-11);
        same_vec(lab_v(&a, 0), lab_v(&b, 0), 1e-10);
    }
    assert_true(b.w->wall[0].hits > 2);
    assert_int_equal(a.w->wall[0].hits, b.w->wall[0].hits);
    lab_close(&a);
    lab_close(&b);
    unlink(m.path);
}

/* Frames of walls: pressure and shear of the triangles add up to the force on the wall, and a ball that slides wears by
 * friction times its slip. */
static void stresses(void **state)
{
    (void)state;
    mesh_file m = floor_of(50, 50, 0.6);
    char walls[256];
    rp_error err;
    rp_contact_list list = {0};
    rp_archive set;
    double sum[3] = {0}; /* pressure, shear, power */
    snprintf(walls, sizeof walls, MESH, m.path);
    lab l = lab_open(HEAD
                     "gravity: [0, 0, -9.81]\nparticles: [{material: m, radius: 0.01, velocity: [0.7, 0.43, 0], place: "
                     "{list: [[0.003, 0.004, 0.00999]]}}]\nwalls: [%s]\n" RUN,
                     walls);
    lab_steps(&l, 20); /* 0.2 ms: it slips all the way */
    lab_ok(l.method->contacts(l.w, &list, &err), &err);
    lab_ok(rp_frame_sets_walls(l.w, &list, &set, &err), &err);
    const rp_mesh *mesh = l.w->wall[0].mesh;
    const char *const name[3] = {"cell/pressure", "cell/shear", "cell/sliding_power"};
    for (int k = 0; k < 3; k++) {
        const double *value = rp_archive_find(&set, name[k])->data;
        assert_int_equal(rp_archive_find(&set, name[k])->rows, mesh->triangles);
        for (size_t t = 0; t < mesh->triangles; t++)
            sum[k] += value[t] * 0.5 * rp_vec_norm(rp_vec_cross(mesh->row[t].u, mesh->row[t].v));
    }
    rp_vec force = l.w->wall[0].force, v = lab_v(&l, 0), w = lab_omega(&l, 0);
    double arm = at(&l, 0).z, slip = hypot(v.x - arm * w.y, v.y + arm * w.x);
    assert_true(-force.z > 0.01);
    /* the wall has the force of the step, with predicted velocities in its dashpot; frames have it with those after it
     */
    close_to(sum[0], -force.z, 2e-3 * sum[0]);
    close_to(sum[1], hypot(force.x, force.y), 2e-3 * sum[1]);
    close_to(sum[1], 0.5 * sum[0], 1e-12); /* Coulomb */
    close_to(sum[2], sum[1] * slip, 1e-9); /* force and slip are parallel but for rounding */
    rp_archive_free(&set);
    rp_memory_free(list.view);
    lab_close(&l);
    unlink(m.path);
}

/* From behind, a mesh of one side is not there; from its front it is as any other. */
static void one_side(void **state)
{
    (void)state;
    mesh_file m = floor_of(10, 10, 0.6);
    const char front[] = "{name: w, material: m, mesh: {file: %s, sides: front}}",
               behind[] = "{name: w, material: m, mesh: {file: %s, sides: front, rotate: {axis: [1, 0, 0], angle: "
                          "3.141592653589793}}}";
    lab a = with_walls(FLOOR, ""), b = with_walls(front, m.path);
    same_way(&a, &b, 10, 1000, 1e-12);
    a = with_walls(behind, m.path);
    lab_steps(&a, 3000);
    close_to(at(&a, 0).z, 0.012 - 0.2 * 0.03 - 0.5 * 9.81 * 9e-4, 1e-12); /* a free fall, until its centre is there */
    assert_true(at(&a, 0).z < 0.002);
    lab_close(&a);
    unlink(m.path);
}

static void refused(const char *text, const char *what)
{
    rp_error err;
    rp_sim_def def = rp_sim_def_default();
    rp_sim *sim = NULL;
    def.text = text;
    assert_int_equal(rp_sim_create(&def, &sim, &err), RP_INPUT);
    if (!strstr(err.what, what)) fail_msg("'%s' instead of '%s'", err.what, what);
}

/* What does not go with a mesh is named: integrators of several evaluations, a load, and the
 * checkpoint of another mesh. */
static void refusals(void **state)
{
    (void)state;
    char text[4096];
    rp_error err;
    rp_archive archive;
    mesh_file m = floor_of(3, 3, 0), other = floor_of(4, 3, 0);
#define WALL "walls: [{name: w, material: m, mesh: {file: %s}%s}]\n"
    snprintf(text, sizeof text, HEAD BALL WALL "run: {until: 1, step: 1.0e-5, soft: {integrator: gear-5}}\n", m.path,
             "");
    refused(text, "wall 'w': a mesh does not go with the integrator gear-5");
    snprintf(text, sizeof text, HEAD BALL WALL RUN, m.path, ", mass: 1, load: {pressure: 1}");
    refused(text, "unknown key 'pressure'");
    lab a = with_walls(MESH, m.path), b = with_walls(MESH, other.path);
    rp_archive_init(&archive);
    lab_ok(rp_world_save(a.w, &archive, &err), &err);
    assert_int_equal(rp_world_load(b.w, &archive, &err), RP_INPUT);
    assert_non_null(strstr(err.what, "the mesh of the wall 'w' is not the one"));
    rp_archive_free(&archive);
    lab_close(&a);
    lab_close(&b);
    unlink(m.path);
    unlink(other.path);
}

/* A plate of two parts, left and right of x = 0. */
static mesh_file two_parts(void)
{
    mesh_file m = mesh_file_begin();
    fprintf(m.file, "g left\n");
    mesh_file_sheet(&m, (double[]){-0.6, -0.3, 0}, (double[]){0.6, 0, 0}, (double[]){0, 0.6, 0}, 7, 5, 0.5);
    fprintf(m.file, "g right\n");
    mesh_file_sheet(&m, (double[]){0, -0.3, 0}, (double[]){0.6, 0, 0}, (double[]){0, 0.6, 0}, 6, 9, 0.5);
    mesh_file_end(&m);
    return m;
}

#define PARTS                                                                                                          \
    "repose: 1\ndimension: 3\nmethod: %s\ngravity: [0, 0, -9.81]\nmaterials: {m: {density: 1000}, ice: {density: "     \
    "900}}\n"
#define PLATE "walls: [{name: w, material: m, mesh: {file: %s}, materials: {%s}}]\n"
#define STEPS "run: {until: 2, step: %s, event-driven: {collapse: tc, contact_time: 1.0e-6}}\n"

static const char *const METHODS[] = {"soft", "contact-dynamics", "event-driven"}, *const STEP[] = {"2.0e-6", "1.0e-4",
                                                                                                    "1.0e-3"};

/* A ball slides over ice as it came, and rolls at 5/7 of its speed after the rough part; its spring ends and begins at
 * the border, where no other contact comes and goes. */
static void materials_by_part(void **state)
{
    (void)state;
    mesh_file m = two_parts();
    for (int k = 0; k < 2; k++) {
        lab l = lab_open(PARTS "interactions: [{between: [m, m], friction: 0.5, restitution: 0.5, tangential: {law: "
                               "cundall-strack, damping_ratio: 0.3}, normal: {law: linear, "
                               "stiffness: 1.0e4}}, {between: [m, ice], restitution: 0.5, normal: {law: linear, "
                               "stiffness: 1.0e4}}, {between: [ice, ice], restitution: 0.5, normal: {law: linear, "
                               "stiffness: 1.0e4}}]\nparticles: [{material: m, radius: 0.01, velocity: [1, 0.2, 0], "
                               "place: {list: [[-0.25, 0, 0.00999589]]}}]\n" PLATE STEPS,
                         METHODS[k], m.path, "left: ice", k ? STEP[k] : "1.0e-5");
        lab_until(&l, 0.2);
        close_to(lab_v(&l, 0).x, 1, 1e-12);
        close_to(rp_vec_norm(lab_omega(&l, 0)), 0, 0);
        lab_until(&l, 0.5);                     /* it rolls after 2 v / (7 mu g) = 0.06 s */
        close_to(lab_v(&l, 0).x, 5. / 7, 2e-3); /* springs and the overlap of soft contacts: 4e-4 of the radius */
        close_to(lab_v(&l, 0).y, 5. / 7 * 0.2, 1e-3);
        lab_close(&l);
    }
    unlink(m.path);
}

/* Two balls fall on parts of other restitution, by all methods: each leaves by its own. */
static void restitution_by_part(void **state)
{
    (void)state;
    mesh_file m = two_parts();
    for (int k = 0; k < 3; k++) {
        lab l = lab_open(
            PARTS "interactions: [{between: [m, m], restitution: 0.9%s}, {between: [m, ice], restitution: 0.4%s}]\n"
                  "particles: [{material: m, radius: 0.01, velocity: [0, 0, -2], place: {list: [[-0.2, 0, 0.02], [0.2, "
                  "0, 0.02]]}}]\n" PLATE STEPS,
            METHODS[k], k ? "" : ", normal: {law: linear, stiffness: 1.0e6}",
            k ? "" : ", normal: {law: linear, stiffness: 1.0e6}", m.path, "right: ice, left: m", STEP[k]);
        const double g = 9.81, hit = sqrt(4 + 2 * g * 0.01), t = 0.01;
        lab_until(&l, t);
        for (unsigned i = 0; i < 2; i++) {
            const double e = i ? 0.4 : 0.9, fall = (hit - 2) / g;
            /* soft: the jump of the dashpot, 2e-6 s of 2e-4 s; contact dynamics: gravity in a step or two */
            close_to(lab_v(&l, i).z, e * hit - g * (l.w->time - fall), k == 2 ? 1e-9 : k ? 3e-3 : 2e-2);
        }
        lab_close(&l);
    }
    unlink(m.path);
}

/* A part of a wall is a sink: balls that fall on it are gone, the others stay. As a whole, moving, too. */
static void sink_by_part(void **state)
{
    (void)state;
    rp_error err;
    mesh_file m = two_parts();
    for (int k = 0; k < 3; k++)
        for (int whole = 0; whole < 2; whole++) {
            lab l = lab_open(
                PARTS "interactions: [{between: [m, m], friction: 0.3, restitution: 0.6%s}]\nparticles: [{material: m, "
                      "radius: 0.01, count: 60, velocity: [0, 0, -1], place: {random: {lower: [-0.5, -0.2, 0.02], "
                      "upper: [0.5, 0.2, 0.1]}}}]\nwalls: [{name: w, material: m, mesh: {file: %s}, velocity: [0, 0, "
                      "%g]}]\nsinks: [{name: out, wall: %s}]\n" STEPS,
                METHODS[k], k ? "" : ", normal: {law: linear, stiffness: 1.0e4}", m.path, whole ? 0.5 : 0.,
                whole ? "w" : "{name: w, part: right}", k ? STEP[k] : "2.0e-5");
            lab_ok(rp_sim_advance(l.sim, 0.25, &err), &err);
            size_t left = 0;
            for (size_t i = 0; i < l.w->particles.count; i++) left += l.w->particles.row[i].x < -0.01;
            assert_int_equal(left, l.w->particles.count);
            assert_true(whole ? left == 0 : left > 20);
            assert_int_equal(left + l.w->sink[0].exchange.removed, 60);
            lab_close(&l);
        }
    unlink(m.path);
}

/* A source on the surface of a mesh: centres lie on it, and every part of it has its share. */
static void source_on_mesh(void **state)
{
    (void)state;
    rp_error err;
    mesh_file m = mesh_file_begin();
    mesh_file_sheet(&m, (double[]){0, 0, 0}, (double[]){0.1, 0, 0}, (double[]){0, 0.2, 0}, 3, 4, 0.5);
    mesh_file_sheet(&m, (double[]){0, 0, 0.3}, (double[]){0, 0.3, 0}, (double[]){0, 0, 0.2}, 1, 1, 0);
    mesh_file_end(&m);
    lab l = lab_open(PARTS
                     "interactions: [{between: [any, any], restitution: 0.5, normal: {law: linear, stiffness: "
                     "1.0e4}}]\nsources: [{name: s, mesh: {file: %s}, particles: {material: m, radius: 2.0e-4}, "
                     "amount: {count: 1000}}]\nstages: [{gravity: [0, 0, 0], until: 0.01}]\nrun: {step: 1.0e-5}\n",
                     METHODS[0], m.path);
    lab_ok(rp_sim_advance(l.sim, 0.005, &err), &err);
    assert_int_equal(l.w->particles.count, 1000);
    int low = 0;
    for (unsigned i = 0; i < 1000; i++) {
        const rp_vec x = at(&l, i);
        low += x.z < 0.1;
        close_to(x.z < 0.1 ? x.z : x.x, 0, 1e-15);
    }
    close_to(low, 250, 4 * sqrt(1000 * 0.25 * 0.75)); /* areas 1 : 3; four deviations */
    lab_close(&l);
    unlink(m.path);
}

static void wrong_parts(void **state)
{
    (void)state;
    char text[4096];
    mesh_file m = two_parts();
#define SAID(walls, what)                                                                                              \
    snprintf(text, sizeof text, HEAD BALL walls RUN, m.path);                                                          \
    refused(text, what)
    SAID("walls: [{name: w, material: m, mesh: {file: %s}, materials: {lef: m}}]\n", "unknown part of the mesh 'lef'");
    SAID("walls: [{name: w, material: m, mesh: {file: %s}, materials: {left: n}}]\n", "unknown material 'n'");
    SAID("walls: [{name: w, material: m, mesh: {file: %s}}]\nsinks: [{name: s, wall: {name: w, part: rigth}}]\n",
         "unknown part of the mesh 'rigth'");
    SAID("walls: [{name: w, material: m, mesh: {file: %s}}]\nsinks: [{name: s, wall: v}]\n", "unknown wall 'v'");
    unlink(m.path);
}

/* A bed in a rotating open box of triangles: any threads and restarts give the same bits. */
static void same_bits(void **state)
{
    (void)state;
    lab a, b;
    char text[4096];
    mesh_file m = mesh_file_begin();
    for (int n = 0; n < 4; n++) {
        double c[4][2] = {{-0.1, -0.1}, {0.1, -0.1}, {0.1, 0.1}, {-0.1, 0.1}};
        double *p = c[n], *q = c[(n + 1) % 4];
        mesh_file_sheet(&m, (double[]){p[0], -0.1, p[1]}, (double[]){q[0] - p[0], 0, q[1] - p[1]},
                        (double[]){0, 0.2, 0}, 9, 7, 0.5);
    }
    mesh_file_end(&m);
    snprintf(text, sizeof text,
             HEAD
             "gravity: [0, 0, -9.81]\ndomain: {lower: [-0.2, -0.1, -0.2], upper: [0.2, 0.1, 0.2], periodic: [y]}\n"
             "particles: [{material: m, radius: {uniform: [0.006, 0.009]}, count: 300, place: {random: {lower: "
             "[-0.09, -0.1, -0.09], upper: [0.09, 0.1, 0.09]}}}]\n"
             "walls: [{name: w, material: m, mesh: {file: %s}, rotation: {axis: [0, 1, 0], point: [0, 0, 0], speed: "
             "3}}]\nrun: {until: 1, step: 1.0e-5}\n",
             m.path);
    lab_twins(text, 6, 2000, &a, &b);
    assert_true(a.w->contacts.rebuilds > 5);
    /* none has gone through */
    for (size_t i = 0; i < a.w->particles.count; i++)
        assert_true(hypot(a.w->particles.row[i].x, a.w->particles.row[i].z) < 0.145);
    close_to(lab_measure(&a).budget_error, 0, 2e-3 * lab_measure(&a).turnover);
    lab_close(&a);
    lab_close(&b);
    unlink(m.path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floor_of_any_triangles),
        cmocka_unit_test(floor_of_patches),
        cmocka_unit_test(concave_edge),
        cmocka_unit_test(convex_edge),
        cmocka_unit_test(mesh_that_moves),
        cmocka_unit_test(rigid_contacts),
        cmocka_unit_test(events),
        cmocka_unit_test(stresses),
        cmocka_unit_test(one_side),
        cmocka_unit_test(refusals),
        cmocka_unit_test(materials_by_part),
        cmocka_unit_test(restitution_by_part),
        cmocka_unit_test(sink_by_part),
        cmocka_unit_test(source_on_mesh),
        cmocka_unit_test(wrong_parts),
        cmocka_unit_test(same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
