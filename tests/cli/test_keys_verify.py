"""The walks over all keys by every method; the first tier takes one method for each key. See _keys.py."""
import os
import subprocess
import sys

here = os.path.dirname(os.path.abspath(__file__))
failed = 0
for name in ("test_keys.py", "test_keys_flow.py", "test_keys_laws.py"):
    environment = dict(os.environ, REPOSE_KEYS="all")
    code = subprocess.run([sys.executable, "-B", os.path.join(here, name)], env=environment, check=False).returncode
    print(f"{name}: exit code {code}")
    failed += code != 0
sys.exit(failed > 0)
