/* See elasticity.h. */
#include "methods/contact_dynamics/elasticity.h"
#include <math.h>
#include "base/memory.h"

#define Q_RANDOM 0.797     /* (4 sqrt(e) - 5)/2 */
#define SWEEPS_A_LAYER 4.0 /* with momentum */

rp_cd_elasticity rp_cd_elasticity_of(const rp_cd_options *o, double sweeps, double dt, double mass, double d,
                                     double length)
{
    if (o->solver == RP_CD_ACCELERATED)
        return (rp_cd_elasticity){d * sweeps / SWEEPS_A_LAYER, NAN, NAN, NAN, NAN, NAN, SWEEPS_A_LAYER * length / d};
    double q = o->order == RP_CD_RANDOM ? Q_RANDOM : 1, D = q * sweeps * d * d / dt, c = sqrt(q * sweeps) * d / dt,
           k = 2 * c / D;
    return (rp_cd_elasticity){.diffusion_length = sqrt(4 * D * dt),
                              .sound = c,
                              .stiffness = q * mass * sweeps / (dt * dt),
                              .damping = q * mass * sweeps / dt,
                              .wave_number = k,
                              .wave_length = 2 * M_PI / k,
                              .sweeps = length * length / (4 * q * d * d)};
}

void rp_cd_elasticity_particle(const rp_world *w, double *mass, double *diameter)
{
    double count = 0;
    *mass = *diameter = 0;
    for (size_t i = 0; i < w->particles.count; i++) {
        if (w->particles.row[i].inv_mass == 0) continue;
        *mass += w->particles.mass[i];
        *diameter += 2 * w->particles.row[i].r;
        count++;
    }
    if (count > 0) {
        *mass /= count;
        *diameter /= count;
    }
}

/* ---- clusters: union-find over active pairs of particles that move ---- */

typedef struct cluster {
    uint32_t parent, count;
    double low[3], high[3];
} cluster;

static uint32_t find(cluster *c, uint32_t i)
{
    while (c[i].parent != i) i = c[i].parent = c[c[i].parent].parent;
    return i;
}

static void join(cluster *c, uint32_t i, uint32_t j)
{
    i = find(c, i);
    j = find(c, j);
    if (i == j) return;
    if (c[i].count < c[j].count) {
        uint32_t k = i;
        i = j;
        j = k;
    }
    c[j].parent = i;
    c[i].count += c[j].count;
    for (int d = 0; d < 3; d++) {
        c[i].low[d] = fmin(c[i].low[d], c[j].low[d]);
        c[i].high[d] = fmax(c[i].high[d], c[j].high[d]);
    }
}

static double length_of(const cluster *c)
{
    return fmax(c->high[0] - c->low[0], fmax(c->high[1] - c->low[1], c->high[2] - c->low[2]));
}

double rp_cd_elasticity_cluster(const rp_world *w)
{
    const rp_contacts *t = &w->contacts;
    size_t count = w->particles.count, active = 0;
    cluster *c = rp_memory_alloc(count, sizeof *c), *largest = c;
    if (!c) return NAN;
    for (size_t i = 0; i < count; i++) {
        const rp_row *row = &w->particles.row[i];
        const double x[3] = {row->x, row->y, row->z};
        c[i].parent = (uint32_t)i;
        c[i].count = 1;
        for (int d = 0; d < 3; d++) {
            c[i].low[d] = x[d] - row->r;
            c[i].high[d] = x[d] + row->r;
        }
    }
    for (size_t n = 0; n < t->pairs.count; n++) active += t->pairs.active[n] != 0;
    for (size_t n = 0; active > 0 && n < t->pairs.count; n++)
        if (t->pairs.active[n] && w->particles.row[rp_pair_a(t->pair[n])].inv_mass > 0
            && w->particles.row[rp_pair_b(t->pair[n])].inv_mass > 0)
            join(c, rp_pair_a(t->pair[n]), rp_pair_b(t->pair[n]));
    for (size_t i = 1; active == 0 && i < count; i++) join(c, 0, (uint32_t)i);
    for (size_t i = 0; i < count; i++)
        if (c[i].parent == i && c[i].count > largest->count) largest = &c[i];
    double length = count ? length_of(&c[find(c, (uint32_t)(largest - c))]) : 0;
    rp_memory_free(c);
    return length;
}
