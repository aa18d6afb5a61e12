"""The measure angle_of_repose of heaps whose slope is known.

Grains stand on a line (2D) or on eight lines of a cone (3D), one every diameter, two in a column of the surface: so the
line through the highest of each column has the slope of the line on which they stand. What is left is rounding. Grains
that do not move (glued) belong to the ground.
"""
import csv
import math
import os
import subprocess
import sys
import tempfile

REPOSE = os.environ["REPOSE"]
R, HEIGHT = 2.0**-8, 0.5  # m; a power of two: columns begin where they should
SCENE = """\
repose: 1
dimension: {dimension}
method: soft
gravity: {gravity}
materials: {{glass: {{density: 2500}}}}
interactions:
  - {{between: [glass, glass], friction: 0.5, restitution: 0.4, normal: {{law: linear, stiffness: 1.0e4}}}}
particles:
  - {{name: grains, material: glass, radius: {radius}, place: {{list: {places}}}}}
  - {{name: post, material: glass, radius: {radius}, place: {{list: {post}}}, frozen: true}}
run: {{until: 1.0e-9, step: 1.0e-9}}
output: {{series: {{every: 1}}}}
"""


def line(degrees):
    """Distance and height of every grain of one flank."""
    count = int(HEIGHT / (2 * R * math.tan(math.radians(degrees))))
    return [(2 * R * k, HEIGHT - 2 * R * k * math.tan(math.radians(degrees))) for k in range(count)]


def flat(degrees, up):
    """Above a line along x (up: 1) or hanging from it, for gravity that points up (up: -1)."""
    return [[side * x, up * y] for x, y in line(degrees) for side in ((1, -1) if x else (1,))]


def cone(degrees):
    turns = [(math.cos(a), math.sin(a)) for a in (math.pi * (k + 0.5) / 4 for k in range(8))]
    return [[(x + 1.2 * 3 * R) * c, (x + 1.2 * 3 * R) * s, y] for x, y in line(degrees) for c, s in turns]


def angle(tmp, dimension, gravity, places, post):
    path, out = os.path.join(tmp, "scene.yaml"), os.path.join(tmp, "out")
    with open(path, "w") as f:
        f.write(SCENE.format(dimension=dimension, gravity=gravity, radius=R, places=places, post=post))
    subprocess.run([REPOSE, "run", path, "-o", out, "--quiet", "--force", "--threads", "1"], check=True)
    with open(os.path.join(out, "series.csv")) as f:
        rows = list(csv.reader(f))
    return float(rows[2][rows[0].index("angle_of_repose")])


def main():
    far = {2: [[3.0, 2.0]], 3: [[3.0, 3.0, 2.0]]}
    with tempfile.TemporaryDirectory() as tmp:
        for degrees in (15, 25, 38):
            for up in (1, -1):
                found = angle(tmp, 2, [0, -9.81 * up], flat(degrees, up), far[2])
                print(f"2D, {degrees} degrees, up {up}: {found:.12f}")
                assert abs(found - degrees) < 1e-9, "rounding"
            found = angle(tmp, 3, [0, 0, -9.81], cone(degrees), far[3])
            print(f"3D, {degrees} degrees: {found:.12f}")
            assert abs(found - degrees) < 1e-9, "rounding"
        assert math.isnan(angle(tmp, 2, [0, 0], flat(25, 1), far[2])), "no direction up"
        assert math.isnan(angle(tmp, 2, [0, -9.81], [[2 * R * k, R] for k in range(100)], far[2])), "a flat row"
    return 0


sys.exit(main())
