"""Janssen's silo: the stress at the bottom of a tall column stops growing with its height, and saturates where wall
friction says.

1800 discs (mean diameter, mass and gravity 1) between rough flat walls 14 apart, seven times as high as wide, poured
from rest. Then the walls move up along themselves, slowly, so that they slip and friction on the grains points up
everywhere: Janssen's assumption, as in the experiment of Bertho, Giorgiutti-Dauphine and Hulin, Phys. Rev. Lett. 90,
144301 (2003). In two dimensions sigma(z) = sigma_s (1 - exp(-z / l)) below the surface, l = W / (2 mu_w K), sigma_s =
rho g l, with mu_w the friction mobilised at the walls and K the ratio of horizontal to vertical stress. Both are
measured here: the ratio of the walls' forces, the profile's stresses.

Tolerances: floor and walls carry the weight together up to the momentum of what still moves, 1 %. Janssen takes K and
mu_w the same at every depth and the vertical stress uniform across the silo: measured columns agree with it to 10 or 20
%, and so do force chains of one column that end on 14 discs of floor: 20 %.

By both methods: soft discs, and rigid ones with steps of a hundredth of sqrt(d / g) and at most 300 sweeps, twice the
layers, in each; their forces are summed over every step.
"""
import csv
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "cli"))
from _repose import Test, run

t = Test()
WIDTH = 14
SCENE = f"""\
repose: 1
title: Silo
dimension: 2
method: soft
seed: 4
gravity: [0, -1]
thickness: 1
domain: {{lower: [-1, -3], upper: [15, 230]}}
materials: {{disc: {{density: 1.2732395447351628}}}}
interactions:
  - {{between: [disc, disc], friction: 0.5, restitution: 0.4, normal: {{law: linear, stiffness: 2.0e4}},
      tangential: {{law: cundall-strack, stiffness_ratio: 0.5, damping_ratio: 0.3}}}}
particles:
  - {{name: grains, material: disc, count: 1800, radius: {{uniform: [0.4, 0.6]}},
      place: {{random: {{lower: [0, 0], upper: [14, 225]}}}}}}
walls:
  - {{name: floor, plane: {{point: [0, 0], normal: [0, 1]}}, material: disc}}
  - {{name: left, plane: {{point: [0, 0], normal: [1, 0]}}, material: disc}}
  - {{name: right, plane: {{point: [{WIDTH}, 0], normal: [-1, 0]}}, material: disc}}
stages:
  - {{name: pour, until: 55}}
  - {{name: slip, until: 30, walls: {{left: {{velocity: [0, 0.1]}}, right: {{velocity: [0, 0.1]}}}}}}
run: {{step: auto, safety: 22}}
output:
  series: {{every: 0.1}}
  profiles: [{{name: y, along: y, lower: 0, upper: 130, bins: 26, every: 0.1, from: 65}}]
"""


def rows(directory, name):
    with open(t.path(directory, name)) as f:
        return [
            {k: float(v) for k, v in row.items()}
            for row in csv.DictReader(line for line in f if not line.startswith("#"))
        ]


def janssen(method, text):
    run(t, t.scene(text, f"{method}.yaml"), method, "--threads", "1")
    late = [r for r in rows(method, "series.csv") if r["time"] > 65]
    mean = lambda column: sum(r[column] for r in late) / len(late)
    bins = rows(method, "profile-y.csv")
    weight = 5 * WIDTH * sum(b["density"] for b in bins)
    floor, walls, push = (
        -mean("floor.fy"),
        -(mean("left.fy") + mean("right.fy")),
        0.5 * (mean("right.fx") - mean("left.fx")),
    )
    mobilised = walls / (2 * push)
    middle = [b for b in bins if b["y"] > 5 and b["solid_fraction"] > 0.7]
    K = sum(b["stress_xx"] for b in middle) / sum(b["stress_yy"] for b in middle)
    rho = sum(b["density"] for b in middle) / len(middle)
    length = WIDTH / (2 * mobilised * K)
    height = weight / (rho * WIDTH)
    saturated = rho * length
    expected = saturated * (1 - math.exp(-height / length))
    deep = [b["stress_yy"] for b in middle if b["y"] < height - 3 * length]
    print(
        f"{method}: weight {weight:.1f}, floor {floor:.1f}, walls {walls:.1f}; mobilised friction {mobilised:.3f} of"
        f" 0.5, K = {K:.3f}, l = {length:.2f}, height {height:.1f} = {height / length:.1f} l"
    )
    print(
        f"stress on the floor {floor / WIDTH:.2f}, Janssen {expected:.2f}, saturated {saturated:.2f}, hydrostatic"
        f" {rho * height:.1f}"
    )
    for b in reversed(bins):
        if b["solid_fraction"] > 0.3:
            print(
                f"depth {height - b['y']:6.1f}: stress_yy {b['stress_yy']:6.2f}, Janssen"
                f" {saturated * (1 - math.exp(-max(0, height - b['y']) / length)):6.2f}"
            )
    t.check(abs((floor + walls) / weight - 1) < 0.01, f"{method}: floor {floor} and walls {walls} carry {weight}")
    t.check(
        0.1 < mobilised <= 0.5 + 1e-6,
        (
            f"{method}: mobilised friction {mobilised}: at most the 0.5 of sliding; discs that roll along a wall ask"
            " for less"
        ),
    )
    t.check(height / length > 4, f"{method}: the column is {height / length} lengths high")
    t.check(
        abs(floor / WIDTH / expected - 1) < 0.2, f"{method}: stress on the floor {floor / WIDTH}, Janssen {expected}"
    )
    t.check(floor < 0.3 * weight, f"{method}: the walls carry most of it")
    t.check(
        abs(sum(deep) / len(deep) / saturated - 1) < 0.2,
        f"{method}: mean stress below three lengths {sum(deep) / len(deep)}, saturated {saturated}",
    )
    half = len(deep) // 2
    t.check(
        abs(sum(deep[:half]) / half / (sum(deep[half:]) / (len(deep) - half)) - 1) < 0.2,
        f"{method}: it does not grow with depth any more",
    )


janssen("soft", SCENE)
janssen(
    "contact-dynamics",
    SCENE.replace("method: soft", "method: contact-dynamics")
    .replace("run: {step: auto, safety: 22}", "run: {step: 0.01, contact-dynamics: {iterations: {max: 300}}}")
    .replace("series: {every: 0.1}", "series: {every: 0.01}"),
)  # forces of a step scatter by a third: every step counts
t.end()
