"""Every key of sources and sinks, what particles do that leave the domain, in every method. See _keys.py."""
import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
from _keys import FLAT, LABEL, METHODS, STEP, TABLE, THERE, find_mappings, radii, t, table, walk

# ---- sources ----
KIND = "{name: k, material: m, radius: 0.005}"
BOX = "box: {lower: [-0.2, -0.2, 0.1], upper: [-0.1, -0.1, 0.14]}"
FEED = "{name: feed, %s, particles: %s, rate: {count: 500}, every: 0.004, velocity: [0, 0, -0.1]}"
GIVEN = [("sources", "[" + FEED % (BOX, KIND) + "]")]
TWO = [("sources.0.particles", "[{name: k, material: m, radius: 0.005}, {name: l, material: m, radius: 0.004}]")]
FULL = [("sources.0.box", "{lower: [-0.2, -0.2, 0.1], upper: [-0.18, -0.18, 0.12]}"), ("sources.0.every", "0.001")]
table(
    "sources.0",
    {
        "name": LABEL,
        **dict.fromkeys("box cylinder disc segment mesh particles".split(), THERE),
        "shares": ("number", "mass", TWO),
        "amount": ("{count: 2}", "{count: 3}"),
        "rate": ("{count: 500}", "{count: 1000}"),
        "velocity": ("[0, 0, -0.1]", "[0, 0, -0.2]"),
        "omega": ("[0, 0, 0]", "[0, 1, 0]"),
        "start": ("0", "0.01"),
        "end": ("0.005", "0.01"),
        "every": ("0.004", "0.002"),
        "catch_up": ("true", "false", FULL),
        "attempts": ("1", "200", FULL),
        "active": ("true", "false"),
    },
    GIVEN,
)
table(
    "sources.0.amount", {"count": "above", "mass": ("1.0e-3", "2.0e-3"), "solid_fraction": THERE}, GIVEN, whole="{%s}"
)
full = ("sources", "[{name: feed, %s, particles: %s, amount: {solid_fraction: 0.01}, every: 0.004}]" % (BOX, KIND))
walk("sources.0.amount", "{solid_fraction: 0.01}", "{solid_fraction: 0.05}", [full])
table("sources.0.rate", {"count": "above", "mass": ("0.1", "0.2")}, GIVEN, whole="{%s}")
table(
    "sources.0.velocity",
    {"mean": ("[0, 0, -0.1]", "[0, 0, -0.2]"), "spread": ("0.1", "0.2")},
    GIVEN + [("sources.0.velocity", "{mean: [0, 0, -0.1]}")],
)
KINDS = {
    "name": LABEL,
    "material": LABEL,
    "shape": "below",
    "angle": "below",
    "radius": ("0.005", "0.0051"),
    "mass": ("0.001", "0.002"),
    "share": "below: of several",
    "force": ("[0, 0, 0]", "[0.01, 0, 0]"),
    "torque": ("[0, 0, 0]", "[0, 1.0e-4, 0]"),
    "lock": ("[x]", "[z]"),
}
table("sources.0.particles", KINDS, GIVEN)
table("sources.0.particles.0", {**dict.fromkeys(KINDS, "above"), "share": ("1", "3")}, GIVEN + TWO)
CLUMP = "{material: m, angle: %s, shape: {clump: {spheres: [[0, 0, 0, 0.003], [0.003, 0, 0, %s]]}}}"
walk("sources.0.particles", CLUMP % ("random", 0.002), CLUMP % ("[0, 1, 0]", 0.002), GIVEN, METHODS[:2])
walk("sources.0.particles", CLUMP % ("random", 0.002), CLUMP % ("random", 0.003), GIVEN, METHODS[:2])
walk("sources.0.particles", "a", "b", GIVEN + [("particles.1.radius", "0.009")])
for key in ("force", "torque"):
    table(f"sources.0.particles.{key}", {"table": TABLE}, GIVEN, whole="{%s}")
    table(f"sources.0.particles.0.{key}", {"table": TABLE}, GIVEN + TWO, whole="{%s}")
radii("sources.0.particles.radius", GIVEN)
radii("sources.0.particles.0.radius", GIVEN + TWO, ["soft"])

# ---- regions of sources and sinks ----
CYLINDER = {
    "point": ("[-0.2, -0.2, 0.1]", "[-0.2, -0.2, 0.11]"),
    "radius": ("0.05", "0.06"),
    "axis": ("[0, 0, 1]", "[0, 1, 0]"),
    "from": ("0", "0.01"),
    "to": ("0.05", "0.04"),
}
DISC = {"point": CYLINDER["point"], "normal": ("[0, 0, 1]", "[0, 1, 1]"), "radius": ("0.05", "0.06")}
GIVES = {
    "box": {
        "lower": ("[-0.2, -0.2, 0.1]", "[-0.2, -0.2, 0.11]"),
        "upper": ("[-0.1, -0.1, 0.14]", "[-0.1, -0.1, 0.15]"),
    },
    "cylinder": CYLINDER,
    "disc": DISC,
}
# The first particle crosses some of these from the beginning, some never.
TAKES = {
    "box": {"lower": ("[-0.1, -0.1, -0.1]", "[0.1, -0.1, -0.1]"), "upper": ("[0.2, 0.2, 0.2]", "[0.2, 0.2, -0.05]")},
    "cylinder": {
        "point": ("[0, 0, 0]", "[0.1, 0, 0]"),
        "radius": ("0.015", "0.1"),
        "axis": ("[0, 0, 1]", "[1, 0, 0]"),
        "from": ("0", "0.05"),
        "to": ("0.1", "0.001"),
    },
    "disc": {
        "point": ("[0, 0, 0.005]", "[0, 0, 0.2]"),
        "normal": ("[0, 0, 1]", "[1, 0, 0]", [("sinks.0.disc.point", "[0, 0, -0.001]")]),
        "radius": ("0.005", "0.1"),
    },
    "plane": {"point": ("[0.01, 0, 0]", "[0.05, 0, 0]"), "normal": ("[1, 0, 0]", "[-1, 0, 0]")},
}
for entry, text, shapes in (
    ("sources.0", FEED % ("%s: {%s}", KIND), GIVES),
    ("sinks.0", "{name: out, %s: {%s}}", TAKES),
):
    for shape, rows in shapes.items():
        first = ", ".join(f"{key}: {row[0]}" for key, row in rows.items())
        table(f"{entry}.{shape}", rows, [(entry[:-2], "[" + text % (shape, first) + "]")])
    wide = FLAT + [(entry[:-2], "[" + (text % ("segment", "from: [-0.1, 0.02], to: [-0.05, 0.02]")) + "]")]
    wide += [("sources.0.velocity", "[0, -0.1]")] if entry == "sources.0" else []
    ends = {"from": ("[-0.1, 0.02]", "[-0.1, 0.03]"), "to": ("[-0.05, 0.02]", "[0.1, 0.021]")}
    if entry == "sinks.0":
        ends["from"] = ("[-0.1, 0.02]", "[0.1, 0.0]")
    table(f"{entry}.segment", ends, wide)
flat_feed = FEED.replace("[0, 0, -0.1]", "[0, -0.1]") % ("box: {lower: [-0.2, 0.1], upper: [-0.1, 0.14]}", KIND)
flat = FLAT + [("sources", "[" + flat_feed + "]")]
walk("sources.0.particles.shape", "disc", "sphere", flat)
for kind in ("particles", "particles.0"):
    sets = flat + TWO if kind == "particles.0" else flat
    walk(f"sources.0.{kind}.shape", "{polygon: {sides: 5}}", "{polygon: {sides: 6}}", sets)
    walk(f"sources.0.{kind}.shape", "{clump: {discs: [[0, 0, 0.005]]}}", "{clump: {discs: [[0, 0, 0.004]]}}", sets)
    shapes = {**dict.fromkeys(["polygon", "clump"], "above"), "polyhedron": "below"}
    table(f"sources.0.{kind}.shape", shapes, sets, whole="{%s}")
    table(
        f"sources.0.{kind}.shape.clump",
        {"discs": "above", "file": "test_flow.py"},
        sets + [(f"sources.0.{kind}.shape", "{clump: {discs: [[0, 0, 0.005]]}}")],
    )
    table(
        f"sources.0.{kind}.shape.polygon",
        dict.fromkeys("vertices sides angularity".split(), "refused"),
        sets + [(f"sources.0.{kind}.shape", "{polygon: {sides: 5}}")],
    )

SOLID = "{polyhedron: {solid: %s}}"
for kind in ("particles", "particles.0"):
    sets = GIVEN + TWO if kind == "particles.0" else GIVEN
    walk(f"sources.0.{kind}.shape", SOLID % "cube", SOLID % "octahedron", sets)
    table(
        f"sources.0.{kind}.shape.polyhedron",
        dict.fromkeys("random vertices file solid box hull".split(), "sources refuse polyhedra"),
        sets + [(f"sources.0.{kind}.shape", SOLID % "cube")],
    )

# ---- sinks ----
LOST = [("sinks", "[{name: out, plane: {point: [0.01, 0, 0], normal: [1, 0, 0]}, every: 0.002}]")]
table(
    "sinks.0",
    {
        "name": LABEL,
        "every": (
            "0.002",
            "0.0035",
            [("sinks.0.plane.point", "[-0.001, 0, 0]"), ("particles.0.velocity", "[-1, 0, 0]")],
        ),
        "active": ("true", "false"),
        "pass": ("false", "true"),
        "wall": "below",
        **dict.fromkeys("box cylinder plane disc segment mesh".split(), THERE),
    },
    LOST,
)

# ---- meshes ----
SQUARE = """solid %s
facet normal 0 0 1
outer loop
vertex -0.1 -0.1 0
vertex 0.1 -0.1 0
vertex 0 0.1 0
endloop
endfacet
endsolid %s
"""
t.scene(SQUARE % ("low", "low") + SQUARE.replace(" 0\n", " 0.004\n") % ("high", "high"), "sheets.stl")
t.scene(SQUARE % ("low", "low"), "sheet.stl")
SHEET = {
    "file": (t.path("sheets.stl"), t.path("sheet.stl")),
    "part": ("low", "high"),
    "scale": ("1", "0.01"),
    "rotate": ("{axis: [0, 1, 0], angle: 0}", "{axis: [0, 1, 0], angle: 1.5707}"),
    "move": ("[0, 0, 0]", "[0, 0, 0.5]"),
}
for entry, text in (
    ("sources.0", FEED % ("mesh: {file: %s, move: [0, 0, 0.2]}", KIND)),
    ("sinks.0", "{name: out, mesh: {file: %s}}"),
):
    sets = [(entry[:-2], "[" + text % t.path("sheets.stl") + "]")]
    table(f"{entry}.mesh", SHEET, sets)
    turned = sets + [(f"{entry}.mesh.rotate", "{axis: [0, 1, 0], angle: 1.0}")]
    table(
        f"{entry}.mesh.rotate",
        {"axis": ("[0, 1, 0]", "[1, 0, 0]"), "angle": ("1", "2"), "point": ("[0, 0, 0]", "[0, 0, 0.1]")},
        turned,
    )
FLOOR = [
    ("walls.0", "{name: floor, material: m, mesh: {file: %s, move: [0, 0, -0.004]}}" % t.path("sheets.stl")),
    ("sinks", "[{name: out, wall: {name: floor}}]"),
]
table("sinks.0.wall", {"name": LABEL, "part": ("low", "high")}, FLOOR)
walk("domain.leave", "stop", "remove", [("domain", "{lower: [-1, -1, -1], upper: [0.025, 1, 1]}")] + STEP)

find_mappings([])
sys.exit(t.end())
