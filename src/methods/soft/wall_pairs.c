/* Contacts of particles with walls: few, so they are collected one by one, those that touch only, into blocks that go
 * through the same laws as pairs do. See kernel.h. Wide. */
#include <math.h>
#include "core/mesh_touch.h"
#include "core/wall_parts.h"
#include "core/wall_shape.h"
#include "methods/soft/blocks.h"

/* Lanes beyond the last contact repeat the first one: harmless numbers. */
static void pad(rp_soft_open_block *o)
{
    rp_block *b = &o->block;
    for (int c = b->count; c < RP_BLOCK; c++) {
        o->a[c] = o->a[0];
        o->wall[c] = o->wall[0];
        o->pair[c] = o->pair[0];
        b->ex[c] = b->ex[0];
        b->ey[c] = b->ey[0];
        b->ez[c] = b->ez[0];
        b->xi[c] = b->xi[0];
    }
}

/* Of the particle's surface; the wall's is taken off in slip. */
static void surface(const rp_particles *p, rp_soft_open_block *o)
{
    rp_block *b = &o->block;
    for (int c = 0; c < RP_BLOCK; c += 4) {
        v4 d[4], v[4], w[4], ex = load4(b->ex + c), ey = load4(b->ey + c), ez = load4(b->ez + c);
        for (int n = 0; n < 4; n++) {
            const uint32_t a = o->a[c + n];
            d[n] = load4(&p->row[a].x);
            v[n] = load4(&p->row[a].vx);
            w[n] = load4(&p->spin[a].x);
        }
        transpose4(&d[0], &d[1], &d[2], &d[3]);
        transpose4(&v[0], &v[1], &v[2], &v[3]);
        transpose4(&w[0], &w[1], &w[2], &w[3]);
        v4 r = d[3], distance = r - load4(b->xi + c), lever = distance / r, wx = lever * w[0], wy = lever * w[1],
           wz = lever * w[2];
        store4(o->lever + c, lever);
        store4(b->r_eff + c, r);
        store4(b->m_eff + c, all4(1) / v[3]); /* a wall is a partner of infinite mass */
        store4(o->x + c, d[0] - distance * ex);
        store4(o->y + c, d[1] - distance * ey);
        store4(o->z + c, d[2] - distance * ez);
        store4(b->tx + c, v[0] - (wy * ez - wz * ey));
        store4(b->ty + c, v[1] - (wz * ex - wx * ez));
        store4(b->tz + c, v[2] - (wx * ey - wy * ex));
    }
}

static int one_wall(const rp_soft_open_block *o)
{
    uint32_t other = 0;
    for (int c = 0; c < RP_BLOCK; c++) other |= o->wall[c] ^ o->wall[0];
    return !other;
}

static void wall_velocity(const rp_soft_step *s, rp_soft_open_block *o)
{
    const rp_wall *first = &s->world->wall[o->wall[0]];
    if (one_wall(o) && first->angular_speed == 0) {
        for (int c = 0; c < RP_BLOCK; c++) {
            o->ux[c] = first->speed.x;
            o->uy[c] = first->speed.y;
            o->uz[c] = first->speed.z;
        }

        return;
    }
    for (int c = 0; c < RP_BLOCK; c++) {
        rp_vec u = rp_wall_velocity_at(&s->world->wall[o->wall[c]], rp_vec_make(o->x[c], o->y[c], o->z[c]));
        o->ux[c] = u.x;
        o->uy[c] = u.y;
        o->uz[c] = u.z;
    }
}

static void slip(rp_soft_open_block *o)
{
    rp_block *b = &o->block;
    for (int c = 0; c < RP_BLOCK; c++) {
        double gx = b->tx[c] - o->ux[c], gy = b->ty[c] - o->uy[c], gz = b->tz[c] - o->uz[c],
               gn = gx * b->ex[c] + gy * b->ey[c] + gz * b->ez[c];
        b->gn[c] = gn;
        b->tx[c] = gx - gn * b->ex[c];
        b->ty[c] = gy - gn * b->ey[c];
        b->tz[c] = gz - gn * b->ez[c];
    }
}

static void relative_spin(const rp_soft_step *s, rp_soft_open_block *o)
{
    rp_block *b = &o->block;
    for (int c = 0; c < RP_BLOCK; c++) {
        const rp_wall *wall = &s->world->wall[o->wall[c]];
        rp_vec turning = rp_vec_scale(wall->angular_speed, wall->spin_axis),
               omega = rp_particle_omega(&s->world->particles, o->a[c]);
        b->wx[c] = omega.x - turning.x;
        b->wy[c] = omega.y - turning.y;
        b->wz[c] = omega.z - turning.z;
    }
}

/* ---- results ---- */

/* Four points of contact from the centres of their walls, as columns. */
static inline void arms4(const rp_soft_step *s, const rp_soft_open_block *o, int c, v4 arm[4])
{
    rp_vec centre = {0, 0, 0};
    for (int n = 0; n < 4; n++) {
        if (n == 0 || o->wall[c + n] != o->wall[c + n - 1]) centre = rp_wall_centre(&s->world->wall[o->wall[c + n]]);
        arm[n] = (v4){centre.x, centre.y, centre.z, 0};
    }
    transpose4(&arm[0], &arm[1], &arm[2], &arm[3]);
    arm[0] = load4(o->x + c) - arm[0];
    arm[1] = load4(o->y + c) - arm[1];
    arm[2] = load4(o->z + c) - arm[2];
}

/* What a wall gets, kept while contacts are with the same one. */
typedef struct open_sum {
    rp_soft_wall_sum *sum;
    v4 force, torque;
    double work;
} open_sum;

static inline void close_sum(const open_sum *t)
{
    if (t->sum) {
        store4(&t->sum->force, t->force);
        store4(&t->sum->torque, t->torque);
        t->sum->work = t->work;
    }
}

static void scatter(const rp_soft_step *s, const rp_slots *g, rp_soft_force_row *force, const rp_soft_open_block *o,
                    rp_soft_sums *sums)
{
    const rp_block *b = &o->block;
    open_sum total = {0};
    for (int c = 0; c < b->count; c += 4) {
        v4 f[4], q[4], arm[4], t[4];
        force4(b, o->lever, f, q, c);
        arms4(s, o, c, arm);
        t[0] = arm[1] * f[2] - arm[2] * f[1];
        t[1] = arm[2] * f[0] - arm[0] * f[2];
        t[2] = arm[0] * f[1] - arm[1] * f[0];
        t[3] = all4(0);
        const v4 work = (f[0] * load4(o->ux + c) + f[1] * load4(o->uy + c) + f[2] * load4(o->uz + c))
                        * all4(s->work_dt);
        transpose4(&f[0], &f[1], &f[2], &f[3]);
        transpose4(&q[0], &q[1], &q[2], &q[3]);
        transpose4(&t[0], &t[1], &t[2], &t[3]);
        for (int n = 0; n < 4 && c + n < b->count; n++) {
            rp_soft_force_row *row = &force[force_index(g, o->a[c + n])];
            rp_soft_wall_sum *sum = &sums->wall[o->wall[c + n]];
            add4(&row->fx, f[n]);
            add4(&row->qx, q[n]);
            if (sum != total.sum) {
                close_sum(&total);
                total = (open_sum){sum, load4(&sum->force), load4(&sum->torque), sum->work};
            }

            total.force -= f[n];
            total.torque -= t[n];
            total.work += work[n];
        }
    }
    close_sum(&total);
}

static void scatter_rolling(const rp_soft_step *s, const rp_slots *g, rp_soft_force_row *force,
                            const rp_soft_open_block *o, rp_soft_sums *sums)
{
    const rp_block *b = &o->block;
    for (int c = 0; c < b->count; c++) {
        const rp_wall *wall = &s->world->wall[o->wall[c]];
        rp_soft_wall_sum *sum = &sums->wall[o->wall[c]];
        rp_soft_force_row *row = &force[force_index(g, o->a[c])];
        rp_vec roll = {b->mx[c], b->my[c], b->mz[c]}, q = rp_vec_scale(1.0 / s->world->particles.row[o->a[c]].r, roll);
        row->qx += q.x;
        row->qy += q.y;
        row->qz += q.z;
        sum->torque = rp_vec_sub(sum->torque, roll);
        sum->work += rp_vec_dot(roll, rp_vec_scale(wall->angular_speed, wall->spin_axis)) * s->work_dt;
    }
}

static int add_views(const rp_soft_step *s, const rp_soft_open_block *o)
{
    const rp_block *b = &o->block;
    if (!views_fit(s, b)) return 0;
    for (int c = 0; c < b->count; c++) {
        if (b->open[c] != 0) continue;
        const double arm = o->lever[c] * s->world->particles.row[o->a[c]].r;
        rp_contact_view *v = add_round_view(s, b, c, o->a[c], arm);
        v->b = -1 - (int64_t)o->wall[c];
        v->feature = rp_wall_pair_face(s->world->contacts.wall_pair[o->pair[c]]);
        v->branch = rp_vec_scale(arm, v->normal);
    }
    return 1;
}

/* ---- a block, a chunk ---- */

static void geometry(const rp_soft_step *s, rp_soft_open_block *o)
{
    pad(o);
    surface(&s->world->particles, o);
    wall_velocity(s, o);
    slip(o);
    if (s->rolling) relative_spin(s, o);
}

static void flush(rp_soft_job *j, int interaction)
{
    const rp_soft_step *s = j->s;
    const rp_interaction *x = &s->world->interaction[interaction];
    rp_soft_open_block *o = &j->worker->walls[interaction];
    rp_block *b = &o->block;
    const collected k = {&s->world->contacts.wall_pairs, 1, o->pair, b->xi};
    if (b->count == 0) return;
    begin_block(s, b);
    geometry(s, o);
    collected_begin(j, x, b, &k);
    apply_laws(s, x, b, j->worker->history);
    if (s->views) {
        j->failed |= !add_views(s, o);
    } else {
        collected_keep(j, x, b, &k);
        scatter(s, j->g, j->worker->force, o, j->sums);
        if (s->rolling) scatter_rolling(s, j->g, j->worker->force, o, j->sums);
    }
    b->count = 0;
}

/* The plane of the last contact is kept. */
typedef struct last_plane {
    const rp_wall *wall;
    rp_plane plane;
} last_plane;

static double distance_of(const rp_wall *wall, int face, rp_vec x, last_plane *last, rp_vec *normal)
{
    if (!wall->shape->plane) return rp_wall_distance(wall, face, x, normal);
    if (last->wall != wall) *last = (last_plane){wall, rp_wall_plane(wall)};
    *normal = last->plane.normal;
    return rp_plane_distance(&last->plane, x);
}

/* Contact n, with interaction x, goes into the block that collects these. */
static inline void collect_one(rp_soft_job *j, size_t n, rp_wall_pair pair, int x, double xi, rp_vec e)
{
    rp_soft_open_block *o = &j->worker->walls[x];
    int c = o->block.count++;
    o->a[c] = pair.a;
    o->wall[c] = pair.wall;
    o->pair[c] = n;
    o->block.ex[c] = e.x;
    o->block.ey[c] = e.y;
    o->block.ez[c] = e.z;
    o->block.xi[c] = xi;
    if (o->block.count == RP_BLOCK) flush(j, x);
}

/* ---- meshes ---- */

typedef struct last_pose {
    const rp_wall *wall;
    rp_wall_pose pose;
} last_pose;

/* Of a pair with a triangle; `all`: that of pairs with the wall's own material. */
static int interaction_of(const rp_world *w, size_t n, int all)
{
    const rp_wall_pair pair = w->contacts.wall_pair[n];
    const rp_wall *wall = &w->wall[pair.wall];
    if (!rp_wall_parts(wall)) return all;
    return rp_world_interaction_index(w, w->particles.material[pair.a], rp_wall_parts_material(wall, pair.triangle));
}

/* The least of any part, m. */
static double least_of_parts(const rp_soft_step *s, const rp_wall *wall, uint32_t a, int all)
{
    const rp_world *w = s->world;
    double least = least_overlap(s, &w->interaction[all]);
    for (size_t n = 0; rp_wall_parts(wall) && n < wall->mesh->parts; n++) {
        const int x = rp_world_interaction_index(w, w->particles.material[a], wall->mesh->material[n]);
        least = fmin(least, least_overlap(s, &w->interaction[x]));
    }
    return least;
}

static void end_others(rp_soft_job *j, int all, size_t first, size_t end, const rp_mesh_touch *touch, int count)
{
    const rp_world *w = j->s->world;
    for (size_t n = first; n < end; n++) {
        int kept = 0;
        for (int k = 0; k < count; k++) kept |= touch[k].pair == n;
        if (!kept) collected_end(j, &w->interaction[interaction_of(w, n, all)], &j->s->world->contacts.wall_pairs, n);
    }
}

/* How many pairs without contact have a history. */
static int histories_left(const uint8_t *active, size_t first, size_t end, const rp_mesh_touch *touch, int count)
{
    int left = 0;
    for (size_t n = first; n < end; n++) left += active[n] != 0;
    for (int k = 0; k < count; k++) left -= active[touch[k].pair] != 0;
    return left;
}

/* Pairs [first, end): one particle and the triangles of a mesh that are near it. */
static void collect_mesh(rp_soft_job *j, size_t first, size_t end, last_pose *last)
{
    const rp_soft_step *s = j->s;
    rp_contacts *c = &s->world->contacts;
    const rp_wall_pair pair = c->wall_pair[first];
    const rp_row *row = &s->world->particles.row[pair.a];
    const rp_wall *wall = &s->world->wall[pair.wall];
    const int x = rp_world_interaction_index(s->world, s->world->particles.material[pair.a], wall->material);
    rp_mesh_touch touch[RP_MESH_TOUCH_MOST];
    rp_vec at = {0};
    int count = 0;
    if (last->wall != wall) *last = (last_pose){wall, rp_wall_pose_of(wall)};
    if (wall->active && row->inv_mass > 0) {
        at = rp_wall_pose_in(&last->pose, rp_vec_make(row->x, row->y, row->z));
        count = rp_mesh_touch_find(wall->mesh, c->wall_pair, first, end, at, row->r,
                                   row->r - least_of_parts(s, wall, pair.a, x), touch, &c->crowded);
    }
    if (!s->views && histories_left(c->wall_pairs.active, first, end, touch, count)) {
        if (count) rp_mesh_touch_pass(wall->mesh, c, first, end, at, touch, count);
        end_others(j, x, first, end, touch, count);
    }
    for (int k = 0; k < count; k++) {
        const int own = interaction_of(s->world, touch[k].pair, x);
        const double xi = row->r - touch[k].distance;
        if (own != x && xi <= least_overlap(s, &s->world->interaction[own]))
            collected_end(j, &s->world->interaction[own], &c->wall_pairs, touch[k].pair);
        else collect_one(j, touch[k].pair, pair, own, xi, rp_wall_pose_out(&last->pose, touch[k].normal));
    }
}

void RP_WIDE(rp_soft_kernel_walls)(rp_soft_job *j, const rp_chunk *k)
{
    last_plane last = {0};
    last_pose pose = {0};
    const rp_soft_step *s = j->s;
    const rp_world *w = s->world;
    rp_contacts *contacts = &s->world->contacts;
    for (size_t n = k->wall_pair; n < k->wall_pair_end; n++) {
        rp_wall_pair pair = contacts->wall_pair[n];
        const rp_wall *wall = &w->wall[pair.wall];
        rp_vec e;
        if (s->corners && w->particles.shape[pair.a]) continue; /* shaped_pairs.c's */
        if (pair.triangle) {
            const size_t end = rp_mesh_touch_run(contacts->wall_pair, n, k->wall_pair_end);
            collect_mesh(j, n, end, &pose);
            n = end - 1;
            continue;
        }
        double distance = wall->active
                              ? distance_of(wall, pair.face, rp_particle_position(&w->particles, pair.a), &last, &e)
                              : INFINITY;
        double xi = w->particles.row[pair.a].r - distance;
        int x = rp_world_interaction_index(w, w->particles.material[pair.a], wall->material);
        if (xi <= least_overlap(s, &w->interaction[x]) || w->particles.row[pair.a].inv_mass == 0) {
            collected_end(j, &w->interaction[x], &contacts->wall_pairs, n);
            continue;
        }
        collect_one(j, n, pair, x, xi, e);
    }
    for (int x = 0; x < w->interaction_count; x++) flush(j, x);
}
