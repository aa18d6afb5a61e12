/* See hereditary.h. */
#include "methods/soft/hereditary.h"
#include <stdio.h>
#include "base/memory.h"
#include "laws/interaction.h"

/* Where in the history of the interaction's contacts the size of the cluster stands; -1: nowhere. */
static int row_of(const rp_interaction *x)
{
    const rp_law *law = x->law[RP_NORMAL];
    int row = law && law->hereditary ? law->hereditary->cluster_row(x->constant[RP_NORMAL]) : -1;
    return row < 0 ? -1 : x->history[RP_NORMAL] + row;
}

/* The overlap of bodies that are not round is an area or a depth: its rate, which such a law keeps, is not known. */
static rp_status check_shapes(const rp_world *w, rp_error *err)
{
    const rp_particles *p = &w->particles;
    for (size_t i = 0; p->shape && i < p->count; i++)
        for (int m = 0; p->shape[i] && m < w->material_count; m++) {
            const rp_interaction *x = rp_interaction_between(w, p->material[i], m);
            const rp_law *law = x ? x->law[RP_NORMAL] : NULL;
            if (!law || !law->hereditary || law->history_used(x->constant[RP_NORMAL]) == 0) continue;
            rp_status status = rp_error_set(err, RP_INPUT,
                                            "the law %s keeps the past overlaps of round particles; particles of other "
                                            "shapes cannot use it (materials '%s' and '%s')",
                                            law->name, w->material[p->material[i]].name, w->material[m].name);
            rp_error_expected(err, "another normal law for particles that are not round");
            return status;
        }
    return RP_OK;
}

rp_status rp_soft_hereditary_prepare(rp_soft_hereditary *r, const rp_world *w, rp_error *err)
{
    *r = (rp_soft_hereditary){0};
    rp_status status = check_shapes(w, err);
    if (status) return status;
    for (int n = 0; n < w->interaction_count; n++) r->clusters |= row_of(&w->interaction[n]) >= 0;
    if (!r->clusters) return RP_OK;
    r->parent = rp_memory_alloc(w->particles.count, sizeof *r->parent);
    r->size = rp_memory_alloc(w->particles.count, sizeof *r->size);
    return r->parent && r->size ? RP_OK : rp_memory_error(err, w->particles.count * sizeof *r->size, "clusters");
}

void rp_soft_hereditary_free(rp_soft_hereditary *r)
{
    rp_memory_free(r->parent);
    rp_memory_free(r->size);
}

/* ---- clusters ---- */

static uint32_t root_of(uint32_t *parent, uint32_t i)
{
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

/* parent becomes the root of each particle, size the number of particles of each root. */
static void connect(const rp_soft_hereditary *r, const rp_world *w)
{
    const rp_contacts *c = &w->contacts;
    for (size_t i = 0; i < w->particles.count; i++) {
        r->parent[i] = (uint32_t)i;
        r->size[i] = 0;
    }

    for (size_t n = 0; n < c->pairs.count; n++)
        if (c->pairs.active[n])
            r->parent[root_of(r->parent, rp_pair_a(c->pair[n]))] = root_of(r->parent, rp_pair_b(c->pair[n]));
    for (size_t i = 0; i < w->particles.count; i++) r->size[r->parent[i] = root_of(r->parent, (uint32_t)i)]++;
}

/* Interaction of a segment of the table: pairs of round particles come twice, then those with other shapes. */
static const rp_interaction *kind_of(const rp_world *w, size_t segment)
{
    int kind = (int)(segment % (size_t)w->contacts.kinds), round = 2 * w->interaction_count;
    return &w->interaction[kind < round ? kind / 2 : kind - round];
}

static void set_segment(const rp_soft_hereditary *r, rp_world *w, size_t segment)
{
    const rp_contacts *c = &w->contacts;
    const int row = row_of(kind_of(w, segment));
    const rp_segment *s = &c->segment[segment];
    for (size_t n = s->first; row >= 0 && n < s->first + s->count; n++) {
        uint32_t one = r->parent[rp_pair_a(c->pair[n])], other = r->parent[rp_pair_b(c->pair[n])];
        *rp_history_value(&c->pairs, c->width, n, row) = r->size[one] + (one != other ? r->size[other] : 0);
    }
}

void rp_soft_hereditary_clusters(const rp_soft_hereditary *r, rp_world *w)
{
    const rp_contacts *c = &w->contacts;
    if (!r->clusters) return;
    connect(r, w);
    for (size_t s = 0; s < c->chunk_count * (size_t)c->kinds; s++) set_segment(r, w, s);
    for (size_t n = 0; n < c->wall_pairs.count; n++) {
        uint32_t a = c->wall_pair[n].a;
        int other = w->wall[c->wall_pair[n].wall].material;
        int row = row_of(rp_interaction_between(w, w->particles.material[a], other));
        if (row >= 0) *rp_history_value(&c->wall_pairs, c->width, n, row) = r->size[r->parent[a]];
    }
}

/* ---- histories that cannot go on ---- */

static const char *spent(const rp_world *w, const rp_history *h, size_t n, int a, int b)
{
    const rp_interaction *x = rp_interaction_between(w, a, b);
    const rp_law *law = x->law[RP_NORMAL];
    double row[RP_HISTORY_MAX];
    if (!law || !law->hereditary) return NULL;
    rp_history_read(h, w->contacts.width, n, row);
    return law->hereditary->spent(x->constant[RP_NORMAL], row + x->history[RP_NORMAL], w->dt);
}

static rp_status report(const rp_world *w, uint32_t a, const char *partner, const char *why, rp_error *err)
{
    rp_status status = rp_error_set(err, RP_FAILED, "the contact of particle %u with %s cannot go on: %s",
                                    w->particles.id[a], partner, why);
    if (err) {
        err->particle = w->particles.id[a];
        err->time = w->time;
    }

    return status;
}

rp_status rp_soft_hereditary_spent(const rp_world *w, rp_error *err)
{
    const rp_contacts *c = &w->contacts;
    const rp_particles *p = &w->particles;
    char partner[RP_NAME + 16];
    for (size_t n = 0; n < c->pairs.count; n++) {
        if (!c->pairs.active[n]) continue;
        uint32_t a = rp_pair_a(c->pair[n]), b = rp_pair_b(c->pair[n]);
        const char *why = spent(w, &c->pairs, n, p->material[a], p->material[b]);
        snprintf(partner, sizeof partner, "particle %u", p->id[b]);
        if (why) return report(w, a, partner, why, err);
    }
    for (size_t n = 0; n < c->wall_pairs.count; n++) {
        if (!c->wall_pairs.active[n]) continue;
        const rp_wall *wall = &w->wall[c->wall_pair[n].wall];
        const char *why = spent(w, &c->wall_pairs, n, p->material[c->wall_pair[n].a], wall->material);
        snprintf(partner, sizeof partner, "wall '%s'", wall->name);
        if (why) return report(w, c->wall_pair[n].a, partner, why, err);
    }
    return RP_OK;
}
