"""Stopped anywhere, by whatever means, and resumed: the same state, the same series, the same frames."""
import filecmp
import os
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "cli"))
from _repose import REPOSE, SCENE, Test, repose, run, summary

t = Test()
scene = t.scene(SCENE.replace("step: 2.0e-5", "step: 4.0e-6"))  # long enough to be stopped on the way
began = time.time()
whole = run(t, scene, "whole")
seconds = time.time() - began
frames = sorted(os.listdir(t.path("whole", "frames")))
t.check(len(frames) >= 27, f"frames of the whole run: {len(frames)}")


def same(name, what):
    s = summary(t.path(name))
    t.check(s["finished"], f"{what}: finished")
    t.equal(s["state_hash"], whole["state_hash"], f"{what}: hash")
    t.equal(s["step"], whole["step"], f"{what}: steps")
    t.check(
        filecmp.cmp(t.path(name, "series.csv"), t.path("whole", "series.csv"), shallow=False), f"{what}: series.csv"
    )
    t.equal(sorted(os.listdir(t.path(name, "frames"))), frames, f"{what}: list of frames")
    for frame in frames:
        t.check(
            filecmp.cmp(t.path(name, "frames", frame), t.path("whole", "frames", frame), shallow=False),
            f"{what}: {frame}",
        )
    for collection in ("frames.pvd", "contacts.pvd", "walls.pvd"):
        t.check(
            filecmp.cmp(t.path(name, collection), t.path("whole", collection), shallow=False), f"{what}: {collection}"
        )
    t.check(
        filecmp.cmp(t.path(name, "checkpoint.h5"), t.path("whole", "checkpoint.h5"), shallow=False),
        f"{what}: checkpoint.h5",
    )


def resume(name, what, *arguments):
    p = repose("run", "--resume", "-o", t.path(name), "--quiet", *arguments)
    expected = (0, 4) if "--max-hours" in arguments else (0,)
    t.check(p.returncode in expected, f"{what}: exit code {p.returncode} on resume: {p.stderr.strip()}")


def start(name, *arguments):
    return subprocess.Popen([REPOSE, "run", scene, "-o", t.path(name), *arguments], stderr=subprocess.PIPE, text=True)


def rows(name):
    try:
        with open(t.path(name, "series.csv")) as f:
            return sum(1 for _ in f) - 2
    except OSError:
        return 0


def wait_for(name, process, fraction):
    """Until the run has done that part of its series."""
    wanted = fraction * rows("whole")
    while rows(name) < wanted and process.poll() is None:
        time.sleep(0.005)


for n, (fraction, kind) in enumerate(
    [(0.02, signal.SIGINT), (0.3, signal.SIGTERM), (0.55, signal.SIGINT), (0.85, signal.SIGTERM)]
):
    what = f"{signal.Signals(kind).name} at {fraction}"
    name = f"stop{n}"
    p = start(name)
    wait_for(name, p, fraction)
    p.send_signal(kind)
    told = p.communicate()[1]
    t.equal(p.returncode, 4, f"{what}: exit code")
    t.check(f"repose run --resume -o {t.path(name)}" in told, f"{what}: says how to resume: {told!r}")
    t.check(not summary(t.path(name))["finished"], f"{what}: stopped before the end")
    resume(name, what, "--threads", n + 1)
    same(name, what)

# SIGKILL between two checkpoints: back to the last one, to the same bits.
for n, fraction in enumerate([0.25, 0.7]):
    what = f"SIGKILL at {fraction}"
    name = f"kill{n}"
    p = start(name)
    wait_for(name, p, fraction)
    p.kill()
    p.communicate()
    t.check(p.returncode == -signal.SIGKILL, f"{what}: was killed in time")
    t.check(os.path.exists(t.path(name, "checkpoint.h5")), f"{what}: a checkpoint is there")
    resume(name, what)
    same(name, what)

# The clock: up to ten short sessions, each stopped by --max-hours, and a last one without a limit: on a busy machine
# short sessions alone would never end.
name, sessions = "hours", 1
p = repose("run", scene, "-o", t.path(name), "--quiet", "--max-hours", seconds / 4 / 3600)
t.equal(p.returncode, 4, f"--max-hours: {p.stderr.strip()}")
t.check(not summary(t.path(name))["finished"], "--max-hours stops before the end")
while not summary(t.path(name))["finished"] and sessions < 10 and not t.failures:
    sessions += 1
    resume(name, "--max-hours", "--max-hours", seconds / 4 / 3600)
if not summary(t.path(name))["finished"]:
    resume(name, "after --max-hours")
same(name, f"--max-hours, {sessions} sessions")

# What cannot be resumed is said.
p = repose("run", "--resume", "-o", t.path("whole"))
t.equal(p.returncode, 2, "resuming a finished run")
t.check("finished" in p.stderr, f"resuming a finished run: {p.stderr}")
p = repose("run", "--resume", "-o", t.path("nowhere"))
t.equal(p.returncode, 2, "resuming nothing")
t.check("nothing to resume" in p.stderr, f"resuming nothing: {p.stderr}")
p = repose("run", "--resume", "-o", t.path("whole"), "--set", "seed=3")
t.equal(p.returncode, 2, "--resume with --set")

# start: {from: DIR} takes the particles over, history included, and is as deterministic as the rest.
follow = (
    SCENE.replace("seed: 9\n", f"seed: 9\nstart: {{from: {t.path('whole')}}}\n")
    .replace("until: 0.06}", "until: 0.01}")
    .replace("at_most: 0.04", "at_most: 0.01")
)
a = run(t, t.scene(follow, "follow.yaml"), "follow", "--threads", 1)
b = run(t, t.path("follow.yaml"), "follow2", "--threads", 2)
if t.check(a and b, "start from a run"):
    t.equal(a["state_hash"], b["state_hash"], "start from a run: hash")
    t.equal(a["particles"], whole["particles"], "start from a run: particles")
t.end()
