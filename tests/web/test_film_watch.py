"""repose film and repose watch."""
import os
import re
import shutil
import subprocess
import sys

import numpy as np

sys.path.insert(0, os.path.dirname(__file__))
from _web import FALL, STILL
from _repose import REPOSE, Test, repose, run

t = Test()
run(t, t.scene(STILL), "still")

# ---- watch: the series over the run, the last values, and the end ----

p = repose("watch", t.path("still"), timeout=20)
t.check(p.returncode == 0 and "has ended" in p.stdout and "step 2000" in p.stdout, f"watch: {p.stdout} {p.stderr}")
# Two discs of glass at 0.1 m/s without forces: m v^2 / 2 each, m = 2500 kg/m^3 pi (0.01 m)^2 1 m.
kinetic = 2 * 0.5 * 2500 * 3.141592653589793 * 0.01**2 * 0.1**2
line = next(line for line in p.stdout.splitlines() if "kinetic" in line)
t.check(abs(float(line.split()[-1]) - kinetic) < 1e-3 * kinetic, f"the kinetic energy, {kinetic}: {line}")
t.check("▁" * 21 in line, "constant: a flat line of 21 rows")
t.check("stage run: 100 % of 0.2 s at most" in p.stdout, f"how far the stage is: {p.stdout}")
going = subprocess.Popen([REPOSE, "run", t.scene(FALL.replace("until: 0.3", "until: 30").replace(
    "run:", "output: {series: {every: 0.001}}\nrun:"), "fall.yaml"), "-o", t.path("fall"), "--quiet", "--threads", "1"])
for _ in range(200):
    p = repose("watch", t.path("fall"), "coordination", "--once", timeout=20)
    if "coordination" in p.stdout:
        break
t.check("goes on" in p.stdout and "coordination" in p.stdout, f"a run that goes on: {p.stdout} {p.stderr}")
share = re.search(r"t = (\S+) s, .*\nstage run: (\d+) % of 30 s", p.stdout)
t.check(share and abs(float(share[2]) - float(share[1]) / 0.3) <= 0.51, f"the share of 30 s: {p.stdout}")
p = subprocess.Popen([REPOSE, "watch", t.path("fall"), "--every", "2"], stdout=subprocess.PIPE, text=True)
said = [p.stdout.readline() for _ in range(25)]
p.terminate()
p.wait(timeout=60)
p.stdout.close()
t.check(any(re.search(r"stage run: .* ends in \d", line) for line in said), f"when it ends: {said}")
going.terminate()
going.wait(timeout=60)
for arguments, words in [((t.path("none"),), "not the directory of a run"), ((t.path("still"), "--every", "0"), "0.1"),
                         ((), "too few")]:
    p = repose("watch", *arguments, timeout=20)
    t.check(p.returncode == 2 and words in p.stderr, f"watch {arguments}: {p.returncode}, {p.stderr}")

# ---- film ----

small = ("--width", "320", "--height", "240")
p = repose("film", t.path("still"), "-o", t.path("x.avi"), timeout=60)
t.check(p.returncode == 2 and ".mp4" in p.stderr, f"no such kind: {p.stderr}")
p = repose("film", t.path("still"), "-o", t.path("x.mp4"), "--rate", "0", timeout=60)
t.check(p.returncode == 2 and "--rate" in p.stderr, f"no such rate: {p.stderr}")
p = repose("film", t.path("still"), "-o", t.path("x.mp4"), env={"PATH": t.directory}, timeout=60)
t.check(p.returncode == 3 and "ffmpeg" in p.stderr and "repose plot" in p.stderr, f"without ffmpeg: {p.stderr}")
if shutil.which("ffmpeg") and shutil.which("ffprobe"):
    for name, runs in [("one.mp4", ("still",)), ("one.gif", ("still",)), ("two.webm", ("still", "still"))]:
        p = repose("film", *map(t.path, runs), "-o", t.path(name), "--rate", "10", *small,
                   env={"TMPDIR": t.directory}, timeout=120)
        t.check(p.returncode == 0 and "5 frames, 0.5 s" in p.stdout, f"{name}: {p.stdout} {p.stderr}")
        p = subprocess.run(["ffprobe", "-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries",
                            "stream=width,height,nb_read_frames", "-of", "csv=p=0", t.path(name)],
                           capture_output=True, text=True, check=False)
        t.equal(p.stdout.strip().rstrip(","), "320,240,5", f"{name}: width, height, frames")
    t.check(not [n for n in os.listdir(t.directory) if n.startswith("repose-film-")], "no pictures are left")

    # Two runs whose grains spread, at a size of the film's own: the red disc is round and stands still.
    run(t, t.scene(STILL.replace("velocity: [0.1, 0]", "velocity: [-3, 0]"), "spread.yaml"), "spread")
    p = repose("film", t.path("still"), t.path("spread"), "-o", t.path("sides.mp4"), "--color", "material",
               env={"TMPDIR": t.directory}, timeout=120)
    t.equal(p.returncode, 0, p.stderr)
    p = subprocess.run(["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=width,height",
                        "-of", "csv=p=0", t.path("sides.mp4")], capture_output=True, text=True, check=False)
    width, height = map(int, p.stdout.strip().rstrip(",").split(","))
    p = subprocess.run(["ffmpeg", "-v", "error", "-i", t.path("sides.mp4"), "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
                       capture_output=True, check=False)
    pixels = np.frombuffer(p.stdout, np.uint8).reshape(-1, height, width, 3).astype(int)
    boxes = set()
    for picture in pixels:
        red = (picture[..., 0] > 180) & (abs(picture[..., 1] - 94) < 30) & (picture[..., 2] < 60)
        rows, columns = np.flatnonzero(red.any(1)), np.flatnonzero(red.any(0))
        first = columns[:np.argmax(np.append(np.diff(columns), 9) > 1) + 1]  # of two discs side by side
        down = rows[:np.argmax(np.append(np.diff(rows), 9) > 1) + 1]  # of two above each other
        boxes.add((int(first[0]), int(first[-1]), int(down[0]), int(down[-1])))
    left, right = min(b[0] for b in boxes), max(b[1] for b in boxes)
    low, high = min(b[2] for b in boxes), max(b[3] for b in boxes)
    # The edge of a disc is one pixel, and compression moves it by another.
    t.check(len(pixels) == 5 and abs((right - left) - (high - low)) <= 2, f"round and at rest: {boxes}")
else:
    print("ffmpeg is not here: films are not made")
t.end()
