/* See share.h. */
#include "core/share.h"
#include "core/world.h"

static rp_status reserve(rp_share *s, size_t count, rp_error *err)
{
    size_t **const all[] = {&s->group, &s->chunk, &s->slot, &s->at};
    for (size_t n = 0; n < sizeof all / sizeof *all; n++) {
        if (!*all[n]) *all[n] = rp_memory_alloc(count + 1, sizeof **all[n]);
        if (!*all[n]) return rp_memory_error(err, count * sizeof **all[n], "the shares of ranks");
    }
    return RP_OK;
}

void rp_share_free(rp_share *s)
{
    rp_memory_free(s->group);
    rp_memory_free(s->chunk);
    rp_memory_free(s->slot);
    rp_memory_free(s->at);
    *s = (rp_share){0};
}

/* Of a group: what a step costs, in pairs. */
static double work_of(const rp_contacts *c, const rp_slots *g)
{
    return (double)(g->last - g->first) + (double)(c->chunk[g->chunk_end - 1].listed_end - c->chunk[g->chunk].listed);
}

/* Each group goes to the rank in whose equal part of all work its middle lies. */
static void deal_groups(const rp_contacts *c, size_t *first, int ranks)
{
    double all = 0, done = 0;
    int rank = 0;
    for (size_t g = 0; g < c->group_count; g++) all += work_of(c, &c->group[g]);
    first[0] = 0;
    for (size_t g = 0; g < c->group_count; g++) {
        const double work = work_of(c, &c->group[g]);
        while (rank + 1 < ranks && (done + 0.5 * work) * ranks >= all * (rank + 1)) first[++rank] = g;
        done += work;
    }
    while (rank < ranks) first[++rank] = c->group_count;
}

rp_status rp_share_deal(rp_world *w, rp_error *err)
{
    const rp_contacts *c = &w->contacts;
    rp_share *s = &w->share;
    if (!w->ranks) return RP_OK;
    rp_status status = reserve(s, (size_t)w->ranks->count, err);
    if (status) return status;
    deal_groups(c, s->group, w->ranks->count);
    for (int r = 0; r <= w->ranks->count; r++) {
        const size_t g = s->group[r];
        s->chunk[r] = g < c->group_count ? c->group[g].chunk : c->chunk_count;
        s->slot[r] = g < c->group_count ? c->group[g].first : w->particles.count;
    }
    return RP_OK;
}

void rp_share_chunks(const rp_world *w, size_t *first, size_t *end)
{
    const rp_share *s = &w->share;
    *first = s->apart ? s->chunk[w->ranks->index] : 0;
    *end = s->apart ? s->chunk[w->ranks->index + 1] : w->contacts.chunk_count;
}

/* ---- the whole ---- */

/* An array of items of `size` bytes, of which rank r has [first[r], first[r + 1]). */
static void gather(rp_world *w, void *array, size_t size, const size_t *first)
{
    for (int r = 0; r <= w->ranks->count; r++) w->share.at[r] = first[r] * size;
    rp_ranks_gather(w->ranks, RP_EXCHANGED_WHOLE, array, w->share.at);
}

static void gather_particles(rp_world *w)
{
    rp_particles *p = &w->particles;
    gather(w, p->row, sizeof *p->row, w->share.slot);
    gather(w, p->spin, sizeof *p->spin, w->share.slot);
    if (p->accel) gather(w, p->accel, sizeof *p->accel, w->share.slot);
    if (p->orientation) gather(w, p->orientation, sizeof *p->orientation, w->share.slot);
}

/* Where the part of chunk n of the table begins. */
static size_t table_place(const rp_contacts *c, size_t n)
{
    if (n == c->chunk_count) return c->pairs.count;
    return c->kinds ? c->segment[n * (size_t)c->kinds].first : c->chunk[n].listed;
}

static size_t wall_place(const rp_contacts *c, size_t n)
{
    return n == c->chunk_count ? c->wall_pairs.count : c->chunk[n].wall_pair;
}

/* Places of a table do not change while a list lasts, and those of a chunk are whole blocks. */
static void gather_table(rp_world *w, rp_history *h, size_t (*place)(const rp_contacts *c, size_t n))
{
    const rp_contacts *c = &w->contacts;
    const int ranks = w->ranks->count;
    size_t first[ranks + 1];
    for (int r = 0; r <= ranks; r++) first[r] = place(c, w->share.chunk[r]);
    gather(w, h->active, sizeof *h->active, first);
    gather(w, h->value, (size_t)c->width * sizeof *h->value, first);
    if (h == &c->pairs && c->kinds) gather(w, c->pair, sizeof *c->pair, first);
}

static void gather_segments(rp_world *w)
{
    const rp_contacts *c = &w->contacts;
    gather(w, c->segment, (size_t)c->kinds * sizeof *c->segment, w->share.chunk);
}

void rp_share_whole(rp_world *w)
{
    if (!w->share.apart) return;
    gather_particles(w);
    gather_table(w, &w->contacts.pairs, table_place);
    gather_table(w, &w->contacts.wall_pairs, wall_place);
    if (w->contacts.kinds) gather_segments(w);
    w->share.apart = 0;
}
