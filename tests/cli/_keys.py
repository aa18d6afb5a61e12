"""Every key of a scene, in every method: it has an effect, it is refused with its name and place, or the log and
`check` name it as without effect. The keys come from the program itself, which lists those of a mapping when it meets
an unknown one: a key without a row in the tables of test_keys.py and test_keys_laws.py fails the test, and so does a
mapping without a table."""
import hashlib
import json
import os
import re
import sys
import zlib

sys.path.insert(0, os.path.dirname(__file__))
from _repose import Test, repose

t = Test()
METHODS = ["soft", "contact-dynamics", "event-driven"]
# Two spheres that meet each other and a floor, with slip. Coefficients are given, which is the fastest for events;
# those that follow from laws have coarse tables, for the same reason.
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
    restitution: {normal: 0.8, tangential: 0.2}
    normal: {law: linear, stiffness: 2.0e4}
particles:
  - {name: a, material: m, radius: 0.01, place: {list: [[0, 0, 0.0102]]}, velocity: [0.5, 0.1, -0.5], omega: [0, 3, 0]}
  - {name: b, material: m, radius: 0.01, place: {list: [[0.0205, 0.001, 0.0103]]}, velocity: [-0.5, 0, -0.1]}
walls: [{name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}]
run: {until: 0.02, event-driven: {collapse: tc, contact_time: 1.0e-4, coefficient_error: 0.1}}
output: {series: {every: 0.002}}
"""
scene = t.scene(SCENE)
RULE = "interactions.0."
tables = {}  # of mappings: keys that have a row, and what must be set for the mapping to be there


def flags(sets):
    return [word for key, value in sets for word in ("--set", f"{key}={value}")]


def listed(text):
    """The keys that the program expects where it met zzz."""
    found = re.search(r"unknown key 'zzz' \(got zzz, expected (.*?)\)", text)
    return set(re.split(r", | or ", found.group(1))) if found else None


def asked(sets):
    return listed(repose("check", scene, *flags(sets)).stderr)


def files():
    """What observers have written; the rest of a run's directory has wall clocks and host names."""
    digest = hashlib.sha256()
    for directory, _, names in sorted(os.walk(t.path("out"))):
        for name in sorted(names):
            if re.match(r"log.txt|summary.json|checkpoint|scene.yaml|run.lock", name):
                continue
            digest.update(name.encode())
            with open(os.path.join(directory, name), "rb") as f:
                digest.update(f.read())
    return digest.hexdigest()


known_outcomes = {}


def outcome(method, sets):
    """Exit code, what the run has left, its messages."""
    chosen = flags([("method", method)] + sets)
    if str(chosen) not in known_outcomes:
        p = repose("run", scene, "-o", t.path("out"), "--force", "--threads", "1", *chosen)
        state, log = p.stderr, p.stderr  # a run that failed has stopped with a message of its own
        if p.returncode == 0:
            with open(t.path("out", "summary.json")) as f:
                state = json.load(f)["state_hash"] + files()
            with open(t.path("out", "log.txt")) as f:
                log = f.read()
        known_outcomes[str(chosen)] = p.returncode, state, log
    return known_outcomes[str(chosen)]


def checked(method, sets):
    """What `check` says, but for memory and the time, which is measured and differs from call to call."""
    text = repose("check", scene, *flags([("method", method)] + sets)).stdout
    return re.sub(r"memory .* a particle|^time  .*$", "", text, flags=re.MULTILINE)


def named(text, key):
    """A message that names the key, or its last part, among those without effect."""
    last = key.replace(RULE, "")
    return any(
        re.search(rf"(?<![\w.]){re.escape(name)}(?![\w.])", line)
        for line in text.split("\n")
        for name in (last, last.split(".")[0], "normal" if key.startswith("materials") else last)
        if "without effect" in line or "goes without" in line
    )


def refused_by_name(x, key):
    """In place: the override, or file and line; and the key itself."""
    place = f"--set {key}=" in x[2] or re.search(r"scene.yaml:\d+:\d+: ", x[2])
    return x[0] == 2 and place and re.search(rf"\.?{key.split('.')[-1]}\b.*: ", x[2])


def some(key, methods):
    """All of them in the second tier; in the first one of them, another for another key."""
    whole = os.environ.get("REPOSE_KEYS") == "all"
    return list(methods) if whole else list(methods)[zlib.crc32(key.encode()) % max(1, len(methods)) :][:1]


def walk(key, one, other, sets=(), methods=METHODS):
    sets = list(sets)
    for method in some(key, methods):
        a, b = outcome(method, sets + [(key, one)]), outcome(method, sets + [(key, other)])
        refused = [x for x in (a, b) if x[0] not in (0, 1)]
        if refused:
            good = all(refused_by_name(x, key) for x in refused)
            t.check(good, f"{method}: {key} is refused by name and place: {refused[0][2]}")
        elif a[1] == b[1]:
            said = checked(method, sets + [(key, other)])
            if said != checked(method, sets + [(key, one)]):
                continue
            t.check(named(b[2], key), f"{method}: {key}: {one} or {other}: no effect and no word\n{b[2]}")
            t.check(named(said, key), f"{method}: {key}: {one} or {other}: not named by check\n{said}")


def same(key, one, other, sets=(), methods=METHODS):
    """A matter of speed or effort: the same results by both."""
    for method in some(key, methods):
        a, b = outcome(method, list(sets) + [(key, one)]), outcome(method, list(sets) + [(key, other)])
        t.check(a[0] == b[0] == 0, f"{method}: {key}: {a[2]}{b[2]}")
        t.equal(a[1], b[1], f"{method}: {key}: {one} or {other}")


def table(mapping, rows, sets=(), methods=METHODS, whole=None):
    """rows: of each key two values, with more overrides, with fewer methods, or a text: where else it is tried, or that
    it is a label. whole: the mapping as a text, where --set of one key would collide with another key."""
    sets = list(sets)
    probe = (mapping, whole % "zzz: 1") if whole else (mapping + ".zzz" if mapping else "zzz", "1")
    known = asked(sets + [probe]) or set()
    t.equal(known, set(rows), f"keys of {mapping or 'the scene'}")
    tables.setdefault(mapping, []).append((known, sets, whole))
    for key, row in rows.items():
        if isinstance(row, str):
            continue
        path = f"{mapping}.{key}" if mapping else key
        more = list(row[2]) if len(row) > 2 else []
        own = row[3] if len(row) > 3 else methods
        if whole:
            walk(mapping, whole % f"{key}: {row[0]}", whole % f"{key}: {row[1]}", sets + more, own)
        else:
            walk(path, row[0], row[1], sets + more, own)


def find_mappings(elsewhere):
    """Keys whose values are mappings with keys of their own have a table, too, here or in another script."""
    for mapping, forms in list(tables.items()):
        for known, sets, whole in forms:
            for key in known:
                path = f"{mapping}.{key}" if mapping else key
                for value, below in (("{zzz: 1}", path), ("[{zzz: 1}]", path + ".0")):
                    more = (mapping, whole % f"{key}: {value}") if whole else (path, value)
                    if asked(sets + [more]):
                        t.check(below in tables or below in elsewhere, f"{below} is a mapping without a table")


TABLE = "a table in time: rows of the quantity itself"
LABEL = "a name"
THERE = "tried as a mapping of its own"
LAWS = [(RULE + "restitution", "{normal: 0.8, speed: 1}"), (RULE + "normal", "{law: viscoelastic}")]
STEP = [("run.step", "1.0e-4")]
FLAT = [
    ("dimension", "2"),
    ("gravity", "[0, -9.81]"),
    ("domain", "{lower: [-1, -1], upper: [1, 1]}"),
    ("particles", "[{name: a, material: m, radius: 0.01, place: {list: [[0, 0.0102]]}, velocity: [0.5, -0.5]}]"),
    ("walls.0.plane", "{point: [0, 0], normal: [0, 1]}"),
    ("interactions.0.normal", "{law: linear, stiffness: 1.0e5}"),
]


def radii(mapping, sets, methods=METHODS):
    """Sizes, of entries in `particles` and of what sources give (which refuse lists and files)."""
    for name, second in (("radii.csv", 0.009), ("smaller.csv", 0.008)):
        t.scene(f"radius\n0.01\n{second}\n", name)
    table(
        mapping,
        {
            "uniform": ("[0.008, 0.01]", "[0.009, 0.01]"),
            "normal": THERE,
            "lognormal": THERE,
            "sieve": ("[[0.016, 0], [0.02, 1]]", "[[0.016, 0], [0.018, 0.9], [0.02, 1]]"),
            "list": ("[0.01, 0.009]", "[0.01, 0.008]"),
            "file": (t.path("radii.csv"), t.path("smaller.csv")),
            "by": "below: beside a distribution",
        },
        sets,
        methods,
        whole="{%s}",
    )
    walk(mapping, "{uniform: [0.008, 0.01]}", "{uniform: [0.008, 0.01], by: mass}", sets, methods)
    walk(mapping + ".by", "number", "mass", sets + [(mapping, "{sieve: [[0.016, 0], [0.02, 1]]}")], methods)
    for kind, middle, width, values in (
        ("normal", "mean", "deviation", ("1.0e-4", "2.0e-4")),
        ("lognormal", "median", "sigma", ("0.01", "0.02")),
    ):
        table(
            f"{mapping}.{kind}",
            {
                middle: ("0.009", "0.0091"),
                width: values,
                "lower": ("0.0085", "0.009"),
                "upper": ("0.009", "0.0095"),
            },
            sets + [(mapping, "{%s: {%s: 0.009, %s: %s}}" % (kind, middle, width, values[0]))],
            methods,
        )
