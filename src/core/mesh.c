/* See mesh.h. */
#include "core/mesh.h"
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "base/map.h"
#include "base/memory.h"

enum { LEAF = 4 }; /* triangles a leaf has at most */

static rp_status no_memory(const rp_mesh *m, rp_error *err)
{
    return rp_memory_error(err, m->triangles * sizeof *m->row, "a mesh");
}

/* ---- merging corners ---- */

static const double FARTHEST = 1e9;  /* m: beyond, what is left of the digits of a distance is no part of a grain */
static const double TOGETHER = 2e-7; /* of the mesh's size: two steps of the numbers of a binary STL */
static const double CELL = 1000;     /* times that: so few corners lie near a border of two cells */
static const double NEEDLE = 1e-7;   /* of its longest side: a triangle that is less high */

typedef struct merging {
    rp_mesh *mesh;
    rp_map cell;    /* to the last corner in it */
    uint32_t *next; /* owned; by corner: the one before it in the same cell */
    size_t next_capacity, corner_capacity;
    rp_vec lower;
    double near, width; /* m */
} merging;

static uint64_t cell_key(const merging *g, rp_vec x)
{
    uint64_t key = 0;
    const double at[3] = {x.x - g->lower.x, x.y - g->lower.y, x.z - g->lower.z};
    for (int k = 0; k < 3; k++) key = key << 21 | ((uint64_t)(at[k] / g->width + 1) & 0x1fffff);
    return key;
}

static uint32_t find_in_cell(const merging *g, uint64_t key, rp_vec x)
{
    for (uint32_t n = rp_map_find(&g->cell, key); n != RP_MAP_NONE; n = g->next[n]) {
        rp_vec d = rp_vec_sub(g->mesh->corner[n], x);
        if (fabs(d.x) <= g->near && fabs(d.y) <= g->near && fabs(d.z) <= g->near) return n;
    }
    return RP_MAP_NONE;
}

/* In the cells that a box about x meets: one, but near their borders. */
static uint32_t find_corner(const merging *g, rp_vec x)
{
    uint64_t last = UINT64_MAX;
    uint32_t found = RP_MAP_NONE;
    const rp_vec d = {g->near, g->near, g->near};
    if (cell_key(g, rp_vec_sub(x, d)) == cell_key(g, rp_vec_add(x, d))) return find_in_cell(g, cell_key(g, x), x);
    for (int n = 0; n < 8 && found == RP_MAP_NONE; n++) {
        rp_vec at = {x.x + (n & 1 ? d.x : -d.x), x.y + (n & 2 ? d.y : -d.y), x.z + (n & 4 ? d.z : -d.z)};
        uint64_t key = cell_key(g, at);
        if (key != last) found = find_in_cell(g, key, x);
        last = key;
    }
    return found;
}

/* The number of the corner at x; RP_MAP_NONE: not enough memory. */
static uint32_t corner_at(merging *g, rp_vec x)
{
    rp_mesh *m = g->mesh;
    uint32_t n = find_corner(g, x);
    if (n != RP_MAP_NONE) {
        m->merged++;
        return n;
    }
    if (!rp_memory_reserve(&m->corner, &g->corner_capacity, m->corners + 1, sizeof *m->corner)
        || !rp_memory_reserve(&g->next, &g->next_capacity, m->corners + 1, sizeof *g->next))
        return RP_MAP_NONE;
    n = (uint32_t)m->corners++;
    m->corner[n] = x;
    uint64_t key = cell_key(g, x);
    uint32_t before = rp_map_find(&g->cell, key);
    g->next[n] = before;
    if (before == RP_MAP_NONE) return rp_map_put(&g->cell, key, n) ? n : RP_MAP_NONE;
    g->next[n] = g->next[before]; /* the first of a cell stays in the map */
    g->next[before] = n;
    return n;
}

/* ---- triangles that stay ---- */

static int is_needle(const rp_mesh *m, const uint32_t t[3])
{
    rp_vec u = rp_vec_sub(m->corner[t[1]], m->corner[t[0]]), v = rp_vec_sub(m->corner[t[2]], m->corner[t[0]]),
           w = rp_vec_sub(v, u);
    double longest = fmax(rp_vec_dot(u, u), fmax(rp_vec_dot(v, v), rp_vec_dot(w, w)));
    return !(rp_vec_norm(rp_vec_cross(u, v)) > NEEDLE * longest);
}

static int before(uint32_t *a, uint32_t *b)
{
    if (*a <= *b) return 0;
    uint32_t c = *a;
    *a = *b;
    *b = c;
    return 1;
}

/* A number for three corners in any order. Two triples with one number are compared. */
static uint64_t triple_key(const uint32_t t[3], uint32_t sorted[3])
{
    memcpy(sorted, t, 3 * sizeof *sorted);
    before(&sorted[0], &sorted[1]);
    before(&sorted[1], &sorted[2]);
    before(&sorted[0], &sorted[1]);
    uint64_t key = sorted[0];
    for (int k = 1; k < 3; k++) key = (key * 0x9E3779B97F4A7C15u ^ key >> 29) + sorted[k];
    return key;
}

static int is_double(const rp_mesh *m, const rp_map *known, const uint32_t t[3])
{
    uint32_t sorted[3], other[3], n = rp_map_find(known, triple_key(t, sorted));
    if (n == RP_MAP_NONE) return 0;
    triple_key(m->triangle[n], other);
    return memcmp(sorted, other, sizeof sorted) == 0;
}

static int keep_triangle(rp_mesh *m, rp_map *known, const uint32_t t[3], uint32_t part)
{
    uint32_t sorted[3];
    if (is_needle(m, t)) m->needles++;
    else if (is_double(m, known, t)) m->doubled++;
    else {
        uint64_t key = triple_key(t, sorted);
        memcpy(m->triangle[m->triangles], t, sizeof *m->triangle);
        m->part[m->triangles] = part;
        if (rp_map_find(known, key) == RP_MAP_NONE && !rp_map_put(known, key, (uint32_t)m->triangles)) return 0;
        m->triangles++;
    }
    return 1;
}

static void bounds(rp_mesh *m, const rp_mesh_soup *s)
{
    m->lower = m->upper = s->corner[0][0];
    for (size_t n = 0; n < s->triangles; n++)
        for (int k = 0; k < 3; k++) {
            rp_vec x = s->corner[n][k];
            m->lower = rp_vec_make(fmin(m->lower.x, x.x), fmin(m->lower.y, x.y), fmin(m->lower.z, x.z));
            m->upper = rp_vec_make(fmax(m->upper.x, x.x), fmax(m->upper.y, x.y), fmax(m->upper.z, x.z));
        }
}

static rp_status check_bounds(const rp_mesh *m, rp_error *err)
{
    const double far[] = {-m->lower.x, -m->lower.y, -m->lower.z, m->upper.x, m->upper.y, m->upper.z};
    double most = 0;
    for (int k = 0; k < 6; k++) most = fmax(most, far[k]);
    if (most <= FARTHEST) return RP_OK;
    rp_status status = rp_error_set(err, RP_INPUT, "a mesh with corners %.3g m from the origin", most);
    rp_error_expected(err, "at most %g m: scale is for files in other units", FARTHEST);
    return status;
}

static rp_status clean(rp_mesh *m, const rp_mesh_soup *s, rp_error *err)
{
    rp_vec extent = rp_vec_sub(m->upper, m->lower);
    double size = fmax(extent.x, fmax(extent.y, extent.z)), near = TOGETHER * size;
    merging g = {.mesh = m, .lower = m->lower, .near = near, .width = near > 0 ? CELL * near : 1};
    rp_map known = {0};
    int good = (m->triangle = rp_memory_alloc(s->triangles, sizeof *m->triangle)) != NULL
               && (m->part = rp_memory_alloc(s->triangles, sizeof *m->part)) != NULL
               && (m->part_name = rp_memory_alloc(s->parts + 1, sizeof *m->part_name)) != NULL;
    if (good && s->parts) memcpy(m->part_name, s->name, s->parts * sizeof *m->part_name);
    m->parts = s->parts;
    for (size_t n = 0; n < s->triangles && good; n++) {
        uint32_t t[3];
        for (int k = 0; k < 3 && good; k++) good = (t[k] = corner_at(&g, s->corner[n][k])) != RP_MAP_NONE;
        good = good && keep_triangle(m, &known, t, s->part ? s->part[n] : 0);
    }
    rp_map_free(&g.cell);
    rp_map_free(&known);
    rp_memory_free(g.next);
    return good ? RP_OK : no_memory(m, err);
}

/* ---- rows ---- */

static rp_mesh_row row_of(const rp_mesh *m, size_t n)
{
    const uint32_t *t = m->triangle[n];
    rp_vec a = m->corner[t[0]], u = rp_vec_sub(m->corner[t[1]], a), v = rp_vec_sub(m->corner[t[2]], a),
           normal = rp_vec_cross(u, v);
    return (rp_mesh_row){
        a, rp_vec_scale(1 / rp_vec_norm(normal), normal), u, v, rp_vec_dot(u, u), rp_vec_dot(u, v), rp_vec_dot(v, v)};
}

static void make_rows(rp_mesh *m)
{
    rp_hash h;
    rp_hash_init(&h);
    for (size_t n = 0; n < m->triangles; n++) m->row[n] = row_of(m, n);
    for (size_t n = 0; n < m->corners; n++) {
        rp_hash_double(&h, m->corner[n].x);
        rp_hash_double(&h, m->corner[n].y);
        rp_hash_double(&h, m->corner[n].z);
    }
    rp_hash_bytes(&h, m->triangle, m->triangles * sizeof *m->triangle);
    m->hash = h.a ^ h.b;
}

/* ---- the tree ---- */

typedef struct placed {
    uint64_t code;
    uint32_t triangle;
} placed;

/* Bits of three coordinates in turn, so that what is near has near codes. */
static uint64_t spread(uint64_t x)
{
    x = (x | x << 32) & 0x1f00000000ffffu;
    x = (x | x << 16) & 0x1f0000ff0000ffu;
    x = (x | x << 8) & 0x100f00f00f00f00fu;
    x = (x | x << 4) & 0x10c30c30c30c30c3u;
    return (x | x << 2) & 0x1249249249249249u;
}

static uint64_t code_of(const rp_mesh *m, size_t n, rp_vec scale)
{
    const rp_mesh_row *t = &m->row[n];
    rp_vec middle = rp_vec_sub(rp_vec_add(t->corner, rp_vec_scale(1.0 / 3, rp_vec_add(t->u, t->v))), m->lower);
    return spread((uint64_t)(middle.x * scale.x)) | spread((uint64_t)(middle.y * scale.y)) << 1
           | spread((uint64_t)(middle.z * scale.z)) << 2;
}

static int placed_compare(const void *a, const void *b)
{
    const placed *p = a, *q = b;
    if (p->code != q->code) return p->code < q->code ? -1 : 1;
    return p->triangle < q->triangle ? -1 : 1;
}

static int sort_places(rp_mesh *m)
{
    rp_vec extent = rp_vec_sub(m->upper, m->lower);
    double size = fmax(extent.x, fmax(extent.y, extent.z)), one = size > 0 ? 2097151 / size : 0;
    placed *p = rp_memory_alloc(m->triangles, sizeof *p);
    for (size_t n = 0; p && n < m->triangles; n++)
        p[n] = (placed){code_of(m, n, rp_vec_make(one, one, one)), (uint32_t)n};
    if (p) qsort(p, m->triangles, sizeof *p, placed_compare);
    for (size_t n = 0; p && n < m->triangles; n++) m->order[n] = p[n].triangle;
    rp_memory_free(p);
    return p != NULL;
}

static float down(double x) { return nextafterf((float)x, -FLT_MAX); }
static float up(double x) { return nextafterf((float)x, FLT_MAX); }

static void include(rp_mesh_box *b, rp_vec x)
{
    const double at[3] = {x.x, x.y, x.z};
    for (int k = 0; k < 3; k++) {
        b->lower[k] = fminf(b->lower[k], down(at[k]));
        b->upper[k] = fmaxf(b->upper[k], up(at[k]));
    }
}

static rp_mesh_box box_of(const rp_mesh *m, size_t first, size_t end)
{
    rp_mesh_box b = {{FLT_MAX, FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX, -FLT_MAX}};
    for (size_t n = first; n < end; n++)
        for (int k = 0; k < 3; k++) include(&b, m->corner[m->triangle[m->order[n]][k]]);
    return b;
}

static void make_node(rp_mesh *m, size_t node, size_t first, size_t end)
{
    if (end - first <= LEAF) {
        m->box[node] = box_of(m, first, end);
        return;
    }
    const size_t middle = first + (end - first) / 2;
    make_node(m, 2 * node + 1, first, middle);
    make_node(m, 2 * node + 2, middle, end);
    m->box[node] = m->box[2 * node + 1];
    for (int k = 0; k < 3; k++) {
        m->box[node].lower[k] = fminf(m->box[node].lower[k], m->box[2 * node + 2].lower[k]);
        m->box[node].upper[k] = fmaxf(m->box[node].upper[k], m->box[2 * node + 2].upper[k]);
    }
}

static size_t node_count(size_t triangles)
{
    size_t leaves = 1;
    for (size_t n = triangles; n > LEAF; n = n - n / 2) leaves *= 2;
    return 2 * leaves;
}

static rp_status index_all(rp_mesh *m, rp_error *err)
{
    m->row = rp_memory_alloc(m->triangles, sizeof *m->row);
    m->order = rp_memory_alloc(m->triangles, sizeof *m->order);
    m->box = rp_memory_alloc(node_count(m->triangles), sizeof *m->box);
    if (!m->row || !m->order || !m->box) return no_memory(m, err);
    make_rows(m);
    if (!sort_places(m)) return no_memory(m, err);
    make_node(m, 0, 0, m->triangles);
    return RP_OK;
}

/* ---- life ---- */

rp_status rp_mesh_create(const rp_mesh_soup *s, rp_mesh **mesh, rp_error *err)
{
    rp_mesh *m = *mesh = rp_memory_alloc(1, sizeof *m);
    if (!m) return rp_memory_error(err, sizeof *m, "a mesh");
    m->references = 1;
    m->smooth_cosine = 1;
    bounds(m, s);
    rp_status status = check_bounds(m, err);
    if (!status) status = s->triangles < UINT32_MAX / 4 ? clean(m, s, err) : no_memory(m, err);
    if (!status && !m->triangles)
        status = rp_error_set(err, RP_INPUT, "a mesh in which all %zu triangles are needles", s->triangles);
    if (!status) status = index_all(m, err);
    if (!status) return RP_OK;
    rp_mesh_release(m);
    *mesh = NULL;
    return status;
}

rp_mesh *rp_mesh_hold(rp_mesh *m)
{
    if (m) atomic_fetch_add(&m->references, 1);
    return m;
}

void rp_mesh_release(rp_mesh *m)
{
    if (!m || atomic_fetch_sub(&m->references, 1) > 1) return;
    void *const all[] = {m->corner, m->triangle,  m->row,      m->order, m->box,
                         m->part,   m->part_name, m->material, m->area,  m};
    for (size_t n = 0; n < sizeof all / sizeof *all; n++) rp_memory_free(all[n]);
}

/* ---- distances ---- */

/* From the nearest point of the rim, where the nearest point is not of the face: x is `arm` from the corner. The
 * products tell corners and edges apart. */
static rp_vec from_rim(const rp_mesh_row *t, rp_vec arm, double d1, double d2)
{
    const double d3 = d1 - t->uu, d4 = d2 - t->uv, d5 = d1 - t->uv, d6 = d2 - t->vv;
    if (d1 <= 0 && d2 <= 0) return arm;
    if (d3 >= 0 && d4 <= d3) return rp_vec_sub(arm, t->u);
    if (d6 >= 0 && d5 <= d6) return rp_vec_sub(arm, t->v);
    if (d1 * d4 - d3 * d2 <= 0 && d1 >= 0 && d3 <= 0) return rp_vec_sub(arm, rp_vec_scale(d1 / t->uu, t->u));
    if (d5 * d2 - d1 * d6 <= 0 && d2 >= 0 && d6 <= 0) return rp_vec_sub(arm, rp_vec_scale(d2 / t->vv, t->v));
    double share = fmin(1, fmax(0, (d4 - d3) / (d4 - d3 + d5 - d6)));
    rp_vec along = rp_vec_add(rp_vec_scale(1 - share, t->u), rp_vec_scale(share, t->v));
    return rp_vec_sub(arm, along);
}

double rp_mesh_distance(const rp_mesh *m, size_t n, rp_vec x, rp_vec *normal)
{
    const rp_mesh_row *t = &m->row[n];
    const rp_vec arm = rp_vec_sub(x, t->corner);
    const double height = rp_vec_dot(arm, t->normal);
    *normal = t->normal;
    if (m->one_side && height < 0) return INFINITY;
    if (rp_mesh_over(t, arm)) {
        if (height < 0) *normal = rp_vec_scale(-1, t->normal);
        return fabs(height);
    }
    const rp_vec out = from_rim(t, arm, rp_vec_dot(arm, t->u), rp_vec_dot(arm, t->v));
    const double distance = rp_vec_norm(out);
    if (distance > 0) *normal = rp_vec_scale(1 / distance, out);
    return distance;
}

/* ---- searching ---- */

static double box_square(const rp_mesh_box *b, rp_vec x)
{
    const double at[3] = {x.x, x.y, x.z};
    double square = 0;
    for (int k = 0; k < 3; k++) {
        const double below = b->lower[k] - at[k], above = at[k] - b->upper[k], out = below > above ? below : above;
        square += out > 0 ? out * out : 0;
    }
    return square;
}

typedef struct nearest {
    const rp_mesh *mesh;
    rp_vec x, normal;
    double distance;
    uint32_t triangle;
} nearest;

static void nearest_of_leaf(nearest *q, size_t first, size_t end)
{
    for (size_t n = first; n < end; n++) {
        rp_vec normal;
        double d = rp_mesh_distance(q->mesh, q->mesh->order[n], q->x, &normal);
        if (!(d < q->distance)) continue;
        q->distance = d;
        q->normal = normal;
        q->triangle = q->mesh->order[n];
    }
}

static void nearest_in(nearest *q, size_t node, size_t first, size_t end)
{
    const rp_mesh_box *box = q->mesh->box;
    if (end - first <= LEAF) {
        nearest_of_leaf(q, first, end);
        return;
    }
    const size_t middle = first + (end - first) / 2;
    const double low = box_square(&box[2 * node + 1], q->x), high = box_square(&box[2 * node + 2], q->x);
    const int turn = high < low;
    for (int k = 0; k < 2; k++) {
        const int second = k != turn;
        if ((second ? high : low) >= q->distance * q->distance) continue;
        if (second) nearest_in(q, 2 * node + 2, middle, end);
        else nearest_in(q, 2 * node + 1, first, middle);
    }
}

double rp_mesh_nearest(const rp_mesh *m, rp_vec x, rp_vec *normal, uint32_t *triangle)
{
    nearest q = {.mesh = m, .x = x, .normal = m->row[0].normal, .distance = INFINITY};
    nearest_in(&q, 0, 0, m->triangles);
    *normal = q.normal;
    if (triangle) *triangle = q.triangle;
    return q.distance;
}

typedef struct near_search {
    const rp_mesh *mesh;
    rp_vec x;
    double reach, square;
    rp_mesh_list *list;
    int failed;
} near_search;

static void near_of_leaf(near_search *q, size_t first, size_t end)
{
    rp_mesh_list *l = q->list;
    for (size_t n = first; n < end && !q->failed; n++) {
        const uint32_t t = q->mesh->order[n];
        const rp_mesh_row *row = &q->mesh->row[t];
        rp_vec normal;
        if (fabs(rp_vec_dot(rp_vec_sub(q->x, row->corner), row->normal)) >= q->reach) continue; /* of its plane */
        if (!(rp_mesh_distance(q->mesh, t, q->x, &normal) < q->reach)) continue;
        q->failed = !rp_memory_reserve(&l->triangle, &l->capacity, l->count + 1, sizeof *l->triangle);
        if (!q->failed) l->triangle[l->count++] = t;
    }
}

static void near_in(near_search *q, size_t node, size_t first, size_t end)
{
    if (q->failed || box_square(&q->mesh->box[node], q->x) >= q->square) return;
    if (end - first <= LEAF) {
        near_of_leaf(q, first, end);
        return;
    }
    const size_t middle = first + (end - first) / 2;
    near_in(q, 2 * node + 1, first, middle);
    near_in(q, 2 * node + 2, middle, end);
}

static int number_compare(const void *a, const void *b)
{
    const uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
    return p < q ? -1 : p > q;
}

int rp_mesh_near(const rp_mesh *m, rp_vec x, double reach, rp_mesh_list *list)
{
    near_search q = {m, x, reach, reach * reach, list, 0};
    list->count = 0;
    near_in(&q, 0, 0, m->triangles);
    if (list->count > 1) qsort(list->triangle, list->count, sizeof *list->triangle, number_compare);
    return !q.failed;
}

/* ---- ways through it ---- */

typedef struct passage {
    const rp_mesh *mesh;
    rp_vec from, to;
    float lower[3], upper[3]; /* of the way */
    int count;
} passage;

/* On which side of an edge the way goes by, the same for both triangles that share it. */
static int side_of_edge(const passage *q, uint32_t a, uint32_t b)
{
    const int turned = before(&a, &b);
    const rp_vec *corner = q->mesh->corner, u = rp_vec_sub(corner[a], q->from), v = rp_vec_sub(corner[b], q->from);
    const int side = rp_vec_dot(rp_vec_cross(u, v), rp_vec_sub(q->to, q->from)) >= 0;
    return side != turned;
}

static int passes(const passage *q, uint32_t t)
{
    const rp_mesh_row *row = &q->mesh->row[t];
    const uint32_t *k = q->mesh->triangle[t];
    const int behind = rp_vec_dot(rp_vec_sub(q->from, row->corner), row->normal) < 0,
              then = rp_vec_dot(rp_vec_sub(q->to, row->corner), row->normal) < 0;
    if (behind == then) return 0;
    const int side = side_of_edge(q, k[0], k[1]);
    if (side_of_edge(q, k[1], k[2]) != side || side_of_edge(q, k[2], k[0]) != side) return 0;
    return behind ? 1 : -1;
}

static int meets_box(const passage *q, const rp_mesh_box *b)
{
    int meets = 1;
    for (int k = 0; k < 3; k++) meets &= q->lower[k] <= b->upper[k] && q->upper[k] >= b->lower[k];
    return meets;
}

static void passages_in(passage *q, size_t node, size_t first, size_t end)
{
    if (!meets_box(q, &q->mesh->box[node])) return;
    if (end - first <= LEAF) {
        for (size_t n = first; n < end; n++) q->count += passes(q, q->mesh->order[n]);
        return;
    }
    const size_t middle = first + (end - first) / 2;
    passages_in(q, 2 * node + 1, first, middle);
    passages_in(q, 2 * node + 2, middle, end);
}

int rp_mesh_passages(const rp_mesh *m, rp_vec from, rp_vec to)
{
    const double a[3] = {from.x, from.y, from.z}, b[3] = {to.x, to.y, to.z};
    passage q = {.mesh = m, .from = from, .to = to};
    for (int k = 0; k < 3; k++) {
        q.lower[k] = down(fmin(a[k], b[k]));
        q.upper[k] = up(fmax(a[k], b[k]));
    }
    passages_in(&q, 0, 0, m->triangles);
    return q.count;
}

/* ---- parts, and points on it ---- */

rp_status rp_mesh_part(const rp_mesh *m, const char *name, rp_mesh **part, rp_error *err)
{
    rp_mesh_soup s = {.parts = m->parts, .name = m->part_name};
    *part = NULL;
    s.corner = rp_memory_alloc(m->triangles, sizeof *s.corner);
    s.part = rp_memory_alloc(m->triangles, sizeof *s.part);
    rp_status status = s.corner && s.part ? RP_OK : no_memory(m, err);
    for (size_t n = 0; n < m->triangles && !status; n++) {
        if (strcmp(m->part_name[m->part[n]], name) != 0) continue;
        for (int k = 0; k < 3; k++) s.corner[s.triangles][k] = m->corner[m->triangle[n][k]];
        s.part[s.triangles++] = m->part[n];
    }
    if (!status && s.triangles) status = rp_mesh_create(&s, part, err);
    rp_memory_free(s.corner);
    rp_memory_free(s.part);
    return status;
}

rp_status rp_mesh_weigh(rp_mesh *m, rp_error *err)
{
    double sum = 0;
    m->area = rp_memory_alloc(m->triangles, sizeof *m->area);
    for (size_t n = 0; n < m->triangles && m->area; n++)
        m->area[n] = sum += 0.5 * rp_vec_norm(rp_vec_cross(m->row[n].u, m->row[n].v));
    return m->area ? RP_OK : no_memory(m, err);
}

rp_vec rp_mesh_draw(const rp_mesh *m, rp_random *stream)
{
    size_t low = 0, high = m->triangles - 1;
    const double at = rp_random_range(stream, 0, m->area[high]);
    double a = rp_random_range(stream, 0, 1), b = rp_random_range(stream, 0, 1);
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (m->area[middle] < at) low = middle + 1;
        else high = middle;
    }
    if (a + b > 1) { /* the other half of the parallelogram */
        a = 1 - a;
        b = 1 - b;
    }
    const rp_mesh_row *t = &m->row[low];
    return rp_vec_add(t->corner, rp_vec_add(rp_vec_scale(a, t->u), rp_vec_scale(b, t->v)));
}

/* ---- what is said of it ---- */

int rp_mesh_dropped(const rp_mesh *m, char *text, size_t size)
{
    if (!m->doubled && !m->needles) return 0;
    return snprintf(text, size,
                    "%zu triangles that were there twice and %zu needles without area are dropped; %zu stay",
                    m->doubled, m->needles, m->triangles);
}

/* ---- the survey ---- */

typedef struct side { /* of a triangle */
    uint64_t edge;    /* its two corners, the lower first */
    uint8_t turned;   /* 1: it goes from the higher one to the lower */
} side;

static int side_compare(const void *a, const void *b)
{
    const side *p = a, *q = b;
    return p->edge < q->edge ? -1 : p->edge > q->edge;
}

static side side_of(const uint32_t t[3], int k)
{
    uint32_t a = t[k], b = t[(k + 1) % 3];
    uint8_t turned = (uint8_t)before(&a, &b);
    return (side){(uint64_t)a << 32 | b, turned};
}

static void count_edge(const rp_mesh *m, const side *s, size_t sides, rp_mesh_survey *y)
{
    size_t turned = 0;
    for (size_t n = 0; n < sides; n++) turned += s[n].turned;
    rp_vec middle = rp_vec_scale(0.5, rp_vec_add(m->corner[s->edge >> 32], m->corner[s->edge & UINT32_MAX]));
    if (sides == 1 && !y->open++) y->open_at = middle;
    if (sides == 2 && turned != 1 && !y->flipped++) y->flipped_at = middle;
    if (sides > 2 && !y->branched++) y->branched_at = middle;
}

rp_status rp_mesh_survey_of(const rp_mesh *m, rp_mesh_survey *y, rp_error *err)
{
    const size_t count = 3 * m->triangles;
    side *s = rp_memory_alloc(count, sizeof *s);
    *y = (rp_mesh_survey){0};
    if (!s) return no_memory(m, err);
    for (size_t n = 0; n < count; n++) s[n] = side_of(m->triangle[n / 3], (int)(n % 3));
    qsort(s, count, sizeof *s, side_compare);
    for (size_t n = 0, end; n < count; n = end) {
        for (end = n + 1; end < count && s[end].edge == s[n].edge;) end++;
        count_edge(m, s + n, end - n, y);
    }
    rp_memory_free(s);
    return RP_OK;
}
