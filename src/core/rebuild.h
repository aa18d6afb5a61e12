/* What the parts of a rebuild share (core/neighbours.c). All arrays are scratch. */
#ifndef RP_CORE_REBUILD_H
#define RP_CORE_REBUILD_H

#include "core/mesh.h"
#include "core/world.h"

typedef struct rp_saved_pair {
    rp_pair pair;
    uint8_t active;
} rp_saved_pair; /* old slots, the image after wrapping */
typedef struct rp_saved_wall {
    rp_wall_pair pair;
    uint8_t active;
} rp_saved_wall;

typedef struct rp_rebuild {
    rp_world *world;
    rp_error *err;
    size_t count;
    rp_vec low, extent; /* of the grid */
    double margin;      /* skin + cutoff, m */
    uint8_t *fast;      /* by slot: 1 for fast particles, once they are sorted; NULL: none is fast */
    int8_t (*moved)[3]; /* by old slot: periods that a particle was wrapped by */
    int turns;          /* periods along x that the offset of the domain was wrapped by */
    uint32_t *rank;     /* new slot of an old slot */
    rp_saved_pair *saved;
    double *saved_value;
    size_t saved_count;
    rp_saved_wall *saved_wall;
    double *saved_wall_value;
    size_t saved_wall_count;
    rp_mesh_list triangles; /* of one particle; owned until its pairs are found */
} rp_rebuild;

static inline void *rp_rebuild_take(rp_rebuild *b, size_t count, size_t size)
{
    return rp_arena_take(&b->world->scratch, count ? count : 1, size);
}
static inline rp_status rp_rebuild_no_memory(rp_rebuild *b)
{
    return rp_memory_error(b->err, b->world->scratch.high, "the neighbour list");
}

/* How much further than others a particle has its neighbours, m. */
static inline double rp_rebuild_further(const rp_rebuild *b, size_t i)
{
    return b->fast && b->fast[i] ? b->world->contacts.fast.gap : 0;
}

static inline double *rp_rebuild_axis(rp_row *row, int axis) { return &row->x + axis; }
static inline int rp_image_along(int image, int axis)
{
    return (axis == 0 ? image % 3 : axis == 1 ? image / 3 % 3 : image / 9) - 1;
}

/* Cells of at least `size` that an extent is cut into, and the one of x. */
static inline int rp_cell_count(double extent, double size)
{
    double n = extent / size;
    return n < 1 ? 1 : n > 1e6 ? 1000000 : (int)n;
}

static inline int rp_cell_of(double x, double low, double inv, int n)
{
    int k = (int)((x - low) * inv);
    return k < 0 ? 0 : k >= n ? n - 1 : k;
}

/* The pair in its canonical order: across the border of the sort axis the upper particle first, else the lower slot. */
static inline rp_pair rp_pair_canonical(int axis, uint32_t i, uint32_t j, int image)
{
    int along = rp_image_along(image, axis);
    int swap = along < 0 || (along == 0 && (i > j || (i == j && image < RP_IMAGE_NONE)));
    if (swap) return rp_pair_of(j, i, 26 - image);
    return rp_pair_of(i, j, image);
}

rp_status rp_pair_search(rp_rebuild *b);             /* pair_search.c: the list of neighbours */
rp_status rp_active_contacts_save(rp_rebuild *b);    /* active_contacts.c: sets active contacts aside, */
rp_status rp_active_contacts_restore(rp_rebuild *b); /* and puts them back into the new tables */

#endif
