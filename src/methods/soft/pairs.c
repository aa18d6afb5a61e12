/* Contacts of particles with each other: the hot loop. See kernel.h. Wide.
 *
 * A block is RP_BLOCK pairs of the table, taken where they stand, in order, touching or not; of the pairs that did not
 * touch when the table was made those that do are picked into blocks. Short phases with arrays in L1 between them keep
 * the chains of square roots and divisions independent:
 *
 *   rows    rows of both particles, differences, transposed into columns; normal, overlap, lever, effective mass
 *   slip    velocity of the surfaces, normal and tangential; 0 where nothing touches, and so is all that follows
 *   laws    the evaluators of the laws, on the history where it stands
 *   back    forces and torques, transposed back and added to the rows of both particles
 *
 * Sums depend on the contacts and their order alone: pairs of the table that do not touch add zeros.
 */
#include "methods/soft/blocks.h"

typedef struct motion {                              /* of a block's pairs */
    double dx[RP_BLOCK], dy[RP_BLOCK], dz[RP_BLOCK]; /* from b to a, m */
    double sum_r[RP_BLOCK], inv_mass[RP_BLOCK];      /* sums of radii (m) and of 1/m (1/kg) */
    double vx[RP_BLOCK], vy[RP_BLOCK], vz[RP_BLOCK]; /* relative velocity of the centres, m/s */
    double wx[RP_BLOCK], wy[RP_BLOCK], wz[RP_BLOCK]; /* sum of r omega, m/s */
    double distance[RP_BLOCK];                       /* of the centres, m, */
    double lever[RP_BLOCK];                          /* the same over the sum of radii, */
    double inv_sum[RP_BLOCK];                        /* and 1 over that sum, 1/m */
} __attribute__((aligned(64))) motion;

typedef struct batch { /* the pairs of a block, where they stand in the table or picked out of it */
    const rp_pair *pair;
    double (*history)[RP_BLOCK];
    uint8_t *active;
    int count;
} batch;

/* ---- rows ---- */

enum { HALF = sizeof(rp_row) / 2 }; /* rows have two halves, B; pairs keep slots in bytes of them (core/contacts.h) */
_Static_assert(HALF == 32 && sizeof(rp_spin) == 32 && sizeof(rp_soft_force_row) == 64, "pairs keep slots times 32");

/* Where the second slot's half row begins; only pairs through a border have images to take off. */
static inline size_t b_at(rp_pair p, const int border) { return border ? p.b32 & ~31u : (size_t)p.b32 - RP_IMAGE_NONE; }

/* Half rows of four pairs: a - b, but a + b of the last number. */
static inline __attribute__((always_inline)) void less_half4(const char *half, const size_t a[4], const size_t b[4],
                                                             v4 d[4])
{
    const v4 sign = {1, 1, 1, -1};
    for (int n = 0; n < 4; n++) d[n] = less_signed4(load4(half + 2 * a[n]), sign, load4(half + 2 * b[n]));
}

/* Four pairs: a - b of positions (through the image) and velocities, a + b of radii, inverse masses and spins, if
 * curved products of radii; one after the other, which the processor likes better than all loads before all transposes.
 */
static inline __attribute__((always_inline)) void rows4(const rp_soft_step *s, const rp_pair *pair, motion *m,
                                                        rp_block *block, int c, v4 *square, const int border,
                                                        const int equal, const int curved)
{
    const char *row = (const char *)s->world->particles.row, *spin = (const char *)s->world->particles.spin;
    size_t a[4], b[4];
    v4 d[4], v[4], w[4], r[4];
    for (int n = 0; n < 4; n++) {
        a[n] = pair[n].a32;
        b[n] = b_at(pair[n], border);
    }

    less_half4(row, a, b, d);
    for (int n = 0; border && n < 4; n++) d[n] -= load4(s->world->contacts.shift[rp_pair_image(pair[n])]);
    transpose4(&d[0], &d[1], &d[2], &d[3]);
    *square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    store4(m->dx + c, d[0]);
    store4(m->dy + c, d[1]);
    store4(m->dz + c, d[2]);
    if (!equal) store4(m->sum_r + c, d[3]);
    if (curved) {
        for (int n = 0; n < 4; n++) r[n] = load4(row + 2 * a[n]) * load4(row + 2 * b[n]);
        transpose4(&r[0], &r[1], &r[2], &r[3]);
        store4(block->r_eff + c, r[3]);
    }
    less_half4(row + HALF, a, b, v);
    for (int n = 0; border && n < 4; n++) v[n] -= load4(s->world->contacts.shift_speed[rp_pair_image(pair[n])]);
    transpose4(&v[0], &v[1], &v[2], &v[3]);
    store4(m->vx + c, v[0]);
    store4(m->vy + c, v[1]);
    store4(m->vz + c, v[2]);
    if (!equal) store4(m->inv_mass + c, v[3]);
    for (int n = 0; n < 4; n++) w[n] = load4(spin + a[n]) + load4(spin + b[n]);
    transpose4(&w[0], &w[1], &w[2], &w[3]);
    store4(m->wx + c, w[0]);
    store4(m->wy + c, w[1]);
    store4(m->wz + c, w[2]);
}

/* The root is taken an iteration later, when its square is ready. */
static inline __attribute__((always_inline)) void rows(const rp_soft_step *s, const rp_pair *pair, motion *m,
                                                       rp_block *b, const int border, const int equal, const int curved)
{
    v4 square = all4(0);
    for (int c = 0; c < RP_BLOCK; c += 4) {
        if (c) store4(m->distance + c - 4, sqrt4(square));
        rows4(s, pair + c, m, b, c, &square, border, equal, curved);
    }
    store4(m->distance + RP_BLOCK - 4, sqrt4(square));
}

/* ---- normal ---- */

/* Overlaps below `low` count as that. */
static void normal(rp_block *b, motion *m, double low)
{
    for (int c = 0; c < RP_BLOCK; c++) {
        double distance = m->distance[c], sum_r = m->sum_r[c], inv_mass = m->inv_mass[c], both = sum_r * inv_mass,
               xi = sum_r - distance;
        double all = 1.0 / (distance * both); /* one division for three reciprocals */
        double inv = all * both;
        b->xi[c] = xi > low ? xi : low;
        b->ex[c] = m->dx[c] * inv;
        b->ey[c] = m->dy[c] * inv;
        b->ez[c] = m->dz[c] * inv;
        b->m_eff[c] = all * (distance * sum_r);
        m->inv_sum[c] = all * (distance * inv_mass);
        m->lever[c] = distance * m->inv_sum[c];
    }
    for (int c = b->count; c < RP_BLOCK; c++) b->xi[c] = low; /* beyond the last pair */
}

/* The same where all particles are alike: effective mass and curvature stand in the block. */
static void normal_equal(rp_block *b, motion *m, double low, double sum_r)
{
    const double inv_sum = 1 / sum_r;
    for (int c = 0; c < RP_BLOCK; c++) {
        double distance = m->distance[c], inv = 1.0 / distance, xi = sum_r - distance;
        b->xi[c] = xi > low ? xi : low;
        b->ex[c] = m->dx[c] * inv;
        b->ey[c] = m->dy[c] * inv;
        b->ez[c] = m->dz[c] * inv;
        m->lever[c] = distance * inv_sum;
    }
    for (int c = b->count; c < RP_BLOCK; c++) b->xi[c] = low; /* beyond the last pair */
}

static void curvature(rp_block *b, const motion *m)
{
    for (int c = 0; c < RP_BLOCK; c++) b->r_eff[c] *= m->inv_sum[c];
}

static void relative_spin(const rp_soft_step *s, const rp_pair *pair, rp_block *b, double least)
{
    const rp_particles *p = &s->world->particles;
    for (int c = 0; c < RP_BLOCK; c++) {
        uint32_t i = rp_pair_a(pair[c]), j = rp_pair_b(pair[c]);
        double near = b->xi[c] > least ? 1.0 : 0.0, qa = near / p->row[i].r, qb = near / p->row[j].r;
        b->wx[c] = qa * p->spin[i].x - qb * p->spin[j].x;
        b->wy[c] = qa * p->spin[i].y - qb * p->spin[j].y;
        b->wz[c] = qa * p->spin[i].z - qb * p->spin[j].z;
    }
}

/* ---- slip ---- */

static void slip(rp_block *b, const motion *m, double least)
{
    for (int c = 0; c < RP_BLOCK; c++) {
        double ex = b->ex[c], ey = b->ey[c], ez = b->ez[c], lever = m->lever[c];
        double wx = lever * m->wx[c], wy = lever * m->wy[c], wz = lever * m->wz[c];
        double gx = m->vx[c] - (wy * ez - wz * ey), gy = m->vy[c] - (wz * ex - wx * ez),
               gz = m->vz[c] - (wx * ey - wy * ex);
        int near = b->xi[c] > least;
        gx = near ? gx : 0;
        gy = near ? gy : 0;
        gz = near ? gz : 0;
        double gn = gx * ex + gy * ey + gz * ez;
        b->gn[c] = gn;
        b->tx[c] = gx - gn * ex;
        b->ty[c] = gy - gn * ey;
        b->tz[c] = gz - gn * ez;
    }
}

/* ---- begin and end ---- */

/* By bits of four lanes: a byte of ones for each. */
static const uint32_t bytes4[16] = {0x00000000, 0x000000ff, 0x0000ff00, 0x0000ffff, 0x00ff0000, 0x00ff00ff,
                                    0x00ffff00, 0x00ffffff, 0xff000000, 0xff0000ff, 0xff00ff00, 0xff00ffff,
                                    0xffff0000, 0xffff00ff, 0xffffff00, 0xffffffff};

static inline uint32_t near4_flags(const rp_block *b, double least, int c)
{
    return bytes4[bits4(load4(b->xi + c) > all4(least))] & RP_ACTIVE * 0x01010101u;
}

/* Bits of what is no more as it was: RP_ACTIVE, where pairs begin or cease to touch, and RP_SLIDING, where some slid.
 */
static uint32_t changes(const rp_block *b, double least, const uint8_t *active)
{
    uint32_t change = 0, was;
    for (int c = 0; c < RP_BLOCK; c += 4) {
        memcpy(&was, active + c, sizeof was);
        change |= near4_flags(b, least, c) ^ was;
    }
    return change;
}

/* Before the laws, which expect nothing of the history of a pair that has parted. */
static void begin_and_end(rp_soft_job *j, const rp_interaction *x, const rp_block *b, double least, const batch *k)
{
    const rp_contacts *c = &j->s->world->contacts;
    if (j->s->touch_dt > 0) rp_soft_touch_begin(j->s, x, k->active, k->history, b, b->xi, j->sums);
    for (int n = 0; n < b->count; n++) {
        if (!k->active[n] || b->xi[n] > least) continue;
        if (!j->s->views) rp_soft_touch_end_block(x, k->history, n, j->sums);
        for (int h = 0; h < c->width; h++) k->history[h][n] = 0;
    }
}

/* What the law itself declared over. */
static void end_open(rp_soft_job *j, const rp_interaction *x, const rp_block *b, const batch *k)
{
    for (int n = 0; n < b->count; n++)
        if (b->open[n] != 0 && k->active[n]) rp_soft_touch_end_block(x, k->history, n, j->sums);
}

/* ---- back ---- */

typedef struct target {
    char *force;
    const rp_slots *group;
} target; /* force: where the row of slot 0 would stand */

/* Where the force rows of a pair stand. Only pairs through a border may wrap, and have rows out of line. */
static inline rp_soft_force_row *row_a(const target *t, rp_pair p)
{
    return (rp_soft_force_row *)(t->force + 2 * (size_t)p.a32);
}

static inline rp_soft_force_row *row_b(const target *t, rp_pair p, const int border)
{
    const size_t at = border ? 32 * ((size_t)t->group->first + force_index(t->group, rp_pair_b(p))) : b_at(p, 0);
    return (rp_soft_force_row *)(t->force + 2 * at);
}

static inline __attribute__((always_inline)) void scatter(const rp_pair *pair, const rp_block *b, const motion *m,
                                                          const target *t, const int border)
{
    for (int c = 0; c < RP_BLOCK; c += 4) {
        v4 f[4], q[4];
        force4(b, m->lever, f, q, c);
        transpose4(&f[0], &f[1], &f[2], &f[3]);
        transpose4(&q[0], &q[1], &q[2], &q[3]);
        for (int n = 0; n < 4; n++) {
            rp_soft_force_row *fa = row_a(t, pair[c + n]), *fb = row_b(t, pair[c + n], border);
            add4(&fa->fx, f[n]);
            add4(&fa->qx, q[n]);
            add4(&fb->fx, -f[n]);
            add4(&fb->qx, q[n]);
        }
    }
}

static void scatter_rolling(const rp_soft_step *s, const rp_pair *pair, const rp_block *b, const target *t)
{
    const rp_row *row = s->world->particles.row;
    for (int c = 0; c < b->count; c++) {
        rp_soft_force_row *fa = row_a(t, pair[c]), *fb = row_b(t, pair[c], 1);
        double ia = 1.0 / row[rp_pair_a(pair[c])].r, ib = 1.0 / row[rp_pair_b(pair[c])].r;
        fa->qx += ia * b->mx[c];
        fa->qy += ia * b->my[c];
        fa->qz += ia * b->mz[c];
        fb->qx -= ib * b->mx[c];
        fb->qy -= ib * b->my[c];
        fb->qz -= ib * b->mz[c];
    }
}

/* Laws that act beyond touching do not test their cutoff themselves: forces of pairs beyond it become 0 here, and so do
 * histories of contacts that are over (a law may give them a last force), which count as beyond it from now on. */
static void apply_cutoff(rp_block *b, double least, double (*history)[RP_BLOCK], int width, int rolling)
{
    double *const given[] = {b->fn,       b->fx,    b->fy, b->fz, b->normal_loss, b->tangential_work,
                             b->released, b->ahead, b->mx, b->my, b->mz,          b->rolling_loss};
    const int count = rolling ? 12 : 8; /* the last four are of rolling laws */
    for (int c = 0; c < RP_BLOCK; c += 4) {
        const i4 near = load4(b->xi + c) > all4(least), touch = near & (load4(b->open + c) == all4(0));
        for (int k = 0; k < count; k++) store4(given[k] + c, where4(near, load4(given[k] + c)));
        for (int k = 0; k < width; k++) store4(history[k] + c, where4(touch, load4(history[k] + c)));
        store4(b->sliding + c, where4(touch, load4(b->sliding + c)));
        store4(b->held + c, where4(touch, load4(b->held + c)));
        store4(b->xi + c, select4(touch, load4(b->xi + c), all4(least)));
    }
}

static int any_sliding(const rp_block *b)
{
    v4 any = load4(b->sliding);
    for (int c = 4; c < RP_BLOCK; c += 4) any = max4(any, load4(b->sliding + c));
    return bits4(any != all4(0)) != 0;
}

/* Whether contacts slide is kept only where laws read it: where static and sliding friction differ. */
static void keep_flags(const rp_block *b, double least, uint8_t *active)
{
    for (int c = 0; c < RP_BLOCK; c += 4) {
        uint32_t flags = near4_flags(b, least, c);
        if (!b->one_friction) flags |= bytes4[bits4(load4(b->sliding + c) != all4(0))] & RP_SLIDING * 0x01010101u;
        memcpy(active + c, &flags, sizeof flags);
    }
}

/* ---- observers ---- */

static int add_views(const rp_soft_step *s, const rp_pair *pair, const rp_block *b, const motion *m, double least)
{
    const rp_particles *p = &s->world->particles;
    if (!views_fit(s, b)) return 0;
    for (int c = 0; c < b->count; c++) {
        if (!(b->xi[c] > least)) continue;
        uint32_t i = rp_pair_a(pair[c]), j = rp_pair_b(pair[c]);
        rp_contact_view *v = add_round_view(s, b, c, i, m->lever[c] * p->row[i].r);
        v->b = p->id[j];
        v->feature = rp_pair_image(pair[c]);
        v->branch = rp_vec_scale(m->lever[c] * (p->row[i].r + p->row[j].r), v->normal);
    }
    return 1;
}

/* ---- a block ---- */

/* f (x) l, for the stress of a cell that strains. */
static void add_stress(const rp_block *b, const motion *m, rp_soft_sums *sums)
{
    for (int c = 0; c < b->count; c++) {
        const rp_vec f = contact_force(b, c);
        sums->stress[RP_CELL_XX] += f.x * m->dx[c];
        sums->stress[RP_CELL_YY] += f.y * m->dy[c];
        sums->stress[RP_CELL_ZZ] += f.z * m->dz[c];
        sums->stress[RP_CELL_XY] += f.x * m->dy[c];
    }
}

static void store_block(rp_soft_job *j, const batch *k, const rp_block *b, const motion *m, int border)
{
    const rp_soft_step *s = j->s;
    const target t = {(char *)j->worker->force - (size_t)j->g->first * sizeof(rp_soft_force_row), j->g};
    count_losses(s, b, j->sums);
    if (s->world->cell.moves) add_stress(b, m, j->sums);
    if (border) scatter(k->pair, b, m, &t, 1);
    else scatter(k->pair, b, m, &t, 0);
    if (s->rolling) scatter_rolling(s, k->pair, b, &t);
}

static void pair_block(rp_soft_job *j, int kind, const batch *k)
{
    const rp_soft_step *s = j->s;
    const rp_interaction *x = &s->world->interaction[kind / 2];
    rp_block *b = &j->worker->pairs[kind / 2];
    const double least = least_overlap(s, x);
    motion m;
    begin_block(s, b);
    b->count = k->count;
    const int border = kind % 2;
    if (s->equal_sum > 0) {
        if (border) rows(s, k->pair, &m, b, 1, 1, 0);
        else rows(s, k->pair, &m, b, 0, 1, 0);
        normal_equal(b, &m, least, s->equal_sum);
    } else {
        if (border && s->curvature) rows(s, k->pair, &m, b, 1, 0, 1);
        else if (border) rows(s, k->pair, &m, b, 1, 0, 0);
        else if (s->curvature) rows(s, k->pair, &m, b, 0, 0, 1);
        else rows(s, k->pair, &m, b, 0, 0, 0);
        normal(b, &m, least);
        if (s->curvature) curvature(b, &m);
    }
    if (s->rolling) relative_spin(s, k->pair, b, least);
    slip(b, &m, least);
    if (!b->one_friction) load_sliding(b, k->active); /* else no law reads it */
    const uint32_t change = changes(b, least, k->active);
    if (change & RP_ACTIVE * 0x01010101u) begin_and_end(j, x, b, least, k);
    apply_laws(s, x, b, k->history);
    if (x->ranged && !s->views) end_open(j, x, b, k);
    if (x->ranged) apply_cutoff(b, least, k->history, s->world->contacts.width, s->rolling);
    if (s->views) {
        j->failed |= !add_views(s, k->pair, b, &m, least);
        return;
    }
    if (change || x->ranged || (!b->one_friction && any_sliding(b))) keep_flags(b, least, k->active);
    store_block(j, k, b, &m, border);
}

/* A block of the table where it stands. Observers get a copy of the history. */
static void table_block(rp_soft_job *j, int kind, size_t first, uint32_t left)
{
    const rp_contacts *c = &j->s->world->contacts;
    batch k = {.pair = c->pair + first,
               .history = (double(*)[RP_BLOCK])(c->pairs.value + first * (size_t)c->width),
               .active = c->pairs.active + first,
               .count = left < RP_BLOCK ? (int)left : RP_BLOCK};
    if (j->s->views) k.history = memcpy(j->worker->history, k.history, (size_t)c->width * sizeof *k.history);
    pair_block(j, kind, &k);
}

/* ---- pairs that were apart when the table was made: few touch, and those are picked out ---- */

typedef struct picked {
    rp_pair pair[RP_BLOCK];
    uint8_t active[RP_BLOCK];
    size_t place[RP_BLOCK];
    int count;
} picked;

static void picked_block(rp_soft_job *j, int kind, picked *p)
{
    rp_contacts *c = &j->s->world->contacts;
    double(*history)[RP_BLOCK] = j->worker->history;
    const int count = p->count;
    if (count == 0) return;
    for (int n = 0; n < RP_BLOCK; n++) p->pair[n] = c->pair[p->place[n < count ? n : 0]];
    gather(&c->pairs, c->width, RP_BLOCK, p->place, count, history, p->active);
    pair_block(j, kind, &(batch){.pair = p->pair, .history = history, .active = p->active, .count = count});
    if (!j->s->views) spread(&c->pairs, c->width, RP_BLOCK, p->place, count, history, p->active);
    p->count = 0;
}

/* Bits of those of four pairs whose overlap may be beyond `least`; the margin is for rounding, the exact test is
 * pair_block's. */
static inline __attribute__((always_inline)) unsigned near4(const rp_soft_step *s, const rp_pair *pair, double least,
                                                            const int border)
{
    const char *row = (const char *)s->world->particles.row;
    const v4 sign = {1, 1, 1, -1};
    v4 d[4];
    for (int n = 0; n < 4; n++) {
        d[n] = less_signed4(load4(row + 2 * (size_t)pair[n].a32), sign, load4(row + 2 * b_at(pair[n], border)));
        if (border) d[n] -= load4(s->world->contacts.shift[rp_pair_image(pair[n])]);
    }
    transpose4(&d[0], &d[1], &d[2], &d[3]);
    v4 touch = d[3] - all4(least);
    return bits4(d[0] * d[0] + d[1] * d[1] + d[2] * d[2] < touch * touch * all4(1 + 1e-12));
}

/* Pairs [first, last) of the table; first is the beginning of a block. */
static inline __attribute__((always_inline)) void pick(rp_soft_job *j, int kind, size_t first, size_t last,
                                                       const int border)
{
    const rp_contacts *c = &j->s->world->contacts;
    const double least = least_overlap(j->s, &j->s->world->interaction[kind / 2]);
    picked p;
    p.count = 0; /* the rest is filled as pairs come */
    for (size_t n = first; n < last; n += 4) {
        uint32_t active;
        unsigned near = near4(j->s, c->pair + n, least, border);
        memcpy(&active, c->pairs.active + n, sizeof active);
        if (!near && !active) continue;
        for (size_t k = n; k < n + 4 && k < last; k++) {
            if (!(near >> (k - n) & 1) && !c->pairs.active[k]) continue;
            p.place[p.count++] = k;
            if (p.count == RP_BLOCK) picked_block(j, kind, &p);
        }
    }
    picked_block(j, kind, &p);
}

/* ---- prefetching ---- */

enum { PREFETCH_PAIRS = 2 * RP_BLOCK }; /* pairs; measured */

/* Prefetches what comes next while pairs are computed, evenly, because of a burst of requests part is dropped: the
 * table two blocks on, and rows of the chunk after this one, which was last used in the step before. Changes no result.
 */
static void prefetch(rp_soft_job *j, size_t block)
{
    const rp_contacts *c = &j->s->world->contacts;
    const rp_particles *p = &j->s->world->particles;
    const size_t pair = block + PREFETCH_PAIRS;
    const uint32_t left = j->prefetch_end - j->prefetch, count = left < j->prefetch_share ? left : j->prefetch_share;
    if (pair + RP_BLOCK <= c->pairs.count) {
        rp_memory_prefetch(c->pairs.value + pair * (size_t)c->width,
                           RP_BLOCK * (size_t)c->width * sizeof *c->pairs.value);
        rp_memory_prefetch(c->pair + pair, RP_BLOCK * sizeof *c->pair);
        rp_memory_prefetch(c->pairs.active + pair, RP_BLOCK);
    }
    rp_memory_prefetch(p->row + j->prefetch, count * sizeof *p->row);
    rp_memory_prefetch(p->spin + j->prefetch, count * sizeof *p->spin);
    j->prefetch += count;
}

/* ---- a chunk ---- */

void RP_WIDE(rp_soft_kernel_pairs)(rp_soft_job *j, size_t chunk)
{
    const rp_contacts *c = &j->s->world->contacts;
    for (int kind = 0; kind < 2 * j->s->world->interaction_count; kind++) {
        const rp_segment *s = &c->segment[chunk * (size_t)c->kinds + (size_t)kind];
        uint32_t n = 0;
        for (; n < s->touching; n += RP_BLOCK) {
            if (j->prefetches) prefetch(j, s->first + n);
            table_block(j, kind, s->first + n, s->count - n);
        }
        if (n < s->count && kind % 2) pick(j, kind, s->first + n, s->first + s->count, 1);
        else if (n < s->count) pick(j, kind, s->first + n, s->first + s->count, 0);
    }
}
