/* Random scenes: any method, dimension, laws of the registry, walls of every shape, meshes, polygons, sources and
 * sinks, stages, loads, sizes. A scene is drawn as numbers and printed in units of one's choice: its lengths, masses
 * and times times powers of two. */
#ifndef SWARM_H
#define SWARM_H

#include "api/sims.h"

#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct draw {
    uint64_t state;
} draw;

/* xorshift64*: the scenes of a seed stay the same whatever the library's own numbers become. */
static double uniform(draw *d)
{
    d->state ^= d->state >> 12;
    d->state ^= d->state << 25;
    d->state ^= d->state >> 27;
    return (double)((d->state * 0x2545f4914f6cdd1du) >> 11) * 0x1p-53;
}

static int pick(draw *d, int count) { return (int)(uniform(d) * count); }

typedef struct units { /* the scene's numbers are so many times larger */
    double length, mass, time;
} units;

typedef struct swarm_scene {
    char text[6000];
    size_t size;
    units unit;
    int method; /* 0 soft, 1 contact dynamics, 2 events */
    int flat, isolated, polygons;
    int spheres;    /* laws of spheres */
    int necks;      /* the law jkr */
    int flow;       /* particles come and go */
    int fractional; /* a law whose force has a power of time that is not whole */
    double step;    /* s, in the units of the draw */
} swarm_scene;

enum { SWARM_EVENTS = 2 };

/* The box is 0.04 m wide. Stiffness, step and speeds: a contact lasts some 20 steps, and the overlap is some per cent.
 */
static const double WIDTH = 0.04, STIFFNESS = 4000, YOUNG = 1e6, STEP[] = {2e-5, 2e-4, 2e-4};

/* As printf, with %s, %d and %q: a number and its unit, "ml/tt" for a force. The number is printed in the scene's
 * units, to the last bit. */
static void put(swarm_scene *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    for (const char *at = format; *at; at++) {
        char *to = s->text + s->size;
        const size_t room = sizeof s->text - s->size;
        if (at[0] != '%') {
            *to = *at;
            s->size++;
        } else if (*++at == 's') {
            s->size += (size_t)snprintf(to, room, "%s", va_arg(args, const char *));
        } else if (*at == 'd') {
            s->size += (size_t)snprintf(to, room, "%d", va_arg(args, int));
        } else {
            double value = va_arg(args, double), sign = 1;
            for (const char *unit = va_arg(args, const char *); *unit; unit++) {
                if (*unit == '/') sign = -1;
                if (*unit == 'l') value *= pow(s->unit.length, sign);
                if (*unit == 'm') value *= pow(s->unit.mass, sign);
                if (*unit == 't') value *= pow(s->unit.time, sign);
            }
            s->size += (size_t)snprintf(to, room, "%.17g", value);
        }
        assert_true(s->size < sizeof s->text - 1);
    }
    s->text[s->size] = 0;
    va_end(args);
}

/* A vector of a length along x, y (and z). */
static void put_vector(swarm_scene *s, double x, double y, double z, const char *unit)
{
    put(s, "[%q, %q", x, unit, y, unit);
    if (!s->flat) put(s, ", %q", z, unit);
    put(s, "]");
}

/* ---- laws ---- */

static void put_tangential(draw *d, swarm_scene *s, int hertzian)
{
    const int law = pick(d, hertzian ? 6 : 5);
    if (law == 0) return; /* the default */
    if (law == 1) put(s, ", tangential: {law: none}");
    if (law == 2) put(s, ", tangential: {law: coulomb}");
    /* The slip of two of 4e-5 kg decays within 1e-4 s, five steps: Verlet's first order in it stays below the bound. */
    if (law == 3) put(s, ", tangential: {law: haff-werner, damping: %q}", 0.05, "m/t");
    if (law == 4 && !hertzian)
        put(s, pick(d, 2) ? ", tangential: {law: walton-braun, stiffness_ratio: 0.5}"
                          : ", tangential: {law: cundall-strack, damping_ratio: 0.2}");
    if (law == 4 && hertzian) put(s, ", tangential: {law: cundall-strack, stiffness: %q}", 0.3 * STIFFNESS, "m/tt");
    if (law == 5) put(s, ", tangential: {law: mindlin, effective_shear: %q}", 0.4 * YOUNG, "m/ltt");
}

static void put_rolling(draw *d, swarm_scene *s)
{
    const int law = s->polygons ? 0 : pick(d, 4);
    if (law == 1) put(s, ", rolling: {law: constant-torque, friction: 0.05}");
    if (law == 2) put(s, ", rolling: {law: spring-dashpot, length: %q, damping_ratio: 0.3}", 1e-4, "l");
}

/* Normal law and what goes with it; the hard methods take coefficients, or find them from a law. */
static void put_laws(draw *d, swarm_scene *s)
{
    const double e = 0.2 + 0.8 * uniform(d);
    const int law = s->polygons ? 0 : pick(d, 6), hertzian = law == 1 || law == 2 || law == 3;
    put(s, "interactions: [{between: [m, m], friction: %q", pick(d, 2) * uniform(d), "");
    if (s->method != 0) {
        const int kind = pick(d, 16);
        if (kind == 15) put(s, ", restitution: %q, normal: {law: linear, stiffness: %q}}]\n", e, "", STIFFNESS, "m/tt");
        else if (kind > 4) put(s, ", restitution: %q}]\n", e, "");
        else put(s, ", restitution: {normal: %q, tangential: %q}}]\n", e, "", 2 * uniform(d) - 1, "");
        return;
    }
    s->spheres = hertzian;
    s->necks = law == 3;
    s->fractional = law == 4;
    if (law == 1) put(s, ", restitution: %q, normal: {law: hertz, effective_young: %q}", e, "", YOUNG, "m/ltt");
    else if (law == 2)
        put(s, ", normal: {law: viscoelastic, effective_young: %q, dissipation: %q}", YOUNG, "m/ltt", 1e-4, "t");
    else if (law == 3)
        put(s, ", normal: {law: jkr, effective_young: %q, adhesion: %q}", YOUNG, "m/ltt", 0.05 * uniform(d), "m/tt");
    else if (law == 4)
        put(s, ", normal: {law: fractional, order: %q, stiffness: %q, damping: %q}", 0.3 * uniform(d), "", STIFFNESS,
            "m/tt", 1.0, "m/t");
    else put(s, ", restitution: %q, normal: {law: linear, stiffness: %q}", e, "", STIFFNESS, "m/tt");
    put_tangential(d, s, hertzian);
    if (law != 3 && law != 4 && !s->polygons && pick(d, 3) == 0)
        put(s, ", adhesion: {law: constant, force: %q}", 1e-3, "ml/tt");
    else if (hertzian && law != 3 && pick(d, 3) == 0) put(s, ", adhesion: {law: dmt, adhesion: %q}", 0.05, "m/tt");
    if (law != 4) put_rolling(d, s);
    put(s, "}]\n");
}

/* ---- walls ---- */

static void put_plane(swarm_scene *s, const char *name, int axis, double at, int side)
{
    put(s, "  - {name: %s, material: m, plane: {point: ", name);
    put_vector(s, axis == 0 ? at : 0, axis == 1 ? at : 0, axis == 2 ? at : 0, "l");
    put(s, ", normal: ");
    put_vector(s, axis == 0 ? side : 0, axis == 1 ? side : 0, axis == 2 ? side : 0, "");
    put(s, "}");
}

static void put_motion(draw *d, swarm_scene *s)
{
    const int motion = pick(d, 4);
    if (motion == 1) {
        put(s, ", vibration: {amplitude: ");
        put_vector(s, 0, 2e-4, 0, "l");
        put(s, ", frequency: %q}", 50.0, "/t");
    } else if (motion == 2) {
        put(s, ", velocity: ");
        put_vector(s, 0.05 * uniform(d), 0, 0, "l/t");
    }
    put(s, "}\n");
}

static void put_planes(draw *d, swarm_scene *s)
{
    put_plane(s, "floor", 1, 0, 1);
    put_motion(d, s);
    put_plane(s, "lid", 1, WIDTH, -1);
    if (s->method != SWARM_EVENTS && pick(d, 2))
        put(s, ", load: {force: %q}, mass: %q", 0.02 + 0.03 * uniform(d), "ml/tt", 0.01, "m");
    put(s, "}\n");
}

static void put_ends(swarm_scene *s)
{
    if (s->flat) return;
    put_plane(s, "front", 2, 0, 1);
    put(s, "}\n");
    put_plane(s, "back", 2, WIDTH, -1);
    put(s, "}\n");
}

/* Planes, a box or the inside of a cylinder. */
static int put_container(draw *d, swarm_scene *s)
{
    const int kind = pick(d, 3);
    put(s, "walls:\n");
    if (kind == 0) put_planes(d, s);
    if (kind == 1) {
        put(s, "  - {name: box, material: m, box: {lower: ");
        put_vector(s, 0, 0, 0, "l");
        put(s, ", upper: ");
        put_vector(s, WIDTH, WIDTH, WIDTH, "l");
        put(s, "}}\n");
    }
    if (kind == 2) {
        put(s, "  - {name: drum, material: m, cylinder: {point: ");
        put_vector(s, WIDTH / 2, WIDTH / 2, 0, "l");
        put(s, ", radius: %q%s}, rotation: {speed: %q}}\n", WIDTH / 2, "l", s->flat ? "" : ", axis: [0, 0, 1]", 3.0,
            "/t");
    }
    if (kind != 1) put_ends(s);
    return kind;
}

/* A tetrahedron about 0 in a file of its own, which is removed at the end. Its numbers are in units of `scale`. */
static char mesh_path[64];

static void remove_mesh(void) { unlink(mesh_path); }

static const char *mesh_file(void)
{
    if (mesh_path[0]) return mesh_path;
    strcpy(mesh_path, "/tmp/repose-swarm-XXXXXX.obj");
    const int fd = mkstemps(mesh_path, 4);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
    assert_non_null(file);
    atexit(remove_mesh);
    fputs("v 1 1 1\nv 1 -1 -1\nv -1 1 -1\nv -1 -1 1\nf 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n", file);
    assert_int_equal(fclose(file), 0);
    return mesh_path;
}

/* Something in the middle, met from all sides. */
static void put_obstacle(draw *d, swarm_scene *s)
{
    const double a = 0.4 * WIDTH, b = 0.6 * WIDTH, c = WIDTH / 2;
    const int kind = pick(d, s->flat ? 3 : s->fractional ? 4 : 5);
    if (kind == 0) return;
    put(s, "  - {name: middle, material: m, ");
    if (s->flat && kind == 1) put(s, "segment: {from: [%q, %q], to: [%q, %q]}}\n", a, "l", a, "l", b, "l", c, "l");
    if (s->flat && kind == 2)
        put(s, "cylinder: {point: [%q, %q], radius: %q, side: outside}}\n", c, "l", c, "l", 0.1 * WIDTH, "l");
    if (s->flat) return;
    if (kind == 1)
        put(s, "rectangle: {corner: [%q, %q, %q], sides: [[%q, 0, 0], [0, 0, %q]]}}\n", a, "l", c, "l", a, "l", b - a,
            "l", b - a, "l");
    if (kind == 2)
        put(s, "disc: {point: [%q, %q, %q], normal: [0, 1, 1], radius: %q}}\n", c, "l", c, "l", c, "l", c - a, "l");
    if (kind == 3)
        put(s, "cone: {point: [%q, %q, %q], axis: [0, 1, 0], radii: [%q, 0], height: %q}}\n", c, "l", a, "l", c, "l",
            c - a, "l", b - a, "l");
    if (kind == 4)
        put(s, "mesh: {file: %s, scale: %q, move: [%q, %q, %q]}}\n", mesh_file(), c - a, "l", c, "l", c, "l", c, "l");
}

/* ---- the whole ---- */

static void put_particles(draw *d, swarm_scene *s, double low, double high)
{
    const double r = 0.0015 + 0.001 * uniform(d), most = r * (1 + 0.5 * uniform(d));
    put(s, "particles: [{name: g, material: m, count: %d, radius: {uniform: [%q, %q]}, velocity: {thermal: %q},",
        s->flat ? 6 + pick(d, 8) : 8 + pick(d, 14), r, "l", most, "l", 0.1 + 0.3 * uniform(d), "l/t");
    if (s->polygons) put(s, " shape: {polygon: {sides: %d}},", 3 + pick(d, 5));
    if (s->spheres && s->flat) put(s, " shape: sphere,");
    put(s, "\n  place: {random: {lower: ");
    put_vector(s, low, low, low, "l");
    put(s, ", upper: ");
    put_vector(s, high, high, high, "l");
    put(s, "}}}]\n");
}

/* Particles that come in the middle, some ten of them, and go at one corner. */
static void put_flow(draw *d, swarm_scene *s)
{
    const double a = 0.3 * WIDTH, b = 0.7 * WIDTH;
    s->flow = !s->isolated && !s->polygons && pick(d, 3) == 0;
    if (!s->flow) return;
    put(s, "sources: [{name: rain, box: {lower: ");
    put_vector(s, a, a, a, "l");
    put(s, ", upper: ");
    put_vector(s, b, b, b, "l");
    put(s, "}, particles: {material: m, radius: %q%s}, rate: {count: %q}, velocity: ", 0.0015 + 5e-4 * uniform(d), "l",
        s->spheres && s->flat ? ", shape: sphere" : "", 10 / (200 * STEP[s->method]), "/t");
    put_vector(s, 0.1, -0.2, 0, "l/t");
    put(s, "}]\nsinks: [{name: corner, box: {lower: ");
    put_vector(s, 0, 0, 0, "l");
    put(s, ", upper: ");
    put_vector(s, a, a, a, "l");
    put(s, "}}]\n");
}

static void put_time(draw *d, swarm_scene *s, int gravity)
{
    s->step = STEP[s->method];
    put(s, "run: {step: %q, event-driven: {collapse: tc, contact_time: %q}", s->step, "t", 1e-5, "t");
    if (s->isolated || pick(d, 2)) {
        put(s, ", until: %q}\n", 1000.0, "t");
        return;
    }
    put(s, "}\nstages: [{name: one, until: %q}, {name: two, until: %q", 150 * s->step, "t", 1e6 * s->step, "t");
    if (gravity) {
        put(s, ", gravity: ");
        put_vector(s, 3, 5, 0, "l/tt");
    }
    put(s, "}]\n");
}

static void draw_scene(draw *d, units unit, swarm_scene *s)
{
    memset(s, 0, sizeof *s);
    s->unit = unit;
    s->method = pick(d, 3);
    s->flat = pick(d, 2);
    s->isolated = pick(d, 3) == 0;
    s->polygons = s->flat && s->method != SWARM_EVENTS && pick(d, 4) == 0;
    const int gravity = !s->isolated && pick(d, 4);
    put(s, "repose: 1\ndimension: %d\nmethod: %s\nseed: %d\nmaterials: {m: {density: %q}}\n", s->flat ? 2 : 3,
        sim_methods[s->method], pick(d, 1000), 2500.0, "m/lll");
    if (s->flat) put(s, "thickness: %q\n", 0.005, "l");
    put_laws(d, s);
    int container = 1;
    if (gravity) {
        put(s, "gravity: ");
        put_vector(s, 2 * uniform(d) - 1, -9.81, 0, "l/tt");
        put(s, "\n");
    }
    if (!s->isolated) {
        container = put_container(d, s);
        put_obstacle(d, s);
    }
    put(s, "domain: {lower: ");
    put_vector(s, 0, 0, 0, "l");
    put(s, ", upper: ");
    put_vector(s, WIDTH, WIDTH, WIDTH, "l");
    put(s, "%s}\n",
        s->isolated ? s->flat ? ", periodic: [x, y]" : ", periodic: [x, y, z]"
        : container ? ""
                    : ", periodic: [x]");
    put_particles(d, s, s->isolated ? 0 : 0.1 * WIDTH, s->isolated ? WIDTH : 0.9 * WIDTH);
    put_flow(d, s);
    put_time(d, s, gravity);
}

#endif
