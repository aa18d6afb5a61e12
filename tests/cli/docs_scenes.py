#!/usr/bin/env python3
"""Every complete scene in README.md and docs/scene.md (a yaml block with the key `repose: 1`) passes `repose check`."""
import os
import re
import subprocess
import sys
import tempfile

REPOSE = os.environ.get("REPOSE", "build/repose")
SOURCE = os.environ.get("REPOSE_SOURCE", ".")
LEAST = {"README.md": 1, "docs/scene.md": 3}  # complete scenes; fewer means that they are not found any more


def scenes(path):
    """(line, text) of each block; a block that is not closed reaches to the end of the file."""
    with open(path, encoding="utf-8") as f:
        text = f.read()
    for block in re.finditer(r"^```yaml[ \t]*\n(.*?)(?:^```|\Z)", text, re.MULTILINE | re.DOTALL):
        if re.search(r"(^|[{,\s])repose: 1\b", block.group(1)):
            yield text.count("\n", 0, block.start(1)) + 1, block.group(1)


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
        for name, least in LEAST.items():
            found = list(scenes(os.path.join(SOURCE, name)))
            if len(found) < least:
                print(f"{name}: {len(found)} complete scenes, expected at least {least}")
                good = False
            for line, text in found:
                good = check(f"{name}:{line}", text, directory) and good
    return 0 if good else 1


sys.exit(main())
