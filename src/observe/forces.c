/* The distribution of contact forces, means over windows of time: forces.csv (measure/forces.h). */
#include <math.h>
#include <stdio.h>
#include "measure/forces.h"
#include "observe/window.h"

enum { BINS_MAX = 100000 };

typedef struct options {
    int bins;
    double up_to; /* of the mean normal force */
    rp_window_options window;
} options;

typedef struct forces {
    rp_window window;
    rp_forces_measure measure;
} forces;

static void read(rp_read *r, const rp_node *output, const rp_observe_scene *scene, void *p)
{
    static const rp_key keys[] = {{"bins", 0}, {"up_to", 0}, RP_WINDOW_KEYS};
    options *o = p;
    const rp_node *node = rp_read_key(r, output, "forces");
    if (!RP_READ_MAP(r, node, keys)) return;
    o->bins = (int)rp_read_whole(r, node, "bins", 1, BINS_MAX, 50);
    o->up_to = rp_read_number(r, node, "up_to", rp_bound_positive("1, of the mean normal force"), 8);
    rp_window_read(r, node, &o->window);
    if (scene->method && scene->method->impulsive
        && rp_read_fail(r, node, "the method '%s' has no contact forces: its collisions are instants",
                        scene->method->name))
        rp_error_expected(r->err, "method: soft or contact-dynamics");
}

static void describe(const void *p, rp_buffer *b)
{
    const options *o = p;
    rp_buffer_print(b, "%d bins up to %.6g of the mean, ", o->bins, o->up_to);
    rp_window_describe(&o->window, b);
}

static rp_status write_head(forces *f, rp_error *err)
{
    rp_buffer b;
    rp_buffer_init(&b);
    rp_buffer_print(&b, "from,to,moments,contacts,mean_force,beyond,tangential_beyond,f,p_normal,p_tangential\n"
                        "# s,s,1,1,N,1,1,1,1,1\n");
    return rp_window_write(&f->window, &b, err);
}

static rp_status open(void *p, const void *options_, const rp_observe_site *site, rp_error *err)
{
    forces *f = p;
    const options *o = options_;
    char path[1200];
    int fresh = 0;
    snprintf(path, sizeof path, "%s/forces.csv", site->directory);
    rp_status status = rp_forces_create(&f->measure, o->bins, o->up_to, err);
    if (!status)
        status = rp_window_open(&f->window, &o->window, path, "observe/forces", f->measure.number,
                                rp_forces_numbers(&f->measure), site->archive, &fresh, err);
    return status || !fresh ? status : write_head(f, err);
}

static double next(const void *p) { return rp_window_next(&((const forces *)p)->window); }
static int unfinished(const void *p, const rp_world *w)
{
    return rp_window_unfinished(&((const forces *)p)->window, w);
}

static rp_status finish(forces *x, const rp_world *w, rp_error *err)
{
    const rp_forces_measure *f = &x->measure;
    double contacts = f->number[RP_FORCES_CONTACTS];
    double mean = contacts > 0 ? f->number[RP_FORCES_SUM] / contacts : 0;
    double part = contacts > 0 ? 1 / contacts : 0;
    rp_buffer b;
    rp_buffer_init(&b);
    for (int k = 0; k < f->bins; k++)
        rp_buffer_print(&b, "%.9g,%.9g,%llu,%.12g,%.12g,%.12g,%.12g,%.9g,%.12g,%.12g\n", x->window.begun, w->time,
                        (unsigned long long)x->window.here, contacts / (double)x->window.here, mean,
                        f->number[RP_FORCES_BEYOND] * part, f->number[RP_FORCES_TANGENTIAL_BEYOND] * part,
                        (k + 0.5) * f->up_to / f->bins, rp_forces_density(f, 0, k), rp_forces_density(f, 1, k));
    return rp_window_finish(&x->window, w, &b, err);
}

static rp_status take(void *p, const rp_moment *m, int last, rp_error *err)
{
    forces *f = p;
    int what = rp_window_step(&f->window, m->world, last);
    if (what & RP_WINDOW_TAKE) rp_forces_take(&f->measure, m->world, m->contacts);
    return what & RP_WINDOW_FINISH ? finish(f, m->world, err) : RP_OK;
}

static rp_status sync(void *p, rp_error *err) { return rp_appender_sync(&((forces *)p)->window.file, err); }

static rp_status save(const void *p, rp_archive *a, rp_error *err)
{
    return rp_window_save(&((const forces *)p)->window, "observe/forces", a, err);
}

static void close(void *p)
{
    rp_window_close(&((forces *)p)->window);
    rp_forces_destroy(&((forces *)p)->measure);
}

static const char *const files[] = {"forces.csv", NULL};

const rp_observer rp_observer_forces = {.name = "forces",
                                        .summary = "the distribution of contact forces: forces.csv",
                                        .files = files,
                                        .options_size = sizeof(options),
                                        .state_size = sizeof(forces),
                                        .needs = RP_OBSERVE_CONTACTS,
                                        .read = read,
                                        .describe = describe,
                                        .open = open,
                                        .next = next,
                                        .unfinished = unfinished,
                                        .take = take,
                                        .sync = sync,
                                        .save = save,
                                        .close = close};
