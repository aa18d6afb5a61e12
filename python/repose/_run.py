"""Runs as the command line makes them, and what they leave in their directory."""
import base64
import csv
import ctypes
import glob
import json
import math
import os
import re
import xml.etree.ElementTree as xml
import zlib
from collections.abc import Mapping, Sequence
from html import escape

import numpy as np

from . import _declarations as c
from ._errors import InputError, call, error_of
from ._interrupt import Interrupts
from ._library import decoded, encoded, lib, strings
from ._picture import Film, Page, draw_to, options_of
from ._scene import is_text, overrides, text_of, threads_of
from ._simulation import log_hook

_TYPES = {
    "Float64": "<f8",
    "Float32": "<f4",
    "Int64": "<i8",
    "UInt64": "<u8",
    "Int32": "<i4",
    "UInt32": "<u4",
    "UInt16": "<u2",
    "UInt8": "|u1",
}


class Columns(Mapping):
    """Arrays by name, in `_columns`."""

    def __getitem__(self, name):
        if name not in self._columns:
            raise KeyError(f"there is no column '{name}': there are {', '.join(self._columns)}")
        return self._columns[name]

    def __iter__(self):
        return iter(self._columns)

    def __len__(self):
        return len(self._columns)

    def dataframe(self):
        """The table as a DataFrame; needs pandas."""
        import pandas

        return pandas.DataFrame(self._columns)

    def _repr_html_(self):
        try:
            return self.dataframe()._repr_html_()
        except ImportError:
            return None


class Table(Columns):
    """Columns of numbers by name, from a file of a run: table["kinetic"], table.units["kinetic"]; table.dataframe()
    makes a DataFrame of them and needs pandas."""

    def __init__(self, path):
        with open(path, newline="", encoding="utf-8") as file:
            rows = csv.reader(file)
            names = next(rows, [])
            units = next(rows, [])
            numbers = [row for row in rows if len(row) == len(names)]
        units = [unit.lstrip("# ") for unit in units]
        values = np.array([[_number(cell) for cell in row] for row in numbers]).reshape(len(numbers), len(names))
        self.units = dict(zip(names, units))
        self._columns = {name: np.ascontiguousarray(values[:, n]) for n, name in enumerate(names)}

    @property
    def rows(self):
        """How many rows there are."""
        return len(next(iter(self._columns.values()), ()))

    def structured(self):
        """The table as one structured array of numpy."""
        out = np.zeros(self.rows, [(name, np.float64) for name in self])
        for name in self:
            out[name] = self[name]
        return out

    def __repr__(self):
        return f"<Table, {self.rows} rows of {', '.join(self)}>"


def _number(cell):
    try:
        return float(cell)
    except ValueError:
        return math.nan


class DataSet(Mapping):
    """A .vtp file as Repose writes it: arrays by name, those of cells as verts/offsets."""

    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        found = re.search(rb'<AppendedData encoding="raw">\s*_', data)
        if not found:
            raise InputError(f"{path} is not a file of frames of Repose")
        self._path, self._data, self._start = path, data, found.end()
        root = xml.fromstring(data[: found.start()] + b"</VTKFile>")
        self._tags = {}
        self.point_names = [tag.get("Name") for tag in root.findall(".//PointData/DataArray")]
        for part in root.iter():
            for tag in part.findall("DataArray"):
                name = tag.get("Name") if part.tag in ("Points", "PointData", "CellData", "FieldData") else (
                    f"{part.tag.lower()}/{tag.get('Name')}"
                )
                self._tags[name] = tag
        self._read = {}

    def __getitem__(self, name):
        if name not in self._read:
            if name not in self._tags:
                raise KeyError(f"there is no array '{name}': there are {', '.join(self._tags)}")
            self._read[name] = self._array(self._tags[name])
        return self._read[name]

    def __iter__(self):
        return iter(self._tags)

    def __len__(self):
        return len(self._tags)

    def _bytes(self, offset):
        """Number of blocks, size of a block, size of the last one, compressed sizes; then the blocks."""
        at = self._start + offset
        blocks = int(np.frombuffer(self._data, "<u8", 1, at)[0])
        sizes = np.frombuffer(self._data, "<u8", blocks, at + 24).astype(int)
        at += 24 + 8 * blocks
        out = []
        for size in sizes:
            out.append(zlib.decompress(self._data[at : at + size]))
            at += size
        return b"".join(out)

    def _array(self, tag):
        data, columns = self._bytes(int(tag.get("offset"))), int(tag.get("NumberOfComponents", 1))
        if tag.get("type") == "String":
            return data.decode().split("\0")[:-1]
        values = np.frombuffer(data, _TYPES[tag.get("type")])
        return values.reshape(-1, columns) if columns > 1 else values

    def __repr__(self):
        return f"<DataSet {os.path.basename(self._path)}: {', '.join(self)}>"


class Frame(Mapping):
    """A frame of a run: arrays of the particles in the order of ids, frame["velocity"]; frame.time in s.

    position, radius, velocity, angular_velocity, mass, id, material, group, image, orientation if tracked.
    """

    def __init__(self, directory, number, time):
        self._directory, self.number, self.time = directory, number, time
        self._sets = {}

    def _set(self, kind):
        if kind not in self._sets:
            path = os.path.join(self._directory, "frames", f"{kind}_{self.number:06d}.vtp")
            if not os.path.exists(path):
                raise InputError(f"this frame has no {kind}: {path}")
            self._sets[kind] = DataSet(path)
        return self._sets[kind]

    @property
    def particles(self):
        """The file of particles with all its arrays, those of the whole frame too."""
        return self._set("particles")

    @property
    def contacts(self):
        """The contacts: force (on a, N), normal, fn (N), overlap (m), energy (J), a, b (-1 - wall), sliding."""
        return self._set("contacts")

    @property
    def walls(self):
        """The walls as segments or polygons."""
        return self._set("walls")

    @property
    def shapes(self):
        """The polygons, where there are some."""
        return self._set("shapes")

    def __getitem__(self, name):
        return self.particles["points" if name == "position" else name]

    def __iter__(self):
        return iter(["position", *self.particles.point_names])

    def __len__(self):
        return 1 + len(self.particles.point_names)

    def __repr__(self):
        return f"<Frame {self.number}, t = {self.time:g} s>"


class Frames(Sequence):
    """The frames of a run: run.frames[-1], run.frames.at(0.5), run.frames.times. Each is read when it is used."""

    def __init__(self, directory):
        self._directory = directory
        try:
            with open(os.path.join(directory, "frames.pvd"), encoding="utf-8") as file:
                times = re.findall(r'timestep="([^"]+)"', file.read())
        except FileNotFoundError:
            times = []
        self.times = np.array([float(t) for t in times])

    def __len__(self):
        return len(self.times)

    def __getitem__(self, n):
        if isinstance(n, slice):
            return [self[k] for k in range(*n.indices(len(self)))]
        if not -len(self) <= n < len(self):
            raise IndexError(f"there is no frame {n}: there are {len(self)}")
        return Frame(self._directory, n % len(self), float(self.times[n]))

    def at(self, time):
        """The frame nearest to a time, s."""
        if not len(self):
            raise InputError(f"'{self._directory}' has no frames")
        return self[int(np.argmin(np.abs(self.times - time)))]

    def __repr__(self):
        return f"<{len(self)} frames>"


class Run:
    """The directory of a run: what it has left, read when it is used.

        run = repose.Run("out/drum")
        run.series["kinetic"], run.frames[-1]["position"], run.summary["state_hash"]
        run.plot("kinetic", "stored")

    Jupyter shows its last frame.
    """

    def __init__(self, directory):
        self.directory = os.fspath(directory)
        if not os.path.isdir(self.directory):
            raise InputError(f"there is no directory '{self.directory}'")
        self._kept = {}

    def _path(self, name):
        return os.path.join(self.directory, name)

    def _once(self, name, read):
        if name not in self._kept:
            if not os.path.exists(self._path(name)):
                raise InputError(f"the run in '{self.directory}' has no {name}")
            self._kept[name] = read(self._path(name))
        return self._kept[name]

    def reload(self):
        """Forgets what was read, for a run that goes on."""
        self._kept = {}

    @property
    def series(self):
        """series.csv: the measures over time."""
        return self._once("series.csv", Table)

    @property
    def profiles(self):
        """The tables profile-NAME.csv by NAME."""
        names = [os.path.basename(path)[8:-4] for path in sorted(glob.glob(self._path("profile-*.csv")))]
        return {name: self._once(f"profile-{name}.csv", Table) for name in names}

    @property
    def forces(self):
        """forces.csv: the distribution of contact forces."""
        return self._once("forces.csv", Table)

    @property
    def events(self):
        """events.csv: the collisions of an event-driven run."""
        return self._once("events.csv", Table)

    @property
    def summary(self):
        """summary.json: what came out of the run, with its state_hash."""
        return self._once("summary.json", _json)

    @property
    def scene(self):
        """The text of scene.yaml, overrides included."""
        return self._once("scene.yaml", _text)

    @property
    def log(self):
        """The text of log.txt."""
        return self._once("log.txt", _text)

    @property
    def frames(self):
        """The frames, in order."""
        if "frames" not in self._kept:
            self._kept["frames"] = Frames(self.directory)
        return self._kept["frames"]

    def plot(self, *columns, x=None, log_x=False, log_y=False, path=None):
        """A Picture of columns of the series against time, or against column x; with a path (.png or .svg) a file."""
        names = strings(columns)
        call_of = lib.rp_picture_series
        where, against = encoded(self.directory), encoded(x)
        return draw_to(
            path, lambda file, err: call_of(where, against, names, len(columns), int(log_x), int(log_y), file, err)
        )

    def plot_profile(self, name=None, *columns, path=None):
        """A Picture of columns of profile-NAME.csv."""
        names, where, which = strings(columns), encoded(self.directory), encoded(name)
        return draw_to(path, lambda file, err: lib.rp_picture_profile(where, which, names, len(columns), file, err))

    def plot_forces(self, path=None):
        """A Picture of the distribution of contact forces."""
        return draw_to(path, lambda file, err: lib.rp_picture_forces(encoded(self.directory), file, err))

    def picture(self, time=math.nan, path=None, **options):
        """A Picture of the frame nearest to time (s), or of the last one; options as for Simulation.picture."""
        given, kept = options_of(options)
        where = encoded(self.directory)
        picture = draw_to(path, lambda file, err: lib.rp_picture_frame(where, time, ctypes.byref(given), file, err))
        del kept
        return picture

    def film(self, path=None, rate=25, **options):
        """The frames as a film, which Jupyter shows: path ends in .mp4, .webm or .gif (None: film.mp4 of the run).

        rate: frames a second. Options as for Simulation.picture. ffmpeg makes it of the pictures; SystemFailure without
        it, and draw_frames draws the pictures.
        """
        path = self._path("film.mp4") if path is None else os.fspath(path)
        given, kept = options_of(options)
        film, directories, count = lib.rp_film_options_default(), strings([self.directory]), ctypes.c_int()
        hook = dict(c.rp_film_options._fields_)["drawn"](lambda *_: interrupts.seen is not None)
        film.rate, film.drawn = float(rate), hook
        with Interrupts() as interrupts:
            call(
                lib.rp_film, directories, None, 1, ctypes.byref(given), ctypes.byref(film), encoded(path),
                ctypes.byref(count)
            )
        del kept
        return Film(path, count.value)

    def report(self, path=None, *, title=None, megabytes=1.5):
        """The run as one page with the viewer of its grains, which Jupyter shows; it opens without network.

        path: of the page (None: report.html of the run). It has at most so many megabytes.
        """
        path = self._path("report.html") if path is None else os.fspath(path)
        options, words = lib.rp_report_options_default(), encoded(title)
        options.title, options.megabytes = words, float(megabytes)
        directories = strings([self.directory])
        call(lib.rp_report, directories, None, 1, ctypes.byref(options), encoded(path), None)
        return Page(path)

    def draw_frames(self, into, **options):
        """Draws every frame into a directory as 000000.png, 000001.png, ...; returns how many there are."""
        given, kept = options_of(options)
        count = ctypes.c_int()
        call(
            lib.rp_picture_movie, encoded(self.directory), ctypes.byref(given), encoded(into), ctypes.byref(count)
        )
        del kept
        return count.value

    def _repr_html_(self):
        """The last frame and some lines of the summary."""
        kept = self.summary if os.path.exists(self._path("summary.json")) else {}
        names = ("title", "method", "particles", "time", "finished", "state_hash")
        rows = "".join(f"<tr><td>{name}</td><td>{escape(str(kept[name]))}</td></tr>" for name in names if name in kept)
        picture = base64.b64encode(self.picture().png).decode() if len(self.frames) else ""
        shown = f'<img style="max-width: 100%" src="data:image/png;base64,{picture}">' if picture else ""
        return f"<p>{escape(self.directory)}</p><table>{rows}</table>{shown}"

    def __repr__(self):
        return f"<Run '{self.directory}', {len(self.frames)} frames>"


def _json(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def _text(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def run(scene=None, directory=None, *, set=None, threads=0, resume=False, force=False, progress=None, **limits):
    """Runs a scene as `repose run` does, to the same bits and files, and returns the Run.

    scene: path of a file, or a Scene, dict or text, which is written to DIRECTORY.yaml. directory: where the run leaves
    its files; None: the scene's name under out/. progress: a function of one object with time, end, fraction, step,
    seconds_left, stage. limits: max_hours, max_steps, until (s; with resume: a finished run goes on, with `set` of keys
    that may change in time). Ctrl-C writes a checkpoint and raises KeyboardInterrupt;
    resume=True goes on.
    """
    o = c.rp_run_options()
    lib.rp_run_options_default(ctypes.byref(o))
    names, stop, raised = strings(overrides(set)), ctypes.c_int(0), []

    def report(_, state):
        if progress is not None:
            interrupts.call(lambda: progress(state.contents), None, raised.append)
        stop.value = bool(raised or interrupts.seen)  # the run ends at the next step

    hook = dict(c.rp_run_options._fields_)["progress"](report)
    o.scene, o.directory = encoded(_scene_file(scene, directory)), encoded(directory)
    o.set, o.set_count = names, len(names or ())
    o.threads, o.resume, o.force = threads_of(threads), int(resume), int(force)
    o.stop, o.progress, o.log = ctypes.pointer(stop), hook, log_hook
    for name, value in limits.items():
        if name not in ("max_hours", "max_steps", "until"):
            raise TypeError(f"run() has no keyword '{name}'")
        setattr(o, name, value)
    result, err = c.rp_run_result(), c.rp_error()
    with Interrupts() as interrupts:
        status = lib.rp_run(ctypes.byref(o), ctypes.byref(result), ctypes.byref(err))
    if raised:
        raise raised[0]
    if status:
        raise error_of(err)
    return Run(decoded(result.directory))


def _scene_file(scene, directory):
    if not isinstance(scene, dict) and not is_text(scene):
        return scene
    if directory is None:
        raise InputError("a scene that is made in Python needs a directory to run in")
    path = f"{os.fspath(directory).rstrip('/')}.yaml"
    os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text_of(scene) if isinstance(scene, dict) else scene)
    return path
