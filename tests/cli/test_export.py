"""What a run leaves for other programs: particles as CSV and XYZ, pictures of even size, names in a checkpoint."""
import csv
import os
import struct
import sys

sys.path.insert(0, os.path.dirname(__file__))
from _repose import SCENE, Test, repose, run

t = Test()
SHORT = SCENE.replace("until: 0.06", "until: 0.01").replace("at_most: 0.04", "at_most: 0.002").replace("0.012", "0.005")
run(t, t.scene(SHORT), "run")
run(t, t.scene(SHORT.replace("frames: {every: 0.005}, ", ""), "bare.yaml"), "bare")


def export(name, *arguments, of="run", code=0):
    p = repose("export", t.path(of), *arguments, "-o", t.path(name))
    t.equal(p.returncode, code, f"exit code of {arguments}: {p.stderr}")
    if code:
        t.check(not os.path.exists(t.path(name)), f"{name} is not there")
        return p.stderr
    with open(t.path(name)) as f:
        return f.read()


last = export("last.csv")
lines = last.splitlines()
units = dict(zip(lines[0].split(","), lines[1].lstrip("# ").split(",")))
rows = list(csv.DictReader([lines[0], *lines[2:]]))
ids = [int(row["id"]) for row in rows]
t.check(len(rows) > 200 and ids == list(range(len(rows))), "a row a particle, in the order of ids")
expected = {"time": "s", "x": "m", "radius": "m", "mass": "kg", "vy": "m/s", "wz": "rad/s", "material": "1", "ix": "1"}
t.equal({k: units[k] for k in expected}, expected, "units")
t.equal({row["material"] for row in rows}, {"glass", "steel"}, "materials")
t.equal({row["group"] for row in rows}, {"rough", "stirrer", "grains"}, "groups")
for row in rows:  # the scene's own numbers
    density = {"glass": 2500, "steel": 7800}[row["material"]]
    mass = density * 3.141592653589793 * float(row["radius"]) ** 2 * 0.01
    t.check(abs(float(row["mass"]) / mass - 1) < 1e-14, f"mass of {row['id']}: a few roundings")
    t.check(row["group"] != "stirrer" or float(row["radius"]) == 0.005, "radius of the stirrer")

# The last frame, the checkpoint of the same moment, and a run without frames have the same bits.
t.check(last == export("state.csv", "--checkpoint"), "frame and checkpoint")
t.check(last == export("bare.csv", of="bare"), "a run without frames")

first = export("first.csv", "--time", 0)
every = export("all.csv", "--all")
frames = len([name for name in os.listdir(t.path("run", "frames")) if name.startswith("particles_")])
t.equal(len(every.splitlines()), 2 + frames * len(rows), "rows of all frames")
t.check(every.startswith(first) and every.endswith("\n".join(lines[2:]) + "\n"), "first and last of all frames")

# XYZ: the same numbers, a block a frame.
xyz = export("last.xyz").splitlines()
t.equal(xyz[0], str(len(rows)), "number of particles")
head = 'Lattice="0.12 0 0 0 0.45000000000000001 0 0 0 0.01" Origin="0 -0.050000000000000003 -0.0050000000000000001" '
t.check(xyz[1].startswith(head + 'pbc="T F F" Properties=id:I:1:species:S:1:group:S:1:pos:R:3:'), f"cell: {xyz[1]}")
t.equal([line.split() for line in xyz[2:]], [line.split(",")[1:] for line in lines[2:]], "numbers of XYZ and CSV")
t.equal(len(export("all.xyz", "--all").splitlines()), frames * (2 + len(rows)), "lines of all frames")

t.check(".csv or .xyz" in export("last.vtk", code=2), "another ending")
t.check("exclude each other" in export("no.csv", "--all", "--time", 1, code=2), "two wishes")
export("no.csv", "--all", of="bare", code=2)
export("no.csv", of="nothing", code=2)

# Pictures of frames have even sizes, which films need, unless another is given.
for arguments, size in (((), None), (("--width", 901), (901, None)), (("--width", 901, "--height", 903), (901, 903))):
    p = repose("plot", t.path("run"), "frame", "-o", t.path("frame.png"), *arguments)
    with open(t.path("frame.png"), "rb") as f:
        width, height = struct.unpack(">II", f.read(24)[16:])
    for pixels, given in zip((width, height), size or (None, None)):
        t.check(pixels == given if given else pixels % 2 == 0, f"pixels of {arguments}: {width} x {height}")

try:
    import h5py

    # Every number of the state says its unit and its meaning; the rest is listed in docs/scene.md.
    with h5py.File(t.path("run", "checkpoint.h5")) as f:
        silent = []
        f.visititems(
            lambda name, item: silent.append(name)
            if isinstance(item, h5py.Dataset) and not ("unit" in item.attrs and "meaning" in item.attrs)
            else None
        )
        t.equal(f["particles/velocity"].attrs["unit"], b"m/s", "unit of a velocity")
        known = ("/name", "/history", "materials/laws", "walls/shape")
        t.equal([n for n in silent if not n.endswith(known) and not n.startswith("observe/")], [], "without a unit")
except ImportError:
    print("without h5py: attributes are not read")
t.end()
