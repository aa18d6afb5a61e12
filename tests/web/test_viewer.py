"""The viewer in a real browser: Chromium without window, by playwright-core; _viewer.mjs has the steps."""
import os
import shutil
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(__file__))
from _web import BOXES, CELL, FALL, STILL, Server, need_viewer, skip
from _repose import REPOSE, Test, repose, run

t = Test()
need_viewer(t)
modules = os.path.join(os.path.dirname(os.path.abspath(REPOSE)), "web", "node_modules")
chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
if not os.path.isdir(os.path.join(modules, "playwright-core")):
    skip("playwright-core is not here: configure with REPOSE_TESTS=ON where npm reaches its packages")
if not chromium:
    skip("there is no Chromium (Debian: chromium)")

scene = t.scene(STILL)
run(t, scene, "still")
run(t, scene, "other", "--set", "interactions.0.restitution=0.9")
p = repose("report", t.path("still"), "-o", t.path("report.html"))
t.equal(p.returncode, 0, f"report: {p.stderr}")
with open(t.path("report.html"), encoding="utf-8") as f:
    text = f.read()
t.check("http://" not in text.replace("http://www.w3.org", "") and 'src="' not in text, "no outside reference")

# A run that was stopped, has a summary, and goes on in a process of its own.
going = t.scene(FALL.replace("until: 0.3", "until: 1000") + "output: {frames: {every: 0.02}}\n", "going.yaml")
command = [REPOSE, "run", going, "-o", t.path("going"), "--quiet", "--threads", "1"]
process = subprocess.Popen(command)
while not os.path.exists(t.path("going", "frames.pvd")):
    time.sleep(0.05)
process.terminate()
process.wait(timeout=60)
t.check(os.path.exists(t.path("going", "summary.json")), "a run that was stopped has a summary")
process = subprocess.Popen(command + ["--resume"])

run(t, t.scene(BOXES, "boxes.yaml"), "boxes")
run(t, t.scene(CELL, "cell.yaml"), "cell")
servers = [Server(t.path("still")), Server(t.path("still"), t.path("other")),
           Server(t.scene(FALL.replace("until: 0.3", "until: 1000"), "fall.yaml")), Server(t.path("going")),
           Server(t.path("boxes")), Server(t.path("cell"))]
try:
    done = subprocess.run(
        ["node", os.path.join(os.path.dirname(os.path.abspath(__file__)), "_viewer.mjs"), modules, chromium,
         t.path("report.html"), *(s.url for s in servers)],
        capture_output=True, text=True, timeout=280, check=False)
finally:
    process.terminate()
    process.wait(timeout=60)
    codes = [s.stop()[0] for s in servers]
print(done.stdout)
t.check(done.returncode == 0 and "FAILED" not in done.stdout and done.stdout.count("ok ") >= 33,
        f"the browser: exit code {done.returncode}, {done.stderr}")
t.equal(codes, [0] * 6, "servers end")
t.end()
