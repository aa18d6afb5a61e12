"""--force replaces a run: no file of the run before stays, whatever it wrote, and no other file goes."""
import os

from _repose import SCENE, Test, repose, run

t = Test()
EVERYTHING = """output:
  series: {every: 0.005}
  frames: {every: 0.01}
  dump: {every: 0.01}
  forces: {every: 0.01}
  profiles: [{name: height, along: y, bins: 4, every: 0.01}]
  checkpoint: {every: 0.01}
"""
GAS = """\
repose: 1
title: Gas
dimension: 2
method: event-driven
gravity: [0, 0]
domain: {lower: [0, 0], upper: [1, 1], periodic: [x, y]}
materials: {a: {density: 1000}}
interactions: [{between: [a, a], restitution: 1}]
particles: [{name: g, material: a, count: 30, radius: 0.02, place: {random: {lower: [0, 0], upper: [1, 1]}},
    velocity: {thermal: 1}}]
run: {until: 0.1, step: 0.01}
output: {events: {}}
"""
POLYGONS = """\
repose: 1
title: Two squares
dimension: 2
method: soft
gravity: [0, 0]
materials: {a: {density: 1000}}
interactions: [{between: [a, a], normal: {law: linear, stiffness: 1.0e4, damping: 1}}]
particles: [{name: g, material: a, shape: {polygon: {vertices: [[0, 0], [1, 0], [1, 1], [0, 1]]}},
    place: {list: [[0, 0], [3, 0]]}}]
run: {until: 1.0e-3, step: 1.0e-4}
output: {frames: {every: 1.0e-3}}
"""
BARE = SCENE[: SCENE.index("output:")] + "output: {}\n"
bare = t.scene(
    BARE.replace("until: 0.06}", "until: 0.002}")
    .replace("at_most: 0.04", "at_most: 0.002")
    .replace("until: 0.02,", "until: 0.002,"),
    "bare.yaml",
)


def files(name):
    return sorted(os.path.join(d, f)[len(t.path(name)) + 1 :] for d, _, names in os.walk(t.path(name)) for f in names)


run(t, bare, "fresh")
LEFT = files("fresh")  # what the bare run leaves in a directory of its own
full = SCENE[: SCENE.index("output:")] + EVERYTHING
for name, text, expected in (
    (
        "full",
        full,
        [
            "series.csv",
            "frames.pvd",
            "walls.pvd",
            "contacts.pvd",
            "forces.csv",
            "profile-height.csv",
            "checkpoint.h5.previous",
        ],
    ),
    ("gas", GAS, ["events.csv"]),
    ("polygons", POLYGONS, ["frames.pvd", "shapes.pvd"]),
):
    run(t, t.scene(text, name + ".yaml"), name)
    there = files(name)
    for file in expected:
        t.check(file in there, f"{name}: the first run writes {file}; there are {there}")
    for own in ("notes.txt", "frames/notes.txt", "profile.txt"):
        if os.path.isdir(os.path.dirname(t.path(name, own))):
            open(t.path(name, own), "w").close()
    kept = [own for own in ("notes.txt", "frames/notes.txt", "profile.txt") if os.path.exists(t.path(name, own))]
    run(t, bare, name, "--force")
    t.equal(files(name), sorted(LEFT + kept), f"{name}: files after --force")
t.equal(repose("run", bare, "-o", t.path("full")).returncode, 2, "a directory that is not empty needs --force")
t.end()
