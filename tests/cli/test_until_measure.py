"""Stages that wait for a measure: they end when it is passed, the same bits with any outputs; wrong ones are refused. A
series that another version began keeps its columns."""
import csv
import os

from _repose import SCENE, Test, repose, run, summary

t = Test()
STAGES = """stages:
  - {name: fall, until: {measure: wall_contacts, above: 3}, at_most: 0.06}
  - {name: rest, until: {measure: lid.fy, below: 1.0e9, after: 0.002}, at_most: 0.06}
run:"""


def scene(stages, name="scene.yaml"):
    a, b = SCENE.index("stages:"), SCENE.index("run:")
    return t.scene(SCENE[:a] + stages + SCENE[b + 4 :], name)


def rows(name):
    with open(t.path(name, "series.csv")) as f:
        return [row for row in csv.DictReader(f) if not row["time"].startswith("#")]


whole = run(t, scene(STAGES), "whole")
with open(t.path("whole", "log.txt")) as f:
    log = f.read()
begun = [
    float(line.split("t = ")[1].split()[0])
    for line in log.splitlines()
    if "stage" in line and "t = " in line and "rest" in line
]
t.check(len(begun) >= 1, f"the second stage begins: {log}")
before = [
    row for row in rows("whole") if float(row["time"]) < begun[0] - 0.0021
]  # conditions are evaluated every 100 steps of 2e-5 s
t.check(
    before and all(float(row["wall_contacts"]) <= 3 for row in before),
    "the first stage ends at the first check beyond the value",
)
t.check(whole["time"] < begun[0] + 0.0062, f"the second stage ends with its condition: {whole['time']}")
bare = run(t, t.path("scene.yaml"), "bare", "--set", "output={}")
t.equal(bare["state_hash"], whole["state_hash"], "the same bits without outputs")

for until, said in (
    ("{measure: wall_contact, above: 3}", "wall_contacts"),
    ("{measure: lit.fy, above: 3}", "lid.fy"),
    ("{measure: grains.fx, above: 3}", "no measure"),
    ("{measure: kinetic}", "below"),
    ("{kinetic_energy: 1, below: 2}", "below"),
    ("{measure: kinetic, below: 1, above: 2}", "above"),
):
    p = repose("check", scene(f"stages: [{{until: {until}, at_most: 1}}]\nrun:", "wrong.yaml"))
    t.check(p.returncode == 2 and said in p.stderr and "stages" in p.stderr, f"until {until}: {p.stderr.strip()}")
p = repose("check", scene("stages: [{until: {measure: stirrer.fx, above: 3}, at_most: 1}]\nrun:", "right.yaml"))
t.equal(p.returncode, 0, f"a measure of a driven group: {p.stderr.strip()}")

# A file with fewer columns, in another order: the resumed run goes on with them.
long = scene("stages: [{until: 0.05}, {until: 0.05}]\nrun:", "long.yaml")
run(t, long, "all")
run(t, long, "some", "--max-hours", 1e-9, code=4)
KEPT = ["time", "step", "stored", "kinetic", "lid.y"]
with open(t.path("some", "series.csv")) as f:
    table = list(csv.reader(f))
column = [table[0].index(name) for name in KEPT]
text = "\n".join(",".join(row[c] if n != 1 or c else "# s" for c in column) for n, row in enumerate(table)) + "\n"
size = os.path.getsize(t.path("some", "series.csv"))
with open(t.path("some", "series.csv"), "w") as f:
    f.write(text)
    f.write(" " * (size - len(text) - 1) + "\n" if size > len(text) else "")
p = repose("run", "--resume", "-o", t.path("some"), "--quiet")
t.equal(p.returncode, 0, f"resumed with fewer columns: {p.stderr.strip()}")
with open(t.path("some", "series.csv")) as f:
    some = [line.split(",") for line in f.read().split("\n") if "," in line]
with open(t.path("all", "series.csv")) as f:
    last = [row for row in csv.DictReader(f)][-1]
t.equal(some[0], KEPT, "the columns of the file")
t.equal(some[-1], [last[name] for name in KEPT], "the last row, by the names of the file")
with open(t.path("some", "series.csv")) as f:
    t.check(len(f.readlines()) > 50, "rows were added")
t.end()
