/* Frames on disk: .vtp files numbered from 0 and the .pvd collections that give each its time. */
#include "output/output.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "output/frame_sets.h"
#include "output/frames.h"
#include "output/vtk.h"

enum { PATH_LENGTH = 1400 };

static const struct {
    const char *stem, *collection;
} kinds[] = {
    [RP_FRAME_PARTICLES] = {"particles", "frames"},
    [RP_FRAME_CONTACTS] = {"contacts", "contacts"},
    [RP_FRAME_WALLS] = {"walls", "walls"},
    [RP_FRAME_SHAPES] = {"shapes", "shapes"},
};

/* ---- names ---- */

static void vtp_name(rp_frame_kind kind, size_t frame, char *name, size_t room)
{
    snprintf(name, room, "frames/%s_%06zu.vtp", kinds[kind].stem, frame);
}

void rp_frames_path(const char *directory, rp_frame_kind kind, size_t frame, char *path, size_t room)
{
    char name[64];
    vtp_name(kind, frame, name, sizeof name);
    snprintf(path, room, "%s/%s", directory, name);
}

static int kind_written(const rp_frames *f, rp_frame_kind kind)
{
    return kind == RP_FRAME_PARTICLES
           || (kind == RP_FRAME_CONTACTS ? f->contacts
               : kind == RP_FRAME_WALLS  ? f->walls
                                         : f->shapes);
}

/* ---- writing ---- */

rp_status rp_frames_init(rp_frames *f, const char *directory, int contacts, int walls, rp_error *err)
{
    *f = (rp_frames){.contacts = contacts, .walls = walls};
    if (strlen(directory) >= sizeof f->directory)
        return rp_error_set(err, RP_INPUT, "the name of the output directory is too long");
    strcpy(f->directory, directory);
    return RP_OK;
}

void rp_frames_free(rp_frames *f)
{
    rp_memory_free(f->time);
    f->time = NULL;
    f->count = f->capacity = 0;
}

static rp_status write_collection(const rp_frames *f, rp_frame_kind kind, rp_error *err)
{
    char path[PATH_LENGTH], name[64];
    rp_buffer text;
    rp_buffer_init(&text);
    rp_buffer_print(&text, "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" "
                           "byte_order=\"LittleEndian\">\n<Collection>\n");
    for (size_t n = 0; n < f->count; n++) {
        vtp_name(kind, n, name, sizeof name);
        rp_buffer_print(&text, "<DataSet timestep=\"%.17g\" part=\"0\" file=\"%s\"/>\n", f->time[n], name);
    }
    rp_buffer_print(&text, "</Collection>\n</VTKFile>\n");
    snprintf(path, sizeof path, "%s/%s.pvd", f->directory, kinds[kind].collection);
    rp_status status = rp_file_write_buffer(path, &text, RP_FILE_QUICK, err);
    rp_buffer_free(&text);
    return status;
}

static rp_status write_collections(const rp_frames *f, rp_error *err)
{
    rp_status status = RP_OK;
    for (rp_frame_kind kind = RP_FRAME_PARTICLES; status == RP_OK && kind < RP_FRAME_KINDS; kind++)
        if (kind_written(f, kind)) status = write_collection(f, kind, err);
    return status;
}

static rp_status write_set(const rp_frames *f, rp_frame_kind kind, const rp_world *world,
                           const rp_contact_list *contacts, rp_error *err)
{
    rp_archive set;
    char path[PATH_LENGTH];
    rp_status status = kind == RP_FRAME_PARTICLES  ? rp_frame_sets_particles(world, &set, err)
                       : kind == RP_FRAME_CONTACTS ? rp_frame_sets_contacts(world, contacts, &set, err)
                       : kind == RP_FRAME_WALLS    ? rp_frame_sets_walls(world, contacts, &set, err)
                                                   : rp_frame_sets_shapes(world, &set, err);
    if (status != RP_OK) return status;
    rp_frames_path(f->directory, kind, f->count, path, sizeof path);
    status = rp_vtk_write(path, &set, err);
    rp_archive_free(&set);
    return status;
}

static rp_status make_directory(const rp_frames *f, rp_error *err)
{
    char path[PATH_LENGTH];
    snprintf(path, sizeof path, "%s/frames", f->directory);
    return rp_file_directory_make(path, err);
}

/* A frame counts once all of it stands; until then the collections name only whole ones. */
rp_status rp_frames_write(rp_frames *f, const rp_world *world, const rp_contact_list *contacts, rp_error *err)
{
    static const rp_contact_list none = {0};
    if (!rp_memory_reserve(&f->time, &f->capacity, f->count + 1, sizeof *f->time))
        return rp_memory_error(err, (f->count + 1) * sizeof *f->time, "the list of frames");
    rp_status status = make_directory(f, err);
    f->shapes = world->particles.shape != NULL;
    for (rp_frame_kind kind = RP_FRAME_PARTICLES; status == RP_OK && kind < RP_FRAME_KINDS; kind++)
        if (kind_written(f, kind)) status = write_set(f, kind, world, contacts ? contacts : &none, err);
    if (status != RP_OK) return status;
    f->time[f->count++] = world->time;
    status = write_collections(f, err);
    if (status != RP_OK) f->count--;
    return status;
}

/* ---- a checkpoint counts on what was written ---- */

static rp_status sync_kind(const rp_frames *f, rp_frame_kind kind, rp_error *err)
{
    char path[PATH_LENGTH];
    rp_status status = RP_OK;
    for (size_t n = f->synced; n < f->count && status == RP_OK; n++) {
        rp_frames_path(f->directory, kind, n, path, sizeof path);
        status = rp_file_sync(path, err);
    }
    snprintf(path, sizeof path, "%s/%s.pvd", f->directory, kinds[kind].collection);
    return status == RP_OK ? rp_file_sync(path, err) : status;
}

rp_status rp_frames_sync(rp_frames *f, rp_error *err)
{
    char path[PATH_LENGTH];
    rp_status status = RP_OK;
    if (f->synced == f->count) return RP_OK;
    for (rp_frame_kind kind = RP_FRAME_PARTICLES; status == RP_OK && kind < RP_FRAME_KINDS; kind++)
        if (kind_written(f, kind)) status = sync_kind(f, kind, err);
    snprintf(path, sizeof path, "%s/frames", f->directory);
    if (status == RP_OK) status = rp_file_sync(path, err);
    if (status == RP_OK) f->synced = f->count;
    return status;
}

/* ---- going on after a stop ---- */

/* The number in a name such as particles_000012.vtp, or -1. */
static long frame_number(const char *name)
{
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        size_t length = strlen(kinds[k].stem);
        long number;
        int end = 0;
        if (strncmp(name, kinds[k].stem, length) == 0 && sscanf(name + length, "_%ld.vtp%n", &number, &end) == 1 && end
            && name[length + (size_t)end] == '\0')
            return number;
    }
    return -1;
}

static void delete_from(const rp_frames *f, size_t first)
{
    char path[PATH_LENGTH];
    snprintf(path, sizeof path, "%s/frames", f->directory);
    DIR *directory = opendir(path);
    if (!directory) return;
    for (struct dirent *entry; (entry = readdir(directory));) {
        long number = frame_number(entry->d_name);
        if (number < 0 || (size_t)number < first) continue;
        snprintf(path, sizeof path, "%s/frames/%s", f->directory, entry->d_name);
        unlink(path);
    }
    closedir(directory);
}

rp_status rp_frames_resume(rp_frames *f, const double *time, size_t count, rp_error *err)
{
    if (!rp_memory_reserve(&f->time, &f->capacity, count, sizeof *f->time))
        return rp_memory_error(err, count * sizeof *f->time, "the list of frames");
    if (count) memcpy(f->time, time, count * sizeof *time);
    f->count = f->synced = count;
    char shapes[PATH_LENGTH];
    rp_frames_path(f->directory, RP_FRAME_SHAPES, 0, shapes, sizeof shapes);
    f->shapes = rp_file_exists(shapes);
    rp_status status = write_collections(f, err); /* first: no collection ever names a missing file */
    if (status == RP_OK) delete_from(f, count);
    return status;
}

/* ---- finding frames again ---- */

rp_status rp_frames_times(const char *directory, double **time, size_t *count, rp_error *err)
{
    char path[PATH_LENGTH], *text;
    size_t size, room = 0;
    int any = 0;
    *time = NULL;
    *count = 0;
    snprintf(path, sizeof path, "%s/%s.pvd", directory, kinds[RP_FRAME_PARTICLES].collection);
    rp_status status = rp_file_read(path, 0, &text, &size, err);
    if (status != RP_OK) return status;
    for (const char *at = strstr(text, "timestep=\""); at && !status; at = strstr(at + 1, "timestep=\"")) {
        if (!rp_memory_reserve(time, &room, *count + 1, sizeof **time))
            status = rp_memory_error(err, (*count + 1) * sizeof **time, "the times of frames");
        else if (sscanf(at, "timestep=\"%lf\"", &(*time)[*count]) != 1) (*time)[*count] = NAN;
        if (!status) any |= !isnan((*time)[(*count)++]);
    }
    rp_memory_free(text);
    if (!status && !any) status = rp_error_set(err, RP_INPUT, "'%s' has no frames yet", directory);
    if (!status) return RP_OK;
    rp_memory_free(*time);
    *time = NULL;
    return status;
}

rp_status rp_frames_find(const char *directory, double time, size_t *frame, double *found, rp_error *err)
{
    double *t;
    size_t count;
    rp_status status = rp_frames_times(directory, &t, &count, err);
    if (status) return status;
    *found = NAN;
    for (size_t n = 0; n < count; n++) {
        if (isnan(t[n]) || (!isnan(*found) && !isnan(time) && fabs(t[n] - time) >= fabs(*found - time))) continue;
        *frame = n;
        *found = t[n];
    }
    rp_memory_free(t);
    return RP_OK;
}
