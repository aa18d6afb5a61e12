"""What the tests of the viewer share: a small scene, the server as a process, requests to it."""
import http.client
import os
import re
import subprocess
import sys
import urllib.parse

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "cli"))
from _repose import REPOSE, repose

# Three discs without gravity that move to the right, and one of steel that stands still: where they are at any time is
# known. The blue ones are of the first material, the red one of the second, twice as large.
STILL = """\
repose: 1
title: Four discs
dimension: 2
method: soft
materials: {glass: {density: 2500}, steel: {density: 7800}}
interactions: [{between: [any, any], restitution: 0.5, normal: {law: linear, stiffness: 1.0e4}}]
particles:
  - {name: blue, material: glass, radius: 0.01, place: {list: [[0, 0], [0, 0.04]]}, velocity: [0.1, 0]}
  - {name: red, material: steel, radius: 0.02, place: {list: [[0.1, 0.02]]}}
run: {until: 0.2, step: 1.0e-4}
output: {frames: {every: 0.05}, series: {every: 0.01}}
"""

# Discs that fall and settle: enough steps that pages see it going on.
FALL = """\
repose: 1
title: Falling discs
dimension: 2
method: soft
seed: 3
gravity: [0, -9.81]
materials: {glass: {density: 2500}}
interactions: [{between: [any, any], friction: 0.4, restitution: 0.5, normal: {law: linear, stiffness: 1.0e4}}]
particles:
  - {name: grains, material: glass, count: 60, radius: {uniform: [0.004, 0.006]},
     place: {random: {lower: [0, 0.01], upper: [0.1, 0.2]}}}
walls:
  - {name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: glass}
  - {name: left, plane: {point: [0, 0], normal: [1, 0]}, material: glass}
  - {name: right, plane: {point: [0.1, 0], normal: [-1, 0]}, material: glass}
run: {until: 0.3, step: 1.0e-5}
"""


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(77)


def need_viewer(test):
    """Skips where the program was built without page or server."""
    p = repose("view", test.path("none.yaml"), timeout=60)
    if "without" in p.stderr:
        skip(p.stderr.strip())


class Server:
    """repose view in a process of its own."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            [REPOSE, "view", *map(str, arguments), "--threads", "1"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.url = self.process.stdout.readline().strip()
        parts = urllib.parse.urlparse(self.url)
        self.host, self.port = parts.hostname, parts.port
        self.token = urllib.parse.parse_qs(parts.query).get("token", [""])[0]

    def ask(self, path, method="GET", token=None, **headers):
        """Status, headers and body of a request."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=30)
        given = {"X-Repose-Token": self.token if token is None else token}
        given.update({name.replace("_", "-"): value for name, value in headers.items()})
        connection.request(method, path, headers=given)
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer.status, answer.headers, body

    def wait(self):
        """Its exit code and the state hash that it printed."""
        _, words = self.process.communicate(timeout=120)
        found = re.search(r"hash (\w{32})", words)
        return self.process.returncode, found and found.group(1)

    def stop(self):
        self.process.terminate()
        return self.wait()
