"""F. Smallenburg's EDMD and Repose on the same gas of elastic spheres, for bench/compare events PATH-TO-EDMD.

PATH has the author's programs, built by his makefiles: Single/md and Cell/md. They read init.sph and print a line for
every unit of time (diameter, mass and temperature are 1) until their `maxtime`; thermostats are off. All start from the
same cubic lattice, which melts at once, with velocities of their own. They run in turn, a window of time each, and
stand still while another runs. A rate is that of processor time. The compressibilities of the timed windows say whether
it is the same fluid.
"""
import math, os, re, signal, statistics, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
SIDES = {10000: 21, 100000: 46, 1000000: 100}  # spheres along an edge: 9261, 97 336, 1 000 000
FRACTIONS = (0.49, 0.30, 0.05)
WINDOW = 200000  # collisions: some tenths of a second
LINE = re.compile(r"Simtime: ([\d.]+), Collisions: (\d+), Press: ([\d.]+), T: ([\d.]+)")


def spacing(fraction):
    """Of a cubic lattice of spheres of diameter 1."""
    return (math.pi / 6 / fraction) ** (1 / 3)


def frequency(fraction):
    """Collisions of a particle in a unit of time, by Enskog with the contact value of Carnahan and Starling."""
    return 4 * math.pi**0.5 * (6 * fraction / math.pi) * (1 - fraction / 2) / (1 - fraction) ** 3


class Peer:
    """One of the author's programs; it runs only within `window`."""

    def __init__(self, program, side, fraction):
        self.count, self.density = side**3, 6 * fraction / math.pi
        self.directory = tempfile.TemporaryDirectory()
        write_lattice(os.path.join(self.directory.name, "init.sph"), side, spacing(fraction))
        command = ["stdbuf", "-oL", os.path.abspath(program)]
        self.process = subprocess.Popen(command, cwd=self.directory.name, stdout=subprocess.PIPE, text=True)
        self.clock = (~self.process.pid << 3) | 2  # processor time of that process, as clock_getcpuclockid(3) has it
        self.last = self.read()
        if self.last is None:
            sys.exit(f"{program} prints no line of its state")

    def read(self):
        """Processor time and collisions at the next line that it prints, and the pressure before it."""
        for line in self.process.stdout:
            found = LINE.match(line)
            if found:
                seconds = time.clock_gettime(self.clock)
                self.process.send_signal(signal.SIGSTOP)
                return seconds, int(found[2]), float(found[3]) / float(found[4])
        return None

    def window(self, units):
        """Rate and compressibility over so many units of time; None: the program has ended."""
        (before, had, _), pressures = self.last, []
        for _ in range(units):
            self.process.send_signal(signal.SIGCONT)
            now = self.read()
            if now is None:
                return None
            pressures.append(now[2])
        self.last = now
        return (now[1] - had) / (now[0] - before), statistics.mean(pressures) / self.density

    def close(self):
        self.process.kill()
        self.process.wait()
        self.directory.cleanup()


class Ours:
    def __init__(self, _, side, fraction):
        import repose

        self.sim = repose.Simulation(scene(repose, side, fraction), threads=1)
        self.last = self.read(0)

    def read(self, seconds):
        virial = sum(self.sim.measure(f"virial_{axis}{axis}") for axis in "xyz")
        return seconds, self.sim.measure("collisions"), virial

    def window(self, units):
        start = time.thread_time()
        self.sim.advance(by=units)
        now = self.read(time.thread_time() - start)
        (_, had, virial), (seconds, has, total) = self.last, now
        self.last = now
        return (has - had) / seconds, 1 + (total - virial) / (2 * units * self.sim.measure("kinetic"))

    def close(self):
        self.sim.close()


def write_lattice(path, side, step):
    with open(path, "w") as f:
        f.write(f"{side**3}\n{side * step:.12f} {side * step:.12f} {side * step:.12f}\n")
        at = [f"{(n + 0.5) * step:.12f}" for n in range(side)]
        f.writelines(f"a {x} {y} {z} 0.5\n" for x in at for y in at for z in at)


def scene(repose, side, fraction):
    """Mass and temperature 1."""
    step, length = spacing(fraction), side * spacing(fraction)
    s = repose.Scene(dimension=3, method="event-driven")
    s.domain = {"lower": [0, 0, 0], "upper": [length] * 3, "periodic": ["x", "y", "z"]}
    s.materials["bead"] = {"density": 1}
    s.interactions.append({"between": ["bead", "bead"], "restitution": 1})
    lattice = {"type": "cubic", "lower": [0, 0, 0], "upper": [length] * 3, "spacing": step}
    beads = {"material": "bead", "radius": 0.5, "mass": 1, "count": side**3, "velocity": {"thermal": 3**0.5}}
    s.particles.append({**beads, "place": {"lattice": lattice}})
    s.run.update({"until": 1e9, "step": 0.125, "orientation": False})
    return s


def measure(makers, side, fraction, args):
    """For each turn and program (rate, compressibility) of a window, after ten collisions a particle or `warm` windows.
    A window has at least WINDOW collisions."""
    runs = {name: make(program, side, fraction) for name, (make, program) in makers.items()}
    units = math.ceil(2 * WINDOW / side**3 / frequency(fraction))
    warm = math.ceil(10 / units / frequency(fraction)) if args.warm is None else args.warm
    turns = []
    try:
        for n in range(warm + args.repeat):
            turn = {name: run.window(units) for name, run in runs.items()}
            if None in turn.values():
                break
            if n >= warm:
                turns.append(turn)
    finally:
        for run in runs.values():
            run.close()
    if not turns:
        sys.exit("a program of EDMD ended before the first timed window")
    return turns


def row(size, fraction, turns):
    """Rates in M collisions/s, best and median; ratios to the better program of the peer."""
    rates = {name: [turn[name][0] / 1e6 for turn in turns] for name in turns[0]}
    peers = [name for name in rates if name != "Repose"]
    cells = [f"{size}", f"{fraction:.2f}"]
    cells += [f"{max(x):.3f} ({statistics.median(x):.3f})" for x in rates.values()]
    best = max(rates["Repose"]) / max(max(rates[name]) for name in peers)
    median = statistics.median(o / max(p) for o, *p in zip(rates["Repose"], *(rates[name] for name in peers)))
    z = [statistics.mean(turn[name][1] for turn in turns) for name in rates]
    agree = all(abs(x - z[-1]) <= 0.01 * z[-1] for x in z)
    cells += [f"{best:.2f} ({median:.2f})", " / ".join(f"{x:.3f}" for x in z) + ("" if agree else " DIFFER")]
    return f"| {' | '.join(cells)} |"


def main(args):
    os.environ.setdefault("REPOSE_LIBRARY", os.path.join(HERE, "../build/librepose.so"))
    sys.path.insert(0, os.path.join(HERE, "../python"))
    makers = {f"EDMD {name}": (Peer, os.path.join(args.edmd, name, "md")) for name in args.programs}
    for _, program in makers.values():
        if not os.access(program, os.X_OK):
            sys.exit(f"there is no program {program}")
    makers["Repose"] = (Ours, None)
    print(f"| particles | solid fraction | {' | '.join(makers)} | ratio to the better one | compressibilities |")
    print("|---" * (len(makers) + 4) + "|")
    for size in args.sizes or [10000]:
        for fraction in args.fractions or FRACTIONS:
            print(row(size, fraction, measure(makers, SIDES[size], fraction, args)), flush=True)
