/* A run's directory: what stands in it and may be replaced. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include "base/file.h"
#include "base/memory.h"
#include "observe/observers.h"
#include "run/run.h"

int64_t rp_run_file_size(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 ? (int64_t)s.st_size : 0;
}

void rp_run_clear(const char *directory)
{
    static const char *const own[] = {RP_RUN_SCENE,      RP_RUN_SUMMARY,  RP_RUN_LOG,
                                      RP_RUN_CHECKPOINT, RP_RUN_PREVIOUS, NULL};
    rp_observers_clear(directory);
    for (int n = 0; own[n]; n++) rp_file_directory_clear(directory, own[n]);
}

int rp_run_concluded(const char *directory)
{
    char path[1200], *text;
    size_t size;
    snprintf(path, sizeof path, "%s/" RP_RUN_SUMMARY, directory);
    if (rp_file_read(path, 0, &text, &size, NULL)) return 0;
    int finished = strstr(text, "\n  \"finished\": true,\n") != NULL;
    rp_memory_free(text);
    return finished;
}
