"""Regions, profiles and force distributions from the scene to the files: they change no bit, survive a restart, and
mean the same in every method."""
import csv
import filecmp
import json
import math
import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
from _repose import SOURCE, SCENE, Test, repose, run

t = Test()

OUTPUT = """\
output:
  series: {every: 0.001}
  regions:
    - {name: core, box: {lower: [0.02, 0.01], upper: [0.1, 0.05]}}
    - {name: low, slab: {axis: y, from: 0, to: 0.02}}
    - {name: round, cylinder: {point: [0.0, 0.03], radius: 0.02}}
  profiles:
    - {name: height, along: y, lower: 0, upper: 0.1, bins: 12, every: 0.002, from: 0.01, window: 0.03}
    - {name: across, along: x, bins: 6, every: 0.0031}
  forces: {every: 0.004, from: 0.06, bins: 20, up_to: 5}
  checkpoint: {every: 0.007}
"""


def rows(*path):
    """A table without its line of units, as numbers."""
    with open(t.path(*path)) as f:
        return [
            {k: float(v) for k, v in row.items()}
            for row in csv.DictReader(line for line in f if not line.startswith("#"))
        ]


def finished(name):
    with open(t.path(name, "summary.json")) as f:
        return json.load(f)["finished"]


def mean(values):
    values = list(values)
    return sum(values) / len(values)


# Read only, and the same files whether a run was interrupted or not.
bare = t.scene(SCENE[: SCENE.index("output:")], "bare.yaml")
scene = t.scene(SCENE[: SCENE.index("output:")] + OUTPUT)
reference = run(t, bare, "bare")["state_hash"]
t.equal(run(t, scene, "whole")["state_hash"], reference, "hash with measures")
STEPS = 430  # of a part: a run has some thousand, and windows of profiles and forces are open where parts end
p = repose("run", scene, "-o", t.path("parts"), "--quiet", "--max-steps", STEPS)
sessions = 0
while t.check(p.returncode in (0, 4), f"part {sessions}: {p.returncode}, {p.stderr}") and not finished("parts"):
    sessions += 1
    p = repose("run", "--resume", "-o", t.path("parts"), "--quiet", "--max-steps", STEPS, "--threads", 1 + sessions % 2)
steps = rows("whole", "series.csv")[-1]["step"]
t.equal(sessions, math.ceil(steps / STEPS) - 1, f"sessions of {STEPS} of {steps} steps after the first")
for name in ("series.csv", "profile-height.csv", "profile-across.csv", "forces.csv"):
    t.check(
        filecmp.cmp(t.path("parts", name), t.path("whole", name), shallow=False), f"{name} of a run in {sessions} parts"
    )

# Windows: 0.01 to 0.04, 0.07, 0.1 and the rest; bins of the axis; the distribution is one.
height = rows("whole", "profile-height.csv")
t.equal(sorted({round(r["from"], 3) for r in height}), [0.01, 0.04, 0.07, 0.1], "windows")
t.equal(len(height), 48, "rows of the profile")
t.equal({r["moments"] for r in height if r["from"] < 0.09}, {15.0}, "moments of a window")
forces = rows("whole", "forces.csv")
t.check(abs(sum(r["p_normal"] for r in forces) * 0.25 + forces[0]["beyond"] - 1) < 1e-9, "P(f) is a distribution")
t.check(abs(sum(r["p_normal"] * 0.25 * r["f"] for r in forces) - 1) < 0.15, "its mean is 1 but for what lies beyond")
last = rows("whole", "series.csv")[-1]
t.check(
    0.4 < last["low.solid_fraction"] < 0.95 and last["core.solid_fraction"] > 0.1,
    f"the regions hold grains: {last['low.solid_fraction']}, {last['core.solid_fraction']}",
)

# Plots of both, and words where there is nothing to plot.
for arguments in (
    ["profile", "--name", "height"],
    ["profile", "stress", "inertial_number", "--name", "across"],
    ["forces"],
):
    p = repose("plot", t.path("whole"), *arguments, "-o", t.path("plot.png"))
    t.check(p.returncode == 0 and os.path.getsize(t.path("plot.png")) > 5000, f"plot {arguments}: {p.stderr}")
    os.unlink(t.path("plot.png"))
for arguments, words in (
    (["profile"], "height"),
    (["profile", "vw", "--name", "height"], "no column 'vw'"),
    (["profile", "--name", "nothing"], "nothing"),
    (["frame", "--range", "2,1"], "LOW,HIGH"),
):
    p = repose("plot", t.path("whole"), *arguments)
    t.check(p.returncode == 2 and words in p.stderr, f"plot {arguments}: {p.stderr}")

# A picture of one frame has its own range of colours.
p = repose(
    "run",
    os.path.join(SOURCE, "examples", "bounce.yaml"),
    "-o",
    t.path("framed"),
    "--quiet",
    "--set",
    "run.until=0.3",
    "--set",
    "output={frames: {every: 0.1}}",
)
t.equal(p.returncode, 0, f"frames of a marble: {p.stderr}")
drawn = {}
for words in ([], ["--range", "frame"], ["--range", "run"]):
    p = repose("plot", t.path("framed"), "frame", *words, "-o", t.path("plot.svg"))
    t.equal(p.returncode, 0, f"plot frame {words}: {p.stderr}")
    with open(t.path("plot.svg")) as f:
        drawn[words[-1] if words else ""] = f.read()
t.check(drawn[""] == drawn["frame"] != drawn["run"], "a frame has its own range of colours")

# A replaced run leaves no file of the old one behind.
run(t, bare, "whole", "--force")
t.check(
    not any(n.startswith(("profile-", "forces")) for n in os.listdir(t.path("whole"))), "files of the old run are gone"
)

# One gas by two methods: elastic discs between two walls. The pressure is the force on a wall over its length, in the
# whole and in the middle: n T (1 + ...) with Henderson's correction, (1 + phi^2/8)/(1 - phi)^2 at phi = 0.181 - a
# little more in the middle, because discs do not reach the walls. 400 discs for 8 s give 2 %, if the force on a wall is
# read more often than a contact lasts (5 ms): a few hundred readings give 7 %.
GAS = """\
repose: 1
dimension: 2
method: METHOD
seed: 3
domain: {lower: [-0.1, 0], upper: [1.1, 1], periodic: [y]}
materials: {m: {density: 1}}
interactions: [{between: [m, m], restitution: 1, normal: {law: linear, stiffness: 400}}]
particles: [{name: gas, material: m, count: 400, radius: 0.012, place: {random: {lower: [0, 0], upper: [1, 1]}},
    velocity: {thermal: 1}}]
walls:
  - {name: left, plane: {point: [0, 0], normal: [1, 0]}, material: m}
  - {name: right, plane: {point: [1, 0], normal: [-1, 0]}, material: m}
run: {until: 8, step: STEP}
output:
  series: {every: 0.002}
  regions: [{name: middle, slab: {axis: x, from: 0.25, to: 0.75}}]
  profiles: [{name: x, along: x, lower: 0, upper: 1, bins: 10, every: 0.02, from: 1}]
"""
phi = 400 * math.pi * 0.012**2
expected = 400 * math.pi * 0.012**2 * 0.5 * (1 + phi**2 / 8) / (1 - phi) ** 2
for method, step in (("event-driven", 0.01), ("soft", 1e-4)):
    run(t, t.scene(GAS.replace("METHOD", method).replace("STEP", str(step)), f"{method}.yaml"), method)
    series = [r for r in rows(method, "series.csv") if r["time"] > 1]
    profile = rows(method, "profile-x.csv")
    found = {
        "left wall": -mean(r["left.fx"] for r in series),
        "right wall": mean(r["right.fx"] for r in series),
        "whole": mean(r["pressure"] for r in series),
        "middle": mean(r["middle.pressure"] for r in series),
        "profile": mean(r["pressure"] for r in profile[3:7]),
    }
    print(method, f"expected {expected:.4f}", {k: round(v, 4) for k, v in found.items()})
    for k, v in found.items():
        # soft discs overlap by 3 % of their diameter at the typical speed, and are that much smaller
        t.check(abs(v / expected - 1) < 0.05, f"{method}: pressure of the {k} is {v}, expected {expected}")
    t.check(abs(mean(r["solid_fraction"] for r in profile) / phi - 1) < 1e-3, f"{method}: the profile holds all grains")
    t.check(all(abs(r["granular_temperature"] - 0.5) < 0.08 for r in profile), f"{method}: temperature of the profile")

# What is wrong is said.
for change, words in (
    ("output: {regions: [{name: a, box: {lower: [0, 0], upper: [1, 1]}}]}", "series"),
    (
        "output: {series: {every: 1}, regions: [{name: floor, box: {lower: [0, 0], upper: [1, 1]}}]}",
        "wall of this name",
    ),
    ("output: {series: {every: 1}, regions: [{name: a, slab: {axis: z, from: 0, to: 1}}]}", "axis"),
    ("output: {series: {every: 1}, regions: [{name: a, slab: {axis: y, from: 1, to: 0}}]}", "not above"),
    ("output: {profiles: [{name: a, along: y, bins: 0, every: 1}]}", "bins"),
    ("output: {profiles: [{name: a, along: y, bins: 5, every: 1, window: 0.1}]}", "window"),
    ("output: {forces: {every: 1, up_to: -1}}", "up_to"),
    ("output: {profile: [{name: a, along: y, bins: 5, every: 1}]}", "profiles"),
):
    p = repose("check", t.scene(SCENE[: SCENE.index("output:")] + change + "\n", "wrong.yaml"))
    t.check(p.returncode == 2 and words in p.stderr, f"{change}: {p.stderr}")
p = repose(
    "check",
    t.scene(GAS.replace("METHOD", "event-driven").replace("STEP", "0.01") + "  forces: {every: 1}\n", "wrong.yaml"),
)
t.check(p.returncode == 2 and "no contact forces" in p.stderr, f"forces in event-driven: {p.stderr}")
p = repose("check", t.scene(SCENE.split("output:")[0] + "output: {events: {}}\n", "wrong.yaml"))
t.check(p.returncode == 2 and "no log of collisions" in p.stderr, f"events in the soft method: {p.stderr}")
t.end()
