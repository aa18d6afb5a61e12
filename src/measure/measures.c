/* See measures.h. */
#include "measure/measures.h"
#include <math.h>

static void take_particles(const rp_world *w, rp_measures *m)
{
    const rp_particles *p = &w->particles;
    for (size_t i = 0; i < p->count; i++) {
        rp_vec v = rp_particle_velocity(p, i), spin = {p->spin[i].x, p->spin[i].y, p->spin[i].z};
        double square = rp_vec_dot(v, v), r = p->row[i].r;
        m->max_speed = fmax(m->max_speed, sqrt(square));
        if (p->row[i].inv_mass > 0) m->kinetic += 0.5 * p->mass[i] * square;
        if (p->spin[i].inv_inertia > 0) m->rotational += 0.5 * p->inertia[i] * rp_vec_dot(spin, spin) / (r * r);
    }
    for (int n = 0; n < w->wall_count; n++)
        if (w->wall[n].active && w->wall[n].load_kind != RP_LOAD_NONE)
            m->walls += 0.5 * w->wall[n].mass * rp_vec_dot(w->wall[n].speed, w->wall[n].speed);
}

/* Returns the sum of the contact forces' sizes. */
static double take_contacts(const rp_world *w, const rp_contact_list *list, rp_measures *m)
{
    double overlap = 0, force = 0;
    for (size_t n = 0; n < list->count; n++) {
        const rp_contact_view *v = &list->view[n];
        m->stored += v->energy;
        overlap += v->overlap;
        m->pair_overlap += v->b >= 0 ? v->overlap : 0;
        force += rp_vec_norm(v->force);
        m->max_overlap = fmax(m->max_overlap, v->overlap);
        m->sliding += v->sliding != 0;
        m->contacts += v->b >= 0;
        m->wall_contacts += v->b < 0;
    }
    m->mean_overlap = list->count ? overlap / (double)list->count : 0;
    m->pair_overlap = m->contacts ? m->pair_overlap / (double)m->contacts : 0;
    m->coordination = w->particles.count ? 2.0 * (double)m->contacts / (double)w->particles.count : 0;
    return force;
}

static void take_balance(const rp_world *w, double force, size_t contacts, rp_measures *m)
{
    const rp_particles *p = &w->particles;
    double net = 0;
    size_t count = 0;
    if (!p->accel || contacts == 0 || force == 0) return;
    for (size_t i = 0; i < p->count; i++) {
        if (p->row[i].inv_mass == 0) continue;
        net += p->mass[i] * rp_vec_norm(rp_vec_make(p->accel[i].x, p->accel[i].y, p->accel[i].z));
        count++;
    }
    m->unbalanced = count ? net / (double)count / (force / (double)contacts) : 0;
}

void rp_measures_take(const rp_world *w, const rp_contact_list *list, rp_measures *m)
{
    const rp_totals *t = &w->totals;
    *m = (rp_measures){0};
    take_particles(w, m);
    double force = take_contacts(w, list, m);
    take_balance(w, force, list->count, m);
    double there = m->kinetic + m->rotational + m->walls + m->stored;
    double work = t->gravity + t->walls + t->loads + t->drives,
           lost = t->normal + t->tangential + t->rolling + t->scheme;
    m->budget_error = there - (t->start_energy + work - lost);
    m->turnover = fabs(t->start_energy) + fabs(t->gravity) + fabs(t->walls) + fabs(t->loads) + fabs(t->drives)
                  + fabs(lost);
}
