/* Adhesive viscoelastic spheres by Johnson, Kendall and Roberts [Poschel2008, Eqs. 46-53; errata 8-10]. The contact
 * radius a is the state: with the overlap xi it gives xi = a^2/R - sqrt(8 pi gamma D a / 3),  fn = F(a) + A (da/dt)
 * dF/da,  F = a^3/(D R) - sqrt(6 pi gamma / D) a^(3/2), D = 3/(4 E*). A contact begins when the spheres touch (xi = 0,
 * a^3 = (8/3) pi gamma D R^2) and ends behind xi = 0, with a neck: where the pull is greatest (end: force, the paper's
 * a_final) or where the neck cannot be drawn longer (end: displacement). The energy that it takes to part, W, is lost
 * in every impact. It is counted when the contact begins, and the stored energy is that above the end of the neck (a
 * touching pair is bound by -W), so that nothing is left to count when a neck breaks between two steps. Geometry in
 * laws/neck.h.
 *
 * Where this departs from the paper: beyond the greatest pull dF/da < 0 and the viscous force would do work on the
 * particles; it is taken as 0 there (only the displacement-controlled end comes so far). The stiffness kn that other
 * slots see is 2 E* a, that of Hertz at the same radius: dF/dxi is negative there. Without tension the sum never pulls
 * harder than the neck holds, (3/2) pi gamma R; with it, viscosity may, as in Eq. 51. Without adhesion (gamma = 0) this
 * is the viscoelastic law.
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include "laws/elastic.h"
#include "laws/hertz.h"
#include "laws/law.h"
#include "laws/neck.h"
#include "laws/plain.h"

enum { P_EFFECTIVE_YOUNG, P_ADHESION, P_DISSIPATION, P_END, P_TENSION, P_ATOMIC_DISTANCE, P_COUNT };
enum { C_ADHESION = RP_HERTZ_OTHER, C_A, C_RADIUS, C_END, C_TENSION, C_ATOMIC, C_WORK };
enum { H_RADIUS, H_COUNT };

static const char *ends(int n) { return (const char *[]){"force", "displacement", NULL}[n]; }

static const rp_param params[P_COUNT] = {
    {"effective_young", RP_PARAM_NUMBER, "Pa", DBL_MIN, INFINITY, NAN, NULL,
     "Effective modulus E* of the pair, in place of the materials' young and poisson."},
    {"adhesion", RP_PARAM_NUMBER, "J/m^2", 0, INFINITY, NAN, NULL, "Work of adhesion gamma, twice the surface energy."},
    {"dissipation", RP_PARAM_NUMBER, "s", 0, INFINITY, 0, NULL, "Dissipation constant A."},
    {"end", RP_PARAM_CHOICE, "1", 0, 1, 0, ends,
     "Where the neck breaks: at the greatest pull (force), or drawn to its greatest length (displacement)."},
    {"tension", RP_PARAM_FLAG, "1", 0, 1, NAN, NULL,
     "Whether viscosity may pull harder than the neck holds; yes with adhesion and no without, unless given."},
    {"atomic_distance", RP_PARAM_NUMBER, "m", DBL_MIN, INFINITY, 4e-10, NULL,
     "z0 of the Tabor parameter (Eq. 45), which says whether the law applies; no part in the force."},
};

static const char *const history_names[H_COUNT] = {"contact_radius"};

static rp_status prepare(const rp_law_input *in, double *constant, rp_error *err)
{
    const double *p = in->param;
    if (isnan(p[P_ADHESION])) {
        rp_status status = rp_error_set(err, RP_INPUT, "the jkr law needs the work of adhesion");
        rp_error_key(err, "adhesion");
        rp_error_expected(err, "adhesion: a number >= 0 (J/m^2)");
        return status;
    }
    if (!isnan(in->eps_n)) {
        rp_status status = rp_error_set(err, RP_INPUT,
                                        "the jkr law takes no restitution: it depends on size and speed");
        rp_error_key(err, "restitution");
        rp_error_expected(err, "dissipation: a number >= 0 (s)");
        return status;
    }
    rp_status status = rp_elastic_modulus(in, p[P_EFFECTIVE_YOUNG], &constant[RP_HERTZ_MODULUS], err);
    if (status) return status;
    double gamma = p[P_ADHESION], D = 0.75 / constant[RP_HERTZ_MODULUS];
    constant[C_ADHESION] = M_PI * gamma;
    constant[C_A] = p[P_DISSIPATION];
    constant[C_ATOMIC] = p[P_ATOMIC_DISTANCE];
    constant[C_RADIUS] = cbrt(M_PI * gamma * D); /* a_0 = this times R^(2/3) */
    constant[C_END] = p[P_END] != 0 ? RP_NECK_END_DISPLACEMENT : RP_NECK_END_FORCE;
    constant[C_WORK] = p[P_END] != 0 ? RP_NECK_WORK_DISPLACEMENT : RP_NECK_WORK_FORCE;
    constant[C_TENSION] = isnan(p[P_TENSION]) ? gamma > 0 : p[P_TENSION];
    return RP_OK;
}

/* Contacts that have not begun (no radius, no overlap) and those drawn beyond their end are open. */
static void necks(rp_block *b, const double *constant, double *radius, double dt)
{
    const double pull = constant[C_ADHESION], a_unit = constant[C_RADIUS], end = -constant[C_END], A = constant[C_A],
                 work = constant[C_WORK], step = fabs(dt);
    const double punch = 2 * constant[RP_HERTZ_MODULUS], least = constant[C_TENSION] != 0 ? -INFINITY : -1.5;
    double held[RP_BLOCK];
    RP_EACH_LANE
    for (int c = 0; c < RP_BLOCK; c++) {
        double R = b->r_eff[c], xi = b->xi[c], old = radius[c];
        double a0 = a_unit * rp_plain_pow(R, 2.0 / 3.0), length = a0 * a0 / R, force = pull * R;
        double X = xi / length;
        int open = (old > 0 ? X < end : xi < 0);
        double s = rp_neck_root(X > end ? X : end);
        double slope = rp_neck_force_slope(s), gain = slope > 0 ? slope : 0.0, stretch = rp_neck_overlap_slope(s);
        stretch = stretch > 1e-6 ? stretch : 1e-6; /* 0 at the displacement-controlled end, where `gain` is 0 too */
        double cn = A * (force / length * (gain / stretch));
        double spring = force * rp_neck_force(s), total = spring - cn * b->gn[c], floor_force = least * force;
        double fn = total > floor_force ? total : floor_force;
        double energy = force * length * (rp_neck_energy(s) - work), begun = old > 0 ? 0.0 : force * length * work;
        double bound = fn + 1.5 * force;
        b->fn[c] = open ? 0.0 : fn;
        b->kn[c] = open ? 0.0 : punch * a0 * s * s;
        b->cn[c] = open ? 0.0 : cn;
        b->radius[c] = open ? 0.0 : a0 * s * s;
        b->bound[c] = open ? 0.0 : bound > 0 ? bound : 0.0;
        b->normal_loss[c] = open ? 0.0 : (spring - fn) * b->gn[c] * step + begun;
        b->open[c] = open ? 1.0 : 0.0;
        held[c] = open ? 0.0 : energy;
        radius[c] = open ? 0.0 : a0 * s * s;
    }
    if (b->want_energy)
        for (int c = 0; c < RP_BLOCK; c++) b->energy[c] += held[c];
}

static void without_adhesion(rp_block *b, const double *constant, double *radius, double dt)
{
    const double A = constant[C_A], floor_force = rp_hertz_floor(constant[C_TENSION] != 0), step = fabs(dt);
    rp_hertz_spring(b, constant[RP_HERTZ_MODULUS]);
    rp_hertz_energy(b);
    for (int c = 0; c < RP_BLOCK; c++) rp_hertz_dashpot(b, c, A * b->kn[c], floor_force, step);
    RP_EACH_LANE
    for (int c = 0; c < RP_BLOCK; c++) {
        radius[c] = b->radius[c];
        b->open[c] = b->xi[c] < 0 ? 1.0 : 0.0;
    }
}

static void eval(rp_block *b, const double *constant, double (*history)[RP_BLOCK], double dt)
{
    if (constant[C_ADHESION] > 0) necks(b, constant, history[H_RADIUS], dt);
    else without_adhesion(b, constant, history[H_RADIUS], dt);
}

/* Slow contacts swing about their equilibrium, a^3 = 6 pi gamma D R^2, of stiffness 0.9 a / D. */
static double contact_time(const double *constant, double m_eff, double r_eff, double v)
{
    double fast = rp_hertz_contact_time(constant, m_eff, r_eff, v);
    double k = 1.2 * constant[RP_HERTZ_MODULUS] * constant[C_RADIUS] * cbrt(6 * r_eff * r_eff);
    return fmin(fast, M_PI * sqrt(m_eff / k));
}

static double range(const double *constant, double r_eff)
{
    double a0 = constant[C_RADIUS] * cbrt(r_eff * r_eff);
    return constant[C_END] * a0 * a0 / r_eff;
}

/* [Poschel2008, Eq. 45] */
static void remark(const double *constant, double r_eff, char *text, int size)
{
    double gamma = constant[C_ADHESION] / M_PI, D = 0.75 / constant[RP_HERTZ_MODULUS], z = constant[C_ATOMIC];
    double tabor = cbrt(16 * D * D * r_eff * gamma * gamma / (9 * z * z * z));
    snprintf(text, (size_t)size, "Tabor parameter %.3g%s", tabor,
             tabor < 5 && gamma > 0
                 ? "   <- warning: below 5 the JKR theory is not reliable; below 1 take hertz with dmt"
                 : "");
}

const rp_law RP_WIDE(rp_normal_jkr) = {
    .abi = RP_LAW_ABI,
    .name = "jkr",
    .slot = RP_NORMAL,
    .summary = "Adhesive viscoelastic spheres by Johnson, Kendall and Roberts: touching spheres stick together and "
               "part with a neck, behind "
               "the point where they met. Slow impacts stick. For a Tabor parameter above 5.",
    .equation = "xi = a^2/R - sqrt(8 pi gamma D a/3), fn = F + A (da/dt) dF/da, F = a^3/(D R) - sqrt(6 pi gamma/D) "
                "a^(3/2) [Poschel2008, Eqs. 47-50]",
    .param = params,
    .param_count = P_COUNT,
    .history = H_COUNT,
    .rates = 1,
    .history_name = history_names,
    .gives_radius = 1,
    .varies = 1,
    .adhesive = 1,
    .curvature = 1,
    .prepare = prepare,
    .eval = eval,
    .contact_time = contact_time,
    .max_overlap = rp_hertz_max_overlap,
    .remark = remark,
    .range = range,
};
