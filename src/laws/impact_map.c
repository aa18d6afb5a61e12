/* See impact_map.h. Variables of the maps are decimal logarithms: of the speed, and of slip over speed q. The
 * tangential map has f = (1 + q) / q P_t / P_n = (1 - eps_t) alpha (1 + q) / (1 + eps_n), which is smooth in both
 * limits: eps_t goes to a constant where q is small, and P_t / P_n to mu where it is large. An error of f is at most 2
 * / alpha times as large in eps_t. */
#include "laws/impact_map.h"
#include <math.h>
#include <string.h>
#include "base/log.h"
#include "base/map.h"
#include "base/memory.h"
#include "laws/impact.h"
#include "laws/patches.h"

/* The impact that stands for all where they are similar. */
static const rp_impact_pair TYPICAL = {1e-4, 5e-3, 2.0 / 7};
static const double TYPICAL_SPEED = 0.1; /* m/s */

static const double SPEED_LEAST = 1e-9, SPEED_MOST = 1e5, RATIO_LEAST = 1e-4, RATIO_MOST = 1e4;

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
    int direct;       /* 1: each impact by itself */
    uint8_t *similar; /* owned; by interaction: 1: coefficients depend on slip over speed and alpha alone */
    rp_map index;
    pair_map **map; /* owned, and each of them */
    size_t count, capacity;
};

/* ---- kinds ---- */

typedef struct kind {
    double r, mass, inertia;
    int material;
} kind;

static int many_kinds(const rp_world *w)
{
    kind list[RP_IMPACT_MAP_KINDS]; /* by what a particle is, not by what a group's motion makes of it */
    int count = 0;
    for (size_t i = 0; i < w->particles.count; i++) {
        kind k;
        memset(&k, 0, sizeof k);
        k.r = w->particles.row[i].r;
        k.mass = w->particles.mass[i];
        k.inertia = w->particles.inertia[i];
        k.material = w->particles.material[i];
        int n = 0;
        while (n < count && memcmp(&list[n], &k, sizeof k) != 0) n++;
        if (n == RP_IMPACT_MAP_KINDS) return 1;
        if (n == count) list[count++] = k;
    }
    return 0;
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

/* Most laws have no scale of their own: a linear or Hertz-type law with a restitution for all speeds, friction by
 * Coulomb, springs in proportion to the normal stiffness. Then impacts of all masses, radii and speeds are similar.
 * Seen from impacts of three sizes and speeds over the whole range of slips: coefficients are the same to rounding or
 * are not. */
static int is_similar(const rp_interaction *x)
{
    const double slips[] = {0.01, 0.1, 0.3, 0.6, 1, 2, 4, 10, 100};
    const rp_impact_pair large = {2.3e-3, 1.7e-2, TYPICAL.alpha};
    if (x->law[RP_NORMAL]->hereditary) return 0;
    for (size_t n = 0; n < sizeof slips / sizeof *slips; n++) {
        rp_impact one, two, three;
        double v = TYPICAL_SPEED, fast = 37 * v;
        if (rp_impact_solve(x, &TYPICAL, v, slips[n] * v, RP_IMPACT_TOLERANCE, &one, NULL)
            || rp_impact_solve(x, &large, v, slips[n] * v, RP_IMPACT_TOLERANCE, &two, NULL)
            || rp_impact_solve(x, &TYPICAL, fast, slips[n] * fast, RP_IMPACT_TOLERANCE, &three, NULL))
            return 0;
        double off = fmax(fmax(fabs(two.eps_n - one.eps_n), fabs(three.eps_n - one.eps_n)),
                          fmax(fabs(two.eps_t - one.eps_t), fabs(three.eps_t - one.eps_t)));
        if (!(off < 1e-6) || one.sticks) return 0;
    }
    return 1;
}

static rp_status find_similar(rp_impact_maps *m, rp_error *err)
{
    const rp_world *w = m->world;
    m->similar = rp_memory_alloc((size_t)w->interaction_count, sizeof *m->similar);
    if (!m->similar) return rp_memory_error(err, 0, "maps of coefficients");
    for (int n = 0; n < w->interaction_count; n++) {
        const rp_interaction *x = &w->interaction[n];
        int by_law = rp_collision_normal_by_law(x) || rp_collision_tangential_by_law(x);
        m->similar[n] = by_law && is_similar(x);
    }
    return RP_OK;
}

static int similar(const rp_impact_maps *m, const rp_interaction *x) { return m->similar[x - m->world->interaction]; }

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
    m->similar = similar(maps, x);
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

static uint64_t bits(double x)
{
    uint64_t b;
    memcpy(&b, &x, sizeof b);
    return b;
}

static int same(const pair_map *m, const rp_interaction *x, const rp_impact_pair *p)
{
    return m->x == x && m->pair.m_eff == p->m_eff && m->pair.r_eff == p->r_eff && m->pair.alpha == p->alpha;
}

static rp_status find_map(rp_impact_maps *maps, const rp_interaction *x, uint32_t i, int64_t j, pair_map **m,
                          rp_error *err)
{
    rp_impact_pair pair = pair_of(maps->world, i, j);
    if (similar(maps, x)) /* alpha of all pairs of solid spheres is the same but for rounding */
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
        if (!rp_collision_normal_by_law(x) && !rp_collision_tangential_by_law(x)) continue;
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
    status = find_similar(m, err);
    if (status) return status;
    int scaled = 0;
    for (int n = 0; n < w->interaction_count; n++) scaled |= !m->similar[n];
    m->direct = many_kinds(w);
    if (m->direct && scaled)
        rp_log(&w->log, RP_LOG_INFO,
               "more than %d kinds of particles: coefficients that follow from laws are integrated for every impact, "
               "which takes some 0.5 ms; constants (restitution: {normal: ..., tangential: ...}) or fewer sizes are "
               "faster",
               RP_IMPACT_MAP_KINDS);
    return RP_OK;
}

void rp_impact_maps_destroy(rp_impact_maps *m)
{
    if (!m) return;
    for (size_t n = 0; n < m->count; n++) free_map(m->map[n]);
    rp_memory_free(m->map);
    rp_memory_free(m->similar);
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

rp_status rp_impact_maps_normal(rp_impact_maps *maps, const rp_interaction *x, uint32_t i, int64_t j, double speed,
                                double *eps_n, int *sticks, rp_error *err)
{
    pair_map *m;
    speed = similar(maps, x) ? TYPICAL_SPEED : within(speed, SPEED_LEAST, SPEED_MOST);
    if (maps->direct && !similar(maps, x)) {
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
    double limited = within(speed, SPEED_LEAST, SPEED_MOST), q = slip / speed, f;
    if (maps->direct && !similar(maps, x)) {
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
