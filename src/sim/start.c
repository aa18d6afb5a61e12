/* Beginning where another run ended. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/log.h"
#include "core/chain.h"
#include "core/held.h"
#include "core/walls.h"
#include "laws/interaction.h"
#include "output/output.h"
#include "sim/start.h"

/* Names as a table of RP_NAME bytes each, in the order of their indices. */
static rp_status put_names(rp_archive *a, const char *item, const char *first, size_t stride, int count, rp_error *err)
{
    char *names = rp_memory_alloc((size_t)count, RP_NAME);
    if (!names) return rp_memory_error(err, (size_t)count * RP_NAME, "the checkpoint");
    for (int n = 0; n < count; n++) memcpy(names + n * RP_NAME, first + (size_t)n * stride, RP_NAME);
    return rp_archive_put(a, item, RP_U8, (size_t)count, RP_NAME, names, 1, err);
}

/* Of pair n of materials; -1: none. */
static int law_number(const rp_world *w, size_t n, int slot)
{
    int materials = w->material_count;
    const rp_interaction *x = rp_interaction_between(w, (int)n / materials, (int)n % materials);
    return x && x->law[slot] ? rp_law_index(x->law[slot]) : -1;
}

/* The laws' names of every pair of materials: histories can be carried over only between equal ones. */
static rp_status put_laws(const rp_world *w, rp_archive *a, rp_error *err)
{
    size_t pairs = (size_t)w->material_count * (size_t)w->material_count;
    int32_t *laws = rp_memory_alloc(pairs, RP_SLOT_COUNT * sizeof *laws);
    if (!laws) return rp_memory_error(err, pairs * RP_SLOT_COUNT, "the checkpoint");
    for (size_t n = 0; n < pairs; n++)
        for (int s = 0; s < RP_SLOT_COUNT; s++) laws[n * RP_SLOT_COUNT + (size_t)s] = law_number(w, n, s);
    return rp_archive_put(a, "names/laws", RP_I32, pairs, RP_SLOT_COUNT, laws, 1, err);
}

rp_status rp_start_names_put(const rp_world *w, rp_archive *a, rp_error *err)
{
    rp_status status = put_names(a, "names/materials", w->material->name, sizeof *w->material, w->material_count, err);
    if (!status) status = put_names(a, "names/groups", w->group->name, sizeof *w->group, w->group_count, err);
    if (!status && w->wall_count)
        status = put_names(a, "names/walls", w->wall->name, sizeof *w->wall, w->wall_count, err);
    if (!status) status = put_laws(w, a, err);
    return status;
}

typedef struct names {
    const char *text;
    size_t count;
} names;

static names get_names(const rp_archive *a, const char *item)
{
    const rp_item *i = rp_archive_find(a, item);
    return i && i->type == RP_U8 && i->columns == RP_NAME ? (names){i->data, i->rows} : (names){NULL, 0};
}

static rp_status translate_particles(rp_world *w, const rp_archive *a, rp_error *err)
{
    names materials = get_names(a, "names/materials"), groups = get_names(a, "names/groups");
    rp_particles *p = &w->particles;
    for (size_t i = 0; i < p->count; i++) {
        if (p->material[i] >= materials.count || p->group[i] >= groups.count)
            return rp_error_set(err, RP_INPUT, "the checkpoint to start from is inconsistent");
        const char *name = materials.text + p->material[i] * RP_NAME;
        int material = rp_world_material_find(w, name),
            group = rp_world_group_find(w, groups.text + p->group[i] * RP_NAME);
        if (material < 0) {
            rp_status status = rp_error_set(
                err, RP_INPUT,
                "the run to start from has particles of material '%.60s', which this scene does not define", name);
            rp_error_key(err, "start.from");
            return status;
        }
        p->material[i] = (uint16_t)material;
        p->group[i] = (uint16_t)(group < 0 ? 0 : group);
        rp_held_mobility(w, i);
        w->group[p->group[i]].count++;
    }
    return RP_OK;
}

static int same_laws(const rp_world *w, const rp_archive *a)
{
    size_t pairs = (size_t)w->material_count * (size_t)w->material_count;
    const rp_item *item = rp_archive_find(a, "names/laws");
    names walls = get_names(a, "names/walls");
    if (!item || item->rows != pairs || item->columns != RP_SLOT_COUNT || (int)walls.count != w->wall_count) return 0;
    for (int n = 0; n < w->wall_count; n++)
        if (strncmp(walls.text + n * RP_NAME, w->wall[n].name, RP_NAME) != 0) return 0;
    const int32_t *laws = item->data;
    for (size_t n = 0; n < pairs; n++)
        for (int s = 0; s < RP_SLOT_COUNT; s++) {
            if (laws[n * RP_SLOT_COUNT + (size_t)s] != law_number(w, n, s)) return 0;
        }
    return 1;
}

/* Walls of this scene stand where those of the same name stood. */
static void place_walls(rp_world *w, const rp_wall *old, names walls)
{
    for (size_t n = 0; n < walls.count; n++) {
        int k = rp_world_wall_find(w, walls.text + n * RP_NAME);
        if (k < 0) continue;
        w->wall[k].offset = old[n].offset;
        w->wall[k].angle = old[n].angle;
    }
}

static rp_status adopt(rp_world *w, const rp_archive *a, const char *directory, rp_error *err)
{
    /* the archive is read into a world of its own shape, then translated */
    rp_world saved = *w;
    names walls = get_names(a, "names/walls"), groups = get_names(a, "names/groups"),
          materials = get_names(a, "names/materials");
    rp_wall *wall = rp_memory_alloc(walls.count, sizeof *wall);
    rp_group *group = rp_memory_alloc(groups.count, sizeof *group);
    rp_status status = RP_OK;
    if (!wall || !group) status = rp_memory_error(err, sizeof *wall, "the start");
    w->wall = wall;
    w->wall_count = (int)walls.count;
    w->group = group;
    w->group_count = (int)groups.count;
    w->material_count = (int)materials.count;
    if (!status) status = rp_world_load(w, a, err);
    w->wall = saved.wall;
    w->wall_count = saved.wall_count;
    w->group = saved.group;
    w->group_count = saved.group_count;
    w->material_count = saved.material_count;
    if (!status) status = translate_particles(w, a, err);
    if (!status) place_walls(w, wall, walls);
    if (!status && !(same_laws(w, a) && rp_contacts_at_walls(w))) {
        w->contacts.valid = 0;
        w->contacts.pairs.count = w->contacts.wall_pairs.count = 0;
        rp_log(&w->log, RP_LOG_WARN, "%s has other laws or walls: contacts begin without history", directory);
    }
    w->contacts.span = rp_walls_span(w);
    w->gravity = saved.gravity;
    w->time = 0;
    w->step = 0;
    w->totals = (rp_totals){0};
    w->primed = 0;
    w->contacts.skin = saved.contacts.skin;
    rp_world_step_set(w, saved.dt);
    rp_memory_free(wall);
    rp_memory_free(group);
    return status;
}

rp_status rp_start_from(rp_world *w, const char *directory, rp_error *err)
{
    char path[1200];
    rp_archive a;
    snprintf(path, sizeof path, "%s/checkpoint.h5", directory);
    rp_archive_init(&a);
    rp_status status = rp_checkpoint_read(path, &a, err);
    if (!status) status = adopt(w, &a, directory, err);
    if (!status) status = rp_scene_check_pairs(w, err);
    rp_archive_free(&a);
    return status;
}
