/* State out of the world and into it again (archive), and its hash. What is listed here is what a restart restores. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "core/chain.h"
#include "core/field.h"
#include "core/neighbours.h"
#include "core/world.h"

/* ---- walls and groups as rows of numbers: definitions that a stage may change, and state ---- */

enum { WALL_NUMBERS = 30, GROUP_NUMBERS = 9, WORLD_NUMBERS = 28 + RP_METHOD_TOTALS, WORLD_COUNTS = 5 };

static void put_vec(double **at, rp_vec v)
{
    *(*at)++ = v.x;
    *(*at)++ = v.y;
    *(*at)++ = v.z;
}

static rp_vec get_vec(const double **at)
{
    rp_vec v = {(*at)[0], (*at)[1], (*at)[2]};
    *at += 3;
    return v;
}

static void wall_out(const rp_wall *w, double *at)
{
    double *start = at;
    put_vec(&at, w->velocity);
    *at++ = w->spin;
    *at++ = w->load;
    *at++ = w->active;
    put_vec(&at, w->offset);
    put_vec(&at, w->speed);
    *at++ = w->angle;
    *at++ = w->turning;
    put_vec(&at, w->acceleration);
    put_vec(&at, w->force);
    put_vec(&at, w->torque);
    *at++ = w->work;
    put_vec(&at, w->impulse);
    *at++ = (double)w->hits;
    while (at < start + WALL_NUMBERS) *at++ = 0;
}

static void wall_in(rp_wall *w, const double *at)
{
    w->velocity = get_vec(&at);
    w->spin = *at++;
    w->load = *at++;
    w->active = *at++ != 0;
    w->offset = get_vec(&at);
    w->speed = get_vec(&at);
    w->angle = *at++;
    w->turning = *at++;
    w->acceleration = get_vec(&at);
    w->force = get_vec(&at);
    w->torque = get_vec(&at);
    w->work = *at++;
    w->impulse = get_vec(&at);
    w->hits = (uint64_t)*at++;
}

static void group_out(const rp_group *g, double *at)
{
    *at++ = g->mode;
    put_vec(&at, g->velocity);
    put_vec(&at, g->reaction);
    *at++ = g->work;
    *at++ = (double)g->count;
}

static void group_in(rp_group *g, const double *at)
{
    g->mode = (rp_group_mode)*at++;
    g->velocity = get_vec(&at);
    g->reaction = get_vec(&at);
    g->work = *at++;
    g->count = (size_t)*at++;
}

static void world_out(const rp_world *w, double *at, uint64_t *count)
{
    const rp_totals *t = &w->totals, *p = &w->power;
    *at++ = w->time;
    *at++ = w->time_base;
    *at++ = w->dt;
    put_vec(&at, w->gravity);
    *at++ = t->start_energy;
    *at++ = t->gravity;
    *at++ = t->walls;
    *at++ = t->loads;
    *at++ = t->drives;
    *at++ = t->normal;
    *at++ = t->tangential;
    *at++ = t->rolling;
    *at++ = t->scheme;
    *at++ = p->walls;
    *at++ = p->loads;
    *at++ = p->drives;
    *at++ = p->normal;
    *at++ = p->tangential;
    *at++ = p->rolling;
    *at++ = w->contacts.skin;
    *at++ = w->contacts.travelled;
    *at++ = w->contacts.near;
    *at++ = w->contacts.near_travelled;
    *at++ = w->contacts.next_move;
    *at++ = w->contacts.next_shared;
    *at++ = w->contacts.span;
    for (int n = 0; n < RP_METHOD_TOTALS; n++) *at++ = w->method_total[n];
    count[0] = w->step;
    count[1] = w->step_base;
    count[2] = (uint64_t)w->primed;
    count[3] = (uint64_t)w->contacts.axis;
    count[4] = w->contacts.rebuilds;
}

static void world_in(rp_world *w, const double *at, const uint64_t *count)
{
    rp_totals *t = &w->totals, *p = &w->power;
    w->time = *at++;
    w->time_base = *at++;
    w->dt = *at++;
    w->gravity = get_vec(&at);
    t->start_energy = *at++;
    t->gravity = *at++;
    t->walls = *at++;
    t->loads = *at++;
    t->drives = *at++;
    t->normal = *at++;
    t->tangential = *at++;
    t->rolling = *at++;
    t->scheme = *at++;
    p->walls = *at++;
    p->loads = *at++;
    p->drives = *at++;
    p->normal = *at++;
    p->tangential = *at++;
    p->rolling = *at++;
    w->contacts.skin = *at++;
    w->contacts.travelled = *at++;
    w->contacts.near = *at++;
    w->contacts.near_travelled = *at++;
    w->contacts.next_move = *at++;
    w->contacts.next_shared = *at++;
    w->contacts.span = *at++;
    for (int n = 0; n < RP_METHOD_TOTALS; n++) w->method_total[n] = *at++;
    w->step = count[0];
    w->step_base = count[1];
    w->primed = count[2] != 0;
    w->contacts.axis = (int)count[3];
    w->contacts.rebuilds = count[4];
}

/* ---- saving ---- */

static void save_bounds(const rp_world *w, rp_chain *c)
{
    for (int n = 0; n < w->wall_count; n++) {
        char name[RP_NAME + 16];
        double value[WALL_NUMBERS];
        snprintf(name, sizeof name, "walls/%d", n);
        wall_out(&w->wall[n], value);
        rp_chain_put_copy(c, name, RP_F64, 1, WALL_NUMBERS, value);
    }
    for (int n = 0; n < w->group_count; n++) {
        char name[RP_NAME + 16];
        double value[GROUP_NUMBERS];
        snprintf(name, sizeof name, "groups/%d", n);
        group_out(&w->group[n], value);
        rp_chain_put_copy(c, name, RP_F64, 1, GROUP_NUMBERS, value);
    }
}

rp_status rp_world_save(const rp_world *w, rp_archive *archive, rp_error *err)
{
    rp_chain c = {archive, err, RP_OK};
    double number[WORLD_NUMBERS];
    uint64_t count[WORLD_COUNTS];
    world_out(w, number, count);
    rp_chain_put_copy(&c, "world/numbers", RP_F64, 1, WORLD_NUMBERS, number);
    rp_chain_put_copy(&c, "world/counts", RP_U64, 1, WORLD_COUNTS, count);
    if (!c.status) c.status = rp_fields_save(rp_particles_fields(), &w->particles, w->particles.count, archive, err);
    if (!c.status) c.status = rp_shapes_save(&w->shapes, archive, err);
    save_bounds(w, &c);
    if (w->contacts.chunk_count)
        rp_contacts_save(&w->contacts, &c); /* also when the list is due to be rebuilt: it has the histories */
    return c.status;
}

/* ---- restoring ---- */

/* Arrays are there if the checkpoint has their fields. */
static void make_particles(rp_world *w, size_t count, rp_chain *c)
{
    const rp_fields *fields = rp_particles_fields();
    int accel = rp_fields_item(fields, "acceleration", c->archive) != NULL;
    int turn = rp_fields_item(fields, "orientation", c->archive) != NULL;
    rp_particles_destroy(&w->particles);
    c->status = rp_particles_create(&w->particles, count, accel, turn, c->err);
    if (!c->status && rp_fields_item(fields, "shape", c->archive))
        c->status = rp_particles_shapes(&w->particles, c->err);
}

static void load_particles(rp_world *w, rp_chain *c)
{
    const rp_item *id = rp_fields_item(rp_particles_fields(), "id", c->archive);
    if (!id) c->status = rp_error_set(c->err, RP_INPUT, "the checkpoint holds no particles");
    if (!c->status) make_particles(w, id->rows, c);
    if (!c->status) c->status = rp_shapes_load(&w->shapes, c->archive, c->err);
    if (!c->status)
        c->status = rp_fields_load(rp_particles_fields(), &w->particles, w->particles.count, c->archive, c->err);
}

/* What indexes other arrays is checked before it is used. */
static void check_particles(const rp_world *w, rp_chain *c)
{
    const rp_particles *p = &w->particles;
    uint8_t *seen = c->status ? NULL : rp_memory_alloc(p->count, 1);
    if (!c->status && !seen) c->status = rp_memory_error(c->err, p->count, "the checkpoint");
    for (size_t i = 0; i < p->count && !c->status; i++) {
        int shaped = p->shape && p->shape[i] > 0;
        if (p->id[i] >= p->count || seen[p->id[i]]++ || p->material[i] >= w->material_count
            || p->group[i] >= w->group_count || (shaped && (p->shape[i] > w->shapes.count || !p->turn)))
            c->status = rp_error_set(c->err, RP_INPUT,
                                     "the checkpoint does not fit the scene: particle %u, material %u, group %u",
                                     p->id[i], p->material[i], p->group[i]);
    }
    rp_memory_free(seen);
}

static void load_bounds(rp_world *w, rp_chain *c)
{
    for (int n = 0; n < w->wall_count; n++) {
        char name[RP_NAME + 16];
        double value[WALL_NUMBERS];
        snprintf(name, sizeof name, "walls/%d", n);
        rp_chain_get(c, name, RP_F64, 1, WALL_NUMBERS, value);
        if (!c->status) wall_in(&w->wall[n], value);
    }
    for (int n = 0; n < w->group_count; n++) {
        char name[RP_NAME + 16];
        double value[GROUP_NUMBERS];
        snprintf(name, sizeof name, "groups/%d", n);
        rp_chain_get(c, name, RP_F64, 1, GROUP_NUMBERS, value);
        if (!c->status) group_in(&w->group[n], value);
    }
}

rp_status rp_world_load(rp_world *w, const rp_archive *archive, rp_error *err)
{
    rp_chain c = {(rp_archive *)archive, err, RP_OK};
    double number[WORLD_NUMBERS];
    uint64_t count[WORLD_COUNTS];
    rp_chain_get(&c, "world/numbers", RP_F64, 1, WORLD_NUMBERS, number);
    rp_chain_get(&c, "world/counts", RP_U64, 1, WORLD_COUNTS, count);
    if (!c.status) load_particles(w, &c);
    check_particles(w, &c);
    if (c.status) return c.status;
    rp_particles_index(&w->particles);
    load_bounds(w, &c);
    if (!c.status) world_in(w, number, count);
    if (!c.status) rp_neighbours_shifts(w);
    rp_contacts_load(w, &c);
    return c.status;
}

/* ---- hash ---- */

typedef struct keyed {
    uint64_t a, b;
    size_t index;
    int wall;
} keyed; /* b: id or wall, then feature */

static int keyed_compare(const void *x, const void *y)
{
    const keyed *a = x, *b = y;
    if (a->wall != b->wall) return a->wall - b->wall;
    if (a->a != b->a) return a->a < b->a ? -1 : 1;
    return a->b < b->b ? -1 : a->b > b->b;
}

/* Which image of the other particle is meant, counted from unwrapped positions, so that it does not change when one
 * wraps. */
static uint64_t image_offset(const rp_particles *p, uint32_t a, uint32_t b, int image, int sign)
{
    uint64_t code = 0;
    for (int axis = 0; axis < 3; axis++, image /= 3) {
        int32_t k = image % 3 - 1 + p->image[a][axis] - p->image[b][axis];
        code = code * 1024 + (uint64_t)((sign * k + 512) & 1023);
    }
    return code;
}

static size_t list_live(const rp_world *w, keyed *list)
{
    const rp_contacts *t = &w->contacts;
    size_t count = 0;
    for (size_t n = 0; n < t->pairs.count; n++) {
        if (!t->pairs.live[n]) continue;
        uint32_t i = rp_pair_a(t->pair[n]), j = rp_pair_b(t->pair[n]), a = w->particles.id[i], b = w->particles.id[j];
        uint64_t image = image_offset(&w->particles, i, j, rp_pair_image(t->pair[n]), a <= b ? 1 : -1);
        list[count++] = (keyed){a <= b ? a : b, (uint64_t)(a <= b ? b : a) << 30 | image, n, 0};
    }
    for (size_t n = 0; n < t->wall_pairs.count; n++)
        if (t->wall_pairs.live[n])
            list[count++] = (keyed){w->particles.id[t->wall_pair[n].a],
                                    (uint64_t)t->wall_pair[n].wall << 16 | t->wall_pair[n].face, n, 1};
    return count;
}

static void hash_contact(const rp_world *w, rp_hash *h, const keyed *k)
{
    const rp_contacts *t = &w->contacts;
    const rp_history *table = k->wall ? &t->wall_pairs : &t->pairs;
    uint32_t odd = 0;
    if (!k->wall) {
        uint32_t i = rp_pair_a(t->pair[k->index]), j = rp_pair_b(t->pair[k->index]);
        if (w->particles.id[i] > w->particles.id[j])
            odd = t->odd[rp_world_interaction_index(w, w->particles.material[i], w->particles.material[j])];
    }
    rp_hash_u64(h, k->a);
    rp_hash_u64(h, k->b);
    rp_hash_u64(h, table->live[k->index]);
    for (int n = 0; n < t->width; n++) {
        double value = *rp_history_value(table, t->width, k->index, n);
        rp_hash_double(h, rp_history_odd(odd, n) ? -value : value);
    }
}

static rp_status hash_contacts(const rp_world *w, rp_hash *h, rp_error *err)
{
    const rp_contacts *t = &w->contacts;
    keyed *list = rp_memory_alloc(t->pairs.count + t->wall_pairs.count, sizeof *list);
    if (!list) return rp_memory_error(err, (t->pairs.count + t->wall_pairs.count) * sizeof *list, "the state hash");
    size_t count = list_live(w, list);
    qsort(list, count, sizeof *list, keyed_compare);
    for (size_t n = 0; n < count; n++) hash_contact(w, h, &list[n]);
    rp_memory_free(list);
    return RP_OK;
}

static void hash_shape(const rp_shapes *s, rp_hash *h, uint32_t number)
{
    int corners = number ? rp_shapes_corners(s, number) : 0;
    rp_hash_u64(h, (uint64_t)corners);
    for (int k = 0; k < corners; k++) {
        rp_hash_double(h, rp_shapes_corner(s, number)[k].x);
        rp_hash_double(h, rp_shapes_corner(s, number)[k].y);
    }
}

rp_status rp_world_hash_add(const rp_world *w, rp_hash *h, rp_error *err)
{
    double number[WORLD_NUMBERS], wall[WALL_NUMBERS], group[GROUP_NUMBERS];
    uint64_t count[WORLD_COUNTS];
    world_out(w, number, count);
    for (int n = 0; n < WORLD_NUMBERS; n++) rp_hash_double(h, number[n]);
    for (int n = 0; n < WORLD_COUNTS; n++) rp_hash_u64(h, count[n]);
    for (size_t id = 0; id < w->particles.count; id++) {
        rp_fields_hash(rp_particles_fields(), &w->particles, w->particles.slot_of[id], h);
        if (w->particles.shape) hash_shape(&w->shapes, h, w->particles.shape[w->particles.slot_of[id]]);
    }
    rp_status status = hash_contacts(w, h, err);
    if (status) return status;
    for (int k = 0; k < w->wall_count; k++) {
        wall_out(&w->wall[k], wall);
        for (int n = 0; n < WALL_NUMBERS; n++) rp_hash_double(h, wall[n]);
    }
    for (int k = 0; k < w->group_count; k++) {
        group_out(&w->group[k], group);
        for (int n = 0; n < GROUP_NUMBERS; n++) rp_hash_double(h, group[n]);
    }
    return RP_OK;
}

rp_status rp_world_hash(const rp_world *w, char text[33], rp_error *err)
{
    rp_hash h;
    rp_hash_init(&h);
    rp_status status = rp_world_hash_add(w, &h, err);
    rp_hash_text(&h, text);
    return status;
}
