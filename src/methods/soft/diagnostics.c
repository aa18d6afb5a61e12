/* See diagnostics.h. */
#include "methods/soft/diagnostics.h"
#include <math.h>
#include <stdio.h>
#include "base/memory.h"
#include "laws/time_scale.h"
#include "methods/soft/hereditary.h"
#include "methods/soft/soft.h"

/* The deepest contact of particle i, as text. */
static void worst_contact(const rp_world *w, size_t i, char *text, int size)
{
    const int64_t id = w->particles.id[i];
    rp_contact_list list = {0};
    const rp_contact_view *deepest = NULL;
    if (rp_soft.contacts(w, &list, NULL) == RP_OK)
        for (size_t n = 0; n < list.count; n++)
            if ((list.view[n].a == id || list.view[n].b == id) && (!deepest || list.view[n].overlap > deepest->overlap))
                deepest = &list.view[n];
    if (!deepest) snprintf(text, (size_t)size, "it touches nothing");
    else if (deepest->b < 0)
        snprintf(text, (size_t)size, "worst contact: wall '%.40s', overlap %.3g m", w->wall[-1 - deepest->b].name,
                 deepest->overlap);
    else
        snprintf(text, (size_t)size, "worst contact: particle %lld, overlap %.3g m",
                 (long long)(deepest->b == id ? deepest->a : deepest->b), deepest->overlap);
    rp_memory_free(list.view);
}

static void likely_cause(const rp_world *w, int left, char *text, int size)
{
    rp_time_scale scale = {.contact_time = NAN};
    rp_time_scale_find(w, &scale, NULL);
    double ratio = w->dt / scale.contact_time;
    if (ratio > 0.1)
        snprintf(text, (size_t)size, "the step is %.2g of the contact time %.3g s: take at most 1/20 (step: auto)",
                 ratio, scale.contact_time);
    else
        snprintf(text, (size_t)size, "dt / contact time is %.2g, which is fine: the cause may be %s", ratio,
                 left ? "a wall that is missing"
                      : "particles that start deep in each other or a drive that is too fast");
}

rp_status rp_soft_diagnostics_particle(rp_world *w, size_t i, int left, rp_error *err)
{
    char partner[96], cause[160];
    rp_vec x = rp_particle_position(&w->particles, i), v = rp_particle_velocity(&w->particles, i);
    const char *what = !isfinite(x.x + x.y + x.z) ? "has no position (NaN)" : left ? "left the domain" : "runs away";
    worst_contact(w, i, partner, sizeof partner);
    likely_cause(w, left, cause, sizeof cause);
    rp_status status = rp_error_set(
        err, RP_FAILED, "particle %u %s: position (%.4g, %.4g, %.4g) m, speed %.4g m/s, step %llu; %s; %s",
        w->particles.id[i], what, x.x, x.y, x.z, rp_vec_norm(v), (unsigned long long)w->step, partner, cause);
    if (err) {
        err->particle = w->particles.id[i];
        err->time = w->time;
    }

    return status;
}

rp_status rp_soft_diagnostics_diverged(rp_world *w, rp_error *err)
{
    const rp_particles *p = &w->particles;
    size_t worst = 0;
    double fastest = -1;
    rp_status status = rp_soft_hereditary_spent(w, err);
    if (status) return status;
    for (size_t i = 0; i < p->count; i++) {
        double speed = rp_vec_norm(rp_particle_velocity(p, i));
        if (!isfinite(speed)) {
            worst = i;
            break;
        }
        if (speed > fastest) {
            fastest = speed;
            worst = i;
        }
    }
    return rp_soft_diagnostics_particle(w, worst, 0, err);
}
