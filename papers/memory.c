/* See memory.h. */
#include "memory.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

/* A contact of two particles in this step: how long it lasts, and their cluster. */
static void join(const rp_contact *c, double dt, long step, watch *w, rp_memory_record *r)
{
    int a = (int)(c->a < c->b ? c->a : c->b), b = (int)(c->a < c->b ? c->b : c->a);
    if (w->seen[a][b] != step - 1) w->since[a][b] = step;
    w->seen[a][b] = step;
    r->longest = fmax(r->longest, (double)(step - w->since[a][b] + 1) * dt);
    w->parent[root(w, a)] = root(w, b);
}

/* Contacts of the moment: clusters, durations, the plate. *pairs: contacts between particles. */
static rp_status observe(rp_sim *sim, long step, watch *w, rp_memory_record *r, size_t *pairs, rp_error *err)
{
    const rp_contact *c;
    size_t count;
    int plate = 0;
    rp_status status = rp_sim_contacts(sim, &c, &count, err);
    for (int i = 0; i < r->particles; i++) {
        w->parent[i] = i;
        w->size[i] = 0;
    }

    *pairs = 0;
    for (size_t n = 0; n < count; n++) {
        plate |= c[n].wall >= 0 && c[n].a == 0;
        if (c[n].wall >= 0) continue;
        join(&c[n], rp_sim_dt(sim), step, w, r);
        ++*pairs;
    }
    for (int i = 0; i < r->particles; i++) w->size[root(w, i)]++;
    r->plate += plate && !w->on_plate;
    w->on_plate = plate;
    return status;
}

static void keep(const rp_sim *sim, const watch *w, size_t contacts, rp_memory_record *r)
{
    const size_t row = r->rows++;
    const int up = rp_sim_dimension(sim) - 1;
    r->t[row] = rp_sim_time(sim);
    r->largest[row] = 0;
    r->contacts[row] = (double)contacts;
    for (int i = 0; i < r->particles; i++) {
        const double *x = rp_trial_row(sim, "position", (uint32_t)i), *v = rp_trial_row(sim, "velocity", (uint32_t)i);
        r->x[i][row] = x[0];
        r->y[i][row] = x[up];
        r->u[i] = v[0];
        r->v[i] = v[up];
        r->joined[i][row] = w->size[root(w, i)];
        r->largest[row] = fmax(r->largest[row], r->joined[i][row]);
    }
}

rp_status rp_memory_run(double alpha, const char *head, const char *rest, long steps, rp_memory_record *record,
                        rp_error *err)
{
    char text[8192];
    rp_sim *sim;
    watch *w = calloc(1, sizeof *w);
    if (!w) return rp_trial_memory("the contacts", err);
    memset(record, 0, sizeof *record);
    snprintf(text, sizeof text,
             "repose: 1\nmethod: soft\n%sinteractions: [{between: [m, m], restitution: 0.9, normal: {law: fractional, "
             "order: %.17g, contact_time: 1.0e-4}}]\n%s",
             head, alpha, rest);
    rp_status status = rp_trial_open(text, &sim, err);
    if (!status) record->particles = (int)rp_sim_count(sim);
    long every = steps / (RP_MEMORY_ROWS - 1) + 1;
    for (long n = 1; n <= steps && !status; n++) {
        size_t contacts = 0;
        status = rp_sim_step(sim, 1, err);
        if (!status) status = observe(sim, n, w, record, &contacts, err);
        if (!status && n % every == 0) keep(sim, w, contacts, record);
    }
    record->length = (double)steps * (status ? 0 : rp_sim_dt(sim));
    rp_sim_destroy(sim);
    free(w);
    return status;
}

void rp_memory_grain(rp_plot *plot, int panel, double x, double y, double r, const rp_plot_style *style)
{
    enum { SIDES = 48 };
    double at[2][SIDES + 1];
    for (int k = 0; k <= SIDES; k++) {
        at[0][k] = x + r * cos(2 * M_PI * k / SIDES);
        at[1][k] = y + r * sin(2 * M_PI * k / SIDES);
    }
    rp_plot_curve(plot, panel, at[0], at[1], SIDES + 1, style);
}

rp_status rp_memory_restitution(double alpha, double *eps, rp_error *err)
{
    const rp_impact_pair pair = rp_restitution_spheres(1.4e-3, 1174.5, 1.4e-3, 1174.5);
    rp_interaction *x;
    rp_impact impact = {0};
    rp_status status = rp_interaction_create(NULL, &x, err);
    if (status) return status;
    rp_interaction_restitution_set(x, 0.9, NAN, NAN);
    status = rp_interaction_law_set(x, RP_NORMAL, "fractional", err);
    if (!status) status = rp_interaction_param_set(x, RP_NORMAL, "order", alpha, err);
    if (!status) status = rp_interaction_param_set(x, RP_NORMAL, "contact_time", 1e-4, err);
    if (!status) status = rp_interaction_prepare(x, err);
    if (!status) status = rp_restitution_impact(x, &pair, 0.21, 0, &impact, err);
    *eps = impact.eps_n;
    rp_interaction_destroy(x);
    return status;
}
