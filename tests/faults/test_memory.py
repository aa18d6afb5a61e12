"""Some failing allocations; see _memory.py."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "cli"))
sys.path.insert(0, os.path.dirname(__file__))
from _memory import harness
from _repose import Test

t = Test()
harness(t, 60, 3)
t.end()
