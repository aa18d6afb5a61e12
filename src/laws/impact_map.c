/* See impact_map.h. Variables of the maps are decimal logarithms: of the speed, and of slip over speed q. The
 * tangential map has f = (1 + q) / q P_t / P_n = (1 - eps_t) alpha (1 + q) / (1 + eps_n), which is smooth in both
 * limits: eps_t goes to a constant where q is small, and P_t / P_n to mu where it is large. An error of f is at most 2
 * / alpha times as large in eps_t. */
#include "laws/impact_map.h"
#include <math.h>
#include <string.h>
#include "base/hash.h"
#include "base/log.h"
#include "base/map.h"
#include "base/memory.h"
#include "laws/impact.h"
#include "laws/patches.h"

/* The impact that stands for all where they are similar. */
static const rp_impact_pair TYPICAL = {1e-4, 5e-3, 2.0 / 7};
static const double TYPICAL_SPEED = 0.1; /* m/s */

static const double SPEED_LEAST = 1e-9, SPEED_MOST = 1e5, RATIO_LEAST = 1e-4, RATIO_MOST = 1e4;

/* How impacts of pairs of all sizes are related. */
typedef struct scaling {
    enum {
        NOT_SIMILAR,
        SCALED,
        SIMILAR
    } kind; /* SCALED: by the equivalent speed v m^mass r^radius of the typical pair;
               SIMILAR: coefficients depend on slip over speed and alpha alone */
    double mass, radius;
} scaling;

typedef struct pair_map {
    const rp_interaction *x;
    rp_impact_pair pair;
    int similar;     /* 1: coefficients depend on slip over speed alone */
    double sticking; /* m/s: slower impacts stick */
    double bound;    /* of P_t / P_n; INFINITY: none is known */
    rp_patches *normal, *tangential;
} pair_map;

struct rp_impact_maps {
    const rp_world *world;
    double error;
    int direct;           /* 1: each impact by itself */
    rp_interaction *laws; /* owned; the interactions that the maps are of */
    scaling *scaling;     /* owned; by interaction */
    rp_map index;
    pair_map **map; /* owned, and each of them */
    size_t count, capacity;
};

/* ---- kinds ---- */

static uint64_t bits(double x)
{
    uint64_t b;
    memcpy(&b, &x, sizeof b);
    return b;
}

/* What a particle is, not what a group's motion makes of it. Two kinds with one number are counted as one. */
static uint64_t kind_of(const rp_particles *p, size_t i)
{
    rp_hash h;
    rp_hash_init(&h);
    rp_hash_double(&h, p->row[i].r);
    rp_hash_double(&h, p->mass[i]);
    rp_hash_double(&h, p->inertia[i]);
    rp_hash_u64(&h, (uint64_t)p->material[i]);
    return h.a ^ h.b;
}

/* A map is made from some thousand impacts: it pays where pairs of its kinds collide often. */
static rp_status find_many(const rp_world *w, int *many, rp_error *err)
{
    const rp_particles *p = &w->particles;
    rp_map seen = {0};
    int room = 1;
    for (size_t i = 0; i < p->count && room && seen.count <= RP_IMPACT_MAP_KINDS; i++) {
        uint64_t kind = kind_of(p, i);
        if (rp_map_find(&seen, kind) == RP_MAP_NONE) room = rp_map_put(&seen, kind, 0);
    }
    *many = seen.count > RP_IMPACT_MAP_KINDS;
    rp_map_free(&seen);
    return room ? RP_OK : rp_memory_error(err, 0, "kinds of particles");
}

static rp_impact_pair pair_of(const rp_world *w, uint32_t i, int64_t j)
{
    const rp_row *a = &w->particles.row[i], *b = j < 0 ? NULL : &w->particles.row[j];
    double inverse = a->inv_mass + (b ? b->inv_mass : 0);
    double turning = w->particles.spin[i].inv_inertia + (b ? w->particles.spin[j].inv_inertia : 0);
    return (rp_impact_pair){1 / inverse, b ? a->r * b->r / (a->r + b->r) : a->r, 1 / (1 + turning / inverse)};
}

/* ---- exact impacts ---- */

static rp_status impact_at(const pair_map *m, double speed, double slip, rp_impact *impact, rp_error *err)
{
    return rp_collision_impact(m->x, &m->pair, speed, slip, impact, err);
}

static rp_status normal_at(void *context, const double *x, double *value, rp_error *err)
{
    const pair_map *m = context;
    rp_impact impact;
    rp_status status = impact_at(m, pow(10, x[0]), 0, &impact, err);
    if (!status) *value = impact.eps_n;
    return status;
}

static rp_status tangential_at(void *context, const double *x, double *value, rp_error *err)
{
    const pair_map *m = context;
    rp_impact impact;
    double speed = m->similar ? TYPICAL_SPEED : pow(10, x[0]), ratio = pow(10, x[m->similar ? 0 : 1]);
    rp_status status = impact_at(m, speed, ratio * speed, &impact, err);
    if (status) return status;
    double eps_t = isnan(impact.eps_t) ? 0 : impact.eps_t;
    *value = (1 - eps_t) * m->pair.alpha * (1 + ratio) / (1 + impact.eps_n);
    return RP_OK;
}

/* ---- similar impacts ---- */

static const double SLIPS[] = {0.01, 0.1, 0.3, 0.6, 1, 2, 4, 10, 100}; /* over the speed */
enum { SLIP_COUNT = sizeof SLIPS / sizeof *SLIPS };

static double equivalent(const scaling *s, const rp_impact_pair *pair, double speed)
{
    return speed * pow(pair->m_eff / TYPICAL.m_eff, s->mass) * pow(pair->r_eff / TYPICAL.r_eff, s->radius);
}

/* 1: the two have the same coefficients but for rounding, and part. */
static int agree(const rp_interaction *x, const rp_impact_pair *a, double speed_a, const rp_impact_pair *b,
                 double speed_b, double ratio)
{
    rp_impact one, two;
    if (rp_impact_solve(x, a, speed_a, ratio * speed_a, RP_IMPACT_TOLERANCE, &one, NULL)
        || rp_impact_solve(x, b, speed_b, ratio * speed_b, RP_IMPACT_TOLERANCE, &two, NULL))
        return 0;
    double off = fmax(fabs(two.eps_n - one.eps_n), fabs(two.eps_t - one.eps_t));
    return off < 1e-6 && !one.sticks;
}

/* Most laws have no scale of their own: a linear or Hertz-type law with a restitution for all speeds, friction by
 * Coulomb, springs in proportion to the normal stiffness. Then impacts of all masses, radii and speeds are similar.
 * Seen from impacts of three sizes and speeds over the whole range of slips. */
static int is_similar(const rp_interaction *x)
{
    const rp_impact_pair large = {2.3e-3, 1.7e-2, TYPICAL.alpha};
    const double v = TYPICAL_SPEED;
    for (int n = 0; n < SLIP_COUNT; n++)
        if (!agree(x, &TYPICAL, v, &large, v, SLIPS[n]) || !agree(x, &TYPICAL, v, &TYPICAL, 37 * v, SLIPS[n])) return 0;
    return 1;
}

/* d eps_t / d ln of mass, radius and speed, for a slip at which the contact sticks for a while; 0: it cannot be seen.
 */
static int slopes(const rp_interaction *x, double *slope)
{
    const double h = 1e-2;
    for (int n = 0; n < 3; n++) {
        double eps[2];
        for (int side = 0; side < 2; side++) {
            double factor = exp(side ? h : -h), speed = TYPICAL_SPEED * (n == 2 ? factor : 1);
            rp_impact_pair pair = {TYPICAL.m_eff * (n == 0 ? factor : 1), TYPICAL.r_eff * (n == 1 ? factor : 1),
                                   TYPICAL.alpha};
            rp_impact i;
            if (rp_impact_solve(x, &pair, speed, 0.3 * speed, RP_IMPACT_TOLERANCE, &i, NULL) || i.sticks) return 0;
            eps[side] = rp_collision_normal_by_law(x) ? i.eps_n : i.eps_t;
        }
        slope[n] = (eps[1] - eps[0]) / (2 * h);
    }
    return fabs(slope[2]) > 1e-5;
}

/* Laws with one scale (viscoelastic spheres; a spring of given stiffness beside Hertz's): coefficients depend on one
 * product of powers v m^a r^b and on the slip. The exponents are ratios of slopes, rational numbers; then, as above,
 * coefficients of other sizes and speeds are the same to rounding or are not. */
static int find_scaling(const rp_interaction *x, scaling *s)
{
    const rp_impact_pair other[] = {{2.3e-3, 1.7e-2, TYPICAL.alpha}, {3e-6, 2.1e-3, TYPICAL.alpha}};
    double slope[3];
    if (!slopes(x, slope)) return 0;
    s->mass = round(60 * slope[0] / slope[2]) / 60;
    s->radius = round(60 * slope[1] / slope[2]) / 60;
    for (int k = 0; k < 2; k++)
        for (int n = 0; n < SLIP_COUNT; n++) {
            double v = (k ? 0.3 : 20) * TYPICAL_SPEED;
            if (!agree(x, &other[k], v, &TYPICAL, equivalent(s, &other[k], v), SLIPS[n])) return 0;
        }
    return 1;
}

static int by_law(const rp_interaction *x)
{
    return rp_collision_normal_by_law(x) || rp_collision_tangential_by_law(x);
}

static scaling scaling_of(const rp_interaction *x)
{
    scaling s = {0};
    if (!by_law(x)) return s;
    if (x->law[RP_NORMAL]->hereditary || x->law[RP_NORMAL]->adhesive || x->law[RP_ADHESION])
        return s; /* at low speeds */
    if (is_similar(x)) s.kind = SIMILAR;
    else if (find_scaling(x, &s)) s.kind = SCALED;
    return s;
}

static rp_status find_similar(rp_impact_maps *m, rp_error *err)
{
    const rp_world *w = m->world;
    m->scaling = rp_memory_alloc((size_t)w->interaction_count, sizeof *m->scaling);
    if (!m->scaling) return rp_memory_error(err, 0, "maps of coefficients");
    for (int n = 0; n < w->interaction_count; n++) m->scaling[n] = scaling_of(&w->interaction[n]);
    return RP_OK;
}

static const scaling *scaling_in(const rp_impact_maps *m, const rp_interaction *x)
{
    return &m->scaling[x - m->world->interaction];
}

/* ---- maps ---- */

/* 1: some normal force can pull: adhesion, or a dashpot with tension. */
static int pulls(const rp_interaction *x)
{
    rp_block b = {.count = RP_BLOCK};
    double history[RP_HISTORY_MAX][RP_BLOCK] = {{0}};
    if (x->law[RP_ADHESION] || x->law[RP_NORMAL]->adhesive || x->law[RP_NORMAL]->hereditary) return 1;
    for (int c = 0; c < RP_BLOCK; c++) {
        b.ez[c] = b.m_eff[c] = b.r_eff[c] = 1;
        b.xi[c] = 1e-9;
        b.gn[c] = 1e9;
    }
    x->eval[RP_NORMAL](&b, x->constant[RP_NORMAL], history, 0);
    return b.fn[0] < 0;
}

/* Coulomb's bound holds for the impulses, too, where no force pulls. */
static double bound_of(const rp_interaction *x)
{
    double most = fmax(x->friction, x->friction_static);
    const rp_curve *curve = &x->friction_curve;
    if (pulls(x)) return INFINITY;
    if (curve->kind == RP_CURVE_EXPONENTIAL) most = fmax(most, curve->end);
    for (int n = 0; curve->kind == RP_CURVE_TABLE && n < curve->count; n++) most = fmax(most, curve->value[n]);
    return most;
}

static rp_status make_map(const rp_impact_maps *maps, const rp_interaction *x, rp_impact_pair pair, pair_map **made,
                          rp_error *err)
{
    pair_map *m = *made = rp_memory_alloc(1, sizeof *m);
    if (!m) return rp_memory_error(err, sizeof *m, "a map of coefficients");
    m->x = x;
    m->pair = pair;
    m->bound = bound_of(x);
    m->similar = scaling_in(maps, x)->kind == SIMILAR;
    rp_status status = RP_OK;
    if (rp_collision_normal_by_law(x)) {
        status = rp_restitution_sticking_speed(x, &pair, &m->sticking, err);
        if (status == RP_FAILED) { /* overdamped with tension: no impact ends */
            status = RP_OK;
            m->sticking = INFINITY;
        }
        if (!status) status = rp_patches_create(1, maps->error, normal_at, m, &m->normal, err);
    }
    if (!status && rp_collision_tangential_by_law(x))
        status = rp_patches_create(m->similar ? 1 : 2, 0.5 * pair.alpha * maps->error, tangential_at, m, &m->tangential,
                                   err);
    return status;
}

static void free_map(pair_map *m)
{
    if (!m) return;
    rp_patches_destroy(m->normal);
    rp_patches_destroy(m->tangential);
    rp_memory_free(m);
}

static int same(const pair_map *m, const rp_interaction *x, const rp_impact_pair *p)
{
    return m->x == x && m->pair.m_eff == p->m_eff && m->pair.r_eff == p->r_eff && m->pair.alpha == p->alpha;
}

static rp_status find_map(rp_impact_maps *maps, const rp_interaction *x, uint32_t i, int64_t j, pair_map **m,
                          rp_error *err)
{
    rp_impact_pair pair = pair_of(maps->world, i, j);
    if (scaling_in(maps, x)->kind != NOT_SIMILAR) /* alpha of all pairs of solid spheres is the same but for rounding */
        pair = (rp_impact_pair){TYPICAL.m_eff, TYPICAL.r_eff, ldexp(round(ldexp(pair.alpha, 40)), -40)};
    uint64_t key = bits(pair.m_eff) ^ bits(pair.r_eff) << 13 ^ bits(pair.alpha) << 29
                   ^ (uint64_t)(x - maps->world->interaction);
    uint32_t at = rp_map_find(&maps->index, key);
    while (at != RP_MAP_NONE && !same(maps->map[at], x, &pair)) at = rp_map_find(&maps->index, ++key);
    if (at != RP_MAP_NONE) {
        *m = maps->map[at];
        return RP_OK;
    }
    if (!rp_memory_reserve(&maps->map, &maps->capacity, maps->count + 1, sizeof *maps->map))
        return rp_memory_error(err, 0, "maps of coefficients");
    rp_status status = make_map(maps, x, pair, m, err);
    if (!status && !rp_map_put(&maps->index, key, (uint32_t)maps->count))
        status = rp_memory_error(err, 0, "maps of coefficients");
    if (status) {
        free_map(*m);
        return status;
    }
    maps->map[maps->count++] = *m;
    return RP_OK;
}

/* ---- the world's ---- */

/* One impact by each interaction: laws that cannot be integrated are refused before the run. */
static rp_status try_all(const rp_world *w, rp_error *err)
{
    const rp_impact_pair pair = {1e-6, 1e-3, 2.0 / 7};
    for (int n = 0; n < w->interaction_count; n++) {
        const rp_interaction *x = &w->interaction[n];
        rp_impact impact;
        if (!by_law(x)) continue;
        rp_status status = rp_restitution_impact(x, &pair, 1, rp_collision_tangential_by_law(x), &impact, err);
        if (status == RP_FAILED) status = RP_OK; /* whether this impact ends says nothing of those of the run */
        if (status) return status;
    }
    return RP_OK;
}

rp_status rp_impact_maps_create(const rp_world *w, double error, rp_impact_maps **maps, rp_error *err)
{
    rp_impact_maps *m = *maps = NULL;
    rp_status status = try_all(w, err);
    if (status) return status;
    m = *maps = rp_memory_alloc(1, sizeof *m);
    if (!m) return rp_memory_error(err, sizeof *m, "maps of coefficients");
    m->world = w;
    m->error = error;
    m->laws = rp_memory_alloc((size_t)w->interaction_count, sizeof *m->laws);
    if (!m->laws) return rp_memory_error(err, 0, "maps of coefficients");
    memcpy(m->laws, w->interaction, (size_t)w->interaction_count * sizeof *m->laws);
    status = find_similar(m, err);
    if (!status) status = find_many(w, &m->direct, err);
    if (status) return status;
    int apart = 0;
    for (int n = 0; n < w->interaction_count; n++)
        apart |= by_law(&w->interaction[n]) && m->scaling[n].kind == NOT_SIMILAR;
    if (m->direct && apart)
        rp_log(
            &w->log, RP_LOG_INFO,
            "more than %d kinds of particles, and laws whose impacts differ by size: their coefficients are integrated "
            "for every impact, which takes 1 ms, with jkr 8 ms; constants (restitution: {normal: ..., tangential: "
            "...}) or fewer sizes are faster",
            RP_IMPACT_MAP_KINDS);
    return RP_OK;
}

int rp_impact_maps_direct(const rp_world *w)
{
    int many = 0, apart = 0;
    if (find_many(w, &many, NULL) || !many) return 0;
    for (int n = 0; n < w->interaction_count; n++)
        apart |= by_law(&w->interaction[n]) && scaling_of(&w->interaction[n]).kind == NOT_SIMILAR;
    return apart;
}

int rp_impact_maps_hold(const rp_impact_maps *m)
{
    const rp_world *w = m->world;
    return memcmp(m->laws, w->interaction, (size_t)w->interaction_count * sizeof *m->laws) == 0;
}

rp_status rp_impact_maps_recount(rp_impact_maps *m, rp_error *err) { return find_many(m->world, &m->direct, err); }

void rp_impact_maps_destroy(rp_impact_maps *m)
{
    if (!m) return;
    for (size_t n = 0; n < m->count; n++) free_map(m->map[n]);
    rp_memory_free(m->map);
    rp_memory_free(m->scaling);
    rp_memory_free(m->laws);
    rp_map_free(&m->index);
    rp_memory_free(m);
}

/* ---- reading ---- */

static double within(double x, double least, double most) { return x < least ? least : x > most ? most : x; }

static rp_status direct_impact(const rp_impact_maps *maps, const rp_interaction *x, uint32_t i, int64_t j, double speed,
                               double slip, rp_impact *impact, rp_error *err)
{
    rp_impact_pair pair = pair_of(maps->world, i, j);
    return rp_collision_impact(x, &pair, speed, slip, impact, err);
}

/* The speed at which a map is read. */
static double speed_of(const rp_impact_maps *maps, const rp_interaction *x, uint32_t i, int64_t j, double speed)
{
    const scaling *s = scaling_in(maps, x);
    rp_impact_pair pair = pair_of(maps->world, i, j);
    if (s->kind == SIMILAR) return TYPICAL_SPEED;
    return within(s->kind == SCALED ? equivalent(s, &pair, speed) : speed, SPEED_LEAST, SPEED_MOST);
}

static int is_direct(const rp_impact_maps *maps, const rp_interaction *x)
{
    return maps->direct && scaling_in(maps, x)->kind == NOT_SIMILAR;
}

rp_status rp_impact_maps_normal(rp_impact_maps *maps, const rp_interaction *x, uint32_t i, int64_t j, double speed,
                                double *eps_n, int *sticks, rp_error *err)
{
    pair_map *m;
    speed = speed_of(maps, x, i, j, speed);
    if (is_direct(maps, x)) {
        rp_impact impact;
        rp_status status = direct_impact(maps, x, i, j, speed, 0, &impact, err);
        if (status) return status;
        *eps_n = impact.eps_n;
        *sticks = impact.sticks;
        return RP_OK;
    }
    rp_status status = find_map(maps, x, i, j, &m, err);
    if (status) return status;
    *sticks = speed < m->sticking;
    *eps_n = 0;
    return *sticks ? RP_OK : rp_patches_value(m->normal, (double[]){log10(speed)}, eps_n, err);
}

rp_status rp_impact_maps_tangential(rp_impact_maps *maps, const rp_interaction *x, uint32_t i, int64_t j, double eps_n,
                                    double speed, double slip, double *eps_t, rp_error *err)
{
    pair_map *m;
    double limited = speed_of(maps, x, i, j, speed), q = slip / speed, f;
    if (is_direct(maps, x)) {
        rp_impact impact;
        rp_status status = direct_impact(maps, x, i, j, limited, q * limited, &impact, err);
        if (status) return status;
        *eps_t = isnan(impact.eps_t) ? 0 : 1 - (1 - impact.eps_t) * (1 + eps_n) / (1 + impact.eps_n);
        return RP_OK;
    }
    rp_status status = find_map(maps, x, i, j, &m, err);
    if (status) return status;
    double at[2] = {log10(limited), log10(within(q, RATIO_LEAST, RATIO_MOST))};
    status = rp_patches_value(m->tangential, m->similar ? &at[1] : at, &f, err);
    if (status) return status;
    f = fmin(f, m->bound * (1 + q) / q);
    *eps_t = 1 - f * (1 + eps_n) / (m->pair.alpha * (1 + q));
    return RP_OK;
}
