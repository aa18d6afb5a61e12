"""Scenes that are made in Python: mappings with the keys of docs/scene.md, which the library reads and checks."""
import ctypes
import json
import operator
import os

import numpy as np

from ._errors import InputError, call
from ._laws import Laws
from ._library import encoded, lib, strings

_LISTS = ("interactions", "particles", "walls", "stages")
_MAPPINGS = ("materials", "run", "output", "domain")


class Scene(dict):
    """A scene: a dictionary with the keys of docs/scene.md, which are attributes, too.

        scene = repose.Scene(dimension=2, method="soft", gravity=[0, -9.81])
        scene.materials["glass"] = {"density": 2500}
        scene.walls.append({"name": "floor", "material": "glass", "plane": {"point": [0, 0], "normal": [0, 1]}})
        scene.run["until"] = 0.5

    materials, run, output and domain begin as empty mappings, interactions, particles, walls and stages as empty lists.
    Values may be arrays of numpy. The library checks names and values: scene.check(), or when a simulation is made.
    """

    def __init__(self, *arguments, **keys):
        super().__init__({"repose": 1})
        self.update(dict(*arguments, **keys))

    def __getattr__(self, name):
        if name not in self and name in _LISTS:
            self[name] = []
        elif name not in self and name in _MAPPINGS:
            self[name] = {}
        if name not in self:
            raise AttributeError(f"the scene has no key '{name}' yet")
        return self[name]

    def __setattr__(self, name, value):
        self[name] = value

    def __delattr__(self, name):
        del self[name]

    def text(self):
        """The scene as a text that the library and `repose run` read."""
        return text_of(self)

    def save(self, path):
        """Writes the scene to a file, for `repose run`."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.text())

    def check(self, **options):
        """As repose.check(scene)."""
        return check(self, **options)


def _default(value):
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    raise TypeError(f"a scene cannot have a value of type {type(value).__name__}: {value!r}")


def text_of(mapping):
    """JSON, which is YAML: one line a key, vectors in one line."""
    return _written(json.loads(json.dumps(mapping, default=_default)), "") + "\n"


def _written(value, indent):
    short = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(short) < 100 or not isinstance(value, (dict, list)):
        return short
    deeper = indent + "  "
    if isinstance(value, list):
        parts = [_written(part, deeper) for part in value]
        return "[\n" + ",\n".join(deeper + part for part in parts) + f"\n{indent}]"
    parts = [f"{json.dumps(key, ensure_ascii=False)}: {_written(part, deeper)}" for key, part in value.items()]
    return "{\n" + ",\n".join(deeper + part for part in parts) + f"\n{indent}}}"


def is_text(scene):
    """A scene, not the path of one."""
    return isinstance(scene, str) and ("\n" in scene or scene.lstrip().startswith("{"))


def overrides(given):
    """{"run.step": 1e-5} or ["run.step=1e-5"] as the library takes them."""
    if not given:
        return []
    if isinstance(given, str):
        return [given]
    if isinstance(given, dict):
        return [f"{key}={value if isinstance(value, str) else text_of(value).strip()}" for key, value in given.items()]
    return list(given)


def threads_of(threads):
    """A number of threads for C, which would take the lower bits of a larger one."""
    number = operator.index(threads)
    if not 0 <= number < 1 << 31:
        raise InputError(f"{number} threads: 0 (all cores), or a number of them")
    return number


def definition(scene, set=None, threads=0, name=None, laws=None, restore=None, snapshot=None):
    """An rp_sim_def, and what it points to."""
    d = lib.rp_sim_def_default()
    names = strings(overrides(set))
    if isinstance(scene, dict):
        d.text, d.name = encoded(text_of(scene)), encoded(name or "scene")
    elif is_text(scene):
        d.text, d.name = encoded(scene), encoded(name or "scene")
    elif scene is not None:
        d.scene = encoded(os.fspath(scene))
    if names:
        d.set, d.set_count = names, len(names)
    d.threads = threads_of(threads)
    if laws is not None and not isinstance(laws, Laws):
        raise TypeError(f"laws are a repose.Laws, not {laws!r}")
    d.laws = laws.pointer if laws is not None else None
    d.restore = encoded(restore)
    d.snapshot = snapshot.pointer if snapshot is not None else None
    return d, (names, laws, snapshot)


def check(scene, **options):
    """What can be known of a scene before it runs, as text: scales, step, memory, warnings. Nothing is written.

    scene and options as for Simulation. Raises InputError with file, line, key and the nearest name.
    """
    from ._simulation import log_hook

    d, kept = definition(scene, **options)
    d.log = log_hook  # warnings go to logging
    text = ctypes.c_void_p()
    call(lib.rp_check, ctypes.byref(d), ctypes.cast(ctypes.byref(text), ctypes.POINTER(ctypes.c_char_p)))
    del kept
    try:
        return ctypes.string_at(text.value).decode()
    finally:
        _free(text)


_free = ctypes.CDLL(None).free
_free.argtypes, _free.restype = [ctypes.c_void_p], None
