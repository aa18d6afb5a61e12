/* What the viewer shows, for programs: include/repose/view.h. */
#include "repose/view.h"

#include <stdio.h>
#include <string.h>

#include "base/lock.h"
#include "base/memory.h"
#include "base/threads.h"
#include "output/frame_sets.h"
#include "sim/sim.h"
#include "view/files.h"
#include "view/pack.h"
#include "view/page.h"

void rp_view_data_free(rp_view_data *data)
{
    if (!data) return;
    rp_memory_free(data->bytes);
    *data = (rp_view_data){NULL, 0};
}

const char *rp_view_page(void) { return rp_page_bytes[0] ? rp_page_bytes : NULL; }

/* The buffer becomes the caller's. */
static rp_status hand_over(rp_buffer *b, rp_view_data *data, rp_error *err)
{
    const size_t size = b->size;
    rp_buffer_append(b, "", 1);
    *data = (rp_view_data){b->data, size};
    if (!b->failed) return RP_OK;
    rp_buffer_free(b);
    *data = (rp_view_data){NULL, 0};
    return rp_memory_error(err, size, "what the viewer shows");
}

/* ---- runs ---- */

int rp_view_running(const char *directory)
{
    char path[1400];
    snprintf(path, sizeof path, "%s/run.lock", directory);
    return rp_lock_is_held(path);
}

static rp_status print_run(rp_buffer *b, const char *directory, const char *label, rp_error *err)
{
    rp_files files;
    double *time = NULL;
    size_t count = 0;
    rp_status status = rp_files_list(directory, &files, err);
    if (!status) status = rp_files_times(directory, &time, &count, err);
    if (status) return status;
    rp_buffer_print(b, "{");
    rp_files_print(b, directory, label, time, count);
    rp_buffer_print(b, ",\"running\":%s,\"files\":[", rp_view_running(directory) ? "true" : "false");
    for (int n = 0; n < files.count; n++) rp_buffer_print(b, "%s\"%s\"", n ? "," : "", files.name[n]);
    rp_buffer_print(b, "]}");
    rp_memory_free(time);
    return RP_OK;
}

rp_status rp_view_session(const char *const *directories, const char *const *labels, int count, rp_view_data *data,
                          rp_error *err)
{
    rp_buffer b;
    rp_status status = RP_OK;
    *data = (rp_view_data){NULL, 0};
    rp_buffer_init(&b);
    rp_buffer_print(&b, "{");
    rp_files_print_maps(&b);
    rp_buffer_print(&b, ",\"runs\":[");
    for (int n = 0; n < count && !status; n++) {
        if (n) rp_buffer_print(&b, ",");
        status = print_run(&b, directories[n], labels ? labels[n] : NULL, err);
    }
    rp_buffer_print(&b, "]}");
    if (!status) return hand_over(&b, data, err);
    rp_buffer_free(&b);
    return status;
}

rp_status rp_view_file(const char *directory, const char *name, rp_view_data *data, rp_error *err)
{
    rp_files files;
    char path[1400], *text;
    *data = (rp_view_data){NULL, 0};
    rp_status status = rp_files_list(directory, &files, err);
    if (status) return status;
    for (int n = 0; n < files.count; n++) {
        if (strcmp(files.name[n], name) != 0) continue;
        snprintf(path, sizeof path, "%s/%s", directory, name);
        status = rp_file_read(path, RP_FILES_BYTES, &text, &data->size, err);
        if (!status) data->bytes = text;
        return status;
    }
    return rp_error_set(err, RP_INPUT, "the viewer shows no file of this name: '%s'", name);
}

/* ---- frames ---- */

static rp_status hand_over_frame(rp_shown *s, rp_view_data *data, rp_error *err)
{
    rp_buffer b;
    rp_buffer_init(&b);
    rp_pack_plain(&b, s);
    rp_shown_free(s);
    return hand_over(&b, data, err);
}

rp_status rp_view_frame(const char *directory, size_t frame, rp_view_data *data, rp_error *err)
{
    rp_shown s;
    *data = (rp_view_data){NULL, 0};
    rp_status status = rp_shown_load(&s, directory, frame, 1, err);
    return status ? status : hand_over_frame(&s, data, err);
}

static rp_status make_sets(rp_sim *sim, rp_shown_sets *sets, rp_error *err)
{
    const rp_world *w = sim->world;
    rp_status status = sim->method->contacts(sim->world, &sim->list, err);
    if (!status) status = rp_frame_sets_particles(w, &sets->particles, err);
    if (!status) status = rp_frame_sets_contacts(w, &sim->list, &sets->contacts, err);
    if (!status) status = rp_frame_sets_walls(w, &sim->list, &sets->walls, err);
    if (!status && w->particles.shape) status = rp_frame_sets_shapes(w, &sets->shapes, err);
    return status;
}

rp_status rp_view_sim(rp_sim *sim, rp_view_data *data, rp_error *err)
{
    rp_shown s;
    rp_shown_sets sets = {0};
    *data = (rp_view_data){NULL, 0};
    rp_status status = rp_sim_check_usable(sim, err);
    if (status) return status;
    const int before = rp_threads_swap(sim->threads);
    status = make_sets(sim, &sets, err);
    if (!status) status = rp_shown_make(&s, &sets, 1, err);
    rp_threads_set(before);
    rp_archive_free(&sets.particles);
    rp_archive_free(&sets.contacts);
    rp_archive_free(&sets.walls);
    rp_archive_free(&sets.shapes);
    return status ? status : hand_over_frame(&s, data, err);
}
