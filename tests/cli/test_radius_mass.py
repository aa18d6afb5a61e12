"""Radii by mass: what a sieve would say of particles that are drawn. Discs and spheres, all distributions.

The share of the mass below a radius is that of the distribution. Tolerance: four times the deviation of that share, of
which sqrt(sum m^2) / sum m is a bound; with 20000 particles it is about 0.01.
"""
import math

from _repose import Test, repose

t = Test()
SCENE = """\
repose: 1
dimension: {dimension}
method: soft
seed: {seed}
materials: {{m: {{density: 1}}}}
interactions: [{{between: [m, m], normal: {{law: linear, stiffness: 1}}}}]
particles:
  - {{material: m, count: 20000, radius: {radius},
      place: {{lattice: {{lower: {lower}, upper: {upper}, spacing: 2.1}}}}}}
run: {{until: 1.0e-9, step: 1.0e-9}}
output: {{dump: {{every: 1, fields: [radius, mass]}}}}
"""


def phi(x):
    return 0.5 * (1 + math.erf(x / math.sqrt(2)))


def normal_share(low, high, mean, deviation):
    """Of a normal distribution between two bounds, by radius."""
    a, b = (phi((x - mean) / deviation) for x in (low, high))
    return lambda r: (phi((r - mean) / deviation) - a) / (b - a)


def passing(d):
    if d < 1:
        return 0.2 * (d - 0.6) / 0.4
    return 0.2 + 0.5 * (d - 1) / 0.2 if d < 1.2 else 0.7 + 0.3 * (d - 1.2) / 0.8


CASES = (
    ("{uniform: [0.3, 1], by: mass}", lambda r: (r - 0.3) / 0.7),
    ("{normal: {mean: 0.6, deviation: 0.1, lower: 0.35, upper: 1}, by: mass}", normal_share(0.35, 1, 0.6, 0.1)),
    (
        "{lognormal: {median: 0.6, sigma: 0.2, lower: 0.3, upper: 1}, by: mass}",
        lambda r: normal_share(math.log(0.3), 0, math.log(0.6), 0.2)(math.log(r)),
    ),
    ("{sieve: [[0.6, 0], [1, 0.2], [1.2, 0.7], [2, 1]]}", lambda r: passing(2 * r)),
)
for dimension in (2, 3):
    side = 2.1 * 145 if dimension == 2 else 2.1 * 29
    box = {"lower": [0] * dimension, "upper": [side] * dimension}
    for n, (radius, share) in enumerate(CASES):
        path, out = t.path("scene.yaml"), t.path("out")
        with open(path, "w") as f:
            f.write(SCENE.format(dimension=dimension, seed=n + 1, radius=radius, **box))
        p = repose("run", path, "-o", out, "--quiet", "--force", "--max-steps", "1")
        if not t.check(p.returncode in (0, 4), f"{radius}: {p.stderr}"):
            continue
        with open(t.path("out", "dump.lammpstrj")) as f:
            lines = f.read().split("ITEM: ATOMS")[1].splitlines()[1:20001]
        drawn = [tuple(map(float, line.split()[-2:])) for line in lines]
        whole = sum(m for _, m in drawn)
        bound = 4 * math.sqrt(sum(m * m for _, m in drawn)) / whole
        t.equal(len(drawn), 20000, radius)
        for r in (0.4, 0.5, 0.55, 0.6, 0.7, 0.85):
            below = sum(m for s, m in drawn if s < r) / whole
            t.check(abs(below - share(r)) < bound, f"{dimension}D {radius}: {below:.4f} below {r}, not {share(r):.4f}")
t.end()
