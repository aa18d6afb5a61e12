"""The command line: help, exit codes, suggestions, new, check, hash, --set, series.csv, progress."""
import os
import re
import sys

sys.path.insert(0, os.path.dirname(__file__))
from _repose import SCENE, SOURCE, Test, repose, run, summary

t = Test()
scene = t.scene(
    SCENE.replace("until: 0.06}", "until: 0.01}")
    .replace("at_most: 0.04", "at_most: 0.004")
    .replace("until: 0.02,", "until: 0.004,")
)


def says(p, code, *words, what, stream="stderr"):
    t.equal(p.returncode, code, f"{what}: exit code ({p.stderr.strip()})")
    for word in words:
        t.check(word in getattr(p, stream), f"{what}: no {word!r} in {getattr(p, stream)!r}")


# ---- help ----

p = repose("help")
says(p, 0, "repose run", "Exit codes", what="help", stream="stdout")
commands = re.findall(r"^  repose (\w+) ", p.stdout, re.M)
t.check({"run", "check", "new", "plot", "hash", "bench", "laws", "methods"} <= set(commands), f"commands: {commands}")
for command in commands:
    if command == "help":
        continue
    a, b, c = repose("help", command), repose(command, "--help"), repose(command, "-h")
    says(a, 0, f"repose {command}", what=f"help {command}", stream="stdout")
    t.check(a.stdout == b.stdout == c.stdout, f"help {command}, {command} --help and {command} -h say the same")
says(repose("--version"), 0, "repose 0.", what="--version", stream="stdout")
says(repose(), 2, "repose run", what="no command")
says(repose("rnu", "x"), 2, "unknown command 'rnu'", "run", what="unknown command")
says(repose("status", "x"), 2, "unknown command 'status'", "did you mean 'watch'?", what="a word of other programs")
says(repose("help", "movie"), 2, "did you mean 'film'?", what="help of such a word")
says(repose("help", "chekc"), 2, "check", what="help of an unknown command")
says(repose("run", scene, "--thread", "2"), 2, "unknown option '--thread'", "--threads", what="unknown option")
says(repose("run", scene, "--threads", "two"), 2, "--threads", "two", "whole number", what="wrong value")
says(repose("run", scene, "--threads", str(2**32 + 1)), 2, "--threads", "whole number below", what="beyond an int")
says(repose("run", scene, "--threads"), 2, "needs a value", what="missing value")
says(repose("run", scene, "--force=yes"), 2, "takes no value", what="value of a flag")
says(repose("run", scene, scene), 2, "too many", what="one argument too many")
says(repose("run"), 2, "which scene", what="run without scene")
says(repose("run", t.path("none.yaml")), 2, "none.yaml", what="missing scene")
os.mkdir(t.path("empty"))
says(repose("check", t.path("empty")), 2, "is a directory, not a scene", "repose new heap", what="check of a directory")
os.mkdir(t.path("of-run"))
t.scene(SCENE, "of-run/scene.yaml")
for command in ("check", "run"):
    says(repose(command, t.path("of-run")), 2, "the directory of a run, not a scene", "of-run/scene.yaml'", "--resume",
         what=f"{command} of the directory of a run")
says(repose("hash", t.path("none.h5")), 2, "none.h5", what="missing checkpoint")
says(repose("hash", "none"), 2, "'none'", "DIR/checkpoint.h5", what="missing checkpoint, a name alone")
says(repose("laws"), 0, "linear", "cundall-strack", "stiffness", "N/m", what="laws", stream="stdout")
says(repose("methods"), 0, "soft", what="methods", stream="stdout")

# ---- new and check: every starter is a valid scene ----

lines = [line.split(None, 1) for line in repose("new").stdout.splitlines()]
kinds = [line[0] for line in lines]
t.check(all(len(line) == 2 and line[1].endswith(".") for line in lines), f"each in a line: {lines}")
t.check("heap" in kinds and len(kinds) >= 5, f"kinds: {kinds}")
for kind in kinds:
    path = t.path(f"{kind}.yaml")
    says(repose("new", kind, "-o", path), 0, path, what=f"new {kind}", stream="stdout")
    rigid = "\nmethod: contact-dynamics\n" in open(path, encoding="utf-8").read()
    words = ["time step", "memory", "particles", "rigid" if rigid else "contact time"]
    says(repose("check", path), 0, *words, what=f"check {kind}", stream="stdout")
says(repose("new", "heap", "-o", t.path("heap.yaml")), 2, "exists", what="new does not overwrite")
says(repose("new", "heep"), 2, "heap", what="new of an unknown kind")
before = sorted(os.listdir(t.directory))
p = repose("check", scene)
says(p, 0, "rough", "lid", "under a load", "dt / contact time", what="check", stream="stdout")
t.equal(sorted(os.listdir(t.directory)), before, "check writes nothing")
says(repose("check", scene, "--set", "particles.2.count=-3"), 2, "count", "-3", what="check with a wrong override")
says(repose("check", scene, "--set", "materials.glass.densty=1"), 2, "density", what="check with an unknown key")

# ---- run, hash, --set ----

s = run(t, scene, "run")
t.equal(repose("hash", t.path("run", "checkpoint.h5")).stdout.strip(), s["state_hash"], "hash of the checkpoint")
t.check(re.fullmatch("[0-9a-f]{32}", s["state_hash"]), "the hash has 128 bits")
for name in (
    "scene.yaml",
    "series.csv",
    "summary.json",
    "log.txt",
    "checkpoint.h5",
    "frames.pvd",
    "contacts.pvd",
    "walls.pvd",
):
    t.check(os.path.exists(t.path("run", name)), f"{name} is there")
again = run(t, t.path("run", "scene.yaml"), "again")
t.equal(again["state_hash"], s["state_hash"], "the resolved scene is the scene")
light = run(t, scene, "light", "--set", "materials.glass.density=1000", "--set", "seed=9")
t.check(light["state_hash"] != s["state_hash"], "--set changes the run")
t.equal(
    run(t, t.path("light", "scene.yaml"), "light2")["state_hash"],
    light["state_hash"],
    "overrides are in the resolved scene",
)

# ---- series.csv: names, units, one row an interval and the last step, all finite, energies that balance ----

with open(t.path("run", "series.csv")) as f:
    lines = f.read().split("\n")
names, units, rows = lines[0].split(","), lines[1], [list(map(float, line.split(","))) for line in lines[2:-1]]
t.check(lines[-1] == "" and units.startswith("# "), "series.csv ends with a whole line and has units")
units = units[2:].split(",")
t.equal(len(units), len(names), "a unit for every column")
t.equal(len(set(names)), len(names), "names are unique")
t.check(all(len(row) == len(names) for row in rows), "every row has all columns")
heap = names.index("angle_of_repose")  # nan where there is no heap
t.check(all(abs(x) < float("inf") for row in rows for n, x in enumerate(row) if n != heap), "all numbers are finite")
t.equal(dict(zip(names, units))["kinetic"], "J", "unit of kinetic")
t.equal(dict(zip(names, units))["lid.fy"], "N", "unit of a wall's force")
for wanted in (
    "time",
    "rotational",
    "stored",
    "gravity_work",
    "wall_work",
    "load_work",
    "dissipated_normal",
    "dissipated_tangential",
    "budget_error",
    "contacts",
    "coordination",
    "mean_overlap",
    "max_overlap",
    "max_speed",
    "floor.fx",
    "lid.tz",
):
    t.check(wanted in names, f"column {wanted}")
column = {name: [row[n] for row in rows] for n, name in enumerate(names)}
dt = s["dt"]
for n, time in enumerate(column["time"][:-1]):
    t.check(
        0.001 * n - 1e-6 * dt <= time < 0.001 * n + dt, f"row {n} falls on the first step at or after its time: {time}"
    )
t.check(abs(column["time"][-1] - s["time"]) < 1e-12, "the last row is the end")
t.equal(column["budget_error"][0], 0.0, "the budget starts balanced")

# ---- progress on something that is no terminal: lines, no control characters; none with --quiet ----

p = repose("run", scene, "-o", t.path("loud"))
says(p, 0, "steps in", s["state_hash"], what="a run that talks")
t.check("\r" not in p.stderr and "\033" not in p.stderr, "no control characters")
t.check(re.search(r"\d+\.\d %", p.stderr), f"a line of progress: {p.stderr!r}")
t.equal(repose("run", scene, "-o", t.path("still"), "--quiet").stderr, "", "--quiet")
p = repose(
    "run", os.path.basename(scene), cwd=t.directory, program=os.path.abspath(os.environ.get("REPOSE", "build/repose"))
)
t.equal(p.returncode, 0, "a run without -o")
t.check(os.path.exists(t.path("out", "scene", "summary.json")), "without -o it goes to out/")
t.end()
