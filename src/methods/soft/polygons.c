/* See polygons.h. */
#include "methods/soft/polygons.h"
#include <math.h>
#include <string.h>
#include "base/memory.h"
#include "core/overlap.h"

typedef struct touch {
    uint32_t a;
    uint32_t b; /* slot, or wall */
    int wall;
    uint32_t index;        /* in the table of pairs or wall pairs */
    rp_point arm_a, arm_b; /* contact point from the centres, m */
    rp_point e;            /* normal, to a */
    double xi;             /* m */
    double deep;           /* m: how far they came since touching, for contacts that begin */
} touch;

typedef struct rp_polygon_block { /* a block being filled: of pairs, or of corners at walls */
    rp_block block;
    touch touch[RP_BLOCK];
} rp_polygon_block;

typedef struct job {
    const rp_step *s;
    const rp_slots *g;
    rp_lane *lane;
    rp_sums *sums;
    int failed;
} job;

struct rp_polygon_block *rp_polygons_blocks(int interactions)
{
    return rp_memory_alloc(2 * (size_t)interactions, sizeof(rp_polygon_block));
}

/* Of the disc of equal area. */
static double equal_radius(const rp_world *w, uint32_t i)
{
    uint32_t shape = w->particles.shape[i];
    return shape ? sqrt(w->shapes.moments[shape - 1].area / M_PI) : w->particles.row[i].r;
}

/* ---- a contact into its block ---- */

static double omega_of(const rp_particles *p, uint32_t i) { return p->spin[i].z / p->row[i].r; }

static rp_vec velocity_at(const rp_particles *p, uint32_t i, rp_point arm)
{
    double omega = omega_of(p, i);
    return rp_vec_make(p->row[i].vx - omega * arm.y, p->row[i].vy + omega * arm.x, 0);
}

static rp_vec point_of(const rp_particles *p, const touch *t)
{
    return rp_vec_make(p->row[t->a].x + t->arm_a.x, p->row[t->a].y + t->arm_a.y, 0);
}

/* A wall is a partner of infinite mass whose surface moves. */
static void fill(const rp_world *w, rp_block *b, int c, const touch *t)
{
    const rp_particles *p = &w->particles;
    const rp_wall *wall = t->wall ? &w->wall[t->b] : NULL;
    double ra = equal_radius(w, t->a), rb = wall ? INFINITY : equal_radius(w, t->b),
           spin = wall ? wall->turning * wall->spin_axis.z : omega_of(p, t->b);
    double inverse = p->row[t->a].inv_mass + (wall ? 0 : p->row[t->b].inv_mass);
    rp_vec g = rp_vec_sub(velocity_at(p, t->a, t->arm_a),
                          wall ? rp_wall_velocity_at(wall, point_of(p, t)) : velocity_at(p, t->b, t->arm_b));
    double gn = g.x * t->e.x + g.y * t->e.y;
    b->ex[c] = t->e.x;
    b->ey[c] = t->e.y;
    b->ez[c] = 0;
    b->xi[c] = t->xi;
    b->gn[c] = gn;
    b->tx[c] = g.x - gn * t->e.x;
    b->ty[c] = g.y - gn * t->e.y;
    b->tz[c] = 0;
    b->m_eff[c] = 1 / inverse;
    b->r_eff[c] = wall ? ra : ra * rb / (ra + rb);
    b->wx[c] = b->wy[c] = 0;
    b->wz[c] = omega_of(p, t->a) - spin;
}

/* Lanes beyond the last contact repeat the first one: harmless numbers. */
static void pad(rp_block *b, double (*history)[RP_BLOCK], int width)
{
    double *const column[] = {b->ex, b->ey,    b->ez,    b->xi, b->gn, b->tx, b->ty,
                              b->tz, b->m_eff, b->r_eff, b->wx, b->wy, b->wz, b->sliding};
    for (size_t n = 0; n < sizeof column / sizeof *column; n++)
        for (int c = b->count; c < RP_BLOCK; c++) column[n][c] = column[n][0];
    for (int h = 0; h < width; h++)
        for (int c = b->count; c < RP_BLOCK; c++) history[h][c] = history[h][0];
}

/* ---- laws ---- */

/* Springs of contacts that are new begin with the slip since touching. */
static void begin_new(const job *j, const rp_interaction *x, const rp_history *h, rp_polygon_block *o)
{
    double xi[RP_BLOCK];
    uint8_t live[RP_BLOCK];
    if (!(j->s->touch_dt > 0)) return;
    memcpy(xi, o->block.xi, sizeof xi);
    for (int c = 0; c < o->block.count; c++) {
        o->block.xi[c] = o->touch[c].deep;
        live[c] = h->live[o->touch[c].index];
    }

    rp_touch_begin(j->s, x, live, j->lane->history, &o->block, j->sums);
    memcpy(o->block.xi, xi, sizeof xi);
}

static void load_history(const job *j, const rp_interaction *x, const rp_history *h, rp_polygon_block *o)
{
    const int width = j->s->world->contacts.width;
    for (int c = 0; c < o->block.count; c++) {
        size_t at = o->touch[c].index;
        for (int n = 0; n < width; n++) j->lane->history[n][c] = *rp_history_value(h, width, at, n);
        o->block.sliding[c] = h->live[at] >> 1 & 1;
    }
    begin_new(j, x, h, o);
}

static void store_history(const job *j, rp_history *h, const rp_polygon_block *o)
{
    const int width = j->s->world->contacts.width;
    for (int c = 0; c < o->block.count; c++) {
        size_t at = o->touch[c].index;
        for (int n = 0; n < width; n++) *rp_history_value(h, width, at, n) = j->lane->history[n][c];
        h->live[at] = (uint8_t)(RP_LIVE + RP_SLIDING * (o->block.sliding[c] != 0));
    }
}

/* Between bodies all work of the normal force counts as lost, what comes back included: see polygons.h. */
static void apply_laws(const rp_step *s, const rp_interaction *x, rp_polygon_block *o, double (*history)[RP_BLOCK])
{
    rp_block *b = &o->block;
    memset(b->energy, 0, sizeof b->energy);
    rp_interaction_friction(x, b);
    rp_curve_friction(&x->friction_curve, b);
    for (int slot = 0; slot < RP_SLOT_COUNT; slot++) {
        if (x->eval[slot]) x->eval[slot](b, x->constant[slot], history + x->history[slot], s->law_dt);
        for (int c = 0; slot == RP_ADHESION && c < b->count; c++)
            if (!o->touch[c].wall) {
                b->energy[c] = 0;
                b->normal_loss[c] = -b->fn[c] * b->gn[c] * fabs(s->law_dt);
            }
    }
}

/* ---- forces back ---- */

static rp_vec force_of(const rp_block *b, int c)
{
    return rp_vec_make(b->fx[c] + b->fn[c] * b->ex[c], b->fy[c] + b->fn[c] * b->ey[c], 0);
}

static void push(const job *j, uint32_t i, rp_vec f, rp_point arm, double twist)
{
    rp_force_row *row = &j->lane->force[i >= j->g->first ? i - j->g->first : i + (j->g->reach - j->g->first)];
    row->fx += f.x;
    row->fy += f.y;
    row->qz += (arm.x * f.y - arm.y * f.x + twist) / j->s->world->particles.row[i].r;
}

static void push_wall(const job *j, const touch *t, rp_vec f, double twist)
{
    const rp_wall *wall = &j->s->world->wall[t->b];
    rp_wall_sum *sum = &j->sums->wall[t->b];
    rp_vec point = point_of(&j->s->world->particles, t);
    sum->force = rp_vec_sub(sum->force, f);
    sum->torque = rp_vec_sub(
        sum->torque, rp_vec_add(rp_vec_make(0, 0, twist), rp_vec_cross(rp_vec_sub(point, rp_wall_centre(wall)), f)));
    sum->work += (rp_vec_dot(f, rp_wall_velocity_at(wall, point)) + twist * wall->turning * wall->spin_axis.z)
                 * j->s->work_dt;
}

static void scatter(const job *j, const rp_polygon_block *o)
{
    for (int c = 0; c < o->block.count; c++) {
        const touch *t = &o->touch[c];
        rp_vec f = force_of(&o->block, c);
        double twist = j->s->rolling ? o->block.mz[c] : 0;
        push(j, t->a, f, t->arm_a, twist);
        if (t->wall) push_wall(j, t, f, twist);
        else push(j, t->b, rp_vec_scale(-1, f), t->arm_b, -twist);
    }
}

static int add_views(const rp_step *s, const rp_polygon_block *o)
{
    const rp_block *b = &o->block;
    const rp_particles *p = &s->world->particles;
    const rp_contacts *contacts = &s->world->contacts;
    rp_contact_list *list = s->views;
    if (!rp_memory_reserve(&list->view, &list->capacity, list->count + (size_t)b->count, sizeof *list->view)) return 0;
    for (int c = 0; c < b->count; c++) {
        const touch *t = &o->touch[c];
        rp_point branch = t->wall ? rp_point_scale(-1, t->arm_a) : rp_point_sub(t->arm_b, t->arm_a);
        list->view[list->count++] = (rp_contact_view){.a = p->id[t->a],
                                                      .b = t->wall ? -1 - (int64_t)t->b : (int64_t)p->id[t->b],
                                                      .feature = t->wall ? contacts->wall_pair[t->index].face
                                                                         : rp_pair_image(contacts->pair[t->index]),
                                                      .point = point_of(p, t),
                                                      .normal = {t->e.x, t->e.y, 0},
                                                      .branch = {branch.x, branch.y, 0},
                                                      .force = force_of(b, c),
                                                      .fn = b->fn[c],
                                                      .overlap = b->xi[c],
                                                      .energy = b->energy[c],
                                                      .sliding = b->sliding[c] != 0};
    }
    return 1;
}

static void flush(job *j, rp_polygon_block *o, const rp_interaction *x)
{
    const rp_step *s = j->s;
    rp_block *b = &o->block;
    if (b->count == 0) return;
    rp_history *h = o->touch[0].wall ? &s->world->contacts.wall_pairs : &s->world->contacts.pairs;
    b->want_energy = s->views != NULL;
    b->account = s->account;
    for (int c = 0; c < b->count; c++) fill(s->world, b, c, &o->touch[c]);
    load_history(j, x, h, o);
    pad(b, j->lane->history, s->world->contacts.width);
    apply_laws(s, x, o, j->lane->history);
    if (s->views) {
        j->failed |= !add_views(s, o);
    } else {
        store_history(j, h, o);
        rp_count_losses(s, b, j->sums);
        j->sums->polygons += b->count;
        scatter(j, o);
    }
    b->count = 0;
}

/* ---- finding contacts ---- */

/* A contact that is over: what its springs hold is lost. */
static void part(job *j, int interaction, rp_history *h, size_t n)
{
    const int width = j->s->world->contacts.width;
    if (j->s->views || !h->live[n]) return;
    rp_touch_end(&j->s->world->interaction[interaction], h, width, n, j->sums);
    rp_history_forget(h, width, n);
}

static void append(job *j, int interaction, const touch *t)
{
    const rp_world *w = j->s->world;
    rp_polygon_block *o = &j->lane->polygon[interaction + (t->wall ? w->interaction_count : 0)];
    o->touch[o->block.count++] = *t;
    if (o->block.count == RP_BLOCK) flush(j, o, &w->interaction[interaction]);
}

/* Overlap of a pair, seen from a's centre; branch: x_a - x_b. */
static int overlap(const rp_world *w, const rp_corners *corners, rp_pair pair, rp_overlap *o, rp_point *branch)
{
    uint32_t i = rp_pair_a(pair), j = rp_pair_b(pair);
    const rp_row *row = w->particles.row;
    const double *shift = w->contacts.shift[rp_pair_image(pair)];
    int na = rp_corners_count(corners, i), nb = rp_corners_count(corners, j);
    const rp_point *a = rp_corners_of(corners, i), *b = rp_corners_of(corners, j);
    rp_point moved[RP_CORNERS_MAX], d = {row[i].x - row[j].x - shift[0], row[i].y - row[j].y - shift[1]};
    *branch = d;
    if (rp_point_dot(d, d) >= (row[i].r + row[j].r) * (row[i].r + row[j].r)) return 0;
    if (!nb) return rp_overlap_disc(a, na, rp_point_scale(-1, d), row[j].r, o);
    for (int k = 0; k < nb; k++) moved[k] = rp_point_sub(b[k], d);
    if (na) return rp_overlap_polygons(a, na, moved, nb, o);
    int found = rp_overlap_disc(moved, nb, (rp_point){0, 0}, row[i].r, o);
    o->normal = rp_point_scale(-1, o->normal);
    return found;
}

static int round_pair(const rp_world *w, rp_pair pair)
{
    return !(w->particles.shape[rp_pair_a(pair)] | w->particles.shape[rp_pair_b(pair)]);
}

int rp_polygons_normal(const rp_world *w, const rp_corners *corners, size_t n, rp_vec *e)
{
    rp_overlap o;
    rp_point d;
    if (round_pair(w, w->contacts.pair[n]) || !overlap(w, corners, w->contacts.pair[n], &o, &d)) return 0;
    *e = rp_vec_make(o.normal.x, o.normal.y, 0);
    return 1;
}

static void collect_pair(job *j, size_t n)
{
    rp_world *w = j->s->world;
    rp_pair pair = w->contacts.pair[n];
    uint32_t a = rp_pair_a(pair), b = rp_pair_b(pair);
    rp_overlap o;
    rp_point d;
    int x = rp_world_interaction_index(w, w->particles.material[a], w->particles.material[b]);
    if (!overlap(w, j->s->corners, pair, &o, &d)) {
        part(j, x, &w->contacts.pairs, n);
        return;
    }
    double length = equal_radius(w, a) + equal_radius(w, b);
    touch t = {.a = a,
               .b = b,
               .index = (uint32_t)n,
               .arm_a = o.centroid,
               .arm_b = rp_point_add(o.centroid, d),
               .e = o.normal,
               .xi = o.area / length,
               .deep = o.depth};
    append(j, x, &t);
}

static void collect_corner(job *j, size_t n)
{
    rp_world *w = j->s->world;
    const rp_particles *p = &w->particles;
    rp_wall_pair pair = w->contacts.wall_pair[n];
    const rp_wall *wall = &w->wall[pair.wall];
    if (!p->shape[pair.a]) return;
    int x = rp_world_interaction_index(w, p->material[pair.a], wall->material);
    rp_wall_touch at;
    int here = wall->active && p->row[pair.a].inv_mass > 0 && rp_corners_at_wall(j->s->corners, w, wall, pair, &at);
    touch t = {.a = pair.a, .b = pair.wall, .wall = 1, .index = (uint32_t)n};
    if (here) {
        t.arm_a = at.arm;
        t.e = (rp_point){at.e.x, at.e.y};
        t.xi = t.deep = -at.gap;
    }

    if (t.xi > 0) append(j, x, &t);
    else part(j, x, &w->contacts.wall_pairs, n);
}

int rp_polygons_collect(const rp_step *s, rp_lane *lane, const rp_slots *g, size_t chunk, rp_sums *sums)
{
    job j = {.s = s, .g = g, .lane = lane, .sums = sums};
    const rp_contacts *c = &s->world->contacts;
    const rp_chunk *k = &c->chunk[chunk];
    for (int kind = 2 * s->world->interaction_count; kind < c->kinds; kind++) {
        const rp_segment *pairs = &c->segment[chunk * (size_t)c->kinds + (size_t)kind];
        for (uint32_t n = 0; n < pairs->count; n++) collect_pair(&j, pairs->first + n);
    }
    for (size_t n = k->wall_pair; n < k->wall_pair_end; n++) collect_corner(&j, n);
    for (int x = 0; x < 2 * s->world->interaction_count; x++)
        flush(&j, &lane->polygon[x], &s->world->interaction[x % s->world->interaction_count]);
    return !j.failed;
}
