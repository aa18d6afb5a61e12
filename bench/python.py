#!/usr/bin/python3
"""What Python adds: the time of a view, and of stepping beside one call of the library.

    PYTHONPATH=python REPOSE_LIBRARY=build/librepose.so bench/python.py
"""
import statistics
import sys
import time

import repose
from repose._simulation import _SLICE as SLICE


def gas(count, spacing=0.011):
    """A lattice of discs with velocities; contacts come and go."""
    side = int(round(count**0.5))
    scene = repose.Scene(dimension=2, method="soft", thickness=0.01)
    length = side * spacing
    scene.domain = {"lower": [0, 0], "upper": [length, length], "periodic": ["x", "y"]}
    scene.materials["m"] = {"density": 1000}
    rule = {"between": ["m", "m"], "restitution": 0.9, "normal": {"law": "linear", "stiffness": 1e4}}
    scene.interactions.append(rule)
    upper = length - 0.5 * spacing
    place = {"lattice": {"type": "square", "lower": [0, 0], "upper": [upper, upper], "spacing": spacing}}
    scene.particles.append({"material": "m", "radius": 0.005, "velocity": {"thermal": 0.5}, "place": place})
    scene.run["until"] = 1e9
    return scene


def least(function, repeats):
    """Shortest time of a call, s: what is above it is other work of the machine."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return min(times), statistics.median(times)


def views(count):
    sim = repose.Simulation(gas(count), threads=1)

    def fresh():
        sim._views.clear()
        return sim.position

    for name, function in (("taken anew", fresh), ("taken again", lambda: sim.position)):
        low, middle = least(function, 2000)
        print(f"view of {sim.count} positions, {name}: {low * 1e6:.2f} us (median {middle * 1e6:.2f} us)")
    sim.close()


def spent(function):
    """Processor time of this thread, s."""
    start = time.thread_time()
    function()
    return time.thread_time() - start


def stepping(count, steps, rounds):
    """The same steps from the same state: in one call of the library, by sim.advance, and in many small pieces."""
    sim = repose.Simulation(gas(count), threads=1)
    sim.advance(by=100 * sim.dt)
    state = sim.snapshot()

    def pieces():
        for _ in range(steps):
            sim.step()

    ways = {
        "library": lambda: repose.lib.rp_sim_step(sim._handle.pointer, steps, None),
        "advance": lambda: sim.advance(by=steps * sim.dt),
        "pieces": pieces,
    }
    times = {way: [] for way in ways}
    for _ in range(rounds):
        for way, go in ways.items():
            sim.rewind(state)
            times[way].append(spent(go))
    best = {way: min(values) for way, values in times.items()}
    ratio = statistics.median(a / b for a, b in zip(times["advance"], times["library"])) - 1
    piece = (best["pieces"] - best["library"]) / (steps - 1)
    print(f"{steps} steps of {sim.count} particles in one call of the library: {best['library']:.3f} s")
    least_ratio = best["advance"] / best["library"] - 1
    print(f"  by sim.advance: {100 * ratio:+.2f} % (median of {rounds} ratios), {100 * least_ratio:+.2f} % (shortest)")
    share = 100 * piece / SLICE
    print(f"  a piece costs {piece * 1e6:.0f} us: {share:.3f} % of the {SLICE} s that sim.advance gives it")


if __name__ == "__main__":
    views(int(sys.argv[1]) if len(sys.argv) > 1 else 1000000)
    stepping(10000, 400, 7)
