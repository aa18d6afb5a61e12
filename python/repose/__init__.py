"""Repose from Python: granular matter by soft particles, contact dynamics and events.

    import repose

    sim = repose.Simulation("drum.yaml", threads=2)
    sim.advance(0.5)                    # whole steps until t >= 0.5 s
    sim.position[:, 1].max()            # numpy views, without a copy
    sim.measure("kinetic")

    run = repose.run("drum.yaml", "out/drum")
    run.series["kinetic"]               # what the run has left in its files

Units are SI, angles in radians. docs/python.md is a tutorial, docs/python-api.md the reference.
"""
from ._compile import compile_c, include_directory
from ._declarations import RP_VERSION as __version__
from ._errors import Error, InputError, RunError, StaleView, SystemFailure
from ._laws import Block, Law, Laws, Parameter
from ._library import lib, memory_bytes
from ._picture import Film, Page, Picture
from ._run import DataSet, Frame, Frames, Run, Table, run
from ._scene import Scene, check
from ._simulation import Chunk, Simulation, Snapshot
from ._study import Study
from ._bodies import Group, Material, Wall
from ._views import View

__all__ = [
    "Block",
    "Chunk",
    "DataSet",
    "Error",
    "Film",
    "Frame",
    "Frames",
    "Group",
    "InputError",
    "Law",
    "Laws",
    "Material",
    "Page",
    "Parameter",
    "Picture",
    "Run",
    "RunError",
    "Scene",
    "Simulation",
    "Snapshot",
    "StaleView",
    "Study",
    "SystemFailure",
    "Table",
    "View",
    "Wall",
    "__version__",
    "check",
    "compile_c",
    "include_directory",
    "lib",
    "memory_bytes",
    "run",
]
