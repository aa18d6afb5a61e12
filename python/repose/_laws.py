"""Contact laws of your own."""
import ctypes
import math
import threading
from types import SimpleNamespace

import numpy as np

from . import _declarations as c
from ._errors import InputError, call
from ._library import Unique, decoded, encoded, lib, named

_SLOTS = {"normal": c.RP_NORMAL, "adhesion": c.RP_ADHESION, "tangential": c.RP_TANGENTIAL, "rolling": c.RP_ROLLING}
_MEMBERS = dict(c.rp_law._fields_)
_used = []  # laws must stay where they are as long as a simulation uses them


class Parameter:
    """A parameter of a law: a key of its map in a scene. Without default it must be given."""

    def __init__(self, name, unit="1", meaning="", default=math.nan, least=-math.inf, most=math.inf):
        self.name, self.unit, self.meaning = name, unit, meaning
        self.default, self.least, self.most = default, least, most


class Law:
    """A contact law: the table `rp_law` of repose/law.h (docs/api.md), whose words hold here.

    slot: "normal", "adhesion", "tangential" or "rolling". name: what scenes say. eval: evaluates 24 contacts. A C
    function (of ctypes, numba.cfunc, or its address) runs at full speed; a function of Python, eval(block, constant,
    history, dt), gets the arrays of the block as numpy arrays, fills them in place, and is slow.

    parameters: a list of Parameter. prepare: prepare(values, given) returns the constants (default: the values in their
    order); values is a mapping from parameter to value, given has what rp_law_input has: the materials a and b (name,
    density, young, poisson), dimension, discs, eps_n, eps_t, eps_speed, friction; nan: not given. contact_time,
    max_overlap: functions of (constant, m_eff, r_eff, speed) of Python or C; normal laws need them. Further keywords
    are members of rp_law: history, antisymmetric, curvature, gives_radius, varies, adhesive, rates, spring.
    """

    def __init__(
        self,
        slot,
        name,
        eval,
        *,
        parameters=(),
        prepare=None,
        contact_time=None,
        max_overlap=None,
        summary="A law of a program.",
        equation="",
        **members,
    ):
        if slot not in _SLOTS:
            raise InputError(f"there is no slot '{slot}'", message="no such slot", expected=", ".join(_SLOTS))
        self.name, self.slot, self.parameters = name, slot, list(parameters)
        self._prepare = prepare
        self._constants = len(self.parameters)
        self.error = None
        table = c.rp_law(abi=c.RP_LAW_ABI, slot=_SLOTS[slot], name=encoded(name), summary=encoded(summary))
        table.equation = encoded(equation or summary)
        table.param, table.param_count = self._table(), len(self.parameters)
        for member, value in members.items():
            if _MEMBERS.get(member) not in (ctypes.c_int, ctypes.c_uint) or member in ("abi", "slot", "param_count"):
                raise TypeError(f"a law has no member '{member}' to set")
            setattr(table, member, value)
        table.prepare = _MEMBERS["prepare"](self._prepared)
        table.eval = self._native("eval", eval, self._eval)
        table.contact_time = self._native("contact_time", contact_time, self._number)
        table.max_overlap = self._native("max_overlap", max_overlap, self._number)
        self.table = table
        _used.append(self)

    def __repr__(self):
        return f"<Law {self.slot} '{self.name}'>"

    def _table(self):
        rows = [
            c.rp_param(
                name=encoded(p.name),
                kind=c.RP_PARAM_NUMBER,
                unit=encoded(p.unit),
                least=p.least,
                most=p.most,
                preset=p.default,
                meaning=encoded(p.meaning or p.name),
            )
            for p in self.parameters
        ]
        self._rows = (c.rp_param * max(1, len(rows)))(*rows)
        return self._rows

    def _native(self, member, function, wrap):
        kind = _MEMBERS[member]
        if function is None:
            return kind()
        if callable(function) and not isinstance(function, ctypes._CFuncPtr) and not hasattr(function, "address"):
            return kind(wrap(function))
        address = function if isinstance(function, int) else getattr(function, "address", None)
        return ctypes.cast(address or ctypes.cast(function, ctypes.c_void_p).value, kind)

    # ---- called by the library ----

    def _prepared(self, pointer, constant, err):
        try:
            values = self._values(pointer.contents)
            prepare = self._prepare
            constants = list(values.values()) if prepare is None else list(prepare(values, _given(pointer.contents)))
            if len(constants) > c.RP_CONSTANT_MAX:
                raise InputError(f"a law may have {c.RP_CONSTANT_MAX} constants, not {len(constants)}")
            self._constants = len(constants)
            for n, value in enumerate(constants):
                constant[n] = value
            return c.RP_OK
        except Exception as error:  # an exception cannot cross the library: it becomes its error
            _put(err, error)
            return c.RP_INPUT

    def _values(self, given):
        values = {p.name: given.param[n] for n, p in enumerate(self.parameters)}
        for p in self.parameters:
            if math.isnan(values[p.name]):
                raise InputError(f"the law '{self.name}' needs {p.name}", key=p.name, expected=f"a number ({p.unit})")
        return values

    def _number(self, function):
        def evaluate(constant, m_eff, r_eff, speed):
            try:
                return function(constant[: self._constants], m_eff, r_eff, speed)
            except BaseException as error:  # SystemExit, too: ctypes would print it and go on
                self.error = self.error or error
                return math.nan

        return evaluate

    def _eval(self, function):
        local = threading.local()

        def evaluate(block, constant, history, dt):
            if self.error is not None:
                return
            try:
                own = local.__dict__.get("block") or local.__dict__.setdefault("block", Block())
                own.load(block)
                past = self._history(history)
                function(own, np.array(constant[: self._constants]), past, dt)
                own.store(block)
                for h in range(0 if past is None else len(past)):
                    history[h][:] = past[h]
            except BaseException as error:  # SystemExit, too: ctypes would print it and go on
                self.error = self.error or error

        return evaluate

    def _history(self, history):
        rows = self.table.history
        return np.array([history[h][:] for h in range(rows)]) if rows else None


def _layout():
    """The dtype of rp_block without the bytes behind its last member, which numba does not know."""
    whole = np.dtype(c.rp_block)
    names = [name for name in whole.names if name != "_padding"]
    parts = [whole.fields[name] for name in names]
    kinds, offsets = [part[0] for part in parts], [part[1] for part in parts]
    return np.dtype({"names": names, "formats": kinds, "offsets": offsets, "itemsize": whole.itemsize})


class Block:
    """The contacts of rp_block as numpy arrays of 24 numbers, on memory of Python.

    Block.dtype is its layout: numba.from_dtype(repose.Block.dtype) is the type of a block for a numba.cfunc.
    """

    dtype = _layout()

    def __init__(self):
        self._block = c.rp_block()
        for name, kind in c.rp_block._fields_:
            if name != "_padding" and kind is not ctypes.c_int:
                setattr(self, name, np.ctypeslib.as_array(getattr(self._block, name)))

    def __getattr__(self, name):
        return getattr(self._block, name)  # count, want_energy, ...

    def load(self, pointer):
        ctypes.memmove(ctypes.byref(self._block), pointer, ctypes.sizeof(c.rp_block))

    def store(self, pointer):
        ctypes.memmove(pointer, ctypes.byref(self._block), ctypes.sizeof(c.rp_block))


def _given(source):
    """A copy of rp_law_input: the library's is gone after the call."""
    names = ("dimension", "discs", "eps_n", "eps_t", "eps_speed", "friction")
    given = SimpleNamespace(**{name: getattr(source, name) for name in names})
    for side in ("a", "b"):
        m = getattr(source, side).contents
        kept = SimpleNamespace(name=decoded(m.name), density=m.density, young=m.young, poisson=m.poisson)
        setattr(given, side, kept)
    return given


def _put(err, error):
    if not err:
        return
    lib.rp_error_clear(err)
    e = err.contents
    e.status = c.RP_INPUT
    e.what = str(error).encode()[:380]
    for name in ("key", "expected"):
        if getattr(error, name, None):
            setattr(e, name, str(getattr(error, name)).encode()[:150])


class Laws(Unique):
    """The laws that scenes choose from: the built-in ones and those that are added.

        laws = repose.Laws(my_law)
        laws.load("power_law.so")                  # what exports rp_laws_export
        sim = repose.Simulation(scene, laws=laws)

    Iterating gives (slot, name) of each.
    """

    def __init__(self, *laws):
        pointer = ctypes.c_void_p()
        call(lib.rp_laws_create, ctypes.byref(pointer))
        self.pointer = pointer.value
        self._own = []
        for law in laws:
            self.add(law)

    def add(self, law):
        """Adds a Law."""
        call(lib.rp_laws_add, self.pointer, ctypes.byref(law.table))
        self._own.append(law)

    def load(self, path):
        """Adds the laws of a shared object."""
        call(lib.rp_laws_load, self.pointer, named(path, "a shared object"))

    def _taken_error(self):
        """The exception that a law of Python raised since the last call; None: none."""
        for law in self._own:
            error, law.error = law.error, None
            if error is not None:
                return error
        return None

    def __iter__(self):
        for n in range(lib.rp_laws_count(self.pointer)):
            law = lib.rp_laws_get(self.pointer, n).contents
            yield decoded(lib.rp_slot_name(law.slot)), decoded(law.name)

    def __len__(self):
        return lib.rp_laws_count(self.pointer)

    def __del__(self, destroy=lib.rp_laws_destroy):
        if getattr(self, "pointer", None):
            destroy(self.pointer)
