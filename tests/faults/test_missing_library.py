"""HDF5 and cairo are loaded when they are first used: the program starts without them, and a machine that lacks them
says so before anything is written. What needs neither works."""
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "cli"))
from _repose import REPOSE, SOURCE, Test, repose

MODULE = os.path.join(os.path.dirname(REPOSE), "tests", "faults", "missing_library.so")
LAZY = ("libhdf5", "libcairo")
t = Test()


def without(library, *arguments):
    return repose(*arguments, env={"LD_PRELOAD": MODULE, "REPOSE_WITHOUT": library})


def refuses(what, p, library):
    t.equal(p.returncode, 3, f"{what} without {library}: exit code")
    t.check(f"cannot load the library {library}" in p.stderr, f"{what}: names the library: {p.stderr!r}")
    t.check("/nowhere/missing.so" in p.stderr, f"{what}: says what the system says: {p.stderr!r}")


def works(what, p):
    t.equal(p.returncode, 0, f"{what}: {p.stderr.strip()}")


def starts_without():
    needed = subprocess.run(["ldd", REPOSE], capture_output=True, text=True, check=True).stdout
    for library in LAZY:
        t.check(library not in needed, f"the program is linked with {library}")


def commands_without():
    scene, out = os.path.join(SOURCE, "examples", "bounce.yaml"), t.path("out")
    short = ["run", scene, "-o", out, "--quiet", "--set", "run.until=0.01"]
    works("check", without("lib", "check", scene))
    refuses("run", without("libhdf5", *short), "libhdf5")
    t.check(not os.path.exists(out) or not os.listdir(out), "files of a run without HDF5")
    works("run", without("libcairo", *short))
    refuses("hash", without("libhdf5", "hash", out), "libhdf5")
    picture = t.path("picture.png")
    refuses("plot", without("libcairo", "plot", out, "frame", "-o", picture), "libcairo")
    t.check(not os.path.exists(picture), "a picture without cairo")
    works("plot", without("libhdf5", "plot", out, "frame", "-o", picture))


if os.environ.get("REPOSE_SANITIZE"):
    print("skipped: a sanitizer is the first library")
    sys.exit(77)
starts_without()
commands_without()
t.end()
