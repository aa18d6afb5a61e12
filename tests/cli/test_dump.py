"""dump.lammpstrj: read back, its numbers are those of the frames of the same moment, bit for bit; stopped, killed and
resumed, the file is the same byte for byte; wrong fields are refused."""
import filecmp
import os
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree

from _repose import REPOSE, SCENE, Test, repose, run

try:
    import numpy
    import vtk
    from vtk.util.numpy_support import vtk_to_numpy
except ImportError as problem:
    print("skipped:", problem)
    sys.exit(77)

PRESET = "id type radius mass x y z ix iy iz vx vy vz omegax omegay omegaz".split()
QUATERNION = ["quatw", "quati", "quatj", "quatk"]
BOX = """\
repose: 1
title: Spheres that drift through a periodic box
dimension: 3
method: soft
seed: 4
gravity: [0, 0, 0]
%s
materials: {glass: {density: 2500}, steel: {density: 7800}}
interactions: [{between: [any, any], friction: 0.5, normal: {law: linear, stiffness: 1.0e4, damping: 0.5},
    tangential: {law: cundall-strack}}]
particles:
  - {name: a, material: steel, count: 20, radius: 0.05, place: {random: {lower: [0, 0, 0], upper: [1, 1, 1]}},
     velocity: {thermal: 3}}
  - {name: b, material: glass, count: 20, radius: {uniform: [0.02, 0.06]},
     place: {random: {lower: [0, 0, 0], upper: [1, 1, 1]}}, driven: {velocity: [9, 0, 0]}}
run: {until: 0.5, step: 1.0e-4}
output: {frames: {every: 0.07}, dump: {every: 0.07%s}}
"""


def snapshots(path):
    """Snapshots of a dump as LAMMPS documents it: a dictionary each, its columns as arrays of doubles."""
    with open(path) as f:
        lines = f.read().split("\n")
    assert lines.pop() == "", "the file ends with a line"
    at, units = 0, None
    while at < len(lines):
        s = {}
        if lines[at] == "ITEM: UNITS":
            assert at == 0, "units stand in the first snapshot only"
            units, at = lines[at + 1], at + 2
        for name, head, kind in (
            ("time", "ITEM: TIME", float),
            ("step", "ITEM: TIMESTEP", int),
            ("count", "ITEM: NUMBER OF ATOMS", int),
        ):
            assert lines[at] == head, f"{lines[at]!r}, expected {head!r}"
            s[name], at = kind(lines[at + 1]), at + 2
        s["flags"] = re.fullmatch(r"ITEM: BOX BOUNDS (\S\S) (\S\S) (\S\S)", lines[at]).groups()
        s["box"] = [tuple(map(float, lines[at + k].split())) for k in (1, 2, 3)]
        assert lines[at + 4].startswith("ITEM: ATOMS "), lines[at + 4]
        s["fields"] = lines[at + 4].split()[2:]
        rows = [line.split() for line in lines[at + 5 : at + 5 + s["count"]]]
        assert all(len(row) == len(s["fields"]) for row in rows), "a number a field"
        s.update(
            units=units,
            column={name: numpy.array([float(row[k]) for row in rows]) for k, name in enumerate(s["fields"])},
        )
        at += 5 + s["count"]
        yield s


def frames(directory):
    for entry in xml.etree.ElementTree.parse(os.path.join(directory, "frames.pvd")).iter("DataSet"):
        reader = vtk.vtkXMLPolyDataReader()
        reader.SetFileName(os.path.join(directory, entry.get("file")))
        reader.Update()
        data = reader.GetOutput()
        f = {
            data.GetPointData().GetArrayName(n): vtk_to_numpy(data.GetPointData().GetArray(n))
            for n in range(data.GetPointData().GetNumberOfArrays())
        }
        order = numpy.argsort(f["id"])
        f = {name: values[order] for name, values in f.items()}
        f.update(time=float(entry.get("timestep")), position=vtk_to_numpy(data.GetPoints().GetData())[order])
        yield f


def compare(name, fields):
    dumped, framed = list(snapshots(t.path(name, "dump.lammpstrj"))), list(frames(t.path(name)))
    t.check(
        len(dumped) == len(framed) and len(dumped) >= 3, f"{name}: {len(dumped)} snapshots and {len(framed)} frames"
    )
    for s, f in zip(dumped, framed):
        c, what = s["column"], f"{name} at {s['time']}"
        t.equal(s["fields"], fields, f"{what}: fields")
        t.equal(s["units"], "si", f"{what}: units")
        t.equal(s["time"], f["time"], f"{what}: time")
        t.check((numpy.diff(c["id"]) > 0).all(), f"{what}: sorted by id")
        expected = {
            "id": f["id"] + 1,
            "type": f["material"] + 1,
            "mol": f["group"],
            "radius": f["radius"],
            "diameter": 2 * f["radius"],
            "mass": f["mass"],
        }
        for k, axis in enumerate("xyz"):
            expected.update(
                {
                    axis: f["position"][:, k],
                    "v" + axis: f["velocity"][:, k],
                    "omega" + axis: f["angular_velocity"][:, k],
                    "i" + axis: f["image"][:, k],
                }
            )
        if f["orientation"].ndim == 2:
            expected.update({q: f["orientation"][:, k] for k, q in enumerate(QUATERNION)})
        for field in fields:
            t.check(numpy.array_equal(c[field], expected[field]), f"{what}: {field} of frame and dump")
    return dumped


t = Test()
scene = t.scene(SCENE.replace("output: {", "output: {dump: {every: 0.012}, ").replace("step: 2.0e-5", "step: 4.0e-6"))
run(t, scene, "whole")
flat = compare("whole", PRESET)
t.equal(flat[0]["flags"], ("pp", "ff", "pp"), "flat: flags of the box")
t.equal(flat[0]["box"], [(0, 0.12), (-0.05, 0.4), (-0.005, 0.005)], "flat: the box")

run(t, t.scene(BOX % ("domain: {lower: [0, 0, 0], upper: [1, 1, 1], periodic: [x, y, z]}", ""), "box.yaml"), "box")
solid = compare("box", PRESET + QUATERNION)
t.equal(solid[0]["flags"], ("pp", "pp", "pp"), "box: flags")
t.check(solid[-1]["column"]["ix"].max() >= 4, "box: particles went round")
t.check(len(set(solid[0]["column"]["type"])) == 2, "box: two types")

some = ["mol", "diameter", "id", "zz"]
run(t, t.scene(BOX % ("", ", fields: [mol, diameter, id]"), "open.yaml"), "open")
open_ = compare("open", some[:3])
t.equal(open_[0]["flags"], ("ss", "ss", "ss"), "without a domain: flags")
t.check(
    open_[-1]["box"][0][1] > open_[0]["box"][0][1] + 1,
    f"without a domain the box follows the particles: {open_[-1]['box']}",
)

for fields, said in (("[id, zz]", "zz"), ("[id, x, id]", "twice"), ("[]", "fields"), ("[quatw]", "quaternions")):
    p = repose(
        "check",
        t.scene(SCENE.replace("output: {", f"output: {{dump: {{every: 0.1, fields: {fields}}}, "), "wrong.yaml"),
    )
    t.check(
        p.returncode == 2 and said in p.stderr and "output.dump.fields" in p.stderr,
        f"fields {fields}: {p.stderr.strip()}",
    )
p = repose("check", scene)
t.check(
    "dump: every 0.012 s to dump.lammpstrj; " + " ".join(PRESET) in p.stdout, f"check says what is written: {p.stdout}"
)

# Killed between two checkpoints, stopped by a signal: resumed, the file is the same.
whole = os.path.getsize(t.path("whole", "dump.lammpstrj"))


def size(name):
    return os.path.getsize(t.path(name, "dump.lammpstrj")) if os.path.exists(t.path(name, "dump.lammpstrj")) else 0


for n, (kind, part) in enumerate(((signal.SIGKILL, 0.45), (signal.SIGTERM, 0.3), (signal.SIGKILL, 0.7))):
    name = f"stop{n}"
    p = subprocess.Popen([REPOSE, "run", scene, "-o", t.path(name), "--quiet"], stderr=subprocess.DEVNULL)
    while size(name) < part * whole and p.poll() is None:
        time.sleep(0.005)
    p.send_signal(kind)
    p.wait()
    t.check(size(name) < whole, f"{name}: stopped on the way")
    t.equal(repose("run", "--resume", "-o", t.path(name), "--quiet").returncode, 0, f"{name}: resumed")
    t.check(
        filecmp.cmp(t.path(name, "dump.lammpstrj"), t.path("whole", "dump.lammpstrj"), shallow=False),
        f"{name}: the same file",
    )
t.end()
