"""The shared library: found, loaded, declared, called."""
import ctypes
import os

from . import _declarations as c

_SONAME = f"librepose.so.{c.RP_VERSION_MAJOR}.{c.RP_VERSION_MINOR}"


def _path():
    """REPOSE_LIBRARY, the library of the package, or one that is installed."""
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "librepose.so")
    return os.environ.get("REPOSE_LIBRARY") or (beside if os.path.exists(beside) else _SONAME)


def _load(kind):
    """Shared objects with contact laws find the library's functions: its names are global."""
    path = _path()
    try:
        return kind(path, mode=ctypes.RTLD_GLOBAL)
    except OSError as error:
        raise ImportError(
            f"the library of Repose cannot be loaded: {error}. It needs libyaml, zlib and libgomp"
            " (Debian: libyaml-0-2 zlib1g libgomp1); REPOSE_LIBRARY may name another one."
        ) from None


def _declared(library):
    library.rp_version.restype = ctypes.c_char_p
    version = library.rp_version().decode()
    if version != c.RP_VERSION:
        raise ImportError(f"the library {_path()} has version {version}, this package {c.RP_VERSION}")
    for name, (result, parameters) in c.FUNCTIONS.items():
        function = getattr(library, name, None)
        if function is None:
            raise ImportError(f"the library {_path()} has no {name}: it is not of this package")
        function.restype, function.argtypes = result, parameters
    return library


lib = _declared(_load(ctypes.CDLL))
"""The functions of the public headers (docs/api.md), by ctypes. They release Python's lock while they run."""

quick = _declared(_load(ctypes.PyDLL))  # keeps the lock: for functions that only read a number


def memory_bytes():
    """Bytes that the library has allocated now: 0 when all simulations, snapshots and views are gone."""
    return lib.rp_memory_bytes()


class Unique:
    """What owns memory of the library: a copy of it would free that memory once more."""

    __slots__ = ()

    def __reduce_ex__(self, _):
        name = type(self).__name__.lstrip("_")
        raise TypeError(f"a {name} cannot be copied or pickled; sim.save() and sim.snapshot() keep the state")


def encoded(text):
    """A str or path for C; None stays None."""
    if text is None:
        return None
    data = os.fsencode(text) if isinstance(text, (bytes, os.PathLike)) else str(text).encode("utf-8", "surrogateescape")
    if b"\0" in data:
        raise ValueError(f"a text for the library has no character 0: {text!r}")
    return data


def named(text, what):
    """As encoded, for what must be there."""
    if not isinstance(text, (str, bytes, os.PathLike)):
        raise TypeError(f"{what} is a text or a path, not {text!r}")
    return encoded(text)


def decoded(text):
    return None if text is None else text.decode("utf-8", "replace")


def strings(values):
    """A C array of strings; empty: NULL."""
    return (ctypes.c_char_p * len(values))(*(named(value, "a name") for value in values)) if values else None


def doubles(array):
    return array.ctypes.data_as(ctypes.POINTER(ctypes.c_double))


def numbers(array):
    return array.ctypes.data_as(ctypes.POINTER(ctypes.c_uint32))
