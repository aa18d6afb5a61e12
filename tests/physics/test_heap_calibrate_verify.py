"""repose calibrate finds the friction that gives the example heap an angle of repose of 15 degrees: to 0.5 degrees,
within 40 runs. The friction that it finds is tried with eight seeds that the search has not used. Their mean has a
standard error of its own (seeds scatter by about a degree, so 0.35): twice that is added to the half degree.
"""
import csv
import json
import os
import subprocess
import sys
import tempfile

import numpy as np

REPOSE, SOURCE = os.environ["REPOSE"], os.environ["REPOSE_SOURCE"]
STUDY = """\
repose: 1
study:
  scene: {scene}
  keys: {{interactions.0.friction: [{friction}]}}
  seeds: [1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008]
  set: {{output.frames.every: 10}}
  measures: [angle_of_repose]
"""


def main():
    with tempfile.TemporaryDirectory() as tmp:
        out = os.path.join(tmp, "calibrated")
        subprocess.run([REPOSE, "calibrate", f"{SOURCE}/examples/studies/calibrate-heap.yaml", "-o", out], check=True)
        with open(os.path.join(out, "calibration.json")) as f:
            found = json.load(f)
        friction = found["keys"][0]["value"]
        print(json.dumps(found), flush=True)
        assert found["runs"] <= 40 and found["converged"] and found["reached"]
        path = os.path.join(tmp, "check.yaml")
        with open(path, "w") as f:
            f.write(STUDY.format(scene=f"{SOURCE}/examples/heap.yaml", friction=friction))
        subprocess.run([REPOSE, "study", path, "-o", os.path.join(tmp, "check")], check=True)
        with open(os.path.join(tmp, "check", "study.csv")) as f:
            rows = list(csv.reader(f))
        angles = np.array([float(row[rows[0].index("angle_of_repose")]) for row in rows[2:]])
    mean, error = angles.mean(), angles.std(ddof=1) / np.sqrt(len(angles))
    print(f"friction {friction:.3f}: {mean:.2f} +- {error:.2f} degrees with other seeds ({angles.round(1)})")
    assert abs(mean - 15) < 0.5 + 2 * error
    return 0


sys.exit(main())
