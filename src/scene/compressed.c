/* `place: {compressed: ...}`: a dense random packing, grown from a loose one. */
#include "base/memory.h"
#include "methods/compress.h"
#include "methods/method.h"
#include "scene/place.h"

static const double LOOSE = 0.2; /* solid fraction of the start, which random places reach easily */

static double solid(const rp_placing *p)
{
    double sum = 0;
    for (size_t i = p->first; i < p->grains->count; i++) {
        double r = p->grains->grain[i].r;
        sum += p->spec->dimension == 2 ? M_PI * r * r : 4.0 / 3.0 * M_PI * r * r * r;
    }
    return sum;
}

static double region(const rp_placing *p)
{
    rp_vec size = rp_vec_sub(p->entry->place.upper, p->entry->place.lower);
    return size.x * size.y * (p->spec->dimension == 2 ? 1 : size.z);
}

/* Random places at a scale of the radii, in a region that is empty. */
static rp_status scatter(const rp_placing *p, double scale)
{
    rp_placing loose = *p;
    rp_placed *placed = NULL;
    rp_status status = rp_placed_create(&placed, &p->spec->domain, p->spec->dimension, p->err);
    loose.placed = placed;
    for (size_t i = p->first; i < p->grains->count; i++) p->grains->grain[i].r *= scale;
    if (!status) status = rp_place_random(&loose);
    for (size_t i = p->first; i < p->grains->count; i++) p->grains->grain[i].r /= scale;
    rp_placed_destroy(placed);
    return status;
}

static rp_status grow(const rp_placing *p, double scale, rp_vec *x, double *r)
{
    const rp_place_spec *place = &p->entry->place;
    rp_compress c = {.dimension = p->spec->dimension,
                     .lower = place->lower,
                     .upper = place->upper,
                     .count = p->grains->count - p->first,
                     .x = x,
                     .r = r,
                     .scale = scale,
                     .rate = place->rate,
                     .seed = p->spec->seed};
    for (int axis = 0; axis < p->spec->dimension; axis++)
        c.periodic[axis] = rp_place_whole_period(p->spec, place, axis);
    for (size_t n = 0; n < c.count; n++) {
        x[n] = p->grains->grain[p->first + n].x;
        r[n] = p->grains->grain[p->first + n].r;
    }

    rp_status status = rp_method_compressing()->compress(&c, p->err);
    if (status != RP_FAILED) return status;
    double fraction = solid(p) / region(p);
    for (int k = 0; k < p->spec->dimension; k++) fraction *= c.reached;
    rp_error_set(p->err, RP_INPUT, "the particles jam at a solid fraction of %.4f, at %.4f of their size", fraction,
                 c.reached);
    rp_yaml_error_at(p->err, place->node);
    rp_error_value(p->err, "%zu particles, a solid fraction of %.4f", c.count, solid(p) / region(p));
    rp_error_expected(
        p->err,
        "fewer or smaller particles, a larger region, or slower growth (rate below %g); random packings reach about %s",
        place->rate, p->spec->dimension == 2 ? "0.84" : "0.64");
    return RP_INPUT;
}

static rp_status put(const rp_placing *p, rp_grain *g, rp_vec x)
{
    double overlap;
    g->x = rp_domain_wrap(&p->spec->domain, x, NULL);
    if (rp_place_clear(p, g->x, g->r) && rp_placed_find(p->placed, g->x, g->r, p->fixed, 0, 1, &overlap) < 0)
        return rp_placed_add(p->placed, g->x, g->r, p->fixed, p->err);
    rp_error_set(
        p->err, RP_INPUT,
        "the region of compressed particles is not free: a wall, the domain's edge or another particle is in the way");
    rp_yaml_error_at(p->err, p->entry->place.node);
    return RP_INPUT;
}

rp_status rp_place_compressed(const rp_placing *p)
{
    size_t count = p->grains->count - p->first;
    double fraction = solid(p) / region(p),
           scale = fraction > LOOSE ? pow(LOOSE / fraction, 1.0 / p->spec->dimension) : 1 - 1e-6;
    rp_vec *x = rp_memory_alloc(count, sizeof *x);
    double *r = rp_memory_alloc(count, sizeof *r);
    rp_status status = x && r ? scatter(p, scale) : rp_memory_error(p->err, count * sizeof *x, "placing particles");
    if (!status) status = grow(p, scale, x, r);
    for (size_t n = 0; n < count && !status; n++) status = put(p, &p->grains->grain[p->first + n], x[n]);
    rp_memory_free(x);
    rp_memory_free(r);
    return status;
}
