"""What the tests of ranks share: how mpirun is called, scenes of several groups of chunks, files that must be equal."""
import filecmp
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "cli"))
from _repose import REPOSE, SCENE, Test, repose, run, summary  # noqa: E402,F401

PROGRAM = MPIRUN = LIBRARY = None


def use(program, mpirun):
    """A program, and the launcher of its MPI library."""
    global PROGRAM, MPIRUN, LIBRARY
    version = subprocess.run([program, "--version"], capture_output=True, text=True).stdout
    PROGRAM, MPIRUN, LIBRARY = program, mpirun, version.partition("MPI: ")[2].strip()


use(REPOSE, os.environ.get("REPOSE_MPIRUN", "mpirun"))

# A group of chunks has some 2600 particles and more: these scenes have three groups, so that three ranks have work, and
# seven have more ranks than groups. A strip of all that SCENE has: glued and driven groups, a loaded lid, a wall that
# vibrates, one that goes, stages; periodic along the axis that particles are sorted by.
FACTOR = 42


def strip(factor=FACTOR, scale=0.02):
    """SCENE, so many times as long, for a part of its times."""
    text = SCENE.replace("0.12,", f"{0.12 * factor},").replace("count: 200", f"count: {200 * factor}")
    for time in ("settle, until: 0.06", "at_most: 0.04", "stop, until: 0.02"):
        key, value = time.rsplit(" ", 1)
        text = text.replace(time, f"{key} {float(value) * scale:.6g}")
    text = text.replace("material: glass, until: 0.05", f"material: glass, until: {0.05 * scale:.6g}")
    return text[: text.index("output:")] + "output: {series: {every: 0.0002}, frames: {every: 0.001}}\n"


# Spheres of two sizes over a mesh, with rolling resistance; large ones have partners far ahead in the order.
MESH = """\
repose: 1
dimension: 3
method: soft
seed: 2
gravity: [0.3, 0, -9.81]
domain: {lower: [0, 0, -0.05], upper: [2.1, 0.022, 0.3], periodic: [x, y]}
materials: {glass: {density: 2500, young: 1.0e7, poisson: 0.3}}
interactions: [{between: [glass, glass], friction: {static: 0.6, sliding: 0.5}, restitution: 0.5, normal: {law: hertz},
    tangential: {law: mindlin}, rolling: {law: spring-dashpot, friction: 0.1}}]
particles:
  - {name: grains, material: glass, count: 8500, radius: {uniform: [0.0015, 0.0022]},
     place: {random: {lower: [0, 0, 0], upper: [2.1, 0.02, 0.035]}}, velocity: {thermal: 0.5}}
  - {name: stones, material: glass, radius: 0.01,
     place: {list: [[0.0, 0.01, 0.06], [0.7, 0.01, 0.06], [2.095, 0.01, 0.09]]}, velocity: [0, 0, -1]}
walls: [{name: floor, mesh: {file: floor.obj}, material: glass}]
run: {until: 0.002, step: 2.0e-5}
output: {series: {every: 0.0005}, dump: {every: 0.001}}
"""
FLOOR = """\
v -1 -1 0
v 3 -1 0
v 3 1 0
v -1 1 0
f 1 2 3
f 1 3 4
"""

# Particles come and go while ranks share the others.
FLOW = """\
repose: 1
dimension: 2
method: soft
seed: 3
gravity: [0, -9.81]
thickness: 0.01
domain: {lower: [0, -0.02], upper: [6, 0.5]}
materials: {grain: {density: 2500}}
interactions: [{between: [any, any], friction: 0.6, restitution: 0.4, normal: {law: linear, stiffness: 1.0e4},
    tangential: {law: cundall-strack, stiffness_ratio: 0.8}}]
particles: [{name: bed, material: grain, count: 9000, radius: {uniform: [0.002, 0.003]},
    place: {random: {lower: [0, 0], upper: [6, 0.1]}}}]
sources: [{name: feed, box: {lower: [2, 0.2], upper: [5, 0.3]}, rate: {count: 40000},
    particles: [{name: fine, material: grain, radius: 0.002}], velocity: {mean: [0, -2]}}]
sinks: [{name: end, box: {lower: [5.9, 0], upper: [6, 0.4]}}]
walls: [{name: tray, box: {lower: [0, 0], upper: [6, 0.4]}, material: grain}]
stages:
  - {name: rough, until: 0.002}
  - {name: smooth, until: 0.002, interactions: [{between: [grain, grain], friction: 0.1}]}
run: {step: 2.0e-5}
output: {series: {every: 0.0005}}
"""


def need_mpi():
    """Skips the test of a program without MPI."""
    if LIBRARY in ("", "none"):
        print("skipped: this repose is built without MPI (tools/install mpi, then configure again)")
        sys.exit(77)


def command(ranks, *args):
    """mpirun of the library that the program is built with; waiting ranks leave the cores to others."""
    own = ["--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "--mca", "mpi_yield_when_idle", "1"]
    return [MPIRUN, *(own if "Open MPI" in LIBRARY else []), "-n", str(ranks), PROGRAM, *map(str, args)]


def ranks_run(ranks, *args, timeout=300):
    environment = dict(os.environ, OMP_WAIT_POLICY="passive", GOMP_SPINCOUNT="0")
    return subprocess.run(command(ranks, *args), capture_output=True, text=True, env=environment, timeout=timeout)


def shared(t, scene, name, ranks, threads, *args):
    """Runs a scene on ranks; its summary, or an empty one where it failed."""
    p = ranks_run(ranks, "run", scene, "-o", t.path(name), "--threads", threads, "--quiet", *args)
    if not t.check(p.returncode == 0, f"{name}: exit code {p.returncode}: {p.stderr}"):
        return {}
    return summary(t.path(name))


def files_of(directory):
    """Without the checkpoint before the last, which runs have that were stopped."""
    found = (os.path.relpath(os.path.join(d, name), directory) for d, _, names in os.walk(directory) for name in names)
    return sorted(set(found) - {"checkpoint.h5.previous"})


def same_files(t, one, other):
    """All that two runs have left is equal but for what depends on the clock."""
    t.equal(files_of(t.path(other)), files_of(t.path(one)), f"files of {other}")
    for name in files_of(t.path(one)):
        if name not in ("summary.json", "log.txt"):
            t.check(filecmp.cmp(t.path(one, name), t.path(other, name), False), f"{other}/{name} is not that of {one}")


def scenes(t, factor=FACTOR):
    """Paths by name."""
    with open(t.path("floor.obj"), "w") as f:
        f.write(FLOOR)
    return {
        "strip": t.scene(strip(factor), "strip.yaml"),
        "mesh": t.scene(MESH, "mesh.yaml"),
        "flow": t.scene(FLOW, "flow.yaml"),
    }
