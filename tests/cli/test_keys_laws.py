"""Every key of interactions and every parameter of every law, in every method. See _keys.py."""
import os
import re
import sys

sys.path.insert(0, os.path.dirname(__file__))
from _keys import LABEL, LAWS, METHODS, RULE, STEP, find_mappings, named, outcome, t, table, walk
from _repose import repose

table("materials.m", {"density": ("1000", "2000"), "young": ("1.0e7", "2.0e7"), "poisson": ("0.3", "0.2")}, LAWS)

# ---- interactions ----
table(
    "interactions.0",
    {
        "between": LABEL,
        "friction": ("0.4", "0.3"),
        "restitution": ("{normal: 0.8, speed: 1}", "{normal: 0.7, speed: 1}"),
        "normal": ("{law: viscoelastic}", "{law: linear, stiffness: 1.0e5}"),
        "adhesion": ("{law: constant, force: 1.0e-3}", "{law: constant, force: 2.0e-3}"),
        "tangential": ("{law: mindlin}", "{law: cundall-strack, stiffness: 1.0e4}"),
        "rolling": ("{law: constant-torque, friction: 0.1}", "{law: constant-torque, friction: 0.2}"),
    },
    LAWS,
)
constant = LAWS + [(RULE + "friction", "{sliding: 0.4}")]
table(RULE + "friction", {"static": ("0.5", "0.6"), "sliding": ("0.3", "0.4")}, constant)
for tangential in ("{law: coulomb}", "{law: haff-werner, damping: 0.1}", "{law: walton-braun, stiffness: 1.0e4}"):
    linear = [(RULE + "normal", "{law: linear, stiffness: 2.0e4}")]  # a quarter of the time
    sets = constant + linear + [(RULE + "tangential", tangential)]
    walk(RULE + "friction.static", "0.5", "0.6", sets)
# long enough for contacts that last and slide, by small steps; without a collapse policy a single impact
slow = [
    (RULE + "restitution", "0.3"),
    (RULE + "normal", "{law: linear, stiffness: 1.0e4}"),
    ("run.step", "1.0e-4"),
    ("particles.0.velocity", "[5, 0, -0.5]"),
    ("particles.1.place", "{list: [[0.0205, 0.1, 0.0103]]}"),
]
decay = [(RULE + "friction", "{at_rest: 0.4, at_speed: 0.2, speed: 0.5}")] + slow
for methods, stop in (
    (METHODS, [("run.until", "0.15")]),
    (["event-driven"], [("run.event-driven", "{coefficient_error: 0.1}"), ("run.until", "0.01")]),
):
    table(
        RULE + "friction",
        {"at_rest": ("0.4", "0.35"), "at_speed": ("0.2", "0.1"), "speed": ("0.5", "0.7"), "static": ("0.5", "0.6")},
        decay + stop,
        methods,
    )
    table(
        RULE + "friction",
        {"table": ("[[0, 0.4], [1, 0.2]]", "[[0, 0.4], [1, 0.1]]"), "static": ("0.5", "0.6")},
        [(RULE + "friction", "{table: [[0, 0.4], [1, 0.2]]}")] + slow + stop,
        methods,
    )
SCATTER = "{below: 0.1, above: 0.1}"
table(
    RULE + "restitution",
    {
        "normal": ("0.8", "0.7"),
        "tangential": ("0.1", "0.3"),
        "speed": ("1", "2"),
        "fluctuation": (SCATTER, "{below: 0.2, above: 0.1}"),
    },
    LAWS,
)
walk(RULE + "restitution.speed", "1", "2", LAWS + [(RULE + "normal", "{law: linear, stiffness: 1.0e5}")])
walk(RULE + "restitution.tangential", "0.1", "0.3", LAWS + [(RULE + "friction", "0")])
table(
    RULE + "restitution",
    {
        "table": ("[[0, 1], [1, 0.8]]", "[[0, 1], [1, 0.7]]", (), METHODS),
        "tangential": ("0.1", "0.3"),
        "fluctuation": (SCATTER, "{below: 0.2, above: 0.1}"),
    },
    [(RULE + "restitution", "{table: [[0, 1], [1, 0.8]]}")],
    METHODS[1:],
)
table(
    RULE + "restitution",
    {"measured": ("[[0, 1, 0.8, 0.9]]", "[[0, 1, 0.7, 0.9]]", (), METHODS), "tangential": ("0.1", "0.3")},
    [(RULE + "restitution", "{measured: [[0, 0.3, 0.8, 0.9], [0.3, 1, 0.7, 0.8]]}")],
    ["event-driven"],
)
table(
    RULE + "restitution.fluctuation",
    {"below": ("0.1", "0.2"), "above": ("0.1", "0.2")},
    [(RULE + "restitution", "{normal: 0.8, fluctuation: %s}" % SCATTER)],
    ["event-driven"],
)

# ---- parameters of all laws, where restitution follows from them ----
LAW = "{between: [m, m], friction: 0.4, normal: %s, tangential: %s, rolling: {law: spring-dashpot, friction: 0.1}}"
LINEAR, SPRING = "{law: linear, stiffness: 1.0e5, damping: 1}", "{law: cundall-strack, stiffness: 1.0e4, damping: 1}"
VISCOUS = "{law: viscoelastic, dissipation: 1.0e-3}"
HERTZ = "{law: hertz, damping_ratio: 0.1}"
DAMPING = {"damping": ("0.1", "0.2"), "damping_per_mass": ("1", "2")}
YOUNG = {"effective_young": ("1.0e7", "2.0e7"), "tension": ("false", "true")}
ROLL = {"friction": ("0.1", "0.2"), "twisting": ("0.1", "0.2")}
BY_LAW = {
    "normal": {
        "{law: linear, stiffness: 1.0e5}": {
            "stiffness": ("1.0e5", "2.0e5"),
            **DAMPING,
            "tension": ("false", "true", [(RULE + "normal.damping", "1")]),
        },
        HERTZ: {**YOUNG, "damping_ratio": ("0.1", "0.2")},
        "{law: viscoelastic, dissipation: 1.0e-5}": {
            **YOUNG,
            "dissipation": ("1.0e-5", "2.0e-5"),
            "eta1": "below",
            "eta2": "below",
        },
        "{law: jkr, adhesion: 0.1, dissipation: 1.0e-5}": {
            **YOUNG,
            "adhesion": ("0.1", "0.2"),
            "dissipation": ("1.0e-5", "2.0e-5"),
            "end": ("force", "displacement"),
            "atomic_distance": ("4.0e-10", "5.0e-10"),
        },
        "{law: fractional, order: 0.1, stiffness: 1.0e5, damping: 1}": {
            "order": ("0.1", "0.2"),
            "stiffness": ("1.0e5", "2.0e5"),
            "damping": ("1", "2"),
            "contact_time": "below",
            "tension": ("true", "false"),
            "memory": ("exponentials", "direct", STEP),
            "scheme": ("linear", "constant"),
            "accuracy": ("1.0e-8", "1.0e-3"),
            "cluster_order": "below",
            "cluster_size": "below",
        },
    },
    "adhesion": {
        "{law: constant, force: 1.0e-3}": {"force": ("1.0e-3", "2.0e-3")},
        "{law: dmt, adhesion: 0.1}": {"adhesion": ("0.1", "0.2")},
    },
    "tangential": {
        "{law: none}": {},
        "{law: coulomb}": {},
        "{law: haff-werner, damping: 0.1}": {"damping": ("0.1", "0.2"), "damping_per_mass": "excludes damping"},
        "{law: cundall-strack}": {
            "stiffness": ("1.0e4", "2.0e4"),
            "stiffness_ratio": ("0.2", "0.3"),
            "damping": ("0.1", "0.2"),
            "damping_ratio": ("0.2", "0.3"),
            "elongation": ("velocity", "geometric"),
        },
        "{law: mindlin}": {
            "effective_shear": ("1.0e7", "2.0e7", [(RULE + "normal", HERTZ)]),
            "damping_ratio": ("0.1", "0.2", [(RULE + "normal", HERTZ)]),
        },
        "{law: walton-braun}": {
            "stiffness": ("1.0e4", "2.0e4"),
            "stiffness_ratio": ("0.2", "0.3"),
            "exponent": ("0.3", "0.5"),
        },
    },
    "rolling": {
        "{law: constant-torque, friction: 0.1}": {**ROLL, "length": "excludes friction"},
        "{law: spring-dashpot, friction: 0.1}": {
            **ROLL,
            "length": "excludes friction",
            "stiffness": ("1.0e-3", "2.0e-3"),
            "damping_ratio": ("0.1", "0.2"),
        },
        VISCOUS: {
            "dissipation": ("1.0e-3", "2.0e-3"),
            "from": "below",
            "effective_young": "below",
        },
    },
}
all_laws = [("interactions.0", LAW % (LINEAR, SPRING)), ("run.without", "[rolling]")]
# Rolling beside laws whose impacts are all similar: events have one map of them, which is fast.
alike = LAW % ("{law: linear, stiffness: 1.0e5}, restitution: 0.8", "{law: cundall-strack}")
rolling = [("interactions.0", alike), ("run.without", "[rolling]")]
spin = [("particles.0.omega", "[0, 3, 30]")]
for slot, laws in BY_LAW.items():
    for law, rows in laws.items():
        base = [(RULE + slot, law)] + ([(RULE + "normal", HERTZ)] if "mindlin" in law else []) + spin
        own = [METHODS[0], METHODS[2]] if (slot, law) == ("rolling", VISCOUS) else METHODS  # one refuses the law, below
        table(RULE + slot, {"law": LABEL, **rows}, (rolling if slot == "rolling" else all_laws) + base, own)
    text = repose("laws").stdout
    block = re.search(rf"^{slot}:\n((?:  .*\n)*)", text, re.M).group(1)
    t.equal(
        set(re.findall(r"^  (\S+)$", block, re.M)),
        {re.search(r"law: ([\w-]+)", x).group(1) for x in laws},
        f"laws of {slot}",
    )
for key, value in (("eta1", "%g, eta2: 100"), ("eta2", "%g, eta1: 100")):
    values = ["{law: viscoelastic, %s: %s}" % (key, value % x) for x in (100, 200)]
    walk(RULE + "normal", *values, all_laws)
eq55 = "{law: viscoelastic, from: restitution%s}"
by_speed = all_laws + LAWS
walk(RULE + "rolling", eq55 % "", VISCOUS, by_speed)
walk(RULE + "rolling", eq55 % "", eq55 % ", effective_young: 2.0e7", by_speed)
unused = by_speed + [(RULE + "rolling", VISCOUS)]
walk(RULE + "rolling.effective_young", "1.0e7", "2.0e7", unused, ["soft"])
fractional = (RULE + "normal", "{law: fractional, order: 0.1, contact_time: 1.0e-3}")
walk(RULE + "normal.contact_time", "1.0e-3", "2.0e-3", all_laws + [(RULE + "restitution", "0.5"), fractional])
# soft enough for a particle to touch two others at a time
clusters = "{law: fractional, order: 0.1, stiffness: 1.0e4, damping: 1, cluster_order: %g, cluster_size: %d}"
three = [
    ("particles.1.place", "{list: [[0.0202, 0.001, 0.0103], [0.0202, 0.0211, 0.0103]]}"),
    ("particles.1.velocity", "[-0.5, -0.4, 0]"),
]
for a, b in (((0.3, 3), (0.35, 3)), ((0.3, 3), (0.3, 5))):
    for method in METHODS:
        x, y = (outcome(method, all_laws + three + [(RULE + "normal", clusters % v)]) for v in (a, b))
        t.check(x[0] == 0 and y[0] == 0, f"{method}: clusters: {x[2]}{y[2]}")
        t.check(
            x[1] != y[1] or named(y[2], RULE + "normal.cluster_order"),
            f"{method}: cluster_order: no effect, no word\n{y[2]}",
        )

find_mappings([])
sys.exit(t.end())
