/* Siconos' own library on a problem of three rows a contact, for test_fclib_siconos_verify.py. Standard input, binary:
 * contacts (int), then W (dense, by columns), q, mu and impulses r of another program. Standard output: Siconos' error
 * of those impulses; then the error and the impulses that its NSGS finds from zero, to the tolerance of 1e-8. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <FrictionContactProblem.h>
#include <Friction_cst.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <SolverOptions.h>
#include <fc3d_Solvers.h>
#include <fc3d_compute_error.h>

static double *take(size_t count)
{
    double *x = calloc(count, sizeof *x);
    if (!x || fread(x, sizeof *x, count, stdin) != count) exit(2);
    return x;
}

int main(void)
{
    int contacts;
    if (fread(&contacts, sizeof contacts, 1, stdin) != 1) return 2;
    const int rows = 3 * contacts;
    double *W = take((size_t)rows * (size_t)rows), *q = take((size_t)rows), *mu = take((size_t)contacts);
    double *r = take((size_t)rows), *u = calloc((size_t)rows, sizeof *u), error, norm = 0;
    FrictionContactProblem *problem = frictionContactProblem_new_with_data(
        3, contacts, NM_create_from_data(NM_DENSE, rows, rows, W), q, mu);
    SolverOptions *options = solver_options_create(SICONOS_FRICTION_3D_NSGS);
    options->iparam[SICONOS_IPARAM_MAX_ITER] = 100000;
    options->dparam[SICONOS_DPARAM_TOL] = 1e-8;
    for (int n = 0; n < rows; n++) norm += q[n] * q[n];
    fc3d_compute_error(problem, r, u, 1e-8, options, sqrt(norm), &error);
    printf("%.17g\n", error);
    for (int n = 0; n < rows; n++) r[n] = u[n] = 0;
    int failed = fc3d_driver(problem, r, u, options);
    fc3d_compute_error(problem, r, u, 1e-8, options, sqrt(norm), &error);
    printf("%.17g\n", error);
    for (int n = 0; n < rows; n++) printf("%.17g\n", r[n]);
    return failed ? 1 : 0;
}
