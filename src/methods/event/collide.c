/* The collision rule [Poschel2008, Eqs. 80 and 81], for any masses, radii and moments of inertia.
 *
 * With e from j to i and the relative velocity of the surfaces [Poschel2008, Eq. 4, both spins with a minus sign]
 *     g = (v_i - w_i x R_i e) - (v_j + w_j x R_j e),   g_n = (g . e) e,   g_t = g - g_n,
 * the impulse on i is
 *     P = -m_eff [ (1 + eps_n) g_n + (1 - eps_t) / (1 + J_eff) g_t ],   J_eff = m_eff (R_i^2/J_i + R_j^2/J_j),
 *     v_i += P/m_i,  v_j -= P/m_j,  w_i -= (R_i/J_i) e x P,  w_j -= (R_j/J_j) e x P,
 * and the energy lost  m_eff/2 [ (1 - eps_n^2) g_n^2 + (1 - eps_t^2)/(1 + J_eff) g_t^2 ].
 * Friction limits the tangential impulse: eps_t = max(eps_t, 1 - (mu/alpha)(1 + eps_n) |g_n|/|g_t|), alpha = 1/(1 +
 * J_eff) [Poschel2008, Eqs. 73 and 74 for any signs; the constant plateau is Walton's].
 *
 * Before a collision the distance is checked: an overlap of more than RP_EVENT_OVERLAP of the radius ends the run. A
 * smaller one is rounding of positions and times; the largest is a column of the series. */
#include <math.h>
#include "base/random.h"
#include "laws/interaction.h"
#include "methods/event/event.h"

/* Of the radius: at a larger gap the wall is not touched yet. The search for the time stopped early (core/first.h), and
 * the next prediction goes on from here. */
static const double OPEN_MOST = 1e-6;

/* ---- the rule ---- */

typedef struct meeting {
    rp_vec e;                /* from j to i */
    rp_vec g;                /* of the surfaces, m/s */
    double m_eff, inv_alpha; /* kg; 1/alpha = 1 + J_eff */
    double rate;             /* m/s: growth of the two radii; the surfaces meet faster by this */
    rp_vec impulse;          /* on i, N s */
    rp_vec torque; /* e x (tangential impulse); without the normal part, so rounding does not spin a smooth particle */
    double normal, tangential; /* energy lost, J */
} meeting;

/* Always inlined, as the other parts of a collision: vectors passed through memory would be read back before their
 * stores are complete. */
static inline __attribute__((always_inline)) void resolve(meeting *c, const rp_event_rule *rule)
{
    double along_e = rp_vec_dot(c->g, c->e), g_n = along_e - c->rate;
    double bound = rule->friction * c->inv_alpha * (1 + rule->eps_n) * fabs(g_n);
    c->impulse = rp_vec_scale(-c->m_eff * (1 + rule->eps_n) * g_n, c->e);
    c->normal = 0.5 * c->m_eff * (1 - rule->eps_n * rule->eps_n) * g_n * g_n;
    if (-rule->eps_n * g_n < rule->least) {
        c->impulse = rp_vec_scale(c->m_eff * (rule->least - g_n), c->e);
        c->normal = 0.5 * c->m_eff * (g_n * g_n - rule->least * rule->least);
        bound = rule->friction * c->inv_alpha * (rule->least - g_n);
    }
    if (rule->eps_t == 1) return; /* smooth: friction only raises eps_t */
    rp_vec tangent = rp_vec_sub(c->g, rp_vec_scale(along_e, c->e));
    double g_t = rp_vec_norm(tangent), eps_t = rule->eps_t;
    if (g_t > 0) eps_t = fmax(eps_t, 1 - bound / g_t);
    rp_vec rub = rp_vec_scale(-c->m_eff * (1 - eps_t) / c->inv_alpha, tangent);
    c->impulse = rp_vec_add(c->impulse, rub);
    c->torque = rp_vec_cross(c->e, rub);
    c->tangential = 0.5 * c->m_eff * (1 - eps_t * eps_t) / c->inv_alpha * g_t * g_t;
}

/* The rule for this collision, with the changes of the collapse policy. */
static inline __attribute__((always_inline)) rp_status find_rule(rp_event *m, uint32_t i, uint32_t partner,
                                                                 int material, const meeting *c, double t,
                                                                 rp_event_rule *rule, rp_error *err)
{
    double g_n = -rp_vec_dot(c->g, c->e), square = rp_vec_dot(c->g, c->g) - g_n * g_n;
    int stuck, interaction = rp_world_interaction_index(m->world, m->cold[i].material, material);
    rp_status status = rp_event_coefficients_find(&m->coefficients, interaction, i,
                                                  partner & RP_EVENT_PARTNER_WALL ? -1 : (int64_t)partner, c->inv_alpha,
                                                  g_n, square, m->changes[i], rule, &stuck, err);
    if (status) return status;
    m->totals.stuck += (uint64_t)stuck;
    return rp_event_collapse_check(m, i, partner, interaction, t, g_n, square, rule, err);
}

/* ---- orientation ---- */

/* Moves the orientation to time t before the spin changes: between collisions a sphere rotates uniformly about a fixed
 * axis. */
static void update_orientation(rp_event *m, uint32_t i, double t)
{
    rp_event_cold *c = &m->cold[i];
    if (m->orientation)
        rp_event_rotate(m->world->dimension, m->orientation[i],
                        rp_vec_scale((t - c->oriented) / m->flight[i].r, rp_vec_make(c->sx, c->sy, c->sz)));
    c->oriented = t;
}

static inline __attribute__((always_inline)) void spin_by(rp_event *m, uint32_t i, rp_vec torque, double t)
{
    rp_event_cold *c = &m->cold[i];
    if (torque.x == 0 && torque.y == 0 && torque.z == 0) return;
    update_orientation(m, i, t);
    c->sx -= c->inv_inertia * torque.x;
    c->sy -= c->inv_inertia * torque.y;
    c->sz -= c->inv_inertia * torque.z;
}

static inline __attribute__((always_inline)) void push(rp_event *m, uint32_t i, rp_vec impulse, rp_vec torque,
                                                       double sign, double t)
{
    rp_event_flight *f = &m->flight[i];
    rp_event_cold *c = &m->cold[i];
    double q = sign * c->inv_mass;
    f->vx += q * impulse.x;
    f->vy += q * impulse.y;
    f->vz += q * impulse.z;
    spin_by(m, i, torque, t);
    c->last = t;
    m->changes[i]++;
}

static rp_vec spin(const rp_event_cold *c) { return rp_vec_make(c->sx, c->sy, c->sz); }

/* ---- overlap ---- */

static rp_status check_gap(rp_event *m, uint32_t i, uint32_t partner, double gap, double r, double t, rp_error *err)
{
    if (-gap > m->totals.overlap * r) m->totals.overlap = -gap / r;
    if (-gap <= RP_EVENT_OVERLAP * r) return RP_OK;
    const uint32_t *id = m->world->particles.id;
    double time = m->origin + t;
    rp_status status =
        partner & RP_EVENT_PARTNER_WALL
            ? rp_error_set(err, RP_FAILED, "particle %u lies %.3g m deep in wall '%s' when they collide at t = %.9g s",
                           id[i], -gap, m->world->wall[(partner & ~RP_EVENT_PARTNER_WALL) >> 4].name, time)
            : rp_error_set(err, RP_FAILED, "particles %u and %u overlap by %.3g m when they collide at t = %.9g s",
                           id[i], id[partner], -gap, time);
    rp_error_expected(err, "an overlap of rounding only, at most %g of the radius: did particles start in each other?",
                      RP_EVENT_OVERLAP);
    if (err) {
        err->particle = id[i];
        err->time = time;
    }

    return status;
}

/* ---- two particles ---- */

/* Reports the impulse on i to observers; the branch ends at its centre. */
static inline void report(const rp_event *m, uint32_t i, uint32_t partner, const meeting *c, rp_vec branch,
                          rp_vec impulse, double t)
{
    const rp_listener *l = &m->world->listener;
    const rp_event_flight *f = &m->flight[i];
    const uint32_t *id = m->world->particles.id;
    if (!l->collision) return;
    double g_n = -rp_vec_dot(c->g, c->e), square = rp_vec_dot(c->g, c->g) - g_n * g_n;
    int64_t other = partner & RP_EVENT_PARTNER_WALL ? -1 - (int64_t)((partner & ~RP_EVENT_PARTNER_WALL) >> 4)
                                                    : (int64_t)id[partner];
    rp_collision collision = {m->origin + t, id[i],   other,         rp_vec_make(f->x, f->y, f->z),
                              branch,        impulse, g_n + c->rate, square > 0 ? sqrt(square) : 0};
    l->collision(l->context, &collision);
}

static void add_virial(rp_event_totals *t, rp_vec p, rp_vec d)
{
    t->virial[0] += p.x * d.x;
    t->virial[1] += p.y * d.y;
    t->virial[2] += p.z * d.z;
    t->virial[3] += p.x * d.y;
    t->virial[4] += p.x * d.z;
    t->virial[5] += p.y * d.z;
}

rp_status rp_event_collide_pair(rp_event *m, uint32_t i, uint32_t j, double t, rp_error *err)
{
    const rp_event_cold *a = &m->cold[i], *b = &m->cold[j];
    m->totals.path += rp_event_flown(m, i, t) + rp_event_flown(m, j, t);
    rp_event_move(m, i, t);
    rp_event_move(m, j, t);
    const rp_event_flight *f = &m->flight[i], *h = &m->flight[j];
    rp_vec d = rp_event_nearest(m, rp_vec_make(f->x - h->x, f->y - h->y, f->z - h->z));
    double distance = rp_vec_norm(d);
    rp_status status = check_gap(m, i, j, distance - (f->r + h->r), f->r < h->r ? f->r : h->r, t, err);
    if (status) return status;
    meeting c = {.e = rp_vec_scale(1 / distance, d)};
    c.g = rp_vec_sub(rp_vec_make(f->vx - h->vx, f->vy - h->vy, f->vz - h->vz),
                     rp_vec_cross(rp_vec_add(spin(a), spin(b)), c.e));
    if (b->asleep && -rp_vec_dot(c.g, c.e) >= m->still_speed) rp_event_sleep_wake(m, j, t);
    c.m_eff = 1 / (a->inv_mass + b->inv_mass);
    c.rate = rp_event_rate(m, i) + rp_event_rate(m, j);
    c.inv_alpha = 1 + c.m_eff * (a->inv_inertia + b->inv_inertia);
    rp_event_rule rule;
    status = find_rule(m, i, j, b->material, &c, t, &rule, err);
    if (status) return status;
    resolve(&c, &rule);
    push(m, i, c.impulse, c.torque, 1, t);
    push(m, j, c.impulse, c.torque, -1, t);
    m->write(&m->flight[i], f->x, f->y, f->z, f->r, f->vx, f->vy, f->vz, f->t);
    m->write(&m->flight[j], h->x, h->y, h->z, h->r, h->vx, h->vy, h->vz, h->t);
    m->totals.collisions++;
    m->totals.normal += c.normal;
    m->totals.tangential += c.tangential;
    add_virial(&m->totals, c.impulse, d);
    report(m, i, j, &c, d, c.impulse, t);
    rp_event_sleep_check(m, i, j, t);
    rp_event_sleep_check(m, j, i, t);
    return RP_OK;
}

/* ---- a particle and a wall ---- */

/* From a heated wall a particle leaves with a velocity of the wall's temperature, distributed as the flux of a gas
 * through the surface: the normal part has a Rayleigh distribution. With probability 1 - accommodation the wall acts as
 * any other. */
static int heated(const rp_event *m, const rp_wall *wall, uint32_t i, rp_vec e, rp_vec u, rp_vec *v)
{
    if (!(wall->heat > 0)) return 0;
    rp_random r = rp_random_stream(m->world->seed, RP_RANDOM_WALL, m->world->particles.id[i], m->changes[i]);
    if (rp_random_uniform(&r) >= wall->accommodation) return 0;
    double speed = sqrt(wall->heat * m->cold[i].inv_mass);
    rp_vec side = {rp_random_normal(&r), rp_random_normal(&r), m->world->dimension == 2 ? 0 : rp_random_normal(&r)};
    side = rp_vec_sub(side, rp_vec_scale(rp_vec_dot(side, e), e));
    double away = sqrt(-2 * log(1 - rp_random_uniform(&r)));
    *v = rp_vec_add(u, rp_vec_scale(speed, rp_vec_add(side, rp_vec_scale(away, e))));
    return 1;
}

static void give_heat(rp_event *m, uint32_t i, rp_wall *wall, rp_vec v, double t)
{
    rp_event_flight *f = &m->flight[i];
    rp_vec old = {f->vx, f->vy, f->vz};
    double mass = 1 / m->cold[i].inv_mass;
    double work = 0.5 * mass * (rp_vec_dot(v, v) - rp_vec_dot(old, old));
    wall->work += work;
    m->totals.walls += work;
    wall->impulse = rp_vec_sub(wall->impulse, rp_vec_scale(mass, rp_vec_sub(v, old)));
    push(m, i, rp_vec_scale(mass, rp_vec_sub(v, old)), rp_vec_make(0, 0, 0), 1, t);
}

static void bounce_off(rp_event *m, uint32_t i, rp_wall *wall, meeting *c, const rp_event_rule *rule, rp_vec u,
                       double t)
{
    resolve(c, rule);
    push(m, i, c->impulse, c->torque, 1, t);
    double work = rp_vec_dot(c->impulse, u);
    wall->work += work;
    m->totals.walls += work;
    wall->impulse = rp_vec_sub(wall->impulse, c->impulse);
    m->totals.normal += c->normal;
    m->totals.tangential += c->tangential;
}

rp_status rp_event_collide_wall(rp_event *m, uint32_t i, uint32_t partner, double t, rp_error *err)
{
    int n = (int)(partner & ~RP_EVENT_PARTNER_WALL) >> 4, face = partner & 15;
    rp_wall *wall = &m->world->wall[n];
    const rp_event_cold *a = &m->cold[i];
    rp_event_move(m, i, t);
    const rp_event_flight *f = &m->flight[i];
    rp_vec x = {f->x, f->y, f->z}, v;
    meeting c = {.m_eff = 1 / a->inv_mass, .rate = rp_event_rate(m, i)};
    double gap = rp_event_walls_distance(&m->walls, n, face, x, t, &c.e) - f->r;
    if (gap > OPEN_MOST * f->r) return RP_OK;
    rp_status status = check_gap(m, i, partner, gap, f->r, t, err);
    if (status) return status;
    rp_vec u = rp_event_walls_velocity_at(&m->walls, n, rp_vec_sub(x, rp_vec_scale(f->r, c.e)), t);
    c.g = rp_vec_sub(rp_vec_sub(rp_vec_make(f->vx, f->vy, f->vz), u), rp_vec_cross(spin(a), c.e));
    c.inv_alpha = 1 + c.m_eff * a->inv_inertia;
    rp_event_rule rule;
    status = find_rule(m, i, partner, rp_event_walls_material(&m->walls, n, x, t), &c, t, &rule, err);
    if (status) return status;
    m->totals.wall_collisions++;
    wall->hits++;
    rp_vec before = wall->impulse;
    if (heated(m, wall, i, c.e, u, &v)) give_heat(m, i, wall, v, t);
    else bounce_off(m, i, wall, &c, &rule, u, t);
    report(m, i, partner, &c, rp_vec_scale(f->r, c.e), rp_vec_sub(before, wall->impulse), t);
    rp_event_sleep_check(m, i, partner, t);
    return RP_OK;
}
