/* Ranks by MPI: the only file that includes mpi.h. Errors of MPI end all ranks (MPI_ERRORS_ARE_FATAL, the default), and
 * so does a rank that dies. */
#include <limits.h>
#include <mpi.h>
#include <string.h>
#include "base/memory.h"
#include "base/ranks.h"
#include "parallel/launcher.h"

#define MOST ((size_t)1 << 30) /* bytes a message: MPI counts by int */

/* MPI_Get_library_version says more than one line. */
const char *rp_ranks_library(void)
{
    static char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;
    MPI_Get_library_version(text, &length);
    text[strcspn(text, ",\n")] = 0;
    for (char *c = text; *c; c++)
        if (*c == '\t') *c = ' ';
    return text;
}

/* ---- gather ---- */

/* Parts that MPI cannot count at once: one rank after the other, piece by piece. */
static void gather_large(const rp_ranks *r, char *data, const size_t *at)
{
    for (int n = 0; n < r->count; n++)
        for (size_t k = at[n]; k < at[n + 1]; k += MOST) {
            const size_t left = at[n + 1] - k;
            MPI_Bcast(data + k, (int)(left < MOST ? left : MOST), MPI_BYTE, n, MPI_COMM_WORLD);
        }
}

static void gather(const rp_ranks *r, void *data, const size_t *at)
{
    int size[r->count], place[r->count];
    if (at[r->count] > INT_MAX) {
        gather_large(r, data, at);
        return;
    }
    for (int n = 0; n < r->count; n++) {
        size[n] = (int)(at[n + 1] - at[n]);
        place[n] = (int)at[n];
    }
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, data, size, place, MPI_BYTE, MPI_COMM_WORLD);
}

/* ---- trade ---- */

static size_t parts(const rp_ranks_piece *p, size_t count)
{
    size_t sum = 0;
    for (size_t n = 0; n < count; n++) sum += (p[n].size + MOST - 1) / MOST;
    return sum;
}

/* Begins to receive a piece, or to send it, in parts that MPI can count. Returns the next free request. */
static MPI_Request *begin(MPI_Request *open, const rp_ranks_piece *p, int receives)
{
    for (size_t k = 0; k < p->size; k += MOST, open++) {
        char *data = (char *)p->data + k;
        const int size = (int)(p->size - k < MOST ? p->size - k : MOST);
        if (receives) MPI_Irecv(data, size, MPI_BYTE, p->rank, 0, MPI_COMM_WORLD, open);
        else MPI_Isend(data, size, MPI_BYTE, p->rank, 0, MPI_COMM_WORLD, open);
    }
    return open;
}

/* All receive before any waits: so no order of ranks can block. */
static void trade(const rp_ranks *r, const rp_ranks_piece *send, size_t sends, const rp_ranks_piece *receive,
                  size_t receives)
{
    (void)r;
    MPI_Request open[parts(send, sends) + parts(receive, receives) + 1], *next = open;
    for (size_t n = 0; n < receives; n++) next = begin(next, &receive[n], 1);
    for (size_t n = 0; n < sends; n++) next = begin(next, &send[n], 0);
    MPI_Waitall((int)(next - open), open, MPI_STATUSES_IGNORE);
}

/* ---- start and end ---- */

static const rp_transport transport = {.gather = gather, .trade = trade};

/* Threads of a rank leave MPI to the one that has started it. */
rp_status rp_ranks_start(rp_ranks **ranks, rp_error *err)
{
    int provided;
    *ranks = NULL;
    if (rp_launcher_count() == 1) return RP_OK;
    rp_ranks *r = rp_memory_alloc(1, sizeof *r);
    if (!r) return rp_memory_error(err, sizeof *r, "the ranks");
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &r->index);
    MPI_Comm_size(MPI_COMM_WORLD, &r->count);
    r->transport = &transport;
    *ranks = r;
    if (r->count == rp_launcher_count()) return RP_OK;
    rp_error_set(err, RP_INPUT, "the launcher has started %d processes, of which MPI (%s) knows %d",
                 rp_launcher_count(), rp_ranks_library(), r->count);
    rp_error_expected(err, "the mpirun of the library that repose is built with (repose --version)");
    return RP_INPUT;
}

void rp_ranks_end(rp_ranks *ranks)
{
    if (!ranks) return;
    MPI_Finalize();
    rp_memory_free(ranks);
}
