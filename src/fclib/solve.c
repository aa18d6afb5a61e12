/* A problem solved island by island; see repose/fclib.h. */
#include <math.h>
#include <string.h>
#include "base/memory.h"
#include "base/threads.h"
#include "base/timer.h"
#include "fclib/island.h"

static const char *const solvers[RP_FCLIB_SOLVERS + 1] = {"auto", "accelerated", "gauss-seidel",
                                                          "admm", "newton",      NULL};

const char *const *rp_fclib_solvers(void) { return solvers; }

rp_fclib_def rp_fclib_def_default(void)
{
    return (rp_fclib_def){.solver = "auto", .tolerance = 1e-6, .max_iterations = 200000, .threads = 1};
}

static rp_status check_def(const rp_fclib_def *def, int *solver, rp_error *err)
{
    for (*solver = 0; *solver < RP_FCLIB_SOLVERS && strcmp(def->solver, solvers[*solver]) != 0;) ++*solver;
    if (*solver == RP_FCLIB_SOLVERS) {
        rp_error_set(err, RP_INPUT, "unknown solver '%.64s'", def->solver);
        rp_error_expected(err, "auto, accelerated, gauss-seidel, admm or newton");
        rp_error_nearest(err, def->solver, solvers, RP_FCLIB_SOLVERS);
        return RP_INPUT;
    }
    if (!(def->tolerance > 0) || !(def->tolerance < 1))
        return rp_error_set(err, RP_INPUT, "the tolerance is %g, not a number between 0 and 1", def->tolerance);
    if (def->max_iterations < 1)
        return rp_error_set(err, RP_INPUT, "the most iterations are %ld, not a number from 1 on", def->max_iterations);
    if (def->threads < 1)
        return rp_error_set(err, RP_INPUT, "the number of threads is %d, not a number from 1 on", def->threads);
    return RP_OK;
}

/* Both residuals of the whole problem, by the matrices as given; the scales are the islands'. */
static void judge(rp_fclib *p, const rp_islands *s, double *residual, double *relative)
{
    const size_t b = (size_t)p->block;
    rp_cone_sums given = {0}, scaled = {0};
    rp_fclib_velocities(p);
    for (size_t n = 0; n < s->count; n++)
        for (size_t c = 0; c < s->item[n].count; c++) {
            const rp_island *x = &s->item[n];
            const size_t at = x->contact[c] * b;
            double r[RP_ISLAND_BLOCK], u[RP_ISLAND_BLOCK];
            for (size_t i = 0; i < b; i++) {
                r[i] = p->r[at + i] / x->scale[c * b + i];
                u[i] = p->u[at + i] * x->scale[c * b + i];
            }
            rp_cone_add(&given, p->block, p->mu[x->contact[c]], p->rolling ? p->mu_r[x->contact[c]] : 0, p->r + at,
                        p->u + at, p->q + at);
            rp_cone_add(&scaled, p->block, x->mu[c], x->mu_r[c], r, u, x->q + c * b);
        }
    *residual = rp_cone_residual(&given);
    *relative = rp_cone_residual(&scaled);
}

/* An island stops at half of the tolerance over its own size, because those of several may add up to more, or where its
 * share of |q| of the whole problem allows it. */
static void set_goals(const rp_fclib *p, rp_islands *s, double tolerance)
{
    const size_t b = (size_t)p->block;
    double given = 0, scaled = 0;
    for (size_t n = 0; n < s->count; n++)
        for (size_t i = 0; i < s->item[n].count * b; i++) {
            const rp_island *x = &s->item[n];
            given += x->q[i] / x->scale[i] * (x->q[i] / x->scale[i]);
            scaled += x->q[i] * x->q[i];
        }
    for (size_t n = 0; n < s->count; n++) {
        s->item[n].tolerance = s->count > 1 ? 0.5 * tolerance : 0.9 * tolerance;
        s->item[n].floor[0] = 0.3 * tolerance * sqrt(given / (double)s->count);
        s->item[n].floor[1] = 0.3 * tolerance * sqrt(scaled / (double)s->count);
    }
}

static rp_status solve_island(rp_island *x, int solver, long most, rp_error *err)
{
    rp_status status = RP_OK;
    x->solver = solver;
    if (rp_island_measure(x)) {
        x->solver = RP_ISLAND_ACCELERATED;
        return RP_OK;
    }
    switch (solver) {
    case RP_ISLAND_ACCELERATED: status = rp_island_sweep(x, most, 1, err); break;
    case RP_ISLAND_GAUSS_SEIDEL: status = rp_island_sweep(x, most, 0, err); break;
    case RP_ISLAND_ADMM: status = rp_island_admm(x, most, err); break;
    case RP_ISLAND_NEWTON: status = rp_island_newton(x, most, err); break;
    default: status = rp_island_auto(x, most, err);
    }
    if (!status && !x->converged) rp_island_take_best(x);
    if (!status && (!x->converged || x->strained) && !x->unsolvable) status = rp_island_unsolvable(x, err);
    return status;
}

static rp_status solve_all(rp_islands *s, int solver, const rp_fclib_def *def, rp_error *err)
{
    rp_status status = RP_OK;
    const int threads = rp_threads_swap(def->threads);
#pragma omp parallel for schedule(dynamic, 1)
    for (size_t n = 0; n < s->count; n++) {
        rp_error inner = {0};
        rp_status one = solve_island(&s->item[n], solver, def->max_iterations, &inner);
        if (!one) continue;
#pragma omp critical(rp_fclib)
        {
            if (!status && err) *err = inner;
            status = one;
        }
    }
    rp_threads_swap(threads);
    return status;
}

static void collect(rp_fclib *p, const rp_islands *s, rp_fclib_result *out)
{
    const size_t b = (size_t)p->block;
    out->islands = s->count;
    for (size_t n = 0; n < s->count; n++) {
        const rp_island *x = &s->item[n];
        out->iterations = x->iterations > out->iterations ? x->iterations : out->iterations;
        out->islands_by[x->solver]++;
        if (x->unsolvable && !out->unsolvable++) out->first_unsolvable = x->contact[0];
        for (size_t c = 0; c < x->count; c++) {
            const double *r = x->r + c * b, grip = b == 2 ? fabs(r[1]) : hypot(r[1], r[2]);
            out->active += r[0] > 0;
            out->sliding += r[0] > 0 && grip >= x->mu[c] * r[0] * (1 - 1e-6);
            for (size_t i = 0; i < b; i++) p->r[x->contact[c] * b + i] = r[i] * x->scale[c * b + i];
        }
    }
}

rp_status rp_fclib_solve(rp_fclib *p, const rp_fclib_def *def, rp_fclib_result *result, rp_error *err)
{
    int solver;
    rp_islands s = {0};
    const double start = rp_timer_clock();
    *result = (rp_fclib_result){0};
    rp_status status = check_def(def, &solver, err);
    if (!status) status = rp_islands_make(&s, p, err);
    if (!status) set_goals(p, &s, def->tolerance);
    if (!status) status = solve_all(&s, solver, def, err);
    if (!status) {
        collect(p, &s, result);
        judge(p, &s, &result->residual, &result->relative);
        result->converged = !result->unsolvable && result->residual <= def->tolerance
                            && result->relative <= def->tolerance;
        result->seconds = rp_timer_clock() - start;
    }
    rp_islands_free(&s);
    return status;
}

rp_status rp_fclib_impulses_set(rp_fclib *p, const double *impulses, double *residual, double *relative, rp_error *err)
{
    rp_islands s = {0};
    rp_status status = rp_islands_make(&s, p, err);
    if (!status) {
        memcpy(p->r, impulses, p->contacts * (size_t)p->block * sizeof *p->r);
        judge(p, &s, residual, relative);
    }
    rp_islands_free(&s);
    return status;
}
