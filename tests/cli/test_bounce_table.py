"""A ball's measured restitution on its way into a scene: `repose bounce --table` writes the key, an event-driven scene
reads it, and its collisions have the values of the table, those above 1 as well."""
import csv
import math
import random

from _repose import Test, repose

BINS, GRAVITY = 4, 10.0

SCENE = """\
repose: 1
dimension: 3
method: %s
seed: 3
gravity: [0, 0, -10]
materials: {ball: {density: 2500}, plate: {density: 2500}, box: {density: 2500}}
interactions:
  - between: [ball, plate]
    %s
  - {between: [ball, ball], restitution: 1}
  - {between: [ball, box], restitution: 1}
particles:
  - {material: ball, count: 40, radius: 1.0e-3, place: {lattice: {lower: [0, 0, 0.4], upper: [0.4, 0.4, 0.402]}}}
walls:
  - {name: plate, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: plate}
run: {until: 2.5, event-driven: {collapse: elastic-below, still_speed: 1.0e-3}}
output: {events: {}}
"""


def measured_times():
    """Drops of a ball whose restitution scatters by two exponentials about 0.9 - 0.05 v [Poschel2008, Fig. 3c]."""
    draw = random.Random(1)
    lines = []
    for _ in range(60):
        t, v = 0.0, 3.0
        while v > 0.2:
            lines.append("%.15g" % t)
            low = draw.random() < 0.6
            v *= max(0.3, 0.9 - 0.05 * v + (-0.06 if low else 0.04) * draw.expovariate(1))
            t += 2 * v / GRAVITY
        lines.append("")
    return "\n".join(lines)


def collisions(path):
    """(speed before, eps) of every impact on the plate: flights between two of them keep the speed."""
    rows = {}
    with open(path, encoding="utf-8") as f:
        for row in csv.DictReader(line for line in f if not line.startswith("#")):
            rows.setdefault(row["particle"], []).append(row)
    for of_one in rows.values():
        speeds = [abs(float(row["normal_speed"])) for row in of_one]
        for before, after in zip(speeds, speeds[1:]):
            if before > 0.05:  # collisions below 1 mm/s are softened
                yield before, after / before


test = Test()
with open(test.path("times.csv"), "w", encoding="utf-8") as f:
    f.write(measured_times())

made = repose("bounce", test.path("times.csv"), "--gravity", "10", "--table", str(BINS))
test.check(made.returncode == 0 and made.stdout.startswith("restitution:\n  measured:"), "the table: " + made.stderr)
table = [[float(x) for x in line.strip()[3:-1].split(",")] for line in made.stdout.splitlines()[2:]]
test.check(len(table) == BINS and all(len(row) == 35 for row in table), "four ranges of 33 values")
test.check(max(max(row[2:]) for row in table) > 1, "values above 1")
impacts = repose("bounce", test.path("times.csv"), "--gravity", "10").stdout.splitlines()[1:]
pairs = [tuple(map(float, line.split(","))) for line in impacts]
for row in table:  # the same share of impacts, and quantiles of theirs
    inside = sorted(e for v, e in pairs if row[0] <= v <= row[1])
    test.check(abs(len(inside) - len(pairs) / BINS) <= 2, "equal shares")
    test.check(abs(row[2 + 16] - inside[len(inside) // 2]) < 0.01, "the median")

with open(test.path("scene.yaml"), "w", encoding="utf-8") as f:
    f.write(SCENE % ("event-driven", made.stdout.replace("\n", "\n    ")))
ran = repose("run", test.path("scene.yaml"), "-o", test.path("out"), "--quiet")
test.check(ran.returncode == 0, "the scene runs: " + ran.stderr)
found = list(collisions(test.path("out", "events.csv")))
test.check(len(found) > 200, "%d collisions" % len(found))
above = 0
for v, eps in found:
    row = next((row for row in table if v < row[1]), table[-1])
    away = min(abs(eps - value) for value in row[2:])
    above += eps > 1
    test.check(away < 1e-9, "eps %.12g at %.9g m/s is none of the table" % (eps, v))  # times of 15 digits
test.check(above > 0, "collisions above 1")
mean = sum(e for _, e in found) / len(found)
expected = sum(sum(next((r for r in table if v < r[1]), table[-1])[2:]) / 33 for v, _ in found) / len(found)
spread = math.sqrt(sum((e - mean) ** 2 for _, e in found) / len(found))
test.check(abs(mean - expected) < 4 * spread / math.sqrt(len(found)), "the mean: %g, %g" % (mean, expected))

# each pair of materials has its own scatter: two exponentials, weighted by their scales
with open(test.path("pair.yaml"), "w", encoding="utf-8") as f:
    f.write(SCENE % ("event-driven", "restitution: {normal: 0.8, fluctuation: {below: 0.05, above: 0.02}}"))
ran = repose("run", test.path("pair.yaml"), "-o", test.path("pair"), "--quiet")
test.check(ran.returncode == 0, "scatter of a pair: " + ran.stderr)
away = [eps - 0.8 for _, eps in collisions(test.path("pair", "events.csv"))]
low = [-x for x in away if x < 0]
high = [x for x in away if x > 0]
test.check(len(away) > 200, "%d collisions of the pair" % len(away))
share = 0.05 / 0.07  # of the values below; four standard deviations of a binomial and of exponential means
test.check(abs(len(low) / len(away) - share) < 4 * math.sqrt(share * (1 - share) / len(away)), "the share below")
test.check(abs(sum(low) / len(low) / 0.05 - 1) < 4 / math.sqrt(len(low)), "the scale below")
test.check(abs(sum(high) / len(high) / 0.02 - 1) < 4 / math.sqrt(len(high)), "the scale above")

for method, key, words in [
        ("event-driven", "restitution: {measured: [[0, 1, 0.9], [2, 3, 0.9]]}", "ranges of speed with a gap"),
        ("event-driven", "restitution: {measured: [[1, 1, 0.9]]}", "a range of speeds without length"),
        ("event-driven", "restitution: {measured: [[0, 1, 0.9], [1, 2, 0.9, 0.8]]}", "2 values in this range"),
        ("contact-dynamics", "restitution: {measured: [[0, 1, 0.9]]}", "no random restitution"),
        ("contact-dynamics", "restitution: {normal: 0.9, fluctuation: {below: 0.1, above: 0.1}}",
         "no random restitution"),
        ("event-driven", "restitution: {normal: 0.9, fluctuation: {below: 0.1}}", "above")]:
    with open(test.path("bad.yaml"), "w", encoding="utf-8") as f:
        text = SCENE % (method, key)
        f.write(text if method == "event-driven" else text.split("run:")[0] + "run: {until: 1.0, step: 1.0e-3}\n")
    bad = repose("run", test.path("bad.yaml"), "-o", test.path("bad"), "--quiet", "--force")
    test.check(bad.returncode == 2 and words in bad.stderr, "%s: %s" % (key, bad.stderr))
few = repose("bounce", test.path("times.csv"), "--table", "99")
test.check(few.returncode == 2 and "1 to 16 ranges" in few.stderr, "99 ranges: " + few.stderr)
test.end()
