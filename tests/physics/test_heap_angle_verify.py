"""The example heap: its angle of repose, with the spread over seeds.

The angle is the mean slope of the two flanks (_heap.py). Discs of friction 0.5 that roll freely pile up at 15 to 25
degrees in two dimensions; what is asserted is that every seed gives a heap (not a puddle, not a tower) and that seeds
scatter by less than the few degrees that one avalanche moves the slope.

The angle rises with friction: 0.1, 0.3 and 0.5, three seeds each. Seeds scatter by 0.8 degrees, the difference of two
means of three by 0.65: the first step must show by twice that. Discs that roll freely gain little beyond 0.3 (16.3 and
17.6 degrees): there the angle must not fall by more than the error, and over the whole range it must rise by four times
it.
"""
import json, os, subprocess, sys, tempfile
import numpy as np

from _heap import angles, highest

REPOSE, SOURCE = os.environ["REPOSE"], os.environ["REPOSE_SOURCE"]
SEEDS = range(1, 9)


def run(out, *settings):
    subprocess.run(
        [
            REPOSE,
            "run",
            f"{SOURCE}/examples/heap.yaml",
            "-o",
            out,
            "--quiet",
            "--set",
            "output.frames.every=10",
            *(x for s in settings for x in ("--set", s)),
        ],
        check=True,
    )
    return 0.5 * sum(angles(out, highest))


def rises_with_friction(tmp):
    means = []
    for friction in (0.1, 0.3, 0.5):
        found = [
            run(os.path.join(tmp, f"mu{friction}-{seed}"), f"interactions.0.friction={friction}", f"seed={seed}")
            for seed in range(1, 4)
        ]
        means.append(np.mean(found))
        print(f"friction {friction}: {means[-1]:.1f} degrees ({', '.join(f'{x:.1f}' for x in found)})", flush=True)
    assert means[1] - means[0] > 1.3 and means[2] - means[1] > -0.65 and means[2] - means[0] > 2.6


def main():
    found = []
    with tempfile.TemporaryDirectory() as tmp:
        rises_with_friction(tmp)
        for seed in SEEDS:
            out = os.path.join(tmp, str(seed))
            run(out, f"seed={seed}")
            with open(os.path.join(out, "summary.json")) as f:
                summary = json.load(f)
            left, right = angles(out, highest)
            found.append(0.5 * (left + right))
            print(
                f"seed {seed}: left {left:.1f}, right {right:.1f} degrees; budget error"
                f" {summary['budget_error'] / summary['budget_turnover']:.2e} of the turnover"
            )
            assert (
                abs(summary["budget_error"]) < 5e-3 * summary["budget_turnover"]
            ), "the budget's error is of the order (dt/t_c)^2 = 1.6e-3"
    mean, spread = np.mean(found), np.std(found, ddof=1)
    print(f"angle of repose {mean:.1f} +- {spread:.1f} degrees over {len(found)} seeds")
    assert 12 < mean < 28 and spread < 3
    return 0


sys.exit(main())
