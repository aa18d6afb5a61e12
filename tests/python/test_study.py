"""The table of a study from Python, read with numpy alone."""
import os
import pathlib
import sys
import types
from unittest import mock

import numpy as np
from _package import directory, main, needs, program, raises

import repose

SCENE = """\
repose: 1
title: One impact
dimension: 2
method: event-driven
thickness: 1
materials: {glass: {density: 1000}}
interactions:
  - {between: [glass, glass], friction: 0, restitution: 0.5}
particles:
  - {name: disc, material: glass, radius: 0.01, place: {list: [[0, 0.0105]]}, velocity: [0, -1]}
walls:
  - {name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: glass}
run: {until: 0.002}
output: {series: {every: 0.001}}
"""
STUDY = """\
repose: 1
study:
  scene: scene.yaml
  keys: {interactions.0.restitution: [0.3, 0.6, 1.2], title: [one, 'two, quoted']}
  measures: [kinetic, {name: max_speed, at: mean}]
"""
ENERGY = 0.5 * np.pi * 0.01**2 * 1000  # J, before the impact


def study_in(work):
    for name, text in (("scene.yaml", SCENE), ("study.yaml", STUDY)):
        with open(os.path.join(work, name), "w", encoding="utf-8") as file:
            file.write(text)
    out = os.path.join(work, "out")
    done = program("study", os.path.join(work, "study.yaml"), "-o", out, "--quiet")
    assert done.returncode == 0, done.stderr
    return repose.Study(out)


def test_the_table():
    with directory() as work:
        study = study_in(work)
        assert study.keys_varied == ["interactions.0.restitution", "title"] and study.rows == 6
        assert study["job"].tolist() == [1, 2, 3, 4, 5, 6] and study.done.tolist() == [True] * 4 + [False] * 2
        assert study["title"].tolist() == ["one", "two, quoted"] * 3 and study.units["kinetic"] == "J"
        e = study["interactions.0.restitution"]
        assert np.allclose(study["kinetic"][study.done], ENERGY * e[study.done] ** 2, rtol=1e-9)  # e^2 of the energy
        assert np.isnan(study["kinetic"][~study.done]).all() and "restitution" in study["reason"][5]
        assert study.run(1).series["kinetic"][-1] == study["kinetic"][0] or np.isclose(
            study.run(1).series["kinetic"][-1], study["kinetic"][0], rtol=1e-11  # twelve digits
        )
        assert study.plot("kinetic", "interactions.0.restitution").png.startswith(b"\x89PNG")
        raises(KeyError, lambda: study["kinetik"], "kinetic")
        raises(repose.InputError, lambda: study.plot("kinetik", "title"), "kinetic")
        raises(repose.InputError, lambda: study.calibration, "calibration.json")
        raises(repose.InputError, lambda: repose.Study(work), "study.csv")
        assert "4 of 6" in repr(study)


def test_pandas():
    pandas = needs("pandas")
    with directory() as work:
        study = study_in(work)
        frame = study.dataframe()
        assert isinstance(frame, pandas.DataFrame) and list(frame) == list(study) and len(frame) == 6
        e = frame["interactions.0.restitution"]
        good = frame[frame.status == "done"]
        assert np.allclose(good.kinetic, ENERGY * e[good.index] ** 2, rtol=1e-9) and frame.kinetic.isna().sum() == 2
        assert frame.title.tolist() == ["one", "two, quoted"] * 3 and "<table" in study._repr_html_()


def test_parquet_needs_pyarrow():
    with directory() as work:
        study, had = study_in(work), sys.modules.get("pyarrow")
        sys.modules["pyarrow"] = None  # as if it were not there
        try:
            raises(ImportError, lambda: study.parquet(os.path.join(work, "study.parquet")), "pyarrow", "study.csv")
        finally:
            sys.modules.pop("pyarrow")
            if had:
                sys.modules["pyarrow"] = had


class Arrow:
    """A stand-in with what the documentation of pyarrow says of the calls that are made, and no more.

    pyarrow.table(data): a dict of arrays of one length; of numpy those of numbers, bool and text (dtypes fiubU).
    pyarrow.parquet.write_table(table, where, ...): where is a str or a NativeFile.
    """

    class Table:
        def __init__(self, columns):
            self.columns = columns

    def __init__(self):
        self.files = {}
        self.module, self.parquet = types.ModuleType("pyarrow"), types.ModuleType("pyarrow.parquet")
        self.module.table, self.module.parquet = self.table, self.parquet
        self.parquet.write_table = self.write_table

    def table(self, data):
        assert type(data) is dict and all(type(name) is str for name in data)
        assert len({len(column) for column in data.values()}) == 1
        for column in data.values():
            assert type(column) is np.ndarray and column.ndim == 1 and column.dtype.kind in "fiubU", column.dtype
        return self.Table(data)

    def write_table(self, table, where):
        assert type(table) is self.Table and type(where) is str, where
        self.files[where] = table.columns


def test_parquet_calls():
    """What pyarrow is given: every column, names and values, and a place it takes."""
    arrow = Arrow()
    modules = {"pyarrow": arrow.module, "pyarrow.parquet": arrow.parquet}
    with directory() as work, mock.patch.dict(sys.modules, modules):
        study, path = study_in(work), pathlib.Path(work) / "study.parquet"
        study.parquet(path)
        (columns,) = arrow.files.values()
        assert list(arrow.files) == [str(path)] and list(columns) == list(study)
        assert np.array_equal(columns["kinetic"], study["kinetic"], equal_nan=True)
        assert columns["title"].tolist() == ["one", "two, quoted"] * 3 and columns["job"].tolist() == list(range(1, 7))
        assert columns["status"].tolist() == ["done"] * 4 + ["refused"] * 2


def test_parquet():
    needs("pyarrow")
    import pyarrow.parquet

    with directory() as work:
        study, path = study_in(work), os.path.join(work, "study.parquet")
        study.parquet(path)
        table = pyarrow.parquet.read_table(path)
        assert table.column_names == list(study) and table.num_rows == 6
        assert np.array_equal(table["kinetic"].to_numpy(), study["kinetic"], equal_nan=True)
        assert table["title"].to_pylist() == study["title"].tolist()


if __name__ == "__main__":
    main(globals())
