/* Pictures of whole runs: colours and forces by one scale over all of them, so that frames can be compared; in a series
 * of pictures the view is one, too.
 *
 * The scale is taken from frames spread over each run, at most SAMPLES of them, first and last included: the lowest and
 * the highest of their own ranges. */
#include "output/output.h"

#include <math.h>
#include <stdio.h>

#include "base/file.h"
#include "base/memory.h"
#include "output/frames.h"
#include "output/picture_page.h"
#include "output/picture_view.h"

enum { SAMPLES = 24 };

static void include(rp_picture_scale *s, const rp_picture_model *m, const double range[2], const rp_picture_options *o,
                    int *pushing)
{
    rp_picture_view v = {0};
    s->range[0] = fmin(s->range[0], range[0]);
    s->range[1] = fmax(s->range[1], range[1]); /* NaN gives way to numbers */
    if (m->mean_fn > 0) {
        s->mean_fn += m->mean_fn;
        (*pushing)++;
    }

    rp_picture_view_aim(&v, m, o->azimuth, o->elevation);
    for (int k = 0; k < 2; k++) {
        s->lower[k] = fmin(s->lower[k], v.lower[k]);
        s->upper[k] = fmax(s->upper[k], v.upper[k]);
    }
}

static rp_status count_frames(const char *directory, size_t *count, rp_error *err)
{
    double found;
    rp_status status = rp_frames_find(directory, NAN, count, &found, err);
    (*count)++;
    return status;
}

static rp_status include_run(rp_picture_scale *s, const char *directory, const rp_picture_options *o, int *pushing,
                             rp_error *err)
{
    size_t frames = 0;
    rp_status status = count_frames(directory, &frames, err);
    size_t count = frames < SAMPLES ? frames : SAMPLES;
    for (size_t n = 0; n < count && !status; n++) {
        rp_picture_model m;
        double range[2] = {NAN, NAN};
        status = rp_picture_model_load(&m, directory, count == 1 ? 0 : n * (frames - 1) / (count - 1), err);
        if (status) break;
        status = rp_picture_model_range(&m, rp_picture_color(o), range, err);
        if (!status) include(s, &m, range, o, pushing);
        rp_picture_model_free(&m);
    }
    return status;
}

static rp_status find_scale(const char *const *directories, int runs, const rp_picture_options *o, rp_picture_scale *s,
                            rp_error *err)
{
    rp_status status = RP_OK;
    int pushing = 0;
    *s = (rp_picture_scale){.range = {NAN, NAN}, .lower = {INFINITY, INFINITY}, .upper = {-INFINITY, -INFINITY}};
    for (int n = 0; n < runs && !status; n++) status = include_run(s, directories[n], o, &pushing, err);
    if (pushing) s->mean_fn /= pushing;
    for (int k = 0; k < 2; k++)
        if (!isnan(rp_picture_end(o, k))) s->range[k] = rp_picture_end(o, k);
    if (!status && s->range[0] >= s->range[1]) {
        status = rp_error_set(err, RP_INPUT, "the range of colours from %g to %g is empty", s->range[0], s->range[1]);
        rp_error_expected(err, "--range LOW,HIGH with LOW below HIGH");
    }
    return status;
}

rp_status rp_picture_frame(const char *directory, double time, const rp_picture_options *o, const char *path,
                           rp_error *err)
{
    rp_picture_options usual;
    rp_picture_scale scale = {.range = {NAN, NAN}};
    rp_picture_options_default(&usual);
    if (!o) o = &usual;
    rp_status status = o->own_range ? RP_OK : find_scale(&directory, 1, o, &scale, err);
    return status ? status : rp_picture_at(&directory, NULL, 1, time, o, &scale, path, err);
}

rp_status rp_picture_run_draw(const char *const *directories, const char *const *labels, int runs,
                              const rp_picture_options *o, const char *into, const rp_film_options *film, int *count,
                              rp_error *err)
{
    char path[4096];
    rp_picture_scale scale;
    double *time = NULL;
    size_t frames = 0;
    *count = 0;
    rp_status status = rp_frames_times(directories[0], &time, &frames, err);
    if (!status) status = find_scale(directories, runs, o, &scale, err);
    if (!status) status = rp_file_directory_make(into, err);
    scale.view = 1;
    for (size_t n = 0; n < frames && !status; n++) {
        if (isnan(time[n])) continue;
        snprintf(path, sizeof path, "%s/%06d.png", into, *count);
        status = rp_picture_at(directories, labels, runs, time[n], o, &scale, path, err);
        *count += !status;
        if (!status) status = rp_film_drawn(film, *count, (int)frames, err);
    }
    rp_memory_free(time);
    return status;
}

rp_status rp_picture_movie(const char *directory, const rp_picture_options *o, const char *into, int *count,
                           rp_error *err)
{
    return rp_picture_run_draw(&directory, NULL, 1, o, into, NULL, count, err);
}
