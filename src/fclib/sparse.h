/* Sparse matrices by rows, and the factors L D L^T of symmetric ones.
 *
 * The order of elimination is by least degree (George and Liu: in a quotient graph an eliminated row becomes an
 * element, the set of the rows it couples), which keeps L sparse. Pivots are not exchanged: the matrices here are
 * positive definite.
 */
#ifndef RP_FCLIB_SPARSE_H
#define RP_FCLIB_SPARSE_H

#include <stddef.h>
#include <stdint.h>
#include "repose/status.h"

typedef struct rp_sparse {
    size_t rows, columns;
    size_t *start;    /* rows + 1; owned, as all arrays here */
    uint32_t *column; /* rising within a row */
    double *value;
} rp_sparse;

/* From entries (row, column, value); those at one place are summed. The indices must be in range. */
rp_status rp_sparse_make(rp_sparse *a, size_t rows, size_t columns, size_t count, const uint32_t *row,
                         const uint32_t *column, const double *value, rp_error *err);
rp_status rp_sparse_transpose(const rp_sparse *a, rp_sparse *t, rp_error *err);
void rp_sparse_times(const rp_sparse *a, const double *x, double *y); /* y = A x */
/* Largest |a_ij - a_ji| / sqrt(a_ii a_jj); t is the transpose. */
double rp_sparse_asymmetry(const rp_sparse *a, const rp_sparse *t);
rp_status rp_sparse_symmetric(const rp_sparse *a, rp_sparse *s, rp_error *err); /* (A + A^T)/2 */
void rp_sparse_free(rp_sparse *a);

typedef struct rp_ldl {
    size_t rows;
    uint32_t *order;  /* rows of the matrix as they are eliminated */
    uint32_t *place;  /* the inverse of it */
    uint32_t *parent; /* elimination tree, in the new order; rows: none */
    size_t *start;    /* rows + 1: columns of L below its diagonal of ones */
    uint32_t *row;
    double *value;
    double *d;
    double *work;
    uint32_t *mark, *path;
    size_t *next;
} rp_ldl;

/* Order, tree and size of L for the pattern of a, which is symmetric. RP_FAILED: L would have more than `most`
 * entries. */
rp_status rp_ldl_analyse(rp_ldl *f, const rp_sparse *a, size_t most, rp_error *err);
/* The factors of A + shift I. 0: it is not positive definite. */
int rp_ldl_factor(rp_ldl *f, const rp_sparse *a, double shift);
void rp_ldl_solve(rp_ldl *f, const double *b, double *x); /* x may be b */
/* Non-zeros of y = L^-1 P b for a sparse b (rows of the matrix): indices in the new order, rising, to `index` and `y`,
 * which have room for all rows. Returns how many. */
size_t rp_ldl_forward(rp_ldl *f, const uint32_t *row, const double *b, size_t count, uint32_t *index, double *y);
void rp_ldl_free(rp_ldl *f);

#endif
