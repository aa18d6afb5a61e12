"""Beverloo's law: the discharge of a bin through a round hole in its flat bottom, over three widths of the hole.

W = C rho_b sqrt(g) (D - k d)^(5/2), with D the width of the hole, d that of the grains and rho_b the density of the
bed (Beverloo, Leniger and van de Velde 1961): so W^(2/5) is linear in D, and vanishes at D = k d. Measured values of
C are 0.55 to 0.65, of k 1 to 2, with 1.4 for spheres. 3000 spheres are poured by a source, a stage opens the bottom, a
sink below counts what leaves; W is the slope of the mass that has gone, from 15 to 95 % of it.

Tolerances: in one discharge some 1400 grains pass while W is measured, in lumps of a few: some 3 % each; the
middle width follows from the other two to twice that, 6 %. C and k from three widths with 3 % each are known to about
15 %: the ranges of the experiments are widened by that. W does not depend on the height of the fill (Janssen): first
and second half of the interval agree to 10 %.
"""
import csv
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "cli"))
from _repose import Test, repose

t = Test()
D_GRAIN, DENSITY, GRAVITY = 0.006, 2500, 9.81
# grains have diameters of 0.9 to 1.1 of the mean, so that they do not order
SCENE = """\
repose: 1
dimension: 3
method: soft
seed: 5
gravity: [0, 0, -9.81]
domain: {{lower: [-0.06, -0.06, -0.09], upper: [0.06, 0.06, 0.3]}}
materials: {{glass: {{density: 2500}}}}
interactions:
  - {{between: [glass, glass], friction: 0.5, restitution: 0.5, normal: {{law: linear, stiffness: 5.0e3}},
      tangential: {{law: cundall-strack, stiffness_ratio: 0.8}}}}
sources:
  - {{name: pour, cylinder: {{point: [0, 0, 0.2], axis: [0, 0, 1], radius: 0.043, from: 0, to: 0.08}},
      particles: {{name: grains, material: glass, radius: {{uniform: [0.0027, 0.0033]}}}},
      amount: {{count: 3000}}, velocity: [0, 0, -1]}}
sinks: [{{name: outlet, plane: {{point: [0, 0, -0.05], normal: [0, 0, 1]}}, every: 0.002}}]
walls:
  - {{name: bin, cone: {{point: [0, 0, 0], axis: [0, 0, 1], radii: [0.045, 0.045], height: 0.29}}, material: glass}}
  - name: bottom
    cone: {{point: [0, 0, 0], axis: [0, 0, 1], radii: [{hole}, 0.046], height: 1.0e-6}}
    material: glass
  - {{name: gate, disc: {{point: [0, 0, 0], normal: [0, 0, 1], radius: {hole}}}, material: glass}}
stages:
  - {{name: fill, until: {{kinetic_energy: 5.0e-5, after: 0.5}}, at_most: 1.5}}
  - {{name: discharge, until: {{measure: outlet.removed, above: {count}}}, at_most: 6, remove: [gate]}}
run: {{step: auto, safety: 20}}
output:
  series: {{every: 0.01}}
  regions: [{{name: bed, cylinder: {{point: [0, 0, 0], axis: [0, 0, 1], radius: 0.045, from: 0.02, to: 0.06}}}}]
"""
HOLES = (0.015, 0.018, 0.022)  # radii, m
COUNT = 1800  # particles that leave until the run ends


def slope(rows, low, high):
    """Of mass over time by least squares, between two masses."""
    part = [(r["time"], r["outlet.removed_mass"]) for r in rows if low <= r["outlet.removed_mass"] <= high]
    n = len(part)
    x, y = sum(p[0] for p in part) / n, sum(p[1] for p in part) / n
    return sum((a - x) * (b - y) for a, b in part) / sum((a - x) ** 2 for a, b in part)


def discharge(hole):
    path = t.path("scene.yaml")
    with open(path, "w") as f:
        f.write(SCENE.format(hole=hole, count=COUNT))
    p = repose("run", path, "-o", t.path("out"), "--quiet", "--force", "--threads", "1")
    t.equal(p.returncode, 0, f"{hole}: {p.stderr}")
    with open(t.path("out", "series.csv")) as f:
        lines = list(csv.reader(f))
    rows = [dict(zip(lines[0], map(float, r))) for r in lines[2:]]
    bed = [r["bed.density"] for r in rows if r["pour.added"] == 3000 and r["removed"] == 0][-1]
    all_mass = rows[-1]["outlet.removed_mass"]
    first, second = slope(rows, 0.15 * all_mass, 0.55 * all_mass), slope(rows, 0.55 * all_mass, 0.95 * all_mass)
    t.check(abs(first / second - 1) < 0.1, f"hole {hole}: {first:.4g} kg/s at first, {second:.4g} then")
    return slope(rows, 0.15 * all_mass, 0.95 * all_mass), bed


rates = []
for hole in HOLES:
    rate, bed = discharge(hole)
    rates.append(rate)
    print(f"hole {2 * hole:g} m: {rate:.4g} kg/s, bed {bed:.4g} kg/m^3", flush=True)
root = [w**0.4 for w in rates]
a, b, c = (2 * h for h in HOLES)
line = (root[2] - root[0]) / (c - a)
zero = a - root[0] / line
k, constant = zero / D_GRAIN, line**2.5 / (bed * GRAVITY**0.5)
middle = (line * (b - zero)) ** 2.5
print(f"k = {k:.3g}, C = {constant:.3g}, middle hole {rates[1]:.4g} kg/s, by the other two {middle:.4g} kg/s")
t.check(abs(rates[1] / middle - 1) < 0.06, "the middle hole by the other two")
t.check(0.85 < k < 2.3, f"k = {k:.3g}")
t.check(0.47 < constant < 0.75, f"C = {constant:.3g}")
t.end()
