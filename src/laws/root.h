/* Where a function changes its sign. */
#ifndef RP_LAWS_ROOT_H
#define RP_LAWS_ROOT_H

typedef double rp_root_function(void *context, double x);

/* f(low) has the sign of f_low, f(high) the other one or 0. Returns a point on the side of high, within `within`
 * (absolute; 0: to the last bit) of the change. Regula falsi (Illinois) with bisection where it is slow. */
double rp_root_find(rp_root_function *f, void *context, double low, double f_low, double high, double f_high,
                    double within);

#endif
