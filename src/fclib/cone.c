/* The cone of friction, with or without rolling; see island.h. */
#include <math.h>
#include "fclib/island.h"

static double norm(const double *x, int count)
{
    double sum = 0;
    for (int n = 0; n < count; n++) sum += x[n] * x[n];
    return sqrt(sum);
}

static int tangents(int block) { return block == 2 ? 1 : 2; }

/* The normal part of the projection: the least x of (x - n)^2 + max(0, t - mu x)^2 + max(0, m - mu_r x)^2, x >= 0. */
static double normal_part(double n, double t, double m, double mu, double mu_r)
{
    for (int active = 3; active > 0; active--) {
        const double a = active & 1 ? mu : 0, b = active & 2 ? mu_r : 0, x = (n + a * t + b * m) / (1 + a * a + b * b);
        if ((t > mu * x) == ((active & 1) != 0) && (m > mu_r * x) == ((active & 2) != 0)) return fmax(0, x);
    }
    return fmax(0, n);
}

void rp_cone_project(int block, double mu, double mu_r, const double *z, double *x)
{
    const int tangent = tangents(block);
    const double t = norm(z + 1, tangent), m = block == 5 ? norm(z + 3, 2) : 0;
    x[0] = normal_part(z[0], t, m, mu, mu_r);
    const double keep = t > mu * x[0] ? mu * x[0] / t : 1, keep_rolling = m > mu_r * x[0] ? mu_r * x[0] / m : 1;
    for (int k = 1; k <= tangent; k++) x[k] = keep * z[k];
    for (int k = 3; k < block; k++) x[k] = keep_rolling * z[k];
}

double rp_cone_slip(int block, double mu, double mu_r, const double *u)
{
    return mu * norm(u + 1, tangents(block)) + (block == 5 ? mu_r * norm(u + 3, 2) : 0);
}

void rp_cone_add(rp_cone_sums *s, int block, double mu, double mu_r, const double *r, const double *u, const double *q)
{
    double z[RP_ISLAND_BLOCK], x[RP_ISLAND_BLOCK];
    for (int k = 0; k < block; k++) z[k] = r[k] - u[k];
    z[0] -= rp_cone_slip(block, mu, mu_r, u);
    rp_cone_project(block, mu, mu_r, z, x);
    for (int k = 0; k < block; k++) {
        s->wrong += (r[k] - x[k]) * (r[k] - x[k]);
        s->r += r[k] * r[k];
        s->u += u[k] * u[k];
        s->q += q[k] * q[k];
    }
}

double rp_cone_residual(const rp_cone_sums *s)
{
    const double size = fmax(s->r, fmax(s->u, s->q));
    return size > 0 ? sqrt(s->wrong / size) : 0;
}
