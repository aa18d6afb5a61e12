/* See cell.h. */
#include "methods/contact_dynamics/cell.h"

#include <math.h>
#include "methods/contact_dynamics/touch.h"

#define HELD 5e-4 /* of a held stress: residual velocities may change it by as much */

static rp_vec vec(const double *v) { return rp_vec_make(v[0], v[1], v[2]); }

static rp_vec times(const double g[RP_CELL_PARTS], rp_vec y)
{
    return rp_vec_make(g[RP_CELL_XX] * y.x + g[RP_CELL_XY] * y.y, g[RP_CELL_YY] * y.y, g[RP_CELL_ZZ] * y.z);
}

static void add_product(double sums[RP_CELL_PARTS], rp_vec a, rp_vec b)
{
    sums[RP_CELL_XX] += a.x * b.x;
    sums[RP_CELL_YY] += a.y * b.y;
    sums[RP_CELL_ZZ] += a.z * b.z;
    sums[RP_CELL_XY] += a.x * b.y;
}

/* ---- making ready ---- */

void rp_cd_cell_free(rp_cd_cell *cell)
{
    if (cell) rp_memory_free(cell->length);
    rp_memory_free(cell);
}

rp_status rp_cd_cell_prepare(rp_world *w, rp_error *err)
{
    rp_cd_work *m = w->method_state;
    rp_status status = rp_cell_check(w, err);
    if (status || !w->cell.moves) return status;
    if (m->setup.options.stepping == RP_CD_MIDPOINT) {
        status = rp_error_set(err, RP_INPUT, "a domain that strains goes with stepping: gap");
        rp_error_key(err, "run.contact-dynamics.stepping");
        rp_error_expected(err, "stepping: gap");
        return status;
    }
    m->problem.cell = rp_memory_alloc(1, sizeof *m->problem.cell);
    if (!m->problem.cell) return rp_memory_error(err, sizeof *m->problem.cell, "contact dynamics");
    rp_cell_begin(w);
    return RP_OK;
}

double rp_cd_cell_speed(const rp_world *w)
{
    const rp_cell *c = &w->cell;
    double square = 0;
    for (int k = 0; k < RP_CELL_PARTS && c->moves; k++) square += c->gradient[k] * c->gradient[k];
    return sqrt(square) * c->diameter;
}

double rp_cd_cell_push(const rp_world *w)
{
    const rp_cell *c = &w->cell;
    double most = 0, diameter, density;
    for (int k = 0; k < RP_CELL_PARTS && c->moves; k++)
        if (c->held[k]) most = fmax(most, fabs(c->target[k]));
    if (most == 0) return 0;
    rp_cell_means(w, &diameter, &density); /* also before the method is ready, for the length of its steps */
    return most / (density * diameter);
}

double rp_cd_cell_hold(const rp_world *w)
{
    const rp_cell *c = &w->cell;
    double most = 0;
    for (int k = 0; k < RP_CELL_PARTS; k++)
        if (c->held[k]) most = fmax(most, fabs(c->target[k]));
    return most > 0 ? HELD * most / rp_cell_viscosity(w) * c->diameter : INFINITY;
}

/* ---- before the contacts ---- */

static void set_up(const rp_world *w, rp_cd_cell *cell)
{
    for (int k = 0; k < RP_CELL_PARTS; k++) {
        cell->held[k] = w->cell.held[k];
        cell->target[k] = w->cell.target[k];
        cell->rate[k] = cell->held[k] ? w->cell.gradient[k] : cell->target[k];
        cell->first[k] = cell->rate[k];
    }
    cell->volume = rp_cell_volume(w);
    cell->viscosity = rp_cell_viscosity(w);
    cell->dt = w->dt;
    rp_cell_kinetic(w, cell->kinetic);
}

void rp_cd_cell_begin(rp_world *w)
{
    rp_cd_work *m = w->method_state;
    rp_cd_cell *cell = m->problem.cell;
    set_up(w, cell);
    for (size_t i = 0; i < w->particles.count; i++) {
        rp_row *row = &w->particles.row[i];
        const rp_spin *s = &w->particles.spin[i];
        const rp_vec c = rp_cell_peculiar(w, i), free = rp_vec_sub(c, rp_vec_scale(w->dt, times(cell->first, c)));
        m->start[i] = rp_particle_position(&w->particles, i);
        row->vx = c.x;
        row->vy = c.y;
        row->vz = c.z;
        m->problem.free[i] = (rp_cd_body){{free.x, free.y, free.z}, row->inv_mass, {s->x, s->y, s->z}, s->inv_inertia};
    }
}

/* ---- biases ---- */

static rp_vec branch(const rp_cd_batch *k, int lane, double length)
{
    return rp_vec_make(length * k->e[0][lane], length * k->e[1][lane], length * k->e[2][lane]);
}

rp_vec rp_cd_cell_stretch(const rp_cd_problem *q, size_t place)
{
    const int lane = (int)(place % RP_CD_LANES);
    return times(q->cell->rate, branch(&q->batch[place / RP_CD_LANES], lane, q->cell->length[place]));
}

/* The change of L times l, to all biases. */
static void add_rates(rp_cd_problem *q, const double change[RP_CELL_PARTS])
{
    for (size_t n = 0; n < q->batch_count; n++)
        for (int lane = 0; lane < RP_CD_LANES; lane++) {
            rp_cd_batch *k = &q->batch[n];
            const rp_vec u = times(change, branch(k, lane, q->cell->length[n * RP_CD_LANES + (size_t)lane]));
            k->c[0][lane] += u.x;
            k->c[1][lane] += u.y;
            k->c[2][lane] += u.z;
        }
}

/* How much of the way L goes after a sweep. */
static void plan_parts(const rp_cd_problem *q, rp_cd_cell *cell)
{
    double sums[RP_CELL_PARTS] = {0};
    for (size_t n = 0; n < q->batch_count; n++)
        for (int lane = 0; lane < RP_CD_LANES; lane++) {
            const rp_cd_batch *k = &q->batch[n];
            const rp_vec l = branch(k, lane, cell->length[n * RP_CD_LANES + (size_t)lane]),
                         e = {k->e[0][lane], k->e[1][lane], k->e[2][lane]};
            double own[RP_CELL_PARTS] = {0};
            add_product(own, e, l);
            for (int j = 0; j < RP_CELL_PARTS; j++) sums[j] += k->wn[lane] * own[j] * own[j];
        }
    for (int j = 0; j < RP_CELL_PARTS; j++)
        cell->part[j] = 1 / (1 + 2 * sums[j] / (cell->viscosity * cell->volume * cell->dt));
}

rp_status rp_cd_cell_fill(rp_world *w, rp_error *err)
{
    rp_cd_work *m = w->method_state;
    rp_cd_problem *q = &m->problem;
    rp_cd_cell *cell = q->cell;
    const size_t lanes = q->batch_count * RP_CD_LANES;
    if (!rp_memory_fit(&cell->length, &cell->capacity, lanes, sizeof *cell->length))
        return rp_memory_error(err, lanes * sizeof *cell->length, "contact dynamics");
    for (size_t n = 0; n < lanes; n++) cell->length[n] = 0;
    for (size_t n = 0; n < m->candidate_count; n++) {
        rp_cd_touch t;
        rp_cd_touch_of(w, &m->candidate[n].source, &t);
        cell->length[m->candidate[n].place] = t.gap + t.sum_r;
    }
    add_rates(q, cell->rate);
    plan_parts(q, cell);
    return RP_OK;
}

/* Sums of p (x) l, N m s. */
static void transfers(const rp_cd_problem *q, double sums[RP_CELL_PARTS])
{
    for (int k = 0; k < RP_CELL_PARTS; k++) sums[k] = 0;
    for (size_t n = 0; n < q->batch_count; n++)
        for (int lane = 0; lane < RP_CD_LANES; lane++) {
            const rp_cd_batch *k = &q->batch[n];
            add_product(sums, rp_vec_make(k->p[0][lane], k->p[1][lane], k->p[2][lane]),
                        branch(k, lane, q->cell->length[n * RP_CD_LANES + (size_t)lane]));
        }
}

void rp_cd_cell_follow(rp_cd_problem *q)
{
    rp_cd_cell *c = q->cell;
    double sums[RP_CELL_PARTS], change[RP_CELL_PARTS];
    int any = 0;
    for (int k = 0; k < RP_CELL_PARTS; k++) any |= c->held[k];
    if (!any) return;
    transfers(q, sums);
    for (int k = 0; k < RP_CELL_PARTS; k++) {
        const double stress = (sums[k] / c->dt + c->kinetic[k]) / c->volume,
                     wanted = c->held[k] ? (stress - c->target[k]) / c->viscosity : c->rate[k];
        change[k] = c->part[k] * (wanted - c->rate[k]);
        c->rate[k] += change[k];
    }
    add_rates(q, change);
}

/* ---- after the contacts ---- */

/* The work of the cell in this step: by contacts, and by -m L c along the mean velocity. */
static double work_of(const rp_world *w, const rp_cd_work *m, const double transfer[RP_CELL_PARTS])
{
    const rp_cd_cell *cell = m->problem.cell;
    double sum = 0;
    for (int k = 0; k < RP_CELL_PARTS; k++) sum -= cell->rate[k] * transfer[k];
    for (size_t i = 0; i < w->particles.count; i++) {
        const rp_vec before = rp_particle_velocity(&w->particles, i), after = vec(m->problem.body[i].v),
                     mean = rp_vec_scale(0.5, rp_vec_add(before, after));
        sum -= w->dt * w->particles.mass[i] * rp_vec_dot(times(cell->first, before), mean);
    }
    return sum;
}

static void end_particle(rp_world *w, const rp_cd_work *m, size_t i, const double gradient[RP_CELL_PARTS])
{
    rp_particles *p = &w->particles;
    rp_row *row = &p->row[i];
    rp_spin *s = &p->spin[i];
    const rp_cd_body *body = &m->problem.body[i];
    const double inv = 1 / w->dt;
    const rp_vec c = vec(body->v), before = rp_particle_velocity(p, i), spin = {s->x, s->y, s->z},
                 turned = vec(body->s), flow = times(gradient, rp_vec_sub(m->start[i], w->cell.centre)),
                 x = rp_vec_add(m->start[i], rp_vec_scale(w->dt, rp_vec_add(flow, c)));
    p->accel[i] = (rp_accel){inv * (c.x - before.x),    inv * (c.y - before.y),    inv * (c.z - before.z),
                             inv * (turned.x - spin.x), inv * (turned.y - spin.y), inv * (turned.z - spin.z)};
    *row = (rp_row){x.x, x.y, x.z, row->r, c.x, c.y, c.z, row->inv_mass};
    s->x = turned.x;
    s->y = turned.y;
    s->z = turned.z;
    if (p->orientation)
        rp_particle_rotate(p->orientation[i], w->dimension, w->dt, row->r, turned, rp_vec_make(0, 0, 0));
}

/* Rows have velocities in the frame of the scene again. */
static void add_flow(rp_world *w)
{
    for (size_t i = 0; i < w->particles.count; i++) {
        rp_row *row = &w->particles.row[i];
        const rp_vec flow = rp_cell_flow(w, rp_particle_position(&w->particles, i));
        row->vx += flow.x;
        row->vy += flow.y;
        row->vz += flow.z;
    }
}

void rp_cd_cell_end(rp_world *w)
{
    rp_cd_work *m = w->method_state;
    const rp_cd_cell *cell = m->problem.cell;
    double transfer[RP_CELL_PARTS], kinetic[RP_CELL_PARTS], farthest = 0;
    transfers(&m->problem, transfer);
    w->totals.cell += work_of(w, m, transfer);
    rp_cell_gradient(w, cell->rate, w->cell.gradient);
    for (size_t i = 0; i < w->particles.count; i++) {
        end_particle(w, m, i, w->cell.gradient);
        const rp_vec c = rp_particle_velocity(&w->particles, i);
        farthest = fmax(farthest, rp_vec_dot(c, c));
    }
    rp_cell_move(w);
    add_flow(w);
    rp_cell_kinetic(w, kinetic);
    for (int k = 0; k < RP_CELL_PARTS; k++) w->cell.stress[k] = (transfer[k] / w->dt + kinetic[k]) / rp_cell_volume(w);
    const double way = w->dt * (sqrt(farthest) + 0.5 * rp_cd_cell_speed(w));
    w->contacts.travelled += fmax(0, way - w->contacts.next_move); /* the list assumed next_move */
}
