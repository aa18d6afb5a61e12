"""What the tests of frictional contact problems share: a scene that writes some, and the natural map, written anew."""
import h5py
import numpy as np

# Spheres fall into a box and come to rest: impacts, slip, contacts that last.
SCENE = """\
repose: 1
title: bed
dimension: 3
method: contact-dynamics
gravity: [0, 0, -9.81]
materials: {glass: {density: 2500}}
interactions: [{between: [glass, glass], friction: 0.4, restitution: 0.3}]
domain: {lower: [0, 0, 0], upper: [0.03, 0.03, 0.1]}
particles:
  - {name: grains, material: glass, count: 18, radius: {uniform: [0.004, 0.005]},
     place: {random: {lower: [0.005, 0.005, 0.005], upper: [0.025, 0.025, 0.08]}}}
walls:
  - {name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: glass}
  - {name: left, plane: {point: [0, 0, 0], normal: [1, 0, 0]}, material: glass}
  - {name: right, plane: {point: [0.03, 0, 0], normal: [-1, 0, 0]}, material: glass}
  - {name: front, plane: {point: [0, 0, 0], normal: [0, 1, 0]}, material: glass}
  - {name: back, plane: {point: [0, 0.03, 0], normal: [0, -1, 0]}, material: glass}
run: {until: 0.12, step: 4.0e-4, contact-dynamics: {tolerance: 1.0e-6}}
output: {fclib: {every: 0.02}}
"""


def dense(path):
    """W, q, mu and r of a file of the local form."""
    with h5py.File(path) as f:
        g = f["fclib_local"]
        start, column, value = g["W/p"][:], g["W/i"][:], g["W/x"][:]
        W = np.zeros((len(start) - 1,) * 2)
        for i in range(len(start) - 1):
            W[i, column[start[i]:start[i + 1]]] = value[start[i]:start[i + 1]]
        return W, g["vectors/q"][:], g["vectors/mu"][:], f["solution/r"][:]


def natural_map(W, q, mu, r):
    """|r - P_K(r - u - mu |u_t| n)| / max(|q|, |r|, |u|), in two and three dimensions."""
    u = W @ r + q
    rows = len(q) // len(mu)
    wrong = np.empty_like(r)
    for c in range(len(mu)):
        part = slice(rows * c, rows * c + rows)
        z = r[part] - u[part]
        z[0] -= mu[c] * np.linalg.norm(u[part][1:])
        t = np.linalg.norm(z[1:])
        if t <= mu[c] * z[0]:
            x = z
        elif mu[c] * t <= -z[0]:
            x = 0 * z
        else:
            n = (z[0] + mu[c] * t) / (1 + mu[c] ** 2)
            x = np.r_[n, mu[c] * n * z[1:] / t]
        wrong[part] = r[part] - x
    return np.linalg.norm(wrong) / max(np.linalg.norm(v) for v in (q, r, u))


def scaled(W, q, mu, r):
    """The same problem with unit mean diagonal of each contact's block: its natural map has no units."""
    rows = len(q) // len(mu)
    d = np.repeat(np.sqrt(1 / np.diag(W).reshape(-1, rows).mean(axis=1)), rows)
    return W * np.outer(d, d), q * d, mu, r / d
