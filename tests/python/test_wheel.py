"""The wheel: built, installed into a fresh environment without a network, used; the bits of the command line."""
import glob
import os
import shutil
import subprocess
import sys
import zipfile

from _package import BUILD, SANITIZE, SOURCE, box, directory, program, summary

USE = """
import os, sys
assert "REPOSE_LIBRARY" not in os.environ
import repose
assert repose.__file__.startswith(sys.prefix), repose.__file__
sim = repose.Simulation(sys.argv[1], threads=2)
sim.advance(float("inf"))
print(sim.hash())
"""


def run(*command, **more):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **more)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: exit code {done.returncode}\n{done.stdout}\n{done.stderr}")
    return done.stdout


def clean_environment():
    unwanted = ("REPOSE_LIBRARY", "PYTHONPATH", "LD_LIBRARY_PATH")
    return {name: value for name, value in os.environ.items() if name not in unwanted}


def build(work):
    """From a copy of the library, so that the tree stays as it is."""
    shutil.copy(os.path.join(BUILD, "librepose.so"), work)
    run(sys.executable, "-B", os.path.join(SOURCE, "tools", "build-wheel"), work)
    (wheel,) = glob.glob(os.path.join(work, "repose-*-py3-none-linux_*.whl"))
    return wheel


def main():
    if SANITIZE:
        print("a library with sanitizers is not for a wheel")
        sys.exit(77)
    with directory() as work:
        wheel = build(work)
        assert os.path.getsize(wheel) <= 4e6, os.path.getsize(wheel)
        assert zipfile.ZipFile(wheel).testzip() is None
        scene = os.path.join(work, "scene.yaml")
        with open(scene, "w", encoding="utf-8") as file:
            file.write(box())
        done = program("run", scene, "-o", os.path.join(work, "out"), "--quiet", "--threads", "1")
        assert done.returncode == 0, done.stderr
        place = os.path.join(work, "environment")
        run(sys.executable, "-m", "venv", "--system-site-packages", place)
        python = os.path.join(place, "bin", "python")
        run(python, "-m", "pip", "install", "--no-index", "--disable-pip-version-check", wheel, env=clean_environment())
        found = run(python, "-c", USE, scene, env=clean_environment(), cwd=work).strip()
        expected = summary(os.path.join(work, "out"))["state_hash"]
        assert found == expected, (found, expected)


if __name__ == "__main__":
    main()
