"""Scenes and files that ask for too much: an answer to a signal within seconds, memory within bounds, words instead of
numbers that are none, and nothing that a terminal obeys."""
import gzip
import os
import resource
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "cli"))
from _repose import REPOSE, Test, processor_time, repose

t = Test()
HEAD = """\
repose: 1
%s
dimension: 2
method: %s
materials: {m: {density: 1000}}
interactions: [{between: [m, m], friction: 0.5, restitution: 0.9, normal: {law: linear, stiffness: 1000}}]
domain: {lower: [0, 0], upper: [1, 1], periodic: [x, y]}
"""
LONG = 20  # s of processor time: far beyond what an answer takes, far below what the work would take


def interrupted(scene, wait, what):
    """Sends SIGINT once `wait` says so; returns the code and what was said."""
    p = subprocess.Popen([REPOSE, "run", scene, "-o", t.path("out"), "--force"], stderr=subprocess.PIPE, text=True)
    wait(p)
    before = processor_time(p)
    p.send_signal(signal.SIGINT)
    while processor_time(p) - before < LONG:
        time.sleep(0.01)
    t.check(processor_time(p) == float("inf"), f"{what}: no answer to SIGINT within {LONG} s")
    p.kill()
    said = p.communicate()[1]
    return p.returncode, said


def wait_for_work(p, seconds=0.3):
    """Until the program works: it takes signals from its first milliseconds on."""
    while processor_time(p) < seconds:
        time.sleep(0.01)


# ---- signals ----

fast = (HEAD % ("title: fast", "event-driven")).replace("friction: 0.5, restitution: 0.9", "restitution: 1") + (
    "particles: [{name: g, material: m, count: 100, radius: 0.01, velocity: {thermal: 1.0e12},\n"
    "             place: {random: {lower: [0, 0], upper: [1, 1]}}}]\n"
    "run: {until: 1, step: 1.0e-3, event-driven: {collapse: tc, contact_time: 1.0e-30}}\n"
    "output: {series: {every: 0.1}}\n"
)


def wait_for_rows(p):
    """The first row is written before the first step, which never ends; the program says that it has begun after it."""
    while p.poll() is None and not os.path.exists(t.path("out", "series.csv")):
        time.sleep(0.01)
    wait_for_work(p)


code, said = interrupted(t.scene(fast, "fast.yaml"), wait_for_rows, "collisions without end")
t.equal(code, 4, f"collisions without end: exit code: {said.strip()}")
many = HEAD % ("title: many", "soft") + (
    "particles: [{name: g, material: m, count: 20000000, radius: 1.0e-5,\n"
    "             place: {random: {lower: [0, 0], upper: [1, 1]}}}]\n"
    "run: {until: 1, step: 1.0e-3}\n"
)
code, said = interrupted(t.scene(many, "many.yaml"), wait_for_work, "placing many particles")
t.equal(code, 4, f"placing many particles: exit code: {said.strip()}")
t.check("before the first step" in said, f"placing many particles: {said.strip()!r}")

# ---- memory ----

with gzip.open(t.path("rows.csv.gz"), "wb") as f:
    f.write(b"radius,x,y\n")
    for _ in range(300):
        f.write(b"0.0001,0.5,0.5\n" * 100000)
rows = HEAD % ("title: rows", "soft") + (
    "particles: [{name: g, material: m, place: {file: rows.csv.gz}}]\nrun: {until: 1, step: 1.0e-3}\n"
)
limit = {} if os.environ.get("REPOSE_SANITIZE") else {
    "preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
}
p = repose("check", t.scene(rows, "rows.yaml"), **limit)
t.equal(p.returncode, 2, f"a small file with 30 million rows: {p.stderr.strip()}")
t.check("rows.csv.gz" in p.stderr and "compressed" in p.stderr, f"a small file with many rows: {p.stderr.strip()!r}")

# ---- numbers ----

huge = (HEAD % ("title: huge", "contact-dynamics")).replace("domain:", "# domain:") + (
    "particles: [{name: g, material: m, radius: 0.01, velocity: [1.0e+300, 0], place: {list: [[0.5, 0.5]]}}]\n"
    "run: {until: 1.0e-3, step: 1.0e-4}\n"
)
p = repose("run", t.scene(huge, "huge.yaml"), "-o", t.path("huge"), "--quiet")
t.equal(p.returncode, 1, f"contact dynamics at 1e300 m/s: {p.stderr.strip()}")
t.check("kinetic energy" in p.stderr, f"contact dynamics at 1e300 m/s: {p.stderr.strip()!r}")

# ---- terminals ----

red = HEAD % (r'title: "\e[31mred\x9b31m"', "soft") + (
    "particles: [{name: g, material: m, radius: 0.01, velocity: [1, 0], place: {list: [[0.5, 0.5]]}}]\n"
    "run: {until: 1.0e-3, step: 1.0e-4}\n"
)
scene = t.scene(red, "red.yaml")
for arguments in (["check", scene], ["run", scene, "-o", t.path("red")], ["run", t.path("no\x1b[31m.yaml")]):
    p = repose(*arguments)
    shown = p.stdout + p.stderr
    t.check(shown and not any(c in shown for c in "\x1b\x07\x9b"), f"{arguments[0]}: control characters in {shown!r}")
t.end()
