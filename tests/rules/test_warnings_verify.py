"""The compiler has no warning, of -Wconversion neither: every source file, with the options of the build.

The build's list of commands says how each file is compiled. Files that stand there once for each instruction set are
checked for each.
"""
import json
import os
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

COMMANDS = os.path.join(os.path.dirname(os.environ["REPOSE"]), "compile_commands.json")


def compiler_command(entry):
    """The command without its launcher and its outputs."""
    words = shlex.split(entry["command"])
    first = next(n for n, word in enumerate(words) if "ccache" not in os.path.basename(word))
    words = words[first:]
    for option in ("-o", "-MF", "-MT"):
        if option in words:
            at = words.index(option)
            del words[at : at + 2]
    return [word for word in words if word != "-MD"]


def warnings_of(entry):
    done = subprocess.run(
        [*compiler_command(entry), "-fsyntax-only"], cwd=entry["directory"], capture_output=True, text=True
    )
    return [line for line in done.stderr.splitlines() if "warning:" in line or "error:" in line]


def main():
    if os.environ.get("REPOSE_SANITIZE"):
        print("skipped: the build without sanitizers says it all")
        sys.exit(77)
    if not os.path.exists(COMMANDS):
        print(f"skipped: no {COMMANDS}; the generators of CMake for Ninja and make write it")
        sys.exit(77)
    with open(COMMANDS) as file:
        entries = json.load(file)
    if not any("-Wconversion" in entry["command"] for entry in entries):
        sys.exit("the build does not pass -Wconversion")
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        found = sorted({line for lines in pool.map(warnings_of, entries) for line in lines})
    print("\n".join(found))
    print(f"{len(entries)} commands, {len(found)} warnings")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
