"""Rules of the code, as tests: includes point down, names say where they live, lines are short, functions are small.

Each rule lists every place that breaks it, as FILE:LINE, and what it expects there.
"""
import os
import re
import shutil
import subprocess
import sys

ROOT = os.environ.get("REPOSE_SOURCE") or os.path.join(os.path.dirname(__file__), "..", "..")
WIDTH = 120  # columns
LENGTH = 48  # lines of a function
CODE = ("src", "include", "cli", "papers", "tests", "examples", "bench", "python")
PUBLIC_ONLY = ("cli", "papers")
WORDS = re.compile(
    r"\b(?:(?:some|no|any|every)body|someone|remember\w*|troubl\w*|leash|tally|whence|(?:let|lets|letting) go"
    r"|look(?:s|ed|ing)?|ask(?:s|ed|ing)? for|(?:is|are|was|were|be) (?:told|asked)|with(?:out)? memory|the door"
    r"|wobbl\w*)\b",
    re.IGNORECASE,
)
WORDS_NOT_CHECKED = (
    "src/output/checkpoint_v2.c",  # names of arrays in files of format 2
)


def sources(*rooms, endings=(".c", ".h")):
    for room in rooms:
        for directory, _, names in sorted(os.walk(os.path.join(ROOT, room))):
            for name in sorted(names):
                if name.endswith(endings):
                    yield os.path.relpath(os.path.join(directory, name), ROOT)


def text_of(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def line_at(text, offset):
    return text.count("\n", 0, offset) + 1


def room_of(path):
    """src/methods/soft/soft.c is in methods; the room of an include is its first folder."""
    parts = path.split("/")
    return parts[1] if parts[0] == "src" else parts[0]


def rooms_table():
    """Room -> what it may include, read from docs/architecture.md."""
    allowed = {}
    for name, may in re.findall(r"^\| `src/(\w+)` \|.*\| ([^|]*)\|$", text_of("docs/architecture.md"), re.MULTILINE):
        allowed[name] = set(re.findall(r"\w+", may))
    return allowed


def scripts():
    """What is written by hand and has no ending that says so."""
    return ["Makefile", "CMakeLists.txt", "bench/compare", *sources("tools", endings=("",))]


def lines_are_short():
    endings = (".c", ".h", ".py", ".sh", ".cmake", "CMakeLists.txt", ".ts", ".mjs", ".css", ".html")
    for path in [*sources(*CODE, "cmake", "web", endings=endings), *scripts()]:
        for number, line in enumerate(text_of(path).splitlines(), 1):
            if len(line) > WIDTH:
                yield f"{path}:{number}: {len(line)} columns, at most {WIDTH}"


def includes_point_down():
    allowed = rooms_table()
    if not allowed:
        yield "docs/architecture.md: no table of rooms"
    for path in sources("src"):
        room = room_of(path)
        if room not in allowed:
            yield f"{path}: the room src/{room} is missing in docs/architecture.md"
            continue
        text = text_of(path)
        for found in re.finditer(r'^#include "([^"]+)"', text, re.MULTILINE):
            target = found.group(1).split("/")[0]
            if target not in allowed[room] | {room, "repose"}:
                yield f"{path}:{line_at(text, found.start())}: src/{room} may not include {found.group(1)}"


def methods_are_apart():
    for path in sources("src/methods"):
        method = path.split("/")[2]
        text = text_of(path)
        for found in re.finditer(r'^#include "methods/(\w+)/', text, re.MULTILINE):
            if not method.endswith(".c") and found.group(1) != method:
                yield f"{path}:{line_at(text, found.start())}: a method does not include another"


def programs_use_public_headers():
    for path in sources(*PUBLIC_ONLY):
        text = text_of(path)
        own = {os.path.basename(p) for p in sources(*PUBLIC_ONLY, endings=(".h",))} | {"starters.h"}
        for found in re.finditer(r'^#include "([^"]+)"', text, re.MULTILINE):
            if not found.group(1).startswith("repose/") and found.group(1) not in own:
                yield f"{path}:{line_at(text, found.start())}: {found.group(1)} is not a public header"


def public_functions_are_tested():
    """Through public headers alone: in tests/api, in tests/install, or by a program of examples/c."""
    rooms = sources("tests/api", "tests/install", "examples/c", endings=(".c", ".h", ".py"))
    used = "".join(text_of(path) for path in rooms)
    for path in sources("include", endings=(".h",)):
        text = text_of(path)
        for found in re.finditer(r"^RP_API[^;(]*?\b(rp_\w+)\(", text, re.MULTILINE):
            if not re.search(rf"\b{found.group(1)}\b", used):
                yield f"{path}:{line_at(text, found.start())}: {found.group(1)} is used in none of tests/api, " \
                      "tests/install, examples/c"


def prefixes_of(header):
    """What a header may name its functions after: itself, and the types that it declares."""
    types = re.findall(r"\}\s*rp_(\w+);|(?:struct|enum) rp_(\w+)", text_of(header))
    return {os.path.basename(header)[:-2]} | {name for found in types for name in found if name}


def room_prefixes(directory, known={}):
    """The same of all headers of a room."""
    if directory not in known:
        headers = [path for path in sources(directory, endings=(".h",)) if os.path.dirname(path) == directory]
        known[directory] = set().union(*map(prefixes_of, headers))
    return known[directory]


def functions_carry_their_file():
    short = {"contact_dynamics": "cd", "event": "event", "soft": "soft"}
    headers = {}
    for header in list(sources("src", endings=(".h",))) + list(sources("include", endings=(".h",))):
        for name in re.findall(r"\b(rp_\w+)\)?\(", text_of(header)):
            headers.setdefault(name, []).append(header)
    definition = re.compile(
        r"^(?!static|typedef|extern)\w[\w \*]*?\b(?:RP_WIDE\()?(rp_\w+)\)?\([^;{}]*\)\s*\{", re.MULTILINE
    )
    for path in sources("src", endings=(".c",)):
        text = text_of(path)
        room = path.split("/")[2] if path.startswith("src/methods/") else ""
        for found in definition.finditer(text):
            name = found.group(1)
            allowed = {os.path.basename(path)[:-2], short.get(room, "-")} | room_prefixes(os.path.dirname(path))
            for header in headers.get(name, []):
                allowed |= prefixes_of(header)
            plain = re.fullmatch(r"rp_[a-z]+", name) and any(h.startswith("include/") for h in headers.get(name, []))
            if not plain and not any(re.match(rf"rp_{prefix}(_|$)", name) for prefix in allowed):
                yield f"{path}:{line_at(text, found.start())}: {name} is named after no file or type of its room"


def functions_are_small():
    for path in sources(*CODE):
        start = None
        for number, line in enumerate(text_of(path).splitlines(), 1):
            if line == "{":
                start = number
            elif line == "}" and start:
                if number - start + 2 > LENGTH:
                    yield f"{path}:{start}: a function of {number - start + 2} lines, at most {LENGTH}"
                start = None


def statements(text):
    """(line, text) of what ends in a semicolon: from the first line of a statement to the last, in one string."""
    start, parts = 0, []
    for number, line in enumerate(text.splitlines(), 1):
        start = start if parts else number
        parts.append(re.sub(r"/\*.*?\*/", "", line).strip())
        if re.search(r"([;{}:]|\*/)$|^$|^#", parts[-1]):
            yield start, " ".join(parts)
            parts = []


def one_statement_a_line():
    """A statement that assigns or calls, with a comma outside of all brackets: a declaration begins with its type."""
    head = r"(?:(?:if|for|while) \(.*?\) |else |do )*"
    chain = re.compile(rf"{head}(?:\+\+|--)?[\w>.\[\]*&()+-]+(?: [-+*/|&]?= |\(|(?:\+\+|--),).*;$")
    for path in sources(*CODE):
        for number, statement in statements(text_of(path)):
            if chain.match(statement) and has_open_comma(statement):
                yield f"{path}:{number}: several statements joined by commas: {statement[:60]}"


def has_open_comma(statement):
    """True if a comma stands outside of all brackets and strings; what closes a bracket of before is no statement."""
    depth, found = 0, False
    for sign in re.sub(r"\"(\\.|[^\"\\])*\"|'(\\.|[^'\\])+'", "", statement):
        depth += (sign in "([{") - (sign in ")]}")
        found |= sign == "," and depth == 0
    return found and depth == 0


def one_statement_a_line_in_web():
    """Of scripts: no second statement after a semicolon or an opening brace that closes in its line."""
    second = re.compile(r"; *[^\s/)}\]]|\{ [^{}]*;.*\}")
    for path in sources("web", "tests/web", endings=(".ts", ".mjs")):
        for number, line in enumerate(text_of(path).splitlines(), 1):
            code = re.sub(r'"(\\.|[^"\\])*"|`[^`]*`|/(\\.|[^/\\ ])+/|//.*', "", line)
            code = re.sub(r"\bfor \(.*?;.*?;.*?\)(?=[ ;{]|$)", "", code)
            code = re.sub(r"\{ \w+\??: [^{}]*\}", "", code)  # a type
            if second.search(code):
                yield f"{path}:{number}: several statements: {line.strip()[:60]}"


def words_are_plain():
    """Private words that newcomers stumbled over (docs/glossary.md has the field's). Names count as their parts."""
    endings = (".c", ".h", ".md", ".py", ".ts")
    rooms = ("src", "include", "cli", "papers", "docs", "python", "web")
    for path in ["README.md", "CONTRIBUTING.md", *sources(*rooms, endings=endings)]:
        if path in WORDS_NOT_CHECKED:
            continue
        text = text_of(path).replace("_", " ")
        for found in WORDS.finditer(text):
            yield f"{path}:{line_at(text, found.start())}: '{found.group()}' is no plain word of this field"


def citations_resolve():
    """`errata 19` is an entry of docs/errata.md, [Poschel2008, Eq. 30] a key of docs/references.md."""
    entries = set(re.findall(r"^### (\d+)\.", text_of("docs/errata.md"), re.MULTILINE))
    keys = set(re.findall(r"^\| (\w+) \|", text_of("docs/references.md"), re.MULTILINE))
    numbers = re.compile(
        r"\berrata\s+(?:\*\s+)?(\d+(?:(?:,\s|\sand\s|\sto\s)\d+\b(?!\.\d))*)|rp_number_differs\([^;]*?(\d+)\);"
    )
    for path in [*sources(*CODE, endings=(".c", ".h", ".py", ".yaml")), *sources("docs", endings=(".md",))]:
        text = text_of(path)
        for found in numbers.finditer(text):
            for number in re.findall(r"\d+", found.group(1) or found.group(2)):
                if number not in entries:
                    yield f"{path}:{line_at(text, found.start())}: docs/errata.md has no entry {number}"
        for found in re.finditer(r"\[([A-Z][A-Za-z]+(?:19|20)\d\d)\b", text):
            if found.group(1) not in keys:
                yield f"{path}:{line_at(text, found.start())}: docs/references.md has no {found.group(1)}"


def tests_of_erratum(here):
    """What the line *Here* of an entry names and is not there: tests, their functions, figures."""
    for name, functions in re.findall(r"`((?:unit|physics|cli)/\w+)(?:\.\w+)?`(?: \(([^)]*)\))?", here):
        paths = [f"tests/{name}{ending}" for ending in (".c", ".py", ".sh")]
        path = next((p for p in paths if os.path.exists(os.path.join(ROOT, p))), None)
        if not path:
            yield f"there is no test {name}"
        for function in re.findall(r"\btest_\w+", functions) if path else ():
            if not re.search(rf"\b{function}\b", text_of(path)):
                yield f"{path} has no {function}"
    for figure in re.findall(r"`([a-z]+20\d\d-\w+)`", here):
        if not os.path.exists(os.path.join(ROOT, "papers", figure)):
            yield f"there is no figure {figure}"


def errata_are_whole():
    """An entry has what is printed, what is right, how it is checked, and where: tests and figures that are there."""
    for entry in re.split(r"^###? ", text_of("docs/errata.md"), flags=re.MULTILINE):
        if not re.match(r"\d+\.", entry):
            continue
        title = entry.splitlines()[0]
        for part in ("Printed", "(?:Correct|Found)", "Checked", "Here"):
            if not re.search(rf"^- {part}: ", entry, re.MULTILINE):
                yield f"docs/errata.md: {title}: no line '{part}'"
        here = entry.partition("- Here: ")[2]
        if not re.search(r"`(?:unit|physics|cli)/|`[a-z]+20\d\d-", here):
            yield f"docs/errata.md: {title}: no test or figure shows it"
        for missing in tests_of_erratum(here):
            yield f"docs/errata.md: {title}: {missing}"


def format_is_ours():
    program = shutil.which("clang-format")
    version = program and subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    if not version or not re.search(r"version 14\.", version):
        print("clang-format 14 is not here: formatting is not checked")
        return
    paths = list(sources(*CODE))
    done = subprocess.run([program, "--dry-run", *paths], cwd=ROOT, capture_output=True, text=True, check=False)
    yield from (line for line in done.stderr.splitlines() if "[-Wclang-format-violations]" in line)


RULES = (
    lines_are_short,
    includes_point_down,
    methods_are_apart,
    programs_use_public_headers,
    public_functions_are_tested,
    functions_carry_their_file,
    functions_are_small,
    one_statement_a_line,
    one_statement_a_line_in_web,
    words_are_plain,
    citations_resolve,
    errata_are_whole,
    format_is_ours,
)


def main():
    failed = 0
    for rule in RULES:
        broken = list(rule())
        failed += bool(broken)
        print(f"{rule.__name__}: {'ok' if not broken else f'{len(broken)} broken'}")
        for place in broken[:40]:
            print(f"  {place}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
