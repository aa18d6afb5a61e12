"""What the tests of the Python package share: the package of the source tree on the library of the build."""
import importlib
import os
import subprocess
import sys
import tempfile
import traceback

SOURCE = os.environ.get("REPOSE_SOURCE", ".")
REPOSE = os.environ.get("REPOSE", "build/repose")
BUILD = os.path.dirname(os.path.abspath(REPOSE))
LIBRARY = os.path.join(BUILD, "librepose.so")
SANITIZE = os.environ.get("REPOSE_SANITIZE", "")


def _preload():
    """A library with sanitizers needs theirs before Python starts; that of threads sees Python's own."""
    if "thread" in SANITIZE:
        print("not with the thread sanitizer: it does not know Python's lock")
        sys.exit(77)
    if "address" in SANITIZE and "libasan" not in os.environ.get("LD_PRELOAD", ""):
        found = subprocess.run(["cc", "-print-file-name=libasan.so"], capture_output=True, text=True, check=True)
        more = {"LD_PRELOAD": found.stdout.strip(), "ASAN_OPTIONS": "detect_leaks=0"}  # Python keeps memory to its end
        os.execve(sys.executable, [sys.executable, "-B", *sys.argv], dict(os.environ, **more))


_preload()
os.environ["REPOSE_LIBRARY"] = LIBRARY
sys.path[:0] = [os.path.join(SOURCE, "python"), os.path.join(SOURCE, "tests", "cli")]
sys.dont_write_bytecode = True

from _repose import SCENE, repose as program, summary  # noqa: E402,F401

# Two discs that fall on a floor; small, and of every method.
BOX = """\
repose: 1
title: Box
dimension: 2
method: METHOD
gravity: [0, -9.81]
thickness: 0.01
materials: {glass: {density: 2500}}
interactions:
  - {between: [glass, glass], friction: 0.3, restitution: 0.6, normal: {law: linear, stiffness: 20000},
     tangential: {law: cundall-strack, damping_ratio: 0.1}}
domain: {lower: [-0.1, -0.1], upper: [0.2, 0.4]}
particles:
  - {name: post, material: glass, radius: 0.005, place: {list: [[0.05, 0.005]]}, frozen: true}
  - {name: grains, material: glass, count: 60, radius: {uniform: [0.002, 0.003]},
     place: {random: {lower: [0, 0.012], upper: [0.1, 0.06]}}, velocity: [0.2, -0.3]}
walls:
  - {name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: glass}
  - {name: left, plane: {point: [0, 0], normal: [1, 0]}, material: glass}
  - {name: right, plane: {point: [0.1, 0], normal: [-1, 0]}, material: glass}
  - {name: lid, plane: {point: [0, 0.2], normal: [0, -1]}, material: glass}
stages: [{name: fall, until: 0.02}, {name: rest, until: 0.03}]
run: {step: STEP, event-driven: {collapse: tc}}
output: {series: {every: 0.005}, frames: {every: 0.025}}
"""
FEED = """\
sources:
  - {name: feed, box: {lower: [0.01, 0.1], upper: [0.09, 0.14]}, rate: {count: 2000}, every: 0.004, velocity: [0, -1],
     particles: {name: fed, material: glass, radius: 0.0025}}
"""
STEPS = {"soft": "1.0e-5", "contact-dynamics": "2.0e-4", "event-driven": "1.0e-4"}


def box(method="soft"):
    return BOX.replace("METHOD", method).replace("STEP", STEPS[method])


def raises(kind, function, *words):
    """The exception of this kind that function raises, with these words in it."""
    try:
        function()
    except kind as error:
        for word in words:
            assert word in str(error), f"'{word}' is not in: {error}"
        return error
    raise AssertionError(f"{kind.__name__} was not raised")


class Skipped(Exception):
    """Why a test does not run here."""


def needs(name):
    """The module of this name; without it the test is skipped, and says so."""
    try:
        return importlib.import_module(name)
    except ImportError:
        raise Skipped(f"{name} is not here") from None


def directory():
    return tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)


def main(names):
    """Runs the functions test_*; says all that failed."""
    failed = []
    for name, function in list(names.items()):
        if name.startswith("test_"):
            try:
                function()
                print(f"{name}: ok", flush=True)
            except Skipped as reason:
                print(f"{name}: skipped, {reason}", flush=True)
            except Exception:
                failed.append(name)
                print(f"{name}: FAILED\n{traceback.format_exc()}", flush=True)
    sys.exit(f"failed: {', '.join(failed)}" if failed else 0)
