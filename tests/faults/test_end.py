"""The last moments of a run: killed between its last checkpoints or before its summary, it is resumed to the same
bytes, with no row and no frame twice."""
import filecmp
import os
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "cli"))
from _repose import Test, repose, run, summary

t = Test()
SCENE = """\
repose: 1
dimension: 2
method: %s
gravity: [0, -9.81]
materials: {m: {density: 1000}}
interactions: [{between: [m, m], friction: 0.5, restitution: 0.5, normal: {law: linear, stiffness: 1000}}]
domain: {lower: [0, -0.1], upper: [0.1, 0.3], periodic: [x]}
particles:
  - {name: grains, material: m, count: 6, radius: 0.005, place: {random: {lower: [0, 0.006], upper: [0.1, 0.04]}}}
walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m}]
run: {until: 0.02, step: 2.0e-4, event-driven: {collapse: tc}}
output:
  series: {every: 0.002}
  frames: {every: 0.01}
  dump: {every: 0.005}
  profiles: [{name: up, along: y, bins: 4, every: %s}]
  checkpoint: {every: 0.01}
"""


def files(name):
    """Whatever observers have written."""
    found = []
    for directory, _, names in os.walk(t.path(name)):
        found += [os.path.relpath(os.path.join(directory, n), t.path(name)) for n in names]
    return sorted(f for f in found if f.endswith((".csv", ".vtp", ".pvd", ".lammpstrj")))


def resumed(whole, name, what):
    p = repose("run", "--resume", "-o", t.path(name), "--quiet")
    t.equal(p.returncode, 0, f"{what}: exit code: {p.stderr.strip()}")
    t.equal(files(name), files(whole), f"{what}: list of files")
    for f in files(whole):
        t.check(filecmp.cmp(t.path(name, f), t.path(whole, f), shallow=False), f"{what}: {f}")
    if t.check(os.path.exists(t.path(name, "summary.json")), f"{what}: has a summary"):
        s, expected = summary(t.path(name)), summary(t.path(whole))
        t.equal((s["finished"], s["state_hash"]), (True, expected["state_hash"]), f"{what}: summary")


# With moments of profiles on the way, and with a first one beyond the end of the run, where its end is taken instead.
for method in ("soft", "contact-dynamics", "event-driven"):
    for every in ("0.002", "0.05"):
        whole = f"{method}-{every}"
        scene = t.scene(SCENE % (method, every), f"{whole}.yaml")
        run(t, scene, whole)
        what = f"{method}, profiles every {every} s"
        shutil.copytree(t.path(whole), t.path("killed"))
        shutil.copy(t.path("killed", "checkpoint.h5.previous"), t.path("killed", "checkpoint.h5"))
        os.remove(t.path("killed", "summary.json"))
        resumed(whole, "killed", f"{what}: killed before the last checkpoint")
        shutil.rmtree(t.path("killed"))
        shutil.copytree(t.path(whole), t.path("killed"))
        os.remove(t.path("killed", "summary.json"))
        resumed(whole, "killed", f"{what}: killed before the summary")
        shutil.rmtree(t.path("killed"))
t.end()
