/* See table.h. */
#include "base/table.h"
#include "base/memory.h"

double rp_table_value(const rp_table *t, double time, int column)
{
    if (t->count == 0 || column >= t->width) return 0;
    int low = 0, high = t->count - 1;
    if (time <= t->time[low]) return t->value[column];
    if (time >= t->time[high]) return t->value[high * t->width + column];
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (t->time[middle] <= time) low = middle;
        else high = middle;
    }
    double a = t->value[low * t->width + column], b = t->value[high * t->width + column];
    return a + (b - a) * ((time - t->time[low]) / (t->time[high] - t->time[low]));
}

rp_vec rp_table_vec(const rp_table *t, double time)
{
    return rp_vec_make(rp_table_value(t, time, 0), rp_table_value(t, time, 1), rp_table_value(t, time, 2));
}

void rp_table_free(rp_table *t)
{
    rp_memory_free(t->time);
    rp_memory_free(t->value);
    *t = (rp_table){0};
}
