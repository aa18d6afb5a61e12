/* Does an island have a solution at all? A solution opens all contacts: u_n >= 0 for some u = W x + q. There is none if
 * normal impulses z >= 0 cancel (W z = 0) while the given velocities drive their contacts together (q.z < 0): pushing
 * harder along z changes nothing. Two walls that close on a particle are the simplest case. The
 * converse holds, too: where there is such a u with all inequalities strict, there is a solution [AcaryEtAl2011].
 *
 * The search: least |x|^2/2 under (W x + q)_n >= 0, by its dual, one z_n after another. z stays bounded if there is
 * such an x; else it grows without end, along the z above. */
#include <math.h>
#include <string.h>
#include "base/memory.h"
#include "fclib/island.h"

enum { SWEEPS = 2000 };
static const double CANCELS = 1e-7, DRIVES = 1e-4; /* |W z| and -q.z, both over |z|, and the latter over |q| */

/* x += change times the normal row of contact c; W is symmetric. */
static void push(const rp_island *s, size_t c, double change, double *x)
{
    const size_t b = (size_t)s->block;
    for (size_t n = s->start[c]; n < s->start[c + 1]; n++)
        for (size_t j = 0; j < b; j++) x[s->column[n] * b + j] += change * s->value[n * b * b + j];
}

static double normal_square(const rp_island *s, size_t c)
{
    const size_t b = (size_t)s->block;
    double sum = 0;
    for (size_t n = s->start[c]; n < s->start[c + 1]; n++)
        for (size_t j = 0; j < b; j++) sum += s->value[n * b * b + j] * s->value[n * b * b + j];
    return sum;
}

static void dual_sweep(const rp_island *s, double *z, double *x)
{
    for (size_t c = 0; c < s->count; c++) {
        double u[RP_ISLAND_BLOCK];
        const double square = normal_square(s, c);
        rp_island_velocity(s, x, c, u);
        const double to = square > 0 ? fmax(0, z[c] - u[0] / square) : z[c] + fmax(0, -u[0]);
        if (to != z[c]) push(s, c, to - z[c], x);
        z[c] = to;
    }
}

/* Is z such a set of impulses? x = W z. */
static int cancels(const rp_island *s, const double *z, const double *x)
{
    const size_t b = (size_t)s->block;
    double size = 0, response = 0, drive = 0, given = 0;
    for (size_t c = 0; c < s->count; c++) {
        size += z[c] * z[c];
        drive -= s->q[c * b] * z[c];
        given += s->q[c * b] * s->q[c * b];
        for (size_t i = 0; i < b; i++) response += x[c * b + i] * x[c * b + i];
    }
    return sqrt(response) <= CANCELS * sqrt(size) && drive >= DRIVES * sqrt(size * given) && drive > 0;
}

rp_status rp_island_unsolvable(rp_island *s, rp_error *err)
{
    const size_t rows = s->count * (size_t)s->block;
    double *z = rp_memory_alloc(2 * s->count + 2 * rows, sizeof *z);
    if (!z) return rp_memory_error(err, 4 * rows * sizeof *z, "the search for a solution");
    double *before = z + s->count, *x = before + s->count, *x_before = x + rows;
    for (int n = 1; n <= SWEEPS && !s->unsolvable; n++) {
        dual_sweep(s, z, x);
        if (n % 200 != 0) continue;
        /* the growth since the last check */
        for (size_t c = 0; c < s->count; c++) before[c] = fmax(0, z[c] - before[c]);
        memset(x_before, 0, rows * sizeof *x);
        for (size_t c = 0; c < s->count; c++) push(s, c, before[c], x_before);
        s->unsolvable = cancels(s, before, x_before);
        memcpy(before, z, s->count * sizeof *z);
    }
    rp_memory_free(z);
    return RP_OK;
}
