"""Frames that version 0.1 wrote are drawn: walls have numbers of shapes there, not names. The start of a run is given
by its scene, so the picture is that of the same scene run now, byte for byte."""
import filecmp
import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
from _repose import SOURCE, Test, repose, run

t = Test()
for kind in ("flat", "solid"):
    old = os.path.join(SOURCE, "tests", "data", f"frames-0.1-{kind}")
    run(t, os.path.join(old, "scene.yaml"), kind)
    pictures = []
    for directory, picture in ((old, t.path(f"{kind}-old.png")), (t.path(kind), t.path(f"{kind}-now.png"))):
        p = repose("plot", directory, "frame", "--time", 0, "-o", picture)
        if t.equal(p.returncode, 0, f"plot {directory}: {p.stderr}"):
            pictures.append(picture)
    t.check(len(pictures) == 2 and filecmp.cmp(*pictures, shallow=False), f"{kind}: both pictures are the same")
t.end()
