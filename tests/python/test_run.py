"""Runs from Python: the files of the command line, read with numpy alone."""
import base64
import gc
import os
import shutil
from html import unescape

import numpy as np
from _package import Skipped, box, directory, main, needs, program, raises, summary

import repose

OUTPUT = """output:
  series: {every: 0.002}
  frames: {every: 0.01}
  profiles: [{name: height, along: y, lower: 0, upper: 0.1, bins: 5, every: 0.002}]
  forces: {every: 0.002, from: 0.02}
"""


def scene_in(work, text):
    path = os.path.join(work, "scene.yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text[: text.index("output:")] + OUTPUT)
    return path


def test_a_run_has_the_bits_and_files_of_the_command_line():
    with directory() as work:
        path, out = scene_in(work, box()), os.path.join(work, "out")
        done = program("run", path, "-o", os.path.join(work, "cli"), "--quiet", "--threads", "1")
        assert done.returncode == 0, done.stderr
        seen = []
        run = repose.run(path, out, threads=2, progress=lambda p: seen.append(p.fraction))
        assert run.summary["state_hash"] == summary(os.path.join(work, "cli"))["state_hash"]
        assert seen and "Box" in run.scene and run.log
        for name in ("series.csv", "profile-height.csv", "forces.csv", "frames/particles_000003.vtp"):
            with open(os.path.join(out, name), "rb") as mine, open(os.path.join(work, "cli", name), "rb") as other:
                assert mine.read() == other.read(), name
        raises(repose.Error, lambda: repose.run(path, out), "force")
        raises(TypeError, lambda: repose.run(path, out, force=True, max_minutes=3), "max_minutes")


def test_an_interrupt_leaves_a_run_that_goes_on():
    with directory() as work:
        path, out = scene_in(work, box()), os.path.join(work, "out")
        whole = repose.run(path, os.path.join(work, "whole"), threads=1)

        def interrupt(progress):
            raise KeyboardInterrupt

        raises(KeyboardInterrupt, lambda: repose.run(path, out, threads=1, progress=interrupt))
        stopped = repose.Run(out).summary
        assert not stopped["finished"] and stopped["time"] < whole.summary["time"]
        again = repose.run(directory=out, resume=True, threads=1)
        assert again.summary["finished"] and again.summary["state_hash"] == whole.summary["state_hash"]
        end = whole.summary["time"] + 0.01
        more = repose.run(directory=out, resume=True, threads=1, until=end, set={"gravity": [0, 0]})
        assert abs(more.summary["time"] - end) < 2e-5 and "continued-2" in more.scene


def test_tables_are_the_files():
    with directory() as work:
        run = repose.run(scene_in(work, box()), os.path.join(work, "out"), threads=1)
        text = np.genfromtxt(os.path.join(run.directory, "series.csv"), delimiter=",", names=True, comments="#")
        names = text.dtype.names
        assert run.series.rows == len(text) and len(run.series) == len(names)
        assert np.array_equal(run.series["kinetic"], text["kinetic"]) and run.series.units["kinetic"] == "J"
        assert run.series.units["time"] == "s" and run.series.structured()["time"][-1] == run.series["time"][-1]
        raises(KeyError, lambda: run.series["kinetik"], "kinetic")
        assert list(run.profiles) == ["height"] and run.profiles["height"].rows == 5
        assert run.forces["f"][0] > 0
        raises(repose.InputError, lambda: run.events, "events.csv")
        raises(repose.InputError, lambda: repose.Run(os.path.join(work, "none")), "none")
        for picture in (run.plot("kinetic", "stored"), run.plot_profile(), run.plot_forces(), run.picture(width=400)):
            assert picture.png[:4] == b"\x89PNG"
        run.plot("kinetic", log_y=True, path=os.path.join(work, "k.svg"))
        assert os.path.getsize(os.path.join(work, "k.svg")) > 1000
        assert run.draw_frames(os.path.join(work, "film"), width=200) == len(run.frames)
        assert "data:image/png" in run._repr_html_() and run.summary["state_hash"] in run._repr_html_()
        raises(repose.InputError, lambda: run.plot("kinetik"), "kinetic")


def test_tables_are_dataframes():
    pandas = needs("pandas")
    with directory() as work:
        run = repose.run(scene_in(work, box()), os.path.join(work, "out"), threads=1)
        frame = run.series.dataframe()
        assert isinstance(frame, pandas.DataFrame) and list(frame) == list(run.series)
        read = pandas.read_csv(os.path.join(run.directory, "series.csv"), comment="#", float_precision="round_trip")
        assert np.array_equal(frame.to_numpy(), read.to_numpy(), equal_nan=True)
        assert run.profiles["height"].dataframe().shape[0] == 5 and "<table" in run.series._repr_html_()


def test_films_and_pages():
    with directory() as work:
        run = repose.run(scene_in(work, box()), os.path.join(work, "out"), threads=1)
        raises(repose.InputError, lambda: run.film(os.path.join(work, "film.avi")), ".mp4")
        raises(repose.InputError, lambda: run.film(rate=0), "0 frames a second")
        raises(TypeError, lambda: run.film(colour="speed"), "color")
        if repose.lib.rp_view_page():
            page = run.report()
            text = open(page.path, encoding="utf-8").read()
            shown = page._repr_html_()
            assert page.path == os.path.join(run.directory, "report.html") and 'id="data"' in text
            assert shown.startswith("<iframe") and unescape(shown.split('srcdoc="')[1].split('"')[0]) == text
        else:
            raises(repose.Error, run.report, "viewer")
        if not shutil.which("ffmpeg"):
            raises(repose.SystemFailure, run.film, "ffmpeg")
            raise Skipped("ffmpeg is not here")
        small = {"width": 160, "height": 120, "color": "speed"}
        film = run.film(rate=10, **small)
        assert film.frames == len(run.frames) == 1 + round(run.summary["time"] / 0.01)
        assert film.path == os.path.join(run.directory, "film.mp4")
        with open(film.path, "rb") as file:
            data = file.read()
        assert data[4:8] == b"ftyp" and base64.b64encode(data).decode() in film._repr_html_()
        assert "data:image/gif" in run.film(os.path.join(work, "film.gif"), **small)._repr_html_()


def test_frames_are_the_state():
    with directory() as work:
        sim = repose.Simulation(box(), threads=1)
        sim.advance(0.04)
        sim.frame(work)
        (frame,) = repose.Run(work).frames
        assert frame.time == sim.time and frame.particles["step"][0] == sim.steps
        for name in ("position", "velocity", "radius", "mass", "group", "image"):
            assert np.array_equal(frame[name], sim.by_id(name)), name
        assert "velocity" in list(frame) and len(frame) == len(list(frame))
        assert frame.particles["material_names"] == ["glass"] and frame.walls["wall_names"] == list(sim.walls)
        contacts = sim.contacts()
        # Numbers of contacts have four bytes in frames.
        assert np.array_equal(frame.contacts["fn"], contacts["normal_force"].astype("f4"))
        assert np.array_equal(frame.contacts["force"], contacts["force"].astype("f4"))
        assert set(frame.contacts["sliding"]) <= {0, 1}
        assert np.array_equal(frame.contacts["a"], contacts["a"])
        walls = contacts["b"] < 0
        assert np.array_equal(frame.contacts["b"][walls], -1 - contacts["wall"][walls])
        raises(KeyError, lambda: frame["speed"], "velocity")
        raises(repose.InputError, lambda: frame.shapes, "shapes")


def test_large_arrays_come_in_blocks():
    """More bytes than a compressed block of a file has."""
    count = 11000
    place = {"lattice": {"type": "square", "lower": [0, 0], "upper": [1.2, 1.0], "spacing": 0.01}}
    scene = repose.Scene(dimension=2, method="soft", thickness=0.01)
    scene.materials["m"] = {"density": 1000}
    rule = {"between": ["m", "m"], "restitution": 0.5, "normal": {"law": "linear", "stiffness": 1e4}}
    scene.interactions.append(rule)
    scene.particles.append({"material": "m", "radius": 0.004, "place": place})
    scene.run["until"] = 1
    with directory() as work:
        sim = repose.Simulation(scene, threads=1)
        assert sim.count > count
        sim.frame(work)
        assert np.array_equal(repose.Run(work).frames[-1]["position"], sim.by_id("position"))


def test_nothing_is_left():
    gc.collect()
    assert repose.memory_bytes() == 0


if __name__ == "__main__":
    main(globals())
