/* Every way in which a scene can be wrong, and what is said about it.
 *
 * A case changes one place of a good scene. The mark @ in the new text is taken out again and says where the error must
 * be reported: line and column. */
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "scene/scene.h"

static const char good[] =
    "repose: 1\n"
    "title: test\n"
    "dimension: 2\n"
    "method: soft\n"
    "seed: 42\n"
    "gravity: [0, -9.81]\n"
    "domain: {lower: [0, 0], upper: [1, 1], periodic: [x]}\n"
    "materials:\n"
    "  glass: {density: 2500}\n"
    "  steel: {density: 7800, young: 2.0e+11, poisson: 0.3}\n"
    "interactions:\n"
    "  - between: [any, any]\n"
    "    friction: 0.5\n"
    "    restitution: 0.8\n"
    "    normal: {law: linear, stiffness: 1.0e+5}\n"
    "particles:\n"
    "  - {name: grains, count: 3, material: glass, radius: 0.01, place: {list: [[0.1, 0.5], [0.3, 0.5], [0.5, 0.5]]}}\n"
    "groups:\n"
    "  - {name: chosen, select: {from: grains, upper: [0.2, 1]}, lock: [rotation]}\n"
    "walls:\n"
    "  - {name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: steel}\n"
    "  - {name: lid, plane: {point: [0, 1], normal: [0, -1]}, material: steel, load: {pressure: 500}, mass: 2}\n"
    "stages:\n"
    "  - {name: settle, until: 0.5}\n"
    "  - {until: {kinetic_energy: 1.0e-6}, at_most: 2, remove: [floor], walls: {lid: {load: 100}}, groups: {chosen: "
    "{frozen: true}}}\n"
    "run: {step: auto}\n"
    "output: {series: {every: 0.01}, frames: {every: 0.1}}\n";

typedef struct wrong {
    const char *old, *new;                  /* the first occurrence of old is replaced */
    const char *what;                       /* part of the sentence */
    const char *key;                        /* NULL: not looked at */
    const char *value, *expected, *nearest; /* parts; NULL: not looked at, "" : must be empty */
} wrong;

static const wrong cases[] = {
    /* sliders */
    {"run: {step: auto}", "run: {step: auto}\nview: {sliders: [@{wall: lid}]}", "gravity", NULL, NULL, NULL, NULL},
    {"run: {step: auto}", "run: {step: auto}\nview: {sliders: [{gravity: @[5, 5]}]}", "needs a range",
     "view.sliders.0.gravity", NULL, "highest", NULL},
    {"run: {step: auto}", "run: {step: auto}\nview: {sliders: [@{wall: floor, speed: [0, 1]}]}", "no direction", NULL,
     NULL, "along", NULL},
    {"run: {step: auto}", "run: {step: auto}\nview: {sliders: [{wall: @flor, speed: [0, 1]}]}", "flor", NULL, NULL,
     NULL, "floor"},
    {"run: {step: auto}", "run: {step: auto}\nview: {sliders: [{wall: lid, spin: @[0, 1]}]}", "moves by its load", NULL,
     NULL, "load", NULL},
    {"run: {step: auto}", "run: {step: auto}\nview: {sliders: [{wall: floor, load: @[0, 1]}]}", "no load", NULL, NULL,
     NULL, NULL},
    {"run: {step: auto}", "run: {step: auto}\nview: {sliders: [{friction: [@-1, 1], between: [any, any]}]}",
     "out of range", NULL, "-1", ">= 0", NULL},
    {"run: {step: auto}", "run: {step: auto}\nview: {sliders: [@{friction: [0, 1]}]}", "missing key 'between'", NULL,
     NULL, NULL, NULL},
    /* keys */
    {"density: 2500", "@densty: 2500", "unknown key 'densty'", "materials.glass.densty", "densty", "density",
     "density"},
    {"title: test", "@titel: test", "unknown key 'titel'", "titel", "titel", "title", "title"},
    {"density: 2500}", "density: 2500, @density: 2}", "repeated key 'density'", "materials.glass.density", NULL,
     "line 9", NULL},
    {"seed: 42", "@method: soft", "repeated key 'method'", "method", NULL, "line 4", NULL},
    {"{point: [0, 0], normal: [0, 1]}", "@{normal: [0, 1]}", "missing key 'point'", "walls.floor.plane.point", "", NULL,
     NULL},
    {"plane: {point: [0, 0], normal: [0, 1]}, ", "",
     "one of plane, box, cylinder, segment, rectangle, disc, cone or mesh", "walls.floor", NULL, NULL, NULL},
    {"plane: {point: [0, 0], normal: [0, 1]}", "segment: {from: [0, 0], to: @[0, 0]}", "a segment of length 0",
     "walls.floor.segment.to", NULL, "a point other than", NULL},
    {"plane: {point: [0, 0], normal: [0, 1]}", "rectangle: @{corner: [0, 0], sides: [[1, 0], [0, 1]]}",
     "three dimensions", "walls.floor.rectangle", NULL, "segment", NULL},
    {"plane: {point: [0, 0], normal: [0, 1]}", "segment: {from: [0, 0], to: [0, 1]}, load: {@pressure: 1}, mass: 1",
     "unknown key 'pressure'", NULL, NULL, NULL, NULL},
    {"dimension: 2\n", "", "missing key 'dimension'", "dimension", NULL, NULL, NULL},
    {"until: 0.5", "unitl: 0.5", "unknown key 'unitl'", "stages.settle.unitl", NULL, NULL, "until"},
    {"stiffness: 1.0e+5", "@stifness: 1", "unknown key 'stifness'", "interactions.0.normal.stifness", NULL, NULL,
     "stiffness"},
    {"radius: 0.01", "radius: {@gauss: 1}", "unknown key 'gauss'", "particles.grains.radius.gauss", NULL, "lognormal",
     NULL},
    {"place: {list: [[0.1, 0.5], [0.3, 0.5], [0.5, 0.5]]}", "place: @{}",
     "one of random, lattice, list, file, compressed, voronoi or poured", "particles.grains.place", NULL, NULL, NULL},
    {"material: glass, ", "", "missing key 'material'", "particles.grains.material", NULL, NULL, NULL},
    {"radius: 0.01, ", "", "missing key 'radius'", "particles.grains.radius", NULL, NULL, NULL},
    /* types */
    {"density: 2500", "density: @heavy", "wrong type", "materials.glass.density", "heavy", "a number > 0 (unit kg/m^3)",
     NULL},
    {"density: 2500", "density: @[2500]", "wrong type: a list", "materials.glass.density", "a list of 1", "a number",
     NULL},
    {"density: 2500", "density: @'2500'", "wrong type: a text in quotes", NULL, "'2500'", "a number", NULL},
    {"density: 2500", "density: @", "wrong type: no value", NULL, NULL, "a number", NULL},
    {"gravity: [0, -9.81]", "gravity: @-9.81", "wrong type", "gravity", "-9.81", "a list of 2 numbers", NULL},
    {"gravity: [0, -9.81]", "gravity: @[0, 0, -9.81]", "a list of 3", "gravity", NULL, "a list of 2 numbers", NULL},
    {"glass: {density: 2500}", "glass: @2500", "wrong type", "materials.glass", NULL, "a mapping", NULL},
    {"step: auto", "step: @fast", "wrong type", "run.step", "fast", "a number > 0 (unit s)", NULL},
    {"step: auto", "step: auto, soft: {integrator: @gear5}", "unknown integrator 'gear5'", "run.soft.integrator",
     "gear5", "verlet, symplectic-euler, runge-kutta-4, gear-5 or gear-3", "gear-5"},
    {"count: 3", "count: @3.5", "not a whole number", "particles.grains.count", "3.5", "a whole number", NULL},
    {"count: 3", "count: @-3", "not a whole number", "particles.grains.count", "-3", NULL, NULL},
    {"{frozen: true}", "{frozen: @yes}", "wrong type", "stages.1.groups.chosen.frozen", "yes", "true or false", NULL},
    {"seed: 42", "seed: @99999999999999999999999", "not a whole number", "seed", NULL, NULL, NULL},
    /* units and ranges */
    {"radius: 0.01", "radius: @10 mm", "wrong unit", "particles.grains.radius", "10 mm", "(unit m)", NULL},
    {"radius: 0.01", "radius: @1cm", "wrong unit", "particles.grains.radius", "1cm", "(unit m)", NULL},
    {"density: 2500", "density: @2500 kg/m^3", "wrong unit", "materials.glass.density", NULL, "(unit kg/m^3)", NULL},
    {"radius: 0.01", "radius: @-0.01", "out of range", "particles.grains.radius", "-0.01", "a number > 0 (unit m)",
     NULL},
    {"radius: 0.01", "radius: @0", "out of range", "particles.grains.radius", "0", NULL, NULL},
    {"radius: 0.01", "radius: @.nan", "not a finite number", "particles.grains.radius", ".nan", NULL, NULL},
    {"radius: 0.01", "radius: @nan", "not a finite number", NULL, "nan", NULL, NULL},
    {"[0.3, 0.5]", "[0.3, @.inf]", "not a finite number", "particles.grains.place.list.1.1", ".inf", NULL, NULL},
    {"[0.3, 0.5]", "[0.3, @1e999]", "not a finite number", NULL, "1e999", NULL, NULL},
    {"[0.3, 0.5]", "[0.3, @0x10]", "wrong unit", NULL, "0x10", NULL, NULL},
    {"friction: 0.5", "friction: @-0.5", "out of range", "interactions.0.friction", "-0.5", ">= 0", NULL},
    {"friction: 0.5", "friction: {static: @0.1, sliding: 0.5}", "static friction below sliding",
     "interactions.0.friction.static", "0.1", "at least 0.5", NULL},
    {"friction: 0.5", "friction: {at_rest: 0.5, @at_sped: 0.2, speed: 1}", "unknown key",
     "interactions.0.friction.at_sped", "at_sped", "at_speed", "at_speed"},
    {"friction: 0.5", "friction: {at_rest: 0.5, at_speed: @-1, speed: 1}", "out of range",
     "interactions.0.friction.at_speed", "-1", ">= 0", NULL},
    {"restitution: 0.8", "restitution: @1.8", "out of range", "interactions.0.restitution", "1.8", ">= 0 and <= 1",
     NULL},
    {"restitution: 0.8", "restitution: {normal: 0.8, tangential: @-2}", "out of range",
     "interactions.0.restitution.tangential", "-2", ">= -1 and <= 1", NULL},
    {"poisson: 0.3", "poisson: @0.7", "out of range", "materials.steel.poisson", "0.7", "<= 0.5", NULL},
    {"stiffness: 1.0e+5", "stiffness: @0", "out of range", "interactions.0.normal.stiffness", "0", "> 0 (unit N/m)",
     NULL},
    {"upper: [1, 1]", "upper: [1, @-1]", "upper is not above lower along y", "domain.upper.1", "-1", "> 0", NULL},
    {"normal: [0, 1]", "normal: @[0, 0]", "a direction of length 0", "walls.floor.plane.normal", NULL, NULL, NULL},
    {"every: 0.01", "every: @0", "out of range", "output.series.every", NULL, NULL, NULL},
    {"radius: 0.01", "radius: {uniform: [0.02, @0.01]}", "upside down", NULL, "0.01", "at least 0.02", NULL},
    {"radius: 0.01", "radius: {normal: @{mean: 0.01, deviation: 0.01}}", "reaches down to radius 0", NULL, NULL,
     "lower", NULL},
    {"radius: 0.01", "radius: {normal: @{mean: 0.01, deviation: 0.001, lower: 0.1}}", "leave only", NULL, NULL, NULL,
     NULL},
    {"radius: 0.01", "radius: {list: @[0.01, 0.01]}", "another length", "particles.grains.radius.list", NULL, "3 radii",
     NULL},
    {"count: 3", "count: @4", "another length", "particles.grains.count", "4", "3", NULL},
    {"gravity: [0, -9.81]", "gravity: {table: [[0, 0, 0], [@0, 0, 1]]}", "times of a table must increase",
     "gravity.table.1.0", "0", "after 0", NULL},
    {"gravity: [0, -9.81]", "gravity: {table: [@[0, 0]]}", "a list of 2", "gravity.table.0", NULL, "3 numbers", NULL},
    /* names */
    {"material: glass", "material: @glas", "unknown material 'glas'", "particles.grains.material", "glas",
     "glass or steel", "glass"},
    {"material: steel, load", "material: @stel, load", "unknown material 'stel'", "walls.lid.material", "stel", NULL,
     "steel"},
    {"[any, any]", "[any, @glsas]", "unknown material 'glsas'", "interactions.0.between.1", NULL, NULL, "glass"},
    {"law: linear", "law: @liner", "unknown normal law 'liner'", "interactions.0.normal.law", "liner", "linear",
     "linear"},
    {"walls:\n",
     "walls:\n  - {name: hot, plane: {point: [0, 0], normal: [0, 1]}, material: glass, heated: @{temperature: 1}}\n",
     "has no heated walls", NULL, NULL, "event-driven", NULL},
    {"method: soft", "method: @sotf", "unknown method 'sotf'", "method", "sotf", NULL, "soft"},
    {"remove: [floor]", "remove: [@flor]", "unknown wall 'flor'", "stages.1.remove.0", "flor", "floor or lid", "floor"},
    {"walls: {lid", "walls: {@lit", "unknown wall 'lit'", "stages.1.walls.lit", "lit", NULL, "lid"},
    {"groups: {chosen", "groups: {@choosen", "unknown group 'choosen'", NULL, NULL, NULL, "chosen"},
    {"from: grains", "from: @gains", "unknown group 'gains'", "groups.chosen.select.from", "gains", NULL, "grains"},
    {"lock: [rotation]", "lock: [@z]", "unknown name 'z'", "groups.chosen.lock.0", "z", "x, y", NULL},
    {"periodic: [x]", "periodic: [@z]", "unknown name 'z'", "domain.periodic.0", "z", "x or y", NULL},
    {"name: lid", "name: @floor", "a second wall 'floor'", NULL, "floor", "line 21", NULL},
    {"name: chosen", "name: @grains", "the name 'grains' is taken", NULL, "grains", NULL, NULL},
    {"name: grains", "name: @7", "not a name", NULL, "7", "letters", NULL},
    {"name: lid", "name: @a.b", "not a name", NULL, "a.b", "letters", NULL},
    {"glass: {", "@any: {", "cannot be called 'any'", NULL, NULL, NULL, NULL},
    {"dimension: 2", "dimension: @4", "unknown dimension '4'", "dimension", "4", "2 or 3", NULL},
    {"repose: 1", "repose: @2", "unknown version", "repose", "2", "1", NULL},
    {"count: 3", "shape: @dics, count: 3", "unknown shape 'dics'", NULL, "dics",
     "disc, sphere, polygon, clump or polyhedron", "disc"},
    /* files */
    {"list: [[0.1, 0.5], [0.3, 0.5], [0.5, 0.5]]", "file: @nowhere.csv", "missing file", "particles.grains.place.file",
     "nowhere.csv", "a readable file", NULL},
    {"radius: 0.01", "radius: {file: @nowhere.csv}", "missing file", "particles.grains.radius.file", NULL, NULL, NULL},
    {"seed: 42", "start: {from: @nowhere}", "missing directory", "start.from", NULL, NULL, NULL},
    /* what excludes each other, or has no effect */
    {", mass: 2", "", "missing key 'mass'", "walls.lid.load", NULL, NULL, NULL},
    {"load: {pressure: 500}, mass: 2", "mass: @2", "a mass without a load", "walls.lid.mass", NULL, NULL, NULL},
    {"mass: 2", "mass: 2, @velocity: [0, 1]", "exclude each other", "walls.lid.velocity", NULL, "one of them", NULL},
    {"load: {pressure: 500}", "load: {pressure: 500, @force: 5}", "exclude each other", "walls.lid.load.force", NULL,
     NULL, NULL},
    {"plane: {point: [0, 1], normal: [0, -1]}",
     "plane: {point: [0, 1], normal: [0, -1]}, @box: {lower: [0, 0], upper: [1, 1]}", "exclude each other", NULL, NULL,
     NULL, NULL},
    {"plane: {point: [0, 1], normal: [0, -1]}, material: steel, load: {pressure: 500}",
     "cylinder: {point: [0, 1], radius: 3}, material: steel, load: {@pressure: 500}", "unknown key", NULL, NULL, NULL,
     NULL},
    {"lock: [rotation]", "frozen: true, force: @[1, 0]", "'force' has no effect", "groups.chosen.force", NULL,
     "either frozen or force", NULL},
    {"lock: [rotation]", "frozen: true, @glued: floor", "exclude each other", NULL, NULL, NULL, NULL},
    {"run: {step: auto}", "run: {until: @3}", "the stages say already", "run.until", NULL, NULL, NULL},
    {"at_most: 2, ", "", "missing key 'at_most'", "stages.1", NULL, NULL, NULL},
    {"{load: 100}", "{velocity: @[0, 1]}", "moves under its load", "stages.1.walls.lid.velocity", NULL, NULL, NULL},
    {"lid: {load: 100}", "floor: {load: @100}", "carries no load", NULL, NULL, NULL, NULL},
    {"lid: {load: 100}", "floor: {spin: @1}", "has no axis", NULL, NULL, "rotation", NULL},
    /* interactions */
    {"[any, any]", "[glass, glass]", "no interaction between 'glass' and 'steel'", "interactions", NULL,
     "between: [glass, steel]", NULL},
    {"    normal: {law: linear, stiffness: 1.0e+5}\n", "", "needs a normal law", "interactions.0", "",
     "normal: {law: linear", NULL},
    {"particles:\n", "  - {between: [any, any], normal: {law: linear, stiffness: 1}}\nparticles:\n", "a second rule",
     "interactions.1", NULL, "line 12", NULL},
    {"particles:\n",
     "  - {between: [glass, any], normal: {law: linear, stiffness: 1}}\n  - {between: [steel, any], normal: {law: "
     "linear, stiffness: 1}}\nparticles:\n",
     "equally specific for the materials 'glass' and 'steel'", NULL, "lines 16 and 17", "between: [glass, steel]",
     NULL},
    {", stiffness: 1.0e+5", "", "needs a stiffness", "interactions.0.normal.stiffness", NULL, NULL, NULL},
    {"stiffness: 1.0e+5", "stiffness: 1.0e+5, damping: @1", "more than one way", "interactions.0.normal.damping", "1",
     "restitution", NULL},
    /* YAML itself */
    {"title: test", "title: @*name", "aliases are not used", NULL, "*name", NULL, NULL},
    {"title: test", "title: @!!str 5", "tags are not used", NULL, NULL, NULL, NULL},
    {"title: test", "? @[a]\n: b", "a list or mapping as a key", NULL, NULL, NULL, NULL},
    {"title: test", "title: 'test", "not valid YAML", NULL, NULL, NULL, NULL},
    {"title: test", "@\ttitle: test", "a tab at the beginning of a line", NULL, NULL, "blanks", NULL},
    {"run: {step: auto}\n", "@---\nrun: {}\n", "a second document", NULL, NULL, NULL, NULL},
    {"title: test", "title: \"a\\0b\"", "a zero byte", NULL, NULL, NULL, NULL},
};

/* ---- the machine ---- */

/* good with the case's change; *line 0 if there is no mark. NULL: `old` does not occur. */
static char *changed(const wrong *c, int *line, int *column)
{
    const char *at = strstr(good, c->old);
    if (!at) return NULL;
    char *text = malloc(sizeof good + strlen(c->new));
    size_t before = (size_t)(at - good);
    memcpy(text, good, before);
    strcpy(text + before, c->new);
    strcat(text, at + strlen(c->old));
    char *mark = strchr(text, '@');
    *line = *column = 0;
    if (!mark) return text;
    *line = *column = 1;
    for (const char *p = text; p < mark; p++) {
        if (*p == '\n') {
            ++*line;
            *column = 1;
        }

        else
            ++*column;
    }
    memmove(mark, mark + 1, strlen(mark));
    return text;
}

static int check_part(const char *field, const char *part)
{
    return !part || (*part ? strstr(field, part) != NULL : !*field);
}

static rp_status load_and_build(const char *text, rp_error *err)
{
    rp_scene *scene;
    rp_world *world = NULL;
    rp_status status = rp_scene_load_text("dir/test.yaml", text, strlen(text), NULL, &scene, err);
    if (status) return status;
    status = rp_scene_build(scene, NULL, &world, err);
    rp_world_destroy(world);
    rp_scene_destroy(scene);
    return status;
}

/* 0: what was said is not what should be said. */
static int check_case(const wrong *c)
{
    int line, column;
    rp_error err;
    char said[2048];
    char *text = changed(c, &line, &column);
    if (!text) {
        print_error("case '%s': '%s' is not in the scene\n", c->new, c->old);
        return 0;
    }
    rp_status status = load_and_build(text, &err);
    free(text);
    int same = status == RP_INPUT && strcmp(err.file, "dir/test.yaml") == 0 && err.line > 0 && err.column > 0;
    same = same && (!line || (err.line == line && err.column == column));
    same = same && check_part(err.what, c->what) && check_part(err.value, c->value)
           && check_part(err.expected, c->expected);
    same = same && (!c->key || strcmp(err.key, c->key) == 0) && (!c->nearest || strcmp(err.nearest, c->nearest) == 0);
    rp_error_text(&err, said, sizeof said);
    if (!same) print_error("case '%s' (%d:%d): status %d\n  %s\n", c->new, line, column, (int)status, said);
    return same;
}

static void good_scene_is_good(void **state)
{
    (void)state;
    rp_scene *scene;
    rp_world *world;
    rp_error err;
    char said[2048] = "";
    if (rp_scene_load_text("test.yaml", good, strlen(good), NULL, &scene, &err)) rp_error_text(&err, said, sizeof said);
    assert_string_equal(said, "");
    assert_int_equal(rp_scene_build(scene, NULL, &world, &err), RP_OK);
    rp_world_destroy(world);
    rp_scene_destroy(scene);
    assert_int_equal(rp_memory_bytes(), 0);
}

static void every_error_says_what_and_where(void **state)
{
    (void)state;
    int good_ones = 0, all = sizeof cases / sizeof *cases;
    for (int i = 0; i < all; i++) {
        good_ones += check_case(&cases[i]);
        assert_int_equal(rp_memory_bytes(), 0);
    }
    assert_int_equal(good_ones, all);
}

/* A cut anywhere must be an error or a scene, never more. */
static void truncated_text_never_hurts(void **state)
{
    (void)state;
    for (size_t size = 0; size < sizeof good; size++) {
        rp_scene *scene;
        rp_status status = rp_scene_load_text("cut.yaml", good, size, NULL, &scene, NULL);
        assert_true(status == RP_OK || status == RP_INPUT);
        rp_scene_destroy(scene);
        assert_int_equal(rp_memory_bytes(), 0);
    }
}

static rp_status load(const char *text, size_t size, rp_error *err)
{
    rp_scene *scene;
    rp_status status = rp_scene_load_text("big.yaml", text, size, NULL, &scene, err);
    rp_scene_destroy(scene);
    assert_int_equal(rp_memory_bytes(), 0);
    return status;
}

static void empty_and_random_files_are_refused(void **state)
{
    (void)state;
    rp_error err;
    assert_int_equal(load("", 0, &err), RP_INPUT);
    assert_non_null(strstr(err.what, "empty"));
    assert_int_equal(load("# nothing\n", 10, &err), RP_INPUT);
    assert_non_null(strstr(err.what, "empty"));
    assert_int_equal(load("- 1\n", 4, &err), RP_INPUT);
    assert_non_null(strstr(err.expected, "mapping"));
    const char *no_particles = "repose: 1\ndimension: 2\nmethod: soft\nmaterials: {a: {density: 1}}\nrun: {until: 1}\n";
    assert_int_equal(load(no_particles, strlen(no_particles), &err), RP_INPUT);
    assert_non_null(strstr(err.what, "empty scene"));

    size_t size = 10u << 20;
    char *bytes = malloc(size);
    for (uint64_t seed = 0; seed < 8; seed++) {
        rp_random stream = rp_random_stream(seed, RP_RANDOM_TEST, 0, 0);
        for (size_t i = 0; i < size; i++) bytes[i] = (char)rp_random_bits(&stream);
        assert_int_equal(load(bytes, size, &err), RP_INPUT);
        assert_true(err.line >= 1 && err.column >= 1);
        size = seed ? size : 1u << 16;
    }
    free(bytes);
}

static void attacks_are_refused_quickly(void **state)
{
    (void)state;
    rp_error err;
    const char bomb[] = "a: &a [x, x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, "
                        "*b, *b, *b, *b, *b, *b, *b]\n";
    assert_int_equal(load(bomb, strlen(bomb), &err), RP_INPUT);
    assert_non_null(strstr(err.what, "aliases"));
    assert_int_equal(err.line, 2);
    assert_int_equal(err.column, 8);

    size_t size = 70u << 20;
    char *text = malloc(size);
    memset(text, '[', 1000000);
    assert_int_equal(load(text, 1000000, &err), RP_INPUT);
    assert_non_null(strstr(err.what, "nested deeper than 64"));
    memset(text, ' ', size);
    assert_int_equal(load(text, size, &err), RP_INPUT);
    assert_non_null(strstr(err.what, "too large"));
    for (size_t i = 0; i < 20u << 20; i += 2) memcpy(text + i, i ? ",1" : "[1", 2); /* ten million values */
    assert_int_equal(load(text, 20u << 20, &err), RP_INPUT);
    assert_non_null(strstr(err.what, "values in one file"));
    size_t used = 0;
    for (int i = 0; i < 200000; i++) used += (size_t)sprintf(text + used, "k%d: 1\n", i);
    used += (size_t)sprintf(text + used, "k5: 1\n");
    assert_int_equal(load(text, used, &err), RP_INPUT);
    assert_non_null(strstr(err.what, "repeated key 'k5'"));
    assert_int_equal(err.line, 200001);
    free(text);
}

static const char polygons[] = "repose: 1\ndimension: %s\nmethod: %s\nmaterials: {m: {density: 1000}}\ninteractions: "
                               "[{between: [m, m], restitution: 0.5, normal: {law: linear, stiffness: 1000}}]\n"
                               "particles: [{material: m, %s}]\n%srun: {until: 1%s}\n";

typedef struct wrong_polygon {
    const char *dimension, *method, *entry, *place, *more, *option, *what;
} wrong_polygon;

static const char list[] = "place: {list: [[0, 0]]}", space[] = "place: {list: [[0, 0, 0]]}",
                  box[] = "place: {voronoi: {lower: [0, 0], upper: [1, 1], cells: [3, 3]}}";

static const wrong_polygon wrong_polygons[] = {
    {"2", "soft", "shape: {polygon: {vertices: [[0, 0], [1, 0], [0.2, 0.2], [0, 1]]}}", list, "", "",
     "not those of a convex polygon"},
    {"2", "soft", "shape: {polygon: {vertices: [[0, 0], [1, 0]]}}", list, "", "", "corners"},
    {"2", "soft", "shape: {polygon: {sides: 2}}, radius: 1", list, "", "", "out of range"},
    {"2", "soft", "shape: {polygon: {sides: 4.5}}, radius: 1", list, "", "", "whole number"},
    {"2", "soft", "shape: {polygon: {sides: [6, 4]}}, radius: 1", list, "", "", "above the most"},
    {"2", "soft", "shape: {polygon: {sides: 5, angularity: 1}}, radius: 1", list, "", "", "out of range"},
    {"2", "soft", "shape: {polygon: {sides: 5, vertices: [[0, 0], [1, 0], [0, 1]]}}, radius: 1", list, "", "",
     "exclude"},
    {"2", "soft", "shape: {polygon: {sides: 5}}", list, "", "", "radius"},
    {"2", "soft", "shape: polygon, radius: 1", list, "", "", "which polygon?"},
    {"2", "soft", "radius: 1, angle: 0.1", list, "", "", "a disc is round"},
    {"2", "soft", "shape: polygon, radius: 1", box, "", "", "have their size"},
    {"2", "soft", "shape: disc", box, "", "", "makes its own polygons"},
    {"2", "soft", "shape: polygon, count: 9", box, "", "", "as many particles as cells"},
    {"3", "soft", "shape: {polygon: {sides: 5}}, radius: 1", "place: {list: [[0, 0, 0]]}", "", "",
     "two dimensions only"},
    {"2", "event-driven", "shape: {polygon: {sides: 5}}, radius: 1", list, "", "", "'event-driven' takes no polygons"},
    {"2", "soft", "shape: {polygon: {sides: 5}}, radius: 1", list, "", ", orientation: false", "polygons turn"},
    {"2", "soft", "shape: {polygon: {sides: 5}}, radius: 1", list,
     "walls: [{name: w, material: m, segment: {from: [-3, 0.3], to: [3, 0.3]}}]\n", "", "overlaps the wall"},
    {"2", "soft", "shape: {polygon: {sides: 4}}, radius: 1", list,
     "walls: [{name: w, material: m, cylinder: {point: [1.5, 0], radius: 1, side: outside}}]\n", "",
     "overlaps the wall"},
    {"2", "soft", "shape: {polygon: {sides: 4}}, radius: 1", list,
     "walls: [{name: w, material: m, plane: {point: [0.5, 0], normal: [-1, 0]}}]\n", "", "overlaps the wall"},
    {"3", "contact-dynamics", "shape: {polyhedron: {vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]}}", space,
     "", "", "lie in one plane"},
    {"3", "contact-dynamics",
     "shape: {polyhedron: {vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [0.1, 0.1, 0.1]]}}", space, "", "",
     "vertex 5, at 0.1 0.1 0.1, is no corner"},
    {"3", "contact-dynamics", "shape: {polyhedron: {vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}}", space, "", "",
     "vertices"},
    {"3", "contact-dynamics", "shape: {polyhedron: {solid: cub}}, radius: 1", space, "", "", "unknown solid 'cub'"},
    {"3", "contact-dynamics", "shape: {polyhedron: {solid: cube}}", space, "", "", "radius"},
    {"3", "contact-dynamics", "shape: {polyhedron: {box: [1, 1]}}", space, "", "", "edges"},
    {"3", "contact-dynamics", "shape: {polyhedron: {random: 3}}, radius: 1", space, "", "", "out of range"},
    {"3", "contact-dynamics", "shape: {polyhedron: {random: [9, 4]}}, radius: 1", space, "", "", "above the most"},
    {"3", "contact-dynamics", "shape: {polyhedron: {random: 9, hull: true}}, radius: 1", space, "", "",
     "'hull' has no effect"},
    {"3", "contact-dynamics", "shape: {polyhedron: {box: [1, 1, 1], hull: true}}", space, "", "", "a box is convex"},
    {"3", "contact-dynamics", "shape: {polyhedron: {box: [1, 1, 1], random: 4}}", space, "", "", "exclude"},
    {"3", "contact-dynamics", "shape: {polyhedron: {file: nowhere.stl}}", space, "", "", "missing file"},
    {"3", "contact-dynamics", "shape: polyhedron, radius: 1", space, "", "", "which polyhedron?"},
    {"3", "contact-dynamics", "shape: {polyhedron: {box: [1, 1, 1]}}", space, "", ", orientation: false",
     "polyhedra turn"},
    {"3", "contact-dynamics", "shape: {polyhedron: {box: [1, 1, 1]}}", space,
     "walls: [{name: w, material: m, plane: {point: [0, 0, -0.3], normal: [0, 0, 1]}}]\n", "", "overlaps the wall"},
    {"2", "contact-dynamics", "shape: {polyhedron: {box: [1, 1, 1]}}", list, "", "", "three dimensions only"},
    {"3", "event-driven", "shape: {polyhedron: {box: [1, 1, 1]}}", space, "", "", "'event-driven' takes no polyhedra"},
};

static void polygon_is_refused(const wrong_polygon *p)
{
    char text[2000], entry[600], told[1600];
    rp_error err;
    rp_scene *scene = NULL;
    rp_world *world = NULL;
    snprintf(entry, sizeof entry, "%s, %s", p->entry, p->place);
    snprintf(text, sizeof text, polygons, p->dimension, p->method, entry, p->more, p->option);
    rp_status status = rp_scene_load_text("scene.yaml", text, strlen(text), NULL, &scene, &err);
    if (!status) status = rp_scene_build(scene, NULL, &world, &err);
    rp_error_text(&err, told, sizeof told);
    if (status != RP_INPUT || !strstr(told, p->what))
        fail_msg("%s: status %d, '%s'", p->entry, (int)status, status ? told : "");
    rp_scene_destroy(scene);
}

/* Every way to describe a polygon wrongly says what is wrong. */
static void polygons_that_cannot_be(void **state)
{
    (void)state;
    for (size_t n = 0; n < sizeof wrong_polygons / sizeof *wrong_polygons; n++) polygon_is_refused(&wrong_polygons[n]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_scene_is_good),          cmocka_unit_test(every_error_says_what_and_where),
        cmocka_unit_test(truncated_text_never_hurts),  cmocka_unit_test(empty_and_random_files_are_refused),
        cmocka_unit_test(attacks_are_refused_quickly), cmocka_unit_test(polygons_that_cannot_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
