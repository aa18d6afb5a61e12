/* See series.h. The table of columns is the single source of names, units and values. */
#include "run/series.h"
#include <stddef.h>

typedef struct column { const char *name, *unit; size_t offset; enum { TOTAL, MEASURE, COUNT, PACKING, PACKING_COUNT } kind; } column;

#define M(name, unit, field) {name, unit, offsetof(rp_measures, field), MEASURE}
#define N(name, field) {name, "1", offsetof(rp_measures, field), COUNT}
#define T(name, field) {name, "J", offsetof(rp_totals, field), TOTAL}
#define P(name, unit, field) {name, unit, offsetof(rp_packing, field), PACKING}
#define C(name, field) {name, "1", offsetof(rp_packing, field), PACKING_COUNT}

static const column columns[] = {
    M("kinetic", "J", kinetic), M("rotational", "J", rotational), M("wall_kinetic", "J", walls), M("stored", "J", stored),
    T("gravity_work", gravity), T("wall_work", walls), T("load_work", loads), T("drive_work", drives),
    T("dissipated_normal", normal), T("dissipated_tangential", tangential), T("dissipated_rolling", rolling), T("scheme_loss", scheme),
    M("budget_error", "J", budget_error), N("contacts", contacts), N("wall_contacts", wall_contacts), N("sliding", sliding),
    M("coordination", "1", coordination), M("mean_overlap", "m", mean_overlap), M("max_overlap", "m", max_overlap),
    M("max_speed", "m/s", max_speed), M("unbalanced", "1", unbalanced),
    P("pressure", "Pa", pressure), P("solid_fraction", "1", solid_fraction), P("granular_temperature", "m^2/s^2", temperature),
    P("stress_xx", "Pa", contact_stress.xx), P("stress_xy", "Pa", contact_stress.xy), P("stress_xz", "Pa", contact_stress.xz),
    P("stress_yx", "Pa", contact_stress.yx), P("stress_yy", "Pa", contact_stress.yy), P("stress_yz", "Pa", contact_stress.yz),
    P("stress_zx", "Pa", contact_stress.zx), P("stress_zy", "Pa", contact_stress.zy), P("stress_zz", "Pa", contact_stress.zz),
    P("kinetic_xx", "Pa", kinetic_stress.xx), P("kinetic_xy", "Pa", kinetic_stress.xy), P("kinetic_xz", "Pa", kinetic_stress.xz),
    P("kinetic_yy", "Pa", kinetic_stress.yy), P("kinetic_yz", "Pa", kinetic_stress.yz), P("kinetic_zz", "Pa", kinetic_stress.zz),
    P("fabric_xx", "1", fabric.xx), P("fabric_xy", "1", fabric.xy), P("fabric_xz", "1", fabric.xz), P("fabric_yy", "1", fabric.yy),
    P("fabric_yz", "1", fabric.yz), P("fabric_zz", "1", fabric.zz), C("rattlers", rattlers), P("coordination_carrying", "1", coordination),
    C("clusters", clusters), C("largest_cluster", largest_cluster),
};
enum { COLUMNS = sizeof columns / sizeof *columns };

static void header(rp_buffer *b, const rp_world *w, const rp_method *method)
{
    rp_buffer_print(b, "time,step");
    for (int n = 0; n < COLUMNS; n++) rp_buffer_print(b, ",%s", columns[n].name);
    for (int n = 0; n < method->column_count; n++) rp_buffer_print(b, ",%s", method->column[n].name);
    for (int n = 0; n < w->wall_count; n++)
        for (int k = 0; k < 9; k++) rp_buffer_print(b, ",%s.%s", w->wall[n].name, (const char *[]){"fx", "fy", "fz", "tx", "ty", "tz", "x", "y", "z"}[k]);
    for (int n = 0; n < w->group_count; n++)
        for (int k = 0; k < 3 && w->group[n].reported; k++) rp_buffer_print(b, ",%s.%s", w->group[n].name, (const char *[]){"fx", "fy", "fz"}[k]);
    rp_buffer_print(b, "\n# s,1");
    for (int n = 0; n < COLUMNS; n++) rp_buffer_print(b, ",%s", columns[n].unit);
    for (int n = 0; n < method->column_count; n++) rp_buffer_print(b, ",%s", method->column[n].unit);
    for (int n = 0; n < w->wall_count; n++) rp_buffer_print(b, ",N,N,N,N m,N m,N m,m,m,m");
    for (int n = 0; n < w->group_count; n++)
        if (w->group[n].reported) rp_buffer_print(b, ",N,N,N");
    rp_buffer_print(b, "\n");
}

static void vec(rp_buffer *b, rp_vec v) { rp_buffer_print(b, ",%.17g,%.17g,%.17g", v.x, v.y, v.z); }

static rp_status write_out(rp_series *s, rp_buffer *b, rp_error *err)
{
    rp_status status = b->failed ? rp_error_set(err, RP_SYSTEM, "not enough memory for a row of series.csv") : rp_appender_write(&s->file, b->data, b->size, err);
    rp_buffer_free(b);
    return status;
}

rp_status rp_series_open(rp_series *s, const char *path, const rp_world *world, const rp_method *method, int64_t keep_bytes, rp_error *err)
{
    rp_status status = rp_appender_open(&s->file, path, keep_bytes, err);
    if (status || keep_bytes > 0) return status;
    rp_buffer b;
    rp_buffer_init(&b);
    header(&b, world, method);
    return write_out(s, &b, err);
}

rp_status rp_series_row(rp_series *s, const rp_world *w, const rp_method *method, const rp_measures *m, const rp_packing *p, rp_error *err)
{
    rp_buffer b;
    double value[RP_COLUMN_MAX];
    rp_buffer_init(&b);
    rp_buffer_print(&b, "%.17g,%llu", w->time, (unsigned long long)w->step);
    for (int n = 0; n < COLUMNS; n++) {
        const char *base = columns[n].kind == TOTAL ? (const char *)&w->totals : columns[n].kind >= PACKING ? (const char *)p : (const char *)m;
        if (columns[n].kind == COUNT || columns[n].kind == PACKING_COUNT) rp_buffer_print(&b, ",%zu", *(const size_t *)(base + columns[n].offset));
        else rp_buffer_print(&b, ",%.17g", *(const double *)(base + columns[n].offset));
    }
    if (method->column_count) method->column_values(w, value);
    for (int n = 0; n < method->column_count; n++) rp_buffer_print(&b, ",%.17g", value[n]);
    for (int n = 0; n < w->wall_count; n++) vec(&b, w->wall[n].force), vec(&b, w->wall[n].torque), vec(&b, w->wall[n].offset);
    for (int n = 0; n < w->group_count; n++)
        if (w->group[n].reported) vec(&b, w->group[n].reaction);
    rp_buffer_print(&b, "\n");
    return write_out(s, &b, err);
}
