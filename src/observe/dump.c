/* dump.lammpstrj: particles as LAMMPS's text dump (dump custom, dump_modify time yes units yes sort id), for OVITO and
 * for programs that read LAMMPS. One snapshot after another:
 *
 *     ITEM: UNITS             in the first snapshot only: si
 *     ITEM: TIME              s
 *     ITEM: TIMESTEP
 *     ITEM: NUMBER OF ATOMS
 *     ITEM: BOX BOUNDS pp ff ss     periodic, fixed (the domain's), shrink-wrapped (no domain: around the particles)
 *     ITEM: ATOMS id type ...       a line a particle, in the order of ids
 *
 * LAMMPS counts from 1: id is that of the scene plus one, type the number of the material plus one. mol is the number
 * of the group, 0 for free particles. Numbers have 17 digits, so that they come back as they were. In two dimensions
 * the box is periodic along z and as high as the discs are thick. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/memory.h"
#include "observe/schedule.h"

enum { WRITE_AT = 1 << 20 }; /* bytes */

/* ---- fields ---- */

typedef struct field {
    const char *name;
    double (*value)(const rp_particles *p, size_t i);
    int preset; /* written if a scene names no fields */
    int turned; /* only in three dimensions, where orientations are tracked */
} field;

#define FIELD(name, expression)                                                                                        \
    static double field_##name(const rp_particles *p, size_t i) { return (double)(expression); }

FIELD(id, (double)p->id[i] + 1)
FIELD(type, p->material[i] + 1)
FIELD(mol, p->group[i])
FIELD(radius, p->row[i].r)
FIELD(diameter, 2 * p->row[i].r)
FIELD(mass, p->mass[i])
FIELD(x, p->row[i].x)
FIELD(y, p->row[i].y)
FIELD(z, p->row[i].z)
FIELD(ix, p->image[i][0])
FIELD(iy, p->image[i][1])
FIELD(iz, p->image[i][2])
FIELD(vx, p->row[i].vx)
FIELD(vy, p->row[i].vy)
FIELD(vz, p->row[i].vz)
FIELD(omegax, rp_particle_omega(p, i).x)
FIELD(omegay, rp_particle_omega(p, i).y)
FIELD(omegaz, rp_particle_omega(p, i).z)
FIELD(quatw, p->orientation[i][0])
FIELD(quati, p->orientation[i][1])
FIELD(quatj, p->orientation[i][2])
FIELD(quatk, p->orientation[i][3])

static const field fields[] = {
    {"id", field_id, 1, 0},
    {"type", field_type, 1, 0},
    {"mol", field_mol, 0, 0},
    {"radius", field_radius, 1, 0},
    {"diameter", field_diameter, 0, 0},
    {"mass", field_mass, 1, 0},
    {"x", field_x, 1, 0},
    {"y", field_y, 1, 0},
    {"z", field_z, 1, 0},
    {"ix", field_ix, 1, 0},
    {"iy", field_iy, 1, 0},
    {"iz", field_iz, 1, 0},
    {"vx", field_vx, 1, 0},
    {"vy", field_vy, 1, 0},
    {"vz", field_vz, 1, 0},
    {"omegax", field_omegax, 1, 0},
    {"omegay", field_omegay, 1, 0},
    {"omegaz", field_omegaz, 1, 0},
    {"quatw", field_quatw, 1, 1},
    {"quati", field_quati, 1, 1},
    {"quatj", field_quatj, 1, 1},
    {"quatk", field_quatk, 1, 1},
};
enum { FIELDS = sizeof fields / sizeof *fields };

/* ---- options ---- */

typedef struct options {
    double every; /* s */
    int count;
    const field *field[FIELDS];
} options;

typedef struct dump {
    rp_schedule schedule;
    const options *options; /* not owned */
    rp_appender file;
    int open;
} dump;

static int turned(const rp_read *r, const rp_observe_scene *scene) { return r->dimension == 3 && scene->orientation; }

static void read_fields(rp_read *r, const rp_node *list, const rp_observe_scene *scene, options *o)
{
    const char *names[FIELDS];
    for (int n = 0; n < FIELDS; n++) names[n] = fields[n].name;
    rp_read_list(r, list, 1, FIELDS, "fields");
    for (const rp_node *n = list->child; n && !r->status; n = n->next) {
        const field *f = &fields[rp_read_choice_at(r, n, names, FIELDS)];
        for (int k = 0; k < o->count && !r->status; k++)
            if (o->field[k] == f) rp_read_fail(r, n, "the field '%s' is listed twice", f->name);
        if (!r->status && f->turned && !turned(r, scene) && rp_read_fail(r, n, "there are no quaternions to write"))
            rp_error_expected(r->err, "a scene in three dimensions with run.orientation: true");
        if (!r->status) o->field[o->count++] = f;
    }
}

static void read(rp_read *r, const rp_node *output, const rp_observe_scene *scene, void *p)
{
    static const rp_key keys[] = {{"every", RP_REQUIRED}, {"fields", 0}};
    options *o = p;
    const rp_node *node = rp_read_key(r, output, "dump");
    if (!RP_READ_MAP(r, node, keys)) return;
    o->every = rp_read_number(r, node, "every", rp_bound_positive("s"), 0);
    const rp_node *list = rp_read_key(r, node, "fields");
    if (list) read_fields(r, list, scene, o);
    for (int n = 0; n < FIELDS && !list; n++)
        if (fields[n].preset && (!fields[n].turned || turned(r, scene))) o->field[o->count++] = &fields[n];
}

static void describe(const void *p, rp_buffer *b)
{
    const options *o = p;
    rp_buffer_print(b, "every %.6g s to dump.lammpstrj;", o->every);
    for (int n = 0; n < o->count; n++) rp_buffer_print(b, " %s", o->field[n]->name);
}

static void forecast(const void *p, const rp_moment *moment, rp_output_forecast *f)
{
    const options *o = p;
    (void)moment;
    f->what = "frames";
    f->every = o->every;
    f->bytes = 15.0 * o->count * f->particles; /* numbers of 17 digits and small ones */
}

/* ---- the box ---- */

typedef struct bounds {
    double lower[3], upper[3];
    const char *flag[3];
} bounds;

static void wrap(const rp_particles *p, bounds *b)
{
    for (int d = 0; d < 3; d++) {
        b->lower[d] = p->count ? INFINITY : 0;
        b->upper[d] = p->count ? -INFINITY : 0;
        b->flag[d] = "ss";
    }
    for (size_t i = 0; i < p->count; i++)
        for (int d = 0; d < 3; d++) {
            double x = rp_vec_component(rp_particle_position(p, i), d);
            b->lower[d] = fmin(b->lower[d], x - p->row[i].r);
            b->upper[d] = fmax(b->upper[d], x + p->row[i].r);
        }
}

static void take_bounds(const rp_world *w, bounds *b)
{
    if (!w->domain.bounded) wrap(&w->particles, b);
    for (int d = 0; d < 3 && w->domain.bounded; d++) {
        b->lower[d] = rp_vec_component(w->domain.lower, d);
        b->upper[d] = rp_vec_component(w->domain.upper, d);
        b->flag[d] = w->domain.periodic[d] ? "pp" : "ff";
    }
    if (w->dimension == 3) return;
    b->lower[2] = -0.5 * w->thickness;
    b->upper[2] = 0.5 * w->thickness;
    b->flag[2] = "pp";
}

/* ---- snapshots ---- */

static void print_head(const dump *d, const rp_world *w, rp_buffer *b)
{
    bounds box;
    take_bounds(w, &box);
    if (!d->schedule.started) rp_buffer_print(b, "ITEM: UNITS\nsi\n");
    rp_buffer_print(b, "ITEM: TIME\n%.17g\nITEM: TIMESTEP\n%llu\nITEM: NUMBER OF ATOMS\n%zu\n", w->time,
                    (unsigned long long)w->step, w->particles.count);
    rp_buffer_print(b, "ITEM: BOX BOUNDS %s %s %s\n", box.flag[0], box.flag[1], box.flag[2]);
    for (int k = 0; k < 3; k++) rp_buffer_print(b, "%.16e %.16e\n", box.lower[k], box.upper[k]);
    rp_buffer_print(b, "ITEM: ATOMS");
    for (int n = 0; n < d->options->count; n++) rp_buffer_print(b, " %s", d->options->field[n]->name);
    rp_buffer_print(b, "\n");
}

static rp_status write_out(dump *d, rp_buffer *b, rp_error *err)
{
    rp_status status = b->failed ? rp_error_set(err, RP_SYSTEM, "not enough memory for lines of dump.lammpstrj")
                                 : rp_appender_write(&d->file, b->data, b->size, err);
    b->size = 0;
    return status;
}

static void print_line(const options *o, const rp_particles *p, size_t i, rp_buffer *b)
{
    for (int n = 0; n < o->count; n++) rp_buffer_print(b, n ? " %.17g" : "%.17g", o->field[n]->value(p, i));
    rp_buffer_append(b, "\n", 1);
}

static rp_status take(void *q, const rp_moment *m, int last, rp_error *err)
{
    dump *d = q;
    const rp_particles *p = &m->world->particles;
    rp_status status = RP_OK;
    rp_buffer b;
    (void)last;
    rp_buffer_init(&b);
    print_head(d, m->world, &b);
    for (size_t id = 0; id < p->count && !status; id++) {
        print_line(d->options, p, p->by_id[id], &b);
        if (b.size >= WRITE_AT) status = write_out(d, &b, err);
    }
    if (!status) status = write_out(d, &b, err);
    rp_buffer_free(&b);
    rp_schedule_taken(&d->schedule, m->world);
    return status;
}

static double next(const void *p) { return rp_schedule_next(&((const dump *)p)->schedule); }
static int unfinished(const void *p, const rp_world *w)
{
    return rp_schedule_unfinished(&((const dump *)p)->schedule, w);
}

/* ---- beginning and end ---- */

static rp_status open(void *p, const void *o, const rp_observe_site *site, rp_error *err)
{
    dump *d = p;
    char path[1200];
    int64_t keep = 0;
    rp_status status = RP_OK;
    d->options = o;
    d->schedule.every = d->options->every;
    snprintf(path, sizeof path, "%s/dump.lammpstrj", site->directory);
    if (site->archive) status = rp_schedule_load(&d->schedule, &keep, "observe/dump/schedule", site->archive, err);
    if (!status && site->archive && site->changed) rp_schedule_anew(&d->schedule, site->world);
    if (!status) status = rp_appender_open(&d->file, path, keep, err);
    d->open = !status;
    return status;
}

static rp_status sync(void *p, rp_error *err) { return rp_appender_sync(&((dump *)p)->file, err); }

static rp_status save(const void *p, rp_archive *a, rp_error *err)
{
    const dump *d = p;
    return rp_schedule_save(&d->schedule, &d->file, "observe/dump/schedule", a, err);
}

static void close(void *p)
{
    dump *d = p;
    if (d->open) rp_appender_close(&d->file);
}

static const char *const files[] = {"dump.lammpstrj", NULL};

const rp_observer rp_observer_dump = {.name = "dump",
                                      .summary = "particles as a LAMMPS text dump: dump.lammpstrj",
                                      .files = files,
                                      .options_size = sizeof(options),
                                      .state_size = sizeof(dump),
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
