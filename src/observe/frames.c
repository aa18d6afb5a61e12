/* Frames for ParaView (output/output.h has their files). */
#include <stdio.h>
#include "observe/schedule.h"
#include "output/output.h"

enum { UNSAID = -1, MANY = 100000 }; /* beyond MANY particles contacts are written only if the scene says so */

typedef struct options {
    double every; /* s */
    int contacts; /* 1, 0 or UNSAID */
    int walls;
} options;

typedef struct frames {
    rp_schedule schedule;
    rp_frames written;
} frames;

static void read(rp_read *r, const rp_node *output, const rp_observe_scene *scene, void *p)
{
    static const rp_key keys[] = {{"every", RP_REQUIRED}, {"contacts", 0}, {"walls", 0}};
    options *o = p;
    const rp_node *node = rp_read_key(r, output, "frames");
    (void)scene;
    if (!RP_READ_MAP(r, node, keys)) return;
    o->every = rp_read_number(r, node, "every", rp_bound_positive("s"), 0);
    o->contacts = rp_read_flag(r, node, "contacts", UNSAID);
    o->walls = rp_read_flag(r, node, "walls", 1);
}

static void describe(const void *p, rp_buffer *b)
{
    const options *o = p;
    rp_buffer_print(b, "every %.6g s to frames.pvd; ", o->every);
    if (o->contacts != UNSAID) rp_buffer_print(b, "%s contacts", o->contacts ? "with" : "without");
    if (o->contacts == UNSAID)
        rp_buffer_print(b, "with contacts up to %d particles at the start (beyond: contacts: true)", MANY);
    rp_buffer_print(b, ", %s walls", o->walls ? "with" : "without");
}

static int contacts_default(double particles) { return particles <= MANY; }

static void forecast(const void *p, const rp_moment *moment, rp_output_forecast *f)
{
    const options *o = p;
    (void)moment;
    f->what = "frames";
    f->every = o->every;
    f->bytes = 6000 + 130.0 * f->particles; /* compressed; each file has names and units of its arrays */
    f->contacts = o->contacts == UNSAID ? contacts_default(f->particles) : o->contacts;
}

/* A run that goes on keeps its choice, also when particles have come and gone. */
static int contacts_choose(const options *o, const rp_observe_site *site)
{
    if (o->contacts != UNSAID) return o->contacts;
    if (!site->archive) return contacts_default((double)site->world->particles.count);
    const rp_item *kept = rp_archive_find(site->archive, "observe/frames/contacts");
    return !kept || kept->type != RP_I32 || kept->rows != 1 || *(const int32_t *)kept->data != 0;
}

static rp_status load(frames *f, const rp_archive *a, rp_error *err)
{
    rp_status status = rp_schedule_load(&f->schedule, NULL, "observe/frames/schedule", a, err);
    if (status) return status;
    const rp_item *times = rp_archive_find(a, "observe/frames/times");
    if (!times || times->type != RP_F64 || times->columns != 1)
        return rp_error_set(err, RP_INPUT, "the checkpoint has no times of frames (observe/frames/times)");
    return rp_frames_resume(&f->written, times->data, times->rows, err);
}

static rp_status open(void *p, const void *options_, const rp_observe_site *site, rp_error *err)
{
    frames *f = p;
    const options *o = options_;
    char path[1200];
    f->schedule.every = o->every;
    rp_status status = rp_frames_init(&f->written, site->directory, contacts_choose(o, site), o->walls, err);
    snprintf(path, sizeof path, "%s/frames", site->directory);
    if (!status) status = rp_file_directory_make(path, err);
    if (!status && site->archive) status = load(f, site->archive, err);
    if (!status && site->archive && site->changed) rp_schedule_anew(&f->schedule, site->world);
    return status;
}

static double next(const void *p) { return rp_schedule_next(&((const frames *)p)->schedule); }
static int unfinished(const void *p, const rp_world *w)
{
    return rp_schedule_unfinished(&((const frames *)p)->schedule, w);
}

static rp_status take(void *p, const rp_moment *m, int last, rp_error *err)
{
    frames *f = p;
    (void)last;
    rp_schedule_taken(&f->schedule, m->world);
    return rp_frames_write(&f->written, m->world, m->contacts, err);
}

static rp_status sync(void *p, rp_error *err) { return rp_frames_sync(&((frames *)p)->written, err); }

static rp_status save(const void *p, rp_archive *a, rp_error *err)
{
    const frames *f = p;
    rp_status status = rp_schedule_save(&f->schedule, NULL, "observe/frames/schedule", a, err);
    int32_t contacts = f->written.contacts;
    if (!status) status = rp_archive_put_copy(a, "observe/frames/contacts", RP_I32, 1, 1, &contacts, err);
    if (status) return status;
    return rp_archive_put_copy(a, "observe/frames/times", RP_F64, f->written.count, 1, f->written.time, err);
}

static void close(void *p) { rp_frames_free(&((frames *)p)->written); }

static const char *const files[] = {"frames/*.vtp", "frames.pvd", "contacts.pvd", "walls.pvd", "shapes.pvd", NULL};

const rp_observer rp_observer_frames = {.name = "frames",
                                        .summary = "particles, contacts and walls for ParaView: frames.pvd",
                                        .files = files,
                                        .options_size = sizeof(options),
                                        .state_size = sizeof(frames),
                                        .needs = RP_OBSERVE_CONTACTS,
                                        .read = read,
                                        .describe = describe,
                                        .forecast = forecast,
                                        .open = open,
                                        .next = next,
                                        .unfinished = unfinished,
                                        .take = take,
                                        .sync = sync,
                                        .save = save,
                                        .close = close};
