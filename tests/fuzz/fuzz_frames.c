/* Frames, read back for a picture. The first byte chooses the run, and whether the rest are the bytes of a .vtp file or
 * of the collection, or changes of a frame's arrays; such frames are drawn. */
#include "mutate.h"
#include "output/frames.h"
#include "output/vtk.h"
#include "repose/picture.h"
#include "repose/run.h"

static int made[MUTATE_SCENES];

/* A run with frames; paths below are of its second. */
static void make_frames(int n)
{
    char text[2400], name[32], directory[PATH_MAX];
    rp_run_options o;
    rp_run_result result;
    mutate_scene(n, text, sizeof text);
    fuzz_write("scene.yaml", text, strlen(text));
    snprintf(name, sizeof name, "run-%d", n);
    strcpy(directory, fuzz_path(name));
    rp_run_options_default(&o);
    o.directory = directory;
    o.threads = 1;
    o.scene = fuzz_path("scene.yaml");
    fuzz_check(rp_run(&o, &result, NULL) == RP_OK);
    made[n] = 1;
}

static void draw(const char *directory, int choice)
{
    static const char *const colors[] = {"speed", "pressure", "group", "coordination", "height", "id", "stress", NULL};
    rp_picture_options o;
    rp_error err;
    rp_picture_options_default(&o);
    o.width = o.height = 80;
    o.color = colors[choice & 7];
    o.forces = choice >> 3 & 1;
    o.own_range = choice >> 4 & 1;
    fuzz_said(rp_picture_frame(directory, NAN, &o, fuzz_path("picture.png"), &err), &err, 0);
}

static void change_frame(const char *directory, rp_frame_kind kind, const uint8_t *data, size_t size)
{
    char path[PATH_MAX], kept[PATH_MAX];
    rp_archive set;
    rp_frames_path(directory, kind, 1, path, sizeof path);
    snprintf(kept, sizeof kept, "%.4000s.kept", path);
    if (!rp_file_exists(path)) return;
    fuzz_check(rp_vtk_read(path, &set, NULL) == RP_OK);
    mutate_archive(&set, data + 1, size - 1);
    fuzz_check(rename(path, kept) == 0);
    if (rp_vtk_write(path, &set, NULL) == RP_OK) draw(directory, data[0]);
    rp_archive_free(&set);
    fuzz_check(rename(kept, path) == 0);
}

static void read_bytes(const uint8_t *data, size_t size, int collection)
{
    rp_archive set;
    rp_error err;
    size_t frame = SIZE_MAX;
    double found;
    fuzz_write(collection ? "frames.pvd" : "frame.vtp", data, size);
    if (collection) {
        const rp_status status = rp_frames_find(fuzz_directory, 0.5, &frame, &found, &err);
        fuzz_said(status, &err, 0);
        fuzz_check(status || frame != SIZE_MAX);
    } else {
        fuzz_said(rp_vtk_read(fuzz_path("frame.vtp"), &set, &err), &err, 0);
        rp_archive_free(&set);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 3) return 0;
    const int n = data[0] % MUTATE_SCENES, what = data[0] >> 2 & 7;
    char name[32], directory[PATH_MAX];
    if (!made[n]) make_frames(n);
    snprintf(name, sizeof name, "run-%d", n);
    strcpy(directory, fuzz_path(name));
    if (what < RP_FRAME_KINDS) change_frame(directory, (rp_frame_kind)what, data + 1, size - 1);
    else read_bytes(data + 1, size - 1, what & 1);
    fuzz_check(rp_memory_bytes() == 0);
    return 0;
}
