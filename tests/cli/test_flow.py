"""Sources and sinks through the program: columns, pictures of frames in which ids are missing, errors with line and
key."""
import csv
import math
import os
import re

from _repose import SOURCE, Test, repose, summary

t = Test()
SCENE = """\
repose: 1
dimension: 2
method: soft
gravity: [0, -9.81]
domain: {lower: [-0.1, -0.1], upper: [0.1, 0.12]}
materials: {m: {density: 1000}}
interactions: [{between: [m, m], friction: 0.5, restitution: 0.3, normal: {law: linear, stiffness: 1.0e6}}]
walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m}]
particles:
  - {name: row, material: m, radius: 0.005,
     place: {list: [[-0.05, 0.005], [-0.04, 0.005], [0.04, 0.005], [0.05, 0.005]]}}
sources: [{name: feed, box: {lower: [0, 0.05], upper: [0.09, 0.1]}, particles: row, rate: {count: 1000}, every: 0.001}]
sinks: [{name: left, plane: {point: [-0.045, 0], normal: [1, 0]}}]
run: {until: 0.02}
output: {series: {every: 0.005}, frames: {every: 0.01}}
"""
path = t.path("scene.yaml")
with open(path, "w") as f:
    f.write(SCENE)
p = repose("run", path, "-o", t.path("out"), "--quiet")
t.equal(p.returncode, 0, p.stderr)
with open(t.path("out", "series.csv")) as f:
    rows = list(csv.reader(f))
last = dict(zip(rows[0], map(float, rows[-1])))
mass = 1000 * 3.141592653589793 * 0.005**2
t.equal(last["left.removed"], 1, "the leftmost particle has gone")
t.check(abs(last["left.removed_mass"] - mass) < 1e-12, "and its mass")
t.check(19 <= last["feed.added"] <= 20, "20 ms at 1000 a second")
t.equal(last["row.added"], last["feed.added"], "all of one kind")
t.equal(last["particles"], 3 + last["feed.added"], "particles")
first = [dict(zip(rows[0], map(float, r))) for r in rows[2:]]
t.check(any(r["left.flow_rate"] > 0 for r in first), "a flow rate")
for i, r in enumerate(first[1:], 1):  # rate times interval is what has gone: sums of 17 digits
    gone = r["left.removed_mass"] - first[i - 1]["left.removed_mass"]
    t.check(abs(r["left.flow_rate"] * (r["time"] - first[i - 1]["time"]) - gone) < 1e-12, "flow rate")
p = repose("plot", t.path("out"), "frame", "--forces", "-o", t.path("a.png"))
t.equal(p.returncode, 0, f"a picture where ids are missing: {p.stderr}")
t.check(os.path.exists(t.path("a.png")), "the picture")

# Members of a clump from a table are those of a list.
with open(t.path("grain.csv"), "w") as f:
    f.write("x, y, radius\n0, 0, 0.003\n0.003, 0, 0.002\n")
clumps = []
for given in ("discs: [[0, 0, 0.003], [0.003, 0, 0.002]]", "file: grain.csv"):
    kind = "sources.feed.particles={material: m, shape: {clump: {%s}}}" % given
    p = repose("run", path, "-o", t.path("clumps"), "--quiet", "--force", "--set", kind)
    t.equal(p.returncode, 0, kind + p.stderr)
    clumps.append(summary(t.path("clumps"))["state_hash"])
t.equal(clumps[0], clumps[1], "state of clumps by list and by file")
with open(t.path("grain.csv"), "w") as f:
    f.write("x, y, radius, mass\n0, 0, 0.003, 1\n")
p = repose("check", path, "--set", kind)
t.check(p.returncode == 2 and "no table of members" in p.stderr, p.stderr)
for change, words in (
    ("sources.feed.rate={cout: 3}", "sources.feed.rate.cout: unknown key 'cout'"),
    ("sources.feed.particles=raw", "did you mean 'row'"),
    ("sources.feed.rate={count: 0}", "sources.feed.rate.count"),
    ("sources.feed.end=0.0", "sources.feed.end"),
    ("sinks.left.name=feed", "there is a source of this name already"),
    ("sources.feed.particles={material: m, radius: {sieve: [[0.01, 0.2], [0.02, 1]]}}", "a sieve curve rises"),
    ("sources.feed.particles={material: m, radius: 0.01, shape: polygon}", "which polygon?"),
    ("sources.feed.particles={material: m, radius: 0.01, angle: 1}", "'angle' has no effect"),
    ("sources.feed.particles={material: m, radius: {list: [0.01]}}", "cannot stand in a list"),
):
    p = repose("check", path, "--set", change)
    t.equal(p.returncode, 2, change)
    t.check(words in p.stderr, f"{change}: {p.stderr.strip()}")

# ---- keys without effect are named ----

for change, words in (
    ("sources.feed.shares=mass", "sources.feed.shares (there is one kind)"),
    ("sources.feed={name: feed, box: {lower: [0, 0.05], upper: [0.09, 0.1]}, particles: row, amount: {count: 2},"
     " catch_up: false}", "sources.feed.catch_up (there is no rate)"),
    ("sources.feed.catch_up=false", None),
):
    p = repose("check", path, "--set", change)
    t.equal(p.returncode, 0, f"{change}: {p.stderr.strip()}")
    t.check(words in p.stdout if words else "without effect" not in p.stdout, f"{change}: {p.stdout}")

# ---- check of scenes whose particles all come from sources: what is to come, and never inf or nan ----


def check(name, *changes):
    args = [word for change in changes for word in ("--set", change)]
    p = repose("check", os.path.join(SOURCE, "examples", name), *args)
    t.equal(p.returncode, 0, f"check {name}: {p.stderr.strip()}")
    t.check(not re.search(r"\b(inf|nan)\b", p.stdout), f"check {name} {changes}: numbers are finite: {p.stdout}")
    return p.stdout


def number(pattern, text):
    found = re.search(pattern, text)
    t.check(found, f"no {pattern!r} in {text}")
    return float(found.group(1)) if found else math.nan


for method in ("soft", "contact-dynamics", "event-driven"):
    text = check("feeder.yaml", f"method={method}", "run.until=3")
    for words in (
        "none at the start",
        "feed: box within (-0.08, 0.15) to (0.08, 0.25) m; 0.25 kg/s\n",
        "coarse: discs of grain, radius 0.0035 to 0.0045 m; 0.7 of the mass",
        "fine: discs of grain, radius 0.002 to 0.0025 m; 0.3 of the mass",
        "chute: behind the plane through (0.45, 0) m with normal (-1, 0)",
        "time step  ",
    ):
        t.check(words in text, f"check by {method}: no {words!r} in {text}")

# 3 s at 0.25 kg/s, over the mean masses of the kinds (discs: density, pi, thickness, mean square of the radius). The
# masses within a kind deviate by 0.15 of their mean: 0.01 for some hundred of them. The last particle is not due.
text = check("feeder.yaml", "run.until=3")
mass = [2500 * math.pi * 0.01 * (a * a + a * b + b * b) / 3 for a, b in ((0.0035, 0.0045), (0.002, 0.0025))]
count = number(r"whole run: (\S+) particles", text)
t.check(abs(count / (0.75 * (0.7 / mass[0] + 0.3 / mass[1])) - 1) < 0.01, f"particles to come: {count}")
largest = 2500 * math.pi * 0.01 * 0.0045**2
given = number(r"particles, (\S+) kg, if it", text)
t.check(0.75 - largest < given <= 0.75, f"mass to come: {given}")
many = number(r"whole run: (\S+) particles", check("feeder.yaml", "sources.feed.rate.mass=250", "run.until=3"))
t.check(abs(many / (1000 * count) - 1) < 0.01, f"a thousand times the rate: {many}")

# The hopper: all of its particles come, and the memory of the full one is what the estimate says, to a factor of two:
# particles take 500 to 1200 bytes by how many pairs they are in. Soft springs make the run short.
soft = ("interactions.0.normal.stiffness=1000", "stages.discharge.until=0.001")
text = check("hopper.yaml", *soft)
t.equal(number(r"whole run: (\S+) particles", text), 1500, "amount: {count: 1500}")
frames = number(r"frames: (\d+) frames at most", text)
t.check(abs(number(r"frames: \d+ frames at most, about (\S+) MB", text) / (frames * 0.201) - 1) < 0.01,  # three digits
        "130 bytes for each of 1500 particles, and 6000, in each of the frames")
args = [word for change in soft for word in ("--set", change)]
p = repose("run", os.path.join(SOURCE, "examples", "hopper.yaml"), *args, "-o", t.path("full"), "--threads", "1")
t.equal(p.returncode, 0, p.stderr)
end = summary(t.path("full"))
t.equal(end["particles"], 1500, "all have come")
ratio = 1e6 * number(r"estimate: (\S+) MB with 1500 particles", text) / end["bytes"]
t.check(0.5 < ratio < 2, f"memory: estimate over {end['bytes']} bytes is {ratio}")
step = number(r"time step +(\S+) s,", text)  # four digits
t.check(abs(step / end["dt"] - 1) < 5e-4, f"the step of the run: {step}")
t.check(abs(step / number(r"contact time +(\S+) s,", text) - 1 / 25) < 5e-5, "is 1/25 of the contact time")
t.check("/ safety 25" in text, "and check says why")
with open(t.path("full", "log.txt")) as f:
    log = f.read()
t.check("0 particles now and more from sources, 1 thread," in log, f"log: {log}")
text = check("hopper.yaml", "sources.pour.rate={count: 100}", "sources.pour.start=2", "sources.pour.active=false")
t.equal(number(r"whole run: (\S+) particles", text), 30, "0.3 s at 100 a second")
t.check("100 particles a second; from t = 2 s on; switched off at the start" in text, text)
t.end()
