/* What a particle does next: the earliest of its collisions with others, with walls, and of leaving its cell.
 *
 * Two flights meet when |r_ij + v_ij s| = R_i + R_j, only if they approach, r_ij . v_ij < 0 [Poschel2008, section 3.1 step 2; times
 * are absolute there and "> 0" means "> t"]. All that fall do so alike, so gravity cancels between them.
 *
 * One event a particle. Whoever changed last predicted against all others near; so a collision that is foreseen here and spoiled
 * by the partner's earlier one needs no repair when that happens, only when its time has come: then the partner's count
 * has changed and everything is predicted again. A collision beyond the next crossing is kept through it, and only the cells
 * that have come near are looked at. */
#include <math.h>
#include "methods/event/event.h"
#include "methods/event/first.h"

enum { BATCH = 32 };

typedef struct seeker {
    uint32_t i;
    double t;               /* now */
    rp_vec x, v;            /* now */
    double r;
    double hit;             /* best so far */
    uint32_t partner;
    double end;             /* when it leaves its cell */
    uint32_t count;         /* those of the batch that come to touch */
    uint32_t other[BATCH];
    double near[BATCH], away[BATCH], square[BATCH]; /* r . v, r^2 - (R_i + R_j)^2 now, and the discriminant */
} seeker;

/* ---- others ---- */

static inline void propose(seeker *s, double t, uint32_t j)
{
    if (t > s->hit || (t == s->hit && j >= s->partner)) return;
    s->hit = t, s->partner = j;
}

static void settle_batch(seeker *s)
{
    for (uint32_t n = 0; n < s->count; n++) {
        double away = s->away[n];
        propose(s, away > 0 ? s->t + away / (sqrt(s->square[n]) - s->near[n]) : s->t, s->other[n]);
    }
    s->count = 0;
}

static inline void meet(const rp_event *m, seeker *s, uint32_t j, rp_vec shift, int falls)
{
    const rp_flight *b = &m->flight[j];
    double q = s->t - b->t;
    rp_vec d = {s->x.x - shift.x - (b->x + q * b->vx), s->x.y - shift.y - (b->y + q * b->vy), s->x.z - shift.z - (b->z + q * b->vz)};
    rp_vec g = {s->v.x - b->vx, s->v.y - b->vy, s->v.z - b->vz};
    if (falls) {
        d = rp_vec_sub(d, rp_vec_scale(0.5 * q * q, m->gravity));
        g = rp_vec_sub(g, rp_vec_scale(q, m->gravity));
    }
    double touch = s->r + b->r, near = rp_vec_dot(d, g), away = rp_vec_dot(d, d) - touch * touch, square = near * near - rp_vec_dot(g, g) * away;
    uint32_t n = s->count;
    s->other[n] = j, s->near[n] = near, s->away[n] = away, s->square[n] = square;
    s->count += (near < 0) & ((square >= 0) | (away <= 0)); /* a matter of chance: without a branch */
    if (s->count == BATCH) settle_batch(s);
}

/* Radii grow: |r_ij + v_ij s| = R_ij + a_ij s. Even those that part may be reached. */
static void meet_growing(const rp_event *m, seeker *s, uint32_t j, rp_vec shift)
{
    rp_vec d = rp_vec_sub(rp_vec_sub(s->x, shift), rp_event_position(m, j, s->t)), g = rp_vec_sub(s->v, rp_event_velocity(m, j, s->t));
    double touch = s->r + rp_event_radius(m, j, s->t), rate = rp_event_rate(m, s->i) + rp_event_rate(m, j);
    double near = rp_vec_dot(d, g) - touch * rate, away = rp_vec_dot(d, d) - touch * touch, square = rp_vec_dot(g, g) - rate * rate;
    double root = near * near - square * away;
    if (near < 0 && away <= 0) propose(s, s->t, j);
    else if (near < 0 && root >= 0) propose(s, s->t + away / (sqrt(root) - near), j);
    else if (near >= 0 && square < 0) propose(s, s->t + (near + sqrt(root > 0 ? root : 0)) / -square, j);
}

/* Some are held: two of them never meet, and one that is held does not fall with the other. */
static void meet_held(const rp_event *m, seeker *s, uint32_t j, rp_vec shift)
{
    if (m->coat[s->i].inv_mass == 0 && m->coat[j].inv_mass == 0) return;
    if (rp_event_floats(m, s->i) == rp_event_floats(m, j)) {
        meet(m, s, j, shift, m->falls && !rp_event_floats(m, j));
        return;
    }
    rp_vec d = rp_vec_sub(rp_vec_sub(s->x, shift), rp_event_position(m, j, s->t)), g = rp_vec_sub(s->v, rp_event_velocity(m, j, s->t));
    rp_vec a = rp_event_floats(m, j) ? m->gravity : rp_vec_scale(-1, m->gravity);
    double end = fmin(s->end, m->plan[j].next); /* then either is predicted anew */
    double t = s->t + rp_first_distance(d, g, a, s->r + m->flight[j].r, 1, end - s->t);
    if (isfinite(t)) propose(s, t, j);
}

static inline void consider(const rp_event *m, seeker *s, uint32_t j, rp_vec shift)
{
    if (m->held) meet_held(m, s, j, shift);
    else if (m->growth > 0) meet_growing(m, s, j, shift);
    else meet(m, s, j, shift, m->falls);
}

static inline void look_into(const rp_event *m, seeker *s, uint32_t spot, rp_vec shift)
{
    for (uint32_t j = m->cells.head[spot]; j != RP_CELLS_NONE; j = m->cells.place[j].next)
        if (j != s->i) consider(m, s, j, shift); /* its own images fly beside it */
}

typedef struct span { int32_t low, high; } span; /* cells of a level along an axis, unwrapped */

static int32_t wrap(int32_t c, int32_t count, double period, double *shift)
{
    *shift = 0;
    if (count == 0) return c;
    int32_t k = 0;
    if (c < 0) k = -((count - 1 - c) / count);
    else if (c >= count) k = c / count;
    *shift = k * period;
    return c - k * count;
}

static void look(const rp_event *m, seeker *s, int level, const span range[3])
{
    const rp_cells *g = &m->cells;
    rp_vec shift = {0};
    for (int32_t cz = range[2].low; cz <= range[2].high; cz++) {
        int32_t z = g->dimension == 2 ? 0 : wrap(cz, rp_cells_count(g, 2, level), g->period[2], &shift.z);
        for (int32_t cy = range[1].low; cy <= range[1].high; cy++) {
            int32_t y = wrap(cy, rp_cells_count(g, 1, level), g->period[1], &shift.y);
            for (int32_t cx = range[0].low; cx <= range[0].high; cx++) {
                int32_t x = wrap(cx, rp_cells_count(g, 0, level), g->period[0], &shift.x);
                look_into(m, s, rp_cells_spot(g, level, x, y, z), shift);
            }
        }
    }
}

/* Cells of a level that may hold partners of i until either leaves its finest cell. */
static span reach(const rp_event *m, uint32_t i, int level, int axis)
{
    const rp_place *p = &m->cells.place[i];
    if (axis >= m->cells.dimension) return (span){0, 0};
    if (level >= (int)p->level) return (span){(p->c[axis] >> level) - 1, (p->c[axis] >> level) + 1};
    int32_t cells = (int32_t)ceil((m->flight[i].r + m->cells.largest[level]) / m->cells.size[axis]);
    return (span){(p->c[axis] - cells) >> level, (p->c[axis] + cells) >> level};
}

static void look_into_list(const rp_event *m, seeker *s)
{
    const rp_leash *l = &m->leash;
    const uint32_t *list = l->list + (size_t)s->i * l->room;
    for (uint32_t n = 0, count = l->size[s->i]; n < count; n++) {
        const double *shift = l->shift[list[n] >> RP_SLOT_BITS];
        consider(m, s, list[n] & RP_SLOT_MASK, rp_vec_make(shift[0], shift[1], shift[2]));
    }
}

static void look_everywhere(const rp_event *m, seeker *s)
{
    if (m->leash.length > 0) {
        look_into_list(m, s);
        return;
    }
    for (int level = 0; level < m->cells.levels; level++) {
        if (!(m->cells.present >> level & 1)) continue;
        span range[3];
        for (int axis = 0; axis < 3; axis++) range[axis] = reach(m, s->i, level, axis);
        look(m, s, level, range);
    }
}

/* Only the layer of cells that came near by the last step. */
static void look_ahead(const rp_event *m, seeker *s, uint32_t way)
{
    int level = (int)m->cells.place[s->i].level;
    span range[3];
    for (int axis = 0; axis < 3; axis++) range[axis] = reach(m, s->i, level, axis);
    span *along = &range[way / 2];
    *along = way & 1 ? (span){along->high, along->high} : (span){along->low, along->low};
    look(m, s, level, range);
}

/* ---- walls ---- */

static void look_at_walls(const rp_event *m, seeker *s)
{
    rp_vec a = rp_event_floats(m, s->i) ? rp_vec_make(0, 0, 0) : m->gravity;
    if (m->coat[s->i].inv_mass == 0) return;
    for (int n = 0; n < m->world->wall_count; n++) {
        if (!m->world->wall[n].active) continue;
        for (int face = 0; face < rp_wall_faces(&m->world->wall[n]); face++) {
            double t = rp_walls_hit(&m->walls, n, face, s->x, s->v, a, s->r, rp_event_rate(m, s->i), s->t, fmin(s->end, s->hit));
            if (isfinite(t)) propose(s, t, RP_PARTNER_WALL | (uint32_t)n << 4 | (uint32_t)face);
        }
    }
}

/* ---- leaving the cell, or the cube of the leash ---- */

/* When p + v s + a s^2/2 goes up through `edge`. */
static double passes(double p, double v, double a, double edge) { return rp_first_parabola(edge - p, -v, -a); }

/* Where it may be along an axis. */
static inline void bounds(const rp_event *m, uint32_t i, int axis, double *low, double *high)
{
    if (m->leash.length > 0) {
        double anchor = (&m->leash.anchor[i].x)[axis];
        *low = anchor - m->leash.length, *high = anchor + m->leash.length;
    } else {
        int32_t c = m->cells.place[i].c[axis];
        *low = rp_cells_edge(&m->cells, axis, c), *high = rp_cells_edge(&m->cells, axis, c + 1);
    }
}

static void find_crossing(const rp_event *m, seeker *s, uint32_t *way)
{
    int floats = rp_event_floats(m, s->i);
    double soonest = INFINITY;
    for (int axis = 0; axis < m->cells.dimension; axis++) {
        double x = (&s->x.x)[axis], v = (&s->v.x)[axis], low, high;
        bounds(m, s->i, axis, &low, &high);
        if (floats) {
            double after = v > 0 ? (high - x) / v : v < 0 ? (low - x) / v : INFINITY;
            if (after < soonest) soonest = after, *way = 2u * (uint32_t)axis + (v > 0);
            continue;
        }
        double a = (&m->gravity.x)[axis], up = passes(x, v, a, high), down = passes(-x, -v, -a, -low);
        if (up < soonest) soonest = up, *way = 2u * (uint32_t)axis + 1;
        if (down < soonest) soonest = down, *way = 2u * (uint32_t)axis;
    }
    s->end = soonest > 0 ? s->t + soonest : s->t;
}

/* ---- the plan ---- */

static void begin(const rp_event *m, seeker *s, uint32_t i, double t)
{
    s->i = i, s->t = t, s->x = rp_event_position(m, i, t), s->v = rp_event_velocity(m, i, t), s->r = rp_event_radius(m, i, t);
    s->hit = INFINITY, s->partner = UINT32_MAX, s->count = 0;
}

static void settle(rp_event *m, const seeker *s, uint32_t way)
{
    rp_plan *p = &m->plan[s->i];
    if (s->partner != p->partner || s->hit != p->hit) {
        p->hit = s->hit, p->partner = s->partner;
        p->partner_count = s->partner < RP_PARTNER_WALL ? m->plan[s->partner].count : 0;
    }
    p->way = way;
    p->next = s->hit < s->end ? s->hit : s->end;
    rp_queue_push(&m->queue, p->next, s->i);
}

/* Held in its place since the beginning: others come to it. */
static int stands(const rp_event *m, uint32_t i)
{
    const rp_flight *f = &m->flight[i];
    return m->coat[i].inv_mass == 0 && !m->coat[i].asleep && f->vx == 0 && f->vy == 0 && f->vz == 0;
}

void rp_predict_all(rp_event *m, uint32_t i, double t)
{
    seeker s;
    uint32_t way = 0;
    begin(m, &s, i, t);
    m->plan[i].hit = INFINITY, m->plan[i].partner = UINT32_MAX;
    if (stands(m, i)) {
        m->plan[i].next = INFINITY;
        return;
    }
    find_crossing(m, &s, &way);
    look_everywhere(m, &s);
    settle_batch(&s);
    look_at_walls(m, &s);
    settle(m, &s, way);
}

/* Particle i is at the end of its leash. */
static void renew(rp_event *m, uint32_t i, double t)
{
    rp_vec x = rp_event_position(m, i, t);
    double *at = &x.x;
    for (int axis = 0; axis < m->cells.dimension; axis++) {
        double period = m->cells.period[axis];
        if (period == 0) continue;
        int wrapped = at[axis] < m->cells.low[axis] ? -1 : at[axis] >= m->cells.low[axis] + period;
        at[axis] -= wrapped * period;
        (&m->flight[i].x)[axis] -= wrapped * period;
        m->world->particles.image[i][axis] += wrapped;
    }
    if (!rp_leash_renew(&m->leash, &m->cells, i, x, &m->world->particles.row->r, sizeof(rp_row) / sizeof(double))) m->queue.failed = 1;
    m->tally.crossings++;
    rp_predict_all(m, i, t);
}

void rp_predict_crossing(rp_event *m, uint32_t i, double t)
{
    if (m->leash.length > 0) {
        renew(m, i, t);
        return;
    }
    uint32_t way = m->plan[i].way, axis = way / 2;
    int wrapped = rp_cells_step(&m->cells, i, way);
    (&m->flight[i].x)[axis] -= wrapped * m->cells.period[axis];
    m->world->particles.image[i][axis] += wrapped;
    m->tally.crossings++;
    if (m->anew) {
        rp_predict_all(m, i, t);
        return;
    }
    seeker s;
    begin(m, &s, i, t);
    s.hit = m->plan[i].hit, s.partner = m->plan[i].partner;
    find_crossing(m, &s, &m->plan[i].way);
    look_ahead(m, &s, way);
    settle_batch(&s);
    look_at_walls(m, &s);
    settle(m, &s, m->plan[i].way);
}
