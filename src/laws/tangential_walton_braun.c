/* Walton and Braun's hysteretic friction [Poschel2008, Eq. 69; errata 14, 16]. T is the force against the slip (ft =
 * -T) and changes by k ds along itself, with k = k0 ((mu N - T) / (mu N - T*))^gamma while the slip increases T, k = k0
 * ((mu N + T) / (mu N + T*))^gamma while it decreases T, T* being its value at the last reversal, 0 at first; across
 * itself it changes by k0 ds. |T| <= mu N always.
 *
 * Where the paper leaves room: T* shrinks with N (as Walton and Braun have it) but does not grow with it, and k is
 * never above k0. Otherwise a contact loaded at one N and unloaded at another could give back more than it took.
 *
 * T is kept at half steps and goes on to the next by the exact law for the slip gt dt at the present N; the force is
 * that of half this slip. It is kept beside T, and an evaluation with -dt returns it. There is no stored energy: the
 * work of the force is what is listed as dissipated.
 */
#include <math.h>
#include "laws/hysteretic.h"
#include "laws/law.h"

enum { P_STIFFNESS, P_STIFFNESS_RATIO, P_EXPONENT, P_COUNT };
enum { H_X, H_Y, H_Z, H_NOW_X, H_NOW_Y, H_NOW_Z, H_TURN, H_WAY, H_BOUND, H_COUNT };

static const rp_param params[P_COUNT] = {
    {"stiffness", RP_PARAM_NUMBER, "N/m", 0, INFINITY, NAN, NULL, "Initial tangential stiffness k0."},
    {"stiffness_ratio", RP_PARAM_NUMBER, "1", 0, INFINITY, NAN, NULL,
     "k0 over the stiffness of a linear normal law, where stiffness is not given (2/7 if neither is)."},
    {"exponent", RP_PARAM_NUMBER, "1", 0, 1, 1.0 / 3.0, NULL, "The exponent gamma."},
};

static const char *const history_names[H_COUNT] = {"force_x",  "force_y",       "force_z", "middle_x", "middle_y",
                                                   "middle_z", "turning_force", "way",     "bound"};

static rp_status prepare(const rp_law_input *in, double *constant, rp_error *err)
{
    const double *p = in->param;
    int varying = in->normal && in->normal->varies;
    if (!isnan(p[P_STIFFNESS]) + !isnan(p[P_STIFFNESS_RATIO]) > 1 || (varying && isnan(p[P_STIFFNESS]))) {
        rp_status status = rp_error_set(
            err, RP_INPUT,
            varying ? "the walton-braun law needs a stiffness: that of the normal law is not constant"
                    : "stiffness and stiffness_ratio exclude each other");
        rp_error_key(err, "stiffness");
        rp_error_expected(err, "stiffness: a number >= 0 (N/m)");
        return status;
    }
    constant[RP_HYSTERETIC_K] = isnan(p[P_STIFFNESS]) ? 0 : p[P_STIFFNESS];
    constant[RP_HYSTERETIC_RATIO] = !isnan(p[P_STIFFNESS])        ? 0
                                    : isnan(p[P_STIFFNESS_RATIO]) ? 2.0 / 7.0
                                                                  : p[P_STIFFNESS_RATIO];
    constant[RP_HYSTERETIC_EXPONENT] = p[P_EXPONENT];
    return RP_OK;
}

static void read_back(rp_block *b, double (*history)[RP_BLOCK], double step)
{
    RP_EACH_LANE
    for (int c = 0; c < RP_BLOCK; c++) {
        b->fx[c] = -history[H_NOW_X][c];
        b->fy[c] = -history[H_NOW_Y][c];
        b->fz[c] = -history[H_NOW_Z][c];
        b->tangential_work[c] = -(b->fx[c] * b->tx[c] + b->fy[c] * b->ty[c] + b->fz[c] * b->tz[c]) * step;
        b->ahead[c] = 0.5 * b->tangential_work[c];
    }
}

static void go_on(rp_block *b, const double *constant, double (*history)[RP_BLOCK], double dt)
{
    const double k_given = constant[RP_HYSTERETIC_K], ratio = constant[RP_HYSTERETIC_RATIO],
                 exponent = constant[RP_HYSTERETIC_EXPONENT];
    RP_EACH_LANE
    for (int c = 0; c < RP_BLOCK; c++) {
        double k0 = k_given + ratio * b->kn[c], bound = b->mu[c] * b->bound[c], bound_old = history[H_BOUND][c];
        /* T of the last half step in the present tangent plane, within the bound */
        double ox = history[H_X][c], oy = history[H_Y][c], oz = history[H_Z][c];
        double out = ox * b->ex[c] + oy * b->ey[c] + oz * b->ez[c];
        ox -= out * b->ex[c];
        oy -= out * b->ey[c];
        oz -= out * b->ez[c];
        double square = ox * ox + oy * oy + oz * oz, size = sqrt(square);
        double old = sqrt(square + out * out), T = old < bound ? old : bound;
        /* its line: along T, or along the slip where there is no T yet */
        double sx = dt * b->tx[c], sy = dt * b->ty[c], sz = dt * b->tz[c], slip = sqrt(sx * sx + sy * sy + sz * sz);
        double by = size > 0 ? 1.0 / size : 1.0 / (slip > 0 ? slip : 1.0);
        double lx = by * (size > 0 ? ox : sx), ly = by * (size > 0 ? oy : sy), lz = by * (size > 0 ? oz : sz);
        double along = sx * lx + sy * ly + sz * lz;
        double ax = sx - along * lx, ay = sy - along * ly, az = sz - along * lz;
        /* has the slip turned round? */
        double way_old = history[H_WAY][c], turn = history[H_TURN][c];
        double way = along > 0 ? 1.0 : along < 0 ? -1.0 : way_old;
        turn *= bound < bound_old ? bound / bound_old : 1.0;
        turn = way * way_old < 0 ? T : turn;
        turn = turn < bound ? turn : bound;
        turn = turn > -bound ? turn : -bound;
        /* along the line, by half a step of slip and by a whole one */
        double room = bound - way * turn, part = rp_hysteretic_part(T, turn, bound, way),
               z = k0 * fabs(along) / (room > 0 ? room : 1.0);
        double middle = z > 0 ? way * (bound - room * rp_hysteretic_slip(part, 0.5 * z, exponent)) : T;
        double end = z > 0 ? way * (bound - room * rp_hysteretic_slip(part, z, exponent)) : T;
        double mx = middle * lx + 0.5 * k0 * ax, my = middle * ly + 0.5 * k0 * ay, mz = middle * lz + 0.5 * k0 * az;
        double nx = end * lx + k0 * ax, ny = end * ly + k0 * ay, nz = end * lz + k0 * az;
        double m = sqrt(mx * mx + my * my + mz * mz), n = sqrt(nx * nx + ny * ny + nz * nz);
        double m_scale = (m > bound ? bound : 1.0) / (m > bound ? m : 1.0),
               n_scale = (n > bound ? bound : 1.0) / (n > bound ? n : 1.0);
        mx *= m_scale;
        my *= m_scale;
        mz *= m_scale;
        /* where T has changed its sign, T* lies on the other side of the new T, which the slip increases */
        double side = end < 0 ? -1.0 : 1.0;
        b->fx[c] = -mx;
        b->fy[c] = -my;
        b->fz[c] = -mz;
        b->tangential_work[c] = mx * sx + my * sy + mz * sz;
        b->ahead[c] = 0.5 * b->tangential_work[c];
        b->sliding[c] = m > bound ? 1.0 : 0.0;
        history[H_X][c] = n_scale * nx;
        history[H_Y][c] = n_scale * ny;
        history[H_Z][c] = n_scale * nz;
        history[H_NOW_X][c] = mx;
        history[H_NOW_Y][c] = my;
        history[H_NOW_Z][c] = mz;
        history[H_TURN][c] = side * turn;
        history[H_WAY][c] = side * way;
        history[H_BOUND][c] = bound;
    }
}

static void eval(rp_block *b, const double *constant, double (*history)[RP_BLOCK], double dt)
{
    if (dt < 0) read_back(b, history, -dt);
    else go_on(b, constant, history, dt);
}

const rp_law RP_WIDE(rp_tangential_walton_braun) = {
    .abi = RP_LAW_ABI,
    .name = "walton-braun",
    .slot = RP_TANGENTIAL,
    .summary = "Hysteretic friction by Walton and Braun: the tangential stiffness falls as the force nears Coulomb's "
               "bound and depends on "
               "where the slip last turned round.",
    .equation = "dT = k ds, k = k0 ((mu N -+ T)/(mu N -+ T*))^gamma for increasing (upper sign) and decreasing T "
                "[Poschel2008, Eq. 69, errata 16]",
    .param = params,
    .param_count = P_COUNT,
    .history = H_COUNT,
    .history_name = history_names,
    .hysteretic = 1,
    .antisymmetric = 077u, /* both forces */
    .prepare = prepare,
    .eval = eval,
};
