/* A run's directory: what stands in it and may be replaced. */
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "run/run.h"

int64_t rp_run_file_size(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 ? (int64_t)s.st_size : 0;
}

static int ends_with(const char *name, const char *end)
{
    size_t n = strlen(name), m = strlen(end);
    return n >= m && strcmp(name + n - m, end) == 0;
}

static void clear_frames(const char *directory)
{
    char path[1200];
    snprintf(path, sizeof path, "%s/frames", directory);
    DIR *d = opendir(path);
    if (!d) return;
    for (struct dirent *e; (e = readdir(d));) {
        if (!ends_with(e->d_name, ".vtp") && !ends_with(e->d_name, ".pvd")) continue;
        char file[1600];
        snprintf(file, sizeof file, "%s/%s", path, e->d_name);
        unlink(file);
    }
    closedir(d);
}

void rp_run_clear(const char *directory)
{
    static const char *const files[] = {"scene.yaml", "series.csv", "summary.json", "log.txt", "checkpoint.h5", "checkpoint.h5.previous", "particles.pvd", "contacts.pvd", "walls.pvd"};
    clear_frames(directory);
    for (size_t n = 0; n < sizeof files / sizeof *files; n++) {
        char path[1200];
        snprintf(path, sizeof path, "%s/%s", directory, files[n]);
        unlink(path);
    }
}
