"""A thousand kills; see _kill.py."""
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "cli"))
sys.path.insert(0, os.path.dirname(__file__))
from _kill import harness
from _repose import Test

t = Test()
seed = int(time.time())
print(f"seed {seed}")
harness(t, 1000, seed)
t.end()
