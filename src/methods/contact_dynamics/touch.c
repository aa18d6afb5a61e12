/* See touch.h. */
#include "methods/contact_dynamics/touch.h"
#include <math.h>
#include "core/wall_parts.h"
#include "core/walls.h"
#include "methods/contact_dynamics/bodies.h"
#include "methods/contact_dynamics/shaped.h"

static rp_vec vec(const double *v) { return rp_vec_make(v[0], v[1], v[2]); }

/* ---- geometry ---- */

/* Each fills what it is given in place: a copy of so large a struct right after its parts are stored waits for them. */

/* Point number `point` of a pair of which one at least is not round. */
static void touch_shaped(const rp_world *w, const rp_cd_work *m, const rp_cd_source *s, rp_cd_touch *t)
{
    rp_pair pair = w->contacts.pair[s->index];
    uint32_t i = rp_pair_a(pair), j = rp_pair_b(pair);
    const rp_row *a = &w->particles.row[i], *b = &w->particles.row[j];
    const uint32_t met = m->met[s->index];
    *t = (rp_cd_touch){.i = i, .j = j, .gap = INFINITY, .sum_r = a->r + b->r, .shaped = 1};
    if (!met || s->point >= m->meeting[met - 1].count) return;
    const rp_contact_point *meeting = &m->meeting[met - 1].point[s->point];
    const rp_vec at = meeting->at, d = rp_corners_branch(w, pair);
    t->e = meeting->normal;
    t->gap = meeting->gap;
    t->point = rp_vec_make(a->x + at.x, a->y + at.y, a->z + at.z);
    t->arm[0] = rp_vec_scale(1 / a->r, at);
    t->arm[1] = rp_vec_scale(1 / b->r, rp_vec_add(at, d));
}

int rp_cd_touch_shaped(const rp_world *w, uint32_t i) { return w->particles.shape && w->particles.shape[i]; }

/* Where a particle that is not round meets a wall: a corner, or one of the points of a slot. 0: it does not. */
static int at_wall(const rp_world *w, const rp_cd_work *m, const rp_cd_source *s, rp_wall_touch *at)
{
    const rp_wall_pair pair = w->contacts.wall_pair[s->index];
    if (!rp_cd_shaped_at_wall(w, pair))
        return s->point == 0 && rp_corners_at_wall(&m->corners, w, &m->wall[pair.wall], pair, at);
    const uint32_t met = m->met[w->contacts.pairs.count + s->index];
    if (!met || s->point >= m->meeting[met - 1].count) return 0;
    const rp_contact_point *p = &m->meeting[met - 1].point[s->point];
    *at = (rp_wall_touch){.arm = p->at, .e = p->normal, .gap = p->gap};
    return 1;
}

static void touch_wall(const rp_world *w, const rp_cd_work *m, const rp_cd_source *s, rp_cd_touch *t)
{
    const rp_wall_pair pair = w->contacts.wall_pair[s->index];
    const rp_row *a = &w->particles.row[pair.a];
    const rp_wall *walls = m->wall;
    *t = (rp_cd_touch){.i = pair.a, .j = pair.wall, .wall = 1, .sum_r = a->r, .gap = INFINITY};
    t->material = rp_wall_parts_material(&walls[pair.wall], pair.triangle);
    if (!walls[pair.wall].active) return;
    if (rp_cd_touch_shaped(w, pair.a)) {
        rp_wall_touch at;
        t->shaped = 1;
        if (!at_wall(w, m, s, &at)) return;
        t->point = rp_vec_make(a->x + at.arm.x, a->y + at.arm.y, w->dimension == 2 ? 0 : a->z + at.arm.z);
        t->arm[0] = rp_vec_scale(1 / a->r, at.arm);
        if (rp_walls_turned(&walls[pair.wall])) t->arm[1] = rp_vec_sub(t->point, rp_wall_centre(&walls[pair.wall]));
        t->gap = at.gap;
        t->e = at.e;
        return;
    }
    if (pair.triangle && !m->mesh[s->index]) return;
    double distance = rp_wall_distance(&walls[pair.wall], rp_wall_pair_face(pair),
                                       rp_particle_position(&w->particles, pair.a), &t->e);
    t->gap = distance - a->r;
    t->point = rp_vec_sub(rp_particle_position(&w->particles, pair.a), rp_vec_scale(distance, t->e));
    if (!rp_walls_turned(&walls[pair.wall])) return;
    t->shaped = 1; /* off the line of centres: the wall turns by the impulse, with a lever of 1 m */
    t->arm[0] = rp_vec_scale(-distance / a->r, t->e);
    t->arm[1] = rp_vec_sub(t->point, rp_wall_centre(&walls[pair.wall]));
}

/* Contacts of members of clumps have their arms from the centres of the bodies. */
static void reach_from_bodies(const rp_world *w, rp_cd_touch *t)
{
    const int a = rp_cd_bodies_moves(w, t->i), b = !t->wall && rp_cd_bodies_moves(w, t->j);
    if (!(a || b) || !isfinite(t->gap)) return;
    if (!t->shaped) {
        t->arm[0] = rp_vec_scale(-1, t->e);
        t->arm[1] = t->e;
    }
    t->shaped = 1;
    if (a) t->arm[0] = rp_cd_bodies_arm(w, t->i, t->arm[0]);
    if (b) t->arm[1] = rp_cd_bodies_arm(w, t->j, t->arm[1]);
}

static void seen_from_a(const rp_world *w, const rp_cd_work *m, const rp_cd_source *s, rp_cd_touch *t)
{
    if (s->wall) {
        touch_wall(w, m, s, t);
        return;
    }
    rp_pair pair = w->contacts.pair[s->index];
    if (rp_cd_touch_shaped(w, rp_pair_a(pair)) || rp_cd_touch_shaped(w, rp_pair_b(pair))) touch_shaped(w, m, s, t);
    else rp_cd_touch_pair(w, pair, t);
}

void rp_cd_touch_flip(rp_cd_touch *t)
{
    uint32_t i = t->i;
    t->i = t->j;
    t->j = i;
    t->e = rp_vec_scale(-1, t->e);
    if (!t->shaped) return;
    rp_vec arm = t->arm[0];
    t->arm[0] = t->arm[1];
    t->arm[1] = arm;
}

void rp_cd_touch_of(const rp_world *w, const rp_cd_source *s, rp_cd_touch *t)
{
    seen_from_a(w, w->method_state, s, t);
    if (w->bodies.count) reach_from_bodies(w, t);
    if (s->flipped) rp_cd_touch_flip(t);
}

void rp_cd_touch_of_kind(const rp_world *w, const rp_cd_source *s, rp_cd_touch *t)
{
    if (s->kind == RP_CD_PAIR) rp_cd_touch_pair(w, w->contacts.pair[s->index], t); /* round and never flipped */
    else rp_cd_touch_of(w, s, t);
}

/* ---- what moves ---- */

uint32_t rp_cd_touch_body(const rp_world *w, uint32_t i)
{
    const rp_group *g = &w->group[w->particles.group[i]];
    int carried = g->mode == RP_GROUP_GLUED && w->wall[g->wall].active && rp_walls_loaded(&w->wall[g->wall]);
    return carried ? (uint32_t)w->particles.count + (uint32_t)g->wall : rp_cd_bodies_first(w, i);
}

int rp_cd_touch_mobility(const rp_world *w, uint32_t i)
{
    const rp_group *g = &w->group[w->particles.group[i]];
    if (g->mode != RP_GROUP_FREE) return rp_cd_touch_body(w, i) == i ? RP_CD_TOUCH_FIXED : RP_CD_TOUCH_BOUND;
    unsigned turns = w->dimension == 2 ? RP_LOCK_SPIN_Z : RP_LOCK_SPIN, spin = g->lock & turns,
             way = g->lock & (RP_LOCK_X | RP_LOCK_Y | RP_LOCK_Z);
    return way || (spin && spin != turns) ? RP_CD_TOUCH_BOUND : RP_CD_TOUCH_FREE;
}

/* ---- histories ---- */

/* A pair has a history for each of the points at which shapes of this world may meet, one behind the other, and
 * RP_CD_POINT_BITS of its flags. */
static rp_history *table_of(const rp_world *w, const rp_cd_source *s)
{
    return s->wall ? (rp_history *)&w->contacts.wall_pairs : (rp_history *)&w->contacts.pairs;
}

double *rp_cd_touch_history(const rp_world *w, const rp_cd_source *s)
{
    const rp_cd_work *m = w->method_state;
    return &table_of(w, s)->value[s->index * (size_t)w->contacts.width + s->point * (size_t)m->point_width];
}

unsigned rp_cd_touch_flags(const rp_world *w, const rp_cd_source *s)
{
    return table_of(w, s)->active[s->index] >> RP_CD_POINT_BITS * s->point & (RP_ACTIVE | RP_SLIDING);
}

void rp_cd_touch_set_flags(const rp_world *w, const rp_cd_source *s, unsigned flags)
{
    uint8_t *active = &table_of(w, s)->active[s->index];
    *active = (uint8_t)((*active & ~((unsigned)(RP_ACTIVE | RP_SLIDING) << RP_CD_POINT_BITS * s->point))
                        | flags << RP_CD_POINT_BITS * s->point);
}

void rp_cd_touch_forget(const rp_world *w, const rp_cd_source *s)
{
    const rp_cd_work *m = w->method_state;
    double *value = rp_cd_touch_history(w, s);
    rp_cd_touch_set_flags(w, s, 0);
    for (int k = 0; k < m->point_width; k++) value[k] = 0;
}

/* ---- velocities ---- */

rp_cd_body rp_cd_touch_before(const rp_world *w, uint32_t body)
{
    const rp_cd_work *m = w->method_state;
    if (body >= w->particles.count) {
        const rp_wall *wall = &w->wall[body - w->particles.count];
        const rp_vec v = wall->speed, s = rp_vec_scale(wall->angular_speed, wall->spin_axis);
        return (rp_cd_body){.v = {v.x, v.y, v.z}, .s = {s.x, s.y, s.z}};
    }
    if (rp_cd_touch_mobility(w, body) == RP_CD_TOUCH_FIXED) return m->problem.free[body];
    if (rp_cd_bodies_moves(w, body)) return rp_cd_bodies_before(w, body);
    const rp_row *row = &w->particles.row[body];
    const rp_spin *s = &w->particles.spin[body];
    return (rp_cd_body){.v = {row->vx, row->vy, row->vz}, .s = {s->x, s->y, s->z}};
}

rp_cd_body rp_cd_touch_fixed(const rp_world *w, const rp_cd_touch *t)
{
    const rp_cd_work *m = w->method_state;
    if (!t->wall) return m->problem.free[t->j];
    rp_vec v = rp_wall_velocity_at(&m->wall[t->j], t->point);
    return (rp_cd_body){.v = {v.x, v.y, v.z}};
}

rp_vec rp_cd_touch_relative(const rp_cd_body *a, const rp_cd_body *b, const rp_cd_touch *t)
{
    if (!t->shaped) return rp_cd_touch_round_bodies(a, b, t->e);
    return rp_vec_add(rp_vec_sub(vec(a->v), vec(b->v)),
                      rp_vec_sub(rp_vec_cross(vec(a->s), t->arm[0]), rp_vec_cross(vec(b->s), t->arm[1])));
}

rp_cd_touch_motion rp_cd_touch_motion_of(const rp_world *w, const rp_cd_touch *t)
{
    const rp_cd_problem *q = &((const rp_cd_work *)w->method_state)->problem;
    if (!t->wall && !t->shaped && rp_cd_touch_mobility(w, t->i) == RP_CD_TOUCH_FREE
        && rp_cd_touch_mobility(w, t->j) == RP_CD_TOUCH_FREE)
        return rp_cd_touch_round_motion(w, q, t);
    int moved;
    uint32_t ba = rp_cd_touch_body(w, t->i), bb = rp_cd_touch_partner(w, t, &moved);
    rp_cd_body a = rp_cd_touch_before(w, ba), nothing = {0};
    if (moved) {
        rp_cd_body b = rp_cd_touch_before(w, bb);
        return (rp_cd_touch_motion){rp_cd_touch_relative(&a, &b, t),
                                    rp_cd_touch_relative(&q->free[ba], &q->free[bb], t), rp_vec_make(0, 0, 0),
                                    rp_vec_sub(vec(a.v), vec(b.v))};
    }
    rp_cd_body fixed = rp_cd_touch_fixed(w, t);
    return (rp_cd_touch_motion){rp_cd_touch_relative(&a, &fixed, t), rp_cd_touch_relative(&q->free[ba], &fixed, t),
                                rp_cd_touch_relative(&nothing, &fixed, t), rp_vec_sub(vec(a.v), vec(fixed.v))};
}

uint32_t rp_cd_touch_partner(const rp_world *w, const rp_cd_touch *t, int *moved)
{
    if (t->wall) {
        *moved = rp_walls_loaded(&w->wall[t->j]);
        return (uint32_t)w->particles.count + t->j;
    }
    *moved = rp_cd_touch_mobility(w, t->j) != RP_CD_TOUCH_FIXED;
    return rp_cd_touch_body(w, t->j);
}
