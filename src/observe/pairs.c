/* The pair correlation, means over windows of time: pairs.csv (measure/pairs.h). */
#include <stdio.h>
#include "measure/pairs.h"
#include "observe/window.h"

enum { BINS_MAX = 100000 };

typedef struct options {
    int bins, dimension;
    double up_to; /* m */
    rp_window_options window;
} options;

typedef struct pairs {
    rp_window window;
    rp_pairs_measure measure;
    int dimension;
} pairs;

static void check_domain(rp_read *r, const rp_node *node, const rp_domain *d, double up_to)
{
    int periodic = d->bounded;
    double shortest = 0;
    for (int axis = 0; axis < r->dimension; axis++) {
        const double period = rp_vec_component(d->upper, axis) - rp_vec_component(d->lower, axis);
        periodic &= d->periodic[axis];
        if (axis == 0 || period < shortest) shortest = period;
    }
    if (!periodic && rp_read_fail(r, node, "a pair correlation needs a domain that is periodic along all axes"))
        rp_error_expected(r->err, r->dimension == 3 ? "domain: {periodic: [x, y, z]}" : "domain: {periodic: [x, y]}");
    if (periodic && up_to > 0.5 * shortest
        && rp_read_fail(r, rp_yaml_find(node, "up_to"), "distances beyond half the shortest period are not counted"))
        rp_error_expected(r->err, "at most %.6g m", 0.5 * shortest);
}

static void read(rp_read *r, const rp_node *output, const rp_observe_scene *scene, void *p)
{
    static const rp_key keys[] = {{"bins", 0}, {"up_to", RP_REQUIRED}, RP_WINDOW_KEYS};
    options *o = p;
    const rp_node *node = rp_read_key(r, output, "pairs");
    if (!RP_READ_MAP(r, node, keys)) return;
    o->bins = (int)rp_read_whole(r, node, "bins", 1, BINS_MAX, 100);
    o->up_to = rp_read_number(r, node, "up_to", rp_bound_positive("m"), 0);
    o->dimension = r->dimension;
    rp_window_read(r, node, &o->window);
    check_domain(r, node, scene->domain, o->up_to);
}

static void describe(const void *p, rp_buffer *b)
{
    const options *o = p;
    rp_buffer_print(b, "%d bins up to %.6g m, ", o->bins, o->up_to);
    rp_window_describe(&o->window, b);
}

static rp_status write_head(pairs *f, rp_error *err)
{
    rp_buffer b;
    rp_buffer_init(&b);
    rp_buffer_print(&b, "from,to,moments,r,g\n# s,s,1,m,1\n");
    return rp_window_write(&f->window, &b, err);
}

static rp_status open(void *p, const void *options_, const rp_observe_site *site, rp_error *err)
{
    pairs *f = p;
    const options *o = options_;
    char path[1200];
    int fresh = 0;
    snprintf(path, sizeof path, "%s/pairs.csv", site->directory);
    f->dimension = o->dimension;
    rp_status status = rp_pairs_create(&f->measure, o->bins, o->up_to, err);
    if (!status)
        status = rp_window_open(&f->window, &o->window, path, "observe/pairs", f->measure.number,
                                rp_pairs_numbers(&f->measure), site->archive, &fresh, err);
    return status || !fresh ? status : write_head(f, err);
}

static double next(const void *p) { return rp_window_next(&((const pairs *)p)->window); }
static int unfinished(const void *p, const rp_world *w) { return rp_window_unfinished(&((const pairs *)p)->window, w); }

static rp_status finish(pairs *x, const rp_world *w, rp_error *err)
{
    rp_buffer b;
    rp_buffer_init(&b);
    for (int k = 0; k < x->measure.bins; k++)
        rp_buffer_print(&b, "%.9g,%.9g,%llu,%.9g,%.12g\n", x->window.begun, w->time, (unsigned long long)x->window.here,
                        (k + 0.5) * x->measure.up_to / x->measure.bins,
                        rp_pairs_correlation(&x->measure, x->dimension, k));
    return rp_window_finish(&x->window, w, &b, err);
}

static rp_status take(void *p, const rp_moment *m, int last, rp_error *err)
{
    pairs *f = p;
    const int what = rp_window_step(&f->window, m->world, last);
    rp_status status = what & RP_WINDOW_TAKE ? rp_pairs_take(&f->measure, m->world, err) : RP_OK;
    return !status && what & RP_WINDOW_FINISH ? finish(f, m->world, err) : status;
}

static rp_status sync(void *p, rp_error *err) { return rp_appender_sync(&((pairs *)p)->window.file, err); }

static rp_status save(const void *p, rp_archive *a, rp_error *err)
{
    return rp_window_save(&((const pairs *)p)->window, "observe/pairs", a, err);
}

static void close(void *p)
{
    rp_window_close(&((pairs *)p)->window);
    rp_pairs_destroy(&((pairs *)p)->measure);
}

static const char *const files[] = {"pairs.csv", NULL};

const rp_observer rp_observer_pairs = {.name = "pairs",
                                       .summary = "the pair correlation of a periodic domain: pairs.csv",
                                       .files = files,
                                       .options_size = sizeof(options),
                                       .state_size = sizeof(pairs),
                                       .read = read,
                                       .describe = describe,
                                       .open = open,
                                       .next = next,
                                       .unfinished = unfinished,
                                       .take = take,
                                       .sync = sync,
                                       .save = save,
                                       .close = close};
