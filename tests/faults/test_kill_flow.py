"""Some kills while sources pour and sinks take, by every method: the same bytes in the end; see _kill_flow.py."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "cli"))
sys.path.insert(0, os.path.dirname(__file__))
from _kill_flow import kill_flow
from _repose import Test

t = Test()
kill_flow(t, 8, 0.3)
t.end()
