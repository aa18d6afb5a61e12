/* A frictional contact problem as FCLIB keeps it [AcaryEtAl2014], and the room's map.
 *
 *     file.c ──> problem.c ──> island.c ──> solvers (auto.c, sweep.c, admm.c, newton.c) ──> residual, solution
 *   (HDF5, as    (checked,      (W in blocks,       (one island at a time)
 *    arrays)      sparse)        cut, scaled)
 *
 * Local form:   u = W r + q.
 * Global form:  M v = H r + f,  u = H^T v + w,  so W = H^T M^-1 H and q = H^T M^-1 f + w.
 *
 * Each contact has a block of rows: normal first, then tangents (1 or 2), and in the rolling form two rows of rolling.
 * The law, exact, for û = u + (mu |u_t| + mu_r |u_r|) n [De Saxcé's change of variable]:
 *
 *   r in K,  û in K*,  r.û = 0;    K: r_n >= 0, |r_t| <= mu r_n, |r_r| <= mu_r r_n
 */
#ifndef RP_FCLIB_PROBLEM_H
#define RP_FCLIB_PROBLEM_H

#include "core/archive.h"
#include "fclib/sparse.h"
#include "methods/step_problem.h"
#include "repose/fclib.h"

struct rp_fclib {
    int global, rolling;
    int dimension; /* of space */
    int block;     /* rows of a contact: 2, 3 or 5 */
    size_t contacts;
    char title[128];
    rp_sparse W;      /* local form: as given */
    rp_sparse M, H;   /* global form */
    rp_sparse Ht;     /* transpose of H */
    rp_ldl factors;   /* of M */
    double asymmetry; /* of W or M, see rp_sparse_asymmetry */
    double *q;        /* m/s, contacts x block; in the global form computed */
    double *f, *w;    /* global form */
    double *mu, *mu_r;
    double *r, *u, *v; /* the solution; v in the global form */
    double *work;      /* global form: twice the rows of M */
};

/* From arrays named as in the file ("fclib_local/W/m" ...). RP_INPUT with the array's name for what is no problem. */
rp_status rp_fclib_make(const rp_archive *file, rp_fclib **problem, rp_error *err);
/* From the contacts of a step, with its impulses as solution. The caller destroys it, also after a failure. */
rp_status rp_fclib_make_step(const rp_step_problem *step, const char *title, rp_fclib **problem, rp_error *err);
/* The file's arrays; read in a process of its own, because HDF5 is not safe on hostile bytes. */
rp_status rp_fclib_file_read(const char *path, rp_archive *file, char *title, size_t title_size, rp_error *err);
/* M v = b, refined with the factors of its symmetric part; rest: room for as many. Returns what is left of b. */
double rp_fclib_bodies(const rp_fclib *p, const double *b, double *v, double *rest);
/* u, and in the global form v, from r. */
void rp_fclib_velocities(rp_fclib *p);

#endif
