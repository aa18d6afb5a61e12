/* A film of a run: its pictures, made one by one, and ffmpeg, which is a program of its own. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "output/picture_page.h"

#define RATE_MAX 240

/* How ffmpeg writes each kind of file. Sides of a video are even numbers. */
#define EVEN "scale=trunc(iw/2)*2:trunc(ih/2)*2,format=yuv420p"
static const struct kind {
    const char *ending;
    const char *filter;
    const char *codec[13];
} kinds[] = {
    {".mp4", EVEN, {"-c:v", "libx264", "-crf", "18", "-movflags", "+faststart", NULL}},
    {".webm", EVEN, {"-c:v", "libvpx-vp9", "-crf", "30", "-b:v", "0", "-cpu-used", "5", "-row-mt", "1", NULL}},
    {".gif", "split[a][b];[a]palettegen[p];[b][p]paletteuse", {"-loop", "0", NULL}},
};

static const struct kind *kind_of(const char *path, rp_error *err)
{
    const size_t length = strlen(path);
    for (size_t n = 0; n < sizeof kinds / sizeof *kinds; n++) {
        const size_t end = strlen(kinds[n].ending);
        if (length > end && strcmp(path + length - end, kinds[n].ending) == 0) return &kinds[n];
    }
    rp_error_set(err, RP_INPUT, "a film cannot be written to '%s'", path);
    rp_error_expected(err, "a name that ends in .mp4, .webm or .gif");
    return NULL;
}

/* ---- ffmpeg ---- */

static int on_path(const char *program)
{
    char path[4096], *save = NULL;
    const char *list = getenv("PATH");
    snprintf(path, sizeof path, "%s", list ? list : "");
    for (char *at = strtok_r(path, ":", &save); at; at = strtok_r(NULL, ":", &save)) {
        char file[4352];
        snprintf(file, sizeof file, "%s/%s", at, program);
        if (access(file, X_OK) == 0) return 1;
    }
    return 0;
}

static rp_status encode(const char *directory, double rate, const struct kind *kind, const char *path, rp_error *err)
{
    char pictures[1200], frames[32];
    const char *argument[32];
    int count = 0;
    snprintf(pictures, sizeof pictures, "%s/%%06d.png", directory);
    snprintf(frames, sizeof frames, "%g", rate);
    const char *const first[] = {"ffmpeg", "-nostdin", "-loglevel", "error", "-y",        "-framerate",
                                 frames,   "-i",       pictures,    "-vf",   kind->filter};
    for (size_t n = 0; n < sizeof first / sizeof *first; n++) argument[count++] = first[n];
    for (int n = 0; kind->codec[n]; n++) argument[count++] = kind->codec[n];
    argument[count++] = path;
    argument[count] = NULL;
    const pid_t child = fork();
    if (child == 0) {
        execvp("ffmpeg", (char *const *)argument);
        _exit(127);
    }
    int state = -1;
    if (child < 0 || waitpid(child, &state, 0) != child || !WIFEXITED(state) || WEXITSTATUS(state) != 0)
        return rp_error_set(err, RP_SYSTEM, "ffmpeg could not write '%s'", path);
    return RP_OK;
}

/* ---- pictures ---- */

static void remove_pictures(const char *directory)
{
    char path[800];
    DIR *d = opendir(directory);
    for (struct dirent *entry; d && (entry = readdir(d));) {
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s", directory, entry->d_name);
        unlink(path);
    }
    if (d) closedir(d);
    rmdir(directory);
}

rp_status rp_film_drawn(const rp_film_options *f, int done, int count, rp_error *err)
{
    if (!f || !f->drawn || f->drawn(f->context, done, count) == 0) return RP_OK;
    return rp_error_set(err, RP_FAILED, "stopped after %d of %d pictures", done, count);
}

rp_film_options rp_film_options_default(void) { return (rp_film_options){.rate = 25}; }

static rp_status make(const char *const *directories, const char *const *labels, int runs, const rp_picture_options *o,
                      const rp_film_options *f, const struct kind *kind, const char *path, int *count, rp_error *err)
{
    char into[512];
    const char *where = getenv("TMPDIR");
    snprintf(into, sizeof into, "%s/repose-film-XXXXXX", where && where[0] ? where : "/tmp");
    if (!mkdtemp(into)) return rp_error_set(err, RP_SYSTEM, "no directory for pictures can be made: %s", into);
    rp_status status = rp_picture_run_draw(directories, runs == 1 ? NULL : labels, runs, o, into, f, count, err);
    if (!status) status = encode(into, f->rate, kind, path, err);
    remove_pictures(into);
    return status;
}

rp_status rp_film(const char *const *directories, const char *const *labels, int runs, const rp_picture_options *o,
                  const rp_film_options *film, const char *path, int *count, rp_error *err)
{
    const rp_film_options f = film ? *film : rp_film_options_default();
    rp_picture_options usual;
    int unused;
    rp_picture_options_default(&usual);
    const struct kind *kind = kind_of(path, err);
    if (!kind) return RP_INPUT;
    if (!(f.rate > 0 && f.rate <= RATE_MAX)) {
        rp_error_set(err, RP_INPUT, "a film cannot have %g frames a second", f.rate);
        rp_error_expected(err, "a rate (--rate) above 0, at most %d", RATE_MAX);
        return RP_INPUT;
    }
    if (!on_path("ffmpeg"))
        return rp_error_set(err, RP_SYSTEM,
                            "ffmpeg, which makes films of pictures, is not here (Debian: ffmpeg); repose "
                            "plot %s frames draws the pictures",
                            directories[0]);
    return make(directories, labels ? labels : directories, runs, o ? o : &usual, &f, kind, path,
                count ? count : &unused, err);
}
