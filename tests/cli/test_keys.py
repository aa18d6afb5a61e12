"""Every key of a scene but those of interactions and laws (test_keys_laws.py), in every method. See _keys.py."""
import math
import os
import re
import sys

sys.path.insert(0, os.path.dirname(__file__))
from _keys import FLAT, LABEL, LAWS, METHODS, RULE, SCENE, STEP, TABLE, THERE
from _keys import find_mappings, outcome, radii, same, t, table, walk
from _repose import repose

# ---- the top level ----
table(
    "",
    {
        "seed": ("1", "2", [("particles.0.velocity", "{thermal: 1}")]),
        "gravity": ("[0, 0, -9.81]", "{table: [[0, 0, 0, -9.81], [0.01, 0, 0, -5]]}"),
        "laws": "files: cli/own_laws",
        "repose": "the version",
        "title": LABEL,
        "dimension": "every vector depends on it",
        "method": "that is what is tried",
        "thickness": "below, in two dimensions",
        **dict.fromkeys("domain materials interactions particles groups walls run stages output start".split(), THERE),
        "view": THERE,
        **dict.fromkeys("sources sinks".split(), "tried in test_keys_flow.py"),
    },
)
table("gravity", {"table": TABLE}, whole="{%s}")
walk("thickness", "0.1", "0.2", FLAT)
table(
    "domain",
    {
        "lower": ("[-1, -1, -1]", "[-2, -1, -1]"),
        "upper": ("[1, 1, 1]", "[2, 1, 1]"),
        "periodic": ("[x]", "[y]", [("domain.lower", "[-0.021, -0.021, -1]"), ("domain.upper", "[0.021, 0.021, 1]")]),
        "leave": "tried in test_keys_flow.py",
        **dict.fromkeys("stress rate viscosity".split(), "below, in a periodic domain without walls"),
    },
)
CELL = [
    ("gravity", "[0, 0, 0]"),
    ("walls", "[]"),
    ("domain", "{lower: [-0.03, -0.03, -0.03], upper: [0.03, 0.03, 0.03], periodic: [x, y, z]}"),
    ("particles.1.place", "{list: [[0.0205, 0.001, 0.0103]]}"),
] + STEP
walk("domain.stress", "1000", "2000", CELL)
table(
    "domain.stress",
    {"xx": ("1000", "500"), "yy": ("1000", "500"), "zz": ("1000", "500"), "xy": ("100", "50")},
    CELL,
    whole="{%s}",
)
table(
    "domain.rate",
    {"xx": ("-1", "-2"), "yy": ("-1", "-2"), "zz": ("-1", "-2"), "xy": ("1", "2")},
    CELL,
    whole="{%s}",
)
walk("domain.viscosity", "100", "200", CELL + [("domain.stress", "1000")], METHODS[:2])  # events refuse the stress
walk("domain.viscosity", "100", "200", CELL)
# Sliders are for who sees the scene: a run is the same with any. tests/api/test_sim_sliders.c sets them.
SLIDERS = [("view", "{sliders: [{gravity: [0, 20]}]}")]
table("view", {"sliders": THERE}, whole="{%s}")
table("view.sliders.0", {"gravity": ("[0, 20]", "[0, 10]"), "along": "above"}, SLIDERS, methods=[])
same("view", SLIDERS[0][1], "{sliders: [{friction: [0, 1], between: [any, any]}]}", methods=["soft"])
table("start", {"from": "a directory: determinism/test_restart"}, whole="{%s}")

# ---- particles and groups ----
ROOF = [
    (
        "walls",
        "[{name: floor, plane: {point: [0, 0, -1], normal: [0, 0, 1]}, material: m},"
        " {name: roof, plane: {point: [0, 0, 1], normal: [0, 0, -1]}, material: m, velocity: [0, 0, -0.1]}]",
    )
]
HELD = {
    "frozen": ("false", "true"),
    "driven": ("{velocity: [1, 0, 0]}", "{velocity: {table: [[0, 1, 0, 0], [0.01, 0, 0, 0]]}}"),
    "glued": ("floor", "roof", ROOF),
}
LOADED = {
    "force": ("[0, 0, 0]", "[0.01, 0, 0]"),
    "torque": ("[0, 0, 0]", "[0, 1.0e-4, 0]"),
    "lock": ("[x]", "[y]"),
}
table(
    "particles.0",
    {
        "mass": ("0.001", "0.002"),
        "radius": ("0.01", "0.0099"),
        "velocity": ("[0.5, 0, -0.5]", "[0.4, 0, -0.5]"),
        "omega": ("[0, 3, 0]", "[0, 4, 0]"),
        **LOADED,
        "angle": ("0", "1"),
        "count": ("1", "2"),
        "shape": "below, in two dimensions",
        "place": THERE,
        "name": LABEL,
        "material": LABEL,
        **dict.fromkeys(HELD, "below"),
    },
)
table("particles.0.velocity", {"thermal": ("0.1", "0.2")}, whole="{%s}")
ENTRY = "{name: a, material: m, radius: 0.01, place: {list: [[0, 0, 0.0102]]}, %s}"
for key, (one, other, *more) in HELD.items():
    walk("particles.0", ENTRY % f"{key}: {one}", ENTRY % f"{key}: {other}", (more[0] if more else []) + STEP)
GROUP = "{name: g, select: {from: a}, %s}"
table("groups.0", {"name": LABEL, "select": THERE, **HELD, **LOADED}, STEP + [("groups", "[{}]")], whole=GROUP)
table(
    "groups.0.select",
    {"from": ("a", "b"), "lower": ("[-1, -1, -1]", "[0.01, -1, -1]"), "upper": ("[1, 1, 1]", "[0.01, 1, 1]")},
    [("groups", "[{name: g, select: {from: a}, frozen: true}]")] + STEP,
    whole="{%s}",
)
for entry, start in (
    ("particles.0", ("particles.0", ENTRY % "driven: {velocity: [1, 0, 0]}")),
    ("groups.0", ("groups", "[" + GROUP % "driven: {velocity: [1, 0, 0]}" + "]")),
):
    table(
        entry + ".driven",
        {
            "velocity": ("[1, 0, 0]", "[0, 1, 0]"),
            "omega": ("[0, 1, 0]", "[0, 2, 0]"),
            "table": ("[[0, 1, 0, 0]]", "[[0, 2, 0, 0]]", (), METHODS[:2]),
        },
        [start],
    )
    table(entry + ".driven.velocity", {"table": TABLE}, [start], whole="{%s}")
    free = [start] if entry == "particles.0" else [("groups", "[" + GROUP % "lock: [x]" + "]")]
    for key in ("force", "torque"):
        table(f"{entry}.{key}", {"table": TABLE}, free[: entry == "groups.0"], whole="{%s}")

walk("particles.0", ENTRY % "driven: {omega: [0, 1, 0]}", ENTRY % "driven: {table: [[0, 1, 0, 0]]}", STEP)

# ---- sizes and places ----
t.scene("x,y,z\n0,0,0.0102\n", "places.csv")
t.scene("x,y,z\n0,0,0.0202\n", "other.csv")
two = [("particles.0.place", "{list: [[0, 0, 0.0102], [0, 0.05, 0.0102]]}")]
radii("particles.0.radius", two)
FAR = [("particles.1.place", "{list: [[0, -0.5, 0.02]]}")]
BOX = "lower: [-0.1, -0.1, 0.02], upper: [0.1, 0.1, 0.2]"
table(
    "particles.0.place",
    {
        "list": ("[[0, 0, 0.0102]]", "[[0, 0, 0.0101]]"),
        "file": (t.path("places.csv"), t.path("other.csv")),
        **dict.fromkeys("random lattice compressed voronoi poured".split(), THERE),
        "copies": "below",
        "cut": "files: cli/test_place_files",
        "period": "below",
    },
    FAR,
    whole="{%s}",
)
copies = "{file: %s, copies: [%d, 1, 1], period: [%g, 1, 1]}"
for other in ((1, 0.05), (2, 0.06)):
    values = [copies % (t.path("places.csv"), *how) for how in ((2, 0.05), other)]
    walk("particles.0.place", *values, FAR)
for kind, rows in (
    ("random", {"attempts": "below: the same results"}),
    ("compressed", {"rate": ("0.05", "0.1")}),
    ("poured", {"at_most": ("0.01", "0.005")}),
    ("lattice", {"type": ("cubic", "fcc"), "spacing": ("0.03", "0.04"), "jitter": "below"}),
):
    needed = BOX + ", at_most: 0.01" if kind == "poured" else BOX
    sets = [("particles.0.count", "8"), ("particles.0.place", "{%s: {%s}}" % (kind, needed))] + FAR
    corners = {"lower": ("[-0.1, -0.1, 0.02]", "[-0.2, -0.1, 0.02]"), "upper": ("[0.1, 0.1, 0.2]", "[0, 0.1, 0.2]")}
    table(f"particles.0.place.{kind}", {**corners, **rows}, sets)
    if kind == "random":
        same("particles.0.place.random.attempts", "10000", "20000", sets)
    if kind == "lattice":
        walk("particles.0.place.lattice.jitter", "0", "0.5", sets + [("particles.0.place.lattice.spacing", "0.03")])

# ---- shapes: events have none but round ones ----
walk("particles.0.shape", "disc", "sphere", FLAT)
walk("particles.0.shape", "sphere", "{polygon: {sides: 5}}", FLAT)
table(
    "particles.0.shape",
    {**dict.fromkeys(["polygon", "clump"], THERE), "polyhedron": "scenes in space alone"},
    FLAT,
    whole="{%s}",
)
TWINS = "[[-0.004, 0, 0.006], [0.004, 0, %g]]"
PAIRED = FLAT + [("particles.0.radius", "0.01"), ("particles.0.shape", "{clump: {discs: %s}}" % (TWINS % 0.006))]
table("particles.0.shape.clump", {"discs": (TWINS % 0.006, TWINS % 0.004), "file": "test_flow.py"}, PAIRED, ["soft"])
walk(*PAIRED[-1], "{clump: {discs: %s}}" % (TWINS % 0.004), FLAT)
table(
    "particles.0.shape",
    {"polygon": "flat scenes alone", "clump": THERE, "polyhedron": "below"},
    whole="{%s}",
)
TWINS = "[[-0.004, 0, 0, 0.006], [0.004, 0, 0, %g]]"
PAIRED = [("particles.0.radius", "0.01"), ("particles.0.shape", "{clump: {spheres: %s}}" % (TWINS % 0.006))]
table("particles.0.shape.clump", {"spheres": (TWINS % 0.006, TWINS % 0.004), "file": "test_flow.py"}, PAIRED, ["soft"])
walk(*PAIRED[-1], "{clump: {spheres: %s}}" % (TWINS % 0.004))
SOLID = [("particles.0.radius", "0.01"), ("particles.0.shape", "{polyhedron: {random: 6}}")]
table(
    "particles.0.shape.polyhedron",
    {"random": ("6", "7"), "vertices": "below", "file": "below", "solid": "below", "box": "below", "hull": "below"},
    SOLID,
    METHODS[:2],
)
TETRAHEDRON = "[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, %g]"
BALL = [SOLID[0]]
for one, other in (
    ("solid: cube", "solid: octahedron"),
    ("box: [1, 1, 1]", "box: [1, 1, 1.1]"),
    ("vertices: [%s]" % (TETRAHEDRON % 1), "vertices: [%s]" % (TETRAHEDRON % 1.1)),
):
    walk("particles.0.shape", "{polyhedron: {%s}}" % one, "{polyhedron: {%s}}" % other, BALL, METHODS[:2])
FACES = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 %g\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
for name, height in (("low.obj", 1), ("high.obj", 1.1)):
    with open(t.path(name), "w") as out:
        out.write(FACES % height)
files = ["{polyhedron: {file: %s}}" % t.path(name) for name in ("low.obj", "high.obj")]
walk("particles.0.shape", *files, BALL, METHODS[:2])
inner = "{polyhedron: {vertices: [%s, [0.2, 0.2, %%g]], hull: true}}" % (TETRAHEDRON % 1)
walk("particles.0.shape", inner % 0.2, inner % -0.2, BALL, METHODS[:2])
FIVE = FLAT + [("particles.0.shape", "{polygon: {sides: 5}}")]
table(
    "particles.0.shape.polygon",
    {"vertices": "below", "sides": ("5", "6"), "angularity": ("0.1", "0.2")},
    FIVE,
    METHODS[:2],
)
TRIANGLE = "{polygon: {vertices: [[0, 0], [2, 0], [1, %g]]}}"
walk("particles.0.shape", TRIANGLE % 1, TRIANGLE % 1.1, FLAT)
walk("particles.0.angle", "0", "0.3", FIVE, METHODS[:2])
TILES = (
    "[{name: a, material: m, shape: polygon, place: {voronoi: {lower: [0, 0.02], upper: [0.1, 0.1], cells: [2, 2]}}}]"
)
table(
    "particles.0.place.voronoi",
    {
        "lower": ("[0, 0.02]", "[0, 0.03]"),
        "upper": ("[0.1, 0.1]", "[0.2, 0.1]"),
        "cells": ("[2, 2]", "[2, 3]"),
        "disorder": ("0.2", "0.3"),
        "gap": ("0.1", "0.2"),
    },
    FLAT + [("particles", TILES)],
    METHODS[:2],
)

# ---- walls ----
turning = "{point: [0, 0, 0], axis: [0, 0, 1], speed: %d}"
table(
    "walls.0",
    {
        "name": LABEL,
        "material": LABEL,
        "velocity": ("[0, 0, 0.1]", "[0, 0, 0.2]"),
        "vibration": ("{amplitude: [0, 0, 0.001], frequency: 30}", "{amplitude: [0, 0, 0.001], frequency: 40}"),
        "rotation": (turning % 1, turning % 2),
        "heated": ("{temperature: 1.0e-6}", "{temperature: 2.0e-6}"),
        "until": ("0.001", "0.2"),
        "mass": "below",
        "load": "below",
        "inertia": "below",
        "materials": "below",
        **dict.fromkeys("plane box segment disc cone rectangle cylinder mesh".split(), THERE),
    },
)
loaded = [("walls.0.mass", "0.1")]
walk("walls.0.mass", "0.1", "0.2", [("walls.0.load", "{force: 1}")], METHODS[:2])
walk("walls.0.load", "{force: 1}", "{force: 2}", loaded)
facing = [("walls.0.load", "{pressure: 1}")] + loaded
table(
    "walls.0.load",
    {"pressure": ("1", "2"), "damping": ("0", "1"), "force": "above"},
    facing,
    METHODS[:2],
)
table("walls.0.load.force", {"table": TABLE}, [("walls.0.load", "{force: 1}")] + loaded, whole="{%s}")
table("walls.0.load.pressure", {"table": TABLE}, facing, whole="{%s}")
table("walls.0.velocity", {"table": ("[[0, 0, 0, 0.1]]", "[[0, 0, 0, 0.2]]")}, whole="{%s}")
table(
    "walls.0.vibration",
    {"amplitude": ("[0, 0, 0.001]", "[0, 0, 0.002]"), "frequency": ("30", "40"), "phase": ("0", "1")},
    [("walls.0.vibration", "{amplitude: [0, 0, 0.001], frequency: 30}")],
)
table(
    "walls.0.rotation",
    {"speed": ("10", "20"), "point": ("[0, 0, 0]", "[0, 0.1, 0]"), "axis": ("[0, 0, 1]", "[0, 0, -1]")},
    [("walls.0.rotation", turning % 10)],
)
walk("walls.0.rotation", turning % 10, "{axis: [0, 1, 1], speed: 10}")
walk("walls.0.rotation", turning % 10, "{axis: [0, 0, 1], speed: {table: [[0, 1], [0.01, 20]]}}")
table("walls.0.rotation.speed", {"table": TABLE}, [("walls.0.rotation", turning % 10)], whole="{%s}")
heated = [("walls.0.heated", "{temperature: 1.0e-6}")]
table(
    "walls.0.heated",
    {"temperature": ("1.0e-6", "2.0e-6"), "accommodation": ("0.1", "0.9")},
    heated,
    ["event-driven"],
)
SHAPES = {  # each touches the first particle from below within the run
    "plane": {"point": ("[0, 0, 0]", "[0, 0, 0.0001]"), "normal": ("[0, 0, 1]", "[0, 0.01, 1]")},
    "box": {"lower": ("[-0.5, -0.5, 0]", "[-0.5, -0.5, 0.0001]"), "upper": ("[0.5, 0.5, 0.5]", "[0.5, 0.5, 0.021]")},
    "cylinder": {
        "point": ("[0, 0, 0.1]", "[0, 0, 0.1001]"),
        "radius": ("0.1", "0.0999"),
        "axis": ("[1, 0, 0]", "[1, 0.1, 0]"),
        "side": "below",
    },
    "rectangle": {
        "corner": ("[-0.1, -0.1, 0]", "[-0.1, -0.1, 0.0001]"),
        "sides": ("[[0.3, 0, 0], [0, 0.3, 0]]", "[[0.1, 0, 0], [0, 0.3, 0]]"),
    },
    "disc": {
        "point": ("[0, 0, 0]", "[0, 0, 0.0001]"),
        "normal": ("[0, 0, 1]", "[0, 0.01, 1]"),
        "radius": ("0.1", "0.001"),
    },
    "cone": {
        "point": ("[0, 0, 0]", "[0, 0, 0.0001]"),
        "axis": ("[0, 0, 1]", "[0, 0.01, 1]"),
        "radii": ("[0, 0.1]", "[0, 0.12]"),
        "height": ("0.1", "0.11"),
    },
}
for shape, rows in SHAPES.items():
    first = ", ".join(f"{key}: {row[0]}" for key, row in rows.items() if not isinstance(row, str))
    wall = ("walls.0", "{name: floor, material: m, %s: {%s}}" % (shape, first))
    inside = [("particles.0.place", "{list: [[0, 0, 0.0149]]}")] + FAR if shape == "cone" else []
    table(f"walls.0.{shape}", rows, [wall] + inside)
BESIDE = "{name: floor, material: m, cylinder: {point: [0, 0, %g], radius: 0.1, axis: [1, 0, 0], side: %s}}"
walk("walls.0", BESIDE % (0.1, "inside"), BESIDE % (-0.1, "outside"))
SEGMENT = ("walls.0", "{name: floor, material: m, segment: {from: [-0.1, 0], to: [0.1, 0]}}")
table(
    "walls.0.segment", {"from": ("[-0.1, 0]", "[-0.1, -0.001]"), "to": ("[0.1, 0]", "[0.1, -0.001]")}, FLAT + [SEGMENT]
)

SOLIDS = {  # an even floor, another a little higher, a groove along y whose sides enclose an angle of pi - 0.6
    "even": [(-0.5, 0), (0.5, 0)],
    "high": [(-0.5, 1e-4), (0.5, 1e-4)],
    "groove": [(-0.5, 0.5 * math.tan(0.3)), (0, 0), (0.5, 0.5 * math.tan(0.3))],
}


def stl(solids):
    """A text of strips along y over the lines of (x, z), which face upwards."""
    text = ""
    for name, line in solids.items():
        text += f"solid {name}\n"
        for (x, z), (u, v) in zip(line, line[1:]):
            a, b, c, d = (x, -0.5, z), (u, -0.5, v), (u, 0.5, v), (x, 0.5, z)
            for corners in ((a, b, c), (a, c, d)):
                lines = "".join("vertex %.17g %.17g %.17g\n" % corner for corner in corners)
                text += f"facet normal 0 0 0\nouter loop\n{lines}endloop\nendfacet\n"
        text += f"endsolid {name}\n"
    return text


t.scene(stl({"even": SOLIDS["even"]}), "even.stl")
t.scene(stl({"even": SOLIDS["high"]}), "high.stl")
t.scene(stl(SOLIDS), "all.stl")
MESH = "{name: floor, material: m, mesh: {file: %s, part: %s, scale: 1}}"
even, groove = ([("walls.0", MESH % (t.path("all.stl"), part))] for part in ("even", "groove"))
above = [("particles.0.place", "{list: [[0, 0, 0.0107]]}"), ("particles.0.velocity", "[0, 0, -0.5]")] + FAR
table(
    "walls.0.mesh",
    {
        "file": (t.path("even.stl"), t.path("high.stl")),
        "part": ("even", "high"),
        "scale": ("1", "0.001"),
        "rotate": ("{axis: [0, 1, 0], angle: 0}", "{axis: [0, 1, 0], angle: 1.0e-3}"),
        "move": ("[0, 0, 0]", "[0, 0, 1.0e-4]"),
        "sides": ("both", "front", [("walls.0.mesh.rotate", "{axis: [1, 0, 0], angle: 3.141592653589793}")]),
        "smooth": ("0.35", "1", groove + above, METHODS[:2]),
    },
    even,
)
walk("walls.floor.mesh.smooth", "0.35", "1", groove + above, ["event-driven"])
table(
    "walls.0.mesh.rotate",
    {"axis": ("[0, 1, 0]", "[1, 0, 0]"), "angle": ("0.01", "0.02"), "point": ("[0, 0, 0]", "[0.01, 0, 0]")},
    even + [("walls.0.mesh.rotate", "{axis: [0, 1, 0], angle: 0.01}")] + above,
)
lid = even + above + [("walls.0.mass", "0.01"), ("walls.0.inertia", "1.0e-6")]
LET = "{axes: [x, z], axis: [0, 1, 0], point: [0.002, 0, 0], torque: 1.0e-5, gravity: true}"
table(
    "walls.0.load",
    {
        "axes": ("[x, z]", "[z]"),
        "force": ("[0, 0, 0.1]", "[0, 0, 0.2]"),
        "torque": ("1.0e-5", "2.0e-5"),
        "axis": ("[0, 1, 0]", "[1, 0, 0]"),
        "point": ("[0.002, 0, 0]", "[0.003, 0, 0]"),
        "centre": "below",
        "gravity": ("true", "false"),
        "damping": ("0", "1"),
    },
    lid + [("walls.0.load", LET)],
    METHODS[:2],
)
FLAP = [("walls.0.load", "{axis: [0, 1, 0], point: [0, 0, 0], gravity: true}")]
walk("walls.0.load.centre", "[0.01, 0, 0]", "[0.02, 0, 0]", lid + FLAP, METHODS[:2])
table("walls.0.load.force", {"table": TABLE}, lid + [("walls.0.load", LET)], whole="{%s}")
table("walls.0.load.torque", {"table": TABLE}, lid + [("walls.0.load", LET)], whole="{%s}")
walk("walls.0.inertia", "1.0e-6", "2.0e-6", lid + [("walls.0.load", LET)], METHODS[:2])
walk("walls.0.load", LET, "{axes: [z]}", lid)
walk("walls.0.materials", "{even: m}", "{odd: m}", even + above)

# ---- run ----
table(
    "run",
    {
        "until": ("0.01", "0.005"),
        "step": ("1.0e-4", "2.0e-4"),
        "safety": ("25", "30"),
        "skin": ("1.0e-3", "2.0e-3"),
        "orientation": ("true", "false"),
        "max_overlap": "below",
        "without": "below",
        **dict.fromkeys(METHODS, THERE),
    },
)
walk("run.safety", "25", "30", STEP)
deep = [("particles.0.place", "{list: [[0, 0, 0.009]]}")]
for method in METHODS:
    codes = [outcome(method, deep + [("run.max_overlap", x)]) for x in ("0.05", "0.2")]
    least = 2 if method == "event-driven" else 0  # there no particle may begin in another
    t.check(codes[0][0] == 2 and codes[1][0] == least, f"{method}: max_overlap: {codes[0][2]} {codes[1][2]}")
walk("run.max_overlap", "0.05", "0.2", methods=["event-driven"])
rolling = (RULE + "rolling", "{law: spring-dashpot, friction: 0.1, stiffness: 1.0e-3}")
walk(RULE + "rolling.stiffness", "1.0e-3", "2.0e-3", [rolling, ("run.without", "[rolling]")])
adhesion = (RULE + "adhesion", "{law: constant, force: 1.0e-3}")
walk(RULE + "adhesion.force", "1.0e-3", "2.0e-3", [adhesion, ("run.without", "[adhesion]")])
table(
    "run.soft",
    {"integrator": ("verlet", "gear-5"), "overlap": ("energy", "area")},
    methods=["soft"],
)
PAIR = FLAT + [
    (
        "particles",
        "[{name: a, material: m, shape: {polygon: {sides: 4}}, radius: 0.01, place: {list: [[0, 0.0102]]},"
        " velocity: [0.5, -0.5]}, {name: b, material: m, shape: {polygon: {sides: 5}}, radius: 0.01,"
        " place: {list: [[0.019, 0.012]]}, velocity: [-0.5, -0.5]}]",
    )
]
walk("run.soft.overlap", "energy", "area", PAIR, ["soft"])
walk("run.contact-dynamics.restitution", "poisson", "newton", PAIR, ["contact-dynamics"])
FEW = "{type: cubic, lower: [0.05, 0, 0.0], upper: [0.1, 0.05, 0.05], spacing: 0.02}"
crowd = [("particles.0.place", "{lattice: %s}" % FEW), ("run.step", "1.0e-3")]
MANY = "{type: cubic, lower: [0.05, 0, 0.0], upper: [0.14, 0.09, 0.09], spacing: 0.02}"
block = [("particles.0.place", "{lattice: %s}" % MANY), ("run.step", "1.0e-3")]  # more than 100 contacts
table(
    "run.contact-dynamics",
    {
        "solver": ("accelerated", "gauss-seidel", crowd),
        "order": ("coloured", "fixed", crowd + [("particles.0.velocity", "{thermal: 0.3}")]),
        "criterion": ("coulomb-residual", "mean-force", crowd),
        "stepping": ("gap", "midpoint"),
        "tolerance": ("1.0e-4", "1.0e-9", crowd),
        "cutoff": ("0", "1", crowd + [("run.contact-dynamics.criterion", "local-force")]),
        "iterations": THERE,
        "restitution": ("poisson", "newton"),
        "accuracy": ("coarse", "fine", block),
    },
    methods=["contact-dynamics"],
)
walk("run.contact-dynamics.cutoff", "0", "1", methods=["contact-dynamics"])  # not by this criterion
walk(
    "run.contact-dynamics.tolerance",
    "1.0e-4",
    "1.0e-9",
    crowd + [("run.contact-dynamics.criterion", "iterations")],
    ["contact-dynamics"],
)
walk(
    "run.contact-dynamics.accuracy",
    "coarse",
    "fine",
    crowd + [("run.contact-dynamics.criterion", "mean-force")],
    ["contact-dynamics"],
)
table(
    "run.contact-dynamics.iterations",
    {"min": ("1", "50", crowd), "max": ("1", "2000", crowd)},
    methods=["contact-dynamics"],
)
collapsing = [(RULE + "restitution", "{normal: 0.1, tangential: 0}"), ("run.until", "0.2")]
table(
    "run.event-driven",
    {
        "collapse": ("tc", "stop", collapsing),
        "contact_time": ("1.0e-4", "1.0e-3", collapsing),
        "still_speed": ("0.01", "0.02", collapsing),
        "collapse_gap": ("1.0e-3", "1.0e-2", collapsing + [("run.event-driven.collapse", "stop")]),
        "collapse_count": ("10", "20", collapsing + [("run.event-driven.collapse", "stop")]),
        "search": ("cells", "lists"),
        "fluctuation_below": ("0", "0.1"),
        "fluctuation_above": ("0", "0.1"),
        "coefficient_error": ("1.0e-4", "1.0e-2", LAWS),
        "cluster_gap": ("0.2", "2"),
        "stale": ("counters", "graph"),
    },
    methods=["event-driven"],
)
for policy in ("elastic-below", "sleep"):
    walk(
        "run.event-driven.still_speed",
        "0.1",
        "0.2",
        collapsing + [("run.event-driven.collapse", policy)],
        ["event-driven"],
    )
walk(
    "run.event-driven.coefficient_error",
    "1.0e-4",
    "1.0e-2",
    [("interactions.0", "{between: [m, m], restitution: 0.5}")],
    ["event-driven"],
)


# ---- stages ----
def stages(text):
    return [("run", "{event-driven: {collapse: tc, contact_time: 1.0e-4}}"), ("stages", f"[{text}]")]


moving = [("walls.0.rotation", turning % 0)]
table(
    "stages.0",
    {
        "name": LABEL,
        "until": ("0.01", "0.005"),
        "at_most": "below",
        "remove": "below",
        "gravity": ("[0, 0, -9.81]", "[0, 0, -5]"),
        "walls": THERE,
        "groups": THERE,
        "sources": "below",
        "sinks": "below",
        "interactions": THERE,
        "domain": THERE,
        "step": ("1.0e-4", "2.0e-4"),
    },
    stages("{until: 0.01}"),
)
strained = CELL + [("domain.stress", "1000")]
TAKES = ["soft", "contact-dynamics"]  # events refuse the scene's domain already
table(
    "stages.0.domain",
    {"stress": THERE, "rate": THERE},
    strained + stages("{until: 0.01, domain: {rate: {xy: 1}}}"),
    TAKES,
    whole="{%s}",
)
for part in ("stress", "rate"):
    table(
        f"stages.0.domain.{part}",
        dict.fromkeys(("xx", "yy", "zz", "xy"), ("1", "2")),
        strained + stages("{until: 0.01, domain: {%s: {xy: 1}}}" % part),
        TAKES,
        whole="{%s}",
    )
table(
    "stages.0.interactions.0",
    {"between": LABEL, "friction": ("0.1", "0.2")},
    stages("{until: 0.01, interactions: [{between: [m, m], friction: 0.1}]}"),
)
smooth = ("interactions.0", "{between: [m, m], restitution: 0.8, normal: {law: linear, stiffness: 2.0e4}}")
walk(
    "stages.0.interactions",
    *("[{between: [m, m], friction: %s}]" % x for x in (0, 0.2)),
    stages("{until: 0.01}") + [smooth],
)
flow = [
    ("sources", "[{name: feed, box: {lower: [-0.2, -0.2, 0.1], upper: [-0.1, -0.1, 0.14]}, rate: {count: 500},"
     " particles: {material: m, radius: 0.005}, every: 0.004}]"),
    ("sinks", "[{name: out, plane: {point: [0.01, 0, 0], normal: [1, 0, 0]}}]"),
]  # fmt: skip
for key, name in (("sources", "feed"), ("sinks", "out")):
    values = ("{until: 0.01, %s: {%s: %s}}" % (key, name, on) for on in ("true", "false"))
    walk("stages.0", *values, stages("{until: 0.01}") + flow)
walk("stages", "[{until: 0.01}]", "[{until: 0.01, remove: [floor]}]", stages("{until: 0.01}")[:1])
until = stages("{until: {kinetic_energy: 1.0e-9}, at_most: 0.01, step: 1.0e-5}")  # asked every 100 steps
walk("stages.0.at_most", "0.01", "0.005", until)
table(
    "stages.0.until",
    {
        "kinetic_energy": ("1.0e-9", "1"),
        "unbalanced_force": ("1.0e-12", "1.0e9", [(RULE + "restitution", "{normal: 0.05, tangential: 0}")]),
        "wall": THERE,
        "measure": "below",
        "below": "below",
        "above": "below",
        "after": "below",
    },
    until,
    whole="{%s}",
)
for one, other in (
    ("{measure: max_speed, below: 1.0e-9}", "{measure: max_speed, below: 100}"),
    ("{measure: max_speed, above: 1.0e9}", "{measure: max_speed, above: 1.0e-9}"),
    ("{measure: max_speed, above: 1.0e-9, after: 0.002}", "{measure: max_speed, above: 1.0e-9, after: 0.008}"),
    ("{measure: contacts, below: 1.0e9}", "{measure: contacts, above: 1.0e9}"),
):
    walk("stages.0.until", one, other, until)
table(
    "stages.0.until.wall",
    {"name": LABEL, "displacement": ("0.001", "0.002")},
    stages("{until: {wall: {name: floor, displacement: 0.001}}, at_most: 0.1, step: 1.0e-5}")
    + [("walls.0.velocity", "[0, 0, 0.5]")],
)
table(
    "stages.0.walls.floor",
    {
        "velocity": ("[0, 0, 0.1]", "[0, 0, 0.2]"),
        "vibration": ("{amplitude: [0, 0, 0.001], frequency: 30}", "{amplitude: [0, 0, 0.001], frequency: 40}"),
        "spin": ("1", "2"),
        **dict.fromkeys(["load", "force", "torque"], "below"),
    },
    stages("{until: 0.01, walls: {floor: {velocity: [0, 0, 0.1]}}}") + moving,
)
shaken = "{amplitude: [0, 0, 0.001], frequency: 30}"
table(
    "stages.0.walls.floor.vibration",
    {"amplitude": ("[0, 0, 0.001]", "[0, 0, 0.002]"), "frequency": ("30", "40"), "phase": ("0", "1")},
    stages("{until: 0.01, walls: {floor: {vibration: %s}}}" % shaken),
)
under = stages("{until: 0.01, walls: {floor: {load: 1}}}") + [("walls.0.load", "{force: 1}")] + loaded
walk("stages.0.walls.floor.load", "2", "3", under, METHODS[:2])
under = lid + [("walls.0.load", LET)] + stages("{until: 0.01, walls: {floor: {torque: 1.0e-5}}}")
walk("stages.0.walls.floor.torque", "1.0e-5", "2.0e-5", under, METHODS[:2])
walk("stages.0.walls.floor.force", "[0, 0, 0.1]", "[0, 0, 0.2]", under, METHODS[:2])
table(
    "stages.0.groups.a",
    {"free": "below", "frozen": "below", "driven": THERE},
    stages("{until: 0.01, groups: {a: {free: true}}}"),
)
walk("stages.0.groups.a", "{free: true}", "{frozen: true}", stages("{until: 0.01, groups: {a: {free: true}}}"))
table(
    "stages.0.groups.a.driven",
    {"velocity": ("[1, 0, 0]", "[0, 1, 0]")},
    stages("{until: 0.01, groups: {a: {driven: {velocity: [1, 0, 0]}}}}"),
)

# ---- output ----
OBSERVERS = "series regions profiles forces frames events dump fclib checkpoint pairs displacement"
table("output", dict.fromkeys(OBSERVERS.split(), THERE))
table("output.series", {"every": ("0.002", "0.001"), "derived": ("{q: 2 * kinetic}", "{q: 3 * kinetic}")})
table(
    "output.frames",
    {"every": ("0.002", "0.001"), "contacts": ("true", "false"), "walls": ("true", "false")},
    [("output.frames", "{every: 0.002}")],
)
table(
    "output.dump", {"every": ("0.002", "0.001"), "fields": ("[id, x]", "[id, y]")}, [("output.dump", "{every: 0.002}")]
)
table("output.fclib", {"every": ("0.002", "0.001")}, methods=["contact-dynamics"])
walk("output.fclib", "{every: 0.002}", "{every: 0.001}", methods=["soft", "event-driven"])
table("output.checkpoint", {"every": "below: the same results", "minutes": "by the wall clock"})
same("output.checkpoint.every", "0.002", "0.001")
SAMPLED = {"every": ("0.002", "0.001"), "from": ("0", "0.01"), "window": ("0.005", "0.01")}
table(
    "output.forces",
    {"bins": ("5", "10"), "up_to": ("4", "8"), **SAMPLED},
    [("output.forces", "{every: 0.002}")],
    METHODS[:2],
)
walk("output.forces", "{every: 0.002}", "{every: 0.001}", methods=["event-driven"])
AROUND = [
    ("domain", "{lower: [-0.05, -0.05, -0.05], upper: [0.05, 0.05, 0.05], periodic: [x, y, z]}"),
    ("output.pairs", "{every: 0.002, up_to: 0.04}"),
]
table(
    "output.pairs",
    {
        "every": ("0.002", "0.001"),
        "from": ("0", "0.005"),
        "window": ("0.01", "0.004"),
        "bins": ("10", "20"),
        "up_to": ("0.04", "0.03"),
    },
    AROUND,
)
table(
    "output.displacement",
    {"every": ("0.002", "0.001"), "from": ("0", "0.005")},
    [("output.displacement", "{every: 0.002}")],
)
table(
    "output.events",
    {"at_most": ("1", "100"), "from": ("0", "0.01"), "until": ("0.005", "0.01")},
    methods=["event-driven"],
)
walk("output.events", "{}", "{at_most: 1}", methods=METHODS[:2])
profile = [("output.profiles", "[{name: p, along: z, lower: 0, upper: 0.1, bins: 4, every: 0.002}]")]
table(
    "output.profiles.0",
    {
        "name": LABEL,
        "along": ("z", "x"),
        "lower": ("0", "0.01"),
        "upper": ("0.1", "0.2"),
        "bins": ("4", "5"),
        **SAMPLED,
    },
    profile,
)
region = [("output.regions", "[{name: r, box: {lower: [-1, -1, 0], upper: [1, 1, 1]}}]")]
table("output.regions.0", {"name": LABEL, **dict.fromkeys("box slab cylinder".split(), THERE)}, region)
REGIONS = {
    "box": {"lower": ("[-1, -1, 0]", "[0, -1, 0]"), "upper": ("[1, 1, 1]", "[1, 1, 0.01]")},
    "slab": {"axis": ("x", "z"), "from": ("0", "0.01"), "to": ("0.1", "0.02")},
    "cylinder": {
        "point": ("[0, 0, 0]", "[0.01, 0, 0]"),
        "radius": ("0.015", "0.01"),
        "axis": ("[0, 0, 1]", "[0, 1, 0]"),
        "from": ("0", "0.01"),
        "to": ("0.1", "0.02"),
    },
}
for shape, rows in REGIONS.items():
    first = ", ".join(f"{key}: {row[0]}" for key, row in rows.items())
    table(f"output.regions.0.{shape}", rows, [("output.regions", "[{name: r, %s: {%s}}]" % (shape, first))])

find_mappings(["interactions.0", "materials.m", "sources.0", "sinks.0"])

# ---- a refusal has the line, and compare goes on without what a method lacks ----
NORMAL = "    normal: {law: linear, stiffness: 2.0e4}"
ROLLING = SCENE.replace(NORMAL, NORMAL + "\n    rolling: {law: constant-torque, friction: 0.1}")
WALL = "walls: [{name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m"
t.check(ROLLING != SCENE and all(x in SCENE for x in (WALL, "omega: [0, 3, 0]")), "the scene has what is replaced")
for text, where in (
    (ROLLING, r"13:\d+: interactions.0.rolling"),
    (SCENE.replace("omega: [0, 3, 0]", "\n     force: [1, 0, 0]"), r"15:\d+: particles.a.force"),
    (SCENE.replace("omega: [0, 3, 0]", "\n     torque: [1, 0, 0]"), r"15:\d+: particles.a.torque"),
    (SCENE.replace("omega: [0, 3, 0]", "\n     lock: [x]"), r"15:\d+: particles.a.lock"),
    (SCENE.replace(WALL, WALL + ",\n  mass: 1, load: {force: 1}"), r"17:\d+: walls.floor.load"),
    (SCENE.replace("gravity: [0, 0, -9.81]", "gravity: {table: [[0, 0, 0, 1]]}"), r"5:\d+: gravity"),
):
    p = repose("check", t.scene(text.replace("method: soft", "method: event-driven"), "refused.yaml"))
    t.equal(p.returncode, 2, f"events refuse {where}")
    t.check(re.search("refused.yaml:" + where, p.stderr), f"line and key {where}: {p.stderr}")
t.scene(ROLLING, "rolling.yaml")
p = repose("compare", t.path("rolling.yaml"), "-o", t.path("three"), "--threads", "1", "--set", "run.without=[rolling]")
t.equal(p.returncode, 0, f"compare: {p.stderr}")
t.check("goes without rolling in the method 'event-driven'" in p.stderr, f"compare says it: {p.stderr}")
sys.exit(t.end())
