"""What is no use of the package: it is refused in words, and never crashes or hangs.

What could end the process runs in one of its own.
"""
import copy
import os
import pickle
import subprocess
import sys
import threading

import numpy as np
from _package import box, directory, main, raises

import repose

HERE = os.path.dirname(os.path.abspath(__file__))
FORK = """
import os, sys
from test_misuse import gas
import repose

def ask(function):
    try:
        return function()
    except repose.InputError as error:
        return str(error)

shared, single = repose.Simulation(gas(), threads=2), repose.Simulation(gas(), threads=1)
shared.step(3)
single.step(3)
sys.stdout.flush()
child = os.fork()
if child == 0:
    for act in (shared.step, shared.hash, shared.contacts):
        print(ask(act))
    print("views", shared is not None and ask(lambda: shared.position.sum()))
    own = repose.Simulation(gas(), threads=2)
    own.step(5)
    single.step(2)
    print("same", own.hash() == single.hash())
    sys.exit(0)
os.waitpid(child, 0)
shared.step(2)
single.step(2)
print("parent", shared.hash() == single.hash())
"""


def gas(count=10000, spacing=0.011):
    """A lattice of discs with velocities: enough for teams of threads."""
    side = int(count**0.5)
    length = side * spacing
    place = {"lattice": {"type": "square", "lower": [0, 0], "upper": [length - 0.5 * spacing] * 2, "spacing": spacing}}
    return repose.Scene(
        dimension=2,
        method="soft",
        thickness=0.01,
        domain={"lower": [0, 0], "upper": [length, length], "periodic": ["x", "y"]},
        materials={"m": {"density": 1000}},
        interactions=[{"between": ["m", "m"], "restitution": 0.9, "normal": {"law": "linear", "stiffness": 1e4}}],
        particles=[{"material": "m", "radius": 0.005, "velocity": {"thermal": 0.5}, "place": place}],
        run={"until": 1e9},
    )


def alone(code, seconds=120):
    """The code in a process of its own, which ends in time and with exit code 0."""
    with directory() as work:
        program = [sys.executable, "-B", "-c", f"import sys; sys.path.insert(0, {HERE!r})\n{code}"]
        done = subprocess.run(program, capture_output=True, text=True, timeout=seconds, cwd=work, check=False)
    assert done.returncode == 0, (done.returncode, done.stdout, done.stderr)
    return done


def test_nothing_that_owns_memory_is_copied():
    """A copy of what owns memory of the library would free it a second time."""
    code = """
import copy, gc, pickle
from test_misuse import box, raises
import repose
sim = repose.Simulation(box(), threads=1)
state, laws = sim.snapshot(), repose.Laws()
for owner in (sim, state, laws, sim._handle, sim.walls["lid"]):
    for way in (copy.deepcopy, pickle.dumps):
        raises(TypeError, lambda: way(owner), "cannot be copied or pickled")
for owner in (sim, state, laws):
    raises(TypeError, lambda: copy.copy(owner), "cannot be copied or pickled")
gc.collect()
sim.rewind(state)
sim.step()
"""
    alone(code)


def test_what_is_only_numbers_is_copied():
    with repose.Simulation(box(), threads=1) as sim:
        assert copy.copy(sim.walls["lid"]).name == "lid"
        for way in (copy.deepcopy, copy.copy, lambda view: pickle.loads(pickle.dumps(view))):
            assert np.array_equal(way(sim.position), sim.position)
    error = raises(repose.InputError, lambda: repose.Simulation(box().replace("radius: 0.005", "radius: -1")))
    assert str(pickle.loads(pickle.dumps(error))) == str(error) and pickle.loads(pickle.dumps(error)).line == error.line


def test_no_pointer_is_made_of_a_number_or_of_nothing():
    code = """
from test_misuse import box, raises
import repose
sim = repose.Simulation(box(), threads=1)
for wrong in (None, 5, 1.5, [1]):
    for use in (sim.save, sim.load, sim.frame, sim.measure, repose.Laws().load):
        raises(TypeError, lambda: use(wrong), "is a text or a path")
for wrong in (5, 1.5, [1]):
    raises(TypeError, lambda: sim.picture(color=wrong), "the option 'color'")
    raises(TypeError, lambda: sim.picture(title=wrong), "the option 'title'")
    raises(TypeError, lambda: repose.Simulation(box(), laws=wrong), "repose.Laws")
    raises(TypeError, lambda: repose.Simulation(box(), snapshot=wrong), "snapshot")
raises(ValueError, lambda: sim.measure("kinetic\\0"), "no character 0")
"""
    alone(code)


def test_numbers_that_c_would_cut_are_refused():
    with repose.Simulation(box(), threads=1) as sim:
        for wrong in (-1, 1 << 32, 1 << 40):
            raises(repose.InputError, lambda: sim.slot(wrong), f"no particle {wrong}")
        for wrong in (0, -1, 1 << 64):
            raises(repose.InputError, lambda: sim.every(steps=wrong), "a number > 0")
        raises(TypeError, lambda: sim.every(steps=1.5))
        raises(TypeError, lambda: sim.walls[1.5])
        for wrong in (-1, 10**20):
            raises(repose.InputError, lambda: repose.Simulation(box(), threads=wrong), "threads")
            raises(repose.InputError, lambda: repose.run("no-such.yaml", threads=wrong), "threads")
    with repose.Simulation(box(), threads=1, set="run.step=2.0e-5") as sim:  # one override as a text
        assert sim.dt == 2e-5


def test_the_layout_of_a_view_is_fixed():
    """Views are kept and given again: what is set on one would be met by the next use."""
    with repose.Simulation(box(), threads=1) as sim:
        for name, value in (("shape", (-1,)), ("dtype", np.int32), ("strides", (8,))):
            raises(AttributeError, lambda: setattr(sim.id, name, value), name)
        assert sim.id.dtype == np.uint32 and sim.id.shape == (61,)


def test_a_forked_process_neither_hangs_nor_differs():
    """Threads do not come along with a fork: a team of them would wait for ever."""
    done = alone(FORK)
    lines = done.stdout.splitlines()
    assert len(lines) == 6 and all("was forked" in line for line in lines[:3]), lines
    assert lines[3].startswith("views") and lines[4:] == ["same True", "parent True"], lines
    assert "one thread is used" in done.stderr, done.stderr  # a message says so


def test_callbacks_that_do_anything():
    """Adding, removing, writing, closing, raising and stepping from within a callback: done or refused."""
    with repose.Simulation(box(), threads=1) as sim:
        seen, added = [], []

        @sim.every(steps=20)
        def change(sim):
            view = sim.position
            if added:
                sim.remove(added.pop())
            else:
                added.append(sim.add([0.01, 0.19], 0.001, "glass"))
            raises(repose.StaleView, lambda: view.sum())
            raises(repose.InputError, sim.close)
            raises(repose.InputError, lambda: sim.advance(1))
            sim.velocity *= np.where(np.asarray(sim.inverse_mass) > 0, 0.99, 1)[:, None]
            seen.append(sim.count)

        sim.advance(0.004)
        assert len(seen) > 10 and set(seen) == {61, 62}
        for kind in (SystemExit, KeyboardInterrupt, GeneratorExit, MemoryError):
            with repose.Simulation(box(), threads=1) as other:

                @other.every(steps=2)
                def fail(_):
                    raise kind

                raises(kind, lambda: other.advance(0.01))
                assert other.steps == 2


def test_two_threads_on_one_simulation():
    """Any number of threads use one simulation at will: each call is done or refused."""
    with repose.Simulation(box(), threads=1) as sim:
        wrong, end = [], threading.Event()

        def use():
            while not end.is_set():
                for act in (sim.step, sim.hash, lambda: sim.position.sum(), lambda: sim.measure("kinetic"), sim.close):
                    if act == sim.close and not sim._handle.thread:
                        continue
                    try:
                        act()
                    except (repose.InputError, repose.StaleView):
                        pass
                    except Exception as error:
                        wrong.append(repr(error))

        threads = [threading.Thread(target=use) for _ in range(2)]
        for thread in threads:
            thread.start()
        end.wait(0.3)
        end.set()
        for thread in threads:
            thread.join()
        assert not wrong, wrong[:3]


INTERRUPT = """
import os, signal, sys, threading, time
from test_misuse import box
import repose

longer = {"stages": [{"name": "long", "until": 1000}]}
stop = time.monotonic() + 1
count, armed = 0, False

def handle(*_):
    # raises once each time that the loop below is ready for it
    global armed
    if armed:
        armed = False
        raise KeyboardInterrupt

def kick():
    while time.monotonic() < stop:
        time.sleep(0.003)
        os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, handle)
sim = None
thread = threading.Thread(target=kick)
thread.start()
while True:
    try:
        armed = True
        if time.monotonic() > stop + 0.2:
            break
        if sim is None:
            sim = repose.Simulation(box(), threads=1, set=longer)
            sim.every(steps=3)(lambda sim: sim.position.sum())
            sim.force(lambda chunk: chunk.force.__iadd__(0.0))
        sim.advance(by=0.01)
        sim.position.sum(), sim.contacts(), sim.hash(), sim.by_id("velocity")
        armed = False
    except KeyboardInterrupt:
        count += 1
    except repose.RunError as error:  # a force that was interrupted spoils the state, and says so
        assert "force" in str(error), error
        sim = None
thread.join()
print("interrupts", count)
"""


def test_an_interrupt_at_any_moment():
    """A Ctrl-C every three milliseconds, wherever Python and the library are."""
    done = alone(INTERRUPT)
    assert int(done.stdout.split()[-1]) > 20, done.stdout
    # one within a finalizer is Python's to drop ("Exception ignored in __del__"); none is lost in a callback
    assert "ctypes callback" not in done.stderr, done.stderr


if __name__ == "__main__":
    main(globals())
