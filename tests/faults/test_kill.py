"""Fifty kills of examples that take a tenth of a second; see _kill.py. The moments follow the machine."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "cli"))
sys.path.insert(0, os.path.dirname(__file__))
from _kill import harness
from _repose import Test

t = Test()
harness(t, 50, 1, ("bounce", "box3d", "brazil-nut", "column", "demon", "heap", "hopper", "pentagons", "shear", "silo"))
t.end()
