"""What the script tests share: the program, scenes, runs in a temporary directory, checks that say what they saw."""
import json
import os
import shutil
import subprocess
import sys
import tempfile

REPOSE = os.environ.get("REPOSE", "build/repose")
SOURCE = os.environ.get("REPOSE_SOURCE", ".")

# A small bed with everything in it: several sizes, friction, a periodic direction, a moving wall, a loaded wall, glued
# and driven groups, stages, a wall that goes. Some hundred particles, a few thousand steps, a second or so.
SCENE = """\
repose: 1
title: All in one
dimension: 2
method: soft
seed: 9
gravity: [0, -9.81]
thickness: 0.01
domain: {lower: [0, -0.05], upper: [0.12, 0.4], periodic: [x]}
materials: {glass: {density: 2500}, steel: {density: 7800}}
interactions:
  - between: [any, any]
    friction: 0.5
    restitution: 0.4
    normal: {law: linear, stiffness: 2.0e4}
    tangential: {law: cundall-strack, damping_ratio: 0.2}
particles:
  - {name: rough, material: steel, radius: 0.003,
     place: {lattice: {type: square, lower: [0, -0.003], upper: [0.12, 0.0031], spacing: 0.008}}, glued: floor}
  - {name: stirrer, material: steel, radius: 0.005, place: {list: [[0.06, 0.03]]},
     driven: {velocity: {table: [[0, 0, 0], [0.05, 0.3, 0]]}}}
  - {name: grains, material: glass, count: 200, radius: {uniform: [0.0015, 0.003]},
     place: {random: {lower: [0, 0.004], upper: [0.12, 0.15]}}, velocity: {thermal: 0.5}}
walls:
  - {name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: steel,
     vibration: {amplitude: [0, 0.0005], frequency: 30}}
  - {name: lid, plane: {point: [0, 0.155], normal: [0, -1]}, material: steel, mass: 0.1, load: {pressure: 300}}
  - {name: shelf, plane: {point: [0, 0.001], normal: [0.0, 1]}, material: glass, until: 0.05}
stages:
  - {name: settle, until: 0.06}
  - {name: press, until: {kinetic_energy: 1.0e-9}, at_most: 0.04, walls: {lid: {load: 600}}}
  - {name: stop, until: 0.02, groups: {stirrer: {frozen: true}}}
run: {step: 2.0e-5}
output: {series: {every: 0.001}, frames: {every: 0.012}, checkpoint: {every: 0.02}}
"""


class Test:
    """Collects failures, so that one script says all that is wrong."""

    def __init__(self):
        self.failures = 0
        self.directory = tempfile.mkdtemp(
            prefix="repose-test-", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None
        )

    def path(self, *names):
        return os.path.join(self.directory, *names)

    def scene(self, text=SCENE, name="scene.yaml"):
        with open(self.path(name), "w") as f:
            f.write(text)
        return self.path(name)

    def check(self, good, what):
        if not good:
            self.failures += 1
            print(f"FAILED: {what}", flush=True)
        return good

    def equal(self, value, expected, what):
        return self.check(value == expected, f"{what}: {value!r}, expected {expected!r}")

    def end(self):
        for directory, _, _ in os.walk(self.directory):
            os.chmod(directory, 0o755)
        shutil.rmtree(self.directory, ignore_errors=True)
        print("failed" if self.failures else "passed")
        sys.exit(1 if self.failures else 0)


def repose(*arguments, env=None, program=None, **keywords):
    """Runs the program; returns the completed process with its output as text."""
    full = dict(os.environ, **(env or {}))
    return subprocess.run(
        [program or REPOSE, *map(str, arguments)],
        env=full,
        capture_output=True,
        text=True,
        **{"timeout": 3000, **keywords},
    )


def processor_time(process):
    """Seconds of processor time that a child has used: what a busy machine does not change. Ended: infinite."""
    try:
        with open(f"/proc/{process.pid}/stat") as f:
            words = f.read().rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK") if words[0] != "Z" else float("inf")
    except OSError:
        return float("inf")


def summary(directory):
    with open(os.path.join(directory, "summary.json")) as f:
        return json.load(f)


def run(test, scene, name, *arguments, code=0, env=None, program=None):
    """Runs a scene into directory `name`; returns its summary."""
    p = repose("run", scene, "-o", test.path(name), "--quiet", *arguments, env=env, program=program)
    test.equal(p.returncode, code, f"exit code of {name}: {p.stderr.strip()}")
    return summary(test.path(name)) if p.returncode == 0 else None
