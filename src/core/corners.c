/* See corners.h. */
#include "core/corners.h"
#include "base/memory.h"

static rp_shape_def form_of(const rp_world *w, size_t i)
{
    uint32_t number = w->particles.shape[i];
    if (number) return rp_shapes_def(&w->shapes, number);
    return (rp_shape_def){.shape = rp_shape_round(w->dimension), .radius = w->particles.row[i].r};
}

rp_status rp_corners_fit(rp_corners *c, const rp_world *w, rp_error *err)
{
    size_t count = w->particles.count, numbers = 0;
    if (!rp_memory_fit(&c->form, &c->form_capacity, count, sizeof *c->form))
        return rp_memory_error(err, count * sizeof *c->form, "corners");
    for (size_t i = 0; i < count; i++) {
        c->form[i] = form_of(w, i);
        numbers += (size_t)(c->form[i].corners * c->form[i].shape->width);
    }
    if (!rp_memory_fit(&c->corner, &c->corner_capacity, numbers, sizeof *c->corner))
        return rp_memory_error(err, numbers * sizeof *c->corner, "corners");
    numbers = 0;
    for (size_t i = 0; i < count; i++) {
        c->form[i].corner = c->corner + numbers;
        numbers += (size_t)(c->form[i].corners * c->form[i].shape->width);
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

void rp_corners_turn(const rp_corners *c, const rp_world *w, uint32_t first, uint32_t last, double ahead)
{
    const rp_particles *p = &w->particles;
    for (uint32_t i = first; i < last; i++) {
        double orientation[4];
        if (!p->shape[i]) continue;
        const rp_shape_def def = rp_shapes_def(&w->shapes, p->shape[i]);
        orientation_ahead(w, i, ahead, orientation);
        def.shape->turned(&def, orientation, (double *)c->form[i].corner);
    }
}

int rp_corners_at_wall(const rp_corners *c, const rp_world *w, const rp_wall *wall, rp_wall_pair pair,
                       rp_wall_touch *touch)
{
    const rp_shape_def *form = &c->form[pair.a];
    return rp_wall_touch_find(wall, (int)(pair.face & RP_FACE_MASK), (int)(pair.face >> RP_FACE_BITS),
                              rp_particle_position(&w->particles, pair.a), (const rp_point *)form->corner,
                              form->corners, touch);
}
