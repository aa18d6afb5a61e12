/* Newton's method on the equations of Alart and Curnier, for islands that sweeps leave near their solution: with z =
 * r - u,
 *
 *   open     z_n <= 0               r = 0
 *   stick    |z_t| <= mu z_n        u = 0
 *   slide    otherwise              u_n = 0,  r_t = mu r_n d,  d = z_t/|z_t|
 *
 * one linear system of the contacts that are not open. W + eps I stands in place of W in it: where more contacts hold a
 * body than it has freedoms W is singular, and eps, which falls with the residual, picks the nearest of the solutions.
 * A step is shortened until the natural map falls, and only taken if it does. Rolling is left to other solvers.
 */
#include <math.h>
#include <string.h>
#include "base/memory.h"
#include "fclib/island.h"

enum { ROWS_MOST = 1500, HALVINGS = 12 };
enum { OPEN, STICK, SLIDE };

typedef struct newton {
    size_t rows;     /* of all contacts */
    size_t unknowns; /* of those not open */
    uint32_t *at;    /* of a contact: its first unknown */
    unsigned char *state;
    double *matrix, *rhs; /* unknowns x unknowns, by rows */
    size_t capacity;
    double *start; /* r before the step */
    double *step;
} newton;

static void newton_free(newton *s)
{
    rp_memory_free(s->at);
    rp_memory_free(s->state);
    rp_memory_free(s->matrix);
    rp_memory_free(s->rhs);
    rp_memory_free(s->start);
    rp_memory_free(s->step);
}

static int newton_alloc(newton *s, const rp_island *x)
{
    *s = (newton){.rows = x->count * (size_t)x->block};
    s->at = rp_memory_alloc(x->count, sizeof *s->at);
    s->state = rp_memory_alloc(x->count, 1);
    s->rhs = rp_memory_alloc(s->rows, sizeof *s->rhs);
    s->start = rp_memory_alloc(s->rows, sizeof *s->start);
    s->step = rp_memory_alloc(s->rows, sizeof *s->step);
    return s->at && s->state && s->rhs && s->start && s->step;
}

static double tangent(const double *z, int block) { return block == 2 ? fabs(z[1]) : hypot(z[1], z[2]); }

static void classify(newton *s, const rp_island *x)
{
    const size_t b = (size_t)x->block;
    s->unknowns = 0;
    for (size_t c = 0; c < x->count; c++) {
        double z[3] = {0};
        for (size_t i = 0; i < b; i++) z[i] = x->r[c * b + i] - x->u[c * b + i];
        s->state[c] = z[0] <= 0 ? OPEN : tangent(z, x->block) <= x->mu[c] * z[0] ? STICK : SLIDE;
        s->at[c] = (uint32_t)s->unknowns;
        if (s->state[c] != OPEN) s->unknowns += b;
    }
}

/* Rows of contact c: those of its velocity, W dr = -u. */
static void stick_rows(newton *s, const rp_island *x, size_t c, double eps)
{
    const size_t b = (size_t)x->block, n = s->unknowns;
    for (size_t k = x->start[c]; k < x->start[c + 1]; k++) {
        const size_t other = x->column[k];
        if (s->state[other] == OPEN) continue;
        for (size_t i = 0; i < b; i++)
            memcpy(s->matrix + (s->at[c] + i) * n + s->at[other], x->value + k * b * b + i * b, b * sizeof(double));
    }
    for (size_t i = 0; i < b; i++) {
        s->matrix[(s->at[c] + i) * n + s->at[c] + i] += eps;
        s->rhs[s->at[c] + i] = -x->u[c * b + i];
    }
}

/* Tangential rows of a sliding contact: dr_t - mu d dr_n - g (1 - d d^T)(dr_t - (W dr)_t) = mu r_n d - r_t, with
 * g = mu r_n/|z_t|, at most 1; from the rows of velocity that stand there. */
static void slide_rows(newton *s, const rp_island *x, size_t c)
{
    const size_t b = (size_t)x->block, n = s->unknowns, t = b - 1;
    const double *r = x->r + c * b, *u = x->u + c * b;
    double z[3] = {0}, d[2] = {0};
    for (size_t i = 0; i < b; i++) z[i] = r[i] - u[i];
    const double size = tangent(z, x->block), bound = x->mu[c] * fmax(0, r[0]), g = fmin(1, bound / size);
    for (size_t i = 0; i < t; i++) d[i] = z[i + 1] / size;
    double *first = s->matrix + (s->at[c] + 1) * n, *second = first + n;
    for (size_t j = 0; j < n; j++) {
        const double w[2] = {first[j], t > 1 ? second[j] : 0}, along = d[0] * w[0] + d[1] * w[1];
        first[j] = t > 1 ? g * (w[0] - along * d[0]) : 0;
        if (t > 1) second[j] = g * (w[1] - along * d[1]);
    }
    for (size_t i = 0; i < t; i++) {
        double *row = s->matrix + (s->at[c] + 1 + i) * n + s->at[c];
        row[0] -= x->mu[c] * d[i];
        row[1 + i] += 1;
        for (size_t j = 0; j < t && t > 1; j++) row[1 + j] -= g * ((i == j) - d[i] * d[j]);
        s->rhs[s->at[c] + 1 + i] = bound * d[i] - r[1 + i];
    }
}

/* An open contact loses its impulse at once, and the others' velocities change by that. */
static void drop_open(newton *s, rp_island *x)
{
    const size_t b = (size_t)x->block;
    for (size_t c = 0; c < x->count; c++)
        if (s->state[c] == OPEN) memset(x->r + c * b, 0, b * sizeof *x->r);
    for (size_t c = 0; c < x->count; c++) rp_island_velocity(x, x->r, c, x->u + c * b);
}

/* Gauss elimination with row exchange; the solution comes to rhs. 0: singular. */
static int eliminate(double *a, double *b, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        size_t pivot = k;
        for (size_t i = k + 1; i < n; i++)
            if (fabs(a[i * n + k]) > fabs(a[pivot * n + k])) pivot = i;
        if (!(fabs(a[pivot * n + k]) > 0)) return 0;
        for (size_t j = k; j < n && pivot != k; j++) {
            const double swap = a[k * n + j];
            a[k * n + j] = a[pivot * n + j];
            a[pivot * n + j] = swap;
        }
        const double swap = b[k];
        b[k] = b[pivot];
        b[pivot] = swap;
        for (size_t i = k + 1; i < n; i++) {
            const double l = a[i * n + k] / a[k * n + k];
            if (l == 0) continue;
            b[i] -= l * b[k];
            for (size_t j = k + 1; j < n; j++) a[i * n + j] -= l * a[k * n + j];
        }
    }
    for (size_t k = n; k-- > 0;) {
        for (size_t j = k + 1; j < n; j++) b[k] -= a[k * n + j] * b[j];
        b[k] /= a[k * n + k];
    }
    return 1;
}

static double wrong(rp_island *x)
{
    rp_island_measure(x);
    return x->wrong;
}

/* The step from `start`, halved until the natural map falls. 0: it does not. */
static int search(newton *s, rp_island *x, double now)
{
    const size_t b = (size_t)x->block;
    double share = 1;
    for (int n = 0; n < HALVINGS; n++, share *= 0.5) {
        for (size_t c = 0; c < x->count; c++)
            for (size_t i = 0; i < b; i++) {
                const double from = s->start[c * b + i];
                x->r[c * b + i] = s->state[c] == OPEN ? (1 - share) * from : from + share * s->step[c * b + i];
            }
        if (wrong(x) < (1 - 1e-3 * share) * now) return 1;
    }
    return 0;
}

/* One step. 0: no better point was found. */
static int advance(newton *s, rp_island *x, double eps)
{
    const size_t b = (size_t)x->block;
    const double now = wrong(x);
    memcpy(s->start, x->r, s->rows * sizeof *s->start);
    classify(s, x);
    drop_open(s, x);
    memset(s->matrix, 0, s->unknowns * s->unknowns * sizeof *s->matrix);
    for (size_t c = 0; c < x->count; c++)
        if (s->state[c] != OPEN) stick_rows(s, x, c, eps);
    for (size_t c = 0; c < x->count; c++)
        if (s->state[c] == SLIDE) slide_rows(s, x, c);
    if (!eliminate(s->matrix, s->rhs, s->unknowns)) return 0;
    for (size_t c = 0; c < x->count; c++)
        for (size_t i = 0; i < b && s->state[c] != OPEN; i++) s->step[c * b + i] = s->rhs[s->at[c] + i];
    return search(s, x, now);
}

static int reserve_matrix(newton *s, const rp_island *x, rp_status *status, rp_error *err)
{
    classify(s, x);
    if (s->unknowns > ROWS_MOST) {
        *status = rp_error_set(err, RP_FAILED,
                               "%zu rows of active contacts are too many for Newton's method, at most %d", s->unknowns,
                               ROWS_MOST);
        return 0;
    }
    if (rp_memory_reserve(&s->matrix, &s->capacity, s->unknowns * s->unknowns + 1, sizeof *s->matrix)) return 1;
    *status = rp_memory_error(err, s->unknowns * s->unknowns * sizeof *s->matrix, "Newton's method");
    return 0;
}

rp_status rp_island_newton(rp_island *x, long most, rp_error *err)
{
    newton s;
    rp_status status = RP_OK;
    if (x->block == 5) return rp_error_set(err, RP_FAILED, "Newton's method does not solve rolling problems");
    if (!newton_alloc(&s, x)) status = rp_memory_error(err, 4 * s.rows * sizeof(double), "Newton's method");
    if (!status) rp_island_measure(x);
    for (long n = 1, failed = 0; n <= most && !x->converged && !status && !failed; n++) {
        if (!reserve_matrix(&s, x, &status, err)) break;
        x->iterations++;
        failed = !advance(&s, x, 1e-3 * fmin(1e-3, x->residual[1]));
        if (failed) rp_island_take_best(x);
    }
    newton_free(&s);
    return status;
}
