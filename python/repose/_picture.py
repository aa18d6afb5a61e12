"""Pictures, films and pages, which Jupyter shows."""
import base64
import ctypes
import os
import tempfile
from html import escape

from . import _declarations as c
from ._errors import call
from ._library import encoded, lib, named


class Picture:
    """A picture as PNG: `png` are its bytes. Jupyter shows it by itself."""

    def __init__(self, png):
        self.png = png

    def _repr_png_(self):
        return self.png

    def save(self, path):
        """Writes the PNG file."""
        with open(path, "wb") as file:
            file.write(self.png)

    def __repr__(self):
        width, height = (int.from_bytes(self.png[n : n + 4], "big") for n in (16, 20))
        return f"<Picture, {width} x {height} pixels>"


class Film:
    """A film of a run: the file `path` with so many `frames`. Jupyter shows it."""

    def __init__(self, path, frames):
        self.path, self.frames = path, frames

    def _repr_html_(self):
        with open(self.path, "rb") as file:
            data = base64.b64encode(file.read()).decode()
        kind = os.path.splitext(self.path)[1][1:]
        if kind == "gif":
            return f'<img style="max-width: 100%" src="data:image/gif;base64,{data}">'
        return f'<video controls loop style="max-width: 100%" src="data:video/{kind};base64,{data}"></video>'

    def __repr__(self):
        return f"<Film '{self.path}', {self.frames} frames>"


class Page:
    """A page of HTML: the file `path`. Jupyter shows it in a frame."""

    def __init__(self, path):
        self.path = path

    def _repr_html_(self):
        with open(self.path, encoding="utf-8") as file:
            text = escape(file.read(), quote=True)
        return f'<iframe style="width: 100%; height: 640px; border: 0" srcdoc="{text}"></iframe>'

    def __repr__(self):
        return f"<Page '{self.path}'>"


def options_of(given):
    """rp_picture_options (docs/api.md, repose/picture.h) from keywords, and what it points to."""
    options = c.rp_picture_options()
    lib.rp_picture_options_default(ctypes.byref(options))
    names = [name for name, _ in options._fields_]
    kept = []
    for name, value in given.items():
        if name not in names:
            raise TypeError(f"a picture has no option '{name}': it has {', '.join(names)}")
        if dict(options._fields_)[name] is ctypes.c_char_p and value is not None:
            value = named(value, f"the option '{name}' of a picture")
            kept.append(value)
        elif name == "range":
            value = (ctypes.c_double * 2)(*value)
        setattr(options, name, value)
    return options, kept


def drawn(draw):
    """Calls draw(path, err) for a file that goes, and returns the Picture."""
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "picture.png")
        call(lambda err: draw(encoded(path), err))
        with open(path, "rb") as file:
            return Picture(file.read())


def draw_to(path, draw):
    """A Picture, or a file (.png or .svg) if there is a path."""
    if path is None:
        return drawn(draw)
    call(lambda err: draw(encoded(path), err))
    return None
