"""The package runs under Python 3.9: its syntax, and the names of the standard library and of numpy that it uses.

The lists are those that Python 3.9 and numpy 1.19, the first one for it, have; a name that is not on them needs a look
into their documentation before it is added.
"""
import ast
import glob
import os

from _package import SOURCE, main

LIBRARY = {
    "base64": "b64encode",
    "collections.abc": "Mapping Sequence",
    "csv": "reader",
    "ctypes": "Array CDLL CFUNCTYPE POINTER PyDLL RTLD_GLOBAL Structure _CFuncPtr byref c_char c_char_p c_double c_int"
    " c_int64 c_long c_size_t c_uint c_uint16 c_uint32 c_uint64 c_void_p cast create_string_buffer memmove"
    " pointer sizeof"
    " string_at",
    "difflib": "get_close_matches",
    "glob": "glob",
    "html": "escape",
    "json": "dumps load loads",
    "logging": "DEBUG ERROR INFO WARNING getLogger",
    "math": "inf isnan nan",
    "numpy": "abs argmin argsort array asarray ascontiguousarray atleast_1d atleast_2d broadcast_to concatenate"
    " ctypeslib.as_array dtype flatnonzero float64 frombuffer generic lib.stride_tricks.as_strided nan ndarray ndim"
    " shape uint32 zeros",
    "operator": "index",
    "os": "PathLike environ.get fsencode fspath makedirs path.abspath path.basename path.dirname path.exists path.isdir"
    " path.join path.splitext register_at_fork",
    "re": "findall search",
    "signal": "SIGINT getsignal signal",
    "subprocess": "run",
    "tempfile": "TemporaryDirectory",
    "threading": "RLock current_thread get_ident local main_thread",
    "time": "perf_counter",
    "types": "SimpleNamespace",
    "weakref": "WeakSet",
    "xml.etree.ElementTree": "fromstring",
    "zlib": "decompress",
    "pandas": "DataFrame",
    "pyarrow": "parquet.write_table table",
}
# Newer than 3.9, of objects and builtins: methods, and keywords of calls.
NEWER = {"bit_count", "add_note", "pairwise", "batched", "aiter", "anext"}
KEYWORDS = {"strict", "slots", "kw_only", "delete_on_close", "root_dir", "encoding_errors"}


def trees():
    files = glob.glob(os.path.join(SOURCE, "python", "repose", "*.py"))
    assert len(files) > 10
    for path in files:
        with open(path, encoding="utf-8") as file:
            yield os.path.basename(path), ast.parse(file.read(), path, feature_version=(3, 9))


def imported(tree):
    """Local names of modules, and (module, name) of what is imported from modules."""
    modules, names = {}, set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                modules[alias.asname or alias.name.split(".")[0]] = alias.name if alias.asname else (
                    alias.name.split(".")[0]
                )
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names |= {(node.module, alias.name) for alias in node.names}
    return modules, names


def attributes(tree, modules):
    """(module, a.b.c) for every chain of attributes that begins at a module."""
    inner = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    for node in ast.walk(tree):
        chain = []
        if id(node) in inner:
            continue
        while isinstance(node, ast.Attribute):
            chain.insert(0, node.attr)
            node = node.value
        if chain and isinstance(node, ast.Name) and node.id in modules:
            yield modules[node.id], ".".join(chain)


def test_names_are_those_of_python_39():
    seen = set()
    for file, tree in trees():
        modules, names = imported(tree)
        for module, name in names | set(attributes(tree, modules)):
            seen.add(module)
            assert name in LIBRARY[module].split(), f"{file}: is {module}.{name} in Python 3.9 and numpy 1.19?"
    assert {"ctypes", "numpy", "signal"} <= seen


def test_nothing_newer_is_used():
    for file, tree in trees():
        for node in ast.walk(tree):
            assert not (isinstance(node, ast.Attribute) and node.attr in NEWER), f"{file}:{node.lineno}"
            assert not (isinstance(node, ast.keyword) and node.arg in KEYWORDS), f"{file}:{node.value.lineno}"
            # X | Y of types, which an annotation or isinstance would have, is newer; the package has no annotations
            assert not (isinstance(node, (ast.AnnAssign, ast.arg)) and node.annotation), f"{file}:{node.lineno}"


if __name__ == "__main__":
    main(globals())
