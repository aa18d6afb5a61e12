/* See bulk.h. */
#include "measure/bulk.h"

#include <math.h>
#include "core/pieces.h"

void rp_tensor_add(rp_tensor *t, double scale, rp_vec a, rp_vec b)
{
    t->xx += scale * a.x * b.x;
    t->xy += scale * a.x * b.y;
    t->xz += scale * a.x * b.z;
    t->yx += scale * a.y * b.x;
    t->yy += scale * a.y * b.y;
    t->yz += scale * a.y * b.z;
    t->zx += scale * a.z * b.x;
    t->zy += scale * a.z * b.y;
    t->zz += scale * a.z * b.z;
}

static rp_tensor scaled(double scale, const rp_tensor *t)
{
    return (rp_tensor){scale * t->xx, scale * t->xy, scale * t->xz, scale * t->yx, scale * t->yy,
                       scale * t->yz, scale * t->zx, scale * t->zy, scale * t->zz};
}

static double trace(const rp_tensor *t) { return t->xx + t->yy + t->zz; }

/* ---- sums ---- */

void rp_bulk_sums_particle(rp_bulk_sums *s, const rp_world *w, size_t i, double share, rp_vec x, rp_vec v0, rp_vec x0)
{
    const rp_particles *p = &w->particles;
    double r = p->row[i].r, m = share * p->mass[i];
    s->number += share;
    s->diameter += 2 * share * r;
    s->all_mass += m;
    s->solid += share * rp_world_particle_volume(w, i) * (w->dimension == 2 ? w->thickness : 1);
    if (p->row[i].inv_mass == 0) return;
    rp_vec v = rp_vec_sub(rp_particle_velocity(p, i), v0), q = rp_vec_sub(x, x0), omega = rp_particle_omega(p, i);
    s->mass += m;
    s->px += m * v.x;
    s->py += m * v.y;
    s->pz += m * v.z;
    s->wx += m * omega.x;
    s->wy += m * omega.y;
    s->wz += m * omega.z;
    s->qx += m * q.x;
    s->qy += m * q.y;
    s->qz += m * q.z;
    rp_tensor_add(&s->vv, m, v, v);
    rp_tensor_add(&s->vx, m, v, q);
    rp_tensor_add(&s->xx, m, q, q);
}

void rp_bulk_sums_contact(rp_bulk_sums *s, const rp_contact_view *c, double share)
{
    rp_tensor_add(&s->force, share, c->force, c->branch);
    if (c->b < 0) return;
    s->contacts += share;
    rp_tensor_add(&s->normal, share, c->normal, c->normal);
}

void rp_bulk_sums_add(rp_bulk_sums *to, const rp_bulk_sums *from)
{
    enum { NUMBERS = sizeof *to / sizeof(double) };
    _Static_assert(NUMBERS * sizeof(double) == sizeof *to, "sums are numbers and nothing else");
    double *a = (double *)to;
    const double *b = (const double *)from;
    for (int n = 0; n < NUMBERS; n++) a[n] += b[n];
}

/* ---- results ---- */

/* Solves c g = b for three right sides at once, c symmetric and positive; 0: it is not, so far as rounding lets see. In
 * two dimensions the z row is that of the unit matrix. By Cramer's rule with c scaled to a unit diagonal. */
static int gradient(const rp_tensor *b, const rp_tensor *c, int dimension, double g[3][3])
{
    double d[3] = {sqrt(c->xx), sqrt(c->yy), dimension == 3 ? sqrt(c->zz) : 1};
    if (!(d[0] > 0 && d[1] > 0 && d[2] > 0)) return 0;
    double xy = c->xy / (d[0] * d[1]), xz = dimension == 3 ? c->xz / (d[0] * d[2]) : 0,
           yz = dimension == 3 ? c->yz / (d[1] * d[2]) : 0;
    double inverse[3][3] = {{1 - yz * yz, xz * yz - xy, xy * yz - xz},
                            {xz * yz - xy, 1 - xz * xz, xy * xz - yz},
                            {xy * yz - xz, xy * xz - yz, 1 - xy * xy}};
    double det = 1 + 2 * xy * xz * yz - xy * xy - xz * xz - yz * yz;
    const double *rows = &b->xx;
    if (!(det > 1e-9)) return 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            g[i][j] = 0;
            for (int k = 0; k < dimension; k++) g[i][j] += rows[3 * i + k] / d[k] * inverse[k][j] / det / d[j];
        }
    return 1;
}

/* sqrt(2 D:D) of the symmetric traceless part. */
static double shear_rate(const rp_bulk_sums *s, int dimension)
{
    rp_vec p = {s->px, s->py, s->pz}, q = {s->qx, s->qy, s->qz};
    rp_tensor b = s->vx, c = s->xx;
    double g[3][3], sum = 0, mean = 0;
    rp_tensor_add(&b, -1 / s->mass, p, q);
    rp_tensor_add(&c, -1 / s->mass, q, q);
    if (!gradient(&b, &c, dimension, g)) return NAN;
    for (int i = 0; i < dimension; i++) mean += g[i][i] / dimension;
    for (int i = 0; i < dimension; i++)
        for (int j = 0; j < dimension; j++) {
            double d = 0.5 * (g[i][j] + g[j][i]) - (i == j ? mean : 0);
            sum += 2 * d * d;
        }
    return sqrt(sum);
}

double rp_bulk_sums_inertial_number(const rp_bulk_sums *s, double rate, double pressure)
{
    if (!(pressure > 0) || !(s->solid > 0)) return NAN;
    return rate * (s->diameter / s->number) * sqrt(s->all_mass / s->solid / pressure);
}

static void kinetic_result(const rp_bulk_sums *s, int dimension, double volume, rp_vec v0, rp_bulk *b)
{
    if (!(s->mass > 0)) return;
    rp_vec p = {s->px, s->py, s->pz}, w = {s->wx, s->wy, s->wz};
    rp_tensor spread = s->vv;
    rp_tensor_add(&spread, -1 / s->mass, p, p);
    b->velocity = rp_vec_add(v0, rp_vec_scale(1 / s->mass, p));
    b->omega = rp_vec_scale(1 / s->mass, w);
    b->kinetic_stress = scaled(1 / (volume * s->moments), &spread);
    b->temperature = trace(&spread) / (s->mass * dimension);
    b->shear_rate = shear_rate(s, dimension);
}

void rp_bulk_sums_result(const rp_bulk_sums *s, int dimension, double volume, rp_vec v0, rp_bulk *b)
{
    *b = (rp_bulk){.velocity = {NAN, NAN, NAN},
                   .omega = {NAN, NAN, NAN},
                   .temperature = NAN,
                   .shear_rate = NAN,
                   .inertial_number = NAN,
                   .carrying = NAN};
    if (s->moments > 0) {
        b->solid_fraction = s->solid / (volume * s->moments);
        b->density = s->all_mass / (volume * s->moments);
        b->number = s->number / s->moments;
        b->mass = s->all_mass / s->moments;
        b->contact_stress = scaled(1 / (volume * s->moments), &s->force);
        kinetic_result(s, dimension, volume, v0, b);
    }
    if (s->time > 0) {
        rp_tensor flux = scaled(1 / (volume * s->time), &s->transfer);
        for (int n = 0; n < 9; n++) (&b->contact_stress.xx)[n] += (&flux.xx)[n];
    }
    if (s->number > 0) b->coordination = 2 * s->contacts / s->number;
    if (s->contacts > 0) b->fabric = scaled(1 / s->contacts, &s->normal);
    b->pressure = (trace(&b->contact_stress) + trace(&b->kinetic_stress)) / dimension;
    b->inertial_number = rp_bulk_sums_inertial_number(s, b->shear_rate, b->pressure);
}

/* ---- a moment of a region ---- */

static void add_piece(const rp_world *w, rp_piece piece, const rp_region *region, rp_vec v0, rp_vec x0, rp_bulk_sums *s)
{
    const rp_particles *p = &w->particles;
    for (size_t i = piece.first; i < piece.last; i++) {
        rp_vec x = rp_particle_position(p, i);
        double share = rp_region_share(region, w, x, p->row[i].r);
        if (share > 0) rp_bulk_sums_particle(s, w, i, share, rp_region_nearest(region, w, x), v0, x0);
    }
}

static void add_particles(const rp_world *w, const rp_region *region, rp_vec v0, rp_vec x0, rp_bulk_sums *s)
{
    for (size_t n = 0; n < rp_pieces_count(w); n++) {
        rp_bulk_sums part = {0};
        add_piece(w, rp_pieces_at(w, n), region, v0, x0, &part);
        rp_bulk_sums_add(s, &part);
    }
}

/* The run of contacts from `first` to `end`. */
static void add_run(const rp_world *w, const rp_contact_list *list, size_t first, size_t end, const rp_region *region,
                    rp_bulk_sums *s)
{
    const rp_particles *p = &w->particles;
    rp_bulk_sums part = {0};
    for (size_t n = first; n < end; n++) {
        rp_vec x = rp_particle_position(p, rp_particles_slot(p, list->view[n].a));
        double share = rp_region_cut(region, w, x, list->view[n].branch);
        if (share > 0) rp_bulk_sums_contact(&part, &list->view[n], share);
    }
    rp_bulk_sums_add(s, &part);
}

/* In a cell that strains what counts is the velocity beside the flow of the cell. */
static void take_peculiar(const rp_world *w, const rp_region *region, rp_bulk_sums *s)
{
    const rp_particles *p = &w->particles;
    s->vv = (rp_tensor){0};
    for (size_t n = 0; n < rp_pieces_count(w); n++) {
        const rp_piece piece = rp_pieces_at(w, n);
        rp_tensor part = {0};
        for (size_t i = piece.first; i < piece.last; i++) {
            const rp_vec c = rp_cell_peculiar(w, i);
            rp_tensor_add(&part, p->mass[i] * rp_region_share(region, w, rp_particle_position(p, i), p->row[i].r), c,
                          c);
        }
        for (int k = 0; k < 9; k++) (&s->vv.xx)[k] += (&part.xx)[k];
    }
}

static double cell_shear_rate(const rp_world *w)
{
    const double *g = w->cell.gradient, mean = (g[RP_CELL_XX] + g[RP_CELL_YY] + g[RP_CELL_ZZ]) / w->dimension;
    double sum = g[RP_CELL_XY] * g[RP_CELL_XY];
    for (int k = 0; k < w->dimension; k++) sum += 2 * (g[k] - mean) * (g[k] - mean);
    return sqrt(sum);
}

void rp_bulk_take(const rp_world *w, const rp_contact_list *list, const rp_region *region, const rp_tensor *transfer,
                  double time, rp_bulk *b)
{
    rp_vec zero = {0, 0, 0}, v0 = zero, x0 = zero;
    rp_bulk_sums first = {.moments = 1}, s = {.moments = 1};
    add_particles(w, region, zero, zero, &first);
    if (first.mass > 0) {
        v0 = rp_vec_scale(1 / first.mass, rp_vec_make(first.px, first.py, first.pz));
        x0 = rp_vec_scale(1 / first.mass, rp_vec_make(first.qx, first.qy, first.qz));
    }
    add_particles(w, region, v0, x0, &s);
    if (w->cell.moves) take_peculiar(w, region, &s);
    for (size_t n = 0, end; n < list->count; n = end) {
        end = rp_contact_list_run(list, w, n);
        add_run(w, list, n, end, region, &s);
    }
    if (transfer) {
        s.transfer = *transfer;
        s.time = time;
    }

    rp_bulk_sums_result(&s, w->dimension, rp_region_volume(region, w), v0, b);
    if (w->cell.moves && region->kind == RP_REGION_ALL && s.mass > 0) {
        b->shear_rate = cell_shear_rate(w);
        b->inertial_number = rp_bulk_sums_inertial_number(&s, b->shear_rate, b->pressure);
    }
}
