/* From the list of pairs to this step's contacts.
 *
 * What a contact brings to the problem (friction, adhesion, bias) stands in terms.c.
 *
 * History: the mean force on a over the step (N), in space, and with rolling friction the mean torque (N m); the next
 * step starts from them. Where particles are not round pairs have several of each, for the points at which faces
 * meet.
 */
#include <math.h>
#include <string.h>
#include "base/memory.h"
#include "core/mesh_touch.h"
#include "core/walls.h"
#include "laws/rolling.h"
#include "methods/contact_dynamics/bodies.h"
#include "methods/contact_dynamics/cell.h"
#include "methods/contact_dynamics/general.h"
#include "methods/contact_dynamics/restitution.h"
#include "methods/contact_dynamics/shaped.h"
#include "methods/contact_dynamics/terms.h"

#define SLACK                                                                                                          \
    0.005 /* gaps up to this part of the sum of radii are kept as candidates even where nothing seems to move */
#define FLIPPED 128        /* of a kind: the partners are exchanged */
#define COUNT_LEAST 16384  /* contacts below which one thread is faster; changes no bit */
#define MEETINGS_LEAST 256 /* pairs of shapes, the same */

static rp_vec vec(const double *v) { return rp_vec_make(v[0], v[1], v[2]); }

/* ---- candidates ---- */

static uint8_t kind_of(const rp_world *w, const rp_cd_touch *t, uint8_t *flipped)
{
    int a = rp_cd_touch_mobility(w, t->i),
        b = t->wall ? (rp_walls_loaded(&w->wall[t->j]) ? RP_CD_TOUCH_BOUND : RP_CD_TOUCH_FIXED)
                    : rp_cd_touch_mobility(w, t->j);
    *flipped = a == RP_CD_TOUCH_FIXED;
    if (a == RP_CD_TOUCH_FIXED && (b == RP_CD_TOUCH_FIXED || t->wall)) return RP_CD_NONE;
    if (!t->wall && rp_cd_touch_body(w, t->i) == rp_cd_touch_body(w, t->j))
        return RP_CD_NONE; /* both are glued to one wall */
    if (a == RP_CD_TOUCH_BOUND || b == RP_CD_TOUCH_BOUND || t->shaped) return RP_CD_GENERAL;
    return a == RP_CD_TOUCH_FIXED || b == RP_CD_TOUCH_FIXED ? RP_CD_SINGLE : RP_CD_PAIR;
}

static double speed_of(const rp_cd_body *b) { return rp_vec_norm(vec(b->v)); }

/* Speed of a particle's fastest point: corners rotate, too. */
static double fastest_point(const rp_world *w, const rp_cd_work *m, size_t i)
{
    const rp_cd_body *b = &m->problem.free[rp_cd_bodies_first(w, (uint32_t)i)];
    if (rp_cd_bodies_moves(w, (uint32_t)i) && rp_cd_touch_shaped(w, (uint32_t)i))
        return speed_of(b) + rp_vec_norm(vec(b->s));
    if (rp_cd_bodies_moves(w, (uint32_t)i))
        return speed_of(b)
               + rp_vec_norm(vec(b->s)) * rp_vec_norm(rp_cd_bodies_arm(w, (uint32_t)i, rp_vec_make(0, 0, 0)));
    if (m->problem.cell) return speed_of(b) + 0.5 * rp_cd_cell_speed(w);
    return speed_of(b) + (rp_cd_touch_shaped(w, (uint32_t)i) ? fabs(b->s[2]) : 0);
}

/* A fast particle pushes its neighbours within the step: they count as equally fast. */
static void find_speeds(rp_world *w, rp_cd_work *m)
{
#pragma omp parallel for schedule(static) num_threads(m->setup.threads) if (w->particles.count > COUNT_LEAST)
    for (size_t i = 0; i < w->particles.count; i++)
        m->scratch[i].speed[0] = m->scratch[i].speed[1] = fastest_point(w, m, i);
    for (size_t n = 0; n < w->contacts.pairs.count; n++) {
        double *a = m->scratch[rp_pair_a(w->contacts.pair[n])].speed;
        double *b = m->scratch[rp_pair_b(w->contacts.pair[n])].speed;
        if (a[0] > b[1]) b[1] = a[0];
        if (b[0] > a[1]) a[1] = b[0];
    }
}

/* The largest gap of a candidate. */
static double cut_between(const rp_world *w, const rp_cd_work *m, double speed, double other, double sum_r)
{
    return m->setup.options.stepping == RP_CD_MIDPOINT ? 0 : w->dt * (speed + other) + SLACK * sum_r;
}

static double cut_of(const rp_world *w, const rp_cd_work *m, const rp_cd_touch *t)
{
    double other = t->wall ? speed_of(&m->problem.free[w->particles.count + t->j])
                                 + rp_vec_norm(rp_wall_velocity_at(&m->wall[t->j], t->point))
                           : m->scratch[t->j].speed[1];
    if (t->wall && rp_walls_turned(&m->wall[t->j]))
        other += rp_vec_norm(rp_vec_cross(vec(m->problem.free[w->particles.count + t->j].s),
                                          rp_vec_sub(t->point, rp_wall_centre(&m->wall[t->j]))));
    return cut_between(w, m, m->scratch[t->i].speed[1], other, t->sum_r);
}

/* 1: a listed pair is too far apart for a candidate, whatever its shapes: most of a list. Without a root, so pairs
 * within rounding of the cut are left to the gap itself. */
static int is_apart(const rp_world *w, const rp_cd_work *m, rp_pair pair)
{
    uint32_t i = rp_pair_a(pair), j = rp_pair_b(pair);
    const rp_row *a = &w->particles.row[i], *b = &w->particles.row[j];
    const double *shift = w->contacts.shift[rp_pair_image(pair)], sum = a->r + b->r;
    rp_vec d = {a->x - b->x - shift[0], a->y - b->y - shift[1], a->z - b->z - shift[2]};
    double reach = sum + cut_between(w, m, m->scratch[i].speed[1], m->scratch[j].speed[1], sum);
    return rp_vec_dot(d, d) > (1 + 1e-9) * reach * reach;
}

/* The largest gap of a candidate of a particle anywhere at a wall. */
static double cut_at_wall(const rp_world *w, const rp_cd_work *m, uint32_t i, uint32_t wall)
{
    const rp_row *row = &w->particles.row[i];
    const rp_cd_touch t = {
        .i = i, .j = wall, .wall = 1, .sum_r = row->r, .point = rp_particle_position(&w->particles, i)};
    const double turning = fabs(m->wall[wall].angular_speed)
                           + rp_vec_norm(vec(m->problem.free[w->particles.count + wall].s));
    return cut_of(w, m, &t) + w->dt * row->r * turning;
}

/* Of polyhedra with walls that stand out, one with another at a time. */
static void meet_walls(const rp_world *w, const rp_cd_work *m)
{
    const size_t pairs = w->contacts.pairs.count, walls = w->contacts.wall_pairs.count;
    const rp_wall_pair *pair = w->contacts.wall_pair;
#pragma omp parallel for schedule(static) num_threads(m->setup.threads) if (walls > MEETINGS_LEAST)
    for (size_t n = 0; n < walls; n++) {
        if (!m->met[pairs + n] || (n > 0 && pair[n - 1].a == pair[n].a && pair[n - 1].wall == pair[n].wall)) continue;
        const size_t end = rp_mesh_touch_run(pair, n, walls);
        rp_cd_shaped_meet_wall(w, &m->corners, &m->wall[pair[n].wall], n, end,
                               nextafter(cut_at_wall(w, m, pair[n].a, pair[n].wall), INFINITY),
                               &m->meeting[m->met[pairs + n] - 1]);
    }
}

/* Pairs of which one at least is not round, and which are near: their points, computed once a step. */
static rp_status find_meetings(rp_world *w, rp_cd_work *m, rp_error *err)
{
    const size_t pairs = w->contacts.pairs.count, walls = w->contacts.wall_pairs.count;
    uint32_t near = 0;
    if (!rp_memory_fit(&m->met, &m->met_capacity, pairs + walls, sizeof *m->met))
        return rp_memory_error(err, (pairs + walls) * sizeof *m->met, "contacts");
    for (size_t n = 0; n < pairs; n++) {
        const rp_pair pair = w->contacts.pair[n];
        const int shaped = rp_cd_touch_shaped(w, rp_pair_a(pair)) || rp_cd_touch_shaped(w, rp_pair_b(pair));
        m->met[n] = shaped && !is_apart(w, m, pair) ? ++near : 0;
    }
    for (size_t n = 0; n < walls; n++)
        m->met[pairs + n] = m->wall_points > 1 && rp_cd_shaped_at_wall(w, w->contacts.wall_pair[n]) ? ++near : 0;
    if (!rp_memory_fit(&m->meeting, &m->meeting_capacity, near, sizeof *m->meeting))
        return rp_memory_error(err, near * sizeof *m->meeting, "contacts");
#pragma omp parallel for schedule(static) num_threads(m->setup.threads) if (pairs > MEETINGS_LEAST)
    for (size_t n = 0; n < pairs; n++) {
        rp_vec d;
        if (!m->met[n]) continue;
        rp_meeting *to = &m->meeting[m->met[n] - 1];
        to->count = rp_cd_shaped_meet(w, &m->corners, w->contacts.pair[n], to->point, &d);
    }
    if (m->wall_points > 1) meet_walls(w, m);
    return RP_OK;
}

/* What a listed pair is in this step, one byte each: a list has many more pairs than contacts. */
static uint8_t sorted(const rp_world *w, const rp_cd_work *m, const rp_cd_source *source)
{
    if (!source->wall && is_apart(w, m, w->contacts.pair[source->index])) return RP_CD_NONE;
    if (source->wall && source->point && !m->met[w->contacts.pairs.count + source->index]) return RP_CD_NONE;
    rp_cd_touch t;
    rp_cd_touch_of(w, source, &t);
    uint8_t flipped = 0, kind = RP_CD_NONE;
    if (source->point && !(t.shaped && (rp_cd_touch_shaped(w, t.i) || (!source->wall && rp_cd_touch_shaped(w, t.j)))))
        return kind;
    if (t.gap <= cut_of(w, m, &t)) kind = kind_of(w, &t, &flipped);
    return (uint8_t)(kind != RP_CD_NONE && flipped ? kind | FLIPPED : kind);
}

/* 1: impulses move it alike in all directions; rp_cd_touch_mobility has the other cases. */
static int is_loose(const rp_world *w, uint32_t i)
{
    const rp_group *g = &w->group[w->particles.group[i]];
    return g->mode == RP_GROUP_FREE && !g->lock;
}

/* The same of two round particles. */
static uint8_t sorted_round(const rp_world *w, const rp_cd_work *m, size_t n)
{
    const rp_pair pair = w->contacts.pair[n];
    if (is_apart(w, m, pair)) return RP_CD_NONE;
    const uint32_t i = rp_pair_a(pair), j = rp_pair_b(pair);
    if (!is_loose(w, i) || !is_loose(w, j)) return sorted(w, m, &(rp_cd_source){.index = (uint32_t)n});
    rp_cd_touch t;
    rp_cd_touch_pair(w, pair, &t);
    const double cut = cut_between(w, m, m->scratch[i].speed[1], m->scratch[j].speed[1], t.sum_r);
    return t.gap <= cut ? RP_CD_PAIR : RP_CD_NONE;
}

/* Pairs first, point by point, then wall pairs. */
static rp_cd_source listed(const rp_world *w, size_t n)
{
    const rp_cd_work *m = w->method_state;
    size_t points = (size_t)m->points, pairs = points * w->contacts.pairs.count;
    if (n >= pairs && m->wall_points == 1) return (rp_cd_source){.index = (uint32_t)(n - pairs), .wall = 1};
    if (n >= pairs)
        return (rp_cd_source){.index = (uint32_t)((n - pairs) / (size_t)m->wall_points),
                              .wall = 1,
                              .point = (uint8_t)((n - pairs) % (size_t)m->wall_points)};
    if (points == 1) return (rp_cd_source){.index = (uint32_t)n}; /* spares round particles the division */
    return (rp_cd_source){.index = (uint32_t)(n / points), .point = (uint8_t)(n % points)};
}

static rp_status keep_candidates(rp_world *w, rp_cd_work *m, size_t all, rp_error *err)
{
    size_t kept = 0;
    for (size_t n = 0; n < all; n++) kept += m->kind[n] != RP_CD_NONE;
    if (!rp_memory_fit(&m->candidate, &m->candidate_capacity, kept, sizeof *m->candidate))
        return rp_memory_error(err, kept * sizeof *m->candidate, "contacts");
    m->candidate_count = 0;
    for (size_t n = 0; n < all; n++) {
        rp_cd_source source = listed(w, n);
        source.flipped = (m->kind[n] & FLIPPED) != 0;
        source.kind = m->kind[n] & (FLIPPED - 1);
        if (source.kind != RP_CD_NONE) m->candidate[m->candidate_count++] = (rp_cd_sort){.source = source};
        else if (rp_cd_touch_flags(w, &source)) rp_cd_touch_forget(w, &source);
    }
    return RP_OK;
}

/* Which triangles of meshes may be touched; their histories go with them. */
static void choose_triangles(rp_world *w, rp_cd_work *m, size_t first, size_t end)
{
    const rp_wall_pair pair = w->contacts.wall_pair[first];
    const rp_row *row = &w->particles.row[pair.a];
    const rp_wall_pose pose = rp_wall_pose_of(&m->wall[pair.wall]);
    const rp_vec x = {row->x, row->y, row->z}, at = rp_wall_pose_in(&pose, x);
    const rp_cd_touch t = {.i = pair.a, .j = pair.wall, .wall = 1, .sum_r = row->r, .point = x};
    rp_mesh_touch touch[RP_MESH_TOUCH_MOST];
    const double most = row->r + cut_of(w, m, &t), reach = nextafter(most, INFINITY); /* a gap of the cut counts */
    int count = rp_mesh_touch_find(w->wall[pair.wall].mesh, w->contacts.wall_pair, first, end, at, row->r, reach, touch,
                                   &w->contacts.crowded);
    rp_mesh_touch_pass(w->wall[pair.wall].mesh, &w->contacts, first, end, at, touch, count);
    for (int k = 0; k < count; k++) m->mesh[touch[k].pair] = 1;
}

static rp_status choose_contacts(rp_world *w, rp_cd_work *m, rp_error *err)
{
    const size_t count = w->contacts.wall_pairs.count;
    if (!rp_memory_fit(&m->mesh, &m->mesh_capacity, count, sizeof *m->mesh))
        return rp_memory_error(err, count, "contacts with meshes");
    memset(m->mesh, 0, count);
    for (size_t n = 0, end; n < count; n = end) {
        end = rp_mesh_touch_run(w->contacts.wall_pair, n, count);
        if (w->contacts.wall_pair[n].triangle && !rp_cd_shaped_at_wall(w, w->contacts.wall_pair[n]))
            choose_triangles(w, m, n, end);
    }
    return RP_OK;
}

static int any_mesh(const rp_world *w)
{
    int any = 0;
    for (int n = 0; n < w->wall_count; n++) any |= w->wall[n].mesh != NULL;
    return any;
}

rp_status rp_cd_contacts_collect(rp_world *w, rp_error *err)
{
    rp_cd_work *m = w->method_state;
    size_t all = (size_t)m->points * w->contacts.pairs.count + (size_t)m->wall_points * w->contacts.wall_pairs.count;
    size_t blocks = (all > w->particles.count ? all : w->particles.count) / RP_CD_BLOCK + 1;
    if (!rp_memory_fit(&m->kind, &m->kind_capacity, all, sizeof *m->kind)
        || !rp_memory_reserve(&m->works, &m->works_capacity, blocks, sizeof *m->works))
        return rp_memory_error(err, all, "contacts");
    find_speeds(w, m);
    if (w->particles.shape && find_meetings(w, m, err)) return RP_SYSTEM;
    if (any_mesh(w) && choose_contacts(w, m, err)) return RP_SYSTEM;
    const size_t round = w->particles.shape || w->bodies.count ? 0 : w->contacts.pairs.count;
#pragma omp parallel for schedule(static) num_threads(m->setup.threads) if (all > COUNT_LEAST)
    for (size_t n = 0; n < all; n++) {
        if (n < round) {
            m->kind[n] = sorted_round(w, m, n);
            continue;
        }
        rp_cd_source source = listed(w, n);
        m->kind[n] = sorted(w, m, &source);
    }
    return keep_candidates(w, m, all, err);
}

/* ---- filling ---- */

static void put(double (*to)[RP_CD_LANES], int k, rp_vec v)
{
    to[0][k] = v.x;
    to[1][k] = v.y;
    to[2][k] = v.z;
}

static void fill_lane(rp_cd_problem *q, const rp_cd_sort *x, const rp_cd_touch *t, const rp_cd_terms *r)
{
    rp_cd_batch *k = &q->batch[x->place / RP_CD_LANES];
    int lane = (int)(x->place % RP_CD_LANES);
    uint32_t b = x->source.kind == RP_CD_PAIR ? t->j : q->nothing;
    double inverse = q->free[t->i].inv_mass + q->free[b].inv_mass;
    double turning = q->free[t->i].inv_inertia + q->free[b].inv_inertia;
    k->a[lane] = t->i;
    k->b[lane] = b;
    k->mu[lane] = r->mu;
    k->pull[lane] = r->pull;
    k->wn[lane] = 1 / inverse;
    k->wt[lane] = 1 / (inverse + turning);
    put(k->e, lane, t->e);
    put(k->c, lane, r->c);
    put(k->p, lane, r->p);
}

static void inverse_of_body(const rp_wall *wall, double k[3][3], double r[3][3])
{
    const double axis[3] = {wall->spin_axis.x, wall->spin_axis.y, wall->spin_axis.z};
    for (int i = 0; i < 3; i++) {
        if (wall->let >> i & 1) k[i][i] = 1 / wall->mass;
        for (int j = 0; wall->inertia > 0 && j < 3; j++) r[i][j] = axis[i] * axis[j] / wall->inertia;
    }
}

/* Inverse masses of a body that may move in some directions only. */
static void inverse_of(const rp_world *w, const rp_cd_problem *q, uint32_t body, double k[3][3], double r[3][3])
{
    memset(k, 0, 9 * sizeof(double));
    memset(r, 0, 9 * sizeof(double));
    if (body >= w->particles.count) {
        const rp_wall *wall = &w->wall[body - w->particles.count];
        if (rp_walls_body(wall)) {
            inverse_of_body(wall, k, r);
            return;
        }
        rp_vec normal = rp_wall_face_normal(wall);
        double n[3] = {normal.x, normal.y, normal.z};
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) k[i][j] = n[i] * n[j] / wall->mass;
        return;
    }
    unsigned lock = w->group[w->particles.group[body]].lock;
    for (int i = 0; i < 3; i++) {
        k[i][i] = lock >> i & 1 ? 0 : q->free[body].inv_mass;
        r[i][i] = lock >> (3 + i) & 1 ? 0 : q->free[body].inv_inertia;
    }
    if (rp_cd_bodies_moves(w, body)) rp_cd_bodies_inverse(w, body, r);
}

static void put_vec(double *to, rp_vec v)
{
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
}

static void fill_general(const rp_world *w, rp_cd_problem *q, const rp_cd_sort *x, const rp_cd_touch *t,
                         const rp_cd_terms *r)
{
    rp_cd_general *k = &q->general[x->place];
    const uint32_t spare = q->unit[x->unit].spare;
    int moved;
    *k = (rp_cd_general){.a = rp_cd_touch_body(w, t->i),
                         .b = spare,
                         .mu = r->mu,
                         .pull = r->pull,
                         .from = {-r->pull},
                         .source = x->source};
    k->frame[0][0] = t->e.x;
    k->frame[0][1] = t->e.y;
    k->frame[0][2] = t->e.z;
    put_vec(k->arm[0], t->shaped ? t->arm[0] : rp_vec_scale(-1, t->e));
    put_vec(k->arm[1], t->shaped ? t->arm[1] : t->e);
    k->c[0] = r->c.x;
    k->c[1] = r->c.y;
    k->c[2] = r->c.z;
    k->p[0] = r->p.x;
    k->p[1] = r->p.y;
    k->p[2] = r->p.z;
    uint32_t b = rp_cd_touch_partner(w, t, &moved);
    inverse_of(w, q, k->a, k->ka, k->ra);
    if (moved) {
        k->b = b;
        inverse_of(w, q, b, k->kb, k->rb);
    }

    if (rp_cd_general_ready(k)) {
        if (r->impact) rp_cd_restitution_plan(w, t, k);
        return;
    }
    /* nothing gives way along the normal: a contact that stays open */
    memset(k->W, 0, sizeof k->W);
    memset(k->p, 0, sizeof k->p);
    for (int i = 0; i < 3; i++) {
        k->W[i][i] = 1;
        k->c[i] = k->frame[0][i];
    }

    k->a = k->b = spare;
    k->pull = k->from[0] = 0;
}

static void fill_roll(const rp_world *w, rp_cd_problem *q, const rp_cd_sort *x, const rp_cd_touch *t)
{
    rp_cd_roll *k = &q->roll[x->roll - 1];
    const rp_interaction *laws = rp_cd_terms_interaction(w, t);
    const double *torque = rp_cd_touch_history(w, &x->source) + 3, *constant = laws->constant[RP_ROLLING];
    double unused[3][3], ra[3][3], rb[3][3] = {{0}}, sign = x->source.flipped ? -w->dt : w->dt;
    int moved;
    uint32_t b = rp_cd_touch_partner(w, t, &moved);
    *k = (rp_cd_roll){.a = rp_cd_touch_body(w, t->i),
                      .b = q->unit[x->unit].spare,
                      .place = x->place,
                      .general = x->source.kind == RP_CD_GENERAL,
                      .e = {t->e.x, t->e.y, t->e.z},
                      .ia = 1 / w->particles.row[t->i].r,
                      .ib = t->wall ? rp_walls_turned(&w->wall[t->j]) : 1 / w->particles.row[t->j].r,
                      .source = x->source,
                      .length = constant[RP_ROLLING_FRICTION] * rp_cd_terms_radius(w, t) + constant[RP_ROLLING_LENGTH],
                      .twisting = constant[RP_ROLLING_TWISTING] * rp_cd_terms_radius(w, t)};
    inverse_of(w, q, k->a, unused, ra);
    if (moved) {
        k->b = b;
        inverse_of(w, q, b, unused, rb);
    }
    for (int n = 0; n < 3; n++) { /* clumps have no rolling friction: the others have no products of inertia */
        k->ra[n] = ra[n][n];
        k->rb[n] = rb[n][n];
    }

    rp_vec spin = t->wall ? rp_vec_scale(-w->wall[t->j].angular_speed, w->wall[t->j].spin_axis)
                          : rp_vec_scale(-k->ib, vec(q->free[t->j].s));
    if (!moved) {
        k->c[0] = spin.x;
        k->c[1] = spin.y;
        k->c[2] = spin.z;
    }

    double inverse = k->ia * k->ia * fmax(k->ra[0], fmax(k->ra[1], k->ra[2]))
                     + k->ib * k->ib * fmax(k->rb[0], fmax(k->rb[1], k->rb[2]));
    k->inertia = inverse > 0 ? 1 / inverse : 0;
    for (int n = 0; n < 3; n++) k->m[n] = rp_cd_touch_flags(w, &x->source) && inverse > 0 ? sign * torque[n] : 0;
    if (!(inverse > 0)) {
        k->inertia = 1;
        k->length = k->twisting = 0;
    }
    /* neither turns */
}

static void fill(const rp_world *w, rp_cd_problem *q, rp_cd_sort *x)
{
    rp_cd_touch t;
    rp_cd_touch_of_kind(w, &x->source, &t);
    const rp_cd_terms r = rp_cd_terms_of(w, x, &t);
    x->waits = r.waits != 0;
    if (r.waits) return;
    if (x->source.kind == RP_CD_GENERAL) fill_general(w, q, x, &t, &r);
    else fill_lane(q, x, &t, &r);
    if (x->roll) fill_roll(w, q, x, &t);
    x->motion = r.motion;
    x->near = t.gap <= SLACK * t.sum_r;
}

rp_status rp_cd_contacts_fill(rp_world *w, rp_error *err)
{
    rp_cd_work *m = w->method_state;
#pragma omp parallel for schedule(static) num_threads(m->setup.threads) if (m->candidate_count > COUNT_LEAST)
    for (size_t n = 0; n < m->candidate_count; n++) fill(w, &m->problem, &m->candidate[n]);
    rp_status status = rp_cd_terms_impacts(w, err);
    for (size_t n = 0; n < m->impact_count && !status; n++)
        fill(w, &m->problem, &m->candidate[m->impact_list[n].candidate]);
    return status;
}
