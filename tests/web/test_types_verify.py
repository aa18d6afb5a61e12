"""The types of web/: esbuild only takes them away, tsc checks them."""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(__file__))
from _web import skip
from _repose import REPOSE, SOURCE, Test

t = Test()
web = os.path.join(os.path.dirname(os.path.abspath(REPOSE)), "web")
compiler = os.path.join(web, "node_modules", "typescript", "bin", "tsc")
if not os.path.exists(compiler):
    skip("typescript is not here: configure with REPOSE_TESTS=ON where npm reaches its packages")
source = os.path.join(os.path.abspath(SOURCE), "web")
types = os.path.join(web, "node_modules", "uplot", "dist", "uPlot.d.ts")
with open(t.path("tsconfig.json"), "w") as f:
    json.dump({"extends": os.path.join(source, "tsconfig.json"), "include": [os.path.join(source, "src")],
               "compilerOptions": {"paths": {"uplot": [types]}}}, f)
p = subprocess.run(["node", compiler, "-p", t.directory], capture_output=True, text=True, check=False)
t.equal(p.returncode, 0, p.stdout)
t.end()
