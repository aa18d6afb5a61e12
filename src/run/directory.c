/* A run's directory: what stands in it and may be replaced. */
#include <sys/stat.h>
#include "base/file.h"
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
