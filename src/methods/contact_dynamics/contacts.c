/* From the list of pairs to this step's contacts, and from impulses back to histories, walls, groups and totals.
 *
 * Bias. With u- the relative velocity at the start of the step and U the one without contacts, a contact asks for u + c to obey Signorini and
 * Coulomb, where
 *   gap stepping, resting or closing    c_n = g_pos / dt                     [UngerKertesz2003, Eqs. 28-34]
 *   midpoint stepping, resting          c_n = 0                              [RadjaiRichefeu2009, Eq. 5]
 *   impact                              c_n = e_n u_n-,  c_t = e_t u_t-      [RadjaiRichefeu2009, Eqs. 7, 10; errata 41], e_t = -eps_t
 * An impact is an approach at the start of the step (errata 58: no restitution for separating contacts) that is faster than what external forces give
 * in a step, and, in gap stepping, closes the gap within the step by itself. Restitution is thus exact for a single impact in both
 * steppings; a contact that only its neighbours close within the step is inelastic in that step.
 *
 * Friction. A contact that slid in the step before has the sliding coefficient, one that stuck or is new the static one; a coefficient that
 * depends on speed is taken at the slip at the start of the step.
 *
 * History: the mean force on a over the step (N), in space, and with rolling friction the mean torque (N m); the next step starts from them. Where there are
 * polygons pairs have two of each, for the two points at which faces meet.
 */
#include <math.h>
#include <string.h>
#include "base/memory.h"
#include "core/walls.h"
#include "laws/rolling.h"
#include "methods/contact_dynamics/general.h"
#include "methods/contact_dynamics/rolling.h"
#include "methods/contact_dynamics/shaped.h"
#include "methods/contact_dynamics/work.h"

#define SLACK 0.005      /* gaps up to this part of the sum of radii are kept as candidates even where nothing seems to move */
#define TOUCHING 1e-6    /* of the sum of radii: adhesion acts up to this gap */
#define COUNT_BLOCK 16384 /* contacts below which one thread is faster; changes no bit */

typedef struct touch {           /* geometry of a pair, seen from a */
    uint32_t i, j;               /* slots; walls: j is the wall */
    int wall;
    rp_vec e;
    double gap, sum_r;           /* m */
    rp_vec point;                /* walls and polygons: contact point */
    int shaped;                  /* 1: a polygon is in it, and the contact point has arms: */
    rp_vec arm[2];               /* from the centres, over the radii */
} touch;

static rp_vec vec(const double *v) { return rp_vec_make(v[0], v[1], v[2]); }

/* ---- geometry ---- */

static rp_vec flat(rp_point p) { return rp_vec_make(p.x, p.y, 0); }

/* Point number `point` of a pair of which one at least is a polygon. */
static touch touch_shaped(const rp_world *w, const rp_cd_work *m, const rp_cd_source *s)
{
    rp_pair pair = w->contacts.pair[s->index];
    uint32_t i = pair.a, j = rp_pair_slot(pair);
    const rp_row *a = &w->particles.row[i], *b = &w->particles.row[j];
    rp_manifold meeting;
    rp_point d;
    touch t = {.i = i, .j = j, .gap = INFINITY, .sum_r = a->r + b->r, .shaped = 1};
    rp_shaped_meet(w, &m->corners, pair, &meeting, &d);
    if (s->point >= meeting.count) return t;
    rp_point at = meeting.point[s->point];
    t.e = flat(meeting.e), t.gap = meeting.gap[s->point], t.point = rp_vec_make(a->x + at.x, a->y + at.y, 0);
    t.arm[0] = rp_vec_scale(1 / a->r, flat(at)), t.arm[1] = rp_vec_scale(1 / b->r, flat(rp_point_add(at, d)));
    return t;
}

static int is_polygon(const rp_world *w, uint32_t i) { return w->particles.shape && w->particles.shape[i]; }

static touch touch_pair(const rp_world *w, rp_pair pair)
{
    uint32_t i = pair.a, j = rp_pair_slot(pair);
    const rp_row *a = &w->particles.row[i], *b = &w->particles.row[j];
    const double *shift = w->contacts.shift[rp_pair_image(pair)];
    rp_vec d = {a->x - b->x - shift[0], a->y - b->y - shift[1], a->z - b->z - shift[2]};
    double distance = rp_vec_norm(d), sum = a->r + b->r;
    return (touch){.i = i, .j = j, .e = rp_vec_scale(1 / distance, d), .gap = distance - sum, .sum_r = sum};
}

static touch touch_wall(const rp_world *w, const rp_cd_work *m, rp_wall_pair pair)
{
    const rp_row *a = &w->particles.row[pair.a];
    const rp_wall *walls = m->wall;
    touch t = {.i = pair.a, .j = pair.wall, .wall = 1, .sum_r = a->r, .gap = INFINITY};
    if (!walls[pair.wall].active) return t;
    if (is_polygon(w, pair.a)) {
        rp_wall_touch at;
        t.shaped = 1;
        if (!rp_corners_at_wall(&m->corners, w, &walls[pair.wall], pair, &at)) return t;
        t.point = rp_vec_make(a->x + at.arm.x, a->y + at.arm.y, 0), t.arm[0] = rp_vec_scale(1 / a->r, flat(at.arm));
        t.gap = at.gap, t.e = at.e;
        return t;
    }
    double distance = rp_wall_distance(&walls[pair.wall], pair.face, rp_particle_position(&w->particles, pair.a), &t.e);
    t.gap = distance - a->r;
    t.point = rp_vec_sub(rp_particle_position(&w->particles, pair.a), rp_vec_scale(distance, t.e));
    return t;
}

static touch touch_of(const rp_world *w, const rp_cd_work *m, rp_cd_source s)
{
    if (s.wall) return touch_wall(w, m, w->contacts.wall_pair[s.index]);
    rp_pair pair = w->contacts.pair[s.index];
    if (is_polygon(w, pair.a) || is_polygon(w, rp_pair_slot(pair))) return touch_shaped(w, m, &s);
    return touch_pair(w, pair);
}

/* Exchanges the two partners. */
static void flip(touch *t)
{
    uint32_t i = t->i;
    rp_vec arm = t->arm[0];
    t->i = t->j, t->j = i, t->e = rp_vec_scale(-1, t->e), t->arm[0] = t->arm[1], t->arm[1] = arm;
}

/* ---- who moves ---- */

enum { HELD, ORDINARY, SPECIAL };

uint32_t rp_contacts_body(const rp_world *w, uint32_t i)
{
    const rp_group *g = &w->group[w->particles.group[i]];
    int carried = g->mode == RP_GROUP_GLUED && w->wall[g->wall].active && rp_walls_loaded(&w->wall[g->wall]);
    return carried ? (uint32_t)w->particles.count + (uint32_t)g->wall : i;
}

static int mobility(const rp_world *w, uint32_t i)
{
    const rp_group *g = &w->group[w->particles.group[i]];
    if (g->mode != RP_GROUP_FREE) return rp_contacts_body(w, i) == i ? HELD : SPECIAL;
    unsigned turns = w->dimension == 2 ? RP_LOCK_SPIN_Z : RP_LOCK_SPIN, spin = g->lock & turns, way = g->lock & (RP_LOCK_X | RP_LOCK_Y | RP_LOCK_Z);
    return way || (spin && spin != turns) ? SPECIAL : ORDINARY;
}

static uint8_t kind_of(const rp_world *w, const touch *t, uint8_t *flipped)
{
    int a = mobility(w, t->i), b = t->wall ? (rp_walls_loaded(&w->wall[t->j]) ? SPECIAL : HELD) : mobility(w, t->j);
    *flipped = a == HELD;
    if (a == HELD && (b == HELD || t->wall)) return RP_CD_NONE;
    if (!t->wall && rp_contacts_body(w, t->i) == rp_contacts_body(w, t->j)) return RP_CD_NONE; /* both ride on one wall */
    if (a == SPECIAL || b == SPECIAL || t->shaped) return RP_CD_SPECIAL;
    return a == HELD || b == HELD ? RP_CD_SINGLE : RP_CD_PAIR;
}

/* ---- candidates ---- */

static double speed_of(const rp_cd_body *b) { return rp_vec_norm(vec(b->v)); }

/* Of the fastest point of a particle that may count: corners turn, too. */
static double reach_of(const rp_world *w, const rp_cd_work *m, size_t i)
{
    const rp_cd_body *b = &m->problem.free[i];
    return speed_of(b) + (is_polygon(w, (uint32_t)i) ? fabs(b->s[2]) : 0);
}

/* A fast particle pushes its neighbours within the step: their gaps count too. */
static void find_reach(rp_world *w, rp_cd_work *m)
{
    for (size_t i = 0; i < w->particles.count; i++) m->reach[i] = reach_of(w, m, i);
    for (size_t n = 0; n < w->contacts.pairs.count; n++) {
        uint32_t i = w->contacts.pair[n].a, j = rp_pair_slot(w->contacts.pair[n]);
        double most = fmax(reach_of(w, m, i), reach_of(w, m, j));
        m->reach[i] = fmax(m->reach[i], most), m->reach[j] = fmax(m->reach[j], most);
    }
}

static double cut_of(const rp_world *w, const rp_cd_work *m, const touch *t)
{
    if (m->setup.options.stepping == RP_CD_MIDPOINT) return 0;
    double other = t->wall ? speed_of(&m->problem.free[w->particles.count + t->j]) + rp_vec_norm(rp_wall_velocity_at(&m->wall[t->j], t->point)) : m->reach[t->j];
    return w->dt * (m->reach[t->i] + other) + SLACK * t->sum_r;
}

static rp_cd_sort sorted(const rp_world *w, const rp_cd_work *m, rp_cd_source source)
{
    touch t = touch_of(w, m, source);
    rp_cd_sort x = {.source = source, .kind = RP_CD_NONE};
    if (source.point && !t.shaped) return x;
    if (t.gap <= cut_of(w, m, &t)) x.kind = kind_of(w, &t, &x.source.flipped);
    return x;
}

/* A pair of polygons has a history for each of its two points, one behind the other, and two bits of its flags. */
static rp_history *table_of(const rp_world *w, const rp_cd_source *s) { return s->wall ? (rp_history *)&w->contacts.wall_pairs : (rp_history *)&w->contacts.pairs; }

static double *history_of(const rp_world *w, const rp_cd_source *s)
{
    const rp_cd_work *m = w->method_state;
    return &table_of(w, s)->value[s->index * (size_t)w->contacts.width + s->point * (size_t)m->point_width];
}

static unsigned flags_of(const rp_world *w, const rp_cd_source *s) { return table_of(w, s)->live[s->index] >> RP_CD_POINT_BITS * s->point & (RP_LIVE | RP_SLIDING); }

static void set_flags(const rp_world *w, const rp_cd_source *s, unsigned flags)
{
    uint8_t *live = &table_of(w, s)->live[s->index];
    *live = (uint8_t)((*live & ~((RP_LIVE | RP_SLIDING) << RP_CD_POINT_BITS * s->point)) | flags << RP_CD_POINT_BITS * s->point);
}

static void forget(const rp_world *w, const rp_cd_source *s)
{
    const rp_cd_work *m = w->method_state;
    double *value = history_of(w, s);
    set_flags(w, s, 0);
    for (int k = 0; k < m->point_width; k++) value[k] = 0;
}

rp_status rp_contacts_collect(rp_world *w, rp_error *err)
{
    rp_cd_work *m = w->method_state;
    rp_contacts *c = &w->contacts;
    size_t points = w->particles.shape ? 2 : 1, pairs = points * c->pairs.count, all = pairs + c->wall_pairs.count, kept = 0;
    if (!rp_memory_fit(&m->candidate, &m->candidate_capacity, all, sizeof *m->candidate)) return rp_memory_error(err, all * sizeof *m->candidate, "contacts");
    find_reach(w, m);
#pragma omp parallel for schedule(static) num_threads(m->setup.threads) if (all > COUNT_BLOCK)
    for (size_t n = 0; n < all; n++) m->candidate[n] = sorted(w, m, (rp_cd_source){.index = (uint32_t)(n < pairs ? n / points : n - pairs), .wall = n >= pairs, .point = n < pairs ? (uint8_t)(n % points) : 0});
    for (size_t n = 0; n < all; n++) {
        rp_cd_sort x = m->candidate[n];
        if (x.kind != RP_CD_NONE) m->candidate[kept++] = x;
        else if (flags_of(w, &x.source)) forget(w, &x.source);
    }
    m->candidate_count = kept;
    return RP_OK;
}

/* ---- velocities ---- */

static rp_cd_body body_before(const rp_world *w, const rp_cd_work *m, uint32_t body)
{
    if (body >= w->particles.count) {
        rp_vec v = w->wall[body - w->particles.count].speed;
        return (rp_cd_body){.v = {v.x, v.y, v.z}};
    }
    if (mobility(w, body) == HELD) return m->problem.free[body];
    const rp_row *row = &w->particles.row[body];
    const rp_spin *s = &w->particles.spin[body];
    return (rp_cd_body){.v = {row->vx, row->vy, row->vz}, .s = {s->x, s->y, s->z}};
}

/* Velocity of a partner that does not move by impulses, as a body. */
static rp_cd_body fixed_partner(const rp_cd_work *m, const touch *t)
{
    if (!t->wall) return m->problem.free[t->j];
    rp_vec v = rp_wall_velocity_at(&m->wall[t->j], t->point);
    return (rp_cd_body){.v = {v.x, v.y, v.z}};
}

static rp_vec relative(const rp_cd_body *a, const rp_cd_body *b, const touch *t)
{
    rp_vec s = rp_vec_add(vec(a->s), vec(b->s)), v = rp_vec_sub(vec(a->v), vec(b->v));
    if (t->shaped) return rp_vec_add(v, rp_vec_sub(rp_vec_cross(vec(a->s), t->arm[0]), rp_vec_cross(vec(b->s), t->arm[1])));
    return rp_vec_sub(v, rp_vec_cross(s, t->e));
}

/* The partner b before the step, without contacts, or after it: moved is 1 if impulses act on it. */
static uint32_t partner_body(const rp_world *w, const touch *t, int *moved)
{
    if (t->wall) {
        *moved = rp_walls_loaded(&w->wall[t->j]);
        return (uint32_t)w->particles.count + t->j;
    }
    *moved = mobility(w, t->j) != HELD;
    return rp_contacts_body(w, t->j);
}

/* ---- laws ---- */

static const rp_interaction *interaction_of(const rp_world *w, const touch *t)
{
    int other = t->wall ? w->wall[t->j].material : w->particles.material[t->j];
    return &w->interaction[w->interaction_of[w->particles.material[t->i] * w->material_count + other]];
}

static double effective_radius(const rp_world *w, const touch *t)
{
    double a = w->particles.row[t->i].r;
    return t->wall ? a : a * w->particles.row[t->j].r / t->sum_r;
}

static double pull_of(const rp_world *w, const rp_cd_work *m, const rp_interaction *x, const touch *t)
{
    const rp_cd_pull *pull = &m->pull[x - w->interaction];
    return x->law[RP_ADHESION] < 0 || t->gap > TOUCHING * t->sum_r ? 0 : fmax(0, pull->force + pull->per_radius * effective_radius(w, t));
}

static double friction_of(const rp_interaction *x, int slid, double slip)
{
    if (!slid) return x->friction_static;
    return x->friction_curve.kind ? rp_curve_value(&x->friction_curve, slip) : x->friction;
}

static double restitution_of(const rp_world *w, const rp_cd_work *m, const rp_interaction *x, double speed)
{
    const rp_curve *curve = &m->eps_n[x - w->interaction];
    if (curve->kind) return rp_curve_value(curve, speed);
    return isnan(x->eps_n) ? 0 : x->eps_n;
}

typedef struct terms { double mu, pull; rp_vec c, p; } terms; /* of a contact: what does not depend on masses */

/* c without the velocity of a partner that no impulse moves. */
static rp_vec bias(const rp_world *w, const rp_cd_work *m, const rp_interaction *x, const touch *t, rp_vec before, rp_vec without, double pull)
{
    double dt = w->dt, un = rp_vec_dot(before, t->e), closing = t->gap + dt * rp_vec_dot(without, t->e), gap = m->setup.options.stepping == RP_CD_MIDPOINT ? 0 : fmax(t->gap, 0);
    rp_vec resting = rp_vec_scale(gap / dt, t->e);
    if (un >= -m->impact || pull > 0 || (gap > 0 && closing > 0)) return resting;
    double e_n = restitution_of(w, m, x, -un), e_t = -m->eps_t[x - w->interaction];
    rp_vec slip = rp_vec_sub(before, rp_vec_scale(un, t->e));
    return rp_vec_add(e_n > 0 ? rp_vec_scale(e_n * un, t->e) : resting, rp_vec_scale(e_t, slip));
}

/* The impulse to start from: last step's force, brought back into this step's cone. */
static rp_vec first_impulse(const rp_world *w, const rp_cd_source *s, const touch *t, double mu, double pull)
{
    if (!flags_of(w, s)) return rp_vec_make(0, 0, 0);
    rp_vec p = rp_vec_scale(s->flipped ? -w->dt : w->dt, vec(history_of(w, s)));
    double along = rp_vec_dot(p, t->e), normal = fmax(along, -pull);
    rp_vec across = rp_vec_sub(p, rp_vec_scale(along, t->e));
    double grip = rp_vec_norm(across), bound = mu * (normal + pull);
    return rp_vec_add(rp_vec_scale(normal, t->e), rp_vec_scale(grip > bound ? bound / grip : 1, across));
}

static terms terms_of(const rp_world *w, const rp_cd_source *s, const touch *t)
{
    const rp_cd_work *m = w->method_state;
    const rp_interaction *x = interaction_of(w, t);
    int moved;
    uint32_t ba = rp_contacts_body(w, t->i), bb = partner_body(w, t, &moved);
    rp_cd_body fixed = moved ? (rp_cd_body){0} : fixed_partner(m, t), a = body_before(w, m, ba), b = moved ? body_before(w, m, bb) : fixed;
    rp_vec before = relative(&a, &b, t), without = relative(&m->problem.free[ba], moved ? &m->problem.free[bb] : &fixed, t);
    rp_vec slip = rp_vec_sub(before, rp_vec_scale(rp_vec_dot(before, t->e), t->e));
    terms r = {.mu = friction_of(x, flags_of(w, s) & RP_SLIDING, rp_vec_norm(slip)), .pull = w->dt * pull_of(w, m, x, t)};
    r.c = bias(w, m, x, t, before, without, r.pull);
    if (!moved) r.c = rp_vec_add(r.c, relative(&(rp_cd_body){0}, &fixed, t));
    r.p = first_impulse(w, s, t, r.mu, r.pull);
    return r;
}

/* ---- filling ---- */

static void put(double (*to)[RP_CD_LANES], int k, rp_vec v) { to[0][k] = v.x, to[1][k] = v.y, to[2][k] = v.z; }

static void fill_lane(const rp_world *w, rp_cd_problem *q, const rp_cd_sort *x, const touch *t)
{
    rp_cd_batch *k = &q->batch[x->place / RP_CD_LANES];
    int lane = (int)(x->place % RP_CD_LANES);
    terms r = terms_of(w, &x->source, t);
    uint32_t b = x->kind == RP_CD_PAIR ? t->j : q->nothing;
    double inverse = q->free[t->i].inv_mass + q->free[b].inv_mass;
    double turning = q->free[t->i].inv_inertia + q->free[b].inv_inertia;
    k->a[lane] = t->i, k->b[lane] = b, k->mu[lane] = r.mu, k->pull[lane] = r.pull;
    k->wn[lane] = 1 / inverse, k->wt[lane] = 1 / (inverse + turning);
    put(k->e, lane, t->e), put(k->c, lane, r.c), put(k->p, lane, r.p);
}

/* Inverse masses of a body that may move in some directions only. */
static void inverse_of(const rp_world *w, const rp_cd_problem *q, uint32_t body, double k[3][3], double r[3])
{
    memset(k, 0, 9 * sizeof(double)), memset(r, 0, 3 * sizeof(double));
    if (body >= w->particles.count) {
        const rp_wall *wall = &w->wall[body - w->particles.count];
        rp_vec normal = rp_wall_face_normal(wall);
        double n[3] = {normal.x, normal.y, normal.z};
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) k[i][j] = n[i] * n[j] / wall->mass;
        return;
    }
    unsigned lock = w->group[w->particles.group[body]].lock;
    for (int i = 0; i < 3; i++) k[i][i] = lock >> i & 1 ? 0 : q->free[body].inv_mass, r[i] = lock >> (3 + i) & 1 ? 0 : q->free[body].inv_inertia;
}

static void put_vec(double *to, rp_vec v) { to[0] = v.x, to[1] = v.y, to[2] = v.z; }

static void fill_special(const rp_world *w, rp_cd_problem *q, const rp_cd_sort *x, const touch *t)
{
    rp_cd_special *k = &q->special[x->place];
    terms r = terms_of(w, &x->source, t);
    int moved;
    *k = (rp_cd_special){.a = rp_contacts_body(w, t->i), .b = q->nothing, .mu = r.mu, .pull = r.pull, .source = x->source};
    k->frame[0][0] = t->e.x, k->frame[0][1] = t->e.y, k->frame[0][2] = t->e.z;
    put_vec(k->arm[0], t->shaped ? t->arm[0] : rp_vec_scale(-1, t->e)), put_vec(k->arm[1], t->shaped ? t->arm[1] : t->e);
    k->c[0] = r.c.x, k->c[1] = r.c.y, k->c[2] = r.c.z, k->p[0] = r.p.x, k->p[1] = r.p.y, k->p[2] = r.p.z;
    uint32_t b = partner_body(w, t, &moved);
    inverse_of(w, q, k->a, k->ka, k->ra);
    if (moved) k->b = b, inverse_of(w, q, b, k->kb, k->rb);
    if (rp_general_ready(k)) return;
    /* nothing gives way along the normal: a contact that stays open */
    memset(k->W, 0, sizeof k->W), memset(k->p, 0, sizeof k->p);
    for (int i = 0; i < 3; i++) k->W[i][i] = 1, k->c[i] = k->frame[0][i];
    k->a = k->b = q->nothing, k->pull = 0;
}

static void fill_roll(const rp_world *w, rp_cd_problem *q, const rp_cd_sort *x, const touch *t)
{
    rp_cd_roll *k = &q->roll[x->roll - 1];
    const rp_interaction *laws = interaction_of(w, t);
    const double *torque = history_of(w, &x->source) + 3, *constant = laws->constant[RP_ROLLING];
    double unused[3][3], sign = x->source.flipped ? -w->dt : w->dt;
    int moved;
    uint32_t b = partner_body(w, t, &moved);
    *k = (rp_cd_roll){.a = rp_contacts_body(w, t->i), .b = q->nothing, .place = x->place, .special = x->kind == RP_CD_SPECIAL, .e = {t->e.x, t->e.y, t->e.z},
                      .ia = 1 / w->particles.row[t->i].r, .ib = t->wall ? 0 : 1 / w->particles.row[t->j].r, .source = x->source,
                      .length = constant[RP_ROLLING_FRICTION] * effective_radius(w, t) + constant[RP_ROLLING_LENGTH], .twisting = constant[RP_ROLLING_TWISTING] * effective_radius(w, t)};
    inverse_of(w, q, k->a, unused, k->ra);
    if (moved) k->b = b, inverse_of(w, q, b, unused, k->rb);
    rp_vec spin = t->wall ? rp_vec_scale(-w->wall[t->j].turning, w->wall[t->j].spin_axis) : rp_vec_scale(-k->ib, vec(q->free[t->j].s));
    if (!moved) k->c[0] = spin.x, k->c[1] = spin.y, k->c[2] = spin.z;
    double inverse = k->ia * k->ia * fmax(k->ra[0], fmax(k->ra[1], k->ra[2])) + k->ib * k->ib * fmax(k->rb[0], fmax(k->rb[1], k->rb[2]));
    k->inertia = inverse > 0 ? 1 / inverse : 0;
    for (int n = 0; n < 3; n++) k->m[n] = flags_of(w, &x->source) && inverse > 0 ? sign * torque[n] : 0;
    if (!(inverse > 0)) k->inertia = 1, k->length = k->twisting = 0; /* neither turns */
}

void rp_contacts_fill(rp_world *w)
{
    rp_cd_work *m = w->method_state;
    rp_cd_problem *q = &m->problem;
#pragma omp parallel for schedule(static) num_threads(m->setup.threads) if (m->candidate_count > COUNT_BLOCK)
    for (size_t n = 0; n < m->candidate_count; n++) {
        const rp_cd_sort *x = &m->candidate[n];
        touch t = touch_of(w, m, x->source);
        if (x->source.flipped) flip(&t);
        if (x->kind == RP_CD_SPECIAL) fill_special(w, q, x, &t);
        else fill_lane(w, q, x, &t);
        if (x->roll) fill_roll(w, q, x, &t);
    }
}

/* ---- after the solution ---- */

static void keep_force(rp_world *w, const rp_cd_source *s, const touch *t, rp_vec p, double mu, double pull)
{
    double normal = rp_vec_dot(p, t->e), *value = history_of(w, s);
    rp_vec across = rp_vec_sub(p, rp_vec_scale(normal, t->e)), force = rp_vec_scale((s->flipped ? -1 : 1) / w->dt, p);
    if (!(normal + pull > 0)) {
        forget(w, s);
        return;
    }
    int slides = mu > 0 && rp_vec_norm(across) >= (1 - 1e-9) * mu * (normal + pull);
    set_flags(w, s, RP_LIVE | (slides ? RP_SLIDING : 0));
    value[0] = force.x, value[1] = force.y, value[2] = force.z;
}

static void push_wall(rp_world *w, const rp_cd_work *m, int n, rp_vec point, rp_vec force, double work)
{
    rp_wall *wall = &w->wall[n];
    rp_vec arm = rp_vec_sub(point, rp_wall_centre(&m->wall[n]));
    wall->force = rp_vec_add(wall->force, force);
    wall->torque = rp_vec_add(wall->torque, rp_vec_cross(arm, force));
    if (rp_walls_loaded(wall)) return;
    wall->work += work, w->totals.walls += work;
}

/* The partner that does not move by itself: a wall, a held particle, one that is glued to a wall. p acts on a. */
static void push_partner(rp_world *w, const rp_cd_work *m, const touch *t, rp_vec p)
{
    rp_vec force = rp_vec_scale(-1 / w->dt, p);
    if (t->wall) {
        push_wall(w, m, (int)t->j, t->point, force, rp_vec_dot(p, rp_wall_velocity_at(&m->wall[t->j], t->point)));
        return;
    }
    rp_group *g = &w->group[w->particles.group[t->j]];
    const rp_cd_body *held = &m->problem.free[t->j];
    if (g->mode == RP_GROUP_FREE) return;
    rp_vec surface = rp_vec_add(vec(held->v), rp_vec_cross(vec(held->s), t->shaped ? t->arm[1] : t->e));
    g->reaction = rp_vec_add(g->reaction, force);
    double work = rp_vec_dot(p, surface);
    rp_vec point = rp_vec_add(rp_particle_position(&w->particles, t->j), rp_vec_scale(w->particles.row[t->j].r, t->shaped ? t->arm[1] : t->e));
    if (g->mode == RP_GROUP_GLUED) push_wall(w, m, g->wall, point, force, work);
    else g->work += work, w->totals.drives += work;
}

static void finish_contact(rp_world *w, rp_cd_work *m, const rp_cd_source *s, rp_vec p, double mu, double pull)
{
    touch t = touch_of(w, m, *s);
    int moved;
    if (s->flipped) flip(&t);
    keep_force(w, s, &t, p, mu, pull);
    if (rp_vec_dot(p, p) == 0) return;
    uint32_t ba = rp_contacts_body(w, t.i), bb = partner_body(w, &t, &moved);
    rp_cd_body fixed = moved ? (rp_cd_body){0} : fixed_partner(m, &t), a = body_before(w, m, ba), b = moved ? body_before(w, m, bb) : fixed;
    rp_vec before = relative(&a, &b, &t), after = relative(&m->problem.body[ba], moved ? &m->problem.body[bb] : &fixed, &t);
    rp_vec mean = rp_vec_scale(0.5, rp_vec_add(before, after));
    double normal = rp_vec_dot(p, t.e) * rp_vec_dot(mean, t.e), all = rp_vec_dot(p, mean);
    w->totals.normal -= normal, w->totals.tangential -= all - normal;
    rp_vec without = relative(&m->problem.free[ba], moved ? &m->problem.free[bb] : &fixed, &t);
    m->given += 0.5 * rp_vec_dot(p, rp_vec_add(without, after));
    push_partner(w, m, &t, p);
    if (rp_contacts_body(w, t.i) != t.i) { /* a itself rides on a wall */
        flip(&t);
        push_partner(w, m, &t, rp_vec_scale(-1, p));
    }
}

/* After its contact, whose force decides whether there is a history to keep the torque in. */
static void finish_roll(rp_world *w, const rp_cd_work *m, const rp_cd_roll *k)
{
    double *value = history_of(w, &k->source) + 3, sign = (k->source.flipped ? -1 : 1) / w->dt;
    if (!flags_of(w, &k->source)) return;
    for (int n = 0; n < 3; n++) value[n] = sign * k->m[n];
    rp_cd_body a = body_before(w, m, k->a), b = k->b == m->problem.nothing ? (rp_cd_body){0} : body_before(w, m, k->b);
    rp_vec spin = rp_vec_scale(0.5, rp_vec_add(rp_rolling_spin(k, &a, &b), rp_rolling_spin(k, &m->problem.body[k->a], &m->problem.body[k->b])));
    w->totals.rolling -= rp_vec_dot(vec(k->m), spin);
    double work = -rp_vec_dot(vec(k->m), vec(k->c)); /* of whatever turns the partner that no impulse turns */
    rp_vec torque = rp_vec_scale(-1 / w->dt, vec(k->m));
    if (k->source.wall) {
        rp_wall *wall = &w->wall[w->contacts.wall_pair[k->source.index].wall];
        wall->torque = rp_vec_add(wall->torque, torque), wall->work += work, w->totals.walls += work;
    } else {
        w->totals.drives += work;
    }
}

void rp_contacts_finish(rp_world *w)
{
    rp_cd_work *m = w->method_state;
    rp_cd_problem *q = &m->problem;
    m->given = 0;
    for (int n = 0; n < w->group_count; n++) w->group[n].reaction = rp_vec_make(0, 0, 0);
    for (int n = 0; n < w->wall_count; n++) w->wall[n].force = w->wall[n].torque = rp_vec_make(0, 0, 0);
    for (size_t n = 0; n < m->candidate_count; n++) {
        const rp_cd_sort *x = &m->candidate[n];
        if (x->kind == RP_CD_SPECIAL) {
            const rp_cd_special *k = &q->special[x->place];
            finish_contact(w, m, &x->source, vec(k->p), k->mu, k->pull);
            continue;
        }
        const rp_cd_batch *k = &q->batch[x->place / RP_CD_LANES];
        int lane = (int)(x->place % RP_CD_LANES);
        finish_contact(w, m, &x->source, rp_vec_make(k->p[0][lane], k->p[1][lane], k->p[2][lane]), k->mu[lane], k->pull[lane]);
    }
    for (size_t n = 0; n < q->roll_count; n++) finish_roll(w, m, &q->roll[n]);
    w->method_total[RP_CD_GAINED] += fmax(0, m->given);
    for (int n = 0; n < w->wall_count; n++)
        if (w->wall[n].active) w->wall[n].impulse = rp_vec_add(w->wall[n].impulse, rp_vec_scale(w->dt, w->wall[n].force));
}
