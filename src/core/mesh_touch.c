/* See mesh_touch.h. */
#include "core/mesh_touch.h"

static const double LEVEL = 1e-9;       /* of the radius: less is flat. Rounding of positions is far below. */
static const double PARALLEL = 1e-15;   /* 1 - cosine: rounding; within a radius such planes part by 5e-8 of it */
static const double SAME_CONTACT = 0.5; /* cosine: a history does not pass to a normal that is farther away */

/* What is seen so far, by distance; `hidden`: no contact, but it hides others as a contact does. */
typedef struct seen {
    int count, crowded;
    rp_mesh_touch touch[RP_MESH_TOUCH_MOST];
} seen;

static int below_plane(const rp_mesh_touch *under, const rp_mesh_touch *t, double r)
{
    return under->distance - t->distance * rp_vec_dot(under->normal, t->normal) <= LEVEL * r;
}

/* Keeps those that stick out of the planes of all before them. */
static void drop_flat(seen *s, double r)
{
    int kept = 0;
    for (int n = 0; n < s->count; n++) {
        int flat = 0;
        for (int k = 0; k < kept && !flat; k++) flat = below_plane(&s->touch[k], &s->touch[n], r);
        if (!flat) s->touch[kept++] = s->touch[n];
    }
    s->count = kept;
}

/* By distance, then in the order of the list. */
static void put(seen *s, rp_mesh_touch t)
{
    int at = s->count++;
    for (; at > 0 && s->touch[at - 1].distance > t.distance; at--) s->touch[at] = s->touch[at - 1];
    s->touch[at] = t;
}

static void keep(seen *s, rp_mesh_touch t, double r)
{
    if (s->count == RP_MESH_TOUCH_MOST) drop_flat(s, r);
    if (s->count == RP_MESH_TOUCH_MOST) { /* all stick out: the farthest goes */
        s->crowded = 1;
        if (s->touch[s->count - 1].distance <= t.distance) return;
        s->count--;
    }
    put(s, t);
}

/* The triangle lies in the plane of a face that is touched: no point of it sticks out. */
static int in_plane(const seen *s, const rp_mesh_row *row, double height, double r)
{
    for (int k = 0; k < s->count; k++)
        if (fabs(fabs(height) - s->touch[k].distance) <= LEVEL * r
            && copysign(1, height) * rp_vec_dot(row->normal, s->touch[k].normal) > 1 - PARALLEL)
            return 1;
    return 0;
}

static void see_one(seen *s, const rp_mesh *mesh, rp_mesh_touch t, uint32_t triangle, rp_vec x, double r, double reach)
{
    t.distance = rp_mesh_distance(mesh, triangle, x, &t.normal);
    if (t.distance < reach) keep(s, t, r);
}

/* Faces first: what they hide of their own planes needs no distance. */
static void see(seen *s, const rp_mesh *mesh, const rp_wall_pair *pair, size_t first, size_t end, rp_vec x, double r,
                double reach)
{
    size_t rim = end; /* the first triangle that is near, but not under the particle */
    for (size_t n = first; n < end; n++) {
        const rp_mesh_row *row = &mesh->row[pair[n].triangle - 1];
        const rp_vec arm = rp_vec_sub(x, row->corner);
        if (fabs(rp_vec_dot(arm, row->normal)) >= reach) continue;
        if (rp_mesh_over(row, arm)) see_one(s, mesh, (rp_mesh_touch){.pair = n}, pair[n].triangle - 1, x, r, reach);
        else if (rim == end) rim = n;
    }
    for (size_t n = rim; n < end; n++) {
        const rp_mesh_row *row = &mesh->row[pair[n].triangle - 1];
        const rp_vec arm = rp_vec_sub(x, row->corner);
        const double height = rp_vec_dot(arm, row->normal);
        if (fabs(height) >= reach || rp_mesh_over(row, arm) || in_plane(s, row, height, r)) continue;
        see_one(s, mesh, (rp_mesh_touch){.pair = n}, pair[n].triangle - 1, x, r, reach);
    }
}

static int on_smooth(const rp_mesh *mesh, const rp_mesh_touch *contact, int count, rp_vec normal)
{
    for (int k = 0; k < count; k++)
        if (rp_vec_dot(contact[k].normal, normal) > mesh->smooth_cosine) return 1;
    return 0;
}

int rp_mesh_touch_find(const rp_mesh *mesh, const rp_wall_pair *pair, size_t first, size_t end, rp_vec x, double r,
                       double reach, rp_mesh_touch *touch, int *crowded)
{
    seen s;
    int count = 0;
    s.count = s.crowded = 0;
    see(&s, mesh, pair, first, end, x, r, reach);
    if (s.count > 1) drop_flat(&s, r);
    for (int n = 0; n < s.count; n++)
        if (!on_smooth(mesh, touch, count, s.touch[n].normal)) touch[count++] = s.touch[n];
    if (s.crowded && __atomic_load_n(crowded, __ATOMIC_RELAXED) == 0) __atomic_store_n(crowded, 1, __ATOMIC_RELAXED);
    return count;
}

/* ---- histories ---- */

static void move_history(rp_contacts *c, size_t from, size_t to)
{
    rp_history *h = &c->wall_pairs;
    h->active[to] = h->active[from];
    for (int k = 0; k < c->width; k++) *rp_history_value(h, c->width, to, k) = *rp_history_value(h, c->width, from, k);
    rp_history_forget(h, c->width, from);
}

static int is_contact(const rp_mesh_touch *touch, int count, size_t pair)
{
    for (int k = 0; k < count; k++)
        if (touch[k].pair == pair) return 1;
    return 0;
}

/* Histories of two interactions differ. */
static int same_material(const rp_mesh *mesh, uint32_t face, uint32_t other)
{
    return !mesh->material || mesh->material[mesh->part[face - 1]] == mesh->material[mesh->part[other - 1]];
}

void rp_mesh_touch_pass(const rp_mesh *mesh, rp_contacts *c, size_t first, size_t end, rp_vec x,
                        const rp_mesh_touch *touch, int count)
{
    for (size_t n = first; n < end; n++) {
        rp_vec normal;
        double best = SAME_CONTACT;
        int to = -1;
        if (!c->wall_pairs.active[n] || is_contact(touch, count, n)) continue;
        rp_mesh_distance(mesh, c->wall_pair[n].triangle - 1, x, &normal);
        for (int k = 0; k < count; k++) {
            double cosine = rp_vec_dot(normal, touch[k].normal);
            if (c->wall_pairs.active[touch[k].pair] || !(cosine > best)) continue;
            if (!same_material(mesh, c->wall_pair[n].triangle, c->wall_pair[touch[k].pair].triangle)) continue;
            best = cosine;
            to = k;
        }
        if (to >= 0) move_history(c, n, touch[to].pair);
    }
}
