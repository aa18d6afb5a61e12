"""Tests end by processor time: tools/limit-time ends what computes, and lets wait what waits."""
import os
import subprocess
import sys

ROOT = os.environ.get("REPOSE_SOURCE") or os.path.join(os.path.dirname(__file__), "..", "..")


def limited(seconds, *command):
    return subprocess.run(
        [os.path.join(ROOT, "tools", "limit-time"), str(seconds), *command], capture_output=True, text=True
    )


busy = "while True: pass"
child = f"import subprocess, sys; sys.exit(-subprocess.call([sys.executable, '-c', '{busy}']))"
cases = [
    ("a loop without end", limited(1, sys.executable, "-c", busy), 152, "ended after 1 s of processor time"),
    ("one in a child", limited(1, sys.executable, "-c", child), 24, ""),
    ("two seconds of sleep", limited(1, "sleep", "2"), 0, ""),
    ("an exit code", limited(1, "sh", "-c", "exit 77"), 77, ""),
]
failed = 0
for what, done, code, said in cases:
    if done.returncode != code or said not in done.stdout:
        print(f"{what}: exit code {done.returncode}, {code} expected; {done.stdout}{done.stderr}")
        failed += 1
print(f"{len(cases)} cases, {failed} failed")
sys.exit(1 if failed else 0)
