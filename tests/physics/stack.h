/* A stack of boxes by contact dynamics, and how far it has moved. */
#ifndef RP_TESTS_STACK_H
#define RP_TESTS_STACK_H

#include "lab.h"

static lab stack(int count, const char *rest)
{
    char place[2000] = "";
    for (int k = 0; k < count; k++)
        snprintf(place + strlen(place), sizeof place - strlen(place), "%s[0, 0, %.17g]", k ? ", " : "", 0.5 + k);
    return lab_open("{repose: 1, dimension: 3, method: contact-dynamics, materials: {m: {density: 1}},\n"
                    "gravity: [0, 0, -10], interactions: [{between: [m, m], friction: 0.5, restitution: 0}],\n"
                    "walls: [{name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}],\n"
                    "particles: [{shape: {polyhedron: {box: [1, 1, 1]}}, material: m, place: {list: [%s]}}],\n"
                    "run: {until: 1000, step: 1e-3, contact-dynamics: {%s}}}",
                    place, rest);
}

/* Farthest from where it began, over the edge. */
static double drift(const lab *l)
{
    double most = 0;
    for (size_t n = 0; n < l->w->bodies.count; n++)
        most = fmax(most, rp_vec_norm(rp_vec_sub(l->w->bodies.body[n].x, rp_vec_make(0, 0, 0.5 + (double)n))));
    return most;
}

#endif
