/* The length of a step: the shortest contact time over all pairs present. */
#include <math.h>
#include <stdio.h>
#include "laws/time_scale.h"
#include "methods/soft/soft.h"

static rp_status no_contact_time(const rp_world *w, const rp_time_scale *scale, rp_error *err)
{
    if (w->particles.count == 0 || scale->speed > 0)
        return rp_error_set(err, RP_INPUT, "step: auto needs particles that a contact law can act on");
    rp_status status = rp_error_set(
        err, RP_INPUT,
        "step: auto needs something that moves: by these laws a contact lasts the longer the slower the impact");
    rp_error_expected(err, "velocities, gravity or a moving wall; or the step in seconds");
    rp_error_key(err, "run.step");
    return status;
}

rp_status rp_soft_step_auto(const rp_world *w, double safety, double *dt, char *reason, int size, rp_error *err)
{
    rp_time_scale scale;
    rp_status status = rp_time_scale_find(w, &scale, err);
    if (status) return status;
    if (!isfinite(scale.contact_time)) return no_contact_time(w, &scale, err);
    *dt = scale.contact_time / safety;
    snprintf(reason, (size_t)size, "dt = %.4g s: shortest contact time %.4g s (%s on %s) / safety %g", *dt,
             scale.contact_time, w->material[scale.a].name, w->material[scale.b].name, safety);
    return RP_OK;
}
