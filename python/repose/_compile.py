"""Small C files: forces and laws at full speed."""
import ctypes
import os
import subprocess
import tempfile

from ._errors import InputError

_HERE = os.path.dirname(os.path.abspath(__file__))
_kept = []  # a function that the library calls must stay loaded


def include_directory():
    """Where the public headers are: for the option -I of a C compiler."""
    beside = os.path.join(_HERE, "include")
    return beside if os.path.isdir(beside) else os.path.abspath(os.path.join(_HERE, "..", "..", "include"))


def compile_c(source, compiler=None):
    """Compiles C, a text or the path of a file (NAME.c), and returns its functions as a ctypes.CDLL.

    The options are those of the library, so that the same bits come out on all machines. Needs a C compiler: cc, or the
    environment's CC.
    """
    with tempfile.TemporaryDirectory() as work:
        if isinstance(source, str) and not source.endswith(".c"):
            path = os.path.join(work, "source.c")
            with open(path, "w", encoding="utf-8") as file:
                file.write(source)
        else:
            path = os.fspath(source)
        target = os.path.join(work, "compiled.so")
        options = ["-std=gnu17", "-shared", "-fPIC", "-O3", "-ffp-contract=off", "-Wall", "-I", include_directory()]
        command = [compiler or os.environ.get("CC", "cc"), *options, path, "-o", target, "-lm"]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        except FileNotFoundError:
            raise InputError(f"there is no C compiler '{command[0]}'; CC may name another one") from None
        if done.returncode:
            raise InputError(f"{path} does not compile:\n{done.stderr}")
        _kept.append(ctypes.CDLL(target))
    return _kept[-1]
