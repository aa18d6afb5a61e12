"""repose check: what a run will write and how long it takes, warnings, --strict."""
import csv
import os
import re
import sys

sys.path.insert(0, os.path.dirname(__file__))
from _repose import Test, repose, summary

t = Test()
SCENE = """\
repose: 1
title: Discs that fall
dimension: 2
method: soft
gravity: [0, -9.81]
thickness: 0.01
materials: {glass: {density: 2500}}
interactions:
  - {between: [glass, glass], friction: 0.3, restitution: 0.6, normal: {law: linear, stiffness: 2.0e4}}
domain: {lower: [0, -0.1], upper: [0.1, 0.4], periodic: [x]}
particles:
  - {name: grains, material: glass, count: 60, radius: {uniform: [0.002, 0.003]},
     place: {random: {lower: [0, 0.003], upper: [0.1, 0.06]}}}
walls:
  - {name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: glass}
run: {until: 0.02, step: 1.0e-5}
output: {series: {every: 0.003}, frames: {every: 0.01, contacts: false}, dump: {every: 0.004}}
"""


def check(*arguments, code=0):
    p = repose("check", *arguments, "--threads", "1")
    t.equal(p.returncode, code, f"check {arguments}: {p.stderr}")
    return p


def size(*names):
    return sum(os.path.getsize(t.path("out", name)) for name in names)


# ---- what it says is what the run writes ----

scene = t.scene(SCENE)
p = check(scene, "--strict")
t.equal(p.stderr, "", "no warnings")
found = {n: (int(c), float(b)) for n, c, b in re.findall(r"(\w+): (\d+) \w+ at most, about (\S+) MB", p.stdout)}
t.equal(repose("run", scene, "-o", t.path("out"), "--quiet", "--threads", "1").returncode, 0, "the run")
with open(t.path("out", "series.csv")) as f:
    rows = len(list(csv.reader(f))) - 2
frames = sorted(os.listdir(t.path("out", "frames")))
with open(t.path("out", "dump.lammpstrj")) as f:
    dumps = f.read().count("ITEM: TIMESTEP")
t.equal(rows, 8, "0, 3, ..., 18 and 20 ms")
t.equal({n: c for n, (c, _) in found.items()},
        {"series": rows, "frames": sum(n.startswith("particles") for n in frames), "dump": dumps}, "rows and frames")
for name, written in (("series", size("series.csv")), ("frames", size(*(f"frames/{n}" for n in frames))),
                      ("dump", size("dump.lammpstrj"))):
    about = 1e6 * found[name][1]
    t.check(written / 2 < about < 2 * written, f"{name}: about {about} bytes, {written} are written")  # "about"
steps = float(re.search(r"^time +(\S+) steps, about \S+ \w+ by the rate of the first \d+", p.stdout, re.M).group(1))
t.equal(steps, summary(t.path("out"))["step"], "steps")

# ---- the coefficients that the run uses: 1 - mu (1 + eps_n) / alpha at 45 degrees, alpha = 1/3, or eps_t as given ----

IMPACT = """repose: 1
dimension: 2
method: METHOD
materials: {m: {density: 2500}}
interactions: [{between: [m, m], restitution: RESTITUTION}]
particles: [{material: m, radius: 0.01, place: {list: [[0, 0.1]]}, velocity: [1, 0]SHAPE}]
run: {step: 1.0e-4, until: 0.5}
"""
for method in ("contact-dynamics", "event-driven"):
    for rule, line in [
        ("0.7, friction: 0.1", "eps_n 0.7000, eps_t 0.4900 at 45 degrees"),
        ("0.7, friction: 0.5", "eps_n 0.7000, eps_t 0.0000 at 45 degrees"),
        ("{normal: 0.7, tangential: -0.4}, friction: 0", "eps_n 0.7000, eps_t 1.0000 at 45 degrees"),
        ("{normal: 0.7, tangential: -0.4}", "eps_t -0.4000 at 45 degrees, without bound: no friction is given"),
    ]:
        text = IMPACT.replace("METHOD", method).replace("RESTITUTION", rule).replace("SHAPE", "")
        p = check(t.scene(text, "impact.yaml"))
        t.check(line + "\n" in p.stdout, f"{method}, {rule}: {p.stdout}")
for method, laws in (("contact-dynamics", ""), ("soft", ", normal: {law: linear, stiffness: 1.0e6}")):
    rule = "{normal: 0.9, tangential: 0.3}, friction: 0.3" + laws  # polygons have no one eps_t
    text = IMPACT.replace("METHOD", method).replace("RESTITUTION", rule)
    p = check(t.scene(text.replace("SHAPE", ", shape: {polygon: {sides: 5}}"), "polygon.yaml"))
    found = "eps_n 0.9000" in p.stdout and "head-on\n" in p.stdout and " eps_t 0" not in p.stdout
    t.check(found, f"{method}: {p.stdout}")

# where no two round bodies can strike, also beside held round ones, and where clumps do: eps_n alone, and what follows
BODIES = """repose: 1
dimension: DIMENSION
method: METHOD
gravity: GRAVITY
materials: {m: {density: 2500}}
interactions:
  - {between: [m, m], friction: 0.5, restitution: 0.4, normal: {law: linear, stiffness: 1.0e5},
     tangential: {law: cundall-strack, stiffness_ratio: 0.3}}
particles:
  - {name: rough, material: m, radius: 0.002, place: {list: [FIRST]}, HELD}
  - {name: grains, material: m, shape: SHAPE, place: {list: [SECOND]}}
run: {until: 0.1}
"""
CLUMP3 = "{clump: {spheres: [[0, 0, 0, 0.003], [0.003, 0, 0, 0.003]]}}"
for dimension, shape, held, words in (
    (2, "{polygon: {sides: 5}}, radius: 0.003", True, "polygons"),
    (2, "{polygon: {sides: 5}}, radius: 0.003", False, "polygons"),
    (2, "{clump: {discs: [[0, 0, 0.003], [0.003, 0, 0.003]]}}", True, "clumps"),
    (3, CLUMP3, True, "clumps"),
    (3, "{polyhedron: {solid: cube}}, radius: 0.003", True, "polyhedra"),
):
    for method in ("soft", "contact-dynamics"):
        text = BODIES.replace("METHOD", method).replace("DIMENSION", str(dimension)).replace("SHAPE", shape)
        zero = ", 0" if dimension == 3 else ""
        text = text.replace("GRAVITY", f"[0, -9.81{zero}]").replace("FIRST", f"[0, 0{zero}]")
        text = text.replace("SECOND", f"[0, 0.02{zero}]").replace("HELD", "frozen: true" if held else "omega: OMEGA")
        p = check(t.scene(text.replace("OMEGA", "[0, 0, 0]" if dimension == 3 else "0"), "bodies.yaml"))
        t.equal(", head-on\n" in p.stdout, held, f"{method}, {words}: eps_t of round bodies alone: {p.stdout}")
        strike = f"Where {words} strike" if method == "contact-dynamics" else words.capitalize()
        t.check(strike in p.stdout, f"{method}: what is said of {words}: {p.stdout}")
        unused = re.search(r"without effect:.* tangential", p.stdout) is not None
        t.equal(unused, held and method != "soft", f"{method}, {words}: the tangential law: {p.stdout}")

# springs beside a fractional law: soft contacts have them and check does not know their eps_t; hard methods have not
for method in ("soft", "contact-dynamics", "event-driven"):
    laws = "normal: {law: fractional, order: 0.1, contact_time: 1.0e-4}, "
    laws += "tangential: {law: cundall-strack, stiffness: 1.0e5}"
    text = IMPACT.replace("METHOD", method).replace("RESTITUTION", "0.8, friction: 0.3, " + laws).replace("SHAPE", "")
    text = text.replace("dimension: 2", "dimension: 3").replace("0.1]", "0.1, 0]").replace("[1, 0]", "[1, 0, 0]")
    p = check(t.scene(text, "springs.yaml"))
    head_on = "head-on\n" in p.stdout and " eps_t" not in p.stdout
    t.check(head_on == (method == "soft"), f"{method}: eps_n alone for springs: {p.stdout}")
    unused = re.search(r"without effect:.* tangential", p.stdout) is not None
    t.check(unused == (method != "soft"), f"{method}: springs without effect: {p.stdout}")
    # the restitution follows from the order, |E_{1.9,1}| at the first zero of E_{1.9,2}, and not from the number given,
    # by all methods; in events that number still enters the contact time
    t.check("eps_n 0.8036 from the law" in p.stdout, f"{method}: the order's restitution: {p.stdout}")
    idle = re.search(r"without effect:.* restitution.normal", p.stdout) is not None
    t.check(idle == (method == "contact-dynamics"), f"{method}: the restitution given: {p.stdout}")

# ---- events by laws without a common scale, more kinds of particles than there are maps for ----

KINDS = """repose: 1
dimension: 3
method: event-driven
materials: {m: {density: 2500}}
interactions: [{between: [m, m], normal: {law: linear, stiffness: 1.0e5, damping: 0.3}}]
particles: [PARTS]
run: {step: 1.0e-4, until: 1.0e-4}
"""
PART = "{material: m, radius: %.6g, place: {list: [[%.6g, 0, 0]]}, velocity: [0, 1, 0]}"
for kinds, scaled in ((32, False), (33, False), (33, True)):
    text = KINDS.replace("PARTS", ", ".join(PART % (1e-3 * (1 + 0.01 * n), 0.01 * n) for n in range(kinds)))
    text = text.replace("damping: 0.3}", "}, restitution: 0.8") if scaled else text
    said = "every impact is integrated" in check(t.scene(text, "kinds.yaml")).stdout
    t.equal(said, kinds > 32 and not scaled, f"{kinds} kinds, one scale {scaled}: impacts by themselves")

# ---- warnings: exit code 0, with --strict 1 ----

for change, words in [
    ("output.frames.every=1e-6", ["output.frames.every", "one a step", "2001 frames"]),
    ("output.series.every=0.5", ["output.series.every", "beyond the end"]),
    ("materials.glass.density=2.5", ["materials.glass.density", "2.5 kg/m^3"]),
    ("materials.glass.density=2.5e6", ["materials.glass.density", "no solid"]),
    ("materials.glass.young=70", ["materials.glass.young", "no solid"]),
    ("interactions.0.normal.stiffness=1e-3", ["stiffness", "glass on glass"]),
    ("interactions.0.normal.stiffness=1e13", ["stiffness", "glass on glass"]),
    ("walls.floor.plane.normal=[1, 1]", ["'floor'", "direction x", "periodic"]),
]:
    p = check(scene, "--set", change)
    t.check(all(word in p.stderr for word in words) and "warning" in p.stderr, f"{change}: {p.stderr}")
    t.equal(p.stderr.count("warning:"), 1, f"{change}: one warning: {p.stderr}")
check(scene, "--set", change, "--strict", code=1)

# ---- messages that help ----

wrong = {
    "{density: 2,500}": ("density: 2500", ["behind a comma", "2500, not 2,500"]),
    "": ("repose: 1\n", ["missing key 'repose'", "repose: 1"]),
    "\t- {between": ("  - {between", [":9:1:", "a tab", "blanks"]),
    "uniform: [2, 3]": ("uniform: [0.002, 0.003]", ["narrower than a particle", "2 mm are 2.0e-3"]),
    "point: [0, 0.1]": ("point: [0, 0]", ["the wall 'floor' covers the whole region", "normal"]),
}
for new, (old, words) in wrong.items():
    old = "{density: 2500}" if new.startswith("{density") else old
    p = check(t.scene(SCENE.replace(old, new, 1), "wrong.yaml"), code=2)
    t.check(all(word in p.stderr for word in words), f"{new}: {p.stderr}")
p = check(t.scene(SCENE.replace("count: 60", "count: 6000"), "full.yaml"), code=2)
t.check("no room for particle" in p.stderr and "covers" not in p.stderr, f"a full region: {p.stderr}")
t.end()
