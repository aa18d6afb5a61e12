"""Every key of a scene, in every method: it has an effect, it is refused with its name and line, or the log names it as
without effect. The keys come from the program itself: it lists those of a mapping when it meets an unknown one."""
import json
import os
import re
import sys

sys.path.insert(0, os.path.dirname(__file__))
from _repose import Test, repose

t = Test()
METHODS = ["soft", "contact-dynamics", "event-driven"]
# Two spheres that meet each other and a floor, several times, with slip.
SCENE = """\
repose: 1
title: Keys
dimension: 3
method: soft
gravity: [0, 0, -9.81]
domain: {lower: [-1, -1, -1], upper: [1, 1, 1]}
materials: {m: {density: 1000, young: 1.0e7, poisson: 0.3}}
interactions:
  - between: [m, m]
    friction: 0.4
    restitution: {normal: 0.8, speed: 1}
    normal: {law: viscoelastic}
particles:
  - {name: a, material: m, radius: 0.01, place: {list: [[0, 0, 0.0102], [0.0205, 0, 0.012]]}, velocity: [0.5, 0, -0.5],
     omega: [0, 3, 0]}
walls: [{name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}]
run: {until: 0.1, event-driven: {collapse: tc, contact_time: 1.0e-4}}
"""
scene = t.scene(SCENE)
RULE = "interactions.0."


def flags(sets):
    return [word for key, value in sets for word in ("--set", f"{key}={value}")]


def keys_of(mapping, sets):
    """The keys that the program knows in a mapping."""
    p = repose("check", scene, *flags(sets + [(mapping + ".zzz" if mapping else "zzz", "1")]))
    found = re.search(r"unknown key 'zzz' \(got zzz, expected (.*?)\)", p.stderr)
    t.check(found, f"{mapping}: the program lists its keys: {p.stderr}")
    return set(re.split(r", | or ", found.group(1))) if found else set()


def outcome(method, sets):
    p = repose("run", scene, "-o", t.path("out"), "--force", "--threads", "1", *flags([("method", method)] + sets))
    if p.returncode:
        return p.returncode, None, p.stderr, ""
    with open(t.path("out", "summary.json")) as f:
        state = json.load(f)["state_hash"]
    with open(t.path("out", "log.txt")) as f:
        log = f.read()
    check = repose("check", scene, *flags([("method", method)] + sets)).stdout
    return 0, state, log, re.sub(r"memory .* a particle", "", check)


def named(text, key):
    """A message that names the key, or its last part, among those without effect."""
    last = key.replace(RULE, "")
    return any(
        re.search(rf"(?<![\w.]){re.escape(name)}(?![\w.])", line)
        for line in text.split("\n")
        for name in (last, last.split(".")[0], "normal" if key.startswith("materials") else last)
        if "without effect" in line or "has no effect" in line or "goes without" in line
    )


def by_name(text):
    return "group 'a'" in text or "wall 'floor'" in text


def walk(key, one, other, sets=(), methods=METHODS):
    sets = list(sets)
    for method in methods:
        a, b = outcome(method, sets + [(key, one)]), outcome(method, sets + [(key, other)])
        refused = [x for x in (a, b) if x[0]]
        if refused:
            last = key.split(".")[-1]
            good = all(x[0] == 2 and (key in x[2] or (by_name(x[2]) and last in x[2])) for x in refused)
            t.check(good, f"{method}: {key} is refused by name: {refused[0][2]}")
        else:
            used = a[1] != b[1] or a[3] != b[3]
            t.check(used or named(b[2], key), f"{method}: {key}: {one} or {other}: no effect and no word\n{b[2]}")


def walk_all(mapping, values, sets=(), others=(), methods=METHODS):
    """values: two of each key; others: keys that are required or walked elsewhere."""
    known = keys_of(mapping, list(sets))
    t.equal(known, set(values) | set(others), f"keys of {mapping or 'the scene'}")
    for key, (one, other) in values.items():
        walk(f"{mapping}.{key}" if mapping else key, one, other, sets, methods)


# ---- the top level; geometry, places and outputs are the same to all methods ----
walk_all(
    "",
    {"seed": ("1", "2"), "gravity": ("[0, 0, -9.81]", "[0, 0, -5]"), "dimension": ("3", "2")},
    sets=[("particles.0.velocity", "{thermal: 1}")],
    others="repose title method thickness domain materials laws interactions particles groups walls run stages output "
    "start".split(),
)
walk(
    "thickness",
    "0.1",
    "0.2",
    [
        ("dimension", "2"),
        ("gravity", "[0, -9.81]"),
        ("domain", "{lower: [-1, -1], upper: [1, 1]}"),
        ("particles.0", "{name: a, material: m, radius: 0.01, place: {list: [[0, 0.0102]]}, velocity: [0.5, -0.5]}"),
        ("walls.0.plane", "{point: [0, 0], normal: [0, 1]}"),
        ("interactions.0.normal", "{law: linear, stiffness: 1.0e5}"),
    ],
)
walk_all("materials.m", {"density": ("1000", "2000"), "young": ("1.0e7", "2.0e7"), "poisson": ("0.3", "0.2")})
walk_all(
    "particles.0",
    {
        "mass": ("0.001", "0.002"),
        "radius": ("0.01", "0.0099"),
        "velocity": ("[0.5, 0, -0.5]", "[0.4, 0, -0.5]"),
        "omega": ("[0, 3, 0]", "[0, 4, 0]"),
        "force": ("[0, 0, 0]", "[0.01, 0, 0]"),
        "torque": ("[0, 0, 0]", "[0, 1.0e-4, 0]"),
        "lock": ("[x]", "[y]"),
        "angle": ("0", "1"),
        "count": ("2", "1"),
    },
    others="name shape material place frozen driven glued".split(),
)
place = "name: a, material: m, radius: 0.01, place: {list: [[0, 0, 0.5]]}"
for one, other in (
    ("{%s}", "{%s, frozen: true}"),
    ("{%s, driven: {velocity: [1, 0, 0]}}", "{%s, driven: {velocity: [0, 1, 0]}}"),
    ("{%s}", "{%s, glued: floor}"),
):
    walk("particles.0", one % place, other % place, [("run.step", "1.0e-4")])

# ---- interactions ----
walk_all(
    "interactions.0",
    {
        "friction": ("0.4", "0.3"),
        "restitution": ("{normal: 0.8, speed: 1}", "{normal: 0.7, speed: 1}"),
        "normal": ("{law: viscoelastic}", "{law: linear, stiffness: 1.0e5}"),
        "adhesion": ("{law: constant, force: 1.0e-3}", "{law: constant, force: 2.0e-3}"),
        "tangential": ("{law: mindlin}", "{law: cundall-strack, stiffness: 1.0e4}"),
        "rolling": ("{law: constant-torque, friction: 0.1}", "{law: constant-torque, friction: 0.2}"),
    },
    others=["between"],
)
constant = [(RULE + "friction", "{sliding: 0.4}")]
walk_all(RULE + "friction", {"static": ("0.5", "0.6"), "sliding": ("0.3", "0.4")}, constant)
for tangential in ("{law: coulomb}", "{law: haff-werner, damping: 0.1}", "{law: walton-braun, stiffness: 1.0e4}"):
    sets = [(RULE + "friction", "{sliding: 0.4}"), (RULE + "tangential", tangential)]
    walk(RULE + "friction.static", "0.5", "0.6", sets)
# long enough for contacts that last and slide, by small steps; without a collapse policy a single impact
slow = [
    (RULE + "restitution", "0.3"),
    (RULE + "normal", "{law: linear, stiffness: 1.0e4}"),
    ("run.step", "1.0e-4"),
    ("particles.0.velocity", "[5, 0, -0.5]"),
]
decay = [(RULE + "friction", "{at_rest: 0.4, at_speed: 0.2, speed: 0.5}")] + slow
for methods, stop in (
    (METHODS, [("run.until", "0.15")]),
    (["event-driven"], [("run.event-driven", "{}"), ("run.until", "0.02")]),
):
    walk_all(
        RULE + "friction",
        {"at_rest": ("0.4", "0.35"), "at_speed": ("0.2", "0.1"), "speed": ("0.5", "0.7"), "static": ("0.5", "0.6")},
        decay + stop,
        methods=methods,
    )
    sets = [(RULE + "friction", "{table: [[0, 0.4], [1, 0.2]]}")] + slow + stop
    walk(RULE + "friction.table", "[[0, 0.4], [1, 0.2]]", "[[0, 0.4], [1, 0.1]]", sets, methods)
walk_all(
    RULE + "restitution",
    {"normal": ("0.8", "0.7"), "tangential": ("0.1", "0.3"), "speed": ("1", "2")},
)
walk(RULE + "restitution.speed", "1", "2", [(RULE + "normal", "{law: linear, stiffness: 1.0e5}")])
walk(RULE + "restitution.tangential", "0.1", "0.3", [(RULE + "friction", "0")])
table = [(RULE + "restitution", "{table: [[0, 1], [1, 0.8]]}")]
walk_all(
    RULE + "restitution",
    {"table": ("[[0, 1], [1, 0.8]]", "[[0, 1], [1, 0.7]]"), "tangential": ("0.1", "0.3")},
    table,
    methods=["contact-dynamics", "event-driven"],
)

# ---- parameters of laws, where restitution follows from them ----
LAW = "{between: [m, m], friction: 0.4, normal: %s, tangential: %s, rolling: {law: spring-dashpot, friction: 0.1}}"
LINEAR, SPRING = "{law: linear, stiffness: 1.0e5, damping: 1}", "{law: cundall-strack, stiffness: 1.0e4, damping: 1}"
laws = [("interactions.0", LAW % (LINEAR, SPRING)), ("run.without", "[rolling]")]
walk_all(
    RULE + "normal",
    {"stiffness": ("1.0e5", "2.0e5"), "damping": ("1", "2"), "tension": ("false", "true")},
    laws,
    ["law", "damping_per_mass"],
)
walk_all(
    RULE + "tangential",
    {"stiffness": ("1.0e4", "2.0e4"), "damping": ("1", "2")},
    laws,
    ["law", "stiffness_ratio", "damping_ratio", "elongation"],
)
walk_all(
    RULE + "rolling",
    {
        "friction": ("0.1", "0.2"),
        "twisting": ("0.1", "0.2"),
        "stiffness": ("1.0e-3", "2.0e-3"),
        "damping_ratio": ("0.1", "0.2"),
    },
    laws + [("particles.0.omega", "[0, 3, 30]")],
    ["law", "length"],
)

# ---- walls ----
turning = "{center: [0, 0, 0], axis: [0, 0, 1], speed: %d}"
walk_all(
    "walls.0",
    {
        "velocity": ("[0, 0, 0.1]", "[0, 0, 0.2]"),
        "vibration": ("{amplitude: [0, 0, 0.001], frequency: 30}", "{amplitude: [0, 0, 0.001], frequency: 40}"),
        "rotation": (turning % 1, turning % 2),
        "heated": ("{temperature: 1.0e-6}", "{temperature: 2.0e-6}"),
    },
    others="name material mass load until plane box segment disc cone rectangle cylinder".split(),
)
walk("walls.0.mass", "0.1", "0.2", [("walls.0.load", "{force: 1}")], ["soft", "contact-dynamics"])
walk("walls.0.until", "0.02", "0.2", [("run.until", "0.3")])
walk("walls.0.load", "{force: 1}", "{force: 2}", [("walls.0.mass", "0.1")])

# ---- run ----
walk_all(
    "run",
    {
        "until": ("0.1", "0.05"),
        "step": ("1.0e-4", "2.0e-4"),
        "safety": ("25", "30"),
        "skin": ("1.0e-3", "2.0e-3"),
        "orientation": ("true", "false"),
    },
    others=["max_overlap", "without"] + METHODS,
)
walk("run.safety", "25", "30", [("run.step", "1.0e-4")])
rolling = (RULE + "rolling", "{law: spring-dashpot, friction: 0.1, stiffness: 1.0e-3}")
walk(RULE + "rolling.stiffness", "1.0e-3", "2.0e-3", [rolling, ("run.without", "[rolling]")])
adhesion = (RULE + "adhesion", "{law: constant, force: 1.0e-3}")
walk(RULE + "adhesion.force", "1.0e-3", "2.0e-3", [adhesion, ("run.without", "[adhesion]")])

# ---- a refusal has the line, and compare goes on without what a method lacks ----
NORMAL = "    normal: {law: viscoelastic}"
lines = SCENE.replace(NORMAL, NORMAL + "\n    rolling: {law: constant-torque, friction: 0.1}")
p = repose("check", t.scene(lines.replace("method: soft", "method: event-driven"), "rolling.yaml"))
t.equal(p.returncode, 2, "events refuse rolling friction")
t.check(re.search(r"rolling.yaml:13:\d+: interactions.0.rolling", p.stderr), f"line and key: {p.stderr}")
p = repose("compare", t.path("rolling.yaml"), "-o", t.path("three"), "--threads", "1", "--set", "run.without=[rolling]")
t.equal(p.returncode, 0, f"compare: {p.stderr}")
t.check("goes without rolling in the method 'event-driven'" in p.stderr, f"compare says it: {p.stderr}")
sys.exit(t.end())
