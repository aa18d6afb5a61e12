"""Every fuzz target for a minute, from its corpus: no crash, no error of memory or undefined behaviour, no input that
takes longer than a minute. REPOSE_FUZZ_SECONDS=300 takes longer, REPOSE_FUZZ_TARGETS=csv,scene not all.

An input that fails is left in the build directory of the targets, fuzz/NAME-crash-...: give it a name that says what it
is, put it into tests/fuzz/corpus/NAME, and fuzz/NAME of the first tier fails until the defect is gone.
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.environ.get("REPOSE_SOURCE") or os.path.join(os.path.dirname(__file__), "..", "..")
BUILD = os.path.join(ROOT, "build-fuzz")
SECONDS = os.environ.get("REPOSE_FUZZ_SECONDS", "60")


def fuzz(program, directory):
    name = os.path.basename(program).removeprefix("fuzz_")
    corpus = os.path.join(directory, name)
    os.mkdir(corpus)
    options = [
        f"-max_total_time={SECONDS}",
        "-timeout=60",
        "-rss_limit_mb=4000",
        "-print_final_stats=1",
        "-close_fd_mask=3",
        f"-artifact_prefix={BUILD}/fuzz/{name}-",
    ]
    words = os.path.join(ROOT, "tests", "fuzz", f"{name}.dict")
    if os.path.exists(words):
        options.append(f"-dict={words}")
    kept = os.path.join(ROOT, "tests", "fuzz", "corpus", name)
    done = subprocess.run(
        [program, *options, corpus, kept],
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0"},  # ours are counted; fontconfig has some
    )
    runs = re.search(r"number_of_executed_units: (\d+)", done.stderr)
    features = re.findall(r"cov: (\d+) ft: (\d+)", done.stderr)
    print(
        f"{name}: {runs.group(1) if runs else 0} runs, {features[-1][0] if features else 0} branches,"
        f" exit code {done.returncode}"
    )
    if done.returncode:
        print(done.stderr[-6000:])
    return done.returncode == 0 and runs is not None


def main():
    if not shutil.which("clang"):
        print("skipped: no clang, which has libFuzzer; tools/install verify")
        sys.exit(77)
    programs = sorted(glob.glob(os.path.join(BUILD, "fuzz", "fuzz_*")))
    chosen = os.environ.get("REPOSE_FUZZ_TARGETS")
    if chosen:
        programs = [program for program in programs if os.path.basename(program)[5:] in chosen.split(",")]
    if not programs:
        print("skipped: no targets; cmake --preset fuzz && cmake --build build-fuzz")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as directory:
        failed = [program for program in programs if not fuzz(program, directory)]
    print(f"{len(programs)} targets, {len(failed)} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
