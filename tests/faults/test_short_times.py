"""Times between outputs far shorter than a step: one output a step, at once, and the same bytes after a restart."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "cli"))
from _repose import Test, repose, run, summary

t = Test()
SCENE = """\
repose: 1
dimension: 2
method: %s
gravity: [0, -9.81]
materials: {m: {density: 1000}}
interactions: [{between: [m, m], friction: 0.5, restitution: 0.5, normal: {law: linear, stiffness: 1000}}]
domain: {lower: [0, -0.1], upper: [0.1, 0.3], periodic: [x]}
particles:
  - {name: grains, material: m, count: 6, radius: 0.005, place: {random: {lower: [0, 0.006], upper: [0.1, 0.04]}}}
walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m}]
stages: [{until: 0.002}, {until: 0.002}]
run: {step: 2.0e-4, event-driven: {collapse: tc}}
output:
  series: {every: %s}
  dump: {every: %s}
  profiles: [{name: up, along: y, bins: 4, every: %s}]
"""
FILES = ("series.csv", "dump.lammpstrj", "profile-up.csv")


def text(name, file):
    with open(t.path(name, file)) as f:
        return f.read()


for method in ("soft", "event-driven"):
    for every in ("2.0e-4", "1.0e-11", "1.0e-300"):
        what, name = f"{method}, every {every} s", f"{method}{every}"
        scene = t.scene(SCENE % (method, every, every, every), f"{name}.yaml")
        whole = run(t, scene, name)
        rows = text(name, "series.csv").splitlines()[2:]
        t.equal([int(r.split(",")[1]) for r in rows], list(range(21)), f"{what}: a row in each of 20 steps")
        t.equal(text(name, "dump.lammpstrj").count("ITEM: TIMESTEP"), 21, f"{what}: dumps")
        for file in FILES[:2]:
            t.equal(text(name, file), text(f"{method}2.0e-4", file), f"{what}: {file}")
    # The first moment of a window lies a time after its beginning: with such a time, in the same step.
    for every, moments in (("2.0e-4", 20), ("1.0e-11", 21), ("1.0e-300", 21)):
        row = text(f"{method}{every}", "profile-up.csv").splitlines()[-1]
        t.equal(float(row.split(",")[2]), moments, f"{method}, every {every} s: moments of the profile")
    # One checkpoint a step, and a stop after each of them.
    scene = t.scene(SCENE % (method, "1.0e-300", "1.0e-300", "1.0e-300") + "  checkpoint: {every: 1.0e-300}\n")
    p = repose("run", scene, "-o", t.path("parts"), "--quiet", "--force", "--max-hours", "1e-9", timeout=900)
    t.equal(p.returncode, 4, f"{method}: stopped at once: {p.stderr.strip()}")
    for n in range(40):
        p = repose("run", "--resume", "-o", t.path("parts"), "--quiet", "--max-hours", "1e-7", timeout=900)
        if p.returncode != 4:
            break
    p = repose("run", "--resume", "-o", t.path("parts"), "--quiet", timeout=900) if p.returncode == 4 else p
    t.equal(p.returncode, 0, f"{method}: resumed {n} times: {p.stderr.strip()}")
    t.equal(summary(t.path("parts"))["state_hash"], whole["state_hash"], f"{method}: hash after restarts")
    for file in FILES:
        t.equal(text("parts", file), text(name, file), f"{method}: {file} after restarts")
t.end()
