/* Radii. Truncated distributions are drawn again until they fall inside, which is exact; reading refuses those that
 * would be drawn again for most of the time. */
#include "scene/radius.h"

#include "base/random.h"

static const double ACCEPTED_LEAST = 0.01; /* of the draws of a truncated distribution */

static void read_values(rp_read *r, const rp_node *node, rp_radius_spec *radius)
{
    int count = rp_read_list(r, node, 1, RP_YAML_NODES_MAX, "radii");
    radius->value = rp_read_alloc(r, (size_t)count, sizeof *radius->value, "radii");
    for (const rp_node *n = node->child; n && !r->status; n = n->next)
        radius->value[radius->value_count++] = rp_read_number_at(r, n, rp_bound_positive("m"));
}

/* Rows [opening, share of the mass that passes]. */
static void read_sieve(rp_read *r, const rp_node *node, rp_radius_spec *radius)
{
    int count = rp_read_list(r, node, 2, 1000, "rows [opening, share that passes]");
    double opening = 0, passing = 0;
    radius->by_mass = 1;
    radius->value = rp_read_alloc(r, 2 * (size_t)count, sizeof *radius->value, "a sieve curve");
    for (const rp_node *n = node->child; n && !r->status; n = n->next) {
        if (rp_read_list(r, n, 2, 2, "opening and share") != 2) return;
        double d = rp_read_number_at(r, n->child, rp_bound_positive("m")),
               share = rp_read_number_at(r, n->child->next, rp_bound_between(0, 1, "1, of the mass"));
        int first = radius->value_count == 0;
        if (!r->status && (d <= opening || share < passing || (first && share != 0) || (!n->next && share != 1))
            && rp_read_fail(r, n, "a sieve curve rises from 0 to 1 with growing openings"))
            rp_error_expected(r->err, "[[opening, 0], ..., [opening, 1]], m and share of the mass that passes");
        opening = d;
        passing = share;
        radius->value[2 * radius->value_count] = d;
        radius->value[2 * radius->value_count++ + 1] = share;
    }
}

static void read_uniform(rp_read *r, const rp_node *node, rp_radius_spec *radius)
{
    if (!rp_read_list(r, node, 2, 2, "radii: the least and the largest")) return;
    radius->a = rp_read_number_at(r, node->child, rp_bound_positive("m"));
    radius->b = rp_read_number_at(r, node->child->next, rp_bound_positive("m"));
    if (radius->b < radius->a && rp_read_fail(r, node->child->next, "the range of radii is upside down"))
        rp_error_expected(r->err, "at least %g", radius->a);
}

/* Probability that the normal distribution behind lies between lower and upper. */
static double accepted(double mean, double deviation, double lower, double upper)
{
    double scale = deviation * sqrt(2.0);
    return 0.5 * (erf((upper - mean) / scale) - erf((lower - mean) / scale));
}

static void read_bounds(rp_read *r, const rp_node *node, rp_radius_spec *radius)
{
    radius->lower = rp_read_number(r, node, "lower", rp_bound_positive("m"), 0);
    radius->upper = rp_read_number(r, node, "upper", rp_bound_positive("m"), INFINITY);
    int normal = radius->kind == RP_RADIUS_NORMAL;
    double share = normal ? accepted(radius->a, radius->b, radius->lower, radius->upper)
                          : accepted(log(radius->a) - (radius->by_mass ? 3 : 0) * radius->b * radius->b, radius->b,
                                     log(radius->lower), log(radius->upper));
    if (!(share >= ACCEPTED_LEAST)
        && rp_read_fail(r, node, "lower and upper leave only %.2g of the distribution", share))
        rp_error_expected(r->err, "a range that holds at least %g of it", ACCEPTED_LEAST);
}

static void read_normal(rp_read *r, const rp_node *node, rp_radius_spec *radius)
{
    static const rp_key keys[] = {{"mean", RP_REQUIRED}, {"deviation", RP_REQUIRED}, {"lower", 0}, {"upper", 0}};
    if (!RP_READ_MAP(r, node, keys)) return;
    radius->a = rp_read_number(r, node, "mean", rp_bound_positive("m"), NAN);
    radius->b = rp_read_number(r, node, "deviation", rp_bound_positive("m"), NAN);
    if (radius->by_mass && !rp_yaml_find(node, "lower")) rp_read_missing(r, node, "lower");
    if (!rp_yaml_find(node, "lower") && radius->a - 4 * radius->b <= 0
        && rp_read_fail(r, node, "this distribution reaches down to radius 0"))
        rp_error_expected(r->err, "a smaller deviation, or the key 'lower'");
    read_bounds(r, node, radius);
}

static void read_lognormal(rp_read *r, const rp_node *node, rp_radius_spec *radius)
{
    static const rp_key keys[] = {{"median", RP_REQUIRED}, {"sigma", RP_REQUIRED}, {"lower", 0}, {"upper", 0}};
    if (!RP_READ_MAP(r, node, keys)) return;
    radius->a = rp_read_number(r, node, "median", rp_bound_positive("m"), NAN);
    rp_bound sigma = {0, 10, 1, "1"};
    radius->b = rp_read_number(r, node, "sigma", sigma, NAN);
    read_bounds(r, node, radius);
}

static void read_file(rp_read *r, const rp_node *node, rp_radius_spec *radius)
{
    rp_read_file(r, node, radius->file, sizeof radius->file, r->need_files, 0);
}

void rp_radius_read(rp_read *r, const rp_node *node, rp_radius_spec *radius)
{
    static const rp_key keys[] = {{"uniform", 0}, {"normal", 0}, {"lognormal", 0}, {"sieve", 0},
                                  {"list", 0},    {"file", 0},   {"by", 0}};
    static const char *const names[] = {"uniform", "normal", "lognormal", "sieve", "list", "file"};
    static const char *const measures[] = {"number", "mass"};
    static void (*const readers[])(rp_read *, const rp_node *, rp_radius_spec *) = {
        read_uniform, read_normal, read_lognormal, read_sieve, read_values, read_file};
    radius->kind = RP_RADIUS_CONSTANT;
    if (r->status) return;
    if (node->kind != RP_NODE_MAP) {
        radius->a = rp_read_number_at(r, node, rp_bound_positive("m"));
        return;
    }
    if (!RP_READ_MAP(r, node, keys)) return;
    int kind = rp_read_one_of(r, node, names, 6, 1);
    if (kind < 0) return;
    radius->kind = (rp_radius_kind)(RP_RADIUS_UNIFORM + kind);
    radius->by_mass = rp_read_choice(r, node, "by", measures, 2, 0);
    if (rp_yaml_find(node, "by") && radius->kind >= RP_RADIUS_SIEVE)
        rp_read_fail(r, rp_yaml_find(node, "by"), "'by' goes with uniform, normal and lognormal");
    readers[kind](r, rp_yaml_find(node, names[kind]), radius);
}

double rp_radius_most(const rp_radius_spec *radius)
{
    double most = 0;
    switch (radius->kind) {
    case RP_RADIUS_CONSTANT: return radius->a;
    case RP_RADIUS_UNIFORM: return radius->b;
    case RP_RADIUS_NORMAL:
    case RP_RADIUS_LOGNORMAL: return radius->upper;
    case RP_RADIUS_SIEVE: return 0.5 * radius->value[2 * radius->value_count - 2];
    case RP_RADIUS_LIST:
        for (int i = 0; i < radius->value_count; i++) most = fmax(most, radius->value[i]);
        return most;
    default: return INFINITY;
    }
}

/* Between a and b, numbers falling as the power -q of the size: where mass is even in the size. */
static double draw_even_mass(double a, double b, double q, double u)
{
    const double low = pow(a, 1 - q), high = pow(b, 1 - q);
    return fmin(b, fmax(a, pow(low + u * (high - low), 1 / (1 - q))));
}

/* Particles of a class of the curve: its mass over the mean mass in it. */
static double class_number(const double *row, double q)
{
    const double a = row[0], b = row[2];
    return (row[3] - row[1]) / (b - a) * (pow(a, 1 - q) - pow(b, 1 - q)) / (q - 1);
}

static double draw_sieve(const rp_radius_spec *radius, rp_random *stream)
{
    double all = 0;
    const double *row = radius->value;
    const int last = radius->value_count - 2;
    for (int n = 0; n <= last; n++) all += class_number(row + 2 * n, radius->power);
    double left = all * rp_random_uniform(stream);
    int n = 0;
    while (n < last && left >= class_number(row + 2 * n, radius->power))
        left -= class_number(row + 2 * n++, radius->power);
    return 0.5 * draw_even_mass(row[2 * n], row[2 * n + 2], radius->power, rp_random_uniform(stream));
}

/* By mass: the lognormal distribution of mass is one of numbers, with a smaller median; of the normal one a particle is
 * taken with a probability that falls as its mass rises. */
static double draw_truncated(const rp_radius_spec *radius, rp_random *stream)
{
    const double q = radius->by_mass ? radius->power : 0;
    const int normal = radius->kind == RP_RADIUS_NORMAL;
    const double median = radius->a * exp(-q * radius->b * radius->b);
    double drawn;
    int taken;
    do {
        double z = rp_random_normal(stream);
        drawn = normal ? radius->a + radius->b * z : (q > 0 ? median : radius->a) * exp(radius->b * z);
        taken = drawn > 0 && drawn >= radius->lower && drawn <= radius->upper;
        if (taken && normal && q > 0) taken = rp_random_uniform(stream) < pow(radius->lower / drawn, q);
    } while (!taken);
    return drawn;
}

double rp_radius_sample(const rp_radius_spec *radius, rp_random *stream)
{
    switch (radius->kind) {
    case RP_RADIUS_UNIFORM:
        if (radius->by_mass && radius->a < radius->b)
            return draw_even_mass(radius->a, radius->b, radius->power, rp_random_uniform(stream));
        return rp_random_range(stream, radius->a, radius->b);
    case RP_RADIUS_NORMAL:
    case RP_RADIUS_LOGNORMAL: return draw_truncated(radius, stream);
    case RP_RADIUS_SIEVE: return draw_sieve(radius, stream);
    default: return radius->a;
    }
}

int rp_radius_drawn(const rp_radius_spec *radius) { return radius->kind <= RP_RADIUS_SIEVE; }

double rp_radius_draw(const rp_radius_spec *radius, const double *value, uint64_t seed, uint64_t id, uint64_t index)
{
    rp_random stream = rp_random_stream(seed, RP_RANDOM_RADIUS, id, 0);
    return rp_radius_drawn(radius) ? rp_radius_sample(radius, &stream) : value[index];
}

static void describe_bounds(const rp_radius_spec *radius, rp_buffer *b)
{
    if (radius->lower > 0) rp_buffer_print(b, ", at least %.4g m", radius->lower);
    if (isfinite(radius->upper)) rp_buffer_print(b, ", at most %.4g m", radius->upper);
}

void rp_radius_describe(const rp_radius_spec *radius, rp_buffer *b)
{
    const double *row = radius->value;
    switch (radius->kind) {
    case RP_RADIUS_UNIFORM: rp_buffer_print(b, "radius %.4g to %.4g m", radius->a, radius->b); break;
    case RP_RADIUS_NORMAL:
        rp_buffer_print(b, "radius normal, mean %.4g m, deviation %.4g m", radius->a, radius->b);
        describe_bounds(radius, b);
        break;
    case RP_RADIUS_LOGNORMAL:
        rp_buffer_print(b, "radius lognormal, median %.4g m, sigma %.4g", radius->a, radius->b);
        describe_bounds(radius, b);
        break;
    case RP_RADIUS_SIEVE:
        rp_buffer_print(b, "radius %.4g to %.4g m by a sieve curve", 0.5 * row[0], rp_radius_most(radius));
        break;
    default: rp_buffer_print(b, "radius %.4g m", radius->a);
    }
    if (radius->by_mass && radius->kind != RP_RADIUS_SIEVE) rp_buffer_print(b, ", by mass");
}
