"""docs/api.md is what the public headers say."""
import os
import subprocess
import sys

ROOT = os.environ.get("REPOSE_SOURCE") or os.path.join(os.path.dirname(__file__), "..", "..")

checked = subprocess.run([sys.executable, "-B", os.path.join(ROOT, "tools", "print-api"), "--check"], check=False)
sys.exit(checked.returncode)
