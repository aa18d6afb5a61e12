/* What observers read of the event-driven method: the synchronised copy, and the columns of the series. See event.h. */
#include <math.h>
#include <string.h>
#include "methods/event/event.h"
#include "methods/event/options.h"

/* ---- the copy that observers read ---- */

void rp_event_rotate(int dimension, double turn[4], rp_vec angle)
{
    if (dimension == 2) {
        turn[0] += angle.z;
        return;
    }
    double size = rp_vec_norm(angle), s = size > 0 ? sin(0.5 * size) / size : 0.5, w = cos(0.5 * size);
    rp_vec a = rp_vec_scale(s, angle), b = {turn[1], turn[2], turn[3]};
    rp_vec v = rp_vec_add(rp_vec_add(rp_vec_scale(w, b), rp_vec_scale(turn[0], a)), rp_vec_cross(a, b));
    double q = w * turn[0] - rp_vec_dot(a, b), norm = 1 / sqrt(q * q + rp_vec_dot(v, v));
    turn[0] = norm * q;
    turn[1] = norm * v.x;
    turn[2] = norm * v.y;
    turn[3] = norm * v.z;
}

/* Work of gravity so far is sum m g x minus `pull`. */
double rp_event_weight_moment(const rp_event *m)
{
    const rp_particles *p = &m->world->particles;
    double sum = 0;
    for (size_t i = 0; i < m->count && m->falls; i++) {
        if (p->row[i].inv_mass == 0) continue;
        rp_vec x = rp_particle_position(p, i);
        x.x += p->image[i][0] * m->cells.period[0];
        x.y += p->image[i][1] * m->cells.period[1];
        x.z += p->image[i][2] * m->cells.period[2];
        sum += p->mass[i] * rp_vec_dot(m->gravity, x);
    }
    return sum;
}

static void copy_particle(const rp_event *m, uint32_t i, double t)
{
    rp_particles *p = &m->world->particles;
    rp_row *row = &p->row[i];
    const rp_event_cold *c = &m->cold[i];
    rp_vec x = rp_event_position(m, i, t), v = rp_event_velocity(m, i, t), spin = {c->sx, c->sy, c->sz};
    row->x = x.x;
    row->y = x.y;
    row->z = x.z;
    row->vx = v.x;
    row->vy = v.y;
    row->vz = v.z;
    p->spin[i].x = spin.x;
    p->spin[i].y = spin.y;
    p->spin[i].z = spin.z;
    if (!m->orientation) return;
    memcpy(p->orientation[i], m->orientation[i], sizeof p->orientation[i]);
    rp_event_rotate(m->world->dimension, p->orientation[i], rp_vec_scale((t - c->oriented) / row->r, spin));
}

static void copy_walls(const rp_event *m, double time)
{
    for (int n = 0; n < m->world->wall_count; n++) {
        rp_wall *wall = &m->world->wall[n];
        if (wall->active && time >= wall->until) {
            wall->active = 0;
            wall->speed = rp_vec_make(0, 0, 0);
        }

        if (!wall->active) continue;
        wall->offset = rp_event_walls_offset(&m->walls, n, time);
        wall->speed = rp_event_walls_speed(&m->walls, n, time);
        wall->angular_speed = wall->spin;
    }
}

void rp_event_synchronise(rp_event *m, double time)
{
    rp_totals *totals = &m->world->totals;
    for (size_t i = 0; i < m->count; i++) copy_particle(m, (uint32_t)i, time - m->origin);
    copy_walls(m, time);
    totals->normal = m->totals.normal;
    totals->tangential = m->totals.tangential;
    totals->walls = m->totals.walls;
    totals->gravity = rp_event_weight_moment(m) - m->pull;
}

/* ---- columns ---- */

const rp_method_column rp_event_columns[RP_EVENT_COLUMNS] = {
    {"collisions", "1", "collisions between particles since the start"},
    {"wall_collisions", "1", "collisions with walls since the start"},
    {"short_gaps", "1", "collisions within the contact time t_c of one before"},
    {"short_share", "1", "short_gaps over all collisions"},
    {"softened", "1", "collisions whose rule the collapse policy changed"},
    {"collapses", "1", "inelastic collapses found since the start"},
    {"stuck", "1", "collisions that the law says do not part, since the start"},
    {"asleep", "1", "particles at rest on another or on a wall now"},
    {"crossings", "1", "cells left, work of the search"},
    {"repeated", "1", "predictions made again, work of the search"},
    {"max_gap_overlap", "1", "largest overlap before a collision over the radius: rounding"},
    {"virial_xx", "J", "running sum of impulse times branch"},
    {"virial_yy", "J", "running sum of impulse times branch"},
    {"virial_zz", "J", "running sum of impulse times branch"},
    {"virial_xy", "J", "running sum of impulse times branch"},
    {"virial_xz", "J", "running sum of impulse times branch"},
    {"virial_yz", "J", "running sum of impulse times branch"},
    {"mean_free_path", "m", "mean path between collisions"},
    {"near_clusters", "1", "sets of particles connected by small gaps, single particles included"},
    {"largest_near_cluster", "1", "particles of the largest of them"},
};

/* An i-particle collision is a sequence of i - 1 collisions, all but the first of which follow another within the
 * contact time. So their share of all collisions is (f_3 + 2 f_4 + ...)/(f_2 + 2 f_3 + ...), which is [Poschel2008,
 * section 3.3]'s (f_3 + f_4 + ...)/f_2 where that is small, and never more than 1. */
double rp_event_short_share(const rp_event_totals *t)
{
    uint64_t all = t->collisions + t->wall_collisions;
    return all ? (double)t->short_gaps / (double)all : 0;
}

void rp_event_column_values(const rp_world *w, double *value)
{
    rp_event *m = w->method_state;
    const rp_event_totals *t = &m->totals;
    *value++ = (double)t->collisions;
    *value++ = (double)t->wall_collisions;
    *value++ = (double)t->short_gaps;
    *value++ = rp_event_short_share(t);
    *value++ = (double)t->softened;
    *value++ = (double)t->collapses;
    *value++ = (double)t->stuck;
    *value++ = (double)t->asleep;
    *value++ = (double)t->crossings;
    *value++ = (double)t->repeated;
    *value++ = t->overlap;
    for (int n = 0; n < 6; n++) *value++ = t->virial[n];
    *value++ = t->collisions ? t->path / (2.0 * (double)t->collisions) : 0;
    rp_event_clusters_find(m);
    *value++ = m->clusters.count;
    *value = m->clusters.largest;
}
