/* Which triangles of a mesh a round particle touches.
 *
 * The list has every triangle near a particle as a pair of its own. Most of those that touch are neighbours of the one
 * that carries it: the ball over a flat floor of many triangles reaches into several. The rule, from geometry alone:
 *
 *   - Touching triangles are taken by their distance, the nearest first.
 *   - One whose nearest point does not stick out of the plane across the normal of one that was taken before it goes on
 *     the same surface, or falls away from it: it is no contact. So a floor has one, however it is cut, and so have
 *     convex edges and corners.
 *   - One whose normal encloses less than the mesh's smooth angle with that of a contact is part of a curved surface:
 *     it is none either. So a drum of flat pieces has one contact where a round one has.
 *   - All others are contacts. So a concave edge has two, and a corner of a box three.
 *
 * A contact's history belongs to its pair. When the particle comes to another triangle, it passes to that one: to the
 * new contact whose normal is nearest to the present direction of the old triangle.
 */
#ifndef RP_CORE_MESH_TOUCH_H
#define RP_CORE_MESH_TOUCH_H

#include "core/contacts.h"
#include "core/mesh.h"

enum { RP_MESH_TOUCH_MOST = 128 };

typedef struct rp_mesh_touch {
    size_t pair;     /* in the table of wall pairs */
    double distance; /* m */
    rp_vec normal;   /* from the triangle to the particle, in the frame of the wall */
} rp_mesh_touch;

/* The contacts among pairs [first, end), all of one particle with one mesh: triangles nearer than `reach`. x: the
 * centre in the frame of the wall; r: its radius, m. Returns how many; touch has room for RP_MESH_TOUCH_MOST. Where
 * more stick out, the farthest are left out, and *crowded is set to 1 if it was 0 (by any thread). */
int rp_mesh_touch_find(const rp_mesh *mesh, const rp_wall_pair *pair, size_t first, size_t end, rp_vec x, double r,
                       double reach, rp_mesh_touch *touch, int *crowded);

/* Histories of pairs [first, end) that are contacts no more go to new ones. What finds none stays where it is. */
void rp_mesh_touch_pass(const rp_mesh *mesh, rp_contacts *contacts, size_t first, size_t end, rp_vec x,
                        const rp_mesh_touch *touch, int count);

/* The end of the run of pairs of one particle with one wall that begins at `first`. */
static inline size_t rp_mesh_touch_run(const rp_wall_pair *pair, size_t first, size_t end)
{
    size_t n = first + 1;
    while (n < end && pair[n].a == pair[first].a && pair[n].wall == pair[first].wall) n++;
    return n;
}

#endif
