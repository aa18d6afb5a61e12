/* See shaped_pairs.h. Wide. */
#include "methods/soft/shaped_pairs.h"
#include "core/mesh_touch.h"
#include "core/wall_parts.h"
#include "methods/soft/blocks.h"
#include "methods/soft/shaped.h"

/* ---- geometry into the block ---- */

static rp_vec omega_of(const rp_particles *p, uint32_t i)
{
    const double r = p->row[i].r;
    return rp_vec_make(p->spin[i].x / r, p->spin[i].y / r, p->spin[i].z / r);
}

static rp_vec velocity_at(const rp_particles *p, uint32_t i, rp_vec arm)
{
    return rp_vec_add(rp_particle_velocity(p, i), rp_vec_cross(omega_of(p, i), arm));
}

static rp_vec point_of(const rp_particles *p, const rp_soft_shaped_contact *t)
{
    return rp_vec_add(rp_particle_position(p, t->a), t->arm_a);
}

static rp_vec wall_omega(const rp_wall *wall) { return rp_vec_scale(wall->angular_speed, wall->spin_axis); }

/* A wall is a partner of infinite mass whose surface moves. */
static void fill(const rp_world *w, rp_block *b, int c, const rp_soft_shaped_contact *t)
{
    const rp_particles *p = &w->particles;
    const rp_wall *wall = t->wall ? &w->wall[t->b] : NULL;
    const double inverse = p->row[t->a].inv_mass + (wall ? 0 : p->row[t->b].inv_mass);
    rp_vec g = rp_vec_sub(velocity_at(p, t->a, t->arm_a),
                          wall ? rp_wall_velocity_at(wall, point_of(p, t)) : velocity_at(p, t->b, t->arm_b));
    rp_vec omega = rp_vec_sub(omega_of(p, t->a), wall ? wall_omega(wall) : omega_of(p, t->b));
    const double gn = rp_vec_dot(g, t->e);
    b->ex[c] = t->e.x;
    b->ey[c] = t->e.y;
    b->ez[c] = t->e.z;
    b->xi[c] = t->xi;
    b->gn[c] = t->torques ? gn + t->twist * rp_vec_dot(omega, t->e) : gn;
    b->tx[c] = g.x - gn * t->e.x;
    b->ty[c] = g.y - gn * t->e.y;
    b->tz[c] = g.z - gn * t->e.z;
    b->m_eff[c] = 1 / inverse;
    b->r_eff[c] = t->r_eff;
    b->wx[c] = omega.x;
    b->wy[c] = omega.y;
    b->wz[c] = omega.z;
}

/* Lanes beyond the last contact repeat the first one: harmless numbers. */
static void fill_all(const rp_world *w, rp_soft_shaped_block *o)
{
    rp_block *b = &o->block;
    double *const column[] = {b->ex, b->ey,    b->ez,    b->xi, b->gn, b->tx, b->ty,
                              b->tz, b->m_eff, b->r_eff, b->wx, b->wy, b->wz};
    for (int c = 0; c < b->count; c++) fill(w, b, c, &o->contact[c]);
    for (size_t n = 0; n < sizeof column / sizeof *column; n++)
        for (int c = b->count; c < RP_BLOCK; c++) column[n][c] = column[n][0];
}

/* ---- laws ---- */

/* The dashpot that is spread over the area of the contact. */
typedef struct patch {
    rp_vec torque; /* on a, N m */
    double power;  /* lost, W */
} patch;

static patch patch_of(const rp_block *b, int c, const rp_soft_shaped_contact *t)
{
    const double square = t->spread[0].x + t->spread[1].y + t->spread[2].z;
    if (!(square > 0 && b->fn[c] > 0)) return (patch){0};
    const rp_vec omega = {b->wx[c], b->wy[c], b->wz[c]}, w = rp_vec_cross(t->e, omega),
                 rate = {rp_vec_dot(t->spread[0], w), rp_vec_dot(t->spread[1], w), rp_vec_dot(t->spread[2], w)};
    const double damping = t->rate * b->cn[c], turning = rp_vec_dot(omega, t->e),
                 grip = fmin(damping * square * fabs(turning), b->mu[c] * b->bound[c] * sqrt(square)),
                 rocking = fmax(rp_vec_dot(rate, w), 0);
    const rp_vec spin = rp_vec_scale(turning > 0 ? -grip : grip, t->e);
    return (patch){rp_vec_sub(spin, rp_vec_scale(rocking > 0 ? damping : 0, rp_vec_cross(rate, t->e))),
                   damping * rocking + grip * fabs(turning)};
}

/* Of the screw and the spread dashpot, on a. */
static rp_vec normal_torque(const rp_block *b, int c, const rp_soft_shaped_contact *t)
{
    return rp_vec_add(rp_vec_scale(t->twist * b->fn[c], t->e), patch_of(b, c, t).torque);
}

static void apply_shaped_laws(const rp_soft_step *s, const rp_interaction *x, rp_soft_shaped_block *o,
                              double (*history)[RP_BLOCK])
{
    rp_block *b = &o->block;
    begin_laws(x, b);
    apply_slots(s, x, b, history, 0, RP_TANGENTIAL);
    for (int c = 0; c < b->count; c++) {
        const rp_soft_shaped_contact *t = &o->contact[c];
        b->fn[c] *= t->rate;
        b->bound[c] *= t->rate;
        b->normal_loss[c] *= t->rate;
        if (t->torques) b->normal_loss[c] += patch_of(b, c, t).power * fabs(s->law_dt);
        if (!t->without_potential) continue;
        b->energy[c] = 0;
        b->normal_loss[c] = -b->fn[c] * b->gn[c] * fabs(s->law_dt);
    }
    apply_slots(s, x, b, history, RP_TANGENTIAL, RP_SLOT_COUNT);
}

/* ---- forces back ---- */

static inline void push(const rp_soft_job *j, uint32_t i, rp_vec f, rp_vec torque)
{
    rp_soft_force_row *row = &j->worker->force[force_index(j->g, i)];
    const v4 q = {torque.x, torque.y, torque.z, 0};
    add4(&row->fx, (v4){f.x, f.y, f.z, 0});
    add4(&row->qx, q / all4(j->s->world->particles.row[i].r));
}

static void push_wall(const rp_soft_job *j, const rp_soft_shaped_contact *t, rp_vec f, rp_vec roll)
{
    const rp_wall *wall = &j->s->world->wall[t->b];
    rp_soft_wall_sum *sum = &j->sums->wall[t->b];
    rp_vec point = point_of(&j->s->world->particles, t);
    sum->force = rp_vec_sub(sum->force, f);
    sum->torque = rp_vec_sub(sum->torque, rp_vec_add(roll, rp_vec_cross(rp_vec_sub(point, rp_wall_centre(wall)), f)));
    sum->work += (rp_vec_dot(f, rp_wall_velocity_at(wall, point)) + rp_vec_dot(roll, wall_omega(wall))) * j->s->work_dt;
}

static void scatter(const rp_soft_job *j, const rp_soft_shaped_block *o)
{
    const rp_block *b = &o->block;
    for (int c = 0; c < b->count; c++) {
        const rp_soft_shaped_contact *t = &o->contact[c];
        rp_vec f = contact_force(b, c), back = rp_vec_scale(-1, f);
        rp_vec roll = t->torques ? normal_torque(b, c, t) : rp_vec_make(0, 0, 0);
        if (j->s->rolling) roll = rp_vec_add(roll, rp_vec_make(b->mx[c], b->my[c], b->mz[c]));
        push(j, t->a, f, rp_vec_add(rp_vec_cross(t->arm_a, f), roll));
        if (t->wall) push_wall(j, t, f, roll);
        else push(j, t->b, back, rp_vec_sub(rp_vec_cross(t->arm_b, back), roll));
    }
}

static int wall_feature(rp_wall_pair p) { return p.triangle ? (int)p.triangle : p.face; }

static int add_views(const rp_soft_step *s, const rp_soft_shaped_block *o)
{
    const rp_particles *p = &s->world->particles;
    const rp_contacts *contacts = &s->world->contacts;
    if (!views_fit(s, &o->block)) return 0;
    for (int c = 0; c < o->block.count; c++) {
        const rp_soft_shaped_contact *t = &o->contact[c];
        if (o->block.open[c] != 0) continue;
        rp_contact_view *v = add_view(s, &o->block, c, t->a, point_of(p, t));
        v->b = t->wall ? -1 - (int64_t)t->b : (int64_t)p->id[t->b];
        v->feature = t->wall ? wall_feature(contacts->wall_pair[o->at[c]]) : rp_pair_image(contacts->pair[o->at[c]]);
        v->branch = t->wall ? rp_vec_scale(-1, t->arm_a) : rp_vec_sub(t->arm_b, t->arm_a);
    }
    return 1;
}

/* ---- a block ---- */

static void flush(rp_soft_job *j, int interaction, int walls)
{
    const rp_soft_step *s = j->s;
    const rp_interaction *x = &s->world->interaction[interaction];
    rp_soft_shaped_block *o = &j->worker->shaped[interaction + (walls ? s->world->interaction_count : 0)];
    rp_block *b = &o->block;
    const collected k = {walls ? &s->world->contacts.wall_pairs : &s->world->contacts.pairs, walls ? 1 : RP_BLOCK,
                         o->at, o->depth};
    if (b->count == 0) return;
    begin_block(s, b);
    fill_all(s->world, o);
    collected_begin(j, x, b, &k);
    apply_shaped_laws(s, x, o, j->worker->history);
    if (s->views) {
        j->failed |= !add_views(s, o);
    } else {
        collected_keep(j, x, b, &k);
        j->sums->shaped += b->count;
        scatter(j, o);
    }
    b->count = 0;
}

/* ---- finding contacts ---- */

/* Contact n of interaction x, in the place that collects them, is there. */
static inline void keep(rp_soft_job *j, size_t n, int x, const int wall)
{
    rp_soft_shaped_block *o = &j->worker->shaped[x + (wall ? j->s->world->interaction_count : 0)];
    const int c = o->block.count++;
    o->depth[c] = o->contact[c].depth;
    o->at[c] = n;
    if (o->block.count == RP_BLOCK) flush(j, x, wall);
}

/* b: slot, or wall. */
static void collect(rp_soft_job *j, size_t n, uint32_t a, uint32_t b, const int wall, rp_soft_shaped_find *find)
{
    rp_world *w = j->s->world;
    const uint16_t *material = w->particles.material;
    const int x = rp_world_interaction_index(w, material[a], wall ? w->wall[b].material : material[b]);
    rp_soft_shaped_block *o = &j->worker->shaped[x + (wall ? w->interaction_count : 0)];
    rp_soft_shaped_contact *t = &o->contact[o->block.count];
    t->a = a;
    t->b = b;
    t->wall = wall;
    if (find(j->s, n, t)) keep(j, n, x, wall);
    else collected_end(j, &w->interaction[x], wall ? &w->contacts.wall_pairs : &w->contacts.pairs, n);
}

/* ---- meshes: all triangles near a polyhedron are one contact, whose history is that of one pair ---- */

static int triangle_interaction(const rp_world *w, size_t n)
{
    const rp_wall_pair pair = w->contacts.wall_pair[n];
    return rp_world_interaction_index(w, w->particles.material[pair.a],
                                      rp_wall_parts_material(&w->wall[pair.wall], pair.triangle));
}

/* The history comes to the pair with the largest share; it ends where there is no contact (at: end), or where that has
 * another material. */
static void pass_history(rp_soft_job *j, size_t first, size_t end, size_t at)
{
    rp_world *w = j->s->world;
    rp_history *h = &w->contacts.wall_pairs;
    double row[RP_HISTORY_MAX];
    for (size_t n = first; n < end; n++) {
        const int x = triangle_interaction(w, n);
        if (!h->active[n] || n == at) continue;
        if (at < end && !h->active[at] && x == triangle_interaction(w, at)) {
            rp_history_read(h, w->contacts.width, n, row);
            rp_history_write(h, w->contacts.width, at, row);
            h->active[at] = h->active[n];
            rp_history_forget(h, w->contacts.width, n);
        } else {
            collected_end(j, &w->interaction[x], h, n);
        }
    }
}

static void collect_mesh(rp_soft_job *j, size_t first, size_t end)
{
    const rp_wall_pair pair = j->s->world->contacts.wall_pair[first];
    rp_soft_shaped_contact t = {.a = pair.a, .b = pair.wall, .wall = 1};
    size_t at = end;
    const int found = rp_soft_shaped_solid_mesh(j->s, first, end, &t, &at);
    if (!j->s->views) pass_history(j, first, end, at);
    if (!found) return;
    const int x = triangle_interaction(j->s->world, at);
    rp_soft_shaped_block *o = &j->worker->shaped[x + j->s->world->interaction_count];
    o->contact[o->block.count] = t;
    keep(j, at, x, 1);
}

static void collect_pairs(rp_soft_job *j, const rp_segment *k)
{
    const rp_pair *pair = j->s->world->contacts.pair;
    rp_soft_shaped_find *find = j->s->world->dimension == 3 ? rp_soft_shaped_solid : rp_soft_shaped_pair;
    for (size_t n = k->first; n < k->first + k->count; n++)
        collect(j, n, rp_pair_a(pair[n]), rp_pair_b(pair[n]), 0, find);
}

static void collect_at_walls(rp_soft_job *j, const rp_chunk *k)
{
    const rp_wall_pair *pair = j->s->world->contacts.wall_pair;
    rp_soft_shaped_find *find = j->s->world->dimension == 3 ? rp_soft_shaped_solid_wall : rp_soft_shaped_wall;
    for (size_t n = k->wall_pair; n < k->wall_pair_end; n++) {
        if (!j->s->world->particles.shape[pair[n].a]) continue;
        if (pair[n].triangle) {
            const size_t end = rp_mesh_touch_run(pair, n, k->wall_pair_end);
            collect_mesh(j, n, end);
            n = end - 1;
        } else {
            collect(j, n, pair[n].a, pair[n].wall, 1, find);
        }
    }
}

void RP_WIDE(rp_soft_kernel_shaped)(rp_soft_job *j, size_t chunk)
{
    const rp_world *w = j->s->world;
    const rp_contacts *c = &w->contacts;
    for (int kind = 2 * w->interaction_count; kind < c->kinds; kind++)
        collect_pairs(j, &c->segment[chunk * (size_t)c->kinds + (size_t)kind]);
    collect_at_walls(j, &c->chunk[chunk]);
    for (int x = 0; x < w->interaction_count; x++) flush(j, x, 0);
    for (int x = 0; x < w->interaction_count; x++) flush(j, x, 1);
}
