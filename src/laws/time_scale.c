/* See time_scale.h. */
#include "laws/time_scale.h"
#include <math.h>
#include "base/memory.h"
#include "laws/interaction.h"

typedef struct smallest {
    double mass, r;
} smallest; /* lightest particle of a material */

rp_status rp_time_scale_find(const rp_world *w, rp_time_scale *scale, rp_error *err)
{
    smallest *light = rp_memory_alloc((size_t)w->material_count, sizeof *light);
    if (!light) return rp_memory_error(err, sizeof *light, "the time step");
    for (int m = 0; m < w->material_count; m++) light[m] = (smallest){INFINITY, NAN};
    for (size_t i = 0; i < w->particles.count; i++) {
        smallest *s = &light[w->particles.material[i]];
        const double mass = rp_bodies_of(&w->particles, i) ? rp_bodies_felt_mass(w, i) : w->particles.mass[i];
        if (w->particles.row[i].inv_mass > 0 && mass < s->mass) *s = (smallest){mass, w->particles.row[i].r};
    }
    *scale = (rp_time_scale){.contact_time = INFINITY, .speed = rp_world_speed_scale(w)};
    for (int a = 0; a < w->material_count; a++)
        for (int b = 0; b < w->material_count; b++) {
            const rp_interaction *x = rp_interaction_between(w, a, b);
            if (!isfinite(light[a].mass) || !x) continue;
            int wall = !isfinite(light[b].mass); /* only walls (or fixed particles) are of material b */
            double m = wall ? light[a].mass : light[a].mass * light[b].mass / (light[a].mass + light[b].mass);
            double r = wall ? light[a].r : light[a].r * light[b].r / (light[a].r + light[b].r);
            double t = rp_interaction_contact_time(x, m, r, scale->speed);
            if (t < scale->contact_time) *scale = (rp_time_scale){t, scale->speed, a, b, m, r};
        }
    rp_memory_free(light);
    return RP_OK;
}
