"""The files of docs/studies.md and examples/studies: all are read, and one of each kind is run."""
import os
import re
import sys

sys.path.insert(0, os.path.dirname(__file__))
from _repose import SOURCE as HERE, Test, repose

t = Test()
SOURCE = os.path.abspath(HERE)
EXAMPLES = os.path.join(SOURCE, "examples", "studies")


def blocks():
    with open(os.path.join(SOURCE, "docs", "studies.md"), encoding="utf-8") as f:
        text = f.read()
    found = re.findall(r"^```yaml\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return [block.replace("../", os.path.join(SOURCE, "examples") + "/") for block in found]


def read(path, what):
    p = repose("study", path, "--list")
    t.equal(p.returncode, 0, f"{what}: {p.stderr}")
    return p.stdout.count("\n")


studies = [t.scene(block, f"block{n}.yaml") for n, block in enumerate(blocks()) if "\nstudy:" in block]
t.equal([read(path, path) for path in studies], [24], "jobs of the page's study: three by four values, two seeds")
for name in sorted(os.listdir(EXAMPLES)):
    with open(os.path.join(EXAMPLES, name), encoding="utf-8") as f:
        if "\nstudy:" in f.read():
            t.check(read(os.path.join(EXAMPLES, name), name) > 0, f"{name} has jobs")
# The heap of a calibration takes too long here: its file is run to a time at which there is none yet.
calibrations = [block for block in blocks() if "\ncalibrate:" in block]
t.equal(len(calibrations), 1, "calibrations of the page")
with open(os.path.join(EXAMPLES, "calibrate-heap.yaml"), encoding="utf-8") as f:
    own = f.read().replace("../", os.path.join(SOURCE, "examples") + "/")
for text in (*calibrations, own):
    fast = t.scene(text.replace("set: {", "set: {run.until: 0.001, ").replace("40", "8"), "calibration.yaml")
    p = repose("calibrate", fast, "-o", t.path("calibrated"), "--quiet", "--force")
    t.check("too few for a model" in p.stderr, f"no heap after a millisecond: {p.stderr}")
p = repose("study", os.path.join(EXAMPLES, "bounce.yaml"), "-o", t.path("bounce"), "--quiet")
t.equal(p.returncode, 0, f"bounce: {p.stderr}")
p = repose("plot", t.path("bounce"), "study", "rotational", "interactions.0.friction")
t.equal(p.returncode, 0, f"the plot of the page: {p.stderr}")
p = repose("report", t.path("bounce"))
t.equal(p.returncode, 0, f"report: {p.stderr}")
with open(t.path("bounce", "report.html"), encoding="utf-8") as f:
    page = f.read()
t.equal(page.count("<img "), 4, "two measures against two keys")
t.equal(page.count("<tr>"), 1 + 12, "a row a job, and their head")
t.check("http" not in re.sub(r"base64,[^\"]*", "", page), "the page refers to no other")
t.check("report.svg" not in os.listdir(t.path("bounce")), "nothing is left beside it")
t.end()
