/* Linear spring and dashpot [Poschel2008, Eq. 11 with the sign of errata 2]:
 *   fn = k xi - c gn,  gn < 0 on approach.
 * Without tension (the default) the force is cut at 0; with it, a separating pair may pull while it overlaps, which is
 * LAMMPS' convention and ends the contact at xi = 0.
 *
 * The damping coefficient c is given (kg/s), or per effective mass (c = gamma m_eff, 1/s), or follows from restitution:
 * c = 2 zeta sqrt(k m_eff), with zeta the damping ratio that gives eps_n for this way of ending the contact, so that
 * every pair of sizes, and a wall, has the same eps_n.
 */
#include <float.h>
#include <math.h>
#include "laws/law.h"
#include "laws/damping.h"

enum { P_STIFFNESS, P_DAMPING, P_DAMPING_PER_MASS, P_TENSION, P_COUNT };
enum { C_K, C_DAMPING, C_PER_MASS, C_ZETA, C_TENSION };

static const rp_param params[P_COUNT] = {
    {"stiffness", RP_PARAM_NUMBER, "N/m", DBL_MIN, INFINITY, NAN, NULL, "Spring constant k of the contact."},
    {"damping", RP_PARAM_NUMBER, "kg/s", 0, INFINITY, NAN, NULL, "Damping coefficient, the same for every pair."},
    {"damping_per_mass", RP_PARAM_NUMBER, "1/s", 0, INFINITY, NAN, NULL,
     "Damping coefficient divided by the effective mass."},
    {"tension", RP_PARAM_FLAG, "1", 0, 1, 0, NULL, "Whether the dashpot may pull while the particles still overlap."},
};

static rp_status prepare(const rp_law_input *in, double *constant, rp_error *err)
{
    const double *p = in->param;
    if (isnan(p[P_STIFFNESS])) {
        rp_status status = rp_error_set(err, RP_INPUT, "the linear law needs a stiffness");
        rp_error_key(err, "stiffness");
        rp_error_expected(err, "stiffness: a number > 0 (N/m)");
        return status;
    }
    int ways = !isnan(p[P_DAMPING]) + !isnan(p[P_DAMPING_PER_MASS]) + !isnan(in->eps_n);
    if (ways > 1) {
        rp_status status = rp_error_set(err, RP_INPUT, "damping is given in more than one way");
        rp_error_key(err, "damping");
        rp_error_expected(err, "one of damping, damping_per_mass, or the interaction's restitution");
        return status;
    }
    rp_status status = rp_damping_check(in->eps_n, err);
    if (status) return status;
    constant[C_K] = p[P_STIFFNESS];
    constant[C_DAMPING] = isnan(p[P_DAMPING]) ? 0 : p[P_DAMPING];
    constant[C_PER_MASS] = isnan(p[P_DAMPING_PER_MASS]) ? 0 : p[P_DAMPING_PER_MASS];
    constant[C_TENSION] = p[P_TENSION];
    constant[C_ZETA] = isnan(in->eps_n) ? 0 : rp_damping_ratio(in->eps_n, p[P_TENSION] != 0);
    return RP_OK;
}

/* Neither needs more than the effective mass. */
static void stiffness_and_damping(rp_block *b, const double *constant)
{
    const double k = constant[C_K], c0 = constant[C_DAMPING], c1 = constant[C_PER_MASS],
                 c2 = 2 * constant[C_ZETA] * sqrt(k);
    if (b->mass_known) return;
    for (int c = 0; c < RP_BLOCK; c++) {
        b->kn[c] = k;
        b->cn[c] = constant[C_ZETA] > 0 ? c2 * sqrt(b->m_eff[c]) : c0 + c1 * b->m_eff[c];
    }

    b->mass_known = b->one_mass;
}

static void eval(rp_block *b, const double *constant, double (*history)[RP_BLOCK], double dt)
{
    (void)history;
    const double k = constant[C_K], floor_force = constant[C_TENSION] != 0 ? -INFINITY : 0, step = fabs(dt);
    stiffness_and_damping(b, constant);
    for (int c = 0; c < RP_BLOCK; c++) {
        double spring = k * b->xi[c];
        double total = spring - b->cn[c] * b->gn[c];
        double fn = total > floor_force ? total : floor_force;
        b->fn[c] = fn;
        b->normal_loss[c] = (spring - fn) * b->gn[c] * step;
        b->bound[c] = fn > 0 ? fn : -fn;
    }
    if (b->want_energy)
        for (int c = 0; c < RP_BLOCK; c++) b->energy[c] += 0.5 * k * b->xi[c] * b->xi[c];
}

/* Undamped: half a period. Damping lengthens it, so this is the safe side. */
static double contact_time(const double *constant, double m_eff, double r_eff, double v)
{
    (void)r_eff;
    (void)v;
    return M_PI * sqrt(m_eff / constant[C_K]);
}

static double max_overlap(const double *constant, double m_eff, double r_eff, double v)
{
    (void)r_eff;
    return v * sqrt(m_eff / constant[C_K]);
}

const rp_law RP_WIDE(rp_normal_linear) = {
    .abi = RP_LAW_ABI,
    .name = "linear",
    .slot = RP_NORMAL,
    .summary = "Linear spring and dashpot. Collisions last equally long at every speed and have one coefficient of "
               "restitution.",
    .equation = "fn = k xi - c gn, cut at 0 unless tension: true [Poschel2008, Eq. 11]",
    .param = params,
    .param_count = P_COUNT,
    .prepare = prepare,
    .eval = eval,
    .contact_time = contact_time,
    .max_overlap = max_overlap,
};
