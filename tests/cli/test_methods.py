"""Examples of different kinds by every method, with nothing changed but `method:`. A method that cannot, refuses with
place, key and what it expects; a run that stops says why, and `check` has said that it may. `check` says what
contacts are to the method, and a key of an interaction that changes nothing in a run is named as without effect."""
import os
import re
import sys

sys.path.insert(0, os.path.dirname(__file__))
from _repose import SOURCE, Test, repose, summary

t = Test()
CONTACTS = {
    "soft": "soft: they overlap and last",
    "contact-dynamics": "rigid, without overlap and duration",
    "event-driven": "instants, two particles at a time",
}
LINEAR = {"friction": 0.4, "restitution": 0.45, "normal.stiffness": 9.0e3, "tangential.stiffness_ratio": 0.7}
# A time in which particles strike and rub; other values of keys of the first interaction; what a method refuses.
EXAMPLES = {
    "bounce": (0.3, {**LINEAR, "friction": 0.01, "normal.stiffness": 9.0e4}, {}),
    "drum": (0.015, {"friction": 0.5, "restitution": 0.45, "normal.stiffness": 6.0e3,
                     "tangential.elongation": "geometric"},
             {"event-driven": "walls.drum.rotation"}),
    "pentagons": (0.04, {**LINEAR, "tangential.damping_ratio": 0.4}, {"event-driven": "particles.grains.shape"}),
    "cooling-gas": (0.002, {"restitution": 0.8}, {"soft": "interactions.0"}),
    "feeder": (0.15, LINEAR, {}),
    "shear-cell": (0.07, {"friction": 0.4}, {"event-driven": "domain.stress"}),
}  # fmt: skip


def outcome(scene, method, until, *sets):
    changes = (f"method={method}", f"run.until={until}", "output={}", *sets)
    words = [word for x in changes for word in ("--set", x)]
    p = repose("run", scene, "-o", t.path("out"), "--force", "--threads", "1", *words)
    return p, summary(t.path("out"))["state_hash"] if p.returncode == 0 else p.stderr


def refused(name, method, key, p):
    """With file, line, the key that the example has there, and what is expected instead."""
    place = re.search(rf"{name}\.yaml:(\d+):\d+: {re.escape(key)}: .*expected", p.stderr)
    t.check(p.returncode == 2 and place, f"{name} by {method} is refused at {key}: {p.stderr}")


def named(said, key):
    """Among the keys without effect of the first interaction, by itself or with all of its law."""
    line = re.search(r"^interaction(?:.*\n)(?: .*\n)*? +without effect:(.*)", said, re.M)
    return line and {key, key.split(".")[0]} & set(line.group(1).split())


def walk(scene, name, method, until, keys, said):
    first, state = outcome(scene, method, until)
    if first.returncode == 1:  # events that come to rest
        stops = "in the end stops the run" in said
        t.check(method == "event-driven" and stops and "expected run.event-driven.collapse" in first.stderr,
                f"{name} by {method} stops with a reason that check has given: {first.stderr}")  # fmt: skip
        return
    t.equal(first.returncode, 0, f"{name} by {method}: {first.stderr}")
    for key, value in keys.items():
        override = f"interactions.0.{key}={value}"
        p, other = outcome(scene, method, until, override)
        if p.returncode == 2:
            t.check(f"--set interactions.0.{key}" in p.stderr or re.search(r"yaml:\d+:\d+: ", p.stderr),
                    f"{name} by {method}: {key} is refused in its place: {p.stderr}")  # fmt: skip
        elif other == state:
            said = repose("check", scene, "--set", f"method={method}", "--set", override).stdout
            t.check(named(said, key), f"{name} by {method}: {key} changes nothing, and check does not say it\n{said}")


for name, (until, keys, refusals) in EXAMPLES.items():
    scene = os.path.join(SOURCE, "examples", name + ".yaml")
    for method, contacts in CONTACTS.items():
        p = repose("check", scene, "--set", f"method={method}")
        if method in refusals:
            refused(name, method, refusals[method], p)
            continue
        t.equal(p.returncode, 0, f"check of {name} by {method}: {p.stderr}")
        t.check(contacts in p.stdout, f"check of {name} by {method} says what contacts are: {p.stdout}")
        walk(scene, name, method, until, keys, p.stdout)
t.end()
