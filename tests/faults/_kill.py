"""kill -9 at random moments of the examples, by every method that takes them, resumed runs too: in the end the same
hash and the same bytes of series and frames as the run that was left alone."""
import filecmp
import glob
import os
import random
import re
import shutil
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "cli"))
from _repose import REPOSE, SOURCE, repose, summary

METHODS = ("soft", "contact-dynamics", "event-driven")
STEPS = 120  # of a shortened example
LONG = 20  # s: what takes longer, on this machine now, is left out


def pairs(names):
    """Examples (None: all) and methods, in an order that does not change."""
    files = sorted(glob.glob(os.path.join(SOURCE, "examples", "*.yaml")))
    examples = [f for f in files if not names or os.path.basename(f)[:-5] in names]
    return [(example, method) for example in examples for method in METHODS]


def overrides(example, method):
    """A short run with outputs and checkpoints on the way; None: the method refuses this scene."""
    p = repose("check", example, "--set", f"method={method}")
    step = re.search(r"^time step +([0-9.e+-]+) s", p.stdout, re.MULTILINE)
    if p.returncode or not step:
        return None
    until = STEPS * float(step.group(1))
    with open(example) as f:
        text = f.read()
    # a stage that waits for something is given up in time
    staged = re.search(r"^stages:(.*?)(?=^[a-z]|\Z)", text, re.MULTILINE | re.DOTALL)
    stages = re.findall(r"^  - .*?\buntil: *(.)", staged.group(1), re.MULTILINE | re.DOTALL) if staged else []
    times = [f"stages.{n}.{'at_most' if first == '{' else 'until'}" for n, first in enumerate(stages)] or ["run.until"]
    keys = {"method": method, "output.series.every": until / 20, "output.frames.every": until / 4}
    keys.update({"output.checkpoint.every": until / 9, **{name: until / len(times) for name in times}})
    if method == "event-driven" and "collapse:" not in text:
        keys["run.event-driven.collapse"] = "tc"
    return [x for name, value in keys.items() for x in ("--set", f"{name}={value}")]


def killed(arguments, seconds):
    """Runs for so long at most; the exit code, or None: it was killed."""
    p = subprocess.Popen(
        [REPOSE, "run", *arguments, "--quiet", "--threads", "1"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    try:
        said = p.communicate(timeout=seconds)[1]
        return p.returncode, said.decode()
    except subprocess.TimeoutExpired:
        p.kill()
        p.communicate()
        return None, ""


def same(t, name, what):
    a, b = summary(t.path(name)), summary(t.path("whole"))
    t.equal((a["finished"], a["state_hash"]), (True, b["state_hash"]), f"{what}: hash")
    frames = sorted(os.listdir(t.path("whole", "frames")))
    t.equal(sorted(os.listdir(t.path(name, "frames"))), frames, f"{what}: list of frames")
    for file in ["series.csv", *(os.path.join("frames", f) for f in frames)]:
        t.check(filecmp.cmp(t.path(name, file), t.path("whole", file), shallow=False), f"{what}: {file}")


def kill_one(t, draw, example, sets, seconds, most, what):
    """Kills until the run ends, or so often; returns the number of kills."""
    kills, directory = 0, t.path("killed")
    shutil.rmtree(directory, ignore_errors=True)
    code = None
    while code is None:
        # a run that has no checkpoint yet begins anew
        begun = any(os.path.exists(os.path.join(directory, f"checkpoint.h5{x}")) for x in ("", ".previous"))
        arguments = ["--resume", "-o", directory] if begun else [example, "-o", directory, "--force", *sets]
        # the last time it is left alone
        code, said = killed(arguments, 3000 if kills == most else draw.uniform(0, 0.6 * seconds))
        kills += code is None
        if code == 2 and "finished" in said:  # killed in its very last moment
            code = 0
    if t.equal(code, 0, f"{what}: exit code after {kills} kills: {said.strip()}"):
        same(t, "killed", f"{what}: {kills} kills")
    return kills


def harness(t, kills, seed, names=None):
    draw = random.Random(seed)
    chosen = pairs(names)
    draw.shuffle(chosen)
    usable, done = 0, 0
    while done < kills and not t.failures:
        for example, method in chosen:
            if done >= kills or t.failures:
                break
            sets = overrides(example, method)
            if not sets:
                continue
            what = f"{os.path.basename(example)} by {method}"
            shutil.rmtree(t.path("whole"), ignore_errors=True)
            began = time.monotonic()
            p = repose("run", example, "-o", t.path("whole"), "--quiet", "--threads", "1", *sets)
            if p.returncode == 1:
                print(f"{what} does not end well by itself: {p.stderr.strip()}")
                continue
            seconds = time.monotonic() - began
            if not t.equal(p.returncode, 0, f"{what}: {p.stderr.strip()}") or seconds > LONG:
                continue
            usable += 1
            done += kill_one(t, draw, example, sets, seconds, min(12, kills - done), what)
    print(f"{done} kills of {usable} runs")
