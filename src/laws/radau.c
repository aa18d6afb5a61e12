/* See radau.h. */
#include "laws/radau.h"
#include <math.h>
#include <string.h>

enum { STAGES = 7, ROUNDS = 60 };

typedef struct scheme {
    int stages;
    double c[STAGES], a[STAGES][STAGES];
} scheme;

static const scheme low_high[2] = {
    {
        5,
        {0.05710419611451768219, 0.2768430136381238277, 0.5835904323689168201, 0.8602401356562194478, 1.0},
        {
            {0.07299886431790332431, -0.02673533110794557188, 0.01867692976398435441, -0.01287910609330643985,
             0.005042839233882015207},
            {0.1537752314791824687, 0.1462148678474935066, -0.03644456890512808953, 0.02123306311930471942,
             -0.007935579902728777533},
            {0.1400630456848098715, 0.2989671294912834794, 0.1675850701352489634, -0.03396910168661774657,
             0.01094428874419225227},
            {0.1448943081095347575, 0.2765000687601592276, 0.32579792291042103, 0.1287567532549097612,
             -0.01570891737880532839},
            {0.1437135607912259413, 0.2813560151494620602, 0.3118265229757412541, 0.2231039010835707444, 0.04},
        },
    },
    {
        7,
        {0.02931642715978489197, 0.1480785996684842918, 0.3369846902811542991, 0.5586715187715501321,
         0.7692338620300545009, 0.9269456713197411149, 1.0},
        {
            {0.03754626499392133133, -0.01403933455646040154, 0.01035278960074230094, -0.008158322540275011909,
             0.006388413879534684944, -0.004602326779148655499, 0.001828942561470643704},
            {0.0801475965156189678, 0.08106206398589153668, -0.02123799212071103494, 0.01400029123881711898,
             -0.01023418573009016383, 0.007153465151364590498, -0.00281263937240672334},
            {0.07206384694188190211, 0.1710683549838866194, 0.1096145640400721092, -0.02461987172898405386,
             0.01476037704395081707, -0.009575259396791400556, 0.003672678397138305672},
            {0.07570512581982442042, 0.1540901551421711446, 0.2271077366732023864, 0.117478187037024782,
             -0.02381082715304417358, 0.01270998553366120563, -0.00460884428128963344},
            {0.07391234216319184654, 0.1613556076159424322, 0.2068672415521041978, 0.2370071153426942348,
             0.1030867935338134466, -0.01885413915258044884, 0.005858900974888791824},
            {0.07470556205979623017, 0.1583072238724687007, 0.2141534232672000311, 0.21987784703186004,
             0.1987521216806352698, 0.06926550160550913323, -0.008116008197728290108},
            {0.07449423555601031793, 0.1591021157336507409, 0.2123518895029778042, 0.2235549145072832347,
             0.1904749368221155769, 0.1196137446126562029, 0.02040816326530612245},
        },
    },
};

typedef struct stages {
    double y[STAGES][RP_ODE_MAX];
} stages; /* changes since the beginning of the step */

/* (1 - q a) x = x, Gauss with pivots. */
static void solve(const scheme *r, double q, double *x)
{
    int n = r->stages;
    double m[STAGES][STAGES];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) m[i][j] = (i == j) - q * r->a[i][j];
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(m[i][k]) > fabs(m[best][k])) best = i;
        for (int j = k; j < n; j++) {
            double swap = m[k][j];
            m[k][j] = m[best][j];
            m[best][j] = swap;
        }
        double swap = x[k];
        x[k] = x[best];
        x[best] = swap;
        for (int i = k + 1; i < n; i++) {
            double factor = m[i][k] / m[k][k];
            for (int j = k; j < n; j++) m[i][j] -= factor * m[k][j];
            x[i] -= factor * x[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++) x[k] -= m[k][j] * x[j];
        x[k] /= m[k][k];
    }
}

/* One round of the iteration; returns the largest change in units of the tolerance. */
static double improve(const rp_ode *ode, const scheme *r, double t, const double *y, const double *diagonal, double h,
                      stages *z)
{
    stages f;
    double largest = 0;
    for (int i = 0; i < r->stages; i++) {
        double at[RP_ODE_MAX];
        for (int k = 0; k < ode->count; k++) at[k] = y[k] + z->y[i][k];
        ode->rate(ode->context, t + r->c[i] * h, at, f.y[i]);
    }
    for (int k = 0; k < ode->count; k++) {
        double x[STAGES];
        for (int i = 0; i < r->stages; i++) {
            x[i] = -z->y[i][k];
            for (int j = 0; j < r->stages; j++) x[i] += h * r->a[i][j] * f.y[j][k];
        }
        if (diagonal[k] != 0) solve(r, h * diagonal[k], x);
        for (int i = 0; i < r->stages; i++) {
            z->y[i][k] += x[i];
            largest = fmax(largest, fabs(x[i]) / (ode->tolerance * (ode->scale[k] + fabs(y[k]))));
        }
    }
    return isfinite(largest) ? largest : INFINITY;
}

/* Iterates until the changes are a hundredth of the tolerance, or rounding: they no longer fall. 0: it does not
 * converge. */
static int converge(const rp_ode *ode, const scheme *r, double t, const double *y, const double *diagonal, double h,
                    stages *z)
{
    double last = INFINITY;
    for (int n = 0; n < ROUNDS; n++) {
        double change = improve(ode, r, t, y, diagonal, h, z);
        if (change < 1e-2 || (change < 1 && change >= last)) return 1;
        if (!(change < 1e20)) return 0;
        last = change;
    }
    return 0;
}

double rp_radau_step(const rp_ode *ode, double t, const double *y, const double *rate, double h, double *end)
{
    stages z;
    double diagonal[RP_ODE_MAX], first[RP_ODE_MAX], error = 0;
    ode->damping(ode->context, t, y, diagonal);
    for (int n = 0; n < 2; n++) {
        const scheme *r = &low_high[n];
        for (int i = 0; i < r->stages; i++)
            for (int k = 0; k < ode->count; k++)
                z.y[i][k] = r->c[i] * (n ? first[k] : diagonal[k] != 0 ? 0 : h * rate[k]);
        if (!converge(ode, r, t, y, diagonal, h, &z)) return 1e30;
        if (n == 0) memcpy(first, z.y[r->stages - 1], sizeof first);
    }
    for (int k = 0; k < ode->count; k++) {
        double change = z.y[STAGES - 1][k];
        error = fmax(error, fabs(change - first[k]) / (ode->tolerance * (ode->scale[k] + fabs(y[k]))));
        end[k] = y[k] + change;
    }
    return error;
}
