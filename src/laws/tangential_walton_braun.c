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

typedef struct vector {
    double x, y, z;
} vector;

typedef struct line {
    double T; /* of the last half step, within the bound */
    vector e; /* its direction; that of the slip where T is 0 */
} line;

/* T of the last half step in the present tangent plane. */
static inline __attribute__((always_inline)) line old_force(const rp_block *b, double (*history)[RP_BLOCK], int c,
                                                            vector s, double bound)
{
    double x = history[H_X][c], y = history[H_Y][c], z = history[H_Z][c];
    double out = x * b->ex[c] + y * b->ey[c] + z * b->ez[c];
    x -= out * b->ex[c];
    y -= out * b->ey[c];
    z -= out * b->ez[c];
    double square = x * x + y * y + z * z, size = sqrt(square);
    double old = sqrt(square + out * out), slip = sqrt(s.x * s.x + s.y * s.y + s.z * s.z);
    double by = size > 0 ? 1.0 / size : 1.0 / (slip > 0 ? slip : 1.0);
    return (line){old < bound ? old : bound,
                  {by * (size > 0 ? x : s.x), by * (size > 0 ? y : s.y), by * (size > 0 ? z : s.z)}};
}

/* T*: T where the slip has just turned round, else the last one, shrunk with the bound. */
static inline __attribute__((always_inline)) double turning_force(double T, double last, double bound, double bound_old,
                                                                  int turned)
{
    double turn = last * (bound < bound_old ? bound / bound_old : 1.0);
    turn = turned ? T : turn;
    turn = turn < bound ? turn : bound;
    return turn > -bound ? turn : -bound;
}

/* What brings a force of size f back to the bound. */
static inline __attribute__((always_inline)) double within(double f, double bound)
{
    return (f > bound ? bound : 1.0) / (f > bound ? f : 1.0);
}

/* Force and work of the step. */
static inline __attribute__((always_inline)) void put_force(rp_block *b, double (*history)[RP_BLOCK], int c, vector f,
                                                            vector slip)
{
    b->fx[c] = -f.x;
    b->fy[c] = -f.y;
    b->fz[c] = -f.z;
    b->tangential_work[c] = f.x * slip.x + f.y * slip.y + f.z * slip.z;
    b->ahead[c] = 0.5 * b->tangential_work[c];
    history[H_NOW_X][c] = f.x;
    history[H_NOW_Y][c] = f.y;
    history[H_NOW_Z][c] = f.z;
}

static void go_on(rp_block *b, const double *constant, double (*history)[RP_BLOCK], double dt)
{
    const double k_given = constant[RP_HYSTERETIC_K], ratio = constant[RP_HYSTERETIC_RATIO],
                 exponent = constant[RP_HYSTERETIC_EXPONENT];
    RP_EACH_LANE
    for (int c = 0; c < RP_BLOCK; c++) {
        double k0 = k_given + ratio * b->kn[c], bound = b->mu[c] * b->bound[c];
        vector s = {dt * b->tx[c], dt * b->ty[c], dt * b->tz[c]};
        line l = old_force(b, history, c, s, bound);
        double along = s.x * l.e.x + s.y * l.e.y + s.z * l.e.z;
        double ax = s.x - along * l.e.x, ay = s.y - along * l.e.y, az = s.z - along * l.e.z;
        double way_old = history[H_WAY][c], way = along > 0 ? 1.0 : along < 0 ? -1.0 : way_old;
        double turn = turning_force(l.T, history[H_TURN][c], bound, history[H_BOUND][c], way * way_old < 0);
        /* along the line, by half a step of slip and by a whole one */
        double room = bound - way * turn, part = rp_hysteretic_part(l.T, turn, bound, way),
               z = k0 * fabs(along) / (room > 0 ? room : 1.0);
        double middle = z > 0 ? way * (bound - room * rp_hysteretic_slip(part, 0.5 * z, exponent)) : l.T;
        double end = z > 0 ? way * (bound - room * rp_hysteretic_slip(part, z, exponent)) : l.T;
        vector f = {middle * l.e.x + 0.5 * k0 * ax, middle * l.e.y + 0.5 * k0 * ay, middle * l.e.z + 0.5 * k0 * az};
        vector n = {end * l.e.x + k0 * ax, end * l.e.y + k0 * ay, end * l.e.z + k0 * az};
        double size = sqrt(f.x * f.x + f.y * f.y + f.z * f.z), size_next = sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
        double scale = within(size, bound), scale_next = within(size_next, bound);
        put_force(b, history, c, (vector){scale * f.x, scale * f.y, scale * f.z}, s);
        b->sliding[c] = size > bound ? 1.0 : 0.0;
        history[H_X][c] = scale_next * n.x;
        history[H_Y][c] = scale_next * n.y;
        history[H_Z][c] = scale_next * n.z;
        /* where T has changed its sign, T* lies on the other side of the new T, which the slip increases */
        double side = end < 0 ? -1.0 : 1.0;
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
               "bound and depends on where the slip last turned round.",
    .equation = "dT = k ds along T and k0 ds across it, |T| <= mu N, k = k0 min(1, (mu N -+ T)/(mu N -+ T*))^gamma for "
                "increasing (upper sign) and decreasing T [Poschel2008, Eq. 69, errata 16]\n    T*: T at the last "
                "reversal, 0 at first; it shrinks in proportion to mu N and does not grow with it. The paper's T* is "
                "constant, that "
                "of Walton and Braun (1986) also grows with N; then a contact can give back more than it took",
    .param = params,
    .param_count = P_COUNT,
    .history = H_COUNT,
    .history_name = history_names,
    .hysteretic = 1,
    .antisymmetric = 077u, /* both forces */
    .prepare = prepare,
    .eval = eval,
};
