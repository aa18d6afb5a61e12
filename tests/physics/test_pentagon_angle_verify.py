"""The example heap of pentagons beside the same heap of discs: corners do not roll, so that pentagons stand steeper.

The angle is that of test_heap_angle_verify: lines through the two flanks between 15 % and 85 % of the height, over seeds.
"""
import os, subprocess, sys, tempfile
import h5py, numpy as np

REPOSE, SOURCE = os.environ["REPOSE"], os.environ["REPOSE_SOURCE"]
SEEDS = range(1, 4)


def flank(x, y, height, side):
    half = [(a, b) for a, b in zip(x, y) if side * a > 0 and 0.15 * height < b < 0.85 * height]
    a, b = np.array(half).T
    return np.degrees(np.arctan(-side * np.polyfit(a, b, 1)[0]))


def angle(directory):
    with h5py.File(os.path.join(directory, "checkpoint.h5")) as f:
        row, group = f["particles/row"][:], f["particles/group"][:].ravel()
    grains = row[group != group[np.argmin(row[:, 1])]]
    x, y, width = grains[:, 0] - np.median(grains[:, 0]), grains[:, 1], 4 * grains[:, 3].mean()
    columns = np.floor(x / width)
    surface = [((c + 0.5) * width, y[columns == c].max()) for c in np.unique(columns)]
    sx, sy = np.array(surface).T
    return 0.5 * (flank(sx, sy, sy.max(), -1) + flank(sx, sy, sy.max(), 1))


def angles(shape):
    found = []
    with tempfile.TemporaryDirectory() as tmp:
        for seed in SEEDS:
            out = os.path.join(tmp, str(seed))
            subprocess.run([REPOSE, "run", f"{SOURCE}/examples/pentagons.yaml", "-o", out, "--quiet", "--set", f"seed={seed}", "--set", "output.frames.every=10"] + shape, check=True)
            found.append(angle(out))
    print(f"{'discs' if shape else 'pentagons'}: {np.mean(found):.1f} +- {np.std(found, ddof=1):.1f} degrees over {len(found)} seeds")
    return np.array(found)


if __name__ == "__main__":
    pentagons, discs = angles([]), angles(["--set", "particles.grains.shape=disc"])
    assert np.mean(pentagons) > np.mean(discs) + 2, "pentagons are steeper by more than the scatter of seeds"
    sys.exit(0)
