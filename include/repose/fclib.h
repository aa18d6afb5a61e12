/* Frictional contact problems of FCLIB, the public collection of the field: read, solved to exact Coulomb friction,
 * written.
 *
 *     rp_fclib *problem;
 *     rp_fclib_def def = rp_fclib_def_default();
 *     rp_fclib_result result;
 *     if (rp_fclib_read("problem.hdf5", &problem, &err) || rp_fclib_solve(problem, &def, &result, &err)) ...
 *     rp_fclib_destroy(problem);
 */
#ifndef REPOSE_FCLIB_H
#define REPOSE_FCLIB_H

#include <stddef.h>
#include "repose/export.h"
#include "repose/status.h"

RP_BEGIN_DECLARATIONS

/* A problem with its solution so far, all zero after it was read. */
typedef struct rp_fclib rp_fclib;

/* What a problem is. */
typedef struct rp_fclib_facts {
    const char *form;  /* local, global or rolling */
    const char *title; /* as in the file; owned by the problem */
    int dimension;     /* of space */
    int rows;          /* of a contact: 2, 3 or 5 */
    size_t contacts;
    size_t freedoms;  /* degrees of freedom of the bodies; 0 in the local form */
    double asymmetry; /* largest |a_ij - a_ji| / sqrt(a_ii a_jj) of W, or of M in the global form */
} rp_fclib_facts;

/* How a problem is solved. */
typedef struct rp_fclib_def {
    const char *solver;  /* auto, accelerated, gauss-seidel, admm or newton */
    double tolerance;    /* of both residuals */
    long max_iterations; /* of every island; sweeps, or steps of ADMM or Newton's method */
    int threads;         /* islands at a time; changes no result */
} rp_fclib_def;

/* auto, 1e-6, 200 000 iterations, one thread. */
RP_API rp_fclib_def rp_fclib_def_default(void);

/* Solvers by name, in the order of rp_fclib_result.islands_by; ended by NULL. */
#define RP_FCLIB_SOLVERS 5
RP_API const char *const *rp_fclib_solvers(void);

/* What came of it. The residual is that of Siconos, |r - P_K(r - û)| / max(|q|, |r|, |u|), û = u + mu |u_t| n; it
 * depends on units. The relative one is the same of the problem whose impulses are scaled so that the diagonal blocks
 * of W have unit mean diagonal, which has no units. */
typedef struct rp_fclib_result {
    int converged;   /* both residuals are at most the tolerance */
    int unsolvable;  /* islands that have no solution: no velocity of the bodies opens all their contacts */
    long iterations; /* the most of any island */
    double seconds;  /* of wall-clock time, without reading */
    double residual; /* as Siconos counts */
    double relative; /* without units */
    size_t islands;  /* sets of contacts that share bodies */
    size_t islands_by[RP_FCLIB_SOLVERS]; /* how many each solver has solved, as in rp_fclib_solvers */
    size_t active, sliding;              /* contacts that push; those of them at the bound of friction */
    size_t first_unsolvable;             /* a contact of the first island without solution */
} rp_fclib_result;

/* Reads a local, global or rolling problem from an HDF5 file in FCLIB's layout. RP_INPUT says which array is wrong. */
RP_API rp_status rp_fclib_read(const char *path, rp_fclib **problem, rp_error *err);
RP_API rp_fclib_facts rp_fclib_facts_of(const rp_fclib *problem);
/* Solves it from r = 0. Not converged is no error: the result says so. */
RP_API rp_status rp_fclib_solve(rp_fclib *problem, const rp_fclib_def *def, rp_fclib_result *result, rp_error *err);
/* Impulses and velocities of the solution, contacts x rows; owned by the problem. */
RP_API const double *rp_fclib_impulses(const rp_fclib *problem);
RP_API const double *rp_fclib_velocities_of(const rp_fclib *problem);
/* Other impulses in place of the solution, contacts x rows, and both residuals of them. */
RP_API rp_status rp_fclib_impulses_set(rp_fclib *problem, const double *impulses, double *residual, double *relative,
                                       rp_error *err);
/* Writes the problem with its solution as an HDF5 file in FCLIB's layout. */
RP_API rp_status rp_fclib_write(const rp_fclib *problem, const char *path, rp_error *err);
RP_API void rp_fclib_destroy(rp_fclib *problem);

RP_END_DECLARATIONS

#endif
