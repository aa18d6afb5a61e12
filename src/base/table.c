/* See table.h. */
#include "base/table.h"
#include "base/memory.h"

/* Two rows and how far the time is from the first to the second; before and after the table they are one. */
typedef struct between {
    const double *from, *to;
    double part;
} between;

static between find(const rp_table *t, double time)
{
    int low = 0, high = t->count - 1;
    if (time <= t->time[low]) return (between){t->value, t->value, 0};
    const double *last = &t->value[(size_t)high * (size_t)t->width];
    if (time >= t->time[high]) return (between){last, last, 0};
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (t->time[middle] <= time) low = middle;
        else high = middle;
    }
    const double *row = &t->value[(size_t)low * (size_t)t->width];
    return (between){row, row + t->width, (time - t->time[low]) / (t->time[high] - t->time[low])};
}

static double value(const rp_table *t, const between *b, int column)
{
    if (column >= t->width) return 0;
    const double from = b->from[column];
    return b->to == b->from ? from : from + (b->to[column] - from) * b->part;
}

double rp_table_value(const rp_table *t, double time, int column)
{
    if (t->count == 0) return 0;
    const between b = find(t, time);
    return value(t, &b, column);
}

rp_vec rp_table_vec(const rp_table *t, double time)
{
    if (t->count == 0) return rp_vec_make(0, 0, 0);
    const between b = find(t, time);
    return rp_vec_make(value(t, &b, 0), value(t, &b, 1), value(t, &b, 2));
}

void rp_table_free(rp_table *t)
{
    rp_memory_free(t->time);
    rp_memory_free(t->value);
    *t = (rp_table){0};
}
