"""A contact law of one's own: a ball meets a wall, and its restitution is that of the closed form.

The force is a power of the overlap with a damping that goes with it [Hunt and Crossley 1975],

    fn = k xi^n (1 - a gn),   gn < 0 on approach.

From m dv/dt = -k xi^n (1 + a v) the speeds before and after the impact obey, whatever m, k and n are,

    a v (1 + eps) = ln((1 + a v) / (1 - a v eps)).

The part that is called for every contact is C; the rest is Python.
"""
import math

import repose

EVAL = """
#include <math.h>
#include "repose/law.h"

void power(rp_block *b, const double *constant, double (*history)[RP_BLOCK], double dt)
{
    const double k = constant[0], n = constant[1], a = constant[2];
    (void)history;
    for (int c = 0; c < RP_BLOCK; c++) {
        double xi = fmax(b->xi[c], 0), spring = k * pow(xi, n);
        b->fn[c] = b->bound[c] = fmax(spring * (1 - a * b->gn[c]), 0);
        b->kn[c] = n * k * pow(xi, n - 1);
        b->cn[c] = a * spring;
        b->normal_loss[c] = (spring - b->fn[c]) * b->gn[c] * fabs(dt);
        if (b->want_energy) b->energy[c] += spring * xi / (n + 1);
    }
}
"""


def max_overlap(constant, m_eff, r_eff, speed):
    """k xi^(n+1) / (n+1) = m v^2 / 2"""
    k, n, _ = constant
    return ((n + 1) * m_eff * speed**2 / (2 * k)) ** (1 / (n + 1))


def contact_time(constant, m_eff, r_eff, speed):
    """Without damping: 2 xi_max / v times the integral of 1 / sqrt(1 - z^(n+1)) over 0..1."""
    q = 1 / (constant[1] + 1)
    shape = math.sqrt(math.pi) * math.gamma(1 + q) / math.gamma(0.5 + q)
    return 2 * max_overlap(constant, m_eff, r_eff, speed) / speed * shape


def power_law(function, prepare=None):
    """The law, with a function that evaluates contacts."""
    return repose.Law(
        "normal",
        "power",
        function,
        parameters=[
            repose.Parameter("factor", "N/m^n", "Factor k of the elastic force k xi^n.", least=1e-300),
            repose.Parameter("exponent", "1", "Power n of the overlap.", default=1.5, least=1, most=4),
            repose.Parameter("damping", "s/m", "Damping a.", default=0, least=0),
        ],
        prepare=prepare,
        contact_time=contact_time,
        max_overlap=max_overlap,
        equation="fn = k xi^n (1 - a gn)",
        varies=1,
    )


def scene(damping=0.5, speed=1.0):
    """A steel ball above a floor."""
    ball = repose.Scene(dimension=3, method="soft")
    ball.materials["steel"] = {"density": 7800}
    law = {"law": "power", "factor": 1e9, "exponent": 1.5, "damping": damping}
    ball.interactions.append({"between": ["steel", "steel"], "normal": law})
    place = {"list": [[0, 0, 0.011]]}
    ball.particles.append({"material": "steel", "radius": 0.01, "velocity": [0, 0, -speed], "place": place})
    ball.walls.append({"name": "floor", "material": "steel", "plane": {"point": [0, 0, 0], "normal": [0, 0, 1]}})
    ball.run = {"until": 0.003, "step": "auto", "safety": 400}
    return ball


def restitution(laws, damping=0.5, speed=1.0):
    """What the ball keeps of its speed."""
    with repose.Simulation(scene(damping, speed), laws=laws, threads=1) as sim:
        sim.advance(0.003)
        return sim.velocity[0, 2] / speed


def closed_form(damping=0.5, speed=1.0):
    """eps by bisection."""
    low, high, av = 0.0, 1.0, damping * speed
    for _ in range(60):
        eps = 0.5 * (low + high)
        if av * (1 + eps) > math.log((1 + av) / (1 - av * eps)):
            low = eps
        else:
            high = eps
    return low


def main():
    laws = repose.Laws(power_law(repose.compile_c(EVAL).power))
    for damping in (0.1, 0.5, 1.0):
        eps, expected = restitution(laws, damping), closed_form(damping)
        print(f"damping {damping} s/m: restitution {eps:.6f}, closed form {expected:.6f}")


if __name__ == "__main__":
    main()
