"""repose calibrate: answers that are known in closed form, interruption, bounds that are too narrow, mistakes.

One disc of mass m hits a plane by event-driven dynamics, which is exact: with the velocity (v, -u) before it has the
normal velocity e u after it, and while it slides friction takes mu (1 + e) u from the tangential velocity and gives
twice that to the surface by rotation.
So kinetic = m/2 ((v - mu (1 + e) u)^2 + (e u)^2), rotational = m (mu (1 + e) u)^2.
"""
import json
import math
import os
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(__file__))
from _repose import REPOSE, Test, repose

t = Test()
SCENE = """\
repose: 1
title: One impact
dimension: 2
method: event-driven
thickness: 1
materials: {glass: {density: 1000}}
interactions:
  - {between: [glass, glass], friction: 0.2, restitution: 0.5}
particles:
  - {name: disc, material: glass, radius: 0.01, place: {list: [[0, 0.0105]]}, velocity: [2, -1]}
walls:
  - {name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: glass}
run: {until: 0.002}
output: {series: {every: 0.001}}
"""
t.scene(SCENE)
MASS = math.pi * 0.01**2 * 1000
E, MU = 0.62, 0.17
KINETIC = MASS / 2 * ((2 - MU * (1 + E)) ** 2 + E**2)
ROTATIONAL = MASS * (MU * (1 + E)) ** 2
ONE = f"""\
repose: 1
calibrate:
  scene: scene.yaml
  keys: {{interactions.0.restitution: {{from: 0.2, to: 0.9}}}}
  targets: [{{measure: kinetic, value: {MASS / 2 * (4 + E**2):.9g}, error: 0.001}}]
  set: {{interactions.0.friction: 0}}
  runs: 12
"""
TWO = f"""\
repose: 1
calibrate:
  scene: scene.yaml
  keys:
    interactions.0.restitution: {{from: 0.2, to: 0.9}}
    interactions.0.friction: {{from: 0.02, to: 0.3, scale: logarithmic}}
  targets:
    - {{measure: kinetic, value: {KINETIC:.9g}, error: 0.002}}
    - {{measure: rotational, value: {ROTATIONAL:.9g}, error: 0.0005}}
  runs: 24
"""


def calibrate(text, name, *arguments, code=0):
    p = repose("calibrate", t.scene(text, name + ".yaml"), "-o", t.path(name), *arguments)
    t.equal(p.returncode, code, f"{name}: {p.stdout} {p.stderr}")
    return p


def result(name):
    with open(t.path(name, "calibration.json")) as f:
        return json.load(f)


def content(*names):
    with open(t.path(*names), "rb") as f:
        return f.read()


def check_key(key, truth, steps):
    """Within three of its own errors and one step of the grid; and the error must say something."""
    t.check(abs(key["value"] - truth) < 3 * key["error"] + steps, f"{key}: {truth}")
    t.check(key["low"] <= truth <= key["high"], f"{key} contains {truth}")


# ---- one key: the error of the answer is that of the measured value over the slope ----

p = calibrate(ONE, "one", "--quiet")
r = result("one")
check_key(r["keys"][0], E, 0.7 / 400)
error = 0.001 / (MASS * E)  # d kinetic / d e = m e
t.check(r["converged"] and r["reached"] and r["runs"] <= 12 and r["failed"] == 0, f"converged: {r}")
# the model adds at most half of the measured value's error, in quadrature: a factor of 1.12; the slope changes a little
t.check(error * 0.9 < r["keys"][0]["error"] < error * 1.3, f"error {r['keys'][0]['error']}, expected {error}")
t.check("interactions.0.restitution = 0.6" in p.stdout, f"the answer is printed: {p.stdout}")
t.check(content("one", "calibration.png").startswith(b"\x89PNG\r\n\x1a\n"), "a picture")
with open(t.path("one", "study.csv")) as f:
    t.equal(len(f.readlines()), 2 + r["runs"], "a row a run")

# ---- two keys, two targets; jobs at once and interruptions change nothing ----

calibrate(TWO, "two", "--jobs", "2", "--quiet")
r = result("two")
check_key(r["keys"][0], E, 0.7 / 80)
check_key(r["keys"][1], MU, MU * math.log(15) / 80)
t.check(r["reached"], f"reached: {r}")
p = subprocess.Popen(
    [REPOSE, "calibrate", t.path("two.yaml"), "-o", t.path("killed"), "--jobs", "1"],
    stdout=subprocess.DEVNULL,
    stderr=subprocess.DEVNULL,
)
for _ in range(6000):
    if os.path.exists(t.path("killed", "jobs", "0005.csv")) or p.poll() is not None:
        break
    time.sleep(0.005)
p.send_signal(signal.SIGKILL)
p.wait()
t.equal(repose("calibrate", t.path("two.yaml"), "-o", t.path("killed"), "--quiet").returncode, 0, "resumed")
for name in ("study.csv", "calibration.json"):
    t.equal(content("killed", name), content("two", name), f"{name} after kill and resume")

# ---- out of reach ----

p = calibrate(ONE.replace("to: 0.9", "to: 0.4"), "narrow", "--quiet", code=1)
t.check("within the bounds" in p.stdout and not result("narrow")["reached"], f"too narrow: {p.stdout}")
t.check(abs(result("narrow")["keys"][0]["value"] - 0.4) < 0.01, "the nearest value is the bound")

# ---- mistakes ----

for change, words in [
    (("measure: kinetic", "measure: kinetik"), ["bad.yaml:5:", "'kinetic'"]),
    (("error: 0.001", "error: 0"), ["bad.yaml:5:", "a number > 0"]),
    ((", error: 0.001", ""), ["missing key 'error'"]),
    (("runs: 12", "runs: 4"), ["bad.yaml:7:", "from 8"]),
    (("restitution: {from", "restitutoin: {from"), ["bad.yaml:4:", "did you mean 'restitution'"]),
    (("{from: 0.2, to: 0.9}", "[0.2, 0.9]"), ["a mapping"]),
    (("{from: 0.2, to: 0.9}", "{from: 0.2, to: 0.9}, interactions.0.normal.x: {from: 1, to: 2}"), ["as many targets"]),
]:
    t.check(change[0] in ONE, f"{change} changes something")
    p = calibrate(ONE.replace(*change, 1), "bad", code=2)
    for word in words:
        t.check(word in p.stderr, f"{change}: no {word!r} in {p.stderr!r}")
p = repose("calibrate")
t.check(p.returncode == 2 and "which calibration" in p.stderr, p.stderr)
p = calibrate(ONE.replace("friction: 0}", "friction: -1}"), "refused", code=2)
t.check("friction" in p.stderr, f"a scene that is wrong: {p.stderr}")
t.end()
