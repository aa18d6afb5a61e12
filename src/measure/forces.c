/* See forces.h. */
#include "measure/forces.h"

#include <math.h>
#include "base/memory.h"

size_t rp_forces_numbers(const rp_forces_measure *f) { return RP_FORCES_HEAD + 2 * (size_t)f->bins; }

rp_status rp_forces_create(rp_forces_measure *f, int bins, double up_to, rp_error *err)
{
    *f = (rp_forces_measure){.bins = bins, .up_to = up_to};
    f->number = rp_memory_alloc(rp_forces_numbers(f), sizeof *f->number);
    return f->number ? RP_OK
                     : rp_memory_error(err, rp_forces_numbers(f) * sizeof *f->number, "the distribution of forces");
}

void rp_forces_destroy(rp_forces_measure *f)
{
    rp_memory_free(f->number);
    f->number = NULL;
}

void rp_forces_clear(rp_forces_measure *f)
{
    for (size_t n = 0; n < rp_forces_numbers(f); n++) f->number[n] = 0;
}

static void count(rp_forces_measure *f, int tangential, double ratio)
{
    double k = floor(ratio / f->up_to * f->bins);
    double *bin = f->number + RP_FORCES_HEAD + (tangential ? f->bins : 0);
    if (k < f->bins) bin[(int)k]++;
    else f->number[RP_FORCES_BEYOND + tangential]++;
}

static int pushes(const rp_contact_view *v) { return v->b >= 0 && v->fn > 0; }

/* Sum of the forces that push from `first` to `end`. */
static double sum_run(const rp_contact_list *list, size_t first, size_t end, double *contacts)
{
    double sum = 0;
    for (size_t n = first; n < end; n++) {
        if (!pushes(&list->view[n])) continue;
        sum += list->view[n].fn;
        ++*contacts;
    }
    return sum;
}

void rp_forces_take(rp_forces_measure *f, const rp_world *w, const rp_contact_list *list)
{
    double sum = 0, contacts = 0;
    for (size_t n = 0, end; n < list->count; n = end) {
        end = rp_contact_list_run(list, w, n);
        sum += sum_run(list, n, end, &contacts);
    }
    f->number[RP_FORCES_MOMENTS]++;
    f->number[RP_FORCES_CONTACTS] += contacts;
    f->number[RP_FORCES_SUM] += sum;
    for (size_t n = 0; n < list->count; n++) {
        const rp_contact_view *v = &list->view[n];
        if (!pushes(v)) continue;
        rp_vec t = rp_vec_sub(v->force, rp_vec_scale(v->fn, v->normal));
        count(f, 0, v->fn / (sum / contacts));
        count(f, 1, rp_vec_norm(t) / (sum / contacts));
    }
}

double rp_forces_density(const rp_forces_measure *f, int tangential, int k)
{
    double contacts = f->number[RP_FORCES_CONTACTS];
    return contacts > 0 ? f->number[RP_FORCES_HEAD + (tangential ? f->bins : 0) + k] / (contacts * f->up_to / f->bins)
                        : 0;
}
