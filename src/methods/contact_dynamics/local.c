/* See local.h. In two dimensions the closed form of errata 45, which replaces the graphical rule of
 * [RadjaiRichefeu2009, Sec. 5.1] (exact only for W_nt = 0). In three dimensions a sliding contact is a root on the
 * circle of slip directions. */
#include "methods/contact_dynamics/local.h"
#include <math.h>

#define TURN 6.283185307179586
#define SAMPLES 24        /* of the circle; a quartic has at most four roots there */
#define SAMPLES_MOST 6144 /* when two roots stand closer than a sample */

void rp_cd_local_solve_2d(double W[2][2], const double b[2], double mu, double given, double p[2])
{
    double an = -b[0], at = -b[1], det = W[0][0] * W[1][1] - W[0][1] * W[0][1];
    p[0] = 0;
    p[1] = given > 0 ? fmin(fmax(at / W[1][1], -mu * given), mu * given) : 0;
    if (!(an - W[0][1] * p[1] > 0)) return;
    double stick = (W[0][0] * at - W[0][1] * an) / det, bound = mu * (an + W[0][0] * given);
    double down = W[0][0] - mu * W[0][1], up = W[0][0] + mu * W[0][1]; /* not positive: no bound on that side */
    if (down > 0) stick = fmax(stick, -bound / down);
    if (up > 0) stick = fmin(stick, bound / up);
    p[1] = stick;
    p[0] = (an - W[0][1] * p[1]) / W[0][0];
    if (given > 0 && p[0] < 0) p[0] = 0; /* mu |W_nt| >= W_nn */
}

typedef struct slide {
    double (*W)[3];
    const double *b;
    double mu, given;
    int open; /* 1: p_n = 0, friction by what is given */
} slide;

/* The impulse that closes the contact while it slips along theta; 0 if no finite one does. */
static int push(const slide *s, double theta, double p[3])
{
    double c = cos(theta), q = sin(theta), pull = s->mu * (s->W[0][1] * c + s->W[0][2] * q),
           stiffness = s->W[0][0] - pull;
    if (!s->open && !(stiffness > 0)) return 0;
    p[0] = s->open ? 0 : (pull * s->given - s->b[0]) / stiffness;
    p[1] = -s->mu * (p[0] + s->given) * c;
    p[2] = -s->mu * (p[0] + s->given) * q;
    return 1;
}

/* Component of the slip velocity across theta, and along it. */
static int slip(const slide *s, double theta, double *across, double *along)
{
    double p[3], c = cos(theta), q = sin(theta);
    if (!push(s, theta, p)) return 0;
    double u1 = s->b[1] + s->W[1][0] * p[0] + s->W[1][1] * p[1] + s->W[1][2] * p[2];
    double u2 = s->b[2] + s->W[2][0] * p[0] + s->W[2][1] * p[1] + s->W[2][2] * p[2];
    *across = c * u2 - q * u1;
    *along = c * u1 + q * u2;
    return 1;
}

/* Root of `across` between two angles where it has different signs, by regula falsi (Illinois) kept inside the bracket.
 */
static double root(const slide *s, double a, double fa, double b, double fb)
{
    for (int n = 0; n < 200 && fabs(b - a) > 1e-15 * TURN; n++) {
        double c = b - fb * (b - a) / (fb - fa), fc, along;
        if (!(c > fmin(a, b) && c < fmax(a, b)) || n % 8 == 7) c = 0.5 * (a + b);
        if (!slip(s, c, &fc, &along)) break;
        if (fc == 0) return c;
        if ((fc > 0) != (fb > 0)) {
            a = b;
            fa = fb;
        }

        else
            fa *= 0.5;
        b = c;
        fb = fc;
    }
    return b;
}

/* Slip direction: the velocity points along theta. 0: none found with this many samples. */
static int direction(const slide *s, double start, int samples, double *theta)
{
    double before = 0, at = 0;
    int have = 0;
    for (int n = 0; n <= samples; n++) {
        double angle = start + TURN * n / samples, across, along, middle, last;
        if (!slip(s, angle, &across, &along)) {
            have = 0;
            continue;
        }
        if (have && (across > 0) != (before > 0)) {
            *theta = root(s, at, before, angle, across);
            if (slip(s, *theta, &middle, &last) && last >= 0) return 1;
        }
        before = across;
        at = angle;
        have = 1;
    }
    return 0;
}

/* Where no root was bracketed (a double root, or mu |W_nt| >= W_nn without a solution): the least wrong direction. */
static double least_wrong(const slide *s, double start)
{
    double best = INFINITY, theta = start;
    for (int n = 0; n < SAMPLES_MOST; n++) {
        double angle = start + TURN * n / SAMPLES_MOST, across, along;
        if (!slip(s, angle, &across, &along)) continue;
        double wrong = along >= 0 ? fabs(across) : hypot(across, along);
        if (wrong < best) {
            best = wrong;
            theta = angle;
        }
    }
    return theta;
}

/* p = -W^-1 b by Cholesky. 0: W is not positive. */
static int stick(double W[3][3], const double b[3], double p[3])
{
    double l00 = sqrt(W[0][0]), l10 = W[1][0] / l00, l20 = W[2][0] / l00;
    double d1 = W[1][1] - l10 * l10;
    if (!(W[0][0] > 0) || !(d1 > 0)) return 0;
    double l11 = sqrt(d1), l21 = (W[2][1] - l20 * l10) / l11, d2 = W[2][2] - l20 * l20 - l21 * l21;
    if (!(d2 > 0)) return 0;
    double l22 = sqrt(d2), y0 = -b[0] / l00, y1 = (-b[1] - l10 * y0) / l11, y2 = (-b[2] - l20 * y0 - l21 * y1) / l22;
    p[2] = y2 / l22;
    p[1] = (y1 - l21 * p[2]) / l11;
    p[0] = (y0 - l10 * p[1] - l20 * p[2]) / l00;
    return 1;
}

static int within(const slide *s, const double p[3])
{
    double bound = s->mu * (p[0] + s->given);
    return p[0] >= 0 && p[1] * p[1] + p[2] * p[2] <= bound * bound;
}

static void slide_solve(const slide *s, double p[3])
{
    double start = atan2(s->b[2], s->b[1]), theta = start;
    int found = 0;
    for (int samples = SAMPLES; samples <= SAMPLES_MOST && !found; samples *= 4)
        found = direction(s, start, samples, &theta);
    if (!found) theta = least_wrong(s, start);
    if (push(s, theta, p)) return;
    p[0] = -s->b[0] / s->W[0][0];
    p[1] = p[2] = 0;
}

/* p_n = 0, and friction by the given impulse. 0: the contact would close. */
static int open_solve(slide s, double p[3])
{
    double det = s.W[1][1] * s.W[2][2] - s.W[1][2] * s.W[1][2];
    s.open = 1;
    p[0] = 0;
    p[1] = (s.W[1][2] * s.b[2] - s.W[2][2] * s.b[1]) / det;
    p[2] = (s.W[1][2] * s.b[1] - s.W[1][1] * s.b[2]) / det;
    if (!within(&s, p)) slide_solve(&s, p);
    return s.b[0] + s.W[0][1] * p[1] + s.W[0][2] * p[2] >= 0;
}

void rp_cd_local_solve_3d(double W[3][3], const double b[3], double mu, double given, double p[3])
{
    slide s = {W, b, mu, given, 0};
    if (given > 0 && open_solve(s, p)) return;
    if (given == 0 && !(b[0] < 0)) {
        p[0] = p[1] = p[2] = 0;
        return;
    }
    if (stick(W, b, p) && within(&s, p)) return;
    slide_solve(&s, p);
    if (given > 0 && p[0] < 0) p[0] = 0; /* mu |W_nt| >= W_nn */
}
