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

/* Files whose names begin and end so. */
static void clear_files(const char *directory, const char *begin, const char *end)
{
    DIR *d = opendir(directory);
    if (!d) return;
    for (struct dirent *e; (e = readdir(d));) {
        if (strncmp(e->d_name, begin, strlen(begin)) != 0 || !ends_with(e->d_name, end)) continue;
        char file[1600];
        snprintf(file, sizeof file, "%s/%s", directory, e->d_name);
        unlink(file);
    }
    closedir(d);
}

void rp_run_clear(const char *directory)
{
    static const char *const files[] = {
        "scene.yaml",    "series.csv",   "summary.json", "log.txt",    "checkpoint.h5", "checkpoint.h5.previous",
        "particles.pvd", "contacts.pvd", "walls.pvd",    "forces.csv", "events.csv"};
    char frames[1200];
    snprintf(frames, sizeof frames, "%s/frames", directory);
    clear_files(frames, "", ".vtp");
    clear_files(frames, "", ".pvd");
    clear_files(directory, "profile-", ".csv");
    for (size_t n = 0; n < sizeof files / sizeof *files; n++) {
        char path[1200];
        snprintf(path, sizeof path, "%s/%s", directory, files[n]);
        unlink(path);
    }
}
