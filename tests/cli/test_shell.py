"""share/man and share/completion are what the program says, and shells complete by them."""
import os
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(__file__))
from _repose import REPOSE, SOURCE, Test, repose

t = Test()
COMPLETION = os.path.join(os.path.abspath(SOURCE), "share", "completion")


def shell(*words):
    return subprocess.run(words, capture_output=True, text=True)


def bash(*words):
    """What bash offers for the last of the words."""
    line = " ".join(f"'{word}'" for word in words)
    script = f"source {COMPLETION}/repose.bash; COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _repose;" \
             ' printf "%s\\n" "${COMPREPLY[@]}"'
    return shell("bash", "--norc", "-c", script).stdout.split()


tool = os.path.join(SOURCE, "tools", "print-shell")
environment = dict(os.environ, REPOSE=os.path.abspath(REPOSE))
p = subprocess.run([tool, "--check"], env=environment, capture_output=True, text=True)
t.equal(p.returncode, 0, f"print-shell: {p.stdout}{p.stderr}")

commands = re.findall(r"^  repose (\w+)", repose("help").stdout, re.MULTILINE)
listed = repose("help", "--options")
t.equal(re.findall(r"^(\w+)\t", listed.stdout, re.MULTILINE), commands[: -1], "commands that list their options")
t.equal((listed.returncode, listed.stderr), (0, ""), "listing does nothing else")
# Each option that is listed is taken: with a value that none can have, the answer is not "unknown option".
command = ""
for name, option in re.findall(r"^(\w*)\t(\S+)", listed.stdout, re.MULTILINE):
    command = name or command
    if not name:
        p = repose(command, option, "/nowhere/at/all", "/nowhere/at/all")
        t.check("unknown option" not in p.stderr, f"{command} {option}: {p.stderr}")

t.equal(bash("repose", "ru"), ["run"], "bash: a command")
t.equal(bash("repose", "run", "--max-"), ["--max-hours", "--max-steps"], "bash: options")
t.equal(bash("repose", "help", "restit"), ["restitution"], "bash: help of a command")
t.equal(bash("repose", "run", "sce"), [], "bash: files are left to its default")
t.equal(set(bash("repose", "")), set(commands) | {"version"}, "bash: all commands")
if shutil.which("zsh"):
    t.equal(shell("zsh", "-n", f"{COMPLETION}/_repose").stderr, "", "zsh reads its file")
if shutil.which("fish"):
    p = shell("fish", "-c", f"source {COMPLETION}/repose.fish; complete -C 'repose run --max-'")
    t.equal(p.stdout.split(), ["--max-hours", "--max-steps"], f"fish: {p.stderr}")
if shutil.which("man"):
    p = subprocess.run(["man", "--warnings", "-l", os.path.join(SOURCE, "share", "man", "repose.1")],
                       env=dict(os.environ, MANWIDTH="200"), capture_output=True, text=True)
    t.equal((p.returncode, p.stderr), (0, ""), "man reads its page")
    for name in commands[:-1]:
        t.check(re.search(rf"^   {name}$", p.stdout, re.MULTILINE), f"the manual has {name}")
t.end()
