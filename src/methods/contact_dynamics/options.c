/* See options.h. Names stand in the order of the enumerations. */
#include "methods/contact_dynamics/options.h"
#include <float.h>
#include <math.h>

#define TOLERANCE 1e-4

static const char *solvers(int n) { return (const char *[]){"accelerated", "gauss-seidel", NULL}[n]; }
static const char *orders(int n) { return (const char *[]){"coloured", "random", "fixed", NULL}[n]; }
static const char *steppings(int n) { return (const char *[]){"gap", "midpoint", NULL}[n]; }
static const char *rules(int n) { return (const char *[]){"poisson", "newton", NULL}[n]; }
static const char *accuracies(int n) { return (const char *[]){"criterion", "coarse", "normal", "fine", NULL}[n]; }
static const char *criteria(int n)
{
    return (const char *[]){"coulomb-residual", "local-force", "mean-force", "relative-force", "iterations", NULL}[n];
}

const rp_param rp_cd_option_table[RP_CD_OPTIONS] = {
    [RP_CD_OPTION_SOLVER] = {"solver", RP_PARAM_CHOICE, "1", 0, 1, RP_CD_ACCELERATED, solvers,
                             "accelerated: guarded momentum on Gauss-Seidel sweeps; gauss-seidel: plain sweeps"},
    [RP_CD_OPTION_ORDER] = {"order", RP_PARAM_CHOICE, "1", 0, 2, RP_CD_COLOURED, orders,
                            "order of the contacts in a sweep"},
    [RP_CD_OPTION_CRITERION] = {"criterion", RP_PARAM_CHOICE, "1", 0, 4, NAN, criteria,
                                "when a step is solved; coulomb-residual where only a tolerance is given"},
    [RP_CD_OPTION_STEPPING] = {"stepping", RP_PARAM_CHOICE, "1", 0, 1, RP_CD_GAP, steppings,
                               "gap: gaps close within the step; midpoint: contacts at the midpoint"},
    [RP_CD_OPTION_TOLERANCE] = {"tolerance", RP_PARAM_NUMBER, "1", DBL_MIN, INFINITY, NAN, NULL,
                                "of the criterion, 1e-4"},
    [RP_CD_OPTION_LEAST] = {"iterations.min", RP_PARAM_NUMBER, "1", 1, 1e6, 1, NULL, "sweeps at least"},
    [RP_CD_OPTION_MOST] = {"iterations.max", RP_PARAM_NUMBER, "1", 1, 1e7, 2000, NULL,
                           "sweeps at most; the number of them for criterion: iterations"},
    [RP_CD_OPTION_RESTITUTION] = {"restitution", RP_PARAM_CHOICE, "1", 0, 1, RP_CD_POISSON, rules,
                                  "of impacts off the line of centres, with friction; poisson: what compression took, "
                                  "times the coefficient, comes back, and no energy is gained; newton: the normal "
                                  "velocity comes back"},
    [RP_CD_OPTION_CUTOFF] = {"cutoff", RP_PARAM_NUMBER, "N", 0, INFINITY, NAN, NULL,
                             "of criterion: local-force: the force delta by which any force may change; 0.01 tolerance "
                             "times the mean force if not given"},
    [RP_CD_OPTION_ACCURACY] = {"accuracy", RP_PARAM_CHOICE, "1", 0, 3, NAN, accuracies,
                               "coarse, normal, fine: a step is solved when the motion that is left over is a small "
                               "share of the motion of the grains, and beds at rest are carried; criterion: by "
                               "criterion and tolerance, also where one of these is given"},
};

static const rp_field total_fields[] = {
    {"unconverged", "1", "steps whose iteration ran out", RP_F64, 1,
     RP_FIELD_AT(rp_world, method_total[RP_CD_UNCONVERGED]), RP_HASH_NOT, 0},
    {"sweeps", "1", "sweeps over all contacts", RP_F64, 1, RP_FIELD_AT(rp_world, method_total[RP_CD_SWEEPS]),
     RP_HASH_NOT, 0},
    {"updates", "1", "updates of single contacts", RP_F64, 1, RP_FIELD_AT(rp_world, method_total[RP_CD_UPDATES]),
     RP_HASH_NOT, 0},
    {"worst_residual", "1", "largest residual of a step", RP_F64, 1, RP_FIELD_AT(rp_world, method_total[RP_CD_WORST]),
     RP_HASH_NOT, 0},
    {"jammed", "1", "steps in which an imposed velocity pressed a jammed packing", RP_F64, 1,
     RP_FIELD_AT(rp_world, method_total[RP_CD_JAMMED]), RP_HASH_NOT, 0},
    {"gained", "J", "energy that clusters of contacts gave", RP_F64, 1,
     RP_FIELD_AT(rp_world, method_total[RP_CD_GAINED]), RP_HASH_NOT, 0},
};
const rp_fields rp_cd_option_totals = RP_FIELDS("contact-dynamics/totals/", RP_PER_METHOD, total_fields);

int rp_cd_options_criterion(const rp_world *w)
{
    return !isnan(w->option[RP_CD_OPTION_CRITERION]) || !isnan(w->option[RP_CD_OPTION_TOLERANCE]);
}

/* A criterion or tolerance that is given counts, and so do those of runs that began before accuracy was the rule. */
static rp_cd_accuracy accuracy_of(const rp_world *w)
{
    const double given = w->option[RP_CD_OPTION_ACCURACY];
    if (!isnan(given)) return (rp_cd_accuracy)given;
    return rp_cd_options_criterion(w) || w->edition < 2 ? RP_CD_BY_CRITERION : RP_CD_NORMAL;
}

static double or_else(double given, double preset) { return isnan(given) ? preset : given; }

rp_cd_options rp_cd_options_of(const rp_world *w)
{
    double value[RP_CD_OPTIONS];
    for (int n = 0; n < RP_CD_OPTIONS; n++)
        value[n] = isnan(w->option[n]) ? rp_cd_option_table[n].preset : w->option[n];
    rp_cd_options o = {.solver = (rp_cd_solver)value[RP_CD_OPTION_SOLVER],
                       .order = (rp_cd_order)value[RP_CD_OPTION_ORDER],
                       .criterion = (rp_cd_criterion)or_else(value[RP_CD_OPTION_CRITERION], RP_CD_COULOMB_RESIDUAL),
                       .stepping = (rp_cd_stepping)value[RP_CD_OPTION_STEPPING],
                       .restitution = (rp_cd_rule)value[RP_CD_OPTION_RESTITUTION],
                       .accuracy = accuracy_of(w),
                       .tolerance = or_else(value[RP_CD_OPTION_TOLERANCE], TOLERANCE),
                       .cutoff = value[RP_CD_OPTION_CUTOFF],
                       .least = (int)value[RP_CD_OPTION_LEAST],
                       .most = (int)value[RP_CD_OPTION_MOST]};
    if (o.most < o.least) o.most = o.least;
    if (w->edition == 0) o.restitution = RP_CD_NEWTON; /* the only rule of that time */
    return o;
}

void rp_cd_options_allow(const rp_cd_options *o, double carried, double *rest, double *share)
{
    static const double rests[] = {1, 10, 1, 0.1}, shares[] = {0, 0.1, 0.03, 0.003};
    *rest = rests[o->accuracy] * carried;
    *share = shares[o->accuracy];
}
