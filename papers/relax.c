/* See relax.h. */
#include "relax.h"
#include <math.h>
#include <stdio.h>
#include "trial.h"

static const double mass = M_PI / 4, radius = 0.5; /* kg, m */

rp_relax rp_relax_default(void)
{
    return (rp_relax){.stiffness = 4e8, .friction = 500, .stiffness_ratio = 1.0 / 3, .freedom = RP_RELAX_BOTH, .integrator = "gear-5", .elongation = "velocity", .step = 1e-3};
}

/* nu of Eq. 8: eps = exp(-pi eta / omega), eta = nu / (2 m_r), omega^2 = k / m_r - eta^2. */
static double damping(double k, double eps)
{
    double q = -log(eps) / M_PI, m_r = mass / 2;
    return 2 * m_r * q / sqrt(1 + q * q) * sqrt(k / m_r);
}

double rp_relax_contact_time(const rp_relax *r)
{
    double q = -log(RP_RELAX_EPS_N) / M_PI;
    return M_PI * sqrt(1 + q * q) * sqrt(mass / 2 / r->stiffness);
}

double rp_relax_damping(const rp_relax *r, double *tangential)
{
    double nu = damping(r->stiffness, RP_RELAX_EPS_N);
    *tangential = r->eps_t > 0 ? damping(r->stiffness * r->stiffness_ratio, r->eps_t) : nu * r->stiffness_ratio;
    return nu;
}

/* In x and a theta: stiffness [[(k_n + k_t)/2, -k_t/sqrt2], [-k_t/sqrt2, k_t]], masses m and m/2; dashpots likewise. To first order in the damping the energy of a mode
 * phi decays at the rate phi.C phi / phi.M phi. */
double rp_relax_exact(const rp_relax *r)
{
    double ct, cn = rp_relax_damping(r, &ct), kn = 1, kt = r->stiffness_ratio, tc = rp_relax_contact_time(r);
    if (r->freedom == RP_RELAX_TRANSLATION) return 2 * mass / (cn + ct) / tc;
    if (r->freedom == RP_RELAX_ROTATION) return 0.5 * mass / ct / tc;
    double a = 0.5 * (kn + kt), b = -kt / sqrt(2), d = 2 * kt, slow = 0.5 * (a + d - sqrt((a - d) * (a - d) + 8 * b * b)); /* of M^-1 K = [[a, b], [2b, d]] */
    double y = (slow - a) / b; /* phi = (1, y) */
    return mass * (1 + 0.5 * y * y) / (0.5 * cn + ct * (1 / sqrt(2) - y) * (1 / sqrt(2) - y)) / tc;
}

/* Overlaps are some 1e-6 of the radius: the test is linear. */
static rp_status open_trial(const rp_relax *r, rp_trial *t, rp_error *err)
{
    static const char *const locks[] = {"y", "y, rotation", "x, y"};
    char text[2000];
    double ct, cn = rp_relax_damping(r, &ct), force = 1e-6 * r->stiffness * radius, apart = r->freedom == RP_RELAX_ROTATION ? 1 - 1e-6 : 1;
    char push[128];
    if (r->freedom == RP_RELAX_ROTATION) snprintf(push, sizeof push, "torque: %.17g", force * radius);
    else snprintf(push, sizeof push, "force: [%.17g, 0]", -force);
    snprintf(text, sizeof text,
             "repose: 1\ndimension: 2\nmethod: soft\nmaterials: {m: {density: 1}}\n"
             "interactions: [{between: [m, m], friction: %.17g, normal: {law: linear, stiffness: %.17g, damping: %.17g, tension: true},\n"
             "  tangential: {law: cundall-strack, stiffness: %.17g, damping: %.17g, elongation: %s}}]\n"
             "particles:\n  - {name: i, material: m, radius: 0.5, place: {list: [[0, 0]]}, frozen: true}\n"
             "  - {name: j, material: m, radius: 0.5, place: {list: [[%.17g, %.17g]]}, lock: [%s], %s}\n"
             "run: {until: 1, step: %.17g, soft: {integrator: %s}}\n",
             r->friction, r->stiffness, cn, r->stiffness * r->stiffness_ratio, ct, r->elongation, apart * M_SQRT1_2, apart * M_SQRT1_2, locks[r->freedom], push,
             r->step * rp_relax_contact_time(r), r->integrator);
    return rp_trial_open(t, text, err);
}

/* The velocity along the slowest mode: the fast one, should there be one, is orthogonal to it with respect to the masses. */
static double along_mode(const rp_relax *r, const rp_world *w, double y)
{
    size_t j = w->particles.slot_of[1];
    double v = w->particles.row[j].vx, spin = w->particles.spin[j].z;
    return r->freedom == RP_RELAX_TRANSLATION ? v : r->freedom == RP_RELAX_ROTATION ? spin : v - 0.5 * y * spin; /* theta counts against x */
}

static double mode(const rp_relax *r)
{
    double kt = r->stiffness_ratio, a = 0.5 * (1 + kt), b = -kt / sqrt(2), d = 2 * kt, slow = 0.5 * (a + d - sqrt((a - d) * (a - d) + 8 * b * b));
    return (slow - a) / b;
}

rp_status rp_relax_time(const rp_relax *r, double from, double until, double *relaxation, rp_error *err)
{
    rp_trial t = {0};
    rp_status status = open_trial(r, &t, err);
    const long every = lround(fmax(1, 0.3 / r->step)), first = lround(from / r->step), last = lround(until / r->step);
    /* v[n+1] = p v[n] - q v[n-1], q the factor of v^2 over the time of one look */
    double v[3] = {0}, aa = 0, ab = 0, bb = 0, ac = 0, bc = 0, y = mode(r);
    long looks = 0;
    for (long n = 1; n <= last && !status; n++) {
        status = rp_trial_step(&t, err);
        if (status || n < first || n % every) continue;
        v[0] = v[1], v[1] = v[2], v[2] = along_mode(r, t.world, y);
        if (++looks < 3) continue;
        double scale = 1 / (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); /* all times count alike */
        aa += scale * v[1] * v[1], ab += scale * v[1] * v[0], bb += scale * v[0] * v[0], ac += scale * v[1] * v[2], bc += scale * v[0] * v[2];
    }
    double q = (ab * ac - aa * bc) / (aa * bb - ab * ab);
    *relaxation = (double)every * r->step / -log(q);
    rp_trial_close(&t);
    return status;
}

static double kinetic(const rp_world *w)
{
    size_t j = w->particles.slot_of[1];
    double v = w->particles.row[j].vx, spin = w->particles.spin[j].z;
    return 0.5 * mass * (v * v + 0.5 * spin * spin);
}

rp_status rp_relax_peaks(const rp_relax *r, double until, double *time, double *energy, int room, int *count, rp_error *err)
{
    rp_trial t = {0};
    rp_status status = open_trial(r, &t, err);
    double e[3] = {0}, first = 0;
    *count = 0;
    for (long n = 1; n * r->step <= until && !status && *count < room; n++) {
        status = rp_trial_step(&t, err);
        if (status) break;
        e[0] = e[1], e[1] = e[2], e[2] = kinetic(t.world);
        if (!(e[1] > e[0] && e[1] >= e[2])) continue;
        double bend = e[0] - 2 * e[1] + e[2], slope = 0.5 * (e[2] - e[0]), peak = bend < 0 ? e[1] - 0.5 * slope * slope / bend : e[1];
        first = first > 0 ? first : peak;
        time[*count] = (n - 1) * r->step, energy[(*count)++] = peak / first;
    }
    rp_trial_close(&t);
    return status;
}
