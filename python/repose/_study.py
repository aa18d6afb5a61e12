"""The table of a study, as `repose study` and `repose calibrate` write it."""
import csv
import json
import os

import numpy as np

from ._errors import InputError
from ._library import encoded, lib, named
from ._picture import draw_to
from ._run import Columns, Run


def _column(cells):
    """Numbers, nan where a cell is empty; text if some cell is neither."""
    try:
        return np.array([float(cell) if cell else np.nan for cell in cells])
    except ValueError:
        return np.array(cells)


class Study(Columns):
    """The directory of a study: columns of study.csv by name, and the runs.

        study = repose.Study("out/bounce")
        study["interactions.0.friction"], study["kinetic_mean"], study.units["kinetic_mean"]
        study.keys_varied, study.done, study.run(1).series["kinetic"]

    Columns of numbers are arrays of numpy, nan where a job has no number; status, reason and words are text.

    dataframe() makes a DataFrame of the table and needs pandas.
    """

    def __init__(self, directory):
        self.directory = os.fspath(directory)
        try:
            with open(os.path.join(self.directory, "study.csv"), newline="", encoding="utf-8") as file:
                names, units, *rows = csv.reader(file)
        except FileNotFoundError:
            raise InputError(f"'{self.directory}' has no study.csv") from None
        self.units = dict(zip(names, (unit.lstrip("# ") for unit in units)))
        self.rows = len(rows)
        self._columns = {name: _column([row[n] for row in rows]) for n, name in enumerate(names)}
        for name in ("status", "reason"):
            self._columns[name] = np.array([row[names.index(name)] for row in rows])
        self._columns["job"] = self._columns["job"].astype(int)

    @property
    def keys_varied(self):
        """The keys of the scene that vary, in the order of the table."""
        names = list(self._columns)
        return names[1 : names.index("seed")]

    @property
    def done(self):
        """Which jobs succeeded, as an array of bool: study["kinetic"][study.done]."""
        return self._columns["status"] == "done"

    def run(self, job):
        """The Run of a job, from 1."""
        return Run(os.path.join(self.directory, "jobs", f"{job:04d}"))

    @property
    def calibration(self):
        """calibration.json of `repose calibrate`: values of the keys with their errors."""
        try:
            with open(os.path.join(self.directory, "calibration.json"), encoding="utf-8") as file:
                return json.load(file)
        except FileNotFoundError:
            raise InputError(f"'{self.directory}' has no calibration.json") from None

    def plot(self, measure, key, path=None):
        """A Picture of a measure against a key: means over seeds with their errors; with a path a file."""
        where, what, against = encoded(self.directory), named(measure, "a measure"), named(key, "a key")
        return draw_to(path, lambda file, err: lib.rp_study_plot(where, what, against, file, err))

    def parquet(self, path):
        """Writes the table as a Parquet file; needs pyarrow."""
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError as error:
            raise ImportError(f"a Parquet file needs pyarrow ({error}); study.csv has the same table") from None

        pyarrow.parquet.write_table(pyarrow.table(self._columns), os.fspath(path))

    def __repr__(self):
        return f"<Study '{self.directory}', {self.done.sum()} of {self.rows} jobs done>"
