"""Ranks that die, signals, a disk that is full: the run ends, and its last checkpoint is whole."""
import os
import resource
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(__file__))
from _ranks import Test, command, need_mpi, ranks_run, repose, run, same_files, strip

need_mpi()
t = Test()
text = strip(30, 0.06).replace("frames: {every: 0.001}", "checkpoint: {every: 0.0004}")
scene = t.scene(text, "strip.yaml")
run(t, scene, "one", "--threads", 1)
environment = dict(os.environ, OMP_WAIT_POLICY="passive", GOMP_SPINCOUNT="0")


def start(name, ranks):
    """A run that has written a checkpoint."""
    p = subprocess.Popen(
        command(ranks, "run", scene, "-o", t.path(name), "--threads", 1),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment,
    )
    while p.poll() is None and not os.path.exists(t.path(name, "checkpoint.h5")):
        time.sleep(0.01)
    return p


def rank_of(pid):
    """Of the process by its launcher's variables; None: it is no rank."""
    try:
        with open(f"/proc/{pid}/environ") as f:
            words = dict(word.partition("=")[::2] for word in f.read().split("\0"))
        with open(f"/proc/{pid}/comm") as f:
            name = f.read().strip()
    except OSError:
        return None
    rank = words.get("OMPI_COMM_WORLD_RANK", words.get("PMI_RANK"))
    return int(rank) if rank is not None and name.startswith("repose") else None


def stop(p):
    """Ends a run that a test cannot use."""
    p.kill()
    p.communicate()


def processes(directory):
    """Those of this run, by rank."""
    found = {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline") as f:
                ours = directory in f.read()
        except OSError:
            continue
        if ours and rank_of(pid) is not None:
            found[rank_of(pid)] = int(pid)
    return found


def goes_on(name, what):
    """To the same state, on one process."""
    p = repose("hash", t.path(name, "checkpoint.h5"))
    t.equal(p.returncode, 0, f"the checkpoint after {what} is whole: {p.stderr}")
    run(t, "--resume", name, "--threads", 1)
    same_files(t, "one", name)


# ---- a rank that dies takes the others along ----

p = start("dead", 3)
victims = processes(t.path("dead"))
if t.check(2 in victims, f"the third rank is found: {victims}, exit code {p.poll()}"):
    os.kill(victims[2], signal.SIGKILL)
    out, _ = p.communicate(timeout=300)
    t.check(p.returncode != 0, f"a run with a dead rank fails: {out}")
    t.equal(processes(t.path("dead")), {}, "no rank is left")
    goes_on("dead", "the death of a rank")
else:
    stop(p)

# ---- a queue's signal: to one rank alone is enough ----

p = start("term", 2)
victims = processes(t.path("term"))
if t.check(1 in victims, f"the second rank is found: {victims}, exit code {p.poll()}"):
    os.kill(victims[1], signal.SIGTERM)
    out, _ = p.communicate(timeout=300)
    t.equal(p.returncode, 4, f"exit code after SIGTERM: {out}")
    t.equal(out.count("stopped before the end"), 1, f"said once that the run has stopped: {out}")
    goes_on("term", "SIGTERM")
else:
    stop(p)

# ---- a file that cannot grow: rank 0 says it, and all end ----

p = start("full", 2)
victims = processes(t.path("full"))
if t.check(0 in victims, f"the first rank is found: {victims}, exit code {p.poll()}"):
    resource.prlimit(victims[0], resource.RLIMIT_FSIZE, (1000, 1000))
    out, _ = p.communicate(timeout=300)
    t.equal(p.returncode, 3, f"exit code of a run that cannot write: {out}")
    t.equal(out.count("repose: "), 1, f"said once that it cannot write: {out}")
    goes_on("full", "a full disk")
else:
    stop(p)

# ---- another run has the directory ----

p = ranks_run(2, "run", scene, "-o", t.path("one"))
t.equal(p.returncode, 2, f"exit code of a run into another one's directory: {p.stderr}")
t.equal(p.stderr.count("is not empty"), 1, f"said once whose it is: {p.stderr}")

t.end()
