/* See trial.h. */
#include "trial.h"
#include <string.h>

rp_status rp_trial_open(rp_trial *t, const char *text, rp_error *err)
{
    *t = (rp_trial){0};
    rp_status status = rp_scene_load_text("figure.yaml", text, strlen(text), NULL, &t->scene, err);
    if (!status) status = rp_scene_build(t->scene, NULL, &t->world, err);
    if (!status) {
        t->method = rp_method_find(t->scene->method);
        rp_world_step_set(t->world, t->scene->step);
        status = t->method->prepare(t->world, err);
    }
    if (status) rp_trial_close(t);
    return status;
}

rp_status rp_trial_step(rp_trial *t, rp_error *err) { return t->method->advance(t->world, t->world->time + 0.5 * t->world->dt, err); }

void rp_trial_close(rp_trial *t)
{
    if (t->method) t->method->destroy(t->world);
    rp_world_destroy(t->world);
    rp_scene_destroy(t->scene);
    *t = (rp_trial){0};
}
