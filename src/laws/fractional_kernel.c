/* See fractional.h: the power of time as a sum of exponentials.
 *
 * x^-alpha = int exp(-x e^u + alpha u) du / Gamma(alpha) over all u, by the trapezoidal rule with spacing h, whose
 * relative error is 2 |Gamma(alpha + 2 pi i / h)| / Gamma(alpha), about exp(-pi^2 / h). Above u = ln(2 ln(1/accuracy))
 * nothing is left for x >= 1/2; below, where x e^u <= 1 up to the longest memory, the infinitely many slow exponentials
 * are replaced by a few with the same moments: those of Gauss' quadrature, which has the fewest, or for all orders at
 * once by interpolation between Chebyshev's nodes, whose error is at most 2 / (4^n n!) for n of them. */
#include <math.h>
#include "laws/fractional.h"

enum { GAUSS = 5, COMMON = RP_FRACTIONAL_COMMON };

/* Gaussian elimination for the small systems of the moments: n unknowns. */
static void solve(int n, long double *m, long double *x)
{
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabsl(m[i * n + k]) > fabsl(m[best * n + k])) best = i;
        for (int j = 0; j < n; j++) {
            long double swap = m[k * n + j];
            m[k * n + j] = m[best * n + j];
            m[best * n + j] = swap;
        }
        long double swap = x[k];
        x[k] = x[best];
        x[best] = swap;
        for (int i = k + 1; i < n; i++) {
            long double f = m[i * n + k] / m[k * n + k];
            for (int j = k; j < n; j++) m[i * n + j] -= f * m[k * n + j];
            x[i] -= f * x[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++) x[k] -= m[k * n + j] * x[j];
        x[k] /= m[k * n + k];
    }
}

/* Weights of the nodes with the moments mu_0 ... mu_(n-1). */
static void interpolate(int n, const double *node, const long double *mu, long double *weight)
{
    long double m[COMMON * COMMON];
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) m[i * n + j] = i ? m[(i - 1) * n + j] * node[j] : 1;
        weight[i] = mu[i];
    }
    solve(n, m, weight);
}

/* Monic polynomial whose lower coefficients are c. */
static long double polynomial(const long double *c, long double s)
{
    long double value = 1;
    for (int k = GAUSS - 1; k >= 0; k--) value = value * s + c[k];
    return value;
}

/* Nodes in (0, 1) and weights with the moments mu_0 ... mu_(2 GAUSS - 1). */
static void gauss(const long double *mu, double *node, double *weight)
{
    long double m[GAUSS * GAUSS], c[GAUSS], w[GAUSS];
    for (int i = 0; i < GAUSS; i++) {
        for (int j = 0; j < GAUSS; j++) m[i * GAUSS + j] = mu[i + j];
        c[i] = -mu[i + GAUSS];
    }
    solve(GAUSS, m, c);
    int found = 0;
    const int cuts = 100000; /* the nodes are real, distinct and not crowded at 0: the measure has a power of s */
    for (int n = 0; n < cuts && found < GAUSS; n++) {
        long double low = (long double)n / cuts, high = (long double)(n + 1) / cuts, at_low = polynomial(c, low);
        if ((at_low > 0) == (polynomial(c, high) > 0)) continue;
        for (int k = 0; k < 80; k++) {
            long double middle = 0.5L * (low + high);
            if ((polynomial(c, middle) > 0) == (at_low > 0)) low = middle;
            else high = middle;
        }
        node[found++] = (double)low;
    }
    interpolate(GAUSS, node, mu, w);
    for (int j = 0; j < GAUSS; j++) weight[j] = (double)w[j];
}

typedef struct grid {
    double h, top;
    int fast;
} grid; /* nodes u = top - j h, j < fast */

static grid grid_of(double accuracy)
{
    double digits = log(1 / accuracy), h = M_PI * M_PI / (digits + 3), top = log(2 * (digits + 1)),
           bottom = -log(RP_FRACTIONAL_LONGEST);
    return (grid){h, top, (int)ceil((top - bottom) / h)};
}

/* Moment k of all nodes below u = top - fast h, that one included, in units of e^u. */
static long double moment(double alpha, double h, int k) { return -h / expm1l(-(alpha + k) * h); }

void rp_fractional_kernel_make(rp_fractional_kernel *kernel, double alpha, double accuracy)
{
    grid g = grid_of(accuracy);
    double unit = 1 / (tgamma(alpha) * tgamma(1 - alpha)), u = g.top - g.fast * g.h, node[GAUSS], weight[GAUSS];
    long double mu[2 * GAUSS];
    kernel->alpha = alpha;
    kernel->count = g.fast + GAUSS;
    for (int j = 0; j < g.fast; j++) {
        double at = g.top - j * g.h;
        kernel->rate[GAUSS + j] = exp(at);
        kernel->weight[GAUSS + j] = unit * g.h * exp(alpha * at);
    }
    for (int k = 0; k < 2 * GAUSS; k++) mu[k] = moment(alpha, g.h, k);
    gauss(mu, node, weight);
    for (int j = 0; j < GAUSS; j++) {
        kernel->rate[j] = exp(u) * node[j];
        kernel->weight[j] = unit * exp(alpha * u) * weight[j];
    }
}

void rp_fractional_common_make(rp_fractional_common *common, double accuracy)
{
    grid g = grid_of(accuracy);
    double node[COMMON], u = g.top - g.fast * g.h;
    *common = (rp_fractional_common){.count = g.fast + COMMON, .spacing = g.h, .top = g.top};
    for (int j = 0; j < g.fast; j++) common->rate[COMMON + j] = exp(g.top - j * g.h);
    for (int j = 0; j < COMMON; j++) {
        node[j] = 0.5 * (1 - cos(M_PI * (j + 0.5) / COMMON));
        common->rate[j] = exp(u) * node[j];
    }

    for (int k = 0; k < COMMON; k++) {
        long double mu[COMMON] = {0}, weight[COMMON];
        mu[k] = 1;
        interpolate(COMMON, node, mu, weight);
        for (int j = 0; j < COMMON; j++) common->share[j * COMMON + k] = (double)weight[j];
    }
}

void rp_fractional_common_weights(double alpha, int count, double spacing, double top, const double *share,
                                  double *weight)
{
    const double unit = sin(M_PI * alpha) / M_PI, q = exp(-alpha * spacing); /* 1 / (Gamma(alpha) Gamma(1 - alpha)) */
    double mu[COMMON], next = unit * spacing * exp(alpha * top);
    for (int j = COMMON; j < count; j++) {
        weight[j] = next;
        next *= q;
    }

    for (int k = 0; k < COMMON; k++) mu[k] = (double)moment(alpha, spacing, k);
    for (int j = 0; j < COMMON; j++) {
        weight[j] = 0;
        for (int k = 0; k < COMMON; k++) weight[j] += share[j * COMMON + k] * mu[k];
        weight[j] *= next / spacing;
    }
}
