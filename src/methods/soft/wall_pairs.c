/* Contacts of particles with walls: few, so they are collected one by one, those that touch only, into blocks that go through the same
 * laws as pairs do. See kernel.h. Wide. */
#include <math.h>
#include "base/memory.h"
#include "methods/soft/blocks.h"

/* A wall is a partner of infinite mass whose surface moves; few contacts, so one at a time. */
static void kinematics_wall(const rp_step *s, rp_open_block *o, int c)
{
    rp_block *b = &o->block;
    const rp_particles *p = &s->world->particles;
    const rp_wall *wall = &s->world->wall[o->wall[c]];
    const rp_row *row = &p->row[o->a[c]];
    const rp_spin *spin = &p->spin[o->a[c]];
    rp_vec e = {b->ex[c], b->ey[c], b->ez[c]};
    double distance = row->r - b->xi[c], lever = distance / row->r;
    rp_vec point = rp_vec_sub(rp_particle_position(p, o->a[c]), rp_vec_scale(distance, e));
    rp_vec surface = rp_vec_cross(rp_vec_scale(lever, rp_vec_make(spin->x, spin->y, spin->z)), e);
    o->lever[c] = lever, o->point[c] = point, o->velocity[c] = rp_wall_velocity_at(wall, point);
    rp_vec g = rp_vec_sub(rp_vec_sub(rp_particle_velocity(p, o->a[c]), surface), o->velocity[c]);
    double gn = rp_vec_dot(g, e);
    b->gn[c] = gn;
    b->tx[c] = g.x - gn * e.x, b->ty[c] = g.y - gn * e.y, b->tz[c] = g.z - gn * e.z;
    b->m_eff[c] = row->inv_mass > 0 ? 1.0 / row->inv_mass : p->mass[o->a[c]];
    b->r_eff[c] = row->r;
    if (s->rolling) {
        rp_vec turning = rp_vec_scale(wall->turning, wall->spin_axis), omega = rp_particle_omega(p, o->a[c]);
        b->wx[c] = omega.x - turning.x, b->wy[c] = omega.y - turning.y, b->wz[c] = omega.z - turning.z;
    }
}

static void pad_walls(rp_open_block *o)
{
    rp_block *b = &o->block;
    double *const column[] = {b->ex, b->ey, b->ez, b->xi, b->gn, b->tx, b->ty, b->tz, b->m_eff, b->r_eff, b->wx, b->wy, b->wz};
    for (size_t n = 0; n < sizeof column / sizeof *column; n++)
        for (int c = b->count; c < RP_BLOCK; c++) column[n][c] = column[n][0];
    for (int c = b->count; c < RP_BLOCK; c++) o->pair[c] = o->pair[0];
}

/* ---- history: rows ---- */

static void load_history(rp_open_block *o, const rp_history *h, int width)
{
    rp_block *b = &o->block;
    for (int c = 0; c < RP_BLOCK; c++) {
        for (int k = 0; k < width; k++) b->history[k][c] = h->value[(size_t)o->pair[c] * (size_t)width + (size_t)k];
        b->sliding[c] = h->live[o->pair[c]] & RP_SLIDING ? 1.0 : 0.0;
    }
}

/* A contact that is over: what its springs hold is lost. */
static void part(const rp_job *j, const rp_interaction *x, size_t n)
{
    rp_contacts *c = &j->s->world->contacts;
    rp_touch_end(x, &c->wall_pairs, c->width, n, j->sums);
    rp_history_forget(&c->wall_pairs, c->width, n);
}

static void begin_new(const rp_step *s, const rp_interaction *x, const rp_history *h, rp_open_block *o, rp_sums *sums)
{
    uint8_t live[RP_BLOCK];
    for (int c = 0; c < RP_BLOCK; c++) live[c] = h->live[o->pair[c]];
    if (s->touch_dt > 0) rp_touch_begin(s, x, live, o->block.history, &o->block, sums);
}

static void store_history(const rp_job *j, const rp_interaction *x, const rp_open_block *o)
{
    rp_contacts *contacts = &j->s->world->contacts;
    rp_history *h = &contacts->wall_pairs;
    const rp_block *b = &o->block;
    const int width = contacts->width;
    for (int c = 0; c < b->count; c++) {
        h->live[o->pair[c]] = (uint8_t)(RP_LIVE + RP_SLIDING * (int)b->sliding[c]);
        for (int k = 0; k < width; k++) h->value[(size_t)o->pair[c] * (size_t)width + (size_t)k] = b->history[k][c];
        if (b->open[c] != 0) part(j, x, o->pair[c]);
    }
}

/* ---- results ---- */

static void scatter_walls(const rp_step *s, const rp_slots *g, rp_force_row *force, const rp_open_block *o, rp_sums *sums)
{
    const rp_block *b = &o->block;
    for (int c = 0; c < b->count; c++) {
        const rp_wall *wall = &s->world->wall[o->wall[c]];
        rp_wall_sum *sum = &sums->wall[o->wall[c]];
        rp_vec f = contact_force(b, c), ft = {b->fx[c], b->fy[c], b->fz[c]}, e = {b->ex[c], b->ey[c], b->ez[c]}, roll = {0, 0, 0};
        rp_vec q = rp_vec_scale(-o->lever[c], rp_vec_cross(e, ft));
        if (s->rolling) {
            roll = rp_vec_make(b->mx[c], b->my[c], b->mz[c]);
            q = rp_vec_add(q, rp_vec_scale(1.0 / s->world->particles.row[o->a[c]].r, roll));
        }
        rp_force_row *fa = &force[force_index(g, o->a[c])];
        fa->fx += f.x, fa->fy += f.y, fa->fz += f.z, fa->qx += q.x, fa->qy += q.y, fa->qz += q.z;
        sum->force = rp_vec_sub(sum->force, f);
        sum->torque = rp_vec_sub(sum->torque, rp_vec_add(roll, rp_vec_cross(rp_vec_sub(o->point[c], rp_wall_centre(wall)), f)));
        sum->work += rp_vec_dot(f, o->velocity[c]) * s->work_dt;
        if (s->rolling) sum->work += rp_vec_dot(roll, rp_vec_scale(wall->turning, wall->spin_axis)) * s->work_dt;
    }
}

static int add_views(const rp_step *s, const rp_open_block *o)
{
    const rp_block *b = &o->block;
    rp_contact_list *list = s->views;
    if (!rp_memory_reserve(&list->view, &list->capacity, list->count + (size_t)b->count, sizeof *list->view)) return 0;
    for (int c = 0; c < b->count; c++) {
        if (b->open[c] != 0) continue;
        double arm = o->lever[c] * s->world->particles.row[o->a[c]].r;
        rp_contact_view *v = &list->view[list->count++];
        *v = view_of(s, b, c, o->a[c], arm);
        v->b = -1 - (int64_t)o->wall[c], v->feature = s->world->contacts.wall_pair[o->pair[c]].face;
        v->branch = rp_vec_scale(arm, v->normal);
    }
    return 1;
}

/* ---- a block, a chunk ---- */

static void flush(rp_job *j, int interaction)
{
    const rp_step *s = j->s;
    rp_contacts *contacts = &s->world->contacts;
    const rp_interaction *x = &s->world->interaction[interaction];
    rp_open_block *o = &j->lane->walls[interaction];
    rp_block *b = &o->block;
    if (b->count == 0) return;
    b->want_energy = s->views != NULL, b->account = s->account;
    for (int c = 0; c < b->count; c++) kinematics_wall(s, o, c);
    pad_walls(o);
    load_history(o, &contacts->wall_pairs, contacts->width);
    begin_new(s, x, &contacts->wall_pairs, o, j->sums);
    apply_laws(s, x, b, b->history);
    if (s->views) {
        j->failed |= !add_views(s, o);
    } else {
        store_history(j, x, o);
        rp_count_losses(s, b, j->sums);
        scatter_walls(s, j->g, j->lane->force, o, j->sums);
    }
    b->count = 0;
}

void RP_WIDE(rp_kernel_walls)(rp_job *j, const rp_chunk *k)
{
    const rp_step *s = j->s;
    const rp_world *w = s->world;
    rp_contacts *contacts = &s->world->contacts;
    for (size_t n = k->wall_pair; n < k->wall_pair_end; n++) {
        rp_wall_pair pair = contacts->wall_pair[n];
        const rp_wall *wall = &w->wall[pair.wall];
        rp_vec e;
        if (s->corners && w->particles.shape[pair.a]) continue; /* polygons.c's */
        double distance = wall->active ? rp_wall_distance(wall, pair.face, rp_particle_position(&w->particles, pair.a), &e) : INFINITY;
        double xi = w->particles.row[pair.a].r - distance;
        int x = w->interaction_of[w->particles.material[pair.a] * w->material_count + wall->material];
        if (xi <= least_overlap(s, &w->interaction[x]) || w->particles.row[pair.a].inv_mass == 0) {
            if (contacts->wall_pairs.live[n] && !s->views) part(j, &w->interaction[x], n);
            continue;
        }
        rp_open_block *o = &j->lane->walls[x];
        int c = o->block.count++;
        o->a[c] = pair.a, o->wall[c] = pair.wall, o->pair[c] = (uint32_t)n;
        o->block.ex[c] = e.x, o->block.ey[c] = e.y, o->block.ez[c] = e.z, o->block.xi[c] = xi;
        if (o->block.count == RP_BLOCK) flush(j, x);
    }
    for (int x = 0; x < w->interaction_count; x++) flush(j, x);
}
