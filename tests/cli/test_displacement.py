"""output.displacement: closed forms of free flight through periodic sides, and a run that goes on."""
import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
from _repose import Test, repose

t = Test()
SCENE = """\
repose: 1
dimension: 2
method: %s
domain: {lower: [0, 0], upper: [0.1, 0.1], periodic: [x, y]}
materials: {m: {density: 1000}}
interactions: [{between: [m, m], restitution: 1, normal: {law: linear, stiffness: 1.0e4}}]
particles:
  - {name: a, material: m, radius: 0.001, place: {list: [[0.05, 0.02]]}, velocity: [3, 0]}
  - {name: b, material: m, radius: 0.001, place: {list: [[0.05, 0.08]]}, velocity: [-1, 0]}
run: {until: 0.1, step: 1.0e-4}
output: {displacement: {every: 0.02, from: 0.02}}
"""


def rows(name):
    with open(t.path(name, "displacement.csv")) as f:
        lines = [line for line in f if not line.startswith("#")]
    names = lines[0].strip().split(",")
    return [dict(zip(names, map(float, line.split(",")))) for line in lines[1:]]


for method in ("soft", "contact-dynamics", "event-driven"):
    scene = t.scene(SCENE % method, f"{method}.yaml")
    p = repose("run", scene, "-o", t.path(method))
    t.equal(p.returncode, 0, p.stderr)
    table = rows(method)
    t.equal(len(table), 4, f"{method}: rows at 0.04, 0.06, 0.08, 0.1 s")
    for row in table:
        time = row["time"] - 0.02
        # free flight: ways of 3 t and -t; steps end within a rounding of their times
        t.check(abs(row["x"] - time) < 1e-9, f"{method}: mean way {row}")
        t.check(abs(row["xx"] - 5 * time * time) < 1e-9, f"{method}: mean square {row}")
        t.check(row["mean_square"] == row["xx"] and row["particles"] == 2, f"{method}: {row}")

# A run that goes on has the reference of its start.
scene = t.scene((SCENE % "soft").replace("until: 0.1", "until: 0.05"), "short.yaml")
t.equal(repose("run", scene, "-o", t.path("short")).returncode, 0, "the short run")
p = repose("run", "--resume", "-o", t.path("short"), "--until", "0.1")
t.equal(p.returncode, 0, p.stderr)
t.equal(rows("short"), rows("soft"), "a run that went on")

# What cannot be counted is refused by its key.
for key, word in (("domain.rate={xy: 1}", "displacement"), ("output.displacement.every=0", "every")):
    p = repose("check", t.scene(SCENE % "soft", "refused.yaml"), "--set", key)
    t.check(p.returncode == 2 and word in p.stderr, f"{key}: {p.stderr}")
sys.exit(t.end())
