/* Pictures of one run: colours and forces by one scale over all of it, so that frames can be compared; in a series of
 * pictures the view is one, too.
 *
 * The scale is taken from frames spread over the run, at most SAMPLES of them, first and last included: the lowest and
 * the highest of their own ranges. */
#include "output/output.h"

#include <math.h>
#include <stdio.h>

#include "base/file.h"
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

static rp_status find_scale(const char *directory, size_t frames, const rp_picture_options *o, rp_picture_scale *s,
                            rp_error *err)
{
    rp_status status = RP_OK;
    size_t count = frames < SAMPLES ? frames : SAMPLES;
    int pushing = 0;
    *s = (rp_picture_scale){.range = {NAN, NAN}, .lower = {INFINITY, INFINITY}, .upper = {-INFINITY, -INFINITY}};
    for (size_t n = 0; n < count && !status; n++) {
        rp_picture_model m;
        double range[2] = {NAN, NAN};
        status = rp_picture_model_load(&m, directory, count == 1 ? 0 : n * (frames - 1) / (count - 1), err);
        if (status) break;
        status = rp_picture_model_range(&m, rp_picture_color(o), range, err);
        if (!status) include(s, &m, range, o, &pushing);
        rp_picture_model_free(&m);
    }
    if (pushing) s->mean_fn /= pushing;
    for (int k = 0; k < 2; k++)
        if (!isnan(rp_picture_end(o, k))) s->range[k] = rp_picture_end(o, k);
    if (!status && s->range[0] >= s->range[1]) {
        status = rp_error_set(err, RP_INPUT, "the range of colours from %g to %g is empty", s->range[0], s->range[1]);
        rp_error_expected(err, "--range LOW,HIGH with LOW below HIGH");
    }
    return status;
}

static rp_status draw(const char *directory, size_t frame, const rp_picture_options *o, const rp_picture_scale *s,
                      const char *path, rp_error *err)
{
    rp_picture_model m;
    rp_status status = rp_picture_model_load(&m, directory, frame, err);
    if (status) return status;
    status = rp_picture_draw(&m, NULL, 1, o, s, path, err);
    rp_picture_model_free(&m);
    return status;
}

static rp_status count_frames(const char *directory, size_t *count, rp_error *err)
{
    double found;
    rp_status status = rp_frames_find(directory, NAN, count, &found, err);
    (*count)++;
    return status;
}

rp_status rp_picture_frame(const char *directory, double time, const rp_picture_options *o, const char *path,
                           rp_error *err)
{
    rp_picture_options usual;
    rp_picture_scale scale = {.range = {NAN, NAN}};
    size_t frame = 0, frames = 0;
    double found;
    rp_picture_options_default(&usual);
    if (!o) o = &usual;
    rp_status status = count_frames(directory, &frames, err);
    if (!status) status = rp_frames_find(directory, time, &frame, &found, err);
    if (!status && !o->own_range) status = find_scale(directory, frames, o, &scale, err);
    return status ? status : draw(directory, frame, o, &scale, path, err);
}

rp_status rp_picture_run_draw(const char *directory, const rp_picture_options *o, const char *into,
                              const rp_film_options *film, int *count, rp_error *err)
{
    char path[4096];
    rp_picture_scale scale;
    size_t frames = 0;
    *count = 0;
    rp_status status = count_frames(directory, &frames, err);
    if (!status) status = find_scale(directory, frames, o, &scale, err);
    if (!status) status = rp_file_directory_make(into, err);
    scale.view = 1;
    for (size_t n = 0; n < frames && !status; n++) {
        snprintf(path, sizeof path, "%s/%06zu.png", into, n);
        status = draw(directory, n, o, &scale, path, err);
        *count += !status;
        if (!status) status = rp_film_drawn(film, *count, (int)frames, err);
    }
    return status;
}

rp_status rp_picture_movie(const char *directory, const rp_picture_options *o, const char *into, int *count,
                           rp_error *err)
{
    return rp_picture_run_draw(directory, o, into, NULL, count, err);
}
