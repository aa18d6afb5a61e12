"""The public headers as comments and declarations: what tools/print-api and tools/print-python read."""
import os
import re

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
HEADERS = os.path.join(ROOT, "include", "repose")
COMMENT = re.compile(r"/\*(.*?)\*/", re.DOTALL)


def text_of(name):
    with open(os.path.join(HEADERS, name), encoding="utf-8") as file:
        return file.read()


def words_of(comment):
    """A comment's text; indented lines stay as they are."""
    lines = [re.sub(r"^\s*\*( |$)", "", line) for line in comment.strip().split("\n")]
    return "\n".join(line.rstrip() for line in lines).strip()


def tokens(text):
    """The header as comments and declarations, in order: ("words", text) and ("code", text)."""
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        comment = COMMENT.match(text, at)
        if comment:
            yield "words", words_of(comment.group(1))
            at = comment.end()
            continue
        end = end_of_declaration(text, at)
        yield "code", text[at:end].strip()
        at = end


def end_of_declaration(text, at):
    """Past the semicolon (outside of braces) with a comment in the same line, or past a directive."""
    if text[at] == "#":
        while True:
            line = text.find("\n", at)
            if line < 0:
                return len(text)
            if text[line - 1] != "\\":
                return line
            at = line + 1
    depth, n = 0, at
    while n < len(text):
        if text.startswith("/*", n):
            n = text.index("*/", n) + 2
            continue
        depth += (text[n] == "{") - (text[n] == "}")
        closes_function = text[n] == "}" and depth == 0 and re.match(r"static inline", text[at : at + 13])
        if (text[n] == ";" and depth == 0) or closes_function:
            line = text.find("\n", n)
            rest = text[n + 1 : line if line >= 0 else len(text)]
            return n + 1 + len(rest) if re.match(r"\s*/\*.*\*/\s*$", rest) else n + 1
        if depth == 0 and re.match(r"RP_(BEGIN|END)_DECLARATIONS", text[n:]):
            return n + len(re.match(r"\w+", text[n:]).group(0))
        n += 1
    return len(text)
