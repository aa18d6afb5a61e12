/* See fast.h. Speeds are sorted by powers of two. Particles faster than 2^-k of the fastest are listed 2^k - 1 skins
 * further: then they use up their reach no sooner than the others. But pairs grow with their number and reach: where a
 * part f of all is fast, they are listed at most COST / f skins further, and no further than the mean diameter. Of all
 * k the one with the longest reach is taken, if it is a skin at least. */
#include "core/fast.h"
#include <math.h>
#include "core/pieces.h"

#define COST 0.25
#define LEAST 1000 /* particles: the list of fewer is soon made */
#define SOON 200   /* steps: a list that lasts longer is not worth a longer reach */
#define RATIOS 32  /* powers of two that count */

static double speed_of(const rp_world *w, size_t i) { return rp_vec_norm(rp_particle_velocity(&w->particles, i)); }

static int power_of(double speed)
{
    int power;
    frexp(speed, &power);
    return power;
}

static double fastest(const rp_world *w)
{
    double most = 0;
    for (size_t i = 0; i < w->particles.count; i++) most = fmax(most, speed_of(w, i));
    return most;
}

/* How many powers of two below the fastest the slowest fast particle is; *gap: how far they are listed beyond the
 * skin, over the skin. */
static int ratio_of(const rp_world *w, int fastest, double *gap)
{
    size_t count[RATIOS] = {0}, faster = 0;
    int ratio = 0;
    for (size_t i = 0; i < w->particles.count; i++) {
        const double speed = speed_of(w, i);
        const int below = speed > 0 ? fastest - power_of(speed) : RATIOS;
        count[below < RATIOS ? below : RATIOS - 1]++;
    }
    *gap = 0;
    for (int n = 0; n < RATIOS; n++) {
        faster += count[n];
        const double most = fmin(ldexp(1, n) - 1, COST * (double)w->particles.count / (double)faster);
        if (most <= *gap) continue;
        *gap = most;
        ratio = n;
    }
    return ratio;
}

/* What periods leave room for beside the largest particle, m; less rounding. */
static double room_of(const rp_world *w, rp_vec extent, double margin)
{
    double large = 0, room = INFINITY;
    for (size_t i = 0; i < w->particles.count; i++) large = fmax(large, w->particles.row[i].r);
    for (int axis = 0; axis < w->dimension; axis++)
        if (w->domain.bounded && w->domain.periodic[axis])
            room = fmin(room, 0.49 * (rp_vec_component(extent, axis) - 2 * large - margin));
    return room;
}

/* Particles of before may stand on the other side now: the next step is bounded by all ways. */
static void set_apart(rp_contacts *c, double gap, double speed)
{
    const rp_fast before = c->fast;
    if (before.gap > 0) {
        c->next_move = before.next_move;
        c->next_shared = before.next_shared;
    }
    c->fast = (rp_fast){0};
    if (gap == 0) return;
    c->fast.gap = gap;
    c->fast.speed = speed;
    c->fast.next_move = c->next_move;
    c->fast.next_shared = c->next_shared;
}

void rp_fast_choose(rp_world *w, rp_vec extent, double margin)
{
    rp_contacts *c = &w->contacts;
    const int may = c->sets_apart && !w->cell.moves; /* in a cell those at its sides only go with the flow */
    const double most = may && w->particles.count >= LEAST ? fastest(w) : 0;
    const int some = 2 * SOON * most * w->dt > c->skin && isfinite(most), power = some ? power_of(most) : 0;
    double gap = 0;
    const int ratio = some ? ratio_of(w, power, &gap) : 0;
    gap = fmin(gap * c->skin, 2 * rp_pieces_mean_radius(w));
    if (gap < c->skin || gap > room_of(w, extent, margin)) gap = 0;
    set_apart(c, gap, ldexp(1, power - ratio - 1));
}

int rp_fast_is(const rp_world *w, size_t i)
{
    return w->contacts.fast.gap > 0 && speed_of(w, i) >= w->contacts.fast.speed;
}

rp_status rp_fast_slots(rp_world *w, uint8_t **fast, rp_error *err)
{
    const rp_contacts *c = &w->contacts;
    *fast = NULL;
    if (c->fast.gap == 0) return RP_OK;
    *fast = rp_arena_take(&w->scratch, w->particles.count, 1);
    if (!*fast) return rp_memory_error(err, w->particles.count, "the neighbour list");
    for (size_t n = 0; n < c->chunk_count; n++)
        for (uint32_t i = c->chunk[n].fast; i < c->chunk[n].middle; i++) (*fast)[i] = 1;
    return RP_OK;
}
