"""h5py opens a checkpoint as it is and finds what was put in.

The program test_output_checkpoint writes it; the values here repeat those in its source.
"""
import os
import subprocess
import sys
import tempfile

program = os.path.join(
    os.path.dirname(os.environ.get("REPOSE", "build/repose")), "tests", "unit", "test_output_checkpoint"
)
try:
    import h5py
    import numpy
except ImportError as problem:
    print("skipped:", problem)
    sys.exit(77)
if not os.access(program, os.X_OK):
    print("skipped: no", program)
    sys.exit(77)

EXPECTED = {
    "world/time": ("<f8", [[0.1, -0.0], [1e308, 5e-324], [3.0, -1e-300]]),
    "world/step": ("<u8", [[2**64 - 1], [0x0102030405060708]]),
    "signed": ("<i8", [[-(2**63)]]),
    "particles/image": ("<i4", [[-1, 2, -(2**31)], [0, 1, 2**31 - 1]]),
    "particles/id": ("<u4", [[0], [1], [2], [2**32 - 1]]),
    "particles/deep/group": ("<u2", [[0], [65535], [3], [4], [5]]),
    "live": ("u1", [[0], [255], [7]]),
    "empty/none": ("<f8", numpy.zeros((0, 4))),
}

with tempfile.TemporaryDirectory() as directory:
    subprocess.run(
        [program],
        env=dict(os.environ, REPOSE_TEST_KEEP=directory),
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    with h5py.File(os.path.join(directory, "checkpoint.h5"), "r") as file:
        assert file.attrs["format"] == 3 and file.attrs["program"] == b"repose"
        assert file.userblock_size == 512
        found = []
        file.visititems(lambda name, entry: found.append(name) if isinstance(entry, h5py.Dataset) else None)
        assert sorted(found) == sorted(EXPECTED), found
        for name, (kind, values) in EXPECTED.items():
            data, expected = file[name][...], numpy.array(values, dtype=kind)
            assert file[name].dtype == numpy.dtype(kind), name
            assert data.shape == expected.shape and data.tobytes() == expected.tobytes(), name
    print(len(EXPECTED), "datasets equal")
