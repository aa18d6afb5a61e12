"""mu(I) of a plane shear flow of discs under a constant pressure, and the solid fraction's phi(I).

Homogeneous shear between two rough walls, no gravity [da Cruz, Emam, Prochnow, Roux, Chevoir, Phys. Rev. E 72, 021309
(2005)]: discs of mean diameter d and a spread of 20 %, friction 0.4, restitution 0.1, contacts of stiffness kn = 1e4 P
d. They find the friction mu* = 0.25 + 1.1 I and the solid fraction nu = 0.81 - 0.3 I for I = gamma' sqrt(m/P) below
0.2. Measured here in the middle half of the cell, where the flow is homogeneous: stress_xy/stress_yy and the solid
fraction of a region, the shear rate of a profile's mean velocities.

Tolerances: their fit is good to 0.02 in mu* (the spread of their points about the line); a run of strain 4 to 10
scatters by 0.01 to 0.02, which successive thirds show; together 0.04 in mu* and 0.02 in nu. The fitted slope has the
errors of two ends, 0.02 each, over a lever of 0.08: 1.1 +- 0.4.
"""
import csv
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "cli"))
from _repose import Test, run

t = Test()

SCENE = """\
repose: 1
title: Plane shear of discs
dimension: 2
method: soft
seed: 5
thickness: 1
domain: {lower: [0, -3], upper: [24, 45], periodic: [x]}
materials: {disc: {density: 1.2732395447351628}}   # mass 1 at diameter 1
interactions:
  - {between: [disc, disc], friction: 0.4, restitution: 0.1, normal: {law: linear, stiffness: 1.0e4},
     tangential: {law: cundall-strack, stiffness_ratio: 0.5}}
particles:
  - {name: floor-grains, material: disc, radius: 0.5,
     place: {lattice: {type: square, lower: [0, -0.5], upper: [24, 0.55], spacing: 1.2}}, glued: floor}
  - {name: lid-grains, material: disc, radius: 0.5,
     place: {lattice: {type: square, lower: [0, 38.5], upper: [24, 39.55], spacing: 1.2}}, glued: lid}
  - {name: grains, material: disc, count: 520, radius: {uniform: [0.4, 0.6]},
     place: {random: {lower: [0, 0.6], upper: [24, 38.4]}}}
walls:
  - {name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: disc, velocity: [0, 0]}
  - {name: lid, plane: {point: [0, 39], normal: [0, -1]}, material: disc, mass: 40, load: {pressure: 1}}
stages:
  - {name: compress, until: 60}
  - {name: start, until: START, walls: {floor: {velocity: [SPEED, 0]}}}
  - {name: flow, until: FLOW}
run: {step: auto, safety: 20}
output:
  series: {every: EVERY}
  regions: [{name: middle, slab: {axis: y, from: 6, to: 16}}]
  profiles: [{name: y, along: y, lower: 6, upper: 16, bins: 5, every: EVERY, from: BEGIN}]
"""


def measure(speed, strain):
    height, rate = 25.0, speed / 25.0
    start, flow = 0.4 * strain / rate, strain / rate
    text = (
        SCENE.replace("START", f"{start}")
        .replace("FLOW", f"{flow}")
        .replace("SPEED", f"{-speed}")
        .replace("EVERY", f"{flow / 300}")
        .replace("BEGIN", f"{60 + start}")
    )
    name = f"shear{speed}"
    run(t, t.scene(text, name + ".yaml"), name, "--threads", "1")
    with open(t.path(name, "series.csv")) as f:
        rows = [
            r for r in csv.DictReader(line for line in f if not line.startswith("#")) if float(r["time"]) > 60 + start
        ]
    column = lambda c: [float(r["middle." + c]) for r in rows]
    total = lambda c: [a + b for a, b in zip(column("stress_" + c), column("kinetic_" + c))]
    mean = lambda v: sum(v) / len(v)
    xy, yy, thirds = total("xy"), total("yy"), len(rows) // 3
    mu = abs(mean(xy)) / mean(yy)
    parts = [abs(mean(xy[k * thirds : (k + 1) * thirds])) / mean(yy[k * thirds : (k + 1) * thirds]) for k in range(3)]
    with open(t.path(name, "profile-y.csv")) as f:
        bins = list(csv.DictReader(line for line in f if not line.startswith("#")))
    height, vx = [float(b["y"]) for b in bins], [float(b["vx"]) for b in bins]
    rate = abs(sum((a - mean(height)) * b for a, b in zip(height, vx)) / sum((a - mean(height)) ** 2 for a in height))
    inertial = rate / math.sqrt(mean(yy))  # gamma' sqrt(m/P) with mass 1
    t.check(
        abs(mean(yy) - 1) < 0.03,
        f"pressure across the layer {mean(yy)}: that of the load, 1, but for what lid and grains oscillate",
    )
    # the program's gamma' d sqrt(rho_s/p) with rho_s = m/(pi d^2/4) is sqrt(4/pi) times that; its p is the mean of both
    # normal stresses, a bin's shear rate a difference
    own = mean([float(b["inertial_number"]) for b in bins]) / (inertial * math.sqrt(4 / math.pi))
    t.check(abs(own - 1) < 0.1, f"inertial_number of the profile over that of the fit: {own}")
    print(
        (
            f"I = {inertial:.4f}: mu* = {mu:.3f} (thirds {', '.join(f'{p:.3f}' for p in parts)}), nu ="
            f" {mean(column('solid_fraction')):.4f}, N = {1 - mean(total('xx')) / mean(yy):+.3f}, T ="
            f" {mean(column('granular_temperature')):.3g}"
        ),
        flush=True,
    )
    return inertial, mu, mean(column("solid_fraction"))


points = [measure(speed, strain) for speed, strain in ((0.25, 4), (1.0, 8), (2.5, 10))]
for inertial, mu, nu in points:
    t.check(
        abs(mu - (0.25 + 1.1 * inertial)) < 0.04,
        f"mu*({inertial:.3f}) = {mu:.3f}, expected {0.25 + 1.1 * inertial:.3f}",
    )
    t.check(
        abs(nu - (0.81 - 0.3 * inertial)) < 0.02, f"nu({inertial:.3f}) = {nu:.3f}, expected {0.81 - 0.3 * inertial:.3f}"
    )
x, y = [p[0] for p in points], [p[1] for p in points]
slope = sum((a - sum(x) / 3) * (b - sum(y) / 3) for a, b in zip(x, y)) / sum((a - sum(x) / 3) ** 2 for a in x)
print(f"slope of mu*(I): {slope:.2f}")
t.check(abs(slope - 1.1) < 0.4, f"slope {slope}")
t.end()
