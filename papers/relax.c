/* See relax.h. */
#include "relax.h"
#include <math.h>
#include <stdio.h>
#include "trial.h"

static const double mass = M_PI / 4, radius = 0.5; /* kg, m */

rp_relax rp_relax_default(void)
{
    return (rp_relax){.stiffness = 4e8,
                      .friction = 500,
                      .stiffness_ratio = 1.0 / 3,
                      .freedom = RP_RELAX_BOTH,
                      .integrator = "gear-5",
                      .elongation = "velocity",
                      .step = 1e-3};
}

/* nu of Eq. 8: eps = exp(-pi eta / omega), eta = nu / (2 m_r), omega^2 = k / m_r - eta^2. */
double rp_relax_dashpot(double k, double m, double eps)
{
    double q = -log(eps) / M_PI, m_r = m / 2;
    return 2 * m_r * q / sqrt(1 + q * q) * sqrt(k / m_r);
}

double rp_relax_contact_time(const rp_relax *r)
{
    double q = -log(RP_RELAX_EPS_N) / M_PI;
    return M_PI * sqrt(1 + q * q) * sqrt(mass / 2 / r->stiffness);
}

double rp_relax_damping(const rp_relax *r, double *tangential)
{
    double nu = rp_relax_dashpot(r->stiffness, mass, RP_RELAX_EPS_N);
    *tangential = r->eps_t > 0 ? rp_relax_dashpot(r->stiffness * r->stiffness_ratio, mass, r->eps_t)
                               : nu * r->stiffness_ratio;
    return nu;
}

/* In x and a theta: stiffness [[(k_n + k_t)/2, -k_t/sqrt2], [-k_t/sqrt2, k_t]], masses m and m/2; dashpots likewise. To
 * first order in the damping the energy of a mode phi decays at the rate phi.C phi / phi.M phi. */
double rp_relax_exact(const rp_relax *r)
{
    double ct, cn = rp_relax_damping(r, &ct), kn = 1, kt = r->stiffness_ratio, tc = rp_relax_contact_time(r);
    if (r->freedom == RP_RELAX_TRANSLATION) return 2 * mass / (cn + ct) / tc;
    if (r->freedom == RP_RELAX_ROTATION) return 0.5 * mass / ct / tc;
    double a = 0.5 * (kn + kt), b = -kt / sqrt(2), d = 2 * kt,
           slow = 0.5 * (a + d - sqrt((a - d) * (a - d) + 8 * b * b)); /* of M^-1 K = [[a, b], [2b, d]] */
    double y = (slow - a) / b;                                         /* phi = (1, y) */
    return mass * (1 + 0.5 * y * y) / (0.5 * cn + ct * (1 / sqrt(2) - y) * (1 / sqrt(2) - y)) / tc;
}

double rp_relax_stepped(const rp_relax *r)
{
    double ct, cn = rp_relax_damping(r, &ct), dt = r->step * rp_relax_contact_time(r);
    return rp_relax_exact(r) / (1 + r->stiffness * r->stiffness_ratio * dt / (2 * (cn + ct)));
}

/* Overlaps are some 1e-6 of the radius: the test is linear. */
static void scene_of(const rp_relax *r, char *text, size_t size)
{
    static const char *const locks[] = {"y", "y, rotation", "x, y"};
    double ct, cn = rp_relax_damping(r, &ct), force = 1e-6 * r->stiffness * radius,
               apart = r->freedom == RP_RELAX_ROTATION ? 1 - 1e-6 : 1;
    char push[128];
    if (r->freedom == RP_RELAX_ROTATION) snprintf(push, sizeof push, "torque: %.17g", force * radius);
    else snprintf(push, sizeof push, "force: [%.17g, 0]", -force);
    snprintf(text, size,
             "repose: 1\ndimension: 2\nmethod: soft\nmaterials: {m: {density: 1}}\n"
             "interactions: [{between: [m, m], friction: %.17g, normal: {law: linear, stiffness: %.17g, damping: "
             "%.17g, tension: true},\n"
             "  tangential: {law: cundall-strack, stiffness: %.17g, damping: %.17g, elongation: %s}}]\n"
             "particles:\n  - {name: i, material: m, radius: 0.5, place: {list: [[0, 0]]}, frozen: true}\n"
             "  - {name: j, material: m, radius: 0.5, place: {list: [[%.17g, %.17g]]}, lock: [%s], %s}\n"
             "run: {until: 1.0e9, step: %.17g, soft: {integrator: %s}}\n",
             r->friction, r->stiffness, cn, r->stiffness * r->stiffness_ratio, ct, r->elongation, apart * M_SQRT1_2,
             apart * M_SQRT1_2, locks[r->freedom], push, r->step * rp_relax_contact_time(r), r->integrator);
}

/* The velocity along the slowest mode (1, y): the fast one, should there be one, is orthogonal to it with respect to
 * the masses. theta counts against x. */
static double along_mode(rp_relax_freedom freedom, const rp_sim *sim, double y)
{
    double v = rp_trial_row(sim, "velocity", 1)[0], spin = rp_trial_row(sim, "spin", 1)[2];
    return freedom == RP_RELAX_TRANSLATION ? v : freedom == RP_RELAX_ROTATION ? spin : v - 0.5 * y * spin;
}

static double mode(const rp_relax *r)
{
    double kt = r->stiffness_ratio, a = 0.5 * (1 + kt), b = -kt / sqrt(2), d = 2 * kt,
           slow = 0.5 * (a + d - sqrt((a - d) * (a - d) + 8 * b * b));
    return (slow - a) / b;
}

typedef struct fit {
    double v[3], aa, ab, bb, ac, bc;
    long samples;
} fit; /* v[n+1] = p v[n] - q v[n-1], q the factor of v^2 over the time between two samples */

static void add_sample(fit *f, double v)
{
    f->v[0] = f->v[1];
    f->v[1] = f->v[2];
    f->v[2] = v;
    if (++f->samples < 3) return;
    double scale = 1 / (f->v[0] * f->v[0] + f->v[1] * f->v[1] + f->v[2] * f->v[2]); /* all times have the same weight */
    f->aa += scale * f->v[1] * f->v[1];
    f->ab += scale * f->v[1] * f->v[0];
    f->bb += scale * f->v[0] * f->v[0];
    f->ac += scale * f->v[1] * f->v[2];
    f->bc += scale * f->v[0] * f->v[2];
}

static rp_status measure(const char *text, rp_relax_freedom freedom, double y, double step, double from, double until,
                         double *relaxation, rp_error *err)
{
    rp_sim *sim;
    fit f = {0};
    const long every = lround(fmax(1, 0.3 / step)), first = lround(from / step), last = lround(until / step);
    rp_status status = rp_trial_open(text, &sim, err);
    for (long n = 1; n <= last && !status; n++) {
        status = rp_sim_step(sim, 1, err);
        if (!status && n >= first && n % every == 0) add_sample(&f, along_mode(freedom, sim, y));
    }
    *relaxation = (double)every * step / -log((f.ab * f.ac - f.aa * f.bc) / (f.aa * f.bb - f.ab * f.ab));
    rp_sim_destroy(sim);
    return status;
}

rp_status rp_relax_time(const rp_relax *r, double from, double until, double *relaxation, rp_error *err)
{
    char text[2000];
    scene_of(r, text, sizeof text);
    return measure(text, r->freedom, mode(r), r->step, from, until, relaxation, err);
}

rp_status rp_relax_scene_time(const char *text, double step, double from, double until, double *relaxation,
                              rp_error *err)
{
    return measure(text, RP_RELAX_TRANSLATION, 0, step, from, until, relaxation, err);
}

static double kinetic(const rp_sim *sim)
{
    double v = rp_trial_row(sim, "velocity", 1)[0], spin = rp_trial_row(sim, "spin", 1)[2];
    return 0.5 * mass * (v * v + 0.5 * spin * spin);
}

rp_status rp_relax_peaks(const rp_relax *r, double until, double *time, double *energy, int room, int *count,
                         rp_error *err)
{
    rp_sim *sim;
    char text[2000];
    scene_of(r, text, sizeof text);
    rp_status status = rp_trial_open(text, &sim, err);
    double e[3] = {0}, first = 0;
    *count = 0;
    for (long n = 1; (double)n * r->step <= until && !status && *count < room; n++) {
        status = rp_sim_step(sim, 1, err);
        if (status) break;
        e[0] = e[1];
        e[1] = e[2];
        e[2] = kinetic(sim);
        if (!(e[1] > e[0] && e[1] >= e[2])) continue;
        double bend = e[0] - 2 * e[1] + e[2], slope = 0.5 * (e[2] - e[0]),
               peak = bend < 0 ? e[1] - 0.5 * slope * slope / bend : e[1];
        first = first > 0 ? first : peak;
        time[*count] = (double)(n - 1) * r->step;
        energy[(*count)++] = peak / first;
    }
    rp_sim_destroy(sim);
    return status;
}
