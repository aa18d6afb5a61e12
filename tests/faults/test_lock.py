"""One run at a time writes to a directory: a second one is refused by the name of the first, which goes on."""
import os
import re
import signal
import socket
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "cli"))
from _repose import REPOSE, SCENE, Test, repose, run, summary

t = Test()
scene = t.scene(SCENE.replace("until: 0.06}", "until: 0.03}"))
whole = run(t, scene, "whole")
t.check(not os.path.exists(t.path("whole", "run.lock")), "the lock of a finished run is gone")


def start(name):
    """A run that stands still once it has written a checkpoint."""
    p = subprocess.Popen([REPOSE, "run", scene, "-o", t.path(name), "--quiet"], stderr=subprocess.PIPE, text=True)
    while p.poll() is None and not os.path.exists(t.path(name, "checkpoint.h5")):
        time.sleep(0.002)
    p.send_signal(signal.SIGSTOP)
    return p


first = start("run")
before = sorted(os.listdir(t.path("run")))
for arguments in ([scene, "--force"], ["--resume"]):
    what = f"a second run with {arguments[-1]}"
    p = repose("run", "-o", t.path("run"), "--quiet", *arguments)
    t.equal(p.returncode, 2, f"{what}: exit code: {p.stderr.strip()}")
    for word in (str(first.pid), socket.gethostname(), r"20\d\d-\d\d-\d\d", "run.lock"):
        t.check(re.search(word, p.stderr), f"{what}: no {word} in {p.stderr.strip()!r}")
    t.equal(sorted(os.listdir(t.path("run"))), before, f"{what}: the directory is left alone")
first.send_signal(signal.SIGCONT)
first.communicate()
t.equal(first.returncode, 0, "the first run ends well")
t.equal(summary(t.path("run"))["state_hash"], whole["state_hash"], "the first run: hash")
with open(t.path("run", "series.csv")) as a, open(t.path("whole", "series.csv")) as b:
    t.equal(a.read(), b.read(), "the first run: series.csv")

# A lock that a killed run has left is taken over.
killed = start("killed")
killed.kill()
killed.communicate()
t.check(os.path.exists(t.path("killed", "run.lock")), "a killed run leaves its lock")
p = repose("run", "--resume", "-o", t.path("killed"), "--quiet")
t.equal(p.returncode, 0, f"resuming a killed run: {p.stderr.strip()}")
t.equal(summary(t.path("killed"))["state_hash"], whole["state_hash"], "resuming a killed run: hash")
t.check(not os.path.exists(t.path("killed", "run.lock")), "resuming a killed run: the lock is gone")
t.end()
