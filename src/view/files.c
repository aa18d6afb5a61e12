/* Files of a run for the viewer; see files.h. */
#include "view/files.h"

#include <dirent.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "output/color.h"
#include "output/frames.h"

/* ---- names ---- */

static int compare_names(const void *a, const void *b) { return strcmp(a, b); }

static void add_matching(const char *directory, const char *pattern, rp_files *files)
{
    DIR *d = opendir(directory);
    const int first = files->count;
    for (struct dirent *entry; d && (entry = readdir(d));)
        if (files->count < RP_FILES_MOST && fnmatch(pattern, entry->d_name, FNM_PERIOD) == 0)
            snprintf(files->name[files->count++], sizeof *files->name, "%s", entry->d_name);
    if (d) closedir(d);
    qsort(files->name[first], (size_t)(files->count - first), sizeof *files->name, compare_names);
}

rp_status rp_files_list(const char *directory, rp_files *files, rp_error *err)
{
    static const char *const patterns[] = {"scene.yaml", "summary.json", "log.txt",
                                           "series.csv", "forces.csv",   "profile-*.csv"};
    files->count = 0;
    for (size_t n = 0; n < sizeof patterns / sizeof *patterns; n++) add_matching(directory, patterns[n], files);
    if (files->count && strcmp(files->name[0], "scene.yaml") == 0) return RP_OK;
    rp_error_set(err, RP_INPUT, "'%s' is not the directory of a run: it has no scene.yaml", directory);
    rp_error_expected(err, "a directory that repose run has made");
    return RP_INPUT;
}

/* ---- times ---- */

rp_status rp_files_times(const char *directory, double **time, size_t *count, rp_error *err)
{
    char path[1400], *text = NULL;
    size_t size, room = 0;
    *time = NULL;
    *count = 0;
    snprintf(path, sizeof path, "%s/frames.pvd", directory);
    if (!rp_file_exists(path)) return RP_OK;
    rp_status status = rp_file_read(path, 0, &text, &size, err);
    for (const char *at = status ? NULL : strstr(text, "timestep=\""); at; at = strstr(at + 1, "timestep=\"")) {
        if (!rp_memory_reserve(time, &room, *count + 1, sizeof **time)) {
            status = rp_memory_error(err, (*count + 1) * sizeof **time, "the times of frames");
            break;
        }
        (*time)[(*count)++] = strtod(at + 10, NULL);
    }
    rp_memory_free(text);
    return status;
}

/* ---- JSON ---- */

static const char *name_of(const char *directory)
{
    const char *name = directory;
    for (const char *at = directory; *at; at++)
        if (*at == '/' && at[1] && at[1] != '/') name = at + 1;
    return name;
}

void rp_files_print(rp_buffer *b, const char *directory, const char *label, const double *time, size_t count)
{
    rp_buffer_print(b, "\"label\":");
    rp_json_string(b, label ? label : name_of(directory));
    rp_buffer_print(b, ",\"directory\":");
    rp_json_string(b, directory);
    rp_buffer_print(b, ",\"times\":[");
    for (size_t n = 0; n < count; n++) {
        if (n) rp_buffer_print(b, ",");
        rp_json_number(b, time[n]);
    }
    rp_buffer_print(b, "]");
}

static void print_color(rp_buffer *b, rp_color c)
{
    rp_buffer_print(b, "%02x%02x%02x", (unsigned)(255 * c.r + 0.5), (unsigned)(255 * c.g + 0.5),
                    (unsigned)(255 * c.b + 0.5));
}

void rp_files_print_maps(rp_buffer *b)
{
    static const struct {
        const char *name;
        rp_color_map map;
    } maps[] = {{"lagoon", RP_MAP_LAGOON}, {"ember", RP_MAP_EMBER}, {"tide", RP_MAP_TIDE}};
    rp_buffer_print(b, "\"maps\":{");
    for (size_t n = 0; n < sizeof maps / sizeof *maps; n++) {
        rp_buffer_print(b, "\"%s\":\"", maps[n].name);
        for (int k = 0; k < 256; k++) print_color(b, rp_color_map_at(maps[n].map, k / 255.0));
        rp_buffer_print(b, "\",");
    }
    rp_buffer_print(b, "\"palette\":\"");
    for (int k = 0; k < RP_PALETTE; k++) print_color(b, rp_color_palette(k));
    rp_buffer_print(b, "\"}");
}

/* ---- shorter files ---- */

static void shorten_line(rp_buffer *b, const char *line, const char *end)
{
    for (const char *at = line; at < end;) {
        char *after;
        const double value = strtod(at, &after);
        const char *comma = memchr(at, ',', (size_t)(end - at));
        const char *stop = comma ? comma : end;
        if (after == stop) rp_buffer_print(b, "%.7g", value);
        else rp_buffer_append(b, at, (size_t)(stop - at));
        if (comma) rp_buffer_append(b, ",", 1);
        at = stop + 1;
    }
    rp_buffer_append(b, "\n", 1);
}

static size_t count_lines(const char *text)
{
    size_t count = 0;
    for (const char *end; (end = strchr(text, '\n')); text = end + 1) count++;
    return count;
}

/* Names and units, then every `every`-th line and the last. A last line without its end is still being written. */
static void shorten_table(rp_buffer *b, const char *text, size_t rows)
{
    const size_t lines = count_lines(text), numbers = lines > 2 ? lines - 2 : 0, every = (numbers + rows - 1) / rows;
    size_t n = 0;
    for (const char *end; (end = strchr(text, '\n')); text = end + 1, n++) {
        if (n < 2) rp_buffer_append(b, text, (size_t)(end + 1 - text));
        else if ((n - 2) % every == 0 || n + 1 == lines) shorten_line(b, text, end);
    }
}

rp_status rp_files_shorten(const char *directory, const char *name, size_t rows, size_t bytes, rp_buffer *b,
                           rp_error *err)
{
    char path[1400], *text;
    size_t size;
    snprintf(path, sizeof path, "%s/%s", directory, name);
    rp_status status = rp_file_read(path, RP_FILES_BYTES, &text, &size, err);
    if (status) return status;
    const char *from = size > bytes ? strchr(text + size - bytes, '\n') : NULL;
    if (strlen(name) > 4 && strcmp(name + strlen(name) - 4, ".csv") == 0) shorten_table(b, text, rows);
    else if (from) rp_buffer_append(b, from + 1, size - (size_t)(from + 1 - text));
    else rp_buffer_append(b, text, size);
    rp_memory_free(text);
    return b->failed ? rp_memory_error(err, b->size, name) : RP_OK;
}
