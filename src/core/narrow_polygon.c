/* Rows of the narrow phase with polygons: bodies to corners in the frame of a's centre, for core/manifold.h and
 * core/overlap.h. */
#include "core/manifold.h"
#include "core/narrow.h"

static rp_point branch(const rp_body *a, const rp_body *b) { return (rp_point){a->x.x - b->x.x, a->x.y - b->x.y}; }

/* Corners of a, about its own centre. */
static const rp_point *corners_of(const rp_body *a) { return (const rp_point *)a->form->corner; }

/* Corners of b, seen from the centre of a. */
static int corners_from(const rp_body *a, const rp_body *b, rp_point *out)
{
    rp_point d = branch(a, b);
    for (int k = 0; k < b->form->corners; k++) out[k] = rp_point_sub(corners_of(b)[k], d);
    return b->form->corners;
}

static rp_point centre_from(const rp_body *a, const rp_body *b) { return rp_point_scale(-1, branch(a, b)); }

/* ---- rigid ---- */

/* sign: -1 if the manifold has the two exchanged. */
static int points_of(const rp_manifold *m, double sign, rp_contact_point *point)
{
    for (int k = 0; k < m->count; k++)
        point[k] = (rp_contact_point){.at = {m->point[k].x, m->point[k].y, 0},
                                      .normal = {sign * m->e.x, sign * m->e.y, 0},
                                      .gap = m->gap[k],
                                      .feature = m->feature[k]};
    return m->count;
}

int rp_narrow_polygons(const rp_body *a, const rp_body *b, rp_contact_point *point)
{
    rp_point vb[RP_CORNERS_MAX];
    rp_manifold m;
    int nb = corners_from(a, b, vb);
    rp_manifold_polygons(corners_of(a), a->form->corners, vb, nb, &m);
    return points_of(&m, 1, point);
}

int rp_narrow_polygon_disc(const rp_body *a, const rp_body *b, rp_contact_point *point)
{
    rp_manifold m;
    rp_manifold_disc(corners_of(a), a->form->corners, centre_from(a, b), b->form->radius, &m);
    return points_of(&m, 1, point);
}

int rp_narrow_disc_polygon(const rp_body *a, const rp_body *b, rp_contact_point *point)
{
    rp_point vb[RP_CORNERS_MAX];
    rp_manifold m;
    int nb = corners_from(a, b, vb);
    rp_manifold_disc(vb, nb, (rp_point){0, 0}, a->form->radius, &m);
    return points_of(&m, -1, point);
}

/* ---- soft ---- */

int rp_narrow_overlap_polygons(const rp_body *a, const rp_body *b, rp_overlap *o)
{
    rp_point vb[RP_CORNERS_MAX];
    int nb = corners_from(a, b, vb);
    return rp_overlap_polygons(corners_of(a), a->form->corners, vb, nb, o);
}

int rp_narrow_overlap_polygon_disc(const rp_body *a, const rp_body *b, rp_overlap *o)
{
    return rp_overlap_disc(corners_of(a), a->form->corners, centre_from(a, b), b->form->radius, o);
}

int rp_narrow_overlap_disc_polygon(const rp_body *a, const rp_body *b, rp_overlap *o)
{
    rp_point vb[RP_CORNERS_MAX];
    int nb = corners_from(a, b, vb), found = rp_overlap_disc(vb, nb, (rp_point){0, 0}, a->form->radius, o);
    if (found) o->normal = rp_vec_scale(-1, o->normal);
    return found;
}
