/* Islands: contacts that share bodies with each other and with no contact outside. Each is solved by itself.
 *
 * W is kept in blocks, row by row of contacts, and scaled: impulses are r = scale r', so that each contact's own block
 * has unit mean diagonal. One scale for the normal and the tangents of a contact leaves the cone of friction as it is
 * (rolling rows have their own, and mu_r with them); solvers see numbers of order one, and the residual of the scaled
 * problem has no units.
 */
#ifndef RP_FCLIB_ISLAND_H
#define RP_FCLIB_ISLAND_H

#include "fclib/problem.h"

enum { RP_ISLAND_BLOCK = 5 }; /* most rows of a contact */
/* Solvers, in the order of rp_fclib_solvers. */
enum { RP_ISLAND_AUTO, RP_ISLAND_ACCELERATED, RP_ISLAND_GAUSS_SEIDEL, RP_ISLAND_ADMM, RP_ISLAND_NEWTON };

typedef struct rp_island {
    int block;
    size_t count;      /* contacts */
    size_t *start;     /* count + 1: blocks of a row of contacts; owned, as all arrays here */
    uint32_t *column;  /* contact within the island */
    double *value;     /* block x block numbers each */
    size_t *diagonal;  /* of a contact: its own block */
    uint32_t *contact; /* in the problem */
    double *scale;     /* of a row */
    double *q, *mu, *mu_r;
    double *r, *u; /* scaled */
    double *best;  /* r with the least residual so far */
    double best_residual;
    /* goal */
    double tolerance;
    double floor[2]; /* |natural map|, as Siconos counts and scaled: less is nothing in the whole problem */
    /* report */
    long iterations;
    double residual[2]; /* as Siconos counts, and scaled */
    double wrong;       /* |natural map|, scaled */
    int strained;       /* impulses are much larger than q: perhaps they cancel, see rp_island_unsolvable */
    int solver;         /* of rp_fclib_solvers */
    int converged, unsolvable;
} rp_island;

typedef struct rp_islands {
    size_t count;
    rp_island *item;
} rp_islands;

rp_status rp_islands_make(rp_islands *s, const rp_fclib *p, rp_error *err);
void rp_islands_free(rp_islands *s);

/* W r + q of contact c. */
void rp_island_velocity(const rp_island *x, const double *r, size_t c, double *u);
/* u of all contacts from r, both residuals, and whether they are small enough. Keeps the best r. */
int rp_island_measure(rp_island *x);
void rp_island_take_best(rp_island *x);

rp_status rp_island_matrix(const rp_island *x, rp_sparse *w, rp_error *err); /* W, scaled */

/* ---- cone.c ---- */

/* The nearest point of K. */
void rp_cone_project(int block, double mu, double mu_r, const double *z, double *x);
/* mu |u_t| + mu_r |u_r|. */
double rp_cone_slip(int block, double mu, double mu_r, const double *u);

typedef struct rp_cone_sums {
    double wrong, r, u, q; /* squares of the natural map, of r, u and q */
} rp_cone_sums;
void rp_cone_add(rp_cone_sums *s, int block, double mu, double mu_r, const double *r, const double *u, const double *q);
double rp_cone_residual(const rp_cone_sums *s);

/* ---- solvers: from r on, until the island is solved or `most` iterations are done. RP_FAILED: not possible here ----
 */

rp_status rp_island_sweep(rp_island *x, long most, int momentum, rp_error *err);
rp_status rp_island_admm(rp_island *x, long most, rp_error *err);
rp_status rp_island_newton(rp_island *x, long most, rp_error *err);
rp_status rp_island_auto(rp_island *x, long most, rp_error *err);

/* Sets `unsolvable` if there is no solution, as far as a search of bounded length finds out. */
rp_status rp_island_unsolvable(rp_island *x, rp_error *err);

#endif
