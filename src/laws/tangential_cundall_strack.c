/* Cundall and Strack's tangential spring with Coulomb's bound [Poschel2008, Eqs. 66-67; errata 14, 15: the spring is
 * clipped while sliding] and a dashpot beside it:
 *   ft = -(k zeta + c gt),  |ft| <= mu |fn|.
 * The spring lives at half steps: zeta_{n+1/2} = zeta_{n-1/2} + gt dt, and the force at t_n uses their mean, so the work
 * of the spring telescopes exactly and the scheme is of second order. The spring turns with the contact normal: it is
 * projected into the tangent plane with its length kept.
 *
 * Static and sliding friction: a contact that sticks slides once |ft| exceeds mu_static |fn|, and then carries
 * mu |fn| until its trial force falls below mu |fn| again. Whether it slides is kept with the contact.
 */
#include <float.h>
#include <math.h>
#include "laws/law.h"

enum { P_STIFFNESS, P_STIFFNESS_RATIO, P_DAMPING, P_DAMPING_RATIO, P_COUNT };
enum { C_K, C_RATIO, C_DAMPING, C_DAMPING_RATIO };
enum { H_X, H_Y, H_Z, H_COUNT };

static const rp_param params[P_COUNT] = {
    {"stiffness", RP_PARAM_NUMBER, "N/m", 0, INFINITY, NAN, NULL, "Tangential spring constant."},
    {"stiffness_ratio", RP_PARAM_NUMBER, "1", 0, INFINITY, NAN, NULL, "Tangential over normal stiffness, where stiffness is not given (2/7 if neither is)."},
    {"damping", RP_PARAM_NUMBER, "kg/s", 0, INFINITY, NAN, NULL, "Tangential damping coefficient."},
    {"damping_ratio", RP_PARAM_NUMBER, "1", 0, INFINITY, NAN, NULL, "Tangential over normal damping coefficient, where damping is not given (0 if neither is)."},
};

static const char *const history_names[H_COUNT] = {"spring_x", "spring_y", "spring_z"};

static rp_status given_twice(rp_error *err, const char *key, const char *one, const char *other)
{
    rp_status status = rp_error_set(err, RP_INPUT, "%s and %s exclude each other", one, other);
    rp_error_key(err, key);
    return status;
}

static rp_status prepare(const rp_law_input *in, double *constant, rp_error *err)
{
    const double *p = in->param;
    if (!isnan(p[P_STIFFNESS]) && !isnan(p[P_STIFFNESS_RATIO])) return given_twice(err, "stiffness_ratio", "stiffness", "stiffness_ratio");
    if (!isnan(p[P_DAMPING]) && !isnan(p[P_DAMPING_RATIO])) return given_twice(err, "damping_ratio", "damping", "damping_ratio");
    constant[C_K] = isnan(p[P_STIFFNESS]) ? 0 : p[P_STIFFNESS];
    constant[C_RATIO] = !isnan(p[P_STIFFNESS]) ? 0 : isnan(p[P_STIFFNESS_RATIO]) ? 2.0 / 7.0 : p[P_STIFFNESS_RATIO];
    constant[C_DAMPING] = isnan(p[P_DAMPING]) ? 0 : p[P_DAMPING];
    constant[C_DAMPING_RATIO] = isnan(p[P_DAMPING_RATIO]) ? 0 : p[P_DAMPING_RATIO];
    return RP_OK;
}

static void eval(rp_block *b, const double *constant, double (*history)[RP_BLOCK], double dt)
{
    const double k0 = constant[C_K], ratio = constant[C_RATIO], c0 = constant[C_DAMPING], c_ratio = constant[C_DAMPING_RATIO];
    const double half = 0.5 * dt, step = fabs(dt);
    double hold[RP_BLOCK]; /* stored energy */
    double *hx = history[H_X], *hy = history[H_Y], *hz = history[H_Z];
    for (int c = 0; c < RP_BLOCK; c++) {
        double k = k0 + ratio * b->kn[c];
        double d = c0 + c_ratio * b->cn[c];
        double tx = b->tx[c], ty = b->ty[c], tz = b->tz[c];
        /* the spring of the last half step, turned into the present tangent plane at its old length */
        double ox = hx[c], oy = hy[c], oz = hz[c];
        double out = ox * b->ex[c] + oy * b->ey[c] + oz * b->ez[c];
        double old = ox * ox + oy * oy + oz * oz;
        double q = out * out / (old > 0 ? old : 1.0); /* squared sine of the turn; its length is kept to q^4 */
        double turn = 1.0 + q * (0.5 + q * (0.375 + q * 0.3125));
        ox = turn * (ox - out * b->ex[c]);
        oy = turn * (oy - out * b->ey[c]);
        oz = turn * (oz - out * b->ez[c]);
        /* trial force, Coulomb's bound */
        double fx = -(k * (ox + half * tx) + d * tx);
        double fy = -(k * (oy + half * ty) + d * ty);
        double fz = -(k * (oz + half * tz) + d * tz);
        double size = sqrt(fx * fx + fy * fy + fz * fz);
        double mu = b->mu[c], mu_static = b->mu_static[c];
        double bound = (b->sliding[c] != 0 ? mu : mu_static) * b->bound[c];
        int slip = size > bound;
        double limit = mu * b->bound[c];
        double part = (k > 0 ? k : 1.0) * (slip ? size : 1.0), inv = 1.0 / part; /* one division for two */
        double scale = slip ? limit * (k > 0 ? k : 1.0) * inv : 1.0;
        double soft = k > 0 ? (slip ? size : 1.0) * inv : 0.0;
        fx *= scale, fy *= scale, fz *= scale;
        /* while sliding the spring is what the force leaves of it; a spring of no stiffness keeps nothing */
        double sx = half * tx - soft * (fx + d * tx), sy = half * ty - soft * (fy + d * ty), sz = half * tz - soft * (fz + d * tz);
        double nx = slip ? sx : ox + dt * tx;
        double ny = slip ? sy : oy + dt * ty;
        double nz = slip ? sz : oz + dt * tz;
        b->fx[c] = fx, b->fy[c] = fy, b->fz[c] = fz;
        b->dt[c] = -(fx * tx + fy * ty + fz * tz) * step - 0.5 * k * (nx * nx + ny * ny + nz * nz - old);
        hx[c] = nx, hy[c] = ny, hz[c] = nz;
        b->sliding[c] = slip ? 1.0 : 0.0;
        hold[c] = 0.5 * k * ((ox + half * tx) * (ox + half * tx) + (oy + half * ty) * (oy + half * ty) + (oz + half * tz) * (oz + half * tz));
    }
    if (b->want_energy)
        for (int c = 0; c < RP_BLOCK; c++) b->energy[c] += hold[c];
}

const rp_law RP_WIDE(rp_tangential_cundall_strack) = {
    .name = "cundall-strack",
    .slot = RP_TANGENTIAL,
    .summary = "Tangential spring of the sliding distance with Coulomb's bound, and a dashpot: static friction with memory.",
    .equation = "ft = -(k zeta + c gt), |ft| <= mu |fn|, zeta clipped while sliding [Poschel2008, Eqs. 66-67, errata 15]",
    .param = params,
    .param_count = P_COUNT,
    .history = H_COUNT,
    .history_name = history_names,
    .odd = 1u << H_X | 1u << H_Y | 1u << H_Z,
    .prepare = prepare,
    .eval = eval,
};
