"""The n-th allocation of the whole process fails, those of HDF5, cairo and OpenMP included: done, or words and exit
code 3, and whatever checkpoint stands there is whole."""
import os
import random
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "cli"))
from _repose import REPOSE, Test, repose, summary

LIBRARY = os.path.join(os.path.dirname(REPOSE), "tests", "faults", "failing_malloc.so")
SCENE = """\
repose: 1
dimension: 2
method: soft
gravity: [0, -9.81]
materials: {m: {density: 1000}}
interactions: [{between: [m, m], friction: 0.5, restitution: 0.5, normal: {law: linear, stiffness: 1000}}]
particles:
  - {name: grains, material: m, count: 6, radius: 0.005, place: {random: {lower: [0, 0.006], upper: [0.1, 0.04]}}}
walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m}]
run: {until: 0.004, step: 2.0e-4}
output: {series: {every: 0.001}, frames: {every: 0.002}, checkpoint: {every: 0.001}}
"""


def check(t, p, what):
    t.check(p.returncode in (0, 3, 5), f"{what}: exit code {p.returncode}: {p.stderr.strip()[-300:]!r}")
    t.check((p.returncode == 5) == ("repose: crashed" in p.stderr), f"{what}: {p.returncode}, {p.stderr!r}")
    t.check(p.returncode == 0 or "repose: " in p.stderr, f"{what}: no word: {p.stderr!r}")


def count(t, *arguments):
    """Allocations of a command that succeeds."""
    p = repose(*arguments, env={"LD_PRELOAD": LIBRARY, "REPOSE_COUNT_MALLOC": t.path("count")})
    t.equal(p.returncode, 0, f"{arguments[0]} with the counting library: {p.stderr.strip()}")
    with open(t.path("count")) as f:
        return int(f.read())


def harness(t, trials, seed):
    if os.environ.get("REPOSE_SANITIZE"):
        print("skipped: a sanitizer has its own allocations")
        sys.exit(77)
    draw = random.Random(seed)
    scene = t.scene(SCENE)
    out = t.path("out")
    run = ["run", scene, "-o", out, "--force", "--quiet", "--threads", "2"]
    plot = ["plot", out, "frame", "-o", t.path("frame.png")]
    allocations = {"run": count(t, *run), "plot": count(t, *plot)}
    whole = summary(out)["state_hash"]
    print(f"allocations: {allocations}")
    for n in range(trials):
        command, arguments = ("plot", plot) if n % 4 == 3 else ("run", run)
        # without any memory fontconfig, which pictures use, tries again for ever: there one allocation fails
        at = draw.randint(1, allocations[command]) * (-1 if n % 2 and command == "run" else 1)
        what = f"{command}, allocation {at}"
        if command == "run":
            shutil.rmtree(out, ignore_errors=True)
        p = repose(*arguments, env={"LD_PRELOAD": LIBRARY, "REPOSE_FAIL_MALLOC": str(at)}, timeout=900)
        check(t, p, what)
        if command == "plot":
            continue
        if p.returncode == 0:
            t.equal(summary(out)["state_hash"], whole, f"{what}: hash")
        elif os.path.exists(os.path.join(out, "checkpoint.h5")):
            p = repose("run", "--resume", "-o", out, "--quiet")
            finished = p.returncode == 2 and "finished" in p.stderr
            t.check(p.returncode == 0 or finished, f"{what}: resume: {p.stderr.strip()}")
            t.equal(summary(out)["state_hash"], whole, f"{what}: hash after a resume")
        else:
            run_again = repose(*run)
            t.equal(run_again.returncode, 0, f"{what}: a new run")
