/* See elastic.h. */
#include "laws/elastic.h"
#include <math.h>
#include <stdio.h>

static rp_status missing(const rp_material *m, const char *what, rp_error *err)
{
    rp_status status = rp_error_set(err, RP_INPUT, "material '%s' has no %s", m->name, what);
    char key[sizeof err->key];
    snprintf(key, sizeof key, "materials.%s.%s", m->name, what);
    rp_error_key(err, key);
    return status;
}

static rp_status constants_present(const rp_law_input *in, rp_error *err)
{
    const rp_material *pair[2] = {in->a, in->b};
    for (int n = 0; n < 2; n++) {
        if (isnan(pair[n]->young)) return missing(pair[n], "young", err);
        if (isnan(pair[n]->poisson)) return missing(pair[n], "poisson", err);
    }
    return RP_OK;
}

static rp_status discs_refused(const rp_law_input *in, rp_error *err)
{
    if (!in->discs) return RP_OK;
    rp_status status = rp_error_set(err, RP_INPUT, "Hertz-type laws hold for spheres, and '%s' and '%s' meet as discs",
                                    in->a->name, in->b->name);
    rp_error_expected(err, "shape: sphere (a sphere that moves in the plane), or a linear law");
    return status;
}

static double compliance(const rp_material *m) { return (1 - m->poisson) * (1 + m->poisson) / m->young; }

rp_status rp_elastic_modulus(const rp_law_input *in, double given, double *modulus, rp_error *err)
{
    rp_status status = discs_refused(in, err);
    if (!status && isnan(given)) status = constants_present(in, err);
    if (status) return status;
    *modulus = isnan(given) ? 1 / (compliance(in->a) + compliance(in->b)) : given;
    return RP_OK;
}

rp_status rp_elastic_shear(const rp_law_input *in, double given, double *modulus, rp_error *err)
{
    rp_status status = discs_refused(in, err);
    if (!status && isnan(given)) status = constants_present(in, err);
    if (status) return status;
    const rp_material *a = in->a, *b = in->b;
    double sum = 2 * (2 - a->poisson) * (1 + a->poisson) / a->young
                 + 2 * (2 - b->poisson) * (1 + b->poisson) / b->young;
    *modulus = isnan(given) ? 1 / sum : given;
    return RP_OK;
}

static double dissipation_of(const rp_material *m, double eta1, double eta2)
{
    double nu = m->poisson, q = 3 * eta2 - eta1;
    return q * q / (3 * (3 * eta2 + 2 * eta1)) * (1 - nu * nu) * (1 - 2 * nu) / (m->young * nu * nu);
}

rp_status rp_elastic_dissipation(const rp_law_input *in, double eta1, double eta2, double *A, rp_error *err)
{
    rp_status status = constants_present(in, err);
    if (status) return status;
    double ca = compliance(in->a), cb = compliance(in->b);
    *A = 0;
    if (ca > 0) *A += dissipation_of(in->a, eta1, eta2) * ca / (ca + cb);
    if (cb > 0) *A += dissipation_of(in->b, eta1, eta2) * cb / (ca + cb);
    return RP_OK;
}
