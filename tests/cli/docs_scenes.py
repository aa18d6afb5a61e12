#!/usr/bin/env python3
"""Every complete scene in README.md and docs (a yaml block with the key `repose: 1`) passes `repose check`.

Studies and calibrations are files of another kind: test_studies_page.py runs them.
"""
import glob
import os
import re
import subprocess
import sys
import tempfile

REPOSE = os.environ.get("REPOSE", "build/repose")
SOURCE = os.environ.get("REPOSE_SOURCE", ".")
# complete scenes; fewer means that they are not found any more
LEAST = {"README.md": 1, "docs/scene.md": 3, "docs/tutorial.md": 3}


def scenes(path):
    """(line, text) of each block; a block that is not closed reaches to the end of the file."""
    with open(path, encoding="utf-8") as f:
        text = f.read()
    for block in re.finditer(r"^```yaml(?: [^\n]*)?\n(.*?)(?:^```|\Z)", text, re.MULTILINE | re.DOTALL):
        study = re.search(r"^(?:study|calibrate):", block.group(1), re.MULTILINE)
        if not study and re.search(r"(^|[{,\s])repose: 1\b", block.group(1)):
            yield text.count("\n", 0, block.start(1)) + 1, block.group(1)


def pages():
    found = glob.glob(os.path.join(SOURCE, "docs", "**", "*.md"), recursive=True)
    return ["README.md", *sorted(os.path.relpath(path, SOURCE) for path in found)]


def check(where, text, directory):
    path = os.path.join(directory, "scene.yaml")
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    p = subprocess.run([REPOSE, "check", path], capture_output=True, text=True, timeout=1200)
    if p.returncode:
        print(f"{where}: exit code {p.returncode}: {p.stderr.strip()}")
    return p.returncode == 0


def main():
    if not os.access(REPOSE, os.X_OK):
        print(f"no program {REPOSE}")
        return 77
    good = True
    with tempfile.TemporaryDirectory(prefix="repose-test-") as directory:
        for name in pages():
            found = list(scenes(os.path.join(SOURCE, name)))
            if len(found) < LEAST.get(name, 0):
                print(f"{name}: {len(found)} complete scenes, expected at least {LEAST[name]}")
                good = False
            for line, text in found:
                good = check(f"{name}:{line}", text, directory) and good
    return 0 if good else 1


sys.exit(main())
