"""Sources and sinks through the program: columns, pictures of frames in which ids are missing, errors with line and
key."""
import csv
import os

from _repose import Test, repose

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

for change, words in (
    ("sources.feed.rate={cout: 3}", "sources.feed.rate.cout: unknown key 'cout'"),
    ("sources.feed.particles=raw", "did you mean 'row'"),
    ("sources.feed.rate={count: 0}", "sources.feed.rate.count"),
    ("sources.feed.end=0.0", "sources.feed.end"),
    ("sinks.left.name=feed", "there is a source of this name already"),
    ("sources.feed.particles={material: m, radius: {sieve: [[0.01, 0.2], [0.02, 1]]}}", "a sieve curve rises"),
    ("sources.feed.particles={material: m, radius: 0.01, shape: {polygon: {sides: 5}}}", "round particles only"),
    ("sources.feed.particles={material: m, radius: {list: [0.01]}}", "cannot stand in a list"),
):
    p = repose("check", path, "--set", change)
    t.equal(p.returncode, 2, change)
    t.check(words in p.stderr, f"{change}: {p.stderr.strip()}")
t.end()
