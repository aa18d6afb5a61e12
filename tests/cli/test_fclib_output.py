"""output: {fclib: {every}}: the problem of a step and its solution, from runs of all kinds of contacts."""
import json
import os

from _fclib import SCENE, dense, natural_map, scaled
from _repose import Test, repose, run

t = Test()


def files(name):
    return sorted(n for n in os.listdir(t.path(name)) if n.startswith("fclib-"))


def solved(name, most):
    """The run's own impulses solve what it has written, and repose fclib reads and solves it."""
    for file in files(name):
        W, q, mu, r = dense(t.path(name, file))
        own = natural_map(*scaled(W, q, mu, r))
        t.check(own <= most, f"{name}/{file}: {len(mu)} contacts, residual of the run's impulses {own}")
        p = repose("fclib", t.path(name, file), "--json")
        t.check(p.returncode == 0 and json.loads(p.stdout)["converged"], f"{name}/{file}: {p.stdout} {p.stderr}")
        t.equal(json.loads(p.stdout)["contacts"], len(mu), f"{name}/{file}: contacts")


# Spheres. The run stops at 1e-6 of its own residual, that of impulses over impulses by the masses that contacts feel:
# without units it is of the same order.
whole = t.scene(SCENE)
hash_with = run(t, whole, "out", "--threads", "1")["state_hash"]
t.check(len(files("out")) >= 4, f"files {files('out')}")
solved("out", 1e-5)

# The same bits without it; the same bytes after a stop and a restart.
run(t, whole, "half", "--max-steps", "120", code=4)
p = repose("run", "--resume", "-o", t.path("half"), "--quiet")
t.equal((p.returncode, files("half")), (0, files("out")), f"files after a restart: {p.stderr}")
for file in files("out"):
    with open(t.path("out", file), "rb") as a, open(t.path("half", file), "rb") as b:
        t.check(a.read() == b.read(), f"{file} after a restart")
bare = t.scene(SCENE.replace("output: {fclib: {every: 0.02}}", ""), "bare.yaml")
t.equal(run(t, bare, "bare")["state_hash"], hash_with, "hash without problems")

# Two dimensions, a lid under a load (its mass matrix has one direction), adhesion.
flat = """repose: 1
title: flat
dimension: 2
method: contact-dynamics
gravity: [0, -9.81]
thickness: 0.01
materials: {glass: {density: 2500}}
interactions: [{between: [glass, glass], friction: 0.4, restitution: 0, adhesion: {law: constant, force: 0.01}}]
domain: {lower: [0, 0], upper: [0.05, 0.1]}
particles:
  - {name: grains, material: glass, count: 20, radius: {uniform: [0.003, 0.004]},
     place: {random: {lower: [0.004, 0.004], upper: [0.046, 0.06]}}}
walls:
  - {name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: glass}
  - {name: left, plane: {point: [0, 0], normal: [1, 0]}, material: glass}
  - {name: right, plane: {point: [0.05, 0], normal: [-1, 0]}, material: glass}
  - {name: lid, plane: {point: [0, 0.065], normal: [0, -1]}, material: glass, mass: 0.05, load: {force: 2}}
run: {until: 0.1, step: 4.0e-4, contact-dynamics: {tolerance: 1.0e-6}}
output: {fclib: {every: 0.03}}
"""
run(t, t.scene(flat, "flat.yaml"), "flat", "--threads", "1")
t.check(len(files("flat")) >= 2, f"files {files('flat')}")
solved("flat", 1e-5)

# Polygons: contacts off the line of centres.
shaped = flat.replace("count: 20,", "count: 12, shape: {polygon: {sides: 5}},").replace(
    ", adhesion: {law: constant, force: 0.01}", ""
)
run(t, t.scene(shaped, "shaped.yaml"), "shaped", "--threads", "1")
t.check(len(files("shaped")) >= 2, f"files {files('shaped')}")
solved("shaped", 1e-5)

# Rolling friction: five rows a contact.
rolling = SCENE.replace("friction: 0.4,", "friction: 0.4, rolling: {law: constant-torque, friction: 0.05},")
run(t, t.scene(rolling, "rolling.yaml"), "rolling", "--threads", "1", "--set", "run.until=0.08")
for file in files("rolling"):
    p = repose("fclib", t.path("rolling", file), "--json")
    report = json.loads(p.stdout)
    t.check(p.returncode == 0 and report["form"] == "rolling", f"rolling/{file}: {p.stdout} {p.stderr}")

p = repose("check", t.scene(SCENE.replace("method: contact-dynamics", "method: event-driven"), "events.yaml"))
t.check(p.returncode == 2 and "solves no contact problem" in p.stderr, f"another method: {p.stderr}")
t.end()
