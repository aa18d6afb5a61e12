/* See damping.h. In units where omega_0 = 1, beta = zeta. */
#include "laws/damping.h"
#include <math.h>

double rp_damping_restitution(double zeta, int tension)
{
    if (tension) return zeta < 1 ? exp(-M_PI * zeta / sqrt(1 - zeta * zeta)) : 0;
    double square = (1 - zeta) * (1 + zeta);
    if (square == 0) return exp(-2);
    double omega = sqrt(fabs(square));
    double angle = square > 0 ? atan2(2 * zeta * omega, (zeta - omega) * (zeta + omega)) : 2 * log(zeta + omega);
    return exp(-zeta / omega * angle);
}

double rp_damping_ratio(double eps, int tension)
{
    if (eps >= 1) return 0;
    if (eps <= 0) return INFINITY;
    if (tension) {
        double l = -log(eps);
        return l / sqrt(M_PI * M_PI + l * l);
    }
    double low = 0, high = 1;
    while (rp_damping_restitution(high, 0) > eps) high *= 2;
    for (int n = 0; n < 200 && high - low > 0; n++) { /* bisection to the last bit */
        double middle = 0.5 * (low + high);
        if (middle <= low || middle >= high) break;
        if (rp_damping_restitution(middle, 0) > eps) low = middle;
        else high = middle;
    }
    return 0.5 * (low + high);
}

rp_status rp_damping_check(double eps, rp_error *err)
{
    if (isnan(eps) || (eps > 0 && eps <= 1)) return RP_OK;
    rp_status status = rp_error_set(err, RP_INPUT, "no damping gives this coefficient of restitution");
    rp_error_key(err, "restitution.normal");
    rp_error_value(err, "%g", eps);
    rp_error_expected(err, "a number > 0 and <= 1 for a soft contact law");
    return status;
}
