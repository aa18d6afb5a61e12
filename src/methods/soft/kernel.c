/* See kernel.h. Wide: everything exported is named by RP_WIDE; plain IEEE arithmetic, the same bits for every width. */
#include "methods/soft/kernel.h"
#include <math.h>
#include <string.h>
#include "base/memory.h"
#include "methods/soft/polygons.h"

typedef double v4 __attribute__((vector_size(32)));
typedef double v4u __attribute__((vector_size(32), aligned(8)));
typedef double v2u __attribute__((vector_size(16), aligned(8)));
typedef long long i4 __attribute__((vector_size(32)));

static inline v4 load4(const double *p) { return *(const v4u *)p; }
static inline void store4(double *p, v4 v) { *(v4u *)p = v; }

/* Rows a, b, c, d become columns. */
static inline void transpose4(v4 *a, v4 *b, v4 *c, v4 *d)
{
    v4 ab_low = __builtin_shuffle(*a, *b, (i4){0, 4, 2, 6}), ab_high = __builtin_shuffle(*a, *b, (i4){1, 5, 3, 7});
    v4 cd_low = __builtin_shuffle(*c, *d, (i4){0, 4, 2, 6}), cd_high = __builtin_shuffle(*c, *d, (i4){1, 5, 3, 7});
    *a = __builtin_shuffle(ab_low, cd_low, (i4){0, 1, 4, 5});
    *b = __builtin_shuffle(ab_high, cd_high, (i4){0, 1, 4, 5});
    *c = __builtin_shuffle(ab_low, cd_low, (i4){2, 3, 6, 7});
    *d = __builtin_shuffle(ab_high, cd_high, (i4){2, 3, 6, 7});
}

/* Bit k is set where lane k is true. */
static inline unsigned mask4(i4 m)
{
#ifdef __AVX__
    return (unsigned)__builtin_ia32_movmskpd256((v4)m);
#else
    return (unsigned)((m[0] & 1) | (m[1] & 2) | (m[2] & 4) | (m[3] & 8));
#endif
}

/* ---- phase 1: kinematics of a full block ---- */

typedef struct columns { /* rows of a block's particles, transposed */
    double dx[RP_BLOCK], dy[RP_BLOCK], dz[RP_BLOCK], sum_r[RP_BLOCK];
    double vx[RP_BLOCK], vy[RP_BLOCK], vz[RP_BLOCK], inv_mass[RP_BLOCK];
    double wx[RP_BLOCK], wy[RP_BLOCK], wz[RP_BLOCK];
} __attribute__((aligned(64))) columns;

/* Branch and sum of radii, relative velocity of the centres and sum of 1/m, sum of r omega of four pairs, as columns. */
static inline void gather4(const rp_row *row, const rp_spin *spin, const rp_open_block *o, columns *k, int c)
{
    const v4 sign = {1, 1, 1, -1};
    v4 d[4], v[4], w[4];
    for (int n = 0; n < 4; n++) {
        uint32_t a = o->a[c + n], b = o->b[c + n];
        d[n] = load4(o->branch[c + n]);
        v[n] = load4(&row[a].vx) - sign * load4(&row[b].vx);
        w[n] = load4(&spin[a].x) + load4(&spin[b].x);
    }
    transpose4(&d[0], &d[1], &d[2], &d[3]);
    transpose4(&v[0], &v[1], &v[2], &v[3]);
    transpose4(&w[0], &w[1], &w[2], &w[3]);
    store4(k->dx + c, d[0]), store4(k->dy + c, d[1]), store4(k->dz + c, d[2]), store4(k->sum_r + c, d[3]);
    store4(k->vx + c, v[0]), store4(k->vy + c, v[1]), store4(k->vz + c, v[2]), store4(k->inv_mass + c, v[3]);
    store4(k->wx + c, w[0]), store4(k->wy + c, w[1]), store4(k->wz + c, w[2]);
}

/* Lanes beyond the last contact repeat the first one: harmless numbers. */
static void pad_pairs(rp_open_block *o)
{
    for (int c = o->block.count; c < RP_BLOCK; c++) {
        o->pair[c] = o->pair[0];
        memcpy(o->branch[c], o->branch[0], sizeof o->branch[0]);
    }
}

static void kinematics_pairs(const rp_step *s, rp_open_block *o)
{
    rp_block *b = &o->block;
    const rp_particles *p = &s->world->particles;
    columns k;
    const rp_pair *pair = s->world->contacts.pair;
    pad_pairs(o);
    for (int c = 0; c < RP_BLOCK; c++) o->a[c] = pair[o->pair[c]].a, o->b[c] = rp_pair_slot(pair[o->pair[c]]);
    for (int c = 0; c < RP_BLOCK; c += 4) gather4(p->row, p->spin, o, &k, c);
    for (int c = 0; c < RP_BLOCK; c++) {
        double dx = k.dx[c], dy = k.dy[c], dz = k.dz[c], sum_r = k.sum_r[c], inv_mass = k.inv_mass[c];
        double d = sqrt(dx * dx + dy * dy + dz * dz);
        double all = 1.0 / (d * sum_r * inv_mass); /* one division for three reciprocals */
        double inv = all * (sum_r * inv_mass), lever = d * (all * (d * inv_mass));
        double ex = dx * inv, ey = dy * inv, ez = dz * inv;
        double wx = lever * k.wx[c], wy = lever * k.wy[c], wz = lever * k.wz[c];
        double gx = k.vx[c] - (wy * ez - wz * ey), gy = k.vy[c] - (wz * ex - wx * ez), gz = k.vz[c] - (wx * ey - wy * ex);
        double gn = gx * ex + gy * ey + gz * ez;
        b->ex[c] = ex, b->ey[c] = ey, b->ez[c] = ez, b->xi[c] = sum_r - d, o->lever[c] = lever;
        b->gx[c] = gx, b->gy[c] = gy, b->gz[c] = gz, b->gn[c] = gn;
        b->tx[c] = gx - gn * ex, b->ty[c] = gy - gn * ey, b->tz[c] = gz - gn * ez;
        b->m_eff[c] = all * (d * sum_r);
    }
    if (s->curvature)
        for (int c = 0; c < RP_BLOCK; c++) {
            double ra = p->row[o->a[c]].r, rb = p->row[o->b[c]].r;
            b->r_eff[c] = ra * rb / (ra + rb);
        }
    if (s->rolling)
        for (int c = 0; c < RP_BLOCK; c++) {
            const rp_spin *sa = &p->spin[o->a[c]], *sb = &p->spin[o->b[c]];
            double qa = 1.0 / p->row[o->a[c]].r, qb = 1.0 / p->row[o->b[c]].r;
            b->wx[c] = qa * sa->x - qb * sb->x, b->wy[c] = qa * sa->y - qb * sb->y, b->wz[c] = qa * sa->z - qb * sb->z;
        }
}

/* A wall is a partner of infinite mass whose surface moves; few contacts, so one at a time. */
static void kinematics_wall(const rp_step *s, rp_open_block *o, int c)
{
    rp_block *b = &o->block;
    const rp_particles *p = &s->world->particles;
    const rp_wall *wall = &s->world->wall[o->b[c]];
    const rp_row *row = &p->row[o->a[c]];
    const rp_spin *spin = &p->spin[o->a[c]];
    rp_vec e = {b->ex[c], b->ey[c], b->ez[c]};
    double distance = row->r - b->xi[c], lever = distance / row->r;
    rp_vec point = rp_vec_sub(rp_particle_position(p, o->a[c]), rp_vec_scale(distance, e));
    rp_vec surface = rp_vec_cross(rp_vec_scale(lever, rp_vec_make(spin->x, spin->y, spin->z)), e);
    rp_vec g = rp_vec_sub(rp_vec_sub(rp_particle_velocity(p, o->a[c]), surface), rp_wall_velocity_at(wall, point));
    double gn = rp_vec_dot(g, e);
    o->lever[c] = lever, o->point[c] = point;
    b->gx[c] = g.x, b->gy[c] = g.y, b->gz[c] = g.z, b->gn[c] = gn;
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
    double *const column[] = {b->ex, b->ey, b->ez, b->xi, b->gx, b->gy, b->gz, b->gn, b->tx, b->ty, b->tz, b->m_eff, b->r_eff, b->wx, b->wy, b->wz};
    for (size_t n = 0; n < sizeof column / sizeof *column; n++)
        for (int c = b->count; c < RP_BLOCK; c++) column[n][c] = column[n][0];
    for (int c = b->count; c < RP_BLOCK; c++) o->pair[c] = o->pair[0];
}

/* ---- phase 2: laws ---- */

/* Histories are rows of `width` doubles, taken in strips of four columns. Reading a strip may touch up to three doubles beyond
 * a row (the table has that much room at its end); writing does not. Inlined with the common widths as constants. */
static inline __attribute__((always_inline)) void load_rows(rp_block *b, const uint32_t *pair, const rp_history *h, const int width)
{
    for (int k = 0; k < width; k += 4)
        for (int c = 0; c < RP_BLOCK; c += 4) {
            v4 r[4];
            for (int n = 0; n < 4; n++) r[n] = load4(h->value + (size_t)pair[c + n] * (size_t)width + k);
            transpose4(&r[0], &r[1], &r[2], &r[3]);
            for (int n = 0; n < 4 && k + n < width; n++) store4(b->history[k + n] + c, r[n]);
        }
}

static inline __attribute__((always_inline)) void store_some(double *row, v4 r, const int many)
{
    if (many == 4) store4(row, r);
    if (many == 2 || many == 3) *(v2u *)row = (v2u){r[0], r[1]};
    if (many == 3) row[2] = r[2];
    if (many == 1) row[0] = r[0];
}

static inline __attribute__((always_inline)) void store_rows(const rp_block *b, const uint32_t *pair, rp_history *h, const int width)
{
    for (int k = 0; k < width; k += 4)
        for (int c = 0; c < b->count; c += 4) {
            v4 r[4];
            const int many = width - k < 4 ? width - k : 4, rows = b->count - c < 4 ? b->count - c : 4;
            for (int n = 0; n < 4; n++) r[n] = load4(b->history[n < many ? k + n : k] + c);
            transpose4(&r[0], &r[1], &r[2], &r[3]);
            for (int n = 0; n < rows; n++) store_some(h->value + (size_t)pair[c + n] * (size_t)width + k, r[n], many);
        }
}

/* Returns 0 if some of the contacts are new. */
static int load_history(rp_block *b, const uint32_t *pair, const rp_history *h, int width)
{
    uint8_t all = RP_LIVE;
    uint8_t live[RP_BLOCK];
    if (width == 3) load_rows(b, pair, h, 3);
    else load_rows(b, pair, h, width);
    for (int c = 0; c < RP_BLOCK; c++) live[c] = h->live[pair[c]];
    for (int c = 0; c < RP_BLOCK; c++) b->sliding[c] = (double)(live[c] >> 1 & 1);
    for (int c = 0; c < RP_BLOCK; c++) all &= live[c];
    return all;
}

static void store_history(const rp_block *b, const uint32_t *pair, rp_history *h, int width)
{
    uint8_t live[RP_BLOCK];
    if (width == 3) store_rows(b, pair, h, 3);
    else store_rows(b, pair, h, width);
    for (int c = 0; c < RP_BLOCK; c++) live[c] = (uint8_t)(RP_LIVE + RP_SLIDING * (int)b->sliding[c]);
    for (int c = 0; c < b->count; c++) h->live[pair[c]] = live[c];
}

static void forget(rp_history *h, size_t n, int width)
{
    h->live[n] = 0;
    for (int k = 0; k < width; k++) h->value[n * (size_t)width + (size_t)k] = 0;
}

/* Contacts that the law itself declared over. */
static void drop_open(const rp_interaction *x, const rp_block *b, const uint32_t *pair, rp_history *h, int width, rp_sums *sums)
{
    for (int c = 0; c < b->count; c++) {
        if (b->open[c] == 0) continue;
        if (width) rp_touch_end(x, h->value + (size_t)pair[c] * (size_t)width, sums);
        forget(h, pair[c], width);
    }
}

/* Arrays of a slot without law stay 0 from the start: a block belongs to one interaction. */
/* Pairs within the reach of some other interaction's laws: laws that end at touching know nothing of them. */
static void release_apart(rp_block *b)
{
    for (int c = 0; c < RP_BLOCK; c++) {
        double here = b->xi[c] > 0 ? 1.0 : 0.0;
        b->open[c] = 1.0 - here;
        b->fn[c] *= here, b->fx[c] *= here, b->fy[c] *= here, b->fz[c] *= here;
        b->mx[c] *= here, b->my[c] *= here, b->mz[c] *= here;
        b->dn[c] *= here, b->dt[c] *= here, b->ahead[c] *= here, b->dr[c] *= here;
    }
}

static void apply_laws(const rp_step *s, const rp_interaction *x, rp_block *b)
{
    if (b->want_energy) memset(b->energy, 0, sizeof b->energy);
    for (int c = 0; c < RP_BLOCK; c++) b->mu[c] = x->friction, b->mu_static[c] = x->friction_static;
    rp_curve_friction(&x->friction_curve, b);
    for (int slot = 0; slot < RP_SLOT_COUNT; slot++)
        if (x->law[slot] >= 0) s->laws[x->law[slot]]->eval(b, x->constant[slot], b->history + x->history[slot], s->law_dt);
    if (s->reach > 0 && !x->reaches) release_apart(b);
}

static inline void add_lanes(double *lane, const double *value, int count)
{
    int whole = count / RP_LANES * RP_LANES;
    for (int c = 0; c < whole; c += RP_LANES)
        for (int n = 0; n < RP_LANES; n++) lane[n] += value[c + n];
    for (int n = 0; whole + n < count; n++) lane[n] += value[whole + n];
}

static void count_losses(const rp_step *s, const rp_block *b, rp_sums *sums)
{
    add_lanes(sums->normal, b->dn, b->count);
    add_lanes(sums->tangential, b->dt, b->count);
    add_lanes(sums->ahead, b->ahead, b->count);
    if (s->rolling) add_lanes(sums->rolling, b->dr, b->count);
    sums->contacts += (size_t)b->count;
}

/* ---- phase 3: forces back to rows ---- */

static inline uint32_t force_index(const rp_slots *g, uint32_t slot) { return slot >= g->first ? slot - g->first : slot + (g->reach - g->first); }

static inline void add4(double *row, v4 v) { store4(row, load4(row) + v); }

/* Force on a and torque / r on both of four contacts, as rows. */
static inline void force4(const rp_open_block *o, v4 f[4], v4 q[4], int c)
{
    const rp_block *b = &o->block;
    v4 ex = load4(b->ex + c), ey = load4(b->ey + c), ez = load4(b->ez + c);
    v4 fx = load4(b->fx + c), fy = load4(b->fy + c), fz = load4(b->fz + c), fn = load4(b->fn + c), lever = load4(o->lever + c);
    f[0] = fx + fn * ex, f[1] = fy + fn * ey, f[2] = fz + fn * ez, f[3] = (v4){0, 0, 0, 0};
    q[0] = lever * (ez * fy - ey * fz), q[1] = lever * (ex * fz - ez * fx), q[2] = lever * (ey * fx - ex * fy), q[3] = f[3];
    transpose4(&f[0], &f[1], &f[2], &f[3]);
    transpose4(&q[0], &q[1], &q[2], &q[3]);
}

static inline void add_contact(const rp_slots *g, rp_force_row *force, uint32_t a, uint32_t b, v4 f, v4 q)
{
    rp_force_row *fa = &force[force_index(g, a)], *fb = &force[force_index(g, b)];
    add4(&fa->fx, f);
    add4(&fa->qx, q);
    add4(&fb->fx, -f);
    add4(&fb->qx, q);
}

static void scatter_rolling(const rp_step *s, const rp_slots *g, rp_force_row *force, const rp_open_block *o)
{
    const rp_block *b = &o->block;
    const rp_row *row = s->world->particles.row;
    for (int c = 0; c < b->count; c++) {
        rp_force_row *fa = &force[force_index(g, o->a[c])], *fb = &force[force_index(g, o->b[c])];
        double ia = 1.0 / row[o->a[c]].r, ib = 1.0 / row[o->b[c]].r;
        fa->qx += ia * b->mx[c], fa->qy += ia * b->my[c], fa->qz += ia * b->mz[c];
        fb->qx -= ib * b->mx[c], fb->qy -= ib * b->my[c], fb->qz -= ib * b->mz[c];
    }
}

static void scatter_pairs(const rp_step *s, const rp_slots *group, rp_force_row *force, const rp_open_block *o)
{
    const rp_slots g = *group;
    const int count = o->block.count;
    v4 f[4], q[4];
    int c = 0;
    for (; c + 4 <= count; c += 4) {
        force4(o, f, q, c);
        for (int k = 0; k < 4; k++) add_contact(&g, force, o->a[c + k], o->b[c + k], f[k], q[k]);
    }
    if (c < count) force4(o, f, q, c);
    for (int k = 0; c + k < count; k++) add_contact(&g, force, o->a[c + k], o->b[c + k], f[k], q[k]);
    if (s->rolling) scatter_rolling(s, group, force, o);
}

static rp_vec contact_force(const rp_block *b, int c)
{
    return rp_vec_make(b->fx[c] + b->fn[c] * b->ex[c], b->fy[c] + b->fn[c] * b->ey[c], b->fz[c] + b->fn[c] * b->ez[c]);
}

static void scatter_walls(const rp_step *s, const rp_slots *g, rp_force_row *force, const rp_open_block *o, rp_sums *sums)
{
    const rp_block *b = &o->block;
    for (int c = 0; c < b->count; c++) {
        const rp_wall *wall = &s->world->wall[o->b[c]];
        rp_wall_sum *sum = &sums->wall[o->b[c]];
        rp_vec f = contact_force(b, c), ft = {b->fx[c], b->fy[c], b->fz[c]}, e = {b->ex[c], b->ey[c], b->ez[c]}, roll = {0, 0, 0};
        if (s->rolling) roll = rp_vec_make(b->mx[c], b->my[c], b->mz[c]);
        double inv_r = 1.0 / s->world->particles.row[o->a[c]].r;
        rp_vec q = rp_vec_sub(rp_vec_scale(inv_r, roll), rp_vec_scale(o->lever[c], rp_vec_cross(e, ft)));
        rp_force_row *fa = &force[force_index(g, o->a[c])];
        fa->fx += f.x, fa->fy += f.y, fa->fz += f.z, fa->qx += q.x, fa->qy += q.y, fa->qz += q.z;
        sum->force = rp_vec_sub(sum->force, f);
        sum->torque = rp_vec_sub(sum->torque, rp_vec_add(roll, rp_vec_cross(rp_vec_sub(o->point[c], rp_wall_centre(wall)), f)));
        sum->work += rp_vec_dot(f, rp_wall_velocity_at(wall, o->point[c])) * s->work_dt;
        if (s->rolling) sum->work += rp_vec_dot(roll, rp_vec_scale(wall->turning, wall->spin_axis)) * s->work_dt;
    }
}

/* ---- observers ---- */

static int add_views(const rp_step *s, const rp_open_block *o, int walls)
{
    const rp_block *b = &o->block;
    const rp_particles *p = &s->world->particles;
    rp_contact_list *list = s->views;
    if (!rp_memory_reserve(&list->view, &list->capacity, list->count + (size_t)b->count, sizeof *list->view)) return 0;
    for (int c = 0; c < b->count; c++) {
        if (b->open[c] != 0) continue;
        uint32_t a = o->a[c];
        rp_vec e = {b->ex[c], b->ey[c], b->ez[c]};
        double arm = o->lever[c] * p->row[a].r;
        rp_contact_view *v = &list->view[list->count++];
        *v = (rp_contact_view){.a = p->id[a], .normal = e, .force = contact_force(b, c), .fn = b->fn[c], .overlap = b->xi[c],
                               .energy = b->energy[c], .sliding = b->sliding[c] != 0};
        v->point = rp_vec_sub(rp_particle_position(p, a), rp_vec_scale(arm, e));
        v->b = walls ? -1 - (int64_t)o->b[c] : (int64_t)p->id[o->b[c]];
        v->feature = walls ? s->world->contacts.wall_pair[o->pair[c]].face : rp_pair_image(s->world->contacts.pair[o->pair[c]]);
        v->branch = walls ? rp_vec_scale(arm, e) : rp_vec_make(o->branch[c][0], o->branch[c][1], o->branch[c][2]);
    }
    return 1;
}

/* ---- a block, a chunk ---- */

typedef struct job { /* where a block's results go */
    const rp_step *s;
    const rp_slots *g;
    rp_lane *lane;
    rp_sums *sums;
    int failed;
} job;

static void flush(job *j, rp_open_block *o, int interaction, int walls)
{
    const rp_step *s = j->s;
    rp_contacts *contacts = &s->world->contacts;
    rp_history *h = walls ? &contacts->wall_pairs : &contacts->pairs;
    rp_block *b = &o->block;
    if (b->count == 0) return;
    b->want_energy = s->views != NULL;
    if (walls) {
        for (int c = 0; c < b->count; c++) kinematics_wall(s, o, c);
        pad_walls(o);
    } else {
        kinematics_pairs(s, o);
    }
    const rp_interaction *x = &s->world->interaction[interaction];
    int known = load_history(b, o->pair, h, contacts->width);
    if (!known && s->touch_dt > 0) rp_touch_begin(s, x, h, o->pair, b);
    apply_laws(s, x, b);
    if (s->views) {
        j->failed |= !add_views(s, o, walls);
    } else {
        store_history(b, o->pair, h, contacts->width);
        if (s->reach > 0) drop_open(x, b, o->pair, h, contacts->width, j->sums);
        count_losses(s, b, j->sums);
        if (walls) scatter_walls(s, j->g, j->lane->force, o, j->sums);
        else scatter_pairs(s, j->g, j->lane->force, o);
    }
    b->count = 0;
}

static inline int interaction_of(const rp_world *w, uint16_t a, uint16_t b) { return w->interaction_of[a * w->material_count + b]; }

/* A pair that no longer touches loses its history. */
static void part(const job *j, int interaction, rp_history *h, size_t n)
{
    const int width = j->s->world->contacts.width;
    if (j->s->views) return;
    if (width) rp_touch_end(&j->s->world->interaction[interaction], h->value + n * (size_t)width, j->sums);
    forget(h, n, width);
}

static void part_pair(const job *j, size_t n)
{
    const rp_world *w = j->s->world;
    rp_contacts *contacts = &j->s->world->contacts;
    rp_pair pair = contacts->pair[n];
    part(j, interaction_of(w, w->particles.material[pair.a], w->particles.material[rp_pair_slot(pair)]), &contacts->pairs, n);
}

static inline void append_pair(job *j, rp_pair pair, size_t n, v4 branch)
{
    const rp_world *w = j->s->world;
    uint32_t a = pair.a, b = rp_pair_slot(pair);
    int x = w->interaction_count == 1 ? 0 : interaction_of(w, w->particles.material[a], w->particles.material[b]);
    rp_open_block *o = &j->lane->pairs[x];
    int c = o->block.count++;
    o->pair[c] = (uint32_t)n;
    store4(o->branch[c], branch);
    if (o->block.count == RP_BLOCK) flush(j, o, x, 0);
}

/* Branch (x_a - x_b through the image) and sum of radii. */
static inline v4 pair_branch(const rp_row *row, const rp_contacts *contacts, rp_pair pair)
{
    const v4 sign = {1, 1, 1, -1};
    return load4(&row[pair.a].x) - sign * load4(&row[rp_pair_slot(pair)].x) - load4(contacts->shift[rp_pair_image(pair)]);
}

static inline int touches(v4 d, double reach)
{
    double cut = d[3] + reach;
    return d[0] * d[0] + d[1] * d[1] + d[2] * d[2] < cut * cut;
}

static void test_pair(job *j, size_t n)
{
    rp_contacts *contacts = &j->s->world->contacts;
    v4 d = pair_branch(j->s->world->particles.row, contacts, contacts->pair[n]);
    if (touches(d, j->s->reach)) append_pair(j, contacts->pair[n], n, d);
    else if (contacts->pairs.live[n]) part_pair(j, n);
}

/* Pairs of a four that do not touch but still have a history. */
static void part_four(job *j, size_t n, unsigned touch)
{
    const rp_history *h = &j->s->world->contacts.pairs;
    for (size_t k = 0; k < 4; k++)
        if (!(touch >> k & 1) && h->live[n + k]) part_pair(j, n + k);
}

/* Four pairs at a time, without a branch per pair: every pair is written to the block's next place, which moves on only if it
 * touches. For scenes with one interaction, as long as the block has room for four. */
static size_t test_four(job *j, size_t n, size_t end)
{
    const rp_contacts *contacts = &j->s->world->contacts;
    const rp_row *row = j->s->world->particles.row;
    const rp_pair *pairs = contacts->pair;
    const uint8_t *live = contacts->pairs.live;
    rp_open_block *o = &j->lane->pairs[0];
    const double reach = j->s->reach;
    size_t count = (size_t)o->block.count;
    for (; n + 4 <= end && count + 4 <= RP_BLOCK; n += 4) {
        static const uint32_t spread[16] = {0xffffffff, 0xffffff00, 0xffff00ff, 0xffff0000, 0xff00ffff, 0xff00ff00, 0xff0000ff, 0xff000000,
                                            0x00ffffff, 0x00ffff00, 0x00ff00ff, 0x00ff0000, 0x0000ffff, 0x0000ff00, 0x000000ff, 0x00000000};
        v4 d[4], t[4];
        uint32_t lives;
        for (int k = 0; k < 4; k++) t[k] = d[k] = pair_branch(row, contacts, pairs[n + (size_t)k]);
        transpose4(&t[0], &t[1], &t[2], &t[3]);
        v4 cut = t[3] + reach;
        unsigned touch = mask4(t[0] * t[0] + t[1] * t[1] + t[2] * t[2] < cut * cut);
        memcpy(&lives, live + n, 4);
        for (unsigned k = 0; k < 4; k++) {
            o->pair[count] = (uint32_t)(n + k);
            store4(o->branch[count], d[k]);
            count += touch >> k & 1;
        }
        if (lives & spread[touch]) part_four(j, n, touch);
    }
    o->block.count = (int)count;
    if (count == RP_BLOCK) flush(j, o, 0, 0);
    return n;
}

static void collect_pairs(job *j, const rp_chunk *k)
{
    const int one = j->s->world->interaction_count == 1;
    for (size_t n = k->pair; n < k->pair_end;) {
        if (one) n = test_four(j, n, k->pair_end);
        if (n < k->pair_end) test_pair(j, n++);
    }
    for (int x = 0; x < j->s->world->interaction_count; x++) flush(j, &j->lane->pairs[x], x, 0);
}

/* In scenes with polygons: their pairs are polygons.c's. */
static void collect_round_pairs(job *j, const rp_chunk *k)
{
    const rp_world *w = j->s->world;
    const uint32_t *shape = w->particles.shape;
    for (size_t n = k->pair; n < k->pair_end; n++)
        if (!(shape[w->contacts.pair[n].a] | shape[rp_pair_slot(w->contacts.pair[n])])) test_pair(j, n);
    for (int x = 0; x < w->interaction_count; x++) flush(j, &j->lane->pairs[x], x, 0);
}

static void collect_walls(job *j, const rp_chunk *k)
{
    const rp_step *s = j->s;
    const rp_world *w = s->world;
    rp_contacts *contacts = &s->world->contacts;
    for (size_t n = k->wall_pair; n < k->wall_pair_end; n++) {
        rp_wall_pair pair = contacts->wall_pair[n];
        const rp_wall *wall = &w->wall[pair.wall];
        rp_vec e;
        if (s->corners && w->particles.shape[pair.a]) continue;
        double distance = wall->active ? rp_wall_distance(wall, pair.face, rp_particle_position(&w->particles, pair.a), &e) : INFINITY;
        double xi = w->particles.row[pair.a].r - distance;
        int x = w->interaction_count == 1 ? 0 : interaction_of(w, w->particles.material[pair.a], (uint16_t)wall->material);
        if (xi <= -s->reach || w->particles.row[pair.a].inv_mass == 0) {
            if (contacts->wall_pairs.live[n]) part(j, x, &contacts->wall_pairs, n);
            continue;
        }
        rp_open_block *o = &j->lane->walls[x];
        int c = o->block.count++;
        o->a[c] = pair.a, o->b[c] = pair.wall, o->pair[c] = (uint32_t)n;
        o->block.ex[c] = e.x, o->block.ey[c] = e.y, o->block.ez[c] = e.z, o->block.xi[c] = xi;
        if (o->block.count == RP_BLOCK) flush(j, o, x, 1);
    }
    for (int x = 0; x < w->interaction_count; x++) flush(j, &j->lane->walls[x], x, 1);
}

static void collect(job *j, const rp_chunk *k)
{
    if (j->s->corners) collect_round_pairs(j, k);
    else collect_pairs(j, k);
    collect_walls(j, k);
    if (j->s->corners) j->failed |= !rp_polygons_collect(j->s, j->lane, j->g, k, j->sums);
}

/* ---- moving ---- */

static void drift_range(const rp_step *s, uint32_t first, uint32_t last, rp_sums *sums)
{
    rp_particles *p = &s->world->particles;
    const double dt = s->dt, half = 0.5 * dt;
    double mx = 0, my = 0, mz = 0;
    if (p->turn)
        for (uint32_t i = first; i < last; i++)
            rp_particle_turn(p->turn[i], s->world->dimension, dt, p->row[i].r, rp_vec_make(p->spin[i].x, p->spin[i].y, p->spin[i].z), rp_vec_make(p->accel[i].sx, p->accel[i].sy, p->accel[i].sz));
    for (uint32_t i = first; i < last; i++) {
        rp_row *row = &p->row[i];
        rp_spin *spin = &p->spin[i];
        const rp_accel *a = &p->accel[i];
        double dx = dt * (row->vx + half * a->x), dy = dt * (row->vy + half * a->y), dz = dt * (row->vz + half * a->z);
        row->x += dx, row->y += dy, row->z += dz;
        row->vx += dt * a->x, row->vy += dt * a->y, row->vz += dt * a->z;
        spin->x += dt * a->sx, spin->y += dt * a->sy, spin->z += dt * a->sz;
        mx += p->mass[i] * dx, my += p->mass[i] * dy, mz += p->mass[i] * dz;
    }
    sums->mass_moved = rp_vec_add(sums->mass_moved, rp_vec_make(mx, my, mz));
}

void RP_WIDE(rp_kernel_drift)(const rp_step *s, uint32_t chunk, rp_sums *sums)
{
    const rp_chunk *k = &s->world->contacts.chunk[chunk];
    drift_range(s, k->first, k->middle, sums);
    if (k->last > k->middle) rp_special_drift(s, k->middle, k->last, sums);
    if (s->corners) rp_corners_turn(s->corners, s->world, k->first, k->last, 0);
}

static void finish_range(const rp_step *s, uint32_t first, uint32_t last, const rp_force_row *force, rp_sums *sums)
{
    rp_particles *p = &s->world->particles;
    const double dt = s->dt, half = 0.5 * dt, limit = s->move_limit, correct = s->prime ? 0 : half;
    double move = 0;
    long bad = 0;
    for (uint32_t i = first; i < last; i++) {
        const rp_force_row *f = &force[i - first];
        rp_row *row = &p->row[i];
        rp_spin *spin = &p->spin[i];
        rp_accel *a = &p->accel[i];
        double m = row->inv_mass, q = spin->inv_inertia;
        double ax = f->fx * m + s->gravity.x, ay = f->fy * m + s->gravity.y, az = f->fz * m + s->gravity.z;
        double sx = f->qx * q, sy = f->qy * q, sz = f->qz * q;
        row->vx += correct * (ax - a->x), row->vy += correct * (ay - a->y), row->vz += correct * (az - a->z);
        spin->x += correct * (sx - a->sx), spin->y += correct * (sy - a->sy), spin->z += correct * (sz - a->sz);
        a->x = ax, a->y = ay, a->z = az, a->sx = sx, a->sy = sy, a->sz = sz;
        double dx = dt * (row->vx + half * ax), dy = dt * (row->vy + half * ay), dz = dt * (row->vz + half * az);
        double square = dx * dx + dy * dy + dz * dz;
        move = square > move ? square : move;
        bad += !(square <= limit);
    }
    sums->move = move > sums->move ? move : sums->move;
    sums->bad += bad;
}

static void finish_chunk(const rp_step *s, const rp_chunk *k, const rp_force_row *force, rp_sums *sums)
{
    finish_range(s, k->first, k->middle, force, sums);
    if (k->last > k->middle) rp_special_finish(s, k->middle, k->last, force + (k->middle - k->first), sums);
}

/* ---- a group ---- */

void RP_WIDE(rp_kernel_group)(const rp_step *s, rp_lane *lane, size_t group)
{
    const rp_contacts *c = &s->world->contacts;
    const rp_slots *g = &c->group[group];
    job j = {.s = s, .g = g, .lane = lane, .sums = &s->sums[group]};
    size_t rows = g->reach - g->first + g->wrap;
    memset(lane->force, 0, rows * sizeof *lane->force);
    uint32_t drifted = g->chunk; /* chunks before this one have moved */
    for (uint32_t n = g->chunk; n < g->chunk_end; n++) {
        const rp_chunk *k = &c->chunk[n];
        for (; !s->prime && drifted < g->chunk_end && c->chunk[drifted].first < k->reach; drifted++)
            if (!c->chunk[drifted].deferred) RP_WIDE(rp_kernel_drift)(s, drifted, j.sums);
        collect(&j, k);
        if (!k->deferred) finish_chunk(s, k, lane->force + (k->first - g->first), j.sums);
    }
    for (uint32_t n = g->chunk; n < g->chunk_end; n++) { /* last, since pairs that wrap reach back into chunks of their own group */
        const rp_chunk *k = &c->chunk[n];
        if (k->deferred) memcpy(s->pending + s->pending_at[n], lane->force + (k->first - g->first), (k->last - k->first) * sizeof *lane->force);
    }
    memcpy(s->halo + g->halo, lane->force + (g->last - g->first), (g->reach - g->last + g->wrap) * sizeof *lane->force);
}

/* Adds the rows for slots [first, first + count) to the chunk's, as far as they overlap. */
static void add_rows(const rp_chunk *k, rp_force_row *pending, const rp_force_row *from, uint32_t first, uint32_t count)
{
    uint32_t low = first > k->first ? first : k->first, high = first + count < k->last ? first + count : k->last;
    for (uint32_t i = low; i < high; i++) {
        rp_force_row *to = &pending[i - k->first];
        add4(&to->fx, load4(&from[i - first].fx));
        add4(&to->qx, load4(&from[i - first].qx));
    }
}

void RP_WIDE(rp_kernel_deferred)(const rp_step *s, rp_lane *lane, size_t group)
{
    (void)lane;
    const rp_contacts *c = &s->world->contacts;
    const rp_slots *g = &c->group[group];
    for (uint32_t n = g->chunk; n < g->chunk_end; n++) {
        const rp_chunk *k = &c->chunk[n];
        if (!k->deferred) continue;
        rp_force_row *pending = s->pending + s->pending_at[n];
        for (size_t h = 0; h < c->group_count; h++) {
            const rp_slots *from = &c->group[h];
            add_rows(k, pending, s->halo + from->halo, from->last, from->reach - from->last);
            add_rows(k, pending, s->halo + from->halo + (from->reach - from->last), 0, from->wrap);
        }
        finish_chunk(s, k, pending, &s->sums[group]);
    }
}

int RP_WIDE(rp_kernel_observe)(const rp_step *s, rp_lane *lane)
{
    const rp_contacts *c = &s->world->contacts;
    job j = {.s = s, .lane = lane};
    for (size_t n = 0; n < c->chunk_count; n++) collect(&j, &c->chunk[n]);
    return !j.failed;
}
