/* See memory.h. */
#include "memory.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/memory.h"
#include "trial.h"

typedef struct watch {
    int parent[RP_MEMORY_PARTICLES], size[RP_MEMORY_PARTICLES]; /* union-find */
    long since[RP_MEMORY_PARTICLES][RP_MEMORY_PARTICLES], seen[RP_MEMORY_PARTICLES][RP_MEMORY_PARTICLES]; /* steps */
    int on_plate;
} watch;

static int root(const watch *w, int i)
{
    while (w->parent[i] != i) i = w->parent[i];
    return i;
}

/* Contacts of the moment: clusters, durations, the plate. The number of contacts between particles. */
static size_t look(const rp_world *world, long step, watch *w, rp_memory_record *r)
{
    const rp_contacts *c = &world->contacts;
    size_t contacts = 0;
    int plate = 0;
    for (int i = 0; i < r->particles; i++) {
        w->parent[i] = i;
        w->size[i] = 0;
    }

    for (size_t n = 0; n < c->pairs.count; n++) {
        if (!c->pairs.active[n]) continue;
        uint32_t i = world->particles.id[rp_pair_a(c->pair[n])], j = world->particles.id[rp_pair_b(c->pair[n])];
        int a = (int)(i < j ? i : j), b = (int)(i < j ? j : i);
        if (w->seen[a][b] != step - 1) w->since[a][b] = step;
        w->seen[a][b] = step;
        r->longest = fmax(r->longest, (double)(step - w->since[a][b] + 1) * world->dt);
        w->parent[root(w, a)] = root(w, b);
        contacts++;
    }
    for (size_t n = 0; n < c->wall_pairs.count; n++)
        plate |= c->wall_pairs.active[n] && world->particles.id[c->wall_pair[n].a] == 0;
    for (int i = 0; i < r->particles; i++) w->size[root(w, i)]++;
    r->plate += plate && !w->on_plate;
    w->on_plate = plate;
    return contacts;
}

static void keep(const rp_trial *t, const watch *w, size_t contacts, rp_memory_record *r)
{
    size_t row = r->rows++;
    const rp_particles *p = &t->world->particles;
    r->t[row] = t->world->time;
    r->largest[row] = 0;
    r->contacts[row] = (double)contacts;
    for (int i = 0; i < r->particles; i++) {
        const rp_row *at = &p->row[rp_particles_slot(p, i)];
        r->x[i][row] = at->x;
        r->y[i][row] = t->world->dimension == 2 ? at->y : at->z;
        r->u[i] = at->vx;
        r->v[i] = t->world->dimension == 2 ? at->vy : at->vz;
        r->joined[i][row] = w->size[root(w, i)];
        r->largest[row] = fmax(r->largest[row], r->joined[i][row]);
    }
}

rp_status rp_memory_run(double alpha, const char *head, const char *rest, long steps, rp_memory_record *record,
                        rp_error *err)
{
    char text[8192];
    rp_trial t;
    watch *w = rp_memory_alloc(1, sizeof *w);
    if (!w) return rp_memory_error(err, sizeof *w, "the contacts");
    memset(record, 0, sizeof *record);
    snprintf(text, sizeof text,
             "repose: 1\nmethod: soft\n%sinteractions: [{between: [m, m], restitution: 0.9, normal: {law: fractional, "
             "order: %.17g, contact_time: 1.0e-4}}]\n%s",
             head, alpha, rest);
    rp_status status = rp_trial_open(&t, text, err);
    if (!status) record->particles = (int)t.world->particles.count;
    long every = steps / (RP_MEMORY_ROWS - 1) + 1;
    for (long n = 1; n <= steps && !status; n++) {
        status = rp_trial_step(&t, err);
        size_t contacts = status ? 0 : look(t.world, n, w, record);
        if (!status && n % every == 0) keep(&t, w, contacts, record);
    }
    record->length = (double)steps * (status ? 0 : t.world->dt);
    rp_trial_close(&t);
    rp_memory_free(w);
    return status;
}
