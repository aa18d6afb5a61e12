/* See fractional.h. */
#include "laws/fractional.h"
#include <math.h>
#include <stddef.h>
#include "base/memory.h"
#include "laws/root.h"

/* ---- Mittag-Leffler's function ---- */

static double series(double a, int b, double x)
{
    long double sum = 0, most = 0, l = logl(x);
    for (int k = b == 0; k < 400; k++) {
        long double order = (long double)a * k + b, term = expl((order - 1) * l - lgammal(order));
        sum += k % 2 ? -term : term;
        most = fmaxl(most, term);
        if (order > x && term < 1e-22L * most) break;
    }
    return (double)sum;
}

/* Laplace: s^(a-b) / (1 + s^a); two poles and the expansion about s = 0, up to its smallest term. */
static double far(double a, int b, double x)
{
    double phi = M_PI / a, sum = 2 / a * exp(x * cos(phi)) * cos(x * sin(phi) + (1 - b) * phi), last = INFINITY;
    for (int k = 1; k < 60; k++) {
        double order = b - a * k, gamma = order == floor(order) ? INFINITY : tgamma(order);
        double term = pow(x, order - 1) / gamma;
        if (fabs(term) > last) break;
        if (term != 0) last = fabs(term);
        sum += k % 2 ? term : -term;
    }
    return sum;
}

double rp_fractional_mittag_leffler(double a, int b, double x)
{
    if (x <= 0) return b == 1 ? 1 : 0;
    if (a == 1) return b == 2 ? -expm1(-x) : b == 1 ? exp(-x) : -exp(-x);
    return x < 15 ? series(a, b, x) : far(a, b, x);
}

typedef struct curve {
    double a;
    int b;
} curve;

static double value_of(void *context, double x)
{
    const curve *c = context;
    return rp_fractional_mittag_leffler(c->a, c->b, x);
}

/* Smallest value between low and high, by golden section. */
static double lowest(const curve *c, double low, double high)
{
    const double golden = 0.5 * (sqrt(5) - 1);
    while (high - low > 1e-9 * high) {
        double x = high - golden * (high - low), y = low + golden * (high - low);
        if (rp_fractional_mittag_leffler(c->a, c->b, x) < rp_fractional_mittag_leffler(c->a, c->b, y)) high = y;
        else low = x;
    }
    return 0.5 * (low + high);
}

/* First change of sign behind `from`, a pair of them between two points included; 0: none up to x = 60. */
static double first_zero(double a, int b, double from)
{
    curve c = {a, b};
    double before = from, low = from, at_before = value_of(&c, low), at_low = at_before;
    while (low < 60) {
        double high = low + 0.01 * (1 + low), at_high = value_of(&c, high);
        if (at_low > 0 && at_high > 0 && at_low < at_before && at_low < at_high) {
            double x = lowest(&c, before, high), least = value_of(&c, x);
            if (least <= 0) return rp_root_find(value_of, &c, before, at_before, x, least, 1e-15 * x);
        }
        if ((at_low > 0) != (at_high > 0)) return rp_root_find(value_of, &c, low, at_low, high, at_high, 1e-15 * high);
        before = low;
        at_before = at_low;
        low = high;
        at_low = at_high;
    }
    return 0;
}

int rp_fractional_impact_exact(double alpha, int tension, rp_fractional_impact *impact)
{
    double a = 2 - alpha, deepest = first_zero(a, 1, 0), end = first_zero(a, tension ? 2 : 0, 1e-3);
    *impact = (rp_fractional_impact){.eps = 0, .time = INFINITY, .overlap = 1};
    impact->overlap = deepest > 0 ? rp_fractional_mittag_leffler(a, 2, deepest) : 1;
    curve pull = {a, 0};
    impact->force = alpha < 1 ? -value_of(&pull, lowest(&pull, 0, deepest > 0 ? deepest : 1))
                              : 1; /* the force has one maximum before that of the overlap */
    if (end == 0 || alpha >= 1) return 0;
    impact->time = end;
    impact->eps = -rp_fractional_mittag_leffler(a, 1, end);
    return 1;
}

/* ---- memory of a function ---- */

struct rp_fractional_memory {
    rp_fractional_scheme scheme;
    int fast;
    double alpha, step, f0, f, v; /* f and f' at the last point */
    double gamma1, gamma2;        /* Gamma(1 - alpha), Gamma(2 - alpha) */
    rp_fractional_kernel kernel;
    double mode[RP_FRACTIONAL_NODES];
    long count, room; /* direct: intervals so far */
    double *past;     /* direct: slope at both ends of each interval, 2 * room; owned */
};

rp_fractional_memory *rp_fractional_memory_create(double alpha, rp_fractional_scheme scheme, double accuracy,
                                                  double step, double f0, double v0)
{
    rp_fractional_memory *m = rp_memory_alloc(1, sizeof *m);
    if (!m) return NULL;
    *m = (rp_fractional_memory){
        .scheme = scheme, .fast = accuracy > 0, .alpha = alpha, .step = step, .f0 = f0, .f = f0, .v = v0};
    m->gamma1 = tgamma(1 - alpha);
    m->gamma2 = tgamma(2 - alpha);
    if (m->fast) rp_fractional_kernel_make(&m->kernel, alpha, accuracy);
    for (int j = 0; j < m->kernel.count; j++) m->mode[j] = f0; /* a jump to f0: the boundary term of Eq. 6 */
    return m;
}

void rp_fractional_memory_destroy(rp_fractional_memory *m)
{
    if (m) rp_memory_free(m->past);
    rp_memory_free(m);
}

/* An interval whose later end is `near` ago and whose earlier end is `far_end` ago, slopes there. */
static double interval(const rp_fractional_memory *m, double near, double far_end, double v_near, double v_far)
{
    double one = 1 - m->alpha, A = (v_far - v_near) / (far_end - near), p = pow(far_end, one),
           q = near > 0 ? pow(near, one) : 0;
    return (v_near - A * near) * (p - q) / m->gamma2 + A * (p * far_end - q * near) / ((one + 1) * m->gamma1);
}

static void slopes(const rp_fractional_memory *m, double f, double v, double h, double *from, double *to)
{
    *from = m->v;
    *to = v;
    if (m->scheme == RP_FRACTIONAL_CONSTANT) *from = *to = (f - m->f) / h;
}

double rp_fractional_memory_value(const rp_fractional_memory *m, double f, double v, double h)
{
    double from, to, sum = 0;
    slopes(m, f, v, h, &from, &to);
    for (int j = 0; j < m->kernel.count; j++)
        sum += m->kernel.weight[j] * exp(-m->kernel.rate[j] * h / m->step) * m->mode[j];
    sum *= pow(m->step, -m->alpha);
    for (long l = 0; l < m->count; l++) {
        double near = h + (double)(m->count - l - 1) * m->step;
        sum += interval(m, near, near + m->step, m->past[2 * l + 1], m->past[2 * l]);
    }
    if (!m->fast && m->f0 != 0) sum += m->f0 * pow(h + (double)m->count * m->step, -m->alpha) / m->gamma1;
    return sum + interval(m, 0, h, to, from);
}

static rp_status keep(rp_fractional_memory *m, double from, double to, rp_error *err)
{
    if (m->count == m->room) {
        long room = m->room ? 2 * m->room : 256;
        double *more = rp_memory_resize(m->past, (size_t)room * 2, sizeof *more);
        if (!more) return rp_memory_error(err, (size_t)room * 2 * sizeof *more, "the memory of a contact");
        m->past = more;
        m->room = room;
    }
    m->past[2 * m->count] = from;
    m->past[2 * m->count + 1] = to;
    m->count++;
    return RP_OK;
}

rp_status rp_fractional_memory_add(rp_fractional_memory *m, double f, double v, rp_error *err)
{
    double from, to;
    slopes(m, f, v, m->step, &from, &to);
    for (int j = 0; j < m->kernel.count; j++) {
        double r = m->kernel.rate[j], gone = -expm1(-r), one = gone / r,
               two = r < 1e-3 ? 0.5 - r / 3 + r * r / 8 : (gone - r * exp(-r)) / (r * r);
        m->mode[j] = (1 - gone) * m->mode[j] + m->step * (to * one - (to - from) * two);
    }
    rp_status status = m->fast ? RP_OK : keep(m, from, to, err);
    m->f = f;
    m->v = v;
    return status;
}

/* ---- of the law in the normal slot ---- */

double rp_fractional_strength(const double *constant, double m_eff)
{
    return constant[RP_FRACTIONAL_K] + constant[RP_FRACTIONAL_PER_MASS] * m_eff;
}

double rp_fractional_time(const double *constant, double m_eff)
{
    return pow(m_eff / rp_fractional_strength(constant, m_eff), 1 / (2 - constant[RP_FRACTIONAL_ALPHA]));
}

double rp_fractional_first(double alpha)
{
    const double n = 30;
    double sum = pow(n, 1 - alpha) / (1 - alpha) - 0.5 * pow(n, -alpha), rise = alpha * pow(n, -alpha - 1);
    for (int k = 1; k < (int)n; k++) sum -= pow(k, -alpha);
    sum -= rise / 12;
    rise *= (alpha + 1) * (alpha + 2) / (n * n);
    sum += rise / 720;
    rise *= (alpha + 3) * (alpha + 4) / (n * n);
    return sum - rise / 30240;
}

double rp_fractional_cluster_order(const double *constant, double n)
{
    double from = constant[RP_FRACTIONAL_ALPHA], to = constant[RP_FRACTIONAL_CLUSTER_ORDER],
           share = (n - 2) / (constant[RP_FRACTIONAL_CLUSTER_SIZE] - 2);
    return share <= 0 ? from : share >= 1 ? to : from + share * (to - from);
}

void rp_fractional_own_make(const double *constant, double alpha, rp_fractional_own *own)
{
    double by = exp((alpha - constant[RP_FRACTIONAL_ALPHA]) * constant[RP_FRACTIONAL_RATIO]), gamma = tgamma(1 - alpha);
    own->order = own->head[RP_FRACTIONAL_ALPHA] = alpha;
    own->head[RP_FRACTIONAL_K] = by * constant[RP_FRACTIONAL_K];
    own->head[RP_FRACTIONAL_PER_MASS] = by * constant[RP_FRACTIONAL_PER_MASS];
    own->head[RP_FRACTIONAL_GAMMA1] = 1 / gamma;
    own->head[RP_FRACTIONAL_GAMMA3] = 1 / ((2 - alpha) * (1 - alpha) * gamma);
    own->head[RP_FRACTIONAL_FIRST] = rp_fractional_first(alpha) / gamma;
    if (constant[RP_FRACTIONAL_COUNT] > 0)
        rp_fractional_common_weights(alpha, (int)constant[RP_FRACTIONAL_COUNT], constant[RP_FRACTIONAL_SPACING],
                                     constant[RP_FRACTIONAL_TOP], constant + RP_FRACTIONAL_SHARE, own->weight);
}

/* ---- impacts by Runge-Kutta steps ---- */

typedef struct body {
    double zeta, v, push;
} body; /* push: D^alpha zeta */

static double derivative(const rp_fractional_run *r, const rp_fractional_memory *m, double zeta, double v, double h)
{
    if (r->alpha == 0) return zeta;
    if (r->alpha == 1) return v;
    return rp_fractional_memory_value(m, zeta, v, h);
}

static double pull(const rp_fractional_run *r, double push) { return r->ratio * (r->tension || push > 0 ? push : 0); }

static body advance(const rp_fractional_run *r, const rp_fractional_memory *m, body b, double h)
{
    double k1 = -pull(r, b.push), z2 = b.zeta + 0.5 * h * b.v, v2 = b.v + 0.5 * h * k1;
    double k2 = -pull(r, derivative(r, m, z2, v2, 0.5 * h)), z3 = b.zeta + 0.5 * h * v2, v3 = b.v + 0.5 * h * k2;
    double k3 = -pull(r, derivative(r, m, z3, v3, 0.5 * h)), z4 = b.zeta + h * v3, v4 = b.v + h * k3;
    double k4 = -pull(r, derivative(r, m, z4, v4, h));
    body end = {.zeta = b.zeta + h / 6 * (b.v + 2 * v2 + 2 * v3 + v4), .v = b.v + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)};
    end.push = derivative(r, m, end.zeta, end.v, h);
    return end;
}

/* Within a step the path is the cubic of its ends. */
typedef struct path {
    body a, b;
    double h;
    int force;
} path;

static double along(void *context, double q)
{
    const path *p = context;
    double o = 1 - q, rise = p->b.zeta - p->a.zeta;
    if (p->force) return o * p->a.push + q * p->b.push;
    return o * p->a.zeta + q * p->b.zeta + o * q * (o * (p->h * p->a.v - rise) - q * (p->h * p->b.v - rise));
}

static double speed_at(const rp_fractional_run *r, const path *p, double q)
{
    double o = 1 - q, k0 = -pull(r, p->a.push) * p->h, k1 = -pull(r, p->b.push) * p->h, rise = p->b.v - p->a.v;
    return o * p->a.v + q * p->b.v + o * q * (o * (k0 - rise) - q * (k1 - rise));
}

static void locate_end(const rp_fractional_run *r, path *p, double begin, double t, rp_fractional_result *out)
{
    p->force = !r->tension && p->b.push <= 0;
    double q = rp_root_find(along, p, 0, along(p, 0), 1, along(p, 1), 1e-15);
    out->end = begin + t + q * p->h;
    out->eps = -speed_at(r, p, q) / r->speed;
    p->force = 0;
    out->zeta_end = along(p, q);
}

/* From the moment of touching. The number of steps, or -1: no memory. */
static long contact(const rp_fractional_run *r, double step, double begin, rp_fractional_result *out, rp_error *err)
{
    rp_fractional_memory *m = rp_fractional_memory_create(r->alpha, r->scheme, r->accuracy, step, 0, r->speed);
    body b = {.v = r->speed, .push = r->alpha == 1 ? r->speed : 0};
    long n = 0;
    int over = 0;
    out->eps = out->end = out->zeta_end = NAN;
    out->overlap = 0;
    while (m && !over && n < r->max_steps) {
        path p = {.a = b, .h = step};
        p.b = advance(r, m, b, step);
        over = n > 0 && (p.b.zeta <= 0 || (!r->tension && p.b.push <= 0 && p.b.v < 0));
        if (n == 0) over = p.b.zeta <= 0;
        if (over) locate_end(r, &p, begin, (double)n * step, out);
        b = p.b;
        n++;
        out->overlap = fmax(out->overlap, b.zeta);
        if (r->alpha > 0 && r->alpha < 1 && rp_fractional_memory_add(m, b.zeta, b.v, err)) break;
    }
    rp_fractional_memory_destroy(m);
    if (!m) rp_memory_error(err, sizeof *m, "the memory of a contact");
    return m ? n : -1;
}

rp_status rp_fractional_collide(const rp_fractional_run *run, rp_fractional_result *result, rp_error *err)
{
    double step = run->step, t = 0, zeta = -run->before * run->speed, low = 0, high = step;
    while (zeta + run->speed * step < 0) {
        t += step;
        zeta += run->speed * step;
    }
    /* Definition 1: the step in which it begins */
    for (int k = 0; k < 60; k++) { /* Definition 2: the moment in it */
        double middle = 0.5 * (low + high);
        if (zeta + run->speed * middle < 0) low = middle;
        else high = middle;
    }
    result->begin = t + high;
    result->zeta_begin = zeta + run->speed * high;
    while (step * pow(run->ratio, 1 / (2 - run->alpha)) > 0.1)
        step *= 0.5; /* it would begin and end within a few steps, or in one */
    if (contact(run, step, result->begin, result, err) < 0) return RP_SYSTEM;
    return RP_OK;
}
