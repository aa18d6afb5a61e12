"""VTK's own reader finds in our frames, bit for bit, the numbers that were written.

The program test_output_frames writes the frames and, beside each, the raw bytes of its arrays. Then a short run of an
example: every frame of every collection opens, and shows the time that the collection gives it.
"""
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

program = os.path.join(os.path.dirname(os.environ.get("REPOSE", "build/repose")), "tests", "unit", "test_output_frames")
try:
    import numpy
    import vtk
    from vtk.util.numpy_support import vtk_to_numpy
except ImportError as problem:
    print("skipped:", problem)
    sys.exit(77)
if not os.access(program, os.X_OK):
    print("skipped: no", program)
    sys.exit(77)


def read_raw(path):
    arrays = {}
    for line in open(path):
        name, kind, rows, columns, data = (line.rstrip("\n").split(" ") + [""])[:5]
        values = numpy.frombuffer(bytes.fromhex(data), dtype="<" + kind)
        arrays[name] = values if columns == "1" else values.reshape(int(rows), int(columns))
    return arrays


def read_vtk(path):
    problems = []
    reader = vtk.vtkXMLPolyDataReader()
    reader.AddObserver("ErrorEvent", lambda *event: problems.append(path))
    reader.SetFileName(path)
    reader.Update()
    assert not problems, "VTK's reader reports an error in " + path
    return reader.GetOutput()


def strings(array):
    return [array.GetValue(n) for n in range(array.GetNumberOfValues())]


def find(data, name):
    """The values of one of our arrays in VTK's data set."""
    section, _, rest = name.partition("/")
    if name == "points":
        return vtk_to_numpy(data.GetPoints().GetData())
    if section == "text":
        text = strings(data.GetFieldData().GetAbstractArray(rest))
        return numpy.frombuffer("".join(s + "\0" for s in text).encode(), dtype="u1")
    if section in ("verts", "lines", "polys"):
        cells = {"verts": data.GetVerts, "lines": data.GetLines, "polys": data.GetPolys}[section]()
        values = vtk_to_numpy(cells.GetConnectivityArray() if rest == "connectivity" else cells.GetOffsetsArray())
        return values if rest == "connectivity" else values[1:]  # VTK puts a 0 in front of the offsets
    owner = {"point": data.GetPointData, "cell": data.GetCellData, "field": data.GetFieldData}[section]()
    return vtk_to_numpy(owner.GetArray(rest))


def compare(directory, name):
    raw, data = read_raw(os.path.join(directory, name + ".raw")), read_vtk(os.path.join(directory, name))
    assert raw, name
    for key, expected in raw.items():
        value = find(data, key)
        same_kind = section_free(key) or value.dtype == expected.dtype
        assert same_kind, "%s %s: %s, not %s" % (name, key, value.dtype, expected.dtype)
        assert (
            value.size == expected.size and value.tobytes() == expected.astype(value.dtype).tobytes()
        ), "%s %s differs" % (name, key)
    return len(raw)


def section_free(key):
    return key.split("/")[0] in ("verts", "lines", "polys")  # VTK chooses the width of its indices


def check_collection(directory, name):
    """How many data sets it has; their times agree with the files' own."""
    root = xml.etree.ElementTree.parse(os.path.join(directory, name)).getroot()
    sets = root.findall("./Collection/DataSet")
    for entry in sets:
        data = read_vtk(os.path.join(directory, entry.get("file")))
        assert data.GetFieldData().GetArray("TimeValue").GetValue(0) == float(entry.get("timestep")), entry.get("file")
    return len(sets)


def check_run(directory):
    example = os.path.join(os.environ["REPOSE_SOURCE"], "examples", "bounce.yaml")
    subprocess.run(
        [os.environ["REPOSE"], "run", example, "-o", directory, "--set", "run.until=0.05", "--quiet"], check=True
    )
    counts = {check_collection(directory, name) for name in ("frames.pvd", "contacts.pvd", "walls.pvd")}
    assert len(counts) == 1 and counts.pop() > 1, counts


with tempfile.TemporaryDirectory() as directory:
    subprocess.run(
        [program],
        env=dict(os.environ, REPOSE_TEST_KEEP=directory),
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    arrays = sum(
        compare(directory, "%s%d.vtp" % (kind, d)) for kind in ("particles", "contacts", "walls") for d in (2, 3)
    )
    for collection in ("frames.pvd", "contacts.pvd", "walls.pvd"):
        assert check_collection(directory, collection) == 1
    print(arrays, "arrays equal")
    if os.access(os.environ.get("REPOSE", ""), os.X_OK):
        check_run(os.path.join(directory, "run"))
