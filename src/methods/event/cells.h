/* Cells: a grid with several levels that finds particles by position [Poschel2008, section 3.4.1].
 *
 * The finest grid divides space into cells of size[]; a cell of level l is 2^l finest cells wide. Each particle has its
 * finest cell, and is listed in the level whose cells are at least as wide as its diameter. So two particles of a level
 * that touch are in the same or in adjacent cells of it; two of different levels are at most reach[][] finest cells
 * apart. To leave the finest cell is an event: until then, all particles that it may hit are in a known set of cells.
 *
 * Cells are numbered by integer coordinates. Along a periodic axis they wrap, along others they have no end. Lists
 * start in a table: one entry for each cell where the grid is small enough (direct), otherwise a hash table with twice
 * as many entries as particles, so that memory grows with the particles and not with the volume. Two cells may share an
 * entry of the hash table. This costs only time: a candidate from another cell is checked as any other.
 *
 * In a dilute gas most cells are empty. So a direct table has a bit for each of its entries: which of the cells around
 * a particle have others is known from a few bytes, and only their entries are read. Rows along x begin and end with a
 * bit for the cell beyond the border, and are whole bytes.
 */
#ifndef RP_METHODS_EVENT_CELLS_H
#define RP_METHODS_EVENT_CELLS_H

#include <stdint.h>
#include "core/world.h"

#define RP_EVENT_CELLS_NONE UINT32_MAX
#define RP_EVENT_CELLS_LEVELS 24

typedef struct rp_event_place { /* of a particle; 16 bytes */
    int32_t c[3];               /* its finest cell */
    uint32_t level;
} rp_event_place;

/* A plane of cells of a direct table across an axis: its part of a cell's place in the table, and its part of the
 * periodic image << RP_EVENT_ROW_IMAGE. The sum over three axes is a cell. The sum of y and z is a row along x, whose
 * first place is a multiple of eight. */
typedef uint64_t rp_event_row;
enum { RP_EVENT_ROW_IMAGE = 32 + 27 }; /* 27: RP_SLOT_BITS, so that the upper half is the image of an entry */

typedef struct rp_event_cells {
    int dimension;
    int levels;                            /* 1 + the coarsest that has particles */
    uint32_t present;                      /* bit l: level l has particles */
    double largest[RP_EVENT_CELLS_LEVELS]; /* radius by level, m */
    /* Two particles of levels a and b that touch are at most reach[a][b] finest cells apart, by axis. */
    int32_t reach[RP_EVENT_CELLS_LEVELS][RP_EVENT_CELLS_LEVELS][3];
    double fine;            /* m: width that was wanted; size[] fits the periods */
    double low[3], size[3]; /* m: where cell 0 begins, width of finest cells */
    double period[3];       /* m; 0: not periodic */
    double shift[27][4];    /* m, by periodic image */
    int32_t count[3];       /* finest cells of a period; 0: not periodic */
    int direct;
    rp_event_row *rows;                                /* owned, direct: of all levels and axes */
    const rp_event_row *row[RP_EVENT_CELLS_LEVELS][3]; /* by cell, from one before the period to one beyond it */
    uint8_t *occupied;                                 /* owned, direct: a bit for each place of the table, and for
                                                          the cells beyond the ends of each row */
    uint32_t mask;                                     /* hashed: entries - 1 */
    uint32_t *head;                                    /* owned; first particle of each entry of the table */
    uint32_t *next;        /* owned; by slot: the next of its list; small, for it is read of all near */
    rp_event_place *place; /* owned; by slot */
} rp_event_cells;

/* Grid and table, all empty. fine: width of the finest cells, m. */
rp_status rp_event_cells_create(rp_event_cells *cells, const rp_world *world, double fine, rp_error *err);
double rp_event_cells_width(const rp_world *world); /* a good width of finest cells for these particles, m */
/* RP_INPUT if a period is too short for particles of this radius. */
rp_status rp_event_cells_check_periods(const rp_world *world, double radius, rp_error *err);
void rp_event_cells_destroy(rp_event_cells *cells);

void rp_event_cells_insert(rp_event_cells *cells, uint32_t i, rp_vec x, double r); /* by position */
void rp_event_cells_place(rp_event_cells *cells, uint32_t i, double r);            /* into the cell place[i].c */
void rp_event_cells_move(rp_event_cells *cells, uint32_t i, rp_vec x); /* to the cell of x; its level stays */
/* Particle i steps to the next cell, way = 2 axis + (1: upward). Returns by how many periods it wrapped: -1, 0, 1; the
 * caller shifts its position by minus that many periods. */
int rp_event_cells_step(rp_event_cells *cells, uint32_t i, uint32_t way);

/* Cells of a level along an axis; one along an axis that the world does not have. */
static inline int32_t rp_event_cells_count(const rp_event_cells *g, int axis, int level)
{
    return axis < g->dimension ? g->count[axis] >> level : 1;
}

static inline uint32_t rp_event_cells_spot(const rp_event_cells *g, int level, int32_t x, int32_t y, int32_t z)
{
    if (g->direct) return (uint32_t)(g->row[level][0][x] + g->row[level][1][y] + g->row[level][2][z]);
    uint32_t h = (uint32_t)x * 0x9e3779b1u ^ (uint32_t)y * 0x85ebca77u ^ (uint32_t)z * 0xc2b2ae3du
                 ^ (uint32_t)level * 0x27d4eb2fu;
    h = (h ^ h >> 15) * 0x2c1b3c6du;
    return (h ^ h >> 13) & g->mask;
}

/* A cell of a level along an axis, whose number may lie beyond the period: its number within the period; *image: how
 * many periods away. */
static inline int32_t rp_event_cells_wrap(const rp_event_cells *g, int axis, int level, int32_t c, int *image)
{
    int32_t count = rp_event_cells_count(g, axis, level);
    *image = 0;
    if (axis >= g->dimension) return 0;
    if (count == 0) return c;
    if (c < 0) *image = -1;
    else if (c >= count) *image = 1;
    return c - *image * count;
}

/* Number of a periodic image, each component -1, 0 or 1 (core/contacts.h). */
static inline uint32_t rp_event_cells_image(int x, int y, int z)
{
    return (uint32_t)(x + 1 + 3 * (y + 1) + 9 * (z + 1));
}

/* Lower side of a finest cell, m. */
static inline double rp_event_cells_edge(const rp_event_cells *g, int axis, int32_t c)
{
    return g->low[axis] + g->size[axis] * c;
}

#endif
