/* See cell.h. */
#include "core/cell.h"

#include <math.h>
#include "core/neighbours.h"
#include "core/pieces.h"
#include "core/world.h"

#define STIFF 0.02 /* least viscosity over rho d^2 / dt */

/* G y of a gradient by components. */
static rp_vec times(const double g[RP_CELL_PARTS], rp_vec y)
{
    return rp_vec_make(g[RP_CELL_XX] * y.x + g[RP_CELL_XY] * y.y, g[RP_CELL_YY] * y.y, g[RP_CELL_ZZ] * y.z);
}

void rp_cell_set(rp_cell *cell, const rp_cell_control *control)
{
    for (int k = 0; k < RP_CELL_PARTS; k++) {
        if (!control->given[k]) continue;
        cell->held[k] = control->held[k];
        cell->target[k] = control->target[k];
    }
}

rp_vec rp_cell_flow(const rp_world *w, rp_vec x)
{
    if (!w->cell.moves) return rp_vec_make(0, 0, 0);
    return times(w->cell.gradient, rp_vec_sub(x, w->cell.centre));
}

rp_vec rp_cell_peculiar(const rp_world *w, size_t i)
{
    return rp_vec_sub(rp_particle_velocity(&w->particles, i), rp_cell_flow(w, rp_particle_position(&w->particles, i)));
}

double rp_cell_volume(const rp_world *w)
{
    const rp_vec size = rp_vec_sub(w->domain.upper, w->domain.lower);
    return size.x * size.y * (w->dimension == 3 ? size.z : w->thickness);
}

/* ---- rates ---- */

static double largest_held(const rp_cell *c)
{
    double most = 0;
    for (int k = 0; k < RP_CELL_PARTS; k++)
        if (c->held[k]) most = fmax(most, fabs(c->target[k]));
    return most;
}

/* Means over all particles, in the order of ids: the same before and after a restart. */
void rp_cell_means(const rp_world *w, double *mean_diameter, double *density)
{
    const rp_particles *p = &w->particles;
    double mass = 0, volume = 0, diameter = 0;
    const double depth = w->dimension == 2 ? w->thickness : 1;
    for (size_t n = 0; n < p->count; n++) {
        const uint32_t i = p->by_id[n];
        mass += p->mass[i];
        volume += depth * rp_world_particle_volume(w, i);
        diameter += 2 * p->row[i].r;
    }
    *mean_diameter = p->count ? diameter / (double)p->count : 0;
    *density = volume > 0 ? mass / volume : 0;
}

double rp_cell_viscosity(const rp_world *w)
{
    const rp_cell *c = &w->cell;
    double d = c->diameter, rho = c->density;
    if (c->viscosity > 0) return c->viscosity;
    if (d == 0) rp_cell_means(w, &d, &rho); /* the method is not ready yet */
    const double slow = d * sqrt(rho * largest_held(c)) / RP_CELL_SPEED,
                 stiff = w->dt > 0 ? STIFF * rho * d * d / w->dt : 0;
    return fmax(slow, stiff);
}

/* The gradient whose constant dH/dt gives this rate over a step, to second order: a length grows by
 * (1 + L dt/2) / (1 - L dt/2). */
void rp_cell_gradient(const rp_world *w, const double rate[RP_CELL_PARTS], double gradient[RP_CELL_PARTS])
{
    for (int k = 0; k <= RP_CELL_ZZ; k++) gradient[k] = rate[k] / (1 - 0.5 * rate[k] * w->dt);
    gradient[RP_CELL_XY] = rate[RP_CELL_XY] * (1 + 0.5 * gradient[RP_CELL_YY] * w->dt);
}

static double rate_of(const rp_world *w, int part)
{
    const rp_cell *c = &w->cell;
    return c->held[part] ? (c->stress[part] - c->target[part]) / rp_cell_viscosity(w) : c->target[part];
}

static void next_gradient(const rp_world *w, double next[RP_CELL_PARTS])
{
    double rate[RP_CELL_PARTS];
    for (int k = 0; k < RP_CELL_PARTS; k++) rate[k] = rate_of(w, k);
    rp_cell_gradient(w, rate, next);
}

/* c stays: every particle takes the change of the flow. */
static void turn_to(rp_world *w, const double gradient[RP_CELL_PARTS])
{
    rp_cell *c = &w->cell;
    double change[RP_CELL_PARTS];
    for (int k = 0; k < RP_CELL_PARTS; k++) {
        change[k] = gradient[k] - c->gradient[k];
        c->gradient[k] = gradient[k];
    }
    for (size_t i = 0; i < w->particles.count; i++) {
        rp_row *row = &w->particles.row[i];
        const rp_vec kick = times(change, rp_vec_sub(rp_particle_position(&w->particles, i), c->centre));
        row->vx += kick.x;
        row->vy += kick.y;
        row->vz += kick.z;
    }
    rp_neighbours_shifts(w);
}

/* ---- a step ---- */

void rp_cell_place(rp_world *w)
{
    const rp_cell *c = &w->cell;
    if (c->size.x > 0) {
        w->domain.lower = rp_vec_sub(c->centre, rp_vec_scale(0.5, c->size));
        w->domain.upper = rp_vec_add(w->domain.lower, c->size);
        w->domain.offset = c->offset;
    }
    rp_neighbours_shifts(w);
}

void rp_cell_begin(rp_world *w)
{
    rp_cell *c = &w->cell;
    double next[RP_CELL_PARTS];
    if (!c->moves) return;
    if (c->size.x == 0) c->size = rp_vec_sub(w->domain.upper, w->domain.lower);
    rp_cell_place(w);
    rp_cell_means(w, &c->diameter, &c->density);
    if (w->primed) return; /* a restart: rates are state */
    next_gradient(w, next);
    turn_to(w, next);
}

void rp_cell_move(rp_world *w)
{
    rp_cell *c = &w->cell;
    double *g = c->gradient;
    const double dt = w->dt, shear = g[RP_CELL_XX] * c->offset + g[RP_CELL_XY] * c->size.y;
    double *const length[] = {&c->size.x, &c->size.y, &c->size.z};
    for (int k = 0; k < RP_CELL_PARTS; k++) /* L from G as next_gradient made it */
        c->strain[k] += dt * (k == RP_CELL_XY ? g[k] / (1 + 0.5 * g[RP_CELL_YY] * dt) : g[k] / (1 + 0.5 * g[k] * dt));
    for (int k = 0; k <= RP_CELL_ZZ; k++) {
        *length[k] *= 1 + g[k] * dt;
        g[k] /= 1 + g[k] * dt; /* the same dH/dt over the new length */
    }
    c->offset += dt * shear;
    g[RP_CELL_XY] = (shear - g[RP_CELL_XX] * c->offset) / c->size.y;
    rp_cell_place(w);
}

/* ---- after a step ---- */

void rp_cell_kinetic(const rp_world *w, double sums[RP_CELL_PARTS])
{
    for (int k = 0; k < RP_CELL_PARTS; k++) sums[k] = 0;
    for (size_t n = 0; n < rp_pieces_count(w); n++) {
        const rp_piece piece = rp_pieces_at(w, n);
        double part[RP_CELL_PARTS] = {0};
        for (size_t i = piece.first; i < piece.last; i++) {
            const rp_vec v = rp_cell_peculiar(w, i);
            const double m = w->particles.mass[i];
            part[RP_CELL_XX] += m * v.x * v.x;
            part[RP_CELL_YY] += m * v.y * v.y;
            part[RP_CELL_ZZ] += m * v.z * v.z;
            part[RP_CELL_XY] += m * v.x * v.y;
        }
        for (int k = 0; k < RP_CELL_PARTS; k++) sums[k] += part[k];
    }
}

/* - V sigma : G */
static double power(const rp_cell *c, double volume)
{
    double sum = 0;
    for (int k = 0; k < RP_CELL_PARTS; k++) sum -= volume * c->stress[k] * c->gradient[k];
    return sum;
}

void rp_cell_measure(rp_world *w, const double sums[RP_CELL_PARTS])
{
    rp_cell *c = &w->cell;
    const double volume = rp_cell_volume(w);
    double kinetic[RP_CELL_PARTS];
    rp_cell_kinetic(w, kinetic);
    for (int k = 0; k < RP_CELL_PARTS; k++) c->stress[k] = (sums[k] + kinetic[k]) / volume;
    w->power.cell = power(c, volume);
}

void rp_cell_follow(rp_world *w, const double sums[RP_CELL_PARTS])
{
    double next[RP_CELL_PARTS];
    const double before = w->power.cell;
    rp_cell_measure(w, sums);
    w->totals.cell += 0.5 * w->dt * (before + w->power.cell);
    next_gradient(w, next);
    turn_to(w, next);
    w->power.cell = power(&w->cell, rp_cell_volume(w));
}

double rp_cell_next_move(const rp_world *w)
{
    const rp_particles *p = &w->particles;
    const double *g = w->cell.gradient, dt = w->dt;
    double most = 0, largest = 0, square = 0;
    for (size_t i = 0; i < p->count; i++) {
        const rp_vec a = {p->accel[i].x, p->accel[i].y, p->accel[i].z};
        const rp_vec way = rp_vec_add(rp_cell_peculiar(w, i), rp_vec_scale(0.5 * dt, a));
        most = fmax(most, rp_vec_dot(way, way));
        largest = fmax(largest, p->row[i].r);
    }
    for (int k = 0; k < RP_CELL_PARTS; k++) square += g[k] * g[k];
    return dt * (sqrt(most) + 0.5 * sqrt(square) * (2 * largest + w->contacts.skin + w->contacts.cutoff));
}

/* ---- what a cell cannot have ---- */

static rp_status refuse(rp_error *err, const char *key, const char *what, const char *expected)
{
    rp_status status = rp_error_set(err, RP_INPUT, "%s", what);
    rp_error_value(err, "%s", "");
    rp_error_expected(err, "%s", expected);
    rp_error_key(err, key);
    return status;
}

static int constrained(const rp_world *w)
{
    int any = 0;
    for (int n = 0; n < w->group_count; n++) any |= rp_group_constrained(&w->group[n]);
    return any;
}

rp_status rp_cell_check(const rp_world *w, rp_error *err)
{
    const rp_vec g = rp_world_gravity(w, 0);
    if (!w->cell.moves) return RP_OK;
    if (w->wall_count) return refuse(err, "domain.stress", "a domain that strains has no walls", "no walls");
    if (w->source_count || w->sink_count)
        return refuse(err, "domain.stress", "a domain that strains has no sources and sinks", "neither of them");
    if (rp_vec_dot(g, g) > 0 || w->gravity_table.count)
        return refuse(err, "gravity", "nothing carries weight in a domain that strains", "gravity: 0, or walls");
    if (constrained(w))
        return refuse(err, "domain.stress", "particles move with a domain that strains: groups are free",
                      "groups without lock, force, torque or prescribed motion");
    if (w->bodies.count || w->particles.shape)
        return refuse(err, "domain.stress", "a domain that strains takes round particles", "discs or spheres");
    return RP_OK;
}
