#include "scene/covered.h"

#include <math.h>

#include "base/memory.h"

enum { MOST_CELLS = 128 }; /* a particle */

/* Of the distance: cells that are covered but for rounding are not. */
static const double SURE = 1 - 1e-9;

static rp_status make_cells(rp_covered *c, const double extent[3], size_t count, rp_error *err)
{
    double volume = 1, all = 1;
    for (int axis = 0; axis < c->dimension; axis++) volume *= extent[axis];
    const double most = (double)MOST_CELLS * (double)count + 4096;
    const double width = fmax(0.5 * c->smallest, pow(volume / most, 1.0 / c->dimension));
    for (int axis = 0; axis < 3; axis++) {
        const double cells = axis < c->dimension ? fmin(most, fmax(1, ceil(extent[axis] / width))) : 1;
        c->cells[axis] = (int64_t)cells;
        c->width[axis] = extent[axis] / cells;
        all *= cells;
    }
    if (all > 8 * most) return RP_OK; /* a region so flat that cells are of no use: none */
    c->words = ((size_t)c->cells[0] + 63) / 64;
    const size_t rows = (size_t)c->cells[1] * (size_t)c->cells[2];
    c->bit = rp_memory_alloc(c->words * rows, sizeof *c->bit);
    return c->bit ? RP_OK : rp_memory_error(err, c->words * rows * sizeof *c->bit, "placing particles");
}

rp_status rp_covered_create(rp_covered *c, const rp_domain *domain, int dimension, rp_vec lower, rp_vec upper,
                            double smallest, size_t count, rp_error *err)
{
    double extent[3] = {0};
    *c = (rp_covered){.dimension = dimension, .smallest = smallest};
    for (int axis = 0; axis < dimension; axis++) {
        c->periodic[axis] = domain->periodic[axis];
        const rp_vec low = domain->periodic[axis] ? domain->lower : lower,
                     high = domain->periodic[axis] ? domain->upper : upper;
        c->lower[axis] = rp_vec_component(low, axis);
        extent[axis] = rp_vec_component(high, axis) - c->lower[axis];
        if (!(extent[axis] > 0)) return RP_OK;
    }
    return make_cells(c, extent, count, err);
}

void rp_covered_destroy(rp_covered *c)
{
    rp_memory_free(c->bit);
    *c = (rp_covered){0};
}

static uint64_t *row_at(const rp_covered *c, int64_t y, int64_t z)
{
    return c->bit + (size_t)(z * c->cells[1] + y) * c->words;
}

/* The place of a cell in the map, -1: it lies outside. */
static int64_t inside(const rp_covered *c, int axis, int64_t cell)
{
    const int64_t count = c->cells[axis];
    if (cell >= 0 && cell < count) return cell;
    if (!c->periodic[axis]) return -1;
    return cell < 0 ? cell + count : cell - count;
}

/* How far the far side of a cell is from x, along an axis. */
static double far_side(const rp_covered *c, int axis, int64_t cell, double x)
{
    const double low = c->lower[axis] + (double)cell * c->width[axis];
    return fmax(fabs(low - x), fabs(low + c->width[axis] - x));
}

/* Cells of a row whose far side is within `reach` along x: from the first whole one to the last. */
static void cover_row(rp_covered *c, uint64_t *row, double x, double reach)
{
    const int64_t first = (int64_t)ceil((x - reach - c->lower[0]) / c->width[0]),
                  end = (int64_t)floor((x + reach - c->lower[0]) / c->width[0]);
    for (int64_t cell = first; cell < end; cell++) {
        const int64_t at = inside(c, 0, cell);
        if (at >= 0) row[at / 64] |= (uint64_t)1 << at % 64;
    }
}

static void cover_rows(rp_covered *c, const double x[3], double reach, const int64_t first[3], const int64_t last[3])
{
    for (int64_t z = first[2]; z <= last[2]; z++)
        for (int64_t y = first[1]; y <= last[1]; y++) {
            const int64_t at_y = inside(c, 1, y), at_z = inside(c, 2, z);
            const double dy = far_side(c, 1, y, x[1]), dz = far_side(c, 2, z, x[2]);
            const double left = reach * reach - dy * dy - dz * dz;
            if (at_y >= 0 && at_z >= 0 && left > 0) cover_row(c, row_at(c, at_y, at_z), x[0], SURE * sqrt(left));
        }
}

void rp_covered_add(rp_covered *c, rp_vec centre, double r)
{
    const double x[3] = {centre.x, centre.y, centre.z}, reach = SURE * (r + c->smallest);
    int64_t first[3] = {0}, last[3] = {0};
    if (!c->bit) return;
    for (int axis = 0; axis < c->dimension; axis++) {
        const double from = floor((x[axis] - reach - c->lower[axis]) / c->width[axis]),
                     to = floor((x[axis] + reach - c->lower[axis]) / c->width[axis]);
        const double cells = (double)c->cells[axis];
        if (c->periodic[axis] && to - from + 1 >= cells) return; /* it would meet its own image */
        first[axis] = (int64_t)fmax(from, -cells);
        last[axis] = (int64_t)fmin(to, 2 * cells);
    }
    cover_rows(c, x, reach, first, last);
}

/* The word of the cell of a place, and its bit; NULL: it has no cell. */
static const uint64_t *word_at(const rp_covered *c, rp_vec x, int *bit)
{
    int64_t cell[3] = {0};
    if (!c->bit) return NULL;
    for (int axis = 0; axis < c->dimension; axis++) {
        cell[axis] = (int64_t)floor((rp_vec_component(x, axis) - c->lower[axis]) / c->width[axis]);
        if (cell[axis] < 0 || cell[axis] >= c->cells[axis]) return NULL;
    }
    *bit = (int)(cell[0] % 64);
    return &row_at(c, cell[1], cell[2])[cell[0] / 64];
}

int rp_covered_at(const rp_covered *c, rp_vec x)
{
    int bit;
    const uint64_t *word = word_at(c, x, &bit);
    return word && *word >> bit & 1;
}

void rp_covered_prefetch(const rp_covered *c, rp_vec x)
{
    int bit;
    const uint64_t *word = word_at(c, x, &bit);
    if (word) __builtin_prefetch(word);
}
