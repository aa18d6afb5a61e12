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

rp_status rp_trial_step(rp_trial *t, rp_error *err)
{
    return t->method->advance(t->world, t->world->time + 0.5 * t->world->dt, err);
}

void rp_trial_close(rp_trial *t)
{
    if (t->method) t->method->destroy(t->world);
    rp_world_destroy(t->world);
    rp_scene_destroy(t->scene);
    *t = (rp_trial){0};
}

rp_status rp_trial_keep(const rp_trial *t, rp_archive *archive, rp_error *err)
{
    rp_archive now; /* borrows the world's arrays */
    rp_archive_init(&now);
    rp_status status = rp_world_save(t->world, &now, err);
    for (size_t n = 0; n < now.count && !status; n++) {
        const rp_item *item = &now.item[n];
        status = rp_archive_put_copy(archive, item->name, item->type, item->rows, item->columns, item->data, err);
    }
    rp_archive_free(&now);
    return status;
}

rp_status rp_trial_return(rp_trial *t, const rp_archive *archive, rp_error *err)
{
    rp_status status = rp_world_load(t->world, archive, err);
    return status ? status : t->method->prepare(t->world, err);
}

void rp_trial_forget(rp_trial *t)
{
    rp_contacts *c = &t->world->contacts;
    rp_history *table[] = {&c->pairs, &c->wall_pairs};
    for (int k = 0; k < 2; k++) memset(table[k]->value, 0, table[k]->count * (size_t)c->width * sizeof(double));
}
