/* repose film: the pictures of repose plot as a film, by ffmpeg. */
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "cli.h"
#include "repose/picture.h"
#include "repose/view.h"

/* How ffmpeg writes each kind of file. Sides of a video are even numbers. */
#define EVEN "scale=trunc(iw/2)*2:trunc(ih/2)*2,format=yuv420p"
static const struct kind {
    const char *ending;
    const char *filter;
    const char *codec[9];
} kinds[] = {
    {".mp4", EVEN, {"-c:v", "libx264", "-crf", "18", "-movflags", "+faststart", NULL}},
    {".webm", EVEN, {"-c:v", "libvpx-vp9", "-crf", "30", "-b:v", "0", NULL}},
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
    const char *const first[] = {"ffmpeg", "-loglevel", "error",  "-y",  "-framerate",
                                 frames,   "-i",        pictures, "-vf", kind->filter};
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

typedef struct film {
    rp_picture_options picture;
    rp_text_list runs;
    double rate;
    int quiet;
    char directory[512]; /* of the pictures; removed at the end */
} film;

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

/* Times of the frames of the first run, from what the viewer is given. */
static rp_status read_times(const char *directory, double **time, int *count, rp_error *err)
{
    rp_view_data session;
    const char *directories[] = {directory};
    rp_status status = rp_view_session(directories, NULL, 1, &session, err);
    if (status) return status;
    const char *at = strstr(session.bytes, "\"times\":[");
    *count = 0;
    *time = malloc(session.size * sizeof **time);
    if (!*time) status = rp_error_set(err, RP_SYSTEM, "not enough memory for the times of frames");
    for (char *end; !status && at && *at != ']'; at = end) {
        at += *count ? 1 : strlen("\"times\":[");
        const double t = strtod(at, &end);
        if (end == at) break;
        (*time)[(*count)++] = t;
    }
    rp_view_data_free(&session);
    if (!status && *count == 0) status = rp_error_set(err, RP_INPUT, "'%s' has no frames", directory);
    return status;
}

static void progress(const film *f, int done, int count)
{
    if (f->quiet || !isatty(2)) return;
    fprintf(stderr, "\r\033[K%d of %d pictures", done, count);
    if (done == count) fprintf(stderr, "\r\033[K");
}

static rp_status draw(film *f, int *count, rp_error *err)
{
    char path[600];
    double *time = NULL;
    if (f->runs.count == 1) return rp_picture_movie(f->runs.item[0], &f->picture, f->directory, count, err);
    rp_status status = read_times(f->runs.item[0], &time, count, err);
    for (int n = 0; n < *count && !status && !rp_cli_stop; n++) {
        snprintf(path, sizeof path, "%s/%06d.png", f->directory, n);
        status = rp_picture_frames(f->runs.item, f->runs.item, f->runs.count, time[n], &f->picture, path, err);
        progress(f, n + 1, *count);
    }
    free(time);
    return status;
}

static rp_status make(film *f, const char *path, rp_error *err)
{
    int count = 0;
    const struct kind *kind = kind_of(path, err);
    if (!kind) return RP_INPUT;
    if (!on_path("ffmpeg"))
        return rp_error_set(err, RP_SYSTEM,
                            "ffmpeg, which makes films of pictures, is not here (Debian: ffmpeg); repose "
                            "plot %s frames draws the pictures",
                            f->runs.item[0]);
    const char *where = getenv("TMPDIR");
    snprintf(f->directory, sizeof f->directory, "%s/repose-film-XXXXXX", where && where[0] ? where : "/tmp");
    if (!mkdtemp(f->directory))
        return rp_error_set(err, RP_SYSTEM, "no directory for pictures can be made: %s", f->directory);
    rp_status status = draw(f, &count, err);
    if (!status && rp_cli_stop) status = rp_error_set(err, RP_FAILED, "stopped");
    if (!status) status = encode(f->directory, f->rate, kind, path, err);
    remove_pictures(f->directory);
    if (!status) printf("%s: %d frames, %.3g s\n", path, count, count / f->rate);
    return status;
}

static int run_film(int argc, char **argv)
{
    film f = {.rate = 25};
    rp_error err;
    char own[1200];
    const char *path = NULL;
    rp_picture_options_default(&f.picture);
    const rp_option options[] = {
        {"-o", RP_OPTION_TEXT, &path},
        {"--rate", RP_OPTION_NUMBER, &f.rate},
        {"--color", RP_OPTION_TEXT, &f.picture.color},
        {"--forces", RP_OPTION_FLAG, &f.picture.forces},
        {"--width", RP_OPTION_INT, &f.picture.width},
        {"--height", RP_OPTION_INT, &f.picture.height},
        {"--azimuth", RP_OPTION_NUMBER, &f.picture.azimuth},
        {"--elevation", RP_OPTION_NUMBER, &f.picture.elevation},
        {"--title", RP_OPTION_TEXT, &f.picture.title},
        {"--quiet", RP_OPTION_FLAG, &f.quiet},
    };
    if (rp_cli_read(argc, argv, options, sizeof options / sizeof *options, &f.runs, 1, 8, &err))
        return rp_cli_fail(&err);
    if (!(f.rate > 0 && f.rate <= 240)) {
        rp_error_set(&err, RP_INPUT, "--rate has the value %g", f.rate);
        rp_error_expected(&err, "frames a second, at most 240");
        return rp_cli_fail(&err);
    }
    snprintf(own, sizeof own, "%s/film.mp4", f.runs.item[0]);
    rp_cli_begin();
    rp_cli_catch();
    return make(&f, path ? path : own, &err) ? rp_cli_fail(&err) : RP_OK;
}

const rp_command rp_command_film = {
    "film", "DIR ... [-o run.mp4|.webm|.gif] [options]", "the frames of runs as a film",
    "Draws every frame with one view and one scale, as repose plot DIR frames does, and makes a film of them by "
    "ffmpeg.\n"
    "Several runs stand side by side, at the times of the first one's frames.\n\n"
    "  -o FILE      .mp4, .webm or .gif (default: film.mp4 in the first DIR)\n"
    "  --rate N     frames a second (default 25)\n"
    "  --color, --forces, --width, --height, --azimuth, --elevation, --title   as of repose plot",
    run_film};
