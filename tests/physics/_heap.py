"""The angle of repose of a heap on a line: the slopes of its two flanks.

The surface is the highest grain in columns two diameters wide; between 15 % and 85 % of the heap's height a line is
fitted on each side. The lowest grain's group is the ground.
"""
import os
import h5py, numpy as np


def flank(x, y, height, side):
    half = [(a, b) for a, b in zip(x, y) if side * a > 0 and 0.15 * height < b < 0.85 * height]
    a, b = np.array(half).T
    return np.degrees(np.arctan(-side * np.polyfit(a, b, 1)[0]))


def angles(directory, middle):
    """Left and right, in degrees; middle: where the heap's axis is, from the grains' rows (x, y, z, radius)."""
    with h5py.File(os.path.join(directory, "checkpoint.h5")) as f:
        row = np.hstack([f["particles/position"][:], f["particles/radius"][:]])
        group = f["particles/group"][:].ravel()
    grains = row[group != group[np.argmin(row[:, 1])]]
    x, y, width = grains[:, 0] - middle(grains), grains[:, 1], 4 * grains[:, 3].mean()
    columns = np.floor(x / width)
    surface = [((c + 0.5) * width, y[columns == c].max()) for c in np.unique(columns)]
    sx, sy = np.array(surface).T
    return [flank(sx, sy, sy.max(), side) for side in (-1, 1)]


def highest(grains):
    return grains[np.argmax(grains[:, 1]), 0]


def median(grains):
    return np.median(grains[:, 0])
