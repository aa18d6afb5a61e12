/* See ranks.h. */
#include <string.h>
#include "methods/soft/ranks.h"
#include "methods/soft/state.h"

/* ---- what ranks can share ---- */

static rp_status refuse(rp_error *err, const char *what)
{
    rp_status status = rp_error_set(err, RP_INPUT, "several ranks cannot share %s yet", what);
    rp_error_expected(err, "repose run without mpirun, on threads of one machine");
    return status;
}

rp_status rp_soft_ranks_check(const rp_world *w, const rp_soft_state *m, rp_error *err)
{
    if (!w->ranks) return RP_OK;
    if (w->particles.shape || w->shapes.count) return refuse(err, "particles that are not round");
    if (rp_method_has_bodies(w)) return refuse(err, "clumps");
    if (w->cell.moves) return refuse(err, "a domain that strains");
    if (!rp_soft_scheme_fused(&m->scheme))
        return refuse(err, "other integrators than verlet with elongation: velocity");
    if (m->graze.wanted || m->hereditary.clusters) return refuse(err, "laws that depend on the past of a contact");
    if (w->forces.count) return refuse(err, "forces that a program adds");
    return RP_OK;
}

/* ---- the plan ---- */

void rp_soft_ranks_free(rp_soft_ranks *ranks)
{
    rp_memory_free(ranks->rows.send.piece);
    rp_memory_free(ranks->rows.receive.piece);
    rp_memory_free(ranks->halo.send.piece);
    rp_memory_free(ranks->halo.receive.piece);
    rp_memory_free(ranks->record);
    *ranks = (rp_soft_ranks){0};
}

/* Items of `size` bytes for the slots [first, last) stand at data. Those that `owner` has go from `from` to `to`: 1, or
 * 0 if there is no memory. */
static int add(const rp_world *w, rp_soft_trade *t, int from, int to, int owner, void *data, size_t size, size_t first,
               size_t last)
{
    const size_t low = first > w->share.slot[owner] ? first : w->share.slot[owner],
                 high = last < w->share.slot[owner + 1] ? last : w->share.slot[owner + 1];
    const int own = w->ranks->index;
    rp_soft_pieces *p = from == own ? &t->send : &t->receive;
    if (low >= high || from == to || (from != own && to != own)) return 1;
    if (!rp_memory_reserve(&p->piece, &p->capacity, p->count + 1, sizeof *p->piece)) return 0;
    p->piece[p->count++] = (rp_ranks_piece){from == own ? to : from, (char *)data + (low - first) * size,
                                            (high - low) * size};
    return 1;
}

/* Slots beyond its own that the pairs of rank r reach: [its last, *reach) and [0, *wrap). */
static void reach_of(const rp_world *w, int r, size_t *reach, size_t *wrap)
{
    *reach = w->share.slot[r + 1];
    *wrap = 0;
    for (size_t n = w->share.group[r]; n < w->share.group[r + 1]; n++) {
        const rp_slots *g = &w->contacts.group[n];
        *reach = g->halo_end > *reach ? g->halo_end : *reach;
        *wrap = g->wrap > *wrap ? g->wrap : *wrap;
    }
}

static int plan_rows(const rp_world *w, rp_soft_trade *t)
{
    const rp_particles *p = &w->particles;
    int good = 1;
    for (int to = 0; to < w->ranks->count; to++) {
        const size_t end = w->share.slot[to + 1];
        size_t reach, wrap;
        reach_of(w, to, &reach, &wrap);
        for (int from = 0; from < w->ranks->count && good; from++)
            good = add(w, t, from, to, from, p->row + end, sizeof *p->row, end, reach)
                   && add(w, t, from, to, from, p->spin + end, sizeof *p->spin, end, reach)
                   && add(w, t, from, to, from, p->row, sizeof *p->row, 0, wrap)
                   && add(w, t, from, to, from, p->spin, sizeof *p->spin, 0, wrap);
    }
    return good;
}

static int plan_halo(const rp_world *w, rp_soft_trade *t, rp_soft_force_row *halo)
{
    int good = 1;
    for (int from = 0; from < w->ranks->count; from++)
        for (size_t n = w->share.group[from]; n < w->share.group[from + 1]; n++) {
            const rp_slots *g = &w->contacts.group[n];
            rp_soft_force_row *ahead = halo + g->halo, *wrapped = ahead + (g->halo_end - g->last);
            for (int to = 0; to < w->ranks->count && good; to++)
                good = add(w, t, from, to, to, ahead, sizeof *halo, g->last, g->halo_end)
                       && add(w, t, from, to, to, wrapped, sizeof *halo, 0, g->wrap);
        }
    return good;
}

/* A rank's part of the records begins with this. */
typedef struct head {
    int32_t stop;    /* as *world->stop */
    int32_t crowded; /* as contacts.crowded, of its own particles */
} head;

/* Bytes of one group's sums. */
static size_t record_size(const rp_world *w)
{
    return sizeof(rp_soft_sums) + (size_t)w->wall_count * sizeof(rp_soft_wall_sum)
           + (size_t)w->group_count * sizeof(rp_soft_group_sum);
}

/* Where the part of rank r begins. */
static size_t records_of(const rp_world *w, int r)
{
    return (size_t)r * sizeof(head) + w->share.group[r] * record_size(w);
}

rp_status rp_soft_ranks_plan(rp_world *w, rp_soft_state *m, rp_error *err)
{
    rp_soft_ranks *s = &m->ranks;
    if (!w->ranks) return RP_OK;
    s->rows.send.count = s->rows.receive.count = s->halo.send.count = s->halo.receive.count = 0;
    if (!plan_rows(w, &s->rows) || !plan_halo(w, &s->halo, m->halo)
        || !rp_memory_reserve(&s->record, &s->record_capacity, records_of(w, w->ranks->count), 1))
        return rp_soft_no_memory(err);
    return RP_OK;
}

/* ---- exchange ---- */

void rp_soft_ranks_groups(const rp_world *w, size_t *first, size_t *end)
{
    *first = w->ranks ? w->share.group[w->ranks->index] : 0;
    *end = w->ranks ? w->share.group[w->ranks->index + 1] : w->contacts.group_count;
}

static void trade(rp_world *w, rp_exchanged kind, const rp_soft_trade *t)
{
    rp_ranks_trade(w->ranks, kind, t->send.piece, t->send.count, t->receive.piece, t->receive.count);
}

void rp_soft_ranks_rows(rp_world *w, rp_soft_state *m)
{
    if (w->share.apart) trade(w, RP_EXCHANGED_ROWS, &m->ranks.rows);
}

void rp_soft_ranks_halo(rp_world *w, rp_soft_state *m)
{
    if (w->ranks) trade(w, RP_EXCHANGED_HALO, &m->ranks.halo);
}

/* Between the sums of group g and its record at `at`. */
static void copy_record(const rp_world *w, const rp_soft_state *m, size_t g, char *at, int out)
{
    rp_soft_sums *s = &m->sums[g];
    const rp_soft_sums own = *s;
    const size_t size[] = {sizeof *s, (size_t)w->wall_count * sizeof *s->wall,
                           (size_t)w->group_count * sizeof *s->group};
    void *const part[] = {s, s->wall, s->group};
    for (int n = 0; n < 3; at += size[n++])
        if (out) memcpy(at, part[n], size[n]);
        else memcpy(part[n], at, size[n]);
    s->wall = own.wall;
    s->group = own.group;
}

/* All groups of rank r. */
static void copy_records(rp_world *w, const rp_soft_state *m, int r, int out)
{
    char *at = m->ranks.record + records_of(w, r);
    head h = {.stop = w->stop && *w->stop, .crowded = w->contacts.crowded};
    if (out) memcpy(at, &h, sizeof h);
    else memcpy(&h, at, sizeof h);
    w->share.stop |= h.stop != 0;
    if (h.crowded && !w->contacts.crowded) w->contacts.crowded = 1;
    for (size_t g = w->share.group[r]; g < w->share.group[r + 1]; g++)
        copy_record(w, m, g, at + sizeof h + (g - w->share.group[r]) * record_size(w), out);
}

void rp_soft_ranks_sums(rp_world *w, rp_soft_state *m)
{
    if (!w->share.apart) return;
    rp_ranks *ranks = w->ranks;
    w->share.stop = 0;
    copy_records(w, m, ranks->index, 1);
    for (int r = 0; r <= ranks->count; r++) w->share.at[r] = records_of(w, r);
    rp_ranks_gather(ranks, RP_EXCHANGED_SUMS, m->ranks.record, w->share.at);
    for (int r = 0; r < ranks->count; r++)
        if (r != ranks->index) copy_records(w, m, r, 0);
}
