/* See root.h. */
#include "laws/root.h"
#include <math.h>

double rp_root_find(rp_root_function *f, void *context, double low, double f_low, double high, double f_high,
                    double within)
{
    int side = 0;
    for (int n = 0; fabs(high - low) > within && f_high != 0; n++) {
        double x = n % 4 < 3 ? low + (high - low) * (f_low / (f_low - f_high)) : 0.5 * (low + high);
        if (x == low || x == high || !isfinite(x)) x = 0.5 * (low + high);
        if (x == low || x == high) break;
        double value = f(context, x);
        if ((value > 0) == (f_low > 0) && value != 0) {
            if (side > 0) f_high *= 0.5;
            low = x;
            f_low = value;
            side = 1;
        } else {
            if (side < 0) f_low *= 0.5;
            high = x;
            f_high = value;
            side = -1;
        }
    }
    return high;
}
