/* fclib-STEP.hdf5: the contact problem of a step of contact dynamics, with its impulses and velocities as solution, in
 * the layout of FCLIB: for repose fclib, and for programs that solve such problems. A step without contacts leaves no
 * file; neither does the start, before which there was no step. In a step with impacts in two phases the problem is
 * that of compression, without a solution. */
#include <stdio.h>
#include "base/memory.h"
#include "fclib/problem.h"
#include "observe/schedule.h"

typedef struct options {
    double every; /* s */
} options;

typedef struct problems {
    rp_schedule schedule;
    char directory[1024];
    const rp_method *method; /* not owned */
} problems;

static void read(rp_read *r, const rp_node *output, const rp_observe_scene *scene, void *p)
{
    static const rp_key keys[] = {{"every", RP_REQUIRED}};
    const rp_node *node = rp_read_key(r, output, "fclib");
    if (!RP_READ_MAP(r, node, keys)) return;
    ((options *)p)->every = rp_read_number(r, node, "every", rp_bound_positive("s"), 0);
    if (scene->method && !scene->method->problem
        && rp_read_fail(r, node, "the method '%s' solves no contact problem that could be written",
                        scene->method->name))
        rp_error_expected(r->err, "method: contact-dynamics");
}

static void describe(const void *p, rp_buffer *b)
{
    rp_buffer_print(b, "the contact problem of a step every %.6g s to fclib-STEP.hdf5", ((const options *)p)->every);
}

static rp_status open(void *p, const void *o, const rp_observe_site *site, rp_error *err)
{
    problems *f = p;
    f->schedule.every = ((const options *)o)->every;
    f->method = site->method;
    snprintf(f->directory, sizeof f->directory, "%s", site->directory);
    if (!site->archive) return RP_OK;
    return rp_schedule_load(&f->schedule, NULL, "observe/fclib/schedule", site->archive, err);
}

static rp_status write_out(const problems *f, const rp_step_problem *s, const rp_world *w, rp_error *err)
{
    char path[1200], title[128];
    rp_fclib *problem;
    snprintf(path, sizeof path, "%s/fclib-%09llu.hdf5", f->directory, (unsigned long long)w->step);
    snprintf(title, sizeof title, "step %llu, t = %.9g s", (unsigned long long)w->step, w->time);
    rp_status status = rp_fclib_make_step(s, title, &problem, err);
    if (!status) status = rp_fclib_write(problem, path, err);
    rp_fclib_destroy(problem);
    return status;
}

static rp_status take(void *p, const rp_moment *m, int last, rp_error *err)
{
    problems *f = p;
    rp_step_problem s;
    (void)last;
    rp_status status = f->method->problem(m->world, &s, err);
    if (!status && s.contact_count > 0) status = write_out(f, &s, m->world, err);
    rp_memory_free(s.body);
    rp_memory_free(s.contact);
    rp_schedule_taken(&f->schedule, m->world);
    return status;
}

static double next(const void *p) { return rp_schedule_next(&((const problems *)p)->schedule); }

static int unfinished(const void *p, const rp_world *w)
{
    return rp_schedule_unfinished(&((const problems *)p)->schedule, w);
}

/* Each file is whole when it is written. */
static rp_status sync(void *p, rp_error *err) { return rp_file_sync(((problems *)p)->directory, err); }

static rp_status save(const void *p, rp_archive *a, rp_error *err)
{
    return rp_schedule_save(&((const problems *)p)->schedule, NULL, "observe/fclib/schedule", a, err);
}

static void close(void *p) { (void)p; }

static const char *const files[] = {"fclib-*.hdf5", NULL};

const rp_observer rp_observer_fclib = {.name = "fclib",
                                       .summary = "contact problems of steps in FCLIB's layout: fclib-STEP.hdf5",
                                       .files = files,
                                       .options_size = sizeof(options),
                                       .state_size = sizeof(problems),
                                       .read = read,
                                       .describe = describe,
                                       .open = open,
                                       .next = next,
                                       .unfinished = unfinished,
                                       .take = take,
                                       .sync = sync,
                                       .save = save,
                                       .close = close};
