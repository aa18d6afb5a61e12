/* Which solver an island gets, found by trying: sweeps with momentum, which solve most islands at the least cost;
 * Newton's method from where they have come; then ADMM; and all of them again with twice the iterations. Each goes on
 * from the best impulses so far, and ADMM is left out once it has found none. Where none has come far, the island may
 * have no solution. */
#include "fclib/island.h"

enum { SWEEPS = 100, NEWTONS = 20, ALTERNATIONS = 200, DOUBTS = 4 };

static rp_status run(rp_island *x, int solver, long most, rp_error *err)
{
    if (solver == RP_ISLAND_ACCELERATED) return rp_island_sweep(x, most, 1, err);
    return solver == RP_ISLAND_NEWTON ? rp_island_newton(x, most, err) : rp_island_admm(x, most, err);
}

/* What a solver cannot do here is no failure: the next one follows. */
static rp_status attempt(rp_island *x, int solver, long count, long most, rp_error *err)
{
    const long left = most - x->iterations;
    if (x->converged || left <= 0) return RP_OK;
    x->solver = solver;
    rp_status status = run(x, solver, count < left ? count : left, err);
    if (status == RP_SYSTEM) return status;
    if (!x->converged) rp_island_take_best(x);
    return RP_OK;
}

rp_status rp_island_auto(rp_island *x, long most, rp_error *err)
{
    rp_status status = RP_OK;
    int useful = 1;
    for (long round = 1; !status && !x->converged && !x->unsolvable && x->iterations < most; round *= 2) {
        if (round == DOUBTS) status = rp_island_unsolvable(x, err);
        if (status || x->unsolvable) break;
        status = attempt(x, RP_ISLAND_ACCELERATED, SWEEPS * round, most, err);
        if (!status) status = attempt(x, RP_ISLAND_NEWTON, NEWTONS, most, err);
        const double before = x->best_residual;
        if (!status && useful) status = attempt(x, RP_ISLAND_ADMM, ALTERNATIONS * round, most, err);
        useful = useful && x->best_residual < 0.9 * before;
        if (!status && useful) status = attempt(x, RP_ISLAND_NEWTON, NEWTONS, most, err);
    }
    return status;
}
