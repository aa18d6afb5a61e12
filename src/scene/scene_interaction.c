/* The interaction of two materials of a scene file: repose/interaction.h. */
#include <math.h>
#include <string.h>
#include "laws/interaction.h"
#include "scene/scene.h"

static rp_status find_material(const rp_world *w, const char *name, int *index, rp_error *err)
{
    const char *names[64];
    int count = 0;
    *index = name ? rp_world_material_find(w, name) : 0;
    if (*index >= 0) return RP_OK;
    for (int m = 0; m < w->material_count && count < 64; m++) names[count++] = w->material[m].name;
    rp_error_set(err, RP_INPUT, "the scene has no material '%s'", name);
    rp_error_nearest(err, name, names, count);
    return RP_INPUT;
}

static rp_status no_rule(const rp_world *w, int a, int b, rp_error *err)
{
    const char *one = w->material[a].name, *other = w->material[b].name;
    rp_status status = rp_error_set(err, RP_INPUT, "the scene has no interaction between '%s' and '%s'", one, other);
    rp_error_key(err, "interactions");
    rp_error_expected(err, "an entry with between: [%s, %s], and particles of one of the two", one, other);
    return status;
}

static rp_impact_body first_of(const rp_world *w, int material)
{
    const rp_particles *p = &w->particles;
    for (size_t i = 0; i < p->count; i++)
        if (p->material[i] == material) return (rp_impact_body){p->row[i].r, p->mass[i], p->inertia[i]};
    return (rp_impact_body){NAN, NAN, NAN};
}

static rp_status take(const rp_world *w, const char *one, const char *other, rp_interaction **x, rp_impact_body *body,
                      rp_error *err)
{
    int a = 0, b = 0;
    rp_status status = find_material(w, one, &a, err);
    if (!status) status = find_material(w, other ? other : w->material[a].name, &b, err);
    if (status) return status;
    const rp_interaction *found = rp_interaction_between(w, a, b);
    if (!found) return no_rule(w, a, b, err);
    status = rp_interaction_create(w->laws, x, err);
    if (status) return status;
    rp_laws *laws = (*x)->laws;
    **x = *found;
    (*x)->laws = laws;
    rp_interaction_materials_set(*x, &w->material[a], &w->material[b]);
    if (body) {
        body[0] = first_of(w, a);
        body[1] = first_of(w, b);
    }
    return RP_OK;
}

rp_status rp_scene_interaction(const char *path, const char *a, const char *b, rp_interaction **x,
                               rp_impact_body body[2], rp_error *err)
{
    rp_scene *scene = NULL;
    rp_world *world = NULL;
    *x = NULL;
    rp_status status = rp_scene_load(path, NULL, &scene, err);
    if (!status) status = rp_scene_build(scene, NULL, &world, err);
    if (!status) status = take(world, a, b, x, body, err);
    rp_world_destroy(world);
    rp_scene_destroy(scene);
    return status;
}
