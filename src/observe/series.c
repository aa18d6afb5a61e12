/* series.csv: one row a moment, names in the first line, units in the second. Columns are those of measure/table.h.
 *
 * Numbers are those of the moment. Where contacts are instants (event-driven), forces on walls and contact stresses are
 * means over the time since the last row, 0 in the first. What has been collected since then is kept in checkpoints, so
 * that a resumed run writes the same rows. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/memory.h"
#include "observe/derived.h"
#include "observe/regions.h"
#include "observe/schedule.h"

typedef struct options {
    double every; /* s */
    int region_count;
    rp_region *region; /* owned */
    rp_derived derived;
} options;

typedef struct series {
    rp_schedule schedule;
    const options *options; /* not owned */
    rp_appender file;
    int open;
    int column_count;          /* of measures in the file: the first of them */
    int measure_count;         /* of all that there are */
    rp_measure_column *column; /* owned */
    rp_expression *derived;    /* owned, one a derived column */
    double *value;             /* owned: of a row, by the variables of derived.h */
    rp_bulk *bulk;             /* owned, one a region */
    rp_vec *wall_force;        /* owned, one a wall: means since the last row */
    double *flow_rate;         /* owned, one a sink, kg/s */
    size_t sink_count;
    double *sunk; /* owned: time of the last row, then what each sink had taken, kg; NULL: no sinks */
    /* since the last row; impulsive methods only */
    size_t number_count;
    double *number; /* owned: time of the last row, walls' impulses then, transfer of the whole and of the regions */
} series;

/* ---- options ---- */

static void read(rp_read *r, const rp_node *output, const rp_observe_scene *scene, void *p)
{
    static const rp_key keys[] = {{"every", RP_REQUIRED}, {"derived", 0}};
    options *o = p;
    const rp_node *node = rp_read_key(r, output, "series"), *regions = rp_read_key(r, output, "regions");
    if (node && RP_READ_MAP(r, node, keys)) o->every = rp_read_number(r, node, "every", rp_bound_positive("s"), 0);
    const rp_node *derived = node ? rp_read_key(r, node, "derived") : NULL;
    if (derived) rp_derived_read(r, derived, &o->derived);
    if (regions && !r->status) rp_regions_read(r, regions, scene, &o->region, &o->region_count);
    if (!node && !r->status && rp_read_fail(r, regions, "regions are columns of the series, which is not written"))
        rp_error_expected(r->err, "output.series: {every: seconds}");
}

static void check(rp_read *r, const rp_node *output, const rp_moment *now, const void *p)
{
    const options *o = p;
    const rp_node *derived = rp_yaml_find(rp_yaml_find(output, "series"), "derived");
    rp_moment m = *now;
    m.region = o->region;
    m.region_count = o->region_count;
    if (derived) rp_derived_check(r, derived, &m, &o->derived);
}

static void describe(const void *p, rp_buffer *b)
{
    const options *o = p;
    rp_buffer_print(b, "every %.6g s to series.csv", o->every);
    for (int n = 0; n < o->region_count; n++) rp_buffer_print(b, "%s%s", n ? ", " : "; regions ", o->region[n].name);
    for (int n = 0; n < o->derived.count; n++)
        rp_buffer_print(b, "%s%s", n ? ", " : "; derived ", o->derived.item[n].name);
}

static void forecast(const void *p, const rp_moment *moment, rp_output_forecast *f)
{
    f->what = "rows";
    f->every = ((const options *)p)->every;
    f->bytes = 9.0 * rp_measure_count(moment); /* up to 17 characters, but many columns are 0 */
}

static void release(void *p)
{
    options *o = p;
    rp_memory_free(o->region);
    rp_memory_free(o->derived.item);
}

/* ---- what was handed over since the last row ---- */

static double *last_time(const series *s) { return s->number; }
static rp_vec *last_impulse(const series *s) { return (rp_vec *)(s->number + 1); }
static rp_tensor *transfer(const series *s, const rp_world *w)
{
    return (rp_tensor *)(s->number + 1 + 3 * (size_t)w->wall_count);
}

static void collision(void *p, const rp_world *w, const rp_collision *c)
{
    const series *s = p;
    rp_tensor *t = transfer(s, w);
    rp_tensor_add(&t[0], 1, c->impulse, c->branch);
    for (int n = 0; n < s->options->region_count; n++) {
        double share = rp_region_cut(&s->options->region[n], w, c->x, c->branch);
        if (share > 0) rp_tensor_add(&t[n + 1], share, c->impulse, c->branch);
    }
}

static void begin_interval(series *s, const rp_world *w)
{
    if (!s->number) return;
    for (size_t n = 0; n < s->number_count; n++) s->number[n] = 0;
    *last_time(s) = w->time;
    for (int n = 0; n < w->wall_count; n++) last_impulse(s)[n] = w->wall[n].impulse;
}

static void begin_flow(series *s, const rp_world *w)
{
    if (!s->sunk) return;
    s->sunk[0] = w->time;
    for (int n = 0; n < w->sink_count; n++) s->sunk[n + 1] = w->sink[n].exchange.removed_mass;
}

static void take_flow(series *s, const rp_world *w)
{
    for (int n = 0; n < w->sink_count; n++)
        s->flow_rate[n] = w->time > s->sunk[0]
                              ? (w->sink[n].exchange.removed_mass - s->sunk[n + 1]) / (w->time - s->sunk[0])
                              : 0;
}

static void take_wall_forces(series *s, const rp_world *w)
{
    double time = w->time - *last_time(s);
    for (int n = 0; n < w->wall_count; n++)
        s->wall_force[n] = time > 0 ? rp_vec_scale(1 / time, rp_vec_sub(w->wall[n].impulse, last_impulse(s)[n]))
                                    : (rp_vec){0, 0, 0};
}

/* ---- beginning and end ---- */

static rp_moment moment_of(const series *s, const rp_world *w, const rp_method *method)
{
    return (rp_moment){.world = w,
                       .method = method,
                       .region = s->options->region,
                       .region_count = s->options->region_count,
                       .bulk = s->bulk,
                       .flow_rate = s->flow_rate,
                       .wall_force = s->wall_force};
}

static rp_status allocate(series *s, const rp_world *w, const rp_method *method, rp_error *err)
{
    const rp_moment m = moment_of(s, w, method);
    const size_t derived = (size_t)s->options->derived.count;
    s->column_count = s->measure_count = rp_measure_count(&m);
    s->column = rp_memory_alloc((size_t)s->column_count, sizeof *s->column);
    s->derived = rp_memory_alloc(derived, sizeof *s->derived);
    s->value = rp_memory_alloc(RP_DERIVED_FIRST + (size_t)s->column_count + derived, sizeof *s->value);
    s->bulk = rp_memory_alloc((size_t)m.region_count, sizeof *s->bulk);
    if (method->impulsive) {
        s->number_count = 1 + 3 * (size_t)w->wall_count + 9 * (1 + (size_t)m.region_count);
        s->number = rp_memory_alloc(s->number_count, sizeof *s->number);
        s->wall_force = rp_memory_alloc((size_t)w->wall_count, sizeof *s->wall_force);
    }
    if (w->sink_count) {
        s->sink_count = (size_t)w->sink_count;
        s->sunk = rp_memory_alloc((size_t)w->sink_count + 1, sizeof *s->sunk);
        s->flow_rate = rp_memory_alloc((size_t)w->sink_count, sizeof *s->flow_rate);
    }
    if ((w->sink_count && (!s->sunk || !s->flow_rate)) || !s->column || !s->bulk || !s->derived || !s->value
        || (method->impulsive && (!s->number || !s->wall_force)))
        return rp_memory_error(err, (size_t)s->column_count * sizeof *s->column, "the series");
    for (int n = 0; n < s->column_count; n++) rp_measure_at(&m, n, &s->column[n]);
    return RP_OK;
}

static rp_status write_out(series *s, rp_buffer *b, rp_error *err)
{
    rp_status status = b->failed ? rp_error_set(err, RP_SYSTEM, "not enough memory for a row of series.csv")
                                 : rp_appender_write(&s->file, b->data, b->size, err);
    rp_buffer_free(b);
    return status;
}

static rp_status write_head(series *s, rp_error *err)
{
    const rp_derived *d = &s->options->derived;
    rp_buffer b;
    rp_buffer_init(&b);
    rp_buffer_print(&b, "time,step");
    for (int n = 0; n < s->column_count; n++) {
        char name[RP_MEASURE_NAME];
        rp_measure_name(&s->column[n], name);
        rp_buffer_print(&b, ",%s", name);
    }
    for (int n = 0; n < d->count; n++) rp_buffer_print(&b, ",%s", d->item[n].name);
    rp_buffer_print(&b, "\n# s,1");
    for (int n = 0; n < s->column_count; n++) rp_buffer_print(&b, ",%s", s->column[n].unit);
    for (int n = 0; n < d->count; n++) rp_buffer_print(&b, ",%s", s->derived[n].unit.text);
    rp_buffer_print(&b, "\n");
    return write_out(s, &b, err);
}

/* ---- going on with a file ---- */

static int is_named(const rp_measure_column *c, const char *name, size_t length)
{
    char text[RP_MEASURE_NAME];
    rp_measure_name(c, text);
    return strlen(text) == length && memcmp(text, name, length) == 0;
}

/* The column of this name goes to place `at`; columns before it stand as in the file. */
static rp_status pick(series *s, int at, const char *name, size_t length, rp_error *err)
{
    for (int n = at; n < s->column_count; n++)
        if (is_named(&s->column[n], name, length)) {
            rp_measure_column found = s->column[n];
            s->column[n] = s->column[at];
            s->column[at] = found;
            return RP_OK;
        }
    return rp_error_set(err, RP_INPUT, "series.csv has a column '%.*s' that this program does not write", (int)length,
                        name);
}

/* The first line of the file, ended by 0, as far as it can be one that names these columns. */
static rp_status read_names(const series *s, const char *path, char **line, rp_error *err)
{
    size_t size = (size_t)(s->column_count + s->options->derived.count + 1) * RP_MEASURE_NAME;
    *line = rp_memory_alloc(size, 1);
    if (!*line) return rp_memory_error(err, size, "the names of columns");
    FILE *f = fopen(path, "r");
    int good = f && fgets(*line, (int)size, f) && strchr(*line, '\n');
    if (f) fclose(f);
    if (good) return RP_OK;
    rp_memory_free(*line);
    return rp_error_set(err, RP_INPUT, "%s does not begin with names of columns", path);
}

/* The place of a derived column among them; -1: it is none. */
static int derived_named(const series *s, const char *name, size_t length)
{
    const rp_derived *d = &s->options->derived;
    for (int n = 0; n < d->count; n++)
        if (strlen(d->item[n].name) == length && memcmp(d->item[n].name, name, length) == 0) return n;
    return -1;
}

static rp_status derived_differ(rp_error *err)
{
    rp_error_set(err, RP_INPUT, "series.csv has other derived columns than the scene");
    rp_error_expected(err, "those that the run began with, in their order");
    return RP_INPUT;
}

/* A file that another version began keeps the columns that it has. */
static rp_status keep_columns(series *s, const char *path, rp_error *err)
{
    char *line;
    int count = 0, derived = 0;
    rp_status status = read_names(s, path, &line, err);
    if (status) return status;
    const char *at = line + strcspn(line, ",\n");      /* time */
    at += *at == ',' ? 1 + strcspn(at + 1, ",\n") : 0; /* step */
    while (!status && *at == ',') {
        size_t length = strcspn(++at, ",\n");
        const int n = derived_named(s, at, length);
        if (n < 0) status = pick(s, count++, at, length, err);
        else status = n == derived++ ? RP_OK : derived_differ(err);
        at += length;
    }
    if (!status && derived < s->options->derived.count) status = derived_differ(err);
    s->column_count = count;
    rp_memory_free(line);
    return status;
}

static rp_status compile(series *s, rp_error *err)
{
    const rp_derived *d = &s->options->derived;
    rp_status status = RP_OK;
    for (int n = 0; n < d->count && !status; n++)
        status = rp_derived_compile(d, n, s->column, s->measure_count, s->derived, err);
    return status;
}

static rp_status load(series *s, const rp_archive *a, int64_t *keep, rp_error *err)
{
    rp_status status = rp_schedule_load(&s->schedule, keep, "observe/series/schedule", a, err);
    if (!status && s->number)
        status = rp_archive_get(a, "observe/series/collected", RP_F64, s->number_count, 1, s->number, err);
    if (!status && s->sunk)
        status = rp_archive_get(a, "observe/series/sunk", RP_F64, s->sink_count + 1, 1, s->sunk, err);
    return status;
}

static rp_status open(void *p, const void *o, const rp_observe_site *site, rp_error *err)
{
    series *s = p;
    char path[1200];
    int64_t keep = 0;
    s->options = o;
    s->schedule.every = s->options->every;
    snprintf(path, sizeof path, "%s/series.csv", site->directory);
    rp_status status = allocate(s, site->world, site->method, err);
    if (!status && site->archive) status = load(s, site->archive, &keep, err);
    if (!status && site->archive && site->changed) rp_schedule_anew(&s->schedule, site->world);
    if (!status && keep > 0) status = keep_columns(s, path, err);
    if (!status) status = compile(s, err);
    if (!status) status = rp_appender_open(&s->file, path, keep, err);
    s->open = !status;
    if (status || keep > 0) return status;
    begin_interval(s, site->world);
    begin_flow(s, site->world);
    return write_head(s, err);
}

static rp_status sync(void *p, rp_error *err) { return rp_appender_sync(&((series *)p)->file, err); }

static rp_status save(const void *p, rp_archive *a, rp_error *err)
{
    const series *s = p;
    rp_status status = rp_schedule_save(&s->schedule, &s->file, "observe/series/schedule", a, err);
    if (!status && s->number)
        status = rp_archive_put(a, "observe/series/collected", RP_F64, s->number_count, 1, s->number, 0, err);
    if (!status && s->sunk)
        status = rp_archive_put(a, "observe/series/sunk", RP_F64, s->sink_count + 1, 1, s->sunk, 0, err);
    return status;
}

static void close(void *p)
{
    series *s = p;
    if (s->open) rp_appender_close(&s->file);
    rp_memory_free(s->column);
    rp_memory_free(s->derived);
    rp_memory_free(s->value);
    rp_memory_free(s->bulk);
    rp_memory_free(s->number);
    rp_memory_free(s->wall_force);
    rp_memory_free(s->flow_rate);
    rp_memory_free(s->sunk);
}

/* ---- rows ---- */

static double next(const void *p) { return rp_schedule_next(&((const series *)p)->schedule); }
static int unfinished(const void *p, const rp_world *w)
{
    return rp_schedule_unfinished(&((const series *)p)->schedule, w);
}

/* Measures that the file lacks are needed by derived columns alone. */
static void find_values(const series *s, const rp_moment *m)
{
    const int derived = s->options->derived.count, measures = derived ? s->measure_count : s->column_count;
    double *measure = s->value + RP_DERIVED_FIRST;
    s->value[0] = m->world->time;
    s->value[1] = (double)m->world->step;
    for (int n = 0; n < measures; n++) measure[n] = rp_measure_value(&s->column[n], m);
    for (int n = 0; n < derived; n++) measure[s->measure_count + n] = rp_expression_value(&s->derived[n], s->value, 1);
}

static void print_row(const series *s, const rp_moment *m, rp_buffer *b)
{
    const double *measure = s->value + RP_DERIVED_FIRST, *derived = measure + s->measure_count;
    find_values(s, m);
    rp_buffer_print(b, "%.17g,%llu", m->world->time, (unsigned long long)m->world->step);
    for (int n = 0; n < s->column_count; n++) rp_buffer_print(b, ",%.17g", measure[n]);
    for (int n = 0; n < s->options->derived.count; n++) rp_buffer_print(b, ",%.17g", derived[n]);
    rp_buffer_print(b, "\n");
}

static rp_status take(void *p, const rp_moment *now, int last, rp_error *err)
{
    series *s = p;
    const rp_world *w = now->world;
    double method_value[RP_COLUMN_MAX];
    rp_packing packing;
    rp_packing_view view = {.region = s->options->region,
                            .region_count = s->options->region_count,
                            .transfer = s->number ? transfer(s, w) : NULL,
                            .time = s->number ? w->time - *last_time(s) : 0};
    (void)last;
    rp_moment m = moment_of(s, w, now->method);
    m.measures = now->measures;
    m.packing = &packing;
    m.method_value = method_value;
    rp_status status = rp_packing_take(w, now->contacts, &view, &packing, s->bulk, err);
    if (status) return status;
    if (s->number) take_wall_forces(s, w);
    if (s->sunk) take_flow(s, w);
    if (now->method->column_count) now->method->column_values(w, method_value);
    rp_buffer b;
    rp_buffer_init(&b);
    print_row(s, &m, &b);
    begin_interval(s, w);
    begin_flow(s, w);
    rp_schedule_taken(&s->schedule, w);
    return write_out(s, &b, err);
}

static const char *const files[] = {"series.csv", NULL};

const rp_observer rp_observer_series = {.name = "series",
                                        .companion = "regions",
                                        .summary = "measures over time: series.csv",
                                        .files = files,
                                        .options_size = sizeof(options),
                                        .state_size = sizeof(series),
                                        .needs = RP_OBSERVE_CONTACTS | RP_OBSERVE_MEASURES,
                                        .read = read,
                                        .check = check,
                                        .describe = describe,
                                        .forecast = forecast,
                                        .release = release,
                                        .open = open,
                                        .next = next,
                                        .unfinished = unfinished,
                                        .take = take,
                                        .collision = collision,
                                        .sync = sync,
                                        .save = save,
                                        .close = close};
