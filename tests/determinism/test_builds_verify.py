"""A debug build gives the same bits as the release build."""
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "cli"))
from _repose import SOURCE, Test, run

t = Test()
scene = t.scene()
release = run(t, scene, "release")
build = t.path("build")
for kind in ("Debug", "Release"):
    for command in (
        ["cmake", "-S", SOURCE, "-B", build, f"-DCMAKE_BUILD_TYPE={kind}"],
        ["cmake", "--build", build, "--target", "repose", "-j", "2"],
    ):
        p = subprocess.run(command, capture_output=True, text=True)
        if not t.equal(p.returncode, 0, f"{' '.join(command)}: {p.stdout[-2000:]}{p.stderr[-2000:]}"):
            t.end()
    for isa in ("base", ""):
        s = run(
            t, scene, f"{kind}{isa}", env={"REPOSE_ISA": isa} if isa else None, program=os.path.join(build, "repose")
        )
        t.equal(s and s["state_hash"], release["state_hash"], f"hash of the {kind} build {isa}")
t.end()
