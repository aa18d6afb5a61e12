"""Recipes of packages and the paper agree with the source: the version, libraries that CMake needs, measured numbers.

test_debian_verify.py builds the Debian packages.
"""
import os
import re
import sys

SOURCE = os.environ.get("REPOSE_SOURCE", ".")
# Debian's names of what cmake/dependencies.cmake needs, and those of conda and spack
NAMES = {
    "libyaml-dev": ("yaml", "libyaml"),
    "libhdf5-dev": ("hdf5", "hdf5"),
    "zlib1g-dev": ("zlib", "zlib-api"),
    "libcairo2-dev": ("cairo", "cairo"),
}
wrong = []


def text_of(name):
    with open(os.path.join(SOURCE, name), encoding="utf-8") as f:
        return f.read()


def check(good, what):
    if not good:
        wrong.append(what)


def versions():
    version = re.search(r"project\(repose VERSION ([\d.]+)", text_of("CMakeLists.txt")).group(1)
    places = {
        "debian/changelog": rf"^repose \({version}\)",
        "packaging/conda/meta.yaml": rf'version: "{version}"',
        "packaging/spack/package.py": rf'version\("{version}"\)',
        "CITATION.cff": rf"^version: {version}$",
        "share/man/repose.1": rf'"repose {version}"',
    }
    for name, pattern in places.items():
        check(re.search(pattern, text_of(name), re.MULTILINE), f"{name} is not of version {version}")
    library = f"librepose{version.rpartition('.')[0]}"
    check(f"\nPackage: {library}\n" in text_of("debian/control"), f"debian/control has no {library}")
    check(os.path.exists(os.path.join(SOURCE, "debian", f"{library}.install")), f"no debian/{library}.install")


def libraries():
    needs = re.findall(r"repose_need(_lazy)?\(.* (\S+)\)$", text_of("cmake/dependencies.cmake"), re.MULTILINE)
    lazy = {package: bool(how) for how, package in needs}
    check(sorted(lazy) == sorted(NAMES), f"libraries of cmake/dependencies.cmake: {needs}")
    control, conda, spack = map(text_of, ("debian/control", "packaging/conda/meta.yaml", "packaging/spack/package.py"))
    build = re.search(r"^Build-Depends:(.*?)^\S", control, re.MULTILINE | re.DOTALL).group(1)
    host = re.search(r"host: \[(.*)\]", conda).group(1).split(", ")
    for package, (of_conda, of_spack) in NAMES.items():
        check(package in build, f"debian/control is built without {package}")
        check(control.count(package) == 2 - lazy[package], f"librepose-dev depends on what is linked: {package}")
        check(of_conda in host, f"conda: {of_conda}")
        check(re.search(rf'depends_on\("{of_spack}\b', spack), f"spack: {of_spack}")
    check(control.count("${repose:Lazy}") == 2, "the program and the library depend on what they load")
    compile(spack, "package.py", "exec")


def rows(text):
    """First cell and the others of the rows of all tables."""
    found = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:2] == "| "]
    return [(cells[0], cells[1:]) for cells in found]


def paper():
    """Each row of the paper's tables stands in bench/README.md; keys of the bibliography are there."""
    measured = rows(text_of("bench/README.md"))
    text = text_of("joss/paper.md")
    own = [row for row in rows(text) if row[0] not in ("case", "example")]
    check(len(own) >= 12, f"{len(own)} rows of the paper")
    for name, cells in own:
        found = any(name == other and set(cells) <= set(more) for other, more in measured)
        check(found, f"not measured: {name} {cells}")
    keys = set(re.findall(r"^@\w+\{(\w+),", text_of("joss/paper.bib"), re.MULTILINE))
    cited = set(re.findall(r"@([A-Z]\w+\d{4})", text))
    check(cited == keys, f"cited and not listed, or listed and not cited: {sorted(cited ^ keys)}")
    entries = len(re.findall(r"^### \d+\.", text_of("docs/errata.md"), re.MULTILINE))
    check(f"a list of {entries} entries" in text, f"docs/errata.md has {entries} entries")


versions()
libraries()
paper()
for line in wrong:
    print(f"FAILED: {line}")
sys.exit(1 if wrong else 0)
