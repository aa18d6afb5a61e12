/* See series.h. The table of columns is the single source of names, units and values. */
#include "run/series.h"
#include <stddef.h>
#include "base/memory.h"

typedef struct column {
    const char *name, *unit;
    size_t offset;
    enum { TOTAL, MEASURE, COUNT, PACKING, PACKING_COUNT } kind;
} column;

#define M(name, unit, field)                                                                                           \
    {                                                                                                                  \
        name, unit, offsetof(rp_measures, field), MEASURE                                                              \
    }
#define N(name, field)                                                                                                 \
    {                                                                                                                  \
        name, "1", offsetof(rp_measures, field), COUNT                                                                 \
    }
#define T(name, field)                                                                                                 \
    {                                                                                                                  \
        name, "J", offsetof(rp_totals, field), TOTAL                                                                   \
    }
#define P(name, unit, field)                                                                                           \
    {                                                                                                                  \
        name, unit, offsetof(rp_packing, field), PACKING                                                               \
    }
#define C(name, field)                                                                                                 \
    {                                                                                                                  \
        name, "1", offsetof(rp_packing, field), PACKING_COUNT                                                          \
    }

static const column columns[] = {
    M("kinetic", "J", kinetic),
    M("rotational", "J", rotational),
    M("wall_kinetic", "J", walls),
    M("stored", "J", stored),
    T("gravity_work", gravity),
    T("wall_work", walls),
    T("load_work", loads),
    T("drive_work", drives),
    T("dissipated_normal", normal),
    T("dissipated_tangential", tangential),
    T("dissipated_rolling", rolling),
    T("scheme_loss", scheme),
    M("budget_error", "J", budget_error),
    N("contacts", contacts),
    N("wall_contacts", wall_contacts),
    N("sliding", sliding),
    M("coordination", "1", coordination),
    M("mean_overlap", "m", mean_overlap),
    M("max_overlap", "m", max_overlap),
    M("max_speed", "m/s", max_speed),
    M("unbalanced", "1", unbalanced),
    P("pressure", "Pa", all.pressure),
    P("solid_fraction", "1", all.solid_fraction),
    P("granular_temperature", "m^2/s^2", all.temperature),
    P("stress_xx", "Pa", all.contact_stress.xx),
    P("stress_xy", "Pa", all.contact_stress.xy),
    P("stress_xz", "Pa", all.contact_stress.xz),
    P("stress_yx", "Pa", all.contact_stress.yx),
    P("stress_yy", "Pa", all.contact_stress.yy),
    P("stress_yz", "Pa", all.contact_stress.yz),
    P("stress_zx", "Pa", all.contact_stress.zx),
    P("stress_zy", "Pa", all.contact_stress.zy),
    P("stress_zz", "Pa", all.contact_stress.zz),
    P("kinetic_xx", "Pa", all.kinetic_stress.xx),
    P("kinetic_xy", "Pa", all.kinetic_stress.xy),
    P("kinetic_xz", "Pa", all.kinetic_stress.xz),
    P("kinetic_yy", "Pa", all.kinetic_stress.yy),
    P("kinetic_yz", "Pa", all.kinetic_stress.yz),
    P("kinetic_zz", "Pa", all.kinetic_stress.zz),
    P("fabric_xx", "1", all.fabric.xx),
    P("fabric_xy", "1", all.fabric.xy),
    P("fabric_xz", "1", all.fabric.xz),
    P("fabric_yy", "1", all.fabric.yy),
    P("fabric_yz", "1", all.fabric.yz),
    P("fabric_zz", "1", all.fabric.zz),
    C("rattlers", rattlers),
    P("coordination_carrying", "1", all.carrying),
    C("clusters", clusters),
    C("largest_cluster", largest_cluster),
    P("shear_rate", "1/s", all.shear_rate),
    P("inertial_number", "1", all.inertial_number),
};
enum { COLUMNS = sizeof columns / sizeof *columns };

static const char *const wall_columns[] = {"fx", "fy", "fz", "tx", "ty", "tz", "x", "y", "z"};

static void names(rp_buffer *b, const rp_series *s, const rp_world *w, const rp_method *method)
{
    rp_buffer_print(b, "time,step");
    for (int n = 0; n < COLUMNS; n++) rp_buffer_print(b, ",%s", columns[n].name);
    for (int n = 0; n < method->column_count; n++) rp_buffer_print(b, ",%s", method->column[n].name);
    for (int n = 0; n < w->wall_count; n++)
        for (int k = 0; k < 9; k++) rp_buffer_print(b, ",%s.%s", w->wall[n].name, wall_columns[k]);
    for (int n = 0; n < w->group_count; n++)
        for (int k = 0; k < 3 && w->group[n].reported; k++)
            rp_buffer_print(b, ",%s.%s", w->group[n].name, wall_columns[k]);
    for (int n = 0; n < s->region_count; n++)
        for (int k = 0; k < rp_bulk_column_count; k++)
            rp_buffer_print(b, ",%s.%s", s->region[n].name, rp_bulk_columns[k].name);
    rp_buffer_print(b, "\n");
}

static void units(rp_buffer *b, const rp_series *s, const rp_world *w, const rp_method *method)
{
    rp_buffer_print(b, "# s,1");
    for (int n = 0; n < COLUMNS; n++) rp_buffer_print(b, ",%s", columns[n].unit);
    for (int n = 0; n < method->column_count; n++) rp_buffer_print(b, ",%s", method->column[n].unit);
    for (int n = 0; n < w->wall_count; n++) rp_buffer_print(b, ",N,N,N,N m,N m,N m,m,m,m");
    for (int n = 0; n < w->group_count; n++)
        if (w->group[n].reported) rp_buffer_print(b, ",N,N,N");
    for (int n = 0; n < s->region_count; n++)
        for (int k = 0; k < rp_bulk_column_count; k++) rp_buffer_print(b, ",%s", rp_bulk_columns[k].unit);
    rp_buffer_print(b, "\n");
}

static void vec(rp_buffer *b, rp_vec v) { rp_buffer_print(b, ",%.17g,%.17g,%.17g", v.x, v.y, v.z); }

static rp_status write_out(rp_series *s, rp_buffer *b, rp_error *err)
{
    rp_status status = b->failed ? rp_error_set(err, RP_SYSTEM, "not enough memory for a row of series.csv")
                                 : rp_appender_write(&s->file, b->data, b->size, err);
    rp_buffer_free(b);
    return status;
}

/* ---- what was handed over since the last row ---- */

static double *last_time(const rp_series *s) { return s->number; }
static rp_vec *last_impulse(const rp_series *s) { return (rp_vec *)(s->number + 1); }
static rp_tensor *transfer(const rp_series *s, const rp_world *w)
{
    return (rp_tensor *)(s->number + 1 + 3 * (size_t)w->wall_count);
}

rp_status rp_series_init(rp_series *s, const rp_world *w, const rp_method *method, const rp_region *region,
                         int region_count, rp_error *err)
{
    *s = (rp_series){.region = region, .region_count = region_count};
    s->bulk = rp_memory_alloc((size_t)region_count, sizeof *s->bulk);
    if (method->impulsive) {
        s->number_count = 1 + 3 * (size_t)w->wall_count + 9 * (1 + (size_t)region_count);
        s->number = rp_memory_alloc(s->number_count, sizeof *s->number);
    }
    return s->bulk && (s->number || !method->impulsive)
               ? RP_OK
               : rp_memory_error(err, (size_t)region_count * sizeof *s->bulk, "the series");
}

void rp_series_collision(rp_series *s, const rp_world *w, rp_vec x, rp_vec branch, rp_vec impulse)
{
    rp_tensor *t = transfer(s, w);
    rp_tensor_add(&t[0], 1, impulse, branch);
    for (int n = 0; n < s->region_count; n++) {
        double share = rp_region_cut(&s->region[n], w, x, branch);
        if (share > 0) rp_tensor_add(&t[n + 1], share, impulse, branch);
    }
}

static void begin_interval(rp_series *s, const rp_world *w)
{
    for (size_t n = 0; n < s->number_count; n++) s->number[n] = 0;
    *last_time(s) = w->time;
    for (int n = 0; n < w->wall_count; n++) last_impulse(s)[n] = w->wall[n].impulse;
}

static rp_vec wall_force(const rp_series *s, const rp_world *w, int n)
{
    if (!s->number) return w->wall[n].force;
    double time = w->time - *last_time(s);
    return time > 0 ? rp_vec_scale(1 / time, rp_vec_sub(w->wall[n].impulse, last_impulse(s)[n])) : (rp_vec){0, 0, 0};
}

rp_status rp_series_save(const rp_series *s, rp_archive *a, rp_error *err)
{
    return s->open && s->number ? rp_archive_put(a, "run/series", RP_F64, s->number_count, 1, s->number, 0, err)
                                : RP_OK;
}

rp_status rp_series_load(rp_series *s, const rp_archive *a, rp_error *err)
{
    return s->number ? rp_archive_get(a, "run/series", RP_F64, s->number_count, 1, s->number, err) : RP_OK;
}

/* ---- rows ---- */

rp_status rp_series_open(rp_series *s, const char *path, const rp_world *world, const rp_method *method,
                         int64_t keep_bytes, rp_error *err)
{
    rp_status status = rp_appender_open(&s->file, path, keep_bytes, err);
    s->open = !status;
    if (status || keep_bytes > 0) return status;
    rp_buffer b;
    rp_buffer_init(&b);
    names(&b, s, world, method);
    units(&b, s, world, method);
    if (s->number) begin_interval(s, world);
    return write_out(s, &b, err);
}

void rp_series_close(rp_series *s)
{
    if (s->open) rp_appender_close(&s->file);
    rp_memory_free(s->bulk);
    rp_memory_free(s->number);
    *s = (rp_series){0};
}

static void print_row(const rp_series *s, const rp_world *w, const rp_method *method, const rp_measures *m,
                      const rp_packing *p, rp_buffer *b)
{
    double value[RP_COLUMN_MAX];
    rp_buffer_print(b, "%.17g,%llu", w->time, (unsigned long long)w->step);
    for (int n = 0; n < COLUMNS; n++) {
        const char *base = columns[n].kind == TOTAL     ? (const char *)&w->totals
                           : columns[n].kind >= PACKING ? (const char *)p
                                                        : (const char *)m;
        if (columns[n].kind == COUNT || columns[n].kind == PACKING_COUNT)
            rp_buffer_print(b, ",%zu", *(const size_t *)(base + columns[n].offset));
        else rp_buffer_print(b, ",%.17g", *(const double *)(base + columns[n].offset));
    }
    if (method->column_count) method->column_values(w, value);
    for (int n = 0; n < method->column_count; n++) rp_buffer_print(b, ",%.17g", value[n]);
    for (int n = 0; n < w->wall_count; n++) {
        vec(b, wall_force(s, w, n));
        vec(b, w->wall[n].torque);
        vec(b, w->wall[n].offset);
    }

    for (int n = 0; n < w->group_count; n++)
        if (w->group[n].reported) vec(b, w->group[n].reaction);
    for (int n = 0; n < s->region_count; n++)
        for (int k = 0; k < rp_bulk_column_count; k++) rp_buffer_print(b, ",%.17g", rp_bulk_value(&s->bulk[n], k));
    rp_buffer_print(b, "\n");
}

rp_status rp_series_row(rp_series *s, const rp_world *w, const rp_method *method, const rp_contact_list *list,
                        const rp_measures *m, rp_error *err)
{
    rp_packing p;
    rp_buffer b;
    rp_packing_view view = {.region = s->region,
                            .region_count = s->region_count,
                            .transfer = s->number ? transfer(s, w) : NULL,
                            .time = s->number ? w->time - *last_time(s) : 0};
    rp_status status = rp_packing_take(w, list, &view, &p, s->bulk, err);
    if (status) return status;
    rp_buffer_init(&b);
    print_row(s, w, method, m, &p, &b);
    if (s->number) begin_interval(s, w);
    return write_out(s, &b, err);
}
