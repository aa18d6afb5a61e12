"""Frames of many particles: beyond 100 000 contacts are written only if the scene says so, a run that goes on keeps its
choice, and compressed numbers come back bit for bit.
"""
import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
from _repose import Test, repose, run

t = Test()
SCENE = """\
repose: 1
title: A dilute gas of discs
dimension: 2
method: soft
seed: 3
thickness: 0.01
domain: {lower: [0, 0], upper: [SIDE, 1.27], periodic: [x, y]}
materials: {glass: {density: 2500}}
interactions: [{between: [glass, glass], restitution: 0.9, normal: {law: linear, stiffness: 1.0e3}}]
particles:
  - {name: gas, material: glass, radius: {uniform: [0.0005, 0.001]}, velocity: {thermal: 0.1},
     place: {lattice: {type: square, lower: [0.002, 0.002], upper: [SIDE, 1.27], spacing: 0.004}}}
run: {until: 1.0e-5, step: 1.0e-5, orientation: false}
output: {frames: {every: 1}}
"""


def contacts(name):
    return os.path.exists(t.path(name, "contacts.pvd"))


def scene(columns, name, **change):
    text = SCENE.replace("SIDE", f"{0.004 * columns:g}")
    for old, new in change.items():
        text = text.replace(f"{old}: 1}}", f"{old}: 1, {new}}}")
    return t.scene(text, name)


def exported(name):
    p = repose("export", t.path(name), "-o", t.path(name + ".csv"))
    t.equal(p.returncode, 0, f"export of {name}: {p.stderr}")
    with open(t.path(name + ".csv"), "rb") as f:
        return f.read()


# 317 rows of 9 columns are 2853 particles, blocks of more than a sample; of 316 columns 100 172 particles.
few, many = scene(9, "few.yaml"), scene(316, "many.yaml")
t.equal(run(t, few, "few")["particles"], 317 * 9, "particles")
t.check(contacts("few"), "contacts by default")
t.equal(run(t, many, "many")["particles"], 317 * 316, "particles")
t.check(not contacts("many"), "no contacts beyond 100000 particles")
p = repose("plot", t.path("many"), "frame", "--forces", "-o", t.path("chains.png"))
t.check(p.returncode == 2 and "frames: {contacts: true}" in p.stderr, f"how to have them: {p.stderr}")

# The frame of the last moment has the numbers of the checkpoint, which export takes when there are no frames.
run(t, few, "bare", "--set", "output={}")
of_frame = exported("few")
t.check(of_frame.count(b"\n") == 317 * 9 + 2 and of_frame == exported("bare"), "frame and checkpoint, bit for bit")

# It goes on as it was, unless the scene says otherwise.
p = repose("run", "--resume", "-o", t.path("many"), "--until", "2e-5", "--quiet")
t.check(p.returncode == 0 and not contacts("many"), f"goes on without: {p.stderr}")
t.check(os.path.exists(t.path("many", "frames", "particles_000002.vtp")), "another frame")
run(t, scene(316, "said.yaml", every="contacts: true"), "said")
t.check(contacts("said"), "contacts: true")
p = repose("check", many)
t.check("with contacts up to 100000 particles" in p.stdout, f"check says so: {p.stdout}")
t.end()
