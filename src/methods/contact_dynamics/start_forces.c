/* The forces that a step's sweeps start from stand in the histories of contacts, as rp_cd_view_contacts reads them. */
#include <string.h>
#include "methods/contact_dynamics/view.h"
#include "methods/contact_dynamics/work.h"

static int active(const rp_history *h, size_t n, int point)
{
    return (h->active[n] >> RP_CD_POINT_BITS * point & RP_ACTIVE) != 0;
}

static size_t count_active(const rp_history *h, int points)
{
    size_t count = 0;
    for (size_t n = 0; n < h->count; n++)
        for (int point = 0; point < points; point++) count += (size_t)active(h, n, point);
    return count;
}

/* Returns how many forces were taken. */
static size_t fill(const rp_world *w, rp_history *h, const double *force)
{
    const rp_cd_work *m = w->method_state;
    const size_t width = (size_t)w->contacts.width;
    size_t taken = 0;
    for (size_t n = 0; n < h->count; n++)
        for (int point = 0; point < m->points; point++)
            if (active(h, n, point))
                memcpy(h->value + n * width + (size_t)(point * m->point_width), force + 3 * taken++, 3 * sizeof *force);
    return taken;
}

rp_status rp_cd_start_forces(rp_world *w, const double *force, size_t count, rp_error *err)
{
    rp_history *table[] = {&w->contacts.pairs, &w->contacts.wall_pairs};
    const int points = ((const rp_cd_work *)w->method_state)->points;
    const size_t contacts = count_active(table[0], points) + count_active(table[1], points);
    if (count && count != contacts)
        return rp_error_set(err, RP_INPUT, "%zu forces for %zu contacts: there must be one for each, or none", count,
                            contacts);
    for (int k = 0; k < 2; k++)
        memset(table[k]->value, 0, table[k]->count * (size_t)w->contacts.width * sizeof(double));
    if (count) fill(w, table[1], force + 3 * fill(w, table[0], force));
    return RP_OK;
}
