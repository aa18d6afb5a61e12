/* `place: {voronoi: ...}`: a box tiled without gaps by the Voronoi cells of a disordered grid.
 *
 * The box is cut into a grid of nx x ny meshes of sides ax, ay; each has one site, moved from the mesh's middle by
 * disorder (u - 1/2) (ax, ay) with u evenly in the unit square. A cell is all that is nearer to its site than to
 * another; at sides of the box that are no period it ends there. Sites that share a side of cells stand at most three
 * meshes apart, because no point is farther from some site than a mesh's diagonal: cutting with those is exact. `gap`
 * shrinks every cell towards its centroid. [Pena2009, Sec. 3, takes such tilings for its polygons.]
 */
#include "scene/shape.h"

#include <math.h>

#include "base/memory.h"
#include "base/random.h"

static const double SHORT = 1e-6; /* of the mesh: corners nearer than this become one */

typedef struct tiling {
    const rp_placing *p;
    rp_point low, mesh; /* m */
    int n[2];
    int periodic[2];
    double disorder;
} tiling;

void rp_voronoi_read(rp_read *r, const rp_node *node, rp_place_spec *p)
{
    static const rp_key keys[] = {
        {"lower", RP_REQUIRED}, {"upper", RP_REQUIRED}, {"cells", RP_REQUIRED}, {"disorder", 0}, {"gap", 0}};
    if (r->dimension == 3) {
        rp_read_fail(r, node, "Voronoi tilings are for two dimensions");
        return;
    }
    if (!RP_READ_MAP(r, node, keys)) return;
    rp_read_box(r, node, &p->lower, &p->upper);
    const rp_node *cells = rp_yaml_find(node, "cells");
    p->copies = rp_read_vec_at(r, cells, rp_bound_between(1, 100000, "1, cells"));
    if (!r->status && (p->copies.x != floor(p->copies.x) || p->copies.y != floor(p->copies.y)))
        rp_read_fail(r, cells, "cells are whole numbers");
    p->jitter = rp_read_number(r, node, "disorder", rp_bound_between(0, 1, "1, of a mesh"), 0.5);
    p->spacing = rp_read_number(r, node, "gap", rp_bound_between(0, 0.9, "1, of the size"), 0);
}

/* Site of a mesh, seen through its periodic image. 0: there is none. */
static int site(const tiling *t, int i, int j, rp_point *at)
{
    int k[2] = {i, j};
    double away[2] = {0, 0};
    for (int d = 0; d < 2; d++) {
        if (k[d] >= 0 && k[d] < t->n[d]) continue;
        if (!t->periodic[d]) return 0;
        int periods = (int)floor((double)k[d] / t->n[d]);
        k[d] -= periods * t->n[d];
        away[d] = (double)periods * t->n[d];
    }
    rp_random stream = rp_random_stream(t->p->spec->seed, RP_RANDOM_PLACE,
                                        t->p->first + (size_t)k[1] * (size_t)t->n[0] + (size_t)k[0], 0);
    double u = rp_random_uniform(&stream) - 0.5, v = rp_random_uniform(&stream) - 0.5;
    at->x = t->low.x + t->mesh.x * (k[0] + away[0] + 0.5 + t->disorder * u);
    at->y = t->low.y + t->mesh.y * (k[1] + away[1] + 0.5 + t->disorder * v);
    return 1;
}

/* Cuts off what is nearer to `other` than to the origin. */
static int halve(const rp_point *v, int n, rp_point other, rp_point *out)
{
    int count = 0;
    double far = 0.5 * rp_point_dot(other, other);
    for (int k = 0; k < n; k++) {
        rp_point next = v[(k + 1) % n];
        double d = far - rp_point_dot(v[k], other), e = far - rp_point_dot(next, other);
        if (d >= 0) out[count++] = v[k];
        if ((d >= 0) != (e >= 0))
            out[count++] = rp_point_add(v[k], rp_point_scale(d / (d - e), rp_point_sub(next, v[k])));
    }
    return count;
}

static int drop_short(rp_point *v, int n, double least)
{
    int count = 0;
    for (int k = 0; k < n; k++) {
        rp_point s = rp_point_sub(v[k], count ? v[count - 1] : v[n - 1]);
        if (rp_point_dot(s, s) > least * least) v[count++] = v[k];
    }
    return count;
}

/* The cell of mesh (i, j) about its site. */
static int cell_of(const tiling *t, int i, int j, rp_point at, rp_point *v)
{
    double wide = 4 * t->mesh.x, high = 4 * t->mesh.y;
    double left = t->periodic[0] ? -wide : fmax(-wide, t->low.x - at.x),
           right = t->periodic[0] ? wide : fmin(wide, t->low.x + t->n[0] * t->mesh.x - at.x);
    double below = t->periodic[1] ? -high : fmax(-high, t->low.y - at.y),
           above = t->periodic[1] ? high : fmin(high, t->low.y + t->n[1] * t->mesh.y - at.y);
    rp_point other[RP_CORNERS_MAX + 4], near;
    int n = 4;
    v[0] = (rp_point){left, below};
    v[1] = (rp_point){right, below};
    v[2] = (rp_point){right, above};
    v[3] = (rp_point){left, above};
    for (int y = -3; y <= 3; y++)
        for (int x = -3; x <= 3; x++) {
            if ((x == 0 && y == 0) || !site(t, i + x, j + y, &near)) continue;
            int count = halve(v, n, rp_point_sub(near, at), other);
            n = count;
            for (int k = 0; k < n; k++) v[k] = other[k];
        }
    return drop_short(v, n, SHORT * fmin(t->mesh.x, t->mesh.y));
}

static rp_status add_cell(const tiling *t, int i, int j)
{
    const rp_placing *p = t->p;
    rp_point v[RP_CORNERS_MAX + 4], at;
    double periods[3];
    site(t, i, j, &at);
    int n = cell_of(t, i, j, at, v);
    if (n < 3 || n > RP_CORNERS_MAX || rp_polygon_turns(v, n) != 1)
        return rp_error_set(p->err, RP_INPUT, "cell (%d, %d) of the tiling is no polygon", i, j);
    rp_grain *g = rp_grains_add(p->grains, p->entry, (int)(p->entry - p->spec->entry));
    if (!g) return rp_memory_error(p->err, (p->grains->count + 1) * sizeof *g, "particles");
    rp_point middle = rp_point_add(at, rp_polygon_moments(v, n).centroid);
    g->r = rp_polygon_centre(v, n, 0);
    g->r = rp_polygon_centre(v, n, g->r * (1 - p->entry->place.spacing));
    g->x = rp_domain_wrap(&p->spec->domain, rp_vec_make(middle.x, middle.y, 0), periods);
    rp_status status = rp_shape_give(p->grains, g, p->entry->shape, &v[0].x, n, p->err);
    return status ? status : rp_placed_add(p->placed, g->x, g->r, p->fixed, p->err);
}

rp_status rp_place_voronoi(const rp_placing *p)
{
    const rp_place_spec *place = &p->entry->place;
    tiling t = {.p = p,
                .low = {place->lower.x, place->lower.y},
                .n = {(int)place->copies.x, (int)place->copies.y},
                .disorder = place->jitter};
    t.mesh = (rp_point){(place->upper.x - place->lower.x) / t.n[0], (place->upper.y - place->lower.y) / t.n[1]};
    rp_status status = RP_OK;
    for (int d = 0; d < 2 && !status; d++) {
        t.periodic[d] = rp_place_whole_period(p->spec, place, d);
        if (!t.periodic[d] || t.n[d] >= 4) continue; /* else a cell meets itself round the period */
        status = rp_error_set(p->err, RP_INPUT, "a periodic tiling needs at least 4 cells along %c", "xy"[d]);
        rp_yaml_error_at(p->err, place->node);
    }
    for (int j = 0; j < t.n[1] && !status; j++)
        for (int i = 0; i < t.n[0] && !status; i++) status = add_cell(&t, i, j);
    return status;
}
