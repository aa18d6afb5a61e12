"""Checkpoints of every format go on to the state that the program which wrote them reached.

tests/data/checkpoint-FORMAT-NAME is the directory of a run that was stopped; the hashes are those of the whole run by
the program of that time.
"""
import os
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "cli"))
from _repose import SOURCE, Test, repose, summary

EXPECTED = {
    "checkpoint-2-soft": "b92b769faf5b9e736f44ad1ed43d488b",
    "checkpoint-2-gear": "5ea8bb6078346a9ff16e515f5fcc884e",
    "checkpoint-2-contact-dynamics": "f95f17e68981367353817e9fafbfa8d4",
    "checkpoint-2-event-driven": "e9e3813f703c10b4679fbebdcad513b3",
    "checkpoint-3-soft": "b92b769faf5b9e736f44ad1ed43d488b",
    "checkpoint-3-contact-dynamics": "f95f17e68981367353817e9fafbfa8d4",
    "checkpoint-3-event-driven": "e338d8e173d58573857a6a0901b1f5dd",
}

t = Test()
data = os.path.join(SOURCE, "tests", "data")
t.equal(
    sorted(d for d in os.listdir(data) if d.startswith("checkpoint-")), sorted(EXPECTED), "checkpoints that are kept"
)
for name, expected in EXPECTED.items():
    shutil.copytree(os.path.join(data, name), t.path(name))
    p = repose("run", "--resume", "-o", t.path(name), "--quiet")
    if t.equal(p.returncode, 0, f"{name}: {p.stderr.strip()}"):
        t.equal(summary(t.path(name))["state_hash"], expected, name)
t.end()
