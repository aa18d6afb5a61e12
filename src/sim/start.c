/* Beginning where another run ended. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/log.h"
#include "core/prescribed.h"
#include "core/walls.h"
#include "laws/interaction_state.h"
#include "output/output.h"
#include "sim/start.h"

/* Walls of this scene stand where those of the same name stood; all else about them is the scene's. */
static void place_walls(rp_world *w, const rp_wall *as_given)
{
    for (int n = 0; n < w->wall_count; n++) {
        rp_vec offset = w->wall[n].offset;
        double angle = w->wall[n].angle;
        w->wall[n] = as_given[n];
        w->wall[n].offset = offset;
        w->wall[n].angle = angle;
    }
}

static void count_groups(rp_world *w, const rp_group *as_given)
{
    for (int n = 0; n < w->group_count; n++) w->group[n] = as_given[n];
    for (size_t i = 0; i < w->particles.count; i++) {
        rp_prescribed_mobility(w, i);
        w->group[w->particles.group[i]].count++;
    }
}

/* The clock and the totals begin; gravity, skin and step are the scene's. */
static void begin_anew(rp_world *w, const rp_world *as_given)
{
    w->contacts.span = rp_walls_span(w);
    w->gravity = as_given->gravity;
    w->time = 0;
    w->step = 0;
    w->totals = (rp_totals){0};
    w->exchange = (rp_exchange){0};
    w->sink_next = 0;
    memset(w->method_total, 0, sizeof w->method_total);
    w->primed = 0;
    w->contacts.skin = as_given->contacts.skin;
    rp_world_step_set(w, as_given->dt);
    w->step_least = as_given->step_least;
}

static rp_status adopt(rp_world *w, const rp_archive *a, const char *directory, rp_error *err)
{
    const rp_world as_given = *w;
    rp_wall *wall = rp_memory_alloc((size_t)w->wall_count, sizeof *wall);
    rp_group *group = rp_memory_alloc((size_t)w->group_count, sizeof *group);
    const int sources = w->source_count, sinks = w->sink_count;
    rp_status status = wall && group ? RP_OK : rp_memory_error(err, sizeof *wall, "the start");
    if (!status && w->wall_count) memcpy(wall, w->wall, (size_t)w->wall_count * sizeof *wall);
    if (!status) memcpy(group, w->group, (size_t)w->group_count * sizeof *group);
    w->source_count = w->sink_count = 0; /* they begin as the scene has them */
    if (!status) status = rp_world_load_known(w, a, err);
    w->source_count = sources;
    w->sink_count = sinks;
    if (status) rp_error_key(err, "start.from");
    if (!status) {
        place_walls(w, wall);
        count_groups(w, group);
        if (!rp_interaction_state_same(w, a)) {
            w->contacts.valid = 0;
            w->contacts.pairs.count = w->contacts.wall_pairs.count = 0;
            rp_log(&w->log, RP_LOG_WARN, "%s has other laws: contacts begin without history", directory);
        }
        begin_anew(w, &as_given);
    }
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
