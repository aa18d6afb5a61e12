"""Starters show what they say.

drum: small grains gather in the core. Seen from the axis both sizes have the same mean distance when they are mixed:
2/3 of the drum's radius in a half-filled drum. With n grains each mean has an error of sd / sqrt(n), where
sd = R / sqrt(18) is that of a uniform half disc. A random mixture differs by three times its error once in a thousand
times: the difference must be more.

brazil-nut: the nut begins on the floor and lies on top in the end: nothing reaches as high as it does.
"""
import csv
import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "cli"))
from _repose import SOURCE, Test, repose, run

t = Test()


def particles(name, seed):
    """The last state: a dictionary of columns."""
    out = f"{name}-{seed}"
    scene = os.path.join(SOURCE, "examples", name + ".yaml")
    run(t, scene, out, "--set", f"seed={seed}", "--set", "output={}", "--threads", "1")
    p = repose("export", t.path(out), "-o", t.path(out + ".csv"))
    t.equal(p.returncode, 0, p.stderr)
    with open(t.path(out + ".csv")) as f:
        rows = list(csv.DictReader(line for line in f if not line.startswith("#")))
    return {key: np.array([row[key] for row in rows]) for key in rows[0]}


def drum(seed):
    p = particles("drum", seed)
    r, small = np.hypot(p["x"].astype(float), p["y"].astype(float)), p["group"] == "small"
    means = r[small].mean(), r[~small].mean()
    error = 0.1 / np.sqrt(18) * np.sqrt(1 / small.sum() + 1 / (~small).sum())
    print(f"drum, seed {seed}: {1e3 * means[0]:.1f} mm from the axis, large ones {1e3 * means[1]:.1f} mm", flush=True)
    t.check(means[1] - means[0] > 3 * error, f"seed {seed}: {means} m from the axis, error {error}")


def brazil_nut(seed):
    p = particles("brazil-nut", seed)
    tops, nut = p["y"].astype(float) + p["radius"].astype(float), p["group"] == "nut"
    print(f"brazil-nut, seed {seed}: the nut reaches {1e3 * tops[nut][0]:.1f} mm, the highest grain "
          f"{1e3 * tops[~nut].max():.1f} mm", flush=True)
    t.check(tops[nut][0] > tops[~nut].max(), f"seed {seed}: the nut is not on top")


for seed in (1, 2, 3, 4):
    brazil_nut(seed)
for seed in (7, 1):
    drum(seed)
t.end()
