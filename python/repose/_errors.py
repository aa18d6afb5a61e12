"""What the library says when it refuses or fails, as exceptions."""
import ctypes
import math

from . import _declarations as c
from ._library import decoded, lib


class Error(Exception):
    """A function of the library has failed. str(error) is the whole text; what does not apply is None.

    message: one sentence. file, line, column: the place in the scene. key: dotted path, materials.glass.yung. value:
    as written. expected: what would have been right. nearest: the nearest valid name. particle: its id. time: s.
    """

    def __init__(self, text, **fields):
        super().__init__(text)
        self.message = fields.get("message", text)
        for name in ("file", "line", "column", "key", "value", "expected", "nearest", "particle", "time"):
            setattr(self, name, fields.get(name))


class InputError(Error, ValueError):
    """The scene, a name or a value is wrong; nothing has changed."""


class RunError(Error, RuntimeError):
    """The simulation has failed: physics or numerics."""


class SystemFailure(Error, OSError):
    """The system has failed: disk or memory."""

    def __str__(self):
        return str(self.args[0])


class StaleView(RuntimeError):
    """A view of an array is used after particles were sorted, added, removed or restored: take it again."""


_KINDS = {c.RP_FAILED: RunError, c.RP_INPUT: InputError, c.RP_SYSTEM: SystemFailure}


def error_of(err):
    """The exception of an rp_error."""
    text = ctypes.create_string_buffer(4096)
    lib.rp_error_text(ctypes.byref(err), text, len(text))
    return _KINDS[err.status](
        decoded(text.value),
        message=decoded(err.what),
        file=decoded(err.file) or None,
        line=err.line or None,
        column=err.column or None,
        key=decoded(err.key) or None,
        value=decoded(err.value) or None,
        expected=decoded(err.expected) or None,
        nearest=decoded(err.nearest) or None,
        particle=err.particle if err.particle >= 0 else None,
        time=None if math.isnan(err.time) else err.time,
    )


def call(function, *arguments):
    """Calls a function whose last argument is an rp_error *; raises what it says."""
    err = c.rp_error()
    if function(*arguments, ctypes.byref(err)):
        raise error_of(err)
