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
                          : accepted(log(radius->a), radius->b, log(radius->lower), log(radius->upper));
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
    static const rp_key keys[] = {{"uniform", 0}, {"normal", 0}, {"lognormal", 0}, {"list", 0}, {"file", 0}};
    static const char *const names[] = {"uniform", "normal", "lognormal", "list", "file"};
    static void (*const readers[])(rp_read *, const rp_node *, rp_radius_spec *) = {
        read_uniform, read_normal, read_lognormal, read_values, read_file};
    radius->kind = RP_RADIUS_CONSTANT;
    if (r->status) return;
    if (node->kind != RP_NODE_MAP) {
        radius->a = rp_read_number_at(r, node, rp_bound_positive("m"));
        return;
    }
    if (!RP_READ_MAP(r, node, keys)) return;
    int kind = rp_read_one_of(r, node, names, 5, 1);
    if (kind < 0) return;
    radius->kind = (rp_radius_kind)(RP_RADIUS_UNIFORM + kind);
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
    case RP_RADIUS_LIST:
        for (int i = 0; i < radius->value_count; i++) most = fmax(most, radius->value[i]);
        return most;
    default: return INFINITY;
    }
}

static double draw_truncated(const rp_radius_spec *radius, rp_random *stream)
{
    double drawn;
    do {
        double z = rp_random_normal(stream);
        drawn = radius->kind == RP_RADIUS_NORMAL ? radius->a + radius->b * z : radius->a * exp(radius->b * z);
    } while (!(drawn > 0) || drawn < radius->lower || drawn > radius->upper);
    return drawn;
}

double rp_radius_draw(const rp_radius_spec *radius, const double *value, uint64_t seed, uint64_t id, uint64_t index)
{
    rp_random stream = rp_random_stream(seed, RP_RANDOM_RADIUS, id, 0);
    switch (radius->kind) {
    case RP_RADIUS_CONSTANT: return radius->a;
    case RP_RADIUS_UNIFORM: return rp_random_range(&stream, radius->a, radius->b);
    case RP_RADIUS_NORMAL:
    case RP_RADIUS_LOGNORMAL: return draw_truncated(radius, &stream);
    default: return value[index];
    }
}
