"""The benchmark of Dosta et al. (2024) by LIGGGHTS and Repose, for bench/compare dosta.

Both get the same spheres and triangles, those that `repose reproduce --scene --full` writes. A rate is that of
processor time: a run of `warm` + `steps` steps less one of `warm` steps, so that reading and setting up count for
neither. Both run on one core, in turn; the least of all runs counts.
"""
import json, os, re, resource, shutil, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
CASES = {
    "penetration-25000": ("dosta2024-penetration", 5e-7, 0),
    "penetration-50000": ("dosta2024-penetration", 5e-7, 0),
    "drum": ("dosta2024-drum", 8e-7, 2),
}  # figure, step in s, rad/s


def run(command):
    """Output and processor time of a program."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "OMP_NUM_THREADS": "1"})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if out.returncode not in (0, 4):  # 4: stopped after so many steps
        sys.exit(out.stdout[-2000:] + out.stderr)
    return out.stdout, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def write_atoms(scene, path, repose):
    """The spheres of a scene as LIGGGHTS reads them."""
    directory = os.path.dirname(path)
    dump = "output={dump: {every: 1.0, fields: [id, type, diameter, mass, x, y, z, vx, vy, vz]}}"
    run([repose, "run", scene, "-o", directory + "/start", "--max-steps", "1", "--quiet", "--set", dump])
    with open(directory + "/start/dump.lammpstrj") as f:
        text = f.read().split("ITEM: ATOMS")[1].split("ITEM:")[0].split("\n")[1:]
    rows = [line.split() for line in text if line]
    with open(path, "w") as f:
        f.write(f"spheres\n\n{len(rows)} atoms\n3 atom types\n")
        f.writelines(f"-0.2 0.2 {n}lo {n}hi\n" for n in "xyz")
        f.write("\nAtoms\n\n")
        for i, kind, d, m, x, y, z, *_ in rows:
            f.write(f"{i} {kind} {d} {float(m) / (3.141592653589793 * float(d) ** 3 / 6):.15g} {x} {y} {z}\n")
        f.write("\nVelocities\n\n")
        f.writelines(f"{row[0]} {row[7]} {row[8]} {row[9]} 0 0 0\n" for row in rows)
    return len(rows)


def liggghts(case, data, mesh, warm, steps):
    _, dt, turning = CASES[case]
    command = ["liggghts", "-log", "none", "-in", os.path.join(HERE, "liggghts", "dosta.in")]
    values = {"data": data, "mesh": mesh, "dt": dt, "turning": turning, "warm": warm, "steps": steps}
    for name, value in values.items():
        command += ["-var", name, str(value)]
    out, seconds = run(command)
    rows = re.findall(r"^ *\d+ +\d+ +([\d.e+-]+) +([\d.e+-]+) *$", out, re.M)
    if not rows:
        sys.exit(out[-2000:])
    return seconds, {"kinetic": float(rows[-1][0]), "contacts": float(rows[-1][1])}


def ours(scene, repose, warm, steps):
    out, seconds = run([repose, "bench", scene, "--json", "--repeat", "1", "--warm", str(warm), "--steps", str(steps)])
    x = json.loads(out)
    return seconds, {"kinetic": x["kinetic_energy"], "contacts": x["contacts_per_particle"]}


def compare(case, args):
    figure = CASES[case][0]
    least = {}
    with tempfile.TemporaryDirectory() as tmp:
        write = [args.repose, "reproduce", figure, "--scene", "--full", "-o", tmp]
        run(write + (["--data", args.data] if args.data else []))
        scene, data, mesh = (f"{tmp}/{case}.{ending}" for ending in ("yaml", "data", "stl"))
        count = write_atoms(scene, data, args.repose)
        for _ in range(args.repeat):
            for name in ("LIGGGHTS", "Repose"):
                for steps in (1, 1 + args.steps):
                    if name == "Repose":
                        by = ours(scene, args.repose, args.warm, steps)
                    else:
                        by = liggghts(case, data, mesh, args.warm, steps)
                    if (name, steps) not in least or by[0] < least[name, steps][0]:
                        least[name, steps] = by
    each = {n: (least[n, 1 + args.steps][0] - least[n, 1][0]) / args.steps for n in ("LIGGGHTS", "Repose")}
    state = {n: least[n, 1 + args.steps][1] for n in each}
    agree = all(abs(state["Repose"][k] / state["LIGGGHTS"][k] - 1) <= 0.02 for k in ("kinetic", "contacts"))
    print(
        f"{case}: {count} spheres, a step LIGGGHTS {1e3 * each['LIGGGHTS']:.2f} ms,"
        f" Repose {1e3 * each['Repose']:.2f} ms, ratio {each['LIGGGHTS'] / each['Repose']:.2f}; "
        + "; ".join(f"{k} {state['LIGGGHTS'][k]:.5g} / {state['Repose'][k]:.5g}" for k in ("contacts", "kinetic"))
        + f" ({'agree' if agree else 'DIFFER'})",
        flush=True,
    )


def main(args):
    if not shutil.which("liggghts"):
        sys.exit("LIGGGHTS is not installed: tools/install peers")
    for case in args.only or CASES:
        if case not in CASES:
            sys.exit(f"no case '{case}' (expected {', '.join(CASES)})")
        compare(case, args)
