/* How a frame lies on the page: the direction it is seen from, and where its points fall.
 *
 * Flat worlds are seen along z. Solid ones are seen from azimuth and elevation with gravity pointing down the page, in
 * parallel projection, so that one scale holds everywhere. */
#ifndef RP_OUTPUT_PICTURE_VIEW_H
#define RP_OUTPUT_PICTURE_VIEW_H

#include "output/canvas.h"
#include "output/picture_model.h"

typedef struct rp_picture_view {
    rp_vec right, up, toward;        /* unit vectors of the world: along the page, and out of it */
    double lower[2], upper[2];       /* what is shown, along right and up, m */
    size_t outside;                  /* particles that are not shown */
    double left, top, width, height; /* where it is shown, pixels */
    double scale;                    /* pixels per m */
    double size;                     /* of letters, pixels */
} rp_picture_view;

void rp_picture_view_aim(rp_picture_view *v, const rp_picture_model *m, double azimuth,
                         double elevation); /* directions and extent */
void rp_picture_view_share(rp_picture_view *v, const rp_picture_model *m,
                           int count); /* `count` views show the same: all that one of them shows */
void rp_picture_view_fit(rp_picture_view *v, double left, double top, double width,
                         double height); /* scale and place */

static inline void rp_picture_view_point(const rp_picture_view *v, rp_vec x,
                                         double page[3]) /* pixels; page[2]: towards the reader */
{
    page[0] = v->left + 0.5 * v->width + v->scale * (rp_vec_dot(x, v->right) - 0.5 * (v->lower[0] + v->upper[0]));
    page[1] = v->top + 0.5 * v->height - v->scale * (rp_vec_dot(x, v->up) - 0.5 * (v->lower[1] + v->upper[1]));
    page[2] = v->scale * rp_vec_dot(x, v->toward);
}

static inline rp_vec rp_picture_vec(const double *x, size_t n)
{
    return (rp_vec){x[3 * n], x[3 * n + 1], x[3 * n + 2]};
}

/* Draws particles, walls and contacts; `forces`: pale grains under lines as thick as the normal force. */
void rp_picture_flat_draw(rp_canvas *c, const rp_picture_view *v, const rp_picture_model *m, int forces);
rp_status rp_picture_solid_draw(rp_canvas *c, const rp_picture_view *v, const rp_picture_model *m, int forces,
                                rp_error *err);

/* Thickness of a force in m of the world, and its colour. 0: too weak to be drawn. */
double rp_picture_view_force_width(const rp_picture_model *m, double fn);
rp_color rp_picture_view_force_color(const rp_picture_model *m, double fn);

#endif
