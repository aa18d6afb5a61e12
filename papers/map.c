/* See map.h. */
#include "map.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void collect(rp_impact_map *m)
{
    for (int n = 0; n < RP_MAP_SIDE * RP_MAP_SIDE; n++) {
        m->eps_t[n] = m->impact[n].eps_t;
        m->switches[n] = m->impact[n].switches;
    }
}

static rp_impact_map *allocate(rp_error *err)
{
    rp_impact_map *m = calloc(1, sizeof *m);
    if (!m) rp_error_set(err, RP_SYSTEM, "not enough memory for a map");
    return m;
}

static rp_impact_map *fail(rp_impact_map *m)
{
    free(m);
    return NULL;
}

rp_impact_map *rp_map_speeds(const rp_figure_laws *laws, const rp_impact_pair *pair, double most_speed,
                             double most_slip, rp_error *err)
{
    rp_interaction *x = NULL;
    rp_impact_map *m = allocate(err);
    if (!m || rp_figure_prepare(laws, &x, err)) return fail(m);
    for (int n = 0; n < RP_MAP_SIDE; n++) {
        m->x[n] = most_speed * (n + 0.5) / RP_MAP_SIDE;
        m->y[n] = most_slip * (n + 0.5) / RP_MAP_SIDE;
    }

    rp_status status = rp_restitution_table(x, pair, m->x, RP_MAP_SIDE, m->y, RP_MAP_SIDE, m->impact, err);
    rp_interaction_destroy(x);
    if (status) return fail(m);
    collect(m);
    return m;
}

/* Units in which beta = 1 and g_n = 1: E* = 3/4, R = m = 1; k_t = kappa alpha. */
rp_impact_map *rp_map_scaled(double most, rp_error *err)
{
    const rp_impact_pair pair = {1, 1, 2.0 / 7};
    const double one = 1;
    rp_impact_map *m = allocate(err);
    for (int n = 0; m && n < RP_MAP_SIDE; n++) {
        m->x[n] = 2.0 * n / (RP_MAP_SIDE - 1);
        m->y[n] = most * (n + 0.5) / RP_MAP_SIDE;
    }

    for (int i = 0; m && i < RP_MAP_SIDE; i++) {
        rp_interaction *x = NULL;
        rp_impact column[RP_MAP_SIDE];
        rp_figure_laws laws = {
            .normal = "hertz",
            .tangential = "cundall-strack",
            .young = NAN,
            .poisson = NAN,
            .friction = 0.4,
            .set = {{RP_NORMAL, "effective_young", 0.75}, {RP_TANGENTIAL, "stiffness", pow(10, m->x[i]) * pair.alpha}}};
        rp_status status = rp_figure_prepare(&laws, &x, err);
        if (!status) status = rp_restitution_table(x, &pair, &one, 1, m->y, RP_MAP_SIDE, column, err);
        rp_interaction_destroy(x);
        if (status) return fail(m);
        for (int j = 0; j < RP_MAP_SIDE; j++) m->impact[i + j * RP_MAP_SIDE] = column[j];
    }
    if (m) collect(m);
    return m;
}

/* Half the side of the square about a cell that has its value alone. */
static int room_of(const double *count, const rp_map_frame *f, int column, int row)
{
    const double value = count[column + row * f->columns];
    for (int room = 1;; room++)
        for (int k = -room; k <= room; k++) {
            const int at[4][2] = {{k, -room}, {k, room}, {-room, k}, {room, k}};
            for (int n = 0; n < 4; n++) {
                const int i = column + at[n][0], j = row + at[n][1];
                if (i < 0 || j < 0 || i >= f->columns || j >= f->rows || count[i + j * f->columns] != value)
                    return room;
            }
        }
}

static void label_count(rp_plot *plot, int panel, const double *count, const rp_map_frame *f, int value)
{
    int widest = 1, column = -1, row = -1;
    char text[16];
    for (int n = 0; n < f->columns * f->rows; n++) {
        const int room = (int)count[n] == value ? room_of(count, f, n % f->columns, n / f->columns) : 0;
        if (room <= widest) continue;
        widest = room;
        column = n % f->columns;
        row = n / f->columns;
    }
    snprintf(text, sizeof text, "%d", value);
    if (column >= 0)
        rp_plot_note(plot, panel, f->x0 + (f->x1 - f->x0) * (column + 0.5) / f->columns,
                     f->y0 + (f->y1 - f->y0) * (row + 0.5) / f->rows, text);
}

void rp_map_counts(rp_plot *plot, int panel, const double *count, const rp_map_frame *f, const char *label)
{
    double most = 0;
    for (int n = 0; n < f->columns * f->rows; n++) most = fmax(most, count[n]);
    rp_plot_heat(plot, panel, count, f->columns, f->rows, f->x0, f->x1, f->y0, f->y1, -0.5, most + 0.5, RP_MAP_LAGOON,
                 label);
    rp_plot_levels(plot, panel, (int)most + 1);
    for (int k = 0; k <= (int)most; k++) label_count(plot, panel, count, f, k);
}
