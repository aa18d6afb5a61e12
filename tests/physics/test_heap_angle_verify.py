"""The example heap: its angle of repose, with the spread over seeds.

The angle is the mean slope of the two flanks: the surface (highest grain in columns two diameters wide) between 15 % and 85 % of
the heap's height, fitted by a line on each side. Discs of friction 0.5 that roll freely pile up at 15 to 25 degrees in two
dimensions; what is asserted is that every seed gives a heap (not a puddle, not a tower) and that seeds scatter by less than
the few degrees that one avalanche moves the slope.

The angle rises with friction: 0.1, 0.3 and 0.5, three seeds each. Seeds scatter by 0.8 degrees, the difference of two means of three by 0.65: the first step must show by twice that.
Discs that roll freely gain little beyond 0.3 (16.3 and 17.6 degrees): there the angle must not fall by more than the error, and over the whole range it must rise by four times it.
"""
import json, os, subprocess, sys, tempfile
import h5py, numpy as np

REPOSE, SOURCE = os.environ["REPOSE"], os.environ["REPOSE_SOURCE"]
SEEDS = range(1, 9)


def flank(x, y, height, side):
    half = [(a, b) for a, b in zip(x, y) if side * a > 0 and 0.15 * height < b < 0.85 * height]
    a, b = np.array(half).T
    return np.degrees(np.arctan(-side * np.polyfit(a, b, 1)[0]))


def angle(directory):
    with h5py.File(os.path.join(directory, "checkpoint.h5")) as f:
        row, group = f["particles/row"][:], f["particles/group"][:].ravel()
    grains = row[group != group[np.argmin(row[:, 1])]]
    top = grains[np.argmax(grains[:, 1]), 0]
    x, y, width = grains[:, 0] - top, grains[:, 1], 4 * grains[:, 3].mean()
    columns = np.floor(x / width)
    surface = [((c + 0.5) * width, y[columns == c].max()) for c in np.unique(columns)]
    sx, sy = np.array(surface).T
    return [flank(sx, sy, sy.max(), side) for side in (-1, 1)]


def run(out, *settings):
    subprocess.run([REPOSE, "run", f"{SOURCE}/examples/heap.yaml", "-o", out, "--quiet", "--set", "output.frames.every=10", *(x for s in settings for x in ("--set", s))], check=True)
    return 0.5 * sum(angle(out))


def rises_with_friction(tmp):
    means = []
    for friction in (0.1, 0.3, 0.5):
        found = [run(os.path.join(tmp, f"mu{friction}-{seed}"), f"interactions.0.friction={friction}", f"seed={seed}") for seed in range(1, 4)]
        means.append(np.mean(found))
        print(f"friction {friction}: {means[-1]:.1f} degrees ({', '.join(f'{x:.1f}' for x in found)})", flush=True)
    assert means[1] - means[0] > 1.3 and means[2] - means[1] > -0.65 and means[2] - means[0] > 2.6


def main():
    angles = []
    with tempfile.TemporaryDirectory() as tmp:
        rises_with_friction(tmp)
        for seed in SEEDS:
            out = os.path.join(tmp, str(seed))
            run(out, f"seed={seed}")
            with open(os.path.join(out, "summary.json")) as f:
                summary = json.load(f)
            left, right = angle(out)
            angles.append(0.5 * (left + right))
            print(f"seed {seed}: left {left:.1f}, right {right:.1f} degrees; budget error {summary['budget_error'] / summary['budget_turnover']:.2e} of the turnover")
            assert abs(summary["budget_error"]) < 5e-3 * summary["budget_turnover"], "the budget's error is of the order (dt/t_c)^2 = 1.6e-3"
    mean, spread = np.mean(angles), np.std(angles, ddof=1)
    print(f"angle of repose {mean:.1f} +- {spread:.1f} degrees over {len(angles)} seeds")
    assert 12 < mean < 28 and spread < 3
    return 0


sys.exit(main())
