"""Every example by every method that takes it, up to 30 steps, then pictures of its series and its last frame.
`make verify` runs it under the address and undefined-behaviour sanitizers, too, which end the program at the first
error."""
import os
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "cli"))
sys.path.insert(0, os.path.dirname(__file__))
from _kill import overrides, pairs
from _repose import Test, repose

t = Test()
done = 0
for example, method in pairs(None):
    sets = overrides(example, method)
    if not sets:
        continue
    what = f"{os.path.basename(example)} by {method}"
    shutil.rmtree(t.path("out"), ignore_errors=True)
    p = repose("run", example, "-o", t.path("out"), "--quiet", "--threads", "2", "--max-steps", "30", *sets)
    t.check(p.returncode in (0, 1, 4), f"{what}: exit code {p.returncode}: {p.stderr.strip()[-2000:]}")
    if p.returncode == 1:  # a scene that a method cannot bring to its end is no error of memory
        print(f"{what}: {p.stderr.strip()[:200]}")
        continue
    for kind in ("series", "frame"):
        p = repose("plot", t.path("out"), kind, "-o", t.path(f"{kind}.png"))
        t.equal(p.returncode, 0, f"{what}: plot {kind}: {p.stderr.strip()[-2000:]}")
    done += 1
print(f"{done} runs")
t.check(done > 30, "examples by methods")
t.end()
