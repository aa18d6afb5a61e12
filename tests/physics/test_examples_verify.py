"""The energy budget of every example, over an eighth of its time: energy there = energy at the start + work - losses.

- Event-driven and contact dynamics close it to rounding: 1e-11 of the turnover (the sum of all terms) after 1e5 or 1e6
  events or contacts.
- Soft: to the integrator's order. Velocity Verlet has (dt/t_c)^2 = 1.6e-3 at the usual 25 steps a contact: 3 times that
  is allowed. With half the step it is a quarter; chaos makes it another path and other contacts, so 2.5 times less is
  the bound, and of a single ball, whose few touches fall anywhere in a step, only the bound.
- The soft examples with contact dynamics in place of their method, where it takes them.
"""
import glob
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "cli"))
from _repose import SOURCE, Test, run

t = Test()


def budget(path, name, *arguments):
    shorter = ["--set", f"run.until={float(until.group(1)) / 8}"] if until else []  # scenes in stages run as they are
    s = run(t, path, name, "--threads", "1", *shorter, "--set", "output={}", *arguments)
    return abs(s["budget_error"]) / s["budget_turnover"] if s else float("nan")


for path in sorted(glob.glob(os.path.join(SOURCE, "examples", "*.yaml"))):
    name = os.path.splitext(os.path.basename(path))[0]
    with open(path) as f:
        text = f.read()
    until = re.search(r"^run:.*\buntil: ([\d.e+-]+)", text, re.M)
    if "method: soft" not in text:
        error = budget(path, name)
        print(f"{name}: {error:.2e}", flush=True)
        t.check(error < 1e-11, f"{name}: budget error {error}")
        continue
    error, half = budget(path, name), budget(path, name + "-half", "--set", "run.safety=50")
    print(f"{name}: {error:.2e}, with half the step {half:.2e}", flush=True)
    t.check(error < 3 / 25**2 and half < 3 / 50**2, f"{name}: budget errors {error}, {half}")
    t.check(half < error / 2.5 or "count:" not in text, f"{name}: of second order: {error}, {half}")
    if "count:" in text and "damping: auto" not in text:  # contact dynamics has no servo
        error = budget(path, name + "-rigid", "--set", "method=contact-dynamics", "--set", "run.step=1.0e-4")
        print(f"{name}, contact dynamics: {error:.2e}", flush=True)
        t.check(error < 1e-11, f"{name} with contact dynamics: budget error {error}")
t.end()
