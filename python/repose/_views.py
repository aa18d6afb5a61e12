"""Views of a simulation's arrays.

A view is an ndarray on the memory of the simulation. Three things make it safe:

- The library holds the memory as long as an array of numpy points to it (rp_array_hold), also when the simulation is
  closed, restored, or its arrays have grown: there is no access to freed memory, whatever numpy does with the view.
- A view knows the generation of the simulation that it was taken in. Each use in Python compares it with the present
  one: after particles were sorted, added, removed or restored it raises StaleView. np.asarray(view) is a plain array,
  which cannot compare.
- Views are read-only for numpy. What is written through them goes to rp_sim_set, which checks it.
"""
import ctypes

import numpy as np

from . import _declarations as c
from ._errors import InputError, StaleView, call
from ._library import Unique, doubles, lib, numbers, quick

_TYPES = {
    c.RP_F64: "<f8",
    c.RP_I64: "<i8",
    c.RP_U64: "<u8",
    c.RP_I32: "<i4",
    c.RP_U32: "<u4",
    c.RP_U16: "<u2",
    c.RP_U8: "|u1",
    c.RP_F32: "<f4",
}
_UNCHECKED = {
    *("shape", "dtype", "ndim", "size", "strides", "itemsize", "nbytes", "flags", "base"),
    *("name", "unit", "meaning", "stale", "_guard", "_root"),
}

_LAYOUT = ("shape", "strides", "dtype", "data")


class _Memory(Unique):
    """Holds the memory of an array; the base of all numpy arrays on it."""

    __slots__ = ("array", "__array_interface__")

    def __init__(self, array):
        quick.rp_array_hold(array)
        self.array = array
        kind, rows, columns, stride = _TYPES[array.type], array.rows, array.columns, array.stride
        self.__array_interface__ = {
            "version": 3,
            "data": (array.data, True),
            "typestr": kind,
            "shape": (rows,) if columns == 1 else (rows, columns),
            "strides": (stride,) if columns == 1 else (stride, int(kind[2])),
        }

    def __del__(self, release=quick.rp_array_release):
        array = getattr(self, "array", None)
        if array is not None:  # else an interrupt came before it was held
            release(array)


class _Guard:
    """Which simulation and generation a view belongs to."""

    __slots__ = ("handle", "generation", "array")

    def __init__(self, handle, array):
        self.handle, self.generation, self.array = handle, array.generation, array

    name = property(lambda self: self.array.name.decode())
    unit = property(lambda self: self.array.unit.decode())
    meaning = property(lambda self: self.array.meaning.decode())
    writable = property(lambda self: bool(self.array.writable))

    def stale(self):
        pointer = self.handle.pointer
        return pointer is None or quick.rp_sim_generation(pointer) != self.generation

    def check(self):
        if not self.stale():
            return
        reason = "the simulation is closed" if self.handle.pointer is None else (
            "particles have been sorted, added, removed or restored since it was taken: take it again"
        )
        raise StaleView(f"this view of '{self.name}' is stale: {reason}")

    def write(self, old, new):
        """Writes the rows that differ."""
        old, new = np.atleast_2d(old), np.atleast_2d(new)
        write_rows(self.handle, self.name, np.flatnonzero((old != new).any(axis=1)), new)


def array_of(handle, name):
    """The rp_array of this name."""
    array = quick.rp_sim_array(handle.use(), name.encode())
    if array.data is None:  # the other function says why
        handle.call(lib.rp_sim_array_get, name.encode(), ctypes.byref(array))
    return array


def view_of(handle, name):
    array = array_of(handle, name)
    if array.rows == 0:  # nothing to point to
        return np.zeros((0, array.columns) if array.columns > 1 else 0, _TYPES[array.type])
    view = np.asarray(_Memory(array)).view(View)
    view._guard, view._root = _Guard(handle, array), True
    return view


def write_rows(handle, name, slots, values):
    """Row k of values to the particle in slots[k]; values has a row for every slot."""
    if len(slots) == 0:
        return
    ids = np.ascontiguousarray(np.asarray(view_of(handle, "id"))[slots])
    rows = np.ascontiguousarray(values[slots], dtype=np.float64)
    handle.call(lib.rp_sim_set, name.encode(), numbers(ids), len(ids), doubles(rows))


def _plain(value):
    """A view as a plain array, after its check; others as they are."""
    if not isinstance(value, View):
        return value
    value._check()
    return value.view(np.ndarray)


def _check_all(values):
    for value in values:
        if isinstance(value, View):
            value._check()
        elif isinstance(value, (list, tuple)):
            _check_all(value)


class View(np.ndarray):
    """An array of a simulation without a copy, one row a particle, by slot.

    It shows the present values, raises StaleView after particles were sorted, added, removed or restored, and writes
    through the library's checks where writing is allowed (position, velocity, spin, orientation):

        sim.velocity[:, 0] = 0
        sim.velocity += [0.1, 0, 0]

    Parts of a view (sim.velocity[:, 0]) are views for reading. Results of calculations are plain arrays.
    """

    def __array_finalize__(self, parent):
        self._root = False
        self._guard = parent._guard if isinstance(parent, View) and not self.flags.owndata else None

    def _check(self):
        if self._guard is not None:
            self._guard.check()

    @property
    def stale(self):
        """True: using it raises StaleView."""
        return self._guard is not None and self._guard.stale()

    @property
    def name(self):
        """As in sim.array(name)."""
        return self._guard and self._guard.name

    @property
    def unit(self):
        """SI; "1" if it has none."""
        return self._guard and self._guard.unit

    @property
    def meaning(self):
        """One line."""
        return self._guard and self._guard.meaning

    def __setattr__(self, name, value):
        if name in _LAYOUT and self._guard is not None:
            raise AttributeError(f"the {name} of '{self.name}' is that of the simulation: take a copy()")
        super().__setattr__(name, value)

    # ---- reading ----

    def __getattribute__(self, name):
        if name not in _UNCHECKED and not name.startswith("__") and name != "_check" and name != "view":
            self._check()
        return super().__getattribute__(name)

    def __getitem__(self, key):
        self._check()
        return super().__getitem__(_plain(key))

    def __iter__(self):
        self._check()
        return super().__iter__()

    def __eq__(self, other):  # numpy drops what a comparison raises
        self._check()
        return super().__eq__(other)

    def __ne__(self, other):
        self._check()
        return super().__ne__(other)

    __hash__ = None

    def __repr__(self):
        if self.stale:
            return f"<stale view of '{self.name}'>"
        return super().__repr__()

    def __str__(self):
        return repr(self) if self.stale else super().__str__()

    def __reduce__(self):
        self._check()
        return np.array(self.view(np.ndarray)).__reduce__()

    def __array_function__(self, function, types, arguments, keywords):
        _check_all(arguments)
        _check_all(keywords.values())
        return super().__array_function__(function, types, arguments, keywords)

    # ---- writing ----

    def _check_writable(self):
        self._check()
        guard = self._guard
        if guard.writable and self._root:
            return
        if guard.writable:
            raise ValueError(f"a part of '{guard.name}' is for reading: write to the whole, sim.{guard.name}[...] =")
        raise ValueError(f"'{guard.name}' is for reading")

    def __setitem__(self, key, value):
        if self._guard is None:
            super().__setitem__(key, value)
            return
        self._check_writable()
        old = self.view(np.ndarray)
        new = np.array(old)
        new[_plain(key)] = _plain(value)
        self._guard.write(old, new)

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **keywords):
        plain = [_plain(value) for value in inputs]
        keywords = {name: _plain(value) for name, value in keywords.items()}
        if out is None:
            return getattr(ufunc, method)(*plain, **keywords)
        guarded = [value for value in out if isinstance(value, View) and value._guard is not None]
        if not guarded:
            return getattr(ufunc, method)(*plain, out=tuple(_plain(value) for value in out), **keywords)
        if len(out) > 1 or method != "__call__":
            raise ValueError("a view takes the result of one function, not of several, or of a reduction")
        guarded[0]._check_writable()
        old = guarded[0].view(np.ndarray)
        new = np.array(old)
        ufunc(*plain, out=(new,), **keywords)
        guarded[0]._guard.write(old, new)
        return guarded[0]


def assign(handle, name, values):
    """sim.NAME = values: the rows that differ from the present ones are written."""
    if isinstance(values, View):
        values._check()
    old = view_of(handle, name).view(np.ndarray)
    new = np.asarray(values, dtype=np.float64)
    if new.ndim and new.shape[-1] == 2 and old.shape[-1] == 3:  # two dimensions
        new = np.concatenate([new, np.zeros(new.shape[:-1] + (1,))], axis=-1)
    try:
        new = np.broadcast_to(new, old.shape)
    except ValueError:
        raise InputError(f"'{name}' has the shape {old.shape}, the values have {np.shape(values)}") from None
    write_rows(handle, name, np.flatnonzero((old != new).any(axis=1)), new)
