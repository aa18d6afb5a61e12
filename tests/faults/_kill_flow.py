"""kill -9 at random moments of a scene in which two sources pour and sinks take particles all the time, by every
method: in the end the same hash and the same bytes of series and frames as the run that was left alone."""
import random
import time

from _kill import METHODS, kill_one
from _repose import repose

SCENE = """\
repose: 1
dimension: 2
method: soft
seed: 7
gravity: [0, -9.81]
thickness: 0.01
domain: {lower: [-0.1, -0.1], upper: [0.1, 0.12], leave: remove}
materials: {m: {density: 1000}}
interactions:
  - {between: [m, m], friction: 0.5, restitution: 0.6, normal: {law: linear, stiffness: 2.0e3}}
walls: [{name: shelf, segment: {from: [-0.06, 0], to: [0.03, -0.01]}, material: m}]
sources:
  - {name: rain, box: {lower: [-0.05, 0.07], upper: [0.05, 0.11]}, rate: {count: 700}, every: 0.004,
     particles: [{material: m, radius: 0.003}, {material: m, radius: {uniform: [0.0015, 0.002], by: mass}}],
     velocity: {mean: [0, -0.5], spread: 0.1}}
  - {name: jet, segment: {from: [-0.02, 0.06], to: [0.02, 0.06]}, particles: {material: m, radius: 0.002},
     amount: {mass: 0.01}, velocity: [0, -1]}
sinks:
  - {name: low, plane: {point: [0, -0.03], normal: [0, 1]}, every: 0.003}
stages: [{until: 1}, {until: 1, sources: {jet: false}}]
run: {step: 5.0e-5, event-driven: {collapse: tc, contact_time: 5.0e-4}}
output: {series: {every: 0.005}, frames: {every: 0.05}, checkpoint: {every: 0.011}}
"""


def kill_flow(t, kills, share=1.0):
    """share: of the scene's length."""
    draw = random.Random(24)
    path = t.path("flow.yaml")
    with open(path, "w") as f:
        f.write(SCENE)
    times = [("stages.0.until", 0.15 * share), ("stages.1.until", 0.1 * share)]
    done, turn, most = 0, 0, -(-kills // len(METHODS))  # every method has its share of the kills
    while done < kills and not t.failures and turn < 30:
        method = METHODS[turn % len(METHODS)]
        turn += 1
        sets = [x for key, value in [("method", method), *times] for x in ("--set", f"{key}={value}")]
        began = time.monotonic()
        p = repose("run", path, "-o", t.path("whole"), "--force", "--quiet", "--threads", "2", *sets)
        if not t.equal(p.returncode, 0, f"{method}: {p.stderr.strip()}"):
            break
        seconds = time.monotonic() - began
        done += kill_one(t, draw, path, sets, seconds, min(most, kills - done), f"sources by {method}")
    print(f"{done} kills")
