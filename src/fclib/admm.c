/* The alternating direction method of multipliers: impulses that obey the dynamics on one side, impulses in the cone of
 * friction on the other, pulled together.
 *
 *   (W + rho) r = rho (y - z) - q - s n      by the factors of W + rho I, made anew when rho changes
 *   y = P_K(a r + (1 - a) y + z)             a: over-relaxation
 *   z = z + a r + (1 - a) y_before - y
 *   s = mu |u_t|,  u = -rho z                De Saxcé's term, refreshed in every iteration
 *
 * Where W is not symmetric the factors are those of its symmetric part S, and (W - S) y joins the right-hand side.
 * At a fixed point y = r and -rho z = W r + q + s n: exact Coulomb. rho follows the two residuals |r - y| and
 * rho |y - y_before| [BoydEtAl2011, section 3.4.1].
 */
#include <math.h>
#include <string.h>
#include "base/memory.h"
#include "fclib/island.h"

static const double RELAXATION = 1.6, UNEQUAL = 10, RHO_STEP = 4;
enum { FILL_MOST = 60000000 };

typedef struct admm {
    size_t rows;
    rp_sparse W, even; /* as given, and its symmetric part */
    int uneven;
    rp_ldl factors;
    double rho;
    double *r, *y, *z, *rhs, *other;
    double apart, changed; /* |r - y|, |y - y_before| */
} admm;

static void admm_free(admm *a)
{
    rp_sparse_free(&a->W);
    rp_sparse_free(&a->even);
    rp_ldl_free(&a->factors);
    rp_memory_free(a->r);
    rp_memory_free(a->y);
    rp_memory_free(a->z);
    rp_memory_free(a->rhs);
    rp_memory_free(a->other);
}

rp_status rp_island_matrix(const rp_island *x, rp_sparse *w, rp_error *err)
{
    const size_t b = (size_t)x->block, count = x->start[x->count] * b * b;
    uint32_t *row = rp_memory_alloc(count, sizeof *row), *column = rp_memory_alloc(count, sizeof *column);
    double *value = rp_memory_alloc(count, sizeof *value);
    size_t at = 0;
    for (size_t c = 0; c < x->count && row && column && value; c++)
        for (size_t n = x->start[c]; n < x->start[c + 1]; n++)
            for (size_t k = 0; k < b * b; k++, at++) {
                row[at] = (uint32_t)(c * b + k / b);
                column[at] = (uint32_t)(x->column[n] * b + k % b);
                value[at] = x->value[n * b * b + k];
            }
    rp_status status = at == count ? rp_sparse_make(w, x->count * b, x->count * b, count, row, column, value, err)
                                   : rp_memory_error(err, count * sizeof *value, "the matrix of an island");
    rp_memory_free(row);
    rp_memory_free(column);
    rp_memory_free(value);
    return status;
}

static rp_status admm_make(admm *a, const rp_island *x, rp_error *err)
{
    *a = (admm){.rows = x->count * (size_t)x->block};
    a->r = rp_memory_alloc(a->rows, sizeof(double));
    a->y = rp_memory_alloc(a->rows, sizeof(double));
    a->z = rp_memory_alloc(a->rows, sizeof(double));
    a->rhs = rp_memory_alloc(a->rows, sizeof(double));
    a->other = rp_memory_alloc(a->rows, sizeof(double));
    if (!a->r || !a->y || !a->z || !a->rhs || !a->other)
        return rp_memory_error(err, 5 * a->rows * sizeof(double), "ADMM");
    rp_status status = rp_island_matrix(x, &a->W, err);
    if (!status) status = rp_sparse_symmetric(&a->W, &a->even, err);
    a->uneven = !status && rp_sparse_asymmetry(&a->W, &a->even) > 1e-14;
    return status ? status : rp_ldl_analyse(&a->factors, &a->even, FILL_MOST, err);
}

static rp_status refactor(admm *a, double rho, rp_error *err)
{
    const double ratio = a->rho > 0 ? a->rho / rho : 1;
    for (size_t i = 0; i < a->rows; i++) a->z[i] *= ratio; /* rho z stays */
    a->rho = rho;
    return rp_ldl_factor(&a->factors, &a->even, rho) ? RP_OK : rp_error_set(err, RP_FAILED, "W is not positive");
}

/* rhs less (W - S) y */
static void add_uneven(admm *a)
{
    rp_sparse_times(&a->W, a->y, a->other);
    for (size_t i = 0; i < a->rows; i++) a->rhs[i] -= a->other[i];
    rp_sparse_times(&a->even, a->y, a->other);
    for (size_t i = 0; i < a->rows; i++) a->rhs[i] += a->other[i];
}

static void step(admm *a, const rp_island *x)
{
    const size_t b = (size_t)x->block;
    for (size_t c = 0; c < x->count; c++) {
        const double *y = a->y + c * b, *z = a->z + c * b;
        for (size_t i = 0; i < b; i++) a->rhs[c * b + i] = a->rho * (y[i] - z[i]) - x->q[c * b + i];
        a->rhs[c * b] -= a->rho * rp_cone_slip(x->block, x->mu[c], x->mu_r[c], z);
    }
    if (a->uneven) add_uneven(a);
    rp_ldl_solve(&a->factors, a->rhs, a->r);
    a->apart = a->changed = 0;
    for (size_t c = 0; c < x->count; c++) {
        double *y = a->y + c * b, *z = a->z + c * b, in[RP_ISLAND_BLOCK], to[RP_ISLAND_BLOCK];
        for (size_t i = 0; i < b; i++) in[i] = RELAXATION * a->r[c * b + i] + (1 - RELAXATION) * y[i] + z[i];
        rp_cone_project(x->block, x->mu[c], x->mu_r[c], in, to);
        for (size_t i = 0; i < b; i++) {
            a->apart += (a->r[c * b + i] - to[i]) * (a->r[c * b + i] - to[i]);
            a->changed += (to[i] - y[i]) * (to[i] - y[i]);
            z[i] = in[i] - to[i];
            y[i] = to[i];
        }
    }
    a->apart = sqrt(a->apart);
    a->changed = sqrt(a->changed);
}

/* r in, as y, and the multiplier of its velocity. */
static void admm_start(admm *a, rp_island *x)
{
    const size_t b = (size_t)x->block;
    rp_island_measure(x);
    memcpy(a->y, x->r, a->rows * sizeof *a->y);
    for (size_t c = 0; c < x->count; c++) {
        for (size_t i = 0; i < b; i++) a->z[c * b + i] = -x->u[c * b + i] / a->rho;
        a->z[c * b] -= rp_cone_slip(x->block, x->mu[c], x->mu_r[c], x->u + c * b) / a->rho;
    }
}

static rp_status iterate(admm *a, rp_island *x, long most, rp_error *err)
{
    rp_status status = RP_OK;
    long next = 20;
    for (long n = 1; n <= most && !x->converged && !status; n++) {
        step(a, x);
        x->iterations++;
        if (n % 5 == 0 || n == most) {
            memcpy(x->r, a->y, a->rows * sizeof *x->r);
            rp_island_measure(x);
        }
        if (n < next || x->converged) continue;
        next = n + n / 2;
        const double ratio = a->apart / fmax(1e-300, a->rho * a->changed);
        if (ratio > UNEQUAL && a->rho < 1e6) status = refactor(a, a->rho * RHO_STEP, err);
        if (ratio < 1 / UNEQUAL && a->rho > 1e-8) status = refactor(a, a->rho / RHO_STEP, err);
    }
    return status;
}

rp_status rp_island_admm(rp_island *x, long most, rp_error *err)
{
    admm a;
    rp_status status = admm_make(&a, x, err);
    if (!status) status = refactor(&a, 1, err);
    if (!status) admm_start(&a, x);
    if (!status) status = iterate(&a, x, most, err);
    admm_free(&a);
    return status;
}
