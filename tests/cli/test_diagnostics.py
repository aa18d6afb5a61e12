"""What a run says about contacts that are too deep, and about a step that is too long for a contact that is there:
which two, and when."""
import json
import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
from _repose import Test, repose

t = Test()
SCENE = """
repose: 1
dimension: 3
method: soft
materials: {m: {density: 1000}, light: {density: 1}}
interactions: [{between: [any, any], normal: {law: linear, stiffness: %g}}]
particles:
  - {name: bystander, material: m, radius: 0.01, place: {list: [[0, 0, 0.5]]}}
  - {name: a, material: m, radius: 0.01, place: {list: [[-0.011, 0, 0]]}, velocity: [%g, 0, 0]}
  - {name: b, material: %s, radius: 0.01, place: {list: [[0.011, 0, 0]]}, velocity: [-%g, 0, 0]}
walls: [{name: floor, plane: {point: [0, 0, -0.2], normal: [0, 0, 1]}, material: m}]
run: {until: %g, step: %g}
output: {series: {every: %g}}
"""


def worst(name, *values):
    p = repose("run", t.scene(SCENE % values), "-o", t.path(name), "--force")
    t.equal(p.returncode, 0, f"{name}: {p.stderr}")
    with open(t.path(name, "summary.json")) as f:
        return p.stderr, json.load(f)


# m = 4.19 g each, k = 1000 N/m: t_c = pi sqrt(m / 2 / k) = 4.55 ms, the greatest overlap v sqrt(m / 2 / k) = 5.8 mm at
# 4 m/s
said, s = worst("deep", 1000, 2, "m", 2, 0.008, 1e-4, 1e-4)
t.check("particles 1 and 2 overlap" in said and said.count("overlap") == 1, f"names the two that overlap, once: {said}")
w = s["worst_overlap_over_radius"]
t.equal(w["contact"], "particles 1 and 2", "the deepest contact")
t.check(abs(w["value"] - 0.579) < 0.01 and abs(w["time"] - 0.0005 - 0.00455 / 2) < 1.1e-4, f"how deep and when: {w}")
w = s["worst_step_over_contact_time"]
t.check(abs(w["value"] - 1e-4 / 0.004547) < 1e-4 and "contact time" not in said, f"a step of 1/45 is no matter: {w}")

# a light partner: m_eff = 4.2 mg, t_c = 0.203 ms, a fourth of it is too long
said, s = worst("long", 1000, 0.05, "light", 0.05, 0.03, 5e-5, 5e-5)
t.check("of the contact time" in said and "particles 1 and 2" in said, f"names the contact whose time is short: {said}")
w = s["worst_step_over_contact_time"]
t.check(abs(w["value"] / (5e-5 / 2.0322e-4) - 1) < 0.01 and w["contact"] == "particles 1 and 2", f"how short: {w}")
t.check(w["time"] > 0.019, f"not before they touch: {w}")

# a step of 0.9 contact times: the impact throws both beyond their radius in one step, which ends the run
p = repose("run", t.scene(SCENE % (1000, 2, "m", 2, 0.1, 0.004, 0.004)), "-o", t.path("away"), "--force")
t.check(
    p.returncode == 1 and "runs away" in p.stderr and "the step is 0.88 of the contact time 0.00455 s" in p.stderr,
    f"who runs away, and why: {p.returncode}, {p.stderr}",
)

p = repose(
    "run",
    t.scene((SCENE % (1000, 2, "m", 2, 0.001, 1e-4, 1e-4)).replace("step: 0.0001", "step: auto, safety: 31")),
    "-o",
    t.path("auto"),
    "--force",
)
with open(t.path("auto", "log.txt")) as f:
    t.check("/ safety 31" in f.read(), "step: auto states its safety factor")

# ---- check: Pena's times, and the step that springs by velocity need under Gear's scheme. Discs of diameter 1, density
# 1, k_n = 400, eps_n = 0.9875: t_c = 0.0984 s (errata 32), and the relaxation is off by 49.04 dt/t_c (errata 38): 1 %
# at dt = 2.01e-5 s ----

PENA = """
repose: 1
dimension: 2
method: soft
materials: {m: {density: 1}}
interactions: [{between: [m, m], friction: 0.5, normal: {law: linear, stiffness: 400, damping: 0.100354, tension: true},
    tangential: {law: cundall-strack, stiffness_ratio: 0.33333333, damping_ratio: 0.33333333}}]
particles: [{material: m, radius: 0.5, place: {list: [[0, 0], [2, 0]]}}]
run: {until: 1, step: 9.84e-5, soft: {integrator: gear-5}}
"""
pena = t.scene(PENA)
said = repose("check", pena).stdout
t.check("t_s = 0.2784 s" in said and "t_c = 0.09844 s" in said, f"t_s and t_c: {said}")
t.check(
    "relax 0.95 times" in said and "up to 2.01e-05 s" in said and "warning: take that step" in said,
    f"what Gear's scheme needs: {said}",
)
said = repose("check", pena, "--set", "run.step=2.0e-5").stdout
t.check("relax 0.99 times" in said and "take that step" not in said, f"a step that is short enough: {said}")
for other in ("run.soft.integrator=verlet", "interactions.0.tangential.elongation=geometric"):
    t.check("springs  " not in repose("check", pena, "--set", other).stdout, f"nothing to say with {other}")

# ---- a hereditary contact that begins and ends within a step is named, the first one only ----

GRAZE = """
repose: 1
dimension: 3
method: soft
materials: {m: {density: 1200}}
interactions: [{between: [m, m], normal: {law: fractional, order: 0.3, stiffness: 50, damping: 0.01}}]
particles:
  - {name: rows, material: m, radius: 1.0e-3, place: {list: [[0, 0, 0], [5.0e-3, 0, 0]]}}
  - {name: fast, material: m, radius: 1.0e-3,
     place: {list: [[-2.45e-5, 1.9999978e-3, 0], [4.9755e-3, 1.9999978e-3, 0]]}, velocity: [1, 0, 0]}
run: {until: 1.0e-4, step: 1.0e-5}
"""
said = repose("run", t.scene(GRAZE), "-o", t.path("graze")).stderr
t.check(
    "the contact of particle 0 with particle 2 begins and ends within one step" in said
    and said.count("within one step") == 1,
    f"names the first: {said}",
)

# ---- warnings of methods stand in log.txt and in summary.json, also with --quiet; a jam is counted in every step ----
JAM = """
repose: 1
dimension: 2
method: contact-dynamics
materials: {m: {density: 2000}}
interactions: [{between: [m, m], friction: 0.5, restitution: {normal: 0, speed: 1}}]
particles: [{material: m, radius: 0.01, place: {list: [[0, 0.01], [0, 0.03], [0, 0.05]]}}]
walls:
  - {name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m}
  - {name: lid, plane: {point: [0, 0.0601], normal: [0, -1]}, material: m, velocity: [0, -0.1]}
run: {until: 0.02, step: 1.0e-3, contact-dynamics: {iterations: {max: 500}}}
"""
p = repose("run", t.scene(JAM), "-o", t.path("jam"), "--quiet")
t.check(p.returncode == 0 and p.stderr == "", f"a quiet jam: {p.stderr}")
with open(t.path("jam", "log.txt")) as f:
    log = f.read()
with open(t.path("jam", "summary.json")) as f:
    s = json.load(f)
t.check("warning: step 1, t = 0.001 s: jammed" in log, f"log.txt has the jam: {log}")
t.check("restitution.speed" in log, f"log.txt has what was said while the scene was made ready: {log}")
warned = [line[len("warning: "):] for line in log.splitlines() if line.startswith("warning: ")]
t.equal(s["warnings"], warned, "summary.json has the warnings of log.txt")
t.equal(s["warning_count"], len(warned), "and their number")
t.check(s["jammed_steps"] >= s["unconverged_steps"] - 1 >= 17, f"{s['jammed_steps']} jammed steps")
t.end()
