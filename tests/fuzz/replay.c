/* Gives the files of directories to a fuzz target, one after the other: a corpus as a test, without a fuzzer. */
#include <dirent.h>

#include "fuzz.h"

static int replay_file(const char *path)
{
    char *data;
    size_t size;
    if (rp_file_read(path, 0, &data, &size, NULL)) return 0;
    uint8_t *copy = malloc(size ? size : 1); /* of exactly this length, for the sanitizers */
    fuzz_check(copy != NULL);
    memcpy(copy, data, size);
    rp_memory_free(data);
    printf("%s, %zu bytes\n", path, size);
    fflush(stdout);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
    return 1;
}

int main(int argc, char **argv)
{
    int files = 0;
    for (int n = 1; n < argc; n++) {
        DIR *directory = opendir(argv[n]);
        char path[PATH_MAX];
        for (struct dirent *entry; directory && (entry = readdir(directory));) {
            if (entry->d_name[0] == '.') continue;
            snprintf(path, sizeof path, "%s/%s", argv[n], entry->d_name);
            files += replay_file(path);
        }
        if (directory) closedir(directory);
    }
    return files > 0 ? 0 : 1;
}
