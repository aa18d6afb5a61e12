# Every public header compiles alone, as C and as C++, with all warnings as errors.
import glob, os, shutil, subprocess, sys

source = os.environ["REPOSE_SOURCE"]
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
