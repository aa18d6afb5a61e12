/* The length of a step: the shortest contact time over all pairs present. */
#include <math.h>
#include <stdio.h>
#include "base/memory.h"
#include "laws/interaction.h"
#include "methods/soft/soft.h"

typedef struct smallest {
    double mass, r;
} smallest; /* lightest particle of a material */

rp_status rp_soft_time_scale(const rp_world *w, rp_soft_scale *scale, rp_error *err)
{
    smallest *light = rp_memory_alloc((size_t)w->material_count, sizeof *light);
    if (!light) return rp_memory_error(err, sizeof *light, "the time step");
    for (int m = 0; m < w->material_count; m++) light[m] = (smallest){INFINITY, NAN};
    for (size_t i = 0; i < w->particles.count; i++) {
        smallest *s = &light[w->particles.material[i]];
        if (w->particles.row[i].inv_mass > 0 && w->particles.mass[i] < s->mass)
            *s = (smallest){w->particles.mass[i], w->particles.row[i].r};
    }
    *scale = (rp_soft_scale){.contact_time = INFINITY, .speed = rp_world_speed_scale(w)};
    for (int a = 0; a < w->material_count; a++)
        for (int b = 0; b < w->material_count; b++) {
            const rp_interaction *x = &w->interaction[w->interaction_of[a * w->material_count + b]];
            if (!isfinite(light[a].mass) || w->interaction_of[a * w->material_count + b] == UINT16_MAX) continue;
            int wall = !isfinite(light[b].mass); /* only walls (or held particles) are of material b */
            double m = wall ? light[a].mass : light[a].mass * light[b].mass / (light[a].mass + light[b].mass);
            double r = wall ? light[a].r : light[a].r * light[b].r / (light[a].r + light[b].r);
            double t = rp_interaction_contact_time(x, m, r, scale->speed);
            if (t < scale->contact_time) *scale = (rp_soft_scale){t, scale->speed, a, b, m, r};
        }
    rp_memory_free(light);
    return RP_OK;
}

static rp_status no_contact_time(const rp_world *w, const rp_soft_scale *scale, rp_error *err)
{
    if (w->particles.count == 0 || scale->speed > 0)
        return rp_error_set(err, RP_INPUT, "step: auto needs particles that a contact law can act on");
    rp_status status = rp_error_set(
        err, RP_INPUT,
        "step: auto needs something that moves: by these laws a contact lasts the longer the slower the impact");
    rp_error_expected(err, "velocities, gravity or a moving wall; or the step in seconds");
    return status;
}

rp_status rp_soft_step_auto(const rp_world *w, double safety, double *dt, char *reason, int size, rp_error *err)
{
    rp_soft_scale scale;
    rp_status status = rp_soft_time_scale(w, &scale, err);
    if (status) return status;
    if (!isfinite(scale.contact_time)) return no_contact_time(w, &scale, err);
    *dt = scale.contact_time / safety;
    snprintf(reason, (size_t)size, "dt = %.4g s: shortest contact time %.4g s (%s on %s) / safety %g", *dt,
             scale.contact_time, w->material[scale.a].name, w->material[scale.b].name, safety);
    return RP_OK;
}
