"""repose reproduce dosta2024-...: scenes that it writes, from files of the authors and without; what it refuses."""
import gzip
import os

from _repose import Test, repose

t = Test()

# Without data: a silo of the size of the paper, filled by a source.
out = repose("reproduce", "dosta2024-silo", "--scene", "--full", "-o", t.path("silo"))
t.check(out.returncode == 0, out.stderr)
out = repose("check", t.path("silo", "silo-small-m2.yaml"))
t.check(out.returncode == 0, out.stderr)
# 100 segments: 30 rows of the cone and 8 of the tube, two triangles each, as in rp_dosta_turned
for word in ("7600 triangles", "100000 particles", "2e-06 s"):
    t.check(word in out.stdout, f"check of the silo: no '{word}' in\n{out.stdout}")

# Files of the authors' form: two grains and two triangles.
os.mkdir(t.path("data"))
with gzip.open(t.path("data", "drum-particles.txt.gz"), "wt") as f:
    f.write("Radius[m] PosX[m] PosY[m] PosZ[m]\n 0.002 0 0 -0.05\n 0.001 0.01 0 -0.05\n\n")
with open(t.path("data", "drum-walls.txt.gz"), "w") as f:  # not packed: read all the same
    f.write("vertices\n-1 -1 -0.1 1 -1 -0.1 1 1 -0.1\n-1 -1 -0.1 1 1 -0.1 -1 1 -0.1\n")
out = repose("reproduce", "dosta2024-drum", "--scene", "--data", t.path("data"), "-o", t.path("drum"))
t.check(out.returncode == 0, out.stderr)
out = repose("check", t.path("drum", "drum.yaml"))
# 0.002: M2 of 2000 kg/m^3, 0.001: M1 of 2500, 4 pi / 3 (8e-9 x 2000 + 1e-9 x 2500) = 7.749e-05 kg
for word in ("2 triangles", "particles        2, radius 0.001 to 0.002 m, total mass 7.749e-05 kg"):
    t.check(word in out.stdout, f"check of the drum: no '{word}' in\n{out.stdout}{out.stderr}")

# Refused, with words that help.
with open(t.path("data", "drum-walls.txt.gz"), "a") as f:
    f.write("1 2 3\n")
for arguments, words in (
    (("dosta2024-drum", "--data", t.path("data")), "drum-walls.txt.gz:4: 3 numbers (expected 9)"),
    (("dosta2024-drum", "--data", t.path("nowhere")), "--data: cannot read"),
    (("poschel2008-fig1", "--full"), "--full: the figure poschel2008-fig1"),
    (("dosta2024-drun",), "did you mean 'dosta2024-drum'"),
    (("--all", "--scene"), "--scene"),
):
    out = repose("reproduce", *arguments, "-o", t.path("refused"))
    t.check(out.returncode == 2 and words in out.stderr, f"{arguments}: {out.returncode} {out.stderr}")
t.end()
