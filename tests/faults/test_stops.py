"""Trouble has a name: every failure says what, with the right exit code, and loses nothing that was written."""
import os
import re
import resource
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "cli"))
from _repose import REPOSE, SCENE, Test, repose, run, summary

t = Test()
scene = t.scene()
quick = t.scene(
    SCENE.replace("until: 0.06}", "until: 0.005}")
    .replace("at_most: 0.04", "at_most: 0.002")
    .replace("until: 0.02,", "until: 0.002,"),
    "quick.yaml",
)
good = run(t, quick, "good")


def says(p, code, *words, what):
    t.equal(p.returncode, code, f"{what}: exit code ({p.stderr.strip()})")
    for word in words:
        t.check(re.search(word, p.stderr), f"{what}: no {word!r} in {p.stderr.strip()!r}")


# ---- directories ----

before = sorted(os.listdir(t.path("good")))
p = repose("run", quick, "-o", t.path("good"))
says(p, 2, "exists", "--force", "--resume", what="existing directory")
t.equal(sorted(os.listdir(t.path("good"))), before, "existing directory is left alone")
t.equal(summary(t.path("good"))["state_hash"], good["state_hash"], "existing directory is left alone")
t.equal(run(t, quick, "good", "--force")["state_hash"], good["state_hash"], "--force runs again")
with open(t.path("good", "notes.txt"), "w") as f:
    f.write("mine")
run(t, quick, "good", "--force")
t.check(os.path.exists(t.path("good", "notes.txt")), "--force leaves other files alone")

os.mkdir(t.path("locked"))
os.chmod(t.path("locked"), 0o555)
os.chmod(t.directory, 0o755)
try:
    p = repose(
        "run", quick, "-o", t.path("locked", "run"), **({"user": 65534} if os.geteuid() == 0 else {})
    )  # nothing is read-only for root
    says(p, 3, "locked", "[Pp]ermission", what="read-only directory")
except PermissionError:
    print("the program cannot be run by another user: no test of a read-only directory")
with open(t.path("file"), "w") as f:
    f.write("not a directory")
p = repose("run", quick, "-o", t.path("file", "run"))
says(p, 3, "file", "[Nn]ot a directory|File exists", what="a file in the way")
p = repose("run", quick, "-o", "/proc/nowhere/run")
says(p, 3, "/proc/nowhere", what="a directory that cannot be made")


# ---- disk full ----


def limited(which, amount):
    def set_limit():
        resource.setrlimit(which, (amount, amount))

    return set_limit


# RLIMIT_FSIZE stops every file at a size, as a full disk does; SIGXFSZ is ignored by a shell's child through the trap
# below.
for size in (100, 5000, 20000, 40000):
    name = f"full{size}"
    p = subprocess.run(
        ["bash", "-c", 'trap "" XFSZ; exec "$0" run "$1" -o "$2" --quiet', REPOSE, scene, t.path(name)],
        capture_output=True,
        text=True,
        preexec_fn=limited(resource.RLIMIT_FSIZE, size),
    )
    says(p, 3, name, what=f"files of at most {size} bytes")
    leftovers = (
        [f for f in os.listdir(t.path(name)) if "tmp" in f or f.endswith("~")] if os.path.isdir(t.path(name)) else []
    )
    t.equal(leftovers, [], f"files of at most {size} bytes: no temporary files")
    if os.path.exists(t.path(name, "series.csv")):
        with open(t.path(name, "series.csv")) as f:
            t.check(
                all(
                    line.count(",") == open(t.path("good", "series.csv")).readline().count(",")
                    for line in f
                    if line.endswith("\n")
                ),
                f"files of at most {size} bytes: whole rows",
            )

# ---- memory ----

if os.environ.get("REPOSE_SANITIZE"):
    print("skipped: a sanitizer needs more address space than the limits of the memory tests leave it")
# The program and its libraries take 41 MB of address space before it begins.
for megabytes in () if os.environ.get("REPOSE_SANITIZE") else (50, 60, 90):
    p = subprocess.run(
        [
            REPOSE,
            "run",
            scene,
            "-o",
            t.path(f"memory{megabytes}"),
            "--quiet",
            "--threads",
            "1",
            "--set",
            "particles.2.count=2000000",
            "--set",
            "particles.2.radius=1.0e-6",
        ],
        capture_output=True,
        text=True,
        preexec_fn=limited(resource.RLIMIT_AS, megabytes << 20),
    )
    says(p, 3, "memory", what=f"{megabytes} MB of memory")

# ---- broken checkpoints ----

full = run(t, scene, "full", "--set", "output.checkpoint.every=0.01")
p = repose("run", scene, "-o", t.path("half"), "--quiet", "--max-hours", "0.00003")
t.equal(p.returncode, 4, f"a stopped run: {p.stderr}")
os.path.exists(t.path("half", "checkpoint.h5.previous")) or shutil.copy(
    t.path("half", "checkpoint.h5"), t.path("half", "checkpoint.h5.previous")
)
with open(t.path("half", "checkpoint.h5"), "rb") as f:
    bytes_ = f.read()


def put(directory, name, data):
    with open(t.path(directory, name), "wb") as f:
        f.write(data)


def broken(data, what, to_the_end=False):
    """The checkpoint before is whole: the run goes on from it and says so."""
    shutil.rmtree(t.path("broken"), ignore_errors=True)
    shutil.copytree(t.path("half"), t.path("broken"))
    put("broken", "checkpoint.h5", data)
    h = repose("hash", t.path("broken", "checkpoint.h5"))
    says(h, 2, "checkpoint.h5", what=f"{what}: repose hash")
    q = repose("run", "--resume", "-o", t.path("broken"), *([] if to_the_end else ["--max-hours", "1e-9"]))
    says(q, 0 if to_the_end else 4, "checkpoint.h5", "going on from the checkpoint before", what=what)
    with open(t.path("broken", "log.txt")) as log:
        t.check("going on from the checkpoint before" in log.read(), f"{what}: log.txt says so")


for cut in (0, 10, 600, len(bytes_) // 2, len(bytes_) - 1):
    broken(bytes_[:cut], f"checkpoint cut to {cut} bytes")
for at in (3, 520, len(bytes_) // 3, len(bytes_) // 2, len(bytes_) - 1):
    flipped = bytearray(bytes_)
    flipped[at] ^= 0x10
    broken(bytes(flipped), f"checkpoint with bit flipped in byte {at}")
broken(b"\0" * len(bytes_), "checkpoint of zeros", to_the_end=True)
t.equal(summary(t.path("broken"))["state_hash"], full["state_hash"], "going on from the previous checkpoint: hash")
with open(t.path("broken", "series.csv")) as a, open(t.path("full", "series.csv")) as b:
    t.equal(a.read(), b.read(), "going on from the previous checkpoint: series.csv")

# Neither is whole: nothing is lost, nothing is run.
put("half", "checkpoint.h5", bytes_[:600])
put("half", "checkpoint.h5.previous", bytes_[:700])
listing = sorted(os.listdir(t.path("half")))
p = repose("run", "--resume", "-o", t.path("half"), "--quiet")
says(p, 2, "checkpoint.h5'", what="two broken checkpoints")
t.equal(sorted(os.listdir(t.path("half"))), listing, "two broken checkpoints: nothing is lost")

# ---- physics ----

falling = """\
repose: 1
dimension: 3
method: soft
gravity: [0, 0, -9.81]
domain: {lower: [0, 0, 0], upper: [1, 1, 1]}
materials: {glass: {density: 2500}}
interactions: [{between: [glass, glass], restitution: 0.9, normal: {law: linear, stiffness: 1.0e5}}]
particles:
  - {name: rest, material: glass, radius: 0.01, place: {list: [[0.3, 0.3, 0.5]]}, frozen: true}
  - {name: loose, material: glass, radius: 0.01, place: {list: [[0.5, 0.5, 0.2]]}}
run: {until: 2, step: auto}
output: {series: {every: 0.01}, checkpoint: {every: 0.05}}
"""
p = repose("run", t.scene(falling, "falling.yaml"), "-o", t.path("falling"), "--quiet")
says(
    p,
    1,
    "particle 1",
    "left the domain",
    r"speed 2\.",
    "step",
    "dt / contact time",
    what="a particle that leaves the domain",
)
t.check("left the domain" in summary(t.path("falling")).get("failure", ""), "a failed run says why in its summary")
t.check(os.path.exists(t.path("falling", "checkpoint.h5")), "a failed run keeps its checkpoint")
t.check(len(open(t.path("falling", "series.csv")).readlines()) > 10, "a failed run keeps its series")

long_step = SCENE.replace("run: {step: 2.0e-5}", "run: {step: 2.0e-3}")
p = repose("run", t.scene(long_step, "long.yaml"), "-o", t.path("long"), "--quiet")
says(
    p,
    1,
    r"particle \d+",
    "position",
    "speed",
    "worst contact|touches nothing",
    r"step \d+",
    "contact time",
    what="a step far too long",
)
t.check("failure" in summary(t.path("long")), "a step far too long: summary")
t.end()
