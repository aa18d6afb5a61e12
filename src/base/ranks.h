/* Ranks: processes that share one run, and what they exchange.
 *
 * A *rank* is one process of the run, from 0 to count - 1. All of them call the same functions in the same order; what
 * is marked collective returns only when every rank has called it. How bytes travel is one constant table
 * (rp_transport); src/parallel has that of MPI. A process that works alone has no rp_ranks at all: a pointer to it is
 * NULL.
 *
 * Two kinds of exchange are enough:
 *   gather   every rank has a part of an array; afterwards all have the whole of it
 *   trade    pieces of memory go from rank to rank; both ends know size and order of all pieces between them
 * A transport either delivers or ends all ranks: there is no error to return.
 */
#ifndef RP_BASE_RANKS_H
#define RP_BASE_RANKS_H

#include <stddef.h>
#include <stdint.h>
#include "repose/ranks.h"

typedef struct rp_ranks_piece {
    int rank; /* the other one */
    void *data;
    size_t size; /* bytes */
} rp_ranks_piece;

typedef struct rp_transport {
    /* Collective. Rank r has the bytes [at[r], at[r + 1]) of data. */
    void (*gather)(const rp_ranks *ranks, void *data, const size_t *at);
    /* Pieces between two ranks stand in the same order on both. */
    void (*trade)(const rp_ranks *ranks, const rp_ranks_piece *send, size_t sends, const rp_ranks_piece *receive,
                  size_t receives);
} rp_transport;

/* What an exchange is for. */
typedef enum rp_exchanged {
    RP_EXCHANGED_ROWS,   /* of particles near the border of two ranks */
    RP_EXCHANGED_HALO,   /* forces on them */
    RP_EXCHANGED_SUMS,   /* of a step */
    RP_EXCHANGED_WHOLE,  /* the state, for rebuilds and observers */
    RP_EXCHANGED_AGREED, /* decisions */
    RP_EXCHANGED_COUNT
} rp_exchanged;

/* What this rank has exchanged since the start. */
typedef struct rp_traffic {
    uint64_t calls;
    uint64_t messages; /* sent in trades; how many a gather takes is the transport's affair */
    uint64_t sent;     /* bytes; in a gather: its own part, once */
    uint64_t received; /* bytes; in a gather: the parts of others */
} rp_traffic;

const char *rp_ranks_exchanged(rp_exchanged kind); /* its name */

struct rp_ranks {
    int index, count;
    const rp_transport *transport;
    rp_traffic traffic[RP_EXCHANGED_COUNT];
    int failed; /* all know that one of them has failed: there is nothing left to agree on */
};

/* Collective. at: count + 1 places in data, in bytes. */
void rp_ranks_gather(rp_ranks *ranks, rp_exchanged kind, void *data, const size_t *at);
/* Collective. The number of the lowest rank whose flag is not 0; -1: all are 0. */
int rp_ranks_first(rp_ranks *ranks, int flag);
/* Collective. 1: some rank's flag is not 0. */
int rp_ranks_any(rp_ranks *ranks, int flag);
/* Collective. Where one rank has failed all have, with the status and the message of the first of them. After that it
 * returns the status that it gets. */
rp_status rp_ranks_agree(rp_ranks *ranks, rp_status status, rp_error *err);
/* Collective. 1: all ranks have the same bytes. */
int rp_ranks_same(rp_ranks *ranks, const void *data, size_t size);
/* Collective. What rank 0 has becomes what all have. */
void rp_ranks_follow(rp_ranks *ranks, void *data, size_t size);
void rp_ranks_trade(rp_ranks *ranks, rp_exchanged kind, const rp_ranks_piece *send, size_t sends,
                    const rp_ranks_piece *receive, size_t receives);

#endif
