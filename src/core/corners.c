/* See corners.h. */
#include "core/corners.h"
#include "base/memory.h"

static rp_shape_def form_of(const rp_world *w, size_t i)
{
    double size;
    if (w->particles.shape[i]) return rp_world_shape(w, i, &size);
    return (rp_shape_def){.shape = rp_shape_round(w->dimension), .radius = w->particles.row[i].r};
}

/* Numbers of its corners, and of the normals of a polyhedron behind them. */
static size_t numbers_of(const rp_shape_def *form)
{
    return (size_t)(form->corners * form->shape->width) + (form->hull ? 3 * (size_t)form->hull->faces : 0);
}

rp_status rp_corners_fit(rp_corners *c, const rp_world *w, rp_error *err)
{
    size_t count = w->particles.count, numbers = 0;
    if (!rp_memory_fit(&c->form, &c->form_capacity, count, sizeof *c->form))
        return rp_memory_error(err, count * sizeof *c->form, "corners");
    for (size_t i = 0; i < count; i++) {
        c->form[i] = form_of(w, i);
        numbers += numbers_of(&c->form[i]);
    }
    if (!rp_memory_fit(&c->corner, &c->corner_capacity, numbers, sizeof *c->corner))
        return rp_memory_error(err, numbers * sizeof *c->corner, "corners");
    numbers = 0;
    for (size_t i = 0; i < count; i++) {
        rp_shape_def *form = &c->form[i];
        form->corner = c->corner + numbers;
        form->normal = form->hull ? form->corner + form->corners * form->shape->width : NULL;
        numbers += numbers_of(form);
    }
    rp_corners_turn(c, w, 0, (uint32_t)count, 0);
    return RP_OK;
}

void rp_corners_free(rp_corners *c)
{
    rp_memory_free(c->form);
    rp_memory_free(c->corner);
}

/* The orientation of a particle after a time. */
static void orientation_ahead(const rp_world *w, uint32_t i, double ahead, double orientation[4])
{
    const rp_particles *p = &w->particles;
    for (int n = 0; n < 4; n++) orientation[n] = p->orientation[i][n];
    if (ahead == 0) return;
    if (w->dimension == 2) orientation[0] += ahead * p->spin[i].z / p->row[i].r;
    else
        rp_particle_rotate(orientation, 3, ahead, p->row[i].r, rp_vec_make(p->spin[i].x, p->spin[i].y, p->spin[i].z),
                           (rp_vec){0});
}

/* Corners in their size, and normals of faces. */
static void turn_solid(const rp_shape_def *def, double size, const double orientation[4], const rp_shape_def *form)
{
    const rp_shape_def normals = {.shape = def->shape, .corners = def->hull->faces, .corner = &def->hull->normal[0].x};
    double *corner = (double *)form->corner;
    def->shape->turned(def, orientation, corner);
    for (int k = 0; k < 3 * def->corners; k++) corner[k] *= size;
    def->shape->turned(&normals, orientation, (double *)form->normal);
}

void rp_corners_turn(const rp_corners *c, const rp_world *w, uint32_t first, uint32_t last, double ahead)
{
    const rp_particles *p = &w->particles;
    for (uint32_t i = first; i < last; i++) {
        double orientation[4], size;
        if (!p->shape[i]) continue;
        const rp_shape_def def = rp_world_shape(w, i, &size);
        orientation_ahead(w, i, def.hull ? 0 : ahead, orientation); /* bodies stand where they are needed */
        if (def.hull) turn_solid(&def, size, orientation, &c->form[i]);
        else def.shape->turned(&def, orientation, (double *)c->form[i].corner);
    }
}

int rp_corners_at_wall(const rp_corners *c, const rp_world *w, const rp_wall *wall, rp_wall_pair pair,
                       rp_wall_touch *touch)
{
    const rp_shape_def *form = &c->form[pair.a];
    return rp_wall_touch_find(wall, (int)(pair.face & RP_FACE_MASK), (int)(pair.face >> RP_FACE_BITS),
                              rp_particle_position(&w->particles, pair.a), form, touch);
}
