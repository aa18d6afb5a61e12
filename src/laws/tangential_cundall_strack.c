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

/* With o the old spring turned into the tangent plane, c = k dt/2 + d and F = k o + c gt, the force is -F within the bound, -s F
 * with s < 1 beyond it; either way the new spring is (s F - d gt)/k + gt dt/2. */
static void eval(rp_block *b, const double *constant, double (*history)[RP_BLOCK], double dt)
{
    const double k0 = constant[C_K], ratio = constant[C_RATIO], c0 = constant[C_DAMPING], c_ratio = constant[C_DAMPING_RATIO];
    const double half = 0.5 * dt, step = fabs(dt);
    double *restrict hx = history[H_X], *restrict hy = history[H_Y], *restrict hz = history[H_Z];
    for (int c = 0; c < RP_BLOCK; c++) {
        double k = k0 + ratio * b->kn[c], d = c0 + c_ratio * b->cn[c];
        double ex = b->ex[c], ey = b->ey[c], ez = b->ez[c], tx = b->tx[c], ty = b->ty[c], tz = b->tz[c];
        double ox = hx[c], oy = hy[c], oz = hz[c];
        double out = ox * ex + oy * ey + oz * ez, old = ox * ox + oy * oy + oz * oz;
        double q = out * out / (old > 0 ? old : 1.0); /* squared sine of the turn: the length is kept to q^4 */
        double turned = k * (1.0 + q * (0.5 + q * (0.375 + q * 0.3125))), drag = k * half + d;
        double fx = turned * (ox - out * ex) + drag * tx, fy = turned * (oy - out * ey) + drag * ty, fz = turned * (oz - out * ez) + drag * tz;
        double size = sqrt(fx * fx + fy * fy + fz * fz);
        double bound = (b->sliding[c] != 0 ? b->mu[c] : b->mu_static[c]) * b->bound[c];
        int slip = size > bound;
        double stiff = k > 0 ? k : 1.0, length = slip ? size : 1.0, limit = slip ? b->mu[c] * b->bound[c] : 1.0;
        double inv = 1.0 / (stiff * length); /* one division for two */
        double scale = limit * (stiff * inv), soft = length * inv;
        double keep = soft * scale, move = half - soft * d;
        double nx = keep * fx + move * tx, ny = keep * fy + move * ty, nz = keep * fz + move * tz;
        b->fx[c] = -scale * fx, b->fy[c] = -scale * fy, b->fz[c] = -scale * fz;
        b->dt[c] = scale * (fx * tx + fy * ty + fz * tz) * step - 0.5 * k * (nx * nx + ny * ny + nz * nz - old);
        hx[c] = nx, hy[c] = ny, hz[c] = nz;
        b->sliding[c] = slip ? 1.0 : 0.0;
    }
    if (b->want_energy) /* of the spring at t_n: half a step back from the new one */
        for (int c = 0; c < RP_BLOCK; c++) {
            double k = k0 + ratio * b->kn[c];
            double x = hx[c] - half * b->tx[c], y = hy[c] - half * b->ty[c], z = hz[c] - half * b->tz[c];
            b->energy[c] += 0.5 * k * (x * x + y * y + z * z);
        }
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
