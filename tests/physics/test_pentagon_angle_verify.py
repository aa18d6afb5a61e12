"""The example heap of pentagons beside the same heap of discs: corners do not roll, so that pentagons stand steeper.

The angle is that of test_heap_angle_verify (_heap.py), over seeds.
"""
import os, subprocess, sys, tempfile
import numpy as np

from _heap import angles, median

REPOSE, SOURCE = os.environ["REPOSE"], os.environ["REPOSE_SOURCE"]
SEEDS = range(1, 4)


def heaps(shape):
    found = []
    with tempfile.TemporaryDirectory() as tmp:
        for seed in SEEDS:
            out = os.path.join(tmp, str(seed))
            subprocess.run(
                [
                    REPOSE,
                    "run",
                    f"{SOURCE}/examples/pentagons.yaml",
                    "-o",
                    out,
                    "--quiet",
                    "--set",
                    f"seed={seed}",
                    "--set",
                    "output.frames.every=10",
                ]
                + shape,
                check=True,
            )
            found.append(0.5 * sum(angles(out, median)))
    print(
        f"{'discs' if shape else 'pentagons'}: {np.mean(found):.1f} +- {np.std(found, ddof=1):.1f} degrees over"
        f" {len(found)} seeds"
    )
    return np.array(found)


if __name__ == "__main__":
    pentagons, discs = heaps([]), heaps(["--set", "particles.grains.shape=disc"])
    assert np.mean(pentagons) > np.mean(discs) + 2, "pentagons are steeper by more than the scatter of seeds"
    sys.exit(0)
