/* Contact histories in schemes of several stages: copies, rates, and their way from one tangent plane to another
 * (scheme.h).
 *
 * A contact's normal turns within a step. Rates of different stages lie in different tangent planes, and are carried
 * into that of the step's start by the smallest rotation between the two normals before they are added. In two
 * dimensions this is exact; in three it leaves out the solid angle between the path of the normal and its chords, of
 * third order in a step. Vectors are the components that change sign when a and b are exchanged, three in a row; other
 * components have no rate. */
#include <math.h>
#include <string.h>
#include "base/memory.h"
#include "core/wall_parts.h"
#include "laws/interaction.h"
#include "methods/soft/shaped.h"
#include "methods/soft/scheme.h"

static int fit(rp_soft_table_copy *to, const rp_history *from, int width)
{
    size_t count = from->count ? from->count : 1;
    return rp_memory_fit(&to->active, &to->active_capacity, count, 1)
           && rp_memory_fit(&to->value, &to->value_capacity, count * (size_t)(width ? width : 1), sizeof(double))
           && rp_memory_fit(&to->normal, &to->normal_capacity, count, sizeof(rp_vec));
}

static void copy(rp_soft_table_copy *to, const rp_history *from, int width)
{
    if (from->count) memcpy(to->active, from->active, from->count);
    for (size_t n = 0; n < from->count; n++) rp_history_read(from, width, n, to->value + n * (size_t)width);
}

rp_status rp_soft_histories_copy(rp_soft_histories *to, const rp_world *w, rp_error *err)
{
    const rp_contacts *c = &w->contacts;
    if (!fit(&to->pairs, &c->pairs, c->width) || !fit(&to->walls, &c->wall_pairs, c->width))
        return rp_memory_error(err, c->pairs.count * (size_t)c->width * sizeof(double), "copies of contact histories");
    copy(&to->pairs, &c->pairs, c->width);
    copy(&to->walls, &c->wall_pairs, c->width);
    return RP_OK;
}

static void restore(const rp_soft_table_copy *from, rp_history *to, int width)
{
    if (to->count) memcpy(to->active, from->active, to->count);
    for (size_t n = 0; n < to->count; n++) rp_history_write(to, width, n, from->value + n * (size_t)width);
}

void rp_soft_histories_restore(const rp_soft_histories *from, rp_world *w)
{
    restore(&from->pairs, &w->contacts.pairs, w->contacts.width);
    restore(&from->walls, &w->contacts.wall_pairs, w->contacts.width);
}

static void restore_active(const rp_soft_table_copy *from, rp_history *to, int width)
{
    for (size_t n = 0; n < to->count; n++) {
        if (!from->active[n]) continue;
        to->active[n] = from->active[n];
        rp_history_write(to, width, n, from->value + n * (size_t)width);
    }
}

void rp_soft_histories_restore_active(const rp_soft_histories *from, rp_world *w)
{
    restore_active(&from->pairs, &w->contacts.pairs, w->contacts.width);
    restore_active(&from->walls, &w->contacts.wall_pairs, w->contacts.width);
}

static rp_vec pair_normal(const rp_soft_histories *h, const rp_world *w, size_t n)
{
    const rp_pair pair = w->contacts.pair[n];
    rp_vec e;
    if (h->corners && rp_soft_shaped_normal(w, h->corners, n, &e)) return e;
    const double *shift = w->contacts.shift[rp_pair_image(pair)];
    rp_vec d = rp_vec_sub(rp_particle_position(&w->particles, rp_pair_a(pair)),
                          rp_particle_position(&w->particles, rp_pair_b(pair)));
    d = rp_vec_sub(d, rp_vec_make(shift[0], shift[1], shift[2]));
    return rp_vec_scale(1 / rp_vec_norm(d), d);
}

static rp_vec wall_normal(const rp_soft_histories *h, const rp_world *w, size_t n)
{
    const rp_wall_pair pair = w->contacts.wall_pair[n];
    rp_wall_touch touch;
    if (h->corners && w->particles.shape[pair.a]) rp_corners_at_wall(h->corners, w, &w->wall[pair.wall], pair, &touch);
    else
        rp_wall_distance(&w->wall[pair.wall], rp_wall_pair_face(pair), rp_particle_position(&w->particles, pair.a),
                         &touch.e);
    return touch.e;
}

void rp_soft_histories_normals(rp_soft_histories *to, const rp_world *w)
{
    const size_t pairs = w->contacts.pairs.count, walls = w->contacts.wall_pairs.count;
#pragma omp parallel for schedule(static) if (pairs > RP_SOFT_SCHEME_SHARE)
    for (size_t n = 0; n < pairs; n++)
        if (to->pairs.active[n]) to->pairs.normal[n] = pair_normal(to, w, n);
    for (size_t n = 0; n < walls; n++)
        if (to->walls.active[n]) to->walls.normal[n] = wall_normal(to, w, n);
}

/* The smallest rotation that takes normal a to normal b, of a vector across a. */
static void carry(double *v, rp_vec a, rp_vec b)
{
    rp_vec t = {v[0], v[1], v[2]}, sum = rp_vec_add(a, b);
    double scale = rp_vec_dot(t, b) / (1 + rp_vec_dot(a, b));
    v[0] -= scale * sum.x;
    v[1] -= scale * sum.y;
    v[2] -= scale * sum.z;
}

static void carry_all(double *value, unsigned antisymmetric, int width, rp_vec a, rp_vec b)
{
    for (int k = 0; k + 2 < width; k++)
        if (rp_history_antisymmetric(antisymmetric, k)) {
            carry(value + k, a, b);
            k += 2;
        }
}

static unsigned antisymmetric_of(const rp_world *w, uint16_t a, uint16_t b)
{
    return w->contacts.antisymmetric[rp_world_interaction_index(w, a, b)];
}

static unsigned pair_antisymmetric(const rp_world *w, size_t n)
{
    const rp_pair pair = w->contacts.pair[n];
    return antisymmetric_of(w, w->particles.material[rp_pair_a(pair)], w->particles.material[rp_pair_b(pair)]);
}

static unsigned wall_antisymmetric(const rp_world *w, size_t n)
{
    const rp_wall_pair pair = w->contacts.wall_pair[n];
    return antisymmetric_of(w, w->particles.material[pair.a],
                            (uint16_t)rp_wall_parts_material(&w->wall[pair.wall], pair.triangle));
}

static void rate_of(double *to, const rp_history *now, size_t n, const double *in, unsigned antisymmetric, int width,
                    rp_vec here, rp_vec start)
{
    for (int k = 0; k < width; k++)
        to[k] = rp_history_antisymmetric(antisymmetric, k) ? *rp_history_value(now, width, n, k) - in[k] : 0;
    carry_all(to, antisymmetric, width, here, start);
}

/* A contact that was not there at the start, or is not there now, has no rate. */
void rp_soft_histories_rate(rp_soft_histories *rate, const rp_soft_histories *before, const rp_soft_histories *in,
                            const rp_world *w)
{
    const rp_contacts *c = &w->contacts;
    const size_t width = (size_t)c->width;
    memset(rate->pairs.value, 0, c->pairs.count * width * sizeof(double));
    memset(rate->walls.value, 0, c->wall_pairs.count * width * sizeof(double));
#pragma omp parallel for schedule(static) if (c->pairs.count > RP_SOFT_SCHEME_SHARE)
    for (size_t n = 0; n < c->pairs.count; n++)
        if (before->pairs.active[n] && c->pairs.active[n])
            rate_of(rate->pairs.value + n * width, &c->pairs, n, in->pairs.value + n * width, pair_antisymmetric(w, n),
                    c->width, pair_normal(before, w, n), before->pairs.normal[n]);
    for (size_t n = 0; n < c->wall_pairs.count; n++)
        if (before->walls.active[n] && c->wall_pairs.active[n])
            rate_of(rate->walls.value + n * width, &c->wall_pairs, n, in->walls.value + n * width,
                    wall_antisymmetric(w, n), c->width, wall_normal(before, w, n), before->walls.normal[n]);
}

static void sum_table(double *sum, double weight, const double *rate, size_t count, int first)
{
#pragma omp parallel for schedule(static) if (count > RP_SOFT_SCHEME_SHARE)
    for (size_t n = 0; n < count; n++) sum[n] = (first ? 0 : sum[n]) + weight * rate[n];
}

void rp_soft_histories_sum(rp_soft_histories *sum, double weight, const rp_soft_histories *rate, const rp_world *w,
                           int first)
{
    const size_t width = (size_t)w->contacts.width;
    sum_table(sum->pairs.value, weight, rate->pairs.value, w->contacts.pairs.count * width, first);
    sum_table(sum->walls.value, weight, rate->walls.value, w->contacts.wall_pairs.count * width, first);
}

static void set_one(rp_history *to, size_t n, const double *before, const double *rate, double weight,
                    unsigned antisymmetric, int width, rp_vec start, rp_vec here)
{
    double row[RP_HISTORY_MAX];
    for (int k = 0; k < width; k++) row[k] = before[k] + weight * rate[k];
    carry_all(row, antisymmetric, width, start, here);
    rp_history_write(to, width, n, row);
}

void rp_soft_histories_set(const rp_soft_histories *before, const rp_soft_histories *rate, double weight, rp_world *w)
{
    rp_contacts *c = &w->contacts;
    const size_t width = (size_t)c->width;
    rp_soft_histories_restore(before, w);
    if (before->corners) rp_corners_turn(before->corners, w, 0, (uint32_t)w->particles.count, 0);
#pragma omp parallel for schedule(static) if (c->pairs.count > RP_SOFT_SCHEME_SHARE)
    for (size_t n = 0; n < c->pairs.count; n++)
        if (before->pairs.active[n])
            set_one(&c->pairs, n, before->pairs.value + n * width, rate->pairs.value + n * width, weight,
                    pair_antisymmetric(w, n), c->width, before->pairs.normal[n], pair_normal(before, w, n));
    for (size_t n = 0; n < c->wall_pairs.count; n++)
        if (before->walls.active[n])
            set_one(&c->wall_pairs, n, before->walls.value + n * width, rate->walls.value + n * width, weight,
                    wall_antisymmetric(w, n), c->width, before->walls.normal[n], wall_normal(before, w, n));
}

static void free_copy(rp_soft_table_copy *t)
{
    rp_memory_free(t->active);
    rp_memory_free(t->value);
    rp_memory_free(t->normal);
    *t = (rp_soft_table_copy){0};
}

void rp_soft_histories_free(rp_soft_histories *h)
{
    free_copy(&h->pairs);
    free_copy(&h->walls);
}
