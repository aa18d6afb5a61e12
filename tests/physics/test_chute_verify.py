"""Steady flow down a rough incline: Bagnold's profile, constant inertial number, and the stresses that gravity asks
for.

1000 spheres (diameter, mass and gravity 1) on frozen spheres, inclined by 24 degrees, as in Silbert et al., Phys. Rev.
E 64, 051302 (2001), and case B of the peers' bench. In a steady flow of height h everything but the last two statements
follows from the balance of momentum alone:
- stress_xz / stress_zz = tan 24 at every height, and stress_zz = cos 24 times the mass above per area. A profile
  averaged over 100 times sqrt(d/g) has them to 2 %.
- Bagnold: shear rate ~ sqrt(depth), so the velocity lags behind the surface's by depth^1.5, and the inertial number is
  constant. The exponent is fitted to the shear rate between 2.5 d above the frozen spheres and 3 d below the surface,
  where boundaries end; over these ten diameters bins scatter by some 4 % and the exponent by 0.1: 0.5 +- 0.12.
- The friction law of the shear cell is the same: tan 24 = 0.445 belongs to I = 0.1 to 0.35 in the mu(I) of glass beads
  (Pouliquen: 0.38 + 0.26 / (0.279/I + 1), I about 0.1) and of simulations.
"""
import csv
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "cli"))
from _repose import Test, run

t = Test()
ANGLE = math.radians(24)
SCENE = f"""\
repose: 1
title: Chute
dimension: 3
method: soft
seed: 2
gravity: [{math.sin(ANGLE)}, 0, {-math.cos(ANGLE)}]
domain: {{lower: [0, 0, -1], upper: [9, 8, 60], periodic: [x, y]}}
materials: {{bead: {{density: 1.9098593171027440}}}}
interactions:
  - {{between: [bead, bead], friction: 0.5, restitution: 0.7, normal: {{law: linear, stiffness: 5000}},
      tangential: {{law: cundall-strack, stiffness_ratio: 0.2857142857}}}}
particles:
  - {{name: base, material: bead, radius: 0.5, count: 46, place: {{random: {{lower: [0, 0, 0], upper: [9, 8, 1.25]}}}},
      frozen: true}}
  - {{name: grains, material: bead, radius: 0.5, count: 1000,
      place: {{random: {{lower: [0, 0, 1.3], upper: [9, 8, 24]}}}}, velocity: [1.5, 0, 0]}}
walls:
  - {{name: floor, plane: {{point: [0, 0, 0], normal: [0, 0, 1]}}, material: bead}}
run: {{until: 300, step: auto, safety: 22}}
output:
  series: {{every: 5}}
  profiles: [{{name: z, along: z, lower: 0, upper: 20, bins: 20, every: 0.25, from: 200}}]
"""
run(t, t.scene(SCENE), "chute", "--threads", "1")


def rows(name):
    with open(t.path("chute", name)) as f:
        return [
            {k: float(v) for k, v in row.items()}
            for row in csv.DictReader(line for line in f if not line.startswith("#"))
        ]


def slope(x, y):
    a, b = sum(x) / len(x), sum(y) / len(y)
    return sum((p - a) * (q - b) for p, q in zip(x, y)) / sum((p - a) ** 2 for p in x)


series, bins = rows("series.csv"), rows("profile-z.csv")
steady = [r["kinetic"] for r in series if r["time"] >= 200]
drift = abs(
    sum(steady[: len(steady) // 2])
    / (len(steady) // 2)
    / (sum(steady[len(steady) // 2 :]) / (len(steady) - len(steady) // 2))
    - 1
)
middle = [b for b in bins if 3 < b["z"] < 15]
phi = sorted(b["solid_fraction"] for b in middle)[len(middle) // 2]
top = (
    sum(b["solid_fraction"] for b in bins if b["z"] > 2) / phi + 2
)  # height of the flow if it were dense to its surface
used = [b for b in bins if 3.5 < b["z"] < top - 3]
exponent = slope([math.log(top - b["z"]) for b in used], [math.log(b["shear_rate"]) for b in used])
inertial = [b["inertial_number"] for b in used]
print(
    f"height {top:.2f} d, solid fraction {phi:.3f}, surface velocity {max(b['vx'] for b in bins):.2f}, kinetic energy"
    f" drifts by {100 * drift:.1f} %"
)
for b in used:
    shear, normal = b["stress_xz"] + b["kinetic_xz"], b["stress_zz"] + b["kinetic_zz"]
    above = sum(c["density"] for c in bins if c["z"] > b["z"]) + 0.5 * b["density"]
    print(
        f"z {b['z']:5.1f}: phi {b['solid_fraction']:.3f}, vx {b['vx']:.3f}, mu {shear / normal:+.4f}, zz"
        f" {normal:.3f} of {above * math.cos(ANGLE):.3f}, I {b['inertial_number']:.4f}, T"
        f" {b['granular_temperature']:.4f}"
    )
    t.check(
        abs(abs(shear) / normal / math.tan(ANGLE) - 1) < 0.03,
        f"stress ratio at {b['z']}: {shear / normal}, tan 24 = {math.tan(ANGLE):.4f}",
    )
    t.check(
        abs(normal / (above * math.cos(ANGLE)) - 1) < 0.03,
        f"normal stress at {b['z']}: {normal}, expected {above * math.cos(ANGLE)}",
    )
mean = sum(inertial) / len(inertial)
spread = math.sqrt(sum((i - mean) ** 2 for i in inertial) / len(inertial)) / mean
print(f"shear rate ~ depth^{exponent:.3f}; I = {mean:.4f} +- {100 * spread:.1f} %")
t.check(drift < 0.1, f"steady: {drift}")
t.check(len(used) >= 6, f"{len(used)} bins")
t.check(abs(exponent - 0.5) < 0.12, f"exponent {exponent}, Bagnold 0.5")
t.check(spread < 0.1, f"spread of I over the height {spread}")
t.check(0.05 < mean < 0.35, f"I = {mean}")
t.end()
