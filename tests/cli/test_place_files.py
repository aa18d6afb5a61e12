"""place: {file}: particles from a LAMMPS dump, a frame and a checkpoint of another run, or a part of them; what is
refused. The places, velocities, radii and materials are those that the other run wrote, to the last bit."""
import gzip
import os

from _repose import Test, repose, run

t = Test()
HEAD = """\
repose: 1
dimension: 3
method: soft
materials: {sand: {density: 2000}, glass: {density: 2500}}
interactions: [{between: [any, any], friction: 0.5, restitution: 0.5, normal: {law: linear, stiffness: 1.0e+4}}]
"""
OUTPUT = "run: {until: 0.002, step: 1.0e-5}\noutput: {dump: {every: 0.002}, frames: {every: 0.002}}\n"
FIRST = (
    HEAD
    + """\
particles:
  - {name: a, count: 30, material: glass, radius: {uniform: [0.001, 0.002]}, velocity: {thermal: 0.5}, omega: [1, 2, 3],
     place: {random: {lower: [0, 0, 0], upper: [0.02, 0.02, 0.02]}}}
  - {name: b, count: 20, material: sand, radius: 0.0015, velocity: {thermal: 0.5},
     place: {random: {lower: [0, 0, 0], upper: [0.02, 0.02, 0.02]}}}
"""
    + OUTPUT
)


def snapshot(name, last):
    """Rows of a dump by id, without the id: type, radius, mass, place, image, velocity, angular velocity, ..."""
    with open(t.path(name, "dump.lammpstrj")) as f:
        parts = f.read().split("ITEM: ATOMS ")
    lines = parts[-1 if last else 1].split("\n")
    names = lines[0].split()
    rows = [dict(zip(names, line.split())) for line in lines[1:] if len(line.split()) == len(names)]
    kept = [k for k in names if k not in ("id", "ix", "iy", "iz") and not k.startswith("quat")]
    return [{k: float(row[k]) for k in kept} for row in rows]


run(t, t.scene(FIRST, "first.yaml"), "first")
before = snapshot("first", True)
t.check(len(before) == 50, f"{len(before)} particles")
frames = sorted(f for f in os.listdir(t.path("first", "frames")) if f.startswith("particles_"))
with open(t.path("first", "dump.lammpstrj"), "rb") as f, gzip.open(t.path("packed.lammpstrj.gz"), "wb") as g:
    g.write(f.read())


def second(name, place, extra="", good=True, head=HEAD):
    text = head + f"particles: [{{name: again, place: {{{place}}}{extra}}}]\n" + OUTPUT
    if good:
        run(t, t.scene(text, name + ".yaml"), name)
        return snapshot(name, False)
    return repose("check", t.scene(text, name + ".yaml")).stderr


def same(a, b, what):
    """A spin of a checkpoint is divided by the radius again: one more rounding."""
    t.check(len(a) == len(b), f"{what}: {len(a)} and {len(b)} particles")
    for x, y in zip(a, b):
        bad = {k for k in x if abs(x[k] - y[k]) > (4e-16 * abs(x[k]) if k.startswith("omega") else 0)}
        t.check(not bad, f"{what}: {bad} differ: {x} {y}")


for name, file in (
    ("dump", "first/dump.lammpstrj"),
    ("packed", "packed.lammpstrj.gz"),
    ("frame", f"first/frames/{frames[-1]}"),
    ("checkpoint", "first/checkpoint.h5"),
):
    same(before, second(name, f"file: {file}"), name)

# A part, and materials of the scene's own: masses follow from their density.
part = [row for row in before if 0.005 <= row["x"] and row["y"] <= 0.012]
t.check(0 < len(part) < 50, "the cut is a part")
same(part, second("part", "file: first/checkpoint.h5, cut: {lower: [0.005, -1, -1], upper: [1, 0.012, 1]}"), "part")
sand = second("sand", "file: first/dump.lammpstrj", ", material: sand")
t.check(all(row["type"] == 1 for row in sand), "all of sand")
t.check(abs(sand[0]["mass"] / (before[0]["mass"] * 2000 / 2500) - 1) < 1e-14, f"mass of sand {sand[0]['mass']}")

# Refused.
with open(t.path("first", "dump.lammpstrj")) as f:
    text = f.read()
with open(t.path("torn.lammpstrj"), "w") as f:
    f.write(text.rstrip("\n").rsplit("\n", 3)[0] + "\n")
with open(t.path("no.lammpstrj"), "w") as f:
    f.write("ITEM: NUMBER OF ATOMS\n1\nITEM: ATOMS id x y\n1 0 0\n")
other = HEAD.replace("sand: {density: 2000}, ", "")
for name, arguments, words in (
    ("torn", ("file: torn.lammpstrj",), "the snapshot ends after 47 of 50 atoms"),
    ("no", ("file: no.lammpstrj",), "missing column 'z'"),
    ("far", ("file: first/checkpoint.h5, cut: {lower: [9, 9, 9]}",), "no particle of the file lies in the cut"),
    (
        "cut",
        (
            "random: {lower: [0, 0, 0], upper: [1, 1, 1]}, cut: {lower: [0, 0, 0]}",
            ", count: 2, material: sand, radius: 0.001",
        ),
        "cut goes with places from a file",
    ),
):
    found = second(name, *arguments, good=False)
    t.check(words in found, f"{name}: {found}")
found = second("missing", "file: first/checkpoint.h5", good=False, head=other)
t.check("material 'sand', which the scene has not" in found, found)
with open(t.path("first", "checkpoint.h5"), "r+b") as f:
    f.seek(5000)
    f.write(b"damaged")
found = second("damaged", "file: first/checkpoint.h5", good=False)
t.check("checkpoint.h5" in found, found)
t.end()
