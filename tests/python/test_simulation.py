"""Simulations from Python: the bits of the command line, scenes made in Python, errors, callbacks, forces, threads."""
import gc
import logging
import math
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
from _package import FEED, SCENE, STEPS, box, directory, main, program, raises, summary
from _repose import processor_time

import repose


def hash_of_program(text):
    with directory() as work:
        scene = os.path.join(work, "scene.yaml")
        with open(scene, "w", encoding="utf-8") as file:
            file.write(text)
        done = program("run", scene, "-o", os.path.join(work, "out"), "--quiet", "--threads", "1")
        assert done.returncode == 0, done.stderr
        return summary(os.path.join(work, "out"))["state_hash"]


def test_the_same_bits_as_the_command_line():
    texts = [box(method) for method in STEPS] + [SCENE.replace("count: 200", "count: 100"), FEED + box()]
    for n, text in enumerate(texts):
        expected = hash_of_program(text)
        whole = repose.Simulation(text, threads=2)
        whole.advance(math.inf)
        assert whole.finished and whole.hash() == expected, n
        pieces = repose.Simulation(text, threads=1)
        beats = []
        pieces.every(0.003)(lambda sim: beats.append(sim.position.mean()))
        pieces.every(steps=7)(lambda sim: beats.append(sim.measure("kinetic")))
        while not pieces.finished:
            pieces.step(3 + len(beats) % 5)
            pieces.advance(by=0.0011)
        assert len(beats) > 20 and pieces.hash() == expected, n


def test_scenes_made_in_python():
    by_hand = repose.Scene(dimension=2, method="soft", gravity=[0, -9.81], title="Box", thickness=0.01)
    by_hand.materials["glass"] = {"density": 2500}
    rule = {"between": ["glass", "glass"], "friction": 0.3, "restitution": 0.6}
    rule["normal"] = {"law": "linear", "stiffness": np.float64(20000)}
    by_hand.interactions.append(rule)
    place = {"list": np.array([[0, 2e-3], [1e-3, 6e-3]])}
    by_hand.particles.append({"material": "glass", "radius": 2e-3, "place": place})
    by_hand.walls.append({"name": "floor", "plane": {"point": [0, 0], "normal": [0, 1]}, "material": "glass"})
    by_hand.run["until"] = 0.01
    text = """
repose: 1
dimension: 2
method: soft
gravity: [0, -9.81]
title: Box
thickness: 0.01
materials: {glass: {density: 2500}}
interactions:
  - {between: [glass, glass], friction: 0.3, restitution: 0.6, normal: {law: linear, stiffness: 20000}}
particles: [{material: glass, radius: 2.0e-3, place: {list: [[0, 2.0e-3], [1.0e-3, 6.0e-3]]}}]
walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: glass}]
run: {until: 0.01}
"""
    with directory() as work:
        path = os.path.join(work, "by_hand.yaml")
        by_hand.save(path)
        hashes = set()
        for scene in (by_hand, dict(by_hand), by_hand.text(), text, path):
            with repose.Simulation(scene, threads=1, set={"run.step": 1e-5}) as sim:
                assert sim.dt == 1e-5 and sim.title == "Box" and sim.count == 2
                sim.advance(0.01)
                hashes.add(sim.hash())
        assert len(hashes) == 1
    assert "step" in by_hand.check() and "particles" in repose.check(text)


def test_errors_say_where():
    scene = repose.Scene(dimension=2, method="soft")
    scene.materials["glass"] = {"density": 2500, "yung": 7e10}
    error = raises(repose.InputError, lambda: repose.Simulation(scene), "yung", "did you mean 'young'?")
    assert error.key == "materials.glass.yung" and error.nearest == "young" and error.line and error.column
    assert error.value == "yung" and "density" in error.expected and error.particle is None and error.time is None
    assert isinstance(error, ValueError) and isinstance(error, repose.Error)
    error = raises(repose.Error, lambda: repose.Simulation("no-such-file.yaml"), "no-such-file.yaml")
    text = box().replace("radius: 0.005", "radius: -1")
    error = raises(repose.InputError, lambda: repose.Simulation(text, name="mine.yaml"), "mine.yaml:13")
    assert error.file == "mine.yaml" and error.line == 13 and error.value == "-1"
    raises(TypeError, lambda: repose.Simulation(repose.Scene(title=object())), "type object")
    with repose.Simulation(box(), threads=1) as sim:
        error = raises(repose.InputError, lambda: sim.measure("kinetik"), "kinetic")
        raises(KeyError, lambda: sim.walls["lidd"], "did you mean 'lid'?")
        raises(IndexError, lambda: sim.walls[4])
        raises(repose.InputError, lambda: sim.slot(100), "no particle 100")
        raises(repose.InputError, lambda: sim.advance(math.nan), "not a number")
        raises(TypeError, lambda: sim.advance())
        raises(TypeError, lambda: sim.picture(colour="speed"), "color")
    raises(repose.InputError, lambda: sim.time, "closed")


def test_wrong_arguments_are_refused():
    with repose.Simulation(box(), threads=1) as sim:
        for wrong in ("drag", None, 0, -5, 1.5):
            raises(TypeError, lambda: sim.force(wrong), "neither a function nor the address of one")
        raises(TypeError, lambda: sim.every(0.1)(5), "a function")
        for ids in (1.5, [1.5, 2], "1", [[1, 2]]):
            raises(repose.InputError, lambda: sim.remove(ids), "whole numbers")
        raises(repose.InputError, lambda: sim.remove(-1), "no particle -1")
        raises(repose.InputError, lambda: sim.set("velocity", [1, 2], ids=[1 << 32]), "no particle 4294967296")
        sim.remove([])
        raises(TypeError, lambda: sim.rewind(None), "Snapshot")
        raises(repose.InputError, lambda: sim.step(-1), "-1 steps")
        raises(TypeError, lambda: sim.step(2.5))
        raises(AttributeError, lambda: setattr(sim, "velocty", 1), "did you mean 'velocity'?")
        raises(AttributeError, lambda: setattr(sim.walls["lid"], "velocty", 1), "did you mean 'velocity'?")
        raises(AttributeError, lambda: setattr(sim.walls["lid"], "number", 1))
        assert sim.count == 61 and sim.steps == 0
    raises(repose.InputError, lambda: repose.run(), "no scene")
    raises(repose.InputError, lambda: repose.run(resume=True), "which run")
    raises(repose.InputError, lambda: repose.compile_c("int f( {"), "error: expected")


def test_walls_groups_materials_measures():
    sim = repose.Simulation(box(), threads=1)
    assert list(sim.walls) == ["floor", "left", "right", "lid"] and len(sim.groups) == 3
    assert sim.groups["post"].motion == "fixed" and sim.groups["post"].count == 1
    assert sim.materials["glass"].density == 2500 and math.isnan(sim.materials[0].young)
    lid = sim.walls["lid"]
    assert np.array_equal(lid.position, [0, 0.2, 0]) and lid.active and not lid.loaded and lid.material == "glass"
    lid.velocity = [0, -0.5]
    sim.advance(0.01)
    moved = 0.2 - 0.5 * sim.time
    assert abs(lid.position[1] - moved) < 1e-12  # a sum of a thousand steps
    raises(repose.InputError, lambda: setattr(lid, "load", 5))
    raises(repose.InputError, lambda: setattr(lid, "velocity", [1]))
    assert sim.measures["kinetic"].unit == "J" and "lid.fy" in sim.measures
    speeds = np.asarray(sim.velocity)
    free = np.asarray(sim.group) == sim.groups["grains"].number
    kinetic = 0.5 * (np.asarray(sim.mass) * (speeds**2).sum(axis=1))[free].sum()
    assert abs(sim.measure("kinetic") - kinetic) < 1e-12 * kinetic  # another order of the sum
    sim.advance(0.04)
    contacts = sim.contacts()
    assert contacts.dtype.names[:3] == ("a", "b", "wall") and len(contacts) > 0
    pairs = contacts[contacts["b"] >= 0]
    x, r = sim.by_id("position"), sim.by_id("radius")
    distance = np.linalg.norm(x[pairs["a"]] - x[pairs["b"]], axis=1)
    overlap = r[pairs["a"]] + r[pairs["b"]] - distance
    assert np.allclose(overlap, pairs["overlap"], atol=1e-15, rtol=0)  # rounding of lengths of 0.1 m


def test_particles_come_and_go():
    sim = repose.Simulation(box(), threads=1)
    ids = sim.add([[0.02, 0.15], [0.03, 0.15]], [0.002, 0.003], "glass", velocity=[0, 1], group="grains")
    assert list(ids) == [61, 62] and sim.count == 63
    assert np.array_equal(sim.velocity[sim.slot(62)], [0, 1, 0]) and sim.radius[sim.slot(61)] == 0.002
    raises(repose.InputError, lambda: sim.add([0.02, 0.15], 0.002, "glas"), "did you mean 'glass'?")
    raises(repose.InputError, lambda: sim.add([0.02, 0.15], 0.002, "glass"))  # on another one
    raises(repose.InputError, lambda: sim.add([[0, 0.15]] * 2, [1, 2, 3], "glass"), "2 of them")
    sim.remove(ids)
    raises(repose.InputError, lambda: sim.remove(61), "61")
    assert sim.count == 61 and sim.measure("added") == 2 and sim.measure("removed") == 2


def test_states_are_kept():
    with directory() as work:
        path = os.path.join(work, "here.h5")
        sim = repose.Simulation(box(), threads=1)
        sim.advance(0.005)
        sim.save(path)
        state, here = sim.snapshot(), sim.hash()
        sim.advance(0.01)
        end = sim.hash()
        for back in (lambda: sim.rewind(state), lambda: sim.load(path)):
            back()
            assert sim.hash() == here
            sim.advance(0.01)
            assert sim.hash() == end
        other = repose.Simulation(box(), restore=path, threads=2)
        third = repose.Simulation(box(), snapshot=state, threads=2)
        other.advance(0.01)
        third.advance(0.01)
        assert other.hash() == third.hash() == end
        assert sim.picture(color="speed", width=300).png[:8] == b"\x89PNG\r\n\x1a\n"
        sim.picture(os.path.join(work, "p.svg"), forces=1)
        assert "<svg" in open(os.path.join(work, "p.svg"), encoding="utf-8").read(500)


def test_callbacks_end_an_advance():
    sim = repose.Simulation(box(), threads=1)
    times = []

    @sim.every(0.002)
    def stop(sim):
        times.append(sim.time)
        raises(repose.InputError, lambda: sim.step(), "heartbeat")
        raises(repose.InputError, sim.close, "callback")
        raises(repose.InputError, lambda: sim.rewind(state), "callback")
        return len(times) == 2

    state = sim.snapshot()
    sim.advance(0.02)
    assert len(times) == 2 and abs(sim.time - 0.004) < 2 * sim.dt
    sim.every(0.003)(lambda sim: 1 / 0)
    raises(ZeroDivisionError, lambda: sim.advance(0.02))
    assert abs(sim.time - 0.007) < 2 * sim.dt
    sim.step()  # it can go on


def fall(method="soft", **keys):
    """One ball without contacts."""
    scene = {
        "repose": 1,
        "dimension": 3,
        "method": method,
        "materials": {"m": {"density": 1000}},
        "interactions": [{"between": ["m", "m"], "restitution": 0.5, "normal": {"law": "linear", "stiffness": 1e4}}],
        "particles": [{"material": "m", "radius": 0.01, "place": {"list": [[0, 0, 0]]}, "velocity": [0, 0, 2]}],
        "run": {"until": 1, "step": 1e-3},
    }
    return repose.Simulation(scene, threads=1, **keys)


def test_forces_of_python():
    sim = fall()
    c = 3.0

    @sim.force
    def drag(chunk):
        assert len(chunk) == 1 and chunk.dimension == 3 and chunk.id[0] == 0
        chunk.force += -c * chunk.mass[:, None] * chunk.velocity

    sim.advance(1)
    # dv/dt = -c v; a scheme of second order with a force that depends on the velocity errs by (c dt)^2 at most
    assert abs(sim.velocity[0, 2] / (2 * math.exp(-c * sim.time)) - 1) < (c * 1e-3) ** 2 * 10
    lost = 0.5 * sim.mass[0] * (sim.velocity[0, 2] ** 2 - 4)
    assert abs(sim.measure("drive_work") / lost - 1) < 1e-3  # work by the same order
    raises(repose.InputError, lambda: fall("event-driven").force(drag), "event-driven")
    broken = fall()
    state = broken.snapshot()
    wrong = [True]

    @broken.force
    def fails(chunk):
        if wrong[0] and chunk.time > 0.1:
            raise LookupError("no force")

    raises(LookupError, lambda: broken.advance(1))
    assert broken.time < 0.11
    raises(repose.RunError, lambda: broken.step(), "a force of this simulation failed")
    broken.rewind(state)
    wrong[0] = False
    broken.advance(0.2)
    text = box()
    hashes = []
    for threads in (1, 3):
        with repose.Simulation(text, threads=threads) as many:
            many.force(lambda chunk: chunk.force.__iadd__(1e-3 * np.sin(chunk.position)))
            many.advance(0.002)
            hashes.append(many.hash())
    assert hashes[0] == hashes[1]


def test_collisions_are_seen():
    sim = repose.Simulation(box("event-driven"), threads=1)
    seen = []
    sim.on_collision(lambda collision: seen.append((collision.time, collision.a, list(collision.impulse))))
    sim.advance(0.02)
    assert len(seen) == sim.measure("collisions") + sim.measure("wall_collisions") > 3
    assert all(b[0] >= a[0] for a, b in zip(seen, seen[1:]))
    sim.on_collision(None)
    count = len(seen)
    sim.advance(0.03)
    assert len(seen) == count


def test_two_simulations_in_two_threads():
    expected = {}
    for method in STEPS:
        with repose.Simulation(box(method), threads=1) as sim:
            sim.advance(0.02)
            expected[method] = sim.hash()
    results, overlap = {}, []

    def work(key, method):
        sim = repose.Simulation(box(method), threads=1)
        sim.every(steps=20)(lambda sim: overlap.append(key))
        sim.advance(0.02)
        results[key] = sim.hash()

    keys = [(method, n) for method in STEPS for n in range(2)]
    threads = [threading.Thread(target=work, args=(key, key[0])) for key in keys]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == {key: expected[key[0]] for key in keys}


def test_stepping_lets_other_threads_run():
    sim = repose.Simulation(box(), threads=1)
    sim._steps_at_once = 1 << 30  # one call of the library
    done, turns = threading.Event(), 0
    raised = []

    def step():
        sim.advance(0.05)
        done.set()

    thread = threading.Thread(target=step)
    thread.start()
    while not done.is_set():
        turns += 1
        if not raised and sim._handle.thread is not None:
            try:
                sim.time
            except repose.InputError as error:
                raised.append(str(error))
        time.sleep(0.001)
    thread.join()
    assert turns > 3 and raised and "another thread" in raised[0]


INTERRUPTED = """
import sys, repose
longer = {"stages": [{"name": "long", "until": 1000}]}
sim = repose.Simulation(sys.stdin.read(), threads=1, set=longer)
CALLBACK
print("begun", flush=True)
try:
    sim.advance(900)
except KeyboardInterrupt:
    assert 0 < sim.time < 900
    sim.step()
    print("ended at a step", sim.steps)
"""
RUN = """
import sys, repose
print("begun", flush=True)
try:
    repose.run(sys.stdin.read(), sys.argv[1], threads=1, set={"stages": [{"name": "long", "until": 1000}]})
except KeyboardInterrupt:
    assert 0 < repose.Run(sys.argv[1]).summary["time"] < 900
    print("ended at a step")
"""


def test_an_interrupt_ends_at_a_step():
    """Also where Python sees the signal at the beginning of a callback, outside of any try."""
    interrupted(INTERRUPTED.replace("CALLBACK", ""))
    interrupted(INTERRUPTED.replace("CALLBACK", "sim.every(steps=1)(lambda sim: None)"))
    with directory() as work:
        interrupted(RUN, os.path.join(work, "out"))


def interrupted(code, *arguments):
    process = subprocess.Popen(
        [sys.executable, "-B", "-c", code, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=dict(os.environ, PYTHONPATH=os.path.dirname(os.path.dirname(repose.__file__))),
    )
    process.stdin.write(box())
    process.stdin.close()
    process.stdin = None  # communicate would flush it
    assert process.stdout.readline() == "begun\n"
    before = processor_time(process)
    while processor_time(process) < before + 0.3:  # it is in the steps by then, also on a busy machine
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    try:
        out, err = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        raise AssertionError("the interrupt is lost") from None
    assert "ended at a step" in out and err == "" and process.returncode == 0, err


def test_messages_go_to_logging():
    records = []
    handler = logging.Handler()
    handler.emit = records.append
    logging.getLogger("repose").addHandler(handler)
    try:
        rolling = "rolling: {law: constant-torque, friction: 0.1}, friction: 0.3,"
        text = box("event-driven").replace("friction: 0.3,", rolling)
        repose.Simulation(text, threads=1, set=["run.without=[rolling]"])
    finally:
        logging.getLogger("repose").removeHandler(handler)
    assert any("rolling" in record.getMessage() for record in records), records


def test_nothing_is_left():
    gc.collect()
    assert repose.memory_bytes() == 0


if __name__ == "__main__":
    main(globals())
