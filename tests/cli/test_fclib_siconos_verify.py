"""A step's problem goes to Siconos' own library and back: its error of our impulses is our residual, and our residual
of its impulses is its error. Skipped without libsiconos-numerics-dev (tools/install verify)."""
import json
import os
import shutil
import subprocess
import sys

import numpy as np

from _fclib import SCENE, dense, natural_map
from _repose import REPOSE, Test, run

HEADERS = "/usr/include/siconos/numerics"
if not os.path.isdir(HEADERS) or not shutil.which("cc"):
    print("skipped: no Siconos; tools/install verify")
    sys.exit(77)

t = Test()
here = os.path.dirname(os.path.abspath(__file__))
program = t.path("siconos")
subprocess.run(
    ["cc", "-O1", "-w", f"-I{HEADERS}", "-I/usr/include/siconos", "-I/usr/include/suitesparse",
     os.path.join(here, "siconos.c"), "-o", program, "-lsiconos_numerics", "-lsiconos_externals", "-lm"],
    check=True,
)
run(t, t.scene(SCENE), "out", "--threads", "1")
names = sorted(n for n in os.listdir(t.path("out")) if n.startswith("fclib-"))
t.check(len(names) >= 3, f"files {names}")
for name in names:
    path, solved = t.path("out", name), t.path("solved.hdf5")
    said = subprocess.run([REPOSE, "fclib", path, "--json", "--write", solved], capture_output=True, text=True)
    report = json.loads(said.stdout)
    W, q, mu, r = dense(solved)
    given = np.int32(len(mu)).tobytes() + W.T.tobytes() + q.tobytes() + mu.tobytes() + r.tobytes()
    out = subprocess.run([program], input=given, capture_output=True)
    numbers = [float(x) for x in out.stdout.decode().split() if x[0] in "-0123456789"]
    ours, theirs, back = numbers[-len(q) - 2], numbers[-len(q) - 1], np.array(numbers[-len(q):])
    # Both are one formula; they differ by the rounding of u, whose terms are of the order of |q|.
    t.check(abs(ours - report["residual"]) <= 1e-6 * ours + 1e-14, f"{name}: ours {report['residual']}, Siconos {ours}")
    mine = natural_map(W, q, mu, back)
    t.check(abs(mine - theirs) <= 1e-6 * theirs + 1e-14, f"{name}: of its impulses {mine}, Siconos {theirs}")
    t.check(theirs <= 1e-7, f"{name}: Siconos solves our problem: {theirs}")
    print(name, len(mu), "contacts: residual ours", report["residual"], "by Siconos", ours, "; its own", theirs)
t.end()
