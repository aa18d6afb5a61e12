# Every public header compiles alone, as C and as C++, and the programs under examples/c build against public headers
# and the static library, and run.
import glob, os, shutil, subprocess, sys, tempfile

source = os.environ["REPOSE_SOURCE"]
build = os.path.dirname(os.environ["REPOSE"])
include = os.path.join(source, "include")


def run(*command, **more):
    done = subprocess.run(command, capture_output=True, text=True, **more)
    if done.returncode:
        sys.exit("%s\n%s%s" % (" ".join(command), done.stdout, done.stderr))
    return done.stdout


compilers = [("cc", ["-x", "c", "-std=c11"]), ("c++", ["-x", "c++", "-std=c++14"])]
for header in sorted(glob.glob(include + "/repose/*.h")):
    for compiler, flags in compilers:
        if shutil.which(compiler):
            text = '#include "repose/%s"\nint main(void) { return 0; }\n' % os.path.basename(header)
            strict = ["-Wall", "-Wextra", "-Werror", "-pedantic", "-fsyntax-only"]
            run(compiler, *flags, *strict, "-I", include, "-", input=text)

shared = sorted(glob.glob(build + "/librepose.so*"))
if os.environ.get("REPOSE_SANITIZE") or not shared:
    sys.exit(0)
directory = tempfile.mkdtemp()
arguments = {"step_and_read": ["bounce.yaml", "0.1"], "heartbeat_draw": ["bounce.yaml", "0.1", "0.05"],
             "own_force": ["bounce.yaml", "0.1"]}
for name, rest in arguments.items():
    program = os.path.join(directory, name)
    run("cc", "-Wall", "-Wextra", "-Werror", "-I", include, source + "/examples/c/" + name + ".c", shared[0],
        "-Wl,-rpath," + build, "-o", program)
    scene = os.path.join(source, "examples", rest[0])
    said = run(program, scene, *rest[1:], cwd=directory)
    assert "t = 0.1" in said, said
assert os.path.getsize(directory + "/picture-001.png") > 1000
shutil.rmtree(directory)
