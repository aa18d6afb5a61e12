/* Gauss-Seidel over the contacts of an island, each solved exactly (methods/contact_dynamics/local.h), and the same
 * with Nesterov's momentum, restarted when it overshoots. The rules of the restart are those of contact dynamics
 * (methods/contact_dynamics/solve.h); the fixed points are exact Coulomb with either. */
#include <math.h>
#include <string.h>
#include "base/memory.h"
#include "fclib/island.h"
#include "methods/contact_dynamics/local.h"

static const double GUARD = 2, GUARD_CAREFUL = 1.02, BETA_SLIDING = 0.8;
enum { PATIENCE = 20, STALL = 500, ROLLING_PASSES = 50, SECANTS = 10 };

/* ---- one contact ---- */

/* Rolling of a contact whose normal impulse is given: the disc of radius `bound`, W is 2 x 2. */
static void roll(double W[2][2], const double b[2], double bound, double x[2])
{
    const double most = W[0][0] + W[1][1];
    for (int n = 0; n < ROLLING_PASSES && most > 0; n++) {
        double z[2];
        for (int i = 0; i < 2; i++) z[i] = x[i] - (W[i][0] * x[0] + W[i][1] * x[1] + b[i]) / most;
        const double size = hypot(z[0], z[1]), keep = size > bound ? bound / size : 1;
        x[0] = keep * z[0];
        x[1] = keep * z[1];
    }
}

/* A contact that slid slides on, mostly: its slip direction by the secant rule from the one before, without the search
 * round the circle. x: impulse before, then the new one. 0: it does not slide near that direction. */
static int slide_on(double W[3][3], const double b[3], double mu, double x[3])
{
    const double grip = sqrt(x[1] * x[1] + x[2] * x[2]);
    if (!(grip > 0) || grip < (1 - 1e-9) * mu * x[0]) return 0;
    const double d[2] = {-x[1] / grip, -x[2] / grip};
    double tilt = 0, last = 0, across_last = 0;
    for (int n = 0; n < SECANTS && fabs(tilt) <= 1; n++) {
        const double size = 1 / sqrt(1 + tilt * tilt),
                     e[2] = {size * (d[0] - tilt * d[1]), size * (d[1] + tilt * d[0])};
        const double stiffness = W[0][0] - mu * (W[0][1] * e[0] + W[0][2] * e[1]), p = -b[0] / stiffness, t = mu * p;
        const double u[2] = {b[1] + W[1][0] * p - t * (W[1][1] * e[0] + W[1][2] * e[1]),
                             b[2] + W[2][0] * p - t * (W[2][1] * e[0] + W[2][2] * e[1])};
        const double across = e[0] * u[1] - e[1] * u[0], along = e[0] * u[0] + e[1] * u[1];
        if (!(stiffness > 0) || !(p > 0) || !(along > 0)) return 0;
        if (fabs(across) <= 1e-12 * along) {
            x[0] = p;
            x[1] = -t * e[0];
            x[2] = -t * e[1];
            return 1;
        }
        const double next = n == 0 ? across / along : tilt - across * (tilt - last) / (across - across_last);
        last = tilt;
        across_last = across;
        tilt = next;
    }
    return 0;
}

static void local_3d(const double *w, size_t b, const double *rhs, double mu, double *x)
{
    double W[3][3];
    for (size_t i = 0; i < 3; i++)
        for (size_t j = 0; j < 3; j++) W[i][j] = 0.5 * (w[i * b + j] + w[j * b + i]);
    const double tiny = 1e-13 * (W[0][0] + W[1][1] + W[2][2]);
    for (int i = 1; i < 3; i++) W[i][i] += tiny; /* a direction in which nothing gives way would leave W singular */
    if (!slide_on(W, rhs, mu, x)) rp_cd_local_solve_3d(W, rhs, mu, 0, x);
}

static void local_2d(const double *w, const double *rhs, double mu, double *x)
{
    const double cross = 0.5 * (w[1] + w[2]), tiny = 1e-13 * (w[0] + w[3]);
    double W[2][2] = {{w[0], cross}, {cross, w[3] + tiny}};
    rp_cd_local_solve_2d(W, rhs, mu, 0, x);
}

/* Sliding and rolling by turns; each is exact for the other. */
static void local_rolling(const double *w, const double *rhs, double mu, double mu_r, double *x)
{
    double W[2][2] = {{w[18], w[19]}, {w[23], w[24]}}, b[3], before[5];
    for (int n = 0; n < ROLLING_PASSES; n++) {
        double moved = 0, size = 0;
        memcpy(before, x, sizeof before);
        for (int i = 0; i < 3; i++) b[i] = rhs[i] + w[5 * i + 3] * x[3] + w[5 * i + 4] * x[4];
        local_3d(w, 5, b, mu, x);
        for (int i = 0; i < 2; i++)
            b[i] = rhs[i + 3] + w[5 * i + 15] * x[0] + w[5 * i + 16] * x[1] + w[5 * i + 17] * x[2];
        roll(W, b, mu_r * x[0], x + 3);
        for (int i = 0; i < 5; i++) {
            moved += (x[i] - before[i]) * (x[i] - before[i]);
            size += x[i] * x[i];
        }
        if (moved <= 1e-24 * size) return;
    }
}

/* The new impulse of contact c, from y and the velocity u that it has. Where its own block is not symmetric, the
 * symmetric part gives way and the rest counts by y, so that fixed points are those of W. A contact that nothing moves
 * stays without. */
static void solve_contact(const rp_island *x, size_t c, const double *y, const double *u, double *to)
{
    const size_t b = (size_t)x->block;
    const double *w = x->value + x->diagonal[c] * b * b;
    double rhs[RP_ISLAND_BLOCK];
    if (!(w[0] > 1e-9)) {
        for (size_t i = 0; i < b; i++) to[i] = 0;
        return;
    }
    for (size_t i = 0; i < b; i++) {
        rhs[i] = u[i];
        to[i] = y[i];
        for (size_t j = 0; j < b; j++) rhs[i] -= 0.5 * (w[i * b + j] + w[j * b + i]) * y[j];
    }
    if (b == 2) local_2d(w, rhs, x->mu[c], to);
    else if (b == 3) local_3d(w, b, rhs, x->mu[c], to);
    else local_rolling(w, rhs, x->mu[c], x->mu_r[c], to);
}

/* ---- a sweep ---- */

typedef struct sums {
    double moved, along;
    size_t active, sliding;
} sums;

static sums sweep(rp_island *x, const double *last)
{
    const size_t b = (size_t)x->block;
    sums s = {0};
    for (size_t c = 0; c < x->count; c++) {
        double *y = x->r + c * b, u[RP_ISLAND_BLOCK], to[RP_ISLAND_BLOCK];
        rp_island_velocity(x, x->r, c, u);
        if (y[0] == 0 && u[0] >= 0) continue;
        solve_contact(x, c, y, u, to);
        for (size_t i = 0; i < b; i++) {
            s.moved += (to[i] - y[i]) * (to[i] - y[i]);
            s.along += (to[i] - y[i]) * (to[i] - last[c * b + i]);
            y[i] = to[i];
        }
        const double grip = b == 2 ? fabs(to[1]) : hypot(to[1], to[2]);
        s.active += to[0] > 0;
        s.sliding += to[0] > 0 && grip >= x->mu[c] * to[0] * (1 - 1e-9);
    }
    return s;
}

/* ---- momentum ---- */

typedef struct momentum {
    double theta, beta, least, best;
    long least_at, restart_at, best_at;
    int cold, careful;
} momentum;

static int stalls(momentum *m, double moved, long n)
{
    if (moved < 0.5 * m->best) {
        m->best = moved;
        m->best_at = n;
    }
    if (m->cold || n - m->best_at <= (n > 4 * STALL ? n / 4 : STALL)) return 0;
    m->careful = !m->careful;
    m->best = moved;
    m->best_at = n;
    return 1;
}

static int overshoots(const momentum *m, const sums *s, long n)
{
    if (s->moved > (m->careful ? GUARD_CAREFUL : GUARD) * m->least) return 1;
    return m->cold ? s->along < 0 : n - m->least_at > PATIENCE + (m->least_at - m->restart_at);
}

static void next_momentum(momentum *m, const sums *s, long n)
{
    if (stalls(m, s->moved, n) || overshoots(m, s, n)) {
        if (m->cold) m->best = s->moved;
        if (m->cold) m->best_at = n;
        *m = (momentum){1, 0, s->moved, m->best, n, n, m->best_at, 0, m->careful};
        return;
    }
    if (s->moved < m->least) {
        m->least = s->moved;
        m->least_at = n;
    }
    const double next = 0.5 * (1 + sqrt(1 + 4 * m->theta * m->theta));
    m->beta = fmin((m->theta - 1) / next, !m->cold && 4 * s->sliding > s->active ? BETA_SLIDING : 1);
    m->theta = next;
}

/* r to r + beta (r - last), last to r. */
static void extrapolate(rp_island *x, double *last, double beta)
{
    for (size_t i = 0; i < x->count * (size_t)x->block; i++) {
        const double r = x->r[i];
        x->r[i] = r + beta * (r - last[i]);
        last[i] = r;
    }
}

rp_status rp_island_sweep(rp_island *x, long most, int accelerated, rp_error *err)
{
    const size_t rows = x->count * (size_t)x->block;
    double *last = rp_memory_alloc(rows, sizeof *last);
    if (!last) return rp_memory_error(err, rows * sizeof *last, "the impulses of a sweep ago");
    memcpy(last, x->r, rows * sizeof *last);
    momentum m = {.theta = 1, .least = INFINITY, .best = INFINITY, .cold = x->iterations == 0};
    long measured = 0;
    for (long n = 1; n <= most && !x->converged; n++) {
        extrapolate(x, last, m.beta);
        sums s = sweep(x, last);
        x->iterations++;
        if (accelerated) next_momentum(&m, &s, n);
        if (n < measured && n < most) continue;
        measured = n + 1 + (n < 160 ? n / 8 : 20); /* a measurement costs most of a sweep */
        rp_island_measure(x);
    }
    rp_memory_free(last);
    return RP_OK;
}
