"""Walls, groups and materials of a simulation, by name."""
import ctypes
import difflib
import operator
from collections.abc import Mapping

import numpy as np

from . import _declarations as c
from ._errors import InputError, call
from ._library import decoded, lib


def vector(value):
    """Two or three numbers as double[3]."""
    numbers = np.asarray(value, dtype=np.float64)
    if numbers.shape not in ((2,), (3,)):
        raise InputError(f"a vector has two or three components: {value!r}")
    return (ctypes.c_double * 3)(*numbers)


class Named(Mapping):
    """Objects of a simulation by name, or by number: sim.walls["lid"], sim.walls[0]."""

    def __init__(self, handle, kind, what):
        self._handle, self._kind, self._what = handle, kind, what

    def _count(self):
        return getattr(lib, f"rp_sim_{self._what}_count")(self._handle.use())

    def __len__(self):
        return self._count()

    def __iter__(self):
        return (self._kind(self._handle, n).name for n in range(self._count()))

    def __getitem__(self, key):
        if isinstance(key, str):
            number = getattr(lib, f"rp_sim_{self._what}_find")(self._handle.use(), key.encode())
            if number < 0:
                near = difflib.get_close_matches(key, list(self), 1)
                hint = f"; did you mean '{near[0]}'?" if near else f"; there are {', '.join(self) or 'none'}"
                raise KeyError(f"there is no {self._what} '{key}'{hint}")
            return self._kind(self._handle, number)
        key = operator.index(key)
        if not -self._count() <= key < self._count():
            raise IndexError(f"there is no {self._what} {key}: there are {self._count()}")
        return self._kind(self._handle, key % self._count())

    def __repr__(self):
        return f"<{self._what}s: {', '.join(self)}>"


class KnownNames:
    """Objects whose attributes are those of their class: a name that is spelled wrong is refused, not added."""

    def __setattr__(self, name, value):
        if not name.startswith("_") and not hasattr(type(self), name):
            near = difflib.get_close_matches(name, [n for n in dir(type(self)) if not n.startswith("_")], 1)
            hint = f"; did you mean '{near[0]}'?" if near else ""
            raise AttributeError(f"a {type(self).__name__} has no '{name}'{hint}")
        super().__setattr__(name, value)


class _Body(KnownNames):
    _what = _info = None

    def __init__(self, handle, number):
        self._handle, self._number = handle, number

    @property
    def number(self):
        """Its place in the scene, from 0."""
        return self._number

    def _get(self, member):
        info = self._info()
        self._handle.call(getattr(lib, f"rp_sim_{self._what}_get"), self.number, ctypes.byref(info))
        value = getattr(info, member)
        if isinstance(value, bytes):
            return decoded(value)
        return np.array(value) if isinstance(value, ctypes.Array) else value

    def _set(self, member, value):
        self._handle.call(getattr(lib, f"rp_sim_{self._what}_set_{member}"), self.number, value)

    def __repr__(self):
        return f"<{self._what} '{self.name}'>"


def _member(name, doc, convert=None):
    def read(self):
        return self._get(name)

    def write(self, value):
        self._set(name, convert(value))

    return property(read, write if convert else None, doc=doc)


class Wall(_Body):
    """A wall as it stands: sim.walls["lid"]. velocity, spin and load can be set, from now on."""

    _what, _info = "wall", c.rp_wall_info
    name = _member("name", "Its name in the scene.")
    material = _member("material", "Name of its material.")
    position = _member("position", "Of its point of reference, m.")
    velocity = _member("velocity", "m/s; can be set.", vector)
    angle = _member("angle", "rad.")
    spin = _member("spin", "Angular velocity about its axis, rad/s; can be set.", float)
    load = _member("load", "N, or Pa if the scene gives a pressure; can be set if there is one.", float)
    force = _member("force", "Of the particles on it, N.")
    torque = _member("torque", "About its axis point, or its point of reference, N m.")
    impulse = _member("impulse", "Integral of the force so far, N s.")
    work = _member("work", "Done by its motion on the particles so far, J.")

    @property
    def active(self):
        """False: it has been removed."""
        return bool(self._get("active"))

    @property
    def loaded(self):
        """True: it moves by a load and the particles' forces."""
        return bool(self._get("loaded"))


class Group(_Body):
    """A group of particles: sim.groups["stirrer"]. force and torque of a free, velocity of a driven one can be set."""

    _what, _info = "group", c.rp_group_info
    name = _member("name", "Its name in the scene.")
    count = _member("count", "Particles.")
    velocity = _member("velocity", "Of a driven group, m/s; can be set.", vector)
    force = _member("force", "Added to each particle, N; can be set.", vector)
    torque = _member("torque", "Added to each particle, N m; can be set.", vector)
    reaction = _member("reaction", "Sum of the contact forces on its particles, if it is not free, N.")
    work = _member("work", "Done on its particles by the drive so far, J.")

    @property
    def motion(self):
        """What moves its particles: "free", "fixed", "driven" or "glued"."""
        return ("free", "fixed", "driven", "glued")[self._get("motion")]


class Material(_Body):
    """A material: sim.materials["glass"]. What the scene does not give is nan."""

    _what, _info = "material", c.rp_material_info
    name = _member("name", "Its name in the scene.")
    density = _member("density", "kg/m^3.")
    young = _member("young", "Pa.")
    poisson = _member("poisson", "Poisson's ratio.")
