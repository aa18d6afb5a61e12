"""repose fclib: problems with known solutions, an independent residual, and files that are wrong."""
import json
import os
import subprocess
import sys
import tempfile

import h5py
import numpy as np

from _fclib import natural_map

REPOSE = os.environ["REPOSE"]
DIRECTORY = tempfile.mkdtemp()
failures = []


def check(good, words):
    if not good:
        failures.append(words)
        print("FAILED:", words)


def run(path, *options):
    done = subprocess.run([REPOSE, "fclib", path, *options], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def put_matrix(group, name, a, form="csr"):
    g = group.create_group(name)
    i, j = np.nonzero(a)
    g["m"], g["n"] = np.int32([a.shape[0]]), np.int32([a.shape[1]])
    if form == "triplets":  # every entry as two halves: duplicates are summed
        g["i"], g["p"] = np.int32(np.r_[i, i]), np.int32(np.r_[j, j])
        g["x"] = np.r_[a[i, j], a[i, j]] / 2
        g["nz"] = g["nzmax"] = np.int32([2 * len(i)])
        return
    if form == "csc":
        order = np.lexsort((i, j))
        i, j = i[order], j[order]
    lines, inner = (j, i) if form == "csc" else (i, j)
    size = a.shape[1] if form == "csc" else a.shape[0]
    g["nz"], g["nzmax"] = np.int32([-1 if form == "csc" else -2]), np.int32([len(i)])
    g["p"] = np.int32(np.r_[0, np.cumsum(np.bincount(lines, minlength=size))])
    g["i"], g["x"] = np.int32(inner), a[i, j]


def path_of(name):
    return os.path.join(DIRECTORY, name + ".hdf5")


def local(name, W, q, mu, form="csr", dimension=3, group="fclib_local", mu_r=None):
    with h5py.File(path_of(name), "w") as f:
        g = f.create_group(group)
        g["spacedim"] = np.int32([dimension])
        put_matrix(g, "W", np.asarray(W, float), form)
        g["vectors/q"], g["vectors/mu"] = np.asarray(q, float), np.asarray(mu, float)
        if mu_r is not None:
            g["vectors/mu_r"] = np.asarray(mu_r, float)
    return path_of(name)


def global_(name, M, H, f, w, mu, form="triplets", dimension=3):
    with h5py.File(path_of(name), "w") as file:
        g = file.create_group("fclib_global")
        g["spacedim"] = np.int32([dimension])
        put_matrix(g, "M", M, form)
        put_matrix(g, "H", H, form)
        g["vectors/f"], g["vectors/w"], g["vectors/mu"] = f, w, mu
    return path_of(name)


def solve(path, *options):
    """The report, and u and r as written."""
    out = path_of("out")
    code, said, wrong = run(path, "--json", "--write", out, *options)
    check(code in (0, 1) and said, f"{path} {options}: exit {code}, {wrong}")
    with h5py.File(out) as f:
        return json.loads(said), f["solution/u"][:], f["solution/r"][:]


def one_contact():
    """A point mass m that comes to a plane: r = -m q while it sticks, r_t = -mu r_n along the slip otherwise."""
    m = 0.02
    for form in ("csr", "csc", "triplets"):
        _, u, r = solve(local("stick", np.eye(3) / m, [-1, 0.3, 0.1], [0.5], form))
        check(np.allclose(r, [m, -0.3 * m, -0.1 * m], rtol=1e-5), f"sticking impulse {r}")  # 1e-6 of |r|, with margin
        check(np.allclose(u, 0, atol=1e-5), f"sticking velocity {u}")
    _, u, r = solve(local("slide", np.eye(3) / m, [-1, 3, 4], [0.5]))
    check(np.allclose(r, [m, -0.3 * m, -0.4 * m], rtol=1e-5), f"sliding impulse {r}")
    check(np.allclose(u, [0, 2.7, 3.6], atol=1e-5), f"sliding velocity {u}")
    _, u, r = solve(local("flat", np.eye(2) / m, [-1, 2], [0.5], dimension=2))
    check(np.allclose(r, [m, -0.5 * m], rtol=1e-5), f"impulse in two dimensions {r}")
    report, u, r = solve(local("open", np.eye(3) / m, [1, 3, 4], [0.5]))
    check(report["converged"] and np.all(r == 0) and np.allclose(u, [1, 3, 4]), "an open contact has no impulse")


def rolling():
    """Diagonal W: each part by itself, rolling bounded by mu_r r_n."""
    _, u, r = solve(local("roll", np.diag([1, 1, 1, 2, 2.0]), [-1, 0.1, 0, 3, 4], [0.5], group="fclib_local_rolling",
                          mu_r=[0.25]))
    check(np.allclose(r, [1, -0.1, 0, -0.15, -0.2], rtol=1e-5, atol=1e-6), f"rolling bound {r}")
    _, u, r = solve(local("grip", np.diag([1, 1, 1, 2, 2.0]), [-1, 0.1, 0, 0.2, 0.1], [0.5],
                          group="fclib_local_rolling", mu_r=[0.25]))
    check(np.allclose(r, [1, -0.1, 0, -0.1, -0.05], rtol=1e-5, atol=1e-6), f"rolling held {r}")


def stack():
    """A cube on four corners: more contacts than freedoms. Impulses differ by solver, their sum does not."""
    corners = np.array([[x, y, -1.0] for x in (-1, 1) for y in (-1, 1)])
    H = np.zeros((6, 12))
    for c, arm in enumerate(corners):
        for k, axis in enumerate(np.eye(3)[[2, 0, 1]]):
            H[:3, 3 * c + k], H[3:, 3 * c + k] = axis, np.cross(arm, axis)
    M = np.diag([2.0, 2, 2, 0.5, 0.5, 0.5])
    f = np.array([0.4, 0, -2, 0, 0, 0])
    W, q, mu = H.T @ np.linalg.solve(M, H), H.T @ np.linalg.solve(M, f), np.full(4, 0.6)
    weight = None
    for solver in ("auto", "accelerated", "gauss-seidel", "admm", "newton"):
        report, u, r = solve(global_("cube", M, H, f, np.zeros(12), mu), "--solver", solver)
        mine = natural_map(W, q, mu, r)
        check(report["converged"] and mine <= 1.001e-6, f"cube by {solver}: {report['residual']}, anew {mine}")
        # the same numbers but for rounding of u, whose terms are of order one
        check(abs(report["residual"] - mine) <= 1e-6 * mine + 1e-14, f"{solver}: {report['residual']} {mine}")
        check(abs(r[0::3].sum() - 2) < 1e-4, f"the cube's weight by {solver}: {r[0::3].sum()}")
        check(abs(r[1::3].sum() + 0.4) < 1e-4, f"the cube's drag by {solver}: {r[1::3].sum()}")
        weight = report
    check(weight["contacts"] == 4 and weight["freedoms"] == 6 and weight["islands"] == 1, f"facts {weight}")


def bed():
    """Random bodies on random contacts, several islands; independent residual; any number of threads, same bits."""
    rng = np.random.default_rng(5)
    W = np.zeros((90, 90))
    for n in range(3):
        a = rng.normal(size=(30, 18))
        W[30 * n:30 * n + 30, 30 * n:30 * n + 30] = a @ a.T
    q = rng.normal(size=90)
    # W of 18 freedoms acts on all contacts; q = W x + a velocity that opens, so that there is a solution
    q = W @ rng.normal(size=90) * 0.1 + np.tile([0.05, 0, 0], 30)
    mu = rng.uniform(0.1, 0.8, 30)
    report, u, r = solve(local("bed", W, q, mu))
    check(report["converged"] and report["islands"] == 3, f"bed: {report}")
    check(natural_map(W, q, mu, r) <= 1.001e-6, f"bed: residual anew {natural_map(W, q, mu, r)}")
    check(np.array_equal(solve(path_of("bed"), "--threads", "3")[2], r), "three threads, other bits")
    first = open(path_of("out"), "rb").read()
    solve(path_of("bed"))
    check(first == open(path_of("out"), "rb").read(), "the same problem was written with other bytes")
    # what was written is a problem, too
    check(json.loads(run(path_of("out"), "--json")[1])["residual"] == report["residual"], "written and read back")


def hopeless():
    """Two walls close on a particle: their normal impulses cancel."""
    H = np.zeros((3, 6))
    H[0, 0], H[0, 3] = 1, -1
    H[1, 1] = H[2, 2] = H[1, 4] = H[2, 5] = 1
    path = global_("vice", np.eye(3), H, np.zeros(3), np.array([-1.0, 0, 0, -1, 0, 0]), np.full(2, 0.3))
    # impulses that grow without end make a residual over |r| as small as one likes: 1e-3 is reached here
    for solver, tolerance in (("auto", "1e-6"), ("accelerated", "1e-6"), ("accelerated", "1e-3"), ("admm", "1e-3")):
        code, said, _ = run(path, "--solver", solver, "--tolerance", tolerance, "--max-iterations", "2000")
        check(code == 1 and "no solution" in said, f"two walls that close, {solver}: {code} {said}")
    code, said, _ = run(local("fixed", np.zeros((3, 3)), [-1, 0, 0], [0.3]), "--max-iterations", "2000")
    check(code == 1 and "no solution" in said, f"two fixed bodies: {code} {said}")
    W = np.eye(3)
    W[0, 1] = 0.1
    code, said, _ = run(local("uneven", W, [-1, 0.1, 0], [0.5]))
    check(code == 0 and "W is not symmetric" in said, f"W that is not symmetric: {said}")
    check(natural_map(W, np.array([-1, 0.1, 0]), [0.5], solve(path_of("uneven"))[2]) < 1e-6, "solved as it is")


def change(name, key, value):
    """The sticking contact with one array changed."""
    path = local(name, np.eye(3), [-1, 0.3, 0.1], [0.5])
    with h5py.File(path, "a") as f:
        if f"fclib_local/{key}" in f:
            del f[f"fclib_local/{key}"]
        if value is not None:
            f[f"fclib_local/{key}"] = value
    return path


def wrong_files():
    cases = [
        (change("no_q", "vectors/q", None), "no array 'fclib_local/vectors/q'"),
        (change("short_q", "vectors/q", np.zeros(2)), "is 3 x 3, its vectors need 2 x 2"),
        (change("long_mu", "vectors/mu", np.zeros(2)), "has 2 numbers, 1 are needed"),
        (change("nan_q", "vectors/q", np.array([0, np.nan, 0])), "is nan"),
        (change("mu", "vectors/mu", np.array([-0.5])), "friction of contact 0 is negative"),
        (change("outside", "W/i", np.int32([0, 1, 3])), "stands at 2, 3"),
        (change("below", "W/i", np.int32([0, -1, 2])), "stands at 1, -1"),
        (change("falling", "W/p", np.int32([0, 2, 1, 3])), "not 4 rising numbers"),
        (change("few", "W/x", np.zeros(2)), "fewer than its 3 entries"),
        (change("wide", "W/n", np.int32([6])), "is 3 x 6, its vectors need 3 x 3"),
        (change("huge", "W/m", np.int32([2**31 - 1])), "has m 2147483647"),
        (change("space", "spacedim", np.int32([4])), "not 2 or 3"),
        (change("type", "vectors/q", np.float32([0, 0, 0])), "32-bit integers or doubles"),
        (change("equal", "G/m", np.int32([1])), "equality constraints"),
        ("/nowhere/at/all.hdf5", "cannot read"),
        (DIRECTORY, "is not a file"),
    ]
    with h5py.File(path_of("packed"), "w") as f:
        f["fclib_local/spacedim"] = np.int32([3])
        f.create_dataset("fclib_local/vectors/q", data=np.zeros(100000), compression="gzip")
    cases.append((path_of("packed"), "in one piece"))
    with h5py.File(path_of("hollow"), "w") as f:  # ten gigabytes that no byte of the file holds
        f["fclib_local/spacedim"] = np.int32([3])
        f.create_dataset("fclib_local/vectors/q", shape=(1250000000,), dtype=float)
    cases.append((path_of("hollow"), "larger than the file"))
    with h5py.File(path_of("other"), "w") as f:
        f["x"] = 1
    cases.append((path_of("other"), "no frictional contact problem"))
    open(path_of("text"), "w").write("not HDF5")
    cases.append((path_of("text"), "HDF5 cannot open it"))
    for path, words in cases:
        code, said, wrong = run(path)
        check(code == 2 and words in wrong, f"{path}: exit {code}, said {said}{wrong}, expected '{words}'")


def damaged_files():
    """Some bytes of a small file changed, some files cut: an error or a solution, never a crash (5)."""
    whole = open(local("whole", np.eye(3), [-1, 0.3, 0.1], [0.5]), "rb").read()
    rng = np.random.default_rng(1)
    for n in range(24):
        data = bytearray(whole)
        for _ in range(rng.integers(1, 8)):
            data[rng.integers(len(data))] = rng.integers(256)
        if n % 4 == 0:
            data = data[:rng.integers(len(data))]
        open(path_of("damaged"), "wb").write(data)
        code, _, wrong = run(path_of("damaged"), "--max-iterations", "100")
        check(code in (0, 1, 2), f"damaged file {n}: exit {code}, {wrong}")


def options():
    path = local("one", np.eye(3), [-1, 0.3, 0.1], [0.5])
    code, _, wrong = run(path, "--solver", "adm")
    check(code == 2 and "'admm'" in wrong, f"unknown solver: {wrong}")
    for option, value in (("--tolerance", "0"), ("--max-iterations", "0"), ("--threads", "0")):
        code, _, wrong = run(path, option, value)
        check(code == 2 and "not a number" in wrong, f"{option} {value}: {code} {wrong}")
    code, said, _ = run(path)
    check(code == 0 and "as Siconos counts" in said and "accelerated solved 1" in said, said)


for test in (one_contact, rolling, stack, bed, hopeless, wrong_files, damaged_files, options):
    test()
subprocess.run(["rm", "-rf", DIRECTORY])
sys.exit(1 if failures else 0)
