/* Fields along an axis, means over windows of time: profile-NAME.csv (measure/profile.h). The cost is a pass over
 * particles and contacts a moment, the memory some 50 numbers a bin. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/memory.h"
#include "measure/profile.h"
#include "observe/window.h"

enum { PROFILES_MAX = 100, BINS_MAX = 100000 };

static const char *const axis_names[] = {"x", "y", "z"};

typedef struct profile_options {
    char name[RP_NAME];
    int axis, bins;
    double lower, upper; /* m */
    rp_window_options window;
} profile_options;

typedef struct options {
    int count;
    profile_options *item; /* owned */
} options;

typedef struct one_profile {
    rp_window window;
    rp_profile profile;
} one_profile;

typedef struct profiles {
    int count;
    one_profile *item; /* owned */
} profiles;

/* ---- options ---- */

static void read_one(rp_read *r, const rp_node *node, const rp_domain *domain, profile_options *p)
{
    static const rp_key keys[] = {{"name", RP_REQUIRED}, {"along", RP_REQUIRED}, {"lower", 0},
                                  {"upper", 0},          {"bins", RP_REQUIRED},  RP_WINDOW_KEYS};
    if (!RP_READ_MAP(r, node, keys)) return;
    rp_read_name(r, rp_yaml_find(node, "name"), p->name, sizeof p->name);
    p->axis = rp_read_choice(r, node, "along", axis_names, r->dimension, 0);
    p->bins = (int)rp_read_whole(r, node, "bins", 1, BINS_MAX, 1);
    p->lower = rp_vec_component(domain->lower, p->axis);
    p->upper = rp_vec_component(domain->upper, p->axis);
    if (!domain->bounded && !rp_yaml_find(node, "lower")) rp_read_missing(r, node, "lower");
    if (!domain->bounded && !rp_yaml_find(node, "upper")) rp_read_missing(r, node, "upper");
    rp_read_range(r, node, "lower", "upper", "m", &p->lower, &p->upper);
    rp_window_read(r, node, &p->window);
}

static void read(rp_read *r, const rp_node *output, const rp_observe_scene *scene, void *q)
{
    options *o = q;
    const rp_node *node = rp_read_key(r, output, "profiles");
    int count = rp_read_list(r, node, 1, PROFILES_MAX, "profiles");
    o->item = rp_read_alloc(r, (size_t)count, sizeof *o->item, "profiles");
    for (const rp_node *n = node->child; n && !r->status; n = n->next) {
        profile_options *p = &o->item[o->count];
        read_one(r, n, scene->domain, p);
        for (int k = 0; k < o->count && !r->status; k++)
            if (strcmp(o->item[k].name, p->name) == 0)
                rp_read_fail(r, rp_yaml_find(n, "name"), "there is a profile of this name already");
        o->count++;
    }
}

static void describe(const void *q, rp_buffer *b)
{
    const options *o = q;
    for (int n = 0; n < o->count; n++) {
        const profile_options *p = &o->item[n];
        rp_buffer_print(b, "%s%s along %s, %d bins, ", n ? "; " : "", p->name, axis_names[p->axis], p->bins);
        rp_window_describe(&p->window, b);
    }
}

static void release(void *q) { rp_memory_free(((options *)q)->item); }

/* ---- files ---- */

/* Columns of a region. The last, coordination without rattlers, is not that of a profile: it needs the packing as a
 * whole. */
static const rp_measure *columns(int *count)
{
    const rp_measure *row = rp_measure_list(RP_OF_REGION, count);
    --*count;
    return row;
}

static rp_status write_head(one_profile *x, rp_error *err)
{
    rp_buffer b;
    int count;
    const rp_measure *row = columns(&count);
    rp_buffer_init(&b);
    rp_buffer_print(&b, "from,to,moments,%s", axis_names[x->profile.axis]);
    for (int k = 0; k < count; k++) rp_buffer_print(&b, ",%s", row[k].name);
    rp_buffer_print(&b, "\n# s,s,1,m");
    for (int k = 0; k < count; k++) rp_buffer_print(&b, ",%s", row[k].unit);
    rp_buffer_print(&b, "\n");
    return rp_window_write(&x->window, &b, err);
}

static void print_bin(const one_profile *x, const rp_world *w, int k, const rp_bulk *bulk, rp_buffer *b)
{
    const rp_profile *p = &x->profile;
    int count;
    const rp_measure *row = columns(&count);
    rp_buffer_print(b, "%.9g,%.9g,%llu,%.9g", x->window.begun, w->time, (unsigned long long)x->window.here,
                    p->lower + (k + 0.5) * (p->upper - p->lower) / p->bins);
    for (int c = 0; c < count; c++) rp_buffer_print(b, ",%.12g", rp_measure_bulk(&row[c], bulk));
    rp_buffer_print(b, "\n");
}

static rp_status finish(one_profile *x, const rp_world *w, rp_error *err)
{
    const rp_profile *p = &x->profile;
    rp_bulk *bulk = rp_memory_alloc((size_t)p->bins, sizeof *bulk);
    if (!bulk) return rp_memory_error(err, (size_t)p->bins * sizeof *bulk, "a profile");
    rp_buffer b;
    rp_buffer_init(&b);
    rp_profile_result(p, w, w->time - x->window.begun, bulk);
    for (int k = 0; k < p->bins; k++) print_bin(x, w, k, &bulk[k], &b);
    rp_memory_free(bulk);
    return rp_window_finish(&x->window, w, &b, err);
}

/* ---- beginning and end ---- */

static void state_name(int n, char name[64]) { snprintf(name, 64, "observe/profiles/%d", n); }

static rp_status open_one(one_profile *x, const profile_options *o, int n, const rp_observe_site *site, rp_error *err)
{
    char path[1300], name[64];
    int fresh = 0;
    rp_status status = rp_profile_create(&x->profile, o->axis, o->lower, o->upper, o->bins, err);
    snprintf(path, sizeof path, "%s/profile-%s.csv", site->directory, o->name);
    state_name(n, name);
    if (!status)
        status = rp_window_open(&x->window, &o->window, path, name, (double *)x->profile.sum,
                                (size_t)o->bins * RP_BULK_SUMS_NUMBERS, site->archive, &fresh, err);
    return status || !fresh ? status : write_head(x, err);
}

static rp_status open(void *q, const void *options_, const rp_observe_site *site, rp_error *err)
{
    profiles *s = q;
    const options *o = options_;
    rp_status status = RP_OK;
    s->item = rp_memory_alloc((size_t)o->count, sizeof *s->item);
    if (!s->item) return rp_memory_error(err, (size_t)o->count * sizeof *s->item, "the profiles");
    for (; s->count < o->count && !status; s->count++)
        status = open_one(&s->item[s->count], &o->item[s->count], s->count, site, err);
    return status;
}

static rp_status sync(void *q, rp_error *err)
{
    const profiles *s = q;
    rp_status status = RP_OK;
    for (int n = 0; n < s->count && !status; n++) status = rp_appender_sync(&s->item[n].window.file, err);
    return status;
}

static rp_status save(const void *q, rp_archive *a, rp_error *err)
{
    const profiles *s = q;
    rp_status status = RP_OK;
    for (int n = 0; n < s->count && !status; n++) {
        char name[64];
        state_name(n, name);
        status = rp_window_save(&s->item[n].window, name, a, err);
    }
    return status;
}

static void close(void *q)
{
    profiles *s = q;
    for (int n = 0; n < s->count; n++) {
        rp_window_close(&s->item[n].window);
        rp_profile_destroy(&s->item[n].profile);
    }
    rp_memory_free(s->item);
}

/* ---- moments ---- */

static double next(const void *q)
{
    const profiles *s = q;
    double time = INFINITY;
    for (int n = 0; n < s->count; n++) time = fmin(time, rp_window_next(&s->item[n].window));
    return time;
}

static int unfinished(const void *q, const rp_world *w)
{
    const profiles *s = q;
    int more = 0;
    for (int n = 0; n < s->count; n++) more |= rp_window_unfinished(&s->item[n].window, w);
    return more;
}

static rp_status take(void *q, const rp_moment *m, int last, rp_error *err)
{
    profiles *s = q;
    rp_status status = RP_OK;
    for (int n = 0; n < s->count && !status; n++) {
        one_profile *x = &s->item[n];
        int what = rp_window_step(&x->window, m->world, last);
        if (what & RP_WINDOW_TAKE) rp_profile_take(&x->profile, m->world, m->contacts);
        if (what & RP_WINDOW_FINISH) status = finish(x, m->world, err);
    }
    return status;
}

static void collision(void *q, const rp_world *w, const rp_collision *c)
{
    profiles *s = q;
    for (int n = 0; n < s->count; n++) {
        one_profile *x = &s->item[n];
        if (!isnan(x->window.begun)) rp_profile_collision(&x->profile, w, c->x, c->branch, c->impulse);
    }
}

static const char *const files[] = {"profile-*.csv", NULL};

const rp_observer rp_observer_profiles = {.name = "profiles",
                                          .summary = "fields along an axis, means over time: profile-NAME.csv",
                                          .files = files,
                                          .options_size = sizeof(options),
                                          .state_size = sizeof(profiles),
                                          .needs = RP_OBSERVE_CONTACTS,
                                          .read = read,
                                          .describe = describe,
                                          .release = release,
                                          .open = open,
                                          .next = next,
                                          .unfinished = unfinished,
                                          .take = take,
                                          .collision = collision,
                                          .sync = sync,
                                          .save = save,
                                          .close = close};
