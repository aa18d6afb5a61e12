"""The library as its users meet it: installed into an empty prefix, then built against by pkg-config and by CMake.

A program of ten lines runs a scene both ways; every program under examples/c is built by pkg-config and run. Manual,
completions and pages are there; uninstalling leaves what others have put into the prefix, and nothing else.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

SOURCE = os.environ["REPOSE_SOURCE"]
BUILD = os.path.dirname(os.environ["REPOSE"])
FLAGS = [f"-fsanitize={os.environ['REPOSE_SANITIZE']}"] if os.environ.get("REPOSE_SANITIZE") else []
PROGRAM = """#include <repose/run.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    rp_run_options o;
    rp_run_result result;
    rp_error err;
    rp_run_options_default(&o);
    o.scene = argv[argc - 1];
    o.no_outputs = 1;
    if (rp_run(&o, &result, &err)) return 1;
    printf("%s\\n", result.state_hash);
    return 0;
}
"""
SCENE = """repose: 1
dimension: 2
method: soft
gravity: [0, -9.81]
materials: {m: {density: 1000}}
interactions: [{between: [m, m], restitution: 0.5, friction: 0.3, normal: {law: linear, stiffness: 1.0e5}}]
particles: [{material: m, radius: 0.01, place: {list: [[0, 0.02], [0.005, 0.05]]}}]
walls: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: m}]
run: {until: 0.1, step: 1.0e-5}
"""
PARTS = {"own_law.c": ["power_law.c"]}
CMAKE = """cmake_minimum_required(VERSION 3.20)
project(user C)
find_package(repose 0.2 REQUIRED)
add_executable(shared main.c)
target_link_libraries(shared repose::repose)
add_executable(static main.c)
target_link_libraries(static repose::static)
"""


def run(*command, **more):
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=3000, **more)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit code {done.returncode}\n{done.stdout}\n{done.stderr}")
    return done.stdout


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def pkg_config(prefix):
    found = [d for d, _, names in os.walk(prefix) if "repose.pc" in names]
    environment = dict(os.environ, PKG_CONFIG_PATH=found[0])
    return run("pkg-config", "--cflags", "--libs", "repose", env=environment).split()


def library_path(prefix):
    return [d for d, _, names in os.walk(prefix) if "librepose.so" in names][0]


def compile_and_run(source, prefix, work, *arguments):
    program = os.path.join(work, os.path.basename(source)[:-2])
    parts = [os.path.join(os.path.dirname(source), name) for name in PARTS.get(os.path.basename(source), [])]
    run(
        "cc",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-std=c11",
        source,
        *parts,
        "-o",
        program,
        *FLAGS,
        *pkg_config(prefix),
        "-lm",
        cwd=work,
    )
    return run(program, *arguments, cwd=work, env=dict(os.environ, LD_LIBRARY_PATH=library_path(prefix)))


def by_cmake(prefix, work, scene):
    directory = os.path.join(work, "user")
    os.makedirs(directory)
    write(os.path.join(directory, "main.c"), PROGRAM)
    write(os.path.join(directory, "CMakeLists.txt"), CMAKE)
    flags = " ".join(FLAGS)
    run("cmake", "-S", directory, "-B", directory + "/b", f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_C_FLAGS={flags}")
    run("cmake", "--build", directory + "/b")
    return [run(f"{directory}/b/{name}", scene) for name in ("shared", "static")]


def visible_names(prefix):
    """Functions that the shared library shows and no public header declares."""
    names = run("nm", "-D", "--defined-only", os.path.join(library_path(prefix), "librepose.so"))
    shown = set(re.findall(r" [TDBR] (\w+)$", names, re.MULTILINE))
    headers = ""
    for directory, _, files in os.walk(os.path.join(SOURCE, "include")):
        for file in files:
            with open(os.path.join(directory, file), encoding="utf-8") as text:
                headers += text.read()
    return sorted(name for name in shown if not re.search(rf"\b{name}\b", headers))


def files_of(prefix):
    return sorted(os.path.relpath(os.path.join(d, name), prefix) for d, _, names in os.walk(prefix) for name in names)


def check_shared_files(prefix):
    """Manual, completions, pages."""
    found = files_of(prefix)
    for name in (
        "man/man1/repose.1",
        "bash-completion/completions/repose",
        "zsh/site-functions/_repose",
        "fish/vendor_completions.d/repose.fish",
        "doc/repose/docs/tutorial.md",
        "doc/repose/docs/howto/method.md",
        "doc/repose/LICENSE",
    ):
        if f"share/{name}" not in found:
            sys.exit(f"not installed: share/{name}")


def check_uninstall(prefix, manifest):
    other = write(os.path.join(prefix, "bin", "other"), "of another program")
    script = os.path.join(SOURCE, "cmake", "uninstall.cmake")
    command = ["cmake", f"-DMANIFEST={manifest}", "-P", script]
    run(*command)
    if files_of(prefix) != ["bin/other"] or sorted(os.listdir(prefix)) != ["bin"]:
        sys.exit(f"uninstalled, and there are: {files_of(prefix)}, {os.listdir(prefix)}")
    os.remove(other)
    again = subprocess.run(command, capture_output=True, text=True, check=False)
    if again.returncode == 0 or "nothing was installed" not in again.stderr:
        sys.exit(f"uninstalled twice: exit code {again.returncode}, {again.stderr}")


def main():
    with tempfile.TemporaryDirectory() as work:
        prefix = os.path.join(work, "prefix")
        run("cmake", "--install", BUILD, "--prefix", prefix)
        manifest = shutil.move(os.path.join(BUILD, "install_manifest.txt"), os.path.join(work, "manifest.txt"))
        check_shared_files(prefix)
        scene = write(os.path.join(work, "scene.yaml"), SCENE)
        hashes = by_cmake(prefix, work, scene)
        hashes.append(compile_and_run(write(os.path.join(work, "main.c"), PROGRAM), prefix, work, scene))
        if len(set(hashes)) != 1 or len(hashes[0].strip()) != 32:
            sys.exit(f"other hashes: {hashes}")
        hidden = visible_names(prefix)
        if hidden:
            sys.exit(
                "the shared library shows what no public header declares:"
                f" {', '.join(hidden[:20])} ({len(hidden)} names)"
            )
        examples = os.path.join(SOURCE, "examples", "c")
        for name in sorted(os.listdir(examples)) if os.path.isdir(examples) else []:
            if name.endswith(".c") and not any(name in parts for parts in PARTS.values()):
                print(f"{name}: {compile_and_run(os.path.join(examples, name), prefix, work).strip().splitlines()[-1]}")
        check_uninstall(prefix, manifest)


if __name__ == "__main__":
    main()
