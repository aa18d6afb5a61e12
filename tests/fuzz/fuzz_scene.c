/* Any bytes as a scene: an error or a scene, never more. What was read must be written and read again to the same text,
 * and small scenes are built. */
#include "fuzz.h"
#include "scene/radius.h"
#include "scene/spec.h"

/* Sites of a lattice, more or less. */
static double sites(const rp_scene_spec *spec, const rp_entry_spec *e)
{
    double spacing = isnan(e->place.spacing) ? 2 * rp_radius_most(&e->radius) : e->place.spacing, count = 1;
    for (int axis = 0; axis < spec->dimension; axis++)
        count *= 2 + 1.5 * (rp_vec_component(e->place.upper, axis) - rp_vec_component(e->place.lower, axis)) / spacing;
    return count;
}

static int is_small(const rp_scene_spec *spec)
{
    double count = 0;
    for (int i = 0; i < spec->entry_count; i++) {
        const rp_entry_spec *e = &spec->entry[i];
        if (e->place.kind == RP_PLACE_FILE || e->radius.kind == RP_RADIUS_FILE) return 0;
        if (e->place.kind == RP_PLACE_LATTICE) count += sites(spec, e);
        else count += (double)e->count;
        if (e->place.kind == RP_PLACE_RANDOM && e->place.attempts > 10000) return 0;
    }
    return count < 300;
}

static void read_again(const rp_scene *scene, const rp_scene_options *options)
{
    rp_scene *again;
    rp_error err;
    fuzz_check(rp_scene_load_text("again.yaml", scene->text, strlen(scene->text), options, &again, &err) == RP_OK);
    fuzz_check(strcmp(again->text, scene->text) == 0);
    rp_scene_destroy(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    rp_scene *scene;
    rp_world *world = NULL;
    rp_error err;
    rp_scene_options options = {.no_particles = 1}; /* no files */
    rp_status status = rp_scene_load_text("fuzz.yaml", (const char *)data, size, &options, &scene, &err);
    if (!status) {
        read_again(scene, &options);
        options.no_particles = !is_small(scene->spec);
        status = rp_scene_build(scene, &options, &world, &err);
    }
    fuzz_said(status, &err, 0);
    rp_world_destroy(world);
    rp_scene_destroy(scene);
    fuzz_check(rp_memory_bytes() == 0);
    return 0;
}
