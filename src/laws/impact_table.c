/* See impact_table.h. The variable is x = log10 q of q = slip / speed. The table has
 *     f = (1 + q) / q P_t / P_n = (1 - eps_t) alpha (1 + q) / (1 + eps_n),
 * which is smooth in both limits: eps_t goes to a constant where q is small, and P_t / P_n to mu where it is large. An
 * error of f is at most 2 / alpha times as large in eps_t. */
#include "laws/impact_table.h"
#include <math.h>
#include <string.h>
#include "base/memory.h"
#include "laws/collision.h"
#include "laws/impact_steps.h"
#include "laws/plain.h"

enum {
    DECADES = 8, /* of q, around 1; beyond them f is that of their ends */
    PER_DECADE = 10,
    BOXES = DECADES * PER_DECADE,
    CELLS = RP_BLOCK - 3 /* of a box; a value more on both sides tells how straight the outer ones are */
};

typedef struct box {
    double f[RP_BLOCK];
} box;

typedef struct table {
    enum { UNKNOWN, NONE, SIMILAR } kind; /* NONE: impacts of other sizes and speeds have other coefficients */
    double eps_n;
    box *box[BOXES]; /* owned; NULL: not needed so far */
} table;

enum { DISCS, SPHERES, SHAPES };

struct rp_impact_tables {
    const rp_world *world;
    size_t count;           /* of interactions */
    rp_interaction *laws;   /* owned; as they were */
    table (*table)[SHAPES]; /* owned; by interaction */
};

static const double LN10 = 2.302585092994045684;

/* The impact that stands for all. */
static const double MASS = 1e-4, RADIUS = 5e-3, SPEED = 0.1; /* kg, m, m/s */

/* ---- impacts ---- */

/* Steps in proportion to the contact time, so that similar impacts have similar steps: their coefficients are the same
 * but for rounding, whatever the steps err by. */
static void solve(const rp_interaction *x, rp_impact_block *b)
{
    const rp_impact_pair *pair = &b->pair[0];
    rp_impact_steps_follow(
        x, rp_interaction_contact_time(x, pair->m_eff, pair->r_eff, b->speed[0]) / (2 * RP_IMPACT_STEPS), b);
}

static void set_impact(rp_impact_block *b, int c, rp_impact_pair pair, double speed, double ratio)
{
    b->pair[c] = pair;
    b->speed[c] = speed;
    b->slip[c] = ratio * speed;
}

/* ---- similar impacts ---- */

static const double RATIOS[] = {0.01, 0.1, 0.3, 0.6, 1, 2, 4, 10, 100};
enum { RATIO_COUNT = sizeof RATIOS / sizeof *RATIOS };

static void try_size(const rp_interaction *x, rp_impact_pair pair, double speed, rp_impact_block *b)
{
    *b = (rp_impact_block){.count = RATIO_COUNT};
    for (int c = 0; c < RATIO_COUNT; c++) set_impact(b, c, pair, speed, RATIOS[c]);
    solve(x, b);
}

/* 1: the same coefficients but for rounding; all part. */
static int agree(const rp_impact_block *a, const rp_impact_block *b)
{
    int same = 1;
    for (int c = 0; c < RATIO_COUNT; c++)
        same &= !a->sticks[c] && !b->sticks[c] && fabs(a->eps_t[c] - b->eps_t[c]) < 1e-6
                && fabs(a->eps_n[c] - b->eps_n[c]) < 1e-6 && fabs(a->eps_n[c] - a->eps_n[0]) < 1e-9;
    return same;
}

/* Seen from impacts of three sizes and speeds over the whole range of slips. */
static void compare_sizes(const rp_interaction *x, double alpha, table *t)
{
    const rp_law *normal = x->law[RP_NORMAL];
    rp_impact_block typical, large, fast;
    t->kind = NONE;
    if (normal->hereditary || normal->adhesive || x->law[RP_ADHESION] || x->friction_curve.kind) return;
    try_size(x, (rp_impact_pair){MASS, RADIUS, alpha}, SPEED, &typical);
    try_size(x, (rp_impact_pair){23 * MASS, 3.4 * RADIUS, alpha}, SPEED, &large);
    try_size(x, (rp_impact_pair){MASS, RADIUS, alpha}, 37 * SPEED, &fast);
    if (!agree(&typical, &large) || !agree(&typical, &fast)) return;
    t->kind = SIMILAR;
    t->eps_n = typical.eps_n[0];
}

/* ---- boxes ---- */

static void fill(const rp_interaction *x, double alpha, int number, box *to)
{
    rp_impact_block b = {.count = RP_BLOCK};
    for (int c = 0; c < RP_BLOCK; c++) {
        const double at = (number + (double)(c - 1) / CELLS) / PER_DECADE - 0.5 * DECADES;
        set_impact(&b, c, (rp_impact_pair){MASS, RADIUS, alpha}, SPEED, rp_plain_exp(at * LN10));
    }
    solve(x, &b);
    for (int c = 0; c < RP_BLOCK; c++) to->f[c] = (1 - b.eps_t[c]) * alpha * (1 + b.slip[c] / SPEED) / (1 + b.eps_n[c]);
}

static rp_status find_box(table *t, const rp_interaction *x, double alpha, int number, const box **found, rp_error *err)
{
    if (!t->box[number]) {
        t->box[number] = rp_memory_alloc(1, sizeof(box));
        if (!t->box[number]) return rp_memory_error(err, sizeof(box), "a table of coefficients");
        fill(x, alpha, number, t->box[number]);
    }
    *found = t->box[number];
    return RP_OK;
}

/* Second difference at a value: how much the slope changes there. */
static double bend(const double *f) { return fabs(f[-1] - 2 * f[0] + f[1]); }

/* The straight line between two values misses a kink between them by a quarter of both bends at most, a curve by a
 * sixteenth of them. */
static int is_straight(const double *f, double alpha)
{
    return 0.25 * (bend(f) + bend(f + 1)) <= 0.5 * alpha * RP_IMPACT_TABLE_ERROR;
}

/* ---- the world's ---- */

rp_status rp_impact_tables_create(const rp_world *w, rp_impact_tables **tables, rp_error *err)
{
    rp_impact_tables *m = *tables = rp_memory_alloc(1, sizeof *m);
    if (!m) return rp_memory_error(err, sizeof *m, "tables of coefficients");
    m->world = w;
    m->count = (size_t)w->interaction_count;
    m->laws = rp_memory_alloc(m->count, sizeof *m->laws);
    m->table = rp_memory_alloc(m->count, sizeof *m->table);
    if (!m->laws || !m->table) return rp_memory_error(err, m->count * sizeof *m->table, "tables of coefficients");
    memcpy(m->laws, w->interaction, m->count * sizeof *m->laws);
    return RP_OK;
}

void rp_impact_tables_destroy(rp_impact_tables *m)
{
    if (!m) return;
    for (size_t n = 0; m->table && n < m->count * SHAPES; n++)
        for (int k = 0; k < BOXES; k++) rp_memory_free(m->table[n / SHAPES][n % SHAPES].box[k]);
    rp_memory_free(m->table);
    rp_memory_free(m->laws);
    rp_memory_free(m);
}

int rp_impact_tables_hold(const rp_impact_tables *m)
{
    return (size_t)m->world->interaction_count == m->count
           && memcmp(m->laws, m->world->interaction, m->count * sizeof *m->laws) == 0;
}

/* ---- reading ---- */

/* Of a number that may be 0 or infinite. */
static double log_of(double q) { return rp_plain_log(fmin(fmax(q, 1e-30), 1e30)); }

static int is_near(double a, double b) { return fabs(a - b) < 1e-12; }

static int shape_of(double alpha)
{
    return is_near(alpha, RP_IMPACT_TABLE_DISCS) ? DISCS : is_near(alpha, RP_IMPACT_TABLE_SPHERES) ? SPHERES : SHAPES;
}

rp_status rp_impact_tables_read(rp_impact_tables *m, const rp_interaction *x, const rp_impact_pair *pair, double speed,
                                double slip, rp_impact_table_answer *to, rp_error *err)
{
    const int shape = shape_of(pair->alpha);
    const double q = slip / speed, most = BOXES - 1e-9,
                 at = fmin(fmax((log_of(q) / LN10 + 0.5 * DECADES) * PER_DECADE, 0), most),
                 alpha[] = {RP_IMPACT_TABLE_DISCS, RP_IMPACT_TABLE_SPHERES};
    const box *b = NULL;
    *to = (rp_impact_table_answer){0};
    if (shape == SHAPES) return RP_OK;
    table *t = &m->table[x - m->world->interaction][shape];
    if (t->kind == UNKNOWN) compare_sizes(x, alpha[shape], t);
    if (t->kind == NONE) return RP_OK;
    rp_status status = find_box(t, x, alpha[shape], (int)at, &b, err);
    if (status) return status;
    const double place = (at - (int)at) * CELLS, part = place - (int)place, *f = &b->f[1 + (int)place];
    to->known = is_straight(f, alpha[shape]);
    to->eps_n = t->eps_n;
    to->eps_t = 1 - ((1 - part) * f[0] + part * f[1]) * (1 + t->eps_n) / (alpha[shape] * (1 + q));
    return RP_OK;
}
