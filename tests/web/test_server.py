"""The viewer's server: who may see what, what it refuses, and that it costs the simulation no bit."""
import json
import os
import random
import socket
import sys

sys.path.insert(0, os.path.dirname(__file__))
from _web import FALL, STILL, Server, Watcher, need_viewer
from _repose import Test, repose, run

t = Test()
need_viewer(t)
run(t, t.scene(STILL), "still")

# ---- a finished run ----

s = Server(t.path("still"))
t.check(s.host == "127.0.0.1" and len(s.token) == 32, f"the address is of this machine and has a token: {s.url}")
status, headers, page = s.ask(f"/?token={s.token}")
t.check(status == 200 and b"<!doctype html>" in page, "the page")
t.equal(headers["Referrer-Policy"], "no-referrer", "the token stays here")
status, _, body = s.ask("/api/session")
session = json.loads(body)
times = session["runs"][0]["times"]
t.check(len(times) == 5 and abs(times[-1] - 0.2) < 1e-6, f"times of frames: {times}")
status, _, frame = s.ask("/api/frame?run=0&n=2")
t.check(status == 200 and b'"name":"x"' in frame, "a frame")
status, _, scene = s.ask("/api/file?run=0&name=scene.yaml")
t.check(status == 200 and b"Four discs" in scene, "a file")

good = f"{s.host}:{s.port}"
wrong = s.token[:-1] + ("0" if s.token[-1] != "0" else "1")
for what, expected, arguments in [
    ("no token", 403, {"token": ""}),
    ("another token", 403, {"token": wrong}),
    ("a longer token", 403, {"token": s.token + "0"}),
    ("another origin", 403, {"Origin": "http://example.org"}),
    ("an origin that begins like ours", 403, {"Origin": f"http://{good}.example.org"}),
    ("no origin, of a file", 403, {"Origin": "null"}),
    ("our origin", 200, {"Origin": f"http://{good}"}),
    ("another site", 403, {"Sec_Fetch_Site": "cross-site"}),
    ("another host", 403, {"Host": "example.org"}),
    ("our host by name", 200, {"Host": f"localhost:{s.port}"}),
]:
    t.equal(s.ask("/api/session", **arguments)[0], expected, what)
for path, expected in [
    ("/?token=" + wrong, 403),
    ("/", 403),
    ("/api/file?run=0&name=../scene.yaml", 404),
    ("/api/file?run=0&name=%2Fetc%2Fpasswd", 404),
    ("/api/file?run=0&name=checkpoint.h5", 404),
    ("/api/file?run=1&name=scene.yaml", 400),
    ("/api/frame?run=-1&n=0", 400),
    ("/api/frame?run=0&n=99999999999999999999", 400),
    ("/api/frame?run=0&n=77", 404),
    ("/api/live?after=0", 404),
    ("/../../etc/passwd", 404),
    ("/etc/passwd", 404),
]:
    status = s.ask(path)[0]
    t.check(status == expected or (status == 400 and ".." in path), f"{path}: {status}, expected {expected}")
t.equal(s.ask("/api/session", method="PUT")[0], 405, "only GET")

# ---- bytes that are no requests: it answers or closes, and lives ----

draw = random.Random(7)
words = [b"GET ", b"POST ", b"/api/frame?", b"run=", b"&n=", b"%00", b"%", b"HTTP/1.1\r\n", b"Host: ", b"\r\n\r\n",
         b"/api/control?", b"paused=", b"A" * 9000, b"\xff\xfe", b"..", b"//", good.encode(),
         b"\r\nX-Repose-Token: " + s.token.encode() + b"\r\n"]
for _ in range(150):
    with socket.create_connection((s.host, s.port), timeout=20) as c:
        try:
            c.sendall(b"".join(draw.choice(words) for _ in range(draw.randrange(1, 12))))
            c.shutdown(socket.SHUT_WR)
            while c.recv(65536):
                pass
        except OSError:
            pass  # it has closed the connection
t.equal(s.ask("/api/session")[0], 200, "the server lives")
t.equal(s.stop()[0], 0, "Ctrl-C ends it")

# ---- a live scene: the bits of a run, with pages that watch, wait, stall and vanish ----

scene = t.scene(FALL, "fall.yaml")
alone = run(t, scene, "fall", "--threads", "1")["state_hash"]
s = Server(scene, "--paused", "--until-end")  # else it may be over before the pages are there
for what, expected, arguments in [
    ("another token", 0, {"token": wrong}),
    ("another origin", 0, {"origin": "http://example.org"}),
    ("no origin", 0, {"origin": ""}),
]:
    w = Watcher(s, **arguments)
    t.check(w.status != 101, f"{what}: {w.status}")
    w.close()
page = Watcher(s)
t.equal(page.status, 101, "a page that knows the token watches")
stalled = [Watcher(s) for _ in range(3)]
for w in stalled:
    w.send("next 0")  # and never reads
stalled.pop().close()  # and one that vanishes
state, head = page.next(0)
t.check(state["seq"] >= 1 and any(a["name"] == "contact.a" for a in head["arrays"]), f"a live frame: {state}")
t.check(state["paused"] and head["step"] == 0, f"it waits at its start: {state}")
for wish in ("paused 2", "step -1", "speed x", "value 1", "", "slider 3 1", "slider 0 21", "slider 0", "next -1",
             "x" * 100, b"\0", "slider 99999999999999999999 1"):
    page.send(wish)
    code, words = page.receive()
    t.equal(code, 1, f"a wish refused: {wish}: {words}")
page.send("step 3")
later, after = page.next(state["seq"])
t.equal(after["step"], head["step"] + 3, "three single steps")
t.check(later["paused"], "and it stands again")
for wish in ("paused 0", "paused 1", "paused 0"):
    page.send(wish)
page.close()
code, seen = s.wait()
t.equal(code, 0, "it ends with the scene")
t.equal(seen, alone, "the state is that of a run without pages")
for w in stalled:
    w.close()

# ---- sliders: what the scene marks, with the values of the simulation ----

s = Server(scene, "--set", "run.until=1.0e4")  # it goes on as long as the test does
session = json.loads(s.ask("/api/session")[2])
t.equal([x["name"] for x in session["sliders"]], ["gravity", "speed of floor", "friction of any and any"], "sliders")
page = Watcher(s)
state, _ = page.next(0)
t.check(abs(state["sliders"][0] - 9.81) < 1e-6 and state["sliders"][1:] == [0, 0.4], f"values: {state['sliders']}")
for wish in ("slider 0 2.5", "slider 1 0.05", "slider 2 0.9"):
    page.send(wish)
while state["sliders"] != [2.5, 0.05, 0.9]:
    state, head = page.next(state["seq"])
t.check(abs(head["gravity"][1] + 2.5) < 1e-12, f"gravity of the frame: {head['gravity']}")
t.equal(s.ask("/api/live")[0], 403, "a live simulation is seen by WebSocket, with its own checks")

# ---- more pages than there is room for; messages that are none ----

more = [Watcher(s) for _ in range(12)]
t.check(sum(w.status == 101 for w in more) == 5, f"six pages at most: {[w.status for w in more]}")
for w in more:
    w.close()
for n in range(60):
    w = Watcher(s)
    try:
        w.socket.sendall(bytes(draw.randrange(256) for _ in range(draw.randrange(1, 40))))
        w.send(bytes(draw.randrange(256) for _ in range(draw.randrange(300))), draw.randrange(16))
    except OSError:
        pass  # it has closed the connection
    w.close()
state, _ = page.next(state["seq"])
t.check(state["seq"] > 0, "the server lives")
t.equal(s.stop()[0], 0, "Ctrl-C ends it")

# ---- mistakes ----

taken = socket.create_server(("127.0.0.1", 0))
for arguments, expected in [
    ((t.path("none.yaml"),), "none.yaml"),
    ((t.path("still", "frames"),), "not the directory of a run"),
    ((t.path("still"), "--no-token", "--host", "0.0.0.0"), "--no-token"),
    ((t.path("still"), "--port", "99999"), "--port"),
    ((t.path("still"), "--host", "192.0.2.1"), "--host with an address of this machine"),
    ((t.path("still"), "--port", str(taken.getsockname()[1])), "--port with one that is free"),
    ((t.path("still"), scene), "directories of runs, or runs one scene"),
]:
    p = repose("view", *arguments, timeout=20)
    t.check(p.returncode in (2, 3) and expected in p.stderr, f"view {arguments}: {p.returncode}, {p.stderr}")
taken.close()
t.end()
