/* See heap.h. */
#include "measure/heap.h"
#include <math.h>
#include "base/angle.h"

enum { SECTORS = 8, COLUMNS = 512 };
#define TURN 6.2831853071795865 /* 2 pi */
#define FOOT 0.15
#define TOP 0.85

typedef struct heap {
    const rp_world *world;
    int up, across[2]; /* axes; across[1] in three dimensions alone */
    double sign;       /* of the direction up */
    double middle[2];  /* of the axis, m */
    double width;      /* of a column, m */
    double base, top;  /* of the grains, m */
    int sectors;
    double surface[SECTORS][COLUMNS]; /* m; -INFINITY: no grain there */
} heap;

static double place(const rp_row *row, int axis) { return axis == 0 ? row->x : axis == 1 ? row->y : row->z; }

static int find_axes(heap *h)
{
    const rp_vec g = rp_world_gravity(h->world, h->world->time);
    const double along[3] = {g.x, g.y, g.z};
    int count = 0, other = 0;
    for (int axis = 0; axis < 3; axis++) count += along[axis] != 0;
    if (count != 1) return 0;
    for (int axis = 0; axis < h->world->dimension; axis++) {
        if (along[axis] == 0) h->across[other++] = axis;
        else h->up = axis;
    }
    h->sign = along[h->up] < 0 ? 1 : -1;
    h->sectors = h->world->dimension == 2 ? 2 : SECTORS;
    return 1;
}

static void find_middle(heap *h)
{
    const rp_particles *p = &h->world->particles;
    double radius = 0, mass = 0, moment[2] = {0, 0};
    size_t grains = 0;
    h->base = INFINITY;
    h->top = -INFINITY;
    for (size_t i = 0; i < p->count; i++) {
        const rp_row *row = &p->row[i];
        if (!(row->inv_mass > 0)) continue;
        const double y = h->sign * place(row, h->up);
        if (y > h->top) h->middle[0] = place(row, h->across[0]);
        h->top = fmax(h->top, y);
        h->base = fmin(h->base, y - row->r);
        radius += row->r;
        mass += p->mass[i];
        for (int k = 0; k < h->sectors / 2 && k < 2; k++) moment[k] += p->mass[i] * place(row, h->across[k]);
        grains++;
    }
    for (int k = 0; k < 2 && h->sectors > 2; k++) h->middle[k] = moment[k] / mass;
    h->width = 4 * radius / (double)grains;
}

/* Which side of the heap a grain is on, and how far from the axis. */
static int sector_of(const heap *h, const rp_row *row, double *distance)
{
    const double x = place(row, h->across[0]) - h->middle[0];
    if (h->sectors == 2) {
        *distance = fabs(x);
        return x < 0;
    }
    const double y = place(row, h->across[1]) - h->middle[1];
    *distance = sqrt(x * x + y * y);
    return (int)((rp_angle_of(y, x) / TURN + 0.5) * SECTORS) % SECTORS;
}

static void find_surface(heap *h)
{
    const rp_particles *p = &h->world->particles;
    for (int s = 0; s < h->sectors; s++)
        for (int c = 0; c < COLUMNS; c++) h->surface[s][c] = -INFINITY;
    for (size_t i = 0; i < p->count; i++) {
        double distance;
        if (!(p->row[i].inv_mass > 0)) continue;
        const int s = sector_of(h, &p->row[i], &distance);
        if (distance < COLUMNS * h->width) {
            double *column = &h->surface[s][(int)(distance / h->width)];
            *column = fmax(*column, h->sign * place(&p->row[i], h->up) - h->base);
        }
    }
}

/* The slope of a line through the columns of one side; NaN: too few. */
static double slope(const heap *h, int s)
{
    const double height = h->top - h->base;
    double n = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (int c = 0; c < COLUMNS; c++) {
        const double b = h->surface[s][c], a = (c + 0.5) * h->width;
        if (!(b > FOOT * height && b < TOP * height)) continue;
        n++;
        x += a;
        y += b;
        xx += a * a;
        xy += a * b;
    }
    return n < 3 ? NAN : -(n * xy - x * y) / (n * xx - x * x);
}

double rp_heap_angle(const rp_world *world)
{
    heap h = {.world = world};
    double sum = 0;
    int count = 0;
    if (!find_axes(&h)) return NAN;
    find_middle(&h);
    if (!(h.width > 0)) return NAN;
    find_surface(&h);
    for (int s = 0; s < h.sectors; s++) {
        const double own = slope(&h, s);
        if (isnan(own)) continue;
        sum += rp_angle_of(own, 1) * 360 / TURN;
        count++;
    }
    return count ? sum / count : NAN;
}
