"""One run on several processes: the same state and the same files as on one, and messages that come once."""
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(__file__))
from _ranks import FLOW, LIBRARY, SCENE, Test, command, need_mpi, ranks_run, repose, run
from _ranks import same_files, scenes, shared, summary

if LIBRARY == "none":  # every process would run the whole scene
    p = repose("run", "scene.yaml", env={"OMPI_COMM_WORLD_SIZE": "2"})
    if p.returncode != 2 or "built without MPI and was started 2 times" not in p.stderr:
        sys.exit(f"a program without MPI is not refused under mpirun: {p.returncode}, {p.stderr}")
need_mpi()
t = Test()
paths = scenes(t)
begin, end = FLOW.index("particles:"), FLOW.index("sources:")
paths["empty"] = t.scene(FLOW[:begin] + FLOW[end:], "empty.yaml")  # all particles come from the source

# ---- the same bits ----

cases = {"strip": ((2, 2), (4, 1)), "mesh": ((3, 1),), "flow": ((2, 1),), "empty": ((2, 1),)}
alone = {}
for name, path in paths.items():
    alone[name] = run(t, path, name, "--threads", 1)
    for ranks, threads in cases[name]:
        other = f"{name}-{ranks}-{threads}"
        s = shared(t, path, other, ranks, threads)
        t.equal(s.get("state_hash"), alone[name]["state_hash"], f"hash of {other}")
        t.equal(len(s.get("ranks", [])), ranks, f"ranks in the summary of {other}")
        t.equal(sum(r["particles"] for r in s["ranks"]), s["particles"], f"particles of all ranks of {other}")
        same_files(t, name, other)
        busy = sum(r["particles"] > 0 for r in s["ranks"])
        t.check(busy >= min(ranks, 3) or name == "empty", f"{other}: {busy} of {ranks} ranks have particles")

# ---- what is sent is received ----

for kind in ("rows", "halo"):
    ranks = summary(t.path("mesh-3-1"))["ranks"]
    t.equal(sum(r[kind]["sent"] for r in ranks), sum(r[kind]["received"] for r in ranks), f"bytes of {kind}")
    t.check(all(r[kind]["sent"] > 0 for r in ranks), f"every rank sends {kind}")

# ---- another number of ranks goes on ----

path = t.path("turns")
for n, ranks in enumerate((2, 3)):
    where = ["--resume"] if n else [paths["strip"]]
    p = ranks_run(ranks, "run", *where, "-o", path, "--threads", 1, "--quiet", "--max-steps", 37)
    t.equal(p.returncode, 4, f"exit code of a run on {ranks} ranks that stops: {p.stderr}")
    t.equal(p.stderr.count("stopped before the end"), 1, "said once that the run has stopped")
run(t, "--resume", "turns", "--threads", 2)  # alone
same_files(t, "strip", "turns")

# ---- refused by name, once ----


def refused(text, *words, code=2, name="refused.yaml"):
    p = ranks_run(2, "run", t.scene(text, name), "-o", t.path("refused"), "--force")
    t.equal(p.returncode, code, f"exit code of {name}")
    for word in words:
        t.equal(p.stderr.count(word), 1, f"{name}: '{word}' in: {p.stderr}")


def small(method="soft", more="", place="place: {list: [[0.1, 0.1], [0.2, 0.1]]}"):
    return f"""\
repose: 1
dimension: 2
method: {method}
materials: {{m: {{density: 1000}}}}
interactions: [{{between: [m, m], friction: 0.3, restitution: 0.5, normal: {{law: linear, stiffness: 1.0e4}}}}]
particles: [{{name: a, material: m, radius: 0.01, {place}}}]
run: {{until: 0.01, step: 1.0e-4{more}}}
"""


hexagon = "shape: {polygon: {sides: 6}}, place: {list: [[0.1, 0.1]]}"
refused(small("contact-dynamics"), "several ranks cannot share a run by the method contact-dynamics", "repose study")
refused(small("event-driven"), "by the method event-driven: collisions are one sequence in time", "the method soft")
refused(small(more=", soft: {integrator: gear-5}"), "several ranks cannot share other integrators than verlet")
refused(small(place=hexagon), "several ranks cannot share particles that are not round")
refused("repose: 1\nmethd: soft\n", "unknown key 'methd'")

# ---- all ranks run the same ----

one, other = (t.scene(small().replace("0.3", friction), f"{friction}.yaml") for friction in ("0.3", "0.4"))
first = command(1, "run", one, "-o", t.path("mixed"))
p = subprocess.run([*first, ":", *command(1, "run", other, "-o", t.path("mixed"))[-7:]], capture_output=True, text=True)
t.equal(p.returncode, 2, f"exit code of two scenes at once: {p.stderr}")
t.equal(p.stderr.count("do not run the same scene"), 1, f"two scenes at once: {p.stderr}")

# ---- a failure of the physics is known to all, and told once ----

p = ranks_run(2, "run", t.scene(SCENE.replace("step: 2.0e-5", "step: 2.0e-3"), "fast.yaml"), "-o", t.path("fast"))
t.equal(p.returncode, 1, "exit code of a run that diverges")
t.equal(p.stderr.count("repose: particle"), 1, f"the particle that runs away is named once: {p.stderr}")
t.check("failure" in summary(t.path("fast")), "the summary names the failure")

t.end()
