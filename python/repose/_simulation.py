"""A simulation in memory."""
import ctypes
import logging
import math
import operator
import os
import threading
import time
import weakref

import numpy as np

from . import _declarations as c
from . import _views
from ._bodies import Group, KnownNames, Material, Named, Wall
from ._errors import InputError, RunError, call
from ._interrupt import Interrupts
from ._library import Unique, decoded, doubles, encoded, lib, named, numbers, quick
from ._picture import draw_to, options_of
from ._scene import definition

_SLICE = 0.2  # s of wall clock between two readings of Python's signals
_LEVELS = {
    c.RP_LOG_DEBUG: logging.DEBUG,
    c.RP_LOG_INFO: logging.INFO,
    c.RP_LOG_WARN: logging.WARNING,
    c.RP_LOG_ERROR: logging.ERROR,
}


@c.rp_log_hook
def log_hook(_, level, message):
    logging.getLogger("repose").log(_LEVELS.get(level, logging.INFO), "%s", decoded(message))


_with_threads = weakref.WeakSet()  # handles whose simulations use several
_LOST = -1  # the number of no thread
_BUSY = "the simulation is stepping in another thread: it belongs to one thread at a time"
_STEPS = (lib.rp_sim_step, lib.rp_sim_advance)


def _forked():
    for handle in _with_threads:
        handle.thread = _LOST


os.register_at_fork(after_in_child=_forked)


class _Handle(Unique):
    """Owns an rp_sim. Views and bodies have it, so that it lives as long as one of them."""

    def __init__(self, pointer, kept, threads, laws):
        self.pointer = pointer
        self.kept = [kept]  # what the library points to
        self.lock = threading.RLock()  # of the thread that is in the library with it
        self.thread = None  # the same, for those that only read
        self.laws = laws
        self.python = laws is not None  # the library may call functions of Python
        self.error = None  # that a callback raised
        self.interrupts = Interrupts()  # of the present call of the library
        self.broken = None  # why its state is of no use
        if threads != 1:
            _with_threads.add(self)

    def use(self):
        """The rp_sim *, for the thread that may use it."""
        if self.pointer is None:
            raise InputError("the simulation is closed")
        if self.thread is not None and self.thread != threading.get_ident():
            if self.thread == _LOST:
                raise InputError(
                    "this process was forked from the one that made the simulation, and has none of its threads: make"
                    " it here, or with threads=1"
                )
            raise InputError(_BUSY)
        return self.pointer

    def call(self, function, *arguments):
        """A function of the library; raises what it says, or what a function of Python has raised that it called."""
        if not self.lock.acquire(blocking=False):
            raise InputError(_BUSY)
        outer = self.thread
        try:
            pointer = self.use()
            self.thread = threading.get_ident()
            if self.python or function in _STEPS:
                self._interruptible(function, pointer, *arguments)
            else:
                call(function, pointer, *arguments)
        finally:
            self.thread = outer
            self.lock.release()

    def _interruptible(self, *arguments):
        outer = self.interrupts
        try:
            with Interrupts() as self.interrupts:
                call(*arguments)
        finally:
            self.interrupts = outer
            error, self.error = self.error or self._law_error(), None
            if error is not None:
                raise error

    def _law_error(self):
        error = self.laws._taken_error() if self.laws is not None else None
        if error is not None:
            self.broken = f"a contact law of this simulation failed before t = {quick.rp_sim_time(self.pointer):g} s"
        return error

    def close(self, destroy=lib.rp_sim_destroy):
        if self.pointer is not None:
            pointer, self.pointer = self.pointer, None
            destroy(pointer)
            self.kept = []

    def __del__(self):
        self.close()


class Snapshot(Unique):
    """A state that is kept in memory: sim.snapshot(), sim.rewind(state), Simulation(scene, snapshot=state)."""

    def __init__(self, pointer):
        self.pointer = pointer

    def __del__(self, destroy=lib.rp_snapshot_destroy):
        destroy(getattr(self, "pointer", None))


class Measure:
    """What a measure is: name, unit, meaning."""

    def __init__(self, info):
        self.name, self.unit, self.meaning = decoded(info.name), decoded(info.unit), decoded(info.meaning)

    def __repr__(self):
        return f"<{self.name} ({self.unit}): {self.meaning}>"


class Chunk:
    """Some particles as a force of your own sees them: plain arrays, one row a particle.

    time (s), dimension, position (m), velocity (m/s), radius (m), spin (radius times angular velocity, m/s), mass (kg),
    id, group, material: for reading, copies. force (N) and torque (N m) are 0: add to them.
    """

    def __init__(self, chunk):
        n, rows, spins = chunk.count, chunk.row_stride, chunk.spin_stride
        self.time, self.dimension = chunk.time, chunk.dimension
        self.position = _rows(chunk.position, n, rows, 3)
        self.velocity = _rows(chunk.velocity, n, rows, 3)
        self.radius = _rows(chunk.radius, n, rows, 1)[:, 0]
        self.spin = _rows(chunk.spin, n, spins, 3)
        self.mass = _rows(chunk.mass, n, 1, 1)[:, 0]
        self.id = np.ctypeslib.as_array(chunk.id, (n,)).copy()
        self.group = np.ctypeslib.as_array(chunk.group, (n,)).copy()
        self.material = np.ctypeslib.as_array(chunk.material, (n,)).copy()
        self.force, self.torque = np.zeros((n, 3)), np.zeros((n, 3))

    def __len__(self):
        return len(self.mass)


def _rows(first, count, stride, columns):
    """A copy of `columns` doubles of each of `count` rows."""
    flat = np.ctypeslib.as_array(first, ((count - 1) * stride + columns,))
    step = flat.itemsize
    return np.lib.stride_tricks.as_strided(flat, (count, columns), (stride * step, step)).copy()


def _array(name, doc, writable=False):
    def read(self):
        return self.array(name)

    def write(self, values):
        self._assign(name, values)

    return property(read, write if writable else None, doc=doc)


class Simulation(Unique, KnownNames):
    """A simulation, made from a scene: stepped, read, written, saved, drawn.

    scene: path of a scene file, a scene as text, a dict or a Scene. set: overrides, {"run.step": 1e-5} or
    ["run.step=1e-5"]. threads: 0 means all cores; results do not depend on it. restore: a checkpoint file or the
    directory of a run, to go on from (without scene: the one beside it). snapshot: a Snapshot to go on from. laws:
    repose.Laws with contact laws of your own. name: of a text in messages.

    Messages go to logging.getLogger("repose"). A simulation belongs to one thread at a time; several simulations in
    several threads run side by side. `with repose.Simulation(...) as sim:` closes it at the end.
    """

    def __init__(self, scene=None, *, threads=0, set=None, restore=None, snapshot=None, laws=None, name=None):
        if snapshot is not None and not isinstance(snapshot, Snapshot):
            raise TypeError(f"a snapshot is what sim.snapshot() gives, not {snapshot!r}")
        d, kept = definition(scene, set, threads, name, laws, restore, snapshot)
        pointer = ctypes.c_void_p()
        d.log = log_hook
        call(lib.rp_sim_create, ctypes.byref(d), ctypes.byref(pointer))
        self._handle = _Handle(pointer.value, kept, threads, laws)
        self._views = {}
        self._steps_at_once = 1
        self._forces = 0

    # ---- life ----

    def close(self):
        """Frees the simulation now; its views are stale. Without it, that happens with the last object that uses it."""
        if self._handle.pointer is not None:
            self._handle.use()
        if self._handle.thread is not None:
            raise InputError("a callback cannot close the simulation that calls it")
        self._views = {}
        self._handle.close()

    @property
    def closed(self):
        """True after close()."""
        return self._handle.pointer is None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __repr__(self):
        if self.closed:
            return "<Simulation, closed>"
        return f"<Simulation '{self.title}', {self.method}, {self.count} particles, t = {self.time:g} s>"

    # ---- time ----

    def step(self, n=1):
        """n whole steps, or fewer if the scene's protocol ends before or a callback returns True."""
        n = operator.index(n)
        if n < 0:
            raise InputError(f"{n} steps: there is no way back but rewind()")
        last = self.steps + n
        self._go(lambda at_once: (lib.rp_sim_step, min(at_once, last - self.steps)), lambda: self.steps >= last)

    def advance(self, to=None, *, by=None):
        """Whole steps until time >= to (s), or by a duration (s), or until the protocol ends; math.inf: to its end.

        Ctrl-C ends it after a whole step: the simulation can go on.
        """
        if (to is None) == (by is None):
            raise TypeError("advance(TIME) or advance(by=DURATION)")
        end = float(self.time + by if to is None else to)
        if math.isnan(end):
            raise InputError("the time to advance to is not a number")

        def next_call(at_once):
            return lib.rp_sim_advance, min(end, self.time + at_once * self.dt)

        self._go(next_call, lambda: self.time >= end - 1e-6 * self.dt)

    def _go(self, next_call, reached):
        """Pieces of some tenths of a second: between them Python sees signals. Pieces change no bit."""
        handle = self._handle
        handle.use()
        while not reached() and not self.finished:
            start = time.perf_counter()
            self._piece(*next_call(self._steps_at_once))
            seconds = time.perf_counter() - start
            if seconds < 0.5 * _SLICE and self._steps_at_once < 1 << 40:
                self._steps_at_once *= 2
            elif seconds > 2 * _SLICE:
                self._steps_at_once = max(1, self._steps_at_once // 2)
            if lib.rp_sim_stopped(handle.use()):
                break

    def _piece(self, function, argument):
        if self._handle.broken:
            raise RunError(self._handle.broken)
        self._handle.call(function, argument)

    time = property(lambda self: quick.rp_sim_time(self._handle.use()), doc="Simulated time, s.")
    steps = property(lambda self: quick.rp_sim_steps(self._handle.use()), doc="Steps done since the start.")
    count = property(lambda self: quick.rp_sim_count(self._handle.use()), doc="Number of particles.")
    dimension = property(lambda self: quick.rp_sim_dimension(self._handle.use()), doc="2 or 3.")
    finished = property(
        lambda self: bool(quick.rp_sim_finished(self._handle.use())), doc="True: no step of the protocol is left."
    )
    stage = property(lambda self: decoded(quick.rp_sim_stage(self._handle.use())), doc="Name of the present stage.")
    method = property(lambda self: decoded(quick.rp_sim_method(self._handle.use())), doc="Name of the method.")
    title = property(lambda self: decoded(quick.rp_sim_title(self._handle.use())), doc="Title of the scene.")

    @property
    def dt(self):
        """Length of a step, s; for event-driven dynamics the grid of output times. Can be set."""
        return quick.rp_sim_dt(self._handle.use())

    @dt.setter
    def dt(self, dt):
        self._handle.call(lib.rp_sim_set_dt, float(dt))

    # ---- arrays ----

    position = _array("position", "Centres, m; in two dimensions z is 0. Can be written.", True)
    velocity = _array("velocity", "m/s. Can be written.", True)
    spin = _array("spin", "Radius times angular velocity, m/s. Can be written.", True)
    orientation = _array("orientation", "3D: quaternions w, x, y, z; 2D: angle in rad, 0 0 0. Can be written.", True)
    radius = _array("radius", "m; of a polygon the distance of its farthest corner.")
    mass = _array("mass", "kg.")
    inertia = _array("inertia", "Moment of inertia, kg m^2.")
    inverse_mass = _array("inverse_mass", "1/m, 1/kg; 0: no force moves it.")
    inverse_inertia = _array("inverse_inertia", "r^2/I, 1/kg; 0: no torque turns it.")
    acceleration = _array("acceleration", "m/s^2; soft method.")
    spin_rate = _array("spin_rate", "Radius times angular acceleration, m/s^2; soft method.")
    image = _array("image", "Periods travelled: through the upper minus the lower side.")
    id = _array("id", "Number of the particle in each slot; it never changes.")
    material = _array("material", "Number of its material: sim.materials[n].")
    group = _array("group", "Number of its group: sim.groups[n].")
    shape = _array("shape", "0: round; else 1 + number of its polygon.")
    body = _array("body", "0: none; else 1 + number of the clump that it is a member of.")
    member = _array("member", "Its place among the members of its clump.")
    seen = _array("seen", "Where it stood when passages through sinks were counted last, m.")

    @property
    def angular_velocity(self):
        """rad/s: spin over radius, a copy. Can be written."""
        return np.asarray(self.spin) / np.asarray(self.radius)[:, None]

    @angular_velocity.setter
    def angular_velocity(self, values):
        self.spin = np.asarray(values, dtype=np.float64) * np.asarray(self.radius)[:, None]

    def array(self, name):
        """The array of this name as a View: no copy, one row a particle, by slot.

        A slot is a place in the arrays. Particles change places while the simulation goes on; sim.id says which
        particle stands where. Then views go stale: take them anew after each advance.
        """
        pointer = self._handle.use()
        view = self._views.get(name)
        if view is not None and view._guard.generation == quick.rp_sim_generation(pointer):
            return view
        view = _views.view_of(self._handle, name)
        if isinstance(view, _views.View):
            self._views[name] = view
        return view

    def by_id(self, name):
        """A copy of an array in the order of ids."""
        return np.asarray(getattr(self, name))[np.argsort(np.asarray(self.id))]

    def slot(self, id):
        """The slot of the particle with this id."""
        (number,) = _ids(operator.index(id))
        slot = lib.rp_sim_slot(self._handle.use(), int(number))
        if slot == ctypes.c_size_t(-1).value:
            raise InputError(f"there is no particle {id}")
        return slot

    @property
    def generation(self):
        """A number that changes when views go stale."""
        return quick.rp_sim_generation(self._handle.use())

    def set(self, name, values, ids=None):
        """Writes position, velocity, angular_velocity (rad/s), spin or orientation: row k to the particle ids[k].

        Without ids row k goes to slot k. One row for all is allowed. All values are checked before any is written; the
        energy that comes in counts as work of drives. sim.velocity = values writes only the rows that differ, so that
        fixed particles may stay as they are.
        """
        columns = 4 if name == "orientation" else 3
        numbers_of = None if ids is None else _ids(ids)
        count = self.count if ids is None else len(numbers_of)
        rows = np.ascontiguousarray(_rows_of(name, values, count, columns))
        pointer = None if ids is None else numbers(numbers_of)
        self._handle.call(lib.rp_sim_set, name.encode(), pointer, count, doubles(rows))

    def _assign(self, name, values):
        given = self._views.get(name)
        if given is None or values is not given or given.stale:  # else sim.velocity += ... has written already
            _views.assign(self._handle, name, values)

    # ---- particles that come and go ----

    def add(
        self, position, radius, material, *, velocity=0, angular_velocity=0, group=None, mass=math.nan, shape=None
    ):
        """Adds particles between two steps and returns their ids.

        position: one row a particle. The others: one value for all, or one a particle. mass nan: by the density of the
        material. All are checked before any is added. Views go stale.
        """
        place = np.atleast_2d(np.asarray(position, dtype=np.float64))
        count = len(place)
        place = _rows_of("position", place, count, 3)
        velocity = _rows_of("velocity", velocity, count, 3)
        angular_velocity = _rows_of("angular_velocity", angular_velocity, count, 3)
        default = lib.rp_sim_particle_default()
        particles = (c.rp_sim_particle * count)(*[default] * count)
        single = {"radius": radius, "mass": mass, "material": material, "group": group, "shape": shape}
        each = {name: _each(name, value, count) for name, value in single.items()}
        for n, particle in enumerate(particles):
            particle.radius, particle.mass = float(each["radius"][n]), float(each["mass"][n])
            particle.material, particle.group, particle.shape = (encoded(each[k][n]) for k in list(single)[2:])
            particle.position[:], particle.velocity[:] = place[n], velocity[n]
            particle.angular_velocity[:] = angular_velocity[n]
        ids = np.zeros(count, np.uint32)
        self._handle.call(lib.rp_sim_add, particles, count, numbers(ids))
        return ids

    def remove(self, ids):
        """Removes particles by id between two steps, with their contacts. Views go stale."""
        ids = _ids(ids)
        self._handle.call(lib.rp_sim_remove, numbers(ids), len(ids))

    # ---- contacts, walls, groups, materials, measures ----

    def contacts(self):
        """All contacts of the moment as a structured array.

        a, b: ids (b -1: a wall). wall: number of the wall (-1: a particle). point (m), normal (from b to a), branch
        (from b's centre to a's, m), force (on a, N), normal_force (N), overlap (m), energy (J), sliding. In
        event-driven dynamics there are none.
        """
        first, count = ctypes.POINTER(c.rp_contact)(), ctypes.c_size_t()
        self._handle.call(lib.rp_sim_contacts, ctypes.byref(first), ctypes.byref(count))
        out = np.zeros(count.value, np.dtype(c.rp_contact))
        ctypes.memmove(out.ctypes.data, first, out.nbytes)
        return out

    def set_start_forces(self, force=None):
        """Where contact dynamics starts its next step from: a row of N for each of contacts(); None: from 0."""
        rows = np.ascontiguousarray(np.zeros((0, 3)) if force is None else force, dtype=np.float64)
        self._handle.call(lib.rp_sim_set_start_forces, doubles(rows), len(rows))

    @property
    def walls(self):
        """The walls by name or number: sim.walls["lid"].force."""
        return Named(self._handle, Wall, "wall")

    @property
    def groups(self):
        """The groups of particles by name or number; group 0 is "free"."""
        return Named(self._handle, Group, "group")

    @property
    def materials(self):
        """The materials by name or number."""
        return Named(self._handle, Material, "material")

    def measure(self, name):
        """A number of the moment by its name in series.csv: "kinetic", "pressure", "lid.fy"."""
        value = ctypes.c_double()
        self._handle.call(lib.rp_sim_measure, named(name, "a measure"), ctypes.byref(value))
        return value.value

    @property
    def measures(self):
        """What can be measured, by name: unit and meaning."""
        found, info = {}, c.rp_measure_info()
        while lib.rp_sim_measure_info(self._handle.use(), len(found), ctypes.byref(info)):
            found[decoded(info.name)] = Measure(info)
        return found

    # ---- callbacks ----

    def every(self, seconds=None, *, steps=None):
        """A decorator: calls the function with the simulation every so many simulated seconds, or steps.

            @sim.every(0.01)
            def watch(sim):
                heights.append(sim.position[:, 1].max())

        It may read and write the simulation, but not step it. Returning True ends the advance; an exception ends it and
        is raised there. Callbacks change no bit.
        """
        if (seconds is None) == (steps is None):
            raise TypeError("every(SECONDS) or every(steps=N)")
        if steps is not None and not 0 < operator.index(steps) < 1 << 63:
            raise InputError(f"the steps between callbacks are a number > 0, not {steps}")

        def register(function):
            if not callable(function):
                raise TypeError(f"a callback is a function of the simulation, not {function!r}")
            handle = self._handle

            @c.rp_heartbeat
            def beat(_, __):
                return self._called(lambda: bool(function(self)), 1) or handle.interrupts.seen is not None

            handle.kept.append(beat)  # first: an interrupt may come between
            if steps is not None:
                handle.call(lib.rp_sim_every_steps, operator.index(steps), beat, None)
            else:
                handle.call(lib.rp_sim_every, float(seconds), beat, None)
            return function

        return register

    def _called(self, function, failed):
        """A callback's result; an exception is kept until the call of the library has returned."""
        handle = self._handle

        def keep(error):
            if handle.error is None:
                handle.error = error

        return handle.interrupts.call(function, failed, keep)

    def force(self, function, context=None):
        """Adds a force of your own, from now on; also a decorator.

            @sim.force
            def wind(chunk):
                chunk.force[:, 0] += 1e-3 * chunk.radius * (2 - chunk.velocity[:, 0])

        function(chunk) gets some particles (Chunk) and adds to chunk.force and chunk.torque. It is called for many
        chunks in every step and must depend on the chunk and on constants alone. For speed, function may be a C
        function (`rp_force` of repose/force.h): a function of ctypes, a numba.cfunc, or its address; context is its
        first argument. A force that raises spoils the state: go on from a snapshot. Forces are not saved.
        """
        handle = self._handle
        if callable(function) and not isinstance(function, ctypes._CFuncPtr) and not hasattr(function, "address"):
            native = self._python_force(function)
            self._watch_forces()
        else:
            native = ctypes.cast(address_of(function), c.rp_force)
        handle.kept += [native, function, context]  # first: an interrupt may come between
        handle.call(lib.rp_sim_force_add, native, context)
        return function

    def _python_force(self, function):
        handle = self._handle
        handle.python = True

        def evaluate(pointer):
            chunk = Chunk(pointer.contents)
            function(chunk)
            for name in ("force", "torque"):
                total = np.ctypeslib.as_array(getattr(pointer.contents, name), (len(chunk),))
                total += getattr(chunk, name)

        @c.rp_force
        def add(_, pointer):
            if handle.error is None:
                self._called(lambda: evaluate(pointer), None)
                if handle.error is not None:
                    handle.broken = f"a force of this simulation failed at t = {pointer.contents.time:g} s"

        return add

    def _watch_forces(self):
        """After each step: a force that raised ends the advance."""
        if self._forces == 0:
            self.every(steps=1)(lambda sim: sim._handle.error is not None)
        self._forces += 1

    def on_collision(self, function):
        """Calls function(collision) at every collision of event-driven dynamics; None: no more. Also a decorator.

        collision has time (s), a, b (ids; b -1: a wall), wall, impulse (on a, N s), normal_speed, tangential_speed
        (m/s). It must not touch the simulation. Returning True ends the advance.
        """

        @c.rp_collision_hook
        def hook(_, info):
            copy = c.rp_collision_info.from_buffer_copy(info.contents)
            return self._called(lambda: bool(function(copy)), 1) or self._handle.interrupts.seen is not None

        native = c.rp_collision_hook() if function is None else hook
        self._handle.kept.append(native)  # first: an interrupt may come between
        self._handle.call(lib.rp_sim_on_collision, native, None)
        return function

    # ---- state ----

    def hash(self):
        """The hash of the state: equal for equal states, on any number of threads, as in summary.json."""
        text = ctypes.create_string_buffer(33)
        self._handle.call(lib.rp_sim_hash, text)
        return decoded(text.value)

    def save(self, path):
        """Writes a checkpoint, from which a simulation of the same scene goes on to the same bits."""
        self._handle.call(lib.rp_sim_save, named(path, "a checkpoint"))

    def load(self, path):
        """The state of a checkpoint file, or of the last one in a run's directory, becomes this simulation's."""
        self._back(lib.rp_sim_restore, named(path, "a checkpoint"))

    def snapshot(self):
        """A copy of the whole state in memory."""
        pointer = ctypes.c_void_p()
        self._handle.call(lib.rp_sim_snapshot, ctypes.byref(pointer))
        return Snapshot(pointer.value)

    def rewind(self, snapshot):
        """Goes back to a snapshot, of this simulation or of another one of the same scene."""
        if not isinstance(snapshot, Snapshot):
            raise TypeError(f"rewind() takes a Snapshot, which sim.snapshot() gives, not {snapshot!r}")
        self._back(lib.rp_sim_rewind, snapshot.pointer)

    def _back(self, function, argument):
        if self._handle.thread is not None:
            raise InputError("a callback cannot restore the simulation that calls it")
        self._handle.call(function, argument)
        self._handle.broken = None

    # ---- pictures ----

    def picture(self, path=None, **options):
        """A Picture of the present state; with a path (.png or .svg) a file.

        Options as in repose/picture.h (docs/api.md): color, forces, width, height, azimuth, elevation, title, range.
        """
        given, kept = options_of(options)
        drawn = []

        def draw(pointer, _):
            draw_one = lib.rp_sim_picture
            drawn.append(draw_to(path, lambda file, err: draw_one(pointer, file, ctypes.byref(given), err)))

        self._handle.call(draw)
        del kept
        return drawn[0]

    def frame(self, directory):
        """Writes the present state to DIRECTORY/frames, as the first frame of a run: for ParaView and repose.Run."""
        self._handle.call(lib.rp_sim_frame, named(directory, "a directory"))

    def _repr_png_(self):
        return None if self.closed else self.picture().png


def address_of(function):
    """The address of a C function: of ctypes, of numba.cfunc, or a number."""
    address = getattr(function, "address", function)  # numba.cfunc
    if isinstance(address, (ctypes._CFuncPtr, ctypes.c_void_p)):
        address = ctypes.cast(address, ctypes.c_void_p).value
    if not isinstance(address, int) or address <= 0:
        raise TypeError(f"neither a function nor the address of one: {function!r}")
    return address


def _ids(ids):
    """Ids as the library takes them."""
    given = np.atleast_1d(ids)
    if given.size == 0:
        return np.zeros(0, np.uint32)
    if given.dtype.kind not in "iu" or given.ndim != 1:
        raise InputError(f"ids are whole numbers, one or a list of them, not {ids!r}")
    if given.min() < 0 or given.max() > 0xFFFFFFFF:
        raise InputError(f"there is no particle {given.min() if given.min() < 0 else given.max()}")
    return np.ascontiguousarray(given, dtype=np.uint32)


def _rows_of(name, values, count, columns):
    """Rows of three (orientation: four) numbers; two numbers are in two dimensions."""
    rows = np.asarray(values, dtype=np.float64)
    if rows.ndim and rows.shape[-1] == 2 and columns == 3:
        rows = np.concatenate([rows, np.zeros(rows.shape[:-1] + (1,))], axis=-1)
    try:
        return np.broadcast_to(rows, (count, columns))
    except ValueError:
        raise InputError(f"{name}: {count} rows of {columns} numbers are needed, not {np.shape(values)}") from None


def _each(name, value, count):
    """One value for all, or one a particle."""
    if value is None or isinstance(value, str) or np.ndim(value) == 0:
        return [value] * count
    if len(value) != count:
        raise InputError(f"{name}: one value for all or {count} of them are needed, not {len(value)}")
    return list(value)


