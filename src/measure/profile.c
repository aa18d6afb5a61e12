/* See profile.h. */
#include "measure/profile.h"

#include <math.h>
#include "base/memory.h"
#include "core/pieces.h"

rp_status rp_profile_create(rp_profile *p, int axis, double lower, double upper, int bins, rp_error *err)
{
    *p = (rp_profile){.axis = axis, .bins = bins, .lower = lower, .upper = upper};
    p->sum = rp_memory_alloc((size_t)bins, sizeof *p->sum);
    p->part = rp_memory_alloc((size_t)bins, sizeof *p->part);
    return p->sum && p->part ? RP_OK : rp_memory_error(err, (size_t)bins * sizeof *p->sum, "a profile");
}

void rp_profile_destroy(rp_profile *p)
{
    rp_memory_free(p->sum);
    rp_memory_free(p->part);
    p->sum = p->part = NULL;
}

void rp_profile_clear(rp_profile *p)
{
    for (int k = 0; k < p->bins; k++) p->sum[k] = (rp_bulk_sums){0};
}

static double width(const rp_profile *p) { return (p->upper - p->lower) / p->bins; }

static double edge(const rp_profile *p, int k) { return k == p->bins ? p->upper : p->lower + k * width(p); }

static int bin_of(const rp_profile *p, double x)
{
    double k = floor((x - p->lower) / width(p));
    return k < 0 ? 0 : k >= p->bins ? p->bins - 1 : (int)k;
}

/* By how many periods things are moved to see whether an image lies in the profile. */
static int images(const rp_profile *p, const rp_world *w, double *period)
{
    *period = rp_vec_component(w->domain.upper, p->axis) - rp_vec_component(w->domain.lower, p->axis);
    return w->domain.bounded && w->domain.periodic[p->axis];
}

static void add_particle(rp_profile *p, const rp_world *w, size_t i, double shift)
{
    rp_vec x = rp_particle_position(&w->particles, i), zero = {0, 0, 0};
    double at = rp_vec_component(x, p->axis) + shift, r = w->particles.row[i].r;
    if (at + r <= p->lower || at - r >= p->upper) return;
    for (int k = bin_of(p, at - r); k <= bin_of(p, at + r); k++) {
        double share = rp_region_slab_share(w->dimension, r, edge(p, k) - at, edge(p, k + 1) - at);
        if (share > 0) rp_bulk_sums_particle(&p->part[k], w, i, share, zero, zero, zero);
    }
}

/* Share of the line from a to b that lies in bin k. */
static double line_share(const rp_profile *p, int k, double a, double b)
{
    double low = fmax(fmin(a, b), edge(p, k)), high = fmin(fmax(a, b), edge(p, k + 1));
    if (a == b) return a >= edge(p, k) && a < edge(p, k + 1) ? 1 : 0;
    return high > low ? (high - low) / fabs(b - a) : 0;
}

typedef struct transport {
    const rp_contact_view *contact;
    rp_vec impulse, branch;
} transport; /* contact NULL: a collision */

static void add_line(rp_profile *p, double a, double b, const transport *t)
{
    if (fmax(a, b) < p->lower || fmin(a, b) > p->upper) return;
    for (int k = bin_of(p, fmin(a, b)); k <= bin_of(p, fmax(a, b)); k++) {
        double share = line_share(p, k, a, b);
        if (!(share > 0)) continue;
        if (t->contact) rp_bulk_sums_contact(&p->part[k], t->contact, share);
        else rp_tensor_add(&p->sum[k].transfer, share, t->impulse, t->branch);
    }
}

static void add_lines(rp_profile *p, const rp_world *w, rp_vec x, rp_vec branch, const transport *t)
{
    double period, a = rp_vec_component(x, p->axis), b = a - rp_vec_component(branch, p->axis);
    int most = images(p, w, &period);
    for (int n = -most; n <= most; n++) add_line(p, a + (n ? n * period : 0), b + (n ? n * period : 0), t);
}

/* What a piece or a run of contacts gave to the bins. */
static void add_part(rp_profile *p)
{
    for (int k = 0; k < p->bins; k++) {
        rp_bulk_sums_add(&p->sum[k], &p->part[k]);
        p->part[k] = (rp_bulk_sums){0};
    }
}

static void add_piece(rp_profile *p, const rp_world *w, rp_piece piece)
{
    double period;
    int most = images(p, w, &period);
    for (size_t i = piece.first; i < piece.last; i++)
        for (int n = -most; n <= most; n++) add_particle(p, w, i, n ? n * period : 0);
    add_part(p);
}

static void add_run(rp_profile *p, const rp_world *w, const rp_contact_list *list, size_t first, size_t end)
{
    const rp_particles *particles = &w->particles;
    for (size_t n = first; n < end; n++) {
        transport t = {.contact = &list->view[n]};
        rp_vec x = rp_particle_position(particles, rp_particles_slot(particles, t.contact->a));
        add_lines(p, w, x, t.contact->branch, &t);
    }
    add_part(p);
}

void rp_profile_take(rp_profile *p, const rp_world *w, const rp_contact_list *list)
{
    for (int k = 0; k < p->bins; k++) p->sum[k].moments++;
    for (size_t n = 0; n < rp_pieces_count(w); n++) add_piece(p, w, rp_pieces_at(w, n));
    for (size_t n = 0, end; n < list->count; n = end) {
        end = rp_contact_list_run(list, w, n);
        add_run(p, w, list, n, end);
    }
}

void rp_profile_collision(rp_profile *p, const rp_world *w, rp_vec x, rp_vec branch, rp_vec impulse)
{
    transport t = {.impulse = impulse, .branch = branch};
    add_lines(p, w, x, branch, &t);
}

/* ---- reading ---- */

/* Difference of the velocities of two bins, across the axis, over their distance; from the bin itself where a neighbour
 * is empty. */
static double shear_rate(const rp_profile *p, const rp_bulk *bulk, int k)
{
    int low = k > 0 && p->sum[k - 1].mass > 0 ? k - 1 : k, high = k + 1 < p->bins && p->sum[k + 1].mass > 0 ? k + 1 : k;
    if (low == high || !(p->sum[k].mass > 0)) return NAN;
    rp_vec d = rp_vec_sub(bulk[high].velocity, bulk[low].velocity);
    double along = rp_vec_component(d, p->axis), across = sqrt(fmax(0, rp_vec_dot(d, d) - along * along));
    return across / ((high - low) * width(p));
}

void rp_profile_result(const rp_profile *p, const rp_world *w, double time, rp_bulk *bulk)
{
    double volume = width(p) * (w->dimension == 2 ? w->thickness : 1);
    for (int d = 0; d < w->dimension; d++)
        if (d != p->axis) volume *= rp_region_extent(w, d);
    for (int k = 0; k < p->bins; k++) {
        rp_bulk_sums s = p->sum[k];
        s.time = time;
        rp_bulk_sums_result(&s, w->dimension, volume, (rp_vec){0, 0, 0}, &bulk[k]);
    }
    for (int k = 0; k < p->bins; k++) {
        bulk[k].shear_rate = shear_rate(p, bulk, k);
        bulk[k].inertial_number = rp_bulk_sums_inertial_number(&p->sum[k], bulk[k].shear_rate, bulk[k].pressure);
    }
}
