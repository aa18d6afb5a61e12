"""One hash for 1, 2, 3, 4 and 7 ranks times 1 and 2 threads, by OpenMPI and by MPICH: every example that ranks can
share, and a strip of nine groups of chunks; and after restarts on other numbers of ranks."""
import glob
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(__file__))
import _ranks
from _ranks import Test, need_mpi, ranks_run, run, same_files, scenes

need_mpi()
t = Test()
SOURCE = os.environ.get("REPOSE_SOURCE", ".")
EXAMPLES = "biaxial bounce box3d chute column drum feeder heap hopper mill mixer piston shear silo".split()
STEPS = 300  # of an example: their particles are one group of chunks, or two
NUMBERS = [(ranks, threads) for ranks in (2, 3, 4, 7) for threads in (1, 2)]


def matrix(paths, label, *args, stops=False):
    for name, path in paths.items():
        code = 4 if stops else 0
        repose_run(name, path, label, 1, 1, code, *args)
        for ranks, threads in NUMBERS:
            repose_run(name, path, label, ranks, threads, code, *args)
            same_files(t, f"{name}-{label}-1-1", f"{name}-{label}-{ranks}-{threads}")
            shutil.rmtree(t.path(f"{name}-{label}-{ranks}-{threads}"))


def repose_run(name, path, label, ranks, threads, code, *args):
    directory = t.path(f"{name}-{label}-{ranks}-{threads}")
    common = ["run", path, "-o", directory, "--threads", threads, "--quiet", *args]
    p = _ranks.repose(*common) if ranks == 1 else ranks_run(ranks, *common, timeout=7200)
    t.equal(p.returncode, code, f"exit code of {os.path.basename(directory)}: {p.stderr}")


def restarts(path):
    """On 3 ranks, 7, 1 and 2, some steps each."""
    run(t, path, "whole", "--threads", 1)
    for n, ranks in enumerate((3, 7, 1, 2)):
        where = ["--resume"] if n else [path]
        args = ["run", *where, "-o", t.path("turns"), "--threads", 1, "--quiet", "--max-steps", 41]
        p = _ranks.repose(*args) if ranks == 1 else ranks_run(ranks, *args)
        t.equal(p.returncode, 4, f"exit code of a part on {ranks} ranks: {p.stderr}")
    run(t, "--resume", "turns", "--threads", 2)
    same_files(t, "whole", "turns")
    shutil.rmtree(t.path("whole"))
    shutil.rmtree(t.path("turns"))


def all_of_it(label):
    for file in glob.glob(os.path.join(SOURCE, "examples", "*.obj")):
        shutil.copy(file, t.directory)
    examples = {name: shutil.copy(os.path.join(SOURCE, "examples", f"{name}.yaml"), t.directory) for name in EXAMPLES}
    matrix(examples, label, "--max-steps", STEPS, stops=True)
    large = scenes(t, 120)
    matrix(large, label)
    restarts(large["strip"])


all_of_it("own")

# ---- MPICH, in a build of its own ----

if "Open MPI" in _ranks.LIBRARY and shutil.which("mpicc.mpich") and shutil.which("mpirun.mpich"):
    build = t.path("build")
    configure = ["cmake", "-S", SOURCE, "-B", build, "-DCMAKE_BUILD_TYPE=Release", "-DREPOSE_MPI=ON"]
    p = subprocess.run([*configure, "-DMPI_C_COMPILER=mpicc.mpich"], capture_output=True, text=True)
    t.equal(p.returncode, 0, f"configures with MPICH: {p.stdout} {p.stderr}")
    p = subprocess.run(["cmake", "--build", build, "--target", "repose", "-j2"], capture_output=True, text=True)
    t.equal(p.returncode, 0, f"builds with MPICH: {p.stdout[-2000:]}")
    _ranks.use(os.path.join(build, "repose"), "mpirun.mpich")
    t.check("MPICH" in _ranks.LIBRARY, f"the library of that build: {_ranks.LIBRARY}")
    all_of_it("mpich")
else:
    print("without MPICH: mpicc.mpich and mpirun.mpich are not here beside OpenMPI (tools/install mpi)")

t.end()
