"""repose study: samples, the table, jobs that fail, interruptions, arrays of jobs, mistakes."""
import csv
import math
import os
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(__file__))
from _repose import REPOSE, Test, repose, run

t = Test()
SCENE = """\
repose: 1
title: Marbles that fall
dimension: 2
method: soft
seed: 7
gravity: [0, -9.81]
materials: {glass: {density: 2500}}
interactions:
  - {between: [glass, glass], friction: 0.2, restitution: 0.8, normal: {law: linear, stiffness: 1.0e5}}
particles:
  - {name: marbles, material: glass, count: 20, radius: {uniform: [0.004, 0.006]},
     place: {random: {lower: [0, 0.02], upper: [0.2, 0.2]}}}
walls:
  - {name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: glass}
run: {until: 0.1}
output: {series: {every: 0.001}}
"""
t.scene(SCENE)
STUDY = """\
repose: 1
study:
  scene: scene.yaml
  keys:
    interactions.0.restitution: [0.2, 0.9]
    interactions.0.friction: {from: -0.5, to: 0.5, count: 2}
  seeds: [3, 5]
  set: {run.until: 0.08}
  measures: [kinetic, {name: max_speed, from: 0.04, to: 0.075}]
"""


def study(text, name):
    return t.scene(text, name)


def table(directory, name="study.csv"):
    with open(t.path(directory, name)) as f:
        lines = list(csv.reader(f))
    t.check(all(len(line) == len(lines[0]) for line in lines), f"{directory}: every row has all columns")
    return [dict(zip(lines[0], line)) for line in lines[2:]]


def content(*names):
    with open(t.path(*names), "rb") as f:
        return f.read()


def jobs(text, name):
    """Values of each job, from --list."""
    p = repose("study", study(text, name), "--list")
    t.equal(p.returncode, 0, f"--list of {name}: {p.stderr}")
    rows = [line.split("\t") for line in p.stdout.splitlines()]
    t.equal([int(number) for number, _ in rows], list(range(1, len(rows) + 1)), "jobs are numbered from 1")
    return [dict(pair.split("=") for pair in values.split(" ")) for _, values in rows]


# ---- a grid: keys slowest first, seeds fastest; a job that is refused leaves the rest alone ----

grid = study(STUDY, "grid.yaml")
p = repose("study", grid, "-o", t.path("grid"), "--jobs", "2")
t.equal(p.returncode, 0, f"grid: {p.stderr}")
rows = table("grid")
t.equal(
    [(r["job"], r["interactions.0.restitution"], r["interactions.0.friction"], r["seed"]) for r in rows],
    [
        (str(n + 1), e, mu, s)
        for n, (e, mu, s) in enumerate((e, mu, s) for e in ("0.2", "0.9") for mu in ("-0.5", "0.5") for s in "35")
    ],
    "order of jobs",
)
for r in rows:
    refused = r["interactions.0.friction"] == "-0.5"
    t.equal(r["status"], "refused" if refused else "done", f"status of job {r['job']}")
    t.equal(r["kinetic"] == "", refused, "a refused job has no measures")
    t.check(("expected a number >= 0" in r["reason"]) == refused, f"reason: {r['reason']}")
t.equal([r["job"] for r in table("grid", "times.csv")], [r["job"] for r in rows], "wall clock times have a table")

# ---- a job is an ordinary run; its measures are those of its series ----

own = run(
    t,
    t.path("scene.yaml"),
    "own",
    *(x for s in ("run.until=0.08", "interactions.0.restitution=0.9", "interactions.0.friction=0.5", "seed=5") for x in
      ("--set", s)),
)
t.equal(content("grid", "jobs", "0008", "series.csv"), content("own", "series.csv"), "the series of the ordinary run")
with open(t.path("own", "series.csv")) as f:
    lines = list(csv.reader(f))
series = [dict(zip(lines[0], map(float, line))) for line in lines[2:]]
speed = [r["max_speed"] for r in series if 0.04 <= r["time"] <= 0.075]
mean = sum(speed) / len(speed)
blocks = [speed[k * len(speed) // 10 : (k + 1) * len(speed) // 10] for k in range(10)]
off = [sum(b) / len(b) - mean for b in blocks]
square = sum(x * x for x in off)
r = min(max((sum(a * b for a, b in zip(off, off[1:])) / square + 0.1) / 0.9, 0), 0.9)  # of neighbouring blocks
error = math.sqrt(square / 90 * (1 + r) / (1 - r))
for name, expected in (("kinetic", series[-1]["kinetic"]), ("max_speed_mean", mean), ("max_speed_error", error)):
    # the table has twelve digits
    t.check(abs(float(rows[7][name]) - expected) < 1e-11 * abs(expected), f"{name}: {rows[7][name]}, {expected}")

# ---- the table does not depend on jobs at once; arrays of jobs ----

array = [
    subprocess.Popen([REPOSE, "study", grid, "-o", t.path("array"), "--job", str(k), "--quiet"]) for k in range(1, 9)
]
for k, process in enumerate(array, 1):  # all begin at the same time, in a directory that is not there yet
    code = process.wait()
    t.equal(code, 1 if rows[k - 1]["status"] == "refused" else 0, f"exit code of job {k}")
t.check(not os.path.exists(t.path("array", "study.csv")), "single jobs write no table")
t.equal(repose("study", grid, "-o", t.path("array"), "--quiet").returncode, 0, "the table of an array")
t.equal(content("array", "study.csv"), content("grid", "study.csv"), "an array of jobs gives the same table")
before = os.stat(t.path("grid", "jobs", "0001.csv")).st_mtime_ns
t.equal(repose("study", grid, "-o", t.path("grid"), "--retry", "--jobs", "1").returncode, 0, "--retry")
t.check(os.stat(t.path("grid", "jobs", "0001.csv")).st_mtime_ns > before, "--retry runs failed jobs again")
t.equal(content("array", "study.csv"), content("grid", "study.csv"), "--retry gives the same table")

# ---- killed, stopped, resumed ----

LONG = SCENE.replace("until: 0.1", "until: 0.6, step: 2.0e-6").replace("0.001}}", "0.001}, checkpoint: {every: 0.02}}")
t.scene(LONG, "long.yaml")
long = study(
    STUDY.replace("scene.yaml", "long.yaml").replace("0.08", "0.15").replace("-0.5", "0.1").replace("[3, 5]", "1"),
    "long-study.yaml",
)


def wait_for(path):
    for _ in range(6000):
        if os.path.exists(path):
            return
        time.sleep(0.005)
    t.check(False, f"{path} never came")


def interrupt(name, path, signal_number):
    p = subprocess.Popen(
        [REPOSE, "study", long, "-o", t.path(name), "--jobs", "2"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    wait_for(t.path(name, path))
    if p.poll() is None:
        busy = repose("study", long, "-o", t.path(name))
        t.check("is held by another run" in busy.stderr or p.poll() is not None, f"one study at a time: {busy.stderr}")
    p.send_signal(signal_number)
    p.communicate()
    return p.returncode


t.equal(repose("study", long, "-o", t.path("whole"), "--jobs", "1", "--quiet").returncode, 0, "without interruption")
t.equal([r["status"] for r in table("whole")], ["done"] * 4, "all jobs are done")
interrupt("killed", "jobs/0001/checkpoint.h5", signal.SIGKILL)
t.check(not os.path.exists(t.path("killed", "study.csv")), "killed before its end")
code = interrupt("killed", "jobs/0003/checkpoint.h5", signal.SIGTERM)
t.equal(code, 4, "stopped: exit code")
t.check("left" in [r["status"] for r in table("killed")], "a study that was stopped has a table")
with open(t.path("killed", "jobs", "0003", "summary.json")) as f:
    t.check('"finished": false' in f.read(), "a run that was stopped has its last checkpoint and a summary")
p = repose("study", long, "-o", t.path("killed"), "--jobs", "2")
t.equal(p.returncode, 0, f"resumed: {p.stderr}")
t.equal(content("killed", "study.csv"), content("whole", "study.csv"), "the same bytes after kill and resume")
for n in range(1, 5):
    path = ("jobs", f"{n:04d}", "series.csv")
    t.equal(content("killed", *path), content("whole", *path), f"series of job {n}")

# ---- samples ----

DRAWN = """\
repose: 1
study:
  scene: scene.yaml
  sample: latin-hypercube
  count: 25
  keys:
    interactions.0.friction: {from: 0.1, to: 0.6}
    interactions.0.normal.stiffness: {from: 1.0e4, to: 1.0e6, scale: logarithmic}
  measures: [kinetic]
"""


def shares(rows):
    """Where in its span each value lies, 0 to 1."""
    return [
        [(float(r["interactions.0.friction"]) - 0.1) / 0.5 for r in rows],
        [math.log10(float(r["interactions.0.normal.stiffness"]) / 1e4) / 2 for r in rows],
    ]


hypercube = jobs(DRAWN, "hypercube.yaml")
t.equal({r["seed"] for r in hypercube}, {"7"}, "without seeds: the scene's own")
for share in shares(hypercube):
    t.equal(sorted(math.floor(25 * u) for u in share), list(range(25)), "each stratum has one point")
t.check(len({tuple(sorted(range(25), key=s.__getitem__)) for s in shares(hypercube)}) == 2, "keys in other orders")
t.check(jobs(DRAWN.replace("count", "draw: 2\n  count"), "other.yaml") != hypercube, "another draw")
drawn = jobs(DRAWN.replace("latin-hypercube", "random").replace("25", "400"), "random.yaml")
for share in shares(drawn):
    t.check(all(0 <= u < 1 for u in share), "in bounds")
    # a mean of 400 uniform numbers is 1/2 to 1/sqrt(12 * 400) = 0.0144; four of these
    t.check(abs(sum(share) / 400 - 0.5) < 0.058, f"uniform: {sum(share) / 400}")
    t.check(max(sum(math.floor(400 * u) == k for u in share) for k in range(400)) > 1, "not a hypercube")
listed = jobs(
    DRAWN.replace("latin-hypercube", "list")
    .replace("  count: 25\n", "  seeds: 2\n")
    .replace("{from: 0.1, to: 0.6}", "[0.1, 0.7]")
    .replace("{from: 1.0e4, to: 1.0e6, scale: logarithmic}", "[1.0e4, 2.0e4]"),
    "list.yaml",
)
t.equal([tuple(r.values()) for r in listed], [(a, b, s) for a, b in (("0.1", "1.0e4"), ("0.7", "2.0e4")) for s in "12"],
        "rows of a list")

# ---- pictures ----

for measure in ("kinetic", "max_speed"):
    p = repose("plot", t.path("grid"), "study", measure, "interactions.0.restitution", "-o", t.path(measure + ".png"))
    t.equal(p.returncode, 0, f"plot of {measure}: {p.stderr}")
    t.check(content(measure + ".png").startswith(b"\x89PNG\r\n\x1a\n"), "a picture")

# ---- mistakes ----

for change, words in [
    (("kinetic,", "kinetik,"), ["bad.yaml:9:", "kinetik", "'kinetic'"]),
    (("interactions.0.restitution", "interactions.0.restitutoin"), ["bad.yaml:5:5:", "did you mean 'restitution'"]),
    (("interactions.0.restitution", "seed"), ["study.seeds"]),
    (("seeds:", "seedz:"), ["bad.yaml:7:3:", "did you mean 'seeds'"]),
    (("scene.yaml", "scen.yaml"), ["bad.yaml:3:", "missing file"]),
    (("count: 2", "count: 1"), ["bad.yaml:6:", "from 2"]),
    (("to: 0.5,", "to: -0.6,"), ["to is not above from"]),
    (("[3, 5]", "[3, x]"), ["not a whole number"]),
    (("from: 0.04, to: 0.075", "from: 0.04, to: 0.03"), ["window ends before"]),
    (("from: 0.04, to: 0.075", "at: end, from: 0.04"), ["at: mean"]),
    (("seeds:", "sample: latin\n  seeds:"), ["latin-hypercube"]),
    (("seeds:", "sample: random\n  seeds:"), ["missing key 'count'"]),
    (("seeds:", "count: 4\n  seeds:"), ["latin-hypercube or random"]),
    (("seeds:", "sample: list\n  seeds:"), ["wrong type"]),
    (("[0.2, 0.9]", "[0.2, [1]]"), ["a number or a word"]),
    (("repose: 1", "repose: 2"), ["bad.yaml:1:"]),
]:
    t.check(change[0] in STUDY, f"{change} changes something")
    p = repose("study", study(STUDY.replace(*change, 1), "bad.yaml"), "-o", t.path("bad"))
    t.equal(p.returncode, 2, f"{change}: exit code")
    for word in words:
        t.check(word in p.stderr, f"{change}: no {word!r} in {p.stderr!r}")
    t.check(not os.path.exists(t.path("bad")), f"{change}: nothing is written")
for arguments, words in [
    ((), "which study"),
    ((t.path("none.yaml"),), "none.yaml"),
    ((grid, "-o", t.path("own")), "has no study"),
    ((long, "-o", t.path("grid")), "another"),
    ((grid, "-o", t.path("grid"), "--job", "9"), "1 to 8"),
    ((grid, "-o", t.path("grid"), "--job", "1", "--force"), "--job"),
    ((grid, "--jobs", "-1"), "negative"),
]:
    p = repose("study", *arguments)
    t.equal(p.returncode, 2, f"study {arguments}: exit code")
    t.check(words in p.stderr, f"study {arguments}: no {words!r} in {p.stderr!r}")
p = repose("plot", t.path("grid"), "study", "kinetik", "seed")
t.check(p.returncode == 2 and "'kinetic'" in p.stderr, f"plot: {p.stderr}")
t.equal(repose("study", t.path("list.yaml"), "-o", t.path("grid"), "--force", "--quiet").returncode, 0,
        "--force replaces a study")
t.equal(len(table("grid")), 4, "the other study's table")
t.end()
