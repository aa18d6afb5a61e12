"""Columns that follow from others: in the series, after a restart, in plots of one run and of several."""
import csv
import os
import re
import sys

sys.path.insert(0, os.path.dirname(__file__))
from _repose import SCENE, Test, repose, run

t = Test()
PLAIN = SCENE[: SCENE.index("output:")].replace("until: 0.06", "until: 0.01").replace("at_most: 0.04", "at_most: 0.005")
DERIVED = """\
output:
  series:
    every: 0.001
    derived:
      q: "stress_yy - stress_xx"
      ratio: "q / (stress_yy + stress_xx + 1[Pa])"
      power: drive_work / max(time, 1e-3[s])
      strain: "lid.y / 0.155[m]"
      far: core.solid_fraction * 2
  regions: [{name: core, box: {lower: [0.02, 0.01], upper: [0.1, 0.05]}}]
  checkpoint: {every: 0.002}
"""


def table(*path):
    with open(t.path(*path)) as f:
        lines = f.read().splitlines()
    units = dict(zip(lines[0].split(","), lines[1].lstrip("# ").split(",")))
    return units, [{k: float(v) for k, v in row.items()} for row in csv.DictReader([lines[0], *lines[2:]])]


scene = t.scene(PLAIN + DERIVED)
bare = t.scene(PLAIN + "output: {series: {every: 0.001}}\n", "bare.yaml")
t.equal(run(t, scene, "whole")["state_hash"], run(t, bare, "bare")["state_hash"], "hash with derived columns")
units, rows = table("whole", "series.csv")
t.equal([units[k] for k in ("q", "ratio", "power", "strain", "far")], ["Pa", "1", "W", "1", "1"], "units")
t.equal(list(units)[-5:], ["q", "ratio", "power", "strain", "far"], "derived columns come last")
for row in rows:  # doubles of 17 digits are read back as they were: the same operations give the same bits
    q = row["stress_yy"] - row["stress_xx"]
    expected = {
        "q": q,
        "ratio": q / (row["stress_yy"] + row["stress_xx"] + 1),
        "power": row["drive_work"] / max(row["time"], 1e-3),
        "strain": row["lid.y"] / 0.155,
        "far": row["core.solid_fraction"] * 2,
    }
    for name, value in expected.items():
        t.equal(row[name], value, f"{name} at {row['time']}")
t.check(any(row["q"] != 0 for row in rows) and any(row["strain"] != 0 for row in rows), "columns that are not all 0")

# A run in two parts writes the same bytes; other derived columns than the file has are refused.
run(t, scene, "parts", "--max-steps", "700", code=4)
p = repose("run", "--resume", "-o", t.path("parts"), "--quiet")
t.equal(p.returncode, 0, f"resume: {p.stderr}")
with open(t.path("whole", "series.csv"), "rb") as a, open(t.path("parts", "series.csv"), "rb") as b:
    t.check(a.read() == b.read(), "series of a run in two parts")
p = repose(
    "run", "--resume", "-o", t.path("parts"), "--quiet", "--until", 1, "--set", 'output.series.derived.new="2 * q"'
)
t.check(p.returncode == 2 and "other derived columns" in p.stderr, f"another column: {p.returncode}, {p.stderr}")

# What is wrong has its line and its key, when the scene is read.
line = PLAIN.count("\n") + 5
for text, why in (
    ('"stress_yy - kinetic"', "a sum of Pa and J"),
    ('"stres_yy * 2"', "did you mean 'stress_yy'?"),
    ('"2 * ("', "at character 6"),
    ('"core.solid_fractions"', "core.solid_fraction"),
    ('"ratio"', "no column 'ratio'"),
    ("[1, 2]", "a text"),
):
    p = repose("check", t.scene(PLAIN + DERIVED.replace('"stress_yy - stress_xx"', text), "wrong.yaml"))
    t.equal(p.returncode, 2, f"exit code of {text}")
    t.check(f"wrong.yaml:{line}:" in p.stderr and "output.series.derived.q" in p.stderr, f"place of {text}: {p.stderr}")
    t.check(why in p.stderr, f"reason of {text}: {p.stderr}")
p = repose("check", t.scene(PLAIN + DERIVED.replace("      q:", "      kinetic:"), "wrong.yaml"))
t.check(p.returncode == 2 and "there is a column 'kinetic' already" in p.stderr, f"a name twice: {p.stderr}")


def drawn(*arguments):
    p = repose("plot", *arguments, "-o", t.path("plot.svg"))
    if not t.equal(p.returncode, 0, f"plot {arguments}: {p.stderr}"):
        return ""
    with open(t.path("plot.svg")) as f:
        return f.read()


def longest(picture):
    return max(re.findall(r'fill:none;stroke-width:2.9[^>]* d="([^"]*)"', picture), key=len, default="")


def refused(why, *arguments):
    p = repose("plot", *arguments, "-o", t.path("no.png"))
    t.check(p.returncode == 2 and why in p.stderr, f"plot {arguments}: {p.returncode}, {p.stderr}")


# Plots: the expression's curve is that of the derived column, of one run and of several.
whole, other = t.path("whole"), t.path("bare")
curve = longest(drawn(whole, "series", "stress_yy - stress_xx"))
t.check(len(curve) > 100 and curve == longest(drawn(whole, "series", "q")), "the curve of an expression")
t.check(curve != longest(drawn(whole, "series", "stress_yy")), "another curve")
drawn(whole, other, "series", "kinetic", "stress_yy - stress_xx", "q", "--x", "time * 2", "--log-y", "--title", "two")
refused("a sum of Pa and J", whole, "series", "stress_yy + kinetic")
refused("did you mean 'kinetic'", whole, other, "series", "kinetics")
refused("draws one run", whole, other, "forces")
refused("which run?", "series", "kinetic")
refused("nothing belongs behind 'frame'", whole, "frame", "kinetic")
t.end()
