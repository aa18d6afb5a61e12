"""Polygons: one hash for any number of threads, instruction set and set of outputs; a stopped run goes on to the same
bits."""
import filecmp
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "cli"))
from _repose import Test, repose, run, summary

t = Test()
SCENE = """\
repose: 1
dimension: 2
method: soft
seed: 4
thickness: 0.01
gravity: [0.5, -9.81]
domain: {lower: [0, -0.01], upper: [1.2, 0.2], periodic: [x]}
materials: {stone: {density: 2500}}
interactions: [{between: [stone, stone], friction: 0.5, restitution: 0.4, normal: {law: linear, stiffness: 5.0e4},
    tangential: {law: cundall-strack, damping_ratio: 0.5}}]
particles:
  - {name: stones, shape: {polygon: {sides: [4, 7], angularity: 0.7}}, material: stone, count: 1500,
     radius: {uniform: [0.003, 0.004]}, place: {random: {lower: [0, 0], upper: [1.2, 0.13]}}, velocity: {thermal: 0.5}}
  - {name: discs, material: stone, count: 200, radius: 0.003, place: {random: {lower: [0, 0], upper: [1.2, 0.15]}},
     velocity: {thermal: 0.5}}
walls:
  - {name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: stone}
  - {name: paddle, segment: {from: [0.1, 0.05], to: [0.7, 0.06]}, material: stone, rotation: {speed: 3}}
  - {name: hump, cylinder: {point: [0.8, 0.01], radius: 0.03, side: outside}, material: stone}
run: {until: 0.012, step: 1.0e-5}
output: {series: {every: 0.0005}, frames: {every: 0.004}, checkpoint: {every: 0.002}}
"""
scene = t.scene(SCENE)
reference = run(t, scene, "one", "--threads", 1)
bare = t.scene(SCENE[: SCENE.index("output:")], "bare.yaml")
for name, file, threads, isa in (
    ("two threads and the baseline instruction set", scene, 2, "base"),
    ("four threads and no output", bare, 4, ""),
):
    again = run(t, file, name.replace(" ", "-"), "--threads", threads, env={"REPOSE_ISA": isa} if isa else None)
    t.equal(again["state_hash"], reference["state_hash"], f"hash with {name}")
with open(t.path("one", "series.csv")) as f:
    rows = f.read().split("\n")
touching = int(rows[-2].split(",")[rows[0].split(",").index("contacts")])
t.check(touching > 100, f"{touching} contacts")

repose("run", scene, "-o", t.path("part"), "--quiet", "--max-steps", 100)
sessions = 0
while not summary(t.path("part"))["finished"] and sessions < 10:
    sessions += 1
    p = repose("run", "--resume", "-o", t.path("part"), "--quiet", "--max-steps", 351)
    t.check(p.returncode in (0, 4), f"resume: exit code {p.returncode}: {p.stderr.strip()}")
t.check(sessions > 0, "it was stopped on the way")
t.equal(summary(t.path("part"))["state_hash"], reference["state_hash"], f"hash after {sessions + 1} sessions")
for name in ["series.csv", "shapes.pvd", "checkpoint.h5"] + [f"frames/shapes_{n:06d}.vtp" for n in range(4)]:
    t.check(
        filecmp.cmp(t.path("part", name), t.path("one", name), shallow=False), f"after {sessions + 1} sessions: {name}"
    )

follow = SCENE.replace("seed: 4\n", f"seed: 4\nstart: {{from: {t.path('one')}}}\n")
a, b = run(t, t.scene(follow, "follow.yaml"), "follow", "--threads", 1), run(
    t, t.path("follow.yaml"), "follow2", "--threads", 2
)
t.equal(a["state_hash"], b["state_hash"], "start from a run: hash")
t.equal(a["particles"], reference["particles"], "start from a run: particles")
other = t.scene(
    follow.replace("segment: {from: [0.1, 0.05], to: [0.7, 0.06]}", "plane: {point: [0, 0], normal: [0, 1]}").replace(
        ", rotation: {speed: 3}", ""
    ),
    "other.yaml",
)
p = repose("run", other, "-o", t.path("other"))
t.check(
    p.returncode == 0 and "in another shape, are left out" in p.stderr,
    f"a wall of the same name and another kind: {p.stderr}",
)

# Rigid polygons: two histories a pair, carried over rebuilds and restarts.
hard = (
    SCENE.replace("method: soft", "method: contact-dynamics")
    .replace("step: 1.0e-5", "step: 2.0e-4")
    .replace("until: 0.012", "until: 0.02")
)
scene = t.scene(hard, "hard.yaml")
reference = run(t, scene, "hard", "--threads", 1)
t.equal(
    run(t, scene, "hard3", "--threads", 3)["state_hash"], reference["state_hash"], "contact dynamics: hash on 3 threads"
)
repose("run", scene, "-o", t.path("hard-part"), "--quiet", "--max-steps", 10)
sessions = 0
while not summary(t.path("hard-part"))["finished"] and sessions < 10:
    sessions += 1
    repose("run", "--resume", "-o", t.path("hard-part"), "--quiet", "--max-steps", 31)
t.check(sessions > 0, "contact dynamics: it was stopped on the way")
t.equal(
    summary(t.path("hard-part"))["state_hash"],
    reference["state_hash"],
    f"contact dynamics: hash after {sessions + 1} sessions",
)
t.end()
