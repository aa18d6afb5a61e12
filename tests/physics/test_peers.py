"""The same small experiments in LAMMPS, where it is installed, and as it was measured once where it is not (Debian's
2022-06-23, the decks in bench/lammps).

Two spheres, head-on at 0.1, laws A and C of bench/README.md. Closed forms: A, exp(-pi b/w) with b = 142.69/2 and w^2 =
4e5 - b^2, is 0.70000; LAMMPS takes velocities of half a step before, which costs it b dt = 7e-4 at dt = 1e-5. C has no
closed form; the same half step there, and the tolerance is twice that.

The settled bed of 10000 spheres, loaded from the peers' file without history: it stays settled. Contacts per sphere and
mean overlap are those of LAMMPS after as many steps, within 1 % and 3 %: the bed rings by that much around its rest,
since the springs of friction have to load again; the floor carries the weight, on average over the ringing, within 1 %.
"""
import csv
import gzip
import math
import os
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "cli"))
from _repose import SOURCE, Test, run

t = Test()
LAMMPS = shutil.which("lmp")
BENCH = os.path.join(os.path.abspath(SOURCE), "bench")
RECORDED = {"A": 0.70066095, "C": 0.70113, "bed": {"contacts": 5.4418, "overlap": 4.9852e-5}}
print("beside LAMMPS" if LAMMPS else "LAMMPS is not installed: beside recorded numbers")


def rows(*path):
    with open(t.path(*path)) as f:
        return [
            {k: float(v) for k, v in row.items()}
            for row in csv.DictReader(line for line in f if not line.startswith("#"))
        ]


def lammps(deck, pattern, *variables):
    """The last line of its output that fits. Its message passing does not always start on a busy machine: three
    attempts."""
    arguments = [x for name, value in variables for x in ("-var", name, str(value))]
    for _ in range(3):
        out = subprocess.run(
            [LAMMPS, "-nocite", "-log", "none", "-in", os.path.join(BENCH, "lammps", deck), *arguments],
            capture_output=True,
            text=True,
            cwd=os.path.join(BENCH, "lammps"),
            env={**os.environ, "OMP_NUM_THREADS": "1"},
        )
        found = re.findall(pattern, out.stdout, re.M)
        if found:
            return found[-1]
    sys.exit(f"LAMMPS failed on {deck}: {out.stdout[-600:]} {out.stderr[-600:]}")


# Two spheres.
TWO = """\
repose: 1
dimension: 3
method: soft
materials: {bead: {density: 1.9098593171027440}}
interactions:
  - {between: [bead, bead], friction: 0.5, LAW}
particles:
  - {name: one, material: bead, radius: 0.5, place: {list: [[4.4999, 5, 5]]}, velocity: [0.05, 0, 0]}
  - {name: two, material: bead, radius: 0.5, place: {list: [[5.5001, 5, 5]]}, velocity: [-0.05, 0, 0]}
run: {until: 0.2, step: 1.0e-5}
output: {series: {every: 0.2}}
"""
# gran/hertz/history: f = sqrt(r_eff xi) (kn xi + m_eff gamma v), which is viscoelastic with (3/2) A kn = m_eff gamma
LAWS = {
    "A": (
        "normal: {law: linear, stiffness: 200000, damping_per_mass: 142.69, tension: true}, tangential: {law:"
        " cundall-strack, stiffness: 57142.857, damping_ratio: 0.5}"
    ),
    "C": (
        f"normal: {{law: viscoelastic, effective_young: {2e7 / (2 * (1 - 0.09))}, dissipation:"
        f" {20000 * 0.5 / (1.5 * 1.4652e7)}, tension: true}}, tangential: {{law: mindlin, effective_shear:"
        f" {1.81e7 / 8}}}"
    ),
}
for case, law in LAWS.items():
    run(t, t.scene(TWO.replace("LAW", law), f"two{case}.yaml"), f"two{case}")
    ours = math.sqrt(
        rows(f"two{case}", "series.csv")[-1]["kinetic"] / 0.0025
    )  # both move alike: kinetic energy goes as eps^2
    theirs = RECORDED[case]
    if LAMMPS:
        theirs = float(lammps("two.in", r"^ *20000 +([\d.e+-]+)", ("case", case), ("g", 20000))) / 0.1
    print(f"two spheres, {case}: restitution {ours:.6f}, LAMMPS {theirs:.6f}")
    t.check(abs(ours - theirs) < 1.5e-3, f"{case}: {ours}, LAMMPS {theirs}")
    if case == "A":
        exact = math.exp(-math.pi * 71.345 / math.sqrt(4e5 - 71.345**2))
        t.check(
            abs(ours - exact) < 1.43e-3,
            (
                f"A: {ours}, closed form {exact}: the dashpot's force jumps at first and last touch, anywhere in a"
                " step, and b dt is 7e-4"
            ),
        )

# The settled bed.
theirs = RECORDED["bed"]
if LAMMPS:
    with gzip.open(os.path.join(BENCH, "bed_10000.csv.gz"), "rt") as f:
        beads = [line.split(",")[2:] for line in f.read().split()[1:]]
    with open(t.path("bed.data"), "w") as f:
        f.write(
            f"bed\n\n{len(beads)} atoms\n1 atom types\n\n0 21 xlo xhi\n0 21 ylo yhi\n0 45 zlo zhi\n\nAtoms # sphere\n\n"
        )
        f.writelines(f"{n + 1} 1 1.0 1.909859317 {' '.join(x)}\n" for n, x in enumerate(beads))
    found = lammps(
        "settled.in",
        r"^ *\d+ +\d+ +([\d.e+-]+) +([\d.e+-]+) +([\d.e+-]+) *$",
        ("case", "A"),
        ("bed", t.path("bed.data")),
        ("warm", 100),
        ("steps", 500),
    )
    theirs = {"contacts": float(found[1]), "overlap": 1 - float(found[2])}
run(
    t,
    os.path.join(BENCH, "settled-10000.yaml"),
    "bed",
    "--set",
    "run.until=0.12",
    "--set",
    "output={series: {every: 0.01}}",
)
series = rows("bed", "series.csv")
last, force = series[-1], -sum(r["floor.fz"] for r in series[2:]) / len(series[2:])
# LAMMPS' overlap is that of contacts between spheres; ours has the floor's among them, 0.7 % of all and twice as deep
print(
    f"settled bed: contacts per sphere {last['coordination']:.4f} (LAMMPS {theirs['contacts']:.4f}), mean overlap"
    f" {last['mean_overlap']:.4e} ({theirs['overlap']:.4e}), force on the floor {force:.1f} of 10000"
)
t.check(abs(last["coordination"] / theirs["contacts"] - 1) < 0.01, "contacts per sphere")
t.check(abs(last["mean_overlap"] / theirs["overlap"] - 1) < 0.03, "mean overlap")
t.check(abs(force / 10000 - 1) < 0.01, f"force on the floor {force}, weight 10000")
t.check(
    last["unbalanced"] < 0.01 and last["kinetic"] < 0.5,
    f"settled: unbalanced {last['unbalanced']}, kinetic energy {last['kinetic']} of a fall's 1e5",
)
t.end()
