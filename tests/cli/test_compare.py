"""repose compare: runs, table, pictures, refusals, overrides for one method."""
import csv
import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
from _repose import Test, repose

t = Test()
SCENE = """\
repose: 1
title: Marbles that fall
dimension: 2
method: event-driven
gravity: [0, -9.81]
materials: {glass: {density: 2500}}
interactions:
  - {between: [glass, glass], friction: 0.2, restitution: 0.8, normal: {law: linear, stiffness: 1.0e7}}
particles:
  - {name: marbles, material: glass, radius: 0.01, place: {list: [[0, 0.02], [0.05, 0.03], [0.1, 0.04]]},
     velocity: [0.1, 0]}
walls:
  - {name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: glass}
run: {until: 0.1, contact-dynamics: {tolerance: 1.0e-5}, event-driven: {collapse: tc}}
"""
scene = t.scene(SCENE)


def table(directory):
    with open(t.path(directory, "comparison.csv")) as f:
        lines = list(csv.reader(f))
    t.check(lines[1][0].startswith("# "), "a line of units")
    t.check(all(len(line) == len(lines[0]) for line in lines), "every row has all columns")
    return {line[0]: dict(zip(lines[0], line)) for line in lines[2:]}


def png(directory, name):
    with open(t.path(directory, name), "rb") as f:
        t.check(f.read(8) == b"\x89PNG\r\n\x1a\n", f"{name} is a picture")


# ---- three methods, the scene's own first; series and frames come by themselves ----

p = repose("compare", scene, "-o", t.path("all"), "--threads", "1", "--set", "contact-dynamics:run.step=2.0e-5")
t.equal(p.returncode, 0, f"compare: {p.stderr}")
rows = table("all")
t.equal(list(rows), ["event-driven", "contact-dynamics", "soft"], "methods, the scene's own first")
kinetic = {m: float(row["kinetic"]) for m, row in rows.items()}
for m, row in rows.items():
    t.equal(row["outcome"], "done", f"{m} ran")
    t.check(m in p.stdout and m in p.stderr, f"{m} is printed")
    # impacts at about 0.45 m/s; a contact of 0.1 ms in flights of 0.1 s changes them by a per cent
    t.check(
        abs(kinetic[m] - kinetic["event-driven"]) < 0.05 * kinetic["event-driven"], f"kinetic energies agree: {kinetic}"
    )
    t.check(0 <= float(row["kinetic_difference"]) < 0.05, f"{m}: difference {row['kinetic_difference']}")
    t.check(os.path.exists(t.path("all", m, "checkpoint.h5")), f"the run of {m} is there")
t.equal(float(rows["event-driven"]["kinetic_difference"]), 0, "the first differs from itself")
t.check(float(rows["soft"]["kinetic_difference"]) > 0, "soft contacts last a while")
png("all", "series.png")
png("all", "frames.png")
if "without the viewer" not in repose("report", t.path("all", "soft")).stderr:
    with open(t.path("all", "report.html"), encoding="utf-8") as f:
        t.check('id="data"' in f.read() and t.path("all", "report.html") in p.stdout, "a report of the three")

# ---- some methods, some columns, an override for one of them ----

p = repose(
    "compare",
    scene,
    "-o",
    t.path("two"),
    "--methods",
    "soft,contact-dynamics",
    "--columns",
    "max_speed,coordination",
    "--set",
    "soft:interactions.0.restitution=0.5",
    "--quiet",
)
t.equal(p.returncode, 0, f"two methods: {p.stderr}")
rows = table("two")
t.equal(list(rows), ["soft", "contact-dynamics"], "the methods named, in that order")
t.check(
    {"max_speed", "coordination_difference"} <= set(rows["soft"]) and "kinetic" not in rows["soft"],
    f"the columns named: {list(rows['soft'])}",
)
with open(t.path("two", "soft", "scene.yaml")) as a, open(t.path("two", "contact-dynamics", "scene.yaml")) as b:
    t.check(
        "restitution: 0.5" in a.read() and "restitution: 0.8" in b.read(), "an override for one method is for that one"
    )

# ---- a method that refuses is named with its reason, the others go on ----

loaded = t.scene(
    SCENE.replace(
        "material: glass}\nrun",
        (
            "material: glass}\n  - {name: lid, plane: {point: [0, 0.1], normal: [0, -1]}, material: glass, mass: 1,"
            " load: {force: 1}}\nrun"
        ),
    ).replace("method: event-driven", "method: soft"),
    "loaded.yaml",
)
p = repose("compare", loaded, "-o", t.path("loaded"))
t.equal(p.returncode, 0, f"two of three: {p.stderr}")
rows = table("loaded")
t.equal([row["outcome"] for row in rows.values()], ["done", "done", "refused"], "outcomes")
t.check(
    "lid" in rows["event-driven"]["reason"] and "lid" in p.stdout,
    f"the reason is given: {rows['event-driven']['reason']}",
)
p = repose("compare", loaded, "-o", t.path("one"), "--methods", "soft,event-driven")
t.equal(p.returncode, 2, "one of two is no comparison")
t.check("nothing to compare" in p.stderr and "lid" in p.stderr, f"what is missing: {p.stderr}")

# ---- a method that fails on its way is marked, and not measured against the others ----

p = repose("compare", scene, "-o", t.path("failed"), "--threads", "1", "--set", "run.until=0.8", "--set",
           "contact-dynamics:run.step=2.0e-4", "--set", "event-driven:run.event-driven.collapse=stop")
t.equal(p.returncode, 1, f"a method has failed: {p.stderr}")
rows = table("failed")
t.equal([row["outcome"] for row in rows.values()], ["failed", "done", "done"], "outcomes with a failure")
lines = {line[:42].strip(): line[42:].split() for line in p.stdout.splitlines()}
t.equal(lines["outcome"], ["FAILED", "done", "done"], "the table says which failed")
# restitution 0.8: the lowest marble, dropped from 1 cm, comes to rest after sqrt(2 h / g) (1 + 0.8) / (1 - 0.8) = 0.4 s
t.check(abs(float(rows["event-driven"]["time"]) - 0.406) < 0.01, f"where it failed: {rows['event-driven']['time']}")
t.equal(float(lines["end (s)"][0]), float(f"{float(rows['event-driven']['time']):.6g}"), "it says where")
t.equal(rows["event-driven"]["kinetic_difference"], "", "it is not ranked")
t.equal(float(rows["contact-dynamics"]["kinetic_difference"]), 0, "the first that came to the end is the reference")
t.check(float(rows["soft"]["kinetic_difference"]) > 0, "the other is measured against it")
p = repose("compare", scene, "-o", t.path("alone"), "--quiet", "--methods", "event-driven,soft", "--set",
           "run.until=0.8", "--set", "event-driven:run.event-driven.collapse=stop")
t.equal(p.returncode, 1, "one complete run is no comparison")
t.check("nothing to compare" in p.stderr and "collapse" in p.stderr, f"why: {p.stderr}")

# ---- mistakes ----

for arguments, words in [
    ((), "which scene"),
    ((t.path("none.yaml"),), "none.yaml"),
    ((scene, "--methods", "sofd,soft"), "'soft'"),
    ((scene, "--methods", "soft"), "two or more"),
    ((scene, "--methods", "soft,soft"), "twice"),
    ((scene, "-o", t.path("all")), "--force"),
    ((scene, "-o", t.path("x"), "--set", "sotf:seed=2"), "'soft'"),
    ((scene, "-o", t.path("y"), "--columns", "kinetik", "--quiet"), "'kinetic'"),
    ((scene, "-o", t.path("z"), "--color", "sped", "--quiet"), "'speed'"),
]:
    p = repose("compare", *arguments)
    t.equal(p.returncode, 2, f"compare {arguments}: exit code")
    t.check(words in p.stderr, f"compare {arguments}: no {words!r} in {p.stderr!r}")
t.equal(
    repose("compare", scene, "-o", t.path("all"), "--force", "--quiet").returncode, 0, "--force replaces a comparison"
)
t.end()
