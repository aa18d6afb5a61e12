/* The geometry of an adhesive contact by Johnson, Kendall and Roberts [Poschel2008, Eqs. 46-53], in reduced variables:
 *   a = c (pi gamma D R^2)^(1/3),  xi = X a_0^2 / R,  F = f pi gamma R,  energy = P pi gamma a_0^2,  D = 3 / (4 E*),
 * a_0 = a / c, X = c^2 - sqrt(8 c / 3),  f = c^3 - sqrt(6) c^(3/2), P = int_0 f dX = (2/5) c^5 - sqrt(8/3) c^(7/2) +
 * c^2 + 1.1538 [errata 10]. The contact begins at X = 0 with c^3 = 8/3 and ends, when pulled by a force, at c^3 = 3/2,
 * where f is least; when pulled by its ends' displacement, at c^3 = 1/6, where X is least [errata 8].
 */
#ifndef RP_LAWS_NECK_H
#define RP_LAWS_NECK_H

#include <math.h>

#define RP_NECK_END_FORCE 0.43679023236814943        /* -X where c^3 = 3/2: c^2 / 3 */
#define RP_NECK_END_DISPLACEMENT 0.90856029641606983 /* -X where c^3 = 1/6: 3 c^2 */

#define RP_NECK_WORK_FORCE 0.62965137740414738 /* P at those ends: what it takes to part */
#define RP_NECK_WORK_DISPLACEMENT 1.27494102910140268

/* sqrt(c) on the branch that ends at c^3 = 1/6. With s = sqrt(c), q = sqrt(8/3): s^4 - q s - X = 0, solved by its
 * resolvent y^3 + 4 X y - q^2 = 0, whose largest root is simple for all X > -RP_NECK_END_DISPLACEMENT, so that Newton's
 * steps converge fast; 2 s = sqrt(y) + sqrt(2 q / sqrt(y) - y). */
static inline __attribute__((always_inline)) double rp_neck_root(double X)
{
    const double q = 1.6329931618554521, q2 = 8.0 / 3.0, start = 1.9230; /* start: q^(4/3) */
    double low = start + 4 * X;
    double y = low > 1.2114 ? q2 / low : 2.2014; /* below the root, or above it by little */
    for (int n = 0; n < 6; n++) y = (2 * y * y * y + q2) / (3 * y * y + 4 * X);
    double root = sqrt(y), rest = 2 * q / root - y;
    return 0.5 * (root + sqrt(rest > 0 ? rest : 0.0));
}

/* f, df/dc, dX/dc and P at c = s^2. */
static inline double rp_neck_force(double s)
{
    double t = s * s * s;
    return t * (t - 2.4494897427831781);
}

static inline double rp_neck_force_slope(double s) { return s * (3 * s * s * s - 3.6742346141747671); }
static inline double rp_neck_overlap_slope(double s) { return 2 * s * s - 0.81649658092772603 / s; }

static inline double rp_neck_energy(double s)
{
    double t = s * s * s;
    return s * t * (1 + t * (0.4 * t - 1.6329931618554521)) + 1.1537996562459267;
}

#endif
