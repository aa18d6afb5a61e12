/* How far particles have gone since a moment of the run: displacement.csv, with the mean-square displacement.
 *
 * Reference are the places at the first step from `from` on. Ways through periodic sides count in full. Particles that
 * came later are not counted, nor those that left. The reference stands in checkpoints. */
#include <math.h>
#include <stdio.h>
#include "observe/window.h"

static const char NAME[] = "observe/displacement", REFERENCE[] = "observe/displacement/reference";

typedef struct options {
    rp_window_options window; /* of one moment */
} options;

typedef struct place {
    double id, x[3];
} place; /* numbers only: a checkpoint keeps it as an array of doubles */
enum { NUMBERS = sizeof(place) / sizeof(double) };

typedef struct displacement {
    rp_window window;
    double count;     /* particles of the reference; what the window keeps */
    place *reference; /* owned; in the order of ids */
} displacement;

static void read(rp_read *r, const rp_node *output, const rp_observe_scene *scene, void *p)
{
    static const rp_key keys[] = {{"every", RP_REQUIRED}, {"from", 0}};
    options *o = p;
    const rp_node *node = rp_read_key(r, output, "displacement");
    if (!RP_READ_MAP(r, node, keys)) return;
    o->window = (rp_window_options){.every = rp_read_number(r, node, "every", rp_bound_positive("s"), 0),
                                    .from = rp_read_number(r, node, "from", rp_bound_not_negative("s"), 0),
                                    .moments = 1};
    if (scene->strains && rp_read_fail(r, node, "displacements are not counted in a domain that strains"))
        rp_error_expected(r->err, "a domain without stress and rate");
}

static void describe(const void *p, rp_buffer *b)
{
    const options *o = p;
    rp_buffer_print(b, "every %.6g s, from %.6g s on", o->window.every, o->window.from);
}

/* ---- reference ---- */

/* Periodic sides are unfolded. */
static rp_vec place_of(const rp_world *w, size_t i)
{
    const rp_particles *p = &w->particles;
    const rp_vec x = rp_particle_position(p, i), size = rp_vec_sub(w->domain.upper, w->domain.lower);
    if (!w->domain.bounded) return x;
    return rp_vec_make(x.x + (w->domain.periodic[0] ? p->image[i][0] * size.x : 0),
                       x.y + (w->domain.periodic[1] ? p->image[i][1] * size.y : 0),
                       x.z + (w->domain.periodic[2] ? p->image[i][2] * size.z : 0));
}

static rp_status take_reference(displacement *d, const rp_world *w, rp_error *err)
{
    const rp_particles *p = &w->particles;
    d->reference = rp_memory_alloc(p->count, sizeof *d->reference);
    if (!d->reference) return rp_memory_error(err, p->count * sizeof *d->reference, "displacements");
    for (size_t n = 0; n < p->count; n++) {
        const rp_vec x = place_of(w, p->by_id[n]);
        d->reference[n] = (place){p->id[p->by_id[n]], {x.x, x.y, x.z}};
    }
    d->count = (double)p->count;
    return RP_OK;
}

static rp_status load_reference(displacement *d, const rp_archive *a, rp_error *err)
{
    const size_t count = (size_t)d->count;
    if (!rp_archive_find(a, REFERENCE)) return RP_OK; /* it was not taken yet */
    d->reference = rp_memory_alloc(count, sizeof *d->reference);
    if (!d->reference) return rp_memory_error(err, count * sizeof *d->reference, "displacements");
    return rp_archive_get(a, REFERENCE, RP_F64, count, NUMBERS, d->reference, err);
}

/* ---- file ---- */

static rp_status write_head(displacement *d, rp_error *err)
{
    rp_buffer b;
    rp_buffer_init(&b);
    rp_buffer_print(&b, "time,particles,x,y,z,xx,yy,zz,mean_square\n# s,1,m,m,m,m^2,m^2,m^2,m^2\n");
    return rp_window_write(&d->window, &b, err);
}

static rp_status open(void *p, const void *options_, const rp_observe_site *site, rp_error *err)
{
    displacement *d = p;
    const options *o = options_;
    char path[1200];
    int fresh = 0;
    snprintf(path, sizeof path, "%s/displacement.csv", site->directory);
    rp_status status = rp_window_open(&d->window, &o->window, path, NAME, &d->count, 1, site->archive, &fresh, err);
    if (!status && site->archive) status = load_reference(d, site->archive, err);
    return status || !fresh ? status : write_head(d, err);
}

static double next(const void *p) { return rp_window_next(&((const displacement *)p)->window); }

static void add_particle(const displacement *d, size_t n, const rp_world *w, double sum[7])
{
    const uint32_t slot = rp_particles_slot(&w->particles, (uint32_t)d->reference[n].id);
    if (slot == UINT32_MAX) return;
    const rp_vec x = place_of(w, slot);
    sum[0]++;
    for (int k = 0; k < 3; k++) {
        const double way = rp_vec_component(x, k) - d->reference[n].x[k];
        sum[1 + k] += way;
        sum[4 + k] += way * way;
    }
}

static rp_status write_row(displacement *d, const rp_world *w, rp_error *err)
{
    double sum[7] = {0};
    rp_buffer b;
    rp_buffer_init(&b);
    for (size_t n = 0; n < (size_t)d->count; n++) add_particle(d, n, w, sum);
    for (int k = 1; k < 7 && sum[0] > 0; k++) sum[k] /= sum[0];
    rp_buffer_print(&b, "%.9g,%.12g", w->time, sum[0]);
    for (int k = 1; k < 7; k++) rp_buffer_print(&b, ",%.12g", sum[k]);
    rp_buffer_print(&b, ",%.12g\n", sum[4] + sum[5] + sum[6]);
    const double count = d->count; /* the window begins anew, the reference stays */
    rp_status status = rp_window_finish(&d->window, w, &b, err);
    d->count = count;
    return status;
}

static rp_status take(void *p, const rp_moment *m, int last, rp_error *err)
{
    displacement *d = p;
    const int what = rp_window_step(&d->window, m->world, last);
    rp_status status = !d->reference && !isnan(d->window.begun) ? take_reference(d, m->world, err) : RP_OK;
    return !status && what & RP_WINDOW_FINISH ? write_row(d, m->world, err) : status;
}

static rp_status sync(void *p, rp_error *err) { return rp_appender_sync(&((displacement *)p)->window.file, err); }

static rp_status save(const void *p, rp_archive *a, rp_error *err)
{
    const displacement *d = p;
    rp_status status = rp_window_save(&d->window, NAME, a, err);
    if (status || !d->reference) return status;
    return rp_archive_put(a, REFERENCE, RP_F64, (size_t)d->count, NUMBERS, d->reference, 0, err);
}

static void close(void *p)
{
    rp_window_close(&((displacement *)p)->window);
    rp_memory_free(((displacement *)p)->reference);
}

static const char *const files[] = {"displacement.csv", NULL};

const rp_observer rp_observer_displacement = {.name = "displacement",
                                              .summary = "the mean-square displacement: displacement.csv",
                                              .files = files,
                                              .options_size = sizeof(options),
                                              .state_size = sizeof(displacement),
                                              .read = read,
                                              .describe = describe,
                                              .open = open,
                                              .next = next,
                                              .take = take,
                                              .sync = sync,
                                              .save = save,
                                              .close = close};
