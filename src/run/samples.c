/* See samples.h. */
#include "run/samples.h"

#include <math.h>
#include <stdio.h>
#include "base/memory.h"

static const char *const axis_names[] = {"x", "y", "z"};

/* ---- beginning and end ---- */

rp_status rp_samples_init(rp_samples *s, const rp_output_options *o, rp_error *err)
{
    int forces = o->forces.window.every > 0;
    *s = (rp_samples){.item = rp_memory_alloc((size_t)(o->profile_count + forces), sizeof *s->item)};
    if (!s->item) return rp_memory_error(err, sizeof *s->item, "the profiles");
    rp_status status = RP_OK;
    for (int n = 0; n < o->profile_count && !status; n++) {
        const rp_profile_options *p = &o->profile[n];
        rp_sampler *x = &s->item[s->count++];
        *x = (rp_sampler){.profile_options = p, .window = p->window, .begun = NAN};
        status = rp_profile_create(&x->profile, p->axis, p->lower, p->upper, p->bins, err);
    }
    if (!status && forces) {
        rp_sampler *x = &s->item[s->count++];
        *x = (rp_sampler){.window = o->forces.window, .begun = NAN};
        status = rp_forces_create(&x->forces, o->forces.bins, o->forces.up_to, err);
    }
    return status;
}

void rp_samples_close(rp_samples *s)
{
    for (int n = 0; n < s->count; n++) {
        rp_profile_destroy(&s->item[n].profile);
        rp_forces_destroy(&s->item[n].forces);
        if (s->item[n].open) rp_appender_close(&s->item[n].file);
    }
    rp_memory_free(s->item);
    *s = (rp_samples){0};
}

static void clear(rp_sampler *x)
{
    if (x->profile_options) rp_profile_clear(&x->profile);
    else rp_forces_clear(&x->forces);
    x->here = 0;
}

/* ---- state ---- */

static double *numbers(const rp_sampler *x, size_t *count)
{
    *count = x->profile_options ? (size_t)x->profile.bins * RP_BULK_SUMS_NUMBERS : rp_forces_numbers(&x->forces);
    return x->profile_options ? (double *)x->profile.sum : x->forces.number;
}

static void item_name(int n, const char *what, char name[64]) { snprintf(name, 64, "run/samples/%d/%s", n, what); }

enum { CLOCK = 4 };

rp_status rp_samples_save(const rp_samples *s, rp_archive *a, rp_error *err)
{
    rp_status status = RP_OK;
    for (int n = 0; n < s->count && !status; n++) {
        const rp_sampler *x = &s->item[n];
        char name[64];
        size_t count;
        const double *number = numbers(x, &count), clock[CLOCK] = {x->begun, (double)x->taken, (double)x->here,
                                                                   x->open ? (double)rp_appender_size(&x->file) : 0};
        item_name(n, "clock", name);
        status = rp_archive_put_copy(a, name, RP_F64, CLOCK, 1, clock, err);
        item_name(n, "sums", name);
        if (!status) status = rp_archive_put(a, name, RP_F64, count, 1, number, 0, err);
    }
    return status;
}

static rp_status load(rp_sampler *x, int n, const rp_archive *a, int64_t *size, rp_error *err)
{
    char name[64];
    size_t count;
    double *number = numbers(x, &count), clock[CLOCK];
    item_name(n, "clock", name);
    rp_status status = rp_archive_get(a, name, RP_F64, CLOCK, 1, clock, err);
    item_name(n, "sums", name);
    if (!status) status = rp_archive_get(a, name, RP_F64, count, 1, number, err);
    if (!status) {
        x->begun = clock[0];
        x->taken = (uint64_t)clock[1];
        x->here = (uint64_t)clock[2];
        *size = (int64_t)clock[3];
    }

    return status;
}

/* ---- files ---- */

static rp_status write_out(rp_sampler *x, rp_buffer *b, rp_error *err)
{
    rp_status status = b->failed ? rp_error_set(err, RP_SYSTEM, "not enough memory for the rows of a window")
                                 : rp_appender_write(&x->file, b->data, b->size, err);
    rp_buffer_free(b);
    return status;
}

static rp_status write_head(rp_sampler *x, rp_error *err)
{
    rp_buffer b;
    rp_buffer_init(&b);
    if (x->profile_options) {
        rp_buffer_print(&b, "from,to,moments,%s", axis_names[x->profile.axis]);
        for (int k = 0; k < rp_bulk_column_count - 1; k++) rp_buffer_print(&b, ",%s", rp_bulk_columns[k].name);
        rp_buffer_print(&b, "\n# s,s,1,m");
        for (int k = 0; k < rp_bulk_column_count - 1; k++) rp_buffer_print(&b, ",%s", rp_bulk_columns[k].unit);
        rp_buffer_print(&b, "\n");
    } else {
        rp_buffer_print(&b, "from,to,moments,contacts,mean_force,beyond,tangential_beyond,f,p_normal,p_tangential\n# "
                            "s,s,1,1,N,1,1,1,1,1\n");
    }
    return write_out(x, &b, err);
}

static rp_status open_file(rp_sampler *x, const char *directory, int64_t keep, rp_error *err)
{
    char path[1200];
    if (x->profile_options) snprintf(path, sizeof path, "%s/profile-%s.csv", directory, x->profile_options->name);
    else snprintf(path, sizeof path, "%s/forces.csv", directory);
    rp_status status = rp_appender_open(&x->file, path, keep, err);
    x->open = !status;
    return status || keep > 0 ? status : write_head(x, err);
}

rp_status rp_samples_open(rp_samples *s, const char *directory, const rp_archive *archive, rp_error *err)
{
    rp_status status = RP_OK;
    for (int n = 0; n < s->count && !status; n++) {
        int64_t keep = 0;
        if (archive) status = load(&s->item[n], n, archive, &keep, err);
        if (!status) status = open_file(&s->item[n], directory, keep, err);
    }
    return status;
}

/* The last of the columns, coordination without rattlers, is not that of a profile: it needs the packing as a whole. */
static rp_status print_profile(rp_sampler *x, const rp_world *w, rp_buffer *b, rp_error *err)
{
    const rp_profile *p = &x->profile;
    rp_bulk *bulk = rp_memory_alloc((size_t)p->bins, sizeof *bulk);
    if (!bulk) return rp_memory_error(err, (size_t)p->bins * sizeof *bulk, "a profile");
    rp_profile_result(p, w, w->time - x->begun, bulk);
    for (int k = 0; k < p->bins; k++) {
        rp_buffer_print(b, "%.9g,%.9g,%llu,%.9g", x->begun, w->time, (unsigned long long)x->here,
                        p->lower + (k + 0.5) * (p->upper - p->lower) / p->bins);
        for (int c = 0; c < rp_bulk_column_count - 1; c++) rp_buffer_print(b, ",%.12g", rp_bulk_value(&bulk[k], c));
        rp_buffer_print(b, "\n");
    }
    rp_memory_free(bulk);
    return RP_OK;
}

static void print_forces(const rp_sampler *x, const rp_world *w, rp_buffer *b)
{
    const rp_forces_measure *f = &x->forces;
    double contacts = f->number[RP_FORCES_CONTACTS], mean = contacts > 0 ? f->number[RP_FORCES_SUM] / contacts : 0,
           part = contacts > 0 ? 1 / contacts : 0;
    for (int k = 0; k < f->bins; k++)
        rp_buffer_print(b, "%.9g,%.9g,%llu,%.12g,%.12g,%.12g,%.12g,%.9g,%.12g,%.12g\n", x->begun, w->time,
                        (unsigned long long)x->here, contacts / (double)x->here, mean,
                        f->number[RP_FORCES_BEYOND] * part, f->number[RP_FORCES_TANGENTIAL_BEYOND] * part,
                        (k + 0.5) * f->up_to / f->bins, rp_forces_density(f, 0, k), rp_forces_density(f, 1, k));
}

static rp_status finish_window(rp_sampler *x, const rp_world *w, rp_error *err)
{
    rp_buffer b;
    rp_status status = RP_OK;
    rp_buffer_init(&b);
    if (x->profile_options) status = print_profile(x, w, &b, err);
    else print_forces(x, w, &b);
    if (status) rp_buffer_free(&b);
    else status = write_out(x, &b, err);
    clear(x);
    x->begun = w->time;
    return status;
}

/* ---- moments ---- */

/* The first window begins with a look of its own. */
static double next_time(const rp_sampler *x)
{
    return isnan(x->begun) ? x->window.from : x->window.from + (double)(x->taken + 1) * x->window.every;
}

double rp_samples_next(const rp_samples *s)
{
    double t = INFINITY;
    for (int n = 0; n < s->count; n++) t = fmin(t, next_time(&s->item[n]));
    return t;
}

/* A run that ends before the first moment of a window which has begun is looked at once, at its end. */
static int ends_here(const rp_sampler *x, double time, int last)
{
    return last && (x->here > 0 || (x->taken == 0 && time >= x->window.from));
}

int rp_samples_due(const rp_samples *s, double time, int last)
{
    int due = 0;
    for (int n = 0; n < s->count; n++) due |= time >= next_time(&s->item[n]) || ends_here(&s->item[n], time, last);
    return due;
}

static void take_moment(rp_sampler *x, const rp_world *w, const rp_contact_list *list)
{
    if (x->profile_options) rp_profile_take(&x->profile, w, list);
    else rp_forces_take(&x->forces, list);
    x->here++;
}

rp_status rp_samples_take(rp_samples *s, const rp_world *w, const rp_contact_list *list, double slack, int last,
                          rp_error *err)
{
    rp_status status = RP_OK;
    double time = w->time + slack;
    for (int n = 0; n < s->count && !status; n++) {
        rp_sampler *x = &s->item[n];
        if (isnan(x->begun) && time >= x->window.from) x->begun = w->time;
        int due = !isnan(x->begun) && time >= next_time(x), end = ends_here(x, time, last);
        if (due || (end && x->here == 0)) take_moment(x, w, list);
        while (due && time >= next_time(x)) x->taken++; /* a step may be longer than the time between moments */
        if (x->here > 0 && (x->here >= x->window.moments || end)) status = finish_window(x, w, err);
    }
    return status;
}

void rp_samples_collision(rp_samples *s, const rp_world *w, rp_vec x, rp_vec branch, rp_vec impulse)
{
    for (int n = 0; n < s->count; n++) {
        rp_sampler *item = &s->item[n];
        if (item->profile_options && !isnan(item->begun)) rp_profile_collision(&item->profile, w, x, branch, impulse);
    }
}
