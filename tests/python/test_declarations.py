"""The declarations of the Python package are those of the headers: a C program prints sizes, offsets and constants."""
import ctypes
import os
import re
import subprocess
import sys

from _package import LIBRARY, SOURCE, directory, main

from repose import _declarations as c

TYPES = [kind for kind in vars(c).values() if isinstance(kind, type) and issubclass(kind, ctypes.Structure)]
STRUCTS = [kind for kind in TYPES if hasattr(kind, "_fields_")]
CONSTANTS = [name for name, value in vars(c).items() if name.startswith("RP_") and isinstance(value, (int, float))]


def compiled_and_run(lines):
    text = '#include <stddef.h>\n#include <stdio.h>\n#include "repose/repose.h"\nint main(void)\n{\n' + "\n".join(lines)
    with directory() as work:
        source, program = os.path.join(work, "print.c"), os.path.join(work, "print")
        with open(source, "w", encoding="utf-8") as file:
            file.write(text + "\nreturn 0;\n}\n")
        subprocess.run(["cc", "-I", os.path.join(SOURCE, "include"), source, "-o", program], check=True)
        return subprocess.run([program], capture_output=True, text=True, check=True).stdout.split()


def test_the_printed_files_are_up_to_date():
    tool = os.path.join(SOURCE, "tools", "print-python")
    assert subprocess.run([sys.executable, "-B", tool, "--check"], check=False).returncode == 0


def test_structs_have_the_sizes_and_offsets_of_c():
    lines, expected = [], []
    for struct in STRUCTS:
        name = struct.__name__
        lines.append(f'printf("{name} %zu\\n", sizeof({name}));')
        expected += [name, str(ctypes.sizeof(struct))]
        for member, _ in struct._fields_:
            if member != "_padding":
                field = getattr(struct, member)
                lines.append(f'printf("%zu %zu\\n", offsetof({name}, {member}), sizeof((({name} *)0)->{member}));')
                expected += [str(field.offset), str(field.size)]
    assert len(STRUCTS) > 25
    assert compiled_and_run(lines) == expected


def test_constants_have_the_values_of_c():
    assert len(CONSTANTS) > 60
    printed = compiled_and_run([f'printf("%.17g\\n", (double)({name}));' for name in CONSTANTS])
    assert [float(text) for text in printed] == [float(getattr(c, name)) for name in CONSTANTS]


def test_all_functions_of_the_library_are_declared():
    names = subprocess.run(["nm", "-D", "--defined-only", LIBRARY], capture_output=True, text=True, check=True).stdout
    shown = set(re.findall(r" T (rp_\w+)$", names, re.MULTILINE))
    assert shown == set(c.FUNCTIONS) | set(c.VARIADIC)


if __name__ == "__main__":
    main(globals())
