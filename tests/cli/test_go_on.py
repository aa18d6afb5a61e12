"""A finished run goes on: repose run --resume -o DIR --until T --set KEY=VALUE."""
import csv
import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
from _repose import Test, repose, summary

t = Test()
SCENE = """\
repose: 1
title: Box
dimension: 2
method: METHOD
gravity: [0, -9.81]
thickness: 0.01
materials: {glass: {density: 2500}}
interactions:
  - {between: [glass, glass], friction: 0.5, restitution: 0.6, normal: {law: linear, stiffness: 20000},
     tangential: {law: cundall-strack}}
domain: {lower: [-0.1, -0.1], upper: [0.2, 0.4]}
particles:
  - {name: grains, material: glass, count: 40, radius: {uniform: [0.002, 0.003]},
     place: {random: {lower: [0, 0.003], upper: [0.1, 0.03]}}, velocity: [0.2, -0.3]}
walls:
  - {name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: glass}
  - {name: left, plane: {point: [0, 0], normal: [1, 0]}, material: glass}
  - {name: right, plane: {point: [0.1, 0], normal: [-1, 0]}, material: glass}
run: {until: 0.02, step: STEP, event-driven: {collapse: tc}}
output: {series: {every: 0.002}, frames: {every: 0.01}}
"""
STEPS = {"soft": "1.0e-5", "contact-dynamics": "1.0e-4", "event-driven": "1.0e-4"}
CHANGES = ["--set", "walls.right.velocity=[-0.3, 0]", "--set", "gravity=[2, -9.81]"]
FRICTION = ["--set", "interactions.0.friction=0.05"]


def go(*arguments, code=0, words=()):
    p = repose("run", *arguments, "--quiet", "--threads", "1")
    t.equal(p.returncode, code, f"run {arguments}: {p.stderr}")
    for word in words:
        t.check(word in p.stderr, f"run {arguments}: no {word!r} in {p.stderr!r}")


def text(*path):
    with open(t.path(*path), encoding="utf-8") as f:
        return f.read()


def times(directory):
    rows = list(csv.reader(text(directory, "series.csv").splitlines()))
    return [float(row[0]) for row in rows[2:]]


# ---- the same bits, rows and frames as a run that had it in its stages from the start ----

for method, step in STEPS.items():
    scene = t.scene(SCENE.replace("METHOD", method).replace("STEP", step), f"{method}.yaml")
    out, whole = t.path(method), t.path(method + "-whole")
    changes = CHANGES + (FRICTION if method != "event-driven" else [])
    go(scene, "-o", out)
    before = text(method, "series.csv")
    go("--resume", "-o", out, "--until", "0.05", *changes)
    t.check(abs(summary(out)["time"] - 0.05) < float(step) and summary(out)["finished"], f"{method}: it goes on")
    t.check(text(method, "series.csv").startswith(before), f"{method}: the series goes on")
    t.check("goes on from t = 0.02" in text(method, "log.txt"), f"{method}: the log says so")
    t.check("walls.right.velocity=[-0.3, 0]" in text(method, "log.txt"), f"{method}: the log has the changes")
    t.check("continued-1" in text(method, "scene.yaml"), f"{method}: the scene has the stage")
    go(os.path.join(out, "scene.yaml"), "-o", whole)
    t.equal(summary(out)["state_hash"], summary(whole)["state_hash"], f"{method}: the same bits as in one run")
    for name in ("series.csv", "frames.pvd", "frames/particles_000005.vtp"):
        with open(t.path(method, name), "rb") as a, open(t.path(method + "-whole", name), "rb") as b:
            t.equal(a.read(), b.read(), f"{method}: {name} as of one run")

# ---- changes act: gravity turned off, no contacts left to a particle in flight ----

go("--resume", "-o", t.path("soft"), "--until", "0.0501", "--set", "walls.0.velocity=[0, 0]", "--set", "run.step=2e-5")
t.check("continued-2" in text("soft", "scene.yaml") and summary(t.path("soft"))["dt"] == 2e-5, "again, by another step")

# ---- other outputs from now on ----

rows = len(times("contact-dynamics"))
go("--resume", "-o", t.path("contact-dynamics"), "--until", "0.07", "--set", "output.series.every=0.005", "--set",
   "output.dump.every=0.01")
new = times("contact-dynamics")[rows:]
t.check(len(new) == 4 and max(abs(a - b) for a, b in zip(new, (0.055, 0.06, 0.065, 0.07))) < 1e-4, f"rows: {new}")
t.equal(text("contact-dynamics", "dump.lammpstrj").count("ITEM: TIMESTEP"), 3, "a dump at 0.05, 0.06 and 0.07 s")

# ---- an extension that is interrupted goes on to the same bits ----

scene = t.path("soft.yaml")
for name, stop in (("cut", True), ("uncut", False)):
    go(scene, "-o", t.path(name))
    go("--resume", "-o", t.path(name), "--until", "0.03", *FRICTION, *(["--max-steps", "400"] if stop else []),
       code=4 if stop else 0)
    if stop:
        go("--resume", "-o", t.path(name), "--until", "0.04", code=2, words=["has not come to its end"])
        go("--resume", "-o", t.path(name))
t.equal(summary(t.path("cut"))["state_hash"], summary(t.path("uncut"))["state_hash"], "interrupted and not")

# ---- mistakes: nothing changes ----

before, log = text("uncut", "scene.yaml"), summary(t.path("uncut"))
for arguments, words in [
    (("--until", "0.03"), ["come to t = 0.03", "a later time"]),
    (("--until", "0.01"), ["a later time"]),
    (("--until", "-1"), ["negative"]),
    (("--until", "nan"), []),
    (("--set", "gravity=[0, 0]"), ["--until"]),
    (("--until", "1", "--set", "materials.glass.density=1"), ["cannot change", "interactions.N.friction"]),
    (("--until", "1", "--set", "walls.rigth.velocity=[1, 0]"), ["rigth", "right"]),
    (("--until", "1", "--set", "walls.right.plane=1"), ["cannot change"]),
    (("--until", "1", "--set", "interactions.7.friction=1"), ["cannot change"]),
    (("--until", "1", "--set", "interactions.0.friction=-1"), ["friction", "-1"]),
    (("--until", "1", "--set", "output.series.evry=1"), ["every"]),
    ((), ["finished"]),
]:
    go("--resume", "-o", t.path("uncut"), *arguments, code=2, words=words)
    t.equal(text("uncut", "scene.yaml"), before, f"{arguments}: the scene stays")
go(scene, "-o", t.path("new"), "--until", "1", code=2, words=["--set run.until=1"])
t.end()
