"""The column `mixing`, Lacey's index, by its closed forms: kinds that share no cell, a regular and a random mixture.

432 spheres of radius 1 mm, 2 mm apart, fill 4 x 2 x 2 cells of 6 mm with 27 each."""
import csv
import random

from _repose import Test, run

t = Test()
SITES = [
    (0.001 + 0.002 * i - 0.012, 0.001 + 0.002 * j, 0.001 + 0.002 * k)
    for i in range(12)
    for j in range(6)
    for k in range(6)
]
COUNT, CELLS = len(SITES), 16


def mixing(name, kinds):
    """kinds: a number for each site."""
    text = (
        "repose: 1\ndimension: 3\nmethod: soft\nmaterials: {m: {density: 2500}}\n"
        "interactions: [{between: [m, m], normal: {law: linear, stiffness: 1.0e+4}}]\nparticles:\n"
    )
    for kind in sorted(set(kinds)):
        places = ", ".join(f"[{x:.4f}, {y:.4f}, {z:.4f}]" for (x, y, z), k in zip(SITES, kinds) if k == kind)
        text += f"  - {{name: kind-{kind}, material: m, radius: 0.001, place: {{list: [{places}]}}}}\n"
    text += "run: {until: 1.0e-6, step: 1.0e-6}\noutput: {series: {every: 1.0e-6}}\n"
    run(t, t.scene(text, name + ".yaml"), name)
    with open(t.path(name, "series.csv")) as f:
        return float(list(csv.DictReader(line for line in f if not line.startswith("#")))[0]["mixing"])


apart = mixing("apart", [int(x > 0) for x, _, _ in SITES])
t.check(abs(apart) < 1e-12, f"apart: {apart}, not 0 to rounding")
three = mixing("three", [int(x > -0.006) + int(x > 0.006) for x, _, _ in SITES])
t.check(abs(three) < 1e-12, f"three kinds apart: {three}, not 0 to rounding")
# in each cell a third is of one kind: s^2 = 0
regular, exact = mixing("regular", [int(round(z / 0.002 - 0.5)) % 3 == 0 for _, _, z in SITES]), 1 / (
    1 - (CELLS - 1) / (COUNT - 1)
)
t.check(abs(regular - exact) < 1e-12, f"regular: {regular}, not {exact}")
# s^2 is a sum of C - 1 = 15 squares: it deviates by sqrt(2/15) of its mean, 0.035 s0^2, so that M deviates by 0.013
draw = random.Random(5)
labels = [0] * (COUNT // 2) + [1] * (COUNT - COUNT // 2)
draw.shuffle(labels)
found = mixing("random", labels)
t.check(abs(found - 1) < 4 * 0.013, f"random: {found}, more than four deviations from 1")
one = mixing("one", [0] * COUNT)
t.equal(one, 1, "one kind")
t.end()
