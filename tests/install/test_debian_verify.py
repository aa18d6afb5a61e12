"""The Debian packages of debian/ are built from a copy of the source, unpacked, and their program runs a scene."""
import glob
import os
import shutil
import subprocess
import sys
import tempfile

SOURCE = os.path.abspath(os.environ.get("REPOSE_SOURCE", "."))
LEFT_OUT = shutil.ignore_patterns("build*", "out", ".git", "__pycache__", "node_modules")
EXPECTED = {
    "repose": ("usr/bin/repose", "usr/share/man/man1/repose.1.gz", "usr/share/doc/repose/docs/tutorial.md",
               "usr/share/bash-completion/completions/repose", "usr/share/zsh/vendor-completions/_repose"),
    "librepose0.2": ("usr/lib/*/librepose.so.0.2",),
    "librepose-dev": ("usr/include/repose/repose.h", "usr/lib/*/librepose.so", "usr/lib/*/pkgconfig/repose.pc"),
}


def run(*command, **more):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **more)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: exit code {done.returncode}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}")
    return done.stdout


def main():
    if not shutil.which("dpkg-buildpackage") or not shutil.which("dh"):
        print("dpkg-buildpackage and debhelper are not here")
        sys.exit(77)
    with tempfile.TemporaryDirectory(prefix="repose-test-") as work:
        copy = os.path.join(work, "repose")
        shutil.copytree(SOURCE, copy, ignore=LEFT_OUT)
        run("dpkg-buildpackage", "-b", "-us", "-uc", cwd=copy)
        root = os.path.join(work, "root")
        for name, files in EXPECTED.items():
            (package,) = glob.glob(os.path.join(work, f"{name}_*.deb"))
            run("dpkg-deb", "-x", package, root)
            depends = run("dpkg-deb", "-f", package, "Depends")
            if name != "librepose-dev" and not ("libhdf5" in depends and "libcairo2" in depends):
                sys.exit(f"{name} does not depend on what it loads: {depends}")
            for pattern in files:
                if not glob.glob(os.path.join(root, pattern)):
                    sys.exit(f"{name} has no {pattern}: {run('dpkg-deb', '-c', package)}")
        program = os.path.join(root, "usr", "bin", "repose")
        scene = os.path.join(root, "usr", "share", "repose", "examples", "bounce.yaml")
        hashes = []
        for each, directory in ((program, "packaged"), (os.path.abspath(os.environ["REPOSE"]), "own")):
            run(each, "run", scene, "-o", os.path.join(work, directory), "--set", "run.until=0.5", "--quiet")
            hashes.append(run(each, "hash", os.path.join(work, directory, "checkpoint.h5")).split()[0])
        if hashes[0] != hashes[1]:
            sys.exit(f"the packaged program has other bits: {hashes}")


if __name__ == "__main__":
    main()
