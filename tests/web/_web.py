"""What the tests of the viewer share: a small scene, the server as a process, requests to it."""
import base64
import http.client
import json
import os
import re
import socket
import struct
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

# A bar and a cube above it, at rest. The cube's middle lies within the sphere about the bar, whose front is nearer.
BOXES = """\
repose: 1
title: A bar and a cube
dimension: 3
method: contact-dynamics
materials: {wood: {density: 700}, steel: {density: 7800}}
interactions: [{between: [any, any], friction: 0.5, restitution: 0}]
particles:
  - {name: bar, material: wood, shape: {polyhedron: {box: [0.1, 0.02, 0.02]}}, place: {list: [[0, 0, 0]]}}
  - {name: cube, material: steel, shape: {polyhedron: {box: [0.02, 0.02, 0.02]}}, place: {list: [[0, 0, 0.04]]}}
run: {until: 0.02, step: 1.0e-3}
output: {frames: {every: 0.01}}
"""

# A disc in the middle of a cell of 0.1 m that shears at 1/s: there it stands still, and after 0.3 s the image across
# the upper side is 0.03 m further to the right.
CELL = """\
repose: 1
title: A cell that shears
dimension: 2
method: soft
domain: {lower: [0, 0], upper: [0.1, 0.1], periodic: [x, y], rate: {xy: 1}}
materials: {glass: {density: 2500}, steel: {density: 7800}}
interactions: [{between: [any, any], restitution: 0.5, normal: {law: linear, stiffness: 1.0e4}}]
particles: [{name: red, material: steel, radius: 0.02, place: {list: [[0.05, 0.05]]}}]
run: {until: 0.3, step: 1.0e-4}
output: {frames: {every: 0.1}}
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
view:
  sliders:
    - {gravity: [0, 20]}
    - {wall: floor, speed: [-0.1, 0.1], along: [0, 1]}
    - {friction: [0, 1], between: [any, any]}
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


class Watcher:
    """A page that watches a live simulation: a WebSocket [RFC 6455]."""

    def __init__(self, server, token=None, origin=None):
        token = server.token if token is None else token
        host = f"{server.host}:{server.port}"
        self.socket = socket.create_connection((server.host, server.port), timeout=30)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET /api/live?token={token} HTTP/1.1", f"Host: {host}", "Upgrade: websocket", "Connection: Upgrade",
                 f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
        if origin != "":
            lines.append(f"Origin: {origin or 'http://' + host}")
        self.socket.sendall("\r\n".join(lines + ["", ""]).encode())
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            more = self.socket.recv(1)
            if not more:
                break
            head += more
        self.status = int(head.split()[1]) if head else 0

    def send(self, text, code=1):
        """A message; 1: text."""
        data = text if isinstance(text, bytes) else text.encode()
        mask = os.urandom(4)
        length = bytes([128 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack("!H", len(data))
        self.socket.sendall(bytes([128 | code]) + length + mask + bytes(b ^ mask[n % 4] for n, b in enumerate(data)))

    def _bytes(self, count):
        got = b""
        while len(got) < count:
            more = self.socket.recv(count - len(got))
            if not more:
                raise ConnectionError("the server has closed the connection")
            got += more
        return got

    def receive(self):
        """Code and data of the next message that is no ping."""
        while True:
            code, length = self._bytes(2)
            if length >= 126:
                length = int.from_bytes(self._bytes(2 if length == 126 else 8), "big")
            data = self._bytes(length)
            if code & 15 != 9:
                return code & 15, data
            self.send(data, 10)

    def next(self, after):
        """State, and header of the frame, of the first one after number `after`."""
        self.send(f"next {after}")
        code, data = self.receive()
        assert code == 2, data
        size = int.from_bytes(data[:4], "little")
        frame = data[4 + size:]
        head = json.loads(frame[4:4 + int.from_bytes(frame[:4], "little")])
        return json.loads(data[4:4 + size]), head

    def close(self):
        self.socket.close()


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
