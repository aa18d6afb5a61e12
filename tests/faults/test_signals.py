"""Signals, closed descriptors and full pipes: each ends with its stated exit code, and with a checkpoint where one can
be had. Exit codes: 0 done, 2 wrong input, 3 the system failed, 4 stopped before the end, 5 crashed."""
import os
import resource
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "cli"))
from _repose import REPOSE, SCENE, Test, repose, run, summary

t = Test()
scene = t.scene(SCENE.replace("until: 0.06}", "until: 0.03}"))
whole = run(t, scene, "whole")


def same(name, what):
    s = summary(t.path(name))
    t.equal((s["finished"], s["state_hash"]), (True, whole["state_hash"]), f"{what}: hash")
    with open(t.path(name, "series.csv")) as a, open(t.path("whole", "series.csv")) as b:
        t.equal(a.read(), b.read(), f"{what}: series.csv")


def rows(name):
    try:
        with open(t.path(name, "series.csv")) as f:
            return sum(1 for _ in f) - 2
    except OSError:
        return 0


def start(name, **keywords):
    """A run that has done its first steps."""
    p = subprocess.Popen(
        [REPOSE, "run", scene, "-o", t.path(name)], stderr=subprocess.PIPE, text=True, **keywords
    )
    while p.poll() is None and rows(name) < 3:
        time.sleep(0.002)
    return p


# ---- signals ----

for kind in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    what, name = kind.name, kind.name.lower()
    p = start(name)
    p.send_signal(kind)
    said = p.communicate()[1]
    t.equal(p.returncode, 4, f"{what}: exit code: {said.strip()}")
    t.check("--resume" in said, f"{what}: says how to resume")
    p = repose("run", "--resume", "-o", t.path(name), "--quiet")
    t.equal(p.returncode, 0, f"{what}: exit code on resume: {p.stderr.strip()}")
    same(name, what)

if not os.environ.get("REPOSE_SANITIZE"):  # which has its own words for a crash
    for kind in (signal.SIGSEGV, signal.SIGABRT):
        what, name = kind.name, kind.name.lower()
        p = start(name)
        p.send_signal(kind)
        said = p.communicate()[1]
        t.equal(p.returncode, 5, f"{what}: exit code: {said.strip()}")
        t.check("repose: crashed by" in said and "--resume" in said, f"{what}: says what happened: {said}")
        p = repose("run", "--resume", "-o", t.path(name), "--quiet")
        if t.equal(p.returncode, 0, f"{what}: exit code on resume: {p.stderr.strip()}"):
            same(name, what)

p = start("nohup", preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
p.send_signal(signal.SIGHUP)
p.communicate()
t.equal(p.returncode, 0, "SIGHUP under nohup: exit code")
same("nohup", "SIGHUP under nohup")

p = repose("run", scene, "-o", t.path("hours"), "--quiet", "--max-hours", "1e-9")
t.equal(p.returncode, 4, f"--max-hours: exit code: {p.stderr.strip()}")


def no_large_files():
    """Python ignores the signal, and its children would."""
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))


p = repose("run", scene, "-o", t.path("large"), "--quiet", preexec_fn=no_large_files)
t.equal(p.returncode, 3, f"SIGXFSZ: exit code: {p.stderr.strip()}")
t.check("large" in p.stderr, f"SIGXFSZ: names the file: {p.stderr.strip()!r}")

# ---- standard output and standard error ----

default_pipe = {"preexec_fn": lambda: signal.signal(signal.SIGPIPE, signal.SIG_DFL)}


def to(path, *arguments):
    """Standard output goes to this file; None: to a pipe that is closed."""
    if path:
        with open(path, "w") as f:
            return subprocess.run([REPOSE, *arguments], stdout=f, stderr=subprocess.PIPE, text=True, **default_pipe)
    read, write = os.pipe()
    os.close(read)
    p = subprocess.run([REPOSE, *arguments], stdout=write, stderr=subprocess.PIPE, text=True, **default_pipe)
    os.close(write)
    return p


for path, what in (("/dev/full", "a full disk"), (None, "a closed pipe")):
    for arguments in (["check", scene], ["laws"], ["--version"], ["help"], ["hash", t.path("whole", "checkpoint.h5")]):
        p = to(path, *arguments)
        t.equal(p.returncode, 3, f"{arguments[0]} to {what}: exit code: {p.stderr.strip()}")
        t.check("standard output" in p.stderr, f"{arguments[0]} to {what}: {p.stderr.strip()!r}")

read, write = os.pipe()
os.close(read)
p = subprocess.run([REPOSE, "run", scene, "-o", t.path("pipe")], stderr=write, **default_pipe)
os.close(write)
t.equal(p.returncode, 0, "a run whose messages go to a closed pipe: exit code")
same("pipe", "a run whose messages go to a closed pipe")


def close_all():
    for fd in (0, 1, 2):
        os.close(fd)


p = subprocess.run([REPOSE, "run", scene, "-o", t.path("closed")], preexec_fn=close_all)
t.equal(p.returncode, 0, "a run with descriptors 0 to 2 closed: exit code")
same("closed", "a run with descriptors 0 to 2 closed")
t.end()
