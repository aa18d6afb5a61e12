"""Contact laws of a program: in C, in Python and as a shared object, against a closed form."""
import ctypes
import gc
import os
import subprocess
import sys

import numpy as np
from _package import SOURCE, directory, main, raises

import repose

sys.path.insert(0, os.path.join(SOURCE, "examples", "python"))
import own_law  # noqa: E402

STEPS_ERROR = 1e-4  # 400 steps a contact err by 1e-5


def python_eval(b, constant, history, dt):
    k, n, a = constant
    assert history is None and b.count >= 1 and b.xi.shape == (24,)
    xi = np.maximum(b.xi, 0)
    spring = k * xi**n
    b.fn[:] = b.bound[:] = np.maximum(spring * (1 - a * b.gn), 0)
    b.kn[:] = n * k * xi ** (n - 1)
    b.cn[:] = a * spring
    b.normal_loss[:] = (spring - b.fn) * b.gn * abs(dt)
    if b.want_energy:
        b.energy += spring * xi / (n + 1)


def c_laws():
    return repose.Laws(own_law.power_law(repose.compile_c(own_law.EVAL).power))


def test_a_law_in_c_has_the_closed_form():
    laws = c_laws()
    assert ("normal", "power") in list(laws) and len(laws) > 10
    for damping in (0.1, 0.5, 1.0):
        assert abs(own_law.restitution(laws, damping) - own_law.closed_form(damping)) < STEPS_ERROR


def test_a_law_in_python_is_the_same():
    slow = repose.Laws(own_law.power_law(python_eval))
    fast = c_laws()
    # powers of numpy and of C differ in the last bit, and 400 steps add up
    assert abs(own_law.restitution(slow) - own_law.restitution(fast)) < 1e-12


def test_a_law_by_numba():
    try:
        import numba
        from numba import types
    except ImportError:
        print("numba is not here")
        return
    numbers = types.CPointer(types.double)
    block = types.CPointer(numba.from_dtype(repose.Block.dtype))

    @numba.cfunc(types.void(block, numbers, numbers, types.double))
    def power(pointer, constant, history, dt):
        b = numba.carray(pointer, 1)[0]
        k, n, a = constant[0], constant[1], constant[2]
        for i in range(24):
            xi = max(b.xi[i], 0.0)
            spring = k * xi**n
            b.fn[i] = b.bound[i] = max(spring * (1 - a * b.gn[i]), 0.0)
            b.kn[i] = n * k * xi ** (n - 1)
            b.cn[i] = a * spring
            b.normal_loss[i] = (spring - b.fn[i]) * b.gn[i] * abs(dt)
            if b.want_energy:
                b.energy[i] += spring * xi / (n + 1)

    eps = own_law.restitution(repose.Laws(own_law.power_law(power)))
    assert abs(eps - own_law.closed_form()) < STEPS_ERROR


def test_constants_may_come_from_the_materials():
    seen = []

    def prepare(values, given):
        seen.append(given)
        return [values["factor"] * given.a.density / 7800, values["exponent"], values["damping"]]

    law = own_law.power_law(repose.compile_c(own_law.EVAL).power, prepare)
    assert own_law.restitution(repose.Laws(law)) == own_law.restitution(c_laws())
    assert seen[0].b.name == "steel" and seen[0].dimension == 3 and np.isnan(seen[0].a.young)


def test_an_address_will_do():
    function = repose.compile_c(own_law.EVAL).power
    address = ctypes.cast(function, ctypes.c_void_p).value
    cfunc = type("cfunc", (), {"address": address})()  # as numba.cfunc has it
    expected = own_law.restitution(c_laws())
    for given in (address, cfunc):
        assert own_law.restitution(repose.Laws(own_law.power_law(given))) == expected


def test_a_shared_object_is_loaded():
    with directory() as work:
        target = os.path.join(work, "power_law.so")
        source = os.path.join(SOURCE, "examples", "c", "power_law.c")
        options = ["-shared", "-fPIC", "-O3", "-ffp-contract=off", "-I", repose.include_directory()]
        subprocess.run(["cc", *options, source, "-o", target, "-lm"], check=True)
        laws = repose.Laws()
        laws.load(target)
        assert abs(own_law.restitution(laws) - own_law.closed_form()) < STEPS_ERROR
        scene = own_law.scene()
        scene["laws"] = [target]
        sim = repose.Simulation(scene, threads=1)
        sim.advance(0.003)
        assert abs(sim.velocity[0, 2] - own_law.closed_form()) < STEPS_ERROR
        raises(repose.InputError, lambda: repose.Laws().load(os.path.join(work, "none.so")), "none.so")


def test_what_is_wrong_is_refused():
    laws = c_laws()
    scene = own_law.scene()
    del scene.interactions[0]["normal"]["factor"]
    error = raises(repose.InputError, lambda: repose.Simulation(scene, laws=laws), "factor")
    assert error.key.endswith("factor"), error.key
    raises(repose.InputError, lambda: repose.Simulation(own_law.scene()), "power")  # not among the built-in ones
    raises(repose.InputError, lambda: laws.add(own_law.power_law(python_eval)), "power")  # twice
    raises(repose.InputError, lambda: repose.Law("sideways", "x", python_eval), "sideways")
    raises(TypeError, lambda: repose.Law("normal", "x", python_eval, vary=1), "vary")
    raises(repose.InputError, lambda: repose.compile_c("int main(void) { return nothing; }\n"), "nothing")

    def fails(*_):
        raise LookupError("no law")

    broken = repose.Laws(own_law.power_law(fails))
    sim = repose.Simulation(own_law.scene(), laws=broken, threads=1)
    raises(LookupError, lambda: sim.advance(0.003), "no law")
    raises(repose.RunError, sim.step, "a contact law of this simulation failed")
    wrong = repose.Laws(own_law.power_law(python_eval, fails))
    raises(repose.InputError, lambda: repose.Simulation(own_law.scene(), laws=wrong), "no law")


def test_a_force_in_c():
    source = """
#include "repose/force.h"
void lift(void *context, const rp_force_chunk *chunk)
{
    for (size_t k = 0; k < chunk->count; k++) chunk->force[k][2] += *(const double *)context * chunk->mass[k];
}
"""
    pull = ctypes.c_double(9.81)
    scene = own_law.scene()
    scene.run["until"] = 0.001  # before it touches
    sim = repose.Simulation(scene, laws=c_laws(), threads=1)
    sim.force(repose.compile_c(source).lift, ctypes.addressof(pull))
    sim.advance(0.0009)
    # dv/dt = 9.81: exact for this scheme but for the rounding of the steps' sum
    assert abs(sim.velocity[0, 2] + 1 - 9.81 * sim.time) < 1e-12


def test_nothing_is_left():
    gc.collect()
    assert repose.memory_bytes() == 0


if __name__ == "__main__":
    main(globals())
