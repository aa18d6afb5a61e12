"""One hash for any number of threads, any instruction set, and any set of outputs."""
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "cli"))
from _repose import SCENE, SOURCE, Test, repose, run

t = Test()
scene = t.scene()

reference = run(t, scene, "reference", "--threads", 1)["state_hash"]
for threads in (2, 3, 4):
    t.equal(
        run(t, scene, f"threads{threads}", "--threads", threads)["state_hash"], reference, f"hash on {threads} threads"
    )
with open("/proc/cpuinfo") as f:
    flags = f.read()
isas = ["base"] + [name for name, flag in (("avx2", "avx2"), ("avx512", "avx512vl")) if flag in flags]
for isa in isas:
    s = run(t, scene, f"isa-{isa}", env={"REPOSE_ISA": isa})
    t.equal(s["instruction_set"], isa, "instruction set in use")
    t.equal(s["state_hash"], reference, f"hash with {isa}")

bare = t.scene(SCENE[: SCENE.index("output:")], "bare.yaml")
t.equal(run(t, bare, "bare")["state_hash"], reference, "hash without outputs")
busy = t.scene(
    SCENE[: SCENE.index("output:")]
    + "output: {series: {every: 0.00013}, frames: {every: 0.0037}, checkpoint: {every: 0.0071, minutes: 0.001}}\n",
    "busy.yaml",
)
t.equal(run(t, busy, "busy")["state_hash"], reference, "hash with many outputs")
t.equal(run(t, scene, "again")["state_hash"], reference, "hash of a second run")
t.check(run(t, scene, "seed", "--set", "seed=10")["state_hash"] != reference, "another seed has another hash")

# Many groups of chunks: enough particles that threads share the work, in three dimensions, periodic along the sort
# axis.
wide = t.scene(
    """\
repose: 1
dimension: 3
method: soft
seed: 2
gravity: [0.3, 0, -9.81]
domain: {lower: [0, 0, -0.01], upper: [1.6, 0.022, 0.3], periodic: [x, y]}
materials: {glass: {density: 2500}}
interactions: [{between: [glass, glass], friction: 0.5, restitution: 0.5, normal: {law: linear, stiffness: 2.0e4},
    tangential: {law: cundall-strack}}]
particles:
  - {name: grains, material: glass, count: 8000, radius: {uniform: [0.0015, 0.0022]},
     place: {random: {lower: [0, 0, 0], upper: [1.6, 0.02, 0.04]}}, velocity: {thermal: 0.5}}
  - {name: stones, material: glass, radius: 0.01,
     place: {list: [[0.0, 0.01, 0.06], [0.7, 0.01, 0.06], [1.595, 0.01, 0.09]]}, velocity: [0, 0, -1]}
walls: [{name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: glass}]
run: {until: 0.003, step: 2.0e-5}
""",
    "wide.yaml",
)
one = run(t, wide, "wide1", "--threads", 1)
for threads in (2, 4):
    t.equal(
        run(t, wide, f"wide{threads}", "--threads", threads)["state_hash"],
        one["state_hash"],
        f"8000 spheres on {threads} threads",
    )
for isa in isas:
    t.equal(
        run(t, wide, f"wide-{isa}", "--threads", 2, env={"REPOSE_ISA": isa})["state_hash"],
        one["state_hash"],
        f"8000 spheres, {isa}",
    )


# A bed at rest: its sums over groups of chunks (the work of gravity above all) are small enough that another order of
# them shows.
def bed(threads):
    return json.loads(
        repose(
            "bench", "settled-10000", "--json", "--repeat", 1, "--warm", 0, "--steps", 1000, "--threads", threads
        ).stdout
    )["state_hash"]


one = bed(1)
for threads in (2, 3):
    t.equal(bed(threads), one, f"settled bed on {threads} threads")
t.end()
