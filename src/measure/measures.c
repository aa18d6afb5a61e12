/* See measures.h. */
#include "measure/measures.h"
#include <math.h>

void rp_measures_particles(const rp_world *w, rp_piece piece, rp_measures_sums *s)
{
    const rp_particles *p = &w->particles;
    *s = (rp_measures_sums){.particles = piece.last - piece.first};
    for (size_t i = piece.first; i < piece.last; i++) {
        rp_vec v = w->cell.moves ? rp_cell_peculiar(w, i) : rp_particle_velocity(p, i),
               spin = {p->spin[i].x, p->spin[i].y, p->spin[i].z};
        double square = rp_vec_dot(v, v), r = p->row[i].r;
        s->max_speed = fmax(s->max_speed, sqrt(square));
        if (rp_bodies_of(p, i)) continue; /* bodies are counted as such */
        if (p->spin[i].inv_inertia > 0) s->rotational += 0.5 * p->inertia[i] * rp_vec_dot(spin, spin) / (r * r);
        if (p->row[i].inv_mass == 0) continue;
        s->moved++;
        s->kinetic += 0.5 * p->mass[i] * square;
        if (p->accel) s->net += p->mass[i] * rp_vec_norm(rp_vec_make(p->accel[i].x, p->accel[i].y, p->accel[i].z));
    }
}

/* Clumps are bodies among particles: each is one that moves. */
static void add_bodies(const rp_world *w, rp_measures_sums *s)
{
    for (size_t n = 0; n < w->bodies.count; n++) {
        const rp_rigid *b = &w->bodies.body[n];
        if (w->particles.row[rp_bodies_slots(&w->bodies, n)[0]].inv_mass == 0) continue;
        s->moved++;
        s->kinetic += 0.5 * b->mass * rp_vec_dot(b->v, b->v);
        s->rotational += rp_rigid_rotational_energy(b);
        if (w->particles.accel) s->net += b->mass * rp_vec_norm(b->a);
    }
}

static void add_contact(const rp_contact_view *v, rp_measures_sums *s)
{
    s->stored += v->energy;
    s->overlap += v->overlap;
    s->pair_overlap += v->b >= 0 ? v->overlap : 0;
    s->force += rp_vec_norm(v->force);
    s->max_overlap = fmax(s->max_overlap, v->overlap);
    s->sliding += v->sliding != 0;
    s->contacts += v->b >= 0;
    s->wall_contacts += v->b < 0;
}

size_t rp_measures_contacts(const rp_world *w, const rp_contact_list *list, size_t first, rp_measures_sums *s)
{
    size_t end = rp_contact_list_run(list, w, first);
    *s = (rp_measures_sums){0};
    for (size_t n = first; n < end; n++) add_contact(&list->view[n], s);
    return end;
}

void rp_measures_add(rp_measures_sums *to, const rp_measures_sums *s)
{
    to->kinetic += s->kinetic;
    to->rotational += s->rotational;
    to->stored += s->stored;
    to->overlap += s->overlap;
    to->pair_overlap += s->pair_overlap;
    to->net += s->net;
    to->force += s->force;
    to->max_speed = fmax(to->max_speed, s->max_speed);
    to->max_overlap = fmax(to->max_overlap, s->max_overlap);
    to->particles += s->particles;
    to->moved += s->moved;
    to->contacts += s->contacts;
    to->wall_contacts += s->wall_contacts;
    to->sliding += s->sliding;
}

static double kinetic_of_walls(const rp_world *w)
{
    double sum = 0;
    for (int n = 0; n < w->wall_count; n++)
        if (w->wall[n].active && w->wall[n].load_kind != RP_LOAD_NONE)
            sum += 0.5 * w->wall[n].mass * rp_vec_dot(w->wall[n].speed, w->wall[n].speed)
                   + 0.5 * w->wall[n].inertia * w->wall[n].angular_speed * w->wall[n].angular_speed;
    return sum;
}

static double mean(double sum, size_t count) { return count ? sum / (double)count : 0; }

/* What is there, beside what came in and what was lost. */
static void close_budget(const rp_totals *t, const rp_exchange *x, rp_measures *m)
{
    double there = m->kinetic + m->rotational + m->walls + m->stored;
    double work = t->gravity + t->walls + t->loads + t->drives + t->cell,
           lost = t->normal + t->tangential + t->rolling + t->scheme;
    m->budget_error = there - (t->start_energy + x->added_energy - x->removed_energy + work - lost);
    m->turnover = fabs(t->start_energy) + fabs(t->gravity) + fabs(t->walls) + fabs(t->loads) + fabs(t->drives)
                  + fabs(t->cell) + fabs(lost) + fabs(x->added_energy) + fabs(x->removed_energy);
}

void rp_measures_result(const rp_world *w, const rp_measures_sums *s, rp_measures *m)
{
    size_t all = s->contacts + s->wall_contacts;
    *m = (rp_measures){.particles = s->particles,
                       .kinetic = s->kinetic,
                       .rotational = s->rotational,
                       .walls = kinetic_of_walls(w),
                       .stored = s->stored,
                       .contacts = s->contacts,
                       .wall_contacts = s->wall_contacts,
                       .coordination = 2 * mean((double)s->contacts, s->particles),
                       .mean_overlap = mean(s->overlap, all),
                       .max_overlap = s->max_overlap,
                       .pair_overlap = mean(s->pair_overlap, s->contacts),
                       .max_speed = s->max_speed,
                       .unbalanced = s->force > 0 ? mean(s->net, s->moved) / mean(s->force, all) : 0,
                       .sliding = s->sliding};
    close_budget(&w->totals, &w->exchange, m);
}

void rp_measures_take(const rp_world *w, const rp_contact_list *list, rp_measures *m)
{
    rp_measures_sums all = {0}, part;
    for (size_t n = 0; n < rp_pieces_count(w); n++) {
        rp_measures_particles(w, rp_pieces_at(w, n), &part);
        rp_measures_add(&all, &part);
    }
    add_bodies(w, &all);
    for (size_t n = 0; n < list->count;) {
        n = rp_measures_contacts(w, list, n, &part);
        rp_measures_add(&all, &part);
    }
    rp_measures_result(w, &all, m);
}
