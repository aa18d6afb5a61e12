"""The code of docs/python.md runs from top to bottom in one session, and so do the programs of examples/python."""
import os
import re
import runpy
import sys

from _package import SOURCE, directory


def main():
    with open(os.path.join(SOURCE, "docs", "python.md"), encoding="utf-8") as file:
        text = file.read()
    examples = os.path.abspath(os.path.join(SOURCE, "examples", "python"))
    sys.path[:] = [os.path.abspath(path) for path in sys.path]
    blocks = list(re.finditer(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL))
    assert len(blocks) > 10
    names = {}
    with directory() as work:
        os.chdir(work)
        for block in blocks:
            line = text.count("\n", 0, block.start(1))
            code = compile("\n" * line + block.group(1), "docs/python.md", "exec")
            exec(code, names)
        for name in ("box.png", "energy.png", "frame.png", "here.h5"):
            assert os.path.getsize(name) > 1000, name
        for name in sorted(os.listdir(examples)):
            if name.endswith(".py"):
                runpy.run_path(os.path.join(examples, name), run_name="__main__")
        os.chdir("/")


if __name__ == "__main__":
    main()
